//! Commands for operators: the server and its settings, keys, health, backups.

pub mod backup;
pub mod copy;
pub mod doctor;
pub mod keys;
pub mod recover;
pub mod restore;
pub mod serve;
pub mod settings;
pub mod shell;
pub mod tables;
