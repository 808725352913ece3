//! Unit tests of `batch`.

use super::*;
use crate::stream::TallyReader;
use joseki_book::TallyError;
use joseki_game::{BoardSize, Move};

/// Games with up to four corners each, which are played in many orders.
fn games() -> Vec<CountedGame> {
    let points = "Q16 O17 R14 D4 C6 F3 Q3 R5 D17 F17 C14 R10";
    let points: Vec<Move> = points
        .split_whitespace()
        .map(|point| Move::from_gtp(point, BoardSize::NINETEEN).expect("a point"))
        .collect();
    let game = |number: u32| {
        let mut order = points.clone();
        // By Lehmer's generator.
        let mut drawn = u64::from(number) + 1;
        for at in (1..order.len()).rev() {
            drawn = drawn * 48_271 % 0x7fff_ffff;
            order.swap(at, drawn as usize % (at + 1));
        }
        let colors = Color::ALL.into_iter().cycle();
        CountedGame {
            number,
            cohort: number % 3,
            kind: PlayerKind::Other,
            rank: ExampleRank::new(1, 20_240_101, number.into()),
            result: Some(CountedResult { half_points: 2, expected: 0 }),
            moves: colors.zip(order).collect(),
            losses: Vec::new(),
        }
    };
    (0..60).map(game).collect()
}

/// Ranges of walks that are gathered, and larger ones. Counts by cohort gather nothing.
#[test]
fn gathered_walks_count_as_others_do() {
    let (mut one, mut two) = (Batch::default(), Batch::default());
    for game in games() {
        one.add(Variant::GO, &game, 20);
        two.add(Variant::GO, &game, 20);
    }
    let result = |number: u32| Some(CountedResult { half_points: 1, expected: number as u16 });
    one.set_results(result);
    two.set_results(result);
    assert!(one.walks.len() > 10 * GATHERED);
    let mut parts: Vec<Result<Vec<u8>, TallyError>> = Vec::new();
    let counted = one.count(|part| {
        parts.push(Ok(part));
        Ok::<(), TallyError>(())
    });
    assert_eq!(counted, Ok(()));
    let mut reader = TallyReader::new(parts.into_iter());
    let (mut line, mut found) = (Vec::new(), Vec::new());
    while let Some(entry) = reader.next_entry().expect("whole parts") {
        line.truncate(entry.depth.saturating_sub(1));
        if entry.depth > 0 {
            line.push(entry.step);
        }
        found.push((line.clone(), entry.tally.cells.to_vec()));
    }
    let mut wanted: Vec<(Vec<Step>, Vec<CohortCount>)> = Vec::new();
    let counted = two.count_by_cohort(|line, counted| {
        let cells = counted.iter().map(|own| CohortCount { cohort: own.cohort, count: own.count });
        wanted.push((line.to_vec(), cells.collect()));
        Ok::<(), TallyError>(())
    });
    assert_eq!(counted, Ok(()));
    assert!(found.len() > 10 * GATHERED, "{}", found.len());
    assert_eq!(found, wanted);
    assert!(one.is_empty() && one.steps.is_empty() && one.details.is_empty());
}
