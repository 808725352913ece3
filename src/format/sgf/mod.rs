//! Smart Game Format (SGF FF\[3\] and FF\[4\]): reading and writing trees of nodes and properties.
//!
//! Nothing here knows a game, what a property means or how a point is written: that is the
//! business of the modules above. The source for all rules is the FF\[4\] specification.
//!
//! - [`read_collection`] reads all game trees of a file that is in memory;
//! - [`read_file`] does the same and refuses a file that is something else;
//! - [`TreeReader`] reads one game tree at a time from a stream of any length;
//! - [`GameTree`] is what both give, with [`NodeRef`], [`PropertyRef`] and [`RawValue`] to look into it;
//! - [`Writer`] and [`write_tree`] write SGF in UTF-8.

mod charset;
mod error;
mod extent;
mod file;
mod guess;
mod limits;
mod parse;
mod reader;
mod token;
mod tree;
mod value;
mod warning;
mod writer;

pub use charset::{Charset, CharsetSource};
pub use error::{LimitKind, SgfError};
pub use file::read_file;
pub use limits::Limits;
pub use reader::{Collection, TreeReader, read_collection};
pub use tree::{Children, GameTree, NodeId, NodeRef, Nodes, Properties, PropertyRef, Values};
pub use value::RawValue;
pub use warning::{Warning, WarningKind};
pub use writer::{WriteError, Writer, write_tree};
