//! Tables and what was done there, as they are stored.

use joseki::game::Color;
use joseki::store::{Store, TableEventRow, TableRow, TableTokens, Upkeep};

use crate::store_support::TempStore;

/// A table with tokens from a number.
pub fn table_row(number: u8) -> TableRow {
    let token = |side: u8| [number.wrapping_mul(3).wrapping_add(side); 32];
    TableRow {
        tokens: TableTokens { watch: token(0), sides: [Some(token(1)), None] },
        setup: "{}".to_owned(),
        node: "here".to_owned(),
        made: 1000,
        touched: 1000 + i64::from(number),
        version: 0,
        result: None,
    }
}

pub fn table_event(action: &str, comment: Option<&str>) -> TableEventRow {
    let comment = comment.map(str::to_owned);
    TableEventRow { at: 5, by: Color::Black, action: action.to_owned(), comment }
}

#[test]
fn a_table_is_found_by_each_of_its_tokens_with_what_was_done_there() {
    let temp = TempStore::new();
    let store = temp.open();
    let row = table_row(1);
    assert!(store.add_table(row.clone(), 10, 0).unwrap());
    assert!(store.add_table(table_row(2), 10, 0).unwrap());
    let watch = row.tokens.watch;
    let events = [table_event("play Q16", None), table_event("say thanks", Some("words"))];
    assert!(
        store.append_to_table((watch, "here"), 0, vec![events[0].clone()], None, 2000).unwrap()
    );
    // Somebody who saw an earlier state writes nothing.
    assert!(
        !store.append_to_table((watch, "here"), 0, vec![events[1].clone()], None, 2001).unwrap()
    );
    // Nor does a node that has lost it.
    assert!(
        !store.append_to_table((watch, "there"), 1, vec![events[1].clone()], None, 2001).unwrap()
    );
    let result = Some("B+R".to_owned());
    assert!(
        store
            .append_to_table((watch, "here"), 1, vec![events[1].clone()], result.clone(), 2002)
            .unwrap()
    );
    let now = TableRow { version: 2, touched: 2002, result, ..row.clone() };
    for token in [watch, row.tokens.sides[0].unwrap()] {
        assert_eq!(store.table(&token).unwrap(), Some((now.clone(), events.to_vec())));
    }
    assert_eq!(store.table(&[9; 32]).unwrap(), None);
    let all = [[0; 32], [0xff; 32]];
    assert_eq!(store.tables(all, 9).unwrap(), [now.clone(), table_row(2)]);
    assert_eq!(store.tables(all, 1).unwrap(), std::slice::from_ref(&now));
    assert_eq!(store.tables([watch, watch], 9).unwrap(), [now]);
    assert_eq!(store.tables([[0xff; 32], [0xff; 32]], 9).unwrap(), []);
    assert!(store.check().unwrap().is_empty());
    assert_eq!(store.tables_going_on("here").unwrap(), [table_row(2)]);
    assert!(store.take_over_table(table_row(2).tokens.watch, "here", "there").unwrap());
    assert!(!store.take_over_table(table_row(2).tokens.watch, "here", "there").unwrap());
    assert_eq!(store.tables_going_on("there").unwrap().len(), 1);
    assert_eq!(store.table_node_seen("here").unwrap(), None);
    store.note_table_node("here", 7).unwrap();
    store.note_table_node("here", 8).unwrap();
    assert_eq!(store.table_node_seen("here").unwrap(), Some(8));
}

#[test]
fn what_is_over_gives_way_first_and_what_goes_on_last() {
    const DAY: i64 = 86_400_000;
    let temp = TempStore::new();
    let store = temp.open();
    let moves = vec![table_event("play Q16", None); 4];
    for number in 1..=3 {
        assert!(store.add_table(table_row(number), 3, 0).unwrap());
    }
    let append = |number, result: Option<&str>, at| {
        let result = result.map(str::to_owned);
        let table = table_row(number).tokens.watch;
        assert!(store.append_to_table((table, "here"), 0, moves.clone(), result, at).unwrap());
    };
    append(1, None, 1001);
    append(3, Some("B+R"), 1005);
    let is_there = |number| store.table(&table_row(number).tokens.watch).unwrap().is_some();
    let rows = [1, 2, 3, 4, 5, 6];
    // The third is over, though it was touched last; then the second, which has hardly begun.
    assert!(store.add_table(table_row(4), 3, 1006).unwrap());
    assert_eq!(rows.map(is_there), [true, true, false, true, false, false]);
    append(4, None, 2000);
    assert!(store.add_table(table_row(5), 3, 1006).unwrap());
    assert_eq!(rows.map(is_there), [true, false, false, true, true, false]);
    append(5, None, 2000);
    // A game that goes on is not closed within a day.
    assert!(!store.add_table(table_row(6), 3, 1001 + DAY).unwrap());
    assert!(store.add_table(table_row(6), 3, 1002 + DAY).unwrap());
    assert_eq!(rows.map(is_there), [false, false, false, true, true, true]);
}

#[test]
fn old_tables_go_and_one_that_has_hardly_begun_gives_way() {
    let temp = TempStore::new();
    let store = temp.open();
    for number in 1..=3 {
        assert!(store.add_table(table_row(number), 3, 0).unwrap());
    }
    // Nothing was left alone for long enough.
    assert!(!store.add_table(table_row(4), 3, 1001).unwrap());
    // The first has begun, so the second gives way, not the third.
    let moves = vec![table_event("play Q16", None); 4];
    assert!(
        store.append_to_table((table_row(1).tokens.watch, "here"), 0, moves, None, 1001).unwrap()
    );
    assert!(store.add_table(table_row(4), 3, 1100).unwrap());
    let is_there = |number| store.table(&table_row(number).tokens.watch).unwrap().is_some();
    assert_eq!([1, 2, 3, 4].map(is_there), [true, false, true, true]);
    assert!(!store.has_untouched_tables(1001).unwrap());
    assert!(store.has_untouched_tables(1004).unwrap());
    assert_eq!(store.delete_untouched_tables(1004).unwrap(), 2);
    assert_eq!([1, 3, 4].map(is_there), [false, false, true]);
    assert!(store.delete_table(table_row(4).tokens.watch).unwrap());
    assert!(!store.delete_table(table_row(4).tokens.watch).unwrap());
    assert!(store.check().unwrap().is_empty());
}
