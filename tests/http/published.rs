//! Published books over HTTP: the list of snapshots, and their files.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use joseki::service::curate::published::{PublishOutcome, PublishRequest};
use tempfile::TempDir;

use crate::client::{Request, connect, read_answer};
use crate::fixture::Fixture;

/// A server that serves a folder of published books, and what was published there.
fn fixture() -> (Fixture, PublishOutcome, PathBuf) {
    let directory = TempDir::new().expect("a directory");
    let books = directory.path().join("books");
    let fixture = Fixture::on(directory, |options| options.published = Some(books.clone()));
    let outcome = fixture.service.publishing().publish(&PublishRequest {
        book: "main".to_owned(),
        to: books.clone(),
        allow: Some(vec!["unknown".to_owned()]),
        keep: 30,
        counts: None,
        sign: None,
    });
    (fixture, outcome.expect("published"), books)
}

#[test]
fn snapshots_are_listed() {
    let (fixture, outcome, _) = fixture();
    let listed = fixture.get("/v1/books/main/snapshots").send().expect(200).json();
    let manifest = &outcome.manifest;
    let snapshots = listed["snapshots"].as_array().expect("snapshots");
    assert_eq!(snapshots.len(), 1);
    assert_eq!(snapshots[0]["version"], manifest.book.version);
    assert_eq!(snapshots[0]["folder"], manifest.book.version.to_string());
    assert_eq!(snapshots[0]["digest"], manifest.digest.sha256());
    let renju = fixture.get("/v1/books/none/snapshots").send().expect(404);
    assert_eq!(renju.code(), "unknown_book");
    let bare = Fixture::new();
    let listed = bare.get("/v1/books/main/snapshots").send().expect(200).json();
    assert_eq!(listed["snapshots"], serde_json::json!([]));
    bare.get("/published/main/latest.json").send().expect(404);
}

#[test]
fn a_damaged_list_is_an_error_of_the_server() {
    let (fixture, _, books) = fixture();
    fs::write(books.join("main/latest.json"), "{").expect("written");
    let answer = fixture.get("/v1/books/main/snapshots").send().expect(500);
    assert_eq!(answer.code(), "internal");
}

#[test]
fn files_have_tags_ranges_and_a_long_life() {
    let (fixture, outcome, books) = fixture();
    let version = outcome.manifest.book.version;
    let file = outcome.manifest.files.iter().find(|file| file.name.ends_with(".bin"));
    let name = format!("main/{version}/{}", file.expect("a file").name);
    let path = format!("/published/{name}");
    let bytes = fs::read(books.join(&name)).expect("the file");
    let whole = fixture.get(&path).header("Accept-Encoding", "gzip").send().expect(200);
    assert!(whole.body == bytes, "{:?} {}", whole.headers, whole.body.len());
    assert_eq!(whole.header("content-encoding"), None);
    assert_eq!(whole.header("cache-control"), Some("public, max-age=31536000, immutable"));
    let tag = whole.header("etag").expect("a tag").to_owned();
    // Tags of files do not name the history of the store.
    let again = Request::new(fixture.address, "GET", &path);
    again.header("If-None-Match", tag).send().expect(304);
    let part = fixture.get(&path).header("Range", "bytes=10-19").send().expect(206);
    assert!(part.body == bytes[10..20], "{:?}", part.body);
    let range = format!("bytes 10-19/{}", bytes.len());
    assert_eq!(part.header("content-range"), Some(range.as_str()));
    fixture.get(&path).header("Range", "bytes=999999999-").send().expect(416);
    let latest = fixture.get("/published/main/latest.json").send().expect(200);
    assert_eq!(latest.header("cache-control"), Some("no-cache"));
    assert_eq!(latest.header("content-type"), Some("application/json"));
    let mut stream = connect(fixture.address).expect("a connection");
    write!(stream, "HEAD {path} HTTP/1.1\r\nHost: localhost\r\n\r\n").expect("sent");
    let head = read_answer(&mut stream, true).expect("a head");
    let length = bytes.len().to_string();
    assert_eq!((head.status, head.header("content-length")), (200, Some(length.as_str())));
    fixture.request("POST", &path).send().expect(405);
}

#[test]
fn nothing_else_is_served() {
    let (fixture, outcome, books) = fixture();
    let version = outcome.manifest.book.version;
    fs::write(books.join("secret"), "secret").expect("written");
    fs::write(books.join("main/.secret"), "secret").expect("written");
    fs::create_dir(books.join("main/99")).expect("a folder");
    for path in [
        "",
        "/",
        "main",
        "main/",
        "secret",
        "main/.lock",
        "main/.secret",
        "main/99",
        "main/99/",
        "../joseki.db",
        "main/%2e%2e/%2e%2e/joseki.db",
        "main/..%2f..%2fjoseki.db",
        "%2fetc%2fpasswd",
        "main/latest.json%00",
        "main%2flatest.json%2f",
    ] {
        let answer = fixture.get(&format!("/published/{path}")).send();
        assert_eq!(answer.status, 404, "{path}");
    }
    #[cfg(unix)]
    {
        let link = |from: &str, to: &str| {
            std::os::unix::fs::symlink(books.join(to), books.join(from)).expect("a link");
        };
        link(&format!("main/{version}/link"), "secret");
        link("main/7", &format!("main/{version}"));
        link("other", "main");
        for path in
            [format!("main/{version}/link"), "main/7/README.md".into(), "other/latest.json".into()]
        {
            fixture.get(&format!("/published/{path}")).send().expect(404);
        }
    }
}
