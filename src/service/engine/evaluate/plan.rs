//! Selection and order of the positions to evaluate, and their moves as steps.

use std::collections::HashSet;

use super::EvaluateRequest;
use joseki_book::{GameCount, Index, Line, NodeId};
use joseki_game::{
    BoardSize, Color, Corner, Frame, Move, Reach, Region, RegionStones, Step, Symmetry, Variant,
};
use joseki_peer::MoveInfo;
use joseki_store::{PositionEvaluation, StoredChoice};

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
    /// Symmetry that leads from the line's orientation to that of the key.
    pub symmetry: Symmetry,
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
                    symmetry: key.by,
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

    /// Returns the task's position as it is placed on the board.
    pub(crate) fn placed(&self, variant: Variant) -> PlacedPosition<'_> {
        let frame = frame(variant);
        PlacedPosition { frame, line: &self.line, symmetry: self.symmetry, size: variant.size() }
    }
}

/// A position as it is placed on a board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlacedPosition<'a> {
    /// The frame of its line on the board.
    pub frame: Frame,
    /// A line that leads to it.
    pub line: &'a Line,
    /// Symmetry that leads from the line's orientation to that of its key.
    pub symmetry: Symmetry,
    /// The board.
    pub size: BoardSize,
}

impl PlacedPosition<'_> {
    /// Returns the step of a move on the board in the orientation of the key. In a corner, passes
    /// and moves that do not belong to it are the tenuki.
    pub fn step(&self, played: Move) -> Step {
        let mut stones = RegionStones::new(self.frame.region);
        self.line.steps().iter().for_each(|step| stones.add(*step));
        let step = self.frame.step_of(played, self.size);
        let step = step.filter(|step| stones.reach(*step, self.size) != Reach::Elsewhere);
        step.map_or(Step::TENUKI, |step| step.transformed(self.symmetry))
    }

    /// Returns an engine's moves as they are stored. The moves elsewhere are one, the tenuki, with
    /// the values of the best of them and the sum of their visits and policy.
    pub fn choices(&self, moves: &[MoveInfo]) -> Vec<StoredChoice> {
        let mut choices: Vec<StoredChoice> = Vec::new();
        for info in moves {
            let MoveInfo { played, visits, win_rate, lead, prior } = *info;
            let step = self.step(played);
            match choices.iter_mut().find(|choice| choice.step == step) {
                Some(choice) => {
                    choice.visits = choice.visits.saturating_add(visits);
                    choice.policy = choice.policy.map(|policy| (policy + prior).min(1.0));
                }
                None => {
                    choices.push(StoredChoice { step, visits, win_rate, lead, policy: Some(prior) })
                }
            }
        }
        choices.truncate(PositionEvaluation::MAX_MOVES);
        choices
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

/// Returns the frame in which lines are placed as they are stored; in Go the upper right corner.
fn frame(variant: Variant) -> Frame {
    match variant.game().regions() {
        [Region::Board] => Frame::plain(Region::Board),
        _ => Frame::clockwise(Corner::UpperRight),
    }
}

/// Returns the moves of a line in its [`frame`], with a pass for a tenuki. No line has two tenukis
/// in a row, so two passes never end the game. None if a step is off the board.
pub(crate) fn place_line(variant: Variant, line: &Line) -> Option<Vec<BoardMove>> {
    let frame = frame(variant);
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
    use joseki_game::LinePosition;

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

    fn task(variant: Variant, line: Line) -> EvaluationTask {
        let key = LinePosition::replay(variant, &line).unwrap().key(line.to_move());
        EvaluationTask {
            position: key.key,
            symmetry: key.by,
            to_play: colour_to_move(line.len()),
            games: 0,
            uncertainty: 0.0,
            moves: place_line(variant, &line).unwrap(),
            line,
        }
    }

    fn go(text: &str) -> Move {
        Move::from_gtp(text, BoardSize::NINETEEN).unwrap()
    }

    /// Whichever image of a line is placed, the images of a move are one step.
    #[test]
    fn moves_are_steps_in_the_orientation_of_the_key() {
        let lines = [
            (Variant::GO, "DDCF"),
            (Variant::GO, "DDCFXXCC"),
            (Variant::GO, "EDFC"),
            (Variant::RENJU, "HHIGJG"),
        ];
        for (variant, text) in lines {
            let (frame, size) = (frame(variant), variant.size());
            let line = Line::parse(variant.alphabet(), text).unwrap();
            let own = task(variant, line.clone());
            for symmetry in variant.alphabet().symmetries().iter() {
                let image = task(variant, line.transformed(symmetry));
                assert_eq!(image.position, own.position);
                for point in size.points() {
                    let step = frame.step_at(point, size).unwrap();
                    let twin = frame.point_of(step.transformed(symmetry), size).unwrap();
                    let [step, twin] = [
                        own.placed(variant).step(point.into()),
                        image.placed(variant).step(twin.into()),
                    ];
                    assert_eq!(step, twin, "{text}, {symmetry:?}, {point:?}");
                }
            }
        }
        let xiangqi = |line: &str, reply: &str| {
            let line = Line::parse(Variant::XIANGQI.alphabet(), line).unwrap();
            let reply = Move::from_gtp(reply, BoardSize::XIANGQI).unwrap();
            task(Variant::XIANGQI, line).placed(Variant::XIANGQI).step(reply)
        };
        assert_eq!(xiangqi("b2e2", "h9g7"), xiangqi("h2e2", "b9c7"));
        assert_ne!(xiangqi("b2e2", "h9g7"), xiangqi("b2e2", "b9c7"));
    }

    #[test]
    fn moves_elsewhere_are_one_tenuki() {
        let info = |text: &str, visits, win_rate, prior| MoveInfo {
            played: go(text),
            visits,
            win_rate,
            lead: 10.0 * win_rate,
            prior,
        };
        let moves = [
            info("D4", 50, 0.75, 0.5),
            info("R17", 40, 0.5, 0.25),
            info("pass", 2, 0.125, 0.25),
            info("Q3", 5, 0.875, 0.5),
        ];
        let choices =
            task(Variant::GO, "DDXX".parse().unwrap()).placed(Variant::GO).choices(&moves);
        let choice = |text: &str, visits, win_rate, policy| StoredChoice {
            step: text.parse().unwrap(),
            visits,
            win_rate,
            lead: 10.0 * win_rate,
            policy: Some(policy),
        };
        // Their policies add up to 1.25, and are 1 at most.
        assert_eq!(choices, [choice("XX", 57, 0.75, 1.0), choice("CC", 40, 0.5, 0.25)]);
        // The tenth line belongs to a corner with stones, and to none that is empty.
        let tenth = |text: &str| {
            let task = task(Variant::GO, text.parse().unwrap());
            task.placed(Variant::GO).step(go("K10")).to_string()
        };
        assert_eq!([tenth("DD"), tenth("")], ["JJ", "XX"]);
    }

    #[test]
    fn the_best_moves_are_stored() {
        let points = BoardSize::NINETEEN.points().enumerate();
        let moves: Vec<MoveInfo> = points
            .map(|(at, point)| MoveInfo {
                played: point.into(),
                visits: 1000 - at as u32,
                win_rate: 0.5,
                lead: 0.0,
                prior: 0.0,
            })
            .collect();
        let choices =
            task(Variant::GO, "DDCF".parse().unwrap()).placed(Variant::GO).choices(&moves);
        assert_eq!(choices.len(), PositionEvaluation::MAX_MOVES);
        let steps: std::collections::HashSet<Step> = choices.iter().map(|one| one.step).collect();
        assert_eq!(steps.len(), choices.len());
        let own = choices.iter().filter(|one| !one.step.is_tenuki());
        assert!(own.map(|one| one.visits).is_sorted_by(|one, other| one > other));
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
