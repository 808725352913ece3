//! Patterns in the games of books.

pub mod request;
pub mod response;
