//! Game result to be entered: how the game ended, with its moves or its SGF.

use std::fmt::Display;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::board::{BoardFields, check_moves, pairs, parse_color};
use crate::coords::Coords;
use crate::curate::book::parse_variant_on;
use crate::error::{RequestError, in_range};
use crate::named::ResultChoice;
use crate::names::{parse_class, parse_opponent};
use joseki_format::game_info::{GameDate, GameInfo, Rank};
use joseki_game::{Color, Game};
use joseki_ledger::{BoardRecord, GameTerms, OwnOutcome, check_name};
use joseki_service::Code;
use joseki_service::learn::{GameResult, read_game, read_game_info, recorded_outcome};

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
    #[serde(with = "crate::named")]
    #[schema(value_type = ResultChoice)]
    pub result: OwnOutcome,
    /// Winning margin in points, 0 to 1000; omitted if the game was not counted.
    #[serde(default)]
    pub margin: Option<f64>,
    /// Number of handicap stones, 0 to 99; default: that of `HA`, or Black's initial stones if White
    /// moves first. A game with handicap teaches if both ranks are known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub handicap: Option<u32>,
    /// White's compensation in points, −361 to 361; default: that of `KM`, else the usual one. A game
    /// with less than 5.5 or more than 8 points teaches if both ranks are known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub komi: Option<f64>,
    /// Name of the rules; default: that of `RU`. A game by rules of an unknown name does not teach.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rules: Option<String>,
    /// Rank of the player with the black stones, such as `5k`, `1d` or `9p`; default: that of `BR`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub black_rank: Option<String>,
    /// Rank of the player with the white stones; default: that of `WR`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub white_rank: Option<String>,
    /// Date of the game, such as `2026-01-31`; default: that of `DT`, else the day on which the
    /// result arrives (UTC). The same moves against the same opponent on the same day are one game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<String>,
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
        let terms = &result.terms;
        let rank = |rank: Option<Rank>| rank.map(|rank| rank.to_string());
        ResultRequest {
            game_id: Some(result.game.clone()),
            opponent: result.opponent.to_string(),
            class: result.class.clone(),
            color: coords.letter(result.color).to_owned(),
            result: result.outcome,
            margin: result.margin,
            handicap: Some(terms.handicap).filter(|stones| *stones > 0),
            komi: terms.komi,
            rules: terms.rules.clone(),
            black_rank: rank(terms.black_rank),
            white_rank: rank(terms.white_rank),
            date: terms.date.map(|date| date.to_string()),
            sgf: None,
            // An earlier version of the service knows Go alone, and no such field.
            game: (!variant.is_default()).then(|| variant.game().to_string()),
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
        let color = parse_color(record.variant.game(), || "color".to_owned(), &self.color)?;
        let terms = self.terms(record.variant.game(), color)?;
        let stones = terms.stones(&record).unwrap_or_default();
        if self.handicap == Some(0) && stones > 0 {
            let message = format!(
                "0 contradicts the record: Black has {stones} handicap stones; correct one of the two"
            );
            return Err(RequestError::new(Code::InvalidValue, "handicap", message));
        }
        Ok(GameResult {
            game: self.game_id(game)?,
            opponent: parse_opponent(&self.opponent)?,
            class: self.class.as_deref().map(parse_class).transpose()?,
            color,
            outcome,
            margin: margin
                .map_err(|error| RequestError::new(Code::InvalidValue, "margin", error))?,
            record,
            terms,
        })
    }

    /// Returns the terms: those of the fields and of the SGF, which must agree, as the result must.
    fn terms(&self, game: Game, color: Color) -> Result<GameTerms, RequestError> {
        let info = self.sgf.as_ref().and_then(|sgf| read_game_info(game, sgf.as_bytes()));
        let (info, recorded) = info.unwrap_or_default();
        self.check_recorded(game, color, &info, &recorded.unwrap_or_default())?;
        let found = GameTerms::from(&info);
        let handicap = Some(found.handicap).filter(|stones| *stones > 0);
        let rank = |field, said: &Option<String>| {
            let read = |text: &String| {
                let invalid = || {
                    let message =
                        format!("invalid rank \"{text}\": expected one such as 5k, 1d or 9p");
                    RequestError::new(Code::InvalidValue, field, message)
                };
                Rank::parse(text).ok_or_else(invalid)
            };
            said.as_ref().map(read).transpose()
        };
        Ok(GameTerms {
            handicap: agreed("handicap", self.handicap()?, handicap)?.unwrap_or_default(),
            komi: agreed("komi", self.komi()?, found.komi)?,
            rules: agreed("rules", self.rules()?, found.rules)?,
            black_rank: agreed(
                "black_rank",
                rank("black_rank", &self.black_rank)?,
                found.black_rank,
            )?,
            white_rank: agreed(
                "white_rank",
                rank("white_rank", &self.white_rank)?,
                found.white_rank,
            )?,
            date: agreed("date", self.date()?, found.date)?,
        })
    }

    /// Checks that the result is the one that the record states (`RE`), if it states one.
    fn check_recorded(
        &self,
        game: Game,
        color: Color,
        info: &GameInfo,
        recorded: &str,
    ) -> Result<(), RequestError> {
        let refused = |field, said: String, what: String| {
            let message = format!(
                "{said} contradicts the record: its RE is \"{recorded}\"{what}; correct one of the two"
            );
            Err(RequestError::new(Code::InvalidValue, field, message))
        };
        match recorded_outcome(info, color) {
            Some(outcome) if outcome != self.result => {
                let what = format!(", a {outcome} for {}", game.color_letter(color));
                return refused("result", format!("\"{}\"", self.result), what);
            }
            _ => {}
        }
        match (self.margin, info.margin) {
            (Some(said), Some(found)) if said.abs() != f64::from(found) => {
                refused("margin", format!("{said:?}"), String::new())
            }
            (Some(said), None) if was_not_counted(recorded) => {
                refused("margin", format!("{said:?}"), ", a game that was not counted".to_owned())
            }
            _ => Ok(()),
        }
    }

    fn handicap(&self) -> Result<Option<u32>, RequestError> {
        let most = GameTerms::MAX_HANDICAP as usize;
        let checked = |stones: u32| in_range("handicap", stones as usize, 0, most).map(|_| stones);
        self.handicap.map(checked).transpose()
    }

    fn komi(&self) -> Result<Option<f64>, RequestError> {
        let most = GameTerms::MAX_KOMI;
        match self.komi {
            Some(komi) if komi.is_nan() || komi.abs() > most => {
                let message = format!("{komi:?} is out of range: expected -{most} to {most}");
                Err(RequestError::new(Code::InvalidValue, "komi", message))
            }
            // Negative zero is another number where it is stored.
            komi => Ok(komi.map(|komi| komi + 0.0)),
        }
    }

    fn rules(&self) -> Result<Option<String>, RequestError> {
        let invalid = |error| RequestError::new(Code::InvalidValue, "rules", error);
        let rules = self.rules.as_deref().map(|rules| check_name(rules).map_err(invalid));
        Ok(rules.transpose()?.map(str::to_owned))
    }

    fn date(&self) -> Result<Option<GameDate>, RequestError> {
        let read = |text: &String| {
            let invalid = || {
                let message = format!(
                    "invalid date \"{text}\": expected one such as 2026-01-31, 2026-01 or 2026"
                );
                RequestError::new(Code::InvalidValue, "date", message)
            };
            // Records have dates in many forms; here none is guessed at, and no part dropped.
            GameDate::parse(text).filter(|date| date.to_string() == *text).ok_or_else(invalid)
        };
        self.date.as_ref().map(read).transpose()
    }

    fn game_id(&self, address: Option<&str>) -> Result<String, RequestError> {
        match (&self.game_id, address) {
            (Some(said), Some(address)) if said != address => {
                let message = format!("\"{said}\" differs from the id in the URL: omit it");
                Err(RequestError::new(Code::InvalidValue, "game_id", message))
            }
            (_, Some(address)) => Ok(address.to_owned()),
            (Some(said), None) => Ok(said.clone()),
            (None, None) => {
                let message = "expected an id of the game, 1 to 200 characters";
                Err(RequestError::new(Code::MissingField, "game_id", message))
            }
        }
    }

    fn record(&self) -> Result<BoardRecord, RequestError> {
        let Some(sgf) = &self.sgf else {
            if self.moves.is_empty() {
                let message = "missing game: expected its moves, or the game as sgf";
                return Err(RequestError::new(Code::MissingField, "moves", message));
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
            return Err(RequestError::new(Code::InvalidValue, *field, message));
        }
        let game = Game::parse(self.game());
        let game = game.map_err(|error| RequestError::new(Code::InvalidValue, "game", error))?;
        let record = read_game(game, sgf.as_bytes());
        let record = record.map_err(|error| RequestError::new(Code::InvalidSgf, "sgf", error))?;
        if record.moves.is_empty() {
            let message = "the main line of the first tree has no moves";
            return Err(RequestError::new(Code::InvalidValue, "sgf", message));
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

/// Whether a recorded result is that of a game that ended without a count: by resignation, on time or
/// by forfeit.
fn was_not_counted(recorded: &str) -> bool {
    let how = recorded.split_once('+').and_then(|(_, how)| how.trim().chars().next());
    how.is_some_and(|letter| matches!(letter.to_ascii_uppercase(), 'R' | 'T' | 'F'))
}

/// Returns what a field or the SGF says, which must agree if both do.
fn agreed<T: PartialEq + Display>(
    field: &'static str,
    said: Option<T>,
    found: Option<T>,
) -> Result<Option<T>, RequestError> {
    match (said, found) {
        (Some(said), Some(found)) if said != found => {
            let message =
                format!("{said} contradicts the sgf, which has {found}: omit one of the two");
            Err(RequestError::new(Code::InvalidValue, field, message))
        }
        (said, found) => Ok(said.or(found)),
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
            (json!({}), Code::MissingField, "moves"),
            (json!({"moves": []}), Code::MissingField, "moves"),
            (json!({"moves": one, "sgf": "(;B[pd])"}), Code::InvalidValue, "moves"),
            (json!({"board_size": 19, "sgf": "(;B[pd])"}), Code::InvalidValue, "board_size"),
            (
                json!({"initial_stones": [["B", "D4"]], "sgf": "(;B[pd])"}),
                Code::InvalidValue,
                "initial_stones",
            ),
            (json!({"sgf": ""}), Code::InvalidSgf, "sgf"),
            (json!({"sgf": "(;AB[dd])"}), Code::InvalidValue, "sgf"),
            (json!({"sgf": long}), Code::TooMany, "sgf"),
            (json!({"moves": many(2001)}), Code::TooMany, "moves"),
            (json!({"moves": one, "game_id": null}), Code::MissingField, "game_id"),
            (json!({"moves": one, "opponent": " "}), Code::InvalidValue, "opponent"),
            (json!({"moves": one, "class": ""}), Code::InvalidValue, "class"),
            (json!({"moves": one, "color": "black!"}), Code::InvalidColor, "color"),
            (json!({"moves": one, "margin": -1}), Code::InvalidValue, "margin"),
            (json!({"moves": one, "margin": 1001}), Code::InvalidValue, "margin"),
            (json!({"moves": [["B", "Z1"]]}), Code::InvalidPoint, "moves[0]"),
            (json!({"moves": one, "board_size": 0}), Code::InvalidValue, "board_size"),
            (json!({"moves": one, "handicap": 100}), Code::InvalidValue, "handicap"),
            (json!({"moves": one, "komi": 362}), Code::InvalidValue, "komi"),
            (json!({"moves": one, "rules": " "}), Code::InvalidValue, "rules"),
            (json!({"moves": one, "white_rank": "strong"}), Code::InvalidValue, "white_rank"),
            (json!({"moves": one, "date": "yesterday"}), Code::InvalidValue, "date"),
            (json!({"moves": one, "date": "2026-02-30"}), Code::InvalidValue, "date"),
            (json!({"moves": one, "date": "2026-13-01"}), Code::InvalidValue, "date"),
            (json!({"moves": one, "date": "01.02.2026"}), Code::InvalidValue, "date"),
        ] {
            let error = understood(change.clone()).expect_err("it should be refused");
            assert_eq!((error.code, error.field.as_str()), (code, field), "{change}");
        }
        assert!(understood(json!({"moves": many(2000)})).is_ok());
    }

    #[test]
    fn the_record_and_the_fields_agree() {
        let sgf = "(;HA[2]KM[0.5]RU[Japanese]BR[5k]WR[3k]DT[2026-01-31]RE[B+R]AB[dp][pd];W[qf])";
        let one = understood(json!({"sgf": sgf})).expect("a result");
        let fields = json!({
            "handicap": 2, "komi": 0.5, "rules": "Japanese", "black_rank": "5k", "white_rank": "3k",
            "date": "2026-01-31", "initial_stones": [["B", "Q16"], ["B", "D4"]], "moves": [["W", "R14"]]
        });
        let two = understood(fields).expect("a result");
        assert_eq!(one.terms, two.terms);
        for (field, other) in [
            ("handicap", json!(3)),
            ("komi", json!(6.5)),
            ("rules", json!("Chinese")),
            ("black_rank", json!("1d")),
            ("white_rank", json!("1d")),
            ("date", json!("2026-02-01")),
        ] {
            let sent = json!({"sgf": sgf, field: other.clone()});
            let error = understood(sent).expect_err("two values");
            assert_eq!((error.code, error.field.as_str()), (Code::InvalidValue, field));
            // What was sent comes first, as it was written.
            let said = other.as_str().map_or_else(|| other.to_string(), str::to_owned);
            assert!(error.message.starts_with(&format!("{said} contradicts")), "{}", error.message);
        }
        for (color, result, error) in [
            ("B", "win", None),
            ("W", "loss", None),
            (
                "B",
                "loss",
                Some(
                    "\"loss\" contradicts the record: its RE is \"B+R\", a win for B; correct one of the two",
                ),
            ),
            (
                "W",
                "draw",
                Some(
                    "\"draw\" contradicts the record: its RE is \"B+R\", a loss for W; correct one of the two",
                ),
            ),
        ] {
            let found = understood(json!({"sgf": sgf, "color": color, "result": result})).err();
            let found = found.map(|error| (error.field, error.message));
            assert_eq!(found, error.map(|error| ("result".to_owned(), error.to_owned())));
        }
        for (margin, error) in [
            (3.5, None),
            (-3.5, None),
            (
                10.0,
                Some("10.0 contradicts the record: its RE is \"W+3.5\"; correct one of the two"),
            ),
        ] {
            let sent = json!({"sgf": "(;RE[W+3.5];B[pd])", "result": "loss", "margin": margin});
            let found = understood(sent).err().map(|error| (error.field, error.message));
            assert_eq!(found, error.map(|error| ("margin".to_owned(), error.to_owned())));
        }
        for (sgf, margin, refused) in [
            ("(;RE[B+R];B[pd])", json!(3.5), true),
            ("(;RE[B+Time];B[pd])", json!(3.5), true),
            ("(;RE[B+F];B[pd])", json!(3.5), true),
            ("(;RE[B+R];B[pd])", Value::Null, false),
            ("(;RE[B+];B[pd])", json!(3.5), false),
        ] {
            let found = understood(json!({"sgf": sgf, "result": "win", "margin": margin})).err();
            let field = found.map(|error| error.field);
            assert_eq!(field, refused.then(|| "margin".to_owned()), "{sgf} {margin}");
        }
        for (sgf, handicap, refused) in [
            ("(;AB[pd][dd];W[dp])", Some(0), true),
            ("(;AB[pd][dd];W[dp])", Some(2), false),
            ("(;AB[pd][dd];W[dp])", None, false),
            ("(;B[pd];W[dp])", Some(0), false),
            ("(;AB[pd]AW[dd];B[dp])", Some(0), false),
        ] {
            let found =
                understood(json!({"sgf": sgf, "result": "win", "handicap": handicap})).err();
            let field = found.map(|error| error.field);
            assert_eq!(field, refused.then(|| "handicap".to_owned()), "{sgf} {handicap:?}");
        }
        // A record without a result contradicts nothing.
        for unknown in ["RE[?]", "RE[Void]", ""] {
            let sgf = format!("(;{unknown};B[pd])");
            assert!(understood(json!({"sgf": sgf, "result": "loss"})).is_ok(), "{unknown}");
        }
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
            handicap: None,
            komi: None,
            rules: None,
            black_rank: None,
            white_rank: None,
            date: None,
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
