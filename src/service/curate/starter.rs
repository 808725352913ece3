//! The starter books, written for this project: what a new database holds, and what a new book may
//! begin with.

use crate::curate::Curation;
use std::io::Read;
use std::sync::PoisonError;

use super::import::read_files;
use crate::error::ServiceError;
use crate::mine::counts;
use crate::mine::error::MineError;
use crate::mine::new_book::NewBook;
use crate::service::{DEFAULT_BOOK, ENGINE_GAMES_BOOK, RENJU_BOOK, XIANGQI_BOOK};
use crate::source_file::SourceFile;
use joseki_book::{Forest, Line, NodeId};
use joseki_format::archive;
use joseki_format::dictionary::Phrases;
use joseki_game::xiangqi::{Shift, XiangqiOpening};
use joseki_game::{Game, Step, Variant};
use joseki_mine::{CountsError, Settings, read_counts};
use joseki_store::{
    BookChange, BookInfo, ChangeKind, ChangeNote, ChangeQuery, ChangeRow, GamesChange, StoreError,
};

/// A database with the starter books alone, as [`Curation::ensure_companions`] and
/// [`Curation::ensure_starter`] fill a new one, which takes about a second. A test compares it with
/// such a database, and writes it if `JOSEKI_WRITE_STARTER` is set.
pub static STARTER_IMAGE: &[u8] = include_bytes!("starter/image.db");

/// Who creates the books of a new database.
const STARTER: &str = "starter";

/// What a starter book is made of.
#[derive(Clone, Copy, Debug)]
pub struct StarterBook {
    variant: Variant,
    /// The name in a new database.
    name: &'static str,
    /// A file of SGF and its name; none for the openings that the game knows.
    lines: Option<(&'static str, &'static [u8])>,
    /// Counts from games, as text compressed by zstd.
    counts: Option<&'static [u8]>,
    /// Records of games, as SGF compressed by zstd. They are mined and their moves are kept, so
    /// that pattern searches find something.
    games: Option<&'static [u8]>,
}

impl StarterBook {
    /// Joseki, with the counts of games.
    pub const GO: StarterBook = StarterBook {
        variant: Variant::GO,
        name: DEFAULT_BOOK,
        lines: Some(("starter.sgf", include_bytes!("starter/starter.sgf"))),
        counts: Some(include_bytes!("starter/starter_counts.txt.zst")),
        games: None,
    };

    /// Games of Go between engines, with and without the book.
    pub const ENGINE_GAMES: StarterBook = StarterBook {
        variant: Variant::GO,
        name: ENGINE_GAMES_BOOK,
        lines: None,
        counts: None,
        games: Some(include_bytes!("starter/engine_games.sgf.zst")),
    };

    /// The 26 openings of renju.
    pub const RENJU: StarterBook = StarterBook {
        variant: Variant::RENJU,
        name: RENJU_BOOK,
        lines: Some(("renju.sgf", include_bytes!("starter/renju.sgf"))),
        counts: None,
        games: None,
    };

    /// The openings of xiangqi, with the counts of games.
    pub const XIANGQI: StarterBook = StarterBook {
        variant: Variant::XIANGQI,
        name: XIANGQI_BOOK,
        lines: None,
        counts: Some(include_bytes!("starter/xiangqi_counts.txt.zst")),
        games: None,
    };

    /// Those that a new database has beside [`StarterBook::GO`].
    const COMPANIONS: [StarterBook; 3] =
        [StarterBook::XIANGQI, StarterBook::RENJU, StarterBook::ENGINE_GAMES];

    /// Returns the one of a variant, if there is one.
    #[must_use]
    pub const fn of(variant: Variant) -> Option<StarterBook> {
        match variant.game() {
            Game::Go => Some(StarterBook::GO),
            Game::Renju => Some(StarterBook::RENJU),
            Game::Xiangqi => Some(StarterBook::XIANGQI),
            _ => None,
        }
    }
}

impl Curation<'_> {
    /// Adds the starter book of Go to a store without books; true if it did.
    ///
    /// # Errors
    /// The store cannot be written.
    pub fn ensure_starter(&self) -> Result<bool, ServiceError> {
        let _guard = self.service.changing.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(self.is_new()? && self.add_starter(StarterBook::GO)?)
    }

    /// Adds the other starter books to a store in which nothing else was ever done; true if it did.
    /// They come before the starter book of Go, so that a start that was interrupted in between is
    /// completed.
    ///
    /// # Errors
    /// The store cannot be written.
    pub fn ensure_companions(&self) -> Result<bool, ServiceError> {
        let _guard = self.service.changing.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(begun) = self.begun_start()? else {
            return Ok(false);
        };
        if !self.service.unknown_variants()?.is_empty() {
            return Ok(false);
        }
        let is_missing =
            |starter: &StarterBook| begun.iter().all(|change| change.book != starter.name);
        let missing = StarterBook::COMPANIONS.into_iter().filter(is_missing);
        let mut added = false;
        for starter in missing {
            added |= self.add_starter(starter)?;
        }
        Ok(added)
    }

    fn add_starter(&self, starter: StarterBook) -> Result<bool, ServiceError> {
        let note = ChangeNote::new(ChangeKind::Create, STARTER, "");
        match self.write_starter(starter, starter.name, note) {
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
        if let Some(compressed) = starter.games {
            let records = archive::open_bytes(compressed)?;
            let book = NewBook { name, variant: starter.variant, source: starter.name, note };
            return self.service.mining().mine_new_book(book, records);
        }
        let mut forest = Forest::for_variant(starter.variant);
        match starter.lines {
            Some((name, bytes)) => {
                let files = [SourceFile { name: name.to_owned(), bytes: bytes.to_vec() }];
                read_files(&mut forest, &files, (Phrases::Ignore, None), &mut |_| {})?;
            }
            None => add_openings(&mut forest),
        }
        let Some(compressed) = starter.counts else {
            let change = BookChange { note, ..BookChange::new_book(name, &forest, STARTER) };
            return Ok(self.service.store.apply(&change)?.info);
        };
        let counts =
            counts_of(compressed).and_then(|text| read_counts(starter.variant.alphabet(), &text));
        let (cohorts, entries) = counts.map_err(|error| MineError::Counts {
            file: format!("the counts of {}", starter.name),
            error,
        })?;
        let settings = Settings::for_game(starter.variant.game());
        let parts = counts::take(&entries, settings, &mut forest);
        forest.set_cohorts(cohorts.clone());
        let games = GamesChange {
            cohorts,
            settings: Some(settings),
            games: Box::new(std::iter::empty()),
            parts: Box::new(parts.into_iter().map(Ok)),
        };
        let change = BookChange { note, ..BookChange::new_book(name, &forest, STARTER) };
        Ok(self.service.store.apply_games(&change, games)?.info)
    }

    /// Whether the store has no books, or only those of a start that was interrupted.
    fn is_new(&self) -> Result<bool, ServiceError> {
        let is_new = self.service.books()?.is_empty() || self.begun_start()?.is_some();
        Ok(is_new && self.service.unknown_variants()?.is_empty())
    }

    /// Returns the creations of companions if the log has nothing else, as in an empty store and
    /// after a start that was interrupted. One query: other programs may be starting, too, and what
    /// they add between two queries must not look like the work of a user.
    fn begun_start(&self) -> Result<Option<Vec<ChangeRow>>, ServiceError> {
        let limit = StarterBook::COMPANIONS.len() + 1;
        let query = ChangeQuery { book: None, before: None, after: None, limit };
        let changes = self.service.store.changes(&query)?;
        let is_begun = changes.iter().all(|change| {
            change.note.kind == ChangeKind::Create
                && change.note.who == STARTER
                && StarterBook::COMPANIONS.iter().any(|starter| starter.name == change.book)
        });
        Ok(is_begun.then_some(changes))
    }
}

/// Adds the openings of xiangqi with their names and codes.
fn add_openings(forest: &mut Forest) {
    for opening in XiangqiOpening::all() {
        let steps = opening.line.split(' ').filter_map(Shift::parse).map(Step::from);
        let line = steps.collect::<Line>().canonical();
        let mut node = NodeId::ROOT;
        for step in line.steps() {
            node = forest.child_or_insert(node, *step).0;
        }
        forest.set_end(node);
        let data = forest.data_mut(node);
        data.names.extend([opening.english, opening.chinese].map(str::to_owned));
        data.tags.insert(opening.code.to_owned());
    }
}

fn counts_of(compressed: &'static [u8]) -> Result<String, CountsError> {
    let mut text = String::new();
    let read =
        archive::open_bytes(compressed).and_then(|mut counts| counts.read_to_string(&mut text));
    read.map_err(|_| CountsError { line: 0, problem: "damaged compression" })?;
    Ok(text)
}
