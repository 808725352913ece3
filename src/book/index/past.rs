//! An earlier version of a book that is not in memory: the present one with later changes undone.
//!
//! The nodes on the lines of the changes are read once, as are those that only one of both versions
//! has in use. All others are the same in both, and are read when they are needed.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use super::source::{NodeSource, StoredBook, StoredNode};
use crate::delta::{Delta, DeltaError, NodeChange, NodeState};
use crate::line::Line;
use crate::node_data::NodeData;
use crate::tally::Tally;
use joseki_game::{LinePosition, Step, Variant};

/// An earlier version of a book that is not in memory.
#[derive(Debug)]
pub struct StoredPast {
    /// Its head.
    pub book: StoredBook,
    /// What it is read from.
    pub source: PastSource,
    /// The flattened lines that differ from those of the present version.
    pub lines: LineChanges,
}

/// The flattened lines that one of two versions of a book has and the other has not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LineChanges {
    /// Those of the earlier version.
    pub only_then: BTreeSet<Line>,
    /// Those of the present version.
    pub only_now: BTreeSet<Line>,
}

/// Why an earlier version cannot be read from the present one.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum StoredPastError {
    /// The source of the present version failed, and keeps the error.
    #[error("the present version cannot be read")]
    Unread,
    /// More nodes differ than may be read.
    #[error("too many nodes have changed since")]
    TooLarge,
    /// The changes do not fit the present version.
    #[error(transparent)]
    Delta(#[from] DeltaError),
}

/// Reads an earlier version of a book by its present one. Nodes keep their numbers. Those that only
/// the earlier version has get the highest numbers, which no book reaches.
#[derive(Debug)]
pub struct PastSource {
    present: Arc<dyn NodeSource>,
    /// The nodes that were visited, by number; `None` for one that the earlier version lacks.
    nodes: BTreeMap<u32, Option<PastNode>>,
    /// The visited nodes of the earlier version, by the numbers of their parents.
    families: HashMap<u32, Vec<u32>>,
    /// The nodes that only the earlier version has, by the keys of their positions.
    positions: HashMap<u64, Vec<u32>>,
    /// The last number given to such a node.
    lowest: u32,
}

/// A node as it was.
#[derive(Debug)]
struct PastNode {
    node: StoredNode,
    /// Whether any node follows it, in use or retired.
    is_followed: bool,
}

impl StoredPast {
    /// Creates an earlier version of the book that `present` reads, whose head is `book`: `undone`
    /// leads from the present version to the earlier one. `tally` returns the counts of games for a
    /// node that the present version lacks.
    ///
    /// It reads the children of at most `most` nodes: of those on the lines of the changes, and of
    /// those that are in use in one of both versions only.
    ///
    /// # Errors
    /// These are too many, a node cannot be read, or the changes do not fit the present version.
    pub fn new(
        present: Arc<dyn NodeSource>,
        book: StoredBook,
        undone: &Delta,
        tally: &dyn Fn(&Line) -> Option<Tally>,
        most: usize,
    ) -> Result<StoredPast, StoredPastError> {
        let source = PastSource {
            present,
            nodes: BTreeMap::new(),
            families: HashMap::new(),
            positions: HashMap::new(),
            lowest: u32::MAX,
        };
        let lines = LineChanges::default();
        let mut undoing = Undoing { source, lines, variant: book.variant, tally };
        let mut places = vec![NodeVersions::root(&book.root, undone.changes())];
        while let Some(place) = places.pop() {
            undoing.visit(place, &mut places)?;
            if undoing.source.nodes.len() + places.len() > most {
                return Err(StoredPastError::TooLarge);
            }
        }
        let Undoing { source, lines, .. } = undoing;
        let (inserted, _, deleted) = undone.counts();
        let after = |count: usize, more: usize, fewer: usize| {
            count.saturating_add(more).saturating_sub(fewer)
        };
        let root = source.nodes.get(&0).and_then(Option::as_ref).map(|root| root.node.clone());
        let book = StoredBook {
            root: root.unwrap_or(book.root),
            nodes: after(book.nodes, inserted as usize, deleted as usize),
            lines: after(book.lines, lines.only_then.len(), lines.only_now.len()),
            ..book
        };
        Ok(StoredPast { book, source, lines })
    }
}

/// An earlier version in the making.
struct Undoing<'a> {
    source: PastSource,
    lines: LineChanges,
    variant: Variant,
    tally: &'a dyn Fn(&Line) -> Option<Tally>,
}

/// A node of either version, and the changes at its line and below.
struct NodeVersions<'d> {
    line: Line,
    number: u32,
    parent: u32,
    now: NodeVersion,
    then: NodeVersion,
    changes: &'d [NodeChange],
}

/// A node in one of both versions.
struct NodeVersion {
    /// `None` if the version lacks it.
    node: Option<StoredNode>,
    /// Whether neither the node nor one before it is retired.
    in_use: bool,
}

impl<'d> NodeVersions<'d> {
    fn root(root: &StoredNode, changes: &'d [NodeChange]) -> NodeVersions<'d> {
        let change = changes.first().filter(|change| change.line.is_empty());
        let then = change.map_or_else(
            || root.clone(),
            |change| with_state(root.clone(), &change.after.clone().unwrap_or_default()),
        );
        let state = |node: StoredNode| NodeVersion { node: Some(node), in_use: true };
        NodeVersions {
            line: Line::new(),
            number: root.number,
            parent: root.parent,
            now: state(root.clone()),
            then: state(then),
            changes,
        }
    }

    /// The changes below the node, by the step to the child.
    fn changes_after(&self) -> BTreeMap<Step, &'d [NodeChange]> {
        let depth = self.line.len();
        let step = |change: &NodeChange| change.line.steps().get(depth).copied();
        // In line order, so those after one step are neighbours.
        let families = self.changes.chunk_by(|one, two| step(one) == step(two));
        families.filter_map(|changes| Some((step(changes.first()?)?, changes))).collect()
    }
}

impl NodeVersion {
    fn child(&self, node: Option<StoredNode>) -> NodeVersion {
        let in_use = self.in_use && node.as_ref().is_some_and(|node| !node.retired);
        NodeVersion { node, in_use }
    }

    /// Whether the node itself is there and not retired.
    fn is_open(&self) -> bool {
        self.node.as_ref().is_some_and(|node| !node.retired)
    }

    /// Whether a flattened line ends here; `goes_on` says whether a node in use follows.
    fn ends(&self, goes_on: bool) -> bool {
        self.in_use && (!goes_on || self.node.as_ref().is_some_and(|node| node.ends))
    }
}

impl Undoing<'_> {
    /// Notes how a node was, and adds the children that have to be visited.
    fn visit<'d>(
        &mut self,
        place: NodeVersions<'d>,
        places: &mut Vec<NodeVersions<'d>>,
    ) -> Result<(), StoredPastError> {
        let children = self.children(&place)?;
        let goes_on_now = children.iter().any(|child| child.now.is_open());
        let goes_on_then = children.iter().any(|child| child.then.is_open());
        let is_followed = children.iter().any(|child| child.then.node.is_some());
        let NodeVersions { line, number, parent, now, then, .. } = place;
        let lines = match (now.ends(goes_on_now), then.ends(goes_on_then)) {
            (true, false) => Some(&mut self.lines.only_now),
            (false, true) => Some(&mut self.lines.only_then),
            _ => None,
        };
        if let Some(lines) = lines.filter(|_| !line.is_empty()) {
            lines.insert(line);
        }
        if then.node.is_some() && number != 0 {
            self.source.families.entry(parent).or_default().push(number);
        }
        let node = then.node.map(|node| PastNode {
            node: StoredNode { has_children: goes_on_then, ..without_revision(node) },
            is_followed,
        });
        self.source.nodes.insert(number, node);
        let differs = |child: &NodeVersions<'_>| {
            !child.changes.is_empty() || child.now.in_use != child.then.in_use
        };
        places.extend(children.into_iter().filter(differs));
        Ok(())
    }

    /// The children of a node in either version.
    fn children<'d>(
        &mut self,
        place: &NodeVersions<'d>,
    ) -> Result<Vec<NodeVersions<'d>>, StoredPastError> {
        let read = match &place.now.node {
            Some(node) => self.source.present.all_children(node.number),
            None => Some(Vec::new()),
        };
        let mut changes = place.changes_after();
        let mut children = Vec::new();
        for now in read.ok_or(StoredPastError::Unread)? {
            let own = changes.remove(&now.step).unwrap_or_default();
            children.push(self.child(place, now.step, Some(now), own)?);
        }
        for (step, own) in changes {
            children.push(self.child(place, step, None, own)?);
        }
        Ok(children)
    }

    /// The child of a node for a step; `now` is the one of the present version.
    fn child<'d>(
        &mut self,
        place: &NodeVersions<'d>,
        step: Step,
        now: Option<StoredNode>,
        changes: &'d [NodeChange],
    ) -> Result<NodeVersions<'d>, DeltaError> {
        let mut line = place.line.clone();
        line.push(step);
        let then = match changes.first().filter(|change| change.line.len() == line.len()) {
            None => now.clone(),
            Some(change) if change.before.is_some() != now.is_some() => {
                return Err(DeltaError::Stale(line));
            }
            Some(NodeChange { after: None, .. }) => None,
            Some(NodeChange { after: Some(after), .. }) => {
                let node = now.clone().unwrap_or_else(|| self.added(&line, place.number, step));
                Some(with_state(node, after))
            }
        };
        if then.is_some() && place.then.node.is_none() {
            return Err(DeltaError::Orphan(line));
        }
        let Some(number) = then.as_ref().or(now.as_ref()).map(|node| node.number) else {
            return Err(DeltaError::Orphan(line));
        };
        let (now, then) = (place.now.child(now), place.then.child(then));
        Ok(NodeVersions { line, number, parent: place.number, now, then, changes })
    }

    /// A node that the present version lacks.
    fn added(&mut self, line: &Line, parent: u32, step: Step) -> StoredNode {
        self.source.lowest -= 1;
        let number = self.source.lowest;
        if let Some(position) = LinePosition::replay(self.variant, line) {
            let key = position.key(line.to_move()).key;
            self.source.positions.entry(key).or_default().push(number);
        }
        let tally = (self.tally)(line).map(|tally| {
            let mut bytes = Vec::new();
            tally.encode(&mut bytes);
            bytes.into_boxed_slice()
        });
        StoredNode {
            number,
            parent,
            step,
            ends: false,
            mined: false,
            retired: false,
            has_children: false,
            revision: 0,
            data: None,
            tally,
        }
    }
}

/// Returns a node in another state.
fn with_state(node: StoredNode, state: &NodeState) -> StoredNode {
    let is_move = node.number != 0;
    StoredNode {
        ends: state.ends && is_move,
        mined: state.mined,
        retired: state.retired && is_move,
        data: state.data.as_deref().filter(|data| !data.is_empty()).cloned(),
        ..node
    }
}

/// Returns a node without its revision, which earlier versions do not have.
fn without_revision(node: StoredNode) -> StoredNode {
    StoredNode { revision: 0, ..node }
}

fn has_text(data: &NodeData) -> bool {
    !data.names.is_empty() || !data.tags.is_empty() || data.comment.is_some()
}

impl PastSource {
    /// Returns children of a node: of the visited ones what `own` makes of them, and the others as
    /// the present version has them.
    fn family(
        &self,
        number: u32,
        read: impl FnOnce(&dyn NodeSource) -> Option<Vec<StoredNode>>,
        own: impl Fn(&PastNode) -> Option<StoredNode>,
    ) -> Option<Vec<StoredNode>> {
        // The present version lacks these numbers.
        let read = if number < self.lowest { read(&*self.present)? } else { Vec::new() };
        let visited = self.families.get(&number).into_iter().flatten();
        let visited = visited.filter_map(|child| own(self.nodes.get(child)?.as_ref()?));
        Some(self.unchanged(read).chain(visited).collect())
    }

    /// Returns the nodes of the present version that are the same in the earlier one.
    fn unchanged(&self, read: Vec<StoredNode>) -> impl Iterator<Item = StoredNode> {
        let unvisited = read.into_iter().filter(|node| !self.nodes.contains_key(&node.number));
        unvisited.map(without_revision)
    }

    /// Returns the path to a node that was visited, as were those before it; empty if one of them
    /// is retired or missing.
    fn visited_path(&self, mut number: u32) -> Vec<StoredNode> {
        let mut path = Vec::new();
        while number != 0 {
            match self.nodes.get(&number) {
                Some(Some(past)) if !past.node.retired => path.push(past.node.clone()),
                _ => return Vec::new(),
            }
            number = path.last().map_or(0, |node| node.parent);
        }
        path.reverse();
        path
    }
}

impl NodeSource for PastSource {
    fn children(&self, number: u32) -> Option<Vec<StoredNode>> {
        let in_use = |past: &PastNode| Some(&past.node).filter(|node| !node.retired).cloned();
        self.family(number, |present| present.children(number), in_use)
    }

    fn all_children(&self, number: u32) -> Option<Vec<StoredNode>> {
        let any = |past: &PastNode| {
            Some(StoredNode { has_children: past.is_followed, ..past.node.clone() })
        };
        self.family(number, |present| present.all_children(number), any)
    }

    fn with_position(&self, key: u64) -> Option<Vec<u32>> {
        let mut numbers = self.present.with_position(key)?;
        numbers.retain(|number| !matches!(self.nodes.get(number), Some(None)));
        numbers.extend(self.positions.get(&key).into_iter().flatten());
        Some(numbers)
    }

    fn path(&self, number: u32) -> Option<Vec<StoredNode>> {
        if self.nodes.contains_key(&number) {
            return Some(self.visited_path(number));
        }
        // In use in both versions or in neither.
        let path = self.present.path(number)?.into_iter();
        let past = |node: StoredNode| match self.nodes.get(&node.number) {
            Some(past) => past.as_ref().map(|past| past.node.clone()),
            None => Some(without_revision(node)),
        };
        Some(path.filter_map(past).collect())
    }

    fn with_text(&self, mut first: u32) -> Option<Vec<StoredNode>> {
        loop {
            let read = self.present.with_text(first)?;
            let last = read.last().map(|node| node.number);
            let visited = self.nodes.range(first..=last.unwrap_or(u32::MAX));
            let visited = visited.filter_map(|(_, past)| past.as_ref()).map(|past| &past.node);
            let visited = visited.filter(|node| node.data.as_ref().is_some_and(has_text)).cloned();
            let mut page: Vec<StoredNode> = self.unchanged(read).chain(visited).collect();
            page.sort_unstable_by_key(|node| node.number);
            match last.and_then(|last| last.checked_add(1)) {
                // An empty page would be the last one.
                Some(next) if page.is_empty() => first = next,
                _ => return Some(page),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::index::retired::tests::described;
    use crate::index::tests_support::{ForestSource, all, any_book, counted, tally};
    use crate::{Forest, Index, NodeId, Text};

    fn past(
        now: &Forest,
        undone: &Delta,
        failing: Vec<u32>,
        most: usize,
    ) -> Result<StoredPast, StoredPastError> {
        let is_counted = now.nodes().any(|(_, node)| node.tally().is_some());
        let source = ForestSource { forest: now.clone(), failing };
        let book = StoredBook {
            variant: now.variant(),
            root: source.node(NodeId::ROOT),
            nodes: now.len(),
            lines: ends(now).len(),
            cohorts: is_counted.then(|| now.cohorts().to_vec()),
        };
        let counts = |line: &Line| is_counted.then(|| tally(line));
        StoredPast::new(Arc::new(source), book, undone, &counts, most)
    }

    fn ends(book: &Forest) -> BTreeSet<Line> {
        let ends = book.live_ends();
        let nodes = book.nodes().filter(|(id, _)| ends[id.index()]);
        nodes.map(|(id, _)| book.line(id)).collect()
    }

    /// Two books, often with common lines. The second one has texts.
    fn any_versions() -> impl Strategy<Value = (Forest, Forest)> {
        let changes = proptest::collection::vec(0u8..12, 80);
        (any_book(), any_book(), any::<bool>(), changes).prop_map(|(one, other, joins, changes)| {
            let mut two = one.clone();
            if joins {
                two.merge(&other);
            } else {
                two = other;
            }
            let ids: Vec<NodeId> = two.nodes().map(|(id, _)| id).collect();
            for (id, change) in ids.into_iter().zip(changes) {
                let is_retired = two.node(id).retired;
                match change {
                    0 => two.set_retired(id, !is_retired),
                    1 => two.data_mut(id).names = BTreeSet::from(["a name".to_owned()]),
                    2 => two.data_mut(id).tags = BTreeSet::from(["a tag".to_owned()]),
                    3 => two.data_mut(id).comment = Some(Text::from_template("words")),
                    _ => {}
                }
            }
            (one, two)
        })
    }

    /// The nodes with text, by their lines.
    fn texts(index: &Index) -> Vec<(Line, NodeData)> {
        let mut found = Vec::new();
        if let Some(mut texts) = index.text_nodes() {
            while let Some(page) = texts.next_page() {
                let nodes = page.into_iter();
                found.extend(nodes.filter_map(|node| Some((texts.line(&node)?, node.data?))));
            }
        } else {
            let nodes = index.nodes().filter_map(|id| Some((index.line(id), index.data(id)?)));
            let nodes = nodes.filter(|(_, data)| has_text(data));
            found.extend(nodes.map(|(line, data)| (line, data.clone())));
        }
        found.sort_by(|one, two| one.0.cmp(&two.0));
        found
    }

    proptest! {
        #[test]
        fn an_earlier_version_says_what_it_says_in_memory(
            (one, two) in any_versions(), is_later in any::<bool>(), counts in any::<bool>(),
        ) {
            let (mut now, then) = if is_later { (one, two) } else { (two, one) };
            for id in now.nodes().map(|(id, _)| id).collect::<Vec<_>>() {
                now.set_revision(id, 7);
            }
            let dress = |book: Forest| if counts { counted(book) } else { book };
            let (now, then) = (dress(now), dress(then));
            let past = past(&now, &Delta::between(&now, &then), Vec::new(), usize::MAX);
            let StoredPast { book, source, lines } = past.expect("the version");
            prop_assert_eq!(lines.only_then, &ends(&then) - &ends(&now));
            prop_assert_eq!(lines.only_now, &ends(&now) - &ends(&then));
            let memory = Index::build(then.clone().live());
            let read = Index::of_store(Arc::new(source), book, 1 << 12);
            prop_assert_eq!((read.len(), read.lines()), (then.len(), memory.lines()));
            prop_assert_eq!(all(&read), all(&memory));
            prop_assert_eq!(texts(&read), texts(&memory));
            let shelf = then.retired_nodes();
            for (id, _) in then.nodes() {
                let line = then.line(id);
                let found = read.retired_along(&line).expect("a book that is stored");
                let found = described(&read, &found, &line);
                let wanted = described(&read, &shelf, &line);
                prop_assert_eq!(found, wanted, "{}", line);
            }
            prop_assert!(!read.has_failed());
        }
    }

    #[test]
    fn what_cannot_be_undone_is_refused() {
        let book = |lines: &[&str]| -> Forest {
            let lines: Vec<Line> = lines.iter().map(|line| line.parse().unwrap()).collect();
            lines.iter().collect()
        };
        let (now, then) = (book(&["DDCFFC"]), book(&["CC", "DDCF"]));
        let undone = Delta::between(&now, &then);
        assert!(past(&now, &undone, Vec::new(), 5).is_ok());
        let error = |undone, failing, most| past(&now, undone, failing, most).unwrap_err();
        assert_eq!(error(&undone, Vec::new(), 4), StoredPastError::TooLarge);
        assert_eq!(error(&undone, vec![0], 5), StoredPastError::Unread);
        let stale = DeltaError::Stale("DD".parse().unwrap());
        let other = Delta::between(&book(&["CC"]), &then);
        assert_eq!(error(&other, Vec::new(), 5), StoredPastError::Delta(stale));
    }
}
