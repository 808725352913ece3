//! Curating through the service, on real files: edits, history, undo, whole books, imports by rules, the doctor.

use std::sync::Arc;

use joseki::book::{Check, Conditions, Edit, Line, ListPatch, Patch, Verdict};
use joseki::format::dictionary::ExportOptions;
use joseki::game::{BoardSize, Color, Corner, Game, Variant};
use joseki::service::{
    BookRef, Service, ServiceError, SourceFile,
    curate::{
        Author, ChangeError, ChangeOutcome, ConditionalEdit, EditBasis, EditRequest, ImportRequest,
        JudgeRequest, MergeRequest, OnConflict, RevertRequest, SplitRequest, SubtreeRequest, Undo,
        read_subtree,
    },
    next::{GamesFilter, NextQuery},
};
use joseki::store::{
    ChangeKind, ChangeQuery, EvaluationKey, HistoryMoment, PositionEvaluation, SqliteStore, Store,
};
use tempfile::TempDir;

struct Fixture {
    service: Service,
    _folder: TempDir,
}

/// A database with one book, `main`.
fn fixture(tree: &str) -> Fixture {
    crate::messages::keep_short();
    let folder = tempfile::tempdir().expect("a folder");
    let store = SqliteStore::open(folder.path().join("test.db")).expect("a store");
    let service = Service::new(Arc::new(store));
    let fixture = Fixture { service, _folder: folder };
    fixture.import("main", tree);
    fixture
}

impl Fixture {
    fn import(&self, book: &str, tree: &str) -> Option<i64> {
        let request = ImportRequest::new(book, vec![file(tree)], "test");
        self.service.curation().import(&request).expect("an import").change
    }

    fn try_edit(&self, edits: Vec<ConditionalEdit>) -> Result<ChangeOutcome, ServiceError> {
        self.service.curation().edit(&EditRequest {
            book: "main".to_owned(),
            edits,
            dry_run: false,
            by: Author::new("test").with_reason("a reason"),
        })
    }

    fn edit(&self, edit: Edit) -> i64 {
        let outcome = self.try_edit(vec![ConditionalEdit { edit, seen: None }]);
        outcome.expect("an edit").change.expect("a change")
    }

    fn judge(&self, text: &str, verdict: Verdict) -> i64 {
        self.edit(set(text, verdict))
    }

    fn revert(&self, undo: Undo, later: OnConflict) -> Result<Vec<String>, ServiceError> {
        let reverted = self.service.curation().revert(&RevertRequest {
            book: "main".to_owned(),
            undo,
            later,
            dry_run: false,
            by: Author::new("test"),
        })?;
        let told = reverted.contradictions.into_iter();
        Ok(told.map(|found| format!("{} {}", found.line, found.conflict.field)).collect())
    }

    fn sgf(&self, book: &str) -> String {
        self.sgf_of(&BookRef::current(book))
    }

    fn sgf_of(&self, book: &BookRef) -> String {
        let sgf = self.service.export_sgf(book, ExportOptions::default());
        String::from_utf8(sgf.expect("an export")).expect("text")
    }

    fn lines(&self, book: &str) -> Vec<String> {
        let page = self.service.lines(&parse(book), "", None, 1000).expect("lines");
        assert_eq!(page.total as usize, page.lines.len());
        page.lines.into_iter().map(|row| row.line).collect()
    }

    fn version(&self, book: &str) -> u64 {
        self.service.book(book).expect("a book").info.version
    }

    fn node(&self, text: &str) -> joseki::service::curate::NodeAnswer {
        let games = GamesFilter::default();
        self.service.curation().node(&"main".into(), &line(text), &games).expect("a node")
    }

    fn seen(&self, text: &str) -> EditBasis {
        let node = self.node(text);
        EditBasis { revision: node.revision, version: Some(node.version) }
    }

    fn is_sound(&self) {
        let findings = self.service.administration().examine(None).expect("the doctor");
        let errors: Vec<_> = findings.iter().filter(|found| found.check.is_error()).collect();
        assert!(errors.is_empty(), "{errors:?}");
    }
}

fn parse(book: &str) -> BookRef {
    joseki::wire::parse_book_ref(book).expect("a book")
}

fn file(tree: &str) -> SourceFile {
    SourceFile { name: "tree.sgf".to_owned(), bytes: tree.as_bytes().to_vec() }
}

fn line(text: &str) -> Line {
    text.parse().expect("a line")
}

fn judged(verdict: Verdict) -> Patch {
    Patch { verdict: Some(Some(verdict)), ..Patch::default() }
}

fn set(text: &str, verdict: Verdict) -> Edit {
    Edit::Set { line: line(text), patch: judged(verdict) }
}

fn add(text: &str) -> Edit {
    Edit::Add { line: line(text), patch: Patch::default() }
}

fn retire(text: &str, retired: bool) -> Edit {
    let patch = Patch { retired: Some(retired), ..Patch::default() };
    Edit::Set { line: line(text), patch }
}

/// DDCFFCCC and DDCFDF below Black's 4-4.
const TREE: &str = "(;SZ[19];B[pd](;W[nc];B[qf];W[qc])(;W[qf]TE[1];B[nc](;W[pb])(;W[qj])))";
/// The same point, judged otherwise, with more to it.
const OTHER: &str = "(;SZ[19];B[pd];W[qf]BM[1]N[the keima];B[nc];W[pb]C[here];B[qb])";

#[test]
fn what_is_edited_is_answered_and_noted() {
    let fixture = fixture(TREE);
    let before = fixture.version("main");
    let change = fixture.judge("DDCF", Verdict::Question);
    assert_eq!(fixture.version("main"), before + 1);
    let node = fixture.node("DDFC");
    assert_eq!(node.verdict, Some(Verdict::Question));
    assert_eq!(node.revision, before + 1);
    assert_eq!(fixture.node("DD").revision, before, "only what changed");
    let page =
        fixture.service.curation().node_changes("main", &line("DDFC"), None, 10).expect("history");
    let told: Vec<_> =
        page.changes.iter().map(|log| (log.change.id, log.change.note.kind)).collect();
    assert_eq!(told, [(change, ChangeKind::Edit), (1, ChangeKind::Import)]);
    let last = &page.changes[0];
    assert_eq!(
        (last.change.note.who.as_str(), last.change.note.reason.as_str()),
        ("test", "a reason")
    );
    let verdict = |state: &Option<joseki::book::NodeState>| {
        state.as_ref().and_then(|state| state.known().verdict)
    };
    assert_eq!(verdict(&last.node.before), Some(Verdict::Good));
    assert_eq!(verdict(&last.node.after), Some(Verdict::Question));
    let nothing = fixture
        .try_edit(vec![ConditionalEdit { edit: set("DDCF", Verdict::Question), seen: None }]);
    assert_eq!(nothing.expect("no change").change, None, "the same again is no change");
    fixture.is_sound();
}

#[test]
fn a_stale_edit_changes_nothing() {
    let fixture = fixture(TREE);
    let (one, two) = (fixture.seen("DDCF"), fixture.seen("DDFC"));
    let edit =
        |edit: Edit, seen| fixture.try_edit(vec![ConditionalEdit { edit, seen: Some(seen) }]);
    edit(set("DDCF", Verdict::Ideal), one).expect("the first");
    // The same node, read the other way round.
    let stale = edit(set("DDFC", Verdict::Mistake), two).expect_err("it changed");
    match stale.of() {
        Some(ChangeError::Stale { line, seen, found, .. }) => {
            assert_eq!((line.to_string().as_str(), *seen, *found), ("DDCF", 1, Some(2)));
        }
        _ => panic!("{stale}"),
    }
    assert_eq!(fixture.node("DDCF").verdict, Some(Verdict::Ideal));
    // What follows counts for those who delete it.
    let parent = fixture.seen("DD");
    fixture.judge("DDCFFC", Verdict::Good);
    let delete = Edit::Delete { line: line("DD") };
    let stale = edit(delete.clone(), parent).expect_err("something below changed");
    assert!(
        matches!(stale.of(), Some(ChangeError::Stale { line, .. }) if line.to_string() == "DDCFFC"),
        "{stale}"
    );
    edit(set("DD", Verdict::Good), parent).expect("the node itself is as it was");
    edit(delete, fixture.seen("DD")).expect("looked at again");
    assert_eq!(fixture.lines("main"), [""; 0]);
    let gone = edit(set("DD", Verdict::Good), parent).expect_err("gone");
    assert!(matches!(gone.of(), Some(ChangeError::Stale { found: None, .. })), "{gone}");
}

#[test]
fn edits_are_done_all_or_none() {
    let fixture = fixture(TREE);
    let before = (fixture.sgf("main"), fixture.version("main"));
    let edits = [add("DDCC"), set("DDCC", Verdict::Good), add("DDCC")];
    let edits = edits.map(|edit| ConditionalEdit { edit, seen: None }).to_vec();
    let error = fixture.try_edit(edits).expect_err("the third");
    assert!(matches!(error.of(), Some(ChangeError::Edit { index: 2, .. })), "{error}");
    assert_eq!((fixture.sgf("main"), fixture.version("main")), before);
}

#[test]
fn what_is_retired_is_kept_and_not_answered() {
    let fixture = fixture(TREE);
    let before = fixture.sgf("main");
    let asked = || {
        let mut query = NextQuery::new(BoardSize::NINETEEN);
        query.moves = ["pd", "nc"]
            .into_iter()
            .enumerate()
            .map(|(at, text)| {
                let color = [joseki::game::Color::Black, joseki::game::Color::White][at];
                (color, joseki::game::Move::from_sgf(text, BoardSize::NINETEEN).expect("a move"))
            })
            .collect();
        let answer = fixture.service.next_moves().next(&query).expect("an answer");
        let steps = answer.moves.iter().filter(|it| it.region == Corner::UpperRight);
        steps.map(|candidate| candidate.leads_to.to_string()).collect::<Vec<_>>()
    };
    assert_eq!(asked(), ["DDCFFC"]);
    fixture.edit(retire("DDCF", true));
    assert_eq!(asked(), [""; 0]);
    assert_eq!(fixture.lines("main"), ["DD"]);
    let node = fixture.node("DDCFFC");
    assert!(node.retired);
    assert!(fixture.node("DD").children.iter().all(|child| child.retired));
    // Somebody imports it again: it stays out of use.
    fixture.import("main", TREE);
    assert_eq!(fixture.lines("main"), ["DD"]);
    fixture.is_sound();
    fixture.edit(retire("DDCF", false));
    assert_eq!(asked(), ["DDCFFC"]);
    assert_eq!(fixture.sgf("main"), before);
    fixture.is_sound();
}

#[test]
fn a_change_is_taken_back_and_later_ones_stay() {
    let fixture = fixture(TREE);
    let wrong = fixture.judge("DDCF", Verdict::Mistake);
    fixture.judge("DDCFFC", Verdict::Good);
    let undo = Undo::Change(wrong);
    fixture.revert(undo, OnConflict::Refuse).expect("taken back");
    assert_eq!(fixture.node("DDCF").verdict, Some(Verdict::Good), "as it was");
    assert_eq!(fixture.node("DDCFFC").verdict, Some(Verdict::Good), "later, and stays");
    let wrong = fixture.judge("DDCF", Verdict::Mistake);
    fixture.judge("DDCF", Verdict::Trick);
    let undo = Undo::Change(wrong);
    let refused = fixture.revert(undo, OnConflict::Refuse).expect_err("changed again");
    assert!(
        matches!(refused.of(), Some(ChangeError::Conflict { contradictions, .. }) if contradictions.len() == 1)
    );
    assert_eq!(fixture.revert(undo, OnConflict::Keep).expect("kept"), ["DDCF verdict"]);
    assert_eq!(fixture.node("DDCF").verdict, Some(Verdict::Trick));
    assert_eq!(fixture.revert(undo, OnConflict::Drop).expect("dropped"), ["DDCF verdict"]);
    assert_eq!(fixture.node("DDCF").verdict, Some(Verdict::Good));
    fixture.is_sound();
}

#[test]
fn an_import_is_taken_back_whole_and_the_undo_too() {
    let fixture = fixture(TREE);
    let before = fixture.sgf("main");
    let import = fixture.import("main", OTHER).expect("a change");
    let after = fixture.sgf("main");
    assert_ne!(before, after);
    fixture.revert(Undo::Change(import), OnConflict::Refuse).expect("taken back");
    assert_eq!(fixture.sgf("main"), before);
    let undo = fixture.service.curation().last_change().expect("the log");
    fixture.revert(Undo::Change(undo), OnConflict::Refuse).expect("taken back again");
    assert_eq!(fixture.sgf("main"), after);
    // What was added since needs what leads to it.
    fixture.edit(add("DDCFFCDBCBEE"));
    let refused = fixture.revert(Undo::Change(import), OnConflict::Refuse);
    assert!(matches!(
        refused.as_ref().err().and_then(ServiceError::of),
        Some(ChangeError::Conflict { .. })
    ));
    let told = fixture.revert(Undo::Change(import), OnConflict::Keep).expect("taken back");
    assert_eq!(told, ["DDCFFCDBCBEE node"]);
    assert!(
        fixture.lines("main").contains(&"DDCFFCDBCBEE".to_owned()),
        "{:?}",
        fixture.lines("main")
    );
    fixture.is_sound();
}

#[test]
fn everything_since_a_version_is_taken_back() {
    let fixture = fixture(TREE);
    let (before, version) = (fixture.sgf("main"), fixture.version("main"));
    fixture.import("main", OTHER);
    fixture.edit(retire("DDCFFC", true));
    fixture.edit(Edit::Move { line: line("DDCF"), to: line("DDEC") });
    fixture.edit(Edit::Delete { line: line("DDEC") });
    let since = Undo::Since(HistoryMoment::Version(version));
    fixture.revert(since, OnConflict::Refuse).expect("taken back");
    assert_eq!(fixture.sgf("main"), before);
    fixture.is_sound();
    let error = fixture
        .revert(Undo::Since(HistoryMoment::Version(99)), OnConflict::Refuse)
        .expect_err("not yet");
    assert!(matches!(error, ServiceError::UnknownVersion { asked: 99, .. }), "{error}");
}

#[test]
fn a_book_is_read_as_it_was() {
    let fixture = fixture(TREE);
    let version = fixture.version("main");
    let then = (fixture.sgf("main"), fixture.lines("main"));
    fixture.import("main", OTHER);
    fixture.edit(Edit::Delete { line: line("DDCFFCCC") });
    let at = format!("main@{version}");
    assert_eq!((fixture.sgf_of(&parse(&at)), fixture.lines(&at)), then);
    assert_ne!(fixture.lines("main"), then.1);
    let games = GamesFilter::default();
    let node = fixture
        .service
        .curation()
        .node(&parse(&at), &line("DDCFFCCC"), &games)
        .expect("it was there");
    assert_eq!((node.version, node.revision), (version, 0));
    let early = fixture.service.book_of(&parse("main@2000-01-01")).expect_err("before it was made");
    assert!(early.to_string().contains("begins with version"), "{early}");
    let diff = fixture.service.curation().diff(&parse(&at), &parse("main")).expect("a difference");
    assert_eq!(diff.counts(), (1, 2, 1), "{diff:?}");
}

#[test]
fn whole_books_are_copied_renamed_and_deleted_with_their_history() {
    let fixture = fixture(TREE);
    let by = Author::new("test").with_reason("order");
    let first = fixture.sgf("main");
    fixture.judge("DD", Verdict::Ideal);
    fixture.service.curation().copy_book("main", "copy", &by).expect("a copy");
    assert_eq!(fixture.sgf("copy"), fixture.sgf("main"));
    let taken = fixture.service.curation().copy_book("main", "copy", &by).expect_err("taken");
    assert!(taken.to_string().contains("already"), "{taken}");
    let renamed =
        fixture.service.curation().rename_book("main", "other", None, &by).expect("a name");
    assert!(fixture.service.book("main").is_err());
    assert_eq!(fixture.sgf_of(&parse("other@1")), first, "the history goes with it");
    let change = fixture
        .service
        .curation()
        .delete_book("other", Some(renamed.version), &by)
        .expect("deleted");
    assert!(fixture.service.book("other").is_err());
    let page = fixture.service.curation().changes(&ChangeQuery {
        book: Some("other".to_owned()),
        limit: 10,
        ..Default::default()
    });
    let kinds: Vec<_> =
        page.expect("it was").changes.iter().map(|row| row.note.kind.to_string()).collect();
    assert_eq!(kinds, ["delete", "rename", "edit", "import"]);
    let request = RevertRequest {
        book: "other".to_owned(),
        undo: Undo::Change(change),
        later: OnConflict::Refuse,
        dry_run: false,
        by: Author::new("test"),
    };
    fixture.service.curation().revert(&request).expect("made again");
    assert_eq!(fixture.sgf("other"), fixture.sgf("copy"));
    assert_eq!(fixture.sgf_of(&parse("other@1")), first);
    fixture.is_sound();
}

#[test]
fn lines_are_split_into_a_book_of_their_own() {
    let fixture = fixture(TREE);
    let all = fixture.lines("main");
    let request = SplitRequest {
        book: "main".to_owned(),
        to: "part".to_owned(),
        lines: vec![line("DDFCCFJC")],
        dry_run: false,
        by: Author::default(),
    };
    fixture.service.curation().split_book(&request).expect("split");
    let (rest, part) = (fixture.lines("main"), fixture.lines("part"));
    assert_eq!(part.len(), 1);
    let mut together = [rest, part].concat();
    together.sort();
    assert_eq!(together, all);
    fixture.is_sound();
    let again =
        fixture.service.curation().split_book(&SplitRequest { to: "more".to_owned(), ..request });
    assert!(matches!(again, Err(ServiceError::UnknownNode { .. })));
    assert!(fixture.service.book("more").is_err(), "nothing was made");
}

#[test]
fn what_a_copy_changed_is_merged_into_its_origin() {
    let fixture = fixture(TREE);
    let by = Author::default();
    fixture.service.curation().copy_book("main", "theirs", &by).expect("a copy");
    let theirs = |edit: Edit| {
        fixture.service.curation().edit(&EditRequest {
            book: "theirs".to_owned(),
            edits: vec![ConditionalEdit { edit, seen: None }],
            dry_run: false,
            by: Author::new("they"),
        })
    };
    theirs(set("DDCF", Verdict::Mistake)).expect("an edit");
    theirs(add("DDCFCC")).expect("an edit");
    fixture.judge("DDCF", Verdict::Ideal);
    fixture.judge("DDCFFC", Verdict::Good);
    let request = MergeRequest {
        book: "main".to_owned(),
        from: parse("theirs"),
        base: None,
        rules: Default::default(),
        dry_run: false,
        by,
    };
    let merged = fixture.service.curation().merge_books(&request).expect("merged");
    assert_eq!(merged.base.map(|base| (base.book, base.version)), Some(("main".to_owned(), 1)));
    assert_eq!(merged.contradictions.len(), 1, "{:?}", merged.contradictions);
    assert_eq!(fixture.node("DDCF").verdict, Some(Verdict::Ideal));
    assert!(fixture.lines("main").contains(&"DDCFCC".to_owned()));
    // The second time starts from the first.
    theirs(set("DD", Verdict::Ideal)).expect("an edit");
    let merged = fixture.service.curation().merge_books(&request).expect("merged");
    assert_eq!(merged.contradictions, []);
    assert_eq!(fixture.node("DD").verdict, Some(Verdict::Ideal));
    fixture.is_sound();
}

#[test]
fn an_import_follows_its_rules() {
    let check = |rules: &str, confidence, verdict: Verdict, told: usize| {
        let fixture = fixture(TREE);
        let request = ImportRequest {
            rules: rules.parse().expect("rules"),
            confidence,
            ..ImportRequest::new("main", vec![file(OTHER)], "test")
        };
        let dry = ImportRequest { dry_run: true, ..request.clone() };
        let before = fixture.sgf("main");
        let dry = fixture.service.curation().import(&dry).expect("a dry run");
        assert_eq!((fixture.sgf("main"), dry.change), (before, None));
        let outcome = fixture.service.curation().import(&request).expect("an import");
        assert_eq!(fixture.node("DDFC").verdict, Some(verdict), "{rules}");
        assert_eq!(outcome.contradictions.len(), told, "{:?}", outcome.contradictions);
        assert_eq!((dry.delta, dry.contradictions), (outcome.delta, outcome.contradictions));
        let again = fixture.service.curation().import(&request).expect("an import");
        assert_eq!(again.change, None, "the same file again changes nothing");
        fixture.is_sound();
    };
    check("", None, Verdict::Good, 1);
    check("verdict=take", None, Verdict::Mistake, 1);
    check("verdict=confident", None, Verdict::Good, 1);
    check("verdict=confident", Some(80), Verdict::Mistake, 1);
    check("verdict=confident", Some(20), Verdict::Good, 1);
}

#[test]
fn an_import_takes_no_conditions_away_unless_it_may() {
    let fixture = fixture(TREE);
    let condition: Conditions = "own(PP)".parse().expect("a condition");
    let patch = Patch { conditions: Some(condition.clone()), ..Patch::default() };
    fixture.edit(Edit::Set { line: line("DDCF"), patch });
    let conditions = |text: &str| fixture.node(text).data.conditions;
    // The file goes through the move.
    let through = "(;SZ[19];B[pd];W[nc];B[qf];W[pb])";
    assert!(fixture.import("main", through).is_some(), "a move is new");
    assert_eq!(conditions("DDCF"), condition);
    let by_rules = ImportRequest {
        confidence: Some(60),
        ..ImportRequest::new("main", vec![file(through)], "test")
    };
    fixture.service.curation().import(&by_rules).expect("an import");
    assert_eq!(conditions("DDCF"), condition);
    let take = ImportRequest { rules: "conditions=take".parse().expect("rules"), ..by_rules };
    fixture.service.curation().import(&take).expect("an import");
    assert!(conditions("DDCF").is_always());
    // A condition that the book does not take is reported.
    let restricted = "(;SZ[19];B[pd];W[nc]JC[own(PP)])";
    let request = ImportRequest::new("main", vec![file(restricted)], "test");
    let outcome = fixture.service.curation().import(&request).expect("an import");
    let [found] = &outcome.contradictions[..] else { panic!("{:?}", outcome.contradictions) };
    assert_eq!((found.conflict.field, found.conflict.kept.as_str()), ("conditions", ""));
    assert_eq!((found.conflict.left_out.as_str(), found.conflict.taken), ("own(PP)", false));
    assert!(conditions("DDCF").is_always());
    fixture.is_sound();
}

#[test]
fn a_new_edition_brings_only_what_is_new_in_it() {
    let fixture = fixture(TREE);
    fixture.import("main", OTHER);
    // The curator thinks otherwise, and does not want the last move.
    fixture.judge("DDCF", Verdict::Ideal);
    fixture.edit(Edit::Delete { line: line("DDCFFCDBCB") });
    let before = fixture.sgf("main");
    let edition = |tree: &str| ImportRequest {
        base: vec![file(OTHER)],
        ..ImportRequest::new("main", vec![file(tree)], "test")
    };
    let same = fixture.service.curation().import(&edition(OTHER)).expect("an import");
    assert_eq!((same.change, fixture.sgf("main")), (None, before), "nothing is new");
    let next = OTHER.replace("C[here]", "C[there]").replace(";B[qb])", ";B[qb];W[rc])");
    let outcome = fixture.service.curation().import(&edition(&next)).expect("an import");
    assert_eq!(fixture.node("DDCF").verdict, Some(Verdict::Ideal));
    let comment = fixture.node("DDCFFCDB").data.comment.expect("a comment");
    assert_eq!(comment.template(), "there");
    assert_eq!(outcome.delta.counts().0, 2, "the new move, with the one that leads to it");
    fixture.is_sound();
}

#[test]
fn a_name_that_comes_again_is_another_book() {
    let fixture = fixture(TREE);
    let by = Author::default();
    fixture.service.curation().rename_book("main", "old", None, &by).expect("a name");
    fixture.import("main", OTHER);
    let before = fixture.sgf("main");
    let page = fixture.service.curation().changes(&ChangeQuery {
        book: Some("main".to_owned()),
        limit: 10,
        ..Default::default()
    });
    assert_eq!(page.expect("its history").changes.len(), 1);
    // The first import was into the book that is called old now.
    let wrong = fixture.revert(Undo::Change(1), OnConflict::Drop).expect_err("of another book");
    assert!(wrong.to_string().contains("it belongs to book \"old\""), "{wrong}");
    assert_eq!(fixture.sgf("main"), before);
    let row = fixture.service.curation().change(1).expect("a change").0;
    assert_eq!((row.book.as_str(), row.current_name.as_deref()), ("main", Some("old")));
}

#[test]
fn a_revision_alone_protects_what_follows_too() {
    let fixture = fixture(TREE);
    let seen = EditBasis { version: None, ..fixture.seen("DD") };
    fixture.judge("DDCFFC", Verdict::Good);
    let delete = |seen| {
        let edit = Edit::Delete { line: line("DD") };
        fixture.try_edit(vec![ConditionalEdit { edit, seen: Some(seen) }])
    };
    assert!(matches!(
        delete(seen).as_ref().err().and_then(ServiceError::of),
        Some(ChangeError::Stale { .. })
    ));
    let never = EditBasis { revision: 1, version: Some(1_000_000) };
    assert!(matches!(
        delete(never).as_ref().err().and_then(ServiceError::of),
        Some(ChangeError::Stale { .. })
    ));
    let now = EditBasis { revision: fixture.version("main"), version: None };
    delete(now).expect("looked at now");
}

#[test]
fn two_programs_on_one_file_take_turns() {
    let folder = tempfile::tempdir().expect("a folder");
    let open = || {
        let store = SqliteStore::open(folder.path().join("test.db")).expect("a store");
        Service::new(Arc::new(store))
    };
    let (one, two) = (open(), open());
    one.curation()
        .import(&ImportRequest::new("main", vec![file(TREE)], "test"))
        .expect("an import");
    std::thread::scope(|scope| {
        for (service, name) in [(&one, "a"), (&two, "b")] {
            scope.spawn(move || {
                for number in 0..25 {
                    let tags =
                        ListPatch { add: [format!("{name}{number}")].into(), ..Default::default() };
                    let patch = Patch { tags, ..Patch::default() };
                    let edit = Edit::Set { line: line("DDCF"), patch };
                    service
                        .curation()
                        .edit(&EditRequest {
                            book: "main".to_owned(),
                            edits: vec![ConditionalEdit { edit, seen: None }],
                            dry_run: false,
                            by: Author::new(name),
                        })
                        .expect("an edit without a condition is done");
                }
            });
        }
    });
    one.refresh().expect("read");
    let games = GamesFilter::default();
    let node = one.curation().node(&"main".into(), &line("DDCF"), &games).expect("a node");
    assert_eq!(node.data.tags.len(), 50);
}

#[test]
fn what_was_changed_behind_the_log_is_noted_when_it_is_mended() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("test.db");
    let store = SqliteStore::open(&path).expect("a store");
    let service = Service::new(Arc::new(store));
    let tree = "(;SZ[19];B[pd];W[nc];B[qc])";
    service
        .curation()
        .import(&ImportRequest::new("main", vec![file(tree)], "test"))
        .expect("an import");
    let conn = crate::raw::open(&path);
    let sql = "UPDATE node SET ends = 0 WHERE id = (SELECT max(id) FROM node);
               UPDATE node SET step = 'FC' WHERE step = 'CF'";
    conn.execute_batch(sql).expect("changed");
    let errors = |service: &Service| {
        let findings = service.administration().examine(None).expect("the doctor").into_iter();
        findings.filter(|found| found.check.is_error()).collect::<Vec<_>>()
    };
    let found = errors(&service);
    for check in [Check::MirrorDuplicate, Check::Log, Check::Lines] {
        assert!(found.iter().any(|found| found.check == check), "{check}: {found:?}");
    }
    let mended = service.administration().repair(None, "test").expect("mended");
    assert!(mended.unlogged > 0 && mended.mirrored > 0 && mended.leaves > 0, "{mended:?}");
    assert_eq!(errors(&service), []);
    let page = service.lines(&"main".into(), "", None, 10).expect("lines");
    let lines: Vec<String> = page.lines.into_iter().map(|row| row.line).collect();
    assert!(lines == ["DDCFCC"], "{lines:?}");
}

#[test]
fn a_dropped_index_is_found() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("test.db");
    let service = Service::new(Arc::new(SqliteStore::open(&path).expect("a store")));
    let conn = crate::raw::open(&path);
    conn.execute_batch("DROP INDEX change_book_version; DROP TRIGGER change_is_not_deleted")
        .expect("dropped");
    let findings = service.administration().examine(None).expect("the doctor");
    let told: Vec<&str> = findings.iter().map(|found| found.why.as_str()).collect();
    assert!(
        told.iter().any(|told| told.contains("index change_book_version is missing")),
        "{told:?}"
    );
    assert!(told.iter().any(|told| told.contains("trigger change_is_not_deleted")), "{told:?}");
}

#[test]
fn lists_are_edited_by_what_comes_and_goes() {
    let fixture = fixture(TREE);
    let tags = |tags: &[&str]| tags.iter().map(|tag| (*tag).to_owned()).collect();
    let patch = |names: ListPatch| Edit::Set {
        line: line("DD"),
        patch: Patch { names, ..Patch::default() },
    };
    fixture.edit(patch(ListPatch::replace(tags(&["one", "two"]))));
    fixture.edit(patch(ListPatch { replace: None, add: tags(&["three"]), remove: tags(&["one"]) }));
    let names: Vec<String> = fixture.node("DD").data.names.into_iter().collect();
    assert_eq!(names, ["three", "two"]);
}

#[test]
fn the_doctor_tells_what_to_do() {
    let fixture = fixture("(;SZ[19];B[pd];W[nc]BM[1])");
    let findings = fixture.service.administration().examine(Some("main")).expect("the doctor");
    let told: Vec<_> = findings.iter().map(|found| (found.check, found.remedy.as_str())).collect();
    assert_eq!(
        told,
        [
            (Check::DeadEnd, "joseki edit --book main DD"),
            (Check::DeadEnd, "joseki edit --book main DDCF"),
        ]
    );
    let error = fixture.service.administration().examine(Some("none")).expect_err("no book");
    assert!(matches!(error, ServiceError::UnknownBook { .. }));
}

#[test]
fn many_editors_at_once_lose_nothing() {
    let fixture = fixture(TREE);
    std::thread::scope(|scope| {
        for number in 0..50 {
            let fixture = &fixture;
            scope.spawn(move || {
                loop {
                    let node = fixture.node("DDCF");
                    let mut tags = node.data.tags;
                    tags.insert(format!("t{number:02}"));
                    let patch = Patch { tags: ListPatch::replace(tags), ..Patch::default() };
                    let seen =
                        Some(EditBasis { revision: node.revision, version: Some(node.version) });
                    let edit = Edit::Set { line: line("DDCF"), patch };
                    match fixture.try_edit(vec![ConditionalEdit { edit, seen }]) {
                        Ok(_) => break,
                        Err(error) if matches!(error.of(), Some(ChangeError::Stale { .. })) => {}
                        Err(error) => panic!("{error}"),
                    }
                }
            });
        }
    });
    assert_eq!(fixture.node("DDCF").data.tags.len(), 50);
    assert_eq!(fixture.version("main"), 51);
    fixture.is_sound();
}

#[test]
fn an_edited_subtree_brings_its_own_differences_alone() {
    let fixture = fixture(TREE);
    let subtree = fixture.service.curation().subtree("main", &line("DDCF")).expect("a subtree");
    let read = |sgf: &str| {
        let (forest, problems) =
            read_subtree(subtree.book.variant, "text.sgf", sgf.as_bytes()).expect("a tree");
        assert_eq!(problems, Vec::<String>::new());
        forest
    };
    let text = String::from_utf8(subtree.sgf().expect("SGF")).expect("UTF-8");
    let before = read(&text);
    // The text gets a verdict, a move, and loses a branch.
    let edits =
        [set("DDCF", Verdict::Ideal), add("DDCFFCCCXX"), Edit::Delete { line: line("DDCFFCDB") }];
    let after = edits.iter().fold(before.clone(), |tree, edit| tree.edited(edit).expect("an edit"));
    let edit = |dry_run: bool| {
        let request = SubtreeRequest {
            book: &subtree.book,
            before: &before,
            after: &after,
            dry_run,
            by: Author::new("test"),
        };
        fixture.service.curation().edit_subtree(&request).expect("an edit")
    };
    let planned = edit(true);
    assert!(planned.outcome.change.is_none() && planned.contradictions.is_empty());
    assert_eq!(planned.outcome.delta.counts(), (1, 1, 1));
    // Meanwhile the book gets another verdict for the same move, one beside it, and a move below the
    // lost branch.
    fixture.judge("DDCF", Verdict::Mistake);
    fixture.judge("DDCFFC", Verdict::Trick);
    fixture.edit(add("DDCFFCDBXX"));
    let written = edit(false);
    let told = written.contradictions.iter().map(|it| format!("{} {}", it.line, it.conflict.field));
    assert_eq!(told.collect::<Vec<_>>(), ["DDCF verdict", "DDCFFCDBXX node"]);
    assert_eq!(written.base.expect("a base").version, subtree.book.version);
    let verdicts = ["DDCF", "DDCFFC"].map(|text| fixture.node(text).data.verdict);
    assert_eq!(verdicts, [Some(Verdict::Ideal), Some(Verdict::Trick)]);
    let lines = fixture.lines("main");
    assert!(lines.contains(&"DDCFFCCCXX".to_owned()), "{lines:?}");
    assert!(lines.iter().all(|line| !line.starts_with("DDCFFCDB")), "{lines:?}");
    fixture.is_sound();
}

/// The best move of a position may not be in the book; its evaluation includes that move.
#[test]
fn moves_of_a_whole_board_are_judged_against_the_position_before_too() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = Arc::new(SqliteStore::open(folder.path().join("test.db")).expect("a store"));
    let service = Service::new(store.clone());
    let renju = ImportRequest {
        variant: Some(Variant::new(Game::Renju, None).expect("a variant")),
        ..ImportRequest::new(
            "r",
            vec![file("(;GM[4]SZ[15];B[hh](;W[ig])(;W[hg])(;W[if]))")],
            "test",
        )
    };
    service.curation().import(&renju).expect("an import");
    let index = &service.book("r").expect("a book").index;
    // The win rate of the side to move: White's best of all would have 0.45.
    let parse = |text: &str| Line::parse(index.variant().alphabet(), text).expect("a line");
    let rates = [
        ("test", "empty", 10, "HH", 0.45),
        ("test", "empty", 10, "HHGG", 0.58),
        ("test", "empty", 10, "HHGH", 0.66),
        // On another board it is not comparable, and alone.
        ("test", "x", 20, "HHGH", 0.1),
        // It searched less.
        ("other", "empty", 5, "HHGG", 0.9),
        ("other", "empty", 5, "HHGH", 0.4),
        ("other", "empty", 5, "HHIF", 0.4),
    ];
    let evaluations = rates.iter().map(|(engine, board, visits, line, win_rate)| {
        let node = index.find(&parse(line)).expect("a node");
        PositionEvaluation {
            key: EvaluationKey {
                position: index.key(node).expect("a key").key,
                to_play: if line.len() == 2 { Color::White } else { Color::Black },
                engine: (*engine).to_owned(),
                rules: "renju".to_owned(),
                komi: 0,
                board: (*board).to_owned(),
            },
            win_rate: *win_rate,
            lead: 0.0,
            stdev: None,
            moves: Vec::new(),
            requested: *visits,
            visits: *visits,
            at: 1,
        }
    });
    store.enter_evaluations(evaluations.collect()).expect("entered");
    let request = JudgeRequest {
        book: "r".to_owned(),
        depth: None,
        min_games: None,
        again: false,
        dry_run: false,
        by: Author::new("test"),
    };
    let judged = service.curation().judge_book(&request).expect("a change").delta;
    let verdict = |line: &str| {
        let change = judged.change_at(&parse(line).canonical())?;
        change.after.as_ref()?.data.as_ref()?.verdict
    };
    // HHGG has 0.42 and is the best of the book; HHGH has 0.34. Only the other engine evaluated the
    // third move, and nothing is compared with the first.
    assert_eq!(verdict("HHGG"), Some(Verdict::Good));
    assert_eq!(verdict("HHGH"), Some(Verdict::Question));
    assert_eq!(verdict("HHIF"), Some(Verdict::Ideal));
    assert_eq!(judged.changes().len(), 3);
}
