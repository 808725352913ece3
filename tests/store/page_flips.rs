//! A database damaged page by page at random: whatever is damaged, the program says so or nothing is lost, and never
//! ends in a panic.
//!
//! `JOSEKI_FLIPS` is the number of rounds, `JOSEKI_SEED` where they begin.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use crate::flips_support::{Case, Damage, Dice, Dump, everything};
use crate::served::{Run, Served, result, run};
use crate::store_support::raw;
use joseki::store::{SqliteStore, Upkeep};
use rusqlite::types::Value;
use rusqlite::{Connection, Row, params};
use serde_json::json;
use tempfile::TempDir;

/// Requests to a server on a damaged database.
const READS: [&str; 16] = [
    "/healthz",
    "/readyz",
    "/metrics",
    "/v1/next?book=b&moves=Q16&examples=2",
    "/v1/books",
    "/v1/books/b",
    "/v1/books/b/lines",
    "/v1/books/b/nodes/DDCF",
    "/v1/books/b/nodes/DDCF/history",
    "/v1/books/b/export",
    "/v1/books/b/history",
    "/v1/changes",
    "/v1/opponents",
    "/v1/results",
    "/v1/players/ann",
    "/v1/keys",
];

/// What came of the rounds.
#[derive(Default)]
struct Tally {
    kinds: BTreeMap<&'static str, u32>,
    told: u32,
    healthy: u32,
    /// Damage after which the doctor finds nothing wrong and something is.
    missed: Vec<String>,
    /// Ends and answers that there may not be.
    broken: Vec<String>,
}

/// No panic, and no signal ended it.
fn sound(what: &str, run: &Run) -> Result<(), String> {
    let panicked = run.err.contains("panicked") || run.code.is_none_or(|code| code > 2);
    if panicked { Err(format!("{what}: {run:?}")) } else { Ok(()) }
}

/// What the doctor says, and whether it is so.
enum Health {
    Told,
    Sound,
    /// It says healthy, and this is not as it was.
    Missed(String),
}

/// One damaged database met by every door.
fn round(directory: &Path, key: &str, right: &[Dump]) -> Result<Health, String> {
    let doctor = run(directory, &["doctor", "--format", "json"]);
    sound("doctor", &doctor)?;
    let mut health = Health::Told;
    if doctor.code == Some(0) {
        let found = Dump::of(&directory.join("joseki.db"))?;
        let differences = right.iter().map(|right| right.difference(&found));
        let differences: Option<Vec<String>> = differences.collect();
        health = match differences {
            None => Health::Sound,
            Some(mut differences) => Health::Missed(differences.swap_remove(0)),
        };
    }
    let next = ["next", "--book", "b", "--moves", "Q16"];
    sound("next", &run(directory, &next))?;
    let export = ["export", "--book", "b", "--to", "sgf"];
    sound("export", &run(directory, &export))?;
    serve(directory, key)?;
    Ok(health)
}

/// Reads of everything and two writes.
fn serve(directory: &Path, key: &str) -> Result<(), String> {
    let mut server = match Served::try_start(directory, "joseki.db") {
        Ok(server) => server,
        Err(said) if said.contains("panicked") => return Err(format!("serve: {said}")),
        // It says why; there is nothing that it could answer from.
        Err(said) if said.contains("error: ") => return Ok(()),
        Err(said) => return Err(format!("serve says nothing: {said}")),
    };
    let game = result("late", "new");
    let writes = [
        server.request("POST", "/v1/results").key(key).json(&game),
        server
            .request("PATCH", "/v1/books/b/nodes/DDCF")
            .key(key)
            .header("If-Match", "*")
            .json(&json!({"comment": "late"})),
    ];
    let reads = READS.map(|path| server.request("GET", path).key(key));
    for request in reads.into_iter().chain(writes) {
        let answer = request.try_send().map_err(|error| error.to_string())?;
        if answer.text().contains("\"internal\"") {
            return Err(format!("{}: {}", answer.status, answer.text()));
        }
    }
    if server.runs() && !server.output().contains("panicked") {
        Ok(())
    } else {
        Err(server.output())
    }
}

fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok()?.parse().ok()
}

/// All rounds, two at a time.
struct Rounds {
    directory: TempDir,
    cases: Vec<Case>,
    key: String,
    seed: u64,
    count: u64,
    next: AtomicU64,
    tally: Mutex<Tally>,
}

impl Rounds {
    fn new() -> Rounds {
        let directory = tempfile::tempdir().expect("a directory");
        let (cases, key) = everything(directory.path());
        let count = if crate::full::full() { 100 } else { 25 };
        Rounds {
            directory,
            cases,
            key,
            seed: number("JOSEKI_SEED").unwrap_or(1),
            count: number("JOSEKI_FLIPS").unwrap_or(count),
            next: AtomicU64::new(1),
            tally: Mutex::default(),
        }
    }

    fn run(&self) {
        let numbers = std::iter::repeat_with(|| self.next.fetch_add(1, Ordering::Relaxed));
        for number in numbers.take_while(|number| *number <= self.count) {
            let place = self.directory.path().join(number.to_string());
            fs::create_dir(&place).expect("a directory");
            self.one(number, &place);
            fs::remove_dir_all(&place).expect("it was there");
        }
    }

    fn one(&self, number: u64, place: &Path) {
        let mut dice = Dice::new(self.seed, number);
        let case = &self.cases[dice.below(self.cases.len())];
        let damage = Damage::draw(&mut dice, &case.files);
        damage.write(&case.files, place);
        let right = case.right(&damage);
        let came = round(place, &self.key, right);
        let mut tally = self.tally.lock().expect("no panic");
        *tally.kinds.entry(damage.kind()).or_default() += 1;
        let said = |what: &str| format!("round {number}, {damage:?}: {what}");
        match came {
            Ok(Health::Told) => tally.told += 1,
            Ok(Health::Sound) => tally.healthy += 1,
            Ok(Health::Missed(what)) => tally.missed.push(said(&what)),
            Err(why) => tally.broken.push(said(&why)),
        }
    }
}

#[test]
fn no_damage_is_taken_for_health_and_none_ends_in_a_panic() {
    let rounds = Rounds::new();
    std::thread::scope(|scope| {
        scope.spawn(|| rounds.run());
        scope.spawn(|| rounds.run());
    });
    let tally = rounds.tally.into_inner().expect("no panic");
    tally.missed.iter().for_each(|missed| println!("{missed}"));
    println!(
        "{} rounds from seed {}: {} told, {} healthy with nothing lost, {} missed, {} broken; {:?}",
        rounds.count,
        rounds.seed,
        tally.told,
        tally.healthy,
        tally.missed.len(),
        tally.broken.len(),
        tally.kinds,
    );
    assert!(tally.broken.is_empty(), "{:#?}", tally.broken);
    assert!(tally.missed.is_empty(), "{:#?}", tally.missed);
}

/// The structure of a file is looked at before it is served.
#[test]
fn a_server_on_a_damaged_file_reads_and_refuses_to_write() {
    let rounds = Rounds::new();
    let sound = &rounds.cases[0].files;
    let served = (1..sound.main.len() / 4096).rev().find_map(|page| {
        let place = rounds.directory.path().join(format!("page {page}"));
        fs::create_dir(&place).expect("a directory");
        Damage::zeroed(page).write(sound, &place);
        let server = Served::try_start(&place, "joseki.db").ok()?;
        let reads = server.get("/v1/next?book=b&moves=Q16").status == 200;
        (reads && server.ready().1["status"] == "degraded").then_some(server)
    });
    let server = served.expect("a page that is needed for no book");
    let (status, ready) = server.ready();
    assert_eq!((status, &ready["reason"]), (200, &json!("the store is damaged")));
    assert_eq!(server.get("/healthz").expect(200).json()["status"], "ok");
    let game = result("late", "new");
    let post = server.request("POST", "/v1/results").key(&rounds.key);
    assert_eq!(post.json(&game).send().expect(503).code(), "store_damaged");
    let said = server.output();
    for words in ["is damaged: ", "joseki doctor", "joseki restore"] {
        assert!(said.contains(words), "{said}");
    }
}

#[test]
fn damage_that_a_running_server_meets_ends_its_writing() {
    let rounds = Rounds::new();
    let place = rounds.directory.path().join("running");
    fs::create_dir(&place).expect("a directory");
    let sound = &rounds.cases[0].files;
    let file = place.join("joseki.db");
    fs::write(&file, &sound.main).expect("a file");
    let server = Served::try_start(&place, "joseki.db").expect("a sound file");
    let writable = || {
        let text = server.get("/metrics").expect(200).text();
        let line = text.lines().find_map(|line| line.strip_prefix("joseki_writable "));
        line.expect("the metric").to_owned()
    };
    assert_eq!(writable(), "1");
    let mut bytes = sound.main.clone();
    bytes[4096..].fill(0);
    fs::write(&file, bytes).expect("a file");
    let game = result("late", "new");
    let post = server.request("POST", "/v1/results").key(&rounds.key);
    // The key is looked up in the file, before anything is written.
    assert!(post.json(&game).send().status >= 500);
    assert_eq!(writable(), "0");
}

/// Changes one value and not its seal, and takes that back.
struct Forger {
    conn: Connection,
    seal: Arc<AtomicU32>,
}

impl Forger {
    fn on(path: &Path) -> Forger {
        let seal = Arc::new(AtomicU32::new(0));
        let conn = raw::open_with(path, Arc::clone(&seal));
        let triggers = "SELECT name FROM sqlite_schema WHERE type = 'trigger'";
        for trigger in texts(&conn, triggers) {
            let drop = format!("DROP TRIGGER {trigger}");
            conn.execute_batch(&drop).expect("dropped");
        }
        conn.execute_batch("PRAGMA ignore_check_constraints = ON; PRAGMA foreign_keys = OFF")
            .expect("settings");
        Forger { conn, seal }
    }

    /// The tables that have seals, and their columns but for that.
    fn columns(&self) -> Vec<(String, String)> {
        let sealed =
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE '% AS (seal(%'";
        let tables = texts(&self.conn, sealed).into_iter();
        let columns = |table: String| {
            let sql =
                format!("SELECT name FROM pragma_table_xinfo('{table}') WHERE name <> 'seal'");
            let columns = texts(&self.conn, &sql).into_iter();
            columns.map(move |column| (table.clone(), column))
        };
        tables.flat_map(columns).collect()
    }

    /// Changes the value in the row that has the seal.
    fn change(&self, table: &str, column: &str, row: u32) -> (Value, Value) {
        let sql = format!("SELECT {column}, seal FROM {table} ORDER BY seal LIMIT 1 OFFSET {row}");
        let read = |row: &Row<'_>| Ok((row.get(0)?, row.get(1)?));
        let (before, seal): (Value, u32) = self.conn.query_row(&sql, [], read).expect("a row");
        self.seal.store(seal, Ordering::Relaxed);
        let kind = format!("SELECT type FROM pragma_table_info('{table}') WHERE name = '{column}'");
        let after = other(&before, &texts(&self.conn, &kind)[0]);
        self.put(table, column, &before, &after);
        (before, after)
    }

    fn put(&self, table: &str, column: &str, before: &Value, after: &Value) {
        let sql = format!("UPDATE {table} SET {column} = ?1 WHERE seal = ?2 AND {column} IS ?3");
        let seal = self.seal.load(Ordering::Relaxed);
        let changed = self.conn.execute(&sql, params![after, seal, before]);
        assert_eq!(changed.expect("changed"), 1, "{table} {column}");
    }
}

fn texts(conn: &Connection, sql: &str) -> Vec<String> {
    let mut statement = conn.prepare(sql).expect("a query");
    let rows = statement.query_map([], |row| row.get(0)).expect("rows");
    rows.collect::<Result<_, _>>().expect("texts")
}

/// Another value of a type.
fn other(value: &Value, kind: &str) -> Value {
    match (value, kind) {
        (Value::Integer(number), _) => Value::Integer(number ^ (1 << 20)),
        (Value::Real(number), _) => Value::Real(f64::from_bits(number.to_bits() ^ 1)),
        (Value::Text(text), _) => Value::Text(format!("{text}x")),
        (Value::Blob(bytes), _) => Value::Blob([&bytes[..], &[0; 8]].concat()),
        (Value::Null, "INTEGER") => Value::Integer(0),
        (Value::Null, "REAL") => Value::Real(0.0),
        (Value::Null, "BLOB") => Value::Blob(Vec::new()),
        (Value::Null, _) => Value::Text(String::new()),
    }
}

#[test]
fn a_value_that_is_not_the_one_that_was_sealed_is_found_in_any_column() {
    let directory = tempfile::tempdir().expect("a directory");
    drop(everything(directory.path()));
    let path = directory.path().join("joseki.db");
    let store = SqliteStore::open(&path).expect("a store");
    assert_eq!(store.check().expect("a check"), [""; 0]);
    let forger = Forger::on(&path);
    let columns = forger.columns();
    let tables: BTreeSet<&String> = columns.iter().map(|(table, _)| table).collect();
    assert!(tables.len() == 30 && columns.len() > 100, "{columns:?}");
    for (table, column) in &columns {
        let (before, after) = forger.change(table, column, 0);
        let problems = store.check().expect("a check");
        let wanted = format!("1 rows of the table {table} do not match their checksums");
        let found = problems.iter().any(|problem| problem.starts_with(&wanted));
        assert!(found, "{table}.{column}: {problems:?}");
        forger.put(table, column, &after, &before);
    }
}
