//! What a simulation came to: one object for each scenario and policy.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::service::simulate::{SimulateOutcome, SimulateRow, SimulatedResults};

/// One policy in one scenario.
#[derive(Clone, Debug, Serialize)]
pub struct SimulateJson {
    /// The scenario: `stat`, `change`, `new` or `adv`.
    pub scenario: &'static str,
    /// The policy.
    pub policy: &'static str,
    /// How many seeds were simulated.
    pub seeds: usize,
    /// What it came to, means over the seeds.
    #[serde(flatten)]
    pub means: SimulatedJson<f64>,
    /// The half widths of the 95 % intervals of these means; null with a single seed.
    pub interval: SimulatedJson<Option<f64>>,
    /// The same less that of another policy in the same worlds.
    pub difference: SimulatedDifferenceJson,
}

/// By how much a policy's numbers are above those of another, seed by seed.
#[derive(Clone, Debug, Serialize)]
pub struct SimulatedDifferenceJson {
    /// The other policy.
    pub to: &'static str,
    /// The means of the differences.
    #[serde(flatten)]
    pub means: SimulatedJson<f64>,
    /// The half widths of their 95 % intervals; null with a single seed.
    pub interval: SimulatedJson<Option<f64>>,
}

/// The numbers of a policy in a scenario.
#[derive(Clone, Debug, Serialize)]
pub struct SimulatedJson<T> {
    /// The regret by the number of games of an opponent, in won games, mean over the opponents.
    pub checkpoints: BTreeMap<u64, T>,
    /// The mean result of the last 500 rounds, 0 to 1.
    pub win_last: T,
}

impl SimulateJson {
    /// The objects of an outcome, in its order.
    #[must_use]
    pub fn of(outcome: &SimulateOutcome) -> Vec<SimulateJson> {
        let rows = outcome.rows.iter();
        rows.map(|row| SimulateJson::row(row, outcome)).collect()
    }

    fn row(row: &SimulateRow, outcome: &SimulateOutcome) -> SimulateJson {
        SimulateJson {
            scenario: row.scenario.name(),
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

fn means(results: &SimulatedResults) -> SimulatedJson<f64> {
    let regret = results.regret.iter();
    SimulatedJson {
        checkpoints: regret
            .map(|(games, figure)| (*games, figure.mean))
            .collect(),
        win_last: results.win_last.mean,
    }
}

fn intervals(results: &SimulatedResults) -> SimulatedJson<Option<f64>> {
    let regret = results.regret.iter();
    SimulatedJson {
        checkpoints: { regret }
            .map(|(games, figure)| (*games, figure.half_width))
            .collect(),
        win_last: results.win_last.half_width,
    }
}
