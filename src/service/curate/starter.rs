//! The starter books, written for this project: what a new database holds, and what a new book may
//! begin with.

use std::io::Read;
use std::sync::PoisonError;

use super::import::{SourceFile, read_files};
use crate::book::Forest;
use crate::format::archive;
use crate::format::dictionary::Phrases;
use crate::game::{Alphabet, Game, Variant};
use crate::mine::{CountsError, Settings, read_counts};
use crate::service::error::ServiceError;
use crate::service::mine::counts;
use crate::service::service::{DEFAULT_BOOK, RENJU_BOOK, Service};
use crate::store::{
    BookChange, BookInfo, ChangeKind, ChangeNote, ChangeQuery, GamesChange, StoreError,
};

/// Who creates the books of a new database.
const STARTER: &str = "starter";

/// What a starter book is made of.
#[derive(Clone, Copy, Debug)]
pub struct StarterBook {
    variant: Variant,
    file: &'static str,
    lines: &'static [u8],
    /// Counts from games, as text compressed by zstd.
    counts: Option<&'static [u8]>,
}

impl StarterBook {
    /// Joseki, with the counts of games.
    pub const GO: StarterBook = StarterBook {
        variant: Variant::GO,
        file: "starter.sgf",
        lines: include_bytes!("../../../fixtures/starter.sgf"),
        counts: Some(include_bytes!("../../../fixtures/starter_counts.txt.zst")),
    };

    /// The 26 openings of renju.
    pub const RENJU: StarterBook = StarterBook {
        variant: Variant::RENJU,
        file: "renju.sgf",
        lines: include_bytes!("../../../fixtures/renju.sgf"),
        counts: None,
    };

    /// Returns the one of a variant, if there is one.
    #[must_use]
    pub const fn of(variant: Variant) -> Option<StarterBook> {
        match variant.game() {
            Game::Go => Some(StarterBook::GO),
            Game::Renju => Some(StarterBook::RENJU),
            _ => None,
        }
    }
}

impl Service {
    /// Adds the starter book of Go to a store without books; true if it did.
    ///
    /// # Errors
    /// The store cannot be written.
    pub fn ensure_starter(&self) -> Result<bool, ServiceError> {
        let _guard = self.changing.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(self.is_new()? && self.add_starter(StarterBook::GO, DEFAULT_BOOK)?)
    }

    /// Adds the book of renju's openings to a store in which nothing was ever done; true if it did.
    /// It comes before the starter book of Go, so that a start that was interrupted between the two
    /// is completed.
    ///
    /// # Errors
    /// The store cannot be written.
    pub fn ensure_renju(&self) -> Result<bool, ServiceError> {
        let _guard = self.changing.lock().unwrap_or_else(PoisonError::into_inner);
        let is_untouched = self.is_new()? && self.first_changes()? == 0;
        Ok(is_untouched && self.add_starter(StarterBook::RENJU, RENJU_BOOK)?)
    }

    fn add_starter(&self, starter: StarterBook, name: &str) -> Result<bool, ServiceError> {
        let note = ChangeNote::new(ChangeKind::Create, STARTER, "");
        match self.write_starter(starter, name, note) {
            Ok(_) => Ok(true),
            // Another program created it first.
            Err(ServiceError::Store(StoreError::AlreadyExists { .. })) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// Writes a starter book as a new book.
    pub(super) fn write_starter(
        &self,
        starter: StarterBook,
        name: &str,
        note: ChangeNote,
    ) -> Result<BookInfo, ServiceError> {
        let files = [SourceFile { name: starter.file.to_owned(), bytes: starter.lines.to_vec() }];
        let mut forest = Forest::for_variant(starter.variant);
        read_files(&mut forest, &files, (Phrases::Ignore, None), &mut |_| {})?;
        let Some(compressed) = starter.counts else {
            let change = BookChange { note, ..BookChange::new_book(name, &forest, STARTER) };
            return Ok(self.store.apply(&change)?.info);
        };
        let counts = counts_of(compressed).and_then(|text| read_counts(Alphabet::CORNER, &text));
        let (cohorts, entries) = counts.map_err(|error| ServiceError::Counts {
            file: "starter_counts.txt".to_owned(),
            error,
        })?;
        let settings = Settings::default();
        let parts = counts::take(&entries, settings, &mut forest);
        forest.set_cohorts(cohorts.clone());
        let games = GamesChange {
            cohorts,
            settings: Some(settings),
            games: Box::new(std::iter::empty()),
            parts: Box::new(parts.into_iter().map(Ok)),
        };
        let change = BookChange { note, ..BookChange::new_book(name, &forest, STARTER) };
        Ok(self.store.apply_games(&change, games)?.info)
    }

    /// Whether the store has no books, or only that of renju's openings from an interrupted start.
    fn is_new(&self) -> Result<bool, ServiceError> {
        let is_new = match self.books()?.as_slice() {
            [] => true,
            [only] => only.name == RENJU_BOOK && self.first_changes()? == 1,
            _ => false,
        };
        Ok(is_new && self.unknown_variants()?.is_empty())
    }

    /// The number of changes in the log; 2 if there are more.
    fn first_changes(&self) -> Result<usize, ServiceError> {
        let query = ChangeQuery { book: None, before: None, after: None, limit: 2 };
        Ok(self.store.changes(&query)?.len())
    }
}

fn counts_of(compressed: &'static [u8]) -> Result<String, CountsError> {
    let mut text = String::new();
    let read =
        archive::open_bytes(compressed).and_then(|mut counts| counts.read_to_string(&mut text));
    read.map_err(|_| CountsError { line: 0, problem: "damaged compression" })?;
    Ok(text)
}
