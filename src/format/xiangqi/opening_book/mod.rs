//! Opening books of other programs of xiangqi: moves by position, without lines.
//!
//! - [`OpeningBookKind`]: obk, pfBook, xqb and BOOK.DAT
//! - [`BookRow`], [`RowKey`]: one stored move of such a book
//! - [`OpeningBook`]: a parsed book, and its lines from the start of a game as SGF
//! - [`BookPositions`]: the positions of one of our books, and their rows in such a file
//! - [`book_record`]: one of our books as a record with variations
//! - [`read_book_dat`], [`write_book_dat`]: BOOK.DAT itself; the others are files of SQLite

mod dat;
mod keys;
mod read;
mod write;

use encoding_rs::GB18030;
use strum::VariantArray;

pub use dat::{BookDatError, read_book_dat, write_book_dat};
pub use read::OpeningBook;
pub use write::{BookPositions, book_record};

/// The formats of opening books.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, VariantArray)]
pub enum OpeningBookKind {
    /// BingHe's, with the table `bhobk`.
    Obk,
    /// PengFei's, with the table `pfBook`.
    PfBook,
    /// The open one, with the table `book`, in which images of a position are one.
    Xqb,
    /// ElephantEye's, sorted records of eight bytes.
    BookDat,
}

/// A move of a book.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BookRow {
    /// The position.
    pub key: RowKey,
    /// The number of the move.
    pub code: u16,
    /// The score for the side to move; in BOOK.DAT the weight.
    pub score: i64,
    /// Games that the side to move won, drew and lost with it.
    pub results: [u32; 3],
    /// Whether programs must not play it.
    pub is_off: bool,
    /// A comment.
    pub memo: String,
}

/// The key of a position as a file stores it.
#[derive(Clone, Debug, PartialEq)]
pub enum RowKey {
    /// A signed integer of the same bits.
    Integer(i64),
    /// A floating-point number of the same bits.
    Real(f64),
    /// The bytes of an xqb.
    Bytes(Vec<u8>),
}

impl BookRow {
    /// Joins the row of the mirror image of the same move, or of a position that shares its key. A
    /// book that counts both has the same numbers twice.
    fn join(&mut self, other: BookRow) {
        let games = |row: &BookRow| row.results.iter().map(|games| u64::from(*games)).sum::<u64>();
        if self.results != other.results {
            if games(&other) > games(self) {
                self.score = other.score;
            }
            add_results(&mut self.results, other.results);
        }
        self.is_off &= other.is_off;
        if !self.memo.contains(&other.memo) {
            let joined = [self.memo.as_str(), &other.memo].join("\n");
            self.memo = joined.trim().to_owned();
        }
    }
}

/// Adds games won, drawn and lost.
fn add_results(results: &mut [u32; 3], more: [u32; 3]) {
    for (sum, more) in results.iter_mut().zip(more) {
        *sum = sum.saturating_add(more);
    }
}

impl Default for RowKey {
    fn default() -> RowKey {
        RowKey::Integer(0)
    }
}

/// A comment in UTF-8, or in GB18030 as older programs write it, without a zero byte at its end.
#[must_use]
pub fn memo_text(bytes: &[u8]) -> String {
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text.into(),
        Err(_) => GB18030.decode(bytes).0,
    };
    text.trim_matches(|it: char| it == '\0' || it.is_whitespace()).to_owned()
}

#[cfg(test)]
mod tests {
    use super::memo_text;

    #[test]
    fn comments_are_read_in_both_character_sets() {
        assert_eq!(memo_text("中炮\n".as_bytes()), "中炮");
        assert_eq!(memo_text(b"\xd6\xd0\xc5\xda\0"), "中炮");
    }
}
