//! GTP: any lines to a session without an engine; every command has one answer, framed as the protocol says.

use std::io::Cursor;
use std::time::Duration;

use joseki::gtp::{Bar, GtpSession, GtpSettings, ResultsTarget};

use super::desk::{assert_plain, service};

/// What is sent in one conversation at most; a move costs a question to the book.
const MOST: usize = 4096;

/// Sends any bytes.
pub fn run(data: &[u8]) {
    let data = &data[..data.len().min(MOST)];
    let text = String::from_utf8_lossy(data);
    // It reads files of this machine.
    if text.to_ascii_lowercase().contains("loadsgf") {
        return;
    }
    let said = conversation(data);
    let answers: Vec<&str> = said.split("\n\n").collect();
    let (end, answers) = answers.split_last().expect("one part at least");
    assert_eq!(*end, "", "an answer without its end: {said:?}");
    for answer in answers {
        assert!(answer.starts_with(['=', '?']), "{answer:?} of {said:?}");
    }
    assert!(answers.len() <= text.lines().count(), "{said:?}");
    assert_plain(&said);
}

/// What the session says.
fn conversation(data: &[u8]) -> String {
    let mut said = Vec::new();
    let session = GtpSession::new(service(), settings(), "fuzz").expect("no engine is asked for");
    let input = Cursor::new(data.to_vec());
    session.run(input, &mut said).expect("memory takes it");
    String::from_utf8(said).expect("UTF-8")
}

fn settings() -> GtpSettings {
    GtpSettings {
        engine: None,
        book_only: false,
        timeout: Duration::from_secs(1),
        book: "main".to_owned(),
        opponent: None,
        class: None,
        seed: Some(1),
        bar: Bar::default(),
        check: None,
        results: ResultsTarget::Nowhere,
    }
}
