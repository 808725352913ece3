//! Requests made from the OpenAPI document, right and wrong ones: every answer is a documented one.

use std::collections::{BTreeMap, BTreeSet};

use joseki::store::Scopes;
use serde_json::{Map, Value, json};

use crate::counted::mine_seven;
use crate::house::House;

const CASES: u64 = 10_000;

/// Texts that a caller might send where another is wanted.
const TEXTS: &[&str] = &[
    "",
    "main",
    "Q16",
    "pd",
    "B",
    "W",
    "pass",
    "DDCF",
    "ddcffc",
    "XX",
    "XXXX",
    "A",
    "gtp",
    "sgf",
    "0",
    "1",
    "19",
    "-1",
    "18446744073709551616",
    "1e9",
    "true",
    "null",
    "..",
    "a/b",
    "\u{0}",
    "\u{fffd}",
    "é",
    "💡",
    "%",
    "Q16,O17,R14",
    "W:Q16,W:O17,B:pass",
    "Q16,Q16",
    "B:D4,B:Q4",
    ",,,",
    ":::",
    "good",
    "upper_left",
    "jk_00000000",
    "old",
    "old,new",
    "kyu",
    "pro,engine",
];

#[test]
fn every_answer_to_a_made_up_request_is_documented() {
    let house = House::new();
    mine_seven(&house.service, house.directory.path(), "main");
    let key = house.key(Scopes::ADMIN);
    let game = house.get("/v1/next?examples=1").send().expect(200).json();
    let game = game["moves"][0]["statistics"]["examples"][0]["id"].clone();
    let game = game.as_str().expect("a game").to_owned();
    let known =
        json!({"results": [crate::games::game("2026-01-31-17", "gnugo@3.8", "win", "Q16,O17")]});
    let posted = house.post("/v1/results").key(&key).json(&known).send();
    assert_eq!(posted.expect(200).json()["counted"], 1);
    let document = house.get("/openapi.json").send().expect(200).json();
    let operations = operations(&document);
    let mut refused = 0;
    // By address, the parameters and members of requests that were answered.
    let mut answered: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for case in 0..CASES {
        let mut maker = Maker {
            document: &document,
            game: &game,
            state: case,
            names: BTreeSet::new(),
        };
        let (path, method, operation) = maker.choose(&operations);
        let address = maker.address(path, operation);
        let mut request = house
            .request(&method.to_ascii_uppercase(), &address)
            .key(&key);
        let mut sent = String::new();
        let bodies = bodies(operation);
        if !bodies.is_empty() {
            let (kind, schema) = &bodies[maker.below(bodies.len())];
            sent = maker.body(kind, schema);
            let kind = if kind.starts_with("multipart") {
                "multipart/form-data; boundary=XX"
            } else {
                kind.as_str()
            };
            request = request.body(kind, sent.clone());
        }
        let answer = request.send();
        let at = format!(
            "case {case}: {method} {address} {sent}: {} {}",
            answer.status,
            answer.text()
        );
        // A name made up may have a slash in it, or be empty, and lead to another address.
        let moved = matches!(answer.status, 404 | 405);
        let documented = &operation["responses"][answer.status.to_string()];
        assert!(documented.is_object() || moved, "{at}");
        assert!(answer.status < 500, "{at}");
        if answer.status >= 400 {
            answer.code();
            refused += 1;
        } else {
            let names = answered.entry(format!("{method} {path}")).or_default();
            names.append(&mut maker.names);
        }
    }
    let games = ["since", "until", "source", "strength"];
    for (address, others) in [
        ("get /v1/next", &["min_games", "trend", "examples"][..]),
        ("post /v1/next", &["min_games", "trend", "examples"]),
        ("get /v1/books/{book}/nodes/{steps}", &[]),
        ("get /v1/books/{book}/games/{id}", &["format"]),
    ] {
        let names = answered.get(address).expect(address);
        let wanted = games.iter().filter(|_| !address.ends_with("{id}"));
        for name in wanted.chain(others) {
            assert!(
                names.contains(*name),
                "{address} was never answered with {name}"
            );
        }
    }
    for (address, names) in [
        (
            "post /v1/results",
            &["moves", "sgf", "class", "results"][..],
        ),
        ("put /v1/results/{game_id}", &["moves", "class"]),
        ("get /v1/results/{game_id}", &["coords"]),
        ("delete /v1/results/{game_id}", &[]),
        ("get /v1/opponents", &["limit", "after"]),
        (
            "get /v1/opponents/{opponent}",
            &["results", "before", "min_games"],
        ),
    ] {
        let found = answered.get(address).expect(address);
        for name in names {
            assert!(
                found.contains(*name),
                "{address} was never answered with {name}"
            );
        }
    }
    assert!(
        (CASES / 10..CASES * 9 / 10).contains(&refused),
        "{refused} were refused"
    );
}

type Operation<'a> = (&'a str, &'a str, &'a Value);

fn operations(document: &Value) -> Vec<Operation<'_>> {
    let paths = document["paths"].as_object().expect("paths").iter();
    paths
        .flat_map(|(path, methods)| {
            let methods = methods.as_object().expect("methods").iter();
            methods.map(move |(method, operation)| (path.as_str(), method.as_str(), operation))
        })
        .collect()
}

/// The kinds of body that there are, with their schemas.
fn bodies(operation: &Value) -> Vec<(String, &Value)> {
    let content = operation["requestBody"]["content"].as_object();
    let content = content.into_iter().flatten();
    content
        .map(|(kind, media)| (kind.clone(), &media["schema"]))
        .collect()
}

struct Maker<'a> {
    document: &'a Value,
    /// The identity of a counted game.
    game: &'a str,
    state: u64,
    /// The parameters and members that were sent.
    names: BTreeSet<String>,
}

impl<'a> Maker<'a> {
    /// A number below another; the same for the same case.
    fn below(&mut self, bound: usize) -> usize {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((mixed ^ (mixed >> 31)) % bound as u64).unwrap_or_default()
    }

    fn choose<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }

    fn address(&mut self, path: &str, operation: &Value) -> String {
        let (mut address, mut query) = (path.to_owned(), Vec::new());
        let parameters = operation["parameters"].as_array();
        for parameter in parameters.into_iter().flatten() {
            let name = parameter["name"].as_str().unwrap_or_default();
            let value = match &parameter["example"] {
                Value::String(_) if name == "id" && self.below(4) > 0 => self.game.to_owned(),
                _ if name == "source" && self.below(4) > 0 => "old,new".to_owned(),
                Value::String(example) if self.below(4) > 0 => example.clone(),
                _ => self.parameter(&parameter["schema"]),
            };
            match parameter["in"].as_str() {
                Some("path") => address = address.replace(&format!("{{{name}}}"), &encoded(&value)),
                _ if self.below(3) == 0 => {
                    self.names.insert(name.to_owned());
                    query.push(format!("{name}={}", encoded(&value)));
                }
                _ => {}
            }
        }
        if self.below(30) == 0 {
            query.push("unknown=1".to_owned());
        }
        format!("{address}?{}", query.join("&"))
    }

    fn parameter(&mut self, schema: &Value) -> String {
        match self.value(schema, 0) {
            Value::String(text) => text,
            other => other.to_string(),
        }
    }

    fn body(&mut self, kind: &str, schema: &Value) -> String {
        if kind.contains("ndjson") {
            let line = json!({"$ref": "#/components/schemas/ResultRequest"});
            let lines = (0..self.below(4)).map(|_| self.value(&line, 0).to_string());
            return lines.collect::<Vec<_>>().join("\n");
        }
        if kind.contains("json") {
            let mut text = self.value(schema, 0).to_string();
            if self.below(20) == 0 {
                let cut = self.below(text.len());
                text.truncate(
                    (0..=cut)
                        .rev()
                        .find(|cut| text.is_char_boundary(*cut))
                        .unwrap_or(0),
                );
            }
            return text;
        }
        self.choose(&[
            "(;SZ[19];B[pd];W[nc])",
            "(;B[pd](;W[nc])(;W[qc]))",
            "(;B[pd",
            "",
            "(;)",
            "(;B[zz];W[])",
            "\u{0}",
        ])
        .to_owned()
    }

    /// A value of a schema, mostly; now and then another.
    fn value(&mut self, schema: &Value, depth: usize) -> Value {
        if self.below(25) == 0 {
            return self.nonsense();
        }
        let schema = self.resolved(schema);
        if let Some(choices) = schema["enum"].as_array() {
            return choices[self.below(choices.len())].clone();
        }
        let kind = match &schema["type"] {
            Value::Array(kinds) => kinds.first().and_then(Value::as_str),
            kind => kind.as_str(),
        };
        match kind {
            Some("object") => self.object(schema, depth),
            Some("array") => {
                let count = if depth > 1 { 2 } else { self.below(4) };
                (0..count)
                    .map(|_| self.value(&schema["items"], depth + 1))
                    .collect()
            }
            Some("integer") => {
                let bound =
                    |name: &str| schema[name].as_u64().and_then(|n| usize::try_from(n).ok());
                let (least, most) = (
                    bound("minimum").unwrap_or(0),
                    bound("maximum").unwrap_or(29),
                );
                json!(least + self.below(most.saturating_sub(least) + 1))
            }
            Some("number") => json!(self.below(40) as f64 / 2.0),
            Some("boolean") => json!(self.below(2) == 0),
            Some("null") => Value::Null,
            _ => json!(self.choose(TEXTS)),
        }
    }

    fn object(&mut self, schema: &Value, depth: usize) -> Value {
        let required = schema["required"].as_array().cloned().unwrap_or_default();
        let mut object = Map::new();
        for (name, schema) in schema["properties"].as_object().into_iter().flatten() {
            let wanted = required.iter().any(|required| required == name);
            if self.below(20) > 0 && (wanted || self.below(2) == 0) {
                self.names.insert(name.clone());
                object.insert(name.clone(), self.member(name, schema, depth));
            }
        }
        if self.below(30) == 0 {
            object.insert("unknown".to_owned(), Value::Null);
        }
        Value::Object(object)
    }

    /// Lists of moves are made right more often than luck would.
    fn member(&mut self, name: &str, schema: &Value, depth: usize) -> Value {
        match name {
            "moves" if self.below(3) > 0 => {
                let points = ["Q16", "O17", "R14", "D4", "C6", "pass", "K10"];
                let moves = (0..self.below(6))
                    .map(|_| json!([self.choose(&["B", "W"]), self.choose(&points)]));
                moves.collect()
            }
            "sgf" if self.below(3) > 0 => Value::Null,
            "board_size" if self.below(3) > 0 => json!(19),
            "initial_stones" if self.below(3) > 0 => json!([]),
            "color" if self.below(5) > 0 => json!("B"),
            "opponent" if self.below(5) > 0 => json!("gnugo"),
            "game_id" if self.below(5) > 0 => json!(self.choose(&["2026-01-31-17", "other"])),
            "book" if self.below(3) > 0 => json!("main"),
            "strength" if self.below(3) > 0 => json!(["pro", "kyu"]),
            "source" if self.below(3) > 0 => json!(["old"]),
            _ => self.value(schema, depth + 1),
        }
    }

    fn resolved<'s>(&mut self, schema: &'s Value) -> &'s Value
    where
        'a: 's,
    {
        let alternatives = schema["oneOf"].as_array().or(schema["allOf"].as_array());
        let named: Vec<&Value> = alternatives
            .into_iter()
            .flatten()
            .filter(|one| one["$ref"].is_string())
            .collect();
        let schema = match named.len() {
            0 => schema,
            count => named[self.below(count)],
        };
        let reference = schema["$ref"].as_str().unwrap_or_default();
        let pointer = reference.strip_prefix('#').unwrap_or("nowhere");
        match self.document.pointer(pointer) {
            Some(found) => self.resolved(found),
            None => schema,
        }
    }

    fn nonsense(&mut self) -> Value {
        match self.below(8) {
            0 => Value::Null,
            1 => json!(-1),
            2 => json!(u64::MAX),
            3 => json!(1.5),
            4 => json!([]),
            5 => json!({}),
            6 => json!([[[[{}]]]]),
            _ => json!(self.choose(TEXTS)),
        }
    }
}

fn encoded(text: &str) -> String {
    let byte = |byte: u8| match byte {
        b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b',' | b':' => {
            char::from(byte).to_string()
        }
        _ => format!("%{byte:02X}"),
    };
    text.bytes().map(byte).collect()
}
