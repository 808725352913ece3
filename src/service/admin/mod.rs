//! What operators look after: the health of the database, and API keys.

pub mod doctor;
pub mod keys;
