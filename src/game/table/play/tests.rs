//! Unit tests of `play`.

use proptest::prelude::*;

use super::*;
use crate::{BoardSize, EndReason, Game};

const TWO: [TableParty; 2] = [TableParty::Person(1), TableParty::Person(2)];
const ALONE: [TableParty; 2] = [TableParty::Person(1), TableParty::Program];

fn seconds(count: u64) -> Duration {
    Duration::from_secs(count)
}

fn table(game: Game, lines: u8, parties: [TableParty; 2]) -> Table {
    let size = BoardSize::new(lines).unwrap();
    let clock =
        ClockRules { main: seconds(60), increment: seconds(0), periods: 1, period: seconds(30) };
    Table::new(TableRules {
        start: GameInPlay::new(game, size),
        scoring: ScoringRules::Chinese,
        komi: 6.5,
        clock: Some(clock),
        parties,
    })
}

fn play(table: &mut Table, moves: &[&str], at: u64) {
    for text in moves {
        let size = table.game().board().size();
        let played = Move::from_gtp(text, size).unwrap();
        table.act(table.game().to_move(), TableAction::Play(played), seconds(at)).unwrap();
    }
}

const BLACK: Color = Color::Black;
const WHITE: Color = Color::White;
const DRAW: TableAction = TableAction::Offer(TableOffer::Draw);
const UNDO: TableAction = TableAction::Offer(TableOffer::Undo(1));
const PAUSE: TableAction = TableAction::Offer(TableOffer::Pause);

#[test]
fn each_side_plays_in_its_turn() {
    let mut table = table(Game::Go, 9, TWO);
    let e5 = TableAction::Play(Move::from_gtp("E5", BoardSize::new(9).unwrap()).unwrap());
    assert_eq!(table.act(WHITE, e5.clone(), seconds(1)), Err(TableRefusal::OtherTurn));
    assert_eq!(table.act(BLACK, e5.clone(), seconds(1)), Ok(()));
    let illegal = table.act(WHITE, e5, seconds(2));
    assert_eq!(illegal, Err(TableRefusal::Illegal(IllegalMove::Occupied)));
    assert_eq!(table.game().moves().len(), 1);
}

#[test]
fn undo_draw_and_pause_need_the_other_person() {
    let mut table = table(Game::Go, 9, TWO);
    assert_eq!(table.act(BLACK, UNDO, seconds(1)), Err(TableRefusal::FewerMoves(0)));
    play(&mut table, &["E5", "C3"], 1);
    table.act(WHITE, UNDO, seconds(2)).unwrap();
    assert_eq!(table.offer(), Some((WHITE, TableOffer::Undo(1))));
    assert_eq!(table.act(WHITE, TableAction::Accept, seconds(2)), Err(TableRefusal::NoOffer));
    table.act(BLACK, TableAction::Accept, seconds(3)).unwrap();
    assert_eq!((table.game().moves().len(), table.game().to_move()), (1, WHITE));
    // A move instead of an answer declines; so does the word.
    table.act(BLACK, DRAW, seconds(3)).unwrap();
    play(&mut table, &["C3"], 4);
    assert_eq!(table.offer(), None);
    table.act(BLACK, PAUSE, seconds(5)).unwrap();
    table.act(WHITE, TableAction::Decline, seconds(5)).unwrap();
    assert_eq!(table.phase(), &TablePhase::Playing);
    // The same offer of both is consent.
    table.act(BLACK, PAUSE, seconds(6)).unwrap();
    table.act(WHITE, PAUSE, seconds(6)).unwrap();
    assert_eq!(table.phase(), &TablePhase::Paused);
    assert_eq!(table.deadline(), None);
    let left = table.clock(BLACK, seconds(7)).unwrap();
    assert_eq!(table.clock(BLACK, seconds(5_000)), Some(left));
    table.act(WHITE, TableAction::Resume, seconds(5_000)).unwrap();
    assert_eq!(table.clock(BLACK, seconds(5_000)), Some(left));
    table.act(WHITE, DRAW, seconds(5_001)).unwrap();
    table.act(BLACK, TableAction::Accept, seconds(5_001)).unwrap();
    assert_eq!(table.result().unwrap().record(), "0");
    assert_eq!(table.act(BLACK, TableAction::Resign, seconds(5_002)), Err(TableRefusal::Over));
}

#[test]
fn a_program_consents_to_all_but_a_draw() {
    let mut table = table(Game::Go, 9, ALONE);
    play(&mut table, &["E5", "C3"], 1);
    assert_eq!(table.act(BLACK, DRAW, seconds(2)), Err(TableRefusal::NoDraw));
    table.act(BLACK, TableAction::Offer(TableOffer::Undo(2)), seconds(2)).unwrap();
    assert_eq!(table.game().moves().len(), 0);
    table.act(BLACK, PAUSE, seconds(3)).unwrap();
    assert_eq!(table.phase(), &TablePhase::Paused);
}

#[test]
fn the_side_to_move_loses_on_time() {
    let mut table = table(Game::Gomoku, 15, TWO);
    play(&mut table, &["H8"], 50);
    assert_eq!(table.deadline(), Some(seconds(50 + 90)));
    assert!(!table.tick(seconds(139)));
    // Within the last period, which is whole again afterwards.
    play(&mut table, &["A1", "H9"], 139);
    assert_eq!(
        table.clock(WHITE, seconds(139)).unwrap().total(&table.rules.clock.unwrap()),
        seconds(30)
    );
    let late = TableAction::Play(Move::from_gtp("A2", BoardSize::new(15).unwrap()).unwrap());
    assert_eq!(table.act(WHITE, late, seconds(169)), Err(TableRefusal::Over));
    assert_eq!(table.result(), Some(TableResult::won(BLACK, ResultReason::Time)));
    assert_eq!(table.result().unwrap().record(), "B+T");
    assert_eq!(table.act(WHITE, UNDO, seconds(170)), Err(TableRefusal::TimeOver));
}

#[test]
fn rules_end_a_game_and_a_move_taken_back_goes_on() {
    let mut table = table(Game::Gomoku, 15, ALONE);
    play(&mut table, &["H8", "A1", "J8", "A3", "K8", "A5", "L8", "A7", "M8"], 1);
    let won = TableResult::won(BLACK, ResultReason::Rules(EndReason::Five));
    assert_eq!(table.result(), Some(won));
    assert_eq!(won.words(Game::Gomoku), "Black won: five in a row");
    table.act(BLACK, UNDO, seconds(2)).unwrap();
    assert_eq!(table.phase(), &TablePhase::Playing);
}

#[test]
fn time_in_which_nobody_could_play_costs_nobody() {
    let mut table = table(Game::Go, 9, TWO);
    let rules = table.rules().clone();
    let total = table.deadline().expect("a clock");
    // Long after the deadline, all of it but a second in a pause of the server.
    let skip = total + seconds(99);
    let event = TableEvent { at: total + seconds(100), by: BLACK, action: TableAction::Skip(skip) };
    table.act(event.by, event.action.clone(), event.at).unwrap();
    assert_eq!((table.result(), table.deadline()), (None, Some(skip + total)));
    let again = Table::replay(rules, &[event]).unwrap();
    assert_eq!(again.deadline(), table.deadline());
    // Never more than there was.
    table.act(BLACK, TableAction::Skip(Duration::MAX), total + seconds(100)).unwrap();
    assert_eq!(table.deadline(), Some(total + total + seconds(100)));
}

#[test]
fn each_side_says_a_limited_number_of_phrases() {
    let mut table = table(Game::Gomoku, 15, TWO);
    let hello = || TableAction::Say(TablePhrase::Hello);
    for _ in 0..MAX_SAID {
        table.act(WHITE, hello(), seconds(1)).unwrap();
    }
    assert_eq!(table.act(WHITE, hello(), seconds(1)), Err(TableRefusal::TooMuchSaid));
    play(&mut table, &["H8"], 2);
    table.act(BLACK, hello(), seconds(3)).unwrap();
    let last = table.said().last().copied();
    assert_eq!(last, Some(SaidPhrase { by: BLACK, phrase: TablePhrase::Hello, moves: 1 }));
}

#[test]
fn a_board_of_go_is_counted_when_both_agree() {
    let mut table = table(Game::Go, 9, TWO);
    play(&mut table, &["E5", "A1", "pass", "pass"], 1);
    let size = BoardSize::new(9).unwrap();
    let point = |text: &str| Point::from_gtp(text, size).unwrap();
    let toggle = |text: &str| TableAction::ToggleDead(point(text));
    assert_eq!(table.act(BLACK, toggle("J9"), seconds(2)), Err(TableRefusal::NoStone));
    table.act(BLACK, TableAction::Agree, seconds(2)).unwrap();
    // A mark ends the agreement.
    table.act(WHITE, toggle("A1"), seconds(2)).unwrap();
    let TablePhase::Counting(counting) = table.phase() else { panic!("it is counted") };
    assert!(!counting.has_agreed(BLACK) && counting.dead().contains(point("A1")));
    assert_eq!(counting.count().score().to_string(), "B+74.5");
    let mut resumed = table.clone();
    resumed.act(WHITE, TableAction::Resume, seconds(3)).unwrap();
    assert_eq!((resumed.game().moves().len(), resumed.game().to_move()), (2, BLACK));
    table.act(WHITE, TableAction::Agree, seconds(3)).unwrap();
    assert_eq!(table.result(), None);
    table.act(BLACK, TableAction::Agree, seconds(3)).unwrap();
    assert_eq!(table.result().unwrap().record(), "B+74.5");
    assert_eq!(table.result().unwrap().winner, Some(BLACK));
}

/// Offered while stones are counted, and rejected once the game continues.
#[test]
fn an_offer_that_cannot_be_accepted_stays_one() {
    let mut table = table(Game::Go, 5, TWO);
    let act = |table: &mut Table, by, action| table.act(by, action, seconds(0));
    for by in [BLACK, WHITE] {
        act(&mut table, by, TableAction::Play(Move::Pass)).unwrap();
    }
    let offer = TableOffer::Undo(1);
    act(&mut table, BLACK, TableAction::Offer(offer)).unwrap();
    act(&mut table, WHITE, TableAction::Resume).unwrap();
    assert!(act(&mut table, WHITE, TableAction::Accept).is_err());
    assert_eq!(table.offer(), Some((BLACK, offer)));
    act(&mut table, WHITE, TableAction::Decline).unwrap();
    assert_eq!(table.offer(), None);
}

fn any_action() -> impl Strategy<Value = TableAction> {
    let size = BoardSize::new(5).unwrap();
    let points: Vec<Point> = size.points().collect();
    let point = prop::sample::select(points);
    let offer = prop_oneof![
        (0usize..4).prop_map(TableOffer::Undo),
        Just(TableOffer::Draw),
        Just(TableOffer::Pause)
    ];
    prop_oneof![
        6 => point.clone().prop_map(|at| TableAction::Play(Move::Play(at))),
        3 => Just(TableAction::Play(Move::Pass)),
        2 => offer.prop_map(TableAction::Offer),
        2 => Just(TableAction::Accept),
        1 => Just(TableAction::Decline),
        1 => Just(TableAction::Resume),
        1 => point.prop_map(TableAction::ToggleDead),
        1 => Just(TableAction::Agree),
        1 => (0u64..30).prop_map(|time| TableAction::Skip(seconds(time))),
        1 => Just(TableAction::Say(TablePhrase::Thanks)),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    /// What was done gives the same table again, and what was refused changes nothing.
    #[test]
    fn what_was_done_gives_the_table_again(
        actions in prop::collection::vec((any::<bool>(), any_action(), 0u64..20), 0..60),
        alone in any::<bool>(),
    ) {
        let parties = if alone { ALONE } else { TWO };
        let mut played = table(Game::Go, 5, parties);
        let rules = played.rules().clone();
        let (mut done, mut at) = (Vec::new(), 0);
        for (is_black, action, pause) in actions {
            at += pause;
            let by = if is_black { BLACK } else { WHITE };
            let before = played.clone();
            let event = TableEvent { at: seconds(at), by, action };
            match played.act(by, event.action.clone(), event.at) {
                Ok(()) => done.push(event),
                Err(_) if played.result() != before.result() => break,
                Err(_) => {
                    prop_assert_eq!(played.phase(), before.phase());
                    prop_assert_eq!(played.offer(), before.offer());
                    prop_assert_eq!(played.game().moves(), before.game().moves());
                }
            }
        }
        // As texts and back, as they are stored.
        let size = BoardSize::new(5).unwrap();
        let reread = done.into_iter().map(|event| {
            let action = TableAction::parse(&event.action.to_text(size), size);
            Some(TableEvent { action: action?, ..event })
        });
        let done: Option<Vec<TableEvent>> = reread.collect();
        let done = done.expect("actions");
        let mut again = Table::replay(rules, &done).map_err(|(number, refusal)| {
            TestCaseError::fail(format!("{number}: {refusal}"))
        })?;
        // Both at the same moment: a skip does not notice that the time is over.
        played.tick(seconds(at));
        again.tick(seconds(at));
        prop_assert_eq!(again.phase(), played.phase());
        prop_assert_eq!(again.offer(), played.offer());
        prop_assert_eq!(again.said(), played.said());
        prop_assert_eq!(again.game().moves(), played.game().moves());
        for color in Color::ALL {
            prop_assert_eq!(again.clock(color, seconds(at)), played.clock(color, seconds(at)));
        }
    }
}
