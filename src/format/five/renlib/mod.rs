//! RenLib libraries (`.lib`): trees of lines with comments, labels and marks on a board of 15×15.
//!
//! [`read`] and [`write()`] convert between bytes and [`Library`], [`to_sgf`] writes a library as an
//! SGF tree, and [`LibraryBuilder`] makes one of any walk in preorder. Texts are kept as bytes, as
//! they are in the code page of the program that wrote them. Nothing recurses: libraries hold
//! lines of hundreds of moves, and damaged ones much longer lines.

mod build;
mod cursor;
mod error;
mod read;
mod sgf;
mod tree;
mod write;

#[cfg(test)]
mod tests;

pub use build::LibraryBuilder;
pub use error::{BuildError, Fault, LibraryError, Warning, Warnings};
pub use read::{Reading, is_library, may_be_old_library, read};
pub use sgf::to_sgf;
pub use write::write;

use crate::five::sgf_text::Move;

/// The number of lines of the board of a library.
pub const BOARD_SIZE: u8 = 15;

/// The version of a library's format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Version {
    /// A file from before version 2.0, which has no header.
    Old,
    /// A file with a header.
    Numbered {
        /// The first number of the version.
        major: u8,
        /// The second number of the version.
        minor: u8,
    },
}

impl Version {
    /// The version of libraries whose only first move is h8. They have no root.
    pub const V3_0: Self = Self::Numbered { major: 3, minor: 0 };
    /// The newest version. Its libraries have a root.
    pub const V3_4: Self = Self::Numbered { major: 3, minor: 4 };
}

/// The comment, label and flags of a node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LibraryText<'a> {
    /// The first part of the comment, one line.
    pub one_line: &'a [u8],
    /// The second part of the comment. Its lines end with CR LF.
    pub multi_line: &'a [u8],
    /// The label of the move's point in the diagram of the parent.
    pub board_text: &'a [u8],
    /// Whether the node is marked.
    pub mark: bool,
    /// Whether the library opens at the node.
    pub start: bool,
    /// Whether the node only holds texts, and nobody moves.
    pub no_move: bool,
}

/// A node of a library.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LibraryNode<'a> {
    /// The number of moves up to and including the node: 0 for the root.
    pub depth: u32,
    /// The point, `None` for the root and for a pass.
    pub point: Move,
    /// The comment, label and flags.
    pub text: LibraryText<'a>,
    /// Whether the comment was in the format of old versions and is Windows-1252 text.
    pub has_old_comment: bool,
}

/// A library: a root and its lines, in preorder.
///
/// A node takes 12 bytes of memory, and 16 bytes and the length of its texts more if it has any.
#[derive(Clone, Debug)]
pub struct Library {
    version: Version,
    /// The root, then the other nodes. The depth grows by at most one from node to node.
    nodes: Vec<StoredNode>,
    texts: Vec<StoredText>,
    bytes: Vec<u8>,
}

#[derive(Clone, Copy, Debug, Default)]
struct StoredNode {
    depth: u32,
    /// Index into `texts` plus one, 0 without texts.
    text: u32,
    /// The point as in the file: `16·y + x + 1`, 0 for the root and for a pass.
    code: u8,
    /// `MARK`, `START`, `NO_MOVE` and `OLD_COMMENT`.
    flags: u8,
    /// The bits of the extension that are unknown. They are written as they were read.
    extension: u16,
}

/// Where the texts of a node are in `bytes`, one after the other.
#[derive(Clone, Copy, Debug, Default)]
struct StoredText {
    start: u32,
    one_line: u32,
    multi_line: u32,
    board_text: u32,
}

const SIBLING: u8 = 0x80;
const LEAF: u8 = 0x40;
const OLD_COMMENT: u8 = 0x20;
const MARK: u8 = 0x10;
const COMMENT: u8 = 0x08;
const START: u8 = 0x04;
const NO_MOVE: u8 = 0x02;
const EXTENSION: u8 = 0x01;

/// The bit of the extension that announces a board text.
const BOARD_TEXT: u16 = 0x0001;

/// The byte between the two parts of a comment.
const PART_SEPARATOR: u8 = 0x08;

/// The centre of the board, h8.
const CENTRE: u8 = 0x78;

const HEADER_LENGTH: usize = 20;
const SIGNATURE: &[u8] = b"\xFFRenLib\xFF";

impl Library {
    fn new(version: Version) -> Self {
        let root = StoredNode::default();
        Self { version, nodes: vec![root], texts: Vec::new(), bytes: Vec::new() }
    }

    /// Returns the version of the file that was read, or the one that [`write()`] chooses.
    #[must_use]
    pub fn version(&self) -> Version {
        self.version
    }

    /// Returns the number of nodes without the root.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len().saturating_sub(1)
    }

    /// Returns whether the library has only a root.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the root, which is bare if the file had none.
    #[must_use]
    pub fn root(&self) -> LibraryNode<'_> {
        self.view(self.nodes.first().copied().unwrap_or_default())
    }

    /// Returns the nodes without the root, in the order of the file, which is preorder.
    #[must_use]
    pub fn nodes(&self) -> impl ExactSizeIterator<Item = LibraryNode<'_>> {
        self.nodes.get(1..).unwrap_or_default().iter().map(|&node| self.view(node))
    }

    fn view(&self, node: StoredNode) -> LibraryNode<'_> {
        let [one_line, multi_line, board_text] = self.texts_of(node);
        LibraryNode {
            depth: node.depth,
            point: point_of(node.code),
            text: LibraryText {
                one_line,
                multi_line,
                board_text,
                mark: node.flags & MARK != 0,
                start: node.flags & START != 0,
                no_move: node.flags & NO_MOVE != 0,
            },
            has_old_comment: node.flags & OLD_COMMENT != 0,
        }
    }

    fn texts_of(&self, node: StoredNode) -> [&[u8]; 3] {
        let index = (node.text as usize).wrapping_sub(1);
        let Some(text) = self.texts.get(index) else { return [&[]; 3] };
        let mut start = text.start as usize;
        [text.one_line, text.multi_line, text.board_text].map(|length| {
            let end = start + length as usize;
            let slice = self.bytes.get(start..end).unwrap_or_default();
            start = end;
            slice
        })
    }
}

/// Returns the point of a byte, `None` for a pass and for bytes that are not a point.
fn point_of(code: u8) -> Move {
    is_valid_point(code).then_some(())?;
    let x = (code & 0x0F).checked_sub(1)?;
    Some((x, code >> 4))
}

/// Returns the byte of a move, `None` for points that are not on the board.
fn code_of(played: Move) -> Option<u8> {
    match played {
        None => Some(0),
        Some((x, y)) if x < BOARD_SIZE && y < BOARD_SIZE => Some(y * 16 + x + 1),
        Some(_) => None,
    }
}

/// Whether a byte is a pass or a point of the board.
fn is_valid_point(code: u8) -> bool {
    code == 0 || code & 0x0F != 0 && code >> 4 < BOARD_SIZE
}
