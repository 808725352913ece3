//! Life and death of each group, and why.

use super::benson::Unconditional;
use super::estimate::{LifeEstimate, LifeMethod};
use super::groups::{Group, groups};
use joseki_game::Color;
use joseki_game::go::{PointSet, Position};

/// Least mean ownership at which random games say that a group lives: it keeps its points in three
/// of four games.
const LIVES: f64 = 0.5;

/// Twice the number of eyes of a group that lives.
const TWO_EYES: u32 = 4;

/// Life or death of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum LifeStatus {
    /// It cannot be captured.
    Alive,
    /// It is captured at the end.
    Dead,
    /// Neither side can play first.
    Seki,
    /// Undecided.
    Open,
}

/// Reason for the status of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum LifeReason {
    /// The caller named the dead or the seki stones.
    Given,
    /// Alive: it cannot be captured even if its side always passes.
    Unconditional,
    /// Alive: it has two eyes.
    TwoEyes,
    /// Alive: the stones around it are dead.
    SurroundersDead,
    /// Alive: the other side has no living stones.
    NoEnemy,
    /// Dead: unconditionally living stones enclose it.
    Enclosed,
    /// Dead: a bent four in the corner kills it.
    BentFour,
    /// Seki: found by the rule.
    SekiRule,
    /// Random games say so; open if they disagree.
    Playouts,
    /// An influence model says so.
    Model,
    /// Open: nothing was estimated.
    NotEstimated,
}

/// Stones whose status is settled before the groups are examined, as whole chains.
#[derive(Clone, Copy, Debug)]
pub struct SettledStones {
    /// Dead stones.
    pub dead: PointSet,
    /// Stones in seki.
    pub seki: PointSet,
    /// Whether the caller named the dead stones.
    pub dead_given: bool,
    /// Whether the caller named the stones in seki.
    pub seki_given: bool,
}

/// Chains of one colour that the other side cannot easily separate, and whether they live.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GroupStatus {
    /// Colour of the group.
    pub color: Color,
    /// Its stones.
    pub stones: PointSet,
    /// Its liberties.
    pub liberties: PointSet,
    /// Twice the number of its eyes: an eye space of three points counts one and a half eyes, since
    /// either side may move first. Dead enemy stones are taken off before eyes are counted.
    pub half_eyes: u32,
    /// Whether it lives.
    pub status: LifeStatus,
    /// Why.
    pub reason: LifeReason,
    /// Mean ownership of its stones in random games, in its own view, −1 to 1.
    pub owned: Option<f64>,
}

impl GroupStatus {
    /// Finds the groups of a board: Black's, then White's, each by their first stones. Stones of
    /// different status are different groups. `estimate` is that of the dead stones, with its
    /// method, unless the caller named them.
    #[must_use]
    pub fn find(
        board: &Position,
        settled: &SettledStones,
        estimate: Option<(&LifeEstimate, &LifeMethod)>,
    ) -> Vec<GroupStatus> {
        let mut rest = *board;
        for stone in settled.dead {
            rest.clear(stone);
        }
        let judge = Judge { board, rest, settled, estimate, certain: Unconditional::new(board) };
        let living = groups(&judge.rest).into_iter().flat_map(|group| {
            let seki = group.stones.intersection(settled.seki);
            [seki, group.stones.difference(seki)].map(|stones| Group { stones, ..group })
        });
        let dead = groups(board).into_iter().map(|group| {
            let stones = group.stones.intersection(settled.dead);
            Group { stones, ..group }
        });
        let mut found: Vec<GroupStatus> = living
            .chain(dead)
            .filter(|group| !group.stones.is_empty())
            .map(|group| judge.status_of(group))
            .collect();
        found.sort_by_key(|group| (group.color, group.stones.first()));
        found
    }
}

struct Judge<'a> {
    board: &'a Position,
    /// The board without the dead stones.
    rest: Position,
    settled: &'a SettledStones,
    estimate: Option<(&'a LifeEstimate, &'a LifeMethod)>,
    certain: Unconditional,
}

impl Judge<'_> {
    fn status_of(&self, group: Group) -> GroupStatus {
        let Group { color, stones, half_eyes } = group;
        let ownership = self.estimate.and_then(|(estimate, _)| estimate.ownership.as_ref());
        let owned = ownership.map(|owned| owned.mean(stones, color));
        let (status, reason) = if stones.is_subset(&self.settled.dead) {
            (LifeStatus::Dead, self.why_dead(stones))
        } else if stones.is_subset(&self.settled.seki) {
            let given = self.settled.seki_given;
            (LifeStatus::Seki, if given { LifeReason::Given } else { LifeReason::SekiRule })
        } else {
            self.living(&group, owned)
        };
        let liberties = stones.neighbours(self.board.size()).intersection(self.board.empty());
        GroupStatus { color, stones, liberties, half_eyes, status, reason, owned }
    }

    fn why_dead(&self, stones: PointSet) -> LifeReason {
        match self.estimate {
            None => LifeReason::Given,
            Some((estimate, _)) if stones.is_subset(&estimate.enclosed) => LifeReason::Enclosed,
            Some((estimate, _)) if stones.is_subset(&estimate.bent) => LifeReason::BentFour,
            Some((_, method)) => reason_by(method),
        }
    }

    /// Judges a group that is neither dead nor in seki.
    fn living(&self, group: &Group, owned: Option<f64>) -> (LifeStatus, LifeReason) {
        let Group { color, stones, half_eyes } = *group;
        if stones.is_subset(&self.certain.alive(color)) {
            return (LifeStatus::Alive, LifeReason::Unconditional);
        }
        if half_eyes >= TWO_EYES {
            return (LifeStatus::Alive, LifeReason::TwoEyes);
        }
        if self.rest.stones(color.opposite()).is_empty() {
            return (LifeStatus::Alive, LifeReason::NoEnemy);
        }
        if self.settled.dead_given {
            return (LifeStatus::Alive, LifeReason::Given);
        }
        match (self.estimate, owned) {
            (None, _) => (LifeStatus::Open, LifeReason::NotEstimated),
            (Some((estimate, _)), _) if stones.is_subset(&estimate.saved) => {
                (LifeStatus::Alive, LifeReason::SurroundersDead)
            }
            (Some(_), Some(owned)) if owned < LIVES => (LifeStatus::Open, LifeReason::Playouts),
            (Some((_, method)), _) => (LifeStatus::Alive, reason_by(method)),
        }
    }
}

const fn reason_by(method: &LifeMethod) -> LifeReason {
    match method {
        LifeMethod::Model(_) => LifeReason::Model,
        LifeMethod::Playouts { .. } => LifeReason::Playouts,
    }
}
