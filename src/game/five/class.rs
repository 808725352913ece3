//! The class of a line for one colour: what one more stone makes of it.

use std::fmt;

/// The strongest shape of a colour on one line, weakest first. Each class but the five is defined
/// by what one more stone makes of the line, so the classes do not depend on lists of patterns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LineClass {
    /// Nothing of the others.
    #[default]
    None,
    /// One stone makes a sleeping three.
    SleepingTwo,
    /// One stone makes an open three.
    OpenTwo,
    /// One stone makes a four.
    SleepingThree,
    /// One stone makes an open four.
    OpenThree,
    /// One point makes a five.
    Four,
    /// Two or more points make a five.
    OpenFour,
    /// Five in a row.
    Five,
}

impl LineClass {
    /// The short name: `5`, `O4`, `F4`, `O3`, `S3`, `O2`, `S2`, or `-`.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            LineClass::None => "-",
            LineClass::SleepingTwo => "S2",
            LineClass::OpenTwo => "O2",
            LineClass::SleepingThree => "S3",
            LineClass::OpenThree => "O3",
            LineClass::Four => "F4",
            LineClass::OpenFour => "O4",
            LineClass::Five => "5",
        }
    }
}

impl fmt::Display for LineClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

/// Which rows win for a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Five {
    /// Five or more.
    OrMore,
    /// Exactly five.
    Exactly,
}

impl Five {
    /// Whether a word of stones has a winning row.
    pub(super) fn is_in(self, own: u32) -> bool {
        self.starts(own) != 0
    }

    /// The lowest bits of the winning rows.
    fn starts(self, own: u32) -> u32 {
        let fives = own & own >> 1 & own >> 2 & own >> 3 & own >> 4;
        match self {
            Five::OrMore => fives,
            Five::Exactly => fives & !(fives << 1) & !(fives >> 1),
        }
    }
}

/// Returns the class of a line: a colour's stones and the empty points, as words.
pub(super) fn class_of(five: Five, own: u32, empty: u32) -> LineClass {
    class_within(five, own, empty, TWOS)
}

/// How many stones ahead twos are seen: they make threes, those make fours.
const TWOS: u32 = 2;

fn class_within(five: Five, own: u32, empty: u32, ahead: u32) -> LineClass {
    if five.is_in(own) {
        return LineClass::Five;
    }
    match winning_points(five, own, empty) {
        0 if ahead == 0 => return LineClass::None,
        0 => {}
        1 => return LineClass::Four,
        _ => return LineClass::OpenFour,
    }
    // The stones ahead and the one that makes the five.
    if own.count_ones() + ahead + 1 < 5 {
        return LineClass::None;
    }
    let made = |point: u32| match class_within(five, own | point, empty & !point, ahead - 1) {
        LineClass::OpenFour => LineClass::OpenThree,
        LineClass::Four => LineClass::SleepingThree,
        LineClass::OpenThree => LineClass::OpenTwo,
        LineClass::SleepingThree => LineClass::SleepingTwo,
        _ => LineClass::None,
    };
    points(empty).map(made).max().unwrap_or_default()
}

fn winning_points(five: Five, own: u32, empty: u32) -> usize {
    points(empty).filter(|point| five.is_in(own | point)).count()
}

fn points(mut word: u32) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let lowest = (word != 0).then(|| word & word.wrapping_neg())?;
        word ^= lowest;
        Some(lowest)
    })
}
