//! A server with a small book and a key that may edit it.

use joseki::store::Scopes;
use serde_json::Value;

use crate::client::{Answer, Request};
use crate::fixture::Fixture;

/// The book's lines, besides: `DDCFFC` and `DDCFFCCC`, `DDCFCC`, `DDCC`, `DC`.
const BOOK: &str = "(;SZ[19](;B[pd](;W[nc](;B[qf];W[qc])(;B[qc]))(;W[qc]))(;B[pc]))";

/// A server with a book `b` at version 1 and a key that may edit.
pub struct Desk {
    pub fixture: Fixture,
    pub key: String,
}

impl Desk {
    pub fn new() -> Desk {
        let fixture = Fixture::new();
        let key = fixture.key(Scopes::CURATE);
        let desk = Desk { fixture, key };
        desk.import("b", "", BOOK).expect(200);
        desk
    }

    pub fn request(&self, method: &str, path: &str) -> Request {
        self.fixture.request(method, path).key(&self.key)
    }

    pub fn answer(&self, path: &str) -> Answer {
        self.fixture.get(path).send().expect(200)
    }

    pub fn get(&self, path: &str) -> Value {
        self.answer(path).json()
    }

    pub fn post(&self, path: &str, body: &Value) -> Answer {
        self.request("POST", path).json(body).send()
    }

    pub fn put(&self, path: &str) -> Answer {
        self.request("PUT", path).send()
    }

    pub fn patch(&self, path: &str, seen: &str, fields: &Value) -> Answer {
        let request = self.request("PATCH", path).header("If-Match", seen);
        request.json(fields).send()
    }

    pub fn delete(&self, path: &str, seen: &str) -> Answer {
        let request = self.request("DELETE", path);
        request.header("If-Match", seen).send()
    }

    pub fn edits(&self, body: &Value) -> Answer {
        self.post("/v1/books/b/edits", body)
    }

    pub fn import(&self, book: &str, query: &str, file: &str) -> Answer {
        let path = format!("/v1/books/{book}/import?{query}");
        let request = self.request("POST", &path);
        request.body("text/plain", file).send()
    }

    /// Changes fields of a node whatever it is now; the change's number.
    pub fn set(&self, book: &str, line: &str, fields: &Value) -> i64 {
        let path = format!("/v1/books/{book}/nodes/{line}");
        let done = self.patch(&path, "*", fields).expect(200).json();
        done["change"].as_i64().expect("a change")
    }

    pub fn version(&self) -> u64 {
        let book = self.get("/v1/books/b");
        book["version"].as_u64().expect("a version")
    }

    /// A book as a file, to be compared.
    pub fn export(&self, book: &str) -> String {
        self.answer(&format!("/v1/books/{book}/export")).text()
    }

    /// The lines of a book in their order.
    pub fn lines(&self, book: &str) -> Vec<String> {
        let text = self.answer(&format!("/v1/books/{book}/export?format=lines"));
        let mut lines: Vec<String> = text.text().lines().map(str::to_owned).collect();
        lines.sort();
        lines
    }
}
