//! Text with points and colours stored as steps of the frame and as first and second mover, so that
//! it stays correct in every orientation and for either colour.

use joseki_game::{Alphabet, Color, Side, Step, Symmetry};

/// An invisible word joiner that marks a coordinate in prose that could be a point or a move
/// number: after the coordinate it means a point; after the coordinate's letter, not a point.
pub const POINT_MARK: char = '\u{2060}';

/// A comment whose points are steps of the frame.
///
/// Stored as a template: `{CF}` is the point at a step; `{B}`, `{b}` and `{B^}` are the first
/// mover's colour with a capital, without one and in capitals, `{W}`, `{w}` and `{W^}` the
/// second's; `{{` is a brace. Points in prose are GTP coordinates in capitals (`Q16`); colours are
/// the words Black and White, also in small letters, in capitals, in the plural (Blacks) and with
/// what an apostrophe adds (BLACK'S). Neither may be next to another letter or digit.
///
/// ```
/// use joseki_book::Text;
/// use joseki_game::{Alphabet, BoardSize, Color, Corner, Frame, Point, Step};
///
/// let size = BoardSize::NINETEEN;
/// let here = Frame::clockwise(Corner::UpperRight);
/// let step_at = |text: &str, _marked: bool| here.step_at(Point::from_gtp(text, size).ok()?, size);
/// let text = Text::from_prose("Black extends to O17.", Some(Color::Black), step_at);
/// assert_eq!(text.template(), "{B} extends to {CF}.");
///
/// // The same comment in another corner, where White moved first.
/// let there = Frame::clockwise(Corner::LowerLeft);
/// let point_at = |step: Step| there.point_of(step, size).map_or("?".into(), |at| at.to_gtp(size));
/// let there = text.render(Alphabet::CORNER, Color::White, point_at);
/// assert_eq!(there, "White extends to F3.");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Text(String);

impl Text {
    /// Converts prose. `step_at` maps a coordinate such as `Q16` to a step, or to `None` to leave
    /// it as text; its flag is set if the coordinate is marked by [`POINT_MARK`]. `first` is the
    /// colour of the line's first mover; without it, colour words stay text.
    #[must_use]
    pub fn from_prose(
        prose: &str,
        first: Option<Color>,
        step_at: impl Fn(&str, bool) -> Option<Step>,
    ) -> Text {
        let mut template = String::with_capacity(prose.len());
        let mut rest = prose;
        let mut before = None;
        while let Some(letter) = rest.chars().next() {
            let found = coordinate_length(rest, before).and_then(|length| {
                let (text, after) = rest.split_at(length);
                let marked = after.strip_prefix(POINT_MARK);
                let step = step_at(text, marked.is_some())?;
                Some((step, text, after.trim_start_matches(POINT_MARK)))
            });
            let word = first.and_then(|first| color_word(rest, before, first));
            if let Some((token, word)) = word {
                template.push_str(token);
                before = word.chars().next_back();
                rest = &rest[word.len()..];
                continue;
            }
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

    /// Creates a text from a template as [`Text::template`] returns it. A brace that starts no
    /// point is a literal.
    #[must_use]
    pub fn from_template(template: impl Into<String>) -> Text {
        Text(template.into())
    }

    /// The template.
    #[must_use]
    pub fn template(&self) -> &str {
        &self.0
    }

    /// The prose for a line that `first` begins, with each step of an alphabet written by `point_at`.
    #[must_use]
    pub fn render(
        &self,
        alphabet: Alphabet,
        first: Color,
        point_at: impl Fn(Step) -> String,
    ) -> String {
        let mut prose = String::with_capacity(self.0.len());
        for piece in self.pieces(alphabet) {
            match piece {
                TemplatePiece::Prose(text) => prose.push_str(text),
                TemplatePiece::Point(step) => prose.push_str(&point_at(step)),
                TemplatePiece::Color(token) => prose.push_str(token.word(first)),
            }
        }
        prose
    }

    /// The prose for a reader that interprets some coordinates as points. Coordinates that are not
    /// points are marked, so that [`Text::from_prose`] returns this text again.
    #[must_use]
    pub fn render_marked(
        &self,
        alphabet: Alphabet,
        first: Color,
        point_at: impl Fn(Step) -> String,
        is_read: impl Fn(&str) -> bool,
    ) -> String {
        let mut prose = String::with_capacity(self.0.len());
        for piece in self.pieces(alphabet) {
            match piece {
                TemplatePiece::Point(step) => prose.push_str(&point_at(step)),
                TemplatePiece::Color(token) => prose.push_str(token.word(first)),
                TemplatePiece::Prose(text) => mark_coordinates(&mut prose, text, &is_read),
            }
        }
        prose
    }

    /// The text with the image of each step of an alphabet.
    #[must_use]
    pub fn transformed(&self, symmetry: Symmetry, alphabet: Alphabet) -> Text {
        let mut template = String::with_capacity(self.0.len());
        for piece in self.pieces(alphabet) {
            match piece {
                TemplatePiece::Prose("{") => template.push_str("{{"),
                TemplatePiece::Prose(text) => template.push_str(text),
                TemplatePiece::Point(step) => {
                    template.push_str(&format!("{{{}}}", step.transformed(symmetry)));
                }
                TemplatePiece::Color(token) => template.push_str(token.text),
            }
        }
        Text(template)
    }

    /// Both texts, one after the other, unless one contains the other. Idempotent.
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

    fn pieces(&self, alphabet: Alphabet) -> Pieces<'_> {
        Pieces { rest: &self.0, alphabet }
    }
}

enum TemplatePiece<'a> {
    Prose(&'a str),
    Point(Step),
    Color(&'static ColorToken),
}

/// A colour placeholder of a template.
struct ColorToken {
    text: &'static str,
    side: Side,
    letters: Letters,
}

/// How a word is written.
#[derive(Clone, Copy, PartialEq)]
enum Letters {
    Small,
    Capital,
    AllCapitals,
}

const COLORS: [ColorToken; 6] = [
    ColorToken { text: "{B}", side: Side::First, letters: Letters::Capital },
    ColorToken { text: "{b}", side: Side::First, letters: Letters::Small },
    ColorToken { text: "{B^}", side: Side::First, letters: Letters::AllCapitals },
    ColorToken { text: "{W}", side: Side::Second, letters: Letters::Capital },
    ColorToken { text: "{w}", side: Side::Second, letters: Letters::Small },
    ColorToken { text: "{W^}", side: Side::Second, letters: Letters::AllCapitals },
];

impl ColorToken {
    fn word(&self, first: Color) -> &'static str {
        let color = match self.side {
            Side::First => first,
            Side::Second => first.opposite(),
        };
        match (color, self.letters) {
            (Color::Black, Letters::Capital) => "Black",
            (Color::Black, Letters::Small) => "black",
            (Color::Black, Letters::AllCapitals) => "BLACK",
            (Color::White, Letters::Capital) => "White",
            (Color::White, Letters::Small) => "white",
            (Color::White, Letters::AllCapitals) => "WHITE",
        }
    }

    /// What the word ends in in the plural.
    fn plural(&self) -> char {
        if self.letters == Letters::AllCapitals { 'S' } else { 's' }
    }
}

/// The pieces of a template; a literal brace is a separate piece.
struct Pieces<'a> {
    rest: &'a str,
    alphabet: Alphabet,
}

impl<'a> Iterator for Pieces<'a> {
    type Item = TemplatePiece<'a>;

    fn next(&mut self) -> Option<TemplatePiece<'a>> {
        let template = self.rest;
        match template.find('{') {
            None if template.is_empty() => None,
            None => {
                self.rest = "";
                Some(TemplatePiece::Prose(template))
            }
            Some(0) => Some(self.brace(template)),
            Some(at) => {
                self.rest = &template[at..];
                Some(TemplatePiece::Prose(&template[..at]))
            }
        }
    }
}

impl<'a> Pieces<'a> {
    fn brace(&mut self, template: &'a str) -> TemplatePiece<'a> {
        let end = 1 + self.alphabet.letters();
        let step = template.get(1..end).and_then(|text| self.alphabet.parse_step(text).ok());
        if let (Some(step), Some(b'}')) = (step, template.as_bytes().get(end)) {
            self.rest = &template[end + 1..];
            return TemplatePiece::Point(step);
        }
        if let Some(token) = COLORS.iter().find(|token| template.starts_with(token.text)) {
            self.rest = &template[token.text.len()..];
            return TemplatePiece::Color(token);
        }
        let doubled = template.starts_with("{{");
        self.rest = &template[if doubled { 2 } else { 1 }..];
        TemplatePiece::Prose(&template[..1])
    }
}

/// The length of the coordinate at the start of a text, or of a move between squares such as `h2e2`,
/// if it stands alone.
fn coordinate_length(text: &str, before: Option<char>) -> Option<usize> {
    let bytes = text.as_bytes();
    let column = *bytes.first()?;
    if !column.is_ascii_alphabetic() || before.is_some_and(leads_a_word) {
        return None;
    }
    if let [_, b'0'..=b'9', b'a'..=b'i', b'0'..=b'9', ..] = bytes {
        let next = text[4..].trim_start_matches(POINT_MARK).chars().next();
        return (!next.is_some_and(joins_a_word)).then_some(4);
    }
    let digits = bytes[1..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    // Written elsewhere, the point appears without its marks, directly before what follows them.
    let after = text[1 + digits..].trim_start_matches(POINT_MARK);
    let next = after.chars().next();
    let stands_alone = !next.is_some_and(joins_a_word);
    ((1..=2).contains(&digits) && bytes[1] != b'0' && stands_alone).then_some(1 + digits)
}

/// The colour word at the start of a text, if it stands alone, with its placeholder.
fn color_word(
    text: &str,
    before: Option<char>,
    first: Color,
) -> Option<(&'static str, &'static str)> {
    if before.is_some_and(leads_a_word) {
        return None;
    }
    COLORS.iter().find_map(|token| {
        let word = token.word(first);
        let after = text.strip_prefix(word)?;
        // "Blacks" is the plural, or a possessive that lacks its apostrophe.
        let ends = |rest: &str| !rest.chars().next().is_some_and(joins_a_word);
        let stands_alone = ends(after) || after.strip_prefix(token.plural()).is_some_and(ends);
        stands_alone.then_some((token.text, word))
    })
}

/// A coordinate that is marked as not a point: its letter, and the text after the mark.
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

/// Whether the text that follows this letter is not a separate word but part of a word or an
/// address.
fn leads_a_word(letter: char) -> bool {
    joins_a_word(letter) || "#@_=".contains(letter)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Knows the points of two columns only.
    fn step_at(text: &str, _marked: bool) -> Option<Step> {
        let row: u8 = text[1..].parse().ok()?;
        match &text[..1] {
            "Q" => Step::corner(3, row - 1),
            "D" => Step::corner(4, row - 1),
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
            "Q16, (D4) 白Q3! but SQ16, Q16x, Q0, Q161, q16, K10, ?p=Q16#D4 {CF}",
            None,
            step_at,
        );
        let template = "{DP}, ({ED}) 白{DC}! but SQ16, Q16x, Q0, Q161, q16, K10, ?p=Q16#D4 {{CF}";
        assert_eq!(text.template(), template);
    }

    #[test]
    fn a_marked_coordinate_loses_its_mark() {
        let text = Text::from_prose("Q1\u{2060}, Q2", None, |text, marked| {
            step_at(text, marked).filter(|_| marked)
        });
        assert_eq!(text.template(), "{DA}, Q2");
        let text = Text::from_prose("Q\u{2060}1, Q2", None, step_at);
        assert_eq!(text.template(), "Q1, {DB}");
        let prose = text.render_marked(Alphabet::CORNER, Color::Black, point_at, |coordinate| {
            coordinate == "Q1"
        });
        assert_eq!(prose, "Q\u{2060}1, Q2");
    }

    #[test]
    fn the_mirror_moves_the_points_only() {
        let text = Text::from_prose("{a} Q16", None, step_at);
        assert_eq!(text.template(), "{{a} {DP}");
        assert_eq!(text.transformed(Symmetry::TRANSPOSE, Alphabet::CORNER).template(), "{{a} {PD}");
    }

    #[test]
    fn colours_follow_the_mover() {
        let text =
            Text::from_prose("White (black's), Whites, WHITE", Some(Color::White), |_, _| None);
        assert_eq!(text.template(), "{B} ({w}'s), {B}s, {B^}");
        let read = text.render(Alphabet::CORNER, Color::Black, |step| step.to_string());
        assert_eq!(read, "Black (white's), Blacks, BLACK");
        assert_eq!(text.transformed(Symmetry::TRANSPOSE, Alphabet::CORNER), text);
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

    /// The text for the line with its colours exchanged.
    fn exchanged(prose: &str) -> String {
        let text = Text::from_prose(prose, Some(Color::Black), |_, _| None);
        text.render(Alphabet::CORNER, Color::White, |step| step.to_string())
    }

    #[test]
    fn plurals_follow_the_mover_and_other_words_do_not() {
        let prose = "Blacks' stones, whites shape; a blackboard, whitesmith, Blackss, blacks2";
        let expected = "Whites' stones, blacks shape; a blackboard, whitesmith, Blackss, blacks2";
        assert_eq!(exchanged(prose), expected);
    }

    #[test]
    fn words_in_capitals_and_possessives_follow_the_mover() {
        for (prose, expected) in [
            ("BLACK'S MOVE", "WHITE'S MOVE"),
            ("WHITE\u{2019}S SHAPE, BLACKS' STONES", "BLACK\u{2019}S SHAPE, WHITES' STONES"),
            ("BLACK's, WHITE-TO-PLAY, \"BLACK\"", "WHITE's, BLACK-TO-PLAY, \"WHITE\""),
            ("Black\u{2019}s, white\u{2032}s, Black`s", "White\u{2019}s, black\u{2032}s, White`s"),
            ("BLACKS, Blacks, whites\u{2019}", "WHITES, Whites, blacks\u{2019}"),
        ] {
            assert_eq!(exchanged(prose), expected);
        }
        for other in ["BLACKBOARD", "BLACKs", "BlackS", "BLack", "WHITES2", "#BLACK", "WHITEHALL'S"]
        {
            assert_eq!(exchanged(other), other);
        }
    }

    proptest! {
        #[test]
        fn exchanging_colours_twice_is_the_identity(
            prose in "(([Bb]lack|[Ww]hite)('s|s|s'|board|S)?|[BW]'s|[a-z{}'. ]|BLACK|\\PC){0,20}",
        ) {
            prop_assert_eq!(exchanged(&exchanged(&prose)), prose);
        }

        #[test]
        fn prose_survives_whatever_is_in_it(prose in "([QDK][0-9]{1,3}|Black|white|[{}]|[A-Z]{2}|\\PC| ){0,30}") {
            for first in [None, Some(Color::Black), Some(Color::White)] {
                let text = Text::from_prose(&prose, first, step_at);
                let read = text.render(Alphabet::CORNER, first.unwrap_or(Color::Black), point_at);
                prop_assert_eq!(&read, &prose);
            }
            let text = Text::from_prose(&prose, Some(Color::White), step_at);
            prop_assert_eq!(text.transformed(Symmetry::TRANSPOSE, Alphabet::CORNER).transformed(Symmetry::TRANSPOSE, Alphabet::CORNER), text);
        }

        #[test]
        fn any_template_renders(template in "([{}]|[A-Z]|\\PC){0,20}") {
            let text = Text::from_template(template);
            prop_assert_eq!(text.transformed(Symmetry::TRANSPOSE, Alphabet::CORNER).transformed(Symmetry::TRANSPOSE, Alphabet::CORNER).render(Alphabet::CORNER, Color::Black, |s| s.to_string()), text.render(Alphabet::CORNER, Color::Black, |s| s.to_string()));
        }
    }
}
