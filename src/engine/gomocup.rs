//! Gomocup's protocol, with the words of Yixin that boards use.

use std::io::{self, Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::clock::Clock;
use super::player::{BookChoice, EngineSettings, GameSoFar, book_move};
use super::thinker::{Budget, EngineTask, Thought, think};
use super::wrapped::WrappedEngine;
use joseki_game::five::{FiveBoard, FiveEnd, FiveRules};
use joseki_game::{Board, BoardSize, Color, Game, Move, Point, Variant};
use joseki_lines::InputLines;
use joseki_peer::EnginePosition;
use joseki_search::{Swap2Choice, WINNING, WON, swap2};
use joseki_service::Service;

/// Time that a manager may say for no limit.
const NO_LIMIT: u64 = 2_147_483_647;
/// The smallest board.
const LEAST_LINES: u8 = 5;
/// The smallest board of Swap2.
const SWAP2_LINES: u8 = 15;
/// Three stones for Swap2, as distances from the right and lower edges. Rapfi 0.43 proposes them.
const SWAP2_STONES: [(u8, u8); 3] = [(1, 2), (1, 5), (4, 2)];

/// A session with a manager or a board.
pub struct GomocupSession<'a> {
    service: &'a Service,
    settings: EngineSettings,
    wrapped: Option<WrappedEngine>,
    game: Game,
    size: Option<BoardSize>,
    /// The moves. Colours alternate, except on a board that was set.
    moves: Vec<(Color, Move)>,
    to_move: Color,
    /// The colour of the engine's stones on a board that was set.
    own: Option<Color>,
    clock: Clock,
    depth: Option<u32>,
    nodes: Option<u64>,
    /// Number of games.
    number: u64,
    stop: Arc<AtomicBool>,
}

/// What a command leads to.
enum GomocupAction {
    /// Lines, perhaps none.
    Lines(Vec<String>),
    /// A move is wanted.
    Think,
    End,
}

type GomocupReply = Result<GomocupAction, String>;

impl<'a> GomocupSession<'a> {
    /// Creates a session for a game of five in a row, unless the manager says another.
    #[must_use]
    pub fn new(service: &'a Service, settings: EngineSettings, game: Game) -> GomocupSession<'a> {
        GomocupSession {
            service,
            game,
            size: None,
            moves: Vec::new(),
            to_move: Color::Black,
            own: None,
            clock: Clock::default(),
            depth: None,
            nodes: settings.nodes,
            number: 0,
            stop: Arc::default(),
            settings,
            wrapped: None,
        }
    }

    /// Lets another engine think where the book has no move.
    #[must_use]
    pub fn with_engine(self, engine: WrappedEngine) -> GomocupSession<'a> {
        GomocupSession { wrapped: Some(engine), ..self }
    }

    /// Answers commands until the end of the input or `END`.
    ///
    /// # Errors
    /// The output cannot be written.
    pub fn run(
        mut self,
        input: impl Read + Send + 'static,
        out: &mut impl Write,
    ) -> io::Result<()> {
        let stop = Arc::clone(&self.stop);
        let mut input = InputLines::read_with(input, move |line| {
            let word = line.unwrap_or_default().trim();
            if word.eq_ignore_ascii_case("YXSTOP") || word.eq_ignore_ascii_case("END") {
                stop.store(true, Ordering::Relaxed);
            }
        });
        while let Some(line) = input.line() {
            let line = line.trim();
            if line.is_empty() {
                continue;
            }
            match self.act(line, &mut input) {
                Ok(GomocupAction::End) => break,
                Ok(GomocupAction::Lines(lines)) => {
                    for line in lines {
                        write!(out, "{line}\r\n")?;
                    }
                }
                Ok(GomocupAction::Think) => self.answer(out)?,
                Err(problem) => write!(out, "ERROR {problem}\r\n")?,
            }
            out.flush()?;
        }
        if let Some(engine) = &mut self.wrapped {
            engine.quit();
        }
        Ok(())
    }

    fn act(&mut self, line: &str, input: &mut InputLines) -> GomocupReply {
        let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let ok = || Ok(GomocupAction::Lines(vec!["OK".to_owned()]));
        match command.to_ascii_uppercase().as_str() {
            "START" => {
                self.start(rest)?;
                ok()
            }
            "RECTSTART" => Err("rectangular boards are not supported".to_owned()),
            "RESTART" => {
                self.size()?;
                self.new_game();
                ok()
            }
            "BEGIN" => {
                self.size()?;
                if !self.moves.is_empty() {
                    self.new_game();
                }
                Ok(GomocupAction::Think)
            }
            "TURN" => {
                self.let_opponent_move();
                self.play(rest)?;
                Ok(GomocupAction::Think)
            }
            "PLAY" => {
                let played = self.play(rest)?;
                Ok(GomocupAction::Lines(vec![text(played)]))
            }
            "TAKEBACK" => {
                self.take_back(rest)?;
                ok()
            }
            "BOARD" => {
                let lines = until_done(input);
                self.set_board(&lines)?;
                self.to_move = self.own.unwrap_or(self.to_move);
                Ok(GomocupAction::Think)
            }
            "YXBOARD" => {
                let lines = until_done(input);
                self.set_board(&lines)?;
                Ok(GomocupAction::Lines(Vec::new()))
            }
            "SWAP2BOARD" => {
                let lines = until_done(input);
                self.swap2(&lines)
            }
            "INFO" => {
                self.info(rest)?;
                Ok(GomocupAction::Lines(Vec::new()))
            }
            "ABOUT" => Ok(GomocupAction::Lines(vec![format!(
                "name=\"Joseki\", version=\"{}\", author=\"Joseki developers\", country=\"-\"",
                env!("CARGO_PKG_VERSION")
            )])),
            "YXSHOWFORBID" => {
                let points = self.board()?.forbidden_points();
                let points = points.iter().map(|(at, _)| format!("{:02}{:02}", at.x(), at.y()));
                Ok(GomocupAction::Lines(vec![format!("FORBID {}.", points.collect::<String>())]))
            }
            "YXNBEST" => Ok(GomocupAction::Think),
            // The search that it was for is over.
            "YXSTOP" => {
                self.stop.store(false, Ordering::Relaxed);
                Ok(GomocupAction::Lines(Vec::new()))
            }
            "YXHASHCLEAR" => Ok(GomocupAction::Lines(Vec::new())),
            "END" => Ok(GomocupAction::End),
            _ => Ok(GomocupAction::Lines(vec![format!("UNKNOWN command {command}")])),
        }
    }

    fn start(&mut self, lines: &str) -> Result<(), String> {
        let most = joseki_game::five::MAX_LINES;
        let size = lines.parse().ok().filter(|lines| (LEAST_LINES..=most).contains(lines));
        let size = size.and_then(|lines| BoardSize::new(lines).ok());
        let size =
            size.ok_or_else(|| format!("\"{lines}\": boards have {LEAST_LINES} to {most} lines"))?;
        self.size = Some(size);
        self.new_game();
        Ok(())
    }

    fn new_game(&mut self) {
        self.moves.clear();
        self.to_move = Color::Black;
        self.own = None;
        self.number += 1;
        if let Some(Err(error)) = self.wrapped.as_mut().map(WrappedEngine::new_game) {
            tracing::warn!("{error}");
        }
    }

    fn size(&self) -> Result<BoardSize, String> {
        self.size.ok_or_else(|| "START is missing".to_owned())
    }

    /// A point in columns and rows from the upper left.
    fn point(&self, text: &str) -> Result<Point, String> {
        let size = self.size()?;
        let (x, y) = text.split_once(',').unwrap_or((text, ""));
        let number = |text: &str| text.trim().parse::<u8>().ok();
        let on_board = |(x, y): &(u8, u8)| *x < size.width() && *y < size.get();
        let found = number(x).zip(number(y)).filter(on_board);
        found.map(|(x, y)| Point::new(x, y)).ok_or_else(|| {
            format!("\"{text}\": expected column,row from 0,0 to {0},{0}", size.get() - 1)
        })
    }

    fn board(&self) -> Result<FiveBoard, String> {
        let rules = self.game.five_rules().unwrap_or(FiveRules::Freestyle);
        let mut board = FiveBoard::new(rules, self.size()?);
        for (color, played) in &self.moves {
            // What a manager sets up may go on after a five.
            match board.play(*color, *played) {
                Ok(_) => {}
                Err(_) => played.point().into_iter().for_each(|point| board.place(*color, point)),
            }
        }
        Ok(board)
    }

    fn play(&mut self, text: &str) -> Result<Point, String> {
        let point = self.point(text)?;
        let board = self.board()?;
        if board.end().is_some() {
            return Err("the game is over".to_owned());
        }
        if board.at(point).is_some() {
            return Err(format!("{} has a stone already", text.trim()));
        }
        self.push(Move::Play(point));
        Ok(point)
    }

    fn push(&mut self, played: Move) {
        self.moves.push((self.to_move, played));
        self.to_move = self.to_move.opposite();
    }

    fn take_back(&mut self, text: &str) -> Result<(), String> {
        let point = self.point(text)?;
        match self.moves.last() {
            Some((color, Move::Play(last))) if *last == point => {
                self.to_move = *color;
                self.moves.pop();
                Ok(())
            }
            _ => Err(format!("{} is not the last move", text.trim())),
        }
    }

    /// Sets the stones of `BOARD`: 1 for the engine's, which is to move, 2 for the others; 3 marks a
    /// stone of a finished line.
    fn set_board(&mut self, lines: &[String]) -> Result<(), String> {
        let mut stones: Vec<(bool, Move)> = Vec::new();
        for line in lines {
            let (at, who) = line.rsplit_once(',').unwrap_or((line, ""));
            let is_own = match who.trim() {
                "1" => true,
                "2" => false,
                "3" => stones.last().is_none_or(|(last, _)| !last),
                who => return Err(format!("\"{who}\": expected 1, 2 or 3 in \"{line}\"")),
            };
            let played = match at.replace(' ', "").as_str() {
                "-1,-1" => Move::Pass,
                at => Move::Play(self.point(at)?),
            };
            if matches!(played, Move::Play(_)) && stones.iter().any(|(_, other)| *other == played) {
                return Err(format!("two stones on {at}"));
            }
            stones.push((is_own, played));
        }
        let count = |own: bool| stones.iter().filter(|(is_own, _)| *is_own == own).count();
        // Black moved first; with as many stones of each, the engine is to move.
        let own = if count(true) < count(false) { Color::White } else { Color::Black };
        let is_odd = count(true) != count(false);
        let color = |is_own: bool| if is_own { own } else { own.opposite() };
        let mut moves: Vec<(Color, Move)> =
            stones.iter().map(|(is_own, played)| (color(*is_own), *played)).collect();
        let alternates = Color::ALL.iter().cycle().zip(&moves).all(|(color, (of, _))| color == of);
        if !alternates {
            // The order is not that of the game: the book finds the position in any.
            let mut counts = [0; 2];
            let mut ranked: Vec<(u32, Color, Move)> = Vec::with_capacity(moves.len());
            for (color, played) in moves {
                counts[color as usize] += 1;
                ranked.push((counts[color as usize], color, played));
            }
            ranked.sort_unstable();
            moves = ranked.into_iter().map(|(_, color, played)| (color, played)).collect();
        }
        self.moves = moves;
        self.to_move = if is_odd { Color::White } else { Color::Black };
        self.own = Some(own);
        Ok(())
    }

    /// After a board with as many stones of each, a `TURN` says that the opponent has Black.
    fn let_opponent_move(&mut self) {
        if self.own == Some(self.to_move) {
            self.own = self.own.map(Color::opposite);
            self.moves.iter_mut().for_each(|(color, _)| *color = color.opposite());
        }
    }

    fn info(&mut self, rest: &str) -> Result<(), String> {
        let (key, value) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        let number = value.trim().parse::<u64>().ok();
        let time = |number: u64| Some(Duration::from_millis(number));
        match (key.to_ascii_lowercase().as_str(), number) {
            ("timeout_turn", Some(number)) => {
                self.clock.per_move = if number >= NO_LIMIT { None } else { time(number) };
            }
            ("timeout_match", Some(0)) => self.clock.left = None,
            ("timeout_match" | "time_left", Some(number)) => {
                self.clock.left = if number >= NO_LIMIT { None } else { time(number) };
            }
            ("max_depth", Some(number)) => self.depth = u32::try_from(number).ok(),
            ("max_node", Some(number)) => {
                let most = [Some(number).filter(|number| *number > 0), self.settings.nodes];
                self.nodes = most.into_iter().flatten().min();
            }
            ("rule", Some(number)) => {
                self.game = match number {
                    0 => Game::Gomoku,
                    1 => Game::Standard,
                    // Boards of Yixin's family send 2, which Gomocup has for continuous games.
                    2 | 4 => Game::Renju,
                    8 => return Err("caro (rule 8) is not supported".to_owned()),
                    _ => return Err(format!("rule {number} is not supported: use 0, 1 or 4")),
                };
            }
            ("rule", None) => return Err(format!("rule \"{value}\": expected a number")),
            // Other keys are ignored, as the protocol asks.
            _ => {}
        }
        Ok(())
    }

    /// Chooses a move, plays it and writes it.
    fn answer(&mut self, out: &mut impl Write) -> io::Result<()> {
        let board = match self.board() {
            Ok(board) => board,
            Err(problem) => return write!(out, "ERROR {problem}\r\n"),
        };
        if let Some(end) = board.end() {
            let why = match end {
                FiveEnd::Five(color) => format!("{color} has five in a row"),
                FiveEnd::Draw => "it is a draw".to_owned(),
            };
            return write!(out, "ERROR the game is over: {why}\r\n");
        }
        let whole = Board::Five(board);
        let book = self.book(&whole);
        let point = match book {
            BookChoice::Plays(Move::Play(point), what) => {
                write!(out, "MESSAGE book {what}\r\n")?;
                Some(point)
            }
            BookChoice::Plays(..) => None,
            BookChoice::None(why) => {
                write!(out, "MESSAGE not from the book: {why}\r\n")?;
                let Board::Five(board) = whole else { return Ok(()) };
                self.search(&board, out)?.and_then(Move::point)
            }
        };
        match point {
            Some(point) => {
                self.push(Move::Play(point));
                write!(out, "{}\r\n", text(point))
            }
            None => write!(out, "ERROR no legal move\r\n"),
        }
    }

    fn book(&self, board: &Board) -> BookChoice {
        let lines = board.size().get();
        let Ok(variant) = Variant::new(self.game, Some(lines)) else {
            return BookChoice::None(format!("no book has boards of {lines} lines"));
        };
        let game = GameSoFar {
            variant,
            position: None,
            moves: &self.moves,
            to_move: self.to_move,
            board,
            number: self.number,
        };
        book_move(self.service, &self.settings, &game)
            .unwrap_or_else(|error| BookChoice::None(error.to_string()))
    }

    fn budget(&self) -> Budget {
        Budget {
            time: Some(self.clock.time(self.settings.time)),
            nodes: self.nodes,
            depth: self.depth,
            stop: Arc::clone(&self.stop),
        }
    }

    /// Lets the wrapped engine choose a move; without one, or if it fails, our own search.
    fn search(&mut self, board: &FiveBoard, out: &mut impl Write) -> io::Result<Option<Move>> {
        let mut written = Ok(());
        let budget = self.budget();
        let mut report = |thought: &Thought| {
            if written.is_ok() {
                written =
                    write!(out, "MESSAGE {}\r\n", describe(thought)).and_then(|()| out.flush());
            }
        };
        let position = EnginePosition {
            game: self.game,
            size: board.size(),
            start: None,
            moves: &self.moves,
            to_move: self.to_move,
        };
        let is_legal = |played: Move| match played {
            Move::Play(point) => board.is_legal(self.to_move, point).is_ok(),
            _ => false,
        };
        let wrapped = self.wrapped.as_mut();
        let wrapped =
            wrapped.map(|engine| engine.think(&position, &budget, &is_legal, &mut report));
        let task = EngineTask::Five(board, self.to_move, &self.settings.tables);
        let (found, failure) = match wrapped {
            Some(Ok(found)) => (found, None),
            Some(Err(error)) => (think(&task, &budget, &mut report), Some(error)),
            None => (think(&task, &budget, &mut report), None),
        };
        written?;
        if let Some(error) = failure {
            write!(out, "MESSAGE our own search chose the move: {error}\r\n")?;
        }
        write!(out, "MESSAGE {}\r\n", describe(&found))?;
        Ok(found.played())
    }

    /// Swap2: proposes three stones, or takes a colour, or adds two stones that balance.
    fn swap2(&mut self, lines: &[String]) -> GomocupReply {
        let size = self.size()?;
        self.new_game();
        if size.get() < SWAP2_LINES {
            return Err(format!("Swap2 needs a board of {SWAP2_LINES} lines or more"));
        }
        if lines.is_empty() {
            let points = SWAP2_STONES.iter().map(|(right, down)| {
                text(Point::new(size.width() - 1 - right, size.get() - 1 - down))
            });
            return Ok(GomocupAction::Lines(vec![points.collect::<Vec<_>>().join(" ")]));
        }
        if ![3, 5].contains(&lines.len()) {
            return Err(format!("{} stones: Swap2 asks with none, three or five", lines.len()));
        }
        for line in lines {
            self.play(line)?;
        }
        let board = self.board()?;
        let mut budget = self.budget();
        if lines.len() == 3 {
            // The other half is for the move.
            budget = budget.half();
            let advice = swap2(&board, &self.settings.tables, &budget.limits(Instant::now()));
            // Nothing cancels the work here.
            match advice.map(|advice| (advice.choice, advice.pairs.first().copied())) {
                Ok((Swap2Choice::Swap, _)) => {
                    return Ok(GomocupAction::Lines(vec!["SWAP".to_owned()]));
                }
                Ok((Swap2Choice::Pair, Some(pair))) => {
                    self.push(Move::Play(pair.white));
                    self.push(Move::Play(pair.black));
                    let stones = format!("{} {}", text(pair.white), text(pair.black));
                    return Ok(GomocupAction::Lines(vec![stones]));
                }
                _ => {}
            }
        }
        let task = EngineTask::Five(&board, self.to_move, &self.settings.tables);
        let found = think(&task, &budget, &mut |_| {});
        // White is to move: the better side takes White.
        match found.played() {
            Some(Move::Play(point)) if found.value >= 0 || lines.len() == 3 => {
                self.push(Move::Play(point));
                Ok(GomocupAction::Lines(vec![text(point)]))
            }
            _ => Ok(GomocupAction::Lines(vec!["SWAP".to_owned()])),
        }
    }
}

/// The lines until `DONE`.
fn until_done(input: &mut InputLines) -> Vec<String> {
    let lines = std::iter::from_fn(|| input.line());
    let lines = lines.map(|line| line.trim().to_owned());
    lines
        .take_while(|line| !line.eq_ignore_ascii_case("DONE"))
        .filter(|line| !line.is_empty())
        .collect()
}

fn text(point: Point) -> String {
    format!("{},{}", point.x(), point.y())
}

/// A line of progress as Rapfi writes it, which boards read: rows are counted from the top.
fn describe(thought: &Thought) -> String {
    let line: Vec<String> = thought
        .line
        .iter()
        .filter_map(|played| played.point())
        .map(|point| format!("{}{}", char::from(b'A' + point.x().min(25)), point.y() + 1))
        .collect();
    let value = match thought.value {
        value if value >= WINNING => format!("+M{}", WON - value),
        value if value <= -WINNING => format!("-M{}", WON + value),
        value => value.to_string(),
    };
    let solver = thought.solver.map(|name| format!("win by {name} | ")).unwrap_or_default();
    let (depth, nodes) = (thought.depth, thought.nodes);
    format!("{solver}Depth {depth} | Eval {value} | Node {nodes} | {}", line.join(" "))
}
