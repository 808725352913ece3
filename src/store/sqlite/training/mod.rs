//! What players have learned: their answers, and what these add up to.
//!
//! - [`enter`], [`enter_many`], [`forget`]: answers on their way in, and players on their way out
//! - [`lessons`], [`answers`], [`count`], [`players`]: read back
//! - [`relearn`], [`problems`]: the sums made anew, and compared with what is kept

mod check;
mod enter;
mod lessons;
mod rows;

pub(super) use check::{problems, relearn};
pub(super) use enter::{enter, enter_many, forget};
pub(super) use lessons::lessons;
pub(super) use rows::{answers, count, players};
