//! The JSON of questions and answers, the same at every door, apart from the domain's own types.
//!
//! - [`NextRequest`], [`NextResponse`]: the next move on a whole board
//! - [`moves`]: moves and stones as one text, for addresses and command lines
//! - [`StatisticsJson`], [`ProposedJson`], [`TurnsJson`]: what counted games say of a move
//! - [`GamesAsked`]: which of the counted games a question asks about
//! - [`BookJson`], [`CountedBookJson`], [`LinesJson`], [`NodeJson`]: books and what is in them
//! - [`GameJson`], [`ExampleJson`]: counted games
//! - [`AssessJson`]: the account of an assessment
//! - [`SimulateJson`]: what a simulation came to
//! - [`ImportJson`]: the account of an import
//! - [`MineJson`]: the account of counted games
//! - [`CornerChoice`], [`HandednessChoice`]: how a book is laid on the board
//! - [`NewKeyJson`], [`KeyJson`], [`CreatedKeyJson`]: keys
//! - [`RequestError`]: a request that makes no sense, with its field

mod assess;
mod book;
mod coords;
mod error;
mod frame;
mod game;
mod games_asked;
mod import;
mod key;
mod mine;
pub mod moves;
mod next_request;
mod next_response;
mod node;
mod proposed;
mod simulate;
mod statistics;

pub use assess::{AssessJson, AssessRowJson, AssessedRecordsJson, CoverageJson, MeasuresJson};
pub use book::{BookJson, BooksJson, CountedBookJson, LineJson, LinesJson};
pub use coords::Coords;
pub use error::RequestError;
pub use frame::{CornerChoice, HandednessChoice};
pub use game::{ExampleJson, GameJson};
pub use games_asked::{GamesAsked, YEARS, split_names};
pub use import::{ConflictJson, FileImportJson, ImportJson, MergedJson, RefusalJson};
pub use key::{CreatedKeyJson, KeyJson, NewKeyJson, ScopeChoice};
pub use mine::{MineJson, MineSettingsJson, MinedGamesJson, MinedMovesJson, RejectedJson};
pub use next_request::{FailedConditionsJson, NextParameters, NextRequest};
pub use next_response::{
    BookVersionJson, CandidateJson, ConditionJson, CornerJson, FilteredJson, LeftBookJson,
    NextResponse,
};
pub use node::{ChildJson, MarkJson, NodeJson, NodeView};
pub use proposed::ProposedJson;
pub use simulate::{SimulateJson, SimulatedDifferenceJson, SimulatedJson};
pub use statistics::{AskedJson, LossJson, PathJson, StatisticsJson, TurnsJson, YearJson};
