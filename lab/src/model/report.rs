//! `joseki-lab model`: shows why a board has 19 lines.

use std::io::Write;

use super::args::ModelArgs;
use super::json::{FractionJson, SideModelsJson};
use crate::error::LabError;
use crate::output;
use joseki_cli::{Column, Format, OutputStyle, TextTable};

/// Prints the table.
pub fn run(args: &ModelArgs, look: OutputStyle, out: &mut impl Write) -> Result<(), LabError> {
    let models = SideModelsJson::all();
    match args.format.format {
        Format::Json => output::json(out, &models),
        Format::Text => Ok(write(&models, look, out)?),
    }
}

fn write(models: &SideModelsJson, look: OutputStyle, out: &mut impl Write) -> std::io::Result<()> {
    let mut table = TextTable::new([
        Column::Right("lines"),
        Column::Right("PE3"),
        Column::Right(""),
        Column::Right("PE4"),
        Column::Right(""),
        Column::Right("E"),
        Column::Right(""),
        Column::Left(""),
    ]);
    let decimal = |fraction: &FractionJson| format!("{:.3}", fraction.value);
    for board in &models.boards {
        let is_balanced = board.lines == models.balanced;
        table.row([
            board.lines.to_string(),
            board.third.fraction.clone(),
            decimal(&board.third),
            board.fourth.fraction.clone(),
            decimal(&board.fourth),
            board.excess.fraction.clone(),
            decimal(&board.excess),
            if is_balanced { "<- best balanced" } else { "" }.to_owned(),
        ]);
    }
    table.write(look, out)?;
    writeln!(
        out,
        "\nA stone of a wall is worth PE3 points on the third line and PE4 on the fourth; E = PE4 - PE3.\n\
         Both are equal at {:.3} lines, so {} lines are the best balanced board.",
        models.root, models.balanced
    )
}
