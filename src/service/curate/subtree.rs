//! A subtree of a book that is edited as a text: what differs between two texts is one change.

use super::author::Author;
use super::import::read_files;
use super::revert::touched;
use super::shelves::MergeOutcome;
use crate::GoFeature;
use crate::curate::Curation;
use crate::error::ServiceError;
use crate::source_file::SourceFile;
use joseki_book::{BookPart, Delta, Forest, Line, MergeRule, MergeRules, Node, merge};
use joseki_format::dictionary::{ExportOptions, Phrases, export};
use joseki_game::Variant;
use joseki_store::{BookInfo, ChangeKind, Origin};

/// A subtree of a book.
#[derive(Clone, Debug)]
pub struct Subtree {
    /// The book that it was read from.
    pub book: BookInfo,
    /// Canonical line of its first node; empty for the whole book.
    pub line: Line,
    /// Its nodes and, without their data, those on the way to them. Nodes that the book has only
    /// because of counted games are left out.
    pub forest: Forest,
}

/// Edits of a subtree.
#[derive(Clone, Debug)]
pub struct SubtreeRequest<'a> {
    /// The book as the subtree was read.
    pub book: &'a BookInfo,
    /// The subtree as its text was read back before it was edited.
    pub before: &'a Forest,
    /// The subtree as its edited text was read.
    pub after: &'a Forest,
    /// Whether to report the outcome without changing anything.
    pub dry_run: bool,
    /// Author and reason.
    pub by: Author,
}

impl Subtree {
    /// Returns the subtree as SGF, in the orientation of dictionaries.
    ///
    /// # Errors
    /// When it cannot be written as SGF.
    pub fn sgf(&self) -> Result<Vec<u8>, ServiceError> {
        export(&self.forest, ExportOptions::default(), Vec::new())
            .map_err(|error| ServiceError::Export(error.to_string()))
    }
}

/// Reads the text of a subtree from SGF, with what is wrong with it: refused nodes and warnings.
///
/// # Errors
/// It is not SGF.
pub fn read_subtree(
    variant: Variant,
    name: &str,
    sgf: &[u8],
) -> Result<(Forest, Vec<String>), ServiceError> {
    let mut forest = Forest::for_variant(variant);
    let file = SourceFile { name: name.to_owned(), bytes: sgf.to_vec() };
    let reports = read_files(&mut forest, &[file], (Phrases::Ignore, None), &mut |_| {})?;
    let problems = reports.into_iter().flat_map(|(_, report)| {
        let refused = report.refused.iter().map(ToString::to_string).collect::<Vec<_>>();
        refused.into_iter().chain(report.warnings)
    });
    Ok((forest, problems.collect()))
}

impl Curation<'_> {
    /// Returns the subtree of a line in either handedness; the empty line is the whole book.
    ///
    /// # Errors
    /// Unknown book, unknown line, or unreadable store.
    pub fn subtree(&self, book: &str, line: &Line) -> Result<Subtree, ServiceError> {
        let line = line.canonical();
        let part = BookPart::subtrees([line.clone()]);
        let Some((info, stored)) = self.service.store.load_part(book, &part)? else {
            return Err(self.service.unknown_book(book)?);
        };
        if stored.find(&line).is_none() {
            return Err(ServiceError::UnknownNode { book: book.to_owned(), line });
        }
        let mut forest = Forest::for_variant(info.variant);
        let written = stored.without_mined();
        for (_, id) in written.walk() {
            let at = written.line(id);
            // A book may be read as a whole where most of it is asked for.
            if at.steps().starts_with(line.steps()) {
                let place = forest.insert(&at);
                forest.set_state(place, written.state(id));
            }
        }
        Ok(Subtree { book: info, line, forest })
    }

    /// Applies what differs between two states of a subtree as one change. Where the book was
    /// changed too since it was read, the edited text counts, and the outcome says so.
    ///
    /// # Errors
    /// Unknown book, conditions in a book of a game that has none, failed write.
    pub fn edit_subtree(&self, request: &SubtreeRequest<'_>) -> Result<MergeOutcome, ServiceError> {
        let SubtreeRequest { book, before, after, dry_run, by } = request;
        let name = book.name.as_str();
        let rules = MergeRules::all(MergeRule::Take);
        let conditions = |node: &Node| node.data().is_some_and(|it| !it.conditions.is_always());
        if after.nodes().any(|(_, node)| conditions(node)) {
            GoFeature::Conditions.check(&self.service.book_info(name)?)?;
        }
        let part = touched(&Delta::between(before, after));
        let mut contradictions = Vec::new();
        let outcome = self.change_book(name, part.as_ref(), *dry_run, |_, now| {
            let merged = merge(before, now.clone(), after, &rules);
            contradictions = merged.contradictions;
            Ok((merged.forest, by.note(ChangeKind::Edit, "")))
        })?;
        let base = Some(Origin { book: book.name.clone(), version: book.version });
        Ok(MergeOutcome { outcome, base, contradictions })
    }
}
