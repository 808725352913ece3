//! Verdicts supported by counted games, with a sentence of figures.

use serde::Serialize;
use utoipa::ToSchema;

use joseki_book::{Evidence, NodeData, Proposal, Verdict};

/// Smaller differences are reported as none.
const ROUNDED_TO_NOTHING: f64 = 0.05;

/// Verdict supported by counted games.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(example = json!({
    "verdict": "ideal", "confidence": 0.97, "basis": "engine",
    "text": "loses 0.2 points more than the best move here (± 0.10, 412 plays)"
}))]
pub struct ProposedJson {
    /// Verdict: `ideal`, `good`, `mistake` or `question`.
    pub verdict: &'static str,
    /// Probability that the move is at least as good, or as bad, as this verdict, 0.8 to 1.
    pub confidence: f64,
    /// Basis: `engine` if engines evaluated the loss of the move, otherwise the `results` of the
    /// games.
    pub basis: &'static str,
    /// The figures behind the verdict, as a sentence.
    pub text: String,
}

impl From<&Proposal> for ProposedJson {
    fn from(proposal: &Proposal) -> ProposedJson {
        ProposedJson {
            verdict: proposal.verdict.into(),
            confidence: proposal.confidence,
            basis: match proposal.evidence {
                Evidence::Engine { .. } => "engine",
                Evidence::Results { .. } => "results",
            },
            text: sentence(&proposal.evidence),
        }
    }
}

/// Returns the source of a move's verdict; a curator's verdict takes precedence over that of the
/// games.
#[must_use]
pub fn verdict_by(data: Option<&NodeData>, verdict: Option<Verdict>) -> Option<&'static str> {
    match (data.and_then(|data| data.verdict), verdict) {
        (Some(_), _) => Some("curator"),
        (None, Some(_)) => Some("games"),
        (None, None) => None,
    }
}

fn sentence(evidence: &Evidence) -> String {
    match *evidence {
        Evidence::Engine { loss, error, plays } => {
            let lost = if loss < ROUNDED_TO_NOTHING {
                "loses no more than the best move here".to_owned()
            } else {
                format!("loses {loss:.1} points more than the best move here")
            };
            format!("{lost} (± {error:.2}, {})", counted(plays, "play"))
        }
        Evidence::Results { difference, error, games } => {
            let percent = 100.0 * difference;
            let wins = if percent.abs() < ROUNDED_TO_NOTHING {
                "wins as often as the other moves".to_owned()
            } else {
                let how = if percent < 0.0 { "less" } else { "more" };
                format!("wins {:.1} % {how} often than the other moves", percent.abs())
            };
            format!("{wins} (± {:.1} %, {})", 100.0 * error, counted(games, "game"))
        }
    }
}

fn counted(number: u32, what: &str) -> String {
    let s = if number == 1 { "" } else { "s" };
    format!("{number} {what}{s}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_contain_the_figures() {
        let engine = |loss, plays| {
            let error = 0.1;
            sentence(&Evidence::Engine { loss, error, plays })
        };
        assert_eq!(
            engine(0.2, 412),
            "loses 0.2 points more than the best move here (± 0.10, 412 plays)"
        );
        assert_eq!(engine(0.0, 1), "loses no more than the best move here (± 0.10, 1 play)");
        let results = |difference| {
            let (error, games) = (0.009, 2113);
            sentence(&Evidence::Results { difference, error, games })
        };
        assert_eq!(
            results(-0.031),
            "wins 3.1 % less often than the other moves (± 0.9 %, 2113 games)"
        );
        assert_eq!(
            results(0.2),
            "wins 20.0 % more often than the other moves (± 0.9 %, 2113 games)"
        );
        assert!(results(-0.0001).starts_with("wins as often as the other moves ("));
    }

    #[test]
    fn a_curators_verdict_takes_precedence() {
        let curated = NodeData { verdict: Some(Verdict::Good), ..NodeData::default() };
        let good = Some(Verdict::Good);
        assert_eq!(verdict_by(Some(&curated), good), Some("curator"));
        assert_eq!(verdict_by(Some(&NodeData::default()), good), Some("games"));
        assert_eq!(verdict_by(None, good), Some("games"));
        assert_eq!(verdict_by(None, None), None);
    }
}
