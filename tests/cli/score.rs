//! `joseki score` through the program.

use serde_json::json;

use crate::program::Place;

/// Two walls on nine lines, a white stone behind Black's.
const WALLS: &str = "B:E9,B:E8,B:E7,B:E6,B:E5,B:E4,B:E3,B:E2,B:E1,\
    W:F9,W:F8,W:F7,W:F6,W:F5,W:F4,W:F3,W:F2,W:F1,W:B3";

/// The same as a game record.
fn record(more: &str) -> String {
    format!(
        "(;SZ[9]{more}AB[ea][eb][ec][ed][ee][ef][eg][eh][ei]\
         AW[fa][fb][fc][fd][fe][ff][fg][fh][fi][bg];B[];W[])"
    )
}

#[test]
fn the_board_is_drawn_with_its_owners_and_the_sides_add_up() {
    let place = Place::new();
    let out = place.ok(&["score", "--size", "9", "--stones", WALLS]);
    assert!(out.contains("\n 3 + o + + X O - - - 3\n"), "{out}");
    assert!(out.contains("\n 9 + + + + X O - - - 9\n"), "{out}");
    let row = |name: &str| {
        let row = out.lines().find(|line| line.starts_with(name));
        row.expect("a row").split_whitespace().skip(1).collect::<Vec<_>>()
    };
    assert_eq!(row("Black"), ["9", "36", "45", "45"]);
    assert_eq!(row("White"), ["9", "27", "36", "7.5", "43.5"]);
    assert!(out.contains("\nB+1.5 (chinese rules, komi 7.5)\n"), "{out}");
    assert!(out.contains("\ndead: B3\n"), "{out}");
    assert!(out.contains("note: 1 stone estimated dead (playouts)"), "{out}");
    assert!(!out.contains('\x1b') && place.files().is_empty());
    let japanese = place.ok(&[
        "score",
        "--size",
        "9",
        "--stones",
        WALLS,
        "--rules",
        "japanese",
        "--dead",
        "B3",
        "--prisoners-white",
        "2",
        "--komi",
        "-0.5",
    ]);
    // Black: 36 points and a dead stone; White: 27 and two prisoners.
    assert!(japanese.contains("\nB+8.5 (japanese rules, komi -0.5)\n"), "{japanese}");
    assert!(!japanese.contains("estimate"), "{japanese}");
}

#[test]
fn a_record_says_how_it_is_counted_unless_flags_do() {
    let place = Place::with_starter();
    place.write("g.sgf", record("RU[Japanese]KM[5.5]RE[B+4.5]HA[2]"));
    let out = place.ok(&["score", "--sgf", "g.sgf"]);
    // 37 to 32.5.
    assert!(out.contains("\nB+4.5 (japanese rules, komi 5.5); the record states B+4.5\n"), "{out}");
    for note in [
        "note: rules japanese, from the record\n",
        "note: komi 5.5, from the record\n",
        "note: 2 handicap stones",
    ] {
        assert!(out.contains(note), "{note} {out}");
    }
    let flags = place.ok(&["score", "--sgf", "g.sgf", "--rules", "chinese", "--komi", "0"]);
    assert!(flags.contains("\nB+9 (chinese rules, komi 0)"), "{flags}");
    assert!(!flags.contains("from the record"), "{flags}");
    place.write("aga.sgf", record("RU[AGA]"));
    let unknown = place.json(&["score", "--sgf", "aga.sgf"]);
    assert_eq!(unknown["rules"], "chinese");
    let notes = unknown["notes"].to_string();
    assert!(notes.contains("AGA") && notes.contains("--rules"), "{notes}");
}

#[test]
fn json_says_whose_every_point_is() {
    let place = Place::with_starter();
    let board = ["score", "--size", "9", "--stones", WALLS];
    let answer = place.json(&[&board[..], &["--dead", "B3"]].concat());
    assert_eq!(answer["owner"], json!(vec!["BBBBBWWWW"; 9]));
    assert_eq!((&answer["result"], &answer["score"]), (&json!("B+1.5"), &json!(1.5)));
    assert_eq!(answer["dead"], json!({"by": "given", "points": ["B3"]}));
    let none = place.json(&[&board[..], &["--dead", "none", "--seki", "none"]].concat());
    assert_eq!(none["dead"], json!({"by": "given", "points": []}));
    assert_eq!(none["seki"]["by"], "given");
    assert_eq!(none["black"]["territory"], 0);
}

#[test]
fn groups_are_a_table() {
    let place = Place::with_starter();
    let board = ["score", "--size", "9", "--stones", WALLS, "--groups"];
    let text = place.ok(&[&board[..], &["--dead", "B3"]].concat());
    let row = |name: &str| {
        let row = text.lines().find(|line| line.starts_with(name));
        row.unwrap_or_else(|| panic!("{name}: {text}")).split_whitespace().collect::<Vec<_>>()
    };
    assert_eq!(row("group "), ["group", "stones", "liberties", "eyes", "status", "why"]);
    assert_eq!(row("B3 ")[..6], ["B3", "White", "1", "4", "0", "dead"]);
    assert!(text.contains("as given"), "{text}");
    let json = place.json(&board);
    let all = json["groups"].as_array().expect("groups").iter();
    let stones: usize = all.map(|group| group["stones"].as_array().expect("stones").len()).sum();
    assert_eq!(stones, 19);
}

#[test]
fn a_picture_of_the_end() {
    let place = Place::with_starter();
    place.write("g.sgf", record(""));
    place.ok(&["score", "--sgf", "g.sgf", "--picture", "end.svg"]);
    let svg = String::from_utf8(place.read("end.svg")).expect("UTF-8");
    assert_eq!(svg.matches("class=\"cell\"").count(), 81);
    assert!(svg.contains("<title id=\"title\">B+1.5, chinese rules, komi 7.5</title>"));
    assert!(svg.contains("class=\"mark\" data-point=\"B3\""), "the dead stone is marked");
    assert!(!svg.contains("class=\"mark\" data-point=\"E5\""), "a living one is not");
}

#[test]
fn what_makes_no_sense_is_told_by_its_flag() {
    let place = Place::with_starter();
    for (arguments, told) in [
        (&["--rules", "draughts"][..], "--rules: unknown rules \"draughts\""),
        (&["--estimate", "luck"], "--estimate: unknown estimate \"luck\""),
        (&["--komi", "inf"], "--komi: invalid komi inf"),
        (&["--seki", "Q16,Z1"], "--seki: stone 2: "),
        (&["--prisoners-black", "20000"], "--prisoners-black: "),
        (&["--dead", "Q16", "--estimate", "none"], "cannot be used with"),
    ] {
        let run = place.run(&[&["score"], arguments].concat());
        assert_eq!(run.code, Some(2), "{run:?}");
        assert!(run.err.contains(told), "{}", run.err);
    }
}

/// Fill-in counting with a komi of 8: who is level has won with Black.
#[test]
fn a_draw_under_the_rules_of_ing_is_blacks() {
    let place = Place::with_starter();
    // Eight lines: Black has the columns up to E below and up to D above, eight points more than White.
    let stones = "B:E1,W:F1,B:E2,W:F2,B:E3,W:F3,B:E4,W:F4,B:D5,W:E5,B:D6,W:E6,B:D7,W:E7,B:D8,W:E8";
    let board = ["score", "--size", "8", "--stones", stones, "--dead", "none"];
    let with = |more: &[&str]| place.json(&[&board[..], more].concat());
    let ing = with(&["--rules", "Ing"]);
    assert_eq!(
        (&ing["result"], &ing["winner"], &ing["komi"]),
        (&json!("0"), &json!("B"), &json!(8.0))
    );
    assert!(
        ing["notes"].to_string().contains("under Ing rules a draw is a win for Black"),
        "{ing}"
    );
    let chinese = with(&["--rules", "chinese", "--komi", "8"]);
    assert_eq!((&chinese["result"], &chinese["winner"]), (&json!("0"), &json!(null)));
    // A komi of tenths is reported exactly.
    let tenths = with(&["--komi", "7.3"]);
    assert_eq!((&tenths["result"], &tenths["score"]), (&json!("B+0.7"), &json!(0.7)));
    let nothing = with(&["--komi", "-0"]);
    assert_eq!(nothing["komi"].to_string(), "0.0");
}

#[test]
fn what_the_record_says_of_komi_is_told_as_it_is_read() {
    let place = Place::with_starter();
    let notes = |komi: &str| {
        place.write("game.sgf", record(&format!("KM[{komi}]")));
        place.json(&["score", "--sgf", "game.sgf"])["notes"].to_string()
    };
    assert!(notes("7.3").contains("\"komi 7.3, from the record\""), "{}", notes("7.3"));
    assert!(notes("375").contains("komi 7.5, from the record's \\\"375\\\""), "{}", notes("375"));
    assert!(notes("abc").contains("invalid komi \\\"abc\\\" in the record: set it with --komi"));
}

#[test]
fn a_move_of_no_record_is_refused() {
    for words in [
        &["score", "--moves", "Q16", "--move", "1"][..],
        &["next", "--moves", "Q16", "--move", "1"],
        &["score", "--move", "1"],
    ] {
        let run = Place::with_starter().run(words);
        assert_eq!(run.code, Some(2), "{words:?}: {}", run.err);
    }
}
