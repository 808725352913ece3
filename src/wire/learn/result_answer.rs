//! Outcome of entering a result, and stored results.

use serde::Serialize;
use utoipa::ToSchema;

use crate::{coords::Coords, time::rfc3339};
use joseki_book::Line;
use joseki_format::game_info::Rank;
use joseki_game::{Game, Region};
use joseki_ledger::{MILLION, Untaught};
use joseki_service::learn::{PostedResult, ResultPage, Withdrawal};
use joseki_store::{LedgerRow, LedgerStatus};

/// Outcome of entering a result.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(example = json!({
    "game_id": "2026-01-31-17", "status": "counted", "results": 345, "learned": 3,
    "lines": {"upper_left": null, "upper_right": "DDCFFC", "lower_left": null, "lower_right": null}
}))]
pub struct PostedJson {
    /// Id of the game.
    pub game_id: String,
    /// Status: `counted`; `kept` if the terms of the game teach nothing; `duplicate_game` if the same
    /// game counts under another id; `unchanged` if the same result was already entered; `corrected`.
    pub status: &'static str,
    /// Why the game teaches nothing: a word (`handicap`, `komi`, `rules`, `setup` or `mismatch`), a
    /// colon and a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub untaught: Option<&'static str>,
    /// Id of the game that counts in place of this one, which is the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub duplicate_of: Option<String>,
    /// Last change of the results with this one, for `min_results` of reads.
    pub results: u64,
    /// Number of book moves of both sides in the game, over all books, that learned from it.
    pub learned: usize,
    /// Line of each corner, or of the board, as far as the books know it.
    pub lines: CornerLinesJson,
}

/// Lines of the corners, as far as any book knows them; null for a corner without a book move. All
/// are null in a game whose lines are of the whole board.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct CornerLinesJson {
    /// Upper left corner.
    pub upper_left: Option<String>,
    /// Upper right corner.
    pub upper_right: Option<String>,
    /// Lower left corner.
    pub lower_left: Option<String>,
    /// Lower right corner.
    pub lower_right: Option<String>,
    /// The whole board, in a game whose lines are of the whole board; missing without a book move.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub board: Option<String>,
}

/// Outcome of withdrawing a result.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(example = json!({"game_id": "2026-01-31-17", "status": "withdrawn", "results": 346}))]
pub struct WithdrawnJson {
    /// Id of the game.
    pub game_id: String,
    /// Status: `withdrawn`, or `unchanged` if it was already withdrawn.
    pub status: &'static str,
    /// Last change of the results with this one, for `min_results` of reads.
    pub results: u64,
}

/// Stored result, without its moves.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ResultHeadJson {
    /// Id of the game.
    pub game_id: String,
    /// Name of the opponent, with its version after the last `@`.
    pub opponent: String,
    /// Class reported with the result; null if none was given.
    pub class: Option<String>,
    /// Name of the game that was played.
    pub game: &'static str,
    /// Our colour, `B` or `W`.
    pub color: String,
    /// Result from our side: `win`, `loss` or `draw`.
    pub result: &'static str,
    /// Winning margin in points; null if unknown.
    pub margin: Option<f64>,
    /// Value of the result, 0 to 1: 1, 0.5 or 0 without a margin; with one, the margin decides a
    /// fifth of it.
    pub points: f64,
    /// Time of the first entry (RFC 3339, UTC).
    pub received: String,
    /// Revision: 1 when entered, incremented by each correction and withdrawal.
    pub revision: u32,
    /// Whether the result was withdrawn and no longer counts.
    pub withdrawn: bool,
    /// Number of book moves of both sides in the game, over all books, that learned from it.
    pub learned: usize,
    /// Number of handicap stones, as stated; missing if none are.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub handicap: Option<u32>,
    /// White's compensation in points, if stated.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub komi: Option<f64>,
    /// Name of the rules, if stated.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub rules: Option<String>,
    /// Rank of the player with the black stones, if stated.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub black_rank: Option<String>,
    /// Rank of the player with the white stones, if stated.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub white_rank: Option<String>,
    /// Date of the game, if stated.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub date: Option<String>,
    /// Why the game teaches nothing: a word (`handicap`, `komi`, `rules`, `setup` or `mismatch`), a
    /// colon and a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub untaught: Option<&'static str>,
    /// Id of the game that counts in place of this one, which is the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub duplicate_of: Option<String>,
}

/// Stored result with its moves.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(example = json!({
    "game_id": "2026-01-31-17", "opponent": "gnugo@3.8", "class": "engine", "game": "go", "color": "B", "result": "win",
    "margin": 3.5, "points": 0.9227, "received": "2026-01-31T13:05:07.000001Z", "revision": 1,
    "withdrawn": false, "learned": 3, "board_size": 19, "coords": "gtp", "initial_stones": [],
    "moves": [["B", "Q16"], ["W", "O17"], ["B", "R14"]]
}))]
pub struct ResultJson {
    /// The result.
    #[serde(flatten)]
    pub head: ResultHeadJson,
    /// Board size in lines.
    pub board_size: u8,
    /// Notation of points.
    pub coords: Coords,
    /// Handicap and setup stones, each `[colour, point]`.
    pub initial_stones: Vec<[String; 2]>,
    /// Moves, each `[colour, point]`; `pass` for a pass.
    pub moves: Vec<[String; 2]>,
}

impl From<&PostedResult> for PostedJson {
    fn from(posted: &PostedResult) -> PostedJson {
        PostedJson {
            game_id: posted.game.clone(),
            status: match posted.status {
                LedgerStatus::Counted => "counted",
                LedgerStatus::Kept => "kept",
                LedgerStatus::Duplicate => "duplicate_game",
                LedgerStatus::Corrected => "corrected",
                _ => "unchanged",
            },
            untaught: posted.untaught.map(Untaught::text),
            duplicate_of: posted.duplicate_of.clone(),
            results: posted.results,
            learned: posted.learned,
            lines: CornerLinesJson::new(posted.variant.game(), &posted.lines),
        }
    }
}

impl CornerLinesJson {
    fn new(game: Game, lines: &[Line; 4]) -> CornerLinesJson {
        let mut lines =
            lines.each_ref().map(|line| Some(line.to_string()).filter(|line| !line.is_empty()));
        let whole = game.regions() == [Region::Board];
        let board = if whole { lines[Region::Board.index()].take() } else { None };
        let [upper_left, upper_right, lower_left, lower_right] = lines;
        CornerLinesJson { upper_left, upper_right, lower_left, lower_right, board }
    }
}

impl WithdrawnJson {
    /// Creates the outcome of withdrawing a game.
    #[must_use]
    pub fn new(game: String, done: Withdrawal) -> WithdrawnJson {
        let status = if done.counted { "withdrawn" } else { "unchanged" };
        WithdrawnJson { game_id: game, status, results: done.results }
    }
}

impl From<&LedgerRow> for ResultHeadJson {
    fn from(row: &LedgerRow) -> ResultHeadJson {
        let entry = &row.entry;
        let terms = entry.terms.as_ref();
        let rank = |rank: Option<Rank>| rank.map(|rank| rank.to_string());
        let untaught = entry.expectation().err();
        let counts = untaught.is_none() && row.duplicate_of.is_none();
        ResultHeadJson {
            game_id: entry.game.clone(),
            opponent: entry.opponent.to_string(),
            class: entry.class.clone(),
            game: entry.record.variant.game().into(),
            color: entry.record.variant.game().color_letter(entry.color).to_owned(),
            result: entry.outcome.into(),
            margin: entry.margin,
            points: entry.points() as f64 / MILLION as f64,
            received: rfc3339(row.received),
            revision: row.revision,
            withdrawn: row.withdrawn,
            learned: if counts { entry.edges.len() } else { 0 },
            handicap: terms.map(|terms| terms.handicap).filter(|stones| *stones > 0),
            komi: terms.and_then(|terms| terms.komi),
            rules: terms.and_then(|terms| terms.rules.clone()),
            black_rank: terms.and_then(|terms| rank(terms.black_rank)),
            white_rank: terms.and_then(|terms| rank(terms.white_rank)),
            date: terms.and_then(|terms| terms.date).map(|date| date.to_string()),
            untaught: untaught.map(Untaught::text),
            duplicate_of: row.duplicate_of.clone(),
        }
    }
}

impl ResultJson {
    /// Creates the result with points in the given notation.
    #[must_use]
    pub fn new(row: &LedgerRow, coords: Coords) -> ResultJson {
        let record = &row.entry.record;
        let coords = coords.for_game(record.variant.game());
        let stone =
            |(color, point)| [coords.letter(color).to_owned(), coords.point(point, record.size)];
        ResultJson {
            head: row.into(),
            board_size: record.size.get(),
            coords,
            initial_stones: record.initial.iter().copied().map(stone).collect(),
            moves: coords.game_moves(&record.moves, record.size),
        }
    }
}

/// Page of results, latest first.
#[derive(Clone, Debug, Serialize)]
pub struct ResultsJson {
    /// Results, including withdrawn ones.
    pub results: Vec<ResultHeadJson>,
    /// Whether there are older results.
    pub more: bool,
}

/// Outcome of withdrawing several results.
#[derive(Clone, Debug, Serialize)]
pub struct WithdrawnListJson {
    /// One outcome per game.
    pub withdrawn: Vec<WithdrawnJson>,
}

impl From<&ResultPage> for ResultsJson {
    fn from(page: &ResultPage) -> ResultsJson {
        ResultsJson {
            results: page.results.iter().map(ResultHeadJson::from).collect(),
            more: page.next.is_some(),
        }
    }
}
