//! Reads every case under `fixtures/ladders`; the format is described in its `README.md`.

use std::fs;
use std::path::{Path, PathBuf};

use joseki::game::go::{
    LADDER_BUDGET, LadderOutcome, LadderReading, Position, diagram, read_ladder, read_ladder_from,
};
use joseki::game::{BoardSize, Color, Point};

use crate::ladder_support::check::check_moves;
use crate::ladder_support::plain::plain_outcome;

/// Maximum number of nodes, enough for every ladder on a small board.
const NODE_LIMIT: u32 = 300_000;

#[test]
fn every_case_holds() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/ladders");
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "txt"))
        .collect();
    files.sort();
    assert!(files.len() >= 25, "only {} cases were found", files.len());
    let failures: Vec<String> = files.iter().filter_map(|path| run(path).err()).collect();
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

#[test]
fn a_wrong_case_fails() {
    let board = "board\n. . .\n. X .\n. . O\n";
    for wrong in [
        "read A1\noutcome captured",
        "read C1\noutcome escapes",
        "read C1\noutcome captured\nmoves C2",
        "read C1\noutcome captured\nmet B2",
        "read C1",
        "read C1\noutcome captured\nthanks",
    ] {
        assert!(check(&format!("{board}{wrong}")).is_err(), "{wrong}");
    }
    check(&format!("{board}read C1\noutcome captured\nbegins C2 B1")).unwrap();
}

fn run(path: &Path) -> Result<(), String> {
    let text = fs::read_to_string(path).unwrap();
    check(&text).map_err(|error| format!("{}: {error}", path.file_name().unwrap().display()))
}

fn check(text: &str) -> Result<(), String> {
    let lines = text.lines().filter(|line| !line.starts_with("# "));
    let is_word = |line: &&str| line.starts_with(|c: char| c.is_ascii_lowercase());
    let (words, rows): (Vec<&str>, Vec<&str>) = lines.partition(is_word);
    let mut position = diagram::parse(&rows.join("\n")).map_err(|error| error.to_string())?;
    let mut reading = None;
    let mut is_told = false;
    for line in words {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let points = || read_points(rest, position.size());
        match (word, &reading) {
            ("board", _) => {}
            ("play", None) => play(&mut position, rest)?,
            ("read", None) => reading = Some(read(&position, rest)?),
            ("outcome", Some(reading)) => {
                is_told = true;
                expect(line, outcome_word(reading.outcome), rest)?;
            }
            ("moves", Some(reading)) => expect(line, moves(reading), points()?)?,
            ("begins", Some(reading)) => {
                let expected = points()?;
                let found = moves(reading).into_iter().take(expected.len());
                expect(line, found.collect(), expected)?;
            }
            ("met", Some(reading)) => {
                expect(line, reading.met.into_iter().collect(), points()?)?;
            }
            ("takes", Some(reading)) => {
                expect(line, reading.taken, points()?.into_iter().collect())?;
            }
            _ => {
                return Err(format!("{line:?} is no line of a case, or stands too early"));
            }
        }
    }
    if is_told { Ok(()) } else { Err("no outcome".to_owned()) }
}

fn expect<T: PartialEq + std::fmt::Debug>(line: &str, found: T, expected: T) -> Result<(), String> {
    if found == expected {
        return Ok(());
    }
    Err(format!("{line}: found {found:?}, expected {expected:?}"))
}

fn read_points(text: &str, size: BoardSize) -> Result<Vec<Point>, String> {
    let point = |word| Point::from_gtp(word, size).map_err(|error| error.to_string());
    text.split_whitespace().map(point).collect()
}

fn color_of(word: &str) -> Color {
    if word == "B" { Color::Black } else { Color::White }
}

fn play(position: &mut Position, text: &str) -> Result<(), String> {
    let (color, point) = text.split_once(' ').ok_or("play what?")?;
    let points = read_points(point, position.size())?;
    for point in points {
        let played = position.play(color_of(color), point);
        played.map_err(|error| format!("play {text}: {error}"))?;
    }
    Ok(())
}

/// Reads the ladder by both readers.
fn read(position: &Position, text: &str) -> Result<LadderReading, String> {
    let (point, first) = text.split_once(' ').unwrap_or((text, ""));
    let target = read_points(point, position.size())?[0];
    let usual = read_ladder(position, target, LADDER_BUDGET).ok_or("no stone there")?;
    let first = match first {
        "" if position.liberties(target).len() == 1 => usual.defender,
        "" => usual.defender.opposite(),
        color => color_of(color),
    };
    let reading = read_ladder_from(position, target, first, LADDER_BUDGET).ok_or("no stone")?;
    let plain = plain_outcome(position, target, first, NODE_LIMIT);
    if plain.is_some_and(|plain| plain != reading.outcome) {
        return Err(format!("{:?}, but the plain reader says {plain:?}", reading.outcome));
    }
    check_moves(position, target, first, &reading)?;
    Ok(reading)
}

fn moves(reading: &LadderReading) -> Vec<Point> {
    reading.moves.iter().map(|&(_, point)| point).collect()
}

fn outcome_word(outcome: LadderOutcome) -> &'static str {
    match outcome {
        LadderOutcome::Escapes => "escapes",
        LadderOutcome::Ko => "ko",
        LadderOutcome::Captured => "captured",
        LadderOutcome::Unknown => "unknown",
    }
}
