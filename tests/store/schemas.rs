//! Databases of every earlier schema: each is migrated once, and answers as before.

use std::fs;
use std::io::Read;

use rusqlite::Connection;
use serde_json::Value;

use crate::served::run;

/// The databases, by schema from 1; see `fixtures/schemas/README.md`.
pub const DATABASES: [&[u8]; 18] = [
    include_bytes!("../../fixtures/schemas/schema_1.db.zst"),
    include_bytes!("../../fixtures/schemas/schema_2.db.zst"),
    include_bytes!("../../fixtures/schemas/schema_3.db.zst"),
    include_bytes!("../../fixtures/schemas/schema_4.db.zst"),
    include_bytes!("../../fixtures/schemas/schema_5.db.zst"),
    include_bytes!("../../fixtures/schemas/schema_6.db.zst"),
    include_bytes!("../../fixtures/schemas/schema_7.db.zst"),
    include_bytes!("../../fixtures/schemas/schema_8.db.zst"),
    include_bytes!("../../fixtures/schemas/schema_9.db.zst"),
    include_bytes!("../../fixtures/schemas/schema_10.db.zst"),
    include_bytes!("../../fixtures/schemas/schema_11.db.zst"),
    include_bytes!("../../fixtures/schemas/schema_12.db.zst"),
    include_bytes!("../../fixtures/schemas/schema_13.db.zst"),
    include_bytes!("../../fixtures/schemas/schema_14.db.zst"),
    include_bytes!("../../fixtures/schemas/schema_15.db.zst"),
    include_bytes!("../../fixtures/schemas/schema_16.db.zst"),
    include_bytes!("../../fixtures/schemas/schema_17.db.zst"),
    include_bytes!("../../fixtures/schemas/schema_18.db.zst"),
];

/// What the last program of schema 9 answered from each of them, and those of later schemas from their own.
const ANSWERS: &[u8] = include_bytes!("../../fixtures/schemas/answers.json.zst");

/// The fields that answers have gained since then.
const ADDED: [&str; 6] = ["game", "board_size", "swap", "fifths", "settled", "commonest"];

/// What the policy makes of the counts, which are compared as well: it is another one since then.
const OF_POLICY: [&str; 8] =
    ["mean", "interval", "bonus", "popularity", "prior", "shares", "priority", "score"];

/// The first schema whose migration writes no time of its own into the books.
const TIMED: usize = 4;

/// Unpacks a fixture.
pub fn unpack(packed: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut decoder = ruzstd::decoding::StreamingDecoder::new(packed).expect("a frame");
    decoder.read_to_end(&mut bytes).expect("a fixture");
    bytes
}

/// Moves by their points, since the policy decides their order; other lists as they are.
fn by_point(list: &[Value]) -> Vec<&Value> {
    let mut list: Vec<&Value> = list.iter().collect();
    list.sort_by_key(|item| item["points"].to_string());
    list
}

/// Returns the path of the first difference other than an added field.
fn difference(wanted: &Value, found: &Value, timed: bool, path: &str) -> Option<String> {
    match (wanted, found) {
        (Value::Object(wanted), Value::Object(found)) => {
            let added = |key: &&String| !wanted.contains_key(*key);
            if let Some(key) = found.keys().filter(added).find(|key| !ADDED.contains(&key.as_str()))
            {
                return Some(format!("{path}.{key} is new"));
            }
            let same_time = |key: &str| timed || !["at", "changed"].contains(&key);
            // A tenuki has one share now.
            let is_other_share = |key: &str| key == "share" && path.ends_with(".tenuki.statistics");
            let same =
                |key: &str| same_time(key) && !OF_POLICY.contains(&key) && !is_other_share(key);
            let fields = wanted.iter().filter(|(key, _)| same(key));
            fields.into_iter().find_map(|(key, value)| {
                let found = found.get(key).unwrap_or(&Value::Null);
                difference(value, found, timed, &format!("{path}.{key}"))
            })
        }
        (Value::Array(wanted), Value::Array(found)) if wanted.len() == found.len() => {
            let (wanted, found) = (by_point(wanted), by_point(found));
            let pairs = wanted.into_iter().zip(found).enumerate();
            pairs.into_iter().find_map(|(index, (wanted, found))| {
                difference(wanted, found, timed, &format!("{path}[{index}]"))
            })
        }
        _ => (wanted != found).then(|| format!("{path}: {found} instead of {wanted}")),
    }
}

#[test]
fn a_database_of_any_earlier_schema_is_copied_and_migrated_and_answers_as_before() {
    let answers: Value = serde_json::from_slice(&unpack(ANSWERS)).expect("answers");
    for (schema, packed) in (1..).zip(DATABASES) {
        let directory = tempfile::tempdir().expect("a directory");
        let path = directory.path().join("joseki.db");
        fs::write(&path, unpack(packed)).expect("a file");
        let cases = answers[format!("schema_{schema}")].as_array().expect("answers");
        for case in cases {
            let command = case["command"].as_str().expect("a command");
            let arguments: Vec<&str> = command.split(' ').chain(["--format", "json"]).collect();
            let out = run(directory.path(), &arguments).ok().out;
            let lines = out.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
            let found = difference(&case["answer"], &lines.collect(), schema >= TIMED, "");
            assert_eq!(found, None, "schema {schema}, joseki {command}");
        }
        let doctor = run(directory.path(), &["doctor"]).ok().out;
        assert!(doctor.contains("no problems found"), "schema {schema}: {doctor}");
        let kept = directory.path().join(format!("joseki.db.before-v{}", schema + 1));
        let version = |path| -> usize {
            let conn = Connection::open(path).expect("a database");
            conn.query_row("PRAGMA user_version", [], |row| row.get(0)).expect("a version")
        };
        assert_eq!((version(kept), version(path)), (schema, DATABASES.len() + 1));
    }
}
