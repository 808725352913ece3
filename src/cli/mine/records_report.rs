//! Text account of the game records of a run.

use std::io::{self, Write};

use crate::text::{clean, count, one_line};

/// Maximum number of defects listed.
const LISTED: usize = 20;

/// Counts of the records read: `seen` is the sum of `used` and all of `left_out`.
pub struct RecordCounts<'a> {
    /// Number of records.
    pub seen: u64,
    /// Verb and number of the records used.
    pub used: (&'a str, u64),
    /// Reason and number of the records left out.
    pub left_out: Vec<(&'a str, u64)>,
    /// Number of files without game records.
    pub skipped: u64,
    /// Number of texts or parts of texts that could not be read.
    pub unreadable: u64,
    /// Descriptions of the first of these.
    pub defects: &'a [String],
}

impl RecordCounts<'_> {
    /// Writes the sum, then one line per defect.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let (done, used) = self.used;
        write!(out, "{} = {used} {done}", count(self.seen, "record"))?;
        for (why, games) in self.left_out.iter().filter(|(_, games)| *games > 0) {
            write!(out, " + {games} {why}")?;
        }
        writeln!(out)?;
        if self.skipped > 0 {
            writeln!(out, "{} without game records", count(self.skipped, "file"))?;
        }
        if self.unreadable > 0 {
            writeln!(out, "{} could not be read:", self.unreadable)?;
        }
        for defect in self.defects.iter().take(LISTED) {
            writeln!(out, "  {}", clean(defect))?;
        }
        match self.unreadable.saturating_sub(LISTED as u64) {
            0 => Ok(()),
            more => writeln!(out, "  … and {more} more"),
        }
    }
}

/// Writes the first `most` of the descriptions that a report has, and how many of `all` follow.
pub fn write_first(
    items: &[String],
    all: u64,
    most: usize,
    out: &mut impl Write,
) -> io::Result<()> {
    let listed = &items[..items.len().min(most)];
    for item in listed {
        writeln!(out, "  {}", one_line(item))?;
    }
    match all.saturating_sub(listed.len() as u64) {
        0 => Ok(()),
        more if items.len() > most => {
            writeln!(out, "  … and {more} more; --format json lists the first {}", items.len())
        }
        more => writeln!(out, "  … and {more} more"),
    }
}
