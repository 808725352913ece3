//! Edits one node as its URL addresses it, and builds the response.

use axum::http::{StatusCode, header};
use axum::response::Response;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::if_match::{IfMatchOrNone, IfMatchTags};
use super::orientation::{NodeOrientation, location};
use crate::error::problem::{CurrentJson, Problem};
use crate::etag::{Tag, changed};
use crate::request::access::Curator;
use crate::server::app::App;
use joseki_book::{Edit, Line};
use joseki_game::go::Handedness;
use joseki_game::{Color, Corner};
use joseki_service::{
    Code, ServiceError,
    curate::{ChangeOutcome, ConditionalEdit, EditBasis, EditRequest, NodeAnswer},
    next::GamesFilter,
};
use joseki_wire::named::{CornerChoice, FirstMover, HandednessChoice};
use joseki_wire::{ChangedJson, Coords, ImportJson, NodeJson, NodeView, OrientedLine, PatchJson};

/// Orientation of a node on the board, and the reason for its change.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub struct EditParameters {
    /// The corner; default `upper_right`.
    #[param(inline, value_type = Option<CornerChoice>)]
    #[serde(with = "joseki_wire::named::optional")]
    pub corner: Option<Corner>,
    /// Orientation of the line as written; default `clockwise`.
    #[param(inline, value_type = Option<HandednessChoice>)]
    #[serde(with = "joseki_wire::named::optional")]
    pub handedness: Option<Handedness>,
    /// Colour of the first move; default `B`.
    #[param(inline, value_type = Option<FirstMover>)]
    #[serde(with = "joseki_wire::named::optional")]
    pub color: Option<Color>,
    /// Notation of points; default `gtp`.
    #[param(inline)]
    pub coords: Coords,
    /// For a path without a line: the moves in one corner that lead to the node, `Q16,O17` or
    /// `W:Q16,B:O17`. They determine corner, handedness and colour.
    #[param(example = "Q16,O17")]
    pub moves: Option<String>,
    /// Reason for the history; at most 500 characters.
    #[param(max_length = 500)]
    pub reason: String,
    /// `true` reports what would change, and changes nothing.
    pub dry_run: bool,
}

/// Outcome of an edit.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum EditAnswer {
    /// The node's new state.
    Node(Box<EditedNodeJson>),
    /// The changes of a dry run, or of an edit whose node was deleted again meanwhile.
    Change(ChangedJson),
}

/// An edited node.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct EditedNodeJson {
    /// The node's new state.
    #[serde(flatten)]
    pub node: NodeJson,
    /// Number of the change in the log; null if nothing changed.
    pub change: Option<i64>,
}

/// Kind of edit, with its precondition.
pub enum NodeWork {
    /// Changes fields.
    Patch(PatchJson, IfMatchTags),
    /// Replaces all fields.
    Put(PatchJson, IfMatchOrNone),
    /// Deletes the node with its subtree.
    Delete(IfMatchTags),
}

/// Edits a node.
///
/// # Errors
/// An invalid parameter or field, a failed precondition, an impossible edit, or an error of the
/// store.
pub async fn edit_node(
    app: &App,
    curator: &Curator,
    book: String,
    steps: Option<String>,
    parameters: EditParameters,
    work: NodeWork,
) -> Result<Response, Problem> {
    let by = curator.author(parameters.reason.clone())?;
    let orientation = parameters.orientation(steps);
    let oriented = orientation.resolve(app.variant_of(&book).await?)?;
    let target = EditTarget { app, book, oriented, field: orientation.field() };
    let edit = work.edit(&target.oriented)?;
    let seen = match work.tags() {
        Some(IfMatchTags::Any) | None => None,
        Some(tags) => Some(target.seen(tags).await?),
    };
    let request = EditRequest {
        book: target.book.clone(),
        edits: vec![ConditionalEdit { edit, seen }],
        dry_run: parameters.dry_run,
        by,
    };
    let place = app.enqueue()?;
    let done =
        app.change(&place, parameters.dry_run, move |service| service.curation().edit(&request));
    match done.await? {
        Ok(outcome) => target.answer(&outcome, &work).await,
        Err(error) => Err(target.refusal(error, &work).await?),
    }
}

/// The node to edit.
struct EditTarget<'a> {
    app: &'a App,
    book: String,
    oriented: OrientedLine,
    field: &'static str,
}

impl EditTarget<'_> {
    /// Of several tags, the one of the node's present revision counts, if it is among them.
    async fn seen(&self, tags: &IfMatchTags) -> Result<EditBasis, Problem> {
        let seen = tags.nodes(&self.book);
        match seen.as_slice() {
            [only] => Ok(*only),
            [] => {
                let detail =
                    "If-Match: none of these tags belongs to this node: read the node again";
                let problem = Problem::new(Code::PreconditionFailed, detail).field("If-Match");
                Err(stale(self.app, problem, &self.book, &self.oriented).await?)
            }
            [first, ..] => {
                let now = now(self.app, &self.book, &self.oriented.line).await?;
                let is_now = |seen: &&EditBasis| {
                    now.as_ref().map(|node| node.revision) == Some(seen.revision)
                };
                Ok(*seen.iter().find(is_now).unwrap_or(first))
            }
        }
    }

    async fn answer(&self, outcome: &ChangeOutcome, work: &NodeWork) -> Result<Response, Problem> {
        let report = ChangedJson::new(outcome, ImportJson::DETAILS);
        if outcome.dry_run || matches!(work, NodeWork::Delete(_)) {
            return changed(StatusCode::OK, None, &report);
        }
        let status = match work {
            NodeWork::Put(_, IfMatchOrNone::None) => StatusCode::CREATED,
            _ => StatusCode::OK,
        };
        // The change was made, whether or not the node can be read now.
        let Ok(Some(node)) = now(self.app, &self.book, &self.oriented.line).await else {
            return changed(status, None, &EditAnswer::Change(report));
        };
        let answer = EditAnswer::Node(Box::new(EditedNodeJson {
            node: NodeView(&self.oriented).node(&node),
            change: outcome.change,
        }));
        let mut response =
            changed(status, Some(&Tag::for_node(&node, &self.app.service.history())), &answer)?;
        if status == StatusCode::CREATED {
            let path = format!("/v1/books/{}/nodes/{}", self.book, node.line);
            let headers = response.headers_mut();
            headers.extend(location(&path).map(|path| (header::LOCATION, path)));
        }
        Ok(response)
    }

    /// Builds the problem of a failed edit.
    async fn refusal(&self, error: ServiceError, work: &NodeWork) -> Result<Problem, Problem> {
        let problem = Problem::from(error).rename_field("edits[0]", self.field);
        let put = match work {
            NodeWork::Put(_, IfMatchOrNone::None) => problem.code() == Code::AlreadyExists,
            NodeWork::Put(..) => problem.code() == Code::UnknownNode,
            _ => false,
        };
        let problem = if put { problem.with_code(Code::PreconditionFailed) } else { problem };
        match problem.code() {
            Code::PreconditionFailed => stale(self.app, problem, &self.book, &self.oriented).await,
            _ => Ok(problem),
        }
    }
}

/// Adds the node's present state to a problem.
///
/// # Errors
/// The node cannot be read.
pub async fn stale(
    app: &App,
    problem: Problem,
    book: &str,
    oriented: &OrientedLine,
) -> Result<Problem, Problem> {
    Ok(match now(app, book, &oriented.line).await? {
        Some(node) => {
            let json = NodeView(oriented).node(&node);
            problem.current(
                CurrentJson::Node(Box::new(json)),
                Tag::for_node(&node, &app.service.history()).header(),
            )
        }
        None => problem.current(CurrentJson::Gone, None),
    })
}

/// Returns the node's present state, if it exists.
async fn now(app: &App, book: &str, line: &Line) -> Result<Option<NodeAnswer>, Problem> {
    let (book, line) = (book.to_owned(), line.clone());
    let read = app.read(move |service| {
        let games = GamesFilter::default();
        match service.curation().node(&book.as_str().into(), &line, &games) {
            Ok(node) => Ok(Some(node)),
            Err(ServiceError::UnknownNode { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    });
    read.await
}

impl NodeWork {
    fn tags(&self) -> Option<&IfMatchTags> {
        match self {
            NodeWork::Patch(_, tags) | NodeWork::Delete(tags) => Some(tags),
            NodeWork::Put(_, IfMatchOrNone::Match(tags)) => Some(tags),
            NodeWork::Put(_, IfMatchOrNone::None) => None,
        }
    }

    fn edit(&self, oriented: &OrientedLine) -> Result<Edit, Problem> {
        let line = oriented.line.clone();
        Ok(match self {
            NodeWork::Patch(fields, _) => Edit::Set { patch: fields.parse(oriented)?, line },
            NodeWork::Put(fields, IfMatchOrNone::Match(_)) => {
                Edit::Set { patch: fields.parse(oriented)?.or_nothing(), line }
            }
            NodeWork::Put(fields, IfMatchOrNone::None) => {
                Edit::Add { patch: fields.parse(oriented)?.or_nothing(), line }
            }
            NodeWork::Delete(_) => Edit::Delete { line },
        })
    }
}

impl EditParameters {
    fn orientation(&self, steps: Option<String>) -> NodeOrientation {
        NodeOrientation {
            steps,
            moves: self.moves.clone(),
            corner: self.corner,
            handedness: self.handedness,
            color: self.color,
            coords: self.coords,
        }
    }
}
