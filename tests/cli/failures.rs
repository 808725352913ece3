//! What goes wrong: a message, a hint and an exit code for each.

use std::fs;

use crate::program::{Place, Run};

/// A run that fails in this way, printing no answer.
#[track_caller]
fn fails(place: &Place, arguments: &[&str], code: i32, error: &str, hint: &str) {
    let run = place.run(arguments);
    assert_eq!((run.code, run.out.as_str()), (Some(code), ""), "{arguments:?} {run:?}");
    let expected = format!("error: {error}\nhint: {hint}\n");
    assert_eq!(run.err, expected, "{arguments:?}");
}

/// An invalid command line.
#[track_caller]
fn makes_no_sense(place: &Place, arguments: &[&str], error: &str) {
    let run = place.run(arguments);
    assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{arguments:?} {run:?}");
    assert!(run.err.starts_with(&format!("error: {error}")), "{run:?}");
}

#[test]
fn files_that_cannot_be_imported() {
    let place = Place::with_small_book();
    fs::create_dir(place.path("trees")).expect("a directory");
    place.write("text.sgf", "hello");
    place.write("open.sgf", "(;B[pd]C[never closed");
    fails(
        &place,
        &["import", "trees"],
        1,
        "trees is a directory",
        "name its files instead: trees/*.sgf",
    );
    fails(
        &place,
        &["import", "*.gib"],
        1,
        "cannot read *.gib: No such file or directory (os error 2)",
        "no file matches this pattern",
    );
    fails(
        &place,
        &["import", "no.sgf"],
        1,
        "cannot read no.sgf: No such file or directory (os error 2)",
        "nothing was done; check the name",
    );
    let mend = "nothing was imported; fix the file or leave it out, and import again";
    fails(
        &place,
        &["import", "text.sgf"],
        1,
        "text.sgf: line 1: the input ends here without a game tree; SGF starts with \"(;\", check that this is an SGF file",
        mend,
    );
    fails(
        &place,
        &["import", "open.sgf"],
        1,
        "open.sgf: line 1: the value of property C is never closed with ']'; add the missing bracket",
        mend,
    );
    fails(
        &place,
        &["import", "small.sgf", "--book", "a b"],
        1,
        "invalid book name \"a b\": use 1 to 64 letters, digits, dots, dashes and underscores, not starting with a dash",
        "choose another name with --book",
    );
}

#[test]
fn books_and_lines_that_are_not_there() {
    let place = Place::with_small_book();
    let error = "unknown book \"nope\"; known books: main, small";
    let hint = "choose a known book with --book, or another database with --db";
    for arguments in [
        &["next", "--book", "nope"][..],
        &["lines", "--book", "nope"],
        &["export", "--book", "nope", "--to", "sgf"],
        &["export", "--book", "nope", "--to", "lines", "-o", "x"],
    ] {
        fails(&place, arguments, 1, error, hint);
    }
    assert!(!place.path("x").exists());
    fails(
        &place,
        &["lines", "--prefix", "ZZ"],
        1,
        "invalid line prefix \"ZZ\": lines consist of the letters A to S and X",
        "write a prefix as in DDCF",
    );
}

#[test]
fn moves_that_are_none() {
    let place = Place::new();
    let points = "write points as in Q16 (h8 in renju and gomoku), or as in pd with --coords sgf, and a pass as `pass`; --size sets the board size";
    fails(
        &place,
        &["next", "--moves", "Q16,I5"],
        2,
        "--moves: move 2: invalid GTP point \"I5\": expected a column letter A-T without I and a row 1-19",
        points,
    );
    fails(
        &place,
        &["next", "--moves", "Q16", "--size", "9"],
        2,
        "--moves: move 1: point \"Q16\" is off the 9x9 board",
        points,
    );
    fails(
        &place,
        &["next", "--moves", "Q16", "--coords", "sgf"],
        2,
        "--moves: move 1: invalid SGF point \"Q16\": expected two letters a-s",
        points,
    );
    fails(
        &place,
        &["next", "--stones", "B:D4,W:D20"],
        2,
        "--stones: stone 2: point \"D20\" is off the 19x19 board",
        points,
    );
    fails(
        &place,
        &["next", "--moves", "green:Q16"],
        2,
        "--moves: move 1: invalid colour \"green\": expected \"B\" or \"W\"",
        "write the colour as B or W before the point, as in W:Q16",
    );
    assert_eq!(place.files(), [""; 0]);
}

#[test]
fn moves_that_the_rules_forbid() {
    let place = Place::with_small_book();
    fails(
        &place,
        &["next", "--moves", "Q16,D4,Q16"],
        1,
        "move 3 is illegal: the point is occupied",
        "move 3 is black at Q16; set colours explicitly as in W:Q16",
    );
    fails(
        &place,
        &["next", "--moves", "B:A2,B:B1,W:A1"],
        1,
        "move 3 is illegal: the move is suicide",
        "move 3 is white at A1; set colours explicitly as in W:A1",
    );
    fails(
        &place,
        &["next", "--stones", "D4,W:D4"],
        1,
        "initial stone 2 is on an occupied point",
        "remove or move the stone at D4",
    );
}

#[test]
fn flags_out_of_range() {
    let place = Place::new();
    for size in ["8", "20", "300", "x"] {
        makes_no_sense(&place, &["next", "--size", size], "invalid value '");
    }
    for arguments in [
        &["next", "--limit", "0"][..],
        &["next", "--limit", "362"],
        &["next", "--min-verdict", "best"],
        &["next", "--to-play", "green"],
        &["next", "--format", "xml"],
        &["next", "--log", "a=b=c"],
        &["serve", "--listen", "here"],
        &["keys", "create", "--name", "x", "--scopes", "read", "--expires-in-days", "0"],
    ] {
        makes_no_sense(&place, arguments, "invalid value '");
    }
    makes_no_sense(
        &place,
        &["next", "--sgf", "a", "--moves", "Q16"],
        "the argument '--sgf <FILE>' cannot be used with",
    );
    makes_no_sense(&place, &["next", "--move", "3"], "the following required arguments");
    for command in ["next", "score"] {
        makes_no_sense(
            &place,
            &[command, "--move", "Q16,O17"],
            "invalid value 'Q16,O17' for '--at-move <N>': expected the number of a move; moves themselves go to --moves\n",
        );
    }
    makes_no_sense(
        &place,
        &["next", "--limit", "0"],
        "invalid value '0' for '--limit <N>': expected a whole number from 1 to 361\n",
    );
    makes_no_sense(
        &place,
        &["next", "--seed", "x"],
        "invalid value 'x' for '--seed <N>': expected a whole number\n",
    );
    makes_no_sense(
        &place,
        &["score", "--komi", "x"],
        "invalid value 'x' for '--komi <POINTS>': expected a number\n",
    );
    makes_no_sense(&place, &["books", "--db", ""], "a value is required for '--db <FILE>'");
    let long = "x".repeat(201);
    makes_no_sense(
        &place,
        &["next", "--opponent", &long],
        "--opponent: the name is longer than 200 characters",
    );
    assert_eq!(place.files(), [""; 0]);
}

#[test]
fn databases_that_are_none() {
    let place = Place::with_starter();
    fs::create_dir(place.path("dir")).expect("a directory");
    place.write("text.db", "hello");
    fails(
        &place,
        &["books", "--db", "text.db"],
        1,
        "text.db is not a joseki database: it is not an SQLite file; it was left unchanged",
        "choose another database with --db or JOSEKI_DB",
    );
    assert_eq!(place.read("text.db"), b"hello");
    for (db, hint) in [
        ("dir", "it is a directory: choose a file in it with --db"),
        ("none/x.db", "directory none does not exist: create it first"),
        ("text.db/x.db", "directory text.db does not exist: create it first"),
    ] {
        let run = place.run(&["sources", "set", "x", "--license", "MIT", "--db", db]);
        assert_eq!((run.code, run.out.as_str()), (Some(1), ""), "{run:?}");
        assert!(run.err.starts_with(&format!("error: {db}: ")), "{run:?}");
        assert!(run.err.ends_with(&format!("\nhint: {hint}\n")), "{run:?}");
    }
}

#[cfg(unix)]
#[test]
fn a_database_that_may_not_be_written() {
    use std::os::unix::fs::PermissionsExt;
    let place = Place::with_starter();
    let shut = place.path("shut");
    fs::create_dir(&shut).expect("a directory");
    fs::set_permissions(&shut, fs::Permissions::from_mode(0o555)).expect("its owner may");
    if fs::write(shut.join("probe"), "").is_ok() {
        // The superuser may write everywhere.
        return;
    }
    let run = place.run(&["books", "--db", "shut/x.db"]);
    assert_eq!((run.code, run.out.as_str()), (Some(1), ""), "{run:?}");
    assert!(run.err.starts_with("error: shut/x.db"), "{run:?}");
    assert!(run.err.contains("\nhint: "), "{run:?}");
}

#[test]
fn read_only_answers_and_never_writes() {
    let place = Place::with_small_book();
    let before = place.read("joseki.db");
    for reading in READING {
        let usual = place.ok(reading);
        assert_eq!(place.ok(&[&["--read-only"], *reading].concat()), usual, "{reading:?}");
    }
    for writing in [
        &["import", "small.sgf"][..],
        &["keys", "create", "--name", "x", "--scopes", "read"],
        &["doctor", "--recount"],
        &["restore", "copy.db"],
    ] {
        fails(
            &place,
            &[writing, &["--read-only"]].concat(),
            1,
            "joseki.db was opened read-only: nothing was written; open it without --read-only",
            "run the command without --read-only, or choose another with --db",
        );
    }
    assert_eq!(place.read("joseki.db"), before);
    place.write("empty.db", "");
    let files = place.files();
    for db in ["none.db", "empty.db"] {
        let run = place.run(&["books", "--read-only", "--db", db]);
        assert_eq!((run.code, run.out.as_str()), (Some(1), ""), "{run:?}");
        assert_eq!(place.files(), files, "nothing is created");
    }
}

#[test]
fn a_file_with_half_of_a_change_is_opened_once_for_writing() {
    let place = Place::with_small_book();
    let conn = crate::raw::open(&place.path("joseki.db"));
    let mode: String =
        conn.query_row("PRAGMA journal_mode = DELETE", [], |row| row.get(0)).expect("a mode");
    assert_eq!(mode, "delete");
    // Pages that do not fit into its memory are in the file before the end.
    conn.pragma_update(None, "cache_size", 4).expect("a cache");
    let rows = "CREATE TABLE filler (value INTEGER, page BLOB);
        INSERT INTO filler SELECT 0, zeroblob(4000) FROM
            (WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 200) SELECT i FROM n);
        BEGIN; UPDATE filler SET value = 1;";
    conn.execute_batch(rows).expect("half of a change");
    for end in ["", "-journal"] {
        place.write(&format!("copy.db{end}"), place.read(&format!("joseki.db{end}")));
    }
    drop(conn);
    let reading = ["books", "--read-only", "--db", "copy.db"];
    fails(
        &place,
        &reading,
        1,
        "copy.db cannot be written: the changes in its log (-wal) or rollback journal (-journal) must be merged into it first; give this user write permission for it and its directory",
        "open it once where it can be written, without --read-only, as with `joseki books`",
    );
    let books = place.ok(&["books", "--db", "copy.db"]);
    assert_eq!(place.ok(&reading), books);
}

/// Commands that only read, on the small book.
const READING: &[&[&str]] = &[
    &["books"],
    &["next", "--book", "small", "--moves", "Q16"],
    &["lines", "--book", "small"],
    &["history"],
    &["export", "--book", "small", "--to", "sgf"],
    &["results"],
    &["keys", "list"],
    &["doctor"],
    &["conditions", "--book", "small"],
    &["import", "--dry-run", "small.sgf"],
];

#[cfg(unix)]
#[test]
fn a_database_in_a_read_only_directory_answers() {
    use std::os::unix::fs::{PermissionsExt, chown};
    use std::os::unix::process::CommandExt;
    let place = Place::with_small_book();
    let permit = |name: &str, mode| {
        fs::set_permissions(place.path(name), fs::Permissions::from_mode(mode)).expect("a mode");
    };
    fs::create_dir(place.path("shut")).expect("a directory");
    fs::rename(place.path("joseki.db"), place.path("shut/joseki.db")).expect("a file");
    permit("shut/joseki.db", 0o444);
    permit("shut", 0o555);
    // Permissions do not bind the superuser, so the program then runs as nobody.
    let nobody = fs::write(place.path("shut/probe"), "").is_ok().then_some(65_534);
    let mut program = std::path::PathBuf::from(env!("CARGO_BIN_EXE_joseki"));
    if let Some(nobody) = nobody {
        fs::remove_file(place.path("shut/probe")).expect("the probe");
        // The directories above the original may be closed to nobody.
        let copy = place.path("joseki");
        fs::copy(&program, &copy).expect("a copy of the program");
        program = copy;
        permit(".", 0o755);
        chown(place.path("."), Some(nobody), Some(nobody)).expect("an owner");
    }
    let run = |arguments: &[&str]| {
        let template = place.command(&[]);
        let mut command = std::process::Command::new(&program);
        command.args(arguments).args(["--db", "shut/joseki.db"]).current_dir(place.path("."));
        for (name, value) in template.get_envs() {
            match value {
                Some(value) => command.env(name, value),
                None => command.env_remove(name),
            };
        }
        if let Some(nobody) = nobody {
            command.uid(nobody).gid(nobody);
        }
        Run::of(&command.output().expect("a run"))
    };
    for flags in [&[][..], &["--read-only"]] {
        for reading in READING {
            let run = run(&[flags, *reading].concat());
            assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{reading:?} {run:?}");
        }
    }
    let copied = run(&["backup", "copy.db"]);
    assert_eq!(copied.code, Some(0), "{copied:?}");
    let written = run(&["import", "small.sgf"]);
    assert_eq!(written.code, Some(1), "{written:?}");
    let left: Vec<_> = fs::read_dir(place.path("shut")).expect("a directory").collect();
    assert_eq!(left.len(), 1, "{left:?}");
    permit("shut", 0o755);
}

#[test]
fn files_that_cannot_be_written() {
    let place = Place::with_small_book();
    fs::create_dir(place.path("dir")).expect("a directory");
    let before = place.read("joseki.db");
    let export = |file: &'static str| ["export", "--to", "lines", "--force", "-o", file];
    fails(
        &place,
        &export("joseki.db"),
        1,
        "joseki.db is the database itself",
        "choose another file",
    );
    fails(&place, &export("none/x"), 1, "directory none does not exist", "create it first");
    fails(
        &place,
        &export("dir"),
        1,
        "dir is not a regular file",
        "choose a regular file; for -o, standard output works too",
    );
    assert_eq!(place.read("joseki.db"), before);
}

#[test]
fn records_without_a_board() {
    let place = Place::with_small_book();
    place.write("late.sgf", "(;B[pd];W[dd]\n;AB[aa];B[qq])");
    place.write("chess.sgf", "(;GM[3])");
    place.write("off.sgf", "(;SZ[9];B[ee];W[pd])");
    let next = |file: &'static str| ["next", "--sgf", file];
    fails(
        &place,
        &next("late.sgf"),
        1,
        "late.sgf: line 2: stones are added or removed after move 2",
        "choose the board before it with --at-move 2",
    );
    // The moves after the requested one do not matter.
    place.ok(&["next", "--sgf", "late.sgf", "--move", "2"]);
    place.ok(&["next", "--sgf", "off.sgf", "--move", "1"]);
    fails(
        &place,
        &["next", "--sgf", "late.sgf", "--move", "1", "--book", "none"],
        1,
        "unknown book \"none\"; known books: main, small",
        "choose a known book with --book, or another database with --db",
    );
    let mend = "fix the record, or choose an earlier move with --at-move";
    fails(
        &place,
        &next("chess.sgf"),
        1,
        "chess.sgf: line 1: the tree is for game GM[3], expected Go (GM[1])",
        mend,
    );
    fails(&place, &next("off.sgf"), 1, "off.sgf: line 1: invalid point W[pd]", mend);
    fails(
        &place,
        &["next", "--sgf", "small.sgf", "--move", "3"],
        1,
        "small.sgf: invalid move number 3: the main line has 2 moves",
        "choose a move from 0 to 2",
    );
}
