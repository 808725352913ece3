//! Archives: memory stays small, names are reported unchanged, everything on disk is counted, and nothing is written.

use std::fs;
use std::io::{BufRead, Read, sink};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use joseki::format::archive::{Event, PIECE_BYTES, Sources, open};
use tempfile::TempDir;

/// What is read of one text.
const TASTE: u64 = 1 << 20;
/// Maximum number of events of a bomb with many entries.
const MAX_EVENTS: usize = 200;

/// Reads any bytes as a file whose name the first of them chooses.
pub fn run(data: &[u8]) {
    FOLDER.with(|folder| run_in(folder.path(), data));
}

thread_local! {
    static FOLDER: TempDir = TempDir::new().expect("a folder");
}

fn run_in(folder: &Path, data: &[u8]) {
    let Some((name, bytes)) = data.split_first() else {
        return;
    };
    let names = ["a.sgf", "a.zip", "a.tar", "a.tar.gz", "a.sgf.zst", "a"];
    let name = names[usize::from(*name) % names.len()];
    let path = folder.join(name);
    fs::write(&path, bytes).expect("a file");
    let whole = read(&path);
    if let Ok(mut text) = open(&path) {
        taste(&mut text);
    }
    assert_eq!(fs::read(&path).expect("a file"), bytes);
    fs::remove_file(&path).expect("a file");
    let left = fs::read_dir(folder).expect("a folder").count();
    assert_eq!(left, 0, "something was written beside the file");
    assert!(whole <= MAX_EVENTS);
}

fn read(path: &PathBuf) -> usize {
    let sources = Sources::find(std::slice::from_ref(path)).expect("a path");
    let (total, progress) = (sources.total_bytes(), sources.progress());
    let mut events = 0;
    let read = sources.read(&mut |event| {
        events += 1;
        match event {
            Event::Piece(piece) => {
                assert!(piece.held_bytes() as u64 <= PIECE_BYTES);
                assert!(!piece.name().is_empty());
                if let Ok(mut text) = piece.open() {
                    taste(&mut text);
                }
            }
            Event::Stream { reader, .. } => taste(reader),
            Event::File { path } => assert!(!path.is_empty()),
            Event::Skipped { name, .. } => assert!(!name.is_empty()),
            Event::Broken { error, .. } => assert!(!error.to_string().is_empty()),
        }
        assert!(progress.bytes() <= total);
        if events < MAX_EVENTS { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    assert!(read.is_break() || progress.bytes() == total);
    events
}

/// Errors are fine; what counts is that they are errors.
fn taste(text: &mut dyn BufRead) {
    let _ = std::io::copy(&mut text.take(TASTE), &mut sink());
}
