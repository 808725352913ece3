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
