//! GNU Go as an independent view: where handicap stones stand, and games through us.

use std::io::Write;
use std::process::{Command, Stdio};

use crate::programs::needs;
use crate::support::{Talk, path};

const GNUGO: &str = "gnugo --mode gtp --level 1 --seed 1";

/// What GNU Go answers to commands, one answer each.
fn gnugo(commands: &str) -> Vec<String> {
    let words: Vec<&str> = GNUGO.split(' ').collect();
    let mut child = Command::new(words[0])
        .args(&words[1..])
        .env("PATH", path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("GNU Go");
    let mut input = child.stdin.take().expect("its input");
    let text = format!("{commands}quit\n");
    let writer = std::thread::spawn(move || input.write_all(text.as_bytes()));
    let output = child.wait_with_output().expect("it ends");
    writer.join().expect("no panic").expect("it reads");
    let output = String::from_utf8(output.stdout).expect("UTF-8");
    output.split("\n\n").map(str::to_owned).collect()
}

#[test]
fn fixed_handicaps_stand_where_gnu_go_puts_them() {
    needs!("gnugo");
    let cases: Vec<(u8, u8)> = (5..=19)
        // There it has them on the fourth line, and others, as we, on the third.
        .filter(|size| *size != 12)
        .flat_map(|size| (0..=10).map(move |stones| (size, stones)))
        .collect();
    let asked = cases
        .iter()
        .map(|(size, stones)| format!("boardsize {size}\nclear_board\nfixed_handicap {stones}\n"));
    let answers = gnugo(&asked.collect::<String>());
    let mut talk = Talk::alone(&[]);
    for (index, (size, stones)) in cases.iter().enumerate() {
        let theirs = &answers[3 * index + 2];
        talk.must(&format!("boardsize {size}"));
        talk.must("clear_board");
        let ours = talk.ask(&format!("fixed_handicap {stones}"));
        let sorted = |text: &str| {
            let mut points: Vec<String> =
                text.trim_start_matches('=').split_whitespace().map(str::to_owned).collect();
            points.sort();
            points
        };
        if theirs.starts_with('=') {
            assert_eq!(sorted(&ours), sorted(theirs), "{stones} on {size}")
        } else {
            assert!(ours.starts_with('?'), "{stones} on {size}: {ours} and {theirs}")
        }
    }
}

#[test]
fn gnu_go_plays_on_where_the_book_ends() {
    needs!("gnugo");
    let arguments = ["--engine", GNUGO, "--depth", "5", "--small-boards"];
    let mut talk = Talk::start(crate::support::folder(), &arguments);
    talk.must("boardsize 13");
    talk.must("clear_board");
    let mut from_book = 0;
    for number in 0..30 {
        let color = ["b", "w"][number % 2];
        talk.must(&format!("genmove {color}"));
        from_book += usize::from(talk.must("joseki-last").starts_with("book"));
        let theirs = talk.must("list_stones black") + " " + &talk.must("list_stones white");
        let mut theirs: Vec<&str> = theirs.split_whitespace().collect();
        theirs.sort_unstable();
        let ours = talk.own_stones();
        let mut ours: Vec<&str> = ours.split_whitespace().map(|stone| &stone[1..]).collect();
        ours.sort_unstable();
        assert_eq!(ours, theirs, "after move {}", number + 1);
    }
    assert!((4..30).contains(&from_book), "{from_book}");
    assert!(talk.must("final_score").contains('+'));
}
