//! The embedded browser page: the files of `web/dist`, compiled into the binary.
//!
//! - [`file()`], [`PageFile`]: a file of the page with its media type and hash
//! - [`INDEX`], [`ASSETS`], [`POLICY`]: the start page, the cacheable files, and the content
//!   security policy

mod files;

pub use files::{ASSETS, INDEX, POLICY, PageFile, file};
