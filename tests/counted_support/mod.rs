//! A few games that can be counted by hand.
//!
//! | game | year, players | result | corners |
//! |---|---|---|---|
//! | 1 | 2008-01-31, 9p | B+R | Black first: `DDCFFCCCCD` |
//! | 2 | 2009, 9p | W+3.5 | Black first, another order: `DDCFCDCCFC` |
//! | 3 | 2009, 5k | W+R | White first, in the lower left: `DDCFFCCCCD` |
//! | 4 | 2009-05, 9p | B+R | both first, in two corners: `DDCF`, `DDCF` |
//! | 5 | no date, no rank | a draw | Black first: `DDCF` |
//! | 6 | 2010, 3d | unknown | Black first: `DDCC` |
//! | 7 | 2010, 9p | B+0.5 | Black first, mirrored: `DDCFFCCCCD` |
//!
//! The first five are the collection `old`, the others `new`.

#![allow(dead_code, reason = "every test crate takes what it needs of these helpers")]

use std::path::Path;

use joseki::mine::MineReport;
use joseki::service::{
    Service,
    mine::{MineRequest, PruningChange},
};

pub const OLD: &str = "\
(;GM[1]SZ[19]PB[Ada]BR[9p]PW[Ben]WR[9p]DT[2008-01-31]EV[Cup]KM[6.5]RE[B+R];B[pd];W[nc];B[qf];W[qc];B[pc])
(;GM[1]SZ[19]PB[Ada]BR[9p]PW[Cid]WR[9p]DT[2009]RE[W+3.5];B[pd];W[nc];B[pc];W[qc];B[qf])
(;GM[1]SZ[19]PB[Dan]BR[5k]PW[Eve]WR[5k]DT[2009]RE[W+R];W[dp];B[fq];W[cn];B[cq];W[dq])
(;GM[1]SZ[19]PB[Fay]BR[9p]PW[Gus]WR[9p]DT[2009-05]RE[B+R];B[pd];W[dp];B[fq];W[nc])
(;GM[1]SZ[19]RE[Draw];B[pd];W[nc])
";

pub const NEW: &str = "\
(;GM[1]SZ[19]PB[Hal]BR[3d]PW[Ida]WR[3d]DT[2010];B[pd];W[qc])
(;GM[1]SZ[19]PB[Jon]BR[9p]PW[Kim]WR[9p]DT[2010]RE[B+0.5];B[pd];W[qf];B[nc];W[qc];B[qd])
";

/// Games in which 450 answer the 4-4 point with a low approach and win every second of them, and 50 by
/// an invasion that wins one in five.
pub fn many() -> String {
    let game = |number: usize| {
        let (answer, wins) = match number {
            0..450 => ("nc", number.is_multiple_of(2)),
            _ => ("qc", number.is_multiple_of(5)),
        };
        let winner = if wins { "W" } else { "B" };
        format!("(;SZ[19]PB[p{number}]PW[q]DT[2001]RE[{winner}+R];B[pd];W[{answer}])\n")
    };
    (0..500).map(game).collect()
}

/// Counts records into a book and keeps every move, however rare.
pub fn mine(service: &Service, folder: &Path, book: &str, source: &str, records: &str) {
    mine_keeping(service, folder, book, (source, records), true);
}

/// The same, and the games' moves are kept or not.
pub fn mine_keeping(
    service: &Service,
    folder: &Path,
    book: &str,
    (source, records): (&str, &str),
    keep_records: bool,
) {
    let report = mine_some(service, folder, book, (source, records), keep_records);
    let records = records.matches("(;").count() as u64;
    assert_eq!(report.counted, records, "{report:?}");
}

/// The same, of records that need not all be counted.
pub fn mine_some(
    service: &Service,
    folder: &Path,
    book: &str,
    (source, records): (&str, &str),
    keep_records: bool,
) -> MineReport {
    let path = folder.join(format!("{source}.sgf"));
    std::fs::write(&path, records).expect("a file");
    let request = MineRequest {
        paths: vec![path],
        source: Some(source.to_owned()),
        keep_records,
        ..every_move(folder, book)
    };
    service.mining().mine(&request, &mut |_| {}).expect("games").report
}

/// Recommends only moves in at least this many games of those that were counted.
pub fn prune(service: &Service, folder: &Path, book: &str, min_games: u32) {
    let pruning = PruningChange { min_games: Some(min_games), ..PruningChange::default() };
    let request = MineRequest { pruning, ..every_move(folder, book) };
    service.mining().mine(&request, &mut |_| {}).expect("pruned");
}

fn every_move(folder: &Path, book: &str) -> MineRequest {
    MineRequest {
        variant: None,
        paths: Vec::new(),
        book: book.to_owned(),
        source: None,
        quiet: None,
        pruning: PruningChange { min_games: Some(1), min_share: Some(0.0), max_depth: None },
        keep_records: true,
        memory: 1 << 20,
        threads: 1,
        folder: folder.to_owned(),
        ratings: None,
        dry_run: false,
        who: "a test".to_owned(),
    }
}

/// Counts the seven games into a book.
pub fn mine_seven(service: &Service, folder: &Path, book: &str) {
    mine(service, folder, book, "old", OLD);
    mine(service, folder, book, "new", NEW);
}
