//! Counted games in the store: what was counted comes back, all of it or nothing.

use crate::full::cases;
use crate::store_support::OpenStore;
use crate::store_support::changes::line;
use std::sync::Arc;
use std::{io, iter};

use crate::store_support::{
    TempStore, any_forest, cohorts, edit, entry, fingerprint, forest, game, games_change,
    no_change, note, parts,
};
use joseki::book::{Forest, Line, Node, NodeId, Tally};
use joseki::game::Step;
use joseki::mine::{Entry, Pruning, Settings};
use joseki::store::{
    BookChange, ChangeKind, CountedGames, GameKey, GameRow, GamesChange, Store, StoreError, Upkeep,
};
use proptest::prelude::*;

const SETTINGS: Settings = Settings {
    quiet: 30,
    pruning: Pruning { min_games: 7, min_share: 0.125, max_depth: 50 },
    floor: 7,
};

/// The lines of the book, and beside them some that are counted only.
fn lines() -> Vec<Entry> {
    vec![
        entry("", 9, 0, &[7]),
        entry("CC", 4, 1, &[0]),
        entry("CCCD", 4, 1, &[0]),
        entry("CCCDDC", 4, 0, &[0]),
        entry("CD", 1, 0, &[1]),
        entry("CDDC", 1, 0, &[1]),
        entry("DD", 5, 1, &[2, 3]),
        entry("DDCF", 3, 1, &[2]),
        entry("DDCFXX", 3, 1, &[2]),
        entry("DDFC", 3, 1, &[2]),
    ]
}

fn first_games() -> Vec<GameRow> {
    (0..8).rev().map(|number| game(number, number % 2)).collect()
}

/// A store whose book has three written and two mined moves, and counted games.
pub fn counted_book(temp: &TempStore) -> OpenStore {
    let store = temp.open();
    let mut book = forest(&["CCCD", "DDCF", "EE"]);
    for line in ["DDCF", "CCCD"] {
        let node = book.find(&line.parse().unwrap()).unwrap();
        book.set_mined(node, true);
    }
    let games = games_change(cohorts(&[1985, 2016]), Some(SETTINGS), first_games(), parts(lines()));
    let change = BookChange::new_book("main", &book, "test");
    let applied = store.apply_games(&change, games).unwrap();
    assert_eq!((applied.info.version, applied.info.nodes), (1, 5));
    store
}

fn node<'f>(forest: &'f Forest, line: &str) -> &'f Node {
    forest.node(forest.find(&line.parse().unwrap()).unwrap())
}

/// A change of a loaded book that changes no node.
fn no_edit(forest: &Forest, expected_version: u64) -> BookChange<'_> {
    no_change("main", expected_version, forest)
}

fn keys(store: &dyn Store) -> Vec<GameKey> {
    let mut keys = Vec::new();
    store.game_keys("main", &mut |key| keys.push(key)).unwrap();
    keys
}

/// Everything that the store says of a book.
fn everything(store: &dyn Store) -> String {
    let (info, forest) = store.load("main").unwrap().unwrap();
    let counted = store.counted("main").unwrap();
    let games: Vec<_> = keys(store)
        .iter()
        .map(|key| store.game("main", key.fingerprint).unwrap().unwrap())
        .collect();
    let parts: Vec<_> =
        (0..counted.parts).map(|part| store.tally_part("main", part).unwrap().unwrap()).collect();
    format!("{info:?} {forest:?} {counted:?} {games:?} {parts:?}")
}

#[test]
fn games_come_back_as_they_were() {
    let temp = TempStore::new();
    let store = counted_book(&temp);
    let counted = store.counted("main").unwrap();
    let wanted = CountedGames {
        cohorts: cohorts(&[1985, 2016]),
        settings: Some(SETTINGS),
        games: 8,
        parts: 1,
    };
    assert_eq!(counted, wanted);
    let wanted: Vec<GameKey> = (0..8)
        .map(|number| GameKey {
            number,
            fingerprint: fingerprint(number),
            cohort: number % 2,
            date: [19_850_430, 19_850_400, 19_850_000, 0][number as usize % 4],
        })
        .collect();
    assert_eq!(keys(&store), wanted);
    for wanted in first_games() {
        let found = store.game("main", wanted.fingerprint).unwrap();
        assert_eq!(found, Some(wanted));
    }
    assert_eq!(store.game("main", 1).unwrap(), None);
    let without_moves = [5, 3, 5].map(|number| GameRow { moves: None, ..game(number, 1) });
    let found = store.games("main", &[5, 77, 3, 5, u32::MAX]).unwrap();
    assert_eq!(found, without_moves);
    let part = store.tally_part("main", 0).unwrap();
    assert_eq!(part.as_ref(), parts(lines()).first());
    assert_eq!(store.tally_part("main", 1).unwrap(), None);
    assert_eq!(store.check().unwrap(), [""; 0]);
}

#[test]
fn a_loaded_book_knows_its_counts_and_what_is_mined() {
    let temp = TempStore::new();
    let store = counted_book(&temp);
    let (_, book) = store.load("main").unwrap().unwrap();
    assert_eq!(book.cohorts(), cohorts(&[1985, 2016]));
    for line in ["", "CC", "CCCD", "DD", "DDCF"] {
        let counted = lines().into_iter();
        let steps: joseki::book::Line = line.parse().unwrap();
        let mut same = counted.filter(|entry| {
            let last = steps.steps().last().copied();
            entry.depth == steps.len() && (entry.depth == 0 || Some(entry.step) == last)
        });
        assert_eq!(node(&book, line).tally().cloned(), same.next().map(|entry| entry.tally));
    }
    assert_eq!(node(&book, "EE").tally(), None);
    let mined: Vec<String> = book
        .nodes()
        .filter(|(_, node)| node.mined)
        .map(|(id, _)| book.line(id).to_string())
        .collect();
    assert_eq!(mined, ["CCCD", "DDCF"]);
}

#[test]
fn more_games_change_the_counts_and_the_mined_moves() {
    let temp = TempStore::new();
    let store = counted_book(&temp);
    let before = store.load("main").unwrap().unwrap();
    // CCCD goes, CD comes, and DDCF becomes somebody's own.
    let mut edited = forest(&["CC", "CD", "DDCF", "EE"]);
    let cd = edited.find(&"CD".parse().unwrap()).unwrap();
    edited.set_mined(cd, true);
    let change = edit("main", &before, &mut edited);
    let more = vec![game(20, 2), game(8, 0)];
    let mut counted = lines();
    counted[4].tally.cell(2).games = 30;
    let years = cohorts(&[1985, 2016, 2020]);
    let games = games_change(years.clone(), None, more, parts(counted));
    let applied = store.apply_games(&change, games).unwrap();
    assert_eq!((applied.info.version, applied.info.nodes, applied.info.lines), (2, 5, 4));
    let (info, found) = store.load("main").unwrap().unwrap();
    assert_eq!(info, applied.info);
    assert_eq!(&found, change.forest);
    assert_eq!(found.cohorts(), years);
    assert_eq!(node(&found, "CD").tally().unwrap().total().games, 31);
    assert!(node(&found, "CD").mined && !node(&found, "DDCF").mined);
    let counted = store.counted("main").unwrap();
    assert_eq!((counted.games, counted.settings), (10, Some(SETTINGS)));
    let numbers = keys(&store).into_iter().map(|key| key.number);
    assert!(numbers.eq((0..9).chain([20])));
    assert_eq!(store.check().unwrap(), [""; 0]);

    let settings = Settings::default();
    let games = games_change(years, Some(settings), Vec::new(), Vec::new());
    store.apply_games(&no_edit(&found, 2), games).unwrap();
    let counted = store.counted("main").unwrap();
    assert_eq!((counted.settings, counted.parts), (Some(settings), 0));
    let (_, found) = store.load("main").unwrap().unwrap();
    assert!(found.nodes().all(|(_, node)| node.tally().is_none()));
}

/// A change that is refused or breaks off, and what it says.
#[test]
fn what_fails_leaves_everything_as_it_was() {
    let temp = TempStore::new();
    let store = counted_book(&temp);
    let before = everything(&store);
    let loaded = store.load("main").unwrap().unwrap();
    let gone = loaded.1.find(&"CCCD".parse().unwrap()).unwrap();
    let mut edited = loaded.1.clone().retain(|id, _| id != gone);
    edited.insert(&"EECC".parse().unwrap());
    let change = edit("main", &loaded, &mut edited);
    let change = |version| BookChange { expected_version: version, ..change.clone() };
    let fine = || {
        let years = cohorts(&[1990, 1991, 1992]);
        games_change(years, Some(Settings::default()), vec![game(9, 2)], parts(lines()))
    };
    let with = |game: GameRow| GamesChange {
        games: Box::new([Ok(crate::store_support::game(9, 0)), Ok(game)].into_iter()),
        ..fine()
    };
    let break_off = |error: fn() -> io::Error| {
        let games = (9..20).map(|number| Ok(game(number, 0)));
        let games = games.chain(std::iter::once_with(move || Err(error())));
        let part = || parts(lines()).into_iter().map(Ok);
        let parts = part().chain(std::iter::once_with(move || Err(error())));
        let (games, parts) = (Box::new(games), Box::new(parts));
        [GamesChange { games, ..fine() }, GamesChange { parts, ..fine() }]
    };
    let check = |change: BookChange<'_>, games: GamesChange, wanted: &str| {
        let error = store.apply_games(&change, games).unwrap_err();
        let told = format!("{error:?} {error}");
        assert!(told.contains(wanted), "{wanted}: {told}");
        assert_eq!(everything(&store), before, "{wanted}");
    };
    check(change(7), fine(), "Conflict");
    check(change(0), fine(), "a new book has no nodes to delete");
    // Found when the games are written already.
    let inserted = vec![change(1).inserted[0]; 2];
    check(BookChange { inserted, ..change(1) }, fine(), "is inserted twice");
    // A server is sent many games at once, and names the key or the row.
    let named = |file, server| if temp.is_file() { file } else { server };
    let third = named("game 3 with fingerprint", "Key (book_id, number)=(1, 3) already exists");
    check(change(1), with(game(3, 0)), third);
    let twice = GameRow { number: 30, ..game(3, 0) };
    check(change(1), with(twice), "is taken");
    check(change(1), with(game(30, 3)), "unknown cohort 3");
    let odd = GameRow { date: (2000, 13, 1), ..game(30, 0) };
    check(change(1), with(odd), named("game 30 ", "Failing row contains (1, 30, "));
    let fewer =
        GamesChange { cohorts: cohorts(&[1985]), games: Box::new(std::iter::empty()), ..fine() };
    check(change(1), fewer, "would lose their cohorts");
    let mut settings = SETTINGS;
    settings.pruning.min_share = f64::NAN;
    check(change(1), GamesChange { settings: Some(settings), ..fine() }, "Invalid");
    for games in break_off(|| io::Error::new(io::ErrorKind::StorageFull, "no room")) {
        check(change(1), games, "the disk of the temporary files is full");
    }
    for games in break_off(|| io::Error::other("torn")) {
        check(change(1), games, "could not be read: torn");
    }
    let busy = || StoreError::Busy { file: "a.db".to_owned() };
    for games in break_off(|| io::Error::other(StoreError::Busy { file: "a.db".to_owned() })) {
        let error = store.apply_games(&change(1), games).unwrap_err();
        assert_eq!(error, busy());
    }
    store.apply_games(&change(1), fine()).unwrap();
    assert_ne!(everything(&store), before);
    assert_eq!(store.check().unwrap(), [""; 0]);
}

#[test]
fn a_change_may_read_the_counts_that_it_replaces() {
    let temp = TempStore::new();
    let store = Arc::new(temp.open());
    // Games that were played once each, in several parts.
    let step = |number: u32| Step::from_code(number as u16).unwrap();
    let tails = |count: u32| {
        let of_line = |first: u32| {
            let last = move |second: u32| {
                let line = format!("CC{}{}", step(first), step(second));
                entry(&line, 1, 0, &[first * count + second])
            };
            let before = entry(&format!("CC{}", step(first)), count, 0, &[first * count]);
            iter::once(before).chain((0..count).map(last))
        };
        let games = count * count;
        let begin = [entry("", games, 0, &[0]), entry("CC", games, 0, &[0])];
        parts(begin.into_iter().chain((0..count).flat_map(of_line)))
    };
    let parts = tails(300);
    assert!(parts.len() > 1);
    let book = forest(&["CC"]);
    let games = games_change(cohorts(&[1985]), None, Vec::new(), parts.clone());
    store.apply_games(&BookChange::new_book("main", &book, "test"), games).unwrap();
    let (_, book) = store.load("main").unwrap().unwrap();
    let reader = Arc::clone(&store);
    let read = (0..).map_while(move |part| {
        let part = reader.tally_part("main", part);
        part.map_err(io::Error::other).transpose()
    });
    let games = GamesChange {
        parts: Box::new(read),
        ..games_change(cohorts(&[1985]), None, Vec::new(), Vec::new())
    };
    store.apply_games(&no_edit(&book, 1), games).unwrap();
    assert_eq!(store.counted("main").unwrap().parts as usize, parts.len());
    for (number, part) in parts.into_iter().enumerate() {
        assert_eq!(store.tally_part("main", number as u32).unwrap(), Some(part));
    }
    // Each line is found in its part; the second has the counts of the first, which stand in another.
    let asked = [[299, 298], [0, 299], [150, 7], [300, 0], [7, 310]];
    let asked = asked.map(|steps| format!("CC{}{}", step(steps[0]), step(steps[1])));
    let asked: Vec<Line> = asked.iter().map(String::as_str).chain(["", "CC"]).map(line).collect();
    let found = store.tallies("main", &asked).unwrap().into_iter();
    let mut found: Vec<(String, Vec<u32>)> =
        found.map(|(line, tally)| (line.to_string(), tally.examples.to_vec())).collect();
    found.sort();
    let mut wanted = [(&asked[0], 299 * 300 + 298), (&asked[1], 299), (&asked[2], 150 * 300 + 7)]
        .map(|(line, game)| (line.to_string(), vec![game]))
        .into_iter()
        .chain(["", "CC"].map(|line| (line.to_owned(), vec![0])))
        .collect::<Vec<_>>();
    wanted.sort();
    assert_eq!(found, wanted);
    assert_eq!(store.check().unwrap(), [""; 0]);
}

#[test]
fn a_book_without_counts_has_none_and_no_book_is_not_found() {
    let temp = TempStore::new();
    let store = temp.open();
    store.apply(&BookChange::new_book("main", &forest(&["DD"]), "test")).unwrap();
    assert_eq!(store.counted("main").unwrap(), CountedGames::default());
    assert_eq!(keys(&store), []);
    assert_eq!(store.tally_part("main", 0).unwrap(), None);
    assert_eq!(store.game("main", 0).unwrap(), None);
    assert_eq!(store.games("main", &[0]).unwrap(), []);
    let missing = [
        store.counted("none").map(drop),
        store.game_keys("none", &mut |_| ()),
        store.tally_part("none", 0).map(drop),
        store.game("none", 0).map(drop),
        store.games("none", &[]).map(drop),
        store
            .apply_games(
                &BookChange { book: "none", ..no_edit(&forest(&["DD"]), 1) },
                games_change(Vec::new(), None, Vec::new(), Vec::new()),
            )
            .map(drop),
    ];
    for found in missing {
        assert!(matches!(found, Err(StoreError::NotFound { .. })), "{found:?}");
    }
}

#[test]
fn a_deleted_book_leaves_no_game() {
    let temp = TempStore::of_file();
    let store = counted_book(&temp);
    let (_, book) = store.load("main").unwrap().unwrap();
    let copy = games_change(cohorts(&[1, 2]), None, first_games(), parts(lines()));
    store.apply_games(&BookChange::new_book("copy", &book, "test"), copy).unwrap();
    let rows = || -> Vec<i64> {
        let conn = crate::store_support::raw::open(&temp.path());
        let tables = [
            "book",
            "node",
            "line",
            "cohort",
            "game",
            "tally",
            "tally_start",
            "mining",
            "counts_floor",
        ];
        let count = |table: &str| {
            let sql = format!("SELECT count(*) FROM {table}");
            conn.query_row(&sql, [], |row| row.get(0)).unwrap()
        };
        tables.into_iter().map(count).collect()
    };
    let one: Vec<i64> = rows().into_iter().map(|both| both / 2).collect();
    store.delete_book("main", None, &note(ChangeKind::Delete)).unwrap();
    assert_eq!(rows(), one);
    assert_eq!(store.counted("copy").unwrap().games, 8);
    store.delete_book("copy", None, &note(ChangeKind::Delete)).unwrap();
    assert_eq!(rows(), [0; 9]);
    drop(store);
    let store = counted_book_again(&temp);
    assert_eq!(store.check().unwrap(), [""; 0]);
}

fn counted_book_again(temp: &TempStore) -> OpenStore {
    let store = temp.open();
    let games = games_change(cohorts(&[1985, 2016]), None, first_games(), parts(lines()));
    let book = forest(&["DD"]);
    store.apply_games(&BookChange::new_book("main", &book, "test"), games).unwrap();
    assert_eq!(store.counted("main").unwrap().settings, None);
    store
}

#[test]
fn damage_in_the_counts_is_found() {
    let damages = [
        ("UPDATE tally SET data = x'ff'", "counted lines, part 0: the counts", true),
        ("UPDATE tally SET data = substr(data, 1, length(data) - 1)", "part 0: the counts", true),
        ("UPDATE tally SET part = 1", "part 0: it is missing", true),
        ("INSERT INTO tally SELECT book_id, 2, data FROM tally", "part 1: it is missing", true),
        ("INSERT INTO tally SELECT book_id, 1, data FROM tally", "part 1: the counts", true),
        (
            "DELETE FROM cohort WHERE number = 1",
            "refer to a missing cohort 6 times, first cohort 1 at \"CC\"",
            true,
        ),
        (
            "DELETE FROM cohort WHERE number = 1",
            "4 counted games belong to a missing cohort, first game 1",
            true,
        ),
        ("DELETE FROM cohort WHERE number = 0", "cohort 0 is missing", true),
        (
            "UPDATE game SET cohort = 9 WHERE number = 4",
            "1 counted games belong to a missing cohort",
            false,
        ),
        (
            "DELETE FROM game WHERE number = 2",
            "refer to a missing game 4 times, first game 2 at \"DD\"",
            false,
        ),
        ("DELETE FROM game WHERE number = 5", "7 counted games, but 8 are recorded", false),
    ];
    for (damage, wanted, no_book) in damages {
        let temp = TempStore::of_file();
        let store = counted_book(&temp);
        let sound = forest(&["DD"]);
        store.apply(&BookChange::new_book("sound", &sound, "test")).unwrap();
        let other = crate::store_support::raw::open(&temp.path());
        other.execute_batch(damage).unwrap();
        let problems = store.check().unwrap();
        assert!(problems.iter().any(|problem| problem.contains(wanted)), "{damage}: {problems:?}");
        assert!(
            problems.iter().all(|problem| problem.starts_with("book \"main\": ")),
            "{problems:?}"
        );
        let loaded = store.load("main");
        assert_eq!(matches!(loaded, Err(StoreError::Corrupt { .. })), no_book, "{damage}");
        assert_eq!(store.load("sound").unwrap().unwrap().1, sound);
    }
    for damage in ["DELETE FROM tally_start", "UPDATE tally_start SET part = 3, first = x'0001'"] {
        let temp = TempStore::of_file();
        let store = counted_book(&temp);
        crate::store_support::raw::open(&temp.path()).execute_batch(damage).unwrap();
        let problems = store.check().unwrap();
        let wanted = "book \"main\": the index of its counted lines does not match them: run `joseki doctor --mend`";
        assert_eq!(problems, [wanted], "{damage}");
        // Counts that cannot be found are not missing counts.
        let lost = store.tallies("main", &[line("CCCD")]);
        assert!(matches!(lost, Err(StoreError::Corrupt { .. })), "{damage}: {lost:?}");
        assert_eq!(store.repair_lines().unwrap(), 1);
        assert_eq!(store.check().unwrap(), [""; 0]);
        assert_eq!(store.tallies("main", &[line("CCCD")]).unwrap().len(), 1);
    }
    // Without stored games there are examples that cannot be shown, which is not damage.
    let temp = TempStore::of_file();
    let store = temp.open();
    let games = games_change(cohorts(&[1985, 2016]), None, Vec::new(), parts(lines()));
    store.apply_games(&BookChange::new_book("main", &forest(&["DD"]), "test"), games).unwrap();
    assert_eq!(store.check().unwrap(), [""; 0]);
}

proptest! {
    #![proptest_config(cases(16))]

    #[test]
    fn a_reloaded_book_is_the_same_with_its_counts(
        mut book in any_forest(), beside in any_forest(), seed in any::<u64>(),
    ) {
        // Counted is more than the book has.
        let mut counted = book.clone();
        counted.merge(&beside);
        let tally = |line: &str| {
            let bits = fingerprint(line.bytes().fold(seed as u32 % 99, |sum, byte| {
                sum.wrapping_mul(31).wrapping_add(u32::from(byte)) % 100_000
            }));
            let [games, cohort, example] = [4, 24, 44].map(|shift| (bits >> shift) as u32);
            entry(line, games % 9 + 1, cohort % 3, &[example % 4]).tally
        };
        let text = |forest: &Forest, id: NodeId| forest.line(id).to_string();
        let entries = counted.walk().map(|(depth, id)| Entry {
            depth,
            step: counted.node(id).step,
            tally: tally(&text(&counted, id)),
        });
        let ids: Vec<NodeId> = book.nodes().map(|(id, _)| id).collect();
        for (place, id) in ids.iter().enumerate().skip(1) {
            book.set_mined(*id, seed >> (place % 64) & 1 == 1);
            // What the forest says of itself does not count.
            book.set_tally(*id, Some(Tally::default()));
        }
        let temp = TempStore::new();
        let store = temp.open();
        let games = games_change(cohorts(&[1, 2, 3]), None, Vec::new(), parts(entries));
        store.apply_games(&BookChange::new_book("main", &book, "test"), games).unwrap();
        let (_, loaded) = store.load("main").unwrap().unwrap();
        prop_assert_eq!(&loaded, &book);
        prop_assert_eq!(loaded.cohorts(), cohorts(&[1, 2, 3]));
        for ((_, left), (_, right)) in loaded.walk().zip(book.walk()) {
            prop_assert_eq!(loaded.node(left).mined, book.node(right).mined);
            let wanted = tally(&text(&loaded, left));
            prop_assert_eq!(loaded.node(left).tally(), Some(&wanted));
        }
        let lines: Vec<Line> = counted.walk().map(|(_, id)| counted.line(id)).collect();
        let found = store.tallies("main", &lines).unwrap();
        prop_assert_eq!(found.len(), lines.len());
        for (line, found) in found {
            prop_assert_eq!(found, tally(&line.to_string()));
        }
        prop_assert_eq!(store.check().unwrap(), [""; 0]);
    }
}
