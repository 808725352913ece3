//! Comments that say what a move depends on, as an import reads them.

use joseki::book::{Forest, Line};
use joseki::format::dictionary::{
    ExportOptions, ImportReport, Importer, Phrases, ReviewReason, export,
};
use joseki::format::sgf::{Limits, read_collection};
use joseki::game::{Alphabet, BoardSize, Color, Frame};

/// The chase across the board; the last move is the atari.
const STEPS: [&str; 7] = ["DD", "DE", "CE", "XX", "CF", "XX", "EE"];
const CHASE: &str = "DDDECEXXCFXXEE";
const SIZE: BoardSize = BoardSize::NINETEEN;

/// The chase in a frame and by a colour; `extra` is what the nodes say besides, by their place.
fn tree(frame: Frame, first: Color, extra: impl Fn(usize) -> String) -> String {
    let mut color = first;
    let mut text = "(;SZ[19]".to_owned();
    for (place, step) in STEPS.iter().enumerate() {
        let point = frame.point_of(step.parse().expect("a step"), SIZE);
        let point = point.map_or_else(|_| String::new(), |point| point.to_sgf());
        text.push_str(&format!(";{}[{point}]{}", color.letter(), extra(place)));
        color = color.opposite();
    }
    text + ")"
}

fn upper_right(extra: impl Fn(usize) -> String) -> String {
    tree(ExportOptions::default().frame, Color::Black, extra)
}

fn last(comment: &str) -> String {
    upper_right(|place| match place {
        6 => format!("C[{comment}]"),
        _ => String::new(),
    })
}

fn import(forest: &mut Forest, text: &str, phrases: Phrases) -> ImportReport {
    let collection = read_collection(text.as_bytes(), &Limits::default()).expect("SGF");
    let mut importer = Importer::with_phrases(forest, phrases);
    collection.trees.iter().for_each(|tree| importer.add(tree));
    let report = importer.finish();
    assert!(report.is_balanced());
    report
}

fn conditions(forest: &Forest, line: &str) -> String {
    let line: Line = line.parse().expect("a line");
    let node = forest.node(forest.find(&line).expect("a node"));
    let data = node.data().map(|data| data.conditions.to_string());
    data.unwrap_or_default()
}

fn read(text: &str) -> (Forest, ImportReport) {
    let mut forest = Forest::new();
    let report = import(&mut forest, text, Phrases::Convert);
    (forest, report)
}

fn reasons(report: &ImportReport) -> Vec<ReviewReason> {
    report.to_review.iter().map(|it| it.why).collect()
}

#[test]
fn a_clear_phrase_becomes_a_condition() {
    let comment = "Severe. Only if the ladder is good for Black.";
    let (forest, report) = read(&last(comment));
    assert_eq!(conditions(&forest, CHASE), "ladder(DE, own)");
    assert_eq!(report.to_review, []);
    let [converted] = report.converted.as_slice() else {
        panic!("{report:?}");
    };
    assert_eq!(converted.line.to_string(), CHASE);
    assert_eq!(converted.phrase, "Only if the ladder is good for Black.");
    assert_eq!(converted.conditions.to_string(), "ladder(DE, own)");
    // Its comment stays as it was.
    let id = forest.find(&CHASE.parse().expect("a line")).expect("a node");
    let text = forest.node(id).data().and_then(|data| data.comment.clone());
    let text = text.expect("a comment");
    assert_eq!(text.render(Alphabet::CORNER, Color::Black, |step| step.to_string()), comment);
}

#[test]
fn sentences_of_the_same_meaning() {
    for comment in [
        "if the ladder works",
        "playable when Black has the ladder",
        "requires a ladder",
        "unless the ladder is broken",
        "unless the ladder is good for White",
        "Not good unless the ladder is good for Black",
        "P15 is good if the ladder favours Black",
        "如果征子对黑有利",
    ] {
        let (forest, report) = read(&last(comment));
        assert_eq!(conditions(&forest, CHASE), "ladder(DE, own)", "{comment}");
        assert_eq!(report.converted.len(), 1, "{comment}");
    }
}

#[test]
fn what_is_not_clear_is_listed() {
    for (comment, why, suggested) in [
        ("the ladder", ReviewReason::Mention, None),
        ("the ladder is good for Black", ReviewReason::Statement, Some("ladder(DE, own)")),
        ("only if the ladder is favourable", ReviewReason::NoSide, Some("ladder(DE, own)")),
        ("depends on the ladder", ReviewReason::NoSide, Some("ladder(DE, own)")),
        ("if the ladder is good for White", ReviewReason::Opponent, None),
        ("if the ladder is broken", ReviewReason::Opponent, None),
        (
            "If the ladder is good for Black, R17 is better",
            ReviewReason::OtherMove,
            Some("ladder(DE, own)"),
        ),
        ("if Black has a stone at D4", ReviewReason::NotALadder, Some("own(PP)")),
        ("if there is no white stone at D4", ReviewReason::NotALadder, Some("not enemy(PP)")),
        ("needs a ko threat", ReviewReason::NotALadder, Some("ko_threat(own)")),
        ("if the upper side is open", ReviewReason::NotALadder, Some("open(side_v)")),
    ] {
        let (forest, report) = read(&last(comment));
        assert_eq!(conditions(&forest, CHASE), "", "{comment}");
        assert_eq!(reasons(&report), [why], "{comment}");
        let found = report.to_review[0].suggested.as_ref().map(ToString::to_string);
        assert_eq!(found.as_deref(), suggested, "{comment}");
        assert_eq!(report.to_review[0].phrase, comment);
        assert_eq!(report.converted, []);
    }
}

#[test]
fn a_ladder_a_few_moves_on_is_read_after_them() {
    let text = upper_right(|place| match place {
        2 => "C[If the ladder is good for Black]".to_owned(),
        _ => String::new(),
    });
    let (forest, report) = read(&text);
    assert_eq!(conditions(&forest, "DDDECE"), "ladder(DE, own, after XX CF XX EE)");
    assert_eq!(conditions(&forest, CHASE), "");
    assert_eq!(report.converted.len(), 1);
}

#[test]
fn a_comment_without_a_ladder_near_is_listed() {
    let (_, report) = read("(;SZ[19];B[pd];W[nc]C[if the ladder is good for White])");
    assert_eq!(reasons(&report), [ReviewReason::NoLadder]);
    assert_eq!(report.to_review[0].line.to_string(), "DDCF");
    assert_eq!(report.to_review[0].at, 1);
}

#[test]
fn importing_again_changes_nothing_and_an_export_keeps_the_condition() {
    let text = last("Only if the ladder is good for Black.");
    let (mut forest, first) = read(&text);
    let once = forest.clone();
    let second = import(&mut forest, &text, Phrases::Convert);
    assert_eq!(forest, once);
    assert_eq!(second.converted, first.converted);
    let bytes = export(&forest, ExportOptions::default(), Vec::new()).expect("SGF");
    let written = String::from_utf8(bytes).expect("UTF-8");
    assert!(written.contains("JC[ladder(DE, own)]"), "{written}");
    let (again, report) = read(&written);
    assert_eq!(again, once);
    assert_eq!((report.converted, report.to_review), (vec![], vec![]));
    let third = import(&mut forest, &written, Phrases::Convert);
    assert_eq!(forest, once);
    assert_eq!(third.to_review, []);
}

#[test]
fn all_sixteen_placements_are_one_book() {
    let text = |frame, first: Color| {
        let name = if first == Color::Black { "Black" } else { "White" };
        tree(frame, first, |place| match place {
            6 => format!("C[Only if the ladder is good for {name}.]"),
            _ => String::new(),
        })
    };
    let (expected, _) = read(&text(ExportOptions::default().frame, Color::Black));
    let mut all = Forest::new();
    for frame in Frame::all() {
        for first in [Color::Black, Color::White] {
            let text = text(frame, first);
            let (forest, report) = read(&text);
            assert_eq!(forest, expected, "{frame:?} {first:?}");
            assert_eq!(report.converted.len(), 1);
            import(&mut all, &text, Phrases::Convert);
            assert_eq!(all, expected, "{frame:?} {first:?}");
        }
    }
}

#[test]
fn conditions_of_the_source_itself_stay() {
    let text = last("if the ladder is good for Black]JC[own(PP)");
    let (forest, report) = read(&text);
    assert_eq!(conditions(&forest, CHASE), "own(PP)");
    assert_eq!(reasons(&report), [ReviewReason::SaidItself]);
}

#[test]
fn stones_set_up_and_phrases_hold_together() {
    let text = upper_right(|place| match place {
        5 => ";AB[dp]AE[pp]".to_owned(),
        6 => "C[if the ladder is good for Black]".to_owned(),
        _ => String::new(),
    });
    let (forest, report) = read(&text);
    let expected = "own(PP) and empty(PD) and ladder(DE, own)";
    let expected: joseki::book::Conditions = expected.parse().expect("conditions");
    assert_eq!(conditions(&forest, CHASE), expected.to_string());
    assert_eq!(report.to_review, []);
}

#[test]
fn a_book_that_has_the_move_without_a_condition_keeps_it_so() {
    let mut forest = Forest::new();
    import(&mut forest, &last(""), Phrases::Convert);
    let report = import(&mut forest, &last("if the ladder works"), Phrases::Convert);
    assert_eq!(conditions(&forest, CHASE), "");
    assert_eq!(reasons(&report), [ReviewReason::Unconditional]);
    // A curator's own condition is an alternative.
    let id = forest.find(&CHASE.parse().expect("a line")).expect("a node");
    forest.data_mut(id).conditions = "own(PP)".parse().expect("conditions");
    import(&mut forest, &last("if the ladder works"), Phrases::Convert);
    let expected: joseki::book::Conditions =
        "own(PP) or ladder(DE, own)".parse().expect("conditions");
    assert_eq!(conditions(&forest, CHASE), expected.to_string());
}

#[test]
fn phrases_can_be_listed_or_ignored() {
    let text = last("if the ladder works; the ladder");
    let read = |phrases| {
        let mut forest = Forest::new();
        let report = import(&mut forest, &text, phrases);
        assert_eq!(conditions(&forest, CHASE), "");
        assert_eq!(report.converted, []);
        reasons(&report)
    };
    assert_eq!(read(Phrases::List), [ReviewReason::OnlyListed, ReviewReason::Mention]);
    assert_eq!(read(Phrases::Ignore), []);
}

#[test]
fn stones_that_can_be_no_condition_are_listed() {
    let (forest, report) = read("(;SZ[19];B[pd];W[nc];AB[dp]AE[jj])");
    assert_eq!(reasons(&report), [ReviewReason::NothingFollows; 2]);
    let told: Vec<_> = report.to_review.iter().map(|it| it.phrase.as_str()).collect();
    assert_eq!(told, ["AE K10", "AB D4"]);
    assert_eq!(conditions(&forest, "DDCF"), "");
    let (forest, report) = read("(;SZ[19];B[pd];W[nc];AE[pd];B[qf])");
    assert_eq!(reasons(&report), [ReviewReason::OwnStoneTaken]);
    assert_eq!(conditions(&forest, "DDCFFC"), "");
    assert_eq!(report.to_review[0].line.to_string(), "DDCF");
}

#[test]
fn a_condition_of_the_source_that_cannot_be_read_is_told_and_kept() {
    for bad in ["own(zz)", "own(PP) and not own(PP)", "foo(CF)"] {
        let (forest, report) = read(&last(&format!("if the ladder is good for Black]JC[{bad}")));
        assert_eq!(conditions(&forest, CHASE), "", "{bad}");
        assert!(report.converted.is_empty(), "{bad}");
        let why: Vec<ReviewReason> = report.to_review.iter().map(|told| told.why).collect();
        assert_eq!(why, [ReviewReason::SaidItself, ReviewReason::Unreadable], "{bad}");
        assert!(report.to_review[1].phrase.contains(bad), "{bad}");
    }
}

#[test]
fn a_sentence_that_says_more_is_left_to_the_curator() {
    for comment in [
        "Never play this if the ladder is good for Black.",
        "Even if the ladder is good for Black, this is a mistake.",
        "If the ladder is good for Black, White must not cut.",
    ] {
        let (forest, report) = read(&last(comment));
        assert_eq!(conditions(&forest, CHASE), "", "{comment}");
        let why: Vec<ReviewReason> = report.to_review.iter().map(|told| told.why).collect();
        assert_eq!(why, [ReviewReason::SaysMore], "{comment}");
    }
}
