//! Runs many seeds on several threads; the number of threads does not affect the result.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;

use super::play::{Outcome, play};
use super::policy::Policy;
use super::scenario::Scenario;
use super::world::World;

/// Plan of a simulation.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Scenarios.
    pub scenarios: Vec<Scenario>,
    /// Policies, each run in every scenario.
    pub policies: Vec<Policy>,
    /// Seeds, each run with every policy.
    pub seeds: Vec<u64>,
    /// Number of threads that share the seeds, at least 1.
    pub threads: usize,
}

/// Outcomes of one policy in one scenario.
#[derive(Clone, Debug, PartialEq)]
pub struct Runs {
    /// The scenario.
    pub scenario: Scenario,
    /// The policy.
    pub policy: Policy,
    /// One outcome per seed of the plan.
    pub outcomes: Vec<Outcome>,
}

impl Plan {
    /// Runs the simulation; reports the number of finished seeds after each one.
    pub fn run(&self, progress: &mut dyn FnMut(usize)) -> Vec<Runs> {
        let mut seeds: Vec<Vec<Outcome>> = vec![Vec::new(); self.seeds.len()];
        let next = AtomicUsize::new(0);
        thread::scope(|scope| {
            let (send, receive) = channel();
            for _ in 0..self.threads.clamp(1, self.seeds.len().max(1)) {
                let (send, next) = (send.clone(), &next);
                scope.spawn(move || self.work(next, &send));
            }
            drop(send);
            for (done, (at, outcomes)) in receive.iter().enumerate() {
                seeds[at] = outcomes;
                progress(done + 1);
            }
        });
        let runs = self.pairs().enumerate();
        let runs = runs.map(|(at, (scenario, policy))| Runs {
            scenario,
            policy,
            outcomes: seeds.iter().map(|outcomes| outcomes[at].clone()).collect(),
        });
        runs.collect()
    }

    fn pairs(&self) -> impl Iterator<Item = (Scenario, Policy)> {
        { self.scenarios.iter() }
            .flat_map(|scenario| self.policies.iter().map(|policy| (*scenario, *policy)))
    }

    fn work(&self, next: &AtomicUsize, send: &Sender<(usize, Vec<Outcome>)>) {
        let changes = self.scenarios.contains(&Scenario::Change);
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(seed) = self.seeds.get(at) else {
                return;
            };
            let world = World::new(*seed, if changes { 2 } else { 1 });
            let runs = self.pairs();
            let outcomes = runs.map(|(scenario, policy)| play(&world, scenario, &policy));
            // Sending only fails if the receiver has ended.
            let _gone = send.send((at, outcomes.collect()));
        }
    }
}
