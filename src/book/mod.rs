//! A book of joseki: lines, the forest that holds them, and the index that answers a query.
//!
//! - [`Line`], [`Side`]: step strings and their canonical form
//! - [`CornerPosition`]: a line replayed alone, and the key under which transpositions meet
//! - [`Verdict`], [`Text`], [`Mark`], [`Conditions`], [`NodeData`]: what is known of a move
//! - [`Tally`], [`Cohort`], [`Band`]: what games say of a move
//! - [`propose`]: verdicts from evidence
//! - [`Forest`]: the book as it is edited; its flattened lines and back
//! - [`Index`]: the book as it is asked; immutable
//! - [`Tracker`]: a game's moves followed through the four corners

mod band;
mod condition;
mod condition_check;
mod corner_position;
mod forest;
mod games_index;
mod index;
mod line;
mod mark;
mod node_data;
mod proposal;
mod reach;
mod reading;
mod tally;
mod tally_code;
mod text;
mod tracker;
mod verdict;

pub use band::{Band, ParseBandError};
pub use condition::{Conditions, ParseConditionsError, Predicate};
pub use condition_check::{Checked, Truth};
pub use corner_position::{CornerPosition, PositionKey};
pub use forest::{Forest, Node, NodeId};
pub use index::{Index, Match};
pub use line::{Line, ParseLineError, Side};
pub use mark::Mark;
pub use node_data::{Conflict, NodeData};
pub use proposal::{Evidence, Played, Proposal, propose};
pub use reach::{Reach, Stones};
pub use reading::{Continuation, Reading};
pub use tally::{Asked, Cell, Cohort, CohortId, Count, GameNumber, Spread, Tally, Turns};
pub use tally_code::{Bytes, TallyError, put};
pub use text::{POINT_MARK, Text};
pub use tracker::{CornerState, CornerTrack, LeftBook, Tracker};
pub use verdict::{ParseVerdictError, Verdict};
