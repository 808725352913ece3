//! What the comments of imported files say that moves depend on.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::format::dictionary::{ConvertedPhrase, PhraseToReview, Phrases};
use crate::service::ImportOutcome;

/// What becomes of sentences that say what a move depends on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum PhrasesChoice {
    /// Those that are clear become conditions, the others are listed.
    #[default]
    Convert,
    /// All are listed.
    List,
    /// Nobody looks for them.
    Ignore,
}

impl From<PhrasesChoice> for Phrases {
    fn from(phrases: PhrasesChoice) -> Phrases {
        match phrases {
            PhrasesChoice::Convert => Phrases::Convert,
            PhrasesChoice::List => Phrases::List,
            PhrasesChoice::Ignore => Phrases::Ignore,
        }
    }
}

/// Sentences that became conditions.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ConvertedJson {
    /// How many there are.
    pub count: u64,
    /// The first of them.
    pub first: Vec<ConvertedPhraseJson>,
}

/// A sentence that became a condition.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ConvertedPhraseJson {
    /// The file.
    pub file: String,
    /// The line of the book's node.
    pub line: String,
    /// The sentence as it stands in the file.
    pub phrase: String,
    /// The condition, in letters of the line.
    pub condition: String,
}

/// What is for a curator to look at.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ToReviewJson {
    /// How many there are.
    pub count: u64,
    /// The first of them.
    pub first: Vec<PhraseToReviewJson>,
}

/// A sentence, or stones, that became no condition.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PhraseToReviewJson {
    /// The file.
    pub file: String,
    /// The file's line, from 1.
    pub at: u32,
    /// The line of the book's node.
    pub line: String,
    /// The sentence as it stands in the file; for stones their property and point.
    pub phrase: String,
    /// Why it became no condition.
    pub why: String,
    /// The condition that may be meant, in letters of the line; null if none can be told.
    pub suggested: Option<String>,
}

impl ConvertedJson {
    /// Those of all files, the first `details` of them.
    #[must_use]
    pub fn new(outcome: &ImportOutcome, details: usize) -> ConvertedJson {
        let files = outcome.files.iter();
        let all =
            files.flat_map(|(file, report)| report.converted.iter().map(move |it| (file, it)));
        let told = |(file, phrase): (&String, &ConvertedPhrase)| ConvertedPhraseJson {
            file: file.clone(),
            line: phrase.line.to_string(),
            phrase: phrase.phrase.clone(),
            condition: phrase.conditions.to_string(),
        };
        ConvertedJson {
            count: all.clone().count() as u64,
            first: all.take(details).map(told).collect(),
        }
    }
}

impl ToReviewJson {
    /// Those of all files, the first `details` of them.
    #[must_use]
    pub fn new(outcome: &ImportOutcome, details: usize) -> ToReviewJson {
        let files = outcome.files.iter();
        let all =
            files.flat_map(|(file, report)| report.to_review.iter().map(move |it| (file, it)));
        let told = |(file, phrase): (&String, &PhraseToReview)| PhraseToReviewJson {
            file: file.clone(),
            at: phrase.at,
            line: phrase.line.to_string(),
            phrase: phrase.phrase.clone(),
            why: phrase.why.to_string(),
            suggested: phrase.suggested.as_ref().map(ToString::to_string),
        };
        ToReviewJson {
            count: all.clone().count() as u64,
            first: all.take(details).map(told).collect(),
        }
    }
}
