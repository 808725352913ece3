//! Writes game trees as SGF.

use std::io::{self, Write};

use super::charset;
use super::tree::{GameTree, NodeRef};
use super::value::RawValue;

/// The line width, kept where nodes allow.
const WIDTH: usize = 78;

/// The reason why something could not be written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WriteError {
    /// The output failed.
    #[error("writing SGF failed: {0}")]
    Io(#[from] io::Error),
    /// A property identifier is not one or more letters `A` to `Z`.
    #[error("invalid property identifier {0:?}: use upper-case letters only")]
    Ident(String),
    /// The calls do not form a game tree.
    #[error("{what} is not allowed {place}; see the SGF grammar")]
    Order {
        /// The part that was to be written.
        what: &'static str,
        /// The place in the output.
        place: &'static str,
    },
}

impl From<WriteError> for io::Error {
    fn from(error: WriteError) -> io::Error {
        match error {
            WriteError::Io(error) => error,
            other => io::Error::other(other),
        }
    }
}

/// Writes game trees in UTF-8, node by node, buffering at most one node.
///
/// The calls follow the grammar (FF\[4\], EBNF): `begin_tree`, then nodes each with its properties,
/// then variations each with its own nodes and variations, then `end_tree`. Lines are broken
/// between nodes only, never inside a value. The caller must write `CA`: `UTF-8` if the text is not
/// ASCII.
///
/// ```
/// # use joseki_format::sgf::{WriteError, Writer};
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
    /// The current node, to which properties may still be added, with the `(` before it.
    node: String,
    /// The number of characters on the current line.
    column: usize,
    /// The number of open parentheses.
    open: usize,
    place: WriterState,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum WriterState {
    Outside,
    AfterOpen,
    InNode,
    AfterVariation,
}

impl<W: Write> Writer<W> {
    /// Creates a writer to `out`, which should be buffered.
    pub fn new(out: W) -> Self {
        Self { out, node: String::new(), column: 0, open: 0, place: WriterState::Outside }
    }

    /// Begins a game tree; its root must follow.
    ///
    /// # Errors
    ///
    /// As for all methods: [`WriteError::Order`] if the call is not allowed here,
    /// [`WriteError::Io`].
    pub fn begin_tree(&mut self) -> Result<(), WriteError> {
        self.expect("a game tree", &[WriterState::Outside])?;
        self.open()
    }

    /// Ends the game tree and its line.
    ///
    /// # Errors
    ///
    /// See [`begin_tree`](Self::begin_tree); an open variation is an error.
    pub fn end_tree(&mut self) -> Result<(), WriteError> {
        self.expect_close("the end of a game tree", self.open == 1)?;
        self.close()?;
        self.place = WriterState::Outside;
        self.column = 0;
        Ok(self.out.write_all(b"\n")?)
    }

    /// Begins a variation after the last node, or after the previous variation.
    ///
    /// # Errors
    ///
    /// See [`begin_tree`](Self::begin_tree).
    pub fn begin_variation(&mut self) -> Result<(), WriteError> {
        self.expect("a variation", &[WriterState::InNode, WriterState::AfterVariation])?;
        self.open()
    }

    /// Ends the last open variation.
    ///
    /// # Errors
    ///
    /// See [`begin_tree`](Self::begin_tree).
    pub fn end_variation(&mut self) -> Result<(), WriteError> {
        self.expect_close("the end of a variation", self.open > 1)?;
        self.close()?;
        self.place = WriterState::AfterVariation;
        Ok(())
    }

    /// Begins a node.
    ///
    /// # Errors
    ///
    /// See [`begin_tree`](Self::begin_tree).
    pub fn node(&mut self) -> Result<(), WriteError> {
        self.expect("a node", &[WriterState::AfterOpen, WriterState::InNode])?;
        if self.place == WriterState::InNode {
            self.flush_node()?;
        }
        self.node.push(';');
        self.place = WriterState::InNode;
        Ok(())
    }

    /// Adds a property to the node. `values` are plain text; `\` and `]` are escaped here. Without
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

    /// Adds a property of composed values, each of two plain texts, in which `:` is escaped as
    /// well.
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

    /// Adds a property of values that were read, verbatim.
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

    /// Returns the output, flushed.
    ///
    /// # Errors
    ///
    /// [`WriteError::Order`] inside a game tree, [`WriteError::Io`].
    pub fn finish(mut self) -> Result<W, WriteError> {
        self.expect("the end of the output", &[WriterState::Outside])?;
        self.out.flush()?;
        Ok(self.out)
    }

    fn values<V>(
        &mut self,
        ident: &str,
        values: impl IntoIterator<Item = V>,
        push: impl Fn(&mut String, V),
    ) -> Result<(), WriteError> {
        self.expect("a property", &[WriterState::InNode])?;
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
        self.place = WriterState::AfterOpen;
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
        // On a separate line such a variation would look like the next game of a collection.
        let like_a_game = self.node.starts_with("(;FF[") || self.node.starts_with("(;GM[");
        if self.column == 0 || self.node.is_empty() || like_a_game {
            return false;
        }
        let first_line = self.node.split('\n').next().unwrap_or_default();
        self.node.starts_with('(') || self.column + first_line.chars().count() > WIDTH
    }

    fn expect(&self, what: &'static str, places: &[WriterState]) -> Result<(), WriteError> {
        if places.contains(&self.place) {
            return Ok(());
        }
        let place = match self.place {
            WriterState::Outside => "outside of a game tree",
            WriterState::AfterOpen => "before the first node of a tree or variation",
            WriterState::InNode => "inside a game tree",
            WriterState::AfterVariation => "after a variation",
        };
        Err(WriteError::Order { what, place })
    }

    fn expect_close(&self, what: &'static str, is_at_level: bool) -> Result<(), WriteError> {
        self.expect(what, &[WriterState::InNode, WriterState::AfterVariation])?;
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

/// Writes `tree` with the same nodes, properties and raw values.
///
/// The output is UTF-8. If the text is not ASCII, the `CA` of the root becomes `UTF-8`, or is added
/// as the first property.
///
/// ```
/// use joseki_format::sgf::{Limits, Writer, read_collection, write_tree};
///
/// let file = "(\n;C[joseki é]\n;B[pd])";
/// let collection = read_collection(file.as_bytes(), &Limits::default())?;
/// let mut writer = Writer::new(Vec::new());
/// write_tree(&mut writer, &collection.trees[0])?;
/// let output = String::from_utf8(writer.finish()?)?;
/// assert_eq!(output, "(;CA[UTF-8]C[joseki é];B[pd])\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`WriteError::Io`], and [`WriteError::Order`] inside another tree.
pub fn write_tree<W: Write>(writer: &mut Writer<W>, tree: &GameTree) -> Result<(), WriteError> {
    writer.begin_tree()?;
    write_root(writer, tree)?;
    // The depths of the nodes that opened the current variations.
    let mut variations: Vec<usize> = Vec::new();
    for node in tree.nodes().skip(1) {
        while variations.last().is_some_and(|&depth| depth >= node.depth()) {
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
    node.properties().try_for_each(|property| writer.raw(property.ident(), property.values()))
}

fn has_variations(node: NodeRef<'_>) -> bool {
    node.children().nth(1).is_some()
}

/// Whether no character set is needed; escape characters could look like a Japanese one.
fn is_plain(tree: &GameTree) -> bool {
    tree.nodes()
        .flat_map(NodeRef::properties)
        .flat_map(|property| property.values())
        .all(|value| value.raw().is_ascii() && !value.raw().contains('\x1b'))
}

fn names_utf8(label: RawValue<'_>) -> bool {
    charset::by_label(label.raw()) == Some(encoding_rs::UTF_8)
}

/// Appends `text`, escaped so that reading restores it.
pub(crate) fn escape(into: &mut String, text: &str, is_composed: bool) {
    let mut before = ' ';
    for (at, char) in text.char_indices() {
        let escaped = match char {
            '\\' | ']' => true,
            ':' => is_composed,
            // This would look like the next game tree after an unclosed value.
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
