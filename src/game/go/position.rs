//! The board at one moment, and the effect of a move on it.

use super::{BoardSize, IllegalMove, Point, PointSet, flood, zobrist};
use crate::Color;

/// Stones, ko, prisoners and hash at one moment. About 220 bytes, `Copy`.
///
/// Either colour may move at any time. Two positions are equal when all of these are.
///
/// ```
/// use joseki_game::{Color, IllegalMove, Point};
/// use joseki_game::go::diagram;
///
/// let mut board = diagram::parse(". X O .\nX O . O\n. X O .\n. . . .")?;
/// board.play(Color::Black, Point::new(2, 1))?;
/// assert_eq!(board.prisoners(Color::Black), 1);
/// let retake = board.play(Color::White, Point::new(1, 1));
/// assert_eq!(retake, Err(IllegalMove::Ko));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    black: PointSet,
    white: PointSet,
    hash: u64,
    /// Stones captured by Black, by White.
    prisoners: [u32; 2],
    ko: Option<(Color, Point)>,
    size: BoardSize,
}

impl Position {
    /// Creates an empty board.
    #[must_use]
    pub const fn new(size: BoardSize) -> Self {
        Self {
            black: PointSet::EMPTY,
            white: PointSet::EMPTY,
            hash: 0,
            prisoners: [0; 2],
            ko: None,
            size,
        }
    }

    /// The size of the board.
    #[must_use]
    pub const fn size(&self) -> BoardSize {
        self.size
    }

    /// The colour of the stone on a point; `None` when the point is empty or off the board.
    #[must_use]
    pub fn at(&self, point: Point) -> Option<Color> {
        Color::ALL.into_iter().find(|&color| self.side(color).contains(point))
    }

    /// All stones of a colour.
    #[must_use]
    pub fn stones(&self, color: Color) -> PointSet {
        *self.side(color)
    }

    /// All points without a stone.
    #[must_use]
    pub fn empty(&self) -> PointSet {
        PointSet::all(self.size).difference(self.black.union(self.white))
    }

    /// The chain of the stone on a point; empty when there is no stone.
    #[must_use]
    pub fn chain(&self, point: Point) -> PointSet {
        self.at(point).map(|color| flood::chain(point, self.side(color))).unwrap_or_default()
    }

    /// The liberties of the chain of the stone on a point; empty when there is no stone.
    #[must_use]
    pub fn liberties(&self, point: Point) -> PointSet {
        self.chain(point).neighbours(self.size).intersection(self.empty())
    }

    /// The colour that may not retake the ko now, and the ko point.
    #[must_use]
    pub const fn ko(&self) -> Option<(Color, Point)> {
        self.ko
    }

    /// The number of stones this colour has captured. Stones lost by suicide count for the
    /// opponent.
    #[must_use]
    pub const fn prisoners(&self, color: Color) -> u32 {
        self.prisoners[color as usize]
    }

    /// The exclusive or of [`zobrist`] over the stones; ko, prisoners and size do not count.
    #[must_use]
    pub const fn hash(&self) -> u64 {
        self.hash
    }

    /// Checks whether a colour may play on a point.
    ///
    /// # Errors
    ///
    /// The reason, as [`Position::play`] would return it.
    pub fn is_legal(&self, color: Color, point: Point) -> Result<(), IllegalMove> {
        self.effect(color, point, false).map(|_| ())
    }

    /// Plays a stone and returns the stones it captures: every enemy chain left without a liberty
    /// is removed, all at once.
    ///
    /// # Errors
    ///
    /// When the point is off the board or occupied, or the move is suicide or retakes a ko. The
    /// position is then unchanged.
    pub fn play(&mut self, color: Color, point: Point) -> Result<PointSet, IllegalMove> {
        let effect = self.effect(color, point, false)?;
        Ok(self.apply(color, point, effect))
    }

    /// Like [`Position::play`] under rules that allow suicide: a move that captures nothing and
    /// leaves its own chain without a liberty removes that chain and returns it.
    ///
    /// # Errors
    ///
    /// As [`Position::play`], but never for suicide.
    pub fn play_allowing_suicide(
        &mut self,
        color: Color,
        point: Point,
    ) -> Result<PointSet, IllegalMove> {
        let effect = self.effect(color, point, true)?;
        Ok(self.apply(color, point, effect))
    }

    /// Passes: a ko may be retaken afterwards.
    pub const fn pass(&mut self) {
        self.ko = None;
    }

    /// Sets up a stone and returns the one that it replaces. Captures nothing and clears the ko. A
    /// point off the board is ignored.
    pub fn place(&mut self, color: Color, point: Point) -> Option<Color> {
        if !self.size.contains(point) {
            return None;
        }
        let before = self.clear(point);
        self.ko = None;
        self.add_stone(color, point);
        before
    }

    /// Removes the stone on a point and returns its colour. The stone is not a prisoner, and the ko
    /// is cleared. An empty point is ignored.
    pub fn clear(&mut self, point: Point) -> Option<Color> {
        let before = self.at(point)?;
        self.ko = None;
        self.side_mut(before).remove(point);
        self.hash ^= zobrist(before, point);
        Some(before)
    }

    /// Whether stones and size are the same; ko and prisoners may differ.
    #[must_use]
    pub fn has_same_stones(&self, other: &Self) -> bool {
        self.hash == other.hash
            && self.size == other.size
            && self.black == other.black
            && self.white == other.white
    }

    const fn side(&self, color: Color) -> &PointSet {
        match color {
            Color::Black => &self.black,
            Color::White => &self.white,
        }
    }

    const fn side_mut(&mut self, color: Color) -> &mut PointSet {
        match color {
            Color::Black => &mut self.black,
            Color::White => &mut self.white,
        }
    }
}

/// The effect of a legal move on the board besides adding its stone.
enum Effect {
    Nothing,
    Captures(PointSet),
    Suicide(PointSet),
}

impl Position {
    fn effect(&self, color: Color, point: Point, suicide: bool) -> Result<Effect, IllegalMove> {
        if !self.size.contains(point) {
            return Err(IllegalMove::OffBoard);
        }
        if self.at(point).is_some() {
            return Err(IllegalMove::Occupied);
        }
        if self.is_quiet(color, point) {
            return Ok(Effect::Nothing);
        }
        let effect = match self.captures(color, point) {
            Effect::Nothing => self.suicide(color, point),
            captures => captures,
        };
        if !suicide && matches!(effect, Effect::Suicide(_)) {
            return Err(IllegalMove::Suicide);
        }
        if self.ko == Some((color, point)) {
            return Err(IllegalMove::Ko);
        }
        Ok(effect)
    }

    /// Whether a stone here would have a liberty of its own and no enemy next to it, as most have.
    /// Such a move captures nothing, is not suicide and retakes no ko.
    fn is_quiet(&self, color: Color, point: Point) -> bool {
        let own = self.side(color);
        let is_empty = |next: Point| !own.contains(next);
        !self.side(color.opposite()).touches(point) && point.neighbours(self.size).any(is_empty)
    }

    /// The points of row `y` that are empty after a move on `point`. Few rows are needed of most
    /// moves, so that a set of all of them takes longer.
    fn free_row(&self, y: usize, point: Point) -> u32 {
        let on_board = if y < usize::from(self.size.get()) { self.size.row_mask() } else { 0 };
        let played = if y == usize::from(point.y()) { 1 << point.x() } else { 0 };
        on_board & !(self.black.row(y) | self.white.row(y) | played)
    }

    /// Whether a stone would have an empty point next to it after a move on `point`.
    fn has_free_neighbour(&self, stone: Point, point: Point) -> bool {
        flood::row_touches(1 << stone.x(), usize::from(stone.y()), |y| self.free_row(y, point))
    }

    /// The enemy chains that have no liberty after a move.
    fn captures(&self, color: Color, point: Point) -> Effect {
        let enemy = self.side(color.opposite());
        let mut captured = PointSet::EMPTY;
        let mut any = false;
        for next in point.neighbours(self.size) {
            // A stone with an empty neighbour has a liberty, so its chain need not be followed.
            let is_taken = captured.contains(next);
            if is_taken || !enemy.contains(next) || self.has_free_neighbour(next, point) {
                continue;
            }
            let free = |y| self.free_row(y, point);
            if let Some(chain) = flood::chain_without_liberty(next, enemy, free) {
                captured = captured.union(chain);
                any = true;
            }
        }
        if any { Effect::Captures(captured) } else { Effect::Nothing }
    }

    /// Checks whether a move that captures nothing loses its own chain.
    fn suicide(&self, color: Color, point: Point) -> Effect {
        if self.has_free_neighbour(point, point) {
            return Effect::Nothing;
        }
        let free = |y| self.free_row(y, point);
        match flood::chain_without_liberty(point, self.side(color), free) {
            Some(chain) => Effect::Suicide(chain),
            None => Effect::Nothing,
        }
    }

    fn apply(&mut self, color: Color, point: Point, effect: Effect) -> PointSet {
        self.ko = None;
        match effect {
            Effect::Nothing => {
                self.add_stone(color, point);
                PointSet::EMPTY
            }
            Effect::Captures(captured) => {
                self.ko = self.ko_after(color, point, &captured);
                self.add_stone(color, point);
                self.capture(color.opposite(), captured);
                captured
            }
            Effect::Suicide(chain) => {
                self.add_stone(color, point);
                self.capture(color, chain);
                chain
            }
        }
    }

    /// A move makes a ko when it captures one stone with one stone whose only liberty is then the
    /// point of the captured stone.
    fn ko_after(&self, color: Color, point: Point, captured: &PointSet) -> Option<(Color, Point)> {
        let has_company = self.side(color).touches(point) || self.has_free_neighbour(point, point);
        if has_company || captured.len() != 1 {
            return None;
        }
        captured.first().map(|taken| (color.opposite(), taken))
    }

    fn add_stone(&mut self, color: Color, point: Point) {
        self.side_mut(color).insert(point);
        self.hash ^= zobrist(color, point);
    }

    /// Removes stones of one colour as prisoners of the other.
    fn capture(&mut self, color: Color, stones: PointSet) {
        *self.side_mut(color) = self.side(color).difference(stones);
        self.prisoners[color.opposite() as usize] += stones.len();
        for point in stones {
            self.hash ^= zobrist(color, point);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::go::diagram;

    const B: Color = Color::Black;
    const W: Color = Color::White;

    fn at(x: u8, y: u8) -> Point {
        Point::new(x, y)
    }

    fn board(text: &str) -> Position {
        diagram::parse(text).unwrap()
    }

    /// Black captures the stone on the second column: White may not retake at once.
    fn with_ko() -> Position {
        let mut position = board(". X O .\nX O . O\n. X O .\n. . . .");
        position.play(B, at(2, 1)).unwrap();
        position
    }

    #[test]
    fn a_position_is_small() {
        assert_eq!(size_of::<Position>(), 224);
    }

    #[test]
    fn a_refused_move_changes_nothing() {
        let before = with_ko();
        for (x, y) in [(1, 1), (0, 1), (4, 0), (24, 24)] {
            let mut position = before;
            assert!(position.play(W, at(x, y)).is_err(), "{x} {y}");
            assert!(position.is_legal(W, at(x, y)).is_err());
            assert_eq!(position, before);
        }
    }

    #[test]
    fn the_reasons_of_a_refusal() {
        let position = with_ko();
        assert_eq!(position.is_legal(W, at(4, 0)), Err(IllegalMove::OffBoard));
        assert_eq!(position.is_legal(W, at(2, 0)), Err(IllegalMove::Occupied));
        assert_eq!(position.is_legal(W, at(0, 0)), Err(IllegalMove::Suicide));
        assert_eq!(position.is_legal(W, at(1, 1)), Err(IllegalMove::Ko));
        assert_eq!(position.is_legal(B, at(1, 1)), Ok(()));
    }

    #[test]
    fn pass_place_clear_and_any_move_lift_a_ko() {
        let ko = Some((W, at(1, 1)));
        assert_eq!(with_ko().ko(), ko);
        let check = |expected, change: fn(&mut Position)| {
            let mut position = with_ko();
            change(&mut position);
            assert_eq!(position.ko(), expected);
        };
        check(None, Position::pass);
        check(None, |p| {
            p.place(B, at(3, 3));
        });
        check(None, |p| {
            p.clear(at(2, 0));
        });
        check(None, |p| {
            p.play(W, at(3, 3)).unwrap();
        });
        check(None, |p| {
            p.play(B, at(1, 1)).unwrap();
        });
        check(ko, |p| {
            p.place(B, at(4, 0));
        });
        check(ko, |p| {
            p.clear(at(3, 3));
        });
    }

    #[test]
    fn setup_gives_back_what_was_there_and_captures_nothing() {
        let mut position = board("X O\n. .");
        assert_eq!(position.place(W, at(0, 1)), None);
        assert_eq!(position.at(at(0, 0)), Some(B));
        assert!(position.liberties(at(0, 0)).is_empty());
        assert_eq!(position.place(W, at(0, 0)), Some(B));
        assert_eq!(position.clear(at(0, 0)), Some(W));
        assert_eq!(position.clear(at(0, 0)), None);
        assert_eq!(position.clear(at(7, 7)), None);
        assert_eq!(position.place(B, at(2, 0)), None);
        assert_eq!((position.prisoners(B), position.prisoners(W)), (0, 0));
        assert!(position.has_same_stones(&board(". O\nO .")));
    }

    #[test]
    fn the_hash_is_that_of_the_stones_alone() {
        let mut position = with_ko();
        let hash = position.hash();
        position.pass();
        assert_eq!(position.hash(), hash);
        assert_eq!(board(&diagram::render(&position)).hash(), hash);
        for size in BoardSize::all() {
            assert_eq!(Position::new(size).hash(), 0);
        }
    }

    #[test]
    fn suicide_on_request_gives_the_own_chain() {
        let mut position = board("X . O\nO O .\n. . .");
        assert_eq!(position.play(B, at(1, 0)), Err(IllegalMove::Suicide));
        let removed = position.play_allowing_suicide(B, at(1, 0)).unwrap();
        assert_eq!(removed, PointSet::from_iter([at(0, 0), at(1, 0)]));
        assert_eq!(position.prisoners(W), 2);
        assert!(position.has_same_stones(&board(". . O\nO O .\n. . .")));
        assert_eq!(position.hash(), board(". . O\nO O .\n. . .").hash());
    }

    #[test]
    fn off_the_board_there_is_nothing() {
        let position = with_ko();
        assert_eq!(position.at(at(24, 24)), None);
        assert!(position.chain(at(24, 24)).is_empty());
        assert!(position.liberties(at(4, 0)).is_empty());
    }
}
