//! `joseki-lab simulate`: its tables, its JSON, and what goes wrong.

use serde_json::Value;

use crate::place::Place;

/// Cheap policies in the shortest scenarios.
const SHORT: [&str; 7] =
    ["simulate", "--scenario", "stat", "--seeds", "1-2", "--policy", "static,greedy"];

fn rows(out: &str) -> Vec<Value> {
    let rows = out.lines().map(serde_json::from_str);
    rows.collect::<Result<_, _>>().expect("an object a line")
}

#[test]
fn the_golden_numbers_of_the_first_seed_as_json() {
    let place = Place::new();
    let out = place.ok(&[
        "simulate",
        "--scenario",
        "stat",
        "--seeds",
        "1",
        "--policy",
        "static",
        "ucb1",
        "--format",
        "json",
    ]);
    let rows = rows(&out);
    assert_eq!(rows.len(), 2);
    for (row, (policy, regret)) in rows.iter().zip([("static", 709.042179), ("ucb1", 154.869383)]) {
        assert_eq!((&row["scenario"], &row["policy"]), (&"stat".into(), &policy.into()));
        assert_eq!(row["seeds"], 1);
        let found = row["checkpoints"]["2000"].as_f64().expect("a number");
        assert!((found - regret).abs() < 1e-6, "{policy} {found}");
        let checkpoints = row["checkpoints"].as_object().expect("an object");
        let mut games: Vec<u32> = checkpoints.keys().filter_map(|key| key.parse().ok()).collect();
        games.sort_unstable();
        assert_eq!(games, [50, 100, 200, 500, 1000, 2000]);
        assert!(row["interval"]["checkpoints"]["2000"].is_null(), "a single seed");
        assert_eq!(row["difference"]["to"], "static");
    }
    assert_eq!(place.files(), [""; 0], "no database");
}

#[test]
fn threads_change_nothing() {
    let place = Place::new();
    let with =
        |threads| place.ok(&[&SHORT[..], &["--threads", threads, "--format", "json"]].concat());
    let out = with("1");
    assert_eq!(out, with("3"));
    let [first, second] = rows(&out).try_into().expect("two rows");
    let number =
        |row: &Value, part: &str| row[part]["checkpoints"]["50"].as_f64().expect("a number");
    let difference = second["checkpoints"]["50"].as_f64().expect("a number")
        - first["checkpoints"]["50"].as_f64().expect("a number");
    assert!((number(&second, "difference") - difference).abs() < 1e-9);
    assert!(number(&second, "interval") > 0.0);
}

#[test]
fn the_tables() {
    let out = Place::new().ok(&SHORT);
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines[0], "Simulation with 2 seeds.");
    assert_eq!(lines[2].split_whitespace().collect::<Vec<_>>(), ["policy", "stat", "R@2000"]);
    assert!(lines[3].starts_with("static ") && lines[4].starts_with("greedy "));
    assert!(lines[3].contains(" ± "), "{out}");
    assert!(out.contains("\nDifference from static, seed by seed:\n"), "{out}");
    assert!(lines[lines.len() - 2].ends_with(" +0.0 ± 0.0"), "{out}");
    assert!(lines[lines.len() - 1].contains(" -"), "greedy gives less away: {out}");
}

#[test]
fn what_is_not_allowed_is_told_with_what_is() {
    let place = Place::new();
    for (arguments, expected) in [
        (["--seeds", "3-1"], "write 1-3"),
        (["--seeds", "x"], "as in 1-30 or 1,5,9-12"),
        (
            ["--policy", "best"],
            "static, uniform, greedy, ucb1, puct, hb_nopool, hb, hb_version, hb_drift, hb_steady, hb_joint",
        ),
        (["--scenario", "none"], "stat, change, new, adv, all"),
        (["--threads", "0"], "0 is not in 1..=256"),
    ] {
        let run = place.run(&[&["simulate"][..], &arguments].concat());
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{run:?}");
        assert!(run.err.contains(expected), "{}", run.err);
    }
    assert_eq!(place.files(), [""; 0]);
}
