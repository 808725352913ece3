//! The writer thread, which groups waiting changes into one commit.

use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Condvar, Mutex, OnceLock, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use rusqlite::Connection;

use super::place::FileLocation;
use super::request::{PendingWrite, WriteRequest};
use crate::StoreError;
use crate::sql::fault::Fault;
use crate::write_stats::WriteStats;
use joseki_base::cancel::{Cancelled, is_cancelled};

/// Maximum number of changes in one transaction.
const GROUP: usize = 64;

/// Capacity of the queue; further callers block until there is space.
const WAITING: usize = 4 * GROUP;

/// How often a write that waits looks whether its caller is still there.
const CALLER_CHECK: Duration = Duration::from_millis(50);

/// Number of pages from which the log is checkpointed between two groups.
const LONG_LOG: i64 = 1000;

/// Handle of the writer thread.
pub(super) struct StoreWriter {
    file: String,
    queue: Mutex<Option<SyncSender<WriterMessage>>>,
    /// The reason why writes are refused.
    refusal: OnceLock<String>,
    /// Whether writes wait, and how they learn that they need not any more.
    held: (Mutex<bool>, Condvar),
    thread: Mutex<Option<JoinHandle<Result<(), StoreError>>>>,
    place: Arc<FileLocation>,
    pub(super) stats: Arc<WriteStats>,
}

impl StoreWriter {
    /// Starts the writer thread, which owns the connection.
    pub(super) fn start(
        conn: Connection,
        place: FileLocation,
        file: &str,
    ) -> Result<StoreWriter, Fault> {
        let place = Arc::new(place);
        // SQLite would checkpoint within the commit that exceeds the limit; see `shorten_log`.
        conn.pragma_update(None, "wal_autocheckpoint", 0)?;
        let (queue, requests) = sync_channel(WAITING);
        let file = file.to_owned();
        let stats = Arc::<WriteStats>::default();
        let desk = WriterThread {
            conn,
            file: file.clone(),
            requests,
            place: Arc::clone(&place),
            stats: Arc::clone(&stats),
        };
        let thread = std::thread::Builder::new()
            .name("store-writer".to_owned())
            .spawn(move || desk.run())?;
        Ok(StoreWriter {
            file,
            queue: Mutex::new(Some(queue)),
            refusal: OnceLock::new(),
            held: <(Mutex<bool>, Condvar)>::default(),
            thread: Mutex::new(Some(thread)),
            place,
            stats,
        })
    }

    /// Executes a change on the writer thread and waits until it is durable.
    pub(super) fn write<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Connection) -> Result<T, Fault> + Send + 'static,
    ) -> Result<T, StoreError> {
        self.wait_until_released()?;
        if let Some(detail) = self.refusal() {
            let file = self.file.clone();
            return Err(StoreError::Damaged { file, detail });
        }
        let (reply, answer) = channel();
        let change = PendingWrite::new(&self.file, work, reply);
        self.stats.enqueued();
        let sent = self.send(WriterMessage::Write(Box::new(change)));
        sent.inspect_err(|_| self.stats.dequeued())?;
        answer.recv().map_err(|_| self.closed())?
    }

    /// Makes later writes wait, or no longer.
    pub(super) fn hold(&self, holds: bool) {
        let (held, changed) = &self.held;
        *held.lock().unwrap_or_else(PoisonError::into_inner) = holds;
        changed.notify_all();
    }

    fn wait_until_released(&self) -> Result<(), StoreError> {
        let (held, changed) = &self.held;
        let mut holds = held.lock().unwrap_or_else(PoisonError::into_inner);
        while *holds {
            if is_cancelled() {
                return Err(StoreError::Cancelled(Cancelled));
            }
            let waited = changed.wait_timeout(holds, CALLER_CHECK);
            holds = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        Ok(())
    }

    /// Makes all later writes fail.
    pub(super) fn refuse(&self, why: String) {
        // The first reason is the most informative one.
        drop(self.refusal.set(why));
    }

    /// The reason why writes are refused, if they are.
    pub(super) fn refusal(&self) -> Option<String> {
        self.refusal.get().cloned()
    }

    /// Checks that the database is still in place; succeeds if it was closed.
    pub(super) fn check_place(&self) -> Result<(), StoreError> {
        let queue = self.queue.lock().map_err(|_| self.closed())?.clone();
        queue.map_or(Ok(()), |_open| self.place.check())
    }

    /// Checkpoints the log into the main file.
    pub(super) fn checkpoint(&self) -> Result<(), StoreError> {
        let (reply, answer) = channel();
        self.send(WriterMessage::Checkpoint(reply))?;
        answer.recv().map_err(|_| self.closed())?
    }

    /// Finishes the queue and ends the thread. Closing again does nothing.
    pub(super) fn close(&self) -> Result<(), StoreError> {
        self.hold(false);
        drop(self.queue.lock().map_err(|_| self.closed())?.take());
        let thread = self.thread.lock().map_err(|_| self.closed())?.take();
        thread.map_or(Ok(()), |thread| thread.join().map_err(|_| self.closed())?)
    }

    fn send(&self, message: WriterMessage) -> Result<(), StoreError> {
        let queue = self.queue.lock().map_err(|_| self.closed())?.clone();
        let queue = queue.ok_or_else(|| self.closed())?;
        queue.send(message).map_err(|_| self.closed())
    }

    fn closed(&self) -> StoreError {
        StoreError::Closed { file: self.file.clone() }
    }
}

enum WriterMessage {
    Write(Box<dyn WriteRequest>),
    Checkpoint(Sender<Result<(), StoreError>>),
}

/// State of the writer thread.
struct WriterThread {
    conn: Connection,
    file: String,
    requests: Receiver<WriterMessage>,
    place: Arc<FileLocation>,
    stats: Arc<WriteStats>,
}

impl WriterThread {
    fn run(self) -> Result<(), StoreError> {
        let mut next = None;
        while let Some(message) = next.take().or_else(|| self.requests.recv().ok()) {
            match message {
                WriterMessage::Write(first) => next = self.write_group(first),
                WriterMessage::Checkpoint(reply) => drop(reply.send(self.checkpoint())),
            }
        }
        self.end_filling();
        match self.checkpoint() {
            // Another program is still using the file; the log stays, and nothing is lost.
            Err(StoreError::Busy { .. }) => Ok(()),
            done => done,
        }
    }

    /// Switches a file that was filled with a rollback journal to a log, unless it was replaced
    /// meanwhile. If another program is using the file, the next opening switches it.
    fn end_filling(&self) {
        let mode: rusqlite::Result<String> =
            self.conn.query_row("PRAGMA journal_mode", [], |row| row.get(0));
        if mode.is_ok_and(|mode| mode == "delete") && self.place.check().is_ok() {
            drop(super::connection::use_log(&self.conn, &self.file));
        }
    }

    /// Commits the waiting changes; returns the message that ended the group, if it was not a
    /// change.
    fn write_group(&self, first: Box<dyn WriteRequest>) -> Option<WriterMessage> {
        let mut group = vec![first];
        let mut next = None;
        while group.len() < GROUP && next.is_none() {
            match self.requests.try_recv() {
                Ok(WriterMessage::Write(request)) => group.push(request),
                Ok(other) => next = Some(other),
                Err(_) => break,
            }
        }
        group.iter().for_each(|_| self.stats.dequeued());
        let begun = Instant::now();
        let failure = self.commit(&mut group).err();
        match failure {
            None => self.stats.committed(group.len(), begun.elapsed()),
            Some(_) => self.stats.failed(),
        }
        for request in group {
            request.respond(failure.clone());
        }
        self.checkpoint_if_long();
        next
    }

    /// Checkpoints the log once it is long. This follows the responses, since a commit is durable
    /// without it and the checkpoint of a large commit takes about as long as the commit did. A
    /// failed checkpoint is repeated after the next commit.
    fn checkpoint_if_long(&self) {
        let pages = self.checkpoint_pages("NOOP");
        if pages.is_ok_and(|(log, moved)| log >= LONG_LOG && moved < log) {
            drop(self.checkpoint_pages("PASSIVE"));
        }
    }

    /// Runs a checkpoint; returns the number of pages in the log, and how many of them are in the
    /// main file.
    fn checkpoint_pages(&self, mode: &str) -> rusqlite::Result<(i64, i64)> {
        let sql = format!("PRAGMA wal_checkpoint({mode})");
        let mut statement = self.conn.prepare_cached(&sql)?;
        statement.query_row([], |row| Ok((row.get(1)?, row.get(2)?)))
    }

    /// Commits a group in one transaction; an error applies to all of them.
    fn commit(&self, group: &mut [Box<dyn WriteRequest>]) -> Result<(), StoreError> {
        self.execute("BEGIN IMMEDIATE")?;
        let made = group.iter_mut().try_for_each(|request| self.execute_change(request.as_mut()));
        // Checked last: the file may be replaced during a long transaction.
        let there = made.and_then(|()| self.place.check());
        let committed = there.and_then(|()| self.execute("COMMIT"));
        if committed.is_err() && !self.conn.is_autocommit() {
            // If even this fails, so does the next BEGIN, with an error.
            drop(self.execute("ROLLBACK"));
        }
        committed
    }

    /// Executes one change in its savepoint. A failed change only affects itself, unless SQLite
    /// rolled back the whole transaction (as it may on a full disk).
    fn execute_change(&self, request: &mut dyn WriteRequest) -> Result<(), StoreError> {
        self.execute("SAVEPOINT change")?;
        match request.execute(&self.conn) {
            Ok(()) => self.execute("RELEASE change"),
            Err(failure) if self.conn.is_autocommit() => Err(failure),
            Err(_) => self.execute("ROLLBACK TO change; RELEASE change"),
        }
    }

    fn checkpoint(&self) -> Result<(), StoreError> {
        let sql = "PRAGMA wal_checkpoint(TRUNCATE)";
        let blocked: Result<bool, _> = self.conn.query_row(sql, [], |row| row.get(0));
        if blocked.map_err(|error| Fault::from(error).at(&self.file))? {
            Err(self.busy())
        } else {
            Ok(())
        }
    }

    fn busy(&self) -> StoreError {
        StoreError::Busy { file: self.file.clone() }
    }

    fn execute(&self, sql: &str) -> Result<(), StoreError> {
        let done = self.conn.execute_batch(sql);
        done.map_err(|error| Fault::from(error).at(&self.file))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::StoreStats;
    use crate::sqlite::connection::{self, Sharing};
    use crate::sqlite::migration;
    use joseki_base::cancel::{self, Progress};
    use std::sync::mpsc::channel;
    use tempfile::TempDir;

    const ADD: &str = "INSERT INTO api_key (name, prefix, hash, scopes, created)
                       VALUES ('', ?1, zeroblob(32), '', 0)";

    struct Stage {
        dir: TempDir,
        writer: StoreWriter,
    }

    impl Stage {
        fn new() -> Stage {
            let dir = tempfile::tempdir().unwrap();
            let path = dir.path().join("a.db");
            let conn = connection::open_writer(&path, "a.db", migration::ALL).unwrap();
            let writer =
                StoreWriter::start(conn, FileLocation::new(&path, "a.db"), "a.db").unwrap();
            Stage { dir, writer }
        }

        fn stats(&self) -> StoreStats {
            self.writer.stats.read()
        }

        /// Counts the rows that another connection sees.
        fn rows(&self) -> i64 {
            count(&connection::open_reader(&self.dir.path().join("a.db"), Sharing::Shared).unwrap())
        }

        /// Queues these changes together; returns their results.
        fn write_together(&self, works: Vec<TestWrite>) -> Vec<Result<i64, StoreError>> {
            let (go, wait) = channel::<()>();
            let (busy, started) = channel();
            let first = self.queue(Box::new(move |_| {
                busy.send(()).unwrap();
                wait.recv().unwrap();
                Ok(0)
            }));
            // Its group is closed now, so all others go into the next one.
            started.recv().unwrap();
            let answers: Vec<_> = works.into_iter().map(|work| self.queue(work)).collect();
            go.send(()).unwrap();
            first.recv().unwrap().ok();
            answers.into_iter().map(|answer| answer.recv().unwrap()).collect()
        }

        fn queue(&self, work: TestWrite) -> Receiver<Result<i64, StoreError>> {
            let (reply, answer) = channel();
            let change = PendingWrite::new("a.db", work, reply);
            self.writer.stats.enqueued();
            self.writer.send(WriterMessage::Write(Box::new(change))).unwrap();
            answer
        }
    }

    type TestWrite = Box<dyn FnOnce(&Connection) -> Result<i64, Fault> + Send>;

    fn count(conn: &Connection) -> i64 {
        let sql = "SELECT count(*) FROM api_key";
        conn.query_row(sql, [], |row| row.get(0)).unwrap()
    }

    fn add(prefix: usize) -> TestWrite {
        Box::new(move |conn| {
            conn.execute(ADD, [prefix.to_string()])?;
            Ok(count(conn))
        })
    }

    #[test]
    fn held_writes_wait_for_their_release_or_their_caller() {
        let stage = Stage::new();
        stage.writer.hold(true);
        let add =
            |prefix: &'static str| stage.writer.write(move |conn| Ok(conn.execute(ADD, [prefix])?));
        let progress = Arc::<Progress>::default();
        std::thread::scope(|scope| {
            let held = scope.spawn(|| add("a"));
            let left = scope.spawn(|| cancel::run(Arc::clone(&progress), None, || add("b")));
            assert!(progress.cancel());
            let left = left.join().expect("no panic");
            assert_eq!(left, Err(StoreError::Cancelled(Cancelled)));
            assert!(!held.is_finished());
            assert_eq!(stage.rows(), 0);
            stage.writer.hold(false);
            assert_eq!(held.join().expect("no panic"), Ok(1));
        });
        assert_eq!(stage.rows(), 1);
        stage.writer.hold(true);
        stage.writer.close().unwrap();
        assert!(matches!(add("c"), Err(StoreError::Closed { .. })), "closing ends the wait");
    }

    #[test]
    fn what_waits_goes_into_one_commit() {
        let stage = Arc::new(Stage::new());
        let mut works: Vec<TestWrite> = (0..GROUP - 2).map(add).collect();
        let other = Arc::clone(&stage);
        works.push(Box::new(move |_| Ok(other.rows())));
        let answers = stage.write_together(works);
        let last = GROUP - 2;
        assert_eq!(answers[last], Ok(0), "nobody else saw a row before the last one was done");
        assert_eq!(answers[last - 1], Ok(last as i64));
        assert_eq!(stage.rows(), last as i64);
        let stats = stage.stats();
        assert_eq!((stats.waiting, stats.batches.count), (0, 2));
        assert_eq!(stats.batches.sum, GROUP as f64, "the one that held them up, and all others");
    }

    #[test]
    fn one_that_fails_takes_back_only_itself() {
        let stage = Stage::new();
        let half: TestWrite = Box::new(|conn| {
            conn.execute(ADD, ["half"])?;
            Err(Fault::Damage("half way".to_owned()))
        });
        let answers = stage.write_together(vec![add(1), half, add(2), add(1), add(3)]);
        let kept: Vec<bool> = answers.iter().map(Result::is_ok).collect();
        assert_eq!(kept, [true, false, true, false, true]);
        assert!(matches!(answers[1], Err(StoreError::Corrupt { .. })));
        assert_eq!(stage.rows(), 3);
    }

    #[test]
    fn a_transaction_that_is_gone_is_everybodys_error() {
        let stage = Stage::new();
        // As SQLite itself does on a full disk.
        let gone: TestWrite = Box::new(|conn| {
            conn.execute_batch("ROLLBACK")?;
            Err(StoreError::DiskFull { file: "a.db".to_owned() }.into())
        });
        let answers = stage.write_together(vec![add(1), gone, add(2)]);
        for answer in answers {
            assert!(matches!(answer, Err(StoreError::DiskFull { .. })), "{answer:?}");
        }
        assert_eq!(stage.rows(), 0);
        assert_eq!(stage.stats().failed, 1);
        assert_eq!(stage.writer.write(add(3)), Ok(1), "and the next one succeeds");
    }

    #[test]
    fn after_a_panic_the_writer_is_closed_and_nothing_is_kept() {
        let stage = Stage::new();
        let answer = stage.writer.write::<i64>(|conn| {
            conn.execute(ADD, ["half"])?;
            panic!("on purpose")
        });
        let closed = Err(StoreError::Closed { file: "a.db".to_owned() });
        assert_eq!(answer, closed);
        assert_eq!(stage.writer.write(add(1)), closed);
        assert!(stage.writer.checkpoint().is_err() && stage.writer.close().is_err());
        assert_eq!(stage.rows(), 0);
    }

    #[test]
    fn closing_writes_what_is_waiting() {
        let stage = Stage::new();
        let answers: Vec<_> = (0..2 * GROUP).map(|prefix| stage.queue(add(prefix))).collect();
        stage.writer.close().unwrap();
        assert!(answers.into_iter().all(|answer| answer.recv().unwrap().is_ok()));
        assert_eq!(stage.rows(), 2 * GROUP as i64);
    }
}
