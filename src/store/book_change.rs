//! An edit of a book on its way into the store.

use super::BookInfo;
use crate::book::{Forest, NodeId};

/// What is to be written of a book that was edited.
///
/// The root may be in `updated`; it is there as soon as the book is.
#[derive(Clone, Debug)]
pub struct BookChange<'a> {
    /// The book's name.
    pub book: &'a str,
    /// The version that was edited; 0 for a book that is new.
    pub expected_version: u64,
    /// The book as it is after the edit.
    pub forest: &'a Forest,
    /// The nodes that the store does not have yet, in any order. A node's stored id does not count
    /// if it is here, so that a book loaded under one name can be written under another.
    pub inserted: Vec<NodeId>,
    /// The nodes whose data, end mark or origin (`mined`) changed.
    pub updated: Vec<NodeId>,
    /// The stored ids of nodes that are gone, in any order; with a node go all that follow from it. A
    /// node may be inserted in the place of one of them.
    pub deleted: Vec<i64>,
    /// Who changed it and with what, for the log.
    pub source: &'a str,
}

impl<'a> BookChange<'a> {
    /// A whole forest as a new book.
    #[must_use]
    pub fn new_book(book: &'a str, forest: &'a Forest, source: &'a str) -> BookChange<'a> {
        BookChange {
            book,
            expected_version: 0,
            forest,
            inserted: forest.nodes().skip(1).map(|(id, _)| id).collect(),
            updated: vec![NodeId::ROOT],
            deleted: Vec::new(),
            source,
        }
    }
}

/// What became of a change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Applied {
    /// The book as it is now.
    pub info: BookInfo,
    /// Under which id each inserted node is kept, and the root of a new book.
    pub ids: Vec<(NodeId, i64)>,
}
