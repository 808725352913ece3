//! A stream of bytes as UTF-8, read piece by piece.

use std::io::{self, BufRead};

use encoding_rs::{CoderResult, Decoder};

use super::charset::{self, Charset};

/// The bytes of a stream that have been read and not yet used, with UTF-16 converted to UTF-8.
#[derive(Debug)]
pub struct StreamSource<R> {
    input: R,
    buffer: Vec<u8>,
    start: usize,
    pub at_end: bool,
    started: bool,
    wide: Option<Wide>,
}

struct Wide {
    decoder: Decoder,
    charset: Charset,
}

impl std::fmt::Debug for Wide {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.charset.fmt(f)
    }
}

impl<R: BufRead> StreamSource<R> {
    /// The most bytes read from the input at once, unless a long tree needs more.
    const PIECE: usize = 64 << 10;

    pub fn new(input: R) -> Self {
        Self { input, buffer: Vec::new(), start: 0, at_end: false, started: false, wide: None }
    }

    pub fn bytes(&self) -> &[u8] {
        &self.buffer[self.start..]
    }

    pub fn consume(&mut self, used: usize) {
        self.start += used;
    }

    pub fn charset(&self) -> Option<Charset> {
        self.wide.as_ref().map(|wide| wide.charset)
    }

    /// Reads several times as many bytes as are buffered, because a long tree is parsed from its
    /// start each time. This parses about 1.3 times the input in all, above 1 MiB twice.
    pub fn fill(&mut self) -> io::Result<()> {
        self.buffer.drain(..self.start);
        self.start = 0;
        // The first bytes reveal UTF-16, and are needed together.
        let times = if self.buffer.len() < 1 << 20 { 4 } else { 2 };
        let wanted = self.buffer.len().saturating_mul(times).max(4);
        while self.buffer.len() < wanted && !self.at_end {
            let piece = match self.input.fill_buf() {
                Ok(piece) => piece,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            let length = piece.len().min(Self::PIECE.max(wanted - self.buffer.len()));
            self.at_end = length == 0;
            match &mut self.wide {
                None => self.buffer.extend_from_slice(&piece[..length]),
                Some(wide) => wide.decode(&piece[..length], self.at_end, &mut self.buffer),
            }
            self.input.consume(length);
        }
        if !std::mem::replace(&mut self.started, true) {
            self.detect_wide();
        }
        Ok(())
    }

    fn detect_wide(&mut self) {
        if let Some((encoding, source)) = charset::wide(&self.buffer) {
            let mut wide = Wide {
                decoder: encoding.new_decoder_with_bom_removal(),
                charset: Charset::new(encoding, source, false),
            };
            let raw = std::mem::take(&mut self.buffer);
            wide.decode(&raw, self.at_end, &mut self.buffer);
            self.wide = Some(wide);
        }
    }
}

impl Wide {
    fn decode(&mut self, mut bytes: &[u8], last: bool, into: &mut Vec<u8>) {
        let mut text = [0; 4096];
        loop {
            let (result, read, written, lossy) =
                self.decoder.decode_to_utf8(bytes, &mut text, last);
            into.extend_from_slice(&text[..written]);
            bytes = &bytes[read..];
            if lossy {
                let (encoding, source) = (self.charset.encoding(), self.charset.source());
                self.charset = Charset::new(encoding, source, true);
            }
            if result == CoderResult::InputEmpty {
                return;
            }
        }
    }
}
