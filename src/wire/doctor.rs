//! The account of a database's health.

use serde::Serialize;

/// What is wrong with a database, and what was counted anew.
#[derive(Clone, Debug, Serialize)]
pub struct DoctorJson {
    /// Whether nothing is wrong.
    pub healthy: bool,
    /// How many sums of results were wrong, if they were made anew.
    pub recounted: Option<u64>,
    /// In how many games the books have other moves than before, if they were found anew.
    pub relearned: Option<u64>,
    /// What is wrong.
    pub problems: Vec<ProblemJson>,
}

/// Something that is wrong.
#[derive(Clone, Debug, Serialize)]
pub struct ProblemJson {
    /// What and where.
    pub problem: String,
    /// What mends it.
    pub remedy: &'static str,
}

/// What the store names where sums are wrong and the games they are made of are not.
const RECOUNT: &str = "joseki doctor --recount";

impl DoctorJson {
    /// An account of these problems, each in a sentence of the store's.
    #[must_use]
    pub fn new(
        recounted: Option<u64>,
        relearned: Option<u64>,
        problems: Vec<String>,
    ) -> DoctorJson {
        let problems = problems.into_iter().map(|problem| ProblemJson {
            remedy: remedy(&problem),
            problem,
        });
        let problems: Vec<ProblemJson> = problems.collect();
        DoctorJson {
            healthy: problems.is_empty(),
            recounted,
            relearned,
            problems,
        }
    }
}

fn remedy(problem: &str) -> &'static str {
    if problem.contains(RECOUNT) {
        RECOUNT
    } else {
        "put a backup in its place, and check the disk"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_counted_anew_and_the_rest_comes_from_a_backup() {
        let problems = vec![
            "3 sums are wrong; run `joseki doctor --recount`".to_owned(),
            "a page is torn".to_owned(),
        ];
        let answer = DoctorJson::new(None, Some(0), problems);
        assert!(!answer.healthy);
        assert_eq!(answer.problems[0].remedy, "joseki doctor --recount");
        assert!(answer.problems[1].remedy.starts_with("put a backup"));
        assert!(DoctorJson::new(None, None, Vec::new()).healthy);
    }
}
