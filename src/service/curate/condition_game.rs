//! Conditions of a book in one game: where their moves could have been played, and where they were.

use std::collections::{HashMap, HashSet};

use super::condition_tally::ConditionCounts;
use super::conditions::BookCondition;
use joseki_book::{ConditionContext, Continuation, Index, NodeId, Tracker, Truth};
use joseki_format::game_info::GameOutcome;
use joseki_game::go::Position;
use joseki_game::{BoardSize, Color, Corner, Frame, Move, Point, Step, Symmetry};
use joseki_mine::GameRecord;

const SIZE: BoardSize = BoardSize::NINETEEN;

/// Conditions by the node of their move.
pub(crate) struct WatchedConditions<'a> {
    index: &'a Index,
    conditions: Vec<&'a BookCondition>,
    by_node: HashMap<NodeId, Vec<u32>>,
}

impl<'a> WatchedConditions<'a> {
    /// Indexes conditions by the node of their move.
    pub(crate) fn new(
        index: &'a Index,
        conditions: Vec<&'a BookCondition>,
    ) -> WatchedConditions<'a> {
        let mut by_node: HashMap<NodeId, Vec<u32>> = HashMap::new();
        for (number, condition) in conditions.iter().enumerate() {
            let number = u32::try_from(number).unwrap_or(u32::MAX);
            by_node.entry(condition.node).or_default().push(number);
        }
        WatchedConditions { index, conditions, by_node }
    }

    /// Counts the conditions in a game.
    pub(crate) fn count(&self, game: &GameRecord) -> ConditionCounts {
        let mut following = ConditionWalk {
            watched: self,
            game,
            board: Position::new(SIZE),
            tracker: Tracker::new(self.index, SIZE, &[]),
            reached: HashSet::new(),
            made: HashSet::new(),
            entries: HashMap::new(),
        };
        for (color, played) in &game.moves {
            if !following.turn(*color, *played) {
                break;
            }
        }
        let mut entries: Vec<(u32, Truth, [u64; 5])> = following
            .entries
            .into_iter()
            .map(|((number, truth), counts)| (number, truth, counts))
            .collect();
        entries.sort_unstable();
        ConditionCounts { length: game.moves.len(), result: game.info.result as u8, entries }
    }
}

struct ConditionWalk<'a> {
    watched: &'a WatchedConditions<'a>,
    game: &'a GameRecord,
    board: Position,
    tracker: Tracker<'a>,
    /// Positions reached, by corner and node of the move.
    reached: HashSet<(Corner, NodeId)>,
    /// Conditions whose move was played, with the player and the truth: a game counts once for
    /// each.
    made: HashSet<(u32, Color, Truth)>,
    entries: HashMap<(u32, Truth), [u64; 5]>,
}

impl ConditionWalk<'_> {
    /// Evaluates the conditions at a turn and plays its move; false if the move cannot be played.
    fn turn(&mut self, color: Color, played: Move) -> bool {
        for corner in Corner::ALL {
            for continuation in self.continuations(corner, color) {
                self.note_conditions(corner, &continuation, color, played.point());
            }
        }
        self.tracker.play(color, played);
        match played {
            Move::Pass | Move::Shift(_) => {
                self.board.pass();
                true
            }
            Move::Play(point) => self.board.play(color, point).is_ok(),
        }
    }

    /// Returns the watched moves that a colour could play in a corner.
    fn continuations(&self, corner: Corner, color: Color) -> Vec<Continuation> {
        let moves = self.tracker.region(corner).moves(self.watched.index, color).into_iter();
        let watched = moves.map(|found| found.continuation);
        watched.filter(|found| self.watched.by_node.contains_key(&found.node)).collect()
    }

    fn note_conditions(
        &mut self,
        corner: Corner,
        found: &Continuation,
        color: Color,
        played: Option<Point>,
    ) {
        let frame = Frame::clockwise(corner);
        let step = played.and_then(|point| frame.step_at(point, SIZE));
        let made = found.places().find(|(here, _)| Some(*here) == step);
        let first = self.reached.insert((corner, found.node));
        if !first && made.is_none() {
            return;
        }
        let Some(numbers) = self.watched.by_node.get(&found.node) else {
            return;
        };
        for number in numbers {
            // Of the twins in a symmetric position, take the one that was played, else the one that
            // works.
            let places = found.places().filter(|place| made.is_none_or(|it| it == *place));
            let truths = places.map(|place| self.truth(*number, corner, place, color));
            let Some(truth) = truths.max() else { continue };
            let entry = self.entries.entry((*number, truth)).or_default();
            entry[0] += u64::from(first);
            entry[1] += u64::from(first && made.is_some());
            if made.is_some() && self.made.insert((*number, color, truth)) {
                entry[2] += 1;
                if let Some(half_points) = half_points(self.game.info.result, color) {
                    entry[3] += 1;
                    entry[4] += half_points;
                }
            }
        }
    }

    fn truth(
        &self,
        number: u32,
        corner: Corner,
        (_, symmetry): (Step, Symmetry),
        color: Color,
    ) -> Truth {
        let condition = self.watched.conditions[number as usize];
        let first = match condition.line.len() % 2 {
            1 => color,
            _ => color.opposite(),
        };
        let checked = condition.conditions.check(&ConditionContext {
            board: &self.board,
            frame: Frame { region: corner.into(), symmetry },
            own: color,
            first,
            step: condition.line.steps().last().copied(),
        });
        let truths = checked.iter().map(|checked| checked.holds);
        truths.min().unwrap_or(Truth::True)
    }
}

/// Two for a win, one for a draw; none if the result is unknown.
fn half_points(result: GameOutcome, color: Color) -> Option<u64> {
    match (result, color) {
        (GameOutcome::Unknown, _) => None,
        (GameOutcome::Draw, _) => Some(1),
        (GameOutcome::Black, Color::Black) | (GameOutcome::White, Color::White) => Some(2),
        _ => Some(0),
    }
}
