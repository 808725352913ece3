//! Books without what rests on withheld sources alone.

use std::collections::BTreeSet;

use super::delta::{Delta, NodeState};
use super::forest::{Forest, Node, NodeId};
use super::node_data::NodeData;
use super::tally::{Cohort, Tally, TurnsByKind};

/// The source of what was in a node before a source was named: the book's own.
pub const OWN_SOURCE: &str = "own";

impl NodeState {
    /// Whether the node has one of these sources.
    #[must_use]
    pub fn has_sources(&self, names: &BTreeSet<String>) -> bool {
        self.data.as_ref().is_some_and(|data| !data.sources.is_disjoint(names))
    }
}

impl Delta {
    /// Whether a changed node has one of these sources, before or after.
    #[must_use]
    pub fn has_sources(&self, names: &BTreeSet<String>) -> bool {
        let states = self.changes().iter().flat_map(|change| [&change.before, &change.after]);
        states.flatten().any(|state| state.has_sources(names))
    }
}

impl Forest {
    /// Whether a node or a count of the book has one of these sources.
    #[must_use]
    pub fn has_sources(&self, names: &BTreeSet<String>) -> bool {
        let named = |node: &Node| {
            node.data().is_some_and(|data| data.sources.iter().any(|name| names.contains(name)))
        };
        self.cohorts().iter().any(|cohort| names.contains(&cohort.source))
            || self.nodes().any(|(_, node)| named(node))
    }

    /// The book without what rests on withheld sources alone: their counts; nodes that no other
    /// source names, that no other games contain and that lead to no other node; and everything but
    /// the move of a node that such a source names beside others.
    #[must_use]
    pub fn without_sources(mut self, withheld: &BTreeSet<String>) -> Forest {
        if withheld.is_empty() || !self.has_sources(withheld) {
            return self;
        }
        let withheld = WithheldSources::new(withheld, self.cohorts());
        let ids: Vec<NodeId> = self.nodes().map(|(id, _)| id).collect();
        let mut needed = vec![false; ids.len()];
        for id in &ids {
            let tally = self.node(*id).tally().map(|tally| withheld.counted(tally));
            let has_games = tally.as_ref().is_some_and(|tally| tally.total().games > 0);
            self.set_tally(*id, tally.filter(|_| has_games || *id == NodeId::ROOT));
            let node = self.node(*id);
            needed[id.index()] = has_games || withheld.leaves(node.data(), node.mined);
            if node.data().is_some_and(|data| withheld.names(data)) {
                withheld.take_from(self.data_mut(*id));
            }
            if !needed[id.index()] {
                // A line of others that goes on ends nowhere here.
                self.set_ends(*id, false);
            }
        }
        // Children come after their parents.
        for id in ids.iter().rev() {
            let parent = self.node(*id).parent;
            needed[parent.index()] |= needed[id.index()];
        }
        let mut rest = self.retain(|id, _| needed[id.index()]);
        rest.mark_leaves();
        rest
    }
}

/// The withheld sources of a book: what rests on them alone is left out.
#[derive(Clone, Debug)]
pub(super) struct WithheldSources {
    sources: BTreeSet<String>,
    /// By the number of a cohort: whether its games count.
    counts: Vec<bool>,
}

impl WithheldSources {
    pub(super) fn new(sources: &BTreeSet<String>, cohorts: &[Cohort]) -> WithheldSources {
        let counts = cohorts.iter().map(|cohort| !sources.contains(&cohort.source)).collect();
        WithheldSources { sources: sources.clone(), counts }
    }

    /// The counts of other games. Turns are not counted by cohort, so they stay only if all counts
    /// do.
    pub(super) fn counted(&self, tally: &Tally) -> Tally {
        let mut rest = tally.clone();
        rest.cells.retain(|cell| self.counts.get(cell.cohort as usize) == Some(&true));
        if rest.cells.len() < tally.cells.len() {
            rest.turns = TurnsByKind::default();
        }
        rest
    }

    /// Whether a node stays even without games: it is the book's own, or another source names it.
    pub(super) fn leaves(&self, data: Option<&NodeData>, mined: bool) -> bool {
        match data.map(|data| &data.sources).filter(|sources| !sources.is_empty()) {
            Some(sources) => !sources.is_subset(&self.sources),
            None => !mined,
        }
    }

    /// Whether a withheld source names a node.
    pub(super) fn names(&self, data: &NodeData) -> bool {
        !data.sources.is_disjoint(&self.sources)
    }

    /// Leaves nothing but the other sources in the data of a node that a withheld one names.
    pub(super) fn take_from(&self, data: &mut NodeData) {
        let sources = data.sources.difference(&self.sources).cloned().collect();
        *data = NodeData { sources, ..NodeData::default() };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Band, CohortCount, GameCount, Line, Text};

    fn named(forest: &mut Forest, line: &str, sources: &[&str]) {
        let id = forest.insert(&line.parse::<Line>().expect("a line"));
        let data = forest.data_mut(id);
        data.sources = sources.iter().map(|name| (*name).to_owned()).collect();
        data.comment = Some(Text::from_template("words"));
    }

    fn lines(forest: &Forest) -> Vec<String> {
        forest.lines().map(|(line, _)| line.to_string()).collect()
    }

    #[test]
    fn moves_stay_if_another_source_has_them_and_words_if_no_withheld_one_has() {
        let mut forest = Forest::new();
        named(&mut forest, "DDCF", &[]);
        named(&mut forest, "DDCC", &["secret"]);
        named(&mut forest, "DDCD", &["secret", "open"]);
        named(&mut forest, "DDCFFC", &["secret"]);
        named(&mut forest, "CDDF", &["secret"]);
        named(&mut forest, "CDDFFD", &["open"]);
        let all = lines(&forest);
        let names = |text: &str| BTreeSet::from([text.to_owned()]);
        assert_eq!(lines(&forest.clone().without_sources(&names("other"))), all);
        let rest = forest.clone().without_sources(&names("secret"));
        assert_eq!(lines(&rest), ["CDDFFD", "DDCD", "DDCF"]);
        let comment = |line: &str| {
            let id = rest.find(&line.parse().expect("a line")).expect("a node");
            rest.node(id).data().and_then(|data| data.comment.clone()).is_some()
        };
        assert!(comment("DDCF") && comment("CDDFFD") && !comment("DDCD") && !comment("CDDF"));
        assert_eq!(rest.clone().without_sources(&names("secret")), rest);
    }

    #[test]
    fn counts_of_withheld_games_go_with_the_moves_that_only_they_have() {
        let mut forest = Forest::new();
        let cohort = |source: &str| Cohort {
            source: source.to_owned(),
            year: 0,
            band: Band::Unknown,
            imported: false,
        };
        forest.set_cohorts(vec![cohort("secret"), cohort("open")]);
        let mut count = |line: &str, counts: &[u32]| {
            let id = forest.insert(&line.parse::<Line>().expect("a line"));
            forest.set_mined(id, true);
            let cells = (0..).zip(counts).filter(|(_, games)| **games > 0);
            let cells = cells.map(|(cohort, games)| CohortCount {
                cohort,
                count: GameCount { games: *games, ..GameCount::default() },
            });
            forest.set_tally(id, Some(Tally { cells: cells.collect(), ..Tally::default() }));
        };
        count("DD", &[5, 2]);
        count("DDCF", &[3, 0]);
        count("DDCC", &[2, 2]);
        let rest = forest.without_sources(&BTreeSet::from(["secret".to_owned()]));
        assert_eq!(lines(&rest), ["DD", "DDCC"]);
        let games = |line: &str| {
            let id = rest.find(&line.parse().expect("a line")).expect("a node");
            rest.node(id).tally().map_or(0, |tally| tally.total().games)
        };
        assert_eq!((games("DD"), games("DDCC")), (2, 2));
    }
}
