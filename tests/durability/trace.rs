//! What a program asked the disk to do, and when it answered, read from the log of `strace -f -yy -xx`.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

/// An event, in order of time. Names are those of files in the directory that is watched.
#[derive(Debug)]
pub enum Event {
    /// A file was opened that is made if it is not there.
    Create { name: String },
    /// Bytes were written.
    Write { name: String, at: usize, bytes: Vec<u8> },
    /// The file got this length.
    Resize { name: String, length: usize },
    /// What happened to the file before the event of this number is on the disk.
    Sync { name: String, before: usize },
    /// The same of the names in the directory.
    SyncNames { before: usize },
    /// A file got another name.
    Rename { from: String, to: String },
    /// A file lost its name.
    Remove { name: String },
    /// An answer with this status began to go to a client's port.
    Answer { port: u16, status: u16 },
}

/// Appends the events of a log for the files in a directory; their numbers continue.
pub fn read(log: &Path, directory: &Path, events: &mut Vec<Event>) {
    let log = BufReader::new(File::open(log).expect("a log"));
    let directory = directory.to_str().expect("UTF-8").to_owned();
    let mut reader = Reader { directory, events, begun: BTreeMap::new() };
    for line in log.lines() {
        reader.line(&line.expect("ASCII"));
    }
}

struct Reader<'a> {
    directory: String,
    events: &'a mut Vec<Event>,
    /// What threads have begun: the beginning of the line, and the number of events then.
    begun: BTreeMap<String, (String, usize)>,
}

/// A call that came to its end.
struct Call<'a> {
    name: &'a str,
    arguments: &'a str,
    result: usize,
    /// The number of events before it began.
    before: usize,
}

impl Reader<'_> {
    fn line(&mut self, line: &str) {
        let (thread, rest) = line.split_once(' ').expect("a thread");
        let rest = rest.trim_start();
        if rest.starts_with("+++") || rest.starts_with("---") {
            return;
        }
        if let Some(begin) = rest.strip_suffix(" <unfinished ...>") {
            self.answer(begin);
            self.begun.insert(thread.to_owned(), (begin.to_owned(), self.events.len()));
            return;
        }
        let before = self.events.len();
        if !rest.starts_with("<... ") {
            self.answer(rest);
            return self.call(rest, before);
        }
        let end = rest.split_once(" resumed>").map(|(_, end)| end);
        let begun = self.begun.remove(thread);
        let (begin, before) = begun.unwrap_or_else(|| panic!("nothing was begun: {rest}"));
        self.call(&(begin + end.expect("an end")), before);
    }

    /// An answer may be with its client as soon as the call begins.
    fn answer(&mut self, begin: &str) {
        let port = begin.split_once("<TCP:[").and_then(|(_, rest)| {
            let ends = rest.split_once(']')?.0;
            ends.split_once("->")?.1.rsplit_once(':')?.1.parse().ok()
        });
        let (Some(port), Some(bytes)) = (port, quoted(begin).next()) else {
            return;
        };
        if let Some(status) = bytes.strip_prefix(b"HTTP/1.1 ").and_then(|rest| rest.get(..3)) {
            let status = std::str::from_utf8(status).ok().and_then(|status| status.parse().ok());
            self.events.push(Event::Answer { port, status: status.expect("a status") });
        }
    }

    fn call(&mut self, text: &str, before: usize) {
        let (name, rest) = text.split_once('(').unwrap_or_else(|| panic!("no call: {text}"));
        let (arguments, result) =
            rest.rsplit_once(" = ").unwrap_or_else(|| panic!("no result: {text:.200}"));
        let result: String = result.chars().take_while(char::is_ascii_digit).collect();
        // What failed changed nothing; of what a kill cut short nothing is known, and nothing follows.
        let Ok(result) = result.parse() else { return };
        let arguments = arguments.trim_end().trim_end_matches(')');
        let call = Call { name, arguments, result, before };
        if let Some(event) = self.event(&call) {
            self.events.push(event);
            if call.name == "openat" && call.arguments.contains("O_TRUNC") {
                self.truncated(&call);
            }
        }
    }

    fn truncated(&mut self, call: &Call<'_>) {
        let name = self.names(call).next();
        self.events.extend(name.map(|name| Event::Resize { name, length: 0 }));
    }

    fn event(&self, call: &Call<'_>) -> Option<Event> {
        match call.name {
            "openat" | "rename" | "renameat" | "renameat2" | "unlink" | "unlinkat" => {
                let mut names = self.names(call);
                let first = names.next()?;
                match call.name {
                    "openat" if call.arguments.contains("O_CREAT") => {
                        Some(Event::Create { name: first })
                    }
                    "openat" => None,
                    "unlink" | "unlinkat" => Some(Event::Remove { name: first }),
                    _ => Some(Event::Rename { from: first, to: names.next().expect("a new name") }),
                }
            }
            "fsync" | "fdatasync" if open_file(call.arguments)? == self.directory => {
                Some(Event::SyncNames { before: call.before })
            }
            "sendto" | "sendmsg" => None,
            _ => self.on_open_file(call),
        }
    }

    fn on_open_file(&self, call: &Call<'_>) -> Option<Event> {
        let name = self.name_of(&open_file(call.arguments)?)?;
        match call.name {
            "fsync" | "fdatasync" => Some(Event::Sync { name, before: call.before }),
            "write" | "pwrite64" => {
                let mut bytes = quoted(call.arguments).next().expect("bytes");
                bytes.truncate(call.result);
                let at = match call.name {
                    "write" => self.end_of(&name),
                    _ => last_number(call.arguments),
                };
                Some(Event::Write { name, at, bytes })
            }
            "ftruncate" => Some(Event::Resize { name, length: last_number(call.arguments) }),
            other => panic!("the simulated disk knows no {other}: {:.200}", call.arguments),
        }
    }

    /// The end of what was written to a file since it was opened, where `write` continues.
    fn end_of(&self, name: &str) -> usize {
        let is_opened =
            |event: &&Event| matches!(event, Event::Create { name: opened } if opened == name);
        let later = self.events.iter().rev().take_while(|event| !is_opened(event));
        let end = |event: &Event| match event {
            Event::Write { name: written, at, bytes } if written == name => Some(at + bytes.len()),
            _ => None,
        };
        later.filter_map(end).max().unwrap_or(0)
    }

    /// The paths among the arguments that are in the directory.
    fn names(&self, call: &Call<'_>) -> impl Iterator<Item = String> {
        let paths = quoted(call.arguments).map(|path| String::from_utf8_lossy(&path).into_owned());
        paths.filter_map(|path| self.name_of(&path))
    }

    /// A file's name in the directory; none for what SQLite makes again by itself.
    fn name_of(&self, path: &str) -> Option<String> {
        let name = path.strip_prefix(&self.directory)?.strip_prefix('/')?;
        (!name.ends_with("-shm")).then(|| name.to_owned())
    }
}

/// The path of the first open file of a call, while it has a name; nothing for a socket or a device.
fn open_file(arguments: &str) -> Option<String> {
    let (_, rest) = arguments.split_once('<')?;
    let (path, rest) = rest.split_once('>')?;
    let is_file = path.starts_with("\\x") && !path.contains('<') && !rest.starts_with("(deleted)");
    is_file.then(|| String::from_utf8_lossy(&bytes(path)).into_owned())
}

/// The texts of a call.
fn quoted(arguments: &str) -> impl Iterator<Item = Vec<u8>> {
    assert!(!arguments.contains("\"..."), "strace cut a text short");
    arguments.split('"').skip(1).step_by(2).map(bytes)
}

/// What `\x68\x69` stands for.
fn bytes(text: &str) -> Vec<u8> {
    let digit = |byte: u8| char::from(byte).to_digit(16).expect("a hexadecimal digit") as u8;
    let byte = |part: &[u8]| digit(part[2]) << 4 | digit(part[3]);
    text.as_bytes().chunks_exact(4).map(byte).collect()
}

fn last_number(arguments: &str) -> usize {
    let last = arguments.rsplit(", ").next();
    last.and_then(|last| last.parse().ok()).unwrap_or_else(|| panic!("no number: {arguments:.200}"))
}
