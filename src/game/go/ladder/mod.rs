//! Reads out ladders on the board as it stands.
//!
//! A ladder is a chase by atari. Every move of the attacker takes the second-last liberty of one
//! chain, and every move of the defender responds to that atari. So the attacker may play on the
//! two liberties of the chain and nowhere else. The defender may play on its only liberty or
//! capture a neighbouring chain that is itself in atari. All consequences on the board count:
//! stones on the way, captures, snapbacks, attacking stones that come into atari and must be left
//! to be captured. Nets, loose moves and capturing races are not read.
//!
//! - [`read_ladder`], [`read_ladder_from`]: read a ladder within a budget of positions
//!   ([`LADDER_BUDGET`])
//! - [`LadderReading`], [`LadderOutcome`]: the result and the moves that show it

mod chase;
mod frame;
mod memory;
mod read;
mod reading;
mod search;

pub use read::{LADDER_BUDGET, read_ladder, read_ladder_from};
pub use reading::{LadderOutcome, LadderReading};
