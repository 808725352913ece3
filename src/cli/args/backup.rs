//! The flags of `joseki backup`, `restore`, `recover` and `dump`.

use std::path::PathBuf;

use clap::builder::RangedU64ValueParser;
use clap::{Args, ValueHint};

use super::FormatArgs;
use super::checks::database;
use joseki_store::DatabaseAddress;

const AFTER: &str = "\
Examples:
  joseki backup /var/backups/joseki.db
  joseki backup --keep 14 /var/backups
  joseki backup --db club.db club-before.db --format json

The database may be in use, even by a server: the copy is a consistent snapshot and blocks nobody.
The copy gets the checks of `joseki doctor`, and gets its name only once it is complete and synced
to disk. In a directory, the file is named after the database and the time (UTC), as in
joseki-2026-11-22T101500Z.db. An existing file is never replaced.";

const AFTER_RESTORE: &str = "\
Examples:
  joseki restore /var/backups/joseki-2026-11-22T101500Z.db
  joseki restore --db club.db club-before.db

The backup is checked first; if it is damaged, nothing changes. No other program may have the
database open: stop the server first. The current database is kept next to it, under a name that
ends in .before-restore. If the restore is interrupted, the database is either the old one or the
new one.";

const AFTER_RECOVER: &str = "\
Examples:
  joseki recover new.db
  joseki recover --db damaged.db new.db --format json

The damaged database is only read; no other program may have it open. Rows on unreadable pages, rows
that do not match their checksums, and rows that refer to one of those are left out, and are counted
by table. What follows from other rows (lines, counts, sums) is built again, and the new database is
checked as `joseki doctor` checks one; the exit code is 1 if problems remain.

It also reads a database into which the SQL of `joseki dump` was loaded.";

const AFTER_COPY: &str = "\
Examples:
  joseki copy --from joseki.db --to postgres://joseki@db.example.org/joseki
  joseki copy --from postgres://joseki@db.example.org/joseki --to joseki.db

Books with their history, counted games, results, players, keys and their log go over, in one
transaction on each side. Passwords are in PGPASSWORD.";

const AFTER_DUMP: &str = "\
Examples:
  joseki dump -o joseki.sql
  sqlite3 plain.db < joseki.sql
  joseki recover --db plain.db again.db

The database may be in use: the dump is a consistent snapshot. Its tables have all values but no
checksums, which only joseki can compute, so that any SQLite program can load them; `joseki recover`
turns what was loaded into a database of joseki again.";

/// The flags of `joseki backup`.
#[derive(Debug, Args)]
#[command(after_help = AFTER)]
pub struct BackupArgs {
    /// File to write, or a directory.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// In a directory, keep the newest N backups of this database and delete the older ones.
    #[arg(long, value_name = "N", value_parser = RangedU64ValueParser::<usize>::new().range(1..=1_000_000))]
    pub keep: Option<usize>,
    /// Skip the check of the copy; this allows a damaged database to be copied.
    #[arg(long)]
    pub no_check: bool,
    #[command(flatten)]
    pub format: FormatArgs,
}

/// The flags of `joseki restore`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_RESTORE)]
pub struct RestoreArgs {
    /// Backup file.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    #[command(flatten)]
    pub format: FormatArgs,
}

/// The flags of `joseki recover`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_RECOVER)]
pub struct RecoverArgs {
    /// New database to write; --db names the damaged one.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    #[command(flatten)]
    pub format: FormatArgs,
}

/// The flags of `joseki copy`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_COPY)]
pub struct CopyArgs {
    /// Database to copy, a file or an address; may be in use.
    #[arg(long, value_name = "DB", value_parser = database(), value_hint = ValueHint::AnyPath)]
    pub from: DatabaseAddress,
    /// Database to write: a new file, or the address of an empty database.
    #[arg(long, value_name = "DB", value_parser = database(), value_hint = ValueHint::AnyPath)]
    pub to: DatabaseAddress,
    #[command(flatten)]
    pub format: FormatArgs,
}

/// The flags of `joseki dump`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_DUMP)]
pub struct DumpArgs {
    /// File to write.
    #[arg(long, short, value_name = "FILE")]
    pub output: PathBuf,
    /// Replace an existing file.
    #[arg(long)]
    pub force: bool,
}
