//! `joseki play`: a game on the terminal.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use super::contest::{board_size, invalid};
use crate::cli::args::PlayArgs;
use crate::cli::board::draw_plain;
use crate::cli::database::{self, DatabaseFile};
use crate::cli::date::stamp;
use crate::cli::error::CliError;
use crate::cli::{new_file, source};
use crate::engine::{EngineSettings, SeatBudget, TableSeat};
use crate::format::game_writer::write_game;
use crate::format::record::read_record_of;
use crate::format::xiangqi::pgn::{self, PgnNotation};
use crate::format::xiangqi::{self, RecordResult, XiangqiRecord};
use crate::game::go::ScoringRules;
use crate::game::{Color, Game, GameConclusion, GameInPlay, Move, Variant};
use crate::influence::{LifeMethod, estimated_count};
use crate::lines::InputLines;
use crate::service::Service;
use crate::wire::Coords;

const HELP: &str = "\
MOVE            play it, such as h8, h2e2 or Q16
pass, resign    pass, or give up the game
undo [N]        take back your last move and the answer, or N moves
redo [N]        play moves again that were taken back
hint            what the book or the search would play
board, moves    show the board, or the moves so far
clock           show the clocks
save FILE       write a record (SGF; in xiangqi PGN unless the name ends in .sgf)
load FILE       go on with a record
new             begin another game
quit            end the program
";

/// Reserve of an engine's time on a clock.
const RESERVE: Duration = Duration::from_millis(50);
/// Moves among which an engine shares its clock.
const MOVES_LEFT: u32 = 30;

/// Plays games until the end of input.
pub fn run(db: &DatabaseFile, args: &PlayArgs, out: &mut impl Write) -> Result<(), CliError> {
    let size = board_size(args.game, args.size)?;
    let start = match &args.fen {
        Some(_) if args.game != Game::Xiangqi => {
            return Err(invalid("fen", "is for xiangqi".to_owned()));
        }
        Some(fen) => {
            let board = fen.parse().map_err(|error| invalid("fen", format!("{error}")))?;
            GameInPlay::from_position(board)
        }
        None => GameInPlay::new(args.game, size),
    };
    let service = database::open_to_read(db)?;
    if let Some(book) = &args.book {
        service.book(book)?;
    }
    let timeout = Duration::from_secs_f64(args.patience);
    let seat = |side: &str| match side {
        "person" => Ok(TableSeat::Person),
        "book" => Ok(TableSeat::Book),
        command => {
            TableSeat::start(args.game, command, timeout, args.komi).map_err(CliError::Engine)
        }
    };
    let mut table = Table {
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
        seats: [seat(&args.black)?, seat(&args.white)?],
        game: start.clone(),
        start,
        undone: Vec::new(),
        result: None,
        clocks: [args.clock.map_or(Duration::ZERO, |(time, _)| time); 2],
        echoes: !io::stdin().is_terminal(),
    };
    if let Some(path) = &args.load {
        table.load(path)?;
    }
    let played = table.play(&mut InputLines::read(io::stdin()), out);
    table.seats.into_iter().for_each(TableSeat::quit);
    played
}

struct Table<'a> {
    args: &'a PlayArgs,
    db: &'a Path,
    service: &'a Service,
    settings: EngineSettings,
    seats: [TableSeat; 2],
    start: GameInPlay,
    game: GameInPlay,
    /// Moves that were taken back, the last one first to be played again.
    undone: Vec<Move>,
    /// The result as in SGF and in words, once the game is over.
    result: Option<(String, String)>,
    /// Time left of each side.
    clocks: [Duration; 2],
    /// Whether what is read is written, since no terminal shows it.
    echoes: bool,
}

/// Whether the program goes on after a command.
enum TableAction {
    Continue,
    /// The board has changed.
    Show,
    Quit,
}

impl Table<'_> {
    fn play(&mut self, input: &mut InputLines, out: &mut impl Write) -> Result<(), CliError> {
        self.show(out)?;
        self.conclude(out)?;
        loop {
            let color = self.game.to_move();
            let is_over = self.result.is_some();
            if is_over && !self.seats.iter().any(TableSeat::is_person) {
                return Ok(());
            }
            if !is_over && !self.seats[color as usize].is_person() {
                self.engine_move(color, out)?;
                continue;
            }
            if !is_over {
                write!(out, "{}> ", self.name(color))?;
            } else {
                write!(out, "> ")?;
            }
            out.flush()?;
            let began = Instant::now();
            if self.args.clock.is_some() && !is_over {
                let left = self.clocks[color as usize];
                if !input.wait_for_line(left) {
                    writeln!(out)?;
                    self.lose(color, "T", "on time", out)?;
                    continue;
                }
            }
            let Some(line) = input.line() else {
                writeln!(out)?;
                return Ok(());
            };
            if self.echoes {
                writeln!(out, "{}", line.trim_end())?;
            }
            if !is_over && self.spend(color, began.elapsed()) {
                self.lose(color, "T", "on time", out)?;
                continue;
            }
            match self.act(line.trim(), out)? {
                TableAction::Continue => {}
                TableAction::Show => {
                    self.show(out)?;
                    self.conclude(out)?;
                }
                TableAction::Quit => return Ok(()),
            }
        }
    }

    fn act(&mut self, line: &str, out: &mut impl Write) -> Result<TableAction, CliError> {
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
            "quit" | "exit" => return Ok(TableAction::Quit),
            "undo" => match count(self.usual_undo()) {
                Some(count) if count <= self.game.moves().len() => {
                    self.result = None;
                    for _ in 0..count {
                        self.undone.extend(self.game.undo());
                    }
                    return Ok(TableAction::Show);
                }
                _ if self.game.moves().is_empty() => writeln!(out, "no move to take back")?,
                _ => writeln!(out, "undo: expected 1 to {}", self.game.moves().len())?,
            },
            "redo" => match count(self.undone.len().min(self.usual_undo().max(1))) {
                Some(count) if count <= self.undone.len() && count > 0 => {
                    for _ in 0..count {
                        // It was legal here before.
                        if let Some(played) = self.undone.pop() {
                            let _ = self.game.play(played);
                        }
                    }
                    return Ok(TableAction::Show);
                }
                _ if self.undone.is_empty() => writeln!(out, "no move to play again")?,
                _ => writeln!(out, "redo: expected 1 to {}", self.undone.len())?,
            },
            "hint" if self.result.is_none() => {
                let budget = self.budget(self.game.to_move());
                let hint =
                    TableSeat::Book.choose(self.service, &self.settings, &self.game, &budget);
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
                Ok(()) => return Ok(TableAction::Show),
                Err(error) => writeln!(out, "{error}")?,
            },
            "new" => {
                self.game = self.start.clone();
                self.reset();
                return Ok(TableAction::Show);
            }
            _ if self.result.is_some() => {
                writeln!(out, "the game is over: undo, new, save FILE or quit")?;
            }
            "resign" => {
                let color = self.game.to_move();
                self.lose(color, "R", "by resignation", out)?;
            }
            _ => match self.parse(line) {
                Ok(played) => match self.game.play(played) {
                    Ok(()) => {
                        self.moved();
                        return Ok(TableAction::Show);
                    }
                    Err(error) => writeln!(out, "{line} is illegal: {error}")?,
                },
                Err(error) => writeln!(out, "{error}; `help` lists the commands")?,
            },
        }
        Ok(TableAction::Continue)
    }

    fn engine_move(&mut self, color: Color, out: &mut impl Write) -> Result<(), CliError> {
        let began = Instant::now();
        let budget = self.budget(color);
        let seat = &mut self.seats[color as usize];
        let chosen = seat.choose(self.service, &self.settings, &self.game, &budget);
        let chosen = match chosen {
            Ok(chosen) => chosen,
            Err(error) => {
                writeln!(out, "{error}; the book and our own search play for it from here on")?;
                let failed = std::mem::replace(&mut self.seats[color as usize], TableSeat::Book);
                failed.quit();
                return Ok(());
            }
        };
        if self.spend(color, began.elapsed()) {
            return self.lose(color, "T", "on time", out);
        }
        let Some(played) = chosen.played else {
            return self.lose(color, "R", "by resignation", out);
        };
        let text = self.text(played);
        if let Err(error) = self.game.play(played) {
            let how = format!("by the illegal move {text}: {error}");
            return self.lose(color, "F", &how, out);
        }
        self.moved();
        let comment = if chosen.comment.is_empty() {
            String::new()
        } else {
            format!(" ({})", chosen.comment)
        };
        writeln!(out, "{} plays {text}{comment}", self.name(color))?;
        self.show(out)?;
        self.conclude(out)
    }

    /// Ends the game if its rules say so.
    fn conclude(&mut self, out: &mut impl Write) -> Result<(), CliError> {
        let Some(conclusion) = self.game.conclusion().filter(|_| self.result.is_none()) else {
            return Ok(());
        };
        let (result, words) = match conclusion {
            GameConclusion::Won(color, reason) => {
                (format!("{}+", color.letter()), format!("{} won: {reason}", self.name(color)))
            }
            GameConclusion::Drawn(reason) => ("0".to_owned(), format!("a draw: {reason}")),
            GameConclusion::Unscored => match self.game.board().go() {
                Some(board) => {
                    let (rules, komi) = (ScoringRules::Chinese, self.args.komi);
                    let count = estimated_count(board, rules, komi, &LifeMethod::default());
                    let score = count.score().to_string();
                    let words = format!("{score} by area, without the stones that seem dead");
                    (score, words)
                }
                None => ("0".to_owned(), "a draw".to_owned()),
            },
        };
        self.finish(result, words, out)
    }

    fn lose(
        &mut self,
        color: Color,
        how: &str,
        words: &str,
        out: &mut impl Write,
    ) -> Result<(), CliError> {
        let winner = color.opposite();
        let words = format!("{} loses {words}", self.name(color));
        self.finish(format!("{}+{how}", winner.letter()), words, out)
    }

    fn finish(
        &mut self,
        result: String,
        words: String,
        out: &mut impl Write,
    ) -> Result<(), CliError> {
        writeln!(out, "{words}")?;
        self.result = Some((result.clone(), words));
        if let Some(folder) = &self.args.keep {
            let seconds = SystemTime::now().duration_since(UNIX_EPOCH);
            let seconds = seconds.map_or(0, |time| time.as_secs().cast_signed());
            let extension = if self.args.game == Game::Xiangqi { "pgn" } else { "sgf" };
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
        let played = self.game.moves().len();
        let own = self.seats[self.game.to_move() as usize].is_person();
        (if is_alone && own { 2 } else { 1 }).min(played.max(1))
    }

    fn reset(&mut self) {
        (self.undone, self.result) = (Vec::new(), None);
        self.clocks = [self.args.clock.map_or(Duration::ZERO, |(time, _)| time); 2];
    }

    /// Takes time off a side's clock; true if none is left.
    fn spend(&mut self, color: Color, time: Duration) -> bool {
        let left = &mut self.clocks[color as usize];
        *left = left.saturating_sub(time);
        self.args.clock.is_some() && left.is_zero()
    }

    /// Does what follows a move: the mover gets its increment, and nothing can be played again.
    fn moved(&mut self) {
        self.undone.clear();
        if let Some((_, added)) = self.args.clock {
            self.clocks[self.game.to_move().opposite() as usize] += added;
        }
    }

    fn budget(&self, color: Color) -> SeatBudget {
        let time = Duration::from_secs_f64(self.args.seconds);
        let time = match self.args.clock {
            Some((_, added)) => {
                let left = self.clocks[color as usize].saturating_sub(RESERVE);
                (left / MOVES_LEFT + added).min(left / 2).min(time)
            }
            None => time,
        };
        SeatBudget { time, nodes: self.args.nodes }
    }

    fn coords(&self) -> Coords {
        self.args.coords.for_game(self.args.game)
    }

    fn text(&self, played: Move) -> String {
        let board = self.game.board();
        self.coords().move_on(board.xiangqi(), played, board.size())
    }

    fn parse(&self, text: &str) -> Result<Move, String> {
        let board = self.game.board();
        if let Some(board) = board.xiangqi() {
            let read = board.read_move(text).map_err(|error| error.to_string())?;
            return Ok(Move::Shift(read));
        }
        let read = self.coords().parse_move(text, board.size());
        read.map_err(|error| error.to_string())
    }

    fn moves(&self) -> String {
        let mut replayed = self.start.clone();
        let mut texts = Vec::new();
        for (number, (_, played)) in self.game.moves().into_iter().enumerate() {
            let board = replayed.board();
            let text = self.coords().move_on(board.xiangqi(), played, board.size());
            texts.push(format!("{}. {text}", number + 1));
            // It was legal when it was played.
            let _ = replayed.play(played);
        }
        if texts.is_empty() { "no moves".to_owned() } else { texts.join("  ") }
    }

    fn clock(&self) -> String {
        if self.args.clock.is_none() {
            return "no clock".to_owned();
        }
        let side = |color: Color| {
            let seconds = self.clocks[color as usize].as_secs();
            format!("{} {}:{:02}", self.name(color), seconds / 60, seconds % 60)
        };
        Color::ALL.map(side).join(", ")
    }

    fn name(&self, color: Color) -> String {
        let name = self.args.game.color_name(color);
        let (first, rest) = name.split_at(1);
        first.to_uppercase() + rest
    }

    fn show(&self, out: &mut impl Write) -> io::Result<()> {
        write!(out, "{}", draw_plain(&self.game.board(), self.coords()))?;
        if self.args.clock.is_some() {
            writeln!(out, "{}", self.clock())?;
        }
        out.flush()
    }

    fn save(&self, path: &Path) -> Result<(), CliError> {
        let result = self.result.as_ref().map_or("", |(result, _)| result.as_str());
        let moves = self.game.moves();
        let is_sgf = path.extension().is_some_and(|end| end.eq_ignore_ascii_case("sgf"));
        let position = self.game.position();
        if is_sgf && position.is_some() {
            let message = format!("{}: SGF has no start position of xiangqi", path.display());
            return Err(invalid("save", message));
        }
        let bytes = if self.args.game == Game::Xiangqi && !is_sgf {
            let start = position.copied().unwrap_or_default();
            let mut record = XiangqiRecord::from_moves(start, &moves);
            let players = [("Red", &self.args.black), ("Black", &self.args.white)];
            let tags = players.map(|(name, value)| (name.to_owned(), value.clone()));
            record.tags.extend(tags);
            record.result = match result {
                won if won.starts_with('B') => RecordResult::Won(Color::Black.side()),
                won if won.starts_with('W') => RecordResult::Won(Color::White.side()),
                "0" => RecordResult::Draw,
                _ => RecordResult::Unknown,
            };
            pgn::write(&record, PgnNotation::Iccs).into_bytes()
        } else {
            let komi = (self.args.game == Game::Go).then(|| self.args.komi.to_string());
            let properties = [
                ("PB", Some(self.args.black.as_str())),
                ("PW", Some(self.args.white.as_str())),
                ("KM", komi.as_deref()),
                ("RE", Some(result)),
            ];
            let size = self.game.board().size();
            let variant = Variant::on_board(self.args.game, size)
                .map_err(|error| invalid("save", error.to_string()))?;
            let written = write_game(variant, size, &properties, &moves, |_| None);
            written.map_err(|error| invalid("save", error.to_string()))?
        };
        new_file::write(path, &bytes, true, self.db)
    }

    /// Replaces the game by that of a record.
    fn load(&mut self, path: &Path) -> Result<(), CliError> {
        let bytes = source::read(path)?;
        let file = source::name(path);
        let problem = |what: String| invalid("load", format!("{file}: {what}"));
        let (mut game, moves) = if self.args.game == Game::Xiangqi && !xiangqi::is_sgf(&bytes) {
            let read = xiangqi::read(&bytes).map_err(|error| problem(error.to_string()))?;
            let first = read.into_iter().next();
            let record = first.ok_or_else(|| problem("it has no game".to_owned()))?.record;
            let moves: Vec<Move> = record.main_line().map(Move::Shift).collect();
            (GameInPlay::from_position(record.start), moves)
        } else {
            let record = read_record_of(self.args.game, &bytes, None);
            let record = record.map_err(|error| CliError::Record { file: file.clone(), error })?;
            if !record.initial.is_empty() {
                return Err(problem("it begins with stones on the board".to_owned()));
            }
            if record.variant.game() != self.args.game {
                return Err(problem(format!("it is a record of {}", record.variant.game())));
            }
            let moves: Vec<Move> = record.moves.iter().map(|(_, played)| *played).collect();
            (GameInPlay::new(self.args.game, record.size), moves)
        };
        // A file of another kind, such as a database, reads as an empty record.
        if moves.is_empty() && game.position().is_none() {
            return Err(problem("it has no moves".to_owned()));
        }
        let start = game.clone();
        for (at, played) in moves.into_iter().enumerate() {
            game.play(played).map_err(|error| problem(format!("move {}: {error}", at + 1)))?;
        }
        (self.start, self.game) = (start, game);
        self.reset();
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
