//! A condition with its answer, and the reason in words.

use serde::Serialize;
use utoipa::ToSchema;

use super::coords::Coords;
use crate::book::{Checked, Fact, Words};
use crate::game::Color;
use crate::game::go::{BoardSize, Point};

/// A condition with its answer.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ConditionJson {
    /// The condition in frame coordinates.
    pub text: String,
    /// `true`, `false` or `unknown`.
    pub holds: &'static str,
    /// Why, in words.
    pub why: String,
    /// The points that it speaks of.
    pub points: Vec<String>,
    /// The moves of the ladder that was read, if one was.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ladder: Vec<[String; 2]>,
}

impl ConditionJson {
    /// A checked condition, its points written in these coordinates.
    pub(crate) fn new(checked: &Checked, coords: Coords, size: BoardSize) -> ConditionJson {
        let point = |point| coords.point(point, size);
        let ladders = checked.facts.iter().filter_map(|fact| match fact {
            Fact::Ladder(_, reading) => Some(&reading.moves),
            _ => None,
        });
        ConditionJson {
            text: checked.text.clone(),
            holds: checked.holds.name(),
            why: Words { point: &point }.why(checked),
            points: checked.points().into_iter().map(point).collect(),
            ladder: ladders.flatten().map(|moved| turn(moved, &point)).collect(),
        }
    }
}

/// A move as a colour and a point.
pub(super) fn turn((color, at): &(Color, Point), point: &dyn Fn(Point) -> String) -> [String; 2] {
    [color.letter().to_string(), point(*at)]
}
