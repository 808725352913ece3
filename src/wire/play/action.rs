//! What a player does at a table.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::coords::Coords;
use crate::error::RequestError;
use joseki_base::named::Named;
use joseki_game::table::{TableAction, TableOffer, TablePhrase};
use joseki_game::{Color, GameInPlay, Move};
use joseki_service::Code;

/// What is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum TableWord {
    /// Plays `move`.
    Play,
    /// Offers to take back `count` moves.
    Undo,
    /// Offers a draw.
    Draw,
    /// Offers a pause.
    Pause,
    /// Accepts the offer of the other side.
    Accept,
    /// Declines the offer of the other side, or takes back the own one.
    Decline,
    /// Gives up.
    Resign,
    /// Ends a pause; after two passes in Go, goes on with the game.
    Resume,
    /// After two passes in Go: marks the chain at `point` as dead, or takes its mark off.
    Dead,
    /// After two passes in Go: marks the stones that are probably dead.
    Estimate,
    /// After two passes in Go: agrees with the marks.
    Agree,
    /// Says `phrase`.
    Say,
    /// Lets a program that thinks play the best move that it has found.
    Stop,
}

/// An action of a player.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({"action": "play", "move": "Q16", "version": 3}))]
pub struct TableActionRequest {
    /// What is done.
    pub action: TableWord,
    /// The move, for `play`: a point, `pass`, or in xiangqi two squares.
    #[serde(default, rename = "move")]
    pub played: Option<String>,
    /// Number of moves, for `undo`; default 1.
    #[serde(default)]
    #[schema(minimum = 1)]
    pub count: Option<usize>,
    /// The point, for `dead`.
    #[serde(default)]
    pub point: Option<String>,
    /// The phrase, for `say`: `hello`, `good_luck`, `good_move`, `thanks`, `one_moment`, `sorry` or
    /// `good_game`.
    #[serde(default)]
    pub phrase: Option<String>,
    /// The side that acts, `black` or `white`, if the token may play both; default the side to move.
    #[serde(default)]
    pub side: Option<String>,
    /// The version of the state that the player saw. If something else was done since, the action is
    /// refused; if it is exactly what was done, it is not done again, so a retry is safe.
    #[serde(default)]
    pub version: Option<u32>,
    /// Notation of points; default that of the game's players.
    #[serde(default)]
    pub coords: Coords,
}

/// A parsed action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableCommand {
    /// Something that the table decides on.
    Act(TableAction),
    /// An estimate of the dead stones.
    Estimate,
    /// The end of a program's thinking.
    Stop,
}

impl TableActionRequest {
    /// Parses the action for a game.
    ///
    /// # Errors
    /// The first missing or invalid field.
    pub fn parse(&self, game: &GameInPlay) -> Result<TableCommand, RequestError> {
        let needed = |field: &str, found: &Option<String>| {
            let missing =
                || RequestError::new(Code::MissingField, field, "missing for this action: add it");
            found.clone().ok_or_else(missing)
        };
        let board = game.board();
        let coords = self.coords.for_game(game.game());
        let action = match self.action {
            TableWord::Play => {
                let text = needed("move", &self.played)?;
                let invalid = |error: &dyn ToString| {
                    RequestError::new(Code::InvalidPoint, "move", error.to_string())
                };
                TableAction::Play(match board.xiangqi() {
                    Some(board) => {
                        Move::Shift(board.read_move(&text).map_err(|error| invalid(&error))?)
                    }
                    None => {
                        let read = coords.parse_move(&text, board.size());
                        read.map_err(|error| invalid(&error))?
                    }
                })
            }
            TableWord::Undo => TableAction::Offer(TableOffer::Undo(self.count.unwrap_or(1))),
            TableWord::Draw => TableAction::Offer(TableOffer::Draw),
            TableWord::Pause => TableAction::Offer(TableOffer::Pause),
            TableWord::Accept => TableAction::Accept,
            TableWord::Decline => TableAction::Decline,
            TableWord::Resign => TableAction::Resign,
            TableWord::Resume => TableAction::Resume,
            TableWord::Dead => {
                let text = needed("point", &self.point)?;
                let point = coords.parse_point(&text, board.size());
                let invalid = |error| RequestError::new(Code::InvalidPoint, "point", error);
                TableAction::ToggleDead(point.map_err(invalid)?)
            }
            TableWord::Estimate => return Ok(TableCommand::Estimate),
            TableWord::Agree => TableAction::Agree,
            TableWord::Say => {
                let name = needed("phrase", &self.phrase)?;
                let invalid = |error| RequestError::new(Code::InvalidValue, "phrase", error);
                TableAction::Say(TablePhrase::parse("phrase", &name).map_err(invalid)?)
            }
            TableWord::Stop => return Ok(TableCommand::Stop),
        };
        Ok(TableCommand::Act(action))
    }

    /// Returns the side that acts, of those that the player's token may play.
    ///
    /// # Errors
    /// The token may only watch, or may not play that side.
    pub fn side(&self, own: &[Color], to_move: Color) -> Result<Color, RequestError> {
        let invalid = |message: &str| RequestError::new(Code::InvalidValue, "side", message);
        let color = match self.side.as_deref() {
            None => None,
            Some("black") => Some(Color::Black),
            Some("white") => Some(Color::White),
            Some(_) => return Err(invalid("expected black or white")),
        };
        match (color, own) {
            (_, []) => Err(invalid("this token may only watch: use that of a side")),
            (Some(color), own) if own.contains(&color) => Ok(color),
            (Some(_), _) => Err(invalid("this token may not play that side")),
            (None, [only]) => Ok(*only),
            (None, _) => Ok(to_move),
        }
    }
}
