//! The plans of a server's statements in a database that nobody has analyzed. On files this does
//! nothing.

use std::path::Path;

use serde_json::{Value, json};

use crate::nodes::database;
use crate::served::{BOOK, Served, eventually, result, run};
use crate::store_support::TempDatabase;

/// Least estimated cost of a plan that is not made of look-ups. PostgreSQL compiles statements from
/// 100,000 on, for longer than all of ours take. It reckons 2,500 for a path of nodes, which are in
/// partitions.
const MAX: f64 = 5_000.0;

/// The statements of a database that were logged with their plans, as `auto_explain` writes them.
fn plans(log: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(log).unwrap_or_default();
    let mut lines = text.lines().peekable();
    let mut plans = Vec::new();
    while let Some(line) = lines.next() {
        if !line.ends_with(" plan:") {
            continue;
        }
        let mut plan = String::new();
        while let Some(more) = lines.next_if(|more| more.starts_with('\t')) {
            plan.push_str(more);
        }
        // The last one may be half written.
        plans.extend(serde_json::from_str::<Value>(&plan));
    }
    plans
}

/// Lets the server log the plan of each statement of a database; returns its log.
fn log_plans(database: &TempDatabase) -> std::path::PathBuf {
    let data = database.texts("SHOW data_directory").pop_first().expect("a folder");
    let name = database.texts("SELECT current_database()::TEXT").pop_first().expect("a name");
    for (setting, value) in [
        ("session_preload_libraries", "auto_explain"),
        ("auto_explain.log_min_duration", "0"),
        ("auto_explain.log_format", "json"),
    ] {
        database.execute(&format!(
            "LOAD 'auto_explain'; ALTER DATABASE {name} SET {setting} = '{value}'"
        ));
    }
    Path::new(&data).with_file_name("log")
}

#[test]
fn no_statement_of_a_node_is_planned_for_rows_that_are_not_there() {
    let Some(database) = database() else {
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    let (folder, db) = (folder.path(), database.address());
    // A database with a book gets no starter book.
    std::fs::write(folder.join("b.sgf"), BOOK).expect("a file");
    run(folder, &["import", "--db", &db, "--book", "b", "b.sgf"]).ok();
    let key = ["keys", "create", "--db", &db, "--name", "test", "--scopes"];
    let key = [&key[..], &["read,feedback,curate,admin", "--format", "json"]].concat();
    let key = run(folder, &key).ok().json()["key"].as_str().expect("a key").to_owned();
    let log = log_plans(&database);
    let server = Served::try_start_logging(folder, &db, &folder.join("log")).expect("a server");
    let ask = |method: &str, path: &str, body: Option<Value>| {
        let request = server.request(method, path).key(&key);
        let request = if method == "PATCH" { request.header("If-Match", "*") } else { request };
        let answer = match &body {
            Some(body) => request.json(body).send(),
            None => request.send(),
        };
        assert!((200..300).contains(&answer.status), "{method} {path}: {}", answer.text());
    };
    for round in 0..8 {
        let comment = json!({"comment": format!("{round}")});
        ask("PATCH", "/v1/books/b/nodes/DDCF", Some(comment));
        let game = format!("g{round}");
        ask("POST", "/v1/results", Some(json!({"results": [result(&game, &game)]})));
    }
    for path in [
        "/v1/books",
        "/v1/books/b/lines",
        "/v1/books/b/nodes/DDCF",
        "/v1/books/b/nodes/DDCF/changes",
        "/v1/books/b/changes",
        "/v1/changes",
        "/v1/changes/1",
        "/v1/next?book=b&as_of=1",
        "/v1/results/g1",
        "/v1/opponents",
        "/v1/opponents/g1",
        "/v1/keys",
        "/v1/audit",
        "/readyz",
    ] {
        ask("GET", path, None);
    }
    ask("POST", "/v1/quiz", Some(json!({"book": "b", "player": "p"})));
    ask("POST", "/v1/tables", Some(json!({})));
    let looks = |plans: &[Value]| {
        let texts = plans.iter().filter_map(|plan| plan["Query Text"].as_str());
        texts.filter(|text| text.contains("FROM commit_mark")).count()
    };
    eventually("some looks at the database", || looks(&plans(&log)) > 4);
    for plan in plans(&log) {
        let cost = plan["Plan"]["Total Cost"].as_f64().expect("a cost");
        assert!(cost < MAX && plan["JIT"].is_null(), "{cost} {}", plan["Query Text"]);
    }
}
