//! The JSON of questions and answers, the same at every door, apart from the domain's own types.
//!
//! - [`NextRequest`], [`NextResponse`]: the next move on a whole board
//! - [`moves`]: moves and stones as one text, for addresses and command lines
//! - [`BookJson`], [`LinesJson`], [`NodeJson`]: books and what is in them
//! - [`ImportJson`]: the account of an import
//! - [`CornerChoice`], [`HandednessChoice`]: how a book is laid on the board
//! - [`NewKeyJson`], [`KeyJson`], [`CreatedKeyJson`]: keys
//! - [`RequestError`]: a request that makes no sense, with its field

mod book;
mod coords;
mod error;
mod frame;
mod import;
mod key;
pub mod moves;
mod next_request;
mod next_response;
mod node;

pub use book::{BookJson, BooksJson, LineJson, LinesJson};
pub use coords::Coords;
pub use error::RequestError;
pub use frame::{CornerChoice, HandednessChoice};
pub use import::{ConflictJson, FileImportJson, ImportJson, MergedJson, RefusalJson};
pub use key::{CreatedKeyJson, KeyJson, NewKeyJson, ScopeChoice};
pub use next_request::{FailedConditionsJson, NextParameters, NextRequest};
pub use next_response::{
    BookVersionJson, CandidateJson, ConditionJson, CornerJson, FilteredJson, LeftBookJson,
    NextResponse, StatisticsJson,
};
pub use node::{ChildJson, MarkJson, NodeJson, NodeView};
