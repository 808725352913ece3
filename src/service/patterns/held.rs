//! Games of books in memory, prepared for searching.

use std::collections::{BTreeSet, HashMap};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::query::{NamePattern, fold};
use crate::cancel;
use crate::format::game_info::GameOutcome;
use crate::game::Game;
use crate::patterns::{GameHead, PatternGame, PatternGames};
use crate::service::book::Book;
use crate::service::error::ServiceError;
use crate::service::mine::games::kept_moves;
use crate::service::service::Service;
use crate::store::{GameRow, StoreError};

/// Games that are read from the store at a time.
const READ_GAMES: u32 = 4096;
/// Games that are added to those in memory at a time.
const ADDED_GAMES: usize = 1 << 16;
/// Approximate memory of a game: about 230 stones put and taken, two boards, its head and names.
const GAME_BYTES: u64 = 660;

/// Memory for the games of all books by default, in bytes: some 1.6 million games.
pub const PATTERN_BYTES: u64 = 1 << 30;

/// The games of books in memory.
#[derive(Debug)]
pub struct PatternShelf {
    /// Least recently used first.
    books: Mutex<Vec<(String, Arc<BookGames>)>>,
    /// Held while games are read, so that they are read once.
    loading: Mutex<()>,
    /// In bytes.
    budget: AtomicU64,
}

/// The games of a book.
#[derive(Clone, Debug)]
pub struct BookGames {
    /// The games.
    pub games: PatternGames,
    /// Games whose moves were not kept or cannot be replayed.
    pub without_moves: u64,
    names: Arc<Names>,
    /// What shows that the store still has these games: the time of the book's creation, the mark
    /// of the store's history, and the last game.
    created: i64,
    history: Arc<String>,
    last: Option<u64>,
    /// Number of games that were read.
    read: u32,
    /// Version of the book for which they are complete; 0 if they are not.
    pub version: u64,
}

/// Names of players, by number.
#[derive(Clone, Debug, Default)]
struct Names {
    numbers: HashMap<Box<str>, u32>,
}

impl Default for PatternShelf {
    fn default() -> PatternShelf {
        PatternShelf {
            books: Mutex::default(),
            loading: Mutex::default(),
            budget: PATTERN_BYTES.into(),
        }
    }
}

impl PatternShelf {
    /// Sets the memory for games, in bytes.
    pub fn set_bytes(&self, bytes: u64) {
        self.budget.store(bytes, Relaxed);
    }

    /// Approximate memory of all games.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.held().iter().map(|(_, games)| games.bytes()).sum()
    }

    /// Names of the books whose games are in memory.
    #[must_use]
    pub fn names(&self) -> Vec<String> {
        self.held().iter().map(|(name, _)| name.clone()).collect()
    }

    fn held(&self) -> MutexGuard<'_, Vec<(String, Arc<BookGames>)>> {
        self.books.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn get(&self, name: &str) -> Option<Arc<BookGames>> {
        let mut held = self.held();
        let at = held.iter().position(|(found, _)| found == name)?;
        let found = held.remove(at);
        let games = Arc::clone(&found.1);
        held.push(found);
        Some(games)
    }

    fn insert(&self, name: &str, games: Arc<BookGames>) {
        let mut held = self.held();
        held.retain(|(found, _)| found != name);
        held.push((name.to_owned(), games));
    }

    /// Drops the games of other books until there is room.
    fn make_room(&self, name: &str, needed: u64) {
        let mut held = self.held();
        let others = |held: &[(String, Arc<BookGames>)]| {
            held.iter()
                .filter(|(found, _)| found != name)
                .map(|(_, games)| games.bytes())
                .sum::<u64>()
        };
        while others(&held) + needed > self.budget.load(Relaxed) {
            let Some(at) = held.iter().position(|(found, _)| found != name) else { break };
            let (dropped, _) = held.remove(at);
            tracing::info!(book = dropped, "games for pattern searches left the memory");
        }
    }
}

impl BookGames {
    fn bytes(&self) -> u64 {
        let names = self.names.numbers.keys().map(|name| name.len() + 40).sum::<usize>();
        (self.games.bytes() + names) as u64
    }

    /// Returns which of the numbered names are meant.
    pub(super) fn players(&self, pattern: &NamePattern) -> Vec<bool> {
        let mut found = vec![false; self.names.numbers.len()];
        for (name, number) in &self.names.numbers {
            if let Some(found) = found.get_mut(*number as usize) {
                *found = pattern.matches(name);
            }
        }
        found
    }
}

impl Service {
    /// Returns the games in memory for pattern searches.
    #[must_use]
    pub const fn pattern_shelf(&self) -> &PatternShelf {
        &self.patterns
    }

    /// Reads the games of a book into memory, or those that are new. If the caller goes, those read
    /// so far stay, and the next call goes on.
    ///
    /// # Errors
    /// Unknown book, a board that cannot be searched, or more games than the memory is for.
    pub fn load_pattern_games(&self, name: &str) -> Result<Arc<BookGames>, ServiceError> {
        let book = self.book(name)?;
        let _guard = self.patterns.loading.lock().unwrap_or_else(PoisonError::into_inner);
        self.current_games(&book)?.map_or_else(|| self.read_games(&book), Ok)
    }

    /// Returns the games in memory, without reading any.
    ///
    /// # Errors
    /// They are not in memory.
    pub(super) fn held_games(&self, book: &Book) -> Result<Arc<BookGames>, ServiceError> {
        let name = &book.info.name;
        let held = self.patterns.get(name).filter(|games| {
            games.version > 0
                && games.created == book.info.created
                && games.history == self.history()
        });
        held.ok_or_else(|| ServiceError::PatternsNotLoaded { book: name.clone() })
    }

    /// Returns the games in memory if they are those of the book's version.
    fn current_games(&self, book: &Book) -> Result<Option<Arc<BookGames>>, ServiceError> {
        let variant = book.index.variant();
        if !PatternGames::can_search(variant.game(), variant.size()) {
            return Err(ServiceError::OtherGame {
                feature: "patterns",
                only: "boards of up to 20 lines",
                book: book.info.name.clone(),
                game: variant.game(),
            });
        }
        let held = self.held_games(book).ok();
        Ok(held.filter(|games| games.version == book.info.version))
    }

    fn read_games(&self, book: &Book) -> Result<Arc<BookGames>, ServiceError> {
        let info = &book.info;
        let counted = match self.store.counted(&info.name) {
            Err(StoreError::NotFound { .. }) => 0,
            counted => counted?.games,
        };
        let (needed, bytes) = (counted * GAME_BYTES, self.patterns.budget.load(Relaxed));
        if needed > bytes {
            let book = info.name.clone();
            return Err(ServiceError::PatternMemory { book, games: counted, needed, bytes });
        }
        self.patterns.make_room(&info.name, needed);
        let mut held = match self.patterns.get(&info.name) {
            Some(held) if self.are_still_there(book, &held)? => (*held).clone(),
            _ => BookGames {
                games: PatternGames::new(info.variant.size()),
                without_moves: 0,
                names: Arc::default(),
                created: info.created,
                history: self.history(),
                last: None,
                read: 0,
                version: 0,
            },
        };
        let read = self.read_on(book, &mut held);
        if read.is_ok() {
            held.version = info.version;
        }
        let held = Arc::new(held);
        self.patterns.insert(&info.name, Arc::clone(&held));
        read.map(|()| held)
    }

    /// Reads games from where it stopped.
    fn read_on(&self, book: &Book, held: &mut BookGames) -> Result<(), ServiceError> {
        let variant = book.index.variant();
        let mut added = Vec::new();
        let outcome = loop {
            if let Err(cancelled) = cancel::checkpoint() {
                break Err(cancelled.into());
            }
            let rows = match self.store.games_from(&book.info.name, held.read, READ_GAMES) {
                Ok(rows) => rows,
                Err(error) => break Err(error.into()),
            };
            let Some(last) = rows.last() else { break Ok(()) };
            (held.read, held.last) = (last.number + 1, Some(last.fingerprint));
            // Copied once at most, and only if there are new games.
            let names = Arc::make_mut(&mut held.names);
            for row in &rows {
                let moves = kept_moves(row, variant);
                let head = names.head(variant.game(), row);
                let game = moves.and_then(|moves| {
                    PatternGame::new(variant.game(), variant.size(), &moves, head)
                });
                match game {
                    Some(game) => added.push(game),
                    None => held.without_moves += 1,
                }
            }
            if added.len() >= ADDED_GAMES {
                held.games = held.games.with_games(std::mem::take(&mut added));
            }
        };
        if !added.is_empty() {
            held.games = held.games.with_games(added);
        }
        outcome
    }

    /// Whether the store still has the games that were read: a book that was emptied and filled
    /// again has others.
    fn are_still_there(&self, book: &Book, held: &BookGames) -> Result<bool, ServiceError> {
        if held.created != book.info.created || held.history != self.history() {
            return Ok(false);
        }
        let Some(number) = held.read.checked_sub(1) else { return Ok(true) };
        let found = self.store.games(&book.info.name, &[number])?;
        Ok(found.first().map(|row| row.fingerprint) == held.last)
    }

    /// Reads new games of the books whose games are in memory.
    ///
    /// # Errors
    /// The store cannot be read. Books that no longer fit are logged.
    pub fn refresh_patterns(&self) -> Result<(), ServiceError> {
        self.patterns.names().iter().try_for_each(|name| self.preload_pattern_games(name))
    }

    /// Reads the games of all books that are not in `read`, and adds the names of the books to it, so
    /// that each is read once even if it leaves the memory.
    ///
    /// # Errors
    /// The store cannot be read. Books that do not fit are logged.
    pub fn preload_patterns(&self, read: &mut BTreeSet<String>) -> Result<(), ServiceError> {
        let books = self.loaded_books();
        for name in books.keys() {
            if !read.contains(name) {
                self.preload_pattern_games(name)?;
                read.insert(name.clone());
            }
        }
        Ok(())
    }

    fn preload_pattern_games(&self, name: &str) -> Result<(), ServiceError> {
        match self.load_pattern_games(name) {
            Ok(_) | Err(ServiceError::OtherGame { .. } | ServiceError::UnknownBook { .. }) => {
                Ok(())
            }
            Err(error @ ServiceError::PatternMemory { .. }) => {
                tracing::warn!("{error}");
                Ok(())
            }
            Err(error) => Err(error),
        }
    }
}

impl Names {
    fn number(&mut self, name: &str) -> u32 {
        let name = fold(name);
        if let Some(number) = self.numbers.get(name.as_str()) {
            return *number;
        }
        let number = self.numbers.len() as u32;
        self.numbers.insert(name.into(), number);
        number
    }

    fn head(&mut self, game: Game, row: &GameRow) -> GameHead {
        GameHead {
            fingerprint: row.fingerprint,
            number: row.number,
            cohort: row.cohort,
            date: row.date_number(),
            players: [self.number(&row.black), self.number(&row.white)],
            outcome: GameOutcome::of_game(game, &row.result),
        }
    }
}
