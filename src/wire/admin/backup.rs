//! Reports of backup, restore and recovery.

use serde::Serialize;

use super::doctor::DoctorJson;
use joseki_store::{FileSummary, TableRecovery};

/// Report of a backup.
#[derive(Clone, Debug, Serialize)]
pub struct BackupJson {
    /// Path of the backup file.
    pub file: String,
    /// Its contents.
    #[serde(flatten)]
    pub held: FileSummary,
    /// Whether the whole file was verified.
    pub checked: bool,
    /// Duration in seconds.
    pub seconds: f64,
    /// Paths of older backups that were deleted.
    pub removed: Vec<String>,
}

/// Report of a copy of a database.
#[derive(Clone, Debug, Serialize)]
pub struct CopyJson {
    /// Path or address of the database that was copied.
    pub from: String,
    /// Path or address of the copy.
    pub to: String,
    /// What was copied.
    pub tables: Vec<CopiedTableJson>,
    /// Duration in seconds.
    pub seconds: f64,
}

/// A table that was copied.
#[derive(Clone, Debug, Serialize)]
pub struct CopiedTableJson {
    /// Its name.
    pub table: &'static str,
    /// Number of rows.
    pub rows: u64,
}

/// Report of a restore.
#[derive(Clone, Debug, Serialize)]
pub struct RestoreJson {
    /// Path of the backup.
    pub backup: String,
    /// Path of the database.
    pub file: String,
    /// Path to which the previous database was moved; null if there was none.
    pub before: Option<String>,
    /// Contents of the database.
    #[serde(flatten)]
    pub held: FileSummary,
}

/// Report of a recovery.
#[derive(Clone, Debug, Serialize)]
pub struct RecoverJson {
    /// Path of the damaged database.
    pub damaged: String,
    /// Path of the new database.
    pub file: String,
    /// What was recovered of each table.
    pub tables: Vec<TableRecovery>,
    /// Repairs made in the new database, and its problems.
    #[serde(flatten)]
    pub state: DoctorJson,
}
