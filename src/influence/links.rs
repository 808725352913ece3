//! How stones of one colour are linked.

use crate::game::Color;
use crate::game::go::{Point, PointSet, Position};

/// The links of one side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Links {
    /// Empty points with an own neighbour and no enemy one.
    pub connected: PointSet,
    /// Empty points with two own neighbours or more, and at least one enemy one.
    pub semi_connected: PointSet,
    /// Pairs of stones that belong together, in reading order.
    pub strong: Vec<Link>,
}

/// Two stones of one colour that belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Link {
    /// The first in reading order.
    pub from: Point,
    /// The other.
    pub to: Point,
    /// How they are linked.
    pub kind: LinkKind,
}

/// How two stones are linked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LinkKind {
    /// They are beside each other.
    Adjacent,
    /// They are diagonal to each other, and a point beside both is empty.
    Diagonal,
    /// One point is between them, and it is empty.
    Jump,
}

impl LinkKind {
    /// The name in answers.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            LinkKind::Adjacent => "adjacent",
            LinkKind::Diagonal => "diagonal",
            LinkKind::Jump => "jump",
        }
    }
}

impl Links {
    /// The links of a colour.
    #[must_use]
    pub fn of(board: &Position, color: Color) -> Links {
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
        // Only what comes later in reading order: each pair is met once.
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
