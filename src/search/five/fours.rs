//! Victory by continuous fours (VCF): every attacking move makes a four.

use std::collections::HashMap;

use super::stones::FiveStones;
use super::win::{DefenceAnswer, ForcedWin, Refutation, WinAnswer};
use crate::SearchLimits;
use joseki_base::cancel::{Cancelled, checkpoint};
use joseki_game::five::{FiveBoard, FiveRules, LineClass};
use joseki_game::go::{PointSet, zobrist};
use joseki_game::{Color, Point};

/// Length of the longest win whose first moves are listed, in moves of the attacker.
pub const MAX_LISTED_LENGTH: u32 = 15;

/// Finds the shortest win by fours of a colour that is to move, with every first move, within
/// limits.
///
/// An attacking move makes a four and is not forbidden; the answer is the one point that blocks it.
/// If an answer makes a four, it must be met by a five, or by a four that blocks it.
///
/// # Errors
/// The caller no longer waits.
pub fn solve_fours(
    board: &FiveBoard,
    attacker: Color,
    limits: &SearchLimits,
) -> Result<WinAnswer, Cancelled> {
    let mut search = FourSearch::new(FiveStones::new(board.clone()), attacker, limits);
    let Some(line) = search.winning_line() else { return search.without_win() };
    let first = search.first_moves();
    if search.is_cancelled {
        return Err(Cancelled);
    }
    let refutation = search.refutation(&line);
    Ok(WinAnswer::Win(ForcedWin {
        moves: refutation.moves(),
        first,
        is_complete: !search.is_stopped(),
        line: refutation.line(),
        refutation: Some(refutation),
    }))
}

/// The answer that takes the first of two points of a five.
pub(super) fn other_five(fives: &[Point]) -> Option<DefenceAnswer> {
    let [defence, five, ..] = *fives else { return None };
    let then = Refutation { attack: five, answers: Vec::new(), otherwise: Vec::new() };
    Some(DefenceAnswer { defence, then })
}

/// Number of positions between two looks at the clock and whether the caller still waits.
const LOOK: u64 = 64;

/// A move that makes a four.
#[derive(Clone, Copy, Debug)]
struct FourMove {
    point: Point,
    /// The only answer; none if the attacker makes a five whatever the answer.
    answer: Option<Point>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FourOutcome {
    Win,
    /// No win, however long.
    None,
    /// No win in up to this number of moves.
    TooLong,
}

/// What is known of a position with the attacker to move.
#[derive(Clone, Copy, Debug)]
struct KnownFours {
    /// A win in this number of moves.
    wins_in: u32,
    /// No win in up to this number of moves.
    none_in: u32,
}

impl KnownFours {
    const NOTHING: KnownFours = KnownFours { wins_in: u32::MAX, none_in: 0 };

    const fn outcome(self, moves: u32) -> Option<FourOutcome> {
        match (self.wins_in <= moves, self.none_in) {
            (true, _) => Some(FourOutcome::Win),
            (false, u32::MAX) => Some(FourOutcome::None),
            (false, none_in) if none_in >= moves => Some(FourOutcome::TooLong),
            _ => None,
        }
    }
}

/// A search for wins by fours of one colour.
#[derive(Debug)]
pub(super) struct FourSearch {
    pub(super) stones: FiveStones,
    attacker: Color,
    known: HashMap<u64, KnownFours>,
    nodes: u64,
    limits: SearchLimits,
    is_over: bool,
    is_cancelled: bool,
}

impl FourSearch {
    pub(super) fn new(stones: FiveStones, attacker: Color, limits: &SearchLimits) -> FourSearch {
        FourSearch {
            stones,
            attacker,
            known: HashMap::new(),
            nodes: 0,
            limits: limits.clone(),
            is_over: false,
            is_cancelled: false,
        }
    }

    pub(super) const fn is_stopped(&self) -> bool {
        self.nodes >= self.limits.nodes || self.is_over || self.is_cancelled
    }

    /// Continues without limits of positions and time, to write down a win that was found. Returns the
    /// limits.
    pub(super) fn lift_limits(&mut self) -> SearchLimits {
        self.is_over = false;
        std::mem::replace(&mut self.limits, SearchLimits::depth(u32::MAX))
    }

    /// Sets the limits of time again, and whether the search is over by them.
    pub(super) fn limit_time(&mut self, limits: SearchLimits) {
        self.limits = SearchLimits { nodes: u64::MAX, ..limits };
        self.is_over = self.limits.is_over();
    }

    /// Counts a position.
    pub(super) fn count(&mut self) {
        self.nodes += 1;
        if self.nodes.is_multiple_of(LOOK) {
            self.is_cancelled |= checkpoint().is_err();
            self.is_over |= self.limits.is_over();
        }
    }

    pub(super) const fn is_cancelled(&self) -> bool {
        self.is_cancelled
    }

    /// What a search says that found no win.
    pub(super) const fn without_win(&self) -> Result<WinAnswer, Cancelled> {
        match (self.is_cancelled, self.is_stopped()) {
            (true, _) => Err(Cancelled),
            (false, true) => Ok(WinAnswer::Unknown),
            (false, false) => Ok(WinAnswer::None),
        }
    }

    /// The shortest win of an attacker without a five: his moves and their answers.
    pub(super) fn shortest(&mut self) -> Option<Vec<Point>> {
        for moves in 1.. {
            match self.wins(moves) {
                FourOutcome::None => return None,
                FourOutcome::TooLong if self.is_stopped() => return None,
                FourOutcome::TooLong => {}
                FourOutcome::Win => return Some(self.line(moves)),
            }
        }
        None
    }

    /// The shortest win, if it is found among a number of positions.
    pub(super) fn shortest_within(&mut self, nodes: u64) -> Option<Vec<Point>> {
        let limit = self.limits.nodes;
        self.limits.nodes = limit.min(self.nodes + nodes);
        let found = self.shortest();
        self.limits.nodes = limit;
        found
    }

    /// Every first move of a win of at most [`MAX_LISTED_LENGTH`] moves, or of a five, in reading order.
    pub(super) fn first_moves(&mut self) -> Vec<Point> {
        let fives = self.stones.board().points_making(self.attacker, LineClass::Five);
        if !fives.is_empty() {
            return fives.iter().collect();
        }
        let mut first = Vec::new();
        for attack in self.attacks() {
            let mut moves = 1..=MAX_LISTED_LENGTH;
            if moves.any(|moves| self.wins_with(&attack, moves) == FourOutcome::Win) {
                first.push(attack.point);
            }
        }
        first.sort_unstable();
        first
    }

    /// The shortest win, or a five; `None` if none is found.
    pub(super) fn winning_line(&mut self) -> Option<Vec<Point>> {
        let fives = self.stones.board().points_making(self.attacker, LineClass::Five);
        fives.first().map(|five| vec![five]).or_else(|| self.shortest())
    }

    /// The win along a line, as [`FourSearch::winning_line`] returns it, against every defence.
    pub(super) fn refutation(&mut self, line: &[Point]) -> Refutation {
        // A win has a move.
        let attack = line.first().copied().unwrap_or(Point::new(0, 0));
        let board = self.stones.board();
        let fives: Vec<Point> = match board.classes_made(self.attacker, attack) {
            made if made.contains(&LineClass::Five) => Vec::new(),
            _ => board.fives_through(self.attacker, attack).collect(),
        };
        let answers = match line[..] {
            [attack, defence, ..] => {
                let then = self.with(attack, defence, |search| search.refutation(&line[2..]));
                vec![DefenceAnswer { defence, then }]
            }
            _ => other_five(&fives).into_iter().collect(),
        };
        let otherwise = fives.into_iter().take(1).collect();
        Refutation { attack, answers, otherwise }
    }

    /// The points where a stone of the defender can change a win as it is.
    pub(super) fn points_that_matter(&mut self, line: &[Point]) -> PointSet {
        if self.relies_on_fouls(line) {
            return PointSet::all(self.stones.board().size());
        }
        let board = self.stones.board();
        let fours = board.points_making(self.attacker.opposite(), LineClass::Four);
        line.iter().fold(fours, |points, point| points.union(board.seen_from(*point)))
    }

    /// Whether a win depends on threes of Black that may not count, which distant stones can change.
    fn relies_on_fouls(&mut self, line: &[Point]) -> bool {
        match *line {
            [point, ..] if self.attacker == Color::Black => {
                self.stones.board().may_be_foul(point)
                    || matches!(*line, [_, answer, ref rest @ ..]
                        if self.with(point, answer, |search| search.relies_on_fouls(rest)))
            }
            [point, ref rest @ ..] if self.stones.board().rules() == FiveRules::Renju => {
                let fives: Vec<Point> =
                    self.stones.board().fives_through(Color::White, point).collect();
                self.stones.place(Color::White, point);
                let may_be = fives.into_iter().any(|five| self.stones.board().may_be_foul(five));
                self.stones.remove(Color::White, point);
                may_be
                    || matches!(*rest, [answer, ref rest @ ..]
                        if self.with(point, answer, |search| search.relies_on_fouls(rest)))
            }
            _ => false,
        }
    }

    /// Whether a line of a win still wins as it is, after another move of the defender.
    pub(super) fn still_wins(&mut self, line: &[Point]) -> bool {
        let [point, ref rest @ ..] = *line else { return false };
        let board = self.stones.board();
        let makes_four =
            board.classes_made(self.attacker, point).iter().max() >= Some(&LineClass::Four);
        let threats = board.points_making(self.attacker.opposite(), LineClass::Five);
        let meets = threats.iter().all(|threat| threat == point);
        if board.at(point).is_some() || !makes_four || !meets {
            return false;
        }
        match (self.four(point), rest) {
            (Some(FourMove { answer: None, .. }), _) => true,
            (Some(FourMove { answer: Some(answer), .. }), [expected, rest @ ..])
                if answer == *expected =>
            {
                self.with(point, answer, |search| search.still_wins(rest))
            }
            _ => false,
        }
    }

    /// Whether the attacker, who is to move and has no five, wins in at most a number of moves.
    fn wins(&mut self, moves: u32) -> FourOutcome {
        let key = self.stones.key();
        if let Some(outcome) = self.known.get(&key).and_then(|known| known.outcome(moves)) {
            return outcome;
        }
        if self.is_stopped() || moves == 0 {
            return FourOutcome::TooLong;
        }
        self.count();
        let attacks = self.attacks();
        let mut outcome = FourOutcome::None;
        if attacks.iter().any(|attack| attack.answer.is_none()) {
            outcome = FourOutcome::Win;
        } else {
            for attack in attacks {
                match self.wins_with(&attack, moves) {
                    FourOutcome::Win => {
                        outcome = FourOutcome::Win;
                        break;
                    }
                    FourOutcome::TooLong => outcome = FourOutcome::TooLong,
                    FourOutcome::None => {}
                }
            }
        }
        let is_stopped = self.is_stopped();
        let known = self.known.entry(key).or_insert(KnownFours::NOTHING);
        match outcome {
            FourOutcome::Win => known.wins_in = known.wins_in.min(moves),
            FourOutcome::None => known.none_in = u32::MAX,
            // A stopped search proves nothing.
            FourOutcome::TooLong if is_stopped => {}
            FourOutcome::TooLong => known.none_in = known.none_in.max(moves),
        }
        outcome
    }

    /// Whether a move wins, in at most a number of moves with it.
    fn wins_with(&mut self, attack: &FourMove, moves: u32) -> FourOutcome {
        let Some(answer) = attack.answer else { return FourOutcome::Win };
        // A position that was searched before need not be set up.
        let (attacker, defender) = (self.attacker, self.attacker.opposite());
        let key = self.stones.key() ^ zobrist(attacker, attack.point) ^ zobrist(defender, answer);
        if let Some(outcome) = self.known.get(&key).and_then(|known| known.outcome(moves - 1)) {
            return outcome;
        }
        if moves == 1 {
            return FourOutcome::TooLong;
        }
        self.with(attack.point, answer, |search| search.wins(moves - 1))
    }

    /// The moves that make a four and meet the defender's, those that make more first.
    fn attacks(&mut self) -> Vec<FourMove> {
        let (attacker, defender) = (self.attacker, self.attacker.opposite());
        let board = self.stones.board();
        let mut points = board.points_making(attacker, LineClass::Four);
        if points.is_empty() {
            return Vec::new();
        }
        let threats = board.points_making(defender, LineClass::Five);
        match threats.len() {
            0 => {}
            1 => points = points.intersection(threats),
            _ => return Vec::new(),
        }
        let mut attacks: Vec<(u32, FourMove)> = Vec::new();
        for point in points.iter() {
            if let Some(attack) = self.four(point) {
                let made = self.stones.board().classes_made(attacker, point);
                attacks.push((made.iter().map(|class| *class as u32).sum(), attack));
            }
        }
        attacks.sort_by_key(|(made, _)| std::cmp::Reverse(*made));
        attacks.into_iter().map(|(_, attack)| attack).collect()
    }

    /// A move that makes a four; nothing if it is forbidden.
    fn four(&mut self, point: Point) -> Option<FourMove> {
        let board = self.stones.board();
        if self.attacker == Color::Black && board.foul(point).is_some() {
            return None;
        }
        let mut fives = board.fives_through(self.attacker, point);
        let answer = match (fives.next(), fives.next()) {
            (Some(answer), None) => Some(answer),
            _ => None,
        };
        drop(fives);
        let answer = answer.filter(|answer| !self.is_forbidden_after(point, *answer));
        Some(FourMove { point, answer })
    }

    /// Whether Black, as the defender, may not answer a four.
    fn is_forbidden_after(&mut self, point: Point, answer: Point) -> bool {
        if self.attacker == Color::Black || self.stones.board().rules() != FiveRules::Renju {
            return false;
        }
        self.stones.place(self.attacker, point);
        let is_forbidden = self.stones.board().foul(answer).is_some();
        self.stones.remove(self.attacker, point);
        is_forbidden
    }

    /// Does something with a move and its answer on the board.
    fn with<R>(
        &mut self,
        point: Point,
        answer: Point,
        act: impl FnOnce(&mut FourSearch) -> R,
    ) -> R {
        let (attacker, defender) = (self.attacker, self.attacker.opposite());
        self.stones.place(attacker, point);
        self.stones.place(defender, answer);
        let result = act(self);
        self.stones.remove(defender, answer);
        self.stones.remove(attacker, point);
        result
    }

    /// A line of a win that takes at most a number of moves.
    fn line(&mut self, moves: u32) -> Vec<Point> {
        for attack in self.attacks() {
            if self.wins_with(&attack, moves) == FourOutcome::Win {
                let rest = match attack.answer {
                    None => return vec![attack.point],
                    Some(answer) => {
                        let line = |search: &mut FourSearch| search.line(moves - 1);
                        std::iter::once(answer).chain(self.with(attack.point, answer, line))
                    }
                };
                return std::iter::once(attack.point).chain(rest).collect();
            }
        }
        Vec::new()
    }
}
