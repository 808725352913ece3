//! The log of changes: what happened to a book and to a node, and one change looked at.

use super::error::ServiceError;
use super::service::Service;
use crate::book::{Delta, Line};
use crate::store::{ChangeRow, ChangesAsked, NodeLog};

/// A page of the log.
#[derive(Clone, Debug)]
pub struct ChangePage {
    /// The changes, in the order that was asked for.
    pub changes: Vec<ChangeRow>,
    /// Where the next page starts: before (or after) the change of this number. Nothing on the last page.
    pub next: Option<i64>,
}

/// A page of a node's changes, the newest first.
#[derive(Clone, Debug)]
pub struct NodeChangePage {
    /// The node's canonical line.
    pub line: Line,
    /// The changes.
    pub changes: Vec<NodeLog>,
    /// Where the next page starts: before the change of this number. Nothing on the last page.
    pub next: Option<i64>,
}

impl Service {
    /// A page of the log.
    ///
    /// # Errors
    /// A book that neither is nor was, or the store cannot be read.
    pub fn changes(&self, asked: &ChangesAsked) -> Result<ChangePage, ServiceError> {
        let limit = asked.limit.saturating_add(1);
        let mut changes = self.store.changes(&ChangesAsked {
            limit,
            ..asked.clone()
        })?;
        if let (true, Some(book)) = (changes.is_empty(), &asked.book) {
            self.check_was(book)?;
        }
        let more = changes.len() > asked.limit;
        changes.truncate(asked.limit);
        let next = changes.last().filter(|_| more).map(|row| row.id);
        Ok(ChangePage { changes, next })
    }

    /// One change with all that it changed.
    ///
    /// # Errors
    /// There is none of this number, or the store cannot be read.
    pub fn change(&self, id: i64) -> Result<(ChangeRow, Delta), ServiceError> {
        let change = self.store.change(id)?;
        change.ok_or(ServiceError::UnknownChange { id })
    }

    /// A page of the changes of one node, also of one that is gone.
    ///
    /// # Errors
    /// An unknown book, a node that never was, or the store cannot be read.
    pub fn node_changes(
        &self,
        book: &str,
        line: &Line,
        before: Option<i64>,
        limit: usize,
    ) -> Result<NodeChangePage, ServiceError> {
        let line = line.canonical();
        let held = self.book(book)?;
        let asked = limit.saturating_add(1);
        let mut changes = self.store.node_changes(book, &line, before, asked)?;
        let is_or_was = !changes.is_empty() || before.is_some() || held.has(&line);
        if !is_or_was {
            return Err(ServiceError::UnknownNode {
                book: book.to_owned(),
                line,
            });
        }
        let more = changes.len() > limit;
        changes.truncate(limit);
        let next = changes.last().filter(|_| more).map(|log| log.change.id);
        Ok(NodeChangePage {
            line,
            changes,
            next,
        })
    }

    /// The number of the log's last change; 0 if there was none.
    ///
    /// # Errors
    /// The store cannot be read.
    pub fn last_change(&self) -> Result<i64, ServiceError> {
        Ok(self.store.last_change()?)
    }

    fn check_was(&self, book: &str) -> Result<(), ServiceError> {
        let ever = self.store.changes(&ChangesAsked {
            book: Some(book.to_owned()),
            limit: 1,
            ..ChangesAsked::default()
        })?;
        match ever.is_empty() {
            true => Err(self.unknown_book(book)?),
            false => Ok(()),
        }
    }
}
