//! What is known of a move before anybody's own results: verdicts, counted games, engines.

use super::evidence::{Edge, Pool};
use super::parameters::Parameters;

/// What is known of a move.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Known {
    /// The verdict's value, −2 to 2.
    pub verdict: i8,
    /// How often it was played.
    pub plays: u32,
    /// Games with a result.
    pub games: u32,
    /// The points of the side that made it, in these games.
    pub points: f64,
    /// What it lost in win rate, as engines say, if any did.
    pub win_rate_lost: Option<f64>,
}

/// The means over the siblings that what is known is measured against.
pub struct Siblings {
    verdict: f64,
    often: f64,
    engine: f64,
    result: f64,
}

impl Siblings {
    /// The means of these moves.
    pub fn of(edges: &[Edge]) -> Siblings {
        let games: f64 = edges.iter().map(|edge| f64::from(edge.known.games)).sum();
        let points: f64 = edges.iter().map(|edge| edge.known.points).sum();
        Siblings {
            verdict: mean(edges, |known| Some(f64::from(known.verdict))),
            often: mean(edges, often),
            engine: mean(edges, engine),
            result: if games > 0.0 { points / games } else { 0.0 },
        }
    }

    /// The deviation of a move from its siblings that is believed before any result: 0.04 for a grade of
    /// verdict, half of what an engine says, and 0.1 for being played e times as often. That strong players
    /// choose a move is evidence too, and without it the bonus for what is uncertain would put what is
    /// rarely played first. How often a move is played does not speak for one that a verdict advises
    /// against: such a move is no better for being popular. The number was chosen on games that were not
    /// counted, see `docs/assessment.md`.
    pub fn start(&self, known: &Known, parameters: &Parameters, factor: f64) -> f64 {
        let verdict = f64::from(known.verdict) - self.verdict;
        let often = often(known).map_or(0.0, |often| often - self.often);
        let engine = engine(known).map_or(0.0, |engine| engine - self.engine);
        parameters.kappa * factor * verdict + parameters.rho * factor * often + 0.5 * engine
    }

    /// The games of others, with the counted ones as one more class, against the mean result that they have
    /// in this position. Nobody knows how many players a move's counted games are of: each counts as one.
    pub fn with_counted(&self, known: &Known, others: Pool) -> Pool {
        if known.games == 0 {
            return others;
        }
        let games = f64::from(known.games);
        Pool {
            games: others.games + games,
            above: others.above + (known.points - games * self.result),
            opponents: others.opponents.saturating_add(known.games),
            classes: others.classes + 1,
        }
    }
}

fn often(known: &Known) -> Option<f64> {
    let often = || match known.plays {
        0 => 0.0,
        plays => (f64::from(plays) + 1.0).ln(),
    };
    (known.verdict >= 0).then(often)
}

fn engine(known: &Known) -> Option<f64> {
    known.win_rate_lost.map(|lost| -lost)
}

/// The mean of those that have a value; 0 if none has.
fn mean(edges: &[Edge], value: impl Fn(&Known) -> Option<f64>) -> f64 {
    let values = edges.iter().filter_map(|edge| value(&edge.known));
    let (sum, count) = values.fold((0.0, 0), |(sum, count), value| (sum + value, count + 1));
    if count == 0 {
        0.0
    } else {
        sum / f64::from(count)
    }
}
