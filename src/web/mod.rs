//! The embedded browser page: the files of `dist/`, compiled into the binary.
//!
//! - [`file()`], [`PageFile`]: a file of the page with its media type and hash
//! - [`INDEX`], [`ASSETS`], [`LICENSES`], [`POLICY`]: the start page, the cacheable files, the
//!   licence texts, and the content security policy

mod files;

pub use files::{ASSETS, INDEX, LICENSES, POLICY, PageFile, file};
