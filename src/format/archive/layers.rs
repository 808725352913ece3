//! Taking compressions off a stream.

use std::io::{self, BufRead, BufReader, Cursor, Read};

use flate2::bufread::MultiGzDecoder;

use super::magic::{HEAD, Kind, is_record, kind_of};
use super::zstd::Frames;
use super::{DEPTH, Damage};

/// A stream of bytes.
pub(super) type Input<'a> = Box<dyn BufRead + Send + 'a>;

/// The buffer of a decompressor, in bytes.
const BUFFER: usize = 32 << 10;

/// A stream without its compressions.
pub(super) struct Peeled<'a> {
    /// What it is now; of compressions, only those that cannot be taken off.
    pub(super) kind: Kind,
    /// Whether it starts like a game record.
    pub(super) is_record: bool,
    /// How many compressions there were.
    pub(super) layers: usize,
    /// The stream from its start. Damage is an error where it is.
    pub(super) input: Input<'a>,
}

/// Takes all compressions off, however many members they have, but no more than [`DEPTH`].
pub(super) fn peel(mut input: Input<'_>) -> Peeled<'_> {
    let mut layers = 0;
    loop {
        let (head, whole) = look(input, HEAD);
        let kind = kind_of(&head);
        input = match kind {
            Kind::Gzip if layers < DEPTH => buffered(MultiGzDecoder::new(whole)),
            Kind::Zstd if layers < DEPTH => buffered(Frames::new(whole)),
            _ => {
                return Peeled {
                    kind,
                    is_record: is_record(&head),
                    layers,
                    input: whole,
                };
            }
        };
        layers += 1;
    }
}

impl<'a> Peeled<'a> {
    /// The stream, if it is a text.
    pub(super) fn text(self) -> Result<Input<'a>, Damage> {
        match self.kind {
            Kind::Text => Ok(self.input),
            Kind::Zip | Kind::Tar => Err(Damage::Entries),
            Kind::Gzip | Kind::Zstd => Err(Damage::Wrapped),
            Kind::Compression(name) => Err(Damage::Compression(name)),
            Kind::Archive(name) => Err(Damage::Archive(name)),
        }
    }
}

/// The first bytes of a stream, at most `most`, and the stream as it was.
pub(super) fn look(mut input: Input<'_>, most: usize) -> (Vec<u8>, Input<'_>) {
    let mut head = Vec::with_capacity(most);
    let read = (&mut input).take(most as u64).read_to_end(&mut head);
    let start = Cursor::new(head.clone());
    match read {
        Ok(_) => (head, Box::new(start.chain(input))),
        Err(error) => (head, Box::new(start.chain(Fail(Some(error))))),
    }
}

fn buffered<'a>(decoder: impl Read + Send + 'a) -> Input<'a> {
    Box::new(BufReader::with_capacity(BUFFER, decoder))
}

/// A reader of nothing, which fails once if there is something to fail with.
pub(super) struct Fail(pub(super) Option<io::Error>);

impl Read for Fail {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        self.0.take().map_or(Ok(0), Err)
    }
}

impl BufRead for Fail {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.0.take().map_or(Ok(&[]), Err)
    }

    fn consume(&mut self, _: usize) {}
}
