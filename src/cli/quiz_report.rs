//! Text of quiz questions and grades.

use std::io::{self, Write};

use super::look::OutputStyle;
use super::text::{one_line, wrap};
use crate::game::Color;
use crate::game::go::Move;
use crate::ledger::training::Grade;
use crate::service::{GradedAnswer, QuestionOrigin, QuizOutcome, QuizQuestion};
use crate::wire::{CandidateJson, Coords, QuizResponse};

/// Writes a question, below its board.
pub fn question(question: &QuizQuestion, hints: bool, out: &mut impl Write) -> io::Result<()> {
    let size = question.board.size;
    let last = question.board.moves.last();
    let last = last.map(|(color, played)| match played {
        Move::Pass => format!("{} played elsewhere. ", name(*color)),
        Move::Play(point) => format!("{} played {}. ", name(*color), point.to_gtp(size)),
    });
    let drawn = match question.drawn {
        QuestionOrigin::New => " (new)".to_owned(),
        QuestionOrigin::Review => recall_text(question.recall),
        QuestionOrigin::Continued | QuestionOrigin::Given => String::new(),
    };
    let joseki = question.names.first();
    let joseki = joseki.map_or_else(String::new, |name| format!(", {}", one_line(name)));
    writeln!(
        out,
        "{}{} to play in the {}{joseki}{drawn}:",
        last.unwrap_or_default(),
        name(question.to_play),
        question.corner.to_string().replace('_', " ")
    )?;
    if hints {
        let choices = question.choices.iter().map(|point| point.to_gtp(size));
        let choices: Vec<String> = choices.collect();
        writeln!(
            out,
            "Right moves: {} of {}",
            question.right_moves,
            choices.join(", ")
        )?;
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
    if let Some(lost) = graded
        .lost
        .filter(|lost| !graded.grade.is_right() && lost.mean > 0.0)
    {
        writeln!(
            out,
            "Its expected result is {:.1} % lower.",
            100.0 * lost.mean
        )?;
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
            "{} plays elsewhere ({:.0} % of plays).",
            name(graded.to_play.opposite()),
            100.0 * reply.share
        )?,
        Some(reply) => writeln!(
            out,
            "{} plays {} ({:.0} % of plays).",
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
    let known: Vec<String> = candidate
        .verdict
        .map(str::to_owned)
        .into_iter()
        .chain(names)
        .collect();
    let known = match known.is_empty() {
        true => String::new(),
        false => format!(" ({})", known.join(", ")),
    };
    let comment = candidate
        .comment
        .as_deref()
        .map(one_line)
        .unwrap_or_default();
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
