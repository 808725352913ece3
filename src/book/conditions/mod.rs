//! Conditions: what must be true of the actual board for a move to be playable.
//!
//! - [`Predicate`], [`Literal`], [`Who`], [`Region`]: one thing that is so or not
//! - [`Conditions`]: alternatives, of which one must hold whole
//! - [`ParseConditionsError`]: where a text goes wrong; the grammar is in `docs/conditions.md`
//! - [`Scene`], [`Checked`], [`Truth`], [`Fact`], [`Words`]: conditions held against a board, and why

mod alone;
mod check;
mod facts;
mod ko_threat;
mod ladder;
mod lexer;
mod normal_form;
mod parse;
mod predicate;
mod region;
mod words;

pub use check::{Checked, Scene, Truth};
pub use facts::Fact;
pub use normal_form::Conditions;
pub use parse::{ConditionsReader, MOST_ALTERNATIVES, ParseConditionsError};
pub use predicate::{LONGEST_AFTER, Literal, Predicate, Who};
pub use region::Region;
pub use words::Words;
