//! Report of a scored board: drawn with signs, as a table, as a picture.

use std::collections::BTreeMap;
use std::io::{self, Write};

use super::heat;
use super::influence_report::{stone, write_wrapped_text};
use crate::look::OutputStyle;
use crate::table::{Column, TextTable};
use joseki_format::picture::{LegendEntry, Picture, PictureCell, PictureMark, PicturePart};
use joseki_game::go::{PointSet, SideCount};
use joseki_game::{Color, Game, Point};
use joseki_influence::{GroupStatus, LifeReason};
use joseki_service::board::{DeadEstimate, ScoreAnswer};
use joseki_wire::Coords;

/// Shade of a point that a side owns.
const OWNED: f64 = 0.5;

/// Writes the board, the points of each side, and the result.
pub fn write(
    answer: &ScoreAnswer,
    of_record: Option<&str>,
    coords: Coords,
    look: OutputStyle,
    out: &mut impl Write,
) -> io::Result<()> {
    let drawing = heat::draw(&answer.board, &signs(answer), |point| shade(answer, point), look);
    writeln!(out, "{drawing}")?;
    let dead = if answer.count.dead.is_empty() { "" } else { " (x, o dead)" };
    let legend = format!("X Black, O White{dead}; + Black's, - White's, . neutral");
    write_wrapped_text(out, look, &legend)?;
    writeln!(out)?;
    table(answer).write(look, out)?;
    let how = format!("{} rules, komi {}", answer.count.rules, answer.count.komi);
    let result = look.bold(&answer.count.score().to_string()).into_owned();
    let record = match of_record {
        Some(record) => format!("; the record states {record}"),
        None => String::new(),
    };
    writeln!(out, "\n{result} ({how}){record}")?;
    stones(answer, "dead", answer.count.dead, coords, look, out)?;
    stones(answer, "in seki", answer.count.seki, coords, look, out)?;
    if let Some(groups) = &answer.groups {
        writeln!(out)?;
        group_table(answer, groups, coords).write(look, out)?;
        writeln!(out)?;
    }
    for note in &answer.notes {
        write_wrapped_text(out, look, &format!("note: {note}"))?;
    }
    Ok(())
}

/// Returns a picture of the board with the owners of its points.
pub fn picture(answer: &ScoreAnswer) -> Picture {
    let cell = |point| PictureCell {
        shade: shade(answer, point),
        stone: answer.board.at(point),
        mark: mark(answer, point),
    };
    let score = answer.count.score();
    let (rules, komi) = (answer.count.rules, answer.count.komi);
    Picture {
        game: Game::Go,
        size: answer.board.size(),
        part: PicturePart::of_corner(answer.board.size(), None),
        title: format!("{score}, {rules} rules, komi {komi}"),
        description: format!(
            "A board of {} lines scored by {rules} rules with komi {komi}: {score}. Black has {} points, White {}. \
             Black's points are orange with a black square, White's are blue with a white one.",
            answer.board.size().get(),
            answer.count.black.points,
            answer.count.white.points
        ),
        cells: answer.board.size().points().map(cell).collect(),
        legend: legend(answer),
    }
}

fn legend(answer: &ScoreAnswer) -> Vec<LegendEntry> {
    let sample = |shade: f64, stone, mark, text: &str| LegendEntry {
        cell: PictureCell { shade, stone, mark: Some(mark) },
        text: text.to_owned(),
    };
    let (black, white) = (PictureMark::Own(Color::Black), PictureMark::Own(Color::White));
    let mut legend =
        vec![sample(OWNED, None, black, "Black's"), sample(-OWNED, None, white, "White's")];
    let count = &answer.count;
    if !count.neutral.is_empty() {
        legend.push(sample(0.0, None, PictureMark::Neutral, "neutral"));
    }
    if !count.dead.is_empty() {
        legend.push(sample(OWNED, Some(Color::White), black, "a dead stone"));
    }
    if !count.seki.is_empty() {
        let text = "a stone in seki";
        legend.push(sample(OWNED, Some(Color::Black), PictureMark::Seki, text));
    }
    legend
}

fn mark(answer: &ScoreAnswer, point: Point) -> Option<PictureMark> {
    let count = &answer.count;
    if count.seki.contains(point) {
        return Some(PictureMark::Seki);
    }
    if answer.board.at(point).is_some() && !count.dead.contains(point) {
        return None;
    }
    match count.owner(point) {
        Some(color) => Some(PictureMark::Own(color)),
        None => Some(PictureMark::Neutral),
    }
}

fn shade(answer: &ScoreAnswer, point: Point) -> f64 {
    match answer.count.owner(point) {
        Some(Color::Black) => OWNED,
        Some(Color::White) => -OWNED,
        None => 0.0,
    }
}

fn signs(answer: &ScoreAnswer) -> BTreeMap<Point, char> {
    let sign = |point| match (answer.board.at(point), answer.count.owner(point)) {
        (Some(color), _) => stone(color, answer.count.dead.contains(point)),
        (None, Some(Color::Black)) => '+',
        (None, Some(Color::White)) => '-',
        (None, None) => '.',
    };
    let points = answer.board.size().points();
    points.map(|point| (point, sign(point))).collect()
}

/// Returns a table of what counts under the rules, in columns that add up to the points.
fn table(answer: &ScoreAnswer) -> TextTable {
    let count = &answer.count;
    let is_area = count.rules.is_area();
    let neutral = count.neutral.len();
    let mut columns = vec![Column::Left("")];
    columns.extend(if is_area {
        vec![Column::Right("stones"), Column::Right("territory")]
    } else {
        vec![Column::Right("territory"), Column::Right("prisoners"), Column::Right("dead")]
    });
    if is_area && neutral > 0 {
        columns.push(Column::Right("half of neutral"));
    }
    columns.extend([Column::Right("points"), Column::Right("komi"), Column::Right("sum")]);
    let mut table = TextTable::new(columns);
    let mut row = |name: &str, side: &SideCount, komi: f64| {
        let territory = side.territory.len().to_string();
        let mut cells = vec![name.to_owned()];
        if is_area {
            cells.extend([side.stones.to_string(), territory])
        } else {
            cells.extend([territory, side.prisoners.to_string(), side.dead.to_string()])
        }
        if is_area && neutral > 0 {
            cells.push((f64::from(neutral) / 2.0).to_string());
        }
        let komi_cell = if komi == 0.0 { String::new() } else { komi.to_string() };
        cells.extend([side.points.to_string(), komi_cell, (side.points + komi).to_string()]);
        table.row(cells);
    };
    row("Black", &count.black, 0.0);
    row("White", &count.white, count.komi);
    table
}

/// Returns a table of the groups, each named by its first stone.
fn group_table(answer: &ScoreAnswer, groups: &[GroupStatus], coords: Coords) -> TextTable {
    let columns = vec![
        Column::Left("group"),
        Column::Left(""),
        Column::Right("stones"),
        Column::Right("liberties"),
        Column::Right("eyes"),
        Column::Left("status"),
        Column::Left("why"),
    ];
    let mut table = TextTable::new(columns);
    for group in groups {
        let first = group.stones.first().map(|point| coords.point(point, answer.board.size()));
        let status: &str = group.status.into();
        table.row(vec![
            first.unwrap_or_default(),
            if group.color == Color::Black { "Black" } else { "White" }.to_owned(),
            group.stones.len().to_string(),
            group.liberties.len().to_string(),
            (f64::from(group.half_eyes) / 2.0).to_string(),
            status.to_owned(),
            why(answer, group),
        ]);
    }
    table
}

fn why(answer: &ScoreAnswer, group: &GroupStatus) -> String {
    let text = match group.reason {
        LifeReason::Given => "as given",
        LifeReason::Unconditional => "cannot be captured even if its side always passes",
        LifeReason::TwoEyes => "two eyes",
        LifeReason::SurroundersDead => "the stones around it are dead",
        LifeReason::NoEnemy => "the other side has no living stones",
        LifeReason::Enclosed => "enclosed by stones that cannot be captured",
        LifeReason::BentFour => "bent four in the corner",
        LifeReason::SekiRule => "neither side can play first",
        LifeReason::Playouts => {
            let owned = group.owned.unwrap_or_default();
            return format!("owned {owned:+.2} in random games");
        }
        LifeReason::Model => {
            let model = answer.dead_by.as_ref().map(DeadEstimate::name).unwrap_or_default();
            return format!("by the model {model}");
        }
        LifeReason::NotEstimated => "nothing was estimated",
    };
    text.to_owned()
}

fn stones(
    answer: &ScoreAnswer,
    what: &str,
    set: PointSet,
    coords: Coords,
    look: OutputStyle,
    out: &mut impl Write,
) -> io::Result<()> {
    if set.is_empty() {
        return Ok(());
    }
    let size = answer.board.size();
    let points: Vec<String> = set.iter().map(|point| coords.point(point, size)).collect();
    write_wrapped_text(out, look, &format!("{what}: {}", points.join(" ")))
}
