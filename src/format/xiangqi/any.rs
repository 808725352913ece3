//! Records of any format, detected by their content.

use super::record::XiangqiRecord;
use super::{dhtmlxq, pgn, xqf};
use encoding_rs::{GB18030, UTF_8};

/// A record of a file, and what could not be read of it.
#[derive(Clone, Debug)]
pub struct ReadRecord {
    /// The record, as far as it could be read.
    pub record: XiangqiRecord,
    /// The line of the file where it begins, from 1; 1 in a file that has no lines.
    pub line: usize,
    /// What could not be read.
    pub problems: Vec<String>,
}

/// Why a file has no record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordError {
    /// A damaged XQF file.
    #[error(transparent)]
    Xqf(#[from] xqf::XqfError),
    /// A damaged post.
    #[error(transparent)]
    DhtmlXq(#[from] dhtmlxq::DhtmlXqError),
    /// A text without a move or tag of the game.
    #[error("no record of xiangqi: expected XQF, DhtmlXQ, or PGN with tags or moves")]
    Nothing,
}

/// Reads the records of a file: XQF, DhtmlXQ, or PGN.
///
/// # Errors
/// It has none.
pub fn read(file: &[u8]) -> Result<Vec<ReadRecord>, RecordError> {
    let texts = |problems: Vec<String>, record, line| ReadRecord { record, line, problems };
    if xqf::is_xqf(file) {
        let game = xqf::read(file)?;
        let problems = game.problems.iter().map(ToString::to_string).collect();
        return Ok(vec![texts(problems, game.record, 1)]);
    }
    if file.windows(9).any(|window| window == b"[DhtmlXQ_") {
        let (text, _, has_errors) = UTF_8.decode(file);
        let text = if has_errors { GB18030.decode(file).0 } else { text };
        let game = dhtmlxq::read(&text)?;
        let problems = game.problems.iter().map(ToString::to_string).collect();
        return Ok(vec![texts(problems, game.record, 1)]);
    }
    let games = pgn::PgnReader::new(file).map(|game| {
        let problems = game.problems.iter().map(ToString::to_string).collect();
        texts(problems, game.record, game.line)
    });
    let is_something =
        |read: &ReadRecord| !read.record.nodes.is_empty() || !read.record.tags.is_empty();
    let records: Vec<ReadRecord> = games.collect();
    if records.iter().any(is_something) { Ok(records) } else { Err(RecordError::Nothing) }
}
