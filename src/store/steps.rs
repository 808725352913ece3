//! Steps, lines and conditions as stored, read by the game of their book. Nothing else in the store
//! and in the service of lines knows the alphabet of a game.

use crate::book::{Conditions, Line, ParseLineError};
use crate::game::{Step, Variant};

/// Parses the text of a step.
pub(super) fn step(_variant: Variant, text: &str) -> Result<Step, String> {
    text.parse::<Step>().map_err(|error| error.to_string())
}

/// Returns the step with a code; `None` if the game has no such step.
pub(super) fn from_code(_variant: Variant, code: u16) -> Option<Step> {
    let step = Step::from_code(code);
    (step.is_tenuki() || step.coordinates().is_some()).then_some(step)
}

/// Parses conditions, which name steps.
pub(super) fn conditions(_variant: Variant, text: &str) -> Result<Conditions, String> {
    text.parse::<Conditions>().map_err(|error| error.to_string())
}

/// Parses a line.
pub(crate) fn line(_variant: Variant, text: &str) -> Result<Line, ParseLineError> {
    text.parse()
}

/// Checks whether a line may start with a prefix, which is in upper case and may end in half a
/// step.
pub(crate) fn is_line_prefix(_variant: Variant, prefix: &str) -> bool {
    prefix.bytes().all(|byte| matches!(byte, b'A'..=b'S' | b'X'))
}
