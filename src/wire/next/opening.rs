//! The opening of renju that a game has.

use serde::Serialize;
use utoipa::ToSchema;

use crate::game::five::{FirstStones, Opening, VERDICT_CONDITION};

/// One of the 26 openings, or what other first stones are called.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(example = json!({
    "code": "D4", "name": "Flower moon", "romaji": "Kagetsu", "chinese": "花月", "chinese_traditional": "花月",
    "japanese": "花月", "aliases": [], "moves": "h8 h9 i9", "verdict": "Black wins",
    "condition": "one fifth move, no swap", "source_article": "sure win for Black", "rules": null
}))]
pub struct OpeningJson {
    /// Code such as `D4` or `I7`; `rogue` for three stones that are none of the 26.
    pub code: &'static str,
    /// Name in English.
    pub name: &'static str,
    /// Japanese name in Latin letters; null for rogue openings.
    pub romaji: Option<&'static str>,
    /// Name in simplified Chinese.
    pub chinese: &'static str,
    /// Name in traditional Chinese.
    pub chinese_traditional: &'static str,
    /// Name in Japanese; null for rogue openings.
    pub japanese: Option<&'static str>,
    /// Other spellings that occur.
    pub aliases: &'static [&'static str],
    /// Moves in the orientation of the usual diagram; null for rogue openings.
    pub moves: Option<&'static str>,
    /// Who is better with best play, as RenjuNet judges; null for rogue openings.
    pub verdict: Option<&'static str>,
    /// Condition under which the verdict holds.
    pub condition: Option<&'static str>,
    /// What the source article says of the opening, if anything.
    pub source_article: Option<&'static str>,
    /// Rules that do not allow these stones; null for the 26 openings.
    pub rules: Option<&'static str>,
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
                chinese_traditional: "妖刀",
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
        chinese_traditional: opening.traditional,
        japanese: Some(opening.japanese),
        aliases: opening.aliases,
        moves: Some(opening.moves),
        verdict: Some(opening.verdict.into()),
        condition: Some(VERDICT_CONDITION),
        source_article: opening.article,
        rules: None,
    }
}
