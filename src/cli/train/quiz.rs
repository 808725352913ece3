//! `joseki quiz`: asks about positions one by one, on a terminal or through a pipe.

use std::io;
use std::io::{BufRead, Write};

use super::players;
use crate::{
    args::{Format, QuizArgs},
    database::{self, DatabaseFile},
    drawing,
    error::CliError,
    look::OutputStyle,
    output,
    text::{one_line, wrap},
};
use joseki_game::five::Opening;
use joseki_game::{Color, Move, Region};
use joseki_ledger::BoardRecord;
use joseki_ledger::training::Grade;
use joseki_service::{
    DEFAULT_BOOK, Service, ServiceError,
    next::NextQuery,
    train::{GradedAnswer, QuestionOrigin, QuizBoard, QuizOutcome, QuizQuery, QuizQuestion},
};
use joseki_wire::{CandidateJson, Coords, QuizRequest, QuizResponse};

/// Runs a quiz, or shows, exports, imports or deletes the answers of a player.
pub fn run(
    db: &DatabaseFile,
    args: &QuizArgs,
    look: OutputStyle,
    out: &mut impl Write,
) -> Result<(), CliError> {
    let request = request(args);
    let book = request.book.as_deref().unwrap_or(DEFAULT_BOOK);
    let variant = database::variant(db, book)?;
    let query = request.into_query(variant).map_err(CliError::Request)?;
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
    let coords = Coords::Gtp.for_game(variant.game());
    let session =
        QuizDialogue { service: &service, args, look, coords, query, answers: 0, right: 0 };
    session.run(&mut io::stdin().lock(), out)
}

/// Builds the HTTP request type, so that both interfaces validate alike.
fn request(args: &QuizArgs) -> QuizRequest {
    QuizRequest {
        book: Some(args.book.clone()),
        player: args.player.clone(),
        board_size: args.size,
        ask: args.ask,
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
    /// Notation of points, as players of the game write them.
    coords: Coords,
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
            Format::Text => Ok(end(&answered, self.answers, self.right, out)?),
        }
    }

    fn ask(&self, query: &QuizQuery) -> Result<QuizOutcome, CliError> {
        let (coords, size) = (self.coords, query.filter.size);
        let refused = |error| CliError::Query { error, coords, size };
        self.service.training().quiz(query).map_err(refused)
    }

    /// Reads input until it is a legal answer; `None` at the end of the quiz.
    fn answer(
        &self,
        question: &QuizQuestion,
        input: &mut impl BufRead,
        out: &mut impl Write,
    ) -> Result<Option<QuizOutcome>, CliError> {
        loop {
            let QuizInput::Played(played) = self.read(&question.board, input, out)? else {
                return Ok(None);
            };
            let query = QuizQuery {
                board: Some(QuizBoard {
                    record: question.board.clone(),
                    to_play: Some(question.to_play),
                }),
                answer: Some(played),
                question: Some(question.id.clone()),
                opening: question.opening,
                seed: self.query.seed.map(|seed| seed.wrapping_add(self.answers as u64 + 1)),
                ..self.query.clone()
            };
            match self.service.training().quiz(&query) {
                Err(error @ ServiceError::IllegalMove { .. }) => {
                    self.reject_input(&error.to_string(), out)?
                }
                answered => return Ok(Some(answered?)),
            }
        }
    }

    fn read(
        &self,
        board: &BoardRecord,
        input: &mut impl BufRead,
        out: &mut impl Write,
    ) -> Result<QuizInput, CliError> {
        let size = board.size;
        loop {
            out.flush()?;
            let mut line = Vec::new();
            let read = input
                .read_until(b'\n', &mut line)
                .map_err(|error| CliError::Read { file: "<stdin>".to_owned(), error })?;
            let typed = match String::from_utf8_lossy(&line).trim() {
                "" | "quit" | "q" => return Ok(QuizInput::End),
                _ if read == 0 => return Ok(QuizInput::End),
                "?" => Ok(Move::Pass),
                text => self.coords.parse_after(&board.moves, text, size),
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
            Format::Text => {
                let example = match self.coords {
                    Coords::LetterNumber => "h8",
                    Coords::Gtp | Coords::Sgf => "Q16",
                    _ => "h2e2",
                };
                Ok(writeln!(
                    out,
                    "{why}; enter a point such as {example}, ? to see the answer, or quit"
                )?)
            }
        }
    }

    fn show(&self, answered: &QuizOutcome, out: &mut impl Write) -> Result<(), CliError> {
        match self.args.format.format {
            Format::Json => {
                let response = QuizResponse::new(answered, Coords::Gtp, self.args.hints);
                output::json(out, &response)
            }
            Format::Text => Ok(graded(answered, self.look, out)?),
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
        write!(out, "\n{}", drawing::draw(&query, record.variant, &[], self.coords, self.look))?;
        Ok(write_question(question, self.args.hints, out)?)
    }
}

/// Writes a question, below its board.
pub fn write_question(
    question: &QuizQuestion,
    hints: bool,
    out: &mut impl Write,
) -> io::Result<()> {
    let size = question.board.size;
    let last = question.board.moves.last();
    let last = last.map(|(color, played)| match played {
        Move::Pass if question.corner == Region::Board => format!("{} passed. ", name(*color)),
        Move::Pass => format!("{} played elsewhere. ", name(*color)),
        played => {
            format!("{} played {}. ", name(*color), question.corner.move_text(*played, size))
        }
    });
    let drawn = match question.drawn {
        QuestionOrigin::New => " (new)".to_owned(),
        QuestionOrigin::Review => recall_text(question.recall),
        QuestionOrigin::Continued | QuestionOrigin::Given => String::new(),
    };
    let corner = question.corner.corner();
    let place = corner.map(|corner| format!(" in the {}", corner.to_string().replace('_', " ")));
    let place = place.unwrap_or_default();
    let joseki = question.names.first();
    let joseki = joseki.map_or_else(String::new, |name| format!(", {}", one_line(name)));
    let (last, player) = (last.unwrap_or_default(), name(question.to_play));
    match question.opening {
        Some(opening) => {
            let Opening { code, english, romaji, japanese, .. } = opening;
            let third = format!("{player} to place the third stone of {code}");
            writeln!(out, "{last}{third}, {japanese} {romaji} ({english}){drawn}:")?;
        }
        None => writeln!(out, "{last}{player} to play{place}{joseki}{drawn}:")?,
    }
    if hints {
        let choices = question.choices.iter();
        let choices = choices.map(|point| question.corner.move_text(*point, size));
        let choices: Vec<String> = choices.collect();
        writeln!(out, "Right moves: {} of {}", question.right_moves, choices.join(", "))?;
    }
    Ok(())
}

fn recall_text(recall: Option<f64>) -> String {
    let percent = recall.map(|recall| format!(", recall {:.0} %", 100.0 * recall));
    format!(" (review{})", percent.unwrap_or_default())
}

/// Writes the grade of an answer and the continuation of the line.
pub fn graded(answered: &QuizOutcome, look: OutputStyle, out: &mut impl Write) -> io::Result<()> {
    let response = QuizResponse::new(answered, Coords::Gtp, false);
    let (Some(graded), Some(json)) = (&answered.graded, &response.graded) else {
        return Ok(());
    };
    writeln!(out, "{}", look.bold(&verdict(graded, &json.answer)))?;
    if let Some(lost) = graded.lost.filter(|lost| !graded.grade.is_right() && lost.mean > 0.0) {
        writeln!(out, "Its expected result is {:.1} % lower.", 100.0 * lost.mean)?;
    }
    for (place, candidate) in json.accepted.iter().enumerate() {
        let what = if place == 0 { "Best" } else { "Equally good" };
        candidate_line(what, candidate, look, out)?;
    }
    for candidate in &json.refutation {
        candidate_line("Refuted by", candidate, look, out)?;
    }
    match &response.reply {
        Some(reply) if reply.point == "pass" => writeln!(
            out,
            "{} plays elsewhere (drawn with probability {:.0} %).",
            name(graded.to_play.opposite()),
            100.0 * reply.share
        )?,
        Some(reply) => writeln!(
            out,
            "{} plays {} (drawn with probability {:.0} %).",
            name(graded.to_play.opposite()),
            reply.point,
            100.0 * reply.share
        )?,
        None if graded.grade.is_right() => writeln!(out, "The line ends here.")?,
        None => {}
    }
    Ok(())
}

fn verdict(graded: &GradedAnswer, point: &str) -> String {
    match graded.grade {
        Grade::Best => format!("{point} is right."),
        Grade::Equal => format!("{point} is right, as good as the best."),
        Grade::Playable => format!("{point} is playable, but there is a better move."),
        Grade::Mistake => format!("{point} is a mistake."),
        Grade::Unknown if graded.played == Move::Pass => "The answer was:".to_owned(),
        Grade::Unknown => format!("{point} is not in the book."),
    }
}

fn candidate_line(
    what: &str,
    candidate: &CandidateJson,
    look: OutputStyle,
    out: &mut impl Write,
) -> io::Result<()> {
    let names = candidate.names.iter().map(|name| one_line(name));
    let known: Vec<String> =
        candidate.verdict.map(str::to_owned).into_iter().chain(names).collect();
    let known = if known.is_empty() { String::new() } else { format!(" ({})", known.join(", ")) };
    let comment = candidate.comment.as_deref().map(one_line).unwrap_or_default();
    let text = format!("{what}: {}{known} {comment}", candidate.points.join(" or "));
    for line in wrap(text.trim_end(), look.width) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

/// Writes the totals of the quiz, and why it ended.
pub fn end(
    answered: &QuizOutcome,
    answers: usize,
    right: usize,
    out: &mut impl Write,
) -> io::Result<()> {
    match answered.reason {
        Some("nothing_due") => writeln!(out, "Nothing is due.")?,
        Some(_) => writeln!(out, "No positions to ask about.")?,
        None => {}
    }
    match answers {
        0 => Ok(()),
        _ => writeln!(out, "\n{right} of {answers} right."),
    }
}

fn name(color: Color) -> &'static str {
    match color {
        Color::Black => "Black",
        Color::White => "White",
    }
}
