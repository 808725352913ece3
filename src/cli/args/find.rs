//! The flags of `joseki find`.

use std::path::PathBuf;

use clap::Args;

use super::{BoardArgs, FormatArgs};
use joseki_patterns::AnchorWord;
use joseki_service::DEFAULT_BOOK;
use joseki_wire::named::flag;

const AFTER: &str = "\
Examples:
  joseki find '......./......./.....O./...X.../......./......./.......' --anchor corner
  joseki find '.X./X.X/.X.' --since 2000 --strength pro
  joseki find --rect N19:T13 --moves Q16,O17
  joseki find --rect K10:T19 --sgf game.sgf --at-move 40 --player 'Cho *'
  joseki find 'X./XX' --no-swap --next W --limit 0 --format json
  joseki find --book xiangqi --material R1,r1,C0,c0,N0,n0 --limit 3

A pattern has the letters . (empty), X (black), O (white), x (not white), o (not black) and *
(anything); / ends a row. It is searched under all symmetries and, unless --no-swap is given, with
exchanged colours, in all games of the book whose moves were kept. A hit is a game and a place, at
the first moment at which the pattern is there. Letters on the pattern are the next stones inside
it, the most frequent first.

Of a rectangle of a board, edges of the board stay edges of the board. docs/patterns.md describes
what is counted.";

/// The flags of `joseki find`.
#[derive(Debug, Args)]
#[command(after_help = AFTER)]
pub struct FindArgs {
    /// Rows of the pattern, upper one first, with / between them.
    #[arg(value_name = "PATTERN", required_unless_present_any = ["file", "rect", "fen", "material"])]
    pub pattern: Option<String>,
    /// Read the rows from a file; `-` is standard input.
    #[arg(long, value_name = "FILE", conflicts_with = "pattern")]
    pub file: Option<PathBuf>,
    /// Rectangle of the board that --moves, --stones or --sgf give, by two of its corners.
    #[arg(long, value_name = "POINT:POINT", conflicts_with_all = ["pattern", "file"])]
    pub rect: Option<String>,
    #[command(flatten)]
    pub board: BoardArgs,
    /// In xiangqi, search a position: FEN.
    #[arg(long, value_name = "FEN", conflicts_with_all = ["pattern", "file", "rect"])]
    pub fen: Option<String>,
    /// In xiangqi, how many of a piece there are: `R2`, `c0-1`; may be repeated.
    #[arg(long, value_name = "PIECES", value_delimiter = ',')]
    pub material: Vec<String>,
    /// In xiangqi, exclude other pieces than those of --material and the generals.
    #[arg(long)]
    pub exact: bool,
    /// Name of the book.
    #[arg(long, value_name = "NAME", default_value = DEFAULT_BOOK)]
    pub book: String,
    /// Where the pattern may be [default: any; of a rectangle, where its edges allow].
    #[arg(long, value_parser = flag::<AnchorWord>(), value_name = "WHERE")]
    pub anchor: Option<AnchorWord>,
    /// Points at which its upper left point may be: LEFT,RIGHT,TOP,BOTTOM, from 0.
    #[arg(long, value_name = "RANGE", value_delimiter = ',', conflicts_with = "anchor")]
    pub at: Option<Vec<u8>>,
    /// Do not exchange colours.
    #[arg(long)]
    pub no_swap: bool,
    /// Only hits after which this colour of the pattern puts the next stone inside.
    #[arg(long, value_name = "COLOR")]
    pub next: Option<String>,
    /// Only hits after at most this many moves.
    #[arg(long, value_name = "N")]
    pub until_move: Option<u16>,
    /// Stones that must follow inside the pattern, as colour, column and row from 0: `W:5,2
    /// B:3,5`.
    #[arg(long, value_name = "STONES")]
    pub sequence: Option<String>,
    /// Only games of this year or later.
    #[arg(long, value_name = "YEAR")]
    pub since: Option<u32>,
    /// Only games of this year or earlier.
    #[arg(long, value_name = "YEAR")]
    pub until: Option<u32>,
    /// Only games of these collections.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub source: Vec<String>,
    /// Only games of players of these strengths: kyu, dan, high_dan, pro, engine or unknown.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub strength: Vec<String>,
    /// Only games of this player; `*` stands for any text.
    #[arg(long, value_name = "NAME")]
    pub player: Option<String>,
    /// Only games with this Black player.
    #[arg(long, value_name = "NAME")]
    pub black: Option<String>,
    /// Only games with this White player.
    #[arg(long, value_name = "NAME")]
    pub white: Option<String>,
    /// Only games that B or W won, or draw.
    #[arg(long, value_name = "RESULT")]
    pub result: Option<String>,
    /// Count continuations by year.
    #[arg(long)]
    pub years: bool,
    /// Number of games to list.
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub limit: usize,
    /// Continue after the game with this ID.
    #[arg(long, value_name = "ID")]
    pub after: Option<String>,
    #[command(flatten)]
    pub format: FormatArgs,
}
