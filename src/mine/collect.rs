//! The pipeline: one thread finds records; the others parse them and pass them to a consumer.

use std::io;
use std::io::{BufRead, Read};
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::{
    Mutex, PoisonError,
    atomic::{AtomicBool, Ordering},
    mpsc::{Receiver, RecvError, SyncSender, sync_channel},
};
use std::time::Duration;

use crate::format::{
    archive::{ArchiveError, Event, PIECE_BYTES, Piece, Progress, Sources},
    five::{FileKind, convert, rif::RifReader, rif_game},
    sgf::{GameTree, Limits, TreeReader},
    xiangqi,
};

/// Maximum number of trees per job, where a text is so long that several workers share it.
const TREES: usize = 64;
/// Maximum number of nodes in them.
const NODES: usize = 100_000;
/// Bytes of a long file of xiangqi that one worker reads at a time.
const RECORDS: u64 = 1 << 20;
/// Maximum length of a collection's name; longer names are truncated.
const LONGEST_NAME: usize = 100;
/// Lines of the board of records that do not say.
const USUAL_LINES: u8 = 15;
/// Interval of progress reports.
const TICK: Duration = Duration::from_millis(100);

/// Paths of records, checked to exist.
#[derive(Debug)]
pub struct RecordCollection {
    /// The sources, each with the name of its collection.
    sources: Vec<(Sources, String)>,
    progress: Vec<Progress>,
}

impl RecordCollection {
    /// Checks the paths. Without a `name`, a collection is named after its folder or archive: the
    /// given folder, the folder of a given file, or the archive itself.
    ///
    /// # Errors
    /// If a path does not exist.
    pub fn find(paths: &[PathBuf], name: Option<&str>) -> Result<RecordCollection, ArchiveError> {
        let found = paths.iter().map(|path| {
            let called = sanitize_name(&name.map_or_else(|| default_name(path), str::to_owned));
            Ok((Sources::find(std::slice::from_ref(path))?, called))
        });
        let sources = found.collect::<Result<Vec<_>, ArchiveError>>()?;
        let progress = sources.iter().map(|(source, _)| source.progress()).collect();
        Ok(RecordCollection { sources, progress })
    }

    /// Returns the names of the collections.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.sources.iter().map(|(_, name)| name.as_str())
    }

    /// Returns the total size of all files on the disk, in bytes.
    #[must_use]
    pub fn total_bytes(&self) -> u64 {
        self.sources.iter().map(|(source, _)| source.total_bytes()).sum()
    }

    /// Reads everything with `threads` workers. Calls `tell` ten times a second and at the end,
    /// with the bytes and the games processed so far.
    ///
    /// # Errors
    /// The first error of a worker.
    pub fn read<C: RecordConsumer>(
        self,
        consumer: &C,
        threads: usize,
        tell: &mut (dyn FnMut(u64, u64) + Send),
    ) -> io::Result<()> {
        let progress = self.progress.clone();
        let done = move || progress.iter().map(Progress::bytes).sum();
        let (queue, jobs) = sync_channel(2 * threads);
        let jobs = Mutex::new(jobs);
        let stop = AtomicBool::new(false);
        let over = AtomicBool::new(false);
        std::thread::scope(|scope| {
            let work = || {
                let working = AssertUnwindSafe(|| work(consumer, &jobs));
                let worked = catch_unwind(working)
                    .unwrap_or_else(|_| Err(io::Error::other("a worker thread panicked")));
                stop.fetch_or(worked.is_err(), Ordering::Relaxed);
                if worked.is_err() {
                    // Drains the queue, so that the sender does not block forever.
                    while next(&jobs).is_ok() {}
                }
                worked
            };
            let workers: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(work)).collect();
            let ticker = scope.spawn(|| {
                loop {
                    let last = over.load(Ordering::Relaxed);
                    tell(done(), consumer.games());
                    if last {
                        break;
                    }
                    std::thread::park_timeout(TICK);
                }
            });
            self.produce(consumer, &queue, &stop);
            drop(queue);
            let worked = workers.into_iter().map(|worker| {
                let panicked = |_| Err(io::Error::other("a worker thread panicked"));
                worker.join().unwrap_or_else(panicked)
            });
            let worked: Vec<io::Result<()>> = worked.collect();
            over.store(true, Ordering::Relaxed);
            ticker.thread().unpark();
            worked.into_iter().collect()
        })
    }

    fn produce(self, consumer: &impl RecordConsumer, queue: &SyncSender<Job>, stop: &AtomicBool) {
        for (sources, source) in self.sources {
            let flow = sources.read(&mut |event| {
                if stop.load(Ordering::Relaxed) {
                    return ControlFlow::Break(());
                }
                handle_event(event, &source, consumer, queue)
            });
            if flow.is_break() {
                return;
            }
        }
    }
}

/// A unit of work.
enum Job {
    Piece(Piece, String),
    Trees(Vec<GameTree>, String, String),
    /// Whole records of xiangqi.
    Xiangqi(Vec<u8>, String, String),
}

fn handle_event(
    event: Event<'_>,
    source: &str,
    consumer: &impl RecordConsumer,
    queue: &SyncSender<Job>,
) -> ControlFlow<()> {
    match event {
        Event::Piece(piece) => send(queue, Job::Piece(piece, source.to_owned())),
        Event::Stream { name, reader } => stream(name, reader, source, consumer, queue),
        Event::Skipped { .. } => {
            consumer.skipped();
            ControlFlow::Continue(())
        }
        Event::Broken { name, error } => {
            consumer.unreadable(format!("{name}: {error}"));
            ControlFlow::Continue(())
        }
    }
}

/// Handles a text too long for one worker: parsed here, its trees processed by the workers.
fn stream(
    name: &str,
    reader: &mut dyn BufRead,
    source: &str,
    consumer: &impl RecordConsumer,
    queue: &SyncSender<Job>,
) -> ControlFlow<()> {
    let mut trees = Vec::new();
    let mut nodes = 0;
    let job = |trees: &mut Vec<GameTree>| {
        Job::Trees(std::mem::take(trees), name.to_owned(), source.to_owned())
    };
    let mut parse = |text: &mut dyn BufRead| {
        for tree in TreeReader::new(text, &Limits::default()) {
            match tree {
                Ok(tree) => {
                    nodes += tree.node_count();
                    trees.push(tree);
                }
                Err(error) => consumer.unreadable(format!("{name}: {error}")),
            }
            if trees.len() >= TREES || nodes >= NODES {
                nodes = 0;
                send(queue, job(&mut trees))?;
            }
        }
        ControlFlow::Continue(())
    };
    match FileKind::detect(name, reader.fill_buf().unwrap_or_default()) {
        Some(FileKind::Database) => {
            for item in RifReader::new(reader) {
                let (sgf, faults) = rif_game(item);
                faults.iter().for_each(|fault| consumer.unreadable(format!("{name}: {fault}")));
                parse(&mut sgf.as_bytes())?;
            }
        }
        None if xiangqi::is_separable(reader.fill_buf().unwrap_or_default()) => {
            return stream_records(name, reader, source, consumer, queue);
        }
        _ => parse(reader)?,
    }
    send(queue, job(&mut trees))
}

/// Handles a long file of PGN or a library: split here into parts of whole records.
fn stream_records(
    name: &str,
    reader: &mut dyn BufRead,
    source: &str,
    consumer: &impl RecordConsumer,
    queue: &SyncSender<Job>,
) -> ControlFlow<()> {
    let mut parts = RecordParts { name, reader, rest: Vec::new(), ended: false };
    while let Some(records) = parts.next(consumer) {
        send(queue, Job::Xiangqi(records, name.to_owned(), source.to_owned()))?;
    }
    ControlFlow::Continue(())
}

/// The parts of a file of PGN or a library: whole records, of bounded size.
struct RecordParts<'a, R> {
    name: &'a str,
    reader: R,
    rest: Vec<u8>,
    ended: bool,
}

impl<R: Read> RecordParts<'_, R> {
    fn next(&mut self, consumer: &impl RecordConsumer) -> Option<Vec<u8>> {
        while !self.ended {
            let before = self.rest.len();
            let read = self.reader.by_ref().take(RECORDS).read_to_end(&mut self.rest);
            if let Err(error) = &read {
                consumer.unreadable(format!("{}: {error}", self.name));
            }
            self.ended = read.is_err() || self.rest.len() == before;
            let is_long = self.rest.len() as u64 > PIECE_BYTES;
            let whole = match self.ended || is_long {
                true => self.rest.len(),
                false => xiangqi::whole_records(&self.rest),
            };
            if is_long {
                let why = format!("a record of more than {PIECE_BYTES} bytes");
                consumer.unreadable(format!("{}: {why}", self.name));
            }
            let rest = self.rest.split_off(whole);
            let records = std::mem::replace(&mut self.rest, rest);
            if !records.is_empty() {
                return Some(records);
            }
        }
        None
    }
}

fn send(queue: &SyncSender<Job>, job: Job) -> ControlFlow<()> {
    match queue.send(job) {
        Ok(()) => ControlFlow::Continue(()),
        Err(_) => ControlFlow::Break(()),
    }
}

fn work<C: RecordConsumer>(consumer: &C, jobs: &Mutex<Receiver<Job>>) -> io::Result<()> {
    let mut worker = consumer.worker();
    loop {
        match next(jobs) {
            Ok(Job::Piece(piece, source)) => read(consumer, &mut worker, piece, &source)?,
            Ok(Job::Trees(trees, name, source)) => {
                trees.iter().try_for_each(|tree| worker.add(&name, &source, tree))?
            }
            Ok(Job::Xiangqi(records, name, source)) => {
                read_xiangqi(consumer, &mut worker, &name, &source, &records)?
            }
            Err(_) => return worker.finish(),
        }
    }
}

/// Returns the next job. The lock is held while waiting for it, but not while working on it.
fn next(jobs: &Mutex<Receiver<Job>>) -> Result<Job, RecvError> {
    jobs.lock().unwrap_or_else(PoisonError::into_inner).recv()
}

/// Reads all records of a text.
fn read<C: RecordConsumer>(
    consumer: &C,
    worker: &mut C::Worker<'_>,
    piece: Piece,
    source: &str,
) -> io::Result<()> {
    let name = piece.name().to_owned();
    let text = match piece.open() {
        Ok(text) => text,
        Err(error) => {
            consumer.unreadable(format!("{name}: {error}"));
            return Ok(());
        }
    };
    let mut text = text;
    match FileKind::detect(&name, text.fill_buf().unwrap_or_default()) {
        Some(kind) => read_five(consumer, worker, (&name, kind), source, text),
        None if xiangqi::is_separable(text.fill_buf().unwrap_or_default()) => {
            let mut parts =
                RecordParts { name: &name, reader: text, rest: Vec::new(), ended: false };
            while let Some(records) = parts.next(consumer) {
                read_xiangqi(consumer, worker, &name, source, &records)?;
            }
            Ok(())
        }
        None if xiangqi::is_record(text.fill_buf().unwrap_or_default()) => match read_all(text) {
            Ok(file) => read_xiangqi(consumer, worker, &name, source, &file),
            Err(error) => {
                consumer.unreadable(format!("{name}: {error}"));
                Ok(())
            }
        },
        None => read_trees(consumer, worker, &name, source, text),
    }
}

fn read_trees<C: RecordConsumer>(
    consumer: &C,
    worker: &mut C::Worker<'_>,
    name: &str,
    source: &str,
    text: impl BufRead,
) -> io::Result<()> {
    for tree in TreeReader::new(text, &Limits::default()) {
        match tree {
            Ok(tree) => worker.add(name, source, &tree)?,
            Err(error) => consumer.unreadable(format!("{name}: {error}")),
        }
    }
    Ok(())
}

/// Reads records of renju or gomoku that are not SGF. A database is read game by game.
fn read_five<C: RecordConsumer>(
    consumer: &C,
    worker: &mut C::Worker<'_>,
    (name, kind): (&str, FileKind),
    source: &str,
    text: impl BufRead,
) -> io::Result<()> {
    let report = |warnings: Vec<String>| {
        warnings.iter().for_each(|warning| consumer.unreadable(format!("{name}: {warning}")));
    };
    if kind == FileKind::Database {
        for item in RifReader::new(text) {
            let (sgf, faults) = rif_game(item);
            report(faults);
            read_trees(consumer, worker, name, source, sgf.as_bytes())?;
        }
        return Ok(());
    }
    let bytes = match read_all(text) {
        Ok(bytes) => bytes,
        Err(error) => {
            consumer.unreadable(format!("{name}: {error}"));
            return Ok(());
        }
    };
    match convert(name, &bytes, USUAL_LINES, None) {
        None => read_trees(consumer, worker, name, source, bytes.as_slice()),
        Some(Err(error)) => {
            report(vec![error.to_string()]);
            Ok(())
        }
        Some(Ok(converted)) => {
            report(converted.warnings);
            read_trees(consumer, worker, name, source, converted.sgf.as_bytes())
        }
    }
}

fn read_all(text: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    text.take(PIECE_BYTES).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Reads records of xiangqi.
fn read_xiangqi<C: RecordConsumer>(
    consumer: &C,
    worker: &mut C::Worker<'_>,
    name: &str,
    source: &str,
    file: &[u8],
) -> io::Result<()> {
    match xiangqi::as_sgf(file) {
        Ok((sgf, warnings)) => {
            warnings.iter().for_each(|warning| consumer.unreadable(format!("{name}: {warning}")));
            read_trees(consumer, worker, name, source, sgf.as_bytes())
        }
        Err(error) => {
            consumer.unreadable(format!("{name}: {error}"));
            Ok(())
        }
    }
}

/// Turns a folder's name into a single word without control characters.
fn sanitize_name(name: &str) -> String {
    let plain: String = name
        .chars()
        .map(|c| if c.is_control() || c == ',' { ' ' } else { c })
        .take(LONGEST_NAME)
        .collect();
    let words: Vec<&str> = plain.split_whitespace().collect();
    match words.is_empty() {
        true => "games".to_owned(),
        false => words.join("_"),
    }
}

/// Returns the default name of a collection.
fn default_name(path: &Path) -> String {
    let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let name = |path: &Path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        Some(name).filter(|name| !name.is_empty())
    };
    let own = name(&path).unwrap_or_else(|| "games".to_owned());
    if path.is_dir() {
        return own;
    }
    let lower = own.to_ascii_lowercase();
    let archive = [".tar.gz", ".tgz", ".tar.zst", ".tar", ".zip"];
    if let Some(suffix) = archive.iter().find(|suffix| lower.ends_with(**suffix)) {
        return own[..own.len() - suffix.len()].to_owned();
    }
    path.parent().and_then(name).unwrap_or(own)
}

/// Processes a collection's records; shared by its workers.
pub trait RecordConsumer: Sync {
    /// Processes records on one thread.
    type Worker<'a>: Worker
    where
        Self: 'a;

    /// Creates a worker, one for each thread.
    fn worker(&self) -> Self::Worker<'_>;

    /// Returns the number of records seen so far.
    fn games(&self) -> u64;

    /// Counts an item that is not a game record.
    fn skipped(&self);

    /// Records an item that could not be read.
    fn unreadable(&self, what: String);
}

/// Processes records on one thread.
pub trait Worker {
    /// Processes one record of the text `name`; `source` is the name of its collection.
    ///
    /// # Errors
    /// If the result cannot be stored.
    fn add(&mut self, name: &str, source: &str, tree: &GameTree) -> io::Result<()>;

    /// Completes this worker's part.
    ///
    /// # Errors
    /// If the rest cannot be stored.
    fn finish(self) -> io::Result<()>;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_collection_is_called_by_its_folder_or_archive() {
        let folder = tempfile::tempdir().unwrap();
        let named = folder.path().join("pro");
        std::fs::create_dir(&named).unwrap();
        assert_eq!(default_name(&named), "pro");
        assert_eq!(default_name(&named.join("2008.sgf.gz")), "pro");
        assert_eq!(default_name(&named.join("Games.TAR.gz")), "Games");
        assert_eq!(default_name(&named.join("all.zip")), "all");
    }
}
