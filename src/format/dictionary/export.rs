//! Exports a book as one SGF game tree, in any corner and handedness.

use std::io::Write;

use super::corners;
use super::properties;
use crate::book::{Forest, Mark, NodeData, NodeId, POINT_MARK, Verdict};
use crate::format::book_file::BookFileHead;
use crate::format::sgf::{WriteError, Writer};
use crate::game::go::Position;
use crate::game::{Alphabet, BoardSize, Color, Corner, Frame, FrameError, Point, Side, Step};

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

const SIZE: BoardSize = BoardSize::NINETEEN;

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
/// use joseki::book::{Forest, Verdict};
/// use joseki::format::dictionary::{ExportOptions, export};
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
    let mut export = TreeExporter { forest, options, provenance, writer: Writer::new(out) };
    export.tree()?;
    export.writer.finish()
}

struct TreeExporter<'a, W> {
    forest: &'a Forest,
    options: ExportOptions,
    provenance: Provenance<'a>,
    writer: Writer<W>,
}

enum ExportTask {
    Node(ExportNode),
    Variation(ExportNode),
    EndVariation,
}

/// A node, its depth, and the board before its move as a reader will see it.
struct ExportNode {
    id: NodeId,
    depth: usize,
    board: Position,
}

impl<W: Write> TreeExporter<'_, W> {
    fn tree(&mut self) -> Result<(), WriteError> {
        self.writer.begin_tree()?;
        self.writer.node()?;
        for (ident, value) in [("FF", "4"), ("GM", "1"), ("CA", "UTF-8"), ("SZ", "19")] {
            self.writer.property(ident, [value])?;
        }
        let data = self.forest.node(NodeId::ROOT).data();
        self.provenance(data)?;
        if let Some(data) = data {
            self.header(data)?;
        }
        let mut tasks = Vec::new();
        self.push_children(NodeId::ROOT, 0, Position::new(SIZE), &mut tasks);
        while let Some(task) = tasks.pop() {
            match task {
                ExportTask::EndVariation => self.writer.end_variation()?,
                ExportTask::Variation(place) => {
                    self.writer.begin_variation()?;
                    tasks.push(ExportTask::EndVariation);
                    tasks.push(ExportTask::Node(place));
                }
                ExportTask::Node(ExportNode { id, depth, mut board }) => {
                    self.node(id, depth, &mut board)?;
                    self.push_children(id, depth, board, &mut tasks);
                }
            }
        }
        self.writer.end_tree()
    }

    fn push_children(
        &self,
        id: NodeId,
        depth: usize,
        board: Position,
        tasks: &mut Vec<ExportTask>,
    ) {
        let mut children = self.forest.node(id).children().to_vec();
        children.sort_by_key(|child| {
            let verdict = self.forest.node(*child).data().and_then(|data| data.verdict);
            -verdict.map_or(0, Verdict::value)
        });
        let place = |id: NodeId| ExportNode { id, depth: depth + 1, board };
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
        for (ident, values) in &data.properties {
            if properties::is_header(ident) {
                let joined = values.iter().map(String::as_str).collect::<Vec<_>>().join("; ");
                self.writer.property(ident, [joined])?;
            } else {
                self.writer.property(ident, kept(data, ident))?;
            }
        }
        let (comment, first) = (data.comment.as_ref(), self.options.first);
        self.writer.property(
            "C",
            comment.map(|text| text.render(Alphabet::CORNER, first, |step| step.to_string())),
        )
    }

    fn node(&mut self, id: NodeId, depth: usize, board: &mut Position) -> Result<(), WriteError> {
        let node = self.forest.node(id);
        let mover = if depth % 2 == 1 { self.options.first } else { self.options.first.opposite() };
        self.writer.node()?;
        let point = self.options.frame.point_of(node.step, SIZE);
        let ident = if mover == Color::Black { "B" } else { "W" };
        self.writer.property(ident, [point.map_or_else(no_point, |point| point.to_sgf())])?;
        match point {
            Err(_) => board.pass(),
            Ok(point) => {
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
        let prose = prose.map(|text| {
            text.render_marked(self.options.first, |step| self.prose_point(step), is_read)
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
        self.options.frame.point_of(step, SIZE).ok().map(|point| point.to_sgf())
    }

    /// A point in a comment, marked if a reader would mistake it for a move number.
    fn prose_point(&self, step: Step) -> String {
        let Ok(point) = self.options.frame.point_of(step, SIZE) else {
            return step.to_string();
        };
        let mut text = point.to_gtp(SIZE);
        if properties::may_be_a_move_number(&text, step, SIZE) {
            text.push(POINT_MARK);
        }
        text
    }

    fn is_read_as_point(&self, text: &str) -> bool {
        let point = Point::from_gtp(text, SIZE).ok();
        let step = point.and_then(|point| self.options.frame.step_at(point, SIZE));
        step.is_some_and(|step| !properties::may_be_a_move_number(text, step, SIZE))
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

/// A tenuki is an empty move.
fn no_point(_: FrameError) -> String {
    String::new()
}

/// The property of a verdict and its value.
pub(in crate::format) const fn verdict(verdict: Verdict) -> (&'static str, &'static str) {
    match verdict {
        Verdict::Ideal => ("TE", "2"),
        Verdict::Good => ("TE", "1"),
        Verdict::Mistake => ("BM", "1"),
        Verdict::Question => ("DO", ""),
        Verdict::Trick => ("IT", ""),
    }
}
