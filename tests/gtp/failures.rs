//! Engines that end, hang or talk nonsense: an error of GTP, and the game goes on.

use std::time::{Duration, Instant};

use crate::support::{Talk, folder, program, scripted};

/// The first move is the engine's, as the book is closed.
const CLOSED: [&str; 2] = ["--until-move", "0"];

fn goes_on_after(options: &str, arguments: &[&str], words: &str) {
    let arguments: Vec<&str> = CLOSED.iter().chain(arguments).copied().collect();
    let mut talk = Talk::before(options, &arguments);
    talk.must("komi 7.5");
    talk.must("play b Q16");
    assert_eq!(talk.must("genmove w"), "A19");
    let error = talk.fails("genmove b");
    assert!(error.contains(words), "{error}");
    // The board is as it was before, there and, started again, here.
    assert_eq!(talk.own_stones(), "bQ16 wA19");
    talk.same_position();
    assert_eq!(talk.must("test-komi"), "7.5");
    assert_eq!(talk.must("genmove b"), "B19");
    talk.same_position();
}

#[test]
fn an_engine_that_ends_is_started_again() {
    goes_on_after("--die 2", &[], "has ended; its last output: out of memory");
}

#[test]
fn an_engine_that_hangs_is_ended() {
    let began = Instant::now();
    goes_on_after("--hang 2", &["--patience", "2"], "did not answer \"genmove B\" within 2 s");
    assert!(began.elapsed() >= Duration::from_secs(2));
}

#[test]
fn an_engine_that_answers_with_no_point_is_ended() {
    goes_on_after("--nonsense 2", &[], "with an invalid response: somewhere");
}

#[test]
fn an_analysis_that_does_not_end_is_ended() {
    let stuck = "--stuck --analyze Q16=0.5";
    let mut talk =
        Talk::before(stuck, &["--patience", "1", "--check", "0.1", "--check-time", "0.2"]);
    let error = talk.fails("genmove b");
    assert!(error.contains("did not answer \"the end of an analysis\" within 1 s"), "{error}");
    talk.same_position();
    let mut talk = Talk::before(stuck, &["--patience", "1", "--until-move", "0"]);
    talk.send("lz-analyze b 10\n");
    assert_eq!(talk.line().trim(), "=");
    talk.send("play b K10\n");
    while !talk.line().trim().is_empty() {}
    assert_eq!(talk.answer(), "=");
    talk.same_position();
}

#[test]
fn an_answer_to_another_command_is_none() {
    let mut talk = Talk::before("--twice test-komi", &CLOSED);
    talk.must("komi 7.5");
    assert_eq!(talk.must("test-komi"), "7.5");
    let error = talk.fails("test-stones");
    assert!(error.contains("with an invalid response: ="), "{error}");
    assert_eq!(talk.must("test-stones"), "");
}

#[test]
fn an_engine_that_plays_an_illegal_move_is_ended() {
    goes_on_after("--illegal 2", &[], "with an invalid response: Q16");
}

#[test]
fn an_engine_that_refuses_a_move_stays() {
    let mut talk = Talk::before("--refuse 1", &CLOSED);
    assert_eq!(talk.fails("genmove b"), "no mood");
    talk.same_position();
    assert_eq!(talk.must("genmove b"), "A19");
}

#[test]
fn an_engine_that_dies_every_time_is_given_up_until_the_next_game() {
    let mut talk = Talk::before("--die -1", &CLOSED);
    for _ in 0..4 {
        let error = talk.fails("genmove b");
        assert!(error.contains("has ended"), "{error}");
    }
    let given_up = talk.fails("genmove b");
    assert!(given_up.contains("clear_board starts it again"), "{given_up}");
    // What needs no engine goes on.
    assert_eq!(talk.own_stones(), "");
    talk.must("clear_board");
    talk.must("play b Q16");
    talk.same_position();
}

#[test]
fn what_is_no_engine_is_told_before_the_first_command() {
    let kept = folder();
    let script = scripted(kept.path(), "--garbage");
    for (command, words) in [
        ("/nowhere/engine", "cannot be started"),
        ("true", "has ended"),
        ("", "invalid command line"),
        ("engine 'x", "invalid command line"),
        (script.as_str(), "with an invalid response: hello"),
    ] {
        let folder = folder();
        let output =
            program(folder.path()).args(["gtp", "--engine", command]).output().expect("it runs");
        assert_eq!(output.status.code(), Some(1), "{command}");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(errors.contains(words), "{command}: {errors}");
        assert!(errors.contains("hint: "), "{errors}");
    }
}
