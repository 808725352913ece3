//! Arguments of the analysis commands: `[COLOR] [INTERVAL]`, then keys with their values.
//!
//! The dialect is that of KataGo's `docs/GTP_Extensions.md` and of Leela Zero's `AnalyzeTags`. Of
//! both, this reads what either does: a colour and an interval in any place, moves as a rectangle
//! (`A1:C3`), `allow` beside `avoid`.

use std::slice::Iter;

use super::command::GtpCommand;
use super::error::GtpError;
use super::info::Dialect;
use joseki_game::{BoardSize, Color, Move, Point};
use joseki_service::engine::analysis::ProhibitedMoves;

/// Flags of `kata-analyze` for what a book does not know, and for `rootInfo`.
const WITHOUT_EFFECT: [&str; 7] = [
    "rootInfo",
    "ownership",
    "ownershipStdev",
    "movesOwnership",
    "movesOwnershipStdev",
    "pvEdgeVisits",
    "noResultValue",
];

/// Parsed arguments.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct AnalysisArguments {
    /// Side to analyse for, if stated.
    pub(super) color: Option<Color>,
    /// Number of moves to show at least, if the book has them.
    pub(super) min_moves: usize,
    /// Number of moves to show at most.
    pub(super) max_moves: usize,
    /// Whether to show the visits of each move of a variation.
    pub(super) line_visits: bool,
    /// Moves that must not be considered.
    pub(super) prohibited: ProhibitedMoves,
}

impl Default for AnalysisArguments {
    fn default() -> Self {
        AnalysisArguments {
            color: None,
            min_moves: 0,
            max_moves: usize::MAX,
            line_visits: false,
            prohibited: ProhibitedMoves::default(),
        }
    }
}

impl AnalysisArguments {
    /// Parses the arguments of a command.
    ///
    /// # Errors
    /// Unknown argument, missing or invalid value.
    pub(super) fn parse(command: &GtpCommand, size: BoardSize) -> Result<Self, GtpError> {
        let mut words = Words { command, left: command.arguments.iter() };
        let mut parsed = AnalysisArguments::default();
        while let Some(word) = words.left.next() {
            match word.parse() {
                Ok(color) => parsed.color = Some(color),
                Err(_) => parsed.take(word, &mut words, size)?,
            }
        }
        Ok(parsed)
    }

    fn take(&mut self, word: &str, words: &mut Words<'_>, size: BoardSize) -> Result<(), GtpError> {
        let is_kata = Dialect::for_command(&words.command.name) == Dialect::Kata;
        match word {
            "interval" => words.interval(None)?,
            "minmoves" => self.min_moves = words.count(word)?,
            "maxmoves" => self.max_moves = words.count(word)?,
            "allow" | "avoid" => self.restrict(word, words, size)?,
            "pvVisits" if is_kata => self.line_visits = words.flag(word)?,
            _ if is_kata && WITHOUT_EFFECT.contains(&word) => {
                words.flag(word)?;
            }
            _ if word.starts_with(|letter: char| letter.is_ascii_digit()) => {
                words.interval(Some(word))?;
            }
            _ => return Err(words.invalid("argument", word, &known(is_kata))),
        }
        Ok(())
    }

    /// Parses `PLAYER VERTEX,VERTEX,… UNTILDEPTH`.
    fn restrict(
        &mut self,
        key: &str,
        words: &mut Words<'_>,
        size: BoardSize,
    ) -> Result<(), GtpError> {
        let player = words.value(key)?;
        let player: Color =
            player.parse().map_err(|_| words.invalid("player", player, "b or w"))?;
        let vertices = words.value(key)?;
        let mut moves = Vec::new();
        for vertex in vertices.split(',').filter(|vertex| !vertex.is_empty()) {
            moves.extend(parse_vertices(vertex, size).ok_or_else(|| {
                words.invalid("vertex", vertex, "a point, two as in C3:D4, pass or resign")
            })?);
        }
        let depth = words.value(key)?;
        let until = depth.parse().ok().filter(|until| *until > 0);
        let until = until.ok_or_else(|| words.invalid("depth", depth, "a positive integer"))?;
        match key {
            "allow" => self.prohibited.allow_only(player, moves, until),
            _ => moves.into_iter().for_each(|played| self.prohibited.avoid(player, played, until)),
        }
        Ok(())
    }
}

/// Arguments that are left.
struct Words<'a> {
    command: &'a GtpCommand,
    left: Iter<'a, String>,
}

impl<'a> Words<'a> {
    fn value(&mut self, key: &str) -> Result<&'a str, GtpError> {
        let value = self.left.next();
        value.map(String::as_str).ok_or_else(|| self.error(&format!("missing value of {key}")))
    }

    /// Checks an interval in centiseconds, which changes nothing: a book's moves do not change.
    fn interval(&mut self, word: Option<&str>) -> Result<(), GtpError> {
        let word = word.map_or_else(|| self.value("interval"), Ok)?;
        let centiseconds = word.parse().ok().filter(|it: &f64| it.is_finite() && *it >= 0.0);
        let expected = "a number of centiseconds";
        centiseconds.map(drop).ok_or_else(|| self.invalid("interval", word, expected))
    }

    fn count(&mut self, key: &str) -> Result<usize, GtpError> {
        let word = self.value(key)?;
        word.parse().map_err(|_| self.invalid(key, word, "a number of moves"))
    }

    fn flag(&mut self, key: &str) -> Result<bool, GtpError> {
        let word = self.value(key)?;
        word.to_ascii_lowercase().parse().map_err(|_| self.invalid(key, word, "true or false"))
    }

    fn invalid(&self, what: &str, word: &str, expected: &str) -> GtpError {
        self.error(&format!("invalid {what} `{word}`: expected {expected}"))
    }

    fn error(&self, why: &str) -> GtpError {
        GtpError::syntax(&format!("{}: {why}", self.command.name))
    }
}

fn known(is_kata: bool) -> String {
    let keys = "a colour, an interval, minmoves, maxmoves, allow or avoid";
    if is_kata { format!("{keys}, or a flag such as pvVisits") } else { keys.to_owned() }
}

/// Parses a vertex, or the points of a rectangle between two corners. No move is a resignation.
fn parse_vertices(text: &str, size: BoardSize) -> Option<Vec<Move>> {
    if text.eq_ignore_ascii_case("resign") {
        return Some(Vec::new());
    }
    let read = |text: &str| Move::from_gtp(text, size).ok();
    let Some((one, other)) = text.split_once(':') else {
        return read(text).map(|played| vec![played]);
    };
    let (one, other) = (read(one)?.point()?, read(other)?.point()?);
    let is_between = |point: &Point| {
        let within = |at: u8, one: u8, other: u8| (one.min(other)..=one.max(other)).contains(&at);
        within(point.x(), one.x(), other.x()) && within(point.y(), one.y(), other.y())
    };
    Some(size.points().filter(is_between).map(Move::Play).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Result<AnalysisArguments, String> {
        let command = GtpCommand::parse(line).expect("a command");
        AnalysisArguments::parse(&command, BoardSize::NINETEEN).map_err(|error| error.to_string())
    }

    fn parsed(line: &str) -> AnalysisArguments {
        parse(line).unwrap_or_else(|error| panic!("{line}: {error}"))
    }

    /// KataGo's form, and Leela Zero's, which has no order.
    #[test]
    fn colour_and_interval_are_optional() {
        for (line, color, most) in [
            ("kata-analyze", None, usize::MAX),
            ("kata-analyze b", Some(Color::Black), usize::MAX),
            ("kata-analyze 50", None, usize::MAX),
            ("kata-analyze W 50.5 maxmoves 3", Some(Color::White), 3),
            ("lz-analyze b interval 50 maxmoves 3", Some(Color::Black), 3),
            ("lz-analyze maxmoves 3 interval 0 white", Some(Color::White), 3),
            ("lz-analyze 10 b", Some(Color::Black), usize::MAX),
        ] {
            let found = parsed(line);
            assert_eq!((found.color, found.max_moves), (color, most), "{line}");
        }
        let found = parsed("kata-analyze minmoves 2 pvVisits TRUE ownership true rootInfo false");
        assert_eq!((found.min_moves, found.line_visits), (2, true));
    }

    fn allows(arguments: &AnalysisArguments, color: Color, text: &str, depth: u32) -> bool {
        let played = Move::from_gtp(text, BoardSize::NINETEEN).expect("a move");
        arguments.prohibited.allows(color, played, depth)
    }

    #[test]
    fn moves_are_restricted_by_player_and_depth() {
        use Color::{Black, White};
        let found = parsed("lz-analyze allow b R14,O3 1 avoid b P17,O3 3 avoid w A1:C2,pass 2");
        for (color, point, depth, wanted) in [
            (Black, "R14", 0, true),
            (Black, "Q14", 0, false),
            (Black, "O3", 0, false),
            (Black, "Q14", 1, true),
            (Black, "P17", 2, false),
            (Black, "P17", 3, true),
            (White, "P17", 0, true),
            (White, "B2", 1, false),
            (White, "B3", 1, true),
            (White, "pass", 1, false),
            (White, "pass", 2, true),
        ] {
            assert_eq!(allows(&found, color, point, depth), wanted, "{color} {point} {depth}");
        }
        // Each player has its own moves, and those of several keys add up.
        let found = parsed("lz-analyze allow b Q16 1 allow w D4 1 allow b Q3,resign 1");
        for (color, point, wanted) in
            [(Black, "Q16", true), (Black, "Q3", true), (White, "Q3", false), (White, "D4", true)]
        {
            assert_eq!(allows(&found, color, point, 0), wanted, "{color} {point}");
        }
    }

    #[test]
    fn what_cannot_be_obeyed_is_an_error_that_says_why() {
        for (line, wanted) in [
            ("lz-analyze x", "invalid argument `x`: expected a colour"),
            ("lz-analyze pvVisits true", "invalid argument `pvVisits`"),
            ("kata-analyze b maxmoves", "missing value of maxmoves"),
            ("kata-analyze b maxmoves -1", "invalid maxmoves `-1`: expected a number of moves"),
            ("kata-analyze interval", "missing value of interval"),
            ("kata-analyze interval b", "invalid interval `b`: expected a number of centiseconds"),
            ("kata-analyze 5x", "invalid interval `5x`"),
            ("kata-analyze ownership yes", "invalid ownership `yes`: expected true or false"),
            ("lz-analyze avoid x Q16 1", "invalid player `x`: expected b or w"),
            ("lz-analyze avoid b Q16", "missing value of avoid"),
            ("lz-analyze avoid b Q16,Z9 1", "invalid vertex `Z9`: expected a point"),
            ("lz-analyze avoid b Q16:pass 1", "invalid vertex `Q16:pass`"),
            ("lz-analyze avoid b Q16 0", "invalid depth `0`: expected a positive integer"),
        ] {
            let error = parse(line).unwrap_err();
            let name = line.split(' ').next().unwrap_or_default();
            assert!(error.starts_with(&format!("syntax error: {name}: {wanted}")), "{error}");
        }
    }
}
