//! What a curator changes of a node, as it is written.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Deserializer, Serialize};
use utoipa::ToSchema;

use super::error::RequestError;
use super::laid::Laid;
use crate::book::{
    Conditions, ConditionsReader, ListPatch, Mark, ParseConditionsError, Patch, Side, Text, Verdict,
};
use crate::game::Step;

/// The most texts of a list, marks or properties.
const MOST: usize = 1_000;
/// The longest text of a list, in characters.
const LONGEST: usize = 1_000;
/// The longest comment, in characters.
const LONGEST_COMMENT: usize = 100_000;

/// Fields of a node. A field that is left out stays; `null` empties it.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub struct PatchJson {
    /// `ideal`, `good`, `mistake`, `trick` or `question`.
    #[serde(deserialize_with = "said")]
    #[schema(value_type = Option<String>, example = "good")]
    pub verdict: Option<Option<String>>,
    /// The advantage after the move, positive for the first mover.
    #[serde(deserialize_with = "said")]
    #[schema(value_type = Option<f64>)]
    pub advantage: Option<Option<f64>>,
    /// Who ends in sente: `first` or `second` mover.
    #[serde(deserialize_with = "said")]
    #[schema(value_type = Option<String>)]
    pub sente: Option<Option<String>>,
    /// How sure it is, 0 to 100.
    #[serde(deserialize_with = "said")]
    #[schema(value_type = Option<u8>, maximum = 100)]
    pub confidence: Option<Option<u8>>,
    /// Names of the joseki or variation: the whole list, or what comes to it and goes from it.
    #[serde(deserialize_with = "said")]
    #[schema(value_type = Option<ListPatchJson>)]
    pub names: Option<Option<ListPatchJson>>,
    /// Free keywords.
    #[serde(deserialize_with = "said")]
    #[schema(value_type = Option<ListPatchJson>)]
    pub tags: Option<Option<ListPatchJson>>,
    /// Where it was taken from.
    #[serde(deserialize_with = "said")]
    #[schema(value_type = Option<ListPatchJson>)]
    pub sources: Option<Option<ListPatchJson>>,
    /// The comment. GTP coordinates in capitals are points as the line lies, Black and White its colours.
    #[serde(deserialize_with = "said")]
    #[schema(value_type = Option<String>)]
    pub comment: Option<Option<String>>,
    /// All marks.
    #[serde(deserialize_with = "said")]
    #[schema(value_type = Option<Vec<MarkPatchJson>>)]
    pub marks: Option<Option<Vec<MarkPatchJson>>>,
    /// What must be true of the board: `own(CF) and empty(R14) or enemy(PP)`, in points as the line lies or in
    /// letters of the line as it is written.
    #[serde(deserialize_with = "said")]
    #[schema(value_type = Option<String>, example = "own(P3)")]
    pub conditions: Option<Option<String>>,
    /// Other properties, all of them, kept word for word.
    #[serde(deserialize_with = "said")]
    #[schema(value_type = Option<BTreeMap<String, Vec<String>>>)]
    pub properties: Option<Option<BTreeMap<String, Vec<String>>>>,
    /// Whether a line ends here though others go on.
    pub ends: Option<bool>,
    /// Whether the node and all that follows is out of use: kept, and answered to nobody.
    pub retired: Option<bool>,
}

/// A list of texts: all of it, or what comes to it and goes from it.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(untagged)]
pub enum ListPatchJson {
    /// All of it.
    Whole(Vec<String>),
    /// What comes and goes.
    Change(ListChangeJson),
}

/// What comes to a list and goes from it.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub struct ListChangeJson {
    /// What comes to it.
    pub add: Vec<String>,
    /// What goes from it.
    pub remove: Vec<String>,
}

/// A mark.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MarkPatchJson {
    /// The SGF property: `TR`, `SQ`, `CR`, `MA`, `LB`, `AR`, `LN`.
    pub kind: String,
    /// Where it stands, or starts.
    pub point: String,
    /// Where an arrow or a line ends.
    #[serde(default)]
    pub to: Option<String>,
    /// The text of a label.
    #[serde(default)]
    pub label: Option<String>,
}

/// A field that is there, be it `null`.
fn said<'de, T: Deserialize<'de>, D: Deserializer<'de>>(from: D) -> Result<Option<T>, D::Error> {
    T::deserialize(from).map(Some)
}

impl PatchJson {
    /// The patch, in the canonical frame of the line.
    ///
    /// # Errors
    /// The field that says nothing that a node can have.
    pub fn understood(&self, laid: &Laid) -> Result<Patch, RequestError> {
        Ok(Patch {
            verdict: scalar("verdict", &self.verdict, |text| text.parse::<Verdict>())?,
            advantage: self.advantage()?,
            sente: scalar("sente", &self.sente, side)?,
            confidence: self.confidence()?,
            names: list("names", &self.names)?,
            tags: list("tags", &self.tags)?,
            sources: list("sources", &self.sources)?,
            comment: self.comment(laid)?,
            marks: self.marks(laid)?,
            conditions: self.conditions(laid)?,
            properties: self.properties()?,
            ends: self.ends,
            retired: self.retired,
        })
    }

    fn advantage(&self) -> Result<Option<Option<f64>>, RequestError> {
        match self.advantage.flatten() {
            Some(number) if !number.is_finite() || number.abs() > 1_000.0 => {
                Err(invalid("advantage", "it is between -1000 and 1000"))
            }
            _ => Ok(self.advantage),
        }
    }

    fn confidence(&self) -> Result<Option<Option<u8>>, RequestError> {
        match self.confidence.flatten() {
            Some(101..) => Err(invalid("confidence", "it is between 0 and 100")),
            _ => Ok(self.confidence),
        }
    }

    fn comment(&self, laid: &Laid) -> Result<Option<Option<Text>>, RequestError> {
        let Some(said) = &self.comment else {
            return Ok(None);
        };
        let prose = said
            .as_deref()
            .map(str::trim)
            .filter(|prose| !prose.is_empty());
        let too_long = |prose: &str| prose.chars().count() > LONGEST_COMMENT;
        if prose.is_some_and(too_long) {
            let most = format!("a comment has at most {LONGEST_COMMENT} characters");
            return Err(invalid("comment", &most));
        }
        // What a file would not give back is written as it would be.
        let prose = prose.map(|prose| {
            prose
                .replace("\r\n", "\n")
                .replace('\r', "\n")
                .replace('\t', " ")
        });
        if prose.iter().any(|prose| {
            prose
                .chars()
                .any(|letter| letter.is_control() && letter != '\n')
        }) {
            return Err(invalid(
                "comment",
                "it has control characters: leave them out",
            ));
        }
        let step_at = |text: &str, _: bool| laid.step_in_prose(text);
        Ok(Some(prose.map(|prose| {
            Text::from_prose(&prose, Some(laid.first), step_at)
        })))
    }

    fn marks(&self, laid: &Laid) -> Result<Option<BTreeSet<Mark>>, RequestError> {
        let Some(said) = &self.marks else {
            return Ok(None);
        };
        let marks = said.as_deref().unwrap_or_default();
        check_count("marks", marks.len())?;
        let read = marks
            .iter()
            .enumerate()
            .map(|(index, mark)| mark.read(index, laid));
        read.collect::<Result<_, _>>().map(Some)
    }

    fn conditions(&self, laid: &Laid) -> Result<Option<Conditions>, RequestError> {
        let Some(said) = &self.conditions else {
            return Ok(None);
        };
        let text = said.as_deref().unwrap_or_default();
        if text.len() > LONGEST_COMMENT {
            return Err(invalid("conditions", "they are too long"));
        }
        // Letters are capitals, and SGF points small ones.
        let is_letters = |word: &str| word.chars().all(|letter| letter.is_ascii_uppercase());
        let step = |word: &str| match word.parse::<Step>() {
            Ok(step) if is_letters(word) => Some(step.mirror_if(laid.mirrored)),
            _ => laid.step_at(word),
        };
        let reader = ConditionsReader {
            step: &step,
            mirrored: laid.mirrored,
            steps: "two capitals A to S in the frame of the line, as CF, or a point of the board",
            tenukis: false,
        };
        let conditions = reader.read(text);
        let told = |error: ParseConditionsError| invalid("conditions", &format!("{error}"));
        conditions.map(Some).map_err(told)
    }

    fn properties(&self) -> Result<Option<BTreeMap<String, BTreeSet<String>>>, RequestError> {
        let Some(said) = &self.properties else {
            return Ok(None);
        };
        let mut properties = BTreeMap::new();
        let all = said.iter().flatten();
        check_count(
            "properties",
            all.clone().map(|(_, values)| values.len()).sum(),
        )?;
        for (name, values) in all {
            if name.is_empty() || !name.chars().all(|letter| letter.is_ascii_uppercase()) {
                let message =
                    format!("\"{name}\" is no SGF property: they have capital letters only");
                return Err(invalid("properties", &message));
            }
            check_texts("properties", values)?;
            properties.insert(name.clone(), values.iter().cloned().collect());
        }
        Ok(Some(properties))
    }
}

impl MarkPatchJson {
    fn read(&self, index: usize, laid: &Laid) -> Result<Mark, RequestError> {
        let field = |name: &str| format!("marks[{index}].{name}");
        let step = |name: &str, text: &str| {
            let message = format!("\"{text}\" is no point of the board");
            let step = laid.step_at(text);
            step.ok_or_else(|| RequestError::new("invalid_point", field(name), message))
        };
        let goes = matches!(self.kind.as_str(), "AR" | "LN");
        let labelled = self.kind == "LB";
        let known = goes
            || labelled
            || matches!(
                self.kind.as_str(),
                "TR" | "SQ" | "CR" | "MA" | "SL" | "DD" | "TB" | "TW"
            );
        let wrong = if !known {
            Some((
                "kind",
                "it is none of TR, SQ, CR, MA, SL, LB, AR, LN, DD, TB and TW",
            ))
        } else if goes != self.to.is_some() {
            Some((
                "to",
                "arrows (AR) and lines (LN) end somewhere, and nothing else does",
            ))
        } else if labelled != self.label.is_some() {
            Some(("label", "labels (LB) have a text, and nothing else does"))
        } else {
            None
        };
        if let Some((name, message)) = wrong {
            return Err(RequestError::new("invalid_value", field(name), message));
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
    RequestError::new("invalid_value", field, message)
}

fn scalar<T, E: std::fmt::Display>(
    field: &str,
    said: &Option<Option<String>>,
    read: impl Fn(&str) -> Result<T, E>,
) -> Result<Option<Option<T>>, RequestError> {
    let Some(said) = said else { return Ok(None) };
    let value = said.as_deref().map(read).transpose();
    value
        .map(Some)
        .map_err(|error| invalid(field, &error.to_string()))
}

fn side(text: &str) -> Result<Side, String> {
    match text {
        "first" => Ok(Side::First),
        "second" => Ok(Side::Second),
        other => Err(format!("\"{other}\" is neither first nor second")),
    }
}

fn list(field: &str, said: &Option<Option<ListPatchJson>>) -> Result<ListPatch, RequestError> {
    let texts = |texts: &[String]| -> Result<BTreeSet<String>, RequestError> {
        check_count(field, texts.len())?;
        check_texts(field, texts)?;
        Ok(texts.iter().map(|text| text.trim().to_owned()).collect())
    };
    Ok(match said {
        None => ListPatch::default(),
        Some(None) => ListPatch::replace(BTreeSet::new()),
        Some(Some(ListPatchJson::Whole(whole))) => ListPatch::replace(texts(whole)?),
        Some(Some(ListPatchJson::Change(change))) => ListPatch {
            replace: None,
            add: texts(&change.add)?,
            remove: texts(&change.remove)?,
        },
    })
}

fn check_count(field: &str, count: usize) -> Result<(), RequestError> {
    if count <= MOST {
        return Ok(());
    }
    let message = format!("{count} are more than {MOST}");
    Err(RequestError::new("too_many", field, message))
}

fn check_texts(field: &str, texts: &[String]) -> Result<(), RequestError> {
    let wrong = |text: &&String| {
        text.trim().is_empty()
            || text.chars().count() > LONGEST
            || text
                .chars()
                .any(|letter| letter.is_control() && letter != '\n')
    };
    match texts.iter().find(wrong) {
        None => Ok(()),
        Some(_) => Err(invalid(
            field,
            &format!("a text is empty, has control characters or more than {LONGEST} characters"),
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Coords, CornerChoice, HandednessChoice};
    use super::*;
    use crate::game::Color;

    fn laid(line: &str) -> Laid {
        let corner = CornerChoice::UpperRight;
        let handedness = HandednessChoice::Clockwise;
        let line = line.parse().unwrap();
        Laid::steps(&line, corner, handedness, Color::White, Coords::Gtp)
    }

    fn read(line: &str, json: &str) -> Result<Patch, RequestError> {
        let json: PatchJson = serde_json::from_str(json).unwrap();
        json.understood(&laid(line))
    }

    #[test]
    fn what_is_left_out_stays_and_null_empties() {
        let patch = read(
            "DDCF",
            r#"{"verdict": null, "names": null, "tags": {"add": ["a"]}}"#,
        );
        let patch = patch.unwrap();
        assert_eq!(patch.verdict, Some(None));
        assert_eq!(patch.names.replace, Some(BTreeSet::new()));
        assert_eq!(patch.tags.replace, None);
        assert_eq!(patch.comment, None);
        assert!(read("DDCF", "{}").unwrap().is_empty());
    }

    #[test]
    fn points_and_colours_are_those_of_the_board() {
        let json = r#"{"comment": "White O17 is good", "marks": [{"kind": "TR", "point": "O17"}],
            "conditions": "own(O17) and empty(CF)"}"#;
        // Clockwise in the upper right, O17 is CF; read the other way round it is FC.
        let one = read("DDCF", json).unwrap();
        assert_eq!(one.conditions.unwrap().to_string(), "own(CF) and empty(CF)");
        assert_eq!(one.comment.unwrap().unwrap().template(), "{B} {CF} is good");
        let two = read("DDFC", json).unwrap();
        let step = |patch: &Patch| {
            patch
                .marks
                .as_ref()
                .unwrap()
                .first()
                .unwrap()
                .step
                .to_string()
        };
        assert_eq!(step(&two), "FC");
        assert_eq!(two.conditions.unwrap().to_string(), "own(FC) and empty(FC)");
    }

    #[test]
    fn a_comment_is_what_a_file_would_give_back() {
        let patch = read("DDCF", r#"{"comment": " a\tb\r\nc\rd "}"#).unwrap();
        assert_eq!(patch.comment.unwrap().unwrap().template(), "a b\nc\nd");
        let escape = read("DDCF", r#"{"comment": "a\u001b[31m"}"#);
        assert_eq!(escape.unwrap_err().field, "comment");
    }

    #[test]
    fn what_is_wrong_is_told_with_its_field() {
        let check = |json: &str, field: &str| {
            assert_eq!(read("DD", json).unwrap_err().field, field, "{json}");
        };
        check(r#"{"verdict": "best"}"#, "verdict");
        check(r#"{"advantage": 1e300}"#, "advantage");
        check(r#"{"confidence": 101}"#, "confidence");
        check(r#"{"names": [""]}"#, "names");
        check(
            r#"{"marks": [{"kind": "TR", "point": "Z1"}]}"#,
            "marks[0].point",
        );
        check(
            r#"{"marks": [{"kind": "LB", "point": "Q16"}]}"#,
            "marks[0].label",
        );
        check(
            r#"{"marks": [{"kind": "QQ", "point": "Q16"}]}"#,
            "marks[0].kind",
        );
        check(r#"{"conditions": "own(Z1)"}"#, "conditions");
        check(r#"{"properties": {"ko mi": ["1"]}}"#, "properties");
    }
}
