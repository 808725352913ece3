//! What engines say to us: whatever a program answers over GTP or KataGo's protocol, we understand it or say what is wrong.
//!
//! The engine is `cat`, which says the bytes and ends, so this runs some hundred times a second.

use std::fs;
use std::time::Duration;

use joseki::game::{BoardSize, Color};
use joseki::gtp::{Bar, GtpSession, GtpSettings, ResultsTarget};
use joseki::peer::{GtpEngine, KataGo, KataGoQuery, KataGoResponse, Stderr};
use tempfile::TempDir;

use super::desk::{assert_plain, service};

/// Timeout of a silent engine; an engine that has ended is noticed earlier.
const TIMEOUT: Duration = Duration::from_secs(5);

thread_local! {
    static FOLDER: TempDir = TempDir::new().expect("a folder");
}

/// Says any bytes as an engine of the kind that the first of them chooses.
pub fn run(data: &[u8]) {
    let Some((kind, said)) = data.split_first() else {
        return;
    };
    let path = FOLDER.with(|folder| folder.path().join("said"));
    fs::write(&path, said).expect("a file");
    let command = format!("cat {}", path.display());
    match kind % 3 {
        0 => gtp(&command),
        1 => katago(&command),
        _ => session(&command),
    }
}

fn gtp(command: &str) {
    let engine = GtpEngine::start(command, TIMEOUT, Stderr::Hide, &[]);
    let mut engine = engine.expect("cat is there");
    for asked in ["name", "genmove b"] {
        match engine.send_command(asked) {
            Ok(answer) => assert!(!answer.contains("\n\n") && !answer.ends_with('\n')),
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
}

fn katago(command: &str) {
    let Ok(mut engine) = KataGo::start(command, TIMEOUT, Stderr::Hide) else {
        return;
    };
    assert_plain(engine.name());
    let query = KataGoQuery {
        size: BoardSize::NINETEEN,
        initial: Vec::new(),
        to_play: Color::Black,
        moves: Vec::new(),
        rules: "chinese".to_owned(),
        komi: 15,
        visits: 1,
        avoid: Vec::new(),
        allow: Vec::new(),
        policy: false,
    };
    for number in 1..4 {
        let query = KataGoQuery { policy: number == 3, ..query.clone() };
        if engine.send(number, &query).is_err() {
            return;
        }
    }
    for _ in 0..16 {
        match engine.next(None) {
            Ok(Some(KataGoResponse::Done(number, root))) => {
                assert!((1..4).contains(&number));
                assert!((0.0..=1.0).contains(&root.win_rate) && root.visits > 0);
                assert!(root.lead.abs() <= 1000.0);
                assert!(root.moves.len() <= 64 && root.policy.len() <= 362);
                let policy = root.policy.iter().map(|(_, policy)| policy);
                let priors = root.moves.iter().map(|info| &info.prior);
                assert!(policy.chain(priors).all(|share| (0.0..=1.0).contains(share)));
            }
            Ok(Some(KataGoResponse::Refused(number, _))) => assert!((1..4).contains(&number)),
            Ok(Some(KataGoResponse::Warning(_))) => {}
            Ok(None) => return assert_eq!(engine.waiting(), 0),
            Err(error) => return assert!(!error.to_string().is_empty()),
        }
    }
}

/// An engine behind us cannot make us write invalid GTP.
fn session(command: &str) {
    let settings = GtpSettings {
        engine: Some(command.to_owned()),
        book_only: false,
        timeout: TIMEOUT,
        book: "main".to_owned(),
        opponent: None,
        class: None,
        seed: Some(1),
        bar: Bar::default(),
        check: None,
        results: ResultsTarget::Nowhere,
    };
    let Ok(session) = GtpSession::new(service(), settings, "fuzz") else {
        return;
    };
    let mut out = Vec::new();
    let input: &[u8] = b"name\nplay b k10\ngenmove w\n";
    session.run(input, &mut out).expect("memory takes it");
    let out = String::from_utf8(out).expect("UTF-8");
    assert_eq!(out.split("\n\n").count(), 4, "{out:?}");
    assert_plain(&out);
}
