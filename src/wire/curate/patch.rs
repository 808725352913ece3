//! Changes to the fields of a node, as requested.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Deserializer, Serialize};
use utoipa::ToSchema;

use crate::error::RequestError;
use crate::oriented::OrientedLine;
use joseki_base::named::Named;
use joseki_book::{
    Conditions, ConditionsReader, ListPatch, Mark, ParseConditionsError, Patch, Text, Verdict,
};
use joseki_game::Side;
use joseki_service::Code;

/// Maximum number of items in a list.
const MAX: usize = 1_000;
/// Maximum length of an item, in characters.
const LONGEST: usize = 1_000;
/// Maximum length of a comment, in characters.
const MAX_COMMENT_LENGTH: usize = 100_000;

/// Changed fields of a node. An omitted field keeps its value; `null` clears it.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub struct PatchJson {
    /// Verdict: `ideal`, `good`, `mistake`, `trick` or `question`.
    #[serde(deserialize_with = "deserialize_some")]
    #[schema(value_type = Option<String>, example = "good")]
    pub verdict: Option<Option<String>>,
    /// Advantage after the move, -1000 to 1000, positive for the first mover.
    #[serde(deserialize_with = "deserialize_some")]
    #[schema(value_type = Option<f64>)]
    pub advantage: Option<Option<f64>>,
    /// Side that ends in sente: the `first` or `second` mover.
    #[serde(deserialize_with = "deserialize_some")]
    #[schema(value_type = Option<String>)]
    pub sente: Option<Option<String>>,
    /// Confidence, 0 to 100.
    #[serde(deserialize_with = "deserialize_some")]
    #[schema(value_type = Option<u8>, maximum = 100)]
    pub confidence: Option<Option<u8>>,
    /// Names of the joseki or variation: the whole list, or items to add and remove. At most 1,000
    /// of at most 1,000 characters.
    #[serde(deserialize_with = "deserialize_some")]
    #[schema(value_type = Option<ListPatchJson>)]
    pub names: Option<Option<ListPatchJson>>,
    /// Free keywords: the whole list, or items to add and remove. At most 1,000 of at most 1,000
    /// characters.
    #[serde(deserialize_with = "deserialize_some")]
    #[schema(value_type = Option<ListPatchJson>)]
    pub tags: Option<Option<ListPatchJson>>,
    /// Sources of the node: the whole list, or items to add and remove. At most 1,000 of at most
    /// 1,000 characters.
    #[serde(deserialize_with = "deserialize_some")]
    #[schema(value_type = Option<ListPatchJson>)]
    pub sources: Option<Option<ListPatchJson>>,
    /// Comment, at most 100,000 characters. GTP coordinates in capitals are points in the
    /// orientation of the line, Black and White its colours.
    #[serde(deserialize_with = "deserialize_some")]
    #[schema(value_type = Option<String>)]
    pub comment: Option<Option<String>>,
    /// All marks, at most 1,000.
    #[serde(deserialize_with = "deserialize_some")]
    #[schema(value_type = Option<Vec<MarkPatchJson>>)]
    pub marks: Option<Option<Vec<MarkPatchJson>>>,
    /// Conditions, e.g. `own(CF) and empty(R14) or enemy(PP)`: points in the orientation of the
    /// line, or steps of the line as written.
    #[serde(deserialize_with = "deserialize_some")]
    #[schema(value_type = Option<String>, example = "own(P3)")]
    pub conditions: Option<Option<String>>,
    /// All other SGF properties, stored unchanged; at most 1,000 values.
    #[serde(deserialize_with = "deserialize_some")]
    #[schema(value_type = Option<BTreeMap<String, Vec<String>>>)]
    pub properties: Option<Option<BTreeMap<String, Vec<String>>>>,
    /// Whether a line ends here even if others continue; omitted: unchanged.
    pub ends: Option<bool>,
    /// Whether the node and everything below it is retired: stored, but excluded from queries;
    /// omitted: unchanged.
    pub retired: Option<bool>,
}

/// List of texts: the whole list, or items to add and remove.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(
    untagged,
    expecting = "expected a list of texts, as in [\"one\", \"two\"], or {add, remove}"
)]
pub enum ListPatchJson {
    /// The whole list.
    Whole(Vec<String>),
    /// Items to add and remove.
    Change(ListChangeJson),
}

/// Items to add to a list and to remove from it.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub struct ListChangeJson {
    /// Items to add; default none.
    pub add: Vec<String>,
    /// Items to remove; default none.
    pub remove: Vec<String>,
}

/// Mark on the board.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MarkPatchJson {
    /// SGF property: `TR`, `SQ`, `CR`, `MA`, `SL`, `LB`, `AR`, `LN`, `DD`, `TB` or `TW`.
    pub kind: String,
    /// Point of the mark, or start of an arrow or line.
    pub point: String,
    /// End of an arrow or line; required for `AR` and `LN`, otherwise omitted.
    #[serde(default)]
    pub to: Option<String>,
    /// Text of a label, at most 1,000 characters; required for `LB`, otherwise omitted.
    #[serde(default)]
    pub label: Option<String>,
}

/// Deserializes a field that is present, possibly `null`.
fn deserialize_some<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    from: D,
) -> Result<Option<T>, D::Error> {
    T::deserialize(from).map(Some)
}

impl PatchJson {
    /// Parses the patch into the canonical frame of the line.
    ///
    /// # Errors
    /// The first invalid field.
    pub fn parse(&self, oriented: &OrientedLine) -> Result<Patch, RequestError> {
        Ok(Patch {
            verdict: scalar("verdict", &self.verdict, |text| text.parse::<Verdict>())?,
            advantage: self.advantage()?,
            sente: scalar("sente", &self.sente, |text| Side::parse("side", text))?,
            confidence: self.confidence()?,
            names: list("names", &self.names)?,
            tags: list("tags", &self.tags)?,
            sources: list("sources", &self.sources)?,
            comment: self.comment(oriented)?,
            marks: self.marks(oriented)?,
            conditions: self.conditions(oriented)?,
            properties: self.properties()?,
            ends: self.ends,
            retired: self.retired,
        })
    }

    fn advantage(&self) -> Result<Option<Option<f64>>, RequestError> {
        match self.advantage.flatten() {
            Some(number) if !number.is_finite() || number.abs() > 1_000.0 => {
                Err(invalid("advantage", "out of range: expected -1000 to 1000"))
            }
            _ => Ok(self.advantage),
        }
    }

    fn confidence(&self) -> Result<Option<Option<u8>>, RequestError> {
        match self.confidence.flatten() {
            Some(101..) => Err(invalid("confidence", "out of range: expected 0 to 100")),
            _ => Ok(self.confidence),
        }
    }

    fn comment(&self, oriented: &OrientedLine) -> Result<Option<Option<Text>>, RequestError> {
        let Some(value) = &self.comment else {
            return Ok(None);
        };
        let prose = value.as_deref().map(str::trim).filter(|prose| !prose.is_empty());
        let too_long = |prose: &str| prose.chars().count() > MAX_COMMENT_LENGTH;
        if prose.is_some_and(too_long) {
            let most = format!("too long: at most {MAX_COMMENT_LENGTH} characters are allowed");
            return Err(invalid("comment", &most));
        }
        // Normalize what would not survive a round trip through a file.
        let prose =
            prose.map(|prose| prose.replace("\r\n", "\n").replace('\r', "\n").replace('\t', " "));
        if prose
            .iter()
            .any(|prose| prose.chars().any(|letter| letter.is_control() && letter != '\n'))
        {
            return Err(invalid("comment", "control characters are not allowed"));
        }
        let step_at = |text: &str, _: bool| oriented.step_in_prose(text);
        Ok(Some(prose.map(|prose| Text::from_prose(&prose, Some(oriented.first), step_at))))
    }

    fn marks(&self, oriented: &OrientedLine) -> Result<Option<BTreeSet<Mark>>, RequestError> {
        let Some(value) = &self.marks else {
            return Ok(None);
        };
        let marks = value.as_deref().unwrap_or_default();
        check_count("marks", marks.len())?;
        let read = marks.iter().enumerate().map(|(index, mark)| mark.read(index, oriented));
        read.collect::<Result<_, _>>().map(Some)
    }

    fn conditions(&self, oriented: &OrientedLine) -> Result<Option<Conditions>, RequestError> {
        let Some(value) = &self.conditions else {
            return Ok(None);
        };
        let text = value.as_deref().unwrap_or_default();
        if text.len() > MAX_COMMENT_LENGTH {
            let most = format!("too long: at most {MAX_COMMENT_LENGTH} bytes are allowed");
            return Err(invalid("conditions", &most));
        }
        // Steps are in capitals, SGF points in lower case.
        let is_letters = |word: &str| word.chars().all(|letter| letter.is_ascii_uppercase());
        let alphabet = oriented.variant.alphabet();
        let step = |word: &str| match alphabet.parse_step(word) {
            Ok(step) if is_letters(word) => Some(step.transformed(oriented.written)),
            _ => oriented.step_at(word),
        };
        let reader = ConditionsReader {
            step: &step,
            mirrored: oriented.written.transposes(),
            steps: "two capitals A to S in the frame of the line, as CF, or a point of the board",
            tenukis: false,
        };
        let conditions = reader.read(text);
        let told = |error: ParseConditionsError| invalid("conditions", &format!("{error}"));
        conditions.map(Some).map_err(told)
    }

    fn properties(&self) -> Result<Option<BTreeMap<String, BTreeSet<String>>>, RequestError> {
        let Some(value) = &self.properties else {
            return Ok(None);
        };
        let mut properties = BTreeMap::new();
        let all = value.iter().flatten();
        check_count("properties", all.clone().map(|(_, values)| values.len()).sum())?;
        for (name, values) in all {
            if name.is_empty() || !name.chars().all(|letter| letter.is_ascii_uppercase()) {
                let message =
                    format!("invalid SGF property \"{name}\": expected capital letters only");
                return Err(invalid("properties", &message));
            }
            check_texts("properties", values)?;
            properties.insert(name.clone(), values.iter().cloned().collect());
        }
        Ok(Some(properties))
    }
}

impl MarkPatchJson {
    fn read(&self, index: usize, oriented: &OrientedLine) -> Result<Mark, RequestError> {
        let field = |name: &str| format!("marks[{index}].{name}");
        let step = |name: &str, text: &str| {
            let message = format!("invalid point \"{text}\": expected a point on the board");
            let step = oriented.step_at(text);
            step.ok_or_else(|| RequestError::new(Code::InvalidPoint, field(name), message))
        };
        let goes = matches!(self.kind.as_str(), "AR" | "LN");
        let labelled = self.kind == "LB";
        let known = goes
            || labelled
            || matches!(self.kind.as_str(), "TR" | "SQ" | "CR" | "MA" | "SL" | "DD" | "TB" | "TW");
        let wrong = if !known {
            Some(("kind", "unknown mark: expected TR, SQ, CR, MA, SL, LB, AR, LN, DD, TB or TW"))
        } else if goes != self.to.is_some() {
            Some(("to", "required for arrows (AR) and lines (LN), not allowed for other marks"))
        } else if labelled != self.label.is_some() {
            Some(("label", "required for labels (LB), not allowed for other marks"))
        } else {
            None
        };
        if let Some((name, message)) = wrong {
            return Err(RequestError::new(Code::InvalidValue, field(name), message));
        }
        check_texts(&field("label"), self.label.as_slice())?;
        Ok(Mark {
            property: self.kind.clone(),
            step: step("point", &self.point)?,
            to: self.to.as_deref().map(|to| step("to", to)).transpose()?,
            label: self.label.clone(),
        })
    }
}

fn invalid(field: &str, message: &str) -> RequestError {
    RequestError::new(Code::InvalidValue, field, message)
}

fn scalar<T, E: std::fmt::Display>(
    field: &str,
    value: &Option<Option<String>>,
    read: impl Fn(&str) -> Result<T, E>,
) -> Result<Option<Option<T>>, RequestError> {
    let Some(value) = value else { return Ok(None) };
    let value = value.as_deref().map(read).transpose();
    value.map(Some).map_err(|error| invalid(field, &error.to_string()))
}

fn list(field: &str, value: &Option<Option<ListPatchJson>>) -> Result<ListPatch, RequestError> {
    let texts = |texts: &[String]| -> Result<BTreeSet<String>, RequestError> {
        check_count(field, texts.len())?;
        check_texts(field, texts)?;
        Ok(texts.iter().map(|text| text.trim().to_owned()).collect())
    };
    Ok(match value {
        None => ListPatch::default(),
        Some(None) => ListPatch::replace(BTreeSet::new()),
        Some(Some(ListPatchJson::Whole(whole))) => ListPatch::replace(texts(whole)?),
        Some(Some(ListPatchJson::Change(change))) => {
            ListPatch { replace: None, add: texts(&change.add)?, remove: texts(&change.remove)? }
        }
    })
}

fn check_count(field: &str, count: usize) -> Result<(), RequestError> {
    if count <= MAX {
        return Ok(());
    }
    let message = format!("too many items: {count}, at most {MAX} are allowed");
    Err(RequestError::new(Code::TooMany, field, message))
}

fn check_texts(field: &str, texts: &[String]) -> Result<(), RequestError> {
    let wrong = |text: &&String| {
        text.trim().is_empty()
            || text.chars().count() > LONGEST
            || text.chars().any(|letter| letter.is_control() && letter != '\n')
    };
    match texts.iter().find(wrong) {
        None => Ok(()),
        Some(_) => Err(invalid(
            field,
            &format!("invalid text: expected 1 to {LONGEST} characters without control characters"),
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Coords;
    use joseki_game::{Color, Corner, Frame, Variant};

    fn oriented(line: &str) -> OrientedLine {
        let corner = Corner::UpperRight;
        let line = line.parse().unwrap();
        OrientedLine::from_steps(
            Variant::GO,
            &line,
            Frame::clockwise(corner),
            Color::White,
            Coords::Gtp,
        )
    }

    fn read(line: &str, json: &str) -> Result<Patch, RequestError> {
        let json: PatchJson = serde_json::from_str(json).unwrap();
        json.parse(&oriented(line))
    }

    #[test]
    fn omitted_fields_stay_and_null_clears() {
        let patch = read("DDCF", r#"{"verdict": null, "names": null, "tags": {"add": ["a"]}}"#);
        let patch = patch.unwrap();
        assert_eq!(patch.verdict, Some(None));
        assert_eq!(patch.names.replace, Some(BTreeSet::new()));
        assert_eq!(patch.tags.replace, None);
        assert_eq!(patch.comment, None);
        assert!(read("DDCF", "{}").unwrap().is_empty());
    }

    #[test]
    fn points_and_colours_follow_the_orientation() {
        let json = r#"{"comment": "White O17 is good", "marks": [{"kind": "TR", "point": "O17"}],
            "conditions": "own(O17) and empty(CF)"}"#;
        // Clockwise in the upper right, O17 is CF; counter-clockwise it is FC.
        let one = read("DDCF", json).unwrap();
        assert_eq!(one.conditions.unwrap().to_string(), "own(CF) and empty(CF)");
        assert_eq!(one.comment.unwrap().unwrap().template(), "{B} {CF} is good");
        let two = read("DDFC", json).unwrap();
        let step = |patch: &Patch| patch.marks.as_ref().unwrap().first().unwrap().step.to_string();
        assert_eq!(step(&two), "FC");
        assert_eq!(two.conditions.unwrap().to_string(), "own(FC) and empty(FC)");
    }

    #[test]
    fn comments_survive_a_round_trip() {
        let patch = read("DDCF", r#"{"comment": " a\tb\r\nc\rd "}"#).unwrap();
        assert_eq!(patch.comment.unwrap().unwrap().template(), "a b\nc\nd");
        let escape = read("DDCF", r#"{"comment": "a\u001b[31m"}"#);
        assert_eq!(escape.unwrap_err().field, "comment");
    }

    #[test]
    fn errors_name_the_invalid_field() {
        let check = |json: &str, field: &str| {
            assert_eq!(read("DD", json).unwrap_err().field, field, "{json}");
        };
        check(r#"{"verdict": "best"}"#, "verdict");
        check(r#"{"advantage": 1e300}"#, "advantage");
        check(r#"{"confidence": 101}"#, "confidence");
        check(r#"{"names": [""]}"#, "names");
        check(r#"{"marks": [{"kind": "TR", "point": "Z1"}]}"#, "marks[0].point");
        check(r#"{"marks": [{"kind": "LB", "point": "Q16"}]}"#, "marks[0].label");
        check(r#"{"marks": [{"kind": "QQ", "point": "Q16"}]}"#, "marks[0].kind");
        check(r#"{"conditions": "own(Z1)"}"#, "conditions");
        check(r#"{"properties": {"ko mi": ["1"]}}"#, "properties");
    }
}
