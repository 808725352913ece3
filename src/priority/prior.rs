//! Evidence about a move before our own results: verdicts, counted games, engines.

use super::evidence::{Edge, PooledGames};
use super::parameters::Parameters;

/// Evidence about a move before our own results.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PriorEvidence {
    /// Value of the verdict, −2 to 2.
    pub verdict: i8,
    /// Number of times played.
    pub plays: u32,
    /// Number of games with a result.
    pub games: u32,
    /// Points of the side that made the move, in these games.
    pub points: f64,
    /// Loss in win rate according to engines, if any.
    pub win_rate_lost: Option<f64>,
}

/// Means over the siblings, used as references.
pub struct Siblings {
    verdict: f64,
    often: f64,
    engine: f64,
    result: f64,
}

impl Siblings {
    /// Computes the means of these moves.
    pub fn new(edges: &[Edge]) -> Siblings {
        let games: f64 = edges.iter().map(|edge| f64::from(edge.prior.games)).sum();
        let points: f64 = edges.iter().map(|edge| edge.prior.points).sum();
        Siblings {
            verdict: mean(edges, |known| Some(f64::from(known.verdict))),
            often: mean(edges, log_plays),
            engine: mean(edges, engine_gain),
            result: if games > 0.0 { points / games } else { 0.0 },
        }
    }

    /// Returns the initial belief about a move's deviation from its siblings: 0.04 per grade of
    /// verdict, half of the engine's difference, and 0.1 for being played e times as often. The
    /// choices of strong players are evidence too; without it, the bonus for uncertainty would rank
    /// rare moves first. Frequency does not count for a move that a verdict advises against, which
    /// is no better for being popular. The value was tuned on games that were not counted, see
    /// `docs/assessment.md`.
    pub fn start(&self, known: &PriorEvidence, parameters: &Parameters, factor: f64) -> f64 {
        let verdict = f64::from(known.verdict) - self.verdict;
        let often = log_plays(known).map_or(0.0, |often| often - self.often);
        let engine = engine_gain(known).map_or(0.0, |engine| engine - self.engine);
        parameters.kappa * factor * verdict + parameters.rho * factor * often + 0.5 * engine
    }

    /// Adds the counted games to the games of others, as one more class, measured against their
    /// mean result in this position. The number of players behind a move's counted games is
    /// unknown: each game counts as one player.
    pub fn with_counted(&self, known: &PriorEvidence, others: PooledGames) -> PooledGames {
        if known.games == 0 {
            return others;
        }
        let games = f64::from(known.games);
        PooledGames {
            games: others.games + games,
            above: others.above + (known.points - games * self.result),
            opponents: others.opponents.saturating_add(known.games),
            classes: others.classes + 1,
        }
    }
}

fn log_plays(known: &PriorEvidence) -> Option<f64> {
    let often = || match known.plays {
        0 => 0.0,
        plays => (f64::from(plays) + 1.0).ln(),
    };
    (known.verdict >= 0).then(often)
}

fn engine_gain(known: &PriorEvidence) -> Option<f64> {
    known.win_rate_lost.map(|lost| -lost)
}

/// Returns the mean over the moves that have a value; 0 if none has.
fn mean(edges: &[Edge], value: impl Fn(&PriorEvidence) -> Option<f64>) -> f64 {
    let values = edges.iter().filter_map(|edge| value(&edge.prior));
    let (sum, count) = values.fold((0.0, 0), |(sum, count), value| (sum + value, count + 1));
    if count == 0 { 0.0 } else { sum / f64::from(count) }
}
