//! Smart Game Format (SGF FF\[3\] and FF\[4\]): reads and writes trees of nodes and properties.
//!
//! This module is independent of any game: it knows neither what properties mean nor how points are
//! written. All rules follow the FF\[4\] specification.
//!
//! - [`read_collection`] reads all game trees of a file in memory.
//! - [`read_file`] does the same and rejects files that are not SGF.
//! - [`TreeReader`] reads one game tree at a time from a stream of any length.
//! - [`GameTree`] is the result of both; [`NodeRef`], [`PropertyRef`] and [`RawValue`] give access
//!   to it.
//! - [`Writer`] and [`write_tree`] write SGF in UTF-8.

mod charset;
mod error;
mod extent;
mod file;
mod guess;
mod limits;
mod parse;
mod reader;
mod scanner;
mod start;
mod stream;
mod token;
mod tree;
mod value;
mod warning;
mod writer;

pub use charset::{Charset, CharsetSource};
pub use error::{LimitKind, SgfError};
pub use file::read_file;
pub use guess::{TextEncoding, UnknownEncoding};
pub use limits::Limits;
pub use reader::{Collection, TreeReader, read_collection};
pub(super) use start::starts_tree;
pub use tree::{Children, GameTree, NodeRef, Nodes, Properties, PropertyRef, SgfNodeId, Values};
pub use value::RawValue;
pub use warning::{Warning, WarningKind};
pub(super) use writer::escape;
pub use writer::{WriteError, Writer, write_tree};
