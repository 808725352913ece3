//! The store on real files: what goes in comes out, with concurrent writers.

use crate::full::cases;
use std::sync::{Arc, Barrier};

use crate::store_support::{TempStore, any_forest, any_line, edit, forest, no_change, note};
use joseki::book::{Forest, NodeChange, NodeId, NodeState};
use joseki::store::{
    BookChange, ChangeKind, NewKey, Scopes, SqliteStore, Store, StoreError, Upkeep,
};
use proptest::prelude::*;

#[test]
fn an_edit_goes_on_from_the_version_that_was_loaded() {
    let temp = TempStore::new();
    let store = temp.open();
    let first = forest(&["DDCF", "DDEE", "CC"]);
    let applied = store.apply(&BookChange::new_book("main", &first, "test")).unwrap();
    assert_eq!((applied.info.version, applied.info.nodes, applied.info.lines), (1, 4, 3));
    assert_eq!(applied.ids.len(), 5, "every node and the root");

    let before = store.load("main").unwrap().unwrap();
    assert_eq!(before.0, applied.info);
    let mut edited = before.1.clone();
    edited.insert(&"DDCFFCCC".parse().unwrap());
    let old = edited.find(&"DD".parse().unwrap()).unwrap();
    edited.data_mut(old).names.insert("4-4".to_owned());
    edited.data_mut(NodeId::ROOT).names.insert("the empty corner".to_owned());
    edited.set_end(old);
    let change = edit("main", &before, &mut edited);
    let applied = store.apply(&change).unwrap();
    assert_eq!((applied.info.version, applied.info.nodes, applied.info.lines), (2, 6, 5));
    assert_eq!(&store.load("main").unwrap().unwrap().1, change.forest);
    let problems = store.check().unwrap();
    assert!(problems.is_empty(), "{problems:?}");

    let error = store.apply(&change).unwrap_err();
    let (expected, found) = (1, 2);
    let book = "main".to_owned();
    assert_eq!(error, StoreError::Conflict { book, expected, found });
    assert_eq!(store.books().unwrap(), [applied.info]);
}

#[test]
fn an_end_mark_that_is_taken_back_takes_its_line() {
    let temp = TempStore::new();
    let store = temp.open();
    let with = forest(&["DD", "DDCF"]);
    store.apply(&BookChange::new_book("main", &with, "test")).unwrap();
    let with = store.load("main").unwrap().unwrap();
    let mut without = forest(&["DDCF"]);
    let change = edit("main", &with, &mut without);
    assert_eq!(store.apply(&change).unwrap().info.lines, 1);
    assert_eq!(&store.load("main").unwrap().unwrap().1, change.forest);
    assert!(store.check().unwrap().is_empty());
}

#[test]
fn deleted_nodes_go_with_their_lines_and_may_come_again() {
    let temp = TempStore::of_file();
    let store = temp.open();
    let first = forest(&["DDCF", "DDCFFC", "DDEE", "CC"]);
    store.apply(&BookChange::new_book("main", &first, "test")).unwrap();
    store.apply(&BookChange::new_book("other", &first, "test")).unwrap();
    let before = store.load("main").unwrap().unwrap();
    let loaded = before.1.clone();
    let stored = |forest: &Forest, line: &str| {
        let node = forest.find(&line.parse().unwrap()).unwrap();
        forest.node(node).stored.unwrap()
    };
    let ids = |lines: &[&str]| -> Vec<i64> {
        let ids = lines.iter().map(|line| stored(&loaded, line));
        ids.collect()
    };
    let other = store.load("other").unwrap().unwrap().1;
    let refused = [
        (ids(&["DDCF"]), "a move follows it"),
        (vec![other.node(NodeId::ROOT).stored.unwrap()], "of another book"),
        (vec![stored(&other, "CC")], "of another book"),
        (vec![ids(&["CC"])[0] + 1000], "nowhere"),
        (vec![i64::MIN, i64::MAX, 0, -1], "no ids at all"),
        (vec![loaded.node(NodeId::ROOT).stored.unwrap()], "the root"),
    ];
    let base = no_change("main", 1, &loaded);
    let deletion = |deleted: Vec<i64>, base: BookChange<'_>| {
        // As many in the log as there are ids.
        let gone = |number: usize| NodeChange {
            line: loaded.lines().nth(number % 4).unwrap().0,
            before: Some(NodeState::default()),
            after: None,
        };
        let delta = (0..deleted.len()).map(gone).collect();
        let change = BookChange { deleted, delta, ..base };
        store.apply(&change).unwrap_err()
    };
    for (deleted, why) in refused {
        let error = deletion(deleted, base.clone());
        assert!(matches!(error, StoreError::Invalid { .. }), "{why}: {error}");
    }
    // A node that is gone cannot be changed, and nothing can follow from it.
    let mut longer = loaded.clone();
    let new = longer.insert(&"CCDC".parse().unwrap());
    let contradictions = [
        (
            BookChange { inserted: vec![new], forest: &longer, ..base.clone() },
            "followed by a new node",
        ),
        (
            BookChange { updated: vec![longer.node(new).parent], ..base.clone() },
            "is both deleted and changed",
        ),
        (BookChange { expected_version: 0, book: "new", ..base.clone() }, "no nodes to delete"),
        (base, "but (0, 0, 2) in the delta to be logged"),
    ];
    for (change, why) in contradictions {
        let ids = ids(&["CC"]);
        let deleted = if why.contains("logged") { [ids.clone(), ids].concat() } else { ids };
        let error = deletion(deleted, change);
        assert!(matches!(error, StoreError::Invalid { .. }), "{error}");
        assert!(error.to_string().contains(why), "{error}");
    }
    assert_eq!(store.load("main").unwrap().unwrap().1, loaded);

    // Two lines go; a move of one comes again, and CC ends no line any more but goes on.
    let mut edited = forest(&["DDCF", "DDEE", "CCDC"]);
    let mut change = edit("main", &before, &mut edited);
    let again = change.forest.find(&"DDCF".parse().unwrap()).unwrap();
    change.deleted.push(ids(&["DDCF"])[0]);
    change.deleted.push(ids(&["DDCF"])[0]);
    change.inserted.push(again);
    change.lines_gone.push("DDCF".parse().unwrap());
    change.lines.push(again);
    let error = store.apply(&change).unwrap_err();
    assert!(error.to_string().contains("to be logged"), "{error}");
    // The log contains it as a removed node and, elsewhere, as an added one.
    let place = NodeChange {
        line: "DDCF".parse().unwrap(),
        before: None,
        after: Some(change.forest.state(again)),
    };
    let gone = NodeChange { before: place.after.clone(), after: None, ..place.clone() };
    let nodes = change.delta.changes().iter().cloned();
    change.delta = nodes.chain([gone, place]).collect();
    let info = store.apply(&change).unwrap().info;
    assert_eq!((info.version, info.nodes, info.lines), (2, 5, 3));
    let (again, found) = store.load("main").unwrap().unwrap();
    assert_eq!((again, &found), (info, change.forest));
    assert_eq!(store.load("other").unwrap().unwrap().1, first);
    assert_eq!(store.check().unwrap(), [""; 0]);
    let log = crate::store_support::raw::open(&temp.path());
    let sql = "SELECT inserted, updated, deleted FROM change WHERE book = 'main' AND version = 2";
    let counts = log.query_row(sql, [], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)));
    assert_eq!(counts.unwrap(), (2, 1, 2));
}

#[test]
fn a_loaded_book_can_be_written_under_another_name() {
    let temp = TempStore::new();
    let store = temp.open();
    let first = forest(&["DDCF", "CC"]);
    store.apply(&BookChange::new_book("main", &first, "test")).unwrap();
    let (_, loaded) = store.load("main").unwrap().unwrap();
    store.apply(&BookChange::new_book("copy", &loaded, "test")).unwrap();
    assert_eq!(store.load("copy").unwrap().unwrap().1, first);
    assert!(store.check().unwrap().is_empty());
}

#[test]
fn a_change_that_does_not_fit_is_refused_whole() {
    let temp = TempStore::new();
    let store = temp.open();
    let main = forest(&["DDCF"]);
    let new = BookChange::new_book("main", &main, "test");
    let [dd, cf] = ["DD", "DDCF"].map(|line| main.find(&line.parse().unwrap()).unwrap());
    let refused = |change: BookChange<'_>| store.apply(&change).unwrap_err();
    let invalid = |change| matches!(refused(change), StoreError::Invalid { .. });
    let with = |inserted: &[NodeId], updated: &[NodeId]| BookChange {
        inserted: inserted.to_vec(),
        updated: updated.to_vec(),
        ..new.clone()
    };
    assert!(invalid(with(&[dd], &[])), "one node of two in the log");
    assert!(invalid(BookChange { book: "", ..new.clone() }));
    assert!(invalid(with(&[dd, cf, dd], &[])), "inserted twice");
    assert!(invalid(with(&[NodeId::ROOT, dd, cf], &[])), "the root");
    assert!(invalid(with(&[cf], &[])), "a parent that is nowhere");
    assert!(invalid(with(&[dd], &[cf])), "updated but not there");
    assert!(invalid(with(&[dd, NodeId::from_index(77)], &[])), "no such node");
    let expected_version = 3;
    let missing = refused(BookChange { expected_version, ..new.clone() });
    assert!(matches!(missing, StoreError::NotFound { .. }));
    assert_eq!(store.books().unwrap(), []);

    store.apply(&new).unwrap();
    assert!(matches!(refused(new.clone()), StoreError::AlreadyExists { .. }));
    let expected_version = 1;
    let again = BookChange { expected_version, ..with(&[dd], &[]) };
    assert!(invalid(again), "a second move of the same step");
    let mut foreign = main.clone();
    foreign.set_stored(dd, 77 << 32);
    let forest = &foreign;
    assert!(invalid(BookChange { expected_version, forest, ..with(&[cf], &[]) }), "foreign parent");
    assert!(invalid(BookChange { expected_version, forest, ..with(&[], &[dd]) }), "foreign node");
    let mut odd = main.clone();
    odd.data_mut(dd).advantage = Some(f64::NAN);
    let book = "odd";
    assert!(invalid(BookChange { book, forest: &odd, ..new.clone() }), "not a number");
    assert_eq!(store.book("main").unwrap().unwrap().version, 1);
    assert!(store.check().unwrap().is_empty());
}

#[test]
fn versions_of_a_name_never_come_twice() {
    let temp = TempStore::new();
    let store = temp.open();
    let lines = forest(&["DDCF", "DDFC", "CCDC"]);
    let new = BookChange::new_book("main", &lines, "test");
    store.apply(&new).unwrap();
    store.apply(&BookChange::new_book("other", &lines, "test")).unwrap();
    store.delete_book("main", None, &note(ChangeKind::Delete)).unwrap();
    assert_eq!(store.book("main").unwrap(), None);
    assert!(store.load("main").unwrap().is_none());
    let error = store.delete_book("main", None, &note(ChangeKind::Delete)).unwrap_err();
    assert!(matches!(error, StoreError::NotFound { .. }), "{error}");
    assert_eq!(store.apply(&new).unwrap().info.version, 3, "1, the deletion, 3");
    assert_eq!(store.load("other").unwrap().unwrap().1, lines);
    assert!(store.check().unwrap().is_empty());
}

#[test]
fn two_stores_on_one_file_see_each_other() {
    let temp = TempStore::new();
    let [left, right] = [temp.open(), temp.open()];
    let versions = || (left.data_version().unwrap(), right.data_version().unwrap());
    let before = versions();
    assert_eq!(versions(), before, "nothing happened");
    let lines = forest(&["DDCF"]);
    left.apply(&BookChange::new_book("main", &lines, "test")).unwrap();
    let after = versions();
    assert!(after.0 != before.0 && after.1 != before.1);
    assert_eq!(right.load("main").unwrap().unwrap().1, lines);
    let stale = no_change("main", 1, &lines);
    right.apply(&stale).unwrap();
    assert_ne!(versions().0, after.0);
    let error = left.apply(&stale).unwrap_err();
    assert!(matches!(error, StoreError::Conflict { found: 2, .. }), "{error}");
    drop(left);
    assert!(right.check().unwrap().is_empty());
}

#[test]
fn changes_at_the_same_time_are_all_kept_and_one_that_fails_harms_nobody() {
    const THREADS: usize = 24;
    let temp = TempStore::new();
    let store: Arc<dyn Store> = Arc::new(temp.open());
    let lines = forest(&["DDCF", "CC"]);
    let taken = BookChange::new_book("taken", &lines, "test");
    store.apply(&taken).unwrap();
    let start = Barrier::new(THREADS);
    std::thread::scope(|scope| {
        for thread in 0..THREADS {
            let (store, start, lines, taken) = (&store, &start, &lines, &taken);
            scope.spawn(move || {
                start.wait();
                for round in 0..8 {
                    let name = format!("{thread}-{round}");
                    store.apply(&BookChange::new_book(&name, lines, "test")).unwrap();
                    let error = store.apply(taken).unwrap_err();
                    assert!(matches!(error, StoreError::AlreadyExists { .. }), "{error}");
                }
            });
        }
    });
    drop(store);
    let store = temp.open();
    assert_eq!(store.books().unwrap().len(), 1 + THREADS * 8);
    assert!(store.check().unwrap().is_empty());
}

#[test]
fn editors_of_one_book_lose_no_update() {
    const THREADS: usize = 8;
    let temp = TempStore::new();
    let store = temp.open();
    store.apply(&BookChange::new_book("main", &forest(&["DD"]), "test")).unwrap();
    std::thread::scope(|scope| {
        for thread in 0..THREADS {
            let store = &store;
            scope.spawn(move || while !tag_the_root(store, thread) {});
        }
    });
    let (info, forest) = store.load("main").unwrap().unwrap();
    assert_eq!(info.version, 1 + THREADS as u64);
    assert_eq!(forest.node(NodeId::ROOT).data().unwrap().tags.len(), THREADS);
}

/// False if somebody else was faster.
fn tag_the_root(store: &dyn Store, thread: usize) -> bool {
    let before = store.load("main").unwrap().unwrap();
    let mut forest = before.1.clone();
    forest.data_mut(NodeId::ROOT).tags.insert(thread.to_string());
    match store.apply(&edit("main", &before, &mut forest)) {
        Ok(_) => true,
        Err(StoreError::Conflict { .. }) => false,
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn keys_are_kept_found_and_revoked() {
    let temp = TempStore::new();
    let store = temp.open();
    let key = NewKey {
        name: "the engine".to_owned(),
        prefix: "jk_12345".to_owned(),
        hash: [7; 32],
        scopes: Scopes::READ.with(Scopes::FEEDBACK),
        expires: Some(4_000_000_000),
        rate: Some(90),
    };
    let added = store.add_key(&key, "test").unwrap();
    assert_eq!(
        (added.hash, added.scopes, added.expires, added.rate),
        (key.hash, key.scopes, key.expires, key.rate)
    );
    assert!(added.is_valid_at(added.created) && !added.is_valid_at(4_000_000_000));
    let error = store.add_key(&key, "test").unwrap_err();
    assert!(matches!(error, StoreError::AlreadyExists { .. }), "{error}");
    assert_eq!(store.key_by_prefix("jk_12345").unwrap(), Some(added.clone()));
    assert_eq!(store.key_by_prefix("jk").unwrap(), None);
    let revoked = store.revoke_key("jk_12345", "test").unwrap();
    assert!(!revoked.is_valid_at(revoked.revoked.unwrap()));
    assert_eq!(store.revoke_key("jk_12345", "test").unwrap(), revoked);
    assert_eq!(store.keys().unwrap(), [revoked]);
    let error = store.revoke_key("jk", "test").unwrap_err();
    assert!(matches!(error, StoreError::NotFound { .. }), "{error}");
}

#[test]
fn a_backup_is_a_store_of_one_moment() {
    let temp = TempStore::of_file();
    let store = temp.open();
    let copies = TempStore::of_file();
    let lines = forest(&["DDCF", "CC"]);
    store.apply(&BookChange::new_book("0", &lines, "test")).unwrap();
    std::thread::scope(|scope| {
        let writing = scope.spawn(|| {
            for book in 1..40 {
                let name = book.to_string();
                store.apply(&BookChange::new_book(&name, &lines, "test")).unwrap();
            }
        });
        for copy in 0..10 {
            let path = copies.beside(&format!("{copy}.db"));
            store.backup_to(&path).unwrap();
            let restored = SqliteStore::open(&path).unwrap();
            assert!(restored.check().unwrap().is_empty());
            assert!(!restored.books().unwrap().is_empty());
        }
        writing.join().unwrap();
    });
    let error = store.backup_to(&copies.beside("0.db")).unwrap_err();
    assert!(matches!(error, StoreError::AlreadyExists { .. }), "{error}");
    let error = store.backup_to(&copies.beside("none/0.db")).unwrap_err();
    assert!(error.to_string().contains("none/0.db"), "{error}");
}

#[test]
fn a_closed_store_says_so() {
    let temp = TempStore::of_file();
    let store = temp.open();
    let lines = forest(&["DDCF"]);
    store.apply(&BookChange::new_book("main", &lines, "test")).unwrap();
    store.checkpoint().unwrap();
    store.close().unwrap();
    store.close().unwrap();
    let closed = |error: StoreError| matches!(error, StoreError::Closed { .. });
    assert!(closed(store.books().unwrap_err()));
    assert!(closed(store.data_version().unwrap_err()));
    assert!(closed(store.delete_book("main", None, &note(ChangeKind::Delete)).unwrap_err()));
    assert!(closed(store.backup_to(&temp.beside("copy.db")).unwrap_err()));
    assert!(!temp.beside("joseki.db-wal").exists(), "the log went into the file");
    assert!(temp.open().book("main").unwrap().is_some());
}

#[test]
fn a_reader_does_not_wait_for_a_writer_and_a_writer_gives_up_on_another_program() {
    let temp = TempStore::of_file();
    let store = temp.open();
    let lines = forest(&["DDCF"]);
    store.apply(&BookChange::new_book("main", &lines, "test")).unwrap();
    let other = crate::store_support::raw::open(&temp.path());
    other.execute_batch("BEGIN IMMEDIATE; DELETE FROM line;").unwrap();
    assert_eq!(store.line_count("main", "").unwrap(), 1);
    let error = store.apply(&BookChange::new_book("more", &lines, "test")).unwrap_err();
    assert!(matches!(error, StoreError::Busy { .. }), "{error}");
    other.execute_batch("ROLLBACK").unwrap();
    store.apply(&BookChange::new_book("more", &lines, "test")).unwrap();
}

#[test]
fn damage_inside_a_book_is_found() {
    let damages = [
        "UPDATE book SET nodes = nodes + 1",
        "DELETE FROM line WHERE line = 'CC'",
        "UPDATE node SET names = '[1]' WHERE step = 'CC'",
        "UPDATE node SET step = 'ZZ' WHERE step = 'CC'",
        "PRAGMA foreign_keys = OFF; DELETE FROM node WHERE step = 'DD'",
    ];
    for damage in damages {
        let temp = TempStore::of_file();
        let store = temp.open();
        let lines = forest(&["DDCF", "CC"]);
        store.apply(&BookChange::new_book("main", &lines, "test")).unwrap();
        assert!(store.check().unwrap().is_empty());
        let other = crate::store_support::raw::open(&temp.path());
        other.execute_batch(damage).unwrap();
        assert!(!store.check().unwrap().is_empty(), "{damage}");
    }
}

proptest! {
    #![proptest_config(cases(24))]

    #[test]
    fn what_is_loaded_is_what_was_applied(mut first in any_forest(), more in any_forest()) {
        let temp = TempStore::new();
        let store = temp.open();
        let applied = store.apply(&BookChange::new_book("main", &first, "test")).unwrap();
        let (info, loaded) = store.load("main").unwrap().unwrap();
        prop_assert_eq!(&info, &applied.info);
        prop_assert_eq!(&loaded, &first);
        for (id, stored) in &applied.ids {
            first.set_stored(*id, *stored);
        }
        same_ids(&first, &loaded)?;

        first.merge(&more);
        let before = (info, loaded);
        let change = edit("main", &before, &mut first);
        let applied = store.apply(&change).unwrap();
        let (info, loaded) = store.load("main").unwrap().unwrap();
        prop_assert_eq!(&info, &applied.info);
        prop_assert_eq!(&loaded, &first);
        prop_assert_eq!(info.nodes, first.len() as u64);
        prop_assert_eq!(info.lines, first.lines().count() as u64);
        for (id, stored) in &applied.ids {
            first.set_stored(*id, *stored);
        }
        same_ids(&first, &loaded)?;
        let problems = store.check().unwrap();
        prop_assert!(problems.is_empty(), "{:?}", problems);
    }

    #[test]
    fn a_prefix_finds_what_a_filter_would(
        lines in proptest::collection::vec(any_line(), 0..60),
        prefix in "[A-DX]{0,4}|[a-z]|DD.|[\u{0}-\u{7f}]{0,2}|\\PC|\u{10ffff}",
        limit in 1usize..9,
    ) {
        let temp = TempStore::new();
        let store = temp.open();
        let book: Forest = lines.iter().collect();
        store.apply(&BookChange::new_book("main", &book, "test")).unwrap();
        store.apply(&BookChange::new_book("other", &forest(&["DDCF"]), "test")).unwrap();
        let wanted: Vec<String> = book
            .lines()
            .map(|(line, _)| line.to_string())
            .filter(|line| line.starts_with(&prefix))
            .collect();
        prop_assert_eq!(store.line_count("main", &prefix).unwrap(), wanted.len() as u64);
        let mut found: Vec<String> = Vec::new();
        loop {
            let after = found.last().map(String::as_str);
            let page = store.lines("main", &prefix, after, limit).unwrap();
            prop_assert!(page.len() <= limit);
            if page.is_empty() {
                break;
            }
            found.extend(page.into_iter().map(|row| row.line));
        }
        prop_assert_eq!(found, wanted);
    }
}

/// Both forests keep the same move under the same id.
fn same_ids(a: &Forest, b: &Forest) -> Result<(), TestCaseError> {
    for ((_, left), (_, right)) in a.walk().zip(b.walk()) {
        prop_assert!(a.node(left).stored.is_some());
        prop_assert_eq!(a.node(left).stored, b.node(right).stored);
    }
    Ok(())
}
