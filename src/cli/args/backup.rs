//! The flags of `joseki backup` and `joseki restore`.

use std::path::PathBuf;

use clap::Args;
use clap::builder::RangedU64ValueParser;

use super::FormatArgs;

const AFTER: &str = "\
Examples:
  joseki backup /var/backups/joseki.db
  joseki backup --keep 14 /var/backups
  joseki backup --db club.db club-before.db --format json

The database may be in use, by a server too: the copy is of one moment, and nobody waits for it. It is looked at
like `joseki doctor` looks, and has its name only once it is whole and on the disk. In a directory the file is named
after the database and the time (UTC), as in joseki-2026-11-22T101500Z.db. A file that is there is never replaced.";

const AFTER_RESTORE: &str = "\
Examples:
  joseki restore /var/backups/joseki-2026-11-22T101500Z.db
  joseki restore --db club.db club-before.db

The backup is looked at first, and nothing changes if it is damaged. No other program may have the database open:
end the server before. The database that is there is kept beside it under a name that ends in .before-restore. If this
is cut short, the database is the old one or the new one.";

/// The flags of `joseki backup`.
#[derive(Debug, Args)]
#[command(after_help = AFTER)]
pub struct BackupArgs {
    /// The file to write, or a directory.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// In a directory, keep so many backups of this database and remove the oldest.
    #[arg(long, value_name = "N", value_parser = RangedU64ValueParser::<usize>::new().range(1..=1_000_000))]
    pub keep: Option<usize>,
    /// Do not look whether the copy is whole and right; a damaged database can be copied so.
    #[arg(long)]
    pub no_check: bool,
    #[command(flatten)]
    pub format: FormatArgs,
}

/// The flags of `joseki restore`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_RESTORE)]
pub struct RestoreArgs {
    /// The backup.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    #[command(flatten)]
    pub format: FormatArgs,
}
