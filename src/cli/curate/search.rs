//! `joseki search`: finds moves of a book by names, tags and comments.

use std::io::Write;

use crate::args::{Format, SearchArgs};
use crate::error::CliError;
use crate::look::OutputStyle;
use crate::table::{Column, TextTable};
use crate::{
    database::{self, DatabaseFile},
    output,
};
use joseki_game::Color;
use joseki_service::BookRef;
use joseki_wire::{Coords, FoundNodeJson, FoundNodesJson, frame_of, parse_text_query};

/// Lists the moves.
pub fn run(
    db: &DatabaseFile,
    args: &SearchArgs,
    look: OutputStyle,
    out: &mut impl Write,
) -> Result<(), CliError> {
    let query = parse_text_query("q", &args.words.join(" ")).map_err(CliError::Request)?;
    let service = database::open_to_read(db)?;
    let frame = frame_of(service.variant_of(&args.book)?, None, None);
    let (frame, first) = (frame.map_err(CliError::Request)?, Color::Black);
    let book = BookRef::current(&args.book);
    let found = service.curation().search_text(&book, &query, (frame, first), args.limit)?;
    let found = FoundNodesJson::new(&found, &query, (frame, first, Coords::default()));
    if args.format.format == Format::Json {
        return output::json(out, &found);
    }
    if found.total == 0 {
        return Ok(writeln!(out, "Nothing in book {} has these words.", args.book)?);
    }
    table(&found.nodes).write(look, out)?;
    match found.total - found.nodes.len() {
        0 => Ok(()),
        more => Ok(writeln!(out, "{more} more; --limit shows them.")?),
    }
}

fn table(nodes: &[FoundNodeJson]) -> TextTable {
    let columns = [
        Column::Right("games"),
        Column::Left("verdict"),
        Column::Left("line"),
        Column::Left("moves"),
        Column::Left("names"),
    ];
    let mut table = TextTable::new(columns);
    for node in nodes {
        let moves = node.points.iter().map(|point| point.as_deref().unwrap_or("tenuki"));
        table.row([
            node.games.to_string(),
            node.verdict.unwrap_or_default().to_owned(),
            node.line.clone(),
            moves.collect::<Vec<_>>().join(" "),
            words(node),
        ]);
    }
    table
}

/// Returns the names of a move, else what else has the words.
fn words(node: &FoundNodeJson) -> String {
    let opening = node.opening.as_ref();
    let opening = opening.map(|it| format!("{} {} {}", it.code, it.name, it.chinese));
    let names = node.names.join(", ");
    let names = if names.is_empty() { opening.unwrap_or_default() } else { names };
    let tags = node.tags.join(", ");
    match node.found {
        "comment" => node.excerpt.as_deref().unwrap_or_default().replace('\n', " "),
        "tag" if names.is_empty() => tags,
        "tag" => format!("{names} ({tags})"),
        _ => names,
    }
}
