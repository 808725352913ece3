//! Ledgers merged: whichever into which, the games and their sums are the same.

use crate::full::cases;
use crate::store_support::OpenStore;
use crate::store_support::TempStore;
use crate::store_support::results::{
    all_rows, all_sums, any_entry, any_request, ask, correct, enter, won,
};
use joseki::ledger::{GameTerms, LedgerEntry, OpponentSums};
use joseki::store::{
    AnyStore, EntryCounts, LedgerRequest, LedgerRow, LedgerRows, LedgerStatus, Store, StoreError,
    Upkeep,
};
use proptest::collection::vec;
use proptest::prelude::*;

fn rows(store: &dyn Store) -> LedgerRows {
    Box::new(all_rows(store).into_iter().map(Ok))
}

fn counted(added: u64, updated: u64, known: u64) -> EntryCounts {
    EntryCounts { added, updated, known }
}

/// What two ledgers have to agree in: the games without their ids, in the order of their identities.
fn games(store: &dyn Store) -> Vec<LedgerRow> {
    let mut games = all_rows(store);
    games.iter_mut().for_each(|row| row.id = 0);
    games.sort_by(|a, b| a.entry.game.cmp(&b.entry.game));
    games
}

/// Stores side by side in one directory.
struct Shelf {
    temp: TempStore,
    stores: usize,
}

impl Shelf {
    fn new() -> Shelf {
        Shelf { temp: TempStore::new(), stores: 0 }
    }

    fn path(&mut self) -> std::path::PathBuf {
        self.stores += 1;
        self.temp.beside(&format!("{}.db", self.stores))
    }

    fn empty(&mut self) -> OpenStore {
        AnyStore::open(&self.path()).unwrap()
    }

    fn copy(&mut self, store: &dyn Store) -> OpenStore {
        let path = self.path();
        store.backup_to(&path).unwrap();
        AnyStore::open(&path).unwrap()
    }

    /// A copy of one ledger with another one merged into it.
    fn merged(&mut self, into: &dyn Store, from: &dyn Store) -> OpenStore {
        let store = self.copy(into);
        store.merge_ledger(rows(from), "me").unwrap();
        let problems = store.check().unwrap();
        assert!(problems.is_empty(), "{problems:?}");
        assert_eq!(store.recount(None).unwrap(), 0);
        store
    }
}

#[test]
fn games_come_in_in_the_order_of_their_arrival() {
    let mut shelf = Shelf::new();
    let (store, other) = (shelf.empty(), shelf.empty());
    let of = |range: std::ops::Range<u32>| -> Vec<LedgerRequest> {
        let names = range.map(|game| format!("{game:03}"));
        names.map(|game| enter(&won(&game, "a@1", &[2]))).collect()
    };
    // Sixty games came before these.
    store.enter(of(60..120), "here", 60).unwrap();
    other.enter(of(0..60), "there", 0).unwrap();
    let merged = store.merge_ledger(rows(&other), "me").unwrap();
    assert_eq!(merged, counted(60, 0, 0));
    for row in all_rows(&store) {
        assert_eq!(row.number, row.received.cast_unsigned());
        assert_eq!(row.entry.game, format!("{:03}", row.number));
        assert_eq!(row.by, if row.number < 60 { "there" } else { "here" });
    }
    let sums = store.sums(60).unwrap();
    assert_eq!(sums.version, 61, "a merge is one change");
    let version = &sums.opponents[0].contenders[0];
    assert_eq!((version.entered, version.games), (120, 120));
    let epochs: Vec<_> = version.sums.iter().map(|sum| (sum.epoch, sum.games)).collect();
    assert_eq!(epochs, [(0, 50), (1, 50), (2, 20)]);
    // The next game continues there.
    let outcome = ask(&store, enter(&won("last", "a@1", &[]))).unwrap();
    assert_eq!(outcome.changes[0].entered, 121);
    let again = store.merge_ledger(rows(&other), "me").unwrap();
    assert_eq!(again, counted(0, 0, 60));
}

#[test]
fn the_later_revision_counts_and_one_revision_cannot_be_two_games() {
    let mut shelf = Shelf::new();
    let store = shelf.empty();
    store
        .enter(["a", "b", "c"].map(|game| enter(&won(game, "x@1", &[2]))).into(), "test", 5)
        .unwrap();
    let other = shelf.copy(&store);
    ask(&other, correct(&won("a", "y", &[3]))).unwrap();
    ask(&other, LedgerRequest::Withdraw("b".to_owned())).unwrap();
    let before = store.sums(0).unwrap();
    assert_eq!(
        other.merge_ledger(rows(&store), "me").unwrap(),
        counted(0, 0, 3),
        "earlier revisions are known"
    );
    assert_eq!(store.merge_ledger(rows(&other), "me").unwrap(), counted(0, 2, 1));
    let audit = store.audit(None, 10).unwrap();
    let audited = audit.iter().map(|row| (&*row.who, &*row.action, &*row.subject));
    let expected = [("me", "result_withdraw", "b"), ("me", "result_correct", "a")];
    assert_eq!(audited.collect::<Vec<_>>(), expected);
    assert!(audit.iter().all(|row| row.before.is_some() && row.before != row.after));
    assert_eq!(games(&store), games(&other));
    assert_eq!(all_sums(&store), all_sums(&other));
    assert_ne!(store.sums(0).unwrap(), before);
    // What was withdrawn there is withdrawn here.
    let outcome = ask(&store, enter(&won("b", "x@1", &[2]))).unwrap();
    assert_eq!(outcome.status, LedgerStatus::Withdrawn);

    // Now each side corrects on its own.
    ask(&store, correct(&won("a", "y", &[2]))).unwrap();
    let third = shelf.copy(&store);
    for game in ["c", "a"] {
        ask(&store, LedgerRequest::Withdraw(game.to_owned())).unwrap();
        ask(&third, correct(&won(game, "z", &[]))).unwrap();
    }
    ask(&third, enter(&won("new", "new", &[2]))).unwrap();
    let before = (store.sums(0).unwrap(), all_rows(&store));
    let error = store.merge_ledger(rows(&third), "me").unwrap_err();
    let first = StoreError::Ledgers { count: 2, game: "a".to_owned() };
    assert_eq!(error, first);
    assert_eq!((store.sums(0).unwrap(), all_rows(&store)), before);
}

#[test]
fn a_ledger_that_cannot_be_read_to_its_end_changes_nothing() {
    let mut shelf = Shelf::new();
    let (store, other) = (shelf.empty(), shelf.empty());
    ask(&other, enter(&won("a", "x", &[2]))).unwrap();
    let cut = all_rows(&other).into_iter().map(Ok).chain([Err("line 2: cut off".to_owned())]);
    let error = store.merge_ledger(Box::new(cut), "me").unwrap_err();
    assert!(matches!(error, StoreError::Source { .. }), "{error}");
    assert!(error.to_string().contains("line 2: cut off"), "{error}");
    let mut altered = all_rows(&other);
    altered[0].entry.color = joseki::game::Color::White;
    let altered = Box::new(altered.into_iter().map(Ok));
    let error = store.merge_ledger(altered, "me").unwrap_err();
    assert!(error.to_string().contains("game \"a\""), "{error}");
    assert_eq!(store.sums(0).unwrap(), Default::default());
    assert_eq!(all_rows(&store), []);
}

/// One game under two ids: the later one is a duplicate wherever the two are together, and does not
/// change the opponent.
#[test]
fn a_duplicate_from_another_ledger_does_not_change_the_class() {
    let mut shelf = Shelf::new();
    let classed = |game: &str, class: &str| LedgerEntry {
        terms: Some(GameTerms::default()),
        class: Some(class.to_owned()),
        ..won(game, "bot", &[1])
    };
    let (first, again) = (classed("b", "engine"), classed("a", "9 dan"));
    let [one, other, both] = [shelf.empty(), shelf.empty(), shelf.empty()];
    one.enter(vec![enter(&first)], "test", 1).unwrap();
    other.enter(vec![enter(&again)], "test", 10).unwrap();
    both.enter(vec![enter(&first)], "test", 1).unwrap();
    both.enter(vec![enter(&again)], "test", 10).unwrap();
    let class = |store: &dyn Store| all_sums(store)[0].class.clone();
    assert_eq!(class(&both).as_deref(), Some("engine"));
    for merged in [shelf.merged(&one, &other), shelf.merged(&other, &one)] {
        assert_eq!(class(&merged).as_deref(), Some("engine"));
        assert_eq!(all_sums(&merged), all_sums(&both));
    }
}

/// Games for three ledgers, each in its order of arrival: when, and what.
fn any_arrivals() -> impl Strategy<Value = [Vec<(i64, LedgerEntry)>; 3]> {
    let batch = (0usize..3, 0i64..40, 1usize..40);
    let entry = any_entry(String::new());
    (vec(batch, 0..8), vec(entry, 240)).prop_map(|(batches, entries)| {
        let mut entries = entries.into_iter().zip(0..).map(|(entry, number)| LedgerEntry {
            // In no order that means anything.
            game: format!("{:x}", number * 7 % 256),
            ..entry
        });
        let mut ledgers = [const { Vec::<(i64, LedgerEntry)>::new() }; 3];
        for (ledger, pause, games) in batches {
            let ledger = &mut ledgers[ledger];
            let start = ledger.last().map_or(0, |(last, _)| last + 1) + pause;
            for entry in entries.by_ref().take(games) {
                let when = start.max(ledger.last().map_or(0, |(last, _)| last + 1));
                ledger.push((when, entry));
            }
        }
        ledgers
    })
}

fn fill(store: &dyn Store, arrivals: &[(i64, LedgerEntry)]) {
    // Neighbours in time go in together.
    for together in arrivals.chunk_by(|a, b| a.0 + 1 == b.0) {
        let requests = together.iter().map(|(_, entry)| enter(entry)).collect();
        store.enter(requests, "test", together[0].0).unwrap();
    }
}

/// The sums without the classes.
fn classless(store: &dyn Store) -> Vec<OpponentSums> {
    let mut sums = all_sums(store);
    sums.iter_mut().for_each(|opponent| opponent.class = None);
    sums
}

proptest! {
    #![proptest_config(cases(8))]

    #[test]
    fn merged_ledgers_are_the_one_that_had_all_games(arrivals in any_arrivals()) {
        let mut shelf = Shelf::new();
        let [a, b, c] = [shelf.empty(), shelf.empty(), shelf.empty()];
        for (store, arrivals) in [&a, &b, &c].into_iter().zip(&arrivals) {
            fill(store, arrivals);
        }
        let mut all: Vec<_> = arrivals.into_iter().flatten().collect();
        all.sort_by(|(at, a), (bt, b)| (at, &a.game).cmp(&(bt, &b.game)));
        let one = shelf.empty();
        one.enter(all.iter().map(|(_, entry)| enter(entry)).collect(), "test", 0).unwrap();
        let ab = shelf.merged(&a, &b);
        let ba = shelf.merged(&b, &a);
        prop_assert_eq!(games(&ab), games(&ba));
        prop_assert_eq!(all_sums(&ab), all_sums(&ba));
        let bc = shelf.merged(&b, &c);
        for whole in [shelf.merged(&ab, &c), shelf.merged(&c, &ba), shelf.merged(&a, &bc)] {
            prop_assert_eq!(all_sums(&whole), all_sums(&one));
        }
    }

    #[test]
    fn corrections_are_merged_whichever_side_made_them(
        before in vec(any_request(12), 0..30),
        changes in vec(any_request(12), 0..30),
        both in vec(any_request(3), 0..6),
    ) {
        let mut shelf = Shelf::new();
        let a = shelf.empty();
        a.enter(before, "test", 0).unwrap();
        let b = shelf.copy(&a);
        let (mut to_a, mut to_b) = (Vec::new(), Vec::new());
        for request in changes {
            // A game is changed on one side only.
            let game = match &request {
                LedgerRequest::Enter(entry) | LedgerRequest::Correct(entry) => &entry.game,
                LedgerRequest::Withdraw(game) => game,
            };
            let odd = game.ends_with(['1', '3', '5', '7', '9']);
            (if odd { &mut to_a } else { &mut to_b }).push(request);
        }
        a.enter(to_a, "a", 100).unwrap();
        b.enter(to_b, "b", 50).unwrap();
        // And some come to both, at different times.
        let both = both.into_iter().map(|request| match request {
            LedgerRequest::Enter(entry) | LedgerRequest::Correct(entry) => {
                let game = format!("both {}", entry.game);
                LedgerRequest::Enter(Box::new(LedgerEntry { game, ..*entry }))
            }
            other => other,
        });
        let both: Vec<_> = both.filter(|request| matches!(request, LedgerRequest::Enter(_))).collect();
        a.enter(both.clone(), "both", 300).unwrap();
        b.enter(both, "both", 200).unwrap();
        let ab = shelf.merged(&a, &b);
        let ba = shelf.merged(&b, &a);
        prop_assert_eq!(games(&ab), games(&ba));
        prop_assert_eq!(classless(&ab), classless(&ba));
        // Again, and nothing changes.
        for other in [&a, &b, &ba, &ab] {
            let (sums, version) = (ab.sums(0).unwrap(), ab.ledger_version().unwrap());
            let merged = ab.merge_ledger(rows(other), "me").unwrap();
            prop_assert_eq!((merged.added, merged.updated), (0, 0));
            prop_assert_eq!(ab.ledger_version().unwrap(), version);
            prop_assert_eq!(ab.sums(0).unwrap(), sums);
        }
    }
}
