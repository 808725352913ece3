//! What operators look after: the health of the database, and API keys.

pub(crate) mod doctor;
pub(crate) mod keys;

pub use doctor::Repairs;
pub use keys::{CreatedKey, allow, now};
