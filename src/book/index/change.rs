//! The index of a changed book, from the index before and the nodes that differ.

use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

use smallvec::SmallVec;

use super::build::is_far;
use super::{ENDS, FAR, FIRST, Index, Row, SCATTERED, SHARED};
use crate::delta::{Delta, DeltaError, NodeChange, NodeState};
use crate::forest::{Forest, NodeId};
use crate::line::Line;
use crate::tally::Tally;
use joseki_game::{LinePosition, Step};

/// Number of free numbers up to which an index keeps them, even if it has fewer nodes.
const FREE: usize = 4096;

impl Index {
    /// The index and the shelf ([`Forest::retired_nodes`]) of the book after a change, the book's
    /// `version`, from those before. `tally` returns the counts of games for a new node.
    ///
    /// # Errors
    /// When the delta does not fit the book.
    pub fn changed(
        &self,
        shelf: &Arc<Forest>,
        delta: &Delta,
        version: u64,
        tally: &dyn Fn(&Line) -> Option<Tally>,
    ) -> Result<(Index, Arc<Forest>), DeltaError> {
        let mut next = Changing {
            index: Index { heap: OnceLock::new(), ..self.clone() },
            shelf: Arc::clone(shelf),
            version,
            tally,
            moved: BTreeSet::new(),
        };
        next.apply(delta)?;
        let Changing { mut index, shelf, moved, .. } = next;
        for parent in moved {
            index.propose_again(parent);
        }
        if index.rows.len() > 2 * index.len + FREE {
            index = Index::build(index.to_forest());
        }
        Ok((index, shelf))
    }

    /// The length of a node's line, and the line: the order of nodes with the same position.
    fn rank(&self, id: NodeId) -> (usize, Line) {
        let line = self.line(id);
        (line.len(), line)
    }

    /// Links a node with the others of its position, in their order.
    fn link(&mut self, id: NodeId) {
        let key = self.row(id).key;
        let first = self.by_key.find(key, |other| self.row(*other).key == key).copied();
        let rank = self.rank(id);
        let (mut before, mut next) = (None, first);
        while let Some(other) = next.filter(|other| self.rank(*other) < rank) {
            before = Some(other);
            next = Some(self.row(other).next_same).filter(|id| *id != NodeId::ROOT);
        }
        self.rows.at_mut(id.index()).next_same = next.unwrap_or(NodeId::ROOT);
        if let Some(first) = first {
            // Of more than one, the others contain it already.
            for node in [id, first] {
                self.rows.at_mut(node.index()).flags |= SHARED;
            }
        }
        match before {
            Some(before) => self.rows.at_mut(before.index()).next_same = id,
            None => self.set_first(key, Some(id)),
        }
    }

    /// Takes a node out of the list of its position.
    fn unlink(&mut self, id: NodeId) {
        let Row { key, next_same, .. } = *self.row(id);
        let next = Some(next_same).filter(|id| *id != NodeId::ROOT);
        let mut before = self.by_key.find(key, |other| self.row(*other).key == key).copied();
        if before == Some(id) {
            return self.set_first(key, next);
        }
        while let Some(other) = before {
            let row = self.rows.at_mut(other.index());
            if row.next_same == id {
                row.next_same = next_same;
                return;
            }
            before = Some(row.next_same).filter(|id| *id != NodeId::ROOT);
        }
    }

    fn set_first(&mut self, key: u64, id: Option<NodeId>) {
        let rows = &self.rows;
        let key_of = |id: &NodeId| rows.at(id.index()).key;
        self.by_key.set(key, |other| key_of(other) == key, id, key_of);
    }

    fn set_children(&mut self, parent: NodeId, children: SmallVec<[NodeId; 2]>) {
        let count = children.len() as u16;
        let row = *self.row(parent);
        let place = match row.children & SCATTERED {
            0 => {
                self.scattered.push(children);
                self.scattered.len() - 1
            }
            _ => {
                let place = (row.children & !SCATTERED) as usize;
                *self.scattered.at_mut(place) = children;
                place
            }
        };
        let row = self.rows.at_mut(parent.index());
        (row.children, row.child_count) = (SCATTERED | place as u32, count);
    }

    fn set_ends(&mut self, id: NodeId, ends: bool) {
        self.counting_lines(&[id], |index| index.rows.at_mut(id.index()).set_ends(ends));
    }

    /// Runs a change after which lines may end at other ones of these nodes.
    fn counting_lines<T>(&mut self, ids: &[NodeId], change: impl FnOnce(&mut Index) -> T) -> T {
        let ends = |index: &Index| ids.iter().filter(|id| index.ends(**id)).count();
        let before = ends(self);
        let done = change(self);
        self.lines = self.lines + ends(self) - before;
        done
    }

    fn insert(&mut self, parent: NodeId, step: Step, line: &Line) -> NodeId {
        let id = NodeId::from_index(self.rows.len());
        let mut row = Row::new(step, parent);
        if self.row(parent).flags & FIRST == 0 {
            row.flags |= FIRST;
        }
        let position = LinePosition::replay(self.variant, line);
        if let Some(position) = position {
            row.set_position(&position.key(line.to_move()));
        }
        if !self.games.is_empty() && is_far(self.variant, line) {
            row.flags |= FAR;
        }
        self.rows.push(row);
        self.data.push(None);
        self.len += 1;
        let mut children: SmallVec<[NodeId; 2]> = self.children(parent).collect();
        let place = children.partition_point(|child| self.step(*child) < step);
        children.insert(place, id);
        self.counting_lines(&[parent], |index| index.set_children(parent, children));
        self.lines += usize::from(self.ends(id));
        if row.has_position() {
            self.link(id);
        }
        self.recount(step, 1);
        id
    }

    fn remove(&mut self, id: NodeId) {
        let Row { parent, step, .. } = *self.row(id);
        if self.row(id).has_position() {
            self.unlink(id);
        }
        self.set_proposal(id, None);
        let children = self.children(parent).filter(|child| *child != id).collect();
        self.lines -= usize::from(self.ends(id));
        self.counting_lines(&[parent], |index| index.set_children(parent, children));
        *self.data.at_mut(id.index()) = None;
        *self.rows.at_mut(id.index()) = Row::default();
        self.recount(step, -1);
        self.len -= 1;
    }

    fn recount(&mut self, step: Step, times: i32) {
        let mut used = std::mem::take(&mut self.used);
        self.count_step(Arc::make_mut(&mut used), step, times);
        self.used = used;
    }

    /// Proposes verdicts for the moves after a node again.
    fn propose_again(&mut self, parent: NodeId) {
        let children: Vec<NodeId> = self.children(parent).collect();
        children.into_iter().for_each(|child| self.set_proposal(child, None));
        for (child, proposal) in self.proposed(parent) {
            self.set_proposal(child, Some(proposal));
        }
    }
}

/// A book that is being changed.
struct Changing<'a> {
    index: Index,
    shelf: Arc<Forest>,
    version: u64,
    tally: &'a dyn Fn(&Line) -> Option<Tally>,
    /// Nodes after which verdicts have to be proposed again.
    moved: BTreeSet<NodeId>,
}

impl Changing<'_> {
    fn apply(&mut self, delta: &Delta) -> Result<(), DeltaError> {
        let tops = self.retired_tops(delta);
        // They are in line order, and none begins with another.
        let is_below = |line: &Line| {
            let place = tops.partition_point(|top| top <= line);
            place > 0 && line.steps().starts_with(tops[place - 1].steps())
        };
        let mut parts = Vec::with_capacity(tops.len());
        for top in &tops {
            parts.push(self.take_part(top, delta)?);
        }
        let others = || delta.changes().iter().filter(|change| !is_below(&change.line));
        for change in others().rev().filter(|change| change.after.is_none()) {
            self.remove(change)?;
        }
        for change in others() {
            if let Some(after) = &change.after {
                self.put(change, after)?;
            }
        }
        for (top, part) in tops.iter().zip(parts) {
            self.put_part(top, &part)?;
        }
        Ok(())
    }

    /// The topmost lines at and below which nodes are retired, before or after.
    fn retired_tops(&self, delta: &Delta) -> Vec<Line> {
        let is_retired =
            |state: &Option<NodeState>| state.as_ref().is_some_and(|state| state.retired);
        let mut tops: Vec<Line> = Vec::new();
        for change in delta.changes() {
            let is_below = |top: &Line| change.line.steps().starts_with(top.steps());
            if tops.last().is_some_and(is_below) {
                continue;
            }
            let own = is_retired(&change.before) || is_retired(&change.after);
            let top = self.shelf.retired_top(&change.line);
            tops.extend(top.or_else(|| own.then(|| change.line.clone())));
        }
        tops
    }

    /// Takes the subtree of a line out of index and shelf, and returns it as it is after the change,
    /// with the nodes that lead to it.
    fn take_part(&mut self, top: &Line, delta: &Delta) -> Result<Forest, DeltaError> {
        let mut part = Forest::for_variant(self.index.variant);
        let leads = |line: &Line| top.steps().starts_with(line.steps());
        let path = (0..top.len()).map(|len| top.steps().iter().take(len).copied().collect());
        let below = self.below(top);
        for line in path.chain(below.iter().cloned()) {
            self.copy_node(&line, &mut part);
        }
        // Built without the retired nodes, the index takes what leads there for ends.
        for (_, node) in part.walk() {
            if let Some(id) = self.index.find_as_written(&part.line(node)) {
                self.index.set_ends(id, part.node(node).ends);
            }
        }
        let is_below = |line: &Line| line.steps().starts_with(top.steps());
        let own = delta.changes().iter().filter(|it| is_below(&it.line) || leads(&it.line));
        let own: Delta = own.cloned().collect();
        let mut part = part.apply(&own)?;
        for change in own.changes() {
            if let Some(id) = part.find_as_written(&change.line) {
                part.set_revision(id, self.version);
                if change.before.is_none() {
                    part.set_tally(id, (self.tally)(&change.line));
                }
            }
        }
        for line in below.iter().rev() {
            if let Some(id) = self.index.find_as_written(line) {
                self.drop_node(id);
            }
        }
        if self.shelf.find_as_written(top).is_some() {
            self.shelf = Arc::new(self.shelf.without_subtree(top).retired_nodes());
        }
        Ok(part)
    }

    /// The lines of a node and all that follow, in use or retired, parents before children.
    fn below(&self, top: &Line) -> BTreeSet<Line> {
        let mut lines = BTreeSet::new();
        if let Some(id) = self.index.find_as_written(top) {
            let mut nodes = vec![id];
            while let Some(id) = nodes.pop() {
                lines.insert(self.index.line(id));
                nodes.extend(self.index.children(id));
            }
        }
        if let Some(id) = self.shelf.find_as_written(top) {
            lines.extend(self.shelf.subtree(id).into_iter().map(|id| self.shelf.line(id)));
        }
        lines
    }

    /// Copies a node's state. The shelf knows what the nodes that lead to its own were before their
    /// children retired.
    fn copy_node(&self, line: &Line, part: &mut Forest) {
        let shelved = self.shelf.find_as_written(line);
        let (state, revision, tally) = match (self.index.find_as_written(line), shelved) {
            (Some(id), shelved) => {
                let own = NodeState {
                    ends: self.index.row(id).flags & ENDS != 0,
                    mined: self.index.is_mined(id),
                    retired: false,
                    data: self.index.data(id).cloned().map(Box::new),
                };
                let ends = shelved.map_or(own.ends, |id| self.shelf.node(id).ends);
                (NodeState { ends, ..own }, self.index.revision(id), self.index.tally(id))
            }
            (None, Some(id)) => {
                let node = self.shelf.node(id);
                (self.shelf.state(id), node.revision, node.tally().cloned())
            }
            (None, None) => return,
        };
        // Parents come first.
        if let Ok(place) = part.insert_after(line) {
            part.set_state(place, state);
            part.set_revision(place, revision);
            part.set_tally(place, tally);
        }
    }

    /// Puts the nodes in use of a part into the index, and the retired ones onto the shelf.
    fn put_part(&mut self, top: &Line, part: &Forest) -> Result<(), DeltaError> {
        for (_, id) in part.walk().skip(1).filter(|(_, id)| !part.is_retired(*id)) {
            let (line, node) = (part.line(id), part.node(id));
            if line.steps().starts_with(top.steps()) {
                let tally = node.tally().cloned();
                self.place(&line, &part.state(id), node.revision, tally)?;
            }
        }
        if part.has_retired() {
            Arc::make_mut(&mut self.shelf).take_over(&part.retired_nodes());
        }
        Ok(())
    }

    /// Notes where counts are compared that a node takes part in.
    fn before_move(&mut self, id: NodeId) {
        if self.index.games.is_empty() {
            return;
        }
        let index = &self.index;
        let arrive = index.same_position(id).map(|node| index.parent(node));
        let siblings = index.same_position(index.parent(id));
        self.moved.extend(arrive.chain(siblings));
    }

    fn remove(&mut self, change: &NodeChange) -> Result<(), DeltaError> {
        let stale = || DeltaError::Stale(change.line.clone());
        if change.line.is_empty() {
            return self.put(change, &NodeState::default());
        }
        let id = self.index.find_as_written(&change.line).ok_or_else(stale)?;
        if self.index.has_children(id) {
            return Err(DeltaError::Followed(change.line.clone()));
        }
        self.drop_node(id);
        Ok(())
    }

    fn drop_node(&mut self, id: NodeId) {
        self.before_move(id);
        self.moved.remove(&id);
        self.index.remove(id);
    }

    /// Sets the state of a node that is in use before and after.
    fn put(&mut self, change: &NodeChange, after: &NodeState) -> Result<(), DeltaError> {
        let found = self.index.find_as_written(&change.line);
        if found.is_some() != (change.before.is_some() || change.line.is_empty()) {
            return Err(DeltaError::Stale(change.line.clone()));
        }
        let tally = if found.is_none() { (self.tally)(&change.line) } else { None };
        self.place(&change.line, after, self.version, tally)?;
        // It may lead to retired nodes.
        if let Some(id) = self.shelf.find_as_written(&change.line) {
            let shelf = Arc::make_mut(&mut self.shelf);
            shelf.set_ends(id, after.ends);
            shelf.set_mined(id, after.mined);
        }
        Ok(())
    }

    /// Sets a node's state, inserting the node if it is missing.
    fn place(
        &mut self,
        line: &Line,
        state: &NodeState,
        revision: u64,
        tally: Option<Tally>,
    ) -> Result<(), DeltaError> {
        let id = match self.index.find_as_written(line) {
            Some(id) => id,
            None => {
                let mut before = line.clone();
                let orphan = || DeltaError::Orphan(line.clone());
                let step = before.pop().ok_or_else(orphan)?;
                let parent = self.index.find_as_written(&before).ok_or_else(orphan)?;
                let id = self.index.insert(parent, step, line);
                if let Some(tally) = tally {
                    Arc::make_mut(&mut self.index.games).add(id, &tally);
                }
                self.before_move(id);
                id
            }
        };
        self.index.set_ends(id, state.ends && id != NodeId::ROOT);
        let row = self.index.rows.at_mut(id.index());
        row.set_mined(state.mined);
        row.set_revision(revision);
        let data = state.data.as_deref().filter(|data| !data.is_empty());
        *self.index.data.at_mut(id.index()) = data.cloned().map(Arc::new);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::NodeData;
    use crate::index::tests_support::{all, any_book, counted, tally};

    fn check(books: Vec<Forest>, counts: bool) -> Result<(), TestCaseError> {
        let dress = |forest: Forest| if counts { counted(forest) } else { forest };
        let mut books = books.into_iter();
        let mut book = dress(books.next().unwrap_or_default());
        let mut index = Index::build(book.clone().live());
        let mut shelf = Arc::new(book.retired_nodes());
        let steps = |index: &Index| -> Vec<bool> {
            let steps = (0..19).flat_map(|u| (0..19).map(move |v| Step::corner(u, v)));
            steps.flatten().map(|step| index.uses(step)).collect()
        };
        for (version, next) in (2..).zip(books) {
            let delta = Delta::between(&book, &next);
            let before = all(&index);
            let tally = |line: &Line| counts.then(|| tally(line));
            let changed = index.changed(&shelf, &delta, version, &tally);
            prop_assert_eq!(all(&index), before, "the index before stays as it was");
            (index, shelf) = changed.unwrap();
            book = dress(book.apply(&delta).unwrap());
            for change in delta.changes() {
                if let Some(id) = book.find_as_written(&change.line) {
                    book.set_revision(id, version);
                }
            }
            let built = Index::build(book.clone().live());
            prop_assert_eq!(all(&index), all(&built));
            prop_assert_eq!((index.len(), index.lines()), (built.len(), built.lines()));
            prop_assert_eq!(
                index.lines(),
                book.live_ends().into_iter().filter(|ends| *ends).count()
            );
            prop_assert_eq!(steps(&index), steps(&built));
            prop_assert_eq!(shelf.as_ref(), &book.retired_nodes());
            prop_assert_eq!(&index.to_forest(), &built.to_forest());
        }
        Ok(())
    }

    proptest! {
        #[test]
        fn a_changed_index_is_that_of_the_changed_book(
            books in proptest::collection::vec(any_book(), 2..6),
            counts in any::<bool>(),
        ) {
            check(books, counts)?;
        }
    }

    /// A line ends where all that follows is retired, until something else follows.
    #[test]
    fn a_move_after_retired_ones_ends_no_line_before_it() {
        let mut book: Forest = ["CCDC"].map(|line| line.parse::<Line>().unwrap()).iter().collect();
        let retired = book.find(&"CCDC".parse().unwrap()).unwrap();
        book.set_retired(retired, true);
        let mut next = book.clone();
        next.insert(&"CCDD".parse().unwrap());
        let delta = Delta::between(&book, &next);
        let lines =
            |index: &Index| index.to_forest().lines().map(|(line, _)| line).collect::<Vec<_>>();
        let (index, shelf) = (Index::build(book.clone().live()), Arc::new(book.retired_nodes()));
        assert_eq!(lines(&index), ["CC".parse().unwrap()]);
        let (index, _) = index.changed(&shelf, &delta, 2, &|_| None).unwrap();
        assert_eq!(lines(&index), ["CCDD".parse().unwrap()]);
        assert_eq!(index.lines(), 1);
    }

    /// Lists and tables that have to grow and to give numbers free.
    #[test]
    fn an_index_grows_and_shrinks_by_changes() {
        let line = |number: usize| -> Line {
            let step = |place: usize| Step::corner((place % 19) as u8, (place / 19 % 19) as u8);
            [step(number), step(number / 361 + 3), step(number + 7)].into_iter().flatten().collect()
        };
        let mut forest = Forest::new();
        let (mut index, mut shelf) = (Index::build(forest.clone()), Arc::new(Forest::new()));
        for round in 0..12 {
            let mut next = match round % 4 {
                3 => Forest::new(),
                _ => forest.clone(),
            };
            for number in (0..3000).filter(|number| number % 4 != 3 && round % 4 != 3) {
                let id = next.insert(&line(number * (round + 1)));
                *next.data_mut(id) =
                    NodeData { confidence: Some(round as u8), ..NodeData::default() };
            }
            let delta = Delta::between(&forest, &next);
            (index, shelf) = index.changed(&shelf, &delta, 1, &|_| None).unwrap();
            forest = next;
            assert_eq!(index.to_forest(), forest);
            let lines = |index: &Index| -> Vec<Line> {
                let nodes = index.nodes().collect::<Vec<_>>();
                nodes
                    .into_iter()
                    .flat_map(|id| {
                        index.same_position(id).map(|id| index.line(id)).collect::<Vec<_>>()
                    })
                    .collect()
            };
            let built = Index::build_from(&forest);
            assert_eq!(lines(&index), lines(&built));
            for index in [&index, &built] {
                let is_one = |id: NodeId| {
                    let found = |key| index.matches(key).count() == 1;
                    index.key(id).is_none_or(found)
                };
                assert!(index.nodes().all(|id| !index.is_alone(id) || is_one(id)));
            }
            assert!(built.nodes().any(|id| built.is_alone(id)));
        }
    }

    #[test]
    fn a_delta_that_does_not_fit_is_refused() {
        let one: Forest = ["DDCF".parse::<Line>().unwrap()].iter().collect();
        let two: Forest = ["DDCFFC".parse::<Line>().unwrap()].iter().collect();
        let shelf = Arc::new(Forest::new());
        let delta = Delta::between(&one, &two);
        let refused = |index: Index| index.changed(&shelf, &delta, 1, &|_| None).map(drop);
        let line = |text: &str| text.parse::<Line>().unwrap();
        assert_eq!(refused(Index::build_from(&two)), Err(DeltaError::Stale(line("DDCFFC"))));
        assert_eq!(
            refused(Index::build_from(&Forest::new())),
            Err(DeltaError::Stale(line("DDCF")))
        );
    }
}
