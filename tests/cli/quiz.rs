//! Training in a terminal, through a pipe.

use serde_json::Value;

use crate::program::Place;

/// A book whose only question is the answer to the 4-4 point.
const ONE: &str =
    "(;SZ[19];B[pd](;W[nc]TE[2]N[low approach]C[The usual one.];B[qf])(;W[qc]BM[1];B[qd]))";

fn place() -> Place {
    let place = Place::with_starter();
    place.write("one.sgf", ONE);
    place.ok(&["import", "one.sgf", "--book", "one"]);
    place
}

/// The session's arguments.
const QUIZ: [&str; 9] =
    ["quiz", "--book", "one", "--max-depth", "1", "--color", "W", "--seed", "1"];

/// The point of the stone on the board, and the right answer to it.
fn asked(out: &str) -> (String, String) {
    let played = out.split("Black played ").nth(1).expect("a move");
    let stone = played.split('.').next().expect("a point").to_owned();
    let right = match stone.as_str() {
        "Q16" => "O17",
        "D16" => "F17",
        "D4" => "F3",
        "Q4" => "O3",
        other => panic!("{other}"),
    };
    (stone, right.to_owned())
}

#[test]
fn a_session_asks_grades_and_goes_on() {
    let place = place();
    let shown = place.run_with_input(&QUIZ, "?\n");
    assert_eq!(shown.code, Some(0), "{shown:?}");
    let (stone, right) = asked(&shown.out);
    assert!(shown.out.contains("The answer was:\nBest: "), "{}", shown.out);
    assert!(shown.out.contains("(ideal, low approach) The usual one."), "{}", shown.out);
    assert!(shown.out.ends_with("0 of 1 right.\n"), "{}", shown.out);
    let typed = format!("{stone}\nzz\n{right}\nquit\nQ1\n");
    let played = place.run_with_input(&QUIZ, &typed);
    assert!(played.out.contains("move 2 is illegal: "), "{}", played.out);
    assert!(played.out.contains("invalid GTP point \"zz\""), "{}", played.out);
    assert!(played.out.contains(&format!("{right} is right.\n")), "{}", played.out);
    assert!(played.out.contains("Black plays "), "{}", played.out);
    assert!(played.out.ends_with("1 of 1 right.\n"), "{}", played.out);
    let bounded = place.run_with_input(&[&QUIZ[..], &["--questions", "1"]].concat(), "?\n?\n?\n");
    assert!(bounded.out.ends_with("0 of 1 right.\n"), "{}", bounded.out);
    // Invalid UTF-8 repeats the question like any invalid answer.
    let bytes = place.run_with_input(&[&QUIZ[..], &["--questions", "1"]].concat(), b"\xff\n?\n");
    assert_eq!(bytes.code, Some(0), "{}", bytes.err);
    assert!(bytes.out.ends_with("0 of 1 right.\n"), "{}", bytes.out);
    let hinted = place.run_with_input(&[&QUIZ[..], &["--hints"]].concat(), "");
    assert!(hinted.out.contains("Right moves: 1 of "), "{}", hinted.out);
    assert!(place.run(&["quiz", "--book", "one", "--player", "ann", "--progress"]).code == Some(1));
}

#[test]
fn what_a_player_answers_is_kept_written_out_and_taken_in() {
    let place = place();
    let session = [&QUIZ[..], &["--player", "ann", "--questions", "1"]].concat();
    place.run_with_input(&session, "?\n");
    let again = place.run_with_input(&session, "?\n");
    assert!(
        again.out.contains("No positions to ask about.") || again.out.contains("(review"),
        "{}",
        again.out
    );
    let progress = place.json(&["quiz", "--book", "one", "--player", "ann", "--progress"]);
    assert_eq!(progress["moves"]["lapsed"], 1);
    let text = place.ok(&["quiz", "--book", "one", "--player", "ann", "--progress"]);
    assert!(text.contains("0 known, 0 due, 1 lapsed"), "{text}");
    let written = place.ok(&["quiz", "--player", "ann", "--export", "-"]);
    place.ok(&["quiz", "--player", "ann", "--export", "ann.ndjson"]);
    assert_eq!(place.read("ann.ndjson"), written.as_bytes());
    let refused = place.run(&["quiz", "--player", "ann", "--export", "ann.ndjson"]);
    assert_eq!(refused.code, Some(1), "it is there already");
    let taken =
        place.ok(&["quiz", "--player", "bob", "--import", "ann.ndjson", "--db", "other.db"]);
    assert!(taken.ends_with("added + 0 updated + 0 already known\n"), "{taken}");
    let stdin = place.run_with_input(
        &["quiz", "--player", "bob", "--import", "-", "--db", "other.db"],
        &written,
    );
    assert!(stdin.out.contains("= 0 added"), "{stdin:?}");
    let answers = |place: &Place, arguments: &[&str]| -> Vec<Value> {
        let text = place.ok(arguments);
        text.lines().skip(1).map(|line| serde_json::from_str(line).expect("JSON")).collect()
    };
    assert_eq!(
        answers(&place, &["quiz", "--player", "bob", "--export", "-", "--db", "other.db"]),
        answers(&place, &["quiz", "--player", "ann", "--export", "-"])
    );
    // A merge brings them along, and changes nothing the second time.
    let merged = place.json(&["merge", "other.db"]);
    assert_eq!(merged["answers"]["known"], 0);
    assert!(merged["answers"]["added"].as_u64() >= Some(1), "{merged}");
    assert_eq!(place.json(&["merge", "other.db"])["answers"]["added"], 0);
    assert!(place.ok(&["merge", "other.db"]).contains("quiz answers = 0 added"));
    assert!(
        place.ok(&["quiz", "--player", "bob", "--forget"]).starts_with("Deleted player bob with ")
    );
    let unknown = place.run(&["quiz", "--player", "bob", "--forget"]);
    assert_eq!(unknown.code, Some(1));
    assert!(unknown.err.contains("unknown player \"bob\""), "{unknown:?}");
}

#[test]
fn a_file_with_a_wrong_line_changes_nothing() {
    let place = place();
    place.write("wrong.ndjson", "{\"format\":\"joseki-training\",\"version\":1,\"player\":\"x\",\"answers\":1}\n\n{\"at\":1}\n");
    let run = place.run(&["quiz", "--player", "ann", "--import", "wrong.ndjson"]);
    assert_eq!(run.code, Some(1));
    assert!(run.err.starts_with("error: wrong.ndjson: line 3: missing field"), "{}", run.err);
    let usage = place.run(&["quiz", "--progress"]);
    assert_eq!(usage.code, Some(2), "whose?");
}

#[test]
fn a_program_reads_questions_as_json() {
    let place = place();
    let session = [&QUIZ[..], &["--format", "json", "--questions", "1"]].concat();
    let run = place.run_with_input(&session, "?\n");
    let lines: Vec<Value> =
        run.out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(lines.len(), 2);
    assert_eq!(lines[0]["next"]["line"], "DD");
    assert_eq!(lines[1]["graded"]["grade"], "unknown");
}
