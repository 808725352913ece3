//! Texts of moves in WXF and Chinese, parsed.

use super::piece::Kind;

/// Where a piece goes, as its side sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    Forward,
    Back,
    Sideways,
}

impl Direction {
    pub(super) const fn sign(self) -> char {
        match self {
            Direction::Forward => '+',
            Direction::Back => '-',
            Direction::Sideways => '=',
        }
    }
}

/// A text of a move, taken apart.
pub(super) struct Form {
    /// `None` where a pawn has no letter.
    pub(super) kind: Option<Kind>,
    pub(super) place: FormPlace,
    pub(super) direction: Direction,
    /// The file of arrival, or the distance.
    pub(super) last: u8,
    /// Whether it is in Latin letters.
    pub(super) is_latin: bool,
}

/// How a text distinguishes a piece from others of its kind, in any convention.
#[derive(Clone, Copy)]
pub(super) enum FormPlace {
    File(u8),
    Front,
    Middle,
    Back,
    /// `++`, before the front of four or five.
    Foremost,
    /// `--`.
    Hindmost,
    Number(u8),
    /// A pawn's file and a sign, without its letter.
    OnFile(u8, FileSign),
    /// Two digits in the place of a pawn's letter.
    Digits(u8, u8),
}

#[derive(Clone, Copy)]
pub(super) enum FileSign {
    Front,
    Back,
}

impl Form {
    /// Parses a text of four characters; `None` if it is not written like a move.
    pub(super) fn parse(text: &str) -> Option<Form> {
        let mut letters = text.chars().filter(|letter| !letter.is_whitespace());
        let mut next = || letters.next();
        let (one, two, third, last) = (next()?, next()?, next()?, next()?);
        if next().is_some() {
            return None;
        }
        let direction = match third {
            '进' | '進' | '+' => Direction::Forward,
            '退' | '-' => Direction::Back,
            '平' | '=' | '.' => Direction::Sideways,
            _ => return None,
        };
        let last = number_of(last)?;
        if one.is_ascii() {
            return Form::latin(one, two, direction, last);
        }
        // The place comes before the piece, but for a file; some write it behind.
        let (kind, place) = match (kind_of(one), kind_of(two)) {
            (Some(kind), None) => (kind, two),
            (None, Some(kind)) => (kind, one),
            _ => return None,
        };
        let place = match place {
            '前' => FormPlace::Front,
            '中' => FormPlace::Middle,
            '后' | '後' => FormPlace::Back,
            digit if kind_of(one).is_some() => FormPlace::File(number_of(digit)?),
            digit => FormPlace::Number(number_of(digit)?),
        };
        Some(Form { kind: Some(kind), place, direction, last, is_latin: false })
    }

    fn latin(one: char, two: char, direction: Direction, last: u8) -> Option<Form> {
        let digit =
            |letter: char| letter.to_digit(10).filter(|digit| *digit > 0).map(|it| it as u8);
        let sign = |letter: char| match letter {
            '+' => Some(FileSign::Front),
            '-' => Some(FileSign::Back),
            _ => None,
        };
        let kind = Kind::from_letter(one);
        let place = match (kind, one, two) {
            (Some(_), _, '+') => FormPlace::Front,
            (Some(_), _, '-') => FormPlace::Back,
            (Some(_), _, '.') => FormPlace::Middle,
            (Some(_), _, 'a'..='e' | 'A'..='E') => {
                FormPlace::Number(two.to_ascii_lowercase() as u8 - b'a' + 1)
            }
            (Some(_), ..) => FormPlace::File(digit(two)?),
            (None, '+', '+') => FormPlace::Foremost,
            (None, '-', '-') => FormPlace::Hindmost,
            (None, ..) => match (digit(one)?, digit(two), sign(two)) {
                (first, Some(second), _) => FormPlace::Digits(first, second),
                (file, None, Some(sign)) => FormPlace::OnFile(file, sign),
                _ => return None,
            },
        };
        Some(Form { kind, place, direction, last, is_latin: true })
    }
}

pub(super) const NUMBERS: [char; 9] = ['一', '二', '三', '四', '五', '六', '七', '八', '九'];

/// The number of a character or digit, 1 to 9.
fn number_of(letter: char) -> Option<u8> {
    let digit = match letter {
        '1'..='9' => letter as u32 - '0' as u32,
        '１'..='９' => letter as u32 - '０' as u32,
        _ => NUMBERS.iter().position(|number| *number == letter)? as u32 + 1,
    };
    u8::try_from(digit).ok()
}

/// The kind of a character of either side and script.
const fn kind_of(letter: char) -> Option<Kind> {
    Some(match letter {
        '帅' | '帥' | '将' | '將' => Kind::General,
        '仕' | '士' => Kind::Advisor,
        '相' | '象' => Kind::Elephant,
        '马' | '馬' | '傌' => Kind::Horse,
        '车' | '車' | '俥' => Kind::Rook,
        '炮' | '砲' | '包' => Kind::Cannon,
        '兵' | '卒' => Kind::Pawn,
        _ => return None,
    })
}
