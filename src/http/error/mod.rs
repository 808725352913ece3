//! Errors: problems, their responses, and the mapping from service errors.

pub mod blame;
pub mod codes;
pub mod problem;
pub mod rejected;
pub mod throttle;
