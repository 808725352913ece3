//! Finds claims that a colour wins or loses in a folded `RE` text.

use super::text::{is_ideograph, is_numeral};
use joseki_game::Color;

/// A statement about the winner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Claim {
    /// The winner; `None` if the claim is meaningless, such as a win by nothing.
    pub winner: Option<Color>,
    /// The form of the claim.
    pub winning: Winning,
}

/// The form of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Winning {
    /// A colour and a plus sign.
    Short,
    /// A sentence.
    Sentence,
}

/// The role of a piece of text in a sentence.
#[derive(Clone, Copy, Debug, PartialEq)]
enum ClaimToken {
    Colour(Color),
    Wins,
    Loses,
    Plus,
    Minus,
    Number(f32),
    /// "by": a colour by a number, or by a manner of winning.
    By,
    /// A manner of winning: resignation, time.
    How,
    /// A word that may be between a colour and its verb.
    Filler,
    /// A word that may be between "won" or "winner" and a colour.
    Link,
    /// Anything else; it ends a sentence.
    Other,
}

/// Ideographs and syllables allowed between a colour and its verb: `黑方超时负`, `白両目半勝`, `흑 반집승`. A
/// name does not match.
const BETWEEN: &str = "方番先棋中盘盤押不计計半目子又分之点點数數超时時間间切反则則犯规規弃棄权權认認投降后後百零\
    불계반집시간초과기권칙게임";
/// Ideographs allowed before a colour; after any other, the colour may be part of a name.
const BEFORE: &str = "执執持方番局果终終胜勝승负負败敗패輸输子目半";

/// Returns all claims of a text, in order.
pub(super) fn claims(text: &str) -> Vec<Claim> {
    let tokens = tokens(text);
    let mut claims = Vec::new();
    let mut open = SentenceState::Nothing;
    for (at, &token) in tokens.iter().enumerate() {
        let next = tokens.get(at + 1).copied();
        let winner = winner(open, token, next);
        if token == ClaimToken::Plus && winner.is_some() {
            let winner = winner.filter(|_| !is_nothing(next));
            let winning = Winning::Short;
            claims.push(Claim { winner, winning });
        } else if winner.is_some() {
            let winning = Winning::Sentence;
            claims.push(Claim { winner, winning });
        }
        open = if winner.is_some() { SentenceState::Nothing } else { follow(open, token) };
    }
    claims
}

/// The state of a partly read sentence.
#[derive(Clone, Copy)]
enum SentenceState {
    Nothing,
    Subject(Color),
    /// A verb without a subject.
    Verb,
    /// Such a verb and a word after which the winner follows: `won by`, `winner:`.
    Linked,
}

/// The winner, if this token ends a sentence.
fn winner(open: SentenceState, token: ClaimToken, next: Option<ClaimToken>) -> Option<Color> {
    let measured = || matches!(next, Some(ClaimToken::Number(_) | ClaimToken::How));
    match (open, token) {
        (SentenceState::Subject(colour), ClaimToken::Plus | ClaimToken::Wins) => Some(colour),
        (SentenceState::Subject(colour), ClaimToken::By) if measured() => Some(colour),
        (SentenceState::Subject(colour), ClaimToken::Loses) => Some(colour.opposite()),
        (SentenceState::Linked, ClaimToken::Colour(colour)) => Some(colour),
        _ => None,
    }
}

fn follow(open: SentenceState, token: ClaimToken) -> SentenceState {
    match (open, token) {
        (_, ClaimToken::Colour(colour)) => SentenceState::Subject(colour),
        (SentenceState::Subject(_), ClaimToken::Number(_) | ClaimToken::Filler) => open,
        (_, ClaimToken::Wins) => SentenceState::Verb,
        (SentenceState::Verb | SentenceState::Linked, ClaimToken::Link | ClaimToken::By) => {
            SentenceState::Linked
        }
        _ => SentenceState::Nothing,
    }
}

/// Whether the token after a plus sign means that it is not a win.
fn is_nothing(next: Option<ClaimToken>) -> bool {
    matches!(next, Some(ClaimToken::Minus)) || next == Some(ClaimToken::Number(0.0))
}

fn tokens(text: &str) -> Vec<ClaimToken> {
    let mut tokens = Vec::new();
    let mut before = None;
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let run = |part: fn(char) -> bool| rest.find(|c| !part(c)).unwrap_or(rest.len());
        let length = match c {
            'a'..='z' => run(|c| c.is_ascii_lowercase()),
            '0'..='9' => run(|c| c.is_ascii_digit() || c == '.'),
            _ => c.len_utf8(),
        };
        let (piece, after) = rest.split_at(length);
        if !c.is_whitespace() {
            tokens.push(match c {
                'a'..='z' => word(piece),
                '0'..='9' => number(piece, after),
                _ => character(c, before),
            });
        }
        before = piece.chars().next_back();
        rest = after;
    }
    tokens
}

/// Parses a number; a numerator counts as nonzero, whatever its value.
fn number(piece: &str, after: &str) -> ClaimToken {
    let value = piece.trim_end_matches('.').parse().unwrap_or(1.0);
    ClaimToken::Number(if after.starts_with('/') { 1.0 } else { value })
}

fn word(word: &str) -> ClaimToken {
    match word {
        "b" | "black" => ClaimToken::Colour(Color::Black),
        "w" | "white" => ClaimToken::Colour(Color::White),
        "win" | "wins" | "won" | "winner" | "victory" | "beats" | "beat" | "defeats" => {
            ClaimToken::Wins
        }
        "loses" | "lost" | "resigns" | "resigned" | "forfeits" | "forfeited" => ClaimToken::Loses,
        "by" => ClaimToken::By,
        "resignation" | "resign" | "time" | "forfeit" | "r" | "half" => ClaimToken::How,
        "has" | "player" | "side" | "s" | "have" => ClaimToken::Filler,
        "for" | "is" | "was" | "the" => ClaimToken::Link,
        _ => ClaimToken::Other,
    }
}

fn character(c: char, before: Option<char>) -> ClaimToken {
    let free = before.is_none_or(|b| !is_ideograph(b) || BEFORE.contains(b));
    match c {
        '黑' | '黒' | '흑' if free => ClaimToken::Colour(Color::Black),
        '白' | '백' if free => ClaimToken::Colour(Color::White),
        '黑' | '黒' | '흑' | '白' | '백' => ClaimToken::Other,
        '胜' | '勝' | '승' | '赢' | '贏' => ClaimToken::Wins,
        '负' | '負' | '败' | '敗' | '패' | '输' | '輸' => ClaimToken::Loses,
        '了' if before == Some('投') => ClaimToken::Loses,
        '+' => ClaimToken::Plus,
        '-' | '−' => ClaimToken::Minus,
        ':' => ClaimToken::Link,
        '/' | '.' | '\'' | '½' => ClaimToken::Filler,
        '\u{3040}'..='\u{309f}' => ClaimToken::Filler,
        _ if is_numeral(c) || BETWEEN.contains(c) => ClaimToken::Filler,
        _ => ClaimToken::Other,
    }
}
