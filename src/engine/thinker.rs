//! The search on a board: wins by force first, then the value of moves.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use joseki_game::five::FiveBoard;
use joseki_game::xiangqi::{Shift, XiangqiEnd, XiangqiGame};
use joseki_game::{Color, Move};
use joseki_search::{
    FivePosition, FiveTables, ForcedWin, SearchGame, SearchLimits, SearchProgress, Searcher,
    Techniques, WON, WinAnswer, XiangqiPosition, XiangqiWeights, solve_fours, solve_threats,
};

/// Each solver gets this part of the time and of the positions.
const SOLVER_PART: u64 = 4;
/// Maximum number of positions of a solver.
const MAX_SOLVED: u64 = 1_000_000;

/// What a search may use.
#[derive(Clone, Debug, Default)]
pub struct Budget {
    /// Time.
    pub time: Option<Duration>,
    /// Positions.
    pub nodes: Option<u64>,
    /// Depth in plies.
    pub depth: Option<u32>,
    /// Ends the search once it is true.
    pub stop: Arc<AtomicBool>,
}

/// A move that a search chose, or the best one so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Thought {
    /// Expected moves, beginning with the chosen one; empty without a legal move.
    pub line: Vec<Move>,
    /// The value for the side to move, below [`WON`] by the plies until a win.
    pub value: i32,
    /// Depth in plies.
    pub depth: u32,
    /// Positions searched.
    pub nodes: u64,
    /// The name of the solver that found the move, if one did.
    pub solver: Option<&'static str>,
}

impl Thought {
    /// The chosen move.
    #[must_use]
    pub fn played(&self) -> Option<Move> {
        self.line.first().copied()
    }
}

impl Budget {
    /// Half of the time and of the positions.
    pub(super) fn half(&self) -> Budget {
        let (time, nodes) = (self.time.map(|time| time / 2), self.nodes.map(|nodes| nodes / 2));
        Budget { time, nodes, depth: self.depth, stop: Arc::clone(&self.stop) }
    }

    pub(super) fn limits(&self, start: Instant) -> SearchLimits {
        SearchLimits {
            depth: self.depth.unwrap_or(u32::MAX),
            nodes: self.nodes.unwrap_or(u64::MAX),
            deadline: self.time.map(|time| start + time),
            stop: Some(Arc::clone(&self.stop)),
        }
    }

    /// Limits of a solver: a part of the time and of the positions.
    fn for_solver(&self, start: Instant) -> SearchLimits {
        SearchLimits {
            nodes: self.nodes.map_or(MAX_SOLVED, |nodes| nodes / SOLVER_PART),
            deadline: self.time.map(|time| start + time / SOLVER_PART as u32),
            ..self.limits(start)
        }
    }
}

/// The position to think about.
#[derive(Debug)]
pub enum EngineTask<'a> {
    /// Five in a row, with the colour to move.
    Five(&'a FiveBoard, Color, &'a Arc<FiveTables>),
    /// Xiangqi, with the moves that may not be played.
    Xiangqi(&'a XiangqiGame, &'a [Shift], &'a Arc<XiangqiWeights>),
}

/// Chooses a move. `report` is called with the best line of each depth.
pub fn think(
    problem: &EngineTask<'_>,
    budget: &Budget,
    report: &mut dyn FnMut(&Thought),
) -> Thought {
    let start = Instant::now();
    match problem {
        EngineTask::Five(board, color, tables) => {
            five(board, *color, tables, budget, start, report)
        }
        EngineTask::Xiangqi(game, banned, weights) => {
            xiangqi(game, banned, weights, &budget.limits(start), report)
        }
    }
}

fn five(
    board: &FiveBoard,
    color: Color,
    tables: &Arc<FiveTables>,
    budget: &Budget,
    start: Instant,
    report: &mut dyn FnMut(&Thought),
) -> Thought {
    let by_fours = || solve_fours(board, color, &budget.for_solver(Instant::now()));
    let by_threats = || solve_threats(board, color, &budget.for_solver(Instant::now()));
    let solvers: [(&str, &dyn Fn() -> _); 2] = [("fours", &by_fours), ("threats", &by_threats)];
    for (name, solve) in solvers {
        // Nothing cancels the work here.
        if let Ok(WinAnswer::Win(win)) = solve() {
            return won(&win, name);
        }
    }
    let position = FivePosition::new(board.clone(), color, Arc::clone(tables));
    let mut searcher = Searcher::new(position, Techniques::ALL);
    let mut limits = budget.limits(start);
    // What the solvers may have used is not used again.
    limits.nodes -= solvers.len() as u64 * (limits.nodes / SOLVER_PART);
    search(&mut searcher, &limits, Move::Play, report)
}

fn won(win: &ForcedWin, solver: &'static str) -> Thought {
    // The five after the last move, and the answer before it.
    let plies = 2 * win.moves as i32 + 1;
    Thought {
        line: win.line.iter().copied().map(Move::Play).collect(),
        value: WON - plies,
        depth: win.line.len() as u32,
        nodes: 0,
        solver: Some(solver),
    }
}

fn xiangqi(
    game: &XiangqiGame,
    banned: &[Shift],
    weights: &Arc<XiangqiWeights>,
    limits: &SearchLimits,
    report: &mut dyn FnMut(&Thought),
) -> Thought {
    let legal = game.board().legal_moves();
    let allowed: Vec<Shift> =
        legal.iter().copied().filter(|shift| !banned.contains(shift)).collect();
    // A repetition that loses is the last resort.
    let loses = |shift: &&Shift| {
        let mut after = game.clone();
        let is_repetition =
            after.play(**shift).is_ok() && matches!(after.end(), Some(XiangqiEnd::Repetition(_)));
        is_repetition && after.end().and_then(XiangqiEnd::loser) == Some(game.board().to_move())
    };
    let good: Vec<Shift> = allowed.iter().filter(|shift| !loses(shift)).copied().collect();
    let moves = if good.is_empty() { allowed } else { good };
    if moves.is_empty() {
        return Thought { value: -WON, ..Thought::default() };
    }
    let key = |board| XiangqiPosition::new(board, Arc::clone(weights)).key();
    let (_, before) = game.boards().split_last().unwrap_or((game.board(), &[]));
    let before = before.iter().map(|board| key(*board)).collect();
    let position = XiangqiPosition::new(*game.board(), Arc::clone(weights));
    let mut searcher = Searcher::new(position, Techniques::ALL).with_moves(moves).after(before);
    search(&mut searcher, limits, Move::Shift, report)
}

fn search<G: SearchGame>(
    searcher: &mut Searcher<G>,
    limits: &SearchLimits,
    played: fn(G::Move) -> Move,
    report: &mut dyn FnMut(&Thought),
) -> Thought {
    let thought = |value, depth, nodes, line: &[G::Move]| Thought {
        line: line.iter().copied().map(played).collect(),
        value,
        depth,
        nodes,
        solver: None,
    };
    // Reported when the next depth begins: until then the value may change.
    let mut latest: Option<Thought> = None;
    let found = searcher.search(limits, &mut |progress: &SearchProgress<G::Move>| {
        if let Some(latest) = latest.take_if(|latest| latest.depth < progress.depth) {
            report(&latest);
        }
        if progress.done == progress.moves {
            let SearchProgress { value, depth, nodes, line, .. } = progress;
            latest = Some(thought(*value, *depth, *nodes, line));
        }
    });
    thought(found.value, found.depth, found.nodes, &found.line)
}
