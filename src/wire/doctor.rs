//! The account of a database's health.

use serde::Serialize;
use utoipa::ToSchema;

use crate::book::Finding;
use crate::service::Mended;

/// What is wrong with a database and its books, and what was mended or counted anew.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct DoctorJson {
    /// Whether nothing is wrong; there may be advice.
    pub healthy: bool,
    /// What was mended, if that was asked for.
    pub mended: Option<MendedJson>,
    /// How many sums of results were wrong, if they were made anew.
    pub recounted: Option<u64>,
    /// In how many games the books have other moves than before, if they were found anew.
    pub relearned: Option<u64>,
    /// What is wrong, and advice.
    pub problems: Vec<ProblemJson>,
}

/// Something that is wrong, or that a curator may not want so.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct ProblemJson {
    /// What was looked at: `file`, `illegal_move`, `occupied_point`, `mirror_duplicate`, `contradictory_verdicts`,
    /// `poor_results`, `dead_end`, `conditions`, `lines`, `log` or `ledger`.
    pub check: &'static str,
    /// Whether it is wrong in any case; advice otherwise.
    pub error: bool,
    /// The book; null if it is of the whole file.
    pub book: Option<String>,
    /// The node's line as it is kept; null if it is of the whole book.
    pub line: Option<String>,
    /// What is wrong.
    pub problem: String,
    /// What mends it: a command without the database's name, or what to do.
    pub remedy: String,
}

/// What was mended.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct MendedJson {
    /// Rows of flattened lines, and counts of books, that were wrong.
    pub lines: u64,
    /// Nodes that were kept in the wrong orientation.
    pub mirrored: u64,
    /// Leaves at which no line ended.
    pub leaves: u64,
    /// Nodes that are not what the log says, and were noted in it as they are.
    pub unlogged: u64,
    /// Sums of results that were wrong.
    pub sums: u64,
}

impl DoctorJson {
    /// An account of these findings.
    #[must_use]
    pub fn new(
        mended: Option<Mended>,
        recounted: Option<u64>,
        relearned: Option<u64>,
        findings: &[Finding],
    ) -> DoctorJson {
        DoctorJson {
            healthy: !findings.iter().any(|found| found.check.is_error()),
            mended: mended.map(MendedJson::from),
            recounted,
            relearned,
            problems: findings.iter().map(ProblemJson::from).collect(),
        }
    }
}

impl From<Mended> for MendedJson {
    fn from(mended: Mended) -> MendedJson {
        MendedJson {
            lines: mended.lines,
            mirrored: mended.mirrored,
            leaves: mended.leaves,
            unlogged: mended.unlogged,
            sums: mended.sums,
        }
    }
}

impl From<&Finding> for ProblemJson {
    fn from(found: &Finding) -> ProblemJson {
        ProblemJson {
            check: found.check.name(),
            error: found.check.is_error(),
            book: found.book.clone(),
            line: found.line.as_ref().map(ToString::to_string),
            problem: found.why.clone(),
            remedy: found.mend.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::Check;

    fn found(check: Check) -> Finding {
        Finding {
            check,
            book: Some("main".to_owned()),
            line: "DDCF".parse().ok(),
            why: "why".to_owned(),
            mend: "joseki doctor --mend".to_owned(),
        }
    }

    #[test]
    fn advice_is_no_illness() {
        let healthy = |findings: &[Finding]| DoctorJson::new(None, None, None, findings).healthy;
        assert!(healthy(&[]));
        assert!(healthy(&[found(Check::DeadEnd), found(Check::PoorResults)]));
        assert!(!healthy(&[found(Check::DeadEnd), found(Check::Log)]));
    }

    #[test]
    fn a_finding_is_told_whole() {
        let told = serde_json::to_value(ProblemJson::from(&found(Check::DeadEnd))).unwrap();
        let wanted = serde_json::json!({
            "check": "dead_end", "error": false, "book": "main", "line": "DDCF", "problem": "why",
            "remedy": "joseki doctor --mend"
        });
        assert_eq!(told, wanted);
    }
}
