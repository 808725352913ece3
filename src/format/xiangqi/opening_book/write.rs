//! The positions of a book of ours, for the opening books of other programs.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

use super::keys::PositionBytes;
use super::{BookRow, OpeningBookKind, add_results};
use crate::book_file::{Contents, Selection};
use crate::xiangqi::record::{RecordNode, XiangqiRecord};
use joseki_base::cancel::{Cancelled, checkpoint};
use joseki_book::{GameCount, Index, NodeData, NodeId, ReportedGames, Verdict};
use joseki_game::xiangqi::{Shift, XiangqiBoard, XiangqiLine};
use joseki_game::{Color, Side, Step, Symmetry, Variant};

/// Books are shown in the mirror of their lines.
const SHOWN: Symmetry = Symmetry::MIRROR_LEFT_RIGHT;

/// Positions with their moves, each in one of its two images.
#[derive(Debug, Default)]
pub struct BookPositions {
    positions: Vec<BookPosition>,
    /// By key and side to move.
    places: HashMap<(u64, Side), usize>,
}

#[derive(Debug)]
struct BookPosition {
    board: XiangqiBoard,
    moves: Vec<BookMove>,
}

#[derive(Debug)]
struct BookMove {
    shift: Shift,
    /// The nodes of the move, by any order that leads to the position.
    nodes: Vec<NodeId>,
    /// Games that the side to move won, drew and lost.
    results: [u32; 3],
}

impl BookPosition {
    /// Returns a move on a board of the same position in the orientation of this one.
    fn orient(&self, board: &XiangqiBoard, shift: Shift) -> Shift {
        let shift = if self.board.is_same_as(board) { shift } else { shift.mirrored() };
        let is_symmetric = self.board.mirrored().is_same_as(&self.board);
        if is_symmetric { shift.min(shift.mirrored()) } else { shift }
    }
}

impl BookPositions {
    /// Collects the positions of the selected moves, in the order of the book.
    ///
    /// # Errors
    /// The work is cancelled.
    pub fn collect(selection: &Selection<'_>) -> Result<BookPositions, Cancelled> {
        let index = selection.index;
        let mut found = BookPositions::default();
        let mut path: Vec<XiangqiLine> = Vec::new();
        for (depth, node) in index.walk() {
            checkpoint()?;
            path.truncate(depth);
            let Some(before) = path.last() else {
                path.push(XiangqiLine::new());
                continue;
            };
            let (board, mut after) = (*before.board(), *before);
            let (side, step) = (board.to_move(), index.step(node));
            // A book holds legal moves only.
            if let (Some(shift), Ok(())) = (step.shift(), after.play(side, step)) {
                if selection.takes(node) {
                    found.add(before.key(side).key, &board, shift, node);
                }
                path.push(after);
            }
        }
        Ok(found)
    }

    fn add(&mut self, key: u64, board: &XiangqiBoard, shift: Shift, node: NodeId) {
        let positions = &mut self.positions;
        let place = *self.places.entry((key, board.to_move())).or_insert_with(|| {
            // As shown.
            positions.push(BookPosition { board: board.mirrored(), moves: Vec::new() });
            positions.len() - 1
        });
        let position = &mut positions[place];
        let shift = position.orient(board, shift);
        match position.moves.iter_mut().find(|other| other.shift == shift) {
            Some(other) => other.nodes.push(node),
            None => position.moves.push(BookMove { shift, nodes: vec![node], results: [0; 3] }),
        }
    }

    /// Adds the result of a game to its moves, each once. The winner is `None` in a draw.
    pub fn count(&mut self, moves: impl Iterator<Item = Shift>, winner: Option<Side>) {
        let mut line = XiangqiLine::new();
        let mut seen: HashSet<(u64, Shift)> = HashSet::new();
        for shift in moves {
            let board = *line.board();
            let side = board.to_move();
            let key = line.key(side).key;
            if let Some(place) = self.places.get(&(key, side)) {
                let position = &mut self.positions[*place];
                let shift = position.orient(&board, shift);
                let found = position.moves.iter_mut().find(|found| found.shift == shift);
                if let Some(found) = found.filter(|_| seen.insert((key, shift))) {
                    let place = winner.map_or(1, |winner| if winner == side { 0 } else { 2 });
                    found.results[place] += 1;
                }
            }
            if line.play(side, Step::from(shift)).is_err() {
                return;
            }
        }
    }

    /// Discards the results that were added.
    pub fn forget_results(&mut self) {
        let moves = self.positions.iter_mut().flat_map(|position| &mut position.moves);
        moves.for_each(|found| found.results = [0; 3]);
    }

    /// Returns the rows of a book file and its contents. `counted` means that results of games were
    /// added; otherwise they are estimated from points: two half points are a win, one is a draw.
    ///
    /// # Errors
    /// The work is cancelled.
    pub fn rows(
        &self,
        kind: OpeningBookKind,
        selection: &Selection<'_>,
        counted: bool,
    ) -> Result<(Vec<BookRow>, Contents), Cancelled> {
        let mut contents = Contents {
            unit: "position",
            entries: self.positions.len(),
            left_out: selection.left_out(),
            ..Contents::default()
        };
        let mut rows: Vec<BookRow> = Vec::new();
        // In an xqb, a position and the one with the sides exchanged have one key.
        let mut places: HashMap<(PositionBytes, u16), usize> = HashMap::new();
        for position in &self.positions {
            checkpoint()?;
            let (key, mut of_position) = position.rows(kind, selection, counted);
            of_position.sort_by_key(|row| (std::cmp::Reverse(row.score), row.code));
            for row in of_position {
                match places.entry((key, row.code)) {
                    Entry::Occupied(place) => rows[*place.get()].join(row),
                    Entry::Vacant(place) => {
                        place.insert(rows.len());
                        rows.push(row);
                    }
                }
            }
        }
        contents.moves = rows.len();
        if kind == OpeningBookKind::BookDat {
            let with = |is: fn(&&BookRow) -> bool| rows.iter().filter(is).count();
            contents.dropped.add("comments and names", with(|row| !row.memo.is_empty()));
            contents.dropped.add("results of games", with(|row| row.results != [0; 3]));
        }
        Ok((rows, contents))
    }
}

impl BookPosition {
    fn rows(
        &self,
        kind: OpeningBookKind,
        selection: &Selection<'_>,
        counted: bool,
    ) -> (PositionBytes, Vec<BookRow>) {
        let index = selection.index;
        let view = kind.views(&self.board)[0];
        let key = view.row_key(kind, &self.board);
        let scores = self.scores(kind, selection);
        let code = |shift| kind.code(view.apply(shift));
        // In an xqb, the position with the sides exchanged may have the mirror image of a move.
        let is_either = kind == OpeningBookKind::Xqb && self.board == self.board.mirrored();
        let rows = self.moves.iter().zip(scores).map(|(found, score)| {
            let data = || found.nodes.iter().filter_map(|node| index.data(*node));
            let mut results = found.results;
            if !counted {
                add_results(&mut results, points_of(index, &found.nodes, self.board.to_move()));
            }
            for reported in data().filter_map(ReportedGames::from_data) {
                if let ReportedGames::Results(games) = reported {
                    add_results(&mut results, games);
                }
            }
            BookRow {
                key: key.clone(),
                code: if is_either {
                    code(found.shift).min(code(found.shift.mirrored()))
                } else {
                    code(found.shift)
                },
                score,
                results,
                is_off: selection.verdict(found.nodes[0]).is_some_and(|it| it.value() < 0),
                memo: memo(data()),
            }
        });
        (view.key, rows.collect())
    }

    /// Returns the scores of the moves: advantages in centipawns of the side to move if every move
    /// has one, otherwise weights. BOOK.DAT has weights only.
    fn scores(&self, kind: OpeningBookKind, selection: &Selection<'_>) -> Vec<i64> {
        let index = selection.index;
        let sign = if self.board.to_move() == Side::First { 1.0 } else { -1.0 };
        let advantage = |found: &BookMove| {
            let mut data = found.nodes.iter().filter_map(|node| index.data(*node));
            let advantage = data.find_map(|data| data.advantage)?;
            Some((100.0 * sign * advantage).round() as i64)
        };
        let advantages: Option<Vec<i64>> = match kind {
            OpeningBookKind::BookDat => None,
            _ => self.moves.iter().map(advantage).collect(),
        };
        advantages.unwrap_or_else(|| {
            let weight = |node: &NodeId| i64::from(selection.weight(*node));
            let heaviest = |found: &BookMove| found.nodes.iter().map(weight).max().unwrap_or(0);
            let weights = self.moves.iter().map(heaviest);
            let most = weights.clone().max().unwrap_or(0);
            match kind {
                // All weights of a position are scaled alike.
                OpeningBookKind::BookDat if most > i64::from(u16::MAX) => {
                    weights.map(|weight| weight * i64::from(u16::MAX) / most).collect()
                }
                _ => weights.collect(),
            }
        })
    }
}

/// Estimates games won, drawn and lost from points, with at most one draw.
fn points_of(index: &Index, nodes: &[NodeId], side: Side) -> [u32; 3] {
    let mut sum = GameCount::default();
    for count in nodes.iter().filter_map(|node| index.count(*node, |_| true)) {
        sum.add(&if side == Side::First { count } else { count.reversed() });
    }
    let (won, drawn) = (sum.half_points / 2, sum.half_points % 2);
    [won, drawn, sum.scored.saturating_sub(won + drawn)]
}

/// The names and comments of a move's nodes, each once.
fn memo<'a>(data: impl Iterator<Item = &'a NodeData>) -> String {
    let mut parts: Vec<String> = Vec::new();
    let alphabet = Variant::XIANGQI.alphabet();
    for data in data {
        let comment = data.comment.as_ref().map(|text| {
            text.render(alphabet, Color::Black, |step| step.transformed(SHOWN).to_string())
        });
        for part in data.names.iter().cloned().chain(comment) {
            if !parts.contains(&part) {
                parts.push(part);
            }
        }
    }
    parts.join("\n")
}

/// Returns a book as a record with variations, the best move of each position first.
///
/// # Errors
/// The work is cancelled.
pub fn book_record(selection: &Selection<'_>) -> Result<(XiangqiRecord, Contents), Cancelled> {
    let index = selection.index;
    let mut contents =
        Contents { unit: "move", left_out: selection.left_out(), ..Contents::default() };
    let mut record = XiangqiRecord::new(XiangqiBoard::new());
    record.comment = memo(index.data(NodeId::ROOT).into_iter());
    let mut waiting = vec![(NodeId::ROOT, None)];
    while let Some((node, parent)) = waiting.pop() {
        checkpoint()?;
        let mut at = parent;
        if let Some(shift) =
            index.step(node).transformed(SHOWN).shift().filter(|_| node != NodeId::ROOT)
        {
            at = Some(record.nodes.len());
            let data = index.data(node);
            let comment = memo(data.into_iter());
            record.nodes.push(RecordNode { parent, shift, comment });
            let has = |says: fn(&NodeData) -> bool| usize::from(data.is_some_and(says));
            contents.dropped.add("verdicts", has(|data| data.verdict.is_some()));
            contents.dropped.add("advantages", has(|data| data.advantage.is_some()));
            contents.dropped.add(
                "tags, marks and other properties",
                has(|data| {
                    !(data.tags.is_empty() && data.marks.is_empty() && data.properties.is_empty())
                }),
            );
            contents.dropped.add("counted games", usize::from(index.tally(node).is_some()));
        }
        let mut children: Vec<NodeId> =
            index.children(node).filter(|child| selection.takes(*child)).collect();
        // The last one is taken first.
        children.sort_by_key(|child| {
            let value = selection.verdict(*child).map_or(0, Verdict::value);
            (value.signum(), selection.weight(*child), std::cmp::Reverse(*child))
        });
        waiting.extend(children.into_iter().map(|child| (child, at)));
    }
    (contents.entries, contents.moves) = (record.nodes.len(), record.nodes.len());
    Ok((record, contents))
}

#[cfg(test)]
mod tests {
    use strum::VariantArray;

    use super::super::{OpeningBook, read_book_dat, write_book_dat};
    use super::*;
    use crate::book_file::{Purpose, SelectionCriteria};
    use crate::dictionary::Importer;
    use crate::sgf::{Limits, read_collection};
    use joseki_book::Forest;

    /// A book with a transposition, both sides, an advantage and a move that is advised against.
    fn book() -> Forest {
        let tree = "(;GM[7]SZ[9:10];B[h2e2]V[0.3]N[central cannon]C[b2e2 is the same](;W[h9g7]JW[3/1/2]\
                    ;B[h0g2];W[b9c7];B[c3c4])(;W[b9c7]DO[];B[h0g2];W[h9g7]))";
        forest(tree)
    }

    fn forest(tree: &str) -> Forest {
        let mut forest = Forest::for_variant(Variant::XIANGQI);
        let mut importer = Importer::new(&mut forest);
        importer.add(&read_collection(tree.as_bytes(), &Limits::default()).unwrap().trees[0]);
        drop(importer);
        forest
    }

    #[test]
    fn a_position_with_the_sides_exchanged_is_the_same_in_an_xqb_alone() {
        // Red loses a move, and Black plays what Red plays at the start of the other line.
        let index = Index::build(forest(
            "(;GM[7]SZ[9:10](;B[h2e2]JW[1/0/0])(;B[a0a1];W[a9a8];B[a1a2];W[a8a9];B[a2a0]\
             ;W[b7e7]JW[2/0/0]))",
        ));
        assert_eq!(rows(OpeningBookKind::Obk, &index).len(), 7);
        let merged = rows(OpeningBookKind::Xqb, &index);
        assert_eq!(merged.len(), 6);
        assert_eq!(merged.iter().filter(|row| row.results == [3, 0, 0]).count(), 1);
    }

    fn rows(kind: OpeningBookKind, index: &Index) -> Vec<BookRow> {
        let weights = vec![70_000; index.len() + 1];
        let criteria =
            SelectionCriteria { min_verdict: Some(Verdict::Mistake), ..Default::default() };
        let selection = Selection::new(index, &weights, &criteria, Purpose::Play);
        let positions = BookPositions::collect(&selection).unwrap();
        positions.rows(kind, &selection, false).unwrap().0
    }

    #[test]
    fn a_book_comes_back_from_every_format() {
        let index = Index::build(book());
        for kind in OpeningBookKind::VARIANTS.iter().copied() {
            let mut written = rows(kind, &index);
            assert_eq!(written.len(), 8, "{kind:?}");
            if kind == OpeningBookKind::BookDat {
                written = read_book_dat(&write_book_dat(&written)).unwrap();
                assert!(written.iter().all(|row| row.score == 65_535), "{written:?}");
            }
            let (sgf, warnings) = OpeningBook::new(kind, written).as_sgf().unwrap();
            assert!(warnings.is_empty(), "{kind:?}: {warnings:?}");
            let forest = forest(&sgf);
            let lines: Vec<String> = forest.lines().map(|(line, _)| line.to_string()).collect();
            // The transposition is followed once.
            assert_eq!(lines.len(), 2, "{kind:?}: {lines:?}");
            let first = forest.node(NodeId::ROOT).children()[0];
            let replies = forest.node(first).children();
            let [played, off] = [0, 1].map(|at| forest.node(replies[at]).data().cloned());
            let (off, played) = (off.unwrap_or_default(), played.unwrap_or_default());
            let said =
                |data: &NodeData| ReportedGames::from_data(data).map(|said| said.to_string());
            if kind == OpeningBookKind::BookDat {
                assert_eq!(said(&played).as_deref(), Some("65535"));
                continue;
            }
            let first = forest.node(first).data().unwrap();
            assert_eq!(first.advantage, Some(0.3), "{kind:?}");
            assert!(first.comment.as_ref().unwrap().template().starts_with("central cannon"));
            assert_eq!((off.verdict, said(&off)), (Some(Verdict::Question), None), "{kind:?}");
            assert_eq!(said(&played).as_deref(), Some("3/1/2"), "{kind:?}");
        }
    }
}
