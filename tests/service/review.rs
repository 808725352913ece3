//! Reviews: games held against a small book whose judgements can be made by hand.

use crate::full::cases;
use crate::programs::needs;
use std::fs;
use std::io::Write as _;
use std::process::{Command, Stdio};
use std::sync::Arc;

use joseki::format::sgf::{GameTree, Limits, read_collection};
use joseki::game::go::Handedness;
use joseki::game::{BoardSize, Color, Corner, Frame, Move, Point};
use joseki::service::{
    BookRef, Service, SourceFile,
    curate::{Author, ImportRequest},
    next::NextQuery,
    review::{
        GameReview, JudgedKind, JudgedMove, LEAST_GAMES, Profile, ReviewFilesRequest,
        ReviewOptions, ReviewOutcome, ReviewRefusal, SubmittedReview, describe,
    },
};
use joseki::store::SqliteStore;
use proptest::prelude::*;
use tempfile::TempDir;

const SIZE: BoardSize = BoardSize::NINETEEN;

/// In the upper right, Black first. After Q16 O17: R14 is ideal and even, R15 gives White something, and is answered
/// at R16 and S15. After Q16: O17 needs an own stone at the far corner (D4); O16 is questionable. After Q16
/// O16 P14 the book has Q14 only. A white tenuki after Q16 is a mistake if Black goes on at R10, and so is R10 itself; the 3-4 point has
/// no continuation by tenuki.
const BOOK: &str = "(;FF[4]GM[1]SZ[19]
(;B[pd]N[4-4]TE[2]
  (;W[nc]N[approach]TE[2]JC[own(PP)]
    (;B[qf]TE[2]DM[1];W[qc]TE[2](;B[qd];W[rd])(;B[pc]BM[1];W[qd]))
    (;B[qe]BM[1]GW[1];W[qd]GW[2];B[re]GW[2])
    (;B[ne]))
  (;W[nd]DO[1];B[of]TE[1];W[pf]TE[1])
  (;W[qj]BM[1])
  (;W[tt]BM[1];B[qj]))
(;B[qd]N[3-4]TE[1]
  (;W[oc]TE[2];B[pf])))";

/// All reviews of submitted games.
struct Reviewed {
    games: Vec<Result<SubmittedReview, ReviewRefusal>>,
    profiles: Vec<Profile>,
}

struct Fixture {
    service: Service,
    folder: TempDir,
}

impl Fixture {
    fn new() -> Fixture {
        crate::messages::keep_short();
        let folder = tempfile::tempdir().expect("a folder");
        let store = SqliteStore::open(folder.path().join("joseki.db")).expect("a store");
        let service = Service::new(Arc::new(store));
        let file = SourceFile { name: "book.sgf".to_owned(), bytes: BOOK.as_bytes().to_vec() };
        let request = ImportRequest {
            variant: None,
            book: "main".to_owned(),
            files: vec![file],
            base: Vec::new(),
            dry_run: false,
            rules: joseki::book::MergeRules::default(),
            confidence: None,
            phrases: joseki::format::dictionary::Phrases::default(),
            charset: None,
            source: None,
            by: Author::new("test"),
        };
        let outcome = service.curation().import(&request).expect("imported");
        assert!(outcome.changed);
        Fixture { service, folder }
    }

    fn asked(&self) -> ReviewOptions {
        ReviewOptions {
            book: BookRef::current("main"),
            moves: 60,
            players: Vec::new(),
            annotate: false,
        }
    }

    fn texts(&self, asked: &ReviewOptions, games: &[String]) -> Reviewed {
        let games = games.iter().map(|game| Ok(tree(game))).collect();
        let mut submitted =
            self.service.reviews().review_texts(asked.clone(), games).expect("a review");
        let next = || submitted.review_next(&self.service).expect("reviewed");
        let games = std::iter::from_fn(next).collect();
        Reviewed { games, profiles: submitted.profiles() }
    }

    fn review(&self, game: &str) -> GameReview {
        let mut reviewed = self.texts(&self.asked(), &[game.to_owned()]);
        let game = reviewed.games.remove(0);
        game.unwrap_or_else(|refusal| panic!("{refusal}")).0.review
    }

    /// The files of a folder.
    fn run(&self, files: &[(&str, String)], asked: ReviewOptions, threads: usize) -> ReviewOutcome {
        let folder = tempfile::tempdir_in(self.folder.path()).expect("a folder");
        for (name, text) in files {
            fs::write(folder.path().join(name), text).expect("a file");
        }
        let request = ReviewFilesRequest {
            options: asked,
            paths: vec![folder.path().to_owned()],
            texts: Vec::new(),
            keep: usize::MAX,
            threads,
        };
        self.service.reviews().review(&request, &mut |_| {}).expect("reviewed")
    }
}

fn tree(text: &str) -> GameTree {
    let collection = read_collection(text.as_bytes(), &Limits::default()).expect("SGF");
    collection.trees.into_iter().next().expect("a tree")
}

/// A game of alternating moves, Black first; `-` is a pass.
fn game(root: &str, moves: &str) -> String {
    let nodes = moves.split_whitespace().zip(["B", "W"].into_iter().cycle());
    let nodes: String =
        nodes.map(|(point, color)| format!(";{color}[{}]", point.trim_matches('-'))).collect();
    format!("(;GM[1]FF[4]SZ[19]{root}{nodes})")
}

fn at(review: &GameReview, number: usize) -> &JudgedMove {
    let found: Vec<&JudgedMove> =
        review.judged().into_iter().filter(|judged| judged.number == number).collect();
    assert_eq!(found.len(), 1, "move {number}: {found:#?}");
    found[0]
}

fn kinds(review: &GameReview) -> Vec<(usize, JudgedKind)> {
    let judged = review.judged().into_iter();
    judged.map(|judged| (judged.number, judged.kind)).collect()
}

fn point(text: &str) -> Point {
    Point::from_gtp(text, SIZE).expect("a point")
}

#[test]
fn a_mistake_with_what_was_better_what_it_cost_and_its_punishment() {
    let fixture = Fixture::new();
    let review = fixture.review(&game("", "pd nc qe qd re"));
    let mistake = at(&review, 3);
    assert_eq!(mistake.kind, JudgedKind::Mistake);
    assert!(mistake.curated && !mistake.excused && mistake.is_fault());
    assert_eq!((mistake.offered, mistake.rank), (3, Some(3)));
    assert_eq!(mistake.node.to_string(), "DDCFEC");
    let better = mistake.better().expect("a better move");
    assert_eq!(better.plays, [point("R14").into()]);
    assert_eq!(better.leads_to.to_string(), "DDCFFC");
    // Even against good for White, in Black's view.
    assert_eq!(mistake.cost.points, Some(1.0));
    assert!(mistake.cost.win_rate.is_some_and(|rate| rate > 0.05));
    let punishment = mistake.punishment.as_ref().expect("a punishment");
    let moves: Vec<_> = punishment
        .moves
        .iter()
        .map(|played| (played.color, played.played.point().expect("a stone")))
        .collect();
    assert_eq!(moves, [(Color::White, point("R16")), (Color::Black, point("S15"))]);
    assert_eq!(punishment.advantage, Some(2.0), "for White, who punishes");
    let kinds = kinds(&review);
    assert_eq!(
        kinds[3..],
        [(4, JudgedKind::Best), (5, JudgedKind::Best)],
        "the punishment itself is the book's"
    );
    let said = describe(mistake, SIZE);
    assert!(
        said.starts_with("a mistake, the book prefers R14 (ideal); costs ")
            && said.contains("1 in advantage; the book continues R16 S15"),
        "{said}"
    );
}

#[test]
fn leaving_the_book_with_what_was_expected() {
    let fixture = Fixture::new();
    let review = fixture.review(&game("", "pd nc qc"));
    let corner = &review.corners[Corner::UpperRight.index()];
    assert_eq!(corner.names, ["approach"]);
    assert_eq!(corner.named.to_string(), "DDCF");
    let left = at(&review, 3);
    assert_eq!((left.kind, left.rank, left.offered), (JudgedKind::Left, None, 3));
    assert_eq!(left.node.to_string(), "DDCF");
    let expected: Vec<_> =
        left.expected.iter().map(|one| one.plays[0].point().expect("a stone")).collect();
    assert_eq!(expected, [point("R14"), point("O15"), point("R15")]);
    assert!(left.is_fault());
    assert!(describe(left, SIZE).starts_with("left the book; expected R14 (ideal), O15"));
}

#[test]
fn a_corner_that_another_order_brings_back_has_returned() {
    let fixture = Fixture::new();
    // No line begins with R14; with the approach and the 4-4 point it is the position of one.
    let back = fixture.review(&game("", "qf nc pd qc"));
    let corner = Corner::UpperRight.index();
    let left = back.corners[corner].left.as_ref().expect("left");
    assert_eq!((left.book.move_number, left.returned), (1, true));
    assert_eq!(back.corners[corner].known.to_string(), "DDCFFCCC");
    assert_eq!(kinds(&back), [(1, JudgedKind::Left), (4, JudgedKind::Best)]);
    let gone = fixture.review(&game("", "qf nc qc"));
    let left = gone.corners[corner].left.as_ref().expect("left");
    assert!(!left.returned);
}

#[test]
fn what_a_condition_forbids_is_no_fault() {
    let fixture = Fixture::new();
    // White has no stone at D4, so the approach could not be played, and the question is what is left.
    let review = fixture.review(&game("", "pd nd"));
    let excused = at(&review, 2);
    assert_eq!((excused.kind, excused.excused), (JudgedKind::Mistake, true));
    assert!(!excused.is_fault() && excused.better().is_none());
    let failed = excused.expected.iter().find(|one| !one.failed.is_empty());
    let failed = failed.expect("the approach");
    assert_eq!(failed.plays, [point("O17").into(), point("R14").into()]);
    assert_eq!(failed.failed[0].text, "own(PP)");
    assert!(describe(excused, SIZE).contains("not a fault, since the condition of O17"));
    // With the stone it is one.
    let review = fixture.review(&game("", "jj dp pd nd"));
    let fault = at(&review, 4);
    assert_eq!((fault.kind, fault.excused), (JudgedKind::Mistake, false));
    assert!(fault.expected[0].failed.is_empty() && fault.is_fault());
    // A move that the condition forbids is reported, though nothing better was available.
    let review = fixture.review(&game("", "pd nc"));
    let forbidden = at(&review, 2);
    assert_eq!(forbidden.kind, JudgedKind::Mistake);
    assert_eq!(forbidden.failed.len(), 1);
    assert!(!forbidden.excused, "the question was to be had");
}

#[test]
fn playing_elsewhere_against_the_book_s_advice_is_told_once_the_other_goes_on() {
    let fixture = Fixture::new();
    let review = fixture.review(&game("", "pd jj qj"));
    let tenuki = at(&review, 2);
    assert_eq!((tenuki.kind, tenuki.color), (JudgedKind::Tenuki, Color::White));
    assert_eq!(tenuki.step.to_string(), "XX");
    assert_eq!(tenuki.node.to_string(), "DD");
    assert!(tenuki.expected.iter().any(|one| one.plays.contains(&point("O16").into())));
    assert!(describe(tenuki, SIZE).starts_with("played elsewhere, which is a mistake here"));
    // A tenuki that the book does not know at all, by a pass.
    let review = fixture.review(&game("", "qd - pf"));
    let tenuki = at(&review, 2);
    assert_eq!((tenuki.kind, tenuki.played), (JudgedKind::Tenuki, Move::Pass));
    let left = review.corners[Corner::UpperRight.index()].left.as_ref();
    assert_eq!(left.map(|left| left.by), Some(Color::White));
}

#[test]
fn a_stone_on_the_middle_line_is_held_against_its_player_only_as_an_answer() {
    let fixture = Fixture::new();
    let answer = fixture.review(&game("", "pd qj"));
    assert_eq!(at(&answer, 2).kind, JudgedKind::Mistake);
    // Later it may as well be a move on the side.
    let elsewhere = fixture.review(&game("", "pd dd jj qj"));
    let judged = kinds(&elsewhere);
    assert!(judged.iter().all(|(number, _)| *number != 4), "{judged:?}");
}

#[test]
fn the_record_s_own_engine_is_heard() {
    let fixture = Fixture::new();
    // Black loses three points with a move that the book has, and half a one by leaving it.
    let costly =
        fixture.review("(;GM[1]SZ[19]V[1];B[jj]V[1];W[dp]V[1];B[pd]V[1];W[nc]V[0];B[ne]V[-3])");
    let judged = at(&costly, 5);
    assert_eq!(judged.kind, JudgedKind::Costly);
    let lost = judged.cost.evaluation.expect("a loss");
    assert_eq!((lost.points, lost.win_rate), (Some(3.0), None));
    assert!(describe(judged, SIZE).contains("3.0 points according to the record's engine"));
    let cleared = fixture.review("(;GM[1]SZ[19];B[jj];W[dp];B[pd];W[nc]V[0];B[qc]V[-0.5])");
    let judged = at(&cleared, 5);
    assert_eq!(judged.kind, JudgedKind::Left);
    assert!(describe(judged, SIZE).ends_with("the record's engine sees no loss"));
}

#[test]
fn every_game_stands_for_itself() {
    let fixture = Fixture::new();
    let texts = [
        game("", "pd nc"),
        "(;GM[2]SZ[19];B[pd])".to_owned(),
        "(;GM[1]SZ[25];B[pd])".to_owned(),
        "(;GM[1]SZ[19])".to_owned(),
        "(;GM[1]SZ[19];B[pd];W[pd];B[dd])".to_owned(),
        "(;GM[1]SZ[9]HA[2]AB[gc][cg];W[gg];B[cc])".to_owned(),
    ];
    let reviewed = fixture.texts(&fixture.asked(), &texts);
    let kinds: Vec<Result<(), &str>> = reviewed
        .games
        .iter()
        .map(|game| game.as_ref().map(drop).map_err(ReviewRefusal::kind))
        .collect();
    assert_eq!(
        kinds,
        [Ok(()), Err("not Go"), Err("not on 9 to 19 lines"), Err("without moves"), Ok(()), Ok(())]
    );
    let damaged = reviewed.games[4].as_ref().expect("reviewed");
    assert_eq!(damaged.0.review.line.damaged_at, Some(2));
    assert_eq!(damaged.0.review.reviewed, 1);
}

/// Games of two players in all corners: the mistake three times, in two colours, and once the way it should be.
fn match_games() -> Vec<(&'static str, String)> {
    let root = |black: &str, white: &str, more: &str| format!("PB[{black}]PW[{white}]{more}");
    vec![
        ("a.sgf", game(&root("Ann", "Bob", "DT[2020-01-01]RE[B+R]"), "pd nc qe qd dp")),
        ("b.sgf", game(&root("ann", "Bob", "DT[2020-01-02]RE[W+R]"), "dd fc ce cd jj pd dj")),
        ("c.sgf", game(&root("Bob", "ANN", "DT[2020-01-03]RE[0]"), "jj pd nc qe qd qj")),
        ("d.sgf", game(&root("Ann", "Cid", "DT[2020-01-04]RE[W+2]"), "pd nc qf qc qd")),
        ("e.sgf", game(&root("Dan", "Cid", "DT[2020-01-05]"), "pd nc qc")),
    ]
}

fn rendered(profiles: &[Profile]) -> Vec<String> {
    profiles.iter().map(|profile| format!("{profile:?}")).collect()
}

#[test]
fn a_player_over_many_games() {
    let fixture = Fixture::new();
    let asked =
        ReviewOptions { players: vec!["an n".to_owned(), "nobody".to_owned()], ..fixture.asked() };
    let outcome = fixture.run(&match_games(), asked, 2);
    assert_eq!((outcome.report.seen, outcome.report.reviewed, outcome.report.others), (5, 4, 1));
    let [ann, nobody] = outcome.profiles.as_slice() else {
        panic!("{:?}", outcome.profiles);
    };
    assert_eq!((nobody.games, nobody.corners), (0, 0));
    assert_eq!((ann.games, ann.black, ann.white), (4, 3, 1));
    assert_eq!((ann.won, ann.lost, ann.drawn), (1, 2, 1));
    let [habit] = ann.habits.as_slice() else {
        panic!("{:#?}", ann.habits);
    };
    assert_eq!((habit.times, habit.faults), (3, 3));
    assert_eq!(habit.node.to_string(), "DDCFEC");
    assert_eq!(habit.better.to_string(), "DDCFFC");
    let spots: Vec<String> = habit
        .examples
        .iter()
        .map(|one| format!("{} {} {}", one.number, one.color.letter(), one.played.to_gtp(SIZE)))
        .collect();
    assert_eq!(spots, ["3 B R15", "3 B C15", "4 W R15"]);
    let approach = ann.josekis.iter().find(|row| row.name.as_deref() == Some("approach"));
    let approach = approach.expect("a joseki");
    assert_eq!((approach.corners, approach.first, approach.games), (4, 4, 4));
    assert_eq!((approach.scored, approach.points), (4, 1.5));
}

#[test]
fn neither_order_nor_threads_nor_copies_matter() {
    let fixture = Fixture::new();
    let games = match_games();
    let asked = || ReviewOptions {
        players: ["Ann", "Bob", "Cid", "Dan"].map(str::to_owned).into(),
        ..fixture.asked()
    };
    let once = fixture.run(&games, asked(), 1);
    assert!(once.profiles.iter().all(|profile| profile.games > 0));
    let order = |outcome: &ReviewOutcome| -> Vec<u64> {
        outcome.games.iter().map(|game| game.review.fingerprint).collect()
    };
    let profile = |outcome: &ReviewOutcome| {
        // The folder is another each time.
        let text = rendered(&outcome.profiles).join("\n");
        let parts: Vec<&str> = text.split("/.tmp").collect();
        let parts =
            parts.iter().enumerate().map(|(at, part)| if at == 0 { part } else { &part[6..] });
        parts.collect::<Vec<_>>().join("")
    };
    for threads in [1, 2, 4] {
        // The same games in one file, backwards, some of them turned round and twice.
        let mut copies: Vec<(String, String)> = Vec::new();
        for (name, text) in games.iter().rev() {
            copies.push((format!("z-{name}"), text.clone()));
            copies.push(((*name).to_owned(), text.clone()));
        }
        let files: Vec<(&str, String)> =
            copies.iter().map(|(name, text)| (name.as_str(), text.clone())).collect();
        let again = fixture.run(&files, asked(), threads);
        assert_eq!(again.report.duplicates, 5);
        assert_eq!(order(&again), order(&once));
        assert_eq!(profile(&again), profile(&once));
    }
}

#[test]
fn without_a_name_those_who_play_often_have_a_profile() {
    let fixture = Fixture::new();
    let name = |number: usize| format!("PB[P{}]PW[Host]DT[2020-01-{:02}]", number % 3, number + 1);
    let few: Vec<String> =
        (0..LEAST_GAMES - 1).map(|number| game(&name(number), "pd nc")).collect();
    let names = |games: &[String]| -> Vec<String> {
        let profiles = fixture.texts(&fixture.asked(), games).profiles;
        profiles.into_iter().map(|profile| profile.name).collect()
    };
    assert_eq!(names(&few), ["Host", "P0", "P1", "P2"]);
    let many: Vec<String> = (0..LEAST_GAMES).map(|number| game(&name(number), "pd nc")).collect();
    assert_eq!(names(&many), ["Host"]);
}

/// The judgements, independent of the corner and the first colour.
fn bare(review: &GameReview) -> Vec<String> {
    let mut found: Vec<String> = review
        .judged()
        .into_iter()
        .map(|judged| {
            let expected: Vec<String> = judged
                .expected
                .iter()
                .map(|one| {
                    format!(
                        "{} {:?} {:?} {:.6} {}",
                        one.leads_to,
                        one.verdict,
                        one.advantage,
                        one.priority,
                        one.failed.len()
                    )
                })
                .collect();
            let punishment = judged.punishment.as_ref().map(|line| {
                let nodes: Vec<String> =
                    line.moves.iter().map(|played| played.leads_to.to_string()).collect();
                (nodes, line.advantage)
            });
            format!(
                "{} {:?} {} {} {} {:?} {:?} {:?} {:?} {expected:?} {punishment:?}",
                judged.number,
                judged.kind,
                judged.excused,
                judged.step,
                judged.node,
                judged.verdict,
                judged.rank,
                judged.cost.points,
                judged.cost.win_rate.map(|rate| (rate * 1e9).round()),
            )
        })
        .collect();
    found.extend(review.corners.iter().map(|corner| {
        let left = corner
            .left
            .as_ref()
            .map(|left| (left.book.move_number, left.book.line.to_string(), left.returned));
        format!("~ {:?} {} {} {left:?}", corner.state, corner.steps, corner.known)
    }));
    found.sort();
    found
}

fn written(moves: &[(Color, Point)]) -> String {
    let nodes: String = moves
        .iter()
        .map(|(color, point)| format!(";{}[{}]", color.letter(), point.to_sgf()))
        .collect();
    format!("(;GM[1]SZ[19]{nodes})")
}

/// A game whose moves are drawn among those that the book names, and others near the corners.
fn drawn(fixture: &Fixture, draws: &[u8]) -> Vec<(Color, Point)> {
    let mut query = NextQuery::new(SIZE);
    let mut played = Vec::new();
    for draw in draws {
        let answer = fixture.service.next_moves().next(&query).expect("an answer");
        let moves = answer.moves;
        let point = match (moves.len(), draw) {
            (1.., 0..190) => moves[usize::from(*draw) % moves.len()].points()[0],
            _ => Point::new(draw % 19, (draw / 3) % 19),
        };
        let color = query.to_play();
        query.moves.push((color, Move::Play(point)));
        if fixture.service.next_moves().next(&query).is_err() {
            query.moves.pop();
            continue;
        }
        played.push((color, point));
    }
    played
}

proptest! {
    #![proptest_config(cases(8))]

    /// The board turned round and the colours swapped, a game is judged the same.
    #[test]
    fn every_placement_and_colour_is_judged_alike(draws in proptest::collection::vec(any::<u8>(), 1..20)) {
        let fixture = Fixture::new();
        let moves = drawn(&fixture, &draws);
        prop_assume!(!moves.is_empty());
        let upright = bare(&fixture.review(&written(&moves)));
        let from = Frame::clockwise(Corner::UpperRight);
        for corner in Corner::ALL {
            for handedness in [Handedness::Clockwise, Handedness::CounterClockwise] {
                let to = handedness.frame(corner);
                for swap in [false, true] {
                    let turned: Vec<(Color, Point)> = moves.iter().map(|(color, point)| {
                        let step = from.step_at(*point, SIZE).expect("on the board");
                        let color = if swap { color.opposite() } else { *color };
                        (color, to.point_of(step, SIZE).expect("on the board"))
                    }).collect();
                    prop_assert_eq!(&bare(&fixture.review(&written(&turned))), &upright, "{:?} {}", to, swap);
                }
            }
        }
    }
}

/// Reads SGF with another program's reader: per game, the main line, and the properties of every node.
const READER: &str = r#"
import json, sys
from sgfmill import sgf
def nodes(node):
    stack = [node]
    while stack:
        node = stack.pop()
        yield node
        stack.extend(reversed(list(node)))
game = sgf.Sgf_game.from_bytes(sys.stdin.buffer.read())
line = [[str(colour), point] for colour, point in (n.get_move() for n in game.get_main_sequence()) if colour]
props = [sorted(n.properties()) for n in nodes(game.get_root())]
for n in nodes(game.get_root()):
    for p in n.properties():
        n.get(p)
root = game.get_root()
print(json.dumps({"line": line, "nodes": props, "size": game.get_size(), "charset": game.get_charset(),
    "comment": root.get("C") if root.has_property("C") else None}))
"#;

fn read_elsewhere(sgf: &[u8]) -> serde_json::Value {
    let mut child = Command::new("python3")
        .args(["-c", READER])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("Python");
    let mut input = child.stdin.take().expect("the input is piped");
    input.write_all(sgf).expect("it reads");
    drop(input);
    let output = child.wait_with_output().expect("an answer");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(sgf));
    serde_json::from_slice(&output.stdout).expect("JSON")
}

/// A record with everything: Japanese, comments, variations, judgements and labels of its own.
const ANNOTATED: &str = "(;GM[1]SZ[19]PB[本因坊]PW[b]C[old]\
    ;B[jj];W[dp];B[pd];W[nc]LB[qq:x]C[0.48 0.52 0.00 -0.4 v=600]\
    (;B[qe]C[0.48 0.52 0.00 -0.4 v=600]DO[](;W[qd](;B[re];W[jd])(;B[qf]C[mine]))(;W[cc]))(;B[qf]))";

#[test]
fn annotated_records_are_valid_and_keep_what_was_there() {
    needs!("python3", "python3:sgfmill");
    let fixture = Fixture::new();
    let asked = ReviewOptions { annotate: true, ..fixture.asked() };
    let games = [ANNOTATED.to_owned(), game("", "pd nc qe qd qf"), game("", "pd jj qj nd jc")];
    for game in games {
        let mut before = game;
        // An annotated record is annotated once more.
        for round in 0..2 {
            let mut reviewed = fixture.texts(&asked, std::slice::from_ref(&before));
            let (reviewed, sgf) = reviewed.games.remove(0).expect("reviewed");
            let sgf = sgf.expect("annotated");
            let seen = read_elsewhere(&sgf);
            let was = read_elsewhere(before.as_bytes());
            assert_eq!(seen["line"], was["line"]);
            assert_eq!((&seen["size"], seen["charset"].as_str()), (&was["size"], Some("UTF-8")));
            let comment = seen["comment"].as_str().expect("a comment");
            assert!(comment.contains("Reviewed up to move"), "{comment}");
            if round == 0 {
                assert!(before.contains("C[old]") == comment.starts_with("old\n\nReviewed"));
            }
            for node in seen["nodes"].as_array().expect("nodes") {
                let has = |names: &[&str]| {
                    let node = node.as_array().expect("properties").iter();
                    node.filter(|name| names.contains(&name.as_str().unwrap_or_default())).count()
                };
                assert!(has(&["BM", "DO", "IT", "TE"]) <= 1, "{node}");
                assert!(has(&["BM", "DO", "IT", "TE"]) == 0 || has(&["B", "W"]) == 1, "{node}");
            }
            let text = String::from_utf8(sgf).expect("UTF-8");
            let again = tree(&text);
            // The last of them has nothing better to show.
            let added = again.node_count() - tree(&before).node_count();
            assert_eq!(added > 0, !text.contains("B[jc]"), "variations: {text}");
            if before.contains("v=600") {
                assert!(
                    at(&reviewed.review, 4).cost.evaluation.is_some(),
                    "the engine is still read"
                );
                assert!(text.contains("(;B[qf]C[mine])") && text.contains("PB[本因坊]"), "{text}");
            }
            before = text;
        }
    }
}

#[test]
fn the_better_line_and_the_punishment_are_variations() {
    let fixture = Fixture::new();
    let asked = ReviewOptions { annotate: true, ..fixture.asked() };
    let mut reviewed = fixture.texts(&asked, &[game("", "jj dp pd nc qe dd qj")]);
    let sgf = reviewed.games.remove(0).expect("reviewed").1.expect("annotated");
    let text = String::from_utf8(sgf).expect("UTF-8").replace('\n', "");
    assert!(text.contains("BM[1](;W[dd]"), "{text}");
    assert!(text.contains("(;W[qd]C[The book continues like this.];B[re])"), "{text}");
    assert!(text.contains("(;B[qf]C[The book: R14 (ideal).]TE[2];W[qc];B[qd];W[rd])"), "{text}");
    assert!(text.contains("LB[qf:A][ne:B][qe:C]"), "{text}");
}
