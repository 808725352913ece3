//! The account of a backup, and of one put back.

use serde::Serialize;
use utoipa::ToSchema;

use super::book::BookJson;
use crate::store::FileAccount;

/// What a database file holds.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct FileJson {
    /// Its size in bytes.
    pub bytes: u64,
    /// Its schema.
    pub schema: u32,
    /// Its books.
    pub books: Vec<BookJson>,
    /// Results of games, also those that were withdrawn.
    pub results: u64,
    /// Answers of all players who train.
    pub answers: u64,
    /// Evaluations of positions.
    pub evaluations: u64,
    /// Keys, also those that have ended.
    pub keys: u64,
}

/// A backup that was made.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct BackupJson {
    /// The file.
    pub file: String,
    /// What it holds.
    #[serde(flatten)]
    pub held: FileJson,
    /// Whether it was looked at whole.
    pub checked: bool,
    /// How long it took.
    pub seconds: f64,
    /// Older backups that made room.
    pub removed: Vec<String>,
}

/// A backup that was put in the place of a database.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RestoreJson {
    /// The backup.
    pub backup: String,
    /// The database.
    pub file: String,
    /// Where the database that was there before is now; null if there was none.
    pub before: Option<String>,
    /// What the database holds.
    #[serde(flatten)]
    pub held: FileJson,
}

impl From<&FileAccount> for FileJson {
    fn from(account: &FileAccount) -> FileJson {
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
