//! A sign of life while games are simulated.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// How often it moves.
const TICK: Duration = Duration::from_millis(100);

/// A line on standard error that counts seeds; nothing where standard error is no terminal. It disappears when
/// it is dropped.
pub struct SimulatingBar {
    bar: ProgressBar,
}

impl SimulatingBar {
    /// Begins to show how many of the seeds are done.
    pub fn start(seeds: usize) -> SimulatingBar {
        let bar = ProgressBar::new(seeds as u64);
        let template = "{spinner} simulating: {pos} of {len} seeds, {eta} left";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        bar.enable_steady_tick(TICK);
        SimulatingBar { bar }
    }

    /// Says how many are done.
    pub fn set(&self, done: usize) {
        self.bar.set_position(done as u64);
    }
}

impl Drop for SimulatingBar {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
