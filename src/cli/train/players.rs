//! The quiz answers of players: progress, export, import and deletion.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;

use crate::args::{Format, QuizArgs};
use crate::error::CliError;
use crate::look::OutputStyle;
use crate::table::{Column, TextTable};
use crate::text::count;
use crate::{
    database::{self, DatabaseFile},
    new_file, output, source,
};
use joseki_ledger::training::QuizAnswer;
use joseki_service::{
    Service,
    train::{ProgressCounts, ProgressQuery, QuizProgress},
};
use joseki_wire::{AnswerLine, TrainingHead, in_words};

/// Number of joseki and of hardest positions shown.
const SHOWN: usize = 10;
/// Number of answers read at a time.
const PAGE: usize = 1000;
/// File name that stands for standard input or output.
const STDIO: &str = "-";

/// Shows what a player has learned of a book.
pub fn progress(
    db: &DatabaseFile,
    player: &str,
    args: &QuizArgs,
    look: OutputStyle,
    out: &mut impl Write,
) -> Result<(), CliError> {
    let service = database::open_to_read(db)?;
    let asked = ProgressQuery { book: Some(args.book.clone()), limit: SHOWN };
    let progress = service.training().progress(player, &asked)?;
    match args.format.format {
        Format::Json => output::json(out, &progress),
        Format::Text => Ok(write_progress(&progress, look, out)?),
    }
}

fn write_progress(
    progress: &QuizProgress,
    look: OutputStyle,
    out: &mut impl Write,
) -> io::Result<()> {
    let ProgressCounts { known, due, lapsed } = progress.moves;
    writeln!(
        out,
        "answers: {}; moves of {}: {known} known, {due} due, {lapsed} lapsed",
        progress.answers, progress.book
    )?;
    if !progress.joseki.is_empty() {
        let mut table = TextTable::new([
            Column::Right("known"),
            Column::Right("due"),
            Column::Right("lapsed"),
            Column::Left("joseki"),
        ]);
        for joseki in &progress.joseki {
            let counts = joseki.moves;
            let counts = [counts.known, counts.due, counts.lapsed].map(|count| count.to_string());
            let name = joseki.name.clone().unwrap_or_else(|| "unnamed".to_owned());
            table.row(counts.into_iter().chain([name]));
        }
        writeln!(out)?;
        table.write(look, out)?;
    }
    if !progress.hardest.is_empty() {
        let mut table = TextTable::new([
            Column::Right("wrong"),
            Column::Right("right"),
            Column::Left("position"),
            Column::Left("answer"),
            Column::Left("wrong answers"),
        ]);
        for hard in &progress.hardest {
            let misplayed = hard.misplayed.iter();
            let misplayed = misplayed.map(|one| format!("{} ({}x)", one.line, one.times));
            table.row([
                hard.wrong.to_string(),
                hard.right.to_string(),
                hard.line.to_string(),
                hard.answer.to_string(),
                misplayed.collect::<Vec<_>>().join(", "),
            ]);
        }
        writeln!(out)?;
        table.write(look, out)?;
    }
    Ok(())
}

/// Writes all answers of a player to a file or to standard output.
pub fn export(
    db: &DatabaseFile,
    player: &str,
    file: &Path,
    out: &mut impl Write,
) -> Result<(), CliError> {
    let service = database::open_to_read(db)?;
    if file.as_os_str() == STDIO {
        return write_answers(&service, player, out);
    }
    let mut bytes = Vec::new();
    write_answers(&service, player, &mut bytes)?;
    new_file::write(file, &bytes, false, db)
}

fn write_answers(service: &Service, player: &str, out: &mut impl Write) -> Result<(), CliError> {
    let head = TrainingHead::new(player, service.training().answer_count(player)?);
    output::json(out, &head)?;
    let mut after = None;
    loop {
        let page = service.training().answers(player, after.take(), PAGE)?;
        let Some(last) = page.last() else {
            return Ok(());
        };
        after = Some((last.at, last.question.clone()));
        for answer in &page {
            output::json(out, &AnswerLine::from(answer))?;
        }
    }
}

/// Imports the answers of a file: all of them, or none if a line is invalid.
pub fn import(
    db: &DatabaseFile,
    player: &str,
    file: &Path,
    format: Format,
    out: &mut impl Write,
) -> Result<(), CliError> {
    let unreadable = |error| CliError::Read { file: source::name(file), error };
    let answers = if file.as_os_str() == STDIO {
        read_answers(io::stdin().lock(), file)?
    } else {
        read_answers(BufReader::new(File::open(file).map_err(unreadable)?), file)?
    };
    let entered = database::open(db)?.training().enter_answers(player, answers)?;
    match format {
        Format::Json => output::json(out, &entered),
        Format::Text => Ok(writeln!(
            out,
            "{} answers in {} = {} added + {} updated + {} already known",
            entered.added + entered.updated + entered.known,
            source::name(file),
            entered.added,
            entered.updated,
            entered.known
        )?),
    }
}

fn read_answers(input: impl BufRead, file: &Path) -> Result<Vec<QuizAnswer>, CliError> {
    let mut answers = Vec::new();
    for (number, line) in (1..).zip(input.lines()) {
        let line = line.map_err(|error| CliError::Read { file: source::name(file), error })?;
        if line.trim().is_empty() {
            continue;
        }
        let answer = parse_line(&line).map_err(|message| CliError::Answers {
            file: source::name(file),
            message: format!("line {number}: {message}"),
        })?;
        answers.extend(answer);
    }
    Ok(answers)
}

/// Parses the answer of a line; `None` for a header line.
fn parse_line(line: &str) -> Result<Option<QuizAnswer>, String> {
    if let Ok(head) = serde_json::from_str::<TrainingHead>(line) {
        head.check().map_err(|error| error.to_string())?;
        return Ok(None);
    }
    let answer: AnswerLine =
        serde_json::from_str(line).map_err(|error| in_words(error.to_string()))?;
    let answer = answer.into_answer().map_err(|error| error.to_string())?;
    Ok(Some(answer))
}

/// Deletes a player with all answers.
pub fn forget(
    db: &DatabaseFile,
    player: &str,
    format: Format,
    out: &mut impl Write,
) -> Result<(), CliError> {
    let answers = database::open(db)?.training().forget_player(player)?;
    match format {
        Format::Json => {
            output::json(out, &serde_json::json!({"player": player, "answers": answers}))
        }
        Format::Text => {
            Ok(writeln!(out, "Deleted player {player} with {}.", count(answers, "answer"))?)
        }
    }
}
