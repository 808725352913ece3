//! Mates: a win by force against every defence.

use std::collections::HashMap;
use std::sync::Arc;

use super::position::{XiangqiPosition, XiangqiSearchUndo};
use super::{XiangqiParts, XiangqiWeights};
use crate::{MoveValue, SearchGame, SearchLimits, Searcher, Techniques, WINNING, WON};
use joseki_base::cancel::{Cancelled, checkpoint};
use joseki_game::Side;
use joseki_game::xiangqi::{Shift, XiangqiBoard};

/// The longest mate that is looked for, in moves of the side that mates.
pub const MAX_MATE_LENGTH: u32 = 20;

/// Up to this length every move is tried; in longer mates a quiet move must threaten a mate.
const WHOLE: u32 = 2;

/// Up to this number of replies, or of own moves, every quiet move is tried: zugzwang is likely.
const FEW_REPLIES: usize = 6;
const FEW_MOVES: usize = 14;

/// Initial number of positions per length in the search for threats of threats.
const SLICE: u64 = 50_000;

/// Minimum number of positions for the line and the other first moves.
const LINE_NODES: u64 = 200_000;

/// A mate that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mate {
    /// Moves of the side that mates.
    pub mate_in: u32,
    /// All first moves that were found to mate in that number.
    pub first: Vec<Shift>,
    /// A line with the longest defence; it ends early where every reply is a perpetual check.
    pub line: Vec<Shift>,
}

/// Result of a search for a mate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MateAnswer {
    /// A mate.
    Mate(Mate),
    /// None of the length asked for, as far as it was searched.
    None,
    /// The search reached its limit of positions.
    Unknown,
}

/// Searches for a mate in at most `most` moves of the side to move, within `nodes` positions.
///
/// At each length, mates by checks come first, then those with quiet moves that threaten such a mate.
/// What is left is for the ordinary search, which tries every move, and then for quiet moves that
/// threaten a mate of either kind. Up to two moves every move is tried, so that their length is the
/// minimum.
///
/// # Errors
/// The work is cancelled.
pub fn solve_mate(board: XiangqiBoard, most: u32, nodes: u64) -> Result<MateAnswer, Cancelled> {
    // What is kept up with each move; more would cost more than it orders.
    let weights = XiangqiWeights::source().with_parts(XiangqiParts::first(2));
    let position = XiangqiPosition::new(board, Arc::new(weights));
    let mut search = MateSearch {
        root: position.key(),
        position,
        path: Vec::new(),
        known: HashMap::new(),
        good: vec![0; XiangqiPosition::SLOTS],
        refuted: [None; MAX_MATE_LENGTH as usize + 1],
        by_repetition: 0,
        left: nodes,
        reserved: 0,
        is_stopped: false,
        is_cancelled: false,
    };
    let lengths = 1..=most.min(MAX_MATE_LENGTH);
    let first =
        lengths.clone().flat_map(|moves| [(moves, Attack::Checks), (moves, Attack::Threats)]);
    for (moves, kind) in first {
        match search.try_length(moves, kind, nodes / 2)? {
            Tried::Found => return search.answer(moves, kind),
            Tried::None => {}
            Tried::Stopped => break,
        }
    }
    if most > WHOLE
        && let Some(mate) = search.by_search(most)?
    {
        return Ok(MateAnswer::Mate(mate));
    }
    // Threats of threats: each length in turn, with more positions each time.
    let mut open: Vec<u32> = lengths.collect();
    let mut slice = SLICE;
    while !open.is_empty() && search.left > 0 {
        let mut still = Vec::new();
        for moves in open {
            match search.try_length(moves, Attack::Quiet, search.left.saturating_sub(slice))? {
                Tried::Found => return search.answer(moves, Attack::Quiet),
                Tried::None => {}
                Tried::Stopped => still.push(moves),
            }
        }
        open = still;
        slice *= 2;
    }
    Ok(if open.is_empty() { MateAnswer::None } else { MateAnswer::Unknown })
}

/// The moves that are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Attack {
    /// Checks.
    Checks,
    /// Quiet moves too, if they threaten a mate by checks.
    Threats,
    /// Quiet moves too, if they threaten a mate by the moves above.
    Quiet,
}

impl Attack {
    /// The attack that a quiet move must threaten; `None` if quiet moves are not searched.
    const fn threat(self) -> Option<Attack> {
        match self {
            Attack::Checks => None,
            Attack::Threats => Some(Attack::Checks),
            Attack::Quiet => Some(Attack::Threats),
        }
    }
}

/// What became of the search for a mate of some length.
#[derive(Clone, Copy, Debug)]
enum Tried {
    Found,
    None,
    /// The nodes were used up.
    Stopped,
}

/// A move on the way.
#[derive(Clone, Copy, Debug)]
struct Step {
    /// The position after it.
    key: u64,
    mover: Side,
    is_check: bool,
}

struct MateSearch {
    position: XiangqiPosition,
    /// The position at the start, and the moves since.
    root: u64,
    path: Vec<Step>,
    /// Whether the side to move mates in a number of moves, by position.
    known: HashMap<(u64, u32, Attack), bool>,
    /// How often a move mated, longer mates more, by its number.
    good: Vec<u32>,
    /// The last defence against mates of each length.
    refuted: [Option<Shift>; MAX_MATE_LENGTH as usize + 1],
    /// How often a repetition decided.
    by_repetition: u64,
    /// Nodes left.
    left: u64,
    /// Nodes reserved for later.
    reserved: u64,
    /// Whether the unreserved nodes are used up.
    is_stopped: bool,
    is_cancelled: bool,
}

impl MateSearch {
    /// Searches for a mate in at most `moves`, reserving `reserved` nodes for later searches.
    fn try_length(&mut self, moves: u32, kind: Attack, reserved: u64) -> Result<Tried, Cancelled> {
        (self.reserved, self.is_stopped) = (reserved, self.left <= reserved);
        let found = self.attack(moves, kind);
        match (self.is_cancelled, self.is_stopped, found) {
            (true, ..) => Err(Cancelled),
            (_, true, _) => Ok(Tried::Stopped),
            (_, _, true) => Ok(Tried::Found),
            _ => Ok(Tried::None),
        }
    }

    /// Whether the side to move is mated in `moves` moves of the other side, counting the one just
    /// made, against any defence.
    fn is_lost(&mut self, moves: u32) -> bool {
        let replies = self.position.board().legal_moves();
        replies.into_iter().all(|reply| {
            moves > 1
                && self.after(reply, |search| {
                    let mut legal = search.position.board().legal_moves().into_iter();
                    legal.any(|played| search.after(played, |search| search.is_lost(moves - 1)))
                })
        })
    }

    /// A mate found by alpha-beta search, with half of the remaining nodes.
    fn by_search(&mut self, most: u32) -> Result<Option<Mate>, Cancelled> {
        let mut searcher = Searcher::new(self.position.clone(), Techniques::ALL);
        let depth = (2 * most).saturating_sub(1);
        let limits = SearchLimits { depth, ..SearchLimits::nodes(self.left / 2) };
        let found = searcher.search(&limits, &mut |_| ());
        self.left = self.left.saturating_sub(searcher.nodes());
        checkpoint()?;
        let mate_in = moves_to_mate(found.value);
        let Some(best) = found.best().filter(|_| (1..=most).contains(&mate_in)) else {
            return Ok(None);
        };
        // Such mates are rare, and repeated searches mostly hit the transposition table.
        let mut nodes = self.left.max(LINE_NODES);
        let mut others = self.position.board().legal_moves();
        others.retain(|played| *played != best);
        let limits = |nodes| SearchLimits { depth: found.depth, ..SearchLimits::nodes(nodes) };
        let values = searcher.values_among(None, &others, &limits(nodes / 2));
        let mates = |it: &MoveValue<Shift>| (it.value == found.value).then_some(it.played);
        let mut first: Vec<Shift> = values.iter().filter_map(mates).chain([best]).collect();
        first.sort_unstable();
        // The line of the first search may be cut short.
        let (mut line, mut left) = (vec![best], WON - found.value);
        searcher.play(best);
        while !searcher.game().is_stuck() {
            nodes = nodes.saturating_sub(searcher.nodes());
            left -= 1;
            let next = searcher.search(&limits(nodes), &mut |_| ());
            let Some(played) = next.best().filter(|_| WON - next.value.abs() <= left) else {
                break;
            };
            line.push(played);
            searcher.play(played);
        }
        checkpoint()?;
        Ok(Some(Mate { mate_in, first, line }))
    }

    /// The mate that was found, with its line.
    fn answer(&mut self, moves: u32, kind: Attack) -> Result<MateAnswer, Cancelled> {
        // Repeated searches hit the table, so few nodes are needed.
        (self.left, self.reserved) = (self.left.max(LINE_NODES), 0);
        let mate = self.mate(moves, kind);
        match (self.is_cancelled, self.is_stopped) {
            (true, _) => Err(Cancelled),
            (_, true) => Ok(MateAnswer::Unknown),
            _ => Ok(MateAnswer::Mate(mate)),
        }
    }

    fn count(&mut self) {
        self.left = self.left.saturating_sub(1);
        self.is_cancelled |= self.left.is_multiple_of(256) && checkpoint().is_err();
        self.is_stopped |= self.left <= self.reserved || self.is_cancelled;
    }

    fn make(&mut self, played: Shift) -> XiangqiSearchUndo {
        self.count();
        let mover = self.position.board().to_move();
        let undo = self.position.make(played);
        let is_check = self.position.board().is_check();
        self.path.push(Step { key: self.position.key(), mover, is_check });
        undo
    }

    fn undo(&mut self, played: Shift, undo: XiangqiSearchUndo) {
        self.path.pop();
        self.position.undo(played, undo);
    }

    /// Runs a function after a move, which is then taken back.
    fn after<T>(&mut self, played: Shift, then: impl FnOnce(&mut MateSearch) -> T) -> T {
        let undo = self.make(played);
        let value = then(self);
        self.undo(played, undo);
        value
    }

    /// Returns the side that loses because the last move repeats a position: since then it has given
    /// check by each move, and the other side has not.
    fn perpetual(&mut self) -> Option<Side> {
        let loser = self.perpetual_checker();
        self.by_repetition += u64::from(loser.is_some());
        loser
    }

    fn perpetual_checker(&self) -> Option<Side> {
        let last = self.path.last()?;
        let before = &self.path[..self.path.len() - 1];
        let since = match before.iter().rposition(|step| step.key == last.key) {
            Some(place) => &self.path[place + 1..],
            None if self.root == last.key => &self.path[..],
            None => return None,
        };
        let checks = |side: Side| {
            let mut moves = since.iter().filter(|step| step.mover == side);
            moves.all(|step| step.is_check)
        };
        match [Side::First, Side::Second].map(checks) {
            [true, false] => Some(Side::First),
            [false, true] => Some(Side::Second),
            _ => None,
        }
    }

    /// Whether the side to move mates in at most `moves` moves.
    fn attack(&mut self, moves: u32, kind: Attack) -> bool {
        if moves == 0 || self.is_stopped {
            return false;
        }
        let key = (self.position.key(), moves, kind);
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let by_repetition = self.by_repetition;
        // A mate by a narrower attack needs no wider one.
        let found = kind.threat().is_some_and(|less| self.attack(moves, less))
            || self.first_mate(moves, kind).is_some();
        // A mate by repetition holds only after the moves that led here.
        if !self.is_stopped && (!found || self.by_repetition == by_repetition) {
            self.known.insert(key, found);
        }
        found
    }

    /// A move that mates in at most `moves` moves.
    fn first_mate(&mut self, moves: u32, kind: Attack) -> Option<Shift> {
        let mut legal = self.position.board().legal_moves();
        // History heuristic: moves that mated elsewhere come first.
        legal.sort_by_key(|played| std::cmp::Reverse(self.good[played.index()]));
        let found = legal.into_iter().find(|played| self.mates(*played, moves, kind))?;
        self.good[found.index()] += moves * moves;
        Some(found)
    }

    /// Whether a move mates in at most `moves` moves.
    fn mates(&mut self, played: Shift, moves: u32, kind: Attack) -> bool {
        self.after(played, |search| {
            let board = search.position.board();
            let (is_check, defender) = (board.is_check(), board.to_move());
            if search.perpetual() == Some(defender) {
                return true;
            }
            if !is_check && !kind.threat().is_some_and(|threat| search.threatens(moves, threat)) {
                return false;
            }
            search.defence(moves - 1, kind).is_none()
        })
    }

    /// Whether a quiet move is worth a look: the other side may move as it likes, and mate follows.
    /// Where there are few moves, having to move may be what loses.
    fn threatens(&mut self, moves: u32, threat: Attack) -> bool {
        if moves <= WHOLE || self.position.board().legal_moves().len() <= FEW_REPLIES {
            return true;
        }
        self.position.pass();
        let found = self.position.board().legal_moves().len() <= FEW_MOVES
            || self.attack(moves - 1, threat);
        self.position.pass();
        found
    }

    /// A reply after which the other side does not mate in `moves` moves; `None` if all lose.
    fn defence(&mut self, moves: u32, kind: Attack) -> Option<Shift> {
        let mut replies = self.position.board().legal_moves();
        if moves == 0 {
            return replies.first().copied();
        }
        // Killer move: what refuted other moves is the likeliest defence, then captures.
        let refuted = self.refuted[moves as usize];
        replies.sort_by_cached_key(|reply| (refuted != Some(*reply), -self.position.gain(*reply)));
        let found = replies.into_iter().find(|reply| {
            let mover = self.position.board().to_move();
            let loses = |search: &mut MateSearch| {
                search.perpetual() == Some(mover) || search.attack(moves, kind)
            };
            self.is_stopped || !self.after(*reply, loses)
        });
        self.refuted[moves as usize] = found.or(refuted);
        found
    }

    fn mate(&mut self, mate_in: u32, kind: Attack) -> Mate {
        let legal = self.position.board().legal_moves();
        let first: Vec<Shift> = legal
            .into_iter()
            .filter(|played| {
                self.mates(*played, mate_in, kind)
                    || mate_in <= WHOLE && self.after(*played, |search| search.is_lost(mate_in))
            })
            .collect();
        let mut line = Vec::new();
        let mut undos = Vec::new();
        let mut left = mate_in;
        let mut next = first.first().copied();
        while let Some(played) = next {
            undos.push((played, self.make(played)));
            line.push(played);
            if line.len().is_multiple_of(2) {
                let legal = self.position.board().legal_moves();
                next = legal.into_iter().find(|played| self.mates(*played, left, kind));
                continue;
            }
            left -= 1;
            // The defence that lasts longest.
            let replies = self.position.board().legal_moves();
            let lasts = |search: &mut MateSearch, reply: Shift| {
                let mover = search.position.board().to_move();
                let least = |search: &mut MateSearch| {
                    if search.perpetual() == Some(mover) {
                        return 0;
                    }
                    (1..=left).find(|moves| search.attack(*moves, kind)).unwrap_or(left)
                };
                search.after(reply, least)
            };
            let lengths = replies.into_iter().map(|reply| (lasts(self, reply), reply));
            let longest = lengths.max_by_key(|(moves, reply)| (*moves, std::cmp::Reverse(*reply)));
            left = longest.map_or(0, |(moves, _)| moves);
            // Where every reply loses by perpetual check, the line ends.
            next = longest.filter(|(moves, _)| *moves > 0).map(|(_, reply)| reply);
        }
        for (played, undo) in undos.into_iter().rev() {
            self.undo(played, undo);
        }
        Mate { mate_in, first, line }
    }
}

/// Returns the number of moves of the side to move until it mates; 0 for other values.
fn moves_to_mate(value: i32) -> u32 {
    if value >= WINNING { (WON - value).unsigned_abs().div_ceil(2) } else { 0 }
}
