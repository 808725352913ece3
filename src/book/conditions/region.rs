//! Regions: parts of the board that conditions name.

use std::fmt;

use joseki_game::go::PointSet;
use joseki_game::{BoardSize, Frame, Step};

/// The number of lines from the edge that belong to a side.
const SIDE_LINES: u8 = 5;
/// The number of lines at each end of a side that belong to the corners.
const CORNER_LINES: u8 = 7;

/// A part of the board, in a frame. Named regions scale with the board; they are empty where it is
/// too small.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ConditionRegion {
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

impl ConditionRegion {
    /// The regions that have names.
    pub const NAMED: [ConditionRegion; 5] = [
        ConditionRegion::SideU,
        ConditionRegion::SideV,
        ConditionRegion::NextU,
        ConditionRegion::NextV,
        ConditionRegion::Opposite,
    ];

    /// Returns the rectangle between two opposite corners, in any order; `None` for a tenuki.
    #[must_use]
    pub fn between(one: Step, two: Step) -> Option<ConditionRegion> {
        let ((u, v), (x, y)) = (one.coordinates()?, two.coordinates()?);
        let least = Step::corner(u.min(x), v.min(y))?;
        Some(ConditionRegion::Rectangle(least, Step::corner(u.max(x), v.max(y))?))
    }

    /// Returns the region with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<ConditionRegion> {
        let mut all = ConditionRegion::NAMED.into_iter();
        all.find(|region| region.name() == Some(name))
    }

    /// The name, if it has one.
    #[must_use]
    pub const fn name(self) -> Option<&'static str> {
        match self {
            ConditionRegion::SideU => Some("side_u"),
            ConditionRegion::SideV => Some("side_v"),
            ConditionRegion::NextU => Some("next_u"),
            ConditionRegion::NextV => Some("next_v"),
            ConditionRegion::Opposite => Some("opposite"),
            ConditionRegion::Rectangle(..) => None,
        }
    }

    /// The region in the other handedness.
    #[must_use]
    pub const fn mirror(self) -> ConditionRegion {
        match self {
            ConditionRegion::SideU => ConditionRegion::SideV,
            ConditionRegion::SideV => ConditionRegion::SideU,
            ConditionRegion::NextU => ConditionRegion::NextV,
            ConditionRegion::NextV => ConditionRegion::NextU,
            ConditionRegion::Opposite => ConditionRegion::Opposite,
            ConditionRegion::Rectangle(least, most) => {
                ConditionRegion::Rectangle(least.mirror(), most.mirror())
            }
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
            ConditionRegion::SideU => side(u, v),
            ConditionRegion::SideV => side(v, u),
            ConditionRegion::NextU => far(u) && near(v) && !near(u),
            ConditionRegion::NextV => far(v) && near(u) && !near(v),
            ConditionRegion::Opposite => far(u) && far(v) && !near(u) && !near(v),
            ConditionRegion::Rectangle(least, most) => {
                let (least, most) = (least.coordinates(), most.coordinates());
                least.zip(most).is_some_and(|((left, top), (right, bottom))| {
                    (left..=right).contains(&u) && (top..=bottom).contains(&v)
                })
            }
        }
    }
}

impl fmt::Display for ConditionRegion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self, self.name()) {
            (ConditionRegion::Rectangle(least, most), _) => write!(f, "{least}-{most}"),
            (_, name) => f.write_str(name.unwrap_or_default()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use joseki_game::Corner;
    use joseki_game::Symmetry;

    #[test]
    fn named_regions_lie_where_their_names_say() {
        let size = BoardSize::NINETEEN;
        let frame = Frame::clockwise(Corner::UpperRight);
        let points = |region: ConditionRegion| {
            let points = region.points(frame, size);
            let first = points.first().map(|point| point.to_gtp(size));
            (points.len(), first.unwrap_or_default())
        };
        // u runs down the right side, v along the upper one.
        assert_eq!(points(ConditionRegion::SideU), (25, "P12".to_owned()));
        assert_eq!(points(ConditionRegion::SideV), (25, "H19".to_owned()));
        assert_eq!(points(ConditionRegion::NextU), (49, "N7".to_owned()));
        assert_eq!(points(ConditionRegion::NextV), (49, "A19".to_owned()));
        assert_eq!(points(ConditionRegion::Opposite), (49, "A7".to_owned()));
    }

    #[test]
    fn regions_never_overlap_and_mirror_with_the_frame() {
        for size in BoardSize::all().filter(|size| size.get() <= 19) {
            for frame in Frame::all() {
                let other = Frame { symmetry: frame.symmetry.then(Symmetry::TRANSPOSE), ..frame };
                for region in ConditionRegion::NAMED {
                    let points = region.points(frame, size);
                    assert_eq!(points, region.mirror().points(other, size));
                    for another in ConditionRegion::NAMED.into_iter().filter(|it| *it != region) {
                        assert!(points.is_disjoint(&another.points(frame, size)));
                    }
                }
            }
        }
    }
}
