//! Conditions of moves, as they hold on a board.

use serde::Serialize;
use utoipa::ToSchema;

use crate::coords::{Coords, move_pair};
use joseki_book::{ConditionResult, Fact, FactWriter};
use joseki_game::BoardSize;

/// Condition with its truth value on a board.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ConditionJson {
    /// Condition in steps of the frame, e.g. `ladder(DE, own)`.
    pub text: String,
    /// Truth value: `true`, `false` or `unknown`.
    pub holds: &'static str,
    /// Reason as a sentence.
    pub why: String,
    /// Points that the condition refers to.
    pub points: Vec<String>,
    /// Moves of the ladder that was read, each `[colour, point]`. Omitted if none was read.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ladder: Vec<[String; 2]>,
}

impl ConditionJson {
    /// Creates the condition with its points in the given coordinates.
    pub fn new(checked: &ConditionResult, coords: Coords, size: BoardSize) -> ConditionJson {
        let point = |point| coords.point(point, size);
        let ladders = checked.facts.iter().filter_map(|fact| match fact {
            Fact::Ladder(_, reading) => Some(&reading.moves),
            _ => None,
        });
        ConditionJson {
            text: checked.text.clone(),
            holds: checked.holds.into(),
            why: FactWriter { point: &point }.describe(checked),
            points: checked.points().into_iter().map(point).collect(),
            ladder: ladders.flatten().map(|moved| move_pair(moved, &point)).collect(),
        }
    }
}
