//! `joseki weights`: weights of our own engines in the database.

use std::io::Write;

use serde_json::json;

use crate::args::{
    Format, WeightsArgs, WeightsCommand, WeightsHistoryArgs, WeightsListArgs, WeightsSetArgs,
    WeightsShowArgs,
};
use crate::date::date;
use crate::error::CliError;
use crate::look::OutputStyle;
use crate::table::{Column, TextTable};
use crate::text::one_line;
use crate::who::user_name;
use crate::{
    database::{self, DatabaseFile},
    output, source,
};
use joseki_service::Code;
use joseki_store::WeightsVersion;
use joseki_wire::{RequestError, WeightsJson};

/// Lists, prints or adds weights.
pub fn run(
    db: &DatabaseFile,
    args: &WeightsArgs,
    look: OutputStyle,
    out: &mut impl Write,
) -> Result<(), CliError> {
    match &args.command {
        WeightsCommand::List(args) => list(db, args, look, out),
        WeightsCommand::Show(args) => show(db, args, out),
        WeightsCommand::Set(args) => set(db, args, out),
        WeightsCommand::History(args) => history(db, args, look, out),
    }
}

fn list(
    db: &DatabaseFile,
    args: &WeightsListArgs,
    look: OutputStyle,
    out: &mut impl Write,
) -> Result<(), CliError> {
    let mut last: Vec<WeightsVersion> = Vec::new();
    for version in database::open_to_read(db)?.engines().all_weights()? {
        match last.last_mut() {
            Some(earlier) if earlier.name == version.name => *earlier = version,
            _ => last.push(version),
        }
    }
    print(&last, args.format.format, look, out)
}

fn history(
    db: &DatabaseFile,
    args: &WeightsHistoryArgs,
    look: OutputStyle,
    out: &mut impl Write,
) -> Result<(), CliError> {
    let versions = database::open_to_read(db)?.engines().weights_history(&args.name)?;
    print(&versions, args.format.format, look, out)
}

fn print(
    versions: &[WeightsVersion],
    format: Format,
    look: OutputStyle,
    out: &mut impl Write,
) -> Result<(), CliError> {
    if format == Format::Json {
        let versions: Vec<WeightsJson> = versions.iter().map(WeightsJson::head).collect();
        return output::json(out, &json!({ "weights": versions }));
    }
    if versions.is_empty() {
        return Ok(writeln!(out, "No weights yet; add some with `joseki weights set`.")?);
    }
    let [name, evaluation, time, by, comment] =
        ["name", "evaluation", "time", "by", "comment"].map(Column::Left);
    let mut table = TextTable::new([name, Column::Right("version"), evaluation, time, by, comment]);
    for version in versions {
        table.row([
            version.name.clone(),
            version.version.to_string(),
            version.evaluation.clone(),
            date(version.at),
            one_line(&version.by),
            one_line(&version.comment),
        ]);
    }
    Ok(table.write(look, out)?)
}

fn show(db: &DatabaseFile, args: &WeightsShowArgs, out: &mut impl Write) -> Result<(), CliError> {
    let version = database::open_to_read(db)?.engines().weights(&args.weights)?;
    match args.format.format {
        Format::Json => output::json(out, &WeightsJson::whole(&version)),
        Format::Text => output::file(out, version.text.as_bytes()),
    }
}

fn set(db: &DatabaseFile, args: &WeightsSetArgs, out: &mut impl Write) -> Result<(), CliError> {
    let text = String::from_utf8(source::read(&args.file)?).map_err(|error| {
        let message = format!("{}: {}", source::name(&args.file), error.utf8_error());
        CliError::Request(RequestError::new(Code::InvalidValue, "weights", message))
    })?;
    let (version, is_new) = database::open(db)?.engines().set_weights(
        &args.name,
        &text,
        &args.comment,
        &user_name(),
    )?;
    match args.format.format {
        Format::Json => output::json(out, &WeightsJson::head(&version)),
        Format::Text => {
            let WeightsVersion { name, version, .. } = version;
            let state = if is_new { "is now" } else { "is unchanged: its last version is" };
            Ok(writeln!(out, "{name} {state} {name}@{version}")?)
        }
    }
}
