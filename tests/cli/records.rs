//! Records that are not plain SGF, at every command that reads records.

use crate::program::Place;

/// Black at Q16, White at D4, and another White stone at R17 after a pass.
const GIB: &str = "\\HS\r\n\\[GAMEDATE=2016- 3-26-17-29- 5\\]\r\n\\[GAMEWHITENAME=Wu (9D)\\]\r\n\
    \\[GAMEBLACKNAME=Beck (3K)\\]\r\n\\[GAMEINFOMAIN=GTYPE:0,GRLT:1,ZIPSU:25,DUM:0,GONGJE:65,TCNT:4\\]\r\n\
    \\HE\r\n\\GS\r\n2 1 0\r\n5 0 &4\r\nINI 0 1 0 &4 \r\nSTO 0 2 1 15 3 \r\nSTO 0 3 2 3 15 \r\nSKI 0 4 \r\n\
    STO 0 5 2 16 2\r\n\\GE\r\n";

/// Black at Q16, White at O17, Black at R14.
const NGF: &str = "Rating game\n19\nWu          9D*\nBeck        5D\nwww.cyberoro.com\n0\n0\n6\n\
    20110812 [09:31]\n30\nWhite Win by Resign!\n3\nPMABBQEEQ\nPMACWODDO\nPMADBRGGR\n";

/// Black at R16, White at P17.
const UGF: &str = "[Header]\nLang=SJIS\nDate=2001/08/20,09:00:00\nRule=JPN\nSize=19\nHdcp=0,5.50\n\
    Winner=B,1.5\nCoordinateType=IGS\nPlayerW=Wu,9-dan,0,\nPlayerB=Beck,9-dan,0,\n[Data]\n\
    QP,B1,1,0\nOQ,W1,2,0\n";

/// As the Nihon Ki-in and Sina write records: the root has no semicolon.
const BARE: &str = "(\nTE[A cup]\nRD[2020]\nPB[Ann]\nPW[Bob]\nSZ[19]\n;B[pd];W[nc];B[qf])";

fn place() -> Place {
    let place = Place::with_small_book();
    for (name, text) in [("a.gib", GIB), ("b.ngf", NGF), ("c.ugf", UGF), ("d.sgf", BARE)] {
        place.write(name, text);
    }
    place
}

#[test]
fn records_of_servers_are_mined_and_found() {
    let place = place();
    std::fs::create_dir(place.path("club")).expect("a folder");
    for (name, text) in
        [("a.gib", GIB), ("b.NGF", NGF), ("c.ugi", UGF), ("d.txt", BARE), ("e.dat", GIB)]
    {
        place.write(&format!("club/{name}"), text);
    }
    let out = place.ok(&["mine", "club", "--book", "pro", "--min-games", "1"]);
    assert!(
        out.starts_with("5 games seen = 4 counted + 1 already counted + 0 not counted\n"),
        "{out}"
    );
    let lines = place.ok(&["lines", "--book", "pro"]);
    assert!(lines.lines().any(|line| line == "DDCFFC"), "{lines}");
    let found = place.ok(&["find", "--rect", "N19:T13", "--sgf", "b.ngf", "--book", "pro"]);
    assert!(found.contains("Beck 5d (B), Wu 9d (W), 2011-08-12, W+R"), "{found}");
}

#[test]
fn a_damaged_record_of_a_server_is_named_and_counts_up_to_the_damage() {
    let place = place();
    place.write("bad.gib", GIB.replace("SKI 0 4", "STO 0 4 1 19 3"));
    place.write("none.ngf", "no record");
    let out = place.ok(&["mine", "bad.gib", "none.ngf", "--book", "pro", "--min-games", "1"]);
    assert!(out.starts_with("1 game seen = 1 counted"), "{out}");
    let damage =
        "bad.gib: line 13: invalid move `STO 0 4 1 19 3`: expected `STO 0 NUMBER PLAYER X Y`";
    assert!(out.contains(damage), "{out}");
    assert!(out.contains("none.ngf: invalid NGF record: expected the size of the board"), "{out}");
    let next = place.run(&["next", "--sgf", "bad.gib"]);
    assert_eq!(next.code, Some(1), "{next:?}");
    assert!(next.err.contains("bad.gib: line 13: invalid move"), "{next:?}");
}

#[test]
fn every_record_is_reviewed() {
    let place = place();
    for (name, players) in [
        ("a.gib", "Beck 3k (B), Wu 9d (W), 2016-03-26, White won"),
        ("b.ngf", "Beck 5d (B), Wu 9d (W), 2011-08-12, White won"),
        ("c.ugf", "Beck 9d (B), Wu 9d (W), 2001-08-20, Black won"),
        ("d.sgf", "Ann (B), Bob (W)"),
    ] {
        let out = place.ok(&["review", "--book", "small", name, "--all"]);
        assert!(out.contains(players), "{name}: {out}");
        let piped =
            place.run_with_input(&["review", "--book", "small", "-", "--all"], place.read(name));
        assert!(piped.out.contains(players), "{name}: {piped:?}");
    }
    place.ok(&["review", "--book", "small", "b.ngf", "--annotate", "out.sgf"]);
    let text = String::from_utf8(place.read("out.sgf")).expect("UTF-8");
    assert!(text.starts_with("(;FF[4]GM[1]CA[UTF-8]SZ[19]PB[Beck]BR[5d]PW[Wu]"), "{text}");
}

#[test]
fn boards_are_taken_from_every_record() {
    let place = place();
    for (name, at, line) in [
        ("a.gib", "1", "DD"),
        ("b.ngf", "3", "DDCFFC"),
        ("c.ugf", "2", "CDEC"),
        ("d.sgf", "3", "DDCFFC"),
    ] {
        let next = place.json(&["next", "--sgf", name, "--at-move", at]);
        let corners = next["corners"].as_array().expect("corners");
        let steps = corners
            .iter()
            .filter_map(|corner| corner["line"].as_str().or(corner["steps"].as_str()));
        assert!(steps.into_iter().any(|steps| steps == line), "{name}: {next}");
    }
    let score = place.run(&["score", "--sgf", "a.gib", "--format", "json"]);
    assert!(score.out.contains("\"komi\":6.5"), "{score:?}");
}

#[test]
fn every_record_is_imported() {
    let place = place();
    for (name, line) in
        [("a.gib", "DD"), ("b.ngf", "DDCFFC"), ("c.ugf", "CDEC"), ("d.sgf", "DDCFFC")]
    {
        let out = place.ok(&["import", name, "--book", name]);
        assert!(out.starts_with(&format!("{name}: ")), "{out}");
        let lines = place.ok(&["lines", "--book", name]);
        assert!(lines.lines().any(|found| found.starts_with(line)), "{name}: {lines}");
    }
    place.write("bad.ugi", "[Header]\nSize=19\n");
    let bad = place.run(&["import", "bad.ugi", "--book", "x"]);
    assert_eq!(bad.code, Some(1), "{bad:?}");
    assert!(
        bad.err.contains("bad.ugi: invalid UGF record: expected a section [Header]"),
        "{bad:?}"
    );
}

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
