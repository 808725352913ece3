//! What a game record says of how the game was counted.

use super::text::first_line;
use crate::format::game_info::game_info;
use crate::format::sgf::{Limits, read_collection};
use crate::game::go::ScoringRules;
use crate::service::rules_named;

/// What a game record says of how the game was counted.
#[derive(Debug, Default)]
pub struct Said {
    /// `RU`, if it names rules that are counted by here.
    pub rules: Option<ScoringRules>,
    /// `RU` as it is written.
    pub rules_text: Option<String>,
    /// `KM` in points.
    pub komi: Option<f64>,
    /// `HA`.
    pub handicap: u32,
    /// `RE` as it is written.
    pub result: Option<String>,
}

/// What the first game of a file says. The file was read as a game before, so nothing is new that cannot be read.
pub fn read(bytes: &[u8]) -> Said {
    let collection = read_collection(bytes, &Limits::default());
    let Some(tree) = collection.ok().and_then(|all| all.trees.into_iter().next()) else {
        return Said::default();
    };
    let info = game_info(&tree);
    let result = tree.root().first("RE").map(|value| value.simple_text());
    Said {
        rules: info.rules.as_deref().and_then(rules_named),
        rules_text: info.rules,
        komi: info.komi.map(f64::from),
        handicap: info.handicap,
        result: result.and_then(|text| Some(first_line(&text)?.0)),
    }
}
