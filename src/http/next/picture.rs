//! `/v1/next/picture`: the board of a question as a picture.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{RawQuery, State};
use axum::http::{HeaderValue, header};
use axum::response::Response;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::ParsedQuery;
use crate::error::codes;
use crate::error::problem::Problem;
use crate::request::access::ReadAccess;
use crate::request::understand;
use crate::server::app::App;
use joseki_service::{DEFAULT_BOOK, next::next_picture};
use joseki_wire::{NextParameters, NextRequest, PointWriter};

/// Form of a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum PictureForm {
    /// Pixels.
    #[default]
    Png,
    /// Shapes, with text for screen readers.
    Svg,
}

/// How the board is drawn, besides the parameters of `/v1/next`.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub struct PictureParameters {
    /// `png` or `svg`; default `png`.
    #[param(inline)]
    pub format: PictureForm,
}

/// Draws the board of a question, with the book's moves as letters, the best one a.
///
/// Parameters are those of `/v1/next`, with the form of the picture. With `corner`, 13 lines of that
/// corner are drawn.
#[utoipa::path(
    get, path = "/v1/next/picture", tag = "next", operation_id = "next_picture", security((), ("key" = ["read"])),
    params(PictureParameters, NextParameters),
    responses(
        (status = 200, description = "The picture", content(
            (Vec<u8> = "image/png"), (String = "image/svg+xml")
        )),
        (status = 304, description = "Not modified: the client has this version (`If-None-Match`)"),
        codes::Common, codes::Board, codes::Past
    )
)]
pub async fn get(
    reader: ReadAccess,
    State(app): State<Arc<App>>,
    RawQuery(asked): RawQuery,
) -> Result<Response, Problem> {
    let asked = asked.unwrap_or_default();
    let is_own = |name: &str| name == "format";
    let drawn: PictureParameters = understand::query(&part_of(&asked, is_own))?;
    let parameters: NextParameters = understand::query(&part_of(&asked, |name| !is_own(name)))?;
    let mut request = NextRequest::from(parameters);
    let variant = app.variant_of(request.book.as_deref().unwrap_or(DEFAULT_BOOK)).await?;
    // A board without corners is drawn whole.
    request.corner = request.corner.filter(|_| variant.game().regions().len() > 1);
    let mut question = ParsedQuery::new(request, variant)
        .map_err(|problem| problem.rename_field("initial_stones", "stones"))?;
    question.admit(&app.service, app.allowance())?;
    let corner = question.query.corner;
    app.compute(move |service| {
        let (coords, size) = (question.coords, question.query.size);
        let answer = service.next_moves().next(&question.query);
        let answer =
            answer.map_err(|error| Problem::from_service(error, PointWriter { coords, size }))?;
        let tag = question.tag(service, &answer);
        if let Some(held) = tag.as_ref().and_then(|tag| reader.conditions.not_modified(tag)) {
            return Ok(held);
        }
        let picture = next_picture(&question.query, variant, &answer.moves, corner);
        let (kind, bytes) = match drawn.format {
            PictureForm::Svg => ("image/svg+xml", picture.to_svg().into_bytes()),
            PictureForm::Png => {
                ("image/png", picture.to_png().map_err(|error| Problem::internal(&error))?)
            }
        };
        let mut response = Response::new(Body::from(bytes));
        response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
        Ok(match tag {
            Some(tag) => reader.conditions.tagged(&tag, response),
            None => response,
        })
    })
    .await
}

/// Returns the parameters of a query whose names are wanted.
pub fn part_of(query: &str, is_wanted: impl Fn(&str) -> bool) -> String {
    let pairs = form_urlencoded::parse(query.as_bytes()).filter(|(name, _)| is_wanted(name));
    form_urlencoded::Serializer::new(String::new()).extend_pairs(pairs).finish()
}
