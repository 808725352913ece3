//! What the tests of the log share: books that are changed as curators do.

use super::OpenStore;
use joseki::book::{Forest, Line, Verdict};
use joseki::store::{BookChange, ChangeKind, ChangeQuery, ChangeRow, Store, Upkeep};

use super::{edit, forest};

/// A line.
pub fn line(text: &str) -> Line {
    text.parse().unwrap()
}

/// Makes a book of some lines.
pub fn create(store: &OpenStore, book: &str, lines: &[&str]) {
    let forest = forest(lines);
    store.apply(&BookChange::new_book(book, &forest, "test")).unwrap();
}

/// Edits a book as a curator does; gives the number of the change.
pub fn change(store: &OpenStore, book: &str, work: impl FnOnce(&mut Forest)) -> i64 {
    let before = store.load(book).unwrap().unwrap();
    let mut after = before.1.clone();
    work(&mut after);
    store.apply(&edit(book, &before, &mut after)).unwrap().change
}

/// Gives a node a verdict; gives the number of the change.
pub fn judge(store: &OpenStore, book: &str, node: &str, verdict: Verdict) -> i64 {
    change(store, book, |forest| {
        let id = forest.insert(&line(node));
        forest.data_mut(id).verdict = Some(verdict);
    })
}

/// Takes a node out of use, or back into it.
pub fn retire(store: &OpenStore, book: &str, node: &str, retired: bool) -> i64 {
    change(store, book, |forest| {
        let id = forest.find(&line(node)).unwrap();
        forest.set_retired(id, retired);
    })
}

/// A book as it is.
pub fn load(store: &OpenStore, book: &str) -> Forest {
    store.load(book).unwrap().unwrap().1
}

/// A book's version.
pub fn version(store: &OpenStore, book: &str) -> u64 {
    store.book(book).unwrap().unwrap().version
}

/// The flattened lines of a book.
pub fn lines_of(store: &OpenStore, book: &str) -> Vec<String> {
    let rows = store.lines(book, "", None, 100).unwrap();
    rows.into_iter().map(|row| row.line).collect()
}

/// All changes of a book.
pub fn of_book(book: &str) -> ChangeQuery {
    ChangeQuery { book: Some(book.to_owned()), limit: 100, ..ChangeQuery::default() }
}

/// What changes were.
pub fn kinds(rows: &[ChangeRow]) -> Vec<ChangeKind> {
    rows.iter().map(|row| row.note.kind).collect()
}

/// Nothing is wrong with the store.
pub fn sound(store: &OpenStore) {
    assert_eq!(store.check().unwrap(), [""; 0]);
}

/// Whether the log alone makes the book.
pub fn replays(store: &OpenStore, book: &str) {
    assert_eq!(store.replay(book).unwrap().unwrap(), load(store, book));
}
