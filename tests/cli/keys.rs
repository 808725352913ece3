//! `joseki keys`.

use serde_json::json;

use crate::program::Place;

fn keys_of(value: &serde_json::Value) -> Vec<String> {
    let mut keys: Vec<String> = value.as_object().expect("an object").keys().cloned().collect();
    keys.sort();
    keys
}

#[test]
fn a_key_is_shown_once() {
    let place = Place::with_starter();
    place.ok(&["books"]);
    let run = place.run(&["keys", "create", "--name", "my bot", "--scopes", "feedback,read"]);
    assert_eq!(run.code, Some(0), "{run:?}");
    assert_eq!(run.err, "note: the key is shown only once: save it now\n");
    let lines: Vec<&str> = run.out.lines().collect();
    let secret = lines[0].strip_prefix("key      ").expect("a key");
    assert!(secret.starts_with("jk_") && secret.len() == 3 + 8 + 1 + 64, "{secret}");
    assert_eq!(lines[1..], ["name     my bot", "scopes   read,feedback", "expires  never"]);
    let list = place.ok(&["keys", "list"]);
    assert!(list.contains(&secret[..11]) && !list.contains(secret), "{list}");
    let row = list.lines().nth(1).expect("a row");
    assert!(
        row.contains("my bot  read,feedback           -  20") && row.ends_with("never    valid"),
        "{list}"
    );
    assert!(!String::from_utf8_lossy(&place.read("joseki.db")).contains(secret));
}

#[test]
fn json_has_every_field_of_a_key() {
    let place = Place::with_starter();
    let arguments =
        ["keys", "create", "--name", "x", "--scopes", "curate", "--expires-in-days", "2"];
    let created = place.json(&arguments);
    let fields = ["created", "expires", "key", "name", "prefix", "rate", "revoked", "scopes"];
    assert_eq!(keys_of(&created), fields);
    let time = |field: &str| created[field].as_i64().expect("a time");
    assert!((0..=60).contains(&(time("expires") - time("created") - 2 * 86_400).abs()));
    let listed = place.json(&["keys", "list"])["keys"][0].clone();
    assert_eq!(listed["scopes"], json!(["curate"]));
    assert_eq!(listed.get("key"), None);
    assert_eq!(listed["prefix"], created["prefix"]);
}

#[test]
fn a_revoked_key_stays_in_the_list() {
    let place = Place::with_starter();
    assert!(place.ok(&["keys", "list"]).starts_with("No keys yet;"));
    let created = place.json(&["keys", "create", "--name", "x", "--scopes", "admin"]);
    let prefix = created["prefix"].as_str().expect("a prefix");
    let out = place.ok(&["keys", "revoke", prefix]);
    assert!(out.starts_with(&format!("{prefix} (x): revoked 20")), "{out}");
    let short = prefix.strip_prefix("jk_").expect("the mark");
    let revoked = place.json(&["keys", "revoke", short]);
    assert!(revoked["revoked"].is_i64());
    assert_eq!(place.json(&["keys", "list"])["keys"][0], revoked);
    let run = place.run(&["keys", "revoke", "jk_none"]);
    assert_eq!(run.code, Some(1));
    assert_eq!(
        run.err,
        "error: unknown key that starts with jk_none: check the name\nhint: see `joseki keys list`\n"
    );
}

#[test]
fn a_key_has_a_name_and_allows_something() {
    let place = Place::new();
    for (scopes, name) in [
        ("write", "x"),
        ("", "x"),
        ("read,", "x"),
        ("read", ""),
        ("read", " "),
        ("read", "a\nb"),
        ("read", "a\u{1b}[2J"),
        ("read", "bot\u{202e}nimda"),
        ("read", "\u{2066}bot"),
    ] {
        let run = place.run(&["keys", "create", "--name", name, "--scopes", scopes]);
        assert_eq!(run.code, Some(2), "{run:?}");
    }
    assert_eq!(place.files(), [""; 0]);
}

#[test]
fn a_key_may_be_limited_and_takes_that_along_when_it_is_rotated() {
    let place = Place::with_starter();
    let create = ["keys", "create", "--name", "x", "--scopes", "read", "--rate"];
    let out = place.ok(&[&create[..], &["60"]].concat());
    assert!(out.ends_with("rate     60 requests per minute\n"), "{out}");
    let list = place.ok(&["keys", "list"]);
    assert!(list.contains("x     read            60  20"), "{list}");
    let old = place.json(&["keys", "list"])["keys"][0].clone();
    let prefix = old["prefix"].as_str().expect("a prefix");
    let new = place.json(&["keys", "rotate", prefix, "--overlap-hours", "24"]);
    for field in ["name", "scopes", "rate", "expires"] {
        assert_eq!(new[field], old[field], "{field}");
    }
    assert_ne!(new["prefix"], old["prefix"]);
    let keys = place.json(&["keys", "list"])["keys"].clone();
    let ends = keys[0]["expires"].as_i64().expect("an end");
    let made = new["created"].as_i64().expect("a time");
    assert!((0..=60).contains(&(ends - made - 86_400).abs()), "{keys}");
    // Without an overlap the old key ends at once.
    let next = place.json(&["keys", "rotate", new["prefix"].as_str().expect("a prefix")]);
    let list = place.ok(&["keys", "list"]);
    let row = |key: &serde_json::Value| {
        let prefix = key["prefix"].as_str().expect("a prefix");
        let mut rows = list.lines().filter(|row| row.starts_with(prefix));
        rows.next().expect("a row").to_owned()
    };
    assert!(!row(&new).ends_with("valid"), "{list}");
    assert!(row(&next).ends_with("valid"), "{list}");
    let gone = place.run(&["keys", "rotate", new["prefix"].as_str().expect("a prefix")]);
    assert_eq!(gone.code, Some(1), "{gone:?}");
    assert!(gone.err.starts_with("error: "), "{gone:?}");
    for rate in ["0", "100001", "x"] {
        let run = place.run(&[&create[..], &[rate]].concat());
        assert_eq!(run.code, Some(2), "{run:?}");
    }
}

#[test]
fn the_log_says_who_changed_which_key() {
    let place = Place::with_starter();
    assert_eq!(place.ok(&["keys", "log"]), "No entries yet.\n");
    let key = place.json(&["keys", "create", "--name", "x", "--scopes", "read"]);
    let prefix = key["prefix"].as_str().expect("a prefix");
    place.ok(&["keys", "revoke", prefix]);
    place.ok(&["keys", "revoke", prefix]);
    let log = place.json(&["keys", "log"]);
    let changes = log["changes"].as_array().expect("changes");
    let actions: Vec<&str> = changes.iter().filter_map(|row| row["action"].as_str()).collect();
    assert_eq!(actions, ["key_revoke", "key_create"], "the second revocation changed nothing");
    assert!(changes.iter().all(|row| row["subject"] == prefix && row["who"] != ""), "{log}");
    assert_eq!(changes[1]["before"], serde_json::Value::Null);
    assert_eq!(changes[1]["after"]["scopes"], "read");
    let table = place.ok(&["keys", "log", "--limit", "1"]);
    let rows: Vec<&str> = table.lines().collect();
    let next = rows[2].strip_prefix("… more: --after ").expect("how to go on");
    let older = place.ok(&["keys", "log", "--after", next]);
    assert!(older.contains("key_create") && !older.contains("key_revoke"), "{older}");
    assert!(table.contains("key_revoke") && table.contains(prefix), "{table}");
}
