//! A book of joseki: lines, the forest that holds them, and the index that answers a query.
//!
//! - [`Line`], [`Side`]: step strings and their canonical form
//! - [`CornerPosition`]: a line replayed alone, and the key under which transpositions meet
//! - [`Verdict`], [`Text`], [`Mark`], [`Conditions`], [`NodeData`]: what is known of a move
//! - [`Tally`], [`Cohort`], [`Band`]: what games say of a move
//! - [`propose`]: verdicts from evidence
//! - [`Forest`]: the book as it is edited; its flattened lines and back
//! - [`NodeState`], [`Delta`]: what a change of a book was, before and after
//! - [`Edit`], [`Patch`]: what a curator does
//! - [`Rules`], [`Field`], [`merge`]: two sources put together
//! - [`Index`]: the book as it is asked; immutable
//! - [`Tracker`]: a game's moves followed through the four corners

mod band;
mod conditions;
mod corner_position;
mod delta;
mod doctor;
mod edit;
mod field;
mod finding;
mod forest;
mod games_index;
mod index;
mod ladders;
mod line;
mod live;
mod mark;
mod memory;
mod merge;
mod node_data;
mod node_state;
mod patch;
mod proposal;
mod reach;
mod reading;
mod rules;
mod tally;
mod tally_code;
mod text;
mod tracker;
mod verdict;

pub use band::{Band, ParseBandError};
pub use conditions::{
    Checked, Conditions, ConditionsReader, Fact, LONGEST_AFTER, Literal, MOST_ALTERNATIVES,
    ParseConditionsError, Predicate, Region, Scene, Truth, Who, Words,
};
pub use corner_position::{CornerPosition, PositionKey};
pub use delta::{Delta, DeltaError, Difference, NodeChange};
pub use doctor::examine;
pub use edit::{Edit, EditError, LONGEST_LINE, check_line};
pub use field::Field;
pub use finding::{Check, Finding};
pub use forest::{Forest, Node, NodeId};
pub use index::{Index, Match, breadth_first};
pub use ladders::{
    LADDER_PROBE_BUDGET, LadderCondition, LadderDependence, LadderDoubt, LadderKind, find_ladders,
    find_ladders_below, ladders_of,
};
pub use line::{Line, ParseLineError, Side};
pub use mark::Mark;
pub use merge::{Contradiction, Merge, merge, merge_counted};
pub use node_data::{Conflict, NodeData};
pub use node_state::NodeState;
pub use patch::{ListPatch, Patch};
pub use proposal::{Evidence, Played, Proposal, propose};
pub use reach::{Reach, Stones, is_foreign};
pub use reading::{Continuation, Continuations, Reading};
pub use rules::{ParseRulesError, Rule, Rules};
pub use tally::{Asked, Cell, Cohort, CohortId, Count, GameNumber, Spread, Tally, Turns};
pub use tally_code::{Bytes, TallyError, put};
pub use text::{POINT_MARK, Text};
pub use tracker::{CornerState, CornerTrack, LeftBook, Tracker};
pub use verdict::{ParseVerdictError, Verdict};
