//! Counted lines of games that a book does not have, for benches of mined books.

use joseki::book::{Delta, Forest, NodeId, PlayerKind, Tally};
use joseki::game::Step;
use joseki::mine::{Entry, TallyWriter};
use joseki::store::{BookChange, ChangeKind, ChangeNote};

/// Moves of a game beyond the book.
const TAIL: usize = 20;

/// The code of `JJ`, the first step with which a tail begins.
pub const TAIL_STEP: u16 = 9 * 19 + 9;

/// Every node of the forest, and after each of them tails that single games went, which are
/// most of what is counted: about `counted` moves in all, in parts.
pub fn counted_lines(forest: &Forest, counted: usize, games: u32) -> Vec<Vec<u8>> {
    let tails = (counted / TAIL / forest.nodes().len()).max(1);
    let mut writer = TallyWriter::default();
    let mut parts = Vec::new();
    let mut game = 0;
    let mut waiting = vec![(0, Step::TENUKI, Some(NodeId::ROOT))];
    while let Some((depth, step, node)) = waiting.pop() {
        let Some(node) = node else {
            game += 1;
            let tail = (0..TAIL).map(|more| entry(depth + more, step, 1, game % games));
            parts.extend(tail.filter_map(|entry| writer.push(entry)));
            continue;
        };
        parts.extend(writer.push(entry(depth, step, tails as u32, game)));
        let children = forest.node(node).children().iter();
        let mut next: Vec<(Step, Option<NodeId>)> =
            children.map(|child| (forest.node(*child).step, Some(*child))).collect();
        let steps = (TAIL_STEP..).filter_map(Step::from_code);
        let free = steps.filter(|step| forest.child(node, *step).is_none()).take(tails);
        next.extend(free.collect::<Vec<_>>().into_iter().map(|step| (step, None)));
        next.sort_unstable_by_key(|(step, _)| std::cmp::Reverse(*step));
        waiting.extend(next.into_iter().map(|(step, node)| (depth + 1, step, node)));
    }
    parts.extend(writer.finish());
    parts
}

fn entry(depth: usize, step: Step, games: u32, example: u32) -> Entry {
    let mut tally = Tally::default();
    let count = tally.cell(0);
    (count.games, count.corners, count.scored) = (games, games, games);
    tally.turns.of_mut(PlayerKind::Other).at_once.turns = 1;
    tally.turns.of_mut(PlayerKind::Other).later.turns = 9;
    tally.examples.push(example);
    Entry { depth, step, tally }
}

/// The change of a book of version 1 that changes no node.
pub fn no_change(forest: &Forest) -> BookChange<'_> {
    BookChange {
        book: "main",
        expected_version: 1,
        forest,
        inserted: Vec::new(),
        updated: Vec::new(),
        deleted: Vec::new(),
        lines: Vec::new(),
        lines_gone: Vec::new(),
        delta: Delta::default(),
        note: ChangeNote::new(ChangeKind::Mine, "bench", ""),
    }
}
