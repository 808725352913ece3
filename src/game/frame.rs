//! Frames: a region of the board and a symmetry, and the conversion between board points and steps.

use std::fmt;

use strum::{Display, EnumMessage, IntoStaticStr, VariantArray};

use super::moves::Move;
use super::point::Point;
use super::size::BoardSize;
use super::step::{Alphabet, Step};
use super::symmetry::Symmetry;

/// A corner of the board, in the order in which API responses list them.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Display,
    EnumMessage,
    IntoStaticStr,
    VariantArray,
)]
#[strum(serialize_all = "snake_case")]
pub enum Corner {
    /// The corner of A19.
    /// Corner 1, where `x` and `y` are 0.
    UpperLeft,
    /// The corner of T19.
    /// Corner 2, where dictionaries usually show their joseki.
    #[default]
    UpperRight,
    /// The corner of A1.
    /// Corner 3.
    LowerLeft,
    /// The corner of T1.
    /// Corner 4.
    LowerRight,
}

impl Corner {
    /// The four corners in their order.
    pub const ALL: [Corner; 4] =
        [Corner::UpperLeft, Corner::UpperRight, Corner::LowerLeft, Corner::LowerRight];

    /// The corner whose area contains a point; `None` on a middle line.
    #[must_use]
    pub fn containing(point: Point, size: BoardSize) -> Option<Corner> {
        Corner::ALL.into_iter().find(|corner| Region::Corner(*corner).contains(point, size))
    }

    /// Index into [`Corner::ALL`], 0 to 3.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// The part of a board in which a line is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Region {
    /// A corner, in games whose books are about corners.
    Corner(Corner),
    /// The whole board.
    Board,
}

impl Region {
    /// The corner; `None` for the whole board.
    #[must_use]
    pub const fn corner(self) -> Option<Corner> {
        match self {
            Region::Corner(corner) => Some(corner),
            Region::Board => None,
        }
    }

    /// Whether a move lies inside the region; a corner ends at the middle lines.
    #[must_use]
    pub fn contains(self, played: impl Into<Move>, size: BoardSize) -> bool {
        let step = Frame::plain(self).step_of(played.into(), size);
        let Region::Corner(_) = self else {
            return step.is_some();
        };
        let place = step.and_then(Step::coordinates);
        place.is_some_and(|(u, v)| 2 * u.max(v) < size.max())
    }

    /// The name of a move as players of the region's game write it: `Q16` in a corner, `h8` on a
    /// whole board, `h2e2` where pieces move.
    #[must_use]
    pub fn move_text(self, played: impl Into<Move>, size: BoardSize) -> String {
        match (played.into(), self) {
            (Move::Play(point), Region::Board) => point.to_letter_number(size),
            (played, _) => played.to_gtp(size),
        }
    }

    /// Parses a move's name in prose, where the case of its letter distinguishes it from other
    /// words.
    #[must_use]
    pub fn move_in_prose(self, text: &str, size: BoardSize) -> Option<Move> {
        let is_upper = text.starts_with(|letter: char| letter.is_ascii_uppercase());
        match self {
            Region::Corner(_) if is_upper => Move::from_gtp(text, size).ok(),
            Region::Board if size == BoardSize::XIANGQI => Move::from_gtp(text, size).ok(),
            Region::Board if !is_upper => {
                Point::from_letter_number(text, size).map(Move::Play).ok()
            }
            _ => None,
        }
    }

    /// Index among the regions of a game.
    #[must_use]
    pub const fn index(self) -> usize {
        match self {
            Region::Corner(corner) => corner.index(),
            Region::Board => 0,
        }
    }
}

impl From<Region> for &'static str {
    fn from(region: Region) -> &'static str {
        region.corner().map_or("board", Into::into)
    }
}

/// Writes the name of a corner, or `board`.
impl fmt::Display for Region {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad((*self).into())
    }
}

impl PartialEq<Corner> for Region {
    fn eq(&self, other: &Corner) -> bool {
        self.corner() == Some(*other)
    }
}

impl From<Corner> for Region {
    fn from(corner: Corner) -> Region {
        Region::Corner(corner)
    }
}

/// A view of a region: the only table between the points of a board and the steps of a line.
///
/// ```
/// use joseki_game::{BoardSize, Corner, Frame, Step};
///
/// let size = BoardSize::NINETEEN;
/// let frame = Frame::clockwise(Corner::UpperRight);
/// let step: Step = "CF".parse()?;
/// let point = frame.point_of(step, size)?;
/// assert_eq!(point.to_gtp(size), "O17");
/// assert_eq!(frame.step_at(point, size), Some(step));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Frame {
    /// The region. A corner is turned so that its corner point is `(0, 0)`.
    pub region: Region,
    /// Region to frame: the symmetry that is applied to its steps.
    pub symmetry: Symmetry,
}

impl Frame {
    /// The frame of a region as it is.
    #[must_use]
    pub const fn plain(region: Region) -> Frame {
        Frame { region, symmetry: Symmetry::IDENTITY }
    }

    /// The clockwise frame of a corner, a pure rotation of the board.
    #[must_use]
    pub const fn clockwise(corner: Corner) -> Frame {
        Frame::plain(Region::Corner(corner))
    }

    /// All 8 frames of corners, one for each symmetry of the square.
    pub fn all() -> impl Iterator<Item = Frame> {
        Corner::ALL.into_iter().flat_map(|corner| {
            let symmetries = Alphabet::CORNER.symmetries().iter();
            symmetries.map(move |symmetry| Frame { symmetry, ..Frame::clockwise(corner) })
        })
    }

    /// Board to frame: the step of a board point; `None` off the board or beyond the 19th line from
    /// a corner.
    #[must_use]
    #[inline]
    pub fn step_at(self, point: Point, size: BoardSize) -> Option<Step> {
        if !size.contains(point) {
            return None;
        }
        let (x, y, max) = (point.x(), point.y(), size.max());
        let step = match self.region {
            Region::Corner(Corner::UpperLeft) => Step::corner(x, y),
            Region::Corner(Corner::UpperRight) => Step::corner(y, max - x),
            Region::Corner(Corner::LowerLeft) => Step::corner(max - y, x),
            Region::Corner(Corner::LowerRight) => Step::corner(max - x, max - y),
            Region::Board => Alphabet::board(size)?.step(x, y),
        };
        Some(step?.transformed(self.symmetry))
    }

    /// Board to frame: the step of a move; `None` for a pass and where [`Frame::step_at`] has none.
    #[must_use]
    #[inline]
    pub fn step_of(self, played: Move, size: BoardSize) -> Option<Step> {
        match played {
            Move::Play(point) => self.step_at(point, size),
            Move::Shift(shift) => Some(Step::from(shift).transformed(self.symmetry)),
            Move::Pass => None,
        }
    }

    /// Frame to board: the move of a step.
    ///
    /// # Errors
    /// As [`Frame::point_of`], which has moves between squares for steps with them.
    #[inline]
    pub fn move_of(self, step: Step, size: BoardSize) -> Result<Move, FrameError> {
        match step.transformed(self.symmetry.inverse()).shift() {
            Some(shift) => Ok(Move::Shift(shift)),
            None => self.point_of(step, size).map(Move::Play),
        }
    }

    /// Frame to board: the point of a step.
    ///
    /// # Errors
    /// When the step is a tenuki, which has no point, or lies off a small board.
    pub fn point_of(self, step: Step, size: BoardSize) -> Result<Point, FrameError> {
        let in_region = step.transformed(self.symmetry.inverse());
        let (u, v) = in_region.coordinates().ok_or(FrameError::TenukiHasNoPoint)?;
        let off_board = FrameError::OffBoard { step, size };
        let Region::Corner(corner) = self.region else {
            return size.point(u, v).ok_or(off_board);
        };
        let max = size.max();
        if u > max || v > max {
            return Err(off_board);
        }
        let (x, y) = match corner {
            Corner::UpperLeft => (u, v),
            Corner::UpperRight => (max - v, u),
            Corner::LowerLeft => (v, max - u),
            Corner::LowerRight => (max - u, max - v),
        };
        Ok(Point::new(x, y))
    }
}

/// The reason why a step has no point on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FrameError {
    /// `XX` is a move elsewhere.
    #[error("XX is a tenuki and has no point on the board")]
    TenukiHasNoPoint,
    /// The step's line does not exist on this board.
    #[error("step {step} is off the {size} board")]
    OffBoard {
        /// The step given.
        step: Step,
        /// The board given.
        size: BoardSize,
    },
}

#[cfg(test)]
mod tests {
    use super::*;
    use joseki_base::named::Named;
    use std::collections::HashSet;

    const MIRROR: Symmetry = Symmetry::TRANSPOSE;

    fn frame(corner: usize, symmetry: Symmetry) -> Frame {
        Frame { region: Corner::ALL[corner - 1].into(), symmetry }
    }

    #[test]
    fn the_large_low_step_lies_where_the_facts_page_says() {
        let cf = Step::corner(2, 5).unwrap();
        let golden = [(1, "C14", "F17"), (2, "O17", "R14"), (3, "F3", "C6"), (4, "R6", "O3")];
        for (corner, clockwise, counter_clockwise) in golden {
            let at = |symmetry| {
                let point = frame(corner, symmetry).point_of(cf, BoardSize::NINETEEN).unwrap();
                point.to_gtp(BoardSize::NINETEEN)
            };
            assert_eq!(at(Symmetry::IDENTITY), clockwise);
            assert_eq!(at(MIRROR), counter_clockwise);
        }
    }

    #[test]
    fn every_point_of_every_size_maps_to_every_frame_and_back() {
        for lines in 2..=25 {
            let size = BoardSize::new(lines).unwrap();
            for frame in Frame::all() {
                let mut seen = HashSet::new();
                for point in size.points() {
                    let Some(step) = frame.step_at(point, size) else {
                        assert!(lines > 19);
                        continue;
                    };
                    assert_eq!(frame.point_of(step, size), Ok(point));
                    assert!(seen.insert(step), "{step} twice");
                }
                let within = usize::from(lines.min(19));
                assert_eq!(seen.len(), within * within);
            }
        }
    }

    #[test]
    fn a_whole_board_has_a_frame_for_each_symmetry() {
        let sizes = (2..=20).map(|lines| (lines, lines)).chain([(3, 5)]);
        for (width, height) in sizes {
            let size = BoardSize::rectangle(width, height).unwrap();
            for symmetry in Alphabet::board(size).unwrap().symmetries().iter() {
                let frame = Frame { region: Region::Board, symmetry };
                for point in size.points() {
                    let step = frame.step_at(point, size).unwrap();
                    assert_eq!(frame.point_of(step, size), Ok(point));
                    let (x, y) = symmetry.apply((point.x(), point.y()), (width, height));
                    assert_eq!(step.coordinates(), Some((x, y)));
                }
            }
        }
        let large = BoardSize::new(21).unwrap();
        assert_eq!(Frame::plain(Region::Board).step_at(Point::new(0, 0), large), None);
    }

    #[test]
    fn the_eight_frames_are_eight_different_maps_of_one_point() {
        let cf = Step::corner(2, 5).unwrap();
        let points: HashSet<Point> =
            Frame::all().map(|f| f.point_of(cf, BoardSize::NINETEEN).unwrap()).collect();
        assert_eq!(points.len(), 8);
    }

    #[test]
    fn the_other_handedness_is_the_mirror() {
        for corner in 1..=4 {
            for point in BoardSize::NINETEEN.points() {
                let [clockwise, counter] = [Symmetry::IDENTITY, MIRROR].map(|symmetry| {
                    frame(corner, symmetry).step_at(point, BoardSize::NINETEEN).unwrap()
                });
                assert_eq!(clockwise.mirror(), counter);
            }
        }
    }

    #[test]
    fn what_has_no_point_says_why() {
        let frame = Frame::clockwise(Corner::UpperLeft);
        let nine = BoardSize::new(9).unwrap();
        assert_eq!(frame.point_of(Step::TENUKI, nine), Err(FrameError::TenukiHasNoPoint));
        let step = Step::corner(9, 0).unwrap();
        let error = frame.point_of(step, nine).unwrap_err();
        assert_eq!(error.to_string(), "step JA is off the 9x9 board");
        assert_eq!(frame.step_at(Point::new(9, 0), nine), None);
        for corner in Corner::ALL {
            assert_eq!(Corner::from_name(corner.into()), Some(corner));
        }
    }
}
