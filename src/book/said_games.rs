//! What files of other programs say of the games of a move. It is kept beside the counted games.

use std::fmt;
use std::str::FromStr;

use super::node_data::NodeData;

/// The games of a move, as a file says, from the view of the side that plays it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SaidGames {
    /// Games won, drawn and lost.
    Results([u32; 3]),
    /// Games, or how often to play the move, without results.
    Plays(u32),
}

impl SaidGames {
    /// The private SGF property of a move's node.
    pub const PROPERTY: &str = "JW";

    /// The games that a node's data state; those of several files are added up.
    #[must_use]
    pub fn of(data: &NodeData) -> Option<SaidGames> {
        let texts = data.properties.get(SaidGames::PROPERTY)?;
        texts.iter().filter_map(|text| text.parse().ok()).reduce(SaidGames::plus)
    }

    fn plus(self, other: SaidGames) -> SaidGames {
        let results = |it| match it {
            SaidGames::Results(results) => Some(results),
            SaidGames::Plays(_) => None,
        };
        match (results(self), results(other)) {
            (Some([a, b, c]), Some([d, e, f])) => {
                SaidGames::Results([a.saturating_add(d), b.saturating_add(e), c.saturating_add(f)])
            }
            // Results say more than a number of plays, which may be any weight.
            (Some(_), None) => self,
            (None, Some(_)) => other,
            (None, None) => SaidGames::Plays(self.plays().saturating_add(other.plays())),
        }
    }

    /// The number of games.
    #[must_use]
    pub fn plays(self) -> u32 {
        match self {
            SaidGames::Results(results) => results.into_iter().fold(0, u32::saturating_add),
            SaidGames::Plays(plays) => plays,
        }
    }

    /// The number of games with a result, and the points of the side that plays the move: one for a
    /// win, half of one for a draw.
    #[must_use]
    pub fn scored(self) -> (u32, f64) {
        match self {
            SaidGames::Results([won, drawn, _]) => {
                (self.plays(), f64::from(won) + f64::from(drawn) / 2.0)
            }
            SaidGames::Plays(_) => (0, 0.0),
        }
    }
}

/// Writes `won/drawn/lost`, or a single number.
impl fmt::Display for SaidGames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SaidGames::Results([won, drawn, lost]) => write!(f, "{won}/{drawn}/{lost}"),
            SaidGames::Plays(plays) => write!(f, "{plays}"),
        }
    }
}

/// Error for a text that states no games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected games won, drawn and lost, such as 3/1/2, or a number of games")]
pub struct ParseSaidGamesError;

impl FromStr for SaidGames {
    type Err = ParseSaidGamesError;

    fn from_str(text: &str) -> Result<SaidGames, ParseSaidGamesError> {
        let numbers: Result<Vec<u32>, _> = text.split('/').map(str::parse).collect();
        match numbers.map_err(|_| ParseSaidGamesError)?[..] {
            [won, drawn, lost] => Ok(SaidGames::Results([won, drawn, lost])),
            [plays] => Ok(SaidGames::Plays(plays)),
            _ => Err(ParseSaidGamesError),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_of_several_files_are_added_up() {
        let said = |texts: &[&str]| {
            let mut data = NodeData::default();
            let texts = texts.iter().map(|text| (*text).to_owned()).collect();
            data.properties.insert(SaidGames::PROPERTY.to_owned(), texts);
            SaidGames::of(&data)
        };
        assert_eq!(said(&["3/1/2"]).unwrap().scored(), (6, 3.5));
        assert_eq!(said(&["3/1/2", "1/0/0"]), Some(SaidGames::Results([4, 1, 2])));
        assert_eq!(said(&["7", "5"]), Some(SaidGames::Plays(12)));
        assert_eq!(said(&["7", "1/0/0"]), Some(SaidGames::Results([1, 0, 0])));
        for odd in ["", "1/2", "-1", "1/2/3/4", "a/b/c", "1/2/4294967296"] {
            assert_eq!(said(&[odd]), None, "{odd}");
        }
    }
}
