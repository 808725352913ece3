//! A small font: capital letters, digits and a few signs, five pixels wide and seven high.

/// The height of a letter in pixels.
pub(super) const HEIGHT: u32 = 7;
/// The width of a letter in pixels.
pub(super) const WIDTH: u32 = 5;
/// The distance from one letter to the next.
pub(super) const ADVANCE: u32 = WIDTH + 1;

/// The width of a text in pixels.
pub(super) fn width(text: &str) -> u32 {
    let letters = u32::try_from(text.chars().count()).unwrap_or(0);
    (letters * ADVANCE).saturating_sub(1)
}

/// The rows of a letter from the top; bit 16 is the leftmost pixel. Lower-case letters look like
/// capitals; unknown characters are a question mark.
pub(super) fn glyph(letter: char) -> [u8; 7] {
    match letter.to_ascii_uppercase() {
        ' ' => [0; 7],
        'A' => [14, 17, 17, 31, 17, 17, 17],
        'B' => [30, 17, 17, 30, 17, 17, 30],
        'C' => [14, 17, 16, 16, 16, 17, 14],
        'D' => [30, 17, 17, 17, 17, 17, 30],
        'E' => [31, 16, 16, 30, 16, 16, 31],
        'F' => [31, 16, 16, 30, 16, 16, 16],
        'G' => [14, 17, 16, 23, 17, 17, 15],
        'H' => [17, 17, 17, 31, 17, 17, 17],
        'I' => [14, 4, 4, 4, 4, 4, 14],
        'J' => [7, 2, 2, 2, 2, 18, 12],
        'K' => [17, 18, 20, 24, 20, 18, 17],
        'L' => [16, 16, 16, 16, 16, 16, 31],
        'M' => [17, 27, 21, 21, 17, 17, 17],
        'N' => [17, 17, 25, 21, 19, 17, 17],
        'O' => [14, 17, 17, 17, 17, 17, 14],
        'P' => [30, 17, 17, 30, 16, 16, 16],
        'Q' => [14, 17, 17, 17, 21, 18, 13],
        'R' => [30, 17, 17, 30, 20, 18, 17],
        'S' => [15, 16, 16, 14, 1, 1, 30],
        'T' => [31, 4, 4, 4, 4, 4, 4],
        'U' => [17, 17, 17, 17, 17, 17, 14],
        'V' => [17, 17, 17, 17, 17, 10, 4],
        'W' => [17, 17, 17, 21, 21, 21, 10],
        'X' => [17, 17, 10, 4, 10, 17, 17],
        'Y' => [17, 17, 10, 4, 4, 4, 4],
        'Z' => [31, 1, 2, 4, 8, 16, 31],
        '0' => [14, 17, 19, 21, 25, 17, 14],
        '1' => [4, 12, 4, 4, 4, 4, 14],
        '2' => [14, 17, 1, 2, 4, 8, 31],
        '3' => [31, 2, 4, 2, 1, 17, 14],
        '4' => [2, 6, 10, 18, 31, 2, 2],
        '5' => [31, 16, 30, 1, 1, 17, 14],
        '6' => [6, 8, 16, 30, 17, 17, 14],
        '7' => [31, 1, 2, 4, 8, 8, 8],
        '8' => [14, 17, 17, 14, 17, 17, 14],
        '9' => [14, 17, 17, 15, 1, 2, 12],
        '+' => [0, 4, 4, 31, 4, 4, 0],
        '*' => [0, 21, 14, 31, 14, 21, 0],
        '-' => [0, 0, 0, 31, 0, 0, 0],
        '=' => [0, 0, 31, 0, 31, 0, 0],
        '.' => [0, 0, 0, 0, 0, 12, 12],
        ',' => [0, 0, 0, 0, 12, 4, 8],
        ':' => [0, 12, 12, 0, 12, 12, 0],
        '/' => [0, 1, 2, 4, 8, 16, 0],
        '(' => [2, 4, 8, 8, 8, 4, 2],
        ')' => [8, 4, 2, 2, 2, 4, 8],
        '\'' => [4, 4, 8, 0, 0, 0, 0],
        _ => [14, 17, 1, 2, 4, 0, 4],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn no_two_letters_look_alike() {
        let letters = ('A'..='Z').chain('0'..='9').chain(" +*-=.,:/()'?".chars());
        let letters: Vec<char> = letters.collect();
        let looks: BTreeSet<[u8; 7]> = letters.iter().map(|letter| glyph(*letter)).collect();
        assert_eq!(looks.len(), letters.len());
        assert!(looks.iter().flatten().all(|row| *row < 32));
    }

    #[test]
    fn a_text_is_as_wide_as_its_letters_and_the_gaps_between() {
        assert_eq!((width(""), width("A"), width("19")), (0, 5, 11));
    }
}
