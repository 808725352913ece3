//! Keys with a rate limit in requests a minute, and keys that replace others.

use joseki::service::admin::now;
use joseki::store::Scopes;
use serde_json::{Value, json};

use crate::fixture::Fixture;

fn made(fixture: &Fixture, body: &Value) -> Value {
    let admin = fixture.key(Scopes::ADMIN);
    let made = fixture.post("/v1/keys").key(&admin).json(body).send();
    made.expect(201).json()
}

#[test]
fn a_key_is_good_for_its_requests_and_no_more() {
    let fixture = Fixture::with(|options| options.anonymous_reads = false);
    // One a minute, and one at once: the second has to wait for most of a minute.
    let slow = made(&fixture, &json!({"name": "slow", "scopes": ["read"], "rate": 1}));
    assert_eq!(slow["rate"], 1);
    let slow = slow["key"].as_str().expect("a key").to_owned();
    fixture.get("/v1/next").key(&slow).send().expect(200);
    let refused = fixture.get("/v1/books").key(&slow).send().expect(429);
    assert_eq!(refused.code(), "rate_limited");
    let wait: u64 = refused.header("retry-after").expect("a time").parse().expect("seconds");
    assert!((1..=60).contains(&wait), "{wait}");
    // What the key may not do counts too.
    let asked = fixture.request("DELETE", "/v1/keys/jk_x").key(&slow).send();
    asked.expect(429);
    let other = made(&fixture, &json!({"name": "fast", "scopes": ["read"], "rate": 600}));
    let other = other["key"].as_str().expect("a key").to_owned();
    for _ in 0..20 {
        fixture.get("/v1/next").key(&other).send().expect(200);
    }
}

#[test]
fn a_key_that_is_not_looked_at_is_not_counted() {
    let fixture = Fixture::new();
    let key = made(&fixture, &json!({"name": "slow", "scopes": ["curate"], "rate": 1}));
    let key = key["key"].as_str().expect("a key").to_owned();
    for _ in 0..5 {
        fixture.get("/v1/next").key(&key).send().expect(200);
    }
    fixture.request("PUT", "/v1/books/new").key(&key).send().expect(201);
    fixture.request("PUT", "/v1/books/newer").key(&key).send().expect(429);
    fixture.get("/v1/next").key(&key).send().expect(200);
}

#[test]
fn a_rate_has_to_make_sense() {
    let fixture = Fixture::new();
    let admin = fixture.key(Scopes::ADMIN);
    for rate in [json!(0), json!(100_001), json!(-1), json!("many")] {
        let body = json!({"name": "a", "scopes": ["read"], "rate": rate});
        let refused = fixture.post("/v1/keys").key(&admin).json(&body).send();
        assert_eq!(refused.expect(400).json()["field"], "rate");
    }
}

#[test]
fn a_key_takes_the_place_of_another() {
    let fixture = Fixture::new();
    let admin = fixture.key(Scopes::ADMIN);
    let old = made(
        &fixture,
        &json!({"name": "engine", "scopes": ["curate"], "rate": 700, "expires_in_days": 9}),
    );
    let rotate = |prefix: &Value, body: Value| {
        let path = format!("/v1/keys/{}/rotate", prefix.as_str().expect("a prefix"));
        fixture.post(&path).key(&admin).json(&body).send()
    };
    let may = |key: &Value, status: u16| {
        let key = key["key"].as_str().expect("a key");
        let path = "/v1/books/b/import?dry_run=true";
        let request = fixture.post(path).key(key).body("text/plain", "(;B[pd])");
        request.send().expect(status)
    };
    let new = rotate(&old["prefix"], json!({"overlap_seconds": 3600})).expect(201);
    assert_eq!(new.header("cache-control"), Some("no-store"));
    let new = new.json();
    for name in ["name", "scopes", "rate", "expires"] {
        assert_eq!(new[name], old[name], "{name}");
    }
    assert_ne!(new["prefix"], old["prefix"]);
    may(&old, 200);
    may(&new, 200);
    let keys = fixture.get("/v1/keys").key(&admin).send().expect(200).json();
    let keys = keys["keys"].as_array().expect("keys").clone();
    let ends = keys.iter().find(|key| key["prefix"] == old["prefix"]);
    let ends = ends.and_then(|key| key["expires"].as_i64()).expect("an end") - now();
    assert!((3500..=3600).contains(&ends), "{ends}");
    // Without an overlap the old one ends at once.
    let third = rotate(&new["prefix"], json!({})).expect(201).json();
    assert_eq!(may(&new, 401).code(), "key_ended");
    may(&third, 200);
    assert_eq!(rotate(&new["prefix"], json!({})).expect(422).code(), "unprocessable");
    assert_eq!(rotate(&json!("jk_none"), json!({})).expect(404).code(), "not_found");
    let long = rotate(&third["prefix"], json!({"overlap_seconds": 7_776_001})).expect(400);
    assert_eq!(long.json()["field"], "overlap_seconds");
}
