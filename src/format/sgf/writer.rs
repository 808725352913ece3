//! Game trees to SGF.

use std::io::{self, Write};

use super::charset;
use super::tree::{GameTree, NodeRef};
use super::value::RawValue;

/// The width that lines keep to where nodes allow.
const WIDTH: usize = 78;

/// Why something could not be written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WriteError {
    /// The output failed.
    #[error("writing SGF failed: {0}")]
    Io(#[from] io::Error),
    /// A property identifier is not one or more letters `A` to `Z`.
    #[error("{0:?} is no property identifier; use upper-case letters only")]
    Ident(String),
    /// The calls do not make a game tree.
    #[error("{what} cannot come {place}; see the grammar of SGF")]
    Order {
        /// What was to be written.
        what: &'static str,
        /// After what.
        place: &'static str,
    },
}

/// Writes game trees in UTF-8, node by node, and holds no more than one node.
///
/// The calls follow the grammar (FF\[4\], EBNF): `begin_tree`, then nodes each with its properties, then
/// variations each with its own nodes and variations, then `end_tree`. A line is broken between nodes
/// only, never inside a value. `CA` is up to the caller: `UTF-8` where text is not ASCII.
///
/// ```
/// # use joseki::format::sgf::{WriteError, Writer};
/// # fn main() -> Result<(), WriteError> {
/// let mut writer = Writer::new(Vec::new());
/// writer.begin_tree()?;
/// writer.node()?;
/// writer.property("C", ["[a]"])?;
/// writer.begin_variation()?;
/// writer.node()?;
/// writer.property("B", ["pd"])?;
/// writer.end_variation()?;
/// writer.end_tree()?;
/// assert_eq!(writer.finish()?, b"(;C[[a\\]]\n(;B[pd]))\n");
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct Writer<W> {
    out: W,
    /// The node that properties may still be added to, with the `(` before it.
    node: String,
    /// Characters on the line so far.
    column: usize,
    /// Parentheses that are open.
    open: usize,
    place: Place,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Outside,
    AfterOpen,
    InNode,
    AfterVariation,
}

impl<W: Write> Writer<W> {
    /// A writer to `out`, which had better be buffered.
    pub fn new(out: W) -> Self {
        Self {
            out,
            node: String::new(),
            column: 0,
            open: 0,
            place: Place::Outside,
        }
    }

    /// Begins a game tree; its root must follow.
    ///
    /// # Errors
    ///
    /// As all methods: [`WriteError::Order`] if this is not the place for it, [`WriteError::Io`].
    pub fn begin_tree(&mut self) -> Result<(), WriteError> {
        self.expect("a game tree", &[Place::Outside])?;
        self.open()
    }

    /// Ends the game tree, and its line.
    ///
    /// # Errors
    ///
    /// See [`begin_tree`](Self::begin_tree); a variation that is still open is one.
    pub fn end_tree(&mut self) -> Result<(), WriteError> {
        self.expect_close("the end of a game tree", self.open == 1)?;
        self.close()?;
        self.place = Place::Outside;
        self.column = 0;
        Ok(self.out.write_all(b"\n")?)
    }

    /// Begins a variation after the last node, or after the variation before.
    ///
    /// # Errors
    ///
    /// See [`begin_tree`](Self::begin_tree).
    pub fn begin_variation(&mut self) -> Result<(), WriteError> {
        self.expect("a variation", &[Place::InNode, Place::AfterVariation])?;
        self.open()
    }

    /// Ends the variation begun last.
    ///
    /// # Errors
    ///
    /// See [`begin_tree`](Self::begin_tree).
    pub fn end_variation(&mut self) -> Result<(), WriteError> {
        self.expect_close("the end of a variation", self.open > 1)?;
        self.close()?;
        self.place = Place::AfterVariation;
        Ok(())
    }

    /// Begins a node.
    ///
    /// # Errors
    ///
    /// See [`begin_tree`](Self::begin_tree).
    pub fn node(&mut self) -> Result<(), WriteError> {
        self.expect("a node", &[Place::AfterOpen, Place::InNode])?;
        if self.place == Place::InNode {
            self.flush_node()?;
        }
        self.node.push(';');
        self.place = Place::InNode;
        Ok(())
    }

    /// Adds a property to the node: `values` are plain text, here `\` and `]` are escaped. With no
    /// values nothing is written.
    ///
    /// # Errors
    ///
    /// [`WriteError::Ident`]; see also [`begin_tree`](Self::begin_tree).
    pub fn property<V: AsRef<str>>(
        &mut self,
        ident: &str,
        values: impl IntoIterator<Item = V>,
    ) -> Result<(), WriteError> {
        self.values(ident, values, |node, value| {
            escape(node, value.as_ref(), false);
        })
    }

    /// Adds a property of composed values, each of two plain texts; `:` is escaped in them as well.
    ///
    /// # Errors
    ///
    /// See [`property`](Self::property).
    pub fn composed<V: AsRef<str>, U: AsRef<str>>(
        &mut self,
        ident: &str,
        values: impl IntoIterator<Item = (V, U)>,
    ) -> Result<(), WriteError> {
        self.values(ident, values, |node, (first, second)| {
            escape(node, first.as_ref(), true);
            node.push(':');
            escape(node, second.as_ref(), true);
        })
    }

    /// Adds a property of values that have been read, as they stood in their file.
    ///
    /// # Errors
    ///
    /// See [`property`](Self::property).
    pub fn raw<'a>(
        &mut self,
        ident: &str,
        values: impl IntoIterator<Item = RawValue<'a>>,
    ) -> Result<(), WriteError> {
        self.values(ident, values, |node, value| node.push_str(value.raw()))
    }

    /// Gives the output back, flushed.
    ///
    /// # Errors
    ///
    /// [`WriteError::Order`] inside a game tree, [`WriteError::Io`].
    pub fn finish(mut self) -> Result<W, WriteError> {
        self.expect("the end of the output", &[Place::Outside])?;
        self.out.flush()?;
        Ok(self.out)
    }

    fn values<V>(
        &mut self,
        ident: &str,
        values: impl IntoIterator<Item = V>,
        push: impl Fn(&mut String, V),
    ) -> Result<(), WriteError> {
        self.expect("a property", &[Place::InNode])?;
        if ident.is_empty() || !ident.bytes().all(|byte| byte.is_ascii_uppercase()) {
            return Err(WriteError::Ident(ident.to_owned()));
        }
        for (index, value) in values.into_iter().enumerate() {
            if index == 0 {
                self.node.push_str(ident);
            }
            self.node.push('[');
            push(&mut self.node, value);
            self.node.push(']');
        }
        Ok(())
    }

    fn open(&mut self) -> Result<(), WriteError> {
        self.flush_node()?;
        self.node.push('(');
        self.open += 1;
        self.place = Place::AfterOpen;
        Ok(())
    }

    fn close(&mut self) -> Result<(), WriteError> {
        self.flush_node()?;
        if self.column >= WIDTH {
            self.out.write_all(b"\n")?;
            self.column = 0;
        }
        self.out.write_all(b")")?;
        self.column += 1;
        self.open -= 1;
        Ok(())
    }

    fn flush_node(&mut self) -> Result<(), WriteError> {
        if self.needs_new_line() {
            self.out.write_all(b"\n")?;
            self.column = 0;
        }
        self.out.write_all(self.node.as_bytes())?;
        self.column = match self.node.rsplit_once('\n') {
            Some((_, last)) => last.chars().count(),
            None => self.column + self.node.chars().count(),
        };
        self.node.clear();
        Ok(())
    }

    fn needs_new_line(&self) -> bool {
        // On a line of its own such a variation would read as the next game of a collection.
        let like_a_game = self.node.starts_with("(;FF[") || self.node.starts_with("(;GM[");
        if self.column == 0 || self.node.is_empty() || like_a_game {
            return false;
        }
        let first_line = self.node.split('\n').next().unwrap_or_default();
        self.node.starts_with('(') || self.column + first_line.chars().count() > WIDTH
    }

    fn expect(&self, what: &'static str, places: &[Place]) -> Result<(), WriteError> {
        if places.contains(&self.place) {
            return Ok(());
        }
        let place = match self.place {
            Place::Outside => "outside of a game tree",
            Place::AfterOpen => "before the first node of a tree or variation",
            Place::InNode => "inside a game tree",
            Place::AfterVariation => "after a variation",
        };
        Err(WriteError::Order { what, place })
    }

    fn expect_close(&self, what: &'static str, is_at_level: bool) -> Result<(), WriteError> {
        self.expect(what, &[Place::InNode, Place::AfterVariation])?;
        if is_at_level {
            return Ok(());
        }
        let place = match self.open {
            1 => "outside of all variations",
            _ => "inside a variation",
        };
        Err(WriteError::Order { what, place })
    }
}

/// Writes `tree` unchanged in meaning: the same nodes, properties and raw values.
///
/// The output is UTF-8, so where text is not ASCII the `CA` of the root becomes `UTF-8`, and is
/// put first where there was none.
///
/// # Errors
///
/// [`WriteError::Io`], and [`WriteError::Order`] inside another tree.
pub fn write_tree<W: Write>(writer: &mut Writer<W>, tree: &GameTree) -> Result<(), WriteError> {
    writer.begin_tree()?;
    write_root(writer, tree)?;
    // The depths of the nodes that opened the variations we are in.
    let mut variations: Vec<usize> = Vec::new();
    for node in tree.nodes().skip(1) {
        while variations
            .last()
            .is_some_and(|&depth| depth >= node.depth())
        {
            variations.pop();
            writer.end_variation()?;
        }
        if node.parent().is_some_and(has_variations) {
            variations.push(node.depth());
            writer.begin_variation()?;
        }
        writer.node()?;
        write_properties(writer, node)?;
    }
    for _ in variations {
        writer.end_variation()?;
    }
    writer.end_tree()
}

fn write_root<W: Write>(writer: &mut Writer<W>, tree: &GameTree) -> Result<(), WriteError> {
    let root = tree.root();
    writer.node()?;
    if is_plain(tree) {
        return write_properties(writer, root);
    }
    if !root.has("CA") {
        writer.property("CA", ["UTF-8"])?;
    }
    for property in root.properties() {
        match property.ident() {
            "CA" if !property.values().all(names_utf8) => writer.property("CA", ["UTF-8"])?,
            ident => writer.raw(ident, property.values())?,
        }
    }
    Ok(())
}

fn write_properties<W: Write>(writer: &mut Writer<W>, node: NodeRef<'_>) -> Result<(), WriteError> {
    node.properties()
        .try_for_each(|property| writer.raw(property.ident(), property.values()))
}

fn has_variations(node: NodeRef<'_>) -> bool {
    node.children().nth(1).is_some()
}

/// Whether no character set is needed; escape characters may be taken for one of Japanese.
fn is_plain(tree: &GameTree) -> bool {
    tree.nodes()
        .flat_map(NodeRef::properties)
        .flat_map(|property| property.values())
        .all(|value| value.raw().is_ascii() && !value.raw().contains('\x1b'))
}

fn names_utf8(label: RawValue<'_>) -> bool {
    charset::by_label(label.raw()) == Some(encoding_rs::UTF_8)
}

/// Appends `text` so that reading gives it back.
fn escape(into: &mut String, text: &str, is_composed: bool) {
    let mut before = ' ';
    for (at, char) in text.char_indices() {
        let escaped = match char {
            '\\' | ']' => true,
            ':' => is_composed,
            // Would look like the next game tree after a value that was not closed.
            '(' => before == '\n' && text[at..].starts_with("(;"),
            _ => false,
        };
        if escaped {
            into.push('\\');
        }
        into.push(char);
        before = char;
    }
}
