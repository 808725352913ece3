//! The flags of `joseki assess`.

use std::path::PathBuf;

use clap::Args;
use clap::builder::RangedU64ValueParser;
use clap::value_parser;

use super::FormatArgs;
use crate::service::DEFAULT_BOOK;

const AFTER: &str = "\
Examples:
  joseki assess games/2009
  joseki assess games.zip --book pro --since 2009 --limit-games 1000
  joseki assess games --format json | jq .total.log_loss

Before each move of a game the book is asked, and its answer is compared with what was played. Games
that were mined into the book are left out, so a fair measure needs games of another time or origin
than those that were mined. Records are read as for mining: boards of 19 lines without handicap.";

/// The flags of `joseki assess`.
#[derive(Debug, Args)]
#[command(after_help = AFTER)]
pub struct AssessArgs {
    /// Files, folders and archives with game records.
    #[arg(value_name = "PATH", required = true)]
    pub paths: Vec<PathBuf>,
    /// The book.
    #[arg(long, value_name = "NAME", default_value = DEFAULT_BOOK)]
    pub book: String,
    /// What the collection is called [default: by its folder or archive].
    #[arg(long, value_name = "NAME")]
    pub source: Option<String>,
    /// How many moves of each game to ask for.
    #[arg(long, value_name = "N", default_value_t = 60,
        value_parser = RangedU64ValueParser::<usize>::new().range(1..=1000))]
    pub moves: usize,
    /// Only games of this year and later; games without a date are left out.
    #[arg(long, value_name = "YEAR", value_parser = value_parser!(u16).range(1500..=2100))]
    pub since: Option<u16>,
    /// Only games of this year and earlier; games without a date are left out.
    #[arg(long, value_name = "YEAR", value_parser = value_parser!(u16).range(1500..=2100))]
    pub until: Option<u16>,
    /// At most so many games: a sample of them all, the same one every time [default: all].
    #[arg(long, value_name = "N",
        value_parser = RangedU64ValueParser::<usize>::new().range(1..))]
    pub limit_games: Option<usize>,
    /// Assess also games that were mined into the book; it knows those too well.
    #[arg(long)]
    pub include_mined: bool,
    /// How many threads to use [default: one for each core].
    #[arg(long, value_name = "N",
        value_parser = RangedU64ValueParser::<usize>::new().range(1..=256))]
    pub threads: Option<usize>,
    #[command(flatten)]
    pub format: FormatArgs,
}
