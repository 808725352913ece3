//! The pipeline: one thread finds records; the others parse them and pass them to a consumer.

use std::fmt;
use std::io::{self, BufRead, Read};
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::{
    Arc, Mutex, PoisonError,
    atomic::{AtomicBool, Ordering},
    mpsc::{Receiver, RecvError, SyncSender, sync_channel},
};
use std::time::Duration;

use super::consumer::{ReadProgress, RecordConsumer, RecordPlace, Worker};
use super::turns::Turns;
use joseki_format::{
    archive::{ArchiveError, Event, PIECE_BYTES, Piece, Progress, Sources},
    five::{FileKind, convert, rif::RifReader, rif_game},
    go::{self, ServerFileKind},
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
const MAX_NAME_LENGTH: usize = 100;
/// Lines of the board of records that do not say.
const USUAL_LINES: u8 = 15;
/// Bytes of a part that is handed over before its job is done.
const PART_BYTES: usize = 1 << 20;
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
    /// given folder, the folder of a given file, or the archive itself. Records come in the order of
    /// collections, then of files, whatever the order of the paths.
    ///
    /// # Errors
    /// If a path does not exist.
    pub fn find(paths: &[PathBuf], name: Option<&str>) -> Result<RecordCollection, ArchiveError> {
        let found = paths.iter().map(|path| {
            let called = sanitize_name(&name.map_or_else(|| default_name(path), str::to_owned));
            Ok((Sources::find(std::slice::from_ref(path))?, called))
        });
        let mut sources = found.collect::<Result<Vec<_>, ArchiveError>>()?;
        sources.sort_by_cached_key(|(source, name)| (name.clone(), source.first_path()));
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

    /// Reads everything with `threads` workers, whose parts the consumer accepts in the order of the
    /// records. Calls `report` ten times a second and at the end.
    ///
    /// # Errors
    /// The first error of a worker.
    pub fn read<C: RecordConsumer>(
        self,
        consumer: &C,
        threads: usize,
        report: &mut (dyn FnMut(ReadProgress) + Send),
    ) -> io::Result<()> {
        let (progress, total) = (self.progress.clone(), self.total_bytes());
        let done = move || progress.iter().map(Progress::bytes).sum();
        let (queue, jobs) = sync_channel(2 * threads);
        let (jobs, turns) = (Mutex::new(jobs), Turns::default());
        let stop = AtomicBool::new(false);
        let over = AtomicBool::new(false);
        std::thread::scope(|scope| {
            let work = || {
                let working = AssertUnwindSafe(|| work(consumer, &jobs, &turns));
                let worked = catch_unwind(working)
                    .unwrap_or_else(|_| Err(io::Error::other("a worker thread panicked")));
                stop.fetch_or(worked.is_err(), Ordering::Relaxed);
                if worked.is_err() {
                    turns.stop();
                    // Drains the queue, so that the sender does not block forever.
                    while next(&jobs).is_ok() {}
                }
                worked
            };
            let workers: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(work)).collect();
            let ticker = scope.spawn(|| {
                loop {
                    let last = over.load(Ordering::Relaxed);
                    report(ReadProgress { bytes: done(), total, games: consumer.games() });
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
        let mut jobs = JobSender { queue, sent: 0, source: Arc::from(""), path: Arc::from("") };
        for (sources, source) in self.sources {
            jobs.source = source.into();
            let flow = sources.read(&mut |event| {
                if stop.load(Ordering::Relaxed) {
                    return ControlFlow::Break(());
                }
                handle_event(event, consumer, &mut jobs)
            });
            if flow.is_break() {
                return;
            }
        }
    }
}

/// A unit of work.
struct Job {
    /// Its number, in order.
    number: u64,
    source: Arc<str>,
    path: Arc<str>,
    text: JobText,
}

enum JobText {
    Piece(Piece),
    Trees(Vec<GameTree>, String),
    /// Whole records of xiangqi.
    Xiangqi(Vec<u8>, String),
}

/// Numbers the jobs and sends them to the workers.
struct JobSender<'a> {
    queue: &'a SyncSender<Job>,
    sent: u64,
    /// The collection and the file that are being read.
    source: Arc<str>,
    path: Arc<str>,
}

impl JobSender<'_> {
    fn send(&mut self, text: JobText) -> ControlFlow<()> {
        let (source, path) = (Arc::clone(&self.source), Arc::clone(&self.path));
        let job = Job { number: self.sent, source, path, text };
        self.sent += 1;
        match self.queue.send(job) {
            Ok(()) => ControlFlow::Continue(()),
            Err(_) => ControlFlow::Break(()),
        }
    }
}

fn handle_event(
    event: Event<'_>,
    consumer: &impl RecordConsumer,
    jobs: &mut JobSender<'_>,
) -> ControlFlow<()> {
    match event {
        Event::File { path } => {
            jobs.path = path.into();
            ControlFlow::Continue(())
        }
        Event::Piece(piece) => jobs.send(JobText::Piece(piece)),
        Event::Stream { name, reader } => stream(name, reader, consumer, jobs),
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
    consumer: &impl RecordConsumer,
    jobs: &mut JobSender<'_>,
) -> ControlFlow<()> {
    let mut trees = Vec::new();
    let mut nodes = 0;
    let job = |trees: &mut Vec<GameTree>| JobText::Trees(std::mem::take(trees), name.to_owned());
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
                jobs.send(job(&mut trees))?;
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
        None if ServerFileKind::detect(name, reader.fill_buf().unwrap_or_default()).is_some() => {
            consumer.unreadable(format!("{name}: a record of more than {PIECE_BYTES} bytes"));
        }
        None if xiangqi::is_separable(reader.fill_buf().unwrap_or_default()) => {
            return stream_records(name, reader, consumer, jobs);
        }
        _ => parse(reader)?,
    }
    jobs.send(job(&mut trees))
}

/// Handles a long file of PGN or a library: split here into parts of whole records.
fn stream_records(
    name: &str,
    reader: &mut dyn BufRead,
    consumer: &impl RecordConsumer,
    jobs: &mut JobSender<'_>,
) -> ControlFlow<()> {
    let mut parts = RecordParts { name, reader, rest: Vec::new(), ended: false };
    while let Some(records) = parts.next(consumer) {
        jobs.send(JobText::Xiangqi(records, name.to_owned()))?;
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
            let whole = if self.ended || is_long {
                self.rest.len()
            } else {
                xiangqi::whole_records(&self.rest)
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

fn work<C: RecordConsumer>(
    consumer: &C,
    jobs: &Mutex<Receiver<Job>>,
    turns: &Turns<C::Part>,
) -> io::Result<()> {
    let mut worker = consumer.worker();
    while let Ok(Job { number, source, path, text }) = next(jobs) {
        let mut reader = JobReader { consumer, worker: &mut worker, turns, number, source, path };
        let read = match text {
            JobText::Piece(piece) => reader.read(piece),
            JobText::Trees(trees, name) => {
                trees.iter().try_for_each(|tree| reader.add(&name, tree))
            }
            JobText::Xiangqi(records, name) => reader.read_xiangqi(&name, &records),
        };
        match read.and_then(|()| reader.hand_over(true)) {
            Ok(()) => {}
            Err(Stop::Elsewhere) => break,
            Err(Stop::Failed(error)) => return Err(error),
        }
    }
    worker.finish()
}

/// Why a worker does not go on.
enum Stop {
    Failed(io::Error),
    /// Another one failed.
    Elsewhere,
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Stop {
        Stop::Failed(error)
    }
}

/// What reads the records of a job.
struct JobReader<'j, 'c, C: RecordConsumer + 'c> {
    consumer: &'c C,
    worker: &'j mut C::Worker<'c>,
    turns: &'j Turns<C::Part>,
    number: u64,
    source: Arc<str>,
    path: Arc<str>,
}

/// Returns the next job. The lock is held while waiting for it, but not while working on it.
fn next(jobs: &Mutex<Receiver<Job>>) -> Result<Job, RecvError> {
    jobs.lock().unwrap_or_else(PoisonError::into_inner).recv()
}

impl<'c, C: RecordConsumer> JobReader<'_, 'c, C> {
    fn add(&mut self, name: &str, tree: &GameTree) -> Result<(), Stop> {
        let place = RecordPlace { name, path: &self.path, source: &self.source };
        self.worker.add(place, tree)?;
        if self.worker.bytes() >= PART_BYTES { self.hand_over(false) } else { Ok(()) }
    }

    /// Hands over what was read.
    fn hand_over(&mut self, is_done: bool) -> Result<(), Stop> {
        let bytes = self.worker.bytes();
        let part = self.worker.take().map(|part| (part, bytes));
        let consumer = self.consumer;
        let accepted =
            self.turns.hand_over(self.number, part, is_done, |part| consumer.accept(part))?;
        if accepted.is_continue() { Ok(()) } else { Err(Stop::Elsewhere) }
    }

    fn unreadable(&self, name: &str, why: &dyn fmt::Display) {
        self.consumer.unreadable(format!("{name}: {why}"));
    }

    /// Reads all records of a text.
    fn read(&mut self, piece: Piece) -> Result<(), Stop> {
        let name = piece.name().to_owned();
        let mut text = match piece.open() {
            Ok(text) => text,
            Err(error) => {
                self.unreadable(&name, &error);
                return Ok(());
            }
        };
        if let Some(kind) = ServerFileKind::detect(&name, text.fill_buf().unwrap_or_default()) {
            return self.read_server_file(&name, kind, text);
        }
        match FileKind::detect(&name, text.fill_buf().unwrap_or_default()) {
            Some(kind) => self.read_five(&name, kind, text),
            None if xiangqi::is_separable(text.fill_buf().unwrap_or_default()) => {
                let mut parts =
                    RecordParts { name: &name, reader: text, rest: Vec::new(), ended: false };
                while let Some(records) = parts.next(self.consumer) {
                    self.read_xiangqi(&name, &records)?;
                }
                Ok(())
            }
            None if xiangqi::is_record(text.fill_buf().unwrap_or_default()) => {
                match read_all(text) {
                    Ok(file) => self.read_xiangqi(&name, &file),
                    Err(error) => {
                        self.unreadable(&name, &error);
                        Ok(())
                    }
                }
            }
            None => self.read_trees(&name, text),
        }
    }

    fn read_trees(&mut self, name: &str, text: impl BufRead) -> Result<(), Stop> {
        for tree in TreeReader::new(text, &Limits::default()) {
            match tree {
                Ok(tree) => self.add(name, &tree)?,
                Err(error) => self.unreadable(name, &error),
            }
        }
        Ok(())
    }

    /// Reads records of renju or gomoku that are not SGF. A database is read game by game.
    fn read_five(&mut self, name: &str, kind: FileKind, text: impl BufRead) -> Result<(), Stop> {
        if kind == FileKind::Database {
            for item in RifReader::new(text) {
                let (sgf, faults) = rif_game(item);
                faults.iter().for_each(|fault| self.unreadable(name, fault));
                self.read_trees(name, sgf.as_bytes())?;
            }
            return Ok(());
        }
        let bytes = match read_all(text) {
            Ok(bytes) => bytes,
            Err(error) => {
                self.unreadable(name, &error);
                return Ok(());
            }
        };
        match convert(name, &bytes, USUAL_LINES, None) {
            None => self.read_trees(name, bytes.as_slice()),
            Some(Err(error)) => {
                self.unreadable(name, &error);
                Ok(())
            }
            Some(Ok(converted)) => {
                converted.warnings.iter().for_each(|warning| self.unreadable(name, warning));
                self.read_trees(name, converted.sgf.as_bytes())
            }
        }
    }

    /// Reads records of a Go server.
    fn read_server_file(
        &mut self,
        name: &str,
        kind: ServerFileKind,
        text: impl BufRead,
    ) -> Result<(), Stop> {
        let games = read_all(text).map(|file| go::as_sgf(kind, &file));
        match games {
            Ok(Ok(games)) => {
                games.problems.iter().for_each(|problem| self.unreadable(name, problem));
                return self.read_trees(name, games.sgf.as_bytes());
            }
            Ok(Err(error)) => self.unreadable(name, &error),
            Err(error) => self.unreadable(name, &error),
        }
        Ok(())
    }

    fn read_xiangqi(&mut self, name: &str, file: &[u8]) -> Result<(), Stop> {
        match xiangqi::as_sgf(file) {
            Ok((sgf, warnings)) => {
                warnings.iter().for_each(|warning| self.unreadable(name, warning));
                self.read_trees(name, sgf.as_bytes())
            }
            Err(error) => {
                self.unreadable(name, &error);
                Ok(())
            }
        }
    }
}

fn read_all(text: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    text.take(PIECE_BYTES).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Turns a folder's name into a single word without control characters.
fn sanitize_name(name: &str) -> String {
    let plain: String = name
        .chars()
        .map(|c| if c.is_control() || c == ',' { ' ' } else { c })
        .take(MAX_NAME_LENGTH)
        .collect();
    let words: Vec<&str> = plain.split_whitespace().collect();
    if words.is_empty() { "games".to_owned() } else { words.join("_") }
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

#[cfg(test)]
mod tests;
