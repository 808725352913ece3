//! Reads tar archives from front to back: ustar, GNU, pax, and older formats.
//!
//! The `tar` crate parses headers. Its archive reader is not used, because it reads names of any
//! length into memory and stops at the first damage.

use std::io::{self, BufRead, Read};

use tar::{EntryType, Header};

use super::layers::ByteStream;
use super::magic::{HEAD, is_tar_header};

/// The most bytes read of a long name or of pax records.
const NAME_BYTES: u64 = 64 << 10;

/// The next item of an archive.
pub(super) enum Item<'t, 'a> {
    /// A file with its name, its size in bytes and its content.
    File(String, u64, Content<'t, 'a>),
    /// A link, a device or the like.
    Other(String),
    /// A sparse file, whose content is not supported.
    Sparse(String),
    /// A missing header at this byte. The next item follows after it.
    Damage(u64),
}

/// A tar archive.
pub(super) struct Tar<'a> {
    input: ByteStream<'a>,
    /// The offset up to which the archive has been read.
    at: u64,
    /// The rest of the current entry's content, and of its padding.
    left: u64,
    padding: u64,
    /// Whether the zeros that end an archive have been read.
    is_past_end: bool,
    /// Whether the reader is between damage and the next header.
    is_lost: bool,
}

/// Metadata that preceding entries state about an entry.
#[derive(Default)]
struct EntryMetadata {
    name: Option<Vec<u8>>,
    size: Option<u64>,
}

impl<'a> Tar<'a> {
    pub(super) fn new(input: ByteStream<'a>) -> Self {
        Self { input, at: 0, left: 0, padding: 0, is_past_end: false, is_lost: false }
    }

    /// Returns the next item, whether or not the previous one was read to its end. Concatenated
    /// archives are read as one.
    ///
    /// # Errors
    /// When the archive cannot be read any further.
    pub(super) fn next(&mut self) -> io::Result<Option<Item<'_, 'a>>> {
        let mut said = EntryMetadata::default();
        loop {
            self.skip()?;
            let at = self.at;
            let Some(block) = self.block()? else {
                return self.end();
            };
            if block.iter().all(|&byte| byte == 0) {
                self.is_past_end = true;
                continue;
            }
            let header = Header::from_byte_slice(&block);
            let (true, Ok(size)) = (is_tar_header(&block), header.entry_size()) else {
                if self.is_past_end {
                    return Ok(None);
                }
                said = EntryMetadata::default();
                if std::mem::replace(&mut self.is_lost, true) {
                    continue;
                }
                return Ok(Some(Item::Damage(at)));
            };
            (self.is_past_end, self.is_lost) = (false, false);
            match header.entry_type() {
                EntryType::GNULongName => {
                    self.begin_content(size);
                    said.name = Some(until_zero(self.small()?));
                }
                EntryType::XHeader => {
                    self.begin_content(size);
                    said.take_pax(&self.small()?);
                }
                EntryType::GNULongLink | EntryType::XGlobalHeader => self.begin_content(size),
                EntryType::Directory => {
                    self.begin_content(size);
                    said = EntryMetadata::default();
                }
                kind => return Ok(Some(self.item(kind, header, size, said))),
            }
        }
    }

    /// Handles the end of input. An archive ends with zeros; without them it was truncated between
    /// two entries.
    fn end(&mut self) -> io::Result<Option<Item<'_, 'a>>> {
        if std::mem::replace(&mut self.is_past_end, true) {
            return Ok(None);
        }
        Err(cut_off())
    }

    fn item(
        &mut self,
        kind: EntryType,
        header: &Header,
        size: u64,
        said: EntryMetadata,
    ) -> Item<'_, 'a> {
        let bytes = said.name.unwrap_or_else(|| header.path_bytes().into_owned());
        let name = String::from_utf8_lossy(&bytes).into_owned();
        match kind {
            EntryType::Regular | EntryType::Continuous => {
                let size = said.size.unwrap_or(size);
                self.begin_content(size);
                Item::File(name, size, Content { tar: self })
            }
            EntryType::GNUSparse => {
                self.begin_content(size);
                // The map of its holes may continue in further blocks, which are not headers.
                self.is_lost = true;
                Item::Sparse(name)
            }
            // Links have no content, whatever size they state.
            EntryType::Link | EntryType::Symlink => Item::Other(name),
            _ => {
                self.begin_content(size);
                Item::Other(name)
            }
        }
    }

    /// Sets the size of the content that follows.
    fn begin_content(&mut self, size: u64) {
        self.left = size;
        self.padding = (HEAD as u64 - size % HEAD as u64) % HEAD as u64;
    }

    /// Skips the rest of the current entry.
    fn skip(&mut self) -> io::Result<()> {
        // The padding after the last entry may be missing, its content may not.
        for (left, is_needed) in [(self.left, true), (self.padding, false)] {
            let skipped = io::copy(&mut (&mut self.input).take(left), &mut io::sink())?;
            self.at += skipped;
            if skipped < left && is_needed {
                return Err(cut_off());
            }
        }
        (self.left, self.padding) = (0, 0);
        Ok(())
    }

    /// The next block; `None` at the end of the input.
    fn block(&mut self) -> io::Result<Option<[u8; HEAD]>> {
        let mut bytes = Vec::with_capacity(HEAD);
        (&mut self.input).take(HEAD as u64).read_to_end(&mut bytes)?;
        self.at += bytes.len() as u64;
        match bytes.first_chunk() {
            Some(block) => Ok(Some(*block)),
            None if bytes.is_empty() || self.is_past_end => Ok(None),
            None => Err(cut_off()),
        }
    }

    /// The content of an entry that should be small, cut if it is not.
    fn small(&mut self) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        Content { tar: self }.take(NAME_BYTES).read_to_end(&mut bytes)?;
        Ok(bytes)
    }
}

impl EntryMetadata {
    /// Parses records of the form `length key=value\n`, where the length covers the whole record
    /// (POSIX, pax Interchange Format).
    fn take_pax(&mut self, mut bytes: &[u8]) {
        while let Some(space) = bytes.iter().position(|&byte| byte == b' ') {
            let length =
                str::from_utf8(&bytes[..space]).ok().and_then(|text| text.parse::<usize>().ok());
            let Some(record) = length.and_then(|length| bytes.get(space + 1..length)) else {
                return;
            };
            let record = record.strip_suffix(b"\n").unwrap_or(record);
            if let Some(path) = record.strip_prefix(b"path=") {
                self.name = Some(path.to_vec());
            } else if let Some(size) = record.strip_prefix(b"size=") {
                self.size =
                    str::from_utf8(size).ok().and_then(|text| text.parse().ok()).or(self.size);
            }
            bytes = &bytes[space + 1 + record.len()..];
            bytes = bytes.strip_prefix(b"\n").unwrap_or(bytes);
        }
    }
}

/// The content of a file in an archive. A truncated archive is an error.
pub(super) struct Content<'t, 'a> {
    tar: &'t mut Tar<'a>,
}

impl Read for Content<'_, '_> {
    fn read(&mut self, buf: &mut [u8]) -> io::Result<usize> {
        let available = self.fill_buf()?;
        let read = available.len().min(buf.len());
        buf[..read].copy_from_slice(&available[..read]);
        self.consume(read);
        Ok(read)
    }
}

impl BufRead for Content<'_, '_> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.tar.left == 0 {
            return Ok(&[]);
        }
        let available = self.tar.input.fill_buf()?;
        if available.is_empty() {
            return Err(cut_off());
        }
        let most = usize::try_from(self.tar.left).unwrap_or(usize::MAX);
        Ok(&available[..available.len().min(most)])
    }

    fn consume(&mut self, bytes: usize) {
        self.tar.input.consume(bytes);
        self.tar.left -= bytes as u64;
        self.tar.at += bytes as u64;
    }
}

fn until_zero(mut bytes: Vec<u8>) -> Vec<u8> {
    let end = bytes.iter().position(|&byte| byte == 0);
    bytes.truncate(end.unwrap_or(bytes.len()));
    bytes
}

fn cut_off() -> io::Error {
    io::Error::new(io::ErrorKind::UnexpectedEof, "truncated tar archive")
}
