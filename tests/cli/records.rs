//! Records that are not plain SGF, at every command that reads records.

use crate::program::Place;

#[test]
fn moves_are_read_by_one_rule_at_every_door() {
    let place = Place::with_small_book();
    place.write("odd.sgf", "(;SZ[19];B[PD];W[nc]W[qf];B[qf])");
    let next = place.run(&["next", "--book", "small", "--sgf", "odd.sgf", "--format", "json"]);
    assert_eq!(next.code, Some(0), "{next:?}");
    for warning in [
        "odd.sgf: line 1: B[PD] is read as B[pd]",
        "odd.sgf: line 1: W has several values: W[nc] is the move, and the others are left out",
    ] {
        assert!(next.err.contains(warning), "{next:?}");
    }
    let import = place.ok(&["import", "odd.sgf", "--book", "odd"]);
    assert!(import.contains("B[PD] is read as B[pd]"), "{import}");
    place.ok(&["mine", "odd.sgf", "--book", "mined", "--min-games", "1"]);
    for book in ["odd", "mined"] {
        assert_eq!(place.ok(&["lines", "--book", book]), "DDCFFC\n");
    }
    let review = place.ok(&["review", "--book", "small", "odd.sgf", "--all"]);
    assert!(review.contains("move 2 W O17"), "{review}");
}
