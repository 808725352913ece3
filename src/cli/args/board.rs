//! The flags that describe a board, shared by every command that needs no book.

use joseki_wire::Coords;
use std::path::PathBuf;

use clap::Args;

use super::checks::move_number;

/// The flags that describe a board.
#[derive(Clone, Debug, Args)]
pub struct BoardArgs {
    /// Moves so far: `Q16,O17` or, with colours, `W:Q16,W:O17,B:pass`.
    #[arg(long, value_name = "MOVES", default_value = "", hide_default_value = true)]
    pub moves: String,
    /// Handicap and setup stones: `B:D4,B:Q16`.
    #[arg(long, value_name = "STONES", default_value = "", hide_default_value = true)]
    pub stones: String,
    /// Board size in lines, 2 to 25 [default: 19].
    #[arg(long, value_name = "LINES", value_parser = clap::value_parser!(u8).range(2..=25))]
    pub size: Option<u8>,
    /// Notation of points in flags and output.
    #[arg(long, value_enum, value_name = "COORDS", default_value_t)]
    pub coords: Coords,
    /// Read the board from the main line of a game record (SGF, GIB, NGF, UGF); `-` is standard
    /// input.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["moves", "stones", "size"])]
    pub sgf: Option<PathBuf>,
    /// Use the board after this move of the record; 0 is the start [default: the last move].
    // Repeats the conflicts of `sgf`: clap waives `requires` if a given flag conflicts with `sgf`.
    #[arg(long = "at-move", alias = "move", value_name = "N", requires = "sgf", value_parser = move_number,
        conflicts_with_all = ["moves", "stones", "size"])]
    pub move_number: Option<usize>,
}
