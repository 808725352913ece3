//! Merge rules: what happens to a field for which two sources have different values.

use std::fmt;
use std::str::FromStr;

use super::field::Field;

/// The rule for a field with two different values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rule {
    /// The book's value stays.
    Keep,
    /// The incoming value replaces it.
    Take,
    /// Both values are combined; only for fields with several values or text.
    Both,
    /// The value with the higher [`super::NodeData::confidence`]; on a tie the book's.
    Confident,
}

impl Rule {
    const NAMED: [(Rule, &'static str); 4] = [
        (Rule::Keep, "keep"),
        (Rule::Take, "take"),
        (Rule::Both, "both"),
        (Rule::Confident, "confident"),
    ];

    /// The rule's name.
    #[must_use]
    pub fn name(self) -> &'static str {
        let named = Rule::NAMED.iter().find(|(rule, _)| *rule == self);
        named.map_or("", |(_, name)| name)
    }
}

/// A rule for every field.
///
/// Its text is `verdict=take,comment=both`. `node` is the rule for whether a node exists at all;
/// `all=` sets every field that supports the rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    fields: [Rule; Field::ALL.len()],
    node: Rule,
}

/// The name of the rule for whether a node exists at all.
const NODE: &str = "node";

impl Default for Rules {
    /// Single values stay, lists are united, comments are joined.
    fn default() -> Rules {
        Rules {
            fields: Field::ALL.map(|field| match field.holds_several() {
                true => Rule::Both,
                false => Rule::Keep,
            }),
            node: Rule::Keep,
        }
    }
}

impl Rules {
    /// Uses the same rule for all fields, except the default where a field does not support it.
    #[must_use]
    pub fn all(rule: Rule) -> Rules {
        let mut rules = Rules::default();
        if rule == Rule::Take {
            rules.node = rule;
        }
        for field in Field::ALL {
            // A field that does not support the rule keeps the default.
            drop(rules.set(field, rule));
        }
        rules
    }

    /// The rule of a field.
    #[must_use]
    pub fn of(&self, field: Field) -> Rule {
        self.fields[field as usize]
    }

    /// Whether a node that the other side deleted is removed with its subtree even if this side
    /// changed it. Otherwise it stays.
    #[must_use]
    pub fn take_nodes(&self) -> bool {
        self.node == Rule::Take
    }

    /// Sets the rule of a field.
    ///
    /// # Errors
    /// When the rule is `both` and the field has a single value.
    pub fn set(&mut self, field: Field, rule: Rule) -> Result<(), ParseRulesError> {
        if rule == Rule::Both && !field.holds_several() {
            return Err(ParseRulesError::OneValue(field));
        }
        self.fields[field as usize] = rule;
        Ok(())
    }
}

/// The error for an invalid list of rules.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseRulesError {
    /// Not of the form `verdict=take`.
    #[error("invalid rule \"{0}\": expected FIELD=RULE, such as verdict=take")]
    Form(String),
    /// An unknown field.
    #[error("unknown field \"{0}\": expected all, node, {fields}", fields = Field::names())]
    Field(String),
    /// An unknown rule.
    #[error("unknown rule \"{0}\": expected keep, take, both or confident")]
    Rule(String),
    /// A rule that does not apply to nodes.
    #[error("a node either exists or not: its rule must be keep or take")]
    Node,
    /// `both` for a field with a single value.
    #[error("a node has one {}: its rule must be keep, take or confident, not both", .0.name())]
    OneValue(Field),
}

impl FromStr for Rules {
    type Err = ParseRulesError;

    fn from_str(text: &str) -> Result<Rules, ParseRulesError> {
        let mut rules = Rules::default();
        for part in text
            .split(',')
            .map(str::trim)
            .filter(|part| !part.is_empty())
        {
            let form = || ParseRulesError::Form(part.to_owned());
            let (field, rule) = part.split_once('=').ok_or_else(form)?;
            let named = Rule::NAMED.iter().find(|(_, name)| *name == rule.trim());
            let (rule, _) = named.ok_or_else(|| ParseRulesError::Rule(rule.trim().to_owned()))?;
            match field.trim() {
                "all" => rules = Rules::all(*rule),
                NODE if matches!(rule, Rule::Keep | Rule::Take) => rules.node = *rule,
                NODE => return Err(ParseRulesError::Node),
                name => {
                    let field = Field::ALL.into_iter().find(|field| field.name() == name);
                    let unknown = || ParseRulesError::Field(name.to_owned());
                    rules.set(field.ok_or_else(unknown)?, *rule)?;
                }
            }
        }
        Ok(rules)
    }
}

impl fmt::Display for Rules {
    /// Writes the rules that differ from the default.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let usual = Rules::default();
        let said = Field::ALL
            .iter()
            .filter(|field| self.of(**field) != usual.of(**field));
        let said = said.map(|field| (field.name(), self.of(*field)));
        let node = Some((NODE, self.node)).filter(|_| self.node != usual.node);
        for (index, (name, rule)) in said.chain(node).enumerate() {
            f.write_str(if index == 0 { "" } else { "," })?;
            write!(f, "{name}={}", rule.name())?;
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
            let rules: Rules = text.parse().unwrap();
            assert_eq!(rules.to_string(), text);
        }
        let taken: Rules = "all=take, verdict=keep".parse().unwrap();
        assert_eq!(taken.of(Field::Comment), Rule::Take);
        assert_eq!(taken.of(Field::Verdict), Rule::Keep);
        assert_eq!("all=both".parse::<Rules>(), Ok(Rules::default()));
    }

    #[test]
    fn what_is_no_rule_is_named() {
        let check = |text: &str, wanted: ParseRulesError| {
            assert_eq!(text.parse::<Rules>(), Err(wanted), "{text}");
        };
        check("verdict", ParseRulesError::Form("verdict".into()));
        check("mood=take", ParseRulesError::Field("mood".into()));
        check("verdict=best", ParseRulesError::Rule("best".into()));
        check("node=both", ParseRulesError::Node);
        check("verdict=both", ParseRulesError::OneValue(Field::Verdict));
    }
}
