//! Sides of many games, each game once, and the players with profiles.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::game::GameReview;
use super::judged::GamePlace;
use super::profile::Profile;
use super::side::{GameSide, player};
use crate::text::normalize_name;
use joseki_book::Index;
use joseki_game::{BoardSize, Color};

/// Minimum number of games for a profile without naming the player. With fewer games in total,
/// every player has one.
pub const LEAST_GAMES: usize = 5;

/// Sides of all games, each game once.
#[derive(Debug, Default)]
pub struct GatheredGames {
    games: HashMap<u64, GatheredGame>,
}

/// Outcome of adding a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GameAdded {
    /// The game was added.
    New,
    /// The game replaced another record of it.
    Replaced(GamePlace),
    /// The game was known already.
    Known,
}

#[derive(Debug)]
struct GatheredGame {
    place: GamePlace,
    size: BoardSize,
    sides: Vec<GameSide>,
}

/// A side with its game.
#[derive(Clone, Copy)]
pub struct PlayedSide<'a> {
    pub place: &'a GamePlace,
    pub size: BoardSize,
    pub side: &'a GameSide,
}

/// Players whose games are wanted; all players if empty.
#[derive(Clone, Debug, Default)]
pub struct WantedPlayers(Vec<(String, String)>);

impl WantedPlayers {
    /// Selects players by name, each once.
    pub fn new(players: &[String]) -> WantedPlayers {
        let mut seen = BTreeSet::new();
        let names = players.iter().map(|name| (normalize_name(name), name.clone()));
        WantedPlayers(names.filter(|(folded, _)| seen.insert(folded.clone())).collect())
    }

    fn wants(&self, name: &str) -> bool {
        let name = normalize_name(name);
        self.0.is_empty() || self.0.iter().any(|(wanted, _)| *wanted == name)
    }

    /// Returns the sides of a reviewed game whose players are wanted and have a name.
    pub fn sides(&self, review: &GameReview, index: &Index) -> Vec<GameSide> {
        let colors = [Color::Black, Color::White].into_iter();
        let colors = colors.filter(|color| {
            let name = &player(review, *color).name;
            !normalize_name(name).is_empty() && self.wants(name)
        });
        colors.map(|color| GameSide::new(review, color, index)).collect()
    }

    /// Whether one of a game's players is wanted.
    pub fn plays(&self, black: &str, white: &str) -> bool {
        self.wants(black) || self.wants(white)
    }
}

impl GatheredGames {
    /// Adds a game with its wanted sides. Of several records of a game the first by place counts,
    /// in whichever order they arrive.
    pub fn add(
        &mut self,
        place: &GamePlace,
        review: &GameReview,
        sides: Vec<GameSide>,
    ) -> GameAdded {
        let added = match self.games.get(&review.fingerprint) {
            None => GameAdded::New,
            Some(known) if *place < known.place => GameAdded::Replaced(known.place.clone()),
            Some(_) => return GameAdded::Known,
        };
        let game = GatheredGame { place: place.clone(), size: review.line.record.size, sides };
        self.games.insert(review.fingerprint, game);
        added
    }

    /// Returns the profiles of the wanted players in their order, or of those with enough games,
    /// most games first.
    pub fn profiles(&self, wanted: &WantedPlayers) -> Vec<Profile> {
        let mut games: Vec<&GatheredGame> = self.games.values().collect();
        games.sort_by(|a, b| a.place.cmp(&b.place));
        let mut by_player: BTreeMap<String, Vec<PlayedSide<'_>>> = BTreeMap::new();
        for game in &games {
            for side in &game.sides {
                let played = by_player.entry(normalize_name(&side.name)).or_default();
                played.push(PlayedSide { place: &game.place, size: game.size, side });
            }
        }
        if !wanted.0.is_empty() {
            let of = |(folded, name): &(String, String)| {
                let played = by_player.get(folded).map_or(&[][..], Vec::as_slice);
                Profile::new(name.clone(), played)
            };
            return wanted.0.iter().map(of).collect();
        }
        let least = match games.len() {
            0..LEAST_GAMES => 1,
            _ => LEAST_GAMES,
        };
        let profiles = by_player.values().map(|played| Profile::new(usual_name(played), played));
        let mut profiles: Vec<Profile> =
            profiles.filter(|profile| profile.games as usize >= least).collect();
        // The sort is stable: players with equally many games stay in name order.
        profiles.sort_by_key(|profile| std::cmp::Reverse(profile.games));
        profiles
    }
}

/// Returns the most frequent spelling; of several the first.
fn usual_name(played: &[PlayedSide<'_>]) -> String {
    let mut spellings: BTreeMap<&str, u32> = BTreeMap::new();
    for played in played {
        *spellings.entry(&played.side.name).or_default() += 1;
    }
    let mut spellings: Vec<(&str, u32)> = spellings.into_iter().collect();
    spellings.sort_by_key(|(_, times)| std::cmp::Reverse(*times));
    spellings.first().map(|(name, _)| (*name).to_owned()).unwrap_or_default()
}
