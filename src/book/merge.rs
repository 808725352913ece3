//! Three-way merge: combines the changes of two books to a common base.

use strum::VariantArray;

use super::delta::{Delta, NodeChange, NodeState};
use super::field::{Field, join_changes};
use super::forest::{Forest, NodeId};
use super::line::Line;
use super::node_data::{Conflict, NodeData};
use super::rules::{MergeRule, MergeRules};

/// A conflict between two books at a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contradiction {
    /// The node's canonical line.
    pub line: Line,
    /// The kept value and the one left out.
    pub conflict: Conflict,
}

/// The result of a merge.
#[derive(Clone, Debug)]
pub struct MergeResult {
    /// The merged book.
    pub forest: Forest,
    /// The conflicting changes of both sides, in line order.
    pub contradictions: Vec<Contradiction>,
}

/// The field of a contradiction about the existence of a node.
const NODE: &str = "node";
/// The field of a contradiction about the retirement of a node.
const RETIRED: &str = "retired";

/// Merges the changes of `theirs` since `base` into `ours`. Where both changed the same field of a
/// node, the rules decide. A node that `theirs` deleted and `ours` changed or extended stays; if it
/// was only extended, it stays without its data. By the rule [`MergeRules::take_nodes`] it is
/// deleted with its subtree.
///
/// Nodes that exist only because of counted games follow the counts of `ours`: `theirs` neither
/// adds nor removes any. Nodes of the result that `ours` has keep their stored ids.
#[must_use]
pub fn merge(base: &Forest, ours: Forest, theirs: &Forest, rules: &MergeRules) -> MergeResult {
    let counted = |state: &Option<NodeState>| state.as_ref().is_some_and(|state| state.mined);
    merge_where(base, ours, theirs, rules, |change| {
        let comes = change.before.is_none() && counted(&change.after);
        let goes = change.after.is_none() && counted(&change.before);
        !comes && !goes
    })
}

/// As [`merge`], for books with no games counted since `base`: nodes that exist only because of
/// counted games are treated like all others.
#[must_use]
pub fn merge_counted(
    base: &Forest,
    ours: Forest,
    theirs: &Forest,
    rules: &MergeRules,
) -> MergeResult {
    merge_where(base, ours, theirs, rules, |_| true)
}

fn merge_where(
    base: &Forest,
    ours: Forest,
    theirs: &Forest,
    rules: &MergeRules,
    wanted: impl Fn(&NodeChange) -> bool,
) -> MergeResult {
    let mut merging =
        Merging { rules, theirs, forest: ours, contradictions: Vec::new(), gone: Vec::new() };
    let delta = Delta::between(base, theirs);
    for change in delta.changes().iter().filter(|change| wanted(change)) {
        match (&change.before, &change.after) {
            (before, Some(after)) => merging.apply_change(&change.line, before.as_ref(), after),
            (Some(before), None) => merging.apply_deletion(&change.line, before),
            (None, None) => {}
        }
    }
    merging.finish()
}

struct Merging<'r> {
    rules: &'r MergeRules,
    theirs: &'r Forest,
    forest: Forest,
    contradictions: Vec<Contradiction>,
    /// Nodes to delete unless something follows them, parents before children.
    gone: Vec<NodeId>,
}

impl Merging<'_> {
    /// Applies a node that the other side added or changed.
    fn apply_change(&mut self, line: &Line, before: Option<&NodeState>, after: &NodeState) {
        let Some(id) = self.forest.find(line) else {
            if before.is_some() && !self.takes() {
                return self.report(line, NODE, ("deleted", "changed"), false);
            }
            let id = self.insert(line);
            self.forest.set_state(id, after.clone());
            if before.is_some() {
                self.report(line, NODE, ("changed", "deleted"), true);
            }
            return;
        };
        let nothing = NodeState::default();
        let own = self.forest.state(id);
        let base = before.unwrap_or(&nothing);
        let data = self.merge_data(line, &base.known(), own.known(), &after.known());
        let retired = self.retired(line, base.retired, own.retired, after.retired);
        // If nothing written remains, the node exists again only for its games.
        let unwritten = data == after.known() && retired == after.retired;
        let state = NodeState {
            ends: merge_flag(base.ends, own.ends, after.ends),
            mined: after.mined && (own.mined || unwritten),
            retired,
            data: None,
        };
        self.forest.set_state(id, state.with_data(data));
    }

    /// Applies the deletion of a node by the other side.
    fn apply_deletion(&mut self, line: &Line, before: &NodeState) {
        let Some(id) = self.forest.find(line) else {
            return;
        };
        let own = self.forest.state(id);
        let unchanged = own.data == before.data && own.retired == before.retired;
        if !unchanged {
            let take = self.takes();
            let (kept, left_out) =
                if take { ("deleted", "changed") } else { ("changed", "deleted") };
            self.report(line, NODE, (kept, left_out), take);
            if !take {
                return;
            }
        }
        self.gone.push(id);
    }

    fn merge_data(
        &mut self,
        line: &Line,
        base: &NodeData,
        mut own: NodeData,
        other: &NodeData,
    ) -> NodeData {
        let sure = (own.confidence_or_default(), other.confidence_or_default());
        for &field in Field::VARIANTS {
            if field.is_same(other, base) || field.is_same(other, &own) {
                continue;
            }
            if field.is_same(&own, base) {
                field.copy(other, &mut own);
                continue;
            }
            let joins = self.rules.rule_for(field) == MergeRule::Both;
            if joins && join_changes(field, base, &mut own, other) {
                continue;
            }
            let conflict = if field.is_unset(other) || field.is_unset(&own) {
                emptied(field, &mut own, other, self.rules)
            } else {
                field.resolve_among(&mut own, other, self.rules, sure)
            };
            let line = line.clone();
            self.contradictions.extend(conflict.map(|conflict| Contradiction { line, conflict }));
        }
        own
    }

    fn retired(&mut self, line: &Line, base: bool, own: bool, other: bool) -> bool {
        let word = |retired: bool| if retired { "retired" } else { "in use" };
        let merged = merge_flag(base, own, other);
        if own != other && own != base && other != base {
            self.report(line, RETIRED, (word(merged), word(!merged)), false);
        }
        merged
    }

    /// Whether the other side wins a conflict about a whole node.
    fn takes(&self) -> bool {
        self.rules.take_nodes()
    }

    fn insert(&mut self, line: &Line) -> NodeId {
        // Ancestors missing here are restored as the other side has them.
        let (mut here, mut there) = (NodeId::ROOT, NodeId::ROOT);
        for step in line.steps() {
            let (id, new) = self.forest.child_or_insert(here, *step);
            there = self.theirs.child(there, *step).unwrap_or_default();
            if new {
                self.forest.set_state(id, self.theirs.state(there));
            }
            here = id;
        }
        here
    }

    fn report(
        &mut self,
        line: &Line,
        field: &'static str,
        (kept, left_out): (&str, &str),
        taken: bool,
    ) {
        self.contradictions.push(Contradiction {
            line: line.clone(),
            conflict: Conflict {
                field,
                kept: kept.to_owned(),
                left_out: left_out.to_owned(),
                taken,
            },
        });
    }

    fn finish(mut self) -> MergeResult {
        let goes = self.settle_gone();
        let mut forest = if goes.contains(&true) {
            self.forest.retain(|id, _| !goes[id.index()])
        } else {
            self.forest
        };
        forest.mark_leaves();
        self.contradictions.sort_by(|one, two| one.line.cmp(&two.line));
        MergeResult { forest, contradictions: self.contradictions }
    }

    /// By index, the nodes to delete: those the other side deleted, unless a remaining node follows
    /// them.
    fn settle_gone(&mut self) -> Vec<bool> {
        let mut wanted = vec![false; self.forest.nodes().len()];
        self.gone.iter().for_each(|id| wanted[id.index()] = true);
        if self.takes() {
            self.take_what_follows(&mut wanted);
        }
        let mut goes = wanted.clone();
        // Children come after their parents.
        for at in (1..wanted.len()).rev().filter(|at| wanted[*at]) {
            let children = self.forest.node(NodeId::from_index(at)).children();
            goes[at] = children.iter().all(|child| goes[child.index()]);
        }
        for at in (1..wanted.len()).filter(|at| wanted[*at] && !goes[*at]) {
            self.keep_for_what_follows(NodeId::from_index(at), &wanted, &goes);
        }
        goes
    }

    /// Deletes nodes added since below a deleted node, except those with counted games only.
    fn take_what_follows(&mut self, wanted: &mut [bool]) {
        for id in self.gone.clone() {
            for below in self.forest.subtree(id) {
                if !wanted[below.index()] && !self.forest.node(below).mined {
                    wanted[below.index()] = true;
                    let line = self.forest.line(below);
                    self.report_once(&line, ("deleted", "added later"), true);
                }
            }
        }
    }

    /// Keeps a deleted node that something follows, without its data.
    fn keep_for_what_follows(&mut self, id: NodeId, wanted: &[bool], goes: &[bool]) {
        let staying = self.forest.node(id).children().iter().copied();
        let staying: Vec<NodeId> = staying.filter(|child| !goes[child.index()]).collect();
        let mined = staying.iter().all(|child| self.forest.node(*child).mined);
        for child in staying.into_iter().filter(|child| !wanted[child.index()]) {
            if !self.forest.node(child).mined {
                let line = self.forest.line(child);
                self.report_once(&line, ("added later", "deleted"), false);
            }
        }
        let state = NodeState { mined, ..NodeState::default() };
        self.forest.set_state(id, state);
    }

    fn report_once(&mut self, line: &Line, words: (&str, &str), taken: bool) {
        let told = |found: &Contradiction| found.line == *line && found.conflict.field == NODE;
        if !self.contradictions.iter().any(told) {
            self.report(line, NODE, words, taken);
        }
    }
}

/// Resolves a field that one side cleared and the other changed.
fn emptied(
    field: Field,
    own: &mut NodeData,
    other: &NodeData,
    rules: &MergeRules,
) -> Option<Conflict> {
    let take = rules.rule_for(field) == MergeRule::Take;
    let (mine, theirs) = (field.text(own), field.text(other));
    if take {
        field.copy(other, own);
    }
    let (kept, left_out) = if take { (theirs, mine) } else { (mine, theirs) };
    Some(Conflict { field: field.into(), kept, left_out, taken: take })
}

fn merge_flag(base: bool, own: bool, other: bool) -> bool {
    if own == base { other } else { own }
}

#[cfg(test)]
mod tests {
    use super::super::line::tests_support::any_line;
    use super::super::{Edit, Patch, Verdict};
    use super::*;
    use proptest::prelude::*;

    fn line(text: &str) -> Line {
        text.parse().unwrap()
    }

    fn set(forest: &Forest, text: &str, verdict: Verdict, tag: &str) -> Forest {
        let patch = Patch {
            verdict: Some(Some(verdict)),
            tags: super::super::ListPatch { add: [tag.to_owned()].into(), ..Default::default() },
            ..Patch::default()
        };
        let line = line(text);
        forest.clone().edited(&Edit::Set { line, patch }).unwrap()
    }

    fn told(merge: &MergeResult) -> Vec<String> {
        let told = merge.contradictions.iter().map(|found| {
            let Conflict { field, kept, left_out, .. } = &found.conflict;
            format!("{} {field}: {kept} not {left_out}", found.line)
        });
        told.collect()
    }

    #[test]
    fn both_sides_changes_are_put_together_and_contradictions_told() {
        let lines = ["DDCFFC", "DDFDCG"].map(line);
        let base: Forest = lines.iter().collect();
        let ours = set(&base, "DDCF", Verdict::Good, "ours");
        let theirs =
            set(&set(&base, "DDCF", Verdict::Mistake, "theirs"), "DD", Verdict::Ideal, "new");
        let merged = merge(&base, ours.clone(), &theirs, &MergeRules::default());
        assert_eq!(told(&merged), ["DDCF verdict: good not mistake"]);
        let data = |text: &str| {
            let id = merged.forest.find(&line(text)).unwrap();
            merged.forest.node(id).data().cloned().unwrap_or_default()
        };
        assert_eq!(data("DD").verdict, Some(Verdict::Ideal));
        let tags: Vec<String> = data("DDCF").tags.into_iter().collect();
        assert_eq!(tags, ["ours", "theirs"]);
        let taken = merge(&base, ours, &theirs, &MergeRules::all(MergeRule::Take));
        assert_eq!(told(&taken), ["DDCF verdict: mistake not good", "DDCF tags: theirs not ours"]);
    }

    #[test]
    fn a_node_that_one_deletes_and_the_other_changes_stays_unless_the_rule_takes_it() {
        let base: Forest = [line("DDCFFC")].iter().collect();
        let delete = Edit::Delete { line: line("DDCF") };
        let theirs = base.clone().edited(&delete).unwrap();
        let ours = set(&base, "DDCFFC", Verdict::Good, "a");
        let kept = merge(&base, ours.clone(), &theirs, &MergeRules::default());
        assert_eq!(kept.forest.len(), 3);
        assert_eq!(told(&kept), ["DDCFFC node: changed not deleted"]);
        let taken = merge(&base, ours, &theirs, &MergeRules::all(MergeRule::Take));
        assert_eq!(taken.forest, theirs);
        let grown = base
            .clone()
            .edited(&Edit::Add { line: line("DDCFFCCC"), patch: Patch::default() })
            .unwrap();
        let stays = merge(&base, grown.clone(), &theirs, &MergeRules::default());
        assert_eq!(stays.forest.len(), 4, "what was added needs what leads to it");
        assert_eq!(told(&stays), ["DDCFFCCC node: added later not deleted"]);
        let taken = merge(&base, grown, &theirs, &MergeRules::all(MergeRule::Take));
        assert_eq!(taken.forest, theirs);
        assert_eq!(told(&taken), ["DDCFFCCC node: deleted not added later"]);
    }

    prop_compose! {
        fn any_forest()(lines in proptest::collection::vec((any_line(), 0u8..5), 0..10)) -> Forest {
            let mut forest = Forest::new();
            for (line, verdict) in lines {
                let id = forest.insert(&line);
                if let Some(verdict) = Verdict::VARIANTS.get(usize::from(verdict)) {
                    forest.data_mut(id).verdict = Some(*verdict);
                }
            }
            forest.mark_leaves();
            forest
        }
    }

    proptest! {
        #[test]
        fn where_one_side_changed_nothing_the_other_is_the_outcome(base in any_forest(), other in any_forest(), take in any::<bool>()) {
            let rules = if take { MergeRules::all(MergeRule::Take) } else { MergeRules::default() };
            let theirs = merge(&base, base.clone(), &other, &rules);
            prop_assert_eq!(&theirs.forest, &other);
            prop_assert!(theirs.contradictions.is_empty());
            let ours = merge(&base, other.clone(), &base, &rules);
            prop_assert_eq!(&ours.forest, &other);
            let same = merge(&base, other.clone(), &other, &rules);
            prop_assert_eq!(&same.forest, &other);
            prop_assert!(same.contradictions.is_empty());
        }

        #[test]
        fn merging_again_changes_nothing(base in any_forest(), ours in any_forest(), theirs in any_forest()) {
            let once = merge(&base, ours, &theirs, &MergeRules::default());
            let again = merge(&base, once.forest.clone(), &theirs, &MergeRules::default());
            prop_assert_eq!(again.forest, once.forest);
        }
    }
}
