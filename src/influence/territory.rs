//! Empty points held by each side.

use super::Forces;
use joseki_game::Color;
use joseki_game::go::{PointSet, Position};

/// n: upper bound on A. A point with more than two thirds of it counts as held.
pub const CAP: i32 = 48;

/// Territory under the mechanical model, empty points only.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Territory {
    /// Points held by Black.
    pub black: SideTerritory,
    /// Points held by White.
    pub white: SideTerritory,
}

/// Points held by one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SideTerritory {
    /// Points under its influence, including the solid ones: every force is greater than 1; or
    /// every force is positive and A is greater than 10; or A is greater than two thirds of
    /// [`CAP`].
    pub influence: PointSet,
    /// Points that it holds firmly: influence, with every force greater than 1, and at least three
    /// greater than 2 or A greater than 34.
    pub solid: PointSet,
}

impl SideTerritory {
    /// Returns the points of influence that are not solid.
    #[must_use]
    pub fn influence_only(&self) -> PointSet {
        self.influence.difference(self.solid)
    }
}

impl Territory {
    /// Computes the territory of a board from its forces.
    #[must_use]
    pub fn new(board: &Position, forces: &Forces) -> Territory {
        let held = |color| side_territory(board, forces, color);
        Territory { black: held(Color::Black), white: held(Color::White) }
    }

    /// Returns the points held by a colour.
    #[must_use]
    pub const fn side(&self, color: Color) -> &SideTerritory {
        match color {
            Color::Black => &self.black,
            Color::White => &self.white,
        }
    }
}

fn side_territory(board: &Position, forces: &Forces, color: Color) -> SideTerritory {
    let own = |point| match color {
        Color::Black => forces.at(point),
        Color::White => forces.at(point).map(|force| -force),
    };
    let empty = board.empty();
    let influence = empty.iter().filter(|point| is_influence(own(*point)));
    let influence: PointSet = influence.collect();
    let solid = influence.iter().filter(|point| is_solid(own(*point)));
    SideTerritory { influence, solid: solid.collect() }
}

fn is_influence(forces: [i32; 4]) -> bool {
    let sum = forces.iter().sum::<i32>().min(CAP);
    let all_above = |least| forces.iter().all(|force| *force > least);
    all_above(1) || all_above(0) && sum > 10 || 3 * sum > 2 * CAP
}

fn is_solid(forces: [i32; 4]) -> bool {
    let sum = forces.iter().sum::<i32>().min(CAP);
    let above_two = forces.iter().filter(|force| **force > 2).count();
    forces.iter().all(|force| *force > 1) && (above_two >= 3 || sum > 34)
}
