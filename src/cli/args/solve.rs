//! The flags of `joseki solve`.

use std::path::PathBuf;

use clap::Args;

use super::FormatArgs;
use joseki_game::Game;
use joseki_wire::SolveKind;

const AFTER: &str = "\
Examples:
  joseki solve --game xiangqi --kind mate --fen '3ak4/4a4/9/1R1C5/2N6/9/9/9/9/4K4 w'
  joseki solve --game renju --kind vcf --moves 'h8 i7 g9 e5 g7 j10 g8 g6 f8 e8 h10 i11 j8 i8'
  joseki solve --game renju --kind vct positions.ndjson
  joseki solve --book renju --nodes 20000

Finds wins by force: mates in xiangqi, victory by continuous fours (vcf) or threats (vct) in renju,
standard and gomoku. Solves the position of --fen or --moves, or each line of a file: JSON with the
field `fen`, or `moves`, or `black` and `white`, and if need be `to_move`. Prints a line of JSON for
each: `mate_in` or `n`, the moves of the side to move until the win is certain, null if none was
found; `first`, the first moves that win (mates: in that number; vcf: in at most 15; vct: those that
were proved); `line`, with the longest defence; `refutation`, what wins against every defence in five
in a row. `limit` is true if the limit of positions was reached. An invalid line gives
{\"error\": …}, and exit code 1 at the end. Needs neither book nor database.

With --book, finds the wins by force at all positions of a book and writes them down with its moves
as the property JF: W7 says that the side that plays the move wins in at most 7 plies, L7 that its
opponent does. They go up the tree: a position is won if one of its moves is, and lost if every
legal move, in the book or not, is refuted. `joseki next` shows them and plays by them.";

/// The flags of `joseki solve`.
#[derive(Debug, Args)]
#[command(after_help = AFTER)]
pub struct SolveArgs {
    /// Game: renju, standard, gomoku or xiangqi.
    #[arg(long, value_name = "GAME", value_parser = Game::parse, required_unless_present = "book")]
    pub game: Option<Game>,
    /// Solve the positions of a book, and write down who wins by force with its moves.
    #[arg(long, value_name = "NAME", conflicts_with_all = ["game", "kind", "file", "fen", "moves", "board_size", "max_moves"])]
    pub book: Option<String>,
    /// With --book: report what would be written, and write nothing.
    #[arg(long, requires = "book")]
    pub dry_run: bool,
    /// What to look for [default: mate in xiangqi, otherwise vcf].
    #[arg(long)]
    pub kind: Option<SolveKind>,
    /// File with one position a line [default: standard input].
    #[arg(value_name = "FILE", conflicts_with_all = ["fen", "moves"])]
    pub file: Option<PathBuf>,
    /// Position as FEN, instead of a file.
    #[arg(long, value_name = "FEN", conflicts_with = "moves")]
    pub fen: Option<String>,
    /// Moves so far of five in a row, instead of a file.
    #[arg(long, value_name = "MOVES")]
    pub moves: Option<String>,
    /// Lines of the board of five in a row [default: 15].
    #[arg(long, value_name = "LINES")]
    pub board_size: Option<u8>,
    /// Maximum length of a mate, in moves of the side to move [default: 8].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=20))]
    pub max_moves: Option<u32>,
    /// Maximum number of positions to search [default: 2000000; with --book 20000 for each search].
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    #[command(flatten)]
    pub format: FormatArgs,
}
