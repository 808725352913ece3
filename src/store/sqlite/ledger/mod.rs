//! The ledger of results: its games, and what they add up to.
//!
//! - [`enter`]: games on their way in, corrections and withdrawals
//! - [`row`], [`rows`], [`each`]: games read back
//! - [`sums`], [`version`]: what they add up to
//! - [`merge`]: the games of another ledger
//! - [`recount`], [`problems`]: the sums counted anew, and compared with what is kept

mod batch;
mod check;
mod columns;
mod count;
mod enter;
mod game;
mod kept;
mod merge;
mod proof;
mod read;
mod recount;
mod renumber;
mod sums;

pub(super) use check::problems;
pub(super) use enter::{Request, enter};
pub(super) use merge::merge;
pub(super) use read::{each, row, rows};
pub(super) use recount::recount;
pub(super) use sums::{sums, version};
