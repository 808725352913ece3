//! The questions that the opening rules of five in a row ask of a book: which colour to take, and
//! which fifth moves to offer. With a search also: what every fifth move is worth, which fourth move
//! balances, and which pair of stones.

use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::sync::Arc;

use serde::Serialize;
use utoipa::ToSchema;

use super::answer::NextAnswer;
use super::candidate::{CandidateMove, ForcedLine};
use super::order;
use super::query::NextQuery;
use super::replay::ReplayedGame;
use super::searched::forced_win;
use crate::error::ServiceError;
use crate::text::as_optional_name;
use joseki_game::five::{FirstStones, FiveBoard, OpeningVerdict};
use joseki_game::{Board, BoardSize, Color, Game, Point, Region, Side, Symmetries, Symmetry};
use joseki_ledger::Results;
use joseki_search::{
    FiveTables, FourthGrade, FourthGrades, MoveGrade, SearchLimits, WINNING, expected_result,
    fourth_points, grade_fourths, grade_moves, swap2,
};

/// The stones after which rules let a player choose a colour: one to five.
const SWAPS: std::ops::RangeInclusive<usize> = 1..=5;
/// The stones after which Black offers fifth moves.
pub const BEFORE_FIFTH: usize = 4;
/// Maximum number of fifth moves to offer; Taraguchi-10 demands ten.
pub const MAX_FIFTHS: usize = 12;
/// The stones after which White plays the fourth move, or a player of Swap2 is asked.
const BEFORE_FOURTH: usize = 3;
/// Maximum number of fifth moves that Soosõrv-8 lets White announce with the fourth move.
pub const MAX_ANNOUNCED: usize = 8;
/// Number of fifth moves beyond those to offer that are searched deeper, and for wins of White.
const MORE_FIFTHS: usize = 4;
/// Part of the positions of a search for fifth moves that looks for wins of White after the best.
const FORCED_PART: u64 = 4;
/// Odds by which an advantage of 1 in the book makes a side the better one, as their logarithm:
/// 1 is good (0.67), 2 is very good (0.8).
const ADVANTAGE_SCALE: f64 = 0.7;

/// Which colour to take, where an opening rule lets a player choose.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = SwapJson)]
pub struct SwapAdvice {
    /// The better colour, `B` or `W`; null if nothing is known, or neither is better.
    #[serde(serialize_with = "as_optional_name")]
    #[schema(value_type = Option<String>)]
    pub take: Option<Color>,
    /// What decides: `verdict`, `advantage` or `games`; null if nothing is known.
    #[serde(serialize_with = "as_optional_name")]
    #[schema(value_type = Option<String>)]
    pub by: Option<SwapEvidence>,
    /// RenjuNet's verdict of the opening; null if there is none, or with several fifth moves.
    #[serde(serialize_with = "as_optional_name")]
    #[schema(value_type = Option<String>)]
    pub verdict: Option<OpeningVerdict>,
    /// The book's advantage, positive for Black; null if unknown, and for an opening with several
    /// fifth moves.
    pub advantage: Option<f64>,
    /// Number of counted games of the position with a result.
    pub games: u32,
    /// Black's share of the points in these games, 0 to 1; null without games.
    pub win_rate: Option<f64>,
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
    /// The others, best first: those of the book, or with a search all.
    pub others: Vec<FifthMove>,
    /// With a search, the number of its positions.
    pub nodes: Option<u64>,
}

/// A fifth move.
#[derive(Clone, Debug)]
pub struct FifthMove {
    /// Its points.
    pub points: Vec<Point>,
    /// The candidate of the book, if it has the move.
    pub candidate: Option<CandidateMove>,
    /// Rank of an earlier one that makes the same shape at another distance from the edge.
    pub same_shape: Option<usize>,
    /// What it is worth, with a search.
    pub grade: Option<FifthGrade>,
}

/// What a fifth move is worth.
#[derive(Clone, Debug, PartialEq)]
pub struct FifthGrade {
    /// Expected result for Black, 0 to 1.
    pub value: f64,
    /// What says so.
    pub by: FifthEvidence,
    /// Value of the search for Black, in points of table A.
    pub searched: i32,
    /// Depth of the search in plies, with the move; 0 if the position was only judged.
    pub depth: u32,
    /// How White wins by force after it, if that was found.
    pub loses: Option<ForcedLine>,
}

/// What says how much a fifth move is worth. The first that there is counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum FifthEvidence {
    /// A win by force of either side.
    Forced,
    /// The book's advantage.
    Advantage,
    /// The book's games and verdict.
    Book,
    /// The search.
    Search,
}

/// Fourth moves with the values of their fifths, the most useful to White first.
#[derive(Clone, Debug, PartialEq)]
pub struct FourthMoves {
    /// The moves: the best balanced first, or with a given number of fifths the best for White.
    pub moves: Vec<FourthMove>,
    /// Depth of the search in plies after a fourth move; 0 if positions were only judged.
    pub depth: u32,
    /// Positions searched.
    pub nodes: u64,
}

/// A fourth move.
#[derive(Clone, Debug, PartialEq)]
pub struct FourthMove {
    /// Its points.
    pub points: Vec<Point>,
    /// The best fifths, best for Black first, each with its points.
    pub fifths: Vec<Vec<Point>>,
    /// Expected results for Black after the first, second, … of them, which White keeps if as many
    /// are offered.
    pub values: Vec<f64>,
    /// The number of fifths that comes nearest to balance, or the given one.
    pub announced: usize,
}

impl FourthMove {
    /// Returns the expected result for Black with the announced number of fifths.
    #[must_use]
    pub fn value(&self) -> f64 {
        self.values.get(self.announced - 1).copied().unwrap_or(0.5)
    }
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
        let black = match index.mover(node) {
            Side::First => counted,
            Side::Second => counted.reversed(),
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
            win_rate: (black.scored > 0).then(|| black.points() / f64::from(black.scored)),
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
        if !self.tracker().index().variant().game().has_opening_rules() {
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
        let mut best: Vec<FifthMove> = candidates.into_iter().map(FifthMove::from_book).collect();
        let others = best.split_off(query.fifths.min(known));
        mark_shapes(&mut best, &before, query.size);
        Some(FifthMoves { offered: query.fifths, known, best, others, nodes: None })
    }

    /// Returns whether the opening rules ask something of this board that a search answers.
    #[must_use]
    pub fn asks_of_search(&self, query: &NextQuery) -> bool {
        self.question(query).is_some()
    }

    fn question(&self, query: &NextQuery) -> Option<(RuleQuestion, &FiveBoard)> {
        let board = self.board().five()?;
        let game = self.tracker().index().variant().game();
        let question = match (game, stones(query).len(), query.to_play()) {
            (Game::Renju, BEFORE_FIFTH, Color::Black) => RuleQuestion::Fifths,
            (Game::Renju, BEFORE_FOURTH, Color::White) => RuleQuestion::Fourths,
            (Game::Gomoku | Game::Standard, BEFORE_FOURTH, Color::White) => RuleQuestion::Swap2,
            _ => return None,
        };
        // More stones of one colour than rules allow have no such question.
        let black = board.stones().iter().filter(|at| board.at(*at) == Some(Color::Black)).count();
        (black == 2).then_some((question, board))
    }

    /// Adds what a search says of the questions of the opening rules to an answer.
    ///
    /// # Errors
    /// The work was cancelled.
    pub fn search_opening_rules(
        &self,
        answer: &mut NextAnswer,
        query: &NextQuery,
        nodes: u64,
    ) -> Result<(), ServiceError> {
        let Some((question, board)) = self.question(query) else { return Ok(()) };
        // The scale of expected results is one of table A.
        let tables = Arc::new(FiveTables::source());
        let limits = SearchLimits::nodes(nodes);
        match question {
            RuleQuestion::Fifths => {
                if let Some(fifths) = &mut answer.fifths {
                    fifths.grade(board, &stones(query), nodes)?;
                }
            }
            RuleQuestion::Fourths => {
                let within = fourth_points(board);
                let grades = grade_fourths(board, Color::White, within, &tables, &limits)?;
                let announced = (query.fifths > 1).then_some(query.fifths);
                answer.fourths = Some(FourthMoves::new(grades, announced));
            }
            RuleQuestion::Swap2 => answer.swap2 = Some(swap2(board, &tables, &limits)?),
        }
        Ok(())
    }
}

/// A question of the opening rules that a search answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RuleQuestion {
    Fifths,
    Fourths,
    Swap2,
}

impl FifthMove {
    fn from_book(candidate: CandidateMove) -> FifthMove {
        let points = candidate.points().into_vec();
        FifthMove { points, candidate: Some(candidate), same_shape: None, grade: None }
    }
}

impl FifthMoves {
    /// Grades all distinct fifth moves with a number of positions, and orders them by grade.
    fn grade(
        &mut self,
        board: &FiveBoard,
        before: &[(Color, Point)],
        nodes: u64,
    ) -> Result<(), ServiceError> {
        let deep = self.offered + MORE_FIFTHS;
        let for_wins = nodes / FORCED_PART;
        let limits = SearchLimits::nodes(nodes - for_wins);
        let found = grade_moves(board, Color::Black, &Arc::default(), deep, &limits)?;
        let each = for_wins / deep as u64;
        let mut known: Vec<FifthMove> = self.best.drain(..).chain(self.others.drain(..)).collect();
        let mut moves = Vec::with_capacity(found.moves.len());
        for (rank, grade) in found.moves.into_iter().enumerate() {
            let is_known = |fifth: &FifthMove| {
                fifth.points.first().is_some_and(|point| grade.points.contains(point))
            };
            let place = known.iter().position(is_known);
            let candidate = place.and_then(|place| known.swap_remove(place).candidate);
            let mut loses = None;
            if (rank < deep || candidate.is_some()) && grade.value < WINNING {
                loses = win_of_white(board, &grade, each)?;
            }
            moves.push(FifthMove {
                grade: Some(FifthGrade::new(candidate.as_ref(), &grade, loses)),
                points: grade.points,
                candidate,
                same_shape: None,
            });
        }
        let depth = moves.iter().filter_map(|it| it.grade.as_ref()).map(|it| it.depth).max();
        // Values of searches to different depths are not compared. Stable: of equal values the better
        // by the search comes first.
        let key = |fifth: &FifthMove| match &fifth.grade {
            None => (2, 0.0),
            Some(grade) if grade.by == FifthEvidence::Forced && grade.value < 0.5 => (2, 0.0),
            Some(grade) => {
                let is_less_deep = grade.by == FifthEvidence::Search && Some(grade.depth) < depth;
                (i32::from(is_less_deep), -grade.value)
            }
        };
        moves.sort_by(|a, b| {
            let ((a_group, a), (b_group, b)) = (key(a), key(b));
            a_group.cmp(&b_group).then_with(|| a.total_cmp(&b))
        });
        self.others = moves.split_off(self.offered.min(moves.len()));
        self.best = moves;
        mark_shapes(&mut self.best, before, board.size());
        self.nodes = Some(nodes);
        Ok(())
    }
}

impl FifthGrade {
    fn new(
        candidate: Option<&CandidateMove>,
        grade: &MoveGrade,
        loses: Option<ForcedLine>,
    ) -> FifthGrade {
        let advantage = candidate.and_then(|candidate| candidate.advantage);
        let book = candidate.filter(|it| it.games() > 0 || it.verdict().is_some());
        let book = book.and_then(|it| it.evidence).map(|known| known.belief.expected());
        let forced = candidate.and_then(|candidate| candidate.forced);
        let (by, value) = match (forced, advantage, book) {
            _ if loses.is_some() => (FifthEvidence::Forced, 0.0),
            (Some(forced), ..) => (FifthEvidence::Forced, if forced.is_won { 1.0 } else { 0.0 }),
            _ if grade.value.abs() >= WINNING => {
                (FifthEvidence::Forced, expected_result(grade.value))
            }
            (None, Some(advantage), _) => {
                let value = 1.0 / (1.0 + (-ADVANTAGE_SCALE * advantage).exp());
                (FifthEvidence::Advantage, value)
            }
            (None, None, Some(book)) => (FifthEvidence::Book, book),
            (None, None, None) => (FifthEvidence::Search, expected_result(grade.value)),
        };
        FifthGrade { value, by, searched: grade.value, depth: grade.depth, loses }
    }
}

/// How White wins by force after a fifth move, if that is found.
fn win_of_white(
    board: &FiveBoard,
    grade: &MoveGrade,
    nodes: u64,
) -> Result<Option<ForcedLine>, ServiceError> {
    let Some(point) = grade.points.first() else { return Ok(None) };
    let mut after = board.clone();
    after.place(Color::Black, *point);
    forced_win(&Board::Five(after), Color::White, nodes, &mut false)
}

impl FourthMoves {
    /// Chooses the number of fifths for each fourth move, unless it is given, and orders the moves.
    fn new(grades: FourthGrades, given: Option<usize>) -> FourthMoves {
        let FourthGrades { fourths, depth, nodes } = grades;
        let mut moves: Vec<FourthMove> =
            fourths.into_iter().map(|fourth| FourthMove::new(fourth, given)).collect();
        // Stable: of equal ones the first in reading order.
        moves.sort_by(|a, b| match given {
            Some(_) => a.value().total_cmp(&b.value()),
            None => off_balance(a.value()).total_cmp(&off_balance(b.value())),
        });
        FourthMoves { moves, depth, nodes }
    }
}

impl FourthMove {
    fn new(fourth: FourthGrade, given: Option<usize>) -> FourthMove {
        let most = given.unwrap_or(MAX_ANNOUNCED).max(MAX_ANNOUNCED);
        let (mut fifths, mut values) = (Vec::new(), Vec::new());
        for fifth in fourth.fifths.into_iter().take(most) {
            fifths.push(fifth.points);
            values.push(expected_result(fifth.value));
        }
        let announced = given.unwrap_or_else(|| {
            let by_balance =
                |a: &usize, b: &usize| off_balance(values[*a]).total_cmp(&off_balance(values[*b]));
            (0..values.len().min(MAX_ANNOUNCED)).min_by(by_balance).map_or(1, |at| at + 1)
        });
        FourthMove { points: fourth.points, fifths, values, announced }
    }
}

fn off_balance(expected: f64) -> f64 {
    (expected - 0.5).abs()
}

/// Marks moves whose stones have the shape of an earlier one's.
fn mark_shapes(fifths: &mut [FifthMove], before: &[(Color, Point)], size: BoardSize) {
    let mut shapes: Vec<Shape> = Vec::new();
    for fifth in fifths {
        let point = fifth.points.first().copied();
        let stones = before.iter().copied().chain(point.map(|point| (Color::Black, point)));
        let shape = shape(stones, size);
        fifth.same_shape = shapes.iter().position(|other| *other == shape).map(|at| at + 1);
        shapes.push(shape);
    }
}

impl SwapAdvice {
    fn decide(&mut self) {
        let side = |order: Ordering| match order {
            Ordering::Greater => Some(Color::Black),
            Ordering::Less => Some(Color::White),
            Ordering::Equal => None,
        };
        (self.by, self.take) = match (self.verdict, self.advantage, self.win_rate) {
            (Some(verdict), ..) => (Some(SwapEvidence::Verdict), Some(verdict.better())),
            (None, Some(advantage), _) => {
                (Some(SwapEvidence::Advantage), side(advantage.total_cmp(&0.0)))
            }
            (None, None, None) => (None, None),
            (None, None, Some(win_rate)) => {
                let above = win_rate - 0.5;
                let clear = above.abs() > 0.5 / f64::from(self.games).sqrt();
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
    use joseki_game::Variant;

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
