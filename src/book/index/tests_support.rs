//! Books for tests of indexes, and all that an index says of one.

use std::collections::BTreeSet;
use std::sync::Arc;

use proptest::prelude::*;
use strum::VariantArray;

use super::Index;
use crate::line::tests_support::any_line;
use crate::{
    Band, Cohort, CohortCount, Forest, GameCount, Line, NodeData, NodeId, NodeSource, PlayerKind,
    StoredBook, StoredNode, Tally, Text, TurnCount, TurnsByKind, Verdict,
};

prop_compose! {
    pub(crate) fn any_book()(
        lines in proptest::collection::vec((any_line(), 0u8..5, any::<bool>(), any::<bool>()), 0..12),
    ) -> Forest {
        let mut forest = Forest::new();
        for (line, verdict, retired, inner) in lines {
            let id = forest.insert(&line);
            if let Some(verdict) = Verdict::VARIANTS.get(usize::from(verdict)) {
                forest.data_mut(id).verdict = Some(*verdict);
            }
            let place = if inner { forest.node(id).parent } else { id };
            forest.set_retired(place, retired);
        }
        forest
    }
}

/// Counts that every line has, by the line alone.
pub(crate) fn tally(line: &Line) -> Tally {
    let sum: u32 = line.steps().iter().map(|step| u32::from(step.code())).sum();
    let games = 40 + sum % 60;
    let (scored, half_points) = (games, sum % games * 2);
    let count = GameCount { games, corners: games, scored, half_points, ..GameCount::default() };
    let cells = [CohortCount { cohort: 0, count }];
    Tally { cells: cells.into_iter().collect(), ..Tally::default() }
}

pub(crate) fn counted(mut forest: Forest) -> Forest {
    let ids: Vec<NodeId> = forest.nodes().map(|(id, _)| id).collect();
    for id in ids {
        let tally = tally(&forest.line(id));
        forest.set_tally(id, Some(tally));
    }
    let (source, band) = ("games".to_owned(), Band::Unknown);
    forest.set_cohorts(vec![Cohort { source, year: 0, band, imported: false }]);
    forest
}

/// The sources of nodes, and of games, in tests.
const SOURCES: [&str; 3] = ["a", "b", "c"];

/// The sources whose bits are set.
pub(crate) fn sources(bits: u8) -> BTreeSet<String> {
    let set = SOURCES.iter().enumerate().filter(|(place, _)| bits >> place & 1 != 0);
    set.map(|(_, name)| (*name).to_owned()).collect()
}

prop_compose! {
    /// Books where nodes have sources, games of two others, or neither.
    pub(crate) fn any_sourced_book()(
        mut forest in any_book(),
        nodes in proptest::collection::vec((0u8..4, any::<bool>(), any::<bool>(), 0u8..4), 60),
    ) -> Forest {
        let ids: Vec<NodeId> = forest.nodes().map(|(id, _)| id).collect();
        for (id, (names, has_text, mined, games)) in ids.into_iter().zip(nodes.iter().cycle()) {
            if *names > 0 {
                forest.data_mut(id).sources = sources(*names);
            }
            if *has_text {
                forest.data_mut(id).comment = Some(Text::from_template("words"));
            }
            forest.set_mined(id, *mined && id != NodeId::ROOT);
            let count = tally(&forest.line(id)).total();
            let cohorts = (0..2u32).filter(|cohort| games >> cohort & 1 != 0);
            let cells = cohorts.map(|cohort| CohortCount { cohort, count }).collect();
            let mut turns = TurnsByKind::default();
            turns.of_mut(PlayerKind::Other).at_once = TurnCount { turns: 9, here: 5 };
            let tally = Tally { cells, turns, ..Tally::default() };
            forest.set_tally(id, Some(tally).filter(|_| *games > 0 || id == NodeId::ROOT));
        }
        let cohort = |source: &str| {
            let (source, band) = (source.to_owned(), Band::Unknown);
            Cohort { source, year: 0, band, imported: false }
        };
        forest.set_cohorts(vec![cohort("b"), cohort("c")]);
        forest
    }
}

/// All that an index says of a node, with lines instead of numbers.
pub(crate) fn all(index: &Index) -> Vec<String> {
    let describe = |id: NodeId| {
        let lines = |ids: &mut dyn Iterator<Item = NodeId>| -> Vec<String> {
            ids.map(|id| index.line(id).to_string()).collect()
        };
        let key = index.key(id);
        let matches = key.map(|key| {
            let found = index.matches(key).map(|it| (index.line(it.node), it.symmetry));
            found.collect::<Vec<_>>()
        });
        let same = lines(&mut index.same_move(id).into_iter());
        let children = lines(&mut index.children(id));
        format!(
            "{} ends {:?} mined {} far {} data {:?} key {key:?} matches {matches:?} same {same:?} \
             children {children:?} proposal {:?} tally {:?} arrived {:?} revision {} edge {}",
            index.line(id),
            (index.ends(id), index.mover(id)),
            index.is_mined(id),
            index.is_far(id),
            index.data(id).filter(|data| !data.is_empty()),
            index.proposal(id),
            index.tally(id),
            index.count_by_position(id, |_| true),
            index.revision(id),
            index.edge(id),
        )
    };
    index.nodes().map(describe).collect()
}

/// Number of nodes of a page with text.
const TEXT_PAGE: usize = 3;

/// A forest as it is stored, and the numbers of nodes whose reading fails.
#[derive(Debug)]
pub(crate) struct ForestSource {
    pub(crate) forest: Forest,
    pub(crate) failing: Vec<u32>,
}

impl ForestSource {
    /// A forest as it is stored, and its head.
    pub(crate) fn new(forest: Forest, failing: Vec<u32>) -> (Arc<ForestSource>, StoredBook) {
        let is_counted = forest.nodes().any(|(_, node)| node.tally().is_some());
        let cohorts = is_counted.then(|| forest.cohorts().to_vec());
        let (variant, nodes) = (forest.variant(), forest.len());
        let source = ForestSource { forest, failing };
        let root = source.node(NodeId::ROOT);
        (Arc::new(source), StoredBook { variant, root, nodes, lines: 0, cohorts })
    }

    pub(crate) fn node(&self, id: NodeId) -> StoredNode {
        let node = self.forest.node(id);
        StoredNode {
            number: id.index() as u32,
            parent: node.parent.index() as u32,
            step: node.step,
            ends: node.ends,
            mined: node.mined,
            retired: node.retired,
            has_children: node.children().iter().any(|id| !self.forest.node(*id).retired),
            revision: node.revision,
            data: node.data().cloned(),
            tally: node.tally().map(|tally| {
                let mut bytes = Vec::new();
                tally.encode(&mut bytes);
                bytes.into()
            }),
        }
    }
}

impl NodeSource for ForestSource {
    fn children(&self, number: u32) -> Option<Vec<StoredNode>> {
        let ids = self.forest.node(NodeId::from_index(number as usize)).children();
        let ids = ids.iter().rev().filter(|id| !self.forest.node(**id).retired);
        (!self.failing.contains(&number)).then(|| ids.map(|id| self.node(*id)).collect())
    }

    fn all_children(&self, number: u32) -> Option<Vec<StoredNode>> {
        let ids = self.forest.node(NodeId::from_index(number as usize)).children();
        let child = |id: &NodeId| StoredNode {
            has_children: !self.forest.node(*id).children().is_empty(),
            ..self.node(*id)
        };
        (!self.failing.contains(&number)).then(|| ids.iter().rev().map(child).collect())
    }

    fn with_position(&self, key: u64) -> Option<Vec<u32>> {
        let mut ids: Vec<NodeId> = self.forest.nodes().map(|(id, _)| id).skip(1).collect();
        ids.reverse();
        let keys = self.forest.position_keys(&ids);
        let found = ids.iter().zip(keys).filter(|(_, own)| *own == Some(key));
        Some(found.map(|(id, _)| id.index() as u32).collect())
    }

    fn path(&self, number: u32) -> Option<Vec<StoredNode>> {
        let id = NodeId::from_index(number as usize);
        if self.forest.is_retired(id) {
            return Some(Vec::new());
        }
        let before =
            |id: &NodeId| Some(self.forest.node(*id).parent).filter(|id| *id != NodeId::ROOT);
        let mut path: Vec<StoredNode> =
            std::iter::successors(Some(id), before).map(|id| self.node(id)).collect();
        path.reverse();
        Some(path)
    }

    fn with_text(&self, first: u32) -> Option<Vec<StoredNode>> {
        let has_text = |data: &NodeData| {
            !data.names.is_empty() || !data.tags.is_empty() || data.comment.is_some()
        };
        let nodes = self.forest.nodes().skip(first as usize);
        let found = nodes.filter(|(_, node)| node.data().is_some_and(has_text));
        Some(found.take(TEXT_PAGE).map(|(id, _)| self.node(id)).collect())
    }
}
