//! Writes KataGo's start positions: one JSON object per line, from which training games begin.
//!
//! The facts are those of KataGo's `cpp/dataio/sgf.cpp` (`PositionSample`) and
//! `cpp/program/play.cpp`. Rows of the board go from the top, each ended by `/`; `X` is black, `O`
//! white. `moveLocs` and `movePlas` alternate from `nextPla` and are played on that board, so that
//! networks see the last five moves. `hintLoc` is a move that the search examines. Files are found
//! by `.hintposes.txt`, `.startposes.txt` and `.bookposes.txt`. Networks are trained in random
//! orientations, so one of each position is enough.

use std::collections::HashSet;
use std::io;

use super::head::{BookFileHead, Contents, FileSink};
use super::json::Object;
use super::selection::Selection;
use joseki_base::cancel::{Cancelled, checkpoint};
use joseki_book::NodeId;
use joseki_game::go::{CornerPosition, Position};
use joseki_game::{BoardSize, Color, Frame, Point, PositionKey, Side, Step};
use joseki_priority::random;

const SIZE: BoardSize = BoardSize::NINETEEN;
/// The number of moves that networks see.
const SEEN: usize = 5;

/// Writes the positions of a book with a move to play, in the given orientations and colours: one,
/// or all orientations with one colour or both.
///
/// # Errors
/// When the output fails or the work is cancelled.
pub fn start_positions(
    selection: &Selection<'_>,
    head: &BookFileHead,
    ways: &[(Frame, Color)],
    out: &mut dyn FileSink,
) -> io::Result<Contents> {
    let mut contents =
        Contents { unit: "position", left_out: selection.left_out(), ..Contents::default() };
    let starts = starts(selection, &mut contents)?;
    out.begin(&contents)?;
    // The images of a position in all orientations and colours are those of another or none of
    // them, so the smallest hash stands for all. Another move order may have the same.
    let mut known: HashSet<u64> = HashSet::new();
    for (node, best, weight) in starts {
        checkpoint()?;
        let samples =
            ways.iter().filter_map(|way| sample(selection, node, best, weight, *way, head));
        let mut samples: Vec<(u64, String)> = samples.collect();
        let smallest = samples.iter().map(|(hash, _)| *hash).min();
        if !smallest.is_some_and(|hash| known.insert(hash)) {
            continue;
        }
        // A board that is its own image is written once.
        let mut told = HashSet::new();
        samples.retain(|(hash, _)| told.insert(*hash));
        contents.entries += samples.len();
        contents.moves += 1;
        for (_, line) in samples {
            out.write_all(line.as_bytes())?;
        }
    }
    Ok(contents)
}

/// The positions with a move to play, each by one node: the node, the best move and its weight.
fn starts(
    selection: &Selection<'_>,
    contents: &mut Contents,
) -> Result<Vec<(NodeId, Step, u32)>, Cancelled> {
    let index = selection.index;
    let mut known: HashSet<u64> = HashSet::new();
    let mut starts = Vec::new();
    for node in index.nodes() {
        checkpoint()?;
        let Some(key) = index.key(node) else {
            let moves = index.children(node);
            let moves = moves.filter(|child| selection.takes(*child)).count();
            contents.left_out.add("not replayable on an empty board", moves);
            continue;
        };
        if !known.insert(key.key) {
            continue;
        }
        let (same, mut hints) = hints(selection, key);
        contents.left_out.add("tenukis and conditional moves", same - hints.len());
        hints.sort_by_key(|(step, weight)| (std::cmp::Reverse(*weight), *step));
        let Some((best, weight)) = hints.first().copied() else {
            continue;
        };
        let others = hints.len() - 1;
        contents.left_out.add("other than the best of a position, which is its hint", others);
        starts.push((node, best, weight));
    }
    Ok(starts)
}

/// The number of selected moves of a node's position, over all move orders, and those of them that
/// can be a hint, with their weights, in the node's frame.
fn hints(selection: &Selection<'_>, key: PositionKey) -> (usize, Vec<(Step, u32)>) {
    let index = selection.index;
    let mut taken: HashSet<Step> = HashSet::new();
    let mut hints: Vec<(Step, u32)> = Vec::new();
    for found in index.matches(key) {
        for child in index.children(found.node).filter(|child| selection.takes(*child)) {
            let step = index.step(child);
            let step = if key.is_symmetric() {
                step.min(step.mirror())
            } else {
                step.transformed(found.symmetry.inverse())
            };
            let new = taken.insert(step);
            if new
                && !step.is_tenuki()
                && index.key(child).is_some()
                && !selection.is_conditional(child)
            {
                hints.push((step, selection.weight(child)));
            }
        }
    }
    (taken.len(), hints)
}

/// The line of a position in an orientation and colour, with a hash of what a search starts from:
/// the stones, the side to move and the hint.
fn sample(
    selection: &Selection<'_>,
    node: NodeId,
    best: Step,
    weight: u32,
    (frame, first): (Frame, Color),
    head: &BookFileHead,
) -> Option<(u64, String)> {
    let line = selection.index.line(node);
    let steps = line.steps();
    // Moves are written as far back as they alternate.
    let tenuki = steps.iter().rposition(|step| step.is_tenuki());
    let start = tenuki.map_or(0, |at| at + 1).max(steps.len().saturating_sub(SEEN));
    let mut position = CornerPosition::new();
    for (ply, step) in steps[..start].iter().enumerate() {
        position.play(Side::to_move_after(ply), *step).ok()?;
    }
    let color = |ply: usize| match Side::to_move_after(ply) {
        Side::First => first,
        Side::Second => first.opposite(),
    };
    let name = |step: Step| frame.point_of(step, SIZE).ok().map(|point| point.to_gtp(SIZE));
    let mut last = position;
    for (ply, step) in (start..).zip(&steps[start..]) {
        last.play(Side::to_move_after(ply), *step).ok()?;
    }
    let hint = name(best)?;
    let start_text =
        format!("{} {} {hint}", rows(last.board(), frame, first), letter(color(steps.len())));
    let locations: Option<Vec<String>> = steps[start..].iter().map(|step| name(*step)).collect();
    let players = (start..steps.len()).map(|ply| letter(color(ply)));
    let source =
        format!("{}, book {} version {}, line {line}", head.program, head.book, head.version);
    let licence = head.license.as_ref().map(|license| format!(", licence {license}"));
    Some((
        random::hash_text(&start_text),
        Object::default()
            .number("xSize", 19)
            .number("ySize", 19)
            .text("board", &rows(position.board(), frame, first))
            .text("nextPla", letter(color(start)))
            .texts("moveLocs", locations?)
            .texts("movePlas", players)
            .raw("initialTurnNumber", &start.to_string())
            .text("hintLoc", &hint)
            .number("weight", weight.max(1))
            .text("metadata", &(source + &licence.unwrap_or_default()))
            .line(),
    ))
}

const fn letter(color: Color) -> &'static str {
    match color {
        Color::Black => "B",
        Color::White => "W",
    }
}

/// The rows of a line's board, oriented in a frame.
fn rows(board: &Position, frame: Frame, first: Color) -> String {
    let at = |x: u8, y: u8| {
        let step = frame.step_at(Point::new(x, y), SIZE);
        let stone = step.and_then(CornerPosition::point_of).and_then(|point| board.at(point));
        match stone
            .map(|color| (CornerPosition::side_of(color) == Side::First) == (first == Color::Black))
        {
            None => '.',
            Some(true) => 'X',
            Some(false) => 'O',
        }
    };
    (0..19).map(|y| (0..19).map(|x| at(x, y)).collect::<String>() + "/").collect()
}
