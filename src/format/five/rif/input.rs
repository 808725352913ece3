//! Converts an XML document of any encoding to UTF-8 while it is read.

use std::io::{self, BufRead, Read};

use encoding_rs::{Decoder, Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};

/// The largest tag or text.
pub(super) const MAX_TEXT: usize = 1 << 20;

/// How many bytes are searched for the XML declaration.
const DECLARATION_LENGTH: usize = 1024;

/// How many bytes are converted at once.
const CHUNK: usize = 16 << 10;

/// A document as UTF-8.
///
/// The encoding is that of the byte order mark or of the declaration. Bytes that are not UTF-8 in
/// a document that should be are read as Windows-1252. Reading fails after [`MAX_TEXT`] bytes
/// unless [`Utf8Input::start_text`] is called in between.
pub(super) struct Utf8Input<R> {
    inner: R,
    encoding: Option<Conversion>,
    /// Bytes of `inner` that were not converted yet.
    pending: Vec<u8>,
    out: Vec<u8>,
    position: usize,
    budget: usize,
    is_at_end: bool,
}

enum Conversion {
    Utf8,
    Other(Box<Decoder>),
}

impl<R: BufRead> Utf8Input<R> {
    pub(super) fn new(inner: R) -> Self {
        Self {
            inner,
            encoding: None,
            pending: Vec::new(),
            out: Vec::new(),
            position: 0,
            budget: MAX_TEXT,
            is_at_end: false,
        }
    }

    /// Allows another text of [`MAX_TEXT`] bytes.
    pub(super) fn start_text(&mut self) {
        self.budget = MAX_TEXT;
    }

    /// Whether a text was too large.
    pub(super) fn is_over_budget(&self) -> bool {
        self.budget == 0
    }

    /// Converts bytes until there is text or the document ends.
    fn convert_more(&mut self) -> io::Result<()> {
        self.out.clear();
        self.position = 0;
        while self.out.is_empty() && !self.is_at_end {
            self.read_chunk(CHUNK)?;
            let (pending, out, last) = (&mut self.pending, &mut self.out, self.is_at_end);
            match &mut self.encoding {
                None => {
                    self.encoding = Some(self.detect()?);
                }
                Some(Conversion::Utf8) => {
                    let count = push_utf8(pending, last, out);
                    pending.drain(..count);
                }
                Some(Conversion::Other(decoder)) => {
                    push_decoded(decoder, pending, last, out);
                    pending.clear();
                }
            }
        }
        Ok(())
    }

    fn read_chunk(&mut self, most: usize) -> io::Result<()> {
        let chunk = self.inner.fill_buf()?;
        let chunk = chunk.get(..most).unwrap_or(chunk);
        let count = chunk.len();
        self.pending.extend(chunk);
        self.inner.consume(count);
        self.is_at_end = count == 0;
        Ok(())
    }

    /// Determines the encoding from the start of the document.
    fn detect(&mut self) -> io::Result<Conversion> {
        while self.pending.len() < DECLARATION_LENGTH && !self.is_at_end {
            self.read_chunk(DECLARATION_LENGTH)?;
        }
        let encoding = match Encoding::for_bom(&self.pending) {
            Some((encoding, length)) => {
                self.pending.drain(..length);
                encoding
            }
            None => encoding_of_declaration(&self.pending),
        };
        // What was read is converted in the next round, at the end of the document too.
        self.is_at_end = false;
        Ok(if encoding == UTF_8 {
            Conversion::Utf8
        } else {
            Conversion::Other(Box::new(encoding.new_decoder_without_bom_handling()))
        })
    }
}

impl<R: BufRead> BufRead for Utf8Input<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.position >= self.out.len() {
            self.convert_more()?;
        }
        let text = self.out.get(self.position..).unwrap_or_default();
        if self.budget == 0 && !text.is_empty() {
            return Err(io::Error::other("text too large"));
        }
        Ok(text.get(..self.budget).unwrap_or(text))
    }

    fn consume(&mut self, count: usize) {
        self.position += count;
        self.budget = self.budget.saturating_sub(count);
    }
}

impl<R: BufRead> Read for Utf8Input<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let count = self.fill_buf()?.read(out)?;
        self.consume(count);
        Ok(count)
    }
}

/// Returns the encoding that the XML declaration names, UTF-8 if it names none.
fn encoding_of_declaration(start: &[u8]) -> &'static Encoding {
    match start {
        [b'<', 0, ..] => return UTF_16LE,
        [0, b'<', ..] => return UTF_16BE,
        _ => {}
    }
    let text = WINDOWS_1252.decode_without_bom_handling(start).0;
    let declaration = text.split_once("?>").map_or("", |(declaration, _)| declaration);
    let value = declaration.split_once("encoding").map_or("", |(_, rest)| rest);
    let value = value.trim_start().trim_start_matches('=').trim_start();
    let label = value.split(['"', '\'']).nth(1).unwrap_or_default();
    // The declaration was read as single bytes, so the document cannot be UTF-16.
    Encoding::for_label(label.as_bytes())
        .filter(|encoding| ![UTF_16LE, UTF_16BE].contains(encoding))
        .unwrap_or(UTF_8)
}

/// Appends UTF-8 text, with invalid bytes as Windows-1252, and returns how many bytes were
/// converted. An incomplete character at the end is left unless `last` is set.
fn push_utf8(bytes: &[u8], last: bool, out: &mut Vec<u8>) -> usize {
    let mut rest = bytes;
    loop {
        let (valid, invalid) = match std::str::from_utf8(rest) {
            Ok(_) => (rest.len(), 0),
            Err(error) => {
                let incomplete = if last { rest.len() - error.valid_up_to() } else { 0 };
                (error.valid_up_to(), error.error_len().unwrap_or(incomplete))
            }
        };
        let (text, after) = rest.split_at_checked(valid).unwrap_or((rest, &[]));
        let (single_bytes, after) = after.split_at_checked(invalid).unwrap_or((after, &[]));
        out.extend(text);
        out.extend(WINDOWS_1252.decode_without_bom_handling(single_bytes).0.as_bytes());
        rest = after;
        if invalid == 0 {
            return bytes.len() - rest.len();
        }
    }
}

fn push_decoded(decoder: &mut Decoder, bytes: &[u8], last: bool, out: &mut Vec<u8>) {
    let most = decoder.max_utf8_buffer_length(bytes.len()).unwrap_or(bytes.len() * 3 + 16);
    let mut text = String::with_capacity(most);
    // The capacity suffices, so everything is converted at once.
    let _ = decoder.decode_to_string(bytes, &mut text, last);
    out.extend(text.as_bytes());
}
