//! JSON of books, nodes, edits, changes, conditions and imports.

pub mod book;
pub mod change;
pub mod conditions;
pub mod edit;
pub mod edits;
pub mod export;
pub mod import;
pub mod node;
pub mod outcome;
pub mod patch;
pub mod phrase;
pub mod published;
pub mod search;
pub mod subtree;
