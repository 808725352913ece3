//! Coordinate systems of requests and responses.

use clap::ValueEnum;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use joseki_game::go::PointSet;
use joseki_game::xiangqi::{Script, XiangqiBoard};
use joseki_game::{BoardSize, Color, Game, Move, ParsePointError, Point};

/// Notation of points.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema, ValueEnum,
)]
#[serde(rename_all = "snake_case")]
#[value(rename_all = "snake_case")]
pub enum Coords {
    /// As in GTP and on printed boards: Q16. In renju and gomoku as their players write points.
    #[default]
    Gtp,
    /// As in renju and gomoku: h8, with the column i.
    LetterNumber,
    /// As in SGF: pd.
    Sgf,
    /// In xiangqi, the default: h2e2.
    Uci,
    /// In xiangqi, as in PGN: H2-E2.
    Iccs,
    /// In xiangqi, as its world federation writes moves: C2=5.
    Wxf,
    /// In xiangqi, in Chinese with simplified characters: 炮二平五.
    Chinese,
    /// In xiangqi, in Chinese with traditional characters.
    ChineseTraditional,
}

impl Coords {
    /// Returns the notation for a game: players of renju and gomoku count the column I, and moves of
    /// xiangqi have notations of their own.
    #[must_use]
    pub const fn for_game(self, game: Game) -> Coords {
        match (self, game) {
            (own, Game::Xiangqi) if own.is_of_xiangqi() => own,
            (_, Game::Xiangqi) => Coords::Uci,
            (own, _) if own.is_of_xiangqi() => Coords::Gtp.for_game(game),
            (Coords::Gtp, _) if game.five_rules().is_some() => Coords::LetterNumber,
            (own, _) => own,
        }
    }

    /// Whether the notation is of moves of xiangqi.
    #[must_use]
    pub const fn is_of_xiangqi(self) -> bool {
        use Coords::{Chinese, ChineseTraditional, Iccs, Uci, Wxf};
        matches!(self, Uci | Iccs | Wxf | Chinese | ChineseTraditional)
    }

    /// Returns the letter of a colour: `B` or `W`, in xiangqi `R` or `B`.
    #[must_use]
    pub const fn letter(self, color: Color) -> &'static str {
        let game = if self.is_of_xiangqi() { Game::Xiangqi } else { Game::Go };
        game.color_letter(color)
    }

    /// Returns the text of a point.
    #[must_use]
    pub fn point(self, point: Point, size: BoardSize) -> String {
        match self {
            Coords::Gtp => point.to_gtp(size),
            Coords::LetterNumber => point.to_letter_number(size),
            Coords::Sgf => point.to_sgf(),
            // Only moves have texts in these.
            _ => point.to_gtp(size),
        }
    }

    /// Returns the text of a move; a pass is `pass`.
    #[must_use]
    pub fn move_text(self, played: Move, size: BoardSize) -> String {
        match played {
            Move::Play(point) => self.point(point, size),
            Move::Shift(shift) if self == Coords::Iccs => shift.iccs(),
            Move::Shift(shift) => shift.to_string(),
            Move::Pass => "pass".to_owned(),
        }
    }

    /// Returns the text of a move on a board of xiangqi, which WXF and Chinese need; without one, by
    /// its squares.
    #[must_use]
    pub fn move_on(self, board: Option<&XiangqiBoard>, played: Move, size: BoardSize) -> String {
        match (self, played, board) {
            (Coords::Wxf, Move::Shift(shift), Some(board)) => board.wxf(shift),
            (Coords::Chinese, Move::Shift(shift), Some(board)) => {
                board.chinese(shift, Script::Simplified)
            }
            (Coords::ChineseTraditional, Move::Shift(shift), Some(board)) => {
                board.chinese(shift, Script::Traditional)
            }
            _ => self.move_text(played, size),
        }
    }

    /// Returns the colours and texts of the moves of a game from the usual position.
    #[must_use]
    pub fn game_moves(self, moves: &[(Color, Move)], size: BoardSize) -> Vec<[String; 2]> {
        let mut board = self.is_of_xiangqi().then(XiangqiBoard::new);
        let written = moves.iter().map(|(color, played)| {
            let text = self.move_on(board.as_ref(), *played, size);
            if let (Some(board), Move::Shift(shift)) = (&mut board, played) {
                // An illegal move ends what can be written.
                let _ = board.play(*shift);
            }
            [self.letter(*color).to_owned(), text]
        });
        written.collect()
    }

    /// Parses a point.
    ///
    /// # Errors
    /// The text is not a point, or is off the board.
    pub fn parse_point(self, text: &str, size: BoardSize) -> Result<Point, ParsePointError> {
        match self {
            Coords::Gtp => Point::from_gtp(text, size),
            Coords::LetterNumber => Point::from_letter_number(text, size),
            Coords::Sgf => Point::from_sgf(text, size),
            _ => Point::from_gtp(text, size),
        }
    }

    /// Parses a move; a pass is `pass`, in SGF also the empty text. Of xiangqi, its squares.
    ///
    /// # Errors
    /// See [`Coords::parse_point`].
    pub fn parse_move(self, text: &str, size: BoardSize) -> Result<Move, ParsePointError> {
        match self {
            _ if self.is_of_xiangqi() || size == BoardSize::XIANGQI => {
                Move::from_gtp(&text.trim().to_ascii_lowercase().replacen('-', "", 1), size)
            }
            _ if text.eq_ignore_ascii_case("pass") => Ok(Move::Pass),
            Coords::LetterNumber if text == "--" => Ok(Move::Pass),
            Coords::LetterNumber => Point::from_letter_number(text, size).map(Move::Play),
            Coords::Sgf => Move::from_sgf(text, size),
            _ => Move::from_gtp(text, size),
        }
    }
}

impl Coords {
    /// Parses a move after those of a game: of xiangqi, in any notation.
    ///
    /// # Errors
    /// See [`Coords::parse_move`].
    pub fn parse_after(
        self,
        moves: &[(Color, Move)],
        text: &str,
        size: BoardSize,
    ) -> Result<Move, ParsePointError> {
        let by_squares = self.parse_move(text, size);
        if by_squares.is_ok() || size != BoardSize::XIANGQI {
            return by_squares;
        }
        let mut board = XiangqiBoard::new();
        for (_, played) in moves {
            if let Move::Shift(shift) = played {
                // An illegal move is refused by who plays it.
                let _ = board.play(*shift);
            }
        }
        board.read_move(text).map(Move::Shift).or(by_squares)
    }
}

/// Writes the points of a board in the client's notation.
#[derive(Clone, Copy, Debug)]
pub struct PointWriter {
    /// Notation of points.
    pub coords: Coords,
    /// Size of the board.
    pub size: BoardSize,
}

impl Default for PointWriter {
    fn default() -> PointWriter {
        PointWriter { coords: Coords::Gtp, size: BoardSize::NINETEEN }
    }
}

impl PointWriter {
    /// Returns the text of a point.
    #[must_use]
    pub fn point(self, point: Point) -> String {
        self.coords.point(point, self.size)
    }

    /// Returns the points of a set in reading order.
    pub(super) fn points(self, points: PointSet) -> Vec<String> {
        points.iter().map(|point| self.point(point)).collect()
    }
}
/// Returns a move as colour and point.
pub fn move_pair((color, at): &(Color, Point), point: &dyn Fn(Point) -> String) -> [String; 2] {
    [color.letter().to_string(), point(*at)]
}
