//! Sums that are not those of their games: found by a check, and recomputed.

use crate::store_support::OpenStore;
use crate::store_support::TempStore;
use crate::store_support::results::{all_rows, all_sums, ask, correct, enter, won};
use joseki::ledger::EdgeKey;
use joseki::store::{EdgeUpdates, LedgerRequest, LedgerStatus, Store, StoreError, Upkeep};

/// Sixty games of one version, two of another, and one that was withdrawn.
fn stored(temp: &TempStore) -> OpenStore {
    let store = temp.open();
    let mut games: Vec<_> =
        (0..60).map(|game| enter(&won(&game.to_string(), "a@1", &[2, 9]))).collect();
    games.extend(["x", "y"].map(|game| enter(&won(game, "a@2", &[9]))));
    games.push(LedgerRequest::Withdraw("7".to_owned()));
    store.enter(games, "test", 0).unwrap();
    assert_eq!(store.check().unwrap(), [""; 0]);
    store
}

fn damaged(temp: &TempStore, damage: &str) {
    let other = crate::store_support::raw::open(&temp.path());
    other.execute_batch(damage).unwrap();
}

fn found(games: &[(&str, &[u64])]) -> Option<EdgeUpdates> {
    let found: Vec<(String, Vec<EdgeKey>)> = games
        .iter()
        .map(|(game, edges)| {
            let edges = edges.iter().copied().map(EdgeKey).collect();
            ((*game).to_owned(), edges)
        })
        .collect();
    Some(Box::new(found.into_iter()))
}

#[test]
fn wrong_sums_are_found_and_made_anew() {
    let damages = [
        (
            "UPDATE result_sum SET moves = cast(substr(moves, 1, 32) || x'32' || substr(moves, 34) AS BLOB) WHERE length(moves) = 48",
            "2 sums of \"a@1\" do not match its games, first move 0x0000000000000009 in epoch 0 with 50 games and 49 points instead of 49 games and 49 points: run `joseki doctor --recount`",
            2,
        ),
        (
            "DELETE FROM result_sum WHERE contender_id = 2",
            "1 sums of \"a@2\" do not match its games, first move 0x0000000000000009 in epoch 0 with 0 games and 0 points instead of 2 games and 2 points",
            1,
        ),
        (
            "INSERT INTO result_sum VALUES (2, 4000000000, 0, x'ffffffffffffffff00000000000000000000000000000000')",
            "1 sums of \"a@2\" do not match its games, first move 0xffffffffffffffff in epoch 4000000000",
            1,
        ),
        (
            "UPDATE result_sum SET moves = cast(substr(moves, 25) || substr(moves, 1, 24) AS BLOB) WHERE length(moves) = 48",
            "the sums of 2 epochs of \"a@1\" cannot be read: run",
            4,
        ),
        (
            "UPDATE contender SET points = points + 1, lost = 1",
            "the totals of \"a@1\" are 59 games with 59.000001 points, 59 won and 1 lost, but its games add up to 59 games with 59 points, 59 won and 0 lost: run",
            2,
        ),
        (
            "UPDATE contender SET entered = 3 WHERE version = '1'",
            "\"a@1\" has 3 games recorded as entered, but one has number 59: run",
            1,
        ),
        (
            "UPDATE result SET number = 0 WHERE number < 3",
            "2 games of \"a@1\" have the number of another one, first number 0: run",
            2,
        ),
    ];
    for (damage, wanted, wrong) in damages {
        let temp = TempStore::of_file();
        let store = stored(&temp);
        let sound = all_sums(&store);
        let version = store.ledger_version().unwrap();
        damaged(&temp, damage);
        let problems = store.check().unwrap();
        assert!(
            problems.iter().any(|problem| problem.starts_with(wanted)),
            "{damage}: {problems:#?}"
        );
        assert_eq!(store.recount(None).unwrap(), wrong, "{damage}");
        assert_eq!(store.check().unwrap(), [""; 0], "{damage}");
        assert_eq!(all_sums(&store), sound, "{damage}");
        let told = store.sums(version).unwrap();
        assert_eq!(told.opponents.len(), 1, "readers are told: {damage}");
        assert_eq!(told.version, version + 1);
        assert_eq!(store.recount(None).unwrap(), 0);
        assert_eq!(store.ledger_version().unwrap(), version + 1);
    }
}

#[test]
fn games_that_share_all_numbers_over_epochs_are_numbered_anew() {
    let temp = TempStore::of_file();
    let store = stored(&temp);
    let sound = all_sums(&store);
    damaged(&temp, "UPDATE result SET number = 5 WHERE number > 5");
    assert!(store.recount(None).unwrap() > 0);
    assert_eq!(all_sums(&store), sound);
    let numbers: Vec<_> = all_rows(&store).iter().map(|row| row.number).collect();
    let expected: Vec<_> = (0..60).chain([0, 1]).collect();
    assert_eq!(numbers, expected);
}

#[test]
fn damaged_games_are_found_and_no_sum_is_made_of_them() {
    let descending = "x'09000000000000000200000000000000'";
    let damages = [
        (
            format!("UPDATE result SET edges = {descending} WHERE game = '5'"),
            "1 rows of the ledger are not valid games, first row 6 of the ledger, game \"5\": its book moves are not in ascending order",
            true,
        ),
        (
            "UPDATE result SET moves = 'zz!' WHERE game IN ('5', '6')".to_owned(),
            "2 rows of the ledger are not valid games, first row 6 of the ledger, game \"5\": its moves are not those of a game",
            false,
        ),
        (
            "UPDATE result SET size = 3 WHERE game = '5'".to_owned(),
            "1 rows of the ledger are not valid games",
            false,
        ),
        (
            "UPDATE opponent SET name = ' '".to_owned(),
            "62 rows of the ledger are not valid games, first row 1 of the ledger, game \"0\": its opponent has no name",
            false,
        ),
    ];
    for (damage, wanted, of_sums) in damages {
        let temp = TempStore::of_file();
        let store = stored(&temp);
        damaged(&temp, &damage);
        let problems = store.check().unwrap();
        assert!(
            problems.iter().any(|problem| problem.starts_with(wanted)),
            "{damage}: {problems:#?}"
        );
        let read = store.for_each_ledger_row(&mut |_| true).unwrap_err();
        assert!(matches!(read, StoreError::Corrupt { .. }), "{read}");
        let sums = store.sums(0).unwrap();
        let again = store.recount(None);
        assert_eq!(
            matches!(again, Err(StoreError::Corrupt { .. })),
            of_sums,
            "{damage}: {again:?}"
        );
        assert_eq!(store.sums(0).unwrap(), sums);
    }
}

#[test]
fn moves_of_books_that_are_damaged_can_be_found_anew() {
    let temp = TempStore::of_file();
    let store = stored(&temp);
    let sound = all_sums(&store);
    damaged(
        &temp,
        "UPDATE result SET edges = x'09000000000000000200000000000000' WHERE game = '5'",
    );
    assert_eq!(store.recount(found(&[("5", &[9, 2])])).unwrap(), 1);
    assert_eq!(store.check().unwrap(), [""; 0]);
    assert_eq!(all_sums(&store), sound);
}

#[test]
fn a_game_that_is_not_what_its_hash_says_can_be_corrected() {
    for damage in [
        "UPDATE result SET hash = zeroblob(32) WHERE game = '5'",
        "UPDATE result SET color = 'W' WHERE game = '5'",
    ] {
        let temp = TempStore::of_file();
        let store = stored(&temp);
        damaged(&temp, damage);
        let problems = store.check().unwrap();
        assert_eq!(
            problems,
            [
                "1 games of the ledger do not match their hashes, first game \"5\" in row 6: withdraw and correct them"
            ]
        );
        assert_eq!(store.recount(None).unwrap(), 0);
        ask(&store, LedgerRequest::Withdraw("5".to_owned())).unwrap();
        let outcome = ask(&store, correct(&won("5", "a@1", &[2, 9]))).unwrap();
        assert_eq!(outcome.status, LedgerStatus::Corrected);
        assert_eq!(store.check().unwrap(), [""; 0]);
    }
}

#[test]
fn the_last_change_is_known_to_be_the_last() {
    for (damage, wanted) in [
        (
            "UPDATE ledger SET change = 3",
            "the ledger's last change is recorded as 3, but there is a change 63",
        ),
        ("DELETE FROM ledger", "the ledger's last change is missing"),
    ] {
        let temp = TempStore::of_file();
        let store = stored(&temp);
        damaged(&temp, damage);
        let problems = store.check().unwrap();
        assert!(problems.len() == 1 && problems[0].contains(wanted), "{problems:?}");
    }
}

#[test]
fn moves_found_anew_take_the_place_of_those_that_are_kept() {
    let temp = TempStore::new();
    let store = stored(&temp);
    let version = store.ledger_version().unwrap();
    let same = found(&[("0", &[2, 9]), ("7", &[9, 2, 2]), ("nobody", &[2])]);
    assert_eq!(store.recount(same).unwrap(), 0);
    assert_eq!(store.ledger_version().unwrap(), version);
    let grown = found(&[("0", &[2, 4, 9]), ("7", &[4]), ("x", &[])]);
    assert_eq!(store.recount(grown).unwrap(), 3);
    assert_eq!(store.check().unwrap(), [""; 0]);
    let row = |game: &str| store.ledger_row(game).unwrap().unwrap();
    assert_eq!(row("0").entry, won("0", "a@1", &[2, 4, 9]));
    assert_eq!(row("7").entry.edges, [EdgeKey(4)], "a withdrawn one too");
    assert_eq!((row("0").revision, row("7").revision), (1, 2));
    let sums = store.sums(version).unwrap();
    let [first, second] = &sums.opponents[0].contenders[..] else { panic!("{sums:?}") };
    let of = |edge: u64| -> Vec<(u32, i64)> {
        let sums = first.sums.iter().filter(|sum| sum.edge == EdgeKey(edge));
        sums.map(|sum| (sum.epoch, sum.games)).collect()
    };
    assert_eq!(of(4), [(0, 1)], "a withdrawn game counts for nothing");
    assert_eq!(of(9), [(0, 49), (1, 10)]);
    assert_eq!(second.sums[0].games, 1);
    // It is the same game still.
    let outcome = ask(&store, enter(&won("0", "a@1", &[2]))).unwrap();
    assert_eq!(outcome.status, LedgerStatus::Unchanged);
}
