//! KataGo's analysis protocol, answered from a book: one JSON line per query, JSON lines in
//! response.
//!
//! - [`AnalysisRequest`], [`ParsedAnalysisQuery`]: a parsed line
//! - [`AnalysisNotice`]: an error or a warning
//! - [`AnalysisJson`], `MoveInfoJson`, `RootInfoJson`: the analysis of one turn
//! - [`Perspective`]: the side whose view win rates take
//!
//! The protocol is documented in KataGo's `docs/Analysis_Engine.md`; `docs/analysis.md` lists the
//! differences.

mod answer;
mod fields;
mod parse;
mod restrictions;

pub use answer::{AnalysisJson, AnalysisNotice, Perspective};
pub use parse::{AnalysisRequest, ParsedAnalysisQuery};
