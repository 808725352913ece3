//! Puts facts into words.

use super::check::ConditionResult;
use super::facts::Fact;
use super::region::ConditionRegion;
use joseki_game::go::{LadderOutcome, LadderReading, PointSet};
use joseki_game::{Color, Point};

/// The most ladder moves that a reason lists.
const NAMED: usize = 12;

/// Writes facts as text, with points in the caller's notation.
#[derive(Clone, Copy)]
pub struct FactWriter<'a> {
    /// Writes a point.
    pub point: &'a dyn Fn(Point) -> String,
}

impl FactWriter<'_> {
    /// The reason why a condition holds or not.
    #[must_use]
    pub fn describe(&self, checked: &ConditionResult) -> String {
        let facts: Vec<String> = checked.facts.iter().map(|fact| self.fact(fact)).collect();
        facts.join("; ")
    }

    fn point(&self, point: Point) -> String {
        (self.point)(point)
    }

    fn fact(&self, fact: &Fact) -> String {
        match fact {
            Fact::Stone(point, stone) => match stone {
                Some(color) => format!("{} stands at {}", color.name(), self.point(*point)),
                None => format!("{} is empty", self.point(*point)),
            },
            Fact::OffBoard(_) => "the point is off this board".to_owned(),
            Fact::Ladder(target, reading) => self.ladder(*target, reading),
            Fact::NothingToChase(point) => {
                format!("no stone at {} to chase", self.point(*point))
            }
            Fact::NotPlayable(color, point) => {
                format!("{} cannot play {} before the ladder", color.name(), self.point(*point))
            }
            Fact::ConditionRegion { region, points, black, white } => {
                self.region(*region, points, *black, *white)
            }
            Fact::KoThreat { color, point, target } => {
                let (point, target) = (self.point(*point), self.point(*target));
                format!("{} can threaten {target} with {point}", color.name())
            }
            Fact::NothingToThreaten(color) => {
                let other = color.opposite().name();
                format!("{other} has no stone outside the corner to threaten")
            }
            Fact::NoThreatFound(color) => format!(
                "no atari outside the corner is a ko threat for {}; other threats are not searched",
                color.name()
            ),
        }
    }

    /// Describes a reading in a sentence.
    #[must_use]
    pub fn ladder(&self, target: Point, reading: &LadderReading) -> String {
        let (runner, chaser) = (reading.defender.name(), reading.defender.opposite().name());
        let stone = format!("{}'s {}", runner, self.point(target));
        let moves = self.moves(&reading.moves);
        match reading.outcome {
            LadderOutcome::Captured => format!("{chaser} catches {stone} in a ladder{moves}"),
            LadderOutcome::Escapes if moves.is_empty() => {
                format!("{stone} has enough liberties, so there is no ladder")
            }
            LadderOutcome::Escapes => {
                format!("{stone} gets out of the ladder{}{moves}", self.describe_helper(reading))
            }
            LadderOutcome::Ko => format!("the ladder of {stone} depends on a ko{moves}"),
            LadderOutcome::Unknown => format!("the ladder of {stone} is too long to read"),
        }
    }

    /// The reason why a chain escapes, if a single stone explains it.
    fn describe_helper(&self, reading: &LadderReading) -> String {
        match (reading.taken.first(), reading.met) {
            (Some(taken), _) => format!(" by taking {}", self.point(taken)),
            (None, Some(met)) => format!(" with the help of {}", self.point(met)),
            (None, None) => String::new(),
        }
    }

    /// Writes `: B Q17, W R17 … W C3 (31 moves)`; empty without moves.
    fn moves(&self, moves: &[(Color, Point)]) -> String {
        let (Some((color, _)), Some((_, last))) = (moves.first(), moves.last()) else {
            return String::new();
        };
        let named = moves.iter().take(NAMED).map(|(_, point)| self.point(*point));
        let named = named.collect::<Vec<_>>().join(" ");
        let more = if moves.len() > NAMED {
            format!(" … {} ({} moves)", self.point(*last), moves.len())
        } else {
            String::new()
        };
        format!(": {} {named}{more}", color.name())
    }

    fn region(&self, region: ConditionRegion, points: &PointSet, black: u32, white: u32) -> String {
        let ends = points.iter().next().zip(points.iter().last());
        let Some((first, last)) = ends else {
            return "the board is too small for this region".to_owned();
        };
        let called = region.name().unwrap_or("the region");
        let place = format!("{called} ({} to {})", self.point(first), self.point(last));
        let stones = |count: u32, color: Color| format!("{count} {}", color.name().to_lowercase());
        match (black, white) {
            (0, 0) => format!("{place} is empty"),
            _ => format!(
                "{place} has {} and {} stones",
                stones(black, Color::Black),
                stones(white, Color::White)
            ),
        }
    }
}
