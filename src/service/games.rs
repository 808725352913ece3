//! The counted games of a book: examples, and the record of one.

use super::error::ServiceError;
use super::service::Service;
use crate::book::GameNumber;
use crate::format::sgf::{WriteError, Writer};
use crate::mine::text_to_moves;
use crate::store::GameRow;

/// A counted game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExampleGame {
    /// Its identity, 16 hexadecimal digits.
    pub id: String,
    /// The collection that it came with.
    pub source: String,
    /// What is kept of it, without its moves.
    pub row: GameRow,
}

impl Service {
    /// The games of these numbers, in their order.
    ///
    /// # Errors
    /// An unknown book, or the store cannot be read.
    pub fn example_games(
        &self,
        book: &str,
        numbers: &[GameNumber],
    ) -> Result<Vec<ExampleGame>, ServiceError> {
        if numbers.is_empty() {
            return Ok(Vec::new());
        }
        let held = self.book(book)?;
        let cohorts = held.index.cohorts();
        let example = |row: GameRow| {
            let cohort = cohorts.get(row.cohort as usize);
            ExampleGame {
                id: format!("{:016x}", row.fingerprint),
                source: cohort
                    .map(|cohort| cohort.source.clone())
                    .unwrap_or_default(),
                row,
            }
        };
        let rows = self.store.games(book, numbers)?;
        Ok(rows.into_iter().map(example).collect())
    }

    /// The record of a counted game as SGF.
    ///
    /// # Errors
    /// An unknown book or game, or its moves were not kept.
    pub fn game_record(&self, book: &str, id: &str) -> Result<Vec<u8>, ServiceError> {
        let name = self.book(book)?.info.name.clone();
        let unknown = || ServiceError::UnknownGame {
            book: name.clone(),
            game: id.to_owned(),
        };
        let digits = id.len() == 16 && id.bytes().all(|digit| digit.is_ascii_hexdigit());
        let fingerprint = u64::from_str_radix(id, 16).ok().filter(|_| digits);
        let row = self.store.game(&name, fingerprint.ok_or_else(unknown)?)?;
        let row = row.ok_or_else(unknown)?;
        let record = row.moves.as_deref().and_then(|moves| {
            let moves = std::str::from_utf8(moves).ok().and_then(text_to_moves)?;
            Some(write(&row, &moves))
        });
        match record {
            Some(written) => written.map_err(|error| ServiceError::Export(error.to_string())),
            None => Err(ServiceError::NoRecord {
                book: name.clone(),
                game: id.to_owned(),
            }),
        }
    }
}

impl ExampleGame {
    /// The date as far as it is known: `2008-01-31`, `2008-01`, `2008`.
    #[must_use]
    pub fn date(&self) -> Option<String> {
        date(&self.row)
    }
}

fn date(row: &GameRow) -> Option<String> {
    match row.date {
        (0, ..) => None,
        (year, 0, _) => Some(format!("{year:04}")),
        (year, month, 0) => Some(format!("{year:04}-{month:02}")),
        (year, month, day) => Some(format!("{year:04}-{month:02}-{day:02}")),
    }
}

fn write(row: &GameRow, moves: &[(crate::game::Color, String)]) -> Result<Vec<u8>, WriteError> {
    let mut writer = Writer::new(Vec::new());
    writer.begin_tree()?;
    writer.node()?;
    for (ident, value) in [("FF", "4"), ("GM", "1"), ("CA", "UTF-8"), ("SZ", "19")] {
        writer.property(ident, [value])?;
    }
    let date = date(row);
    let said = [
        ("PB", Some(&row.black)),
        ("BR", row.black_rank.as_ref()),
        ("PW", Some(&row.white)),
        ("WR", row.white_rank.as_ref()),
        ("EV", row.event.as_ref()),
        ("DT", date.as_ref()),
        ("KM", row.komi.as_ref()),
        ("RE", Some(&row.result)),
    ];
    for (ident, value) in said {
        let value = value.filter(|value| !value.is_empty());
        writer.property(ident, value)?;
    }
    for (color, point) in moves {
        writer.node()?;
        writer.property(&color.letter().to_string(), [point])?;
    }
    writer.end_tree()?;
    writer.finish()
}
