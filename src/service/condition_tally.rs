//! What games say of conditions: how their moves fared where they held and where they did not.

use std::collections::HashMap;

use super::wilson::wilson;
use crate::book::Truth;

/// What games say of one condition.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ConditionEvidence {
    /// Where it held.
    pub good: ConditionGames,
    /// Where it did not.
    pub bad: ConditionGames,
    /// Where it could not be said.
    pub unknown: ConditionGames,
}

/// Games of one condition where it held, did not, or could not be said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ConditionGames {
    /// Turns at which the position was first reached in a corner, by who could make the move.
    pub reached: u64,
    /// Of these, those at which the move was made.
    pub chosen: u64,
    /// Games in which a player made the move, at once or later.
    pub games: u64,
    /// Of these, those whose result is known.
    pub scored: u64,
    /// Half points of who made it: two for a win, one for a draw.
    pub half_points: u64,
}

/// How much better a move fares where its condition holds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RateDifference {
    /// The win rate where it holds less that where it does not.
    pub by: f64,
    /// The lower end of its 95 % interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl ConditionGames {
    /// Wins and half the draws of the games with a result, as a share; none without such a game.
    #[must_use]
    pub fn win_rate(&self) -> Option<f64> {
        (self.scored > 0).then(|| self.half_points as f64 / (2 * self.scored) as f64)
    }

    /// How often the move was made at once where it could be.
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

    /// Wilson's score interval of the win rate.
    fn interval(&self) -> Option<(f64, f64, f64)> {
        let rate = self.win_rate()?;
        let (low, high) = wilson(rate, self.scored as f64);
        Some((rate, low, high))
    }
}

impl ConditionEvidence {
    /// The difference of the win rates with its 95 % interval by the score method without continuity correction
    /// (R. G. Newcombe, Statistics in Medicine 17, 1998, method 10); none unless both sides have a game with a result.
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

    /// Where the condition is so.
    pub fn at(&mut self, truth: Truth) -> &mut ConditionGames {
        match truth {
            Truth::True => &mut self.good,
            Truth::False => &mut self.bad,
            Truth::Unknown => &mut self.unknown,
        }
    }
}

/// What was counted of many games, each once, whatever their order.
#[derive(Debug, Default)]
pub(super) struct ConditionTally {
    games: HashMap<u64, Counted>,
    /// Games that came again.
    pub(super) duplicates: u64,
}

/// What one game says: entries of conditions by their number.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Counted {
    /// Of copies of a game the longest counts, then that of the greatest result: not the first one.
    pub(super) length: usize,
    pub(super) result: u8,
    pub(super) entries: Vec<(u32, Truth, [u64; 5])>,
}

impl ConditionTally {
    /// Adds a game by its identity.
    pub(super) fn add(&mut self, fingerprint: u64, counted: Counted) {
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

    /// The games that count.
    pub(super) fn len(&self) -> u64 {
        self.games.len() as u64
    }

    /// What they say of each of so many conditions.
    pub(super) fn evidence(&self, conditions: usize) -> Vec<ConditionEvidence> {
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

    /// The examples of Newcombe's paper, table II, to the four digits that it prints.
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
