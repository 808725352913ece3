//! Frames: the eight orientations (4 corners × 2 handednesses) of a corner, and the conversion
//! between board points and steps.

use strum::{Display, EnumMessage, IntoStaticStr, VariantArray};

use super::point::Point;
use super::size::BoardSize;
use crate::game::Step;

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
        Corner::ALL.into_iter().find(|corner| {
            let step = Frame::clockwise(*corner).step_at(point, size);
            let place = step.and_then(Step::coordinates);
            place.is_some_and(|(u, v)| 2 * u.max(v) < size.max())
        })
    }

    /// Index into [`Corner::ALL`], 0 to 3.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

/// The direction in which a corner is read.
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
    EnumMessage,
    IntoStaticStr,
    VariantArray,
)]
#[strum(serialize_all = "snake_case")]
pub enum Handedness {
    /// As in the book.
    /// The frame is a pure rotation of the board.
    #[default]
    Clockwise,
    /// Mirrored.
    /// The rotation with `u` and `v` swapped.
    CounterClockwise,
}

impl Handedness {
    /// Counter-clockwise if `mirror`, else clockwise.
    #[must_use]
    pub const fn mirrored(mirror: bool) -> Handedness {
        if mirror { Handedness::CounterClockwise } else { Handedness::Clockwise }
    }
}

/// One of the 8 orientations of a corner: one per symmetry of the square.
///
/// ```
/// use joseki::game::Step;
/// use joseki::game::go::{BoardSize, Corner, Frame};
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
    /// The corner that `(u, v)` are counted from.
    pub corner: Corner,
    /// Which of the two sides `u` runs along.
    pub handedness: Handedness,
}

impl Frame {
    /// The clockwise frame of a corner.
    #[must_use]
    pub const fn clockwise(corner: Corner) -> Frame {
        Frame { corner, handedness: Handedness::Clockwise }
    }

    /// All 8 frames.
    pub fn all() -> impl Iterator<Item = Frame> {
        Corner::ALL.into_iter().flat_map(|corner| {
            Handedness::VARIANTS.iter().map(move |&handedness| Frame { corner, handedness })
        })
    }

    /// Board to frame: the step of a board point; `None` off the board or beyond the 19th line from
    /// the corner.
    #[must_use]
    pub fn step_at(self, point: Point, size: BoardSize) -> Option<Step> {
        if !size.contains(point) {
            return None;
        }
        let (x, y, max) = (point.x(), point.y(), size.max());
        let (u, v) = match self.corner {
            Corner::UpperLeft => (x, y),
            Corner::UpperRight => (y, max - x),
            Corner::LowerLeft => (max - y, x),
            Corner::LowerRight => (max - x, max - y),
        };
        Some(Step::new(u, v)?.mirror_if(self.is_mirrored()))
    }

    /// Frame to board: the point of a step.
    ///
    /// # Errors
    /// When the step is a tenuki, which has no point, or lies off a small board.
    pub fn point_of(self, step: Step, size: BoardSize) -> Result<Point, FrameError> {
        let (u, v) =
            step.mirror_if(self.is_mirrored()).coordinates().ok_or(FrameError::TenukiHasNoPoint)?;
        let max = size.max();
        if u > max || v > max {
            return Err(FrameError::OffBoard { step, size });
        }
        let (x, y) = match self.corner {
            Corner::UpperLeft => (u, v),
            Corner::UpperRight => (max - v, u),
            Corner::LowerLeft => (v, max - u),
            Corner::LowerRight => (max - u, max - v),
        };
        Ok(Point::new(x, y))
    }

    const fn is_mirrored(self) -> bool {
        matches!(self.handedness, Handedness::CounterClockwise)
    }
}

/// The reason why a step has no point on a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FrameError {
    /// `XX` is a move elsewhere.
    #[error("XX is a tenuki and has no point on the board")]
    TenukiHasNoPoint,
    /// The step's line does not exist on this board.
    #[error("step {step} is off the {0}x{0} board", size.get())]
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
    use crate::named::Named;
    use std::collections::HashSet;

    fn frame(corner: usize, handedness: Handedness) -> Frame {
        Frame { corner: Corner::ALL[corner - 1], handedness }
    }

    #[test]
    fn the_large_low_step_lies_where_the_facts_page_says() {
        let cf = Step::new(2, 5).unwrap();
        let golden = [(1, "C14", "F17"), (2, "O17", "R14"), (3, "F3", "C6"), (4, "R6", "O3")];
        for (corner, clockwise, counter_clockwise) in golden {
            let at = |handedness| {
                let point = frame(corner, handedness).point_of(cf, BoardSize::NINETEEN).unwrap();
                point.to_gtp(BoardSize::NINETEEN)
            };
            assert_eq!(at(Handedness::Clockwise), clockwise);
            assert_eq!(at(Handedness::CounterClockwise), counter_clockwise);
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
    fn the_eight_frames_are_eight_different_maps_of_one_point() {
        let cf = Step::new(2, 5).unwrap();
        let points: HashSet<Point> =
            Frame::all().map(|f| f.point_of(cf, BoardSize::NINETEEN).unwrap()).collect();
        assert_eq!(points.len(), 8);
    }

    #[test]
    fn the_other_handedness_is_the_mirror() {
        for corner in Corner::ALL {
            for point in BoardSize::NINETEEN.points() {
                let [clockwise, counter] = [Handedness::Clockwise, Handedness::CounterClockwise]
                    .map(|handedness| {
                        Frame { corner, handedness }.step_at(point, BoardSize::NINETEEN).unwrap()
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
        let step = Step::new(9, 0).unwrap();
        let error = frame.point_of(step, nine).unwrap_err();
        assert_eq!(error.to_string(), "step JA is off the 9x9 board");
        assert_eq!(frame.step_at(Point::new(9, 0), nine), None);
        for corner in Corner::ALL {
            assert_eq!(Corner::from_name(corner.into()), Some(corner));
        }
    }
}
