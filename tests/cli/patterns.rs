//! `joseki find`: patterns in the games of a book.

use crate::program::Place;

/// Three games with a ponnuki each, in different corners and colours.
const GAMES: &str = "(;SZ[19]PB[Ada]PW[Ben]RE[B+R]DT[2001-05-06];B[pd];W[pc];B[oc];W[dd];B[qc];W[dp];B[pb];W[qq];B[pc])
(;SZ[19]PB[Cho]PW[Ada]RE[B+3]DT[2004];B[qq];W[dp];B[dq];W[cq];B[qd];W[eq];B[dd];W[dr])
";

fn place() -> Place {
    let place = Place::new();
    place.write("games.sgf", GAMES);
    place.ok(&["mine", "games.sgf", "--book", "games"]);
    place
}

#[test]
fn a_pattern_or_a_rectangle_of_a_record_is_found() {
    let place = place();
    let found = place.ok(&["find", ".X./X.X/.X.", "--book", "games"]);
    for line in [
        "  . X .",
        "  X a X",
        "2 hits in 2 games of 2 searched; 1 with exchanged colours",
        "X won 1, O won 1",
        "1 without a next stone inside",
        "a     X   1,1     1    50%      0      1   100%  2001",
        ": Cho (B), Ada (W), 2004, B+3; after move 8",
    ] {
        assert!(found.contains(line), "{line}: {found}");
    }
    let cut = ["--rect", "N19:T13", "--sgf", "games.sgf", "--move", "2", "--book", "games"];
    let json = |more: &[&str]| {
        let arguments = [&["find"], &cut[..], more].concat();
        place.json(&arguments)
    };
    let found = json(&[]);
    assert_eq!((&found["games"], &found["found"][0]["hits"][0]["move"]), (&2.into(), &3.into()));
    assert_eq!(json(&["--until-move", "2"])["games"], 1);
    assert_eq!(json(&["--next", "B"])["games"], 2);
    assert_eq!(json(&["--next", "W"])["games"], 0);
    // Columns and rows of the rectangle from N19.
    assert_eq!(json(&["--sequence", "B:2,2 B:4,2"])["games"], 1);
    assert_eq!(json(&["--sequence", "B:4,2 B:2,2"])["found"][0]["black"], "Cho");
    assert_eq!(json(&["--anchor", "side"])["games"], 2);
    assert_eq!(json(&["--at", "5,5,5,5"])["games"], 0);
}

#[test]
fn rows_are_read_from_files_and_what_is_wrong_is_named() {
    let place = place();
    place.write("rows.txt", ". X .\n\nX . X\n. X .\n");
    let found = place.ok(&["find", "--file", "rows.txt", "--book", "games", "--limit", "0"]);
    assert!(found.contains("2 hits in 2 games"), "{found}");
    for (arguments, words) in [
        (&["find", "XQ"][..], "--pattern: row 1, point 2: unknown symbol `Q`"),
        (&["find", "X", "--size", "30"], "30"),
        (&["find", "--rect", "Q16"], "--rect: invalid rectangle `Q16`: expected two points"),
        (&["find", "--rect", "Q16:Z1"], "--rect:"),
        (&["find", "X", "--at", "1,2"], "--at: expected four numbers"),
        (&["find", "X", "--sequence", "B5"], "--sequence: invalid stone `B5`"),
        (&["find", "--rect", "Q16:R17", "--moves", "Q16,Q16"], "occupied"),
        (&["find", "X", "--book", "xiangqi"], "--pattern: 1 rows: expected 10"),
        (
            &["find", "--material", "R", "--book", "xiangqi"],
            "--material: invalid number of pieces `R`",
        ),
    ] {
        let refused = place.run(arguments);
        assert_ne!(refused.code, Some(0), "{arguments:?}");
        assert!(refused.err.contains(words), "{arguments:?}: {}", refused.err);
    }
}
