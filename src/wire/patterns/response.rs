//! What a search for a pattern found.

use std::collections::BTreeMap;

use serde::Serialize;
use utoipa::ToSchema;

use crate::mine::game::ExampleJson;
use joseki_patterns::{ContinuationCount, PatternHit, PatternMove};
use joseki_service::patterns::{ListedGame, PatternAnswer};
use joseki_store::BookVersion;

/// What a search for a pattern found.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PatternResponse {
    /// The book that was searched.
    pub book: BookVersion,
    /// Whether all games were searched. If not, the numbers are those of a random part of the
    /// games, always the same.
    pub complete: bool,
    /// Number of games that were searched.
    pub searched: usize,
    /// Number of games of the book that cannot be searched, because their moves were not kept or only
    /// their counts were imported.
    pub without_moves: u64,
    /// Number of different images of the pattern under symmetries and exchanged colours.
    pub images: usize,
    /// Games with a hit.
    pub games: u64,
    /// Hits: a game, an image and a place, at the first moment at which it is there.
    pub hits: u64,
    /// Hits with exchanged colours; null if the pattern is its own image with exchanged colours, so
    /// that its colours are not defined.
    pub swapped: Option<u64>,
    /// Hits in games that the pattern's black won; null likewise.
    pub black_wins: Option<u64>,
    /// Hits in games that the pattern's white won.
    pub white_wins: Option<u64>,
    /// Hits after which no stone was put inside the pattern.
    pub no_continuation: u64,
    /// The next stones inside the pattern, with its coordinates and colours: black before white,
    /// then by row and column; in xiangqi the next moves. Those that a symmetry of the pattern maps on one another are one.
    pub continuations: Vec<ContinuationJson>,
    /// Games with hits, strongest and latest first.
    pub found: Vec<FoundGameJson>,
    /// Value of `after` for more games; null if there are none.
    pub next: Option<String>,
}

/// The next stone inside a pattern.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ContinuationJson {
    /// The stone or move.
    #[serde(flatten)]
    pub next: NextPlayJson,
    /// Hits that go on so.
    pub count: u64,
    /// Those that do more than two moves after the pattern.
    pub later: u64,
    /// Games with such hits.
    pub games: u64,
    /// Such hits in games that the pattern's black won; null if its colours are not defined.
    pub black_wins: Option<u64>,
    /// Such hits in games that the pattern's white won.
    pub white_wins: Option<u64>,
    /// First known year of such a game; null if none is known.
    pub first_year: Option<u16>,
    /// Last known year.
    pub last_year: Option<u16>,
    /// Hits by year, 0 for unknown years; null unless requested.
    pub years: Option<BTreeMap<u16, u64>>,
}

/// A game that has a pattern.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct FoundGameJson {
    /// The game in brief.
    #[serde(flatten)]
    pub game: ExampleJson,
    /// Its first hits, at most 20.
    pub hits: Vec<HitJson>,
}

/// Where a game has a pattern.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct HitJson {
    /// Number of moves after which it is there for the first time.
    #[serde(rename = "move")]
    pub moment: u16,
    /// Column of the upper left point of the rectangle on the board, from 0.
    pub x: u8,
    /// Row of that point, from 0 at the top.
    pub y: u8,
    /// How the pattern was turned: `identity`, `rotate_90` and so on.
    pub symmetry: &'static str,
    /// Whether its colours are exchanged.
    pub swapped: bool,
    /// What was put inside next; null if nothing was.
    pub next: Option<HitNextJson>,
}

/// What was put inside a pattern next.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct HitNextJson {
    /// Number of the move.
    #[serde(rename = "move")]
    pub moment: u16,
    /// The stone or move, as in `continuations`.
    #[serde(flatten)]
    pub next: NextPlayJson,
}

/// A stone inside a pattern, or a move of xiangqi.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct NextPlayJson {
    /// Colour of the pattern, `B` or `W`; left out in xiangqi.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub color: Option<&'static str>,
    /// Column, from 0 at the left of the pattern; left out in xiangqi.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub x: Option<u8>,
    /// Row, from 0 at its top; left out in xiangqi.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub y: Option<u8>,
    /// In xiangqi, the move by its squares, as the pattern lies: `h2e2`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub play: Option<String>,
}

impl PatternResponse {
    /// Creates the response.
    #[must_use]
    pub fn new(answer: &PatternAnswer, by_year: bool) -> PatternResponse {
        let counts = &answer.counts;
        let last = answer.listed.last().filter(|_| answer.has_more);
        PatternResponse {
            book: (&answer.book.info).into(),
            complete: answer.complete,
            searched: counts.searched,
            without_moves: answer.without_moves,
            images: answer.images,
            games: counts.games,
            hits: counts.hits,
            swapped: counts.swapped,
            black_wins: counts.wins.map(|[black, _]| black),
            white_wins: counts.wins.map(|[_, white]| white),
            no_continuation: counts.no_continuation,
            continuations: counts
                .continuations
                .iter()
                .map(|next| ContinuationJson::new(next, by_year))
                .collect(),
            found: answer.listed.iter().map(FoundGameJson::from).collect(),
            next: last.map(|last| last.game.id.clone()),
        }
    }
}

impl ContinuationJson {
    fn new(next: &ContinuationCount, by_year: bool) -> ContinuationJson {
        ContinuationJson {
            next: next.at.into(),
            count: next.count,
            later: next.later,
            games: next.games,
            black_wins: next.wins.map(|[black, _]| black),
            white_wins: next.wins.map(|[_, white]| white),
            first_year: next.years.map(|(first, _)| first),
            last_year: next.years.map(|(_, last)| last),
            years: by_year.then(|| next.by_year.clone()),
        }
    }
}

impl From<PatternMove> for NextPlayJson {
    fn from(next: PatternMove) -> NextPlayJson {
        match next {
            PatternMove::Stone(stone) => NextPlayJson {
                color: Some(stone.color.into()),
                x: Some(stone.x),
                y: Some(stone.y),
                play: None,
            },
            PatternMove::Shift(shift) => {
                NextPlayJson { color: None, x: None, y: None, play: Some(shift.to_string()) }
            }
        }
    }
}

impl From<&ListedGame> for FoundGameJson {
    fn from(listed: &ListedGame) -> FoundGameJson {
        FoundGameJson {
            game: (&listed.game).into(),
            hits: listed.hits.iter().map(HitJson::from).collect(),
        }
    }
}

impl From<&PatternHit> for HitJson {
    fn from(hit: &PatternHit) -> HitJson {
        HitJson {
            moment: hit.moment,
            x: hit.x,
            y: hit.y,
            symmetry: hit.symmetry.name(),
            swapped: hit.is_exchanged,
            next: hit.next.map(|(moment, next)| HitNextJson { moment, next: next.into() }),
        }
    }
}
