//! Who may do what, at every address.

use std::collections::BTreeSet;

use joseki::service::admin::now;
use joseki::service::curate::Author;
use joseki::store::Scopes;
use serde_json::{Value, json};

use crate::addresses::Needs::{self, Admin, Curate, Feedback, Nothing, Read, ReadOrFeedback};
use crate::addresses::TABLE;
use crate::client::Answer;
use crate::fixture::Fixture;

#[test]
fn the_table_has_every_address() {
    let table: BTreeSet<&str> = TABLE.iter().map(|row| row.1).collect();
    let fixture = Fixture::new();
    let document = fixture.get("/openapi.json").send().expect(200).json();
    let paths = document["paths"].as_object().expect("paths");
    // The addresses without a description are in the source, for instance those of the page.
    let source = include_str!("../../src/http/router.rs");
    let others = source.split(".route(\"").skip(1);
    let others = others.filter_map(|rest| rest.split('"').next());
    let routes: BTreeSet<&str> = paths.keys().map(String::as_str).chain(others).collect();
    assert_eq!(table, routes, "a new address has to be in the table of this test");
    for (path, methods) in paths {
        for method in methods.as_object().expect("methods").keys() {
            let has = |row: &&(&str, &str, &str, Needs, u16)| {
                row.1 == path && row.0.eq_ignore_ascii_case(method)
            };
            assert_eq!(TABLE.iter().filter(has).count(), 1, "{method} {path}");
        }
    }
    // The handlers of an address are documented, each method of it.
    for (method, path, _, _, _) in
        TABLE.iter().filter(|row| row.1.starts_with("/v1") && !row.1.ends_with('/'))
    {
        let documented = &document["paths"][path][method.to_ascii_lowercase()];
        assert!(documented.is_object(), "{method} {path} is not documented");
    }
}

#[test]
fn everybody_may_do_what_they_may_and_nothing_else() {
    for anonymous_reads in [true, false] {
        let fixture = Fixture::with(|options| options.anonymous_reads = anonymous_reads);
        // A small book in the place of the starter, which is exported and merged again and again.
        let by = Author::default();
        fixture.service.curation().delete_book("main", None, &by).expect("gone");
        let import = fixture.post("/v1/books/main/import").key(&fixture.key(Scopes::CURATE));
        let import = import.body("text/plain", "(;SZ[19];B[pd];W[nc];B[qf])").send().expect(200);
        let change = &import.json()["change"];
        let expired = fixture.service.administration().create_key(
            "old",
            Scopes::ADMIN,
            Some(now() - 1),
            None,
            "test",
        );
        let revoked = fixture
            .service
            .administration()
            .create_key("gone", Scopes::ADMIN, None, None, "test")
            .expect("a key");
        fixture
            .service
            .administration()
            .revoke_key(&revoked.record.prefix, "test")
            .expect("revoked");
        let callers = [
            (None, Err("key_missing")),
            (Some("jk_00000000_0".to_owned()), Err("key_unknown")),
            (Some("nonsense".to_owned()), Err("key_unknown")),
            (Some(format!("{}0", fixture.key(Scopes::ADMIN))), Err("key_unknown")),
            (Some(expired.expect("a key").secret), Err("key_ended")),
            (Some(revoked.secret), Err("key_ended")),
            (Some(fixture.key(Scopes::READ)), Ok(Scopes::READ)),
            (Some(fixture.key(Scopes::FEEDBACK)), Ok(Scopes::FEEDBACK)),
            (Some(fixture.key(Scopes::CURATE)), Ok(Scopes::CURATE)),
            (Some(fixture.key(Scopes::ADMIN)), Ok(Scopes::ADMIN)),
        ];
        for (method, _, path, needs, status) in TABLE {
            for (key, may) in &callers {
                let answer = call(&fixture, method, path, change, key.as_deref());
                let at = format!("{method} {path} by {may:?}, anonymous {anonymous_reads}");
                check(&answer, *needs, *may, anonymous_reads, *status, &at);
            }
        }
    }
}

/// Calls an address; `change` is one of the book `main`.
fn call(fixture: &Fixture, method: &str, path: &str, change: &Value, key: Option<&str>) -> Answer {
    let mut request = fixture.request(method, path);
    if let Some(key) = key {
        request = request.key(key);
    }
    if path.contains("/nodes") && method != "GET" || path == "/v1/books/none" {
        request = request.header("If-Match", "*");
    }
    match (method, path.split('?').next().unwrap_or_default()) {
        ("PATCH", _) => request.json(&json!({})),
        ("PUT", "/v1/books/main") => request,
        ("PUT", path) if path.starts_with("/v1/books") => request.json(&json!({})),
        ("POST", "/v1/books/main/split") => {
            request.json(&json!({"to": "new", "lines": ["DD"], "dry_run": true}))
        }
        ("POST", "/v1/books/main/merge") => request.json(&json!({"from": "main", "dry_run": true})),
        ("POST", "/v1/books/main/edits") => request.json(&json!({"edits": []})),
        ("POST", "/v1/books/main/revert") => {
            request.json(&json!({"since": change.to_string(), "dry_run": true}))
        }
        ("POST", "/v1/books/none/copy" | "/v1/books/none/rename") => {
            request.json(&json!({"to": "new"}))
        }
        ("POST", path) if path.ends_with("/rotate") => request.json(&json!({})),
        ("POST", "/v1/tables") => request.json(&json!({})),
        ("POST", path) if path.starts_with("/v1/tables/") => {
            request.json(&json!({"action": "resign"}))
        }
        ("POST", "/v1/next" | "/v1/forbidden" | "/v1/ladder" | "/v1/influence" | "/v1/quiz") => {
            request.json(&json!({}))
        }
        ("POST", "/v1/solve") => request.json(&json!({"game": "renju", "moves": "h8"})),
        ("POST", "/v1/books/none/patterns") => request.json(&json!({"rows": ["X"]})),
        ("POST", "/v1/score") => request.json(&json!({"estimate": "none"})),
        ("POST", path) if path.starts_with("/v1/quiz") => {
            request.body("application/x-ndjson", "\n")
        }
        ("POST", "/v1/next/batch") => request.json(&json!({"queries": []})),
        ("POST", "/v1/keys") => request.json(&json!({"name": "a key", "scopes": ["read"]})),
        ("POST", "/v1/results") => request.json(&json!({"results": []})),
        ("PUT", _) => request.json(&json!({
            "opponent": "o", "color": "B", "result": "win", "moves": [["B", "Q16"]]
        })),
        ("POST", _) => request.body("application/x-go-sgf", "(;B[pd])"),
        _ => request,
    }
    .send()
}

fn check(
    answer: &Answer,
    needs: Needs,
    may: Result<Scopes, &str>,
    anonymous_reads: bool,
    status: u16,
    at: &str,
) {
    let needed = match needs {
        Nothing => None,
        Read | ReadOrFeedback if anonymous_reads => None,
        Read => Some(vec![Scopes::READ]),
        ReadOrFeedback => Some(vec![Scopes::READ, Scopes::FEEDBACK]),
        Feedback => Some(vec![Scopes::FEEDBACK]),
        Curate => Some(vec![Scopes::CURATE]),
        Admin => Some(vec![Scopes::ADMIN]),
    };
    let allows = |scopes: Scopes, any_of: &[Scopes]| {
        scopes == Scopes::ADMIN || any_of.iter().any(|needed| scopes.contains(*needed))
    };
    let challenge = answer.header("www-authenticate");
    match (needed, may) {
        (None, _) => assert_eq!(answer.status, status, "{at}"),
        (Some(any_of), Ok(scopes)) if allows(scopes, &any_of) => {
            assert_eq!(answer.status, status, "{at}");
        }
        (Some(_), Ok(_)) => {
            assert_eq!((answer.status, answer.code().as_str()), (403, "key_scope"), "{at}");
            assert!(challenge.is_some_and(|value| value.contains("insufficient_scope")));
        }
        (Some(_), Err(code)) => {
            assert_eq!((answer.status, answer.code().as_str()), (401, code), "{at}");
            assert!(challenge.is_some_and(|value| value.starts_with("Bearer")), "{at}");
        }
    }
}

#[test]
fn a_key_is_shown_once_and_ends_when_it_is_revoked() {
    let fixture = Fixture::new();
    let admin = fixture.key(Scopes::ADMIN);
    let wanted = json!({"name": "engine", "scopes": ["curate", "read"], "expires_in_days": 2});
    let made = fixture.post("/v1/keys").key(&admin).json(&wanted).send().expect(201);
    assert_eq!(made.header("cache-control"), Some("no-store"));
    let made = made.json();
    assert_eq!(made["scopes"], json!(["read", "curate"]));
    let life = made["expires"].as_i64().expect("an end") - now();
    assert!((172_700..=172_800).contains(&life), "{life}");
    let (key, prefix) = (text(&made["key"]), text(&made["prefix"]));
    let listed = fixture.get("/v1/keys").key(&admin).send().expect(200);
    assert!(listed.text().contains(&prefix) && !listed.text().contains(&key));
    let import = |status| {
        let request = fixture.post("/v1/books/b/import").key(&key);
        request.body("text/plain", "(;B[pd])").send().expect(status)
    };
    import(200);
    let path = format!("/v1/keys/{prefix}");
    let gone = fixture.request("DELETE", &path).key(&admin).send().expect(200);
    assert!(gone.json()["revoked"].is_i64());
    assert_eq!(import(401).code(), "key_ended");
}

#[test]
fn a_key_has_to_make_sense() {
    let fixture = Fixture::new();
    let admin = fixture.key(Scopes::ADMIN);
    for (body, code, field) in [
        (json!({"scopes": ["read"]}), "missing_field", "name"),
        (json!({"name": " ", "scopes": ["read"]}), "invalid_value", "name"),
        (json!({"name": "a\nb", "scopes": ["read"]}), "invalid_value", "name"),
        (json!({"name": "a\u{202e}b", "scopes": ["read"]}), "invalid_value", "name"),
        (json!({"name": "a\u{2028}b", "scopes": ["read"]}), "invalid_value", "name"),
        (json!({"name": "a", "scopes": []}), "invalid_value", "scopes"),
        (json!({"name": "a", "scopes": ["write"]}), "invalid_value", "scopes[0]"),
        (
            json!({"name": "a", "scopes": ["read"], "expires_in_days": 0}),
            "invalid_value",
            "expires_in_days",
        ),
        (json!({"name": "a", "scopes": ["read"], "admin": true}), "unknown_field", "admin"),
    ] {
        let refused = fixture.post("/v1/keys").key(&admin).json(&body).send().expect(400);
        assert_eq!(refused.code(), code, "{body}");
        assert_eq!(refused.json()["field"], field, "{body}");
    }
    let missing = fixture.request("DELETE", "/v1/keys/jk_none").key(&admin).send();
    assert_eq!(missing.expect(404).code(), "not_found");
}

#[test]
fn reads_with_a_key_are_private() {
    let fixture = Fixture::with(|options| options.anonymous_reads = false);
    let key = fixture.key(Scopes::READ);
    let answer = fixture.get("/v1/next").key(&key).send().expect(200);
    assert_eq!(answer.header("cache-control"), Some("private, no-cache"));
    let none = fixture.get("/v1/next").header("If-None-Match", "*").send();
    assert_eq!(none.expect(401).code(), "key_missing");
}

#[test]
fn work_over_all_of_a_large_book_needs_a_key() {
    // The starter book has 63,113 nodes, the other one few.
    let fixture = Fixture::with(|options| options.anonymous_nodes = 1000);
    let curator = fixture.key(Scopes::CURATE);
    let key = fixture.key(Scopes::READ);
    fixture.request("PUT", "/v1/books/b").key(&curator).send().expect(201);
    for book in ["main", "b"] {
        let edits = serde_json::json!({"edits": [{"op": "add", "line": "DDCFAA"}]});
        let edited = fixture.post(&format!("/v1/books/{book}/edits")).key(&curator).json(&edits);
        edited.send().expect(200);
    }
    let doors = |book: &str| {
        vec![
            ("GET", format!("/v1/books/{book}/conditions?limit=1"), ""),
            ("GET", format!("/v1/books/{book}/diff?as_of=2"), ""),
            ("GET", format!("/v1/books/b/diff?with={book}"), ""),
            ("GET", format!("/v1/next?book={book}&as_of=2"), ""),
            ("GET", format!("/v1/books/{book}?as_of=2"), ""),
            ("GET", format!("/v1/books/{book}/lines?as_of=2"), ""),
            ("GET", format!("/v1/books/{book}/nodes/DD?as_of=2"), ""),
            ("GET", format!("/v1/books/{book}/export?as_of=2&format=lines"), ""),
            ("POST", "/v1/next".to_owned(), r#"{"book": "BOOK", "as_of": "2"}"#),
            (
                "POST",
                "/v1/review".to_owned(),
                r#"{"book": "BOOK", "as_of": "2", "games": ["(;B[pd])"]}"#,
            ),
        ]
    };
    for (book, is_large) in [("main", true), ("b", false)] {
        for (method, path, body) in doors(book) {
            let ask = |key: Option<&str>| {
                let mut request = fixture.request(method, &path);
                if !body.is_empty() {
                    request = request.body("application/json", body.replace("BOOK", book));
                }
                if let Some(key) = key {
                    request = request.key(key);
                }
                request.send()
            };
            let anonymous = ask(None);
            if is_large {
                let refused = anonymous.expect(401);
                assert_eq!(refused.code(), "key_missing", "{path}");
                let detail = refused.json()["detail"].to_string();
                assert!(detail.contains("has 6311"), "{detail}");
            } else {
                assert!(anonymous.status < 300, "{path}: {}", anonymous.text());
            }
            let keyed = ask(Some(&key));
            assert!(keyed.status < 300, "{path}: {}", keyed.text());
        }
    }
    // A file that is made whole, of another game.
    let whole = "/v1/books/main/export?format=pgn";
    assert_eq!(fixture.get(whole).send().expect(401).code(), "key_missing");
    fixture.get(whole).key(&key).send().expect(422);
    let batch = serde_json::json!({"queries": [{"as_of": "2"}, {"book": "b", "as_of": "2"}, {}]});
    let answers = fixture.post("/v1/next/batch").json(&batch).send().expect(200).json();
    let answers = answers["answers"].as_array().expect("answers");
    assert_eq!(answers[0]["error"]["code"], "key_missing");
    assert!(answers[1]["error"].is_null() && answers[2]["error"].is_null(), "{answers:?}");
    fixture.get("/v1/next").send().expect(200);
    fixture.get("/v1/books/main/export?format=lines").send().expect(200);
}

fn text(value: &Value) -> String {
    value.as_str().expect("a text").to_owned()
}
