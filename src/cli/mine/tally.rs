//! `joseki tally`: what the games of a book about the whole board are.

use std::io::{self, Write};

use crate::args::{Format, TallyArgs};
use crate::error::CliError;
use crate::look::OutputStyle;
use crate::table::{Column, TextTable};
use crate::text::count;
use crate::{
    database::{self, DatabaseFile},
    output,
};
use joseki_service::mine::{BookTally, GamesTally, ShiftTally, XiangqiTally};

/// Tallies the games.
pub fn run(
    db: &DatabaseFile,
    args: &TallyArgs,
    look: OutputStyle,
    out: &mut impl Write,
) -> Result<(), CliError> {
    let service = database::open_to_read(db)?;
    let tally = service.mining().tally(&args.book)?;
    match args.format.format {
        Format::Json => output::json(out, &tally),
        Format::Text => match &tally {
            BookTally::Stones(tally) => Ok(write(tally, look, out)?),
            BookTally::Xiangqi(tally) => Ok(write_xiangqi(tally, look, out)?),
        },
    }
}

fn write_xiangqi(tally: &XiangqiTally, look: OutputStyle, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{}, {}", count(tally.games, "game"), count(tally.plies, "move"))?;
    let positions = tally.distinct_positions_after_8_plies;
    writeln!(out, "{positions} positions after 8 moves\n")?;
    let mut table = TextTable::new([
        Column::Left("first move"),
        Column::Right("games"),
        Column::Right("Red"),
        Column::Right("draw"),
        Column::Right("Black"),
    ]);
    for first in &tally.first_moves {
        let ShiftTally { uci, games, red, draw, black, .. } = first;
        let numbers = [games, red, draw, black].map(ToString::to_string);
        let [games, red, draw, black] = numbers;
        table.row([uci.clone(), games, red, draw, black]);
    }
    table.write(look, out)
}

fn write(tally: &GamesTally, look: OutputStyle, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{} games", tally.total.games)?;
    let mut depths = TextTable::new([
        Column::Right("moves"),
        Column::Right("lines"),
        Column::Right("positions"),
    ]);
    for (depth, (lines, positions)) in tally.lines.iter().zip(&tally.positions).enumerate() {
        depths.row([(depth + 1).to_string(), lines.to_string(), positions.to_string()]);
    }
    depths.write(look, out)?;
    if tally.openings.is_empty() {
        return Ok(());
    }
    writeln!(out)?;
    let mut openings = TextTable::new([
        Column::Left("opening"),
        Column::Right("games"),
        Column::Right("Black"),
        Column::Right("White"),
        Column::Right("draw"),
    ]);
    for (code, found) in &tally.openings {
        let numbers = [found.games, found.black, found.white, found.draw];
        let [games, black, white, draw] = numbers.map(|number| number.to_string());
        openings.row([(*code).to_owned(), games, black, white, draw]);
    }
    openings.write(look, out)
}
