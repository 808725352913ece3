//! BOOK.DAT, the opening book of ElephantEye and XQWizard: records of lock, move and weight, sorted
//! by lock.

use super::{BookRow, RowKey};

/// Bytes of a record.
const RECORD: usize = 8;

/// Error for a file that is not a BOOK.DAT.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BookDatError {
    /// Records are cut off, or there are none.
    #[error("{0} bytes: expected records of {RECORD} bytes")]
    Length(usize),
    /// The locks are not in order, so that no program would find them.
    #[error("record {0} is out of order: expected records sorted by lock")]
    Order(usize),
}

/// Reads the records of a file.
///
/// # Errors
/// The file is not one of this kind.
pub fn read_book_dat(file: &[u8]) -> Result<Vec<BookRow>, BookDatError> {
    let (records, rest) = file.as_chunks::<RECORD>();
    if records.is_empty() || !rest.is_empty() {
        return Err(BookDatError::Length(file.len()));
    }
    let mut rows = Vec::with_capacity(records.len());
    let mut last = 0;
    for (at, &[a, b, c, d, low, high, light, heavy]) in records.iter().enumerate() {
        let lock = u32::from_le_bytes([a, b, c, d]);
        if lock < last {
            return Err(BookDatError::Order(at + 1));
        }
        last = lock;
        rows.push(BookRow {
            key: RowKey::Integer(lock.into()),
            code: u16::from_le_bytes([low, high]),
            score: u16::from_le_bytes([light, heavy]).into(),
            ..BookRow::default()
        });
    }
    Ok(rows)
}

/// Writes rows as a file. Weights are at least 1 and at most 65,535.
#[must_use]
pub fn write_book_dat(rows: &[BookRow]) -> Vec<u8> {
    let mut records: Vec<(u32, i64, u16)> = Vec::with_capacity(rows.len());
    for row in rows {
        if let RowKey::Integer(lock) = row.key {
            records.push((lock as u32, row.score.clamp(1, u16::MAX.into()), row.code));
        }
    }
    records.sort_unstable_by_key(|(lock, weight, code)| (*lock, -weight, *code));
    let mut file = Vec::with_capacity(records.len() * RECORD);
    for (lock, weight, code) in records {
        file.extend(lock.to_le_bytes());
        file.extend(code.to_le_bytes());
        file.extend((weight as u16).to_le_bytes());
    }
    file
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_are_sorted_and_of_whole_length() {
        let row = |lock: i64, score| BookRow {
            key: RowKey::Integer(lock),
            code: 7,
            score,
            ..BookRow::default()
        };
        let file = write_book_dat(&[row(9, 100_000), row(3, -5), row(9, 2)]);
        let read = read_book_dat(&file).unwrap();
        assert_eq!(read, [row(3, 1), row(9, 65_535), row(9, 2)]);
        let mut swapped = file.clone();
        swapped.rotate_left(RECORD);
        assert_eq!(read_book_dat(&swapped), Err(BookDatError::Order(3)));
        assert_eq!(read_book_dat(&file[1..]), Err(BookDatError::Length(23)));
        assert_eq!(read_book_dat(b""), Err(BookDatError::Length(0)));
    }
}
