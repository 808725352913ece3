//! Selection and order of the positions to evaluate.

use std::collections::HashSet;

use super::EvaluateRequest;
use joseki_book::{GameCount, Index, Line, NodeId};
use joseki_game::{Color, Corner, Frame, Move, Region, Symmetry, Variant};

/// A move on the board.
pub type BoardMove = (Color, Move);

/// Positions of a book, each once.
pub struct EvaluationPlan {
    /// The positions, short lines first.
    pub tasks: Vec<EvaluationTask>,
    /// Number of lines without a position.
    pub unplayable: u64,
}

/// A position to evaluate.
#[derive(Clone, Debug)]
pub struct EvaluationTask {
    /// First playable line that leads to it.
    pub line: Line,
    /// Key of the position.
    pub position: u64,
    /// Side to move on the board.
    pub to_play: Color,
    /// Counted games that reached it in any move order.
    pub games: u32,
    /// Standard deviation of its result in won games, given those games.
    pub uncertainty: f64,
    /// Moves on the board.
    pub moves: Vec<BoardMove>,
}

/// Returns the side to move after that many steps: in stored lines Black moves first.
pub fn colour_to_move(steps: usize) -> Color {
    match steps % 2 {
        0 => Color::Black,
        _ => Color::White,
    }
}

impl EvaluationPlan {
    /// Selects the positions of a book that a request is about.
    pub fn new(variant: Variant, index: &Index, request: &EvaluateRequest) -> EvaluationPlan {
        let deep = |node: &NodeId| {
            let depth = request.depth.unwrap_or(usize::MAX);
            index.depth(*node) <= depth
        };
        let mut plan = EvaluationPlan { tasks: Vec::new(), unplayable: 0 };
        let mut seen: HashSet<(u64, Color)> = HashSet::new();
        for node in index.nodes().filter(deep) {
            let line = index.line(node);
            let Some((key, moves)) = index.key(node).zip(place_line(variant, &line)) else {
                plan.unplayable += 1;
                continue;
            };
            let to_play = colour_to_move(line.len());
            let count = index.count_by_position(node, |_| true);
            let rare = request.min_games.is_some_and(|least| count.games < least);
            if !rare && seen.insert((key.key, to_play)) {
                plan.tasks.push(EvaluationTask {
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

impl EvaluationTask {
    /// Returns the priority, greater is sooner: the games that reached the position times the
    /// uncertainty of its result, halved once any engine has evaluated it.
    pub fn score(&self, evaluated: bool) -> f64 {
        let seen = if evaluated { 0.5 } else { 1.0 };
        (1.0 + f64::from(self.games)) * self.uncertainty * seen
    }
}

/// Returns the standard deviation of the expected result given these games, starting from a uniform
/// prior.
fn uncertainty(count: &GameCount) -> f64 {
    let won = 1.0 + count.points();
    let lost = 1.0 + (f64::from(count.scored) - count.points()).max(0.0);
    let games = won + lost;
    (won * lost / (games * games * (games + 1.0))).sqrt()
}

/// Returns the moves of a line as it is stored; in Go in the upper right corner, with a pass for a
/// tenuki. No line has two tenukis in a row, so two passes never end the game. None if a step is off
/// the board.
fn place_line(variant: Variant, line: &Line) -> Option<Vec<BoardMove>> {
    let frame = match variant.game().regions() {
        [Region::Board] => Frame { region: Region::Board, symmetry: Symmetry::IDENTITY },
        _ => Frame::clockwise(Corner::UpperRight),
    };
    let moves = line.steps().iter().enumerate().map(|(ply, step)| {
        let played = if step.is_tenuki() {
            Move::Pass
        } else {
            frame.move_of(*step, variant.size()).ok()?
        };
        Some((colour_to_move(ply), played))
    });
    moves.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use joseki_game::BoardSize;

    fn laid(text: &str) -> String {
        let line: Line = text.parse().unwrap();
        let moves = place_line(Variant::GO, &line).unwrap().into_iter();
        let moves = moves.map(|(color, played)| {
            format!("{}{}", color.letter(), played.to_gtp(BoardSize::NINETEEN))
        });
        moves.collect::<Vec<_>>().join(" ")
    }

    /// By the table of frames: in the upper right the first letter counts rows from the top, the
    /// second columns from the right.
    #[test]
    fn lines_are_placed_in_the_upper_right_with_a_pass_for_a_tenuki() {
        assert_eq!(laid(""), "");
        assert_eq!(laid("DDCF"), "BQ16 WO17");
        assert_eq!(laid("DDXXCC"), "BQ16 Wpass BR17");
    }

    #[test]
    fn games_make_results_certain() {
        let of = |scored: u32, half_points: u32| {
            uncertainty(&GameCount { scored, half_points, ..GameCount::default() })
        };
        // Deviation of a uniform distribution.
        assert!((of(0, 0) - (1.0_f64 / 12.0).sqrt()).abs() < 1e-12);
        assert!(of(10, 10) < of(0, 0) && of(100, 100) < of(10, 10));
        assert!(of(100, 180) < of(100, 100), "one-sided results are more certain");
    }
}
