//! Text report of the corners in the result of a query.

use super::whole_report;
use crate::table::{Column, TextTable};
use joseki_game::Game;
use joseki_service::{
    next::{NextAnswer, NoMoveReason, RegionAnswer, SettledReason},
    review::why_settled,
};
use joseki_wire::{CornerJson, LeftBookJson, NextResponse};

/// Returns a table with one row per corner.
pub fn table(answer: &NextAnswer, response: &NextResponse) -> TextTable {
    let mut table = TextTable::new([
        Column::Left("corner"),
        Column::Left("state"),
        Column::Right("urgency"),
        Column::Left("line"),
        Column::Left(""),
    ]);
    for (known, corner) in answer.regions.iter().zip(&response.corners) {
        table.row([
            words(corner.corner),
            corner.state.to_owned(),
            format!("{:.2}", corner.urgency),
            line(corner),
            remarks(answer.variant.game(), known, corner),
        ]);
    }
    table
}

/// Converts a JSON name to words: `upper right`.
pub fn words(name: &str) -> String {
    name.replace('_', " ")
}

/// Describes why there is no move.
pub fn reason(reason: NoMoveReason) -> &'static str {
    match reason {
        NoMoveReason::UnknownPosition => "the book does not know this position",
        NoMoveReason::AllFiltered => "the flags filter out every move",
        NoMoveReason::ConditionsFail => "the conditions of every move fail on this board",
        NoMoveReason::Finished => "the line is finished",
        NoMoveReason::Settled => "the corners with moves are settled",
        NoMoveReason::TenukiUnknown => "the book has no answer to this tenuki",
        NoMoveReason::TenukiOnly => "the book's only continuation is tenuki",
        NoMoveReason::Forbidden => "every move of the book is forbidden to Black here",
        NoMoveReason::Illegal => "every move of the book is illegal here",
        NoMoveReason::EmptyBook => "the book has no moves",
        NoMoveReason::Mixed => "see the reasons by corner",
    }
}

/// Says which corners are settled, a sentence each.
pub fn settled(answer: &NextAnswer) -> Vec<String> {
    let settled = answer.regions.iter().filter_map(|known| Some((known, known.settled.as_ref()?)));
    let sentence = settled.map(|(known, settled)| {
        let corner = words(&known.region.to_string());
        format!("The {corner} is settled: {}.", why_settled(settled))
    });
    sentence.collect()
}

fn line(corner: &CornerJson) -> String {
    if corner.steps.is_empty() { "-".to_owned() } else { corner.steps.clone() }
}

fn remarks(game: Game, known: &RegionAnswer, corner: &CornerJson) -> String {
    let mut remarks = Vec::new();
    if let Some(first) = known.first_mover {
        remarks.push(format!("{} first, {}", game.side_name(first), words(corner.handedness)));
    }
    let left = known.left_book.as_ref().zip(corner.left_book.as_ref());
    remarks.extend(left.map(|(known, left)| left_book(game.side_name(known.color), left)));
    remarks.extend(known.settled.as_ref().map(|settled| match settled.reason {
        SettledReason::End => "settled".to_owned(),
        SettledReason::Elsewhere => format!("settled: {}", why_settled(settled)),
    }));
    let tenuki = corner.tenuki.as_ref().filter(|_| known.settled.is_none());
    let share = tenuki.and_then(|tenuki| tenuki.share);
    remarks.extend(share.map(|share| format!("{:.0}% play elsewhere", 100.0 * share)));
    remarks.extend(known.reason.map(|why| format!("no move: {}", reason(why))));
    let filtered = &corner.filtered;
    if filtered.min_verdict > 0 {
        remarks.push(format!("{} filtered by verdict", filtered.min_verdict));
    }
    if filtered.min_games > 0 {
        remarks.push(format!("{} filtered by games", filtered.min_games));
    }
    if filtered.conditions > 0 {
        remarks.push(format!("{} filtered by conditions", filtered.conditions));
    }
    remarks.extend(whole_report::corner_remark(corner));
    remarks.join("; ")
}

fn left_book(who: &str, left: &LeftBookJson) -> String {
    let how = match left.move_number {
        0 => "left the book with its first stones".to_owned(),
        number => format!("left the book at move {number}, {who} {}", left.point),
    };
    match left.expected.as_slice() {
        [] => format!("{how}, expected no move"),
        expected => format!("{how}, expected {}", expected.join(" or ")),
    }
}
