//! Moves in the form of `lz-analyze` and `kata-analyze`, both ways.

use std::fmt::Write;

use crate::game::go::{BoardSize, Move};
use crate::service::{Candidate, Statistics};

/// In which words moves are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// `lz-analyze`: win rates and priors are integers to 10,000.
    Leela,
    /// `kata-analyze`: they are numbers to 1.
    Kata,
}

/// A move as an engine tells it.
#[derive(Clone, Debug, PartialEq)]
pub struct Info {
    /// The move.
    pub played: Move,
    /// Its win rate for the side to move, 0 to 1.
    pub win_rate: f64,
    /// How often it was looked at.
    pub visits: u64,
}

impl Dialect {
    /// The dialect of a command such as `lz-analyze` or `kata-genmove_analyze`.
    #[must_use]
    pub fn of(command: &str) -> Dialect {
        match command.starts_with("kata") {
            true => Dialect::Kata,
            false => Dialect::Leela,
        }
    }

    /// The moves of the book as one line, best first. Visits are counted games, at least one; the win rate is the
    /// expected result; the prior is the share of the games, or an equal part where none were counted.
    #[must_use]
    pub fn line(self, moves: &[(Candidate, Vec<Move>)], size: BoardSize) -> String {
        let mut line = String::new();
        for (order, (candidate, variation)) in moves.iter().enumerate() {
            let prior = prior(candidate, moves.len());
            let rate = expected(candidate);
            let visits = candidate.games().max(1);
            let separator = if order == 0 { "" } else { " " };
            let point = point(candidate).to_gtp(size);
            let variation = variation.iter().map(|played| played.to_gtp(size));
            let variation: Vec<String> = variation.collect();
            let told = match self {
                Dialect::Leela => {
                    let (rate, prior) = (of_ten_thousand(rate), of_ten_thousand(prior));
                    format!("winrate {rate} prior {prior} lcb {rate}")
                }
                Dialect::Kata => {
                    let utility = 2.0 * rate - 1.0;
                    format!(
                        "utility {utility:.6} winrate {rate:.6} scoreMean 0 scoreStdev 0 scoreLead 0 scoreSelfplay 0 \
                         prior {prior:.6} lcb {rate:.6} utilityLcb {utility:.6} weight {visits}"
                    )
                }
            };
            // Writing to a string does not fail.
            let _written = write!(
                line,
                "{separator}info move {point} visits {visits} {told} order {order} pv {}",
                variation.join(" ")
            );
        }
        line
    }
}

/// The moves of a line of `lz-analyze` or `kata-analyze`; what is not understood is left out.
#[must_use]
pub fn read(line: &str, size: BoardSize) -> Vec<Info> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let parts = words.split(|word| *word == "info").skip(1);
    parts.filter_map(|part| read_one(part, size)).collect()
}

fn read_one(words: &[&str], size: BoardSize) -> Option<Info> {
    let after = |key: &str| {
        let at = words.iter().position(|word| *word == key)?;
        words.get(at + 1).copied()
    };
    let rate = after("winrate")?;
    // Leela Zero's are whole numbers to 10,000, KataGo's have a point.
    let win_rate = match rate.parse::<u32>() {
        Ok(whole) if whole > 1 => f64::from(whole) / 10_000.0,
        _ => rate.parse().ok()?,
    };
    Some(Info {
        played: Move::from_gtp(after("move")?, size).ok()?,
        win_rate: (0.0..=1.0).contains(&win_rate).then_some(win_rate)?,
        visits: after("visits").and_then(|visits| visits.parse().ok())?,
    })
}

/// The result to expect of a move, 0 to 1.
#[must_use]
pub fn expected(candidate: &Candidate) -> f64 {
    let evidence = candidate.evidence;
    evidence.map_or(0.5, |evidence| evidence.belief.expected())
}

/// The point that is played of a candidate.
#[must_use]
pub fn point(candidate: &Candidate) -> Move {
    candidate
        .points
        .first()
        .map_or(Move::Pass, |point| Move::Play(*point))
}

fn prior(candidate: &Candidate, moves: usize) -> f64 {
    let statistics = candidate.statistics.as_ref();
    let share = statistics.map(Statistics::share);
    share.unwrap_or(1.0 / moves.max(1) as f64)
}

fn of_ten_thousand(part: f64) -> u32 {
    (part * 10_000.0).round() as u32
}
