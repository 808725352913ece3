//! Progress line on standard error while games are simulated.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// Interval between redraws of the spinner.
const TICK: Duration = Duration::from_millis(100);

/// Progress line that counts seeds, shown only on a terminal. It disappears when dropped.
pub struct SimulationProgress {
    bar: ProgressBar,
}

impl SimulationProgress {
    /// Shows the line for `seeds` seeds.
    pub fn start(seeds: usize) -> SimulationProgress {
        let bar = ProgressBar::new(seeds as u64);
        let template = "{spinner} simulating: {pos} of {len} seeds, {eta} left";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        bar.enable_steady_tick(TICK);
        SimulationProgress { bar }
    }

    /// Sets the number of finished seeds.
    pub fn set(&self, done: usize) {
        self.bar.set_position(done as u64);
    }
}

impl Drop for SimulationProgress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
