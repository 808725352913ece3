//! Text report of the differences between two states of a book.

use std::io;
use std::io::Write;

use serde_json::Value;

use crate::{
    again,
    database::DatabaseFile,
    text::{count, one_line, width},
};
use joseki_book::{Contradiction, Delta, NodeChange};
use joseki_service::curate::ChangeOutcome;
use joseki_wire::{ContradictionJson, FieldChangeJson, NodeChangeJson};

/// Maximum number of characters of a value; longer ones are cut.
const LONGEST: usize = 60;
/// Text for a node without steps.
const EMPTY_CORNER: &str = "(empty corner)";

/// Which nodes are listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListedNodes {
    /// All nodes that differ.
    All,
    /// Only nodes that exist before and after; the others are only counted.
    Changed,
}

/// Writes the first `most` nodes with one line per field, and counts the others.
pub fn write_delta(
    delta: &Delta,
    told: ListedNodes,
    most: usize,
    out: &mut impl Write,
) -> io::Result<()> {
    let stays = |change: &NodeChange| change.before.is_some() && change.after.is_some();
    let wanted = delta
        .changes()
        .iter()
        .filter(|change| told == ListedNodes::All || change.line.is_empty() || stays(change));
    let nodes: Vec<NodeChangeJson> = wanted.clone().take(most).map(Into::into).collect();
    write_rows(nodes.iter().flat_map(rows).collect(), "", out)?;
    match wanted.count().saturating_sub(most) {
        0 => Ok(()),
        more => writeln!(out, "… and {}; --details shows them", count(more, "more node")),
    }
}

/// Writes the changed fields of one node, without its line.
pub fn write_fields(node: &NodeChangeJson, out: &mut impl Write) -> io::Result<()> {
    let fields = rows(node).into_iter();
    let rows = fields.map(|[_, field, values]| [String::new(), field, values]);
    write_rows(rows.collect(), "", out)
}

/// Writes the first `most` contradictions, those of verdicts first, with the value that was kept.
pub fn write_contradictions(
    found: &[Contradiction],
    most: usize,
    out: &mut impl Write,
) -> io::Result<()> {
    if found.is_empty() {
        return Ok(());
    }
    writeln!(out, "\n{}:", count(found.len(), "contradiction"))?;
    let mut sorted: Vec<&Contradiction> = found.iter().collect();
    sorted.sort_by_key(|found| found.conflict.field != "verdict");
    let shown = sorted.into_iter().take(most).map(ContradictionJson::from);
    write_rows(shown.map(contradiction).collect(), "  ", out)?;
    match found.len().saturating_sub(most) {
        0 => Ok(()),
        more => writeln!(out, "  … and {more} more; --details shows them"),
    }
}

/// Formats the numbers of changed nodes: `2 nodes added, 1 node changed`; empty if nothing differs.
pub fn counts(delta: &Delta) -> String {
    let (added, changed, deleted) = delta.counts();
    let parts = [(added, "added"), (changed, "changed"), (deleted, "deleted")];
    let said = parts.into_iter().filter(|(number, _)| *number > 0);
    let said = said.map(|(number, what)| {
        let number = usize::try_from(number).unwrap_or(usize::MAX);
        format!("{} {what}", count(number, "node"))
    });
    said.collect::<Vec<_>>().join(", ")
}

fn rows(node: &NodeChangeJson) -> Vec<[String; 3]> {
    let line = match node.line.as_str() {
        "" => EMPTY_CORNER,
        line => line,
    };
    let row = |field: &str, values: String| [line.to_owned(), field.to_owned(), values];
    let whole = (node.change != "changed").then(|| row(node.change, String::new()));
    // For added nodes, `ends` and `mined` carry no information: every leaf ends a line. Any
    // other change of a mined node makes it a written one.
    let is_told = |field: &&FieldChangeJson| match field.field {
        "ends" => node.change == "changed",
        "mined" => node.change == "changed" && node.fields.len() == 1,
        _ => true,
    };
    let fields: Vec<&FieldChangeJson> = match node.change {
        "deleted" => Vec::new(),
        _ => node.fields.iter().filter(is_told).collect(),
    };
    let fields = fields.into_iter().map(|field| {
        let values = format!("{} -> {}", value_text(&field.before), value_text(&field.after));
        row(field.field, values)
    });
    whole.into_iter().chain(fields).collect()
}

fn contradiction(found: ContradictionJson) -> [String; 3] {
    let [kept, left_out] = [&found.kept, &found.left_out].map(|text| match text.as_str() {
        "" => "nothing".to_owned(),
        text => cut(text),
    });
    let whose = if found.taken { "new" } else { "kept" };
    let values = format!("{kept} ({whose}), not {left_out}");
    let line = Some(found.line).filter(|line| !line.is_empty());
    let line = line.unwrap_or_else(|| EMPTY_CORNER.to_owned());
    [line, found.field.to_owned(), values]
}

fn value_text(value: &Value) -> String {
    match value {
        Value::Null => "nothing".to_owned(),
        Value::String(text) => cut(text),
        Value::Array(texts) if texts.is_empty() => "nothing".to_owned(),
        Value::Array(texts) => {
            let texts = texts.iter().filter_map(Value::as_str);
            cut(&texts.collect::<Vec<_>>().join(", "))
        }
        other => cut(&other.to_string()),
    }
}

fn cut(text: &str) -> String {
    // Cut before cleaning, since a value can be a megabyte long.
    let text: String = text.chars().take(4 * LONGEST).collect();
    let text = one_line(&text);
    if text.chars().count() > LONGEST {
        text.chars().take(LONGEST).chain(['…']).collect()
    } else {
        text
    }
}

fn write_rows(rows: Vec<[String; 3]>, indent: &str, out: &mut impl Write) -> io::Result<()> {
    let widest = |column: usize| rows.iter().map(|row| width(&row[column])).max();
    let (line_width, field_width) = (widest(0).unwrap_or(0), widest(1).unwrap_or(0));
    for [line, field, values] in &rows {
        let gap = if line_width > 0 { 2 } else { 0 };
        let row = format!(
            "{indent}{line}{}{field}{}{values}",
            " ".repeat(line_width - width(line) + gap),
            " ".repeat(field_width - width(field) + 2),
        );
        writeln!(out, "{}", row.trim_end())?;
    }
    Ok(())
}

/// Writes the changed nodes, the contradictions, and the new state of the book.
pub fn write(
    outcome: &ChangeOutcome,
    contradictions: &[Contradiction],
    most: usize,
    db: &DatabaseFile,
    out: &mut impl Write,
) -> io::Result<()> {
    write_delta(&outcome.delta, ListedNodes::All, most, out)?;
    write_contradictions(contradictions, most, out)?;
    if !outcome.delta.is_empty() || !contradictions.is_empty() {
        writeln!(out)?;
    }
    write_book(outcome, db, out)
}

fn write_book(outcome: &ChangeOutcome, db: &DatabaseFile, out: &mut impl Write) -> io::Result<()> {
    let (book, counts) = (&outcome.book, counts(&outcome.delta));
    let (name, version) = (&book.name, book.version);
    match (counts.as_str(), outcome.dry_run) {
        ("", true) => {
            writeln!(out, "Dry run, nothing was written: book {name} would not change.")
        }
        ("", false) => writeln!(out, "Book {name} did not change: version {version}."),
        (counts, true) => writeln!(
            out,
            "Dry run, nothing was written: book {name} would become version {version}: {counts}."
        ),
        (counts, false) => {
            writeln!(out, "Book {name} is now version {version}: {counts}.")?;
            if book.nodes == 0 {
                writeln!(
                    out,
                    "Book {name} is empty now; to delete it: {}",
                    again::command(db, &format!("book delete {name}"))
                )?;
            }
            write_change_number(outcome.change, db, out)
        }
    }
}

/// Writes the number of a change and the command that reverts it.
pub fn write_change_number(
    change: Option<i64>,
    db: &DatabaseFile,
    out: &mut impl Write,
) -> io::Result<()> {
    let Some(change) = change else { return Ok(()) };
    let revert = again::command(db, &format!("revert {change}"));
    writeln!(out, "This is change {change}; to revert it: {revert}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use joseki_book::{Edit, Forest, Line, Patch, Verdict};

    fn delta() -> Delta {
        let line = |text: &str| text.parse::<Line>().unwrap();
        let before: Forest = [line("DDCF"), line("DDDE")].iter().collect();
        let judged = |verdict| Patch { verdict: Some(Some(verdict)), ..Patch::default() };
        let edits = [
            Edit::Set { line: line("DDCF"), patch: judged(Verdict::Mistake) },
            Edit::Add { line: line("DDCFFC"), patch: judged(Verdict::Good) },
            Edit::Delete { line: line("DDDE") },
        ];
        let edit = |forest: Forest, edit: &Edit| forest.edited(edit).unwrap();
        let after = edits.iter().fold(before.clone(), edit);
        Delta::between(&before, &after)
    }

    fn told(told: ListedNodes, most: usize) -> String {
        let mut out = Vec::new();
        write_delta(&delta(), told, most, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn every_field_of_a_node_has_a_line() {
        assert_eq!(
            told(ListedNodes::All, 20),
            "\
DDCF    verdict  nothing -> mistake
DDCFFC  added
DDCFFC  verdict  nothing -> good
DDDE    deleted
"
        );
        assert_eq!(counts(&delta()), "1 node added, 1 node changed, 1 node deleted");
        assert_eq!(told(ListedNodes::Changed, 20), "DDCF  verdict  nothing -> mistake\n");
    }

    #[test]
    fn a_long_list_is_cut() {
        assert_eq!(
            told(ListedNodes::All, 1),
            "DDCF  verdict  nothing -> mistake\n… and 2 more nodes; --details shows them\n"
        );
        assert_eq!(told(ListedNodes::Changed, 0), "… and 1 more node; --details shows them\n");
    }

    #[test]
    fn values_are_cut_and_cleaned() {
        let long = "x".repeat(1_000_000);
        assert_eq!(value_text(&Value::from(long)).chars().count(), LONGEST + 1);
        assert_eq!(value_text(&Value::from("a\x1b[2J\nb")), "a [2J b");
        assert_eq!(value_text(&serde_json::json!(["a", "b"])), "a, b");
        assert_eq!(value_text(&Value::Null), "nothing");
    }
}
