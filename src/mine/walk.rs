//! Splits a game into the regions of its board: every interpretation of each, as a line from the
//! first stone.

use std::sync::LazyLock;

use smallvec::SmallVec;

use joseki_book::{Line, TurnKind};
use joseki_game::{
    BoardSize, Color, Corner, Frame, Move, Point, Reach, Region, RegionStones, Step, Variant,
};

/// A far stone is a step only if it comes at most this many moves after the last one.
const MAX_GAP: usize = 2;
/// Maximum number of far stones in one interpretation.
const MAX_FAR_STONES: usize = 2;
/// Maximum number of interpretations of one corner.
const MAX_INTERPRETATIONS: usize = 8;
/// Far stones are on the lower lines: letters up to `E` from one of the two sides.
const FAR_LINE: u8 = 4;
/// Far stones are steps only while the interpretation has at most this many steps.
const FAR_UNTIL: usize = 20;
/// Maximum length of an interpretation in steps, including tenukis.
const MAX_STEPS: usize = 40;

/// One interpretation of one corner.
///
/// Each stone is classified by [`Reach`], relative to the interpretation's own stones. A near stone
/// is a step. A far stone adds a second interpretation that contains it, where it may be an answer
/// or an extension: once both colours have played here, within two moves of the last step, on one
/// of the first five lines, after at most 20 steps, and at most twice in an interpretation. Every
/// interpretation is counted, and pruning keeps those far stones that many games agree on. So the
/// counts of a game do not depend on the games before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Walk {
    /// The corner.
    pub region: Region,
    /// The colour of the first step.
    pub first: Color,
    /// The steps in their canonical form.
    pub line: Line,
    /// The number of the move that made each step, starting at 1; 0 for a tenuki.
    pub moves: Vec<u32>,
    /// How the game continued after each step.
    pub waits: Vec<Wait>,
}

/// How often each player was to move in a position before the corner was resumed or was over.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Wait {
    /// Set if the player to answer was to move at once.
    pub at_once: bool,
    /// Number of later turns of that player.
    pub later: u16,
    /// Number of turns of the player who made the last move.
    pub again: u16,
    /// The turn at which the corner was resumed.
    pub resumed_by: Option<TurnKind>,
}

/// The interpretations of a game, ordered by corner; in each corner the one without far stones
/// comes first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameWalks {
    /// The interpretations of all corners in which stones were played.
    pub walks: Vec<Walk>,
    /// The number of turns while each corner was empty, and whether it was entered.
    pub empty: SmallVec<[(u32, bool); 4]>,
}

/// Splits a game on 19 lines. A corner in which both colours have played is over after `quiet`
/// consecutive moves elsewhere; a corner with stones of a single colour stays open.
///
/// ```
/// use joseki_game::{BoardSize, Color, Move, Variant};
/// use joseki_mine::walk;
///
/// let mut moves = Vec::new();
/// for (number, text) in ["Q16", "O17", "D4", "R14"].into_iter().enumerate() {
///     moves.push((Color::ALL[number % 2], Move::from_gtp(text, BoardSize::NINETEEN)?));
/// }
/// let walks = walk(Variant::GO, &moves, 20).walks;
/// let lines: Vec<String> = walks.iter().map(|walk| walk.line.to_string()).collect();
/// // D4 is a tenuki in the upper right and the first move in the lower left.
/// assert_eq!(lines, ["DDCFXXFC", "DD"]);
/// assert_eq!(walks[0].moves, [1, 2, 0, 4]);
/// # Ok::<(), joseki_game::ParsePointError>(())
/// ```
#[must_use]
pub fn walk(variant: Variant, moves: &[(Color, Move)], quiet: u8) -> GameWalks {
    let mut walks = GameWalks::default();
    let regions = variant.game().regions();
    // On a whole board nothing waits but what is passed.
    let quiet = if regions.len() > 1 { usize::from(quiet) } else { moves.len() };
    let game = WalkedGame::new(variant, moves, quiet);
    // Black's lines are not White's where colours are not exchanged.
    let can_begin = |color: Color| variant.game().exchanges_colors() || color == Color::Black;
    for region in regions {
        let readings = game.interpretations(*region);
        let first_move = readings[0].moves.first();
        walks.empty.push(match first_move {
            Some(number) => (*number, true),
            None => (u32::try_from(moves.len()).unwrap_or(u32::MAX), false),
        });
        let walked = readings.iter().filter_map(|reading| game.walk(*region, reading));
        walks.walks.extend(walked.filter(|walk| can_begin(walk.first)));
    }
    walks
}

/// The step of each point in each corner's frame, precomputed as every move of every game is looked
/// up in all four.
static STEPS: LazyLock<[Steps; 4]> =
    LazyLock::new(|| Corner::ALL.map(|corner| Steps::new(Frame::clockwise(corner))));

/// By row and column, the step of a stone that may belong to the corner.
struct Steps([[Option<Step>; LINES]; LINES]);

const LINES: usize = BoardSize::NINETEEN.get() as usize;

impl Steps {
    fn new(frame: Frame) -> Steps {
        let step = |x: usize, y: usize| {
            let step = frame.step_at(Point::new(x as u8, y as u8), BoardSize::NINETEEN);
            let size = BoardSize::NINETEEN;
            step.filter(|step| RegionStones::may_reach(frame.region, *step, size))
        };
        Steps(std::array::from_fn(|y| std::array::from_fn(|x| step(x, y))))
    }

    fn at(&self, point: Point) -> Option<Step> {
        *self.0.get(usize::from(point.y()))?.get(usize::from(point.x()))?
    }
}

/// A game, indexed for its walks.
struct WalkedGame<'a> {
    variant: Variant,
    moves: &'a [(Color, Move)],
    /// The number of Black's moves among the first n, by n.
    blacks: Vec<u32>,
    quiet: usize,
}

/// An interpretation under construction.
#[derive(Clone)]
struct Reading {
    stones: RegionStones,
    steps: SmallVec<[Step; MAX_STEPS + 2]>,
    moves: SmallVec<[u32; MAX_STEPS + 2]>,
    first: Option<Color>,
    last: Option<Color>,
    last_move: usize,
    far: usize,
    /// The step from which both colours have played.
    both: Option<usize>,
    over: bool,
}

impl<'a> WalkedGame<'a> {
    fn new(variant: Variant, moves: &'a [(Color, Move)], quiet: usize) -> WalkedGame<'a> {
        let mut blacks = Vec::with_capacity(moves.len() + 1);
        blacks.push(0);
        let mut black = 0u32;
        for (color, _) in moves {
            black += u32::from(*color == Color::Black);
            blacks.push(black);
        }
        WalkedGame { variant, moves, blacks, quiet }
    }

    /// Returns the interpretations of a corner, the one without far stones first.
    fn interpretations(&self, region: Region) -> SmallVec<[Reading; MAX_INTERPRETATIONS]> {
        let size = self.variant.size();
        let step_of = |played: Move| match region {
            Region::Corner(corner) => STEPS[corner.index()].at(played.point()?),
            Region::Board => Frame::plain(region).step_of(played, size),
        };
        let mut readings: SmallVec<[Reading; MAX_INTERPRETATIONS]> = SmallVec::new();
        readings.push(Reading::new(region));
        for (number, (color, played)) in (1..).zip(self.moves) {
            let Some(step) = step_of(*played) else {
                continue;
            };
            for at in 0..readings.len() {
                let reading = &mut readings[at];
                if reading.over || reading.is_quiet(number, self.quiet) {
                    reading.over = true;
                    continue;
                }
                match reading.stones.reach(step, size) {
                    Reach::Near => reading.add_step(number, *color, step),
                    Reach::Far
                        if reading.may_reach_far(number, step)
                            && readings.len() < MAX_INTERPRETATIONS =>
                    {
                        let mut with = readings[at].clone();
                        with.add_step(number, *color, step);
                        with.far += 1;
                        readings.push(with);
                    }
                    Reach::Far | Reach::Elsewhere => {}
                }
            }
            if readings.iter().all(|reading| reading.over) {
                break;
            }
        }
        readings
    }

    fn walk(&self, region: Region, reading: &Reading) -> Option<Walk> {
        let line: Line = reading.steps.iter().copied().collect();
        let line = if line.is_canonical() { line } else { line.canonical() };
        Some(Walk {
            region,
            first: reading.first?,
            line,
            moves: reading.moves.to_vec(),
            waits: (0..reading.moves.len()).map(|at| self.wait(reading, at)).collect(),
        })
    }

    /// Returns how the game continued after a step. It counts the moves after the step, up to the
    /// one that resumed the corner or to the end of the quiet period.
    fn wait(&self, reading: &Reading, at: usize) -> Wait {
        let number = reading.moves[at] as usize;
        // A tenuki has no turns, and the game is not followed after the last step of the longest
        // interpretation.
        if number == 0 || (at + 1 == reading.moves.len() && reading.steps.len() >= MAX_STEPS) {
            return Wait::default();
        }
        let next = reading.moves[at + 1..]
            .iter()
            .copied()
            .find(|next| *next > 0)
            .map(|next| next as usize);
        let both = reading.both.is_some_and(|both| both <= at);
        let end = match next {
            Some(next) => next,
            None if both => self.moves.len().min(number + self.quiet),
            None => self.moves.len(),
        };
        let color = self.moves[number - 1].0;
        let black = self.blacks[end] - self.blacks[number];
        let all = (end - number) as u32;
        let again = if color == Color::Black { black } else { all - black };
        let at_once = end > number && self.moves[number].0 != color;
        Wait {
            at_once,
            later: short(all - again - u32::from(at_once)),
            again: short(again),
            resumed_by: next.map(|next| match self.moves[next - 1].0 == color {
                true => TurnKind::Again,
                false if next == number + 1 => TurnKind::AtOnce,
                false => TurnKind::Later,
            }),
        }
    }
}

/// Saturates, since a game of passes can have any length.
fn short(turns: u32) -> u16 {
    u16::try_from(turns).unwrap_or(u16::MAX)
}

impl Reading {
    fn new(region: Region) -> Reading {
        Reading {
            stones: RegionStones::new(region),
            steps: SmallVec::new(),
            moves: SmallVec::new(),
            first: None,
            last: None,
            last_move: 0,
            far: 0,
            both: None,
            over: false,
        }
    }

    fn is_quiet(&self, number: usize, quiet: usize) -> bool {
        self.both.is_some() && number - self.last_move > quiet
    }

    fn may_reach_far(&self, number: usize, step: Step) -> bool {
        self.both.is_some()
            && number - self.last_move <= MAX_GAP
            && self.far < MAX_FAR_STONES
            && self.steps.len() <= FAR_UNTIL
            && step.coordinates().is_some_and(|(u, v)| u.min(v) <= FAR_LINE)
    }

    fn add_step(&mut self, number: usize, color: Color, step: Step) {
        if self.last == Some(color) {
            self.steps.push(Step::TENUKI);
            self.moves.push(0);
        }
        if self.both.is_none() && self.first.is_some_and(|first| first != color) {
            self.both = Some(self.steps.len());
        }
        self.steps.push(step);
        self.moves.push(u32::try_from(number).unwrap_or(u32::MAX));
        self.stones.add(step);
        self.first = self.first.or(Some(color));
        self.last = Some(color);
        self.last_move = number;
        self.over = self.steps.len() >= MAX_STEPS;
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

    fn lines(walks: &GameWalks, corner: Corner) -> Vec<String> {
        let of_corner = walks.walks.iter().filter(|walk| walk.region == corner);
        of_corner.map(|walk| walk.line.to_string()).collect()
    }

    /// A reference line; its tenuki is D4, and R10 is on the middle line.
    const GOLDEN: &str = "Q16 O17 R14 R17 Q17 Q18 P18 R18 P17 S15 D4 R10 R15 S14 R13";

    #[test]
    fn the_golden_line_is_one_of_the_readings_and_its_near_stones_the_first() {
        let walks = walk(Variant::GO, &moves(GOLDEN), 40);
        assert_eq!(
            lines(&walks, Corner::UpperRight),
            [
                // Without R10 White's tenuki cancels Black's.
                "DDCFFCCCCDBDBEBCCEEBECFBGC",
                "DDCFFCCCCDBDBEBCCEEBXXJCECFBGC",
            ]
        );
        assert_eq!(lines(&walks, Corner::LowerLeft), ["DD"]);
        assert!(lines(&walks, Corner::LowerRight).is_empty(), "R10 is far from an empty corner");
    }

    #[test]
    fn a_corner_is_over_after_a_quiet_period() {
        let game = "Q16 R14 D16 Q4 D4 C11 O17";
        let after = |quiet| lines(&walk(Variant::GO, &moves(game), quiet), Corner::UpperRight);
        assert_eq!(after(5), ["DDCFFC"]);
        assert_eq!(after(4), ["DDCF"]);
        let alone = "Q16 D4 D16 Q4 C11 R14";
        let waits = walk(Variant::GO, &moves(alone), 1);
        assert_eq!(lines(&waits, Corner::UpperRight), ["DDCF"], "a lone stone waits");
    }

    /// Q16 and O17, then this many moves in the rest of the board, then a stone.
    fn elsewhere_between(between: usize, stone: &str) -> String {
        let columns = "ABCDEFGHJ".chars();
        let elsewhere = (1..=8).flat_map(|row| columns.clone().map(move |c| format!("{c}{row}")));
        let elsewhere: Vec<String> = elsewhere.take(between).collect();
        format!("Q16 O17 {} {stone}", elsewhere.join(" "))
    }

    /// The examples of docs/mining.md.
    #[test]
    fn the_20th_move_after_a_step_is_the_last_that_continues() {
        let quiet = super::super::Settings::default().quiet;
        let upper_right = |between: usize, stone: &str| {
            lines(
                &walk(Variant::GO, &moves(&elsewhere_between(between, stone)), quiet),
                Corner::UpperRight,
            )
        };
        assert_eq!(upper_right(18, "R14"), ["DDCFFC"]);
        assert_eq!(upper_right(19, "R14"), ["DDCFXXFC"]);
        assert_eq!(upper_right(20, "R14"), ["DDCF"]);
        // A far stone is a step as the first or second move after the last step.
        assert_eq!(upper_right(0, "R10"), ["DDCF", "DDCFJC"]);
        assert_eq!(upper_right(1, "R10"), ["DDCF", "DDCFXXJC"]);
        assert_eq!(upper_right(2, "R10"), ["DDCF"]);
    }

    #[test]
    fn a_reading_has_two_far_stones_at_most() {
        let walks = walk(Variant::GO, &moves("Q16 O17 R10 K17 R9 L17"), 20);
        let corner = walks.walks.iter().filter(|walk| walk.region == Corner::UpperRight);
        let is_far = |step: &&Step| step.coordinates().is_some_and(|(u, v)| u.max(v) > 7);
        let far = corner.map(|walk| walk.line.steps().iter().filter(is_far).count());
        assert_eq!(far.max(), Some(2));
    }

    #[test]
    fn waits_tell_who_was_on_turn_and_did_not_play_here() {
        let walks = walk(Variant::GO, &moves("Q16 O17 D4 R14 D16"), 40);
        let corner = &walks.walks[1];
        assert_eq!(
            (corner.region, corner.line.to_string()),
            (Corner::UpperRight.into(), "DDCFXXFC".to_owned())
        );
        assert_eq!(corner.moves, [1, 2, 0, 4]);
        let answered =
            Wait { at_once: true, resumed_by: Some(TurnKind::AtOnce), ..Wait::default() };
        let again =
            Wait { at_once: true, again: 1, resumed_by: Some(TurnKind::Again), ..Wait::default() };
        let left = Wait { at_once: true, ..Wait::default() };
        assert_eq!(corner.waits, [answered, again, Wait::default(), left]);
        assert_eq!(walks.empty[..], [(5, true), (1, true), (3, true), (5, false)]);
    }

    #[test]
    fn a_far_stone_needs_both_colours_and_a_hot_corner() {
        let upper_right = |game| lines(&walk(Variant::GO, &moves(game), 40), Corner::UpperRight);
        assert_eq!(upper_right("Q16 D4 Q10"), ["DD"], "one colour only");
        assert_eq!(upper_right("Q16 R14 R10"), ["DDCF", "DDCFCJ"], "a wide pincer");
        assert_eq!(upper_right("Q16 R14 D4 D16 R10"), ["DDCF"], "too late");
    }
}
