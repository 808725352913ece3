//! Points that renju forbids to Black.

use serde_json::{Value, json};

use crate::fixture::Fixture;

#[test]
fn forbidden_points_are_listed_by_kind() {
    let fixture = Fixture::new();
    let ask = |body: &Value| fixture.post("/v1/forbidden").json(body).send();
    let found = ask(&json!({"black": "h9 h10 g8 f8", "white": ""})).expect(200).json();
    assert_eq!(found, json!({"33": ["h8"], "44": [], "6": []}));
    let row = ask(&json!({"black": "c8,d8,e8,g8,h8"})).expect(200).json();
    assert_eq!(row, json!({"33": [], "44": [], "6": ["f8"]}));
    let twice = ask(&json!({"black": "h8", "white": "h8"}));
    assert_eq!(twice.expect(400).json()["field"], json!("white"));
    assert_eq!(ask(&json!({"black": "p1"})).expect(400).json()["code"], json!("invalid_point"));
}
