//! What every stone would make on a board, kept up as stones come and go.

use std::fmt;

use super::class::{Five, LineClass};
use super::forbidden::may_be_foul;
use super::lines::{Direction, LINES, SIDE, index_of, points_of};
use super::shape::{Around, Fives, REACH, Shape, Shapes, WEIGHTS, distances, fives, shapes};
use crate::go::PointSet;
use crate::stones::Stones;
use crate::variant::FiveRules;
use crate::{BoardSize, Color, Point};

/// The stones of a board, and what one more would make at every point along every line.
#[derive(Clone)]
pub(super) struct Patterns {
    stones: Stones,
    rules: FiveRules,
    shapes: [&'static Shapes; 2],
    fives: [&'static Fives; 2],
    /// By direction and point, the view from there.
    views: [[View; SIDE * SIDE]; 4],
    lines: [[Line; 2]; LINES],
    /// How many lines have each class, by colour.
    classes: [[u16; LineClass::ALL.len()]; 2],
    /// Empty points where the shapes alone would make a move of Black a foul. Whether their threes
    /// count is another question, so not all of them are forbidden.
    suspects: PointSet,
}

/// The view from a point along one of its lines: from the lowest bits, the neighbours as Black
/// and as White sees them, and what a stone of each makes, in sixteen bits each.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct View(u64);

impl View {
    /// Without what stones make.
    const fn new(around: Around) -> View {
        View(around as u64 | (around as u64) << 16)
    }

    #[inline]
    const fn around(self, color: Color) -> Around {
        (self.0 >> (16 * color as u32)) as Around
    }

    #[inline]
    const fn shape(self, color: Color) -> Shape {
        Shape::from_bits((self.0 >> (32 + 16 * color as u32)) as u16)
    }

    /// Whether stones make the same here.
    #[inline]
    const fn makes_as(self, other: View) -> bool {
        (self.0 ^ other.0) >> 32 == 0
    }

    /// Sees a stone come or go, as both colours see it.
    #[inline]
    fn turn<const STANDS: bool>(self, shapes: [&Shapes; 2], seen: u32) -> View {
        let around = self.0 as u32;
        let around = if STANDS { around.wrapping_add(seen) } else { around.wrapping_sub(seen) };
        let [black, white] =
            [shapes[0][usize::from(around as Around)], shapes[1][(around >> 16) as usize]];
        View(u64::from(around) | u64::from(black.bits()) << 32 | u64::from(white.bits()) << 48)
    }
}

/// One line as a colour sees it.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
struct Line {
    /// The colour's stones.
    own: u32,
    class: LineClass,
    /// How many empty points make each class, in eight bits each.
    made: u64,
}

impl Patterns {
    /// Creates those of an empty board of at most 20 lines.
    pub(super) fn new(rules: FiveRules, size: BoardSize) -> Patterns {
        let mut patterns = Patterns {
            stones: Stones::new(size),
            rules,
            shapes: Color::ALL.map(|color| shapes(rules.five(color))),
            fives: Color::ALL.map(|color| fives(rules.five(color))),
            views: [[View::default(); SIDE * SIDE]; 4],
            lines: [[Line::default(); 2]; LINES],
            classes: [[0; LineClass::ALL.len()]; 2],
            suspects: PointSet::EMPTY,
        };
        for point in size.points() {
            for direction in Direction::ALL {
                let place = direction.place(point, size);
                let [left, right] = place.room.map(|room| usize::from(room).min(REACH));
                // On an empty board a stone makes nothing.
                patterns.views[direction as usize][index_of(point)] =
                    View::new(EDGES[0][left] + EDGES[1][right]);
                for line in &mut patterns.lines[place.line] {
                    line.made += Shape::default().in_line();
                }
            }
        }
        patterns
    }

    pub(super) const fn stones(&self) -> &Stones {
        &self.stones
    }

    /// What a stone of a colour on a point makes in each direction.
    #[inline]
    pub(super) fn shapes(&self, color: Color, point: Point) -> [Shape; 4] {
        self.shapes_at(color, index_of(point))
    }

    /// What a stone of Black on a point makes with some more of Black on the board.
    pub(super) fn shapes_with(
        &self,
        more: impl Iterator<Item = Point>,
        point: Point,
    ) -> [Shape; 4] {
        let views = self.views.each_ref().map(|views| views[index_of(point)]);
        let mut around = views.map(|view| view.around(Color::Black));
        for stone in more {
            if let Some((direction, distance)) = Direction::between(point, stone) {
                let side = WEIGHTS[usize::from(distance > 0)];
                let weight = side.get(usize::from(distance.unsigned_abs()) - 1);
                around[direction as usize] += weight.copied().unwrap_or(0);
            }
        }
        around.map(|around| self.shapes[Color::Black as usize][usize::from(around)])
    }

    /// What a stone of a colour on a point makes along its line to an empty point of at most five
    /// lines away, if a stone of the other colour stands there.
    pub(super) fn class_with_other(&self, color: Color, point: Point, other: Point) -> LineClass {
        let Some((direction, distance)) = Direction::between(point, other) else {
            return LineClass::None;
        };
        let around = self.views[direction as usize][index_of(point)].around(color);
        let side = WEIGHTS[usize::from(distance > 0)];
        let weight = side.get(usize::from(distance.unsigned_abs()).wrapping_sub(1));
        let around = around + 2 * weight.copied().unwrap_or(0);
        self.shapes[color as usize][usize::from(around)].class()
    }

    /// How many lines have each class for a colour, in the order of [`LineClass::ALL`].
    pub(super) const fn classes(&self, color: Color) -> &[u16] {
        &self.classes[color as usize]
    }

    /// Empty points where a stone of a colour makes at least a class, which is not none, along a line.
    pub(super) fn points_making(&self, color: Color, least: LineClass) -> PointSet {
        let mut found = PointSet::EMPTY;
        // A line where a stone makes a class has at least the class before it.
        let before = least.one_stone_before() as usize;
        if self.classes(color)[before.max(1)..].iter().all(|count| *count == 0) {
            return found;
        }
        for (number, line) in self.lines.iter().enumerate() {
            if line[color as usize].made >> (8 * least as u32) == 0 {
                continue;
            }
            let (direction, points) = points_of(number, self.stones.size());
            for point in points {
                let shape = self.views[direction as usize][index_of(point)].shape(color);
                if shape.class() >= least && self.stones.at(point).is_none() {
                    found.insert(point);
                }
            }
        }
        found
    }

    /// Where one more stone makes a five through a stone of a colour on an empty point.
    pub(super) fn fives_through(&self, color: Color, point: Point) -> impl Iterator<Item = Point> {
        Direction::ALL.into_iter().flat_map(move |direction| {
            let view = self.views[direction as usize][index_of(point)];
            let fives = self.fives[color as usize][usize::from(view.around(color))];
            distances(fives).map(move |places| direction.along(point, places))
        })
    }

    /// Empty points where a move of Black may be forbidden.
    pub(super) const fn suspects(&self) -> &PointSet {
        &self.suspects
    }

    /// Places a stone on an empty point.
    pub(super) fn place(&mut self, color: Color, point: Point) {
        self.stones.place(color, point);
        self.suspects.remove(point);
        self.turn::<true>(color, point);
    }

    /// Removes a stone.
    pub(super) fn remove(&mut self, color: Color, point: Point) {
        self.stones.remove(color, point);
        self.turn::<false>(color, point);
        self.suspect(index_of(point));
    }

    /// Changes what the neighbours of a stone see, and what follows from it.
    fn turn<const STANDS: bool>(&mut self, color: Color, point: Point) {
        let here = index_of(point);
        let (mut changed, mut changes) = ([0; 64], 0);
        for direction in Direction::ALL {
            let place = direction.place(point, self.stones.size());
            let views = &mut self.views[direction as usize];
            let mut lines = self.lines[place.line];
            lines[color as usize].own ^= 1 << place.bit;
            let taken = lines[0].own | lines[1].own;
            for (color, line) in Color::ALL.into_iter().zip(&mut lines) {
                let made = views[here].shape(color).in_line();
                line.made = if STANDS { line.made - made } else { line.made + made };
            }
            // Seen from the points to the right, the stone is to the left.
            let sides = [(1, place.room[1]), (-1, place.room[0])];
            for ((forward, room), seen) in sides.into_iter().zip(&SEEN[color as usize]) {
                let (mut at, mut bit) = (here, place.bit);
                for seen in &seen[..usize::from(room).min(REACH)] {
                    at = at.wrapping_add_signed(forward * direction.stride());
                    bit = bit.wrapping_add_signed(forward as i8);
                    let before = views[at];
                    let after = before.turn::<STANDS>(self.shapes, *seen);
                    views[at] = after;
                    if taken >> bit & 1 != 0 || before.makes_as(after) {
                        continue;
                    }
                    for (color, line) in Color::ALL.into_iter().zip(&mut lines) {
                        let [before, after] =
                            [before, after].map(|view| view.shape(color).in_line());
                        line.made = line.made.wrapping_add(after).wrapping_sub(before);
                    }
                    if before.shape(Color::Black).fouls_differ(after.shape(Color::Black)) {
                        changed[changes % 64] = at;
                        changes += 1;
                    }
                }
            }
            for (color, line) in Color::ALL.into_iter().zip(&mut lines) {
                let class = line.class_now(self.rules.five(color));
                if class != line.class {
                    let classes = &mut self.classes[color as usize];
                    // Lines without a class are not counted.
                    classes[line.class as usize] = classes[line.class as usize].saturating_sub(1);
                    classes[class as usize] += u16::from(class != LineClass::None);
                    line.class = class;
                }
            }
            self.lines[place.line] = lines;
        }
        for at in &changed[..changes] {
            self.suspect(*at);
        }
    }

    #[inline]
    fn shapes_at(&self, color: Color, at: usize) -> [Shape; 4] {
        self.views.each_ref().map(|views| views[at].shape(color))
    }

    fn suspect(&mut self, at: usize) {
        if self.rules == FiveRules::Renju {
            let point = Point::new((at % SIDE) as u8, (at / SIDE) as u8);
            if may_be_foul(&self.shapes_at(Color::Black, at)) {
                self.suspects.insert(point);
            } else {
                self.suspects.remove(point);
            }
        }
    }
}

impl Line {
    const FIVES: u32 = 8 * LineClass::Five as u32;

    /// The class of the line. A class below the fours is what one stone makes of the line, and such
    /// a stone is part of all that it makes: otherwise the line had that class before.
    #[inline]
    fn class_now(&self, five: Five) -> LineClass {
        match self.made >> Line::FIVES {
            _ if five.is_in(self.own) => LineClass::Five,
            0 => {
                let made = self.made.checked_ilog2().unwrap_or(0) / 8;
                LineClass::ALL[made as usize % LineClass::ALL.len()].one_stone_before()
            }
            1 => LineClass::Four,
            _ => LineClass::OpenFour,
        }
    }
}

/// What a point sees of a stone to its left and to its right, by the stone's colour and distance: as
/// Black in the low sixteen bits, as White in the high ones.
const SEEN: [[[u32; REACH]; 2]; 2] = {
    let mut seen = [[[0; REACH]; 2]; 2];
    let (mut color, mut side, mut distance) = (0, 0, 0);
    while color < 2 {
        let weight = WEIGHTS[side][distance] as u32;
        // 1 for a stone of one's own, 2 for another.
        seen[color][side][distance] = weight * [1 + (2 << 16), 2 + (1 << 16)][color];
        distance += 1;
        if distance == REACH {
            (distance, side) = (0, side + 1);
        }
        if side == 2 {
            (side, color) = (0, color + 1);
        }
    }
    seen
};

/// What a point sees of the edge with this much room to the left, and to the right.
const EDGES: [[Around; REACH + 1]; 2] = {
    let mut edges = [[0; REACH + 1]; 2];
    let mut side = 0;
    while side < 2 {
        let mut room = REACH;
        while room > 0 {
            room -= 1;
            edges[side][room] = edges[side][room + 1] + 2 * WEIGHTS[side][room];
        }
        side += 1;
    }
    edges
};

impl PartialEq for Patterns {
    /// All but the tables, which are those of the rules.
    fn eq(&self, other: &Patterns) -> bool {
        let Patterns { stones, rules, shapes: _, fives: _, views, lines, classes, suspects } = self;
        (stones, rules, views) == (&other.stones, &other.rules, &other.views)
            && (lines, classes, suspects) == (&other.lines, &other.classes, &other.suspects)
    }
}

impl Eq for Patterns {}

impl fmt::Debug for Patterns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.stones.fmt(f)
    }
}
