//! The sides of many games, each game once, and whose profiles are wanted.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::game::GameReview;
use super::place::Place;
use super::profile::Profile;
use super::side::{Side, player};
use crate::book::Index;
use crate::game::Color;
use crate::game::go::BoardSize;
use crate::service::learn_game::folded;

/// A player of so many games has a profile without being named. Where there are fewer games in all, every
/// player has one.
pub const LEAST_GAMES: usize = 5;

/// The sides of all games, each game once.
#[derive(Debug, Default)]
pub struct Gathered {
    games: HashMap<u64, Game>,
}

/// What became of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Added {
    /// It is there now.
    New,
    /// It is there in the place of another record of it.
    Instead(Place),
    /// It was there.
    Known,
}

#[derive(Debug)]
struct Game {
    place: Place,
    size: BoardSize,
    sides: Vec<Side>,
}

/// A side with the game that it is of.
#[derive(Clone, Copy)]
pub struct Played<'a> {
    pub place: &'a Place,
    pub size: BoardSize,
    pub side: &'a Side,
}

/// Whose games are wanted; everybody's if nobody is named.
#[derive(Clone, Debug, Default)]
pub struct Wanted(Vec<(String, String)>);

impl Wanted {
    /// The players of these names, each once.
    pub fn new(players: &[String]) -> Wanted {
        let mut seen = BTreeSet::new();
        let names = players.iter().map(|name| (folded(name), name.clone()));
        Wanted(
            names
                .filter(|(folded, _)| seen.insert(folded.clone()))
                .collect(),
        )
    }

    fn wants(&self, name: &str) -> bool {
        let name = folded(name);
        self.0.is_empty() || self.0.iter().any(|(wanted, _)| *wanted == name)
    }

    /// Whether one of the players of a game is wanted.
    pub fn plays(&self, black: &str, white: &str) -> bool {
        self.wants(black) || self.wants(white)
    }
}

impl Gathered {
    /// Takes a game. Of two records of one game the first by its place counts, whichever comes first.
    pub fn add(
        &mut self,
        place: &Place,
        review: &GameReview,
        wanted: &Wanted,
        index: &Index,
    ) -> Added {
        let added = match self.games.get(&review.fingerprint) {
            None => Added::New,
            Some(known) if *place < known.place => Added::Instead(known.place.clone()),
            Some(_) => return Added::Known,
        };
        let colors = [Color::Black, Color::White].into_iter();
        let colors = colors.filter(|color| {
            let name = &player(review, *color).name;
            !folded(name).is_empty() && wanted.wants(name)
        });
        let game = Game {
            place: place.clone(),
            size: review.line.record.size,
            sides: colors.map(|color| Side::of(review, color, index)).collect(),
        };
        self.games.insert(review.fingerprint, game);
        added
    }

    /// The profiles of the wanted players in their order, or of those with enough games, the most first.
    pub fn profiles(&self, wanted: &Wanted) -> Vec<Profile> {
        let mut games: Vec<&Game> = self.games.values().collect();
        games.sort_by(|a, b| a.place.cmp(&b.place));
        let mut by_player: BTreeMap<String, Vec<Played<'_>>> = BTreeMap::new();
        for game in &games {
            for side in &game.sides {
                let played = by_player.entry(folded(&side.name)).or_default();
                played.push(Played {
                    place: &game.place,
                    size: game.size,
                    side,
                });
            }
        }
        if !wanted.0.is_empty() {
            let of = |(folded, name): &(String, String)| {
                let played = by_player.get(folded).map_or(&[][..], Vec::as_slice);
                Profile::of(name.clone(), played)
            };
            return wanted.0.iter().map(of).collect();
        }
        let least = match games.len() {
            0..LEAST_GAMES => 1,
            _ => LEAST_GAMES,
        };
        let profiles = by_player
            .values()
            .map(|played| Profile::of(usual_name(played), played));
        let mut profiles: Vec<Profile> = profiles
            .filter(|profile| profile.games as usize >= least)
            .collect();
        // Those of one number of games stay in the order of their names.
        profiles.sort_by_key(|profile| std::cmp::Reverse(profile.games));
        profiles
    }
}

/// The spelling of most records, of several the first.
fn usual_name(played: &[Played<'_>]) -> String {
    let mut spellings: BTreeMap<&str, u32> = BTreeMap::new();
    for played in played {
        *spellings.entry(&played.side.name).or_default() += 1;
    }
    let mut spellings: Vec<(&str, u32)> = spellings.into_iter().collect();
    spellings.sort_by_key(|(_, times)| std::cmp::Reverse(*times));
    spellings
        .first()
        .map(|(name, _)| (*name).to_owned())
        .unwrap_or_default()
}
