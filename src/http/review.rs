//! `/v1/review`: reviews games against a book.

use std::borrow::Cow;
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::response::Response;
use bytes::Bytes;
use serde::Serialize;
use utoipa::ToSchema;

use super::curate::import::SgfFile;
use super::error::codes;
use super::error::problem::{Problem, ProblemJson};
use super::etag::append_json;
use super::request::access::ReadAccess;
use super::request::address::NoParameters;
use super::request::body::{check_encoding, media_type, read, unsupported_type};
use super::request::understand;
use super::server::app::{Allowance, App};
use super::server::memory::MemoryPermit;
use super::server::parts::{Items, in_parts};
use joseki_format::dictionary::RefusalReason;
use joseki_format::record::{self, RecordError};
use joseki_format::sgf::{GameTree, Limits, TreeReader};
use joseki_format::xiangqi::{self, ReadRecord};
use joseki_game::Game;
use joseki_service::{
    Code, FileError, Service, ServiceError,
    review::{ReviewRefusal, SubmittedGames, SubmittedReview},
};
use joseki_store::BookVersion;
use joseki_wire::{
    Coords, GameReviewJson, PointWriter, ProfileJson, ReviewParameters, ReviewRequest,
};

/// Maximum number of games in one request.
const MAX: usize = 200;
/// Maximum size of a body, in bytes.
const BYTES: usize = 8 << 20;
/// Maximum size of parsed games relative to their text, see [`Limits`].
const TREE_SIZE: usize = 14;

/// Reviewed games.
#[derive(Debug, Serialize, ToSchema)]
pub struct ReviewResponse {
    /// The book.
    pub book: BookVersion,
    /// Notation of points.
    pub coords: Coords,
    /// Number of moves reviewed in each game.
    pub moves_of_a_game: usize,
    /// One item for each game, in the order of the request.
    pub games: Vec<ReviewItemJson>,
    /// Profiles of the players.
    pub profiles: Vec<ProfileJson>,
}

/// Outcome of one game.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum ReviewItemJson {
    /// The game was reviewed.
    Reviewed {
        /// Index of the game, from 0.
        index: usize,
        /// The review.
        review: Box<GameReviewJson>,
        /// The game record with the review in it, if requested.
        sgf: Option<String>,
    },
    /// The game was rejected.
    Refused {
        /// Index of the game, from 0.
        index: usize,
        /// The problem.
        error: Box<ProblemJson>,
    },
}

/// Reviews games against a book, corner by corner.
///
/// For each corner, or for the whole board in games that are played there: how far the game followed
/// the book, who left it and where, and the value of every move; in renju also Black's forbidden
/// moves. For each player: what the games have in common.
///
/// Up to 200 games in 8 MiB: as JSON with one string per record, or as one SGF file with the other
/// fields as query parameters. Records of Go may also be GIB, NGF or UGF, those of xiangqi PGN,
/// XQF, CBR or DhtmlXQ. A game that cannot be read gets its own problem and does not affect the
/// others; a damaged one is reviewed up to the damage, but in these formats refused. Nothing is
/// stored.
#[utoipa::path(
    post, path = "/v1/review", tag = "review", operation_id = "review", security((), ("key" = ["read"])), params(ReviewParameters),
    request_body(description = "The games; query parameters are for SGF only",
        content((ReviewRequest = "application/json"), (SgfFile = "application/x-go-sgf"))),
    responses(
        (status = 200, description = "A review or a problem for each game, and the players' profiles", body = ReviewResponse),
        codes::Common, codes::Body, codes::Review, codes::Past
    )
)]
pub async fn post(
    reader: ReadAccess,
    State(app): State<Arc<App>>,
    request: Request,
) -> Result<Response, Problem> {
    check_encoding(request.headers())?;
    let kind = media_type(request.headers());
    let parameters = request.uri().query().unwrap_or_default().to_owned();
    let sgf = match kind.as_deref() {
        Some("application/x-go-sgf") => true,
        Some("application/json") => false,
        Some(other) if other.starts_with("application/") && other.ends_with("+json") => false,
        found => {
            return Err(unsupported_type(found, "application/json or application/x-go-sgf"));
        }
    };
    let asked = if sgf {
        Some(understand::query::<ReviewParameters>(&parameters)?.into())
    } else {
        understand::query::<NoParameters>(&parameters).map(|_| None)?
    };
    let bytes = read(&app, request.into_body(), BYTES, app.options.body_timeout).await?;
    let held = app.memory.take(bytes.len().saturating_mul(TREE_SIZE))?;
    let allowance = app.allowance();
    in_parts(app, &reader.conditions, move |service| {
        Reviews::begin(service, asked, &bytes, (held, allowance))
    })
    .await
}

struct Reviews {
    games: SubmittedGames,
    coords: Coords,
    with_record: bool,
    /// Number of games reviewed.
    count: usize,
    /// Why the rest is not reviewed.
    stopped: Option<ProblemJson>,
    _held: MemoryPermit,
}

impl Reviews {
    /// Reads the games of a body. `asked` holds the query parameters of an SGF body.
    fn begin(
        service: &Service,
        asked: Option<ReviewRequest>,
        body: &Bytes,
        (held, allowance): (MemoryPermit, Allowance),
    ) -> Result<Reviews, Problem> {
        let (request, games) = match asked {
            Some(request) => (request, games_of(body)?),
            None => {
                let request: ReviewRequest = understand::json(body)?;
                check_count(request.games.len())?;
                let games = request.games.iter().map(|text| one_game(text));
                let games = games.collect();
                (request, games)
            }
        };
        let (coords, with_record) = (request.coords, request.record);
        let options = request.options()?;
        allowance.admit_as_of(service, &options.book.name, options.book.as_of.as_ref())?;
        let games = service.reviews().review_texts(options, games)?;
        let coords = coords.for_game(games.book().variant.game());
        Ok(Reviews { games, coords, with_record, count: 0, stopped: None, _held: held })
    }

    fn item(&self, game: Result<SubmittedReview, ReviewRefusal>) -> ReviewItemJson {
        let (index, coords) = (self.count, self.coords);
        match game {
            Ok((game, record)) => {
                let review = GameReviewJson::new(&game, coords);
                let with_record = self.with_record;
                ReviewItemJson::Reviewed {
                    index,
                    review: Box::new(if with_record {
                        review.with_record(&game, coords)
                    } else {
                        review
                    }),
                    sgf: record.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()),
                }
            }
            Err(refusal) => ReviewItemJson::Refused {
                index,
                error: Box::new(refused(refusal, coords).into_json()),
            },
        }
    }
}

/// Writes a [`ReviewResponse`].
impl Items for Reviews {
    fn append(&mut self, service: &Service, text: &mut Vec<u8>) -> Result<bool, Problem> {
        if self.count == 0 {
            let book = self.games.book();
            text.extend_from_slice(b"{\"book\":");
            let book = BookVersion { name: book.name.clone(), version: book.version };
            append_json(text, &book)?;
            text.extend_from_slice(b",\"coords\":");
            append_json(text, &self.coords)?;
            text.extend_from_slice(b",\"moves_of_a_game\":");
            append_json(text, &self.games.moves())?;
            text.extend_from_slice(b",\"games\":[");
        }
        let next = match &self.stopped {
            None => self.games.review_next(service)?.map(|game| self.item(game)),
            Some(problem) => self.games.skip_next().then(|| ReviewItemJson::Refused {
                index: self.count,
                error: Box::new(problem.clone()),
            }),
        };
        if let Some(item) = next {
            if self.count > 0 {
                text.push(b',');
            }
            append_json(text, &item)?;
            self.count += 1;
            return Ok(true);
        }
        let profiles = self.games.profiles();
        let profiles = profiles.iter().map(|profile| ProfileJson::new(profile, self.coords));
        text.extend_from_slice(b"],\"profiles\":");
        append_json(text, &profiles.collect::<Vec<_>>())?;
        text.push(b'}');
        Ok(false)
    }

    fn stop(&mut self, problem: Problem) {
        self.stopped = Some(problem.into_json());
    }
}

fn check_count(found: usize) -> Result<(), Problem> {
    if found <= MAX {
        return Ok(());
    }
    let detail = format!("too many games: {found}, at most {MAX} are allowed: split the request");
    Err(Problem::new(Code::TooMany, detail).field("games"))
}

type GameText = Result<GameTree, ReviewRefusal>;

/// Returns the games of a file: of SGF, of a Go server, or of xiangqi in another format.
fn games_of(bytes: &[u8]) -> Result<Vec<GameText>, Problem> {
    let mut games: Vec<GameText> = Vec::new();
    if xiangqi::is_record(bytes) {
        games.extend(games_of_xiangqi(bytes));
        check_count(games.len())?;
        return Ok(games);
    }
    let sgf = match go_as_sgf(bytes) {
        Ok(sgf) => sgf,
        Err(error) => return Ok(vec![Err(error)]),
    };
    for tree in TreeReader::new(&*sgf, &Limits::default()) {
        check_count(games.len() + 1)?;
        games.push(tree.map_err(ReviewRefusal::from));
    }
    Ok(games)
}

/// Returns a file as SGF; any but the record of a Go server stays as it is.
fn go_as_sgf(bytes: &[u8]) -> Result<Cow<'_, [u8]>, ReviewRefusal> {
    Ok(record::as_sgf(Game::Go, bytes)?)
}

/// Returns the games of a file with records of xiangqi.
fn games_of_xiangqi(bytes: &[u8]) -> Vec<GameText> {
    match xiangqi::read(bytes) {
        Ok(records) => records.into_iter().map(game_of_xiangqi).collect(),
        Err(error) => vec![Err(RecordError::from(error).into())],
    }
}

fn game_of_xiangqi(record: ReadRecord) -> GameText {
    if let Some(problem) = record.problems.into_iter().next() {
        return Err(RecordError::Damaged(problem).into());
    }
    let mut sgf = String::new();
    xiangqi::push_sgf(&mut sgf, &record.record);
    one_tree(sgf.as_bytes())
}

/// Returns the only game of a text.
fn one_game(text: &str) -> GameText {
    if !xiangqi::is_record(text.as_bytes()) {
        return one_tree(&go_as_sgf(text.as_bytes())?);
    }
    let mut games = games_of_xiangqi(text.as_bytes());
    match games.len() {
        1 => games.swap_remove(0),
        found => Err(ReviewRefusal::Games { found }),
    }
}

fn one_tree(sgf: &[u8]) -> GameText {
    let mut trees = TreeReader::new(sgf, &Limits::default());
    let first = trees.next();
    match (first, trees.count()) {
        (Some(tree), 0) => Ok(tree?),
        (first, others) => {
            Err(ReviewRefusal::Games { found: usize::from(first.is_some()) + others })
        }
    }
}

/// Maps a rejected game to a problem; lines are relative to its text.
fn refused(refusal: ReviewRefusal, coords: Coords) -> Problem {
    let detail = refusal.to_string();
    match refusal {
        ReviewRefusal::Sgf(source) => {
            let file = "the game".to_owned();
            ServiceError::from(FileError::Sgf { file, source }).into()
        }
        ReviewRefusal::Board(error) => {
            let notation = PointWriter { coords, ..PointWriter::default() };
            Problem::from_service(error, notation)
        }
        ReviewRefusal::Record(RecordError::Refused {
            reason: RefusalReason::BoardSize(_) | RefusalReason::OtherSize { .. },
            ..
        }) => Problem::new(Code::UnsupportedSize, detail).field("games"),
        ReviewRefusal::Record(_) | ReviewRefusal::Games { .. } | ReviewRefusal::NoMoves { .. } => {
            Problem::new(Code::InvalidSgf, detail).field("games")
        }
    }
}
