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

/// Error for a file without a record.
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
    if xqf::is_xqf(file) {
        let game = xqf::read(file)?;
        return Ok(vec![ReadRecord::new(game.record, 1, &game.problems)]);
    }
    if dhtmlxq::is_dhtmlxq(file) {
        let (text, _, has_errors) = UTF_8.decode(file);
        let text = if has_errors { GB18030.decode(file).0 } else { text };
        let game = dhtmlxq::read(&text)?;
        return Ok(vec![ReadRecord::new(game.record, 1, &game.problems)]);
    }
    let games = pgn::PgnReader::new(file);
    let records: Vec<ReadRecord> =
        games.map(|game| ReadRecord::new(game.record, game.line, &game.problems)).collect();
    let is_empty = |read: &ReadRecord| read.record.nodes.is_empty() && read.record.tags.is_empty();
    if records.iter().all(is_empty) { Err(RecordError::Nothing) } else { Ok(records) }
}

impl ReadRecord {
    fn new(record: XiangqiRecord, line: usize, problems: &[impl ToString]) -> ReadRecord {
        ReadRecord { record, line, problems: problems.iter().map(ToString::to_string).collect() }
    }
}
