//! The baseline of each book when the log began to record contents: part of the step to schema 4.

use rusqlite::{Connection, params};

use crate::sql::books::{self, BookHead};
use crate::sql::fault::Fault;
use crate::sql::log::{self, Contents};
use crate::{BookInfo, ChangeKind, ChangeNote};
use joseki_book::{Delta, Forest};

/// Increments the version of each book and logs all its nodes as inserted at that version.
pub(super) fn write(conn: &Connection, now: i64) -> Result<(), Fault> {
    let note = ChangeNote::new(ChangeKind::Baseline, "", "schema 4");
    for head in books::all_at(conn.into(), 4)? {
        let version = head.info.version + 1;
        let head = BookHead { info: BookInfo { version, changed: now, ..head.info }, ..head };
        let sql = "UPDATE book SET version = ?2, changed = ?3 WHERE id = ?1";
        conn.execute(sql, params![head.id, version, now])?;
        let sql = "UPDATE node SET revision = ?3 WHERE id BETWEEN ?1 AND ?2";
        let last = books::last_id(head.id);
        conn.execute(sql, params![head.root(), last, head.info.version])?;
        let all = Delta::between(&Forest::new(), &books::nodes(conn.into(), &head)?);
        log::append(conn.into(), &head, &note, &Contents::encode(&all))?;
    }
    Ok(())
}
