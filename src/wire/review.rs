//! The question for a review of games.

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::coords::Coords;
use super::error::{RequestError, in_range};
use super::games_asked::split_names;
use super::moment::parse_as_of;
use crate::service::{BookRef, DEFAULT_BOOK, ReviewAsked};

/// How many moves of a game are looked at unless the caller says.
pub const REVIEWED_MOVES: usize = 60;
/// The most moves of a game that are looked at.
pub const MOST_REVIEWED_MOVES: usize = 1000;
/// The most players whose profiles can be asked for.
const MOST_PLAYERS: usize = 100;

/// Games, and how they are to be reviewed.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
#[schema(example = json!({
    "games": ["(;SZ[19]PB[Alice]PW[Bob]RE[W+R];B[pd];W[nc];B[qg];W[dp])"], "players": ["Alice"]
}))]
pub struct ReviewRequest {
    /// The book; `main` unless said.
    pub book: Option<String>,
    /// The book as it was: at a version (`12`), at the end of a day (`2026-01-31`, UTC) or at a time
    /// (`2026-01-31T13:05:07Z`). What games and results say is that of today.
    pub as_of: Option<String>,
    /// How points are written in the answer.
    pub coords: Coords,
    /// Whose profiles are wanted, by the names of `PB` and `PW` in any case and spacing; at most 100. Unless said,
    /// those of all who play at least 5 games; of everybody, if there are fewer games in all.
    #[schema(max_items = 100)]
    pub players: Vec<String>,
    /// How many moves of each game are looked at, 1 to 1000; 60 unless said.
    #[schema(minimum = 1, maximum = 1000)]
    pub moves: Option<usize>,
    /// Whether the records are wanted back with the review in them.
    pub annotate: bool,
    /// Whether each game's stones and moves are wanted, for a board to show.
    pub record: bool,
    /// Up to 200 game records, each the text of one SGF game.
    #[schema(max_items = 200)]
    pub games: Vec<String>,
}

/// The same question as parameters of an address, where the body is SGF.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub struct ReviewParameters {
    /// The book; `main` unless said.
    #[param(example = "main")]
    pub book: Option<String>,
    /// The book as it was, at a version, at the end of a day or at a time.
    #[param(example = "1")]
    pub as_of: Option<String>,
    /// How points are written in the answer: `gtp` or `sgf`.
    #[param(inline)]
    pub coords: Coords,
    /// Whose profiles are wanted, separated by commas.
    pub players: String,
    /// How many moves of each game are looked at; 60 unless said.
    #[param(minimum = 1, maximum = 1000)]
    pub moves: Option<usize>,
    /// Whether the records are wanted back with the review in them.
    pub annotate: bool,
    /// Whether each game's stones and moves are wanted, for a board to show.
    pub record: bool,
}

impl From<ReviewParameters> for ReviewRequest {
    fn from(parameters: ReviewParameters) -> ReviewRequest {
        ReviewRequest {
            book: parameters.book,
            as_of: parameters.as_of,
            coords: parameters.coords,
            players: split_names(&parameters.players),
            moves: parameters.moves,
            annotate: parameters.annotate,
            record: parameters.record,
            games: Vec::new(),
        }
    }
}

impl ReviewRequest {
    /// The question without its games, every field understood.
    ///
    /// # Errors
    /// The first field that makes no sense.
    pub fn asked(&self) -> Result<ReviewAsked, RequestError> {
        let moves = self.moves.unwrap_or(REVIEWED_MOVES);
        if self.players.len() > MOST_PLAYERS {
            let found = self.players.len();
            let message = format!("{found} players are more than {MOST_PLAYERS}");
            return Err(RequestError::new("too_many", "players", message));
        }
        let as_of = self.as_of.as_deref().map(parse_as_of).transpose()?;
        let name = self.book.as_deref().unwrap_or(DEFAULT_BOOK);
        Ok(ReviewAsked {
            book: BookRef::at(name, as_of),
            moves: in_range("moves", moves, 1, MOST_REVIEWED_MOVES)?,
            players: self.players.clone(),
            annotate: self.annotate,
        })
    }
}
