//! Scoring properties of a game record: rules, komi, handicap and result.

use super::text::first_line;
use crate::format::game_info::game_info;
use crate::format::sgf::{Limits, read_collection};
use crate::game::go::ScoringRules;
use crate::service::rules_named;

/// Scoring properties of a game record.
#[derive(Debug, Default)]
pub struct ScoringProperties {
    /// `RU`, if it names supported rules.
    pub rules: Option<ScoringRules>,
    /// `RU` as it is written.
    pub rules_text: Option<String>,
    /// `KM` in points, rounded to hundredths.
    pub komi: Option<f64>,
    /// `KM` as it is written.
    pub komi_text: Option<String>,
    /// `HA`, the number of handicap stones.
    pub handicap: u32,
    /// `RE` as it is written.
    pub result: Option<String>,
}

/// Reads the properties of the first game of a file. The file was parsed before, so errors are
/// ignored.
pub fn read(bytes: &[u8]) -> ScoringProperties {
    let collection = read_collection(bytes, &Limits::default());
    let Some(tree) = collection.ok().and_then(|all| all.trees.into_iter().next()) else {
        return ScoringProperties::default();
    };
    let info = game_info(&tree);
    let text_of = |ident| {
        let text = tree.root().first(ident).map(|value| value.simple_text());
        text.and_then(|text| Some(first_line(&text)?.0))
    };
    ScoringProperties {
        rules: info.rules.as_deref().and_then(rules_named),
        rules_text: info.rules,
        // 0.6 as `f32` would show its rounding error as `f64`.
        komi: info
            .komi
            .map(|komi| (f64::from(komi) * 100.0).round() / 100.0),
        komi_text: text_of("KM"),
        handicap: info.handicap,
        result: text_of("RE"),
    }
}
