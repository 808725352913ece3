//! Search of a book that is not in memory: its nodes with text are read page by page, and the best
//! ones kept.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};

use super::{Fit, FoundIn, Hit, Place, TextQuery, best_fit, games_of};
use crate::error::ServiceError;
use joseki_base::cancel;
use joseki_book::{Index, Line, NodeId, TextNodes};
use joseki_game::GameOpening;

/// The place of a node among all that were found: its fit, games, and the length of its line.
type Rank = ((FoundIn, Fit), Reverse<u64>, usize, Line);

/// The best nodes so far, the worst of them first: as in the index, short lines come before long
/// ones, and those of one length are in their order.
struct BestNodes {
    nodes: BinaryHeap<Rank>,
    most: usize,
    total: usize,
}

impl BestNodes {
    fn add(&mut self, fit: (FoundIn, Fit), games: u64, line: Line) {
        self.total += 1;
        self.nodes.push((fit, Reverse(games), line.len(), line));
        if self.nodes.len() > self.most {
            self.nodes.pop();
        }
    }
}

/// Returns the `most` best nodes, and how many were found.
pub(super) fn search(
    index: &Index,
    mut texts: TextNodes,
    (query, place): (&TextQuery, Place),
    openings: &HashMap<NodeId, (Fit, GameOpening)>,
    most: usize,
) -> Result<(Vec<Hit>, usize), ServiceError> {
    let mut folded = String::new();
    let mut best = BestNodes { nodes: BinaryHeap::new(), most, total: 0 };
    let mut known = HashSet::new();
    for (node, (fit, _)) in openings {
        let data = index.data(*node);
        let own = data.and_then(|data| query.fit_node(data, place, &mut folded));
        if let Some(fit) = best_fit(own, Some(*fit)) {
            let line = index.line(*node);
            known.insert(line.clone());
            best.add(fit, games_of(index, *node), line);
        }
    }
    while let Some(page) = texts.next_page() {
        cancel::checkpoint()?;
        for node in page {
            let data = node.data.as_ref();
            let fit = data.and_then(|data| query.fit_node(data, place, &mut folded));
            if let Some((fit, line)) = fit.and_then(|fit| Some((fit, texts.line(&node)?)))
                && !known.contains(&line)
            {
                best.add(fit, node.games(), line);
            }
        }
    }
    let total = best.total;
    let nodes = best.nodes.into_sorted_vec().into_iter();
    // A node that cannot be read has failed the index, and the answer is discarded.
    let hits = nodes.filter_map(|((found, _), Reverse(games), _, line)| {
        Some(Hit { node: index.find(&line)?, games, found })
    });
    Ok((hits.collect(), total))
}
