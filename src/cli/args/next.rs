//! The flags of `joseki next`.

use std::path::PathBuf;

use clap::Args;
use clap::builder::{PossibleValuesParser, RangedU64ValueParser};

use super::FormatArgs;
use crate::book::{Band, Tally, Verdict};
use crate::game::Color;
use crate::named::Named;
use crate::service::{DEFAULT_BOOK, FailedConditions, NextQuery};
use crate::store::HistoryMoment;
use crate::wire::{Coords, YEARS, parse_moment};

const AFTER: &str = "\
Examples:
  joseki next --moves Q16,O17,R14
  joseki next --moves W:Q16,B:pass,W:O17 --to-play B
  joseki next --stones B:D4,B:Q16 --size 19 --min-verdict good
  joseki next --moves Q16 --since 2000 --strength pro --min-games 10 --examples 2
  joseki next --sgf game.sgf --move 12 --format json
  joseki next --moves Q16 --as-of 2026-01-31
  joseki next --moves Q16,D4,Q4 --whole-board

Moves alternate, starting with Black, unless a colour is given. On the board, X is Black, O is
White, and candidates are letters, a being the best. If the book counts games, every move shows
its number of games, its share of the position and its win rate. A verdict with a question mark is
inferred from these games, not set by a curator.";

/// The flags of `joseki next`.
#[derive(Debug, Args)]
#[command(after_help = AFTER)]
pub struct NextArgs {
    /// Moves so far: `Q16,O17` or, with colours, `W:Q16,W:O17,B:pass`.
    #[arg(
        long,
        value_name = "MOVES",
        default_value = "",
        hide_default_value = true
    )]
    pub moves: String,
    /// Handicap and setup stones: `B:D4,B:Q16`.
    #[arg(
        long,
        value_name = "STONES",
        default_value = "",
        hide_default_value = true
    )]
    pub stones: String,
    /// Board size in lines, 9 to 19 [default: 19].
    #[arg(long, value_name = "LINES", value_parser = clap::value_parser!(u8).range(9..=19))]
    pub size: Option<u8>,
    /// Side to move [default: the opposite colour of the last move].
    #[arg(long, value_enum, value_name = "COLOR", ignore_case = true)]
    pub to_play: Option<Color>,
    /// Name of the book.
    #[arg(long, value_name = "NAME", default_value = DEFAULT_BOOK)]
    pub book: String,
    /// Use the book as of this version, the end of this day (UTC) or this time.
    #[arg(long, value_name = "MOMENT", value_parser = parse_moment)]
    pub as_of: Option<HistoryMoment>,
    /// Name of the opponent.
    #[arg(long, value_name = "NAME")]
    pub opponent: Option<String>,
    /// Class of the opponent, such as a rank or a family of engines.
    #[arg(long, value_name = "NAME")]
    pub class: Option<String>,
    /// Maximum number of moves per corner, 1 to 361.
    #[arg(
        long,
        value_name = "N",
        default_value_t = NextQuery::DEFAULT_LIMIT,
        value_parser = RangedU64ValueParser::<usize>::new().range(1..=361)
    )]
    pub limit: usize,
    /// Draw the order of moves at random by weight; the same seed gives the same order.
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Leave out moves with a lower verdict. A move without a verdict ranks below good.
    #[arg(
        long,
        value_name = "VERDICT",
        value_parser = PossibleValuesParser::new(Verdict::names())
    )]
    pub min_verdict: Option<String>,
    /// How to treat moves whose conditions fail on this board.
    #[arg(long, value_enum, value_name = "WHAT", default_value_t)]
    pub failed_conditions: FailedConditions,
    /// Count only games from this year on, 1500 to 2100.
    #[arg(long, value_name = "YEAR", value_parser = year())]
    pub since: Option<u32>,
    /// Count only games up to this year, 1500 to 2100.
    #[arg(long, value_name = "YEAR", value_parser = year())]
    pub until: Option<u32>,
    /// Leave out moves with fewer of these games.
    #[arg(long, value_name = "N")]
    pub min_games: Option<u32>,
    /// Count only games of these collections.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub source: Vec<String>,
    /// Count only games of these strengths; the strength of a game is that of its weaker player.
    #[arg(
        long,
        value_name = "STRENGTHS",
        value_delimiter = ',',
        value_parser = PossibleValuesParser::new(Band::names())
    )]
    pub strength: Vec<String>,
    /// Also show counts by year.
    #[arg(long)]
    pub trend: bool,
    /// Number of example games to show for each move, 0 to 4.
    #[arg(
        long,
        value_name = "N",
        default_value_t = 0,
        value_parser = RangedU64ValueParser::<usize>::new().range(0..=Tally::EXAMPLES as u64)
    )]
    pub examples: usize,
    /// Show how each move and the book's line from it change the whole board; moves of equal
    /// priority are then ordered by it.
    #[arg(long)]
    pub whole_board: bool,
    /// Notation of points in flags and output.
    #[arg(long, value_enum, value_name = "COORDS", default_value_t)]
    pub coords: Coords,
    /// Read the board from the main line of a game record; `-` is standard input.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["moves", "stones", "size"])]
    pub sgf: Option<PathBuf>,
    /// Use the board after this move of the record; 0 is the start [default: the last move].
    // Repeats the conflicts of `sgf`: clap waives `requires` if a given flag conflicts with `sgf`.
    #[arg(long = "move", value_name = "N", requires = "sgf",
        conflicts_with_all = ["moves", "stones", "size"])]
    pub move_number: Option<usize>,
    #[command(flatten)]
    pub format: FormatArgs,
}

fn year() -> RangedU64ValueParser<u32> {
    RangedU64ValueParser::new().range(u64::from(*YEARS.start())..=u64::from(*YEARS.end()))
}
