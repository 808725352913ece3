//! Laws of counting and of estimates that hold on every board.

use crate::full::cases;
use joseki::game::go::{Count, PointSet, Position, Scoring, ScoringRules, seki_stones};
use joseki::game::{BoardSize, Color, Point};
use joseki::influence::{LifeMethod, Model, Unconditional, dead_stones};
use proptest::prelude::*;
use strum::VariantArray;

use crate::go_support::games::realistic_game;

/// A random game with some of its stones named as dead.
fn games() -> impl Strategy<Value = (BoardSize, usize, u64, Vec<prop::sample::Index>)> {
    let dead = prop::collection::vec(any::<prop::sample::Index>(), 0..6);
    (5..=13u8, 0..160usize, any::<u64>(), dead).prop_map(|(lines, length, seed, dead)| {
        (BoardSize::new(lines).expect("a size"), length, seed, dead)
    })
}

struct Case {
    board: Position,
    dead: PointSet,
    moves: [u32; 2],
}

fn case((size, length, seed, picks): (BoardSize, usize, u64, Vec<prop::sample::Index>)) -> Case {
    let mut board = Position::new(size);
    let mut moves = [0; 2];
    for (color, point) in realistic_game(size, length, seed) {
        board.play(color, point).expect("a legal game");
        moves[color as usize] += 1;
    }
    let [black, white] = Color::ALL.map(|color| board.stones(color));
    let stones: Vec<Point> = black.union(white).iter().collect();
    let dead = picks.iter().filter(|_| !stones.is_empty()).map(|pick| *pick.get(&stones)).collect();
    Case { board, dead, moves }
}

fn scoring(case: &Case, rules: ScoringRules) -> Scoring {
    let mut scoring = Scoring::new(rules, 0.0);
    scoring.dead = case.dead;
    scoring
}

/// The same board with points and colours mapped; prisoners go into the scoring.
fn mapped(case: &Case, scoring: &Scoring, swap: bool, map: impl Fn(Point) -> Point) -> Count {
    let mut board = Position::new(case.board.size());
    let of = |color: Color| if swap { color.opposite() } else { color };
    let mut scoring = scoring.clone();
    for color in Color::ALL {
        for stone in case.board.stones(color) {
            board.place(of(color), map(stone));
        }
        scoring.prisoners[of(color) as usize] = case.board.prisoners(color);
    }
    scoring.dead = scoring.dead.iter().map(map).collect();
    Count::new(&board, &scoring).expect("the same stones")
}

proptest! {
    #![proptest_config(cases(10))]

    #[test]
    fn all_points_are_shared_out_by_area(game in games()) {
        let case = case(game);
        for rules in [ScoringRules::Chinese, ScoringRules::Ing] {
            let count = Count::new(&case.board, &scoring(&case, rules)).unwrap();
            let lines = f64::from(case.board.size().get());
            prop_assert_eq!(count.black.points + count.white.points, lines * lines);
        }
    }

    #[test]
    fn colours_and_the_eight_images_are_alike(game in games()) {
        let case = case(game);
        let last = case.board.size().get() - 1;
        for rules in ScoringRules::VARIANTS.iter().copied() {
            let scoring = scoring(&case, rules);
            let count = Count::new(&case.board, &scoring).unwrap();
            let swapped = mapped(&case, &scoring, true, |point| point);
            prop_assert_eq!(swapped.score().0, -count.score().0);
            prop_assert_eq!(swapped.seki, count.seki);
            prop_assert_eq!(&swapped.white.territory, &count.black.territory);
            for image in 0..8u8 {
                let map = |point: Point| {
                    let x = if image & 1 == 0 { point.x() } else { last - point.x() };
                    let y = if image & 2 == 0 { point.y() } else { last - point.y() };
                    if image & 4 == 0 { Point::new(x, y) } else { Point::new(y, x) }
                };
                let turned = mapped(&case, &scoring, false, map);
                prop_assert_eq!(turned.score(), count.score());
                let seki: PointSet = count.seki.iter().map(map).collect();
                prop_assert_eq!(turned.seki, seki);
            }
        }
    }

    /// Area is territory, and one point more for each stone that a side played more than the other; eyes in seki
    /// are the exception, so none is named.
    #[test]
    fn area_and_territory_differ_by_the_stones_played(game in games()) {
        let case = case(game);
        let mut by = scoring(&case, ScoringRules::Chinese);
        by.seki = Some(PointSet::EMPTY);
        let area = Count::new(&case.board, &by).unwrap().score().0;
        by.rules = ScoringRules::Japanese;
        let territory = Count::new(&case.board, &by).unwrap().score().0;
        let played = f64::from(case.moves[0]) - f64::from(case.moves[1]);
        prop_assert_eq!(area, territory + played);
    }

    /// A named stone stands for its chain, so it does not matter which of them is named.
    #[test]
    fn any_stone_of_a_dead_chain_names_it(game in games()) {
        let case = case(game);
        let mut whole = case.dead;
        for stone in case.dead {
            whole = whole.union(case.board.chain(stone));
        }
        let mut by = scoring(&case, ScoringRules::Japanese);
        let count = Count::new(&case.board, &by).unwrap();
        by.dead = whole;
        prop_assert_eq!(Count::new(&case.board, &by).unwrap(), count);
    }

    /// What lives unconditionally and in seki is never dead, whole chains are, and the same is found again.
    #[test]
    fn estimates_are_whole_chains_and_repeat(game in games()) {
        let case = case(game);
        let by = LifeMethod::Playouts { games: 4, seed: 7 };
        let mut ways = vec![by];
        ways.extend(Model::all().map(LifeMethod::Model));
        let certain = Unconditional::new(&case.board);
        for by in ways {
            let dead = dead_stones(&case.board, &by);
            prop_assert_eq!(dead_stones(&case.board, &by), dead);
            for stone in dead {
                prop_assert!(case.board.chain(stone).is_subset(&dead));
            }
            prop_assert!(certain.dead(&case.board).is_subset(&dead));
            for color in Color::ALL {
                prop_assert!(certain.alive(color).is_disjoint(&dead));
            }
        }
        let seki = seki_stones(&case.board);
        for stone in seki {
            prop_assert!(case.board.chain(stone).is_subset(&seki));
        }
    }
}
