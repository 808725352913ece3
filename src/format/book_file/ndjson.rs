//! Writes a book as JSON lines: an object with the provenance, then one object per node.

use super::head::{BookFile, BookFileHead};
use super::json::Object;
use super::rows::{NodeRow, rows};
use super::selection::Selection;

/// Writes a book as JSON lines. The first has `format`, `program`, `book`, `version`, `license`,
/// `sources` and `rows`.
#[must_use]
pub fn ndjson(selection: &Selection<'_>, head: &BookFileHead) -> BookFile {
    let rows = rows(selection);
    let mut text = Object::default()
        .text("format", "joseki-rows-1")
        .text("program", &head.program)
        .text("book", &head.book)
        .raw("version", &head.version.to_string())
        .optional("license", head.license.as_deref())
        .texts("sources", &head.sources)
        .raw("rows", &rows.len().to_string())
        .line();
    rows.iter().for_each(|row| text += &line(row));
    BookFile {
        bytes: text.into_bytes(),
        unit: "row",
        entries: rows.len(),
        moves: rows.len(),
        left_out: selection.left_out(),
    }
}

fn line(row: &NodeRow) -> String {
    let number = |value: Option<f64>| value.unwrap_or(f64::NAN);
    Object::default()
        .text("line", &row.line)
        .text("parent", &row.parent)
        .text("step", &row.step)
        .raw("depth", &row.depth.to_string())
        .text("mover", row.mover)
        .raw("ends", if row.ends { "true" } else { "false" })
        .optional("verdict", row.verdict)
        .number("confidence", number(row.confidence.map(f64::from)))
        .number("advantage", number(row.advantage))
        .optional("sente", row.sente)
        .number("games", row.games)
        .number("scored", row.scored)
        .number("points", row.points)
        .number("weight", row.weight)
        .texts("names", &row.names)
        .texts("tags", &row.tags)
        .texts("sources", &row.sources)
        .optional("comment", row.comment.as_deref())
        .optional("conditions", row.conditions.as_deref())
        .line()
}
