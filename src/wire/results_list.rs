//! Results that were entered, listed; and games that were withdrawn together.

use serde::Serialize;

use super::result_answer::{ResultHeadJson, WithdrawnJson};
use crate::service::ResultPage;

/// A page of results, the last entered first.
#[derive(Clone, Debug, Serialize)]
pub struct ResultsJson {
    /// The results, withdrawn ones too.
    pub results: Vec<ResultHeadJson>,
    /// Whether there are older ones.
    pub more: bool,
}

/// What became of withdrawals.
#[derive(Clone, Debug, Serialize)]
pub struct WithdrawnListJson {
    /// The games.
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
