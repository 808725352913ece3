//! `joseki find`: patterns in the games of a book.

use std::io::Read;
use std::process::Command;

use crate::program::{Place, Run};
use crate::programs::needs;

/// Games of the book of a new database.
const ENGINE_GAMES: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/src/service/curate/starter/engine_games.sgf.zst");

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

/// Every number of some patterns, compared with an independent program.
#[test]
fn a_new_database_has_games_to_find() {
    needs!("python3");
    let place = Place::new();
    let mut records = String::new();
    let file = joseki::format::archive::open(ENGINE_GAMES.as_ref());
    file.expect("the records").read_to_string(&mut records).expect("text");
    let games = records.lines().count() as u64;
    place.write("records.sgf", &records);
    let asked = [
        ("corner", "......./......./.....O./...X.../......./......./......."),
        ("corner", "....../....../..O.../...X../....../......"),
        ("any", ".X./X.X/.X."),
        ("any", ".XO/XO./.XO"),
        ("any", "XX/.X"),
        ("any", "X*O/oxX"),
    ];
    let oracle = Command::new("python3")
        .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cli/find.py"))
        .arg(place.path("records.sgf"))
        .args(asked.iter().flat_map(|(anchor, pattern)| [anchor, pattern]))
        .output()
        .expect("python3");
    let oracle = Run::of(&oracle);
    assert_eq!((oracle.code, oracle.out.lines().count()), (Some(0), asked.len()), "{oracle:?}");
    for ((anchor, pattern), theirs) in asked.into_iter().zip(oracle.out.lines()) {
        let theirs: Vec<u64> =
            theirs.split_whitespace().map(|number| number.parse().expect("a number")).collect();
        let found = place.json(&["find", pattern, "--anchor", anchor, "--book", "engine-games"]);
        let number = |field: &str| found[field].as_u64().expect("a number");
        let ours = vec![number("games"), number("hits"), number("no_continuation")];
        assert_eq!(ours, theirs, "{pattern}");
        assert_eq!((number("searched"), number("without_moves")), (games, 0), "{pattern}");
        assert!(number("games") > 0 || pattern.starts_with(".XO"), "{pattern}");
    }
}

/// The book that mining the same records makes.
#[test]
fn the_games_of_a_new_database_are_mined_as_usual() {
    let place = Place::new();
    place.ok(&["mine", ENGINE_GAMES, "--book", "mined", "--source", "engine-games"]);
    for form in ["counts", "sgf"] {
        let export = |book| place.ok(&["export", "--book", book, "--to", form]);
        assert_eq!(export("mined"), export("engine-games"), "{form}");
    }
}

#[test]
fn a_search_without_games_names_a_book_that_has_some() {
    let place = Place::new();
    place.ok(&["sources", "set", "club", "--license", "MIT"]);
    let pattern = ["find", ".X./X.X/.X."];
    let main = place.run(&pattern);
    assert_eq!(main.code, Some(0), "{main:?}");
    assert!(
        main.out.contains("52483 games cannot be searched: the book does not have their moves"),
        "{main:?}"
    );
    let hint = "note: book \"main\" has no games that can be searched; book \"engine-games\" has: --book engine-games\n";
    assert!(main.err.ends_with(hint), "{main:?}");
    let json = place.json(&pattern);
    assert_eq!((&json["searched"], &json["without_moves"]), (&0.into(), &52_483.into()));
    // Games that a filter leaves out are there nevertheless, and there are no others of xiangqi.
    let none = ["find", "X", "--book", "engine-games", "--until", "1990"];
    let xiangqi = ["find", "--book", "xiangqi", "--material", "R1"];
    for arguments in [&none[..], &xiangqi] {
        let run = place.run(arguments);
        assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{arguments:?}");
    }
    // Games that are mined on top of imported counts count once.
    place.write("games.sgf", GAMES);
    place.ok(&["mine", "games.sgf"]);
    let json = place.json(&pattern);
    assert_eq!((&json["searched"], &json["without_moves"]), (&2.into(), &52_483.into()));
}

/// Programs that start at once on a new file: all of them answer.
#[test]
fn programs_that_start_at_once_make_one_database() {
    for _ in 0..3 {
        let place = Place::new();
        let one = ["sources", "set", "club", "--license", "MIT"];
        let start = |arguments: &[&str]| {
            let mut command = place.command(arguments);
            command.stdout(std::process::Stdio::piped()).stderr(std::process::Stdio::piped());
            command.spawn().expect("a run")
        };
        let other = ["sources", "set", "others", "--license", "MIT"];
        let running = [start(&one), start(&other), start(&one), start(&other)];
        let runs = running.map(|child| Run::of(&child.wait_with_output().expect("a run")));
        assert!(runs.iter().all(|run| run.code == Some(0)), "{runs:?}");
        assert_eq!(runs[0].out, runs[2].out);
        assert_eq!(runs[1].out, runs[3].out);
        let created = runs.iter().filter(|run| run.err.contains("starter book")).count();
        assert_eq!(created, 1, "{runs:?}");
        let books = place.json(&["books"]);
        let names: Vec<&str> = books["books"]
            .as_array()
            .expect("books")
            .iter()
            .map(|book| book["name"].as_str().expect("a name"))
            .collect();
        assert_eq!(names, ["engine-games", "main", "renju", "xiangqi"]);
    }
}
