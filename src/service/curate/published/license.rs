//! What licences allow: which texts of a book may be published.

use std::collections::{BTreeMap, BTreeSet};

use joseki_book::{Forest, NodeData, NodeState, OWN_SOURCE};
use joseki_store::{SourceRecord, UNKNOWN_LICENSE};

/// Which sources' texts may be published.
#[derive(Clone, Debug, Default)]
pub struct LicensePolicy {
    /// The allowed licences; every known one if absent.
    allowed: Option<BTreeSet<String>>,
    records: BTreeMap<String, SourceRecord>,
}

impl LicensePolicy {
    /// Creates the policy for the records of a store. `allowed` are SPDX expressions; without them
    /// every licence but an unknown one is allowed.
    #[must_use]
    pub fn new(allowed: Option<&[String]>, records: Vec<SourceRecord>) -> LicensePolicy {
        LicensePolicy {
            allowed: allowed.map(|allowed| allowed.iter().map(|it| it.trim().to_owned()).collect()),
            records: records.into_iter().map(|record| (record.name.clone(), record)).collect(),
        }
    }

    /// Returns the names of the withheld sources.
    #[must_use]
    pub fn withheld(&self) -> BTreeSet<String> {
        let withheld = self.records.values().filter(|record| record.withheld);
        withheld.map(|record| record.name.clone()).collect()
    }

    /// Returns what is known of a source.
    #[must_use]
    pub fn record(&self, source: &str) -> SourceRecord {
        self.records.get(source).cloned().unwrap_or_else(|| SourceRecord::unknown(source))
    }

    /// Whether the texts of a source may be published. The curators' own work is allowed.
    #[must_use]
    pub fn allows(&self, source: &str) -> bool {
        if source == OWN_SOURCE {
            return true;
        }
        let record = self.records.get(source);
        let license = record.map_or(UNKNOWN_LICENSE, |record| record.license.trim());
        let is_withheld = record.is_some_and(|record| record.withheld);
        !is_withheld && self.allows_license(license)
    }

    /// Whether no licence was named, so that every licence must be known.
    #[must_use]
    pub fn requires_licenses(&self) -> bool {
        self.allowed.is_none()
    }

    fn allows_license(&self, license: &str) -> bool {
        let Some(allowed) = &self.allowed else {
            return license != UNKNOWN_LICENSE;
        };
        if allowed.contains(license) {
            return true;
        }
        // An expression with parentheses must be named as a whole.
        let all = |part: &str| part.split(" AND ").all(|name| allowed.contains(name.trim()));
        !license.contains('(') && license.split(" OR ").any(all)
    }

    /// Returns a node as it is published, and whether texts were left out.
    #[must_use]
    pub fn public_state(&self, state: &NodeState) -> (NodeState, bool) {
        let data = state.data.as_deref();
        let Some(data) = data.filter(|data| !data.sources.iter().all(|name| self.allows(name)))
        else {
            return (state.clone(), false);
        };
        let public = without_texts(data.clone());
        let has_fewer = public != *data;
        (state.clone().with_data(public), has_fewer)
    }

    /// Returns a book as it is published, and how many nodes of each source lack their texts.
    #[must_use]
    pub fn public_forest(&self, forest: Forest) -> (Forest, BTreeMap<String, u64>) {
        let mut forest = forest.without_sources(&self.withheld());
        let mut left_out: BTreeMap<String, u64> = BTreeMap::new();
        let named: Vec<_> = forest.nodes().filter(|(_, node)| node.data().is_some()).collect();
        let named: Vec<_> = named.into_iter().map(|(id, _)| id).collect();
        for id in named {
            let (state, has_fewer) = self.public_state(&forest.state(id));
            if has_fewer {
                for source in forest.node(id).data().iter().flat_map(|data| &data.sources) {
                    if !self.allows(source) {
                        *left_out.entry(source.clone()).or_default() += 1;
                    }
                }
                forest.set_state(id, state);
            }
        }
        (forest, left_out)
    }
}

/// Returns a node's data without what a source wrote in words: facts and judgements stay.
fn without_texts(data: NodeData) -> NodeData {
    NodeData {
        names: BTreeSet::new(),
        tags: BTreeSet::new(),
        comment: None,
        marks: BTreeSet::new(),
        properties: BTreeMap::new(),
        ..data
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use joseki_book::{Text, Verdict};

    fn policy(allowed: Option<&[&str]>) -> LicensePolicy {
        let record = |name: &str, license: &str| SourceRecord {
            license: license.to_owned(),
            ..SourceRecord::unknown(name)
        };
        let allowed: Option<Vec<String>> =
            allowed.map(|allowed| allowed.iter().map(|it| (*it).to_owned()).collect());
        let hidden = SourceRecord { withheld: true, ..record("hidden", "MIT") };
        let records = vec![
            record("free", "CC0-1.0"),
            record("either", "MIT OR Proprietary"),
            record("both", "MIT AND Proprietary"),
            record("whole", "(MIT OR A) AND B"),
            hidden,
        ];
        LicensePolicy::new(allowed.as_deref(), records)
    }

    #[test]
    fn a_source_is_allowed_by_its_licence() {
        let allowed = |allowed: Option<&[&str]>| {
            let policy = policy(allowed);
            let names = ["own", "free", "either", "both", "whole", "hidden", "unknown"];
            names.into_iter().filter(|name| policy.allows(name)).collect::<Vec<_>>()
        };
        assert_eq!(allowed(None), ["own", "free", "either", "both", "whole"]);
        assert_eq!(allowed(Some(&["MIT"])), ["own", "either"]);
        assert_eq!(allowed(Some(&["CC0-1.0", "unknown"])), ["own", "free", "unknown"]);
        assert_eq!(allowed(Some(&["(MIT OR A) AND B"])), ["own", "whole"]);
        assert_eq!(allowed(Some(&["MIT", "Proprietary"])), ["own", "either", "both"]);
    }

    #[test]
    fn texts_need_the_permission_of_every_source() {
        let policy = policy(Some(&["CC0-1.0"]));
        let data = |sources: &[&str]| NodeData {
            verdict: Some(Verdict::Good),
            comment: Some(Text::from_template("words")),
            sources: sources.iter().map(|name| (*name).to_owned()).collect(),
            ..NodeData::default()
        };
        let check = |sources: &[&str], has_text: bool| {
            let state = NodeState::default().with_data(data(sources));
            let (public, left_out) = policy.public_state(&state);
            assert_eq!(left_out, !has_text, "{sources:?}");
            let known = public.known();
            assert_eq!(known.comment.is_some(), has_text, "{sources:?}");
            assert_eq!((known.verdict, known.sources.len()), (Some(Verdict::Good), sources.len()));
        };
        check(&[], true);
        check(&["own", "free"], true);
        check(&["free", "either"], false);
        check(&["unknown"], false);
    }
}
