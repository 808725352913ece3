//! Every column of the store is public or private: what may be published is decided by hand.

use std::collections::BTreeSet;

use joseki::store::{PUBLIC_COLUMNS, SqliteStore};
use rusqlite::Connection;

#[test]
fn every_column_is_either_public_or_private() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("joseki.db");
    drop(SqliteStore::open(&path).expect("a store"));
    let conn = Connection::open(&path).expect("the file");
    let sql = "SELECT m.name, c.name FROM sqlite_schema AS m, pragma_table_xinfo(m.name) AS c
               WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_stat%'";
    let mut statement = conn.prepare(sql).expect("the catalog");
    let columns = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)));
    let stored: BTreeSet<(String, String)> =
        columns.expect("columns").collect::<Result<_, _>>().expect("texts");
    let mut listed = BTreeSet::new();
    for table in PUBLIC_COLUMNS {
        for column in table.public.iter().chain(table.private) {
            let column = (table.table.to_owned(), (*column).to_owned());
            assert!(listed.insert(column.clone()), "{column:?} is listed twice");
        }
    }
    let missing: Vec<_> = stored.difference(&listed).collect();
    assert!(missing.is_empty(), "neither public nor private: {missing:?}");
    let unknown: Vec<_> = listed.difference(&stored).collect();
    assert!(unknown.is_empty(), "not in the store: {unknown:?}");
}

#[test]
fn what_is_about_persons_is_private() {
    for table in PUBLIC_COLUMNS {
        for column in ["who", "by", "reason", "what", "hash", "token", "black", "white"] {
            assert!(!table.public.contains(&column), "{}.{column}", table.table);
        }
        let private = ["api_key", "audit", "opponent", "contender", "result", "trainee", "game"];
        let private = private.iter().any(|start| table.table.starts_with(start));
        assert!(!private || table.public.is_empty(), "{}", table.table);
    }
}
