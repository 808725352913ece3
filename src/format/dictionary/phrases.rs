//! What a comment says of ladders, ko threats, stones and open sides: sentences found, and what they ask for.

use super::phrase_words::{Token, sentences};
use super::properties::Place;
use crate::book::{Region, Side};
use crate::game::{Color, Step};

/// What a sentence speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PhraseKind {
    /// How a ladder goes.
    Ladder,
    /// Whether somebody has ko threats.
    KoThreat,
    /// A stone at a step.
    Stone(Step),
    /// A side or a corner of the board with nothing on it.
    Open(Region),
    /// A ladder, without saying how it goes.
    Mention,
}

/// For whom a ladder has to be good.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GoodFor {
    /// For this side.
    Side(Side),
    /// For who chases: a ladder that works.
    Chaser,
    /// For who needs it: the sentence does not say who does.
    Mover,
    /// It is not said.
    Unsaid,
}

/// A sentence of a comment that a move depends on something, or that speaks of a ladder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Phrase {
    /// The sentence as it stands in the source.
    pub text: String,
    /// What it speaks of.
    pub kind: PhraseKind,
    /// For whom that has to be good; whose the ko threats or the stone are.
    pub good_for: GoodFor,
    /// Whether it must not be so.
    pub negated: bool,
    /// Whether it is a condition, and no statement of a fact.
    pub conditional: bool,
    /// Points that the sentence names.
    pub points: Vec<Step>,
    /// Whether it speaks of another move, as by `instead`.
    pub of_another_move: bool,
}

/// Words that make a condition of what follows them in the same clause.
const CONDITIONAL: [&str; 9] = [
    "if", "when", "only", "unless", "provided", "assuming", "where", "whenever", "given",
];
/// Verbs that make a condition of their object.
const NEEDING: [&str; 8] = [
    "needs",
    "need",
    "requires",
    "require",
    "needing",
    "requiring",
    "depends",
    "depend",
];
/// What may stand between such a verb and its object.
const OBJECT: [&str; 20] = [
    "a",
    "an",
    "the",
    "good",
    "favourable",
    "favorable",
    "working",
    "on",
    "upon",
    "whether",
    "if",
    "enough",
    "more",
    "many",
    "any",
    "some",
    "one",
    "two",
    "big",
    "large",
];
const LADDER: [&str; 4] = ["ladder", "ladders", "shicho", "sicho"];
const GOOD: [&str; 12] = [
    "good",
    "favourable",
    "favorable",
    "works",
    "work",
    "working",
    "favours",
    "favors",
    "favour",
    "favor",
    "succeeds",
    "holds",
];
const BAD: [&str; 10] = [
    "bad",
    "unfavourable",
    "unfavorable",
    "broken",
    "fails",
    "fail",
    "breaks",
    "failing",
    "disfavours",
    "disfavors",
];
/// Words for a ladder that works, or not, for who chases in it.
const OF_CHASER: [&str; 10] = [
    "works", "work", "working", "succeeds", "holds", "broken", "fails", "fail", "breaks", "failing",
];
const NOT: [&str; 9] = [
    "not", "no", "doesn", "don", "isn", "aren", "t", "without", "cannot",
];
const OTHER_MOVE: [&str; 8] = [
    "instead",
    "otherwise",
    "later",
    "next",
    "also",
    "alternatively",
    "better",
    "threatens",
];
/// Tokens after a ladder in which it is said how it goes.
const REACH: usize = 9;

/// The sentences of a comment that speak of what a move depends on.
pub fn find(prose: &str, place: Place) -> Vec<Phrase> {
    let mut found: Vec<Phrase> = Vec::new();
    for (text, tokens) in sentences(prose, place) {
        let sentence = Sentence {
            text,
            tokens: &tokens,
            place,
        };
        let mut here: Vec<Phrase> = sentence.phrases();
        if here.iter().any(|phrase| phrase.kind != PhraseKind::Mention) {
            here.retain(|phrase| phrase.kind != PhraseKind::Mention);
        }
        for phrase in here {
            if !found.contains(&phrase) {
                found.push(phrase);
            }
        }
    }
    found
}

struct Sentence<'a> {
    text: &'a str,
    tokens: &'a [Token],
    place: Place,
}

impl Sentence<'_> {
    fn phrases(&self) -> Vec<Phrase> {
        let ladders = self.places(|token| match token {
            Token::Word(word) => LADDER.contains(&word.as_str()),
            _ => false,
        });
        let mut found: Vec<Phrase> = ladders.into_iter().map(|at| self.ladder(at)).collect();
        found.extend(
            super::phrase_ideographs::find(self.text)
                .into_iter()
                .map(|said| {
                    let side =
                        said.black
                            .map(|black| match black == (self.place.first == Color::Black) {
                                true => Side::First,
                                false => Side::Second,
                            });
                    let kind = match said.good {
                        Some(_) => PhraseKind::Ladder,
                        None => PhraseKind::Mention,
                    };
                    Phrase {
                        good_for: side.map_or(GoodFor::Unsaid, GoodFor::Side),
                        negated: said.good == Some(false),
                        conditional: said.conditional,
                        ..self.phrase(kind)
                    }
                }),
        );
        found.extend(self.ko_threat());
        found.extend(self.stone());
        found.extend(self.open());
        found
    }

    fn ladder(&self, at: usize) -> Phrase {
        let clause = self.clause(at);
        let marker = self.marker(clause.start, at);
        let after = &self.tokens[at + 1..(at + 1 + REACH).min(clause.end)];
        let before = &self.tokens[clause.start..at];
        let adjective = before
            .last()
            .filter(|token| token.is_any(&GOOD) || token.is_any(&BAD));
        let owner = owner(before);
        let state = after
            .iter()
            .find(|token| token.is_any(&GOOD) || token.is_any(&BAD));
        let needed = marker.is_some_and(|marker| NEEDING.contains(&marker));
        let has = owner.is_some() && before.iter().any(|token| token.is_any(&["has", "have"]));
        let state = state.or(adjective);
        if state.is_none() && !needed && !has {
            return self.phrase(PhraseKind::Mention);
        }
        let denied = |token: &Token| token.is_any(&NOT);
        let spoken = match has || needed {
            true => before,
            false => after,
        };
        let denied = spoken.iter().any(denied);
        if needed && denied {
            // It is not needed.
            return self.phrase(PhraseKind::Mention);
        }
        let mut negated = state.is_some_and(|token| token.is_any(&BAD));
        negated ^= denied;
        negated ^= marker == Some("unless");
        let of_chaser = state.is_some_and(|token| token.is_any(&OF_CHASER));
        let depends = marker.is_some_and(|marker| marker.starts_with("depend"));
        let good_for = match (beneficiary(after).or(owner), depends, needed, of_chaser) {
            (Some(side), ..) => GoodFor::Side(side),
            (None, true, ..) => GoodFor::Unsaid,
            (None, _, true, _) => GoodFor::Mover,
            (None, _, _, true) => GoodFor::Chaser,
            _ => GoodFor::Unsaid,
        };
        Phrase {
            good_for,
            negated,
            conditional: marker.is_some(),
            ..self.phrase(PhraseKind::Ladder)
        }
    }

    fn ko_threat(&self) -> Option<Phrase> {
        let is_ko = |pair: &[Token]| pair[0].is("ko") && pair[1].is_any(&["threat", "threats"]);
        let at = self.tokens.windows(2).position(is_ko)?;
        let clause = self.clause(at);
        let marker = self.marker(clause.start, at)?;
        let before = &self.tokens[clause.start..at];
        let negated = before.iter().any(|token| token.is_any(&NOT));
        Some(Phrase {
            good_for: match (side_in(before), NEEDING.contains(&marker)) {
                (Some(side), _) => GoodFor::Side(side),
                (None, true) => GoodFor::Mover,
                (None, false) => GoodFor::Unsaid,
            },
            negated: negated ^ (marker == "unless"),
            conditional: true,
            ..self.phrase(PhraseKind::KoThreat)
        })
    }

    /// `if Black has a stone at Q10`, `if there is a white stone at Q10`.
    fn stone(&self) -> Option<Phrase> {
        let at = self.places(|token| token.is_any(&["stone", "stones"]));
        at.into_iter().find_map(|at| {
            let clause = self.clause(at);
            let marker = self.marker(clause.start, at)?;
            let before = &self.tokens[clause.start..at];
            let side = side_in(before)?;
            let after = &self.tokens[at + 1..clause.end];
            let [place, Token::Point(step), ..] = after else {
                return None;
            };
            let negated = before.iter().any(|token| token.is_any(&NOT));
            place
                .is_any(&["at", "on", "near", "around"])
                .then(|| Phrase {
                    good_for: GoodFor::Side(side),
                    negated: negated ^ (marker == "unless"),
                    conditional: place.is_any(&["at", "on"]),
                    ..self.phrase(PhraseKind::Stone(*step))
                })
        })
    }

    /// `if the right side is open`, `when the lower left corner is empty`.
    fn open(&self) -> Option<Phrase> {
        let at = self.places(|token| token.is_any(&["open", "empty", "vacant"]));
        at.into_iter().find_map(|at| {
            let clause = self.clause(at);
            let marker = self.marker(clause.start, at)?;
            let before = &self.tokens[clause.start..at];
            let region = self.region(before)?;
            let negated = before.iter().any(|token| token.is_any(&NOT));
            Some(Phrase {
                negated: negated ^ (marker == "unless"),
                conditional: true,
                ..self.phrase(PhraseKind::Open(region))
            })
        })
    }

    fn region(&self, words: &[Token]) -> Option<Region> {
        let has = |list: &[&str]| words.iter().any(|token| token.is_any(list));
        let columns = (has(&["left"]), has(&["right"]));
        let rows = (has(&["upper", "top"]), has(&["lower", "bottom"]));
        let of_corner = has(&["corner"]);
        if !of_corner && !has(&["side"]) {
            return None;
        }
        let last = self.place.size.max();
        // A point in the middle of what is named.
        let at = |(low, high): (bool, bool)| match (low, high) {
            (true, false) => Some(2),
            (false, true) => Some(last - 2),
            _ => None,
        };
        let (x, y) = match (at(columns), at(rows), of_corner) {
            (Some(x), Some(y), true) => (x, y),
            (Some(x), None, false) => (x, last / 2),
            (None, Some(y), false) => (last / 2, y),
            _ => return None,
        };
        let point = self.place.size.point(x, y)?;
        let named = Region::NAMED.into_iter();
        let mut named = named.filter(|region| {
            let points = region.points(self.place.frame, self.place.size);
            points.contains(point)
        });
        named.next()
    }

    /// The tokens between the commas around a place.
    fn clause(&self, at: usize) -> std::ops::Range<usize> {
        let comma = |token: &Token| *token == Token::Comma;
        let start = self.tokens[..at]
            .iter()
            .rposition(comma)
            .map_or(0, |it| it + 1);
        let end = self.tokens[at..].iter().position(comma);
        start..end.map_or(self.tokens.len(), |it| at + it)
    }

    /// The word that makes a condition of what is at a place: `unless` and the needing ones before others.
    fn marker(&self, start: usize, at: usize) -> Option<&str> {
        let words = self.tokens[start..at].iter().filter_map(Token::word);
        let words: Vec<&str> = words.collect();
        let last = |list: &[&str]| words.iter().rposition(|word| list.contains(word));
        let needing = last(&NEEDING).filter(|place| {
            let between = &words[place + 1..];
            between.iter().all(|word| OBJECT.contains(word))
        });
        let place = last(&["unless"]).or(needing).or_else(|| last(&CONDITIONAL));
        place.map(|place| words[place])
    }

    fn places(&self, wanted: impl Fn(&Token) -> bool) -> Vec<usize> {
        let tokens = self.tokens.iter().enumerate();
        tokens
            .filter(|(_, token)| wanted(token))
            .map(|(at, _)| at)
            .collect()
    }

    fn phrase(&self, kind: PhraseKind) -> Phrase {
        let points = self.tokens.iter().filter_map(|token| match token {
            Token::Point(step) => Some(*step),
            _ => None,
        });
        Phrase {
            text: self.text.to_owned(),
            kind,
            good_for: GoodFor::Unsaid,
            negated: false,
            conditional: false,
            points: points.collect(),
            of_another_move: self.tokens.iter().any(|token| token.is_any(&OTHER_MOVE)),
        }
    }
}

/// Who is said to have the ladder, or whose it is: `White has the ladder`, `if Black's ladder works`.
fn owner(before: &[Token]) -> Option<Side> {
    let place = before
        .iter()
        .rposition(|token| matches!(token, Token::Side(_)))?;
    let between = &before[place + 1..];
    let links = [
        "s",
        "has",
        "have",
        "a",
        "the",
        "good",
        "favourable",
        "favorable",
        "working",
        "needs",
        "requires",
        "need",
        "bad",
        "not",
        "does",
        "doesn",
        "t",
        "no",
    ];
    let near = between.len() <= 5 && between.iter().all(|token| token.is_any(&links));
    match &before[place] {
        Token::Side(side) if near => Some(*side),
        _ => None,
    }
}

/// For whom it is good: `for Black`, `favours White`, `in favour of White`.
fn beneficiary(after: &[Token]) -> Option<Side> {
    let leads = [
        "for",
        "favours",
        "favors",
        "favour",
        "favor",
        "of",
        "favoring",
        "favouring",
    ];
    after.windows(2).find_map(|pair| match pair {
        [lead, Token::Side(side)] if lead.is_any(&leads) => Some(*side),
        _ => None,
    })
}

fn side_in(tokens: &[Token]) -> Option<Side> {
    let mut sides = tokens.iter().filter_map(|token| match token {
        Token::Side(side) => Some(*side),
        _ => None,
    });
    let first = sides.next()?;
    sides.all(|side| side == first).then_some(first)
}
