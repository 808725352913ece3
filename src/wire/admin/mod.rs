//! JSON of backups, health and API keys.

pub mod backup;
pub mod doctor;
pub mod key;
