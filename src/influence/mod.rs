//! Influence of stones on the whole board: four models, and what is derived from them.
//!
//! - [`Model`]: the four models by name, with their parameters; [`Field`]: their result for a board
//! - [`Mechanical`] and its [`Forces`], [`Quick`], [`Zobrist`], [`Ryder`]: the models
//! - [`PointMetrics`]: A, F, B and FB of a point
//! - [`Whole`]: SFB of a board, updated move by move; ΔSFB of a line and of every legal move
//!   ([`MoveGain`]); [`StoneGrades`]: what each stone counts in it
//! - [`Territory`]: influence and solid points of both sides
//! - [`Blocks`]: connected stones, level by level
//! - [`Links`]: connected and semi-connected points, strong links; [`RyderBlock`]: blocks of such
//!   points with their stones, and their strength
//! - [`dead_stones`]: dead stones on a finished board, by [`LifeMethod`]; [`Unconditional`] life;
//!   [`bent_fours`]; [`Ownership`] in random games; [`GroupStatus`] of each group
//! - [`urgent_moves`] and [`gaining_moves`]: moves of a plain player
//! - [`side`]: value in points of a stone on the third and on the fourth line, by board size

mod blocks;
mod field;
mod life;
mod links;
mod mechanical;
mod model;
mod player;
mod quick;
mod ryder;
mod ryder_blocks;
mod territory;
mod values;
mod whole;
mod zobrist;

pub use blocks::{BlockLevel, Blocks, THRESHOLDS};
pub use field::Field;
pub use life::{
    GroupStatus, LifeEstimate, LifeMethod, LifeReason, LifeStatus, Ownership, SettledStones,
    Unconditional, bent_fours, dead_stones, estimated_count,
};
pub use links::{Link, LinkKind, Links};
pub use mechanical::{Direction, Forces, Mechanical};
pub use model::{Model, ModelError};
pub use player::{UrgentMove, gaining_moves, urgent_moves};
pub use quick::Quick;
pub use ryder::Ryder;
pub use ryder_blocks::RyderBlock;
pub use territory::{CAP, SideTerritory, Territory};
pub use values::MoveGain;
pub use whole::{LineChange, PointMetrics, SATURATION, StoneGrades, Whole, to_millionths};
pub use zobrist::Zobrist;
