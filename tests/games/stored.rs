//! The store keeps the game of a book in every way in which a book comes into being.

use std::path::Path;

use joseki::book::{Forest, NodeId};
use joseki::game::{Game, Variant};
use joseki::service::{
    BookRef, Service, ServiceError,
    curate::{Author, MergeRequest},
};
use joseki::store::{
    Backup, BookChange, BookInfo, ChangeKind, ChangeNote, HistoryMoment, SqliteStore, Store,
    StoreError, Upkeep, recover,
};

/// Every variant with books.
fn variants() -> Vec<Variant> {
    let square = |size| Variant::new(Game::TestSquare, size).expect("a size");
    let oblong = Variant::new(Game::TestOblong, None).expect("one size");
    vec![Variant::GO, square(None), square(Some(6)), oblong]
}

fn note(kind: ChangeKind) -> ChangeNote {
    ChangeNote::new(kind, "test", "")
}

/// Returns the variant and the contents of a book, which have to agree.
#[track_caller]
fn load(store: &SqliteStore, name: &str) -> (BookInfo, Forest) {
    let (info, forest) = store.load(name).expect("a store").expect("a book");
    assert_eq!(info.variant, forest.variant());
    assert_eq!(store.replay(name).expect("a log").as_ref(), Some(&forest));
    (info, forest)
}

/// Creates a book and names its empty board.
fn create(store: &SqliteStore, name: &str, variant: Variant) -> Forest {
    let empty = Forest::for_variant(variant);
    store.apply(&BookChange::new_book(name, &empty, "test")).expect("a book");
    let (info, before) = load(store, name);
    let mut after = before.clone();
    after.data_mut(NodeId::ROOT).names.insert(name.to_owned());
    let change =
        BookChange::between(name, Some((&info, &before)), &mut after, note(ChangeKind::Edit));
    store.apply(&change).expect("a change");
    after
}

fn open(path: &Path) -> SqliteStore {
    SqliteStore::open(path).expect("a store")
}

#[test]
fn a_book_keeps_its_game_when_it_is_copied_renamed_deleted_restored_and_read_as_it_was() {
    for variant in variants() {
        let directory = tempfile::tempdir().expect("a directory");
        let store = open(&directory.path().join("joseki.db"));
        let forest = create(&store, "first", variant);
        store.copy_book("first", "copy", &note(ChangeKind::Copy)).expect("a copy");
        store.rename_book("copy", "second", None, &note(ChangeKind::Rename)).expect("renamed");
        let gone = store.delete_book("first", None, &note(ChangeKind::Delete)).expect("deleted");
        // Another book gets another id, so the deleted one keeps its own.
        create(&store, "third", Variant::GO);
        let back = store.restore_book(gone, &note(ChangeKind::Restore)).expect("restored");
        assert_eq!(back.variant, variant);
        for name in ["first", "second"] {
            assert_eq!(load(&store, name).1, forest, "{name}");
        }
        assert_eq!(load(&store, "third").0.variant, Variant::GO);
        let then = store.load_at("second", HistoryMoment::Version(1)).expect("a log");
        let (info, earlier) = then.expect("a book");
        assert_eq!((info.variant, earlier.variant()), (variant, variant));
        let listed: Vec<Variant> =
            store.books().expect("books").iter().map(|info| info.variant).collect();
        assert_eq!(listed, [variant, variant, Variant::GO]);
        assert_eq!(store.check().expect("a check"), [""; 0]);
    }
}

#[test]
fn copies_of_the_file_have_the_games_of_its_books() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = |name: &str| directory.path().join(name);
    let store = open(&path("joseki.db"));
    let names = ["a", "b", "c", "d"];
    for (name, variant) in names.into_iter().zip(variants()) {
        create(&store, name, variant);
    }
    let backup = Backup::begin(&path("joseki.db"), &path("backup.db")).expect("a backup");
    assert_eq!(backup.summary(true).expect("contents").books, store.books().expect("books"));
    backup.publish().expect("a name");
    recover(&path("backup.db"), &path("recovered.db")).expect("recovered");
    for copy in ["backup.db", "recovered.db"] {
        let copied = open(&path(copy));
        for name in names {
            assert_eq!(load(&copied, name), load(&store, name), "{copy} {name}");
        }
        assert_eq!(copied.check().expect("a check"), [""; 0]);
    }
}

#[test]
fn a_change_about_another_game_is_refused() {
    let directory = tempfile::tempdir().expect("a directory");
    let store = open(&directory.path().join("joseki.db"));
    let [_, five, six, _] = variants()[..] else { panic!("four variants") };
    let before = create(&store, "book", five);
    let (info, _) = load(&store, "book");
    for other in [Variant::GO, six] {
        let mut after = Forest::for_variant(other);
        after.data_mut(NodeId::ROOT).names.insert("other".to_owned());
        let stored = Some((&info, &before));
        let change = BookChange::between("book", stored, &mut after, note(ChangeKind::Edit));
        let error = store.apply(&change).expect_err("another game");
        assert!(matches!(error, StoreError::Invalid { .. }), "{error}");
        let text = error.to_string();
        assert!(text.contains("about test_square on boards of 5 lines, but"), "{text}");
    }
    assert_eq!(load(&store, "book"), (info, before));
}

#[test]
fn books_of_two_games_are_neither_compared_nor_merged() {
    let directory = tempfile::tempdir().expect("a directory");
    let store = open(&directory.path().join("joseki.db"));
    let [go, five, six, _] = variants()[..] else { panic!("four variants") };
    for (name, variant) in [("go", go), ("five", five), ("same", five), ("six", six)] {
        create(&store, name, variant);
    }
    let service = Service::new(std::sync::Arc::new(store));
    let merge = |book: &str, from: &str| {
        service.curation().merge_books(&MergeRequest {
            book: book.to_owned(),
            from: BookRef::current(from),
            base: None,
            rules: Default::default(),
            dry_run: true,
            by: Author::default(),
        })
    };
    let diff = |one: &str, other: &str| {
        service.curation().diff(&BookRef::current(one), &BookRef::current(other))
    };
    for (one, other) in [("go", "five"), ("five", "go"), ("five", "six")] {
        for error in [merge(one, other).map(drop), diff(one, other).map(drop)] {
            let error = error.expect_err("two games");
            assert!(matches!(error, ServiceError::DifferentGames { .. }), "{error}");
        }
    }
    merge("five", "same").expect("one game");
    diff("five", "same").expect("one game");
}
