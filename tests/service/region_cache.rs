//! What is kept of a corner is what would be worked out, on whatever board it was asked about.

use std::sync::Arc;

use joseki::book::{Forest, Line, Verdict};
use joseki::game::{BoardSize, Color, Corner, Frame, Move, Point, Step, Symmetry};
use joseki::ledger::ResultTotals;
use joseki::priority::random::hash;
use joseki::service::{
    Service,
    next::{self, FailedConditions, GamesFilter, NextQuery, PlayWeights},
};
use joseki::store::{BookChange, SqliteStore, Store};
use joseki::wire::{Coords, NextResponse, ResponseFields, SelectedFields};
use proptest::prelude::*;
use proptest::test_runner::TestRunner;

use crate::full::cases;

const SIZES: [u8; 3] = [19, 13, 9];

fn service(folder: &tempfile::TempDir) -> Service {
    crate::messages::keep_short();
    let store = SqliteStore::open(folder.path().join("test.db")).unwrap();
    let service = Service::new(Arc::new(store));
    service.curation().ensure_starter().unwrap();
    service
}

/// Moves that mostly follow the book, in all corners, with some anywhere and some passes.
fn moves(service: &Service, size: BoardSize, seed: u64, count: u64) -> NextQuery {
    let mut query = NextQuery { limit: 30, ..NextQuery::new(size) };
    for turn in 0..count {
        let draw = |about: u64, of: usize| hash(seed, about, [turn, 0, 0]) as usize % of;
        let answer = service.next_moves().next(&query).expect("a legal game");
        let corner = Corner::ALL[draw(1, 4)];
        let here: Vec<Move> =
            answer.in_region(corner).flat_map(|one| one.plays.iter().copied()).collect();
        let near = Step::corner(draw(2, 6) as u8, draw(3, 6) as u8).expect("in a corner");
        let near = Frame::clockwise(corner).point_of(near, size).map_or(Move::Pass, Move::Play);
        let played = match draw(4, 20) {
            0 => Move::Pass,
            1..5 => near,
            5 => Move::Play(Point::new(
                draw(5, size.get().into()) as u8,
                draw(6, size.get().into()) as u8,
            )),
            _ if here.is_empty() => near,
            _ => here[draw(7, here.len().min(3))],
        };
        query.moves.push((query.to_play(), played));
        if service.next_moves().next(&query).is_err() {
            query.moves.pop();
        }
    }
    query
}

fn any_options() -> impl Strategy<Value = NextQuery> {
    let verdict = prop_oneof![3 => Just(None), 1 => Just(Some(Verdict::Good))];
    let side =
        prop_oneof![6 => Just(None), 1 => Just(Some(Color::Black)), 1 => Just(Some(Color::White))];
    let since = prop_oneof![3 => Just(None), 1 => Just(Some(2010))];
    let named = prop_oneof![3 => Just(None), 1 => Just(Some("ann"))];
    (verdict, side, since, named, 1usize..12, 0u8..16).prop_map(
        |(min_verdict, to_play, since, named, limit, rare)| NextQuery {
            min_verdict,
            to_play,
            limit,
            games: GamesFilter { since, ..GamesFilter::default() },
            opponent: named.map(|name| name.parse().expect("a name")),
            class: named.map(str::to_owned).filter(|_| rare == 1),
            weights: if rare == 2 { PlayWeights::Equal } else { PlayWeights::default() },
            failed_conditions: if rare == 3 {
                FailedConditions::Hide
            } else {
                FailedConditions::Mark
            },
            min_games: (rare == 4).then_some(3),
            trend: rare == 5,
            kinds: rare == 6,
            seed: (rare == 7).then_some(1),
            whole_board: rare == 8,
            corner: (rare == 9).then_some(Corner::UpperRight),
            most: (rare >= 12).then_some(2 + usize::from(rare)),
            ..NextQuery::new(BoardSize::NINETEEN)
        },
    )
}

/// With the book of a new database, which has counts, verdicts, texts and conditions on ladders.
#[test]
fn what_is_kept_of_corners_is_what_would_be_worked_out() {
    let folder = tempfile::tempdir().unwrap();
    let service = service(&folder);
    let book = service.book("main").unwrap();
    let sgf = |coords| if coords { Coords::Sgf } else { Coords::Gtp };
    let wanted = [
        "",
        "best",
        "moves",
        "moves.point corners.state",
        "corners moves.verdict moves.point reason",
        "book moves.evidence moves corners.filtered",
    ];
    let wanted = wanted.map(|names| -> ResponseFields {
        let names: Vec<String> = names.split_whitespace().map(str::to_owned).collect();
        ResponseFields::parse(&names).unwrap()
    });
    let format = (any::<bool>(), 0..wanted.len());
    let question = (any::<u64>(), 0u64..24, 0..SIZES.len(), any_options(), format);
    let law = |(seed, count, size, options, (coords, fields)): (
        u64,
        u64,
        usize,
        NextQuery,
        (bool, usize),
    )| {
        let fields = &wanted[fields];
        let size = BoardSize::new(SIZES[size]).unwrap();
        let NextQuery { moves, .. } = moves(&service, size, seed, count);
        let query = NextQuery { size, moves, ..options };
        let alone =
            next::answer("main", book.info.version, &book.index, &ResultTotals::default(), &query);
        let alone = NextResponse::new(&alone.unwrap(), sgf(coords), size);
        let some = serde_json::to_string(&SelectedFields::new(&alone, fields)).unwrap();
        let alone = serde_json::to_string(&alone).unwrap();
        let kept = service.next_moves().next(&query).unwrap();
        let mut text = Vec::new();
        NextResponse::append_json(&kept, (sgf(coords), size), fields, &mut text).unwrap();
        prop_assert_eq!(String::from_utf8(text).unwrap(), some);
        let kept = NextResponse::new(&kept, sgf(coords), size);
        prop_assert_eq!(serde_json::to_string(&kept).unwrap(), alone);
        Ok(())
    };
    TestRunner::new(cases(150)).run(&question, law).unwrap();
    let [hits, misses] = service.next_moves().region_cache().hits_and_misses();
    assert!(hits > misses, "{hits} hits, {misses} misses");
}

/// One joseki in all corners, orientations and colours: all but the first are images of it, and their
/// JSON is what it would be without.
#[test]
fn the_same_stones_elsewhere_are_an_image() {
    let folder = tempfile::tempdir().unwrap();
    let service = service(&folder);
    let book = service.book("main").unwrap();
    let size = BoardSize::NINETEEN;
    let line: Line = "DDCFFC".parse().unwrap();
    let mut images = 0;
    for frame in Corner::ALL.into_iter().flat_map(|corner| {
        [Symmetry::IDENTITY, Symmetry::TRANSPOSE]
            .map(|symmetry| Frame { region: corner.into(), symmetry })
    }) {
        for first in Color::ALL {
            let colors = [first, first.opposite()].into_iter().cycle();
            let moves = line.steps().iter().zip(colors);
            let moves = moves.map(|(step, color)| (color, frame.move_of(*step, size).unwrap()));
            let query = NextQuery { moves: moves.collect(), ..NextQuery::new(size) };
            let kept = service.next_moves().next(&query).unwrap();
            let mut text = Vec::new();
            let format = (Coords::Gtp, size);
            NextResponse::append_json(&kept, format, &ResponseFields::default(), &mut text)
                .unwrap();
            let alone =
                next::answer("main", kept.version, &book.index, &ResultTotals::default(), &query);
            let alone = NextResponse::new(&alone.unwrap(), Coords::Gtp, size);
            assert_eq!(String::from_utf8(text).unwrap(), serde_json::to_string(&alone).unwrap());
            images += usize::from(kept.shared[frame.region.index()].original().is_some());
        }
    }
    assert_eq!(images, 15);
}

/// A move that is playable beside a stone of one's own in the next corner, asked about without it, with
/// it, and with the opponent's.
#[test]
fn the_rest_of_the_board_is_asked_again() {
    let folder = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(folder.path().join("test.db")).unwrap();
    let mut forest = Forest::new();
    let conditional = forest.insert(&"DDCF".parse().unwrap());
    forest.data_mut(conditional).conditions = "own(PD)".parse().unwrap();
    forest.insert(&"DDFC".parse::<Line>().unwrap());
    forest.insert(&"DDDG".parse().unwrap());
    store.apply(&BookChange::new_book("main", &forest, "test")).unwrap();
    let service = Service::new(Arc::new(store));
    let size = BoardSize::NINETEEN;
    let point = |text: &str| Move::from_gtp(text, size).unwrap();
    let holds = |beside: &[(Color, &str)]| -> Vec<bool> {
        let beside = beside.iter().map(|(color, at)| (*color, point(at)));
        let moves = beside.chain([(Color::Black, point("Q16"))]).collect();
        let query = NextQuery { moves, to_play: Some(Color::White), ..NextQuery::new(size) };
        let answer = service.next_moves().next(&query).unwrap();
        answer.in_region(Corner::UpperRight).map(|candidate| candidate.holds()).collect()
    };
    for _ in 0..2 {
        assert_eq!(holds(&[]), [true, false]);
        assert_eq!(holds(&[(Color::White, "Q4"), (Color::White, "D16")]), [true, true]);
        assert_eq!(holds(&[(Color::Black, "Q4")]), [true, false]);
    }
    let [hits, misses] = service.next_moves().region_cache().hits_and_misses();
    assert!(hits > 0 && misses > 4, "{hits} hits, {misses} misses");
}

/// A cache of nothing keeps nothing, and one of few bytes never more.
#[test]
fn the_cache_is_bounded() {
    let folder = tempfile::tempdir().unwrap();
    let service = service(&folder);
    let size = BoardSize::NINETEEN;
    service.next_moves().region_cache().set_bytes(0);
    moves(&service, size, 1, 10);
    assert_eq!(
        (
            service.next_moves().region_cache().bytes(),
            service.next_moves().region_cache().hits_and_misses()
        ),
        (0, [0, 0])
    );
    service.next_moves().region_cache().set_bytes(200_000);
    for seed in 0..10 {
        moves(&service, size, seed, 16);
        assert!(service.next_moves().region_cache().bytes() <= 200_000);
    }
    assert!(service.next_moves().region_cache().bytes() > 0);
}

#[test]
fn json_of_wanted_fields_is_counted_when_a_corner_is_asked_again() {
    let folder = tempfile::tempdir().unwrap();
    let service = service(&folder);
    let size = BoardSize::NINETEEN;
    let query = NextQuery::new(size);
    let ask = |names: &[String]| {
        let (fields, mut text) = (ResponseFields::parse(names).unwrap(), Vec::new());
        let answer = service.next_moves().next(&query).unwrap();
        NextResponse::append_json(&answer, (Coords::Gtp, size), &fields, &mut text).unwrap();
        let bytes = service.next_moves().region_cache().bytes();
        (bytes, text.len() as u64)
    };
    let (whole, _) = ask(&[]);
    assert_eq!(ask(&["moves".to_owned()]).0, whole);
    let (more, written) = ask(&["moves".to_owned()]);
    assert!(more >= whole + written, "{more} after {whole} and {written}");
    assert_eq!(ask(&["moves".to_owned()]).0, more);
}
