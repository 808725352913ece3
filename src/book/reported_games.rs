//! Games of a move as files of other programs report them, kept beside the counted games.

use std::fmt;
use std::str::FromStr;

use super::node_data::NodeData;

/// The games of a move as a file reports them, from the view of the side that plays it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReportedGames {
    /// Games won, drawn and lost.
    Results([u32; 3]),
    /// Games, or how often to play the move, without results.
    Plays(u32),
}

impl ReportedGames {
    /// The private SGF property of a move's node.
    pub const PROPERTY: &str = "JW";

    /// Returns the games in a node's data, summed over files; `None` without any.
    #[must_use]
    pub fn from_data(data: &NodeData) -> Option<ReportedGames> {
        let texts = data.properties.get(ReportedGames::PROPERTY)?;
        texts.iter().filter_map(|text| text.parse().ok()).reduce(ReportedGames::add)
    }

    fn add(self, other: ReportedGames) -> ReportedGames {
        let results = |it| match it {
            ReportedGames::Results(results) => Some(results),
            ReportedGames::Plays(_) => None,
        };
        match (results(self), results(other)) {
            (Some([a, b, c]), Some([d, e, f])) => ReportedGames::Results([
                a.saturating_add(d),
                b.saturating_add(e),
                c.saturating_add(f),
            ]),
            // Results say more than a number of plays, which may be any weight.
            (Some(_), None) => self,
            (None, Some(_)) => other,
            (None, None) => ReportedGames::Plays(self.plays().saturating_add(other.plays())),
        }
    }

    /// Returns the number of games.
    #[must_use]
    pub fn plays(self) -> u32 {
        match self {
            ReportedGames::Results(results) => results.into_iter().fold(0, u32::saturating_add),
            ReportedGames::Plays(plays) => plays,
        }
    }

    /// Returns the number of games with a result, and the points of the side that plays the move: one for a
    /// win, half of one for a draw.
    #[must_use]
    pub fn scored(self) -> (u32, f64) {
        match self {
            ReportedGames::Results([won, drawn, _]) => {
                (self.plays(), f64::from(won) + f64::from(drawn) / 2.0)
            }
            ReportedGames::Plays(_) => (0, 0.0),
        }
    }
}

/// Writes `won/drawn/lost`, or a single number.
impl fmt::Display for ReportedGames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReportedGames::Results([won, drawn, lost]) => write!(f, "{won}/{drawn}/{lost}"),
            ReportedGames::Plays(plays) => write!(f, "{plays}"),
        }
    }
}

/// Error for a text that does not report games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected games won, drawn and lost, such as 3/1/2, or a number of games")]
pub struct ParseReportedGamesError;

impl FromStr for ReportedGames {
    type Err = ParseReportedGamesError;

    fn from_str(text: &str) -> Result<ReportedGames, ParseReportedGamesError> {
        let numbers: Result<Vec<u32>, _> = text.split('/').map(str::parse).collect();
        match numbers.map_err(|_| ParseReportedGamesError)?[..] {
            [won, drawn, lost] => Ok(ReportedGames::Results([won, drawn, lost])),
            [plays] => Ok(ReportedGames::Plays(plays)),
            _ => Err(ParseReportedGamesError),
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
            data.properties.insert(ReportedGames::PROPERTY.to_owned(), texts);
            ReportedGames::from_data(&data)
        };
        assert_eq!(said(&["3/1/2"]).unwrap().scored(), (6, 3.5));
        assert_eq!(said(&["3/1/2", "1/0/0"]), Some(ReportedGames::Results([4, 1, 2])));
        assert_eq!(said(&["7", "5"]), Some(ReportedGames::Plays(12)));
        assert_eq!(said(&["7", "1/0/0"]), Some(ReportedGames::Results([1, 0, 0])));
        for odd in ["", "1/2", "-1", "1/2/3/4", "a/b/c", "1/2/4294967296"] {
            assert_eq!(said(&[odd]), None, "{odd}");
        }
    }
}
