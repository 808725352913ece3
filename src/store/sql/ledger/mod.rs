//! The ledger of results: its games and their sums.
//!
//! - [`enter`]: enters, corrects and withdraws games
//! - [`row`], [`rows`], [`each`]: read games
//! - [`sums`], [`version`]: the sums
//! - [`merge`]: merges the games of another ledger
//! - [`recount`], [`problems`]: recompute and check the sums

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
mod sums;

pub(super) use batch::CONTENDER_COLUMNS;
pub(super) use check::problems;
pub(super) use columns::board;
pub(super) use enter::{PreparedRequest, enter};
pub(super) use game::{COLUMNS as GAME_COLUMNS, TERMS_COLUMNS};
pub(super) use kept::counted_record;
pub(super) use merge::merge;
pub(super) use read::{each, row, rows};
pub(super) use recount::recount;
pub(super) use sums::{sums, version};
