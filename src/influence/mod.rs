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
//!
//! # How a whole board is evaluated
//!
//! 1. **Field** (`mechanical`, `quick`, `zobrist`, `ryder`). Each model is a pure function of a
//!    `Position`. All forces of the mechanical one are powers of two, so it stores how often each
//!    force arrived, by level, direction and point (`Forces`). A board is six sweeps over arrays,
//!    and a changed stone is exactly its change to those numbers.
//! 2. **Sum** (`whole`). `Whole` holds a board, its forces and each point's contribution; a move
//!    recomputes only the points whose forces changed. The incremental result equals the one from
//!    scratch to the last bit.
//! 3. **Query** (`service/next/whole_board.rs`). It runs only on request (`whole_board`), after
//!    candidates are filtered and ordered. Each candidate that may be answered is played on a copy
//!    of the replayed game. The book continues with its best sound moves for both sides in that
//!    corner. For twins both lines are followed, so no number depends on the board's orientation.
//!    Numbers are rounded to a millionth before they are compared, because sums differ in their
//!    last bits.
//! 4. **Score** (`game/go/score`). Counting is rules, and `game` knows no models: the caller names
//!    the dead stones, or `life` estimates them.
//! 5. **Measure** (`service/review/predict`). The worth of all this is measured on games, not
//!    assumed (`docs/influence.md`).

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
