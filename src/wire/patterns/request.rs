//! A search for a pattern.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::error::{RequestError, in_range};
use crate::named::AnchorChoice;
use crate::next::games_filter::GamesFilterParameters;
use joseki_format::game_info::GameOutcome;
use joseki_game::xiangqi::{FenError, Piece};
use joseki_game::{Board, BoardSize, Color, Game, Point, Variant};
use joseki_patterns::{
    AnchorWord, Pattern, PatternAnchor, PatternOptions, PatternPlace, PatternStone, PatternSymbol,
    PiecePattern,
};
use joseki_service::Code;
use joseki_service::patterns::{
    BoardPattern, GameSelection, MAX_LISTED, MAX_NARROWING, NamePattern, PatternQuery,
    SelectedPattern,
};
use utoipa::PartialSchema;
use utoipa::openapi::RefOr;
use utoipa::openapi::schema::Schema;

/// Number of games that are listed by default.
const LISTED: usize = 10;
/// Maximum length of a player's name, in characters.
const MAX_NAME_LENGTH: usize = 200;

/// A search for a pattern in the games of a book.
#[derive(Clone, Debug, Default, PartialEq, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
#[schema(example = json!({
    "rows": [".......", ".......", ".....O.", "...X...", ".......", ".......", "......."],
    "anchor": "corner", "limit": 5
}))]
pub struct PatternRequest {
    /// Rows of the pattern, upper one first: `.` empty, `X` black, `O` white, `x` not white, `o` not
    /// black, `*` anything. In xiangqi ten rows of nine squares, Black's back rank first, with
    /// pieces as in FEN, or none; `X` and `x` are Red's pieces then, `O` and `o` Black's.
    pub rows: Vec<String>,
    /// Where its upper left point may be before the board is turned; default `any`.
    pub anchor: Option<AnchorJson>,
    /// Whether colours may be exchanged; default true.
    pub swap: Option<bool>,
    /// Colour of the pattern, `B` or `W`, that must put the next stone inside it.
    pub next: Option<String>,
    /// The last move after which a hit counts.
    pub until_move: Option<u16>,
    /// Stones that must follow inside the pattern, in this order.
    pub sequence: Vec<PatternStoneJson>,
    /// In xiangqi, the position as FEN, in the place of rows: all of it, with the side to move.
    pub fen: Option<String>,
    /// In xiangqi, how many of a piece there are, by its letter in FEN: a number, or least and most.
    pub material: BTreeMap<String, PieceCountJson>,
    /// In xiangqi, whether there are no other pieces than those of `material` and the generals.
    pub exact: bool,
    /// Board size in lines; default that of the book's games.
    pub board_size: Option<u8>,
    /// Only games of this year or later.
    pub since: Option<u32>,
    /// Only games of this year or earlier.
    pub until: Option<u32>,
    /// Only games of these collections.
    pub source: Vec<String>,
    /// Only games of players of these strengths, as in `/v1/next`.
    pub strength: Vec<String>,
    /// Only games of this player; `*` in a name stands for any text, and case does not matter.
    pub player: Option<String>,
    /// Only games with this Black player.
    pub black: Option<String>,
    /// Only games with this White player.
    pub white: Option<String>,
    /// Only games that `B` or `W` won, or `draw`.
    pub result: Option<String>,
    /// Earlier searches, as sent: only games that have their patterns as well, in any place and at
    /// any time. At most 8, those inside them included.
    #[schema(no_recursion)]
    pub among: Vec<PatternRequest>,
    /// Whether continuations are counted by year; default false.
    pub years: bool,
    /// Number of games to list, 0 to 100; default 10.
    pub limit: Option<usize>,
    /// Id of the game after which the list begins: `next` of the page before.
    pub after: Option<String>,
    /// Time limit in milliseconds. With a key 1 to 10,000, default 2000, at most half of the server's
    /// `handler_timeout`; without one, the processor time that is used, at most and by default 250.
    pub timeout_ms: Option<u32>,
    /// Whether answers are sent as they grow, one a line (`application/x-ndjson`), until all games
    /// are searched; default false.
    pub stream: bool,
}

/// How many of a piece there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(untagged, expecting = "expected a number of pieces, or a list of the least and the most")]
pub enum PieceCountJson {
    /// Exact number.
    Number(u8),
    /// At least and at most.
    Range([u8; 2]),
}

/// Where a pattern may be: a word, or the points at which its upper left point may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(
    untagged,
    expecting = "expected corner, side, any, board, or an object with left, right, top and bottom"
)]
pub enum AnchorJson {
    /// A word.
    Word(AnchorName),
    /// A rectangle of points.
    Points(AnchorPoints),
}

/// Where a pattern may be, as a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(transparent)]
pub struct AnchorName(#[serde(with = "crate::named")] pub AnchorWord);

impl PartialSchema for AnchorName {
    fn schema() -> RefOr<Schema> {
        AnchorChoice::schema()
    }
}

impl ToSchema for AnchorName {}

/// Points at which a pattern's upper left point may be, from 0 in the upper left of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct AnchorPoints {
    /// Least column.
    pub left: u8,
    /// Largest column.
    pub right: u8,
    /// Least row.
    pub top: u8,
    /// Largest row.
    pub bottom: u8,
}

/// A stone inside a pattern.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PatternStoneJson {
    /// Colour of the pattern, `B` or `W`.
    pub color: String,
    /// Column, from 0 at the left of the pattern.
    pub x: u8,
    /// Row, from 0 at its top.
    pub y: u8,
}

impl PatternRequest {
    /// Validates the request, for a book of a variant.
    ///
    /// # Errors
    /// The first invalid field.
    pub fn into_query(self, book: &str, variant: Variant) -> Result<PatternQuery, RequestError> {
        let limit = in_range("limit", self.limit.unwrap_or(LISTED), 0, MAX_LISTED)?;
        let (years, after) = (self.years, self.after.clone());
        let mut selected = Vec::new();
        self.select("", variant, &mut selected)?;
        let pattern = selected.remove(0);
        Ok(PatternQuery {
            book: book.to_owned(),
            pattern,
            among: selected,
            by_year: years,
            limit,
            after,
        })
    }

    /// Returns the search of a rectangle of a board, by two of its corners. Where it has an edge of
    /// the board, the pattern stays there.
    #[must_use]
    pub fn cut_out(self, board: &Board, one: Point, other: Point) -> PatternRequest {
        let (left, right) = (one.x().min(other.x()), one.x().max(other.x()));
        let (top, bottom) = (one.y().min(other.y()), one.y().max(other.y()));
        let symbol = |x, y| {
            let stone = board.at(Point::new(x, y)).map(PatternSymbol::of_stone);
            stone.unwrap_or(PatternSymbol::EMPTY).letter()
        };
        let rows = (top..=bottom).map(|y| (left..=right).map(|x| symbol(x, y)).collect());
        let lines = board.size().get();
        let (width, height) = (right - left + 1, bottom - top + 1);
        let PatternAnchor { left, right, top, bottom } =
            PatternAnchor::of_rectangle(lines, (left, top), (width, height));
        let points = AnchorJson::Points(AnchorPoints { left, right, top, bottom });
        PatternRequest {
            rows: rows.collect(),
            anchor: Some(self.anchor.unwrap_or(points)),
            board_size: Some(lines),
            ..self
        }
    }

    /// Adds the pattern, and those of earlier searches.
    fn select(
        self,
        path: &str,
        variant: Variant,
        selected: &mut Vec<SelectedPattern>,
    ) -> Result<(), RequestError> {
        if selected.len() > MAX_NARROWING {
            let message = format!("too many earlier searches: expected at most {MAX_NARROWING}");
            return Err(RequestError::new(Code::TooMany, "among", message));
        }
        let games = self.selection(path)?;
        let pattern = match variant.game() {
            Game::Xiangqi => BoardPattern::Pieces(Box::new(self.piece_pattern(path)?)),
            _ => BoardPattern::Stones(self.stone_pattern(path, variant)?),
        };
        selected.push(SelectedPattern { pattern, games });
        for (index, earlier) in self.among.into_iter().enumerate() {
            earlier.select(&format!("{path}among[{index}]."), variant, selected)?;
        }
        Ok(())
    }

    fn stone_pattern(&self, path: &str, variant: Variant) -> Result<Pattern, RequestError> {
        let invalid = |field: &str, message: String| {
            RequestError::new(Code::InvalidValue, format!("{path}{field}"), message)
        };
        let of_pieces = [
            ("fen", self.fen.is_some()),
            ("material", !self.material.is_empty()),
            ("exact", self.exact),
        ];
        if let Some((field, _)) = of_pieces.into_iter().find(|(_, is_given)| *is_given) {
            let message = format!("is for xiangqi, and the book is about {}", variant.game());
            return Err(invalid(field, message));
        }
        let size = match self.board_size {
            None => variant.size(),
            Some(lines) => {
                BoardSize::new(lines).map_err(|error| invalid("board_size", error.to_string()))?
            }
        };
        let color = |field: &str, text: &str| {
            text.parse::<Color>().map_err(|error| {
                RequestError::new(Code::InvalidColor, format!("{path}{field}"), error)
            })
        };
        let mut sequence = Vec::with_capacity(self.sequence.len());
        for (index, stone) in self.sequence.iter().enumerate() {
            let color = color(&format!("sequence[{index}].color"), &stone.color)?;
            sequence.push(PatternStone { color, x: stone.x, y: stone.y });
        }
        let options = PatternOptions {
            swap: self.swap.unwrap_or(true),
            next: self.next.as_deref().map(|text| color("next", text)).transpose()?,
            until_move: self.until_move,
            sequence,
        };
        let anchor = self.anchor.unwrap_or(AnchorJson::Word(AnchorName(AnchorWord::Any)));
        let pattern = Pattern::new(size, &self.rows, anchor, options);
        pattern.map_err(|error| invalid(error.field(), error.to_string()))
    }

    fn piece_pattern(&self, path: &str) -> Result<PiecePattern, RequestError> {
        let invalid = |field: &str, message: String| {
            RequestError::new(Code::InvalidValue, format!("{path}{field}"), message)
        };
        let of_stones = [
            ("anchor", self.anchor.is_some()),
            ("sequence", !self.sequence.is_empty()),
            ("board_size", self.board_size.is_some()),
        ];
        if let Some((field, _)) = of_stones.into_iter().find(|(_, is_given)| *is_given) {
            return Err(invalid(field, "is for games of stones".to_owned()));
        }
        let mut pattern = match &self.fen {
            Some(_) if !self.rows.is_empty() => {
                return Err(invalid("fen", "use either rows or fen".to_owned()));
            }
            Some(fen) => {
                let board =
                    fen.parse().map_err(|error: FenError| invalid("fen", error.to_string()))?;
                PiecePattern::of_position(&board)
            }
            None if self.rows.is_empty() && self.material.is_empty() => {
                return Err(invalid(
                    "rows",
                    "is missing: expected rows, fen or material".to_owned(),
                ));
            }
            None => {
                PiecePattern::new(&self.rows).map_err(|error| invalid("rows", error.to_string()))?
            }
        };
        for (letter, count) in &self.material {
            let mut letters = letter.chars();
            let piece = letters.next().filter(|_| letters.next().is_none());
            let piece = piece.and_then(Piece::from_letter).ok_or_else(|| {
                invalid("material", format!("unknown piece `{letter}`: expected a letter of FEN"))
            })?;
            let count = match *count {
                PieceCountJson::Number(count) => count..=count,
                PieceCountJson::Range([least, most]) if least <= most => least..=most,
                PieceCountJson::Range([least, most]) => {
                    let message =
                        format!("{letter}: expected least and most, found {least} and {most}");
                    return Err(invalid("material", message));
                }
            };
            pattern = pattern.with_count(piece, count);
        }
        if self.exact {
            pattern = pattern.with_no_others();
        }
        let next = match self.next.as_deref() {
            None => None,
            Some(text) => Some(Game::Xiangqi.parse_color(text).map_err(|error| {
                RequestError::new(Code::InvalidColor, format!("{path}next"), error)
            })?),
        };
        let next = next.map(Color::side);
        Ok(pattern.with_options(self.swap.unwrap_or(true), next, self.until_move))
    }

    fn selection(&self, path: &str) -> Result<GameSelection, RequestError> {
        let invalid = |field: &str, message: String| {
            RequestError::new(Code::InvalidValue, format!("{path}{field}"), message)
        };
        let filter = GamesFilterParameters {
            since: self.since,
            until: self.until,
            source: self.source.clone(),
            strength: self.strength.clone(),
        };
        let filter = filter
            .parse()
            .map_err(|error| RequestError { field: format!("{path}{}", error.field), ..error })?;
        let name = |field: &str, text: &Option<String>| match text {
            Some(text) if text.trim().is_empty() || text.chars().count() > MAX_NAME_LENGTH => {
                let message = format!("invalid name: expected 1 to {MAX_NAME_LENGTH} characters");
                Err(invalid(field, message))
            }
            text => Ok(text.as_deref().map(NamePattern::new)),
        };
        let outcome = match self.result.as_deref() {
            None => None,
            Some("draw") => Some(GameOutcome::Draw),
            Some(text) => Some(text.parse::<Color>().map(GameOutcome::from).map_err(|_| {
                invalid("result", format!("unknown result `{text}`: expected B, W or draw"))
            })?),
        };
        Ok(GameSelection {
            filter,
            player: name("player", &self.player)?,
            black: name("black", &self.black)?,
            white: name("white", &self.white)?,
            outcome,
        })
    }
}

impl From<AnchorJson> for PatternPlace {
    fn from(anchor: AnchorJson) -> PatternPlace {
        match anchor {
            AnchorJson::Word(AnchorName(word)) => PatternPlace::Word(word),
            AnchorJson::Points(AnchorPoints { left, right, top, bottom }) => {
                PatternPlace::Anchor(PatternAnchor { left, right, top, bottom })
            }
        }
    }
}
