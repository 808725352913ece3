//! Exports a book as one SGF game tree: one of Go in any corner and handedness, one of another game in
//! its usual orientation.

use std::collections::BTreeSet;
use std::io::Write;

use super::corners;
use super::properties::{self, NodePlacement};
use crate::book_file::BookFileHead;
use crate::sgf::{WriteError, Writer};
use joseki_book::{Forest, Mark, NodeData, NodeId, POINT_MARK, Verdict};
use joseki_game::go::Position;
use joseki_game::{BoardSize, Color, Corner, Frame, Move, Side, Step};

/// The orientation of an exported book on the board.
#[derive(Clone, Copy, Debug)]
pub struct ExportOptions {
    /// The corner and handedness.
    pub frame: Frame,
    /// The colour that makes the first move.
    pub first: Color,
}

impl Default for ExportOptions {
    /// Upper right, clockwise, Black first: the usual orientation of dictionaries.
    fn default() -> ExportOptions {
        let frame = Frame::clockwise(Corner::UpperRight);
        ExportOptions { frame, first: Color::Black }
    }
}

/// Metadata in an exported SGF file. Empty by default, so that the same book gives the same file.
#[derive(Clone, Copy, Debug, Default)]
pub struct Provenance<'a> {
    /// The licence of a book that does not state one (`CP`).
    pub license: Option<&'a str>,
    /// The program (`AP`) and the book with its version (`JB`); both are ignored on import.
    pub from: Option<&'a BookFileHead>,
}

/// Writes a book as one game tree: among the moves of a position, the best verdict comes first.
/// Importing the result restores the same book.
///
/// ```
/// use joseki_book::{Forest, Verdict};
/// use joseki_format::dictionary::{ExportOptions, export};
///
/// let mut book = Forest::new();
/// let node = book.insert(&"DDCF".parse()?);
/// book.data_mut(node).verdict = Some(Verdict::Good);
/// let sgf = export(&book, ExportOptions::default(), Vec::new())?;
/// let expected = "(;FF[4]GM[1]CA[UTF-8]SZ[19];B[pd];W[nc]TE[1])\n";
/// assert_eq!(String::from_utf8(sgf)?, expected);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the output fails.
pub fn export<W: Write>(forest: &Forest, options: ExportOptions, out: W) -> Result<W, WriteError> {
    export_with(forest, options, Provenance::default(), out)
}

/// As [`export`], with metadata about the file.
///
/// # Errors
/// When the output fails.
pub fn export_with<W: Write>(
    forest: &Forest,
    options: ExportOptions,
    provenance: Provenance<'_>,
    out: W,
) -> Result<W, WriteError> {
    let options = if forest.variant().game().exchanges_colors() {
        options
    } else {
        ExportOptions { first: Color::Black, ..options }
    };
    let mut export = TreeExporter {
        forest,
        options,
        provenance,
        size: forest.variant().size(),
        frame: options.frame,
        writer: Writer::new(out),
    };
    export.tree()?;
    export.writer.finish()
}

struct TreeExporter<'a, W> {
    forest: &'a Forest,
    options: ExportOptions,
    provenance: Provenance<'a>,
    size: BoardSize,
    /// The frame of the node that is written.
    frame: Frame,
    writer: Writer<W>,
}

enum ExportTask {
    Node(ExportNode),
    Variation(ExportNode),
    EndVariation,
}

/// A node with its frame, and in Go the board before its move as a reader will see it.
struct ExportNode {
    id: NodeId,
    depth: usize,
    frame: Frame,
    board: Option<Position>,
}

impl<W: Write> TreeExporter<'_, W> {
    fn tree(&mut self) -> Result<(), WriteError> {
        self.writer.begin_tree()?;
        self.writer.node()?;
        let game = self.forest.variant().game();
        let (number, size) = (game.sgf_number().to_string(), self.size_text());
        for (ident, value) in [("FF", "4"), ("GM", &number), ("CA", "UTF-8"), ("SZ", &size)] {
            self.writer.property(ident, [value])?;
        }
        if game.five_rules().is_some() {
            self.writer.property("RU", [game.to_string()])?;
        }
        let data = self.forest.node(NodeId::ROOT).data();
        self.provenance(data)?;
        if let Some(data) = data {
            self.header(data)?;
        }
        let mut tasks = Vec::new();
        let board = game.has_corners().then(|| Position::new(self.size));
        let root = ExportNode { id: NodeId::ROOT, depth: 0, frame: self.frame, board };
        self.push_children(&root, &mut tasks);
        while let Some(task) = tasks.pop() {
            match task {
                ExportTask::EndVariation => self.writer.end_variation()?,
                ExportTask::Variation(place) => {
                    self.writer.begin_variation()?;
                    tasks.push(ExportTask::EndVariation);
                    tasks.push(ExportTask::Node(place));
                }
                ExportTask::Node(mut place) => {
                    self.frame = place.frame;
                    self.node(&mut place)?;
                    self.push_children(&place, &mut tasks);
                }
            }
        }
        self.writer.end_tree()
    }

    /// The board's size as a value of `SZ`.
    fn size_text(&self) -> String {
        let (width, height) = (self.size.width(), self.size.get());
        if width == height { height.to_string() } else { format!("{width}:{height}") }
    }

    /// The frame of a child. In games of the whole board the first two moves decide.
    fn frame_of(&self, parent: &ExportNode, child: NodeId) -> Frame {
        let variant = self.forest.variant();
        if variant.game().has_corners() || parent.depth > 1 {
            return parent.frame;
        }
        variant.shown(self.forest.line(child).steps())
    }

    fn push_children(&self, parent: &ExportNode, tasks: &mut Vec<ExportTask>) {
        let mut children = self.forest.node(parent.id).children().to_vec();
        children.sort_by_key(|child| {
            let verdict = self.forest.node(*child).data().and_then(|data| data.verdict);
            -verdict.map_or(0, Verdict::value)
        });
        let place = |id: NodeId| ExportNode {
            id,
            depth: parent.depth + 1,
            frame: self.frame_of(parent, id),
            board: parent.board,
        };
        match children.as_slice() {
            [only] => tasks.push(ExportTask::Node(place(*only))),
            several => {
                let variations =
                    several.iter().rev().map(|child| ExportTask::Variation(place(*child)));
                tasks.extend(variations);
            }
        }
    }

    fn provenance(&mut self, data: Option<&NodeData>) -> Result<(), WriteError> {
        if let Some(head) = self.provenance.from {
            let (program, version) = head.program.split_once(' ').unwrap_or((&head.program, ""));
            self.writer.composed("AP", [(program, version)])?;
            let version = head.version.to_string();
            let book = (head.book.as_str(), version.as_str());
            self.writer.composed(properties::BOOK, [book])?;
        }
        let said = data.is_some_and(|data| data.properties.contains_key("CP"));
        let license = self.provenance.license.filter(|_| !said);
        self.writer.property("CP", license)
    }

    fn header(&mut self, data: &NodeData) -> Result<(), WriteError> {
        let game = self.forest.variant().game();
        let rules = game.five_rules().map(|_| BTreeSet::from([game.to_string()]));
        for (ident, values) in &data.properties {
            // The tree begins with it.
            if ident == "RU" && rules.as_ref() == Some(values) {
                continue;
            }
            if properties::is_header(ident) {
                let joined = values.iter().map(String::as_str).collect::<Vec<_>>().join("; ");
                self.writer.property(ident, [joined])?;
            } else {
                self.writer.property(ident, kept(data, ident))?;
            }
        }
        let (comment, first) = (data.comment.as_ref(), self.options.first);
        let alphabet = self.forest.variant().alphabet();
        self.writer.property(
            "C",
            comment.map(|text| text.render(alphabet, first, |step| step.to_string())),
        )
    }

    fn node(&mut self, place: &mut ExportNode) -> Result<(), WriteError> {
        let node = self.forest.node(place.id);
        let mover =
            if place.depth % 2 == 1 { self.options.first } else { self.options.first.opposite() };
        self.writer.node()?;
        // A tenuki is an empty move.
        let played = self.frame.move_of(node.step, self.size).unwrap_or(Move::Pass);
        let ident = if mover == Color::Black { "B" } else { "W" };
        self.writer.property(ident, [played.to_sgf()])?;
        match (&mut place.board, played) {
            (None, _) | (Some(_), Move::Shift(_)) => {}
            (Some(board), Move::Pass) => board.pass(),
            (Some(board), Move::Play(point)) => {
                // A stone in the way was captured by stones outside the corner's line.
                if board.clear(point).is_some() {
                    self.writer.property(properties::TAKEN, ["1"])?;
                }
                corners::play(board, mover, point);
            }
        }
        if node.ends && !node.children().is_empty() {
            self.writer.property(properties::END, ["1"])?;
        }
        match node.data() {
            Some(data) => self.data(data),
            None => Ok(()),
        }
    }

    fn data(&mut self, data: &NodeData) -> Result<(), WriteError> {
        self.writer.property("N", &data.names)?;
        self.comment(data)?;
        if let Some((ident, value)) = data.verdict.map(verdict) {
            let stressed = data.properties.contains_key(ident);
            self.writer.property(ident, (!stressed).then_some(value))?;
        }
        self.advantage(data)?;
        self.marks(data)?;
        let sente = data.sente.map(|side| if side == Side::First { "1" } else { "2" });
        self.writer.property(properties::SENTE, sente)?;
        let confidence = data.confidence.map(|confidence| confidence.to_string());
        self.writer.property(properties::CONFIDENCE, confidence)?;
        self.writer.property(properties::TAG, &data.tags)?;
        self.writer.property(properties::SOURCE, &data.sources)?;
        let conditions = (!data.conditions.is_always()).then(|| data.conditions.to_string());
        self.writer.property(properties::CONDITION, conditions)?;
        let is_mark = |ident: &str| data.marks.iter().any(|mark| mark.property == ident);
        let is_other = |ident: &&String| *ident != properties::TO_MOVE && !is_mark(ident);
        for ident in data.properties.keys().filter(is_other) {
            self.writer.property(ident, kept(data, ident))?;
        }
        Ok(())
    }

    fn comment(&mut self, data: &NodeData) -> Result<(), WriteError> {
        let is_read = |text: &str| self.is_read_as_point(text);
        let prose = data.comment.as_ref();
        let alphabet = self.forest.variant().alphabet();
        let prose = prose.map(|text| {
            text.render_marked(alphabet, self.options.first, |step| self.prose_point(step), is_read)
        });
        self.writer.property("C", prose)
    }

    fn advantage(&mut self, data: &NodeData) -> Result<(), WriteError> {
        let Some(advantage) = data.advantage else {
            return Ok(());
        };
        let sign = if self.options.first == Color::Black { 1.0 } else { -1.0 };
        let for_black = 0.0 + sign * advantage;
        let (ident, value) = match for_black {
            1.0 => ("GB", "1".to_owned()),
            2.0 => ("GB", "2".to_owned()),
            -1.0 => ("GW", "1".to_owned()),
            -2.0 => ("GW", "2".to_owned()),
            0.0 => ("DM", "1".to_owned()),
            points => ("V", points.to_string()),
        };
        if properties::is_grade(advantage) && is_in_points(data) {
            return self.writer.property("V", [for_black.to_string()]);
        }
        let is_kept = kept(data, ident).next().is_some();
        self.writer.property(ident, (!is_kept).then_some(value))
    }

    fn marks(&mut self, data: &NodeData) -> Result<(), WriteError> {
        let mut idents: Vec<&str> = data.marks.iter().map(|mark| mark.property.as_str()).collect();
        idents.dedup();
        for ident in idents {
            let marks: Vec<&Mark> =
                data.marks.iter().filter(|mark| mark.property == ident).collect();
            let (composed, single): (Vec<&Mark>, Vec<&Mark>) =
                marks.into_iter().partition(|mark| mark.label.is_some() || mark.to.is_some());
            let points = single.iter().filter_map(|mark| self.point(mark.step));
            let kept = kept(data, ident).filter(|value| !value.is_empty()).map(str::to_owned);
            let points = points.chain(kept).collect::<Vec<_>>();
            self.writer.property(ident, points)?;
            let pairs = composed.iter().filter_map(|mark| {
                let second = mark.to.map_or_else(|| mark.label.clone(), |to| self.point(to))?;
                Some((self.point(mark.step)?, second))
            });
            let pairs = pairs.collect::<Vec<_>>();
            self.writer.composed(ident, pairs)?;
        }
        Ok(())
    }

    fn point(&self, step: Step) -> Option<String> {
        self.frame.point_of(step, self.size).ok().map(|point| point.to_sgf())
    }

    /// A point in a comment, marked if a reader would mistake it for a move number.
    fn prose_point(&self, step: Step) -> String {
        let Ok(point) = self.frame.point_of(step, self.size) else {
            return step.to_string();
        };
        let mut text = self.frame.region.move_text(point, self.size);
        if properties::may_be_a_move_number(&text, step, self.size) {
            text.push(POINT_MARK);
        }
        text
    }

    fn is_read_as_point(&self, text: &str) -> bool {
        let place = NodePlacement { frame: self.frame, size: self.size, first: self.options.first };
        place.step_in_prose(text, false).is_some()
    }
}

/// The values of a property kept verbatim that an export writes again.
fn kept<'a>(data: &'a NodeData, ident: &'a str) -> impl Iterator<Item = &'a str> {
    let values = data.properties.get(ident).into_iter().flatten().map(String::as_str);
    let is_note = move |value: &str| ident == "V" && value == properties::POINTS;
    values.filter(move |value| properties::may_be_written(ident, value) && !is_note(value))
}

/// Whether the source stated the advantage as points and not as a grade.
fn is_in_points(data: &NodeData) -> bool {
    data.properties.get("V").is_some_and(|values| values.contains(properties::POINTS))
}

/// The property of a verdict and its value.
pub(crate) const fn verdict(verdict: Verdict) -> (&'static str, &'static str) {
    match verdict {
        Verdict::Ideal => ("TE", "2"),
        Verdict::Good => ("TE", "1"),
        Verdict::Mistake => ("BM", "1"),
        Verdict::Question => ("DO", ""),
        Verdict::Trick => ("IT", ""),
    }
}
