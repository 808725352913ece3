//! Text of what follows a pattern.

use std::io::{self, Write};

use crate::look::OutputStyle;
use crate::next::games_report::{example, percent};
use crate::table::{Column, TextTable};
use crate::text::{count, write_next};
use joseki_service::next::candidate_letter;
use joseki_wire::{ContinuationJson, FoundGameJson, PatternResponse};

/// Continuations that are shown; JSON has all.
const SHOWN: usize = 20;
/// Moves of hits that are shown of a game.
const SHOWN_HITS: usize = 5;

/// Writes the pattern with its continuations as letters, the numbers, and the games.
pub fn write(
    rows: &[String],
    found: &PatternResponse,
    look: OutputStyle,
    out: &mut impl Write,
) -> io::Result<()> {
    let mut ranked: Vec<&ContinuationJson> = found.continuations.iter().collect();
    ranked.sort_by_key(|next| std::cmp::Reverse(next.count));
    let rare = ranked.len().saturating_sub(SHOWN);
    ranked.truncate(SHOWN);
    draw(rows, &ranked, out)?;
    writeln!(out)?;
    let exchanged = match found.swapped {
        Some(swapped) => format!("{swapped} with exchanged colours"),
        None => "colours are not defined".to_owned(),
    };
    writeln!(
        out,
        "{} in {} of {} searched; {exchanged}",
        count(found.hits, "hit"),
        count(found.games, "game"),
        found.searched
    )?;
    if let (Some(black), Some(white)) = (found.black_wins, found.white_wins) {
        writeln!(out, "X won {black}, O won {white}")?;
    }
    if found.without_moves > 0 {
        let games = count(found.without_moves, "game");
        writeln!(out, "{games} cannot be searched: the book does not have their moves")?;
    }
    if found.hits == 0 {
        return Ok(());
    }
    writeln!(out, "{} without a next stone inside", found.no_continuation)?;
    writeln!(out)?;
    table(&ranked, found, look, out)?;
    if rare > 0 {
        writeln!(out, "and {rare} rarer ones: --format json has all")?;
    }
    if !found.found.is_empty() {
        writeln!(out)?;
    }
    for game in &found.found {
        writeln!(out, "{}", line(game))?;
    }
    write_next(found.next.as_ref(), out)
}

/// Draws the pattern, with letters for the next stones.
fn draw(rows: &[String], ranked: &[&ContinuationJson], out: &mut impl Write) -> io::Result<()> {
    for (y, row) in (0..).zip(rows) {
        let letters = (0..).zip(row.chars()).map(|(x, symbol)| {
            let next = ranked.iter().position(|found| place(found) == Some((x, y)));
            next.map_or(symbol, candidate_letter).to_string()
        });
        writeln!(out, "  {}", letters.collect::<Vec<_>>().join(" "))?;
    }
    Ok(())
}

/// The point of a stone inside the pattern.
fn place(next: &ContinuationJson) -> Option<(u8, u8)> {
    Some((next.next.x?, next.next.y?))
}

fn table(
    ranked: &[&ContinuationJson],
    found: &PatternResponse,
    look: OutputStyle,
    out: &mut impl Write,
) -> io::Result<()> {
    let mut table = TextTable::new([
        Column::Left("next"),
        Column::Left("by"),
        Column::Right("x,y"),
        Column::Right("hits"),
        Column::Right("share"),
        Column::Right("later"),
        Column::Right("games"),
        Column::Right("X won"),
        Column::Left("years"),
    ]);
    for next in ranked {
        let at = place(next);
        let same = ranked.iter().position(|other| at.is_some() && place(other) == at);
        let won = match (next.black_wins, next.white_wins) {
            (Some(black), Some(white)) if black + white > 0 => {
                percent(black as f64 / (black + white) as f64)
            }
            _ => "-".to_owned(),
        };
        let years = match (next.first_year, next.last_year) {
            (Some(first), Some(last)) if first < last => format!("{first}-{last}"),
            (first, _) => first.map_or("-".to_owned(), |year| year.to_string()),
        };
        table.row([
            same.map_or_else(
                || next.next.play.clone().unwrap_or_default(),
                |at| candidate_letter(at).to_string(),
            ),
            next.next.color.map_or("", |color| if color == "B" { "X" } else { "O" }).to_owned(),
            at.map_or_else(String::new, |(x, y)| format!("{x},{y}")),
            next.count.to_string(),
            percent(next.count as f64 / found.hits as f64),
            next.later.to_string(),
            next.games.to_string(),
            won,
            years,
        ]);
        if let Some(years) = &next.years {
            let years = years.iter().map(|(year, count)| match year {
                0 => format!("undated {count}"),
                year => format!("{year} {count}"),
            });
            let years = years.collect::<Vec<_>>().join(", ");
            table.row([String::new(), String::new(), years]);
        }
    }
    table.write(look, out)
}

/// Returns a game with the moves of its hits.
fn line(found: &FoundGameJson) -> String {
    let hits = found.hits.iter().take(SHOWN_HITS).map(|hit| hit.moment.to_string());
    let more = if found.hits.len() > SHOWN_HITS { ", …" } else { "" };
    let moves = hits.collect::<Vec<_>>().join(", ");
    format!("{}; after move {moves}{more}", example(&found.game))
}
