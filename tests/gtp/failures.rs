//! Engines that end, hang or talk nonsense: an error of GTP, and the game goes on.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use std::{fs, thread};

use crate::full::count;
use crate::programs::{self, needs};
use crate::support::{Talk, folder, program, scripted, search_engine, talk};

/// Time for a state that has to come, on a busy machine.
const TIMEOUT: Duration = Duration::from_secs(120);
/// A time limit for engines that is to pass, in seconds. One that answers needs less, though it
/// starts on a busy machine.
const SHORT: &str = "6";

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
    needs!("python3");
    goes_on_after("--die 2", &[], "has ended; its last output: out of memory");
}

#[test]
fn an_engine_that_hangs_is_ended() {
    needs!("python3");
    let began = Instant::now();
    goes_on_after("--hang 2", &["--patience", SHORT], "did not answer \"genmove B\" within 6 s");
    assert!(began.elapsed() >= Duration::from_secs(6));
}

#[test]
fn an_engine_that_answers_with_no_point_is_ended() {
    needs!("python3");
    goes_on_after("--nonsense 2", &[], "with an invalid response: somewhere");
}

#[test]
fn an_analysis_that_does_not_end_is_ended() {
    needs!("python3");
    let stuck = "--stuck --analyze Q16=0.5";
    let mut talk =
        Talk::before(stuck, &["--patience", SHORT, "--check", "0.1", "--check-time", "0.2"]);
    let error = talk.fails("genmove b");
    assert!(error.contains("did not answer \"the end of an analysis\" within 6 s"), "{error}");
    talk.same_position();
    let mut talk = Talk::before(stuck, &["--patience", SHORT, "--until-move", "0"]);
    talk.send("lz-analyze b 10\n");
    assert_eq!(talk.line().trim(), "=");
    talk.send("play b K10\n");
    while !talk.line().trim().is_empty() {}
    assert_eq!(talk.answer(), "=");
    talk.same_position();
}

#[test]
fn an_answer_to_another_command_is_none() {
    needs!("python3");
    let mut talk = Talk::before("--twice test-komi", &CLOSED);
    talk.must("komi 7.5");
    assert_eq!(talk.must("test-komi"), "7.5");
    let error = talk.fails("test-stones");
    assert!(error.contains("with an invalid response: ="), "{error}");
    assert_eq!(talk.must("test-stones"), "");
}

#[test]
fn an_engine_that_plays_an_illegal_move_is_ended() {
    needs!("python3");
    goes_on_after("--illegal 2", &[], "with an invalid response: Q16");
}

#[test]
fn an_engine_of_few_words_is_understood() {
    needs!("python3");
    for options in ["--plain", "--unlisted", "--plain --unlisted"] {
        let mut talk = Talk::before(options, &CLOSED);
        talk.must("play b Q16");
        assert_eq!(talk.must("genmove w"), "A19", "{options}");
        assert_eq!(talk.own_stones(), "bQ16 wA19", "{options}");
    }
}

#[test]
fn an_engine_that_refuses_a_move_stays() {
    needs!("python3");
    let mut talk = Talk::before("--refuse 1", &CLOSED);
    assert_eq!(talk.fails("genmove b"), "no mood");
    talk.same_position();
    assert_eq!(talk.must("genmove b"), "A19");
}

#[test]
fn an_engine_that_dies_every_time_is_given_up_until_the_next_game() {
    needs!("python3");
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
    needs!("python3");
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

/// An engine that starts a program in the background, whose id it leaves in `child`.
const PARENT: &str =
    "sh -c 'sleep 1000 & echo $! > new; mv new child; cat > /dev/null; sleep 1000'";

/// Waits for the program that an engine started, and returns its id.
fn child_of_engine(folder: &Path) -> String {
    let end = Instant::now() + TIMEOUT;
    loop {
        match fs::read_to_string(folder.join("child")) {
            Ok(id) => return id.trim().to_owned(),
            Err(_) => assert!(Instant::now() < end, "the engine should start"),
        }
        thread::sleep(Duration::from_millis(10));
    }
}

/// Waits until a process has ended; nobody may be there to collect its status.
#[track_caller]
fn ends(id: &str) {
    let end = Instant::now() + TIMEOUT;
    loop {
        let shown = Command::new("ps").args(["-o", "stat=", "-p", id]).output().expect("ps");
        let state = String::from_utf8_lossy(&shown.stdout).trim().to_owned();
        if state.is_empty() || state.starts_with('Z') {
            return;
        }
        assert!(Instant::now() < end, "{id} still runs: {state}");
        thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn what_an_engine_started_ends_with_it() {
    needs!("ps");
    let program_path = env!("CARGO_BIN_EXE_joseki");
    let nested = format!("{program_path} gtp --engine \"{PARENT}\"");
    for arguments in [
        vec!["gtp", "--engine", PARENT],
        vec!["match", "--black", PARENT, "--white", PARENT, "--games", "1"],
        vec!["match", "--black", &nested, "--white", &nested, "--games", "1"],
        vec!["evaluate", "--engine", PARENT, "--limit", "1"],
    ] {
        // On a busy machine an engine may be ended before it has started anything.
        let started = ["1", "4", "16"].into_iter().any(|patience| {
            let folder = folder();
            let mut run = program(folder.path());
            let run = run.args(&arguments).args(["--patience", patience]).stdin(Stdio::null());
            run.output().expect("it runs");
            let started = folder.path().join("child").exists();
            if started {
                ends(&child_of_engine(folder.path()));
            }
            started
        });
        assert!(started, "{arguments:?}");
    }
}

/// A protocol's game, what starts its engine so that it fails at the first move, and a move of ours.
fn failing(folder: &Path, protocol: &str, how: &str) -> (&'static str, String, &'static str) {
    let search = |game, ours| {
        let moves = if game == "xiangqi" { "--moves h7e7" } else { "" };
        let options = format!("{protocol} --fail-at 1 --how {how} {moves}");
        (game, search_engine(folder, &options), ours)
    };
    match protocol {
        "gtp" => {
            let how = if how == "garbage" { "nonsense" } else { how };
            ("go", scripted(folder, &format!("--{how} 1")), "Q16")
        }
        "gomocup" => search("gomoku", "a15"),
        _ => search("xiangqi", "h2e2"),
    }
}

/// Behaviour of a table with an engine that fails in some way.
fn fails_at_a_table(protocol: &str, how: &str) {
    let folder = folder();
    let (game, command, ours) = failing(folder.path(), protocol, how);
    let began = Instant::now();
    let arguments = ["play", "--game", game, "--black", "person", "--white", &command];
    let times = ["--patience", SHORT, "--seconds", "0.2"];
    let said = talk(folder.path(), &[&arguments[..], &times].concat(), &[ours, "quit"]);
    let took = began.elapsed();
    let why = match (how, protocol) {
        ("die", _) => "has ended",
        ("illegal", _) => "the illegal move",
        ("garbage", "gtp" | "gomocup") => "with an invalid response",
        ("garbage" | "hang" | "flood" | "fork", _) => "did not answer",
        _ => unreachable!("{how}"),
    };
    assert!(said.contains(why), "{protocol} {how}: {said}");
    let goes_on = said.contains("our own search play for it from here on");
    assert_eq!(goes_on, how != "illegal", "{protocol} {how}: {said}");
    assert!(took < TIMEOUT, "{protocol} {how}: {took:?}");
    if how == "fork" {
        ends(&child_of_engine(folder.path()));
    }
}

/// Every protocol of tables, every way to fail; KataGo's are in `tests/cli/evaluate_failures.rs`.
#[test]
fn no_engine_keeps_a_table_waiting_however_it_fails() {
    needs!("python3", "ps");
    let ways =
        count(&["flood", "fork"][..], &["die", "hang", "garbage", "illegal", "flood", "fork"]);
    thread::scope(|scope| {
        for protocol in ["gtp", "gomocup", "uci", "ucci", "xboard"] {
            scope.spawn(move || ways.iter().for_each(|how| fails_at_a_table(protocol, how)));
        }
    });
}

#[test]
fn engines_end_with_a_program_that_is_interrupted() {
    needs!("ps");
    for (signal, code) in [("-INT", 130), ("-TERM", 143)] {
        let folder = folder();
        let mut run = program(folder.path());
        let run = run.args(["gtp", "--engine", PARENT]).stdin(Stdio::piped());
        let mut run = run.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it runs");
        let child = child_of_engine(folder.path());
        assert!(programs::signal(signal, &run.id().to_string()));
        assert_eq!(run.wait().expect("it ends").code(), Some(code), "{signal}");
        ends(&child);
    }
}
