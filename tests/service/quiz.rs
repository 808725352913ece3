//! Training: what is right, what is drawn, what is remembered.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use joseki::book::{Edit, Line, Patch};
use joseki::game::{BoardSize, Color, Corner, Frame, Move, Point, Variant};
use joseki::ledger::BoardRecord;
use joseki::ledger::training::{DAY, Grade, HOUR, MINUTE, Memory};
use joseki::priority::random;
use joseki::service::{
    Service, ServiceError, SourceFile,
    curate::{Author, ConditionalEdit, EditRequest, ImportRequest},
    train::{
        GradedAnswer, ProgressQuery, QuestionOrigin, QuizBoard, QuizError, QuizFilter, QuizOutcome,
        QuizQuery, QuizQuestion,
    },
};
use joseki::store::{SqliteStore, Store};
use tempfile::TempDir;

const SIZE: BoardSize = BoardSize::NINETEEN;
/// A moment to begin at.
const START: i64 = 1_700_000_000_000_000;

/// A service with one book and its file.
struct School {
    service: Service,
    _folder: TempDir,
}

impl School {
    /// A school whose book is this dictionary.
    fn with(sgf: &str) -> School {
        crate::messages::keep_short();
        let folder = TempDir::new().expect("a folder");
        let store = SqliteStore::open(folder.path().join("joseki.db")).expect("a store");
        let service = Service::new(Arc::new(store) as Arc<dyn Store>);
        let file = SourceFile { name: "book.sgf".to_owned(), bytes: sgf.as_bytes().to_vec() };
        let request = ImportRequest::new("main", vec![file], "test");
        service.curation().import(&request).expect("an import");
        School { service, _folder: folder }
    }

    /// The same with a book of lines that nobody judged.
    fn with_lines(lines: &[&str]) -> School {
        let lines: Vec<String> = lines.iter().map(|line| sgf_of(line)).collect();
        School::with(&format!("(;SZ[19]{})", lines.concat()))
    }

    fn ask(&self, query: &QuizQuery, now: i64) -> QuizOutcome {
        self.service.training().quiz_at(query, now).expect("an answer")
    }

    /// A drawn question.
    fn draw(&self, player: Option<&str>, filter: &QuizFilter, seed: u64, now: i64) -> QuizOutcome {
        let query = QuizQuery {
            player: player.map(str::to_owned),
            filter: filter.clone(),
            seed: Some(seed),
            ..QuizQuery::new()
        };
        self.ask(&query, now)
    }

    /// The line of a drawn question.
    fn drawn_line(&self, player: Option<&str>, seed: u64, now: i64) -> String {
        let filter = QuizFilter { new_share: 0.25, ..QuizFilter::default() };
        let drawn = self.draw(player, &filter, seed, now);
        drawn.next.expect("a question").line.to_string()
    }

    fn grade(&self, moves: &str, answer: &str) -> GradedAnswer {
        let answered = self.ask(&answering(moves, answer, None), START);
        answered.graded.expect("a grade")
    }

    /// An answer of a player.
    fn answer(&self, moves: &str, answer: &str, question: &str, now: i64) -> QuizOutcome {
        self.ask(&answering(moves, answer, Some(("ann", question))), now)
    }

    /// The best answers to a question.
    fn right(&self, question: &QuizQuestion) -> Vec<Point> {
        let graded = self.ask(&reply_to(question, Move::Pass, None), START).graded;
        let graded = graded.expect("a grade");
        let right = graded.moves.moves.iter().take(graded.right);
        right.flat_map(|one| one.points().clone()).collect()
    }
}

/// A line in the upper right corner as SGF, Black first; a tenuki is a pass.
fn sgf_of(line: &str) -> String {
    let line: Line = line.parse().expect("a line");
    let frame = Frame::clockwise(Corner::UpperRight);
    let nodes = line.steps().iter().enumerate().map(|(ply, step)| {
        let color = if ply % 2 == 0 { "B" } else { "W" };
        let point = frame.point_of(*step, SIZE).map(Point::to_sgf);
        format!(";{color}[{}]", point.unwrap_or_default())
    });
    format!("({})", nodes.collect::<String>())
}

fn moves(text: &str) -> Vec<(Color, Move)> {
    let colors = [Color::Black, Color::White].into_iter().cycle();
    let moves = text.split_whitespace();
    let moves = moves.map(|text| Move::from_gtp(text, SIZE).expect("a move"));
    colors.zip(moves).collect()
}

fn board(text: &str) -> QuizBoard {
    QuizBoard {
        record: BoardRecord {
            variant: Variant::GO,
            size: SIZE,
            initial: Vec::new(),
            moves: moves(text),
        },
        to_play: None,
    }
}

fn answering(moves: &str, answer: &str, who: Option<(&str, &str)>) -> QuizQuery {
    QuizQuery {
        board: Some(board(moves)),
        answer: Some(Move::from_gtp(answer, SIZE).expect("a move")),
        player: who.map(|(player, _)| player.to_owned()),
        question: who.map(|(_, question)| question.to_owned()),
        seed: Some(1),
        ..QuizQuery::new()
    }
}

fn reply_to(question: &QuizQuestion, answer: Move, player: Option<&str>) -> QuizQuery {
    QuizQuery {
        board: Some(QuizBoard { record: question.board.clone(), to_play: Some(question.to_play) }),
        answer: Some(answer),
        question: Some(question.id.clone()),
        player: player.map(str::to_owned),
        ..QuizQuery::new()
    }
}

/// The 4-4 point with two ideal answers, a good one, a mistake, a trick, and one that needs a stone.
const JUDGED: &str = "(;SZ[19];B[pd](;W[nc]TE[2](;B[qf]TE[1]))(;W[qc]TE[2](;B[qd]))(;W[od]TE[1])\
    (;W[nd]BM[1](;B[ne]TE[2]))(;W[qe]DO[1](;B[qd]))(;W[pf]TE[2]JC[enemy(FC)]))";

#[test]
fn answers_are_graded() {
    let school = School::with(JUDGED);
    let grades = [
        ("O17", Grade::Best),
        ("R14", Grade::Best),
        ("R17", Grade::Equal),
        ("P16", Grade::Playable),
        ("O16", Grade::Mistake),
        ("R13", Grade::Unknown),
        ("D4", Grade::Unknown),
        ("pass", Grade::Unknown),
    ];
    let best = school.grade("Q16", "pass").moves.moves[0].points()[0];
    let (first, second) = match best.to_gtp(SIZE).as_str() {
        "R17" => (Grade::Equal, Grade::Best),
        _ => (Grade::Best, Grade::Equal),
    };
    for (point, grade) in grades {
        let graded = school.grade("Q16", point);
        let expected = match point {
            "O17" | "R14" => first,
            "R17" => second,
            _ => grade,
        };
        assert_eq!(graded.grade, expected, "{point}");
        assert_eq!(graded.right, 2, "{point}");
        assert_eq!(graded.chosen.is_some(), grade != Grade::Unknown, "{point}");
        assert_eq!(graded.memory, [], "nobody is named");
    }
    // It needs a stone of the enemy, which is not there.
    let fails = school.grade("Q16", "Q14");
    assert_eq!(fails.grade, Grade::Mistake);
    let refuted = school.grade("Q16", "O16");
    let refutation = refuted.refutation.expect("the book has one");
    assert_eq!(refutation.moves[0].points()[0].to_gtp(SIZE), "O15");
    assert!(refuted.lost.expect("it loses").mean > 0.0);
    assert!(school.grade("Q16", "P16").refutation.is_none());
}

#[test]
fn tolerance_is_for_results_within_a_verdict() {
    let school = School::with("(;SZ[19];B[pd](;W[nc]TE[1])(;W[qc]TE[1])(;W[od]))");
    for (tolerance, right) in [(0.0, 2), (0.02, 2), (1.0, 2)] {
        let query = QuizQuery { tolerance, ..answering("Q16", "P16", None) };
        let graded = school.ask(&query, START).graded.expect("a grade");
        assert_eq!((graded.right, graded.grade), (right, Grade::Playable));
    }
}

#[test]
fn where_everything_is_advised_against_the_least_bad_is_right_and_nothing_is_drawn() {
    let school = School::with("(;SZ[19];B[pd](;W[nc]BM[1])(;W[qc]BM[1]))");
    assert_eq!(school.grade("Q16", "O17").right, 2);
    assert!(school.grade("Q16", "R17").grade.is_right());
    let drawn = school.draw(None, &QuizFilter::default(), 1, START);
    assert_eq!((drawn.next.is_none(), drawn.reason), (true, Some("nothing_found")));
}

#[test]
fn a_board_without_a_question_and_an_illegal_answer_are_refused() {
    let school = School::with_lines(&["DDCFFC"]);
    let refused = |moves: &str, answer: &str| {
        let query = answering(moves, answer, Some(("ann", "q")));
        school.service.training().quiz_at(&query, START).expect_err("refused")
    };
    assert!(matches!(refused("Q16 Q16", "O17"), ServiceError::IllegalMove { index: 1, .. }));
    assert!(matches!(refused("Q16", "Q16"), ServiceError::IllegalMove { index: 1, .. }));
    let left = refused("C3 R3 C17 R17", "Q16");
    assert!(matches!(left.of(), Some(QuizError::NoQuestion { .. })), "{left:?}");
    assert_eq!(school.service.training().players().expect("players"), [""; 0]);
}

#[test]
fn orders_orientations_and_colours_share_what_is_learned() {
    let school = School::with_lines(&["DDCFFCCCCDDB", "DDCFCDCCFCEB"]);
    // The same position by both orders; the second one knows DB only by transposition.
    let orders = ["Q16 O17 R14 R17 Q17", "Q16 O17 Q17 R17 R14"];
    for (number, order) in orders.into_iter().enumerate() {
        let answered = school.answer(order, "S16", &format!("q{number}"), START + number as i64);
        assert!(answered.graded.expect("a grade").grade.is_right());
    }
    let lessons = school.service.training().lessons("ann").expect("lessons");
    let counts: Vec<u32> = lessons.0.values().map(|lesson| lesson.right).collect();
    assert_eq!(counts, [2]);
}

#[test]
fn a_question_lies_in_all_sixteen_ways_and_is_one_move() {
    let school = School::with_lines(&["DDCFFC"]);
    let filter =
        QuizFilter { prefix: Some("DDCF".parse().expect("a line")), ..QuizFilter::default() };
    let mut boards: BTreeMap<String, u32> = BTreeMap::new();
    for seed in 0..480 {
        let question = school.draw(None, &filter, seed, START).next.expect("a question");
        assert_eq!(
            (question.line.to_string().as_str(), question.drawn),
            ("DDCF", QuestionOrigin::New)
        );
        let (_, text) = question.board.to_texts();
        let met = boards.entry(format!("{text} {}", question.to_play)).or_default();
        *met += 1;
        if *met == 1 {
            let right = school.right(&question);
            assert_eq!(right.len(), 1);
            let id = question.id.clone();
            let query = reply_to(&question, Move::Play(right[0]), Some("ann"));
            let graded = school.ask(&query, START).graded.expect("a grade");
            assert_eq!((graded.grade, graded.question), (Grade::Best, Some(id)));
        }
    }
    assert_eq!(boards.len(), 16);
    assert!(boards.values().all(|count| (10..60).contains(count)), "{boards:?}");
    let lessons = school.service.training().lessons("ann").expect("lessons");
    let counts: Vec<u32> = lessons.0.values().map(|lesson| lesson.right).collect();
    assert_eq!(counts, [16]);
    for color in [Color::Black, Color::White] {
        let filter = QuizFilter { color: Some(color), ..filter.clone() };
        let mut drawn = (0..20).map(|seed| school.draw(None, &filter, seed, START));
        assert!(drawn.all(|drawn| drawn.next.expect("a question").to_play == color));
    }
}

/// How often each line is drawn.
fn counts(draws: u64, line: impl Fn(u64) -> String) -> BTreeMap<String, f64> {
    let mut counts = BTreeMap::new();
    for seed in 0..draws {
        *counts.entry(line(seed)).or_default() += 1.0 / draws as f64;
    }
    counts
}

/// Five deviations of as many draws at the widest.
#[track_caller]
fn close(found: &BTreeMap<String, f64>, expected: &[(&str, f64)], draws: u64) {
    let bound = 5.0 * (0.25 / draws as f64).sqrt();
    for (line, share) in expected {
        let drawn = found.get(*line).copied().unwrap_or(0.0);
        assert!((drawn - share).abs() < bound, "{line}: {drawn} for {share}, {found:?}");
    }
    let sum: f64 = expected.iter().map(|(_, share)| share).sum();
    assert!((sum - 1.0).abs() < 1e-9, "all of them: {sum}");
    assert_eq!(found.len(), expected.len(), "{found:?}");
}

#[test]
fn new_questions_are_drawn_as_they_come_up() {
    // Half of the time the opponent begins, and DD is asked; else it answers our DD, 25 times of 26 by
    // the ideal move: (3 + 2)² against (3 − 2)².
    let school = School::with("(;SZ[19];B[pd](;W[nc]TE[2];B[qf])(;W[qc]BM[1];B[qd]))");
    let found = counts(1500, |seed| school.drawn_line(None, seed, START));
    let often = 25.0 / 26.0 / 2.0;
    close(&found, &[("DD", 0.5), ("DDCF", often), ("DDCC", 0.5 - often)], 1500);
}

#[test]
fn what_is_forgotten_comes_back_as_often_as_its_weight_says() {
    let school = School::with_lines(&["DDCFFC", "DDCCDC"]);
    school.answer("Q16 O17", "R14", "right", START);
    school.answer("Q16", "pass", "wrong", START);
    // A day later DDCF is known with ½; DD lapsed and is surely forgotten. They come up with ¼ and ½, and a
    // quarter of the questions is new: DDCC.
    let found = counts(1500, |seed| school.drawn_line(Some("ann"), seed, START + DAY));
    let (right, wrong) = (0.25 * 0.5, 0.5 * 1.0);
    let review = |weight: f64| 0.75 * weight / (right + wrong);
    close(&found, &[("DDCC", 0.25), ("DDCF", review(right)), ("DD", review(wrong))], 1500);
    // Just after the answers there is little to repeat.
    let found = counts(300, |seed| school.drawn_line(Some("ann"), seed, START + 1));
    close(&found, &[("DDCC", 1.0)], 300);
    // Ten minutes later the lapsed move is half forgotten, the other one by a third of a percent.
    let found = counts(1500, |seed| school.drawn_line(Some("ann"), seed, START + 10 * MINUTE));
    let known = (-10.0 * MINUTE as f64 / DAY as f64).exp2();
    let forgotten = 0.5 + 1.0 - known;
    let (right, wrong) = (0.25 * (1.0 - known), 0.5 * 0.5);
    let review = |weight: f64| 0.75 * forgotten * weight / (right + wrong);
    let new = 1.0 - 0.75 * forgotten;
    close(&found, &[("DDCC", new), ("DDCF", review(right)), ("DD", review(wrong))], 1500);
}

#[test]
fn filters_leave_out_what_is_not_wanted() {
    let school = School::with(
        "(;SZ[19](;B[pd](;W[nc]N[Low Approach];B[qf];W[pb];B[qc])(;W[qc];B[qd]))(;B[qd];W[oc];B[qc]))",
    );
    let lines = |filter: QuizFilter| -> BTreeSet<String> {
        let question = |seed| school.draw(Some("ann"), &filter, seed, START).next;
        let questions = (0..60).filter_map(question);
        questions.map(|question| question.line.to_string()).collect()
    };
    let all = lines(QuizFilter::default());
    assert_eq!(all.len(), 7, "{all:?}");
    let below = lines(QuizFilter {
        prefix: Some("DDCF".parse().expect("a line")),
        ..QuizFilter::default()
    });
    assert!(below.len() == 3 && below.iter().all(|line| line.starts_with("DDCF")), "{below:?}");
    let named = lines(QuizFilter { names: vec!["low APP".to_owned()], ..QuizFilter::default() });
    assert_eq!(named, below);
    let shallow = lines(QuizFilter { max_depth: Some(1), ..QuizFilter::default() });
    assert_eq!(shallow, ["CD", "DD"].map(str::to_owned).into());
    let nothing = [
        QuizFilter { names: vec!["avalanche".to_owned()], ..QuizFilter::default() },
        QuizFilter { min_games: 1, ..QuizFilter::default() },
        QuizFilter { only_due: true, ..QuizFilter::default() },
    ];
    for filter in nothing {
        assert!(lines(filter.clone()).is_empty(), "{filter:?}");
    }
    let unknown = QuizQuery {
        filter: QuizFilter {
            prefix: Some("DDEE".parse().expect("a line")),
            ..QuizFilter::default()
        },
        ..QuizQuery::new()
    };
    let refused = school.service.training().quiz_at(&unknown, START);
    assert!(matches!(refused, Err(ServiceError::UnknownNode { .. })));
    // Due is what was learned and is more likely forgotten than not.
    school.answer("Q16", "O17", "q", START);
    let due = QuizFilter { only_due: true, ..QuizFilter::default() };
    let early = school.draw(Some("ann"), &due, 1, START + DAY - 1);
    assert_eq!(early.reason, Some("nothing_due"));
    let question = school.draw(Some("ann"), &due, 1, START + DAY).next.expect("a question");
    assert_eq!(
        (question.line.to_string().as_str(), question.drawn),
        ("DD", QuestionOrigin::Review)
    );
    assert_eq!(question.recall, Some(0.5));
}

#[test]
fn an_opponent_replies_as_it_plays_and_the_line_goes_on() {
    let school = School::with(
        "(;SZ[19];B[pd](;W[nc]TE[2];B[qf];W[pb]TE[2])(;W[qc]BM[1];B[qd])(;W[];B[qf]))",
    );
    let mut replies: BTreeMap<String, f64> = BTreeMap::new();
    for seed in 0..1000 {
        let query = QuizQuery { seed: Some(seed), ..answering("", "Q16", None) };
        let answered = school.ask(&query, START);
        let reply = answered.reply.expect("a reply");
        assert_eq!((reply.color, reply.among), (Color::White, 3));
        *replies.entry(reply.played.to_gtp(SIZE)).or_default() += 1e-3;
        let next = answered.next.expect("a question");
        assert!(answered.continues && next.drawn == QuestionOrigin::Continued);
        let expected = [(Color::Black, moves("Q16")[0].1), (Color::White, reply.played)];
        assert_eq!((next.board.moves.as_slice(), next.to_play), (&expected[..], Color::Black));
    }
    // 25, 1 and 9 of 35; the approach has two ways to lie.
    let twins = ["O17", "R14"].map(|point| replies.remove(point).unwrap_or(0.0));
    for (found, expected) in [
        (twins[0], 12.5 / 35.0),
        (twins[1], 12.5 / 35.0),
        (replies["R17"], 1.0 / 35.0),
        (replies["pass"], 9.0 / 35.0),
    ] {
        assert!((found - expected).abs() < 0.08, "{found} for {expected}, {replies:?}");
    }
    let ends = school.ask(&answering("Q16 O17", "R14", None), START);
    assert_eq!(ends.reply.map(|reply| reply.played.to_gtp(SIZE)).as_deref(), Some("Q18"));
    assert!(!ends.continues, "the book has nothing after it");
    let wrong = school.ask(&answering("Q16 O17", "R17", None), START);
    assert!(wrong.reply.is_none() && !wrong.continues && wrong.next.is_some());
}

#[test]
fn a_question_is_answered_once() {
    let school = School::with(JUDGED);
    let first = school.answer("Q16", "O16", "q", START).graded.expect("a grade");
    let [change] = &first.memory[..] else { panic!("{:?}", first.memory) };
    assert_eq!((change.before, change.after), (None, Memory::after(None, false, START)));
    for (answer, later) in [("O16", 5), ("R17", 10 * DAY)] {
        let again = school.answer("Q16", answer, "q", START + later).graded.expect("a grade");
        assert_eq!(again.grade, Grade::Mistake);
        assert_eq!((again.played, &again.memory), (first.played, &first.memory), "{answer}");
    }
    assert_eq!(school.service.training().answer_count("ann").expect("a count"), 1);
    let other = answering("D4", "C6", Some(("ann", "q")));
    let refused = school.service.training().quiz_at(&other, START);
    assert!(
        matches!(
            refused.as_ref().err().and_then(ServiceError::of),
            Some(QuizError::OtherQuestion { .. })
        ),
        "{refused:?}"
    );
    // Somebody else's question is another one.
    let bob = answering("Q16", "O16", Some(("bob", "q")));
    assert_eq!(school.ask(&bob, START).graded.expect("a grade").memory, first.memory);
    assert_eq!(school.service.training().players().expect("players"), ["ann", "bob"]);
}

#[test]
fn the_same_seed_draws_the_same_question_and_nobodys_answers_are_not_kept() {
    let school = School::with(JUDGED);
    let file = school.service.data_version().expect("a version");
    let boards = |player: Option<&str>| -> Vec<BoardRecord> {
        let draw = |seed| school.draw(player, &QuizFilter::default(), seed, START);
        (0..20).map(|seed| draw(seed).next.expect("a question").board).collect()
    };
    assert_eq!(boards(None), boards(None));
    assert_eq!(boards(Some("ann")), boards(None), "who has learned nothing yet");
    school.grade("Q16", "O17");
    assert_eq!(school.service.data_version().expect("a version"), file);
    assert_eq!(school.service.training().players().expect("players"), [""; 0]);
    // A player's questions have ids of their own, or the second answer would not count.
    let id =
        |now| school.draw(Some("ann"), &QuizFilter::default(), 1, now).next.expect("a question").id;
    assert_ne!(id(START), id(START + 1));
}

#[test]
fn a_retired_move_is_neither_asked_nor_right() {
    let school = School::with(JUDGED);
    school.answer("Q16 O17", "R14", "q", START);
    let patch = Patch { retired: Some(true), ..Patch::default() };
    let line = "DDCF".parse().expect("a line");
    let edit = ConditionalEdit { edit: Edit::Set { line, patch }, seen: None };
    let request = EditRequest {
        book: "main".to_owned(),
        edits: vec![edit],
        dry_run: false,
        by: Author::new("test"),
    };
    school.service.curation().edit(&request).expect("an edit");
    assert_eq!(school.grade("Q16", "O17").grade, Grade::Unknown);
    assert_eq!(school.grade("Q16", "R17").grade, Grade::Best);
    let lines = counts(100, |seed| school.drawn_line(Some("ann"), seed, START + 5 * DAY));
    assert!(!lines.contains_key("DDCF"), "{lines:?}");
}

#[test]
fn progress_tells_known_due_lapsed_and_what_is_played_wrongly() {
    let school = School::with(JUDGED);
    for (number, (answer, later)) in [("O16", 0), ("O16", 1), ("P16", 2)].into_iter().enumerate() {
        school.answer("Q16", answer, &format!("q{number}"), START + later * MINUTE);
    }
    school.answer("Q16 O17", "R14", "q4", START);
    let asked = ProgressQuery { book: None, limit: 10 };
    let progress =
        |now| school.service.training().progress_at("ann", &asked, now).expect("progress");
    let early = progress(START + HOUR);
    let counts = (early.moves.known, early.moves.due, early.moves.lapsed);
    assert_eq!((counts, early.answers, early.elsewhere), ((1, 0, 1), 4, 0));
    let hard = &early.hardest[0];
    assert_eq!((hard.line.to_string().as_str(), hard.wrong, hard.right), ("DD", 3, 0));
    let misplayed: Vec<(String, u32)> =
        hard.misplayed.iter().map(|one| (one.line.to_string(), one.times)).collect();
    assert_eq!(misplayed, [("DDDF".to_owned(), 2), ("DDDE".to_owned(), 1)]);
    let late = progress(START + 2 * DAY).moves;
    assert_eq!((late.known, late.due, late.lapsed), (0, 1, 1));
    let unknown = school.service.training().progress("bob", &asked);
    assert!(matches!(
        unknown.as_ref().err().and_then(ServiceError::of),
        Some(QuizError::UnknownPlayer { .. })
    ));
    assert_eq!(school.service.training().forget_player("ann").expect("forgotten"), 4);
    assert!(matches!(
        school.service.training().lessons("ann").as_ref().err().and_then(ServiceError::of),
        Some(QuizError::UnknownPlayer { .. })
    ));
}

#[test]
fn answers_written_out_and_taken_in_elsewhere_give_the_same_state() {
    let school = School::with(JUDGED);
    for (number, answer) in ["O17", "O16", "R17", "pass", "P16", "O17"].into_iter().enumerate() {
        let now = START + number as i64 * DAY;
        school.answer("Q16", answer, &format!("q{number}"), now);
        school.answer("Q16 O17", "R14", &format!("r{number}"), now);
    }
    let answers = school.service.training().answers("ann", None, usize::MAX).expect("answers");
    assert_eq!(answers.len(), 12);
    let lessons = school.service.training().lessons("ann").expect("lessons");
    // Another book, which does not contain these moves.
    let other = School::with_lines(&["CC"]);
    let (late, early) = answers.split_at(5);
    for part in [early, late, &answers] {
        let mut part = part.to_vec();
        part.reverse();
        other.service.training().enter_answers("ann", part).expect("taken in");
    }
    assert_eq!(other.service.training().lessons("ann").expect("lessons"), lessons);
    assert_eq!(
        other.service.training().answers("ann", None, usize::MAX).expect("answers"),
        answers
    );
    assert_eq!(other.service.check().expect("a check"), [""; 0]);
}

/// The number of positions that a learner knows who remembers as the model says, and never guesses, after 600
/// answers in 12 days.
fn learned(
    school: &School,
    luck: u64,
    ask: impl Fn(u64, i64) -> QuizQuestion,
    carry_on: bool,
) -> usize {
    let mut memory: BTreeMap<String, Memory> = BTreeMap::new();
    let mut next: Option<QuizQuestion> = None;
    for number in 0..600_u64 {
        let now = START + (number / 50) as i64 * DAY + (number % 50) as i64 * MINUTE;
        let question = next.take().unwrap_or_else(|| ask(number, now));
        let line = question.line.to_string();
        let known = memory.get(&line).map_or(0.0, |memory| memory.recall(now));
        let knows = random::uniform(random::hash(luck, 1, [number, 0, 0])) < known;
        let answer = if knows { Move::Play(school.right(&question)[0]) } else { Move::Pass };
        let before = memory.get(&line).copied();
        memory.insert(line, Memory::after(before, knows, now));
        let mut query = reply_to(&question, answer, Some("ann"));
        query.question = Some(format!("{number}"));
        query.seed = Some(number);
        let answered = school.ask(&query, now);
        assert_eq!(answered.graded.expect("a grade").grade.is_right(), knows);
        if carry_on {
            next = answered.next;
        }
    }
    let end = START + 12 * DAY;
    memory.values().filter(|memory| !memory.is_due(end)).count()
}

#[test]
fn a_learner_knows_more_than_by_questions_drawn_alike() {
    // 60 lines of four moves: a position for each of the first two, and one for each line.
    let replies = ["CF", "CC", "DF", "CE", "DG", "EG"];
    let thirds = ["FC", "EE", "CJ", "JC", "GC"];
    let lines: Vec<String> = ["DD", "DC"]
        .iter()
        .flat_map(|first| replies.map(|reply| format!("{first}{reply}")))
        .flat_map(|line| thirds.map(|third| format!("{line}{third}HH")))
        .collect();
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let all = School::with_lines(&lines);
    let mut boards: BTreeMap<String, QuizQuestion> = BTreeMap::new();
    for seed in 0..900 {
        let question = all.draw(None, &QuizFilter::default(), seed, START).next;
        let question = question.expect("a question");
        boards.entry(question.line.to_string()).or_insert(question);
    }
    let boards: Vec<QuizQuestion> = boards.into_values().collect();
    assert!(boards.len() > 60, "{}", boards.len());
    let (mut spaced, mut alike) = (0, 0);
    for luck in 1..=2 {
        let school = School::with_lines(&lines);
        let draw = |seed, now| {
            let drawn = school.draw(Some("ann"), &QuizFilter::default(), seed, now);
            drawn.next.expect("a question")
        };
        spaced += learned(&school, luck, draw, true);
        let school = School::with_lines(&lines);
        let pick = |seed: u64, _| {
            let number = random::hash(luck, 2, [seed, 0, 0]) % boards.len() as u64;
            boards[number as usize].clone()
        };
        alike += learned(&school, luck, pick, false);
    }
    assert!(2 * spaced >= 3 * alike && spaced >= 40, "{spaced} against {alike}");
}
