//! Whole books, on real files: copied, renamed, deleted and created again, with their histories.

use std::collections::BTreeSet;

use crate::store_support::changes::{
    change, create, judge, kinds, line, lines_of, load, of_book, replays, retire, sound, version,
};
use crate::store_support::{
    TempStore, cohorts, edit, entry, forest, game, games_change, note, parts,
};
use joseki::book::{BookPart, Delta, Forest, LeftOut, Line, NodeId, Verdict};
use joseki::store::{BookChange, ChangeKind, ChangeNote, HistoryMoment, Store, StoreError};

#[test]
fn a_copy_has_everything_and_a_history_of_its_own() {
    let temp = TempStore::new();
    let store = temp.open();
    let book = forest(&["DDCF", "CC"]);
    let lines = [entry("", 3, 0, &[]), entry("CC", 1, 1, &[0]), entry("DD", 2, 0, &[1, 2])];
    let games = (0..3).map(|number| game(number, number % 2)).collect();
    let games = games_change(cohorts(&[2008, 1985]), None, games, parts(lines));
    store.apply_games(&BookChange::new_book("main", &book, "test"), games).unwrap();
    judge(&store, "main", "DDCF", Verdict::Good);
    retire(&store, "main", "CC", true);
    let note = note(ChangeKind::Copy).with_origin("main", 3);
    let info = store.copy_book("main", "copy", &note).unwrap();
    assert_eq!((info.version, info.nodes, info.lines), (1, 3, 1));
    assert_eq!(Some(info), store.book("copy").unwrap());
    let [main, copy] = ["main", "copy"].map(|book| load(&store, book));
    assert_eq!(copy, main);
    assert_eq!(copy.cohorts(), main.cohorts());
    for (id, node) in main.nodes() {
        let other = copy.node(copy.find(&main.line(id)).unwrap());
        assert_eq!(other.tally(), node.tally());
        assert_eq!(other.revision, 1);
    }
    assert_eq!(store.counted("copy").unwrap(), store.counted("main").unwrap());
    let numbers = [2, 0, 1];
    let games = |book: &str| store.games(book, &numbers).unwrap();
    assert_eq!(games("copy"), games("main"));
    let rows = store.changes(&of_book("copy")).unwrap();
    assert_eq!((kinds(&rows), rows[0].inserted), (vec![ChangeKind::Copy], 3));
    assert_eq!(rows[0].note, note);
    let error = store.copy_book("main", "copy", &note).unwrap_err();
    assert!(matches!(error, StoreError::AlreadyExists { .. }), "{error}");
    let error = store.copy_book("none", "new", &note).unwrap_err();
    assert!(matches!(error, StoreError::NotFound { .. }), "{error}");
    let error = store.copy_book("main", "", &note).unwrap_err();
    assert!(matches!(error, StoreError::Invalid { .. }), "{error}");
    judge(&store, "copy", "DDCF", Verdict::Trick);
    assert_eq!(load(&store, "main"), main, "they go their own ways");
    replays(&store, "copy");
    sound(&store);
}

#[test]
fn a_renamed_book_goes_on_with_its_history_and_a_version_that_no_other_had() {
    let temp = TempStore::new();
    let store = temp.open();
    // The new name was another book's, up to version 4.
    create(&store, "new", &["EE"]);
    judge(&store, "new", "EE", Verdict::Good);
    judge(&store, "new", "EE", Verdict::Trick);
    store.delete_book("new", None, &note(ChangeKind::Delete)).unwrap();
    create(&store, "main", &["DDCF"]);
    judge(&store, "main", "DDCF", Verdict::Good);
    let before = load(&store, "main");
    let rename = |from, to, expected| {
        let note = ChangeNote::new(ChangeKind::Rename, "test", from);
        store.rename_book(from, to, expected, &note)
    };
    let conflict = rename("main", "new", Some(1)).unwrap_err();
    assert!(matches!(conflict, StoreError::Conflict { found: 2, .. }));
    let info = rename("main", "new", Some(2)).unwrap();
    assert_eq!((info.name.as_str(), info.version, info.nodes), ("new", 5, 2));
    assert_eq!(store.book("main").unwrap(), None);
    assert_eq!(load(&store, "new"), before);
    judge(&store, "new", "DDCF", Verdict::Trick);
    let (info, forest) = store.load_at("new", HistoryMoment::Version(2)).unwrap().unwrap();
    assert_eq!((forest, info.version), (before.clone(), 2));
    let between = store.load_at("new", HistoryMoment::Version(4)).unwrap().unwrap();
    assert_eq!(between.0.version, 2, "between two versions, as at the earlier one");
    replays(&store, "new");
    let history = store.node_changes("new", &line("DDCF"), None, 9).unwrap();
    let books: Vec<&str> = history.iter().map(|log| log.change.book.as_str()).collect();
    assert_eq!(books, ["new", "main", "main"]);
    // What happened to it, and not to the other that had its name before.
    let rows = store.changes(&of_book("new")).unwrap();
    let told: Vec<(&str, u64)> = rows.iter().map(|row| (row.book.as_str(), row.version)).collect();
    let wanted = [("new", 6), ("new", 5), ("main", 2), ("main", 1)];
    assert_eq!(told, wanted);
    let (_, nothing) = store.change(rows[1].id).unwrap().unwrap();
    assert!(nothing.is_empty() && rows[1].has_contents);
    // The former name goes on where it was left.
    create(&store, "main", &["FF"]);
    assert_eq!(version(&store, "main"), 3);
    let error = rename("new", "main", None).unwrap_err();
    assert!(matches!(error, StoreError::AlreadyExists { .. }), "{error}");
    let error = rename("none", "some", None).unwrap_err();
    assert!(matches!(error, StoreError::NotFound { .. }), "{error}");
    let error = rename("new", "", None).unwrap_err();
    assert!(matches!(error, StoreError::Invalid { .. }), "{error}");
    sound(&store);
}

#[test]
fn a_deleted_book_comes_again_with_its_history_and_without_its_games() {
    let temp = TempStore::new();
    let store = temp.open();
    let mut book = forest(&["DDCF", "CC", "CCDC", "EEFF"]);
    for mined in ["CC", "CCDC", "EE"] {
        let id = book.find(&line(mined)).unwrap();
        book.set_mined(id, true);
    }
    let games =
        games_change(cohorts(&[2008]), None, vec![game(0, 0)], parts([entry("", 1, 0, &[0])]));
    store.apply_games(&BookChange::new_book("main", &book, "test"), games).unwrap();
    change(&store, "main", |forest| {
        forest.data_mut(NodeId::ROOT).names.insert("corner".to_owned());
        let id = forest.find(&line("DDCF")).unwrap();
        forest.set_retired(id, true);
    });
    let (before, created) = (load(&store, "main"), store.book("main").unwrap().unwrap().created);
    let deletion = note(ChangeKind::Delete).with_reason("in the way");
    let conflict = store.delete_book("main", Some(1), &deletion).unwrap_err();
    assert!(matches!(conflict, StoreError::Conflict { found: 2, .. }));
    let gone = store.delete_book("main", Some(2), &deletion).unwrap();
    assert_eq!(store.book("main").unwrap(), None);
    let (row, delta) = store.change(gone).unwrap().unwrap();
    assert_eq!((row.version, row.deleted, row.updated), (3, 6, 1));
    assert_eq!(delta, Delta::between(&before, &Forest::new()));
    let rows = store.changes(&of_book("main")).unwrap();
    use ChangeKind::{Create, Delete, Edit, Restore};
    assert_eq!(kinds(&rows), [Delete, Edit, Create], "of a book that is gone");
    sound(&store);

    let restoration = note(Restore);
    let restore = |change| store.restore_book(change, &restoration);
    let error = restore(gone + 1).unwrap_err();
    assert!(matches!(error, StoreError::NotFound { .. }), "{error}");
    let error = restore(1).unwrap_err();
    assert!(error.to_string().contains("deleted no book"), "{error}");
    create(&store, "main", &["FF"]);
    let error = restore(gone).unwrap_err();
    assert!(matches!(error, StoreError::AlreadyExists { .. }), "{error}");
    store.rename_book("main", "other", None, &note(ChangeKind::Rename)).unwrap();
    let info = restore(gone).unwrap();
    assert_eq!((info.version, info.nodes, info.lines), (5, 4, 2));
    assert_eq!(info.created, created);
    let again = load(&store, "main");
    assert_eq!(again, before.without_mined());
    assert_eq!(lines_of(&store, "main"), ["DD", "EEFF"]);
    assert_eq!(store.counted("main").unwrap().games, 0);
    let error = restore(gone).unwrap_err();
    assert!(matches!(error, StoreError::AlreadyExists { .. } | StoreError::Invalid { .. }));
    let (_, forest) = store.load_at("main", HistoryMoment::Version(2)).unwrap().unwrap();
    assert_eq!(forest, before);
    let (info, forest) = store.load_at("main", HistoryMoment::Version(3)).unwrap().unwrap();
    assert!(forest.is_empty() && info.nodes == 0, "there was none then");
    replays(&store, "main");

    // Deleted once more, only the later deletion can be taken back.
    let later = store.delete_book("main", None, &deletion).unwrap();
    let error = restore(gone).unwrap_err();
    assert!(error.to_string().contains("already restored"), "{error}");
    assert_eq!(restore(later).unwrap().version, 7);
    assert_eq!(load(&store, "main"), again);
    let rows = store.changes(&of_book("main")).unwrap();
    // The book that is called otherwise now has its own history.
    assert_eq!(kinds(&rows), [Restore, Delete, Restore, Delete, Edit, Create]);
    sound(&store);
}

#[test]
fn several_books_change_together_or_not_at_all() {
    let temp = TempStore::new();
    let store = temp.open();
    create(&store, "main", &["DDCF", "CC"]);
    let before = store.load("main").unwrap().unwrap();
    let mut rest = forest(&["DDCF"]);
    let split = forest(&["CC"]);
    let out = edit("main", &before, &mut rest);
    let new = BookChange::new_book("split", &split, "test");
    let taken = BookChange::new_book("main", &split, "test");
    let error = store.apply_all(&[out.clone(), new.clone(), taken]).unwrap_err();
    assert!(matches!(error, StoreError::AlreadyExists { .. }), "{error}");
    assert_eq!((version(&store, "main"), store.last_change().unwrap()), (1, 1));
    assert_eq!(store.book("split").unwrap(), None);
    let applied = store.apply_all(&[out, new]).unwrap();
    let told: Vec<(&str, u64, i64)> = applied
        .iter()
        .map(|applied| (applied.info.name.as_str(), applied.info.version, applied.change))
        .collect();
    assert_eq!(told, [("main", 2, 2), ("split", 1, 3)]);
    assert_eq!(load(&store, "split"), split);
    assert_eq!(store.apply_all(&[]).unwrap(), []);
    sound(&store);
}

#[test]
fn the_sources_of_a_book_are_those_of_its_nodes_and_games() {
    let temp = TempStore::new();
    let store = temp.open();
    let mut book = forest(&["DDCF", "CC", "CD"]);
    for (text, names) in [("DD", ["b", "own"]), ("DDCF", ["a", "b"]), ("CC", ["b", "own"])] {
        let id = book.find(&line(text)).unwrap();
        book.data_mut(id).sources = names.map(str::to_owned).into();
    }
    let counted = cohorts(&[2008, 1985]);
    let mut wanted = BTreeSet::from(["a", "b", "own"].map(str::to_owned));
    wanted.extend(counted.iter().map(|cohort| cohort.source.clone()));
    let lines = [entry("", 2, 0, &[]), entry("CC", 1, 1, &[0]), entry("DD", 1, 0, &[1])];
    let games = (0..2).map(|number| game(number, number)).collect();
    let games = games_change(counted, None, games, parts(lines));
    store.apply_games(&BookChange::new_book("main", &book, "test"), games).unwrap();
    store.apply(&BookChange::new_book("other", &forest(&["DD"]), "test")).unwrap();
    assert_eq!(store.sources_of("main"), Ok(Some(wanted)));
    assert_eq!(store.sources_of("other"), Ok(Some(BTreeSet::new())));
    assert_eq!(store.sources_of("none"), Ok(None));
}

#[test]
fn a_part_that_is_most_of_a_book_is_read_with_the_rest() {
    let temp = TempStore::new();
    let store = temp.open();
    let points =
        |columns| ('A'..='I').flat_map(move |u| ('A'..=columns).map(move |v| format!("{u}{v}")));
    let lines = points('I').flat_map(|one| points('B').map(move |two| format!("DD{one}{two}")));
    let lines: Vec<Line> =
        lines.chain(["CC".to_owned()]).filter_map(|it| it.parse().ok()).collect();
    let book: Forest = lines.iter().collect();
    assert!(book.len() > 1_100, "{}", book.len());
    store.apply(&BookChange::new_book("main", &book, "test")).unwrap();
    let part = |part: BookPart| store.load_part("main", &part).unwrap().unwrap().1;
    let small = part(BookPart::subtrees([line("CC")]));
    assert_eq!((small.len(), small.node(NodeId::ROOT).left_out), (1, LeftOut::InUse));
    for large in [BookPart::subtrees([line("DD")]), BookPart::whole()] {
        let large = part(large);
        assert_eq!(large.node(NodeId::ROOT).left_out, LeftOut::Nothing);
        assert_eq!(large, book);
    }
}
