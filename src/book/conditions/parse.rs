//! Parses conditions by the grammar of `docs/conditions.md`; errors contain their place.

use std::fmt;
use std::str::FromStr;

use super::{
    normal_form::{Conditions, Dnf},
    predicate::{ConditionSide, MAX_AFTER, Predicate},
    region::ConditionRegion,
};
use joseki_base::named::Named;
use joseki_game::Step;

/// The most alternatives of conditions in disjunctive normal form.
pub const MAX_ALTERNATIVES: usize = 32;

/// The most brackets and `not`s open at once.
const DEEPEST: usize = 64;

const PREDICATES: &str = "own(STEP), enemy(STEP), first(STEP), second(STEP), empty(STEP), ladder(STEP, SIDE), \
    open(REGION), occupied(REGION), friendly(REGION) or ko_threat(SIDE)";

/// The error for an invalid condition, with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseConditionsError {
    /// The place, in characters from 0; the length of the text if it ends too early.
    pub at: usize,
    /// The text found there; empty at the end of the text.
    pub found: String,
    /// The problem and the expected input.
    pub problem: String,
}

impl fmt::Display for ParseConditionsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ParseConditionsError { at, found, problem } = self;
        match found.as_str() {
            "" => write!(f, "at the end (character {}): {problem}", at + 1),
            _ => write!(f, "\"{found}\" at character {}: {problem}", at + 1),
        }
    }
}

impl std::error::Error for ParseConditionsError {}

impl FromStr for Conditions {
    type Err = ParseConditionsError;

    /// Parses conditions whose steps are letters in the node's frame.
    fn from_str(text: &str) -> Result<Conditions, ParseConditionsError> {
        let letters = |word: &str| word.parse().ok();
        ConditionsReader {
            step: &letters,
            mirrored: false,
            steps: "two letters A to S, such as CF",
            tenukis: true,
        }
        .read(text)
    }
}

/// Parser settings: how the steps and regions of a text are written.
pub struct ConditionsReader<'a> {
    /// Parses a step from a word.
    pub step: &'a dyn Fn(&str) -> Option<Step>,
    /// Whether the names of regions are those of the other handedness.
    pub mirrored: bool,
    /// The form of a step, for errors.
    pub steps: &'static str,
    /// Whether `XX` may stand for a point, as in older books. Nothing is known about such a point.
    pub tenukis: bool,
}

impl ConditionsReader<'_> {
    /// Parses conditions; a blank text means no condition.
    ///
    /// # Errors
    /// When the text does not match the grammar, can never hold, or has too many alternatives.
    pub fn read(&self, text: &str) -> Result<Conditions, ParseConditionsError> {
        let mut parser = ConditionsParser { reader: self, text, tokens: tokens(text), next: 0 };
        if parser.tokens.is_empty() {
            return Ok(Conditions::always());
        }
        let read = parser.conditions()?;
        let whole = |problem: &str| ParseConditionsError {
            at: 0,
            found: text.trim().to_owned(),
            problem: problem.to_owned(),
        };
        Conditions::from_dnf(read)
            .ok_or_else(|| whole("this can never hold: it requires a statement and its opposite"))
    }
}

struct ConditionsParser<'a> {
    reader: &'a ConditionsReader<'a>,
    text: &'a str,
    tokens: Vec<ConditionToken<'a>>,
    next: usize,
}

/// An open bracket, or an operator waiting for its right operand.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum PendingOperator {
    Bracket,
    Or,
    And,
    Not,
}

impl<'a> ConditionsParser<'a> {
    /// Parses the whole text. Operators wait on a stack until one of lower precedence follows.
    fn conditions(&mut self) -> Result<Dnf, ParseConditionsError> {
        let mut values: Vec<Dnf> = Vec::new();
        let mut open: Vec<PendingOperator> = Vec::new();
        loop {
            self.prefixes(&mut open)?;
            values.push(Dnf::from_literal(self.predicate()?.into()));
            while self.accept(")") {
                self.reduce(&mut values, &mut open, PendingOperator::Or)?;
                if open.pop() != Some(PendingOperator::Bracket) {
                    self.next -= 1;
                    return Err(self.here("unmatched closing bracket"));
                }
            }
            let next = match self.peek() {
                "" => break,
                "and" => PendingOperator::And,
                "or" => PendingOperator::Or,
                _ => return Err(self.here("expected \"and\", \"or\" or the end")),
            };
            self.next += 1;
            self.reduce(&mut values, &mut open, next)?;
            open.push(next);
        }
        self.reduce(&mut values, &mut open, PendingOperator::Or)?;
        if !open.is_empty() {
            return Err(self.here("unclosed bracket: expected \")\""));
        }
        values.pop().ok_or_else(|| self.here(PREDICATES))
    }

    /// Consumes `not`s and opening brackets before a predicate.
    fn prefixes(&mut self, open: &mut Vec<PendingOperator>) -> Result<(), ParseConditionsError> {
        loop {
            match self.peek() {
                "not" => open.push(PendingOperator::Not),
                "(" => open.push(PendingOperator::Bracket),
                _ => return Ok(()),
            }
            if open.len() > DEEPEST {
                return Err(self.here("too many nested brackets"));
            }
            self.next += 1;
        }
    }

    /// Applies waiting operators that bind at least as tightly as `than`.
    fn reduce(
        &self,
        values: &mut Vec<Dnf>,
        open: &mut Vec<PendingOperator>,
        than: PendingOperator,
    ) -> Result<(), ParseConditionsError> {
        while let Some(operator) = open.last().copied().filter(|top| *top >= than) {
            open.pop();
            let value = values.pop().unwrap_or_default();
            let value = match operator {
                PendingOperator::Not => value.not(),
                PendingOperator::And => values.pop().unwrap_or_default().and(&value),
                PendingOperator::Or => Some(values.pop().unwrap_or_default().or(&value)),
                PendingOperator::Bracket => Some(value),
            };
            let few = value.filter(|value| value.alternatives() <= MAX_ALTERNATIVES);
            let problem = "this expands to more than 32 alternatives";
            values.push(few.ok_or_else(|| self.here(problem))?);
        }
        Ok(())
    }

    fn predicate(&mut self) -> Result<Predicate, ParseConditionsError> {
        type Make = fn(Step) -> Predicate;
        let place: Option<Make> = match self.peek() {
            "own" => Some(Predicate::Own),
            "enemy" => Some(Predicate::Enemy),
            "first" => Some(Predicate::First),
            "second" => Some(Predicate::Second),
            "empty" => Some(Predicate::Empty),
            _ => None,
        };
        let name = self.peek();
        let known = ["ladder", "open", "occupied", "friendly", "ko_threat"].contains(&name);
        if place.is_none() && !known {
            return Err(self.here(&format!("expected {PREDICATES}")));
        }
        self.next += 1;
        self.expect("(")?;
        let read = match (place, name) {
            (Some(make), _) => make(self.point()?),
            (_, "ladder") => self.ladder()?,
            (_, "open") => Predicate::Open(self.region()?),
            (_, "occupied") => Predicate::Occupied(self.region()?),
            (_, "friendly") => self.friendly()?,
            _ => Predicate::KoThreat(self.who()?),
        };
        self.expect(")")?;
        Ok(read)
    }

    fn ladder(&mut self) -> Result<Predicate, ParseConditionsError> {
        let step = self.point()?;
        self.expect(",")?;
        let good_for = self.who()?;
        let mut after = Vec::new();
        if self.accept(",") {
            self.expect("after")?;
            while after.is_empty() || self.peek() != ")" {
                if after.len() == MAX_AFTER {
                    return Err(self.here("more than 20 steps before the ladder"));
                }
                after.push(self.step()?);
            }
        }
        Ok(Predicate::Ladder { step, good_for, after })
    }

    fn friendly(&mut self) -> Result<Predicate, ParseConditionsError> {
        let region = self.region()?;
        let who = if self.accept(",") { self.who()? } else { ConditionSide::Own };
        Ok(Predicate::Friendly(region, who))
    }

    fn region(&mut self) -> Result<ConditionRegion, ParseConditionsError> {
        if let Some(region) = ConditionRegion::named(self.peek()) {
            self.next += 1;
            return Ok(if self.reader.mirrored { region.mirror() } else { region });
        }
        let problem = "expected a region: side_u, side_v, next_u, next_v, opposite, or two steps such as JA-MD";
        let one = self
            .point()
            .map_err(|error| ParseConditionsError { problem: problem.to_owned(), ..error })?;
        self.expect("-")?;
        let two = self.point()?;
        ConditionRegion::between(one, two).ok_or_else(|| self.here(problem))
    }

    fn who(&mut self) -> Result<ConditionSide, ParseConditionsError> {
        let found = ConditionSide::from_name(self.peek());
        let problem = "expected a side: own, enemy, first or second";
        let who = found.ok_or_else(|| self.here(problem))?;
        self.next += 1;
        Ok(who)
    }

    /// Parses a step that must be a point.
    fn point(&mut self) -> Result<Step, ParseConditionsError> {
        let step = self.step()?;
        if step.is_tenuki() && !self.reader.tenukis {
            self.next -= 1;
            return Err(self.here("XX is a tenuki, not a point"));
        }
        Ok(step)
    }

    fn step(&mut self) -> Result<Step, ParseConditionsError> {
        let step = (self.reader.step)(self.peek());
        let problem = || format!("expected a step: {}", self.reader.steps);
        let step = step.ok_or_else(|| self.here(&problem()))?;
        self.next += 1;
        Ok(step)
    }

    fn expect(&mut self, text: &str) -> Result<(), ParseConditionsError> {
        if self.accept(text) { Ok(()) } else { Err(self.here(&format!("expected \"{text}\""))) }
    }

    fn accept(&mut self, text: &str) -> bool {
        let is_next = self.peek() == text;
        self.next += usize::from(is_next);
        is_next
    }

    /// The next token; empty at the end.
    fn peek(&self) -> &'a str {
        self.tokens.get(self.next).map_or("", |token| token.text)
    }

    /// Creates an error at the next token.
    fn here(&self, problem: &str) -> ParseConditionsError {
        let token = self.tokens.get(self.next);
        let at = token.map_or(self.text.len(), |token| token.at);
        ParseConditionsError {
            at: self.text.get(..at).unwrap_or_default().chars().count(),
            found: token.map_or("", |token| token.text).to_owned(),
            problem: problem.to_owned(),
        }
    }
}

/// A word or a symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ConditionToken<'a> {
    /// A run of letters, digits and `_`, or one other character.
    pub text: &'a str,
    /// Byte offset in the text.
    pub at: usize,
}

/// Returns all tokens of a text; white space only separates them.
pub(crate) fn tokens(text: &str) -> Vec<ConditionToken<'_>> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let at = text.len() - rest.len();
        let length = if is_word(first) {
            rest.find(|c| !is_word(c)).unwrap_or(rest.len())
        } else {
            first.len_utf8()
        };
        let (token, after) = rest.split_at(length);
        if !first.is_whitespace() {
            tokens.push(ConditionToken { text: token, at });
        }
        rest = after;
    }
    tokens
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn read(text: &str) -> String {
        text.parse::<Conditions>().unwrap().to_string()
    }

    #[test]
    fn brackets_not_and_order_of_operators() {
        let check = |text: &str, wanted: &str| assert_eq!(read(text), wanted, "{text}");
        check("own(CF) or own(DD) and empty(PP)", "own(CF) or own(DD) and empty(PP)");
        check(
            "(own(CF) or own(DD)) and empty(PP)",
            "own(CF) and empty(PP) or own(DD) and empty(PP)",
        );
        check("not own(CF) and own(DD)", "own(DD) and not own(CF)");
        check("not (own(CF) or own(DD))", "not own(CF) and not own(DD)");
        check("not (own(CF) and own(DD))", "not own(CF) or not own(DD)");
        check("not not own(CF)", "own(CF)");
        check("((own( cf )))", "own(CF)");
        check("", "");
        check(" \n", "");
    }

    #[test]
    fn every_predicate_is_read_and_written() {
        for text in [
            "own(CF)",
            "enemy(CF)",
            "first(CF)",
            "second(CF)",
            "empty(CF)",
            "ladder(CF, second)",
            "ladder(CF, own, after FC XX CC)",
            "open(side_u)",
            "occupied(opposite)",
            "friendly(next_v)",
            "friendly(JA-MD, enemy)",
            "not ko_threat(own)",
        ] {
            assert_eq!(read(text), text);
        }
        assert_eq!(read("open(MA-JD)"), "open(JA-MD)");
        assert_eq!(read("friendly(side_u, own)"), "friendly(side_u)");
    }

    #[test]
    fn a_tenuki_is_no_point_but_in_what_was_kept() {
        assert_eq!(read("own(XX)"), "own(XX)");
        let letters = |word: &str| word.parse().ok();
        let reader = ConditionsReader {
            step: &letters,
            mirrored: false,
            steps: "two letters",
            tenukis: false,
        };
        let error = reader.read("own(XX)").unwrap_err();
        assert_eq!((error.at, error.found.as_str()), (4, "XX"));
        assert!(error.problem.contains("not a point"));
        assert!(reader.read("ladder(CF, own, after XX)").is_ok());
    }

    #[test]
    fn errors_point_at_the_place() {
        let check = |text: &str, at: usize, found: &str, says: &str| {
            let error = text.parse::<Conditions>().unwrap_err();
            assert_eq!((error.at, error.found.as_str()), (at, found), "{error}");
            assert!(error.to_string().contains(says), "{error}");
        };
        check("own", 3, "", "expected \"(\"");
        check("own(CF", 6, "", "expected \")\"");
        check("own(CF) and mine(DD)", 12, "mine", "enemy(STEP)");
        check("own(TT)", 4, "TT", "letters A to S");
        check("own(CF) and", 11, "", "expected own(STEP)");
        check("own(CF) own(DD)", 8, "own", "\"and\", \"or\"");
        check("own(CF))", 7, ")", "unmatched closing bracket");
        check("(own(CF)", 8, "", "unclosed bracket");
        check("ladder(CF)", 9, ")", "expected \",\"");
        check("ladder(CF, black)", 11, "black", "own, enemy");
        check("ladder(CF, own, after)", 21, ")", "expected a step");
        check("open(north)", 5, "north", "side_u");
        check("é own(CF)", 0, "é", "expected own");
        check("own(CF) and é", 12, "é", "expected own");
        check("own(CF) and not own(CF)", 0, "own(CF) and not own(CF)", "never hold");
        let deep = "(".repeat(100_000);
        check(&deep, 64, "(", "too many nested brackets");
        let wide = (0..9).map(|u| {
            let letter = char::from(b'A' + u);
            format!("(own({letter}A) or own({letter}B))")
        });
        let wide = wide.collect::<Vec<_>>().join(" and ");
        assert!(wide.parse::<Conditions>().unwrap_err().to_string().contains("32"));
    }

    proptest! {
        #[test]
        fn no_text_panics(text in "[ a-zA-Z(),é_-]{0,60}") {
            let _ = text.parse::<Conditions>();
        }

        #[test]
        fn nearly_right_texts_do_not_panic(
            words in proptest::collection::vec(proptest::sample::select(vec![
                "own(CF)", "not", "(", ")", "and", "or", "ladder(CF, own", ", after CC", "open(side_u)", "XX", ",",
            ]), 0..12)
        ) {
            let text = words.join(" ");
            if let Err(error) = text.parse::<Conditions>() {
                prop_assert!(error.at <= text.chars().count());
            }
        }
    }
}
