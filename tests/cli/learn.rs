//! `joseki learn`.

use serde_json::{Value, json};

use crate::games::{approaches, game};
use crate::program::{Place, Run};

fn learn(place: &Place, flags: &[&str]) -> Run {
    place.run(&[&["learn"], flags].concat())
}

/// The answer's moves in the upper right, best first.
fn upper_right(answer: &Value) -> Vec<&Value> {
    let moves = answer["moves"].as_array().expect("moves").iter();
    moves.filter(|found| found["corner"] == "upper_right").collect()
}

fn point(found: &Value) -> &str {
    found["point"].as_str().expect("a point")
}

fn next(place: &Place, flags: &[&str]) -> Value {
    place.json(&[&["next", "--book", "small"], flags].concat())
}

#[test]
fn the_report_accounts_for_every_game() {
    let place = Place::with_small_book();
    let games = [
        game("gnugo", "me", "B+R", 1, ";B[pd];W[nc]"),
        game("Me", "GNU GO", "B+3.5", 2, ";B[pd];W[nc]\n;B[pd];W[qq]"),
        game("gnugo", "me", "Void", 3, ";B[pd];W[nc]"),
        game("somebody", "me", "B+R", 4, ";B[pd];W[nc]"),
        "(;GM[1]SZ[7]PB[gnugo]RE[B+R];B[cc])\n".to_owned(),
    ];
    place.write("games.sgf", games.concat());
    let flags = ["games.sgf", "--opponent", "gnugo"];
    let dry = learn(&place, &[&flags[..], &["--dry-run"]].concat());
    assert_eq!(dry.code, Some(0), "{dry:?}");
    let run = learn(&place, &flags);
    assert_eq!(run.code, Some(0), "{run:?}");
    let head = "\
5 games read = 2 counted + 0 already known + 3 skipped

1 not on 9 to 19 lines:
  games.sgf:6

1 without a result:
  games.sgf:4

1 with players' names that do not identify our colour:
  games.sgf:5: somebody (B), me (W)

0 unreadable, 1 cut short:
  games.sgf:2: unplayable after move 2

2 games against gnugo: 1 won, 1 lost, 0 drawn

";
    let learned = |out: &str| out.strip_prefix(head).map(str::to_owned);
    let said = learned(&run.out).unwrap_or_else(|| panic!("{}", run.out));
    // Two steps in each game, in both books.
    let moves = said
        .strip_prefix("Learned ")
        .and_then(|rest| rest.strip_suffix(" of the books from 2 games.\n"));
    let moves = moves.unwrap_or_else(|| panic!("{said}"));
    assert_eq!(
        learned(&dry.out),
        Some(format!(
            "Dry run, nothing was written: {moves} of the books would be learned from 2 games.\n"
        ))
    );
    assert_eq!(run.err, "");
}

#[test]
fn a_record_learned_twice_counts_once() {
    let place = Place::with_small_book();
    place.write("games.sgf", approaches("gnugo", "me", "B+R", 1..4));
    // The same games again in one run, too.
    place.write("again.sgf", approaches("gnugo", "me", "B+R", 1..4));
    let flags = ["games.sgf", "again.sgf", "--opponent", "gnugo"];
    let first = learn(&place, &flags);
    assert!(
        first.out.starts_with("6 games read = 3 counted + 3 already known + 0 skipped\n"),
        "{first:?}"
    );
    let before = next(&place, &["--moves", "Q16", "--opponent", "gnugo"]);
    let again = learn(&place, &flags);
    assert!(again.out.starts_with("6 games read = 0 counted + 6 already known"), "{again:?}");
    assert!(again.out.ends_with("Nothing new was learned.\n"), "{again:?}");
    assert_eq!(next(&place, &["--moves", "Q16", "--opponent", "gnugo"]), before);
    assert_eq!(upper_right(&before)[0]["evidence"]["games"]["all"].as_u64().map(|_| ()), Some(()));
}

#[test]
fn three_lost_games_move_a_joseki_down_for_that_opponent() {
    let place = Place::with_starter();
    place.write("small.sgf", "(;SZ[19];B[pd](;W[nc]TE[2])(;W[qc]TE[1])(;W[od]BM[1]))");
    place.ok(&["import", "--book", "small", "small.sgf"]);
    let ask = |opponent: &str| next(&place, &["--moves", "Q16", "--opponent", opponent]);
    let untouched = ask("gnugo");
    let approach = point(upper_right(&untouched)[0]);
    assert_eq!(approach, "O17");
    place.write("lost.sgf", approaches("gnugo", "me", "B+R", 1..4));
    place.ok(&["learn", "lost.sgf", "--opponent", "gnugo", "--class", "old"]);
    let (gnugo, other) = (ask("gnugo"), ask("fuego"));
    let priority = |answer: &Value| {
        let found = upper_right(answer).into_iter().find(|found| point(found) == "O17");
        found.expect("the approach")["priority"].as_f64().expect("a number")
    };
    assert_ne!(point(upper_right(&gnugo)[0]), "O17", "{gnugo}");
    assert_eq!(point(upper_right(&other)[0]), "O17", "{other}");
    assert!(priority(&gnugo) < priority(&other));
    assert!(priority(&other) <= priority(&untouched));
}

#[test]
fn the_table_says_which_results_count() {
    let place = Place::with_small_book();
    let ask = |flags: &[&str]| {
        let next = ["next", "--book", "small", "--moves", "Q16"];
        place.ok(&[&next[..], flags].concat())
    };
    let without = ask(&["--opponent", "gnugo", "--class", "old"]);
    assert_eq!(without.lines().next(), ask(&[]).lines().next());
    assert!(!without.contains("own/class/all"), "{without}");
    place.write("lost.sgf", approaches("gnugo", "me", "B+R", 1..4));
    place.write("won.sgf", approaches("pachi", "me", "W+R", 1..3));
    place.write("else.sgf", approaches("kim", "me", "W+R", 1..2));
    place.ok(&["learn", "lost.sgf", "--opponent", "gnugo", "--class", "old"]);
    place.ok(&["learn", "won.sgf", "--opponent", "pachi", "--class", "old"]);
    place.ok(&["learn", "else.sgf", "--opponent", "kim"]);
    let row = |out: &str| {
        let row = out.lines().find(|line| line.contains(" O17 "));
        row.unwrap_or_else(|| panic!("{out}")).to_owned()
    };
    let own = ask(&["--opponent", "gnugo"]);
    assert!(own.contains("  own/class/all  expected  score"), "{own}");
    assert!(
        own.contains("\nown/class/all  our games with this move against the opponent"),
        "{own}"
    );
    assert!(row(&own).contains("  3/5/6  ") && row(&own).contains('%'), "{own}");
    let class = ask(&["--class", "old"]);
    assert!(row(&class).contains("  5/6  "), "{class}");
    let all = ask(&[]);
    assert!(all.contains("  results  score"), "{all}");
    assert!(row(&all).contains("  6  "), "{all}");
}

#[test]
fn both_colours_teach_the_same_move() {
    let place = Place::with_small_book();
    let white = game("gnugo", "me", "B+R", 1, ";B[pd];W[nc]");
    let black = game("me", "gnugo", "W+R", 2, ";W[pd];B[nc]");
    place.write("games.sgf", white + &black);
    place.ok(&["learn", "games.sgf", "--opponent", "gnugo"]);
    let evidence = |moves: &str, to_play: &str| {
        let answer = next(&place, &["--moves", moves, "--to-play", to_play, "--opponent", "gnugo"]);
        let found = upper_right(&answer).into_iter().find(|found| point(found) == "O17");
        found.expect("the approach")["evidence"].clone()
    };
    let one = evidence("Q16", "W");
    assert_eq!(one["games"], json!({"own": 2, "class": 2, "all": 2}));
    assert_eq!(evidence("W:Q16", "B"), one);
}

#[test]
fn our_own_name_finds_every_opponent() {
    let place = Place::with_small_book();
    let games = [
        game("Kim", "me", "B+R", 1, ";B[pd];W[nc]"),
        game("ME", "Lee@2", "B+R", 2, ";B[pd];W[nc]"),
        game("Lee@2", "m e", "0", 3, ";B[pd];W[nc]"),
        game("", "me", "B+R", 4, ";B[pd];W[nc]"),
        game("me", "me", "B+R", 5, ";B[pd];W[nc]"),
    ];
    place.write("games.sgf", games.concat());
    let report = place.json(&["learn", "games.sgf", "--player", "Me", "--class", "club"]);
    assert_eq!(
        report["opponents"],
        json!([
            {"name": "Kim", "games": 1, "won": 0, "lost": 1, "drawn": 0},
            {"name": "Lee@2@", "games": 2, "won": 1, "lost": 0, "drawn": 1},
        ])
    );
    assert_eq!(
        report["games"],
        json!({"seen": 5, "counted": 3, "kept": 0, "duplicates": 0, "unchanged": 0, "refused": 2, "cut_short": 0})
    );
    let refused: Vec<&str> = report["refused"]
        .as_array()
        .expect("reasons")
        .iter()
        .filter_map(|why| why["reason"].as_str())
        .collect();
    assert_eq!(refused, ["other_players", "no_opponent"]);
    assert_eq!((&report["dry_run"], &report["complete"]), (&json!(false), &json!(true)));
    let opponents = place.json(&["opponents"]);
    let named = |at: usize| {
        (opponents["opponents"][at]["name"].clone(), opponents["opponents"][at]["class"].clone())
    };
    assert_eq!(
        (named(0), named(1)),
        ((json!("Kim"), json!("club")), (json!("Lee@2"), json!("club")))
    );
}

#[test]
fn margins_and_results_are_read_from_re() {
    let place = Place::with_small_book();
    let results = ["B+12.5", "W+R", "Draw", "W+64", "B+", "B+2 or 3"];
    let games =
        results.iter().enumerate().map(|(at, result)| game("me", "a", result, at + 1, ";B[pd]"));
    place.write("games.sgf", games.collect::<String>());
    place.ok(&["learn", "games.sgf", "--opponent", "a"]);
    let entered = place.json(&["results"]);
    let mut read: Vec<(Value, Value)> = entered["results"]
        .as_array()
        .expect("results")
        .iter()
        .map(|row| (row["result"].clone(), row["margin"].clone()))
        .collect();
    read.reverse();
    let expected = [
        ("win", Some(12.5)),
        ("loss", None),
        ("draw", None),
        ("loss", Some(64.0)),
        ("win", None),
        ("win", None),
    ];
    assert_eq!(read, expected.map(|(result, margin)| (json!(result), json!(margin))));
}

#[test]
fn records_that_do_not_count_are_stored_and_named() {
    let place = Place::with_small_book();
    let game = |root: &str| format!("(;SZ[19]{root}RE[B+R];B[pd];W[nc];B[qf])");
    // The same game, once under another name of ours, and one at unknown odds.
    place.write("1.sgf", game("PB[me]PW[a]DT[2026-01-31]"));
    place.write("2.sgf", game("PB[myself]PW[a]DT[2026-01-31]"));
    place.write("3.sgf", game("PB[me]PW[a]DT[2026-02-01]KM[0]"));
    let learn = ["learn", "1.sgf", "2.sgf", "3.sgf", "--opponent", "a"];
    for dry_run in [true, false] {
        let flags: &[&str] = if dry_run { &["--dry-run"] } else { &[] };
        let report = place.json(&[&learn[..], flags].concat());
        let games = ["counted", "kept", "duplicates", "refused"].map(|name| &report["games"][name]);
        assert_eq!(games, [&json!(1), &json!(1), &json!(1), &json!(0)], "{report}");
        let reasons = report["uncounted"].as_array().expect("reasons").iter();
        let reasons = reasons.map(|reason| (&reason["reason"], &reason["games"]));
        let expected = [(&json!("kept"), &json!(1)), (&json!("duplicate_game"), &json!(1))];
        assert_eq!(reasons.collect::<Vec<_>>(), expected);
    }
    let told = place.ok(&learn);
    assert!(told.contains("3 games read = 0 counted + 3 already known + 0 skipped"), "{told}");
    let table = place.ok(&["results"]);
    assert!(table.contains("kept: komi") && table.contains("duplicate of sgf-"), "{table}");
}

#[test]
fn handicap_and_small_boards_are_learned_too() {
    let place = Place::with_small_book();
    place.write("handicap.sgf", "(;SZ[19]HA[2]AB[pd][dp]PB[a]BR[5k]PW[me]WR[4k]RE[W+R];W[nc])");
    place.write("small-board.sgf", "(;SZ[9]PB[a]PW[me]RE[W+R];B[fd];W[dc])");
    let report = place.json(&["learn", "handicap.sgf", "small-board.sgf", "--opponent", "a"]);
    assert_eq!(report["games"]["counted"], 2, "{report}");
    let answer = next(&place, &["--stones", "B:Q16,B:D4", "--to-play", "W", "--opponent", "a"]);
    let found = upper_right(&answer);
    let approach = found.iter().find(|found| point(found) == "O17").expect("the approach");
    assert_eq!(approach["evidence"]["games"]["own"], 1, "{approach}");
    let small = next(&place, &["--size", "9", "--moves", "F6", "--opponent", "a"]);
    let found = upper_right(&small);
    let approach = found.iter().find(|found| point(found) == "D7");
    let approach = approach.expect("the approach on the small board");
    assert_eq!(approach["evidence"]["games"]["own"], 1, "{approach}");
}

#[test]
fn another_result_of_a_game_is_a_conflict_until_it_is_withdrawn() {
    let place = Place::with_small_book();
    let play = ";B[pd];W[nc]";
    place.write("lost.sgf", game("gnugo", "me", "B+R", 1, play));
    place.write("won.sgf", game("gnugo", "me", "W+R", 1, play));
    let flags = |file: &'static str| ["learn", file, "--opponent", "gnugo"];
    place.ok(&flags("lost.sgf"));
    let dry = place.json(&[&flags("won.sgf")[..], &["--dry-run"]].concat());
    let report = place.json(&flags("won.sgf"));
    assert_eq!(dry["refused"], report["refused"]);
    let refused = &report["refused"][0];
    assert_eq!((&refused["reason"], &refused["games"]), (&json!("conflict"), &json!(1)));
    let id = place.json(&["results"])["results"][0]["game_id"].clone();
    let id = id.as_str().expect("an id");
    assert_eq!(refused["first"], json!([format!("won.sgf:1: {id}")]));
    let hex = id.strip_prefix("sgf-").expect("its origin");
    assert!(hex.len() == 16 && hex.bytes().all(|b| b.is_ascii_hexdigit()), "{id}");
    assert_eq!(place.ok(&["withdraw", id]), format!("{id}: withdrawn\n"));
    assert_eq!(place.ok(&["withdraw", id]), format!("{id}: already withdrawn\n"));
    let again = place.json(&flags("lost.sgf"));
    assert_eq!(again["refused"][0]["reason"], "withdrawn");
    let answer = next(&place, &["--moves", "Q16", "--opponent", "gnugo"]);
    assert_eq!(upper_right(&answer)[0]["evidence"]["games"]["all"], 0);
}

#[test]
fn folders_and_damaged_files() {
    let place = Place::with_small_book();
    std::fs::create_dir(place.path("games")).expect("a directory");
    place.write("games/a.sgf", approaches("a", "me", "B+R", 1..3));
    let damaged = game("a", "me", "B+R", 5, ";B[pd];W[nc]") + "(;B[pd]C[never closed";
    place.write("games/b.sgf", damaged);
    place.write("games/notes.txt", "no record");
    let report = place.json(&["learn", "games", "--opponent", "a"]);
    assert_eq!(
        report["games"],
        json!({"seen": 3, "counted": 3, "kept": 0, "duplicates": 0, "unchanged": 0, "refused": 0, "cut_short": 0})
    );
    assert_eq!((&report["unreadable"], &report["skipped"]), (&json!(1), &json!(1)));
    let defect = report["defects"][0].as_str().expect("a defect");
    assert!(defect.starts_with("games/b.sgf: line 2: "), "{defect}");
}

#[test]
fn nothing_to_learn_is_told() {
    let place = Place::with_small_book();
    place.write("notes.sgf", "no record at all");
    let run = learn(&place, &["notes.sgf", "--opponent", "a"]);
    assert_eq!(run.code, Some(1), "{run:?}");
    assert!(
        run.err.contains("error: no readable game record: nothing was counted\nhint: "),
        "{run:?}"
    );
    let missing = learn(&place, &["nowhere.sgf", "--opponent", "a"]);
    assert_eq!((missing.code, missing.out.as_str()), (Some(1), ""), "{missing:?}");
    assert!(missing.err.contains("nowhere.sgf"), "{missing:?}");
    place.write("games.sgf", approaches("a", "me", "B+R", 1..2));
    let nobody = learn(&place, &["games.sgf", "--opponent", "b"]);
    assert_eq!(nobody.code, Some(0), "{nobody:?}");
    assert!(nobody.err.starts_with("warning: our colour is unknown in every game"), "{nobody:?}");
    let color = learn(&place, &["games.sgf", "--opponent", "b", "--color", "w"]);
    assert!(color.out.contains("1 game against b: 0 won, 1 lost, 0 drawn"), "{color:?}");
}

#[test]
fn whose_games_they_are_must_be_said_once() {
    let place = Place::new();
    for flags in [
        &["learn", "x.sgf"][..],
        &["learn", "--opponent", "a"],
        &["learn", "x.sgf", "--opponent", "a", "--player", "b"],
        &["learn", "x.sgf", "--opponent", "@2"],
        &["learn", "x.sgf", "--opponent", "a", "--class", " "],
        &["learn", "x.sgf", "--player", "a", "--color", "green"],
    ] {
        let run = place.run(flags);
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{flags:?} {run:?}");
    }
    assert_eq!(place.files(), [""; 0]);
}
