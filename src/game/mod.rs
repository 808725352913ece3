//! The rules of the games that the service knows. Does no IO and uses nothing else of the crate.
//!
//! - [`Game`], [`Variant`]: the games, and what a book is about
//! - [`Color`]: the two players; [`Side`]: the two sides of a line
//! - [`BoardSize`], [`Point`], [`Move`]: coordinates and their GTP and SGF texts
//! - [`Step`], [`Alphabet`]: one move of a line, opaque outside the game
//! - [`Symmetry`], [`Symmetries`]: under which lines and positions are the same
//! - [`Frame`], [`Region`], [`Corner`]: a view of a region; converts board points to steps and back
//! - [`PositionKey`]: what equal positions share
//! - [`Board`]: the whole board as it is played; [`IllegalMove`]: why a move is refused
//! - [`GameInPlay`]: a game while it is played; [`GameConclusion`]: how it ended
//! - [`table`]: a game between two sides, with clocks, consent and counting
//! - [`GameOpening`]: the name of a game's opening
//! - [`LinePosition`]: a line replayed alone; [`RegionStones`], [`Reach`]: which moves belong to it
//! - [`go`]: the rules of Go; [`five`]: those of five in a row; [`xiangqi`]: those of Chinese chess

mod board;
mod color;
pub mod five;
mod frame;
pub mod go;
mod illegal;
mod in_play;
mod line_position;
mod moves;
mod opening;
mod point;
mod position_key;
mod reach;
mod side;
mod size;
mod square;
mod step;
mod stones;
mod symmetry;
pub mod table;
mod variant;
pub mod xiangqi;

pub use board::{Board, BoardUndo};
pub use color::{Color, ParseColorError};
pub use frame::{Corner, Frame, FrameError, Region};
pub use go::Reach;
pub use illegal::IllegalMove;
pub use in_play::{EndReason, GameConclusion, GameInPlay};
pub use line_position::LinePosition;
pub use moves::Move;
pub use opening::GameOpening;
pub use point::{ParsePointError, Point};
pub use position_key::PositionKey;
pub use reach::RegionStones;
pub use side::Side;
pub use size::{BoardSize, BoardSizeError};
pub use step::{Alphabet, ParseStepError, Step};
pub use symmetry::{Symmetries, Symmetry};
pub use variant::{Game, PAWNS, Variant, VariantError};
