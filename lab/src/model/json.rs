//! Value of a stone on the third and on the fourth line, by board size.

use serde::Serialize;

use super::side::{Fraction, SideModel, root};

/// Board size at which the values of both lines are closest.
const BALANCED: i64 = 19;

/// Values for all board sizes.
#[derive(Clone, Debug, Serialize)]
pub struct SideModelsJson {
    /// Values by board size.
    pub boards: Vec<SideModelJson>,
    /// Board size at which both lines are worth the same.
    pub root: f64,
    /// Board size closest to `root`.
    pub balanced: i64,
}

/// Values for one board size.
#[derive(Clone, Debug, Serialize)]
pub struct SideModelJson {
    /// Board size in lines.
    pub lines: i64,
    /// PE3, points per stone on the third line.
    pub third: FractionJson,
    /// PE4, points per stone on the fourth line.
    pub fourth: FractionJson,
    /// E = PE4 − PE3.
    pub excess: FractionJson,
}

/// Number as a fraction and as a decimal.
#[derive(Clone, Debug, Serialize)]
pub struct FractionJson {
    /// The fraction, e.g. `-27/143`.
    pub fraction: String,
    /// The decimal value.
    pub value: f64,
}

impl SideModelsJson {
    /// Returns the values for all board sizes.
    #[must_use]
    pub fn all() -> SideModelsJson {
        SideModelsJson {
            boards: SideModel::all().map(|model| (&model).into()).collect(),
            root: root(),
            balanced: BALANCED,
        }
    }
}

impl From<&SideModel> for SideModelJson {
    fn from(model: &SideModel) -> SideModelJson {
        SideModelJson {
            lines: model.lines,
            third: model.third.into(),
            fourth: model.fourth.into(),
            excess: model.excess.into(),
        }
    }
}

impl From<Fraction> for FractionJson {
    fn from(fraction: Fraction) -> FractionJson {
        FractionJson { fraction: fraction.to_string(), value: fraction.value() }
    }
}
