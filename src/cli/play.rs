//! `joseki play`: a game on the terminal.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::args::PlayArgs;
use crate::database::{self, DatabaseFile};
use crate::date::stamp;
use crate::drawing::draw_plain;
use crate::engine::contest::invalid;
use crate::error::CliError;
use crate::look::OutputStyle;
use crate::{new_file, source};
use joseki_engine::{EngineSettings, SeatBudget, TableSeat};
use joseki_format::record::read_record_of;
use joseki_format::xiangqi;
use joseki_game::table::{
    SideClock, Table, TableAction, TableOffer, TablePhase, TableRefusal, TableRules,
};
use joseki_game::{Color, GameInPlay, Move, Point};
use joseki_lines::InputLines;
use joseki_service::{
    Service, ServiceError,
    play::{
        ClockReading, PlayedTable, RecordTexts, TableError, TableRecordFormat, TableStep,
        TableTurn, estimate,
    },
};
use joseki_wire::{Coords, day};

const HELP: &str = "\
MOVE            play it, such as h8, h2e2 or Q16
pass, resign    pass, or give up the game
draw            offer a draw, or accept one
undo [N]        take back your last move and the answer, or N moves
redo [N]        play moves again that were taken back
pause, resume   stop the clocks, or go on; after two passes of Go, resume goes on with the game
dead POINT      after two passes of Go: mark a chain as dead, or take its mark off
agree           after two passes of Go: accept the count
hint            what the book or the search would play
board, moves    show the board, or the moves so far
clock           show the clocks
save FILE       write a record, in the format of its name: .sgf, .pgn, .psq or .go
load FILE       go on with a record
new             begin another game
quit            end the program
";

/// Plays games until the end of input.
pub fn run(
    db: &DatabaseFile,
    args: &PlayArgs,
    look: OutputStyle,
    out: &mut impl Write,
) -> Result<(), CliError> {
    let setup = args.setup();
    let rules = setup.table_rules().map_err(|error| match error.of() {
        Some(TableError::Setup { field, message }) => invalid(field, message.clone()),
        _ => error.into(),
    })?;
    let service = database::open_to_read(db)?;
    if let Some(book) = &args.book {
        service.book_info(book)?;
    }
    let timeout = Duration::from_secs_f64(args.patience);
    let seat = |side: &str| match side {
        "person" => Ok(TableSeat::Person),
        "book" => Ok(TableSeat::Book),
        command => {
            TableSeat::start(args.game, command, timeout, rules.komi).map_err(CliError::Engine)
        }
    };
    let seats = [seat(&args.black)?, seat(&args.white)?];
    let mut terminal = Terminal {
        args,
        db,
        service: &service,
        settings: EngineSettings {
            book: args.book.clone(),
            opponent: args.against.opponent.clone(),
            class: args.against.class.clone(),
            seed: args.against.seed,
            ..EngineSettings::default()
        },
        table: PlayedTable::unkept(setup, rules),
        seats,
        undone: Vec::new(),
        echoes: !io::stdin().is_terminal(),
        look,
    };
    if let Some(path) = &args.load {
        terminal.load(path)?;
    }
    let played = terminal.play(&mut InputLines::read(io::stdin()), out);
    terminal.seats.into_iter().for_each(TableSeat::quit);
    played
}

struct Terminal<'a> {
    args: &'a PlayArgs,
    db: &'a DatabaseFile,
    service: &'a Service,
    settings: EngineSettings,
    seats: [TableSeat; 2],
    table: PlayedTable,
    /// Moves that were taken back, the last one first to be played again.
    undone: Vec<Move>,
    /// Whether what is read is written, since no terminal shows it.
    echoes: bool,
    look: OutputStyle,
}

/// Whether the program goes on after a command.
enum TerminalAction {
    Continue,
    /// The board has changed.
    Show,
    Quit,
}

impl Terminal<'_> {
    fn play(&mut self, input: &mut InputLines, out: &mut impl Write) -> Result<(), CliError> {
        self.show(out)?;
        self.conclude(out)?;
        loop {
            let color = self.game().to_move();
            let was_over = self.table().result().is_some();
            let turn = self.table.turn(true, ClockReading::now());
            let is_over = self.table().result().is_some();
            if is_over && !was_over {
                writeln!(out)?;
                self.finish(out)?;
            }
            if is_over && !self.seats.iter().any(TableSeat::is_person) {
                return Ok(());
            }
            let left = match turn {
                TableTurn::Program(color) => {
                    self.engine_move(color, out)?;
                    continue;
                }
                TableTurn::Count => {
                    let step = TableStep { by: color, action: TableAction::Agree, comment: None };
                    self.make(|table| table.program_step(&step, ClockReading::now()))?;
                    self.finish(out)?;
                    continue;
                }
                TableTurn::Action(left) => left,
            };
            let prompt = if is_over { String::new() } else { self.name(color).to_string() };
            write!(out, "{prompt}> ")?;
            out.flush()?;
            if let Some(left) = left
                && !input.wait_for_line(left)
                && self.tick()
            {
                writeln!(out)?;
                self.finish(out)?;
                continue;
            }
            let Some(line) = input.line() else {
                writeln!(out)?;
                return Ok(());
            };
            if self.echoes {
                writeln!(out, "{}", line.trim_end())?;
            }
            if self.tick() {
                self.finish(out)?;
                continue;
            }
            match self.command(line.trim(), out)? {
                TerminalAction::Continue => {}
                TerminalAction::Show => {
                    self.show(out)?;
                    self.conclude(out)?;
                }
                TerminalAction::Quit => return Ok(()),
            }
        }
    }

    fn table(&self) -> &Table {
        &self.table.table
    }

    fn game(&self) -> &GameInPlay {
        self.table().game()
    }

    /// The time since the game began.
    fn at(&self) -> Duration {
        self.table.game_time(ClockReading::now())
    }

    /// Ends the game if the time of the side to move is over. True if it is.
    fn tick(&mut self) -> bool {
        let at = self.at();
        self.table.table.tick(at)
    }

    /// Does something at the table for the side to move.
    fn act(&mut self, action: TableAction) -> Result<(), ServiceError> {
        let by = self.game().to_move();
        let step = TableStep { by, action, comment: None };
        self.make(|table| table.step(&step, ClockReading::now()))
    }

    /// Makes a step of a side.
    fn make<T>(
        &mut self,
        step: impl FnOnce(&mut PlayedTable) -> Result<T, ServiceError>,
    ) -> Result<T, ServiceError> {
        let mut next = self.table.next(step);
        if next.begins_counting {
            next.mark(estimate(&next.table.table), ClockReading::now());
        }
        if next.changed {
            self.table = next.table;
        }
        next.done
    }

    /// Does something at the table, and says why it may not be done.
    fn try_to(
        &mut self,
        action: TableAction,
        out: &mut impl Write,
    ) -> Result<TerminalAction, CliError> {
        if let Err(refusal) = self.act(action) {
            writeln!(out, "{refusal}")?;
            return Ok(TerminalAction::Continue);
        }
        Ok(TerminalAction::Show)
    }

    fn command(&mut self, line: &str, out: &mut impl Write) -> Result<TerminalAction, CliError> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let count = |usual: usize| match rest {
            "" => Some(usual),
            number => number.parse().ok().filter(|count| *count > 0),
        };
        match word.to_ascii_lowercase().as_str() {
            "" => {}
            "help" => write!(out, "{HELP}")?,
            "board" => self.show(out)?,
            "moves" => writeln!(out, "{}", self.moves())?,
            "clock" => writeln!(out, "{}", self.clock())?,
            "quit" | "exit" => return Ok(TerminalAction::Quit),
            "undo" => match count(self.usual_undo()) {
                Some(count) if count <= self.game().moves().len() => {
                    let moves = self.game().moves();
                    let action = self.try_to(TableAction::Offer(TableOffer::Undo(count)), out)?;
                    if matches!(action, TerminalAction::Show) {
                        let taken = moves.iter().rev().take(count);
                        self.undone.extend(taken.map(|(_, played)| *played));
                    }
                    return Ok(action);
                }
                _ if self.game().moves().is_empty() => writeln!(out, "no move to take back")?,
                _ => writeln!(out, "undo: expected 1 to {}", self.game().moves().len())?,
            },
            "redo" => match count(self.undone.len().min(self.usual_undo().max(1))) {
                Some(count) if count <= self.undone.len() && count > 0 => {
                    for _ in 0..count {
                        // It was legal here before.
                        if let Some(played) = self.undone.pop() {
                            let _ = self.act(TableAction::Play(played));
                        }
                    }
                    return Ok(TerminalAction::Show);
                }
                _ if self.undone.is_empty() => writeln!(out, "no move to play again")?,
                _ => writeln!(out, "redo: expected 1 to {}", self.undone.len())?,
            },
            "hint" if *self.table().phase() == TablePhase::Playing => {
                let budget = self.budget(self.game().to_move());
                let hint =
                    TableSeat::Book.choose(self.service, &self.settings, self.game(), &budget);
                match hint {
                    Ok(hint) => {
                        let text = hint.played.map(|played| self.text(played));
                        let text = text.unwrap_or_else(|| "resign".to_owned());
                        writeln!(out, "{text} ({})", hint.comment)?;
                    }
                    Err(error) => writeln!(out, "{error}")?,
                }
            }
            "save" if rest.is_empty() => writeln!(out, "save: expected a file name")?,
            "save" => match self.save(Path::new(rest)) {
                Ok(()) => writeln!(out, "written to {rest}")?,
                Err(error) => writeln!(out, "{error}")?,
            },
            "load" => match self.load(Path::new(rest)) {
                Ok(()) => return Ok(TerminalAction::Show),
                Err(error) => writeln!(out, "{error}")?,
            },
            "new" => {
                self.begin(self.table().rules().start.clone());
                return Ok(TerminalAction::Show);
            }
            _ if self.table().result().is_some() => {
                writeln!(out, "the game is over: undo, new, save FILE or quit")?;
            }
            "resign" => {
                if self.act(TableAction::Resign).is_ok() {
                    self.finish(out)?;
                }
            }
            "draw" => {
                let action = self.try_to(TableAction::Offer(TableOffer::Draw), out)?;
                if matches!(action, TerminalAction::Show) {
                    self.finish(out)?;
                }
            }
            "pause" => return self.try_to(TableAction::Offer(TableOffer::Pause), out),
            "resume" => return self.try_to(TableAction::Resume, out),
            "dead" => match Point::from_gtp(rest, self.game().board().size()) {
                Ok(point) => return self.try_to(TableAction::ToggleDead(point), out),
                Err(error) => writeln!(out, "dead: {error}")?,
            },
            "agree" => return self.try_to(TableAction::Agree, out),
            _ => match self.parse(line) {
                Ok(played) => match self.act(TableAction::Play(played)) {
                    Ok(()) => {
                        self.undone.clear();
                        return Ok(TerminalAction::Show);
                    }
                    Err(refusal) => match refusal.of() {
                        Some(TableError::Refused(TableRefusal::Illegal(error))) => {
                            writeln!(out, "{line} is illegal: {error}")?;
                        }
                        _ => writeln!(out, "{refusal}")?,
                    },
                },
                Err(error) => writeln!(out, "{error}; `help` lists the commands")?,
            },
        }
        Ok(TerminalAction::Continue)
    }

    fn engine_move(&mut self, color: Color, out: &mut impl Write) -> Result<(), CliError> {
        let budget = self.budget(color);
        let seat = &mut self.seats[color as usize];
        let chosen = seat.choose(self.service, &self.settings, self.table.table.game(), &budget);
        let chosen = match chosen {
            Ok(chosen) => chosen,
            Err(error) => {
                writeln!(out, "{error}; the book and our own search play for it from here on")?;
                let failed = std::mem::replace(&mut self.seats[color as usize], TableSeat::Book);
                failed.quit();
                return Ok(());
            }
        };
        let text = chosen.played.map(|played| self.text(played));
        let comment = chosen.comment.clone();
        let step = chosen.into_step(color);
        match self.make(|table| table.program_step(&step, ClockReading::now())) {
            Ok(Some(error)) => {
                let text = text.unwrap_or_default();
                writeln!(out, "{} plays the illegal move {text}: {error}", self.name(color))?;
                return self.finish(out);
            }
            // It resigned.
            Ok(None) if self.table().result().is_some() && text.is_none() => {
                return self.finish(out);
            }
            // Its time was over.
            Err(_) => return self.finish(out),
            Ok(None) => {}
        }
        let Some(text) = text else { return self.finish(out) };
        self.undone.clear();
        let comment = if comment.is_empty() { comment } else { format!(" ({comment})") };
        writeln!(out, "{} plays {text}{comment}", self.name(color))?;
        self.show(out)?;
        self.conclude(out)
    }

    /// Says how the game ended if it did, or what is counted.
    fn conclude(&mut self, out: &mut impl Write) -> Result<(), CliError> {
        match self.table().phase() {
            TablePhase::Over(_) => return self.finish(out),
            TablePhase::Paused => writeln!(out, "the game is paused: `resume` goes on")?,
            TablePhase::Counting(_) if self.seats.iter().any(TableSeat::is_person) => {
                return self.show_count(out);
            }
            // Two programs agree at their turn.
            TablePhase::Counting(_) | TablePhase::Playing => {}
        }
        Ok(())
    }

    /// Shows the count with the stones that are marked as dead.
    fn show_count(&self, out: &mut impl Write) -> Result<(), CliError> {
        let TablePhase::Counting(counting) = self.table().phase() else { return Ok(()) };
        let size = self.game().board().size();
        let dead: Vec<String> = counting.dead().iter().map(|point| point.to_gtp(size)).collect();
        let dead = if dead.is_empty() { "none".to_owned() } else { dead.join(" ") };
        let (score, rules) = (counting.count().score(), self.table().rules().scoring);
        writeln!(out, "{score} by {rules} rules; dead stones: {dead}")?;
        writeln!(out, "`dead POINT` changes a chain, `agree` ends the game, `resume` goes on")?;
        Ok(())
    }

    /// Says how the game ended, and keeps it if that is wished.
    fn finish(&mut self, out: &mut impl Write) -> Result<(), CliError> {
        let Some(result) = self.table().result() else { return Ok(()) };
        writeln!(out, "{}", result.words(self.args.game))?;
        if let Some(folder) = &self.args.keep {
            let seconds = SystemTime::now().duration_since(UNIX_EPOCH);
            let seconds = seconds.map_or(0, |time| time.as_secs().cast_signed());
            let extension = if self.args.game.moves_pieces() { "pgn" } else { "sgf" };
            let name = format!("{}-{}-{result}.{extension}", stamp(seconds), self.args.game);
            let failed = |error| CliError::Write { path: folder.clone(), error };
            std::fs::create_dir_all(folder).map_err(failed)?;
            let path = free_name(folder, &name);
            self.save(&path)?;
            writeln!(out, "kept as {}", path.display())?;
        }
        Ok(())
    }

    /// Moves to take back so that the same person is to move again.
    fn usual_undo(&self) -> usize {
        let is_alone = self.seats.iter().filter(|seat| seat.is_person()).count() == 1;
        let played = self.game().moves().len();
        let own = self.seats[self.game().to_move() as usize].is_person();
        (if is_alone && own { 2 } else { 1 }).min(played.max(1))
    }

    /// Begins another game.
    fn begin(&mut self, start: GameInPlay) {
        let rules = TableRules { start, ..self.table().rules().clone() };
        self.table = PlayedTable::unkept(self.table.setup.clone(), rules);
        self.undone = Vec::new();
    }

    fn budget(&self, color: Color) -> SeatBudget {
        let time = Duration::from_secs_f64(self.args.seconds);
        SeatBudget::at_table(self.table(), color, self.at(), time, self.args.nodes)
    }

    fn coords(&self) -> Coords {
        self.args.coords.for_game(self.args.game)
    }

    fn text(&self, played: Move) -> String {
        let board = self.game().board();
        self.coords().move_on(board.xiangqi(), played, board.size())
    }

    fn parse(&self, text: &str) -> Result<Move, String> {
        let board = self.game().board();
        if let Some(board) = board.xiangqi() {
            let read = board.read_move(text).map_err(|error| error.to_string())?;
            return Ok(Move::Shift(read));
        }
        let read = self.coords().parse_move(text, board.size());
        read.map_err(|error| error.to_string())
    }

    fn moves(&self) -> String {
        let mut replayed = self.table().rules().start.clone();
        let mut texts = Vec::new();
        for (number, (_, played)) in self.game().moves().into_iter().enumerate() {
            let board = replayed.board();
            let text = self.coords().move_on(board.xiangqi(), played, board.size());
            texts.push(format!("{}. {text}", number + 1));
            // It was legal when it was played.
            let _ = replayed.play(played);
        }
        if texts.is_empty() { "no moves".to_owned() } else { texts.join("  ") }
    }

    fn clock(&self) -> String {
        let side = |color: Color| {
            let SideClock { main, periods, period } = self.table().clock(color, self.at())?;
            let (minutes, seconds) = (main.as_secs() / 60, main.as_secs() % 60);
            let byoyomi = match periods {
                0 => String::new(),
                periods => format!(" +{periods}x{}", period.as_secs()),
            };
            Some(format!("{} {minutes}:{seconds:02}{byoyomi}", self.name(color)))
        };
        let sides: Vec<String> = Color::ALL.into_iter().filter_map(side).collect();
        if sides.is_empty() { "no clock".to_owned() } else { sides.join(", ") }
    }

    fn name(&self, color: Color) -> &'static str {
        self.args.game.side_name(color)
    }

    fn show(&self, out: &mut impl Write) -> io::Result<()> {
        write!(out, "{}", draw_plain(&self.game().board(), self.coords(), self.look))?;
        if self.args.clock.is_some() {
            writeln!(out, "{}", self.clock())?;
        }
        out.flush()
    }

    fn save(&self, path: &Path) -> Result<(), CliError> {
        let extension = path.extension().and_then(|end| end.to_str());
        let format = TableRecordFormat::of_name(extension, self.args.game);
        let day = day(self.table.made / 1000);
        let texts = RecordTexts { names: [&self.args.black, &self.args.white], date: &day };
        let bytes = self
            .table
            .record(format, &texts)
            .map_err(|error| invalid("save", format!("{}: {error}", path.display())))?;
        new_file::write(path, &bytes, true, self.db)
    }

    /// Replaces the game by that of a record.
    fn load(&mut self, path: &Path) -> Result<(), CliError> {
        let bytes = source::read(path)?;
        let file = source::name(path);
        let problem = |what: String| invalid("load", format!("{file}: {what}"));
        let (mut game, moves) = if self.args.game.moves_pieces() && !xiangqi::is_sgf(&bytes) {
            let read = xiangqi::read(&bytes).map_err(|error| problem(error.to_string()))?;
            let first = read.into_iter().next();
            let record = first.ok_or_else(|| problem("it has no game".to_owned()))?.record;
            let moves: Vec<Move> = record.main_line().map(Move::Shift).collect();
            (GameInPlay::from_position(record.start), moves)
        } else {
            let record = read_record_of(self.args.game, &bytes, None);
            let record = record.map_err(|error| CliError::Record { file: file.clone(), error })?;
            if record.variant.game() != self.args.game {
                return Err(problem(format!("it is a record of {}", record.variant.game())));
            }
            let moves: Vec<Move> = record.moves.iter().map(|(_, played)| *played).collect();
            let first = record.moves.first().map(|(color, _)| *color);
            let stones: Vec<Point> = record.initial.iter().map(|(_, point)| *point).collect();
            let is_handicap = self.args.game.is_scored()
                && record.initial.iter().all(|(color, _)| *color == Color::Black)
                && first != Some(Color::Black);
            let start = match stones.is_empty() {
                true => GameInPlay::new(self.args.game, record.size),
                false if is_handicap => GameInPlay::with_handicap(record.size, &stones)
                    .map_err(|error| problem(format!("its handicap stones: {error}")))?,
                false => {
                    let message = "it begins with stones on the board that are no handicap";
                    return Err(problem(message.to_owned()));
                }
            };
            (start, moves)
        };
        // A file of another kind, such as a database, reads as an empty record.
        if moves.is_empty() && game.position().is_none() {
            return Err(problem("it has no moves".to_owned()));
        }
        let start = game.clone();
        for (at, played) in moves.iter().enumerate() {
            game.play(*played).map_err(|error| problem(format!("move {}: {error}", at + 1)))?;
        }
        self.begin(start);
        for played in moves {
            // Legal, as was just seen.
            let _ = self.act(TableAction::Play(played));
        }
        Ok(())
    }
}

/// A name that no file in the folder has.
fn free_name(folder: &Path, name: &str) -> PathBuf {
    let (stem, extension) = name.rsplit_once('.').unwrap_or((name, ""));
    let numbered = (2..).map(|number| folder.join(format!("{stem}-{number}.{extension}")));
    let mut names = std::iter::once(folder.join(name)).chain(numbered);
    names.find(|path| !path.exists()).unwrap_or_else(|| folder.join(name))
}
