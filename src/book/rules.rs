//! Merge rules: what happens to a field for which two sources have different values.

use std::str::FromStr;
use std::{array, fmt};

use strum::{Display, IntoStaticStr, VariantArray};

use super::field::Field;
use joseki_base::named::{Named, UnknownName};

/// The rule for a field with two different values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Display, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum MergeRule {
    /// The book's value stays.
    Keep,
    /// The incoming value replaces it.
    Take,
    /// Both values are combined; only for fields with several values or text.
    Both,
    /// The value with the higher [`super::NodeData::confidence`]; on a tie the book's.
    Confident,
}

/// A rule for every field.
///
/// Its text is `verdict=take,comment=both`. `node` is the rule for whether a node exists at all;
/// `all=` sets every field that supports the rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MergeRules {
    fields: [MergeRule; Field::VARIANTS.len()],
    node: MergeRule,
}

/// The name of the rule for whether a node exists at all.
const NODE: &str = "node";

impl Default for MergeRules {
    /// Single values stay, lists are united, comments are joined.
    fn default() -> MergeRules {
        MergeRules {
            fields: array::from_fn(|at| {
                if Field::VARIANTS[at].holds_several() { MergeRule::Both } else { MergeRule::Keep }
            }),
            node: MergeRule::Keep,
        }
    }
}

impl MergeRules {
    /// Uses the same rule for all fields, except the default where a field does not support it.
    #[must_use]
    pub fn all(rule: MergeRule) -> MergeRules {
        let mut rules = MergeRules::default();
        if rule == MergeRule::Take {
            rules.node = rule;
        }
        for &field in Field::VARIANTS {
            // A field that does not support the rule keeps the default.
            drop(rules.set(field, rule));
        }
        rules
    }

    /// The rule of a field.
    #[must_use]
    pub fn rule_for(&self, field: Field) -> MergeRule {
        self.fields[field as usize]
    }

    /// Whether a node that the other side deleted is removed with its subtree even if this side
    /// changed it. Otherwise it stays.
    #[must_use]
    pub fn take_nodes(&self) -> bool {
        self.node == MergeRule::Take
    }

    /// Sets the rule of a field.
    ///
    /// # Errors
    /// When the rule is `both` and the field has a single value.
    pub fn set(&mut self, field: Field, rule: MergeRule) -> Result<(), ParseMergeRulesError> {
        if rule == MergeRule::Both && !field.holds_several() {
            return Err(ParseMergeRulesError::OneValue(field));
        }
        self.fields[field as usize] = rule;
        Ok(())
    }
}

/// The error for an invalid list of rules.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseMergeRulesError {
    /// Not of the form `verdict=take`.
    #[error("invalid rule \"{0}\": expected FIELD=RULE, such as verdict=take")]
    Form(String),
    /// An unknown field.
    #[error("unknown field \"{0}\": expected all, node, {fields}", fields = Field::names().join(", "))]
    Field(String),
    /// An unknown rule.
    #[error(transparent)]
    Rule(#[from] UnknownName),
    /// A rule that does not apply to nodes.
    #[error("a node either exists or not: its rule must be keep or take")]
    Node,
    /// `both` for a field with a single value.
    #[error("a node has one {0}: its rule must be keep, take or confident, not both")]
    OneValue(Field),
}

impl FromStr for MergeRules {
    type Err = ParseMergeRulesError;

    fn from_str(text: &str) -> Result<MergeRules, ParseMergeRulesError> {
        let mut rules = MergeRules::default();
        for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            let form = || ParseMergeRulesError::Form(part.to_owned());
            let (field, rule) = part.split_once('=').ok_or_else(form)?;
            let rule = MergeRule::parse("rule", rule.trim())?;
            match field.trim() {
                "all" => rules = MergeRules::all(rule),
                NODE if matches!(rule, MergeRule::Keep | MergeRule::Take) => rules.node = rule,
                NODE => return Err(ParseMergeRulesError::Node),
                name => {
                    let unknown = || ParseMergeRulesError::Field(name.to_owned());
                    rules.set(Field::from_name(name).ok_or_else(unknown)?, rule)?;
                }
            }
        }
        Ok(rules)
    }
}

impl fmt::Display for MergeRules {
    /// Writes the rules that differ from the default.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let usual = MergeRules::default();
        let said = Field::VARIANTS
            .iter()
            .filter(|field| self.rule_for(**field) != usual.rule_for(**field));
        let said = said.map(|field| (field.into(), self.rule_for(*field)));
        let node = Some((NODE, self.node)).filter(|_| self.node != usual.node);
        for (index, (name, rule)) in said.chain(node).enumerate() {
            f.write_str(if index == 0 { "" } else { "," })?;
            write!(f, "{name}={rule}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_read_as_they_are_written() {
        for text in [
            "",
            "verdict=take",
            "verdict=confident,comment=keep",
            "names=take,tags=keep",
            "verdict=take,node=take",
        ] {
            let rules: MergeRules = text.parse().unwrap();
            assert_eq!(rules.to_string(), text);
        }
        let taken: MergeRules = "all=take, verdict=keep".parse().unwrap();
        assert_eq!(taken.rule_for(Field::Comment), MergeRule::Take);
        assert_eq!(taken.rule_for(Field::Verdict), MergeRule::Keep);
        assert_eq!("all=both".parse::<MergeRules>(), Ok(MergeRules::default()));
    }

    #[test]
    fn what_is_no_rule_is_named() {
        let check = |text: &str, wanted: ParseMergeRulesError| {
            assert_eq!(text.parse::<MergeRules>(), Err(wanted), "{text}");
        };
        check("verdict", ParseMergeRulesError::Form("verdict".into()));
        check("mood=take", ParseMergeRulesError::Field("mood".into()));
        check("verdict=best", MergeRule::parse("rule", "best").unwrap_err().into());
        check("node=both", ParseMergeRulesError::Node);
        check("verdict=both", ParseMergeRulesError::OneValue(Field::Verdict));
    }
}
