//! Negamax with alpha-beta pruning, principal variation search (NegaScout), a transposition table,
//! and selective techniques.

use std::cmp::Reverse;

use super::game::SearchGame;
use super::limits::{MoveValue, SearchLimits, SearchProgress, SearchResult, Techniques};
use super::table::{Bound, Entry, Table};
use super::{WINNING, WON};
use joseki_base::cancel::checkpoint;

/// Beyond every value.
const INFINITE: i32 = WON + 1;
/// Maximum number of plies of a line.
const MAX_PLIES: usize = 128;
/// Number of nodes between two checks of the clock.
const LOOK: u64 = 1024;
/// Half width of the aspiration window around the value of the previous depth.
const ASPIRATION: i32 = 40;
/// Depth reduction after a null move.
const NULL_DEPTH: u32 = 2;
/// Number of moves after which quiet moves are reduced.
const LATE: usize = 4;
/// Binary logarithm of the number of table entries.
const TABLE_BITS: u32 = 18;

/// Searches positions of a game.
///
/// With one thread and without a time limit, the same position with the same techniques gives the
/// same result.
#[derive(Debug)]
pub struct Searcher<G: SearchGame> {
    game: G,
    techniques: Techniques,
    table: Table<G::Move>,
    history: Vec<u32>,
    killers: Vec<[Option<G::Move>; 2]>,
    /// The root moves to search, if not all.
    chosen: Option<Vec<G::Move>>,
    /// Keys of the positions of the game before the start.
    before: Vec<u64>,
    /// Keys of the positions before the start and on the current path.
    path: Vec<u64>,
    limits: SearchLimits,
    nodes: u64,
    /// The depth that is searched.
    depth: u32,
    stopped: bool,
}

/// A move with its rank in the move order.
#[derive(Clone, Copy, Debug)]
struct RankedMove<M> {
    played: M,
    is_quiet: bool,
    /// Its group, its worth, and how often it caused a cut-off.
    rank: (u8, i32, u32),
}

impl<G: SearchGame> Searcher<G> {
    /// Creates a searcher of a position.
    #[must_use]
    pub fn new(game: G, techniques: Techniques) -> Searcher<G> {
        Searcher {
            game,
            techniques,
            table: Table::new(if techniques.table { TABLE_BITS } else { 0 }),
            history: vec![0; G::SLOTS],
            killers: vec![[None; 2]; MAX_PLIES + 1],
            chosen: None,
            before: Vec::new(),
            path: Vec::new(),
            limits: SearchLimits::depth(0),
            nodes: 0,
            depth: 0,
            stopped: false,
        }
    }

    /// Restricts the search to some of the root moves.
    #[must_use]
    pub fn with_moves(self, moves: Vec<G::Move>) -> Searcher<G> {
        Searcher { chosen: Some(moves), ..self }
    }

    /// Counts the positions of the game before the start, by their keys, as occurrences.
    #[must_use]
    pub fn after(self, before: Vec<u64>) -> Searcher<G> {
        Searcher { before, ..self }
    }

    /// Makes a move; the transposition table is kept.
    pub fn play(&mut self, played: G::Move) {
        self.before.push(self.game.key());
        self.game.make(played);
    }

    /// The position.
    #[must_use]
    pub const fn game(&self) -> &G {
        &self.game
    }

    /// Searches the position; `report` is called after each move of the start.
    pub fn search(
        &mut self,
        limits: &SearchLimits,
        report: &mut dyn FnMut(&SearchProgress<G::Move>),
    ) -> SearchResult<G::Move> {
        self.begin(limits);
        let moves = self.root_moves();
        if moves.is_empty() || self.game.is_lost() {
            let value = if self.game.is_lost() { -WON } else { self.without_moves(0) };
            return SearchResult { depth: 0, value, line: Vec::new(), nodes: 0 };
        }
        let mut moves = self.ordered(&moves, None, 0);
        // There is a best move even if the first depth is not finished.
        let mut found = SearchResult {
            depth: 0,
            value: self.game.evaluate(),
            line: vec![moves[0].played],
            nodes: 0,
        };
        let last = limits.depth.min(MAX_PLIES as u32 / 2);
        let first = if self.techniques.deepening { 1 } else { last.max(1) };
        for depth in first..=last {
            self.depth = depth;
            let narrow = self.techniques.aspiration && depth > 1 && found.value.abs() < WINNING;
            let (mut alpha, mut beta) = if narrow {
                (found.value - ASPIRATION, found.value + ASPIRATION)
            } else {
                (-INFINITE, INFINITE)
            };
            loop {
                let (value, line) = self.root(depth, (alpha, beta), &mut moves, &found, report);
                if self.stopped {
                    // A move better than that of the previous depth is taken.
                    if value > alpha && !line.is_empty() {
                        (found.value, found.line) = (value, line);
                    }
                    break;
                }
                if value <= alpha && alpha > -INFINITE {
                    alpha = -INFINITE;
                } else if value >= beta && beta < INFINITE {
                    beta = INFINITE;
                } else {
                    found = SearchResult { depth, value, line, nodes: self.nodes };
                    break;
                }
            }
            if self.stopped || found.value.abs() >= WON - depth as i32 {
                break;
            }
        }
        found.nodes = self.nodes;
        found
    }

    /// The value of every root move to a depth, in the order of the game.
    pub fn values(&mut self, limits: &SearchLimits) -> Vec<MoveValue<G::Move>> {
        let moves = self.root_moves();
        self.values_among(None, &moves, limits)
    }

    /// The values of some moves to a depth, in their order: the root moves, or those after a
    /// root move. Fewer values than moves say that a limit was reached.
    pub fn values_among(
        &mut self,
        after: Option<G::Move>,
        moves: &[G::Move],
        limits: &SearchLimits,
    ) -> Vec<MoveValue<G::Move>> {
        self.begin(limits);
        let first = after.map(|played| (played, self.game.make(played)));
        let mut values = Vec::with_capacity(moves.len());
        for played in moves.iter().copied() {
            let undo = self.game.make(played);
            let value = -self.node(
                limits.depth.saturating_sub(1),
                (-INFINITE, INFINITE),
                1,
                &mut Vec::new(),
            );
            self.game.undo(played, undo);
            if self.stopped {
                break;
            }
            values.push(MoveValue { played, value });
        }
        if let Some((played, undo)) = first {
            self.game.undo(played, undo);
        }
        values
    }

    /// Number of nodes of the last search.
    #[must_use]
    pub const fn nodes(&self) -> u64 {
        self.nodes
    }

    fn root_moves(&self) -> Vec<G::Move> {
        self.chosen.clone().unwrap_or_else(|| {
            let mut moves = Vec::new();
            self.game.moves(&mut moves);
            moves
        })
    }

    fn begin(&mut self, limits: &SearchLimits) {
        self.limits = limits.clone();
        self.nodes = 0;
        self.depth = limits.depth.min(MAX_PLIES as u32);
        self.stopped = false;
        self.killers.fill([None; 2]);
        self.history.iter_mut().for_each(|count| *count /= 8);
        self.path.clone_from(&self.before);
        self.path.push(self.game.key());
    }

    /// Searches the root moves; the best is moved to the front.
    fn root(
        &mut self,
        depth: u32,
        (mut alpha, beta): (i32, i32),
        moves: &mut [RankedMove<G::Move>],
        before: &SearchResult<G::Move>,
        report: &mut dyn FnMut(&SearchProgress<G::Move>),
    ) -> (i32, Vec<G::Move>) {
        if let Some(place) = moves.iter().position(|it| Some(it.played) == before.best()) {
            moves[..=place].rotate_right(1);
        }
        let (mut best, mut line) = (-INFINITE, Vec::new());
        for at in 0..moves.len() {
            let RankedMove { played, is_quiet, .. } = moves[at];
            let mut after = Vec::new();
            let value = self.child(played, depth, (alpha, beta), 0, (at, is_quiet), &mut after);
            if self.stopped {
                break;
            }
            if value > best {
                best = value;
                line = std::iter::once(played).chain(after).collect();
                alpha = alpha.max(value);
            }
            report(&SearchProgress {
                depth,
                value: best,
                line: line.clone(),
                nodes: self.nodes,
                done: at + 1,
                moves: moves.len(),
            });
            if self.techniques.alpha_beta && alpha >= beta {
                break;
            }
        }
        (best, line)
    }

    /// The value of a move for the side that makes it.
    fn child(
        &mut self,
        played: G::Move,
        depth: u32,
        (alpha, beta): (i32, i32),
        ply: usize,
        (at, is_quiet): (usize, bool),
        line: &mut Vec<G::Move>,
    ) -> i32 {
        let Techniques { alpha_beta, nega_scout, .. } = self.techniques;
        let was_threatened = self.game.is_threatened();
        let undo = self.game.make(played);
        self.path.push(self.game.key());
        let deep = depth - 1;
        let window = if alpha_beta { (-beta, -alpha) } else { (-INFINITE, INFINITE) };
        let value = if !(alpha_beta && nega_scout) || at == 0 {
            -self.node(deep, window, ply + 1, line)
        } else {
            let is_late = self.techniques.reductions && at >= LATE && depth >= 3 && is_quiet;
            let less = if is_late && !was_threatened && !self.game.is_forced() {
                G::reduction(depth, at, beta - alpha > 1).min(deep - 1)
            } else {
                0
            };
            let mut value = -self.node(deep - less, (-alpha - 1, -alpha), ply + 1, line);
            if value > alpha && less > 0 {
                value = -self.node(deep, (-alpha - 1, -alpha), ply + 1, line);
            }
            if value > alpha && value < beta {
                value = -self.node(deep, window, ply + 1, line);
            }
            value
        };
        self.path.pop();
        self.game.undo(played, undo);
        value
    }

    /// The value of the node for the side to move, and its principal variation.
    fn node(
        &mut self,
        mut depth: u32,
        (mut alpha, beta): (i32, i32),
        ply: usize,
        line: &mut Vec<G::Move>,
    ) -> i32 {
        line.clear();
        self.count();
        if self.stopped {
            return 0;
        }
        let lost = ply as i32 - WON;
        if self.game.is_lost() {
            return lost;
        }
        let techniques = self.techniques;
        let key = self.game.key();
        if techniques.repetition && self.path[..self.path.len() - 1].contains(&key) {
            return 0;
        }
        let is_threatened = self.game.is_threatened();
        let is_near = ply < (2 * self.depth as usize).min(MAX_PLIES / 2);
        if techniques.extension && is_near && self.game.is_forced() {
            depth += 1;
        }
        if depth == 0 || ply >= MAX_PLIES {
            return if techniques.quiescence && ply < MAX_PLIES {
                self.quiet((alpha, beta), ply)
            } else {
                self.leaf(ply)
            };
        }
        let known = self.known(key);
        if let Some((value, best)) =
            known.and_then(|it| self.decides(it, depth, (alpha, beta), ply))
        {
            line.extend(best);
            return value;
        }
        if techniques.null_move
            && depth > NULL_DEPTH
            && !is_threatened
            && beta.abs() < WINNING
            && beta - alpha == 1
            && self.game.may_pass()
        {
            self.game.pass();
            self.path.push(self.game.key());
            let value =
                -self.node(depth - 1 - NULL_DEPTH, (-beta, 1 - beta), ply + 1, &mut Vec::new());
            self.path.pop();
            self.game.pass();
            if value >= beta && !self.stopped {
                return beta;
            }
        }
        let mut moves = Vec::new();
        self.game.moves(&mut moves);
        if moves.is_empty() {
            return self.without_moves(ply);
        }
        let moves = self.ordered(&moves, known.and_then(|known| known.best), ply);
        let most = if techniques.width { G::most_moves(depth) } else { usize::MAX };
        let window = (alpha, beta);
        let (mut best, mut best_move) = (-INFINITE, None);
        let mut after = Vec::new();
        for (at, RankedMove { played, is_quiet, .. }) in moves.into_iter().enumerate() {
            if at >= most && is_quiet && best > -WINNING {
                break;
            }
            let value = self.child(played, depth, (alpha, beta), ply, (at, is_quiet), &mut after);
            if self.stopped {
                return 0;
            }
            if value > best {
                (best, best_move) = (value, Some(played));
                line.clear();
                line.push(played);
                line.append(&mut after);
            }
            alpha = alpha.max(value);
            if techniques.alpha_beta && alpha >= beta {
                if is_quiet {
                    self.refuted(played, depth, ply);
                }
                break;
            }
        }
        self.remember(key, depth, (best, best_move), window, ply);
        best
    }

    /// Returns the table entry of a position.
    fn known(&self, key: u64) -> Option<Entry<G::Move>> {
        if self.techniques.table { self.table.get(key).copied() } else { None }
    }

    /// Returns the value and the best move of an entry that cuts the node off.
    fn decides(
        &self,
        known: Entry<G::Move>,
        depth: u32,
        (alpha, beta): (i32, i32),
        ply: usize,
    ) -> Option<(i32, Option<G::Move>)> {
        let is_deep = if self.techniques.deeper_entries {
            known.depth >= depth
        } else {
            known.depth == depth
        };
        let value = from_here(known.value, ply);
        let is_enough = match known.bound {
            Bound::Exact => true,
            Bound::Lower => value >= beta,
            Bound::Upper => value <= alpha,
        };
        (is_deep && is_enough && self.techniques.alpha_beta).then_some((value, known.best))
    }

    /// Stores the result of a search with a window.
    fn remember(
        &mut self,
        key: u64,
        depth: u32,
        (value, best): (i32, Option<G::Move>),
        (alpha, beta): (i32, i32),
        ply: usize,
    ) {
        if self.techniques.table {
            let bound = match value {
                _ if value <= alpha => Bound::Upper,
                _ if value >= beta => Bound::Lower,
                _ => Bound::Exact,
            };
            let best = best.filter(|_| bound != Bound::Upper);
            self.table.put(key, depth, to_there(value, ply), bound, best);
        }
    }

    /// The static evaluation of a leaf.
    fn leaf(&self, ply: usize) -> i32 {
        if self.game.is_stuck() { self.without_moves(ply) } else { self.game.evaluate() }
    }

    fn without_moves(&self, ply: usize) -> i32 {
        if self.game.is_drawn_without_moves() { 0 } else { ply as i32 - WON }
    }

    /// Quiescence search: captures only, or all moves where a threat must be answered.
    fn quiet(&mut self, (mut alpha, mut beta): (i32, i32), ply: usize) -> i32 {
        if self.game.is_lost() {
            return ply as i32 - WON;
        }
        // No win is nearer than by the next move.
        beta = beta.min(WON - 1 - ply as i32);
        if alpha >= beta {
            return beta;
        }
        if ply >= MAX_PLIES {
            return self.game.evaluate();
        }
        let key = self.game.key();
        let known = self.known(key);
        if let Some((value, _)) = known.and_then(|it| self.decides(it, 0, (alpha, beta), ply)) {
            return value;
        }
        let window = (alpha, beta);
        let mut moves = Vec::new();
        let is_threatened = self.game.is_threatened();
        let (mut best, mut best_move) = (-INFINITE, None);
        if is_threatened {
            self.game.moves(&mut moves);
            if moves.is_empty() {
                return self.without_moves(ply);
            }
        } else {
            best = self.leaf(ply);
            alpha = alpha.max(best);
            if alpha >= beta || best <= -WINNING {
                return best;
            }
            self.game.tactical_moves(&mut moves);
        }
        moves.sort_by_cached_key(|played| -self.game.gain(*played));
        for played in moves {
            let undo = self.game.make(played);
            self.count();
            let value = if self.stopped { 0 } else { -self.quiet((-beta, -alpha), ply + 1) };
            self.game.undo(played, undo);
            if self.stopped {
                return 0;
            }
            if value > best {
                (best, best_move) = (value, Some(played));
            }
            alpha = alpha.max(value);
            if alpha >= beta {
                break;
            }
        }
        self.remember(key, 0, (best, best_move), window, ply);
        best
    }

    /// Returns moves in order: that of the table, then what takes most, killers, and the others by
    /// worth and history.
    fn ordered(
        &self,
        moves: &[G::Move],
        known: Option<G::Move>,
        ply: usize,
    ) -> Vec<RankedMove<G::Move>> {
        let Techniques { alpha_beta, killers, history, .. } = self.techniques;
        let killed = self.killers[ply];
        let ranked = moves.iter().map(|played| {
            let gain = self.game.gain(*played);
            let group = match () {
                () if known == Some(*played) => 3,
                () if gain > 0 => 2,
                () if killers && killed.contains(&Some(*played)) => 1,
                () => 0,
            };
            let worth = if gain > 0 { gain } else { self.game.worth(*played) };
            let often = if history { self.history[self.game.slot(*played)] } else { 0 };
            RankedMove { played: *played, is_quiet: gain == 0, rank: (group, worth, often) }
        });
        let mut ranked: Vec<_> = ranked.collect();
        if alpha_beta {
            ranked.sort_by_key(|it| Reverse(it.rank));
        }
        ranked
    }

    fn refuted(&mut self, played: G::Move, depth: u32, ply: usize) {
        let count = &mut self.history[self.game.slot(played)];
        *count = count.saturating_add(depth * depth);
        let killed = &mut self.killers[ply];
        if killed[0] != Some(played) {
            *killed = [Some(played), killed[0]];
        }
    }

    fn count(&mut self) {
        if self.nodes >= self.limits.nodes {
            self.stopped = true;
            return;
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(LOOK) {
            self.stopped |= self.limits.is_over() || checkpoint().is_err();
        }
    }
}

/// Converts a stored value, whose wins count plies from its own position, to count from the root.
const fn from_here(value: i32, ply: usize) -> i32 {
    match value {
        WINNING.. => value - ply as i32,
        _ if value <= -WINNING => value + ply as i32,
        _ => value,
    }
}

/// Converts a value, whose wins count plies from the root, to count from its own position.
const fn to_there(value: i32, ply: usize) -> i32 {
    match value {
        WINNING.. => value + ply as i32,
        _ if value <= -WINNING => value - ply as i32,
        _ => value,
    }
}
