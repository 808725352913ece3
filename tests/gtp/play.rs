//! `joseki play`: games on the terminal, and `joseki evaluate` with engines of other games than Go.

use std::fs;
use std::path::Path;
use std::process::Stdio;

use joseki::store::{SqliteStore, Store};
use serde_json::Value;

use crate::programs::needs;
use crate::support::{folder, program, run, search_engine, talk};

/// What `joseki play` writes when these lines are typed.
fn played(folder: &Path, arguments: &[&str], lines: &[&str]) -> String {
    talk(folder, &[&["play"], arguments].concat(), lines)
}

fn has(text: &str, words: &[&str]) {
    let mut rest = text;
    for word in words {
        let at = rest.find(word).unwrap_or_else(|| panic!("{word} is missing or late: {text}"));
        rest = &rest[at + word.len()..];
    }
}

const TWO: [&str; 4] = ["--black", "person", "--white", "person"];

#[test]
fn two_persons_play_take_back_and_win() {
    let folder = folder();
    let lines = [
        "h8",
        "h8",
        "z99",
        "hello",
        "a1",
        "undo",
        "redo",
        "redo",
        "moves",
        "b8",
        "a2",
        "c8",
        "a3",
        "d8",
        "a4",
        "e8",
        "f8",
        "a5",
        "undo 9",
        "save five.sgf",
        "quit",
        "a6",
    ];
    let arguments = [&TWO[..], &["--game", "gomoku"]].concat();
    let said = played(folder.path(), &arguments, &lines);
    has(
        &said,
        &[
            "h8 is illegal: the point is occupied",
            "z99",
            "`help` lists the commands",
            "no move to play again",
            "1. h8  2. a1",
            "written to five.sgf",
        ],
    );
    let record = fs::read_to_string(folder.path().join("five.sgf")).expect("a record");
    assert!(
        record.contains("GM[4]") && record.replace('\n', "").contains(";B[hh];W[ao]"),
        "{record}"
    );
    let said =
        played(folder.path(), &[&arguments[..], &["--load", "five.sgf"]].concat(), &["moves"]);
    has(&said, &["1. h8  2. a1"]);
}

#[test]
fn a_finished_game_is_kept_and_goes_on_only_when_a_move_is_taken_back() {
    let folder = folder();
    let moves = ["h8", "a1", "i8", "a3", "j8", "a5", "k8", "a7", "l8"];
    let lines = [&moves[..], &["m8", "hint", "undo", "l9", "resign", "new", "board"]].concat();
    let arguments = [&TWO[..], &["--game", "renju", "--keep", "games"]].concat();
    let said = played(folder.path(), &arguments, &lines);
    has(
        &said,
        &[
            "Black won: five in a row",
            "kept as",
            "the game is over: undo, new",
            "White loses by resignation",
            "kept as",
        ],
    );
    let kept = fs::read_dir(folder.path().join("games")).expect("a folder");
    let mut names: Vec<String> =
        kept.map(|file| file.expect("a file").file_name().into_string().expect("UTF-8")).collect();
    names.sort();
    assert_eq!(names.len(), 2, "{names:?}");
    assert!(names.iter().any(|name| name.ends_with("-renju-B+.sgf")), "{names:?}");
    assert!(names.iter().any(|name| name.ends_with("-renju-B+R.sgf")), "{names:?}");
}

#[test]
fn forbidden_moves_are_named_and_a_book_or_search_answers() {
    let folder = folder();
    let lines = ["h9", "a1", "h10", "a15", "g8", "o1", "f8", "o15", "h8", "quit"];
    let said = played(folder.path(), &[&TWO[..], &["--game", "renju"]].concat(), &lines);
    has(&said, &["h8 is illegal: the move is forbidden to Black: double three"]);
    let arguments = ["--game", "xiangqi", "--nodes", "500", "--seconds", "1"];
    let said =
        played(folder.path(), &arguments, &["hint", "炮二平五", "h0g2", "save x.pgn", "quit"]);
    has(
        &said,
        &["Red> ", "(book ", "Black plays ", "(book ", "Red> ", "Black plays ", "written to"],
    );
    let record = fs::read_to_string(folder.path().join("x.pgn")).expect("a record");
    assert!(record.contains("H2-E2"), "{record}");
    let said = played(
        folder.path(),
        &["--game", "xiangqi", "--load", "x.pgn", "--white", "person"],
        &["moves"],
    );
    has(&said, &["1. h2e2  2. "]);
    run(folder.path(), &["book", "create", "empty"]);
    let arguments = ["--size", "9", "--book", "empty"];
    let said = played(folder.path(), &arguments, &["E5", "pass", "quit"]);
    has(&said, &["White plays ", "gains", "White plays ", "gains"]);
    // The starter book of Go is used without being named.
    has(&played(folder.path(), &[], &["hint", "quit"]), &["(book "]);
}

#[test]
fn a_clock_runs_out_and_engines_that_fail_are_replaced() {
    needs!("python3");
    let folder = folder();
    // Three minutes: only a move gets the increment of a minute.
    let arguments = [&TWO[..], &["--game", "gomoku", "--clock", "3+60"]].concat();
    let said = played(folder.path(), &arguments, &["help", "a99", "help", "clock", "h8", "clock"]);
    has(&said, &["Black> clock", "Black ", "Black> h8", "White> clock", "Black "]);
    let (before, after) = said.split_once("White> clock").expect("two clocks");
    // Milliseconds are counted, so a quick one has all of its time yet.
    let is_left = |text: &str, left: [&str; 2]| left.iter().any(|left| text.contains(left));
    assert!(is_left(before, ["Black 2:5", "Black 3:00"]), "{said}");
    assert!(is_left(after, ["Black 3:5", "Black 4:00"]), "{said}");
    let mut child = program(folder.path())
        .args(["play", "--game", "gomoku", "--clock", "0.005", "--white", "person"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    // The input stays open until the program says that the time is over.
    let input = child.stdin.take().expect("its input");
    let mut output = child.stdout.take().expect("its output");
    let mut text = String::new();
    let mut piece = [0; 256];
    while !text.contains("loses on time") {
        let read = std::io::Read::read(&mut output, &mut piece).expect("it writes");
        assert!(read > 0, "{text}");
        text += &String::from_utf8_lossy(&piece[..read]);
    }
    assert!(text.contains("Black loses on time"), "{text}");
    drop(input);
    drop(output);
    child.wait().expect("it ends");

    let engine =
        search_engine(&folder.path().join("a"), "gomocup --moves '3,3' --fail-at 2 --how die");
    let arguments = ["--game", "gomoku", "--white", &engine, "--nodes", "200"];
    let said = played(folder.path(), &arguments, &["h8", "a1", "quit"]);
    has(&said, &["White plays d12", "play for it from here on", "White plays "]);
    let engine = search_engine(&folder.path().join("b"), "gomocup --moves '0,0 1,0 2,0 3,0 4,0'");
    let late =
        search_engine(&folder.path().join("c"), "gomocup --moves '0,14 2,14 4,14 6,14 8,14'");
    let arguments = ["--game", "gomoku", "--black", &engine, "--white", &late];
    let said = played(folder.path(), &arguments, &[]);
    has(&said, &["Black plays a15", "White plays a1", "Black won: five in a row"]);
}

#[test]
fn a_board_of_go_is_counted_with_the_dead_stones_that_are_agreed() {
    let folder = folder();
    let wall = ["E1", "C1", "E2", "C2", "E3", "C3", "E4", "C4", "E5", "C5", "E6", "C6", "E7", "C7"];
    let end = ["E8", "C8", "E9", "C9", "J5", "A5", "pass", "pass"];
    let counting =
        ["H1", "dead D4", "dead A5", "dead A5", "resume", "pass", "pass", "agree", "save a.sgf"];
    let lines = [&wall[..], &end, &counting].concat();
    let arguments = [&TWO[..], &["--size", "9", "--rules", "japanese", "--komi", "0.5"]].concat();
    let said = played(folder.path(), &arguments, &lines);
    has(
        &said,
        &[
            "by japanese rules; dead stones: ",
            "`agree` ends the game",
            "H1",
            "the board is being counted",
            "there is no stone on this point",
            "Black> resume",
            "by japanese rules",
            "Black> agree",
            "B+",
            "written to a.sgf",
        ],
    );
    let record = fs::read_to_string(folder.path().join("a.sgf")).expect("a record");
    assert!(record.contains("RE[B+") && record.contains("RU[Japanese]"), "{record}");
}

#[test]
fn handicap_byo_yomi_draws_and_pauses() {
    let folder = folder();
    let arguments =
        [&TWO[..], &["--size", "9", "--handicap", "2", "--clock", "1", "--byoyomi", "3x20"]]
            .concat();
    let lines = ["clock", "agree", "pause", "E5", "resume", "E5", "save h.sgf", "draw", "quit"];
    let said = played(folder.path(), &arguments, &lines);
    has(
        &said,
        &[
            "White> clock",
            " +3x20, White ",
            " +3x20",
            "the board is counted after both sides have passed",
            "the game is paused: `resume` goes on",
            "the game is paused: resume it first",
            "Black> draw",
            "a draw by agreement",
        ],
    );
    let record = fs::read_to_string(folder.path().join("h.sgf")).expect("a record");
    assert!(record.contains("HA[2]") && record.contains("AB[gc][cg]"), "{record}");
    let arguments = [&TWO[..], &["--load", "h.sgf"]].concat();
    has(&played(folder.path(), &arguments, &["moves", "C7"]), &["1. E5", "Black> C7", "White> "]);
    let said = played(folder.path(), &["--game", "gomoku"], &["draw", "quit"]);
    has(&said, &["a program does not agree on a draw"]);
}

#[test]
fn bad_flags_and_files_say_what_is_wrong() {
    let folder = folder();
    let refused = |arguments: &[&str], words: &str| {
        let output = program(folder.path()).arg("play").args(arguments).output().expect("it runs");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success() && errors.contains(words), "{arguments:?}: {errors}");
    };
    refused(&["--fen", "x"], "only for xiangqi");
    refused(&["--game", "xiangqi", "--fen", "9/9 w"], "fen");
    refused(&["--size", "8"], "9 to 19");
    refused(&["--clock", "0"], "10+5");
    refused(&["--clock", "1", "--byoyomi", "5"], "5x30");
    refused(&["--rules", "own"], "chinese, ing or japanese");
    refused(&["--handicap", "10"], "no place for 10 stones");
    refused(&["--game", "renju", "--handicap", "2"], "only for go");
    refused(&["--white", "/nowhere/engine"], "cannot be started");
    refused(&["--load", "none.sgf"], "none.sgf");
    refused(&["--game", "renju", "--book", "none"], "none");
    fs::write(folder.path().join("go.sgf"), "(;GM[1]SZ[9]AB[aa];B[ee])").expect("a file");
    refused(&["--load", "go.sgf", "--size", "9"], "begins with stones");
    // A database is not a record, and the game goes on.
    let said = played(folder.path(), &TWO, &["Q16", "load joseki.db", "moves", "quit"]);
    has(&said, &["joseki.db: ", "1. Q16"]);
    fs::write(folder.path().join("empty.sgf"), "(;GM[1]SZ[19])").expect("a file");
    refused(&["--load", "empty.sgf"], "it has no moves");
    let said = played(
        folder.path(),
        &TWO,
        &["load none.sgf", "save", "undo x", "undo", "save /nowhere/a.sgf", "quit"],
    );
    has(
        &said,
        &[
            "none.sgf",
            "expected a file name",
            "no move to take back",
            "no move to take back",
            "/nowhere",
        ],
    );
}

#[test]
fn engines_of_other_games_evaluate_books() {
    needs!("python3");
    let folder = folder();
    run(folder.path(), &["book", "create", "five", "--game", "renju", "--starter"]);
    let engine = search_engine(&folder.path().join("a"), "gomocup --fail-at 4 --how none");
    let arguments = ["evaluate", "--book", "five", "--engine", &engine, "--visits", "50"];
    let more = ["--in-flight", "1", "--limit", "3", "--patience", "20", "--format", "json"];
    let report = run(folder.path(), &[&arguments[..], &more].concat());
    let report: Value = serde_json::from_str(&report).expect("JSON");
    assert_eq!((report["evaluated"].as_u64(), report["added"].as_u64()), (Some(3), Some(3)));
    assert_eq!(report["engine"].as_str(), Some("Scripted 2"));
    let listed = run(folder.path(), &["evaluate", "--book", "five", "--list", "--format", "json"]);
    let listed: Value = serde_json::from_str(&listed).expect("JSON");
    let first = &listed["moves"][0]["evaluations"].get(0).unwrap_or(&listed["moves"][0]);
    let text = first.to_string();
    // 17 points for the side to move are 1 / (1 + e^(17 / 200)) for the other.
    assert!(text.contains("0.4787") && text.contains("-0.17"), "{listed}");
    let store = SqliteStore::open(folder.path().join("joseki.db")).expect("a store");
    let kept = store.evaluations(None, 9).expect("readable");
    drop(store);
    assert_eq!(kept.len(), 3);
    for one in kept {
        let [best] = one.moves.as_slice() else { panic!("one move is known: {one:?}") };
        assert_eq!((best.win_rate, best.lead, best.policy), (one.win_rate, one.lead, None));
        assert!(best.step.coordinates().is_some() && one.key.board == "empty");
    }
    let books = [("xiangqi", "uci --moves h2e2"), ("five", "gomocup --fail-at 1 --how die")];
    for (at, (book, options)) in books.into_iter().enumerate() {
        let engine = search_engine(&folder.path().join(format!("e{at}")), options);
        let arguments = ["evaluate", "--book", book, "--engine", &engine, "--limit", "2"];
        let output = program(folder.path())
            .args(arguments)
            .args(["--in-flight", "1", "--format", "json"])
            .output()
            .expect("it runs");
        let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        match book {
            "xiangqi" => assert_eq!(report["evaluated"].as_u64(), Some(2), "{report}"),
            _ => assert!(report["stopped"].is_string() && !output.status.success(), "{report}"),
        }
    }
}
