//! `/v1/books/{book}/export`: exports a whole book as a file.

use std::io;
use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderName, HeaderValue, header};
use axum::response::Response;

use crate::error::codes;
use crate::error::problem::Problem;
use crate::etag::Tag;
use crate::request::access::ReadAccess;
use crate::request::address::{Path, Query};
use crate::server::app::App;
use crate::server::channel_body::BodyWriter;
use joseki_format::book_file::{Contents, FileSink};
use joseki_service::Code;
use joseki_service::curate::{ExportFormat, FileKind, OptionRefusal};
use joseki_wire::{ExportParameters, RequestError};

/// Header with the number of omitted moves, by reason.
const LEFT_OUT: HeaderName = HeaderName::from_static("joseki-left-out");

/// Header with a warning about programs that cannot read the whole file.
const WARNING: HeaderName = HeaderName::from_static("joseki-warning");

/// Exports a book as a file.
#[utoipa::path(
    get, path = "/v1/books/{book}/export", tag = "books", operation_id = "export_book", security((), ("key" = ["read"])),
    params(("book" = String, Path, description = "The book's name", example = "main"), ExportParameters),
    responses(
        (status = 200, description = "The file",
         content((String = "application/x-go-sgf"), (String = "text/plain"), (String = "text/csv"), (String = "application/x-ndjson"), (String = "application/octet-stream")),
         headers(
             ("Content-Disposition" = String, description = "Name of the file, for example `attachment; filename=\"main.sgf\"`"),
             ("Joseki-Left-Out" = String, description = "Number of omitted moves by reason, for example `49 advised against; 638 tenukis`, and of moves in the file without what it cannot hold, for example `comments and names of 12`; absent if none"),
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
    Query(parameters): Query<ExportParameters>,
) -> Result<Response, Problem> {
    let wanted = parameters.book(&name)?;
    if let Some(OptionRefusal { option, why }) = parameters.refusal() {
        return Err(RequestError::new(Code::InvalidValue, option, why).into());
    }
    let (kind, request) = (parameters.format.kind(), parameters.request()?);
    let at = wanted.clone();
    match kind {
        FileKind::Book(format) if format.is_made_whole() => {
            app.allowance().admit(&app.service, &at.name)?;
        }
        _ => app.allowance().admit_as_of(&app.service, &at.name, at.as_of.as_ref())?,
    }
    let is_long = at.as_of.is_some();
    let book = app.read_maybe_long(is_long, move |service| service.book_of(&at)).await?;
    let tag = Tag::new(&book.info.name, book.info.version, &app.service.history());
    if let Some(response) = reader.conditions.not_modified(&tag) {
        return Ok(response);
    }
    let nodes = usize::try_from(book.info.nodes).unwrap_or(usize::MAX);
    let held = app.memory.take_for_nodes(nodes)?;
    let file = app.produce(move |service, writer: &mut BodyWriter<Contents>| {
        let _until_done = held;
        match kind {
            FileKind::Book(format) => {
                service.curation().write_book_file(&wanted, format, &request, writer).map(drop)
            }
            _ => service.mining().write_counts(&wanted.name, writer),
        }
    });
    let (contents, body) = file.await?;
    let response = response(parameters.format, &name, &contents, body);
    Ok(reader.conditions.tagged(&tag, response))
}

impl FileSink for BodyWriter<Contents> {
    fn begin(&mut self, contents: &Contents) -> io::Result<()> {
        Ok(self.begin(contents.clone())?)
    }
}

/// The media type and the ending of a file's name.
const fn media(format: ExportFormat) -> (&'static str, &'static str) {
    const TEXT: &str = "text/plain; charset=utf-8";
    match format {
        ExportFormat::Sgf => ("application/x-go-sgf; charset=utf-8", "sgf"),
        ExportFormat::Lines => (TEXT, "txt"),
        ExportFormat::Pos => (TEXT, "pos"),
        ExportFormat::Counts => (TEXT, "counts"),
        ExportFormat::Csv => ("text/csv; charset=utf-8; header=present", "csv"),
        ExportFormat::Ndjson => ("application/x-ndjson", "ndjson"),
        ExportFormat::Fuego | ExportFormat::Pachi => (TEXT, "dat"),
        ExportFormat::Gnugo => ("application/x-go-sgf; charset=utf-8", "gnugo.sgf"),
        ExportFormat::Katago => ("application/x-ndjson", "startposes.txt"),
        ExportFormat::Go => ("application/octet-stream", "go"),
        ExportFormat::Binary => ("application/octet-stream", "joseki"),
        ExportFormat::Lib => ("application/octet-stream", "lib"),
        ExportFormat::Obk => ("application/vnd.sqlite3", "obk"),
        ExportFormat::Pfbook => ("application/vnd.sqlite3", "pfBook"),
        ExportFormat::Xqb => ("application/vnd.sqlite3", "xqb"),
        ExportFormat::Bookdat => ("application/octet-stream", "dat"),
        ExportFormat::Pgn => ("application/vnd.chess-pgn; charset=utf-8", "pgn"),
    }
}

/// Creates the response with a file.
fn response(format: ExportFormat, book: &str, contents: &Contents, body: Body) -> Response {
    let (kind, extension) = media(format);
    let trouble = match format.kind() {
        FileKind::Book(format) => format.trouble(contents.entries),
        _ => None,
    };
    let left_out = contents.left_out.iter();
    let left_out = left_out.map(|(reason, moves)| format!("{moves} {reason}"));
    let dropped = contents.dropped.iter();
    let dropped = dropped.map(|(what, moves)| format!("{what} of {moves}"));
    let left_out: Vec<String> = left_out.chain(dropped).collect();
    let mut response = Response::new(body);
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
