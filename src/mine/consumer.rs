//! What records are read for: consumers, among them those that add each record to a report.

use std::io;

use joseki_format::sgf::GameTree;

/// Defects listed in a report; further ones are only counted.
const MAX_DEFECTS: usize = 100;

/// How much of a collection has been read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReadProgress {
    /// Bytes read, as stored on disk (compressed in archives).
    pub bytes: u64,
    /// Bytes in total.
    pub total: u64,
    /// Records read.
    pub games: u64,
}

/// Processes a collection's records; shared by its workers.
pub trait RecordConsumer: Sync {
    /// Processes records on one thread.
    type Worker<'a>: Worker<Part = Self::Part>
    where
        Self: 'a;
    /// What workers hand over, if the order of the records matters.
    type Part: Send;

    /// Creates a worker, one for each thread.
    fn worker(&self) -> Self::Worker<'_>;

    /// Returns the number of records seen so far.
    fn games(&self) -> u64;

    /// Counts an item that is not a game record.
    fn skipped(&self);

    /// Records an item that could not be read.
    fn unreadable(&self, what: String);

    /// Accepts a part. Parts come in the order of their records, which threads do not change, one at
    /// a time.
    ///
    /// # Errors
    /// If it cannot be stored.
    fn accept(&self, part: Self::Part) -> io::Result<()> {
        drop(part);
        Ok(())
    }
}

/// Where a record is.
#[derive(Clone, Copy, Debug)]
pub struct RecordPlace<'a> {
    /// The name of its text: the file on disk, followed by the entries of archives.
    pub name: &'a str,
    /// The file on disk.
    pub path: &'a str,
    /// The name of its collection.
    pub source: &'a str,
}

/// Processes records on one thread.
pub trait Worker {
    /// See [`RecordConsumer::Part`].
    type Part;

    /// Processes one record.
    ///
    /// # Errors
    /// If the result cannot be stored.
    fn add(&mut self, place: RecordPlace<'_>, tree: &GameTree) -> io::Result<()>;

    /// Returns what was added since the last call, for [`RecordConsumer::accept`].
    fn take(&mut self) -> Option<Self::Part> {
        None
    }

    /// Returns the size of that in bytes.
    fn bytes(&self) -> usize {
        0
    }

    /// Completes this worker's part.
    ///
    /// # Errors
    /// If the rest cannot be stored.
    fn finish(self) -> io::Result<()>
    where
        Self: Sized,
    {
        Ok(())
    }
}

/// Counts of a report that do not depend on what its records are read for.
pub struct ReportCounts<'a> {
    /// Records read.
    pub seen: &'a mut u64,
    /// Files and archive entries that are not game records.
    pub skipped: &'a mut u64,
    /// Texts or parts of texts that could not be read.
    pub unreadable: &'a mut u64,
    /// Descriptions of unreadable texts with their places; the first 100.
    pub defects: &'a mut Vec<String>,
}

/// A [`RecordConsumer`] whose workers share a report and add to it record by record.
pub trait ReportConsumer: Sync {
    /// Calls a function with the counts of the report.
    fn with_counts<T>(&self, use_counts: impl FnOnce(ReportCounts<'_>) -> T) -> T;

    /// Adds one record, which it counts as seen.
    ///
    /// # Errors
    /// If the record cannot be processed, which stops the run.
    fn add_record(&self, place: RecordPlace<'_>, tree: &GameTree) -> io::Result<()>;
}

impl<C: ReportConsumer> RecordConsumer for C {
    type Worker<'a>
        = ReportWorker<'a, C>
    where
        Self: 'a;
    type Part = ();

    fn worker(&self) -> ReportWorker<'_, C> {
        ReportWorker(self)
    }

    fn games(&self) -> u64 {
        self.with_counts(|counts| *counts.seen)
    }

    fn skipped(&self) {
        self.with_counts(|counts| *counts.skipped += 1);
    }

    fn unreadable(&self, what: String) {
        self.with_counts(|counts| {
            *counts.unreadable += 1;
            if counts.defects.len() < MAX_DEFECTS {
                counts.defects.push(what);
            }
        });
    }
}

/// Adds records to a report on one thread.
pub struct ReportWorker<'a, C>(&'a C);

impl<C: ReportConsumer> Worker for ReportWorker<'_, C> {
    type Part = ();

    fn add(&mut self, place: RecordPlace<'_>, tree: &GameTree) -> io::Result<()> {
        self.0.add_record(place, tree)
    }
}
