//! The result of a game, entered when it ends.

use std::path::Path;
use std::process::Stdio;

use serde_json::Value;

use crate::programs::{self, needs};
use crate::support::{Talk, program, run};

const AGAINST: [&str; 6] = ["--opponent", "ann@2", "--class", "5k", "--until-move", "1"];

fn results(folder: &Path) -> Vec<Value> {
    let answer: Value =
        serde_json::from_str(&run(folder, &["results", "--format", "json"])).expect("JSON");
    answer["results"].as_array().expect("a list").clone()
}

/// Plays two moves of ours and one of the opponent, then both pass.
fn to_the_end(talk: &mut Talk) {
    talk.must("clear_board");
    talk.must("genmove b");
    talk.must("play w D4");
    talk.must("genmove b");
    talk.must("play w pass");
    talk.must("play b pass");
}

#[test]
fn two_passes_and_the_engines_score_are_a_result() {
    needs!("python3");
    let mut talk = Talk::before("--score B+12.5", &AGAINST);
    to_the_end(&mut talk);
    let (folder, errors) = talk.end();
    let found = results(folder.path());
    assert_eq!(found.len(), 1, "{errors}");
    let game = &found[0];
    assert_eq!((game["result"].as_str(), game["color"].as_str()), (Some("win"), Some("B")));
    assert_eq!((game["opponent"].as_str(), game["class"].as_str()), (Some("ann@2"), Some("5k")));
    assert_eq!(game["margin"].as_f64(), Some(12.5));
}

#[test]
fn it_is_there_before_the_program_ends() {
    needs!("python3");
    let mut talk = Talk::before("--score W+1.5", &AGAINST);
    to_the_end(&mut talk);
    // Answered after the result was entered.
    talk.must("version");
    let folder = talk.folder.path().to_owned();
    assert_eq!(results(&folder)[0]["result"].as_str(), Some("loss"));
    // A side that takes a pass back plays on.
    talk.must("undo");
    talk.must("version");
    assert_eq!(results(&folder).iter().filter(|game| game["withdrawn"] != true).count(), 0);
    talk.must("play b pass");
    talk.must("version");
    assert_eq!(results(&folder).iter().filter(|game| game["withdrawn"] != true).count(), 1);
}

#[test]
fn resignations_are_results() {
    needs!("python3");
    let mut talk = Talk::before("--resign 1", &AGAINST);
    talk.must("genmove b");
    talk.must("play w D4");
    assert_eq!(talk.must("genmove b"), "resign");
    talk.must("version");
    let folder = talk.folder.path().to_owned();
    assert_eq!(results(&folder)[0]["result"].as_str(), Some("loss"));
    talk.must("clear_board");
    talk.must("genmove b");
    talk.must("play w resign");
    talk.must("clear_board");
    talk.must("genmove w");
    talk.must("play b D4");
    talk.must("joseki-result W+3.5");
    assert!(talk.fails("joseki-result perhaps").starts_with("syntax error"));
    talk.must("version");
    let told: Vec<String> = results(&folder)
        .iter()
        .map(|game| format!("{} {}", game["color"], game["result"]))
        .collect();
    let count = |what: &str| told.iter().filter(|game| *game == what).count();
    assert_eq!(count("\"B\" \"loss\""), 1, "{told:?}");
    assert_eq!(count("\"B\" \"win\""), 1, "{told:?}");
    assert_eq!(count("\"W\" \"win\""), 1, "{told:?}");
}

#[test]
fn a_controller_knows_better_than_the_engine() {
    needs!("python3");
    let mut talk = Talk::before("--score W+6.5", &AGAINST);
    to_the_end(&mut talk);
    talk.must("joseki-result B+12.5");
    talk.must("joseki-result B+12.5");
    let (folder, errors) = talk.end();
    let found = results(folder.path());
    assert_eq!(found.len(), 1, "{errors}");
    assert_eq!(found[0]["result"].as_str(), Some("win"));
    assert_eq!(found[0]["margin"].as_f64(), Some(12.5));
}

#[test]
fn what_a_service_does_not_take_is_here_however_the_program_ends() {
    needs!("python3");
    let arguments: Vec<&str> = AGAINST
        .iter()
        .copied()
        .chain(["--post", "http://127.0.0.1:9", "--key", "jk_none"])
        .collect();
    let mut talk = Talk::before("--score B+1.5", &arguments);
    to_the_end(&mut talk);
    talk.must("version");
    let folder = talk.folder.path().to_owned();
    assert_eq!(results(&folder).len(), 1, "{}", talk.errors());
    // Dropping it kills the program, as front ends do.
    assert!(talk.errors().contains("stored in the database instead"));
}

#[test]
fn a_variable_turns_learning_off() {
    needs!("python3");
    for (value, learned) in [("1", 0), ("true", 0), ("yes", 0), ("0", 1), ("", 1)] {
        let folder = crate::support::folder();
        let engine = crate::support::scripted(folder.path(), "--score B+1.5");
        let commands = "genmove b\nplay w D4\ngenmove b\nplay w pass\nplay b pass\nquit\n";
        let path = folder.path().join("commands");
        std::fs::write(&path, commands).expect("a file");
        let output = program(folder.path())
            .args(["gtp", "--engine", &engine])
            .args(AGAINST)
            .env("JOSEKI_NO_LEARN", value)
            .stdin(std::fs::File::open(&path).expect("a file"))
            .output()
            .expect("it runs");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{errors}");
        assert_eq!(results(folder.path()).len(), learned, "{value:?}: {errors}");
    }
}

#[test]
fn games_that_are_not_ours_against_somebody_are_no_results() {
    needs!("python3");
    // No opponent; both colours; a loaded record; an unfinished game; switched off; the book alone.
    let played = |options: &str, arguments: &[&str], play: &dyn Fn(&mut Talk)| {
        let mut talk = Talk::before(options, arguments);
        play(&mut talk);
        let (folder, _) = talk.end();
        results(folder.path()).len()
    };
    let score = "--score B+1.5";
    assert_eq!(played(score, &["--until-move", "1"], &to_the_end), 0);
    let not: Vec<&str> = AGAINST.iter().copied().chain(["--no-learn"]).collect();
    assert_eq!(played(score, &not, &to_the_end), 0);
    assert_eq!(played(score, &AGAINST, &|talk| drop(talk.must("genmove b"))), 0);
    let both = |talk: &mut Talk| {
        talk.must("genmove b");
        talk.must("genmove w");
        talk.must("play b pass");
        talk.must("play w pass");
    };
    assert_eq!(played(score, &AGAINST, &both), 0);
    let loaded = |talk: &mut Talk| {
        let path = talk.folder.path().join("game.sgf");
        std::fs::write(&path, "(;SZ[19];B[pd];W[dd])").expect("a file");
        talk.must(&format!("loadsgf {}", path.display()));
        talk.must("genmove b");
        talk.must("play w pass");
        talk.must("play b pass");
    };
    assert_eq!(played(score, &AGAINST, &loaded), 0);
    let mut talk = Talk::alone(&["--opponent", "ann", "--book-only"]);
    to_the_end(&mut talk);
    let (folder, _) = talk.end();
    assert_eq!(results(folder.path()).len(), 0);
}

#[test]
fn the_plain_player_learns_by_its_own_count() {
    let mut talk = Talk::alone(&["--opponent", "ann"]);
    to_the_end(&mut talk);
    let score = talk.must("final_score");
    let (folder, _) = talk.end();
    let entered = results(folder.path());
    assert_eq!(entered.len(), 1, "{entered:?}");
    assert!(score.starts_with("B+") || score.starts_with("W+"), "{score}");
}

#[test]
fn results_go_to_a_running_service() {
    needs!("python3");
    let served = tempfile::tempdir().expect("a folder");
    let key: Value = serde_json::from_str(&run(
        served.path(),
        &["keys", "create", "--name", "bot", "--scopes", "feedback", "--format", "json"],
    ))
    .expect("JSON");
    let key = key["key"].as_str().or(key["secret"].as_str()).expect("a key").to_owned();
    let mut server = program(served.path())
        .args(["serve", "--listen", "127.0.0.1:0"])
        .stdout(Stdio::piped())
        .spawn()
        .expect("it starts");
    let output = std::io::BufReader::new(server.stdout.take().expect("its output"));
    let line = std::io::BufRead::lines(output)
        .map_while(Result::ok)
        .find(|line| line.contains("Listening on "))
        .expect("an address");
    let address = line
        .split("Listening on ")
        .nth(1)
        .and_then(|rest| rest.split(';').next())
        .expect("an address");
    let url = format!("http://{address}");
    let arguments: Vec<&str> =
        AGAINST.iter().copied().chain(["--post", &url, "--key", &key]).collect();
    let mut talk = Talk::before("--score B+12.5", &arguments);
    to_the_end(&mut talk);
    talk.must("version");
    assert_eq!(results(served.path()).len(), 1, "{}", talk.errors());
    talk.must("undo");
    assert_eq!(results(served.path()).iter().filter(|game| game["withdrawn"] != true).count(), 0);
    // Nobody serves any more: the result of the next game is kept here.
    stop(&mut server);
    to_the_end(&mut talk);
    let (folder, errors) = talk.end();
    assert!(errors.contains("stored in the database instead"), "{errors}");
    assert_eq!(results(folder.path()).len(), 1);
    // And can be taken in later.
    let here = folder.path().join("joseki.db");
    run(served.path(), &["merge", here.to_str().expect("UTF-8")]);
    assert_eq!(results(served.path()).iter().filter(|game| game["withdrawn"] != true).count(), 1);
}

fn stop(server: &mut std::process::Child) {
    assert!(programs::signal("-TERM", &server.id().to_string()));
    server.wait().expect("it ends");
}
