//! One game tree: an arena of nodes, properties and values over the source text.

use std::collections::HashMap;

use super::charset::Charset;
use super::value::RawValue;

/// The "none" index of the arena.
const NONE: u32 = u32::MAX;

/// One game tree of a file, with at least a root.
///
/// The nodes are stored in one vector in preorder, which is file order, so no operation needs
/// recursion: neither parsing, nor walking, nor dropping. Two trees are equal if they have the same
/// nodes in the same places, with the same properties in the same order and the same raw values.
/// Lines and character sets are not compared.
#[derive(Clone, Debug)]
pub struct GameTree {
    /// The text of the tree, followed by reduced identifiers (FF\[3\] long names).
    text: Box<str>,
    nodes: Box<[ArenaNode]>,
    properties: Box<[ArenaProperty]>,
    values: Box<[Span]>,
    charset: Charset,
}

/// A node in the arena: 20 bytes.
#[derive(Clone, Copy, Debug)]
struct ArenaNode {
    parent: u32,
    next_sibling: u32,
    /// Its properties extend from here to the first of the next node.
    first_property: u32,
    depth: u32,
    line: u32,
}

#[derive(Clone, Copy, Debug)]
struct ArenaProperty {
    ident: Span,
    /// Its values extend from here to the first of the next property.
    first_value: u32,
}

/// A byte range of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Span {
    start: u32,
    end: u32,
}

impl GameTree {
    /// The root node.
    pub fn root(&self) -> NodeRef<'_> {
        self.node(SgfNodeId(0))
    }

    /// The node with this id.
    ///
    /// # Panics
    ///
    /// When the id belongs to another tree with more nodes.
    pub fn node(&self, id: SgfNodeId) -> NodeRef<'_> {
        NodeRef { tree: self, node: &self.nodes[id.index()], id }
    }

    /// All nodes in preorder: each node before its descendants.
    pub fn nodes(&self) -> Nodes<'_> {
        Nodes { tree: self, next: 0 }
    }

    /// The number of nodes, at least 1.
    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// The character set of the source.
    pub fn charset(&self) -> Charset {
        self.charset
    }

    pub(super) fn with_charset(self, charset: Charset) -> Self {
        Self { charset, ..self }
    }

    fn slice(&self, span: Span) -> &str {
        &self.text[span.start as usize..span.end as usize]
    }
}

impl PartialEq for GameTree {
    fn eq(&self, other: &Self) -> bool {
        self.nodes.len() == other.nodes.len()
            && self.nodes().zip(other.nodes()).all(|(a, b)| {
                a.node.parent == b.node.parent
                    && a.properties().len() == b.properties().len()
                    && a.properties().zip(b.properties()).all(|(a, b)| a == b)
            })
    }
}

impl Eq for GameTree {}

/// Identifies a node of one tree by its preorder index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SgfNodeId(u32);

impl SgfNodeId {
    /// The preorder index of the node, from 0.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A node of a [`GameTree`].
#[derive(Clone, Copy, Debug)]
pub struct NodeRef<'a> {
    tree: &'a GameTree,
    node: &'a ArenaNode,
    id: SgfNodeId,
}

impl<'a> NodeRef<'a> {
    /// The id of this node in its tree.
    pub fn id(self) -> SgfNodeId {
        self.id
    }

    /// The parent; `None` for the root.
    pub fn parent(self) -> Option<NodeRef<'a>> {
        (self.node.parent != NONE).then(|| self.tree.node(SgfNodeId(self.node.parent)))
    }

    /// The children in file order.
    pub fn children(self) -> Children<'a> {
        let first = self.id.0 + 1;
        let is_child =
            self.tree.nodes.get(first as usize).is_some_and(|node| node.parent == self.id.0);
        Children { tree: self.tree, next: if is_child { first } else { NONE } }
    }

    /// Whether no sibling follows; in constant time.
    pub fn is_last_child(self) -> bool {
        self.node.next_sibling == NONE
    }

    /// The line of the node's `;`, counted from 1 in the whole input; a line ends in LF or CRLF.
    pub fn line(self) -> u32 {
        self.node.line
    }

    /// The number of ancestors: 0 for the root.
    pub fn depth(self) -> usize {
        self.node.depth as usize
    }

    /// The properties in file order, each identifier once.
    pub fn properties(self) -> Properties<'a> {
        let end = match self.tree.nodes.get(self.id.index() + 1) {
            Some(next) => next.first_property as usize,
            None => self.tree.properties.len(),
        };
        Properties { tree: self.tree, next: self.node.first_property as usize, end }
    }

    /// The property with this identifier, if present.
    pub fn property(self, ident: &str) -> Option<PropertyRef<'a>> {
        // Letter by letter: there are a few, and calling out to compare them takes longer.
        let is_it = |property: &PropertyRef<'_>| property.ident().bytes().eq(ident.bytes());
        self.properties().find(is_it)
    }

    /// The first value of the property with this identifier, if present.
    pub fn first(self, ident: &str) -> Option<RawValue<'a>> {
        self.property(ident)?.values().next()
    }

    /// Whether the node has the property with this identifier.
    pub fn has(self, ident: &str) -> bool {
        self.property(ident).is_some()
    }
}

/// A property of a node: an identifier and at least one value.
#[derive(Clone, Copy, Debug)]
pub struct PropertyRef<'a> {
    tree: &'a GameTree,
    index: usize,
}

impl<'a> PropertyRef<'a> {
    /// The identifier in upper-case letters. A long name of FF\[3\] and before, such as
    /// `CoPyright`, is reduced to its upper-case letters.
    pub fn ident(self) -> &'a str {
        self.tree.slice(self.tree.properties[self.index].ident)
    }

    /// The values in file order, at least one; empty ones are kept.
    pub fn values(self) -> Values<'a> {
        let end = match self.tree.properties.get(self.index + 1) {
            Some(next) => next.first_value as usize,
            None => self.tree.values.len(),
        };
        Values { tree: self.tree, next: self.tree.properties[self.index].first_value as usize, end }
    }
}

impl PartialEq for PropertyRef<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.ident() == other.ident() && self.values().eq(other.values())
    }
}

impl Eq for PropertyRef<'_> {}

/// The nodes of a tree in preorder; see [`GameTree::nodes`].
#[derive(Clone, Debug)]
pub struct Nodes<'a> {
    tree: &'a GameTree,
    next: u32,
}

impl<'a> Iterator for Nodes<'a> {
    type Item = NodeRef<'a>;

    fn next(&mut self) -> Option<NodeRef<'a>> {
        let node = self.tree.nodes.get(self.next as usize)?;
        let id = SgfNodeId(self.next);
        self.next += 1;
        Some(NodeRef { tree: self.tree, node, id })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.tree.nodes.len() - self.next as usize;
        (left, Some(left))
    }
}

impl ExactSizeIterator for Nodes<'_> {}

/// The children of a node; see [`NodeRef::children`].
#[derive(Clone, Debug)]
pub struct Children<'a> {
    tree: &'a GameTree,
    next: u32,
}

impl<'a> Iterator for Children<'a> {
    type Item = NodeRef<'a>;

    fn next(&mut self) -> Option<NodeRef<'a>> {
        let node = (self.next != NONE).then(|| self.tree.node(SgfNodeId(self.next)))?;
        self.next = node.node.next_sibling;
        Some(node)
    }
}

/// The properties of a node; see [`NodeRef::properties`].
#[derive(Clone, Debug)]
pub struct Properties<'a> {
    tree: &'a GameTree,
    next: usize,
    end: usize,
}

impl<'a> Iterator for Properties<'a> {
    type Item = PropertyRef<'a>;

    fn next(&mut self) -> Option<PropertyRef<'a>> {
        (self.next < self.end).then(|| {
            self.next += 1;
            PropertyRef { tree: self.tree, index: self.next - 1 }
        })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.end - self.next, Some(self.end - self.next))
    }
}

impl ExactSizeIterator for Properties<'_> {}

/// The values of a property; see [`PropertyRef::values`].
#[derive(Clone, Debug)]
pub struct Values<'a> {
    tree: &'a GameTree,
    next: usize,
    end: usize,
}

impl<'a> Iterator for Values<'a> {
    type Item = RawValue<'a>;

    fn next(&mut self) -> Option<RawValue<'a>> {
        (self.next < self.end).then(|| {
            self.next += 1;
            RawValue::new(self.tree.slice(self.tree.values[self.next - 1]))
        })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.end - self.next, Some(self.end - self.next))
    }
}

impl ExactSizeIterator for Values<'_> {}

/// A tree under construction: the arena without its text.
///
/// Offsets are bytes of the text being read. The reader keeps that text below 3 GiB, so offsets and
/// counts fit 32 bits. One draft is reused for many trees to reuse its vectors.
#[derive(Debug, Default)]
pub(super) struct Draft {
    nodes: Vec<ArenaNode>,
    properties: Vec<ArenaProperty>,
    values: Vec<Span>,
    /// Identifiers that differ from the text; their spans lie past its end.
    names: String,
    text_len: usize,
    has_variations: bool,
    has_duplicates: bool,
}

impl Draft {
    /// Clears the draft for a text of at most `text_len` bytes.
    pub(super) fn clear(&mut self, text_len: usize) {
        self.nodes.clear();
        self.properties.clear();
        self.values.clear();
        self.names.clear();
        self.text_len = text_len;
        self.has_variations = false;
        self.has_duplicates = false;
    }

    pub(super) fn node_count(&self) -> usize {
        self.nodes.len()
    }

    /// The number of nodes from the root to `node`, both included.
    #[inline]
    pub(super) fn path_len(&self, node: Option<u32>) -> usize {
        node.map_or(0, |node| self.nodes[node as usize].depth as usize + 1)
    }

    /// Adds a node at the end and returns its index. All nodes but the first have a parent.
    #[inline]
    pub(super) fn add_node(&mut self, parent: Option<u32>, line: u32) -> u32 {
        let index = self.nodes.len() as u32;
        self.has_variations |= parent.is_some_and(|parent| parent + 1 != index);
        self.nodes.push(ArenaNode {
            parent: parent.unwrap_or(NONE),
            next_sibling: NONE,
            first_property: self.properties.len() as u32,
            depth: self.path_len(parent) as u32,
            line,
        });
        index
    }

    /// Adds a property with `ident` to the last node; `add_value` must follow.
    #[inline]
    pub(super) fn add_property(&mut self, text: &[u8], ident: Ident) {
        let span = match ident {
            Ident::InText { start, end } => Span { start: start as u32, end: end as u32 },
            Ident::Made(name) => {
                let start = (self.text_len + self.names.len()) as u32;
                self.names.push_str(&name);
                let end = (self.text_len + self.names.len()) as u32;
                Span { start, end }
            }
        };
        self.has_duplicates |= self.is_duplicate(text, span);
        self.properties.push(ArenaProperty { ident: span, first_value: self.values.len() as u32 });
    }

    #[inline]
    pub(super) fn add_value(&mut self, start: usize, end: usize) {
        self.values.push(Span { start: start as u32, end: end as u32 });
    }

    /// Whether the last node may have a duplicate property and needs `merge_duplicates`.
    #[inline]
    pub(super) fn has_duplicates(&self) -> bool {
        self.has_duplicates
    }

    /// Builds the tree over `text`, which must be the parsed bytes as UTF-8.
    pub(super) fn finish(&mut self, text: &str, charset: Charset) -> GameTree {
        self.link_siblings();
        let mut owned = String::with_capacity(text.len() + self.names.len());
        owned.push_str(text);
        if !self.names.is_empty() {
            self.append_names(&mut owned);
        }
        GameTree {
            text: owned.into_boxed_str(),
            nodes: boxed(&mut self.nodes),
            properties: boxed(&mut self.properties),
            values: boxed(&mut self.values),
            charset,
        }
    }

    /// Appends the reduced identifiers, shifting their spans to the actual end of the text.
    fn append_names(&mut self, text: &mut String) {
        let shift = (self.text_len - text.len()) as u32;
        text.push_str(&self.names);
        for property in &mut self.properties {
            if property.ident.start as usize >= self.text_len {
                property.ident.start -= shift;
                property.ident.end -= shift;
            }
        }
    }

    fn link_siblings(&mut self) {
        if !self.has_variations {
            return;
        }
        let mut first_child = vec![NONE; self.nodes.len()];
        for index in (1..self.nodes.len()).rev() {
            let parent = self.nodes[index].parent as usize;
            self.nodes[index].next_sibling = first_child[parent];
            first_child[parent] = index as u32;
        }
    }

    fn node_properties(&self) -> usize {
        self.nodes.last().map_or(0, |node| node.first_property as usize)
    }

    /// Whether the last node may already have `ident`: true for more than 16 properties.
    #[inline]
    fn is_duplicate(&self, text: &[u8], ident: Span) -> bool {
        let before = &self.properties[self.node_properties()..];
        before.len() > 16
            || before
                .iter()
                .any(|property| self.ident(text, property.ident) == self.ident(text, ident))
    }

    #[inline]
    fn ident<'t>(&'t self, text: &'t [u8], span: Span) -> &'t [u8] {
        let (start, end) = (span.start as usize, span.end as usize);
        if start >= self.text_len {
            &self.names.as_bytes()[start - self.text_len..end - self.text_len]
        } else {
            &text[start..end]
        }
    }

    /// Merges the values of equal identifiers of the last node at the place of the first. Returns
    /// the duplicate identifiers.
    pub(super) fn merge_duplicates(&mut self, text: &[u8]) -> Vec<String> {
        self.has_duplicates = false;
        let first_property = self.node_properties();
        let first_value = self.properties[first_property].first_value as usize;
        let mut places = HashMap::new();
        let mut merged: Vec<(Span, Vec<Span>)> = Vec::new();
        let mut twice = Vec::new();
        for index in first_property..self.properties.len() {
            let span = self.properties[index].ident;
            let ident = self.ident(text, span);
            let place = *places.entry(ident).or_insert(merged.len());
            if place == merged.len() {
                merged.push((span, Vec::new()));
            } else {
                twice.push(String::from_utf8_lossy(ident).into_owned());
            }
            merged[place].1.extend_from_slice(self.values_of(index));
        }
        self.properties.truncate(first_property);
        self.values.truncate(first_value);
        for (ident, values) in merged {
            self.properties.push(ArenaProperty { ident, first_value: self.values.len() as u32 });
            self.values.extend(values);
        }
        twice
    }

    fn values_of(&self, property: usize) -> &[Span] {
        let start = self.properties[property].first_value as usize;
        let end = match self.properties.get(property + 1) {
            Some(next) => next.first_value as usize,
            None => self.values.len(),
        };
        &self.values[start..end]
    }
}

/// Boxes the items for a finished tree. Copies small vectors, so that their capacity is reused, and
/// moves large ones.
fn boxed<T: Copy>(items: &mut Vec<T>) -> Box<[T]> {
    if items.len() < 4096 {
        items.as_slice().into()
    } else {
        std::mem::take(items).into_boxed_slice()
    }
}

/// The location of an identifier's letters.
pub(super) enum Ident {
    /// In the text, unchanged.
    InText {
        /// The first byte.
        start: usize,
        /// The byte after the last.
        end: usize,
    },
    /// Not in the text: reduced from a longer name.
    Made(String),
}
