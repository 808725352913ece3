//! The simulation against the golden values of its page, and what must be true of any policy.

use std::sync::OnceLock;

use joseki_base::named::Named;
use joseki_lab::simulation::{Outcome, Plan, Policy, Scenario, World, play};
use strum::VariantArray;

fn world() -> &'static World {
    static WORLD: OnceLock<World> = OnceLock::new();
    WORLD.get_or_init(|| World::new(1, 2))
}

fn played(scenario: Scenario, policy: &str) -> Outcome {
    let policy = Policy::from_name(policy).expect("a policy");
    play(world(), scenario, &policy)
}

fn golden(policy: &str, regret: f64) {
    let outcome = played(Scenario::Stationary, policy);
    let found = *outcome.regret.last().expect("a checkpoint");
    assert!((found - regret).abs() < 5.1e-7, "{policy}: {found} is not {regret}");
}

#[test]
fn golden_static_and_uniform() {
    golden("static", 709.042179);
    golden("uniform", 739.366062);
}

#[test]
fn golden_greedy_and_ucb1() {
    golden("greedy", 267.546242);
    golden("ucb1", 154.869383);
}

#[test]
fn golden_puct() {
    golden("puct", 163.633412);
}

#[test]
fn golden_hierarchical_bayes_without_pooling() {
    golden("hb_nopool", 166.408033);
}

#[test]
fn golden_hierarchical_bayes() {
    golden("hb", 133.378783);
}

#[test]
fn every_policy_and_scenario_has_a_name_of_its_own() {
    for policy in Policy::ALL {
        assert_eq!(Policy::from_name(policy.name), Some(policy));
    }
    for scenario in Scenario::VARIANTS.iter().copied() {
        assert_eq!(Scenario::from_name(scenario.into()), Some(scenario));
    }
    assert_eq!(Policy::from_name("best"), None);
}

#[test]
fn regret_grows_and_is_looked_at_where_it_is_said() {
    for scenario in [Scenario::Change, Scenario::New, Scenario::Adversary] {
        let outcome = played(scenario, "ucb1");
        assert_eq!(outcome.regret.len(), scenario.checkpoints().len());
        assert!(outcome.regret.windows(2).all(|pair| pair[0] < pair[1]));
        assert!((0.0..=1.0).contains(&outcome.win_last));
    }
}

/// Drift is noticed without news: less is given away than by a policy without that knowledge.
#[test]
fn changes_are_noticed() {
    let late = |world: &World, policy: &str| {
        let policy = Policy::from_name(policy).expect("a policy");
        let regret = play(world, Scenario::Change, &policy).regret;
        regret[5] - regret[4]
    };
    let worlds = (1..=4).map(|seed| World::new(seed, 2));
    let (mut plain, mut noticed) = (0.0, 0.0);
    for world in worlds {
        plain += late(&world, "hb");
        noticed += late(&world, "hb_drift");
    }
    assert!(noticed < 0.9 * plain, "{noticed} {plain}");
}

/// Before their change is reported, the policy cannot know more.
#[test]
fn news_of_versions_change_nothing_before_there_are_any() {
    let (plain, told) = (played(Scenario::Change, "hb"), played(Scenario::Change, "hb_version"));
    assert_eq!(plain.regret[..5], told.regret[..5]);
    assert!(told.regret[5] < plain.regret[5], "and then they help");
}

#[test]
fn a_plan_gives_every_seed_of_every_policy_in_order() {
    let plan = Plan {
        scenarios: vec![Scenario::New],
        policies: ["static", "greedy"]
            .map(|name| Policy::from_name(name).expect("a policy"))
            .to_vec(),
        seeds: vec![1, 7],
        threads: 2,
    };
    let mut told = Vec::new();
    let runs = plan.run(&mut |done| told.push(done));
    assert_eq!(told, [1, 2]);
    let names: Vec<&str> = runs.iter().map(|run| run.policy.name).collect();
    assert_eq!(names, ["static", "greedy"]);
    assert_eq!(runs[1].outcomes[0], played(Scenario::New, "greedy"));
    assert_ne!(runs[1].outcomes[0], runs[1].outcomes[1]);
}
