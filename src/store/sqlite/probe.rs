//! Whether a change would find room, tried without changing anything.

use std::path::Path;

use rusqlite::Connection;

use super::fault::Fault;
#[cfg(unix)]
use crate::store::StoreError;

/// As many bytes as small changes need for a while. The log may have room left in itself where the disk has none.
#[cfg(unix)]
const ROOM: u64 = 1 << 20;

/// Refuses a disk with hardly any room.
#[cfg(unix)]
pub(super) fn room(path: &Path) -> Result<(), Fault> {
    let disk = rustix::fs::statvfs(path).map_err(std::io::Error::from)?;
    if disk.f_bavail.saturating_mul(disk.f_frsize) >= ROOM {
        return Ok(());
    }
    let file = path.display().to_string();
    Err(StoreError::DiskFull { file }.into())
}

/// There writing alone says it.
#[cfg(not(unix))]
pub(super) fn room(_path: &Path) -> Result<(), Fault> {
    Ok(())
}

/// Writes a page as it is.
pub(super) fn write(conn: &Connection) -> Result<(), Fault> {
    let version: u32 = conn.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    Ok(conn.pragma_update(None, "user_version", version)?)
}
