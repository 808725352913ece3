//! Processor time of a thread.

use std::time::Duration;

/// Returns the processor time that this thread has used; elsewhere than on Unix, the time since it
/// was first asked for.
#[cfg(unix)]
#[must_use]
pub fn thread_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::try_from(time).unwrap_or_default()
}

/// Returns the time since this thread first asked for it.
#[cfg(not(unix))]
#[must_use]
pub fn thread_time() -> Duration {
    use std::time::Instant;
    thread_local! {
        static STARTED: Instant = Instant::now();
    }
    STARTED.with(Instant::elapsed)
}
