//! Lists of entered results and of withdrawn games.

use serde::Serialize;

use super::result_answer::{ResultHeadJson, WithdrawnJson};
use crate::service::ResultPage;

/// Page of results, latest first.
#[derive(Clone, Debug, Serialize)]
pub struct ResultsJson {
    /// Results, including withdrawn ones.
    pub results: Vec<ResultHeadJson>,
    /// Whether there are older results.
    pub more: bool,
}

/// Outcome of withdrawing several results.
#[derive(Clone, Debug, Serialize)]
pub struct WithdrawnListJson {
    /// One outcome per game.
    pub withdrawn: Vec<WithdrawnJson>,
}

impl From<&ResultPage> for ResultsJson {
    fn from(page: &ResultPage) -> ResultsJson {
        ResultsJson {
            results: page.results.iter().map(ResultHeadJson::from).collect(),
            more: page.next.is_some(),
        }
    }
}
