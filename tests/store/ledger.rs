//! The ledger of results in the store: every game counts once, and the sums are those of its games.

use crate::full::cases;
use crate::store_support::TempStore;
use crate::store_support::results::{
    all_rows, all_sums, any_request, ask, correct, enter, evidence, won,
};
use joseki::ledger::{LedgerChange, OwnOutcome, ResultTotals, Results};
use joseki::store::{LedgerOutcome, LedgerRequest, LedgerStatus, Store, StoreError, Upkeep};
use proptest::prelude::*;

/// What became of one thing asked, in short: its status, and of each change the games and points, the
/// games ever entered, and the epoch.
fn told(outcome: &LedgerOutcome) -> (LedgerStatus, Vec<(i64, i64, u64, u32)>) {
    let short = |change: &LedgerChange| (change.games, change.points, change.entered, change.epoch);
    (outcome.status, outcome.changes.iter().map(short).collect())
}

fn withdraw(game: &str) -> LedgerRequest {
    LedgerRequest::Withdraw(game.to_owned())
}

#[test]
fn a_game_counts_once_whatever_happens_to_it() {
    use LedgerStatus::{Conflict, Corrected, Counted, Removed, Unchanged, Unknown, Withdrawn};
    let temp = TempStore::new();
    let store = temp.open();
    let first = won("a", "katago@1", &[2, 9]);
    let other = joseki::ledger::LedgerEntry {
        outcome: OwnOutcome::Loss,
        margin: Some(0.5),
        ..first.clone()
    };
    let grown = won("a", "katago@1", &[2, 5, 9]);
    let points = OwnOutcome::Loss.points(Some(0.5));
    let steps = [
        (withdraw("a"), Unknown, vec![], 0),
        (correct(&first), Unknown, vec![], 0),
        (enter(&first), Counted, vec![(1, 1_000_000, 1, 0)], 1),
        (enter(&first), Unchanged, vec![], 1),
        (enter(&grown), Unchanged, vec![], 1),
        (correct(&grown), Unchanged, vec![], 1),
        (enter(&other), Conflict, vec![], 1),
        (correct(&other), Corrected, vec![(-1, -1_000_000, 1, 0), (1, points, 1, 0)], 2),
        (enter(&other), Unchanged, vec![], 2),
        (withdraw("a"), Removed, vec![(-1, -points, 1, 0)], 3),
        (withdraw("a"), Unchanged, vec![], 3),
        (enter(&other), Withdrawn, vec![], 3),
        (enter(&first), Conflict, vec![], 3),
        (correct(&other), Corrected, vec![(1, points, 1, 0)], 4),
    ];
    let mut changes = 0;
    for (request, status, expected, revision) in steps {
        let outcome = ask(&store, request.clone()).unwrap();
        assert_eq!(told(&outcome), (status, expected), "{request:?}");
        for change in &outcome.changes {
            changes += 1;
            assert_eq!(change.number, changes);
        }
        assert_eq!(store.ledger_version().unwrap(), changes);
        let row = store.ledger_row("a").unwrap();
        assert_eq!(row.map_or(0, |row| row.revision), revision, "{request:?}");
    }
    let row = store.ledger_row("a").unwrap().unwrap();
    assert_eq!(row.entry, other);
    assert_eq!(row.hash, other.hash());
    assert_eq!((row.number, row.received, row.by.as_str()), (0, 1, "test"));
    assert!(!row.withdrawn);
    let sums = &store.sums(0).unwrap().opponents[0];
    assert_eq!((sums.name.as_str(), sums.changed), ("katago", changes));
    let version = &sums.contenders[0];
    assert_eq!((version.version.as_str(), version.entered), ("1", 1));
    assert_eq!((version.games, version.points), (1, points));
    assert_eq!(version.won_lost, (0, 1));
    assert_eq!(version.sums.len(), 2);
    assert_eq!(store.check().unwrap(), [""; 0]);
}

#[test]
fn a_game_that_was_against_another_version_gets_a_number_there() {
    let temp = TempStore::new();
    let store = temp.open();
    let games: Vec<_> = (0..60).map(|game| enter(&won(&game.to_string(), "a@1", &[2]))).collect();
    let outcomes = store.enter(games, "test", 7).unwrap();
    let epochs = outcomes.iter().map(|outcome| outcome.changes[0].epoch);
    assert_eq!(epochs.collect::<Vec<_>>(), [vec![0; 50], vec![1; 10]].concat());
    let moved = won("55", "a@2", &[2, 3]);
    let outcome = ask(&store, correct(&moved)).unwrap();
    let [out, into] = &outcome.changes[..] else { panic!("{outcome:?}") };
    assert_eq!((out.opponent.version(), out.epoch, out.entered), ("1", 1, 60));
    assert_eq!((into.opponent.version(), into.epoch, into.entered), ("2", 0, 1));
    assert_eq!(out.edges.len() + 1, into.edges.len());
    let row = store.ledger_row("55").unwrap().unwrap();
    assert_eq!((row.number, row.received, row.id), (0, 62, 56));
    // And back: its old number is never given again.
    let back = ask(&store, correct(&won("55", "a@1", &[2]))).unwrap();
    assert_eq!(back.changes[1].entered, 61);
    let row = store.ledger_row("55").unwrap().unwrap();
    assert_eq!((row.number, row.revision), (60, 3));
    assert_eq!(store.check().unwrap(), [""; 0]);
}

#[test]
fn the_class_is_the_one_said_last() {
    let temp = TempStore::new();
    let store = temp.open();
    let say = |game: &str, class: Option<&str>| {
        let class = class.map(str::to_owned);
        enter(&joseki::ledger::LedgerEntry { class, ..won(game, "a", &[]) })
    };
    let class = || {
        let sums = store.sums(0).unwrap().opponents.remove(0);
        (sums.class, sums.class_change)
    };
    store.enter(vec![say("1", None)], "x", 0).unwrap();
    assert_eq!(class(), (None, 0));
    let both = vec![say("2", Some("dan")), say("3", Some("kyu")), say("4", None)];
    let outcomes = store.enter(both, "x", 0).unwrap();
    let said: Vec<_> =
        outcomes.into_iter().map(|outcome| outcome.changes[0].class.clone()).collect();
    assert_eq!(said, [Some("dan".to_owned()), Some("kyu".to_owned()), None]);
    assert_eq!(class(), (Some("kyu".to_owned()), 3));
    store.enter(vec![say("2", Some("dan"))], "x", 0).unwrap();
    assert_eq!(class().1, 3, "the same game again says nothing");
}

#[test]
fn pages_go_back_in_time() {
    let temp = TempStore::new();
    let store = temp.open();
    let names = ["a@1", "b", "a@2", "a@1"];
    let games: Vec<_> =
        (0..20).map(|game| enter(&won(&format!("{game}"), names[game % 4], &[]))).collect();
    store.enter(games, "test", 0).unwrap();
    let all = all_rows(&store);
    assert!(all.is_sorted_by(|a, b| a.id < b.id) && all.len() == 20);
    for opponent in [None, Some("a"), Some("b"), Some("nobody")] {
        let of = |name: &str| opponent.is_none_or(|asked| asked == name);
        let mut wanted: Vec<_> =
            all.iter().filter(|row| of(row.entry.opponent.name())).cloned().collect();
        wanted.reverse();
        for limit in [0, 1, 7, usize::MAX] {
            let mut before = None;
            let mut found = Vec::new();
            loop {
                let page = store.ledger_rows(opponent, before, limit).unwrap();
                assert!(page.len() <= limit);
                let Some(last) = page.last() else { break };
                before = Some(last.id);
                found.extend(page);
            }
            let wanted = if limit == 0 { &[] } else { &wanted[..] };
            assert_eq!(found, wanted, "{opponent:?} {limit}");
        }
    }
    let mut told = 0;
    let stopped = store.for_each_ledger_row(&mut |_| {
        told += 1;
        told < 3
    });
    stopped.unwrap();
    assert_eq!(told, 3);
}

#[test]
fn sums_since_a_change_are_those_of_the_opponents_it_concerned() {
    let temp = TempStore::new();
    let store = temp.open();
    for (game, name) in ["a", "b@1", "c", "b@2"].into_iter().enumerate() {
        ask(&store, enter(&won(&game.to_string(), name, &[2]))).unwrap();
    }
    let names = |since| -> Vec<String> {
        let sums = store.sums(since).unwrap();
        assert_eq!(sums.version, 4);
        sums.opponents.into_iter().map(|sums| sums.name).collect()
    };
    assert_eq!(names(0), ["a", "b", "c"]);
    assert_eq!(names(1), ["b", "c"]);
    assert_eq!(names(3), ["b"]);
    assert_eq!(names(4), [""; 0]);
    assert_eq!(names(u64::MAX), [""; 0]);
}

#[test]
fn a_game_that_would_not_come_back_is_refused_with_its_batch() {
    let temp = TempStore::new();
    let store = temp.open();
    let games = [f64::NAN, f64::INFINITY, -0.0, -3.5, 1000.5]
        .map(|margin| joseki::ledger::LedgerEntry { margin: Some(margin), ..won("b", "a", &[]) });
    let unnamed = won("", "a", &[]);
    for bad in games.into_iter().chain([unnamed]) {
        let requests = vec![enter(&won("a", "a", &[])), enter(&bad)];
        let error = store.enter(requests, "test", 0).unwrap_err();
        assert!(matches!(error, StoreError::Invalid { .. }), "{error}");
        assert_eq!(all_rows(&store), []);
        assert_eq!(store.sums(0).unwrap().opponents, []);
    }
    // Moves of books in another order are put in order.
    ask(&store, enter(&won("a", "a", &[9, 2, 9]))).unwrap();
    let row = store.ledger_row("a").unwrap().unwrap();
    assert_eq!(row.entry, won("a", "a", &[2, 9]));
}

proptest! {
    #![proptest_config(cases(20))]

    #[test]
    fn the_sums_are_those_of_the_games(
        batches in prop::collection::vec(prop::collection::vec(any_request(12), 0..20), 1..8),
        order in any::<prop::sample::Index>(),
    ) {
        let temp = TempStore::new();
        let store = temp.open();
        let mut changes = Vec::new();
        for (number, batch) in batches.into_iter().enumerate() {
            let outcomes = store.enter(batch, "test", number as i64 * 100).unwrap();
            changes.extend(outcomes.into_iter().flat_map(|outcome| outcome.changes));
        }
        prop_assert_eq!(store.check().unwrap(), [""; 0]);
        let before = store.sums(0).unwrap();
        prop_assert_eq!(store.recount(None).unwrap(), 0);
        prop_assert_eq!(&store.sums(0).unwrap(), &before);
        prop_assert_eq!(before.version, changes.len() as u64);
        let mut loaded = ResultTotals::default();
        loaded.load(before.version, &before.opponents);
        // Changes may come in another order than they were made.
        let middle = order.index(changes.len() + 1);
        changes.rotate_left(middle);
        let mut applied = ResultTotals::default();
        for change in &changes {
            applied.apply([change]);
            applied.apply([change]);
        }
        prop_assert_eq!(applied.applied(), before.version);
        let (applied, loaded) = (evidence(&applied), evidence(&loaded));
        for (asked, told) in &loaded {
            prop_assert_eq!(&applied[asked], told, "{}", asked);
        }
        // What is kept is what was sent.
        for row in all_rows(&store) {
            prop_assert_eq!(row.hash, row.entry.hash());
        }
        let opponents = all_sums(&store);
        let versions = opponents.iter().flat_map(|sums| &sums.contenders);
        let none_left = versions.flat_map(|version| &version.sums).any(|sum| sum.games <= 0);
        prop_assert!(!none_left);
    }
}
