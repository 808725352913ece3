//! Orders positions into a tree of moves.

use std::collections::HashMap;

use super::position::{ImageHashes, Position, image};
use super::record::Record;
use super::{RapfiProblem, error::RapfiFault};
use crate::five::sgf_text::{
    BOARD_TEXT, Move, Point, push_game_start, push_label, push_move, push_property,
};
use joseki_game::Symmetry;

/// A record's place in the tree.
#[derive(Clone, Copy)]
struct Link {
    parent: usize,
    /// The last move, in the orientation of the record.
    played: Move,
    /// The symmetry from the orientation of the record to that of its parent.
    turn: Symmetry,
}

/// The records of a rule set and board size, linked by moves.
struct Linked<'a> {
    records: &'a [Record],
    /// Records by the smallest hash of their images.
    by_hash: HashMap<u64, usize>,
    hashes: Vec<ImageHashes>,
    links: Vec<Option<Link>>,
    children: Vec<Vec<usize>>,
}

/// Writes the records of one rule set and board size as an SGF tree.
pub(super) fn to_sgf(
    records: &[Record],
    size: u8,
    rule: &str,
    problems: &mut Vec<RapfiProblem>,
) -> String {
    let linked = Linked::new(records, problems);
    let mut tree = OutputTree::new(size, rule);
    let mut open = Vec::new();
    for (index, record) in records.iter().enumerate() {
        if linked.links.get(index).is_some_and(Option::is_none) {
            let node = tree.push_line(&line_of(&record.position));
            open.push((index, node, Symmetry::IDENTITY));
        }
    }
    while let Some((index, node, turn)) = open.pop() {
        open.extend(tree.push_record(&linked, index, node, turn));
    }
    tree.into_text()
}

impl<'a> Linked<'a> {
    fn new(records: &'a [Record], problems: &mut Vec<RapfiProblem>) -> Self {
        let mut by_hash = HashMap::with_capacity(records.len());
        let hashes: Vec<_> = records.iter().map(|record| record.position.hashes()).collect();
        for ((index, record), hashes) in records.iter().enumerate().zip(&hashes) {
            if *by_hash.entry(hashes.smallest().0).or_insert(index) != index {
                let fault = RapfiFault::RepeatedPosition { key: record.key.clone() };
                problems.push(RapfiProblem { line: record.line, fault });
            }
        }
        let children = vec![Vec::new(); records.len()];
        let mut linked = Self { records, by_hash, hashes, links: Vec::new(), children };
        for index in 0..records.len() {
            let link = linked.find_parent(index);
            if let Some(siblings) = link.and_then(|link| linked.children.get_mut(link.parent)) {
                siblings.push(index);
            }
            linked.links.push(link);
        }
        linked
    }

    /// Finds a record with one stone less, or before a pass.
    fn find_parent(&self, index: usize) -> Option<Link> {
        let position = &self.records.get(index)?.position;
        let hashes = *self.hashes.get(index)?;
        let by = |played| self.find_parent_by(position, hashes, played);
        let mut stones = position.stones_of_mover().iter().copied();
        // A pass only where the numbers of stones show one, so that links cannot run in circles.
        stones.find_map(|stone| by(Some(stone))).or_else(|| {
            let is_after_pass = position.is_after_pass();
            is_after_pass.then(|| by(None)).flatten()
        })
    }

    fn find_parent_by(
        &self,
        position: &Position,
        hashes: ImageHashes,
        played: Move,
    ) -> Option<Link> {
        let (hash, symmetry) = hashes.with_move(position, played, true).smallest();
        let &parent = self.by_hash.get(&hash)?;
        let (_, of_parent) = self.hashes.get(parent)?.smallest();
        let turn = symmetry.then(of_parent.inverse());
        let leads_to_parent = position.leads_to(played, turn, &self.records.get(parent)?.position);
        leads_to_parent.then_some(Link { parent, played, turn })
    }

    /// Finds the record after a move on `point`, if it is a child of the record at `index`.
    fn child_after(&self, index: usize, point: Point) -> Option<usize> {
        let position = &self.records.get(index)?.position;
        let hashes = self.hashes.get(index)?.with_move(position, Some(point), false);
        let &child = self.by_hash.get(&hashes.smallest().0)?;
        let link = self.links.get(child)?.as_ref()?;
        (link.parent == index).then_some(child)
    }
}

/// Returns moves that lead to a position: the stones of each side in their order, with passes
/// where one side has fewer stones.
fn line_of(position: &Position) -> Vec<Move> {
    let (black, white) = (position.black.len(), position.white.len());
    let most = if position.black_to_move { black.max(white) } else { black.max(white + 1) };
    let count = 2 * most - usize::from(!position.black_to_move);
    let (mut black, mut white) = (position.black.iter(), position.white.iter());
    let mut next = |number| if number % 2 == 0 { black.next() } else { white.next() };
    (0..count).map(|number| next(number).copied()).collect()
}

/// An SGF tree that is built out of order.
struct OutputTree {
    size: u8,
    /// The texts of the nodes.
    nodes: Vec<String>,
    children: Vec<Vec<usize>>,
}

impl OutputTree {
    fn new(size: u8, rule: &str) -> Self {
        let mut root = String::new();
        push_game_start(&mut root, size);
        if !rule.is_empty() {
            push_property(&mut root, "RU", rule);
        }
        Self { size, nodes: vec![root], children: vec![Vec::new()] }
    }

    fn push(&mut self, parent: usize, black: bool, played: Move) -> usize {
        let mut text = String::from(";");
        push_move(&mut text, black, played);
        let index = self.nodes.len();
        self.nodes.push(text);
        self.children.push(Vec::new());
        if let Some(siblings) = self.children.get_mut(parent) {
            siblings.push(index);
        }
        index
    }

    /// Appends a line to the root and returns its last node.
    fn push_line(&mut self, line: &[Move]) -> usize {
        let mut node = 0;
        for (number, &played) in line.iter().enumerate() {
            node = self.push(node, number % 2 == 0, played);
        }
        node
    }

    /// Writes a record into its node and appends nodes for its children. `turn` leads from the
    /// orientation of the record to that of the tree.
    fn push_record(
        &mut self,
        linked: &Linked<'_>,
        index: usize,
        node: usize,
        turn: Symmetry,
    ) -> Vec<(usize, usize, Symmetry)> {
        let Some(record) = linked.records.get(index) else { return Vec::new() };
        if let Some(text) = self.nodes.get_mut(node) {
            record.push_properties(text);
        }
        let black = record.position.black_to_move;
        let mut open = Vec::new();
        for &child in linked.children.get(index).into_iter().flatten() {
            let Some(&Some(link)) = linked.links.get(child) else { continue };
            let child_turn = link.turn.then(turn);
            let played = link.played.map(|point| image(child_turn, point, self.size));
            open.push((child, self.push(node, black, played), child_turn));
        }
        self.push_board_texts(linked, index, node, turn, &open);
        open
    }

    /// Writes the board texts of a record: on children, which it makes where there are none, and
    /// as `LB` where there are stones.
    fn push_board_texts(
        &mut self,
        linked: &Linked<'_>,
        index: usize,
        node: usize,
        turn: Symmetry,
        open: &[(usize, usize, Symmetry)],
    ) {
        let Some(record) = linked.records.get(index) else { return };
        let position = &record.position;
        let mut labels = String::new();
        let mut labelled = Vec::new();
        for (point, text) in &record.board_texts {
            let shown = image(turn, *point, self.size);
            if position.is_occupied(*point) {
                push_label(&mut labels, shown, text);
                continue;
            }
            let child = linked.child_after(index, *point);
            let target = open.iter().find(|(record, ..)| Some(*record) == child);
            let target = target.map(|&(_, target, _)| target);
            let target = target.filter(|target| !labelled.contains(target));
            let target =
                target.unwrap_or_else(|| self.push(node, position.black_to_move, Some(shown)));
            labelled.push(target);
            if let Some(out) = self.nodes.get_mut(target) {
                push_property(out, BOARD_TEXT, text);
            }
        }
        if let Some(out) = self.nodes.get_mut(node).filter(|_| !labels.is_empty()) {
            out.push_str("LB");
            out.push_str(&labels);
        }
    }

    fn into_text(self) -> String {
        let mut out = String::new();
        // Nodes to write, each with whether it starts a variation.
        let mut open: Vec<(usize, bool)> = vec![(0, false)];
        // For each variation that is open, the number of nodes to write after it.
        let mut closing: Vec<usize> = Vec::new();
        while let Some((node, is_variation)) = open.pop() {
            while closing.pop_if(|after| *after > open.len()).is_some() {
                out.push(')');
            }
            if node != 0 {
                out.push('\n');
            }
            if is_variation {
                out.push('(');
                closing.push(open.len());
            }
            out.push_str(self.nodes.get(node).map_or("", String::as_str));
            let children = self.children.get(node).map_or(&[][..], Vec::as_slice);
            open.extend(children.iter().rev().map(|&child| (child, children.len() > 1)));
        }
        out.push_str(&")".repeat(closing.len() + 1));
        out.push('\n');
        out
    }
}
