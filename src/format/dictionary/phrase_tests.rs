//! A table of sentences and their meanings.

use super::phrases::{GoodFor, Phrase, PhraseKind, find};
use super::properties::NodePlacement;
use joseki_book::ConditionRegion;
use joseki_game::{BoardSize, Color, Corner, Frame, Side};

fn place(first: Color) -> NodePlacement {
    NodePlacement { frame: Frame::clockwise(Corner::UpperRight), size: BoardSize::NINETEEN, first }
}

/// Kind, side, negated, conditional; Black moves first.
fn told(prose: &str) -> Vec<(PhraseKind, GoodFor, bool, bool)> {
    let found = find(prose, place(Color::Black));
    let told = |it: &Phrase| (it.kind, it.good_for, it.negated, it.conditional);
    found.iter().map(told).collect()
}

const BLACK: GoodFor = GoodFor::Side(Side::First);
const WHITE: GoodFor = GoodFor::Side(Side::Second);

#[test]
fn conditions_on_ladders() {
    for (prose, good_for, negated) in [
        ("This works if the ladder is good for Black.", BLACK, false),
        ("Only if the ladder is favourable to play elsewhere for White", WHITE, false),
        ("Playable if the ladder works", GoodFor::Chaser, false),
        ("Playable if the ladder works for White", WHITE, false),
        ("when White has the ladder", WHITE, false),
        ("When Black has a good ladder, this is best.", BLACK, false),
        ("only if the ladder is favorable", GoodFor::Unsaid, false),
        ("if the ladder favors Black", BLACK, false),
        ("If the ladder favours White.", WHITE, false),
        ("This depends on the ladder.", GoodFor::Unsaid, false),
        ("if the ladder is bad for white", WHITE, true),
        ("if the ladder does not work for B", BLACK, true),
        ("if the ladder doesn't work", GoodFor::Chaser, true),
        ("if the ladder is broken", GoodFor::Chaser, true),
        ("unless the ladder is good for White", WHITE, true),
        ("unless the ladder is broken", GoodFor::Chaser, false),
        ("unless the ladder works", GoodFor::Chaser, true),
        ("Not good unless the ladder works", GoodFor::Chaser, false),
        ("This is bad, unless the ladder is good for Black", BLACK, false),
        ("Requires a ladder.", GoodFor::Mover, false),
        ("White needs a good ladder.", WHITE, false),
        ("if Black's ladder works", BLACK, false),
        ("if White has no ladder", WHITE, true),
        ("# playable if ladder works but dangerous", GoodFor::Chaser, false),
        ("if the shicho is good for W", WHITE, false),
        ("good if the sicho works for Black", BLACK, false),
        ("if the ladder\nis good\nfor Black", BLACK, false),
        ("BLACK plays so if the ladder is good for BLACK", BLACK, false),
        ("如果征子对黑有利", BLACK, false),
        ("白はシチョウ有利なら", WHITE, false),
        ("흑은 축이 유리하면 좋다", BLACK, false),
        ("黑征子不利时", BLACK, true),
    ] {
        let expected = (PhraseKind::Ladder, good_for, negated, true);
        assert_eq!(told(prose), [expected], "{prose}");
    }
}

#[test]
fn statements_are_no_conditions() {
    for (prose, good_for, negated) in [
        ("The ladder is good for Black.", BLACK, false),
        ("Here the ladder does not work.", GoodFor::Chaser, true),
        ("The ladder favours White", WHITE, false),
        // The condition concerns something else.
        ("If White cuts, the ladder is good for Black", BLACK, false),
    ] {
        let expected = (PhraseKind::Ladder, good_for, negated, false);
        assert_eq!(told(prose), [expected], "{prose}");
    }
}

#[test]
fn mere_mentions() {
    for prose in [
        "A ladder breaker.",
        "Both sides need to read the shicho",
        "White threatens to catch P15 in a ladder.",
        "The ladder",
        "征子",
        "Black does not need the ladder",
    ] {
        let found = told(prose);
        let kinds: Vec<_> = found.iter().map(|it| it.0).collect();
        assert_eq!(kinds, [PhraseKind::Mention], "{prose}");
    }
}

#[test]
fn other_conditions() {
    let q10 = "JD".parse().expect("a step");
    for (prose, kind, good_for, negated) in [
        ("needs a ko threat", PhraseKind::KoThreat, GoodFor::Mover, false),
        ("if Black has ko threats", PhraseKind::KoThreat, BLACK, false),
        ("unless White has enough ko threats", PhraseKind::KoThreat, WHITE, true),
        ("If Black has a stone at Q10, this is good", PhraseKind::Stone(q10), BLACK, false),
        ("if there is a white stone at Q10", PhraseKind::Stone(q10), WHITE, false),
        ("if there is no white stone on Q10", PhraseKind::Stone(q10), WHITE, true),
        // In the upper right corner, u runs down the right side.
        (
            "if the right side is open",
            PhraseKind::Open(ConditionRegion::SideU),
            GoodFor::Unsaid,
            false,
        ),
        (
            "when the upper side is empty",
            PhraseKind::Open(ConditionRegion::SideV),
            GoodFor::Unsaid,
            false,
        ),
        // Sides without a name become the points around their midpoint.
        (
            "if the left side is open",
            PhraseKind::Open(
                ConditionRegion::between("HO".parse().unwrap(), "LS".parse().unwrap()).unwrap(),
            ),
            GoodFor::Unsaid,
            false,
        ),
        (
            "if the lower left corner is open",
            PhraseKind::Open(ConditionRegion::Opposite),
            GoodFor::Unsaid,
            false,
        ),
        (
            "unless the lower right corner is empty",
            PhraseKind::Open(ConditionRegion::NextU),
            GoodFor::Unsaid,
            true,
        ),
    ] {
        assert_eq!(told(prose), [(kind, good_for, negated, true)], "{prose}");
    }
}

#[test]
fn nothing_is_found_in_other_prose() {
    for prose in [
        "",
        "If Black cuts, White is fine.",
        "Black has a stone at Q10.",
        "The right side is open.",
        "A ko threat",
        "bladders and ladderlike things",
    ] {
        assert_eq!(told(prose), [], "{prose}");
    }
}

#[test]
fn sides_are_those_of_the_line() {
    let found = find("if the ladder is good for Black", place(Color::White));
    assert_eq!(found[0].good_for, WHITE);
    let found = find("如果征子对黑有利", place(Color::White));
    assert_eq!(found[0].good_for, WHITE);
}

#[test]
fn a_sentence_is_told_as_it_stands_with_its_points() {
    let prose = "First. If the ladder is good for Black, Q10 instead! Then K4.";
    let found = find(prose, place(Color::Black));
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].text, "If the ladder is good for Black, Q10 instead!");
    assert_eq!(found[0].points, ["JD".parse().expect("a step")]);
    assert!(found[0].of_another_move);
}

#[test]
fn only_sentences_that_say_when_a_move_is_to_be_played_are_plain() {
    for prose in [
        "Only if the ladder is good for Black.",
        "This move works if the ladder is good for Black",
        "If Black has the ladder, this is possible.",
        "Playable when the ladder works.",
        "unless the ladder is good for White",
        "Not good unless the ladder works",
        "Requires a ladder.",
        "如果征子对黑有利",
    ] {
        let found = find(prose, place(Color::Black));
        assert!(found.iter().all(|phrase| phrase.plain), "{prose}");
        assert_eq!(found.len(), 1, "{prose}");
    }
    for prose in [
        "Never play this if the ladder is good for Black.",
        "Not if the ladder is good for Black",
        "This is a mistake if the ladder is good for Black.",
        "This is bad if the ladder is good for Black",
        "Avoid this if the ladder is good for Black.",
        "Black should not play here if the ladder is good for Black.",
        "Except when the ladder is good for Black.",
        "Only a fool plays this if the ladder is good for Black.",
        "Even if the ladder is good for Black, this is a mistake.",
        "No matter if the ladder is good for Black.",
        "It does not matter if the ladder is good for Black.",
        "Ask yourself if the ladder is good for Black.",
        "We do not know if the ladder is good for Black",
        "Not only if the ladder is good for Black.",
        "Before, if the ladder was good for Black, it was played",
        "If the ladder is good for Black, White must not cut.",
        "If the ladder is good for Black then White should tenuki",
        "If the ladder is good for Black, White resigns",
        "if both ladders are good for Black",
        "If the upper left ladder is good for Black",
    ] {
        let found = find(prose, place(Color::Black));
        assert!(found.iter().all(|phrase| !phrase.plain), "{prose}");
    }
}
