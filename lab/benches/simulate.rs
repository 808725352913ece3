//! Time of one seed of the simulation. `walking` is the floor: the same games with the policy that only looks
//! at verdicts.

use divan::{Bencher, black_box};
use joseki_lab::simulation::{Policy, Scenario, World, play};

fn main() {
    divan::main();
}

#[divan::bench]
fn making_a_world() -> World {
    World::new(black_box(1), 1)
}

#[divan::bench]
fn walking(bencher: Bencher) {
    one(bencher, "static");
}

#[divan::bench(args = ["uniform", "greedy", "ucb1", "puct", "hb_nopool", "hb", "hb_drift", "hb_steady", "hb_joint"])]
fn one_policy(bencher: Bencher, policy: &str) {
    one(bencher, policy);
}

fn one(bencher: Bencher, policy: &str) {
    let world = World::new(1, 1);
    let policy = Policy::from_name(policy).expect("a policy");
    bencher.bench(|| play(&world, Scenario::Stationary, black_box(&policy)));
}

/// A whole seed in the scenario that the page gives its time for.
#[divan::bench]
fn all_policies() {
    let world = World::new(black_box(1), 1);
    for policy in Policy::ALL {
        black_box(play(&world, Scenario::Stationary, &policy));
    }
}
