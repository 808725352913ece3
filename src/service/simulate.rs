//! Policies for the order of moves, compared in the simulation. It needs no book and no store.

use crate::priority::simulation::{Plan, Runs};

pub use crate::priority::simulation::{Figure, Policy, Scenario};

/// What is to be simulated.
#[derive(Clone, Debug)]
pub struct SimulateRequest {
    /// The scenarios.
    pub scenarios: Vec<Scenario>,
    /// The policies, each in every scenario.
    pub policies: Vec<Policy>,
    /// The seeds, each with every policy.
    pub seeds: Vec<u64>,
    /// How many threads share the seeds.
    pub threads: usize,
}

/// One policy in one scenario.
#[derive(Clone, Debug)]
pub struct SimulateRow {
    /// The scenario.
    pub scenario: Scenario,
    /// The policy.
    pub policy: &'static str,
    /// What it came to.
    pub results: SimulatedResults,
    /// By how much that is more than what the policy of [`SimulateOutcome::against`] came to, in the same worlds.
    pub differences: SimulatedResults,
}

/// The figures of one policy in one scenario.
#[derive(Clone, Debug)]
pub struct SimulatedResults {
    /// The regret after so many games of an opponent, in won games; less is better.
    pub regret: Vec<(u64, Figure)>,
    /// The mean result of the last 500 rounds.
    pub win_last: Figure,
}

/// What was simulated.
#[derive(Clone, Debug)]
pub struct SimulateOutcome {
    /// How many seeds.
    pub seeds: usize,
    /// The policy that the others are compared with.
    pub against: &'static str,
    /// Every policy of the first scenario, then of the next.
    pub rows: Vec<SimulateRow>,
}

/// The policy that others are compared with, where it takes part.
const REFERENCE: &str = "hb";

/// Simulates; tells after each seed how many are done. The policies are compared with `hb`, or with the first
/// if that is not among them.
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
        |of: &dyn Fn(&Runs) -> Vec<f64>| Figure::of_differences(&of(run), &of(reference));
    SimulateRow {
        scenario: run.scenario,
        policy: run.policy.name,
        results: results(run.scenario, |of| Figure::of(&of(run))),
        differences: results(run.scenario, difference),
    }
}

/// The figures of a scenario, each of one number of a run's outcomes.
fn results(
    scenario: Scenario,
    figure: impl Fn(&dyn Fn(&Runs) -> Vec<f64>) -> Figure,
) -> SimulatedResults {
    let checkpoints = scenario.checkpoints().iter().enumerate();
    SimulatedResults {
        regret: checkpoints
            .map(|(at, games)| (*games, figure(&|run| regret(run, at))))
            .collect(),
        win_last: figure(&win_last),
    }
}

fn regret(run: &Runs, checkpoint: usize) -> Vec<f64> {
    { run.outcomes.iter() }
        .map(|outcome| outcome.regret[checkpoint])
        .collect()
}

fn win_last(run: &Runs) -> Vec<f64> {
    run.outcomes
        .iter()
        .map(|outcome| outcome.win_last)
        .collect()
}
