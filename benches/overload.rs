//! What becomes of a server that is asked for twice of what it can do. `cargo bench --bench overload`
//!
//! A real server on one core, callers over real connections on another. First its capacity: as many answers as it gives
//! callers who ask on and on, where it sends nobody away. Then callers who each ask at times of their own (a Poisson process each), whether or not the server
//! keeps up: at half and four fifths of the capacity, at all and at twice of it. Shed callers wait for `Retry-After`; and, in a run, they do not.

#[path = "support/caller.rs"]
#[expect(dead_code, reason = "the run of a large book asks each question once")]
mod caller;
#[path = "support/figures.rs"]
#[expect(dead_code, reason = "the scale run adds figures up")]
mod figures;
#[path = "support/server.rs"]
#[expect(dead_code, reason = "the scale run asks for more")]
mod server;

use std::rc::Rc;
use std::time::Duration;

use caller::{Manners, Wave, question};
use figures::Figures;
use server::Running;

/// Callers, as many as a server takes in by default, and some places for others.
const CALLERS: usize = 1000;

/// An answer that is kept costs no more than asking for it, and one core could not ask for twice as many.
const WORKED_OUT: [&str; 4] = ["--answer-bytes", "0", "--max-connections-per-address", "1024"];
/// What a server can do shows where it sends nobody away.
const ENDURING: [&str; 6] =
    ["--answer-bytes", "0", "--max-connections-per-address", "1024", "--longest-wait", "1h"];

/// A game in four corners of the starter book.
const MOVES: [&str; 20] = [
    "Q16", "D4", "Q4", "D16", "F17", "C14", "D18", "C12", "O3", "R6", "O2", "R8", "C6", "F3", "B4",
    "C3", "O17", "R14", "M17", "R17",
];

fn main() {
    let folder = tempfile::tempdir().expect("a folder");
    let database = folder.path().join("joseki.db");
    let enduring = Running::on(&database, &ENDURING);
    let requests = Rc::new((8..=20).map(board).collect::<Vec<_>>());
    let seconds = std::env::var("JOSEKI_BENCH_SECONDS").ok().and_then(|text| text.parse().ok());
    let time = Duration::from_secs(seconds.unwrap_or(12));
    let wave_of = |server: &Running, rate, manners| {
        Wave {
            address: server.address,
            callers: CALLERS,
            rate,
            manners,
            time,
            requests: Rc::clone(&requests),
        }
        .run()
    };
    wave_of(&enduring, f64::INFINITY, Manners::Obedient);
    let capacity = wave_of(&enduring, f64::INFINITY, Manners::Obedient);
    drop(enduring);
    let peak = capacity.answered_per_second();
    println!(
        "whole-board questions of {CALLERS} callers to a server on one core, asked from another; {} s each",
        time.as_secs()
    );
    show("asked on and on, nobody sent away", &capacity, peak, None);
    let server = Running::on(&database, &WORKED_OUT);
    let wave = |rate, manners| wave_of(&server, rate, manners);
    let half = wave(peak / 2.0, Manners::Obedient);
    show("half of that", &half, peak, None);
    let normal = wave(peak * 0.8, Manners::Obedient);
    show("four fifths", &normal, peak, None);
    let full = wave(peak, Manners::Obedient);
    show("as much as it can do", &full, peak, Some(&normal));
    let twice = wave(peak * 2.0, Manners::Obedient);
    show("twice", &twice, peak, Some(&normal));
    let rude = wave(peak * 2.0, Manners::Rude);
    show("twice, nobody waits when told to", &rude, peak, Some(&normal));
    let after = wave(peak / 2.0, Manners::Obedient);
    show("half again", &after, peak, Some(&half));
}

fn board(moves: usize) -> Vec<u8> {
    let colors = ["B", "W"].into_iter().cycle();
    question(colors.zip(MOVES[..moves].iter().map(|point| (*point).to_owned())))
}

fn show(what: &str, figures: &Figures, peak: f64, normal: Option<&Figures>) {
    let p99 = figures.percentile(0.99);
    let beside = normal.map(|normal| {
        format!(
            ", {:.2} times the line it is held against",
            p99.as_secs_f64() / normal.percentile(0.99).as_secs_f64()
        )
    });
    println!(
        "{what}\n  asked {:.0}/s, answered {:.0}/s ({:.2} of the peak), sent away {:.0}/s, kept away {:.0}/s, failed {}\n  p50 {:.2} ms, p99 {:.2} ms{}",
        figures.asked_per_second(),
        figures.answered_per_second(),
        figures.answered_per_second() / peak,
        figures.refused_per_second(),
        figures.held_back_per_second(),
        figures.failed,
        figures.percentile(0.5).as_secs_f64() * 1e3,
        p99.as_secs_f64() * 1e3,
        beside.unwrap_or_default(),
    );
}
