//! What a stone on the third and on the fourth line is worth, by the size of the board.

use serde::Serialize;

use crate::influence::side::{Fraction, SideModel, root};

/// The board on which both lines are nearest to each other.
const BALANCED: i64 = 19;

/// The figures of all boards.
#[derive(Clone, Debug, Serialize)]
pub struct SideModelsJson {
    /// By the lines of the board.
    pub boards: Vec<SideModelJson>,
    /// The number of lines at which both are worth the same.
    pub root: f64,
    /// The board that is nearest to it.
    pub balanced: i64,
}

/// The figures of one board.
#[derive(Clone, Debug, Serialize)]
pub struct SideModelJson {
    /// Lines of the board.
    pub lines: i64,
    /// PE3, points per stone on the third line.
    pub third: FractionJson,
    /// PE4, points per stone on the fourth line.
    pub fourth: FractionJson,
    /// E = PE4 − PE3.
    pub excess: FractionJson,
}

/// A number as a fraction and as a decimal.
#[derive(Clone, Debug, Serialize)]
pub struct FractionJson {
    /// As in `-27/143`.
    pub fraction: String,
    /// As a decimal.
    pub value: f64,
}

impl SideModelsJson {
    /// The figures of all boards.
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
        FractionJson {
            fraction: fraction.to_string(),
            value: fraction.value(),
        }
    }
}
