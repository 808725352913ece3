//! The whole-board positions that a book's lines reach, each once, with the book's replies.

use std::collections::HashMap;

use super::head::LeftOut;
use super::selection::Selection;
use super::symmetry::{Symmetric, image, origin};
use joseki_base::cancel::{Cancelled, checkpoint};
use joseki_book::NodeId;
use joseki_game::go::{CornerPosition, Position};
use joseki_game::{BoardSize, Frame, Point, Side};

/// A position of a whole-board book.
pub struct BookPosition {
    /// The moves that lead to it from the empty board, Black's first.
    pub moves: Vec<Point>,
    /// The book's moves, the best first; of moves that are symmetric in this position only one.
    pub replies: Vec<BookReply>,
}

/// A move of the book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookReply {
    /// The point.
    pub point: Point,
    /// The weight.
    pub weight: u32,
    /// The value of its verdict, −2 to 2.
    pub value: i8,
}

/// The positions of a book, short lines first, and the moves that none of them contains.
pub struct Positions {
    /// The positions with replies.
    pub list: Vec<BookPosition>,
    /// The moves left out.
    pub left_out: LeftOut,
}

/// The board that a node's line reaches by alternating moves, or the reason why there is none.
type Reached = Result<Position, &'static str>;

const TENUKI: &str = "after a tenuki: moves of such a book alternate";
const A_TENUKI: &str = "tenukis";
const ILLEGAL: &str = "not replayable on an empty board";
const REPEATED: &str = "repeating an earlier position";
const CONDITIONAL: &str = "depending on conditions";

struct PositionGroup {
    node: NodeId,
    symmetric: Symmetric,
    replies: Vec<BookReply>,
}

/// Collects all whole-board positions that a line of the book reaches without tenukis, oriented in
/// a frame. Each occurs once up to the eight symmetries; `turn` distinguishes them by side to move
/// as well.
pub fn positions(
    selection: &Selection<'_>,
    laid: Frame,
    turn: bool,
) -> Result<Positions, Cancelled> {
    let index = selection.index;
    let mut left_out = selection.left_out();
    let boards = boards(selection)?;
    let mut groups: Vec<PositionGroup> = Vec::new();
    let mut places: HashMap<(u64, Option<Side>), usize> = HashMap::new();
    for node in index.nodes().skip(1).filter(|node| selection.takes(*node)) {
        checkpoint()?;
        let parent = index.parent(node);
        if let Some(reason) = rejection(selection, &boards, node) {
            left_out.add(reason, 1);
            continue;
        }
        let (Ok(board), Some(point)) =
            (&boards[parent.index()], CornerPosition::point_of(index.step(node)))
        else {
            continue;
        };
        let symmetric = Symmetric::new(board);
        let side = Side::to_move_after(selection.depth(parent));
        let key = (symmetric.key, turn.then_some(side));
        let frame = symmetric.frame;
        let at = *places.entry(key).or_insert(groups.len());
        if at == groups.len() {
            groups.push(PositionGroup { node: parent, symmetric, replies: Vec::new() });
        }
        let group = &mut groups[at];
        let moved = BookReply {
            point: group.symmetric.one_of(origin(group.symmetric.frame, image(frame, point))),
            weight: selection.weight(node),
            value: selection.verdict(node).map_or(0, |verdict| verdict.value()),
        };
        let own = Side::to_move_after(selection.depth(group.node));
        let legal = boards[group.node.index()].as_ref().is_ok_and(|board| {
            own == side && board.is_legal(CornerPosition::color_of(own), moved.point).is_ok()
        });
        if legal {
            group.add(moved);
        } else {
            left_out.add("in a position exported with another ko or side to move", 1);
        }
    }
    groups.retain(|group| !group.replies.is_empty());
    let list = groups.into_iter().map(|group| group.into_position(selection, laid));
    Ok(Positions { list: list.collect(), left_out })
}

impl Symmetric {
    /// The first image of a point under this position's own symmetries.
    fn one_of(&self, point: Point) -> Point {
        let images = self.stabilizer.iter().map(|frame| image(*frame, point));
        images.min_by_key(|point| (point.x(), point.y())).unwrap_or(point)
    }
}

impl PositionGroup {
    fn add(&mut self, reply: BookReply) {
        match self.replies.iter_mut().find(|other| other.point == reply.point) {
            Some(other) => {
                other.weight = other.weight.max(reply.weight);
                other.value = other.value.min(reply.value);
            }
            None => self.replies.push(reply),
        }
    }

    fn into_position(mut self, selection: &Selection<'_>, laid: Frame) -> BookPosition {
        let rank = |reply: &BookReply| {
            let place = (reply.point.x(), reply.point.y());
            (std::cmp::Reverse((reply.weight, reply.value)), place)
        };
        self.replies.sort_by_key(rank);
        let lay = |reply: BookReply| BookReply { point: image(laid, reply.point), ..reply };
        let line = selection.index.line(self.node);
        let steps = line.steps().iter();
        BookPosition {
            moves: steps
                .filter_map(|step| laid.point_of(*step, BoardSize::NINETEEN).ok())
                .collect(),
            replies: self.replies.into_iter().map(lay).collect(),
        }
    }
}

fn rejection(selection: &Selection<'_>, boards: &[Reached], node: NodeId) -> Option<&'static str> {
    let index = selection.index;
    if let Err(reason) = &boards[index.parent(node).index()] {
        return Some(reason);
    }
    if index.step(node).is_tenuki() {
        return Some(A_TENUKI);
    }
    if let Err(reason) = &boards[node.index()] {
        return Some(reason);
    }
    selection.is_conditional(node).then_some(CONDITIONAL)
}

/// The board of every node. No position may repeat within a line, because readers apply superko.
fn boards(selection: &Selection<'_>) -> Result<Vec<Reached>, Cancelled> {
    let index = selection.index;
    let mut boards: Vec<Reached> = Vec::with_capacity(index.len() + 1);
    for node in index.nodes() {
        checkpoint()?;
        let reached = if node == NodeId::ROOT {
            Ok(Position::new(BoardSize::NINETEEN))
        } else {
            after(selection, &boards, node)
        };
        boards.push(reached);
    }
    Ok(boards)
}

fn after(selection: &Selection<'_>, boards: &[Reached], node: NodeId) -> Reached {
    let index = selection.index;
    let parent = index.parent(node);
    let mut board = boards[parent.index()]?;
    let point = CornerPosition::point_of(index.step(node)).ok_or(TENUKI)?;
    let side = Side::to_move_after(selection.depth(parent));
    let taken = board.play(CornerPosition::color_of(side), point);
    if taken.map_err(|_| ILLEGAL)?.is_empty() {
        return Ok(board);
    }
    let before =
        std::iter::successors(Some(parent), |id| (*id != NodeId::ROOT).then(|| index.parent(*id)));
    let mut before = before.filter_map(|id| boards[id.index()].as_ref().ok());
    if before.any(|earlier| earlier.hash() == board.hash()) {
        return Err(REPEATED);
    }
    Ok(board)
}
