//! Engines that die, hang, refuse and talk nonsense, and runs that are killed: what was answered is kept.

use std::collections::BTreeSet;

use joseki::store::{SqliteStore, Store};
use serde_json::{Value, json};

use crate::evaluate::{
    POSITIONS, account, conversation, done, engine, evaluate, listed, moves_of, place,
};
use crate::programs::needs;

#[test]
fn an_engine_that_dies_is_gone_on_with_where_it_was() {
    needs!("python3");
    let place = place();
    let run = evaluate(&place, "--die-after 3", &["--in-flight", "1"]);
    assert_eq!(run.code, Some(1));
    assert!(
        run.err.contains("has ended; its last output: ")
            && run.err.contains("out of memory, as it were"),
        "{}",
        run.err
    );
    assert!(run.err.contains(r#""hint":"all evaluations so far are saved"#), "{}", run.err);
    let first = account(&run);
    assert_eq!(first["evaluated"], 3);
    assert!(first["stopped"].as_str().expect("why").contains("has ended"));
    let second = done(&place, "", &["--in-flight", "1"]);
    assert_eq!((&second["known"], &second["asked"]), (&json!(3), &json!(POSITIONS - 3)));
    let asked = moves_of(&conversation(&place));
    assert_eq!(asked.len() as u64, POSITIONS, "each once in sum: {asked:?}");
    assert_eq!(BTreeSet::from_iter(&asked).len() as u64, POSITIONS);
}

#[test]
fn engines_that_hang_or_talk_nonsense_are_told_and_lose_nothing() {
    needs!("python3");
    for (flags, wanted) in [
        ("--hang-after 2", "did not answer"),
        ("--flood-after 2", "did not answer"),
        ("--nonsense-after 2", "with an invalid response: Segmentation fault, more or less"),
    ] {
        let place = place();
        let run = evaluate(&place, flags, &["--patience", "6", "--in-flight", "2"]);
        assert_eq!(run.code, Some(1), "{flags}");
        assert!(run.err.contains(wanted), "{flags}: {}", run.err);
        assert_eq!(account(&run)["evaluated"], 2, "{flags}");
        assert_eq!(listed(&place).len(), 2, "{flags}");
    }
    let place = place();
    for (flags, wanted) in [
        ("--gtp", "expected KataGo's analysis protocol"),
        ("--hang-after 0 --deaf", "did not answer"),
        ("--deaf", "it does not support reportAnalysisWinratesAs"),
    ] {
        let run = evaluate(&place, flags, &["--patience", "6"]);
        assert_eq!(run.code, Some(1), "{flags}");
        assert!(run.err.contains(wanted), "{flags}: {}", run.err);
    }
    for (command, wanted) in [
        ("no-such-engine analysis", "cannot be started"),
        ("'", "invalid command line"),
        ("true", "has ended"),
    ] {
        let run = place.run(&["evaluate", "--book", "b", "--engine", command]);
        assert_eq!((run.code, run.out.as_str()), (Some(1), ""), "{command}");
        assert!(run.err.contains(wanted) && run.err.contains("hint: "), "{}", run.err);
    }
    assert_eq!(listed(&place), [Value::Null; 0]);
}

#[test]
fn what_an_engine_refuses_is_counted_and_asked_another_time() {
    needs!("python3");
    let place = place();
    let run = evaluate(&place, "--refuse Q16,O17 --warn", &[]);
    assert_eq!(run.code, Some(0), "{run:?}");
    let told = account(&run);
    assert_eq!((&told["evaluated"], &told["refused"]), (&json!(POSITIONS - 1), &json!(1)));
    let refusal = &told["refusals"][0];
    assert_eq!(refusal["line"], "DDCF");
    assert_eq!(refusal["why"], "rules: Could not parse rules: chinese");
    assert_eq!(run.err.matches("warning: ").count(), 1, "{}", run.err);
    assert!(run.err.contains("Unexpected or unused field"), "{}", run.err);
    let again = done(&place, "", &[]);
    assert_eq!((&again["known"], &again["evaluated"]), (&json!(POSITIONS - 1), &json!(1)));
    let all = evaluate(&place, "--refuse-all", &["--again"]);
    assert_eq!(all.code, Some(1));
    assert!(all.err.contains("the engine refused every position: rules: Could not"), "{}", all.err);
    assert_eq!(account(&all)["refused"], POSITIONS);
}

#[test]
fn a_killed_run_keeps_what_was_answered() {
    needs!("python3");
    let place = place();
    let engine = engine("--hang-after 2");
    let arguments = ["evaluate", "--book", "b", "--engine", &engine, "--in-flight", "1"];
    let mut run = place.command(&arguments).spawn().expect("a run");
    let store = SqliteStore::open(place.path("joseki.db")).expect("a store");
    while store.evaluations(None, 9).expect("readable").len() < 2 {
        assert!(run.try_wait().expect("a state").is_none(), "it has ended");
        std::thread::yield_now();
    }
    run.kill().expect("killed");
    run.wait().expect("ended");
    drop(store);
    let next = done(&place, "", &[]);
    assert_eq!((&next["known"], &next["evaluated"]), (&json!(2), &json!(POSITIONS - 2)));
}
