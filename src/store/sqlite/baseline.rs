//! The baseline of each book when the log began to record contents: part of the step to schema 4.

use rusqlite::{Connection, params};

use super::books;
use super::fault::Fault;
use super::log::{self, Contents};
use crate::book::{Delta, Forest};
use crate::store::{ChangeKind, ChangeNote};

/// Increments the version of each book and logs all its nodes as inserted at that version.
pub(super) fn write(conn: &Connection, now: i64) -> Result<(), Fault> {
    let note = ChangeNote::new(ChangeKind::Baseline, "", "schema 4");
    for info in books::all(conn)? {
        let sql = "UPDATE book SET version = version + 1, changed = ?2 WHERE name = ?1";
        conn.execute(sql, params![info.name, now])?;
        let head = books::get(conn, &info.name)?;
        let sql = "UPDATE node SET revision = ?3 WHERE id BETWEEN ?1 AND ?2";
        let last = books::last_id(head.id);
        conn.execute(sql, params![head.root(), last, head.info.version])?;
        let all = Delta::between(&Forest::new(), &books::nodes(conn, &head)?);
        log::append(conn, &head, &note, &Contents::encode(&all))?;
    }
    Ok(())
}
