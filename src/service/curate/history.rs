//! The log of changes: changes of a book and of a node, and single changes.

use crate::curate::Curation;
use crate::curate::error::ChangeError;
use crate::error::ServiceError;
use crate::page;
use crate::past::BookRef;
use joseki_base::cancel::checkpoint;
use joseki_book::{Delta, Line, NodeChange};
use joseki_store::{ChangeQuery, ChangeRow, NodeLogEntry};

/// A page of the log.
#[derive(Clone, Debug)]
pub struct ChangePage {
    /// Changes in the requested order.
    pub changes: Vec<ChangeRow>,
    /// Cursor of the next page: it starts before (or after) the change of this number. None on the
    /// last page.
    pub next: Option<i64>,
}

/// A change with some of the nodes that it changed.
#[derive(Clone, Debug)]
pub struct ChangedNodesPage {
    /// The change.
    pub change: ChangeRow,
    /// The nodes, ordered by line.
    pub nodes: Vec<NodeChange>,
    /// Whether others follow.
    pub has_more: bool,
}

/// A page of a node's changes, newest first.
#[derive(Clone, Debug)]
pub struct NodeChangePage {
    /// Canonical line of the node.
    pub line: Line,
    /// Changes of the node.
    pub changes: Vec<NodeLogEntry>,
    /// Cursor of the next page: it starts before the change of this number. None on the last page.
    pub next: Option<i64>,
}

impl Curation<'_> {
    /// Returns a page of the log.
    ///
    /// # Errors
    /// A book that never existed, or an unreadable store.
    pub fn changes(&self, query: &ChangeQuery) -> Result<ChangePage, ServiceError> {
        let limit = query.limit.saturating_add(1);
        let mut changes = self.service.store.changes(&ChangeQuery { limit, ..query.clone() })?;
        if let (true, Some(book)) = (changes.is_empty(), &query.book) {
            self.check_existed(book)?;
        }
        let next = page::truncate(&mut changes, query.limit).map(|row| row.id);
        Ok(ChangePage { changes, next })
    }

    /// Returns one change with everything that it changed.
    ///
    /// # Errors
    /// Unknown change or unreadable store.
    pub fn change(&self, id: i64) -> Result<(ChangeRow, Delta), ServiceError> {
        let change = self.service.store.change(id)?;
        change.ok_or_else(|| ChangeError::Unknown { id }.into())
    }

    /// Returns one change with at most `limit` of the nodes that it changed, those after a line if
    /// one is given, and whether others follow.
    ///
    /// # Errors
    /// Unknown change or unreadable store.
    pub fn change_page(
        &self,
        id: i64,
        after: Option<&str>,
        limit: usize,
    ) -> Result<ChangedNodesPage, ServiceError> {
        let mut after = after.map(str::to_owned);
        loop {
            checkpoint()?;
            let found =
                self.service.store.change_page(id, after.as_deref(), limit.saturating_add(1))?;
            let (change, mut nodes) = found.ok_or(ChangeError::Unknown { id })?;
            after = page::truncate(&mut nodes, limit).map(|node| node.line.to_string());
            let nodes = self.visible_changes(&change.book, nodes)?;
            // A page of withheld nodes alone would look like the last one.
            if !nodes.is_empty() || after.is_none() {
                return Ok(ChangedNodesPage { change, nodes, has_more: after.is_some() });
            }
        }
    }

    /// Returns a page of the changes of one node, which may be deleted.
    ///
    /// # Errors
    /// Unknown book, a node that never existed, or an unreadable store.
    pub fn node_changes(
        &self,
        book: &str,
        line: &Line,
        before: Option<i64>,
        limit: usize,
    ) -> Result<NodeChangePage, ServiceError> {
        let line = line.canonical();
        self.service.book_info(book)?;
        let asked = limit.saturating_add(1);
        let mut changes = self.service.store.node_changes(book, &line, before, asked)?;
        let nodes = changes.iter().map(|log| log.node.clone()).collect();
        let visible = self.visible_changes(book, nodes)?;
        changes.retain(|log| visible.contains(&log.node));
        let is_or_was = !changes.is_empty() || before.is_some() || self.has_node(book, &line)?;
        if !is_or_was {
            return Err(ServiceError::UnknownNode { book: book.to_owned(), line });
        }
        let next = page::truncate(&mut changes, limit).map(|log| log.change.id);
        Ok(NodeChangePage { line, changes, next })
    }

    /// Whether a book has the node of a line, retired or not.
    fn has_node(&self, book: &str, line: &Line) -> Result<bool, ServiceError> {
        self.service.ask(&BookRef::current(book), |held| Ok(held.has(line)))
    }

    /// Returns the number of the last change in the log; 0 if there is none.
    ///
    /// # Errors
    /// The store cannot be read.
    pub fn last_change(&self) -> Result<i64, ServiceError> {
        Ok(self.service.store.last_change()?)
    }

    fn check_existed(&self, book: &str) -> Result<(), ServiceError> {
        let ever = self.service.store.changes(&ChangeQuery {
            book: Some(book.to_owned()),
            limit: 1,
            ..ChangeQuery::default()
        })?;
        if ever.is_empty() { Err(self.service.unknown_book(book)?) } else { Ok(()) }
    }
}
