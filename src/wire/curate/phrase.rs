//! Dependences of moves found in the comments of imported files.

use serde::Serialize;
use utoipa::ToSchema;

use joseki_format::dictionary::{ConvertedPhrase, PhraseToReview};
use joseki_service::curate::ImportOutcome;

/// Sentences converted into conditions.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ConvertedJson {
    /// Total number.
    pub count: u64,
    /// First sentences.
    pub first: Vec<ConvertedPhraseJson>,
}

/// Sentence converted into a condition.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ConvertedPhraseJson {
    /// Name of the file.
    pub file: String,
    /// Canonical line of the book's node.
    pub line: String,
    /// The sentence as in the file.
    pub phrase: String,
    /// The condition in steps of the line.
    pub condition: String,
}

/// Sentences and stones for a curator to review.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ToReviewJson {
    /// Total number.
    pub count: u64,
    /// First items.
    pub first: Vec<PhraseToReviewJson>,
}

/// Sentence, or stones, not converted into a condition.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PhraseToReviewJson {
    /// Name of the file.
    pub file: String,
    /// Line number in the file, from 1.
    pub at: u32,
    /// Canonical line of the book's node.
    pub line: String,
    /// The sentence as in the file; for stones their property and point.
    pub phrase: String,
    /// Reason why it was not converted.
    pub why: String,
    /// Condition that may be meant, in steps of the line; null if none can be derived.
    pub suggested: Option<String>,
}

impl ConvertedJson {
    /// Lists at most `details` items over all files.
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
    /// Lists at most `details` items over all files.
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
