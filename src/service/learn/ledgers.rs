//! The ledger as a whole: merging another one, and reading it again when books have grown.

use crate::learn::Learning;
use std::sync::Arc;
use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread;

use crate::book::Book;
use crate::error::ServiceError;
use crate::review::found::find_book_moves;
use joseki_ledger::EdgeKey;
use joseki_store::{EntryCounts, LedgerRow, Store, StoreError};

/// Rows buffered between the two ledgers.
const ROWS_IN_FLIGHT: usize = 256;

impl Learning<'_> {
    /// Merges the results of another store. Their moves are looked up in the books of this one.
    /// Merging the same store again changes nothing. The audit names `who` for replaced results.
    ///
    /// # Errors
    /// A game is in both stores and differs, or a store fails; nothing is changed then.
    pub fn merge(&self, other: Arc<dyn Store>, who: &str) -> Result<EntryCounts, ServiceError> {
        let books = self.all_books()?;
        let (rows, incoming) = sync_channel(ROWS_IN_FLIGHT);
        let reading = thread::Builder::new()
            .name("merge".to_owned())
            .spawn(move || read(other.as_ref(), &books, &rows))?;
        let merged = self.service.store.merge_ledger(Box::new(incoming.into_iter()), who);
        // Its errors came through the channel.
        drop(reading.join());
        self.refresh_standing()?;
        Ok(merged?)
    }

    /// Looks up the books' present moves in every game of the ledger. Returns the number of games
    /// in which they differ from before.
    ///
    /// # Errors
    /// The store fails; nothing is changed then.
    pub fn relearn(&self) -> Result<u64, ServiceError> {
        let books = self.all_books()?;
        let mut changed: Vec<(String, Vec<EdgeKey>)> = Vec::new();
        self.service.store.for_each_ledger_row(&mut |row| {
            let entry = row.entry;
            // It was checked when it was entered.
            if let Ok(found) = find_book_moves(&books, &entry.record, entry.color)
                && found.edges != entry.edges
            {
                changed.push((entry.game, found.edges));
            }
            true
        })?;
        let games = changed.len() as u64;
        if games > 0 {
            self.service.store.recount(Some(Box::new(changed.into_iter())))?;
            self.refresh_standing()?;
        }
        Ok(games)
    }

    /// Recomputes all sums from the games of the ledger and the players' answers. Returns how many
    /// were wrong.
    ///
    /// # Errors
    /// The store fails; nothing is changed then.
    pub fn recount(&self) -> Result<u64, ServiceError> {
        let wrong = self.service.store.recount(None)? + self.service.store.recount_answers()?;
        self.refresh_standing()?;
        Ok(wrong)
    }
}

fn read(other: &dyn Store, books: &[Arc<Book>], rows: &SyncSender<Result<LedgerRow, String>>) {
    let read = other.for_each_ledger_row(&mut |mut row| {
        let found = find_book_moves(books, &row.entry.record, row.entry.color);
        let row = found.map(|found| {
            row.entry.edges = found.edges;
            row
        });
        // The receiver is gone if the merge has failed.
        rows.send(row.map_err(|error| error.to_string())).is_ok()
    });
    if let Err(error) = read {
        drop(rows.send(Err(StoreError::to_string(&error))));
    }
}
