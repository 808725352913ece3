//! Corners in which neither side has to play: what says so, and who stops there.

use std::sync::Arc;

use joseki::book::{Forest, Index, Line};
use joseki::format::sgf::{Limits, read_collection};
use joseki::game::{BoardSize, Color, Corner, Move, Variant};
use joseki::ledger::{BoardRecord, ResultTotals};
use joseki::service::{
    BookRef, Service, ServiceError,
    engine::analysis::{AnalysedTurn, AnalysisQuery, ProhibitedMoves},
    next::{self, NextAnswer, NextQuery, NoMoveReason, RegionAnswer, SettledReason},
    review::{GameReview, JudgedKind, ReviewOptions, describe},
    train::{QuizBoard, QuizQuery},
};
use joseki::store::SqliteStore;
use tempfile::TempDir;

use crate::counted;

const SIZE: BoardSize = BoardSize::NINETEEN;

/// Joseki after which both sides play elsewhere.
const SETTLED: [&str; 5] = [
    "Q16,O17,R14,Q18,R17,L17",
    "R16,P17,Q15,L17",
    "Q16,O17,R14,K16",
    "R16,P16,P17,O17,Q17,O16,R14,K16",
    // The first in another corner, the colours exchanged, with moves elsewhere between.
    "pass,D4,F3,C6,Q16,Q4,D2,C3,J3",
];

/// A lone stone, enclosures, and joseki in the middle.
const OPEN: [&str; 7] = [
    "Q16",
    "Q16,D4,R14",
    "R16,D4,Q14",
    "Q16,O17",
    "Q16,O17,R14,Q18,R17",
    "Q16,R17,Q17,R16,Q15",
    // A stone that threatens what was settled.
    "Q16,O17,R14,Q18,R17,L17,M18",
];

struct Fixture {
    service: Service,
    folder: TempDir,
}

impl Fixture {
    fn with_starter() -> Fixture {
        let fixture = Fixture::empty();
        assert!(fixture.service.curation().ensure_starter().expect("a starter"));
        fixture
    }

    fn empty() -> Fixture {
        crate::messages::keep_short();
        let folder = tempfile::tempdir().expect("a folder");
        let store = SqliteStore::open(folder.path().join("a.db")).expect("a store");
        Fixture { service: Service::new(Arc::new(store)), folder }
    }

    fn next(&self, moves: &str) -> NextAnswer {
        self.service.next_moves().next(&query(moves)).expect("an answer")
    }

    fn review(&self, moves: &str, evaluations: &str) -> GameReview {
        let colors = ["B", "W"].into_iter().cycle();
        let nodes = moves.split(',').zip(colors).map(|(text, color)| {
            let played = Move::from_gtp(text, SIZE).expect("a move");
            format!(";{color}[{}]", played.point().map(|point| point.to_sgf()).unwrap_or_default())
        });
        let text = format!("(;GM[1]SZ[19]{}{evaluations})", nodes.collect::<String>());
        let tree =
            read_collection(text.as_bytes(), &Limits::default()).expect("SGF").trees.remove(0);
        let options = ReviewOptions {
            book: BookRef::current("main"),
            moves: 60,
            players: Vec::new(),
            annotate: true,
        };
        let mut submitted =
            self.service.reviews().review_texts(options, vec![Ok(tree)]).expect("a review");
        let reviewed = submitted.review_next(&self.service).expect("reviewed").expect("a game");
        reviewed.unwrap_or_else(|refusal| panic!("{refusal}")).0.review
    }
}

fn query(moves: &str) -> NextQuery {
    let colors = [Color::Black, Color::White].into_iter().cycle();
    let moves = moves.split(',').map(|text| Move::from_gtp(text, SIZE).expect("a move"));
    NextQuery { moves: colors.zip(moves).collect(), limit: 361, ..NextQuery::new(SIZE) }
}

/// The corner of the first stone.
fn corner(answer: &NextAnswer, moves: &str) -> RegionAnswer {
    let first = moves.split(',').find(|text| *text != "pass").expect("a stone");
    let first = Move::from_gtp(first, SIZE).expect("a move");
    let mut regions = answer.regions.iter();
    let found = regions.find(|answer| answer.region.contains(first, SIZE));
    RegionAnswer::clone(found.expect("the corner"))
}

#[test]
fn a_finished_joseki_says_so_and_comes_after_the_other_corners() {
    let fixture = Fixture::with_starter();
    for moves in SETTLED {
        let answer = fixture.next(moves);
        let corner = corner(&answer, moves);
        let settled = corner.settled.expect(moves);
        assert_eq!(settled.reason, SettledReason::Elsewhere, "{moves}");
        let tenuki = corner.tenuki.expect("a tenuki");
        assert_eq!(tenuki.share, settled.elsewhere, "{moves}: one share of tenuki");
        assert!(tenuki.is_commonest, "{moves}");
        assert!(settled.elsewhere >= Some(0.6) && settled.opponent_elsewhere >= Some(0.8));
        let here: Vec<bool> =
            answer.moves.iter().map(|found| found.region == corner.region).collect();
        assert!(here.is_sorted(), "{moves}: the moves of other corners come first");
        let best = answer.best().expect("an empty corner");
        assert_ne!(best.region, corner.region, "{moves}");
        // Asked about this corner alone, the answer is to play elsewhere.
        let alone = NextQuery { corner: corner.region.corner(), ..query(moves) };
        let alone = fixture.service.next_moves().next(&alone).expect("an answer");
        assert!(alone.best().is_none() && !alone.moves.is_empty(), "{moves}");
        assert_eq!(alone.reason, Some(NoMoveReason::Settled));
        // The other side sees the shares exchanged.
        let other = NextQuery { to_play: Some(answer.to_play.opposite()), ..query(moves) };
        let other = fixture.service.next_moves().next(&other).expect("an answer");
        let other = other.regions.iter().find(|found| found.region == corner.region);
        let seen = other.and_then(|found| found.settled.as_deref().copied()).expect("settled");
        assert_eq!(seen.elsewhere, settled.opponent_elsewhere);
        assert_eq!(seen.opponent_elsewhere, settled.elsewhere);
    }
    for moves in OPEN {
        let answer = fixture.next(moves);
        assert!(answer.regions.iter().all(|found| found.settled.is_none()), "{moves}");
        assert_eq!(answer.best().map(|best| best.node), answer.moves.first().map(|one| one.node));
    }
}

/// The shares that the threshold is about are weighed as plays are.
#[test]
fn the_commonest_move_is_that_with_the_largest_share() {
    let fixture = Fixture::with_starter();
    for (moves, is_commonest) in [
        ("Q16", true),
        ("Q16,O17", false),
        ("Q16,O17,P17", false),
        ("Q16,O17,R14,Q18", false),
        ("Q16,O17,R14,J17", true),
    ] {
        let answer = fixture.next(moves);
        let corner = corner(&answer, moves);
        let tenuki = corner.tenuki.expect("a tenuki");
        let here = answer.in_region(corner.region);
        let shares = here.filter_map(|found| Some(found.statistics.as_ref()?.share()));
        let most = shares.fold(0.0, f64::max);
        assert_eq!(tenuki.share.expect("counted games") > most, is_commonest, "{moves}: {most}");
        assert_eq!(tenuki.is_commonest, is_commonest, "{moves}");
    }
}

#[test]
fn lines_of_the_book_end_there() {
    let fixture = Fixture::with_starter();
    let asked = NextQuery { whole_board: true, ..query("Q16,O17,R14") };
    let answer = fixture.service.next_moves().next(&asked).expect("an answer");
    let slide = answer.moves.iter().find(|found| found.plays[0].to_gtp(SIZE) == "Q18");
    let line = slide.and_then(|slide| slide.whole_board.clone()).expect("a line").moves;
    let line: Vec<String> = line.iter().map(|(_, point)| point.to_gtp(SIZE)).collect();
    assert_eq!(line, ["Q18", "R17", "L17"]);

    let parameters = query("Q16,O17,R14");
    let analysis = AnalysisQuery {
        size: SIZE,
        initial: Vec::new(),
        moves: parameters.moves.clone(),
        initial_player: None,
        turns: vec![false, false, false, true],
        komi: None,
        line: 12,
        prohibited: ProhibitedMoves::default(),
        parameters,
    };
    let mut turns: Vec<AnalysedTurn> = Vec::new();
    let done: Result<(), ServiceError> =
        fixture.service.engines().analyse(&analysis, &mut |turn| {
            turns.push(turn);
            Ok(())
        });
    done.expect("an analysis");
    let slide = turns[0].moves.iter().find(|found| found.point.to_gtp(SIZE) == "Q18");
    let line: Vec<String> =
        slide.expect("the slide").line.iter().map(|(point, _)| point.to_gtp(SIZE)).collect();
    assert_eq!(line, ["Q18", "R17", "L17"]);
}

fn settled_in(index: &Index, moves: &str) -> Option<SettledReason> {
    let answer = next::answer("test", 1, index, &ResultTotals::default(), &query(moves));
    let answer = answer.expect("an answer");
    corner(&answer, moves).settled.map(|settled| settled.reason)
}

#[test]
fn a_line_with_stones_of_both_sides_is_settled_at_its_end() {
    let lines = ["DDCFFC", "DDCFFCXXBD", "CDEC", "CD", "EE", "DDXXCF"];
    let lines: Vec<Line> = lines.iter().map(|text| text.parse().expect("a line")).collect();
    let index = Index::build(lines.iter().collect::<Forest>());
    for (moves, wanted) in [
        ("R16,P17", Some(SettledReason::End)),
        ("Q16,O17,R14,D4,Q18", Some(SettledReason::End)),
        // Black goes on after a tenuki.
        ("Q16,O17,R14", None),
        ("Q16,O17", None),
        // Stones of one side.
        ("P15", None),
        ("Q16,D4,R14", None),
        // Not in the book.
        ("R16,P16", None),
    ] {
        assert_eq!(settled_in(&index, moves), wanted, "{moves}");
    }
}

/// Games that go on after a line's end, each with another move, or that do not.
#[test]
fn an_end_after_which_games_go_on_is_none() {
    for (answers, wanted) in [
        (["Q18", "R17", "Q17", "R10", "P17", "O15"], None),
        (["D4", "D16", "Q4", "C3", "C17", "R3"], Some(SettledReason::End)),
    ] {
        let fixture = Fixture::empty();
        let games = answers.iter().enumerate().map(|(number, answer)| {
            let point = Move::from_gtp(answer, SIZE).expect("a move").point().expect("a point");
            let (day, point) = (number + 1, point.to_sgf());
            format!("(;SZ[19]PB[a]PW[b]DT[2009-01-0{day}]RE[B+R];B[pd];W[nc];B[qf];W[{point}])\n")
        });
        counted::mine(
            &fixture.service,
            fixture.folder.path(),
            "mined",
            "x",
            &games.collect::<String>(),
        );
        counted::prune(&fixture.service, fixture.folder.path(), "mined", 2);
        let book = fixture.service.book("mined").expect("a book");
        assert_eq!(settled_in(&book.index, "Q16,O17,R14"), wanted);
    }
}

#[test]
fn the_quiz_asks_nothing_there() {
    let fixture = Fixture::with_starter();
    let given = |moves: &str, answer: Option<&str>| {
        let record = BoardRecord {
            variant: Variant::GO,
            size: SIZE,
            initial: Vec::new(),
            moves: query(moves).moves,
        };
        let asked = QuizQuery {
            board: Some(QuizBoard { record, to_play: None }),
            answer: answer.map(|text| Move::from_gtp(text, SIZE).expect("a move")),
            seed: Some(1),
            ..QuizQuery::new()
        };
        fixture.service.training().quiz_at(&asked, 0)
    };
    let other = given("Q16,O17,R14,Q18,R17,L17", None).expect("a question").next;
    assert_ne!(other.expect("a question").corner, Corner::UpperRight);
    // A line goes on until it is settled.
    let done = given("Q16,O17,R14,Q18,R17", Some("L17")).expect("a grade");
    assert!(done.graded.expect("a grade").grade.is_right());
    assert!(done.reply.is_none() && !done.continues);
    for seed in 0..300 {
        let drawn = QuizQuery { seed: Some(seed), ..QuizQuery::new() };
        let question = fixture
            .service
            .training()
            .quiz_at(&drawn, 0)
            .expect("an answer")
            .next
            .expect("a question");
        let asked = NextQuery {
            moves: question.board.moves.clone(),
            to_play: Some(question.to_play),
            ..NextQuery::new(SIZE)
        };
        let answer = fixture.service.next_moves().next(&asked).expect("an answer");
        let asked = answer.regions.iter().find(|found| found.region == question.corner);
        assert!(asked.is_some_and(|asked| asked.settled.is_none()), "{}", question.line);
    }
}

#[test]
fn a_review_finds_no_fault_in_leaving_and_says_when_a_loss_was_not_needed() {
    let fixture = Fixture::with_starter();
    let joseki = "Q16,O17,R14,Q18,R17,L17";
    let judged = |review: &GameReview, number: usize| {
        let judged = review.judged().into_iter().find(|judged| judged.number == number).cloned();
        judged.expect("a judged move")
    };
    // Black plays elsewhere, and White goes on.
    let left = fixture.review(&format!("{joseki},D4,S16"), "");
    assert!(
        left.judged()
            .iter()
            .all(|judged| judged.number != 7 || judged.corner != Corner::UpperRight)
    );
    // A stone outside the book is not a fault.
    let unknown = fixture.review(&format!("{joseki},T19"), "");
    let unknown = judged(&unknown, 7);
    assert_eq!(unknown.kind, JudgedKind::Left);
    assert!(!unknown.is_fault());
    let text = describe(&unknown, SIZE);
    assert!(
        text.starts_with("left the book; the corner was settled: 93 % play elsewhere"),
        "{text}"
    );
    // It is one if the record's engine says so.
    let lost = fixture.review(joseki, "V[0];B[sa]V[-6]");
    let lost = judged(&lost, 7);
    assert!(lost.is_fault(), "{lost:?}");
    let text = describe(&lost, SIZE);
    assert!(text.contains("the corner was settled") && text.contains("6.0 points"), "{text}");
}
