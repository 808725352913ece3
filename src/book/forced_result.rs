//! Wins by force, kept with the moves of a book.

use std::fmt;
use std::str::FromStr;

use super::node_data::NodeData;

/// Who wins by force after a move, and in how many plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ForcedResult {
    /// Whether the side that plays the move wins, rather than its opponent.
    pub is_won: bool,
    /// Plies after the move until the game is over: until five in a row, or mate.
    pub plies: u32,
}

impl ForcedResult {
    /// The private SGF property of a move's node.
    pub const PROPERTY: &str = "JF";

    /// Returns the result in a node's data; `None` without any, or if several contradict each other.
    #[must_use]
    pub fn from_data(data: &NodeData) -> Option<ForcedResult> {
        let texts = data.properties.get(ForcedResult::PROPERTY)?;
        let mut results = texts.iter().filter_map(|text| text.parse::<ForcedResult>().ok());
        let first = results.next()?;
        results.try_fold(first, |shortest, other| {
            let is_same = shortest.is_won == other.is_won;
            is_same.then(|| ForcedResult { plies: shortest.plies.min(other.plies), ..shortest })
        })
    }

    /// Place in the order of moves: wins first, the shortest before all, and losses last, the longest
    /// before the others.
    #[must_use]
    pub const fn place(result: Option<ForcedResult>) -> (u8, u32) {
        match result {
            Some(ForcedResult { is_won: true, plies }) => (0, plies),
            None => (1, 0),
            Some(ForcedResult { is_won: false, plies }) => (2, u32::MAX - plies),
        }
    }
}

/// Writes `W7` or `L7`.
impl fmt::Display for ForcedResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.is_won { 'W' } else { 'L' }, self.plies)
    }
}

/// Error for a text that is not a win by force.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected W or L and a number of plies, such as W7")]
pub struct ParseForcedResultError;

impl FromStr for ForcedResult {
    type Err = ParseForcedResultError;

    fn from_str(text: &str) -> Result<ForcedResult, ParseForcedResultError> {
        let (is_won, plies) = match (text.strip_prefix('W'), text.strip_prefix('L')) {
            (Some(plies), _) => (true, plies),
            (_, Some(plies)) => (false, plies),
            _ => return Err(ParseForcedResultError),
        };
        let is_number = plies.bytes().all(|byte| byte.is_ascii_digit());
        let plies = plies.parse().ok().filter(|_| is_number).ok_or(ParseForcedResultError)?;
        Ok(ForcedResult { is_won, plies })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_is_read_as_it_is_written() {
        for text in ["W0", "W7", "L12", "L4294967295"] {
            assert_eq!(text.parse::<ForcedResult>().unwrap().to_string(), text);
        }
        for odd in ["", "W", "7", "w7", "W-1", "W+1", "X3", "W7 ", "L4294967296"] {
            assert_eq!(odd.parse::<ForcedResult>(), Err(ParseForcedResultError), "{odd}");
        }
    }

    #[test]
    fn wins_come_first_and_losses_last() {
        let place = |text: &str| ForcedResult::place(text.parse().ok());
        let order = ["W2", "W7", "", "L9", "L1"].map(place);
        assert!(order.is_sorted_by(|a, b| a < b), "{order:?}");
    }

    #[test]
    fn of_several_results_the_shortest_counts_unless_they_contradict() {
        let said = |texts: &[&str]| {
            let mut data = NodeData::default();
            let texts = texts.iter().map(|text| (*text).to_owned()).collect();
            data.properties.insert(ForcedResult::PROPERTY.to_owned(), texts);
            ForcedResult::from_data(&data).map(|result| result.to_string())
        };
        assert_eq!(said(&["W9", "W7", "odd"]).as_deref(), Some("W7"));
        assert_eq!(said(&["L9"]).as_deref(), Some("L9"));
        assert_eq!(said(&["L9", "W7"]), None);
        assert_eq!(said(&["odd"]), None);
    }
}
