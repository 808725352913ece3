//! The service: books held in memory over a store, swapped whole when they change.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, RwLock};

use arc_swap::ArcSwap;

use super::conditions::BookCondition;
use super::error::ServiceError;
use super::next;
use super::past::{BookRef, Past};
use super::query::{NextAnswer, NextQuery};
use super::quiz::Plan;
use super::statistics::GamesFilter;
use crate::book::{Forest, Index, Line, NodeId, breadth_first};
use crate::format::dictionary::{ExportOptions, export};
use crate::ledger::{EdgeKey, Standing};
use crate::store::{BookInfo, LineRow, Store, StoreError, StoreStats};

/// The book that answers when none is named.
pub const DEFAULT_BOOK: &str = "main";
/// The longest name of a book.
const LONGEST_NAME: usize = 64;

/// All use cases on one store. Shared between threads; reading never waits for writing.
pub struct Service {
    pub(super) store: Arc<dyn Store>,
    books: ArcSwap<BTreeMap<String, Arc<Book>>>,
    /// All results added up; nothing before they are first asked for.
    pub(super) standing: RwLock<Option<Standing>>,
    /// Earlier states of books.
    pub(super) past: Past,
    /// Held while a book is changed, so that changes of this process queue instead of failing.
    pub(super) changing: Mutex<()>,
}

/// A book as it was at one version.
#[derive(Debug)]
pub struct Book {
    /// Its name, version and size.
    pub info: BookInfo,
    /// Its moves, without those that were taken out of use.
    pub index: Index,
    /// What was taken out of use, with the nodes that lead to it.
    pub shelf: Forest,
    /// The revisions of the nodes, by place in the index.
    revisions: Vec<u32>,
    /// The nodes by their moves' identities, once somebody asked.
    by_edge: OnceLock<HashMap<u64, NodeId>>,
    /// Its positions, as far as somebody trained with them.
    pub(super) plan: Plan,
    /// Its conditions and those that are proposed, once somebody asked.
    pub(super) conditions: OnceLock<Vec<BookCondition>>,
}

impl Book {
    pub(super) fn new(info: BookInfo, forest: Forest) -> Book {
        Book::with_index(info, forest, Index::build)
    }

    /// A book whose index `index` makes of the nodes that are in use, or has made of them already.
    fn with_index(info: BookInfo, forest: Forest, index: impl FnOnce(Forest) -> Index) -> Book {
        let shelf = match forest.has_retired() {
            true => forest.shelf(),
            false => Forest::new(),
        };
        let live = forest.live();
        let revisions = breadth_first(&live)
            .into_iter()
            .map(|id| u32::try_from(live.node(id).revision).unwrap_or(u32::MAX));
        Book {
            info,
            revisions: revisions.collect(),
            index: index(live),
            shelf,
            by_edge: OnceLock::new(),
            plan: Plan::default(),
            conditions: OnceLock::new(),
        }
    }

    /// Whether the book has the node of a line, in use or not.
    #[must_use]
    pub fn has(&self, line: &Line) -> bool {
        self.index.find(line).is_some() || self.shelf.find(line).is_some()
    }

    /// The version in which the node of a line was last changed, in use or not; 0 of an earlier state of a book.
    #[must_use]
    pub fn revision_of(&self, line: &Line) -> Option<u64> {
        match self.index.find(line) {
            Some(node) => Some(self.revision(node)),
            None => Some(self.shelf.node(self.shelf.find(line)?).revision),
        }
    }

    /// The version of the book in which a node was last changed; 0 of an earlier state of a book.
    #[must_use]
    pub fn revision(&self, node: NodeId) -> u64 {
        self.revisions
            .get(node.index())
            .copied()
            .map_or(0, u64::from)
    }

    /// The node of a move by its identity, see [`EdgeKey::edge`]; of several the one of the shortest line.
    pub(super) fn node_of(&self, edge: u64) -> Option<NodeId> {
        let by_edge = self.by_edge.get_or_init(|| {
            let nodes = self.index.nodes().skip(1);
            // The first of them last, so that it stays.
            let nodes = nodes.collect::<Vec<_>>().into_iter().rev();
            nodes
                .map(|node| (EdgeKey::new(self.index.edge(node), false).edge(), node))
                .collect()
        });
        by_edge.get(&edge).copied()
    }

    /// Whether the sources that a question names are among those of the book's counts.
    ///
    /// # Errors
    /// The first that is not, with those there are.
    pub(super) fn check_sources(&self, games: &GamesFilter) -> Result<(), ServiceError> {
        let cohorts = self.index.cohorts();
        let known = |source: &&String| cohorts.iter().any(|cohort| cohort.source == **source);
        match games.sources.iter().find(|source| !known(source)) {
            None => Ok(()),
            Some(source) => {
                let names: BTreeSet<&str> = cohorts
                    .iter()
                    .map(|cohort| cohort.source.as_str())
                    .collect();
                Err(ServiceError::UnknownSource {
                    book: self.info.name.clone(),
                    source_name: source.clone(),
                    known: names.into_iter().map(str::to_owned).collect(),
                })
            }
        }
    }
}

/// A page of a book's flattened lines.
#[derive(Clone, Debug)]
pub struct LinePage {
    /// The book's name and version.
    pub book: BookInfo,
    /// The lines, in the order of their texts.
    pub lines: Vec<LineRow>,
    /// Where the next page starts: after this line. Nothing on the last page.
    pub next: Option<String>,
    /// The lines with this prefix, on all pages.
    pub total: u64,
}

impl Service {
    /// A service on a store. Books are loaded when they are first asked for; see
    /// [`Service::refresh`].
    #[must_use]
    pub fn new(store: Arc<dyn Store>) -> Service {
        let books = ArcSwap::from_pointee(BTreeMap::new());
        Service {
            store,
            books,
            standing: RwLock::new(None),
            past: Past::default(),
            changing: Mutex::new(()),
        }
    }

    /// The next joseki moves on a board.
    ///
    /// If examples are asked for, it reads them from the store; else it only reads memory once the book
    /// is loaded.
    ///
    /// # Errors
    /// An unknown book, an illegal move, a board that books do not answer on.
    pub fn next(&self, query: &NextQuery) -> Result<NextAnswer, ServiceError> {
        let name = query.book.as_deref().unwrap_or(DEFAULT_BOOK);
        let book = self.book_of(&BookRef::at(name, query.as_of))?;
        book.check_sources(&query.games)?;
        let mut answer = {
            let standing = self.standing()?;
            let (info, index) = (&book.info, &book.index);
            next::answer(&info.name, info.version, index, &standing, query)?
        };
        if query.examples > 0 {
            answer.examples = Some(self.examples_of(&answer, &query.games)?);
        }
        Ok(answer)
    }

    /// The heads of all books, in the order of their names.
    ///
    /// # Errors
    /// The store cannot be read.
    pub fn books(&self) -> Result<Vec<BookInfo>, ServiceError> {
        Ok(self.store.books()?)
    }

    /// How many games of a book are known one by one: those that were mined into it. Counts that were
    /// imported come without their games.
    ///
    /// # Errors
    /// The store cannot be read.
    pub fn games_in(&self, book: &str) -> Result<u64, ServiceError> {
        match self.store.counted(book) {
            Ok(counted) => Ok(counted.games),
            // It was deleted since its head was read.
            Err(StoreError::NotFound { .. }) => Ok(0),
            Err(error) => Err(error.into()),
        }
    }

    /// A book, loaded if it was not.
    ///
    /// # Errors
    /// There is none of that name, or the store cannot be read.
    pub fn book(&self, name: &str) -> Result<Arc<Book>, ServiceError> {
        match self.books.load().get(name) {
            Some(book) => Ok(Arc::clone(book)),
            None => self.load(name),
        }
    }

    /// The books that are in memory, by name.
    #[must_use]
    pub fn held(&self) -> Arc<BTreeMap<String, Arc<Book>>> {
        self.books.load_full()
    }

    /// Loads the books that are new or were changed by another program, forgets deleted ones, and
    /// takes in the results that another program entered. True if anything changed.
    ///
    /// # Errors
    /// The store cannot be read; the books in memory stay as they are. If a book is damaged, the others are
    /// loaded nevertheless.
    pub fn refresh(&self) -> Result<bool, ServiceError> {
        let _guard = self.changing.lock().unwrap_or_else(PoisonError::into_inner);
        let held = self.books.load_full();
        let stored = self.store.books()?;
        let mut books = BTreeMap::new();
        let mut changed = held.len() != stored.len();
        let mut damage = None;
        for info in stored {
            let same = held.get(&info.name).filter(|book| book.info == info);
            let book = match same {
                Some(book) => Some(Arc::clone(book)),
                None => {
                    changed = true;
                    match self.read(&info.name) {
                        Ok(book) => book.map(Arc::new),
                        Err(error) if error.is_damage() => {
                            damage = Some(error);
                            held.get(&info.name).cloned()
                        }
                        Err(error) => return Err(error),
                    }
                }
            };
            books.extend(book.map(|book| (book.info.name.clone(), book)));
        }
        self.books.store(Arc::new(books));
        let more = self.refresh_standing();
        damage.map_or(Ok(()), Err)?;
        Ok(more? || changed)
    }

    /// How the store does.
    #[must_use]
    pub fn store_stats(&self) -> StoreStats {
        self.store.stats()
    }

    /// A number that changes whenever the store does, by whichever program.
    ///
    /// # Errors
    /// The store cannot be read.
    pub fn data_version(&self) -> Result<u64, ServiceError> {
        Ok(self.store.data_version()?)
    }

    /// A page of a book's lines that start with a prefix, in either case; it may end in half a
    /// step.
    ///
    /// # Errors
    /// An unknown book, a prefix that is none.
    pub fn lines(
        &self,
        book: &BookRef,
        prefix: &str,
        after: Option<&str>,
        limit: usize,
    ) -> Result<LinePage, ServiceError> {
        let held = self.book_of(book)?;
        let info = held.info.clone();
        let prefix = prefix.to_ascii_uppercase();
        if !prefix
            .bytes()
            .all(|byte| matches!(byte, b'A'..=b'S' | b'X'))
        {
            return Err(ServiceError::LinePrefix { prefix });
        }
        let (mut lines, total) = match book.as_of {
            None => (
                self.store
                    .lines(&book.name, &prefix, after, limit.saturating_add(1))?,
                self.store.line_count(&book.name, &prefix)?,
            ),
            Some(_) => past_lines(&held, &prefix, after, limit.saturating_add(1)),
        };
        let more = lines.len() > limit;
        lines.truncate(limit);
        let index = &held.index;
        for row in &mut lines {
            let node = row.line.parse().ok().and_then(|line| index.find(&line));
            let tally = node.and_then(|node| index.tally(node));
            row.games = tally.map_or(0, |tally| u64::from(tally.total().games));
        }
        let next = lines.last().filter(|_| more).map(|row| row.line.clone());
        Ok(LinePage {
            book: info,
            lines,
            next,
            total,
        })
    }

    /// A book as SGF.
    ///
    /// # Errors
    /// An unknown book.
    pub fn export_sgf(
        &self,
        book: &BookRef,
        options: ExportOptions,
    ) -> Result<Vec<u8>, ServiceError> {
        let book = self.book_of(book)?;
        export(&book.index.to_forest(), options, Vec::new())
            .map_err(|error| ServiceError::Export(error.to_string()))
    }

    /// A book as its flattened lines, one a line.
    ///
    /// # Errors
    /// An unknown book.
    pub fn export_lines(&self, book: &BookRef) -> Result<Vec<u8>, ServiceError> {
        let book = self.book_of(book)?;
        let lines = book.index.to_forest();
        Ok(lines
            .lines()
            .flat_map(|(line, _)| format!("{line}\n").into_bytes())
            .collect())
    }

    /// What is wrong with the store's file; nothing if all is well.
    ///
    /// # Errors
    /// The store cannot be read at all.
    pub fn check(&self) -> Result<Vec<String>, ServiceError> {
        Ok(self.store.check()?)
    }

    /// Finishes all writing and closes the store.
    ///
    /// # Errors
    /// The last writing failed.
    pub fn close(&self) -> Result<(), ServiceError> {
        Ok(self.store.close()?)
    }

    /// Puts a changed book in the place of its earlier version.
    pub(super) fn swap(&self, info: BookInfo, forest: Forest) {
        self.swap_book(Book::new(info, forest));
    }

    /// The same where the index of the forest is there already.
    pub(super) fn swap_indexed(&self, info: BookInfo, forest: Forest, index: Index) {
        self.swap_book(Book::with_index(info, forest, |_| index));
    }

    fn swap_book(&self, book: Book) {
        let book = Arc::new(book);
        self.past.forget(&book.info.name);
        self.books.rcu(|books| {
            let mut books = BTreeMap::clone(books);
            books.insert(book.info.name.clone(), Arc::clone(&book));
            books
        });
    }

    /// Loads a book anew.
    pub(super) fn reload(&self, name: &str) -> Result<(), ServiceError> {
        self.load(name).map(drop)
    }

    /// Forgets a book that is gone.
    pub(super) fn forget(&self, name: &str) {
        self.past.forget(name);
        self.books.rcu(|books| {
            let mut books = BTreeMap::clone(books);
            books.remove(name);
            books
        });
    }

    /// That there is no book of a name, with those there are.
    pub(super) fn unknown_book(&self, name: &str) -> Result<ServiceError, ServiceError> {
        let known = self.store.books()?.into_iter().map(|info| info.name);
        Ok(ServiceError::UnknownBook {
            name: name.to_owned(),
            known: known.collect(),
        })
    }

    fn load(&self, name: &str) -> Result<Arc<Book>, ServiceError> {
        let Some(book) = self.read(name)? else {
            return Err(self.unknown_book(name)?);
        };
        let book = Arc::new(book);
        self.past.forget(name);
        self.books.rcu(|books| {
            let mut books = BTreeMap::clone(books);
            books.insert(book.info.name.clone(), Arc::clone(&book));
            books
        });
        Ok(book)
    }

    fn read(&self, name: &str) -> Result<Option<Book>, ServiceError> {
        let loaded = self.store.load(name)?;
        Ok(loaded.map(|(info, forest)| Book::new(info, forest)))
    }
}

/// The lines of an earlier state with a prefix after a line, in the order of their texts, and how many have
/// the prefix.
fn past_lines(book: &Book, prefix: &str, after: Option<&str>, limit: usize) -> (Vec<LineRow>, u64) {
    let forest = book.index.to_forest();
    let texts = forest.lines().map(|(line, _)| line.to_string());
    let found: Vec<String> = texts.filter(|text| text.starts_with(prefix)).collect();
    let total = found.len() as u64;
    let later = found
        .into_iter()
        .filter(|text| after.is_none_or(|after| text.as_str() > after));
    let rows = later.take(limit).map(|line| LineRow {
        line,
        node: 0,
        games: 0,
    });
    (rows.collect(), total)
}

/// Whether a book may have this name.
pub(super) fn check_name(name: &str) -> Result<(), ServiceError> {
    let allowed = |letter: char| letter.is_ascii_alphanumeric() || "._-".contains(letter);
    let dots_only = name.chars().all(|letter| letter == '.');
    // The command line would take it for an option.
    let is_option = name.starts_with('-');
    if !is_option
        && (1..=LONGEST_NAME).contains(&name.len())
        && name.chars().all(allowed)
        && !dots_only
    {
        Ok(())
    } else {
        Err(ServiceError::BookName {
            name: name.to_owned(),
        })
    }
}
