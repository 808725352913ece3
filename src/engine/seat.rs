//! One side of a table: who chooses its moves.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::player::{BookChoice, EngineSettings, GameSoFar, book_move};
use super::thinker::{Budget, EngineTask, Thought, think};
use super::wrapped::thought;
use joseki_game::table::{Table, TableAction};
use joseki_game::{Color, Game, GameInPlay, Move, Variant};
use joseki_influence::{gaining_moves, urgent_moves};
use joseki_peer::{
    EngineAnswer, EngineLimits, EnginePosition, EngineSetup, GtpEngine, PeerRequestError,
    SearchEngine, SearchWatch, Stderr,
};
use joseki_service::{Service, play::TableStep};

/// Who chooses the moves of a side.
pub enum TableSeat {
    /// A person at the terminal.
    Person,
    /// The book, then our own engine.
    Book,
    /// Another engine of Go, with the komi.
    Gtp(Box<GtpEngine>, f64),
    /// Another engine of five in a row or xiangqi.
    Search(Box<SearchEngine>),
}

/// A chosen move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatMove {
    /// The move; `None` if the side resigns.
    pub played: Option<Move>,
    /// Where it comes from, or what the search thinks.
    pub comment: String,
}

/// Time for a move, and the number of positions.
#[derive(Clone, Debug, Default)]
pub struct SeatBudget {
    /// Time for the move.
    pub time: Duration,
    /// Maximum number of positions of a search of ours.
    pub nodes: Option<u64>,
    /// Ends the search once it is true, with the best move so far.
    pub stop: Arc<AtomicBool>,
}

/// Reserve of a program's time on a clock.
const RESERVE: Duration = Duration::from_millis(50);
/// Moves among which a program shares its clock.
const MOVES_LEFT: u32 = 30;

impl SeatBudget {
    /// Returns what a program may use for a move at a table: `time`, and less if its clock is short.
    #[must_use]
    pub fn at_table(
        table: &Table,
        color: Color,
        at: Duration,
        time: Duration,
        nodes: Option<u64>,
    ) -> SeatBudget {
        let time = match table.clock(color, at).zip(table.rules().clock) {
            Some((left, rules)) => {
                let main = left.main.saturating_sub(RESERVE);
                let added = rules.increment + left.period.saturating_sub(RESERVE);
                let most = main.max(left.period.saturating_sub(RESERVE)) / 2;
                (main / MOVES_LEFT + added).min(most).min(time)
            }
            None => time,
        };
        SeatBudget { time, nodes, stop: Arc::default() }
    }
}

impl SeatMove {
    /// Returns the move as a step of a side at a table: a program without a move resigns.
    #[must_use]
    pub fn into_step(self, by: Color) -> TableStep {
        let action = self.played.map_or(TableAction::Resign, TableAction::Play);
        let comment = (!self.comment.is_empty()).then_some(self.comment);
        TableStep { by, action, comment }
    }
}

impl TableSeat {
    /// Starts an engine by its command line: GTP in Go, Gomocup's protocol in five in a row, UCI or
    /// UCCI in xiangqi.
    ///
    /// # Errors
    /// It cannot be started, or does not speak the protocol.
    pub fn start(
        game: Game,
        command: &str,
        timeout: Duration,
        komi: f64,
    ) -> Result<TableSeat, PeerRequestError> {
        if game.has_gtp_engines() {
            let engine = GtpEngine::start(command, timeout, Stderr::Hide, &[])?;
            return Ok(TableSeat::Gtp(Box::new(engine), komi));
        }
        let setup = EngineSetup {
            command: command.to_owned(),
            timeout,
            stderr: Stderr::Hide,
            variables: Vec::new(),
            options: Vec::new(),
        };
        let mut engine = SearchEngine::new(game, setup);
        engine.new_game()?;
        Ok(TableSeat::Search(Box::new(engine)))
    }

    /// Whether a person chooses.
    #[must_use]
    pub const fn is_person(&self) -> bool {
        matches!(self, TableSeat::Person)
    }

    /// Chooses a move; for a person, the one that would be advised.
    ///
    /// # Errors
    /// The engine has failed, or refuses the position.
    pub fn choose(
        &mut self,
        service: &Service,
        settings: &EngineSettings,
        game: &GameInPlay,
        budget: &SeatBudget,
    ) -> Result<SeatMove, PeerRequestError> {
        self.choose_with_progress(service, settings, game, budget, &mut |_| {})
    }

    /// Does the same, and calls `report` with the best line of each depth of a search.
    ///
    /// # Errors
    /// See [`TableSeat::choose`].
    pub fn choose_with_progress(
        &mut self,
        service: &Service,
        settings: &EngineSettings,
        game: &GameInPlay,
        budget: &SeatBudget,
        report: &mut dyn FnMut(&Thought),
    ) -> Result<SeatMove, PeerRequestError> {
        match self {
            TableSeat::Person | TableSeat::Book => {
                Ok(own_move(service, settings, game, budget, report))
            }
            TableSeat::Gtp(engine, komi) => gtp_move(engine, *komi, game),
            TableSeat::Search(engine) => {
                let moves = game.moves();
                let position = EnginePosition {
                    game: game.game(),
                    size: game.board().size(),
                    start: game.position(),
                    moves: &moves,
                    to_move: game.to_move(),
                };
                let limits = EngineLimits { time: Some(budget.time), ..EngineLimits::default() };
                let mut on_depth = |answer: &EngineAnswer| report(&thought(answer));
                let mut watch = SearchWatch { stop: &budget.stop, on_depth: &mut on_depth };
                let answer = engine.choose(&position, &limits, &mut watch)?;
                let comment = match answer.book_comment() {
                    Some(book) => format!("book {book}"),
                    None => describe(&thought(&answer)),
                };
                Ok(SeatMove { played: answer.played, comment })
            }
        }
    }

    /// Sets the timeout for an engine's answer: `time`, its time for the move, and `beyond`.
    pub fn set_patience(&mut self, beyond: Duration, time: Duration) {
        match self {
            TableSeat::Person | TableSeat::Book => {}
            // GTP's `genmove` states no time.
            TableSeat::Gtp(engine, _) => engine.set_timeout(time.saturating_add(beyond)),
            TableSeat::Search(engine) => engine.set_timeout(beyond),
        }
    }

    /// Asks an engine to quit.
    pub fn quit(self) {
        match self {
            TableSeat::Person | TableSeat::Book => {}
            TableSeat::Gtp(engine, _) => engine.quit(),
            TableSeat::Search(mut engine) => engine.quit(),
        }
    }
}

/// The move of the book, else that of our own engine.
fn own_move(
    service: &Service,
    settings: &EngineSettings,
    game: &GameInPlay,
    budget: &SeatBudget,
    report: &mut dyn FnMut(&Thought),
) -> SeatMove {
    let color = game.to_move();
    let board = game.board();
    // So that a game with this player ends.
    let is_new = |point| !game.would_repeat(Move::Play(point));
    if let Some(position) = board.go()
        && let Some(urgent) =
            urgent_moves(position, color).into_iter().find(|urgent| is_new(urgent.point))
    {
        let comment = match urgent.captured {
            0 => format!("rescues {} stones", urgent.rescued),
            captured => format!("captures {captured} stones"),
        };
        return SeatMove { played: Some(Move::Play(urgent.point)), comment };
    }
    let book = match book_of(service, settings, game) {
        BookChoice::Plays(played, what) => {
            return SeatMove { played: Some(played), comment: format!("book {what}") };
        }
        BookChoice::None(why) => format!("not from the book: {why}"),
    };
    if let Some(position) = board.go() {
        let best = gaining_moves(position, color).into_iter().find(|value| is_new(value.point));
        return match best {
            Some(best) => SeatMove {
                played: Some(Move::Play(best.point)),
                comment: format!("{book}; gains {:.1} points", best.gain(color)),
            },
            None => {
                SeatMove { played: Some(Move::Pass), comment: format!("{book}; nothing gains") }
            }
        };
    }
    let budget = Budget {
        time: Some(budget.time),
        nodes: budget.nodes,
        depth: None,
        stop: Arc::clone(&budget.stop),
    };
    let found = if let Some(five) = board.five() {
        think(&EngineTask::Five(five, color, &settings.tables), &budget, report)
    } else if let Some(played) = game.xiangqi() {
        think(&EngineTask::Xiangqi(played, &[], &settings.weights), &budget, report)
    } else {
        Thought::default()
    };
    SeatMove { played: found.played(), comment: format!("{book}; {}", describe(&found)) }
}

/// Chooses the move of the book alone.
pub fn book_seat_move(
    service: &Service,
    settings: &EngineSettings,
    game: &GameInPlay,
) -> Option<SeatMove> {
    match book_of(service, settings, game) {
        BookChoice::Plays(played, what) => {
            Some(SeatMove { played: Some(played), comment: format!("book {what}") })
        }
        BookChoice::None(_) => None,
    }
}

fn book_of(service: &Service, settings: &EngineSettings, game: &GameInPlay) -> BookChoice {
    let board = game.board();
    let variant = match Variant::on_board(game.game(), board.size()) {
        Ok(variant) => variant,
        Err(error) => return BookChoice::None(error.to_string()),
    };
    let moves: Vec<(Color, Move)> = game.moves();
    let so_far = GameSoFar {
        variant,
        position: game.position(),
        moves: &moves,
        to_move: game.to_move(),
        board: &board,
        number: 0,
    };
    book_move(service, settings, &so_far)
        .unwrap_or_else(|error| BookChoice::None(error.to_string()))
}

/// Sends the whole game, so that a move taken back needs no command of its own.
fn gtp_move(
    engine: &mut GtpEngine,
    komi: f64,
    game: &GameInPlay,
) -> Result<SeatMove, PeerRequestError> {
    let size = game.board().size();
    engine.send_command(&format!("boardsize {}", size.get()))?;
    engine.send_command("clear_board")?;
    engine.send_command(&format!("komi {komi}"))?;
    let handicap = game.handicap_stones();
    let handicap: Vec<String> = handicap.iter().map(|point| point.to_gtp(size)).collect();
    if !handicap.is_empty() {
        engine.send_command(&format!("set_free_handicap {}", handicap.join(" ")))?;
    }
    for (color, played) in game.moves() {
        engine.send_command(&format!("play {} {}", color.letter(), played.to_gtp(size)))?;
    }
    let asked = format!("genmove {}", game.to_move().letter());
    let text = engine.send_command(&asked)?;
    let text = text.trim();
    if text.eq_ignore_ascii_case("resign") {
        return Ok(SeatMove { played: None, comment: String::new() });
    }
    match Move::from_gtp(text, size) {
        Ok(played) => Ok(SeatMove { played: Some(played), comment: String::new() }),
        Err(_) => Err(engine.invalid_response(&asked, text).into()),
    }
}

/// Describes the outcome of a search.
fn describe(thought: &Thought) -> String {
    let solver = thought.solver.map(|name| format!("win by {name}, ")).unwrap_or_default();
    format!("{solver}depth {}, value {}", thought.depth, thought.value)
}
