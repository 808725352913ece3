//! Files and requests that are made to do harm: decompression bombs, and names that would steer a terminal.

use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Cursor, Read, Write};
use std::net::TcpStream;
use std::process::{Command, Stdio};

use flate2::Compression;
use flate2::write::GzEncoder;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::program::Place;
use crate::programs::needs;

const MIB: usize = 1 << 20;
/// More than any of it takes, and less than what one bomb holds.
const MAX_KIB: u64 = 96 << 10;
/// What a bomb unpacks to, in MiB.
const BOMB: usize = 100;

/// Runs the program with arguments after it and prints how much memory it had at most, in KiB.
const MEASURE: &str = "import resource, subprocess, sys
code = subprocess.call(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
print(code, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)";

/// The exit code of a run, and its most memory in KiB.
fn measured(place: &Place, arguments: &[&str]) -> (i32, u64) {
    let output = Command::new("python3")
        .args(["-c", MEASURE, env!("CARGO_BIN_EXE_joseki")])
        .args(arguments)
        .current_dir(place.path(""))
        .stdin(Stdio::null())
        .output()
        .expect("python3");
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let (code, kib) = said.trim().split_once(' ').expect("two numbers");
    (code.parse().expect("a code"), kib.parse().expect("KiB"))
}

fn gz(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).expect("memory");
    encoder.finish().expect("memory")
}

/// One MiB of `piece` over and over, packed so that it unpacks to [`BOMB`].
fn bomb(piece: &[u8]) -> Vec<u8> {
    gz(&piece.repeat(MIB / piece.len())).repeat(BOMB)
}

fn zip(name: &str, bytes: &[u8], times: usize) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    writer.start_file(name, SimpleFileOptions::default()).expect("memory");
    for _ in 0..times {
        writer.write_all(bytes).expect("memory");
    }
    writer.finish().expect("memory").into_inner()
}

#[test]
fn bombs_cost_no_memory() {
    needs!("python3");
    let place = Place::with_starter();
    place.ok(&["books"]);
    let piece = vec![b'x'; MIB];
    let large = zip("a.sgf", &piece, BOMB);
    for (name, bytes) in [
        ("zeros.sgf.gz", bomb(b"\0")),
        ("value.sgf.gz", [gz(b"(;C["), bomb(b"x")].concat()),
        ("twice.sgf.gz", gz(&bomb(b" "))),
        ("large.zip", large.clone()),
        ("nested.zip", zip("large.zip", &large, 1)),
    ] {
        assert!(bytes.len() < 8 * MIB, "{name}: {}", bytes.len());
        place.write(name, bytes);
        let (code, kib) = measured(&place, &["mine", name, "--book", "bombs"]);
        assert!((0..=3).contains(&code), "{name}: {code}");
        assert!(kib < MAX_KIB, "{name}: {kib} KiB");
    }
}

/// Marks that steer a terminal or turn the direction of writing.
const MARKS: &str = "\u{1b}[2J\u{1b}]0;owned\u{7}\u{9b}31m\u{202e}\u{2066}\u{200f}\u{0}\u{8}\u{7f}";

#[track_caller]
fn assert_plain(arguments: &[&str], text: &str) {
    let steers = |letter: char| {
        letter.is_control() && letter != '\n'
            || matches!(letter, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    assert!(!text.contains(steers), "{arguments:?}: {text:?}");
}

#[test]
fn names_of_any_kind_are_shown_without_steering_the_terminal() {
    let place = Place::with_starter();
    let name = format!("a{MARKS}b{}", "\u{301}".repeat(300));
    let mut book = String::from("(;SZ[19]");
    write!(book, "GN[{name}]PC[{name}];B[pd]N[{name}]C[{name}]LB[qc:{name}]").expect("memory");
    write!(book, "SO[{name}]JC[{name}]JT[{name}]ZZ[{name}](;W[nc]N[{name}])(;W[zz]))")
        .expect("memory");
    let book = book.replace("\\", "").replace("[2J", "\\[2J\\]");
    place.write("book.sgf", &book);
    let game = format!(
        "(;GM[1]SZ[19]PB[{0}]PW[p{0}]EV[{0}]RE[B+R{0}]RU[{0}]DT[2001{0}];B[pd];W[nc];B[qf];W[zz])",
        name.replace("]0", "0").replace('[', "")
    );
    place.write("game.sgf", &game);
    let folder = "g\u{202e}\u{1b}x";
    std::fs::create_dir(place.path(folder)).expect("a folder");
    place.write(&format!("{folder}/\u{7}\u{2066}.sgf"), &game);
    place.write(&format!("{folder}/broken\u{9b}.sgf"), "(;C[");
    for arguments in [
        &["import", "book.sgf", "--book", "evil"][..],
        &["mine", folder, "--book", "evil", "--min-games", "1"],
        &["mine", folder, "--source", &name, "--book", "evil"],
        &["learn", "game.sgf", "--opponent", &name],
        &["books"],
        &["next", "--moves", "Q16", "--book", "evil"],
        &["next", "--moves", "Q16", "--book", &name],
        &["next", "--moves", &name],
        &["next", "--opponent", &name, "--class", &name],
        &["lines", "--book", "evil"],
        &["history", "--book", "evil"],
        &["conditions", "--book", "evil"],
        &["review", "game.sgf", "--book", "evil"],
        &["assess", "game.sgf", "--book", "evil"],
        &["score", "game.sgf"],
        &["doctor"],
        &["export", "--book", "evil", "--to", "lines"],
        &["export", "--book", "evil", "--to", &name],
        &["merge", &name],
        &["keys", "create", "--name", &name],
        &[&name],
        &["serve", "--listen", &name],
    ] {
        // No NUL can be an argument of a program.
        let arguments: Vec<String> = arguments.iter().map(|text| text.replace('\0', "")).collect();
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let run = place.run(&arguments);
        assert!(run.code.is_some_and(|code| code < 100), "{run:?}");
        assert_plain(&arguments, &run.out);
        assert_plain(&arguments, &run.err);
    }
}

#[test]
fn what_is_requested_cannot_steer_whoever_reads_the_log() {
    let place = Place::with_starter();
    place.ok(&["books"]);
    let mut command = place.command(&["--log", "debug", "serve", "--listen", "127.0.0.1:0"]);
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("a run");
    let out = BufReader::new(child.stdout.take().expect("standard output"));
    let address = out.lines().find_map(|line| {
        let line = line.expect("a line");
        let rest = line.strip_prefix("Listening on ")?;
        rest.split(';').next().map(str::to_owned)
    });
    let address = address.expect("an address");
    for request in [
        "GET /v1/next?book=%1b%5b2J%0aforged HTTP/1.1\r\nHost: localhost\r\nX-Request-Id: \u{9b}31m\r\nConnection: close\r\n\r\n",
        "GET /%1b[2J%0a HTTP/1.1\r\nHost: localhost\r\nX-Request-Id: a\tb\r\nUser-Agent: \u{202e}\r\nConnection: close\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: \u{1b}\r\nConnection: close\r\n\r\n",
        "\u{1b}[2J / HTTP/1.1\r\n\r\n",
        "GET /\u{1b}[2J HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
        "POST /v1/next HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: \u{1b}[2J\r\nContent-Length: 2\r\n\r\n{}",
    ] {
        let mut stream = TcpStream::connect(address.trim()).expect("a connection");
        stream.write_all(request.as_bytes()).expect("sent");
        drop(stream.read_to_end(&mut Vec::new()));
    }
    let mut stderr = child.stderr.take().expect("standard error");
    child.kill().expect("it runs");
    child.wait().expect("it ended");
    let mut log = Vec::new();
    stderr.read_to_end(&mut log).expect("the log");
    let log = String::from_utf8_lossy(&log).into_owned();
    assert!(log.contains("request completed"), "{log}");
    assert!(!log.contains("\nforged"), "{log}");
    assert_plain(&["serve"], &log);
}
