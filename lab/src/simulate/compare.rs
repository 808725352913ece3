//! Comparison of policies for the order of moves in the simulation, without a book or store.

use crate::simulation::{Figure, Plan, Policy, Runs, Scenario};

/// Parameters of a simulation.
#[derive(Clone, Debug)]
pub struct SimulateRequest {
    /// Scenarios to simulate.
    pub scenarios: Vec<Scenario>,
    /// Policies, each run in every scenario.
    pub policies: Vec<Policy>,
    /// Seeds, each used with every policy.
    pub seeds: Vec<u64>,
    /// Threads among which the seeds are divided.
    pub threads: usize,
}

/// Result of one policy in one scenario.
#[derive(Clone, Debug)]
pub struct SimulateRow {
    /// The scenario.
    pub scenario: Scenario,
    /// Name of the policy.
    pub policy: &'static str,
    /// Figures of the policy.
    pub results: SimulatedResults,
    /// Differences from the policy of [`SimulateOutcome::against`] in the same worlds.
    pub differences: SimulatedResults,
}

/// Figures of one policy in one scenario.
#[derive(Clone, Debug)]
pub struct SimulatedResults {
    /// Regret after a number of an opponent's games, in won games; less is better.
    pub regret: Vec<(u64, Figure)>,
    /// Mean result of the last 500 rounds.
    pub win_last: Figure,
}

/// Outcome of a simulation.
#[derive(Clone, Debug)]
pub struct SimulateOutcome {
    /// Number of seeds.
    pub seeds: usize,
    /// Policy that the others are compared with.
    pub against: &'static str,
    /// Rows by scenario, then by policy.
    pub rows: Vec<SimulateRow>,
}

/// Policy that others are compared with, if it takes part.
const REFERENCE: &str = "hb";

/// Runs a simulation; `progress` receives the number of finished seeds. The policies are compared
/// with `hb`, or with the first one if `hb` does not take part.
pub fn simulate(request: &SimulateRequest, progress: &mut dyn FnMut(usize)) -> SimulateOutcome {
    let plan = Plan {
        scenarios: request.scenarios.clone(),
        policies: request.policies.clone(),
        seeds: request.seeds.clone(),
        threads: request.threads,
    };
    let runs = plan.run(progress);
    let mut names = request.policies.iter().map(|policy| policy.name);
    let first = names.clone().next().unwrap_or(REFERENCE);
    let against = names.find(|name| *name == REFERENCE).unwrap_or(first);
    SimulateOutcome {
        seeds: request.seeds.len(),
        against,
        rows: runs.iter().map(|run| row(run, &runs, against)).collect(),
    }
}

fn row(run: &Runs, runs: &[Runs], against: &str) -> SimulateRow {
    let of_it = |other: &&Runs| other.scenario == run.scenario && other.policy.name == against;
    let reference = runs.iter().find(of_it).unwrap_or(run);
    let difference =
        |of: &dyn Fn(&Runs) -> Vec<f64>| Figure::from_differences(&of(run), &of(reference));
    SimulateRow {
        scenario: run.scenario,
        policy: run.policy.name,
        results: results(run.scenario, |of| Figure::from_values(&of(run))),
        differences: results(run.scenario, difference),
    }
}

/// Computes the figures of a scenario, each from one number of a run's outcomes.
fn results(
    scenario: Scenario,
    figure: impl Fn(&dyn Fn(&Runs) -> Vec<f64>) -> Figure,
) -> SimulatedResults {
    let checkpoints = scenario.checkpoints().iter().enumerate();
    SimulatedResults {
        regret: checkpoints.map(|(at, games)| (*games, figure(&|run| regret(run, at)))).collect(),
        win_last: figure(&win_last),
    }
}

fn regret(run: &Runs, checkpoint: usize) -> Vec<f64> {
    { run.outcomes.iter() }.map(|outcome| outcome.regret[checkpoint]).collect()
}

fn win_last(run: &Runs) -> Vec<f64> {
    run.outcomes.iter().map(|outcome| outcome.win_last).collect()
}
