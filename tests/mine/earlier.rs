//! Counts in encoding 1, which have no expected results.

use std::io::Read;
use std::process::Command;

use joseki::mine::Ratings;
use joseki::service::mine::{MineRequest, PruningChange};

use crate::fixture::{BOOK, Fixture};
use crate::games::{ratings, record};

const DATABASE: &[u8] = include_bytes!("../../fixtures/counts_version_1.db.zst");
const GAMES: &str = include_str!("../../fixtures/counts_version_1.sgf");

fn earlier() -> Fixture {
    let mut decoder = ruzstd::decoding::StreamingDecoder::new(DATABASE).expect("a frame");
    let mut bytes = Vec::new();
    decoder.read_to_end(&mut bytes).expect("a database");
    Fixture::with_database(&bytes)
}

/// The same games, counted today as games between equals.
fn today() -> Fixture {
    let fixture = Fixture::new();
    fixture.write("games.sgf", GAMES);
    let pruning = PruningChange { min_games: Some(2), min_share: Some(0.0), max_depth: None };
    let ratings = Some(Ratings::default());
    fixture.mine(&MineRequest { pruning, ratings, ..fixture.request(&["games.sgf"]) });
    fixture
}

#[test]
fn counts_in_encoding_1_stay_and_take_more_games() {
    let (earlier, today) = (earlier(), today());
    let state = earlier.state();
    assert_eq!(state.games, 36);
    assert!(!state.has_uneven_games());
    assert!(state == today.state());
    let exported = |fixture: &Fixture| -> Vec<String> {
        let text = fixture.service.mining().export_counts(BOOK).expect("an export");
        String::from_utf8_lossy(&text).lines().map(without_kinds).collect()
    };
    assert!(exported(&earlier) == exported(&today));

    let prune = PruningChange { min_games: Some(3), ..PruningChange::default() };
    assert!(earlier.prune(prune).changed && today.prune(prune).changed);
    assert!(earlier.state() == today.state());
    assert!(exported(&earlier) == exported(&today));
}

#[test]
fn games_are_added_to_counts_in_encoding_1() {
    let (earlier, today) = (earlier(), today());
    let text: String = (0..20).map(|seed| record(seed).text()).collect();
    for fixture in [&earlier, &today] {
        fixture.write("more.sgf", &text);
        let ratings = Some(ratings(&["test"], 20, 0.5));
        let outcome = fixture.mine(&MineRequest { ratings, ..fixture.request(&["more.sgf"]) });
        assert_eq!((outcome.report.counted, outcome.games), (20, 56));
    }
    let state = earlier.state();
    assert!(state.has_uneven_games());
    assert!(state == today.state());
    assert!(earlier.reopen().state() == state);
}

#[test]
fn the_doctor_finds_counts_in_encoding_1_sound() {
    let fixture = earlier();
    let doctor = Command::new(env!("CARGO_BIN_EXE_joseki"))
        .args(["doctor", "--strict", "--db"])
        .arg(fixture.path("joseki.db"))
        .output()
        .expect("a run");
    let text = String::from_utf8_lossy(&doctor.stdout);
    assert!(doctor.status.success() && text.contains("no problems found"), "{doctor:?}");
}

/// A line of counts with its turns summed over the kinds of players, which encoding 1 does not count.
fn without_kinds(line: &str) -> String {
    let mut columns: Vec<String> = line.split(' ').map(str::to_owned).collect();
    if let Some(turns) = columns.get_mut(2).filter(|turns| turns.contains('/')) {
        let mut sums = [0u32; 6];
        for kind in turns.split('|').filter(|kind| !kind.is_empty()) {
            let counts = kind.split([',', '/']).map(|count| count.parse::<u32>().expect("a count"));
            sums.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
        }
        *turns = format!("{sums:?}");
    }
    columns.join(" ")
}
