//! Tally of the games of a book.

use std::collections::BTreeMap;

use serde::Serialize;

use joseki_service::mine::{BookTally, GamesTally, ResultTally, XiangqiTally};

/// Tally of the games of a book about the whole board.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum TallyJson {
    /// Of games of stones.
    Stones(StonesTallyJson),
    /// Of games of xiangqi.
    Xiangqi(XiangqiTally),
}

/// Tally of games of stones.
#[derive(Clone, Debug, Serialize)]
pub struct StonesTallyJson {
    /// Number of games.
    pub games: u64,
    /// Games won by Black (`B`), by White (`W`), and drawn (`0`).
    pub results: ResultsJson,
    /// Different lines of 1, 2, … moves.
    pub distinct_lines: Vec<u64>,
    /// Different positions after 1, 2, … moves.
    pub distinct_positions: Vec<u64>,
    /// Results by opening of renju.
    pub openings: BTreeMap<&'static str, OpeningTallyJson>,
    /// Most played positions of four stones.
    pub most_played_after_four: Vec<PositionTallyJson>,
}

/// Results of all games.
#[derive(Clone, Debug, Serialize)]
pub struct ResultsJson {
    #[serde(rename = "B")]
    black: u64,
    #[serde(rename = "W")]
    white: u64,
    #[serde(rename = "0")]
    draw: u64,
}

/// Results of the games with an opening.
#[derive(Clone, Debug, Serialize)]
pub struct OpeningTallyJson {
    pub games: u64,
    pub black: u64,
    pub white: u64,
    pub draw: u64,
}

/// Number of games with a position.
#[derive(Clone, Debug, Serialize)]
pub struct PositionTallyJson {
    /// Steps of Black's stones, of White's, and the side to move.
    pub position: String,
    /// Number of games.
    pub games: u64,
}

impl From<ResultTally> for OpeningTallyJson {
    fn from(tally: ResultTally) -> OpeningTallyJson {
        let ResultTally { games, black, white, draw } = tally;
        OpeningTallyJson { games, black, white, draw }
    }
}

impl From<BookTally> for TallyJson {
    fn from(tally: BookTally) -> TallyJson {
        match tally {
            BookTally::Stones(tally) => TallyJson::Stones(tally.into()),
            BookTally::Xiangqi(tally) => TallyJson::Xiangqi(tally),
        }
    }
}

impl From<GamesTally> for StonesTallyJson {
    fn from(tally: GamesTally) -> StonesTallyJson {
        let ResultTally { games, black, white, draw } = tally.total;
        let position = |(position, games)| PositionTallyJson { position, games };
        StonesTallyJson {
            games,
            results: ResultsJson { black, white, draw },
            distinct_lines: tally.lines,
            distinct_positions: tally.positions,
            openings: tally
                .openings
                .into_iter()
                .map(|(code, tally)| (code, tally.into()))
                .collect(),
            most_played_after_four: tally.most_played.into_iter().map(position).collect(),
        }
    }
}
