//! Wins by force in a book: found by the solvers, carried up the tree, and kept with the moves.

use crate::curate::Curation;
use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::curate::edit::ChangeOutcome;
use crate::error::ServiceError;
use crate::next::candidate::ForcedLine;
use crate::next::searched::forced_win;
use joseki_book::{BookPart, Edit, ForcedResult, Forest, Line, NodeId, Patch};
use joseki_game::five::FiveEnd;
use joseki_game::{Board, Color, Frame, LinePosition, Move, Region, Side, Symmetry, Variant};
use joseki_store::{ChangeKind, ChangeNote};

/// A request for the wins by force of a book.
#[derive(Clone, Debug)]
pub struct SolveBookRequest {
    /// The book.
    pub book: String,
    /// Maximum number of positions of each search.
    pub nodes: u64,
    /// Whether to report the outcome without changing anything.
    pub dry_run: bool,
    /// Author, for the log.
    pub who: String,
}

/// The wins by force of a book.
#[derive(Clone, Debug)]
pub struct SolveBookOutcome {
    /// Different positions of the book.
    pub positions: usize,
    /// Those that the side to move wins.
    pub won: usize,
    /// Those that the side to move loses: every legal move was refuted.
    pub lost: usize,
    /// Those that were not decided because a search reached its number of positions.
    pub limited: usize,
    /// The change of the book: moves have the result as a property.
    pub change: ChangeOutcome,
}

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Solved {
    /// The side to move wins in this number of plies.
    Won(u32),
    /// The side to move loses in this number of plies, whatever it plays.
    Lost(u32),
}

impl Curation<'_> {
    /// Finds the wins by force of a book of five in a row or xiangqi, carries them up the tree, and
    /// keeps them with the moves ([`ForcedResult`]). Results that were kept before are replaced.
    ///
    /// A position is won if a move of the book leads to one that the opponent loses, or if a solver
    /// finds a win; it is lost if every legal move, in the book or not, leads to a win of the
    /// opponent.
    ///
    /// # Errors
    /// Unknown book, book of another game, cancelled work, failed write.
    pub fn solve_book(&self, request: &SolveBookRequest) -> Result<SolveBookOutcome, ServiceError> {
        let store = &self.service.store;
        let Some(info) = store.book(&request.book)? else {
            return Err(self.service.unknown_book(&request.book)?);
        };
        let game = info.variant.game();
        if !game.has_search() {
            return Err(ServiceError::OtherGame {
                feature: "wins by force",
                only: "renju, standard, gomoku and xiangqi",
                book: request.book.clone(),
                game,
            });
        }
        let Some((_, forest)) = store.load_part(&request.book, &BookPart::whole())? else {
            return Err(self.service.unknown_book(&request.book)?);
        };
        let mut solver = BookSolver::new(&forest, request.nodes);
        solver.solve()?;
        let edits = solver.edits();
        let note = ChangeNote::new(ChangeKind::Edit, &request.who, "").with_reason("wins by force");
        let change = self.edit_existing(&request.book, &edits, request.dry_run, &note)?;
        let count = |wanted: fn(&Solved) -> bool| {
            solver.solved.values().flatten().filter(|solved| wanted(solved)).count()
        };
        Ok(SolveBookOutcome {
            positions: solver.solved.len(),
            won: count(|solved| matches!(solved, Solved::Won(_))),
            lost: count(|solved| matches!(solved, Solved::Lost(_))),
            limited: solver.limited,
            change,
        })
    }
}

struct BookSolver<'a> {
    forest: &'a Forest,
    nodes: u64,
    /// The positions of the book by key; `None` for one that is not decided.
    solved: HashMap<u64, Option<Solved>>,
    limited: usize,
}

/// The frame of lines of a whole board as they are stored.
const FRAME: Frame = Frame { region: Region::Board, symmetry: Symmetry::IDENTITY };

impl<'a> BookSolver<'a> {
    fn new(forest: &'a Forest, nodes: u64) -> BookSolver<'a> {
        BookSolver { forest, nodes, solved: HashMap::new(), limited: 0 }
    }

    fn variant(&self) -> Variant {
        self.forest.variant()
    }

    /// Solves all positions, the deepest first, so that what follows a position is known.
    fn solve(&mut self) -> Result<(), ServiceError> {
        let mut nodes: Vec<(usize, NodeId)> = self.forest.walk().collect();
        nodes.sort_by_key(|(depth, id)| (std::cmp::Reverse(*depth), *id));
        // Moves of the book by position: several nodes may have one.
        let mut moves: HashMap<u64, BTreeSet<u64>> = HashMap::new();
        let mut keys = Vec::with_capacity(nodes.len());
        for (_, id) in &nodes {
            let line = self.forest.line(*id);
            let key = self.key(&line);
            let children = self.forest.node(*id).children().iter();
            if let Some(key) = key {
                let next = children.filter_map(|child| self.key(&self.forest.line(*child)));
                moves.entry(key).or_default().extend(next);
            }
            keys.push((key, line));
        }
        for (key, line) in keys {
            let Some(key) = key.filter(|key| !self.solved.contains_key(key)) else { continue };
            let mut is_limited = false;
            let next = moves.get(&key);
            let solved = self.position(&line, next, &mut is_limited)?;
            self.limited += usize::from(is_limited && solved.is_none());
            self.solved.insert(key, solved);
        }
        Ok(())
    }

    fn key(&self, line: &Line) -> Option<u64> {
        let position = LinePosition::replay(self.variant(), line.steps())?;
        Some(position.key(line.to_move()).key)
    }

    fn position(
        &self,
        line: &Line,
        next: Option<&BTreeSet<u64>>,
        is_limited: &mut bool,
    ) -> Result<Option<Solved>, ServiceError> {
        let to_move = Color::from_side(line.to_move());
        let Some(board) = self.board(line) else { return Ok(None) };
        if let Some(over) = over(&board, to_move) {
            return Ok(over);
        }
        // By a move of the book.
        let known = next.into_iter().flatten();
        let known = known.filter_map(|key| self.solved.get(key).copied().flatten());
        let by_book = known.filter_map(|solved| match solved {
            Solved::Lost(plies) => Some(plies + 1),
            Solved::Won(_) => None,
        });
        let by_book = by_book.min();
        let by_solver = self.win(&board, to_move, is_limited)?;
        if let Some(plies) = by_book.into_iter().chain(by_solver).min() {
            return Ok(Some(Solved::Won(plies)));
        }
        self.loss(line, &board, to_move, is_limited)
    }

    /// The plies until the side to move wins by force, if a solver finds that.
    fn win(
        &self,
        board: &Board,
        to_move: Color,
        is_limited: &mut bool,
    ) -> Result<Option<u32>, ServiceError> {
        let found = self.forced(board, to_move, is_limited)?;
        Ok(found.map(|win| match board {
            // The last of these moves mates.
            Board::Xiangqi(_) => 2 * win.moves - 1,
            // An answer and the five follow the last of these moves.
            _ => 2 * win.moves + 1,
        }))
    }

    fn forced(
        &self,
        board: &Board,
        color: Color,
        is_limited: &mut bool,
    ) -> Result<Option<ForcedLine>, ServiceError> {
        // Fours and threats are two searches.
        let searches = if board.five().is_some() { 2 } else { 1 };
        forced_win(board, color, searches * self.nodes, is_limited)
    }

    /// Whether every legal move loses, and in how many plies at most.
    fn loss(
        &self,
        line: &Line,
        board: &Board,
        to_move: Color,
        is_limited: &mut bool,
    ) -> Result<Option<Solved>, ServiceError> {
        let mut longest = 0;
        let mut first = Vec::new();
        // Without a threat there is nothing to prove. In xiangqi a pass would not show one.
        if let Board::Five(_) = board {
            let threat = self.forced(board, to_move.opposite(), is_limited)?;
            let Some(threat) = threat else { return Ok(None) };
            longest = 2 * threat.moves + 1;
            // What is in the way of the threat may meet it.
            first = threat.line;
        }
        let mut moves = legal_moves(board, to_move);
        moves.sort_by_key(|played| !first.contains(played));
        for played in moves {
            match self.after(line, board, to_move, played, is_limited)? {
                Some(plies) => longest = longest.max(plies + 1),
                None => return Ok(None),
            }
        }
        Ok(Some(Solved::Lost(longest)))
    }

    /// The plies until the opponent wins after a move, if that is known or found.
    fn after(
        &self,
        line: &Line,
        board: &Board,
        to_move: Color,
        played: Move,
        is_limited: &mut bool,
    ) -> Result<Option<u32>, ServiceError> {
        let step = FRAME.step_of(played, self.variant().size());
        let known = step.and_then(|step| {
            let mut next = line.clone();
            next.push(step);
            self.solved.get(&self.key(&next)?).copied().flatten()
        });
        match known {
            Some(Solved::Won(plies)) => return Ok(Some(plies)),
            Some(Solved::Lost(_)) => return Ok(None),
            None => {}
        }
        let mut after = board.clone();
        if after.play(to_move, played).is_err() {
            return Ok(None);
        }
        match over(&after, to_move.opposite()) {
            Some(Some(Solved::Won(plies))) => Ok(Some(plies)),
            Some(_) => Ok(None),
            None => self.win(&after, to_move.opposite(), is_limited),
        }
    }

    /// The board of a line; `None` if it cannot be played.
    fn board(&self, line: &Line) -> Option<Board> {
        let size = self.variant().size();
        let mut board = Board::new(self.variant().game(), size);
        for (ply, step) in line.steps().iter().enumerate() {
            let color = Color::from_side(Side::to_move_after(ply));
            let played =
                if step.is_tenuki() { Move::Pass } else { FRAME.move_of(*step, size).ok()? };
            board.play(color, played).ok()?;
        }
        Some(board)
    }

    /// The edits that give every move of the book the result that was found.
    fn edits(&self) -> Vec<Edit> {
        let mut edits = Vec::new();
        for (id, node) in self.forest.nodes() {
            if id == NodeId::ROOT || node.retired {
                continue;
            }
            let line = self.forest.line(id);
            let solved = self.key(&line).and_then(|key| self.solved.get(&key).copied().flatten());
            // The side that made the move is not the one to move.
            let result = solved.map(|solved| match solved {
                Solved::Won(plies) => ForcedResult { is_won: false, plies },
                Solved::Lost(plies) => ForcedResult { is_won: true, plies },
            });
            let before = node.data().map(|data| &data.properties);
            let wanted = with_result(before, result);
            if Some(&wanted) != before && !(before.is_none() && wanted.is_empty()) {
                let patch = Patch { properties: Some(wanted), ..Patch::default() };
                edits.push(Edit::Set { line, patch });
            }
        }
        edits
    }
}

type Properties = BTreeMap<String, BTreeSet<String>>;

fn with_result(before: Option<&Properties>, result: Option<ForcedResult>) -> Properties {
    let mut properties = before.cloned().unwrap_or_default();
    let name = ForcedResult::PROPERTY.to_owned();
    match result {
        Some(result) => properties.insert(name, BTreeSet::from([result.to_string()])),
        None => properties.remove(&name),
    };
    properties
}

/// The result of a game that is over, for the side that would move; `None` if it goes on, and an
/// inner `None` for a draw.
fn over(board: &Board, to_move: Color) -> Option<Option<Solved>> {
    match board {
        Board::Five(board) => board.end().map(|end| match end {
            FiveEnd::Five(winner) if winner != to_move => Some(Solved::Lost(0)),
            FiveEnd::Five(_) => Some(Solved::Won(0)),
            FiveEnd::Draw => None,
        }),
        // A side without a legal move has lost.
        Board::Xiangqi(board) => board.legal_moves().is_empty().then_some(Some(Solved::Lost(0))),
        _ => Some(None),
    }
}

fn legal_moves(board: &Board, to_move: Color) -> Vec<Move> {
    match board {
        Board::Five(five) => {
            let points = five.size().points().map(Move::Play);
            points.filter(|played| board.is_legal(to_move, *played).is_ok()).collect()
        }
        Board::Xiangqi(board) => board.legal_moves().into_iter().map(Move::Shift).collect(),
        _ => Vec::new(),
    }
}
