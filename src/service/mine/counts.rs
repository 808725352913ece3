//! Export and import of a book's counts as text.

use std::io;
use std::sync::{Arc, PoisonError};

use super::entries;
use crate::book::{Forest, Index};
use crate::cancel::checkpoint;
use crate::format::book_file::{BookFile, Contents, FileSink};
use crate::mine::{Entry, Pruner, Settings, TallyWriter, counts_head, counts_line, read_counts};
use crate::service::BookRef;
use crate::service::curate::book_file::not_written;
use crate::service::error::ServiceError;
use crate::service::service::Service;
use crate::store::{BookChange, ChangeKind, ChangeNote, GamesChange, StoreError};

impl Service {
    /// Returns the counts of a book's moves as text, without the moves that pruning removed.
    ///
    /// # Errors
    /// Unknown book, or a book without counted games.
    pub fn export_counts(&self, book: &str) -> Result<Vec<u8>, ServiceError> {
        let mut file = BookFile::default();
        self.write_counts(book, &mut file)?;
        Ok(file.bytes)
    }

    /// Writes the text of [`Service::export_counts`], part by part.
    ///
    /// # Errors
    /// The same; or the output fails or is cancelled.
    pub fn write_counts(&self, book: &str, out: &mut dyn FileSink) -> Result<(), ServiceError> {
        let held = self.book_to_export(&BookRef::current(book))?;
        if !held.index.counts_games() {
            return Err(ServiceError::NothingCounted { book: held.info.name.clone() });
        }
        write_counts(&held.index, out).map_err(not_written)
    }

    /// Imports counts from a text into a book that has none: adds the nodes that its pruning keeps.
    /// Later games add to these counts.
    ///
    /// # Errors
    /// Text without counts, unknown book, book that already has counts.
    pub fn import_counts(&self, book: &str, file: &str, text: &str) -> Result<(), ServiceError> {
        let _guard = self.changing.lock().unwrap_or_else(PoisonError::into_inner);
        let unknown = || StoreError::NotFound { what: format!("book \"{book}\"") };
        let (info, before) = self.store.load(book)?.ok_or_else(unknown)?;
        let (cohorts, entries) = read_counts(before.variant().alphabet(), text)
            .map_err(|error| ServiceError::Counts { file: file.to_owned(), error })?;
        if let Some(cohort) = before.cohorts().first() {
            return Err(ServiceError::DuplicateCounts {
                book: book.to_owned(),
                from: cohort.source.clone(),
            });
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
        self.store.apply_games(&change, games)?;
        self.reload(book)
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
        self.book(book)?;
        let counted = self.store.counted(book)?;
        entries(&Arc::clone(&self.store), book, &counted, &mut |entry| {
            each(entry);
            Ok(())
        })
    }
}

fn write_counts(index: &Index, out: &mut dyn FileSink) -> io::Result<()> {
    out.begin(&Contents::default())?;
    out.write_all(counts_head(index.cohorts()).as_bytes())?;
    for (depth, node) in index.walk() {
        checkpoint()?;
        if let Some(tally) = index.tally(node) {
            let step = index.step(node);
            out.write_all(counts_line(&Entry { depth, step, tally }).as_bytes())?;
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
    forest.mark_leaves();
    parts
}
