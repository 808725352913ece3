//! `/v1/books/{book}/export`: a whole book as a file.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::Response;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::access::Reader;
use super::address::{Path, Query};
use super::app::App;
use super::cache::Tag;
use super::code::Code;
use super::problem::Problem;
use super::refusals::Exporting;
use crate::format::dictionary::ExportOptions;
use crate::game::Color;
use crate::service::BookRef;
use crate::wire::{CornerChoice, HandednessChoice, parse_as_of};

/// What kind of file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ExportFormat {
    /// One SGF tree.
    #[default]
    Sgf,
    /// The flattened lines, one a line.
    Lines,
    /// What was counted of every move of the book, as text.
    Counts,
}

/// Who makes the first move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
pub enum FirstMover {
    /// Black.
    #[default]
    B,
    /// White.
    W,
}

/// What kind of file, and how an SGF is laid on the board.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub struct ExportParameters {
    /// `sgf` unless said.
    #[param(inline)]
    pub format: ExportFormat,
    /// The corner; `upper_right` unless said.
    #[param(inline)]
    pub corner: CornerChoice,
    /// `clockwise` unless said.
    #[param(inline)]
    pub handedness: HandednessChoice,
    /// Who makes the first move; `B` unless said.
    #[param(inline)]
    pub first: FirstMover,
    /// The book as it was: at a version (`12`), at the end of a day (`2026-01-31`, UTC) or at a time
    /// (`2026-01-31T13:05:07Z`). Counts are only those of today.
    #[param(example = "1")]
    pub as_of: Option<String>,
}

impl FirstMover {
    /// The colour.
    #[must_use]
    pub const fn color(self) -> Color {
        match self {
            FirstMover::B => Color::Black,
            FirstMover::W => Color::White,
        }
    }
}

/// A book as a file.
#[utoipa::path(
    get, path = "/v1/books/{book}/export", tag = "books", operation_id = "export_book", security((), ("key" = ["read"])),
    params(("book" = String, Path, description = "The book's name", example = "main"), ExportParameters),
    responses(
        (status = 200, description = "The file",
         content((String = "application/x-go-sgf"), (String = "text/plain")),
         headers(("Content-Disposition" = String, description = "A name for the file, as in `attachment; filename=\"main.sgf\"`"))),
        (status = 304, description = "The caller has this version already (`If-None-Match`)"),
        Exporting
    )
)]
pub async fn get(
    reader: Reader,
    State(app): State<Arc<App>>,
    Path(name): Path<String>,
    Query(asked): Query<ExportParameters>,
) -> Result<Response, Problem> {
    let as_of = asked.as_of.as_deref().map(parse_as_of).transpose()?;
    if as_of.is_some() && asked.format == ExportFormat::Counts {
        let detail = "as_of: what was counted is not kept of earlier versions, leave it out";
        return Err(Problem::new(Code::InvalidValue, detail).field("as_of"));
    }
    let wanted = BookRef::at(&name, as_of);
    let book = app.read(move |service| service.book_of(&wanted)).await?;
    let tag = Tag::new(&book.info.name, book.info.version);
    if let Some(response) = reader.conditions.not_modified(&tag) {
        return Ok(response);
    }
    let (format, options) = (asked.format, asked.options());
    let wanted = BookRef::at(&name, as_of);
    let bytes = app.read(move |service| match format {
        ExportFormat::Sgf => service.export_sgf(&wanted, options),
        ExportFormat::Lines => service.export_lines(&wanted),
        ExportFormat::Counts => service.export_counts(&wanted.name),
    });
    let response = format.file(&name, bytes.await?);
    Ok(reader.conditions.tagged(&tag, response))
}

impl ExportParameters {
    fn options(&self) -> ExportOptions {
        ExportOptions {
            frame: self.corner.frame(self.handedness),
            first: self.first.color(),
        }
    }
}

impl ExportFormat {
    fn file(self, book: &str, bytes: Vec<u8>) -> Response {
        let (kind, extension) = match self {
            ExportFormat::Sgf => ("application/x-go-sgf; charset=utf-8", "sgf"),
            ExportFormat::Lines => ("text/plain; charset=utf-8", "txt"),
            ExportFormat::Counts => ("text/plain; charset=utf-8", "counts"),
        };
        let mut response = Response::new(Body::from(bytes));
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
        // Names of books are letters, digits, dots, dashes and underscores.
        let disposition = format!("attachment; filename=\"{book}.{extension}\"");
        headers.extend(
            HeaderValue::try_from(disposition).map(|value| (header::CONTENT_DISPOSITION, value)),
        );
        response
    }
}
