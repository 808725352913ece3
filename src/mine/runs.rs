//! Counted runs in temporary storage, merged so that there are only a few at any time.

use std::io;
use std::path::Path;

use super::game::ExampleRank;
use super::merge::StreamMerge;
use super::spool::{Blocks, Spool};
use super::stream::TallyWriter;

/// Number of runs of one level that are merged into one of the next, which limits the open files.
pub const FAN: usize = 32;

/// Runs by level: the number of times their contents were merged.
#[derive(Debug, Default)]
pub struct Runs {
    levels: Vec<Vec<Spool>>,
}

impl Runs {
    /// Adds a run; returns all runs of its level once they are to be merged.
    pub fn push(&mut self, level: usize, run: Spool) -> Option<Vec<Spool>> {
        if self.levels.len() <= level {
            self.levels.resize_with(level + 1, Vec::new);
        }
        let runs = &mut self.levels[level];
        runs.push(run);
        (runs.len() == FAN).then(|| std::mem::take(runs))
    }

    /// Returns the remaining runs for reading.
    ///
    /// # Errors
    /// If a file cannot be written or read.
    pub fn into_blocks(self) -> io::Result<Vec<Blocks>> {
        let runs = self.levels.into_iter().flatten();
        runs.map(Spool::into_blocks).collect()
    }
}

/// Merges several runs into one in a file in `folder`. `ranks` has the ranks of all games in them.
///
/// # Errors
/// If a file cannot be written or read.
pub fn merge(runs: Vec<Spool>, ranks: &[ExampleRank], folder: &Path) -> io::Result<Spool> {
    let blocks: Vec<Blocks> =
        runs.into_iter().map(Spool::into_blocks).collect::<io::Result<_>>()?;
    let rank = |game: u32| ranks.get(game as usize).copied().unwrap_or_default();
    let mut merge = StreamMerge::new(blocks, &rank)?;
    let mut merged = Spool::new(folder, 0);
    let mut writer = TallyWriter::default();
    while let Some(entry) = merge.next_entry()? {
        if let Some(part) = writer.push(entry) {
            merged.push(part)?;
        }
        merge.copy_rest(&mut writer, |part| merged.push(part))?;
    }
    if let Some(part) = writer.finish() {
        merged.push(part)?;
    }
    Ok(merged)
}
