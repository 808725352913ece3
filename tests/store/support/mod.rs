//! What the store's tests share: stores in temporary directories, forests of anything, counted games.
#![allow(dead_code, reason = "each test file uses a part")]

pub mod changes;
pub mod proxy;
pub mod raw;
pub mod results;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use joseki::book::{
    Band, Cohort, ConditionRegion, ConditionSide, Conditions, Delta, Forest, Line, Mark, NodeData,
    PlayerKind, Predicate, Tally, Text, Verdict,
};
use joseki::game::{Side, Step};
use joseki::mine::{Entry, Settings, TallyWriter};
use joseki::store::{AnyStore, BookChange, BookInfo, ChangeKind, ChangeNote, GameRow, GamesChange};
use proptest::collection::{btree_map, btree_set, vec};
use proptest::option::of;
use proptest::prelude::*;
use strum::VariantArray;
use tempfile::TempDir;

use crate::messages::keep_short;

/// A directory with a store in it, gone at the end; or a database of the PostgreSQL server at the
/// address in `JOSEKI_TEST_POSTGRES`, if there is one.
pub struct TempStore(TempDir, Option<TempDatabase>);

/// An open store of either kind.
pub type OpenStore = AnyStore;

impl TempStore {
    /// An empty directory or database.
    pub fn new() -> TempStore {
        keep_short();
        let server = std::env::var("JOSEKI_TEST_POSTGRES").ok();
        TempStore(tempfile::tempdir().expect("a directory"), server.map(TempDatabase::new))
    }

    /// An empty directory, for tests of the file.
    pub fn of_file() -> TempStore {
        keep_short();
        TempStore(tempfile::tempdir().expect("a directory"), None)
    }

    /// Opens the store, which may be open already.
    pub fn open(&self) -> OpenStore {
        match &self.1 {
            None => AnyStore::open(&self.path()).expect("a store"),
            Some(database) => AnyStore::open(Path::new(&database.address())).expect("a store"),
        }
    }

    /// Whether the store is a file.
    pub fn is_file(&self) -> bool {
        self.1.is_none()
    }

    /// Executes statements in it, as another program might.
    pub fn execute(&self, sql: &str) {
        match &self.1 {
            None => raw::open(&self.path()).execute_batch(sql).expect("executed"),
            Some(database) => database.execute(sql),
        }
    }

    /// The texts that a query of it gives.
    pub fn texts(&self, sql: &str) -> BTreeSet<String> {
        let Some(database) = &self.1 else {
            let conn = raw::open(&self.path());
            let mut rows = conn.prepare(sql).expect("a query");
            let texts = rows.query_map([], |row| row.get(0)).expect("rows");
            return texts.map(|text| text.expect("a text")).collect();
        };
        database.texts(sql)
    }

    /// The store's file.
    pub fn path(&self) -> PathBuf {
        self.beside("joseki.db")
    }

    /// Another file in the directory.
    pub fn beside(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// The directory.
    pub fn directory(&self) -> &Path {
        self.0.path()
    }
}

/// A database of its own on a server, gone at the end.
pub struct TempDatabase {
    server: String,
    name: String,
}

impl TempDatabase {
    /// Makes one.
    pub fn new(server: String) -> TempDatabase {
        static COUNT: AtomicUsize = AtomicUsize::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("test_{}_{number}", std::process::id());
        let database = TempDatabase { server, name };
        database.on_server(&format!("CREATE DATABASE {}", database.name));
        database
    }

    /// The port of the server.
    pub fn port(&self) -> u16 {
        let (_, port) = self.server.rsplit_once(':').expect("a port");
        port.parse().expect("a number")
    }

    /// Its address by way of another port.
    pub fn address_by(&self, port: u16) -> String {
        let (server, _) = self.server.rsplit_once(':').expect("a port");
        format!("{server}:{port}/{}", self.name)
    }

    /// Its address.
    pub fn address(&self) -> String {
        format!("{}/{}", self.server, self.name)
    }

    /// Cuts all connections to it; returns how many there were.
    pub fn cut_connections(&self) -> usize {
        let sql = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1";
        self.server().query(sql, &[&self.name]).expect("cut").len()
    }

    /// Executes statements in it.
    pub fn execute(&self, sql: &str) {
        self.client().batch_execute(sql).expect("executed");
    }

    /// Makes a role, and executes statements about it, in which `{}` is its name.
    pub fn new_role(&self, sql: &str) -> String {
        let role = format!("role_of_{}", self.name);
        self.execute(&format!("CREATE ROLE {role} LOGIN; {}", sql.replace("{}", &role)));
        role
    }

    /// The texts that a query of it gives.
    pub fn texts(&self, sql: &str) -> BTreeSet<String> {
        let rows = self.client().query(sql, &[]).expect("rows");
        rows.into_iter().map(|row| row.get(0)).collect()
    }

    fn client(&self) -> postgres::Client {
        postgres::Client::connect(&self.address(), postgres::NoTls).expect("a database")
    }

    fn server(&self) -> postgres::Client {
        let server = format!("{}/postgres", self.server);
        postgres::Client::connect(&server, postgres::NoTls).expect("a server")
    }

    fn on_server(&self, sql: &str) {
        self.server().batch_execute(sql).expect("a database");
    }
}

impl Drop for TempDatabase {
    fn drop(&mut self) {
        self.on_server(&format!("DROP DATABASE {} WITH (FORCE)", self.name));
    }
}

/// A note of a kind by the tests.
pub fn note(kind: ChangeKind) -> ChangeNote {
    ChangeNote::new(kind, "test", "")
}

/// What leads from a book as it was loaded to another state of it.
pub fn edit<'a>(
    book: &'a str,
    before: &(BookInfo, Forest),
    after: &'a mut Forest,
) -> BookChange<'a> {
    let (info, forest) = before;
    BookChange::between(book, Some((info, forest)), after, note(ChangeKind::Edit))
}

/// A change of a book that leaves every node as it is.
pub fn no_change<'a>(book: &'a str, version: u64, forest: &'a Forest) -> BookChange<'a> {
    BookChange {
        book,
        expected_version: version,
        forest,
        inserted: Vec::new(),
        updated: Vec::new(),
        deleted: Vec::new(),
        lines: Vec::new(),
        lines_gone: Vec::new(),
        delta: Delta::default(),
        note: note(ChangeKind::Edit),
    }
}

/// The book of some lines.
pub fn forest(lines: &[&str]) -> Forest {
    let lines: Vec<Line> = lines.iter().map(|text| text.parse().expect("a line")).collect();
    lines.iter().collect()
}

/// Lines of few different steps, so that they share their beginnings.
pub fn any_line() -> impl Strategy<Value = Line> {
    vec(any_step(), 0..7).prop_map(|steps| {
        steps.into_iter().fold(Line::new(), |mut line, step| {
            if !(step.is_tenuki() && (line.is_empty() || line.ends_in_tenuki())) {
                line.push(step);
            }
            line
        })
    })
}

/// A forest with data at some of its nodes, the root included.
pub fn any_forest() -> impl Strategy<Value = Forest> {
    let root = of(any_data());
    let lines = vec((any_line(), of(any_data())), 0..24);
    (root, lines).prop_map(|(root, lines)| {
        let mut forest = Forest::new();
        for (line, data) in [(Line::new(), root)].into_iter().chain(lines) {
            let id = forest.insert(&line);
            if let Some(data) = data {
                *forest.data_mut(id) = data;
            }
        }
        forest
    })
}

/// Anything that can be known of a node.
pub fn any_data() -> impl Strategy<Value = NodeData> {
    let verdict = of(proptest::sample::select(Verdict::VARIANTS));
    let advantage = of(prop_oneof![
        any::<f64>().prop_filter("a number", |number| !number.is_nan()),
        (-2i8..=2).prop_map(f64::from),
    ]);
    let sente = of(prop_oneof![Just(Side::First), Just(Side::Second)]);
    let lists = (any_texts(), any_texts(), any_texts());
    let comment = of(any_text().prop_map(Text::from_template));
    let marks = btree_set(any_mark(), 0..3);
    let properties = btree_map(any_text(), any_texts(), 0..3);
    let places = (comment, marks, any_conditions(), properties);
    let judged = (verdict, advantage, sente, of(0u8..=100));
    (judged, lists, places).prop_map(
        |((verdict, advantage, sente, confidence), (names, tags, sources), places)| {
            let (comment, marks, conditions, properties): (_, _, _, BTreeMap<_, _>) = places;
            NodeData {
                verdict,
                advantage,
                sente,
                confidence,
                names,
                tags,
                sources,
                comment,
                marks,
                conditions,
                properties,
            }
        },
    )
}

fn any_texts() -> impl Strategy<Value = BTreeSet<String>> {
    btree_set(any_text(), 0..3)
}

/// Anything at all but U+0000: quotes, braces, control characters, other scripts, nothing.
fn any_text() -> impl Strategy<Value = String> {
    prop_oneof![
        "[\"'{}\\\\\u{1}\n\t;A-Z]{0,8}",
        "\\PC{0,8}",
        any::<String>().prop_map(|text| text.replace('\0', "")),
        Just("定石 小目".to_owned()),
    ]
}

fn any_mark() -> impl Strategy<Value = Mark> {
    (any_text(), any_step(), of(any_step()), of(any_text()))
        .prop_map(|(property, step, to, label)| Mark { property, step, to, label })
}

fn any_conditions() -> impl Strategy<Value = Conditions> {
    let point = || any_step().prop_filter("a point", |step| !step.is_tenuki());
    let who = proptest::sample::select(ConditionSide::VARIANTS);
    let after = vec(any_step(), 0..3);
    let predicate = (0u8..6, point(), point(), who, after).prop_filter_map(
        "a region",
        |(kind, step, other, who, after)| {
            Some(match kind {
                0 => Predicate::Own(step),
                1 => Predicate::Enemy(step),
                2 => Predicate::Empty(step),
                3 => Predicate::Friendly(ConditionRegion::between(step, other)?, who),
                4 => Predicate::KoThreat(who),
                _ => Predicate::Ladder { step, good_for: who, after },
            })
        },
    );
    let all = vec(predicate, 0..3).prop_map(Conditions::all_of);
    (all.clone(), all).prop_map(|(a, b)| a.or(&b))
}

fn any_step() -> impl Strategy<Value = Step> + Clone {
    prop_oneof![
        (0u8..4, 0u8..4).prop_filter_map("in the frame", |(u, v)| Step::corner(u, v)),
        (0u8..19, 0u8..19).prop_filter_map("in the frame", |(u, v)| Step::corner(u, v)),
        Just(Step::TENUKI),
    ]
}

/// Cohorts of one source, a year each.
pub fn cohorts(years: &[u16]) -> Vec<Cohort> {
    let cohort = |year: &u16| Cohort {
        source: "定石 \"club\"".to_owned(),
        year: *year,
        band: Band::VARIANTS[usize::from(*year) % Band::VARIANTS.len()],
        imported: year % 2 == 1,
    };
    years.iter().map(cohort).collect()
}

/// A game in which not everything is known.
pub fn game(number: u32, cohort: u32) -> GameRow {
    let known = |text: &str| number.is_multiple_of(3).then(|| text.to_owned());
    GameRow {
        number,
        fingerprint: fingerprint(number),
        cohort,
        date: [(1985, 4, 30), (1985, 4, 0), (1985, 0, 0), (0, 0, 0)][number as usize % 4],
        black: format!("player {number}"),
        white: "定石".to_owned(),
        black_rank: known("9p"),
        white_rank: known("7d?"),
        result: "B+R".to_owned(),
        komi: known("6.5"),
        event: known(""),
        moves: known("pddp").map(String::into_bytes),
    }
}

/// A fingerprint of all 64 bits.
pub fn fingerprint(number: u32) -> u64 {
    u64::from(number + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

/// A counted move at the end of a line, in some games of a cohort.
pub fn entry(line: &str, games: u32, cohort: u32, examples: &[u32]) -> Entry {
    let line: Line = line.parse().expect("a line");
    let mut tally = Tally::default();
    tally.cell(cohort).games = games;
    tally.turns.of_mut(PlayerKind::Other).later.turns = games;
    tally.examples.extend(examples.iter().copied());
    Entry { depth: line.len(), step: line.steps().last().copied().unwrap_or(Step::TENUKI), tally }
}

/// The parts of counted lines.
pub fn parts(entries: impl IntoIterator<Item = Entry>) -> Vec<Vec<u8>> {
    let mut writer = TallyWriter::default();
    let mut parts = Vec::new();
    for entry in entries {
        parts.extend(writer.push(entry));
    }
    parts.extend(writer.finish());
    parts
}

/// Games and counts that are all available.
pub fn games_change(
    cohorts: Vec<Cohort>,
    settings: Option<Settings>,
    games: Vec<GameRow>,
    parts: Vec<Vec<u8>>,
) -> GamesChange {
    GamesChange {
        cohorts,
        settings,
        games: Box::new(games.into_iter().map(Ok)),
        parts: Box::new(parts.into_iter().map(Ok)),
    }
}
