//! Handlers for curators: books, nodes, edits, changes, conditions, imports and exports.

pub mod books;
pub mod conditions;
pub mod edit_node;
pub mod editing;
pub mod edits;
pub mod export;
pub mod history;
pub mod if_match;
pub mod import;
pub mod merging;
pub mod nodes;
pub mod orientation;
pub mod published;
pub mod reverting;
pub mod search;
pub mod shelves;
pub mod stream;
