//! What holds in every game, tried on random ones against naive code.

use std::collections::BTreeSet;

use joseki::game::go::{GameEntry, GoGame, PointSet, Position, Rules, diagram, zobrist};
use joseki::game::{BoardSize, Color, IllegalMove, Move, Point};
use proptest::prelude::*;

use crate::go_support::games::realistic_game;

/// What a random game does next; illegal moves are left out when it is played.
#[derive(Clone, Copy, Debug)]
enum Action {
    Play(Color, Point),
    Pass(Color),
    Place(Color, Point),
    Clear(Point),
    Undo,
}

fn colors() -> impl Strategy<Value = Color> {
    prop_oneof![Just(Color::Black), Just(Color::White)]
}

fn points(size: BoardSize) -> impl Strategy<Value = Point> {
    (0..size.get(), 0..size.get()).prop_map(|(x, y)| Point::new(x, y))
}

fn actions(size: BoardSize) -> impl Strategy<Value = Action> {
    prop_oneof![
        80 => (colors(), points(size)).prop_map(|(color, point)| Action::Play(color, point)),
        2 => colors().prop_map(Action::Pass),
        2 => (colors(), points(size)).prop_map(|(color, point)| Action::Place(color, point)),
        2 => points(size).prop_map(Action::Clear),
        6 => Just(Action::Undo),
    ]
}

fn sizes() -> impl Strategy<Value = BoardSize> {
    (2..=7_u8).prop_map(|lines| BoardSize::new(lines).unwrap())
}

fn rules() -> impl Strategy<Value = Rules> {
    (any::<bool>(), any::<bool>()).prop_map(|(suicide, superko)| Rules { suicide, superko })
}

fn sized_actions() -> impl Strategy<Value = (BoardSize, Vec<Action>)> {
    sizes().prop_flat_map(|size| (Just(size), proptest::collection::vec(actions(size), 0..150)))
}

/// Points with a colour each, to be played in turn.
fn plays() -> impl Strategy<Value = (BoardSize, Vec<(Color, Point)>)> {
    sizes().prop_flat_map(|size| {
        let play = (colors(), points(size));
        (Just(size), proptest::collection::vec(play, 0..150))
    })
}

fn act(game: &mut GoGame, action: Action) {
    match action {
        Action::Play(color, point) => _ = game.play(color, Move::Play(point)),
        Action::Pass(color) => _ = game.play(color, Move::Pass),
        Action::Place(color, point) => _ = game.place(color, point),
        Action::Clear(point) => _ = game.clear(point),
        Action::Undo => _ = game.undo(),
    }
}

fn replay(size: BoardSize, rules: Rules, entries: &[GameEntry]) -> GoGame {
    let mut game = GoGame::new(size, rules);
    for &entry in entries {
        match entry {
            GameEntry::Play(color, m) => assert!(game.play(color, m).is_ok()),
            GameEntry::Place(color, point) => _ = game.place(color, point),
            GameEntry::Clear(point) => _ = game.clear(point),
        }
    }
    game
}

fn naive_chain(position: &Position, seed: Point) -> BTreeSet<Point> {
    let color = position.at(seed);
    let mut chain = BTreeSet::new();
    let mut open = vec![seed];
    while let Some(point) = open.pop() {
        if position.at(point) == color && chain.insert(point) {
            open.extend(point.neighbours(position.size()));
        }
    }
    chain
}

fn naive_liberties(position: &Position, seed: Point) -> BTreeSet<Point> {
    naive_chain(position, seed)
        .into_iter()
        .flat_map(|point| point.neighbours(position.size()))
        .filter(|&point| position.at(point).is_none())
        .collect()
}

fn naive_hash(position: &Position) -> u64 {
    position
        .size()
        .points()
        .filter_map(|point| position.at(point).map(|color| zobrist(color, point)))
        .fold(0, |hash, n| hash ^ n)
}

fn check_against_naive(position: &Position) {
    assert_eq!(position.hash(), naive_hash(position));
    for point in position.size().points() {
        let (chain, liberties) = (position.chain(point), position.liberties(point));
        if position.at(point).is_none() {
            assert!(position.empty().contains(point));
            assert!(chain.is_empty() && liberties.is_empty());
            continue;
        }
        assert!(chain.iter().eq(naive_chain(position, point)));
        assert!(liberties.iter().eq(naive_liberties(position, point)));
    }
}

fn is_settled(position: &Position) -> bool {
    let stones = position.stones(Color::Black).union(position.stones(Color::White));
    stones.iter().all(|point| !position.liberties(point).is_empty())
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 128,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn undo_equals_replay((size, actions) in sized_actions(), rules in rules()) {
        let mut game = GoGame::new(size, rules);
        for action in actions {
            act(&mut game, action);
        }
        loop {
            let entries: Vec<GameEntry> = game.entries().collect();
            let fresh = replay(size, rules, &entries);
            prop_assert_eq!(game.position(), fresh.position());
            for point in size.points() {
                for color in Color::ALL {
                    let m = Move::Play(point);
                    prop_assert_eq!(game.is_legal(color, m), fresh.is_legal(color, m));
                }
            }
            if game.undo().is_none() {
                break;
            }
        }
    }

    #[test]
    fn positions_agree_with_naive_code((size, actions) in sized_actions(), rules in rules()) {
        let mut game = GoGame::new(size, rules);
        for action in actions {
            act(&mut game, action);
            check_against_naive(game.position());
        }
    }

    #[test]
    fn a_legal_move_leaves_every_chain_a_liberty((size, plays) in plays(), suicide: bool) {
        let mut position = Position::new(size);
        let mut played = 0;
        for (color, point) in plays {
            let legal = position.is_legal(color, point);
            let result = if suicide {
                position.play_allowing_suicide(color, point)
            } else {
                position.play(color, point)
            };
            if !suicide || legal != Err(IllegalMove::Suicide) {
                prop_assert_eq!(legal, result.map(drop));
            }
            played += u32::from(result.is_ok());
            prop_assert!(is_settled(&position));
            let prisoners = Color::ALL.map(|color| position.prisoners(color));
            let stones = size.area() - position.empty().len();
            prop_assert_eq!(played, stones + prisoners.iter().sum::<u32>());
        }
    }

    #[test]
    fn rows_and_columns_and_the_colours_are_alike((size, plays) in plays()) {
        let swap = |point: Point| Point::new(point.y(), point.x());
        let turn = |point: Point| Point::new(size.max() - point.x(), size.max() - point.y());
        let [mut plain, mut swapped, mut turned] = [Position::new(size); 3];
        for (color, point) in plays {
            let removed = plain.play(color, point);
            let expected = removed.map(|set| set.iter().map(swap).collect::<PointSet>());
            prop_assert_eq!(swapped.play(color, swap(point)), expected);
            let expected = removed.map(|set| set.iter().map(turn).collect::<PointSet>());
            prop_assert_eq!(turned.play(color.opposite(), turn(point)), expected);

            let expected = plain.ko().map(|(color, point)| (color, swap(point)));
            prop_assert_eq!(swapped.ko(), expected);
            let expected = plain.ko().map(|(color, point)| (color.opposite(), turn(point)));
            prop_assert_eq!(turned.ko(), expected);
        }
    }

    #[test]
    fn no_text_makes_a_reader_fail_badly(text in "\\PC{0,40}", lines in 2..=25_u8) {
        let size = BoardSize::new(lines).unwrap();
        for m in [Move::from_gtp(&text, size), Move::from_sgf(&text, size)].into_iter().flatten() {
            prop_assert!(m.point().is_none_or(|point| size.contains(point)));
        }
        let _ = diagram::parse(&text);
        let _ = text.parse::<Color>();
    }

    #[test]
    fn diagrams_are_read_or_refused(text in "([.+,X#BOW |0-9$()\r\n-]|A B\n){0,60}") {
        if let Ok(position) = diagram::parse(&text) {
            prop_assert_eq!(diagram::parse(&diagram::render(&position)), Ok(position));
        }
    }
}

#[test]
fn a_realistic_game_agrees_with_naive_code() {
    for lines in [9, 13, 19, 25] {
        let size = BoardSize::new(lines).unwrap();
        let moves = realistic_game(size, 250, u64::from(lines));
        let mut position = Position::new(size);
        for (color, point) in moves {
            assert!(position.play(color, point).is_ok());
            check_against_naive(&position);
        }
        let taken: u32 = Color::ALL.map(|color| position.prisoners(color)).iter().sum();
        assert!(taken > 10, "{lines} lines: only {taken} prisoners");
    }
}

#[test]
fn a_generated_game_is_always_the_same() {
    let size = BoardSize::NINETEEN;
    let mut position = Position::new(size);
    for (color, point) in realistic_game(size, 250, 20) {
        assert!(position.play(color, point).is_ok());
    }
    let prisoners = Color::ALL.map(|color| position.prisoners(color));
    assert_eq!((prisoners, position.hash()), ([18, 11], 0x2b55_edcc_d260_9c49));
}
