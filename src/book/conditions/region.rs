//! Regions: parts of the board that conditions name.

use std::fmt;

use crate::game::Step;
use crate::game::go::{BoardSize, Frame, PointSet};

/// The number of lines from the edge that belong to a side.
const SIDE_LINES: u8 = 5;
/// The number of lines at each end of a side that belong to the corners.
const CORNER_LINES: u8 = 7;

/// A part of the board, in a frame. Named regions scale with the board; they are empty where it is
/// too small.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Region {
    /// The middle of the side along which `u` runs: `v` up to the fifth line, seven lines off both
    /// corners.
    SideU,
    /// The same region along `v`.
    SideV,
    /// The next corner in the direction of `u`: 7×7 points.
    NextU,
    /// The next corner in the direction of `v`.
    NextV,
    /// The corner diagonally opposite: 7×7 points.
    Opposite,
    /// The rectangle between two steps; the first has the least `u` and `v`.
    Rectangle(Step, Step),
}

impl Region {
    /// The regions that have names.
    pub const NAMED: [Region; 5] =
        [Region::SideU, Region::SideV, Region::NextU, Region::NextV, Region::Opposite];

    /// Returns the rectangle between two opposite corners, in any order; `None` for a tenuki.
    #[must_use]
    pub fn between(one: Step, two: Step) -> Option<Region> {
        let ((u, v), (x, y)) = (one.coordinates()?, two.coordinates()?);
        let least = Step::new(u.min(x), v.min(y))?;
        Some(Region::Rectangle(least, Step::new(u.max(x), v.max(y))?))
    }

    /// Returns the region with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Region> {
        let mut all = Region::NAMED.into_iter();
        all.find(|region| region.name() == Some(name))
    }

    /// The name, if it has one.
    #[must_use]
    pub const fn name(self) -> Option<&'static str> {
        match self {
            Region::SideU => Some("side_u"),
            Region::SideV => Some("side_v"),
            Region::NextU => Some("next_u"),
            Region::NextV => Some("next_v"),
            Region::Opposite => Some("opposite"),
            Region::Rectangle(..) => None,
        }
    }

    /// The region in the other handedness.
    #[must_use]
    pub const fn mirror(self) -> Region {
        match self {
            Region::SideU => Region::SideV,
            Region::SideV => Region::SideU,
            Region::NextU => Region::NextV,
            Region::NextV => Region::NextU,
            Region::Opposite => Region::Opposite,
            Region::Rectangle(least, most) => Region::Rectangle(least.mirror(), most.mirror()),
        }
    }

    /// Frame to board: the region's points that exist on a board.
    #[must_use]
    pub fn points(self, frame: Frame, size: BoardSize) -> PointSet {
        let on_board = |point: &_| {
            let place = frame.step_at(*point, size).and_then(Step::coordinates);
            place.is_some_and(|(u, v)| self.contains(u, v, size))
        };
        size.points().filter(on_board).collect()
    }

    fn contains(self, u: u8, v: u8, size: BoardSize) -> bool {
        let far = |a: u8| a < size.get() && size.get() - a <= CORNER_LINES;
        let side = |along: u8, off: u8| along >= CORNER_LINES && !far(along) && off < SIDE_LINES;
        let near = |a: u8| a < CORNER_LINES;
        match self {
            Region::SideU => side(u, v),
            Region::SideV => side(v, u),
            Region::NextU => far(u) && near(v) && !near(u),
            Region::NextV => far(v) && near(u) && !near(v),
            Region::Opposite => far(u) && far(v) && !near(u) && !near(v),
            Region::Rectangle(least, most) => {
                let (least, most) = (least.coordinates(), most.coordinates());
                least.zip(most).is_some_and(|((left, top), (right, bottom))| {
                    (left..=right).contains(&u) && (top..=bottom).contains(&v)
                })
            }
        }
    }
}

impl fmt::Display for Region {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self, self.name()) {
            (Region::Rectangle(least, most), _) => write!(f, "{least}-{most}"),
            (_, name) => f.write_str(name.unwrap_or_default()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::go::Corner;

    #[test]
    fn named_regions_lie_where_their_names_say() {
        let size = BoardSize::NINETEEN;
        let frame = Frame::clockwise(Corner::UpperRight);
        let points = |region: Region| {
            let points = region.points(frame, size);
            let first = points.first().map(|point| point.to_gtp(size));
            (points.len(), first.unwrap_or_default())
        };
        // u runs down the right side, v along the upper one.
        assert_eq!(points(Region::SideU), (25, "P12".to_owned()));
        assert_eq!(points(Region::SideV), (25, "H19".to_owned()));
        assert_eq!(points(Region::NextU), (49, "N7".to_owned()));
        assert_eq!(points(Region::NextV), (49, "A19".to_owned()));
        assert_eq!(points(Region::Opposite), (49, "A7".to_owned()));
    }

    #[test]
    fn regions_never_overlap_and_mirror_with_the_frame() {
        for size in BoardSize::all().filter(|size| size.get() <= 19) {
            for frame in Frame::all() {
                let other = Frame {
                    handedness: match frame.handedness {
                        crate::game::go::Handedness::Clockwise => {
                            crate::game::go::Handedness::CounterClockwise
                        }
                        crate::game::go::Handedness::CounterClockwise => {
                            crate::game::go::Handedness::Clockwise
                        }
                    },
                    ..frame
                };
                for region in Region::NAMED {
                    let points = region.points(frame, size);
                    assert_eq!(points, region.mirror().points(other, size));
                    for another in Region::NAMED.into_iter().filter(|it| *it != region) {
                        assert!(points.is_disjoint(&another.points(frame, size)));
                    }
                }
            }
        }
    }
}
