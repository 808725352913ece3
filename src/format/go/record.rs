//! A game of a record, written as SGF.

use crate::five::sgf_text::{
    Move, Point, push_game_start_of, push_if_present, push_move_node, push_points, push_property,
};

/// The size of the board of these servers, where a record does not state it.
pub(super) const USUAL_SIZE: u8 = 19;

/// A player as a record names it.
#[derive(Clone, Debug, Default)]
pub(super) struct Player {
    pub name: String,
    pub rank: String,
}

/// A game, as far as it could be read.
#[derive(Clone, Debug)]
pub(super) struct GoRecord {
    pub size: u8,
    pub black: Player,
    pub white: Player,
    pub date: String,
    pub event: String,
    pub place: String,
    pub rules: String,
    pub copyright: String,
    pub komi: String,
    pub result: String,
    pub handicap: u8,
    /// Stones on the board before the first move, if the record lists them.
    pub stones: [Vec<Point>; 2],
    /// The moves, each with whether it is Black's.
    pub moves: Vec<(bool, Move)>,
    /// Why the moves after the last one could not be read, or what was left out.
    pub problems: Vec<String>,
}

impl GoRecord {
    pub(super) fn new() -> GoRecord {
        GoRecord {
            size: USUAL_SIZE,
            black: Player::default(),
            white: Player::default(),
            date: String::new(),
            event: String::new(),
            place: String::new(),
            rules: String::new(),
            copyright: String::new(),
            komi: String::new(),
            result: String::new(),
            handicap: 0,
            stones: [Vec::new(), Vec::new()],
            moves: Vec::new(),
            problems: Vec::new(),
        }
    }

    /// The side whose turn it is after the moves read.
    pub(super) fn is_black_to_move(&self) -> bool {
        match self.moves.last() {
            Some((black, _)) => !black,
            None => self.handicap < 2,
        }
    }

    /// The point of these coordinates, each from 0, if it is on the board.
    pub(super) fn point(&self, x: Option<u32>, y: Option<u32>) -> Option<Point> {
        let on_board = |at: u32| u8::try_from(at).ok().filter(|at| *at < self.size);
        Some((on_board(x?)?, on_board(y?)?))
    }

    /// Appends the game as a tree.
    pub(super) fn push_sgf(&self, out: &mut String) {
        push_game_start_of(out, 1, self.size);
        let (black, white) = (&self.black, &self.white);
        for (name, value) in [
            ("PB", &black.name),
            ("BR", &black.rank),
            ("PW", &white.name),
            ("WR", &white.rank),
            ("DT", &self.date),
            ("EV", &self.event),
            ("PC", &self.place),
            ("RU", &self.rules),
            ("KM", &self.komi),
            ("RE", &self.result),
            ("CP", &self.copyright),
        ] {
            push_if_present(out, name, value);
        }
        if self.handicap >= 2 {
            push_property(out, "HA", &self.handicap.to_string());
        }
        let [black, white] = &self.stones;
        let placed = handicap_points(self.size, self.handicap);
        let is_listed = !black.is_empty() || !white.is_empty();
        push_points(out, "AB", if is_listed { black } else { &placed });
        push_points(out, "AW", white);
        for (black, played) in &self.moves {
            push_move_node(out, *black, *played);
        }
        out.push_str(")\n");
    }
}

/// The points where Tygem and WBaduk place a handicap: of three stones the third is in the upper
/// left, as in Sabaki and KaTrain.
fn handicap_points(size: u8, stones: u8) -> Vec<Point> {
    let near = if size < 13 { 2 } else { 3 };
    if !(2..=9).contains(&stones) || size < 9 || size.is_multiple_of(2) {
        return Vec::new();
    }
    let (far, middle) = (size - 1 - near, size / 2);
    let corners = [(far, near), (near, far), (near, near), (far, far)];
    let sides = [(near, middle), (far, middle), (middle, near), (middle, far)];
    let mut points: Vec<Point> = corners.into_iter().take(usize::from(stones)).collect();
    let on_sides = match stones {
        6 | 7 => 2,
        8 | 9 => 4,
        _ => 0,
    };
    points.extend(sides.into_iter().take(on_sides));
    if matches!(stones, 5 | 7 | 9) {
        points.push((middle, middle));
    }
    points
}
