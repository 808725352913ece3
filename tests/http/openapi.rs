//! The committed OpenAPI document is that of the code, and documents every address.

use std::path::Path;

use joseki::http::openapi::document_text;
use serde_json::Value;

const COMMITTED: &str = "openapi.json";
const REGENERATE: &str = "JOSEKI_WRITE_OPENAPI=1 cargo test --test http openapi";

#[test]
fn the_committed_document_is_that_of_the_code() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(COMMITTED);
    let made = document_text();
    if std::env::var_os("JOSEKI_WRITE_OPENAPI").is_some() {
        std::fs::write(&path, &made).expect("openapi.json should be written");
    }
    let committed = std::fs::read_to_string(&path).unwrap_or_default();
    let difference =
        made.lines().zip(committed.lines()).position(|(made, committed)| made != committed);
    assert!(
        made == committed,
        "{COMMITTED} is not that of the code from line {:?} on: write it again with `{REGENERATE}`",
        difference.map(|line| line + 1)
    );
}

#[test]
fn every_reference_of_the_document_leads_somewhere() {
    let document: Value = serde_json::from_str(&document_text()).expect("JSON");
    let mut references = Vec::new();
    collect(&document, &mut references);
    assert!(references.len() > 20);
    for reference in references {
        let pointer = reference.strip_prefix('#').expect("a reference inside");
        assert!(document.pointer(pointer).is_some(), "{reference}");
    }
}

#[test]
fn every_operation_is_described() {
    let document: Value = serde_json::from_str(&document_text()).expect("JSON");
    let paths = document["paths"].as_object().expect("paths");
    let statuses = &document["components"]["responses"]["Problem"]["x-statuses"];
    let mut ids = std::collections::BTreeSet::new();
    for (path, methods) in paths {
        for (method, operation) in methods.as_object().expect("methods") {
            let at = format!("{method} {path}");
            assert!(operation["summary"].is_string(), "{at} has no summary");
            let id = operation["operationId"].as_str().expect("an id");
            assert!(ids.insert(id), "{at} has the id of another operation");
            if path.starts_with("/v1/") {
                let problem = &operation["responses"]["default"]["$ref"];
                assert_eq!(problem, "#/components/responses/Problem", "{at}");
                let codes = operation["x-codes"].as_array().expect("codes");
                let codes: Vec<&str> = codes.iter().filter_map(Value::as_str).collect();
                assert!(codes.is_sorted() && codes.contains(&"internal"), "{at}");
                let unknown = |code: &&&str| !statuses[**code].is_u64();
                assert_eq!(codes.iter().find(unknown), None, "{at}: a code without a status");
            }
        }
    }
}

fn collect<'a>(value: &'a Value, references: &mut Vec<&'a str>) {
    match value {
        Value::Object(members) => {
            references.extend(members.get("$ref").and_then(Value::as_str));
            members.values().for_each(|value| collect(value, references));
        }
        Value::Array(items) => items.iter().for_each(|value| collect(value, references)),
        _ => {}
    }
}
