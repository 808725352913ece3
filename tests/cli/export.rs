//! `joseki export`.

use crate::program::Place;

const LINES: &str = "CD\nDDCC\nDDCF\nDDDE\n";

#[test]
fn lines_are_one_a_line() {
    let place = Place::with_small_book();
    let mut lines: Vec<String> = place
        .ok(&["export", "--book", "small", "--to", "lines"])
        .lines()
        .map(|line| format!("{line}\n"))
        .collect();
    lines.sort();
    assert_eq!(lines.concat(), LINES);
}

#[test]
fn sgf_read_again_is_the_same_book() {
    let place = Place::with_small_book();
    let sgf = place.ok(&["export", "--book", "small", "--to", "sgf"]);
    assert!(
        sgf.starts_with("(;FF[4]GM[1]CA[UTF-8]SZ[19]\n(;B[pd]N[4-4]"),
        "{sgf}"
    );
    place.write("again.sgf", &sgf);
    place.ok(&["import", "--book", "again", "again.sgf"]);
    assert_eq!(place.ok(&["export", "--book", "again", "--to", "sgf"]), sgf);
    assert_eq!(place.ok(&["lines", "--book", "again"]), LINES);
}

#[test]
fn the_corner_the_handedness_and_the_colour_are_the_callers() {
    let place = Place::with_small_book();
    let export = ["export", "--book", "small", "--to", "sgf"];
    let sgf = |flags: &[&str]| place.ok(&[&export, flags].concat());
    let upper_left = sgf(&["--corner", "upper_left", "--first", "W"]);
    assert!(upper_left.contains("(;W[dd]N[4-4]"), "{upper_left}");
    let mirrored = sgf(&["--handedness", "counter_clockwise"]);
    assert!(mirrored.contains("(;W[qf]N[approach]"), "{mirrored}");
    let default = sgf(&[
        "--corner",
        "upper_right",
        "--handedness",
        "clockwise",
        "--first",
        "b",
    ]);
    assert_eq!(default, sgf(&[]));
}

#[test]
fn a_file_appears_whole_and_is_not_replaced_unasked() {
    let place = Place::with_small_book();
    let export = ["export", "--book", "small", "--to", "sgf"];
    let to_file = [&export[..], &["-o", "out.sgf"]].concat();
    let expected = place.ok(&export);
    assert_eq!(place.ok(&to_file), "");
    assert_eq!(place.read("out.sgf"), expected.as_bytes());
    place.write("out.sgf", "mine");
    let run = place.run(&to_file);
    assert_eq!((run.code, run.out.as_str()), (Some(1), ""));
    assert_eq!(
        run.err,
        "error: out.sgf is already there\nhint: write to another file, or replace it with --force\n"
    );
    assert_eq!(place.read("out.sgf"), b"mine");
    place.ok(&[&to_file[..], &["--force"]].concat());
    assert_eq!(place.read("out.sgf"), expected.as_bytes());
    assert_eq!(place.ok(&[&export[..], &["-o", "-"]].concat()), expected);
    let left: Vec<String> = place
        .files()
        .into_iter()
        .filter(|name| name.starts_with('.'))
        .collect();
    assert_eq!(left, [""; 0]);
}

#[cfg(unix)]
#[test]
fn a_new_file_has_the_rights_of_any_new_file() {
    use std::os::unix::fs::PermissionsExt;
    let place = Place::with_small_book();
    place.ok(&["export", "--to", "lines", "-o", "out.txt"]);
    let mode = |name: &str| {
        let metadata = std::fs::metadata(place.path(name)).expect("a file");
        metadata.permissions().mode()
    };
    assert_eq!(mode("out.txt"), mode("small.sgf"));
}

#[test]
fn lines_lie_in_no_corner() {
    let run = Place::new().run(&["export", "--to", "lines", "--first", "W"]);
    assert_eq!(run.code, Some(2), "{run:?}");
    assert!(run.err.contains("--first are for --to sgf"), "{run:?}");
    assert!(run.err.contains("Usage: joseki export "), "{run:?}");
}

#[test]
fn a_text_book_says_on_standard_error_what_it_leaves_out() {
    let place = Place::with_small_book();
    let run = place.run(&["export", "--book", "small", "--to", "fuego"]);
    assert_eq!(run.code, Some(0), "{run:?}");
    let mut lines: Vec<&str> = run.out.lines().collect();
    lines.sort_unstable();
    // The condition of R17 cannot be said, and P16 is a mistake.
    assert_eq!(lines, ["19 Q16 | O17", "19 | Q16 Q17"], "{run:?}");
    assert_eq!(
        run.err,
        "note: 2 positions with 3 moves\nnote: left out 1 move: advised against\n\
         note: left out 1 move: depending on conditions\n"
    );
    let all = place.ok(&[
        "export",
        "--book",
        "small",
        "--to",
        "fuego",
        "--min-verdict",
        "mistake",
    ]);
    assert!(all.contains("19 Q16 | O17 P16\n"), "{all}");
}

#[test]
fn the_choice_is_the_callers() {
    let place = Place::with_small_book();
    let lines = |flags: &[&str]| {
        let export = ["export", "--book", "small", "--to", "lines"];
        let text = place.ok(&[&export, flags].concat());
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines.sort();
        lines.join(" ")
    };
    assert_eq!(lines(&["--depth", "1"]), "CD DD");
    assert_eq!(lines(&["--min-verdict", "ideal"]), "DDCF");
    assert_eq!(lines(&["--min-verdict", "good"]), "CD DDCC DDCF");
    assert_eq!(lines(&["--min-games", "1"]), "");
    assert_eq!(lines(&["--weight", "uniform", "--min-weight", "2"]), "");
}

#[test]
fn flags_that_a_format_cannot_follow_are_refused() {
    let place = Place::with_small_book();
    for (flags, said) in [
        (
            &["gnugo", "--corner", "lower_left"][..],
            "upper right corner",
        ),
        (&["fuego", "--first", "W"], "Black moves first"),
        (&["csv", "--handedness", "clockwise"], "lie in no corner"),
        (
            &["sgf", "--orientations", "all"],
            "--orientations is for --to katago",
        ),
        (
            &["katago", "--orientations", "all", "--first", "W"],
            "of one orientation",
        ),
        (&["fuego", "--license", "MIT"], "no room for a licence"),
        (&["counts", "--depth", "3"], "counts are written whole"),
        (&["counts", "--weight", "games"], "counts have no weights"),
        (&["lines", "--weight", "games"], "has no weights"),
        (&["csv", "--provenance"], "--provenance is for --to sgf"),
        (&["go"], "name a folder with -o"),
        (&["go", "-o", "-"], "name a folder with -o"),
        (&["sgf", "--depth", "0"], "0"),
        (&["sgf", "--min-verdict", "better"], "better"),
    ] {
        let run = place.run(&[&["export", "--book", "small", "--to"], flags].concat());
        assert_eq!(
            (run.code, run.out.as_str()),
            (Some(2), ""),
            "{flags:?} {run:?}"
        );
        assert!(run.err.contains(said), "{flags:?}: {}", run.err);
    }
}

#[test]
fn games_of_two_bytes_a_move_go_into_a_folder_and_come_back() {
    let place = Place::with_small_book();
    let export = ["export", "--book", "small", "--to", "go", "-o", "games"];
    place.ok(&export);
    // Q16 and R17 from the upper left.
    assert_eq!(place.read("games/DDCC.go"), b"PDQC");
    let run = place.run(&export);
    assert_eq!(run.code, Some(1));
    assert!(run.err.contains("games is already there"), "{run:?}");
    place.write("games/other.txt", "mine");
    place.ok(&[&export[..], &["--force"]].concat());
    assert_eq!(place.read("games/other.txt"), b"mine");
    let games = [
        "games/CD.go",
        "games/DDCC.go",
        "games/DDCF.go",
        "games/DDDE.go",
    ];
    place.ok(&[&["import", "--book", "again"], &games[..]].concat());
    assert_eq!(place.ok(&["lines", "--book", "again"]), LINES);
    place.write("bad.GO", "PDPD");
    let run = place.run(&["import", "--book", "again", "bad.GO"]);
    assert_eq!(run.code, Some(1));
    assert!(
        run.err
            .starts_with("error: bad.GO: move 2 (Q16) at byte 2 is illegal"),
        "{run:?}"
    );
    let left = place
        .files()
        .into_iter()
        .filter(|name| name.starts_with('.'));
    assert_eq!(left.count(), 0);
}

#[test]
fn gnu_go_is_told_the_kind_of_a_move() {
    let place = Place::with_small_book();
    let sgf = place.ok(&[
        "export",
        "--book",
        "small",
        "--to",
        "gnugo",
        "--license",
        "CC0-1.0",
    ]);
    assert!(
        sgf.starts_with("(;FF[3]GM[1]SZ[19]CP[CC0-1.0]C[written by joseki "),
        "{sgf}"
    );
    assert!(sgf.contains(";W[nc]SQ[lf]C[J\n# approach]"), "{sgf}");
    assert!(
        sgf.contains(";W[od]SQ[mf]C[A]"),
        "a mistake is never played: {sgf}"
    );
    assert!(
        !sgf.contains("W[qc]"),
        "its condition cannot be said: {sgf}"
    );
}
