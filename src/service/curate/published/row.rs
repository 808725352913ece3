//! Rows: the public columns of a node as one line of JSON, the same text for the same node.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use joseki_base::named::Named;
use joseki_book::{Line, Mark, NodeData, NodeState, Text};
use joseki_game::{Side, Variant};

/// The most steps of a line. It is more than any editor or game of ours makes.
const MAX_STEPS: usize = 4_000;

/// The public columns of a node, with their text.
#[derive(Clone, Debug, PartialEq)]
pub struct PublicRow {
    /// The canonical line; empty for the root.
    pub line: Line,
    /// The state of the node.
    pub state: NodeState,
    /// The JSON of both.
    pub text: String,
}

/// The JSON of a row. Columns without a value are left out.
#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct RowJson {
    line: String,
    #[serde(skip_serializing_if = "is_false")]
    ends: bool,
    #[serde(skip_serializing_if = "is_false")]
    mined: bool,
    #[serde(skip_serializing_if = "is_false")]
    retired: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    verdict: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    advantage: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sente: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    confidence: Option<u8>,
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    names: BTreeSet<String>,
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    tags: BTreeSet<String>,
    #[serde(skip_serializing_if = "BTreeSet::is_empty")]
    sources: BTreeSet<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    comment: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    marks: Vec<MarkJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    conditions: Option<String>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    properties: BTreeMap<String, BTreeSet<String>>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct MarkJson {
    property: String,
    step: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    to: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    label: Option<String>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it")]
const fn is_false(value: &bool) -> bool {
    !*value
}

impl PublicRow {
    /// Creates the row of a node.
    ///
    /// # Errors
    /// A value has no JSON.
    pub fn new(line: Line, state: NodeState) -> Result<PublicRow, serde_json::Error> {
        let data = state.known();
        let json = RowJson {
            line: line.to_string(),
            ends: state.ends,
            mined: state.mined,
            retired: state.retired,
            verdict: data.verdict.map(|verdict| verdict.to_string()),
            // Both zeros are equal, so they must have one text; infinity has none in JSON.
            advantage: data.advantage.filter(|value| value.is_finite()).map(|value| value + 0.0),
            sente: data.sente.map(|side| <&str>::from(side).to_owned()),
            confidence: data.confidence,
            names: data.names,
            tags: data.tags,
            sources: data.sources,
            comment: data.comment.map(|text| text.template().to_owned()),
            marks: data.marks.iter().map(MarkJson::new).collect(),
            conditions: (!data.conditions.is_always()).then(|| data.conditions.to_string()),
            properties: data.properties,
        };
        let text = serde_json::to_string(&json)?;
        Ok(PublicRow { line, state, text })
    }

    /// Parses a row of a book of a game. Only the text that [`PublicRow::new`] writes is accepted,
    /// so that equal nodes have equal digests.
    ///
    /// # Errors
    /// Why the text is not a row, or why the book cannot contain the node.
    pub fn parse(variant: Variant, text: &str) -> Result<PublicRow, String> {
        let json: RowJson = serde_json::from_str(text).map_err(|error| error.to_string())?;
        let line =
            Line::parse(variant.alphabet(), &json.line).map_err(|error| error.to_string())?;
        // Lines of counted games need not be legal alone, so only their form is checked.
        if line.len() > MAX_STEPS {
            return Err(format!("invalid line: longer than {MAX_STEPS} steps"));
        }
        if !line.is_canonical() {
            return Err(format!("line {line} is not canonical"));
        }
        let state = json.state(variant)?;
        let row = PublicRow::new(line, state).map_err(|error| error.to_string())?;
        if row.text == text {
            Ok(row)
        } else {
            Err(format!("invalid row of line \"{}\": not in canonical form", row.line))
        }
    }
}

impl RowJson {
    fn state(self, variant: Variant) -> Result<NodeState, String> {
        if self.confidence.is_some_and(|confidence| confidence > 100) {
            return Err("invalid confidence: expected 0 to 100".to_owned());
        }
        let mut marks = BTreeSet::new();
        for mark in self.marks {
            marks.insert(mark.mark(variant)?);
        }
        let data = NodeData {
            verdict: self.verdict.as_deref().map(parse).transpose()?,
            advantage: self.advantage,
            sente: self.sente.as_deref().map(side).transpose()?,
            confidence: self.confidence,
            names: self.names,
            tags: self.tags,
            sources: self.sources,
            comment: self.comment.map(Text::from_template),
            marks,
            conditions: self.conditions.as_deref().map(parse).transpose()?.unwrap_or_default(),
            properties: self.properties,
        };
        if texts(&data).any(|text| text.contains('\0')) {
            return Err("invalid text: contains U+0000".to_owned());
        }
        let flags = NodeState {
            ends: self.ends,
            mined: self.mined,
            retired: self.retired,
            ..NodeState::default()
        };
        Ok(flags.with_data(data))
    }
}

impl MarkJson {
    fn new(mark: &Mark) -> MarkJson {
        MarkJson {
            property: mark.property.clone(),
            step: mark.step.to_string(),
            to: mark.to.map(|step| step.to_string()),
            label: mark.label.clone(),
        }
    }

    fn mark(self, variant: Variant) -> Result<Mark, String> {
        let step =
            |text: &str| variant.alphabet().parse_step(text).map_err(|error| error.to_string());
        Ok(Mark {
            property: self.property,
            step: step(&self.step)?,
            to: self.to.as_deref().map(step).transpose()?,
            label: self.label,
        })
    }
}

/// Returns all texts of a node.
fn texts(data: &NodeData) -> impl Iterator<Item = &str> {
    let sets = data.names.iter().chain(&data.tags).chain(&data.sources);
    let marks = data.marks.iter().flat_map(|mark| [Some(&mark.property), mark.label.as_ref()]);
    let properties = data.properties.iter();
    let properties = properties.flat_map(|(name, values)| std::iter::once(name).chain(values));
    let comment = data.comment.iter().map(Text::template);
    sets.chain(marks.flatten()).chain(properties).map(String::as_str).chain(comment)
}

fn side(text: &str) -> Result<Side, String> {
    Side::parse("side", text).map_err(|error| error.to_string())
}

fn parse<T: FromStr<Err: Display>>(text: &str) -> Result<T, String> {
    text.parse().map_err(|error: T::Err| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use joseki_book::Verdict;

    fn row(line: &str, data: NodeData) -> PublicRow {
        let state = NodeState { ends: true, ..NodeState::default() }.with_data(data);
        PublicRow::new(line.parse().unwrap(), state).unwrap()
    }

    #[test]
    fn a_row_is_read_as_it_was_written() {
        let step = joseki_game::Step::corner(2, 3).unwrap();
        let mark =
            Mark { property: "LB".to_owned(), step, to: Some(step), label: Some("A".to_owned()) };
        let full = row(
            "DDCF",
            NodeData {
                verdict: Some(Verdict::Good),
                advantage: Some(-0.5),
                sente: Some(Side::First),
                confidence: Some(80),
                names: ["a".to_owned(), "b \"c\"".to_owned()].into(),
                tags: ["x".to_owned()].into(),
                sources: ["Kogo".to_owned()].into(),
                comment: Some(Text::from_template("words\n{CD}")),
                marks: [mark].into(),
                conditions: "enemy(FC)".parse().unwrap(),
                properties: [("ZZ".to_owned(), ["1".to_owned()].into())].into(),
            },
        );
        let bare = row("", NodeData::default());
        assert_eq!(bare.text, r#"{"line":"","ends":true}"#);
        let zero = |advantage| {
            row("DD", NodeData { advantage: Some(advantage), ..NodeData::default() }).text
        };
        assert_eq!(zero(-0.0), zero(0.0));
        for row in [full, bare] {
            assert_eq!(PublicRow::parse(Variant::GO, &row.text), Ok(row));
        }
    }

    #[test]
    fn other_texts_are_refused() {
        let check = |text: &str, reason: &str| {
            let error = PublicRow::parse(Variant::GO, text).unwrap_err();
            assert!(error.contains(reason), "{text}: {error}");
        };
        check(r#"{"line":"DDFC"}"#, "not canonical");
        check(&format!(r#"{{"line":"{}"}}"#, "DD".repeat(4_001)), "longer than 4000 steps");
        check(r#"{"line": "DDCF"}"#, "not in canonical form");
        check(r#"{"line":"DD","ends":false}"#, "not in canonical form");
        check(r#"{"line":"DD","who":"me"}"#, "unknown field");
        check(r#"{"line":"DD","comment":"\u0000"}"#, "U+0000");
        check(r#"{"line":"DD","confidence":101}"#, "confidence");
        check(r#"{"line":"DD","verdict":"fine"}"#, "fine");
        check("[]", "not in canonical form");
    }
}
