//! `/v1/books/{book}/export`: exports a whole book as a file.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderName, HeaderValue, header};
use axum::response::Response;
use serde::Deserialize;
use utoipa::IntoParams;

use super::access::ReadAccess;
use super::address::{Path, Query};
use super::app::App;
use super::code::Code;
use super::codes;
use super::etag::Tag;
use super::problem::Problem;
use crate::format::book_file::{BookFile, SelectionCriteria, Weight};
use crate::format::dictionary::ExportOptions;
use crate::game::Color;
use crate::game::go::{Corner, Frame, Handedness};
use crate::named::UnknownName;
use crate::service::{BookFileRequest, BookRef, ExportFormat, FileKind, FileOptions, Orientations};
use crate::wire::parse_as_of;

/// Header with the number of omitted moves, by reason.
const LEFT_OUT: HeaderName = HeaderName::from_static("joseki-left-out");

/// Header with a warning about programs that cannot read the whole file.
const WARNING: HeaderName = HeaderName::from_static("joseki-warning");

/// Format of the file, and orientation of an SGF on the board.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub struct ExportParameters {
    /// File format; default `sgf`.
    #[param(inline)]
    pub format: ExportFormat,
    /// The corner; default `upper_right`.
    #[param(inline)]
    pub corner: Option<Corner>,
    /// Orientation in the corner; default `clockwise`.
    #[param(inline)]
    pub handedness: Option<Handedness>,
    /// Colour of the first move; default `B`.
    #[param(inline)]
    pub first: Option<Color>,
    /// The book at an earlier time: at a version (`12`), at the end of a day (`2026-01-31`, UTC) or
    /// at a time (`2026-01-31T13:05:07Z`). Not for `counts`, which are always the present ones.
    #[param(example = "1")]
    pub as_of: Option<String>,
    /// Maximum number of steps in a line. This and the next five parameters do not apply to
    /// `counts`.
    #[param(minimum = 1)]
    pub depth: Option<usize>,
    /// Omits moves with a worse verdict; no verdict ranks below `good`. Formats for engines
    /// (`fuego`, `pachi`, `gnugo`, `katago`, `binary`) omit discouraged moves by default. They use
    /// the worst verdict of any move order that reaches the position; the other formats use the
    /// move's own verdict.
    #[param(example = "mistake")]
    pub min_verdict: Option<String>,
    /// Omits moves with fewer counted games.
    pub min_games: Option<u32>,
    /// Weight of a move; default `priority`.
    #[param(inline)]
    pub weight: Option<Weight>,
    /// Omits moves with less weight.
    pub min_weight: Option<u32>,
    /// Orientations in which each position is written, for `katago`; default `one`.
    #[param(inline)]
    pub orientations: Option<Orientations>,
    /// Licence of the book, written into the file; one line. Supported by `sgf`, `ndjson`, `pachi`,
    /// `gnugo`, `katago` and `binary`.
    pub license: Option<String>,
    /// Whether an `sgf` names the program that wrote it, and the book with its version. Other
    /// formats always do if they can.
    pub provenance: Option<bool>,
}

/// Exports a book as a file.
#[utoipa::path(
    get, path = "/v1/books/{book}/export", tag = "books", operation_id = "export_book", security((), ("key" = ["read"])),
    params(("book" = String, Path, description = "The book's name", example = "main"), ExportParameters),
    responses(
        (status = 200, description = "The file",
         content((String = "application/x-go-sgf"), (String = "text/plain"), (String = "text/csv"), (String = "application/x-ndjson"), (String = "application/octet-stream")),
         headers(
             ("Content-Disposition" = String, description = "Name of the file, for example `attachment; filename=\"main.sgf\"`"),
             ("Joseki-Left-Out" = String, description = "Number of omitted moves by reason, for example `49 advised against; 638 tenukis`; absent if none"),
             ("Joseki-Warning" = String, description = "Limit of the reading program that the file exceeds, for example more patterns than GNU Go's `mkpat` accepts; absent if none")
         )),
        (status = 304, description = "Not modified: the client has this version (`If-None-Match`)"),
        codes::Common, codes::Book, codes::Counts, codes::Past
    )
)]
pub async fn get(
    reader: ReadAccess,
    State(app): State<Arc<App>>,
    Path(name): Path<String>,
    Query(asked): Query<ExportParameters>,
) -> Result<Response, Problem> {
    let as_of = asked.as_of.as_deref().map(parse_as_of).transpose()?;
    let (kind, request) = (asked.format.kind(), asked.request()?);
    let wanted = BookRef::at(&name, as_of);
    let book = app.read(move |service| service.book_of(&wanted)).await?;
    let tag = Tag::new(&book.info.name, book.info.version);
    if let Some(response) = reader.conditions.not_modified(&tag) {
        return Ok(response);
    }
    let wanted = BookRef::at(&name, as_of);
    let file = app.read(move |service| match kind {
        FileKind::Book(format) => service.book_file(&wanted, format, &request),
        _ => service.export_counts(&wanted.name).map(|bytes| BookFile {
            bytes,
            ..BookFile::default()
        }),
    });
    let response = asked.format.file(&name, file.await?);
    Ok(reader.conditions.tagged(&tag, response))
}

impl ExportParameters {
    fn request(&self) -> Result<BookFileRequest, Problem> {
        let refused = |field: &str, detail: &str| {
            Err(Problem::new(Code::InvalidValue, format!("{field}: {detail}")).field(field))
        };
        let given = self.given();
        let all_orientations = self.orientations == Some(Orientations::All);
        let options = FileOptions {
            given: &given,
            all_orientations,
            license: self.license.as_deref(),
        };
        if let Some(refusal) = self.format.kind().refusal(&options) {
            return refused(refusal.option, refusal.why);
        }
        if self.depth == Some(0) {
            return refused("depth", "expected at least 1");
        }
        Ok(BookFileRequest {
            choice: self.choice()?,
            weight: self.weight.unwrap_or_default(),
            laid: ExportOptions {
                frame: Frame {
                    corner: self.corner.unwrap_or_default(),
                    handedness: self.handedness.unwrap_or_default(),
                },
                first: self.first.unwrap_or_default(),
            },
            all_orientations,
            license: self.license.clone(),
            provenance: self.provenance == Some(true),
        })
    }

    fn given(&self) -> Vec<&'static str> {
        let options = [
            ("corner", self.corner.is_some()),
            ("handedness", self.handedness.is_some()),
            ("first", self.first.is_some()),
            ("orientations", self.orientations.is_some()),
            ("as_of", self.as_of.is_some()),
            ("depth", self.depth.is_some()),
            ("min_verdict", self.min_verdict.is_some()),
            ("min_games", self.min_games.is_some()),
            ("min_weight", self.min_weight.is_some()),
            ("weight", self.weight.is_some()),
            ("license", self.license.is_some()),
            ("provenance", self.provenance == Some(true)),
        ];
        let given = options.into_iter().filter(|(_, given)| *given);
        given.map(|(option, _)| option).collect()
    }

    fn choice(&self) -> Result<SelectionCriteria, Problem> {
        let verdict = self.min_verdict.as_deref().map(str::parse);
        let verdict = verdict.transpose().map_err(|error: UnknownName| {
            Problem::new(Code::InvalidValue, error.to_string()).field("min_verdict")
        });
        Ok(SelectionCriteria {
            depth: self.depth,
            min_verdict: verdict?,
            min_games: self.min_games.unwrap_or_default(),
            min_weight: self.min_weight.unwrap_or_default(),
        })
    }
}

impl ExportFormat {
    /// The media type and the ending of a file's name.
    const fn media(self) -> (&'static str, &'static str) {
        const TEXT: &str = "text/plain; charset=utf-8";
        match self {
            ExportFormat::Sgf => ("application/x-go-sgf; charset=utf-8", "sgf"),
            ExportFormat::Lines => (TEXT, "txt"),
            ExportFormat::Counts => (TEXT, "counts"),
            ExportFormat::Csv => ("text/csv; charset=utf-8; header=present", "csv"),
            ExportFormat::Ndjson => ("application/x-ndjson", "ndjson"),
            ExportFormat::Fuego | ExportFormat::Pachi => (TEXT, "dat"),
            ExportFormat::Gnugo => ("application/x-go-sgf; charset=utf-8", "gnugo.sgf"),
            ExportFormat::Katago => ("application/x-ndjson", "startposes.txt"),
            ExportFormat::Go => ("application/octet-stream", "go"),
            ExportFormat::Binary => ("application/octet-stream", "joseki"),
        }
    }

    fn file(self, book: &str, file: BookFile) -> Response {
        let (kind, extension) = self.media();
        let trouble = match self.kind() {
            FileKind::Book(format) => format.trouble(file.entries),
            _ => None,
        };
        let left_out = file.left_out.iter();
        let left_out: Vec<String> = left_out
            .map(|(reason, moves)| format!("{moves} {reason}"))
            .collect();
        let mut response = Response::new(Body::from(file.bytes));
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
        // A book name has no characters that need escaping here.
        let disposition = format!("attachment; filename=\"{book}.{extension}\"");
        headers.extend(
            HeaderValue::try_from(disposition).map(|value| (header::CONTENT_DISPOSITION, value)),
        );
        if !left_out.is_empty() {
            let told = HeaderValue::try_from(left_out.join("; "));
            headers.extend(told.map(|value| (LEFT_OUT, value)));
        }
        if let Some(trouble) = trouble {
            headers.extend(HeaderValue::try_from(trouble).map(|value| (WARNING, value)));
        }
        response
    }
}
