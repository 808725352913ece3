//! Parses tokens into one game tree, tolerating misplaced parts.

use memchr::memrchr_iter;

use super::error::{LimitKind, SgfError};
use super::limits::Limits;
use super::token::{SgfToken, TokenKind, Tokens};
use super::tree::{Draft, Ident};
use super::warning::{WarningKind, Warnings};

/// The most characters of stray text that a warning quotes.
const QUOTED: usize = 20;

/// The reason why there is no game tree yet.
#[derive(Debug)]
pub(super) enum Stop {
    /// The tree continues beyond the available bytes.
    Unfinished,
    /// A value is never closed. The bytes up to `scanned` have been read; the next tree may start
    /// at `resume` or later.
    Unclosed { error: SgfError, resume: usize, scanned: usize },
    /// A limit is exceeded within the bytes up to `scanned`.
    Limit { error: SgfError, scanned: usize },
}

/// Placeholder for the last identifier before there is one.
const NO_IDENT: SgfToken =
    SgfToken { kind: TokenKind::Ident, start: 0, end: 0, line: 0, has_lines: false };

/// Parses the game tree at the start of `bytes`, whose first line has the number `line`, into
/// `draft`. Returns its length in bytes.
///
/// `bytes` must start with `(`, white space and `;` or a root's property, and satisfy the
/// requirements of [`Tokens`]. With `at_end` they are the whole input, and a missing `)` is
/// tolerated.
pub(super) fn parse(
    bytes: &[u8],
    line: u32,
    limits: &Limits,
    at_end: bool,
    draft: &mut Draft,
    warnings: &mut Warnings,
) -> Result<usize, Stop> {
    draft.clear(bytes.len());
    let mut parser = TreeParser {
        bytes,
        limits,
        draft,
        warnings,
        open: Vec::new(),
        current: None,
        in_node: false,
        property: PropertyState::None,
        ident: NO_IDENT,
    };
    let mut tokens = Tokens::new(bytes, line);
    loop {
        let token = tokens.next();
        if parser.take(token, at_end)? == ParseProgress::Complete {
            return Ok(token.end);
        }
        if token.kind == TokenKind::Open
            && parser.open.len() > 1
            && starts_new_game(bytes, token.start)
        {
            parser.warn(token.line, WarningKind::UnclosedTree);
            parser.end_node(token.line);
            return Ok(token.start);
        }
    }
}

#[derive(PartialEq, Eq)]
enum ParseProgress {
    Going,
    Complete,
}

/// The property that a value would belong to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PropertyState {
    /// None.
    None,
    /// The last identifier, which has no value yet.
    Named,
    /// The last identifier, which has at least one value.
    Valued,
    /// A property outside any node; its values are ignored too.
    Outside,
}

struct TreeParser<'a> {
    bytes: &'a [u8],
    limits: &'a Limits,
    draft: &'a mut Draft,
    warnings: &'a mut Warnings,
    /// For every open `(`, the node before it.
    open: Vec<Option<u32>>,
    /// The node before the next one.
    current: Option<u32>,
    /// Whether properties belong to `current`.
    in_node: bool,
    property: PropertyState,
    /// The last identifier.
    ident: SgfToken,
}

impl TreeParser<'_> {
    #[inline]
    fn take(&mut self, token: SgfToken, at_end: bool) -> Result<ParseProgress, Stop> {
        match token.kind {
            TokenKind::Value => self.value(token)?,
            TokenKind::Ident => self.ident(token)?,
            TokenKind::Semicolon => self.node(token)?,
            TokenKind::Open => self.open(token)?,
            TokenKind::Close => return Ok(self.close(token)),
            TokenKind::Stray => self.warn(token.line, WarningKind::StrayText(self.quote(token))),
            TokenKind::Unclosed if at_end => return Err(self.unclosed(token, token.start)),
            TokenKind::Unclosed | TokenKind::End if !at_end => {
                self.check_value(token)?;
                return Err(Stop::Unfinished);
            }
            TokenKind::Unclosed | TokenKind::End => {
                self.end_node(token.line);
                self.warn(token.line, WarningKind::UnclosedTree);
                return Ok(ParseProgress::Complete);
            }
        }
        Ok(ParseProgress::Going)
    }

    #[inline]
    fn open(&mut self, token: SgfToken) -> Result<(), Stop> {
        self.end_node(token.line);
        within(self.open.len() + 1, self.limits.depth, LimitKind::Depth, token)?;
        self.open.push(self.current);
        Ok(())
    }

    #[inline]
    fn close(&mut self, token: SgfToken) -> ParseProgress {
        self.end_node(token.line);
        if let Some(before) = self.open.pop() {
            self.current = before;
        }
        if self.open.is_empty() { ParseProgress::Complete } else { ParseProgress::Going }
    }

    #[inline]
    fn node(&mut self, token: SgfToken) -> Result<(), Stop> {
        self.end_node(token.line);
        let count = self.draft.node_count();
        within(count + 1, self.limits.nodes, LimitKind::Nodes, token)?;
        let path = self.draft.path_len(self.current);
        within(path + 1, self.limits.depth, LimitKind::Depth, token)?;
        let has_child = self.current.is_some_and(|node| node as usize + 1 != count);
        if has_child && self.open.last() != Some(&self.current) {
            self.warn(token.line, WarningKind::NodeAfterVariation);
        }
        self.current = Some(self.draft.add_node(self.current, token.line));
        self.in_node = true;
        Ok(())
    }

    #[inline]
    fn ident(&mut self, token: SgfToken) -> Result<(), Stop> {
        if self.draft.node_count() == 0 {
            self.warn(token.line, WarningKind::RootWithoutSemicolon);
            self.node(token)?;
        }
        self.end_property();
        self.property = PropertyState::Named;
        self.ident = token;
        Ok(())
    }

    #[inline]
    fn value(&mut self, token: SgfToken) -> Result<(), Stop> {
        self.check_value(token)?;
        if token.has_lines {
            self.check_closed(token)?;
        }
        match self.property {
            PropertyState::Valued => self.draft.add_value(token.start, token.end),
            PropertyState::Named if self.in_node => self.first_value(token),
            PropertyState::Named => self.outside(),
            PropertyState::Outside => {}
            PropertyState::None => self.warn(token.line, WarningKind::ValueWithoutProperty),
        }
        Ok(())
    }

    #[inline]
    fn first_value(&mut self, value: SgfToken) {
        let ident = self.reduced(self.ident);
        self.draft.add_property(self.bytes, ident);
        self.draft.add_value(value.start, value.end);
        self.property = PropertyState::Valued;
    }

    #[cold]
    fn outside(&mut self) {
        let name = self.lossy(self.ident);
        self.warn(self.ident.line, WarningKind::PropertyOutsideNode(name));
        self.property = PropertyState::Outside;
    }

    #[inline]
    fn reduced(&mut self, token: SgfToken) -> Ident {
        let letters = &self.bytes[token.start..token.end];
        if letters.iter().all(u8::is_ascii_uppercase) {
            return Ident::InText { start: token.start, end: token.end };
        }
        self.made(token)
    }

    /// The upper-case letters of an identifier; all letters if there is no upper-case one.
    #[cold]
    fn made(&mut self, token: SgfToken) -> Ident {
        let name = self.lossy(token);
        let upper: String = name.chars().filter(char::is_ascii_uppercase).collect();
        if !upper.is_empty() {
            return Ident::Made(upper);
        }
        let upper = name.to_ascii_uppercase();
        self.warn(token.line, WarningKind::LowerCaseIdent(name));
        Ident::Made(upper)
    }

    #[inline]
    fn end_node(&mut self, line: u32) {
        self.end_property();
        self.in_node = false;
        if self.draft.has_duplicates() {
            self.merge_duplicates(line);
        }
    }

    #[cold]
    fn merge_duplicates(&mut self, line: u32) {
        for ident in self.draft.merge_duplicates(self.bytes) {
            self.warn(line, WarningKind::DuplicateProperty(ident));
        }
    }

    #[inline]
    fn end_property(&mut self) {
        if self.property == PropertyState::Named {
            self.without_value();
        }
        self.property = PropertyState::None;
    }

    #[cold]
    fn without_value(&mut self) {
        let name = self.lossy(self.ident);
        self.warn(self.ident.line, WarningKind::PropertyWithoutValue(name));
    }

    fn check_closed(&self, token: SgfToken) -> Result<(), Stop> {
        match swallowed_tree(&self.bytes[token.start..token.end]) {
            Some(offset) => Err(self.unclosed(token, token.start + offset)),
            None => Ok(()),
        }
    }

    #[inline]
    fn check_value(&self, token: SgfToken) -> Result<(), Stop> {
        let max = self.limits.value_bytes;
        within(token.end - token.start, max, LimitKind::ValueBytes, token)
    }

    fn unclosed(&self, token: SgfToken, resume: usize) -> Stop {
        let ident = match self.property {
            PropertyState::None => String::new(),
            _ => self.lossy(self.ident),
        };
        let line = token.line;
        let error = SgfError::UnclosedValue { line, ident };
        Stop::Unclosed { error, resume, scanned: token.end }
    }

    #[cold]
    fn warn(&mut self, line: u32, kind: WarningKind) {
        self.warnings.push(line, kind);
    }

    fn lossy(&self, token: SgfToken) -> String {
        String::from_utf8_lossy(&self.bytes[token.start..token.end]).into_owned()
    }

    fn quote(&self, token: SgfToken) -> String {
        let end = token.end.min(token.start + 4 * QUOTED);
        let text = String::from_utf8_lossy(&self.bytes[token.start..end]);
        text.chars().take(QUOTED).collect()
    }
}

/// Whether the `(` at `at` starts a line and a new game: its root begins with `FF` or `GM`, which
/// do not belong in a variation.
///
/// Otherwise a collection with a game that lacks its last `)` would become one tree.
pub(super) fn starts_new_game(bytes: &[u8], at: usize) -> bool {
    at > 0
        && bytes[at - 1] == b'\n'
        && (bytes[at..].starts_with(b"(;FF[") || bytes[at..].starts_with(b"(;GM["))
}

/// Fails if `count` exceeds `max`.
#[inline]
fn within(count: usize, max: usize, kind: LimitKind, token: SgfToken) -> Result<(), Stop> {
    if count <= max {
        return Ok(());
    }
    let line = token.line;
    let error = SgfError::Limit { kind, max, line };
    // Scan into a value that is too long only as far as needed, however much of it is available.
    let scanned = token.end.min(token.start.saturating_add(max).saturating_add(1));
    Err(Stop::Limit { error, scanned })
}

/// Finds the start of another game tree inside a value, if any: an unclosed value continues to the
/// first `]` of the next tree.
///
/// A tree *quoted* in a value has escaped brackets; a swallowed one has its first `]` at the end of
/// the value.
fn swallowed_tree(value: &[u8]) -> Option<usize> {
    let at = memrchr_iter(b'(', value)
        .find(|&at| at > 0 && value[at - 1] == b'\n' && value.get(at + 1) == Some(&b';'))?;
    let root = &value[at + 2..];
    let ident = root.iter().position(|&byte| byte > b' ' && byte != b';')?;
    let length = root[ident..].iter().position(|byte| !byte.is_ascii_alphabetic())?;
    let first = &root[ident + length..];
    (length > 0 && first[0] == b'[' && !first.contains(&b']')).then_some(at)
}
