//! Patches: a curator's changes to a node's data, field by field.

use std::collections::{BTreeMap, BTreeSet};

use super::conditions::Conditions;
use super::delta::NodeState;
use super::node_data::{Mark, NodeData};
use super::text::Text;
use super::verdict::Verdict;
use joseki_game::{Alphabet, Side, Symmetry};

/// Changes to a node's data; `None` leaves a field unchanged. Points are in the frame of the line
/// as it is written next to the patch.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Patch {
    /// The verdict; `Some(None)` clears it.
    pub verdict: Option<Option<Verdict>>,
    /// The advantage, positive for the first mover; `Some(None)` clears it.
    pub advantage: Option<Option<f64>>,
    /// The side that ends in sente; `Some(None)` clears it.
    pub sente: Option<Option<Side>>,
    /// The confidence, 0 to 100; `Some(None)` clears it.
    pub confidence: Option<Option<u8>>,
    /// The names.
    pub names: ListPatch,
    /// The tags.
    pub tags: ListPatch,
    /// The sources.
    pub sources: ListPatch,
    /// The comment; `Some(None)` clears it.
    pub comment: Option<Option<Text>>,
    /// All marks.
    pub marks: Option<BTreeSet<Mark>>,
    /// The conditions.
    pub conditions: Option<Conditions>,
    /// All other properties.
    pub properties: Option<BTreeMap<String, BTreeSet<String>>>,
    /// Whether a line ends here although others continue.
    pub ends: Option<bool>,
    /// Whether the node and its subtree are retired.
    pub retired: Option<bool>,
}

/// Changes to a list of texts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ListPatch {
    /// The whole list; applied first.
    pub replace: Option<BTreeSet<String>>,
    /// Texts to add.
    pub add: BTreeSet<String>,
    /// Texts to remove; applied last.
    pub remove: BTreeSet<String>,
}

impl ListPatch {
    /// Replaces the whole list.
    #[must_use]
    pub fn replace(list: BTreeSet<String>) -> ListPatch {
        ListPatch { replace: Some(list), ..ListPatch::default() }
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
    /// Whether the patch changes nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Patch::default()
    }

    /// A patch that clears every field it does not set, for replacing a node's data as a whole. The
    /// `ends` and `retired` flags stay unless set.
    #[must_use]
    pub fn or_nothing(self) -> Patch {
        let whole =
            |list: ListPatch| ListPatch { replace: Some(list.replace.unwrap_or_default()), ..list };
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

    /// The patch with the image of each step of an alphabet.
    #[must_use]
    pub fn transformed(&self, symmetry: Symmetry, alphabet: Alphabet) -> Patch {
        let comment = self.comment.as_ref();
        let marks = self.marks.as_ref();
        Patch {
            comment: comment.map(|text| Some(text.as_ref()?.transformed(symmetry, alphabet))),
            marks: marks.map(|marks| marks.iter().map(|mark| mark.transformed(symmetry)).collect()),
            conditions: self.conditions.as_ref().map(|all| all.transformed(symmetry)),
            ..self.clone()
        }
    }

    /// Applies the patch to a node's state. A patched node no longer exists only because of counted
    /// games.
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
