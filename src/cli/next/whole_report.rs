//! Text of the whole-board values of moves and corners.

use super::corner_report::words;
use crate::table::Column;
use joseki_game::Game;
use joseki_service::next::NextAnswer;
use joseki_wire::{CandidateJson, CornerJson, NextResponse};

/// Returns the legend of the columns, below the table of candidates.
pub fn legend(response: &NextResponse) -> &'static str {
    match response.to_play {
        "B" => {
            "move, line: change of SFB by the move and by the book's line from it, in points for Black."
        }
        _ => {
            "move, line: change of SFB by the move and by the book's line from it, in points for White."
        }
    }
}

/// Columns for candidates.
pub const COLUMNS: [Column; 2] = [Column::Right("move"), Column::Right("line")];

/// Returns the cells of a candidate.
pub fn cells(candidate: &CandidateJson) -> [String; 2] {
    let whole = candidate.whole_board.as_ref();
    whole.map_or_else(
        || [String::new(), String::new()],
        |whole| [points(whole.change), points(whole.line)],
    )
}

/// Returns the line of a candidate, below its row, if it continues after the move.
pub fn details(candidate: &CandidateJson) -> Option<String> {
    let line = &candidate.whole_board.as_ref()?.line_moves;
    let written: Vec<&str> = line.iter().map(|[_, point]| point.as_str()).collect();
    (line.len() > 1).then(|| format!("line {}", written.join(" ")))
}

/// Describes what is at stake in a corner.
pub fn corner_remark(corner: &CornerJson) -> Option<String> {
    let whole = corner.whole_board.as_ref()?;
    let theirs = |line: f64| format!("{} if the other side plays first", points(line));
    match (whole.opponent_line.map(theirs), whole.swing) {
        (Some(theirs), Some(swing)) => Some(format!("{theirs}, swing {swing:.2}")),
        (theirs, _) => theirs,
    }
}

/// Summarizes who leads, and in which corner most is at stake.
pub fn summary(answer: &NextAnswer) -> Option<String> {
    let whole = answer.whole_board.as_ref()?;
    let side = answer.to_play;
    let lead = match whole.lead {
        lead if lead > 0.0 => {
            format!("{} leads by {lead:.2} points of SFB", Game::Go.side_name(side))
        }
        lead if lead < 0.0 => {
            format!(
                "{} leads by {:.2} points of SFB",
                Game::Go.side_name(side.opposite()),
                lead.abs()
            )
        }
        _ => "SFB is even".to_owned(),
    };
    let biggest = whole.biggest.map(|biggest| {
        let corner = words(biggest.corner.into());
        format!("; the biggest corner is {corner}, by its {}", biggest.by)
    });
    Some(format!("Whole board: {lead}{}.", biggest.unwrap_or_default()))
}

/// Formats points with their sign, and 0 without.
fn points(number: f64) -> String {
    let text = format!("{number:+.2}");
    match text.as_str() {
        "+0.00" | "-0.00" => "0.00".to_owned(),
        _ => text,
    }
}
