//! Links between stones of one colour.

use joseki_game::go::{PointSet, Position};
use joseki_game::{Color, Point};

/// Links of one side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Links {
    /// Empty points next to an own stone and to no enemy stone.
    pub connected: PointSet,
    /// Empty points next to at least two own stones and at least one enemy stone.
    pub semi_connected: PointSet,
    /// Pairs of strongly linked stones, in reading order.
    pub strong: Vec<Link>,
}

/// Pair of linked stones of one colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Link {
    /// First stone in reading order.
    pub from: Point,
    /// Second stone.
    pub to: Point,
    /// Kind of link.
    pub kind: LinkKind,
}

/// Kind of link between two stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum LinkKind {
    /// Adjacent stones.
    Adjacent,
    /// Diagonal stones, with at least one point adjacent to both empty.
    Diagonal,
    /// Stones with one point between them, which is empty.
    Jump,
}

impl Links {
    /// Finds the links of a colour.
    #[must_use]
    pub fn new(board: &Position, color: Color) -> Links {
        let (own, enemy) = (board.stones(color), board.stones(color.opposite()));
        let empty = board.empty();
        let beside = |point: Point, set: PointSet| {
            let neighbours = point.neighbours(board.size());
            neighbours.filter(|next| set.contains(*next)).count()
        };
        let connected = |point: &Point| beside(*point, own) >= 1 && beside(*point, enemy) == 0;
        let semi = |point: &Point| beside(*point, own) >= 2 && beside(*point, enemy) >= 1;
        Links {
            connected: empty.iter().filter(connected).collect(),
            semi_connected: empty.iter().filter(semi).collect(),
            strong: strong(board, own),
        }
    }
}

fn strong(board: &Position, own: PointSet) -> Vec<Link> {
    let size = board.size();
    let at = |from: Point, columns: i8, rows: i8| {
        let x = from.x().checked_add_signed(columns)?;
        let y = from.y().checked_add_signed(rows)?;
        size.point(x, y)
    };
    let empty = |point: Option<Point>| point.is_some_and(|point| board.at(point).is_none());
    let mut links = Vec::new();
    for from in own {
        // Only later points in reading order, so that each pair is found once.
        for (columns, rows) in [(1, 0), (0, 1), (1, 1), (-1, 1), (2, 0), (0, 2)] {
            let Some(to) = at(from, columns, rows).filter(|to| own.contains(*to)) else {
                continue;
            };
            let kind = match (columns, rows) {
                (1, 0) | (0, 1) => Some(LinkKind::Adjacent),
                (2, 0) | (0, 2) => {
                    let between = at(from, columns / 2, rows / 2);
                    empty(between).then_some(LinkKind::Jump)
                }
                _ => {
                    let shared = empty(at(from, columns, 0)) || empty(at(from, 0, rows));
                    shared.then_some(LinkKind::Diagonal)
                }
            };
            links.extend(kind.map(|kind| Link { from, to, kind }));
        }
    }
    links.sort_unstable();
    links
}
