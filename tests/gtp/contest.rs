//! `joseki match`: engines against each other.

use std::fs;
use std::path::Path;
use std::process::Output;

use serde_json::Value;

use crate::programs::needs;
use crate::support::{folder, program, received, run, scripted};

fn play(folder: &Path, arguments: &[&str]) -> Output {
    program(folder).arg("match").args(arguments).output().expect("it runs")
}

fn answer(output: &Output) -> Value {
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    serde_json::from_slice(&output.stdout).expect("JSON")
}

/// An engine that gives up at its N-th move, in a folder of its own.
fn resigning(folder: &Path, name: &str, at: u32) -> String {
    fs::create_dir_all(folder.join(name)).expect("a folder");
    scripted(&folder.join(name), &format!("--resign {at}"))
}

#[test]
fn colours_alternate_and_every_game_is_kept() {
    needs!("python3");
    let folder = folder();
    // Each start counts separately: both pass when no point is free, the second one resigns first.
    let first = scripted(folder.path(), "--score B+1.5");
    let second = scripted(folder.path(), "--score B+1.5");
    let games = folder.path().join("games");
    let output = play(
        folder.path(),
        &[
            "--black",
            &first,
            "--white",
            &second,
            "--games",
            "4",
            "--size",
            "9",
            "--komi",
            "7",
            "--parallel",
            "2",
            "--max-moves",
            "20",
            "-o",
            games.to_str().expect("UTF-8"),
            "--format",
            "json",
        ],
    );
    let answer = answer(&output);
    // Black wins all of them, so each engine wins its games as Black.
    assert_eq!((answer["won"].as_u64(), answer["lost"].as_u64()), (Some(2), Some(2)));
    assert_eq!(answer["rate_black"]["rate"].as_f64(), Some(1.0));
    assert_eq!(answer["rate_white"]["rate"].as_f64(), Some(0.0));
    // Wilson's interval for 2 of 4, from the formula with 1.96: 0.150 to 0.850.
    assert!((answer["rate"]["low"].as_f64().expect("a number") - 0.150).abs() < 5e-4);
    assert!((answer["rate"]["high"].as_f64().expect("a number") - 0.850).abs() < 5e-4);
    assert_eq!(answer["moves"].as_u64(), Some(80));
    // The engines draw nothing, so all games are one.
    assert_eq!(answer["repeated"].as_u64(), Some(3));
    for number in 1..=4 {
        let record = fs::read_to_string(games.join(format!("{number:05}.sgf"))).expect("a record");
        for wanted in ["SZ[9]", "KM[7]", "RE[B+1.5]", "PB[Scripted 1]", &format!("RO[{number}]")] {
            assert!(record.contains(wanted), "{wanted}: {record}");
        }
        assert_eq!(record.matches(";B[").count() + record.matches(";W[").count(), 20);
    }
}

#[test]
fn the_players_score_counts_only_if_they_agree() {
    needs!("python3");
    let folder = folder();
    let engine = |score: &str| scripted(folder.path(), score);
    let tally = |black: &str, white: &str, scorer: &[&str]| {
        let arguments = [
            "--black",
            black,
            "--white",
            white,
            "--games",
            "2",
            "--size",
            "9",
            "--max-moves",
            "3",
            "--format",
            "json",
        ];
        let arguments: Vec<&str> = arguments.iter().chain(scorer).copied().collect();
        let answer = answer(&play(folder.path(), &arguments));
        ["won", "lost", "drawn", "void"].map(|name| answer[name].as_u64().expect("a number"))
    };
    let (black, white, draw, none) =
        (engine("--score B+2"), engine("--score W+2"), engine("--score 0"), engine(""));
    assert_eq!(tally(&black, &black, &[]), [1, 1, 0, 0]);
    assert_eq!(tally(&black, &white, &[]), [0, 0, 0, 2]);
    assert_eq!(tally(&none, &white, &[]), [1, 1, 0, 0]);
    assert_eq!(tally(&draw, &draw, &[]), [0, 0, 2, 0]);
    // Two black stones against one: by area, with 6.5 points of komi, White has won.
    assert_eq!(tally(&none, &none, &[]), [1, 1, 0, 0]);
    assert_eq!(tally(&black, &black, &["--scorer", "board", "--fixed-colors"]), [0, 2, 0, 0]);
    assert_eq!(tally(&white, &white, &["--scorer", &black, "--fixed-colors"]), [2, 0, 0, 0]);
}

#[test]
fn an_interrupted_match_goes_on_and_learns_each_game_once() {
    needs!("python3");
    let folder = folder();
    let engine = scripted(folder.path(), "--score B+2");
    let games = folder.path().join("games");
    let arguments = |count: &'static str| {
        vec![
            "--black",
            &engine,
            "--white",
            &engine,
            "--size",
            "9",
            "--max-moves",
            "4",
            "--games",
            count,
            "-o",
            games.to_str().expect("UTF-8"),
            "--learn",
            "black",
            "--opponent",
            "twin@1",
            "--class",
            "script",
            "--format",
            "json",
        ]
    };
    let first = answer(&play(folder.path(), &arguments("3")));
    // The engines play the third as the first, which is one game of that day.
    assert_eq!((first["games"].as_u64(), first["learned"].as_u64()), (Some(3), Some(2)));
    let moves = received(folder.path()).iter().filter(|line| line.starts_with("genmove")).count();
    assert_eq!(moves, 12);
    // One game is lost, as if the match had been killed while it was played.
    fs::remove_file(games.join("00002.sgf")).expect("it was there");
    let second = answer(&play(folder.path(), &arguments("5")));
    assert_eq!((second["games"].as_u64(), second["before"].as_u64()), (Some(5), Some(2)));
    assert_eq!(second["learned"].as_u64(), Some(0));
    assert_eq!((second["won"].as_u64(), second["lost"].as_u64()), (Some(3), Some(2)));
    let moves = received(folder.path()).iter().filter(|line| line.starts_with("genmove")).count();
    assert_eq!(moves, 24);
    let results: Value =
        serde_json::from_str(&run(folder.path(), &["results", "--format", "json"])).expect("JSON");
    assert_eq!(results["results"].as_array().map(Vec::len), Some(5));
    // Another match may not go on there.
    let mut other = arguments("5");
    other.extend(["--komi", "0.5"]);
    let refused = play(folder.path(), &other);
    assert_eq!(refused.status.code(), Some(1));
    let errors = String::from_utf8_lossy(&refused.stderr);
    assert!(errors.contains("komi is 6.5"), "{errors}");
    // Nor may games be taken over whose match is not known, or that are another match's.
    let refused = |words: &str| {
        let output = play(folder.path(), &arguments("6"));
        assert_eq!(output.status.code(), Some(1));
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(errors.contains(words), "{errors}");
    };
    let told = fs::read_to_string(games.join("match.json")).expect("it is there");
    fs::remove_file(games.join("match.json")).expect("it was there");
    refused("it contains games but no match.json");
    let identity = |told: &str| {
        let told: Value = serde_json::from_str(told).expect("JSON");
        told["match"].as_str().expect("a text").to_owned()
    };
    let other = told.replace(&identity(&told), "0123456789abcdef");
    fs::write(games.join("match.json"), other).expect("a file");
    refused("00001.sgf is not a game of this match");
    fs::write(games.join("match.json"), told).expect("a file");
    let lock = fs::File::open(games.join("match.json")).expect("it is there");
    lock.lock().expect("it is free");
    refused("is in use by another program");
}

#[test]
fn engines_that_fail_play_again_or_stop_the_match() {
    needs!("python3");
    let folder = folder();
    // The log counts over all starts, so that it fails once.
    let failing = scripted(folder.path(), "--die 3 --score 0");
    let fine = resigning(folder.path(), "fine", 1_000);
    let output = play(
        folder.path(),
        &[
            "--black",
            &failing,
            "--white",
            &fine,
            "--size",
            "9",
            "--games",
            "2",
            "--max-moves",
            "8",
            "--parallel",
            "1",
            "--format",
            "json",
        ],
    );
    let answer = answer(&output);
    assert_eq!(answer["games"].as_u64(), Some(2));
    assert_eq!(answer["failures"].as_array().map(Vec::len), Some(1));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.contains("out of memory; the game was replayed"), "{errors}");

    let broken = scripted(folder.path(), "--die -1");
    let output =
        play(folder.path(), &["--black", &broken, "--white", &fine, "--size", "9", "--games", "9"]);
    assert_eq!(output.status.code(), Some(1));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.contains("has ended"), "{errors}");

    for command in ["/nowhere/engine", "true", "'"] {
        let output = play(folder.path(), &["--black", command, "--white", &fine, "--games", "2"]);
        assert_eq!(output.status.code(), Some(1), "{command}");
    }
}

#[test]
fn an_illegal_move_loses_and_a_resignation_too() {
    needs!("python3");
    let folder = folder();
    let fine = scripted(folder.path(), "--score 0");
    for (options, result) in [("--illegal 2", "RE[W+F]"), ("--resign 2", "RE[W+R]")] {
        let name = folder.path().join(options.replace(' ', ""));
        fs::create_dir_all(&name).expect("a folder");
        let wrong = scripted(&name, options);
        let games = name.join("games");
        let output = play(
            folder.path(),
            &[
                "--black",
                &wrong,
                "--white",
                &fine,
                "--size",
                "9",
                "--games",
                "1",
                "-o",
                games.to_str().expect("UTF-8"),
                "--format",
                "json",
            ],
        );
        assert_eq!(answer(&output)["lost"].as_u64(), Some(1));
        let record = fs::read_to_string(games.join("00001.sgf")).expect("a record");
        assert!(record.contains(result), "{record}");
    }
}

#[test]
fn a_book_among_the_players_uses_the_database_and_learns_while_it_plays() {
    needs!("python3");
    let folder = folder();
    let engine = scripted(folder.path(), "--score B+2");
    let ours = format!(
        "{} gtp --engine '{engine}' --opponent twin --until-move 6 --after-any-move",
        env!("CARGO_BIN_EXE_joseki")
    );
    let games = folder.path().join("games");
    let output = play(
        folder.path(),
        &[
            "--black",
            &ours,
            "--white",
            &engine,
            "--games",
            "2",
            "--parallel",
            "1",
            "--max-moves",
            "10",
            "--learn",
            "black",
            "--opponent",
            "twin",
            "-o",
            games.to_str().expect("UTF-8"),
            "--format",
            "json",
        ],
    );
    let answer = answer(&output);
    let book = answer["book_moves"][0].as_u64().expect("a number");
    assert!(book >= 2 && answer["book_moves"][1] == 0, "{answer}");
    assert_eq!(answer["learned"].as_u64(), Some(2));
    let record = fs::read_to_string(games.join("00001.sgf")).expect("a record");
    assert!(record.contains("C[book: "), "{record}");
    // The engine of ours entered nothing itself.
    let results: Value =
        serde_json::from_str(&run(folder.path(), &["results", "--format", "json"])).expect("JSON");
    assert_eq!(results["results"].as_array().map(Vec::len), Some(2));
}

#[test]
fn the_number_of_the_game_can_be_in_a_command_line() {
    needs!("python3");
    let folder = folder();
    let engine = format!("{} --score B+{{game}}", scripted(folder.path(), ""));
    let games = folder.path().join("games");
    play(
        folder.path(),
        &[
            "--black",
            &engine,
            "--white",
            &engine,
            "--size",
            "9",
            "--games",
            "3",
            "--max-moves",
            "2",
            "-o",
            games.to_str().expect("UTF-8"),
        ],
    );
    for number in 1..=3 {
        let record = fs::read_to_string(games.join(format!("{number:05}.sgf"))).expect("a record");
        assert!(record.contains(&format!("RE[B+{number}]")), "{record}");
    }
}
