//! A game record: a tree of moves with comments.

use joseki_game::xiangqi::{Shift, XiangqiBoard};
use joseki_game::{Color, Move, Side};

/// A game record, whatever file it comes from.
#[derive(Clone, Debug)]
pub struct XiangqiRecord {
    /// Tags of the game: names as in PGN, and values.
    pub tags: Vec<(String, String)>,
    /// The position at the start.
    pub start: XiangqiBoard,
    /// The comment before the first move.
    pub comment: String,
    /// The moves, each after that before it; the first of several after one is the main one.
    pub nodes: Vec<RecordNode>,
    /// How the game ended.
    pub result: RecordResult,
}

/// A move of a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordNode {
    /// The index of the move before; `None` for a first move.
    pub parent: Option<usize>,
    /// The move.
    pub shift: Shift,
    /// The comment after it.
    pub comment: String,
}

/// How a game of a record ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum RecordResult {
    /// The side won.
    Won(Side),
    /// A draw.
    Draw,
    /// The record does not say.
    #[default]
    Unknown,
}

impl RecordResult {
    /// The text in PGN.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            RecordResult::Won(Side::First) => "1-0",
            RecordResult::Won(Side::Second) => "0-1",
            RecordResult::Draw => "1/2-1/2",
            RecordResult::Unknown => "*",
        }
    }

    /// Reads the text in PGN.
    #[must_use]
    pub fn parse(text: &str) -> Option<RecordResult> {
        Some(match text {
            "1-0" => RecordResult::Won(Side::First),
            "0-1" => RecordResult::Won(Side::Second),
            "1/2-1/2" | "1/2" => RecordResult::Draw,
            "*" => RecordResult::Unknown,
            _ => return None,
        })
    }
}

impl XiangqiRecord {
    /// Creates a record of moves from a position.
    #[must_use]
    pub fn from_moves(start: XiangqiBoard, moves: &[(Color, Move)]) -> XiangqiRecord {
        let mut record = XiangqiRecord::new(start);
        for (_, played) in moves {
            if let Move::Shift(shift) = played {
                let (parent, comment) = (record.nodes.len().checked_sub(1), String::new());
                record.nodes.push(RecordNode { parent, shift: *shift, comment });
            }
        }
        record
    }

    /// Creates a record without moves.
    #[must_use]
    pub const fn new(start: XiangqiBoard) -> XiangqiRecord {
        XiangqiRecord {
            tags: Vec::new(),
            start,
            comment: String::new(),
            nodes: Vec::new(),
            result: RecordResult::Unknown,
        }
    }

    /// The value of a tag, which is not empty.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        let tag = self.tags.iter().find(|(tag, _)| tag.eq_ignore_ascii_case(name));
        tag.map(|(_, value)| value.trim()).filter(|value| !value.is_empty())
    }

    /// The moves of the main line.
    pub fn main_line(&self) -> impl Iterator<Item = Shift> {
        let mut at = None;
        let mut from = 0;
        std::iter::from_fn(move || {
            // Moves come after that before them.
            let next = (from..self.nodes.len()).find(|node| self.nodes[*node].parent == at)?;
            (at, from) = (Some(next), next + 1);
            Some(self.nodes[next].shift)
        })
    }

    /// The moves after the start and after each move, by the index of that before plus one.
    #[must_use]
    pub fn children(&self) -> Vec<Vec<usize>> {
        let mut children = vec![Vec::new(); self.nodes.len() + 1];
        for (at, node) in self.nodes.iter().enumerate() {
            children[node.parent.map_or(0, |parent| parent + 1)].push(at);
        }
        children
    }

    /// The nodes on the path to one: first the start, which is `None`.
    #[must_use]
    pub fn path_to(&self, node: Option<usize>) -> Vec<Option<usize>> {
        let before = |at: &Option<usize>| at.map(|at| self.nodes[at].parent);
        let mut path: Vec<Option<usize>> = std::iter::successors(Some(node), before).collect();
        path.reverse();
        path
    }

    /// The position after a move, or at the start.
    #[must_use]
    pub fn board_after(&self, node: Option<usize>) -> XiangqiBoard {
        let mut board = self.start;
        for at in self.path_to(node).into_iter().flatten() {
            // Nobody takes it back.
            let _ = board.make(self.nodes[at].shift);
        }
        board
    }

    /// The number of comments, that before the first move included.
    #[must_use]
    pub fn comments(&self) -> usize {
        let comments = self.nodes.iter().map(|node| &node.comment).chain([&self.comment]);
        comments.filter(|comment| !comment.is_empty()).count()
    }
}
