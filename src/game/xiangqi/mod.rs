//! Xiangqi, Chinese chess.
//!
//! - [`Square`], [`Shift`], [`Piece`], [`Kind`]: points, moves and pieces
//! - [`XiangqiBoard`]: a position; makes moves and takes them back; read and written as FEN
//! - [`XiangqiLine`]: the position of a line, with its key
//! - [`XiangqiGame`], [`XiangqiEnd`], [`Repetition`]: a game, and how it ends
//! - [`XiangqiOpening`]: the names of openings
//! - [`NotationError`], [`Script`]: moves as players write them
//! - [`FenError`], [`SetUpError`], [`IllegalShift`]: what is wrong with a position or a move

mod board;
mod fen;
mod form;
mod key;
mod line;
mod lines;
mod notation;
mod openings;
mod piece;
mod play;

pub use super::illegal::IllegalShift;
pub use super::square::{FILES, RANKS, SQUARES, Shift, Square};
pub use board::{XiangqiBoard, XiangqiUndo};
pub use fen::{FenError, SetUpError};
pub use line::XiangqiLine;
pub use notation::{NotationError, Script};
pub use openings::XiangqiOpening;
pub use piece::{Kind, Piece};
pub use play::{Pressure, Repetition, XiangqiEnd, XiangqiGame, XiangqiRules};
