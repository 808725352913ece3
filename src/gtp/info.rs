//! Moves in the format of `lz-analyze` and `kata-analyze`: writing and parsing.

use joseki_game::{BoardSize, Move};
use joseki_service::{
    engine::analysis::{AnalysedMove, Figures},
    next::CandidateMove,
};

/// Dialect of analysis lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// `lz-analyze`: win rates and priors are integers up to 10,000.
    Leela,
    /// `kata-analyze`: win rates and priors are fractions up to 1.
    Kata,
}

/// A move in an engine's analysis.
#[derive(Clone, Debug, PartialEq)]
pub struct Info {
    /// The move.
    pub played: Move,
    /// Win rate for the side to move, 0 to 1.
    pub win_rate: f64,
    /// Number of visits.
    pub visits: u64,
    /// Rank in the engine's own order, 0 for the best; `u32::MAX` if not stated.
    pub order: u32,
}

impl Dialect {
    /// Returns the dialect of a command such as `lz-analyze` or `kata-genmove_analyze`.
    #[must_use]
    pub fn for_command(command: &str) -> Dialect {
        if command.starts_with("kata") { Dialect::Kata } else { Dialect::Leela }
    }

    /// Formats book moves as one line, best first; numbers are for the side to move. The visits of
    /// each move of a variation follow it if `line_visits` is set.
    #[must_use]
    pub fn line(self, moves: &[AnalysedMove], line_visits: bool, size: BoardSize) -> String {
        let infos = moves.iter().enumerate().map(|(order, one)| {
            let visits = one.line.iter().map(|(_, visits)| format!(" {visits}"));
            let visits = if line_visits { visits.collect() } else { String::new() };
            let key = if visits.is_empty() { "" } else { " pvVisits" };
            format!("{}{key}{visits}", self.one(order, one, size))
        });
        infos.collect::<Vec<_>>().join(" ")
    }

    fn one(self, order: usize, one: &AnalysedMove, size: BoardSize) -> String {
        let Figures { win_rate, bound, lead, stdev } = one.figures;
        let numbers = match self {
            Dialect::Leela => {
                let [rate, prior, bound] = [win_rate, one.prior, bound].map(per_ten_thousand);
                format!("winrate {rate} prior {prior} lcb {bound}")
            }
            Dialect::Kata => {
                let [utility, low] = [win_rate, bound].map(|rate| 2.0 * rate - 1.0);
                let stdev = stdev.unwrap_or_default();
                format!(
                    "utility {utility:.6} winrate {win_rate:.6} scoreMean {lead:.3} scoreStdev {stdev:.3} scoreLead {lead:.3} \
                     scoreSelfplay {lead:.3} prior {:.6} lcb {bound:.6} utilityLcb {low:.6} weight {}",
                    one.prior, one.visits
                )
            }
        };
        let line = one.line.iter().map(|(point, _)| point.to_gtp(size));
        let line: Vec<String> = line.collect();
        format!(
            "info move {} visits {} {numbers} order {order} pv {}",
            one.point.to_gtp(size),
            one.visits,
            line.join(" ")
        )
    }
}

/// Parses the moves of a `lz-analyze` or `kata-analyze` line; invalid parts are skipped.
#[must_use]
pub fn parse(line: &str, size: BoardSize) -> Vec<Info> {
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
    // Leela Zero writes whole numbers up to 10,000, KataGo writes fractions.
    let win_rate = match rate.parse::<u32>() {
        Ok(whole) if whole > 1 => f64::from(whole) / 10_000.0,
        _ => rate.parse().ok()?,
    };
    Some(Info {
        played: Move::from_gtp(after("move")?, size).ok()?,
        win_rate: (0.0..=1.0).contains(&win_rate).then_some(win_rate)?,
        visits: after("visits").and_then(|visits| visits.parse().ok())?,
        order: after("order").and_then(|order| order.parse().ok()).unwrap_or(u32::MAX),
    })
}

/// Returns the value of a move, 0 to 1.
#[must_use]
pub fn value(candidate: &CandidateMove) -> f64 {
    let evidence = candidate.evidence;
    evidence.map_or(0.5, |evidence| evidence.belief.expected())
}

/// Returns the point to play for a candidate.
#[must_use]
pub fn point_to_play(candidate: &CandidateMove) -> Move {
    candidate.plays.first().copied().unwrap_or(Move::Pass)
}

fn per_ten_thousand(part: f64) -> u32 {
    (part.clamp(0.0, 1.0) * 10_000.0).round() as u32
}
