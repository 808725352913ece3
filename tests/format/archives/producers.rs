//! Archives that other programs write: Python's library, and the system's where they are.

use std::fs;
use std::process::Command;

use joseki::format::archive::Skip;

use super::build::{Entries, Noise, forty_games};
use super::heard::Place;

use crate::programs::{missing, needs};

/// Packs the directory `in` in every way that Python's library knows.
const PACK: &str = r#"
import gzip, io, os, tarfile, zipfile

names = []
for folder, _, files in os.walk("in"):
    names += [os.path.join(folder, name) for name in files]
names.sort(key=os.fsencode)
short = lambda name: os.path.relpath(name, "in")

for label, format in ("gnu", tarfile.GNU_FORMAT), ("pax", tarfile.PAX_FORMAT), ("ustar", tarfile.USTAR_FORMAT):
    for mode, ending in ("w", "tar"), ("w:gz", "tar.gz"):
        with tarfile.open(f"{label}.{ending}", mode, format=format) as archive:
            for name in names:
                if label != "ustar" or len(os.fsencode(os.path.basename(name))) <= 100:
                    archive.add(name, short(name))

class Pipe(io.RawIOBase):
    "A file in which there is no going back, so that lengths come after the data."
    def __init__(self, path): self.file = open(path, "wb")
    def writable(self): return True
    def write(self, data): return self.file.write(data)
    def close(self): self.file.close(); super().close()

def pack_zip(target, method, **more):
    with zipfile.ZipFile(target, "w", method) as archive:
        for name in names:
            with archive.open(short(name), "w", **more) as entry:
                entry.write(open(name, "rb").read())

pack_zip("stored.zip", zipfile.ZIP_STORED)
pack_zip("deflated.zip", zipfile.ZIP_DEFLATED)
pack_zip("zip64.zip", zipfile.ZIP_DEFLATED, force_zip64=True)
with Pipe("piped.zip") as pipe:
    pack_zip(pipe, zipfile.ZIP_DEFLATED)
with zipfile.ZipFile("comment.zip", "w") as archive:
    for name in names: archive.write(name, short(name))
    archive.comment = b"PK\x05\x06 is how the end of an archive starts" * 100

outer = zipfile.ZipFile("nested.zip", "w")
outer.write("pax.tar.gz")
outer.close()

with open("members.sgf.gz", "wb") as file:
    for name in names:
        file.write(gzip.compress(open(name, "rb").read()))
"#;

/// Records with short and long names, some of them in other scripts.
fn records() -> Entries {
    let mut noise = Noise::new();
    let long = "x/".repeat(60);
    [
        "1.sgf".to_owned(),
        "d/e/2.sgf".to_owned(),
        "d/囲碁.sgf".to_owned(),
        format!("l/{long}long.sgf"),
        format!("m/{}.sgf", "ü".repeat(80)),
    ]
    .map(|name| (name, noise.text(700)))
    .to_vec()
}

/// A directory with the records below `in`.
fn place() -> Place {
    let place = Place::new();
    for (name, text) in records() {
        place.write(&format!("in/{name}"), text);
    }
    place
}

fn run(place: &Place, program: &str, arguments: &[&str]) {
    let output = Command::new(program).args(arguments).current_dir(place.root()).output();
    let output = output.expect("a program");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{program}: {errors}");
}

/// The records in a file, in any order, with what stands before their names taken off.
fn found(place: &Place, file: &str, inside: &str) -> Entries {
    let heard = place.hear(file);
    let mut found: Entries = heard
        .whole()
        .into_iter()
        .map(|(name, bytes)| {
            let below = name.strip_prefix(&format!("{file}/{inside}"));
            (below.expect("a name inside").to_owned(), bytes.to_vec())
        })
        .collect();
    found.sort();
    found
}

#[test]
fn archives_of_python_hold_what_was_put_there() {
    needs!("python3");
    let place = place();
    run(&place, "python3", &["-c", PACK]);
    let mut records = records();
    records.sort();
    for file in [
        "gnu.tar",
        "gnu.tar.gz",
        "pax.tar",
        "pax.tar.gz",
        "stored.zip",
        "deflated.zip",
        "zip64.zip",
        "piped.zip",
        "comment.zip",
    ] {
        assert_eq!(found(&place, file, ""), records, "{file}");
    }
    assert_eq!(found(&place, "nested.zip", "pax.tar.gz/"), records);
    // Before pax, no name between two slashes could have more than 100 bytes.
    let short: Entries = records.iter().filter(|(name, _)| !name.contains('ü')).cloned().collect();
    assert_eq!(short.len(), 4);
    for file in ["ustar.tar", "ustar.tar.gz"] {
        assert_eq!(found(&place, file, ""), short, "{file}");
    }
    let all: Vec<u8> = records.into_iter().flat_map(|(_, text)| text).collect();
    let heard = place.hear("members.sgf.gz");
    assert_eq!(heard.whole(), [("members.sgf.gz", &all[..])]);
}

#[test]
fn archives_of_the_system_hold_what_was_put_there() {
    let place = place();
    let mut records = records();
    records.sort();
    let mut made = Vec::new();
    for (file, program, arguments) in [
        ("gnu.tar", "tar", &["-cf", "gnu.tar", "-C", "in", "."][..]),
        ("gzip.tgz", "tar", &["-czf", "gzip.tgz", "-C", "in", "."]),
        ("posix.tar", "tar", &["--format=posix", "-cf", "posix.tar", "-C", "in", "."]),
        ("info.zip", "zip", &["-qr", "info.zip", "in"]),
    ] {
        if !missing(&[program]) {
            run(&place, program, arguments);
            made.push(file);
        }
    }
    if !missing(&["tar", "zstd"]) {
        run(&place, "zstd", &["-q", "-19", "-k", "gnu.tar"]);
        made.push("gnu.tar.zst");
    }
    for file in made {
        let inside = if file.ends_with("zip") { "in/" } else { "./" };
        assert_eq!(found(&place, file, inside), records, "{file}");
    }
}

#[test]
fn frames_of_zstd_are_read_to_the_last() {
    for file in ["forty.sgf.zst", "frames.sgf.zst"] {
        let root = env!("CARGO_MANIFEST_DIR");
        let bytes = fs::read(format!("{root}/fixtures/archives/{file}")).expect("a fixture");
        let heard = Place::with(file, bytes).hear(file);
        assert!(heard.whole() == [(file, &forty_games()[..])], "{file}");
    }
}

#[test]
fn links_in_archives_are_no_files() {
    needs!("python3");
    let place = Place::with("in/1.sgf", "(;)");
    let script = "import os, tarfile\n\
                  os.symlink('1.sgf', 'in/2.sgf'); os.link('in/1.sgf', 'in/3.sgf')\n\
                  tar = tarfile.open('a.tar', 'w'); tar.add('in'); tar.close()";
    run(&place, "python3", &["-c", script]);
    let heard = place.hear("a.tar");
    assert_eq!(heard.whole().len(), 1);
    let kinds: Vec<_> = heard.skipped.iter().map(|(_, reason)| *reason).collect();
    assert_eq!(kinds, [Skip::NotAFile, Skip::NotAFile]);
}
