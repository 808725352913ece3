//! Evidence for conditions: results of their moves where they held and where they did not.

use std::collections::HashMap;

use serde::Serialize;
use utoipa::ToSchema;

use crate::wilson::wilson;
use joseki_book::Truth;

/// Evidence for one condition.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ConditionEvidence {
    /// Games where the condition held.
    pub good: ConditionGames,
    /// Games where it did not hold.
    pub bad: ConditionGames,
    /// Games where it could not be decided.
    pub unknown: ConditionGames,
}

/// Games of one condition with the same truth value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ConditionGames {
    /// Turns at which the position was first reached in a corner with that side to move.
    pub reached: u64,
    /// Those turns at which the move was played.
    pub chosen: u64,
    /// Games in which a player played the move, at once or later.
    pub games: u64,
    /// Those games whose result is known.
    pub scored: u64,
    /// Half points of the player of the move: two for a win, one for a draw.
    pub half_points: u64,
}

/// Difference of two win rates, `good` minus `bad`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, ToSchema)]
#[schema(as = RateDifferenceJson)]
pub struct RateDifference {
    /// The difference, -1 to 1.
    pub by: f64,
    /// Lower end of the 95 % interval.
    pub low: f64,
    /// Upper end of the 95 % interval.
    pub high: f64,
}

impl ConditionGames {
    /// Returns wins and half the draws as a share of the games with a result; none without such a
    /// game.
    #[must_use]
    pub fn win_rate(&self) -> Option<f64> {
        (self.scored > 0).then(|| self.half_points as f64 / (2 * self.scored) as f64)
    }

    /// Returns how often the move was played at once where it could be.
    #[must_use]
    pub fn share(&self) -> Option<f64> {
        (self.reached > 0).then(|| self.chosen as f64 / self.reached as f64)
    }

    fn add(&mut self, other: &ConditionGames) {
        self.reached += other.reached;
        self.chosen += other.chosen;
        self.games += other.games;
        self.scored += other.scored;
        self.half_points += other.half_points;
    }

    /// Returns the win rate with Wilson's score interval.
    fn interval(&self) -> Option<(f64, f64, f64)> {
        let rate = self.win_rate()?;
        let (low, high) = wilson(rate, self.scored as f64);
        Some((rate, low, high))
    }
}

impl ConditionEvidence {
    /// Returns the difference of the win rates with its 95 % interval by the score method without
    /// continuity correction (R. G. Newcombe, Statistics in Medicine 17, 1998, method 10); none
    /// unless both sides have a game with a result.
    #[must_use]
    pub fn difference(&self) -> Option<RateDifference> {
        let (good, good_low, good_high) = self.good.interval()?;
        let (bad, bad_low, bad_high) = self.bad.interval()?;
        let by = good - bad;
        Some(RateDifference {
            by,
            low: by - (good - good_low).hypot(bad_high - bad),
            high: by + (good_high - good).hypot(bad - bad_low),
        })
    }

    /// Returns the games with that truth value.
    pub fn at(&mut self, truth: Truth) -> &mut ConditionGames {
        match truth {
            Truth::True => &mut self.good,
            Truth::False => &mut self.bad,
            Truth::Unknown => &mut self.unknown,
        }
    }
}

/// Counts of many games, each once and independent of their order.
#[derive(Debug, Default)]
pub(crate) struct ConditionTally {
    games: HashMap<u64, ConditionCounts>,
    /// Games that occurred again.
    pub(crate) duplicates: u64,
}

/// Counts of one game: entries by the number of the condition.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct ConditionCounts {
    /// Of several copies of a game, the longest counts, then the one with the greatest result, so
    /// that order does not matter.
    pub(crate) length: usize,
    pub(crate) result: u8,
    pub(crate) entries: Vec<(u32, Truth, [u64; 5])>,
}

impl ConditionTally {
    /// Adds a game by its fingerprint.
    pub(crate) fn add(&mut self, fingerprint: u64, counted: ConditionCounts) {
        match self.games.entry(fingerprint) {
            std::collections::hash_map::Entry::Vacant(place) => drop(place.insert(counted)),
            std::collections::hash_map::Entry::Occupied(mut place) => {
                self.duplicates += 1;
                if counted > *place.get() {
                    place.insert(counted);
                }
            }
        }
    }

    /// Returns the number of distinct games.
    pub(crate) fn len(&self) -> u64 {
        self.games.len() as u64
    }

    /// Returns the evidence for each of the first `conditions` conditions.
    pub(crate) fn evidence(&self, conditions: usize) -> Vec<ConditionEvidence> {
        let mut evidence = vec![ConditionEvidence::default(); conditions];
        let entries = self.games.values().flat_map(|game| &game.entries);
        for (number, truth, [reached, chosen, games, scored, half_points]) in entries {
            if let Some(of) = evidence.get_mut(*number as usize) {
                of.at(*truth).add(&ConditionGames {
                    reached: *reached,
                    chosen: *chosen,
                    games: *games,
                    scored: *scored,
                    half_points: *half_points,
                });
            }
        }
        evidence
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn evidence(good: (u64, u64), bad: (u64, u64)) -> Option<RateDifference> {
        let games = |(wins, scored): (u64, u64)| ConditionGames {
            scored,
            half_points: 2 * wins,
            ..ConditionGames::default()
        };
        let evidence = ConditionEvidence {
            good: games(good),
            bad: games(bad),
            ..ConditionEvidence::default()
        };
        evidence.difference()
    }

    /// Examples of Newcombe's paper, table II, to the four digits printed there.
    #[test]
    fn differences_are_those_of_the_paper() {
        for (good, bad, low, high) in [
            ((56, 70), (48, 80), 0.0524, 0.3339),
            ((9, 10), (3, 10), 0.1705, 0.8090),
            ((5, 56), (0, 29), -0.0381, 0.1926),
            ((10, 10), (0, 20), 0.6791, 1.0),
        ] {
            let found = evidence(good, bad).expect("games");
            assert!((found.low - low).abs() < 5e-5, "{found:?}");
            assert!((found.high - high).abs() < 5e-5, "{found:?}");
        }
        assert_eq!(evidence((1, 1), (0, 0)), None);
    }
}
