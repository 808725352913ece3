//! The data of a book's move, and merging the data of two sources.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use strum::VariantArray;

use super::{
    conditions::Conditions, field::Field, rules::MergeRules, text::Text, verdict::Verdict,
};
use joseki_game::{Alphabet, Side, Step, Symmetries, Symmetry};

/// The data of a node. Everything that names a point is in the node's frame.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NodeData {
    /// The verdict of the node's move.
    pub verdict: Option<Verdict>,
    /// The advantage after the move, positive for the first mover. Imported trees use 0 for even,
    /// ±1 for good and ±2 for very good; other values are points.
    pub advantage: Option<f64>,
    /// The side that ends in sente.
    pub sente: Option<Side>,
    /// The confidence of the source's judgement, 0 to 100; `None` counts as 50.
    pub confidence: Option<u8>,
    /// Names of the joseki or the variation.
    pub names: BTreeSet<String>,
    /// Free keywords.
    pub tags: BTreeSet<String>,
    /// The sources of the node.
    pub sources: BTreeSet<String>,
    /// The comment.
    pub comment: Option<Text>,
    /// Marks and labels.
    pub marks: BTreeSet<Mark>,
    /// Conditions on the board under which the move is playable.
    pub conditions: Conditions,
    /// Properties of the source that this program does not interpret, kept verbatim.
    pub properties: BTreeMap<String, BTreeSet<String>>,
}

/// A field in which two sources conflict, and its resolution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// The field: the name of a [`Field`], or `label`.
    pub field: &'static str,
    /// The value that was kept.
    pub kept: String,
    /// The value that was left out.
    pub left_out: String,
    /// Whether the kept value is the incoming one.
    pub taken: bool,
}

impl NodeData {
    /// The bytes of its names and comment.
    #[must_use]
    pub fn text_bytes(&self) -> usize {
        let comment = self.comment.as_ref().map_or(0, |text| text.template().len());
        self.names.iter().map(String::len).sum::<usize>() + comment
    }

    /// Whether there is no data.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == NodeData::default()
    }

    /// Whether there are no data but conditions.
    #[must_use]
    pub fn is_only_conditional(&self) -> bool {
        let bare = NodeData { conditions: self.conditions.clone(), ..NodeData::default() };
        *self == bare
    }

    /// The data with the image of each step of an alphabet.
    #[must_use]
    pub fn transformed(&self, symmetry: Symmetry, alphabet: Alphabet) -> NodeData {
        if symmetry == Symmetry::IDENTITY {
            return self.clone();
        }
        let comment = self.comment.as_ref();
        NodeData {
            comment: comment.map(|text| text.transformed(symmetry, alphabet)),
            marks: self.marks.iter().map(|mark| mark.transformed(symmetry)).collect(),
            conditions: self.conditions.transformed(symmetry),
            ..self.clone()
        }
    }

    /// The least image under a node's stabiliser: the canonical form, so that all orientations of a
    /// source give the same book.
    #[must_use]
    pub fn canonical(self, stabiliser: Symmetries, alphabet: Alphabet) -> NodeData {
        let stabiliser = stabiliser.intersection(alphabet.symmetries());
        if stabiliser.len() < 2 {
            return self;
        }
        let places =
            |data: &NodeData| (data.marks.clone(), data.conditions.clone(), data.comment.clone());
        let images = stabiliser.iter().map(|symmetry| self.transformed(symmetry, alphabet));
        images.min_by_key(places).unwrap_or_default()
    }

    /// Merges the data of another source for the same node. Existing values stay, lists are united,
    /// comments are joined, and conflicts are returned. Idempotent.
    pub fn merge(&mut self, other: &NodeData) -> Vec<Conflict> {
        self.merge_by(other, &MergeRules::default())
    }

    /// Merges the data of another source for the same node. The rules decide where values differ,
    /// and conflicts are returned. Idempotent.
    pub fn merge_by(&mut self, other: &NodeData, rules: &MergeRules) -> Vec<Conflict> {
        let sure = (self.confidence_or_default(), other.confidence_or_default());
        let fields = Field::VARIANTS.iter().filter(|field| **field != Field::Confidence);
        let conflicts: Vec<Conflict> =
            fields.filter_map(|field| field.resolve_among(self, other, rules, sure)).collect();
        if !conflicts.iter().any(|conflict| !conflict.taken) {
            self.confidence = self.confidence.max(other.confidence);
        }
        conflicts
    }

    /// The confidence of the node's source, 0 to 100.
    #[must_use]
    pub fn confidence_or_default(&self) -> u8 {
        self.confidence.unwrap_or(NodeData::DEFAULT_CONFIDENCE)
    }

    /// The confidence of a source that does not state one.
    pub const DEFAULT_CONFIDENCE: u8 = 50;
}

/// One mark on the board, in the frame of the node that carries it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Mark {
    /// The SGF property of the source (`TR`, `LB`, `AR`, …).
    pub property: String,
    /// The point of the mark, or its start.
    pub step: Step,
    /// The end of an arrow or a line.
    pub to: Option<Step>,
    /// The text of a label.
    pub label: Option<String>,
}

impl Mark {
    /// The image of the mark.
    #[must_use]
    pub fn transformed(&self, symmetry: Symmetry) -> Mark {
        let image = |step: Step| step.transformed(symmetry);
        Mark { step: image(self.step), to: self.to.map(image), ..self.clone() }
    }
}

impl fmt::Display for Mark {
    /// Writes `TR DD`, `LB CF A`, `AR CC-FC`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.property, self.step)?;
        self.to.map_or(Ok(()), |to| write!(f, "-{to}"))?;
        let label = self.label.as_deref();
        label.map_or(Ok(()), |label| write!(f, " {label}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use joseki_game::{Alphabet, Step, Symmetries, Symmetry};

    fn label(u: u8, v: u8, text: &str) -> Mark {
        let step = Step::corner(u, v).unwrap();
        Mark { property: "LB".into(), step, to: None, label: Some(text.into()) }
    }

    fn data(verdict: Verdict, comment: &str, mark: Mark) -> NodeData {
        NodeData {
            verdict: Some(verdict),
            comment: Some(Text::from_template(comment)),
            marks: [mark].into(),
            names: [comment.to_owned()].into(),
            ..NodeData::default()
        }
    }

    #[test]
    fn merging_keeps_the_first_and_reports_contradictions() {
        let mut own = data(Verdict::Good, "one", label(0, 1, "A"));
        let other = data(Verdict::Mistake, "two", label(0, 1, "B"));
        let conflict = |field, kept: &str, left_out: &str| Conflict {
            field,
            kept: kept.to_owned(),
            left_out: left_out.to_owned(),
            taken: false,
        };
        let wanted = [conflict("verdict", "good", "mistake"), conflict("label", "A", "B")];
        assert_eq!(own.merge(&other), wanted);
        assert_eq!(own.verdict, Some(Verdict::Good));
        assert_eq!(own.comment.as_ref().unwrap().template(), "one\n\ntwo");
        assert_eq!(own.names.len(), 2);
        assert_eq!(own.marks.len(), 1);
        let once = own.clone();
        own.merge(&other);
        assert_eq!(own, once, "idempotent");
        let mut empty = NodeData::default();
        assert_eq!(empty.merge(&once), []);
        assert_eq!(empty, once);
    }

    #[test]
    fn both_orientations_have_one_canonical_form() {
        let data = data(Verdict::Good, "{AB}", label(0, 1, "A"));
        let mirror = |data: &NodeData| data.transformed(Symmetry::TRANSPOSE, Alphabet::CORNER);
        let canonical = |data: NodeData| data.canonical(Symmetries::CORNER, Alphabet::CORNER);
        assert_eq!(mirror(&mirror(&data)), data);
        assert_ne!(mirror(&data), data);
        assert_eq!(canonical(mirror(&data)), canonical(data));
    }
}
