//! Conversion of a node's data to columns and back.

use std::collections::BTreeSet;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::connection::SqlRow;
use super::fault::Fault;
use super::value::SqlValue;
use crate::StoreError;
use joseki_base::named::Named;
use joseki_book::{Conditions, Mark, NodeData, Text};
use joseki_game::{Side, Variant};

/// Number of columns that hold a node's data.
pub(super) const COUNT: usize = 11;

/// The columns of the table `node` that hold data; `NULL` for missing values.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Columns {
    pub(super) verdict: Option<&'static str>,
    pub(super) advantage: Option<f64>,
    pub(super) sente: Option<&'static str>,
    pub(super) comment: Option<String>,
    pub(super) conditions: Option<String>,
    pub(super) names: Option<String>,
    pub(super) tags: Option<String>,
    pub(super) sources: Option<String>,
    pub(super) marks: Option<String>,
    pub(super) properties: Option<String>,
    pub(super) confidence: Option<u8>,
}

impl Columns {
    /// Returns the columns of a node's data; `None` if there is nothing to store.
    pub(super) fn of(data: Option<&NodeData>) -> Result<Option<Columns>, StoreError> {
        let Some(data) = data.filter(|data| !data.is_empty()) else {
            return Ok(None);
        };
        if data.advantage.is_some_and(f64::is_nan) {
            let detail = "the advantage is not a number".to_owned();
            return Err(StoreError::Invalid { detail });
        }
        if data.confidence.is_some_and(|confidence| confidence > 100) {
            let detail = "the confidence is above 100".to_owned();
            return Err(StoreError::Invalid { detail });
        }
        let marks: Vec<MarkText> = data.marks.iter().map(MarkText::of).collect();
        let conditions = Some(&data.conditions).filter(|conditions| !conditions.is_always());
        Ok(Some(Columns {
            verdict: data.verdict.map(Into::into),
            advantage: data.advantage,
            sente: data.sente.map(Into::into),
            comment: data.comment.as_ref().map(|text| text.template().to_owned()),
            conditions: conditions.map(Conditions::to_string),
            names: json(&data.names, data.names.is_empty())?,
            tags: json(&data.tags, data.tags.is_empty())?,
            sources: json(&data.sources, data.sources.is_empty())?,
            marks: json(&marks, marks.is_empty())?,
            properties: json(&data.properties, data.properties.is_empty())?,
            confidence: data.confidence,
        }))
    }
}

/// Reads the data from the [`COUNT`] columns of a row starting at `first`, in the order of
/// [`Columns`].
pub(super) fn data(
    row: SqlRow<'_>,
    first: usize,
    variant: Variant,
) -> Result<Option<NodeData>, Fault> {
    let mut found = None;
    for column in 0..COUNT {
        let value = row.get_ref(first + column)?;
        if value != SqlValue::Null {
            let data = found.get_or_insert_with(NodeData::default);
            read_column(data, column, value, variant).map_err(Fault::Damage)?;
        }
    }
    Ok(found)
}

fn read_column(
    data: &mut NodeData,
    column: usize,
    value: SqlValue<'_>,
    variant: Variant,
) -> Result<(), String> {
    if let SqlValue::Real(number) = value {
        data.advantage = Some(number);
        return Ok(());
    }
    if let SqlValue::Integer(number) = value {
        let confidence =
            u8::try_from(number).map_err(|_| format!("invalid confidence: {number}"))?;
        data.confidence = Some(confidence);
        return Ok(());
    }
    let text = value.as_str().map_err(|error| error.to_string())?;
    match column {
        0 => data.verdict = Some(parse(text)?),
        2 => data.sente = Some(Side::parse("side", text).map_err(|error| error.to_string())?),
        3 => data.comment = Some(Text::from_template(text)),
        4 => data.conditions = parse(text)?,
        5 => data.names = from_json(text)?,
        6 => data.tags = from_json(text)?,
        7 => data.sources = sources(text)?,
        8 => data.marks = marks(text, variant)?,
        9 => data.properties = from_json(text)?,
        _ => return Err(format!("\"{text}\" is not a number")),
    }
    Ok(())
}

/// Reads the names in the column `sources`, which is not `NULL`.
pub(super) fn sources(text: &str) -> Result<BTreeSet<String>, String> {
    from_json(text)
}

/// A mark, as stored in JSON.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct MarkText {
    property: String,
    step: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    to: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    label: Option<String>,
}

impl MarkText {
    fn of(mark: &Mark) -> MarkText {
        MarkText {
            property: mark.property.clone(),
            step: mark.step.to_string(),
            to: mark.to.map(|step| step.to_string()),
            label: mark.label.clone(),
        }
    }

    fn mark(self, variant: Variant) -> Result<Mark, String> {
        let alphabet = variant.alphabet();
        let step = |text: &str| alphabet.parse_step(text).map_err(|error| error.to_string());
        Ok(Mark {
            property: self.property,
            step: step(&self.step)?,
            to: self.to.as_deref().map(step).transpose()?,
            label: self.label,
        })
    }
}

fn marks<C: FromIterator<Mark>>(text: &str, variant: Variant) -> Result<C, String> {
    let marks: Vec<MarkText> = from_json(text)?;
    marks.into_iter().map(|mark| mark.mark(variant)).collect()
}

fn json<T: Serialize>(value: &T, empty: bool) -> Result<Option<String>, StoreError> {
    if empty {
        return Ok(None);
    }
    let text = serde_json::to_string(value);
    text.map(Some).map_err(|error| StoreError::Invalid { detail: error.to_string() })
}

fn from_json<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    serde_json::from_str(text).map_err(|error| format!("{error} in {text}"))
}

fn parse<T>(text: &str) -> Result<T, String>
where
    T: std::str::FromStr<Err: std::fmt::Display>,
{
    text.parse::<T>().map_err(|error| error.to_string())
}
