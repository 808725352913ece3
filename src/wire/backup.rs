//! Reports of backup and restore.

use serde::Serialize;
use utoipa::ToSchema;

use super::book::BookJson;
use crate::store::FileSummary;

/// Contents of a database file.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct FileJson {
    /// File size in bytes.
    pub bytes: u64,
    /// Schema version.
    pub schema: u32,
    /// Books, ordered by name.
    pub books: Vec<BookJson>,
    /// Number of game results, including withdrawn ones.
    pub results: u64,
    /// Number of training answers of all players.
    pub answers: u64,
    /// Number of position evaluations.
    pub evaluations: u64,
    /// Number of keys, including expired and revoked ones.
    pub keys: u64,
}

/// Report of a backup.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct BackupJson {
    /// Path of the backup file.
    pub file: String,
    /// Its contents.
    #[serde(flatten)]
    pub held: FileJson,
    /// Whether the whole file was verified.
    pub checked: bool,
    /// Duration in seconds.
    pub seconds: f64,
    /// Paths of older backups that were deleted.
    pub removed: Vec<String>,
}

/// Report of a restore.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RestoreJson {
    /// Path of the backup.
    pub backup: String,
    /// Path of the database.
    pub file: String,
    /// Path to which the previous database was moved; null if there was none.
    pub before: Option<String>,
    /// Contents of the database.
    #[serde(flatten)]
    pub held: FileJson,
}

impl From<&FileSummary> for FileJson {
    fn from(account: &FileSummary) -> FileJson {
        FileJson {
            bytes: account.bytes,
            schema: account.schema,
            books: account.books.iter().map(BookJson::from).collect(),
            results: account.results,
            answers: account.answers,
            evaluations: account.evaluations,
            keys: account.keys,
        }
    }
}
