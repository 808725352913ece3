//! Request for a review of games.

pub mod assess;
pub mod profile;
pub mod reviewed;

use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::coords::Coords;
use super::error::{RequestError, in_range};
use super::moment::parse_as_of;
use super::next::games_filter::split_names;
use joseki_service::{BookRef, Code, DEFAULT_BOOK, review::ReviewOptions};

/// Default number of moves reviewed per game.
pub const REVIEWED_MOVES: usize = 60;
/// Maximum number of moves reviewed per game.
pub const MAX_REVIEWED_MOVES: usize = 1000;
/// Maximum number of players whose profiles can be requested.
const MAX_PLAYERS: usize = 100;

/// Review request: games and options.
#[derive(Clone, Debug, Default, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
#[schema(example = json!({
    "games": ["(;SZ[19]PB[Alice]PW[Bob]RE[W+R];B[pd];W[nc];B[qg];W[dp])"], "players": ["Alice"]
}))]
pub struct ReviewRequest {
    /// Name of the book; default `main`.
    pub book: Option<String>,
    /// Past state of the book: a version (`12`), the end of a day (`2026-01-31`, UTC) or a time
    /// (`2026-01-31T13:05:07Z`); default: the current one. Statistics and results are always
    /// current.
    pub as_of: Option<String>,
    /// Notation of points in the response; default `gtp`.
    pub coords: Coords,
    /// Players to profile, by their names in `PB` and `PW`, ignoring case and spacing; at most 100.
    /// Default: all players with at least 5 games, or every player if there are fewer games in all.
    #[schema(max_items = 100)]
    pub players: Vec<String>,
    /// Maximum number of moves reviewed per game, 1 to 1000; default 60.
    #[schema(minimum = 1, maximum = 1000)]
    pub moves: Option<usize>,
    /// Whether to return the records annotated with the review; default `false`.
    pub annotate: bool,
    /// Whether to return each game's stones and moves, for display on a board; default `false`.
    pub record: bool,
    /// Game records, at most 200, each the text of one SGF game.
    #[schema(max_items = 200)]
    pub games: Vec<String>,
}

/// Review request as query parameters, with SGF in the body.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub struct ReviewParameters {
    /// Name of the book; default `main`.
    #[param(example = "main")]
    pub book: Option<String>,
    /// Past state of the book: a version (`12`), the end of a day (`2026-01-31`, UTC) or a time
    /// (`2026-01-31T13:05:07Z`); default: the current one.
    #[param(example = "1")]
    pub as_of: Option<String>,
    /// Notation of points in the response: `gtp` or `sgf`; default `gtp`.
    #[param(inline)]
    pub coords: Coords,
    /// Players to profile, separated by commas; at most 100. Default: all players with at least 5
    /// games, or every player if there are fewer games in all.
    pub players: String,
    /// Maximum number of moves reviewed per game, 1 to 1000; default 60.
    #[param(minimum = 1, maximum = 1000)]
    pub moves: Option<usize>,
    /// Whether to return the records annotated with the review; default `false`.
    pub annotate: bool,
    /// Whether to return each game's stones and moves, for display on a board; default `false`.
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
    /// Parses all fields but the games.
    ///
    /// # Errors
    /// The first invalid field.
    pub fn options(&self) -> Result<ReviewOptions, RequestError> {
        let moves = self.moves.unwrap_or(REVIEWED_MOVES);
        if self.players.len() > MAX_PLAYERS {
            let found = self.players.len();
            let message = format!("too many players: {found}, at most {MAX_PLAYERS} are allowed");
            return Err(RequestError::new(Code::TooMany, "players", message));
        }
        let as_of = self.as_of.as_deref().map(parse_as_of).transpose()?;
        let name = self.book.as_deref().unwrap_or(DEFAULT_BOOK);
        Ok(ReviewOptions {
            book: BookRef::at(name, as_of),
            moves: in_range("moves", moves, 1, MAX_REVIEWED_MOVES)?,
            players: self.players.clone(),
            annotate: self.annotate,
        })
    }
}
