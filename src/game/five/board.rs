//! A game of five in a row at one moment.

use super::class::{Five, LineClass, class_of};
use super::forbidden::{Foul, foul};
use super::lines::{Direction, Lines, MOST_LINES};
use crate::game::go::PointSet;
use crate::game::stones::Stones;
use crate::game::{BoardSize, Color, IllegalMove, Move, Point};

/// The three ways to play five in a row that the service knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FiveRules {
    /// Five or more win for both colours.
    Freestyle,
    /// Exactly five win for both colours; longer rows count for nothing.
    Standard,
    /// Black needs exactly five and may not play a double three, a double four or an overline;
    /// White wins with five or more. A player may pass from the sixth stone on.
    Renju,
}

impl FiveRules {
    const fn five(self, color: Color) -> Five {
        match (self, color) {
            (FiveRules::Standard, _) | (FiveRules::Renju, Color::Black) => Five::Exactly,
            (FiveRules::Freestyle, _) | (FiveRules::Renju, Color::White) => Five::OrMore,
        }
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FiveEnd {
    /// Five in a row of this colour.
    Five(Color),
    /// The board is full, both players passed, or the limit of moves is reached.
    Draw,
}

/// What takes a move back: see [`FiveBoard::undo`].
#[derive(Clone, Copy, Debug)]
#[must_use]
pub struct FiveUndo {
    color: Color,
    played: Move,
    passes: u8,
}

/// The board of a game of five in a row.
///
/// ```
/// use joseki::game::five::{FiveBoard, FiveRules, Foul};
/// use joseki::game::{BoardSize, Color, Point};
///
/// let size = BoardSize::new(15)?;
/// let mut board = FiveBoard::new(FiveRules::Renju, size);
/// for text in ["h9", "h10", "g8", "f8"] {
///     board.place(Color::Black, Point::from_letter_number(text, size)?);
/// }
/// let point = Point::from_letter_number("h8", size)?;
/// assert_eq!(board.foul(point), Some(Foul::DoubleThree));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FiveBoard {
    rules: FiveRules,
    stones: Stones,
    /// Stones and passes.
    moves: u16,
    /// The number of moves after which the game is a draw.
    limit: Option<u16>,
    /// Passes since the last stone.
    passes: u8,
    end: Option<FiveEnd>,
}

impl FiveBoard {
    /// Creates an empty board.
    ///
    /// # Panics
    /// When the board has more than 20 lines.
    #[must_use]
    pub const fn new(rules: FiveRules, size: BoardSize) -> FiveBoard {
        assert!(size.width() <= MOST_LINES && size.get() <= MOST_LINES, "at most 20 lines");
        let stones = Stones::new(size);
        FiveBoard { rules, stones, moves: 0, limit: None, passes: 0, end: None }
    }

    /// Makes the game a draw after this number of moves.
    #[must_use]
    pub const fn with_move_limit(self, limit: u16) -> FiveBoard {
        FiveBoard { limit: Some(limit), ..self }
    }

    /// The rules.
    #[must_use]
    pub const fn rules(&self) -> FiveRules {
        self.rules
    }

    /// The size of the board.
    #[must_use]
    pub const fn size(&self) -> BoardSize {
        self.stones.size()
    }

    /// The colour of the stone on a point.
    #[must_use]
    pub fn at(&self, point: Point) -> Option<Color> {
        self.stones.at(point)
    }

    /// How the game ended, if it did.
    #[must_use]
    pub const fn end(&self) -> Option<FiveEnd> {
        self.end
    }

    /// Sets up a stone on an empty point of the board. A five that is set up ends no game.
    pub fn place(&mut self, color: Color, point: Point) {
        if self.stones.is_legal(point).is_ok() {
            self.stones.place(color, point);
            self.moves += 1;
        }
    }

    /// Checks whether a colour may play on a point.
    ///
    /// # Errors
    /// The game is over, the point is occupied or off the board, or the move is forbidden.
    pub fn is_legal(&self, color: Color, point: Point) -> Result<(), IllegalMove> {
        self.may_continue()?;
        self.stones.is_legal(point)?;
        match self.foul(point).filter(|_| color == Color::Black) {
            Some(foul) => Err(IllegalMove::Forbidden(foul)),
            None => Ok(()),
        }
    }

    /// Plays a move. A foul is played like any other move, because it stands in records until White
    /// claims it: [`FiveBoard::foul`] says beforehand whether it is one.
    ///
    /// # Errors
    /// The game is over, the point is occupied or off the board, or the player may not pass.
    pub fn play(&mut self, color: Color, played: Move) -> Result<FiveUndo, IllegalMove> {
        self.may_continue()?;
        let undo = FiveUndo { color, played, passes: self.passes };
        match played {
            Move::Pass if self.may_pass() => {
                self.moves += 1;
                self.passes += 1;
            }
            Move::Pass => return Err(IllegalMove::Pass),
            Move::Play(point) => {
                self.stones.is_legal(point)?;
                self.place(color, point);
                self.passes = 0;
                if self.wins(color, point) {
                    self.end = Some(FiveEnd::Five(color));
                }
            }
        }
        let is_full = self.stones.all().len() == self.size().area();
        let is_late = self.limit.is_some_and(|limit| self.moves >= limit);
        let is_draw = is_full || is_late || self.passes == 2;
        self.end = self.end.or(is_draw.then_some(FiveEnd::Draw));
        Ok(undo)
    }

    /// Takes back the last move, which returned this.
    pub fn undo(&mut self, undo: FiveUndo) {
        if let Move::Play(point) = undo.played {
            self.stones.remove(undo.color, point);
        }
        self.moves -= 1;
        self.passes = undo.passes;
        self.end = None;
    }

    /// Why a move of Black on an empty point is forbidden; `None` if it is not, and under other
    /// rules than renju's.
    #[must_use]
    pub fn foul(&self, point: Point) -> Option<Foul> {
        if self.rules != FiveRules::Renju || self.stones.is_legal(point).is_err() {
            return None;
        }
        foul(&mut self.lines(), point)
    }

    /// All points that are forbidden to Black, in reading order.
    #[must_use]
    pub fn forbidden_points(&self) -> Vec<(Point, Foul)> {
        if self.rules != FiveRules::Renju {
            return Vec::new();
        }
        let mut lines = self.lines();
        let empty = PointSet::all(self.size()).difference(self.stones.all());
        let points = empty.iter();
        points.filter_map(|point| foul(&mut lines, point).map(|foul| (point, foul))).collect()
    }

    /// The classes of a colour's stones on each line with room for five, without
    /// [`LineClass::None`].
    pub fn line_classes(&self, color: Color) -> impl Iterator<Item = LineClass> {
        let five = self.rules.five(color);
        let lines = self.lines().all(color).into_iter();
        let classes = lines.map(move |(own, empty)| class_of(five, own, empty));
        classes.filter(|class| *class != LineClass::None)
    }

    /// Whether a stone that stands on a point is part of a winning row.
    fn wins(&self, color: Color, point: Point) -> bool {
        let (five, lines) = (self.rules.five(color), self.lines());
        let row = |direction| lines.window(color, direction, point).own;
        Direction::ALL.into_iter().any(|direction| five.is_in(row(direction)))
    }

    fn lines(&self) -> Lines {
        let mut lines = Lines::new(self.size());
        for color in Color::ALL {
            self.stones.of_color(color).iter().for_each(|point| lines.toggle(color, point));
        }
        lines
    }

    fn may_continue(&self) -> Result<(), IllegalMove> {
        if self.end.is_some() { Err(IllegalMove::GameOver) } else { Ok(()) }
    }

    /// Renju allows a pass instead of the sixth stone and later.
    const fn may_pass(&self) -> bool {
        matches!(self.rules, FiveRules::Renju) && self.moves >= 5
    }
}
