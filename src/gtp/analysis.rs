//! Streaming analysis until the next command: the book's moves if there are any, else the engine's.

use std::io::{self, Write};
use std::time::{Duration, Instant};

use super::arguments::AnalysisArguments;
use super::command::GtpCommand;
use super::error::GtpError;
use super::info::Dialect;
use super::partner::Partner;
use super::player::analysed;
use super::session::{GtpReply, GtpSession};
use joseki_game::{Color, Move, Point};
use joseki_lines::InputLines;
use joseki_peer::StreamOutput;
use joseki_service::{engine::analysis::AnalysedMove, next::CandidateMove};

/// Polling interval of both sides while an engine analyses.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

impl GtpSession<'_> {
    /// Runs `lz-analyze`, `kata-analyze` and the like, and their `genmove` variants.
    pub(super) fn analyze(
        &mut self,
        command: &GtpCommand,
        id: &str,
        input: &mut InputLines,
        out: &mut impl Write,
    ) -> io::Result<()> {
        let makes_move = command.name.contains("genmove");
        let begun = match AnalysisArguments::parse(command, self.board.size()) {
            Ok(arguments) if makes_move => self.analyze_move(command, &arguments, id, out)?,
            Ok(arguments) => self.analyze_position(command, &arguments, id, input, out)?,
            // An engine behind may know more arguments.
            Err(_) if self.partner_supports(&command.name) => {
                if makes_move {
                    self.forward_move(self.color_or_next(command), command, id, out)?
                } else {
                    self.forward(command, id, Some(input), out)?.map(drop)
                }
            }
            Err(error) => Err(error),
        };
        if let Err(error) = begun {
            write!(out, "?{id} {error}\n\n")?;
        }
        out.flush()
    }

    fn analyze_position(
        &mut self,
        command: &GtpCommand,
        arguments: &AnalysisArguments,
        id: &str,
        input: &mut InputLines,
        out: &mut impl Write,
    ) -> io::Result<Result<(), GtpError>> {
        let color = arguments.color.unwrap_or_else(|| self.next_color());
        let moves = match self.book(color, &arguments.prohibited) {
            Ok(moves) => moves,
            Err(error) => return Ok(Err(error)),
        };
        if !moves.is_empty() || !self.partner_supports(&command.name) {
            let told = match self.line(&command.name, color, arguments, &moves) {
                Ok(told) => told,
                Err(error) => return Ok(Err(error)),
            };
            writeln!(out, "={id}")?;
            if !told.is_empty() {
                writeln!(out, "{told}")?;
            }
            out.flush()?;
            // The book's line does not change; it stays until the controller sends something.
            while !input.wait_for_line(Duration::from_secs(3600)) {}
            writeln!(out)?;
            return Ok(Ok(()));
        }
        self.forward(command, id, Some(input), out).map(|done| done.map(drop))
    }

    /// Runs `lz-genmove_analyze` and `kata-genmove_analyze`: an analysis line, then `play` and the
    /// move.
    fn analyze_move(
        &mut self,
        command: &GtpCommand,
        arguments: &AnalysisArguments,
        id: &str,
        out: &mut impl Write,
    ) -> io::Result<Result<(), GtpError>> {
        let color = arguments.color.unwrap_or_else(|| self.next_color());
        let prohibited = &arguments.prohibited;
        self.ending.add_color(color);
        let from_book = match self.urgent(color, prohibited) {
            Some(_) => Ok(None),
            None => self.analyse_and_play(&command.name, color, arguments),
        };
        match from_book {
            Ok(None) => {}
            Ok(Some((told, played))) => {
                write!(out, "={id}\n{told}\nplay {played}\n\n")?;
                return Ok(Ok(()));
            }
            Err(error) => return Ok(Err(error)),
        }
        if self.partner_supports(&command.name) {
            return self.forward_move(color, command, id, out);
        }
        if self.partner.is_some() && !prohibited.is_empty() {
            return Ok(Err(GtpError::new(format!(
                "the engine has no {}: it cannot be told which moves to avoid",
                command.name
            ))));
        }
        match self.make_move(color, prohibited) {
            Ok(text) => write!(out, "={id}\nplay {text}\n\n").map(Ok),
            Err(error) => Ok(Err(error)),
        }
    }

    /// Has the engine analyse and move, and plays its move on our board.
    fn forward_move(
        &mut self,
        color: Color,
        command: &GtpCommand,
        id: &str,
        out: &mut impl Write,
    ) -> io::Result<Result<(), GtpError>> {
        self.ending.add_color(color);
        let last = match self.forward(command, id, None, out)? {
            Ok(last) => last,
            Err(error) => return Ok(Err(error)),
        };
        if let Err(error) = self.accept_last_line(color, command, &last) {
            // The response has begun with `=`, so an error can only be logged.
            tracing::warn!("{error}");
        }
        Ok(Ok(()))
    }

    /// Returns the analysis line of the book's moves, and the move played, if there is one.
    fn analyse_and_play(
        &mut self,
        command: &str,
        color: Color,
        arguments: &AnalysisArguments,
    ) -> Result<Option<(String, String)>, GtpError> {
        let moves = self.book(color, &arguments.prohibited)?;
        if moves.is_empty() {
            return Ok(None);
        }
        let told = self.line(command, color, arguments, &moves)?;
        let played = self.play_one(color, moves)?;
        Ok(played.map(|played| (told, played.to_gtp(self.board.size()))))
    }

    fn accept_last_line(&mut self, color: Color, command: &GtpCommand, last: &str) -> GtpReply {
        let played = last.strip_prefix("play ").unwrap_or(last).to_owned();
        self.accept_engine_move(color, &command.text(), &played)
    }

    /// Passes the engine's lines on until it ends or the controller sends something. Returns the
    /// last line.
    fn forward(
        &mut self,
        command: &GtpCommand,
        id: &str,
        mut input: Option<&mut InputLines>,
        out: &mut impl Write,
    ) -> io::Result<Result<String, GtpError>> {
        let Some(partner) = &mut self.partner else {
            return Ok(Err(GtpError::new("unknown command")));
        };
        let patience = self.settings.timeout;
        let engine = match partner.engine(&self.board) {
            Ok(engine) => engine,
            Err(error) => return Ok(Err(error.into())),
        };
        if let Err(error) = engine.start_stream(&command.text()) {
            if matches!(error, joseki_peer::PeerRequestError::Lost(_)) {
                partner.discard();
            }
            return Ok(Err(error.into()));
        }
        writeln!(out, "={id}")?;
        out.flush()?;
        let (mut last, mut heard) = (String::new(), Instant::now());
        let lost = loop {
            match engine.next_output(POLL_INTERVAL) {
                Ok(StreamOutput::Line(line)) => {
                    writeln!(out, "{line}")?;
                    out.flush()?;
                    (last, heard) = (line, Instant::now());
                }
                Ok(StreamOutput::End) => break None,
                // An engine may be silent during analysis, but not before a move.
                Ok(StreamOutput::Nothing) if input.is_none() && heard.elapsed() > patience => {
                    break Some(partner.reject_response(&command.text(), "silence").to_string());
                }
                Ok(StreamOutput::Nothing) => {}
                Err(error) => break Some(error.to_string()),
            }
            if input.as_mut().is_some_and(|input| input.wait_for_line(Duration::ZERO)) {
                break engine.stop_stream().err().map(|error| error.to_string());
            }
        };
        if let Some(lost) = lost {
            tracing::warn!("{lost}");
            lose(&mut self.partner);
        }
        writeln!(out)?;
        Ok(Ok(last))
    }

    /// Formats the moves with the book's continuations, in their order; both twins of a symmetric
    /// position. If these are fewer than wanted, the book's other moves follow.
    fn line(
        &self,
        command: &str,
        color: Color,
        arguments: &AnalysisArguments,
        moves: &[CandidateMove],
    ) -> Result<String, GtpError> {
        let AnalysisArguments { min_moves, max_moves, prohibited, line_visits, .. } = arguments;
        let place = |point: &Point| moves.iter().position(|one| one.points().contains(point));
        let found = analysed(self.service, &self.settings, &self.board, color, self.game)?;
        let mut found: Vec<(usize, AnalysedMove)> = found
            .into_iter()
            .filter(|one| prohibited.allows(color, Move::Play(one.point), 0))
            .map(|one| (place(&one.point).unwrap_or(usize::MAX), one))
            .collect();
        found.sort_by_key(|(place, _)| *place);
        let chosen = found.partition_point(|(place, _)| *place < usize::MAX);
        found.truncate(chosen.max(*min_moves).min(*max_moves));
        let shorten = |one: AnalysedMove| AnalysedMove {
            line: prohibited.allowed_part(color, one.line),
            ..one
        };
        let found: Vec<AnalysedMove> = found.into_iter().map(|(_, one)| shorten(one)).collect();
        Ok(Dialect::for_command(command).line(&found, *line_visits, self.board.size()))
    }

    /// Returns the colour that a command begins with, else that of the side to move.
    fn color_or_next(&self, command: &GtpCommand) -> Color {
        let said = command.argument(0).and_then(|color| color.parse().ok());
        said.unwrap_or_else(|| self.next_color())
    }

    fn next_color(&self) -> Color {
        let last = self.board.last().map(|(color, _)| color.opposite());
        let record = self.board.record();
        let start = if record.initial.len() >= 2 { Color::White } else { Color::Black };
        last.unwrap_or(start)
    }

    fn partner_supports(&self, command: &str) -> bool {
        self.partner.as_ref().is_some_and(|partner| partner.supports(command))
    }
}

fn lose(partner: &mut Option<Partner>) {
    if let Some(partner) = partner {
        partner.discard();
    }
}
