//! The counted games of a book, on their way into the store and out of it.

use std::fmt;
use std::io;

use crate::book::{Cohort, CohortId, GameNumber};
use crate::mine::Settings;

/// A game that was counted, as it is kept.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameRow {
    /// Its number in the book, by which the counted lines name it.
    pub number: GameNumber,
    /// Its identity; a book has a game once.
    pub fingerprint: u64,
    /// The number of its cohort.
    pub cohort: CohortId,
    /// The year, the month (1 to 12) and the day (1 to 31), each 0 if unknown.
    pub date: (u16, u8, u8),
    /// The player of the black stones.
    pub black: String,
    /// The player of the white stones.
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
    /// The moves, as bytes that the store does not read; `None` if records are not kept, or were not
    /// asked for.
    pub moves: Option<Vec<u8>>,
}

/// What later games are compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameKey {
    /// The game's number in the book.
    pub number: GameNumber,
    /// Its identity.
    pub fingerprint: u64,
    /// The number of its cohort.
    pub cohort: CohortId,
    /// Its date as a number: 20080131. What is unknown of it is 0.
    pub date: u32,
}

/// What is known of a book's counted games without reading them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Counted {
    /// The cohorts; their numbers are their places.
    pub cohorts: Vec<Cohort>,
    /// How the book is mined, if anybody said so.
    pub settings: Option<Settings>,
    /// How many games are kept.
    pub games: u64,
    /// In how many parts the counted lines are kept.
    pub parts: u32,
}

/// Games and counts to be written.
///
/// Both iterators are pulled while the store is being written, so that neither has to be in memory
/// whole. Nobody else can write meanwhile: they may read from the store, and must not write to it.
/// An error that one gives is the change's error, and nothing is written; a [`StoreError`] that was
/// made an [`io::Error`] by [`io::Error::other`] comes back as it was.
///
/// [`StoreError`]: super::StoreError
pub struct GamesChange {
    /// All cohorts, old and new; their numbers are their places.
    pub cohorts: Vec<Cohort>,
    /// How the book is mined; `None` leaves what was said before.
    pub settings: Option<Settings>,
    /// The games that the book does not have yet, best in the order of their numbers.
    pub games: Box<dyn Iterator<Item = io::Result<GameRow>> + Send>,
    /// All counted lines, in the parts that [`TallyWriter`](crate::mine::TallyWriter) gave. They take
    /// the place of those that are there.
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
