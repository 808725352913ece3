//! `joseki analysis`: serves a book over KataGo's analysis protocol.

use std::io::{self, Write};

use serde::Serialize;

use crate::args::AnalysisArgs;
use crate::error::CliError;
use crate::{
    database::{self, DatabaseFile},
    output,
};
use joseki_game::Variant;
use joseki_lines::{LineRead, read_line};
use joseki_service::{GoFeature, Service, ServiceError, next::NextQuery};
use joseki_wire::{
    AnalysisJson, AnalysisNotice, AnalysisRequest, NextRequest, ParsedAnalysisQuery, Perspective,
};

/// Maximum length of a line in bytes. A longer line is reported as an error and skipped.
const MAX_LINE_LENGTH: u64 = 16 << 20;

/// Answers every line of standard input until end of input.
pub fn run(db: &DatabaseFile, args: &AnalysisArgs, out: &mut impl Write) -> Result<(), CliError> {
    let told_as = args.perspective().map_err(usage)?;
    let how = query_template(args)?;
    let service = database::open_to_read(db)?;
    // Reports an unknown book at once, to the user instead of the front end.
    GoFeature::Analysis.check(&service.book_info(&args.book)?)?;
    let mut desk = AnalysisServer {
        data_version: service.data_version()?,
        service,
        template: how,
        perspective: told_as,
        model: format!("joseki book {}", args.book),
    };
    let (mut input, mut line) = (io::stdin().lock(), Vec::new());
    let unreadable = |error| CliError::Read { file: "<stdin>".to_owned(), error };
    loop {
        match read_line(&mut input, MAX_LINE_LENGTH, &mut line).map_err(unreadable)? {
            LineRead::End => return Ok(()),
            LineRead::Whole => desk.answer(AnalysisRequest::parse(&line, &desk.model), out)?,
            LineRead::TooLong => {
                output::json(out, &AnalysisNotice::error("Line is longer than 16 MiB"))?;
            }
        }
        out.flush()?;
    }
}

fn usage(text: String) -> CliError {
    let kind = clap::error::ErrorKind::UnknownArgument;
    CliError::Usage(clap::Error::raw(kind, format!("{text}\n")))
}

/// Builds the query through the HTTP request type, so that both interfaces validate alike.
fn query_template(args: &AnalysisArgs) -> Result<NextQuery, CliError> {
    let request = NextRequest {
        coords: joseki_wire::Coords::Gtp,
        book: Some(args.book.clone()),
        opponent: args.opponent.clone(),
        class: args.class.clone(),
        limit: Some(args.limit),
        seed: args.seed,
        min_verdict: args.min_verdict.clone(),
        failed_conditions: args.failed_conditions,
        min_games: args.min_games,
        ..NextRequest::default()
    };
    request.into_query(Variant::GO).map_err(CliError::Request)
}

/// State of the protocol server.
struct AnalysisServer {
    service: Service,
    template: NextQuery,
    perspective: Perspective,
    model: String,
    /// Data version of the store that the memory reflects.
    data_version: u64,
}

impl AnalysisServer {
    fn answer(&mut self, request: AnalysisRequest, out: &mut impl Write) -> Result<(), CliError> {
        match request {
            AnalysisRequest::Blank => Ok(()),
            AnalysisRequest::Wrong(notice) => output::json(out, &notice),
            AnalysisRequest::Action(answer) => output::json(out, &answer),
            AnalysisRequest::Query(asked) => self.analyse(&asked, out),
        }
    }

    /// Answers a query. Only a failed write ends the loop; other errors are sent as responses.
    fn analyse(
        &mut self,
        asked: &ParsedAnalysisQuery,
        out: &mut impl Write,
    ) -> Result<(), CliError> {
        for warning in &asked.warnings {
            output::json(out, warning)?;
        }
        let answered = self.refresh().map_err(AnalysisFailure::Query).and_then(|()| {
            let query = asked.query(&self.template);
            self.service.engines().analyse(&query, &mut |turn| {
                let answer = AnalysisJson::new(&turn, asked, self.perspective);
                write(out, &answer).map_err(|error| AnalysisFailure::Output(Box::new(error)))
            })
        });
        match answered {
            Ok(()) => Ok(()),
            Err(AnalysisFailure::Output(error)) => Err(*error),
            Err(AnalysisFailure::Query(error)) => {
                let notice = notice(&error, asked).with_id(&asked.id);
                output::json(out, &notice)
            }
        }
    }

    /// Loads changes by other programs.
    fn refresh(&mut self) -> Result<(), ServiceError> {
        let found = self.service.data_version()?;
        if found != self.data_version {
            self.service.refresh()?;
            self.data_version = found;
        }
        Ok(())
    }
}

/// Writes a response and flushes it at once.
fn write(out: &mut impl Write, answer: &impl Serialize) -> Result<(), CliError> {
    output::json(out, answer)?;
    Ok(out.flush()?)
}

enum AnalysisFailure {
    Query(ServiceError),
    Output(Box<CliError>),
}

impl From<ServiceError> for AnalysisFailure {
    fn from(error: ServiceError) -> AnalysisFailure {
        AnalysisFailure::Query(error)
    }
}

/// Converts an error to a response that names the field at fault.
fn notice(error: &ServiceError, query: &ParsedAnalysisQuery) -> AnalysisNotice {
    match error {
        ServiceError::IllegalMove { index, played, .. } => {
            let played = played.to_gtp(query.size());
            AnalysisNotice::for_field("moves", format!("Illegal move {index}: {played}"))
        }
        ServiceError::InitialStoneTwice { point, .. }
        | ServiceError::InitialStoneWithoutLiberty { point, .. } => {
            let point = point.to_gtp(query.size());
            AnalysisNotice::for_field("initialStones", format!("{error}: {point}"))
        }
        other => AnalysisNotice::error(other.to_string()),
    }
}
