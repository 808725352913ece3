//! All that a book knows of counted games.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use joseki::book::{Band, GameCount, Line, TurnsByKind};
use joseki::game::Variant;
use joseki::service::{
    Service,
    mine::{MineRequest, PruningChange},
};
use joseki::store::{GameRow, SqliteStore, Store};

use crate::lake::{BOOK, Lake};

/// What a book knows, without the numbers of cohorts and games.
pub struct BookState {
    pub export: String,
    pub counted: BTreeMap<String, LineState>,
    pub nodes: u64,
    pub lines: u64,
}

/// The counts of a line.
#[derive(Debug, PartialEq)]
pub struct LineState {
    /// By source, year and strength.
    cells: BTreeMap<(String, u16, Band), GameCount>,
    turns: TurnsByKind,
    /// The games, best first.
    pub examples: Vec<GameRow>,
}

impl LineState {
    pub fn games(&self) -> u32 {
        self.cells.values().map(|count| count.games).sum()
    }
}

/// Mines the records of a lake on one machine; returns the path of the database.
pub fn mined(lake: &Lake, variant: Variant, floor: u32) -> PathBuf {
    let path = lake.folder.join(format!("mined-{floor}.db"));
    let service = Service::new(Arc::new(SqliteStore::open(&path).expect("a store")));
    let request = MineRequest {
        paths: lake.records(),
        book: BOOK.to_owned(),
        variant: Some(variant),
        source: None,
        quiet: None,
        pruning: PruningChange { min_games: Some(floor), min_share: Some(0.0), max_depth: None },
        keep_records: true,
        memory: 64 << 20,
        threads: 2,
        folder: lake.folder.clone(),
        ratings: None,
        dry_run: false,
        who: "test".to_owned(),
    };
    service.mining().mine(&request, &mut |_| {}).expect("mined");
    service.close().expect("closed");
    path
}

impl BookState {
    /// Reads a book, its counted lines of at least `floor` games.
    pub fn of(path: PathBuf, floor: u32) -> BookState {
        let store = Arc::new(SqliteStore::open(path).expect("a store"));
        let service = Service::new(Arc::<SqliteStore>::clone(&store));
        let cohorts = store.counted(BOOK).expect("counts").cohorts;
        let (mut counted, mut line) = (BTreeMap::new(), Line::new());
        let each = &mut |entry: joseki::mine::Entry| {
            while line.len() >= entry.depth.max(1) {
                line.pop();
            }
            if entry.depth > 0 {
                line.push(entry.step);
            }
            if entry.tally.total().games < floor {
                return;
            }
            let cells = entry.tally.cells.iter().map(|cell| {
                let cohort = &cohorts[cell.cohort as usize];
                ((cohort.source.clone(), cohort.year, cohort.band), cell.count)
            });
            let games = store.games(BOOK, &entry.tally.examples).expect("games");
            let examples = games.into_iter().map(|row| GameRow { number: 0, cohort: 0, ..row });
            let (cells, examples) = (cells.collect(), examples.collect());
            counted
                .insert(line.to_string(), LineState { cells, turns: entry.tally.turns, examples });
        };
        service.mining().counted_lines(BOOK, each).expect("lines");
        let export = service.mining().export_counts(BOOK).expect("an export");
        let info = store.book(BOOK).expect("readable").expect("a book");
        let export = String::from_utf8(export).expect("a text");
        BookState { export, counted, nodes: info.nodes, lines: info.lines }
    }
}
