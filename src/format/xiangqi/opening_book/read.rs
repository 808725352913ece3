//! The lines of an opening book: what its moves lead to from the start of a game.

use std::collections::{HashMap, HashSet, VecDeque};

use smallvec::SmallVec;

use super::keys::{PositionBytes, number_key};
use super::{BookRow, OpeningBookKind, RowKey};
use crate::book::SaidGames;
use crate::cancel::{Cancelled, checkpoint};
use crate::format::five::sgf_text::push_property;
use crate::format::xiangqi::record::{RecordNode, XiangqiRecord};
use crate::format::xiangqi::sgf::push_tree;
use crate::game::Side;
use crate::game::xiangqi::{Shift, XiangqiBoard};

/// An opening book that was read.
#[derive(Debug)]
pub struct OpeningBook {
    kind: OpeningBookKind,
    rows: Vec<BookRow>,
    at: HashMap<PositionBytes, SmallVec<[u32; 4]>>,
}

/// What a book says of a move.
#[derive(Clone, Debug, PartialEq)]
struct Entry {
    shift: Shift,
    score: i64,
    results: [u32; 3],
    is_off: bool,
    memo: String,
}

impl OpeningBook {
    /// Creates a book of the rows of a file.
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

    /// The lines of the book from the start of a game, as an SGF tree, and what was left out.
    ///
    /// A position is followed at the shortest line to it. Where the book has a position but not the
    /// move to it, as one for a single side has, the move is added.
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
        warn(lost, "of positions that no line from the start of a game leads to: left out");
        warn(illegal.len(), "illegal in the position: left out");
        warn(added, "added that the file has not, to positions that it has");
        Ok((text, warnings))
    }

    /// The rows of a position with their legal moves; `None` for an illegal one.
    fn rows_at(&self, board: &XiangqiBoard) -> Vec<(u32, Option<Shift>)> {
        let views = self.kind.views(board);
        let mut found: Vec<(u32, Option<Shift>)> = Vec::new();
        for (at, view) in views.iter().enumerate() {
            // A symmetric position has one key.
            if at > 0 && view.key == views[0].key {
                continue;
            }
            for number in self.at.get(&view.key).into_iter().flatten() {
                // What the view does to a move is undone by itself.
                let seen = self.kind.moves(self.rows[*number as usize].code);
                let mut moves = seen.map(|shift| view.seen(shift));
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
    /// By node of the record; `None` for a move that the file does not have.
    entries: Vec<Option<Entry>>,
    /// The positions that were met, by key and side to move.
    met: HashSet<(u64, Side)>,
    pending: VecDeque<(Option<usize>, XiangqiBoard)>,
    /// The nodes whose moves were added, from the start on.
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
            met: HashSet::from([(start.position_key(), start.to_move())]),
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
                for entry in self.entries_at(&board) {
                    self.push(parent, &board, entry.shift, Some(entry));
                }
            }
            // What the file's own moves do not lead to.
            let is_complete = self.used.iter().all(|used| *used);
            let Some(parent) = self.expanded.pop_front().filter(|_| !is_complete) else {
                return Ok(());
            };
            checkpoint()?;
            self.bridge(parent);
        }
    }

    /// Adds the moves after a node that lead to positions of the file that were not met.
    fn bridge(&mut self, parent: Option<usize>) {
        let board = self.record.board_after(parent);
        let is_symmetric = board.mirrored().is_same_as(&board);
        for shift in board.legal_moves() {
            if is_symmetric && shift > shift.mirrored() {
                continue;
            }
            let mut after = board;
            let _ = after.make(shift);
            if self.book.has(&after) && !self.met.contains(&(after.position_key(), after.to_move()))
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
        entry: Option<Entry>,
    ) {
        let at = self.record.nodes.len();
        let comment = entry.as_ref().map_or_else(String::new, |entry| entry.memo.clone());
        self.record.nodes.push(RecordNode { parent, shift, comment });
        self.entries.push(entry);
        let mut after = *board;
        let _ = after.make(shift);
        if self.met.insert((after.position_key(), after.to_move())) {
            self.pending.push_back((Some(at), after));
        }
    }

    /// The moves of a position, the highest score first; in a symmetric one, one of each pair.
    fn entries_at(&mut self, board: &XiangqiBoard) -> Vec<Entry> {
        let is_symmetric = board.mirrored().is_same_as(board);
        let mut entries: Vec<Entry> = Vec::new();
        for (number, shift) in self.book.rows_at(board) {
            let Some(shift) = shift else {
                self.illegal.insert(number);
                continue;
            };
            self.used[number as usize] = true;
            self.illegal.remove(&number);
            let row = &self.book.rows[number as usize];
            let entry = Entry {
                shift: if is_symmetric { shift.min(shift.mirrored()) } else { shift },
                score: row.score,
                results: row.results,
                is_off: row.is_off,
                memo: row.memo.clone(),
            };
            match entries.iter_mut().find(|other| other.shift == entry.shift) {
                Some(other) => other.join(entry),
                None => entries.push(entry),
            }
        }
        entries.sort_by_key(|entry| (std::cmp::Reverse(entry.score), entry.shift));
        entries
    }
}

impl Entry {
    /// Joins what a book says of a move and of its mirror image. A book that counts both images has
    /// the same numbers twice.
    fn join(&mut self, other: Entry) {
        let games = |results: &[u32; 3]| results.iter().map(|games| u64::from(*games)).sum::<u64>();
        if self.results != other.results {
            if games(&other.results) > games(&self.results) {
                self.score = other.score;
            }
            for (own, other) in self.results.iter_mut().zip(other.results) {
                *own = own.saturating_add(other);
            }
        }
        self.is_off &= other.is_off;
        if !self.memo.contains(&other.memo) {
            let joined = [self.memo.as_str(), &other.memo].join("\n");
            self.memo = joined.trim().to_owned();
        }
    }
}

fn push_entry(out: &mut String, kind: OpeningBookKind, entry: &Entry, side: Side) {
    let said = match kind {
        // What it has beside a move says how often to play it.
        OpeningBookKind::BookDat => SaidGames::Plays(entry.score.try_into().unwrap_or(u32::MAX)),
        _ => {
            // In pawns for Red, who is Black in SGF.
            let pawns = entry.score as f64 / if side == Side::First { 100.0 } else { -100.0 };
            push_property(out, "V", &(0.0 + pawns).to_string());
            SaidGames::Results(entry.results)
        }
    };
    if said.plays() > 0 {
        push_property(out, SaidGames::PROPERTY, &said.to_string());
    }
    if entry.is_off {
        push_property(out, "DO", "");
    }
}
