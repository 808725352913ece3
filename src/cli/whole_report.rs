//! What moves and corners are worth on the whole board, for people.

use super::corner_report::{color, words};
use super::table::Column;
use crate::service::NextAnswer;
use crate::wire::{CandidateJson, CornerJson, NextResponse};

/// What the columns mean, below the table of candidates.
pub fn legend(response: &NextResponse) -> &'static str {
    match response.to_play {
        "B" => {
            "move, line: what the move and the book's line from it do to SFB, in points for Black."
        }
        _ => {
            "move, line: what the move and the book's line from it do to SFB, in points for White."
        }
    }
}

/// The columns of candidates.
pub const COLUMNS: [Column; 2] = [Column::Right("move"), Column::Right("line")];

/// Their cells.
pub fn cells(candidate: &CandidateJson) -> [String; 2] {
    let whole = candidate.whole_board.as_ref();
    whole.map_or_else(
        || [String::new(), String::new()],
        |whole| [points(whole.change), points(whole.line)],
    )
}

/// The line of a candidate, below its row, if it goes on after the move.
pub fn details(candidate: &CandidateJson) -> Option<String> {
    let line = &candidate.whole_board.as_ref()?.line_moves;
    let written: Vec<&str> = line.iter().map(|[_, point]| point.as_str()).collect();
    (line.len() > 1).then(|| format!("line {}", written.join(" ")))
}

/// What is at stake in a corner.
pub fn remark(corner: &CornerJson) -> Option<String> {
    let whole = corner.whole_board.as_ref()?;
    let theirs = |line: f64| format!("{} if the other side begins", points(line));
    match (whole.opponent_line.map(theirs), whole.swing) {
        (Some(theirs), Some(swing)) => Some(format!("{theirs}, swing {swing:.2}")),
        (theirs, _) => theirs,
    }
}

/// Who leads, and where most is at stake.
pub fn summary(answer: &NextAnswer) -> Option<String> {
    let whole = answer.whole_board.as_ref()?;
    let side = answer.to_play;
    let lead = match whole.lead {
        lead if lead > 0.0 => format!("{} leads by {lead:.2} points of SFB", color(side)),
        lead if lead < 0.0 => format!(
            "{} leads by {:.2} points of SFB",
            color(side.opposite()),
            lead.abs()
        ),
        _ => "nobody leads in SFB".to_owned(),
    };
    let biggest = whole.biggest.map(|biggest| {
        let corner = words(biggest.corner.name());
        format!(
            "; the biggest corner is {corner}, by its {}",
            biggest.by.name()
        )
    });
    Some(format!(
        "Whole board: {lead}{}.",
        biggest.unwrap_or_default()
    ))
}

/// Points with their sign, and 0 without.
fn points(number: f64) -> String {
    let text = format!("{number:+.2}");
    match text.as_str() {
        "+0.00" | "-0.00" => "0.00".to_owned(),
        _ => text,
    }
}
