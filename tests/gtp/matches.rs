//! `joseki match` and wrapped engines in five in a row and xiangqi.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::programs::needs;
use crate::support::{dialogue, folder, program, received, run, search_engine as scripted};

fn joseki(words: &str) -> String {
    format!("{} {words}", env!("CARGO_BIN_EXE_joseki"))
}

fn play(folder: &Path, arguments: &[&str]) -> Value {
    let all = ["match", "--format", "json"].iter().chain(arguments).copied().collect::<Vec<_>>();
    serde_json::from_str(&run(folder, &all)).expect("JSON")
}

fn refused(folder: &Path, arguments: &[&str]) -> String {
    let output = program(folder).arg("match").args(arguments).output().expect("it runs");
    assert!(!output.status.success(), "{arguments:?}");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Five in the row at the top, against stones in the row at the bottom.
const FIVE: &str = "--moves '0,0 1,0 2,0 3,0 4,0'";
const LATE: &str = "--moves '0,14 2,14 4,14 6,14 8,14'";

#[test]
fn five_in_a_row_is_played_from_openings_with_exchanged_colours_and_goes_on() {
    needs!("python3");
    let folder = folder();
    let first = scripted(&folder.path().join("a"), &format!("gomocup {FIVE}"));
    let second = scripted(&folder.path().join("b"), &format!("gomocup {LATE}"));
    fs::write(folder.path().join("openings"), "# two\nh8 i9 # direct\n0,0, 1,-1, 2,1 3,3\n")
        .expect("a file");
    let games = folder.path().join("games");
    let arguments = |count: &str| {
        let path = folder.path().join("openings");
        let fixed = ["--game", "gomoku", "--parallel", "1", "--limit", "nodes=50,seconds=2"];
        let named = ["--black", &first, "--white", &second, "--games", count];
        let files = ["--openings", path.to_str().expect("UTF-8"), "-o"];
        let all = [&fixed[..], &named, &files, &[games.to_str().expect("UTF-8")]].concat();
        all.into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    let play = |count: &str| {
        let arguments = arguments(count);
        play(folder.path(), &arguments.iter().map(String::as_str).collect::<Vec<_>>())
    };
    let answer = play("3");
    // The side with the five wins with either colour.
    assert_eq!((answer["won"].as_u64(), answer["games"].as_u64()), (Some(3), Some(3)), "{answer}");
    assert_eq!(answer["elo"][2], Value::Null);
    let record =
        |number: u32| fs::read_to_string(games.join(format!("{number:05}.sgf"))).expect("a record");
    assert!(record(1).contains(";B[hh];W[ig];B[aa]"), "{}", record(1));
    assert!(record(1).contains("RE[B+]") && record(1).contains("five in a row"), "{}", record(1));
    assert!(record(2).contains("PW[Scripted 2]") && record(2).contains("RE[W+]"), "{}", record(2));
    assert!(record(2).contains(";B[hh];W[ig];B[ao];W[aa]"), "{}", record(2));
    assert!(record(3).contains(";B[hh];W[ig];B[ji];W[kk];B[aa]"), "{}", record(3));
    for wanted in ["GM[4]", "SZ[15]", "RU[gomoku]"] {
        assert!(record(1).contains(wanted) && !record(1).contains("KM["), "{}", record(1));
    }
    let lines = received(&folder.path().join("a"));
    for wanted in ["START 15", "INFO rule 0", "INFO timeout_turn 2000", "INFO max_node 50"] {
        assert!(lines.iter().any(|line| line == wanted), "{wanted}: {lines:?}");
    }
    // What is new is sent as a turn.
    assert!(lines.iter().any(|line| line == "TURN 0,14"), "{lines:?}");
    let answer = play("4");
    assert_eq!((answer["before"].as_u64(), answer["won"].as_u64()), (Some(3), Some(4)));
    let mut other = arguments("4");
    other.extend(["--max-moves", "99"].map(str::to_owned));
    let other: Vec<&str> = other.iter().map(String::as_str).collect();
    assert!(refused(folder.path(), &other).contains("max_moves is 1000"));
}

#[test]
fn renju_has_its_26_openings_and_a_forbidden_move_loses() {
    needs!("python3");
    let folder = folder();
    // The double three of h8 by h9, h10, g8 and f8.
    let black = scripted(&folder.path().join("a"), "gomocup --moves '7,6 7,5 6,7 5,7 7,7'");
    let white = scripted(&folder.path().join("b"), "gomocup --moves '0,0 0,14 14,0 14,14 0,1'");
    let games = folder.path().join("games");
    let path = games.to_str().expect("UTF-8");
    let arguments = ["--game", "renju", "--black", &black, "--white", &white, "--fixed-colors"];
    let more = ["--games", "1", "--openings", "none", "-o", path, "--learn", "black"];
    let more = [&more[..], &["--opponent", "corner"]].concat();
    let answer = play(folder.path(), &[&arguments[..], &more].concat());
    assert_eq!((answer["lost"].as_u64(), answer["learned"].as_u64()), (Some(1), Some(1)));
    let record = fs::read_to_string(games.join("00001.sgf")).expect("a record");
    assert!(record.contains("RE[W+F]") && record.contains("H8 is illegal"), "{record}");

    let engine = joseki("gomocup --no-book");
    let arguments = ["--game", "renju", "--black", &engine, "--white", &engine, "--games", "2"];
    let games = folder.path().join("openings");
    let more = ["--limit", "nodes=300", "--max-moves", "6", "-o", games.to_str().expect("UTF-8")];
    let answer = play(folder.path(), &[&arguments[..], &more].concat());
    assert_eq!((answer["drawn"].as_u64(), answer["moves"].as_u64()), (Some(2), Some(12)));
    for number in 1..=2 {
        let path = games.join(format!("0000{number}.sgf"));
        let record = fs::read_to_string(path).expect("a record");
        // D1, and the limit of moves.
        assert!(record.contains(";B[hh];W[hg];B[hf]") && record.contains("RE[0]"), "{record}");
    }
}

/// A position with two rooks.
const MATE: &str = "3k5/9/R8/1R7/9/9/9/9/4K4/9 w";

#[test]
fn xiangqi_is_played_in_every_dialect() {
    needs!("python3");
    let folder = folder();
    let shuffle = "--moves 'a0a1 a1a0 a0a1 a1a0 a0a1 a1a0 a0a1'";
    let black = "--moves 'a9a8 a8a9 a9a8 a8a9 a9a8 a8a9 a9a8'";
    let from_one = "--from-one --moves 'a10a9 a9a10 a10a9 a9a10 a10a9 a9a10 a10a9'";
    let first = scripted(&folder.path().join("a"), &format!("uci {shuffle}"));
    let dialects = [
        ("ucci", format!("ucci {black}")),
        ("uci", format!("uci {from_one}")),
        ("xboard", format!("xboard {black}")),
    ];
    for (name, options) in dialects {
        let place = folder.path().join(name);
        let second = scripted(&place, &options);
        let games = folder.path().join(format!("games-{name}"));
        let fixed = ["--game", "xiangqi", "--fixed-colors", "--games", "1", "--limit", "depth=3"];
        let files = ["-o", games.to_str().expect("UTF-8"), "--white-option", "Hash=7"];
        let named = ["--black", &first, "--white", &second];
        let answer = play(folder.path(), &[&fixed[..], &files, &named].concat());
        assert_eq!(answer["drawn"].as_u64(), Some(1), "{answer}");
        let record = fs::read_to_string(games.join("00001.sgf")).expect("a record");
        // The third occurrence of the first position ends it.
        assert!(record.contains("GM[7]") && record.contains("by repetition"), "{record}");
        assert_eq!(record.matches(";B[").count(), 4, "{record}");
        assert!(record.contains(";W[a9a8]"), "{record}");
        let lines = received(&place);
        let option = match name {
            "ucci" => ["setoption usemillisec true", "setoption Hash 7"],
            _ => ["setoption name UCI_Variant value xiangqi", "setoption name Hash value 7"],
        };
        let asked: &[&str] = match name {
            "xboard" => &["option Hash=7", "variant xiangqi", "sd 3", "usermove a0a1", "go"],
            _ => &[option[0], option[1], "go depth 3"],
        };
        for &wanted in asked {
            assert!(lines.iter().any(|line| line == wanted), "{wanted}: {lines:?}");
        }
    }
    let place = folder.path().join("nodes");
    let second = scripted(&place, &format!("xboard {black}"));
    let named = ["--black", &first, "--white", &second, "--limit", "nodes=9", "--games", "1"];
    let failure = refused(folder.path(), &[&["--game", "xiangqi"][..], &named].concat());
    assert!(failure.contains("limits depth or seconds, not nodes"), "{failure}");
}

#[test]
fn a_sequential_test_ends_a_match_early_and_says_which_hypothesis_it_accepts() {
    needs!("python3");
    let folder = folder();
    let first = scripted(&folder.path().join("a"), &format!("gomocup {FIVE}"));
    let second = scripted(&folder.path().join("b"), &format!("gomocup {LATE}"));
    let arguments = ["--game", "gomoku", "--black", &first, "--white", &second, "--games", "200"];
    let more = ["--sprt", "-200,200", "--parallel", "1", "--limit", "seconds=1"];
    let answer = play(folder.path(), &[&arguments[..], &more].concat());
    let games = answer["games"].as_u64().expect("a number");
    // Each pair won whole adds ln(s1 / s0) = ln(0.7597 / 0.2403) = 1.151, so three of them pass 2.94.
    // The next game may have begun by then.
    assert!((6..=7).contains(&games), "{answer}");
    assert_eq!(answer["sprt"]["accepted"].as_f64(), Some(200.0));
    let ratio = answer["sprt"]["llr"].as_f64().expect("a number");
    assert!((ratio - 3.0 * 1.151).abs() < 0.01, "{answer}");
    for wrong in ["0", "5,5", "9,1", "0,x"] {
        let all = [&arguments[..], &["--sprt", wrong]].concat();
        assert!(refused(folder.path(), &all).contains("two numbers of Elo"), "{wrong}");
    }
}

#[test]
fn a_search_engine_that_fails_plays_again_and_bad_requests_say_what_is_wrong() {
    needs!("python3");
    let folder = folder();
    let fine = scripted(&folder.path().join("fine"), &format!("gomocup {FIVE}"));
    for how in ["die", "hang", "garbage"] {
        let options = format!("gomocup {LATE} --fail-at 2 --how {how}");
        let failing = scripted(&folder.path().join(how), &options);
        let arguments = ["--game", "gomoku", "--black", &fine, "--white", &failing, "--games", "1"];
        let more = ["--patience", "6", "--limit", "seconds=0.1"];
        let answer = play(folder.path(), &[&arguments[..], &more].concat());
        assert_eq!((answer["won"].as_u64(), answer["failures"][0].is_string()), (Some(1), true));
    }
    let silent = scripted(&folder.path().join("silent"), &format!("gomocup {FIVE} --no-greeting"));
    let arguments = ["--game", "gomoku", "--black", &silent, "--white", &fine, "--games", "1"];
    let answer = play(folder.path(), &[&arguments[..], &["--patience", "6"]].concat());
    assert_eq!(answer["won"].as_u64(), Some(1));

    let openings = folder.path().join("openings");
    let refused_with = |arguments: &[&str], words: &str| {
        let named = ["--black", &fine, "--white", &fine, "--games", "2"];
        let said = refused(folder.path(), &[&named[..], arguments].concat());
        assert!(said.contains(words), "{arguments:?}: {said}");
    };
    refused_with(&["--limit", "depth=3"], "not for Go");
    refused_with(&["--white-option", "a=b"], "not for Go");
    refused_with(&["--game", "gomoku", "--scorer", "board"], "is for Go");
    refused_with(&["--game", "gomoku", "--size", "19"], "15 or 20 lines");
    refused_with(&["--game", "xiangqi", "--size", "9"], "one board");
    refused_with(&["--size", "8"], "9 to 19");
    for wrong in ["depth", "depth=0", "time=3", "seconds=0", "", "nodes=5,"] {
        refused_with(&["--game", "gomoku", "--limit", wrong], "expected");
    }
    refused_with(&["--game", "gomoku", "--black-option", "x"], "NAME=VALUE");
    let path = openings.to_str().expect("UTF-8");
    refused_with(&["--game", "gomoku", "--openings", path], "openings");
    let texts = [
        ("", "it has no opening"),
        ("\nh8 h8", "line 2: move 2: the point is occupied"),
        ("h8 z9", "line 1: \"z9\""),
        ("0,0,9,9", "9,9 is off the board"),
        ("0,0,1", "pairs"),
    ];
    for (text, words) in texts {
        fs::write(&openings, text).expect("a file");
        refused_with(&["--game", "gomoku", "--openings", path], words);
    }
}

#[test]
fn a_wrapped_engine_plays_where_the_book_ends_and_our_search_where_it_fails() {
    needs!("python3");
    let place = folder();
    let engine = scripted(&place.path().join("five"), "gomocup --moves '3,3 14,14'");
    let arguments = ["gomocup", "--no-book", "--nodes", "200", "--engine", &engine];
    let option = ["--engine-option", "strength=50"];
    let lines = ["START 15", "INFO rule 4", "BEGIN", "TURN 7,7", "TURN 9,9", "END"];
    let said = dialogue(&[&arguments[..], &option].concat(), &lines);
    let moves: Vec<&String> = said.iter().filter(|line| !line.starts_with("MESSAGE")).collect();
    assert_eq!(moves, ["OK", "3,3", "14,14", "0,0"], "{said:?}");
    assert!(said.iter().any(|line| line.contains("Eval 17")), "{said:?}");
    let heard = received(&place.path().join("five"));
    for wanted in ["INFO rule 4", "INFO strength 50", "INFO max_node 200", "TURN 7,7", "END"] {
        assert!(heard.iter().any(|line| line == wanted), "{wanted}: {heard:?}");
    }
    for how in ["die", "garbage", "illegal"] {
        let options = format!("gomocup --moves '3,3 0,0' --fail-at 2 --how {how}");
        let engine = scripted(&place.path().join(how), &options);
        let arguments = ["gomocup", "--no-book", "--nodes", "200", "--engine", &engine];
        let said = dialogue(&arguments, &["START 15", "BEGIN", "TURN 0,0", "TURN 9,9", "END"]);
        let reason = "MESSAGE our own search chose the move: ";
        assert_eq!(said.iter().filter(|line| line.starts_with(reason)).count(), 1, "{said:?}");
        // After the failure it was started again and knows the game.
        let heard = received(&place.path().join(how));
        assert!(heard.iter().any(|line| line == "BOARD"), "{heard:?}");
        assert_eq!(said.iter().filter(|line| !line.starts_with("MESSAGE")).count(), 4, "{said:?}");
    }

    let engine = scripted(&place.path().join("uci"), "uci --moves h2e2");
    let position = format!("position fen {MATE}");
    let lines = ["uci", &position, "go depth 2", "position startpos", "go nodes 50", "quit"];
    let said = dialogue(&["uci", "--no-book", "--engine", &engine], &lines);
    let best: Vec<&String> = said.iter().filter(|line| line.starts_with("bestmove")).collect();
    // h2e2 is illegal in the first position, so that our own search answers.
    assert!(best[0] != "bestmove h2e2" && best[1] == "bestmove h2e2", "{said:?}");
    assert!(said.iter().any(|line| line.contains("our own search chooses the move")), "{said:?}");
    assert!(said.iter().any(|line| line.contains("depth 3 score cp 17")), "{said:?}");
    let output = program(place.path()).args(["uci", "--engine", "/nowhere"]).output();
    assert!(!output.expect("it runs").status.success());
}
