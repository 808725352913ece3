//! Results of a simulation: one object per scenario and policy.

use std::collections::BTreeMap;

use serde::Serialize;

use super::compare::{SimulateOutcome, SimulateRow, SimulatedResults};

/// Results of one policy in one scenario.
#[derive(Clone, Debug, Serialize)]
pub struct SimulateJson {
    /// Scenario: `stat`, `change`, `new` or `adv`.
    pub scenario: &'static str,
    /// Name of the policy.
    pub policy: &'static str,
    /// Number of seeds simulated.
    pub seeds: usize,
    /// Means over the seeds.
    #[serde(flatten)]
    pub means: SimulatedFiguresJson<f64>,
    /// Half widths of the 95 % intervals of these means; null with a single seed.
    pub interval: SimulatedFiguresJson<Option<f64>>,
    /// Differences from another policy in the same worlds.
    pub difference: SimulatedDifferenceJson,
}

/// Differences of a policy's figures from those of another, seed by seed.
#[derive(Clone, Debug, Serialize)]
pub struct SimulatedDifferenceJson {
    /// The other policy.
    pub to: &'static str,
    /// Means of the differences.
    #[serde(flatten)]
    pub means: SimulatedFiguresJson<f64>,
    /// Half widths of their 95 % intervals; null with a single seed.
    pub interval: SimulatedFiguresJson<Option<f64>>,
}

/// Figures of a policy in a scenario.
#[derive(Clone, Debug, Serialize)]
pub struct SimulatedFiguresJson<T> {
    /// Regret in won games after a number of games per opponent, averaged over the opponents.
    pub checkpoints: BTreeMap<u64, T>,
    /// Mean result of the last 500 rounds, 0 to 1.
    pub win_last: T,
}

impl SimulateJson {
    /// Creates the objects in the order of the outcome.
    #[must_use]
    pub fn rows(outcome: &SimulateOutcome) -> Vec<SimulateJson> {
        let rows = outcome.rows.iter();
        rows.map(|row| SimulateJson::row(row, outcome)).collect()
    }

    fn row(row: &SimulateRow, outcome: &SimulateOutcome) -> SimulateJson {
        SimulateJson {
            scenario: row.scenario.into(),
            policy: row.policy,
            seeds: outcome.seeds,
            means: means(&row.results),
            interval: intervals(&row.results),
            difference: SimulatedDifferenceJson {
                to: outcome.against,
                means: means(&row.differences),
                interval: intervals(&row.differences),
            },
        }
    }
}

fn means(results: &SimulatedResults) -> SimulatedFiguresJson<f64> {
    let regret = results.regret.iter();
    SimulatedFiguresJson {
        checkpoints: regret.map(|(games, figure)| (*games, figure.mean)).collect(),
        win_last: results.win_last.mean,
    }
}

fn intervals(results: &SimulatedResults) -> SimulatedFiguresJson<Option<f64>> {
    let regret = results.regret.iter();
    SimulatedFiguresJson {
        checkpoints: { regret }.map(|(games, figure)| (*games, figure.half_width)).collect(),
        win_last: results.win_last.half_width,
    }
}
