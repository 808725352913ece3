//! Ladders read out on the board as it stands.
//!
//! A ladder is a chase by atari: every move of the attacker takes the last but one liberty of one chain, and
//! every move of the defender answers that atari. So the attacker may play on the two liberties of the chain
//! and nowhere else, and the defender may play on its only liberty or take a chain beside it that is itself in
//! atari. Everything that these moves do to the board counts: stones on the way, captures, snapbacks, stones
//! of the attacker that come into atari and must be left to be taken. Nets, loose moves and races are not read.
//!
//! - [`read_ladder`], [`read_ladder_from`]: the reading, with a budget of positions ([`LADDER_BUDGET`])
//! - [`LadderReading`], [`LadderOutcome`]: what comes of it, and the moves that show it

mod chase;
mod frame;
mod memory;
mod read;
mod reading;
mod search;

pub use read::{LADDER_BUDGET, read_ladder, read_ladder_from};
pub use reading::{LadderOutcome, LadderReading};
