//! Victory by continuous threats (VCT): every attacking move makes a three or a four.

use std::collections::HashMap;

use super::fours::{FourSearch, other_five};
use super::stones::FiveStones;
use super::win::{DefenceAnswer, ForcedWin, Refutation, WinAnswer};
use crate::SearchLimits;
use joseki_base::cancel::Cancelled;
use joseki_game::five::{FiveBoard, LineClass};
use joseki_game::go::zobrist;
use joseki_game::{Color, Point};

/// The most positions of a search for fours within one for threats.
const FOUR_NODES: u64 = 400;

/// The most defences that a win is written with.
const MAX_ANSWERS: usize = 20_000;

/// Proof and disproof numbers of at least this value mark a decided position.
const DECIDED: u32 = u32::MAX / 4;

/// Distinguishes positions with the defender to move.
const DEFENDER: u64 = 0x9E37_79B9_7F4A_7C15;

/// Finds a win by threats of a colour that is to move: any win, not the shortest, within
/// limits.
///
/// After a threat, the attacker would win by fours if he were to move again; every move that meets the
/// threat is a defence, and so are the defender's own fours. A win is proved against all of them.
/// Threes and fours are tried first, then any move with such a threat. `None` says that there is no
/// win among threats that a short search for fours sees.
///
/// # Errors
/// The caller no longer waits.
pub fn solve_threats(
    board: &FiveBoard,
    attacker: Color,
    limits: &SearchLimits,
) -> Result<WinAnswer, Cancelled> {
    let mut search = ThreatSearch {
        fours: FourSearch::new(FiveStones::new(board.clone()), attacker, limits),
        attacker,
        known: HashMap::new(),
        least: LineClass::OpenThree,
    };
    let mut root = search.prove(Mover::Attacker, (DECIDED, DECIDED));
    if root.disproof == 0 {
        search.known.clear();
        search.least = LineClass::OpenTwo;
        root = search.prove(Mover::Attacker, (DECIDED, DECIDED));
    }
    if root.proof > 0 {
        return search.fours.without_win();
    }
    // The proof stands, whatever time and positions are left; only all of it is written within them.
    let limits = search.fours.lift_limits();
    let mut shortest = Shortest::default();
    let moves = search.shortest(&mut shortest);
    let first = search.first();
    let line = search.line(&shortest);
    search.fours.limit_time(limits);
    let mut left = MAX_ANSWERS;
    let refutation = search.refutation(&shortest, &mut left);
    if search.fours.is_cancelled() {
        return Err(Cancelled);
    }
    Ok(WinAnswer::Win(ForcedWin { moves, first, is_complete: true, line, refutation }))
}

/// The shortest win that was proved, by position: its length, and its first move unless it is a win
/// by fours.
type Shortest = HashMap<u64, (u32, Option<Point>)>;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mover {
    Attacker,
    Defender,
}

impl Mover {
    const fn other(self) -> Mover {
        match self {
            Mover::Attacker => Mover::Defender,
            Mover::Defender => Mover::Attacker,
        }
    }

    /// The numbers of a position after a move of this side that was not searched. A defender has
    /// several answers to most threats, and searching on from one threat is better than trying all.
    const fn unknown(self) -> ProofNumbers {
        match self {
            Mover::Attacker => ProofNumbers { proof: 16, disproof: 1 },
            Mover::Defender => ProofNumbers { proof: 1, disproof: 1 },
        }
    }
}

/// How many positions have to be decided for a proof that the attacker wins, and that he does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ProofNumbers {
    proof: u32,
    disproof: u32,
}

impl ProofNumbers {
    const WON: ProofNumbers = ProofNumbers { proof: 0, disproof: DECIDED };
    const NOT_WON: ProofNumbers = ProofNumbers { proof: DECIDED, disproof: 0 };
}

#[derive(Clone, Debug)]
struct ProofNode {
    numbers: ProofNumbers,
    /// The moves that matter; empty where a win or its absence is plain.
    moves: Box<[Point]>,
}

#[derive(Debug)]
struct ThreatSearch {
    /// Has the board too.
    fours: FourSearch,
    attacker: Color,
    known: HashMap<u64, ProofNode>,
    /// What an attacking move makes at least.
    least: LineClass,
}

impl ThreatSearch {
    const fn color(&self, turn: Mover) -> Color {
        match turn {
            Mover::Attacker => self.attacker,
            Mover::Defender => self.attacker.opposite(),
        }
    }

    fn key(&self, turn: Mover) -> u64 {
        self.fours.stones.key() ^ if turn == Mover::Defender { DEFENDER } else { 0 }
    }

    /// Proves that the attacker wins or does not, until one of the numbers reaches its threshold.
    fn prove(&mut self, turn: Mover, (most_proof, most_disproof): (u32, u32)) -> ProofNumbers {
        let key = self.key(turn);
        if !self.known.contains_key(&key) {
            let node = self.expand(turn);
            self.known.insert(key, node);
        }
        let Some(node) = self.known.get(&key) else { return turn.unknown() };
        if node.moves.is_empty() {
            return node.numbers;
        }
        let moves = node.moves.clone();
        loop {
            let (numbers, best, second) = self.sum(turn, &moves);
            if let Some(node) = self.known.get_mut(&key) {
                node.numbers = numbers;
            }
            let is_enough = numbers.proof >= most_proof || numbers.disproof >= most_disproof;
            if is_enough || numbers.proof == 0 || numbers.disproof == 0 || self.fours.is_stopped() {
                return numbers;
            }
            let below = self.numbers_after(turn, best);
            let thresholds = match turn {
                Mover::Attacker => (
                    most_proof.min(second.saturating_add(1)),
                    most_disproof - numbers.disproof + below.disproof,
                ),
                Mover::Defender => (
                    most_proof - numbers.proof + below.proof,
                    most_disproof.min(second.saturating_add(1)),
                ),
            };
            self.with(turn, best, |search| search.prove(turn.other(), thresholds));
        }
    }

    fn numbers_after(&self, turn: Mover, point: Point) -> ProofNumbers {
        let key = self.key(turn.other()) ^ zobrist(self.color(turn), point);
        self.known.get(&key).map_or(turn.unknown(), |node| node.numbers)
    }

    /// The numbers of a position by those after its moves, the most promising move, and the number
    /// of the second best.
    fn sum(&self, turn: Mover, moves: &[Point]) -> (ProofNumbers, Point, u32) {
        let (mut least, mut second, mut sum, mut best) = (DECIDED, DECIDED, 0u32, moves[0]);
        for point in moves {
            let numbers = self.numbers_after(turn, *point);
            let (own, other) = match turn {
                Mover::Attacker => (numbers.proof, numbers.disproof),
                Mover::Defender => (numbers.disproof, numbers.proof),
            };
            sum = (sum + other).min(DECIDED);
            if own < least {
                (second, least, best) = (least, own, *point);
            } else {
                second = second.min(own);
            }
        }
        let numbers = match turn {
            Mover::Attacker => ProofNumbers { proof: least, disproof: sum },
            Mover::Defender => ProofNumbers { proof: sum, disproof: least },
        };
        (numbers, best, second)
    }

    /// What is plain of a position, or the moves that matter.
    fn expand(&mut self, turn: Mover) -> ProofNode {
        self.fours.count();
        let decided = |numbers: ProofNumbers| ProofNode { numbers, moves: Box::default() };
        let moves = match turn {
            Mover::Attacker => match self.attack() {
                AttackOptions::Wins => return decided(ProofNumbers::WON),
                AttackOptions::Moves(moves) => moves,
            },
            Mover::Defender => match self.defence() {
                DefenceOptions::None(_) => return decided(ProofNumbers::WON),
                DefenceOptions::NoThreat => return decided(ProofNumbers::NOT_WON),
                DefenceOptions::Moves(moves, _) => moves,
            },
        };
        if moves.is_empty() {
            decided(ProofNumbers::NOT_WON)
        } else {
            ProofNode { numbers: turn.unknown(), moves: moves.into() }
        }
    }

    fn fives(&self, color: Color) -> Vec<Point> {
        self.fours.stones.board().points_making(color, LineClass::Five).iter().collect()
    }

    fn may_play(&self, color: Color, point: Point) -> bool {
        color == Color::White || self.fours.stones.board().foul(point).is_none()
    }

    fn attack(&mut self) -> AttackOptions {
        let attacker = self.attacker;
        if !self.fives(attacker).is_empty() || self.fours.shortest_within(FOUR_NODES).is_some() {
            return AttackOptions::Wins;
        }
        let mut moves = match self.fives(attacker.opposite())[..] {
            [] => {
                let board = self.fours.stones.board();
                board.points_making(attacker, self.least).iter().collect()
            }
            [threat] => vec![threat],
            [_, _, ..] => Vec::new(),
        };
        moves.retain(|point| self.may_play(attacker, *point));
        AttackOptions::Moves(moves)
    }

    fn defence(&mut self) -> DefenceOptions {
        let (attacker, defender) = (self.attacker, self.attacker.opposite());
        if !self.fives(defender).is_empty() {
            return DefenceOptions::NoThreat;
        }
        match self.fives(attacker)[..] {
            [] => {}
            [five] if self.may_play(defender, five) => {
                return DefenceOptions::Moves(vec![five], vec![five]);
            }
            [five, ..] => return DefenceOptions::None(vec![five]),
        }
        let Some(threat) = self.fours.shortest_within(FOUR_NODES) else {
            return DefenceOptions::NoThreat;
        };
        let points = self.fours.points_that_matter(&threat);
        let mut moves = Vec::new();
        for point in points.iter() {
            let board = self.fours.stones.board();
            if board.at(point).is_some() || !self.may_play(defender, point) {
                continue;
            }
            self.fours.stones.place(defender, point);
            if !self.fours.still_wins(&threat) {
                moves.push(point);
            }
            self.fours.stones.remove(defender, point);
        }
        if moves.is_empty() {
            DefenceOptions::None(threat)
        } else {
            DefenceOptions::Moves(moves, threat)
        }
    }

    /// First moves that are proved to win.
    fn first(&mut self) -> Vec<Point> {
        let fives = self.fives(self.attacker);
        if !fives.is_empty() {
            return fives;
        }
        let moves = match self.known.get(&self.key(Mover::Attacker)) {
            Some(node) if !node.moves.is_empty() => node.moves.clone(),
            _ => return self.fours.first_moves(),
        };
        let proved = |point: &&Point| self.numbers_after(Mover::Attacker, **point).proof == 0;
        let mut first: Vec<Point> = moves.iter().filter(proved).copied().collect();
        first.sort_unstable();
        first
    }

    fn moves(&self, turn: Mover) -> Box<[Point]> {
        self.known.get(&self.key(turn)).map_or_else(Box::default, |node| node.moves.clone())
    }

    /// Does something with a move on the board.
    fn with<R>(&mut self, turn: Mover, point: Point, act: impl FnOnce(&mut Self) -> R) -> R {
        let color = self.color(turn);
        self.fours.stones.place(color, point);
        let result = act(self);
        self.fours.stones.remove(color, point);
        result
    }

    /// A win by fours that was found before.
    fn win_by_fours(&mut self) -> Refutation {
        let line = self.fours.winning_line().unwrap_or_default();
        self.fours.refutation(&line)
    }

    /// The length of the shortest win that was proved, with the attacker to move, in his moves.
    fn shortest(&mut self, known: &mut Shortest) -> u32 {
        let key = self.key(Mover::Attacker);
        if let Some((length, _)) = known.get(&key) {
            return *length;
        }
        let proved = |point: &Point| self.numbers_after(Mover::Attacker, *point).proof == 0;
        let wins: Vec<Point> = self.moves(Mover::Attacker).iter().copied().filter(proved).collect();
        let lengths = wins.into_iter().map(|attack| {
            let longest = self.with(Mover::Attacker, attack, |search| {
                let answers = search.moves(Mover::Defender);
                let lengths = answers.iter().map(|answer| {
                    search.with(Mover::Defender, *answer, |search| search.shortest(known))
                });
                lengths.max().unwrap_or(0)
            });
            (longest + 1, Some(attack))
        });
        let shortest = match lengths.min_by_key(|(length, _)| *length) {
            Some(found) => found,
            None => (self.win_by_fours().moves(), None),
        };
        known.insert(key, shortest);
        shortest.0
    }

    /// The win that was proved, against the longest defence.
    fn line(&mut self, shortest: &Shortest) -> Vec<Point> {
        let Some((_, Some(attack))) = shortest.get(&self.key(Mover::Attacker)).copied() else {
            return self.win_by_fours().line();
        };
        let rest = self.with(Mover::Attacker, attack, |search| {
            let answers = search.moves(Mover::Defender);
            let length = |answer: &&Point| {
                let key =
                    search.key(Mover::Attacker) ^ zobrist(search.color(Mover::Defender), **answer);
                shortest.get(&key).map_or(0, |(length, _)| *length)
            };
            let Some(longest) = answers.iter().max_by_key(length).copied() else {
                return Vec::new();
            };
            let rest = search.with(Mover::Defender, longest, |search| search.line(shortest));
            std::iter::once(longest).chain(rest).collect()
        });
        std::iter::once(attack).chain(rest).collect()
    }

    /// The win that was proved, against every defence; nothing if there are more than are left.
    fn refutation(&mut self, shortest: &Shortest, left: &mut usize) -> Option<Refutation> {
        let Some((_, Some(attack))) = shortest.get(&self.key(Mover::Attacker)).copied() else {
            // What was found before is found again at once.
            let line = self.fours.winning_line()?;
            let found = self.fours.refutation(&line);
            *left = left.checked_sub(found.moves() as usize)?;
            return Some(found);
        };
        *left = left.checked_sub(1)?;
        self.with(Mover::Attacker, attack, |search| {
            let otherwise = match search.defence() {
                DefenceOptions::Moves(_, otherwise) | DefenceOptions::None(otherwise) => otherwise,
                // The search was stopped.
                DefenceOptions::NoThreat => return None,
            };
            let fives = search.fives(search.attacker);
            let either = other_five(&fives).map(Some);
            let answers = search.moves(Mover::Defender);
            let answers = answers.iter().map(|defence| {
                let then = search
                    .with(Mover::Defender, *defence, |search| search.refutation(shortest, left))?;
                Some(DefenceAnswer { defence: *defence, then })
            });
            let answers = either.into_iter().chain(answers).collect::<Option<_>>()?;
            Some(Refutation { attack, answers, otherwise })
        })
    }
}

/// What an attacker can do.
enum AttackOptions {
    /// He makes a five or wins by fours.
    Wins,
    /// The threes and fours, or the one point that meets a four.
    Moves(Vec<Point>),
}

/// What a defender can do.
enum DefenceOptions {
    /// Nothing; how the attacker wins.
    None(Vec<Point>),
    /// No threat to meet, or a five of his own.
    NoThreat,
    /// The moves that meet the threat, and how the attacker wins after any other.
    Moves(Vec<Point>, Vec<Point>),
}
