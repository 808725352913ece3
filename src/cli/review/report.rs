//! Text report of reviewed games, corner by corner.

use std::io::{self, Write};

use super::profile;
use crate::look::OutputStyle;
use crate::mine::records_report::RecordCounts;
use crate::text::{count, one_line, wrap};
use joseki_book::RegionState;
use joseki_format::game_info::{GameOutcome, Player};
use joseki_game::five::FirstStones;
use joseki_game::{Color, Game, GameOpening, Variant};
use joseki_service::review::{
    BookExit, CornerReview, GameReview, JudgedMove, Profile, ReviewOutcome, ReviewReport,
    ReviewedGame, describe,
};

use crate::next::corner_report::words;

/// Maximum number of players listed without `--all`.
const PLAYERS: usize = 5;
/// Indentation of a move.
const INDENT: &str = "    ";

/// Writes the games, then the players, then the account of the records. Players of a single game
/// are listed only if `named`.
pub fn write(
    outcome: &ReviewOutcome,
    all: bool,
    named: bool,
    look: OutputStyle,
    out: &mut impl Write,
) -> io::Result<()> {
    let (book, report) = (&outcome.book, &outcome.report);
    writeln!(
        out,
        "Book {}, version {}: the first {} moves of {}.",
        book.name,
        book.version,
        outcome.moves,
        count(report.reviewed, "game")
    )?;
    for game in &outcome.games {
        writeln!(out)?;
        write_game(game, all, look, out)?;
    }
    let listed = outcome.games.len() as u64;
    if report.reviewed > listed {
        let more = count(report.reviewed - listed, "more game");
        writeln!(out, "\n… and {more}; --all reports them")?;
    }
    let profiles = outcome.profiles.iter();
    let profiles: Vec<&Profile> = profiles.filter(|profile| named || profile.games > 1).collect();
    write_profiles(&profiles, book.variant, all || named, look, out)?;
    write_records(report, out)
}

fn write_game(
    game: &ReviewedGame,
    all: bool,
    look: OutputStyle,
    out: &mut impl Write,
) -> io::Result<()> {
    let review = &game.review;
    let head = format!("{}  {}", game.place, headline(review));
    writeln!(out, "{}", look.bold(&one_line(&head)))?;
    match review.opening {
        Some(GameOpening::Five(FirstStones::Opening(opening))) => {
            writeln!(out, "  opening {}: {}", opening.code, opening.english)?;
        }
        Some(GameOpening::Xiangqi(opening)) => {
            writeln!(out, "  opening {}: {}", opening.code, opening.english)?;
        }
        Some(GameOpening::Five(FirstStones::Rogue)) | None => {}
    }
    let corners = review.corners.iter();
    for corner in corners.filter(|corner| !corner.steps.is_empty()) {
        write_corner(review, corner, all, look, out)?;
    }
    for foul in &review.fouls {
        let place = foul.point.to_letter_number(review.line.record.size);
        writeln!(out, "  move {} {place} is forbidden to Black: {}", foul.number, foul.foul)?;
    }
    if let Some(number) = review.line.damaged_at {
        writeln!(out, "  move {number} cannot be played: reviewed only up to it")?;
    }
    Ok(())
}

fn headline(review: &GameReview) -> String {
    let info = &review.info;
    let game = review.line.record.variant.game();
    let player = |player: &Player| {
        let name = match player.name.as_str() {
            "" => "unknown",
            name => name,
        };
        let rank = player.rank.map(|rank| format!(" {rank}"));
        format!("{name}{}", rank.unwrap_or_default())
    };
    let (black, white) = (player(&info.black), player(&info.white));
    let date = info.date.map(|date| format!(", {date}"));
    let margin = info.margin.map(|points| format!(" by {points}"));
    let result = match info.result {
        GameOutcome::Black | GameOutcome::White => {
            let winner = info.result.winner().map_or("", |winner| game.side_name(winner));
            format!(", {winner} won{}", margin.unwrap_or_default())
        }
        GameOutcome::Draw => ", drawn".to_owned(),
        GameOutcome::Unknown => String::new(),
    };
    let [first, second] = [Color::Black, Color::White].map(|color| game.color_letter(color));
    format!("{black} ({first}), {white} ({second}){}{result}", date.unwrap_or_default())
}

fn write_corner(
    review: &GameReview,
    corner: &CornerReview,
    all: bool,
    look: OutputStyle,
    out: &mut impl Write,
) -> io::Result<()> {
    let name = words(corner.corner.into());
    let game = review.line.record.variant.game();
    let joseki = corner.names.first().map(|name| format!(" {name};")).unwrap_or_default();
    let head = format!("{name}:{joseki} {}", end_text(game, corner));
    write_wrapped("  ", &head, look, out)?;
    let is_listed = |judged: &&JudgedMove| all || judged.is_fault() || judged.excused;
    for judged in corner.moves.iter().filter(is_listed) {
        let size = review.line.record.size;
        let place = corner.corner.move_text(judged.played, size);
        let said = format!(
            "move {} {} {place}: {}",
            judged.number,
            game.color_letter(judged.color),
            describe(judged, size)
        );
        write_wrapped(INDENT, &said, look, out)?;
    }
    Ok(())
}

/// Describes how far the corner followed the book.
fn end_text(game: Game, corner: &CornerReview) -> String {
    let left = |left: &BookExit| {
        let by = game.side_name(left.by);
        let number = left.book.move_number;
        match (number, left.returned) {
            (0, _) => "outside the book from its first stones".to_owned(),
            (_, true) => format!("left the book at move {number} ({by}) and returned to it"),
            (_, false) => format!("left the book at move {number} ({by})"),
        }
    };
    match (&corner.left, corner.state) {
        (Some(found), _) => left(found),
        (None, RegionState::Finished) => "played to the end of the book's line".to_owned(),
        (None, _) => "in the book".to_owned(),
    }
}

fn write_wrapped(
    indent: &str,
    text: &str,
    look: OutputStyle,
    out: &mut impl Write,
) -> io::Result<()> {
    // Continuation lines are indented further.
    let columns = look.width.map(|width| width.saturating_sub(indent.len() + 2));
    for (number, line) in wrap(&one_line(text), columns).into_iter().enumerate() {
        let further = if number > 0 { "  " } else { "" };
        writeln!(out, "{indent}{further}{line}")?;
    }
    Ok(())
}

fn write_profiles(
    profiles: &[&Profile],
    variant: Variant,
    all: bool,
    look: OutputStyle,
    out: &mut impl Write,
) -> io::Result<()> {
    let listed = if all { profiles.len() } else { PLAYERS };
    for profile in profiles.iter().take(listed) {
        writeln!(out)?;
        profile::write(profile, variant, look, out)?;
    }
    match profiles.len().saturating_sub(listed) {
        0 => Ok(()),
        more => writeln!(
            out,
            "\n… and {}; --all reports them, --player NAME reports one",
            count(more as u64, "more player")
        ),
    }
}

fn write_records(report: &ReviewReport, out: &mut impl Write) -> io::Result<()> {
    let left_out = [("duplicate", report.duplicates), ("of other players", report.others)];
    let rejected = report.rejected.iter().map(|(why, games)| (*why, *games));
    let records = RecordCounts {
        seen: report.seen,
        used: ("reviewed", report.reviewed),
        left_out: left_out.into_iter().chain(rejected).collect(),
        skipped: report.skipped,
        unreadable: report.unreadable,
        defects: &report.defects,
    };
    writeln!(out)?;
    records.write(out)
}
