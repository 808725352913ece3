//! The lines of an opening book: what its moves lead to from the start of a game.

use std::collections::{HashMap, HashSet, VecDeque};

use smallvec::SmallVec;

use super::keys::{PositionBytes, number_key};
use super::{BookRow, OpeningBookKind, RowKey};
use crate::five::sgf_text::push_property;
use crate::xiangqi::record::{RecordNode, XiangqiRecord};
use crate::xiangqi::sgf::push_tree;
use joseki_base::cancel::{Cancelled, checkpoint};
use joseki_book::ReportedGames;
use joseki_game::Side;
use joseki_game::xiangqi::{Shift, XiangqiBoard};

/// A parsed opening book.
#[derive(Debug)]
pub struct OpeningBook {
    kind: OpeningBookKind,
    rows: Vec<BookRow>,
    at: HashMap<PositionBytes, SmallVec<[u32; 4]>>,
}

impl OpeningBook {
    /// Creates a book from the rows of a file.
    #[must_use]
    pub fn new(kind: OpeningBookKind, rows: Vec<BookRow>) -> OpeningBook {
        let has_reals = rows.iter().any(|row| matches!(row.key, RowKey::Real(_)));
        let mut at: HashMap<PositionBytes, SmallVec<[u32; 4]>> = HashMap::new();
        for (number, row) in (0..).zip(&rows) {
            let mut add = |key| at.entry(key).or_default().push(number);
            match &row.key {
                RowKey::Integer(key) => {
                    add(number_key(*key as u64));
                    // SQLite keeps a floating-point number without a fraction as an integer.
                    let bits = (*key as f64).to_bits();
                    if has_reals && bits != *key as u64 {
                        add(number_key(bits));
                    }
                }
                RowKey::Real(key) => add(number_key(key.to_bits())),
                RowKey::Bytes(bytes) => {
                    let mut key = PositionBytes::default();
                    if let Some(place) = key.get_mut(..bytes.len()) {
                        place.copy_from_slice(bytes);
                        add(key);
                    }
                }
            }
        }
        OpeningBook { kind, rows, at }
    }

    /// Returns the lines of the book from the start of a game as an SGF tree, and warnings about rows
    /// that were left out.
    ///
    /// Each position is expanded once, on the shortest line to it. A move is added where the book
    /// lacks it but has the position after it, as in a book for one side.
    ///
    /// # Errors
    /// The work is cancelled.
    pub fn as_sgf(&self) -> Result<(String, Vec<String>), Cancelled> {
        let mut walk = Walk::new(self);
        walk.run()?;
        let Walk { record, entries, used, illegal, added, .. } = walk;
        let mut text = String::new();
        push_tree(&mut text, &record, |at, side, out| {
            if let Some(entry) = &entries[at] {
                push_entry(out, self.kind, entry, side);
            }
        });
        let used = used.iter().filter(|used| **used).count();
        let lost = self.rows.len() - used - illegal.len();
        let mut warnings = Vec::new();
        let mut warn = |moves: usize, what: &str| match moves {
            0 => {}
            1 => warnings.push(format!("1 move {what}")),
            _ => warnings.push(format!("{moves} moves {what}")),
        };
        warn(lost, "left out: no line from the start of a game reaches the position");
        warn(illegal.len(), "left out: illegal in the position");
        warn(added, "added, which the file lacks, to reach positions that it has");
        Ok((text, warnings))
    }

    /// Returns the rows of a position with their moves; `None` for an illegal move.
    fn rows_at(&self, board: &XiangqiBoard) -> Vec<(u32, Option<Shift>)> {
        let views = self.kind.views(board);
        let mut found: Vec<(u32, Option<Shift>)> = Vec::new();
        for (at, view) in views.iter().enumerate() {
            // A symmetric position has one key.
            if at > 0 && view.key == views[0].key {
                continue;
            }
            for number in self.at.get(&view.key).into_iter().flatten() {
                let stored = self.kind.moves(self.rows[*number as usize].code);
                let mut moves = stored.map(|shift| view.apply(shift));
                found.push((*number, moves.find(|shift| board.is_legal(*shift).is_ok())));
            }
        }
        found
    }

    fn has(&self, board: &XiangqiBoard) -> bool {
        let rows = self.rows_at(board);
        !rows.is_empty() && rows.iter().all(|(_, shift)| shift.is_some())
    }
}

/// The walk from the start of a game, nearest positions first.
struct Walk<'a> {
    book: &'a OpeningBook,
    record: XiangqiRecord,
    /// The row of each node of the record; `None` for a move that the file lacks.
    entries: Vec<Option<BookRow>>,
    /// Visited positions, by key and side to move.
    visited: HashSet<(u64, Side)>,
    pending: VecDeque<(Option<usize>, XiangqiBoard)>,
    /// Expanded nodes, nearest to the start first.
    expanded: VecDeque<Option<usize>>,
    used: Vec<bool>,
    illegal: HashSet<u32>,
    added: usize,
}

impl Walk<'_> {
    fn new(book: &OpeningBook) -> Walk<'_> {
        let start = XiangqiBoard::new();
        Walk {
            book,
            record: XiangqiRecord::new(start),
            entries: Vec::new(),
            visited: HashSet::from([(start.position_key(), start.to_move())]),
            pending: VecDeque::from([(None, start)]),
            expanded: VecDeque::new(),
            used: vec![false; book.rows.len()],
            illegal: HashSet::new(),
            added: 0,
        }
    }

    fn run(&mut self) -> Result<(), Cancelled> {
        loop {
            while let Some((parent, board)) = self.pending.pop_front() {
                checkpoint()?;
                self.expanded.push_back(parent);
                for (shift, row) in self.entries_at(&board) {
                    self.push(parent, &board, shift, Some(row));
                }
            }
            // The file's own moves do not reach the rest.
            let is_complete = self.used.iter().all(|used| *used);
            let Some(parent) = self.expanded.pop_front().filter(|_| !is_complete) else {
                return Ok(());
            };
            checkpoint()?;
            self.bridge(parent);
        }
    }

    /// Adds the moves after a node that reach positions of the file not visited yet.
    fn bridge(&mut self, parent: Option<usize>) {
        let board = self.record.board_after(parent);
        let is_symmetric = board.mirrored().is_same_as(&board);
        for shift in board.legal_moves() {
            if is_symmetric && shift > shift.mirrored() {
                continue;
            }
            let mut after = board;
            let _ = after.make(shift);
            if self.book.has(&after)
                && !self.visited.contains(&(after.position_key(), after.to_move()))
            {
                self.added += 1;
                self.push(parent, &board, shift, None);
            }
        }
    }

    fn push(
        &mut self,
        parent: Option<usize>,
        board: &XiangqiBoard,
        shift: Shift,
        entry: Option<BookRow>,
    ) {
        let at = self.record.nodes.len();
        let comment = entry.as_ref().map_or_else(String::new, |entry| entry.memo.clone());
        self.record.nodes.push(RecordNode { parent, shift, comment });
        self.entries.push(entry);
        let mut after = *board;
        let _ = after.make(shift);
        if self.visited.insert((after.position_key(), after.to_move())) {
            self.pending.push_back((Some(at), after));
        }
    }

    /// Returns the moves of a position, the highest score first; in a symmetric one, one of each
    /// pair.
    fn entries_at(&mut self, board: &XiangqiBoard) -> Vec<(Shift, BookRow)> {
        let is_symmetric = board.mirrored().is_same_as(board);
        let mut entries: Vec<(Shift, BookRow)> = Vec::new();
        for (number, shift) in self.book.rows_at(board) {
            let Some(shift) = shift else {
                self.illegal.insert(number);
                continue;
            };
            self.used[number as usize] = true;
            self.illegal.remove(&number);
            let shift = if is_symmetric { shift.min(shift.mirrored()) } else { shift };
            let row = self.book.rows[number as usize].clone();
            match entries.iter_mut().find(|(other, _)| *other == shift) {
                Some((_, other)) => other.join(row),
                None => entries.push((shift, row)),
            }
        }
        entries.sort_by_key(|(shift, row)| (std::cmp::Reverse(row.score), *shift));
        entries
    }
}

fn push_entry(out: &mut String, kind: OpeningBookKind, entry: &BookRow, side: Side) {
    let games = match kind {
        // Its weight is how often to play the move.
        OpeningBookKind::BookDat => {
            ReportedGames::Plays(entry.score.try_into().unwrap_or(u32::MAX))
        }
        _ => {
            // In pawns for Red, who is Black in SGF.
            let pawns = entry.score as f64 / if side == Side::First { 100.0 } else { -100.0 };
            push_property(out, "V", &(0.0 + pawns).to_string());
            ReportedGames::Results(entry.results)
        }
    };
    if games.plays() > 0 {
        push_property(out, ReportedGames::PROPERTY, &games.to_string());
    }
    if entry.is_off {
        push_property(out, "DO", "");
    }
}
