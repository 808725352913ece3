//! Summary of a database file as text.

use std::io::{self, Write};

use super::text::one_line;
use crate::store::FileSummary;

/// Prints the contents of a database file, one line per book.
pub fn write_contents(file: &FileSummary, out: &mut impl Write) -> io::Result<()> {
    for book in &file.books {
        let (name, version) = (one_line(&book.name), book.version);
        let nodes = count(book.nodes, "node", "nodes");
        let lines = count(book.lines, "line", "lines");
        writeln!(out, "  book {name}: version {version}, {nodes}, {lines}")?;
    }
    let others = [
        count(file.results, "result", "results"),
        count(file.answers, "quiz answer", "quiz answers"),
        count(file.evaluations, "evaluation", "evaluations"),
        count(file.keys, "key", "keys"),
    ];
    writeln!(out, "  {}", others.join(", "))
}

/// Formats a number with its noun.
pub fn count(number: u64, one: &str, many: &str) -> String {
    match number {
        1 => format!("1 {one}"),
        number => format!("{number} {many}"),
    }
}

/// Formats a number of bytes.
pub fn size_text(bytes: u64) -> String {
    match bytes {
        0..1_000_000 => format!("{} kB", bytes.div_ceil(1_000)),
        _ => format!("{:.1} MB", bytes as f64 / 1e6),
    }
}
