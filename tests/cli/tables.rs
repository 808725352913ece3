//! `joseki tables`.

use std::sync::Arc;

use joseki::service::{Service, play::TableSetup};
use joseki::store::SqliteStore;
use serde_json::json;

use crate::program::Place;

#[test]
fn tables_are_listed_and_closed_by_id() {
    let place = Place::with_starter();
    assert_eq!(place.ok(&["tables"]), "No table.\n");
    let store = SqliteStore::open(place.path("joseki.db")).expect("a store");
    let service = Service::new(Arc::new(store));
    let mut tokens = Vec::new();
    for game in ["go", "renju"] {
        let setup = TableSetup { game: game.to_owned(), ..TableSetup::default() };
        let new = service.tables().create(&setup, "here", 10).expect("a table");
        tokens.extend(new.sides.into_iter().flatten().chain([new.watch]));
    }
    service.close().expect("closed");
    let listed = place.json(&["tables"]);
    let rows = listed["tables"].as_array().expect("rows");
    let row = |game: &str| rows.iter().find(|row| row["game"] == game).expect("a row");
    let (go, renju) = (row("go")["id"].as_str(), row("renju")["id"].as_str());
    let (go, renju) = (go.expect("an id"), renju.expect("an id"));
    assert_eq!((&row("go")["white"], &row("go")["result"]), (&json!("book"), &json!(null)));
    let text = place.ok(&["tables"]);
    assert!(text.contains(go) && text.contains("goes on"), "{text}");
    assert!(tokens.iter().all(|token| !text.contains(token.as_str())), "{text}");
    assert_eq!(place.ok(&["tables", "--limit", "1"]).lines().count(), 2);
    // What was closed before an unknown id is reported, and closed.
    let run = place.run(&["tables", "close", go, "0123456789abcdef", renju]);
    assert_eq!((run.code, run.out), (Some(1), format!("{go}: closed\n")));
    assert!(run.err.contains("table"), "{}", run.err);
    let run = place.run(&["tables", "close", renju, "no-id", "--format", "json"]);
    let closed: serde_json::Value = serde_json::from_str(&run.out).expect("JSON");
    assert_eq!((run.code, &closed["closed"][0]["id"]), (Some(1), &json!(renju)));
    assert_eq!(place.json(&["tables"]), json!({"tables": []}));
}
