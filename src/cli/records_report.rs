//! What became of the records of a run, for people.

use std::io::{self, Write};

use super::text::clean;

/// How many defects are listed.
const LISTED: usize = 20;

/// The records that were read: `seen` is the sum of those used and all that were left out.
pub struct RecordsRead<'a> {
    /// How many.
    pub seen: u64,
    /// What was done with those that were used, and how many they are.
    pub used: (&'a str, u64),
    /// Why others were left out, and how many for that.
    pub left_out: Vec<(&'a str, u64)>,
    /// Files that are no game records.
    pub skipped: u64,
    /// Texts or parts of them that could not be read.
    pub unreadable: u64,
    /// The first of these.
    pub defects: &'a [String],
}

impl RecordsRead<'_> {
    /// Writes one line, and one for each defect.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let (done, used) = self.used;
        write!(out, "{} records = {used} {done}", self.seen)?;
        for (why, games) in self.left_out.iter().filter(|(_, games)| *games > 0) {
            write!(out, " + {games} {why}")?;
        }
        writeln!(out)?;
        if self.skipped > 0 {
            writeln!(out, "{} files are no game records", self.skipped)?;
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
