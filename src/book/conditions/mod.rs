//! Conditions: what must hold on the actual board for a move to be playable.
//!
//! - [`Predicate`], [`Literal`], [`ConditionSide`], [`ConditionRegion`]: single statements about a
//!   board
//! - [`Conditions`]: alternatives; at least one must hold entirely
//! - [`ParseConditionsError`]: parse errors with their place; `docs/conditions.md` has the grammar
//! - [`ConditionContext`], [`ConditionResult`], [`Truth`], [`Fact`], [`FactWriter`]: evaluation on
//!   a board, with reasons
//!
//! # How a condition is evaluated
//!
//! 1. **Language** (`parse`, `normal_form`). One parser with a stack reads a text, without
//!    recursion. `not` and parentheses are resolved at once, and the result is a set of
//!    alternatives, each a set of predicates that must all hold. So joining two sources is a set
//!    union that does not depend on their order, and the mirror image is that of each step. The
//!    caller's own reader reads the words (`ConditionsReader`), so an interface accepts points of
//!    its board and an error still points into the original text.
//! 2. **Check** (`check`). `ConditionContext` is the board before the move and the node's
//!    orientation on it. Every predicate gives a `Truth` and a `Fact`. The book knows no client
//!    coordinates; `wire/curate/conditions.rs` writes the words.
//! 3. **Ladders** (`game/go/ladder`) are read on the real board, without a book. A depth-first
//!    search tries only the moves that matter: the chaser's two liberties, the runner's one and
//!    the stones it can capture. A ladder that is not read within the budget is unknown, never
//!    guessed.
//!
//! A condition is evaluated whenever its node is a candidate, and only then: a node without
//! conditions costs nothing. Proposed conditions come from the same ladder reader on the corner
//! alone, with a stone tried elsewhere (`book/ladders`).

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
pub use parse::{ConditionsReader, MAX_ALTERNATIVES, ParseConditionsError};
pub use predicate::{ConditionSide, Literal, MAX_AFTER, Predicate};
pub use region::ConditionRegion;
pub use words::FactWriter;
