//! The program as a process, on its own or under `strace`.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, ExitStatus, Output, Stdio};

use joseki::book::Forest;
use joseki::store::{BookChange, SqliteStore, Store};
use serde_json::Value;

use crate::messages::keep_short;
use crate::programs;

/// The name of the database in its directory.
pub const FILE: &str = "joseki.db";

/// The program with its arguments on the database of a directory.
pub fn program(directory: &Path, arguments: &[&str]) -> Command {
    keep_short();
    let mut command = Command::new(env!("CARGO_BIN_EXE_joseki"));
    on(&mut command, &directory.join(FILE), arguments);
    command
}

/// A command, every call that concerns files or answers written to `log`.
pub fn traced(command: &Command, log: &Path) -> Command {
    let trace = format!("trace={CALLS}");
    // A new database is written in one call.
    let flags = ["-yy", "-xx", "-s", "33554432", "-e", &trace];
    under_strace(command, log, &flags)
}

/// A command under `strace -f` with more flags.
pub fn under_strace(command: &Command, log: &Path, flags: &[&str]) -> Command {
    let mut strace = Command::new("strace");
    strace.arg("-f").arg("-o").arg(log).args(flags);
    strace.arg(command.get_program()).args(command.get_args());
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => strace.env(name, value),
            None => strace.env_remove(name),
        };
    }
    strace.stdin(Stdio::null()).stderr(Stdio::null());
    strace
}

/// Everything that changes files or makes them durable, and what answers are sent with.
const CALLS: &str = "openat,open,creat,write,writev,pwrite64,pwritev,pwritev2,ftruncate,truncate,fallocate,\
    copy_file_range,sendfile,fsync,fdatasync,sync_file_range,rename,renameat,renameat2,link,linkat,unlink,unlinkat,\
    sendto,sendmsg";

fn on(command: &mut Command, db: &Path, arguments: &[&str]) {
    command.args(arguments).arg("--db").arg(db);
    command.stdin(Stdio::null()).stderr(Stdio::null());
    for variable in ["JOSEKI_DB", "JOSEKI_LOG", "USER", "LOGNAME"] {
        command.env_remove(variable);
    }
}

/// Runs to a good end.
#[track_caller]
pub fn run(mut command: Command) -> Output {
    let output = command.stderr(Stdio::piped()).output().expect("a run");
    assert!(output.status.success(), "{command:?} {output:?}");
    output
}

/// Makes a database that has the book `b` alone, which is soon read and checked.
pub fn make_book(directory: &Path) {
    let lines = ["DDCFFC", "DDCGFC"].map(|line| line.parse().expect("a line"));
    let forest: Forest = lines.iter().collect();
    let store = SqliteStore::open(directory.join(FILE)).expect("a store");
    let book = BookChange::new_book("b", &forest, "test");
    store.apply(&book).expect("a book");
}

/// What the doctor says.
#[track_caller]
pub fn healthy(directory: &Path) {
    let output = run(program(directory, &["doctor", "--format", "json"]));
    let told: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(told["healthy"], true, "{told}");
}

/// A server on a free port, killed at the latest with its test.
pub struct Server {
    child: Child,
    /// Held, so that what the server says has a reader.
    _out: BufReader<ChildStdout>,
    log: Option<PathBuf>,
    pub address: SocketAddr,
    /// The key for everything, of the first start alone.
    pub key: Option<String>,
}

impl Server {
    pub fn start(directory: &Path) -> Server {
        Server::of(program(directory, &SERVE), None)
    }

    /// Starts it on a database at an address.
    pub fn start_on(db: &str) -> Server {
        let mut command = Command::new(env!("CARGO_BIN_EXE_joseki"));
        on(&mut command, Path::new(db), &SERVE);
        Server::of(command, None)
    }

    pub fn start_traced(directory: &Path, log: &Path) -> Server {
        Server::of(traced(&program(directory, &SERVE), log), Some(log.to_owned()))
    }

    fn of(mut command: Command, log: Option<PathBuf>) -> Server {
        let mut child = command.stdout(Stdio::piped()).spawn().expect("a server");
        let mut out = BufReader::new(child.stdout.take().expect("its output"));
        let (mut key, mut address) = (None, None);
        while address.is_none() {
            let mut line = String::new();
            let read = out.read_line(&mut line).expect("text");
            assert!(read > 0, "the server ended: {:?}", child.wait());
            if line.starts_with("  jk_") {
                key = Some(line.trim().to_owned());
            }
            let rest = line.strip_prefix("Listening on ");
            address = rest.and_then(|rest| rest.split(';').next()?.parse().ok());
        }
        let address = address.expect("an address");
        Server { child, _out: out, log, address, key }
    }

    /// Ends it as nobody can refuse.
    pub fn kill(mut self) {
        self.signal("-KILL");
        let status = self.child.wait().expect("an end");
        assert_eq!(status.signal(), Some(9), "{status}");
    }

    /// Bytes of its memory that are in use.
    pub fn memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process()));
        let status = status.unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kib = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
        kib.unwrap_or_default() << 10
    }

    /// Asks it to end, without waiting.
    pub fn ask_to_end(&self) {
        self.signal("-TERM");
    }

    /// Waits for the end.
    pub fn ended(mut self) -> ExitStatus {
        self.child.wait().expect("an end")
    }

    fn signal(&self, kind: &str) {
        let id = self.process().to_string();
        assert!(programs::signal(kind, &id), "{kind} {id}");
    }

    /// The server's own number, which under `strace` is what its log begins with.
    fn process(&self) -> u32 {
        let Some(log) = &self.log else {
            return self.child.id();
        };
        let log = std::fs::File::open(log).expect("a log");
        let mut line = Vec::new();
        let mut log = BufReader::new(log);
        log.read_until(b' ', &mut line).expect("a line");
        String::from_utf8_lossy(&line).trim().parse().expect("a number")
    }
}

const SERVE: [&str; 3] = ["serve", "--listen", "127.0.0.1:0"];

impl Drop for Server {
    fn drop(&mut self) {
        if matches!(self.child.try_wait(), Ok(None)) {
            self.signal("-KILL");
            drop(self.child.kill());
            drop(self.child.wait());
        }
    }
}
