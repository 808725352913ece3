//! Turns files and entries into events.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read, Seek};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use super::layers::{ByteStream, DecompressedStream, Fail, decompress, peek};
use super::magic::ContentKind;
use super::names::{is_hidden, is_wanted};
use super::piece::{BUFFER, Piece};
use super::place::SharedReader;
use super::progress::{Meter, MeteredReader, Progress};
use super::tar::{self, Tar};
use super::zip;
use super::{DEPTH, Damage, Event, PIECE_BYTES, Skip};

/// A longer file whose records can be separated is streamed, so that workers share its records.
const SEPARABLE_BYTES: u64 = 512 << 10;

/// The number of bytes examined of an entry whose name does not show its kind.
const LOOK: usize = 8 << 10;

/// Emits the content of files to a consumer.
pub(super) struct Producer<'e> {
    emit: &'e mut dyn FnMut(Event<'_>) -> ControlFlow<()>,
    progress: Progress,
}

impl<'e> Producer<'e> {
    pub(super) fn new(
        emit: &'e mut dyn FnMut(Event<'_>) -> ControlFlow<()>,
        progress: Progress,
    ) -> Self {
        Self { emit, progress }
    }

    pub(super) fn skipped(&mut self, name: String, reason: Skip) -> ControlFlow<()> {
        (self.emit)(Event::Skipped { name, reason })
    }

    pub(super) fn broken(&mut self, name: String, error: Damage) -> ControlFlow<()> {
        (self.emit)(Event::Broken { name, error })
    }

    /// Reads a file, which has a size if it can be opened twice.
    pub(super) fn file(
        &mut self,
        path: PathBuf,
        size: Option<u64>,
        is_given: bool,
    ) -> ControlFlow<()> {
        let name = path.display().to_string();
        (self.emit)(Event::File { path: &name })?;
        let meter = Meter::new(self.progress.clone(), size.unwrap_or(0));
        let file = match File::open(&path) {
            Ok(file) => file,
            Err(error) => return self.broken(name, Damage::Io(error)),
        };
        let Some(size) = size else {
            return self.read_stream(&name, decompress(metered(file, meter)), 0);
        };
        let first = decompress(Box::new(BufReader::new(&file)));
        if !(is_given || first.is_record || is_wanted(&file_name(&path))) {
            return self.skipped(name, Skip::NotARecord);
        }
        let (kind, layers) = (first.kind, first.layers);
        let most = if first.is_separable { SEPARABLE_BYTES } else { PIECE_BYTES };
        drop(first);
        match kind {
            ContentKind::Text if size <= most => {
                (self.emit)(Event::Piece(Piece::file(name, path, meter)))
            }
            ContentKind::Zip if layers == 0 => {
                self.zip(&name, SharedReader::new(file), Some(meter), 0)
            }
            _ => match rewound(file) {
                Ok(file) => self.read_stream(&name, decompress(metered(file, meter)), 0),
                Err(error) => self.broken(name, Damage::Io(error)),
            },
        }
    }

    /// Reads a stream that is not in memory, inside `depth` archives.
    fn read_stream(
        &mut self,
        name: &str,
        peeled: DecompressedStream<'_>,
        depth: usize,
    ) -> ControlFlow<()> {
        match peeled.kind {
            ContentKind::Tar => self.tar(name, peeled.input, depth),
            ContentKind::Zip => match zip::spool(peeled.input) {
                Ok((spool, damage)) => {
                    self.damage(name, damage)?;
                    self.zip(name, SharedReader::new(spool), None, depth)
                }
                Err(error) => self.broken(name.to_owned(), error),
            },
            _ => match peeled.text() {
                Ok(mut input) => (self.emit)(Event::Stream { name, reader: &mut *input }),
                Err(error) => self.broken(name.to_owned(), error),
            },
        }
    }

    /// Reads an archive entry, inside `depth` archives.
    fn entry(
        &mut self,
        archive: &str,
        entry: &str,
        size: u64,
        mut input: ByteStream<'_>,
        depth: usize,
    ) -> ControlFlow<()> {
        let name = format!("{archive}/{entry}");
        if is_hidden(entry) {
            return self.skipped(name, Skip::Hidden);
        }
        if !is_wanted(entry) {
            let (head, whole) = peek(input, LOOK);
            if !decompress(Box::new(&head[..])).is_record {
                return self.skipped(name, Skip::NotARecord);
            }
            input = whole;
        }
        match collect(&mut input, size) {
            Collected::All(bytes, damage) => self.read_buffered_entry(name, bytes, damage, depth),
            Collected::Start(bytes) => {
                let whole = Box::new(Cursor::new(bytes).chain(input));
                self.read_stream(&name, decompress(whole), depth)
            }
        }
    }

    /// Reads an entry that is in memory, as far as it could be read.
    fn read_buffered_entry(
        &mut self,
        name: String,
        bytes: Vec<u8>,
        damage: Option<io::Error>,
        depth: usize,
    ) -> ControlFlow<()> {
        if bytes.is_empty() && damage.is_some() {
            return self.damage(&name, damage);
        }
        let first = decompress(Box::new(&bytes[..]));
        let (kind, layers) = (first.kind, first.layers);
        drop(first);
        match kind {
            ContentKind::Text => (self.emit)(Event::Piece(Piece::bytes(name, bytes, damage))),
            ContentKind::Zip if layers == 0 => {
                self.damage(&name, damage)?;
                self.zip(&name, SharedReader::new(Cursor::new(bytes)), None, depth)
            }
            _ => {
                let whole = Box::new(Cursor::new(bytes).chain(Fail(damage)));
                self.read_stream(&name, decompress(whole), depth)
            }
        }
    }

    fn damage(&mut self, name: &str, damage: Option<io::Error>) -> ControlFlow<()> {
        match damage {
            Some(error) => self.broken(name.to_owned(), Damage::Io(error)),
            None => ControlFlow::Continue(()),
        }
    }

    fn tar(&mut self, name: &str, input: ByteStream<'_>, depth: usize) -> ControlFlow<()> {
        if depth == DEPTH {
            return self.broken(name.to_owned(), Damage::Nested);
        }
        let mut tar = Tar::new(input);
        loop {
            match tar.next() {
                Ok(Some(tar::Item::File(entry, size, content))) => {
                    self.entry(name, &entry, size, Box::new(content), depth + 1)?;
                }
                Ok(Some(tar::Item::Other(entry))) => {
                    self.skipped(format!("{name}/{entry}"), Skip::NotAFile)?;
                }
                Ok(Some(tar::Item::Sparse(entry))) => {
                    self.broken(format!("{name}/{entry}"), Damage::Sparse)?;
                }
                Ok(Some(tar::Item::Damage(at))) => {
                    self.broken(name.to_owned(), Damage::TarHeader { at })?;
                }
                Ok(None) => return ControlFlow::Continue(()),
                Err(error) => return self.broken(name.to_owned(), Damage::Io(error)),
            }
        }
    }

    fn zip(
        &mut self,
        name: &str,
        place: io::Result<SharedReader<'_>>,
        meter: Option<Meter>,
        depth: usize,
    ) -> ControlFlow<()> {
        if depth == DEPTH {
            return self.broken(name.to_owned(), Damage::Nested);
        }
        let place = match place {
            Ok(place) => place,
            Err(error) => return self.broken(name.to_owned(), Damage::Io(error)),
        };
        zip::walk(place, meter, &mut |item| match item {
            zip::Item::File(entry, size, content) => {
                self.entry(name, &entry, size, content, depth + 1)
            }
            zip::Item::Other(entry) => self.skipped(format!("{name}/{entry}"), Skip::NotAFile),
            zip::Item::Broken(entry, error) => self.broken(format!("{name}/{entry}"), error),
            zip::Item::Damage(error) => self.broken(name.to_owned(), error),
        })
    }
}

enum Collected {
    /// The whole entry, with the error that cut it short, if any.
    All(Vec<u8>, Option<io::Error>),
    /// The first [`PIECE_BYTES`] of a longer entry.
    Start(Vec<u8>),
}

/// Reads at most [`PIECE_BYTES`]; `size` is the expected length.
fn collect(input: &mut ByteStream<'_>, size: u64) -> Collected {
    let expected = usize::try_from(size.min(PIECE_BYTES)).unwrap_or(0);
    let mut bytes = Vec::with_capacity(expected);
    if let Err(error) = input.take(PIECE_BYTES).read_to_end(&mut bytes) {
        return Collected::All(bytes, Some(error));
    }
    match input.fill_buf() {
        Ok([]) => Collected::All(bytes, None),
        Ok(_) => Collected::Start(bytes),
        Err(error) => Collected::All(bytes, Some(error)),
    }
}

fn metered(file: File, meter: Meter) -> ByteStream<'static> {
    let file = MeteredReader::new(file, meter);
    Box::new(BufReader::with_capacity(BUFFER, file))
}

fn rewound(mut file: File) -> io::Result<File> {
    file.rewind()?;
    Ok(file)
}

fn file_name(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}
