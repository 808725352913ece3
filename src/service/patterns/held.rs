//! Games of books in memory, prepared for searching.

use crate::patterns::Patterns;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::file::{self, FileHead, GamesFile};
use super::query::{NamePattern, fold};
use crate::book::Book;
use crate::error::ServiceError;
use crate::mine::games::kept_moves;
use crate::patterns::error::PatternGamesError;
use joseki_base::cancel;
use joseki_book::NodeId;
use joseki_format::game_info::GameOutcome;
use joseki_game::{BoardSize, Game, Variant};
use joseki_patterns::{GameHead, PATTERN_BYTES_VERSION, PatternGame, PatternGames};
use joseki_store::{GameRow, StoreError};

/// Games that are read from the store at a time.
const READ_GAMES: u32 = 4096;
/// Games of a book that are examined for moves.
const EXAMINED_GAMES: u32 = 64;
/// Games that are added to those in memory at a time.
const ADDED_GAMES: usize = 1 << 16;
/// Games of the smallest book whose games are kept in a file: replaying fewer takes 0.1 s.
const STORED_GAMES: u32 = 4096;
/// Approximate memory of a game: two boards, a word for each of some 200 points, lists of those that
/// changed again, its head and names.
const GAME_BYTES: u64 = 700;

/// Memory for the games of all books by default, in bytes: some 1.5 million games.
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
    replayed: AtomicU64,
    /// Folder with the files of games.
    folder: Mutex<Option<PathBuf>>,
}

/// The games of a book.
#[derive(Clone, Debug)]
pub struct BookGames {
    /// The games by board, those of the book's own first.
    boards: Vec<PatternGames>,
    /// Numbers of games that were read, by cohort.
    cohorts: Vec<CohortGames>,
    names: Arc<Names>,
    /// What shows that the store still has these games: the time of the book's creation, the mark
    /// of the store's history, and the last game.
    created: i64,
    history: Arc<String>,
    last: Option<u64>,
    /// Number of games that were read.
    read: u32,
    /// How many of them are in the file.
    stored: u32,
    /// Book version up to which games are loaded; 0 if they are incomplete.
    pub version: u64,
}

/// Games of a cohort that were read from the store.
#[derive(Clone, Copy, Debug, Default)]
struct CohortGames {
    read: u64,
    /// Those whose moves were not kept or cannot be replayed.
    without_moves: u64,
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
            replayed: AtomicU64::new(0),
            folder: Mutex::default(),
        }
    }
}

impl PatternShelf {
    /// Sets the memory for games, in bytes.
    pub fn set_bytes(&self, bytes: u64) {
        self.budget.store(bytes, Relaxed);
    }

    /// Sets the folder where the games of large books are kept in files; by default they are not.
    pub fn set_folder(&self, folder: PathBuf) {
        *self.folder.lock().unwrap_or_else(PoisonError::into_inner) = Some(folder);
    }

    fn folder(&self) -> Option<PathBuf> {
        self.folder.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Approximate memory of all games.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.held().iter().map(|(_, games)| games.bytes()).sum()
    }

    /// Returns the number of games that were replayed; those from files were not.
    #[must_use]
    pub fn replayed(&self) -> u64 {
        self.replayed.load(Relaxed)
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

    /// Evicts the games of other books until there is room.
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
    fn new(book: &Book, history: Arc<String>) -> BookGames {
        BookGames {
            boards: vec![PatternGames::new(book.info.variant.size())],
            cohorts: Vec::new(),
            names: Arc::default(),
            created: book.info.created,
            history,
            last: None,
            read: 0,
            stored: 0,
            version: 0,
        }
    }

    fn bytes(&self) -> u64 {
        let names = self.names.numbers.keys().map(|name| name.len() + 40).sum::<usize>();
        let games = self.boards.iter().map(PatternGames::bytes).sum::<usize>();
        (games + names) as u64
    }

    /// Number of games that can be searched.
    pub(super) fn len(&self) -> usize {
        self.boards.iter().map(PatternGames::len).sum()
    }

    /// Returns the games on boards of a size.
    pub(super) fn games_on(&self, size: BoardSize) -> Option<&PatternGames> {
        self.boards.iter().find(|games| games.size() == size)
    }

    fn add(&mut self, added: BTreeMap<BoardSize, Vec<PatternGame>>) {
        for (size, new) in added {
            match self.boards.iter_mut().find(|games| games.size() == size) {
                Some(games) => *games = games.with_games(new),
                None => self.boards.push(PatternGames::new(size).with_games(new)),
            }
        }
    }

    fn file_head(&self, book: &Book) -> FileHead {
        let mut names = vec![String::new(); self.names.numbers.len()];
        for (name, number) in &self.names.numbers {
            names[*number as usize] = name.to_string();
        }
        let boards = self.boards.iter();
        FileHead {
            program: env!("CARGO_PKG_VERSION").to_owned(),
            format: PATTERN_BYTES_VERSION,
            book: book.info.name.clone(),
            game: book.info.variant.game().to_string(),
            created: self.created,
            history: (*self.history).clone(),
            last: self.last,
            read: self.read,
            cohorts: self.cohorts.iter().map(|games| [games.read, games.without_moves]).collect(),
            names,
            boards: boards.map(|games| (games.size().get(), games.blocks_len() as u32)).collect(),
        }
    }

    /// Returns the number of counted games that cannot be searched: those whose moves were not kept
    /// or cannot be replayed, and those of imported counts that are only counted.
    pub(super) fn without_moves(&self, book: &Book) -> u64 {
        let cohorts = book.index.cohorts();
        let is_imported = |cohort: u32| cohorts.get(cohort as usize).is_some_and(|c| c.imported);
        let read = (0..).zip(&self.cohorts).filter(|(cohort, _)| !book.withholds_cohort(*cohort));
        let counted = book.index.tally(NodeId::ROOT).unwrap_or_default().cells;
        let unread = counted.iter().filter(|cell| is_imported(cell.cohort)).map(|cell| {
            let read = self.cohorts.get(cell.cohort as usize).map_or(0, |games| games.read);
            u64::from(cell.count.games).saturating_sub(read)
        });
        read.map(|(_, games)| games.without_moves).chain(unread).sum()
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

impl Patterns<'_> {
    /// Returns the games in memory for pattern searches.
    #[must_use]
    pub fn pattern_shelf(&self) -> Arc<PatternShelf> {
        self.service.features.of()
    }

    /// Reads the games of a book into memory, or those that are new. If the caller goes, those read
    /// so far stay, and the next call goes on.
    ///
    /// # Errors
    /// Unknown book, a board that cannot be searched, or more games than the memory is for.
    pub fn load_pattern_games(&self, name: &str) -> Result<Arc<BookGames>, ServiceError> {
        let book = self.service.book_for_upkeep(name)?;
        let shelf = self.pattern_shelf();
        let _guard = shelf.loading.lock().unwrap_or_else(PoisonError::into_inner);
        self.current_games(&book)?.map_or_else(|| self.read_games(&book), Ok)
    }

    /// Returns the games in memory, without reading any.
    ///
    /// # Errors
    /// They are not in memory.
    pub(super) fn held_games(&self, book: &Book) -> Result<Arc<BookGames>, ServiceError> {
        let name = &book.info.name;
        let held = self.pattern_shelf().get(name).filter(|games| {
            games.version > 0
                && games.created == book.info.created
                && games.history == self.service.history()
        });
        held.ok_or_else(|| PatternGamesError::NotLoaded { book: name.clone() }.into())
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
        let counted = match self.service.store.counted(&info.name) {
            Err(StoreError::NotFound { .. }) => 0,
            counted => counted?.games,
        };
        let (needed, bytes) = (counted * GAME_BYTES, self.pattern_shelf().budget.load(Relaxed));
        if needed > bytes {
            let book = info.name.clone();
            return Err(PatternGamesError::Memory { book, games: counted, needed, bytes }.into());
        }
        self.pattern_shelf().make_room(&info.name, needed);
        let mut held = match self.pattern_shelf().get(&info.name) {
            Some(held) if self.are_still_there(book, &held)? => (*held).clone(),
            _ => match self.stored_games(book)? {
                Some(held) => held,
                None => BookGames::new(book, self.service.history()),
            },
        };
        let read = self.read_on(book, &mut held);
        if read.is_ok() {
            held.version = info.version;
            self.store_games(book, &mut held);
        }
        let held = Arc::new(held);
        self.pattern_shelf().insert(&info.name, Arc::clone(&held));
        read.map(|()| held)
    }

    /// Reads games from where it stopped.
    fn read_on(&self, book: &Book, held: &mut BookGames) -> Result<(), ServiceError> {
        let variant = book.index.variant();
        let (mut added, mut count) = (BTreeMap::<_, Vec<_>>::new(), 0);
        let outcome = loop {
            if let Err(cancelled) = cancel::checkpoint() {
                break Err(cancelled.into());
            }
            let rows = match self.service.store.games_from(&book.info.name, held.read, READ_GAMES) {
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
                let game = moves.and_then(|(size, moves)| {
                    Some((size, PatternGame::new(variant.game(), size, &moves, head)?))
                });
                let place = row.cohort as usize;
                if held.cohorts.len() <= place {
                    held.cohorts.resize(place + 1, CohortGames::default());
                }
                let cohort = &mut held.cohorts[place];
                cohort.read += 1;
                cohort.without_moves += u64::from(game.is_none());
                if let Some((size, game)) = game {
                    added.entry(size).or_default().push(game);
                }
            }
            count += rows.len();
            self.pattern_shelf().replayed.fetch_add(rows.len() as u64, Relaxed);
            if count >= ADDED_GAMES {
                count = 0;
                held.add(std::mem::take(&mut added));
            }
        };
        held.add(added);
        outcome
    }

    /// Reads the games of a book from their file, if it is of this program, book and store.
    fn stored_games(&self, book: &Book) -> Result<Option<BookGames>, ServiceError> {
        let Some(folder) = self.pattern_shelf().folder() else { return Ok(None) };
        let path = file::path(&folder, &book.info.name);
        let unusable = |error: io::Error| match error.kind() {
            io::ErrorKind::NotFound => None,
            _ => {
                tracing::warn!(%error, file = %path.display(), "cannot use the games in a file, and replay them");
                None
            }
        };
        let mut opened = match GamesFile::open(&path) {
            Ok(opened) => opened,
            Err(error) => return Ok(unusable(error)),
        };
        let head = &mut opened.head;
        let variant = book.info.variant;
        let numbers = (0..).zip(std::mem::take(&mut head.names));
        let held = BookGames {
            cohorts: std::mem::take(&mut head.cohorts)
                .into_iter()
                .map(|[read, without_moves]| CohortGames { read, without_moves })
                .collect(),
            names: Arc::new(Names {
                numbers: numbers.map(|(at, name)| (name.into(), at)).collect(),
            }),
            created: head.created,
            history: Arc::new(std::mem::take(&mut head.history)),
            last: head.last,
            read: head.read,
            stored: head.read,
            ..BookGames::new(book, Arc::default())
        };
        let is_of_book = head.is_of_this_program()
            && head.book == book.info.name
            && head.game == variant.game().to_string()
            && head.boards.first().is_some_and(|(lines, _)| *lines == variant.size().get());
        if !is_of_book || !self.are_still_there(book, &held)? {
            return Ok(None);
        }
        match opened.games(variant.game(), variant.size()) {
            Ok(boards) => Ok(Some(BookGames { boards, ..held })),
            Err(error) => {
                cancel::checkpoint()?;
                Ok(unusable(error))
            }
        }
    }

    /// Writes the games to their file if many of them are not in it.
    fn store_games(&self, book: &Book, held: &mut BookGames) {
        let Some(folder) = self.pattern_shelf().folder() else { return };
        if held.read < STORED_GAMES || held.read - held.stored <= held.read / 16 {
            return;
        }
        let path = file::path(&folder, &book.info.name);
        if let Err(error) = file::write(&path, &held.file_head(book), &held.boards) {
            tracing::warn!(%error, file = %path.display(), "cannot keep games in a file");
        }
        // A write that failed is not repeated before there are more games.
        held.stored = held.read;
    }

    /// Removes the files of books that the store does not have.
    fn remove_files_of_others(&self) -> Result<(), ServiceError> {
        let Some(folder) = self.pattern_shelf().folder() else { return Ok(()) };
        let books: Vec<String> =
            self.service.store.books()?.into_iter().map(|book| book.name).collect();
        if let Err(error) = file::remove_others(&folder, &books) {
            tracing::warn!(%error, folder = %folder.display(), "cannot remove files of games");
        }
        Ok(())
    }

    /// Returns a book about `variant` with searchable games, if there is one. Only the
    /// first games of each book are examined.
    ///
    /// # Errors
    /// The store cannot be read.
    pub fn searchable_book(&self, variant: Variant) -> Result<Option<String>, ServiceError> {
        for info in self.service.books()?.into_iter().filter(|info| info.variant == variant) {
            let games = match self.service.store.games_from(&info.name, 0, EXAMINED_GAMES) {
                // The book was deleted after its head was read.
                Err(StoreError::NotFound { .. }) => continue,
                games => games?,
            };
            if games.iter().any(|row| row.moves.is_some()) {
                return Ok(Some(info.name));
            }
        }
        Ok(None)
    }

    /// Whether the store still has the games that were read: a book that was emptied and filled
    /// again has others.
    fn are_still_there(&self, book: &Book, held: &BookGames) -> Result<bool, ServiceError> {
        if held.created != book.info.created || held.history != self.service.history() {
            return Ok(false);
        }
        let Some(number) = held.read.checked_sub(1) else { return Ok(true) };
        let found = self.service.store.games(&book.info.name, &[number])?;
        Ok(found.first().map(|row| row.fingerprint) == held.last)
    }

    /// Reads new games of the books whose games are in memory.
    ///
    /// # Errors
    /// The store cannot be read. Books that no longer fit are logged.
    pub fn refresh_patterns(&self) -> Result<(), ServiceError> {
        self.remove_files_of_others()?;
        self.pattern_shelf().names().iter().try_for_each(|name| self.preload_pattern_games(name))
    }

    /// Reads the games of all books that are not in `read`, and adds the names of the books to it, so
    /// that each is read once even if it leaves the memory.
    ///
    /// # Errors
    /// The store cannot be read. Books that do not fit are logged.
    pub fn preload_patterns(&self, read: &mut BTreeSet<String>) -> Result<(), ServiceError> {
        let books = self.service.loaded_books();
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
            Ok(_)
            | Err(
                ServiceError::OtherGame { .. }
                | ServiceError::UnknownBook { .. }
                | ServiceError::BookOnDisk { .. },
            ) => Ok(()),
            Err(error) if matches!(error.of(), Some(PatternGamesError::Memory { .. })) => {
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
