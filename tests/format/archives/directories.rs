//! Directories, and paths given by name.

use std::fs;
use std::ops::ControlFlow;

use joseki::format::archive::{ArchiveError, Event, Skip, Sources, open};

use super::build::{entry, gz, tar, zip};
use super::heard::Place;

#[test]
fn a_directory_is_read_in_the_order_of_whole_paths() {
    let place = Place::new();
    for name in ["b/2.sgf", "b/1.sgf", "a.sgf", "c.SGF", "b.sgf", "B/x/y.sgf.gz", "1"] {
        place.write(name, "(;)");
    }
    place.write("b/x.zip", zip(&entry("z.sgf", "(;)")));
    let order =
        ["1", "B/x/y.sgf.gz", "a.sgf", "b.sgf", "b/1.sgf", "b/2.sgf", "b/x.zip/z.sgf", "c.SGF"];
    assert_eq!(place.hear("").names(), order);
    assert_eq!(place.hear("").names(), order);
    let given = place.hear_all(&["c.SGF", "b", "c.SGF"]);
    let expected = ["c.SGF", "b/1.sgf", "b/2.sgf", "b/x.zip/z.sgf", "c.SGF"];
    assert_eq!(given.names(), expected);
}

#[test]
fn only_records_are_read_in_a_directory() {
    let place = Place::new();
    place.write("d/notes.txt", "no game");
    place.write("d/data.zip.bin", zip(&entry("a.sgf", "(;)")));
    place.write("d/game.txt", "\u{feff}\n( ;)");
    place.write("d/old.gz", gz(b"(;)"));
    place.write("d/empty.sgf", "");
    place.write("d/.hidden.sgf", "(;)");
    place.write("d/.git/a.sgf", "(;)");
    let heard = place.hear("d");
    assert_eq!(heard.names(), ["d/empty.sgf", "d/game.txt", "d/old.gz"]);
    let expected = [
        ("d/.git", Skip::Hidden),
        ("d/.hidden.sgf", Skip::Hidden),
        ("d/data.zip.bin", Skip::NotARecord),
        ("d/notes.txt", Skip::NotARecord),
    ];
    assert_eq!(heard.skipped, expected.map(|(name, skip)| (name.to_owned(), skip)));
    assert!(heard.broken.is_empty());
}

#[test]
fn what_is_given_by_name_is_always_read() {
    let place = Place::new();
    place.write("d/notes.txt", "no game");
    place.write(".hidden", "no game");
    let heard = place.hear_all(&["d/notes.txt", ".hidden"]);
    assert_eq!(heard.names(), ["d/notes.txt", ".hidden"]);
    assert!(heard.skipped.is_empty());
}

#[cfg(unix)]
#[test]
fn links_lead_to_files_and_never_in_circles() {
    use std::os::unix::fs::symlink;
    let place = Place::new();
    place.write("d/a.sgf", "(;)");
    symlink(place.path("d"), place.path("d/circle")).expect("a link");
    symlink(place.path("d/a.sgf"), place.path("d/b.sgf")).expect("a link");
    symlink(place.path("d/c.sgf"), place.path("d/c.sgf")).expect("a link");
    symlink(place.path("d"), place.path("given")).expect("a link");
    let _socket = std::os::unix::net::UnixListener::bind(place.path("d/s.sgf")).expect("a socket");
    let heard = place.hear("given");
    assert_eq!(heard.names(), ["given/a.sgf", "given/b.sgf"]);
    let expected = [
        ("given/circle".to_owned(), Skip::LinkedDirectory),
        ("given/s.sgf".to_owned(), Skip::NotAFile),
    ];
    assert_eq!(heard.skipped, expected);
    assert_eq!(heard.only_broken().0, "given/c.sgf");
}

#[test]
fn a_path_that_does_not_exist_is_an_error_at_once() {
    let place = Place::with("a.sgf", "(;)");
    let paths = [place.path("a.sgf"), place.path("none.sgf")];
    let Err(ArchiveError::Missing { path, error }) = Sources::find(&paths) else {
        panic!("it is not there");
    };
    assert_eq!(path, paths[1]);
    assert_eq!(error.kind(), std::io::ErrorKind::NotFound);
}

#[test]
fn a_file_that_disappears_is_broken_and_no_more() {
    let place = Place::new();
    place.write("a.sgf", "(;)");
    place.write("b.sgf", "(;)");
    let sources = Sources::find(&[place.path("a.sgf"), place.path("b.sgf")]).expect("paths");
    assert_eq!(sources.total_bytes(), 6);
    fs::remove_file(place.path("a.sgf")).expect("a file");
    let mut heard = Vec::new();
    let read = sources.read(&mut |event| {
        heard.push(match event {
            Event::Broken { name, .. } => name.ends_with("a.sgf"),
            Event::Piece(piece) => piece.name().ends_with("b.sgf"),
            Event::File { .. } => return ControlFlow::Continue(()),
            _ => false,
        });
        ControlFlow::Continue(())
    });
    assert!(read.is_continue());
    assert_eq!(heard, [true, true]);
}

#[test]
fn the_consumer_may_stop() {
    let place = Place::new();
    let entries: Vec<_> = (0..9).map(|n| (format!("{n}.sgf"), b"(;)".to_vec())).collect();
    for (name, bytes) in [("a.tar", tar(&entries)), ("a.zip", zip(&entries))] {
        place.write(name, bytes);
        let sources = Sources::find(&[place.path(name), place.path(name)]).expect("paths");
        let mut heard = 0;
        let read = sources.read(&mut |_| {
            heard += 1;
            if heard == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert!(read.is_break());
        assert_eq!(heard, 3);
    }
}

#[test]
fn nothing_is_written_where_entries_say() {
    let place = Place::new();
    let entries = vec![
        ("../../../escape.sgf".to_owned(), b"(;)".to_vec()),
        ("here.sgf".to_owned(), b"(;)".to_vec()),
    ];
    place.write("x/y/a.tar", tar(&entries));
    place.write("x/y/a.zip", zip(&entries));
    let heard = place.hear("x");
    assert_eq!(heard.texts.len(), 4);
    assert!(!place.path("escape.sgf").exists() && !place.path("x/y/here.sgf").exists());
    assert_eq!(fs::read_dir(place.root()).expect("a directory").count(), 1);
    assert_eq!(fs::read_dir(place.path("x/y")).expect("one").count(), 2);
}

#[test]
fn one_file_can_be_opened_alone() {
    use std::io::Read;
    let place = Place::new();
    place.write("a", gz(b"(;C[1])"));
    let mut text = String::new();
    let read = open(&place.path("a")).and_then(|mut file| file.read_to_string(&mut text));
    assert!(read.is_ok());
    assert_eq!(text, "(;C[1])");
    place.write("b.sgf", zip(&entry("a.sgf", "(;)")));
    let error = open(&place.path("b.sgf")).err().expect("an archive");
    assert_eq!(error.kind(), std::io::ErrorKind::InvalidData);
    assert!(open(&place.path("c.sgf")).is_err());
}
