//! Evidence about a move before our own results: verdicts, counted games, engines.

use super::evidence::Edge;
use super::parameters::Parameters;

/// Number of groups of players, by strength.
pub const GROUPS: usize = 3;

/// Share of each group in the choice of a position's players, relative to those of the groups that
/// played there; weakest first.
pub const GROUP_WEIGHTS: [f64; GROUPS] = [2.0, 3.0, 3.0];
/// Plays of a group in a position that count as much as what the weaker groups chose there.
const GROUP_PRIOR: f64 = 10.0;
/// Plays added to each move of the weakest group.
const SMOOTHING: f64 = 0.5;

/// Evidence about a move before our own results.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PriorEvidence {
    /// Value of the curator's verdict, −2 to 2; 0 without one.
    pub verdict: i8,
    /// How often it was played, by group of players, weakest first; recent plays may weigh more.
    pub plays: [f64; GROUPS],
    /// Number of games with a result.
    pub games: u32,
    /// Points of the side that made the move, in these games.
    pub points: f64,
    /// What the players' strength makes one expect of these points.
    pub expected: f64,
    /// Loss in win rate according to engines, if any.
    pub win_rate_lost: Option<f64>,
}

impl PriorEvidence {
    fn above(&self) -> f64 {
        self.points - self.expected
    }
}

/// Sums and means over the siblings, used as references.
pub struct Siblings {
    count: f64,
    plays: [f64; GROUPS],
    verdict: f64,
    often: f64,
    engine: f64,
    result: f64,
}

impl Siblings {
    /// Computes the means of these moves.
    pub fn new(edges: &[Edge]) -> Siblings {
        let games: f64 = edges.iter().map(|edge| f64::from(edge.prior.games)).sum();
        let above: f64 = edges.iter().map(|edge| edge.prior.above()).sum();
        let plays = |group: usize| edges.iter().map(|edge| edge.prior.plays[group]).sum();
        let mut siblings = Siblings {
            count: edges.len() as f64,
            plays: std::array::from_fn(plays),
            verdict: mean(edges, |known| Some(f64::from(known.verdict))),
            often: 0.0,
            engine: mean(edges, engine_gain),
            result: if games > 0.0 { above / games } else { 0.0 },
        };
        let sound = |known: &PriorEvidence| known.verdict >= 0;
        siblings.often = mean(edges, |known| siblings.log_choice(known).filter(|_| sound(known)));
        siblings
    }

    /// Whether counted games say how often the moves are played.
    pub fn are_counted(&self) -> bool {
        self.plays.iter().any(|plays| *plays > 0.0)
    }

    /// Returns the initial belief about a move's deviation from its siblings: 0.04 per grade of
    /// verdict, half of the engine's difference, and 0.1 for being chosen e times as often. The
    /// choices of strong players are evidence too. The value was tuned on games that were not
    /// counted, see `docs/assessment.md`.
    pub fn start(&self, known: &PriorEvidence, parameters: &Parameters, factor: f64) -> f64 {
        let verdict = f64::from(known.verdict) - self.verdict;
        let often = self.log_choice(known).map_or(0.0, |often| often - self.often);
        // A move that is advised against does not gain from being popular.
        let often = if known.verdict < 0 { often.min(0.0) } else { often };
        let engine = engine_gain(known).map_or(0.0, |engine| engine - self.engine);
        parameters.kappa * factor * verdict + parameters.rho * factor * often + 0.5 * engine
    }

    /// Returns the part of the priority that a curator's verdict adds to what results make one
    /// expect. It fades with the opponent's own games in the position.
    pub fn curated(&self, known: &PriorEvidence, parameters: &Parameters, own_games: f64) -> f64 {
        let verdict = f64::from(known.verdict) - self.verdict;
        parameters.curated * verdict / (1.0 + own_games)
    }

    /// Returns by how much the counted results of a move are better than those of its siblings,
    /// beyond what the players' strength makes one expect.
    pub fn result(&self, known: &PriorEvidence) -> Option<f64> {
        (known.games > 0).then(|| known.above() / f64::from(known.games) - self.result)
    }

    /// Returns the logarithm of the share of the players who choose a move. Each group's share is
    /// smoothed with that of the weaker groups.
    fn log_choice(&self, known: &PriorEvidence) -> Option<f64> {
        let mut before: Option<f64> = None;
        let (mut sum, mut weights) = (0.0, 0.0);
        for group in (0..GROUPS).filter(|group| self.plays[*group] > 0.0) {
            let (plays, all) = (known.plays[group], self.plays[group]);
            let share = match before {
                None => (plays + SMOOTHING) / (all + SMOOTHING * self.count),
                Some(before) => (plays + GROUP_PRIOR * before) / (all + GROUP_PRIOR),
            };
            before = Some(share);
            sum += GROUP_WEIGHTS[group] * share;
            weights += GROUP_WEIGHTS[group];
        }
        (weights > 0.0).then(|| (sum / weights).ln())
    }
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
