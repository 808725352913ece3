//! Export and import of a book's counts as text.

use crate::mine::Mining;
use std::collections::HashMap;
use std::sync::{Arc, PoisonError};
use std::{io, iter};

use super::MineRequest;
use super::run::{BookBefore, concurrent_change, entries};
use crate::BookRef;
use crate::error::ServiceError;
use crate::mine::error::MineError;
use crate::service::check_name;
use joseki_base::cancel::{Cancelled, checkpoint};
use joseki_book::{Cohort, Forest, Index};
use joseki_format::book_file::{BookFile, Contents, FileSink};
use joseki_game::Variant;
use joseki_mine::{
    Blocks, Entry, PruneReport, Pruner, Pruning, Settings, Spool, TallyWriter, counts_head,
    counts_line, read_counts,
};
use joseki_store::{
    BookChange, BookInfo, BookStream, ChangeKind, ChangeNote, GameRow, GamesChange, Store,
    StoreError, StreamedNode,
};

/// Counted lines in preorder, root first.
pub type CountedEntries = Box<dyn Iterator<Item = io::Result<Entry>> + Send>;

/// Games, read once.
type GameRows = Box<dyn Iterator<Item = io::Result<GameRow>> + Send>;

/// Counts that were added up elsewhere.
pub struct ReducedCounts {
    /// The cohorts, to whose places the entries refer.
    pub cohorts: Vec<Cohort>,
    /// Begins to read the lines. Those of a book that does not exist yet are read twice.
    pub entries: Box<dyn Fn() -> io::Result<CountedEntries>>,
    /// The identities of the games that are examples, to whose places the entries refer.
    pub examples: Vec<u64>,
    /// The same games, in the same order; their numbers and cohorts are places, too.
    pub games: GameRows,
    /// Lines of fewer games were left out.
    pub floor: u32,
    /// Sources with games of RenjuNet's database.
    pub renjunet: Vec<String>,
}

impl Mining<'_> {
    /// Loads counts into a book, in place of those loaded or imported before. Of the games only
    /// those that are examples are in the book then. Of the request only what is about the book
    /// matters. A book that does not exist yet need not fit into memory: loading it takes a quarter
    /// of the request's memory, then temporary files, and some bytes for each example. An existing
    /// book is in memory, as it is and as it will be.
    ///
    /// # Errors
    /// A book with games mined here, another quiet period than the book's, invalid counts, failed
    /// write; the book is unchanged then.
    pub fn load_counts(
        &self,
        request: &MineRequest,
        counts: ReducedCounts,
    ) -> Result<(BookInfo, PruneReport), ServiceError> {
        let ReducedCounts { cohorts, entries, examples, games, floor, renjunet } = counts;
        check_name(&request.book)?;
        let _guard = self.service.changing.lock().unwrap_or_else(PoisonError::into_inner);
        let store = self.service.store.as_ref();
        let before = BookBefore::load(store, request)?;
        if before.counted.cohorts.iter().any(|cohort| !cohort.imported) {
            return Err(MineError::CountedHere { book: request.book.clone() }.into());
        }
        let mut settings = before.settings(request)?;
        settings.floor = floor;
        settings.pruning.min_games = settings.pruning.min_games.max(floor);
        renjunet
            .iter()
            .try_for_each(|name| self.service.curation().withhold_renjunet(name, &request.who))?;
        let numbers = Arc::new(LoadedNumbers::new(&before, store, request, cohorts, examples)?);
        let counts = CountsToLoad { request, settings, numbers, entries, games };
        let loaded = match &before.info {
            Some(info) => counts.load_into(store, info, &before.forest),
            None => counts.load_new(store, before.forest.variant()),
        };
        let (info, pruned) = loaded.map_err(|error| match error {
            ServiceError::Store(error) => concurrent_change(error, &request.book),
            other => other,
        })?;
        self.service.reload(&info)?;
        Ok((info, pruned))
    }

    /// Returns the counts of a book's moves as text, without the moves that pruning removed.
    ///
    /// # Errors
    /// Unknown book, or a book without counted games.
    pub fn export_counts(&self, book: &str) -> Result<Vec<u8>, ServiceError> {
        let mut file = BookFile::default();
        self.write_counts(book, &mut file)?;
        Ok(file.bytes)
    }

    /// Writes the text of `Mining::export_counts`, part by part.
    ///
    /// # Errors
    /// The same; or the output fails or is cancelled.
    pub fn write_counts(&self, book: &str, out: &mut dyn FileSink) -> Result<(), ServiceError> {
        let held = self.service.curation().book_to_export(&BookRef::current(book))?;
        if !held.index.counts_games() {
            return Err(MineError::NothingCounted { book: held.info.name.clone() }.into());
        }
        write_counts(&held.index, out).map_err(ServiceError::not_written)
    }

    /// Visits the counts of a book's moves as `Mining::export_counts` writes them, in preorder;
    /// `each` gets the book and its cohorts with every move.
    ///
    /// # Errors
    /// As `Mining::export_counts`, or the first error of `each`.
    pub fn each_count<E: From<ServiceError> + From<Cancelled>>(
        &self,
        book: &str,
        mut each: impl FnMut(&BookInfo, &[Cohort], Entry) -> Result<(), E>,
    ) -> Result<BookInfo, E> {
        let held = self.service.curation().book_to_export(&BookRef::current(book))?;
        if !held.index.counts_games() {
            let book = held.info.name.clone();
            return Err(ServiceError::from(MineError::NothingCounted { book }).into());
        }
        let (cohorts, places) = sorted_cohorts(&held.index);
        each_counted_node(&held.index, &places, |entry| each(&held.info, &cohorts, entry))?;
        Ok(held.info.clone())
    }

    /// Imports counts from a text into a book that has none: adds the nodes that its pruning keeps.
    /// Later games add to these counts.
    ///
    /// # Errors
    /// Text without counts, unknown book, book that already has counts.
    pub fn import_counts(&self, book: &str, file: &str, text: &str) -> Result<(), ServiceError> {
        let _guard = self.service.changing.lock().unwrap_or_else(PoisonError::into_inner);
        let unknown = || StoreError::NotFound { what: format!("book \"{book}\"") };
        let (info, before) = self.service.store.load(book)?.ok_or_else(unknown)?;
        let (cohorts, entries) = read_counts(before.variant().alphabet(), text)
            .map_err(|error| MineError::Counts { file: file.to_owned(), error })?;
        if let Some(cohort) = before.cohorts().first() {
            return Err(MineError::Duplicate {
                book: book.to_owned(),
                from: cohort.source.clone(),
            }
            .into());
        }
        let settings = Settings::for_game(before.variant().game());
        let mut forest = before.clone();
        let parts = take(&entries, settings, &mut forest);
        let note = ChangeNote::new(ChangeKind::Mine, "", format!("counts of {file}"));
        let change = BookChange::between(book, Some((&info, &before)), &mut forest, note);
        let games = GamesChange {
            cohorts,
            settings: Some(settings),
            games: Box::new(std::iter::empty()),
            parts: Box::new(parts.into_iter().map(Ok)),
        };
        let applied = self.service.store.apply_games(&change, games)?;
        self.service.reload(&applied.info)
    }

    /// Visits every counted line of a book in order, including those that pruning removed.
    ///
    /// # Errors
    /// Unknown book or unreadable store.
    pub fn counted_lines(
        &self,
        book: &str,
        each: &mut dyn FnMut(Entry),
    ) -> Result<(), ServiceError> {
        self.service.book_info(book)?;
        let counted = self.service.store.counted(book)?;
        entries(&Arc::clone(&self.service.store), book, &counted, &mut |entry| {
            each(entry);
            Ok(())
        })
    }
}

/// Counts that are being loaded into a book.
struct CountsToLoad<'a> {
    request: &'a MineRequest,
    settings: Settings,
    numbers: Arc<LoadedNumbers>,
    entries: Box<dyn Fn() -> io::Result<CountedEntries>>,
    games: GameRows,
}

impl CountsToLoad<'_> {
    /// Writes an existing book with its new counts.
    fn load_into(
        self,
        store: &dyn Store,
        info: &BookInfo,
        before: &Forest,
    ) -> Result<(BookInfo, PruneReport), ServiceError> {
        let mut forest = before.without_mined();
        let mut pruner = Pruner::new(self.settings.pruning);
        let parts = self.read_parts(|entry| {
            pruner.add(entry, &forest);
        })?;
        let pruned = pruner.finish(&mut forest);
        forest.set_cohorts(self.numbers.all_cohorts.clone());
        forest.mark_leaves();
        let request = self.request;
        let before = Some((info, before));
        let change = BookChange::between(&request.book, before, &mut forest, self.note());
        Ok((store.apply_games(&change, self.into_games(parts))?.info, pruned))
    }

    /// Writes a new book as a stream: its nodes are counted first, and read again to be written.
    fn load_new(
        self,
        store: &dyn Store,
        variant: Variant,
    ) -> Result<(BookInfo, PruneReport), ServiceError> {
        let mut kept = KeptNodes::new(self.settings.pruning);
        let (mut nodes, mut lines) = (0, 0);
        let parts = self.read_parts(|entry| {
            if let Some(node) = kept.push(entry) {
                nodes += 1;
                lines += u64::from(node.ends);
            }
        })?;
        let last = u64::from(kept.last.is_some());
        let book = BookStream {
            name: self.request.book.clone(),
            variant,
            note: self.note(),
            nodes: nodes + last,
            lines: lines + last,
            moves: Box::new(self.read_nodes()?),
            games: Some(self.into_games(parts)),
        };
        Ok((store.stream_book(book)?, kept.pruner.report()))
    }

    fn note(&self) -> ChangeNote {
        ChangeNote::new(ChangeKind::Mine, &self.request.who, "counts loaded")
    }

    /// Begins to read the lines, with the numbers of the book.
    fn read_entries(&self) -> io::Result<impl Iterator<Item = io::Result<Entry>> + Send + use<>> {
        let numbers = Arc::clone(&self.numbers);
        Ok((self.entries)()?.map(move |entry| numbers.renumber(entry?)))
    }

    /// Calls `each` with all lines; returns them as encoded parts.
    fn read_parts(&self, mut each: impl FnMut(&Entry)) -> Result<Blocks, ServiceError> {
        let mut writer = TallyWriter::default();
        let mut parts = Spool::new(&self.request.folder, self.request.memory / 4);
        for entry in self.read_entries()? {
            checkpoint()?;
            let entry = entry?;
            each(&entry);
            if let Some(part) = writer.push(entry) {
                parts.push(part)?;
            }
        }
        if let Some(part) = writer.finish() {
            parts.push(part)?;
        }
        Ok(parts.into_blocks()?)
    }

    /// Begins to read the nodes of a new book.
    fn read_nodes(
        &self,
    ) -> io::Result<impl Iterator<Item = io::Result<StreamedNode>> + Send + use<>> {
        let mut kept = KeptNodes::new(self.settings.pruning);
        let entries = self.read_entries()?.map(Some).chain(iter::once(None));
        Ok(entries.filter_map(move |entry| match entry {
            Some(entry) => entry.map(|entry| kept.push(&entry)).transpose(),
            None => kept.last.take().map(Ok),
        }))
    }

    fn into_games(self, parts: Blocks) -> GamesChange {
        let CountsToLoad { settings, numbers, games, .. } = self;
        GamesChange {
            cohorts: numbers.all_cohorts.clone(),
            settings: Some(settings),
            games: Box::new(games.filter_map(move |row| numbers.renumber_game(row))),
            parts: Box::new(parts),
        }
    }
}

/// The counted lines that pruning keeps, as the nodes of a book that has no others.
struct KeptNodes {
    pruner: Pruner,
    /// The last node, at which a line ends unless the next one follows it.
    last: Option<StreamedNode>,
}

impl KeptNodes {
    fn new(pruning: Pruning) -> KeptNodes {
        KeptNodes { pruner: Pruner::new(pruning), last: None }
    }

    /// Takes the next line; if it is a node, returns the one before it, which is complete then.
    fn push(&mut self, entry: &Entry) -> Option<StreamedNode> {
        if !self.pruner.keeps(entry) || entry.depth == 0 {
            return None;
        }
        let tally = Some(entry.tally.clone());
        let node = StreamedNode::new(entry.depth, entry.step);
        let last = self.last.replace(StreamedNode { ends: true, mined: true, tally, ..node })?;
        Some(StreamedNode { ends: entry.depth <= last.depth, ..last })
    }
}

/// The numbers in a book of the cohorts and games of loaded counts.
struct LoadedNumbers {
    /// The cohorts of the book.
    all_cohorts: Vec<Cohort>,
    cohorts: Vec<u32>,
    games: Vec<u32>,
    /// The number of the first game that the book does not have yet.
    first_new: u32,
}

impl LoadedNumbers {
    fn new(
        before: &BookBefore,
        store: &dyn Store,
        request: &MineRequest,
        cohorts: Vec<Cohort>,
        examples: Vec<u64>,
    ) -> Result<LoadedNumbers, ServiceError> {
        let mut all_cohorts = before.counted.cohorts.clone();
        let mut place = |cohort: Cohort| match all_cohorts.iter().position(|known| *known == cohort)
        {
            Some(place) => place as u32,
            None => {
                all_cohorts.push(cohort);
                all_cohorts.len() as u32 - 1
            }
        };
        let cohorts = cohorts.into_iter().map(&mut place).collect();
        let known = before.games(store, &request.book)?;
        let first_new = known.iter().map(|game| game.number + 1).max().unwrap_or(0);
        let known: HashMap<u64, u32> =
            known.into_iter().map(|game| (game.fingerprint, game.number)).collect();
        let mut next = first_new;
        let number = |fingerprint| match known.get(&fingerprint) {
            Some(number) => *number,
            None => {
                next += 1;
                next - 1
            }
        };
        let games = examples.into_iter().map(number).collect();
        Ok(LoadedNumbers { all_cohorts, cohorts, games, first_new })
    }

    fn renumber(&self, mut entry: Entry) -> io::Result<Entry> {
        let missing = || io::Error::other("a number of a cohort or game is out of range");
        for cell in &mut entry.tally.cells {
            cell.cohort = *self.cohorts.get(cell.cohort as usize).ok_or_else(missing)?;
        }
        entry.tally.cells.sort_unstable_by_key(|cell| cell.cohort);
        for game in &mut entry.tally.examples {
            *game = *self.games.get(*game as usize).ok_or_else(missing)?;
        }
        Ok(entry)
    }

    /// Returns a game as the book stores it, unless the book contains it already.
    fn renumber_game(&self, row: io::Result<GameRow>) -> Option<io::Result<GameRow>> {
        let row = match row {
            Ok(row) => row,
            Err(error) => return Some(Err(error)),
        };
        let number = self.games.get(row.number as usize).copied();
        let cohort = self.cohorts.get(row.cohort as usize).copied();
        match number.zip(cohort) {
            Some((number, _)) if number < self.first_new => None,
            Some((number, cohort)) => Some(Ok(GameRow { number, cohort, ..row })),
            None => Some(Err(io::Error::other("a number of a game is out of range"))),
        }
    }
}

fn write_counts(index: &Index, out: &mut dyn FileSink) -> io::Result<()> {
    out.begin(&Contents::default())?;
    let (cohorts, places) = sorted_cohorts(index);
    out.write_all(counts_head(&cohorts).as_bytes())?;
    each_counted_node(index, &places, |entry| out.write_all(counts_line(&entry).as_bytes()))
}

/// Returns the cohorts that a book counts in the order of source, year and strength, so that books of
/// the same counts export the same; and the place of each by its number.
fn sorted_cohorts(index: &Index) -> (Vec<Cohort>, Vec<u32>) {
    let counted = counted_cohorts(index);
    let cohorts = index.cohorts().iter().zip(0..);
    let mut sorted: Vec<(&Cohort, usize)> = cohorts.filter(|(_, at)| counted[*at]).collect();
    sorted.sort_unstable();
    let mut places = vec![0; counted.len()];
    for (place, (_, number)) in (0..).zip(&sorted) {
        places[*number] = place;
    }
    (sorted.into_iter().map(|(cohort, _)| cohort.clone()).collect(), places)
}

/// Returns which cohorts have counts. Others have games on smaller boards only, or had counts that
/// others replaced.
fn counted_cohorts(index: &Index) -> Vec<bool> {
    let mut counted = vec![false; index.cohorts().len()];
    // The root has nearly always all of them.
    for (_, node) in index.walk() {
        for cell in index.tally(node).unwrap_or_default().cells {
            if let Some(counted) = counted.get_mut(cell.cohort as usize) {
                *counted = true;
            }
        }
        if counted.iter().all(|counted| *counted) {
            break;
        }
    }
    counted
}

/// Visits the counts of a book's moves in preorder, with the places of cohorts.
fn each_counted_node<E: From<Cancelled>>(
    index: &Index,
    places: &[u32],
    mut each: impl FnMut(Entry) -> Result<(), E>,
) -> Result<(), E> {
    for (depth, node) in index.walk() {
        checkpoint()?;
        if let Some(mut tally) = index.tally(node) {
            for cell in &mut tally.cells {
                cell.cohort = places.get(cell.cohort as usize).copied().unwrap_or(cell.cohort);
            }
            tally.cells.sort_unstable_by_key(|cell| cell.cohort);
            each(Entry { depth, step: index.step(node), tally })?;
        }
    }
    Ok(())
}

/// Returns the entries as encoded parts; adds the nodes that pruning keeps to the forest.
pub(crate) fn take(entries: &[Entry], settings: Settings, forest: &mut Forest) -> Vec<Vec<u8>> {
    let mut pruner = Pruner::new(settings.pruning);
    let mut writer = TallyWriter::default();
    let mut parts = Vec::new();
    for entry in entries {
        pruner.add(entry, forest);
        parts.extend(writer.push(entry.clone()));
    }
    parts.extend(writer.finish());
    // Of counts that were imported nothing is reported.
    let _ = pruner.finish(forest);
    forest.mark_leaves();
    parts
}
