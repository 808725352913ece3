//! Writes joseki for GNU Go's `joseki` converter, which turns them into patterns.
//!
//! The facts are those of GNU Go's documentation ("The Joseki Compiler") and of
//! `patterns/joseki.c`. Moves are in the upper right corner. A move with a square mark makes a
//! pattern of the area between the mark and the corner. The first letter of its comment gives the
//! kind of move; lines that start with `#` are comments of the pattern. Patterns have no colours,
//! cover all orientations and have no history, so a tenuki has no node: the next move has the
//! colour of the last. `mkpat` accepts 5,000 patterns per run.

use std::collections::HashSet;
use std::io;

use super::head::{BookFileHead, Contents, FileSink};
use super::selection::{ADVISED_AGAINST, Selection};
use crate::sgf::{WriteError, Writer};
use joseki_base::cancel::{Cancelled, checkpoint};
use joseki_book::{NodeId, Verdict};
use joseki_game::go::CornerPosition;
use joseki_game::{BoardSize, Color, Corner, Frame, Point, Side, Step};

const SIZE: BoardSize = BoardSize::NINETEEN;
const FRAME: Frame = Frame::clockwise(Corner::UpperRight);
/// The most patterns that `mkpat` accepts in one run.
pub const MAX_PATTERNS: usize = 5000;
/// The number of lines around the stones and the move that belong to the pattern.
const MARGIN: u8 = 2;
/// The last line that the converter plays on, from the corner, 0-based; the opposite edge is not
/// part of the corner.
const LAST: u8 = 17;
/// The longest comment, in characters.
const MAX_COMMENT_LENGTH: usize = 200;

enum GnuGoTask {
    Node(NodeId),
    Begin(NodeId),
    End,
}

struct GnuGoExporter<'a, 'b, 'o> {
    selection: &'a Selection<'b>,
    /// By node: the pattern's mark and the letter of its kind.
    patterns: Vec<Option<(Point, char)>>,
    /// By node: whether it or a descendant makes a pattern.
    needed: Vec<bool>,
    writer: Writer<&'o mut dyn FileSink>,
}

/// Writes a book as SGF for GNU Go's converter. Mistakes become moves that it never plays.
///
/// # Errors
/// When the output fails or the work is cancelled.
pub fn gnu_go(
    selection: &Selection<'_>,
    head: &BookFileHead,
    out: &mut dyn FileSink,
) -> io::Result<Contents> {
    let mut contents =
        Contents { unit: "pattern", left_out: selection.left_out(), ..Contents::default() };
    let patterns = patterns(selection, &mut contents)?;
    let mut needed: Vec<bool> = patterns.iter().map(Option::is_some).collect();
    for at in (1..needed.len()).rev() {
        // Children come after their parents.
        let parent = selection.index.parent(NodeId::from_index(at));
        needed[parent.index()] |= needed[at];
    }
    out.begin(&contents)?;
    let mut export = GnuGoExporter { selection, patterns, needed, writer: Writer::new(out) };
    export.tree(head).and_then(|()| export.writer.finish().map(drop)).map_err(io::Error::from)?;
    Ok(contents)
}

fn patterns(
    selection: &Selection<'_>,
    contents: &mut Contents,
) -> Result<Vec<Option<(Point, char)>>, Cancelled> {
    let index = selection.index;
    let mut patterns = vec![None; index.len() + 1];
    let mut known = HashSet::new();
    for node in index.nodes().skip(1) {
        checkpoint()?;
        let mistake = selection.verdict(node) == Some(Verdict::Mistake);
        // Its verdict must be the only objection.
        let forbidden = mistake && selection.cut_of(node) == Some(ADVISED_AGAINST);
        if !(selection.takes(node) || forbidden) {
            continue;
        }
        if let Some(reason) = rejection(selection, node) {
            if selection.takes(node) {
                contents.left_out.add(reason, 1);
            }
            continue;
        }
        // Another order of the same position makes the same pattern.
        let keyed = selection.keyed(node).map(|(key, step)| (key.key, step));
        if !known.insert(keyed) {
            continue;
        }
        patterns[node.index()] = mark(selection, node).map(|mark| (mark, letter(selection, node)));
        contents.entries += 1;
        contents.moves += 1;
        if forbidden {
            contents.left_out.remove(ADVISED_AGAINST, 1);
        }
    }
    Ok(patterns)
}

fn rejection(selection: &Selection<'_>, node: NodeId) -> Option<&'static str> {
    let index = selection.index;
    if index.step(node).is_tenuki() {
        return Some("tenukis, which have no node here");
    }
    if index.key(node).is_none() {
        return Some("not replayable on an empty board");
    }
    if selection.is_conditional(node) {
        return Some("depending on conditions");
    }
    let Some(position) = selection.position(index.parent(node)) else {
        return Some("not replayable on an empty board");
    };
    if stones(&position).next().is_none() {
        return Some("into an empty corner, where there is no pattern");
    }
    if !is_played(selection, node) {
        return Some("on the far edge of the board or after such a move");
    }
    None
}

/// Whether the converter plays the node's move and all moves that lead to it.
fn is_played(selection: &Selection<'_>, node: NodeId) -> bool {
    let line = selection.index.line(node);
    let mut places = line.steps().iter().filter_map(|step| step.coordinates());
    places.all(|(u, v)| u.max(v) <= LAST)
}

fn stones(position: &CornerPosition) -> impl Iterator<Item = Point> {
    let sides = [Side::First, Side::Second].map(|side| position.stones(side));
    sides.into_iter().flat_map(|stones| stones.iter().collect::<Vec<_>>())
}

/// The corner of the pattern opposite the board's: beyond the stones and the move.
fn mark(selection: &Selection<'_>, node: NodeId) -> Option<Point> {
    let position = selection.position(selection.index.parent(node))?;
    let (mut u, mut v) = selection.index.step(node).coordinates()?;
    for stone in stones(&position) {
        (u, v) = (u.max(stone.x()), v.max(stone.y()));
    }
    let step = Step::corner((u + MARGIN).min(LAST), (v + MARGIN).min(LAST))?;
    FRAME.point_of(step, SIZE).ok()
}

/// The kind of move: `J` standard, `j` lesser, `t` lesser where a tenuki is usual, `T` trick, `A`
/// never.
fn letter(selection: &Selection<'_>, node: NodeId) -> char {
    let index = selection.index;
    match selection.verdict(node) {
        Some(Verdict::Mistake) => 'A',
        Some(Verdict::Trick) => 'T',
        Some(Verdict::Question) => 't',
        Some(Verdict::Ideal) => 'J',
        verdict => {
            let games = |node: NodeId| index.count_by_position(node, |_| true).games;
            let parent = index.parent(node);
            let tenuki = index.children(parent).find(|child| index.step(*child).is_tenuki());
            if tenuki.is_some_and(|tenuki| games(tenuki) > games(node)) {
                't'
            } else if verdict.is_some() {
                'J'
            } else {
                'j'
            }
        }
    }
}

impl GnuGoExporter<'_, '_, '_> {
    fn tree(&mut self, head: &BookFileHead) -> Result<(), WriteError> {
        self.writer.begin_tree()?;
        self.writer.node()?;
        // The reader of this file predates FF[4].
        for (ident, value) in [("FF", "3"), ("GM", "1"), ("CA", "UTF-8"), ("SZ", "19")] {
            self.writer.property(ident, [value])?;
        }
        self.writer.property("CP", head.license.as_deref())?;
        self.writer.property("C", [head.lines().join("\n")])?;
        let mut tasks = Vec::new();
        self.push_after(NodeId::ROOT, &mut tasks);
        while let Some(task) = tasks.pop() {
            checkpoint().map_err(io::Error::from)?;
            match task {
                GnuGoTask::End => self.writer.end_variation()?,
                GnuGoTask::Begin(node) => {
                    self.writer.begin_variation()?;
                    tasks.push(GnuGoTask::End);
                    tasks.push(GnuGoTask::Node(node));
                }
                GnuGoTask::Node(node) => {
                    self.node(node)?;
                    self.push_after(node, &mut tasks);
                }
            }
        }
        self.writer.end_tree()
    }

    /// Pushes the moves after a node, and those after a tenuki, which has no node.
    fn push_after(&self, node: NodeId, tasks: &mut Vec<GnuGoTask>) {
        let index = self.selection.index;
        let mut after: Vec<NodeId> = Vec::new();
        for child in index.children(node).filter(|child| self.needed[child.index()]) {
            if index.step(child).is_tenuki() {
                let behind = index.children(child);
                after.extend(behind.filter(|child| self.needed[child.index()]));
            } else {
                after.push(child);
            }
        }
        match after.as_slice() {
            [only] => tasks.push(GnuGoTask::Node(*only)),
            several => tasks.extend(several.iter().rev().map(|node| GnuGoTask::Begin(*node))),
        }
    }

    fn node(&mut self, node: NodeId) -> Result<(), WriteError> {
        let index = self.selection.index;
        let side = Side::to_move_after(self.selection.depth(node) - 1);
        let ident = match CornerPosition::color_of(side) {
            Color::Black => "B",
            Color::White => "W",
        };
        let point = FRAME.point_of(index.step(node), SIZE).ok();
        self.writer.node()?;
        self.writer.property(ident, point.map(Point::to_sgf))?;
        let Some((mark, letter)) = self.patterns[node.index()] else {
            return Ok(());
        };
        self.writer.property("SQ", [mark.to_sgf()])?;
        self.writer.property("C", [self.comment(node, letter)])
    }

    fn comment(&self, node: NodeId, letter: char) -> String {
        let data = self.selection.index.data(node);
        let names: Vec<&str> =
            data.iter().flat_map(|data| data.names.iter().map(String::as_str)).collect();
        let names = names.join("; ").split_whitespace().collect::<Vec<_>>().join(" ");
        if names.is_empty() {
            return letter.to_string();
        }
        let names: String = names.chars().take(MAX_COMMENT_LENGTH).collect();
        format!("{letter}\n# {names}")
    }
}
