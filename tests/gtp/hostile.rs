//! A controller that sends invalid GTP.

use std::io::Write;
use std::process::{Child, Stdio};

use crate::support::{Talk, folder, program};

/// The most memory that a running program had, in KiB.
fn peak(child: &Child) -> u64 {
    let status = format!("/proc/{}/status", child.id());
    let status = std::fs::read_to_string(status).expect("a running program");
    let line = status.lines().find(|line| line.starts_with("VmHWM:"));
    let number = line.and_then(|line| line.split_whitespace().nth(1));
    number.and_then(|text| text.parse().ok()).expect("KiB")
}

#[test]
fn a_line_without_end_costs_no_memory() {
    let folder = folder();
    let mut child = program(folder.path())
        .arg("gtp")
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts");
    let mut input = child.stdin.take().expect("its input");
    let piece = vec![b'x'; 1 << 20];
    for _ in 0..256 {
        input.write_all(&piece).expect("it reads");
    }
    let peak = peak(&child);
    assert!(peak < 200 << 10, "{peak} KiB");
    drop(input);
    assert!(child.wait().expect("it ends").success());
}

#[test]
fn what_is_no_text_is_answered_as_text() {
    let mut talk = Talk::alone(&[]);
    let junk: String = (0..4096_u32)
        .filter_map(|n| char::from_u32(n.wrapping_mul(2_654_435_761) >> 15))
        .filter(|letter| !matches!(letter, '\n' | '#'))
        .collect();
    for line in [
        format!("1 play b {junk}"),
        "1 boardsize 18446744073709551616".to_owned(),
        "1 boardsize -1".to_owned(),
        "1 komi 1e999".to_owned(),
        "1 gg-undo 99999999999".to_owned(),
        "1 place_free_handicap 18446744073709551616".to_owned(),
        "1 loadsgf ../../../../../etc/passwd".to_owned(),
        "1 loadsgf \u{1b}[2J\u{202e}".to_owned(),
        format!("1 gogui-play_sequence {}", "b a1 ".repeat(100_000)),
        format!("1 set_free_handicap {}", "a1 ".repeat(100_000)),
    ] {
        let answer = talk.ask(&line);
        assert!(answer.starts_with("?1 "), "{answer}");
        assert!(!answer.contains(|letter: char| letter.is_control()), "{answer:?}");
    }
    assert_eq!(talk.ask("2 name"), "=2 Joseki");
}
