//! `joseki sources`: lists the sources of all books, and writes down what is known of them.

use std::io::Write;

use serde_json::json;

use crate::args::{Format, SourcesArgs, SourcesCommand, SourcesSetArgs};
use crate::error::CliError;
use crate::look::OutputStyle;
use crate::table::{Column, TextTable};
use crate::text::one_line;
use crate::who::user_name;
use crate::{
    database::{self, DatabaseFile},
    output,
};
use joseki_service::curate::{SourceFields, SourceUse};
use joseki_store::SourceRecord;

/// Lists sources, or sets one.
pub fn run(
    db: &DatabaseFile,
    args: &SourcesArgs,
    look: OutputStyle,
    out: &mut impl Write,
) -> Result<(), CliError> {
    if let Some(SourcesCommand::Set(args)) = &args.command {
        return set(db, args, out);
    }
    let sources = database::open_to_read(db)?.curation().sources()?;
    match args.format.format {
        Format::Json => output::json(out, &json!({ "sources": sources })),
        Format::Text if sources.is_empty() => Ok(writeln!(out, "No book names a source.")?),
        Format::Text => Ok(table(&sources).write(look, out)?),
    }
}

fn set(db: &DatabaseFile, args: &SourcesSetArgs, out: &mut impl Write) -> Result<(), CliError> {
    let fields = SourceFields {
        license: args.license.clone(),
        attribution: args.attribution.clone(),
        address: args.address.clone(),
        withheld: (args.withhold || args.publish).then_some(args.withhold),
    };
    let source = database::open(db)?.curation().set_source(&args.name, fields, &user_name())?;
    match args.format.format {
        Format::Json => output::json(out, &SourceUse { source, books: Vec::new() }),
        Format::Text => {
            let (name, license) = (one_line(&source.name), one_line(&source.license));
            Ok(writeln!(out, "{name}: licence {license}, {}", state(&source))?)
        }
    }
}

const fn state(source: &SourceRecord) -> &'static str {
    if source.withheld { "withheld" } else { "served and exported" }
}

fn table(sources: &[SourceUse]) -> TextTable {
    let columns = ["source", "licence", "state", "attribution", "address", "books"];
    let mut table = TextTable::new(columns.map(Column::Left));
    for SourceUse { source, books } in sources {
        table.row([
            one_line(&source.name),
            one_line(&source.license),
            state(source).to_owned(),
            one_line(&source.attribution),
            one_line(&source.address),
            books.join(", "),
        ]);
    }
    table
}
