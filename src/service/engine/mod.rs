//! Other engines: the analysis protocol, evaluation of a book, and matches; weights of our own.

pub mod analysis;
pub mod contest;
pub mod evaluate;
pub mod weights;
