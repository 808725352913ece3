//! The server under load: the real program on a core of its own.

use std::fs;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use crate::caller::fetch;

/// Room for all books, as a value of `--resident-nodes`.
pub const ALL: &str = "4294967296";

/// A server that runs until this is dropped.
pub struct Running {
    /// Where it listens.
    pub address: SocketAddr,
    /// From starting the program until it answered, and until its books were in memory as far as there is room.
    pub opening: Duration,
    pub loaded: Duration,
    child: Child,
    _out: BufReader<ChildStdout>,
}

impl Running {
    /// A server with these settings on a database, which is made if it is not there, on the first core where `taskset` is there. This program is
    /// on the second then.
    pub fn on(database: &Path, settings: &[&str]) -> Running {
        let program = env!("CARGO_BIN_EXE_joseki");
        let mut command = if has_taskset() {
            pin_self();
            let mut command = Command::new("taskset");
            command.args(["-c", "0", program]);
            command
        } else {
            println!("no taskset here: server and callers share the cores");
            Command::new(program)
        };
        command
            .args(["--log", "warn", "serve", "--listen", "127.0.0.1:0", "--db"])
            .arg(database)
            .args(settings);
        let started = Instant::now();
        let mut child = command.stdout(Stdio::piped()).spawn().expect("the program");
        let mut out = BufReader::new(child.stdout.take().expect("its output"));
        let address = listening(&mut out);
        let first = b"GET /v1/next HTTP/1.1\r\nhost: localhost\r\n\r\n";
        assert!(!fetch(address, first).is_empty(), "an answer");
        let opening = started.elapsed();
        if !settings.contains(&"--resident-nodes") || settings.contains(&ALL) {
            while on_disk(address) > 0 {
                std::thread::sleep(Duration::from_millis(20));
            }
        }
        Running { address, opening, loaded: started.elapsed(), child, _out: out }
    }

    /// Waits until the structure of a large file is checked, which reads all of it behind the first
    /// answers.
    pub fn await_check(&self) {
        let is_checking = || {
            let threads = fs::read_dir(format!("/proc/{}/task", self.child.id()));
            threads.into_iter().flatten().flatten().any(|thread| {
                let name = fs::read_to_string(thread.path().join("comm"));
                name.is_ok_and(|name| name.trim_end() == "structure-check")
            })
        };
        while is_checking() {
            std::thread::sleep(Duration::from_millis(100));
        }
    }

    /// Bytes of its memory that are in use now, and the most that ever were; `None` where the system does not report it.
    pub fn memory(&self) -> Option<(u64, u64)> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let field = |name: &str| {
            let line = status.lines().find_map(|line| line.strip_prefix(name))?;
            line.split_whitespace().nth(0)?.parse::<u64>().ok().map(|kib| kib << 10)
        };
        Some((field("VmRSS:")?, field("VmHWM:")?))
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

/// The number of books that the server has not loaded.
fn on_disk(address: SocketAddr) -> usize {
    let text = fetch(address, b"GET /metrics HTTP/1.1\r\nhost: localhost\r\n\r\n");
    let text = String::from_utf8_lossy(&text).into_owned();
    let line = text.lines().find_map(|line| line.strip_prefix("joseki_books_on_disk "));
    line.and_then(|count| count.trim().parse().ok()).expect("the gauge")
}

fn listening(out: &mut impl BufRead) -> SocketAddr {
    let mut line = String::new();
    loop {
        line.clear();
        assert!(out.read_line(&mut line).expect("its output") > 0, "the server does not start");
        if let Some(rest) = line.strip_prefix("Listening on ") {
            let address = rest.split(';').next().unwrap_or_default();
            return address.parse().expect("an address");
        }
    }
}

fn has_taskset() -> bool {
    let asked = Command::new("taskset").arg("--version").stdout(Stdio::null()).status();
    asked.is_ok_and(|status| status.success())
}

fn pin_self() {
    let id = std::process::id().to_string();
    let pinned =
        Command::new("taskset").args(["-a", "-c", "-p", "1", &id]).stdout(Stdio::null()).status();
    assert!(pinned.is_ok_and(|status| status.success()), "a second core");
}
