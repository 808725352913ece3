//! The flags of the commands on entered results: `joseki opponents`, `results`, `withdraw` and
//! `merge`.

use clap::builder::RangedU64ValueParser;
use clap::{Args, ValueHint};

use super::FormatArgs;
use super::checks::database;
use joseki_ledger::OpponentName;
use joseki_service::DEFAULT_BOOK;
use joseki_store::DatabaseAddress;

const AFTER_OPPONENTS: &str = "\
Examples:
  joseki opponents
  joseki opponents gnugo --results 5 --differences 10
  joseki opponents gnugo@3.8 --book pro --format json

For one opponent, shows its versions, its last results, and the moves of the book whose results
differ most from those against other opponents, relative to the usual result against this
opponent. A difference of +0.20 means a fifth of a game more than against others; the interval
contains it with 95 % probability. A name with a version covers only the moves of that version.";

const AFTER_RESULTS: &str = "\
Examples:
  joseki results
  joseki results --opponent gnugo --limit 5
  joseki results --format json | jq -r '.results[].game_id'

The most recently entered results come first.";

const AFTER_WITHDRAW: &str = "\
Examples:
  joseki withdraw sgf-00c0ffee00c0ffee
  joseki results --opponent gnugo

Withdrawn games no longer count. Learning them again does not restore them; only a correction does
(PUT /v1/results/GAME_ID on a running server). If one of the IDs is unknown, nothing is withdrawn.";

const AFTER_MERGE: &str = "\
Examples:
  joseki merge laptop.db
  joseki merge backup.db --format json

If both databases have learned the same game, it counts once; merging again changes nothing. If
they have different revisions of a game (corrected or withdrawn in one of them), the later
revision counts. If a game differs in any other way, nothing is merged. Quiz answers are merged
too; of two answers to the same question the earlier one is kept. Books are not merged: the moves
of the games are looked up in the books of this database.

The other database is only read, but it is opened like any database: you need write permission for
it and its directory. If an earlier version of the program wrote it, it is upgraded first, and a
copy of it is kept next to it.";

/// The flags of `joseki opponents`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_OPPONENTS)]
pub struct OpponentsArgs {
    /// Opponent to show [default: list all].
    #[arg(value_name = "NAME")]
    pub name: Option<OpponentName>,
    /// Book whose moves are compared.
    #[arg(long, value_name = "NAME", default_value = DEFAULT_BOOK, requires = "name")]
    pub book: String,
    /// Number of its results to show, 0 to 1000.
    #[arg(long, value_name = "N", default_value_t = 10, requires = "name",
        value_parser = RangedU64ValueParser::<usize>::new().range(0..=1000))]
    pub results: usize,
    /// Number of differing moves to show, 0 to 1000.
    #[arg(long, value_name = "N", default_value_t = 10, requires = "name",
        value_parser = RangedU64ValueParser::<usize>::new().range(0..=1000))]
    pub differences: usize,
    /// Only moves in at least this many of its games.
    #[arg(long, value_name = "N", default_value_t = 3, requires = "name")]
    pub min_games: u64,
    #[command(flatten)]
    pub format: FormatArgs,
}

/// The flags of `joseki results`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_RESULTS)]
pub struct ResultsArgs {
    /// Only results against this opponent, in any version.
    #[arg(long, value_name = "NAME")]
    pub opponent: Option<OpponentName>,
    /// Maximum number of results to list.
    #[arg(long, value_name = "N", default_value_t = 20,
        value_parser = RangedU64ValueParser::<usize>::new().range(1..=1_000_000))]
    pub limit: usize,
    /// Continue after the result with this number, with older ones.
    #[arg(long, value_name = "N")]
    pub after: Option<i64>,
    #[command(flatten)]
    pub format: FormatArgs,
}

/// The flags of `joseki withdraw`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_WITHDRAW)]
pub struct WithdrawArgs {
    /// ID of a game, as shown by `joseki results`.
    #[arg(value_name = "GAME_ID", required = true)]
    pub games: Vec<String>,
    #[command(flatten)]
    pub format: FormatArgs,
}

/// The flags of `joseki merge`.
#[derive(Debug, Args)]
#[command(after_help = AFTER_MERGE)]
pub struct MergeArgs {
    /// Database to merge from.
    #[arg(value_name = "OTHER", value_parser = database(), value_hint = ValueHint::AnyPath)]
    pub other: DatabaseAddress,
    #[command(flatten)]
    pub format: FormatArgs,
}
