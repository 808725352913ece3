//! The ledger of results in the store: every game counts once, and the sums are those of its games.

use crate::full::cases;
use crate::store_support::TempStore;
use crate::store_support::results::{
    all_rows, all_sums, any_request, ask, correct, enter, evidence, won,
};
use joseki::format::game_info::GameDate;
use joseki::ledger::{
    GameTerms, LedgerChange, LedgerEntry, OwnOutcome, ResultTotals, Results, owner_id,
};
use joseki::store::{
    LedgerOutcome, LedgerRequest, LedgerStatus, NewKey, ResultSender, Scopes, Store, StoreError,
    Upkeep,
};
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

/// A game that another result may record as well.
fn recorded(game: &str, opponent: &str) -> LedgerEntry {
    LedgerEntry { terms: Some(GameTerms::default()), ..won(game, opponent, &[2]) }
}

#[test]
fn of_the_records_of_one_game_the_first_counts() {
    use LedgerStatus::{Corrected, Counted, Duplicate, Kept, Removed, Unchanged};
    let temp = TempStore::new();
    let store = temp.open();
    let lost = |game: &str| LedgerEntry { outcome: OwnOutcome::Loss, ..recorded(game, "a@2") };
    let other = LedgerEntry { color: joseki::game::Color::White, ..recorded("b", "a@1") };
    let handicap = GameTerms { handicap: 9, ..GameTerms::default() };
    let handicap = LedgerEntry { terms: Some(handicap), ..recorded("b", "a@1") };
    // The request, its status, the game that counts in its place, and the changes: games and points.
    let steps = [
        (enter(&recorded("b", "a@1")), Counted, None, vec![(1, 1_000_000)]),
        (enter(&lost("c")), Duplicate, Some("b"), vec![(0, 0)]),
        (enter(&lost("c")), Unchanged, Some("b"), vec![]),
        // Received at the same time, with a smaller identity.
        (enter(&lost("a")), Counted, None, vec![(1, 0), (-1, -1_000_000)]),
        (enter(&recorded("b", "a@1")), Unchanged, Some("a"), vec![]),
        (withdraw("a"), Removed, None, vec![(-1, 0), (1, 1_000_000)]),
        // The one that counted is another game now.
        (correct(&other), Corrected, None, vec![(-1, -1_000_000), (1, 1_000_000), (1, 0)]),
        (withdraw("c"), Removed, None, vec![(-1, 0)]),
        (correct(&lost("c")), Corrected, None, vec![(1, 0)]),
        (
            correct(&recorded("b", "a@1")),
            Corrected,
            None,
            vec![(-1, -1_000_000), (1, 1_000_000), (-1, 0)],
        ),
        (correct(&handicap), Corrected, None, vec![(-1, -1_000_000), (0, 0), (1, 0)]),
        (withdraw("b"), Removed, None, vec![(0, 0)]),
        (correct(&lost("a")), Corrected, None, vec![(1, 0), (-1, 0)]),
        (
            enter(&LedgerEntry { game: "d".to_owned(), ..handicap.clone() }),
            Kept,
            None,
            vec![(0, 0)],
        ),
    ];
    for (request, status, counted, expected) in steps {
        let outcome = ask(&store, request.clone()).unwrap();
        let changes = outcome.changes.iter().map(|change| (change.games, change.points));
        assert_eq!(changes.collect::<Vec<_>>(), expected, "{request:?}");
        let found = (outcome.status, outcome.duplicate_of.as_deref());
        assert_eq!(found, (status, counted), "{request:?}");
        assert_eq!(store.check().unwrap(), [""; 0], "{request:?}");
        assert_eq!(store.recount(None).unwrap(), 0, "{request:?}");
    }
    let counted = |game: &str| store.ledger_row(game).unwrap().unwrap().duplicate_of;
    assert_eq!(["a", "b", "c", "d"].map(counted), [None, None, Some("a".to_owned()), None]);
}

#[test]
fn many_records_of_one_game_are_one_game() {
    let temp = TempStore::new();
    let store = temp.open();
    let games =
        |from: u32| (from..from + 50).map(|game| enter(&recorded(&format!("{game:03}"), "a")));
    let outcomes = store.enter(games(100).collect(), "test", 5).unwrap();
    assert_eq!(outcomes[0].status, LedgerStatus::Counted);
    for outcome in &outcomes[1..] {
        assert_eq!(outcome.status, LedgerStatus::Duplicate);
        assert_eq!(outcome.duplicate_of.as_deref(), Some("100"));
    }
    // Another node's clock is late, and a day later it is another game.
    let outcomes = store.enter(games(200).collect(), "test", 4).unwrap();
    assert_eq!(outcomes[0].status, LedgerStatus::Counted);
    let tomorrow = store.enter(games(300).collect(), "test", 86_400_000_000).unwrap();
    assert_eq!(tomorrow[0].status, LedgerStatus::Counted);
    let version = &store.sums(0).unwrap().opponents[0].contenders[0];
    assert_eq!((version.games, version.points, version.entered), (2, 2_000_000, 150));
    assert_eq!(store.check().unwrap(), [""; 0]);
}

#[test]
fn sums_are_kept_by_the_key_that_entered_the_results() {
    let temp = TempStore::new();
    let store = temp.open();
    let key = |prefix: &str| {
        let key = NewKey {
            name: "bot".to_owned(),
            prefix: prefix.to_owned(),
            hash: [prefix.len() as u8; 32],
            scopes: Scopes::FEEDBACK,
            expires: None,
            rate: None,
        };
        let key = store.add_key(&key, "test").unwrap().id;
        ResultSender { by: "bot".to_owned(), key: Some(key), may_change_all: false }
    };
    let senders = [key("a"), key("bb")];
    let game = |game: &str, date: &str| {
        let terms = GameTerms { date: GameDate::parse(date), ..GameTerms::default() };
        LedgerEntry { terms: Some(terms), ..won(game, "o", &[2]) }
    };
    for (sender, games) in senders.iter().zip([["1", "2"], ["3", "4"]]) {
        let games = games.map(|id| enter(&game(id, &format!("2026-01-0{id}"))));
        store.enter_from(games.into(), sender, 7).unwrap();
    }
    // One without a key, and one of an earlier schema.
    ask(&store, enter(&game("5", "2026-01-05"))).unwrap();
    store.enter_from(vec![enter(&won("6", "o", &[2]))], &senders[0], 7).unwrap();
    let sums = |store: &dyn Store| -> Vec<(i64, i64)> {
        let sums = store.sums(0).unwrap().opponents.remove(0).contenders.remove(0).sums;
        sums.iter().map(|sum| (sum.owner, sum.games)).collect()
    };
    let mut expected = [(0, 2), (owner_id("a"), 2), (owner_id("bb"), 2)];
    expected.sort_unstable();
    assert_eq!(sums(&store), expected);
    // They belong to the same keys in another database, and stay theirs when they are corrected.
    let other = TempStore::new();
    let other = other.open();
    let rows = Box::new(all_rows(&store).into_iter().map(Ok));
    other.merge_ledger(rows, "me").unwrap();
    assert_eq!(sums(&other), expected);
    let lost = LedgerEntry { outcome: OwnOutcome::Loss, ..game("1", "2026-01-01") };
    ask(&store, correct(&lost)).unwrap();
    ask(&store, withdraw("3")).unwrap();
    let mut expected = [(0, 2), (owner_id("a"), 2), (owner_id("bb"), 1)];
    expected.sort_unstable();
    assert_eq!(sums(&store), expected);
    for store in [&store, &other] {
        assert_eq!(store.check().unwrap(), [""; 0]);
        assert_eq!(store.recount(None).unwrap(), 0);
    }
}

#[test]
fn a_result_of_an_earlier_schema_is_the_same_result() {
    let temp = TempStore::new();
    let store = temp.open();
    ask(&store, enter(&won("a", "a", &[2]))).unwrap();
    let handicap = GameTerms { handicap: 9, ..GameTerms::default() };
    for terms in [GameTerms::default(), handicap] {
        let again = LedgerEntry { terms: Some(terms), ..won("a", "a", &[2]) };
        assert_eq!(ask(&store, enter(&again)).unwrap().status, LedgerStatus::Unchanged);
    }
    // It counts, whatever the records of its game.
    assert_eq!(ask(&store, enter(&recorded("b", "a"))).unwrap().status, LedgerStatus::Counted);
    assert_eq!(store.sums(0).unwrap().opponents[0].contenders[0].games, 2);
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
