//! `joseki books`: the heads of all books.

use std::io::Write;
use std::path::Path;

use super::args::{BooksArgs, Format};
use super::date::date;
use super::error::CliError;
use super::look::Look;
use super::table::{Column, Table};
use super::{database, output};
use crate::store::BookInfo;
use crate::wire::BooksJson;

/// Lists the books.
pub fn run(db: &Path, args: &BooksArgs, look: Look, out: &mut impl Write) -> Result<(), CliError> {
    let books = database::open(db)?.books()?;
    match args.format.format {
        Format::Text => Ok(table(&books).write(look, out)?),
        Format::Json => {
            let books = books.iter().map(Into::into).collect();
            output::json(out, &BooksJson { books })
        }
    }
}

fn table(books: &[BookInfo]) -> Table {
    let mut table = Table::new([
        Column::Left("book"),
        Column::Right("version"),
        Column::Right("nodes"),
        Column::Right("lines"),
        Column::Left("changed"),
    ]);
    for book in books {
        table.row([
            book.name.clone(),
            book.version.to_string(),
            book.nodes.to_string(),
            book.lines.to_string(),
            date(book.changed),
        ]);
    }
    table
}
