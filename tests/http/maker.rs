//! Requests made from the OpenAPI document, mostly right ones.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

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
    "DDKJ",
    "DDHHHK",
    "DCHH",
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
    "main@1",
    "2026-01-31",
    "verdict=take",
    "own(Q16)",
];

/// What the moves of a node say already.
const LAID: &[&str] = &["corner", "handedness", "color"];

/// The terms of a game.
const TERMS: &[&str] = &["handicap", "komi", "rules", "black_rank", "white_rank", "date"];

/// What is done to no other book than that of the example.
const KEPT_FROM: &[&str] = &["delete_book", "rename_book", "create_book"];

pub type Operation<'a> = (&'a str, &'a str, &'a Value);

/// All operations of a document.
pub fn operations(document: &Value) -> Vec<Operation<'_>> {
    let paths = document["paths"].as_object().expect("paths").iter();
    paths
        .flat_map(|(path, methods)| {
            let methods = methods.as_object().expect("methods").iter();
            methods.map(move |(method, operation)| (path.as_str(), method.as_str(), operation))
        })
        .collect()
}

/// The kinds of body that there are, with their schemas.
pub fn bodies(operation: &Value) -> Vec<(String, &Value)> {
    let content = operation["requestBody"]["content"].as_object();
    let content = content.into_iter().flatten();
    content.map(|(kind, media)| (kind.clone(), &media["schema"])).collect()
}

/// A request in the making.
pub struct Maker<'a> {
    pub document: &'a Value,
    /// The identity of a counted game.
    pub game: &'a str,
    /// A version of the book `main`.
    pub version: &'a str,
    pub state: u64,
    /// The parameters and members that were sent.
    pub names: BTreeSet<String>,
    /// The headers that were made.
    pub headers: Vec<(String, String)>,
}

impl<'a> Maker<'a> {
    /// A number below another; the same for the same case.
    pub fn below(&mut self, bound: usize) -> usize {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((mixed ^ (mixed >> 31)) % bound as u64).unwrap_or_default()
    }

    pub fn choose<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }

    pub fn address(&mut self, path: &str, operation: &Value) -> String {
        let (mut address, mut query) = (path.to_owned(), Vec::new());
        let parameters = operation["parameters"].as_array();
        // With many at once hardly ever all are right.
        let others = parameters.into_iter().flatten();
        let others = others.filter(|one| one["name"].as_str().is_none_or(|name| !is_least(name)));
        let rarity = (others.count() / 3).max(3);
        for parameter in parameters.into_iter().flatten() {
            let name = parameter["name"].as_str().unwrap_or_default();
            if is_least(name) {
                query.extend(self.least(name));
                continue;
            }
            let id = operation["operationId"].as_str().unwrap_or_default();
            let value = match &parameter["example"] {
                // The book that all others are asked about has to stay.
                Value::String(example) if name == "book" && KEPT_FROM.contains(&id) => {
                    example.clone()
                }
                // Somebody has to be left to be asked about.
                Value::String(_) if id == "forget_player" && name == "player" => "bob".to_owned(),
                Value::String(_) if name == "id" && self.below(4) > 0 => self.game.to_owned(),
                Value::String(_) if name == "as_of" && self.below(8) > 0 => self.version.to_owned(),
                _ if name == "game" && self.below(16) > 0 => "go".to_owned(),
                // Most notations are of other games than the books have.
                _ if name == "coords" && self.below(8) > 0 => "gtp".to_owned(),
                _ if name == "to_play" && self.below(3) > 0 => "B".to_owned(),
                _ if name == "min_verdict" && self.below(3) > 0 => "good".to_owned(),
                _ if name == "stones" && self.below(3) > 0 => "B:C3".to_owned(),
                _ if name == "If-Match" && self.below(2) > 0 => "*".to_owned(),
                // Seldom that of another request.
                _ if name == "Idempotency-Key" && self.below(8) > 0 => {
                    self.below(1 << 32).to_string()
                }
                _ if name == "source" && self.below(4) > 0 => "old,new".to_owned(),
                _ if name == "fields" && self.below(40) > 0 => "best,moves.point".to_owned(),
                Value::String(example) if self.below(4) > 0 => example.clone(),
                _ => self.parameter(&parameter["schema"]),
            };
            match parameter["in"].as_str() {
                Some("header") if self.below(3) > 0 => {
                    self.names.insert(name.to_owned());
                    let plain = value.chars().all(|letter| letter.is_ascii_graphic());
                    let value = if plain { value } else { "*".to_owned() };
                    self.headers.push((name.to_owned(), value));
                }
                Some("header") => {}
                Some("path") => address = address.replace(&format!("{{{name}}}"), &encoded(&value)),
                _ if self.below(match name {
                    "moves" => 2,
                    // Only books of xiangqi have positions.
                    "fen" => 100,
                    _ => rarity,
                }) == 0 =>
                {
                    // The moves of an address say already how its corner lies.
                    if name == "moves" {
                        query.retain(|one: &String| {
                            !one.starts_with("corner=") && !one.starts_with("handedness=")
                        });
                    }
                    self.names.insert(name.to_owned());
                    query.push(format!("{name}={}", encoded(&value)));
                }
                _ => {}
            }
        }
        let says_moves = query.iter().any(|one| one.starts_with("moves="));
        if path.contains("/nodes") && says_moves && self.below(4) > 0 {
            query.retain(|one| !LAID.iter().any(|laid| one.starts_with(&format!("{laid}="))));
        }
        if self.below(30) == 0 {
            query.push("unknown=1".to_owned());
        }
        format!("{address}?{}", query.join("&"))
    }

    /// A least version or result, now and then. It takes no draw from the others: nearly all reads
    /// have both, so all requests would be others.
    fn least(&mut self, name: &str) -> Option<String> {
        let next = self.state;
        self.state = !next ^ u64::from(name.as_bytes()[4]);
        let drawn = self.below(64);
        self.state = next;
        // A later one is waited for, in vain.
        let value = match (name, drawn) {
            (_, 24..) => return None,
            (_, 0) => "x",
            ("min_version", 1..10) => "main:1",
            ("min_version", _) => "main:0,b:0",
            _ => "1",
        };
        self.names.insert(name.to_owned());
        Some(format!("{name}={value}"))
    }

    fn parameter(&mut self, schema: &Value) -> String {
        match self.value(schema, 0) {
            Value::String(text) => text,
            other => other.to_string(),
        }
    }

    pub fn body(&mut self, kind: &str, schema: &Value) -> String {
        if kind.contains("ndjson") {
            let kind = match schema["$ref"].as_str() {
                Some(name) if name.ends_with("/AnswerLines") => "AnswerLine",
                _ => "ResultRequest",
            };
            let line = json!({"$ref": format!("#/components/schemas/{kind}")});
            let lines = (0..self.below(4)).map(|_| self.value(&line, 0).to_string());
            return lines.collect::<Vec<_>>().join("\n");
        }
        if kind.contains("json") {
            let mut text = self.value(schema, 0).to_string();
            if self.below(20) == 0 {
                let cut = self.below(text.len());
                text.truncate((0..=cut).rev().find(|cut| text.is_char_boundary(*cut)).unwrap_or(0));
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
                (0..count).map(|_| self.value(&schema["items"], depth + 1)).collect()
            }
            Some("integer") => {
                let bound =
                    |name: &str| schema[name].as_u64().and_then(|n| usize::try_from(n).ok());
                let (least, most) = (bound("minimum").unwrap_or(0), bound("maximum").unwrap_or(29));
                json!(least + self.below(most.saturating_sub(least) + 1))
            }
            Some("number") => json!(self.below(40) as f64 / 2.0),
            Some("boolean") => json!(self.below(2) == 0),
            Some("null") => Value::Null,
            _ => json!(self.choose(TEXTS)),
        }
    }

    fn object(&mut self, schema: &Value, depth: usize) -> Value {
        let whole = schema;
        let required = schema["required"].as_array().cloned().unwrap_or_default();
        let mut object = Map::new();
        for (name, schema) in schema["properties"].as_object().into_iter().flatten() {
            let wanted = required.iter().any(|required| required == name);
            // A question has many fields, which are hardly ever all valid.
            let is_question = whole["properties"]["whole_board"].is_object();
            if is_question && matches!(name.as_str(), "corner" | "fields") && self.below(6) > 0 {
                continue;
            }
            // So has a result, with the terms of its game.
            let is_result = whole["properties"]["black_rank"].is_object();
            if is_result && TERMS.contains(&name.as_str()) && self.below(6) > 0 {
                continue;
            }
            if self.below(20) > 0 && (wanted || self.below(2) == 0) {
                self.names.insert(name.clone());
                object.insert(name.clone(), self.member(name, schema, depth));
            }
        }
        if object.contains_key("op") && self.below(4) > 0 {
            match object.get("moves") {
                Some(Value::String(_)) => {
                    object.remove("line");
                    LAID.iter().for_each(|laid| drop(object.remove(*laid)));
                }
                _ => {
                    self.names.insert("line".to_owned());
                    object.insert("line".to_owned(), json!("DD"));
                }
            }
            if object["op"] == "add" {
                let (u, v) = (self.below(9) as u8 + b'A', self.below(9) as u8 + b'A');
                let line = format!("CC{}{}", char::from(u), char::from(v));
                object.insert("line".to_owned(), json!(line));
                object.insert("fields".to_owned(), json!({"verdict": "good"}));
                for gone in ["to", "to_moves", "if_match", "moves"] {
                    object.remove(gone);
                }
            }
        }
        if object.contains_key("answer") && self.below(2) == 0 {
            object.insert("moves".to_owned(), json!([["B", "Q16"]]));
            object.remove("initial_stones");
            object.remove("to_play");
        }
        // Of many changes at once hardly ever all are right.
        if object.contains_key("verdict") && self.below(4) == 0 {
            object.retain(|name, _| name == "verdict" || !self.names.remove(name));
        }
        // Random games take a while on an unfinished board.
        let estimates = schema["properties"]["estimate"].is_object();
        let named = object.get("dead").is_some_and(|dead| !dead.is_null());
        if named && object.contains_key("estimate") && self.below(4) > 0 {
            // Both together are refused.
            object.remove("estimate");
            self.names.remove("estimate");
        } else if estimates && !named && !object.contains_key("estimate") && self.below(20) > 0 {
            object.insert("estimate".to_owned(), json!("none"));
        }
        if self.below(30) == 0 {
            object.insert("unknown".to_owned(), Value::Null);
        }
        Value::Object(object)
    }

    /// Lists of moves are made right more often than luck would.
    fn member(&mut self, name: &str, schema: &Value, depth: usize) -> Value {
        match name {
            "line" if is(schema, "array") && self.below(3) > 0 => {
                let moves =
                    (0..self.below(3)).map(|_| json!(["B", self.choose(&["C3", "R3", "pass"])]));
                moves.collect()
            }
            "rules" if described(schema, "japanese") => {
                json!(self.choose(&["chinese", "ing", "japanese", "none"]))
            }
            // One that is right; made up, they hardly ever are.
            "edits" if self.below(4) == 0 => {
                self.names.extend(["op", "line"].map(str::to_owned));
                json!([{"op": "add", "line": self.choose(&["DDHK", "DDKJ", "DCHH", "DDCFGC"])}])
            }
            "edits" if self.below(3) > 0 => json!([self.value(&schema["items"], depth + 1)]),
            "moves" if is(schema, "string") && self.below(3) > 0 => {
                json!(self.choose(&["Q16", "Q16,O17", "W:Q16,B:O17"]))
            }
            "moves" if is(schema, "integer") && self.below(3) > 0 => json!(60),
            "moves" if !is(schema, "integer") && self.below(3) > 0 => {
                let points = ["Q16", "O17", "R14", "D4", "C6", "pass", "K10"];
                let moves = (0..self.below(6))
                    .map(|_| json!([self.choose(&["B", "W"]), self.choose(&points)]));
                moves.collect()
            }
            "answer" if self.below(3) > 0 => json!(self.choose(&["O17", "R14", "F3", "pass"])),
            "player" if self.below(2) > 0 => json!(self.choose(&["ann", "bob"])),
            // The openings are those of renju.
            "opening" if self.below(8) > 0 => Value::Null,
            // Most notations are of other games than the books have; so are positions.
            "coords" if self.below(8) > 0 => json!("gtp"),
            "fen" if self.below(24) > 0 => Value::Null,
            "ask" if self.below(8) > 0 => json!("moves"),
            "question" if self.below(4) > 0 => json!(format!("q{}", self.below(50))),
            "prefix" if self.below(3) > 0 => json!(self.choose(&["DD", "DDCF", ""])),
            "tolerance" | "new_share" if self.below(4) > 0 => json!(self.below(5) as f64 / 8.0),
            "sgf" if self.below(3) > 0 => Value::Null,
            "board_size" if self.below(3) > 0 => json!(19),
            "points" if self.below(3) > 0 => json!([]),
            "initial_stones" if self.below(3) > 0 => json!([]),
            "black" | "white" if self.below(5) > 0 => json!(self.choose(&["h8 h9", "", "i9,j10"])),
            "color" if self.below(5) > 0 => json!("B"),
            "class" if self.below(3) > 0 => json!("engine"),
            "black_rank" | "white_rank" if self.below(8) > 0 => json!("5k"),
            "date" if self.below(8) > 0 => json!("2026-01-31"),
            "opponent" if self.below(5) > 0 => json!("gnugo"),
            "game_id" if self.below(5) > 0 => json!(self.choose(&["2026-01-31-17", "other"])),
            "game" if self.below(24) > 0 => json!("go"),
            "book" if self.below(3) > 0 => json!("main"),
            "as_of" if self.below(4) > 0 => json!(self.version),
            "line" if self.below(4) > 0 => json!(self.choose(&["DDCF", "DDFC", "DD", "DDHK", ""])),
            "to" if self.below(4) > 0 => json!(self.choose(&["drafts", "DDKJ", "other", "third"])),
            "lines" if self.below(3) > 0 => json!(["DDCFFC"]),
            "if_match" if self.below(4) > 0 => json!(self.below(3)),
            "from" if self.below(4) > 0 => json!(self.choose(&["main", "drafts", "main@1"])),
            "base" if self.below(4) > 0 => Value::Null,
            "since" if schema["type"] != "integer" && self.below(3) > 0 => json!("1"),
            "change" if self.below(2) > 0 => json!(self.below(40)),
            "estimate" => json!(self.choose(&["none", "quick", "zobrist", "ryder", "guess"])),
            "model" if self.below(4) > 0 => json!(self.choose(&[
                "mechanical",
                "mechanical",
                "mechanical:force=64",
                "quick",
                "ryder:kernel=60/13:5"
            ])),
            "dead" | "seki" if self.below(3) > 0 => json!([]),
            "rules" if self.below(3) > 0 => json!("verdict=take,comment=both"),
            "verdict" if self.below(3) > 0 => json!("good"),
            "sente" if self.below(3) > 0 => json!("first"),
            "conditions" if self.below(3) > 0 => json!("own(Q16) or empty(CF)"),
            "strength" if self.below(3) > 0 => json!(["pro", "kyu"]),
            "source" if self.below(3) > 0 => json!(["old"]),
            // Of a board, not of a node to edit.
            "fields" if is(schema, "array") && self.below(40) > 0 => {
                json!(["best", "moves.point"])
            }
            "corner" if self.below(40) > 0 => json!("upper_right"),
            _ => self.value(schema, depth + 1),
        }
    }

    fn resolved<'s>(&mut self, schema: &'s Value) -> &'s Value
    where
        'a: 's,
    {
        let alternatives = schema["oneOf"].as_array().or(schema["allOf"].as_array());
        let named: Vec<&Value> =
            alternatives.into_iter().flatten().filter(|one| one["$ref"].is_string()).collect();
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

fn is_least(name: &str) -> bool {
    matches!(name, "min_version" | "min_results")
}

/// Whether a schema is of a type, or of that type or null.
fn is(schema: &Value, kind: &str) -> bool {
    schema["type"] == kind || schema["type"][0] == kind
}

/// Whether a schema's description has a word.
fn described(schema: &Value, word: &str) -> bool {
    let description = schema["description"].as_str();
    description.is_some_and(|text| text.contains(word))
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
