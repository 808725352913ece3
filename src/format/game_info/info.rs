//! Reads the root of a game record.

use super::text::clean;
use super::{GameDate, GameOutcome, Rank, margin, number};
use crate::sgf::{GameTree, NodeRef};
use joseki_game::{BoardSize, Game};

/// The game information in the root of a game record.
///
/// ```
/// use joseki_format::game_info::{GameOutcome, game_info};
/// use joseki_format::sgf::{Limits, read_collection};
///
/// let file = b"(;GM[1]PB[Shusaku]PW[Gennan]DT[1846-09-11]RE[B+2];B[qd])";
/// let collection = read_collection(file, &Limits::default())?;
/// let info = game_info(&collection.trees[0]);
/// assert_eq!((info.result, info.margin), (GameOutcome::Black, Some(2.0)));
/// assert_eq!(info.black.name, "Shusaku");
/// assert_eq!(info.date.unwrap().to_string(), "1846-09-11");
/// # Ok::<(), joseki_format::sgf::SgfError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GameInfo {
    /// The Black player (`PB`, `BR`).
    pub black: Player,
    /// The White player (`PW`, `WR`).
    pub white: Player,
    /// The first date of play (`DT`).
    pub date: Option<GameDate>,
    /// The winner (`RE`).
    pub result: GameOutcome,
    /// The winning margin in points (`RE`), if the game was counted; see [`margin`].
    pub margin: Option<f32>,
    /// Handicap stones (`HA`); 0 unless stated.
    pub handicap: u32,
    /// White's compensation in points (`KM`); negative if Black got it.
    pub komi: Option<f32>,
    /// The tournament (`EV`), cleaned like names.
    pub event: Option<String>,
    /// The rules as named (`RU`), cleaned like names.
    pub rules: Option<String>,
    /// The number of the game (`GM`), 1 for Go; 0 if it is not a number.
    pub number: u32,
}

/// One of the two players.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Player {
    /// The name, trimmed, without control characters, at most 200 characters; may be empty.
    pub name: String,
    /// The rank, if known.
    pub rank: Option<Rank>,
}

/// Reads the root of a record. Never fails: missing or unreadable values are unknown.
///
/// Sina's names `RD`, `TE` and `KO` are read if `DT`, `EV` and `KM` are missing.
#[must_use]
pub fn game_info(tree: &GameTree) -> GameInfo {
    let root = tree.root();
    let player = |name, rank| Player {
        name: shown(root, name).unwrap_or_default(),
        rank: read(root, rank).and_then(|text| Rank::parse(&text)),
    };
    let number = read(root, "GM").map_or(1, |text| text.trim().parse().unwrap_or_default());
    GameInfo {
        black: player("PB", "BR"),
        white: player("PW", "WR"),
        date: read(root, "DT").or_else(|| read(root, "RD")).and_then(|text| GameDate::parse(&text)),
        result: read(root, "RE").map_or(GameOutcome::Unknown, |text| {
            let game = if number == Game::Xiangqi.sgf_number() { Game::Xiangqi } else { Game::Go };
            GameOutcome::of_game(game, &text)
        }),
        margin: read(root, "RE").and_then(|text| margin(&text)),
        handicap: handicap(root),
        komi: read(root, "KM").or_else(|| read(root, "KO")).and_then(|text| number::komi(&text)),
        event: shown(root, "EV").or_else(|| shown(root, "TE")),
        rules: shown(root, "RU"),
        number,
    }
}

/// Whether the text of `SZ` is a board's size; empty is the usual one.
#[must_use]
pub fn is_board_size(text: &str, size: BoardSize) -> bool {
    let lines = |text: &str| text.parse::<u8>().ok();
    match text.split_once(':') {
        Some((width, height)) => {
            (lines(width), lines(height)) == (Some(size.width()), Some(size.get()))
        }
        None if text.is_empty() => true,
        None => lines(text) == Some(size.get()) && size.width() == size.get(),
    }
}

/// Whether a record is of a game, by its `GM`. Renju servers write 5 as well as 4. A record that
/// does not say is of Go, or of the kind of five in a row that is expected.
#[must_use]
pub fn is_of_game(tree: &GameTree, game: Game) -> bool {
    let is_five = game.five_rules().is_some();
    match read(tree.root(), "GM") {
        None => is_five || game == Game::default(),
        Some(text) => {
            let number: u32 = text.trim().parse().unwrap_or_default();
            number == game.sgf_number() || is_five && number == 5
        }
    }
}

/// Whether a record is played by the rules of a game, as far as it says (`RU`); only five in a row
/// has several games of one number.
#[must_use]
pub fn has_rules_of(tree: &GameTree, game: Game) -> bool {
    let said = read(tree.root(), "RU").and_then(|text| five_game(&text));
    game.five_rules().is_none() || said.is_none_or(|said| said == game)
}

/// The kind of five in a row that a rule set names: also the number of the Gomocup protocol, and
/// the opening rules of renju.
fn five_game(rules: &str) -> Option<Game> {
    match rules.trim() {
        "0" => Some(Game::Gomoku),
        "1" => Some(Game::Standard),
        "4" => Some(Game::Renju),
        words => five_game_in(words),
    }
}

/// The kind of five in a row that words name: rules, or a league or folder such as `Freestyle15_1`.
pub(crate) fn five_game_in(words: &str) -> Option<Game> {
    let words = words.to_lowercase();
    let has = |names: &[&str]| names.iter().any(|name| words.contains(name));
    if has(&["renju", "rif", "yamaguchi", "soos", "taraguchi"]) {
        Some(Game::Renju)
    } else if has(&["standard", "exact"]) {
        Some(Game::Standard)
    } else {
        has(&["freestyle", "gomoku", "fastgame"]).then_some(Game::Gomoku)
    }
}

/// The handicap of `HA`. If it is missing or unreadable, two or more black stones set up alone
/// count as the handicap, because some servers write only those.
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
        Ok(stones) if alone && (2..=number::MAX_HANDICAP).contains(&stones) => stones,
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
