//! A server as its users start it, asked with plain requests and on the command line.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::client::Request;
use crate::messages::keep_short;

/// A server with the starter book on a free port, ended with the test.
pub struct Running {
    folder: TempDir,
    process: Child,
    pub address: SocketAddr,
    /// A key for everything.
    pub key: String,
}

impl Running {
    pub fn new() -> Running {
        let folder = TempDir::new().expect("a folder");
        let mut process = program(&folder, &["serve", "--listen", "127.0.0.1:0"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program");
        let out = BufReader::new(process.stdout.take().expect("its output"));
        let (mut key, mut address) = (None, None);
        for line in out.lines() {
            let line = line.expect("text");
            if line.starts_with("  jk_") {
                key = Some(line.trim().to_owned());
            }
            if let Some(rest) = line.strip_prefix("Listening on ") {
                address = rest.split(';').next().and_then(|at| at.parse().ok());
                break;
            }
        }
        let (key, address) = key.zip(address).expect("a key and an address");
        Running { folder, process, address, key }
    }

    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// The output of `joseki` on the same database.
    pub fn joseki(&self, arguments: &[&str]) -> String {
        let output = program(&self.folder, arguments).output().expect("a run");
        assert!(output.status.success(), "{arguments:?} {output:?}");
        String::from_utf8(output.stdout).expect("UTF-8")
    }

    /// A new key that allows one thing.
    pub fn key_for(&self, scope: &str) -> String {
        let flags = ["--name", "bot", "--scopes", scope, "--format", "json"];
        let made = self.joseki(&[&["keys", "create"], &flags[..]].concat());
        let made: Value = serde_json::from_str(&made).expect("JSON");
        made["key"].as_str().expect("a key").to_owned()
    }

    /// What is answered to a plain request.
    pub fn get(&self, path: &str) -> Value {
        let answer = Request::new(self.address, "GET", path).send();
        answer.expect(200).json()
    }

    /// The candidates, best first, for our game against somebody or for anybody's.
    pub fn candidates(&self, moves: &str, opponent: Option<&str>) -> Vec<Value> {
        let opponent = opponent.map_or(String::new(), |name| format!("&opponent={name}"));
        let answer = self.get(&format!("/v1/next?moves={moves}&limit=100{opponent}"));
        answer["moves"].as_array().expect("moves").clone()
    }

    /// How many moves are learned of a game, when it is entered against somebody else.
    pub fn learned(&self, moves: &str) -> u64 {
        let points = moves.split(',').enumerate();
        let moves: Vec<_> = points.map(|(turn, point)| (["B", "W"][turn % 2], point)).collect();
        let game = json!({"game_id": "0", "opponent": "else", "color": "B", "result": "draw", "moves": moves});
        let request = Request::new(self.address, "POST", "/v1/results").key(&self.key);
        let answer = request.json(&game).send().expect(201).json();
        answer["learned"].as_u64().expect("a number")
    }

    /// How many games were lost against an opponent.
    pub fn lost(&self, opponent: &str) -> u64 {
        let opponents = self.get("/v1/opponents");
        let all = opponents["opponents"].as_array().expect("a list");
        let found = all.iter().find(|found| found["name"] == opponent);
        found.map_or(0, |found| found["lost"].as_u64().expect("a number"))
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        drop(self.process.kill());
        drop(self.process.wait());
    }
}

fn program(folder: &TempDir, arguments: &[&str]) -> Command {
    keep_short();
    let mut command = Command::new(env!("CARGO_BIN_EXE_joseki"));
    command.args(arguments).current_dir(folder.path());
    command.env_remove("JOSEKI_DB").env_remove("JOSEKI_LOG").stdin(Stdio::null());
    command
}
