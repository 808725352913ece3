//! The flags of `joseki assess`.

use std::path::PathBuf;

use clap::Args;
use clap::builder::RangedU64ValueParser;
use clap::value_parser;

use super::FormatArgs;
use joseki_service::DEFAULT_BOOK;

const AFTER: &str = "\
Examples:
  joseki assess games/2009
  joseki assess games.zip --book pro --since 2009 --limit-games 1000
  joseki assess games --format json | jq .total.log_loss

For each move of a game, the book's recommendation is compared with the move played. Games that were
mined into the book are skipped, so a fair measure needs games from another period or source. As for
mining, only games on 19 lines without handicap are read.";

/// The flags of `joseki assess`.
#[derive(Debug, Args)]
#[command(after_help = AFTER)]
pub struct AssessArgs {
    /// Game records: files, folders and archives.
    #[arg(value_name = "PATH", required = true)]
    pub paths: Vec<PathBuf>,
    /// Name of the book.
    #[arg(long, value_name = "NAME", default_value = DEFAULT_BOOK)]
    pub book: String,
    /// Name of the collection [default: name of its folder or archive].
    #[arg(long, value_name = "NAME")]
    pub source: Option<String>,
    /// Number of moves to assess in each game.
    #[arg(long, value_name = "N", default_value_t = 60,
        value_parser = RangedU64ValueParser::<usize>::new().range(1..=1000))]
    pub moves: usize,
    /// Only games from this year on; games without a date are skipped.
    #[arg(long, value_name = "YEAR", value_parser = value_parser!(u16).range(1500..=2100))]
    pub since: Option<u16>,
    /// Only games up to this year; games without a date are skipped.
    #[arg(long, value_name = "YEAR", value_parser = value_parser!(u16).range(1500..=2100))]
    pub until: Option<u16>,
    /// Assess a sample of at most N games; the sample is the same in every run [default: all].
    #[arg(long, value_name = "N",
        value_parser = RangedU64ValueParser::<usize>::new().range(1..))]
    pub limit_games: Option<usize>,
    /// Include games that were mined into the book; this flatters the result.
    #[arg(long)]
    pub include_mined: bool,
    /// Number of threads [default: one per core].
    #[arg(long, value_name = "N",
        value_parser = RangedU64ValueParser::<usize>::new().range(1..=256))]
    pub threads: Option<usize>,
    #[command(flatten)]
    pub format: FormatArgs,
}
