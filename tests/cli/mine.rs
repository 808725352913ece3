//! `joseki mine` and `joseki ratings`.

use serde_json::{Value, json};

use crate::program::{Place, Run, SMALL};

/// Four games: two whose first moves are alike, one with handicap, and one that is damaged.
const GAMES: &str = "\
(;GM[1]SZ[19]PB[a]PW[b]RE[B+R]DT[2020];B[pd];W[qf];B[nc])
(;GM[1]SZ[19]PB[c]PW[d]RE[W+2.5];B[pd];W[qf];B[dd])
(;GM[1]SZ[19]HA[2]AB[pd][dp];W[dd])
(;GM[1]SZ[19]PB[e]PW[f];B[dd];W[cf];B[dd])
";

/// Keeps every counted move.
const ALL: [&str; 4] = ["--min-games", "1", "--min-share", "0"];

fn place() -> Place {
    let place = Place::new();
    place.write("games.sgf", GAMES);
    place
}

fn mine(place: &Place, arguments: &[&str]) -> Run {
    place.run(&[&["mine", "--book", "pro"], arguments].concat())
}

#[test]
fn the_report_accounts_for_every_game_and_every_move() {
    let place = place();
    let run = mine(&place, &[&["games.sgf"], &ALL[..]].concat());
    assert_eq!(run.code, Some(0), "{run:?}");
    assert_eq!(
        run.out,
        "\
4 games seen = 3 counted + 0 already counted + 1 not counted (1 with handicap)
of the counted games: 1 cut short at a move that cannot be played, 1 without a known result, 0 with an engine's evaluation

0 unreadable, 1 cut short:
  games.sgf:4: move 3 cannot be played

3 moves counted in all games so far = 3 in the book + 0 in too few games + 0 with too small a share + 0 too deep + 0 after a pruned move
A move is in the book if it is in at least 1 game (--min-games 1), in at least 0 % of the corners that reached its position (--min-share 0) and at most 30 steps deep (--max-depth 30). A corner is finished after 20 moves elsewhere (--quiet 20).
All counts are stored: joseki mine --book pro --min-games 2 prunes the book again without reading games.

Book pro is now version 1: 3 nodes, 1 line, 3 games.
"
    );
    // Not a terminal: no bar.
    assert_eq!(run.err, "note: created joseki.db with the starter book as \"main\"\n");
    let again = mine(&place, &["games.sgf"]);
    assert!(
        again.out.starts_with(
            "4 games seen = 0 counted + 3 already counted + 1 not counted (1 with handicap)\n"
        ),
        "{again:?}"
    );
    assert!(
        again.out.ends_with("\nBook pro did not change: version 1, 3 nodes, 1 line, 3 games.\n"),
        "{again:?}"
    );
    assert_eq!(again.err, "");
}

#[test]
fn json_is_the_same_account() {
    let place = place();
    let arguments = [&["mine", "--book", "pro", "games.sgf"], &ALL[..]].concat();
    let mut report = place.json(&arguments);
    let book = report["book"].as_object_mut().expect("a book");
    assert!(book.remove("created").is_some_and(|time| time.is_i64()));
    assert!(book.remove("changed").is_some_and(|time| time.is_i64()));
    assert_eq!(
        report,
        json!({
            "book": {"name": "pro", "version": 1, "nodes": 3, "lines": 1, "game": "go", "board_size": null},
            "dry_run": false,
            "changed": true,
            "total_games": 3,
            "games": {
                "seen": 4,
                "counted": 3,
                "duplicates": 0,
                "rejected": {
                    "not_go": 0, "size": 0, "handicap": 1, "setup": 0, "no_moves": 0, "damaged": 0
                },
                "cut_short": 1,
                "without_result": 1,
                "evaluated": 0,
            },
            "skipped": 0,
            "unreadable": 0,
            "defects": ["games.sgf:4: move 3 cannot be played"],
            "moves": {
                "counted": 3, "kept": 3, "few_games": 0, "small_share": 0, "too_deep": 0, "after_cut": 0
            },
            "settings": {"quiet": 20, "min_games": 1, "min_share": 0.0, "max_depth": 30},
            "counted_twice": [],
        })
    );
}

#[test]
fn a_mined_book_answers_and_games_add_up() {
    let place = place();
    place.write("more.sgf", "(;SZ[19]PB[g];B[qp];W[oq];B[pq])");
    assert_eq!(mine(&place, &[&["games.sgf"], &ALL[..]].concat()).code, Some(0));
    let run = mine(&place, &["more.sgf"]);
    assert!(
        run.out.ends_with("Book pro is now version 2: 6 nodes, 2 lines, 4 games.\n"),
        "{run:?}"
    );
    let next = place.json(&["next", "--book", "pro", "--moves", "D4"]);
    // The upper right of the games, turned.
    let points: Vec<&str> = next["moves"]
        .as_array()
        .expect("moves")
        .iter()
        .filter(|candidate| candidate["corner"] == "lower_left")
        .filter_map(|candidate| candidate["point"].as_str())
        .collect();
    assert_eq!(points.len(), 1, "{points:?}");
    assert!(["C6", "F3"].contains(&points[0]), "{points:?}");
}

#[test]
fn a_book_is_cut_anew_without_games() {
    let place = place();
    assert_eq!(mine(&place, &[&["games.sgf"], &ALL[..]].concat()).code, Some(0));
    let run = mine(&place, &["--min-games", "2"]);
    assert_eq!(
        run.out,
        "\
3 moves counted in all games so far = 2 in the book + 1 in too few games + 0 with too small a share + 0 too deep + 0 after a pruned move
A move is in the book if it is in at least 2 games (--min-games 2), in at least 0 % of the corners that reached its position (--min-share 0) and at most 30 steps deep (--max-depth 30). A corner is finished after 20 moves elsewhere (--quiet 20).
All counts are stored: joseki mine --book pro --min-games 1 prunes the book again without reading games.

Book pro is now version 2: 2 nodes, 1 line, 3 games.
"
    );
    let depth = mine(&place, &["--max-depth", "1", "--dry-run"]);
    assert!(
        depth.out.ends_with(
            "Dry run, nothing was written: book pro would become version 3 with 1 node, 1 line, 3 games.\n"
        ),
        "{depth:?}"
    );
    let same = mine(&place, &["--min-games", "2"]);
    assert!(same.out.contains("\nBook pro did not change: version 2,"), "{same:?}");
}

#[test]
fn ranges_are_checked() {
    let place = place();
    let wrong = [
        ("--min-share", "1.5", "expected a share from 0 to 1"),
        ("--min-share", "-0.1", "expected a share from 0 to 1"),
        ("--min-share", "nan", "expected a share from 0 to 1"),
        ("--min-games", "0", "expected a whole number from 1 up"),
        ("--max-depth", "0", "expected a whole number from 1 up"),
        ("--quiet", "0", "expected a whole number from 1 to 250"),
        ("--quiet", "251", "expected a whole number from 1 to 250"),
        ("--memory", "15", "expected a whole number from 16 to 1048576"),
        ("--quiet", "many", "': expected a whole number\n"),
        ("--threads", "0", "expected a whole number from 1 to 1024"),
        ("--source", " ", "1 to 100 characters"),
        ("--source", "a\nb", "1 to 100 characters"),
    ];
    for (flag, value, message) in wrong {
        let flag = format!("{flag}={value}");
        let run = mine(&place, &["games.sgf", &flag]);
        assert_eq!(run.code, Some(2), "{run:?}");
        assert!(run.err.contains(message), "{flag}: {run:?}");
    }
    let run = mine(&place, &["--dry-run"]);
    assert_eq!(run.code, Some(2), "{run:?}");
    assert!(run.err.contains("<PATH>"), "{run:?}");
    assert_eq!(place.files(), ["games.sgf"], "no database was made");
}

#[test]
fn what_goes_wrong_is_told_and_leaves_the_book_as_it_was() {
    let place = place();
    let missing = mine(&place, &["games.sgf", "nothing.sgf"]);
    assert_eq!(missing.code, Some(1), "{missing:?}");
    assert!(missing.err.starts_with("error: nothing.sgf: "), "{missing:?}");
    assert_eq!(place.files(), ["games.sgf"], "no database was made");
    assert_eq!(mine(&place, &[&["games.sgf"], &ALL[..]].concat()).code, Some(0));
    let before = place.ok(&["books"]);
    let quiet = mine(&place, &["games.sgf", "--quiet", "30"]);
    assert_eq!(
        (quiet.code, quiet.err.as_str()),
        (
            Some(1),
            "error: book \"pro\" was mined with a quiet period of 20 moves, not 30: omit --quiet, or mine into another book\nhint: nothing was counted; all games of a book are read with the same quiet period\n"
        )
    );
    let main = place.run(&["mine", "--book", "small", "--min-games", "5"]);
    assert_eq!(main.code, Some(1), "{main:?}");
    assert!(main.err.starts_with("error: unknown book \"small\""), "{main:?}");
    assert_eq!(place.ok(&["books"]), before);
}

#[test]
fn nothing_to_read_is_a_failure_and_nothing_to_count_is_none() {
    let place = Place::new();
    place.write("text.sgf", "hello");
    place.write("oblong.sgf", "(;SZ[19:13];B[ee])");
    let run = mine(&place, &["text.sgf"]);
    assert_eq!(run.code, Some(1), "{run:?}");
    assert!(run.out.contains("1 unreadable, 0 cut short:\n  text.sgf: "), "{run:?}");
    assert!(run.out.ends_with("\nBook pro was not created.\n"), "{run:?}");
    assert!(
        run.err.ends_with(
            "error: no readable game record: nothing was counted\n\
             hint: give files, folders or archives with game records in SGF\n"
        ),
        "{run:?}"
    );
    let run = mine(&place, &["text.sgf", "oblong.sgf"]);
    assert_eq!(run.code, Some(0), "{run:?}");
    assert!(
        run.out
            .starts_with("1 game seen = 0 counted + 0 already counted + 1 not counted (1 not on 19 lines)\n\n1 unreadable"),
        "{run:?}"
    );
    assert!(!place.ok(&["books"]).contains("pro"));
}

#[test]
fn a_game_on_a_smaller_board_is_kept_for_searches_unless_moves_are_not() {
    let place = Place::new();
    place.write("small.sgf", "(;SZ[9]PB[Gil];B[ee];W[ec])");
    let run = mine(&place, &["small.sgf", "--no-records"]);
    let first = "1 game seen = 0 counted + 0 already counted + 1 not counted (1 not on 19 lines)\n";
    assert!(run.out.starts_with(first), "{run:?}");
    let run = mine(&place, &["small.sgf"]);
    assert_eq!(
        run.out,
        "1 game seen = 0 counted + 0 already counted + 1 on smaller boards, kept for pattern searches + 0 not counted\n\n\
         Book pro is now version 1: 0 nodes, 0 lines, 1 game.\n"
    );
    let json = place.json(&["mine", "small.sgf", "--book", "pro"]);
    assert_eq!((&json["games"]["duplicates"], &json["games"]["kept"]), (&json!(1), &Value::Null));
    let found = place.json(&["find", "X.O", "--size", "9", "--book", "pro"]);
    assert_eq!((&found["searched"], &found["games"]), (&json!(1), &json!(1)));
    assert!(place.ok(&["find", "X.O", "--book", "pro"]).contains("0 hits"));
}

#[test]
fn a_dry_run_changes_no_byte() {
    let place = place();
    let run = mine(&place, &["games.sgf", "--dry-run"]);
    assert_eq!(run.code, Some(0), "{run:?}");
    assert!(
        run.out.contains("Dry run, nothing was written: book pro would become version 1"),
        "{run:?}"
    );
    assert_eq!(place.files(), ["games.sgf"]);
    place.write("small.sgf", SMALL);
    place.ok(&["import", "--book", "small", "small.sgf"]);
    let before = place.read("joseki.db");
    assert_eq!(mine(&place, &["games.sgf", "--dry-run"]).code, Some(0));
    assert_eq!(place.read("joseki.db"), before);
}

#[test]
fn twenty_defects_are_listed_and_the_rest_is_counted() {
    let place = Place::new();
    let games: String = (0..130).map(|at| format!("(;SZ[19]PB[{at}];B[pd];W[pd])\n")).collect();
    place.write("twice.sgf", games);
    let run = mine(&place, &["twice.sgf"]);
    assert_eq!(run.code, Some(0), "{run:?}");
    assert_eq!(run.out.matches("cannot be played\n").count(), 20, "{run:?}");
    assert!(run.out.contains("\n  … and 110 more; --format json lists the first 100\n"), "{run:?}");
    let report = place.json(&["mine", "--book", "pro", "twice.sgf"]);
    // Known by now, so nothing is cut short.
    assert_eq!(report["games"]["duplicates"], 130);
    assert_eq!(report["defects"], json!([]));
}

#[test]
fn names_cannot_steer_the_terminal() {
    let place = Place::new();
    let name = "odd\x1b[2J.sgf";
    place.write(name, "(;SZ[19]PB[\x1b[2J\\]];B[pd];W[pd])");
    let run = mine(&place, &[name]);
    assert_eq!(run.code, Some(0), "{run:?}");
    assert!(run.out.contains("odd [2J.sgf:1: move 2"), "{run:?}");
    assert!(!run.out.contains('\x1b') && !run.err.contains('\x1b'), "{run:?}");
}

#[test]
fn a_run_that_is_killed_leaves_the_database_as_it_was() {
    let place = place();
    assert_eq!(mine(&place, &["games.sgf"]).code, Some(0));
    let before = place.ok(&["books"]);
    let many: String =
        (0..20_000).map(|at| format!("(;SZ[19]PB[{at}];B[pd];W[qf];B[nc];W[dd])\n")).collect();
    place.write("many.sgf", many);
    let mut child = place.command(&["mine", "--book", "pro", "many.sgf"]).spawn().expect("a run");
    child.kill().expect("it runs");
    child.wait().expect("it ended");
    assert_eq!(place.ok(&["books"]), before);
    let mut files = place.files();
    files.retain(|name| !name.starts_with("joseki.db"));
    assert_eq!(files, ["games.sgf", "many.sgf"], "nothing is left behind");
}

/// Games of four players who meet in turn; the strong ones win.
fn club_games() -> Vec<String> {
    let players = ["Ann", "Bob", "Cho", "Dai"];
    let game = |at: usize| {
        let (black, white) = (at % 4, (at / 4 + at % 4 + 1) % 4);
        let winner = if black < white || at.is_multiple_of(7) { "B+R" } else { "W+R" };
        let letter = char::from(b'a' + (at % 19) as u8);
        format!(
            "(;SZ[19]PB[{}]PW[{}]KM[6.5]RE[{winner}];B[pd];W[qf];B[nc];W[d{letter}];B[q{letter}])\n",
            players[black], players[white],
        )
    };
    (0..60).map(game).collect()
}

#[test]
fn games_counted_in_parts_with_the_same_ratings_are_games_counted_at_once() {
    let place = Place::new();
    let games = club_games();
    place.write("all.sgf", games.concat());
    place.write("a.sgf", games[..25].concat());
    // Some games are in both parts.
    place.write("b.sgf", games[20..].concat());
    let rated = place.run(&["ratings", "--source", "club", "b.sgf", "a.sgf", "-o", "ratings.txt"]);
    assert_eq!((rated.code, rated.out.as_str()), (Some(0), ""), "{rated:?}");
    assert_eq!(rated.err, "note: 4 players of 1 collection rated from 60 games\n");
    assert!(!place.files().contains(&"joseki.db".to_owned()), "no database was made");
    let text = String::from_utf8(place.read("ratings.txt")).expect("text");
    assert_eq!(place.ok(&["ratings", "--source", "club", "all.sgf", "all.sgf"]), text);

    let mine = |book: &str, file: &str, ratings: &[&str]| {
        let arguments = ["mine", "--source", "club", "--book", book, file];
        place.ok(&[&arguments, &ALL[..], ratings].concat());
    };
    mine("once", "all.sgf", &[]);
    let rated = ["--ratings", "ratings.txt"];
    for (book, files) in [
        ("rated", &["all.sgf"][..]),
        ("parts", &["a.sgf", "b.sgf"]),
        ("turned", &["b.sgf", "a.sgf"]),
    ] {
        files.iter().for_each(|file| mine(book, file, &rated));
    }
    let counts = |book: &str| place.ok(&["export", "--to", "counts", "--book", book]);
    let once = counts("once");
    assert!(
        once.lines().any(|line| line.split(' ').skip(3).any(|count| count.contains('/'))),
        "{once}"
    );
    for book in ["rated", "parts", "turned"] {
        assert_eq!(counts(book), once, "{book}");
    }
    // Each part alone says less about its players.
    ["a.sgf", "b.sgf"].iter().for_each(|file| mine("apart", file, &[]));
    assert_ne!(counts("apart"), once);
}

#[test]
fn ratings_that_fail_write_nothing() {
    let place = place();
    place.write("text.sgf", "hello");
    place.write("old.txt", "old");
    let fails = |arguments: &[&str], message: &str| {
        let run = place.run(&[&["ratings"], arguments].concat());
        assert_eq!((run.code, run.out.as_str()), (Some(1), ""), "{run:?}");
        assert!(run.err.contains(message), "{message}: {run:?}");
    };
    let to = ["-o", "new.txt"];
    fails(&[&["games.sgf", "nothing.sgf"], &to[..]].concat(), "error: nothing.sgf: ");
    fails(&[&["text.sgf"], &to[..]].concat(), "error: no readable game record");
    fails(&["games.sgf", "-o", "old.txt"], "error: old.txt already exists");
    fails(&["games.sgf", "-o", "none/new.txt"], "none");
    assert_eq!(place.files(), ["games.sgf", "old.txt", "text.sgf"]);
    assert_eq!(place.read("old.txt"), b"old");
    let run = place.run(&["ratings", "games.sgf", "text.sgf", "-o", "old.txt", "--force"]);
    assert_eq!(run.code, Some(0), "{run:?}");
    assert!(run.err.starts_with("warning: 1 record could not be read\n"), "{run:?}");
    assert!(place.read("old.txt").starts_with(b"joseki ratings 1\ncollection "));
}

#[test]
fn damaged_ratings_are_refused_with_their_line() {
    let place = place();
    let hint = "hint: nothing was counted; use a file written by `joseki ratings`\n";
    for (text, message) in [
        (&b"joseki counts 2\n"[..], "line 1 of the ratings: expected \"joseki ratings 1\""),
        (b"joseki ratings 1\ncollection a\ngrade 0.7\nplayer x Ann\n", "line 4 of the ratings: "),
        (b"joseki ratings 1\ncollection \xff\n", "invalid utf-8"),
    ] {
        place.write("ratings.txt", text);
        let run = mine(&place, &["games.sgf", "--ratings", "ratings.txt"]);
        assert_eq!((run.code, run.out.as_str()), (Some(1), ""), "{run:?}");
        assert!(run.err.starts_with(&format!("error: ratings.txt: {message}")), "{run:?}");
        assert!(run.err.ends_with(hint), "{run:?}");
    }
    let run = mine(&place, &["games.sgf", "--ratings", "none.txt"]);
    assert_eq!(run.code, Some(1), "{run:?}");
    assert!(run.err.starts_with("error: cannot read none.txt: "), "{run:?}");
    assert_eq!(place.files(), ["games.sgf", "ratings.txt"], "no database was made");
}
