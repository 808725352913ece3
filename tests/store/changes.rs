//! The log of changes, on real files: changes are reported, and earlier states restored.

use crate::full::cases;
use crate::positions::{agree, same_rows};
use crate::store_support::OpenStore;
use crate::store_support::changes::{
    change, create, judge, line, lines_of, load, replays, retire, sound, version,
};
use crate::store_support::{
    TempStore, any_data, any_forest, any_line, cohorts, edit, entry, forest, game, games_change,
    note, parts,
};
use joseki::book::{Forest, Line, NodeId, Verdict};
use joseki::store::{
    BookChange, ChangeKind, ChangeNote, ChangeQuery, ChangeRow, HistoryMoment, NewKey,
    RequestToken, Scopes, Store, StoreError, Upkeep,
};
use proptest::prelude::*;
use strum::VariantArray;

#[test]
fn a_change_is_known_by_the_token_of_its_request_and_made_once() {
    let temp = TempStore::new();
    let store = temp.open();
    create(&store, "main", &["DDCF"]);
    let token = RequestToken { token: [1; 32], request: [2; 32] };
    assert_eq!(store.change_of(token), Ok(None));
    let with_token = |kind| ChangeNote { token: Some(token), ..note(kind) };
    let copied = store.copy_book("main", "second", &with_token(ChangeKind::Copy)).unwrap();
    let change = store.last_change().unwrap();
    // Whatever the second change is, no part of it is made.
    let again = store.copy_book("main", "third", &with_token(ChangeKind::Copy)).unwrap_err();
    assert!(matches!(again, StoreError::Invalid { .. }), "{again}");
    let again = store.delete_book("main", None, &with_token(ChangeKind::Delete)).unwrap_err();
    assert!(matches!(again, StoreError::Invalid { .. }), "{again}");
    assert_eq!(store.last_change().unwrap(), change);
    assert_eq!(store.books().unwrap().len(), 2);
    assert_eq!(store.book("second").unwrap(), Some(copied));
    drop(store);
    let store = temp.open();
    let other = RequestToken { request: [3; 32], ..token };
    let found = [token, other, RequestToken { token: [3; 32], ..token }];
    let found = found.map(|token| store.change_of(token));
    assert_eq!(found, [Ok(Some((true, change))), Ok(Some((false, change))), Ok(None)]);
}

#[test]
fn the_log_tells_who_did_what_when_and_why_in_pages() {
    let temp = TempStore::new();
    let store = temp.open();
    assert_eq!(store.last_change().unwrap(), 0);
    create(&store, "main", &["DDCF"]);
    create(&store, "other", &["CC"]);
    let before = store.load("main").unwrap().unwrap();
    let mut after = before.1.clone();
    let id = after.find(&line("DDCF")).unwrap();
    after.data_mut(id).verdict = Some(Verdict::Trick);
    let note = ChangeNote::new(ChangeKind::Merge, "curator", "other")
        .with_reason("a trap")
        .with_origin("other", 1);
    let info = Some((&before.0, &before.1));
    let merge = BookChange::between("main", info, &mut after, note.clone());
    let delta = merge.delta.clone();
    let number = store.apply(&merge).unwrap().change;
    assert_eq!(store.last_change().unwrap(), number);
    let (row, contents) = store.change(number).unwrap().unwrap();
    assert_eq!(contents, delta);
    let book = store.book("main").unwrap().unwrap();
    let wanted = ChangeRow {
        id: number,
        book: "main".to_owned(),
        version: 2,
        at: book.changed,
        note,
        inserted: 0,
        updated: 1,
        deleted: 0,
        has_contents: true,
        current_name: Some("main".to_owned()),
    };
    assert_eq!(row, wanted);
    assert_eq!(store.change(number + 1).unwrap(), None);

    for verdict in Verdict::VARIANTS.iter().copied() {
        judge(&store, "main", "DDCF", verdict);
    }
    let page = |book: Option<&str>, before, after, limit| -> Vec<i64> {
        let book = book.map(str::to_owned);
        let asked = ChangeQuery { book, before, after, limit };
        let rows = store.changes(&asked).unwrap();
        rows.into_iter().map(|row| row.id).collect()
    };
    assert_eq!(page(None, None, None, 100), [8, 7, 6, 5, 4, 3, 2, 1]);
    assert_eq!(page(None, Some(3), None, 1), [2]);
    assert_eq!(page(None, None, Some(0), 2), [1, 2]);
    assert_eq!(page(None, None, Some(2), 2), [3, 4]);
    assert_eq!(page(None, Some(7), Some(4), 9), [5, 6]);
    assert_eq!(page(Some("main"), None, None, 3), [8, 7, 6]);
    assert_eq!(page(Some("main"), Some(6), None, 3), [5, 4, 3]);
    assert_eq!(page(Some("main"), None, Some(1), 2), [3, 4]);
    assert_eq!(page(Some("other"), None, None, 3), [2]);
    assert_eq!(page(Some("none"), None, None, 3), [0; 0]);
    assert_eq!(page(None, None, None, 0), [0; 0]);
}

#[test]
fn the_nodes_of_a_change_come_in_pages() {
    let temp = TempStore::new();
    let store = temp.open();
    let letters = || 'A'..='S';
    let steps: Vec<String> =
        letters().flat_map(|u| letters().map(move |v| format!("{u}{v}"))).collect();
    let pairs = steps[..150].iter().flat_map(|one| steps.iter().map(move |two| (one, two)));
    let lines: Vec<String> =
        pairs.filter(|(one, two)| one != two).map(|(one, two)| format!("{one}{two}")).collect();
    create(&store, "main", &lines.iter().map(String::as_str).collect::<Vec<_>>());
    let (row, delta) = store.change(1).unwrap().unwrap();
    let all = delta.changes();
    assert!(all.len() > 20_000);
    let page = |after: Option<&str>, limit| store.change_page(1, after, limit).unwrap().unwrap();
    for size in [1_000, 7_000, all.len(), all.len() + 1] {
        let (mut found, mut after) = (Vec::new(), None);
        loop {
            let (same, nodes) = page(after.as_deref(), size);
            assert_eq!(same, row);
            let is_last = nodes.len() < size;
            found.extend(nodes);
            after = found.last().map(|node| node.line.to_string());
            if is_last {
                break;
            }
        }
        assert!(found == all, "in pages of {size}");
    }
    assert_eq!(page(Some("ZZ"), 10).1, []);
    assert_eq!(page(None, 0).1, []);
    assert_eq!(store.change_page(2, None, 1).unwrap(), None);
}

#[test]
fn a_node_has_its_own_history_and_a_revision() {
    let temp = TempStore::new();
    let store = temp.open();
    create(&store, "main", &["DDCF", "DDCFFC", "CC"]);
    create(&store, "other", &["DDCF"]);
    let good = judge(&store, "main", "DDCF", Verdict::Good);
    judge(&store, "main", "CC", Verdict::Good);
    let trick = judge(&store, "main", "DDCF", Verdict::Trick);
    let history = |node: &str, before, limit| {
        let found = store.node_changes("main", &line(node), before, limit);
        found.unwrap()
    };
    let all = history("DDCF", None, 9);
    let numbers: Vec<i64> = all.iter().map(|log| log.change.id).collect();
    assert_eq!(numbers, [trick, good, 1]);
    let verdict = |at: usize| {
        let states = [&all[at].node.before, &all[at].node.after];
        states.map(|state| state.as_ref().map(|state| state.known().verdict))
    };
    let [good_verdict, trick_verdict] = [Verdict::Good, Verdict::Trick].map(Some);
    assert_eq!(verdict(0), [Some(good_verdict), Some(trick_verdict)]);
    assert_eq!(verdict(1), [Some(None), Some(good_verdict)]);
    assert_eq!(verdict(2), [None, Some(None)]);
    assert_eq!(history("DDCF", None, 1).len(), 1);
    assert_eq!(history("DDCF", Some(trick), 9), all[1..]);
    assert_eq!(history("DDFC", None, 9), [], "not its canonical line");
    assert_eq!(history("DDCFFCCC", None, 9), []);
    let error = store.node_changes("none", &line("DD"), None, 1).unwrap_err();
    assert!(matches!(error, StoreError::NotFound { .. }), "{error}");

    let book = load(&store, "main");
    let revision = |node: &str| book.node(book.find(&line(node)).unwrap()).revision;
    assert_eq!(["DD", "DDCF", "DDCFFC", "CC"].map(revision), [1, 4, 1, 3]);
    assert_eq!(book.node(NodeId::ROOT).revision, 1);
    let before = store.load("main").unwrap().unwrap();
    let mut after = before.1.clone();
    after.insert(&line("CCDC"));
    let edit = edit("main", &before, &mut after);
    let (applied, updated) = (store.apply(&edit).unwrap(), edit.updated.clone());
    applied.update_forest(&mut after, &updated);
    let stored = load(&store, "main");
    for (id, node) in after.nodes() {
        let same = stored.node(stored.find(&after.line(id)).unwrap());
        assert_eq!((node.stored, node.revision), (same.stored, same.revision));
    }
    sound(&store);
}

#[test]
fn retired_lines_go_and_come_back() {
    let temp = TempStore::new();
    let store = temp.open();
    create(&store, "main", &["DD", "DDCF", "DDCFFC", "DDCFCC", "CC"]);
    let all = lines_of(&store, "main");
    retire(&store, "main", "DDCF", true);
    assert_eq!(lines_of(&store, "main"), ["CC", "DD"]);
    let info = store.book("main").unwrap().unwrap();
    assert_eq!((info.nodes, info.lines), (5, 2), "kept, not answered");
    let book = load(&store, "main");
    assert!(book.node(book.find(&line("DDCF")).unwrap()).retired);
    // What follows changes meanwhile, and is out of use as well.
    judge(&store, "main", "DDCFFCCC", Verdict::Good);
    assert_eq!(lines_of(&store, "main"), ["CC", "DD"]);
    sound(&store);
    retire(&store, "main", "DDCF", false);
    assert_eq!(lines_of(&store, "main").len(), all.len() + 1);
    // Where everything that follows is out of use, the line ends before it.
    retire(&store, "main", "DDCFFCCC", true);
    retire(&store, "main", "DDCFFC", true);
    retire(&store, "main", "DDCFCC", true);
    assert_eq!(lines_of(&store, "main"), ["CC", "DD", "DDCF"]);
    replays(&store, "main");
    sound(&store);
}

#[test]
fn earlier_states_are_had_by_version_and_by_time() {
    let temp = TempStore::of_file();
    let store = temp.open();
    create(&store, "old", &["CC"]);
    create(&store, "main", &["DDCF"]);
    judge(&store, "main", "DDCF", Verdict::Good);
    let good = load(&store, "main");
    judge(&store, "main", "DDCF", Verdict::Trick);
    let at = |moment| store.load_at("main", moment);
    let (info, forest) = at(HistoryMoment::Version(2)).unwrap().unwrap();
    assert_eq!(forest, good);
    assert_eq!((info.version, info.nodes, info.lines), (2, 2, 1));
    assert!(forest.nodes().all(|(_, node)| node.stored.is_none()));
    assert!(forest.nodes().all(|(_, node)| node.revision == 0));
    let (info, forest) = at(HistoryMoment::Version(u64::MAX)).unwrap().unwrap();
    assert_eq!(info, store.book("main").unwrap().unwrap());
    assert_eq!(forest, load(&store, "main"));
    let none = |moment| {
        let error = at(moment).unwrap_err();
        let book = "main".to_owned();
        assert_eq!(error, StoreError::NoHistory { book, first: 1 });
    };
    none(HistoryMoment::Version(0));
    none(HistoryMoment::Time(0));
    assert!(store.load_at("none", HistoryMoment::Version(1)).unwrap().is_none());
    assert!(store.replay("none").unwrap().is_none());

    // A log as if every change had its own second.
    drop(store);
    let conn = crate::store_support::raw::open(&temp.path());
    let sql = "DROP TRIGGER change_is_not_updated; UPDATE change SET at = 1000 + 10 * version";
    conn.execute_batch(sql).unwrap();
    drop(conn);
    let store = temp.open();
    let at = |time| store.load_at("main", HistoryMoment::Time(time));
    for (time, version) in [(1010, 1), (1019, 1), (1020, 2), (1029, 2), (1030, 3), (9999, 3)] {
        let (info, _) = at(time).unwrap().unwrap();
        assert_eq!((info.version, info.changed), (version, 1000 + 10 * version as i64));
    }
    assert!(matches!(at(1009), Err(StoreError::NoHistory { .. })));
}

#[test]
fn earlier_states_have_the_games_of_today() {
    let temp = TempStore::new();
    let store = temp.open();
    let book = forest(&["DDCF", "CC"]);
    let lines = [entry("", 3, 0, &[]), entry("CC", 1, 0, &[0]), entry("DD", 2, 0, &[1, 2])];
    let games = (0..3).map(|number| game(number, 0)).collect();
    let games = games_change(cohorts(&[2008]), None, games, parts(lines));
    store.apply_games(&BookChange::new_book("main", &book, "test"), games).unwrap();
    change(&store, "main", |forest| _ = forest.insert(&line("FF")));
    let (_, forest) = store.load_at("main", HistoryMoment::Version(1)).unwrap().unwrap();
    assert_eq!(forest, book);
    let games = |node: &str| {
        let node = forest.node(forest.find(&line(node)).unwrap());
        node.tally().map(|tally| tally.cells[0].count.games)
    };
    assert_eq!(["CC", "DD", "DDCF"].map(games), [Some(1), Some(2), None]);
    assert_eq!(forest.cohorts().len(), 1);
}

#[test]
fn the_log_is_neither_changed_nor_deleted() {
    let temp = TempStore::of_file();
    let store = temp.open();
    create(&store, "main", &["DDCF"]);
    let conn = crate::store_support::raw::open(&temp.path());
    let statements = [
        "UPDATE change SET who = 'somebody'",
        "DELETE FROM change",
        "UPDATE change_part SET data = x'01'",
        "DELETE FROM change_part",
    ];
    for sql in statements {
        let error = conn.execute(sql, []).unwrap_err().to_string();
        assert!(error.contains("the log of changes is never"), "{error}");
    }
    sound(&store);
}

/// A store with the book `main`, whose file is damaged, and another book.
fn damaged(sql: &str) -> (TempStore, OpenStore) {
    let temp = TempStore::of_file();
    let store = temp.open();
    create(&store, "main", &["DDCF", "CC"]);
    create(&store, "sound", &["DDCF"]);
    sound(&store);
    let conn = crate::store_support::raw::open(&temp.path());
    conn.pragma_update(None, "ignore_check_constraints", true).unwrap();
    let unlocked = "DROP TRIGGER change_part_is_not_updated;
                    DROP TRIGGER change_part_is_not_deleted;";
    conn.execute_batch(&format!("{unlocked} {sql}")).unwrap();
    (temp, store)
}

fn told(store: &OpenStore, wanted: &str, damage: &str) {
    let problems = store.check().unwrap();
    let tells = |problem: &String| problem.contains(wanted) && problem.contains("main");
    assert!(problems.iter().any(tells), "{damage}: {problems:?}");
    let sound = problems.iter().find(|problem| problem.contains("sound"));
    assert_eq!(sound, None, "{damage}");
}

#[test]
fn a_damaged_part_is_found_and_is_no_panic() {
    let damages = [
        ("data = substr(data, 1, length(data) - 1)", "change 1, part 0: "),
        ("data = cast(data || x'7f' AS BLOB)", "change 1, part 0: "),
        ("data = cast(x'09' || substr(data, 2) AS BLOB)", "have format 9"),
        ("data = x''", "change 1, part 0: "),
        ("part = 1", "change 1, part 0: it is missing"),
    ];
    for (damage, wanted) in damages {
        let (_temp, store) =
            damaged(&format!("UPDATE change_part SET {damage} WHERE change_id = 1"));
        told(&store, wanted, damage);
        let corrupt = |error: StoreError| {
            let told = error.to_string().contains(wanted);
            assert!(told && matches!(error, StoreError::Corrupt { .. }), "{error}");
        };
        corrupt(store.change(1).unwrap_err());
        corrupt(store.replay("main").unwrap_err());
        assert_eq!(store.load("main").unwrap().unwrap().1.len(), 3);
    }
}

#[test]
fn what_contradicts_the_nodes_is_found() {
    let mend = "run `joseki doctor --mend`";
    let damages = [
        (
            "DELETE FROM change_part WHERE change_id = 1",
            "the first difference is at node \"CC\"".to_owned(),
        ),
        (
            "UPDATE node SET verdict = 'good' WHERE id = (1 << 32) + 2",
            "the first difference is at node \"DD\"".to_owned(),
        ),
        (
            "UPDATE node SET revision = 9 WHERE id = (1 << 32) + 2",
            "node \"DD\" was changed in version 9".to_owned(),
        ),
        (
            "DELETE FROM line WHERE line = 'DDCF' AND book_id = 1",
            format!("first at \"DDCF\": {mend}"),
        ),
        ("UPDATE line SET line = 'BB' WHERE line = 'CC'", format!("first at \"BB\": {mend}")),
        (
            "UPDATE book SET nodes = 4 WHERE id = 1",
            "(3, 2) nodes and lines, but (4, 2) are recorded: run `joseki doctor --mend`"
                .to_owned(),
        ),
    ];
    for (damage, wanted) in damages {
        let (_temp, store) = damaged(damage);
        told(&store, &wanted, damage);
    }
}

#[test]
fn lines_and_counts_are_mended_from_the_nodes() {
    let temp = TempStore::of_file();
    let store = temp.open();
    create(&store, "main", &["DDCF", "CC", "EE"]);
    retire(&store, "main", "CC", true);
    assert_eq!(store.repair_lines().unwrap(), 0);
    let (lines, version) = (lines_of(&store, "main"), version(&store, "main"));
    let conn = crate::store_support::raw::open(&temp.path());
    let sql = "DELETE FROM line WHERE line = 'DDCF';
               INSERT INTO line SELECT 1, 'CC', id FROM node WHERE step = 'CC';
               UPDATE line SET node_id = (SELECT id FROM node WHERE step = 'DD') WHERE line = 'EE';
               UPDATE book SET nodes = 77";
    conn.execute_batch(sql).unwrap();
    // An edit that meets them says what to do.
    let before = store.load("main").unwrap().unwrap();
    let mut after = before.1.clone();
    let id = after.find(&line("DDCF")).unwrap();
    after.set_retired(id, true);
    let error = store.apply(&edit("main", &before, &mut after)).unwrap_err();
    assert!(error.to_string().contains("doctor --mend"), "{error}");
    assert_eq!(store.repair_lines().unwrap(), 4);
    assert_eq!(lines_of(&store, "main"), lines);
    assert_eq!(self::version(&store, "main"), version);
    sound(&store);
    assert_eq!(store.repair_lines().unwrap(), 0);
}

#[test]
fn a_key_is_replaced_by_a_new_one() {
    let temp = TempStore::new();
    let store = temp.open();
    let key = |prefix: &str| NewKey {
        name: "the engine".to_owned(),
        prefix: prefix.to_owned(),
        hash: [7; 32],
        scopes: Scopes::READ,
        expires: None,
        rate: Some(60),
    };
    let old = store.add_key(&key("jk_old"), "test").unwrap();
    let ends = old.created + 3600;
    let error = store.rotate_key("jk_none", &key("jk_new"), ends, "test").unwrap_err();
    assert!(matches!(error, StoreError::NotFound { .. }), "{error}");
    let error = store.rotate_key("jk_old", &key("jk_old"), ends, "test").unwrap_err();
    assert!(matches!(error, StoreError::AlreadyExists { .. }), "{error}");
    let found = |prefix: &str| store.key_by_prefix(prefix).unwrap();
    assert_eq!(found("jk_old"), Some(old.clone()), "nothing was changed");
    let new = store.rotate_key("jk_old", &key("jk_new"), ends, "test").unwrap();
    assert_eq!((new.expires, new.rate), (None, Some(60)));
    assert_eq!(found("jk_new"), Some(new));
    assert_eq!(found("jk_old").unwrap().expires, Some(ends));
    // It ends no later because it is replaced again.
    store.rotate_key("jk_old", &key("jk_newer"), ends + 1, "test").unwrap();
    assert_eq!(found("jk_old").unwrap().expires, Some(ends));
    store.rotate_key("jk_old", &key("jk_newest"), 0, "test").unwrap();
    let error = store.rotate_key("jk_old", &key("jk_last"), ends, "test").unwrap_err();
    assert!(matches!(error, StoreError::Invalid { .. }), "expired: {error}");
    store.revoke_key("jk_new", "test").unwrap();
    let error = store.rotate_key("jk_new", &key("jk_last"), ends, "test").unwrap_err();
    assert!(matches!(error, StoreError::Invalid { .. }), "revoked: {error}");
    assert_eq!(store.keys().unwrap().len(), 4);
}

/// What is done to a book.
#[derive(Clone, Debug)]
enum Act {
    Merge(Forest),
    Describe(Line, joseki::book::NodeData),
    Retire(Line, bool),
    End(Line, bool),
    Delete(Line),
    Rename,
    DeleteAndRestore,
}

fn any_act() -> impl Strategy<Value = Act> {
    prop_oneof![
        2 => any_forest().prop_map(Act::Merge),
        3 => (any_line(), any_data()).prop_map(|(line, data)| Act::Describe(line, data)),
        3 => (any_line(), any::<bool>()).prop_map(|(line, retired)| Act::Retire(line, retired)),
        2 => (any_line(), any::<bool>()).prop_map(|(line, ends)| Act::End(line, ends)),
        2 => any_line().prop_map(Act::Delete),
        1 => Just(Act::Rename),
        1 => Just(Act::DeleteAndRestore),
    ]
}

/// The node at the end of as much of a line as the book has.
fn nearest(forest: &Forest, line: &Line) -> NodeId {
    let mut line = line.clone();
    loop {
        if let Some(id) = forest.find(&line) {
            return id;
        }
        line.pop();
    }
}

fn act(forest: &mut Forest, act: &Act) {
    match act {
        Act::Merge(other) => drop(forest.merge(other)),
        Act::Describe(line, data) => {
            let id = nearest(forest, line);
            *forest.data_mut(id) = data.clone();
        }
        Act::Retire(line, retired) => forest.set_retired(nearest(forest, line), *retired),
        Act::End(line, ends) => forest.set_ends(nearest(forest, line), *ends),
        Act::Delete(line) => {
            let gone = nearest(forest, line);
            let rest = std::mem::take(forest).retain(|id, _| id != gone);
            *forest = rest;
        }
        Act::Rename | Act::DeleteAndRestore => {}
    }
}

proptest! {
    #![proptest_config(cases(16))]

    #[test]
    fn every_state_that_was_can_be_had_again(first in any_forest(), acts in proptest::collection::vec(any_act(), 1..12)) {
        let temp = TempStore::new();
        let store = temp.open();
        let mut name = "main".to_owned();
        store.apply(&BookChange::new_book(&name, &first, "test")).unwrap();
        let mut states: Vec<(u64, Forest)> = vec![(1, load(&store, &name))];
        for what in acts {
            let before = store.load(&name).unwrap().unwrap();
            let mut after = before.1.clone();
            act(&mut after, &what);
            match what {
                Act::Rename => {
                    let next = if name == "main" { "other" } else { "main" };
                    store.rename_book(&name, next, None, &note(ChangeKind::Rename)).unwrap();
                    name = next.to_owned();
                }
                Act::DeleteAndRestore => {
                    let change = store.delete_book(&name, None, &note(ChangeKind::Delete)).unwrap();
                    states.push((before.0.version + 1, Forest::new()));
                    store.restore_book(change, &note(ChangeKind::Restore)).unwrap();
                    after.mark_leaves();
                }
                _ => drop(store.apply(&edit(&name, &before, &mut after)).unwrap()),
            }
            let (info, now) = store.load(&name).unwrap().unwrap();
            prop_assert_eq!(&now, &after);
            same_rows(&temp, &store, &name);
            let lines = now.live_ends().into_iter().filter(|ends| *ends).count();
            prop_assert_eq!((info.nodes, info.lines), (now.len() as u64, lines as u64));
            states.push((info.version, now));
            prop_assert_eq!(&store.replay(&name).unwrap().unwrap(), &after);
        }
        agree(&temp, &store, &name);
        for (version, state) in &states {
            let (info, found) = store.load_at(&name, HistoryMoment::Version(*version)).unwrap().unwrap();
            prop_assert_eq!(&found, state);
            prop_assert_eq!(info.version, *version);
        }
        // Each change has its kind, and a node's history contains the changes that affected it.
        let asked = ChangeQuery { after: Some(0), limit: 100, ..ChangeQuery::default() };
        let rows = store.changes(&asked).unwrap();
        let mut histories = std::collections::BTreeMap::<Line, Vec<i64>>::new();
        for (at, row) in rows.iter().enumerate() {
            let (_, delta) = store.change(row.id).unwrap().unwrap();
            let before = at.checked_sub(1).map_or_else(Forest::new, |at| states[at].1.clone());
            prop_assert_eq!(before.apply(&delta).unwrap(), states[at].1.clone());
            prop_assert_eq!(delta.counts(), (row.inserted, row.updated, row.deleted));
            for node in delta.changes() {
                histories.entry(node.line.clone()).or_default().insert(0, row.id);
            }
        }
        for (line, wanted) in histories {
            let found = store.node_changes(&name, &line, None, 100).unwrap();
            let found: Vec<i64> = found.iter().map(|log| log.change.id).collect();
            prop_assert_eq!(found, wanted);
        }
        let problems = store.check().unwrap();
        prop_assert!(problems.is_empty(), "{:?}", problems);
    }
}
