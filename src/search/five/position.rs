//! A position that moves are made in and taken back, judged by table A.

use std::sync::Arc;

use super::stones::FiveStones;
use super::tables::FiveTables;
use crate::SearchGame;
use joseki_game::five::{FiveBoard, LineClass, MAX_LINES};
use joseki_game::go::PointSet;
use joseki_game::{BoardSize, Color, Point};

/// A position of five in a row for the search, without passes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FivePosition {
    stones: FiveStones,
    to_move: Color,
    tables: Arc<FiveTables>,
    /// The sums of the distances to the edge, by colour.
    edges: [i32; 2],
    /// Whether the last move made a five.
    is_won: bool,
}

/// The random number of White to move.
const TO_MOVE: u64 = 0x9E37_79B9_7F4A_7C15;

impl FivePosition {
    /// Creates a position in which nobody has a five.
    #[must_use]
    pub fn new(board: FiveBoard, to_move: Color, tables: Arc<FiveTables>) -> FivePosition {
        let size = board.size();
        let edges = Color::ALL.map(|color| {
            let stones = size.points().filter(|point| board.at(*point) == Some(color));
            stones.map(|point| distance_to_edge(point, size)).sum()
        });
        FivePosition { stones: FiveStones::new(board), to_move, tables, edges, is_won: false }
    }

    /// The board.
    #[must_use]
    pub const fn board(&self) -> &FiveBoard {
        self.stones.board()
    }

    /// The colour to move.
    #[must_use]
    pub const fn to_move(&self) -> Color {
        self.to_move
    }

    /// Returns what playing an empty point is worth by table B to the side to move, and to the other.
    #[must_use]
    pub fn worths(&self, point: Point) -> [i32; 2] {
        let colors = [self.to_move, self.to_move.opposite()];
        colors.map(|color| self.tables.worth(self.board(), color, point))
    }

    /// Empty points of at most two lines from a stone, or three along a line; the middle of an empty
    /// board.
    #[must_use]
    pub fn candidates(&self) -> PointSet {
        let size = self.board().size();
        let stones = self.board().stones();
        if stones.is_empty() {
            return [Point::new(size.width() / 2, size.get() / 2)].into_iter().collect();
        }
        stones.within_two_or_three_along(size).difference(stones)
    }

    fn is_allowed(&self, point: Point) -> bool {
        self.to_move == Color::White || self.board().foul(point).is_none()
    }

    fn points_making(&self, color: Color, least: LineClass) -> PointSet {
        self.board().points_making(color, least)
    }

    /// A point where the side to move makes two points of a five.
    fn open_four(&self) -> Option<Point> {
        let fours = self.points_making(self.to_move, LineClass::OpenFour);
        fours.iter().find(|point| self.is_allowed(*point))
    }

    /// Whether the other side has a line of one of some classes.
    fn faces(&self, classes: &[LineClass]) -> bool {
        let other = self.to_move.opposite();
        classes.iter().any(|class| self.board().lines_of_class(other, *class) > 0)
    }

    fn push(&self, points: PointSet, moves: &mut Vec<Point>) {
        moves.extend(points.iter().filter(|point| self.is_allowed(*point)));
    }

    /// What meets every open four that the other side threatens to make.
    fn defences(&self, threats: &PointSet) -> PointSet {
        let board = self.board();
        let other = self.to_move.opposite();
        threats.iter().fold(PointSet::all(board.size()), |defences, threat| {
            defences.intersection(board.points_that_block(other, threat, LineClass::OpenFour))
        })
    }
}

fn distance_to_edge(point: Point, size: BoardSize) -> i32 {
    let (x, y) = (point.x(), point.y());
    i32::from(x.min(y).min(size.width() - 1 - x).min(size.get() - 1 - y))
}

impl SearchGame for FivePosition {
    type Move = Point;
    type Undo = bool;

    const SLOTS: usize = MAX_LINES as usize * MAX_LINES as usize;

    fn key(&self) -> u64 {
        self.stones.key() ^ if self.to_move == Color::White { TO_MOVE } else { 0 }
    }

    fn moves(&self, moves: &mut Vec<Point>) {
        let (own, other) = (self.to_move, self.to_move.opposite());
        let fives = self.points_making(own, LineClass::Five);
        if let Some(five) = fives.first() {
            return moves.push(five);
        }
        let threats = self.points_making(other, LineClass::Five);
        self.push(threats, moves);
        // Black may not be allowed to meet a four: then any move is as good.
        if !moves.is_empty() {
            return;
        }
        if let Some(four) = self.open_four() {
            return moves.push(four);
        }
        let board = self.board();
        let mut threats = self.points_making(other, LineClass::OpenFour);
        if other == Color::Black {
            threats = threats.iter().filter(|point| board.foul(*point).is_none()).collect();
        }
        let mut points = self.candidates();
        if !threats.is_empty() {
            let fours = self.points_making(own, LineClass::Four);
            points = self.defences(&threats).union(fours);
        }
        self.push(points, moves);
        if moves.is_empty() {
            self.push(PointSet::all(board.size()).difference(board.stones()), moves);
        }
    }

    fn tactical_moves(&self, moves: &mut Vec<Point>) {
        let own = self.to_move;
        let five = self.points_making(own, LineClass::Five).first();
        match five.or_else(|| self.open_four()) {
            Some(win) => moves.push(win),
            None => self.push(self.points_making(own, LineClass::Four), moves),
        }
    }

    fn make(&mut self, played: Point) -> bool {
        let color = self.to_move;
        let was_won = self.is_won;
        self.is_won = self.board().classes_made(color, played).contains(&LineClass::Five);
        self.edges[color as usize] += distance_to_edge(played, self.board().size());
        self.stones.place(color, played);
        self.to_move = color.opposite();
        was_won
    }

    fn undo(&mut self, played: Point, was_won: bool) {
        let color = self.to_move.opposite();
        self.to_move = color;
        self.stones.remove(color, played);
        self.edges[color as usize] -= distance_to_edge(played, self.board().size());
        self.is_won = was_won;
    }

    fn evaluate(&self) -> i32 {
        let [black, white] = self.edges;
        let edges = if self.to_move == Color::Black { [black, white] } else { [white, black] };
        self.tables.value(self.board(), self.to_move, edges)
    }

    fn is_lost(&self) -> bool {
        self.is_won
    }

    fn is_drawn_without_moves(&self) -> bool {
        true
    }

    fn is_stuck(&self) -> bool {
        self.board().is_full()
    }

    fn is_threatened(&self) -> bool {
        self.faces(&[LineClass::Four, LineClass::OpenFour])
    }

    fn is_forced(&self) -> bool {
        self.faces(&[LineClass::OpenThree, LineClass::Four, LineClass::OpenFour])
    }

    fn may_pass(&self) -> bool {
        !self.is_forced()
    }

    fn pass(&mut self) {
        self.to_move = self.to_move.opposite();
    }

    fn gain(&self, played: Point) -> i32 {
        let made = self.board().classes_made(self.to_move, played);
        match made.iter().max() {
            Some(class) if *class >= LineClass::Four => self.worth(played),
            _ => 0,
        }
    }

    fn worth(&self, played: Point) -> i32 {
        let [own, other] = self.worths(played);
        2 * own + other
    }

    fn reduction(depth: u32, at: usize, is_open: bool) -> u32 {
        (depth.ilog2() * at.ilog2() / 2).saturating_sub(u32::from(is_open))
    }

    fn most_moves(depth: u32) -> usize {
        6 + 2 * depth as usize
    }

    fn slot(&self, played: Point) -> usize {
        usize::from(played.y()) * usize::from(MAX_LINES) + usize::from(played.x())
    }
}
