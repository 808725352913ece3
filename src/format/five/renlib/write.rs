//! Writes libraries.

use super::tree::SortedTree;
use super::{
    BOARD_TEXT, CENTRE, COMMENT, EXTENSION, HEADER_LENGTH, LEAF, Library, OLD_COMMENT,
    PART_SEPARATOR, SIBLING, SIGNATURE, StoredNode, Version,
};

/// Writes a library as RenLib does, in linear time.
///
/// Siblings are sorted by point. The version is 3.0 without a root if h8 is the only first move,
/// nobody passes and the root is bare, otherwise 3.4 with a root. (RenLib itself loses the
/// texts of the root in the first case.) Old comments are written in the new format.
#[must_use]
pub fn write(library: &Library) -> Vec<u8> {
    let tree = SortedTree::new(library);
    let version = version(library, &tree);
    let mut out = header(version);
    out.reserve(library.bytes.len() + library.nodes.len() * 3);
    let start = if version == Version::V3_4 { Some(0) } else { tree.first_child(0) };
    let mut siblings = Vec::new();
    let mut current = start;
    while let Some(index) = current {
        let (child, sibling) = (tree.first_child(index), tree.next_sibling(index));
        let links =
            if sibling.is_some() { SIBLING } else { 0 } | if child.is_some() { 0 } else { LEAF };
        if let Some(&node) = library.nodes.get(index as usize) {
            put_node(&mut out, library, node, links);
        }
        siblings.extend(sibling);
        current = child.or_else(|| siblings.pop());
    }
    out
}

/// Returns the version in which a library is written.
pub(super) fn version_to_write(library: &Library) -> Version {
    version(library, &SortedTree::new(library))
}

fn version(library: &Library, tree: &SortedTree) -> Version {
    let first = tree.first_child(0);
    let is_only_centre = first.is_some_and(|index| {
        let node = library.nodes.get(index as usize);
        tree.next_sibling(index).is_none() && node.is_some_and(|node| node.code == CENTRE)
    });
    let has_pass = library.nodes.iter().skip(1).any(|node| node.code == 0);
    let has_bare_root = library.nodes.first().is_none_or(|root| root.is_bare());
    if is_only_centre && !has_pass && has_bare_root { Version::V3_0 } else { Version::V3_4 }
}

impl StoredNode {
    fn is_bare(self) -> bool {
        self.text == 0 && self.flags & !OLD_COMMENT == 0 && self.extension == 0
    }
}

fn header(version: Version) -> Vec<u8> {
    let mut out = SIGNATURE.to_vec();
    let minor = if version == Version::V3_0 { 0 } else { 4 };
    out.extend([3, minor]);
    out.resize(HEADER_LENGTH, 0xFF);
    out
}

fn put_node(out: &mut Vec<u8>, library: &Library, node: StoredNode, links: u8) {
    let [one_line, multi_line, board_text] = library.texts_of(node);
    let has_comment = !one_line.is_empty() || !multi_line.is_empty();
    let extension = node.extension | if board_text.is_empty() { 0 } else { BOARD_TEXT };
    let mut flags = links | node.flags & !OLD_COMMENT;
    if has_comment {
        flags |= COMMENT;
    }
    if extension != 0 {
        flags |= EXTENSION;
    }
    out.extend([node.code, flags]);
    if extension != 0 {
        out.extend(extension.to_be_bytes());
    }
    if has_comment {
        let start = out.len();
        out.extend(one_line);
        if !multi_line.is_empty() {
            out.push(PART_SEPARATOR);
            out.extend(multi_line);
        }
        end_text(out, start);
    }
    if !board_text.is_empty() {
        let start = out.len();
        out.extend(board_text);
        end_text(out, start);
    }
}

/// Ends the text that starts at `start` with one or two zero bytes, to an even length.
fn end_text(out: &mut Vec<u8>, start: usize) {
    out.push(0);
    if !(out.len() - start).is_multiple_of(2) {
        out.push(0);
    }
}
