//! The plans of a server's statements in a database that nobody has analyzed. On files this does
//! nothing.

use std::collections::BTreeSet;
use std::path::Path;

use joseki::store::{NodeQuery, Store};
use serde_json::{Value, json};

use crate::nodes::{database, open};
use crate::served::{BOOK, Served, eventually, result, run};
use crate::store_support::TempDatabase;
use crate::store_support::changes::create;

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
    set(database, "session_preload_libraries", "auto_explain");
    set(database, "auto_explain.log_min_duration", "0");
    set(database, "auto_explain.log_format", "json");
    Path::new(&data).with_file_name("log")
}

/// Changes a setting of the next connections to a database.
fn set(database: &TempDatabase, setting: &str, value: &str) {
    let name = database.texts("SELECT current_database()::TEXT").pop_first().expect("a name");
    database
        .execute(&format!("LOAD 'auto_explain'; ALTER DATABASE {name} SET {setting} = '{value}'"));
}

/// Whether a part of a plan was run, if the log says so.
fn is_run(plan: &Value) -> bool {
    plan["Actual Loops"].as_f64().is_some_and(|loops| loops > 0.0)
}

/// The tables that the parts of a plan read.
fn tables_read(plan: &Value) -> BTreeSet<String> {
    let (mut tables, mut waiting) = (BTreeSet::new(), vec![plan]);
    while let Some(part) = waiting.pop() {
        let table = part["Relation Name"].as_str().filter(|_| is_run(part));
        tables.extend(table.map(str::to_owned));
        waiting.extend(part["Plans"].as_array().into_iter().flatten());
    }
    tables
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

#[test]
fn a_look_up_reads_one_partition_of_each_table() {
    let Some(database) = database() else {
        return;
    };
    create(&open(&database), "b", &["DDCFFC"]);
    let log = log_plans(&database);
    // Only this database's plans say what was run.
    set(&database, "auto_explain.log_analyze", "on");
    let store = open(&database);
    let snapshot = store.snapshot("b").expect("readable").expect("a book");
    // One node, whose counts are looked up.
    assert_eq!(store.nodes(&snapshot, NodeQuery::Children(0)).expect("readable").len(), 1);
    store.with_position(&snapshot, 1).expect("readable");
    for (statement, table) in [
        ("LEFT JOIN node ON node.parent_id", "node"),
        ("LEFT JOIN node ON node.parent_id", "node_tally"),
        ("LEFT JOIN position", "position"),
    ] {
        let partitions = || {
            let mut plans = plans(&log).into_iter().filter(|plan| is_run(&plan["Plan"]));
            let is_it = |plan: &Value| {
                plan["Query Text"].as_str().is_some_and(|text| text.contains(statement))
            };
            let tables = tables_read(&plans.find(is_it)?["Plan"]);
            let of_table =
                |name: &&String| name.rsplit_once('_').is_some_and(|(parent, _)| parent == table);
            Some(tables.iter().filter(of_table).count())
        };
        eventually("the plan is logged", || partitions().is_some());
        assert_eq!(partitions(), Some(1), "{table}");
    }
}
