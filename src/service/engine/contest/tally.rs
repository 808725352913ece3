//! Tally of a match.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use serde::Serialize;

use super::play::PlayedGame;
use super::request::{ContestRequest, Seat};
use crate::wilson::wilson;
use joseki_format::game_info::GameOutcome;
use joseki_game::Color;

/// Tally of a match, from the view of its first engine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ContestTally {
    /// Games played.
    pub games: u32,
    /// Games won by the first engine: with Black, with White.
    pub won: [u32; 2],
    /// Games lost by the first engine: with Black, with White.
    pub lost: [u32; 2],
    /// Drawn games (jigo).
    pub drawn: u32,
    /// Games without a result: the players disagreed, or one refused a legal move.
    pub void: u32,
    /// Moves that the engines reported as book moves: of the first, of the second.
    pub book_moves: [u64; 2],
    /// Moves in all games.
    pub moves: u64,
    /// Games identical to an earlier one, which add no information.
    pub repeated: u32,
    /// Points of the first engine in each game with a result, in halves.
    points: BTreeMap<u32, u8>,
    /// Hashes of the games.
    seen: BTreeSet<u64>,
}

/// Win rate with its confidence interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct RateInterval {
    /// Wins and half the draws, as a share of the games with a result.
    pub rate: f64,
    /// Lower end of Wilson's 95 % interval.
    pub low: f64,
    /// Upper end of Wilson's 95 % interval.
    pub high: f64,
    /// Games with a result.
    pub games: u32,
}

impl ContestTally {
    /// Adds a game.
    pub fn add(&mut self, request: &ContestRequest, game: &PlayedGame) {
        let ours = request.color(game.number, Seat::First);
        let place = usize::from(ours == Color::White);
        self.games += 1;
        let points = match game.verdict.outcome() {
            GameOutcome::Unknown => None,
            GameOutcome::Draw => Some(1),
            won => Some(if won.winner() == Some(ours) { 2 } else { 0 }),
        };
        self.points.extend(points.map(|points| (game.number, points)));
        match game.verdict.outcome() {
            GameOutcome::Unknown => self.void += 1,
            GameOutcome::Draw => self.drawn += 1,
            won if won.winner() == Some(ours) => self.won[place] += 1,
            _ => self.lost[place] += 1,
        }
        self.moves += game.moves.len() as u64;
        let mut hasher = DefaultHasher::new();
        game.moves.hash(&mut hasher);
        self.repeated += u32::from(!self.seen.insert(hasher.finish()));
        for ((color, _), comment) in game.moves.iter().zip(&game.book) {
            let seat = request.seat(game.number, *color);
            self.book_moves[seat as usize] += u64::from(comment.is_some());
        }
    }

    /// Counts the pairs of games of one opening with exchanged colours by the first engine's points:
    /// 0, 1/2, 1, 3/2 and 2. If colours do not alternate, single games, as double points.
    #[must_use]
    pub fn pairs(&self, request: &ContestRequest) -> [u32; 5] {
        let mut counts = [0; 5];
        for (number, points) in &self.points {
            let points = match request.alternate {
                false => Some(2 * points),
                true if number.is_multiple_of(2) => None,
                true => self.points.get(&(number + 1)).map(|other| points + other),
            };
            if let Some(points) = points {
                counts[usize::from(points)] += 1;
            }
        }
        counts
    }

    /// Returns the first engine's win rate; none before a game has a result.
    #[must_use]
    pub fn rate(&self) -> Option<RateInterval> {
        self.rate_of(self.won.iter().sum(), self.lost.iter().sum(), self.drawn)
    }

    /// Returns its win rate with a colour, without draws: the colours of draws are not recorded.
    #[must_use]
    pub fn rate_with(&self, color: Color) -> Option<RateInterval> {
        let place = usize::from(color == Color::White);
        self.rate_of(self.won[place], self.lost[place], 0)
    }

    fn rate_of(&self, won: u32, lost: u32, drawn: u32) -> Option<RateInterval> {
        let games = won + lost + drawn;
        if games == 0 {
            return None;
        }
        let rate = (f64::from(won) + f64::from(drawn) / 2.0) / f64::from(games);
        let (low, high) = wilson(rate, f64::from(games));
        Some(RateInterval { rate, low, high, games })
    }
}
