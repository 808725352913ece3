//! What every layer uses: cancellation of work, and enums whose values have names.

pub mod cancel;
pub mod named;
