//! Analysis-engine queries on a book: several turns of a game at once, each with win rates, leads
//! and lines.
//!
//! - [`AnalysisQuery`], [`ProhibitedMoves`]: request
//! - [`AnalysedTurn`], [`AnalysedMove`], [`Figures`], [`FigureSource`]: result
//!
//! `turns` follows the game, `figures` computes the numbers and `hash` identifies positions.
//! `docs/analysis.md` defines the numbers.

mod answer;
mod figures;
mod hash;
mod query;
mod turns;

pub use answer::{AnalysedMove, AnalysedTurn, FigureSource, Figures};
pub use query::{AnalysisQuery, ProhibitedMoves};
