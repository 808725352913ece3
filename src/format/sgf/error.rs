//! Errors of the SGF reader.

use std::fmt;

/// The reason why SGF could not be read. Every message says where, what, and what to do.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SgfError {
    /// A property value has no closing bracket.
    #[error(
        "line {line}: the value of property {ident} is never closed with ']'; add the missing bracket"
    )]
    UnclosedValue {
        /// The line on which the value starts, counted from 1.
        line: u32,
        /// The property; empty if the value has none.
        ident: String,
    },
    /// There is no `(` followed by `;` in the whole input.
    #[error(
        "line {line}: the input ends here without a game tree; SGF starts with \"(;\", check that this is an SGF file"
    )]
    NoGameTree {
        /// The last line of the input, counted from 1.
        line: u32,
    },
    /// The bytes before the first game tree are not text.
    #[error(
        "line {line}: zero bytes before the first game tree, so this is not text; check that this is an SGF file"
    )]
    NotText {
        /// The line of the first zero byte, counted from 1.
        line: u32,
    },
    /// No game tree has an SGF property.
    #[error(
        "line {line}: no SGF property such as GM[1], SZ[19] or B[pd] follows \"(;\", here or later; check that this is an SGF file"
    )]
    NoProperty {
        /// The line of the first tree, counted from 1.
        line: u32,
    },
    /// The input exceeds one of the [`Limits`](super::Limits).
    #[error("line {line}: more than {max} {kind}; split the file")]
    Limit {
        /// The limit.
        kind: LimitKind,
        /// Its value, in the unit of the limit.
        max: usize,
        /// The line at which the limit is exceeded, counted from 1.
        line: u32,
    },
    /// The input could not be read.
    #[error("line {line}: reading failed: {source}; check the file or the connection")]
    Io {
        /// The line reached, counted from 1.
        line: u32,
        /// The system's error.
        source: std::io::Error,
    },
}

impl SgfError {
    /// The line of the error, counted from 1.
    pub fn line(&self) -> u32 {
        match self {
            Self::UnclosedValue { line, .. }
            | Self::NoGameTree { line }
            | Self::NotText { line }
            | Self::NoProperty { line }
            | Self::Limit { line, .. }
            | Self::Io { line, .. } => *line,
        }
    }
}

/// One of the [`Limits`](super::Limits).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum LimitKind {
    /// [`Limits::bytes`](super::Limits::bytes).
    Bytes,
    /// [`Limits::nodes`](super::Limits::nodes).
    Nodes,
    /// [`Limits::depth`](super::Limits::depth).
    Depth,
    /// [`Limits::value_bytes`](super::Limits::value_bytes).
    ValueBytes,
}

impl fmt::Display for LimitKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Bytes => "bytes",
            Self::Nodes => "nodes in one game tree",
            Self::Depth => "nodes on one path or variations open at one time",
            Self::ValueBytes => "bytes in one property value",
        })
    }
}
