//! Builds libraries from walks of trees.

use super::write::version_to_write;
use super::{
    BuildError, Library, LibraryText, MARK, NO_MOVE, PART_SEPARATOR, START, StoredNode, StoredText,
    Version, code_of, write,
};
use crate::five::sgf_text::Move;

/// Builds a library from nodes in preorder. Siblings may come in any order.
///
/// # Examples
///
/// ```
/// use joseki_format::five::renlib::{LibraryBuilder, LibraryText, read};
///
/// let mut builder = LibraryBuilder::new();
/// builder.push(1, Some((7, 7)), &LibraryText::default())?;
/// builder.push(2, Some((7, 6)), &LibraryText { one_line: b"direct", ..LibraryText::default() })?;
/// let library = read(&builder.to_bytes()).unwrap().library;
/// assert_eq!(library.len(), 2);
/// # Ok::<(), joseki_format::five::renlib::BuildError>(())
/// ```
#[derive(Clone, Debug)]
pub struct LibraryBuilder {
    library: Library,
    depth: u32,
}

impl Default for LibraryBuilder {
    fn default() -> Self {
        Self::new()
    }
}

impl LibraryBuilder {
    /// Starts a library that has only a bare root.
    #[must_use]
    pub fn new() -> Self {
        Self { library: Library::new(Version::V3_4), depth: 0 }
    }

    /// Adds a node. The root has depth 0, comes first and may be left out; a first move has
    /// depth 1.
    ///
    /// Bytes that end a text or a part of one in the format are left out: 00, and 08 in
    /// `one_line`.
    ///
    /// # Errors
    ///
    /// If the depth grows by more than one, is 0 after other nodes, or if the point is not on the
    /// board of 15×15.
    pub fn push(
        &mut self,
        depth: u32,
        point: Move,
        text: &LibraryText<'_>,
    ) -> Result<(), BuildError> {
        let previous = self.depth;
        if depth > previous.saturating_add(1) || depth == 0 && !self.library.is_empty() {
            return Err(BuildError::InvalidDepth { depth, previous });
        }
        let (x, y) = point.unwrap_or_default();
        let code = code_of(point).ok_or(BuildError::PointOffBoard { x, y })?;
        let node = StoredNode {
            depth,
            code: if depth == 0 { 0 } else { code },
            flags: flags_of(text),
            text: self.store(text)?,
            extension: 0,
        };
        match self.library.nodes.first_mut() {
            Some(root) if depth == 0 => *root = node,
            _ => self.library.nodes.push(node),
        }
        self.depth = depth;
        Ok(())
    }

    /// Stores texts and returns their index plus one, 0 if there are none.
    fn store(&mut self, text: &LibraryText<'_>) -> Result<u32, BuildError> {
        let out = &mut self.library.bytes;
        let start = length_of(out.len())?;
        let mut copy = |text: &[u8], separator: u8| {
            let before = out.len();
            out.extend(text.iter().filter(|&&byte| byte != 0 && byte != separator));
            length_of(out.len() - before)
        };
        let one_line = copy(text.one_line, PART_SEPARATOR)?;
        let multi_line = copy(text.multi_line, 0)?;
        let board_text = copy(text.board_text, 0)?;
        if out.len() == start as usize {
            return Ok(0);
        }
        length_of(out.len())?;
        self.library.texts.push(StoredText { start, one_line, multi_line, board_text });
        length_of(self.library.texts.len())
    }

    /// Returns the library. Its siblings are in the order in which they were added.
    #[must_use]
    pub fn finish(mut self) -> Library {
        self.library.version = version_to_write(&self.library);
        self.library
    }

    /// Writes the library as a file, with siblings sorted by point.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        write(&self.library)
    }
}

fn flags_of(text: &LibraryText<'_>) -> u8 {
    let mut flags = 0;
    for (is_set, flag) in [(text.mark, MARK), (text.start, START), (text.no_move, NO_MOVE)] {
        if is_set {
            flags |= flag;
        }
    }
    flags
}

fn length_of(length: usize) -> Result<u32, BuildError> {
    u32::try_from(length).map_err(|_| BuildError::TooLarge)
}
