//! Ladders that the moves of a book depend on: found in lines made by hand, and never in what is settled in the corner.

use joseki::book::{
    ConditionRegion, Forest, Index, LadderCondition, LadderDoubt, LadderKind, Line, find_ladders,
};

/// White sticks to Black's star point and plays elsewhere twice; the last step begins the chase across the board.
const CHASE: &str = "DDDECEXXCFXXEE";

fn line(text: &str) -> Line {
    text.parse().expect("a line")
}

fn index(lines: &[&str], change: impl FnOnce(&mut Forest)) -> Index {
    let lines: Vec<Line> = lines.iter().map(|text| line(text)).collect();
    let mut forest: Forest = lines.iter().collect();
    change(&mut forest);
    Index::build(forest)
}

fn all(lines: &[&str]) -> Vec<LadderCondition> {
    find_ladders(&index(lines, |_| {}))
}

/// Without the threats.
fn found(lines: &[&str]) -> Vec<LadderCondition> {
    let found = all(lines).into_iter();
    found.filter(|it| it.doubt != Some(LadderDoubt::Threat)).collect()
}

/// Line, condition, kind and doubt of each.
fn told(found: &[LadderCondition]) -> Vec<(String, String, LadderKind, Option<LadderDoubt>)> {
    let told =
        |it: &LadderCondition| (it.line.to_string(), it.conditions.to_string(), it.kind, it.doubt);
    found.iter().map(told).collect()
}

#[test]
fn an_atari_across_the_board_needs_its_ladder() {
    let found = found(&[CHASE]);
    let needs = (CHASE.to_owned(), "ladder(DE, own)".to_owned(), LadderKind::Needs, None);
    assert_eq!(told(&found), [needs]);
    let ladder = &found[0].ladder;
    assert!(ladder.holds_when_empty && !ladder.own && !ladder.threat);
    // It runs into the corner across.
    assert_eq!(ladder.regions, [ConditionRegion::Opposite]);
    let (_, breaker) = (&ladder.ladder, ladder.breakers[0].coordinates().expect("a point"));
    assert!(breaker.0 >= 12 && breaker.1 >= 12, "{breaker:?}");
    // The stone runs first, at O16.
    assert_eq!(ladder.ladder[0].1, "DF".parse().expect("a step"));
}

#[test]
fn a_ladder_for_later_is_a_threat_whatever_the_book_answers() {
    let threats = |lines: &[&str]| {
        let found = all(lines).into_iter().filter(|it| it.ladder.threat);
        let told = found.map(|it| (it.line.to_string(), it.doubt));
        told.collect::<Vec<_>>()
    };
    let before = "DDDECEXXCF".to_owned();
    // White plays elsewhere, saves the stone, or answers in the corner and leaves it.
    let threat = Some(LadderDoubt::Threat);
    assert_eq!(threats(&[CHASE]), [(before.clone(), threat)]);
    assert_eq!(threats(&["DDDECEXXCFDF"]), [(before.clone(), threat)]);
    assert_eq!(threats(&["DDDECEXXCFCC"]), [(before.clone(), threat)]);
    assert_eq!(threats(&["DDDECEXXCFCC", "DDDECEXXCFDF"]), [(before, threat)]);
}

#[test]
fn who_runs_on_depends_on_the_same_ladder_the_other_way() {
    let found = found(&[&format!("{CHASE}DFDG")]);
    let both = [(CHASE, LadderKind::Needs), ("DDDECEXXCFXXEEDF", LadderKind::Leaves)];
    let told: Vec<_> = found.iter().map(|it| (it.line.to_string(), it.kind, it.doubt)).collect();
    // The chase continues with the same stones, and is not reported again.
    let both = both.map(|(line, kind)| (line.to_owned(), kind, None));
    assert_eq!(told, both);
    assert!(!found[1].ladder.holds_when_empty && found[1].ladder.own);
    assert_eq!(found[1].conditions.to_string(), "ladder(DF, own)");
}

#[test]
fn an_atari_that_lets_the_stones_out_is_only_forcing() {
    let doubts =
        |lines: &[&str]| told(&found(lines)).into_iter().map(|it| it.3).collect::<Vec<_>>();
    // The stones run and Black plays in the corner.
    let forcing = doubts(&[&format!("{CHASE}DFCC")]);
    assert_eq!(forcing[0], Some(LadderDoubt::Forcing));
    // The stone is left where it is.
    assert_eq!(doubts(&[&format!("{CHASE}CC")])[0], None);
}

#[test]
fn a_stone_that_the_book_gives_up_is_a_sacrifice() {
    // White takes the corner, and lets the stone be chased or not: it never runs.
    let found = found(&["DDDECEXXCFCCEEXX", "DDDECEXXCFCCDC"]);
    let of_white: Vec<_> = found.iter().filter(|it| it.ladder.own).collect();
    assert_eq!(of_white.len(), 1);
    assert_eq!(of_white[0].line, line("DDDECEXXCFCC"));
    assert_eq!(of_white[0].kind, LadderKind::Leaves);
    assert_eq!(of_white[0].doubt, Some(LadderDoubt::Sacrifice));
}

#[test]
fn what_is_settled_in_the_corner_depends_on_nothing() {
    // A stone on the second line is driven along the edge and into the corner.
    for text in ["CCBBBCXXCBXXAB", "CCBBBCXXCBXXABBACA", "DDCFFCCDDC", "DDCCCDDCECEB"] {
        assert_eq!(told(&found(&[text])), [], "{text}");
    }
}

#[test]
fn a_move_that_says_so_is_known() {
    let index = |conditions: &str| {
        let conditions = conditions.parse().expect("conditions");
        index(&[CHASE], |forest| {
            let id = forest.find(&line(CHASE)).expect("a node");
            forest.data_mut(id).conditions = conditions;
        })
    };
    let known = |conditions| {
        let found = find_ladders(&index(conditions));
        let last = found.iter().find(|it| it.line == line(CHASE));
        last.expect("the atari").known
    };
    assert!(known("own(PP) and ladder(DE, own)"));
    assert!(!known("own(PP)"));
}

#[test]
fn either_handedness_gives_the_same() {
    let mirrored = line(CHASE).mirror().to_string();
    assert_eq!(told(&found(&[&mirrored])), told(&found(&[CHASE])));
}
