//! Removes the compression layers of a stream.

use std::io::{self, BufRead, BufReader, Cursor, Read};

use flate2::bufread::MultiGzDecoder;

use super::magic::{ContentKind, HEAD, kind_of};
use super::zstd::ZstdReader;
use super::{DEPTH, Damage};
use crate::go::ServerFileKind;
use crate::sgf::starts_tree;
use crate::xiangqi::is_separable;

/// A stream of bytes.
pub(super) type ByteStream<'a> = Box<dyn BufRead + Send + 'a>;

/// The buffer size of a decompressor, in bytes.
const BUFFER: usize = 32 << 10;

/// A stream after its compression layers were removed.
pub(super) struct DecompressedStream<'a> {
    /// The kind of the result; a compression only if it is unsupported or too deep.
    pub(super) kind: ContentKind,
    /// Whether it starts like a game record.
    pub(super) is_record: bool,
    /// Whether its records can be separated without parsing them: PGN, and libraries of CCBridge.
    pub(super) is_separable: bool,
    /// The number of layers removed.
    pub(super) layers: usize,
    /// The stream from its start. Damage appears as an error at its place.
    pub(super) input: ByteStream<'a>,
}

/// Removes up to [`DEPTH`] compression layers, each with any number of members.
pub(super) fn decompress(mut input: ByteStream<'_>) -> DecompressedStream<'_> {
    let mut layers = 0;
    loop {
        let (head, whole) = peek(input, HEAD);
        let kind = kind_of(&head);
        input = match kind {
            ContentKind::Gzip if layers < DEPTH => buffered(MultiGzDecoder::new(whole)),
            ContentKind::Zstd if layers < DEPTH => buffered(ZstdReader::new(whole)),
            _ => {
                return DecompressedStream {
                    kind,
                    is_record: starts_tree(&head) || ServerFileKind::by_content(&head).is_some(),
                    is_separable: is_separable(&head),
                    layers,
                    input: whole,
                };
            }
        };
        layers += 1;
    }
}

impl<'a> DecompressedStream<'a> {
    /// Returns the stream if it is a text.
    pub(super) fn text(self) -> Result<ByteStream<'a>, Damage> {
        match self.kind {
            ContentKind::Text => Ok(self.input),
            ContentKind::Zip | ContentKind::Tar => Err(Damage::Entries),
            ContentKind::Gzip | ContentKind::Zstd => Err(Damage::Wrapped),
            ContentKind::Compression(name) => Err(Damage::Compression(name)),
            ContentKind::Archive(name) => Err(Damage::Archive(name)),
        }
    }
}

/// Reads up to `most` bytes ahead, and returns them with the unchanged stream.
pub(super) fn peek(mut input: ByteStream<'_>, most: usize) -> (Vec<u8>, ByteStream<'_>) {
    let mut head = Vec::with_capacity(most);
    let read = (&mut input).take(most as u64).read_to_end(&mut head);
    let start = Cursor::new(head.clone());
    match read {
        Ok(_) => (head, Box::new(start.chain(input))),
        Err(error) => (head, Box::new(start.chain(Fail(Some(error))))),
    }
}

fn buffered<'a>(decoder: impl Read + Send + 'a) -> ByteStream<'a> {
    Box::new(BufReader::with_capacity(BUFFER, decoder))
}

/// An empty reader that fails once if it contains an error.
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
