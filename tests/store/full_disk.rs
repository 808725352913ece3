//! A server on a disk that gets full: writes are refused, reading goes on, nothing acknowledged is lost, and with room
//! all is well again without a restart.
//!
//! `JOSEKI_SMALL_DISK` names an empty directory on a disk of some megabytes, such as
//! `mount -t tmpfs -o size=32m tmpfs DIRECTORY`.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::programs;
use crate::served::client::Answer;
use crate::served::{self, Served, eventually, result, run};
use joseki::service::curate::STARTER_IMAGE;
use serde_json::json;

/// A server on the small disk, its log there too.
struct Desk {
    server: Served,
    key: String,
}

impl Desk {
    fn on(directory: &Path) -> Desk {
        // Where there is room, as temporary files are made too.
        let key = served::small_database(directory, "joseki.db");
        Desk { server: Served::start(directory, "joseki.db"), key }
    }

    fn post(&self, id: &str) -> Answer {
        let request = self.server.request("POST", "/v1/results").key(&self.key);
        request.json(&result(id, "kim")).send()
    }

    fn edit(&self, comment: &str) -> Answer {
        let request = self.server.request("PATCH", "/v1/books/b/nodes/DDCF");
        let request = request.key(&self.key).header("If-Match", "*");
        request.json(&json!({ "comment": comment })).send()
    }

    fn import(&self, book: &str) -> Answer {
        let path = format!("/v1/books/{book}/import");
        let request = self.server.request("POST", &path).key(&self.key);
        request.body("text/plain", served::BOOK).send()
    }

    fn reads_go_on(&self) {
        for path in [
            "/v1/next?book=b&moves=Q16",
            "/v1/books/b/lines",
            "/v1/books/b/export",
            "/v1/changes",
            "/v1/opponents",
            "/healthz",
        ] {
            self.server.get(path).expect(200);
        }
        let metrics = self.server.get("/metrics").expect(200).text();
        assert!(metrics.contains("joseki_http_connections"), "{metrics}");
    }

    fn state(&self) -> (u16, String) {
        let (status, ready) = self.server.ready();
        (status, ready["status"].as_str().unwrap_or("").to_owned())
    }
}

/// A directory on the small disk, and the right to fill that: the tests share it.
pub struct SmallDisk {
    pub directory: tempfile::TempDir,
    _turn: MutexGuard<'static, ()>,
}

/// The small disk, once nobody else uses it; `None` if none is named.
pub fn small_disk() -> Option<SmallDisk> {
    static TURN: Mutex<()> = Mutex::new(());
    let Ok(disk) = std::env::var("JOSEKI_SMALL_DISK") else {
        programs::skip("JOSEKI_SMALL_DISK names no small disk");
        return None;
    };
    Some(SmallDisk {
        _turn: TURN.lock().unwrap_or_else(PoisonError::into_inner),
        directory: tempfile::tempdir_in(disk).expect("a directory"),
    })
}

/// Fills a disk but for a few changes, with a file of the name `filler`.
pub fn fill(disk: &Path) {
    let filler = fs::File::create(disk.join("filler")).expect("a file");
    let mut size = 1 << 16;
    // Until not even a page more has room.
    while size >= 1 << 10 {
        if (&filler).write_all(&vec![1; size]).is_err() {
            size /= 2;
        }
    }
    // Room for a few changes.
    let full = filler.metadata().expect("its size").len();
    filler.set_len(full - (128 << 10)).expect("a smaller file");
}

#[test]
fn a_first_start_without_room_leaves_nothing() {
    let Some(disk) = small_disk() else {
        return;
    };
    let place = disk.directory.path();
    fill(place);
    let filler = fs::File::options().write(true).open(place.join("filler")).expect("a file");
    let full = filler.metadata().expect("its size").len();
    // Room for nothing, for some of the starter books, and for all of them but no log: there are
    // 128 KiB more, and its index needs 32.
    let books = STARTER_IMAGE.len() as u64;
    for room in [0, 1 << 20, 3 << 20, books - (112 << 10)] {
        filler.set_len(full - room).expect("a smaller file");
        let failed = run(place, &["serve", "--listen", "127.0.0.1:0", "--db", "a.db"]);
        assert_eq!(failed.code, Some(1), "{room}: {failed:?}");
        assert!(failed.err.contains("is full"), "{room}: {failed:?}");
        let names =
            fs::read_dir(place).expect("a folder").map(|entry| entry.expect("one").file_name());
        assert_eq!(names.collect::<Vec<_>>(), ["filler"], "{room}");
    }
}

#[test]
fn a_full_disk_refuses_writes_only_and_only_while_it_is_full() {
    let Some(disk) = small_disk() else {
        return;
    };
    let place = disk.directory.path();
    let mut desk = Desk::on(place);
    desk.post("before").expect(201);
    desk.edit("before").expect(200);
    assert_eq!(desk.state(), (200, "ready".to_owned()));
    fill(place);
    let mut kept = Vec::new();
    let refused = (0..100_000).find_map(|number: u32| {
        let id = format!("game {number}");
        let answer = desk.post(&id);
        match answer.status {
            201 => kept.push(id),
            507 => return Some(answer.code()),
            other => panic!("{other}: {}", answer.text()),
        }
        None
    });
    assert_eq!(refused.as_deref(), Some("disk_full"));
    assert!(!kept.is_empty());
    for answer in [desk.edit(&"long ".repeat(2_000)), desk.import("new")] {
        assert_eq!(answer.expect(507).code(), "disk_full");
    }
    desk.reads_go_on();
    let (status, ready) = desk.server.ready();
    assert_eq!((status, &ready["status"]), (200, &json!("degraded")));
    assert_eq!(ready["reason"], "the disk is full");
    fs::remove_file(place.join("filler")).expect("it is there");
    // Nobody writes, as a client that trusts this readiness sends no writes.
    eventually("room that is seen", || desk.state().1 == "ready");
    desk.post("after").expect(201);
    desk.edit("after").expect(200);
    desk.import("new").expect(200);
    assert_eq!(desk.state(), (200, "ready".to_owned()));
    assert!(desk.server.runs());
    drop(desk);
    let doctor = run(place, &["doctor", "--format", "json"]);
    assert_eq!(doctor.ok().json()["healthy"], true);
    let results = run(place, &["results", "--limit", "1000000", "--format", "json"]);
    let results = results.ok().out;
    for id in kept.iter().map(String::as_str).chain(["before", "after"]) {
        assert!(results.contains(&format!("\"{id}\"")), "{id}");
    }
    println!("{} results acknowledged before the disk was full, all there", kept.len());
}

#[test]
fn a_database_that_finds_no_room_leaves_nothing_behind() {
    let Some(disk) = small_disk() else {
        return;
    };
    let place = disk.directory.path();
    fill(place);
    // With no room at all, for the tables alone, and for some of the starter book.
    for room in [0, 32 << 10, 96 << 10, 300 << 10] {
        let filler = fs::File::options().write(true).open(place.join("filler"));
        let filler = filler.expect("the filler");
        let size = filler.metadata().expect("its size").len();
        filler.set_len(size - room).expect("a smaller file");
        for command in [
            &["sources", "set", "x", "--license", "MIT"][..],
            &["serve", "--listen", "127.0.0.1:0"],
        ] {
            let run = run(place, command);
            assert_eq!(run.code, Some(1), "{room}: {run:?}");
            assert!(run.err.contains("is full"), "{room}: {run:?}");
            let left = fs::read_dir(place).expect("a directory").count();
            assert_eq!(left, 1, "{room}: {run:?}");
        }
    }
}

#[test]
fn a_first_key_that_finds_no_room_leaves_no_database_behind() {
    let Some(disk) = small_disk() else {
        return;
    };
    fill(disk.directory.path());
    let mut last = fs::File::create(disk.directory.path().join("last")).expect("a file");
    while last.write_all(&[1; 512]).is_ok() {}
    let key = disk.directory.path().join("first-key");
    let place = tempfile::tempdir().expect("a directory");
    let file = key.to_str().expect("a name");
    let run = run(place.path(), &["serve", "--listen", "127.0.0.1:0", "--first-key-file", file]);
    assert_eq!(run.code, Some(1), "{run:?}");
    assert!(run.err.contains("No space left"), "{run:?}");
    assert_eq!(fs::read_dir(place.path()).expect("a directory").count(), 0, "{run:?}");
    assert!(!key.exists());
}
