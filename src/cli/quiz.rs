//! `joseki quiz`: asks about positions one by one, on a terminal or through a pipe.

use std::io::{self, BufRead, Write};
use std::path::Path;

use super::args::{Format, QuizArgs};
use super::error::CliError;
use super::look::OutputStyle;
use super::{board, database, output, players, quiz_report};
use crate::game::go::{BoardSize, Move};
use crate::service::{
    NextQuery, QuizBoard, QuizOutcome, QuizQuery, QuizQuestion, Service, ServiceError,
};
use crate::wire::{Coords, QuizRequest, QuizResponse};

/// Runs a quiz, or shows, exports, imports or deletes the answers of a player.
pub fn run(
    db: &Path,
    args: &QuizArgs,
    look: OutputStyle,
    out: &mut impl Write,
) -> Result<(), CliError> {
    let query = request(args).into_query().map_err(CliError::Request)?;
    if let Some(player) = &args.player {
        if args.progress {
            return players::progress(db, player, args, look, out);
        }
        if let Some(file) = &args.export {
            return players::export(db, player, file, out);
        }
        if let Some(file) = &args.import {
            return players::import(db, player, file, args.format.format, out);
        }
        if args.forget {
            return players::forget(db, player, args.format.format, out);
        }
    }
    let service = database::open(db)?;
    let session = QuizDialogue {
        service: &service,
        args,
        look,
        query,
        answers: 0,
        right: 0,
    };
    session.run(&mut io::stdin().lock(), out)
}

/// Builds the HTTP request type, so that both interfaces validate alike.
fn request(args: &QuizArgs) -> QuizRequest {
    QuizRequest {
        book: Some(args.book.clone()),
        player: args.player.clone(),
        board_size: args.size,
        prefix: args.prefix.clone(),
        names: args.name.clone(),
        color: args.color.map(|color| color.letter().to_string()),
        max_depth: args.max_depth,
        min_games: args.min_games,
        only_due: args.only_due,
        seed: args.seed,
        ..QuizRequest::default()
    }
}

/// A quiz in progress, until the user or the book ends it.
struct QuizDialogue<'a> {
    service: &'a Service,
    args: &'a QuizArgs,
    look: OutputStyle,
    query: QuizQuery,
    answers: usize,
    right: usize,
}

/// Parsed line of user input.
enum QuizInput {
    Played(Move),
    End,
}

impl QuizDialogue<'_> {
    fn run(mut self, input: &mut impl BufRead, out: &mut impl Write) -> Result<(), CliError> {
        let mut answered = self.ask(&self.query)?;
        self.show(&answered, out)?;
        while let Some(question) = answered.next.take() {
            self.show_question(&question, out)?;
            let Some(next) = self.answer(&question, input, out)? else {
                break;
            };
            answered = next;
            self.answers += 1;
            let graded = answered.graded.as_ref();
            self.right += usize::from(graded.is_some_and(|graded| graded.grade.is_right()));
            self.show(&answered, out)?;
            if self.args.questions.is_some_and(|most| self.answers >= most) {
                break;
            }
        }
        match self.args.format.format {
            Format::Json => Ok(()),
            Format::Text => Ok(quiz_report::end(&answered, self.answers, self.right, out)?),
        }
    }

    fn ask(&self, query: &QuizQuery) -> Result<QuizOutcome, CliError> {
        self.service.quiz(query).map_err(|error| CliError::Query {
            error,
            size: query.filter.size,
        })
    }

    /// Reads input until it is a legal answer; `None` at the end of the quiz.
    fn answer(
        &self,
        question: &QuizQuestion,
        input: &mut impl BufRead,
        out: &mut impl Write,
    ) -> Result<Option<QuizOutcome>, CliError> {
        loop {
            let QuizInput::Played(played) = self.read(question.board.size, input, out)? else {
                return Ok(None);
            };
            let query = QuizQuery {
                board: Some(QuizBoard {
                    record: question.board.clone(),
                    to_play: Some(question.to_play),
                }),
                answer: Some(played),
                question: Some(question.id.clone()),
                seed: self
                    .query
                    .seed
                    .map(|seed| seed.wrapping_add(self.answers as u64 + 1)),
                ..self.query.clone()
            };
            match self.service.quiz(&query) {
                Err(error @ ServiceError::IllegalMove { .. }) => {
                    self.reject_input(&error.to_string(), out)?
                }
                answered => return Ok(Some(answered?)),
            }
        }
    }

    fn read(
        &self,
        size: BoardSize,
        input: &mut impl BufRead,
        out: &mut impl Write,
    ) -> Result<QuizInput, CliError> {
        loop {
            out.flush()?;
            let mut line = Vec::new();
            let read = input
                .read_until(b'\n', &mut line)
                .map_err(|error| CliError::Read {
                    file: "<stdin>".to_owned(),
                    error,
                })?;
            let typed = match String::from_utf8_lossy(&line).trim() {
                "" | "quit" | "q" => return Ok(QuizInput::End),
                _ if read == 0 => return Ok(QuizInput::End),
                "?" => Ok(Move::Pass),
                text => Coords::Gtp.parse_move(text, size),
            };
            match typed {
                Ok(played) => return Ok(QuizInput::Played(played)),
                Err(error) => self.reject_input(&error.to_string(), out)?,
            }
        }
    }

    fn reject_input(&self, why: &str, out: &mut impl Write) -> Result<(), CliError> {
        match self.args.format.format {
            Format::Json => output::json(out, &serde_json::json!({ "error": why })),
            Format::Text => Ok(writeln!(
                out,
                "{why}; enter a point such as Q16, ? to see the answer, or quit"
            )?),
        }
    }

    fn show(&self, answered: &QuizOutcome, out: &mut impl Write) -> Result<(), CliError> {
        match self.args.format.format {
            Format::Json => {
                let response = QuizResponse::new(answered, Coords::Gtp, self.args.hints);
                output::json(out, &response)
            }
            Format::Text => Ok(quiz_report::graded(answered, self.look, out)?),
        }
    }

    fn show_question(&self, question: &QuizQuestion, out: &mut impl Write) -> Result<(), CliError> {
        if self.args.format.format == Format::Json {
            return Ok(());
        }
        let record = &question.board;
        let query = NextQuery {
            initial: record.initial.clone(),
            moves: record.moves.clone(),
            ..NextQuery::new(record.size)
        };
        write!(out, "\n{}", board::draw(&query, &[], self.look))?;
        Ok(quiz_report::question(question, self.args.hints, out)?)
    }
}
