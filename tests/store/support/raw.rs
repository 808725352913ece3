//! A database changed behind the program's back.
#![allow(dead_code, reason = "each test file uses a part")]

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use rusqlite::Connection;
use rusqlite::functions::{Context, FunctionFlags};
use rusqlite::types::ValueRef;

/// A connection without any of the program's settings. It seals rows as the program does, so that what it changes is
/// found by other means if at all.
pub fn open(path: &Path) -> Connection {
    sealing(path, |values| {
        let each = (0..values.len()).map(|index| bytes(values.get_raw(index)));
        crc32fast::hash(&each.collect::<Vec<_>>().concat())
    })
}

/// A connection that gives every row this seal.
pub fn open_with(path: &Path, seal: Arc<AtomicU32>) -> Connection {
    sealing(path, move |_| seal.load(Ordering::Relaxed))
}

fn sealing(path: &Path, seal: impl Fn(&Context<'_>) -> u32 + Send + 'static) -> Connection {
    let conn = Connection::open(path).expect("a database");
    let flags = FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC;
    conn.create_scalar_function("seal", -1, flags, move |values| Ok(seal(values)))
        .expect("a function");
    conn
}

/// A byte for the type, then the number, or the length and the text.
fn bytes(value: ValueRef<'_>) -> Vec<u8> {
    let long = |kind: u8, text: &[u8]| [&[kind], &text.len().to_le_bytes()[..], text].concat();
    match value {
        ValueRef::Null => vec![0],
        ValueRef::Integer(number) => [&[1], &number.to_le_bytes()[..]].concat(),
        ValueRef::Real(number) => [&[2], &(number + 0.0).to_bits().to_le_bytes()[..]].concat(),
        ValueRef::Text(text) => long(3, text),
        ValueRef::Blob(blob) => long(4, blob),
    }
}
