//! `joseki books`: lists all books.

use std::io::Write;

use crate::args::{BooksArgs, Format};
use crate::date::date;
use crate::error::CliError;
use crate::look::OutputStyle;
use crate::table::{Column, TextTable};
use crate::{
    database::{self, DatabaseFile},
    log, output,
};
use joseki_game::Variant;
use joseki_store::BookInfo;
use joseki_wire::{BooksJson, CountedBookJson};

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
    for error in service.unknown_variants()? {
        log::warning(&error.to_string());
    }
    let books = service.books()?;
    let books: Vec<CountedBookJson> = books.iter().map(counted).collect::<Result<_, _>>()?;
    match args.format.format {
        Format::Text => Ok(table(&books).write(look, out)?),
        Format::Json => output::json(out, &BooksJson { books }),
    }
}

fn table(books: &[CountedBookJson]) -> TextTable {
    // Most databases have books of Go only.
    let several = books.iter().any(|counted| !counted.book.variant.is_default());
    let columns = [
        Column::Left("book"),
        Column::Right("version"),
        Column::Right("nodes"),
        Column::Right("lines"),
        Column::Right("games"),
        Column::Left("changed"),
    ];
    let games = several.then_some(Column::Left("game"));
    let mut table = TextTable::new(columns.into_iter().chain(games).collect::<Vec<_>>());
    for CountedBookJson { book, games, counted_games, .. } in books {
        let row = [
            book.name.clone(),
            book.version.to_string(),
            book.nodes.to_string(),
            book.lines.to_string(),
            counted_games.unwrap_or(*games).to_string(),
            date(book.changed),
        ];
        table.row(row.into_iter().chain(several.then(|| game(book.variant))));
    }
    table
}

/// Returns a game with the size of its boards, if it has several.
fn game(variant: Variant) -> String {
    let size = variant.board_size().map(|lines| format!(" {lines}x{lines}"));
    format!("{}{}", variant.game(), size.unwrap_or_default())
}
