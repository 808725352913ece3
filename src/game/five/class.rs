//! The class of a line for one colour: what one more stone makes of it.

use std::fmt;

/// The strongest shape of a colour on one line, weakest first. Each class but the five is defined
/// by what one more stone makes of the line, so the classes do not depend on lists of patterns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LineClass {
    /// None of the others.
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
    /// Every class, weakest first.
    pub const ALL: [LineClass; 8] = [
        LineClass::None,
        LineClass::SleepingTwo,
        LineClass::OpenTwo,
        LineClass::SleepingThree,
        LineClass::OpenThree,
        LineClass::Four,
        LineClass::OpenFour,
        LineClass::Five,
    ];

    /// The class that one stone makes this of, below the fours.
    pub(super) const fn one_stone_before(self) -> LineClass {
        match self {
            LineClass::OpenFour => LineClass::OpenThree,
            LineClass::Four => LineClass::SleepingThree,
            LineClass::OpenThree => LineClass::OpenTwo,
            LineClass::SleepingThree => LineClass::SleepingTwo,
            _ => LineClass::None,
        }
    }

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
        let fives = own & own >> 1 & own >> 2 & own >> 3 & own >> 4;
        match self {
            Five::OrMore => fives != 0,
            Five::Exactly => fives & !(fives << 1) & !(fives >> 1) != 0,
        }
    }
}
