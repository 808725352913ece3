//! Values of all moves of a position, and of pairs of moves, as opening rules ask for them.

use std::sync::Arc;

use super::position::FivePosition;
use super::tables::FiveTables;
use crate::{SearchGame, SearchLimits, Searcher, Techniques, WINNING};
use joseki_base::cancel::{Cancelled, checkpoint};
use joseki_game::five::FiveBoard;
use joseki_game::go::PointSet;
use joseki_game::{Color, Point, Symmetries, Symmetry};

/// Depth, in plies after a fourth move, to which all of its fifths are searched. Those that are best
/// then are searched deeper.
const WIDE_DEPTH: u32 = 2;
/// Lines on each side of the centre where fourth moves are looked for.
const FOURTH_REACH: u8 = 3;
/// Maximum depth of a search in plies, for positions in which little is left to search.
const MAX_DEPTH: u32 = 30;
/// Number of fifths of each fourth move that are searched deeper.
const DEEP_FIFTHS: usize = 12;

/// A move with its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveGrade {
    /// Its points: those that the symmetries of the position map to each other, in reading order.
    pub points: Vec<Point>,
    /// Its value for the side that makes it: the mean of the last two depths of the search, as
    /// table A is for the side to move and so prefers odd or even depths; or that of a win.
    pub value: i32,
    /// Its value at the last depth.
    pub last: i32,
    /// Depth of the search in plies, with the move itself; 0 if the position after it was only judged.
    pub depth: u32,
}

/// The moves of a position, the best first: those that were searched deepest come before the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveGrades {
    /// The moves.
    pub moves: Vec<MoveGrade>,
    /// Positions searched.
    pub nodes: u64,
}

/// A fourth move with its best fifths.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FourthGrade {
    /// Points of the fourth move.
    pub points: Vec<Point>,
    /// The fifths, the best for the side that makes them first.
    pub fifths: Vec<MoveGrade>,
}

/// Fourth moves in reading order, all of one depth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FourthGrades {
    /// The moves.
    pub fourths: Vec<FourthGrade>,
    /// Depth of the search in plies after a fourth move; 0 if positions were only judged.
    pub depth: u32,
    /// Positions searched.
    pub nodes: u64,
}

/// Returns the legal moves of a colour within a set of points, each once, with all points that the
/// symmetries of the position map to each other.
#[must_use]
pub fn distinct_moves(board: &FiveBoard, color: Color, within: PointSet) -> Vec<Vec<Point>> {
    let size = board.size();
    let image = |symmetry: Symmetry, point: Point| {
        let (x, y) = symmetry.apply((point.x(), point.y()), (size.width(), size.get()));
        Point::new(x, y)
    };
    let keeps = |symmetry: &Symmetry| {
        board.stones().iter().all(|point| board.at(point) == board.at(image(*symmetry, point)))
    };
    let stabiliser: Vec<_> = Symmetries::SQUARE.iter().filter(keeps).collect();
    let legal = within.iter().filter(|point| board.is_legal(color, *point).is_ok());
    let mut moves = Vec::new();
    let mut seen = PointSet::default();
    for point in legal {
        if !seen.insert(point) {
            continue;
        }
        let orbit: PointSet = stabiliser.iter().map(|symmetry| image(*symmetry, point)).collect();
        seen = seen.union(orbit);
        moves.push(orbit.iter().collect());
    }
    moves
}

/// Returns the empty points where fourth moves are looked for: the square of seven lines about the
/// centre, and the points near a stone.
#[must_use]
pub fn fourth_points(board: &FiveBoard) -> PointSet {
    let size = board.size();
    let (x, y) = (size.width() / 2, size.get() / 2);
    let (left, top) = (x.saturating_sub(FOURTH_REACH), y.saturating_sub(FOURTH_REACH));
    let centre =
        PointSet::rectangle(Point::new(left, top), Point::new(x + FOURTH_REACH, y + FOURTH_REACH));
    let near = board.stones().within_two_or_three_along(size);
    centre.union(near).difference(board.stones())
}

/// Values all distinct moves of a position by searches, within limits: all to the same depth with up
/// to half of the positions, then the best `deep` of them deeper.
///
/// # Errors
/// The caller no longer waits.
pub fn grade_moves(
    board: &FiveBoard,
    to_move: Color,
    tables: &Arc<FiveTables>,
    deep: usize,
    limits: &SearchLimits,
) -> Result<MoveGrades, Cancelled> {
    let position = FivePosition::new(board.clone(), to_move, Arc::clone(tables));
    let mut grader = Grader::new(position, limits);
    let all = PointSet::all(board.size()).difference(board.stones());
    let mut moves = grader.judged(None, distinct_moves(board, to_move, all));
    let reserved = limits.nodes / 2;
    let mut width = moves.len();
    for depth in 1..=limits.depth.min(MAX_DEPTH) {
        if width > deep && !grader.deepen(None, &mut moves, width, depth, reserved)? {
            width = deep.min(width);
        }
        if width <= deep && !grader.deepen(None, &mut moves, width, depth, 0)? {
            break;
        }
        if moves.iter().take(width).all(|grade| grade.value.abs() >= WINNING) {
            break;
        }
    }
    Ok(MoveGrades { moves, nodes: grader.used })
}

/// Values pairs of moves: for each distinct fourth move within a set of points, its best fifths near
/// the stones, all to the same depth within limits.
///
/// # Errors
/// The caller no longer waits.
pub fn grade_fourths(
    board: &FiveBoard,
    to_move: Color,
    within: PointSet,
    tables: &Arc<FiveTables>,
    limits: &SearchLimits,
) -> Result<FourthGrades, Cancelled> {
    let position = FivePosition::new(board.clone(), to_move, Arc::clone(tables));
    let mut grader = Grader::new(position, limits);
    let mut fourths: Vec<FourthGrade> = Vec::new();
    for points in distinct_moves(board, to_move, within) {
        checkpoint()?;
        let Some(point) = points.first().copied() else { continue };
        let mut after = board.clone();
        after.place(to_move, point);
        let candidates =
            FivePosition::new(after.clone(), to_move.opposite(), Arc::clone(tables)).candidates();
        let moves = distinct_moves(&after, to_move.opposite(), candidates);
        fourths.push(FourthGrade { points, fifths: grader.judged(Some(point), moves) });
    }
    let mut reached = 0;
    'depths: for depth in 1..=limits.depth.min(MAX_DEPTH) {
        let before = fourths.clone();
        for fourth in &mut fourths {
            let width = if depth <= WIDE_DEPTH { fourth.fifths.len() } else { DEEP_FIFTHS };
            let point = fourth.points.first().copied();
            if !grader.deepen(point, &mut fourth.fifths, width, depth, 0)? {
                // All are of one depth, so that they can be compared.
                fourths = before;
                break 'depths;
            }
            if depth >= WIDE_DEPTH {
                fourth.fifths.truncate(DEEP_FIFTHS);
            }
        }
        reached = depth;
    }
    fourths.iter_mut().for_each(|fourth| fourth.fifths.truncate(DEEP_FIFTHS));
    Ok(FourthGrades { fourths, depth: reached, nodes: grader.used })
}

/// Searches the moves of a position, or those after one of its moves, within limits in all.
struct Grader<'l> {
    searcher: Searcher<FivePosition>,
    limits: &'l SearchLimits,
    used: u64,
}

impl<'l> Grader<'l> {
    fn new(position: FivePosition, limits: &'l SearchLimits) -> Grader<'l> {
        Grader { searcher: Searcher::new(position, Techniques::ALL), limits, used: 0 }
    }

    /// Judges the positions after moves without a search; returns the moves, the best first.
    fn judged(&self, after: Option<Point>, moves: Vec<Vec<Point>>) -> Vec<MoveGrade> {
        let mut position = self.searcher.game().clone();
        if let Some(played) = after {
            position.make(played);
        }
        let mut grades = Vec::with_capacity(moves.len());
        for points in moves {
            let Some(point) = points.first().copied() else { continue };
            let undo = position.make(point);
            let value = -position.evaluate();
            position.undo(point, undo);
            grades.push(MoveGrade { points, value, last: value, depth: 0 });
        }
        sort(&mut grades);
        grades
    }

    /// Searches the first `width` moves to a depth and sorts them, leaving some positions unused;
    /// returns false, and the moves as they were, if a limit was reached.
    fn deepen(
        &mut self,
        after: Option<Point>,
        grades: &mut [MoveGrade],
        width: usize,
        depth: u32,
        reserved: u64,
    ) -> Result<bool, Cancelled> {
        checkpoint()?;
        let width = width.min(grades.len());
        let first = |grade: &MoveGrade| grade.points.first().copied();
        let points: Vec<Point> = grades[..width].iter().filter_map(first).collect();
        let nodes = self.limits.nodes.saturating_sub(self.used + reserved);
        let limits = SearchLimits { depth, nodes, ..self.limits.clone() };
        let values = self.searcher.values_among(after, &points, &limits);
        self.used += self.searcher.nodes();
        checkpoint()?;
        if values.len() < points.len() {
            return Ok(false);
        }
        for (grade, found) in grades.iter_mut().zip(values) {
            let is_won = found.value.abs() >= WINNING || grade.last.abs() >= WINNING;
            grade.value = if is_won { found.value } else { (found.value + grade.last) / 2 };
            (grade.last, grade.depth) = (found.value, depth);
        }
        sort(&mut grades[..width]);
        Ok(true)
    }
}

/// Sorts moves by value, then in reading order.
fn sort(grades: &mut [MoveGrade]) {
    grades.sort_by(|a, b| b.value.cmp(&a.value).then_with(|| a.points.cmp(&b.points)));
}

#[cfg(test)]
mod tests {
    use super::*;
    use joseki_game::BoardSize;
    use joseki_game::five::FiveRules;

    fn board(stones: &str) -> FiveBoard {
        let size = BoardSize::new(15).unwrap();
        let mut board = FiveBoard::new(FiveRules::Renju, size);
        let colors = [Color::Black, Color::White].into_iter().cycle();
        for (color, word) in colors.zip(stones.split(' ')) {
            board.place(color, Point::from_letter_number(word, size).unwrap());
        }
        board
    }

    fn all(board: &FiveBoard) -> PointSet {
        PointSet::all(board.size()).difference(board.stones())
    }

    /// The distinct placements, counted by the images of every whole position.
    fn counted_by_images(board: &FiveBoard, color: Color) -> usize {
        let size = board.size();
        let image = |board: &FiveBoard, symmetry: Symmetry| -> Vec<(u8, u8, Option<Color>)> {
            let mut stones: Vec<_> = board
                .stones()
                .iter()
                .map(|point| {
                    let at = symmetry.apply((point.x(), point.y()), (size.width(), size.get()));
                    (at.0, at.1, board.at(point))
                })
                .collect();
            stones.sort_unstable();
            stones
        };
        let mut keys = std::collections::BTreeSet::new();
        for point in all(board).iter() {
            let mut after = board.clone();
            after.place(color, point);
            keys.extend(Symmetries::SQUARE.iter().map(|it| image(&after, it)).min());
        }
        keys.len()
    }

    #[test]
    fn moves_that_make_one_position_are_one() {
        for stones in ["h8", "h8 h9", "h8 i9 g7", "h8 h9 h7 h10", "h8 g9 i9 h10", "h8 h9 i9 g8"] {
            let board = board(stones);
            let color =
                if stones.split(' ').count() % 2 == 0 { Color::Black } else { Color::White };
            let moves = distinct_moves(&board, color, all(&board));
            assert_eq!(moves.len(), counted_by_images(&board, color), "{stones}");
            let points: PointSet = moves.iter().flatten().copied().collect();
            assert_eq!(points, all(&board), "{stones}: every point once");
            assert_eq!(moves.iter().map(Vec::len).sum::<usize>() as u32, points.len());
        }
    }

    #[test]
    fn every_move_is_graded_and_a_five_wins() {
        let board = board("h8 a1 i8 c1 j8 e1 k8 g1");
        let tables = Arc::default();
        let grades = grade_moves(&board, Color::Black, &tables, 4, &SearchLimits::nodes(20_000));
        let grades = grades.unwrap();
        assert_eq!(grades.moves.len(), 225 - 8);
        assert!(grades.nodes <= 20_000);
        let size = board.size();
        let [first, second, third] = [0, 1, 2].map(|at: usize| {
            (grades.moves[at].points[0].to_letter_number(size), grades.moves[at].value)
        });
        // Both ends make a five; after any other move White is not lost at once.
        assert_eq!((first.0.as_str(), second.0.as_str()), ("g8", "l8"));
        assert!(first.1 == second.1 && first.1 > WINNING && third.1 < first.1);
    }

    #[test]
    fn more_positions_never_give_less_depth() {
        let board = board("h8 i9 i8");
        let within = PointSet::rectangle(Point::new(4, 4), Point::new(10, 10));
        let tables = Arc::default();
        let mut depth = 0;
        for nodes in [0, 10_000, 100_000] {
            let limits = SearchLimits::nodes(nodes);
            let found = grade_fourths(&board, Color::White, within, &tables, &limits).unwrap();
            assert!(found.nodes <= nodes && found.depth >= depth);
            depth = found.depth;
            assert_eq!(found.fourths.len(), 49 - 3, "no symmetry keeps this opening");
            for fourth in &found.fourths {
                assert_eq!(fourth.fifths.len(), DEEP_FIFTHS);
                assert!(fourth.fifths.is_sorted_by(|a, b| a.value >= b.value));
                assert!(fourth.fifths.iter().all(|fifth| fifth.depth == found.depth));
            }
        }
        assert!(depth > 0);
    }
}
