//! Board fields of a request: size, stones and moves.

mod five_stones;
pub mod forbidden;
pub mod influence;
pub mod ladder;
pub mod notation;
pub mod score;
pub mod solve;

use std::fmt;

use clap::builder::{PossibleValue, PossibleValuesParser};
use serde::{Deserialize, Deserializer};

use super::coords::Coords;
use super::error::RequestError;
use joseki_game::xiangqi::XiangqiBoard;
use joseki_game::{BoardSize, Color, Game, Move, Point, Variant};
use joseki_ledger::BoardRecord;
use joseki_service::Code;

/// Maximum number of moves of a game.
const MAX_MOVES: usize = 2000;
/// Maximum number of moves of a line to try.
const MAX_LINE: usize = 200;

/// Fields of a request that describe a board.
pub struct BoardFields<'a> {
    /// Game of the board, and the size of its book's boards.
    pub variant: Variant,
    /// Lines per side; default 19 in Go, else that of the book.
    pub size: Option<u8>,
    /// Notation of points.
    pub coords: Coords,
    /// Handicap and setup stones, each `[colour, point]`.
    pub initial: &'a [[String; 2]],
    /// Moves, each `[colour, point]`.
    pub moves: &'a [[String; 2]],
}

impl BoardFields<'_> {
    /// Parses all fields. Does not check whether the moves are legal.
    ///
    /// # Errors
    /// The first invalid field.
    pub fn parse(&self) -> Result<BoardRecord, RequestError> {
        let size = self.size()?;
        check_moves("moves", self.moves.len())?;
        at_most("initial_stones", self.initial.len(), size.area() as usize)?;
        let initial = self.initial.iter().enumerate();
        let mut reader = MoveReader::new(self.variant, self.coords()?, size);
        Ok(BoardRecord {
            variant: self.variant,
            size,
            moves: reader.read_all("moves", self.moves)?,
            initial: initial
                .map(|(index, pair)| self.stone(size, index, pair))
                .collect::<Result<_, _>>()?,
        })
    }

    /// Does the same for a game of xiangqi from a position.
    ///
    /// # Errors
    /// See [`BoardFields::parse`].
    pub(super) fn parse_from(&self, position: XiangqiBoard) -> Result<BoardRecord, RequestError> {
        let (variant, size) = (self.variant, self.size()?);
        check_moves("moves", self.moves.len())?;
        let mut reader = MoveReader::from_position(self.coords()?, position);
        let moves = reader.read_all("moves", self.moves)?;
        Ok(BoardRecord { variant, size, initial: Vec::new(), moves })
    }

    /// Parses only the moves, which come from the request field `field`: a line to try on a board.
    ///
    /// # Errors
    /// See [`BoardFields::parse`].
    pub(super) fn parse_line(&self, field: &str) -> Result<Vec<(Color, Move)>, RequestError> {
        let size = self.size()?;
        at_most(field, self.moves.len(), MAX_LINE)?;
        MoveReader::new(self.variant, self.coords()?, size).read_all(field, self.moves)
    }

    /// The notation of points as players of the game write them.
    fn coords(&self) -> Result<Coords, RequestError> {
        coords_of(self.coords, self.variant.game())
    }

    fn size(&self) -> Result<BoardSize, RequestError> {
        let size = self.variant.size();
        let error = |message: &dyn fmt::Display| {
            RequestError::new(Code::InvalidValue, "board_size", message.to_string())
        };
        match self.size {
            None => Ok(size),
            Some(lines) if self.variant.game().serves_all_sizes() => {
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

    fn stone(
        &self,
        size: BoardSize,
        index: usize,
        [color, text]: &[String; 2],
    ) -> Result<(Color, Point), RequestError> {
        let field = || format!("initial_stones[{index}]");
        if self.variant.game().moves_pieces() {
            let message = "xiangqi has no stones to set up: give the position as FEN";
            return Err(RequestError::new(Code::InvalidValue, field(), message));
        }
        let color = parse_color(self.variant.game(), field, color)?;
        let point = self.coords()?.parse_point(text, size);
        let point = point.map_err(|error| RequestError::new(Code::InvalidPoint, field(), error))?;
        Ok((color, point))
    }
}

/// Returns the notation for a game.
///
/// # Errors
/// A notation of xiangqi in another game.
pub(super) fn coords_of(coords: Coords, game: Game) -> Result<Coords, RequestError> {
    if coords.is_of_xiangqi() && !game.moves_pieces() {
        let message = format!("the notation is for moves of xiangqi, and the book is about {game}");
        return Err(RequestError::new(Code::InvalidValue, "coords", message));
    }
    Ok(coords.for_game(game))
}

/// Reads moves one after the other.
pub(super) struct MoveReader {
    game: Game,
    coords: Coords,
    size: BoardSize,
    /// The colour of a move that names none.
    next: Color,
    /// The board of xiangqi, whose moves may be written in every notation.
    board: Option<XiangqiBoard>,
    /// Whether illegal moves of xiangqi are errors.
    strict: bool,
    /// Whether an illegal move was read, after which the board is unknown.
    is_lost: bool,
}

impl MoveReader {
    /// Reads the moves of a game from its beginning.
    pub(super) fn new(variant: Variant, coords: Coords, size: BoardSize) -> MoveReader {
        let game = variant.game();
        let board = game.moves_pieces().then(XiangqiBoard::new);
        MoveReader { game, coords, size, next: Color::Black, board, strict: false, is_lost: false }
    }

    /// Reads the moves of a game of xiangqi from a position.
    pub(super) fn from_position(coords: Coords, board: XiangqiBoard) -> MoveReader {
        let reader = MoveReader::new(Variant::XIANGQI, coords, BoardSize::XIANGQI);
        MoveReader { next: Color::from_side(board.to_move()), board: Some(board), ..reader }
    }

    /// Refuses illegal moves of xiangqi.
    pub(super) fn strict(self) -> MoveReader {
        MoveReader { strict: true, ..self }
    }

    /// Reads moves that come from a field of a request.
    ///
    /// # Errors
    /// The first invalid colour or move. Of xiangqi, a move by its squares may be illegal; those after
    /// it are left out.
    pub(super) fn read_all(
        &mut self,
        list: &str,
        moves: &[[String; 2]],
    ) -> Result<Vec<(Color, Move)>, RequestError> {
        let mut read = Vec::with_capacity(moves.len());
        for (index, pair) in moves.iter().enumerate() {
            read.push(self.read(&format!("{list}[{index}]"), pair)?);
            if self.is_lost {
                break;
            }
        }
        Ok(read)
    }

    /// Reads one move that comes from a field of a request.
    ///
    /// # Errors
    /// See [`MoveReader::read_all`].
    pub(super) fn read(
        &mut self,
        field: &str,
        [color, text]: &[String; 2],
    ) -> Result<(Color, Move), RequestError> {
        let played = self.read_move(field, text)?;
        let color = if color.is_empty() {
            self.next
        } else {
            parse_color(self.game, || field.to_owned(), color)?
        };
        self.next = color.opposite();
        Ok((color, played))
    }

    fn read_move(&mut self, field: &str, text: &str) -> Result<Move, RequestError> {
        let by_squares = self.coords.parse_move(text, self.size);
        let Some(board) = &mut self.board else {
            return by_squares.map_err(|error| RequestError::new(Code::InvalidPoint, field, error));
        };
        match board.read_move(text) {
            Ok(shift) => {
                let _ = board.make(shift);
                Ok(Move::Shift(shift))
            }
            Err(error) if self.strict => Err(RequestError::new(Code::InvalidPoint, field, error)),
            // Who plays it says why it is illegal.
            Err(error) => {
                self.is_lost = true;
                by_squares.map_err(|_| RequestError::new(Code::InvalidPoint, field, error))
            }
        }
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
        point.map_err(|error| RequestError::new(Code::InvalidPoint, field, error))
    });
    points.collect()
}

/// Rejects games that are too long.
pub(super) fn check_moves(field: &str, found: usize) -> Result<(), RequestError> {
    at_most(field, found, MAX_MOVES)
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
        PossibleValue::new("R").alias("red").help("Red, in xiangqi"),
        PossibleValue::new("B").alias("black").help("Black"),
        PossibleValue::new("W").alias("white").help("White"),
    ])
}

/// Parses a colour.
pub(super) fn parse_color(
    game: Game,
    field: impl Fn() -> String,
    text: &str,
) -> Result<Color, RequestError> {
    game.parse_color(text).map_err(|_| {
        let [one, other] = Color::ALL.map(|color| game.color_letter(color));
        let message = format!("invalid colour \"{text}\": expected \"{one}\" or \"{other}\"");
        RequestError::new(Code::InvalidColor, field(), message)
    })
}

fn at_most(field: &str, found: usize, most: usize) -> Result<(), RequestError> {
    if found <= most {
        return Ok(());
    }
    Err(RequestError::new(
        Code::TooMany,
        field,
        format!("too many items: {found}, at most {most} are allowed"),
    ))
}
