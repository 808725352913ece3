//! Board fields of a request: size, stones and moves.

pub mod forbidden;
pub mod influence;
pub mod ladder;
pub mod notation;
pub mod score;
pub mod side_model;

use std::fmt;

use clap::builder::{PossibleValue, PossibleValuesParser};
use serde::{Deserialize, Deserializer};

use super::coords::Coords;
use super::error::RequestError;
use crate::game::{BoardSize, Color, Move, Point, Variant};
use crate::ledger::BoardRecord;

/// Maximum number of moves of a game.
const MOST_MOVES: usize = 2000;
/// Maximum number of moves of a line to try.
const MOST_LINE: usize = 200;

/// Fields of a request that describe a board.
pub(super) struct BoardFields<'a> {
    /// Game of the board, and the size of its book's boards.
    pub(super) variant: Variant,
    /// Lines per side; default 19 in Go, else that of the book.
    pub(super) size: Option<u8>,
    /// Notation of points.
    pub(super) coords: Coords,
    /// Handicap and setup stones, each `[colour, point]`.
    pub(super) initial: &'a [[String; 2]],
    /// Moves, each `[colour, point]`.
    pub(super) moves: &'a [[String; 2]],
}

impl BoardFields<'_> {
    /// Parses all fields. Does not check whether the moves are legal.
    ///
    /// # Errors
    /// The first invalid field.
    pub(super) fn parse(&self) -> Result<BoardRecord, RequestError> {
        let size = self.size()?;
        check_moves("moves", self.moves.len())?;
        at_most("initial_stones", self.initial.len(), size.area() as usize)?;
        let moves = self.moves.iter().enumerate();
        let initial = self.initial.iter().enumerate();
        Ok(BoardRecord {
            variant: self.variant,
            size,
            moves: moves
                .map(|(index, pair)| self.one_move(size, "moves", index, pair))
                .collect::<Result<_, _>>()?,
            initial: initial
                .map(|(index, pair)| self.stone(size, index, pair))
                .collect::<Result<_, _>>()?,
        })
    }

    /// Parses only the moves, which come from the request field `field`: a line to try on a board.
    ///
    /// # Errors
    /// See [`BoardFields::parse`].
    pub(super) fn parse_line(&self, field: &str) -> Result<Vec<(Color, Move)>, RequestError> {
        let size = self.size()?;
        at_most(field, self.moves.len(), MOST_LINE)?;
        let moves = self.moves.iter().enumerate();
        moves.map(|(index, pair)| self.one_move(size, field, index, pair)).collect()
    }

    /// The notation of points as players of the game write them.
    const fn coords(&self) -> Coords {
        self.coords.for_game(self.variant.game())
    }

    fn size(&self) -> Result<BoardSize, RequestError> {
        let size = self.variant.size();
        let error = |message: &dyn fmt::Display| {
            RequestError::new("invalid_value", "board_size", message.to_string())
        };
        match self.size {
            None => Ok(size),
            Some(lines) if self.variant == Variant::GO => {
                BoardSize::new(lines).map_err(|wrong| error(&wrong))
            }
            Some(lines) if lines == size.get() => Ok(size),
            Some(lines) => {
                let game = self.variant.game();
                Err(error(&format_args!(
                    "invalid board size {lines}: the book is about {game} on boards of {size}"
                )))
            }
        }
    }

    fn one_move(
        &self,
        size: BoardSize,
        list: &str,
        index: usize,
        [color, text]: &[String; 2],
    ) -> Result<(Color, Move), RequestError> {
        let field = || format!("{list}[{index}]");
        let played = self.coords().parse_move(text, size);
        let played = played.map_err(|error| RequestError::new("invalid_point", field(), error))?;
        Ok((parse_color(field, color)?, played))
    }

    fn stone(
        &self,
        size: BoardSize,
        index: usize,
        [color, text]: &[String; 2],
    ) -> Result<(Color, Point), RequestError> {
        let field = || format!("initial_stones[{index}]");
        let color = parse_color(field, color)?;
        let point = self.coords().parse_point(text, size);
        let point = point.map_err(|error| RequestError::new("invalid_point", field(), error))?;
        Ok((color, point))
    }
}

/// Parses a list of points, at most as many as the board has.
pub(super) fn parse_points(
    list: &str,
    texts: &[String],
    coords: Coords,
    size: BoardSize,
) -> Result<Vec<Point>, RequestError> {
    at_most(list, texts.len(), usize::from(size.get()).pow(2))?;
    let points = texts.iter().enumerate().map(|(index, text)| {
        let point = coords.parse_point(text, size);
        let field = format!("{list}[{index}]");
        point.map_err(|error| RequestError::new("invalid_point", field, error))
    });
    points.collect()
}

/// Rejects games that are too long.
pub(super) fn check_moves(field: &str, found: usize) -> Result<(), RequestError> {
    at_most(field, found, MOST_MOVES)
}

/// Deserializes a list of pairs of strings. A list of another length is a data error, not a JSON
/// syntax error.
pub(super) fn pairs<'de, D: Deserializer<'de>>(reader: D) -> Result<Vec<[String; 2]>, D::Error> {
    let pairs = Vec::<Pair>::deserialize(reader)?;
    Ok(pairs.into_iter().map(|pair| pair.0).collect())
}

/// Does the same for a list that may be null.
pub(super) fn optional_pairs<'de, D: Deserializer<'de>>(
    reader: D,
) -> Result<Option<Vec<[String; 2]>>, D::Error> {
    let pairs = Option::<Vec<Pair>>::deserialize(reader)?;
    Ok(pairs.map(|pairs| pairs.into_iter().map(|pair| pair.0).collect()))
}

struct Pair([String; 2]);

impl<'de> Deserialize<'de> for Pair {
    fn deserialize<D: Deserializer<'de>>(reader: D) -> Result<Pair, D::Error> {
        let texts = Vec::<String>::deserialize(reader)?;
        let wrong = |texts: Vec<String>| {
            let message = format!("expected a colour and a point, found {} strings", texts.len());
            serde::de::Error::custom(message)
        };
        texts.try_into().map(Pair).map_err(wrong)
    }
}

/// Returns a parser of the names of colours in flags.
pub(super) fn color_names() -> PossibleValuesParser {
    PossibleValuesParser::new([
        PossibleValue::new("B").alias("black").help("Black"),
        PossibleValue::new("W").alias("white").help("White"),
    ])
}

/// Parses a colour.
pub(super) fn parse_color(field: impl Fn() -> String, text: &str) -> Result<Color, RequestError> {
    text.parse().map_err(|_| {
        let message = format!("invalid colour \"{text}\": expected \"B\" or \"W\"");
        RequestError::new("invalid_color", field(), message)
    })
}

fn at_most(field: &str, found: usize, most: usize) -> Result<(), RequestError> {
    if found <= most {
        return Ok(());
    }
    Err(RequestError::new(
        "too_many",
        field,
        format!("too many items: {found}, at most {most} are allowed"),
    ))
}
