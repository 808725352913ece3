//! The embedded page: the files of `web/dist`, which are in the binary and are not looked for on a disk.
//!
//! - [`file()`], [`File`]: a file of the page with its kind and its hash
//! - [`INDEX`], [`ASSETS`], [`POLICY`]: where the page begins, what may be kept for ever, and what it may load

mod files;
mod kind;

pub use files::{ASSETS, File, INDEX, POLICY, file};
