//! `/v1/books/{book}/import`: merges SGF files into a book.

use std::sync::Arc;

use axum::extract::{FromRequest, Multipart, Request, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::merging::parse_rules;
use crate::error::codes;
use crate::error::problem::Problem;
use crate::etag::json;
use crate::request::access::CurateAccess;
use crate::request::address::{Path, Query};
use crate::request::body::{check_encoding, media_type, read, unsupported_type};
use crate::server::app::App;
use crate::server::memory::MemoryPermit;
use joseki_format::dictionary::Phrases;
use joseki_format::sgf::TextEncoding;
use joseki_game::Variant;
use joseki_service::{
    Code, SourceFile,
    curate::{ImportRequest, SourceFields},
};
use joseki_wire::named::PhrasesChoice;
use joseki_wire::{ImportJson, charset, check_label, check_reason, parse_known_variant};

const TYPES: &str = "application/x-go-sgf, application/octet-stream, text/plain, or multipart/form-data for several files";
/// Maximum number of files in one request.
const MAX_FILES: usize = 1000;
/// Maximum number of nodes and contradictions in a response.
const MAX_DETAILS: usize = 10_000;
/// Maximum length of a file name, in characters.
const MAX_NAME_LENGTH: usize = 200;

/// Options of an import.
#[derive(Clone, Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields, default)]
#[into_params(parameter_in = Query)]
pub struct ImportParameters {
    /// `true` reports what would change, and changes nothing.
    pub dry_run: bool,
    /// Name of the file, for the report and the log; files in a multipart body have their own
    /// names.
    pub name: Option<String>,
    /// Merge rules for fields on which the book and a file differ: `verdict=take,comment=both`;
    /// `all=` sets the rule of every field. The rules are `keep`, `take`, `both` and `confident`;
    /// the default keeps the book's value.
    #[param(example = "verdict=take,comment=both")]
    pub rules: String,
    /// Confidence of files that state none, 0 to 100.
    #[param(maximum = 100)]
    pub confidence: Option<u8>,
    /// Handling of sentences in comments that make a move depend on a ladder, for example "if the
    /// ladder is good for Black". `convert` makes conditions of unambiguous ones and lists the
    /// others, `list` lists them all, `ignore` does nothing; default `convert`.
    #[param(inline, value_type = PhrasesChoice)]
    #[serde(with = "joseki_wire::named")]
    pub phrases: Phrases,
    /// Character set of the texts in RenLib libraries, such as `gb18030`; default: a guess.
    #[param(value_type = Option<String>, example = "gb18030")]
    #[serde(deserialize_with = "charset")]
    pub charset: Option<TextEncoding>,
    /// Game that a new book is about, by default `go`; a book that exists is about this game, or the
    /// request is refused.
    #[param(example = "renju")]
    pub game: Option<String>,
    /// Lines of its boards, for a game that has books for several sizes; by default its usual size.
    pub board_size: Option<u8>,
    /// Name of the source of the files, which their nodes keep.
    #[param(max_length = 200)]
    pub source: Option<String>,
    /// Licence of the source, an SPDX expression such as `CC-BY-4.0`. Requires `source`, as do the
    /// next two.
    #[param(max_length = 200)]
    pub license: Option<String>,
    /// Whom to name for the source.
    #[param(max_length = 200)]
    pub attribution: Option<String>,
    /// Where the source is found.
    #[param(max_length = 200)]
    pub address: Option<String>,
    /// Reason for the history; at most 500 characters.
    #[param(max_length = 500)]
    pub reason: String,
    /// Maximum number of nodes of the difference, and of contradictions, in the response: 0 to
    /// 10000; default 1000.
    #[param(maximum = 10_000)]
    pub details: Option<usize>,
}

/// An SGF file, in any charset that SGF files use.
#[derive(ToSchema)]
#[schema(value_type = String, format = Binary, example = "(;SZ[19];B[pd];W[nc];B[qf])")]
#[expect(dead_code, reason = "for the documentation")]
pub struct SgfFile(Vec<u8>);

/// Several SGF files; every part must have a file name.
#[derive(ToSchema)]
#[expect(dead_code, reason = "for the documentation")]
pub struct SgfFiles {
    /// The files; parts of any name except `base`.
    #[schema(value_type = Vec<String>, format = Binary)]
    file: Vec<SgfFile>,
    /// An earlier edition of the files: only changes since then are imported, and edits by curators
    /// stay.
    #[schema(value_type = Vec<String>, format = Binary)]
    base: Vec<SgfFile>,
}

/// Files of a request.
struct Files {
    files: Vec<SourceFile>,
    /// Their earlier edition.
    base: Vec<SourceFile>,
    /// Memory of the files.
    permit: MemoryPermit,
}

/// Merges SGF files into a book: all files, or none if one cannot be read.
///
/// Creates the book if it does not exist. If every move is rejected, the response is `422
/// invalid_sgf`. Sending the same file again changes nothing. To import a new edition of a file,
/// send both as multipart, with the earlier one as the part `base`.
#[utoipa::path(
    post, path = "/v1/books/{book}/import", tag = "books", operation_id = "import_book",
    params(("book" = String, Path, description = "The book's name", example = "main"), ImportParameters),
    request_body(description = "One SGF file, or several as `multipart/form-data`; up to 64 MiB",
        content((SgfFile = "application/x-go-sgf"), (SgfFile = "application/octet-stream"), (SgfFile = "text/plain"), (SgfFiles = "multipart/form-data"))),
    responses(
        (status = 200, description = "Report on every node read", body = ImportJson),
        codes::Common, codes::Import, codes::Write
    ),
    security(("key" = ["curate"]))
)]
pub async fn post(
    CurateAccess(curator): CurateAccess,
    State(app): State<Arc<App>>,
    Path(book): Path<String>,
    Query(parameters): Query<ImportParameters>,
    request: Request,
) -> Result<Response, Problem> {
    check_encoding(request.headers())?;
    let (rules, details) = (parse_rules(&parameters.rules)?, parameters.details()?);
    let (source, variant) = (parameters.source()?, parameters.variant()?);
    let Files { files, base, permit } = files(&app, parameters.name.as_deref(), request).await?;
    curator.add_files(&files).await;
    curator.add_files(&base).await;
    // Taken after the body, so that slow ones keep nobody waiting.
    let place = app.enqueue_import()?;
    let request = ImportRequest {
        book,
        variant,
        files,
        base,
        dry_run: parameters.dry_run,
        rules,
        confidence: parameters.confidence,
        phrases: parameters.phrases,
        charset: parameters.charset,
        source,
        by: curator.author(parameters.reason)?,
    };
    let done = app.change(&place, parameters.dry_run, move |service| {
        let _until_done = permit;
        service.curation().import(&request)
    });
    let outcome = done.await??;
    match outcome.all_refused() {
        Some(first) => Err(nothing_left(&first)),
        None => json(StatusCode::OK, &ImportJson::new(&outcome, details)),
    }
}

fn nothing_left(first: &str) -> Problem {
    let detail = format!("every move was rejected and nothing was imported; the first was {first}");
    Problem::new(Code::InvalidSgf, detail)
}

impl ImportParameters {
    /// Returns what the book is about, if the request says so.
    fn variant(&self) -> Result<Option<Variant>, Problem> {
        Ok(parse_known_variant(self.game.as_deref(), self.board_size)?)
    }

    /// Returns the source of the files, and what the request says of it.
    fn source(&self) -> Result<Option<(String, SourceFields)>, Problem> {
        let checked = |field: &str, said: &Option<String>| {
            let checked = said.as_deref().map(check_label);
            checked.transpose().map_err(|error| {
                Problem::new(Code::InvalidValue, format!("{field}: {error}")).field(field)
            })
        };
        let fields = SourceFields {
            license: checked("license", &self.license)?,
            attribution: checked("attribution", &self.attribution)?,
            address: checked("address", &self.address)?,
            withheld: None,
        };
        match checked("source", &self.source)? {
            Some(name) => Ok(Some((name, fields))),
            None if fields == SourceFields::default() => Ok(None),
            None => {
                let detail = "missing source: required with license, attribution or address";
                Err(Problem::new(Code::InvalidValue, detail).field("source"))
            }
        }
    }

    fn details(&self) -> Result<usize, Problem> {
        check_reason(&self.reason)?;
        let refused = |field: &str, message: &str| {
            let detail = format!("{field}: {message}");
            Err(Problem::new(Code::InvalidValue, detail).field(field))
        };
        match (self.details.unwrap_or(ImportJson::DETAILS), self.confidence) {
            (_, Some(101..)) => refused("confidence", "expected 0 to 100"),
            (details @ 0..=MAX_DETAILS, _) => Ok(details),
            _ => refused("details", "expected 0 to 10000"),
        }
    }
}

async fn files(app: &Arc<App>, name: Option<&str>, request: Request) -> Result<Files, Problem> {
    let kind = kind(request.headers())?;
    if name.is_some() && matches!(kind, BodyKind::Several) {
        let detail = "name: files in a multipart body have their own names: omit it";
        return Err(Problem::new(Code::InvalidValue, detail).field("name"));
    }
    let name = file_name(name.unwrap_or("upload.sgf"), "name")?;
    let (head, body) = request.into_parts();
    let bytes = read(app, body, app.options.import_bytes, app.options.import_timeout).await?;
    // For the copies that the files are.
    let permit = app.memory.take(bytes.len())?;
    match kind {
        BodyKind::One => {
            let file = SourceFile { name, bytes: bytes.into() };
            Ok(Files { files: vec![file], base: Vec::new(), permit })
        }
        BodyKind::Several => parts(app, Request::from_parts(head, bytes.into()), permit).await,
    }
}

enum BodyKind {
    One,
    Several,
}

fn kind(headers: &HeaderMap) -> Result<BodyKind, Problem> {
    match media_type(headers).as_deref() {
        Some("application/x-go-sgf" | "application/octet-stream" | "text/plain") => {
            Ok(BodyKind::One)
        }
        Some("multipart/form-data") => Ok(BodyKind::Several),
        found => Err(unsupported_type(found, TYPES)),
    }
}

/// Reads the files of a multipart body.
async fn parts(app: &Arc<App>, request: Request, permit: MemoryPermit) -> Result<Files, Problem> {
    let refused = |detail: String| Problem::new(Code::InvalidMultipart, detail);
    let multipart = Multipart::from_request(request, app).await;
    let mut multipart = multipart.map_err(|rejection| refused(rejection.body_text()))?;
    let (mut files, mut base) = (Vec::new(), Vec::new());
    while let Some(part) = multipart.next_field().await.map_err(broken)? {
        let Some(name) = part.file_name().map(str::to_owned) else {
            let detail = "every part must be a file, with a filename in its Content-Disposition";
            return Err(refused(detail.to_owned()));
        };
        if files.len() + base.len() == MAX_FILES {
            let detail = format!("more than {MAX_FILES} files: split the request");
            return Err(Problem::new(Code::TooMany, detail));
        }
        let list = match part.name() {
            Some("base") => &mut base,
            _ => &mut files,
        };
        list.push(SourceFile {
            name: file_name(&name, "filename")?,
            bytes: part.bytes().await.map_err(broken)?.into(),
        });
    }
    if files.is_empty() {
        return Err(refused("the body contains no file".to_owned()));
    }
    Ok(Files { files, base, permit })
}

fn broken(error: axum::extract::multipart::MultipartError) -> Problem {
    let code = match error.status() {
        StatusCode::PAYLOAD_TOO_LARGE => Code::BodyTooLarge,
        _ => Code::InvalidMultipart,
    };
    Problem::new(code, error.body_text())
}

fn file_name(name: &str, field: &str) -> Result<String, Problem> {
    if name.is_empty() || name.chars().count() > MAX_NAME_LENGTH || name.contains(char::is_control)
    {
        let detail = format!(
            "{field}: expected 1 to {MAX_NAME_LENGTH} characters without control characters"
        );
        return Err(Problem::new(Code::InvalidValue, detail).field(field));
    }
    Ok(name.to_owned())
}
