//! Process groups: an engine, often a shell script, ends together with all that it started.

use std::collections::BTreeSet;
use std::io;
use std::process::{Child, Command};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Process ids of the leaders of all running groups.
static RUNNING: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());

/// Leaves signals that end this program to it: a server first answers pending requests,
/// which may need their engines. It ends all groups itself, see [`end_groups`].
pub fn leave_signals() {
    #[cfg(unix)]
    system::leave_signals();
}

/// Ends all groups, at the end of a program that left signals to itself.
pub fn end_groups() {
    #[cfg(unix)]
    system::kill(&running().iter().copied().collect::<Vec<u32>>());
}

/// A program that leads a process group. Where the system has none, the program alone.
#[derive(Debug)]
pub struct ProcessGroup {
    leader: Child,
    ended: bool,
}

impl ProcessGroup {
    /// Starts a program in a group of its own.
    ///
    /// # Errors
    /// The program is missing or cannot be started.
    pub fn start(command: &mut Command) -> io::Result<ProcessGroup> {
        #[cfg(unix)]
        {
            system::end_with_us()?;
            std::os::unix::process::CommandExt::process_group(command, 0);
        }
        let mut running = running();
        let leader = command.spawn()?;
        running.insert(leader.id());
        Ok(ProcessGroup { leader, ended: false })
    }

    /// Returns the leader, for its pipes.
    pub fn leader(&mut self) -> &mut Child {
        &mut self.leader
    }

    /// Waits until the leader exits, then ends the others.
    pub fn wait(&mut self) {
        #[cfg(unix)]
        system::wait(&self.leader);
        #[cfg(not(unix))]
        drop(self.leader.wait());
        self.kill();
    }

    /// Ends the whole group.
    pub fn kill(&mut self) {
        if std::mem::replace(&mut self.ended, true) {
            return;
        }
        // The id of the group is not reused before its leader is waited for.
        #[cfg(unix)]
        system::kill(&[self.leader.id()]);
        running().remove(&self.leader.id());
        // Fails if the program has already ended, which is fine.
        drop(self.leader.kill());
        drop(self.leader.wait());
    }
}

fn running() -> MutexGuard<'static, BTreeSet<u32>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(unix)]
mod system {
    use std::process::{Child, exit};
    use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
    use std::time::{Duration, Instant};
    use std::{io, thread};

    use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};
    use tokio::runtime::Builder;
    use tokio::signal::unix::{SignalKind, signal};

    use super::running;

    /// Whether somebody ends the groups when a signal ends this program.
    static WATCHED: AtomicBool = AtomicBool::new(false);

    /// Leaves that to the program.
    pub fn leave_signals() {
        WATCHED.store(true, Relaxed);
    }

    /// Ends all groups when SIGINT or SIGTERM ends this program: a terminal sends its Ctrl-C to the
    /// foreground group only, and engines are not part of it.
    pub fn end_with_us() -> io::Result<()> {
        if WATCHED.swap(true, Relaxed) {
            return Ok(());
        }
        let runtime = Builder::new_current_thread().enable_all().build()?;
        let context = runtime.enter();
        let mut interrupt = signal(SignalKind::interrupt())?;
        let mut terminate = signal(SignalKind::terminate())?;
        drop(context);
        thread::spawn(move || {
            let number = runtime.block_on(async {
                tokio::select! {
                    _ = interrupt.recv() => Signal::INT,
                    _ = terminate.recv() => Signal::TERM,
                }
            });
            // Held until the end, so that no other group starts.
            let running = running();
            kill(&running.iter().copied().collect::<Vec<u32>>());
            exit(128 + number.as_raw());
        });
        Ok(())
    }

    /// Time for programs to end the groups that they started themselves.
    const GRACE: Duration = Duration::from_millis(500);
    /// Interval of the checks whether they have ended.
    const CHECK_EVERY: Duration = Duration::from_millis(5);

    /// Waits for a program to exit, and leaves its id in use.
    pub fn wait(child: &Child) {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
        while let Err(rustix::io::Errno::INTR) =
            waitid(WaitId::Pid(Pid::from_child(child)), options)
        {}
    }

    /// Ends groups; they may already have ended.
    pub fn kill(leaders: &[u32]) {
        let groups =
            leaders.iter().filter_map(|leader| Pid::from_raw(i32::try_from(*leader).ok()?));
        let groups: Vec<Pid> = groups.collect();
        let send = |signal| {
            for group in &groups {
                let _gone = kill_process_group(*group, signal);
            }
        };
        send(Signal::TERM);
        let end = Instant::now() + GRACE;
        while Instant::now() < end && groups.iter().any(|leader| is_running(*leader)) {
            thread::sleep(CHECK_EVERY);
        }
        send(Signal::KILL);
    }

    fn is_running(leader: Pid) -> bool {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT | WaitIdOptions::NOHANG;
        matches!(waitid(WaitId::Pid(leader), options), Ok(None))
    }
}
