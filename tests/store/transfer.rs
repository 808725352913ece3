//! Copying of a store, from a file to a database of either kind and back.

use std::collections::BTreeMap;

use joseki::book::Verdict;
use joseki::ledger::{GameTerms, LedgerEntry};
use joseki::store::{
    ChangeKind, ChangeNote, NewKey, NewWeights, RequestToken, SourceRecord, Store, StoreError,
    Upkeep,
};
use rusqlite::Connection;

use crate::evaluations::evaluation;
use crate::games::counted_book;
use crate::store_support::changes::{create, judge, retire};
use crate::store_support::results::{enter, won};
use crate::store_support::{OpenStore, TempStore, note, raw};
use crate::tables::{table_event, table_row};
use crate::training::answer;

/// A store with rows in every table.
fn full(temp: &TempStore) -> OpenStore {
    let store = counted_book(temp);
    create(&store, "gone", &["DDCF"]);
    create(&store, "curated", &["DDCFFC", "DDCC"]);
    judge(&store, "curated", "DDCC", Verdict::Mistake);
    retire(&store, "curated", "DDCF", true);
    store.delete_book("gone", None, &note(ChangeKind::Delete)).unwrap();
    let key = |prefix: &str| NewKey {
        name: "bot".to_owned(),
        prefix: prefix.to_owned(),
        hash: [7; 32],
        scopes: "read,feedback".parse().unwrap(),
        expires: None,
        rate: Some(5),
    };
    store.add_key(&key("one"), "test").unwrap();
    store.rotate_key("one", &key("two"), i64::MAX, "test").unwrap();
    let terms = Some(GameTerms { komi: Some(0.5), ..GameTerms::default() });
    let kept = LedgerEntry { terms, ..won("b", "katago", &[u64::MAX]) };
    let games = [won("a", "katago@1.15", &[2, 3]), kept];
    store.enter(games.iter().map(enter).collect(), "test", 5).unwrap();
    store.enter_answer("ann", answer("q", 5, Some(1), &[1, 2])).unwrap();
    store.enter_evaluations(vec![evaluation(9, "engine", 500, 3)]).unwrap();
    let source = SourceRecord {
        name: "定石".to_owned(),
        license: "CC0-1.0".to_owned(),
        attribution: String::new(),
        address: "https://example.org".to_owned(),
        withheld: false,
    };
    store.put_source(&source, "test").unwrap();
    let weights = NewWeights {
        name: "mine".to_owned(),
        evaluation: "five".to_owned(),
        text: "{}".to_owned(),
        comment: String::new(),
        by: "test".to_owned(),
    };
    store.append_weights(&weights).unwrap();
    let token = Some(RequestToken { token: [1; 32], request: [2; 32] });
    let row = table_row(7);
    assert!(store.add_table(row.clone(), 10, 0).unwrap());
    let events = vec![table_event("play Q16", Some("book"))];
    assert!(store.append_to_table((row.tokens.watch, &row.node), 0, events, None, 5).unwrap());
    store.note_table_node("here", 6).unwrap();
    store.copy_book("curated", "again", &ChangeNote { token, ..note(ChangeKind::Copy) }).unwrap();
    store
}

/// The rows of all tables, in order, but for the mark of the history.
fn rows(conn: &Connection) -> BTreeMap<String, Vec<String>> {
    let sql = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name <> 'history'";
    let mut tables = conn.prepare(sql).unwrap();
    let tables = tables.query_map([], |row| row.get::<_, String>(0)).unwrap();
    let of = |table: &str| -> Vec<String> {
        let mut all = conn.prepare(&format!("SELECT * FROM {table}")).unwrap();
        let columns = all.column_count();
        let read = all.query_map([], |row| {
            (0..columns).map(|at| row.get_ref(at).map(|it| format!("{it:?}"))).collect()
        });
        let read = read.unwrap().collect::<Result<Vec<Vec<String>>, _>>().unwrap();
        let mut rows: Vec<String> = read.iter().map(|row| row.join(" ")).collect();
        rows.sort();
        rows
    };
    tables.map(Result::unwrap).map(|table| (table.clone(), of(&table))).collect()
}

#[test]
fn a_store_that_goes_over_and_comes_back_is_the_same_row_by_row() {
    let (first, there, back) = (TempStore::of_file(), TempStore::new(), TempStore::of_file());
    let from = full(&first);
    let between = there.open();
    let copied = from.copy_to(&between).unwrap();
    assert!(between.check().unwrap().is_empty(), "{:?}", between.check());
    let again = back.open();
    assert_eq!(between.copy_to(&again).unwrap(), copied);
    assert!(again.check().unwrap().is_empty());
    assert_ne!(from.history().unwrap(), again.history().unwrap());
    drop((from, again));
    let [before, after] = [&first, &back].map(|temp| rows(&raw::open(&temp.path())));
    let empty: Vec<&String> =
        before.iter().filter(|(_, rows)| rows.is_empty()).map(|(table, _)| table).collect();
    assert_eq!(empty, ["answer_variant", "book_game", "result_owner", "result_variant"]);
    for (table, rows) in &before {
        assert_eq!(after.get(table), Some(rows), "{table}");
    }
    // Ids of deleted books and new rows go on where they were.
    create(&between, "later", &["EE"]);
    assert_eq!(
        between.load("later").unwrap().unwrap().1.node(joseki::book::NodeId::ROOT).stored,
        Some(5 << 32)
    );
}

#[test]
fn a_store_with_contents_is_no_target() {
    let (first, second) = (TempStore::of_file(), TempStore::new());
    let (from, to) = (full(&first), second.open());
    create(&to, "own", &["DD"]);
    let refused = from.copy_to(&to).unwrap_err();
    assert!(matches!(refused, StoreError::Invalid { .. }), "{refused:?}");
    assert!(refused.to_string().contains("copy into an empty database"), "{refused}");
    let names: Vec<String> = to.books().unwrap().into_iter().map(|book| book.name).collect();
    assert_eq!(names, ["own"]);
}

#[test]
fn a_text_with_a_zero_is_not_stored_and_is_found_nowhere() {
    let temp = TempStore::new();
    let store = full(&temp);
    for name in ["\0", "main\0"] {
        assert_eq!(store.book(name), Ok(None));
        assert_eq!(store.key_by_prefix(name), Ok(None));
        let source = SourceRecord {
            name: name.to_owned(),
            license: "MIT".to_owned(),
            attribution: String::new(),
            address: String::new(),
            withheld: false,
        };
        let refused = store.put_source(&source, "test").unwrap_err();
        assert!(refused.to_string().contains("U+0000"), "{refused}");
    }
    let all = store.lines("curated", "", None, 10).unwrap();
    assert_eq!(store.lines("curated", "", Some("\0"), 10).unwrap(), all);
    let later = store.lines("curated", "", Some("DDCC\0x"), 10).unwrap();
    assert_eq!(later, store.lines("curated", "", Some("DDCC"), 10).unwrap());
    assert_eq!(store.line_count("curated", "DD\0"), Ok(0));
    let change = store.last_change().unwrap();
    let page = |after| store.change_page(change, after, 10).unwrap().unwrap().1;
    assert_eq!(page(Some("\0")), page(None));
    assert_eq!(store.answers("ann", Some((5, "\0".to_owned())), 10).unwrap().len(), 1);
}
