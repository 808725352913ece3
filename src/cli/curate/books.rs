//! `joseki books`: lists all books.

use std::io::Write;

use crate::cli::args::{BooksArgs, Format};
use crate::cli::date::date;
use crate::cli::error::CliError;
use crate::cli::look::OutputStyle;
use crate::cli::table::{Column, TextTable};
use crate::cli::{
    database::{self, DatabaseFile},
    output,
};
use crate::store::BookInfo;
use crate::wire::{BooksJson, CountedBookJson};

/// Lists the books.
pub fn run(
    db: &DatabaseFile,
    args: &BooksArgs,
    look: OutputStyle,
    out: &mut impl Write,
) -> Result<(), CliError> {
    let service = database::open_to_read(db)?;
    let counted = |info: &BookInfo| -> Result<CountedBookJson, CliError> {
        let counted = service.counted_games(&info.name)?;
        Ok(CountedBookJson::new(info, service.games_in(&info.name)?, counted))
    };
    let books = service.books()?;
    let books: Vec<CountedBookJson> = books.iter().map(counted).collect::<Result<_, _>>()?;
    match args.format.format {
        Format::Text => Ok(table(&books).write(look, out)?),
        Format::Json => output::json(out, &BooksJson { books }),
    }
}

fn table(books: &[CountedBookJson]) -> TextTable {
    let mut table = TextTable::new([
        Column::Left("book"),
        Column::Right("version"),
        Column::Right("nodes"),
        Column::Right("lines"),
        Column::Right("games"),
        Column::Left("changed"),
    ]);
    for CountedBookJson { book, games, counted_games } in books {
        table.row([
            book.name.clone(),
            book.version.to_string(),
            book.nodes.to_string(),
            book.lines.to_string(),
            counted_games.unwrap_or(*games).to_string(),
            date(book.changed),
        ]);
    }
    table
}
