//! Reads libraries.

use super::cursor::Cursor;
use super::error::line_text;
use super::{
    BOARD_TEXT, CENTRE, EXTENSION, Fault, HEADER_LENGTH, LEAF, Library, LibraryError, MARK,
    NO_MOVE, OLD_COMMENT, PART_SEPARATOR, SIBLING, SIGNATURE, START, StoredNode, StoredText,
    Version, Warning, Warnings, is_valid_point, point_of,
};

/// A library and the faults of its file.
#[derive(Clone, Debug)]
pub struct Reading {
    /// The library, with everything that could be read.
    pub library: Library,
    /// The faults.
    pub warnings: Warnings,
}

/// Returns whether a file that starts with these bytes has the header of a library, of any
/// version. Files from before version 2.0 have no header.
#[must_use]
pub fn is_library(first_bytes: &[u8]) -> bool {
    first_bytes.starts_with(SIGNATURE)
}

/// Returns whether a file that starts with these bytes may be a library from before version 2.0:
/// it starts with the move h8, which is the letter `x`, and is not text.
#[must_use]
pub fn may_be_old_library(first_bytes: &[u8]) -> bool {
    first_bytes.first() == Some(&CENTRE) && !is_plain_text(first_bytes)
}

/// Reads a library of any version up to 3.4.
///
/// A truncated file gives the nodes before its end and a warning. A branch that starts with a
/// move on a stone is left out with a warning.
///
/// # Errors
///
/// If the bytes are not a library, the version is newer, or a point is not on the board.
///
/// # Examples
///
/// ```
/// let mut file = b"\xFFRenLib\xFF\x03\x00".to_vec();
/// file.resize(20, 0xFF);
/// file.extend([0x78, 0x48, b'e', b'q', 0, 0]);
/// let reading = joseki_format::five::renlib::read(&file)?;
/// let node = reading.library.nodes().next().unwrap();
/// assert_eq!((node.point, node.text.one_line), (Some((7, 7)), &b"eq"[..]));
/// # Ok::<(), joseki_format::five::renlib::LibraryError>(())
/// ```
pub fn read(bytes: &[u8]) -> Result<Reading, LibraryError> {
    let mut reader = Reader::new(bytes)?;
    let outcome = reader.read_tree();
    let headerless = reader.library.version == Version::Old;
    outcome.map_err(|error| if headerless { LibraryError::NotALibrary } else { error })?;
    Ok(Reading { library: reader.library, warnings: reader.warnings })
}

struct Reader<'a> {
    cursor: Cursor<'a>,
    library: Library,
    warnings: Warnings,
    /// The points of the moves up to the latest node, 0 for those that place no stone.
    path: Vec<u8>,
    occupied: [bool; 256],
    /// Depths at which a sibling follows.
    open: Vec<u32>,
    skipped: Option<SkippedBranch>,
}

/// A branch that is left out as its first move is on a stone.
struct SkippedBranch {
    depth: u32,
    offset: usize,
    line: String,
    nodes: u64,
}

/// A node's first two bytes and where they are.
#[derive(Clone, Copy)]
struct NodeHead {
    offset: usize,
    depth: u32,
    code: u8,
    flags: u8,
}

impl<'a> Reader<'a> {
    fn new(bytes: &'a [u8]) -> Result<Self, LibraryError> {
        if u32::try_from(bytes.len()).is_err() {
            return Err(LibraryError::TooLarge);
        }
        let (version, position) = version_of(bytes)?;
        Ok(Self {
            cursor: Cursor { bytes, position },
            library: Library::new(version),
            warnings: Warnings::default(),
            path: Vec::new(),
            occupied: [false; 256],
            open: Vec::new(),
            skipped: None,
        })
    }

    fn read_tree(&mut self) -> Result<(), LibraryError> {
        let mut depth = 1;
        let mut is_first = true;
        loop {
            let offset = self.cursor.position;
            let Some([code, flags]) = self.cursor.pair() else {
                self.end_truncated();
                return Ok(());
            };
            if !is_valid_point(code) {
                let line = self.line();
                return Err(LibraryError::InvalidPoint { offset, code, line });
            }
            if is_first && code == 0 {
                depth = 0;
            }
            is_first = false;
            if !self.read_node(NodeHead { offset, depth, code, flags }) {
                self.end_truncated();
                return Ok(());
            }
            match self.next_depth(depth, flags) {
                Some(next) => depth = next,
                None => break,
            }
        }
        self.close_skipped_branch();
        self.check_end();
        Ok(())
    }

    /// Reads the rest of a node and stores it unless its branch is left out. Returns whether it
    /// is complete.
    fn read_node(&mut self, head: NodeHead) -> bool {
        let mut node = StoredNode {
            depth: head.depth,
            code: head.code,
            flags: head.flags & (MARK | START | NO_MOVE),
            ..StoredNode::default()
        };
        let before = self.library.bytes.len();
        let (text, is_complete) = self.read_texts(head.flags, &mut node);
        if head.depth > 0 && self.leaves_out(head) {
            self.library.bytes.truncate(before);
            return is_complete;
        }
        if self.library.bytes.len() > before {
            self.library.texts.push(text);
            node.text = self.library.texts.len().try_into().unwrap_or(0);
        }
        match self.library.nodes.first_mut() {
            Some(root) if head.depth == 0 => *root = node,
            _ => self.library.nodes.push(node),
        }
        is_complete
    }

    /// Reads the extension and the texts of a node.
    fn read_texts(&mut self, flags: u8, node: &mut StoredNode) -> (StoredText, bool) {
        let out = &mut self.library.bytes;
        let start = out.len();
        let mut extension = 0;
        let mut is_complete = true;
        if flags & EXTENSION != 0 {
            match self.cursor.pair() {
                Some(pair) => extension = u16::from_be_bytes(pair),
                None => is_complete = false,
            }
        }
        if is_complete && flags & OLD_COMMENT != 0 {
            is_complete = self.cursor.copy_old_comment(out);
            node.flags |= OLD_COMMENT;
        } else if is_complete && flags & super::COMMENT != 0 {
            is_complete = self.cursor.copy_text(out);
        }
        let (one_line, multi_line) = split_comment(out, start);
        let comment_end = out.len();
        if is_complete && extension & BOARD_TEXT != 0 {
            is_complete = self.cursor.copy_text(out);
        }
        node.extension = extension & !BOARD_TEXT;
        let text = StoredText {
            start: offset_of(start),
            one_line,
            multi_line,
            board_text: offset_of(out.len() - comment_end),
        };
        (text, is_complete)
    }

    /// Plays a move and returns whether it is to be left out.
    fn leaves_out(&mut self, head: NodeHead) -> bool {
        if let Some(branch) = &mut self.skipped {
            if branch.depth < head.depth {
                branch.nodes += 1;
                return true;
            }
            self.close_skipped_branch();
        }
        self.take_back_to(head.depth - 1);
        let is_label = head.flags & (NO_MOVE | LEAF) == NO_MOVE | LEAF;
        let is_occupied = head.code != 0 && self.occupied[usize::from(head.code)];
        if is_occupied && !is_label {
            self.path.push(head.code);
            let line = if self.warnings.has_room() { self.line() } else { String::new() };
            self.path.pop();
            let (depth, offset) = (head.depth, head.offset);
            self.skipped = Some(SkippedBranch { depth, offset, line, nodes: 1 });
            return true;
        }
        self.path.push(if is_occupied { 0 } else { head.code });
        self.occupied[usize::from(head.code)] = true;
        false
    }

    fn take_back_to(&mut self, depth: u32) {
        while self.path.len() > depth as usize {
            if let Some(code) = self.path.pop().filter(|&code| code != 0) {
                self.occupied[usize::from(code)] = false;
            }
        }
    }

    /// Returns the depth of the node after one with these flags, `None` at the end of the tree.
    fn next_depth(&mut self, depth: u32, flags: u8) -> Option<u32> {
        if flags & SIBLING != 0 {
            // A sibling of the root is a first move.
            self.open.push(depth.max(1));
        }
        if flags & LEAF != 0 { self.open.pop() } else { Some(depth + 1) }
    }

    fn line(&self) -> String {
        line_text(self.path.iter().map(|&code| point_of(code)))
    }

    fn close_skipped_branch(&mut self) {
        if let Some(SkippedBranch { offset, line, nodes, .. }) = self.skipped.take() {
            let fault = Fault::OccupiedPoint { nodes };
            self.warnings.push(Warning { offset, line, fault });
        }
    }

    fn end_truncated(&mut self) {
        self.close_skipped_branch();
        let offset = self.cursor.bytes.len();
        let line = self.line();
        self.warnings.push(Warning { offset, line, fault: Fault::Truncated });
    }

    fn check_end(&mut self) {
        let offset = self.cursor.position;
        let bytes = self.cursor.bytes.len() - offset;
        if bytes > 0 {
            let fault = Fault::TrailingData { bytes };
            self.warnings.push(Warning { offset, line: String::new(), fault });
        }
    }
}

/// Returns the version of a file and where its nodes start.
fn version_of(bytes: &[u8]) -> Result<(Version, usize), LibraryError> {
    if !bytes.starts_with(SIGNATURE) {
        return if may_be_old_library(bytes) {
            Ok((Version::Old, 0))
        } else {
            Err(LibraryError::NotALibrary)
        };
    }
    let length = bytes.len();
    let (Some(&major), Some(&minor), true) =
        (bytes.get(SIGNATURE.len()), bytes.get(SIGNATURE.len() + 1), length >= HEADER_LENGTH)
    else {
        return Err(LibraryError::TruncatedHeader { length });
    };
    if (major, minor) > (3, 4) {
        return Err(LibraryError::NewerVersion { major, minor });
    }
    Ok((Version::Numbered { major, minor }, HEADER_LENGTH))
}

/// Whether bytes that start with `x`, which is h8, are text and not a library.
fn is_plain_text(bytes: &[u8]) -> bool {
    let is_text = |byte: &u8| matches!(byte, b' '..=b'~' | b'\t' | b'\r' | b'\n');
    bytes.len() > 2 && bytes.iter().take(512).all(is_text)
}

/// Removes the separator of the two parts of the comment at the end of `out`, which starts at
/// `start`, and returns the lengths of the parts.
fn split_comment(out: &mut Vec<u8>, start: usize) -> (u32, u32) {
    let comment = out.get(start..).unwrap_or_default();
    let Some(length) = comment.iter().position(|&byte| byte == PART_SEPARATOR) else {
        return (offset_of(comment.len()), 0);
    };
    out.remove(start + length);
    (offset_of(length), offset_of(out.len() - start - length))
}

/// Converts an offset into the texts, which have less than 4 GiB as the file has.
fn offset_of(offset: usize) -> u32 {
    u32::try_from(offset).unwrap_or(u32::MAX)
}
