//! `/chessdb.php`: a book of xiangqi, asked as the cloud book of chessdb is, so that interfaces use it
//! once its address is changed.

use std::sync::Arc;

use axum::extract::{RawQuery, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;

use crate::error::problem::Problem;
use crate::request::access::ReadAccess;
use crate::request::understand;
use crate::server::app::App;
use joseki_game::xiangqi::XiangqiBoard;
use joseki_service::{
    Service, XIANGQI_BOOK,
    admin::now,
    next::{CloudPosition, cloud_rules},
};
use joseki_wire::{CloudAnswer, cloud_end, cloud_flag, cloud_list};

/// The fewest and the most moves whose repetitions are judged.
const LISTED: std::ops::Range<usize> = 3..2047;
/// The most repetitions that are asked for.
const MAX_TIMES: usize = 10;

/// The parameters. Those of other clients are ignored.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct CloudParameters {
    action: String,
    board: String,
    book: Option<String>,
    json: String,
    showall: String,
    ban: String,
    movelist: String,
    reptimes: String,
}

/// Answers a question.
pub async fn get(
    _reader: ReadAccess,
    State(app): State<Arc<App>>,
    RawQuery(asked): RawQuery,
) -> Result<Response, Problem> {
    let parameters: CloudParameters = understand::query(&asked.unwrap_or_default())?;
    let as_json = cloud_flag(&parameters.json);
    let accepts = !app.options.refuse_cloud_store;
    let answer = app.compute(move |service| parameters.answer(service, accepts)).await?;
    let (kind, body) = if as_json {
        ("application/json", answer.json().to_string())
    } else {
        ("text/plain; charset=utf-8", answer.text() + "\0")
    };
    let headers = [(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "no-cache")];
    Ok((headers, body).into_response())
}

impl CloudParameters {
    /// Returns the known moves, and with `showall` the others that are legal.
    fn all_moves(&self, board: &XiangqiBoard, position: CloudPosition) -> CloudAnswer {
        let mut unknown = Vec::new();
        if cloud_flag(&self.showall) {
            unknown = board.legal_moves();
            unknown.retain(|shift| position.moves.iter().all(|it| it.shift != *shift));
        }
        if position.moves.is_empty() && unknown.is_empty() {
            CloudAnswer::Status("unknown")
        } else {
            CloudAnswer::Moves(position, unknown)
        }
    }

    fn answer(&self, service: &Service, accepts: bool) -> Result<CloudAnswer, Problem> {
        let Ok(board) = self.board.parse::<XiangqiBoard>() else {
            return Ok(CloudAnswer::Status("invalid board"));
        };
        let Some(banned) = cloud_list(&self.ban) else {
            return Ok(CloudAnswer::Status("invalid parameters"));
        };
        let book = self.book.as_deref().unwrap_or(XIANGQI_BOOK);
        let known = || -> Result<_, Problem> {
            Ok(service.next_moves().cloud_position(book, &board, &banned)?)
        };
        let is_over = board.count_legal_moves() == 0;
        Ok(match self.action.as_str() {
            "queue" => CloudAnswer::Status("ok"),
            "store" if accepts => CloudAnswer::Status("ok"),
            "store" => CloudAnswer::Status("store refused"),
            "queryrule" => self.rules(board),
            "queryall" | "query" | "querybest" | "querysearch" | "queryscore" | "querypv"
                if is_over =>
            {
                CloudAnswer::Status(cloud_end(&board))
            }
            "queryall" => self.all_moves(&board, known()?),
            "query" | "querybest" => {
                let least = if self.action == "query" { 1 } else { 2 };
                let position = known()?;
                let good: Vec<_> =
                    position.moves.iter().filter(|found| found.rank >= least).collect();
                let draw = usize::try_from(now()).unwrap_or(0);
                match good.get(draw % good.len().max(1)) {
                    Some(found) => CloudAnswer::Move(found.shift),
                    None => CloudAnswer::Status("nobestmove"),
                }
            }
            "querysearch" => {
                let position = known()?;
                let good = position.moves.iter().filter(|found| found.rank > 0);
                match good.map(|found| found.shift).collect::<Vec<_>>() {
                    none if none.is_empty() => CloudAnswer::Status("nobestmove"),
                    moves => CloudAnswer::Search(moves),
                }
            }
            "queryscore" => {
                let position = known()?;
                match position.moves.first() {
                    Some(best) => CloudAnswer::Score(best.score, position.ply),
                    None => CloudAnswer::Status("unknown"),
                }
            }
            "querypv" => match service.next_moves().cloud_line(book, board, &banned)? {
                Some((score, line)) => CloudAnswer::Line(score, line),
                None => CloudAnswer::Status("unknown"),
            },
            _ => CloudAnswer::Status("invalid parameters"),
        })
    }

    fn rules(&self, board: XiangqiBoard) -> CloudAnswer {
        let times = self.reptimes.parse().ok().filter(|times| (1..=MAX_TIMES).contains(times));
        let moves = cloud_list(&self.movelist).filter(|moves| LISTED.contains(&moves.len()));
        let judged = moves.and_then(|moves| cloud_rules(board, &moves, times.unwrap_or(1)));
        match judged {
            Some(rules) if !rules.is_empty() => CloudAnswer::Rules(rules),
            Some(_) => CloudAnswer::Status(cloud_end(&board)),
            None => CloudAnswer::Status("invalid movelist"),
        }
    }
}
