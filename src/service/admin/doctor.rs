//! The doctor: finds and repairs what is wrong, or looks wrong, in the file and its books.

use crate::admin::Administration;
use serde::Serialize;

use crate::book::Book;
use crate::error::ServiceError;
use crate::past::BookRef;
use joseki_book::{Check, Finding, Forest, NodeId, Verdict, examine};
use joseki_ledger::{EdgeKey, Results, Rival};
use joseki_priority::Parameters;
use joseki_store::{ChangeKind, ChangeNote, StoreError};

/// Results against opponents needed before they count as evidence against a move.
const LEAST_GAMES: f64 = 50.0;
/// Required shortfall against the opponents' baselines, in won games per game and beyond twice the
/// standard error.
const WORSE: f64 = 0.05;

/// Counts of what was repaired.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Repairs {
    /// Wrong rows of flattened lines and positions, and wrong counts of books.
    pub lines: u64,
    /// Nodes stored in the wrong orientation.
    pub mirrored: u64,
    /// Leaves at which no line ended.
    pub leaves: u64,
    /// Nodes that differed from the log and were logged as found.
    pub unlogged: u64,
    /// Wrong sums of results.
    pub sums: u64,
}

impl Administration<'_> {
    /// Checks the file, and one book or all.
    ///
    /// # Errors
    /// Unknown book, or the store cannot be read at all.
    pub fn examine(&self, book: Option<&str>) -> Result<Vec<Finding>, ServiceError> {
        let problems = self.service.store.check()?;
        let mut findings: Vec<Finding> = problems.into_iter().map(finding_of_file).collect();
        findings.extend(self.service.store.advice()?.into_iter().map(|advice| Finding {
            check: Check::Server,
            book: None,
            line: None,
            why: advice.why.to_owned(),
            remedy: advice.remedy.to_owned(),
        }));
        let books = match book {
            Some(book) => vec![self.service.book(book)?.info.name.clone()],
            None => self.service.books()?.into_iter().map(|info| info.name).collect(),
        };
        for name in books {
            match self.examine_book(&name) {
                Ok(found) => findings.extend(found),
                // The unreadable book has been reported with the file.
                Err(ServiceError::Store(_)) if findings.iter().any(|it| it.check.is_error()) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(findings)
    }

    /// Checks the store's structure, which is fast. If it is damaged, later changes are refused;
    /// returns what is wrong.
    ///
    /// # Errors
    /// The store cannot be read at all.
    pub fn guard(&self) -> Result<Option<String>, ServiceError> {
        let first = self.service.store.check_structure()?.into_iter().next();
        if let Some(why) = first {
            self.service.store.refuse_changes(why);
        }
        Ok(self.service.store.refusal())
    }

    /// Makes changes wait until [`Administration::guard_held`] has checked the store.
    pub fn hold_changes(&self) {
        self.service.store.hold_changes(true);
    }

    /// Checks the structure as [`Administration::guard`] does, and lets changes go on, or refuses them
    /// if it is damaged or cannot be checked. Returns the reason of a refusal.
    pub fn guard_held(&self) -> Option<String> {
        let store = &self.service.store;
        if let Err(error) = self.guard() {
            store.refuse_changes(error.to_string());
        }
        store.hold_changes(false);
        store.refusal()
    }

    /// Refuses changes if the error means damage; returns any other error.
    ///
    /// # Errors
    /// The error, if it is of another kind.
    pub fn guard_after(&self, error: ServiceError) -> Result<(), ServiceError> {
        self.note_damage(&error);
        if error.is_damage() { Ok(()) } else { Err(error) }
    }

    /// Refuses changes from now on if an error means that the store is damaged: writing could
    /// overwrite what can still be read.
    pub fn note_damage(&self, error: &ServiceError) {
        if error.is_damage() {
            self.service.store.refuse_changes(what_is_damaged(error));
        }
    }

    /// Returns why changes are refused, if the store is damaged.
    #[must_use]
    pub fn refusal(&self) -> Option<String> {
        self.service.store.refusal()
    }

    /// Returns true if the store was opened for reading only.
    #[must_use]
    pub fn is_read_only(&self) -> bool {
        self.service.store.is_read_only()
    }

    /// Checks that the store's file is still the one that was opened.
    ///
    /// # Errors
    /// The file was removed or replaced.
    pub fn check_place(&self) -> Result<(), ServiceError> {
        Ok(self.service.store.check_place()?)
    }

    /// Checks that a change would find disk space.
    ///
    /// # Errors
    /// The error a change would fail with.
    pub fn probe(&self) -> Result<(), ServiceError> {
        Ok(self.service.store.probe()?)
    }

    fn examine_book(&self, name: &str) -> Result<Vec<Finding>, ServiceError> {
        let (_, forest) = self.service.curation().load_of(&BookRef::current(name))?;
        let book = self.service.book(name)?;
        let mut findings = examine(name, &forest, &book.index);
        findings.extend(against_opponents(&book, &self.service.learning().live_results()?));
        Ok(findings)
    }

    /// Repairs what needs no decision. Logs nodes that the log does not have, reorients and merges
    /// nodes in the wrong orientation, and ends lines at leaves. Rebuilds flattened lines,
    /// positions and counts of books from their nodes, and recounts results.
    ///
    /// # Errors
    /// The store cannot be read or written.
    pub fn repair(&self, book: Option<&str>, who: &str) -> Result<Repairs, ServiceError> {
        let books = match book {
            Some(book) => vec![self.service.book(book)?.info.name.clone()],
            None => self.service.books()?.into_iter().map(|info| info.name).collect(),
        };
        let mut mended = Repairs::default();
        for name in &books {
            let note = ChangeNote::new(ChangeKind::Baseline, who, "as the doctor found it");
            mended.unlogged += self.service.store.log_differences(name, &note)?;
        }
        mended.lines = self.service.store.repair_lines()?;
        for name in books {
            self.service.curation().change_book(&name, None, false, |_, before| {
                let (forest, turned) = canonical(before);
                mended.mirrored += turned;
                mended.leaves += unended(before);
                let note = ChangeNote::new(ChangeKind::Edit, who, "doctor --mend");
                Ok((forest, note))
            })?;
        }
        mended.sums = self.service.learning().recount()?;
        self.service.refresh()?;
        Ok(mended)
    }
}

impl ServiceError {
    /// Whether the error means that the store is damaged.
    #[must_use]
    pub fn is_damage(&self) -> bool {
        use StoreError::{Corrupt, Damaged, NotAStore};
        matches!(self, ServiceError::Store(Corrupt { .. } | Damaged { .. } | NotAStore { .. }))
    }

    /// Whether the server of the database cannot be reached. What is in memory is not affected.
    #[must_use]
    pub fn is_unreachable(&self) -> bool {
        matches!(self, ServiceError::Store(StoreError::Unreachable { .. }))
    }
}

/// Describes the damage without the file's name and the remedy, which the caller adds.
fn what_is_damaged(error: &ServiceError) -> String {
    use StoreError::{Corrupt, Damaged, NotAStore};
    match error {
        ServiceError::Store(
            Corrupt { detail, .. } | Damaged { detail, .. } | NotAStore { detail, .. },
        ) => detail.clone(),
        other => other.to_string(),
    }
}

/// Converts a sentence of the store into a finding, with the command that repairs it if there is
/// one.
fn finding_of_file(why: String) -> Finding {
    let has = |text: &str| why.contains(text);
    const BACKUP: &str = "restore a backup with `joseki restore FILE`, and check the disk";
    const MEND: &str = "joseki doctor --mend";
    const RECOUNT: &str = "joseki doctor --recount";
    let (check, mend) = match () {
        () if has(RECOUNT) => (Check::Ledger, RECOUNT),
        () if has("its log") && has(MEND) => (Check::Log, MEND),
        () if has("its log") || has("the log ") => (Check::Log, BACKUP),
        () if has(MEND) => (Check::Lines, MEND),
        () => (Check::File, BACKUP),
    };
    let named = why.strip_prefix("book \"").and_then(|rest| rest.split_once('"'));
    Finding {
        check,
        book: named.map(|(name, _)| name.to_owned()),
        line: None,
        remedy: mend.to_owned(),
        why,
    }
}

/// Returns recommended moves with which our results are worse than usual.
fn against_opponents(book: &Book, standing: &dyn Results) -> Vec<Finding> {
    if standing.is_empty() {
        return Vec::new();
    }
    let index = &book.index;
    let nobody: Rival = standing.rival(None, None);
    let spread = Parameters::DEFAULT.spread(0);
    let favoured = |node: &NodeId| {
        let verdict = index.data(*node)?.verdict;
        verdict.filter(|verdict| verdict.value() > 0)
    };
    let nodes = index.nodes().skip(1);
    let judged = nodes.filter_map(|node| Some((node, favoured(&node)?)));
    let poor = judged.filter_map(|(node, verdict)| {
        let edge = EdgeKey::new(index.edge(node), true);
        let pool = standing.evidence(&nobody, edge, &spread).others;
        let mean = pool.above / pool.games.max(1.0);
        let error = 0.5 / pool.games.max(1.0).sqrt();
        let is_poor = pool.games >= LEAST_GAMES && mean + 2.0 * error < -WORSE;
        is_poor.then(|| poor_finding(book, node, verdict, mean, pool.games))
    });
    poor.collect()
}

fn poor_finding(book: &Book, node: NodeId, verdict: Verdict, mean: f64, games: f64) -> Finding {
    let (name, line) = (&book.info.name, book.index.line(node));
    Finding {
        check: Check::PoorResults,
        book: Some(name.clone()),
        why: format!(
            "the verdict is {verdict}, but in our {games:.0} games with it we won {:.0} % less than usual",
            -100.0 * mean
        ),
        remedy: format!("joseki edit --book {name} set {line} --verdict question"),
        line: Some(line),
    }
}

/// Returns the number of leaves at which no line ends.
fn unended(forest: &Forest) -> u64 {
    let leaves = forest.nodes().skip(1);
    let open = leaves.filter(|(_, node)| node.children().is_empty() && !node.ends);
    open.count() as u64
}

/// Returns the book with every node in its canonical orientation, and how many were not.
fn canonical(before: &Forest) -> (Forest, u64) {
    let wrong: Vec<NodeId> =
        before.walk().map(|(_, id)| id).filter(|id| !before.line(*id).is_canonical()).collect();
    let mut gone = vec![false; before.nodes().len()];
    wrong.iter().for_each(|id| gone[id.index()] = true);
    let mut forest = before.clone().retain(|id, _| !gone[id.index()]);
    for id in &wrong {
        let node = before.node(*id);
        let line = before.line(*id).canonical();
        let new = forest.find(&line).is_none();
        let mut place = NodeId::ROOT;
        for step in line.steps() {
            place = forest.child_or_insert(place, *step).0;
        }
        let symmetry = before.line(*id).orientations().first();
        let data = node.data().map(|data| data.transformed(symmetry, before.variant().alphabet()));
        forest.merge_data(place, new, data.as_ref());
        let ends = forest.node(place).ends || node.ends;
        forest.set_ends(place, ends);
        if new {
            forest.set_retired(place, node.retired);
            forest.set_mined(place, node.mined);
        }
    }
    forest.mark_leaves();
    (forest, wrong.len() as u64)
}
