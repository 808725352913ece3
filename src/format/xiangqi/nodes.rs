//! Moves of binary records: nodes that say whether a move follows and whether there is another one.

use super::record::{RecordNode, XiangqiRecord};
use joseki_game::xiangqi::{IllegalShift, Shift, XiangqiUndo};

/// The most nodes of a file that are read.
const MAX_NODES: usize = 1_000_000;

/// What could not be read of a record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NodeProblem {
    /// The file ends within a node; what is read before stays.
    #[error("the file ends within the node at byte {0}")]
    Truncated(usize),
    /// A comment that is longer than the file.
    #[error("the comment at byte {0} is longer than the file")]
    Comment(usize),
    /// An illegal move; the moves after it are left out.
    #[error("the move at byte {at}: {reason}")]
    Move {
        /// The place of the node in the file.
        at: usize,
        /// What is wrong with it.
        reason: IllegalShift,
    },
    /// A move off the board; the moves after it are left out.
    #[error("the move at byte {0} is off the board")]
    OffBoard(usize),
    /// More nodes than a file may have.
    #[error("more than {MAX_NODES} moves")]
    TooMany,
}

/// A node of the file.
pub(super) struct FileNode {
    /// The index of the node before; `None` for the root.
    pub parent: Option<usize>,
    /// `None` off the board.
    pub shift: Option<Shift>,
    /// The comment after the move.
    pub comment: String,
    /// The byte of the file where it begins.
    pub at: usize,
}

/// What a node says of those after it.
#[derive(Clone, Copy, Default)]
pub(super) struct Branches {
    /// Whether a move follows it.
    pub goes_on: bool,
    /// Whether, after all that follows it, another move comes in its place.
    pub has_sibling: bool,
}

/// Reads the nodes in the order of the file: a node, what follows it, then its siblings. The first is
/// the start. `node` reads one after a node; `None` at the end of the file.
pub(super) fn read_nodes(
    problems: &mut Vec<NodeProblem>,
    mut node: impl FnMut(Option<usize>, &mut Vec<NodeProblem>) -> Option<(FileNode, Branches)>,
) -> Vec<FileNode> {
    let mut nodes: Vec<FileNode> = Vec::new();
    let mut siblings: Vec<Option<usize>> = Vec::new();
    let mut parent = None;
    loop {
        if nodes.len() >= MAX_NODES {
            problems.push(NodeProblem::TooMany);
            return nodes;
        }
        let Some((read, branches)) = node(parent, problems) else {
            return nodes;
        };
        nodes.push(read);
        if branches.has_sibling {
            siblings.push(parent);
        }
        parent = if branches.goes_on {
            Some(nodes.len() - 1)
        } else {
            match siblings.pop() {
                Some(parent) => parent,
                None => return nodes,
            }
        };
    }
}

/// Puts the nodes of a file into a record, as far as they are legal moves.
pub(super) fn place(
    record: &mut XiangqiRecord,
    nodes: Vec<FileNode>,
    problems: &mut Vec<NodeProblem>,
) {
    // The place in the record of each node of the file; the root has none.
    let mut places: Vec<Option<usize>> = Vec::with_capacity(nodes.len());
    let mut lost: Vec<bool> = Vec::with_capacity(nodes.len());
    let mut path: Vec<(usize, Shift, XiangqiUndo)> = Vec::new();
    let mut board = record.start;
    for node in nodes {
        let Some(parent) = node.parent else {
            record.comment = node.comment;
            places.push(None);
            lost.push(false);
            continue;
        };
        let mut place = None;
        let mut is_lost = lost[parent];
        if !is_lost {
            while path.last().is_some_and(|(at, ..)| Some(*at) != places[parent]) {
                if let Some((_, shift, undo)) = path.pop() {
                    board.undo(shift, undo);
                }
            }
            let legal = node.shift.ok_or(NodeProblem::OffBoard(node.at)).and_then(|shift| {
                let undo = board.play(shift);
                let undo = undo.map_err(|reason| NodeProblem::Move { at: node.at, reason })?;
                Ok((shift, undo))
            });
            match legal {
                Ok((shift, undo)) => {
                    let at = record.nodes.len();
                    record.nodes.push(RecordNode {
                        parent: places[parent],
                        shift,
                        comment: node.comment,
                    });
                    path.push((at, shift, undo));
                    place = Some(at);
                }
                Err(problem) => {
                    problems.push(problem);
                    is_lost = true;
                }
            }
        }
        places.push(place);
        lost.push(is_lost);
    }
}
