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
    assert!(sgf.starts_with("(;FF[4]GM[1]CA[UTF-8]SZ[19]\n(;B[pd]N[4-4]"), "{sgf}");
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
    let default = sgf(&["--corner", "upper_right", "--handedness", "clockwise", "--first", "b"]);
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
        "error: out.sgf already exists\nhint: choose another file, or replace it with --force\n"
    );
    assert_eq!(place.read("out.sgf"), b"mine");
    place.ok(&[&to_file[..], &["--force"]].concat());
    assert_eq!(place.read("out.sgf"), expected.as_bytes());
    assert_eq!(place.ok(&[&export[..], &["-o", "-"]].concat()), expected);
    let left: Vec<String> =
        place.files().into_iter().filter(|name| name.starts_with('.')).collect();
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
    let run = Place::with_starter().run(&["export", "--to", "lines", "--first", "W"]);
    assert_eq!(run.code, Some(2), "{run:?}");
    assert!(run.err.contains("--first: only for sgf and katago"), "{run:?}");
    assert!(run.err.contains("Usage: joseki export "), "{run:?}");
}

#[test]
fn a_text_book_says_on_standard_error_what_it_leaves_out() {
    let place = Place::with_small_book();
    let run = place.run(&["export", "--book", "small", "--to", "fuego"]);
    assert_eq!(run.code, Some(0), "{run:?}");
    let mut lines: Vec<&str> = run.out.lines().collect();
    lines.sort_unstable();
    // The condition of R17 cannot be expressed, and P16 is a mistake.
    assert_eq!(lines, ["19 Q16 | O17", "19 | Q16 Q17"], "{run:?}");
    assert_eq!(
        run.err,
        "note: 2 positions with 3 moves\nnote: left out 1 move: advised against\n\
         note: left out 1 move: depending on conditions\n"
    );
    let all = place.ok(&["export", "--book", "small", "--to", "fuego", "--min-verdict", "mistake"]);
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
        (&["gnugo", "--corner", "lower_left"][..], "upper right corner"),
        (&["fuego", "--first", "W"], "Black always moves first"),
        (&["csv", "--handedness", "clockwise"], "have no corner"),
        (&["sgf", "--orientations", "all"], "--orientations: only for katago"),
        (&["katago", "--orientations", "all", "--first", "W"], "to a single orientation"),
        (&["fuego", "--license", "MIT"], "no field for a licence"),
        (&["counts", "--depth", "3"], "counts are always written in full"),
        (&["counts", "--weight", "games"], "counts have no weights"),
        (&["lines", "--weight", "games"], "has no weights"),
        (&["csv", "--provenance"], "--provenance: only for sgf"),
        (&["ndjson", "--license", "a\u{7}b"], "without control characters"),
        (&["binary", "--license", " "], "--license: must not be empty"),
        (&["binary", "--corner", "lower_left"], "fuego, pachi, katago and go"),
        (&["go"], "choose a folder with -o"),
        (&["go", "-o", "-"], "choose a folder with -o"),
        (&["sgf", "--depth", "0"], "0"),
        (&["sgf", "--min-verdict", "better"], "better"),
    ] {
        let run = place.run(&[&["export", "--book", "small", "--to"], flags].concat());
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{flags:?} {run:?}");
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
    assert!(run.err.contains("games already exists"), "{run:?}");
    std::fs::create_dir(place.path("empty")).expect("a folder");
    place.ok(&["export", "--book", "small", "--to", "go", "-o", "empty"]);
    assert_eq!(place.read("empty/DDCC.go"), b"PDQC");
    for force in [&[][..], &["--force"]] {
        let run = place.run(&[&["export", "--to", "go", "-o", "small.sgf"], force].concat());
        assert_eq!(run.code, Some(1));
        assert!(run.err.starts_with("error: small.sgf is not a folder\nhint: "), "{run:?}");
    }
    // What another book left there goes, and nothing else does.
    place.write("games/other.txt", "mine");
    place.write("games/DDCCAA.go", "PDQCAA");
    let again = place.run(&[&export[..], &["--force"]].concat());
    assert_eq!(again.code, Some(0), "{again:?}");
    assert_eq!(place.read("games/other.txt"), b"mine");
    assert!(!place.path("games/DDCCAA.go").exists());
    assert_eq!(place.read("games/DDCC.go"), b"PDQC");
    let removed = "note: removed 1 older .go file, not part of this export\n";
    assert!(again.err.contains(removed), "{again:?}");
    let games = ["games/CD.go", "games/DDCC.go", "games/DDCF.go", "games/DDDE.go"];
    place.ok(&[&["import", "--book", "again"], &games[..]].concat());
    assert_eq!(place.ok(&["lines", "--book", "again"]), LINES);
    place.write("none.go", "");
    let run = place.run(&["import", "--book", "again", "none.go"]);
    assert_eq!(run.code, Some(1));
    assert!(
        run.err.starts_with("error: none.go: the file is empty: expected at least one move"),
        "{run:?}"
    );
    place.write("bad.GO", "PDPD");
    let run = place.run(&["import", "--book", "again", "bad.GO"]);
    assert_eq!(run.code, Some(1));
    assert!(run.err.starts_with("error: bad.GO: move 2 (Q16) at byte 2 is illegal"), "{run:?}");
    let left = place.files().into_iter().filter(|name| name.starts_with('.'));
    assert_eq!(left.count(), 0);
}

#[test]
fn gnu_go_is_told_the_kind_of_a_move() {
    let place = Place::with_small_book();
    let sgf = place.ok(&["export", "--book", "small", "--to", "gnugo", "--license", "CC0-1.0"]);
    assert!(sgf.starts_with("(;FF[3]GM[1]CA[UTF-8]SZ[19]CP[CC0-1.0]C[written by joseki "), "{sgf}");
    assert!(sgf.contains(";W[nc]SQ[lf]C[J\n# approach]"), "{sgf}");
    assert!(sgf.contains(";W[od]SQ[mf]C[A]"), "a mistake is never played: {sgf}");
    assert!(!sgf.contains("W[qc]"), "its condition cannot be said: {sgf}");
}

#[test]
fn a_folder_is_never_a_mixture_of_two_books() {
    let place = Place::with_small_book();
    let export = ["export", "--book", "small", "--to", "go", "-o", "games"];
    place.ok(&export);
    place.write("games/old.go", "PDQC");
    // A folder stands where a file is to be: nothing is touched.
    std::fs::remove_file(place.path("games/DDCC.go")).expect("a file");
    std::fs::create_dir(place.path("games/DDCC.go")).expect("a folder");
    let forced = [&export[..], &["--force"]].concat();
    let run = place.run(&forced);
    assert_eq!(run.code, Some(1), "{run:?}");
    assert!(run.err.contains("is not a regular file"), "{run:?}");
    assert_eq!(place.read("games/old.go"), b"PDQC");
    std::fs::remove_dir(place.path("games/DDCC.go")).expect("a folder");
    // The database is not a game, whatever its name.
    std::fs::copy(place.path("joseki.db"), place.path("games/db.go")).expect("a copy");
    let run = place.run(&[&["--db", "games/db.go"], &forced[..]].concat());
    assert_eq!(run.code, Some(1), "{run:?}");
    assert!(run.err.contains("is the database itself"), "{run:?}");
    assert_eq!(place.read("games/old.go"), b"PDQC");
    std::fs::remove_file(place.path("games/db.go")).expect("a file");
    // Nor is the source of a program.
    place.write("games/main.go", "package main\n");
    let run = place.run(&forced);
    assert_eq!(run.code, Some(1), "{run:?}");
    assert!(run.err.contains("main.go is not a game of two bytes per move"), "{run:?}");
    assert_eq!(place.read("games/old.go"), b"PDQC");
    assert_eq!(place.read("games/main.go"), b"package main\n");
    std::fs::remove_file(place.path("games/main.go")).expect("a file");
    place.ok(&forced);
    let mut names: Vec<String> = std::fs::read_dir(place.path("games"))
        .expect("a folder")
        .map(|entry| entry.expect("a name").file_name().into_string().expect("text"))
        .collect();
    names.sort();
    assert_eq!(names, ["CD.go", "DDCC.go", "DDCF.go", "DDDE.go"]);
}

#[test]
fn notes_come_with_a_file_that_is_there() {
    let place = Place::with_small_book();
    place.write("book.csv", "mine");
    let run = place.run(&["export", "--to", "csv", "-o", "book.csv"]);
    assert_eq!(run.code, Some(1));
    assert!(run.err.starts_with("error: book.csv already exists"), "{run:?}");
    let ways = ["export", "--book", "small", "--to", "katago", "--orientations", "all"];
    let run = place.run(&ways);
    assert!(
        run.err.contains(" positions: 2 moves of the book in all orientations and both colours\n"),
        "{run:?}"
    );
    let run = place.run(&["export", "--book", "small", "--to", "gnugo", "--depth", "1"]);
    assert!(
        run.err.contains("warning: no patterns are left, and mkpat crashes without any"),
        "{run:?}"
    );
}
