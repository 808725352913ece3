//! The main line of a game record with the nodes of its moves and its engine evaluations.

use super::dictionary::check_variant;
use super::evaluation::Evaluations;
use super::record::{Playable, RecordError, RecordedGame, read_playable};
use super::sgf::{GameTree, SgfNodeId};
use joseki_game::Variant;

/// A main line as far as it is playable.
#[derive(Clone, Debug)]
pub struct MainLine {
    /// The initial board and the moves.
    pub record: RecordedGame,
    /// The number of the first illegal move, if any; see [`Playable`].
    pub damaged_at: Option<usize>,
    /// The node of each move. A node may have two moves.
    pub nodes: Vec<SgfNodeId>,
    /// The engine evaluations of its positions.
    pub evaluations: Evaluations,
}

/// Reads the main line of a game up to the point where it is damaged.
///
/// # Errors
/// See [`read_playable`]; in a game other than Go, also a record of other rules or on another board
/// than the variant's.
pub fn main_line(variant: Variant, tree: &GameTree) -> Result<MainLine, RecordError> {
    if !variant.game().serves_all_sizes() {
        let line = tree.root().line();
        check_variant(tree, variant).map_err(|reason| RecordError::Refused { line, reason })?;
    }
    let Playable { record, damaged_at } = read_playable(variant.game(), tree)?;
    let mut nodes = Vec::with_capacity(record.moves.len());
    let mut evaluations = Evaluations::default();
    let mut next = Some(tree.root());
    while let Some(node) = next {
        let before = nodes.len();
        let here = ["B", "W"].iter().filter(|ident| node.has(ident)).count();
        let whole = before + here <= record.moves.len();
        let played = if whole { here } else { 0 };
        evaluations.add(node, before..before + played);
        nodes.resize(before + played, node.id());
        next = node.children().next().filter(|_| whole);
    }
    Ok(MainLine { record, damaged_at, nodes, evaluations })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sgf::{Limits, read_collection};
    use joseki_game::Color;

    fn read(text: &str) -> MainLine {
        let collection = read_collection(text.as_bytes(), &Limits::default()).expect("SGF");
        main_line(Variant::GO, &collection.trees[0]).expect("a main line")
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
