//! The root of a game record as a whole.

use super::text::clean;
use super::{GameDate, Outcome, Rank, margin, number};
use crate::format::sgf::{GameTree, NodeRef};

/// What the root of a game record says of the game.
#[derive(Clone, Debug, PartialEq)]
pub struct GameInfo {
    /// Who had Black (`PB`, `BR`).
    pub black: Player,
    /// Who had White (`PW`, `WR`).
    pub white: Player,
    /// The first day it was played on (`DT`).
    pub date: Option<GameDate>,
    /// Who won (`RE`).
    pub result: Outcome,
    /// By how many points (`RE`), if they were counted; see [`margin`].
    pub margin: Option<f32>,
    /// Handicap stones (`HA`); 0 if nothing says otherwise.
    pub handicap: u32,
    /// White's compensation in points (`KM`); negative if Black got it.
    pub komi: Option<f32>,
    /// The tournament (`EV`), cleaned as names are.
    pub event: Option<String>,
    /// The rules as they are named (`RU`), cleaned as names are.
    pub rules: Option<String>,
    /// Whether it is Go: `GM` is 1, or missing.
    pub go: bool,
}

/// One of the two players.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Player {
    /// The name, trimmed, without control characters, at most 200 characters; may be empty.
    pub name: String,
    /// The rank, if it can be told.
    pub rank: Option<Rank>,
}

/// Reads the root of a record. Never fails: what is missing or cannot be read is unknown.
///
/// Sina's names `RD`, `TE` and `KO` are read where `DT`, `EV` and `KM` are missing.
#[must_use]
pub fn game_info(tree: &GameTree) -> GameInfo {
    let root = tree.root();
    let player = |name, rank| Player {
        name: shown(root, name).unwrap_or_default(),
        rank: read(root, rank).and_then(|text| Rank::parse(&text)),
    };
    GameInfo {
        black: player("PB", "BR"),
        white: player("PW", "WR"),
        date: read(root, "DT")
            .or_else(|| read(root, "RD"))
            .and_then(|text| GameDate::parse(&text)),
        result: read(root, "RE").map_or(Outcome::Unknown, |text| Outcome::parse(&text)),
        margin: read(root, "RE").and_then(|text| margin(&text)),
        handicap: handicap(root),
        komi: read(root, "KM")
            .or_else(|| read(root, "KO"))
            .and_then(|text| number::komi(&text)),
        event: shown(root, "EV").or_else(|| shown(root, "TE")),
        rules: shown(root, "RU"),
        go: read(root, "GM").is_none_or(|text| text.trim().parse() == Ok(1)),
    }
}

/// What `HA` says. Where it is missing or says nothing, two or more black stones set up alone are
/// the handicap: some servers write only those.
fn handicap(root: NodeRef<'_>) -> u32 {
    if let Some(said) = read(root, "HA").and_then(|text| number::handicap(&text)) {
        return said;
    }
    let alone = !root.has("AW") && !root.has("AE");
    let stones = root.property("AB").map_or(0, |stones| {
        let plain = stones.values().all(|value| value.compose().is_none());
        if plain { stones.values().len() } else { 0 }
    });
    match u32::try_from(stones) {
        Ok(stones) if alone && (2..=number::MOST_HANDICAP).contains(&stones) => stones,
        _ => 0,
    }
}

fn read(root: NodeRef<'_>, property: &str) -> Option<String> {
    let text = root.first(property)?.simple_text();
    (!text.trim().is_empty()).then(|| text.into_owned())
}

fn shown(root: NodeRef<'_>, property: &str) -> Option<String> {
    let text = clean(&root.first(property)?.simple_text());
    (!text.is_empty()).then_some(text)
}
