//! A game of five in a row at one moment.

use super::class::{Five, LineClass};
use super::forbidden::foul;
use super::lines::{Direction, MAX_LINES};
use super::patterns::Patterns;
use super::shape::Shape;
use crate::go::PointSet;
use crate::illegal::Foul;
use crate::variant::FiveRules;
use crate::{BoardSize, Color, IllegalMove, Move, Point};

impl FiveRules {
    pub(super) const fn five(self, color: Color) -> Five {
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

/// The board of a game of five in a row, with what every stone would make: moves, and what is
/// forbidden, cost what they change.
///
/// ```
/// use joseki_game::five::{FiveBoard, FiveRules, Foul};
/// use joseki_game::{BoardSize, Color, Point};
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
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FiveBoard {
    rules: FiveRules,
    patterns: Box<Patterns>,
    /// Stones on the board.
    stones: u32,
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
    pub fn new(rules: FiveRules, size: BoardSize) -> FiveBoard {
        assert!(size.width() <= MAX_LINES && size.get() <= MAX_LINES, "at most 20 lines");
        let patterns = Box::new(Patterns::new(rules, size));
        FiveBoard { rules, patterns, stones: 0, moves: 0, limit: None, passes: 0, end: None }
    }

    /// Makes the game a draw after this number of moves.
    #[must_use]
    pub fn with_move_limit(self, limit: u16) -> FiveBoard {
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
        self.patterns.stones().size()
    }

    /// The colour of the stone on a point.
    #[must_use]
    pub fn at(&self, point: Point) -> Option<Color> {
        self.patterns.stones().at(point)
    }

    /// The points with a stone.
    #[must_use]
    pub fn stones(&self) -> PointSet {
        self.patterns.stones().points()
    }

    /// Whether every point has a stone.
    #[must_use]
    pub const fn is_full(&self) -> bool {
        self.stones == self.size().area()
    }

    /// How the game ended, if it did.
    #[must_use]
    pub const fn end(&self) -> Option<FiveEnd> {
        self.end
    }

    /// Sets up a stone on an empty point of the board. A five that is set up ends no game.
    pub fn place(&mut self, color: Color, point: Point) {
        if self.patterns.stones().is_legal(point).is_ok() {
            self.patterns.place(color, point);
            self.stones += 1;
            self.moves += 1;
        }
    }

    /// Takes back a stone that was set up.
    pub fn remove(&mut self, color: Color, point: Point) {
        if self.at(point) == Some(color) {
            self.patterns.remove(color, point);
            self.stones -= 1;
            self.moves -= 1;
        }
    }

    /// Checks whether a colour may play on a point.
    ///
    /// # Errors
    /// The game is over, the point is occupied or off the board, or the move is forbidden.
    pub fn is_legal(&self, color: Color, point: Point) -> Result<(), IllegalMove> {
        self.may_continue()?;
        self.patterns.stones().is_legal(point)?;
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
            Move::Pass => {
                self.may_pass()?;
                self.moves += 1;
                self.passes += 1;
            }
            Move::Shift(_) => return Err(IllegalMove::OtherGame),
            Move::Play(point) => {
                self.patterns.stones().is_legal(point)?;
                if self.patterns.shapes(color, point).iter().any(|shape| shape.is_five()) {
                    self.end = Some(FiveEnd::Five(color));
                }
                self.place(color, point);
                self.passes = 0;
            }
        }
        let is_full = self.is_full();
        let is_late = self.limit.is_some_and(|limit| self.moves >= limit);
        let is_draw = is_full || is_late || self.passes == 2;
        self.end = self.end.or(is_draw.then_some(FiveEnd::Draw));
        Ok(undo)
    }

    /// Takes back the last move, which returned this.
    pub fn undo(&mut self, undo: FiveUndo) {
        match undo.played {
            Move::Play(point) => self.remove(undo.color, point),
            Move::Pass | Move::Shift(_) => self.moves -= 1,
        }
        self.passes = undo.passes;
        self.end = None;
    }

    /// Why a move of Black on an empty point is forbidden; `None` if it is not, and under other
    /// rules than renju's.
    #[must_use]
    pub fn foul(&self, point: Point) -> Option<Foul> {
        if self.may_be_foul(point) { foul(&self.patterns, point) } else { None }
    }

    /// Whether a move of Black on an empty point is forbidden if all its threes count.
    #[must_use]
    pub fn may_be_foul(&self, point: Point) -> bool {
        self.patterns.suspects().contains(point)
    }

    /// All points that are forbidden to Black, in reading order.
    #[must_use]
    pub fn forbidden_points(&self) -> Vec<(Point, Foul)> {
        let fouls = |point| Some((point, foul(&self.patterns, point)?));
        self.patterns.suspects().iter().filter_map(fouls).collect()
    }

    /// The number of lines of each class for a colour, without [`LineClass::None`], weakest first.
    pub fn line_classes(&self, color: Color) -> impl Iterator<Item = (LineClass, u16)> {
        let counts = LineClass::ALL.into_iter().zip(self.patterns.classes(color));
        counts.map(|(class, count)| (class, *count)).filter(|(_, count)| *count > 0)
    }

    /// The strongest class that a stone of a colour on a point makes along each of the four lines.
    #[must_use]
    pub fn classes_made(&self, color: Color, point: Point) -> [LineClass; 4] {
        self.patterns.shapes(color, point).map(Shape::class)
    }

    /// Empty points where a stone of a colour makes at least a class along a line, whether or not it
    /// is forbidden there; none for [`LineClass::None`].
    #[must_use]
    pub fn points_making(&self, color: Color, least: LineClass) -> PointSet {
        match least {
            LineClass::None => PointSet::EMPTY,
            _ => self.patterns.points_making(color, least),
        }
    }

    /// The points that block or complete the fours that a stone of a colour on an empty point makes.
    pub fn fives_through(&self, color: Color, point: Point) -> impl Iterator<Item = Point> {
        self.patterns.fives_through(color, point)
    }

    /// The points whose stones decide what a stone on a point makes: up to five along each line.
    #[must_use]
    pub fn seen_from(&self, point: Point) -> PointSet {
        self.seen(point, Direction::ALL.into_iter())
    }

    /// The number of lines of a class for a colour; 0 for [`LineClass::None`].
    #[must_use]
    pub const fn lines_of_class(&self, color: Color, class: LineClass) -> u16 {
        self.patterns.classes(color)[class as usize]
    }

    /// The points where a stone of the other colour keeps one of this colour on an empty point from
    /// making a class that it makes along its lines: the point itself, and those that block each of
    /// these lines.
    #[must_use]
    pub fn points_that_block(&self, color: Color, point: Point, class: LineClass) -> PointSet {
        let made = Direction::ALL.into_iter().zip(self.classes_made(color, point));
        let made = made.filter(|(_, made)| *made == class).map(|(direction, _)| {
            let near = self.seen(point, std::iter::once(direction)).difference(self.stones());
            let blocks =
                |other: &Point| self.patterns.class_with_other(color, point, *other) < class;
            near.iter().filter(|other| *other == point || blocks(other)).collect::<PointSet>()
        });
        made.reduce(|one, other| one.intersection(other)).unwrap_or_default()
    }

    fn seen(&self, point: Point, directions: impl Iterator<Item = Direction>) -> PointSet {
        let mut seen = PointSet::EMPTY;
        for direction in directions {
            let [left, right] = direction.place(point, self.size()).room.map(|room| room.min(5));
            for places in -left.cast_signed()..=right.cast_signed() {
                seen.insert(direction.along(point, places));
            }
        }
        seen
    }

    fn may_continue(&self) -> Result<(), IllegalMove> {
        if self.end.is_some() { Err(IllegalMove::GameOver) } else { Ok(()) }
    }

    /// Renju allows a pass instead of the sixth stone and later.
    pub(crate) const fn may_pass(&self) -> Result<(), IllegalMove> {
        match self.rules {
            FiveRules::Renju if self.moves >= 5 => Ok(()),
            _ => Err(IllegalMove::Pass),
        }
    }
}
