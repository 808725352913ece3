//! Reads a book of sorted records.

use strum::VariantArray;

use super::binary::{CONDITIONAL, HEAD, MAGIC, RECORD, SYMMETRIC, TENUKI};
use joseki_book::Verdict;
use joseki_game::go::CornerPosition;
use joseki_game::{Side, Step};

/// A book of sorted records in memory.
#[derive(Clone, Debug)]
pub struct BinaryBook {
    records: Vec<BinaryRecord>,
    text: String,
}

/// A move of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BinaryRecord {
    /// The position's key, see [`joseki_game::PositionKey`].
    pub key: u64,
    /// The move in the frame in which the position's key is the smaller one; may be a tenuki.
    pub step: Step,
    /// Its verdict.
    pub verdict: Option<Verdict>,
    /// Whether the move depends on conditions.
    pub conditional: bool,
    /// Whether the position is its own mirror, so that the move stands for its mirror as well.
    pub symmetric: bool,
    /// The weight of the move.
    pub weight: u32,
    /// The learned value of an engine; 0 as written.
    pub learn: i32,
    /// The number of counted games.
    pub games: u32,
}

/// The reason why bytes are not a book of sorted records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BinaryError {
    /// The magic bytes are missing.
    #[error("not a joseki book: expected it to start with JOSEKI, 0, 1")]
    Magic,
    /// The book is for another board size.
    #[error("unsupported board size {lines}: expected 19 lines")]
    Lines {
        /// The number of lines in the header.
        lines: u8,
    },
    /// Header and length are inconsistent.
    #[error("the header requires {expected} bytes, but the file has {found}")]
    Length {
        /// The length by the header.
        expected: u64,
        /// The actual length.
        found: u64,
    },
    /// An invalid record.
    #[error("record {record}: {problem}")]
    Record {
        /// The index of the record, from 0.
        record: usize,
        /// The problem.
        problem: &'static str,
    },
    /// The text is not UTF-8.
    #[error("the text after the records is not UTF-8")]
    Text,
}

impl BinaryBook {
    /// Reads a book and checks every record.
    ///
    /// # Errors
    /// The problem and its place.
    pub fn read(bytes: &[u8]) -> Result<BinaryBook, BinaryError> {
        let head = bytes.get(..HEAD).ok_or(BinaryError::Magic)?;
        if head[..8] != MAGIC {
            return Err(BinaryError::Magic);
        }
        let lines = head[40];
        if lines != 19 {
            return Err(BinaryError::Lines { lines });
        }
        let (records, length) = (number(&head[16..24]), number(&head[32..40]));
        let end = records.saturating_mul(RECORD as u64).saturating_add(HEAD as u64);
        let (expected, found) = (end.saturating_add(length), bytes.len() as u64);
        let sizes = (number(&head[8..12]), number(&head[12..16]), number(&head[24..32]));
        if expected != found || sizes != (HEAD as u64, RECORD as u64, end) {
            return Err(BinaryError::Length { expected, found });
        }
        // Not beyond the end: the lengths were checked above.
        let (records, text) = bytes[HEAD..].split_at(end as usize - HEAD);
        let records = records.chunks_exact(RECORD).enumerate();
        let records: Result<Vec<BinaryRecord>, BinaryError> = records
            .map(|(at, bytes)| {
                read_record(bytes).map_err(|problem| BinaryError::Record { record: at, problem })
            })
            .collect();
        let book = BinaryBook {
            records: records?,
            text: String::from_utf8(text.to_vec()).map_err(|_| BinaryError::Text)?,
        };
        let falls = |pair: &[BinaryRecord]| {
            let [a, b] = pair else { return false };
            (a.key, u32::MAX - a.weight) > (b.key, u32::MAX - b.weight)
        };
        match book.records.windows(2).position(falls) {
            None => Ok(book),
            Some(at) => Err(BinaryError::Record {
                record: at + 1,
                problem: "out of order: records must be sorted by key and weight",
            }),
        }
    }

    /// All records, in order.
    #[must_use]
    pub fn records(&self) -> &[BinaryRecord] {
        &self.records
    }

    /// The provenance of the book.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The records of a position's key, by falling weight.
    #[must_use]
    pub fn of_key(&self, key: u64) -> &[BinaryRecord] {
        let start = self.records.partition_point(|record| record.key < key);
        let end = self.records.partition_point(|record| record.key <= key);
        &self.records[start..end]
    }

    /// The moves of a position in its own frame, with their records; a move that stands for its
    /// mirror is listed twice.
    #[must_use]
    pub fn moves(&self, position: &CornerPosition, to_move: Side) -> Vec<(Step, BinaryRecord)> {
        let key = position.key(to_move);
        let mut moves = Vec::new();
        for record in self.of_key(key.key) {
            let step = record.step.transformed(key.by.inverse());
            moves.push((step, *record));
            if key.is_symmetric() && step.mirror() != step {
                moves.push((step.mirror(), *record));
            }
        }
        moves
    }
}

fn read_record(bytes: &[u8]) -> Result<BinaryRecord, &'static str> {
    let step = match (bytes[8], bytes[9]) {
        (TENUKI, TENUKI) => Step::TENUKI,
        (u, v) => Step::corner(u, v).ok_or("the move is off the board")?,
    };
    let verdict = match bytes[10] {
        0 => None,
        code => Some(*Verdict::VARIANTS.get(usize::from(code) - 1).ok_or("invalid verdict code")?),
    };
    let word = |at: usize| number(&bytes[at..at + 4]) as u32;
    Ok(BinaryRecord {
        key: number(&bytes[..8]),
        step,
        verdict,
        conditional: bytes[11] & CONDITIONAL != 0,
        symmetric: bytes[11] & SYMMETRIC != 0,
        weight: word(12),
        learn: word(16).cast_signed(),
        games: word(20),
    })
}

/// Up to eight bytes as a little-endian number.
fn number(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |sum, byte| sum << 8 | u64::from(*byte))
}
