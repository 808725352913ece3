//! The models of influence: the golden values of the facts, laws, and plain programs for the same.

use std::collections::BTreeMap;

use joseki::game::Color::{self, Black, White};
use joseki::game::go::{PointSet, Position, diagram};
use joseki::game::{BoardSize, Move, Point};
use joseki::influence::{
    Blocks, Field, Forces, LinkKind, Links, Mechanical, Model, Ownership, PointMetrics, Quick,
    Ryder, RyderBlock, StoneGrades, Territory, Whole, Zobrist,
};
use proptest::prelude::*;

const SIZE: BoardSize = BoardSize::NINETEEN;

fn board(stones: &[(Color, u8, u8)]) -> Position {
    let mut board = Position::new(SIZE);
    for &(color, x, y) in stones {
        board.place(color, Point::new(x, y));
    }
    board
}

fn forces(board: &Position) -> Forces {
    Forces::new(board, Mechanical::default())
}

fn sfb(board: &Position) -> f64 {
    Whole::new(board, Mechanical::default()).sfb()
}

/// The value at an offset from the centre, and that it is the same at its images.
fn around(field: &Field, dx: i32, dy: i32) -> i32 {
    let at = |dx: i32, dy: i32| field.at(Point::new((9 + dx) as u8, (9 + dy) as u8));
    for (x, y) in [(dx, dy), (dy, dx)] {
        for (x, y) in [(x, y), (-x, y), (x, -y), (-x, -y)] {
            assert_eq!(at(x, y), at(dx, dy), "({x}, {y})");
        }
    }
    at(dx, dy)
}

#[test]
fn a_lone_stone_in_the_centre_under_the_mechanical_model() {
    let lone = board(&[(Black, 9, 9)]);
    let field = Mechanical::default().field(&lone);
    for (dx, dy, expected) in [
        (1, 0, 36),
        (1, 1, 20),
        (2, 0, 18),
        (2, 1, 10),
        (2, 2, 6),
        (3, 0, 8),
        (3, 1, 6),
        (3, 2, 2),
        (4, 0, 4),
        (4, 1, 2),
        (5, 0, 2),
        (6, 0, 1),
    ] {
        assert_eq!(around(&field, dx, dy), expected, "({dx}, {dy})");
    }
    assert_eq!(field.sum(), 540);
    assert_eq!(forces(&lone).at(Point::new(10, 9)), [2, 32, 2, 0]);
}

#[test]
fn two_stones_side_by_side() {
    let both = board(&[(Black, 9, 9), (Black, 10, 9)]);
    let forces = forces(&both);
    assert_eq!(forces.at(Point::new(9, 9)), [2, 0, 2, 32]);
    assert_eq!(forces.at(Point::new(11, 9)), [3, 32, 3, 0]);
    assert_eq!(forces.at(Point::new(10, 8)), [40, 11, 1, 2]);
    assert_eq!(Mechanical::default().field(&both).sum(), 962);
}

#[test]
fn a_stone_in_the_corner_pushes_itself() {
    let corner = board(&[(Black, 0, 0)]);
    assert_eq!(Mechanical::default().field(&corner).sum(), 404);
    assert_eq!(forces(&corner).at(Point::new(0, 0)), [2, 42, 42, 2]);
}

/// The facts: points of influence only and solid ones, SFB.
#[test]
fn territory_and_sfb_of_small_boards() {
    let check = |stones: &[(Color, u8, u8)], influence: u32, solid: u32, expected: f64| {
        let board = board(stones);
        let territory = Territory::new(&board, &forces(&board));
        assert_eq!(territory.black.influence_only().len(), influence, "{stones:?}");
        assert_eq!(territory.black.solid.len(), solid, "{stones:?}");
        assert!(territory.white.influence.is_empty());
        assert!((sfb(&board) - expected).abs() < 5e-7, "{stones:?}: {}", sfb(&board));
    };
    check(&[(Black, 9, 9)], 8, 0, 5.148629);
    check(&[(Black, 2, 2)], 8, 2, 5.811410);
    check(&[(Black, 9, 9), (Black, 11, 9)], 10, 3, 10.123466);
}

#[test]
fn two_stones_with_a_point_between_become_one_block() {
    let both = board(&[(Black, 9, 9), (Black, 11, 9)]);
    let blocks = Blocks::new(&both, &forces(&both));
    let counts: Vec<usize> = blocks.black.iter().map(|level| level.blocks.len()).collect();
    assert_eq!(counts, [2, 2, 1]);
    assert_eq!(blocks.black[2].threshold, Some(16));
    assert!(blocks.white.is_empty());
}

#[test]
fn the_balance_of_points() {
    let between = |first, second| {
        let board = board(&[(first, 8, 9), (second, 10, 9)]);
        PointMetrics::from_forces(forces(&board).at(Point::new(9, 9)))
    };
    let torn = between(Black, White);
    assert_eq!((torn.sum, torn.balance), (0, 0.0));
    let held = between(Black, Black);
    assert_eq!(held.balance, 1.0);
    let nothing = PointMetrics::from_forces([0; 4]);
    assert_eq!((nothing.strength, nothing.balance, nothing.share()), (0.0, 0.0, 0.0));
}

#[test]
fn the_quick_model_by_hand() {
    let check = |stones: &[(Color, u8, u8)], points: &[((u8, u8), i32, i32)]| {
        let board = board(stones);
        let (raw, smooth) = (Quick::default().raw(&board), Quick::default().field(&board));
        for &((x, y), before, after) in points {
            let point = Point::new(x, y);
            assert_eq!((raw.at(point), smooth.at(point)), (before, after), "{x} {y}");
        }
    };
    check(&[(Black, 9, 9), (White, 10, 9)], &[((10, 8), -3, -3), ((9, 7), 1, 0), ((8, 9), 3, 3)]);
    check(&[(Black, 8, 9), (White, 10, 9)], &[((9, 9), 0, 0), ((9, 8), 0, 0), ((8, 8), 4, 3)]);
    let lone = board(&[(Black, 9, 9)]);
    assert_eq!(Quick::default().raw(&lone), Quick::default().field(&lone));
    let field = Quick::default().field(&lone);
    let values = [(1, 0), (1, 1), (2, 0), (2, 1), (3, 0), (2, 2)];
    assert_eq!(values.map(|(dx, dy)| around(&field, dx, dy)), [6, 5, 3, 2, 0, 0]);
}

#[test]
fn a_lone_stone_under_the_model_of_zobrist() {
    let field = Zobrist::default().field(&board(&[(Black, 9, 9)]));
    let row = |dy: u8| -> Vec<i32> { (0..19).map(|x| field.at(Point::new(x, 9 + dy))).collect() };
    let expected = |middle: &[i32]| {
        let mut row = vec![0; 19];
        let from = 9 - middle.len() / 2;
        row[from..from + middle.len()].copy_from_slice(middle);
        row
    };
    assert_eq!(row(0), expected(&[1, 2, 6, 10, 62, 10, 6, 2, 1]));
    assert_eq!(row(1), expected(&[2, 4, 8, 10, 8, 4, 2]));
    assert_eq!(row(2), expected(&[2, 4, 6, 4, 2]));
    assert_eq!(row(3), expected(&[2, 2, 2]));
    assert_eq!(row(4), expected(&[1]));
    assert_eq!(row(5), expected(&[]));
    assert_eq!(field.sum(), 226);
}

#[test]
fn the_kernel_of_ryder() {
    let lone = board(&[(White, 9, 9)]);
    let field = Ryder::default().field(&lone);
    assert_eq!(
        [(0, 0), (1, 0), (1, 1), (2, 0)].map(|(x, y)| around(&field, x, y)),
        [-60, -13, 0, 0]
    );
    assert_eq!(field.sum(), -60 - 4 * 13);
    let wide = Ryder::with_kernel(vec![vec![9], vec![5, 4], vec![3, 2, 1]]).unwrap();
    let field = wide.field(&lone);
    let values =
        [(0, 0), (1, 0), (1, 1), (2, 0), (2, 1), (2, 2)].map(|(x, y)| around(&field, x, y));
    assert_eq!(values, [-9, -5, -4, -3, -2, -1]);
    assert_eq!(field.sum(), -(9 + 4 * 5 + 4 * 4 + 4 * 3 + 8 * 2 + 4));
    for kernel in [vec![], vec![vec![1, 2]], vec![vec![10_001]], vec![vec![1]; 26]] {
        assert_eq!(Ryder::with_kernel(kernel.clone()), None, "{kernel:?}");
    }
}

#[test]
fn links_of_both_kinds() {
    let board = diagram::parse(
        "X X . . . .
         . . X . . .
         . . . . O .
         X . X . . O
         . O . . . O
         X . . . . .",
    )
    .unwrap();
    let at = |x, y| Point::new(x, y);
    let links = Links::new(&board, Black);
    let strong: Vec<_> = links.strong.iter().map(|link| (link.from, link.to, link.kind)).collect();
    assert_eq!(
        strong,
        [
            (at(0, 0), at(1, 0), LinkKind::Adjacent),
            (at(1, 0), at(2, 1), LinkKind::Diagonal),
            (at(2, 1), at(2, 3), LinkKind::Jump),
            (at(0, 3), at(2, 3), LinkKind::Jump),
            (at(0, 3), at(0, 5), LinkKind::Jump),
        ]
    );
    // Between two own stones and beside an enemy one; beside one own and one enemy stone it is neither.
    assert!(links.semi_connected.contains(at(0, 4)));
    assert!(links.semi_connected.contains(at(1, 3)));
    assert!(!links.semi_connected.contains(at(2, 4)) && !links.connected.contains(at(2, 4)));
    assert!(links.connected.contains(at(2, 0)) && links.connected.contains(at(3, 1)));
    let white: Vec<_> = Links::new(&board, White).strong.iter().map(|link| link.kind).collect();
    assert_eq!(white, [LinkKind::Diagonal, LinkKind::Adjacent]);
    let cut = diagram::parse("X O\nO X").unwrap();
    assert!(Links::new(&cut, Black).strong.is_empty());
}

#[test]
fn blocks_of_stones_with_connected_points_and_their_strength() {
    let board = diagram::parse(
        "X X . . . .
         . . X . . .
         . . . . O .
         X . X . . O
         . O . . . O
         X . . . . .",
    )
    .unwrap();
    let blocks =
        |color| RyderBlock::find(&board, color, &Links::new(&board, color), &Ryder::default());
    // Such points lead from each of Black's stones to the next. By hand: (2,4) and (1,5) are beside
    // one stone of each side, so they are neither; (0,4) and (1,3) are beside two and one.
    let black = blocks(Black);
    assert_eq!(black.len(), 1);
    assert_eq!(black[0].stones, board.stones(Black));
    let at = |points: &[(u8, u8)]| -> PointSet {
        points.iter().map(|(x, y)| Point::new(*x, *y)).collect()
    };
    let connected = at(&[(2, 0), (0, 1), (1, 1), (3, 1), (0, 2), (2, 2), (3, 3)]);
    assert_eq!(black[0].connected, connected);
    assert_eq!(black[0].semi_connected, at(&[(0, 4), (1, 3)]));
    // Twice 13, where two stones are beside the point.
    assert_eq!(black[0].strong, at(&[(2, 0), (1, 1), (2, 2)]));
    // No such point leads from White's stone on the left to the others.
    let white = blocks(White);
    assert_eq!(white.iter().map(|block| block.stones.len()).collect::<Vec<_>>(), [3, 1]);
    assert_eq!(RyderBlock::threshold(&Ryder::default()), 13);
}

/// The numbers in the document are those of a plain program for the model.
#[test]
fn the_table_of_simple_moves_is_what_the_model_says() {
    let text = include_str!("../../docs/influence.md");
    let section = text.split("### Simple moves").nth(1).and_then(|rest| rest.split("\n## ").next());
    let rows = section.expect("the section").lines().filter(|line| line.starts_with("| "));
    let rows: Vec<Vec<&str>> =
        rows.skip(1).map(|row| row.split('|').map(str::trim).collect()).collect();
    assert!(rows.len() > 20, "{rows:?}");
    for row in rows {
        let point = |text: &str| Point::from_gtp(text, SIZE).unwrap();
        let mut before = Position::new(SIZE);
        if row[2] != "empty board" {
            before.place(Black, point(row[2]));
        }
        let balanced = PointMetrics::from_forces(forces(&before).at(point(row[3]))).balanced();
        let mut after = before;
        after.place(Black, point(row[3]));
        let change = sfb(&after) - sfb(&before);
        let found = [format!("{balanced:.3}"), format!("{change:.3}")];
        assert_eq!(found, [row[4], row[5]], "{}", row[1]);
    }
}

#[test]
fn a_dead_stone_counts_for_the_other_side() {
    let stones = board(&[(Black, 3, 3), (White, 15, 15), (White, 4, 3)]);
    let dead = PointSet::from(Point::new(4, 3));
    for model in Model::all() {
        let (alive, without) = (model.lead(&stones, PointSet::EMPTY), model.lead(&stones, dead));
        assert!((without - alive - 2.0).abs() < 1e-9, "{model}: {alive} {without}");
    }
}

/// The stone in the corner is dead with either side to move, the wall around it lives.
#[test]
fn graded_stones_count_their_ownership() {
    let board = diagram::parse(
        "O X . X .
         . X X X X
         X X . . .
         . . . . .
         . . . . O",
    )
    .unwrap();
    let owned = Ownership::by_playouts(&board, 100, 1);
    assert_eq!(owned, Ownership::by_playouts(&board, 100, 1));
    for point in board.size().points() {
        assert!((-1.0..=1.0).contains(&owned.at(point)));
    }
    // A side that lives unconditionally owns its stones and what they enclose in every game.
    assert_eq!(owned.at(Point::new(2, 0)), 1.0);
    let grades = StoneGrades::by_ownership(&board, &owned);
    let plain = |dead| Whole::with_dead(&board, dead, Mechanical::default()).sfb();
    let graded = Whole::with_grades(&board, grades.clone(), Mechanical::default());
    let stones = board.size().points().filter(|point| board.at(*point).is_some());
    let change: f64 = stones
        .map(|point| owned.at(point) - if board.at(point) == Some(Black) { 1.0 } else { -1.0 })
        .sum();
    assert!((graded.sfb() - plain(PointSet::EMPTY) - change).abs() < 1e-9);
    for model in Model::all() {
        let (alive, by_games) =
            (model.lead(&board, PointSet::EMPTY), model.graded_lead(&board, grades.clone()));
        assert!((by_games - alive - change).abs() < 1e-9, "{model}");
    }
    // A stone played later lives.
    let mut after = graded;
    after.play(White, Move::Play(Point::new(4, 3))).unwrap();
    let forces = Forces::new(after.board(), Mechanical::default());
    let empties: f64 = after
        .board()
        .empty()
        .iter()
        .map(|point| PointMetrics::from_forces(forces.at(point)).share())
        .sum();
    let old: f64 =
        board.size().points().filter(|p| board.at(*p).is_some()).map(|p| owned.at(p)).sum();
    assert!((after.sfb() - (empties + old - 1.0)).abs() < 1e-9);
}

#[test]
fn a_point_beside_a_lone_stone_is_full() {
    // By the golden values: 32 is a stone's force, 6 and 10 and 13 are the values beside a stone.
    let full = Model::all().map(|model| model.full());
    assert_eq!(full, [32, 6, 10, 13]);
    for (text, full) in [
        ("zobrist:rounds=0", 1),
        ("zobrist:rounds=1", 1),
        ("ryder:kernel=60", 1),
        ("ryder:kernel=9/-4", 4),
    ] {
        assert_eq!(text.parse::<Model>().unwrap().full(), full, "{text}");
    }
    // A lone stone of the quick model: itself, 4 · 6/6, 4 · 5/6, 4 · 3/6 and 8 · 2/6.
    let lead = Model::all()[1].lead(&board(&[(Black, 9, 9)]), PointSet::EMPTY);
    assert!((lead - (1.0 + 4.0 + 20.0 / 6.0 + 2.0 + 16.0 / 6.0)).abs() < 1e-9, "{lead}");
}

#[test]
fn a_capture_gives_back_the_points() {
    let mut whole = Whole::new(&board(&[(White, 0, 0), (Black, 1, 0)]), Mechanical::default());
    let line = whole.line(&[(Black, Move::Play(Point::new(0, 1)))]).unwrap();
    whole.play(Black, Move::Play(Point::new(0, 1))).unwrap();
    assert_eq!(whole.board().at(Point::new(0, 0)), None);
    assert_eq!(line.after, [whole.sfb()]);
    assert_eq!(whole.sfb(), sfb(whole.board()));
    // Passing changes nothing, an illegal move names its place.
    let passes = [(White, Move::Pass), (Black, Move::Play(Point::new(1, 0)))];
    assert_eq!(whole.line(&passes[..1]).unwrap().change(), 0.0);
    assert_eq!(whole.line(&passes).unwrap_err().0, 1);
    assert_eq!(whole.line(&[]).unwrap().change(), 0.0);
}

#[test]
fn models_are_read_from_their_texts() {
    for text in [
        "mechanical",
        "quick",
        "zobrist",
        "ryder",
        "mechanical:force=64",
        "quick:values=8/5/2/0",
        "zobrist:stone=30,rounds=2",
        "ryder:kernel=60/13:5/0:0:-1",
    ] {
        let model: Model = text.parse().unwrap();
        assert_eq!(model.to_string(), text);
    }
    // What is written out though it is usual is the usual model.
    assert_eq!("mechanical:force=32".parse(), Ok(Model::all()[0].clone()));
    let refused = |text: &str| text.parse::<Model>().unwrap_err().to_string();
    assert_eq!(
        refused("magnetic"),
        "unknown model \"magnetic\": expected mechanical, quick, zobrist or ryder"
    );
    assert_eq!(
        refused("quick:force=1"),
        "unknown parameter \"force\" of the model quick: expected values"
    );
    assert_eq!(
        refused("mechanical:force=33"),
        "invalid value \"33\" of force of the model mechanical: expected a power of two, 1 to 1024; separate parameters with commas"
    );
    for text in [
        "",
        "mechanical:",
        "mechanical:force",
        "mechanical:force=0",
        "mechanical:force=2048",
        "quick:values=6/5/3",
        "quick:values=1/2/3/4",
        "quick:values=6/5/3/-2",
        "zobrist:rounds=49",
        "zobrist:stone=0",
        "zobrist:stone=1,stone=1",
        "ryder:kernel=",
        "ryder:kernel=1:2",
        "Quick",
    ] {
        assert!(text.parse::<Model>().is_err(), "{text}");
    }
}

/// Any board of a few sizes with stones thrown at it, dense or not; chains may stand without liberties.
pub fn boards() -> impl Strategy<Value = Position> {
    let sizes = prop::sample::select(vec![2_u8, 3, 5, 9, 13, 19, 25]);
    sizes.prop_flat_map(|lines| {
        let stone = (any::<bool>(), 0..lines, 0..lines);
        prop::collection::vec(stone, 0..120).prop_map(move |stones| {
            let mut board = Position::new(BoardSize::new(lines).unwrap());
            for (black, x, y) in stones {
                board.place(if black { Black } else { White }, Point::new(x, y));
            }
            board
        })
    })
}

/// The board turned and mirrored in one of 8 ways, with a map of its points.
pub fn image(board: &Position, way: u8) -> (Position, impl Fn(Point) -> Point) {
    let last = board.size().max();
    let map = move |point: Point| {
        let (x, y) = (point.x(), point.y());
        let (x, y) = if way & 1 == 0 { (x, y) } else { (y, x) };
        let x = if way & 2 == 0 { x } else { last - x };
        let y = if way & 4 == 0 { y } else { last - y };
        Point::new(x, y)
    };
    let mut image = Position::new(board.size());
    for color in Color::ALL {
        for point in board.stones(color) {
            image.place(color, map(point));
        }
    }
    (image, map)
}

pub fn swapped(board: &Position) -> Position {
    let mut swapped = Position::new(board.size());
    for color in Color::ALL {
        for point in board.stones(color) {
            swapped.place(color.opposite(), point);
        }
    }
    swapped
}

/// ΔSFB by point, in millionths.
fn values(board: &Position, color: Color) -> BTreeMap<Point, i64> {
    let values = Whole::new(board, Mechanical::default()).values(color).into_iter();
    values.map(|value| (value.point, (value.change * 1e6).round() as i64)).collect()
}

fn rows(field: &Field) -> Vec<i32> {
    field.rows().flatten().copied().collect()
}

proptest! {
    #[test]
    fn the_plain_programs_agree(board in boards()) {
        let all: Vec<[i32; 4]> = {
            let forces = forces(&board);
            board.size().points().map(|point| forces.at(point)).collect()
        };
        prop_assert_eq!(all, crate::plain::forces(&board));
        let [raw, smoothed] = crate::plain::quick(&board);
        prop_assert_eq!(rows(&Quick::default().raw(&board)), raw);
        prop_assert_eq!(rows(&Quick::default().field(&board)), smoothed);
        prop_assert_eq!(rows(&Zobrist::default().field(&board)), crate::plain::zobrist(&board));
    }

    /// Every legal move once, each with the change of the sum computed from scratch, best first.
    #[test]
    fn values_are_the_changes_by_every_legal_move(board in boards(), black in any::<bool>()) {
        let color = if black { Black } else { White };
        let values = Whole::new(&board, Mechanical::default()).values(color);
        let mut legal = PointSet::EMPTY;
        for value in &values {
            let mut after = board;
            after.play(color, value.point).unwrap();
            prop_assert!((value.change - (sfb(&after) - sfb(&board))).abs() < 1e-6);
            legal.insert(value.point);
        }
        let all = board.size().points().filter(|point| board.is_legal(color, *point).is_ok());
        prop_assert_eq!(legal, all.collect::<PointSet>());
        prop_assert_eq!(legal.len() as usize, values.len());
        let place = |point: Point| (point.y(), point.x());
        let is_ordered = values.windows(2).all(|pair| {
            let [one, two] = [pair[0], pair[1]].map(|value| value.gain(color));
            one > two || one == two && place(pair[0].point) < place(pair[1].point)
        });
        prop_assert!(is_ordered);
    }

    #[test]
    fn values_follow_the_symmetries_and_change_sign_with_the_colours(
        board in boards(), way in 0..8_u8,
    ) {
        let (image, map) = image(&board, way);
        let here = values(&board, Black);
        let moved = here.iter().map(|(point, value)| (map(*point), *value));
        prop_assert_eq!(moved.collect::<BTreeMap<_, _>>(), values(&image, Black));
        let negated = here.iter().map(|(point, value)| (*point, -value));
        prop_assert_eq!(negated.collect::<BTreeMap<_, _>>(), values(&swapped(&board), White));
    }

    #[test]
    fn swapped_colours_negate_everything(board in boards()) {
        let other = swapped(&board);
        for model in Model::all() {
            let negated: Vec<i32> = rows(&model.field(&board)).iter().map(|value| -value).collect();
            prop_assert_eq!(rows(&model.field(&other)), negated);
            let (one, two) = (model.lead(&board, PointSet::EMPTY), model.lead(&other, PointSet::EMPTY));
            prop_assert!((one + two).abs() < 1e-9, "{} {}", one, two);
        }
        let (here, there) = (Territory::new(&board, &forces(&board)), Territory::new(&other, &forces(&other)));
        prop_assert_eq!((here.black, here.white), (there.white, there.black));
        let (here, there) = (Blocks::new(&board, &forces(&board)), Blocks::new(&other, &forces(&other)));
        prop_assert_eq!((here.black, here.white), (there.white, there.black));
        prop_assert_eq!(Links::new(&board, Black), Links::new(&other, White));
        let blocks = |board: &Position, color| {
            let links = Links::new(board, color);
            RyderBlock::find(board, color, &links, &Ryder::default())
        };
        let black = blocks(&board, Black);
        prop_assert_eq!(&black, &blocks(&other, White));
        // Every stone is in one block, and adjacent stones are in the same one.
        let all: u32 = black.iter().map(|block| block.stones.len()).sum();
        prop_assert_eq!(all, board.stones(Black).len());
        for block in &black {
            let chains = block.stones.iter().map(|stone| board.chain(stone));
            prop_assert_eq!(chains.fold(PointSet::EMPTY, PointSet::union), block.stones);
            prop_assert!(block.strong.is_subset(&block.connected));
        }
    }

    #[test]
    fn the_symmetries_of_the_board_are_those_of_the_models(board in boards(), way in 0..8_u8) {
        let (image, map) = image(&board, way);
        for model in Model::all() {
            let (here, there) = (model.field(&board), model.field(&image));
            for point in board.size().points() {
                prop_assert_eq!(here.at(point), there.at(map(point)));
            }
            let (one, two) = (model.lead(&board, PointSet::EMPTY), model.lead(&image, PointSet::EMPTY));
            prop_assert!((one - two).abs() < 1e-9, "{} {}", one, two);
        }
        let moved = |set: PointSet| -> PointSet { set.iter().map(&map).collect() };
        let (here, there) = (Territory::new(&board, &forces(&board)), Territory::new(&image, &forces(&image)));
        prop_assert_eq!(moved(here.black.influence), there.black.influence);
        prop_assert_eq!(moved(here.white.solid), there.white.solid);
        let (here, there) = (Blocks::new(&board, &forces(&board)), Blocks::new(&image, &forces(&image)));
        prop_assert_eq!(here.black.len(), there.black.len());
        for (one, two) in here.black.iter().zip(&there.black) {
            let mut one: Vec<PointSet> = one.blocks.iter().map(|block| moved(*block)).collect();
            one.sort_unstable_by_key(PointSet::first);
            prop_assert_eq!(&one, &two.blocks);
        }
        let (here, there) = (Links::new(&board, Black), Links::new(&image, Black));
        prop_assert_eq!(moved(here.connected), there.connected);
        prop_assert_eq!(moved(here.semi_connected), there.semi_connected);
        prop_assert_eq!(here.strong.len(), there.strong.len());
    }

    /// Stones put on the board and taken off it one by one, in any order, come to the same as the board at once.
    #[test]
    fn the_order_of_changes_does_not_matter(board in boards(), others in boards(), seed in any::<u64>()) {
        let mut stones: Vec<(Point, Option<Color>)> = board
            .size()
            .points()
            .filter_map(|point| board.at(point).map(|color| (point, Some(color))))
            .collect();
        // Others stand there for a while.
        let passing: Vec<Point> = stones.iter().map(|(point, _)| *point).filter(|point| others.size().contains(*point)).collect();
        let order = |index: usize| (index as u64 + 1).wrapping_mul(seed | 1).rotate_left(17);
        stones.sort_by_key(|(point, _)| order(usize::from(point.x()) * 25 + usize::from(point.y())));
        let mut forces = Forces::empty(board.size(), Mechanical::default());
        for point in passing {
            forces.set_stone(point, others.at(point));
        }
        for (point, stone) in stones {
            forces.set_stone(point, stone);
        }
        prop_assert_eq!(&forces, &Forces::new(&board, Mechanical::default()));
        for color in Color::ALL {
            for point in board.stones(color) {
                forces.set_stone(point, None);
            }
        }
        prop_assert_eq!(forces, Forces::empty(board.size(), Mechanical::default()));
    }

    /// What is kept while moves are played equals what is worked out from nothing, to the last bit.
    #[test]
    fn a_game_kept_is_a_game_counted_again(moves in prop::collection::vec((0..7_u8, 0..7_u8), 1..120)) {
        let mut whole = Whole::new(&Position::new(BoardSize::new(7).unwrap()), Mechanical::default());
        let mut color = Black;
        for (x, y) in moves {
            if whole.play(color, Move::Play(Point::new(x, y))).is_ok() {
                color = color.opposite();
                prop_assert_eq!(whole.sfb(), sfb(whole.board()));
                prop_assert_eq!(whole.forces(), &forces(whole.board()));
            }
        }
    }

    #[test]
    fn territory_and_blocks_are_what_their_names_say(board in boards()) {
        let forces = forces(&board);
        let territory = Territory::new(&board, &forces);
        for held in [territory.black, territory.white] {
            prop_assert!(held.solid.is_subset(&held.influence));
            prop_assert!(held.influence.is_subset(&board.empty()));
        }
        prop_assert!(territory.black.influence.is_disjoint(&territory.white.influence));
        let blocks = Blocks::new(&board, &forces);
        for color in Color::ALL {
            let levels = blocks.levels(color);
            for level in levels {
                let all = level.blocks.iter().fold(PointSet::EMPTY, |all, block| all.union(*block));
                prop_assert_eq!(all, board.stones(color));
                let sum: u32 = level.blocks.iter().map(PointSet::len).sum();
                prop_assert_eq!(sum, all.len());
            }
            for pair in levels.windows(2) {
                let whole = |block: &PointSet| pair[1].blocks.iter().any(|next| block.is_subset(next));
                prop_assert!(pair[0].blocks.iter().all(whole));
            }
            let last = levels.len().saturating_sub(1);
            prop_assert!(levels.iter().take(last).all(|level| level.blocks.len() > 1));
            prop_assert!(levels.len() <= 7);
            prop_assert!(levels.is_empty() || levels.len() == 7 || levels[last].blocks.len() == 1);
        }
    }

    /// A board mirrored half a line outside its right edge pushes back exactly as the edge does.
    #[test]
    fn the_edge_is_a_mirrored_board(stones in prop::collection::vec((any::<bool>(), 0..12_u8, 4..21_u8), 0..60)) {
        // The mirror runs down between the columns 11 and 12 of a board of 24 lines.
        let mut whole = Position::new(BoardSize::new(24).unwrap());
        for (black, x, y) in stones {
            let color = if black { Black } else { White };
            whole.place(color, Point::new(x, y));
            whole.place(color, Point::new(23 - x, y));
        }
        let forces = forces(&whole);
        for y in 0..24 {
            for x in 0..12 {
                let [up, right, down, left] = forces.at(Point::new(x, y));
                prop_assert_eq!(forces.at(Point::new(23 - x, y)), [up, left, down, right]);
            }
        }
        // The left half alone, with an edge where the mirror was.
        let half = crate::plain::forces_in(&whole, 12, 24);
        for y in 0..24_usize {
            for x in 0..12_usize {
                prop_assert_eq!(forces.at(Point::new(x as u8, y as u8)), half[y * 12 + x]);
            }
        }
    }
}
