//! Writes a book as JSON lines: an object with the provenance, then one object per node.

use std::io;

use super::head::{BookFileHead, Contents, FileSink};
use super::json::Object;
use super::rows::{NodeRow, contents, nodes, row};
use super::selection::Selection;
use joseki_base::cancel::checkpoint;

/// Writes a book as JSON lines. The first has `format`, `program`, `book`, `version`, `license`,
/// `sources` and `rows`.
///
/// # Errors
/// When the output fails or the work is cancelled.
pub fn ndjson(
    selection: &Selection<'_>,
    head: &BookFileHead,
    out: &mut dyn FileSink,
) -> io::Result<Contents> {
    let nodes = nodes(selection)?;
    let contents = contents(selection, &nodes);
    out.begin(&contents)?;
    let first = Object::default()
        .text("format", "joseki-rows-1")
        .text("program", &head.program)
        .text("book", &head.book)
        .raw("version", &head.version.to_string())
        .optional("license", head.license.as_deref())
        .texts("sources", &head.sources)
        .raw("rows", &nodes.len().to_string())
        .line();
    out.write_all(first.as_bytes())?;
    for node in nodes {
        checkpoint()?;
        out.write_all(line(&row(selection, node)).as_bytes())?;
    }
    Ok(contents)
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
