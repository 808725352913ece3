//! Servers of PostgreSQL of a test's own, which may be killed, copied and promoted.
#![allow(dead_code, reason = "each test binary uses a part")]

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tempfile::TempDir;

/// A server with its files, gone at the end.
pub struct Cluster {
    folder: TempDir,
    port: u16,
}

/// Whether a server cannot be started here, which is reported.
#[track_caller]
pub fn is_missing() -> bool {
    let is_there = programs().join("initdb").exists();
    if !is_there {
        crate::programs::report_missing("PostgreSQL");
    }
    crate::programs::missing(&["pkill"]) || !is_there
}

/// Returns a port that is free now.
pub fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
    listener.local_addr().expect("an address").port()
}

/// The address of the first of some servers that can be written to.
pub fn address(ports: &[u16]) -> String {
    let hosts: Vec<String> = ports.iter().map(|port| format!("127.0.0.1:{port}")).collect();
    format!("postgres://joseki@{}/postgres", hosts.join(","))
}

impl Cluster {
    /// Starts an empty server.
    pub fn start() -> Cluster {
        let cluster = Cluster::without_files(free_port());
        let data = cluster.data();
        let data = data.to_str().expect("a path");
        cluster.run("initdb", &["-D", data, "-A", "trust", "-U", "joseki", "--no-sync"]);
        cluster.restart();
        cluster
    }

    /// Copies the files of a running server, which another one may start with; `follows` if it
    /// receives what the first one writes.
    pub fn copy(&self, port: u16, follows: bool) -> Cluster {
        let copy = Cluster::without_files(port);
        let (data, from) = (copy.data(), self.port.to_string());
        let data = data.to_str().expect("a path");
        let mut arguments = vec!["-h", "127.0.0.1", "-U", "joseki", "-p", &from, "-D", data];
        arguments.extend(["-X", "stream", "-c", "fast", "--no-sync"]);
        arguments.extend(follows.then_some("-R"));
        copy.run("pg_basebackup", &arguments);
        copy
    }

    fn without_files(port: u16) -> Cluster {
        let cluster = Cluster { folder: tempfile::tempdir().expect("a folder"), port };
        cluster.own(cluster.folder.path());
        cluster
    }

    fn data(&self) -> PathBuf {
        self.folder.path().join("data")
    }

    /// Runs one of its programs.
    fn run(&self, program: &str, arguments: &[&str]) {
        assert!(self.try_run(program, arguments), "{program} {arguments:?}");
    }

    fn try_run(&self, program: &str, arguments: &[&str]) -> bool {
        let own = programs().join(program);
        let program = if own.exists() { own } else { PathBuf::from(program) };
        let mut command = if is_root() { Command::new("runuser") } else { Command::new(&program) };
        if is_root() {
            command.args(["-u", "postgres", "--"]).arg(&program);
        }
        let quiet = || Stdio::from(std::fs::File::create("/dev/null").expect("nowhere"));
        command.args(arguments).current_dir(self.folder.path()).stdin(Stdio::null());
        command.stdout(quiet()).stderr(quiet()).status().expect("a program").success()
    }

    /// Starts it with the files that it has. One that was killed may be in the way for a moment.
    pub fn restart(&self) {
        let (folder, port) = (self.folder.path().display(), self.port);
        let settings = format!(
            "-p {port} -k {folder} -c listen_addresses=127.0.0.1 -c max_connections=200 -c fsync=off"
        );
        let data = self.data();
        let data = data.to_str().expect("a path");
        let log = format!("{folder}/log");
        let arguments = ["-D", data, "-o", &settings, "-l", &log, "-w", "start"];
        for _ in 0..100 {
            if self.try_run("pg_ctl", &arguments) {
                return;
            }
            std::thread::sleep(std::time::Duration::from_millis(100));
        }
        panic!("{}", std::fs::read_to_string(log).unwrap_or_default());
    }

    /// Stops all its processes where they are, or lets them go on.
    pub fn freeze(&self, stop: bool) {
        self.signal(if stop { "-STOP" } else { "-CONT" });
    }

    /// Kills it with all its processes.
    pub fn kill(&self) {
        self.signal("-KILL");
    }

    fn signal(&self, signal: &str) {
        let pid = std::fs::read_to_string(self.data().join("postmaster.pid")).expect("a server");
        let pid = pid.lines().next().expect("a number");
        // The children first: they end by themselves otherwise, which takes a moment.
        let children = Command::new("pkill").args([signal, "-P", pid]).status();
        assert!(children.is_ok());
        assert!(crate::programs::signal(signal, pid), "{signal} {pid}");
    }

    /// Makes a copy that follows the server to write to.
    pub fn promote(&self) {
        let data = self.data();
        self.run("pg_ctl", &["-D", data.to_str().expect("a path"), "-w", "promote"]);
    }

    /// Lets it write into a folder.
    pub fn own(&self, folder: &Path) {
        if is_root() {
            let owner = Command::new("chown").arg("postgres").arg(folder).status();
            assert!(owner.expect("chown").success());
        }
    }

    /// Runs statements, each by itself.
    pub fn execute(&self, statements: &[&str]) {
        let mut client =
            postgres::Client::connect(&address(&[self.port]), postgres::NoTls).expect("a server");
        for sql in statements {
            client.batch_execute(sql).expect(sql);
        }
    }

    /// Makes a certificate for itself, and refuses connections that are not encrypted. Returns the
    /// certificate.
    pub fn encrypt(&self) -> PathBuf {
        let data = self.data();
        let (key, certificate) = (data.join("server.key"), data.join("server.crt"));
        let [key, out] = [&key, &certificate].map(|path| path.to_str().expect("a path"));
        let new = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj"];
        let name = ["/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"];
        let end = ["-addext", "basicConstraints=critical,CA:FALSE", "-keyout", key, "-out", out];
        self.run("openssl", &[&new[..], &name, &end].concat());
        self.set("ssl", "on");
        let rules = data.join("pg_hba.conf");
        let text = std::fs::read_to_string(&rules).expect("rules");
        std::fs::write(&rules, text.replace("\nhost ", "\nhostssl ")).expect("rules");
        self.run("pg_ctl", &["-D", data.to_str().expect("a path"), "reload"]);
        certificate
    }

    /// Its port.
    pub fn port(&self) -> u16 {
        self.port
    }

    /// Sets what it is configured with.
    pub fn set(&self, setting: &str, value: &str) {
        // Neither is allowed in a transaction, and several statements are one.
        let set = format!("ALTER SYSTEM SET {setting} = '{value}'");
        self.execute(&[&set, "SELECT pg_reload_conf()"]);
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        let data = self.data();
        if let Some(data) = data.to_str().filter(|_| Path::exists(&data)) {
            self.try_run("pg_ctl", &["-D", data, "-m", "immediate", "-w", "stop"]);
        }
    }
}

fn is_root() -> bool {
    let id = Command::new("id").arg("-u").output().expect("id");
    id.stdout.trim_ascii() == b"0"
}

/// Returns where the programs of the newest installed server are, or of the one to be tested.
fn programs() -> PathBuf {
    if let Some(said) = std::env::var_os("JOSEKI_POSTGRES_PROGRAMS") {
        return said.into();
    }
    let installed = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten();
    let versions = installed.filter_map(|entry| {
        let path = entry.ok()?.path();
        let version: u32 = path.file_name()?.to_str()?.parse().ok()?;
        Some((version, path.join("bin")))
    });
    versions.max().map_or_else(
        || {
            let found = Command::new("pg_config").arg("--bindir").output();
            let found = found.map(|found| found.stdout).unwrap_or_default();
            PathBuf::from(String::from_utf8_lossy(&found).trim())
        },
        |(_, programs)| programs,
    )
}
