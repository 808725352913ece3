//! A database with something in every table.

use std::fs;
use std::path::Path;

use joseki::format::game_info::GameDate;
use joseki::game::{BoardSize, Color, Move, Point, Step, Variant};
use joseki::ledger::training::{Grade, QuizAnswer};
use joseki::ledger::{BoardRecord, EdgeKey, GameTerms};
use joseki::mine::{Pruning, Settings};
use joseki::store::{
    EvaluationKey, NewKey, PositionEvaluation, ResultSender, Scopes, SqliteStore, Store,
    StoredChoice,
};

use super::{Case, Files, dump};
use crate::served::{run, small_database};
use crate::store_support::raw;
use crate::store_support::results::{enter, won};
use crate::store_support::{cohorts, entry, game, games_change, no_change, parts};

/// A database, whole and with a log beside it, and a key that it knows.
pub fn everything(directory: &Path) -> (Vec<Case>, String) {
    let key = small_database(directory, "joseki.db");
    for (line, comment) in [("DDCF", "The approach."), ("DDCFFC", "The kick: {CF}.")] {
        let long = comment.repeat(200);
        let edit = ["edit", "--book", "b", "set", line, "--comment", &long];
        run(directory, &[&edit[..], &["--name", "定石", "--tag", "t", "--reason", "why"]].concat())
            .ok();
    }
    run(directory, &["book", "copy", "b", "c"]).ok();
    // Deletions left free pages, whose damage does not matter.
    run(directory, &["backup", "joseki-small.db"]).ok();
    fs::rename(directory.join("joseki-small.db"), directory.join("joseki.db")).expect("renamed");
    let path = directory.join("joseki.db");
    let store = SqliteStore::open(&path).expect("a store");
    count_games(&store);
    enter_results(&store, 0..150);
    enter_others(&store);
    drop(store);
    // A book and a result of Go need no row, and may have one.
    let conn = raw::open(&path);
    let sql = "INSERT INTO book_game (book_id, game) SELECT id, 'go' FROM book WHERE name = 'c'";
    conn.execute(sql, []).expect("a game");
    let sql = "INSERT INTO result_variant (result_id, game_name) SELECT id, 'go' FROM result
               WHERE game = 'game 7'";
    conn.execute(sql, []).expect("a game");
    let sql = "INSERT INTO source (name, license, attribution, address, withheld, changed, by)
               VALUES ('test', 'MIT', 'a', 'b', 0, 1, 'me')";
    conn.execute(sql, []).expect("a source");
    let sql = "INSERT INTO answer_variant (answer_id, game_name)
               SELECT max(id), 'go' FROM trainee_answer HAVING max(id) IS NOT NULL";
    conn.execute(sql, []).expect("a game");
    let sql = "INSERT INTO weights (name, version, evaluation, text, comment, at, by)
               VALUES ('sharp', 1, 'five', 'version 1', 'first', 1, 'me')";
    conn.execute(sql, []).expect("weights");
    let sql = "INSERT INTO change_token (token, request, change_id)
               SELECT randomblob(32), randomblob(32), max(id) FROM change";
    conn.execute(sql, []).expect("a token");
    let sql = "INSERT INTO game_table (watch, black, setup, node, made, touched, version)
               VALUES (zeroblob(32), zeroblob(32), '{}', 'here', 1, 2, 1)";
    conn.execute(sql, []).expect("a table");
    let sql = "INSERT INTO table_event (watch, number, at, by, action, comment)
               VALUES (zeroblob(32), 0, 5, 'B', 'play Q16', 'book')";
    conn.execute(sql, []).expect("an event");
    drop(conn);
    let closed = files(&path);
    let store = SqliteStore::open(&path).expect("a store");
    let commits = (150..158).map(|game| {
        enter_results(&store, game..game + 1);
        files(&path)
    });
    let mut commits: Vec<Files> = commits.collect();
    drop(store);
    // The last one first.
    commits.reverse();
    let logged =
        Case { dumps: commits[..3].iter().map(dump).collect(), files: commits.swap_remove(0) };
    let closed = Case { dumps: vec![dump(&closed)], files: closed };
    (vec![closed, logged], key)
}

/// A database as it is now, its log included.
fn files(path: &Path) -> Files {
    Files {
        main: fs::read(path).expect("a file"),
        log: fs::read(format!("{}-wal", path.display())).ok(),
    }
}

fn count_games(store: &SqliteStore) {
    let (info, forest) = store.load("b").expect("a book").expect("a book");
    let games = (0..60).map(|number| game(number, 0)).collect();
    let counted = [entry("", 60, 0, &[1]), entry("DD", 60, 0, &[2])];
    let tail = (0..300).map(|number| entry("CC", 1, 0, &[number % 60]));
    let settings = Settings {
        quiet: 4,
        pruning: Pruning { min_games: 2, min_share: 0.25, max_depth: 20 },
        floor: 2,
    };
    let change = games_change(
        cohorts(&[1985]),
        Some(settings),
        games,
        parts(counted.into_iter().chain(tail)),
    );
    store.apply_games(&no_change("b", info.version, &forest), change).expect("counted");
}

fn enter_results(store: &SqliteStore, games: std::ops::Range<u64>) {
    let opponents = ["katago@1.15", "katago@1.16", "lee"];
    let entries = games.map(|game| {
        let edges: Vec<u64> = (game..game + 10).map(|edge| edge << 57 | edge).collect();
        let opponent = opponents[(game % 3) as usize];
        let mut entry = won(&format!("game {game}"), opponent, &edges);
        entry.class = (game % 5 == 0).then(|| "9 dan".to_owned());
        entry.margin = (game % 4 == 0).then_some(3.5);
        let date = Some(GameDate { year: 1600 + game as u16, month: None, day: None });
        entry.terms = (game % 7 == 0).then(|| GameTerms { date, ..GameTerms::default() });
        enter(&entry)
    });
    // The first key of the database owns them.
    let sender = ResultSender { by: "by me".to_owned(), key: Some(1), may_change_all: false };
    store.enter_from(entries.collect(), &sender, 7).expect("entered");
}

fn enter_others(store: &SqliteStore) {
    for number in 0..40_u64 {
        let answer = answer(number);
        store.enter_answer("ann", answer).expect("entered");
    }
    let evaluations = (0..60_u64).map(|position| PositionEvaluation {
        key: EvaluationKey {
            position: position << 58 | position,
            to_play: Color::White,
            engine: "KataGo 1.16.0 x".to_owned(),
            rules: "chinese".to_owned(),
            komi: 15,
            board: EvaluationKey::EMPTY_BOARD.to_owned(),
        },
        requested: 500,
        visits: 512,
        win_rate: 0.1 + position as f64 / 100.0,
        lead: -3.25,
        stdev: Some(20.0),
        moves: vec![StoredChoice {
            step: Step::TENUKI,
            visits: 500,
            win_rate: 0.125,
            lead: -3.0,
            policy: None,
        }],
        at: 5,
    });
    store.enter_evaluations(evaluations.collect()).expect("entered");
    let key = |prefix: &str| NewKey {
        name: "another".to_owned(),
        prefix: prefix.to_owned(),
        hash: [7; 32],
        scopes: Scopes::READ,
        expires: None,
        rate: None,
    };
    store.add_key(&key("jk_first"), "test").expect("a key");
    store.rotate_key("jk_first", &key("jk_second"), 0, "test").expect("another");
}

fn answer(number: u64) -> QuizAnswer {
    QuizAnswer {
        question: format!("question {number}"),
        at: 10 + number as i64 * 86_400_000_000,
        book: "b".to_owned(),
        board: BoardRecord {
            variant: Variant::GO,
            size: BoardSize::new(19).expect("a size"),
            initial: vec![(Color::Black, Point::new(15, 15))],
            moves: vec![(Color::Black, Move::Play(Point::new(3, 3)))],
        },
        to_play: Color::White,
        played: Move::Play(Point::new(5, 5)),
        grade: Grade::Best,
        position: u64::MAX - number % 7,
        edge: Some(EdgeKey(number % 7 + 1)),
        expected: vec![EdgeKey(number % 7 + 1), EdgeKey(u64::MAX)],
    }
}
