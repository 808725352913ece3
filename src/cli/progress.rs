//! A sign of life during long work.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use crate::service::ContestProgress;

/// How often it moves.
const TICK: Duration = Duration::from_millis(100);

/// A line on standard error that counts nodes; nothing where standard error is no terminal. It
/// disappears when it is dropped.
pub struct Progress {
    bar: ProgressBar,
}

impl Progress {
    /// Begins to show what is being done.
    pub fn start(doing: String) -> Progress {
        let bar = ProgressBar::new_spinner();
        if let Ok(style) = ProgressStyle::with_template("{spinner} {msg}: {human_pos} nodes") {
            bar.set_style(style);
        }
        bar.set_message(doing);
        bar.enable_steady_tick(TICK);
        Progress { bar }
    }

    /// Counts further nodes.
    pub fn add(&self, nodes: usize) {
        self.bar.inc(u64::try_from(nodes).unwrap_or(u64::MAX));
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// A line on standard error that says what takes its time; nothing where standard error is no terminal. It
/// disappears when it is dropped.
pub struct Waiting {
    bar: ProgressBar,
}

impl Waiting {
    /// Begins to show what is being done.
    pub fn start(doing: String) -> Waiting {
        let bar = ProgressBar::new_spinner();
        if let Ok(style) = ProgressStyle::with_template("{spinner} {msg}: {elapsed}") {
            bar.set_style(style);
        }
        bar.set_message(doing);
        bar.enable_steady_tick(TICK);
        Waiting { bar }
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// A line on standard error that shows how much of the records is read; nothing where standard error is
/// no terminal. It disappears when it is dropped.
pub struct ReadingProgress {
    bar: ProgressBar,
}

impl ReadingProgress {
    /// Begins to show what is being done.
    pub fn start(doing: String) -> ReadingProgress {
        let bar = ProgressBar::new(0);
        let template = "{spinner} {prefix}: {bytes} of {total_bytes}, {msg}, {eta} left";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        bar.set_prefix(doing);
        bar.enable_steady_tick(TICK);
        ReadingProgress { bar }
    }

    /// Says how far it has come.
    pub fn set(&self, bytes: u64, total: u64, games: u64) {
        self.bar.set_length(total);
        self.bar.set_position(bytes);
        self.bar.set_message(format!("{games} games"));
    }
}

impl Drop for ReadingProgress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// A line on standard error that shows how a match stands; nothing where standard error is no terminal. It disappears
/// when it is dropped.
pub struct ContestBar {
    bar: ProgressBar,
}

impl ContestBar {
    /// Begins to show a match of so many games.
    pub fn start(games: u32) -> ContestBar {
        let bar = ProgressBar::new(u64::from(games));
        let template = "{spinner} game {pos} of {len}: {msg} {eta} left";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        bar.enable_steady_tick(TICK);
        ContestBar { bar }
    }

    /// Shows how it stands after a game.
    pub fn show(&self, progress: &ContestProgress<'_>) {
        self.bar.set_position(u64::from(progress.tally.games));
        if let Some(rate) = progress.tally.rate() {
            let percent = rate.rate * 100.0;
            self.bar
                .set_message(format!("the first engine wins {percent:.1} %,"));
        }
    }
}

impl Drop for ContestBar {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// A line on standard error that shows how many positions are done; nothing where standard error is no terminal.
/// It disappears when it is dropped.
pub struct PositionsProgress {
    bar: ProgressBar,
}

impl PositionsProgress {
    /// Begins to show what is being done.
    pub fn start(doing: &'static str) -> PositionsProgress {
        let bar = ProgressBar::new(0);
        let template =
            "{spinner} {prefix}: {human_pos} of {human_len} positions, {per_sec}, {eta} left";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        bar.set_prefix(doing);
        bar.enable_steady_tick(TICK);
        PositionsProgress { bar }
    }

    /// Says how far it has come.
    pub fn set(&self, done: u64, total: u64) {
        self.bar.set_length(total);
        self.bar.set_position(done);
    }
}

impl Drop for PositionsProgress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
