//! Importing: merges files into a book, all of them or none.

use crate::curate::Curation;
use std::borrow::Cow;
use std::path::Path;
use std::sync::PoisonError;

use super::author::Author;
use super::book_file::no_library;
use super::edit::{ChangeOutcome, TRIES, head};
use super::opening_book::{no_opening_book, opening_book_as_sgf};
use super::revert;
use super::sources::SourceFields;
use crate::error::ServiceError;
use crate::service::{check_game, check_name};
use crate::source_file::{FileError, SourceFile};
use joseki_base::cancel::checkpoint;
use joseki_book::{
    BookPart, Conditions, Contradiction, Delta, Field, Forest, MergeRule, MergeRules, Node, NodeId,
    OWN_SOURCE, merge,
};
use joseki_format::book_file::{go_to_sgf, read_go};
use joseki_format::dictionary::{ImportReport, Importer, Phrases, ReviewReason};
use joseki_format::five::{self, FileKind, RENJUNET, is_of_renjunet};
use joseki_format::go::{self, ServerFileKind};
use joseki_format::sgf::{LimitKind, Limits, SgfError, TextEncoding, TreeReader, read_file};
use joseki_format::xiangqi;
use joseki_game::{Game, Variant};
use joseki_store::{BookChange, BookInfo, ChangeKind, StoreError, is_sqlite};

/// Bytes of files up to which they are read on their own first, and those for each node of the book
/// if that is more: only the part of it that they touch is loaded then.
const SMALL_FILES: u64 = 256 << 10;
const BYTES_PER_NODE: u64 = 4;

/// Files to import and their destination.
#[derive(Clone, Debug)]
pub struct ImportRequest {
    /// Target book, created if missing.
    pub book: String,
    /// What the book is about; Go for a new one if not given.
    pub variant: Option<Variant>,
    /// Files to import.
    pub files: Vec<SourceFile>,
    /// An earlier edition of the files: if given, only the changes since then are imported, and
    /// curators' edits stay.
    pub base: Vec<SourceFile>,
    /// Whether to report the outcome without changing anything.
    pub dry_run: bool,
    /// Resolution of conflicts between the book and the files.
    pub rules: MergeRules,
    /// Default confidence of the files, 0 to 100, for nodes that state none.
    pub confidence: Option<u8>,
    /// Treatment of sentences that describe what a move depends on.
    pub phrases: Phrases,
    /// Character set of the texts in RenLib libraries; guessed if none is given.
    pub charset: Option<TextEncoding>,
    /// Source of the files, and what is known of it.
    pub source: Option<(String, SourceFields)>,
    /// Author and reason, for the log.
    pub by: Author,
}

impl ImportRequest {
    /// Merges files into a book by the default rules.
    #[must_use]
    pub fn new(book: impl Into<String>, files: Vec<SourceFile>, who: impl Into<String>) -> Self {
        ImportRequest {
            book: book.into(),
            variant: None,
            files,
            base: Vec::new(),
            dry_run: false,
            rules: MergeRules::default(),
            confidence: None,
            phrases: Phrases::default(),
            charset: None,
            source: None,
            by: Author::new(who),
        }
    }
}

/// Outcome of an import.
#[derive(Clone, Debug)]
pub struct ImportOutcome {
    /// The book after the import; in a dry run, as it would be.
    pub book: BookInfo,
    /// Whether nothing was written because this was a dry run.
    pub dry_run: bool,
    /// Whether the book changed or would change.
    pub changed: bool,
    /// Report for each file.
    pub files: Vec<(String, ImportReport)>,
    /// Number of the change in the log, if anything was written.
    pub change: Option<i64>,
    /// Difference made by the change; in a dry run, by the change that would be made.
    pub delta: Delta,
    /// Conflicts on a node between the book and the files or between files, with the resolution.
    pub contradictions: Vec<Contradiction>,
}

impl ImportOutcome {
    /// Returns the sum of all files' reports.
    #[must_use]
    pub fn total(&self) -> ImportReport {
        let mut total = ImportReport::default();
        self.files.iter().for_each(|(_, report)| total.add(report.clone()));
        total
    }

    /// Returns the first refusal with its file if refusals left no move of the files in the book.
    /// The files' root properties are not imported then either.
    #[must_use]
    pub fn all_refused(&self) -> Option<String> {
        let total = self.total();
        let merged = total.merged;
        if total.placed + merged.duplicate + merged.mirror + merged.tenuki > 0 {
            return None;
        }
        self.files.iter().find_map(|(file, report)| {
            let first = report.refused.first()?;
            Some(format!("{file}:{}: {}", first.line, first.reason))
        })
    }
}

/// Refuses files of another game than the book's.
fn check_kinds(request: &ImportRequest, variant: Variant) -> Result<(), ServiceError> {
    let is_library = |file: &SourceFile| five::renlib::is_library(&file.bytes);
    if variant.game().five_rules().is_none() && request.files.iter().any(is_library) {
        return Err(no_library(&request.book, variant));
    }
    let is_opening_book = |file: &SourceFile| is_sqlite(&file.bytes);
    if !variant.game().moves_pieces() && request.files.iter().any(is_opening_book) {
        return Err(no_opening_book(&request.book, variant));
    }
    Ok(())
}

impl Curation<'_> {
    /// Merges files into a book: all of them, or none if one cannot be read. A missing book is
    /// created, unless everything was refused ([`ImportOutcome::all_refused`]).
    ///
    /// # Errors
    /// Invalid book name, malformed or oversized SGF file, failed write; the book is unchanged
    /// then.
    pub fn import(&self, request: &ImportRequest) -> Result<ImportOutcome, ServiceError> {
        self.import_with(request, |_| {})
    }

    /// Does the same as `Curation::import`; `done` receives the number of nodes read since its
    /// last call.
    ///
    /// # Errors
    /// See `Curation::import`.
    pub fn import_with(
        &self,
        request: &ImportRequest,
        mut done: impl FnMut(usize),
    ) -> Result<ImportOutcome, ServiceError> {
        check_name(&request.book)?;
        let recorded = |change| {
            let ChangeOutcome { book, change, delta, .. } = self.recorded(change)?;
            let (files, contradictions) = (Vec::new(), Vec::new());
            let dry_run = false;
            Ok(ImportOutcome { book, dry_run, changed: true, files, change, delta, contradictions })
        };
        self.once(&request.by, recorded, || self.import_now(request, &mut done))
    }

    fn import_now(
        &self,
        request: &ImportRequest,
        done: &mut impl FnMut(usize),
    ) -> Result<ImportOutcome, ServiceError> {
        let _guard = self.service.changing.lock().unwrap_or_else(PoisonError::into_inner);
        let mut tries = 1;
        loop {
            match self.try_import(request, done) {
                Err(ServiceError::Store(StoreError::Conflict { .. })) if tries < TRIES => {
                    tries += 1
                }
                Err(ServiceError::Store(StoreError::AlreadyExists { .. })) if tries < TRIES => {
                    tries += 1;
                }
                outcome => return outcome,
            }
        }
    }

    /// Loads the part of the book that the files touch if they are small beside it, else all of it.
    fn stored_part(&self, request: &ImportRequest) -> Result<StoredPart, ServiceError> {
        let store = &self.service.store;
        let Some(info) = store.book(&request.book)?.filter(|info| is_small(request, info)) else {
            return Ok((store.load_part(&request.book, &BookPart::whole())?, None));
        };
        check_game(&request.book, info.variant, request.variant)?;
        check_kinds(request, info.variant)?;
        let alone = FilesAlone::read(request, info.variant)?;
        let part = alone.touched(!request.base.is_empty()).unwrap_or_else(BookPart::whole);
        let stored = store.load_part(&request.book, &part)?;
        // Another book may have the name by now.
        let is_it = stored.as_ref().is_some_and(|(found, _)| found.variant == info.variant);
        Ok((stored, Some(alone).filter(|_| is_it)))
    }

    fn try_import(
        &self,
        request: &ImportRequest,
        done: &mut impl FnMut(usize),
    ) -> Result<ImportOutcome, ServiceError> {
        let (stored, alone) = self.stored_part(request)?;
        let before = match &stored {
            Some((_, forest)) => forest.clone(),
            None => Forest::for_variant(request.variant.unwrap_or_default()),
        };
        let variant = before.variant();
        check_game(&request.book, variant, request.variant)?;
        check_kinds(request, variant)?;
        let mut forest = before.clone();
        let is_renjunet = request.files.iter().any(is_renjunet);
        let given = request.source.as_ref().map(|(name, _)| name.as_str());
        let source = given.or(is_renjunet.then_some(RENJUNET.name));
        let (mut files, contradictions) =
            read_and_merge(&mut forest, request, alone, source, done)?;
        for (_, report) in files.iter_mut().filter(|_| is_renjunet) {
            report.warnings.push(RENJUNET_WARNING.to_owned());
        }
        let info = stored.as_ref().map(|(info, _)| info);
        let names: Vec<&str> = request.files.iter().map(|file| file.name.as_str()).collect();
        let note = request.by.note(ChangeKind::Import, names.join(", "));
        let stored = info.map(|info| (info, &before));
        let change = BookChange::between(&request.book, stored, &mut forest, note);
        let changed = !change.is_empty();
        let mut outcome = ImportOutcome {
            book: info.cloned().unwrap_or_else(|| BookInfo::empty(&request.book, before.variant())),
            dry_run: request.dry_run,
            changed,
            files,
            change: None,
            delta: Delta::default(),
            contradictions,
        };
        if outcome.all_refused().is_some() {
            outcome.changed = false;
            return Ok(outcome);
        }
        if request.dry_run || (!changed && info.is_some()) {
            outcome.book = head(outcome.book, &change);
            outcome.delta = change.delta;
            return Ok(outcome);
        }
        self.store_source(request, source.filter(|_| is_renjunet))?;
        let applied = self.service.store.apply(&change)?;
        // A new source may be withheld.
        let brought = info.filter(|_| request.source.is_none() && !is_renjunet);
        match brought {
            Some(info) => {
                self.service.bring_forward(info, applied.info.clone(), &change.delta)?;
            }
            None => self.service.reload(&applied.info)?,
        }
        let (delta, change) = (change.delta, Some(applied.change));
        Ok(ImportOutcome { delta, change, book: applied.info, ..outcome })
    }

    /// Stores what is known of the source of the files, before anything of them is stored.
    /// `renjunet` is its name if it has games of RenjuNet's database, so that it is withheld.
    fn store_source(
        &self,
        request: &ImportRequest,
        renjunet: Option<&str>,
    ) -> Result<(), ServiceError> {
        if let Some(name) = renjunet {
            self.withhold_renjunet(name, &request.by.who)?;
        }
        if let Some((name, fields)) = &request.source {
            self.set_source(name, fields.clone(), &request.by.who)?;
        }
        Ok(())
    }
}

/// A book or a part of it, if there is one of the name, and the files if they were read for that.
type StoredPart = (Option<(BookInfo, Forest)>, Option<FilesAlone>);

/// Whether files may touch little of a book, so that it pays to read them for that first.
fn is_small(request: &ImportRequest, info: &BookInfo) -> bool {
    let files = request.files.iter().chain(&request.base);
    let bytes: u64 = files.map(|file| file.bytes.len() as u64).sum();
    bytes <= SMALL_FILES.max(BYTES_PER_NODE.saturating_mul(info.nodes))
}

/// The files of a request, read into books of their own.
struct FilesAlone {
    theirs: Forest,
    reports: Vec<(String, ImportReport)>,
    base: Forest,
}

impl FilesAlone {
    fn read(request: &ImportRequest, variant: Variant) -> Result<FilesAlone, ServiceError> {
        let how = (request.phrases, request.charset);
        let (mut theirs, mut base) = (Forest::for_variant(variant), Forest::for_variant(variant));
        let reports = read_files(&mut theirs, &request.files, how, &mut |_| {})?;
        read_files(&mut base, &request.base, how, &mut |_| {})?;
        Ok(FilesAlone { theirs, reports, base })
    }

    /// Returns the part of a book that the files can change; `None` if it takes more than that to
    /// import them.
    fn touched(&self, has_base: bool) -> Option<BookPart> {
        if self.reports.iter().any(|(_, report)| has_sentences(report)) {
            return None;
        }
        let lines = self.theirs.lines().chain(self.base.lines()).map(|(line, _)| line);
        let part = BookPart::lines(lines);
        if !has_base {
            return Some(part);
        }
        // What follows a node stays or goes with it, if only one edition has the node.
        Some(revert::touched(&Delta::between(&self.base, &self.theirs))?.with(part))
    }
}

/// Whether sentences were found: what one means may depend on the moves that follow in the book.
/// The other items for review are about the files alone.
fn has_sentences(report: &ImportReport) -> bool {
    use ReviewReason::{NothingFollows, OwnStoneTaken, Unreadable};
    let is_sentence =
        |why: ReviewReason| !matches!(why, NothingFollows | OwnStoneTaken | Unreadable);
    !report.converted.is_empty() || report.to_review.iter().any(|item| is_sentence(item.why))
}

/// Returns a file for a book of five in a row as SGF, with warnings.
fn five_as_sgf<'a>(
    file: &'a SourceFile,
    variant: Variant,
    charset: Option<TextEncoding>,
) -> Result<(Cow<'a, [u8]>, Vec<String>), ServiceError> {
    match five::convert(&file.name, &file.bytes, variant.size().get(), charset) {
        None => Ok((Cow::Borrowed(&file.bytes), Vec::new())),
        Some(Ok(converted)) => Ok((Cow::Owned(converted.sgf.into_bytes()), converted.warnings)),
        Some(Err(source)) => Err(FileError::Five { file: file.name.clone(), source }.into()),
    }
}

/// Returns the file as SGF: converts a record of a Go server, and a game of two bytes a move,
/// recognized by its `.go` extension.
fn go_as_sgf(file: &SourceFile) -> Result<(Cow<'_, [u8]>, Vec<String>), ServiceError> {
    if let Some(kind) = ServerFileKind::detect(&file.name, &file.bytes) {
        let games = go::as_sgf(kind, &file.bytes)
            .map_err(|source| FileError::Server { file: file.name.clone(), source })?;
        return Ok((Cow::Owned(games.sgf.into_bytes()), games.problems));
    }
    Ok((two_bytes_as_sgf(file)?, Vec::new()))
}

fn two_bytes_as_sgf(file: &SourceFile) -> Result<Cow<'_, [u8]>, ServiceError> {
    let ending = Path::new(&file.name).extension();
    if !ending.is_some_and(|ending| ending.eq_ignore_ascii_case("go")) {
        return Ok(Cow::Borrowed(&file.bytes));
    }
    let most = Limits::default().bytes;
    if file.bytes.len() > most {
        let (kind, line) = (LimitKind::Bytes, 1);
        return Err(FileError::Sgf {
            file: file.name.clone(),
            source: SgfError::Limit { kind, max: most, line },
        }
        .into());
    }
    let moves =
        read_go(&file.bytes).map_err(|source| FileError::Go { file: file.name.clone(), source })?;
    let sgf = go_to_sgf(&moves).map_err(|error| ServiceError::Export(error.to_string()))?;
    Ok(Cow::Owned(sgf))
}

/// Converts records and opening books of xiangqi to SGF; SGF stays as it is.
fn xiangqi_as_sgf(file: &SourceFile) -> Result<(Cow<'_, [u8]>, Vec<String>), ServiceError> {
    let opening_book = opening_book_as_sgf(file);
    if opening_book.is_none() && xiangqi::is_sgf(&file.bytes) {
        return Ok((Cow::Borrowed(&file.bytes), Vec::new()));
    }
    let read = || {
        xiangqi::as_sgf(&file.bytes)
            .map_err(|source| FileError::Xiangqi { file: file.name.clone(), source }.into())
    };
    let (sgf, warnings) = opening_book.unwrap_or_else(read)?;
    Ok((Cow::Owned(sgf.into_bytes()), warnings))
}

pub(super) fn read_files(
    forest: &mut Forest,
    files: &[SourceFile],
    (phrases, charset): (Phrases, Option<TextEncoding>),
    done: &mut impl FnMut(usize),
) -> Result<Vec<(String, ImportReport)>, ServiceError> {
    let mut reports = Vec::with_capacity(files.len());
    for file in files {
        let variant = forest.variant();
        let (bytes, warnings) = match variant.game() {
            Game::Xiangqi => xiangqi_as_sgf(file)?,
            game if game.five_rules().is_some() => five_as_sgf(file, variant, charset)?,
            _ => go_as_sgf(file)?,
        };
        let mut limits = Limits::default();
        if matches!(bytes, Cow::Owned(_)) {
            // What a file was converted to may be longer.
            limits.bytes = limits.bytes.max(bytes.len());
        }
        let collection = read_file(&bytes, &limits)
            .map_err(|source| FileError::Sgf { file: file.name.clone(), source })?;
        let mut importer = Importer::with_phrases(forest, phrases);
        for tree in &collection.trees {
            checkpoint()?;
            importer.add(tree);
            done(tree.node_count());
        }
        let mut report = importer.finish();
        report.warnings.extend(warnings);
        report.warnings.extend(collection.warnings.iter().map(ToString::to_string));
        reports.push((file.name.clone(), report));
    }
    Ok(reports)
}

/// Reports of the files, and the conflicts between sources.
type ImportedFiles = (Vec<(String, ImportReport)>, Vec<Contradiction>);

/// Merges files into a book by the rules of the request. By default the book's conditions stay if a
/// file has the move without any: most files contain no conditions at all.
fn read_and_merge(
    forest: &mut Forest,
    request: &ImportRequest,
    alone: Option<FilesAlone>,
    source: Option<&str>,
    done: &mut impl FnMut(usize),
) -> Result<ImportedFiles, ServiceError> {
    let conditions = |(_, node): &(NodeId, &Node)| -> Option<Conditions> {
        Some(node.data()?.conditions.clone()).filter(|conditions| !conditions.is_always())
    };
    let keeps = request.rules.rule_for(Field::Conditions) == MergeRule::Both;
    let before: Vec<(NodeId, Conditions)> = if keeps && request.base.is_empty() {
        forest.nodes().filter_map(|it| Some((it.0, conditions(&it)?))).collect()
    } else {
        Vec::new()
    };
    let imported = merge_files(forest, request, alone, source, done)?;
    for (id, conditions) in before {
        if forest.node(id).data().is_none_or(|data| data.conditions.is_always()) {
            forest.data_mut(id).conditions = conditions;
        }
    }
    Ok(imported)
}

fn merge_files(
    forest: &mut Forest,
    request: &ImportRequest,
    alone: Option<FilesAlone>,
    source: Option<&str>,
    done: &mut impl FnMut(usize),
) -> Result<ImportedFiles, ServiceError> {
    let conflicts_of = |files: &[(String, ImportReport)]| -> Vec<Contradiction> {
        let conflicts = files.iter().flat_map(|(_, report)| &report.conflicts);
        let contradictions = conflicts.map(|(line, conflict)| Contradiction {
            line: line.clone(),
            conflict: conflict.clone(),
        });
        contradictions.collect()
    };
    let how = (request.phrases, request.charset);
    let usual =
        request.rules == MergeRules::default() && request.confidence.is_none() && source.is_none();
    if usual && request.base.is_empty() {
        let files = read_files(forest, &request.files, how, done)?;
        let contradictions = conflicts_of(&files);
        return Ok((files, contradictions));
    }
    // The files are read on their own first: the rules apply between them and the book.
    let alone = alone.map_or_else(|| FilesAlone::read(request, forest.variant()), Ok)?;
    let FilesAlone { mut theirs, reports, mut base } = alone;
    let mut contradictions = conflicts_of(&reports);
    set_confidence(&mut theirs, request.confidence);
    set_source(&mut theirs, forest, source, &request.rules);
    // The reports describe each node as if the default rules applied.
    let files = read_files(&mut forest.clone(), &request.files, how, done)?;
    if !request.base.is_empty() {
        set_confidence(&mut base, request.confidence);
        set_source(&mut base, forest, source, &request.rules);
        let merged = merge(&base, std::mem::take(forest), &theirs, &request.rules);
        *forest = merged.forest;
        contradictions.extend(merged.contradictions);
        return Ok((files, contradictions));
    }
    let found = forest.merge_by(&theirs, &request.rules);
    forest.mark_leaves();
    contradictions.extend(
        found.into_iter().map(|(id, conflict)| Contradiction { line: forest.line(id), conflict }),
    );
    Ok((files, contradictions))
}

/// Names the source of files in each of their nodes, except where the book has no source and the
/// files add nothing. Where they add something to what has no source, that was the book's own.
fn set_source(theirs: &mut Forest, book: &Forest, source: Option<&str>, rules: &MergeRules) {
    let Some(source) = source else { return };
    let ids: Vec<NodeId> = theirs.nodes().map(|(id, _)| id).collect();
    for id in ids {
        let known = book.find(&theirs.line(id)).map(|id| book.node(id));
        let own = known
            .filter(|node| !node.mined && node.data().is_none_or(|data| data.sources.is_empty()));
        let mut names = vec![source];
        if let Some(own) = own {
            let before = own.data().cloned().unwrap_or_default();
            let mut after = before.clone();
            let data = theirs.node(id).data().cloned().unwrap_or_default();
            after.merge_by(&data, rules);
            if after == before {
                continue;
            }
            names.push(OWN_SOURCE);
        }
        theirs.data_mut(id).sources.extend(names.into_iter().map(str::to_owned));
    }
}

/// Whether a file is RenjuNet's database or has games of it. Only files that name it are parsed for
/// this.
fn is_renjunet(file: &SourceFile) -> bool {
    let name = RENJUNET.name.as_bytes();
    let trees = || TreeReader::new(file.bytes.as_slice(), &Limits::default());
    FileKind::detect(&file.name, &file.bytes) == Some(FileKind::Database)
        || file.bytes.windows(name.len()).any(|text| text == name)
            && trees().any(|tree| tree.is_ok_and(|tree| is_of_renjunet(&tree)))
}

/// The warning about a file of RenjuNet's database.
const RENJUNET_WARNING: &str = "it has games of RenjuNet's database, whose licence forbids to serve \
    or publish them: what rests on them alone is left out of servers' answers and of exports, \
    unless `joseki sources set --publish` says otherwise";

fn set_confidence(forest: &mut Forest, confidence: Option<u8>) {
    if confidence.is_none() {
        return;
    }
    let known = |node: &Node| node.data().is_some_and(|data| !data.is_empty());
    let ids = forest.nodes().filter(|(_, node)| known(node)).map(|(id, _)| id);
    for id in ids.collect::<Vec<_>>() {
        let data = forest.data_mut(id);
        data.confidence = data.confidence.or(confidence);
    }
}
