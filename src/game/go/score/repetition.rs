//! Moves that repeat an earlier whole-board position.

use std::collections::HashMap;

use crate::go::{GameEntry, GoGame, Position};

/// A move after which all stones stand as they stood before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Repetition {
    /// The number of the move; moves and passes count from 1.
    pub number: u32,
    /// The first move after which the board was the same; 0 is before the first move.
    pub earlier: u32,
}

/// The moves of a game that repeat an earlier board (positional superko), whichever side is to
/// move. A pass repeats nothing, and setup restarts the history, as in [`GoGame`]'s superko.
#[must_use]
pub fn repetitions(game: &GoGame) -> Vec<Repetition> {
    let mut found = Vec::new();
    let mut seen: HashMap<u64, Vec<(u32, Position)>> = HashMap::new();
    let mut now = GoGame::new(game.position().size(), game.rules());
    let mut number = 0;
    note(&mut seen, now.position(), number);
    for entry in game.entries() {
        match entry {
            GameEntry::Place(color, point) => {
                now.place(color, point);
                seen.clear();
            }
            GameEntry::Clear(point) => {
                now.clear(point);
                seen.clear();
            }
            GameEntry::Play(color, m) => {
                number += 1;
                // It was legal when the game was played.
                let _ = now.play(color, m);
                if m.point().is_none() {
                    continue;
                }
                if let Some(earlier) = note(&mut seen, now.position(), number) {
                    found.push(Repetition { number, earlier });
                }
                continue;
            }
        }
        note(&mut seen, now.position(), number);
    }
    found
}

/// Returns the move number at which the same stones first occurred, or records them as new.
fn note(
    seen: &mut HashMap<u64, Vec<(u32, Position)>>,
    board: &Position,
    number: u32,
) -> Option<u32> {
    let alike = seen.entry(board.hash()).or_default();
    let same = alike.iter().find(|(_, old)| old.has_same_stones(board));
    let earlier = same.map(|(earlier, _)| *earlier);
    if earlier.is_none() {
        alike.push((number, *board));
    }
    earlier
}
