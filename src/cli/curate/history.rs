//! `joseki history` and `joseki change`: list and show changes of books and nodes.

use std::io::Write;

use super::change_report::{ListedNodes, write_change_number, write_delta, write_fields};
use crate::args::{ChangeArgs, Format, HistoryArgs};
use crate::date::date;
use crate::error::CliError;
use crate::look::OutputStyle;
use crate::table::{Column, TextTable};
use crate::text::{one_line, write_next};
use crate::{
    database::{self, DatabaseFile},
    output,
};
use joseki_book::Line;
use joseki_service::curate::{ChangePage, NodeChangePage};
use joseki_store::{ChangeKind, ChangeQuery, ChangeRow};
use joseki_wire::{
    ChangeDetailsJson, ChangeJson, ChangesJson, DeltaJson, EditItem, EditOp, NodeChangeJson,
    NodeChangesJson,
};

/// Lists changes of a book, of all books, or of a node.
pub fn run(
    db: &DatabaseFile,
    args: &HistoryArgs,
    look: OutputStyle,
    out: &mut impl Write,
) -> Result<(), CliError> {
    let line = node(db, args)?;
    let service = database::open_to_read(db)?;
    if let Some(line) = line {
        let page = service.curation().node_changes(&args.book, &line, args.after, args.limit)?;
        return match args.format.format {
            Format::Json => output::json(out, &NodeChangesJson::from(&page)),
            Format::Text => write_node(&page, look, out),
        };
    }
    let page = service.curation().changes(&ChangeQuery {
        book: (!args.all).then(|| args.book.clone()),
        before: args.after,
        after: None,
        limit: args.limit,
    })?;
    match args.format.format {
        Format::Json => output::json(out, &ChangesJson::from(&page)),
        Format::Text => write(&page, look, out),
    }
}

/// Shows one change.
pub fn change(db: &DatabaseFile, args: &ChangeArgs, out: &mut impl Write) -> Result<(), CliError> {
    let (row, delta) = database::open_to_read(db)?.curation().change(args.id)?;
    let details = args.details.count(args.format.format);
    if args.format.format == Format::Json {
        return output::json(
            out,
            &ChangeDetailsJson {
                entry: ChangeJson::from(&row),
                difference: DeltaJson::new(&delta, None, details),
            },
        );
    }
    for (head, text) in [
        ("change", row.id.to_string()),
        ("book", format!("{}, version {}", row.book, row.version)),
        ("when", date(row.at)),
        ("kind", row.note.kind.to_string()),
        ("who", row.note.who.clone()),
        ("with", row.note.what.clone()),
        ("why", row.note.reason.clone()),
        ("nodes", numbers(&row)),
    ] {
        if !text.is_empty() {
            writeln!(out, "{head:<6}  {}", one_line(&text))?;
        }
    }
    if !row.has_contents {
        return Ok(writeln!(out, "\nThe history has no details of this change.")?);
    }
    writeln!(out)?;
    write_delta(&delta, ListedNodes::All, details, out)?;
    let reverted = matches!(
        row.note.kind,
        ChangeKind::Edit
            | ChangeKind::Grow
            | ChangeKind::Import
            | ChangeKind::Merge
            | ChangeKind::Split
            | ChangeKind::Delete
            | ChangeKind::Revert
    );
    if reverted {
        writeln!(out)?;
        write_change_number(Some(row.id), db, out)?;
    }
    Ok(())
}

fn node(db: &DatabaseFile, args: &HistoryArgs) -> Result<Option<Line>, CliError> {
    let item = match (&args.line, &args.moves) {
        (Some(line), _) => EditItem::for_line(EditOp::Set, line),
        (None, Some(moves)) => EditItem::for_moves(EditOp::Set, moves),
        (None, None) => return Ok(None),
    };
    let variant = database::variant(db, &args.book)?;
    let laid = item.orient(variant).map_err(CliError::Node)?;
    Ok(Some(laid.line))
}

fn write(page: &ChangePage, look: OutputStyle, out: &mut impl Write) -> Result<(), CliError> {
    let mut table = TextTable::new([
        Column::Right("change"),
        Column::Left("book"),
        Column::Right("version"),
        Column::Left("when"),
        Column::Left("kind"),
        Column::Left("nodes"),
        Column::Left("who"),
        Column::Left("what"),
    ]);
    for row in &page.changes {
        table.row([
            row.id.to_string(),
            row.book.clone(),
            row.version.to_string(),
            date(row.at),
            row.note.kind.to_string(),
            numbers(row),
            row.note.who.clone(),
            remarks(row),
        ]);
    }
    table.write(look, out)?;
    Ok(write_next(page.next, out)?)
}

fn write_node(
    page: &NodeChangePage,
    look: OutputStyle,
    out: &mut impl Write,
) -> Result<(), CliError> {
    for log in &page.changes {
        let row = &log.change;
        let remarks = remarks(row);
        let head = format!(
            "change {}, version {}, {}, {} by {}{}{}",
            row.id,
            row.version,
            date(row.at),
            row.note.kind,
            row.note.who,
            if remarks.is_empty() { "" } else { ": " },
            remarks,
        );
        writeln!(out, "{}", look.bold(&one_line(&head)))?;
        let node = NodeChangeJson::from(&log.node);
        write_fields(&node, out)?;
    }
    Ok(write_next(page.next, out)?)
}

/// Formats the numbers of added, changed and deleted nodes: `+5 ~2 -1`.
fn numbers(row: &ChangeRow) -> String {
    let parts = [('+', row.inserted), ('~', row.updated), ('-', row.deleted)];
    let said = parts.into_iter().filter(|(_, number)| *number > 0);
    let said = said.map(|(sign, number)| format!("{sign}{number}"));
    said.collect::<Vec<_>>().join(" ")
}

/// Joins the files and the reason of a change.
fn remarks(row: &ChangeRow) -> String {
    let note = &row.note;
    let parts = [note.what.as_str(), note.reason.as_str()].into_iter();
    let said: Vec<&str> = parts.filter(|text| !text.is_empty()).collect();
    said.join(": ")
}
