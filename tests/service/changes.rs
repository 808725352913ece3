//! A service that brings its books forward by what changes says the same as one that loads them, now
//! and of earlier versions.

use std::sync::Arc;

use joseki::book::{
    Edit, Forest, Line, MergeRule, MergeRules, Patch, Verdict, merge, merge_counted,
};
use joseki::game::{BoardSize, Color, Frame, Move, Step};
use joseki::service::{
    BookRef, Service, ServiceError, SourceFile,
    curate::{
        Author, ConditionalEdit, EditRequest, ImportRequest, MergeRequest, OnConflict,
        RevertRequest, Undo,
    },
    next::{GamesFilter, NextQuery},
};
use joseki::store::{BookChange, ChangeQuery, HistoryMoment, SqliteStore, Store, Upkeep};
use joseki::wire::{Coords, NextResponse};
use proptest::prelude::*;
use strum::VariantArray;

use crate::full::cases;

const SIZE: BoardSize = BoardSize::NINETEEN;

/// Few steps, so that lines and positions meet.
fn any_line() -> impl Strategy<Value = Line> {
    proptest::collection::vec(0u8..7, 1..6).prop_map(|steps| {
        let step = |number: u8| match number {
            6 => Some(Step::TENUKI),
            _ => Step::corner(2 + number % 3, 2 + number / 3),
        };
        let mut line = Line::new();
        for step in steps.into_iter().filter_map(step) {
            let follows = !line.is_empty() && !line.ends_in_tenuki();
            if if step.is_tenuki() { follows } else { !line.steps().contains(&step) } {
                line.push(step);
            }
        }
        line
    })
}

fn any_edit() -> impl Strategy<Value = Edit> {
    let retire = prop_oneof![4 => Just(None), 1 => Just(Some(true)), 2 => Just(Some(false))];
    let patch = (0usize..8, retire).prop_map(|(verdict, retired)| Patch {
        verdict: Verdict::VARIANTS.get(verdict).map(|verdict| Some(*verdict)),
        retired,
        ..Patch::default()
    });
    let (one, two, three) = (any_line(), any_line(), any_line());
    prop_oneof![
        4 => (one, patch.clone()).prop_map(|(line, patch)| Edit::Add { line, patch }),
        4 => (two, patch).prop_map(|(line, patch)| Edit::Set { line, patch }),
        1 => (three, any_line()).prop_map(|(line, to)| Edit::Move { line, to }),
        1 => any_line().prop_map(|line| Edit::Delete { line }),
    ]
}

#[derive(Clone, Debug)]
enum Action {
    Edits(Vec<Edit>),
    Import(Vec<Line>),
    /// A file, with an earlier edition of it.
    Edition(Vec<Line>, Vec<Line>),
    Undo(usize),
    /// The change a number of changes back, later ones being kept or dropped.
    UndoOne(usize, bool),
    /// What a copy changes, twice, while the book changes too.
    Merge(MergeRule, [Vec<Edit>; 4]),
}

fn any_action() -> impl Strategy<Value = Action> {
    prop_oneof![
        12 => proptest::collection::vec(any_edit(), 1..3).prop_map(Action::Edits),
        2 => proptest::collection::vec(any_line(), 1..4).prop_map(Action::Import),
        2 => proptest::array::uniform2(proptest::collection::vec(any_line(), 1..4))
            .prop_map(|[base, lines]| Action::Edition(base, lines)),
        1 => (0usize..8).prop_map(Action::Undo),
        3 => (0usize..6, any::<bool>()).prop_map(|(back, keeps)| Action::UndoOne(back, keeps)),
        2 => (any::<bool>(), proptest::array::uniform4(proptest::collection::vec(any_edit(), 0..3)))
            .prop_map(|(takes, edits)| {
                Action::Merge(if takes { MergeRule::Take } else { MergeRule::Keep }, edits)
            }),
    ]
}

/// Lines as a file.
fn file(lines: &[Line]) -> SourceFile {
    let text = |line: &Line| {
        let moves = line.steps().iter().zip(["B", "W"].into_iter().cycle());
        let letters = |step: &Step| -> String {
            let at = step.coordinates().map(|(u, v)| [u, v]);
            at.into_iter().flatten().map(|at| char::from(b'a' + at)).collect()
        };
        let moves = moves.map(|(step, color)| format!(";{color}[{}]", letters(step)));
        format!("(;GM[1]SZ[19]{})", moves.collect::<String>())
    };
    let bytes = lines.iter().map(text).collect::<String>().into_bytes();
    SourceFile { name: "test.sgf".to_owned(), bytes }
}

/// Everything that a service says of a book and of the moves after some lines, in one of all
/// orientations.
fn answers(service: &Service, lines: &[Line], as_of: Option<HistoryMoment>) -> Vec<String> {
    let name = BookRef::at("main", as_of);
    let book = service.book_of(&name).unwrap();
    let mut said = vec![format!("{:?}", book.info)];
    let exported = service.export_lines(&name).unwrap();
    said.push(String::from_utf8(exported).unwrap());
    let own = |line: &Line| format!("{:?} {:?}", book.has(line), book.revision_of(line));
    said.extend(lines.iter().map(own));
    said.extend(next_moves(service, lines, as_of).unwrap());
    said
}

/// The moves after some lines, in one of all orientations.
fn next_moves(
    service: &Service,
    lines: &[Line],
    as_of: Option<HistoryMoment>,
) -> Result<Vec<String>, ServiceError> {
    let answer = |(number, line): (usize, &Line)| -> Result<String, ServiceError> {
        let frame = Frame::all().nth(number % 32).unwrap();
        let colors = [Color::Black, Color::White].into_iter().cycle();
        let moves = line.steps().iter().zip(colors);
        let played = |step: &Step| frame.move_of(*step, SIZE).unwrap_or(Move::Pass);
        let moves = moves.map(|(step, color)| (color, played(step)));
        let query = NextQuery {
            book: Some("main".to_owned()),
            moves: moves.collect(),
            as_of,
            limit: 20,
            ..NextQuery::new(SIZE)
        };
        let answer = service.next_moves().next(&query)?;
        let response = NextResponse::new(&answer, Coords::Sgf, SIZE);
        Ok(serde_json::to_string(&response).unwrap())
    };
    lines.iter().enumerate().map(answer).collect()
}

/// What a service says of a version, which it need not have in memory.
fn past_answers(service: &Service, lines: &[Line], moment: HistoryMoment) -> Vec<String> {
    let name = BookRef::at("main", Some(moment));
    let mut said = vec![format!("{:?}", service.head_of(&name).map(|book| book.info.clone()))];
    for (prefix, after, limit) in [("", None, 100), ("c", None, 2), ("DD", Some("DDCD"), 1)] {
        let page = service.lines(&name, prefix, after, limit);
        said.push(format!("{:?}", page.map(|page| serde_json::to_string(&page).unwrap())));
    }
    let node = |line| service.curation().node(&name, line, &GamesFilter::default());
    said.extend(lines.iter().map(|line| format!("{:?}", node(line))));
    said.push(format!("{:?}", next_moves(service, lines, Some(moment))));
    said
}

impl Action {
    /// Does it, and returns the book as it has to be afterwards, from the whole book before.
    fn run(&self, service: &Service, store: &dyn Store) -> Option<Forest> {
        let load = || store.load("main").unwrap().unwrap();
        let (info, before) = load();
        match self {
            Action::Edits(edits) => {
                let edits = edits.iter().cloned();
                let edits = edits.map(|edit| ConditionalEdit { edit, seen: None }).collect();
                let request = EditRequest {
                    book: "main".to_owned(),
                    edits,
                    dry_run: false,
                    by: Author::new("test"),
                };
                // Some are refused, and change nothing.
                let edited = request
                    .edits
                    .iter()
                    .try_fold(before.clone(), |book, edit| book.edited(&edit.edit));
                let done =
                    service.curation().edit(&request).map(drop).map_err(|error| error.to_string());
                assert_eq!(done.is_ok(), edited.is_ok(), "{done:?}");
                Some(edited.unwrap_or(before))
            }
            Action::Import(lines) => {
                let request = ImportRequest::new("main", vec![file(lines)], "test");
                drop(service.curation().import(&request));
                let mut alone = Forest::new();
                for line in lines {
                    alone.insert(line);
                }
                let mut merged = before;
                merged.merge(&alone);
                // A line that is empty, or goes through retired nodes, is another matter.
                (!lines.iter().any(Line::is_empty) && !merged.has_retired()).then_some(merged)
            }
            Action::Edition(base, lines) => {
                let request = ImportRequest {
                    base: vec![file(base)],
                    ..ImportRequest::new("main", vec![file(lines)], "test")
                };
                drop(service.curation().import(&request));
                let alone = |lines: &[Line]| lines.iter().collect::<Forest>();
                let merged = merge(&alone(base), before, &alone(lines), &MergeRules::default());
                (!lines.iter().chain(base).any(Line::is_empty)).then_some(merged.forest)
            }
            Action::Undo(back) => {
                let version = service.book("main").unwrap().info.version;
                let then = version.saturating_sub(*back as u64).max(1);
                undo(service, Undo::Since(HistoryMoment::Version(then)), OnConflict::default());
                None
            }
            Action::UndoOne(back, keeps) => {
                let asked = ChangeQuery { limit: back + 1, ..ChangeQuery::default() };
                let changes = service.curation().changes(&asked).unwrap().changes;
                let later = if *keeps { OnConflict::Keep } else { OnConflict::Drop };
                let change = &changes[back % changes.len()];
                let is_done = undo(service, Undo::Change(change.id), later);
                let at = |version| store.load_at("main", HistoryMoment::Version(version));
                let (Ok(Some((_, then))), Ok(Some((_, earlier))), true) =
                    (at(change.version), at(change.version.saturating_sub(1)), is_done)
                else {
                    return Some(load().1).filter(|_| load().0 == info);
                };
                let rule = if *keeps { MergeRule::Keep } else { MergeRule::Take };
                Some(merge_counted(&then, before, &earlier, &MergeRules::all(rule)).forest)
            }
            Action::Merge(rule, [ours, theirs, ours_again, theirs_again]) => {
                drop(service.curation().delete_book("copy", None, &Author::new("test")));
                service.curation().copy_book("main", "copy", &Author::new("test")).unwrap();
                let rules = MergeRules::all(*rule);
                let from = BookRef::current("copy");
                let request = MergeRequest {
                    book: "main".to_owned(),
                    from,
                    base: None,
                    rules: rules.clone(),
                    dry_run: false,
                    by: Author::new("test"),
                };
                let mut base = before.without_mined();
                let mut merged = None;
                for (ours, theirs) in [(ours, theirs), (ours_again, theirs_again)] {
                    for (book, edits) in [("main", ours), ("copy", theirs)] {
                        edits.iter().for_each(|edit| drop(edit_one(service, book, edit)));
                    }
                    let of = |book| store.load(book).unwrap().unwrap().1;
                    let (ours, theirs) = (of("main"), of("copy").without_mined());
                    let wanted = merge(&base, ours, &theirs, &rules);
                    let done = service.curation().merge_books(&request).unwrap();
                    assert_eq!(done.contradictions, wanted.contradictions);
                    assert_eq!(of("main"), wanted.forest);
                    // A merge that changes nothing is not logged.
                    if done.outcome.change.is_some() {
                        base = theirs;
                    }
                    merged = Some(wanted.forest);
                }
                merged
            }
        }
    }
}

fn edit_one(service: &Service, book: &str, edit: &Edit) -> Result<(), String> {
    let request = EditRequest {
        book: book.to_owned(),
        edits: vec![ConditionalEdit { edit: edit.clone(), seen: None }],
        dry_run: false,
        by: Author::new("test"),
    };
    service.curation().edit(&request).map(drop).map_err(|error| error.to_string())
}

fn undo(service: &Service, undo: Undo, later: OnConflict) -> bool {
    let request = RevertRequest {
        book: "main".to_owned(),
        undo,
        later,
        dry_run: false,
        by: Author::new("test"),
    };
    service.curation().revert(&request).is_ok()
}

/// A book of some lines: the first is a curator's, the others are in it for their games.
fn begun(lines: &[Line]) -> Forest {
    let mut book: Forest = lines.iter().collect();
    let written: Forest = lines.iter().take(1).collect();
    for id in book.nodes().map(|(id, _)| id).skip(1).collect::<Vec<_>>() {
        let is_written = written.find(&book.line(id)).is_some();
        book.set_mined(id, !is_written);
    }
    book
}

/// The nodes that are in a book for their games alone.
fn mined(book: &Forest) -> Vec<String> {
    let mined = book.walk().filter(|(_, id)| book.node(*id).mined);
    mined.map(|(_, id)| book.line(id).to_string()).collect()
}

/// The book as the store's log gives it.
fn logged(store: &dyn Store, version: u64) -> (String, Vec<String>) {
    let moment = HistoryMoment::Version(version);
    let (info, forest) = store.load_at("main", moment).unwrap().unwrap();
    let mut live = forest.live();
    live.mark_leaves();
    let lines = live.lines().map(|(line, _)| line.to_string()).collect();
    (format!("{info:?}"), lines)
}

/// The lines that follow retire with it, though the edit names none of them.
#[test]
fn a_move_that_was_there_for_its_games_is_added_retired() {
    let folder = tempfile::tempdir().unwrap();
    let store = Arc::new(SqliteStore::open(folder.path().join("test.db")).unwrap());
    let lines = ["DC", "DDCFFC", "DDCFCC"].map(|text| text.parse::<Line>().unwrap());
    store.apply(&BookChange::new_book("main", &begun(&lines), "test")).unwrap();
    let patch = Patch { retired: Some(true), ..Patch::default() };
    let add = Edit::Add { line: "DDCF".parse().unwrap(), patch };
    Action::Edits(vec![add]).run(&Service::new(store.clone()), &*store);
    assert_eq!(store.check().unwrap(), Vec::<String>::new());
    let rows = store.lines("main", "", None, 10).unwrap();
    let left: Vec<String> = rows.into_iter().map(|row| row.line).collect();
    assert_eq!(left, ["CD", "DD"]);
}

proptest! {
    #![proptest_config(cases(24))]

    #[test]
    fn a_book_without_a_common_ancestor_is_merged_as_into_all_of_the_other(
        start in proptest::collection::vec(any_line(), 0..5),
        other in proptest::collection::vec(any_line(), 0..4),
        takes in any::<bool>(),
    ) {
        let folder = tempfile::tempdir().unwrap();
        let store = Arc::new(SqliteStore::open(folder.path().join("test.db")).unwrap());
        for (name, lines) in [("main", &start), ("other", &other)] {
            store.apply(&BookChange::new_book(name, &begun(lines), "test")).unwrap();
        }
        let load = |name| store.load(name).unwrap().unwrap().1;
        let rules = MergeRules::all(if takes { MergeRule::Take } else { MergeRule::Keep });
        let theirs = load("other").without_mined();
        let wanted = merge(&Forest::new(), load("main"), &theirs, &rules);
        let request = MergeRequest {
            book: "main".to_owned(),
            from: BookRef::current("other"),
            base: None,
            rules,
            dry_run: false,
            by: Author::new("test"),
        };
        let done = Service::new(store.clone()).curation().merge_books(&request).unwrap();
        prop_assert_eq!(done.contradictions, wanted.contradictions);
        prop_assert_eq!(mined(&load("main")), mined(&wanted.forest));
        prop_assert_eq!(load("main"), wanted.forest);
        prop_assert_eq!(store.check().unwrap(), Vec::<String>::new());
    }

    #[test]
    fn what_is_brought_forward_is_what_is_loaded(
        start in proptest::collection::vec(any_line(), 0..5),
        actions in proptest::collection::vec(any_action(), 1..16),
        lines in proptest::collection::vec(any_line(), 6),
    ) {
        let folder = tempfile::tempdir().unwrap();
        let open = || Arc::new(SqliteStore::open(folder.path().join("test.db")).unwrap());
        let store = open();
        let service = Service::new(store.clone());
        store.apply(&BookChange::new_book("main", &begun(&start), "test")).unwrap();
        service.refresh().unwrap();
        // It only receives changes through the store.
        let other = Service::new(open());
        other.refresh().unwrap();
        let mut versions = vec![(1, answers(&service, &lines, None))];
        for (number, action) in actions.iter().enumerate() {
            let wanted = action.run(&service, &*store);
            let (_, stored) = store.load("main").unwrap().unwrap();
            if let Some(wanted) = wanted {
                prop_assert_eq!(&stored, &wanted, "after {:?}", action);
                prop_assert_eq!(mined(&stored), mined(&wanted), "after {:?}", action);
            }
            prop_assert_eq!(store.replay("main").unwrap().unwrap(), stored);
            prop_assert_eq!(store.check().unwrap(), Vec::<String>::new());
            let said = answers(&service, &lines, None);
            let fresh = Service::new(store.clone());
            prop_assert_eq!(&answers(&fresh, &lines, None), &said, "after {:?}", action);
            if number % 3 == 2 {
                other.refresh().unwrap();
                prop_assert_eq!(&answers(&other, &lines, None), &said);
            }
            let version = service.book("main").unwrap().info.version;
            if versions.last().is_some_and(|(last, _)| *last < version) {
                versions.push((version, said));
            }
            // Revisions are those of now only.
            let (then, _) = &versions[number * 7 % versions.len()];
            let past = HistoryMoment::Version(*then);
            let book = service.book_of(&BookRef::at("main", Some(past))).unwrap();
            let lines: Vec<String> =
                book.index.to_forest().lines().map(|(line, _)| line.to_string()).collect();
            prop_assert_eq!((format!("{:?}", book.info), lines), logged(&*store, *then));
        }
        for (version, said) in &versions {
            let moment = Some(HistoryMoment::Version(*version));
            let past = answers(&service, &lines, moment);
            let moves = |said: &[String]| -> Vec<String> {
                said.iter().filter(|text| text.starts_with('{')).cloned().collect()
            };
            prop_assert_eq!(moves(&past), moves(said), "version {}", version);
        }
        let on_disk = Service::new(store.clone());
        on_disk.keep_resident(0);
        let moments = versions.iter().step_by(2).map(|(it, _)| HistoryMoment::Version(*it));
        let others = [HistoryMoment::Version(0), HistoryMoment::Time(i64::MAX)];
        for moment in moments.chain(others).chain([HistoryMoment::Version(1 << 40)]) {
            let said = past_answers(&service, &lines, moment);
            prop_assert_eq!(past_answers(&on_disk, &lines, moment), said, "{:?}", moment);
        }
        prop_assert!(on_disk.loaded_books().is_empty());
    }
}
