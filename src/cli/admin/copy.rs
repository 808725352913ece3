//! `joseki copy`: everything in a database into an empty one.

use std::io::{self, Write};
use std::time::Instant;

use crate::args::{CopyArgs, Format};
use crate::database;
use crate::error::CliError;
use crate::output;
use crate::progress::TaskProgress;
use crate::text::count;
use joseki_store::{DatabaseAddress, StoreError};
use joseki_wire::{CopiedTableJson, CopyJson};

/// Copies a database. A new file that could not be filled is removed.
pub fn run(args: &CopyArgs, out: &mut impl Write) -> Result<(), CliError> {
    let started = Instant::now();
    let from = database::open_other(known_password(&args.from)?)?;
    let new = args.to.missing_file();
    let to = database::open_empty(known_password(&args.to)?)?;
    let waiting = TaskProgress::start(format!("copying {}", args.from));
    let copied = from.copy_to(&to);
    drop(waiting);
    if let Some(path) = new
        && copied.is_err()
    {
        drop(to);
        // If removing fails too, the error of the copy is still the one to report.
        drop(database::remove_incomplete(path));
    }
    let failed = |error: StoreError| CliError::Database { address: args.to.clone(), error };
    let tables = copied.map_err(failed)?.into_iter();
    let answer = CopyJson {
        from: args.from.to_string(),
        to: args.to.to_string(),
        tables: tables.map(|(table, rows)| CopiedTableJson { table, rows }).collect(),
        seconds: started.elapsed().as_secs_f64(),
    };
    match args.format.format {
        Format::Json => output::json(out, &answer),
        Format::Text => Ok(write(&answer, out)?),
    }
}

/// Refuses an address with a password, which others could see.
fn known_password(address: &DatabaseAddress) -> Result<&DatabaseAddress, CliError> {
    if address.has_password() { Err(CliError::PasswordInAddress) } else { Ok(address) }
}

fn write(answer: &CopyJson, out: &mut impl Write) -> io::Result<()> {
    let rows: u64 = answer.tables.iter().map(|table| table.rows).sum();
    let of = |name: &str| {
        let found = answer.tables.iter().find(|table| table.table == name);
        found.map_or(0, |table| table.rows)
    };
    writeln!(out, "{}: copied to {} in {:.1} s.", answer.from, answer.to, answer.seconds)?;
    writeln!(
        out,
        "{} in all; {} of {}, {}, {}.",
        count(rows, "row"),
        count(of("node"), "node"),
        count(of("book"), "book"),
        count(of("game"), "counted game"),
        count(of("result"), "result"),
    )
}
