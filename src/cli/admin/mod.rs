//! Commands for operators: the server and its effective settings, keys, health, backups.

pub mod backup;
pub mod copy;
pub mod doctor;
pub mod effective_settings;
pub mod keys;
pub mod recover;
pub mod restore;
pub mod serve;
pub mod shell;
pub mod tables;
