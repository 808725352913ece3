//! The opening that a game has.

use serde::Serialize;
use utoipa::ToSchema;

use crate::game::five::{FirstStones, Opening, VERDICT_CONDITION};
use crate::game::{BoardSize, GameOpening};
use crate::service::{FifthMove, FifthMoves, SwapAdvice};
use crate::wire::coords::Coords;

use super::response::letter;

/// Opening of a game: in renju one of the 26, or what other first stones are called; in xiangqi that
/// of the last position that has a name, in any order of the moves.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(example = json!({
    "code": "D4", "name": "Flower moon", "romaji": "Kagetsu", "chinese": "花月", "chinese_traditional": "花月",
    "japanese": "花月", "aliases": [], "moves": "h8 h9 i9", "verdict": "Black wins",
    "condition": "one fifth move, no swap", "source_article": "sure win for Black", "rules": null
}))]
pub struct OpeningJson {
    /// Code such as `D4` or `I7`; `rogue` for three stones that are none of the 26. In xiangqi that
    /// of ECCO, such as `C00`.
    pub code: &'static str,
    /// Name in English.
    pub name: &'static str,
    /// Japanese name in Latin letters; null for rogue openings and in xiangqi.
    pub romaji: Option<&'static str>,
    /// Name in simplified Chinese.
    pub chinese: &'static str,
    /// Name in traditional Chinese; null in xiangqi.
    pub chinese_traditional: Option<&'static str>,
    /// Name in Japanese; null for rogue openings and in xiangqi.
    pub japanese: Option<&'static str>,
    /// Other spellings that occur.
    pub aliases: &'static [&'static str],
    /// Moves in the orientation of the usual diagram; null for rogue openings. In xiangqi those of
    /// the line by which the position was found.
    pub moves: Option<&'static str>,
    /// Who is better with best play, as RenjuNet judges; null for rogue openings and in xiangqi.
    pub verdict: Option<&'static str>,
    /// Condition under which the verdict holds.
    pub condition: Option<&'static str>,
    /// What the source article says of the opening, if anything.
    pub source_article: Option<&'static str>,
    /// Rules that do not allow these stones; null for the 26 openings.
    pub rules: Option<&'static str>,
}

impl From<GameOpening> for OpeningJson {
    fn from(opening: GameOpening) -> OpeningJson {
        match opening {
            GameOpening::Five(stones) => stones.into(),
            GameOpening::Xiangqi(opening) => OpeningJson {
                code: opening.code,
                name: opening.english,
                romaji: None,
                chinese: opening.chinese,
                chinese_traditional: None,
                japanese: None,
                aliases: &[],
                moves: Some(opening.line),
                verdict: None,
                condition: None,
                source_article: None,
                rules: None,
            },
        }
    }
}

impl From<FirstStones> for OpeningJson {
    fn from(stones: FirstStones) -> OpeningJson {
        match stones {
            FirstStones::Opening(opening) => named(opening),
            FirstStones::Rogue => OpeningJson {
                code: "rogue",
                name: "rogue opening",
                romaji: None,
                chinese: "妖刀",
                chinese_traditional: Some("妖刀"),
                japanese: None,
                aliases: &[],
                moves: None,
                verdict: None,
                condition: None,
                source_article: None,
                rules: Some(
                    "forbidden by rules that place the second stone in 3x3 and the third in 5x5: RIF, Yamaguchi, Soosorv-8, Taraguchi-10",
                ),
            },
        }
    }
}

fn named(opening: &Opening) -> OpeningJson {
    OpeningJson {
        code: opening.code,
        name: opening.english,
        romaji: Some(opening.romaji),
        chinese: opening.simplified,
        chinese_traditional: Some(opening.traditional),
        japanese: Some(opening.japanese),
        aliases: opening.aliases,
        moves: Some(opening.moves),
        verdict: Some(opening.verdict.into()),
        condition: Some(VERDICT_CONDITION),
        source_article: opening.article,
        rules: None,
    }
}

/// Which colour to take, where an opening rule lets a player choose.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SwapJson {
    /// The better colour, `B` or `W`; null if nothing is known, or neither is better.
    pub take: Option<String>,
    /// What decides: `verdict`, `advantage` or `games`; null if nothing is known.
    pub by: Option<&'static str>,
    /// RenjuNet's verdict of the opening; null if there is none, or with several fifth moves.
    pub verdict: Option<&'static str>,
    /// The book's advantage, positive for Black; null if unknown, and for an opening with several
    /// fifth moves.
    pub advantage: Option<f64>,
    /// Number of counted games of the position with a result.
    pub games: u32,
    /// Black's share of the points in these games, 0 to 1; null without games.
    pub win_rate: Option<f64>,
}

/// Fifth moves to offer. White keeps the one that is worst for Black, so the last one decides.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct FifthsJson {
    /// Number of fifth moves to offer.
    pub offered: usize,
    /// Number of different fifth moves that the book knows: those that a symmetry of the four
    /// stones maps to each other are one.
    pub known: usize,
    /// The best of them for Black, best first; as many as are offered, or fewer.
    pub best: Vec<FifthJson>,
    /// The last of the moves to offer, which White will keep; null if the book knows fewer.
    pub last: Option<String>,
}

/// Fifth move.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct FifthJson {
    /// Point to play.
    pub point: String,
    /// All points of the move in a symmetric position.
    pub points: Vec<String>,
    /// Verdict: `ideal`, `good`, `mistake`, `trick` or `question`; null if there is none.
    pub verdict: Option<&'static str>,
    /// Advantage after the move, positive for Black; null if unknown.
    pub advantage: Option<f64>,
    /// Expected result, 0 to 1, as `mean` in the evidence of a candidate; null if unknown.
    pub mean: Option<f64>,
    /// Number of counted games.
    pub games: u32,
    /// Rank, from 1, of an earlier one whose five stones have the same shape at another distance
    /// from the edge: a referee may count the two as one. Null if there is none.
    pub same_shape: Option<usize>,
}

impl From<&SwapAdvice> for SwapJson {
    fn from(advice: &SwapAdvice) -> SwapJson {
        SwapJson {
            take: advice.take.map(letter),
            by: advice.by.map(Into::into),
            verdict: advice.verdict.map(Into::into),
            advantage: advice.advantage,
            games: advice.games,
            win_rate: (advice.games > 0).then(|| advice.points / f64::from(advice.games)),
        }
    }
}

impl FifthsJson {
    /// Creates the list with points in the given notation.
    #[must_use]
    pub fn new(fifths: &FifthMoves, coords: Coords, size: BoardSize) -> FifthsJson {
        let fifth = |FifthMove { candidate, same_shape }: &FifthMove| {
            let points = candidate.plays.iter().map(|played| coords.move_text(*played, size));
            let points: Vec<String> = points.collect();
            FifthJson {
                point: points.first().cloned().unwrap_or_default(),
                points,
                verdict: candidate.verdict().map(Into::into),
                advantage: candidate.advantage,
                mean: candidate.evidence.map(|evidence| evidence.belief.expected()),
                games: candidate.games(),
                same_shape: *same_shape,
            }
        };
        let best: Vec<FifthJson> = fifths.best.iter().map(fifth).collect();
        let last = best.get(fifths.offered - 1).map(|fifth| fifth.point.clone());
        FifthsJson { offered: fifths.offered, known: fifths.known, best, last }
    }
}
