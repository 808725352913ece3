//! A session with a controller: reads commands and writes responses.

use std::collections::BTreeSet;
use std::io::{self, Read, Write};

use super::board::GtpBoard;
use super::command::GtpCommand;
use super::ending::Ending;
use super::error::GtpError;
use super::partner::Partner;
use super::settings::GtpSettings;
use joseki_lines::InputLines;
use joseki_peer::PeerRequestError;
use joseki_service::Service;

/// Text of a response after its `=`, or the error after its `?`.
pub(super) type GtpReply = Result<String, GtpError>;

/// Commands that are always available. An engine behind adds its own.
const COMMANDS: [&str; 32] = [
    "boardsize",
    "clear_board",
    "final_score",
    "final_status_list",
    "fixed_handicap",
    "genmove",
    "gg-undo",
    "gogui-play_sequence",
    "joseki-last",
    "joseki-next",
    "joseki-result",
    "joseki-showboard",
    "kata-analyze",
    "kata-genmove_analyze",
    "known_command",
    "komi",
    "list_commands",
    "loadsgf",
    "lz-analyze",
    "lz-genmove_analyze",
    "name",
    "place_free_handicap",
    "play",
    "protocol_version",
    "quit",
    "reg_genmove",
    "set_free_handicap",
    "showboard",
    "time_left",
    "time_settings",
    "undo",
    "version",
];

/// Commands that must not reach the engine: they would change its position behind our back.
const REFUSED: [&str; 9] = [
    "gogui-setup",
    "gogui-setup_player",
    "kata-set-position",
    "popgo",
    "rectangular_boardsize",
    "set_position",
    "setup",
    "tryko",
    "trymove",
];

/// A GTP engine that plays the book.
pub struct GtpSession<'a> {
    pub(super) service: &'a Service,
    pub(super) settings: GtpSettings,
    pub(super) board: GtpBoard,
    pub(super) partner: Option<Partner>,
    /// The number of the game, from 0.
    pub(super) game: u64,
    /// Source of our last move, for `joseki-last`.
    pub(super) last: String,
    pub(super) ending: Ending,
    pub(super) who: String,
    over: bool,
}

impl<'a> GtpSession<'a> {
    /// Starts the engine behind, if one is set. `who` is the author of entered results.
    ///
    /// # Errors
    /// The engine cannot be started, or does not speak GTP.
    pub fn new(
        service: &'a Service,
        settings: GtpSettings,
        who: &str,
    ) -> Result<Self, PeerRequestError> {
        let partner = match &settings.engine {
            None => None,
            Some(command) => Some(Partner::start(command, settings.timeout)?),
        };
        let mut session = GtpSession {
            service,
            board: GtpBoard::new(partner.is_some()),
            partner,
            game: 0,
            last: "nobody".to_owned(),
            ending: Ending::default(),
            who: who.to_owned(),
            over: false,
            settings,
        };
        // Sync the position before the first command. An engine for other board sizes is set up
        // later.
        match session.partner.as_mut().map(|partner| partner.sync(&session.board)) {
            Some(Err(PeerRequestError::Lost(error))) => Err(PeerRequestError::Lost(error)),
            _ => Ok(session),
        }
    }

    /// Processes commands until the end of the input or `quit`.
    ///
    /// # Errors
    /// The output cannot be written.
    pub fn run(
        mut self,
        input: impl Read + Send + 'static,
        out: &mut impl Write,
    ) -> io::Result<()> {
        let mut input = InputLines::read(input);
        let mut done = Ok(());
        while !self.over && done.is_ok() {
            let Some(line) = input.line() else {
                break;
            };
            if let Some(command) = GtpCommand::parse(&line) {
                done = self.answer(&command, &mut input, out);
                self.report();
            }
        }
        self.ending.finish(self.service, &self.settings, &self.who);
        if let Some(partner) = &mut self.partner {
            partner.quit();
        }
        done
    }

    fn answer(
        &mut self,
        command: &GtpCommand,
        input: &mut InputLines,
        out: &mut impl Write,
    ) -> io::Result<()> {
        let id = command.id.map(|id| id.to_string()).unwrap_or_default();
        if command.name.ends_with("analyze") && self.knows(&command.name) {
            return self.analyze(command, &id, input, out);
        }
        let answer = self.act(command);
        match &answer {
            Ok(text) if text.is_empty() => write!(out, "={id}\n\n")?,
            Ok(text) => write!(out, "={id} {text}\n\n")?,
            Err(error) => write!(out, "?{id} {error}\n\n")?,
        }
        out.flush()
    }

    fn act(&mut self, command: &GtpCommand) -> GtpReply {
        match command.name.as_str() {
            "protocol_version" => Ok("2".to_owned()),
            "name" => Ok(self.name()),
            "version" => Ok(env!("CARGO_PKG_VERSION").to_owned()),
            "known_command" => Ok(self.knows(command.argument(0).unwrap_or_default()).to_string()),
            "list_commands" => Ok(self.commands().join("\n")),
            "quit" => {
                self.over = true;
                Ok(String::new())
            }
            "boardsize" => self.boardsize(command),
            "clear_board" => self.clear_board(),
            "komi" => self.komi(command),
            "fixed_handicap" => self.fixed_handicap(command),
            "place_free_handicap" => self.place_free_handicap(command),
            "set_free_handicap" => self.set_free_handicap(command),
            "loadsgf" => self.loadsgf(command),
            "play" => self.play(command),
            "gogui-play_sequence" => self.play_sequence(command),
            "genmove" => self.genmove(command),
            "reg_genmove" => self.reg_genmove(command),
            "kgs-genmove_cleanup" if self.knows("kgs-genmove_cleanup") => self.cleanup(command),
            "undo" => self.undo(),
            "gg-undo" => self.undo_several(command),
            "time_settings" => self.time_settings(command),
            "time_left" => self.time_left(command),
            "final_score" => self.final_score(),
            "final_status_list" => self.final_status_list(command),
            "showboard" => self.showboard(),
            "joseki-last" => Ok(self.last.clone()),
            "joseki-next" => self.next(command),
            "joseki-result" => self.result(command),
            "joseki-showboard" => Ok(self.own_board()),
            _ => self.pass_on(command),
        }
    }

    /// Forwards a command that only the engine behind supports.
    fn pass_on(&mut self, command: &GtpCommand) -> GtpReply {
        if REFUSED.contains(&command.name.as_str()) {
            return Err(GtpError::new(format!(
                "{} is not supported: it would set the engine to a different position",
                command.name
            )));
        }
        match &mut self.partner {
            Some(partner) if partner.supports(&command.name) => {
                Ok(partner.ask(&self.board, &command.text())?)
            }
            _ => Err(GtpError::new("unknown command")),
        }
    }

    fn name(&mut self) -> String {
        let ours = "Joseki".to_owned();
        let Some(partner) = &mut self.partner else {
            return ours;
        };
        match partner.ask(&self.board, "name") {
            Ok(name) => format!("{ours} with {name}"),
            Err(_) => ours,
        }
    }

    pub(super) fn knows(&self, command: &str) -> bool {
        let theirs = self.partner.as_ref().is_some_and(|partner| partner.supports(command));
        COMMANDS.contains(&command) || theirs && !REFUSED.contains(&command)
    }

    fn commands(&self) -> Vec<&str> {
        let ours = COMMANDS.into_iter();
        let theirs = self.partner.iter().flat_map(Partner::commands);
        let theirs = theirs.map(String::as_str).filter(|name| !REFUSED.contains(name));
        let all: BTreeSet<&str> = ours.chain(theirs).collect();
        all.into_iter().collect()
    }

    /// Enters the result of a game that has ended.
    fn report(&mut self) {
        if self.board.is_over() {
            self.score_finished_game();
        }
        self.ending.report(self.service, &self.settings, &self.board, &self.who);
    }
}
