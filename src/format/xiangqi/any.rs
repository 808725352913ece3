//! Records of any format, detected by their content.

use super::record::XiangqiRecord;
use super::{cbr, dhtmlxq, pgn, xqf};
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
    /// A damaged record of CCBridge; of a library, the first.
    #[error("record {number}: {source}")]
    Cbr {
        /// The number of the record, from 1.
        number: usize,
        /// What is wrong with it.
        source: cbr::CbrError,
    },
    /// A damaged post.
    #[error(transparent)]
    DhtmlXq(#[from] dhtmlxq::DhtmlXqError),
    /// A text without a move or tag of the game.
    #[error("no record of xiangqi: expected XQF, CBR, CBL, DhtmlXQ, or PGN with tags or moves")]
    Nothing,
}

/// Whether a file that starts so has records that can be separated without parsing them.
#[must_use]
pub fn is_separable(start: &[u8]) -> bool {
    pgn::is_pgn(start) || cbr::is_cbr(start)
}

/// Returns the length of the whole records at the start of a part of a separable file: all but the
/// last.
#[must_use]
pub fn whole_records(part: &[u8]) -> usize {
    if cbr::is_cbr(part) { cbr::whole_records(part) } else { pgn::whole_records(part) }
}

/// Reads the records of a file: XQF, CBR, CBL, DhtmlXQ, or PGN. Damaged records of a library are left
/// out and reported with the next one.
///
/// # Errors
/// The file has no record.
pub fn read(file: &[u8]) -> Result<Vec<ReadRecord>, RecordError> {
    if xqf::is_xqf(file) {
        let game = xqf::read(file)?;
        return Ok(vec![ReadRecord::new(game.record, 1, &game.problems)]);
    }
    if cbr::is_cbr(file) {
        return read_cbr(file);
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

/// Reads the records of CCBridge, if one can be read.
fn read_cbr(file: &[u8]) -> Result<Vec<ReadRecord>, RecordError> {
    let (mut records, mut damaged): (Vec<ReadRecord>, Vec<String>) = Default::default();
    let mut first = None;
    for (number, game) in cbr::read(file) {
        match game {
            Ok(game) => {
                let problems = game.problems.iter().map(|it| format!("record {number}: {it}"));
                let problems: Vec<String> = damaged.drain(..).chain(problems).collect();
                records.push(ReadRecord::new(game.record, 1, &problems));
            }
            Err(source) => {
                damaged.push(format!("record {number} is left out: {source}"));
                first.get_or_insert(RecordError::Cbr { number, source });
            }
        }
    }
    match records.last_mut() {
        Some(last) => last.problems.extend(damaged),
        None => return Err(first.unwrap_or(RecordError::Nothing)),
    }
    Ok(records)
}

impl ReadRecord {
    fn new(record: XiangqiRecord, line: usize, problems: &[impl ToString]) -> ReadRecord {
        ReadRecord { record, line, problems: problems.iter().map(ToString::to_string).collect() }
    }
}
