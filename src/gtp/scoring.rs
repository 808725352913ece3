//! Scores of finished games.

use super::command::GtpCommand;
use super::error::GtpError;
use super::session::{GtpReply, GtpSession};
use super::settings::ResultsTarget;
use joseki_format::game_info;
use joseki_game::Color;
use joseki_game::go::{Count, ScoringRules};
use joseki_influence::{LifeMethod, estimated_count};
use joseki_peer::PeerRequestError;

impl GtpSession<'_> {
    /// Scores a game that both sides ended, to get its result.
    pub(super) fn score_finished_game(&mut self) {
        // A book alone passes when it runs out of moves: that ends no game.
        if self.ending.result.is_some() || self.ending.asked || self.settings.book_only {
            return;
        }
        if self.settings.opponent.is_none() || self.settings.results == ResultsTarget::Nowhere {
            return;
        }
        self.ending.asked = true;
        match self.final_score() {
            Ok(score)
                if game_info::GameOutcome::parse(&score) == game_info::GameOutcome::Unknown =>
            {
                tracing::warn!("the engine's score names no winner: {score}");
            }
            Ok(score) => self.ending.result = Some(score),
            Err(error) => tracing::warn!("cannot score the game: {error}"),
        }
    }

    /// Returns the engine's score, else an area count without the stones estimated dead.
    pub(super) fn final_score(&mut self) -> GtpReply {
        if let Some(partner) = self.partner.as_mut().filter(|p| p.supports("final_score")) {
            match partner.ask(&self.board, "final_score") {
                Ok(score) => return Ok(score),
                Err(PeerRequestError::Rejected(_)) => {}
                Err(lost) => return Err(lost.into()),
            }
        }
        Ok(self.count().score().to_string())
    }

    fn count(&self) -> Count {
        let (rules, komi) = (ScoringRules::Chinese, self.board.komi());
        estimated_count(self.board.position(), rules, komi, &LifeMethod::default())
    }

    pub(super) fn final_status_list(&mut self, command: &GtpCommand) -> GtpReply {
        let status = command.argument(0).unwrap_or_default();
        if !["alive", "seki", "dead"].contains(&status) {
            return Err(GtpError::syntax("final_status_list alive|seki|dead"));
        }
        if let Some(partner) = self.partner.as_mut().filter(|p| p.supports("final_status_list")) {
            return Ok(partner.ask(&self.board, &command.text())?);
        }
        let board = self.board.position();
        let count = self.count();
        let points = match status {
            "dead" => count.dead,
            "seki" => count.seki,
            _ => {
                let [black, white] = Color::ALL.map(|color| board.stones(color));
                black.union(white).difference(count.dead.union(count.seki))
            }
        };
        let texts: Vec<String> = points.iter().map(|point| point.to_gtp(board.size())).collect();
        Ok(texts.join("\n"))
    }

    /// Sets the result as the controller reports it: `joseki-result B+3.5`.
    pub(super) fn result(&mut self, command: &GtpCommand) -> GtpReply {
        let text = command.arguments.join(" ");
        if game_info::GameOutcome::parse(&text) == game_info::GameOutcome::Unknown {
            return Err(GtpError::syntax("joseki-result B+3.5, W+R or 0"));
        }
        self.ending.result = Some(text);
        Ok(String::new())
    }
}
