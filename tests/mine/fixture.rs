//! A service in a directory of its own, and all that a book knows.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use joseki::book::{Cohort, GameCount, Tally, Turns};
use joseki::mine::{Entry, RecordRejection, Settings};
use joseki::service::{
    Service, ServiceError, SourceFile,
    curate::{Author, ImportRequest},
    mine::{MineOutcome, MineRequest, PruningChange},
};
use joseki::store::{BookInfo, SqliteStore, Store};
use tempfile::TempDir;

use crate::messages::keep_short;

/// The book of these tests.
pub const BOOK: &str = "mined";

/// A service over a file in a directory that disappears with it.
pub struct Fixture {
    folder: TempDir,
    pub store: Arc<SqliteStore>,
    pub service: Service,
}

/// Everything that mining decides of a book, without the numbers that depend on the order of games.
#[derive(Debug, PartialEq)]
pub struct State {
    pub games: u64,
    pub settings: Option<Settings>,
    /// By counted line, also those that pruning cut.
    pub counted: BTreeMap<String, Counts>,
    /// By line of the book: whether it ends there, whether it is only mined, its data, its counts.
    pub book: BTreeMap<String, (bool, bool, String, Option<Counts>)>,
}

/// A tally with cohorts and games by name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Counts {
    pub cells: BTreeMap<Cohort, GameCount>,
    pub turns: Turns,
    pub examples: Vec<String>,
}

impl Fixture {
    pub fn new() -> Fixture {
        Fixture::at(tempfile::tempdir().expect("a directory"))
    }

    /// A service over an existing database.
    pub fn with_database(bytes: &[u8]) -> Fixture {
        let folder = tempfile::tempdir().expect("a directory");
        std::fs::write(folder.path().join("joseki.db"), bytes).expect("a file");
        Fixture::at(folder)
    }

    fn at(folder: TempDir) -> Fixture {
        keep_short();
        let store = SqliteStore::open(folder.path().join("joseki.db")).expect("a store");
        let store = Arc::new(store);
        let service = Service::new(Arc::<SqliteStore>::clone(&store));
        Fixture { folder, store, service }
    }

    /// The same directory after a restart.
    pub fn reopen(self) -> Fixture {
        let Fixture { folder, store, service } = self;
        service.close().expect("closed");
        drop((service, store));
        Fixture::at(folder)
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        std::fs::write(&path, bytes).expect("a file");
        path
    }

    /// A request that keeps every counted move, in little memory.
    pub fn request(&self, names: &[&str]) -> MineRequest {
        MineRequest {
            paths: names.iter().map(|name| self.path(name)).collect(),
            variant: None,
            book: BOOK.to_owned(),
            source: Some("test".to_owned()),
            quiet: None,
            pruning: PruningChange { min_games: Some(1), min_share: Some(0.0), max_depth: None },
            keep_records: true,
            memory: 1 << 20,
            threads: 2,
            folder: self.folder.path().to_owned(),
            ratings: None,
            dry_run: false,
            who: "test".to_owned(),
        }
    }

    pub fn try_mine(&self, request: &MineRequest) -> Result<MineOutcome, ServiceError> {
        let outcome = self.service.mining().mine(request, &mut |_| {})?;
        let report = &outcome.report;
        let rejected: u64 = report.rejected.values().sum();
        assert_eq!(
            report.games,
            report.counted + report.duplicates + rejected,
            "every game is accounted for: {report:?}"
        );
        let pruned = outcome.pruned;
        let cut = pruned.few_games + pruned.small_share + pruned.too_deep + pruned.after_cut;
        assert_eq!(pruned.counted, pruned.kept + cut, "every move is accounted for: {pruned:?}");
        Ok(outcome)
    }

    pub fn mine(&self, request: &MineRequest) -> MineOutcome {
        self.try_mine(request).expect("mined")
    }

    /// Mines texts, each as a file.
    pub fn mine_texts(&self, texts: &[&str]) -> MineOutcome {
        let names: Vec<String> = (0..texts.len()).map(|at| format!("{at}.sgf")).collect();
        for (name, text) in names.iter().zip(texts) {
            self.write(name, text);
        }
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        self.mine(&self.request(&names))
    }

    /// Prunes the book again.
    pub fn prune(&self, pruning: PruningChange) -> MineOutcome {
        self.mine(&MineRequest { pruning, ..self.request(&[]) })
    }

    pub fn import(&self, text: &str) {
        let request = ImportRequest {
            book: BOOK.to_owned(),
            files: vec![SourceFile {
                name: "tree.sgf".to_owned(),
                bytes: text.as_bytes().to_vec(),
            }],
            by: Author::new("test"),
            ..ImportRequest::new("", Vec::new(), "")
        };
        self.service.curation().import(&request).expect("imported");
    }

    pub fn info(&self) -> BookInfo {
        self.service.book(BOOK).expect("the book").info.clone()
    }

    /// The lines of the book's nodes, each with a star if games alone put it there.
    pub fn nodes(&self) -> Vec<String> {
        let state = self.state();
        let node = |(line, (_, mined, ..)): (&String, &(bool, bool, String, Option<Counts>))| {
            format!("{line}{}", if *mined { "*" } else { "" })
        };
        state.book.iter().skip(1).map(node).collect()
    }

    pub fn state(&self) -> State {
        let counted = self.store.counted(BOOK).expect("counted");
        let mut names = Names { fixture: self, cohorts: &counted.cohorts, games: BTreeMap::new() };
        let mut counts = BTreeMap::new();
        let mut path = Vec::new();
        let each = &mut |entry: Entry| {
            path.truncate(entry.depth.saturating_sub(1));
            if entry.depth > 0 {
                path.push(entry.step.to_string());
            }
            let counted = names.counts(&entry.tally);
            assert!(counts.insert(path.concat(), counted).is_none(), "{path:?}");
        };
        self.service.mining().counted_lines(BOOK, each).expect("the lines");
        assert_eq!(self.service.check().expect("a check"), [""; 0]);
        let held = self.service.book(BOOK).expect("the book");
        let forest = held.index.to_forest();
        let book = forest.nodes().map(|(id, node)| {
            let data = format!("{:?}", node.data());
            let tally = node.tally().map(|tally| names.counts(tally));
            let line = forest.line(id).to_string();
            (line, (node.ends, node.mined, data, tally))
        });
        State {
            games: counted.games,
            settings: counted.settings,
            counted: counts,
            book: book.collect(),
        }
    }
}

/// Cohorts and games by their names.
struct Names<'a> {
    fixture: &'a Fixture,
    cohorts: &'a [Cohort],
    games: BTreeMap<u32, String>,
}

impl Names<'_> {
    fn counts(&mut self, tally: &Tally) -> Counts {
        let cells = tally.cells.iter();
        let cells = cells.map(|cell| (self.cohorts[cell.cohort as usize].clone(), cell.count));
        let cells = cells.collect();
        let examples = tally.examples.iter();
        Counts {
            cells,
            turns: tally.turns.total(),
            examples: examples.map(|game| self.game(*game)).collect(),
        }
    }

    fn game(&mut self, number: u32) -> String {
        let service = &self.fixture.service;
        let found = self.games.entry(number).or_insert_with(|| {
            let games = service.next_moves().example_games(BOOK, &[number]).expect("examples");
            games[0].id.clone()
        });
        found.clone()
    }
}

impl State {
    /// Games, corners, games with a result and half points of a line, all cohorts together.
    pub fn numbers(&self, line: &str) -> [u32; 4] {
        let counts = self.counted.get(line).cloned().unwrap_or_default();
        let total = counts.total();
        [total.games, total.corners, total.scored, total.half_points]
    }

    /// Whether the players of some games were not equally strong.
    pub fn has_uneven_games(&self) -> bool {
        let total = self.counted.values().map(Counts::total);
        total.into_iter().any(|total| total.expected != GameCount::even(total.scored))
    }

    pub fn lines(&self) -> Vec<&str> {
        self.counted.keys().map(String::as_str).collect()
    }
}

impl Counts {
    pub fn total(&self) -> GameCount {
        let mut total = GameCount::default();
        self.cells.values().for_each(|count| total.add(count));
        total
    }
}

/// By reason, how many records were not counted.
pub fn rejected(outcome: &MineOutcome) -> Vec<(RecordRejection, u64)> {
    let rejected = outcome.report.rejected.iter();
    rejected.map(|(reason, games)| (*reason, *games)).collect()
}

/// A game of moves as in `Q16 R14`, Black first, by players of these names.
pub fn game(moves: &str, names: &str, root: &str) -> String {
    let letters = "ABCDEFGHJKLMNOPQRST";
    let mut text = format!("(;GM[1]SZ[19]PB[{names}]{root}");
    for (number, word) in moves.split_whitespace().enumerate() {
        let color = ['B', 'W'][number % 2];
        let point = match word {
            "pass" => String::new(),
            word => {
                let x = letters.find(&word[..1]).expect("a letter") as u8;
                let y: u8 = word[1..].parse().expect("a number");
                let letter = |at: u8| char::from(b'a' + at);
                format!("{}{}", letter(x), letter(19 - y))
            }
        };
        text.push_str(&format!(";{color}[{point}]"));
    }
    text.push_str(")\n");
    text
}
