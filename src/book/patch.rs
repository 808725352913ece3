//! Patches: what a curator changes of a node's knowledge, field by field.

use std::collections::{BTreeMap, BTreeSet};

use super::conditions::Conditions;
use super::line::Side;
use super::mark::Mark;
use super::node_data::NodeData;
use super::node_state::NodeState;
use super::text::Text;
use super::verdict::Verdict;

/// What is to change of a node; nothing of a field that is `None`. Everything that names a point is in the
/// frame of the line as it is written beside the patch.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Patch {
    /// The verdict, or none.
    pub verdict: Option<Option<Verdict>>,
    /// The advantage, positive for the first mover, or none.
    pub advantage: Option<Option<f64>>,
    /// Who ends in sente, or nobody says.
    pub sente: Option<Option<Side>>,
    /// How sure it is, 0 to 100, or unsaid.
    pub confidence: Option<Option<u8>>,
    /// The names.
    pub names: ListPatch,
    /// The tags.
    pub tags: ListPatch,
    /// The sources.
    pub sources: ListPatch,
    /// The comment, or none.
    pub comment: Option<Option<Text>>,
    /// All marks.
    pub marks: Option<BTreeSet<Mark>>,
    /// The conditions.
    pub conditions: Option<Conditions>,
    /// All other properties.
    pub properties: Option<BTreeMap<String, BTreeSet<String>>>,
    /// Whether a line ends here though others go on.
    pub ends: Option<bool>,
    /// Whether the node and all that follows is out of use.
    pub retired: Option<bool>,
}

/// What is to change of a list of texts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ListPatch {
    /// The whole list, first.
    pub replace: Option<BTreeSet<String>>,
    /// What comes to it.
    pub add: BTreeSet<String>,
    /// What goes from it, last.
    pub remove: BTreeSet<String>,
}

impl ListPatch {
    /// The whole list.
    #[must_use]
    pub fn replace(list: BTreeSet<String>) -> ListPatch {
        ListPatch {
            replace: Some(list),
            ..ListPatch::default()
        }
    }

    fn apply(&self, list: &mut BTreeSet<String>) {
        if let Some(whole) = &self.replace {
            list.clone_from(whole);
        }
        list.extend(self.add.iter().cloned());
        list.retain(|text| !self.remove.contains(text));
    }
}

impl Patch {
    /// Whether it changes nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Patch::default()
    }

    /// A patch that leaves nothing of what was known but what this one says: for putting a node's
    /// knowledge whole. Whether a line ends there and whether it is in use stay unless said.
    #[must_use]
    pub fn or_nothing(self) -> Patch {
        let whole = |list: ListPatch| ListPatch {
            replace: Some(list.replace.unwrap_or_default()),
            ..list
        };
        Patch {
            verdict: Some(self.verdict.flatten()),
            advantage: Some(self.advantage.flatten()),
            sente: Some(self.sente.flatten()),
            confidence: Some(self.confidence.flatten()),
            names: whole(self.names),
            tags: whole(self.tags),
            sources: whole(self.sources),
            comment: Some(self.comment.flatten()),
            marks: Some(self.marks.unwrap_or_default()),
            conditions: Some(self.conditions.unwrap_or_default()),
            properties: Some(self.properties.unwrap_or_default()),
            ..self
        }
    }

    /// The patch for the line read in the other handedness.
    #[must_use]
    pub fn mirror(&self) -> Patch {
        let comment = self.comment.as_ref();
        let marks = self.marks.as_ref();
        Patch {
            comment: comment.map(|text| text.as_ref().map(Text::mirror)),
            marks: marks.map(|marks| marks.iter().map(Mark::mirror).collect()),
            conditions: self.conditions.as_ref().map(Conditions::mirror),
            ..self.clone()
        }
    }

    /// A node's state with what the patch changes. A node that somebody writes is no longer there for
    /// counted games alone.
    #[must_use]
    pub(super) fn apply(&self, state: NodeState) -> NodeState {
        let mut data = state.known();
        self.write(&mut data);
        let adopted = NodeState {
            ends: self.ends.unwrap_or(state.ends && !state.mined),
            mined: false,
            retired: self.retired.unwrap_or(state.retired),
            data: None,
        };
        adopted.with_data(data)
    }

    fn write(&self, data: &mut NodeData) {
        fn put<T: Clone>(field: &mut T, value: Option<&T>) {
            if let Some(value) = value {
                field.clone_from(value);
            }
        }
        put(&mut data.verdict, self.verdict.as_ref());
        put(&mut data.advantage, self.advantage.as_ref());
        put(&mut data.sente, self.sente.as_ref());
        put(&mut data.confidence, self.confidence.as_ref());
        self.names.apply(&mut data.names);
        self.tags.apply(&mut data.tags);
        self.sources.apply(&mut data.sources);
        put(&mut data.comment, self.comment.as_ref());
        put(&mut data.marks, self.marks.as_ref());
        put(&mut data.conditions, self.conditions.as_ref());
        put(&mut data.properties, self.properties.as_ref());
    }
}
