//! The flags of `joseki review`.

use std::path::PathBuf;

use clap::Args;
use clap::builder::RangedU64ValueParser;

use super::FormatArgs;
use crate::service::DEFAULT_BOOK;
use crate::store::Moment;
use crate::wire::{REVIEWED_MOVES, parse_moment};

const AFTER: &str = "\
Examples:
  joseki review game.sgf
  joseki review games/ --player ann
  joseki review club.zip --book pro --moves 80 --format json
  joseki review game.sgf --annotate reviewed.sgf
  curl -s https://example.org/game.sgf | joseki review -

Before each move the book is asked, and every stone that is a move of the book, or that leaves it,
is judged: what was expected, what it cost, and how the book goes on. Costs are in expected results
as `joseki next` has them, in the advantage that the book tells, and in points where the record has
comments of an engine. A verdict with a question mark is that of counted games, and no curator's.
A move is excused where the conditions of all that is better failed.

After the games come the players: those named by --player, compared without case and white space,
else all with at least 5 games (all players, if there are fewer games in all). Records of the same
game count once, whichever way the board is turned. Boards have 9 to 19 lines, with or without
handicap; a damaged record is reviewed up to there.

--annotate writes the records back with comments, judgements, labels and variations: into a folder,
a file for each game, or into one file if the name ends in .sgf. The main line stays as it is. A record that
was annotated before gets the notes again.";

/// The flags of `joseki review`.
#[derive(Debug, Args)]
#[command(after_help = AFTER)]
pub struct ReviewArgs {
    /// Game records: SGF files, folders and archives (gz, zst, zip, tar); `-` is standard input.
    #[arg(value_name = "PATH", required = true)]
    pub paths: Vec<PathBuf>,
    /// The book.
    #[arg(long, value_name = "NAME", default_value = DEFAULT_BOOK)]
    pub book: String,
    /// The book as it was at this version, at the end of this day (UTC) or at this time.
    #[arg(long, value_name = "MOMENT", value_parser = parse_moment)]
    pub as_of: Option<Moment>,
    /// Review the games of this player, and say what they have in common; may be repeated.
    #[arg(long, value_name = "NAME")]
    pub player: Vec<String>,
    /// How many moves of each game to look at.
    #[arg(long, value_name = "N", default_value_t = REVIEWED_MOVES,
        value_parser = RangedU64ValueParser::<usize>::new().range(1..=1000))]
    pub moves: usize,
    /// Report all games with all their moves, and all players; else the first 20 games (200 as JSON) with what went
    /// wrong, and 5 players.
    #[arg(long)]
    pub all: bool,
    /// Write the records with the review in them: a folder, or one file with a name in .sgf.
    #[arg(long, value_name = "DIR|FILE.sgf")]
    pub annotate: Option<PathBuf>,
    /// Replace annotated files that are there.
    #[arg(long, requires = "annotate")]
    pub force: bool,
    /// How many threads to use [default: one for each core].
    #[arg(long, value_name = "N",
        value_parser = RangedU64ValueParser::<usize>::new().range(1..=256))]
    pub threads: Option<usize>,
    #[command(flatten)]
    pub format: FormatArgs,
}
