//! Reads zip archives: by their central directory, or from front to back if it is missing.

use std::io::{self, BufReader, Read, Write};
use std::ops::ControlFlow;

use ::zip::ZipReadOptions;
use ::zip::read::{Config, OwnedZipFileEntry, ZipFileEntry, read_zipfile_from_stream};
use ::zip::result::{ZipError, ZipResult};
use ::zip::unstable::read::ZipIterable;
use tempfile::{SpooledTempFile, spooled_tempfile};

use super::layers::ByteStream;
use super::place::SharedReader;
use super::progress::Meter;
use super::{Damage, PIECE_BYTES, SPOOL_BYTES};

/// The next item of an archive.
pub(super) enum Item<'z> {
    /// A file with its name, its size in bytes as stated in the archive, and its content.
    File(String, u64, ByteStream<'z>),
    /// A link.
    Other(String),
    /// An unreadable file.
    Broken(String, Damage),
    /// Damage to the archive itself.
    Damage(Damage),
}

type Each<'e> = &'e mut dyn FnMut(Item<'_>) -> ControlFlow<()>;

/// Emits every file in an archive. The central directory is read entry by entry, so it may have any
/// length. `meter` counts the content read.
pub(super) fn walk(
    place: SharedReader<'_>,
    meter: Option<Meter>,
    each: Each<'_>,
) -> ControlFlow<()> {
    let mut contents = match ZipIterable::try_new(place.restart(), Config::default()) {
        Ok(contents) => contents,
        Err(error) => {
            each(Item::Damage(Damage::Contents(error.to_string())))?;
            return salvage(place.counted(meter), each);
        }
    };
    let mut place = place.counted(meter);
    let entries = match contents.files() {
        Ok(entries) => entries,
        Err(error) => return each(Item::Damage(broken(error))),
    };
    for entry in entries {
        match entry {
            Ok(entry) => entry_of(entry, &mut place, each)?,
            Err(error) => each(Item::Damage(broken(error)))?,
        }
    }
    ControlFlow::Continue(())
}

fn entry_of(
    entry: ZipFileEntry<'_>,
    place: &mut SharedReader<'_>,
    each: Each<'_>,
) -> ControlFlow<()> {
    let name = name_of(entry.name_raw(), entry.name());
    if entry.is_dir() {
        return ControlFlow::Continue(());
    }
    if entry.is_symlink() {
        return each(Item::Other(name));
    }
    let size = entry.size();
    // With a borrowed entry, dropping the file does not read the rest of it.
    let entry = OwnedZipFileEntry::from(entry);
    match entry.as_ref().with_reader(place, ZipReadOptions::new()) {
        Ok(file) => each(Item::File(name, size, Box::new(BufReader::new(file)))),
        Err(error) => each(Item::Broken(name, broken(error))),
    }
}

/// Reads entries from front to back as far as possible; a file whose length is only written after
/// it ends this.
fn salvage(mut place: SharedReader<'_>, each: Each<'_>) -> ControlFlow<()> {
    loop {
        match read_zipfile_from_stream(&mut place) {
            Ok(Some(file)) if file.is_dir() => {}
            Ok(Some(file)) => {
                let name = name_of(file.name_raw(), file.name());
                let size = file.size();
                each(Item::File(name, size, Box::new(BufReader::new(file))))?;
            }
            Ok(None) => return ControlFlow::Continue(()),
            Err(ZipError::Io(error)) if error.kind() == io::ErrorKind::UnexpectedEof => {
                return ControlFlow::Continue(());
            }
            Err(error) => return each(Item::Damage(broken(error))),
        }
    }
}

/// Names are UTF-8 more often than archives state; otherwise they are in the DOS character set.
fn name_of(raw: &[u8], decoded: ZipResult<impl AsRef<str>>) -> String {
    match (str::from_utf8(raw), decoded) {
        (Ok(name), _) => name.to_owned(),
        (_, Ok(name)) => name.as_ref().to_owned(),
        _ => String::from_utf8_lossy(raw).into_owned(),
    }
}

fn broken(error: ZipError) -> Damage {
    match error {
        ZipError::Io(error) => Damage::Io(error),
        other => Damage::Zip(other.to_string()),
    }
}

/// Copies an archive so that it can be read from its end: into memory, or an unnamed temporary
/// file. If the input is damaged, returns the part before the damage with the error.
pub(super) fn spool(
    mut input: ByteStream<'_>,
) -> Result<(SpooledTempFile, Option<io::Error>), Damage> {
    let most_in_memory = usize::try_from(PIECE_BYTES).unwrap_or(usize::MAX);
    let mut spool = spooled_tempfile(most_in_memory);
    let mut chunk = vec![0; 64 << 10];
    let mut size = 0;
    loop {
        let read = match input.read(&mut chunk) {
            Ok(0) => return Ok((spool, None)),
            Ok(read) => read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Ok((spool, Some(error))),
        };
        size += read as u64;
        if size > SPOOL_BYTES {
            return Err(Damage::Spool);
        }
        spool.write_all(&chunk[..read])?;
    }
}
