//! The fields of a node's data: compares, copies and merges each of them.

use std::collections::BTreeSet;

use strum::{Display, IntoStaticStr, VariantArray};

use super::conditions::MAX_ALTERNATIVES;
use super::node_data::{Conflict, Mark, NodeData};
use super::rules::{MergeRule, MergeRules};

/// A field of [`NodeData`].
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Display, IntoStaticStr, VariantArray,
)]
#[strum(serialize_all = "snake_case")]
pub enum Field {
    /// [`NodeData::verdict`].
    Verdict,
    /// [`NodeData::advantage`].
    Advantage,
    /// [`NodeData::sente`].
    Sente,
    /// [`NodeData::confidence`].
    Confidence,
    /// [`NodeData::names`].
    Names,
    /// [`NodeData::tags`].
    Tags,
    /// [`NodeData::sources`].
    Sources,
    /// [`NodeData::comment`].
    Comment,
    /// [`NodeData::marks`].
    Marks,
    /// [`NodeData::conditions`].
    Conditions,
    /// [`NodeData::properties`].
    Properties,
}

impl Field {
    /// Whether the values of two sources can be combined.
    #[must_use]
    pub const fn holds_several(self) -> bool {
        !matches!(self, Field::Verdict | Field::Advantage | Field::Sente | Field::Confidence)
    }

    /// Whether two nodes have the same value.
    #[must_use]
    pub fn is_same(self, one: &NodeData, two: &NodeData) -> bool {
        match self {
            Field::Verdict => one.verdict == two.verdict,
            Field::Advantage => one.advantage == two.advantage,
            Field::Sente => one.sente == two.sente,
            Field::Confidence => one.confidence == two.confidence,
            Field::Names => one.names == two.names,
            Field::Tags => one.tags == two.tags,
            Field::Sources => one.sources == two.sources,
            Field::Comment => one.comment == two.comment,
            Field::Marks => one.marks == two.marks,
            Field::Conditions => one.conditions == two.conditions,
            Field::Properties => one.properties == two.properties,
        }
    }

    /// Whether the field has no value.
    #[must_use]
    pub fn is_unset(self, data: &NodeData) -> bool {
        self.is_same(data, &NodeData::default())
    }

    /// Replaces the value in `to` by the one in `from`.
    pub fn copy(self, from: &NodeData, to: &mut NodeData) {
        match self {
            Field::Verdict => to.verdict = from.verdict,
            Field::Advantage => to.advantage = from.advantage,
            Field::Sente => to.sente = from.sente,
            Field::Confidence => to.confidence = from.confidence,
            Field::Names => to.names.clone_from(&from.names),
            Field::Tags => to.tags.clone_from(&from.tags),
            Field::Sources => to.sources.clone_from(&from.sources),
            Field::Comment => to.comment.clone_from(&from.comment),
            Field::Marks => to.marks.clone_from(&from.marks),
            Field::Conditions => to.conditions.clone_from(&from.conditions),
            Field::Properties => to.properties.clone_from(&from.properties),
        }
    }

    /// The value as text in the node's frame; empty if there is none.
    #[must_use]
    pub fn text(self, data: &NodeData) -> String {
        let list = |set: &BTreeSet<String>| set.iter().cloned().collect::<Vec<_>>().join(", ");
        match self {
            Field::Verdict => data.verdict.map_or_else(String::new, |it| it.to_string()),
            Field::Advantage => data.advantage.map_or_else(String::new, |it| it.to_string()),
            Field::Sente => data.sente.map_or("", Into::into).to_owned(),
            Field::Confidence => data.confidence.map_or_else(String::new, |it| it.to_string()),
            Field::Names => list(&data.names),
            Field::Tags => list(&data.tags),
            Field::Sources => list(&data.sources),
            Field::Comment => {
                data.comment.as_ref().map_or_else(String::new, |text| text.template().to_owned())
            }
            Field::Marks => {
                let marks: Vec<String> = data.marks.iter().map(Mark::to_string).collect();
                marks.join(", ")
            }
            Field::Conditions => data.conditions.to_string(),
            Field::Properties => {
                let property = |(name, values): (&String, &BTreeSet<String>)| {
                    let values = values.iter().map(|value| format!("[{value}]"));
                    format!("{name}{}", values.collect::<String>())
                };
                data.properties.iter().map(property).collect::<Vec<_>>().join(" ")
            }
        }
    }

    /// Merges the value of another source by the rules. Returns the conflict if a value was left
    /// out.
    pub fn resolve(
        self,
        own: &mut NodeData,
        other: &NodeData,
        rules: &MergeRules,
    ) -> Option<Conflict> {
        let sure = (own.confidence_or_default(), other.confidence_or_default());
        self.resolve_among(own, other, rules, sure)
    }

    /// As [`Field::resolve`], for sources with these confidences.
    pub(super) fn resolve_among(
        self,
        own: &mut NodeData,
        other: &NodeData,
        rules: &MergeRules,
        (own_sure, other_sure): (u8, u8),
    ) -> Option<Conflict> {
        // Having no condition is a statement too: the move is always playable.
        let speaks = |data: &NodeData| self == Field::Conditions || !self.is_unset(data);
        if self.is_same(own, other) || !speaks(other) {
            return None;
        }
        if !speaks(own) {
            self.copy(other, own);
            return None;
        }
        let take = match rules.rule_for(self) {
            MergeRule::Both => return self.join(own, other),
            MergeRule::Keep => false,
            MergeRule::Take => true,
            MergeRule::Confident => other_sure > own_sure,
        };
        let (mine, theirs) = (self.text(own), self.text(other));
        if take {
            self.copy(other, own);
        }
        let (kept, left_out) = if take { (theirs, mine) } else { (mine, theirs) };
        Some(Conflict { field: self.into(), kept, left_out, taken: take })
    }

    /// Combines both values. Of two labels at a point the book's stays.
    fn join(self, own: &mut NodeData, other: &NodeData) -> Option<Conflict> {
        match self {
            Field::Names => own.names.extend(other.names.iter().cloned()),
            Field::Tags => own.tags.extend(other.tags.iter().cloned()),
            Field::Sources => own.sources.extend(other.sources.iter().cloned()),
            Field::Conditions => {
                let both = own.conditions.or(&other.conditions);
                // More could not be read again.
                if both.alternatives().len() > MAX_ALTERNATIVES {
                    let (kept, left_out) = (self.text(own), self.text(other));
                    return Some(Conflict { field: self.into(), kept, left_out, taken: false });
                }
                own.conditions = both;
            }
            Field::Comment => {
                let joined = own.comment.take().map(|own| match &other.comment {
                    Some(other) => own.joined(other),
                    None => own,
                });
                own.comment = joined.or_else(|| other.comment.clone());
            }
            Field::Marks => return join_marks(&mut own.marks, &other.marks),
            Field::Properties => {
                for (property, values) in &other.properties {
                    let own = own.properties.entry(property.clone()).or_default();
                    own.extend(values.iter().cloned());
                }
            }
            Field::Verdict | Field::Advantage | Field::Sente | Field::Confidence => {}
        }
        None
    }
}

/// A three-way union: everything either side added, without what either side removed.
pub(super) fn join_changes(
    field: Field,
    base: &NodeData,
    own: &mut NodeData,
    other: &NodeData,
) -> bool {
    fn join<T: Ord + Clone>(base: &BTreeSet<T>, own: &mut BTreeSet<T>, other: &BTreeSet<T>) {
        own.retain(|value| other.contains(value) || !base.contains(value));
        own.extend(other.difference(base).cloned());
    }
    match field {
        Field::Names => join(&base.names, &mut own.names, &other.names),
        Field::Tags => join(&base.tags, &mut own.tags, &other.tags),
        Field::Sources => join(&base.sources, &mut own.sources, &other.sources),
        Field::Properties => {
            let none = BTreeSet::new();
            let names: BTreeSet<String> =
                (own.properties.keys()).chain(other.properties.keys()).cloned().collect();
            for name in names {
                let base = base.properties.get(&name).unwrap_or(&none);
                let theirs = other.properties.get(&name).unwrap_or(&none);
                join(base, own.properties.entry(name).or_default(), theirs);
            }
            own.properties.retain(|_, values| !values.is_empty());
        }
        _ => return false,
    }
    true
}

fn join_marks(own: &mut BTreeSet<Mark>, others: &BTreeSet<Mark>) -> Option<Conflict> {
    let mut conflict: Option<Conflict> = None;
    for mark in others {
        let labelled = |own: &&Mark| own.label.is_some() && own.step == mark.step;
        let label = mark.label.as_ref().and(own.iter().find(labelled));
        match label {
            None => drop(own.insert(mark.clone())),
            Some(own) if own.label == mark.label => {}
            Some(own) => {
                let (kept, left_out) = (own.label.clone(), mark.label.clone());
                let told = conflict.get_or_insert_with(|| Conflict {
                    field: "label",
                    kept: String::new(),
                    left_out: String::new(),
                    taken: false,
                });
                add_word(&mut told.kept, &kept.unwrap_or_default());
                add_word(&mut told.left_out, &left_out.unwrap_or_default());
            }
        }
    }
    conflict
}

fn add_word(text: &mut String, word: &str) {
    text.push_str(if text.is_empty() { "" } else { ", " });
    text.push_str(word);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conditions::Conditions;

    /// Conditions are stored as a text, and a text with more alternatives is refused.
    #[test]
    fn conditions_join_up_to_as_many_alternatives_as_can_be_read_again() {
        let points = (0..19).flat_map(|x| (0..2).map(move |y| (x, y)));
        let points = points.map(|(x, y)| [b'A' + x, b'A' + y].map(char::from));
        let one = points.map(|[x, y]| format!("own({x}{y})").parse::<Conditions>().unwrap());
        let (mut own, mut conflicts) = (NodeData::default(), Vec::new());
        for (at, conditions) in one.enumerate() {
            let other = NodeData { conditions, ..NodeData::default() };
            if at == 0 {
                own = other;
            } else {
                conflicts.extend(Field::Conditions.join(&mut own, &other));
            }
        }
        let text = own.conditions.to_string();
        assert_eq!(text.parse::<Conditions>().unwrap(), own.conditions);
        assert_eq!(own.conditions.alternatives().len(), MAX_ALTERNATIVES);
        assert_eq!(conflicts.len(), 38 - MAX_ALTERNATIVES);
        assert_eq!(conflicts[0].kept, text);
        assert!(conflicts[0].left_out.starts_with("own("), "{:?}", conflicts[0]);
    }
}
