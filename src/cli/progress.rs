//! Progress lines on standard error during long work.
//!
//! All of them are shown only if standard error is a terminal, and disappear when dropped.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use joseki_service::engine::contest::ContestProgress;

/// Interval between redraws of the spinner.
const TICK: Duration = Duration::from_millis(100);

/// Progress line that counts nodes.
pub struct NodeProgress {
    bar: ProgressBar,
}

impl NodeProgress {
    /// Shows the line, with the task `doing`.
    pub fn start(doing: String) -> NodeProgress {
        let bar = ProgressBar::new_spinner();
        if let Ok(style) = ProgressStyle::with_template("{spinner} {msg}: {human_pos} nodes") {
            bar.set_style(style);
        }
        bar.set_message(doing);
        bar.enable_steady_tick(TICK);
        NodeProgress { bar }
    }

    /// Adds to the number of nodes.
    pub fn add(&self, nodes: usize) {
        self.bar.inc(u64::try_from(nodes).unwrap_or(u64::MAX));
    }
}

impl Drop for NodeProgress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// Progress line that shows the elapsed time of a task.
pub struct TaskProgress {
    bar: ProgressBar,
}

impl TaskProgress {
    /// Shows the line, with the task `doing`.
    pub fn start(doing: String) -> TaskProgress {
        let bar = ProgressBar::new_spinner();
        if let Ok(style) = ProgressStyle::with_template("{spinner} {msg}: {elapsed}") {
            bar.set_style(style);
        }
        bar.set_message(doing);
        bar.enable_steady_tick(TICK);
        TaskProgress { bar }
    }
}

impl Drop for TaskProgress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// Progress line that shows how much of the game records has been read.
pub struct ReadingProgress {
    bar: ProgressBar,
}

impl ReadingProgress {
    /// Shows the line, with the task `doing`.
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

    /// Updates the line.
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

/// Progress line that shows the state of a match.
pub struct MatchProgress {
    bar: ProgressBar,
}

impl MatchProgress {
    /// Shows the line for a match of `games` games.
    pub fn start(games: u32) -> MatchProgress {
        let bar = ProgressBar::new(u64::from(games));
        let template = "{spinner} game {pos} of {len}: {msg} {eta} left";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        bar.enable_steady_tick(TICK);
        MatchProgress { bar }
    }

    /// Updates the line after a game.
    pub fn show(&self, progress: &ContestProgress<'_>) {
        self.bar.set_position(u64::from(progress.tally.games));
        if let Some(rate) = progress.tally.rate() {
            let percent = rate.rate * 100.0;
            self.bar.set_message(format!("the first engine wins {percent:.1} %,"));
        }
    }
}

impl Drop for MatchProgress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// Progress line that shows how many positions are done.
pub struct PositionsProgress {
    bar: ProgressBar,
}

impl PositionsProgress {
    /// Shows the line, with the task `doing`.
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

    /// Updates the line.
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
