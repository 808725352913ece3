//! Game result to be entered: how the game ended, with its moves or its SGF.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::game::{Color, Game, Variant};
use crate::ledger::{BoardRecord, OwnOutcome};
use crate::service::{GameResult, read_game};
use crate::wire::board::{BoardFields, check_moves, pairs, parse_color};
use crate::wire::coords::Coords;
use crate::wire::curate::book::parse_variant_on;
use crate::wire::error::RequestError;
use crate::wire::names::{parse_class, parse_opponent};

/// Result of a game against an opponent. The game is given either as `moves`, with `board_size` and
/// `initial_stones` where needed, or as `sgf`.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(example = json!({
    "game_id": "2026-01-31-17", "opponent": "gnugo@3.8", "class": "engine", "color": "B", "result": "win", "margin": 3.5,
    "moves": [["B", "Q16"], ["W", "O17"], ["B", "R14"]]
}))]
pub struct ResultRequest {
    /// Id of the game, chosen by the client, 1 to 200 characters. The same game with the same id is
    /// counted once. Required unless it is in the URL.
    #[serde(default)]
    #[schema(value_type = String)]
    pub game_id: Option<String>,
    /// Name of the opponent, at most 200 characters; the part after the last `@` is its version.
    pub opponent: String,
    /// Class of the opponent, e.g. `engine`; default: the latest reported class.
    #[serde(default)]
    pub class: Option<String>,
    /// Our colour, `B` or `W`.
    pub color: String,
    /// Result from our side.
    pub result: OwnOutcome,
    /// Winning margin in points, 0 to 1000; omitted if the game was not counted.
    #[serde(default)]
    pub margin: Option<f64>,
    /// The game as SGF: the main line of its first tree, with the number of `game` in `GM` and one of
    /// its sizes in `SZ`. Excludes `board_size`, `initial_stones` and `moves`.
    #[serde(default)]
    pub sgf: Option<String>,
    /// Name of the game that was played; default `go`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<String>,
    /// Board size in lines. In Go 9 to 19, default 19; in another game one of its sizes, default the
    /// usual one.
    #[serde(default)]
    pub board_size: Option<u8>,
    /// Notation of points, also in errors about this game; default `gtp`.
    #[serde(default)]
    pub coords: Coords,
    /// Handicap and setup stones, each `[colour, point]`.
    #[serde(default, deserialize_with = "pairs")]
    pub initial_stones: Vec<[String; 2]>,
    /// Moves, each `[colour, point]`; `"pass"` for a pass. Two moves in a row by one colour are
    /// allowed.
    #[serde(default, deserialize_with = "pairs")]
    pub moves: Vec<[String; 2]>,
}

/// Converts into the form sent to another service.
impl From<&GameResult> for ResultRequest {
    fn from(result: &GameResult) -> ResultRequest {
        let (variant, size) = (result.record.variant, result.record.size);
        let initial = result.record.initial.iter();
        let moves = result.record.moves.iter();
        let coords = Coords::Gtp.for_game(variant.game());
        let pair = |color: Color, point: String| [coords.letter(color).to_owned(), point];
        ResultRequest {
            game_id: Some(result.game.clone()),
            opponent: result.opponent.to_string(),
            class: result.class.clone(),
            color: coords.letter(result.color).to_owned(),
            result: result.outcome,
            margin: result.margin,
            sgf: None,
            // An earlier version of the service knows Go alone, and no such field.
            game: (variant != Variant::GO).then(|| variant.game().to_string()),
            board_size: Some(size.get()),
            coords: Coords::Gtp,
            initial_stones: initial
                .map(|(color, point)| pair(*color, coords.point(*point, size)))
                .collect(),
            moves: moves
                .map(|(color, played)| pair(*color, coords.move_text(*played, size)))
                .collect(),
        }
    }
}

impl ResultRequest {
    /// Parses all fields. `game` is the id in the URL, if any. Does not check whether the moves are
    /// legal.
    ///
    /// # Errors
    /// The first invalid field.
    pub fn into_result(self, game: Option<&str>) -> Result<GameResult, RequestError> {
        let outcome = self.result;
        let margin = self.margin.map(|margin| outcome.margin(margin));
        let margin = margin.transpose();
        let record = self.record()?;
        Ok(GameResult {
            game: self.game_id(game)?,
            opponent: parse_opponent(&self.opponent)?,
            class: self.class.as_deref().map(parse_class).transpose()?,
            color: parse_color(record.variant.game(), || "color".to_owned(), &self.color)?,
            outcome,
            margin: margin.map_err(|error| RequestError::new("invalid_value", "margin", error))?,
            record,
        })
    }

    fn game_id(&self, address: Option<&str>) -> Result<String, RequestError> {
        match (&self.game_id, address) {
            (Some(said), Some(address)) if said != address => {
                let message = format!("\"{said}\" differs from the id in the URL: omit it");
                Err(RequestError::new("invalid_value", "game_id", message))
            }
            (_, Some(address)) => Ok(address.to_owned()),
            (Some(said), None) => Ok(said.clone()),
            (None, None) => {
                let message = "expected an id of the game, 1 to 200 characters";
                Err(RequestError::new("missing_field", "game_id", message))
            }
        }
    }

    fn record(&self) -> Result<BoardRecord, RequestError> {
        let Some(sgf) = &self.sgf else {
            if self.moves.is_empty() {
                let message = "missing game: expected its moves, or the game as sgf";
                return Err(RequestError::new("missing_field", "moves", message));
            }
            return self.board()?.parse();
        };
        let beside = [
            ("board_size", self.board_size.is_some()),
            ("initial_stones", !self.initial_stones.is_empty()),
            ("moves", !self.moves.is_empty()),
        ];
        if let Some((field, _)) = beside.iter().find(|(_, said)| *said) {
            let message = "the game is also given as sgf: omit one of the two";
            return Err(RequestError::new("invalid_value", *field, message));
        }
        let game = Game::parse(self.game());
        let game = game.map_err(|error| RequestError::new("invalid_value", "game", error))?;
        let record = read_game(game, sgf.as_bytes());
        let record = record.map_err(|error| RequestError::new("invalid_sgf", "sgf", error))?;
        if record.moves.is_empty() {
            let message = "the main line of the first tree has no moves";
            return Err(RequestError::new("invalid_value", "sgf", message));
        }
        check_moves("sgf", record.moves.len())?;
        Ok(record)
    }

    fn game(&self) -> &str {
        self.game.as_deref().unwrap_or(Game::Go.into())
    }

    fn board(&self) -> Result<BoardFields<'_>, RequestError> {
        Ok(BoardFields {
            variant: parse_variant_on(self.game(), self.board_size)?,
            size: self.board_size,
            coords: self.coords,
            initial: &self.initial_stones,
            moves: &self.moves,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn understood(change: Value) -> Result<GameResult, RequestError> {
        let mut request = json!({"game_id": "g", "opponent": "o", "color": "B", "result": "win"});
        let fields = change.as_object().expect("an object").clone();
        request.as_object_mut().expect("an object").extend(fields);
        let request: ResultRequest = serde_json::from_value(request).expect("a request");
        request.into_result(None)
    }

    #[test]
    fn moves_and_sgf_give_the_same_game() {
        let gtp = understood(
            json!({"initial_stones": [["B", "D4"]], "moves": [["W", "Q16"], ["B", "pass"]]}),
        );
        let sgf = understood(json!({"sgf": "(;AB[dp];W[pd];B[])"}));
        let points = understood(json!({
            "coords": "sgf", "initial_stones": [["B", "dp"]], "moves": [["W", "pd"], ["B", ""]]
        }));
        assert!(gtp.is_ok());
        assert_eq!((&gtp, &gtp), (&sgf, &points));
        let shown = understood(json!({"sgf": "(;AB[dp];W[pd];B[];AE[dp]AW[aa])"}));
        assert_eq!(gtp, shown, "markup of the final position is not a move");
        let small = understood(json!({"sgf": "(;SZ[9];B[ee])"})).expect("a result");
        let moves = understood(json!({"board_size": 9, "moves": [["B", "E5"]]}));
        assert_eq!(moves, Ok(small));
    }

    #[test]
    fn errors_name_the_invalid_field() {
        let one = json!([["B", "Q16"]]);
        let many = |count: usize| vec![json!(["B", "pass"]); count];
        let long = format!("(;{})", ";B[]".repeat(2001));
        for (change, code, field) in [
            (json!({}), "missing_field", "moves"),
            (json!({"moves": []}), "missing_field", "moves"),
            (json!({"moves": one, "sgf": "(;B[pd])"}), "invalid_value", "moves"),
            (json!({"board_size": 19, "sgf": "(;B[pd])"}), "invalid_value", "board_size"),
            (
                json!({"initial_stones": [["B", "D4"]], "sgf": "(;B[pd])"}),
                "invalid_value",
                "initial_stones",
            ),
            (json!({"sgf": ""}), "invalid_sgf", "sgf"),
            (json!({"sgf": "(;AB[dd])"}), "invalid_value", "sgf"),
            (json!({"sgf": long}), "too_many", "sgf"),
            (json!({"moves": many(2001)}), "too_many", "moves"),
            (json!({"moves": one, "game_id": null}), "missing_field", "game_id"),
            (json!({"moves": one, "opponent": " "}), "invalid_value", "opponent"),
            (json!({"moves": one, "class": ""}), "invalid_value", "class"),
            (json!({"moves": one, "color": "black!"}), "invalid_color", "color"),
            (json!({"moves": one, "margin": -1}), "invalid_value", "margin"),
            (json!({"moves": one, "margin": 1001}), "invalid_value", "margin"),
            (json!({"moves": [["B", "Z1"]]}), "invalid_point", "moves[0]"),
            (json!({"moves": one, "board_size": 0}), "invalid_value", "board_size"),
        ] {
            let error = understood(change.clone()).expect_err("it should be refused");
            assert_eq!((error.code, error.field.as_str()), (code, field), "{change}");
        }
        assert!(understood(json!({"moves": many(2000)})).is_ok());
    }

    #[test]
    fn the_url_may_give_the_id() {
        let request = |game: Option<&str>| ResultRequest {
            game_id: game.map(str::to_owned),
            opponent: "o".to_owned(),
            class: None,
            color: "W".to_owned(),
            result: OwnOutcome::Draw,
            margin: None,
            sgf: Some("(;B[pd])".to_owned()),
            game: None,
            board_size: None,
            coords: Coords::Gtp,
            initial_stones: Vec::new(),
            moves: Vec::new(),
        };
        let game = |said, address| request(said).into_result(address).map(|result| result.game);
        assert_eq!(game(Some("a"), None), Ok("a".to_owned()));
        assert_eq!(game(None, Some("a")), Ok("a".to_owned()));
        assert_eq!(game(Some("a"), Some("a")), Ok("a".to_owned()));
        assert_eq!(game(Some("a"), Some("b")).expect_err("two").field, "game_id");
    }
}
