//! Unit tests of `table`.

use super::*;
use crate::service::Service;
use joseki_game::table::TableOffer;

/// A table on which two persons at one screen play and take back until it is full.
fn full() -> PlayedTable {
    let setup = TableSetup {
        white: super::super::TableSide::Person,
        one_screen: true,
        ..TableSetup::default()
    };
    let rules = setup.table_rules().unwrap();
    let mut table = PlayedTable::unkept(setup, rules);
    let now = ClockReading::now();
    let play = TableAction::Play(joseki_game::Move::from_gtp("Q16", BoardSize::NINETEEN).unwrap());
    for action in [play, TableAction::Offer(TableOffer::Undo(1))].into_iter().cycle() {
        let by = table.table.game().to_move();
        match table.step(&TableStep { by, action, comment: None }, now) {
            Ok(()) => assert!(table.bytes <= MAX_BYTES),
            Err(error) => {
                assert!(matches!(error.of(), Some(TableError::Full)), "{error}");
                return table;
            }
        }
    }
    unreachable!("the actions go on for ever")
}

#[test]
fn a_full_table_takes_nothing_but_its_end() {
    let (mut table, now) = (full(), ClockReading::now());
    assert!(table.version() > 10_000, "{}", table.version());
    let by = table.table.game().to_move();
    let pass = TableStep { by, action: TableAction::Play(joseki_game::Move::Pass), comment: None };
    let refused = table.step(&pass, now).unwrap_err();
    assert!(matches!(refused.of(), Some(TableError::Full)), "{refused}");
    // A program does not ask again for ever.
    assert_eq!(table.program_step(&pass, now).unwrap(), None);
    assert!(table.table.result().is_some_and(|result| result.winner == Some(by.opposite())));
}

fn with_clock() -> PlayedTable {
    let clock = super::super::ClockSetup { main: 60.0, increment: 0.0, periods: 0, period: 0.0 };
    let setup = TableSetup { clock: Some(clock), ..TableSetup::default() };
    let rules = setup.table_rules().unwrap();
    PlayedTable::unkept(setup, rules)
}

fn play(table: &mut PlayedTable, at: &str, now: ClockReading) {
    let by = table.table.game().to_move();
    let played = joseki_game::Move::from_gtp(at, BoardSize::NINETEEN).unwrap();
    let step = TableStep { by, action: TableAction::Play(played), comment: None };
    table.step(&step, now).unwrap();
}

/// The system's clock is set forward and back; only the other one counts.
#[test]
fn a_clock_that_is_set_costs_nobody_time() {
    let mut table = with_clock();
    let start = ClockReading::now();
    let after = |seconds: u64, set: i64| ClockReading {
        monotonic: start.monotonic + Duration::from_secs(seconds),
        wall: start.wall + set,
    };
    play(&mut table, "Q16", after(5, 20 * 60_000));
    play(&mut table, "D4", after(12, -3_600_000));
    let left = |table: &PlayedTable, color, now| {
        table.table.clock(color, table.game_time(now)).unwrap().main.as_secs_f64().round()
    };
    let now = after(14, 86_400_000);
    assert_eq!((left(&table, Color::Black, now), left(&table, Color::White, now)), (53.0, 53.0));
    assert_eq!(table.touched, start.wall - 3_600_000, "the calendar is the system's");
    let late = after(68, 0);
    assert!(table.table.tick(table.game_time(late)));
    assert_eq!(table.result().as_deref(), Some("W+T"));
}

/// A table that is read again goes on with what was left after the last action.
#[test]
fn a_table_goes_on_with_the_time_of_its_last_action() {
    let directory = tempfile::tempdir().unwrap();
    let store = joseki_store::SqliteStore::open(directory.path().join("a.db")).unwrap();
    let service = Service::new(std::sync::Arc::new(store));
    let setup = with_clock().setup;
    let new = service.tables().create(&setup, "here", 10).unwrap();
    let (mut table, start) = (new.table, ClockReading::now());
    let at = |seconds: u64| ClockReading {
        monotonic: start.monotonic + Duration::from_secs(seconds),
        ..start
    };
    play(&mut table, "Q16", at(20));
    assert!(service.tables().keep("here", 0, &table).unwrap());
    let running = service.tables().resume("here").unwrap();
    let [read] = &running[..] else { panic!("{running:?}") };
    let left = |color| {
        let now = ClockReading::now();
        read.table.clock(color, read.game_time(now)).unwrap().main.as_secs_f64()
    };
    assert!((left(Color::Black) - 40.0).abs() < 1.0, "{}", left(Color::Black));
    assert!(left(Color::White) > 50.0, "nobody played there meanwhile");
    let FoundTable::Here(taken) = service.tables().take_over(read, "there").unwrap() else {
        panic!();
    };
    assert_eq!((taken.node.as_str(), taken.version()), ("there", 1));
}

#[test]
fn a_program_loses_by_an_illegal_move() {
    let setup = TableSetup { moves: vec!["Q16".to_owned()], ..TableSetup::default() };
    let rules = setup.table_rules().unwrap();
    let mut table = PlayedTable::unkept(setup, rules);
    let now = ClockReading::now();
    let again = TableAction::Play(joseki_game::Move::from_gtp("Q16", BoardSize::NINETEEN).unwrap());
    let step = TableStep { by: Color::White, action: again, comment: None };
    assert_eq!(table.program_step(&step, now).unwrap(), Some(IllegalMove::Occupied));
    assert_eq!(table.result().as_deref(), Some("B+F"));
}
