//! Corner positions: a line replayed alone on an empty board, and its canonical key.

use super::{PointSet, Position, zobrist};
use crate::{
    BoardSize, Color, Corner, Frame, IllegalMove, Point, PositionKey, Side, Step, Symmetry,
};

/// The stones of one corner, replayed alone on an empty 19×19 board in one frame.
///
/// `u` is the board's `x` and `v` is its `y`; the first mover is Black.
///
/// ```
/// use joseki_game::go::CornerPosition;
/// use joseki_game::{Side, Step};
///
/// // The same five stones in two orders, the second one mirrored.
/// let one = ["DD", "CF", "FC", "CC", "CD"];
/// let other = ["DD", "FC", "DC", "CC", "CF"];
/// let [one, other] = [one, other].map(|texts| {
///     let steps: Option<Vec<Step>> = texts.iter().map(|text| text.parse().ok()).collect();
///     Some(CornerPosition::replay(steps?)?.key(Side::Second).key)
/// });
/// assert!(one.is_some());
/// assert_eq!(one, other);
/// // A stone is already there.
/// let twice = vec!["DD".parse()?; 2];
/// assert!(CornerPosition::replay(twice).is_none());
/// # Ok::<(), joseki_game::ParseStepError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct CornerPosition {
    board: Position,
    /// Hash of the stones by side to move, then plain and mirrored.
    hashes: [[u64; 2]; 2],
}

impl CornerPosition {
    /// The frame of a line on its own board: `(u, v)` is `(x, y)`.
    pub const FRAME: Frame = Frame::clockwise(Corner::UpperLeft);

    /// The point of a step on a line's own board; `None` for a tenuki.
    #[must_use]
    pub fn point_of(step: Step) -> Option<Point> {
        Self::FRAME.point_of(step, BoardSize::NINETEEN).ok()
    }

    /// The step of a point on a line's own board.
    #[must_use]
    pub fn step_at(point: Point) -> Option<Step> {
        Self::FRAME.step_at(point, BoardSize::NINETEEN)
    }

    /// The colour of a side on a line's own board: Black moves first.
    #[must_use]
    pub const fn color_of(side: Side) -> Color {
        match side {
            Side::First => Color::Black,
            Side::Second => Color::White,
        }
    }

    /// The side of a colour on a line's own board.
    #[must_use]
    pub const fn side_of(color: Color) -> Side {
        match color {
            Color::Black => Side::First,
            Color::White => Side::Second,
        }
    }

    /// Creates the empty corner.
    #[must_use]
    pub fn new() -> CornerPosition {
        CornerPosition { board: Position::new(BoardSize::NINETEEN), hashes: [[0; 2]; 2] }
    }

    /// Replays a line; `None` if it cannot be replayed alone (suicide or ko without the rest of the
    /// board, or a step on a stone).
    #[must_use]
    pub fn replay(line: impl AsRef<[Step]>) -> Option<CornerPosition> {
        let mut position = CornerPosition::new();
        for (ply, step) in line.as_ref().iter().enumerate() {
            position.play(Side::to_move_after(ply), *step).ok()?;
        }
        Some(position)
    }

    /// Plays a step; a tenuki only clears the ko.
    ///
    /// # Errors
    /// When the step is illegal with these stones alone; the position is then unchanged.
    pub fn play(&mut self, side: Side, step: Step) -> Result<(), IllegalMove> {
        let Some(point) = Self::point_of(step) else {
            self.board.pass();
            return Ok(());
        };
        let captured = self.board.play(Self::color_of(side), point)?;
        self.toggle(side, point);
        if !captured.is_empty() {
            captured.iter().for_each(|stone| self.toggle(side.opposite(), stone));
        }
        Ok(())
    }

    /// Plays a step of a line, which does not contain threats elsewhere: a ko may be retaken at
    /// once.
    ///
    /// # Errors
    /// As [`CornerPosition::play`], except for a ko.
    pub fn play_on(&mut self, side: Side, step: Step) -> Result<(), IllegalMove> {
        match self.play(side, step) {
            Err(IllegalMove::Ko) => {
                self.pass();
                self.play(side, step)
            }
            played => played,
        }
    }

    /// Passes for a tenuki, which clears the ko.
    pub fn pass(&mut self) {
        self.board.pass();
    }

    /// Places an initial stone without capturing; ignores a tenuki and an occupied point.
    pub fn place(&mut self, side: Side, step: Step) {
        if let Some(point) = Self::point_of(step)
            && self.board.at(point).is_none()
        {
            self.board.place(Self::color_of(side), point);
            self.toggle(side, point);
        }
    }

    /// The stones of a side; `x` is `u` and `y` is `v`.
    #[must_use]
    pub fn stones(&self, side: Side) -> PointSet {
        self.board.stones(Self::color_of(side))
    }

    /// The board with the stones: Black is the first mover.
    #[must_use]
    pub fn board(&self) -> &Position {
        &self.board
    }

    /// The side of the stone at a step.
    #[must_use]
    pub fn at(&self, step: Step) -> Option<Side> {
        match self.board.at(Self::point_of(step)?)? {
            Color::Black => Some(Side::First),
            Color::White => Some(Side::Second),
        }
    }

    /// The canonical key with this side to move.
    #[must_use]
    pub fn key(&self, to_move: Side) -> PositionKey {
        let [mut plain, mut mirrored] = self.hashes[index(to_move)];
        if let Some((color, point)) = self.board.ko()
            && color == Self::color_of(to_move)
        {
            plain ^= ko_hash(point);
            mirrored ^= ko_hash(mirror(point));
        }
        let images = [(Symmetry::IDENTITY, plain), (Symmetry::TRANSPOSE, mirrored)];
        PositionKey::least(images.into_iter())
    }

    fn toggle(&mut self, side: Side, point: Point) {
        for to_move in [Side::First, Side::Second] {
            let owner = if side == to_move { Color::Black } else { Color::White };
            let hashes = &mut self.hashes[index(to_move)];
            hashes[0] ^= zobrist(owner, point);
            hashes[1] ^= zobrist(owner, mirror(point));
        }
    }
}

impl Default for CornerPosition {
    fn default() -> CornerPosition {
        CornerPosition::new()
    }
}

const fn index(side: Side) -> usize {
    side as usize
}

const fn mirror(point: Point) -> Point {
    Point::new(point.y(), point.x())
}

/// The ko gets a hash of its own at its point, distinct from those of the two colours.
fn ko_hash(point: Point) -> u64 {
    zobrist(Color::Black, point).rotate_left(17)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn steps(text: &str) -> Vec<Step> {
        let pairs = (0..text.len()).step_by(2).map(|at| &text[at..at + 2]);
        pairs.map(|pair| pair.parse().expect("a step")).collect()
    }

    fn key(text: &str) -> PositionKey {
        let line = steps(text);
        let to_move = Side::to_move_after(line.len());
        CornerPosition::replay(line).expect("a legal line").key(to_move)
    }

    #[test]
    fn the_golden_transpositions_are_one_position() {
        assert_eq!(key("DDCFFCCCCD").key, key("DDCFCDCCFC").key);
        assert_eq!(key("AAABXXBA").key, key("ABXXBA").key);
    }

    #[test]
    fn the_golden_stabilisers_are_symmetric() {
        for text in ["", "DD", "DDCC", "DDCFXXFC", "CCDDCDDFEDEEDCFDDE"] {
            assert!(key(text).is_symmetric(), "{text}");
        }
        assert!(!key("DDCF").is_symmetric());
    }

    #[test]
    fn the_side_to_move_makes_another_position() {
        assert_ne!(key("DD").key, key("DDXX").key);
        assert_ne!(key("DDCFXX").key, key("DDCF").key);
    }

    #[test]
    fn a_ko_makes_another_position_until_a_tenuki_ends_it() {
        // First takes the stone at BB with one at CB, which Second may not retake at once.
        let step = |text: &str| text.parse::<Step>().expect("a step");
        let mut position = CornerPosition::new();
        for text in ["AB", "BA", "BC"] {
            position.place(Side::First, step(text));
        }
        for text in ["BB", "CA", "CC", "DB"] {
            position.place(Side::Second, step(text));
        }
        position.play(Side::First, step("CB")).expect("takes a stone");
        assert_eq!(position.at(step("BB")), None);
        let mut later = position;
        later.play(Side::Second, Step::TENUKI).expect("a tenuki");
        assert_ne!(position.key(Side::Second).key, later.key(Side::Second).key);
        assert_eq!(position.key(Side::First).key, later.key(Side::First).key);
    }

    #[test]
    fn what_cannot_be_replayed_alone_has_no_position() {
        let replay = |text: &str| CornerPosition::replay(steps(text));
        assert!(replay("ABDDBAAA").is_none(), "suicide");
        assert!(replay("DDDD").is_none(), "a stone stands there");
        assert!(replay("ABDDBAXXAA").is_some(), "an eye may be filled");
    }

    /// Stores keep the keys: other values need a migration. Computed by an independent program from
    /// the description of the table behind [`zobrist`].
    #[test]
    fn keys_are_frozen() {
        assert_eq!(key("").key, 0);
        assert_eq!(key("DD").key, 0x59f0_d374_89bc_e7a1);
        assert_eq!(key("DDCF").key, 0x0ba6_9672_e895_971e);
    }
}
