//! Conditions: what must hold on the actual board for a move to be playable.
//!
//! - [`Predicate`], [`Literal`], [`ConditionSide`], [`ConditionRegion`]: single statements about a board
//! - [`Conditions`]: a disjunction; one alternative must hold entirely
//! - [`ParseConditionsError`]: parse errors with their place; `docs/conditions.md` has the grammar
//! - [`ConditionContext`], [`ConditionResult`], [`Truth`], [`Fact`], [`FactWriter`]: evaluation on
//!   a board, with reasons

mod alone;
mod check;
mod facts;
mod ko_threat;
mod ladder;
mod normal_form;
mod parse;
mod predicate;
mod region;
mod words;

pub use check::{ConditionContext, ConditionResult, Truth};
pub use facts::Fact;
pub use normal_form::Conditions;
pub use parse::{ConditionsReader, MOST_ALTERNATIVES, ParseConditionsError};
pub use predicate::{ConditionSide, LONGEST_AFTER, Literal, Predicate};
pub use region::ConditionRegion;
pub use words::FactWriter;
