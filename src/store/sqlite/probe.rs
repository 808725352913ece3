//! Tests for free space without changing anything.

use std::path::Path;

use rusqlite::Connection;

#[cfg(unix)]
use crate::StoreError;
use crate::sql::fault::Fault;

/// What small changes need for a while. The log may have reusable space left when the disk has
/// none.
#[cfg(unix)]
const ROOM: u64 = 1 << 20;

/// Returns an error if the disk has hardly any space left.
#[cfg(unix)]
pub(super) fn room(path: &Path) -> Result<(), Fault> {
    let disk = rustix::fs::statvfs(path).map_err(std::io::Error::from)?;
    if disk.f_bavail.saturating_mul(disk.f_frsize) >= ROOM {
        return Ok(());
    }
    let file = path.display().to_string();
    Err(StoreError::DiskFull { file }.into())
}

/// On other systems only a write can find out.
#[cfg(not(unix))]
pub(super) fn room(_path: &Path) -> Result<(), Fault> {
    Ok(())
}

/// Rewrites a page without changing it.
pub(super) fn rewrite_page(conn: &Connection) -> Result<(), Fault> {
    let version: u32 = conn.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    Ok(conn.pragma_update(None, "user_version", version)?)
}
