//! Writes libraries as SGF.

use encoding_rs::WINDOWS_1252;

use super::tree::parents;
use super::{BOARD_SIZE, Library, LibraryNode, NO_MOVE, StoredNode};
use crate::five::sgf_text::{
    BOARD_TEXT, COMMENT_FORM, push_game_start, push_label, push_move, push_property, push_value,
};

/// Writes a library as an SGF tree, one node a line. `decode` converts the library's texts.
///
/// - `C`: the one-line part of the comment, a line break and the part of several lines. If the
///   first is empty and the second is not, `JR[multi]` says so.
/// - `JL`: the board text, which labels the move's point in the diagram of the parent.
/// - `JT`: the flags `mark`, `start` and `no-move`.
/// - `LB`: the board texts of children that stand for no move and lie on stones.
///
/// Black plays the first move, and then colours alternate.
#[must_use]
pub fn to_sgf(library: &Library, decode: impl Fn(&[u8]) -> String) -> String {
    let plan = Plan::new(library);
    let mut writer = SgfWriter { library, decode, out: String::new(), open: Vec::new() };
    writer.write(&plan);
    writer.out
}

/// What must be known before the first node is written.
struct Plan {
    /// Parents by index.
    parents: Vec<u32>,
    /// Numbers of children that are written as nodes, by index.
    children: Vec<u32>,
    /// Parents and children whose label alone is written, sorted by parent.
    labels: Vec<(u32, u32)>,
}

impl Plan {
    fn new(library: &Library) -> Self {
        let nodes = &library.nodes;
        let parents = parents(nodes);
        let mut labels = labels_on_stones(library, &parents);
        let mut children = vec![0_u32; nodes.len()];
        let mut unwritten = labels.iter().map(|&(_, node)| node).peekable();
        for (index, &parent) in (0..).zip(&parents).skip(1) {
            if unwritten.next_if_eq(&index).is_some() {
                continue;
            }
            if let Some(count) = children.get_mut(parent as usize) {
                *count += 1;
            }
        }
        labels.sort_unstable();
        Self { parents, children, labels }
    }

    fn has_siblings(&self, index: u32) -> bool {
        let parent = self.parents.get(index as usize).copied().unwrap_or(0);
        index != 0 && self.children.get(parent as usize).is_some_and(|&count| count > 1)
    }
}

/// Returns the leaves that stand for no move and lie on stones, each with its parent, in preorder.
fn labels_on_stones(library: &Library, parents: &[u32]) -> Vec<(u32, u32)> {
    let nodes = &library.nodes;
    let mut labels = Vec::new();
    let mut occupied = [false; 256];
    let mut path: Vec<u8> = Vec::new();
    for (index, node) in (0_u32..).zip(nodes).skip(1) {
        while path.len() >= node.depth as usize {
            if let Some(code) = path.pop() {
                occupied[usize::from(code)] = false;
            }
        }
        let next = nodes.get(index as usize + 1);
        let is_leaf = next.is_none_or(|next| next.depth <= node.depth);
        let is_occupied = node.code != 0 && occupied[usize::from(node.code)];
        if is_occupied && is_leaf && is_only_label(library, *node) {
            labels.push((parents.get(index as usize).copied().unwrap_or(0), index));
        }
        path.push(if is_occupied { 0 } else { node.code });
        occupied[usize::from(node.code)] = true;
    }
    labels
}

/// Whether nobody moves at a node, and it has nothing but a board text.
fn is_only_label(library: &Library, node: StoredNode) -> bool {
    let [one_line, multi_line, _] = library.texts_of(node);
    node.flags == NO_MOVE && one_line.is_empty() && multi_line.is_empty()
}

struct SgfWriter<'a, D> {
    library: &'a Library,
    decode: D,
    out: String,
    /// The depths of the variations that are open.
    open: Vec<u32>,
}

impl<D: Fn(&[u8]) -> String> SgfWriter<'_, D> {
    fn write(&mut self, plan: &Plan) {
        let mut labels = plan.labels.iter().peekable();
        let mut unwritten: Vec<u32> = plan.labels.iter().map(|&(_, node)| node).collect();
        unwritten.sort_unstable();
        let mut unwritten = unwritten.into_iter().peekable();
        for (index, &stored) in (0..).zip(&self.library.nodes) {
            if unwritten.next_if_eq(&index).is_some() {
                continue;
            }
            self.write_node(self.library.view(stored), plan.has_siblings(index));
            let mut is_first = true;
            while let Some(&(_, child)) = labels.next_if(|&&(parent, _)| parent == index) {
                self.write_label(child, is_first);
                is_first = false;
            }
        }
        for _ in 0..self.open.len() {
            self.out.push(')');
        }
        self.out.push_str(")\n");
    }

    fn write_node(&mut self, node: LibraryNode<'_>, has_siblings: bool) {
        while self.open.pop_if(|depth| *depth >= node.depth).is_some() {
            self.out.push(')');
        }
        if node.depth == 0 {
            push_game_start(&mut self.out, BOARD_SIZE);
        } else {
            self.out.push('\n');
            if has_siblings {
                self.open.push(node.depth);
                self.out.push('(');
            }
            self.out.push(';');
            push_move(&mut self.out, node.depth % 2 == 1, node.point);
        }
        self.write_texts(node);
    }

    fn write_texts(&mut self, node: LibraryNode<'_>) {
        let text = node.text;
        let [one_line, multi_line] = [text.one_line, text.multi_line].map(|part| {
            let decoded =
                if node.has_old_comment { from_windows_1252(part) } else { (self.decode)(part) };
            decoded.replace("\r\n", "\n")
        });
        let out = &mut self.out;
        if multi_line.is_empty() && !one_line.is_empty() {
            push_property(out, "C", &one_line);
        } else if one_line.is_empty() && !multi_line.is_empty() {
            push_property(out, "C", &multi_line);
            push_property(out, COMMENT_FORM, "multi");
        } else if !one_line.is_empty() {
            push_property(out, "C", &format!("{one_line}\n{multi_line}"));
        }
        if !text.board_text.is_empty() {
            push_property(out, BOARD_TEXT, &(self.decode)(text.board_text));
        }
        let flags = [(text.mark, "mark"), (text.start, "start"), (text.no_move, "no-move")];
        let mut name = "JT";
        for (_, flag) in flags.into_iter().filter(|(is_set, _)| *is_set) {
            out.push_str(std::mem::take(&mut name));
            push_value(out, flag);
        }
    }

    fn write_label(&mut self, index: u32, is_first: bool) {
        let Some(&stored) = self.library.nodes.get(index as usize) else { return };
        let node = self.library.view(stored);
        let Some(point) = node.point else { return };
        let text = (self.decode)(node.text.board_text);
        if is_first {
            self.out.push_str("LB");
        }
        push_label(&mut self.out, point, &text);
    }
}

fn from_windows_1252(text: &[u8]) -> String {
    WINDOWS_1252.decode_without_bom_handling(text).0.into_owned()
}
