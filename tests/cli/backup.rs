//! `joseki backup` and `joseki restore`.

use std::fs;
use std::process::{Child, Stdio};
use std::time::Instant;

use rusqlite::Connection;
use serde_json::json;

use crate::games::approaches;
use crate::program::{Place, Run, SMALL};

/// A database with the small book, three results and a backup `one.db`.
fn with_backup() -> Place {
    let place = Place::with_small_book();
    place.write("lost.sgf", approaches("a", "me", "B+R", 1..4));
    place.ok(&["learn", "lost.sgf", "--opponent", "a"]);
    // Looking at the large book would take most of the time.
    place.ok(&["book", "delete", "main"]);
    place.ok(&["backup", "one.db"]);
    place
}

fn more(place: &Place) {
    place.write("more.sgf", "(;GM[1]SZ[19];B[pc])");
    place.ok(&["import", "--book", "more", "more.sgf"]);
}

fn databases(place: &Place) -> Vec<String> {
    let mut names = place.files();
    names.retain(|name| !name.ends_with(".sgf"));
    names
}

fn refused(run: &Run, error: &str) {
    assert_eq!((run.code, run.out.as_str()), (Some(1), ""), "{run:?}");
    assert!(run.err.contains(error), "{run:?}");
    assert!(run.err.contains("\nhint: "), "{run:?}");
}

#[test]
fn a_backup_says_what_it_holds_and_is_a_database() {
    let place = with_backup();
    let told = place.ok(&["backup", "two.db"]);
    let lines: Vec<&str> = told.lines().collect();
    assert!(lines[0].starts_with("two.db: ") && lines[0].ends_with(" s"));
    assert_eq!(
        lines[1..],
        [
            "  book small: version 1, 5 nodes, 4 lines",
            "  3 results, 0 quiz answers, 0 evaluations, 0 keys",
            "Checked: no problems found.",
        ]
    );
    let answer = place.json(&["backup", "three.db", "--no-check"]);
    assert_eq!(answer["file"], "three.db");
    assert_eq!(answer["checked"], false);
    assert_eq!(answer["results"], 3);
    assert_eq!(answer["books"][0]["name"], "small");
    assert_eq!(answer["removed"], json!([]));
    let bytes = fs::metadata(place.path("three.db")).expect("a file").len();
    assert_eq!(answer["bytes"], bytes);
    for command in [&["lines", "--book", "small"][..], &["results"], &["history", "--all"]] {
        let of = |db| place.ok(&[command, &["--db", db]].concat());
        assert_eq!(of("two.db"), of("joseki.db"), "{command:?}");
    }
    assert_eq!(databases(&place), ["joseki.db", "one.db", "three.db", "two.db"]);
}

#[test]
fn what_is_there_or_cannot_be_there_is_refused() {
    let place = with_backup();
    let before = place.read("one.db");
    refused(&place.run(&["backup", "one.db"]), "one.db already exists");
    refused(&place.run(&["backup", "joseki.db"]), "the database itself");
    refused(&place.run(&["backup", "none/b.db"]), "directory none does not exist");
    refused(&place.run(&["backup", "--db", "nope.db", "b.db"]), "database nope.db does not exist");
    place.write("text.db", "no database, and long enough to be seen as none");
    refused(&place.run(&["backup", "--db", "text.db", "b.db"]), "text.db is not a joseki database");
    assert_eq!(place.run(&["backup", "b.db", "--keep", "2"]).code, Some(2));
    assert_eq!(place.read("one.db"), before);
    assert_eq!(databases(&place), ["joseki.db", "one.db", "text.db"]);
}

#[test]
fn a_directory_keeps_so_many() {
    let place = with_backup();
    fs::create_dir(place.path("kept")).expect("a directory");
    let old = "joseki-2025-01-01T000000Z.db";
    let others = ["club-2024-01-01T000000Z.db", "joseki-2024.db", "joseki.db"];
    for name in others.iter().chain(&[old]) {
        place.write(&format!("kept/{name}"), "anything");
    }
    let answer = place.json(&["backup", "kept", "--keep", "2"]);
    assert_eq!(answer["removed"], json!([]));
    place.write("kept/joseki-2025-01-02T000000Z.db", "anything");
    let only = place.json(&["backup", "--db", "one.db", "kept", "--keep", "1"]);
    assert_eq!(only["removed"], json!([]), "those of another database");
    let again = || place.run(&["backup", "kept", "--keep", "1", "--format", "json"]);
    // A second has one name.
    let run = std::iter::repeat_with(again)
        .find(|run| run.code == Some(0))
        .expect("a run in another second");
    let answer: serde_json::Value = serde_json::from_str(&run.out).expect("JSON");
    assert_eq!(answer["removed"].as_array().map(Vec::len), Some(3));
    assert_eq!(answer["removed"][0], old);
    let newest = answer["file"].as_str().expect("a name");
    assert!(place.path(newest).exists());
    for name in others {
        assert!(place.path(&format!("kept/{name}")).exists(), "{name}");
    }
    assert_eq!(place.ok(&["lines", "--book", "small", "--db", newest]), "CD\nDDCC\nDDCF\nDDDE\n");
}

#[test]
fn a_damaged_database_makes_no_backup_unless_asked_to() {
    let place = with_backup();
    let connection = Connection::open(place.path("joseki.db")).expect("the database");
    connection.execute("DELETE FROM line WHERE line = 'DDDE'", ()).expect("a table");
    drop(connection);
    fs::create_dir(place.path("kept")).expect("a directory");
    place.write("kept/joseki-2025-01-01T000000Z.db", "the last good one");
    let run = place.run(&["backup", "kept", "--keep", "1"]);
    refused(&run, "joseki.db is damaged and was not backed up");
    let kept = fs::read_dir(place.path("kept")).expect("a directory");
    assert_eq!(kept.count(), 1);
    place.ok(&["backup", "two.db", "--no-check"]);
    refused(&place.run(&["restore", "two.db"]), "two.db is damaged");
    assert_eq!(databases(&place), ["joseki.db", "kept", "one.db", "two.db"]);
}

#[test]
fn a_backup_comes_back_and_what_was_there_is_kept() {
    let place = with_backup();
    more(&place);
    let told = place.ok(&["restore", "one.db"]);
    assert!(told.starts_with("Restored joseki.db from one.db:\n  book "), "{told}");
    assert!(
        told.contains("The previous database is kept as ") && told.contains(".before-restore."),
        "{told}"
    );
    let books = |db| place.json(&["books", "--db", db])["books"].clone();
    assert_eq!(books("joseki.db"), books("one.db"));
    assert_eq!(place.json(&["doctor", "--book", "small"])["healthy"], true);
    assert_eq!(books("joseki.db.before-restore").as_array().map(Vec::len), Some(2));
    // Another name for the second, and none for what was not there.
    let again = place.json(&["restore", "one.db"]);
    let before = again["before"].as_str().expect("a name");
    assert!(before.ends_with("joseki.db.before-restore-2"), "{before}");
    let fresh = place.json(&["restore", "one.db", "--db", "fresh.db"]);
    assert_eq!(fresh["before"], json!(null));
    assert_eq!(fresh["results"], 3);
    assert_eq!(
        databases(&place),
        [
            "fresh.db",
            "joseki.db",
            "joseki.db.before-restore",
            "joseki.db.before-restore-2",
            "one.db"
        ]
    );
}

#[test]
fn what_is_no_sound_backup_changes_nothing() {
    let place = with_backup();
    more(&place);
    let before = place.read("joseki.db");
    let mut damaged = place.read("one.db");
    let middle = damaged.len() / 2;
    damaged[middle..middle + 4096].fill(7);
    place.write("damaged.db", damaged);
    place.write("short.db", &place.read("one.db")[..10_000]);
    place.write("foreign.db", SMALL);
    for (file, schema) in [("newer.db", 1000), ("outdated.db", 18)] {
        place.write(file, place.read("one.db"));
        let connection = Connection::open(place.path(file)).expect("a database");
        connection.pragma_update(None, "user_version", schema).expect("a number");
    }
    place.write("empty.db", "");
    for (file, error) in [
        ("damaged.db", "damaged.db"),
        ("short.db", "short.db"),
        ("foreign.db", "is not a joseki database"),
        ("newer.db", "has schema 1000"),
        ("outdated.db", "has schema 18, from before 0.1.0"),
        ("joseki.db", "cannot restore joseki.db from itself"),
        ("nothing.db", "database nothing.db does not exist"),
        ("empty.db", "empty.db is empty, not a joseki database"),
    ] {
        refused(&place.run(&["restore", file]), error);
        assert_eq!(place.read("joseki.db"), before, "{file}");
    }
    assert!(place.files().iter().all(|name| !name.contains("restore")));
}

/// A session over GTP that has the database open until it is dropped.
struct Session(Child);

impl Session {
    fn on(place: &Place) -> Session {
        use std::io::{BufRead, BufReader, Write};
        let mut command = place.command(&["gtp", "--book", "small"]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().expect("a run");
        let stdin = child.stdin.as_mut().expect("standard input");
        stdin.write_all(b"name\n").expect("it reads");
        let stdout = child.stdout.as_mut().expect("standard output");
        let mut line = String::new();
        BufReader::new(stdout).read_line(&mut line).expect("a line");
        assert!(line.starts_with('='), "{line}");
        Session(child)
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        drop(self.0.kill());
        drop(self.0.wait());
    }
}

#[test]
fn a_database_in_use_keeps_its_place() {
    let place = with_backup();
    more(&place);
    let session = Session::on(&place);
    let told = place.ok(&["backup", "two.db"]);
    assert!(told.contains("  book more: "), "{told}");
    let run = place.run(&["restore", "one.db"]);
    refused(&run, "joseki.db is locked by another program");
    assert!(run.err.contains("stop the program that uses joseki.db"), "{run:?}");
    let books = || place.json(&["books"])["books"].as_array().map(Vec::len);
    assert_eq!(books(), Some(2));
    drop(session);
    // It was killed, and what it left beside the database is folded in.
    place.ok(&["restore", "one.db"]);
    assert_eq!(books(), Some(1));
    assert_eq!(databases(&place), ["joseki.db", "joseki.db.before-restore", "one.db", "two.db"]);
}

#[cfg(unix)]
#[test]
fn a_database_that_cannot_be_read_is_kept_and_replaced_unless_somebody_has_it() {
    let place = with_backup();
    let session = Session::on(&place);
    let mut damaged = place.read("joseki.db");
    damaged[..4096].fill(0x55);
    place.write("joseki.db", &damaged);
    let run = place.run(&["restore", "one.db"]);
    refused(&run, "joseki.db is locked by another program");
    assert_eq!(place.read("joseki.db"), damaged);
    drop(session);
    place.ok(&["restore", "one.db"]);
    assert_eq!(place.read("joseki.db.before-restore"), damaged);
    assert_eq!(place.ok(&["lines", "--book", "small"]), "CD\nDDCC\nDDCF\nDDDE\n");
}

/// Killed at any moment, the database is the old one or the new one.
#[test]
fn a_restore_that_is_killed_leaves_one_whole_database() {
    let place = with_backup();
    more(&place);
    let books = || place.json(&["books"])["books"].as_array().map(Vec::len);
    let started = Instant::now();
    place.ok(&["restore", "one.db", "--db", "other.db"]);
    let whole = started.elapsed();
    let (mut old, mut new) = (0, 0);
    for step in 1..=8 {
        let mut child =
            place.command(&["restore", "one.db"]).stdout(Stdio::null()).spawn().expect("a run");
        std::thread::sleep(whole * step / 7);
        drop(child.kill());
        drop(child.wait());
        match books() {
            Some(2) => old += 1,
            Some(1) => {
                new += 1;
                more(&place);
            }
            other => panic!("{other:?} books"),
        }
    }
    assert_eq!(old + new, 8);
    assert_eq!(place.json(&["doctor"])["healthy"], true);
}

/// The size of a database's pages.
const PAGE: usize = 4096;

/// Fills pages with nonsense, by their numbers from 1.
fn damage(place: &Place, name: &str, pages: &[u32]) {
    let mut bytes = place.read(name);
    for page in pages {
        let end = *page as usize * PAGE;
        bytes[end - PAGE..end].fill(0x5a);
    }
    place.write(name, bytes);
}

/// The leaves of a table, in order of their numbers.
fn leaves(place: &Place, table: &str) -> Vec<u32> {
    let bytes = place.read("joseki.db");
    let root: u32 = Connection::open(place.path("joseki.db"))
        .and_then(|conn| {
            let sql = "SELECT rootpage FROM sqlite_schema WHERE name = ?1";
            conn.query_row(sql, [table], |row| row.get(0))
        })
        .expect("a table");
    let (mut pages, mut leaves) = (vec![root], Vec::new());
    while let Some(page) = pages.pop() {
        let start = (page as usize - 1) * PAGE;
        let number = |at: usize| u32::from_be_bytes(bytes[at..at + 4].try_into().expect("four"));
        let short = |at: usize| usize::from(u16::from_be_bytes([bytes[at], bytes[at + 1]]));
        match bytes[start] {
            // An inner page of a table.
            5 => {
                let cells = (0..short(start + 3)).map(|cell| short(start + 12 + 2 * cell));
                pages.extend(cells.map(|cell| number(start + cell)));
                pages.push(number(start + 8));
            }
            _ => leaves.push(page),
        }
    }
    leaves.sort_unstable();
    leaves
}

#[test]
fn what_can_be_read_of_a_damaged_database_is_recovered() {
    let place = Place::with_starter();
    place.write("lost.sgf", approaches("a", "me", "B+R", 1..4));
    place.ok(&["learn", "lost.sgf", "--opponent", "a"]);
    place.ok(&["keys", "create", "--name", "bot", "--scopes", "read"]);
    let whole = place.json(&["recover", "whole.db"]);
    let of = |answer: &serde_json::Value, table: &str| {
        let tables = answer["tables"].as_array().expect("tables").clone();
        let found = tables.into_iter().find(|found| found["table"] == table).expect("a table");
        (found["recovered"].as_u64().expect("a number"), found["lost"].as_u64())
    };
    for table in whole["tables"].as_array().expect("tables") {
        assert_eq!(table["lost"], 0, "{table}");
    }
    assert_eq!((of(&whole, "node").0, of(&whole, "result").0), (63_114, 3));
    for command in [&["results"][..], &["keys", "list"], &["history", "--all"], &["lines"]] {
        let shown = |db| place.ok(&[command, &["--db", db]].concat());
        assert!(shown("whole.db") == shown("joseki.db"), "{command:?}");
    }
    // Pages in the middle of the nodes, two of them beside each other, and one of the log.
    let nodes = leaves(&place, "node");
    let middle = nodes.len() / 2;
    let log = leaves(&place, "change_part")[0];
    let pages = [nodes[3], nodes[middle], nodes[middle + 1], log];
    let before = place.read("joseki.db");
    damage(&place, "joseki.db", &pages);
    assert_eq!(place.run(&["doctor"]).code, Some(1));
    let damaged = place.read("joseki.db");
    let run = place.run(&["recover", "new.db", "--format", "json"]);
    let answer: serde_json::Value = serde_json::from_str(&run.out).expect("JSON");
    assert_eq!(place.read("joseki.db"), damaged, "it is only read");
    let (found, lost) = of(&answer, "node");
    assert!((30_000..63_111).contains(&found), "{answer}");
    assert!(lost.is_none_or(|lost| lost + found == 63_111), "{answer}");
    assert_eq!((of(&answer, "result"), of(&answer, "api_key")), ((3, Some(0)), (1, Some(0))));
    assert_eq!(answer["healthy"], true, "{answer}");
    assert_eq!(run.code, Some(1), "{run:?}");
    assert!(
        run.err.starts_with(r#"{"error":"new.db lacks rows of the damaged database""#),
        "{run:?}"
    );
    let shown = |db| place.ok(&["results", "--db", db]);
    place.write("joseki.db", before);
    assert_eq!(shown("new.db"), shown("joseki.db"));
    assert_eq!(place.run(&["doctor", "--db", "new.db"]).code, Some(0));
    refused(&place.run(&["recover", "new.db"]), "new.db already exists");
    place.write("text.db", "no database, and long enough to be seen as none");
    refused(
        &place.run(&["recover", "--db", "text.db", "b.db"]),
        "text.db is not a joseki database",
    );
    assert!(place.files().iter().all(|name| !name.starts_with(".joseki")), "{:?}", place.files());
}

#[test]
fn a_dump_is_loaded_by_any_sqlite_and_read_back() {
    let place = with_backup();
    place.ok(&["edit", "--book", "small", "set", "DDCF", "--comment", "it's 定石;\n\"x\""]);
    place.ok(&["dump", "-o", "all.sql"]);
    let sql = String::from_utf8(place.read("all.sql")).expect("UTF-8");
    // A connection without the function that computes the checksums.
    let plain = Connection::open(place.path("plain.db")).expect("a database");
    plain.execute_batch(&sql).expect("SQL");
    drop(plain);
    assert_eq!(place.run(&["books", "--db", "plain.db"]).code, Some(1), "it has no checksums");
    let told = place.ok(&["recover", "--db", "plain.db", "again.db"]);
    assert!(told.starts_with("Recovered again.db from plain.db:\n"), "{told}");
    assert!(!told.contains("lost"), "{told}");
    place.ok(&["dump", "--db", "again.db", "-o", "again.sql"]);
    let sorted = |name: &str| {
        let text = String::from_utf8(place.read(name)).expect("UTF-8");
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines.sort();
        let marks = lines.extract_if(.., |line| line.starts_with("INSERT INTO history "));
        let marks: Vec<String> = marks.collect();
        (marks, lines)
    };
    let ((mark, rows), (own, same)) = (sorted("again.sql"), sorted("all.sql"));
    assert!(rows == same, "another dump");
    assert!(mark.len() == 1 && own.len() == 1 && mark != own, "a history of its own: {mark:?}");
    refused(&place.run(&["dump", "-o", "all.sql"]), "all.sql already exists");
    place.ok(&["dump", "--force", "-o", "all.sql"]);
    refused(&place.run(&["dump", "--force", "-o", "joseki.db"]), "the database itself");
}

#[test]
fn a_database_is_copied_into_an_empty_one() {
    let place = with_backup();
    let copied = place.ok(&["copy", "--from", "joseki.db", "--to", "copy.db"]);
    assert!(copied.contains("joseki.db: copied to copy.db in "), "{copied}");
    assert!(copied.contains("3 results."), "{copied}");
    for command in [&["books", "--format", "json"][..], &["results", "--format", "json"]] {
        let [of_one, of_other] =
            ["joseki.db", "copy.db"].map(|db| place.ok(&[command, &["--db", db]].concat()));
        assert_eq!(of_one, of_other, "{command:?}");
    }
    assert!(place.ok(&["doctor", "--db", "copy.db"]).contains("no problems found"));
    let again = place.run(&["copy", "--from", "one.db", "--to", "copy.db"]);
    refused(&again, "copy into an empty database");
    refused(&place.run(&["copy", "--from", "none.db", "--to", "new.db"]), "does not exist");
    let address = "postgres://joseki:secret@127.0.0.1/joseki";
    for args in [&["copy", "--from", address, "--to", "new.db"][..], &["books", "--db", address]] {
        let run = place.run(args);
        refused(&run, "has a password");
        assert!(!run.err.contains("secret"), "{run:?}");
    }
    let nowhere = "postgres://joseki@127.0.0.1:1/joseki";
    refused(&place.run(&["books", "--db", nowhere]), "cannot be reached");
    refused(&place.run(&["backup", "two.db", "--db", nowhere]), "pg_dump");
    assert!(!place.files().iter().any(|file| file.starts_with("new.db") || file == "two.db"));
}
