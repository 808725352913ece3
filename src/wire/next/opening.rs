//! The opening that a game has.

use serde::Serialize;
use utoipa::ToSchema;

use crate::coords::Coords;
use joseki_game::five::{FirstStones, Opening, VERDICT_CONDITION};
use joseki_game::{BoardSize, GameOpening, Point};
use joseki_search::{Swap2Advice, expected_result};
use joseki_service::next::{FifthMove, FifthMoves, FourthMove, FourthMoves};

use super::response::ForcedLineJson;

/// Opening of a game: in renju one of the 26, or what other first stones are called; in xiangqi that
/// of the last position that has a name, in any order of the moves.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(example = json!({
    "code": "D4", "name": "Flower moon", "romaji": "Kagetsu", "chinese": "花月", "chinese_traditional": "花月",
    "japanese": "花月", "aliases": [], "moves": "h8 h9 i9", "verdict": "Black wins",
    "condition": "one fifth move, no swap", "source_article": "sure win for Black", "rules": null
}))]
pub struct OpeningJson {
    /// Code such as `D4` or `I7`; `rogue` for three stones outside the 26. In xiangqi that
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
    /// Expected result for Black with that move, 0 to 1. Omitted without a search.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub remains: Option<f64>,
    /// All other fifth moves, best first. Omitted without a search.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub others: Option<Vec<FifthJson>>,
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
    /// What the move is worth. Omitted without a search.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub grade: Option<FifthGradeJson>,
}

/// What a fifth move is worth.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct FifthGradeJson {
    /// Expected result for Black, 0 to 1.
    pub value: f64,
    /// What says so: `forced`, a win by force of either side; else `advantage`, the book's; else
    /// `book`, its games and verdict; else `search`.
    pub by: &'static str,
    /// Value of the search for Black, in points of table A.
    pub searched: i32,
    /// Depth of the search in plies; moves with a lower depth come after the others.
    pub depth: u32,
    /// How White wins by force after the move. Omitted unless a search found it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub loses: Option<ForcedLineJson>,
}

/// Fourth moves of renju with what they are worth by the number of fifth moves.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct FourthsJson {
    /// The moves within seven by seven lines about the centre or near a stone: the best balanced
    /// first, or with `fifths` of 2 or more the best for White first.
    pub moves: Vec<FourthJson>,
    /// Depth of the search in plies after a fourth move; 0 if its positions sufficed for none.
    pub depth: u32,
    /// Positions searched.
    pub nodes: u64,
}

/// Fourth move.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct FourthJson {
    /// Point to play.
    pub point: String,
    /// All points of the move in a symmetric position.
    pub points: Vec<String>,
    /// Number of fifth moves that comes nearest to balance, 1 to 8, or that of `fifths`.
    pub n: usize,
    /// Expected result for Black with that number, 0 to 1.
    pub value: f64,
    /// Expected results for Black with 1, 2, … fifth moves: after the first, second, … best fifth.
    pub values: Vec<f64>,
    /// The best fifth moves for Black, best first; each may have several points.
    pub fifths: Vec<Vec<String>>,
}

/// What to do with three stones of Swap2.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Swap2Json {
    /// What to do: `stay` with White, `swap` to Black, or add a `pair` of stones and let the other
    /// player choose.
    pub choice: &'static str,
    /// Expected result for Black with the three stones, 0 to 1.
    pub value: f64,
    /// Pairs of stones, the best balanced first.
    pub pairs: Vec<Swap2PairJson>,
    /// Depth of the search in plies after the fourth stone; 0 if its positions sufficed for none.
    pub depth: u32,
    /// Positions searched.
    pub nodes: u64,
}

/// Pair of stones.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Swap2PairJson {
    /// The white stone.
    pub white: String,
    /// The black stone.
    pub black: String,
    /// Expected result for Black, 0 to 1.
    pub value: f64,
}

impl FourthsJson {
    /// Creates the list with points in the given notation.
    #[must_use]
    pub fn new(fourths: &FourthMoves, coords: Coords, size: BoardSize) -> FourthsJson {
        let fourth = |fourth: &FourthMove| {
            let points = points(&fourth.points, coords, size);
            FourthJson {
                point: points.first().cloned().unwrap_or_default(),
                points,
                n: fourth.announced,
                value: fourth.value(),
                values: fourth.values.clone(),
                fifths: fourth.fifths.iter().map(|it| self::points(it, coords, size)).collect(),
            }
        };
        let FourthMoves { moves, depth, nodes } = fourths;
        FourthsJson { moves: moves.iter().map(fourth).collect(), depth: *depth, nodes: *nodes }
    }
}

impl Swap2Json {
    /// Creates the answer with points in the given notation.
    #[must_use]
    pub fn new(advice: &Swap2Advice, coords: Coords, size: BoardSize) -> Swap2Json {
        let pairs = advice.pairs.iter().map(|pair| Swap2PairJson {
            white: coords.point(pair.white, size),
            black: coords.point(pair.black, size),
            value: expected_result(pair.value),
        });
        Swap2Json {
            choice: advice.choice.into(),
            value: expected_result(advice.value),
            pairs: pairs.collect(),
            depth: advice.depth,
            nodes: advice.nodes,
        }
    }
}

fn points(points: &[Point], coords: Coords, size: BoardSize) -> Vec<String> {
    points.iter().map(|point| coords.point(*point, size)).collect()
}

impl FifthsJson {
    /// Creates the list with points in the given notation.
    #[must_use]
    pub fn new(fifths: &FifthMoves, coords: Coords, size: BoardSize) -> FifthsJson {
        let fifth = |fifth: &FifthMove| {
            let points = points(&fifth.points, coords, size);
            let book = fifth.candidate.as_ref();
            FifthJson {
                point: points.first().cloned().unwrap_or_default(),
                points,
                verdict: book.and_then(|book| book.verdict()).map(Into::into),
                advantage: book.and_then(|book| book.advantage),
                mean: book.and_then(|book| book.evidence).map(|known| known.belief.expected()),
                games: book.map_or(0, |book| book.games()),
                same_shape: fifth.same_shape,
                grade: fifth.grade.as_ref().map(|grade| FifthGradeJson {
                    value: grade.value,
                    by: grade.by.into(),
                    searched: grade.searched,
                    depth: grade.depth,
                    loses: grade.loses.as_ref().map(|lost| ForcedLineJson {
                        by: lost.by,
                        n: lost.moves,
                        line: lost.line.iter().map(|it| coords.move_text(*it, size)).collect(),
                    }),
                }),
            }
        };
        let best: Vec<FifthJson> = fifths.best.iter().map(fifth).collect();
        let last = best.get(fifths.offered - 1);
        FifthsJson {
            offered: fifths.offered,
            known: fifths.known,
            last: last.map(|fifth| fifth.point.clone()),
            remains: last.and_then(|fifth| fifth.grade.as_ref()).map(|grade| grade.value),
            others: fifths.nodes.map(|_| fifths.others.iter().map(fifth).collect()),
            best,
        }
    }
}
