//! Records of Go servers, read into SGF text.
//!
//! - [`ServerFileKind`]: any of these files, by its first bytes or its extension; [`as_sgf`],
//!   [`sgf_of`]: as SGF
//! - `gib`: records of Tygem
//! - `ngf`: records of WBaduk and CyberOro
//! - `ugf`: records of PandaNet, also called UGI
//! - `record`: a game, whatever file it comes from
//! - `result`: results as servers word them
//!
//! None of these formats has a published specification. What is read is what converters and other
//! programs agree on.

mod file;
mod gib;
mod ngf;
mod record;
mod result;
#[cfg(test)]
mod tests;
mod ugf;

pub use file::{ServerFileError, ServerFileKind, ServerGames, as_sgf, sgf_of};
