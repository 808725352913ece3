//! The flags of `joseki review`.

use std::path::PathBuf;

use clap::Args;
use clap::builder::RangedU64ValueParser;

use super::FormatArgs;
use joseki_service::DEFAULT_BOOK;
use joseki_store::HistoryMoment;
use joseki_wire::{REVIEWED_MOVES, parse_moment};

const AFTER: &str = "\
Examples:
  joseki review game.sgf
  joseki review games/ --player ann
  joseki review club.zip --book pro --moves 80 --format json
  joseki review game.sgf --annotate reviewed.sgf
  curl -s https://example.org/game.sgf | joseki review -

Every move that is in the book, or that leaves it, is judged: the expected move, its cost, and how
the book continues. Costs are given in expected results, in the advantage
stated by the book, and in points if the record has engine comments. A verdict with a question
mark is inferred from counted games, not set by a curator. A move is excused if the conditions of
every better move failed.

After the games come the players: those named by --player, compared without case and white space,
or else all players with at least 5 games (all players, if there are fewer than 5 games in total).
Records of the same game count once, in any orientation. Boards have 9 to 19 lines, with or
without handicap; a damaged record is reviewed up to the damage.

--annotate writes the records back with comments, judgements, labels and variations: into a folder
with one file per game, or into one file if the name ends in .sgf. The main line stays as it is.
A record that was annotated before gets the notes a second time.";

/// The flags of `joseki review`.
#[derive(Debug, Args)]
#[command(after_help = AFTER)]
pub struct ReviewArgs {
    /// Game records: files (SGF, GIB, NGF, UGF), folders and archives (gz, zst, zip, tar); `-` is
    /// standard input.
    #[arg(value_name = "PATH", required = true)]
    pub paths: Vec<PathBuf>,
    /// Name of the book.
    #[arg(long, value_name = "NAME", default_value = DEFAULT_BOOK)]
    pub book: String,
    /// Use the book as of this version, the end of this day (UTC) or this time.
    #[arg(long, value_name = "MOMENT", value_parser = parse_moment)]
    pub as_of: Option<HistoryMoment>,
    /// Review the games of this player and summarize what they have in common; may be repeated.
    #[arg(long, value_name = "NAME")]
    pub player: Vec<String>,
    /// Number of moves to review in each game.
    #[arg(long, value_name = "N", default_value_t = REVIEWED_MOVES,
        value_parser = RangedU64ValueParser::<usize>::new().range(1..=1000))]
    pub moves: usize,
    /// Report all games with all their moves, and all players. Without it: the first 20 games (200
    /// as JSON) with only their errors, and 5 players.
    #[arg(long)]
    pub all: bool,
    /// Write annotated records into this folder, or into one file if the name ends in .sgf.
    #[arg(long, value_name = "DIR|FILE.sgf")]
    pub annotate: Option<PathBuf>,
    /// Replace existing annotated files.
    #[arg(long, requires = "annotate")]
    pub force: bool,
    /// Number of threads [default: one per core].
    #[arg(long, value_name = "N",
        value_parser = RangedU64ValueParser::<usize>::new().range(1..=256))]
    pub threads: Option<usize>,
    #[command(flatten)]
    pub format: FormatArgs,
}
