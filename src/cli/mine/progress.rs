//! Progress line on standard error while games are counted.

use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use joseki_mine::ReadProgress;
use joseki_service::mine::MineProgress;

const READING: &str = "counting {wide_bar} {bytes}/{total_bytes}, {msg}, {eta} left";
const WORKING: &str = "{spinner} {msg}";
/// Interval between redraws of the spinner.
const TICK: Duration = Duration::from_millis(100);

/// Progress line of a mining run, shown only on a terminal. It disappears when dropped.
pub struct MiningProgress {
    bar: ProgressBar,
    since: Instant,
    reading: bool,
}

impl Default for MiningProgress {
    fn default() -> MiningProgress {
        MiningProgress { bar: ProgressBar::hidden(), since: Instant::now(), reading: false }
    }
}

impl MiningProgress {
    /// Updates the line.
    pub fn show(&mut self, progress: MineProgress) {
        match progress {
            MineProgress::Reading(read) => self.read(read),
            MineProgress::Adding => self.work("adding up"),
            MineProgress::Writing => self.work("writing"),
        }
    }

    fn read(&mut self, ReadProgress { bytes, total, games }: ReadProgress) {
        if !self.reading {
            self.reading = true;
            self.begin(ProgressBar::new(total), READING);
        }
        let seconds = self.since.elapsed().as_secs_f64().max(0.001);
        let rate = games as f64 / seconds;
        self.bar.set_message(format!("{games} games, {rate:.0} games/s"));
        self.bar.set_position(bytes.min(total));
    }

    fn work(&mut self, what: &'static str) {
        self.reading = false;
        self.begin(ProgressBar::new_spinner(), WORKING);
        self.bar.set_message(what);
        self.bar.enable_steady_tick(TICK);
    }

    fn begin(&mut self, bar: ProgressBar, template: &str) {
        self.bar.finish_and_clear();
        self.bar = bar;
        if let Ok(style) = ProgressStyle::with_template(template) {
            self.bar.set_style(style);
        }
    }
}

impl Drop for MiningProgress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
