//! Counts that were added up elsewhere, loaded into new and existing books.

use std::cell::Cell;
use std::{io, iter};

use joseki::book::{Cohort, Delta, Forest, Tally};
use joseki::game::Step;
use joseki::mine::Entry;
use joseki::service::{
    ServiceError,
    mine::{CountedEntries, MineRequest, PruningChange, ReducedCounts},
};
use joseki::store::{
    BookChange, ChangeNote, ChangeQuery, CountedGames, GameRow, Store, StoreError,
};

use crate::fixture::{BOOK, Fixture};
use crate::games::record;

/// A book of some games, with every counted line.
fn mined() -> (Fixture, Vec<Entry>) {
    let fixture = Fixture::new();
    let texts: String = (0..40).map(|seed| record(seed).text()).collect();
    fixture.write("a.sgf", texts);
    fixture.mine(&fixture.request(&["a.sgf"]));
    let mut entries = Vec::new();
    let each = &mut |entry: Entry| entries.push(entry);
    fixture.service.mining().counted_lines(BOOK, each).expect("lines");
    (fixture, entries)
}

/// The counts of the mined book; `read` begins to read its lines.
fn reduced(
    fixture: &Fixture,
    read: impl Fn() -> io::Result<CountedEntries> + 'static,
) -> ReducedCounts {
    let counted = fixture.store.counted(BOOK).expect("counts");
    let games = fixture.store.games_from(BOOK, 0, u32::MAX).expect("games");
    assert!(games.iter().map(|game| game.number).eq(0..games.len() as u32));
    let imported = |cohort| Cohort { imported: true, ..cohort };
    ReducedCounts {
        cohorts: counted.cohorts.into_iter().map(imported).collect(),
        entries: Box::new(read),
        examples: games.iter().map(|game| game.fingerprint).collect(),
        games: Box::new(games.into_iter().map(Ok)),
        floor: 1,
        renjunet: Vec::new(),
    }
}

fn stream(entries: Vec<Entry>) -> CountedEntries {
    Box::new(entries.into_iter().map(Ok))
}

/// What the store has of a book and of its last change, without ids, versions and times.
#[derive(PartialEq)]
struct Contents {
    nodes: Vec<(usize, Step, bool, bool, Option<Tally>)>,
    lines: Vec<String>,
    counted: CountedGames,
    parts: Vec<Option<Vec<u8>>>,
    games: Vec<GameRow>,
    export: Vec<u8>,
    note: ChangeNote,
    logged: (u64, u64, u64),
    delta: Delta,
}

impl Contents {
    fn of(fixture: &Fixture, book: &str) -> Contents {
        let store = &fixture.store;
        let (_, forest) = store.load(book).expect("readable").expect("a book");
        let nodes = forest.walk().map(|(depth, id)| {
            let node = forest.node(id);
            (depth, node.step, node.ends, node.mined, node.tally().cloned())
        });
        let lines = store.lines(book, "", None, usize::MAX).expect("lines");
        let counted = store.counted(book).expect("counts");
        let parts = (0..=counted.parts).map(|part| store.tally_part(book, part).expect("a part"));
        let last = ChangeQuery { book: Some(book.to_owned()), limit: 1, ..ChangeQuery::default() };
        let last = store.changes(&last).expect("the log").remove(0).id;
        let (change, delta) = store.change(last).expect("readable").expect("the change");
        Contents {
            nodes: nodes.collect(),
            lines: lines.into_iter().map(|row| row.line).collect(),
            parts: parts.collect(),
            games: store.games_from(book, 0, u32::MAX).expect("games"),
            export: fixture.service.mining().export_counts(book).expect("an export"),
            note: change.note,
            logged: (change.inserted, change.updated, change.deleted),
            counted,
            delta,
        }
    }
}

/// A new book is written as a stream, an existing one from memory.
#[test]
fn a_new_book_is_the_one_that_an_empty_one_becomes() {
    let (fixture, entries) = mined();
    let prunings = [(1, 0.0, 40), (2, 0.01, 40), (2, 0.0, 3), (1000, 0.0, 40)];
    for (number, (min_games, min_share, max_depth)) in prunings.into_iter().enumerate() {
        let pruning = PruningChange {
            min_games: Some(min_games),
            min_share: Some(min_share),
            max_depth: Some(max_depth),
        };
        let load = |book: &str| {
            let request = MineRequest { book: book.to_owned(), pruning, ..fixture.request(&[]) };
            let entries = entries.clone();
            let counts = reduced(&fixture, move || Ok(stream(entries.clone())));
            fixture.service.mining().load_counts(&request, counts).expect("loaded")
        };
        let [new, known] = ["new", "known"].map(|name| format!("{name}-{number}"));
        fixture.store.apply(&BookChange::new_book(&known, &Forest::new(), "test")).expect("a book");
        let ((info, pruned), (other, also_pruned)) = (load(&new), load(&known));
        assert_eq!((info.version, other.version), (1, 2));
        assert_eq!((info.nodes, info.lines), (other.nodes, other.lines));
        assert_eq!((info.nodes, pruned), (pruned.kept, also_pruned));
        assert!(Contents::of(&fixture, &new) == Contents::of(&fixture, &known), "{pruning:?}");
        // A streamed book can be loaded again.
        let (again, _) = load(&new);
        assert_eq!((again.version, again.nodes), (2, info.nodes));
    }
    assert_eq!(fixture.service.check().expect("a check"), [""; 0]);
}

/// A reading of lines.
type Reading = fn(&[Entry]) -> io::Result<CountedEntries>;

#[test]
fn lines_that_cannot_be_read_twice_leave_no_book() {
    let (fixture, entries) = mined();
    let second: [Reading; 3] = [
        |_| Err(gone()),
        |entries| Ok(Box::new(stream(entries[..99].to_vec()).chain(iter::once(Err(gone()))))),
        |entries| Ok(stream(entries[..99].to_vec())),
    ];
    for second in second {
        let (readings, entries) = (Cell::new(0), entries.clone());
        let read = move || {
            let is_first = readings.replace(readings.get() + 1) == 0;
            if is_first { Ok(stream(entries.clone())) } else { second(&entries) }
        };
        let request = MineRequest { book: "new".to_owned(), ..fixture.request(&[]) };
        let loaded = fixture.service.mining().load_counts(&request, reduced(&fixture, read));
        let error = loaded.expect_err("refused");
        let is_expected = matches!(
            error,
            ServiceError::Spool(_)
                | ServiceError::Store(StoreError::Source { .. } | StoreError::Invalid { .. })
        );
        assert!(is_expected, "{error:?}");
        assert_eq!(fixture.store.book("new").expect("readable"), None);
    }
    assert_eq!(fixture.service.check().expect("a check"), [""; 0]);
}

fn gone() -> io::Error {
    io::Error::other("gone")
}
