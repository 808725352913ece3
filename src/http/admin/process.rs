//! Resource use of this process, from `/proc` on Linux.

use std::fs;
use std::time::Duration;

/// Use of memory, processor time and file descriptors; `None` where the system has no such file.
#[derive(Clone, Copy, Debug)]
pub struct ProcessStats {
    /// Resident memory, in bytes.
    pub resident_bytes: Option<u64>,
    /// Processor time of all threads since the start.
    pub cpu_time: Option<Duration>,
    /// Open file descriptors.
    pub open_files: Option<usize>,
    /// Limit of open file descriptors.
    pub max_files: Option<u64>,
}

impl ProcessStats {
    /// Reads the present use.
    #[must_use]
    pub fn read() -> ProcessStats {
        ProcessStats {
            resident_bytes: resident_bytes(),
            cpu_time: cpu_time(),
            open_files: open_files(),
            max_files: max_files(),
        }
    }
}

fn resident_bytes() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let size = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    size.trim().strip_suffix(" kB")?.parse::<u64>().ok()?.checked_mul(1024)
}

fn cpu_time() -> Option<Duration> {
    let stat = fs::read_to_string("/proc/self/stat").ok()?;
    // The name of the program, in parentheses, may contain anything. The twelfth field after it is
    // the time outside the kernel, the next one that inside.
    let (_, fields) = stat.rsplit_once(')')?;
    let mut times = fields.split_whitespace().skip(11).map(str::parse::<u64>);
    let hundredths = times.next()?.ok()?.checked_add(times.next()?.ok()?)?;
    // The unit is 10 ms on every architecture (`USER_HZ` is 100).
    Some(Duration::from_millis(hundredths.checked_mul(10)?))
}

fn open_files() -> Option<usize> {
    // One of them is open to read the directory.
    fs::read_dir("/proc/self/fd").ok()?.count().checked_sub(1)
}

fn max_files() -> Option<u64> {
    let limits = fs::read_to_string("/proc/self/limits").ok()?;
    let limit = limits.lines().find_map(|line| line.strip_prefix("Max open files"))?;
    // It may be `unlimited`.
    limit.split_whitespace().next()?.parse().ok()
}
