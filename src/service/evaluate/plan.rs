//! Which positions of a book are asked for, and in which order.

use std::collections::HashSet;

use super::EvaluateRequest;
use crate::book::{Count, Index, Line, NodeId};
use crate::game::Color;
use crate::game::go::{BoardSize, Corner, Frame, Move};

/// A move as it is laid on the board.
pub type Laid = (Color, Move);

/// The positions of a book, each once.
pub struct Plan {
    /// The positions, short lines first.
    pub tasks: Vec<Task>,
    /// Lines that cannot be laid.
    pub unplayable: u64,
}

/// A position to be asked for.
#[derive(Clone, Debug)]
pub struct Task {
    /// The first line that leads there and can be laid.
    pub line: Line,
    /// The key of the position.
    pub position: u64,
    /// The colour that is to move, as it is laid.
    pub to_play: Color,
    /// The counted games that reached it, over all orders.
    pub games: u32,
    /// How uncertain its result is by these games: a standard deviation, in won games.
    pub uncertainty: f64,
    /// The moves on the board.
    pub moves: Vec<Laid>,
}

/// The colour that is to move after so many steps, as lines are laid: Black moves first.
pub fn colour_to_move(steps: usize) -> Color {
    match steps % 2 {
        0 => Color::Black,
        _ => Color::White,
    }
}

impl Plan {
    /// The positions of a book that a request is about.
    pub fn of(index: &Index, request: &EvaluateRequest) -> Plan {
        let deep = |node: &NodeId| {
            let depth = request.depth.unwrap_or(usize::MAX);
            index.depth(*node) <= depth
        };
        let mut plan = Plan {
            tasks: Vec::new(),
            unplayable: 0,
        };
        let mut seen: HashSet<(u64, Color)> = HashSet::new();
        for node in index.nodes().filter(deep) {
            let line = index.line(node);
            let Some((key, moves)) = index.key(node).zip(lay(&line)) else {
                plan.unplayable += 1;
                continue;
            };
            let to_play = colour_to_move(line.len());
            let count = index.count_by_position(node, |_| true);
            let rare = request.min_games.is_some_and(|least| count.games < least);
            if !rare && seen.insert((key.key, to_play)) {
                plan.tasks.push(Task {
                    line,
                    position: key.key,
                    to_play,
                    games: count.games,
                    uncertainty: uncertainty(&count),
                    moves,
                });
            }
        }
        plan
    }
}

impl Task {
    /// The place in the order, the greater the sooner: the games that reached the position times how uncertain its
    /// result is; half of that once any engine has looked at it.
    pub fn score(&self, evaluated: bool) -> f64 {
        let seen = if evaluated { 0.5 } else { 1.0 };
        (1.0 + f64::from(self.games)) * self.uncertainty * seen
    }
}

/// The standard deviation of what is believed of a result after these games, starting from no opinion at all.
fn uncertainty(count: &Count) -> f64 {
    let won = 1.0 + count.points();
    let lost = 1.0 + (f64::from(count.scored) - count.points()).max(0.0);
    let games = won + lost;
    (won * lost / (games * games * (games + 1.0))).sqrt()
}

/// The moves of a line in the upper right corner, with a pass for a tenuki; no line has two of those in a row, which
/// would end the game. Nothing if a step is off the board.
fn lay(line: &Line) -> Option<Vec<Laid>> {
    let frame = Frame::clockwise(Corner::UpperRight);
    let moves = line.steps().iter().enumerate().map(|(ply, step)| {
        let played = match step.is_tenuki() {
            true => Move::Pass,
            false => Move::Play(frame.point_of(*step, BoardSize::NINETEEN).ok()?),
        };
        Some((colour_to_move(ply), played))
    });
    moves.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn laid(text: &str) -> String {
        let line: Line = text.parse().unwrap();
        let moves = lay(&line).unwrap().into_iter();
        let moves = moves.map(|(color, played)| {
            format!("{}{}", color.letter(), played.to_gtp(BoardSize::NINETEEN))
        });
        moves.collect::<Vec<_>>().join(" ")
    }

    /// By the table of frames: in the upper right the first letter counts rows from the top, the second columns from
    /// the right.
    #[test]
    fn lines_lie_in_the_upper_right_with_a_pass_for_a_tenuki() {
        assert_eq!(laid(""), "");
        assert_eq!(laid("DDCF"), "BQ16 WO17");
        assert_eq!(laid("DDXXCC"), "BQ16 Wpass BR17");
    }

    #[test]
    fn games_make_results_certain() {
        let of = |scored: u32, half_points: u32| {
            uncertainty(&Count {
                scored,
                half_points,
                ..Count::default()
            })
        };
        // A uniform distribution's deviation.
        assert!((of(0, 0) - (1.0_f64 / 12.0).sqrt()).abs() < 1e-12);
        assert!(of(10, 10) < of(0, 0) && of(100, 100) < of(10, 10));
        assert!(of(100, 180) < of(100, 100), "one-sided ones are surer");
    }
}
