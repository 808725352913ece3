//! Corners followed through games: the golden line in every placement, states, leaving the book.

use std::collections::{BTreeMap, BTreeSet};

use joseki::book::{Forest, Index, Line, RegionState, Tracker, Verdict};
use joseki::game::go::{GoGame, Rules};
use joseki::game::{BoardSize, Color, Corner, Frame, Move, Point, Step, Symmetry};
use joseki::ledger::ResultTotals;
use joseki::priority::random;
use joseki::service::next::{self, NextAnswer, NextQuery, NoMoveReason};
use proptest::prelude::*;

const GOLDEN: &str = "DDCFFCCCCDBDBEBCCEEBXXJCECFBGC";
const SIZE: BoardSize = BoardSize::NINETEEN;
const UPPER_RIGHT: usize = 1;

fn index(lines: &[&str]) -> Index {
    let lines: Vec<Line> = lines.iter().map(|text| text.parse().expect("a line")).collect();
    Index::build(lines.iter().collect::<Forest>())
}

fn point(text: &str) -> Point {
    Point::from_gtp(text, SIZE).expect("a point")
}

/// Moves as in `B:Q16 W:O17 B:pass`.
fn moves_on(size: BoardSize, text: &str) -> Vec<(Color, Move)> {
    let one = |text: &str| {
        let (color, played) = text.split_once(':').expect("a colour and a move");
        let played = Move::from_gtp(played, size).expect("a move");
        (color.parse().expect("a colour"), played)
    };
    text.split_whitespace().map(one).collect()
}

fn moves(text: &str) -> Vec<(Color, Move)> {
    moves_on(SIZE, text)
}

fn ask(index: &Index, query: &NextQuery) -> NextAnswer {
    next::answer("test", 1, index, &ResultTotals::default(), query).expect("an answer")
}

fn ask_for(index: &Index, moves: &[(Color, Move)], to_play: Color) -> NextAnswer {
    let query = NextQuery { moves: moves.to_vec(), to_play: Some(to_play), ..NextQuery::new(SIZE) };
    ask(index, &query)
}

fn track<'a>(index: &'a Index, text: &str) -> Tracker<'a> {
    Tracker::replay(index, SIZE, &[], &moves(text))
}

fn points(answer: &NextAnswer, corner: Corner, size: BoardSize) -> Vec<String> {
    let here = answer.moves.iter().filter(|candidate| candidate.region == corner);
    here.flat_map(|candidate| candidate.points().into_iter().map(|point| point.to_gtp(size)))
        .collect()
}

fn upper_right(answer: &NextAnswer) -> Vec<String> {
    points(answer, Corner::UpperRight, SIZE)
}

/// A random point in one of the other three corners.
fn elsewhere(frame: Frame, draw: u64) -> Option<Point> {
    let corner = Corner::ALL[(draw % 4) as usize];
    let step = Step::corner((draw >> 8) as u8 % 8, (draw >> 16) as u8 % 8)?;
    let point = Frame::clockwise(corner).point_of(step, SIZE).ok()?;
    (frame.region != corner).then_some(point)
}

/// The golden line played in one frame with random moves in the other corners between: at each
/// step the book's next move is asked for.
fn play_golden_line(index: &Index, frame: Frame, first: Color, seed: u64) {
    let golden: Line = GOLDEN.parse().expect("the golden line");
    let mut game = GoGame::new(SIZE, Rules::default());
    let mut draws = (0..).map(|n| random::hash(seed, 1, [n, 0, 0]));
    let mut draw = || draws.next().expect("endless");
    for (ply, step) in golden.steps().iter().enumerate() {
        for _ in 0..draw() % 4 {
            let (draw, color) = (draw(), [Color::Black, Color::White][(draw() % 2) as usize]);
            if let Some(point) = elsewhere(frame, draw) {
                let _may_be_illegal = game.play(color, Move::Play(point));
            }
        }
        if step.is_tenuki() {
            continue;
        }
        let what = format!("{frame:?}, {first} first, ply {ply}, seed {seed}");
        let color = [first, first.opposite()][ply % 2];
        let answer = ask_for(index, &game.moves().collect::<Vec<_>>(), color);
        let wanted = frame.point_of(*step, SIZE).expect("on the board");
        let here: Vec<_> =
            answer.moves.iter().filter(|candidate| candidate.region == frame.region).collect();
        assert_eq!(here.len(), 1, "{what}");
        assert!(here[0].points().contains(&wanted), "{what}");
        assert_eq!(here[0].points().len(), if ply == 1 { 2 } else { 1 }, "{what}");
        assert_eq!(here[0].leads_to.steps(), &golden.steps()[..=ply], "{what}");
        assert_eq!(here[0].step, *step, "{what}");
        assert_eq!(here[0].leaf, ply + 1 == golden.len(), "{what}");
        let corner = &answer.regions[frame.region.index()];
        let handedness = (ply >= 2).then_some(frame.symmetry);
        let found = corner.orientations;
        assert_eq!((found.len() == 1).then(|| found.first()), handedness, "{what}");
        game.play(color, Move::Play(wanted)).expect("legal");
    }
    let answer = ask_for(index, &game.moves().collect::<Vec<_>>(), first);
    let corner = &answer.regions[frame.region.index()];
    assert_eq!(corner.state, RegionState::Finished);
    assert_eq!(corner.reason, Some(NoMoveReason::Finished));
    assert_eq!(corner.steps.to_string(), GOLDEN);
    assert_eq!(corner.first_mover, Some(first));
}

#[test]
fn the_golden_line_is_followed_in_every_placement_and_colour_amid_other_moves() {
    let index = index(&[GOLDEN]);
    for frame in Frame::all() {
        for first in Color::ALL {
            for seed in 0..12 {
                play_golden_line(&index, frame, first, seed);
            }
        }
    }
}

#[test]
fn every_point_is_answered_where_it_lies_in_every_frame_and_colour() {
    let all = || (0..19).flat_map(|u| (0..19).filter_map(move |v| Step::corner(u, v)));
    let start: Step = "DD".parse().expect("a step");
    let lines: Vec<Line> = all()
        .filter(|step| *step != start)
        .map(|step| [start, step].into_iter().collect())
        .collect();
    let index = Index::build(lines.iter().collect::<Forest>());
    for frame in Frame::all() {
        for first in Color::ALL {
            let stone = frame.point_of(start, SIZE).expect("on the board");
            let query = NextQuery {
                moves: vec![(first, Move::Play(stone))],
                limit: 361,
                ..NextQuery::new(SIZE)
            };
            let answer = ask(&index, &query);
            let mut seen = 0;
            for candidate in answer.moves.iter().filter(|c| c.region == frame.region) {
                let step = candidate.leads_to.steps()[1];
                let mut wanted = [step, step.mirror()]
                    .map(|step| frame.point_of(step, SIZE).expect("on the board"))
                    .to_vec();
                wanted.sort_unstable();
                wanted.dedup();
                assert_eq!(candidate.points().as_slice(), wanted, "{step} in {frame:?}");
                assert_eq!(candidate.step, step, "the smaller of the twins");
                seen += wanted.len();
            }
            assert_eq!(seen, 360, "{frame:?}, {first} first");
        }
    }
}

#[test]
fn the_golden_line_lies_where_the_facts_page_says() {
    let golden: Line = GOLDEN.parse().expect("the golden line");
    let frame = Frame::clockwise(Corner::UpperRight);
    let points = golden.steps().iter().map(|step| {
        let point = frame.point_of(*step, SIZE);
        point.map_or("tenuki".to_owned(), |point| point.to_gtp(SIZE))
    });
    let wanted = "Q16 O17 R14 R17 Q17 Q18 P18 R18 P17 S15 tenuki R10 R15 S14 R13";
    assert_eq!(points.collect::<Vec<_>>().join(" "), wanted);
}

#[test]
fn a_middle_line_move_of_one_corner_does_not_end_its_neighbour() {
    let index = index(&[GOLDEN]);
    let upper = "B:Q16 W:O17 B:R14 W:R17 B:Q17 W:Q18 B:P18 W:R18 B:P17 W:S15";
    let tracker = track(&index, &format!("B:Q4 W:R6 B:O3 {upper} W:R10"));
    assert_eq!(tracker.state(Corner::LowerRight), RegionState::Interrupted);
    assert_eq!(tracker.state(Corner::UpperRight), RegionState::Tenuki);
    let answer = ask_for(&index, tracker.moves(), Color::White);
    assert_eq!(points(&answer, Corner::LowerRight, SIZE), ["R3"]);
}

#[test]
fn a_far_stone_is_read_as_a_step_and_as_played_elsewhere() {
    let index = index(&["DDCFCJCCCD", "DDCFXXFCCC"]);
    let text = "B:Q16 W:O17 B:K17";
    let answer = ask_for(&index, &moves(text), Color::White);
    assert_eq!(upper_right(&answer), ["R17"], "R14 is the answer to a move elsewhere");
    assert_eq!(answer.regions[UPPER_RIGHT].steps.to_string(), "DDCFCJ", "the longest");
    assert_eq!(answer.regions[UPPER_RIGHT].state, RegionState::Ongoing);
    // Each answer drops the reading that does not know it.
    let elsewhere = ask_for(&index, &moves(&format!("{text} W:R14")), Color::Black);
    assert_eq!(elsewhere.regions[UPPER_RIGHT].steps.to_string(), "DDCFXXFC");
    assert_eq!(elsewhere.regions[UPPER_RIGHT].state, RegionState::Tenuki);
    assert_eq!(upper_right(&elsewhere), ["R17"]);
    let step = ask_for(&index, &moves(&format!("{text} W:R17")), Color::Black);
    assert_eq!(step.regions[UPPER_RIGHT].steps.to_string(), "DDCFCJCC");
    // A far stone that no line has is played elsewhere; one past the 13th line is outside it.
    let unknown = track(&index, "B:Q16 W:O17 B:L17 W:R14");
    assert_eq!(unknown.state(Corner::UpperRight), RegionState::Tenuki);
    // Up to the 8th line, four lines from a stone of the corner are near, five are far.
    let index = self::index(&["CCDD"]);
    let state = |text: &str| track(&index, text).state(Corner::UpperRight);
    assert_eq!(state("B:R17 W:N13"), RegionState::Terminated);
    assert_eq!(state("B:R17 W:M12"), RegionState::Interrupted);
    assert_eq!(state("B:R17 W:R11"), RegionState::Interrupted, "the 9th line");
}

/// The examples of docs/mining.md: for a query no number of moves elsewhere ends a corner.
#[test]
fn neither_a_corner_nor_its_far_stones_end_by_time() {
    let index = index(&["DDCFFCCC", "DDCFJCCD"]);
    let columns = "ABCDEFGHJ".chars();
    let elsewhere = (1..=8).flat_map(|row| columns.clone().map(move |c| format!("{c}{row}")));
    let elsewhere: Vec<String> = elsewhere.take(40).map(|point| format!("B:{point}")).collect();
    for between in [0, 2, 20, 40] {
        let game = |stone: &str| format!("B:Q16 W:O17 {} {stone}", elsewhere[..between].join(" "));
        let answer = |stone: &str| ask_for(&index, &moves(&game(stone)), Color::White);
        assert_eq!(upper_right(&answer("B:R14")), ["R17"], "{between}");
        assert_eq!(upper_right(&answer("B:R10")), ["Q17"], "{between}");
    }
}

#[test]
fn the_reading_with_most_stones_speaks_alone_in_every_frame() {
    // The shorter reading, a lone stone, would add the point's twin.
    let index = index(&["DDXXCICJ", "DDCJ"]);
    for frame in Frame::all() {
        let at = |text: &str| frame.point_of(text.parse().expect("a step"), SIZE).expect("a point");
        let played = [at("DD"), at("CI")].map(|point| (Color::Black, Move::Play(point)));
        let answer = ask_for(&index, &played, Color::White);
        let here = answer.moves.iter().filter(|candidate| candidate.region == frame.region);
        let found: Vec<_> = here.map(|c| (c.leads_to.to_string(), c.points().to_vec())).collect();
        assert_eq!(found, [("DDXXCICJ".to_owned(), vec![at("CJ")])], "{frame:?}");
    }
}

/// A shorter reading speaks where the longer has no move: without what the book says of its own
/// position, and of no move within four lines of the stone that it leaves out.
#[test]
fn a_move_of_a_position_with_fewer_stones_says_nothing_of_this_one() {
    let mut forest = Forest::new();
    for text in ["DDCFFCFJ", "DDCFFCXXCD", "DDCFFCXXCC"] {
        let node = forest.insert(&text.parse().expect("a line"));
        forest.data_mut(node).verdict = Some(Verdict::Ideal);
        forest.data_mut(node).names.insert(text.to_owned());
    }
    let index = Index::build(forest);
    // FJ is an end, four lines from CF: Black's moves are those after a tenuki, all within reach.
    let near = ask_for(&index, &moves("B:Q16 W:O17 B:R14 W:K14"), Color::Black);
    assert_eq!(upper_right(&near), [] as [&str; 0]);
    assert_eq!(near.regions[UPPER_RIGHT].reason, Some(NoMoveReason::Finished));
    let far = {
        let mut forest = index.to_forest();
        forest.insert(&"DDCFFCLJ".parse().expect("a line"));
        Index::build(forest)
    };
    let answer = ask_for(&far, &moves("B:Q16 W:O17 B:R14 W:K8"), Color::Black);
    let here: Vec<_> = answer.in_region(Corner::UpperRight).collect();
    assert_eq!(upper_right(&answer), ["R17", "Q17"]);
    assert!(here.iter().all(|found| found.verdict().is_none() && found.data.is_none()));
    assert!(here.iter().all(|found| !found.is_whole && found.statistics.is_none()));
}

/// A stone that the book does not have here is a move elsewhere, but for the moves beside it.
#[test]
fn no_move_is_offered_beside_a_stone_that_its_line_leaves_out() {
    let index = index(&["DDCFFCXXCI", "DDCFFCXXCC"]);
    let after = |stone: &str| {
        let text = format!("B:Q16 W:O17 B:R14 W:{stone}");
        upper_right(&ask_for(&index, &moves(&text), Color::Black)).join(" ")
    };
    assert_eq!(after("L15"), "R17 L17", "two lines away");
    assert_eq!(after("L16"), "R17");
    assert_eq!(after("M18"), "", "a near stone makes another position");
}

/// Stones by step and whether the side to move owns them. The steps of [`CROWDED`] capture nothing.
fn stones(line: &Line) -> BTreeMap<Step, bool> {
    let plies = line.steps().iter().enumerate().filter(|(_, step)| !step.is_tenuki());
    plies.map(|(ply, step)| (*step, ply % 2 == line.len() % 2)).collect()
}

fn mirrored(stones: &BTreeMap<Step, bool>) -> BTreeMap<Step, bool> {
    stones.iter().map(|(step, own)| (step.mirror(), *own)).collect()
}

/// Near and far steps in which readings of one corner meet often.
const CROWDED: [&str; 12] =
    ["DD", "CC", "CF", "FC", "CI", "IC", "CJ", "JC", "DJ", "JD", "FF", "XX"];

fn crowded_step(draw: usize) -> Step {
    CROWDED[draw % CROWDED.len()].parse().expect("a step")
}

/// A line of different steps; two tenukis do not follow each other.
fn crowded_line(draws: &[usize]) -> Line {
    let mut line = Line::new();
    for step in std::iter::once(0).chain(draws.iter().copied()).map(crowded_step) {
        let twice =
            if step.is_tenuki() { line.ends_in_tenuki() } else { line.steps().contains(&step) };
        if !twice {
            line.push(step);
        }
    }
    line
}

/// The book's moves in a corner: of the readings, that with most stones which any line continues,
/// the next steps of all lines that have its stones in one orientation or the other, but for those
/// that a stone which it leaves out forbids, unless it has most stones and that would be all.
fn moves_of_readings(
    lines: &[Line],
    tracker: &Tracker<'_>,
    frame: Frame,
    to_play: Color,
) -> BTreeSet<Point> {
    let distance = |a: &Step, b: &Step| {
        let ((u, v), (x, y)) = (a.coordinates().expect("one"), b.coordinates().expect("one"));
        u.abs_diff(x).max(v.abs_diff(y))
    };
    let played = tracker.moves().iter().filter_map(|(_, played)| frame.step_of(*played, SIZE));
    let played: Vec<Step> = played.collect();
    let mut most = 0;
    for reading in tracker.region(frame.region).known() {
        let mut line = reading.line().clone();
        let own: Vec<Step> =
            line.steps().iter().copied().filter(|step| !step.is_tenuki()).collect();
        most = most.max(own.len());
        let left_out: Vec<Step> =
            played.iter().copied().filter(|stone| !own.contains(stone)).collect();
        if reading.last_color() == Some(to_play) {
            line.push(Step::TENUKI);
        }
        let here = stones(&line);
        let symmetric = mirrored(&here) == here;
        let mut steps = BTreeSet::new();
        for (book, mirror) in lines.iter().flat_map(|line| [(line, false), (line, true)]) {
            for (at, step) in book.steps().iter().enumerate().filter(|(_, step)| !step.is_tenuki())
            {
                let before: Line = book.steps()[..at].iter().copied().collect();
                if stones(&before.transformed(Symmetry::transpose_if(mirror))) == here {
                    let step = step.mirror_if(mirror);
                    steps.insert(step);
                    steps.extend(symmetric.then(|| step.mirror()));
                }
            }
        }
        if steps.is_empty() {
            continue;
        }
        let is_shorter = own.len() < most;
        let forbids = |stone: &Step, step: &Step| {
            if is_shorter {
                let reached = |own: &Step| distance(stone, own) <= 4;
                stone != step && reached(step) || own.iter().any(reached)
            } else {
                distance(stone, step) == 1
            }
        };
        let mut fitting = steps.clone();
        fitting.retain(|step| !left_out.iter().any(|stone| forbids(stone, step)));
        if is_shorter || !fitting.is_empty() {
            steps = fitting;
        }
        return steps.iter().map(|step| frame.point_of(*step, SIZE).expect("on")).collect();
    }
    BTreeSet::new()
}

proptest! {
    #[test]
    fn an_answer_is_of_the_reading_with_most_stones_and_what_is_expected_is_an_answer(
        lines in proptest::collection::vec(proptest::collection::vec(0usize..12, 1..6), 1..8),
        played in proptest::collection::vec((any::<bool>(), 0usize..11), 1..7),
    ) {
        let lines: Vec<Line> = lines.iter().map(|draws| crowded_line(draws)).collect();
        let index = Index::build(lines.iter().collect::<Forest>());
        let frame = Frame::clockwise(Corner::UpperRight);
        let at = |step| frame.point_of(step, SIZE).expect("on the board");
        let first = (Color::Black, at(crowded_step(0)));
        let colored = |(black, draw): &(bool, usize)| {
            (if *black { Color::Black } else { Color::White }, at(crowded_step(*draw)))
        };
        let mut game: Vec<(Color, Point)> = vec![first];
        for (color, point) in played.iter().map(colored) {
            if game.iter().all(|(_, other)| *other != point) {
                game.push((color, point));
            }
        }
        let game: Vec<_> = game.into_iter().map(|(color, at)| (color, Move::Play(at))).collect();
        for number in 1..=game.len() {
            let tracker = Tracker::replay(&index, SIZE, &[], &game[..number]);
            let free = |point: &Point| !game[..number].iter().any(|(_, m)| *m == Move::Play(*point));
            for to_play in Color::ALL {
                let query = NextQuery {
                    moves: game[..number].to_vec(),
                    to_play: Some(to_play),
                    limit: 100,
                    ..NextQuery::new(SIZE)
                };
                let answer = ask(&index, &query);
                let here = answer.in_region(frame.region);
                let mut found: Vec<Point> = here.flat_map(|c| c.points().to_vec()).collect();
                found.sort_unstable();
                let mut wanted = moves_of_readings(&lines, &tracker, frame, to_play);
                wanted.retain(free);
                prop_assert_eq!(&found, &Vec::from_iter(wanted), "{:?}", query.moves);
                // If the next move leaves the book, these are the moves that were expected.
                let next = game.get(number).filter(|(color, _)| *color == to_play);
                let after = next.map(|_| Tracker::replay(&index, SIZE, &[], &game[..=number]));
                let track = after.as_ref().map(|after| after.region(frame.region));
                let left = track.and_then(|track| track.left_book());
                if let Some(left) = left.filter(|left| left.move_number == number + 1) {
                    let found: Vec<Move> = found.into_iter().map(Move::Play).collect();
                    prop_assert_eq!(&left.expected, &found);
                }
            }
        }
    }
}

#[test]
fn no_occupied_point_was_expected_of_the_move_that_left_the_book() {
    // K17 is a stone of another line, but was played elsewhere for the line that was left.
    let index = index(&["DDCFXXCJCC", "DDCFCJ", "DDCFFC"]);
    let tracker = track(&index, "B:Q16 W:K17 W:O17 B:P15");
    let left = tracker.region(Corner::UpperRight).left_book().expect("left the book");
    assert_eq!(left.expected, [point("R14").into()]);
}

#[test]
fn a_symmetric_position_offers_both_twins_once() {
    let index = index(&["DDCFFCCC", "DDCC", "DDCFXXFCDC", "DDCFXXFCCDEE"]);
    let answer = ask_for(&index, &moves("B:Q16"), Color::White);
    assert_eq!(upper_right(&answer), ["R17", "O17", "R14"]);
    // After both low approaches DC and CD are one move with two points.
    let answer = ask_for(&index, &moves("B:Q16 W:O17 W:R14"), Color::Black);
    assert_eq!(upper_right(&answer), ["Q17", "R16"]);
    assert!(answer.moves[0].points().len() == 2);
}

#[test]
fn an_interrupted_corner_has_three_outcomes_when_it_is_taken_up_again() {
    let index = index(&["DDCFFCCC", "DDCFXXCDCC"]);
    let state = |text: &str| track(&index, text).state(Corner::UpperRight);
    let interrupted = "B:Q16 W:O17 B:D4";
    assert_eq!(state(interrupted), RegionState::Interrupted);
    let goes_on = format!("{interrupted} W:D16 B:R14");
    assert_eq!(state(&goes_on), RegionState::Ongoing);
    let unknown = format!("{interrupted} W:Q15");
    assert_eq!(state(&unknown), RegionState::Terminated);
    let known = format!("{interrupted} W:Q17");
    assert_eq!(state(&known), RegionState::Tenuki);
    assert_eq!(state(&format!("{known} B:C3")), RegionState::Interrupted);
}

#[test]
fn leaving_the_book_says_which_move_and_what_was_expected() {
    let index = index(&["DDCFFCCC", "DDCFDF"]);
    let tracker = track(&index, "B:Q16 W:D4 B:D16 W:R14 B:Q4 W:pass B:P15");
    assert_eq!(tracker.state(Corner::UpperRight), RegionState::Terminated);
    let left = tracker.region(Corner::UpperRight).left_book();
    let left = left.expect("left the book");
    assert_eq!(left.move_number, 7);
    assert_eq!((left.color, left.played), (Color::Black, point("P15").into()));
    assert_eq!(left.step.to_string(), "EE");
    assert_eq!(left.line.to_string(), "DDCF");
    // R14 is CF read counter-clockwise.
    assert_eq!(left.expected, [point("O17").into(), point("Q14").into()]);
}

#[test]
fn an_unknown_tenuki_leaves_with_nothing_expected() {
    let index = index(&["DDCFFCCC"]);
    let tracker = track(&index, "B:Q16 W:O17 W:R17");
    let left = tracker.region(Corner::UpperRight).left_book();
    let left = left.expect("left the book");
    assert_eq!(left.expected, []);
    assert_eq!((left.move_number, left.step.to_string().as_str()), (3, "CC"));
    let answer = ask_for(&index, &moves("B:Q16 W:O17 B:D4"), Color::White);
    assert_eq!(answer.regions[UPPER_RIGHT].reason, Some(NoMoveReason::TenukiUnknown));
}

#[test]
fn a_finished_corner_stays_finished_when_play_goes_on_there() {
    let index = index(&["DDCFFCCC"]);
    let tracker = track(&index, "B:Q16 W:O17 B:R14 W:R17 B:Q17 W:Q18");
    assert_eq!(tracker.state(Corner::UpperRight), RegionState::Finished);
    assert_eq!(tracker.region(Corner::UpperRight).left_book(), None);
}

#[test]
fn a_terminated_corner_resumes_at_a_known_position() {
    let index = index(&["DDCFFCCCCDDC"]);
    let unknown = "B:Q16 W:O17 B:Q17";
    let state = |text: &str| track(&index, text).state(Corner::UpperRight);
    assert_eq!(state(unknown), RegionState::Terminated);
    let back = track(&index, &format!("{unknown} W:R17 B:R14"));
    assert_eq!(back.state(Corner::UpperRight), RegionState::Ongoing);
    assert_eq!(back.region(Corner::UpperRight).left_book(), None);
    let answer = ask_for(&index, back.moves(), Color::White);
    assert_eq!(upper_right(&answer), ["R16"]);
    assert!(answer.moves[0].by_transposition);
    assert_eq!(answer.moves[0].leads_to.to_string(), "DDCFFCCCCDDC");
}

#[test]
fn the_advantage_changes_its_sign_with_the_view() {
    let mut forest = Forest::new();
    let end = forest.insert(&"ABXXBADD".parse().expect("a line"));
    forest.data_mut(end).advantage = Some(1.5);
    let index = Index::build(forest);
    // By the line: White moved first, Black is to play.
    let answer = ask_for(&index, &moves("W:A18 B:Q4 W:B19"), Color::Black);
    assert_eq!(answer.moves[0].advantage, Some(-1.5));
    assert!(!answer.moves[0].by_transposition);
    // By the position: Black moved first here, but the line's first mover is White again.
    let answer = ask_for(&index, &moves("B:A19 W:A18 B:Q4 W:B19"), Color::Black);
    assert_eq!(answer.regions[0].first_mover, Some(Color::Black));
    assert_eq!(answer.moves[0].points().as_slice(), [point("D16")]);
    assert_eq!(answer.moves[0].advantage, Some(-1.5));
    assert!(answer.moves[0].by_transposition);
}

#[test]
fn of_twins_those_are_answered_whose_conditions_hold() {
    let mut forest = Forest::new();
    let end = forest.insert(&"DDCF".parse().expect("a line"));
    forest.data_mut(end).conditions = "own(PD)".parse().expect("conditions");
    let index = Index::build(forest);
    let asked = |stone: &str| {
        let answer = ask_for(&index, &moves(&format!("B:Q16 W:{stone}")), Color::White);
        let candidate = answer.in_region(Corner::UpperRight).next().expect("a candidate");
        let points: Vec<String> = candidate.points().iter().map(|p| p.to_gtp(SIZE)).collect();
        (points, candidate.holds())
    };
    // Read clockwise, CF is O17 and PD is Q4; read the other way they are R14 and D16.
    assert_eq!(asked("Q4"), (vec!["O17".to_owned()], true));
    assert_eq!(asked("D16"), (vec!["R14".to_owned()], true));
    assert_eq!(asked("C4"), (vec!["O17".to_owned(), "R14".to_owned()], false));
}

#[test]
fn initial_stones_are_looked_up_by_position() {
    let index = index(&["DDCFFCCC"]);
    let stones = |texts: &[(&str, Color)]| -> Vec<(Color, Point)> {
        let stone = |(text, color): &(&str, Color)| (*color, point(text));
        texts.iter().map(stone).collect()
    };
    let handicap = stones(&[("Q16", Color::Black), ("D4", Color::Black)]);
    let query = NextQuery { initial: handicap.clone(), ..NextQuery::new(SIZE) };
    assert_eq!(query.to_play(), Color::White);
    let answer = ask(&index, &query);
    assert_eq!(upper_right(&answer), ["O17", "R14"]);
    assert_eq!(points(&answer, Corner::LowerLeft, SIZE), ["C6", "F3"]);
    assert_eq!(answer.regions[UPPER_RIGHT].first_mover, Some(Color::Black));
    let on = Tracker::replay(&index, SIZE, &handicap, &moves("W:R14 B:O17"));
    assert_eq!(on.state(Corner::UpperRight), RegionState::Ongoing);
    assert_eq!(on.state(Corner::LowerLeft), RegionState::Interrupted);

    let odd = stones(&[("Q16", Color::Black), ("P14", Color::Black)]);
    let tracker = Tracker::new(&index, SIZE, &odd);
    assert_eq!(tracker.state(Corner::UpperRight), RegionState::Terminated);
    let left = tracker.region(Corner::UpperRight).left_book();
    assert_eq!(left.expect("left the book").move_number, 0);
}

#[test]
fn unknown_initial_stones_resume_when_their_position_becomes_known() {
    let index = index(&["DDCFFCCC"]);
    let query = NextQuery {
        initial: vec![(Color::White, point("O17")), (Color::Black, point("R14"))],
        moves: moves("W:pass B:Q16"),
        ..NextQuery::new(SIZE)
    };
    let answer = ask(&index, &query);
    assert_eq!(upper_right(&answer), ["R17"]);
    assert_eq!(answer.regions[UPPER_RIGHT].steps.to_string(), "DDCFFC");
    assert_eq!(answer.regions[UPPER_RIGHT].state, RegionState::Ongoing);
}

#[test]
fn other_board_sizes_answer_where_the_steps_fit() {
    let index = index(&["DDCFFCCC", "DDCFNC"]);
    for (lines, text, wanted) in [
        (9, "B:F6 W:D7", vec!["G4"]),
        (13, "B:K10 W:H11", vec!["L8"]),
        (18, "B:P15 W:N16", vec!["Q13", "Q5"]),
        (19, "B:Q16 W:O17", vec!["R14", "R6"]),
    ] {
        let size = BoardSize::new(lines).expect("a size");
        let query = NextQuery { moves: moves_on(size, text), ..NextQuery::new(size) };
        let found = points(&ask(&index, &query), Corner::UpperRight, size);
        assert_eq!(found, wanted, "{lines} lines");
    }
}

#[test]
fn reasons_say_why_there_is_no_move() {
    let reason = |lines: &[&str], text: &str| {
        let answer = ask_for(&index(lines), &moves(text), Color::Black);
        (answer.regions[UPPER_RIGHT].reason, answer.reason)
    };
    let both = |reason| (Some(reason), Some(reason));
    assert_eq!(reason(&[], ""), both(NoMoveReason::EmptyBook));
    assert_eq!(reason(&["DDCF"], "B:Q16 W:R17").0, Some(NoMoveReason::UnknownPosition));
    assert_eq!(reason(&["DDCF"], "B:Q16 W:O17").0, Some(NoMoveReason::Finished));
    assert_eq!(reason(&["DDCFXXFC"], "B:Q16 W:O17").0, Some(NoMoveReason::TenukiOnly));
    assert_eq!(reason(&["DDCFFC"], "B:Q16 W:D4").0, Some(NoMoveReason::TenukiUnknown));
    // A white stone stands where the book would play.
    let taken = "B:Q16 W:O17 B:D4 W:R10";
    assert_eq!(reason(&["DDCFJC"], taken).0, Some(NoMoveReason::Illegal));
    let all = "B:Q16 W:R17 B:D4 W:C3 B:Q4 W:R3 B:D16 W:C17";
    assert_eq!(reason(&["DDCF"], all), both(NoMoveReason::UnknownPosition));
    let three = "B:Q16 W:O17 B:D4 W:C3 B:Q4 W:R3 B:D16 W:C17";
    assert_eq!(reason(&["DDCF"], three).1, Some(NoMoveReason::Mixed));
}

#[test]
fn urgency_ranks_the_corners_as_openings_go() {
    let index = index(&["DDCFFCCC", "DDCC", "CDEC"]);
    let first = |text: &str, to_play: Color| {
        let answer = ask_for(&index, &moves(text), to_play);
        let order = answer.moves.windows(2).all(|pair| pair[0].score >= pair[1].score);
        assert!(order, "by score");
        answer.moves[0].region
    };
    assert_eq!(first("B:Q16 W:D4", Color::Black), Corner::UpperLeft, "an empty corner");
    assert_eq!(first("B:Q16 W:O17", Color::Black), Corner::UpperRight, "an answer");
    let all = "B:Q16 W:D4 B:D16 W:Q3 B:C6";
    assert_eq!(first(all, Color::White), Corner::LowerLeft, "an answer");
}

#[test]
fn undo_equals_a_fresh_replay() {
    let index = index(&[GOLDEN, "CDEC", "DDCC"]);
    let text = "B:Q16 W:D4 B:O17 W:C3 B:D3 W:R14 W:R10 B:pass B:R17 W:Q17 B:Q10";
    let all = moves(text);
    let mut tracker = Tracker::replay(&index, SIZE, &[], &all);
    let seen = |tracker: &Tracker<'_>| {
        Corner::ALL.map(|corner| {
            let track = tracker.region(corner);
            let lines = track.known().map(|reading| reading.line().to_string());
            let left = track.left_book().cloned();
            (tracker.state(corner), lines.collect::<Vec<_>>(), left)
        })
    };
    for kept in (0..all.len()).rev() {
        assert_eq!(tracker.undo(), Some(all[kept]));
        let fresh = Tracker::replay(&index, SIZE, &[], &all[..kept]);
        assert_eq!(seen(&tracker), seen(&fresh), "after {kept} moves");
    }
    assert_eq!(tracker.undo(), None);
}
