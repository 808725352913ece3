//! Tallies of the games of a book of xiangqi: results, first moves, and common positions.

use std::collections::{BTreeMap, HashMap};

use serde::Serialize;
use smallvec::SmallVec;

use joseki_format::game_info::GameOutcome;
use joseki_game::xiangqi::{Shift, XiangqiBoard, XiangqiLine};
use joseki_game::{Color, Move, Side, Step};

/// After this many moves the most played positions are listed.
const LISTED_AFTER: usize = 8;

/// The number of positions listed.
const LISTED: usize = 30;

/// The moves whose positions a game counts, after its first position.
const DEPTH: usize = 40;

/// What the counted games of a book of xiangqi are. Positions and moves are those of the lesser of
/// an image and its mirror.
#[derive(Clone, Debug, Serialize)]
pub struct XiangqiTally {
    /// Number of games.
    pub games: u64,
    /// Number of all their moves.
    pub plies: u64,
    /// Games by result.
    pub results: BTreeMap<&'static str, u64>,
    /// First moves, the commonest first.
    pub first_moves: Vec<ShiftTally>,
    /// The commonest positions after 8 moves.
    pub positions_after_8_plies: Vec<FenTally>,
    /// Number of different positions after 8 moves.
    pub distinct_positions_after_8_plies: usize,
}

/// Games with a move, by result.
#[derive(Clone, Debug, Serialize)]
pub struct ShiftTally {
    /// The move, such as `h2e2`.
    pub uci: String,
    /// All games.
    pub games: u64,
    /// Won by Red.
    pub red: u64,
    /// Draws.
    pub draw: u64,
    /// Won by Black.
    pub black: u64,
    /// Without a result.
    pub unknown: u64,
}

/// A position and the moves that were played in it.
#[derive(Clone, Debug, Serialize)]
pub struct FenTally {
    /// The board and the side to move.
    pub fen: String,
    /// Games with this position after 8 moves.
    pub games_at_ply_8: u64,
    /// Games with it among their first 41 positions.
    pub games_at_any_ply: u64,
    /// The moves, the commonest first.
    pub replies: Vec<ShiftTally>,
}

/// Games by result: won by Red, drawn, won by Black, unknown.
type Results = [u64; 4];

/// A position: its key, which is that of the mirror too, and the side to move.
type PositionName = (u64, Side);

#[derive(Default)]
pub struct XiangqiTallyCounter {
    games: u64,
    plies: u64,
    results: Results,
    firsts: HashMap<Shift, Results>,
    /// The positions after 8 moves, which are counted first.
    at_eight: HashMap<PositionName, ListedPosition>,
}

/// What games played in the positions that are listed.
pub struct PositionCounter {
    counter: XiangqiTallyCounter,
    listed: HashMap<PositionName, (ListedPosition, PlayedInPosition)>,
}

/// A position after 8 moves: the lesser board text of its two images, and its games.
#[derive(Clone)]
struct ListedPosition {
    text: String,
    games: u64,
}

/// The games that had a position, and what was played in it.
#[derive(Default)]
struct PlayedInPosition {
    games: u64,
    replies: HashMap<Shift, Results>,
}

impl XiangqiTallyCounter {
    /// Counts a game.
    pub fn add(&mut self, moves: &[(Color, Move)], outcome: GameOutcome) {
        self.games += 1;
        self.plies += moves.len() as u64;
        self.results[place(outcome)] += 1;
        let mut board = XiangqiBoard::new();
        for (ply, shift) in shifts(moves).take(LISTED_AFTER).enumerate() {
            if ply == 0 {
                let first = shift.min(shift.mirrored());
                self.firsts.entry(first).or_default()[place(outcome)] += 1;
            }
            let _ = board.make(shift);
            if ply + 1 == LISTED_AFTER {
                let found = self.at_eight.entry((board.position_key(), board.to_move()));
                found.or_insert_with(|| ListedPosition::new(&board)).games += 1;
            }
        }
    }

    /// Goes on to the positions that are listed, for which games are read once more.
    pub fn list(self) -> PositionCounter {
        let mut commonest: Vec<_> = self.at_eight.iter().collect();
        commonest.sort_unstable_by(|(_, one), (_, other)| {
            other.games.cmp(&one.games).then_with(|| one.text.cmp(&other.text))
        });
        let listed = commonest.into_iter().take(LISTED);
        let listed = listed.map(|(name, at)| (*name, (at.clone(), <_>::default()))).collect();
        PositionCounter { counter: self, listed }
    }
}

impl PositionCounter {
    /// Counts what a game played in the positions that are listed, in each once.
    pub fn add(&mut self, moves: &[(Color, Move)], outcome: GameOutcome) {
        let mut line = XiangqiLine::new();
        let mut seen: SmallVec<[PositionName; 4]> = SmallVec::new();
        for shift in shifts(moves).take(DEPTH + 1) {
            let board = line.board();
            let side = board.to_move();
            let name = (line.key(side).key, side);
            if let Some((at, played)) = self.listed.get_mut(&name)
                && !seen.contains(&name)
            {
                seen.push(name);
                played.games += 1;
                let image = if board.board_text() == at.text { shift } else { shift.mirrored() };
                let is_symmetric = board.mirrored().is_same_as(board);
                let image = if is_symmetric { image.min(image.mirrored()) } else { image };
                played.replies.entry(image).or_default()[place(outcome)] += 1;
            }
            if line.play(side, Step::from(shift)).is_err() {
                return;
            }
        }
    }

    /// Returns the tally.
    pub fn finish(self) -> XiangqiTally {
        let PositionCounter { counter, listed } = self;
        let mut positions: Vec<FenTally> = listed
            .into_iter()
            .map(|((_, side), (at, played))| FenTally {
                games_at_ply_8: at.games,
                fen: format!("{} {}", at.text, if side == Side::Second { 'b' } else { 'w' }),
                games_at_any_ply: played.games,
                replies: sorted(played.replies),
            })
            .collect();
        positions.sort_unstable_by(|one, other| {
            other.games_at_ply_8.cmp(&one.games_at_ply_8).then_with(|| one.fen.cmp(&other.fen))
        });
        let [red, draw, black, unknown] = counter.results;
        XiangqiTally {
            games: counter.games,
            plies: counter.plies,
            results: BTreeMap::from([
                ("1-0", red),
                ("1/2-1/2", draw),
                ("0-1", black),
                ("*", unknown),
            ]),
            first_moves: sorted(counter.firsts),
            distinct_positions_after_8_plies: counter.at_eight.len(),
            positions_after_8_plies: positions,
        }
    }
}

fn shifts(moves: &[(Color, Move)]) -> impl Iterator<Item = Shift> {
    moves.iter().map_while(|(_, played)| match played {
        Move::Shift(shift) => Some(*shift),
        Move::Play(_) | Move::Pass => None,
    })
}

const fn place(outcome: GameOutcome) -> usize {
    match outcome {
        GameOutcome::Black => 0,
        GameOutcome::Draw => 1,
        GameOutcome::White => 2,
        GameOutcome::Unknown => 3,
    }
}

impl ListedPosition {
    fn new(board: &XiangqiBoard) -> ListedPosition {
        let text = board.board_text().min(board.mirrored().board_text());
        ListedPosition { text, games: 0 }
    }
}

fn sorted(moves: HashMap<Shift, Results>) -> Vec<ShiftTally> {
    let tally = |(shift, [red, draw, black, unknown]): (Shift, Results)| ShiftTally {
        uci: shift.to_string(),
        games: red + draw + black + unknown,
        red,
        draw,
        black,
        unknown,
    };
    let mut moves: Vec<ShiftTally> = moves.into_iter().map(tally).collect();
    moves.sort_unstable_by(|one, other| {
        other.games.cmp(&one.games).then_with(|| one.uci.cmp(&other.uci))
    });
    moves
}
