//! Edits: what a curator does to a book, a node or a subtree at a time.

use super::corner_position::CornerPosition;
use super::forest::{Forest, NodeId};
use super::line::{Line, Side};
use super::node_data::NodeData;
use super::node_state::NodeState;
use super::patch::Patch;
use super::reach::is_foreign;
use crate::game::Step;
use crate::game::go::{BoardSize, IllegalMove};

/// The longest line that a book takes, in steps.
pub const LONGEST_LINE: usize = 400;

/// One edit. Lines are of either handedness; what a patch says of points is in the frame of its line.
#[derive(Clone, Debug, PartialEq)]
pub enum Edit {
    /// A move that the book does not have, with those that lead to it.
    Add {
        /// The line to it.
        line: Line,
        /// What is known of it.
        patch: Patch,
    },
    /// A move that the book has.
    Set {
        /// The line to it; the empty line is the empty corner.
        line: Line,
        /// What changes.
        patch: Patch,
    },
    /// A move and all that follows it, to another place.
    Move {
        /// The line to it.
        line: Line,
        /// The line to it afterwards, in the same handedness. What follows keeps its steps.
        to: Line,
    },
    /// A move and all that follows it goes.
    Delete {
        /// The line to it.
        line: Line,
    },
}

/// Why an edit cannot be done. The book is as it was.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EditError {
    /// There is no such node.
    #[error("there is no node {0}: check the line, or add it")]
    Unknown(Line),
    /// There is such a node already.
    #[error("node {0} is there already: change it, or delete it first")]
    Exists(Line),
    /// The empty corner can be changed but neither added, moved nor deleted.
    #[error("the empty corner is no move: name a line of one step or more")]
    Root,
    /// A step that the rules forbid.
    #[error("step {number} of {line}, {step}, cannot be played: {reason}")]
    Illegal {
        /// The line, canonical.
        line: Line,
        /// Which step, from 1.
        number: usize,
        /// The step.
        step: Step,
        /// Why not.
        reason: IllegalMove,
    },
    /// A step in another corner.
    #[error(
        "step {number} of {line}, {step}, lies in another corner: it is a tenuki there, write XX"
    )]
    OtherCorner {
        /// The line, canonical.
        line: Line,
        /// Which step, from 1.
        number: usize,
        /// The step.
        step: Step,
    },
    /// A line that is too long.
    #[error("a line has at most {LONGEST_LINE} steps, this one has {0}")]
    TooLong(usize),
    /// A tenuki that no side can have played.
    #[error("{0} would have a tenuki at its beginning or two in a row: a tenuki answers a move")]
    Tenuki(Line),
    /// The new place is in what is moved.
    #[error("{0} cannot be moved to a place that follows it")]
    IntoItself(Line),
    /// What leads there is out of use.
    #[error("node {0} is retired: restore it before adding what follows it")]
    Retired(Line),
}

impl Edit {
    /// The line of the node that is edited, as it was written.
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
    /// The book after an edit. Nodes that stay keep their stored ids.
    ///
    /// # Errors
    /// The edit cannot be done.
    pub fn edited(self, edit: &Edit) -> Result<Forest, EditError> {
        match edit {
            Edit::Add { line, patch } => self.added(line, patch),
            Edit::Set { line, patch } => self.set(line, patch),
            Edit::Move { line, to } => self.moved(line, to),
            Edit::Delete { line } => self.deleted(line),
        }
    }

    fn added(mut self, line: &Line, patch: &Patch) -> Result<Forest, EditError> {
        check_line(line)?;
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
        check_line(to)?;
        // As they are kept: the one may be written the other way round.
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
        let mirrored = line.is_mirrored() == Some(true);
        let subtree = self.subtree(from);
        let mut places = Vec::with_capacity(subtree.len());
        for id in &subtree {
            let steps = self.line(*id).mirror_if(mirrored);
            let mut place = to.clone();
            place.extend(steps.steps().iter().skip(line.len()).copied());
            check_line(&place)?;
            let turned = mirrored != (place.is_mirrored() == Some(true));
            places.push((self.make(&place)?, turned));
        }
        for (id, (here, turned)) in subtree.iter().zip(places) {
            let state = self.state(*id);
            let data = state.known();
            let data = self.settled(here, if turned { data.mirror() } else { data });
            let moved = NodeState {
                mined: false,
                ..state
            };
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
        let state = match line.is_mirrored() {
            Some(true) => patch.mirror().apply(self.state(id)),
            _ => patch.apply(self.state(id)),
        };
        let data = self.settled(id, state.known());
        self.set_state(id, state.with_data(data));
        self.mark_leaves();
    }

    /// Data of a node that is its own mirror has one form.
    fn settled(&self, id: NodeId, data: NodeData) -> NodeData {
        match self.line(id).is_mirrored() {
            None => data.canonical(),
            Some(_) => data,
        }
    }

    /// The node of a line with those that lead to it, made where they are missing.
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

    /// A node and all that follow it, parents before children.
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

/// Whether a line may be in a book: moves that can be played, on the empty corner alone. A ko may be taken back at
/// once, as threats elsewhere are in no line.
///
/// # Errors
/// What is wrong with it.
pub fn check_line(line: &Line) -> Result<(), EditError> {
    if line.is_empty() {
        return Err(EditError::Root);
    }
    if line.len() > LONGEST_LINE {
        return Err(EditError::TooLong(line.len()));
    }
    let tenuki = |place: usize| line.steps()[place].is_tenuki();
    if tenuki(0) || (1..line.len()).any(|place| tenuki(place) && tenuki(place - 1)) {
        return Err(EditError::Tenuki(line.canonical()));
    }
    let canonical = line.canonical();
    let mut position = CornerPosition::new();
    for (ply, step) in canonical.steps().iter().enumerate() {
        if is_foreign(*step, BoardSize::NINETEEN) {
            return Err(EditError::OtherCorner {
                number: ply + 1,
                step: *step,
                line: canonical,
            });
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
        Patch {
            verdict: Some(Some(verdict)),
            ..Patch::default()
        }
    }

    #[test]
    fn a_line_of_either_handedness_is_added_once() {
        let forest = book(&["DDCF"]);
        let mirrored = line("DDFCCF");
        let patch = Patch {
            conditions: Some("own(CP)".parse().unwrap()),
            ..judged(Verdict::Good)
        };
        let add = Edit::Add {
            line: mirrored.clone(),
            patch,
        };
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
            let edit = Edit::Add {
                line: line(text),
                patch,
            };
            let error = book(&["DD"]).edited(&edit).unwrap_err();
            assert_eq!(error.to_string(), wanted);
        };
        check(
            "DDCFDD",
            "step 3 of DDCFDD, DD, cannot be played: the point is occupied",
        );
        check(
            "CDPPQP",
            "step 2 of CDPPQP, PP, lies in another corner: it is a tenuki there, write XX",
        );
        check(
            "",
            "the empty corner is no move: name a line of one step or more",
        );
    }

    #[test]
    fn a_ko_may_be_taken_back() {
        // From a dictionary: the second mover takes at BA, and the first mover takes back at AA.
        let text = "DDCCCDDCEDECFCFBGCGBHCFEBCBBCBDBBACAABAABA";
        assert_eq!(check_line(&line(text)), Ok(()));
    }

    #[test]
    fn moving_takes_the_subtree_and_its_knowledge_along() {
        let mut forest = book(&["DDCFFCCC", "DDCFDF"]);
        let end = forest.find(&line("DDCFFCCC")).unwrap();
        let data = forest.data_mut(end);
        data.conditions = "own(CP)".parse().unwrap();
        // The same moves with both sides of the corner turned round.
        let edit = Edit::Move {
            line: line("DDFCCF"),
            to: line("DCFCCF"),
        };
        let moved = forest.edited(&edit).unwrap();
        assert_eq!(texts(&moved), ["CDCFFCCC", "DDCFDF"]);
        let data = moved.node(moved.find(&line("CDCFFCCC")).unwrap()).data();
        assert_eq!(data.unwrap().conditions.to_string(), "own(CP)");
        let into = Edit::Move {
            line: line("DDCF"),
            to: line("DDCFFC"),
        };
        assert_eq!(
            moved.edited(&into),
            Err(EditError::IntoItself(line("DDCF")))
        );
    }

    #[test]
    fn nothing_is_lost_by_moving_into_what_is_moved() {
        let mut forest = book(&["DDCFFCCC"]);
        let mut check = |line_text: &str, to: &str, wanted: EditError| {
            let edit = Edit::Move {
                line: line(line_text),
                to: line(to),
            };
            assert_eq!(
                forest.clone().edited(&edit),
                Err(wanted),
                "{line_text} {to}"
            );
            // Nor where counted games alone lead there.
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
            patch: Patch {
                retired: Some(retired),
                ..Patch::default()
            },
        };
        let before = book(&["DDCFFC", "DDCD"]);
        let forest = before.clone().edited(&retire(true)).unwrap();
        assert_eq!(texts(&forest.clone().live()), ["DDCD"]);
        assert_eq!(texts(&forest.shelf()), ["DDCFFC"]);
        let add = Edit::Add {
            line: line("DDCFDF"),
            patch: Patch::default(),
        };
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
            patch: Patch {
                marks: Some([mark(text)].into()),
                ..Patch::default()
            },
        };
        let one = book(&["DDCF"]).edited(&set("CF")).unwrap();
        let two = book(&["DDCF"]).edited(&set("FC")).unwrap();
        assert_eq!(one, two);
        assert_eq!(Conditions::default(), Conditions::always());
    }
}
