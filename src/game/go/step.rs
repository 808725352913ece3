//! Steps of Go: the frame coordinates `(u, v)` behind a step's code, its two letters, its mirror.

use std::fmt::{self, Write};
use std::str::FromStr;

use crate::game::Step;

/// The letters of a step run from `A` to `S`: frames cover boards of up to 19 lines.
pub const STEP_LINES: u8 = 19;

/// The two letters of a tenuki.
const TENUKI_LETTERS: [u8; 2] = *b"XX";

impl Step {
    /// Creates the step at `(u, v)` of a frame, both counted from the corner; `None` from the 20th
    /// line.
    #[must_use]
    pub const fn new(u: u8, v: u8) -> Option<Step> {
        if u < STEP_LINES && v < STEP_LINES {
            Some(Step::from_code(u as u16 * STEP_LINES as u16 + v as u16))
        } else {
            None
        }
    }

    /// The frame coordinates `(u, v)`, 0-based from the corner; `None` for the tenuki.
    #[must_use]
    pub const fn coordinates(self) -> Option<(u8, u8)> {
        let (lines, code) = (STEP_LINES as u16, self.code());
        if code < lines * lines { Some(((code / lines) as u8, (code % lines) as u8)) } else { None }
    }

    /// The step mirrored in the diagonal of the corner. An involution; a tenuki stays a tenuki.
    #[must_use]
    pub const fn mirror(self) -> Step {
        match self.coordinates() {
            Some((u, v)) => Step::from_code(v as u16 * STEP_LINES as u16 + u as u16),
            None => self,
        }
    }

    /// Mirrors the step if `mirror` is set.
    #[must_use]
    pub const fn mirror_if(self, mirror: bool) -> Step {
        if mirror { self.mirror() } else { self }
    }

    /// The two letters of the text.
    #[must_use]
    pub fn letters(self) -> [u8; 2] {
        self.coordinates().map_or(TENUKI_LETTERS, |(u, v)| [b'A' + u, b'A' + v])
    }

    /// Whether the step is its own mirror (on the diagonal, or a tenuki).
    #[must_use]
    pub const fn is_symmetric(self) -> bool {
        self.mirror().code() == self.code()
    }
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters = self.letters();
        letters.into_iter().try_for_each(|letter| f.write_char(char::from(letter)))
    }
}

/// The error for a text that is not a step.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("invalid step \"{0}\": expected two letters A to S, or XX for a tenuki")]
pub struct ParseStepError(pub String);

impl FromStr for Step {
    type Err = ParseStepError;

    /// Parses two letters in either case.
    fn from_str(text: &str) -> Result<Step, ParseStepError> {
        let error = || ParseStepError(text.to_owned());
        let [u, v] = text.as_bytes() else {
            return Err(error());
        };
        if text.as_bytes().eq_ignore_ascii_case(&TENUKI_LETTERS) {
            return Ok(Step::TENUKI);
        }
        let letter = |byte: &u8| byte.to_ascii_uppercase().wrapping_sub(b'A');
        Step::new(letter(u), letter(v)).ok_or_else(error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all_steps() -> impl Iterator<Item = Step> {
        (0..STEP_LINES).flat_map(|u| (0..STEP_LINES).filter_map(move |v| Step::new(u, v)))
    }

    #[test]
    fn text_round_trips_for_every_step() {
        for step in all_steps().chain([Step::TENUKI]) {
            assert_eq!(step.to_string().parse(), Ok(step));
            assert_eq!(step.to_string().to_lowercase().parse(), Ok(step));
        }
        assert_eq!(all_steps().count(), 361);
    }

    #[test]
    fn codes_order_like_their_texts() {
        let mut steps: Vec<Step> = all_steps().chain([Step::TENUKI]).collect();
        steps.sort_by_key(ToString::to_string);
        assert!(steps.is_sorted());
    }

    #[test]
    fn mirror_is_an_involution_that_swaps_the_letters() {
        for step in all_steps() {
            let text = step.to_string();
            assert_eq!(step.mirror().mirror(), step);
            assert_eq!(step.mirror().to_string(), text.chars().rev().collect::<String>());
            assert_eq!(step.is_symmetric(), text[..1] == text[1..]);
        }
        assert_eq!(Step::TENUKI.mirror(), Step::TENUKI);
    }

    #[test]
    fn what_is_no_step_is_refused_with_its_text() {
        for text in ["", "A", "ABC", "TA", "AT", "X", "XA", "A1", "é", "日"] {
            let error = text.parse::<Step>().unwrap_err();
            assert!(error.to_string().contains(&format!("\"{text}\"")), "{error}");
        }
    }
}
