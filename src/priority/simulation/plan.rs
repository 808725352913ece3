//! Many seeds on many threads. What is found does not depend on how many.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;

use super::play::{Outcome, play};
use super::policy::Policy;
use super::scenario::Scenario;
use super::world::World;

/// What is to be simulated.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The scenarios.
    pub scenarios: Vec<Scenario>,
    /// The policies, each in every scenario.
    pub policies: Vec<Policy>,
    /// The seeds, each with every policy.
    pub seeds: Vec<u64>,
    /// How many threads share the seeds, at least 1.
    pub threads: usize,
}

/// One policy in one scenario.
#[derive(Clone, Debug, PartialEq)]
pub struct Runs {
    /// The scenario.
    pub scenario: Scenario,
    /// The policy.
    pub policy: Policy,
    /// What became of it, for each seed of the plan.
    pub outcomes: Vec<Outcome>,
}

impl Plan {
    /// Simulates everything; tells after each seed how many are done.
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
            // Nobody listens only if the other side has come to an end.
            let _gone = send.send((at, outcomes.collect()));
        }
    }
}
