//! A board as a request writes it: its lines, its stones and its moves.

use serde::{Deserialize, Deserializer};

use super::coords::Coords;
use super::error::RequestError;
use crate::game::Color;
use crate::game::go::{BoardSize, Move, Point};
use crate::ledger::Record;

/// More moves than any game has.
const MOST_MOVES: usize = 2000;
/// More moves than anybody reads ahead.
const MOST_LINE: usize = 200;

/// The fields of a request that say a board.
pub(super) struct BoardAsked<'a> {
    /// Lines of the board; 19 unless said.
    pub(super) size: Option<u8>,
    /// How points are written.
    pub(super) coords: Coords,
    /// Handicap and setup stones, each colour and point.
    pub(super) initial: &'a [[String; 2]],
    /// The moves, each colour and point.
    pub(super) moves: &'a [[String; 2]],
}

impl BoardAsked<'_> {
    /// The board, every field understood. Whether the moves are legal is not looked at.
    ///
    /// # Errors
    /// The first field that makes no sense.
    pub(super) fn understood(&self) -> Result<Record, RequestError> {
        let size = self.size()?;
        check_moves("moves", self.moves.len())?;
        at_most(
            "initial_stones",
            self.initial.len(),
            usize::from(size.get()).pow(2),
        )?;
        let moves = self.moves.iter().enumerate();
        let initial = self.initial.iter().enumerate();
        Ok(Record {
            size,
            moves: moves
                .map(|(index, pair)| self.one_move(size, "moves", index, pair))
                .collect::<Result<_, _>>()?,
            initial: initial
                .map(|(index, pair)| self.stone(size, index, pair))
                .collect::<Result<_, _>>()?,
        })
    }

    /// The moves alone, which a request has in another field: a line to try out on a board.
    ///
    /// # Errors
    /// As [`BoardAsked::understood`].
    pub(super) fn line_understood(&self, field: &str) -> Result<Vec<(Color, Move)>, RequestError> {
        let size = self.size()?;
        at_most(field, self.moves.len(), MOST_LINE)?;
        let moves = self.moves.iter().enumerate();
        moves
            .map(|(index, pair)| self.one_move(size, field, index, pair))
            .collect()
    }

    fn size(&self) -> Result<BoardSize, RequestError> {
        let lines = self.size.unwrap_or(BoardSize::NINETEEN.get());
        BoardSize::new(lines)
            .map_err(|error| RequestError::new("invalid_value", "board_size", error))
    }

    fn one_move(
        &self,
        size: BoardSize,
        list: &str,
        index: usize,
        [color, text]: &[String; 2],
    ) -> Result<(Color, Move), RequestError> {
        let field = || format!("{list}[{index}]");
        let played = self.coords.parse_move(text, size);
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
        let point = self.coords.parse_point(text, size);
        let point = point.map_err(|error| RequestError::new("invalid_point", field(), error))?;
        Ok((color, point))
    }
}

/// Points of a list, no more than the board has.
pub(super) fn check_points(
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

/// Refuses games that are longer than any.
pub(super) fn check_moves(field: &str, found: usize) -> Result<(), RequestError> {
    at_most(field, found, MOST_MOVES)
}

/// Lists of two texts; one of another length is an error of its own and not of the JSON.
pub(super) fn pairs<'de, D: Deserializer<'de>>(reader: D) -> Result<Vec<[String; 2]>, D::Error> {
    let pairs = Vec::<Pair>::deserialize(reader)?;
    Ok(pairs.into_iter().map(|pair| pair.0).collect())
}

/// The same, or null.
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
            let message = format!("expected a colour and a point, found {} texts", texts.len());
            serde::de::Error::custom(message)
        };
        texts.try_into().map(Pair).map_err(wrong)
    }
}

/// The colour of a text.
pub(super) fn parse_color(field: impl Fn() -> String, text: &str) -> Result<Color, RequestError> {
    text.parse().map_err(|_| {
        let message = format!("\"{text}\" is no colour: write \"B\" or \"W\"");
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
        format!("{found} are more than {most}"),
    ))
}
