//! Commands that make moves: from the book, from the engine behind, or from the opponent; and undo.

use super::check;
use super::command::GtpCommand;
use super::error::GtpError;
use super::info::{point_to_play, value};
use super::own::OwnMove;
use super::partner::play;
use super::player::book_moves;
use super::session::{GtpReply, GtpSession};
use joseki_game::go::diagram;
use joseki_game::{Color, Move};
use joseki_peer::PeerRequestError;
use joseki_service::{engine::analysis::ProhibitedMoves, next::CandidateMove};

impl GtpSession<'_> {
    pub(super) fn play(&mut self, command: &GtpCommand) -> GtpReply {
        let usage = || GtpError::syntax("play COLOR POINT");
        let [color, text] = command.arguments.as_slice() else {
            return Err(usage());
        };
        let color = color.parse::<Color>().map_err(|_| usage())?;
        if text.eq_ignore_ascii_case("resign") {
            self.ending.resign(color);
            return Ok(String::new());
        }
        let played = Move::from_gtp(text, self.board.size())
            .map_err(|error| GtpError::new(format!("syntax error: {error}")))?;
        self.play_on_both(color, played)?;
        Ok(String::new())
    }

    /// Plays a move on both boards, or on neither.
    fn play_on_both(&mut self, color: Color, played: Move) -> Result<(), GtpError> {
        let illegal = |error| GtpError::new(format!("illegal move: {error}"));
        self.board.is_legal(color, played).map_err(illegal)?;
        self.send_to_partner(&play(color, played, &self.board))?;
        self.board.play(color, played).map_err(illegal)
    }

    /// Plays the moves of `gogui-play_sequence`: all, or those before the first illegal one.
    pub(super) fn play_sequence(&mut self, command: &GtpCommand) -> GtpReply {
        for pair in command.arguments.chunks(2) {
            self.play(&GtpCommand { id: None, name: "play".to_owned(), arguments: pair.to_vec() })?;
        }
        Ok(String::new())
    }

    pub(super) fn genmove(&mut self, command: &GtpCommand) -> GtpReply {
        self.make_move(color_of(command)?, &ProhibitedMoves::default())
    }

    /// Plays a move that is not prohibited; an engine behind is asked without that restriction.
    pub(super) fn make_move(&mut self, color: Color, prohibited: &ProhibitedMoves) -> GtpReply {
        self.ending.add_color(color);
        if let Some(urgent) = self.urgent(color, prohibited) {
            return self.play_own(color, urgent);
        }
        let moves = self.book(color, prohibited)?;
        if let Some(played) = self.play_one(color, moves)? {
            return Ok(played.to_gtp(self.board.size()));
        }
        let Some(partner) = &mut self.partner else {
            return self.play_own(color, self.gaining(color, prohibited));
        };
        let request = format!("genmove {}", color.letter());
        let answer = partner.ask(&self.board, &request)?;
        self.accept_engine_move(color, &request, &answer)
    }

    /// Plays a move of our own; without an engine no other board has to follow.
    fn play_own(&mut self, color: Color, own: OwnMove) -> GtpReply {
        self.play_on_both(color, own.played)?;
        self.last = own.reason;
        Ok(own.played.to_gtp(self.board.size()))
    }

    /// Plays the first of these moves that both boards accept.
    pub(super) fn play_one(
        &mut self,
        color: Color,
        moves: Vec<CandidateMove>,
    ) -> Result<Option<Move>, GtpError> {
        let mut is_told = false;
        for candidate in moves {
            let played = point_to_play(&candidate);
            let told = self.send_to_partner(&play(color, played, &self.board));
            if let Err(error) = told {
                if !std::mem::replace(&mut is_told, true) {
                    let point = played.to_gtp(self.board.size());
                    tracing::warn!("the engine rejected {point} of the book: {error}");
                }
                continue;
            }
            if self.board.play(color, played).is_err() {
                continue;
            }
            self.last = format!("book {}", self.describe(&candidate));
            return Ok(Some(played));
        }
        Ok(None)
    }

    /// Returns the book moves to choose from, best first, without the prohibited ones.
    pub(super) fn book(
        &mut self,
        color: Color,
        prohibited: &ProhibitedMoves,
    ) -> Result<Vec<CandidateMove>, GtpError> {
        let mut moves = book_moves(self.service, &self.settings, &self.board, color, self.game)?;
        moves.retain_mut(|candidate| {
            candidate.plays.retain(|played| prohibited.allows(color, *played, 0));
            !candidate.plays.is_empty()
        });
        let (Some(check), Some(partner)) = (self.settings.check, &mut self.partner) else {
            return Ok(moves);
        };
        check::approve(check, partner, &self.board, color, moves)
    }

    /// Plays the engine's move on our board; the engine has already played it on its own.
    pub(super) fn accept_engine_move(
        &mut self,
        color: Color,
        request: &str,
        answer: &str,
    ) -> GtpReply {
        let text = answer.trim();
        "nobody".clone_into(&mut self.last);
        if text.eq_ignore_ascii_case("resign") {
            "engine".clone_into(&mut self.last);
            self.ending.resign(color);
            return Ok("resign".to_owned());
        }
        let size = self.board.size();
        let read = Move::from_gtp(text, size).map_err(|error| error.to_string());
        let made = read.and_then(|played| match self.board.play(color, played) {
            Ok(_) => Ok(played),
            Err(why) => Err(why.to_string()),
        });
        match (made, &mut self.partner) {
            (Ok(played), _) => {
                "engine".clone_into(&mut self.last);
                Ok(played.to_gtp(size))
            }
            (Err(why), Some(partner)) => {
                Err(partner.reject_response(request, &format!("{text} ({why})")))
            }
            (Err(_), None) => Err(GtpError::new("no engine")),
        }
    }

    /// Returns the move that `genmove` would choose, without playing it.
    pub(super) fn reg_genmove(&mut self, command: &GtpCommand) -> GtpReply {
        let color = color_of(command)?;
        let prohibited = ProhibitedMoves::default();
        if let Some(urgent) = self.urgent(color, &prohibited) {
            return Ok(urgent.played.to_gtp(self.board.size()));
        }
        if let Some(best) = self.book(color, &prohibited)?.first() {
            return Ok(point_to_play(best).to_gtp(self.board.size()));
        }
        match &mut self.partner {
            None => Ok(self.gaining(color, &prohibited).played.to_gtp(self.board.size())),
            Some(partner) => {
                let request = format!("reg_genmove {}", color.letter());
                Ok(partner.ask(&self.board, &request)?)
            }
        }
    }

    /// Runs `kgs-genmove_cleanup`, which captures dead stones after a game: a command for the
    /// engine only.
    pub(super) fn cleanup(&mut self, command: &GtpCommand) -> GtpReply {
        let color = color_of(command)?;
        let Some(partner) = &mut self.partner else {
            return Err(GtpError::new("unknown command"));
        };
        let request = command.text();
        let answer = partner.ask(&self.board, &request)?;
        self.accept_engine_move(color, &request, &answer)
    }

    pub(super) fn undo(&mut self) -> GtpReply {
        let before = self.board.clone();
        if !self.board.undo() {
            return Err(GtpError::new("cannot undo"));
        }
        "nobody".clone_into(&mut self.last);
        if let Some(partner) = &mut self.partner {
            let undone = match partner.ask(&before, "undo") {
                // One without undo is set to the position from scratch.
                Err(PeerRequestError::Rejected(_)) => partner.sync(&self.board),
                undone => undone.map(drop),
            };
            if let Err(error) = undone {
                partner.discard();
                self.board = before;
                return Err(error.into());
            }
        }
        self.ending.undo(self.service, &self.settings, &self.who);
        Ok(String::new())
    }

    pub(super) fn undo_several(&mut self, command: &GtpCommand) -> GtpReply {
        let moves = command.argument(0).map_or(Some(1), |moves| moves.parse().ok());
        let moves: usize = moves.ok_or_else(|| GtpError::syntax("gg-undo [MOVES]"))?;
        if moves > self.board.moves() {
            return Err(GtpError::new("cannot undo"));
        }
        for _ in 0..moves {
            self.undo()?;
        }
        Ok(String::new())
    }

    /// Lists the book's moves, one per line.
    pub(super) fn next(&mut self, command: &GtpCommand) -> GtpReply {
        let last = self.board.last().map_or(Color::White, |(color, _)| color);
        let color = match command.argument(0) {
            Some(_) => color_of(command)?,
            None => last.opposite(),
        };
        let moves = self.book(color, &ProhibitedMoves::default())?;
        let lines: Vec<String> = moves.iter().map(|candidate| self.describe(candidate)).collect();
        Ok(lines.join("\n"))
    }

    /// Formats a move: `Q16 ideal 0.53 DDCF upper_right`.
    fn describe(&self, candidate: &CandidateMove) -> String {
        let verdict = candidate.verdict.map_or("-", Into::into);
        let point = point_to_play(candidate).to_gtp(self.board.size());
        let (rate, line) = (value(candidate), &candidate.leads_to);
        let region = candidate.region;
        format!("{point} {verdict} {rate:.2} {line} {region}")
    }

    pub(super) fn showboard(&mut self) -> GtpReply {
        if let Some(partner) = &mut self.partner
            && let Ok(shown) = partner.ask(&self.board, "showboard")
        {
            return Ok(shown);
        }
        Ok(self.own_board())
    }

    /// Renders our board, which equals the engine's.
    pub(super) fn own_board(&self) -> String {
        let shown = diagram::render(self.board.position());
        format!("\n{}", shown.trim_end())
    }
}

pub(super) fn color_of(command: &GtpCommand) -> Result<Color, GtpError> {
    let color = command.argument(0).and_then(|color| color.parse().ok());
    color.ok_or_else(|| GtpError::syntax(&format!("{} COLOR", command.name)))
}
