//! Reading a book of sorted records.

use super::binary::{CONDITIONAL, HEAD, MAGIC, RECORD, SYMMETRIC, TENUKI};
use crate::book::{CornerPosition, Side, Verdict};
use crate::game::Step;

/// A book of sorted records in memory.
#[derive(Clone, Debug)]
pub struct BinaryBook {
    records: Vec<BinaryRecord>,
    text: String,
}

/// A move of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BinaryRecord {
    /// The position's key, see [`crate::book::PositionKey`].
    pub key: u64,
    /// The move, in the frame in which the position's key is the smaller; a tenuki too.
    pub step: Step,
    /// Its verdict.
    pub verdict: Option<Verdict>,
    /// Whether it depends on conditions.
    pub conditional: bool,
    /// Whether it stands for its mirror as well, as the position is its own.
    pub symmetric: bool,
    /// What it weighs.
    pub weight: u32,
    /// What an engine learned; 0 as written.
    pub learn: i32,
    /// Counted games.
    pub games: u32,
}

/// Why bytes are no book of sorted records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BinaryError {
    /// It starts otherwise.
    #[error("no joseki book: it does not start with JOSEKI, 0, 1")]
    Magic,
    /// It is of another board.
    #[error("a book of a board with {lines} lines, not 19")]
    Lines {
        /// What the header says.
        lines: u8,
    },
    /// Its header and its length do not agree.
    #[error("the header speaks of {expected} bytes, there are {found}")]
    Length {
        /// What the header says.
        expected: u64,
        /// What there is.
        found: u64,
    },
    /// A record that cannot be.
    #[error("record {record}: {problem}")]
    Record {
        /// Which, from 0.
        record: usize,
        /// What is wrong with it.
        problem: &'static str,
    },
    /// The text is no UTF-8.
    #[error("the text behind the records is no UTF-8")]
    Text,
}

impl BinaryBook {
    /// Reads a book, everything checked.
    ///
    /// # Errors
    /// What is wrong with it, and where.
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
        let end = records
            .saturating_mul(RECORD as u64)
            .saturating_add(HEAD as u64);
        let (expected, found) = (end.saturating_add(length), bytes.len() as u64);
        let sizes = (
            number(&head[8..12]),
            number(&head[12..16]),
            number(&head[24..32]),
        );
        if expected != found || sizes != (HEAD as u64, RECORD as u64, end) {
            return Err(BinaryError::Length { expected, found });
        }
        // No longer than what is there.
        let (records, text) = bytes[HEAD..].split_at(end as usize - HEAD);
        let records = records.chunks_exact(RECORD).enumerate();
        let records: Result<Vec<BinaryRecord>, BinaryError> = records
            .map(|(at, bytes)| {
                read_record(bytes).map_err(|problem| BinaryError::Record {
                    record: at,
                    problem,
                })
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
                problem: "it is not behind the one before in the order of keys and weights",
            }),
        }
    }

    /// All records, in order.
    #[must_use]
    pub fn records(&self) -> &[BinaryRecord] {
        &self.records
    }

    /// Where the book comes from.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The records of a position's key, the weightiest first.
    #[must_use]
    pub fn of_key(&self, key: u64) -> &[BinaryRecord] {
        let start = self.records.partition_point(|record| record.key < key);
        let end = self.records.partition_point(|record| record.key <= key);
        &self.records[start..end]
    }

    /// The moves of a position in its own frame, with what is known of them; a move that stands for its
    /// mirror comes twice.
    #[must_use]
    pub fn moves(&self, position: &CornerPosition, to_move: Side) -> Vec<(Step, BinaryRecord)> {
        let key = position.key(to_move);
        let mut moves = Vec::new();
        for record in self.of_key(key.key) {
            let step = record.step.mirror_if(key.mirrored);
            moves.push((step, *record));
            if key.symmetric && !step.is_symmetric() {
                moves.push((step.mirror(), *record));
            }
        }
        moves
    }
}

fn read_record(bytes: &[u8]) -> Result<BinaryRecord, &'static str> {
    let step = match (bytes[8], bytes[9]) {
        (TENUKI, TENUKI) => Step::TENUKI,
        (u, v) => Step::new(u, v).ok_or("its move is off the board")?,
    };
    let verdict = match bytes[10] {
        0 => None,
        code => Some(
            *Verdict::ALL
                .get(usize::from(code) - 1)
                .ok_or("its verdict is none")?,
        ),
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

/// Up to eight bytes as a number, the lowest first.
fn number(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .rev()
        .fold(0, |sum, byte| sum << 8 | u64::from(*byte))
}
