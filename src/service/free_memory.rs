//! How much memory this program may still take, and whether a book fits into it.

use crate::error::ServiceError;
use joseki_store::BookInfo;

/// Peak memory for a node while its book is read, in bytes, of books with and without texts.
const NODE_BYTES: u64 = 500;
/// The unit of memory in messages, in bytes.
const MEGABYTE: u64 = 1_000_000;

/// Returns the bytes that this program may still take by the limits on its address space
/// (`ulimit -v`) and on its control group (systemd's `MemoryMax`, that of a container); `None` if
/// there are none, or the system does not say.
#[must_use]
pub fn free_memory() -> Option<u64> {
    #[cfg(target_os = "linux")]
    return [system::of_address_space(), system::of_control_group()].into_iter().flatten().min();
    #[cfg(not(target_os = "linux"))]
    return None;
}

/// Checks that a book fits into the memory that is left, if that is limited: without the check the
/// program would be ended in the middle of reading it.
pub fn check_room(info: &BookInfo, left: Option<u64>) -> Result<(), ServiceError> {
    let needed = info.nodes.saturating_mul(NODE_BYTES);
    match left {
        Some(left) if needed > left => Err(ServiceError::BookTooLarge {
            book: info.name.clone(),
            nodes: info.nodes,
            needed: needed / MEGABYTE,
            left: left / MEGABYTE,
        }),
        _ => Ok(()),
    }
}

#[cfg(target_os = "linux")]
mod system {
    use std::fs::read_to_string;
    use std::path::Path;

    use rustix::process::{Resource, getrlimit};

    pub fn of_address_space() -> Option<u64> {
        let most = getrlimit(Resource::As).current?;
        let status = read_to_string("/proc/self/status").ok()?;
        let used = status.lines().find_map(|line| line.strip_prefix("VmSize:"))?;
        let used: u64 = used.trim().strip_suffix("kB")?.trim().parse().ok()?;
        Some(most.saturating_sub(used.saturating_mul(1024)))
    }

    /// The least of the group and those that it is in.
    pub fn of_control_group() -> Option<u64> {
        let groups = read_to_string("/proc/self/cgroup").ok()?;
        let own = groups.lines().find_map(|line| line.strip_prefix("0::/"))?;
        let all = Path::new("/sys/fs/cgroup");
        let groups = all.join(own);
        groups.ancestors().take_while(|group| group.starts_with(all)).filter_map(left_in).min()
    }

    fn left_in(group: &Path) -> Option<u64> {
        let number = |name: &str| -> Option<u64> {
            read_to_string(group.join(name)).ok()?.trim().parse().ok()
        };
        let (most, used) = (number("memory.max")?, number("memory.current")?);
        let kinds = read_to_string(group.join("memory.stat")).unwrap_or_default();
        // Files that were read are kept in memory only as long as nothing else needs it.
        let files = kinds.lines().find_map(|line| line.strip_prefix("inactive_file "));
        let files: u64 = files.and_then(|bytes| bytes.trim().parse().ok()).unwrap_or(0);
        Some(most.saturating_sub(used.saturating_sub(files)))
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::process::Command;

    use super::*;
    use joseki_game::Variant;

    #[test]
    fn a_book_that_does_not_fit_is_told_from_one_that_does() {
        let info = BookInfo { nodes: 1_000_000, ..BookInfo::empty("b", Variant::GO) };
        assert!(check_room(&info, None).is_ok());
        assert!(check_room(&info, Some(500_000_000)).is_ok());
        let refused = check_room(&info, Some(499_000_000)).expect_err("too large").to_string();
        assert!(
            refused.contains("some 500 MB") && refused.contains("499 MB are left"),
            "{refused}"
        );
    }

    #[test]
    fn a_limit_on_the_address_space_is_seen() {
        let test = std::env::current_exe().expect("a path");
        let name = "free_memory::tests::what_is_left";
        for (limit, expected) in [("unlimited", "None"), ("8000000", "Some(")] {
            let run = format!("ulimit -v {limit} && exec \"$0\" --exact {name} --nocapture");
            let output = Command::new("sh").arg("-c").arg(run).arg(&test).output().expect("a run");
            let text = String::from_utf8_lossy(&output.stdout);
            let left = text.lines().find_map(|line| line.strip_prefix("left: "));
            assert!(left.is_some_and(|left| left.starts_with(expected)), "{limit}: {text}");
        }
    }

    #[test]
    fn what_is_left() {
        println!("left: {:?}", system::of_address_space());
    }
}
