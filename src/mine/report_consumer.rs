//! Consumers that add each record to a report.

use std::io;

use super::collect::{RecordConsumer, RecordPlace, Worker};
use joseki_format::sgf::GameTree;

/// Defects listed in a report; further ones are only counted.
const MAX_DEFECTS: usize = 100;

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
