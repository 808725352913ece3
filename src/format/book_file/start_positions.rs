//! Writes KataGo's start positions: one JSON object per line, from which training games begin.
//!
//! The facts are those of KataGo's `cpp/dataio/sgf.cpp` (`PositionSample`) and
//! `cpp/program/play.cpp`. Rows of the board go from the top, each ended by `/`; `X` is black, `O`
//! white. `moveLocs` and `movePlas` alternate from `nextPla` and are played on that board, so that
//! networks see the last five moves. `hintLoc` is a move that the search examines. Files are found
//! by `.hintposes.txt`, `.startposes.txt` and `.bookposes.txt`. Networks are trained in random
//! orientations, so one of each position is enough.

use std::collections::HashSet;

use super::head::{BookFile, BookFileHead};
use super::json::Object;
use super::selection::Selection;
use crate::book::{CornerPosition, NodeId, PositionKey, Side};
use crate::game::go::{BoardSize, Frame, Point, Position};
use crate::game::{Color, Step};

const SIZE: BoardSize = BoardSize::NINETEEN;
/// The number of moves that networks see.
const SEEN: usize = 5;

/// The start of a search: the stones, the side to move and the hint.
type SampleKey = (String, Color, String);

/// Writes the positions of a book with a move to play, each in every given orientation and colour.
#[must_use]
pub fn start_positions(
    selection: &Selection<'_>,
    head: &BookFileHead,
    ways: &[(Frame, Color)],
) -> BookFile {
    let index = selection.index;
    let mut file =
        BookFile { unit: "position", left_out: selection.left_out(), ..BookFile::default() };
    let mut known: HashSet<u64> = HashSet::new();
    let mut told: HashSet<SampleKey> = HashSet::new();
    let mut text = String::new();
    for node in index.nodes() {
        let Some(key) = index.key(node) else {
            let moves = index.children(node);
            let moves = moves.filter(|child| selection.takes(*child)).count();
            file.left_out.add("not replayable on an empty board", moves);
            continue;
        };
        if !known.insert(key.key) {
            continue;
        }
        let (same, mut hints) = hints(selection, key);
        file.left_out.add("tenukis and conditional moves", same - hints.len());
        hints.sort_by_key(|(step, weight)| (std::cmp::Reverse(*weight), *step));
        let Some((best, weight)) = hints.first().copied() else {
            continue;
        };
        file.left_out.add("other than the best of a position, which is its hint", hints.len() - 1);
        let before = file.entries;
        for (frame, first) in ways {
            let sample = sample(selection, node, best, weight, (*frame, *first), head);
            // Another move order, or another image of the same board, may have written it.
            if let Some((_, line)) = sample.filter(|(at, _)| told.insert(at.clone())) {
                text += &line;
                file.entries += 1;
            }
        }
        file.moves += usize::from(file.entries > before);
    }
    file.bytes = text.into_bytes();
    file
}

/// The number of selected moves of a node's position, over all move orders, and those of them that
/// can be a hint, with their weights, in the node's frame.
fn hints(selection: &Selection<'_>, key: PositionKey) -> (usize, Vec<(Step, u32)>) {
    let index = selection.index;
    let mut taken: HashSet<Step> = HashSet::new();
    let mut hints: Vec<(Step, u32)> = Vec::new();
    for found in index.matches(key) {
        for child in index.children(found.node).filter(|child| selection.takes(*child)) {
            let step = index.step(child).mirror_if(found.mirrored && !key.symmetric);
            let step = if key.symmetric { step.min(step.mirror()) } else { step };
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

fn sample(
    selection: &Selection<'_>,
    node: NodeId,
    best: Step,
    weight: u32,
    (frame, first): (Frame, Color),
    head: &BookFileHead,
) -> Option<(SampleKey, String)> {
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
    let told = (rows(last.board(), frame, first), color(steps.len()), hint.clone());
    let locations: Option<Vec<String>> = steps[start..].iter().map(|step| name(*step)).collect();
    let players = (start..steps.len()).map(|ply| letter(color(ply)));
    let source =
        format!("{}, book {} version {}, line {line}", head.program, head.book, head.version);
    let licence = head.license.as_ref().map(|license| format!(", licence {license}"));
    Some((
        told,
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
