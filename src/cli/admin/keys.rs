//! `joseki keys`: manages the API keys of the HTTP service, and lists who used that.

use std::io::Write;

use serde_json::json;

use crate::args::{
    Format, KeysArgs, KeysCommand, KeysCreateArgs, KeysListArgs, KeysLogArgs, KeysRevokeArgs,
    KeysRotateArgs,
};
use crate::date::date;
use crate::error::CliError;
use crate::log::note;
use crate::look::OutputStyle;
use crate::table::{Column, TextTable};
use crate::text::{one_line, write_next};
use crate::who::user_name;
use crate::{
    database::{self, DatabaseFile},
    output,
};
use joseki_service::admin::{CreatedKey, now};
use joseki_store::{AuditRow, KeyRecord};
use joseki_wire::AuditJson;

const SECONDS_PER_DAY: i64 = 86_400;
const SECONDS_PER_HOUR: u32 = 3_600;

/// Creates, lists, rotates or revokes keys.
pub fn run(
    db: &DatabaseFile,
    args: &KeysArgs,
    look: OutputStyle,
    out: &mut impl Write,
) -> Result<(), CliError> {
    match &args.command {
        KeysCommand::Create(args) => create(db, args, out),
        KeysCommand::List(args) => list(db, args, look, out),
        KeysCommand::Rotate(args) => rotate(db, args, out),
        KeysCommand::Revoke(args) => revoke(db, args, out),
        KeysCommand::Log(args) => log(db, args, look, out),
    }
}

fn create(db: &DatabaseFile, args: &KeysCreateArgs, out: &mut impl Write) -> Result<(), CliError> {
    let ends = |days: u32| now() + i64::from(days) * SECONDS_PER_DAY;
    let expires = args.expires_in_days.map(ends);
    let service = database::open(db)?;
    let created = service.administration().create_key(
        &args.name,
        args.scopes,
        expires,
        args.rate,
        &user_name(),
    )?;
    print_created(&created, args.format.format, out)
}

fn rotate(db: &DatabaseFile, args: &KeysRotateArgs, out: &mut impl Write) -> Result<(), CliError> {
    let overlap = args.overlap_hours * SECONDS_PER_HOUR;
    let created = database::open_existing(db, true)?.administration().rotate_key(
        &args.prefix,
        overlap,
        &user_name(),
    )?;
    print_created(&created, args.format.format, out)
}

/// Prints a new key, the only time that it is shown.
fn print_created(
    created: &CreatedKey,
    format: Format,
    out: &mut impl Write,
) -> Result<(), CliError> {
    if format == Format::Json {
        return output::json(out, created);
    }
    let record = &created.record;
    writeln!(out, "key      {}", created.secret)?;
    writeln!(out, "name     {}", one_line(&record.name))?;
    writeln!(out, "scopes   {}", record.scopes)?;
    writeln!(out, "expires  {}", expiry(record))?;
    if let Some(rate) = record.rate {
        writeln!(out, "rate     {rate} requests per minute")?;
    }
    out.flush()?;
    note("the key is shown only once: save it now");
    Ok(())
}

fn list(
    db: &DatabaseFile,
    args: &KeysListArgs,
    look: OutputStyle,
    out: &mut impl Write,
) -> Result<(), CliError> {
    let keys = database::open_to_read(db)?.administration().keys()?;
    match args.format.format {
        Format::Json => output::json(out, &json!({ "keys": keys })),
        Format::Text if keys.is_empty() => {
            Ok(writeln!(out, "No keys yet; create one with `joseki keys create`.")?)
        }
        Format::Text => Ok(table(&keys).write(look, out)?),
    }
}

fn revoke(db: &DatabaseFile, args: &KeysRevokeArgs, out: &mut impl Write) -> Result<(), CliError> {
    let record = database::open_existing(db, true)?
        .administration()
        .revoke_key(&args.prefix, &user_name())?;
    match args.format.format {
        Format::Json => output::json(out, &record),
        Format::Text => {
            let name = one_line(&record.name);
            Ok(writeln!(out, "{} ({name}): {}", record.prefix, state(&record))?)
        }
    }
}

fn log(
    db: &DatabaseFile,
    args: &KeysLogArgs,
    look: OutputStyle,
    out: &mut impl Write,
) -> Result<(), CliError> {
    let rows = database::open_to_read(db)?.administration().audit(args.after, args.limit)?;
    match args.format.format {
        Format::Json => output::json(out, &AuditJson::new(rows, args.limit)),
        Format::Text if rows.is_empty() => Ok(writeln!(out, "No entries yet.")?),
        Format::Text => {
            let columns = ["time", "who", "action", "of"].map(Column::Left);
            let [time, who, action, of] = columns;
            let mut table = TextTable::new([Column::Right("number"), time, who, action, of]);
            let next = rows.last().map(|row| row.id).filter(|_| rows.len() == args.limit);
            for row in rows {
                let AuditRow { id, at, who, action, subject, .. } = row;
                table.row([id.to_string(), date(at), one_line(&who), action, one_line(&subject)]);
            }
            table.write(look, out)?;
            Ok(write_next(next, out)?)
        }
    }
}

fn table(keys: &[KeyRecord]) -> TextTable {
    let mut table = TextTable::new([
        Column::Left("prefix"),
        Column::Left("name"),
        Column::Left("scopes"),
        Column::Right("per minute"),
        Column::Left("created"),
        Column::Left("expires"),
        Column::Left("state"),
    ]);
    for key in keys {
        table.row([
            key.prefix.clone(),
            key.name.clone(),
            key.scopes.to_string(),
            key.rate.map_or_else(|| "-".to_owned(), |rate| rate.to_string()),
            date(key.created),
            expiry(key),
            state(key),
        ]);
    }
    table
}

fn expiry(key: &KeyRecord) -> String {
    key.expires.map_or_else(|| "never".to_owned(), date)
}

fn state(key: &KeyRecord) -> String {
    match key.revoked {
        Some(revoked) => format!("revoked {}", date(revoked)),
        None if key.is_valid_at(now()) => "valid".to_owned(),
        None => "expired".to_owned(),
    }
}
