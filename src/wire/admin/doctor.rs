//! Health report of a database.

use serde::Serialize;

use joseki_book::Finding;
use joseki_service::admin::Repairs;

/// Problems of a database and its books, and the repairs made.
#[derive(Clone, Debug, Serialize)]
pub struct DoctorJson {
    /// Whether there is no error; advice does not count.
    pub healthy: bool,
    /// Repairs made; null unless requested.
    pub mended: Option<Repairs>,
    /// Number of wrong sums of results found while recounting; null unless requested.
    pub recounted: Option<u64>,
    /// Number of games whose book moves changed while relearning; null unless requested.
    pub relearned: Option<u64>,
    /// Errors and advice.
    pub problems: Vec<ProblemJson>,
}

/// Error, or advice for a curator.
#[derive(Clone, Debug, Serialize)]
pub struct ProblemJson {
    /// Name of the check: `file`, `illegal_move`, `occupied_point`, `mirror_duplicate`,
    /// `contradictory_verdicts`, `poor_results`, `dead_end`, `conditions`, `lines`, `log` or
    /// `ledger`.
    pub check: &'static str,
    /// Whether this is an error; `false` for advice.
    pub error: bool,
    /// Name of the book; null if the problem concerns the whole file.
    pub book: Option<String>,
    /// Line of the node as stored; null if the problem concerns the whole book.
    pub line: Option<String>,
    /// Description of the problem.
    pub problem: String,
    /// Remedy: a command without the database's name, or an instruction.
    pub remedy: String,
}

impl DoctorJson {
    /// Creates the report.
    #[must_use]
    pub fn new(
        mended: Option<Repairs>,
        recounted: Option<u64>,
        relearned: Option<u64>,
        findings: &[Finding],
    ) -> DoctorJson {
        DoctorJson {
            healthy: !findings.iter().any(|found| found.check.is_error()),
            mended,
            recounted,
            relearned,
            problems: findings.iter().map(ProblemJson::from).collect(),
        }
    }
}

impl From<&Finding> for ProblemJson {
    fn from(found: &Finding) -> ProblemJson {
        ProblemJson {
            check: found.check.into(),
            error: found.check.is_error(),
            book: found.book.clone(),
            line: found.line.as_ref().map(ToString::to_string),
            problem: found.why.clone(),
            remedy: found.remedy.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use joseki_book::Check;

    fn found(check: Check) -> Finding {
        Finding {
            check,
            book: Some("main".to_owned()),
            line: "DDCF".parse().ok(),
            why: "why".to_owned(),
            remedy: "joseki doctor --mend".to_owned(),
        }
    }

    #[test]
    fn advice_does_not_affect_health() {
        let healthy = |findings: &[Finding]| DoctorJson::new(None, None, None, findings).healthy;
        assert!(healthy(&[]));
        assert!(healthy(&[found(Check::DeadEnd), found(Check::PoorResults)]));
        assert!(!healthy(&[found(Check::DeadEnd), found(Check::Log)]));
    }

    #[test]
    fn a_finding_is_serialized_completely() {
        let told = serde_json::to_value(ProblemJson::from(&found(Check::DeadEnd))).unwrap();
        let wanted = serde_json::json!({
            "check": "dead_end", "error": false, "book": "main", "line": "DDCF", "problem": "why",
            "remedy": "joseki doctor --mend"
        });
        assert_eq!(told, wanted);
    }
}
