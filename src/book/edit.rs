//! Edits: a curator's changes to a book, one node or subtree at a time.

use super::delta::NodeState;
use super::forest::{Forest, NodeId};
use super::line::Line;
use super::node_data::NodeData;
use super::part::{BookPart, LeftOut};
use super::patch::Patch;
use joseki_game::{IllegalMove, LinePosition, Side, Step, Variant};

/// The most steps of a line in a book.
pub const MAX_LINE_LENGTH: usize = 400;

/// One edit. Lines may have either handedness; points in a patch are in the frame of its line.
///
/// ```
/// use joseki_book::{Edit, EditError, Forest, Patch, Verdict};
///
/// let patch = Patch {
///     verdict: Some(Some(Verdict::Good)),
///     ..Patch::default()
/// };
/// let add = Edit::Add { line: "DDFC".parse()?, patch };
/// let book = Forest::new().edited(&add)?;
/// let node = book.find(add.line()).map(|id| book.node(id));
/// let verdict = node.and_then(|node| node.data()?.verdict);
/// assert_eq!(verdict, Some(Verdict::Good));
/// assert_eq!(book.edited(&add), Err(EditError::Exists("DDCF".parse()?)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum Edit {
    /// Adds a move that the book does not have, with the moves that lead to it.
    Add {
        /// The line of the move.
        line: Line,
        /// Its data.
        patch: Patch,
    },
    /// Changes a move of the book.
    Set {
        /// The line of the move; the empty line is the empty corner.
        line: Line,
        /// The changes.
        patch: Patch,
    },
    /// Moves a node with its subtree to another place.
    Move {
        /// The line of the node.
        line: Line,
        /// Its new line, in the same handedness. The subtree keeps its steps.
        to: Line,
    },
    /// Deletes a node with its subtree.
    Delete {
        /// The line of the node.
        line: Line,
    },
}

/// The reason why an edit is rejected. The book is unchanged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EditError {
    /// The node does not exist.
    #[error("unknown node {0}: check the line, or add it")]
    Unknown(Line),
    /// The node already exists.
    #[error("node {0} already exists: change it, or delete it first")]
    Exists(Line),
    /// The empty corner can be changed but not added, moved or deleted.
    #[error("the empty corner is not a move: give a line of one step or more")]
    Root,
    /// A step that the rules forbid.
    #[error("step {number} of {line}, {step}, is illegal: {reason}")]
    Illegal {
        /// The line, canonical.
        line: Line,
        /// The number of the step, from 1.
        number: usize,
        /// The step.
        step: Step,
        /// The reason.
        reason: IllegalMove,
    },
    /// A step in another corner.
    #[error("step {number} of {line}, {step}, is in another corner: write it as a tenuki, XX")]
    OtherCorner {
        /// The line, canonical.
        line: Line,
        /// The number of the step, from 1.
        number: usize,
        /// The step.
        step: Step,
    },
    /// A line that is too long.
    #[error("the line has {0} steps: at most {MAX_LINE_LENGTH} are allowed")]
    TooLong(usize),
    /// A tenuki in an impossible place.
    #[error("{0} would begin with a tenuki or have two in a row: a tenuki must follow a move")]
    Tenuki(Line),
    /// The new place is inside the moved subtree.
    #[error("{0} cannot be moved below itself")]
    IntoItself(Line),
    /// A node on the way is retired.
    #[error("node {0} is retired: restore it before adding moves after it")]
    Retired(Line),
}

impl Edit {
    /// The changes of the node's data, if it is added or set.
    #[must_use]
    pub fn patch(&self) -> Option<&Patch> {
        match self {
            Edit::Add { patch, .. } | Edit::Set { patch, .. } => Some(patch),
            Edit::Move { .. } | Edit::Delete { .. } => None,
        }
    }

    /// The part of a book that the edit changes or depends on.
    #[must_use]
    pub fn part(&self) -> BookPart {
        let line = self.line().canonical();
        // Moves that follow are moved, deleted or retired with the node.
        match self {
            Edit::Move { to, .. } => BookPart::subtrees([line, to.canonical()]),
            Edit::Delete { .. } => BookPart::subtrees([line]),
            Edit::Add { patch, .. } | Edit::Set { patch, .. } if patch.retired.is_some() => {
                BookPart::subtrees([line])
            }
            Edit::Add { .. } | Edit::Set { .. } => BookPart::lines([line]),
        }
    }

    /// The line of the edited node, as written.
    #[must_use]
    pub fn line(&self) -> &Line {
        match self {
            Edit::Add { line, .. }
            | Edit::Set { line, .. }
            | Edit::Move { line, .. }
            | Edit::Delete { line } => line,
        }
    }
}

impl Forest {
    /// Returns the book after an edit. Remaining nodes keep their stored ids.
    ///
    /// # Errors
    /// When the edit is rejected.
    pub fn edited(self, edit: &Edit) -> Result<Forest, EditError> {
        match edit {
            Edit::Add { line, patch } => self.added(line, patch),
            Edit::Set { line, patch } => self.set(line, patch),
            Edit::Move { line, to } => self.moved(line, to),
            Edit::Delete { line } => self.deleted(line),
        }
    }

    fn added(mut self, line: &Line, patch: &Patch) -> Result<Forest, EditError> {
        check_line(self.variant(), line)?;
        if let Some(id) = self.find(line)
            && !self.node(id).mined
        {
            return Err(EditError::Exists(line.canonical()));
        }
        let id = self.make(line)?;
        self.patch(id, line, patch);
        Ok(self)
    }

    fn set(mut self, line: &Line, patch: &Patch) -> Result<Forest, EditError> {
        let id = self.existing(line)?;
        self.patch(id, line, patch);
        Ok(self)
    }

    fn moved(mut self, line: &Line, to: &Line) -> Result<Forest, EditError> {
        let from = self.existing_move(line)?;
        check_line(self.variant(), to)?;
        // Compare the canonical lines: one of them may be written in the other handedness.
        let (here, there) = (line.canonical(), to.canonical());
        if there == here {
            return Ok(self);
        }
        if there.steps().starts_with(here.steps()) {
            return Err(EditError::IntoItself(here));
        }
        let leads_here = here.steps().starts_with(there.steps());
        if leads_here || self.find(to).is_some_and(|id| !self.node(id).mined) {
            return Err(EditError::Exists(there));
        }
        let back = line.orientations().first().inverse();
        let subtree = self.subtree(from);
        let mut places = Vec::with_capacity(subtree.len());
        for id in &subtree {
            let steps = self.line(*id).transformed(back);
            let mut place = to.clone();
            place.extend(steps.steps().iter().skip(line.len()).copied());
            check_line(self.variant(), &place)?;
            let turned = back.then(place.orientations().first());
            places.push((self.make(&place)?, turned));
        }
        for (id, (here, turned)) in subtree.iter().zip(places) {
            let state = self.state(*id);
            let data = state.known();
            let data = self.settled(here, data.transformed(turned, self.variant().alphabet()));
            let moved = NodeState { mined: false, ..state };
            self.set_state(here, moved.with_data(data));
        }
        Ok(self.without(&subtree))
    }

    fn deleted(self, line: &Line) -> Result<Forest, EditError> {
        let id = self.existing_move(line)?;
        let subtree = self.subtree(id);
        Ok(self.without(&subtree))
    }

    fn without(self, nodes: &[NodeId]) -> Forest {
        let mut goes = vec![false; self.nodes().len()];
        nodes.iter().for_each(|id| goes[id.index()] = true);
        let mut rest = self.retain(|id, _| !goes[id.index()]);
        rest.mark_leaves();
        rest
    }

    fn patch(&mut self, id: NodeId, line: &Line, patch: &Patch) {
        let symmetry = line.orientations().first();
        let patch = patch.transformed(symmetry, self.variant().alphabet());
        let state = patch.apply(self.state(id));
        let data = self.settled(id, state.known());
        self.set_state(id, state.with_data(data));
        self.mark_leaves();
    }

    /// Data of a node that equals some of its images has one canonical form. Where moves follow,
    /// they say which image marks and comments mean.
    fn settled(&self, id: NodeId, data: NodeData) -> NodeData {
        let (node, alphabet) = (self.node(id), self.variant().alphabet());
        let stabiliser = self.line(id).stabiliser();
        if node.children().is_empty() && node.left_out == LeftOut::Nothing {
            return data.canonical(stabiliser, alphabet);
        }
        let own = stabiliser.intersection(alphabet.symmetries());
        let least = own.iter().map(|symmetry| data.conditions.transformed(symmetry)).min();
        NodeData { conditions: least.unwrap_or_default(), ..data }
    }

    /// Returns the node of a line, inserting missing nodes on the way.
    fn make(&mut self, line: &Line) -> Result<NodeId, EditError> {
        let canonical = line.canonical();
        let mut node = NodeId::ROOT;
        for step in canonical.steps() {
            if self.node(node).retired {
                return Err(EditError::Retired(self.line(node)));
            }
            node = self.child_or_insert(node, *step).0;
        }
        Ok(node)
    }

    fn existing(&self, line: &Line) -> Result<NodeId, EditError> {
        let unknown = || EditError::Unknown(line.canonical());
        self.find(line).ok_or_else(unknown)
    }

    fn existing_move(&self, line: &Line) -> Result<NodeId, EditError> {
        match self.existing(line)? {
            NodeId::ROOT => Err(EditError::Root),
            id => Ok(id),
        }
    }

    /// A node and its descendants, parents before children.
    #[must_use]
    pub fn subtree(&self, id: NodeId) -> Vec<NodeId> {
        let mut found = vec![id];
        let mut next = 0;
        while let Some(id) = found.get(next).copied() {
            found.extend(self.node(id).children());
            next += 1;
        }
        found
    }
}

/// Checks whether a book may contain a line: its moves must be playable alone, from the empty corner
/// or board on. A ko may be retaken at once, because lines do not contain threats elsewhere.
///
/// # Errors
/// The reason why not.
pub fn check_line(variant: Variant, line: &Line) -> Result<(), EditError> {
    if line.is_empty() {
        return Err(EditError::Root);
    }
    if line.len() > MAX_LINE_LENGTH {
        return Err(EditError::TooLong(line.len()));
    }
    let tenuki = |place: usize| line.steps()[place].is_tenuki();
    if tenuki(0) || (1..line.len()).any(|place| tenuki(place) && tenuki(place - 1)) {
        return Err(EditError::Tenuki(line.canonical()));
    }
    let canonical = line.canonical();
    let mut position = LinePosition::new(variant);
    for (ply, step) in canonical.steps().iter().enumerate() {
        if variant.is_elsewhere(*step) {
            return Err(EditError::OtherCorner { number: ply + 1, step: *step, line: canonical });
        }
        if let Err(reason) = position.play_on(Side::to_move_after(ply), *step) {
            return Err(EditError::Illegal {
                number: ply + 1,
                step: *step,
                line: canonical,
                reason,
            });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::{Conditions, Mark, Verdict};
    use super::*;

    fn line(text: &str) -> Line {
        text.parse().unwrap()
    }

    fn book(lines: &[&str]) -> Forest {
        let lines: Vec<Line> = lines.iter().map(|text| line(text)).collect();
        lines.iter().collect()
    }

    fn texts(forest: &Forest) -> Vec<String> {
        forest.lines().map(|(line, _)| line.to_string()).collect()
    }

    fn judged(verdict: Verdict) -> Patch {
        Patch { verdict: Some(Some(verdict)), ..Patch::default() }
    }

    #[test]
    fn a_line_of_either_handedness_is_added_once() {
        let forest = book(&["DDCF"]);
        let mirrored = line("DDFCCF");
        let patch = Patch { conditions: Some("own(CP)".parse().unwrap()), ..judged(Verdict::Good) };
        let add = Edit::Add { line: mirrored.clone(), patch };
        let forest = forest.edited(&add).unwrap();
        assert_eq!(texts(&forest), ["DDCF", "DDCFFC"]);
        let data = forest.node(forest.find(&mirrored).unwrap()).data().unwrap();
        assert_eq!(data.conditions.to_string(), "own(PC)");
        let again = forest.edited(&add);
        assert_eq!(again, Err(EditError::Exists(line("DDCFFC"))));
    }

    #[test]
    fn what_cannot_be_played_is_refused_with_its_step() {
        let check = |text: &str, wanted: &str| {
            let patch = Patch::default();
            let edit = Edit::Add { line: line(text), patch };
            let error = book(&["DD"]).edited(&edit).unwrap_err();
            assert_eq!(error.to_string(), wanted);
        };
        check("DDCFDD", "step 3 of DDCFDD, DD, is illegal: the point is occupied");
        check("CDPPQP", "step 2 of CDPPQP, PP, is in another corner: write it as a tenuki, XX");
        check("", "the empty corner is not a move: give a line of one step or more");
    }

    #[test]
    fn a_ko_may_be_taken_back() {
        // From a dictionary: the second mover captures at BA, and the first mover retakes at AA.
        let text = "DDCCCDDCEDECFCFBGCGBHCFEBCBBCBDBBACAABAABA";
        assert_eq!(check_line(Variant::GO, &line(text)), Ok(()));
    }

    #[test]
    fn moving_takes_the_subtree_and_its_knowledge_along() {
        let mut forest = book(&["DDCFFCCC", "DDCFDF"]);
        let end = forest.find(&line("DDCFFCCC")).unwrap();
        let data = forest.data_mut(end);
        data.conditions = "own(CP)".parse().unwrap();
        // The same moves with both sides of the corner swapped.
        let edit = Edit::Move { line: line("DDFCCF"), to: line("DCFCCF") };
        let moved = forest.edited(&edit).unwrap();
        assert_eq!(texts(&moved), ["CDCFFCCC", "DDCFDF"]);
        let data = moved.node(moved.find(&line("CDCFFCCC")).unwrap()).data();
        assert_eq!(data.unwrap().conditions.to_string(), "own(CP)");
        let into = Edit::Move { line: line("DDCF"), to: line("DDCFFC") };
        assert_eq!(moved.edited(&into), Err(EditError::IntoItself(line("DDCF"))));
    }

    #[test]
    fn nothing_is_lost_by_moving_into_what_is_moved() {
        let mut forest = book(&["DDCFFCCC"]);
        let mut check = |line_text: &str, to: &str, wanted: EditError| {
            let edit = Edit::Move { line: line(line_text), to: line(to) };
            assert_eq!(forest.clone().edited(&edit), Err(wanted), "{line_text} {to}");
            // Nor where only counted games lead there.
            let id = forest.find(&line("DD")).unwrap();
            forest.set_mined(id, true);
        };
        let into = || EditError::IntoItself(line("DDCF"));
        check("DDCF", "DDFCEC", into());
        check("DDFC", "DDCFCE", into());
        check("DDCF", "DD", EditError::Exists(line("DD")));
    }

    #[test]
    fn deleting_leaves_a_line_that_ends_before() {
        let edit = Edit::Delete { line: line("DDFC") };
        let forest = book(&["DDCFFC", "DD"]).edited(&edit).unwrap();
        assert_eq!(texts(&forest), ["DD"]);
        let root = Edit::Delete { line: line("") };
        assert_eq!(forest.clone().edited(&root), Err(EditError::Root));
        let gone = forest.edited(&edit);
        assert_eq!(gone, Err(EditError::Unknown(line("DDCF"))));
    }

    #[test]
    fn what_is_retired_is_in_no_flattened_line() {
        let retire = |retired: bool| Edit::Set {
            line: line("DDCF"),
            patch: Patch { retired: Some(retired), ..Patch::default() },
        };
        let before = book(&["DDCFFC", "DDCD"]);
        let forest = before.clone().edited(&retire(true)).unwrap();
        assert_eq!(texts(&forest.clone().live()), ["DDCD"]);
        assert_eq!(texts(&forest.retired_nodes()), ["DDCFFC"]);
        let add = Edit::Add { line: line("DDCFDF"), patch: Patch::default() };
        let refused = forest.clone().edited(&add);
        assert_eq!(refused, Err(EditError::Retired(line("DDCF"))));
        assert_eq!(forest.edited(&retire(false)), Ok(before));
    }

    #[test]
    fn a_node_that_is_its_own_mirror_is_written_in_one_form() {
        let mark = |text: &str| Mark {
            property: "TR".into(),
            step: text.parse().unwrap(),
            to: None,
            label: None,
        };
        let set = |text: &str| Edit::Set {
            line: line("DD"),
            patch: Patch { marks: Some([mark(text)].into()), ..Patch::default() },
        };
        let one = book(&["DD"]).edited(&set("CF")).unwrap();
        let two = book(&["DD"]).edited(&set("FC")).unwrap();
        assert_eq!(one, two);
        // A move that follows says which image is meant.
        for step in ["CF", "FC"] {
            let forest = book(&["DDCF"]).edited(&set(step)).unwrap();
            let data = forest.find(&line("DD")).and_then(|id| forest.node(id).data());
            assert_eq!(data.map(|data| data.marks.clone()), Some([mark(step)].into()));
        }
        assert_eq!(Conditions::default(), Conditions::always());
    }
}
