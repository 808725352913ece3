//! Corner positions: a line replayed alone on an empty board, and its canonical key.

use super::line::{Line, Side};
use crate::game::go::{BoardSize, Corner, Frame, IllegalMove, Point, PointSet, Position, zobrist};
use crate::game::{Color, Step};

/// The stones of one corner, replayed alone on an empty 19×19 board in one frame.
///
/// `u` is the board's `x` and `v` is its `y`; the first mover is Black.
///
/// ```
/// use joseki::book::{CornerPosition, Line};
///
/// // The same five stones in two orders, the second one mirrored.
/// let lines: [Line; 2] = ["DDCFFCCCCD".parse()?, "DDFCDCCCCF".parse()?];
/// let [one, other] = lines.map(|line| {
///     let position = CornerPosition::replay(&line)?;
///     Some(position.key(line.to_move()).key)
/// });
/// assert!(one.is_some());
/// assert_eq!(one, other);
/// // A stone is already there.
/// assert!(CornerPosition::replay(&"DDDD".parse()?).is_none());
/// # Ok::<(), joseki::book::ParseLineError>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct CornerPosition {
    board: Position,
    /// Hash of the stones by side to move, then plain and mirrored.
    hashes: [[u64; 2]; 2],
}

/// The key that equal positions share in any move order, handedness and colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PositionKey {
    /// The hash of the stones as own and enemy stones of the side to move, and of the ko that binds
    /// it: the smaller of the position's and its mirror's. Frozen, because stores keep it.
    pub key: u64,
    /// Whether the key is the mirror's.
    pub mirrored: bool,
    /// Whether the position is its own mirror.
    pub symmetric: bool,
}

impl PositionKey {
    /// The key of the same position, mirrored if `mirror` is set.
    #[must_use]
    pub const fn mirror_if(self, mirror: bool) -> PositionKey {
        let mirrored = !self.symmetric && self.mirrored != mirror;
        PositionKey { mirrored, ..self }
    }
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
    pub fn replay(line: &Line) -> Option<CornerPosition> {
        let mut position = CornerPosition::new();
        for (ply, step) in line.steps().iter().enumerate() {
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
        PositionKey {
            key: plain.min(mirrored),
            mirrored: mirrored < plain,
            symmetric: mirrored == plain,
        }
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
    use proptest::prelude::*;

    fn key(text: &str) -> PositionKey {
        let line: Line = text.parse().unwrap();
        CornerPosition::replay(&line).expect("a legal line").key(line.to_move())
    }

    #[test]
    fn the_golden_transpositions_are_one_position() {
        assert_eq!(key("DDCFFCCCCD").key, key("DDCFCDCCFC").key);
        assert_eq!(key("AAABXXBA").key, key("ABXXBA").key);
    }

    #[test]
    fn the_golden_stabilisers_are_symmetric() {
        for text in ["", "DD", "DDCC", "DDCFXXFC", "CCDDCDDFEDEEDCFDDE"] {
            assert!(key(text).symmetric, "{text}");
        }
        assert!(!key("DDCF").symmetric);
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
        let replay = |text: &str| CornerPosition::replay(&text.parse().expect("a line"));
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

    proptest! {
        #[test]
        fn the_mirror_has_the_same_key(line in crate::book::line::tests_support::any_line()) {
            let (here, there) = (CornerPosition::replay(&line), CornerPosition::replay(&line.mirror()));
            prop_assert_eq!(here.is_some(), there.is_some());
            if let (Some(here), Some(there)) = (here, there) {
                let (here, there) = (here.key(line.to_move()), there.key(line.to_move()));
                prop_assert_eq!(here.key, there.key);
                prop_assert_eq!(here.symmetric, there.symmetric);
                prop_assert!(here.symmetric || here.mirrored != there.mirrored);
            }
        }
    }
}
