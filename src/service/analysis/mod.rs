//! A book asked as an analysis engine is: many turns of a game at once, each with win rates, leads and lines.
//!
//! - [`AnalysisQuery`], [`Prohibited`]: what is asked
//! - [`AnalysedTurn`], [`AnalysedMove`], [`Figures`], [`Source`]: what is answered
//!
//! Inside: `turns` follows the game, `figures` makes the numbers, `line` goes on with the book, `hash` names
//! positions. What the numbers mean is in `docs/analysis.md`.

mod answer;
mod figures;
mod hash;
mod line;
mod query;
mod turns;

pub use answer::{AnalysedMove, AnalysedTurn, Figures, Source};
pub use query::{AnalysisQuery, Prohibited};
