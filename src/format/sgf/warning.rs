//! Warnings: deviations from the specification that the reader accepts.

use std::fmt;

/// A deviation in a file that did not prevent reading it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// The line, counted from 1.
    pub line: u32,
    /// The deviation and how it was handled.
    pub kind: WarningKind,
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.kind)
    }
}

/// A deviation and how it was handled.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WarningKind {
    /// Stray characters inside a game tree; ignored.
    StrayText(String),
    /// Text between or after the game trees; ignored.
    TextOutsideTrees,
    /// A root without its `;`; read as if it had one.
    RootWithoutSemicolon,
    /// A property identifier without a value; ignored.
    PropertyWithoutValue(String),
    /// A property outside any node (before the `;`, or after a variation); ignored.
    PropertyOutsideNode(String),
    /// A value without a property identifier; ignored.
    ValueWithoutProperty,
    /// An identifier without any upper-case letter; read as upper case.
    LowerCaseIdent(String),
    /// A property that occurs twice in one node; its values were merged in order.
    DuplicateProperty(String),
    /// A node after a variation; read as another child of the node before the variations.
    NodeAfterVariation,
    /// A game tree without its final `)`; read as if closed.
    UnclosedTree,
    /// A missing `CA`, with text that is not UTF-8; the character set was guessed.
    CharsetGuessed(&'static str),
    /// A `CA` that names an unknown character set or one that the text contradicts.
    CharsetMislabelled {
        /// The value of `CA`.
        label: String,
        /// The character set used instead.
        used: &'static str,
    },
    /// Bytes that are invalid in the character set used; each was replaced by U+FFFD.
    TextReplaced(&'static str),
    /// The number of further warnings that were omitted.
    Further(usize),
}

impl fmt::Display for WarningKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::StrayText(text) => write!(f, "stray text {text:?} ignored"),
            Self::TextOutsideTrees => f.write_str("text outside the game trees ignored"),
            Self::RootWithoutSemicolon => {
                f.write_str("the ';' before the first node of the game tree is missing")
            }
            Self::PropertyWithoutValue(ident) => {
                write!(f, "property {ident} has no value and was ignored")
            }
            Self::PropertyOutsideNode(ident) => {
                write!(f, "property {ident} is outside any node and was ignored")
            }
            Self::ValueWithoutProperty => f.write_str("value without a property ignored"),
            Self::LowerCaseIdent(ident) => {
                write!(f, "property {ident} read as {}", ident.to_ascii_uppercase())
            }
            Self::DuplicateProperty(ident) => {
                write!(f, "property {ident} occurs twice in the node; its values were merged")
            }
            Self::NodeAfterVariation => {
                f.write_str("node after a variation read as another variation")
            }
            Self::UnclosedTree => f.write_str("the final ')' of the game tree is missing"),
            Self::CharsetGuessed(used) => write!(f, "no CA property; text decoded as {used}"),
            Self::CharsetMislabelled { label, used } => {
                write!(f, "CA says {label:?}, but the text is not in it; decoded as {used}")
            }
            Self::TextReplaced(used) => {
                write!(f, "some bytes are invalid in {used}; replaced by U+FFFD")
            }
            Self::Further(count) => write!(f, "{count} more warnings omitted"),
        }
    }
}

/// Warnings in the order found, at most [`Warnings::KEPT`] of them.
///
/// This bounds the memory that a large damaged file can use for warnings.
#[derive(Debug, Default)]
pub(super) struct Warnings {
    list: Vec<Warning>,
    further: usize,
    last_line: u32,
}

impl Warnings {
    const KEPT: usize = 100;

    pub(super) fn push(&mut self, line: u32, kind: WarningKind) {
        if self.list.len() < Self::KEPT {
            self.list.push(Warning { line, kind });
        } else {
            self.further += 1;
            self.last_line = line;
        }
    }

    pub(super) fn append(&mut self, mut other: Self) {
        for warning in other.take() {
            match warning.kind {
                WarningKind::Further(count) => {
                    self.further += count;
                    self.last_line = warning.line;
                }
                kind => self.push(warning.line, kind),
            }
        }
    }

    /// Removes and returns all warnings; the number omitted comes last.
    pub(super) fn take(&mut self) -> Vec<Warning> {
        let mut list = std::mem::take(&mut self.list);
        if self.further > 0 {
            list.push(Warning {
                line: self.last_line,
                kind: WarningKind::Further(std::mem::take(&mut self.further)),
            });
        }
        list
    }
}
