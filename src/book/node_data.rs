//! What a book knows of a move beside the move itself, and how two sources' knowledge is joined.

use std::collections::{BTreeMap, BTreeSet};

use super::condition::Conditions;
use super::line::Side;
use super::mark::Mark;
use super::text::Text;
use super::verdict::Verdict;

/// The knowledge that a node carries. Everything that names a point is in the node's frame.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct NodeData {
    /// The verdict of the node's move.
    pub verdict: Option<Verdict>,
    /// The advantage after the move, positive for the first mover. Imported trees say 0 for even,
    /// ±1 for good and ±2 for very good; other values are points.
    pub advantage: Option<f64>,
    /// The side that ends in sente.
    pub sente: Option<Side>,
    /// Names of the joseki or the variation.
    pub names: BTreeSet<String>,
    /// Free keywords.
    pub tags: BTreeSet<String>,
    /// Where the node was taken from.
    pub sources: BTreeSet<String>,
    /// The comment.
    pub comment: Option<Text>,
    /// Marks and labels.
    pub marks: BTreeSet<Mark>,
    /// What must be true of the board.
    pub conditions: Conditions,
    /// Properties of the source that this program does not interpret, kept word for word.
    pub properties: BTreeMap<String, BTreeSet<String>>,
}

/// A field in which two sources contradict each other; the first one's value was kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// The field: `verdict`, `advantage`, `sente` or `label`.
    pub field: &'static str,
    /// The value that was there and stays.
    pub kept: String,
    /// The value that was left out.
    pub left_out: String,
}

impl NodeData {
    /// Whether there is nothing to keep.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == NodeData::default()
    }

    /// Whether there is nothing but conditions.
    #[must_use]
    pub fn is_only_conditional(&self) -> bool {
        let bare = NodeData {
            conditions: self.conditions.clone(),
            ..NodeData::default()
        };
        *self == bare
    }

    /// The data of the node read in the other handedness.
    #[must_use]
    pub fn mirror(&self) -> NodeData {
        NodeData {
            comment: self.comment.as_ref().map(Text::mirror),
            marks: self.marks.iter().map(Mark::mirror).collect(),
            conditions: self.conditions.mirror(),
            ..self.clone()
        }
    }

    /// The smaller of the data and its mirror: the form for a node that is its own mirror, so that
    /// both orientations of a source give the same book.
    #[must_use]
    pub fn canonical(self) -> NodeData {
        let mirror = self.mirror();
        let places = |data: &NodeData| {
            (
                data.marks.clone(),
                data.conditions.clone(),
                data.comment.clone(),
            )
        };
        if places(&mirror) < places(&self) {
            mirror
        } else {
            self
        }
    }

    /// Adds what another source knows of the same node. What is here stays; lists are united,
    /// comments are joined, and a contradiction is reported. Merging the same data twice changes
    /// nothing.
    pub fn merge(&mut self, other: &NodeData) -> Vec<Conflict> {
        let side = |side: Side| {
            if side == Side::First {
                "first"
            } else {
                "second"
            }
            .to_owned()
        };
        let mut conflicts = Vec::new();
        let verdict = |verdict: Verdict| verdict.to_string();
        conflicts.extend(keep_first(
            "verdict",
            &mut self.verdict,
            other.verdict,
            verdict,
        ));
        let number = |number: f64| number.to_string();
        conflicts.extend(keep_first(
            "advantage",
            &mut self.advantage,
            other.advantage,
            number,
        ));
        conflicts.extend(keep_first("sente", &mut self.sente, other.sente, side));
        conflicts.extend(self.merge_marks(&other.marks));
        self.names.extend(other.names.iter().cloned());
        self.tags.extend(other.tags.iter().cloned());
        self.sources.extend(other.sources.iter().cloned());
        self.conditions = self.conditions.or(&other.conditions);
        self.merge_comment(other.comment.as_ref());
        for (property, values) in &other.properties {
            self.properties
                .entry(property.clone())
                .or_default()
                .extend(values.iter().cloned());
        }
        conflicts
    }

    fn merge_comment(&mut self, other: Option<&Text>) {
        if let Some(other) = other {
            let joined = self.comment.take().map(|comment| comment.joined(other));
            self.comment = Some(joined.unwrap_or_else(|| other.clone()));
        }
    }

    fn merge_marks(&mut self, others: &BTreeSet<Mark>) -> Vec<Conflict> {
        let mut conflicts = Vec::new();
        for mark in others {
            let labelled = |own: &&Mark| own.label.is_some() && own.step == mark.step;
            let label = mark.label.as_ref().and(self.marks.iter().find(labelled));
            match label {
                None => drop(self.marks.insert(mark.clone())),
                Some(own) if own.label == mark.label => {}
                Some(own) => conflicts.push(Conflict {
                    field: "label",
                    kept: own.label.clone().unwrap_or_default(),
                    left_out: mark.label.clone().unwrap_or_default(),
                }),
            }
        }
        conflicts
    }
}

/// Fills an empty field; the conflict if both are there and differ.
fn keep_first<T: Copy + PartialEq>(
    field: &'static str,
    own: &mut Option<T>,
    other: Option<T>,
    text: impl Fn(T) -> String,
) -> Option<Conflict> {
    match (*own, other) {
        (Some(kept), Some(left_out)) if kept != left_out => Some(Conflict {
            field,
            kept: text(kept),
            left_out: text(left_out),
        }),
        (None, _) => {
            *own = other;
            None
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Step;

    fn label(u: u8, v: u8, text: &str) -> Mark {
        let step = Step::new(u, v).unwrap();
        Mark {
            property: "LB".into(),
            step,
            to: None,
            label: Some(text.into()),
        }
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
        };
        let wanted = [
            conflict("verdict", "good", "mistake"),
            conflict("label", "A", "B"),
        ];
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
        assert_eq!(data.mirror().mirror(), data);
        assert_ne!(data.mirror(), data);
        assert_eq!(data.mirror().canonical(), data.clone().canonical());
    }
}
