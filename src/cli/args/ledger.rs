//! The flags of the commands on entered results: `joseki opponents`, `results`, `withdraw` and `merge`.

use std::path::PathBuf;

use clap::Args;
use clap::builder::RangedU64ValueParser;

use super::FormatArgs;
use crate::ledger::OpponentName;
use crate::service::DEFAULT_BOOK;

const AFTER_OPPONENTS: &str = "\
Examples:
  joseki opponents
  joseki opponents gnugo --results 5 --differences 10
  joseki opponents gnugo@3.8 --book pro --format json

For one opponent: its versions, its last results, and the moves of the book with which our results
differ most from those that others had with them, each held against what is usual against the
opponent. A difference of +0.20 means a fifth of a game more than against others; the interval
holds it with 95 % probability. A name with a version looks at the moves of that version only.";

const AFTER_RESULTS: &str = "\
Examples:
  joseki results
  joseki results --opponent gnugo --limit 5
  joseki results --format json | jq -r '.results[].game_id'

The last entered come first.";

const AFTER_WITHDRAW: &str = "\
Examples:
  joseki withdraw sgf-00c0ffee00c0ffee
  joseki results --opponent gnugo

Withdrawn games count no more; learning them again does not bring them back, only a correction does
(PUT /v1/results/GAME_ID of a running server). If one of the ids is
not known, nothing is withdrawn.";

const AFTER_MERGE: &str = "\
Examples:
  joseki merge laptop.db
  joseki merge backup.db --format json

Both databases may have learned the same games: each counts once, and merging again changes
nothing. Where both know a game in different revisions (corrected or withdrawn in one of them),
the later revision counts. If a game is in both and differs otherwise, nothing is merged. Answers of
players who train come in, too; of two to the same question the earlier one stays. Books
are not merged: the moves of the games are found in the books of this database.

The results of the other database are only read, but it is opened as every database is: you need
the right to write it and its directory. One of an earlier version of the program is brought up to
date first, and a copy of it kept beside it.";

/// The flags of `joseki opponents`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_OPPONENTS)]
pub struct OpponentsArgs {
    /// One opponent [default: list all].
    #[arg(value_name = "NAME")]
    pub name: Option<OpponentName>,
    /// The book whose moves are looked at.
    #[arg(long, value_name = "NAME", default_value = DEFAULT_BOOK, requires = "name")]
    pub book: String,
    /// How many of its results to show, 0 to 1000.
    #[arg(long, value_name = "N", default_value_t = 10, requires = "name",
        value_parser = RangedU64ValueParser::<usize>::new().range(0..=1000))]
    pub results: usize,
    /// How many of its moves to show, 0 to 1000.
    #[arg(long, value_name = "N", default_value_t = 10, requires = "name",
        value_parser = RangedU64ValueParser::<usize>::new().range(0..=1000))]
    pub differences: usize,
    /// Only moves of at least so many of its games.
    #[arg(long, value_name = "N", default_value_t = 3, requires = "name")]
    pub min_games: u64,
    #[command(flatten)]
    pub format: FormatArgs,
}

/// The flags of `joseki results`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_RESULTS)]
pub struct ResultsArgs {
    /// Only those against this opponent, whichever version.
    #[arg(long, value_name = "NAME")]
    pub opponent: Option<OpponentName>,
    /// At most so many.
    #[arg(long, value_name = "N", default_value_t = 20,
        value_parser = RangedU64ValueParser::<usize>::new().range(1..=1_000_000))]
    pub limit: usize,
    #[command(flatten)]
    pub format: FormatArgs,
}

/// The flags of `joseki withdraw`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_WITHDRAW)]
pub struct WithdrawArgs {
    /// The games, as `joseki results` names them.
    #[arg(value_name = "GAME_ID", required = true)]
    pub games: Vec<String>,
    #[command(flatten)]
    pub format: FormatArgs,
}

/// The flags of `joseki merge`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_MERGE)]
pub struct MergeArgs {
    /// The database whose results are taken in.
    #[arg(value_name = "OTHER")]
    pub other: PathBuf,
    #[command(flatten)]
    pub format: FormatArgs,
}
