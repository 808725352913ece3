//! `joseki analysis`: a book as an engine of KataGo's analysis protocol.

use std::io::{self, BufRead, Read, Write};
use std::path::Path;

use serde::Serialize;

use super::args::AnalysisArgs;
use super::database;
use super::error::CliError;
use super::output;
use crate::service::{NextQuery, Service, ServiceError};
use crate::wire::{
    AnalysisAsked, AnalysisJson, AnalysisNotice, AnalysisRequest, NextRequest, Perspective,
};

/// The longest line, in bytes. What is longer is told as an error, and the next line is read.
const LONGEST_LINE: u64 = 16 << 20;

/// Answers every line of standard input until it ends.
pub fn run(db: &Path, args: &AnalysisArgs, out: &mut impl Write) -> Result<(), CliError> {
    let told_as = args.perspective().map_err(usage)?;
    let how = question(args)?;
    let service = database::open(db)?;
    // A wrong name is told at once, and to whoever started us.
    service.book(&args.book)?;
    let mut desk = Desk {
        seen: service.data_version()?,
        service,
        how,
        told_as,
        model: format!("joseki book {}", args.book),
    };
    let mut input = io::stdin().lock();
    while let Some(line) = next_line(&mut input)? {
        desk.answer(&line, out)?;
        out.flush()?;
    }
    Ok(())
}

fn usage(text: String) -> CliError {
    let kind = clap::error::ErrorKind::UnknownArgument;
    CliError::Usage(clap::Error::raw(kind, format!("{text}\n")))
}

/// How the book is asked, as it would come over HTTP, so that both doors understand and refuse the same.
fn question(args: &AnalysisArgs) -> Result<NextQuery, CliError> {
    let request = NextRequest {
        board_size: None,
        coords: crate::wire::Coords::Gtp,
        moves: Vec::new(),
        initial_stones: Vec::new(),
        to_play: None,
        book: Some(args.book.clone()),
        as_of: None,
        opponent: args.opponent.clone(),
        class: args.class.clone(),
        limit: Some(args.limit),
        seed: args.seed,
        min_verdict: args.min_verdict.clone(),
        failed_conditions: args.failed_conditions.into(),
        since: None,
        until: None,
        min_games: args.min_games,
        source: Vec::new(),
        strength: Vec::new(),
        trend: false,
        examples: None,
        whole_board: false,
    };
    request.into_query().map_err(CliError::Request)
}

/// A line; what is too long is nothing but its length.
enum Line {
    Bytes(Vec<u8>),
    TooLong,
}

/// The next line of standard input; nothing at its end.
fn next_line(input: &mut impl BufRead) -> Result<Option<Line>, CliError> {
    let unreadable = |error| CliError::Read {
        file: "<stdin>".to_owned(),
        error,
    };
    let mut line = Vec::new();
    let mut part = |line: &mut Vec<u8>| {
        let limited = &mut input.by_ref().take(LONGEST_LINE);
        limited.read_until(b'\n', line).map_err(unreadable)
    };
    if part(&mut line)? == 0 {
        return Ok(None);
    }
    let is_whole = |line: &[u8]| line.ends_with(b"\n") || (line.len() as u64) < LONGEST_LINE;
    if is_whole(&line) {
        return Ok(Some(Line::Bytes(line)));
    }
    loop {
        line.clear();
        if part(&mut line)? == 0 || is_whole(&line) {
            return Ok(Some(Line::TooLong));
        }
    }
}

/// What answers.
struct Desk {
    service: Service,
    how: NextQuery,
    told_as: Perspective,
    model: String,
    /// The state of the store that is in memory.
    seen: u64,
}

impl Desk {
    fn answer(&mut self, line: &Line, out: &mut impl Write) -> Result<(), CliError> {
        let request = match line {
            Line::Bytes(line) => AnalysisRequest::understood(line, &self.model),
            Line::TooLong => {
                let text = "The line is longer than 16 MiB";
                AnalysisRequest::Wrong(AnalysisNotice::error(text))
            }
        };
        match request {
            AnalysisRequest::Blank => Ok(()),
            AnalysisRequest::Wrong(notice) => output::json(out, &notice),
            AnalysisRequest::Action(answer) => output::json(out, &answer),
            AnalysisRequest::Query(asked) => self.analyse(&asked, out),
        }
    }

    /// Only what cannot be written ends the loop; all else is an answer.
    fn analyse(&mut self, asked: &AnalysisAsked, out: &mut impl Write) -> Result<(), CliError> {
        for warning in &asked.warnings {
            output::json(out, warning)?;
        }
        let answered = self.refresh().map_err(Ended::Asking).and_then(|()| {
            let query = asked.query(&self.how);
            self.service.analyse(&query, &mut |turn| {
                let answer = AnalysisJson::new(&turn, asked, self.told_as);
                write(out, &answer).map_err(|error| Ended::Writing(Box::new(error)))
            })
        });
        match answered {
            Ok(()) => Ok(()),
            Err(Ended::Writing(error)) => Err(*error),
            Err(Ended::Asking(error)) => {
                let notice = notice(&error, asked).of_query(&asked.id);
                output::json(out, &notice)
            }
        }
    }

    /// Takes in what other programs have changed.
    fn refresh(&mut self) -> Result<(), ServiceError> {
        let found = self.service.data_version()?;
        if found != self.seen {
            self.service.refresh()?;
            self.seen = found;
        }
        Ok(())
    }
}

/// Each answer goes out as soon as it is there.
fn write(out: &mut impl Write, answer: &impl Serialize) -> Result<(), CliError> {
    output::json(out, answer)?;
    Ok(out.flush()?)
}

enum Ended {
    Asking(ServiceError),
    Writing(Box<CliError>),
}

impl From<ServiceError> for Ended {
    fn from(error: ServiceError) -> Ended {
        Ended::Asking(error)
    }
}

/// What went wrong, with the field that it came from.
fn notice(error: &ServiceError, asked: &AnalysisAsked) -> AnalysisNotice {
    match error {
        ServiceError::IllegalMove { index, point, .. } => {
            let point = point.to_gtp(asked.size());
            AnalysisNotice::of_field("moves", format!("Illegal move {index}: {point}"))
        }
        ServiceError::InitialStoneTwice { point, .. }
        | ServiceError::InitialStoneWithoutLiberty { point, .. } => {
            let point = point.to_gtp(asked.size());
            AnalysisNotice::of_field("initialStones", format!("{error}: {point}"))
        }
        other => AnalysisNotice::error(other.to_string()),
    }
}
