//! Results that were learned: merged, listed, looked at by opponent, withdrawn.

use serde_json::{Value, json};

use crate::games::{approaches, game, many};
use crate::program::Place;

/// The lines of the games, as a book.
const BOOK: &str = "\
(;GM[1]SZ[19]
(;B[pd]TE[2](;W[nc]TE[2](;B[qf];W[pb])(;B[nd]))(;W[qc]TE[1];B[qd](;W[pc];B[od])(;W[rd]))(;W[od]BM[1]))
(;B[qd]TE[1](;W[oc]TE[2];B[qf])(;W[od];B[oc]))
(;B[qc]))
";

/// Learns games of ours in a database of this name, which has the book `lines`.
fn learn<'a>(place: &Place, db: &str, games: impl Iterator<Item = &'a (&'static str, String)>) {
    with_book(place, db);
    let games: Vec<_> = games.collect();
    for (class, opponents) in [("engines", "gnugo fuego"), ("people", "Kim")] {
        let fits = |opponent: &str| {
            let name = opponent.split('@').next().unwrap_or_default();
            opponents.split(' ').any(|one| one == name)
        };
        let of_class = games.iter().filter(|(opponent, _)| fits(opponent));
        let text: String = of_class.map(|(_, record)| record.as_str()).collect();
        if text.is_empty() {
            continue;
        }
        let file = format!("{db}-{class}.sgf");
        place.write(&file, text);
        place.ok(&["learn", &file, "--player", "me", "--class", class, "--db", db]);
    }
}

/// Makes a database with the starter book and the book `lines`.
fn with_book(place: &Place, db: &str) {
    if !place.path(db).exists() {
        std::fs::copy(place.path("joseki.db"), place.path(db)).expect("a copy");
    }
    place.write("lines.sgf", BOOK);
    place.ok(&["import", "lines.sgf", "--book", "lines", "--db", db]);
}

/// All answers that depend on results: to several boards, about every opponent and class.
fn answers(place: &Place, db: &str) -> Vec<Value> {
    let who = [
        &[][..],
        &["--class", "engines"],
        &["--class", "people"],
        &["--opponent", "gnugo"],
        &["--opponent", "gnugo@3.8"],
        &["--opponent", "gnugo@3.9"],
        &["--opponent", "fuego"],
        &["--opponent", "Kim"],
        &["--opponent", "unheard-of"],
    ];
    let boards = ["", "Q16", "Q16,O17"];
    let asked = who.iter().flat_map(|who| boards.map(|moves| (*who, moves)));
    let mut answers: Vec<Value> = asked
        .map(|(who, moves)| {
            place.json(
                &[&["next", "--db", db, "--book", "lines", "--moves", moves][..], who].concat(),
            )
        })
        .collect();
    answers.push(place.json(&["opponents", "--db", db]));
    answers
}

fn merge(place: &Place, into: &str, other: &str) -> Value {
    let mut merged = place.json(&["merge", other, "--db", into]);
    let answers = json!({"added": 0, "updated": 0, "known": 0});
    assert_eq!(merged["answers"], answers, "nobody trains");
    assert_eq!(merged["evaluations"], answers, "no engine was asked");
    if let Some(members) = merged.as_object_mut() {
        members.remove("answers");
        members.remove("evaluations");
    }
    merged
}

#[test]
fn merged_halves_answer_as_the_whole() {
    let place = Place::with_starter();
    let games = many();
    let half = games.len() / 2;
    learn(&place, "all.db", games.iter());
    let whole = answers(&place, "all.db");
    let told = |answer: &Value| answer["moves"][0]["evidence"]["games"]["all"].as_u64();
    assert!(told(&whole[0]).is_some_and(|games| games > 0), "{}", whole[0]);

    learn(&place, "first.db", games[..half].iter());
    learn(&place, "second.db", games[half..].iter());
    assert_ne!(answers(&place, "first.db"), whole);
    for (from, to) in [("first.db", "first-copy.db"), ("second.db", "second-copy.db")] {
        std::fs::copy(place.path(from), place.path(to)).expect("a copy");
    }
    let (one, other) = (half as u64, (games.len() - half) as u64);
    assert_eq!(
        merge(&place, "first.db", "second.db"),
        json!({"added": other, "updated": 0, "known": 0})
    );
    assert_eq!(answers(&place, "first.db"), whole);
    assert_eq!(
        merge(&place, "second-copy.db", "first-copy.db"),
        json!({"added": one, "updated": 0, "known": 0})
    );
    assert_eq!(answers(&place, "second-copy.db"), whole);

    let again = merge(&place, "first.db", "second.db");
    assert_eq!(again, json!({"added": 0, "updated": 0, "known": other}));
    assert_eq!(answers(&place, "first.db"), whole);
    // Each of the two has all by now.
    let all = merge(&place, "first.db", "second-copy.db");
    assert_eq!(all, json!({"added": 0, "updated": 0, "known": games.len()}));
    assert!(place.ok(&["doctor", "--db", "first.db"]).contains("first.db: no problems found"));
}

#[test]
fn interleaved_halves_answer_as_the_whole() {
    let place = Place::with_starter();
    let games = many();
    learn(&place, "all.db", games.iter());
    learn(&place, "even.db", games.iter().step_by(2));
    learn(&place, "odd.db", games.iter().skip(1).step_by(2));
    with_book(&place, "new.db");
    merge(&place, "new.db", "odd.db");
    merge(&place, "new.db", "even.db");
    assert_eq!(answers(&place, "new.db"), answers(&place, "all.db"));
}

#[test]
fn a_merge_says_what_it_did_and_what_it_cannot_do() {
    let place = Place::with_starter();
    place.write("lost.sgf", approaches("a", "me", "B+R", 1..4));
    place.write("won.sgf", approaches("a", "me", "W+R", 2..4));
    place.ok(&["learn", "lost.sgf", "--opponent", "a", "--db", "lost.db"]);
    place.ok(&["learn", "won.sgf", "--opponent", "a", "--db", "won.db"]);
    let run = place.run(&["merge", "won.db", "--db", "lost.db"]);
    assert_eq!((run.code, run.out.as_str()), (Some(1), ""), "{run:?}");
    assert!(
        run.err.starts_with("error: the ledgers disagree on 2 of their common games, first \"sgf-"),
        "{run:?}"
    );
    assert!(run.err.contains("\nhint: "), "{run:?}");
    assert_eq!(place.json(&["opponents", "--db", "lost.db"])["opponents"][0]["lost"], 3);
    let out = place.ok(&["merge", "lost.db", "--db", "other.db"]);
    assert_eq!(out, "3 results in lost.db = 3 added + 0 updated + 0 already known\n");
    // One of them is withdrawn later; that is the later word on it.
    let id = place.json(&["results", "--db", "lost.db"])["results"][0]["game_id"].clone();
    place.ok(&["withdraw", id.as_str().expect("an id"), "--db", "lost.db"]);
    assert_eq!(merge(&place, "other.db", "lost.db"), json!({"added": 0, "updated": 1, "known": 2}));
    assert_eq!(place.json(&["opponents", "--db", "other.db"])["opponents"][0]["games"], 2);
}

#[test]
fn a_merge_needs_another_database() {
    let place = Place::with_small_book();
    let error = |other: &str| {
        let run = place.run(&["merge", other]);
        assert_eq!((run.code, run.out.as_str()), (Some(1), ""), "{run:?}");
        run.err
    };
    place.write("empty.db", "");
    place.write("text.db", "hello");
    let before = place.files();
    assert!(error("none.db").starts_with("error: database none.db does not exist\nhint: "));
    assert!(
        error("empty.db").starts_with("error: empty.db is empty, not a joseki database\nhint: ")
    );
    assert!(error("text.db").starts_with("error: text.db is not a joseki database"));
    let itself = "error: cannot merge ./joseki.db into itself: nothing was merged\nhint: ";
    assert!(error("./joseki.db").starts_with(itself));
    assert_eq!(place.files(), before);
    assert_eq!(place.read("empty.db"), b"");
}

#[test]
fn results_and_opponents_are_listed() {
    let place = Place::with_small_book();
    assert_eq!(
        place.ok(&["results"]),
        "No results yet; run `joseki learn` to enter them from games.\n"
    );
    assert_eq!(
        place.ok(&["opponents"]),
        "No opponents yet; run `joseki learn` to enter results from games.\n"
    );
    place.write("lost.sgf", approaches("gnugo", "me", "B+2.5", 1..4));
    place.write("new.sgf", approaches("me", "gnugo", "B+R", 5..6));
    place.write("won.sgf", approaches("kim", "me", "W+R", 1..5));
    place.ok(&["learn", "lost.sgf", "--opponent", "gnugo@3.8", "--class", "old"]);
    place.ok(&["learn", "new.sgf", "--opponent", "gnugo@3.9", "--class", "old"]);
    place.ok(&["learn", "won.sgf", "--opponent", "kim"]);

    let list = place.ok(&["results", "--opponent", "gnugo", "--limit", "2"]);
    let lines: Vec<&str> = list.lines().collect();
    assert_eq!(lines.len(), 4, "{list}");
    assert!(lines[0].starts_with("game "), "{list}");
    assert!(lines[1].contains("  gnugo@3.9  old    B      win "), "{list}");
    assert!(lines[2].contains("  gnugo@3.8  old    W      loss       2.5 "), "{list}");
    let next = lines[3].strip_prefix("… more: --after ").expect("how to go on");
    let rest = place.ok(&["results", "--opponent", "gnugo", "--after", next]);
    assert_eq!(rest.matches("gnugo@3.8").count(), 2, "{rest}");
    assert!(!rest.contains("more:"), "{rest}");
    let all = place.json(&["results"]);
    assert_eq!(all["results"].as_array().map(Vec::len), Some(8));
    assert_eq!(all["more"], false);

    let list = place.ok(&["opponents"]);
    let words = |line: &str| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let rows: Vec<Vec<String>> = list.lines().map(words).collect();
    assert_eq!(rows[1][..6], ["gnugo", "old", "4", "1", "3", "0"], "{list}");
    assert_eq!(rows[1][8..], ["3.8", "3.9"], "{list}");
    // (10 + 4) / (20 + 4)
    assert_eq!(rows[2], ["kim", "-", "4", "4", "0", "0", "100%", "58%"], "{list}");

    let one =
        place.ok(&["opponents", "gnugo", "--book", "small", "--results", "1", "--min-games", "1"]);
    assert!(
        one.starts_with("gnugo, class old: 4 games, 1 won, 3 lost, 0 drawn; expected "),
        "{one}"
    );
    assert!(one.contains("\n3.8          3    0     3      0"), "{one}");
    assert!(
        one.contains("\nMoves of book small whose results differ from those against others:\n"),
        "{one}"
    );
    let row = one.lines().find(|line| line.starts_with("DDCF ")).expect("the approach");
    let row = words(row);
    assert_eq!((row[1].as_str(), row[2].as_str(), row[4].as_str()), ("us", "3", "4"), "{one}");
    assert!(row[5].starts_with('-') && row[6].starts_with('±'), "{one}");
    let json = place.json(&["opponents", "gnugo@3.9", "--book", "small", "--results", "1"]);
    assert_eq!((&json["name"], &json["games"]), (&json!("gnugo"), &json!(4)));
    assert_eq!(json["results"].as_array().map(Vec::len), Some(1));
    assert_eq!(json["differences"], json!([]));
}

#[test]
fn opponents_and_results_that_are_not_there() {
    let place = Place::with_small_book();
    place.write("lost.sgf", game("a", "me", "B+R", 1, ";B[pd]"));
    place.ok(&["learn", "lost.sgf", "--opponent", "a@1"]);
    let id = place.json(&["results"])["results"][0]["game_id"].clone();
    let id = id.as_str().expect("an id");
    let error = |flags: &[&str]| {
        let run = place.run(flags);
        assert_eq!((run.code, run.out.as_str()), (Some(1), ""), "{run:?}");
        assert!(run.err.contains("\nhint: "), "{run:?}");
        run.err
    };
    let opponent = "error: unknown opponent \"b\": no result was entered against it\n";
    assert!(error(&["opponents", "b"]).starts_with(opponent));
    assert!(error(&["results", "--opponent", "b"]).starts_with(opponent));
    assert!(error(&["opponents", "a@2"]).contains("a@2"));
    assert!(error(&["opponents", "a", "--book", "none"]).contains("unknown book"));
    let unknown = error(&["withdraw", id, "sgf-0"]);
    assert!(unknown.starts_with("error: no result was entered for game \"sgf-0\"\n"), "{unknown}");
    // All or none.
    assert_eq!(place.json(&["results"])["results"][0]["withdrawn"], false);
    let json = place.json(&["withdraw", id]);
    assert_eq!(json, json!({"withdrawn": [{"game_id": id, "status": "withdrawn", "results": 2}]}));
    assert_eq!(place.json(&["results"])["results"][0]["withdrawn"], true);
}
