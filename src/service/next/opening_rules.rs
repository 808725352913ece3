//! The questions that the opening rules of five in a row ask of a book: which colour to take, and
//! which fifth moves to offer.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use super::order;
use super::query::{CandidateMove, NextQuery};
use super::replay::ReplayedGame;
use crate::game::five::{FirstStones, OpeningVerdict};
use crate::game::{BoardSize, Color, Game, Point, Region, Side, Symmetries, Symmetry};
use crate::ledger::Results;

/// The stones after which rules let a player choose a colour: one to five.
const SWAPS: std::ops::RangeInclusive<usize> = 1..=5;
/// The stones after which Black offers fifth moves.
pub const BEFORE_FIFTH: usize = 4;
/// Maximum number of fifth moves to offer; Taraguchi-10 demands ten.
pub const MOST_FIFTHS: usize = 12;

/// What is known of the colour to take.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SwapAdvice {
    /// The better colour; `None` if nothing is known, or neither is.
    pub take: Option<Color>,
    /// What decides.
    pub by: Option<SwapEvidence>,
    /// RenjuNet's verdict of the opening, which holds for one fifth move without swap.
    pub verdict: Option<OpeningVerdict>,
    /// The book's advantage, positive for Black.
    pub advantage: Option<f64>,
    /// Counted games of the position with a result.
    pub games: u32,
    /// Black's points in these games, wins plus half the draws.
    pub points: f64,
}

/// What decides about a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum SwapEvidence {
    /// The book's advantage.
    Advantage,
    /// RenjuNet's verdict.
    Verdict,
    /// The results of counted games, beyond their standard error.
    Games,
}

/// The fifth moves that the book knows, each once, though symmetries may give it several points.
#[derive(Clone, Debug)]
pub struct FifthMoves {
    /// The number to offer. White keeps the one that is worst for Black.
    pub offered: usize,
    /// The number that the book knows.
    pub known: usize,
    /// The best of them for Black, best first; at most `offered`.
    pub best: Vec<FifthMove>,
}

/// A fifth move.
#[derive(Clone, Debug)]
pub struct FifthMove {
    /// The candidate.
    pub candidate: CandidateMove,
    /// Rank of an earlier one that makes the same shape at another distance from the edge.
    pub same_shape: Option<usize>,
}

impl ReplayedGame<'_> {
    /// Returns which colour to take, in five in a row with one to five stones that the book knows.
    pub(super) fn swap_advice(&self, query: &NextQuery) -> Option<SwapAdvice> {
        let index = self.tracker().index();
        index.variant().game().five_rules()?;
        let stones = stones(query);
        if !SWAPS.contains(&stones.len()) {
            return None;
        }
        let reading = self.tracker().region(Region::Board).known().next()?;
        let node = reading.position_node(index)?;
        let cohorts = index.cohorts();
        let wanted = query.games.select(cohorts, query.weights);
        let counted = index.count_by_position(node, |cohort| wanted.wants(cohort));
        let black = match Side::to_move_after(index.depth(node)) {
            Side::First => counted.reversed(),
            Side::Second => counted,
        };
        let opening = match FirstStones::of_game(index.variant(), &query.initial, &query.moves) {
            Some(FirstStones::Opening(opening)) if stones.len() == 3 => Some(opening),
            _ => None,
        };
        // With several fifth moves neither RenjuNet's verdict of an opening holds nor the advantage
        // that a book derives from it.
        let holds = query.fifths == 1 || opening.is_none();
        let verdict = opening.map(|opening| opening.verdict).filter(|_| holds);
        let advantage = index.data(node).and_then(|data| data.advantage).filter(|_| holds);
        let mut advice = SwapAdvice {
            take: None,
            by: None,
            verdict,
            advantage,
            games: black.scored,
            points: black.points(),
        };
        advice.decide();
        Some(advice)
    }

    /// Returns the fifth moves to offer, in renju after four stones with Black to move.
    pub(super) fn fifth_moves(
        &self,
        standing: &dyn Results,
        query: &NextQuery,
    ) -> Option<FifthMoves> {
        if self.tracker().index().variant().game() != Game::Renju {
            return None;
        }
        let before = stones(query);
        if before.len() != BEFORE_FIFTH || query.to_play() != Color::Black {
            return None;
        }
        let all = NextQuery { limit: usize::MAX, seed: None, ..query.clone() };
        let (_, mut candidates) = self.in_region(standing, &all, Region::Board);
        candidates.sort_by(better);
        let known = candidates.len();
        let mut shapes: Vec<Shape> = Vec::new();
        let mut best = Vec::new();
        for candidate in candidates.into_iter().take(query.fifths) {
            let Some(point) = candidate.points().first().copied() else { continue };
            let stones = before.iter().copied().chain([(Color::Black, point)]);
            let shape = shape(stones, query.size);
            let same_shape = shapes.iter().position(|other| *other == shape).map(|at| at + 1);
            shapes.push(shape);
            best.push(FifthMove { candidate, same_shape });
        }
        Some(FifthMoves { offered: query.fifths, known, best })
    }
}

impl SwapAdvice {
    fn decide(&mut self) {
        let side = |order: Ordering| match order {
            Ordering::Greater => Some(Color::Black),
            Ordering::Less => Some(Color::White),
            Ordering::Equal => None,
        };
        (self.by, self.take) = match (self.verdict, self.advantage, self.games) {
            (Some(verdict), ..) => (Some(SwapEvidence::Verdict), Some(verdict.better())),
            (None, Some(advantage), _) => {
                (Some(SwapEvidence::Advantage), side(advantage.total_cmp(&0.0)))
            }
            (None, None, 0) => (None, None),
            (None, None, games) => {
                let games = f64::from(games);
                let above = self.points / games - 0.5;
                let clear = above.abs() > 0.5 / games.sqrt();
                (Some(SwapEvidence::Games), side(above.total_cmp(&0.0)).filter(|_| clear))
            }
        };
    }
}

fn stones(query: &NextQuery) -> Vec<(Color, Point)> {
    let played = query.moves.iter().filter_map(|(color, played)| Some((*color, played.point()?)));
    query.initial.iter().copied().chain(played).collect()
}

/// Orders by verdict, then by the book's advantage, then by expected result.
fn better(a: &CandidateMove, b: &CandidateMove) -> Ordering {
    let mean = |one: &CandidateMove| one.evidence.map_or(0.5, |known| known.belief.expected());
    let advantage = |one: &CandidateMove| one.advantage.unwrap_or_default();
    order::value(b)
        .cmp(&order::value(a))
        .then_with(|| advantage(b).total_cmp(&advantage(a)))
        .then_with(|| mean(b).total_cmp(&mean(a)))
        .then_with(|| a.leads_to.cmp(&b.leads_to))
}

/// Stones without their place: the least of the images of their offsets.
type Shape = BTreeSet<(u8, u8, Color)>;

fn shape(stones: impl Iterator<Item = (Color, Point)> + Clone, size: BoardSize) -> Shape {
    let image = |symmetry: Symmetry| -> Shape {
        let turned = stones.clone().map(|(color, point)| {
            let (x, y) = symmetry.apply((point.x(), point.y()), (size.width(), size.get()));
            (x, y, color)
        });
        let turned: Vec<(u8, u8, Color)> = turned.collect();
        let left = turned.iter().map(|(x, ..)| *x).min().unwrap_or_default();
        let top = turned.iter().map(|(_, y, _)| *y).min().unwrap_or_default();
        turned.into_iter().map(|(x, y, color)| (x - left, y - top, color)).collect()
    };
    Symmetries::SQUARE.iter().map(image).min().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Variant;

    fn shape_of(text: &str) -> Shape {
        let size = Variant::RENJU.size();
        let points = text.split(' ').map(|word| Point::from_letter_number(word, size).unwrap());
        let colors = [Color::Black, Color::White].into_iter().cycle();
        shape(colors.zip(points.collect::<Vec<_>>()), size)
    }

    #[test]
    fn a_shape_is_the_same_at_any_distance_from_the_edge_and_in_any_orientation() {
        let shape = shape_of("h8 h9 i9 g8 h7");
        for same in ["a1 a2 b2", "c3 d3 d4", "h8 i8 i7"] {
            assert_eq!(shape_of(same), shape_of("h8 h9 i9"), "{same}");
        }
        assert_ne!(shape_of("h8 h9 i8"), shape_of("h8 h9 i9"));
        assert_eq!(shape_of("i8 i9 j9 h8 i7"), shape);
        assert_ne!(shape_of("h8 h9 i9 g8 g7"), shape);
    }
}
