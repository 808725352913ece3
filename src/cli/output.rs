//! Standard output.

use std::borrow::Cow;
use std::io::{self, BufWriter, IsTerminal, StdoutLock, Write};

use serde::Serialize;

use super::error::CliError;
use super::log::note;
use super::text::clean;

/// Returns standard output, locked and buffered. The caller must flush it.
pub fn stdout() -> BufWriter<StdoutLock<'static>> {
    BufWriter::new(io::stdout().lock())
}

/// Writes a response as one line of JSON.
pub fn json(out: &mut impl Write, answer: &impl Serialize) -> Result<(), CliError> {
    serde_json::to_writer(&mut *out, answer).map_err(io::Error::from)?;
    Ok(writeln!(out)?)
}

/// Writes the bytes of a file to standard output unchanged, but without control characters on a
/// terminal.
pub fn file(out: &mut impl Write, bytes: &[u8]) -> Result<(), CliError> {
    let shown = if io::stdout().is_terminal() { harmless(bytes) } else { Cow::Borrowed(bytes) };
    out.write_all(&shown)?;
    out.flush()?;
    if shown != bytes {
        note(
            "control characters are shown as spaces on a terminal; a file or a pipe gets them unchanged",
        );
    }
    Ok(())
}

fn harmless(bytes: &[u8]) -> Cow<'_, [u8]> {
    let text = String::from_utf8_lossy(bytes);
    match clean(&text) {
        Cow::Borrowed(same) if same.as_bytes() == bytes => Cow::Borrowed(bytes),
        shown => Cow::Owned(shown.into_owned().into_bytes()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_terminal_gets_no_byte_that_steers_it() {
        let plain = "(;C[定石\n\nplain])\n".as_bytes();
        assert!(matches!(harmless(plain), Cow::Borrowed(same) if same == plain));
        let shown = harmless(b"(;PB[\x1b]0;gone\x07\r]\xff\t)");
        assert_eq!(&*shown, "(;PB[ ]0;gone  ]\u{fffd} )".as_bytes());
    }
}
