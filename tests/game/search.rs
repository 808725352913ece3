//! The search: golden values, mates, and laws.

use std::fmt::Debug;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use proptest::prelude::*;
use strum::VariantArray;

use joseki::game::Side;
use joseki::game::xiangqi::{Shift, XiangqiBoard};
use joseki::search::{
    MAX_MATE_LENGTH, MateAnswer, Relation, SearchGame, SearchLimits, Searcher, Techniques, WON,
    XiangqiParts, XiangqiPosition, XiangqiWeights, solve_mate,
};

use crate::full::{cases, count};

/// The numbers of a list such as `1,2,3`.
fn numbers(text: &str) -> Vec<i32> {
    text.split(',').map(|number| number.parse().unwrap()).collect()
}

#[test]
fn the_parts_and_the_values_are_those_of_another_program() {
    let weights = XiangqiWeights::source();
    let three = Arc::new(weights.clone().with_parts(XiangqiParts::first(3)));
    let weights = Arc::new(weights);
    let mut positions = 0;
    for line in include_str!("xiangqi/evaluation.txt").lines().filter(|line| !line.starts_with('#'))
    {
        let [fen, parts, red, black, values] = line.split(';').collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        let board: XiangqiBoard = fen.parse().unwrap();
        let position = XiangqiPosition::new(board, Arc::clone(&weights));
        let found = position.parts();
        assert_eq!(
            vec![found.material, found.places, found.mobility, found.relations],
            numbers(parts),
            "{fen}"
        );
        for (side, counts) in [(Side::First, red), (Side::Second, black)] {
            let found: Vec<i32> =
                Relation::VARIANTS.iter().map(|it| position.count(*it, side)).collect();
            assert_eq!(found, numbers(counts), "{fen} {side:?}");
        }
        let sign = if board.to_move() == Side::First { 1 } else { -1 };
        assert_eq!(position.evaluate(), sign * found.total(), "{fen}");
        for (depth, value) in (1..).zip(values.split(' ')) {
            let (value, best) = value.split_once(':').unwrap();
            let value: i32 = value.parse().unwrap();
            let position = XiangqiPosition::new(board, Arc::clone(&three));
            let limits = SearchLimits::depth(depth);
            let mut searcher = Searcher::new(position, Techniques::ALPHA_BETA);
            assert_eq!(searcher.search(&limits, &mut |_| {}).value, value, "{fen} {depth}");
            let values = searcher.values(&limits);
            let found = values.iter().filter(|it| it.value == value);
            let found: Vec<String> = found.map(|it| it.played.to_string()).collect();
            assert_eq!(found.join(","), best, "{fen} {depth}");
        }
        positions += 1;
    }
    assert_eq!(positions, 30);
}

/// The most positions that a mate may take.
const NODES: u64 = 2_000_000;

#[test]
fn every_mate_of_master_games_is_found_and_none_is_longer() {
    let lines = include_str!("xiangqi/mates.txt").lines().filter(|line| !line.starts_with('#'));
    let (mut found, mut missed) = (0, Vec::new());
    for line in lines {
        let [fen, mate_in, first] = line.split(';').collect::<Vec<_>>()[..] else { panic!() };
        let mate_in: u32 = mate_in.parse().unwrap();
        if mate_in > count(3, MAX_MATE_LENGTH) {
            continue;
        }
        let board: XiangqiBoard = fen.parse().unwrap();
        let answer = solve_mate(board, mate_in, NODES).unwrap();
        let MateAnswer::Mate(mate) = answer else {
            missed.push(line);
            continue;
        };
        assert!(mate.mate_in <= mate_in && mate_in <= mate.mate_in + 1, "{line}");
        assert!((mate.line.len() as u32) < 2 * mate.mate_in, "{line}");
        let given: Vec<Shift> = first.split(',').map(|text| Shift::parse(text).unwrap()).collect();
        if mate.mate_in < mate_in {
            assert_mates(&board, mate.first[0], mate.mate_in)
        } else {
            assert!(mate.first.iter().any(|it| given.contains(it)), "{line}: {mate:?}")
        }
        // The line is legal and ends without a move, or where all replies are perpetual checks.
        let mut after = board;
        for shift in &mate.line {
            let _ = after.play(*shift).unwrap();
        }
        let is_whole = mate.line.len() as u32 == 2 * mate.mate_in - 1;
        assert!(after.legal_moves().is_empty() || !is_whole, "{line}");
        found += 1;
    }
    assert_eq!((found, missed.len()), count((36, 0), (60, 0)), "{missed:?}");
}

/// Every reply to a first move is mated in fewer moves.
fn assert_mates(board: &XiangqiBoard, first: Shift, mate_in: u32) {
    let mut after = *board;
    let _ = after.play(first).unwrap();
    for reply in after.legal_moves() {
        let mut next = after;
        let _ = next.play(reply).unwrap();
        let answer = solve_mate(next, mate_in - 1, NODES).unwrap();
        let is_mate = matches!(&answer, MateAnswer::Mate(mate) if mate.mate_in < mate_in);
        assert!(is_mate, "{first:?} {reply:?}: {answer:?}");
    }
}

#[test]
fn a_limit_and_a_position_without_mate_are_said() {
    let start = XiangqiBoard::new();
    assert_eq!(solve_mate(start, 2, NODES), Ok(MateAnswer::None));
    assert_eq!(solve_mate(start, 9, 100), Ok(MateAnswer::Unknown));
}

/// The first moves by which the side to move mates in at most a number of moves, by trying every
/// line.
fn mates(board: &XiangqiBoard, moves: u32) -> Vec<Shift> {
    let after = |board: &XiangqiBoard, shift: Shift| {
        let mut after = *board;
        let _ = after.make(shift);
        after
    };
    let mut first = board.legal_moves();
    first.retain(|shift| {
        let board = after(board, *shift);
        let replies = board.legal_moves();
        let mut replies = replies.into_iter().map(|reply| after(&board, reply));
        match moves {
            1 => replies.next().is_none(),
            _ => replies.all(|board| !mates(&board, moves - 1).is_empty()),
        }
    });
    first
}

proptest! {
    #![proptest_config(cases(40))]

    /// Mates in up to two moves are found if and only if there are any. The positions are near those
    /// of master games, some moves before or after.
    #[test]
    fn short_mates_are_found_exactly(
        place in any::<proptest::sample::Index>(),
        draws in proptest::collection::vec(any::<u16>(), 0..4),
    ) {
        let fens = include_str!("xiangqi/mates.txt").lines().filter(|line| !line.starts_with('#'));
        let fens: Vec<&str> = fens.filter_map(|line| line.split(';').next()).collect();
        let mut board: XiangqiBoard = place.get(&fens).parse().unwrap();
        for draw in draws {
            let legal = board.legal_moves();
            let Some(shift) = legal.get(usize::from(draw) % legal.len().max(1)) else { break };
            let _ = board.make(*shift);
        }
        let mut shortest = (1..=2).map(|moves| (moves, mates(&board, moves)));
        let shortest = shortest.find(|(_, first)| !first.is_empty());
        match solve_mate(board, 2, NODES).unwrap() {
            MateAnswer::Mate(mate) => {
                prop_assert_eq!(Some((mate.mate_in, mate.first)), shortest);
            }
            answer => prop_assert_eq!((answer, shortest), (MateAnswer::None, None)),
        }
    }
}

fn position(draws: &[u16]) -> XiangqiPosition {
    let mut board = XiangqiBoard::new();
    for draw in draws {
        let legal = board.legal_moves();
        let Some(shift) = legal.get(usize::from(*draw) % legal.len().max(1)) else { break };
        let _ = board.make(*shift);
    }
    let weights = XiangqiWeights::source().with_parts(XiangqiParts::first(2));
    XiangqiPosition::new(board, Arc::new(weights))
}

/// The value of a search, which leaves the position as it was.
pub fn value<G: SearchGame + Clone + PartialEq + Debug>(
    position: &G,
    techniques: Techniques,
    depth: u32,
) -> i32 {
    let mut searcher = Searcher::new(position.clone(), techniques);
    let found = searcher.search(&SearchLimits::depth(depth), &mut |_| {});
    assert_eq!(searcher.game(), position);
    found.value
}

/// Checks that techniques that are exact have the value of minimax, to a depth.
pub fn same_values<G: SearchGame + Clone + PartialEq + Debug>(
    position: &G,
    switches: [bool; 5],
    deepest: u32,
) -> Result<(), TestCaseError> {
    for depth in 1..deepest {
        let expected = value(position, Techniques::MINIMAX, depth);
        for techniques in [Techniques::ALPHA_BETA, Techniques::EXACT] {
            prop_assert_eq!(value(position, techniques, depth), expected);
        }
        let [nega_scout, table, history, killers, deepening] = switches;
        let some =
            Techniques { nega_scout, table, history, killers, deepening, ..Techniques::ALPHA_BETA };
        prop_assert_eq!(value(position, some, depth), expected, "{:?}", some);
    }
    let deep = value(position, Techniques::ALPHA_BETA, deepest);
    prop_assert_eq!(value(position, Techniques::EXACT, deepest), deep);
    Ok(())
}

proptest! {
    #![proptest_config(cases(12))]

    /// Alpha-beta pruning, move ordering and the transposition table do not change the value.
    #[test]
    fn exact_techniques_have_the_value_of_minimax(
        draws in proptest::collection::vec(any::<u16>(), 0..60),
        switches in any::<[bool; 5]>(),
    ) {
        same_values(&position(&draws), switches, 3)?;
    }

    /// The mirror image has the same value, and that with the sides exchanged too.
    #[test]
    fn symmetric_positions_have_equal_values(
        draws in proptest::collection::vec(any::<u16>(), 0..60),
    ) {
        let position = position(&draws);
        let own = value(&position, Techniques::EXACT, 2);
        for image in [position.board().mirrored(), position.board().exchanged()] {
            let weights = XiangqiWeights::source().with_parts(XiangqiParts::first(2));
            let image = XiangqiPosition::new(image, Arc::new(weights));
            prop_assert_eq!(value(&image, Techniques::EXACT, 2), own);
            prop_assert_eq!(image.evaluate(), position.evaluate());
        }
    }
}

#[test]
fn a_search_is_repeatable_tells_how_far_it_is_and_stops_with_its_best_move() {
    let start = position(&[]);
    let mut told = Vec::new();
    let limits = SearchLimits { nodes: 20_000, ..SearchLimits::depth(20) };
    let found = Searcher::new(start.clone(), Techniques::ALL)
        .search(&limits, &mut |progress| told.push(progress.clone()));
    let again = Searcher::new(start.clone(), Techniques::ALL).search(&limits, &mut |_| {});
    assert_eq!(found, again);
    assert!(found.depth >= 3 && found.nodes <= 20_000, "{found:?}");
    assert_eq!(told[0].moves, 44);
    assert_eq!(
        told.iter().take(44).map(|it| it.done).collect::<Vec<_>>(),
        (1..=44).collect::<Vec<_>>()
    );
    assert!(told.iter().all(|it| !it.line.is_empty()));
    let stop = Some(Arc::new(AtomicBool::new(true)));
    let stopped = SearchLimits { stop, ..SearchLimits::depth(20) };
    let found = Searcher::new(start.clone(), Techniques::ALL).search(&stopped, &mut |_| {});
    assert!(start.board().is_legal(found.best().unwrap()).is_ok());
    for techniques in [Techniques::MINIMAX, Techniques::ALL] {
        let found =
            Searcher::new(start.clone(), techniques).search(&SearchLimits::depth(0), &mut |_| {});
        assert_eq!((found.depth, found.value), (0, start.evaluate()));
    }
    let late = SearchLimits { deadline: Some(Instant::now()), ..SearchLimits::depth(20) };
    let found = Searcher::new(start, Techniques::ALL).search(&late, &mut |_| {});
    assert!(found.best().is_some());
}

#[test]
fn a_position_without_moves_is_lost() {
    let lost: XiangqiBoard = "3k5/4P4/3P5/9/9/9/9/9/9/4K4 b".parse().unwrap();
    let position = XiangqiPosition::new(lost, Arc::default());
    let found =
        Searcher::new(position, Techniques::ALL).search(&SearchLimits::depth(3), &mut |_| {});
    assert_eq!((found.best(), found.value), (None, -WON));
}
