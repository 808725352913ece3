//! Readers that go away, and outputs that take nothing.

use std::fs::OpenOptions;
use std::io;
use std::process::Stdio;

use crate::program::Place;

#[test]
fn a_reader_that_went_away_is_no_error() {
    let place = Place::with_small_book();
    for arguments in [
        &["lines"][..],
        &["lines", "--format", "json"],
        &["export", "--to", "sgf"],
        &["export", "--to", "lines"],
        &["next", "--moves", "Q16"],
        &["next", "--format", "json"],
        &["books"],
        &["keys", "list"],
        &["keys", "create", "--name", "x", "--scopes", "read"],
        &["import", "small.sgf"],
        &["history"],
        &["history", "DD", "--format", "json"],
        &["change", "1", "--details", "20000"],
        &["diff", "small", "main", "--details", "20000"],
        &["edit", "delete", "DDCF"],
        &["revert", "3"],
        &["book", "copy", "small", "copy"],
        &["doctor"],
        &["--help"],
        &["--version"],
    ] {
        let (reader, writer) = io::pipe().expect("a pipe");
        drop(reader);
        let output = place.command(arguments).stdout(writer).stderr(Stdio::piped()).output();
        let output = output.expect("a run");
        assert_eq!(output.status.code(), Some(0), "{arguments:?} {output:?}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{arguments:?}");
    }
}

#[test]
fn standard_error_that_nobody_reads_changes_nothing() {
    let place = Place::with_starter();
    for (arguments, code) in [(&["books"][..], 0), (&["import", "no.sgf"], 1), (&["nonsense"], 2)] {
        let (reader, writer) = io::pipe().expect("a pipe");
        drop(reader);
        let status = place.command(arguments).stdout(Stdio::null()).stderr(writer).status();
        assert_eq!(status.expect("a run").code(), Some(code), "{arguments:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_output_that_is_full_is_an_error() {
    let place = Place::with_small_book();
    let full = OpenOptions::new().write(true).open("/dev/full").expect("a device");
    let output = place.command(&["lines"]).stdout(full).stderr(Stdio::piped()).output();
    let output = output.expect("a run");
    assert_eq!(output.status.code(), Some(1));
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(error.starts_with("error: cannot write the output: No space left"), "{error}");
}
