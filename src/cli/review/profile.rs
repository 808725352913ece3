//! Text report of a player over many games.

use std::io::{self, Write};

use strum::VariantArray;

use crate::look::OutputStyle;
use crate::next::corner_report::words;
use crate::table::{Column, TextTable};
use crate::text::{count, one_line};
use joseki_book::Line;
use joseki_game::{Color, Game, Variant};
use joseki_service::review::{
    Habit, Instance, JosekiRow, JudgedKind, KindCounts, LeaveRow, LineWriter, Profile,
};

/// Maximum number of joseki listed.
const JOSEKIS: usize = 12;
/// Maximum number of moves outside the book listed per position.
const PLAYED: usize = 3;

/// Writes a player's games, joseki and habits.
pub fn write(
    profile: &Profile,
    variant: Variant,
    look: OutputStyle,
    out: &mut impl Write,
) -> io::Result<()> {
    let lines = LineWriter::new(variant);
    let shown = match variant.game() {
        Game::Go => " (shown in the upper right)",
        _ => " (shown as in the diagrams of openings)",
    };
    let head = format!("{}: {}", profile.name, games(profile, variant.game()));
    writeln!(out, "{}", look.bold(&one_line(&head)))?;
    if profile.games == 0 {
        return Ok(());
    }
    writeln!(out, "  {}", kinds(&profile.kinds))?;
    if let Some((sum, moves)) = profile.evaluation {
        let mean = sum / f64::from(moves.max(1));
        let moves = count(moves, "judged move");
        writeln!(out, "  engines in the records: {mean:.2} points lost per move ({moves})")?;
    }
    if !profile.josekis.is_empty() {
        writeln!(out)?;
        write_josekis(&profile.josekis, lines, look, out)?;
    }
    if !profile.habits.is_empty() {
        let head = format!("Costliest habits{shown}");
        writeln!(out, "\n{}", look.bold(&head))?;
    }
    profile.habits.iter().try_for_each(|habit| write_habit(habit, lines, out))?;
    if !profile.leaves.is_empty() {
        let head = format!("Left the book most often{shown}");
        writeln!(out, "\n{}", look.bold(&head))?;
    }
    profile.leaves.iter().try_for_each(|leave| write_leave(leave, lines, out))
}

fn games(profile: &Profile, game: Game) -> String {
    let (games, unknown) =
        (count(profile.games, "game"), profile.games - profile.won - profile.lost - profile.drawn);
    let results = [
        (profile.won, "won"),
        (profile.lost, "lost"),
        (profile.drawn, "drawn"),
        (unknown, "without a result"),
    ];
    let results = results.into_iter().filter(|(games, _)| *games > 0);
    let results: Vec<String> = results.map(|(games, how)| format!("{games} {how}")).collect();
    let [first, second] = [Color::Black, Color::White].map(|side| game.side_name(side));
    let sides = format!("{} {first}, {} {second}", profile.black, profile.white);
    match profile.games {
        0 => "no games".to_owned(),
        _ => format!("{games} ({sides}), {}", results.join(", ")),
    }
}

fn kinds(counts: &KindCounts) -> String {
    let names = ["best", "in the book", "costly", "mistakes", "left the book", "played elsewhere"];
    let judged: u32 = counts.kinds.iter().sum::<u32>() + counts.excused;
    let kinds = JudgedKind::VARIANTS.iter().zip(names);
    let kinds = kinds.map(|(kind, name)| (counts.get(*kind), name));
    let kinds = kinds.chain([(counts.excused, "excused by conditions")]);
    let kinds: Vec<String> = kinds
        .filter(|(moves, _)| *moves > 0)
        .map(|(moves, name)| format!("{name} {moves}"))
        .collect();
    format!("{} judged: {}", count(judged, "move"), kinds.join(", "))
}

fn write_josekis(
    rows: &[JosekiRow],
    lines: LineWriter,
    look: OutputStyle,
    out: &mut impl Write,
) -> io::Result<()> {
    let mut table = TextTable::new([
        Column::Left("joseki"),
        Column::Right("corners"),
        Column::Right("began"),
        Column::Right("games"),
        Column::Right("wins"),
        Column::Right("left"),
        Column::Right("by own move"),
    ]);
    for row in rows.iter().take(JOSEKIS) {
        let wins = match row.scored {
            0 => "-".to_owned(),
            scored => format!("{:.0}%", 100.0 * row.points / f64::from(scored)),
        };
        table.row([
            row.name.clone().unwrap_or_else(|| lines.line(&row.line)),
            row.corners.to_string(),
            row.first.to_string(),
            row.games.to_string(),
            wins,
            row.left.to_string(),
            row.left_by_player.to_string(),
        ]);
    }
    table.write(look, out)
}

fn write_habit(habit: &Habit, lines: LineWriter, out: &mut impl Write) -> io::Result<()> {
    let mean = 100.0 * habit.total / f64::from(habit.times.max(1));
    let engine = habit.evaluation.map(|(points, _)| format!(", {points:.1} points by engines"));
    writeln!(
        out,
        "  {}: {}, {mean:.0} % in expected results each{}",
        lines.line(&habit.node),
        times(habit.times),
        engine.unwrap_or_default()
    )?;
    let better = last_point(&habit.better, lines);
    writeln!(out, "    better: {better}; {}", examples(&habit.examples))
}

fn write_leave(row: &LeaveRow, lines: LineWriter, out: &mut impl Write) -> io::Result<()> {
    let played = row.played.iter().take(PLAYED);
    let played: Vec<String> = played
        .map(|(step, times)| match times {
            1 => lines.step(&row.node, *step),
            times => format!("{} ({times} times)", lines.step(&row.node, *step)),
        })
        .collect();
    let after = if row.node.is_empty() {
        lines.beginning().to_owned()
    } else {
        format!("after {}", lines.line(&row.node))
    };
    writeln!(out, "  {after}: {}, with {}", times(row.times), played.join(", "))?;
    let expected = last_point(&row.expected, lines);
    writeln!(out, "    expected: {expected}; {}", examples(&row.examples))
}

/// Returns the point of a line's last move.
fn last_point(line: &Line, lines: LineWriter) -> String {
    let [before @ .., last] = line.steps() else {
        return String::new();
    };
    lines.step(&before.iter().copied().collect(), *last)
}

fn times(times: u32) -> String {
    count(times, "time")
}

fn examples(examples: &[Instance]) -> String {
    let example = |found: &Instance| {
        let Instance { number, color, .. } = found;
        let letter = Color::letter(*color);
        let place = found.corner.move_text(found.played, found.size);
        let corner = words(found.corner.into());
        // Only the file name: the heads of the games have the folders.
        let game = found.game.to_string();
        let game = game.rsplit('/').next().unwrap_or_default();
        one_line(&format!("{game} move {number} {letter} {place} ({corner})"))
    };
    let examples: Vec<String> = examples.iter().map(example).collect();
    format!("in {}", examples.join(", "))
}
