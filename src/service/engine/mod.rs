//! Other engines: the analysis protocol, evaluation of a book, and matches.

pub mod analysis;
pub mod contest;
pub mod evaluate;
