//! Rules: what becomes of a field of which two sources say different things.

use std::fmt;
use std::str::FromStr;

use super::field::Field;

/// What to do where both know something of a field and it differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rule {
    /// What is in the book stays.
    Keep,
    /// What comes in takes its place.
    Take,
    /// Both are put together; only of fields that hold several values or text.
    Both,
    /// The side that is surer, see [`super::NodeData::confidence`]; the book's if both are as sure.
    Confident,
}

impl Rule {
    const NAMED: [(Rule, &'static str); 4] = [
        (Rule::Keep, "keep"),
        (Rule::Take, "take"),
        (Rule::Both, "both"),
        (Rule::Confident, "confident"),
    ];

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        let named = Rule::NAMED.iter().find(|(rule, _)| *rule == self);
        named.map_or("", |(_, name)| name)
    }
}

/// A rule for every field.
///
/// Its text is `verdict=take,comment=both`; `node` is whether a node is there at all, `all=` says it of everything
/// that can follow it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    fields: [Rule; Field::ALL.len()],
    node: Rule,
}

/// The name of the rule for whether a node is there at all.
const NODE: &str = "node";

impl Default for Rules {
    /// One value stays, several are united, comments are joined.
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
    /// The same rule for all fields; where both cannot stand together, the default.
    #[must_use]
    pub fn all(rule: Rule) -> Rules {
        let mut rules = Rules::default();
        if rule == Rule::Take {
            rules.node = rule;
        }
        for field in Field::ALL {
            // What cannot be follows the default.
            drop(rules.set(field, rule));
        }
        rules
    }

    /// The rule of a field.
    #[must_use]
    pub fn of(&self, field: Field) -> Rule {
        self.fields[field as usize]
    }

    /// Whether a node that the other side deleted goes with all that follows, though this side changed it; else it
    /// stays.
    #[must_use]
    pub fn take_nodes(&self) -> bool {
        self.node == Rule::Take
    }

    /// Says the rule of a field.
    ///
    /// # Errors
    /// Both values of a field that holds one.
    pub fn set(&mut self, field: Field, rule: Rule) -> Result<(), ParseRulesError> {
        if rule == Rule::Both && !field.holds_several() {
            return Err(ParseRulesError::OneValue(field));
        }
        self.fields[field as usize] = rule;
        Ok(())
    }
}

/// A text that is no rules.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseRulesError {
    /// Not of the form `verdict=take`.
    #[error("\"{0}\" is no rule: expected FIELD=RULE, as verdict=take")]
    Form(String),
    /// There is no such field.
    #[error("\"{0}\" is no field: expected all, node, {fields}", fields = Field::names())]
    Field(String),
    /// There is no such rule.
    #[error("\"{0}\" is no rule: expected keep, take, both or confident")]
    Rule(String),
    /// A node is there or not.
    #[error("a node is there or not: its rule is keep or take")]
    Node,
    /// Both values of a field that holds one.
    #[error("a node has one {}: its rule is keep, take or confident, not both", .0.name())]
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
    /// What differs from the default.
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
