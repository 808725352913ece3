//! Books changed over HTTP, and by others on the same store.

use std::io::Write;
use std::sync::Arc;
use std::time::Duration;

use joseki::service::{Service, SourceFile, curate::ImportRequest};
use joseki::store::{Scopes, SqliteStore};
use serde_json::Value;

use crate::client::{self, Answer};
use crate::fixture::{Fixture, eventually};

const ONE: &str = "(;SZ[19];B[pd];W[nc];B[qf])";
const OTHER: &str = "(;SZ[19];B[pd];W[qc](;B[pc];W[qd])(;B[qd];W[pc]))";

fn import(fixture: &Fixture, path: &str, body: &str) -> Answer {
    let key = fixture.key(Scopes::CURATE);
    let request = fixture.post(path).key(&key);
    request.body("application/x-go-sgf", body).send()
}

#[test]
fn a_dry_run_says_what_would_happen_and_changes_nothing() {
    let fixture = Fixture::new();
    let path = "/v1/books/mine/import";
    let dry = import(&fixture, &format!("{path}?dry_run=true&name=one.sgf"), ONE);
    let dry = dry.expect(200).json();
    assert_eq!((&dry["dry_run"], &dry["changed"]), (&Value::from(true), &Value::from(true)));
    assert_eq!(dry["files"][0]["file"], "one.sgf");
    assert_eq!(dry["files"][0]["placed"], 3);
    assert_eq!(fixture.get("/v1/books/mine").send().expect(404).code(), "unknown_book");

    let real = import(&fixture, path, ONE).expect(200).json();
    assert_eq!((&real["dry_run"], &real["changed"]), (&Value::from(false), &Value::from(true)));
    assert_eq!(real["book"]["version"], 1);
    let mut book = fixture.get("/v1/books/mine").send().expect(200).json();
    let games = book.as_object_mut().and_then(|book| book.remove("games"));
    assert_eq!((games, &book), (Some(Value::from(0)), &real["book"]));
    let next = fixture.get("/v1/next?book=mine&moves=Q16,O17").send().expect(200);
    assert_eq!(next.json()["best"], "R14");

    let again = import(&fixture, path, ONE).expect(200).json();
    assert_eq!(
        (&again["changed"], &again["book"]["version"]),
        (&Value::from(false), &Value::from(1))
    );
    import(&fixture, path, OTHER).expect(200);
    let held = fixture.get("/v1/books/mine").header("If-None-Match", "\"mine-1\"").send();
    assert_eq!(held.expect(200).header("etag"), Some("\"mine-2\""));
}

fn multipart(parts: &[(&str, &str)]) -> String {
    let part = |(name, text): &(&str, &str)| {
        format!("--XX\r\nContent-Disposition: form-data; name=\"file\"{name}\r\n\r\n{text}\r\n")
    };
    parts.iter().map(part).collect::<String>() + "--XX--\r\n"
}

fn import_parts(fixture: &Fixture, body: &str) -> Answer {
    let key = fixture.key(Scopes::CURATE);
    let request = fixture.post("/v1/books/parts/import").key(&key);
    request.body("multipart/form-data; boundary=XX", body).send()
}

#[test]
fn several_files_are_imported_together_or_not_at_all() {
    let fixture = Fixture::new();
    let (one, two) = ("; filename=\"one.sgf\"", "; filename=\"two.sgf\"");
    let broken = import_parts(&fixture, &multipart(&[(one, ONE), (two, "no game")]));
    let broken = broken.expect(422);
    assert_eq!(broken.code(), "invalid_sgf");
    assert_eq!(broken.json()["file"], "two.sgf");
    fixture.get("/v1/books/parts").send().expect(404);

    let both = import_parts(&fixture, &multipart(&[(one, ONE), (two, OTHER)]));
    let both = both.expect(200).json();
    assert_eq!(both["files"].as_array().map(Vec::len), Some(2));
    assert_eq!(both["files"][1]["file"], "two.sgf");

    for body in [
        multipart(&[]),
        multipart(&[("", ONE)]),
        "--XX\r\nno".to_owned(),
        "nothing of the kind".to_owned(),
    ] {
        assert_eq!(import_parts(&fixture, &body).expect(400).code(), "invalid_multipart", "{body}");
    }
    let key = fixture.key(Scopes::CURATE);
    let unbounded =
        fixture.post("/v1/books/parts/import").key(&key).body("multipart/form-data", ONE);
    assert_eq!(unbounded.send().expect(400).code(), "invalid_multipart");
}

#[test]
fn a_file_that_is_refused_says_why() {
    let fixture = Fixture::new();
    for (path, body, status, code) in [
        ("/v1/books/b/import", "", 422, "invalid_sgf"),
        ("/v1/books/b/import", "(;B[pd", 422, "invalid_sgf"),
        ("/v1/books/..%2Fb/import", ONE, 400, "invalid_book_name"),
        ("/v1/books/%00/import", ONE, 400, "invalid_book_name"),
        ("/v1/books/b/import?dry_run=yes", ONE, 400, "invalid_value"),
        ("/v1/books/b/import?dry=true", ONE, 400, "unknown_field"),
        ("/v1/books/b/import?name=a%0Ab", ONE, 400, "invalid_value"),
    ] {
        assert_eq!(import(&fixture, path, body).expect(status).code(), code, "{path}");
    }
    let lines =
        import(&fixture, "/v1/books/b/import?name=x.sgf", "(;B[pd]\n;W[dd").expect(422).json();
    assert_eq!((&lines["line"], &lines["file"]), (&Value::from(2), &Value::from("x.sgf")));
}

#[test]
fn a_file_may_not_be_larger_than_the_limit() {
    let fixture = Fixture::with(|options| options.import_bytes = 10_000);
    let large = format!("(;C[{}])", "x".repeat(10_000));
    let whole = import(&fixture, "/v1/books/b/import", &large);
    assert_eq!(whole.expect(413).code(), "body_too_large");
    let parts = import_parts(&fixture, &multipart(&[("; filename=\"a.sgf\"", &large)]));
    assert_eq!(parts.expect(413).code(), "body_too_large");
    import(&fixture, "/v1/books/b/import", ONE).expect(200);

    // Announced and never sent: the rejection does not wait for 64 MiB.
    let key = fixture.key(Scopes::CURATE);
    let mut stream = client::connect(fixture.address).expect("a connection");
    let head = format!(
        "POST /v1/books/b/import HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {key}\r\n\
         Content-Type: text/plain\r\nContent-Length: 999999999999\r\n\r\n"
    );
    stream.write_all(head.as_bytes()).expect("to write");
    let answer = client::read_answer(&mut stream, false).expect("an answer");
    assert_eq!(answer.expect(413).code(), "body_too_large");
}

#[test]
fn what_another_program_imports_is_seen() {
    let fixture = Fixture::with(|options| options.refresh_every = Duration::from_millis(20));
    let store = SqliteStore::open(fixture.directory.path().join("joseki.db")).expect("the store");
    let other = Service::new(Arc::new(store));
    let file = SourceFile {
        name: "other.sgf".to_owned(),
        bytes: b"(;SZ[19];B[jj];W[aa])(;SZ[19];B[pd];W[aa])".to_vec(),
    };
    let request = ImportRequest::new("main", vec![file], "another program");
    let outcome = other.curation().import(&request).expect("an import");
    assert!(outcome.changed);
    eventually("the other's import", || {
        fixture.get("/v1/next").send().json()["book"]["version"] == 2
    });
    let old = fixture.get("/v1/next").header("If-None-Match", "\"main-1\"").send();
    assert_eq!(old.expect(200).header("etag"), Some("\"main-2\""));
}

#[test]
fn what_brings_nothing_into_the_book_is_refused() {
    let fixture = Fixture::new();
    for (body, why) in
        [("<p>(; see [1])</p>", "no SGF property"), ("(;SZ[19];W[zz])", "every move was rejected")]
    {
        for query in ["", "?dry_run=true"] {
            let path = format!("/v1/books/mine/import{query}");
            let answer = import(&fixture, &path, body).expect(422);
            assert_eq!(answer.code(), "invalid_sgf");
            assert!(answer.text().contains(why), "{}", answer.text());
        }
    }
    fixture.get("/v1/books/mine").send().expect(404);
}
