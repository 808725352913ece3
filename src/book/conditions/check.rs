//! Evaluates conditions on an actual board.

use std::collections::BTreeSet;

use super::facts::Fact;
use super::normal_form::Conditions;
use super::predicate::{Literal, Predicate};
use super::region::ConditionRegion;
use super::{ko_threat, ladder};
use joseki_game::go::Position;
use joseki_game::{Color, Frame, Point, Step};

/// A truth value of three-valued logic: a board may not decide a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum Truth {
    /// False.
    False,
    /// Undecided.
    Unknown,
    /// True.
    True,
}

impl Truth {
    /// The negation; unknown stays unknown.
    #[must_use]
    pub const fn not(self) -> Truth {
        match self {
            Truth::True => Truth::False,
            Truth::False => Truth::True,
            Truth::Unknown => Truth::Unknown,
        }
    }
}

impl From<bool> for Truth {
    fn from(holds: bool) -> Truth {
        if holds { Truth::True } else { Truth::False }
    }
}

/// The board on which a move's conditions are evaluated, and the move's orientation on it.
#[derive(Clone, Copy, Debug)]
pub struct ConditionContext<'a> {
    /// The board before the move.
    pub board: &'a Position,
    /// The frame of the node that carries the conditions.
    pub frame: Frame,
    /// The colour that plays its move.
    pub own: Color,
    /// The colour that made the first move of its line.
    pub first: Color,
    /// The move in the frame; `None` to evaluate conditions on the board as it is.
    pub step: Option<Step>,
}

/// A condition with its evaluation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConditionResult {
    /// The condition in frame coordinates.
    pub text: String,
    /// Whether it holds on the board.
    pub holds: Truth,
    /// The facts that decide it.
    pub facts: Vec<Fact>,
}

impl ConditionResult {
    /// The points that the facts mention, each once.
    #[must_use]
    pub fn points(&self) -> Vec<Point> {
        let mut points = Vec::new();
        for point in self.facts.iter().flat_map(Fact::points) {
            if !points.contains(&point) {
                points.push(point);
            }
        }
        points
    }
}

impl Conditions {
    /// Evaluates the conditions of a move on the board on which it is to be played. Each literal is
    /// one entry; several alternatives form one entry together. Without conditions the result is
    /// empty.
    #[must_use]
    pub fn check(&self, scene: &ConditionContext<'_>) -> Vec<ConditionResult> {
        let mut alternatives = self.alternatives();
        if alternatives.len() <= 1 {
            let all = alternatives.next().into_iter().flatten();
            return all.map(|literal| evaluate_single(literal, scene)).collect();
        }
        let (mut holds, mut facts) = (Truth::False, Vec::new());
        for all in alternatives {
            let (truth, seen) = all_of(all, scene);
            holds = holds.max(truth);
            facts.extend(seen);
        }
        facts.dedup();
        vec![ConditionResult { text: self.to_string(), holds, facts }]
    }
}

fn evaluate_single(literal: &Literal, scene: &ConditionContext<'_>) -> ConditionResult {
    let (holds, fact) = evaluate_literal(literal, scene);
    ConditionResult { text: literal.to_string(), holds, facts: vec![fact] }
}

fn all_of(all: &BTreeSet<Literal>, scene: &ConditionContext<'_>) -> (Truth, Vec<Fact>) {
    let (mut holds, mut facts) = (Truth::True, Vec::with_capacity(all.len()));
    for literal in all {
        let (truth, fact) = evaluate_literal(literal, scene);
        holds = holds.min(truth);
        facts.push(fact);
    }
    (holds, facts)
}

fn evaluate_literal(literal: &Literal, scene: &ConditionContext<'_>) -> (Truth, Fact) {
    let (holds, fact) = evaluate_predicate(&literal.predicate, scene);
    (if literal.negated { holds.not() } else { holds }, fact)
}

fn evaluate_predicate(predicate: &Predicate, scene: &ConditionContext<'_>) -> (Truth, Fact) {
    let ConditionContext { own, first, .. } = *scene;
    match predicate {
        Predicate::Own(step) => stone(scene, *step, Some(own)),
        Predicate::Enemy(step) => stone(scene, *step, Some(own.opposite())),
        Predicate::First(step) => stone(scene, *step, Some(first)),
        Predicate::Second(step) => stone(scene, *step, Some(first.opposite())),
        Predicate::Empty(step) => stone(scene, *step, None),
        Predicate::Ladder { step, good_for, after } => {
            ladder::check(scene, *step, good_for.color(own, first), after)
        }
        Predicate::Open(region) => stones(scene, *region, |black, white| black + white == 0),
        Predicate::Occupied(region) => stones(scene, *region, |black, white| black + white > 0),
        Predicate::Friendly(region, who) => {
            let friend = who.color(own, first);
            stones(scene, *region, |black, white| match friend {
                Color::Black => black > white,
                Color::White => white > black,
            })
        }
        Predicate::KoThreat(who) => ko_threat::check(scene, who.color(own, first)),
    }
}

fn stone(scene: &ConditionContext<'_>, step: Step, wanted: Option<Color>) -> (Truth, Fact) {
    let Ok(point) = scene.frame.point_of(step, scene.board.size()) else {
        return (Truth::Unknown, Fact::OffBoard(step));
    };
    let found = scene.board.at(point);
    (Truth::from(found == wanted), Fact::Stone(point, found))
}

fn stones(
    scene: &ConditionContext<'_>,
    region: ConditionRegion,
    holds: impl Fn(u32, u32) -> bool,
) -> (Truth, Fact) {
    let points = region.points(scene.frame, scene.board.size());
    let count = |color| scene.board.stones(color).intersection(points).len();
    let (black, white) = (count(Color::Black), count(Color::White));
    let fact = Fact::ConditionRegion { region, points, black, white };
    let holds = if points.is_empty() { Truth::Unknown } else { Truth::from(holds(black, white)) };
    (holds, fact)
}

#[cfg(test)]
mod tests {
    use super::*;
    use joseki_game::{BoardSize, Corner, Point};

    /// Black plays the golden line's R17 in the upper right of a board with these stones.
    fn check_on(conditions: &str, lines: u8, stones: &[(Color, &str)]) -> Vec<(String, Truth)> {
        let size = BoardSize::new(lines).expect("a size");
        let mut board = Position::new(size);
        for (color, point) in stones {
            board.place(*color, Point::from_gtp(point, size).expect("a point"));
        }
        let conditions: Conditions = conditions.parse().expect("conditions");
        let checked = conditions.check(&ConditionContext {
            board: &board,
            frame: Frame::clockwise(Corner::UpperRight),
            own: Color::Black,
            first: Color::White,
            step: "CC".parse().ok().filter(|_| lines == 19),
        });
        checked.into_iter().map(|checked| (checked.text, checked.holds)).collect()
    }

    fn check(conditions: &str, lines: u8) -> Vec<(String, Truth)> {
        check_on(conditions, lines, &[(Color::White, "D4")])
    }

    fn one(conditions: &str, stones: &[(Color, &str)]) -> Truth {
        let checked = check_on(conditions, 19, stones);
        assert_eq!(checked.len(), 1);
        checked[0].1
    }

    #[test]
    fn each_literal_is_an_entry() {
        let found = check("enemy(PP) and own(PP) and empty(DD)", 19);
        let wanted =
            [("own(PP)", Truth::False), ("enemy(PP)", Truth::True), ("empty(DD)", Truth::True)];
        assert_eq!(found, wanted.map(|(text, holds)| (text.to_owned(), holds)));
    }

    #[test]
    fn one_alternative_is_enough() {
        let text = "own(PP) and empty(DD) or enemy(PP)";
        assert_eq!(check(text, 19), [(text.to_owned(), Truth::True)]);
        let text = "own(DD) or own(PP)";
        assert_eq!(check(text, 19), [(text.to_owned(), Truth::False)]);
    }

    #[test]
    fn a_small_board_cannot_say() {
        assert_eq!(check("own(PP)", 9)[0].1, Truth::Unknown);
        assert_eq!(check("not own(PP)", 9)[0].1, Truth::Unknown);
        assert_eq!(check("open(side_u)", 9)[0].1, Truth::Unknown);
        assert_eq!(check("", 9), []);
    }

    #[test]
    fn sides_are_of_the_move_or_of_the_line() {
        let stones = [(Color::Black, "D4")];
        for (text, holds) in [
            ("own(PP)", true),
            ("enemy(PP)", false),
            ("first(PP)", false),
            ("second(PP)", true),
            ("not second(PP)", false),
        ] {
            assert_eq!(one(text, &stones), Truth::from(holds), "{text}");
        }
    }

    #[test]
    fn regions_are_counted() {
        let stones = [(Color::Black, "K17"), (Color::White, "D4"), (Color::White, "R10")];
        for (text, holds) in [
            ("open(side_v)", false),
            ("open(opposite)", false),
            ("open(next_v)", true),
            ("occupied(side_u)", true),
            ("friendly(side_v)", true),
            ("friendly(side_v, first)", false),
            ("friendly(side_u, enemy)", true),
            ("open(JA-MD)", false),
            ("open(KA-MB)", true),
        ] {
            assert_eq!(one(text, &stones), Truth::from(holds), "{text}");
        }
    }

    #[test]
    fn a_ladder_is_read_after_the_move() {
        // White's stone at P16 is caught once Black plays R17, which is unrelated to it.
        let mut stones = vec![
            (Color::White, "P16"),
            (Color::Black, "P17"),
            (Color::Black, "Q16"),
            (Color::Black, "P15"),
        ];
        assert_eq!(one("ladder(DE, own)", &stones), Truth::False);
        // One step later it is in atari at another place: O17 keeps it down.
        stones.push((Color::Black, "N17"));
        stones.push((Color::Black, "N16"));
        assert_eq!(one("ladder(DE, own)", &stones), Truth::True);
        assert_eq!(one("ladder(DE, enemy)", &stones), Truth::False);
        assert_eq!(one("not ladder(DE, first)", &stones), Truth::True);
        assert_eq!(one("ladder(KK, own)", &stones), Truth::Unknown);
        assert_eq!(one("ladder(DE, own, after CC)", &stones), Truth::Unknown);
    }

    #[test]
    fn ko_threats_are_ataris_elsewhere() {
        assert_eq!(one("ko_threat(own)", &[(Color::White, "Q16")]), Truth::False);
        let chain = [(Color::White, "A2"), (Color::White, "A1"), (Color::Black, "B1")];
        assert_eq!(one("ko_threat(own)", &chain), Truth::True);
        assert_eq!(one("ko_threat(enemy)", &chain), Truth::Unknown);
    }
}
