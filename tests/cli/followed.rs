//! Two machines: one publishes every night, the other follows over HTTP and is killed now and then.

use std::fs;
use std::path::Path;
use std::process::Stdio;
use std::sync::Arc;
use std::thread::sleep;
use std::time::{Duration, Instant};

use joseki::book::{Edit, Patch, Text};
use joseki::service::{
    Service,
    curate::{Author, ConditionalEdit, EditRequest},
};
use joseki::store::SqliteStore;
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::full::count;
use crate::program::{Place, SMALL};
use crate::serve::{Running, address};

fn place() -> Place {
    let place = Place::with_starter();
    place.write("small.sgf", SMALL);
    let source = ["--source", "club", "--license", "CC-BY-4.0"];
    place.ok(&[&["import", "--book", "small", "small.sgf"][..], &source].concat());
    place
}

/// Makes `changes` changes to the book.
fn edit(place: &Place, from: u64, changes: u64) {
    let store = SqliteStore::open(place.path("joseki.db")).expect("a store");
    let service = Service::new(Arc::new(store));
    for number in from..from + changes {
        let line = ["DD", "DDCF", "DDCC", "CD"][number as usize % 4].parse().expect("a line");
        let comment = Some(Some(Text::from_template(format!("word {number}"))));
        let patch = Patch { comment, ..Patch::default() };
        let edits = vec![ConditionalEdit { edit: Edit::Set { line, patch }, seen: None }];
        let book = "small".to_owned();
        let request = EditRequest { book, edits, dry_run: false, by: Author::new("test") };
        service.curation().edit(&request).expect("an edit");
    }
}

fn publish(place: &Place) -> Value {
    place.json(&["publish", "--book", "small", "--to", "books"])
}

/// Runs a command and kills it after a part of the time that it takes; whether it had ended before.
fn kill(place: &Place, arguments: &[&str], takes: Duration, thousandths: u64) -> bool {
    let mut command = place.command(arguments);
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("a run");
    sleep(takes * u32::try_from(thousandths).expect("a number") / 1_000);
    let has_ended = child.try_wait().expect("a child").is_some();
    child.kill().expect("killed");
    child.wait().expect("ended");
    has_ended
}

/// Returns the next number below 1,000 of a sequence.
fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (*state >> 33) % 1_000
}

fn hash(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

fn json(path: &Path) -> Value {
    serde_json::from_slice(&fs::read(path).expect("a file")).expect("JSON")
}

/// Checks that what is newest is complete: every file has its checksum, and the deltas lead back.
fn check_complete(folder: &Path) {
    let latest = json(&folder.join("latest.json"));
    let snapshots = latest["snapshots"].as_array().expect("snapshots");
    for snapshot in snapshots {
        let folder = folder.join(snapshot["folder"].as_str().expect("a folder"));
        let sums = fs::read_to_string(folder.join("SHA256SUMS")).expect("the checksums");
        assert_eq!(sums.lines().count(), 6);
        for line in sums.lines() {
            let (sum, name) = line.split_once("  ").expect("a checksum");
            assert_eq!(hash(&fs::read(folder.join(name)).expect("a file")), sum, "{name}");
        }
    }
    let (mut change, mut sum) =
        (latest["delta"]["change"].as_i64(), latest["delta"]["sha256"].clone());
    let oldest = snapshots[0]["change"].as_i64();
    while change > oldest {
        let path = folder.join(format!("deltas/000/000/{:03}", change.expect("a number")));
        let state = json(&path.with_extension("state.json"));
        let bytes = fs::read(path.with_extension("ndjson.gz")).expect("a delta");
        assert_eq!(
            (&state["sha256"], hash(&bytes)),
            (&sum, sum.as_str().expect("a sum").to_owned())
        );
        sum = state["previous"]["sha256"].clone();
        change = state["previous"]["change"].as_i64();
    }
    assert!(change == oldest || latest["delta"].is_null(), "{latest}");
}

#[test]
fn a_copy_that_is_killed_goes_on_and_ends_with_the_same_digest() {
    let place = place();
    publish(&place);
    let mut server = Running::start(&place, &["--published", "books"]);
    let url = format!("http://{}/published", address(&server.welcome()));
    let follow = ["--db", "copy.db", "follow", url.as_str(), "--book", "small"];
    assert_eq!(place.json(&follow)["whole"], true);
    let (mut state, mut edits, mut kills) = (1, 0, 0);
    for _ in 0..count(2, 10) {
        edit(&place, edits, 40);
        edits += 40;
        let published = publish(&place);
        assert_eq!(published["deltas"], 40);
        // How long 40 deltas take, on another copy.
        fs::copy(place.path("copy.db"), place.path("other.db")).expect("a copy");
        let started = Instant::now();
        let other = ["--db", "other.db", "follow", url.as_str(), "--book", "small"];
        assert_eq!(place.json(&other)["deltas"], 40);
        let takes = started.elapsed();
        for _ in 0..count(4, 20) {
            kills += u64::from(!kill(&place, &follow, takes, next(&mut state)));
        }
        let followed = place.json(&follow);
        assert_eq!((&followed["whole"], &followed["gap"]), (&false.into(), &Value::Null));
        assert_eq!(followed["digest"], published["manifest"]["digest"]["sha256"]);
    }
    assert!(kills > 0, "no run was killed");
    let export = |db: &str| place.ok(&["--db", db, "export", "--book", "small", "--to", "sgf"]);
    assert_eq!(export("joseki.db"), export("copy.db"));
    // Each change of the book is one of the copy, none twice.
    let history = ["--db", "copy.db", "history", "--book", "small", "--limit", "1000"];
    let changes = place.json(&history)["changes"].as_array().expect("changes").len() as u64;
    assert_eq!(changes, edits + 1);
    assert_eq!(place.run(&["--db", "copy.db", "doctor"]).code, Some(0));
}

#[test]
fn publishing_that_is_killed_leaves_what_was_newest() {
    let place = place();
    let started = Instant::now();
    publish(&place);
    let takes = started.elapsed() * 2;
    let (mut state, mut kills) = (7, 0);
    let rounds = count(10, 200);
    for round in 0..rounds {
        edit(&place, 3 * round, 3);
        let arguments = ["publish", "--book", "small", "--to", "books"];
        kills += u64::from(!kill(&place, &arguments, takes, next(&mut state)));
        check_complete(&place.path("books/small"));
    }
    assert!(kills > 0, "no run was killed");
    let published = publish(&place);
    check_complete(&place.path("books/small"));
    let names = fs::read_dir(place.path("books/small")).expect("the folder");
    let names = names.map(|entry| entry.expect("an entry").file_name());
    let left = names.filter(|name| name.to_string_lossy().starts_with(".joseki"));
    assert_eq!(left.count(), 0);
    let followed = place.json(&["--db", "copy.db", "follow", "books", "--book", "small"]);
    assert_eq!(followed["digest"], published["manifest"]["digest"]["sha256"]);
}
