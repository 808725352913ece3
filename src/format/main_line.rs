//! The main line of a game record with the nodes of its moves, and what engines said along it.

use super::evaluation::Evaluations;
use super::record::{Playable, Record, RecordError, read_playable};
use super::sgf::{GameTree, NodeId};

/// A main line as far as it can be played.
#[derive(Clone, Debug)]
pub struct MainLine {
    /// The board it starts from and the moves on it.
    pub record: Record,
    /// The number of the first move that cannot be played, if there is one; see [`Playable`].
    pub damaged_at: Option<usize>,
    /// By move, the node that has it. A node may have two.
    pub nodes: Vec<NodeId>,
    /// What engines said of its positions.
    pub evaluations: Evaluations,
}

/// Reads the main line of a game up to where it is damaged.
///
/// # Errors
/// The board is none of Go on 9 to 19 lines, or one of its first stones is none.
pub fn main_line(tree: &GameTree) -> Result<MainLine, RecordError> {
    let Playable { record, damaged_at } = read_playable(tree)?;
    let mut nodes = Vec::with_capacity(record.moves.len());
    let mut evaluations = Evaluations::default();
    let mut next = Some(tree.root());
    while let Some(node) = next {
        let before = nodes.len();
        let here = ["B", "W"].iter().filter(|ident| node.has(ident)).count();
        let whole = before + here <= record.moves.len();
        let played = if whole { here } else { 0 };
        evaluations.note(node, before..before + played);
        nodes.resize(before + played, node.id());
        next = node.children().next().filter(|_| whole);
    }
    Ok(MainLine {
        record,
        damaged_at,
        nodes,
        evaluations,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::sgf::{Limits, read_collection};
    use crate::game::Color;

    fn read(text: &str) -> MainLine {
        let collection = read_collection(text.as_bytes(), &Limits::default()).expect("SGF");
        main_line(&collection.trees[0]).expect("a main line")
    }

    fn places(line: &MainLine) -> Vec<usize> {
        line.nodes.iter().map(|node| node.index()).collect()
    }

    #[test]
    fn every_move_has_its_node() {
        let line = read("(;SZ[19];B[pd];C[words];W[dd]B[pp](;W[dp];B[qf])(;W[cc]))");
        assert_eq!(line.record.moves.len(), 5);
        assert_eq!(places(&line), [1, 3, 3, 4, 5]);
        assert_eq!(line.damaged_at, None);
    }

    #[test]
    fn nothing_is_read_after_the_damage() {
        let line = read("(;SZ[19]V[1];B[pd]V[3];W[pd]V[9];B[dd]V[0])");
        assert_eq!((places(&line), line.damaged_at), (vec![1], Some(2)));
        let lost = line.evaluations.loss(0, Color::Black).expect("both known");
        assert_eq!(lost.points, Some(-2.0));
        assert_eq!(line.evaluations.loss(1, Color::White), None);
        let late = read("(;SZ[19];B[pd];AW[dd];B[dp];W[qf])");
        assert_eq!((places(&late), late.damaged_at), (vec![1], Some(2)));
    }
}
