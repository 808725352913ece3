//! Text tables with aligned columns.

use std::io::{self, Write};

use super::look::OutputStyle;
use super::text::{one_line, width};

/// Table whose columns are as wide as their contents, with two spaces between them.
pub struct TextTable {
    columns: Vec<Column>,
    rows: Vec<Vec<String>>,
}

/// Heading and alignment of a column.
#[derive(Clone, Copy, Debug)]
pub enum Column {
    /// Left-aligned, for words.
    Left(&'static str),
    /// Right-aligned, for numbers.
    Right(&'static str),
}

impl Column {
    fn head(self) -> &'static str {
        match self {
            Column::Left(head) | Column::Right(head) => head,
        }
    }
}

impl TextTable {
    /// Creates a table without rows.
    pub fn new(columns: impl Into<Vec<Column>>) -> TextTable {
        TextTable { columns: columns.into(), rows: Vec::new() }
    }

    /// Adds a row; its texts are cleaned.
    pub fn row<T: AsRef<str>>(&mut self, cells: impl IntoIterator<Item = T>) {
        let cells = cells.into_iter().map(|cell| one_line(cell.as_ref()));
        self.rows.push(cells.collect());
    }

    /// Writes the head, then every row.
    pub fn write(&self, look: OutputStyle, out: &mut impl Write) -> io::Result<()> {
        let mut lines = self.lines();
        if let Some(head) = lines.next() {
            writeln!(out, "{}", look.bold(&head))?;
        }
        lines.try_for_each(|line| writeln!(out, "{line}"))
    }

    /// Returns the head and the rows, aligned and without trailing spaces.
    pub fn lines(&self) -> impl Iterator<Item = String> {
        let heads: Vec<String> =
            self.columns.iter().map(|column| column.head().to_owned()).collect();
        let widths = self.widths(&heads);
        let rows = std::iter::once(heads).chain(self.rows.iter().cloned());
        rows.map(move |row| self.line(&row, &widths))
    }

    fn widths(&self, heads: &[String]) -> Vec<usize> {
        let mut widths: Vec<usize> = heads.iter().map(|head| width(head)).collect();
        for row in &self.rows {
            for (widest, cell) in widths.iter_mut().zip(row) {
                *widest = width(cell).max(*widest);
            }
        }
        widths
    }

    fn line(&self, row: &[String], widths: &[usize]) -> String {
        let cells = row.iter().zip(&self.columns).zip(widths);
        let cells = cells.map(|((cell, column), widest)| {
            let space = " ".repeat(widest.saturating_sub(width(cell)));
            match column {
                Column::Left(_) => format!("{cell}{space}"),
                Column::Right(_) => format!("{space}{cell}"),
            }
        });
        let line = cells.collect::<Vec<_>>().join("  ");
        line.trim_end().to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_aligned_to_their_side() {
        let mut table =
            TextTable::new([Column::Left("name"), Column::Right("n"), Column::Left("")]);
        table.row(["定石", "12", "x"]);
        table.row(["a\nb", "3", ""]);
        let lines: Vec<String> = table.lines().collect();
        assert_eq!(lines, ["name   n", "定石  12  x", "a b    3"]);
    }
}
