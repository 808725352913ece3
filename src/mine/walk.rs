//! A game walked through its corners: every way to read each of them, as lines from the first stone on.

use crate::book::{Line, Reach, Stones};
use crate::game::go::{BoardSize, Corner, Frame, Move};
use crate::game::{Color, Step};

/// A far stone is a step only if the last one was at most so many moves before it.
const HOT: usize = 2;
/// Far stones in one reading.
const FAR_STONES: usize = 2;
/// Readings of one corner.
const READINGS: usize = 8;
/// Far stones are on the lower lines, letters up to `E` from one of the two sides.
const FAR_LINE: u8 = 4;
/// Far stones are steps only while the reading is at most so long.
const FAR_UNTIL: usize = 20;
/// A reading is over after so many steps, tenukis included.
const LONGEST: usize = 40;

/// One reading of one corner.
///
/// The facts page's rule of near and far stones decides, with the reading's own stones. A near stone is
/// a step. A far stone makes a second reading with it, where it may be an answer or an extension: once
/// both colours have played here, within two moves of the last step, on one of the first five lines,
/// after at most 20 steps, and at most twice in a reading. Every reading is counted, and pruning keeps
/// those far stones that many games agree on; so what a game counts for does not depend on the games
/// before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Walk {
    /// The corner.
    pub corner: Corner,
    /// Who made the first step.
    pub first: Color,
    /// The steps in their canonical form.
    pub line: Line,
    /// By step, the number of the move that made it, from 1; 0 for a tenuki.
    pub moves: Vec<u16>,
    /// By step, how the game went on after it.
    pub waits: Vec<Wait>,
}

/// How often each player was on turn in a position before the corner was taken up again or was over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wait {
    /// Whether the player to answer was on turn at once.
    pub at_once: bool,
    /// The later turns of that player.
    pub later: u16,
    /// The turns of the player who made the last move.
    pub again: u16,
    /// The turn at which the corner was taken up.
    pub taken_up: Option<Turn>,
}

/// Which kind of turn it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// That of the player to answer, at once.
    AtOnce,
    /// That of the same player, later.
    Later,
    /// That of the player who made the last move.
    Again,
}

/// The walks of a game: by corner in order, and of one corner the reading of near stones first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Walks {
    /// The readings of all corners that were played in.
    pub walks: Vec<Walk>,
    /// By corner, the turns while it was empty, and whether it was taken up.
    pub empty: [(u32, bool); 4],
}

/// Walks a game on 19 lines. A corner in which both colours have played is over once more than `quiet`
/// moves in a row are played elsewhere; one in which a single colour stands waits.
#[must_use]
pub fn walk(moves: &[(Color, Move)], quiet: u8) -> Walks {
    let mut walks = Walks::default();
    for corner in Corner::ALL {
        let track = Track::follow(corner, moves, usize::from(quiet));
        walks.empty[corner.index()] = track.empty;
        let readings = track.readings.into_iter();
        walks
            .walks
            .extend(readings.filter_map(|reading| reading.walk(corner)));
    }
    walks
}

/// The readings of one corner.
struct Track {
    readings: Vec<Reading>,
    empty: (u32, bool),
}

#[derive(Clone, Default)]
struct Reading {
    stones: Stones,
    steps: Line,
    moves: Vec<u16>,
    waits: Vec<Wait>,
    first: Option<Color>,
    last: Option<Color>,
    last_move: usize,
    far: usize,
    both: bool,
    over: bool,
}

impl Track {
    fn follow(corner: Corner, moves: &[(Color, Move)], quiet: usize) -> Track {
        let size = BoardSize::NINETEEN;
        let frame = Frame::clockwise(corner);
        let mut track = Track {
            readings: vec![Reading::default()],
            empty: (0, false),
        };
        for (number, (color, played)) in (1..).zip(moves) {
            let step = played.point().and_then(|point| frame.step_at(point, size));
            if !track.play(number, *color, step, quiet) {
                break;
            }
        }
        track
    }

    /// One move of the game; false once every reading is over.
    fn play(&mut self, number: usize, color: Color, step: Option<Step>, quiet: usize) -> bool {
        let before = self.readings.len();
        let mut running = false;
        for at in 0..before {
            let reading = &mut self.readings[at];
            if reading.over || reading.is_quiet(number, quiet) {
                reading.over = true;
                continue;
            }
            running = true;
            let reach = step.map(|step| (step, reading.stones.reach(step, BoardSize::NINETEEN)));
            if reading.first.is_none() {
                self.empty.0 += 1;
                self.empty.1 = matches!(reach, Some((_, Reach::Near)));
            }
            match reach {
                Some((step, Reach::Near)) => reading.take_up(number, color, step),
                Some((step, Reach::Far)) if reading.may_reach_far(number, step) => {
                    let mut with = reading.clone();
                    reading.wait(number, color);
                    with.take_up(number, color, step);
                    with.far += 1;
                    if self.readings.len() < READINGS {
                        self.readings.push(with);
                    }
                }
                _ => reading.wait(number, color),
            }
        }
        running
    }
}

impl Reading {
    fn is_quiet(&self, number: usize, quiet: usize) -> bool {
        self.both && number - self.last_move > quiet
    }

    fn may_reach_far(&self, number: usize, step: Step) -> bool {
        self.both
            && number - self.last_move <= HOT
            && self.far < FAR_STONES
            && self.steps.len() <= FAR_UNTIL
            && step
                .coordinates()
                .is_some_and(|(u, v)| u.min(v) <= FAR_LINE)
    }

    fn turn(&self, number: usize, color: Color) -> Turn {
        match self.last {
            Some(last) if last == color => Turn::Again,
            _ if number == self.last_move + 1 => Turn::AtOnce,
            _ => Turn::Later,
        }
    }

    /// A turn that was played elsewhere.
    fn wait(&mut self, number: usize, color: Color) {
        let turn = self.turn(number, color);
        if let Some(wait) = self.waits.last_mut() {
            wait.count(turn);
        }
    }

    fn take_up(&mut self, number: usize, color: Color, step: Step) {
        let turn = self.turn(number, color);
        if let Some(wait) = self.waits.last_mut() {
            wait.count(turn);
            wait.taken_up = Some(turn);
        }
        if self.last == Some(color) {
            self.push(Step::TENUKI, 0);
        }
        self.push(step, number);
        self.stones.add(step);
        self.both |= self.first.is_some_and(|first| first != color);
        self.first = self.first.or(Some(color));
        self.last = Some(color);
        self.last_move = number;
        self.over = self.steps.len() >= LONGEST;
    }

    fn push(&mut self, step: Step, number: usize) {
        self.steps.push(step);
        self.moves.push(u16::try_from(number).unwrap_or(u16::MAX));
        self.waits.push(Wait::default());
    }

    fn walk(self, corner: Corner) -> Option<Walk> {
        Some(Walk {
            corner,
            first: self.first?,
            line: match self.steps.is_mirrored() {
                Some(true) => self.steps.mirror(),
                _ => self.steps,
            },
            moves: self.moves,
            waits: self.waits,
        })
    }
}

impl Wait {
    fn count(&mut self, turn: Turn) {
        match turn {
            Turn::AtOnce => self.at_once = true,
            Turn::Later => self.later += 1,
            Turn::Again => self.again += 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(text: &str) -> Vec<(Color, Move)> {
        let mut color = Color::Black;
        let moves = text.split_whitespace().map(|word| {
            let played = (color, Move::from_gtp(word, BoardSize::NINETEEN).unwrap());
            color = color.opposite();
            played
        });
        moves.collect()
    }

    fn lines(walks: &Walks, corner: Corner) -> Vec<String> {
        let of_corner = walks.walks.iter().filter(|walk| walk.corner == corner);
        of_corner.map(|walk| walk.line.to_string()).collect()
    }

    /// The golden line of the facts page; its tenuki is D4, R10 is on the middle line.
    const GOLDEN: &str = "Q16 O17 R14 R17 Q17 Q18 P18 R18 P17 S15 D4 R10 R15 S14 R13";

    #[test]
    fn the_golden_line_is_one_of_the_readings_and_its_near_stones_the_first() {
        let walks = walk(&moves(GOLDEN), 40);
        assert_eq!(
            lines(&walks, Corner::UpperRight),
            [
                // Without R10 White's tenuki cancels Black's.
                "DDCFFCCCCDBDBEBCCEEBECFBGC",
                "DDCFFCCCCDBDBEBCCEEBXXJCECFBGC",
            ]
        );
        assert_eq!(lines(&walks, Corner::LowerLeft), ["DD"]);
        assert!(
            lines(&walks, Corner::LowerRight).is_empty(),
            "R10 is far from an empty corner"
        );
    }

    #[test]
    fn a_corner_is_over_after_a_quiet_period() {
        let game = "Q16 R14 D16 Q4 D4 C11 O17";
        let after = |quiet| lines(&walk(&moves(game), quiet), Corner::UpperRight);
        assert_eq!(after(5), ["DDCFFC"]);
        assert_eq!(after(4), ["DDCF"]);
        let alone = "Q16 D4 D16 Q4 C11 R14";
        let waits = walk(&moves(alone), 1);
        assert_eq!(
            lines(&waits, Corner::UpperRight),
            ["DDCF"],
            "a lone stone waits"
        );
    }

    #[test]
    fn waits_tell_who_was_on_turn_and_did_not_play_here() {
        let walks = walk(&moves("Q16 O17 D4 R14 D16"), 40);
        let corner = &walks.walks[1];
        assert_eq!(
            (corner.corner, corner.line.to_string()),
            (Corner::UpperRight, "DDCFXXFC".to_owned())
        );
        assert_eq!(corner.moves, [1, 2, 0, 4]);
        let answered = Wait {
            at_once: true,
            taken_up: Some(Turn::AtOnce),
            ..Wait::default()
        };
        let again = Wait {
            at_once: true,
            again: 1,
            taken_up: Some(Turn::Again),
            ..Wait::default()
        };
        let left = Wait {
            at_once: true,
            ..Wait::default()
        };
        assert_eq!(corner.waits, [answered, again, Wait::default(), left]);
        assert_eq!(walks.empty, [(5, true), (1, true), (3, true), (5, false)]);
    }

    #[test]
    fn a_far_stone_needs_both_colours_and_a_hot_corner() {
        let upper_right = |game| lines(&walk(&moves(game), 40), Corner::UpperRight);
        assert_eq!(upper_right("Q16 D4 Q10"), ["DD"], "one colour only");
        assert_eq!(
            upper_right("Q16 R14 R10"),
            ["DDCF", "DDCFCJ"],
            "a wide pincer"
        );
        assert_eq!(upper_right("Q16 R14 D4 D16 R10"), ["DDCF"], "too late");
    }
}
