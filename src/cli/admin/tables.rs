//! `joseki tables`: lists the tables that people and programs play at, and closes them.

use std::io::Write;

use serde_json::json;

use crate::args::{Format, TablesArgs, TablesCloseArgs, TablesCommand};
use crate::date::date;
use crate::error::CliError;
use crate::look::OutputStyle;
use crate::table::{Column, TextTable};
use crate::text::one_line;
use crate::{
    database::{self, DatabaseFile},
    output,
};
use joseki_service::play::ListedTable;

/// Lists tables, or closes some.
pub fn run(
    db: &DatabaseFile,
    args: &TablesArgs,
    look: OutputStyle,
    out: &mut impl Write,
) -> Result<(), CliError> {
    if let Some(TablesCommand::Close(args)) = &args.command {
        return close(db, args, out);
    }
    let tables = database::open_to_read(db)?.tables().list(args.limit as usize)?;
    match args.format.format {
        Format::Json => output::json(out, &json!({ "tables": tables })),
        Format::Text if tables.is_empty() => Ok(writeln!(out, "No table.")?),
        Format::Text => Ok(table(&tables).write(look, out)?),
    }
}

fn close(db: &DatabaseFile, args: &TablesCloseArgs, out: &mut impl Write) -> Result<(), CliError> {
    let service = database::open_existing(db, true)?;
    let mut closed: Vec<ListedTable> = Vec::new();
    let mut close = |id: &String| -> Result<(), CliError> {
        let table = service.tables().close(id)?.0;
        if args.format.format == Format::Text {
            writeln!(out, "{}: closed", table.id)?;
        }
        closed.push(table);
        Ok(())
    };
    // Also report what was closed before an error.
    let done = args.ids.iter().try_for_each(&mut close);
    if args.format.format == Format::Json {
        output::json(out, &json!({ "closed": closed }))?;
    }
    done
}

fn table(tables: &[ListedTable]) -> TextTable {
    let columns = [
        Column::Left("table"),
        Column::Left("game"),
        Column::Left("black"),
        Column::Left("white"),
        Column::Right("actions"),
        Column::Left("result"),
        Column::Left("made"),
        Column::Left("last action"),
        Column::Left("node"),
    ];
    let mut text = TextTable::new(columns);
    for table in tables {
        text.row([
            table.id.clone(),
            one_line(&table.game),
            table.black.clone(),
            table.white.clone(),
            table.version.to_string(),
            table.result.clone().unwrap_or_else(|| "goes on".to_owned()),
            date(table.made),
            date(table.touched),
            one_line(&table.node),
        ]);
    }
    text
}
