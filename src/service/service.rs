//! The service: books in memory over a store, replaced as a whole when they change.

use std::collections::{BTreeMap, HashMap};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, RwLock};

use arc_swap::{ArcSwap, ArcSwapOption};

use super::book::Book;
use super::demand::Demand;
use super::error::ServiceError;
use super::feature_state::FeatureState;
use super::past::{BookRef, PastVersions};
use joseki_book::NodeId;
use joseki_format::dictionary::{ExportOptions, export};
use joseki_game::Variant;
use joseki_ledger::ResultTotals;
use joseki_mine::TallyReader;
use joseki_store::{BookInfo, KeyRecord, Store, StoreError, StoreStats, variant_text};

/// Name of the default book.
pub const DEFAULT_BOOK: &str = "main";

/// Name of the book of renju's openings that a new database has.
pub const RENJU_BOOK: &str = "renju";

/// The book of the openings of xiangqi.
pub const XIANGQI_BOOK: &str = "xiangqi";

/// Name of the book of games between engines that a new database has.
pub const ENGINE_GAMES_BOOK: &str = "engine-games";

/// Default of the number of games' worth that the results of one key count for others.
pub const GAMES_PER_KEY: u32 = 5;

/// Maximum length of a book's name.
const MAX_NAME: usize = 64;

/// All use cases on one store. Shared between threads; reads never wait for writes.
pub struct Service {
    pub(super) store: Arc<dyn Store>,
    pub(super) books: ArcSwap<BTreeMap<String, Arc<Book>>>,
    /// Sums of all results; none before they are first needed.
    pub(super) standing: RwLock<Option<ResultTotals>>,
    /// Keys by prefix, as of the last [`Service::refresh`] or change by this program.
    pub(super) keys: ArcSwap<HashMap<String, KeyRecord>>,
    /// What features keep beside the books.
    pub(super) features: FeatureState,
    /// Cache of earlier versions of books.
    pub(super) past: PastVersions,
    /// The mark of the store's history, read when it is first needed.
    history: ArcSwapOption<String>,
    /// Number of failovers of the store after which everything was reloaded.
    failovers: AtomicU64,
    /// The heads of all books as of the last [`Service::refresh`], by name.
    pub(super) heads: ArcSwap<BTreeMap<String, BookInfo>>,
    /// The most nodes of all books in memory together, for a server; else a book is loaded when all
    /// of it is needed.
    pub(super) resident_nodes: OnceLock<u64>,
    /// How often the books of a server are asked.
    pub(super) demand: Demand,
    /// How many games' worth the results of one key count for others; 0 for no limit.
    pub(super) games_per_key: AtomicU32,
    /// Whether answers leave out what rests on withheld sources alone.
    pub(super) withholds: bool,
    /// Locked while a book is changed, so that changes in this process queue instead of failing.
    pub(super) changing: Mutex<()>,
}

impl Service {
    /// Creates a service on a store. Books are loaded on first use; see [`Service::refresh`].
    #[must_use]
    pub fn new(store: Arc<dyn Store>) -> Service {
        let books = ArcSwap::from_pointee(BTreeMap::new());
        Service {
            store,
            books,
            standing: RwLock::new(None),
            keys: ArcSwap::default(),
            features: FeatureState::default(),
            past: PastVersions::default(),
            history: ArcSwapOption::empty(),
            failovers: AtomicU64::new(0),
            heads: ArcSwap::default(),
            resident_nodes: OnceLock::new(),
            demand: Demand::default(),
            games_per_key: AtomicU32::new(GAMES_PER_KEY),
            withholds: false,
            changing: Mutex::new(()),
        }
    }

    /// Makes every answer leave out what rests on withheld sources alone, as a server's must.
    #[must_use]
    pub fn withholding(mut self) -> Service {
        self.withholds = true;
        self
    }

    /// Returns the heads of all books of known games in name order.
    ///
    /// # Errors
    /// The store cannot be read.
    pub fn books(&self) -> Result<Vec<BookInfo>, ServiceError> {
        Ok(self.store.books()?)
    }

    /// Returns an error for each book that [`Service::books`] leaves out, in name order.
    ///
    /// # Errors
    /// The store cannot be read.
    pub fn unknown_variants(&self) -> Result<Vec<StoreError>, ServiceError> {
        Ok(self.store.unknown_variants()?)
    }

    /// Returns the number of individual games of a book, that is, of mined games. Imported counts
    /// come without games.
    ///
    /// # Errors
    /// The store cannot be read.
    pub fn games_in(&self, book: &str) -> Result<u64, ServiceError> {
        if let Some(counted) = self.counted_without_withheld(book)? {
            return Ok(counted.unwrap_or_default());
        }
        match self.store.counted(book) {
            Ok(counted) => Ok(counted.games),
            // The book was deleted after its head was read.
            Err(StoreError::NotFound { .. }) => Ok(0),
            Err(error) => Err(error.into()),
        }
    }

    /// Returns the number of games that a book's statistics count, with those of imported counts;
    /// `None` if it counts none.
    ///
    /// # Errors
    /// The store cannot be read.
    pub fn counted_games(&self, book: &str) -> Result<Option<u64>, ServiceError> {
        if let Some(counted) = self.counted_without_withheld(book)? {
            return Ok(counted);
        }
        let part = match self.store.tally_part(book, 0) {
            Ok(None) | Err(StoreError::NotFound { .. }) => return Ok(None),
            Ok(Some(part)) => part,
            Err(error) => return Err(error.into()),
        };
        // Counts begin with those of the empty corner, which every game has.
        let parts = std::iter::once(Ok::<_, ServiceError>(part));
        let root = TallyReader::new(parts).next_entry()?;
        Ok(root.map(|root| root.tally.total().games.into()))
    }

    /// Returns the number of games of a book that leaves out others; `None` if it does not.
    fn counted_without_withheld(&self, book: &str) -> Result<Option<Option<u64>>, ServiceError> {
        match self.books.load().get(book) {
            None => self.counted_in_store(book),
            Some(held) if held.withheld.is_empty() => Ok(None),
            Some(held) => {
                Ok(Some(held.index.tally(NodeId::ROOT).map(|tally| tally.total().games.into())))
            }
        }
    }

    /// Returns a book, loading it if necessary.
    ///
    /// # Errors
    /// Unknown book, one that stays on the disk, or unreadable store.
    pub fn book(&self, name: &str) -> Result<Arc<Book>, ServiceError> {
        self.demand.count(name);
        self.book_for_upkeep(name)
    }

    /// Does the same for work of the program itself, which does not count as a question.
    ///
    /// # Errors
    /// See [`Service::book`].
    pub(super) fn book_for_upkeep(&self, name: &str) -> Result<Arc<Book>, ServiceError> {
        match self.books.load().get(name) {
            Some(book) => Ok(Arc::clone(book)),
            None => {
                self.require_resident(name)?;
                self.load(name)
            }
        }
    }

    /// Returns the head of a book, without loading it.
    ///
    /// # Errors
    /// Unknown book or unreadable store.
    pub fn book_info(&self, name: &str) -> Result<BookInfo, ServiceError> {
        if let Some(book) = self.books.load().get(name) {
            return Ok(book.info.clone());
        }
        self.store.book(name)?.map_or_else(|| Err(self.unknown_book(name)?), Ok)
    }

    /// Returns what a book is about, for parsing its lines; Go for an unknown book,
    /// which the request itself reports.
    ///
    /// # Errors
    /// The store cannot be read.
    pub fn variant_of(&self, name: &str) -> Result<Variant, ServiceError> {
        match self.loaded_variant(name) {
            Some(variant) => Ok(variant),
            None => Ok(self.store.book(name)?.map_or(Variant::GO, |info| info.variant)),
        }
    }

    /// Returns what a book in memory is about.
    #[must_use]
    pub fn loaded_variant(&self, name: &str) -> Option<Variant> {
        self.books.load().get(name).map(|book| book.index.variant())
    }

    /// Returns the books in memory, by name.
    #[must_use]
    pub fn loaded_books(&self) -> Arc<BTreeMap<String, Arc<Book>>> {
        self.books.load_full()
    }

    /// Brings the books in memory forward by what other programs changed, drops deleted ones, and
    /// loads keys, and results entered by other programs. True if a book or the results changed. It
    /// loads no book that is not in memory, see [`Service::load_resident`].
    ///
    /// # Errors
    /// The store cannot be read; the books in memory stay as they are. If one book is damaged, the
    /// others are loaded nevertheless.
    pub fn refresh(&self) -> Result<bool, ServiceError> {
        let _guard = self.changing.lock().unwrap_or_else(PoisonError::into_inner);
        self.administration().load_keys();
        let failovers = self.store.stats().failovers;
        let history = self.store.history()?;
        let is_other = self.history.load().as_ref().is_some_and(|held| **held != history);
        let went_back = failovers != self.failovers.load(Relaxed);
        if went_back {
            tracing::error!(
                "the database is in an earlier state than before, or another one: changes that were acknowledged may be lost; everything is loaded again"
            );
        }
        let starts_over = is_other || went_back;
        let held = if starts_over { self.start_over() } else { self.books.load_full() };
        let stored = self.store.books()?;
        self.stored_books().keep_only(&stored);
        let (mut books, mut damage) = (BTreeMap::new(), None);
        for info in &stored {
            let Some(before) = held.get(&info.name) else { continue };
            if before.info == *info {
                books.insert(info.name.clone(), Arc::clone(before));
                continue;
            }
            match self.refreshed(before) {
                Ok(book) => books.extend(book.map(|book| (book.info.name.clone(), Arc::new(book)))),
                Err(error) if error.is_damage() => {
                    damage = Some(error);
                    books.insert(info.name.clone(), Arc::clone(before));
                }
                Err(error) => return Err(error),
            }
        }
        if starts_over {
            self.books.store(Arc::new(books));
        } else {
            self.take_up(&held, &books, &stored);
        }
        let heads: BTreeMap<_, _> =
            stored.into_iter().map(|info| (info.name.clone(), info)).collect();
        // Other histories may have books with the same heads.
        let changed = starts_over || **self.heads.load() != heads;
        self.heads.store(Arc::new(heads));
        self.history.store(Some(Arc::new(history)));
        self.failovers.store(failovers, Relaxed);
        let more = self.learning().refresh_standing();
        damage.map_or(Ok(()), Err)?;
        Ok(more? || changed)
    }

    /// Puts refreshed books into memory in place of those that were there. What has been loaded or
    /// evicted meanwhile stays so.
    fn take_up(
        &self,
        before: &BTreeMap<String, Arc<Book>>,
        refreshed: &BTreeMap<String, Arc<Book>>,
        stored: &[BookInfo],
    ) {
        self.books.rcu(|books| {
            let kept = books.iter().filter_map(|(name, book)| {
                let is_same = before.get(name).is_some_and(|other| Arc::ptr_eq(book, other));
                let book = if is_same { refreshed.get(name)? } else { book };
                (is_same || stored.contains(&book.info)).then(|| (name.clone(), Arc::clone(book)))
            });
            kept.collect::<BTreeMap<_, _>>()
        });
    }

    /// Returns a book that others changed as it is now; `None` if it was deleted meanwhile.
    fn refreshed(&self, before: &Book) -> Result<Option<Book>, ServiceError> {
        if let Some(later) = self.brought_forward(before, &before.info.name) {
            return Ok(Some(later));
        }
        self.past.forget(&before.info.name);
        self.read(&before.info.name)
    }

    /// Returns no books, so that all are loaded again: what is in memory may never have been in the
    /// store. It answers meanwhile.
    fn start_over(&self) -> Arc<BTreeMap<String, Arc<Book>>> {
        for name in self.books.load().keys() {
            self.past.forget(name);
        }
        // Before the books: an answer from a new one has no old results.
        *self.standing.write().unwrap_or_else(PoisonError::into_inner) = None;
        self.stored_books().keep_only(&[]);
        Arc::default()
    }

    /// Whether the store went back to an earlier state that is not in memory yet.
    #[must_use]
    pub fn is_behind_failover(&self) -> bool {
        self.store.stats().failovers != self.failovers.load(Relaxed)
    }

    /// Returns the mark of the store's history, see [`Store::history`], as of the last
    /// [`Service::refresh`]. If it cannot be read, nothing that was sent before matches.
    #[must_use]
    pub fn history(&self) -> Arc<String> {
        if let Some(mark) = self.history.load_full() {
            return mark;
        }
        let mark = self.store.history();
        let mark =
            Arc::new(mark.unwrap_or_else(|_| {
                format!("{:016x}", RandomState::new().build_hasher().finish())
            }));
        self.history.compare_and_swap(&None::<Arc<String>>, Some(Arc::clone(&mark)));
        self.history.load_full().unwrap_or(mark)
    }

    /// Returns the statistics of the store.
    #[must_use]
    pub fn store_stats(&self) -> StoreStats {
        self.store.stats()
    }

    /// Returns a number that changes whenever the store does, even by another program.
    ///
    /// # Errors
    /// The store cannot be read.
    pub fn data_version(&self) -> Result<u64, ServiceError> {
        Ok(self.store.data_version()?)
    }

    /// Exports a book as SGF.
    ///
    /// # Errors
    /// Unknown book.
    pub fn export_sgf(
        &self,
        book: &BookRef,
        options: ExportOptions,
    ) -> Result<Vec<u8>, ServiceError> {
        let book = self.curation().book_to_export(book)?;
        export(&book.index.to_forest(), options, Vec::new())
            .map_err(|error| ServiceError::Export(error.to_string()))
    }

    /// Exports a book's flattened lines, one per line of text.
    ///
    /// # Errors
    /// Unknown book.
    pub fn export_lines(&self, book: &BookRef) -> Result<Vec<u8>, ServiceError> {
        let book = self.curation().book_to_export(book)?;
        let lines = book.index.to_forest();
        Ok(lines.lines().flat_map(|(line, _)| format!("{line}\n").into_bytes()).collect())
    }

    /// Checks the store's file; returns what is wrong with it.
    ///
    /// # Errors
    /// The store cannot be read at all.
    pub fn check(&self) -> Result<Vec<String>, ServiceError> {
        Ok(self.store.check()?)
    }

    /// Finishes all writes and closes the store.
    ///
    /// # Errors
    /// The last write failed.
    pub fn close(&self) -> Result<(), ServiceError> {
        Ok(self.store.close()?)
    }

    /// Builds the error for an unknown book, with the names of the known ones.
    pub(super) fn unknown_book(&self, name: &str) -> Result<ServiceError, ServiceError> {
        let known = self.store.books()?.into_iter().map(|info| info.name);
        Ok(ServiceError::UnknownBook { name: name.to_owned(), known: known.collect() })
    }
}

/// Checks that a book is about what a caller says.
///
/// # Errors
/// It is about another game, or boards of another size.
pub(super) fn check_game(
    book: &str,
    game: Variant,
    wanted: Option<Variant>,
) -> Result<(), ServiceError> {
    match wanted {
        Some(wanted) if wanted != game => Err(ServiceError::NotThisGame {
            book: book.to_owned(),
            game: variant_text(game),
            wanted: variant_text(wanted),
        }),
        _ => Ok(()),
    }
}

/// Checks that a book may have this name.
pub(super) fn check_name(name: &str) -> Result<(), ServiceError> {
    let allowed = |letter: char| letter.is_ascii_alphanumeric() || "._-".contains(letter);
    let dots_only = name.chars().all(|letter| letter == '.');
    // The command line would parse it as an option.
    let is_option = name.starts_with('-');
    if !is_option && (1..=MAX_NAME).contains(&name.len()) && name.chars().all(allowed) && !dots_only
    {
        Ok(())
    } else {
        Err(ServiceError::InvalidBookName { name: name.to_owned() })
    }
}
