//! What a reader let pass although the specification does not.

use std::fmt;

/// Something that is not right in a file, but did not keep it from being read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warning {
    /// The line, counted from 1.
    pub line: u32,
    /// What was found there and what was made of it.
    pub kind: WarningKind,
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.kind)
    }
}

/// What is not right, and what was made of it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WarningKind {
    /// Characters that belong to nothing, inside a game tree; left out.
    StrayText(String),
    /// Text between or after the game trees; left out.
    TextOutsideTrees,
    /// A property identifier with no value after it; left out.
    PropertyWithoutValue(String),
    /// A property that is not in a node (before the `;`, or after a variation); left out.
    PropertyOutsideNode(String),
    /// A value with no property identifier before it; left out.
    ValueWithoutProperty,
    /// An identifier without a single upper-case letter; read as if it were upper-case.
    LowerCaseIdent(String),
    /// A property that occurs twice in one node; the values were put together in their order.
    DuplicateProperty(String),
    /// A node that follows a variation; read as one more child of the node before the variations.
    NodeAfterVariation,
    /// The final `)` of a game tree is missing; read as if it were there.
    UnclosedTree,
    /// No `CA` tells the character set, and the text is not UTF-8; it was guessed.
    CharsetGuessed(&'static str),
    /// `CA` names a character set that is not known or that the text is not in.
    CharsetMislabelled {
        /// The value of `CA`.
        label: String,
        /// The character set that was used instead.
        used: &'static str,
    },
    /// Bytes that are no character of the character set used; each was read as U+FFFD.
    TextReplaced(&'static str),
    /// So many more warnings were left out.
    Further(usize),
}

impl fmt::Display for WarningKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::StrayText(text) => write!(f, "stray text {text:?} left out"),
            Self::TextOutsideTrees => f.write_str("text outside of the game trees left out"),
            Self::PropertyWithoutValue(ident) => {
                write!(f, "property {ident} has no value and was left out")
            }
            Self::PropertyOutsideNode(ident) => {
                write!(f, "property {ident} is in no node and was left out")
            }
            Self::ValueWithoutProperty => f.write_str("value without a property left out"),
            Self::LowerCaseIdent(ident) => {
                write!(f, "property {ident} read as {}", ident.to_ascii_uppercase())
            }
            Self::DuplicateProperty(ident) => {
                write!(
                    f,
                    "property {ident} occurs twice in the node; values put together"
                )
            }
            Self::NodeAfterVariation => {
                f.write_str("node after a variation read as one more variation")
            }
            Self::UnclosedTree => f.write_str("the final ')' of the game tree is missing"),
            Self::CharsetGuessed(used) => write!(f, "no CA property; text taken for {used}"),
            Self::CharsetMislabelled { label, used } => {
                write!(
                    f,
                    "CA says {label:?}, which the text is not in; taken for {used}"
                )
            }
            Self::TextReplaced(used) => {
                write!(f, "some bytes are not text in {used}; replaced by U+FFFD")
            }
            Self::Further(count) => write!(f, "{count} more warnings left out"),
        }
    }
}

/// Warnings in the order found, no more than [`Warnings::KEPT`] of them.
///
/// A large file of noise must not fill the memory with complaints about it.
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

    /// All so far, and forgets them; the number left out comes last.
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
