//! The counted games of a book, to be stored and as stored.

use std::{fmt, io};

use joseki_book::{Cohort, CohortId, GameNumber};
use joseki_mine::Settings;

/// A counted game, as stored.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameRow {
    /// Its number in the book; the counted lines refer to it.
    pub number: GameNumber,
    /// Its identity, unique within a book.
    pub fingerprint: u64,
    /// The number of its cohort.
    pub cohort: CohortId,
    /// The year, the month (1 to 12) and the day (1 to 31), each 0 if unknown.
    pub date: (u16, u8, u8),
    /// Name of the player with the black stones.
    pub black: String,
    /// Name of the player with the white stones.
    pub white: String,
    /// Black's rank, as the record writes it.
    pub black_rank: Option<String>,
    /// White's rank, as the record writes it.
    pub white_rank: Option<String>,
    /// The result, as the record's `RE` writes it.
    pub result: String,
    /// The komi, as the record writes it.
    pub komi: Option<String>,
    /// The event.
    pub event: Option<String>,
    /// The moves, as bytes opaque to the store; `None` if records are not kept or were not
    /// requested.
    pub moves: Option<Vec<u8>>,
}

impl GameRow {
    /// Returns the date as a number, e.g. 20080131, with 0 for unknown parts.
    #[must_use]
    pub const fn date_number(&self) -> u32 {
        let (year, month, day) = self.date;
        year as u32 * 10_000 + month as u32 * 100 + day as u32
    }

    /// Returns the date as precisely as it is known: `2008-01-31`, `2008-01`, `2008`.
    #[must_use]
    pub fn date_text(&self) -> Option<String> {
        match self.date {
            (0, ..) => None,
            (year, 0, _) => Some(format!("{year:04}")),
            (year, month, 0) => Some(format!("{year:04}-{month:02}")),
            (year, month, day) => Some(format!("{year:04}-{month:02}-{day:02}")),
        }
    }
}

/// What later games are compared with to find duplicates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameKey {
    /// The game's number in the book.
    pub number: GameNumber,
    /// Its identity.
    pub fingerprint: u64,
    /// The number of its cohort.
    pub cohort: CohortId,
    /// Its date as a number, e.g. 20080131, with 0 for unknown parts.
    pub date: u32,
}

/// Overview of a book's counted games, available without reading them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CountedGames {
    /// The cohorts; a cohort's number is its index.
    pub cohorts: Vec<Cohort>,
    /// How the book is mined, if settings were stored.
    pub settings: Option<Settings>,
    /// Number of stored games.
    pub games: u64,
    /// Number of parts in which the counted lines are stored.
    pub parts: u32,
}

/// Games and counts to be written.
///
/// Both iterators are pulled while the store is being written, so neither has to fit in memory. The
/// writer is blocked meanwhile: they may read from the store but must not write to it. An error
/// from either becomes the change's error, and nothing is written. A [`StoreError`] wrapped by
/// [`io::Error::other`] is returned as it was.
///
/// [`StoreError`]: super::StoreError
pub struct GamesChange {
    /// All cohorts, old and new; a cohort's number is its index.
    pub cohorts: Vec<Cohort>,
    /// How the book is mined; `None` keeps the stored settings.
    pub settings: Option<Settings>,
    /// The games that the book does not have yet, preferably ordered by number.
    pub games: Box<dyn Iterator<Item = io::Result<GameRow>> + Send>,
    /// All counted lines, in the parts that [`TallyWriter`](joseki_mine::TallyWriter) produced.
    /// They replace the stored ones.
    pub parts: Box<dyn Iterator<Item = io::Result<Vec<u8>>> + Send>,
}

impl fmt::Debug for GamesChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("GamesChange")
            .field("cohorts", &self.cohorts)
            .field("settings", &self.settings)
            .finish_non_exhaustive()
    }
}
