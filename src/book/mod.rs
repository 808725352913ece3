//! A joseki book: its lines, the forest that holds them, and the index that answers queries.
//!
//! - [`Line`]: step strings and their canonical form
//! - [`Verdict`], [`Text`], [`Mark`], [`Conditions`], [`NodeData`]: the knowledge about a move
//! - [`Tally`], [`Cohort`], [`Band`]: the counts of games for a move
//! - [`propose`]: proposes verdicts from evidence
//! - [`Forest`]: the editable book; converts to flattened lines and back
//! - [`NodeState`], [`Delta`]: a change of a book, with the states before and after
//! - [`Edit`], [`Patch`]: a curator's edits
//! - [`MergeRules`], [`Field`], [`merge`]: merging two sources
//! - [`Index`]: the immutable book that queries use
//! - [`Tracker`]: follows a game's moves through the four corners

mod band;
mod conditions;
mod delta;
mod doctor;
mod edit;
mod field;
mod finding;
mod forced_result;
mod forest;
mod games_index;
mod index;
mod ladders;
mod line;
mod live;
mod memory;
mod merge;
mod node_data;
mod part;
mod patch;
mod proposal;
mod reading;
mod region_moves;
mod reported_games;
mod rules;
mod tally;
mod tally_code;
mod text;
mod tracker;
mod verdict;
mod withheld;

pub use band::{Band, PlayerKind};
pub use conditions::{
    ConditionContext, ConditionRegion, ConditionResult, ConditionSide, Conditions,
    ConditionsReader, Fact, FactWriter, Literal, MAX_AFTER, MAX_ALTERNATIVES, ParseConditionsError,
    Predicate, Truth,
};
pub use delta::{Delta, DeltaError, ForestDifference, NodeChange, NodeState};
pub use doctor::examine;
pub use edit::{Edit, EditError, MAX_LINE_LENGTH, check_line};
pub use field::Field;
pub use finding::{Check, Finding};
pub use forced_result::{ForcedResult, ParseForcedResultError};
pub use forest::{Forest, Node, NodeId};
pub use index::{
    Index, LineChanges, Match, NodeSource, PastSource, StoredBook, StoredNode, StoredPast,
    StoredPastError, TextNodes,
};
pub use ladders::{
    LADDER_PROBE_BUDGET, LadderCondition, LadderDependence, LadderDoubt, LadderKind, find_ladders,
    find_ladders_below, ladders_of,
};
pub use line::{Line, ParseLineError};
pub use merge::{Contradiction, MergeResult, merge, merge_counted};
pub use node_data::{Conflict, Mark, NodeData};
pub use part::{BookPart, LeftOut};
pub use patch::{ListPatch, Patch};
pub use proposal::{Evidence, MoveCount, Proposal, normal_distribution, propose};
pub use reading::{Continuation, Continuations, Interpretation};
pub use region_moves::{
    InterpretationFit, MoveFit, MoveFits, RegionMove, RegionMoves, RegionVoice,
};
pub use reported_games::{ParseReportedGamesError, ReportedGames};
pub use rules::{MergeRule, MergeRules, ParseMergeRulesError};
pub use tally::{
    Cohort, CohortCount, CohortId, GameCount, GameNumber, Spread, Tally, TurnCount, TurnKind,
    Turns, TurnsByKind,
};
pub use tally_code::{Bytes, TallyError, TallyVersion, put};
pub use text::{POINT_MARK, Text};
pub use tracker::{LeftBook, RegionState, RegionTrack, Tracker};
pub use verdict::Verdict;
pub use withheld::OWN_SOURCE;
