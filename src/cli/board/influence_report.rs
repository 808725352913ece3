//! Report of a model's influence on a board: drawn with signs, as numbers, as a picture.

use std::collections::BTreeMap;
use std::io::{self, Write};

use super::heat;
use crate::args::InfluenceArgs;
use crate::look::OutputStyle;
use crate::text::wrap;
use joseki_format::picture::{LegendEntry, Picture, PictureCell, PictureMark, PicturePart};
use joseki_game::go::PointSet;
use joseki_game::{Color, Game, Point};
use joseki_influence::{Blocks, Links, Model, MoveGain, RyderBlock, Territory};
use joseki_service::board::{InfluenceAnswer, InfluenceQuery, MechanicalAnswer};
use joseki_wire::{Coords, TerritoryCountsJson};

/// Strength of a side's hold on a point.
#[derive(Clone, Copy, PartialEq, Eq)]
enum HoldStrength {
    Solid,
    Leaning,
}

/// Writes the board, the lead, and the details that the model provides.
pub fn write(
    query: &InfluenceQuery,
    answer: &InfluenceAnswer,
    args: &InfluenceArgs,
    look: OutputStyle,
    out: &mut impl Write,
) -> io::Result<()> {
    let coords = args.board.coords;
    let drawing = heat::draw(&answer.board, &signs(answer), |point| shade(answer, point), look);
    writeln!(out, "{drawing}")?;
    write_wrapped_text(out, look, &legend(answer))?;
    if args.numbers {
        writeln!(out, "\n{}", numbers(answer))?;
    }
    writeln!(out, "\n{}: {}", answer.model, lead(answer))?;
    if let Some(mechanical) = &answer.mechanical {
        write_territory(&mechanical.territory, out)?;
        changes(query, mechanical, coords, out)?;
        if let Some((color, values)) = &mechanical.values {
            write_wrapped_text(out, look, &values_line(answer, *color, values, coords))?;
        }
        if let Some(blocks) = &mechanical.blocks {
            write_blocks(answer, blocks, coords, look, out)?;
        }
    }
    if let Some([black, white]) = &answer.links {
        for (name, (links, blocks)) in [("Black", black), ("White", white)] {
            write_wrapped_text(out, look, &links_line(answer, name, links, coords))?;
            if !blocks.is_empty() {
                write_wrapped_text(out, look, &linked_blocks(answer, name, blocks, coords))?;
            }
        }
    }
    Ok(())
}

/// Returns a heat map of the board.
pub fn picture(answer: &InfluenceAnswer) -> Picture {
    let cell = |point| PictureCell {
        shade: shade(answer, point),
        stone: answer.board.at(point),
        mark: match (answer.board.at(point), hold(answer, point)) {
            (Some(color), _) => {
                let is_dead = answer.dead.contains(point);
                is_dead.then_some(PictureMark::Own(color.opposite()))
            }
            (None, Some((color, HoldStrength::Solid))) => Some(PictureMark::Own(color)),
            (None, Some((color, HoldStrength::Leaning))) => Some(PictureMark::Leaning(color)),
            (None, None) => None,
        },
    };
    let title = format!("Influence by {}", answer.model);
    Picture {
        game: Game::Go,
        size: answer.board.size(),
        part: PicturePart::of_corner(answer.board.size(), None),
        description: format!(
            "A board of {} lines with {} black and {} white stones. {}. Points with more influence of Black are \
             orange, points with more influence of White are blue; a stronger colour means more influence.",
            answer.board.size().get(),
            answer.board.stones(Color::Black).len(),
            answer.board.stones(Color::White).len(),
            lead(answer)
        ),
        title: format!("{title}: {}", lead(answer)),
        cells: answer.board.size().points().map(cell).collect(),
        legend: samples(&answer.model, !answer.dead.is_empty()),
    }
}

fn samples(model: &Model, has_dead: bool) -> Vec<LegendEntry> {
    let side = |color: Color| match color {
        Color::Black => ("Black", 1.0),
        Color::White => ("White", -1.0),
    };
    let solid = match model {
        Model::Mechanical(_) => "solid",
        _ => "half of the full strength or more",
    };
    let plain = matches!(model, Model::Mechanical(_)).then_some(("has more", 0.1, None));
    let kinds = |color| {
        let leaning = ("influence", 0.3, Some(PictureMark::Leaning(color)));
        let solid = (solid, 1.0, Some(PictureMark::Own(color)));
        plain.into_iter().chain([leaning, solid])
    };
    let mut samples = Vec::new();
    for color in Color::ALL {
        let (name, sign) = side(color);
        for (kind, strength, mark) in kinds(color) {
            let cell = PictureCell { shade: sign * strength, stone: None, mark };
            let text = format!("{name}: {kind}");
            samples.push(LegendEntry { cell, text });
        }
    }
    if has_dead {
        let cell = PictureCell {
            shade: 0.0,
            stone: Some(Color::White),
            mark: Some(PictureMark::Own(Color::Black)),
        };
        let text = "a dead stone".to_owned();
        samples.push(LegendEntry { cell, text });
    }
    samples
}

/// Returns the strength of a point, from −1 (White) to 1 (Black).
fn shade(answer: &InfluenceAnswer, point: Point) -> f64 {
    let strength = f64::from(answer.field.at(point)) / f64::from(answer.full);
    strength.clamp(-1.0, 1.0)
}

/// Returns the holder of an empty point: by territory in the mechanical model, by the sign of the
/// field in the others.
fn hold(answer: &InfluenceAnswer, point: Point) -> Option<(Color, HoldStrength)> {
    if let Some(mechanical) = &answer.mechanical {
        return Color::ALL.into_iter().find_map(|color| {
            let held = mechanical.territory.side(color);
            let kind = if held.solid.contains(point) {
                HoldStrength::Solid
            } else {
                HoldStrength::Leaning
            };
            held.influence.contains(point).then_some((color, kind))
        });
    }
    let strength = answer.field.at(point);
    let color = match strength {
        0 => return None,
        1.. => Color::Black,
        _ => Color::White,
    };
    let is_half = 2 * strength.abs() >= answer.full;
    Some((color, if is_half { HoldStrength::Solid } else { HoldStrength::Leaning }))
}

fn signs(answer: &InfluenceAnswer) -> BTreeMap<Point, char> {
    let sign = |point| match (answer.board.at(point), hold(answer, point)) {
        (Some(color), _) => stone(color, answer.dead.contains(point)),
        (None, Some((Color::Black, HoldStrength::Solid))) => '#',
        (None, Some((Color::Black, HoldStrength::Leaning))) => '+',
        (None, Some((Color::White, HoldStrength::Solid))) => '=',
        (None, Some((Color::White, HoldStrength::Leaning))) => '-',
        (None, None) => '.',
    };
    let points = answer.board.size().points();
    points.map(|point| (point, sign(point))).collect()
}

/// Returns the sign of a stone, lower-case if it is dead.
pub fn stone(color: Color, is_dead: bool) -> char {
    match (color, is_dead) {
        (Color::Black, false) => 'X',
        (Color::Black, true) => 'x',
        (Color::White, false) => 'O',
        (Color::White, true) => 'o',
    }
}

fn legend(answer: &InfluenceAnswer) -> String {
    let dead = if answer.dead.is_empty() { "" } else { " (x, o dead)" };
    match answer.model {
        Model::Mechanical(_) => format!(
            "X Black, O White{dead}; + Black's influence, # solid; - White's influence, = solid"
        ),
        _ => format!(
            "X Black, O White{dead}; + Black's influence, # half of the full strength {full} or more; - = White's",
            full = answer.full
        ),
    }
}

fn lead(answer: &InfluenceAnswer) -> String {
    let name = match answer.mechanical {
        Some(_) => "SFB",
        None => "lead",
    };
    let who = match answer.lead {
        lead if lead > 0.0 => ", Black leads",
        lead if lead < 0.0 => ", White leads",
        _ => "",
    };
    format!("{name} {}{who}", signed(answer.lead))
}

fn signed(value: f64) -> String {
    // A value that rounds to zero has no sign.
    match format!("{value:+.3}").as_str() {
        "+0.000" | "-0.000" => "0.000".to_owned(),
        text => text.to_owned(),
    }
}

fn write_territory(territory: &Territory, out: &mut impl Write) -> io::Result<()> {
    let counts = TerritoryCountsJson::from(territory);
    for (name, side) in [("Black", counts.black), ("White", counts.white)] {
        let (leaning, solid) = (side.influence_only, side.solid);
        writeln!(out, "{name} holds {} points, {solid} of them solid", leaning + solid)?;
    }
    Ok(())
}

fn changes(
    query: &InfluenceQuery,
    mechanical: &MechanicalAnswer,
    coords: Coords,
    out: &mut impl Write,
) -> io::Result<()> {
    let Some(line) = &mechanical.line else {
        return Ok(());
    };
    writeln!(out, "\nThe line changes SFB by {}:", signed(line.change()))?;
    let mut before = line.before;
    for ((color, played), after) in query.line.iter().zip(&line.after) {
        let point = coords.move_text(*played, query.board.size);
        let letter = color.letter();
        let change = signed(after - before);
        writeln!(out, "  {letter} {point:<4}  {change:>8}, SFB {}", signed(*after))?;
        before = *after;
    }
    Ok(())
}

fn values_line(
    answer: &InfluenceAnswer,
    color: Color,
    values: &[MoveGain],
    coords: Coords,
) -> String {
    let size = answer.board.size();
    let text =
        |value: &MoveGain| format!("{} {}", coords.point(value.point, size), signed(value.change));
    let values: Vec<String> = values.iter().map(text).collect();
    let values = if values.is_empty() { "none".to_owned() } else { values.join(", ") };
    let name = match color {
        Color::Black => "Black",
        Color::White => "White",
    };
    format!("{name}'s moves by change of SFB, best first: {values}")
}

fn write_blocks(
    answer: &InfluenceAnswer,
    blocks: &Blocks,
    coords: Coords,
    look: OutputStyle,
    out: &mut impl Write,
) -> io::Result<()> {
    for (name, color) in [("Black", Color::Black), ("White", Color::White)] {
        for (number, level) in blocks.levels(color).iter().enumerate().skip(1) {
            let how = match level.threshold {
                Some(threshold) => format!("joined by FB above {threshold}"),
                None => "chains".to_owned(),
            };
            let parts = level.blocks.iter().map(|set| points(answer, *set, coords, " "));
            let parts: Vec<String> = parts.collect();
            let text = format!("{name}'s blocks, level {number} ({how}): {}", parts.join(" | "));
            write_wrapped_text(out, look, &text)?;
        }
    }
    Ok(())
}

fn links_line(answer: &InfluenceAnswer, name: &str, links: &Links, coords: Coords) -> String {
    let name_of = |point| coords.point(point, answer.board.size());
    let strong = links.strong.iter().map(|link| {
        let kind: &str = link.kind.into();
        format!("{}-{} {kind}", name_of(link.from), name_of(link.to))
    });
    let strong: Vec<String> = strong.collect();
    let or_none = |text: String| {
        if text.is_empty() { "none".to_owned() } else { text }
    };
    format!(
        "{name}'s links: {}; {} points connected, {} semi-connected",
        or_none(strong.join(", ")),
        links.connected.len(),
        links.semi_connected.len()
    )
}

fn linked_blocks(
    answer: &InfluenceAnswer,
    name: &str,
    blocks: &[RyderBlock],
    coords: Coords,
) -> String {
    let block = |block: &RyderBlock| {
        format!(
            "{} ({} points connected, {} semi-connected; strength {})",
            points(answer, block.stones, coords, " "),
            block.connected.len(),
            block.semi_connected.len(),
            block.strong.len()
        )
    };
    let blocks: Vec<String> = blocks.iter().map(block).collect();
    format!("{name}'s blocks by links: {}", blocks.join(" | "))
}

/// Joins the names of points.
fn points(answer: &InfluenceAnswer, set: PointSet, coords: Coords, between: &str) -> String {
    let size = answer.board.size();
    let texts: Vec<String> = set.iter().map(|point| coords.point(point, size)).collect();
    texts.join(between)
}

/// Writes a text, wrapped to the width of the output.
pub fn write_wrapped_text(out: &mut impl Write, look: OutputStyle, text: &str) -> io::Result<()> {
    wrap(text, look.width).iter().try_for_each(|line| writeln!(out, "{line}"))
}

/// Returns the board with the field's numbers and the stones.
fn numbers(answer: &InfluenceAnswer) -> String {
    let size = answer.board.size();
    let cell = |point| match answer.board.at(point) {
        Some(color) => stone(color, answer.dead.contains(point)).to_string(),
        None => answer.field.at(point).to_string(),
    };
    let cells: Vec<String> = size.points().map(cell).collect();
    let columns: Vec<String> =
        (0..size.get()).map(|x| Point::new(x, 0).to_gtp(size).chars().take(1).collect()).collect();
    let width = cells.iter().map(String::len).max().unwrap_or(1) + 1;
    let row = |cells: &[String]| -> String {
        cells.iter().map(|cell| format!("{cell:>width$}")).collect()
    };
    let mut text = format!("  {}\n", row(&columns));
    for (y, chunk) in (0..size.get()).zip(cells.chunks(usize::from(size.get()))) {
        let label = size.get() - y;
        text += &format!("{label:2}{} {label}\n", row(chunk));
    }
    text + "  " + &row(&columns)
}
