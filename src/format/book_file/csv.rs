//! Writes a book as CSV (RFC 4180): a row of column names, then one row per node.

use std::io;

use super::head::{Contents, FileSink};
use super::rows::{COLUMNS, NodeRow, contents, nodes, row};
use super::selection::Selection;
use joseki_base::cancel::checkpoint;

/// Writes a book as CSV in UTF-8. Several names, tags or sources of a node are joined by `; `. A
/// text that a spreadsheet would take for a formula gets an apostrophe in front, which spreadsheets
/// hide.
///
/// ```
/// use joseki_book::{Index, Line};
/// use joseki_format::book_file::{self, BookFile, Purpose, Selection, SelectionCriteria};
///
/// let line: Line = "DDCF".parse()?;
/// let index = Index::build([line].iter().collect());
/// let weights = vec![1_u32; index.len() + 1];
/// let criteria = SelectionCriteria::default();
/// let selection = Selection::new(&index, &weights, &criteria, Purpose::Tree);
/// let file = BookFile::collect(|out| book_file::csv(&selection, out))?;
/// let text = String::from_utf8(file.bytes)?;
/// assert!(text.starts_with("line,parent,step,depth,mover,ends,verdict,"));
/// assert_eq!(text.lines().nth(2), Some("DDCF,DD,CF,2,second,1,,,,,0,0,0,1,,,,,"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the output fails or the work is cancelled.
pub fn csv(selection: &Selection<'_>, out: &mut dyn FileSink) -> io::Result<Contents> {
    let nodes = nodes(selection)?;
    let contents = contents(selection, &nodes);
    out.begin(&contents)?;
    let mut writer =
        csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(&mut *out);
    writer.write_record(COLUMNS).map_err(failed_output)?;
    for node in nodes {
        checkpoint()?;
        writer.write_record(fields(&row(selection, node))).map_err(failed_output)?;
    }
    writer.flush()?;
    Ok(contents)
}

/// The error of the output itself, which may be that the work was cancelled.
fn failed_output(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        other => io::Error::other(format!("{other:?}")),
    }
}

/// The fields in the order of [`COLUMNS`]; unknown values are empty.
fn fields(row: &NodeRow) -> [String; COLUMNS.len()] {
    let text = |value: Option<&str>| value.unwrap_or_default().to_owned();
    let number = |value: Option<String>| value.unwrap_or_default();
    [
        row.line.clone(),
        row.parent.clone(),
        row.step.clone(),
        row.depth.to_string(),
        row.mover.to_owned(),
        u8::from(row.ends).to_string(),
        text(row.verdict),
        number(row.confidence.map(|sure| sure.to_string())),
        number(row.advantage.map(|advantage| advantage.to_string())),
        text(row.sente),
        row.games.to_string(),
        row.scored.to_string(),
        row.points.to_string(),
        row.weight.to_string(),
        inert(row.names.join("; ")),
        inert(row.tags.join("; ")),
        inert(row.sources.join("; ")),
        inert(text(row.comment.as_deref())),
        inert(text(row.conditions.as_deref())),
    ]
}

/// What a spreadsheet takes for the start of a formula; in East Asian ones also the wide forms.
const FORMULA_STARTS: [char; 10] =
    ['=', '+', '-', '@', '\u{ff1d}', '\u{ff0b}', '\u{ff0d}', '\u{ff20}', '\t', '\r'];

/// Returns a text that no spreadsheet evaluates. One apostrophe is added also to a text that looks
/// as if it had been, so that removing one gives every text back.
fn inert(text: String) -> String {
    if text.trim_start_matches('\'').starts_with(FORMULA_STARTS) {
        format!("'{text}")
    } else {
        text
    }
}

#[cfg(test)]
mod tests {
    use super::{failed_output, inert};
    use joseki_base::cancel::Cancelled;
    use std::io;

    #[test]
    fn a_cancelled_output_is_no_other_failure() {
        let error = failed_output(csv::Error::from(io::Error::from(Cancelled)));
        assert!(error.downcast::<Cancelled>().is_ok());
    }

    #[test]
    fn no_text_is_a_formula() {
        for (text, cell) in [
            ("=1+1", "'=1+1"),
            ("\u{ff1d}1+1", "'\u{ff1d}1+1"),
            ("+x", "'+x"),
            ("-x", "'-x"),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("\t=x", "'\t=x"),
            ("\r=x", "'\r=x"),
            ("'=x", "''=x"),
            ("'tis", "'tis"),
            ("a=b", "a=b"),
            ("", ""),
        ] {
            assert_eq!(inert(text.to_owned()), cell);
        }
    }
}
