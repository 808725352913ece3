//! The two scoring tables of five in a row, as a text that users can change.

use std::fmt;
use std::str::FromStr;

use strum::{EnumCount, EnumString, IntoStaticStr, VariantArray};

use crate::{ParseWeightsError, WINNING};
use joseki_game::Color;
use joseki_game::Point;
use joseki_game::five::{FiveBoard, LineClass};

/// The versions of the text. The second may have a table C.
const VERSIONS: [&str; 2] = ["1", "2"];

/// The largest value of table A, so that it stays far from those of won games.
const LARGEST: i32 = 20_000;

/// The largest worth in table B.
const MAX_WORTH: i32 = 1_000_000;

/// The most rules of table B.
const MAX_RULES: usize = 100;

/// A condition of table A that decides the value of a board for the side to move. The first that
/// holds counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, VariantArray, EnumCount, EnumString, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum DecisiveCondition {
    /// The other side has a five.
    OtherFive,
    /// The side to move has a five.
    OwnFive,
    /// The side to move has an open four, or two fours.
    OwnOpenFour,
    /// The side to move has a four.
    OwnFour,
    /// The other side has an open four, or two fours.
    OtherOpenFour,
    /// The other side has a four and an open three.
    OtherFourAndOpenThree,
    /// The side to move has an open three, and the other no four.
    OwnOpenThree,
    /// The other side has two open threes, and the side to move neither four nor three.
    OtherTwoOpenThrees,
}

/// A feature of table A with two weights, which are added up if no condition holds: for the side to
/// move, and for the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, VariantArray, EnumCount, EnumString, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub enum ScoredFeature {
    /// One open three.
    OneOpenThree,
    /// Two or more open threes.
    MoreOpenThrees,
    /// Each sleeping three.
    SleepingThree,
    /// Each open two.
    OpenTwo,
    /// Each sleeping two.
    SleepingTwo,
    /// Each stone's distance to the edge.
    EdgeDistance,
}

/// A rule of table B.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorthRule {
    /// What playing the point is worth.
    pub worth: i32,
    /// How many lines of each class the stone must make at least, in the order of
    /// [`LineClass::ALL`].
    least: [u8; CLASSES],
}

const CLASSES: usize = LineClass::ALL.len();

/// The largest count of a class in table C.
const MAX_CLASS: i32 = 100;

/// Table A, the value of a board, and table B, the worth of playing a point; perhaps table C, the
/// value of empty points.
///
/// The text begins with `version 1`, or with `version 2` if it may have a table C. After a line
/// `table_a`, each [`DecisiveCondition`] has a line such as `own_four 9980`, and each
/// [`ScoredFeature`] one such as `open_two 4 4`. After `table_b` there is a rule a line, such as
/// `10000 F4 O3` or `5000 2 O3`: a worth, and the least number of lines of each class that the
/// stone makes; the first rule that fits counts. After `table_c 90 50`, each such class has a line
/// such as `O2 2`. If no condition decides a board, each empty point near its stones adds 90
/// hundredths of a square for the side to move, and subtracts 50 hundredths of one for the other:
/// that of the sum of what a stone of that side makes there along its four lines. Comments begin
/// with `#`.
#[derive(Clone, PartialEq, Eq)]
pub struct FiveTables {
    decided: [i32; DecisiveCondition::COUNT],
    summed: [[i32; 2]; ScoredFeature::COUNT],
    rules: Vec<WorthRule>,
    /// The worth by the classes along the four lines, three bits each.
    worth: Box<[i32]>,
    points: Option<Box<PointTable>>,
}

/// Table C.
#[derive(Clone, PartialEq, Eq)]
struct PointTable {
    /// Hundredths, for the side to move and for the other.
    shares: [i32; 2],
    /// What each class counts, in the order of [`LineClass::ALL`].
    counts: [i32; CLASSES],
    /// The squares by the classes along the four lines, three bits each.
    squares: Box<[i32]>,
}

impl FiveTables {
    /// Returns the tables of the sources.
    #[must_use]
    pub fn source() -> FiveTables {
        // A test reads the text.
        include_str!("tables.txt").parse().unwrap_or_else(|_| FiveTables::empty())
    }

    /// Returns the tables of the sources with a table C that was chosen by matches: those that our
    /// engine plays with.
    #[must_use]
    pub fn strong() -> FiveTables {
        let text = include_str!("tables.txt").replacen("version 1", "version 2", 1);
        let text = text + include_str!("points.txt");
        // A test reads the text.
        text.parse().unwrap_or_else(|_| FiveTables::source())
    }

    fn empty() -> FiveTables {
        FiveTables {
            decided: [0; DecisiveCondition::COUNT],
            summed: [[0; 2]; ScoredFeature::COUNT],
            rules: Vec::new(),
            worth: vec![0; CLASSES.pow(4)].into(),
            points: None,
        }
    }

    /// The rules of table B, in order.
    #[must_use]
    pub fn rules(&self) -> &[WorthRule] {
        &self.rules
    }

    /// Returns the value of a board by table A for a colour that is to move. `edges` are the sums of
    /// the distances of its stones and of the other's to the edge.
    #[must_use]
    pub fn value(&self, board: &FiveBoard, to_move: Color, edges: [i32; 2]) -> i32 {
        let [own, other] = [to_move, to_move.opposite()].map(|color| Lines::new(board, color));
        let decided = match () {
            () if other.fives > 0 => Some(DecisiveCondition::OtherFive),
            () if own.fives > 0 => Some(DecisiveCondition::OwnFive),
            () if own.open_fours > 0 => Some(DecisiveCondition::OwnOpenFour),
            () if own.fours > 0 => Some(DecisiveCondition::OwnFour),
            () if other.open_fours > 0 => Some(DecisiveCondition::OtherOpenFour),
            () if other.fours > 0 && other.open_threes > 0 => {
                Some(DecisiveCondition::OtherFourAndOpenThree)
            }
            () if own.open_threes > 0 && other.fours == 0 => Some(DecisiveCondition::OwnOpenThree),
            () if other.open_threes > 1 && own.open_threes == 0 && own.sleeping_threes == 0 => {
                Some(DecisiveCondition::OtherTwoOpenThrees)
            }
            () => None,
        };
        if let Some(decided) = decided {
            return self.decided[decided as usize];
        }
        let sum = |lines: Lines, edge: i32, at: usize| {
            let threes = match lines.open_threes {
                0 => 0,
                1 => self.summed[ScoredFeature::OneOpenThree as usize][at],
                _ => self.summed[ScoredFeature::MoreOpenThrees as usize][at],
            };
            threes
                + i32::from(lines.sleeping_threes)
                    * self.summed[ScoredFeature::SleepingThree as usize][at]
                + i32::from(lines.open_twos) * self.summed[ScoredFeature::OpenTwo as usize][at]
                + i32::from(lines.sleeping_twos)
                    * self.summed[ScoredFeature::SleepingTwo as usize][at]
                + edge * self.summed[ScoredFeature::EdgeDistance as usize][at]
        };
        let points = self.points.as_ref().map_or(0, |table| table.value(board, to_move));
        let sum = sum(own, edges[0], 0) - sum(other, edges[1], 1) + points;
        sum.clamp(1 - WINNING, WINNING - 1)
    }

    /// Returns what playing an empty point is worth to a colour by table B.
    #[must_use]
    pub fn worth(&self, board: &FiveBoard, color: Color, point: Point) -> i32 {
        self.worth[place_of(board.classes_made(color, point))]
    }

    /// Works out the worth of every combination of classes.
    fn tabulate(&mut self) {
        for place in 0..self.worth.len() {
            let mut made = [0; CLASSES];
            for class in classes_at(place) {
                made[class] += 1;
            }
            let fits =
                |rule: &&WorthRule| rule.least.iter().zip(made).all(|(least, made)| made >= *least);
            self.worth[place] = self.rules.iter().find(fits).map_or(0, |rule| rule.worth);
        }
        if let Some(points) = &mut self.points {
            let sum = |place| classes_at(place).map(|class| points.counts[class]).sum::<i32>();
            points.squares = (0..self.worth.len()).map(|place| sum(place).pow(2)).collect();
        }
    }
}

impl PointTable {
    /// Returns the value of the empty points near the stones of a board, for the side to move.
    fn value(&self, board: &FiveBoard, to_move: Color) -> i32 {
        let stones = board.stones();
        let points = stones.within_two_or_three_along(board.size()).difference(stones);
        let sides = [to_move, to_move.opposite()];
        let mut sums = [0i64; 2];
        for point in points.iter() {
            for (sum, color) in sums.iter_mut().zip(sides) {
                *sum += i64::from(self.squares[place_of(board.classes_made(color, point))]);
            }
        }
        let [own, other] = self.shares.map(i64::from);
        let most = i64::from(WINNING);
        // Within the limits, of either sign, it fits.
        ((sums[0] * own - sums[1] * other) / 100).clamp(-most, most) as i32
    }
}

/// Index of the classes along four lines into a table of all combinations.
fn place_of(classes: [LineClass; 4]) -> usize {
    classes.iter().fold(0, |place, class| place * CLASSES + *class as usize)
}

/// The classes, as numbers, at an index into such a table.
fn classes_at(place: usize) -> impl Iterator<Item = usize> {
    (0..4).map(move |line| place / CLASSES.pow(line) % CLASSES)
}

/// The lines of a colour.
struct Lines {
    fives: u16,
    open_fours: u16,
    fours: u16,
    open_threes: u16,
    sleeping_threes: u16,
    open_twos: u16,
    sleeping_twos: u16,
}

impl Lines {
    /// Two or more fours count as one more open four.
    fn new(board: &FiveBoard, color: Color) -> Lines {
        let count = |class| board.lines_of_class(color, class);
        let fours = count(LineClass::Four);
        Lines {
            fives: count(LineClass::Five),
            open_fours: count(LineClass::OpenFour) + u16::from(fours > 1),
            fours,
            open_threes: count(LineClass::OpenThree),
            sleeping_threes: count(LineClass::SleepingThree),
            open_twos: count(LineClass::OpenTwo),
            sleeping_twos: count(LineClass::SleepingTwo),
        }
    }
}

impl WorthRule {
    fn parse(words: &[&str]) -> Result<WorthRule, String> {
        let [worth, conditions @ ..] = words else { return Err("expected a rule".to_owned()) };
        let worth = worth.parse().ok().filter(|worth| (0..=MAX_WORTH).contains(worth));
        let worth = worth
            .ok_or_else(|| format!("\"{}\": expected a worth from 0 to {MAX_WORTH}", words[0]))?;
        let mut least = [0u8; CLASSES];
        let mut count = None;
        for word in conditions {
            if let Ok(number @ 1..=4) = word.parse::<u8>()
                && count.is_none()
                && conditions.last() != Some(word)
            {
                count = Some(number);
                continue;
            }
            let class = class_named(word)
                .map_err(|problem| problem + ", or a number of them from 1 to 4 before it")?;
            least[class as usize] += count.take().unwrap_or(1);
        }
        match least.iter().sum::<u8>() {
            0 => Err("expected what the stone makes, such as \"F4 O3\" or \"2 O3\"".to_owned()),
            5.. => Err("a stone makes at most four lines".to_owned()),
            _ => Ok(WorthRule { worth, least }),
        }
    }
}

impl FromStr for FiveTables {
    type Err = ParseWeightsError;

    fn from_str(text: &str) -> Result<FiveTables, ParseWeightsError> {
        let mut tables = FiveTables::empty();
        let (mut decided, mut summed) =
            ([false; DecisiveCondition::COUNT], [false; ScoredFeature::COUNT]);
        let (mut section, mut has_version, mut has_points) = (None, false, false);
        for (number, line) in (1..).zip(text.lines()) {
            let words: Vec<&str> =
                line.split('#').next().unwrap_or_default().split_whitespace().collect();
            let fail = |problem: String| ParseWeightsError { line: number, problem };
            let value = |word: &str| {
                let value = word.parse::<i32>().ok().filter(|value| value.abs() <= LARGEST);
                value.ok_or_else(|| {
                    fail(format!("\"{word}\": expected a number from -{LARGEST} to {LARGEST}"))
                })
            };
            match words[..] {
                [] => {}
                ["version", found] if VERSIONS.contains(&found) => {
                    (has_version, has_points) = (true, found == VERSIONS[1]);
                }
                ["version", other] => {
                    return Err(fail(format!(
                        "version {other}: only versions 1 and 2 are known; use a newer release"
                    )));
                }
                _ if !has_version => return Err(fail("expected \"version 1\"".to_owned())),
                ["table_a"] => section = Some('a'),
                ["table_b"] => section = Some('b'),
                ["table_c", ..] if !has_points => {
                    return Err(fail(
                        "table_c: expected \"version 2\" in the first line".to_owned(),
                    ));
                }
                ["table_c", own, other] => {
                    section = Some('c');
                    let shares = [value(own)?, value(other)?];
                    let points =
                        PointTable { shares, counts: [0; CLASSES], squares: Box::default() };
                    tables.points = Some(Box::new(points));
                }
                ["table_c", ..] => {
                    return Err(fail(
                        "expected \"table_c\" and two numbers, such as 90 50".to_owned(),
                    ));
                }
                [name, count] if section == Some('c') => {
                    let class = class_named(name).map_err(fail)?;
                    let count = count.parse().ok().filter(|count| (0..=MAX_CLASS).contains(count));
                    let count = count.ok_or_else(|| {
                        fail(format!("\"{}\": expected a number from 0 to {MAX_CLASS}", words[1]))
                    })?;
                    if let Some(points) = &mut tables.points {
                        points.counts[class as usize] = count;
                    }
                }
                [name, own] if section == Some('a') => {
                    let line: DecisiveCondition = name
                        .parse()
                        .map_err(|_| fail(unknown(name, DecisiveCondition::VARIANTS)))?;
                    tables.decided[line as usize] = value(own)?;
                    decided[line as usize] = true;
                }
                [name, own, other] if section == Some('a') => {
                    let line: ScoredFeature =
                        name.parse().map_err(|_| fail(unknown(name, ScoredFeature::VARIANTS)))?;
                    tables.summed[line as usize] = [value(own)?, value(other)?];
                    summed[line as usize] = true;
                }
                ref words if section == Some('b') => {
                    tables.rules.push(WorthRule::parse(words).map_err(fail)?);
                    if tables.rules.len() > MAX_RULES {
                        return Err(fail(format!("more than {MAX_RULES} rules")));
                    }
                }
                _ => return Err(fail("expected table_a, table_b or table_c".to_owned())),
            }
        }
        let end = text.lines().count() + 1;
        let name_of = |at: usize| -> &'static str {
            let line = DecisiveCondition::VARIANTS.get(at).map(<&str>::from);
            line.unwrap_or_else(|| ScoredFeature::VARIANTS[at - DecisiveCondition::COUNT].into())
        };
        let missing = decided.iter().chain(&summed).position(|found| !found).map(name_of);
        if let Some(name) = missing {
            let problem = format!("missing: \"{name}\" of table_a");
            return Err(ParseWeightsError { line: end, problem });
        }
        tables.tabulate();
        Ok(tables)
    }
}

fn class_named(word: &str) -> Result<LineClass, String> {
    let class = LineClass::ALL.into_iter().skip(1).find(|class| name(*class) == word);
    class.ok_or_else(|| format!("\"{word}\": expected one of five, O4, F4, O3, S3, O2 and S2"))
}

/// The name of a class in a rule.
const fn name(class: LineClass) -> &'static str {
    match class {
        LineClass::Five => "five",
        _ => class.code(),
    }
}

fn unknown<T: Copy + Into<&'static str>>(name: &str, known: &[T]) -> String {
    let known: Vec<&str> = known.iter().map(|line| (*line).into()).collect();
    format!("unknown line \"{name}\", expected one of {}", known.join(", "))
}

/// Writes the text that reads back as the same tables.
impl fmt::Display for FiveTables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "version {}\ntable_a", VERSIONS[usize::from(self.points.is_some())])?;
        for line in DecisiveCondition::VARIANTS {
            writeln!(f, "{} {}", <&str>::from(line), self.decided[*line as usize])?;
        }
        for line in ScoredFeature::VARIANTS {
            let [own, other] = self.summed[*line as usize];
            writeln!(f, "{} {own} {other}", <&str>::from(line))?;
        }
        writeln!(f, "table_b")?;
        for rule in &self.rules {
            write!(f, "{}", rule.worth)?;
            for (class, least) in LineClass::ALL.into_iter().zip(rule.least).rev() {
                match least {
                    0 => {}
                    1 => write!(f, " {}", name(class))?,
                    least => write!(f, " {least} {}", name(class))?,
                }
            }
            writeln!(f)?;
        }
        if let Some(PointTable { shares: [own, other], counts, .. }) = self.points.as_deref() {
            writeln!(f, "table_c {own} {other}")?;
            for (class, count) in LineClass::ALL.into_iter().zip(counts).skip(1).rev() {
                writeln!(f, "{} {count}", name(class))?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for FiveTables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Default for FiveTables {
    fn default() -> FiveTables {
        FiveTables::strong()
    }
}
