//! The chased chain at one moment of a ladder, and the moves available to both sides.

use crate::Color;
use crate::go::{BoardSize, IllegalMove, Point, PointSet, Position, flood, zobrist};

/// A position with the state that a ladder search needs. Moves update the chain and its liberties
/// incrementally: following a long chain again costs more than the move.
#[derive(Clone, Copy)]
pub(super) struct Chase {
    pub(super) position: Position,
    pub(super) defender: Color,
    /// Up to three liberties; three means three or more.
    pub(super) liberties: Few<3>,
    target: Point,
    chain: PointSet,
    /// Enemy stones whose chains may be in atari: at first all those next to the chain, later those
    /// found to be in atari and those played or met since.
    suspects: PointSet,
}

impl Chase {
    pub(super) fn new(position: &Position, target: Point, defender: Color) -> Self {
        let mut chase = Self {
            position: *position,
            defender,
            liberties: Few::NONE,
            target,
            chain: PointSet::EMPTY,
            suspects: PointSet::EMPTY,
        };
        chase.connect(target);
        chase.count_liberties();
        chase
    }

    /// Whether a colour may not play on a point because that would retake a ko.
    pub(super) fn is_banned(&self, color: Color, point: Point) -> bool {
        self.position.ko() == Some((color, point))
    }

    /// Whether stones and ko are the same.
    pub(super) fn is_same(&self, other: &Self) -> bool {
        self.position.ko() == other.position.ko() && self.position.has_same_stones(&other.position)
    }

    /// A hash of position, ko and side to play.
    pub(super) fn key(&self, side: Color) -> u64 {
        let ko = |(color, point)| zobrist(color, point).rotate_left(32);
        let side = (side as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.position.hash() ^ self.position.ko().map_or(0, ko) ^ side
    }

    /// Plays a move of either side. Ignores the ban on retaking a ko.
    ///
    /// # Errors
    ///
    /// When the move is suicide; only the ko has changed then.
    pub(super) fn play(&mut self, color: Color, point: Point) -> Result<(), IllegalMove> {
        self.position.pass();
        let taken = self.position.play(color, point)?;
        if color != self.defender {
            self.liberties.remove(point);
            self.suspects.insert(point);
            return Ok(());
        }
        let joins = self.connect(point);
        if joins || !taken.is_empty() {
            self.count_liberties();
        } else {
            self.liberties.remove(point);
            for next in point.neighbours(self.size()) {
                if self.position.at(next).is_none() {
                    self.liberties.insert(next);
                }
            }
        }
        Ok(())
    }

    /// Whether an attack on one of two liberties fails at once: it is legal, and the defender,
    /// playing the other liberty, then has three.
    pub(super) fn is_hopeless(&self, attack: Point, answer: Point) -> bool {
        let free_beside = |point| self.free_beside(point);
        free_beside(attack).next().is_some()
            && free_beside(answer).filter(|&free| free != attack).count() >= 3
    }

    /// A rough measure of how much a point gives the defender; attackers want it too. Counts the
    /// point's liberties and those of the other chains that it connects to.
    pub(super) fn worth(&self, point: Point) -> u32 {
        let own = self.position.stones(self.defender);
        let friends = point
            .neighbours(self.size())
            .filter(|&next| own.contains(next) && !self.chain.contains(next))
            .fold(PointSet::EMPTY, |friends, next| friends.union(flood::chain(next, &own)));
        let reached = friends.union(PointSet::from(point)).neighbours(self.size());
        reached.intersection(self.position.empty()).len()
    }

    /// Adds the points where the defender captures an enemy chain next to the chased one.
    pub(super) fn takes(&mut self, points: &mut Vec<Point>) {
        let enemies = self.position.stones(self.defender.opposite());
        let free = self.position.empty();
        let from = points.len();
        // A stone with two empty neighbours is not in atari, whatever its chain.
        let crowded = enemies.difference(enemies.with_two_beside(&free));
        for stone in std::mem::take(&mut self.suspects).intersection(crowded) {
            let Some(liberty) = flood::only_liberty(stone, &enemies, &free) else {
                continue;
            };
            self.suspects.insert(stone);
            if !points[from..].contains(&liberty) && self.is_beside(stone, &enemies) {
                points.push(liberty);
            }
        }
    }

    /// Whether the chain of an enemy stone touches the chased one.
    fn is_beside(&self, stone: Point, enemies: &PointSet) -> bool {
        let touches = |stone| self.chain.touches(stone);
        touches(stone) || flood::chain(stone, enemies).iter().any(touches)
    }

    fn size(&self) -> BoardSize {
        self.position.size()
    }

    fn free_beside(&self, point: Point) -> impl Iterator<Item = Point> {
        point.neighbours(self.size()).filter(|&next| self.position.at(next).is_none())
    }

    /// Adds a stone of the defender. The stone and the chains it connects to become part of the
    /// chased chain if they touch it, and their enemy neighbours become suspects. Returns whether
    /// the change was anything but a single stone added to the chain.
    fn connect(&mut self, point: Point) -> bool {
        let own = self.position.stones(self.defender);
        let enemies = self.position.stones(self.defender.opposite());
        let mut friends = PointSet::from(point);
        let mut joins = false;
        for next in point.neighbours(self.size()) {
            if enemies.contains(next) {
                self.suspects.insert(next);
            } else if own.contains(next) && !self.chain.contains(next) && !friends.contains(next) {
                friends = friends.union(flood::chain(next, &own));
                joins = true;
            }
        }
        if joins {
            let met = friends.neighbours(self.size()).intersection(enemies);
            self.suspects = self.suspects.union(met);
        }
        let is_part = point == self.target || self.chain.touches(point);
        if is_part {
            self.chain = self.chain.union(friends);
        }
        joins || !is_part
    }

    fn count_liberties(&mut self) {
        let liberties = self.chain.neighbours(self.size());
        let liberties = liberties.intersection(self.position.empty());
        self.liberties = Few::NONE;
        for liberty in liberties.iter().take(3) {
            self.liberties.insert(liberty);
        }
    }
}

/// Up to `N` points, in insertion order.
#[derive(Clone, Copy)]
pub(super) struct Few<const N: usize> {
    points: [Point; N],
    len: u8,
}

impl<const N: usize> Few<N> {
    const NONE: Self = Self { points: [Point::new(0, 0); N], len: 0 };

    pub(super) fn points(&self) -> &[Point] {
        &self.points[..usize::from(self.len)]
    }

    /// Adds a point if there is room and it is new.
    fn insert(&mut self, point: Point) {
        if !self.points().contains(&point)
            && let Some(place) = self.points.get_mut(usize::from(self.len))
        {
            *place = point;
            self.len += 1;
        }
    }

    fn remove(&mut self, point: Point) {
        if let Some(at) = self.points().iter().position(|&own| own == point) {
            self.points[at..usize::from(self.len)].rotate_left(1);
            self.len -= 1;
        }
    }
}
