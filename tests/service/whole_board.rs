//! The whole board in answers: numbers against a plain program, what they decide, and the laws they keep.

use crate::full::cases;
use std::cell::Cell;
use std::sync::{Arc, LazyLock};

use joseki::book::{Forest, Index, Line, Verdict};
use joseki::format::dictionary::Importer;
use joseki::format::sgf::{Limits, read_collection};
use joseki::game::Color::{self, Black, White};
use joseki::game::go::Position;
use joseki::game::{BoardSize, Corner, Move, Point, Region};
use joseki::ledger::{EdgeKey, MoveEvidence, OpponentName, ResultTotals, Results, Rival};
use joseki::priority::Spread;
use joseki::service::next::{
    self, BiggestBy, CandidateMove, MAX_WHOLE_LINE_LENGTH, MAX_WHOLE_LINES, NextAnswer, NextQuery,
    WholeLine,
};
use proptest::prelude::*;

const SIZE: BoardSize = BoardSize::NINETEEN;

fn line(text: &str) -> Line {
    text.parse().expect("a line")
}

/// Lines, each with the verdict of its last move after a colon if it has one: `DDCF:mistake`.
fn book(lines: &[&str]) -> Index {
    let mut forest = Forest::new();
    for text in lines {
        let (steps, verdict) = text.split_once(':').map_or((*text, None), |(steps, verdict)| {
            (steps, Some(verdict.parse::<Verdict>().expect("a verdict")))
        });
        let node = forest.insert(&line(steps));
        if verdict.is_some() {
            forest.data_mut(node).verdict = verdict;
        }
    }
    Index::build(forest)
}

/// The starter book without its games, so that equal verdicts are ties.
static STARTER: LazyLock<Index> = LazyLock::new(starter);

fn starter() -> Index {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/service/curate/starter/starter.sgf");
    let bytes = std::fs::read(path).expect("the starter book");
    let collection = read_collection(&bytes, &Limits::default()).expect("SGF");
    let mut forest = Forest::new();
    let mut importer = Importer::new(&mut forest);
    collection.trees.iter().for_each(|tree| importer.add(tree));
    Index::build(forest)
}

fn point(text: &str) -> Point {
    Point::from_gtp(text, SIZE).expect("a point")
}

/// Moves as in `B:Q16 W:O17`.
fn stones(text: &str) -> Vec<(Color, Point)> {
    let one = |text: &str| {
        let (color, at) = text.split_once(':').expect("a colour and a point");
        (color.parse().expect("a colour"), point(at))
    };
    text.split_whitespace().map(one).collect()
}

fn query(moves: &[(Color, Point)], to_play: Color) -> NextQuery {
    NextQuery {
        moves: moves.iter().map(|(color, point)| (*color, Move::Play(*point))).collect(),
        to_play: Some(to_play),
        whole_board: true,
        ..NextQuery::new(SIZE)
    }
}

fn ask(index: &Index, query: &NextQuery) -> NextAnswer {
    next::answer("test", 1, index, &ResultTotals::default(), query).expect("an answer")
}

/// Results to which one is added whenever a move is looked up.
#[derive(Default)]
struct GrowingResults {
    totals: ResultTotals,
    number: Cell<u64>,
}

impl Results for GrowingResults {
    fn is_empty(&self) -> bool {
        false
    }

    fn applied(&self) -> u64 {
        self.number.get()
    }

    fn newest(&self) -> u64 {
        self.number.get()
    }

    fn rival(&self, opponent: Option<&OpponentName>, class: Option<&str>) -> Rival {
        self.totals.rival(opponent, class)
    }

    fn evidence(&self, rival: &Rival, edge: EdgeKey, spread: &Spread) -> MoveEvidence {
        self.number.set(self.number.get() + 1);
        self.totals.evidence(rival, edge, spread)
    }
}

#[test]
fn an_answer_with_results_that_arrived_meanwhile_says_so() {
    let query = query(&stones("B:Q16 W:O17"), Black);
    let results = GrowingResults::default();
    let answer = next::answer("test", 1, &STARTER, &results, &query).expect("an answer");
    assert!(results.number.get() > 0);
    assert_eq!((answer.results, answer.results_ahead), (0, true));
    // Otherwise it is the same.
    let quiet = NextAnswer { results_ahead: true, ..ask(&STARTER, &query) };
    assert_eq!(format!("{answer:?}"), format!("{quiet:?}"));
}

fn at<'a>(answer: &'a NextAnswer, text: &str) -> &'a CandidateMove {
    let point = point(text);
    let mut moves = answer.moves.iter();
    let found = moves.find(|candidate| candidate.points().contains(&point));
    found.unwrap_or_else(|| panic!("no move at {text}"))
}

fn whole(candidate: &CandidateMove) -> &WholeLine {
    candidate.whole_board.as_ref().expect("the whole board")
}

fn points(line: &WholeLine) -> String {
    let written = line
        .moves
        .iter()
        .map(|(color, point)| format!("{}:{}", color.letter(), point.to_gtp(SIZE)));
    written.collect::<Vec<_>>().join(" ")
}

/// SFB as it is defined, from the plain program's forces.
fn sfb(board: &Position) -> f64 {
    let forces = crate::plain::forces(board);
    let share = |(point, forces): (Point, &[i32; 4])| match board.at(point) {
        Some(Black) => 1.0,
        Some(White) => -1.0,
        None => {
            let [up, right, down, left] = forces.map(f64::from);
            let (a, f) = (
                up + right + down + left,
                (up * up + right * right + down * down + left * left).sqrt(),
            );
            let apart = ((up - down).powi(2) + (right - left).powi(2)).sqrt();
            let balance = if f > 0.0 { 1.0 - apart / (2.0_f64.sqrt() * f) } else { 0.0 };
            let sign = if a > 0.0 { 1.0 } else { -1.0 };
            if a == 0.0 { 0.0 } else { sign * (f * balance).min(32.0) / 32.0 }
        }
    };
    board.size().points().zip(&forces).map(share).sum()
}

fn after(moves: &[(Color, Point)]) -> Position {
    let mut board = Position::new(SIZE);
    for (color, point) in moves {
        board.play(*color, *point).expect("a legal move");
    }
    board
}

/// ΔSFB of moves on a board for Black.
fn change(before: &[(Color, Point)], moves: &str) -> f64 {
    let all = [before, &stones(moves)].concat();
    sfb(&after(&all)) - sfb(&after(before))
}

fn near(one: f64, other: f64) -> bool {
    (one - other).abs() < 2e-6
}

#[test]
fn a_line_is_worth_what_the_plain_program_says() {
    let index = book(&["DDCFFCCC:good", "DDCFFCCCCD", "DDCFFCBD:mistake", "DDCFCE"]);
    let before = stones("B:Q16 W:O17 B:D4 W:D16 B:Q4 W:C6");
    for (to_play, sign) in [(Black, 1.0), (White, -1.0)] {
        let answer = ask(&index, &query(&before, to_play));
        let lead = answer.whole_board.expect("the whole board").lead;
        assert!(near(lead, sign * sfb(&after(&before))), "{lead}");
    }
    let answer = ask(&index, &query(&before, Black));
    // R17 is good, Q18 a mistake: after R14 the book's best for White is R17, and Black's is Q17.
    let (first, whole_line) = ("B:R14", "B:R14 W:R17 B:Q17");
    let found = whole(at(&answer, "R14"));
    assert_eq!(points(found), whole_line);
    assert!(near(found.first, change(&before, first)), "{found:?}");
    assert!(near(found.change, change(&before, whole_line)), "{found:?}");
    assert_eq!(found.last(), Some(Black));
    // P17 ends its line.
    let found = whole(at(&answer, "P17"));
    assert_eq!(points(found), "B:P17");
    assert!(near(found.change, change(&before, "B:P17")), "{found:?}");
    assert_eq!(found.change, found.first);
}

#[test]
fn numbers_are_those_of_the_side_to_play() {
    let index = book(&["DDCF", "CDEC"]);
    let before = stones("B:Q16 W:D16 B:K10");
    let answer = ask(&index, &query(&before, White));
    let found = whole(at(&answer, "Q4"));
    let line = points(found);
    assert!(line.starts_with("W:Q4 B:"), "{line}");
    assert!(near(found.first, -change(&before, "W:Q4")), "{found:?}");
    assert!(near(found.change, -change(&before, &line)), "{found:?}");
    assert!(found.first > 0.0 && found.last() == Some(Black));
}

#[test]
fn nothing_is_said_unless_asked() {
    let index = &*STARTER;
    let asked = query(&stones("B:Q16 W:O17 B:R14"), White);
    let plain = NextQuery { whole_board: false, ..asked.clone() };
    let answer = ask(index, &plain);
    assert!(answer.whole_board.is_none());
    assert!(answer.regions.iter().all(|corner| corner.whole_board.is_none()));
    assert!(answer.moves.iter().all(|found| found.whole_board.is_none()));
    let answer = ask(index, &asked);
    assert!(answer.regions.iter().all(|corner| corner.whole_board.is_some()));
    assert!(answer.moves.iter().all(|found| found.whole_board.is_some()));
}

/// Two moves of one priority: which is first depends on the stones elsewhere, and on nothing without them.
#[test]
fn the_whole_board_decides_between_equal_moves_both_ways() {
    let index = book(&["DDCI", "DDIC", "DDFI"]);
    let mut firsts = Vec::new();
    for elsewhere in ["B:J17", "W:J17", "W:J14", "W:J17 W:R9", "W:J14 B:O9"] {
        let before = [stones("B:Q16"), stones(elsewhere)].concat();
        let mut asked = query(&before, White);
        let answer = ask(&index, &asked);
        let here: Vec<&CandidateMove> = answer.in_region(Corner::UpperRight).collect();
        assert_eq!(here.len(), 2, "CI is the twin of IC");
        assert_eq!(here[0].priority, here[1].priority);
        // Of the twins, the one that is worth more to White.
        let gains = |at: &str| -change(&before, &format!("W:{at}"));
        let twin = gains("L17").max(gains("R11"));
        let others = gains("L14").max(gains("O11"));
        let wanted = if twin > others { "DDCI" } else { "DDFI" };
        assert!((twin - others).abs() > 1e-5, "{elsewhere}: no tie");
        assert_eq!(here[0].leads_to.to_string(), wanted, "{elsewhere}");
        assert!(near(whole(here[0]).change, twin.max(others)));
        assert!(near(whole(here[1]).change, twin.min(others)));
        // The cut comes after.
        asked.limit = 1;
        let cut = ask(&index, &asked);
        let here: Vec<&CandidateMove> = cut.in_region(Corner::UpperRight).collect();
        assert_eq!(here.len(), 1);
        assert_eq!(here[0].leads_to.to_string(), wanted, "{elsewhere}");
        // Without the whole board the step decides.
        asked.whole_board = false;
        let plain = ask(&index, &asked);
        let mut here = plain.in_region(Corner::UpperRight);
        let first = here.next().map(|found| found.leads_to.to_string());
        assert_eq!(first.as_deref(), Some("DDCI"));
        firsts.push(wanted);
    }
    firsts.sort_unstable();
    firsts.dedup();
    assert_eq!(firsts, ["DDCI", "DDFI"], "both ways");
}

#[test]
fn a_better_priority_stays_first_whatever_the_board_says() {
    let index = book(&["DDCI:good", "DDFI:ideal"]);
    let answer = ask(&index, &query(&stones("B:Q16"), White));
    let here: Vec<&CandidateMove> = answer.in_region(Corner::UpperRight).collect();
    assert_eq!(here[0].leads_to.to_string(), "DDFI");
    assert!(whole(here[0]).change < whole(here[1]).change);
}

#[test]
fn corners_of_one_score_come_by_their_lines() {
    let index = book(&["DD"]);
    // The far corners of Black's stone are worth more to it than those beside it.
    let before = stones("B:D14 B:F14 B:D12");
    let answer = ask(&index, &query(&before, Black));
    let scores: Vec<f64> = answer.moves.iter().map(|found| found.score).collect();
    let tied: Vec<&CandidateMove> =
        answer.moves.iter().map(Arc::as_ref).filter(|found| found.score == scores[0]).collect();
    assert!(tied.len() >= 3);
    for pair in tied.windows(2) {
        assert!(whole(pair[0]).change >= whole(pair[1]).change);
    }
    let values: Vec<f64> = tied.iter().map(|found| whole(found).change).collect();
    assert!(values[0] > values[values.len() - 1]);
}

#[test]
fn what_the_caller_wants_holds_for_its_own_moves_alone() {
    // After O17 Black's R14 is good; White's answers have no verdict, and then Black's D18 one that is too small.
    let index = book(&["DD:good", "DDCF", "DDCFFC:good", "DDCFFCCC", "DDCFFCCCCD"]);
    let mut asked = query(&stones("B:Q16 W:O17"), Black);
    let answer = ask(&index, &asked);
    assert_eq!(points(whole(at(&answer, "R14"))), "B:R14 W:R17 B:Q17");
    asked.min_verdict = Some(Verdict::Good);
    let answer = ask(&index, &asked);
    assert_eq!(points(whole(at(&answer, "R14"))), "B:R14 W:R17");
    // Nobody follows the book into what it advises against.
    let index = book(&["DDCFFC", "DDCFFCCC:question", "DDCFFCCCCD"]);
    let answer = ask(&index, &query(&stones("B:Q16 W:O17"), Black));
    assert_eq!(points(whole(at(&answer, "R14"))), "B:R14");
}

#[test]
fn a_line_ends_where_the_book_plays_elsewhere() {
    let index = book(&["DDCFFCXXCC"]);
    let answer = ask(&index, &query(&stones("B:Q16 W:O17"), Black));
    assert_eq!(points(whole(at(&answer, "R14"))), "B:R14");
}

/// A condition of a later move is read on the board as it stands then, with the stones of the line.
#[test]
fn a_line_keeps_to_conditions_on_its_own_board() {
    for (condition, expected) in [
        ("enemy(FC)", "B:R14 W:R17"),
        ("empty(FC)", "B:R14 W:Q18"),
        ("own(PP)", "B:R14 W:R17"),
        ("enemy(PP)", "B:R14 W:Q18"),
    ] {
        let mut forest = Forest::new();
        let first = forest.insert(&line("DDCFFCCC"));
        forest.data_mut(first).verdict = Some(Verdict::Ideal);
        forest.data_mut(first).conditions = condition.parse().expect("conditions");
        let other = forest.insert(&line("DDCFFCBD"));
        forest.data_mut(other).verdict = Some(Verdict::Good);
        let index = Index::build(forest);
        let before = stones("B:Q16 W:D4 B:Q4 W:O17");
        let answer = ask(&index, &query(&before, Black));
        assert_eq!(points(whole(at(&answer, "R14"))), expected, "{condition}");
    }
}

/// A bounded time whatever the book: of more than 32 equal moves the first by step have a line.
#[test]
fn at_most_thirty_two_moves_of_a_corner_have_lines() {
    let lines = (0..10_u8).flat_map(|u| (u + 1..10).map(move |v| [u, v]));
    let letter = |at: u8| char::from(b'A' + at);
    let lines: Vec<Line> =
        lines.map(|step| line(&step.map(letter).iter().collect::<String>()).canonical()).collect();
    let index = Index::build(lines.iter().collect::<Forest>());
    let asked = NextQuery { limit: 361, ..query(&stones("B:K10"), White) };
    let answer = ask(&index, &asked);
    for corner in Corner::ALL {
        let here: Vec<&CandidateMove> = answer.in_region(corner).collect();
        // All but the move beside the stone in the centre.
        assert_eq!(here.len(), lines.len() - 1);
        let told = here.iter().filter(|found| found.whole_board.is_some());
        assert_eq!(told.count(), MAX_WHOLE_LINES);
        assert!(here[..MAX_WHOLE_LINES].iter().all(|found| found.whole_board.is_some()));
    }
}

#[test]
fn a_line_has_at_most_forty_moves() {
    // No two stones touch, so that none is taken.
    let steps = (0..10_u8).flat_map(|u| (0..10).map(move |v| (u, v)));
    let letter = |at: u8| char::from(b'A' + at);
    let text: String = steps
        .filter(|(u, v)| (u + v) % 2 == 0 && (*u, *v) != (3, 3))
        .flat_map(|(u, v)| [letter(u), letter(v)])
        .collect();
    let long = line(&format!("DD{text}")).canonical();
    assert!(long.len() > MAX_WHOLE_LINE_LENGTH + 1);
    let index = Index::build([&long].into_iter().collect::<Forest>());
    let answer = ask(&index, &query(&[], Black));
    assert_eq!(whole(&answer.moves[0]).moves.len(), MAX_WHOLE_LINE_LENGTH);
    assert_eq!(whole(&answer.moves[0]).last(), Some(White));
}

#[test]
fn the_biggest_corner_is_by_the_swing_where_all_have_one() {
    let index = book(&["DD", "DDCF", "DDFG"]);
    let before = stones("B:D14 W:K4 W:M4");
    let answer = ask(&index, &query(&before, Black));
    let whole_board = answer.whole_board.expect("the whole board");
    let biggest = whole_board.biggest.expect("a biggest corner");
    assert_eq!(biggest.by, BiggestBy::Swing);
    let mut most: Option<(Region, f64)> = None;
    for corner in answer.regions.iter().filter(|corner| corner.reason.is_none()) {
        let here = corner.whole_board.as_ref().expect("the whole board");
        let theirs = here.opponent.as_ref().expect("a move of White's");
        assert!(near(theirs.change, change(&before, &points(theirs))));
        assert!(points(theirs).starts_with("W:"));
        let first = answer.in_region(corner.region).next().expect("a move");
        assert_eq!(here.line, Some(whole(first).change));
        let ours = change(&before, &points(whole(first)));
        let swing = ours - change(&before, &points(theirs));
        assert!(near(here.swing().expect("a swing"), swing));
        if most.is_none_or(|(_, most)| swing > most) {
            most = Some((corner.region, swing));
        }
    }
    assert_eq!(Some(biggest.corner), most.map(|(corner, _)| corner));
}

#[test]
fn the_biggest_corner_is_by_lines_where_the_opponent_has_none() {
    // After Q16 O17 the book knows no second move of White's in a row.
    let index = book(&["DDCFFC"]);
    let before = stones("B:Q16 W:O17");
    let answer = ask(&index, &query(&before, Black));
    let biggest = answer.whole_board.expect("the whole board").biggest;
    let biggest = biggest.expect("a biggest corner");
    assert_eq!(biggest.by, BiggestBy::Line);
    let upper_right = answer.regions[1].whole_board.as_ref().expect("it");
    assert!(upper_right.line.is_some() && upper_right.opponent.is_none());
    assert_eq!(upper_right.swing(), None);
    let lines = answer.regions.iter().map(|corner| {
        let line = corner.whole_board.as_ref().and_then(|whole| whole.line);
        (corner.region, line.expect("a line"))
    });
    let most = lines.max_by(|one, other| one.1.total_cmp(&other.1).then(other.0.cmp(&one.0)));
    assert_eq!(Some(biggest.corner), most.map(|(corner, _)| corner));
    // A corner whose best move is advised against is never the biggest.
    let index = book(&["DDCF:mistake"]);
    let answer = ask(&index, &query(&stones("B:Q16 B:D4 B:Q4 B:D16"), White));
    assert!(answer.regions.iter().all(|corner| corner.reason.is_none()));
    assert_eq!(answer.whole_board.expect("it").biggest, None);
}

#[test]
fn one_board_has_the_same_numbers_in_all_16_placements() {
    let index = &*STARTER;
    for game in [
        "",
        "B:Q16 W:O17 B:R14",
        "B:Q16 W:D4 B:Q3 W:D17 B:F3 W:C6",
        "B:R16 W:D16 B:Q4 W:P17 B:R14 W:C3 B:K4",
    ] {
        same_in_all_placements(index, &stones(game), White);
    }
}

/// The image of a point under one of the 8 symmetries.
fn image(point: Point, way: u8) -> Point {
    let (x, y) = match way & 4 {
        0 => (point.x(), point.y()),
        _ => (point.y(), point.x()),
    };
    let flip = |at: u8, flipped: u8| if flipped == 0 { at } else { 18 - at };
    Point::new(flip(x, way & 1), flip(y, way & 2))
}

/// What an answer says, in an order and with corners that do not depend on how the board lies.
fn told(answer: &NextAnswer, way: u8) -> (Vec<String>, Vec<String>, String) {
    let corner_in = |region: Region| {
        let own = Corner::ALL.into_iter().find(|other| {
            let inside = match other {
                Corner::UpperLeft => "D16",
                Corner::UpperRight => "Q16",
                Corner::LowerLeft => "D4",
                Corner::LowerRight => "Q4",
            };
            Corner::containing(image(point(inside), way), SIZE) == region.corner()
        });
        <&str>::from(own.expect("a corner"))
    };
    let mut moves: Vec<String> = answer
        .moves
        .iter()
        .map(|found| {
            let (line, corner) = (whole(found), corner_in(found.region));
            let length = line.moves.len();
            let (first, change) = (line.first, line.change);
            format!("{corner} {} {first} {change} {length}", found.leads_to)
        })
        .collect();
    moves.sort_unstable();
    let mut corners: Vec<String> = answer
        .regions
        .iter()
        .map(|answer| {
            let corner = answer.whole_board.as_ref().expect("the whole board");
            let opponent = corner.opponent.as_ref().map(|line| line.change);
            let (line, swing) = (corner.line, corner.swing());
            format!("{} {line:?} {opponent:?} {swing:?}", corner_in(answer.region))
        })
        .collect();
    corners.sort_unstable();
    let board = answer.whole_board.expect("the whole board");
    let by = board.biggest.map(|biggest| biggest.by);
    (moves, corners, format!("{} {by:?}", board.lead))
}

fn same_in_all_placements(index: &Index, game: &[(Color, Point)], to_play: Color) {
    let wanted = told(&ask(index, &query(game, to_play)), 0);
    for way in 0..8 {
        for swapped in [false, true] {
            let of = |color: Color| if swapped { color.opposite() } else { color };
            let placed = game.iter().map(|(color, at)| (of(*color), image(*at, way)));
            let asked = query(&placed.collect::<Vec<_>>(), of(to_play));
            assert_eq!(told(&ask(index, &asked), way), wanted, "{way} {swapped}");
        }
    }
}

/// Legal games of stones on any points, each colour at a time.
fn games() -> impl Strategy<Value = Vec<(Color, Point)>> {
    let near = (2..6_u8, 2..6_u8, 0..8_u8).prop_map(|(x, y, way)| image(Point::new(x, y), way));
    let any = (0..19_u8, 0..19_u8).prop_map(|(x, y)| Point::new(x, y));
    let points = prop::collection::vec(prop_oneof![3 => near, 1 => any], 0..9);
    points.prop_map(|points| {
        let mut board = Position::new(SIZE);
        let mut color = Black;
        let mut game = Vec::new();
        for point in points {
            if board.play(color, point).is_ok() {
                game.push((color, point));
                color = color.opposite();
            }
        }
        game
    })
}

proptest! {
    #![proptest_config(cases(6))]

    #[test]
    fn placements_do_not_matter(game in games(), white in any::<bool>()) {
        let to_play = if white { White } else { Black };
        same_in_all_placements(&STARTER, &game, to_play);
    }

    /// Lines are legal, begin with the candidate, alternate, and are worth what the plain program says; and the order
    /// differs from that without the whole board among equals only.
    #[test]
    fn lines_are_what_they_say(game in games(), limit in 1..5_usize) {
        let index = &*STARTER;
        let mut asked = query(&game, game.last().map_or(Black, |(color, _)| color.opposite()));
        asked.limit = limit;
        let answer = ask(index, &asked);
        for found in &answer.moves {
            let line = whole(found);
            prop_assert!(found.points().contains(&line.moves[0].1));
            for (turn, (color, _)) in line.moves.iter().enumerate() {
                let ours = turn % 2 == 0;
                prop_assert_eq!(*color == asked.to_play(), ours);
            }
        }
        // A line is as long as the moves that a caller who plays it would get.
        if let Some(found) = answer.moves.first() {
            let line = whole(found);
            let played: Vec<(Color, Point)> = game.iter().chain(&line.moves).copied().collect();
            let mut next = query(&played, line.last().expect("a move").opposite());
            next.whole_board = false;
            let next = ask(index, &next);
            let best = next.in_region(found.region).next();
            let sound = best.is_some_and(|best| best.holds() && best.verdict().is_none_or(|verdict| verdict.value() >= 0));
            prop_assert!(!sound || line.moves.len() == 40, "{:?}", best);
        }
        if let Some(found) = answer.moves.last() {
            let ours = if asked.to_play() == Black { 1.0 } else { -1.0 };
            let wanted = ours * change(&game, &points(whole(found)));
            prop_assert!(near(whole(found).change, wanted));
        }
        asked.whole_board = false;
        let plain = ask(index, &asked);
        for corner in Corner::ALL {
            let book = |answer: &NextAnswer| -> Vec<(bool, f64)> {
                let here = answer.in_region(corner);
                here.map(|found| (found.holds(), found.priority)).collect()
            };
            prop_assert_eq!(book(&answer), book(&plain));
        }
        let scores = |answer: &NextAnswer| -> Vec<(bool, f64)> {
            let moves = answer.moves.iter();
            moves.map(|found| (found.holds(), found.score)).collect()
        };
        prop_assert_eq!(scores(&answer), scores(&plain));
    }
}
