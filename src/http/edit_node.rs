//! One node edited as an address says it, and what is answered.

use axum::http::{StatusCode, header};
use axum::response::Response;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::app::App;
use super::cache::{Tag, changed};
use super::code::Code;
use super::export::FirstMover;
use super::laying::{Laying, location};
use super::problem::{CurrentJson, Problem};
use super::seen::{IfMatchOrNone, Tags};
use crate::book::{Edit, Line};
use crate::service::{
    ChangeOutcome, EditRequest, GamesFilter, NodeAnswer, Seen, SeenEdit, ServiceError,
};
use crate::wire::{
    ChangedJson, Coords, CornerChoice, HandednessChoice, ImportJson, Laid, NodeJson, NodeView,
    PatchJson, check_reason,
};

/// How a node is laid on the board, and why it is changed.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub struct EditParameters {
    /// The corner; `upper_right` unless said.
    #[param(inline)]
    pub corner: Option<CornerChoice>,
    /// Which way the line lies as it is written; `clockwise` unless said.
    #[param(inline)]
    pub handedness: Option<HandednessChoice>,
    /// Who makes the first move; `B` unless said.
    #[param(inline)]
    pub color: Option<FirstMover>,
    /// How points are written; `gtp` unless said.
    #[param(inline)]
    pub coords: Coords,
    /// Where the path has no line: the moves in one corner of a board that lead to the node, `Q16,O17` or
    /// `W:Q16,B:O17`. They say corner, handedness and colour.
    #[param(example = "Q16,O17")]
    pub moves: Option<String>,
    /// Why, for the history; at most 500 characters.
    #[param(max_length = 500)]
    pub reason: String,
    /// `true` says what would happen and changes nothing.
    pub dry_run: bool,
}

/// What became of an edit.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum EditAnswer {
    /// The node as it is now.
    Node(Box<EditedNodeJson>),
    /// What would change; also what did, where the node is gone again by now.
    Change(ChangedJson),
}

/// A node that was edited.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct EditedNodeJson {
    /// The node as it is now.
    #[serde(flatten)]
    pub node: NodeJson,
    /// The change's number in the log; null if nothing changed.
    pub change: Option<i64>,
}

/// What is done to a node.
pub enum Work {
    /// Fields are changed.
    Patch(PatchJson, Tags),
    /// All that is known is put.
    Put(PatchJson, IfMatchOrNone),
    /// It is deleted with all that follows.
    Delete(Tags),
}

/// Edits a node.
///
/// # Errors
/// A parameter or field that makes no sense, a node that is not what was seen, an edit that cannot be done, a store
/// that does not take it.
pub async fn edit_node(
    app: &App,
    who: &str,
    book: String,
    steps: Option<String>,
    asked: EditParameters,
    work: Work,
) -> Result<Response, Problem> {
    check_reason(&asked.reason)?;
    let laying = asked.laying(steps);
    let laid = laying.laid()?;
    let target = Target {
        app,
        book,
        laid,
        field: laying.field(),
    };
    let edit = work.edit(&target.laid)?;
    let seen = match work.tags() {
        Some(Tags::Any) | None => None,
        Some(tags) => Some(target.seen(tags).await?),
    };
    let request = EditRequest {
        book: target.book.clone(),
        edits: vec![SeenEdit { edit, seen }],
        dry_run: asked.dry_run,
        who: who.to_owned(),
        reason: asked.reason,
    };
    let place = app.enter()?;
    let done = app.change(&place, asked.dry_run, move |service| service.edit(&request));
    match done.await? {
        Ok(outcome) => target.answer(&outcome, &work).await,
        Err(error) => Err(target.refusal(error, &work).await?),
    }
}

/// The node that is edited.
struct Target<'a> {
    app: &'a App,
    book: String,
    laid: Laid,
    field: &'static str,
}

impl Target<'_> {
    /// Of several tags that of the node as it is now counts, if it is among them.
    async fn seen(&self, tags: &Tags) -> Result<Seen, Problem> {
        let seen = tags.nodes(&self.book);
        match seen.as_slice() {
            [only] => Ok(*only),
            [] => {
                let detail =
                    "If-Match: none of these tags is one that this node ever had: read it again";
                let problem = Problem::new(Code::PreconditionFailed, detail).field("If-Match");
                Err(stale(self.app, problem, &self.book, &self.laid).await?)
            }
            [first, ..] => {
                let now = now(self.app, &self.book, &self.laid.line).await?;
                let is_now =
                    |seen: &&Seen| now.as_ref().map(|node| node.revision) == Some(seen.revision);
                Ok(*seen.iter().find(is_now).unwrap_or(first))
            }
        }
    }

    async fn answer(&self, outcome: &ChangeOutcome, work: &Work) -> Result<Response, Problem> {
        let told = ChangedJson::new(outcome, ImportJson::DETAILS);
        if outcome.dry_run || matches!(work, Work::Delete(_)) {
            return changed(StatusCode::OK, None, &told);
        }
        let status = match work {
            Work::Put(_, IfMatchOrNone::None) => StatusCode::CREATED,
            _ => StatusCode::OK,
        };
        let Some(node) = now(self.app, &self.book, &self.laid.line).await? else {
            return changed(status, None, &EditAnswer::Change(told));
        };
        let answer = EditAnswer::Node(Box::new(EditedNodeJson {
            node: NodeView(&self.laid).node(&node),
            change: outcome.change,
        }));
        let mut response = changed(status, Some(&Tag::of_node(&node)), &answer)?;
        if status == StatusCode::CREATED {
            let path = format!("/v1/books/{}/nodes/{}", self.book, node.line);
            let headers = response.headers_mut();
            headers.extend(location(&path).map(|path| (header::LOCATION, path)));
        }
        Ok(response)
    }

    /// What is told of an edit that was not done.
    async fn refusal(&self, error: ServiceError, work: &Work) -> Result<Problem, Problem> {
        let problem = Problem::from(error).rename_field("edits[0]", self.field);
        let put = match work {
            Work::Put(_, IfMatchOrNone::None) => problem.code() == Code::AlreadyExists,
            Work::Put(..) => problem.code() == Code::UnknownNode,
            _ => false,
        };
        let problem = match put {
            true => problem.recoded(Code::PreconditionFailed),
            false => problem,
        };
        match problem.code() {
            Code::PreconditionFailed => stale(self.app, problem, &self.book, &self.laid).await,
            _ => Ok(problem),
        }
    }
}

/// A problem with what the node is now.
///
/// # Errors
/// That cannot be told.
pub async fn stale(
    app: &App,
    problem: Problem,
    book: &str,
    laid: &Laid,
) -> Result<Problem, Problem> {
    Ok(match now(app, book, &laid.line).await? {
        Some(node) => {
            let json = NodeView(laid).node(&node);
            problem.current(CurrentJson::Node(Box::new(json)), Some(Tag::of_node(&node)))
        }
        None => problem.current(CurrentJson::Gone, None),
    })
}

/// The node as it is now, if it is there.
async fn now(app: &App, book: &str, line: &Line) -> Result<Option<NodeAnswer>, Problem> {
    let (book, line) = (book.to_owned(), line.clone());
    let read = app.read(move |service| {
        let games = GamesFilter::default();
        match service.node(&book.as_str().into(), &line, &games) {
            Ok(node) => Ok(Some(node)),
            Err(ServiceError::UnknownNode { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    });
    read.await
}

impl Work {
    fn tags(&self) -> Option<&Tags> {
        match self {
            Work::Patch(_, tags) | Work::Delete(tags) => Some(tags),
            Work::Put(_, IfMatchOrNone::Match(tags)) => Some(tags),
            Work::Put(_, IfMatchOrNone::None) => None,
        }
    }

    fn edit(&self, laid: &Laid) -> Result<Edit, Problem> {
        let line = laid.line.clone();
        Ok(match self {
            Work::Patch(fields, _) => Edit::Set {
                patch: fields.understood(laid)?,
                line,
            },
            Work::Put(fields, IfMatchOrNone::Match(_)) => Edit::Set {
                patch: fields.understood(laid)?.or_nothing(),
                line,
            },
            Work::Put(fields, IfMatchOrNone::None) => Edit::Add {
                patch: fields.understood(laid)?.or_nothing(),
                line,
            },
            Work::Delete(_) => Edit::Delete { line },
        })
    }
}

impl EditParameters {
    fn laying(&self, steps: Option<String>) -> Laying {
        Laying {
            steps,
            moves: self.moves.clone(),
            corner: self.corner,
            handedness: self.handedness,
            color: self.color,
            coords: self.coords,
        }
    }
}
