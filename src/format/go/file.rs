//! Detects the kind of a file and converts it.

use std::borrow::Cow;
use std::path::Path;

use thiserror::Error;

use super::{gib, ngf, record::GoRecord, ugf};
use crate::sgf::{LimitKind, Limits, SgfError, TextEncoding, starts_tree};

/// The most warnings of one file; more are only counted.
const MAX_WARNINGS: usize = 100;

/// The kinds of files of Go servers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ServerFileKind {
    /// Records of Tygem.
    Gib,
    /// Records of WBaduk or CyberOro.
    Ngf,
    /// Records of PandaNet.
    Ugf,
}

/// A file as SGF.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ServerGames {
    /// One or more game trees in UTF-8.
    pub sgf: String,
    /// What could not be read of them.
    pub problems: Vec<String>,
}

/// The reason why a file cannot be read.
#[derive(Debug, Error)]
pub enum ServerFileError {
    /// Not the format that its start or its name says.
    #[error("invalid {format} record: {why}")]
    Invalid {
        /// The format.
        format: &'static str,
        /// The reason, and what was expected.
        why: &'static str,
    },
    /// A file beyond the limits of SGF.
    #[error(transparent)]
    Limit(#[from] SgfError),
}

impl ServerFileKind {
    /// Detects the kind of a file by its first bytes, or by the extension of its name if it is not
    /// SGF.
    #[must_use]
    pub fn detect(name: &str, first_bytes: &[u8]) -> Option<ServerFileKind> {
        let by_name = || {
            let extension = Path::new(name).extension()?.to_str()?.to_ascii_lowercase();
            Some(match extension.as_str() {
                "gib" => ServerFileKind::Gib,
                "ngf" => ServerFileKind::Ngf,
                "ugf" | "ugi" => ServerFileKind::Ugf,
                _ => return None,
            })
        };
        ServerFileKind::by_content(first_bytes)
            .or_else(|| by_name().filter(|_| !starts_tree(first_bytes)))
    }

    /// Detects the kind of a file by its first bytes.
    #[must_use]
    pub fn by_content(first_bytes: &[u8]) -> Option<ServerFileKind> {
        let lines = || lines(first_bytes);
        if starts_tree(first_bytes) {
            None
        } else if gib::is_gib(lines()) {
            Some(ServerFileKind::Gib)
        } else if ugf::is_ugf(lines()) {
            Some(ServerFileKind::Ugf)
        } else {
            ngf::is_ngf(lines()).then_some(ServerFileKind::Ngf)
        }
    }

    /// The name of the format.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            ServerFileKind::Gib => "GIB",
            ServerFileKind::Ngf => "NGF",
            ServerFileKind::Ugf => "UGF",
        }
    }

    fn invalid(self) -> ServerFileError {
        let why = match self {
            ServerFileKind::Gib => "expected a line `\\HS` and moves such as `STO 0 2 1 15 3`",
            ServerFileKind::Ngf => {
                "expected the size of the board in line 2 and moves such as `PMABBQEEQ`"
            }
            ServerFileKind::Ugf => "expected a section [Header] and moves such as `QD,B1,1,0`",
        };
        ServerFileError::Invalid { format: self.name(), why }
    }
}

/// The lines of a file, without the spaces around them. Old systems end a line with `\r` alone.
fn lines(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let end = if text.contains(&b'\n') { b'\n' } else { b'\r' };
    text.split(move |byte| *byte == end).map(<[u8]>::trim_ascii)
}

/// Converts a file of a kind to SGF.
///
/// # Errors
/// It has no game of this kind, or is too long.
pub fn as_sgf(kind: ServerFileKind, bytes: &[u8]) -> Result<ServerGames, ServerFileError> {
    let max = Limits::default().bytes;
    if bytes.len() > max {
        return Err(SgfError::Limit { kind: LimitKind::Bytes, max, line: 1 }.into());
    }
    let text = text(kind, bytes);
    let text = if text.contains('\n') { text } else { text.replace('\r', "\n") };
    let text = text.replace(|c: char| c.is_control() && c != '\n', " ");
    let records = match kind {
        ServerFileKind::Gib => gib::read(&text),
        ServerFileKind::Ngf => ngf::read(&text),
        ServerFileKind::Ugf => ugf::read(&text),
    };
    let mut file = ServerGames::default();
    for record in &records {
        record.push_sgf(&mut file.sgf);
        file.problems.extend_from_slice(&record.problems);
    }
    let is_empty = |record: &GoRecord| record.moves.is_empty() && record.problems.is_empty();
    if records.iter().all(is_empty) {
        return Err(kind.invalid());
    }
    let more = file.problems.len().saturating_sub(MAX_WARNINGS);
    if more > 0 {
        file.problems.truncate(MAX_WARNINGS);
        file.problems.push(format!("{more} more problems"));
    }
    Ok(file)
}

/// Returns a file as SGF with what could not be read of it, if its content is a record of a Go
/// server; any other file stays as it is.
///
/// # Errors
/// See [`as_sgf`].
pub fn sgf_of(bytes: &[u8]) -> Result<(Cow<'_, [u8]>, Vec<String>), ServerFileError> {
    match ServerFileKind::by_content(bytes) {
        None => Ok((Cow::Borrowed(bytes), Vec::new())),
        Some(kind) => {
            let games = as_sgf(kind, bytes)?;
            Ok((Cow::Owned(games.sgf.into_bytes()), games.problems))
        }
    }
}

/// Decodes a file: by its byte order mark, as UTF-8, by the character set that it names, else by a
/// guess from its texts.
fn text(kind: ServerFileKind, bytes: &[u8]) -> String {
    let marked =
        [(&b"\xff\xfe"[..], "utf-16le"), (b"\xfe\xff", "utf-16be"), (b"\xef\xbb\xbf", "utf-8")];
    for (mark, charset) in marked {
        if let (Some(text), Ok(charset)) =
            (bytes.strip_prefix(mark), charset.parse::<TextEncoding>())
        {
            return charset.decode(text);
        }
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        return text.to_owned();
    }
    let named = (kind == ServerFileKind::Ugf).then(|| ugf::charset(lines(bytes))).flatten();
    named.unwrap_or_else(|| TextEncoding::guess(lines(bytes))).decode(bytes)
}
