//! UCI and UCCI, for xiangqi.

use std::io::{self, Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use super::clock::Clock;
use super::player::{BookChoice, EngineSettings, GameSoFar, book_move};
use super::thinker::{Budget, EngineTask, Thought, think};
use super::wrapped::WrappedEngine;
use joseki_game::xiangqi::{Shift, XiangqiBoard, XiangqiGame, XiangqiRules};
use joseki_game::{Board, BoardSize, Color, Game, Move, Variant};
use joseki_lines::InputLines;
use joseki_peer::EnginePosition;
use joseki_search::{WINNING, WON};
use joseki_service::Service;

/// How often a search is looked at.
const LISTEN: Duration = Duration::from_millis(2);
/// The greatest depth that a controller may ask for.
const DEEPEST: u32 = 60;

/// The words of a protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Protocol {
    Uci,
    Ucci,
}

/// A session with an interface.
pub struct UciSession<'a> {
    service: &'a Service,
    settings: EngineSettings,
    wrapped: Option<WrappedEngine>,
    protocol: Protocol,
    /// Whether ranks are counted from 1, as Fairy-Stockfish does.
    from_one: bool,
    /// Whether times of UCCI are milliseconds; seconds otherwise.
    milliseconds: bool,
    /// The position at which the moves begin.
    start: XiangqiBoard,
    game: XiangqiGame,
    banned: Vec<Shift>,
    number: u64,
    stop: Arc<AtomicBool>,
    /// Whether the input has ended, so that nobody can stop a search.
    ended: Arc<AtomicBool>,
    /// Whether the last `position` was refused.
    is_unknown: bool,
}

impl<'a> UciSession<'a> {
    /// Creates a session.
    #[must_use]
    pub fn new(service: &'a Service, settings: EngineSettings) -> UciSession<'a> {
        let start = XiangqiBoard::new();
        UciSession {
            service,
            settings,
            wrapped: None,
            protocol: Protocol::Uci,
            from_one: false,
            milliseconds: true,
            start,
            game: XiangqiGame::new(start, XiangqiRules::default()),
            banned: Vec::new(),
            number: 0,
            stop: Arc::default(),
            ended: Arc::default(),
            is_unknown: false,
        }
    }

    /// Lets another engine think where the book has no move.
    #[must_use]
    pub fn with_engine(self, engine: WrappedEngine) -> UciSession<'a> {
        UciSession { wrapped: Some(engine), ..self }
    }

    /// Answers commands until the end of the input or `quit`.
    ///
    /// # Errors
    /// The output cannot be written.
    pub fn run(
        mut self,
        input: impl Read + Send + 'static,
        out: &mut impl Write,
    ) -> io::Result<()> {
        let (stop, ended) = (Arc::clone(&self.stop), Arc::clone(&self.ended));
        let mut input = InputLines::read_with(input, move |line| match line.map(str::trim) {
            Some("stop" | "quit") => stop.store(true, Ordering::Relaxed),
            Some(_) => {}
            None => ended.store(true, Ordering::Relaxed),
        });
        while let Some(line) = input.line() {
            let words: Vec<&str> = line.split_whitespace().collect();
            match words[..] {
                [] => {}
                ["quit"] => {
                    if self.protocol == Protocol::Ucci {
                        writeln!(out, "bye")?;
                    }
                    break;
                }
                ["go", ref how @ ..] => self.go(how, &mut input, out)?,
                [command, ref rest @ ..] => {
                    if let Err(problem) = self.act(command, rest, out)? {
                        writeln!(out, "info string {problem}")?;
                    }
                }
            }
            out.flush()?;
        }
        if let Some(engine) = &mut self.wrapped {
            engine.quit();
        }
        out.flush()
    }

    /// Answers a command. The inner error is reported to the interface.
    fn act(
        &mut self,
        command: &str,
        rest: &[&str],
        out: &mut impl Write,
    ) -> io::Result<Result<(), String>> {
        match command {
            "uci" | "ucci" => self.introduce(command, out)?,
            "isready" => writeln!(out, "readyok")?,
            "setoption" => return Ok(self.set_option(rest)),
            "ucinewgame" => {
                self.number += 1;
                if let Some(engine) = &mut self.wrapped {
                    return Ok(engine.new_game().map_err(|error| error.to_string()));
                }
            }
            "position" => {
                let set = self.set_position(rest);
                self.is_unknown = set.is_err();
                return Ok(set);
            }
            "banmoves" => {
                let moves = rest.iter().map(|text| self.shift(text)).collect();
                return Ok(match moves {
                    Ok(moves) => {
                        self.banned = moves;
                        Ok(())
                    }
                    Err(problem) => Err(problem),
                });
            }
            // The search that it was for is over.
            "stop" => self.stop.store(false, Ordering::Relaxed),
            "ponderhit" | "debug" => {}
            _ => return Ok(Err(format!("unknown command \"{command}\""))),
        }
        Ok(Ok(()))
    }

    fn introduce(&mut self, command: &str, out: &mut impl Write) -> io::Result<()> {
        let version = env!("CARGO_PKG_VERSION");
        writeln!(out, "id name Joseki {version}\nid author Joseki developers")?;
        let book = self.settings.uses_book;
        if command == "ucci" {
            self.protocol = Protocol::Ucci;
            self.milliseconds = false;
            writeln!(out, "option usemillisec type check default false")?;
            writeln!(out, "option usebook type check default {book}\nucciok")
        } else {
            self.protocol = Protocol::Uci;
            writeln!(out, "option name UCI_Variant type combo default xiangqi var xiangqi")?;
            writeln!(out, "option name UseBook type check default {book}\nuciok")
        }
    }

    fn set_option(&mut self, words: &[&str]) -> Result<(), String> {
        // `name N value V` in UCI, `N V` in UCCI.
        let (name, value) = match *words {
            ["name", name, "value", value, ..] | [name, value] => (name, value),
            _ => return Ok(()),
        };
        let switch = || match value {
            "true" => Ok(true),
            "false" => Ok(false),
            _ => Err(format!("option {name}: \"{value}\" is neither true nor false")),
        };
        match name.to_ascii_lowercase().as_str() {
            "usebook" => self.settings.uses_book = switch()?,
            "usemillisec" => self.milliseconds = switch()?,
            "uci_variant" if value == "xiangqi" => self.from_one = true,
            "uci_variant" => return Err(format!("the variant \"{value}\" is not supported")),
            // Interfaces send options of other engines.
            _ => {}
        }
        Ok(())
    }

    fn set_position(&mut self, words: &[&str]) -> Result<(), String> {
        let moves = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
        let (position, moves) = words.split_at(moves);
        let start = match position {
            ["startpos"] => XiangqiBoard::new(),
            ["fen", fen @ ..] => {
                let fen = fen.join(" ");
                fen.parse().map_err(|error| format!("position: {error}"))?
            }
            _ => return Err("position: expected startpos or fen".to_owned()),
        };
        let mut game = XiangqiGame::new(start, XiangqiRules::default());
        for text in moves.iter().skip(1) {
            let shift = self.shift(text)?;
            game.play(shift).map_err(|error| format!("move {text}: {error}"))?;
        }
        (self.start, self.game) = (start, game);
        self.banned.clear();
        Ok(())
    }

    fn shift(&self, text: &str) -> Result<Shift, String> {
        let (shift, such_as) = if self.from_one {
            (Shift::parse_with_ranks_from_one(text), "h3e3")
        } else {
            (Shift::parse(text), "h2e2")
        };
        shift.ok_or_else(|| format!("move \"{text}\": expected two squares such as {such_as}"))
    }

    fn text(&self, shift: Shift) -> String {
        if self.from_one { shift.with_ranks_from_one() } else { shift.to_string() }
    }

    fn to_move(&self) -> Color {
        Color::from_side(self.game.board().to_move())
    }

    fn moves(&self) -> Vec<(Color, Move)> {
        let colors = std::iter::successors(Some(Color::from_side(self.start.to_move())), |color| {
            Some(color.opposite())
        });
        colors.zip(self.game.moves().iter().map(|shift| Move::Shift(*shift))).collect()
    }

    fn book(&self) -> BookChoice {
        let moves = self.moves();
        let board = Board::Xiangqi(Box::new(*self.game.board()));
        let position = (self.start != XiangqiBoard::new()).then_some(&self.start);
        let game = GameSoFar {
            variant: Variant::XIANGQI,
            position,
            moves: &moves,
            to_move: self.to_move(),
            board: &board,
            number: self.number,
        };
        let found = book_move(self.service, &self.settings, &game);
        match found.unwrap_or_else(|error| BookChoice::None(error.to_string())) {
            BookChoice::Plays(Move::Shift(shift), _) if self.banned.contains(&shift) => {
                BookChoice::None("the move is banned".to_owned())
            }
            found => found,
        }
    }

    /// Chooses a move and writes it.
    fn go(&mut self, how: &[&str], input: &mut InputLines, out: &mut impl Write) -> io::Result<()> {
        let (budget, waits) = self.budget(how);
        let best = match self.book() {
            _ if self.is_unknown => {
                writeln!(out, "info string the last position was refused")?;
                None
            }
            BookChoice::Plays(Move::Shift(shift), what) if !waits => {
                writeln!(out, "info string book {what}")?;
                Some(shift)
            }
            BookChoice::Plays(..) => self.search(&budget, waits, input, out)?,
            BookChoice::None(why) => {
                writeln!(out, "info string not from the book: {why}")?;
                self.search(&budget, waits, input, out)?
            }
        };
        match (best, self.protocol) {
            (Some(shift), _) => writeln!(out, "bestmove {}", self.text(shift)),
            (None, Protocol::Ucci) => writeln!(out, "nobestmove"),
            (None, Protocol::Uci) => writeln!(out, "bestmove (none)"),
        }
    }

    /// The budget of a `go`, and whether the answer waits for `stop`.
    fn budget(&self, how: &[&str]) -> (Budget, bool) {
        let mut budget = Budget {
            nodes: self.settings.nodes,
            stop: Arc::clone(&self.stop),
            ..Budget::default()
        };
        let mut clock = Clock::default();
        let unit = if self.protocol == Protocol::Ucci && !self.milliseconds { 1000 } else { 1 };
        let own =
            if self.to_move() == Color::Black { ["wtime", "winc"] } else { ["btime", "binc"] };
        let (mut waits, mut is_limited) = (false, false);
        let mut words = how.iter().copied().peekable();
        while let Some(word) = words.next() {
            // A clock that is overdrawn has nothing left.
            let number = words.peek().and_then(|number| number.parse::<i64>().ok());
            let number = number.map(|number| number.max(0).cast_unsigned());
            let time = number.map(|number| Duration::from_millis(number.saturating_mul(unit)));
            match (word, number) {
                ("depth", Some(depth)) => {
                    budget.depth = Some(depth.min(DEEPEST.into()) as u32);
                    is_limited = true;
                }
                ("nodes", Some(nodes)) => {
                    let most = [Some(nodes), self.settings.nodes];
                    budget.nodes = most.into_iter().flatten().min();
                    is_limited = true;
                }
                ("movetime", _) => clock.per_move = time,
                ("time", _) => clock.left = time,
                ("increment", _) => clock.increment = time.unwrap_or_default(),
                ("movestogo", Some(moves)) => clock.moves_to_go = u32::try_from(moves).ok(),
                ("infinite" | "ponder", _) => waits = true,
                (word, _) if word == own[0] => clock.left = time,
                (word, _) if word == own[1] => clock.increment = time.unwrap_or_default(),
                _ => {}
            }
        }
        // Only a controller without any limit gets the usual time.
        let has_clock = clock.per_move.is_some() || clock.left.is_some();
        if has_clock || !(waits || is_limited) {
            budget.time = Some(clock.time(self.settings.time));
        }
        (budget, waits)
    }

    /// Searches on another thread, to answer `isready` at once. An infinite search ends when it is
    /// stopped, and when nobody is left to stop it.
    fn search(
        &mut self,
        budget: &Budget,
        waits: bool,
        input: &mut InputLines,
        out: &mut impl Write,
    ) -> io::Result<Option<Shift>> {
        let start = Instant::now();
        let mut wrapped = self.wrapped.take();
        let found = self.search_with(wrapped.as_mut(), budget, waits, input, out);
        self.wrapped = wrapped;
        let found = found?;
        self.write_thought(&found, start, out)?;
        Ok(found.played().and_then(|played| match played {
            Move::Shift(shift) => Some(shift),
            _ => None,
        }))
    }

    /// Lets the wrapped engine choose a move; without one, or if it fails, our own search.
    fn search_with(
        &self,
        wrapped: Option<&mut WrappedEngine>,
        budget: &Budget,
        waits: bool,
        input: &mut InputLines,
        out: &mut impl Write,
    ) -> io::Result<Thought> {
        let start = Instant::now();
        let task = EngineTask::Xiangqi(&self.game, &self.banned, &self.settings.weights);
        let moves = self.moves();
        let position = EnginePosition {
            game: Game::Xiangqi,
            size: BoardSize::XIANGQI,
            start: Some(&self.start).filter(|start| **start != XiangqiBoard::new()),
            moves: &moves,
            to_move: self.to_move(),
        };
        let (board, banned) = (self.game.board(), &self.banned);
        let is_legal = |played: Move| match played {
            Move::Shift(shift) => !banned.contains(&shift) && board.legal_moves().contains(&shift),
            _ => false,
        };
        let (sender, thoughts) = channel();
        thread::scope(|scope| {
            let (position, is_legal) = (&position, &is_legal);
            let search = scope.spawn(move || {
                // Nobody listens once the output is lost.
                let mut report = |thought: &Thought| drop(sender.send(Ok(thought.clone())));
                let chosen =
                    wrapped.map(|engine| engine.think(position, budget, is_legal, &mut report));
                match chosen {
                    Some(Ok(found)) => return found,
                    Some(Err(error)) => drop(sender.send(Err(error.to_string()))),
                    None => {}
                }
                think(&task, budget, &mut report)
            });
            let goes_on = || !search.is_finished() || waits && !self.stop.load(Ordering::Relaxed);
            self.listen(goes_on, waits, (&thoughts, start), input, out)?;
            search.join().map_err(|_| io::Error::other("the search has failed"))
        })
    }

    /// Reports what a search thinks and answers `isready` while it goes on.
    fn listen(
        &self,
        goes_on: impl Fn() -> bool,
        waits: bool,
        (thoughts, start): (&Receiver<Result<Thought, String>>, Instant),
        input: &mut InputLines,
        out: &mut impl Write,
    ) -> io::Result<()> {
        let mut written = Ok(());
        let mut is_left = false;
        while goes_on() {
            if waits && self.ended.load(Ordering::Relaxed) || written.is_err() {
                is_left = true;
                self.stop.store(true, Ordering::Relaxed);
            }
            for thought in thoughts.try_iter() {
                written = written.and_then(|()| self.report(&thought, start, out));
            }
            if input.take("isready") {
                let ready = |()| writeln!(out, "readyok").and_then(|()| out.flush());
                written = written.and_then(ready);
            } else {
                thread::sleep(LISTEN);
            }
        }
        if is_left {
            self.stop.store(false, Ordering::Relaxed);
        }
        for thought in thoughts.try_iter() {
            written = written.and_then(|()| self.report(&thought, start, out));
        }
        written
    }

    /// Writes the best line of a depth, or why the wrapped engine did not choose.
    fn report(
        &self,
        thought: &Result<Thought, String>,
        start: Instant,
        out: &mut impl Write,
    ) -> io::Result<()> {
        match thought {
            Ok(thought) => self.write_thought(thought, start, out),
            Err(error) => {
                writeln!(out, "info string our own search chooses the move: {error}")?;
                out.flush()
            }
        }
    }

    fn write_thought(
        &self,
        thought: &Thought,
        start: Instant,
        out: &mut impl Write,
    ) -> io::Result<()> {
        let line = thought.line.iter().filter_map(|played| match played {
            Move::Shift(shift) => Some(self.text(*shift)),
            _ => None,
        });
        let line = line.collect::<Vec<_>>().join(" ");
        let elapsed = start.elapsed();
        let (depth, nodes, time) = (thought.depth, thought.nodes, elapsed.as_millis());
        if self.protocol == Protocol::Ucci {
            let value = thought.value;
            writeln!(out, "info depth {depth} score {value} time {time} nodes {nodes} pv {line}")?;
            return out.flush();
        }
        let score = match thought.value {
            value if value >= WINNING => format!("mate {}", (WON - value + 1) / 2),
            value if value <= -WINNING => format!("mate {}", -(WON + value) / 2),
            value => format!("cp {value}"),
        };
        let speed = (nodes as f64 / elapsed.as_secs_f64().max(1e-3)).round();
        writeln!(
            out,
            "info depth {depth} score {score} nodes {nodes} nps {speed} time {time} pv {line}"
        )?;
        out.flush()
    }
}
