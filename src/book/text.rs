//! Text that names points of the board: kept in frame coordinates, so that it stays right wherever
//! the line is played.

use crate::game::Step;

/// An invisible word joiner that settles what a coordinate in prose is where it could be a point or
/// a move number: after it, a point; after its letter, no point.
pub const POINT_MARK: char = '\u{2060}';

/// A comment whose points are steps of the frame.
///
/// Kept as a template: `{CF}` is the point at a step, `{{` a brace. Points are found in prose as GTP
/// coordinates in capitals (`Q16`), not next to another letter or digit.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Text(String);

impl Text {
    /// The text of some prose. `step_at` says which step a coordinate such as `Q16` is, or `None`
    /// to leave it as it stands; it is told whether the coordinate is marked by [`POINT_MARK`].
    #[must_use]
    pub fn from_prose(prose: &str, step_at: impl Fn(&str, bool) -> Option<Step>) -> Text {
        let mut template = String::with_capacity(prose.len());
        let mut rest = prose;
        let mut before = None;
        while let Some(letter) = rest.chars().next() {
            let found = coordinate_length(rest, before).and_then(|length| {
                let (text, after) = rest.split_at(length);
                let marked = after.strip_prefix(POINT_MARK);
                let step = step_at(text, marked.is_some())?;
                Some((step, text, marked.unwrap_or(after)))
            });
            if let Some((letter, after)) = unpointed(rest, before) {
                template.push(letter);
                before = Some(letter);
                rest = after;
                continue;
            }
            if let Some((step, text, after)) = found {
                template.push_str(&format!("{{{step}}}"));
                before = text.chars().next_back();
                rest = after;
                continue;
            }
            if letter == '{' {
                template.push('{');
            }
            template.push(letter);
            before = Some(letter);
            rest = &rest[letter.len_utf8()..];
        }
        Text(template)
    }

    /// The text of a template as [`Text::template`] gives it. A brace that starts no point is
    /// taken as itself.
    #[must_use]
    pub fn from_template(template: impl Into<String>) -> Text {
        Text(template.into())
    }

    /// The template.
    #[must_use]
    pub fn template(&self) -> &str {
        &self.0
    }

    /// The prose, with each step written by `point_at`.
    #[must_use]
    pub fn render(&self, point_at: impl Fn(Step) -> String) -> String {
        let mut prose = String::with_capacity(self.0.len());
        for piece in self.pieces() {
            match piece {
                Piece::Prose(text) => prose.push_str(text),
                Piece::Point(step) => prose.push_str(&point_at(step)),
            }
        }
        prose
    }

    /// The prose for a reader that takes some coordinates in it for points: those that are none are
    /// marked, so that [`Text::from_prose`] gives this text again.
    #[must_use]
    pub fn render_marked(
        &self,
        point_at: impl Fn(Step) -> String,
        is_read: impl Fn(&str) -> bool,
    ) -> String {
        let mut prose = String::with_capacity(self.0.len());
        for piece in self.pieces() {
            match piece {
                Piece::Point(step) => prose.push_str(&point_at(step)),
                Piece::Prose(text) => mark_coordinates(&mut prose, text, &is_read),
            }
        }
        prose
    }

    /// The text of the line read in the other handedness: an involution.
    #[must_use]
    pub fn mirror(&self) -> Text {
        let mut template = String::with_capacity(self.0.len());
        for piece in self.pieces() {
            match piece {
                Piece::Prose("{") => template.push_str("{{"),
                Piece::Prose(text) => template.push_str(text),
                Piece::Point(step) => template.push_str(&format!("{{{}}}", step.mirror())),
            }
        }
        Text(template)
    }

    /// Both texts, one after the other, unless one already holds the other. Idempotent.
    #[must_use]
    pub fn joined(&self, other: &Text) -> Text {
        if self.0.contains(&other.0) {
            self.clone()
        } else if other.0.contains(&self.0) {
            other.clone()
        } else {
            Text(format!("{}\n\n{}", self.0, other.0))
        }
    }

    fn pieces(&self) -> Pieces<'_> {
        Pieces(&self.0)
    }
}

enum Piece<'a> {
    Prose(&'a str),
    Point(Step),
}

/// The pieces of a template; a literal brace is a piece of its own.
struct Pieces<'a>(&'a str);

impl<'a> Iterator for Pieces<'a> {
    type Item = Piece<'a>;

    fn next(&mut self) -> Option<Piece<'a>> {
        let template = self.0;
        match template.find('{') {
            None if template.is_empty() => None,
            None => {
                self.0 = "";
                Some(Piece::Prose(template))
            }
            Some(0) => Some(self.brace(template)),
            Some(at) => {
                self.0 = &template[at..];
                Some(Piece::Prose(&template[..at]))
            }
        }
    }
}

impl<'a> Pieces<'a> {
    fn brace(&mut self, template: &'a str) -> Piece<'a> {
        let step = template
            .get(1..3)
            .and_then(|text| text.parse::<Step>().ok());
        if let (Some(step), Some(b'}')) = (step, template.as_bytes().get(3)) {
            self.0 = &template[4..];
            return Piece::Point(step);
        }
        let doubled = template.starts_with("{{");
        self.0 = &template[if doubled { 2 } else { 1 }..];
        Piece::Prose(&template[..1])
    }
}

/// The length of the GTP coordinate that a text starts with, if it stands on its own.
fn coordinate_length(text: &str, before: Option<char>) -> Option<usize> {
    let bytes = text.as_bytes();
    let column = *bytes.first()?;
    if !column.is_ascii_uppercase() || column == b'I' || before.is_some_and(joins_a_word) {
        return None;
    }
    let digits = bytes[1..]
        .iter()
        .take_while(|byte| byte.is_ascii_digit())
        .count();
    let next = text[1 + digits..].chars().next();
    let stands_alone = !next.is_some_and(joins_a_word);
    ((1..=2).contains(&digits) && bytes[1] != b'0' && stands_alone).then_some(1 + digits)
}

/// A coordinate that is marked as none: its letter, and what follows the mark.
fn unpointed(text: &str, before: Option<char>) -> Option<(char, &str)> {
    let letter = text.chars().next()?;
    let after = text.get(1..)?.strip_prefix(POINT_MARK)?;
    let whole = format!("{letter}{after}");
    coordinate_length(&whole, before).map(|_| (letter, after))
}

fn mark_coordinates(prose: &mut String, text: &str, is_read: impl Fn(&str) -> bool) {
    let mut before = prose.chars().next_back();
    for (at, letter) in text.char_indices() {
        prose.push(letter);
        let length = coordinate_length(&text[at..], before);
        if length.is_some_and(|length| is_read(&text[at..at + length])) {
            prose.push(POINT_MARK);
        }
        before = Some(letter);
    }
}

fn joins_a_word(letter: char) -> bool {
    letter.is_ascii_alphanumeric()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Knows the points of two columns only.
    fn step_at(text: &str, _marked: bool) -> Option<Step> {
        let row: u8 = text[1..].parse().ok()?;
        match &text[..1] {
            "Q" => Step::new(3, row - 1),
            "D" => Step::new(4, row - 1),
            _ => None,
        }
    }

    fn point_at(step: Step) -> String {
        match step.coordinates() {
            Some((3, v)) => format!("Q{}", v + 1),
            Some((4, v)) => format!("D{}", v + 1),
            _ => "?".to_owned(),
        }
    }

    #[test]
    fn points_are_found_where_they_stand_alone() {
        let text = Text::from_prose(
            "Q16, (D4) 白Q3! but SQ16, Q16x, Q0, Q161, q16, K10 {CF}",
            step_at,
        );
        let template = "{DP}, ({ED}) 白{DC}! but SQ16, Q16x, Q0, Q161, q16, K10 {{CF}";
        assert_eq!(text.template(), template);
    }

    #[test]
    fn a_marked_coordinate_loses_its_mark() {
        let text = Text::from_prose("Q1\u{2060}, Q2", |text, marked| {
            step_at(text, marked).filter(|_| marked)
        });
        assert_eq!(text.template(), "{DA}, Q2");
        let text = Text::from_prose("Q\u{2060}1, Q2", step_at);
        assert_eq!(text.template(), "Q1, {DB}");
        let prose = text.render_marked(point_at, |coordinate| coordinate == "Q1");
        assert_eq!(prose, "Q\u{2060}1, Q2");
    }

    #[test]
    fn the_mirror_moves_the_points_only() {
        let text = Text::from_prose("{a} Q16", step_at);
        assert_eq!(text.template(), "{{a} {DP}");
        assert_eq!(text.mirror().template(), "{{a} {PD}");
    }

    #[test]
    fn joining_is_idempotent() {
        let [a, b] = ["one", "two"].map(Text::from_template);
        let both = a.joined(&b);
        assert_eq!(both.template(), "one\n\ntwo");
        assert_eq!(both.joined(&a), both);
        assert_eq!(both.joined(&b), both);
        assert_eq!(b.joined(&both), both);
    }

    proptest! {
        #[test]
        fn prose_survives_whatever_is_in_it(prose in "([QDK][0-9]{1,3}|[{}]|[A-Z]{2}|\\PC| ){0,30}") {
            let text = Text::from_prose(&prose, step_at);
            prop_assert_eq!(text.render(point_at), prose);
            prop_assert_eq!(text.mirror().mirror(), text);
        }

        #[test]
        fn any_template_renders(template in "([{}]|[A-Z]|\\PC){0,20}") {
            let text = Text::from_template(template);
            prop_assert_eq!(text.mirror().mirror().render(|s| s.to_string()), text.render(|s| s.to_string()));
        }
    }
}
