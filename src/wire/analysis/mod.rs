//! KataGo's analysis protocol, as a book speaks it: a line of JSON is asked, lines of JSON are answered.
//!
//! - [`AnalysisRequest`], [`AnalysisAsked`]: a line as it is understood
//! - [`AnalysisNotice`]: an error or a warning
//! - [`AnalysisJson`], [`MoveInfoJson`], [`RootInfoJson`]: a turn answered
//! - [`Perspective`]: from whose view win rates are told
//!
//! The protocol is KataGo's `docs/Analysis_Engine.md`; what is different here is in `docs/analysis.md`.

mod answer;
mod asked;
mod fields;
mod notice;
mod perspective;
mod restrictions;

pub use answer::{AnalysisBookJson, AnalysisJson, MoveBookJson, MoveInfoJson, RootInfoJson};
pub use asked::{AnalysisAsked, AnalysisRequest};
pub use notice::AnalysisNotice;
pub use perspective::Perspective;
