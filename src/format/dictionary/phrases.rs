//! Finds the sentences of a comment about ladders, ko threats, stones and open sides.

use super::{
    phrase_lists::{
        BAD, CONDITIONAL, GOOD, LADDER, NEEDING, NOT, OBJECT, OF_CHASER, OTHER_MOVE, PLAIN,
    },
    phrase_words,
    phrase_words::{PhraseToken, sentences},
    properties::NodePlacement,
};
use joseki_book::ConditionRegion;
use joseki_game::{Color, Side, Step};

/// The most ideographs of a sentence that states a single thing.
const SHORT: usize = 20;
/// The number of tokens after a ladder within which its outcome is stated.
const REACH: usize = 9;

/// Finds the sentences of a comment about dependencies of a move.
pub fn find(prose: &str, place: NodePlacement) -> Vec<Phrase> {
    let mut found: Vec<Phrase> = Vec::new();
    for (text, tokens) in sentences(prose, place) {
        let sentence = Sentence { text, tokens: &tokens, place };
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
    tokens: &'a [PhraseToken],
    place: NodePlacement,
}

impl Sentence<'_> {
    fn phrases(&self) -> Vec<Phrase> {
        let ladders = self.places(|token| match token {
            PhraseToken::Word(word) => LADDER.contains(&word.as_str()),
            _ => false,
        });
        let mut found: Vec<Phrase> = ladders.into_iter().map(|at| self.ladder(at)).collect();
        found.extend(phrase_words::find(self.text).into_iter().map(|said| {
            let side = said.black.map(|black| {
                if black == (self.place.first == Color::Black) { Side::First } else { Side::Second }
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
        }));
        found.extend(self.ko_threat());
        found.extend(self.stone());
        found.extend(self.open());
        found
    }

    fn ladder(&self, at: usize) -> Phrase {
        let clause = self.clause(at);
        let marker = self.marker(clause.start, at);
        let after = &self.tokens[at + 1..(at + 1 + REACH).min(clause.end)];
        let before = self.before(clause.start, at);
        let adjective = before.last().filter(|token| token.is_any(&GOOD) || token.is_any(&BAD));
        let owner = owner(before);
        let state = after.iter().find(|token| token.is_any(&GOOD) || token.is_any(&BAD));
        let needed = marker.is_some_and(|marker| NEEDING.contains(&marker));
        let has = owner.is_some() && before.iter().any(|token| token.is_any(&["has", "have"]));
        let state = state.or(adjective);
        if state.is_none() && !needed && !has {
            return self.phrase(PhraseKind::Mention);
        }
        let denied = |token: &PhraseToken| token.is_any(&NOT);
        let spoken = if has || needed { before } else { after };
        let denied = spoken.iter().any(denied);
        if needed && denied {
            // The ladder is not needed.
            return self.phrase(PhraseKind::Mention);
        }
        let mut negated = state.is_some_and(|token| token.is_any(&BAD));
        negated ^= denied;
        negated ^= self.excepts(marker, at);
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
        let is_ko =
            |pair: &[PhraseToken]| pair[0].is("ko") && pair[1].is_any(&["threat", "threats"]);
        let at = self.tokens.windows(2).position(is_ko)?;
        let clause = self.clause(at);
        let marker = self.marker(clause.start, at)?;
        let before = self.before(clause.start, at);
        let negated = before.iter().any(|token| token.is_any(&NOT));
        Some(Phrase {
            good_for: match (side_in(before), NEEDING.contains(&marker)) {
                (Some(side), _) => GoodFor::Side(side),
                (None, true) => GoodFor::Mover,
                (None, false) => GoodFor::Unsaid,
            },
            negated: negated ^ self.excepts(Some(marker), at),
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
            let before = self.before(clause.start, at);
            let side = side_in(before)?;
            let after = &self.tokens[at + 1..clause.end];
            let [place, PhraseToken::Point(step), ..] = after else {
                return None;
            };
            let negated = before.iter().any(|token| token.is_any(&NOT));
            place.is_any(&["at", "on", "near", "around"]).then(|| Phrase {
                good_for: GoodFor::Side(side),
                negated: negated ^ self.excepts(Some(marker), at),
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
            let before = self.before(clause.start, at);
            let region = self.region(before)?;
            let negated = before.iter().any(|token| token.is_any(&NOT));
            Some(Phrase {
                negated: negated ^ self.excepts(Some(marker), at),
                conditional: true,
                ..self.phrase(PhraseKind::Open(region))
            })
        })
    }

    fn region(&self, words: &[PhraseToken]) -> Option<ConditionRegion> {
        let has = |list: &[&str]| words.iter().any(|token| token.is_any(list));
        let columns = (has(&["left"]), has(&["right"]));
        let rows = (has(&["upper", "top"]), has(&["lower", "bottom"]));
        let of_corner = has(&["corner"]);
        if !of_corner && !has(&["side"]) {
            return None;
        }
        let last = self.place.size.max();
        // A point in the middle of the named area.
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
        let named = ConditionRegion::NAMED.into_iter();
        let mut named = named.filter(|region| {
            let points = region.points(self.place.frame, self.place.size);
            points.contains(point)
        });
        named.next().or_else(|| self.around((x, y)))
    }

    /// The points around a midpoint, if no region there has a name.
    fn around(&self, (x, y): (u8, u8)) -> Option<ConditionRegion> {
        let last = self.place.size.max();
        let step = |x: u8, y: u8| {
            let point = self.place.size.point(x.min(last), y.min(last))?;
            self.place.frame.step_at(point, self.place.size)
        };
        let one = step(x.saturating_sub(2), y.saturating_sub(2))?;
        ConditionRegion::between(one, step(x + 2, y + 2)?)
    }

    /// The tokens of a clause before a position, starting from its `unless` if it has one.
    fn before(&self, start: usize, at: usize) -> &[PhraseToken] {
        let tokens = &self.tokens[start..at];
        match tokens.iter().rposition(|token| token.is("unless")) {
            Some(place) => &tokens[place..],
            None => tokens,
        }
    }

    /// The range of tokens between the commas around a position.
    fn clause(&self, at: usize) -> std::ops::Range<usize> {
        let comma = |token: &PhraseToken| *token == PhraseToken::Comma;
        let start = self.tokens[..at].iter().rposition(comma).map_or(0, |it| it + 1);
        let end = self.tokens[at..].iter().position(comma);
        start..end.map_or(self.tokens.len(), |it| at + it)
    }

    /// The word that makes the statement at a position conditional: `unless` and verbs of need take
    /// precedence.
    fn marker(&self, start: usize, at: usize) -> Option<&str> {
        let words = self.tokens[start..at].iter().filter_map(PhraseToken::word);
        let words: Vec<&str> = words.collect();
        let last = |list: &[&str]| words.iter().rposition(|word| list.contains(word));
        let needing = last(&NEEDING).filter(|place| {
            let between = &words[place + 1..];
            between.iter().all(|word| OBJECT.contains(word))
        });
        let place = last(&["unless"]).or(needing).or_else(|| last(&CONDITIONAL));
        place.map(|place| words[place])
    }

    /// Whether `unless` negates the statement at a position, but not in `not good unless`.
    fn excepts(&self, marker: Option<&str>, at: usize) -> bool {
        let before = &self.tokens[..at];
        let unless = before.iter().rposition(|token| token.is("unless"));
        let denied = |token: &PhraseToken| token.is_any(&NOT) || token.is_any(&BAD);
        let main = unless.map_or(&[][..], |place| &before[..place]);
        marker == Some("unless") && !main.iter().any(denied)
    }

    /// Whether all words belong to statements of when to play a move, with no negation before them.
    fn is_plain(&self) -> bool {
        let lists: [&[&str]; 8] =
            [&CONDITIONAL, &NEEDING, &OBJECT, &LADDER, &GOOD, &BAD, &NOT, &PLAIN];
        let known = |token: &PhraseToken| match token.word() {
            Some(_) => lists.iter().any(|list| token.is_any(list)),
            None => true,
        };
        let marks = |token: &PhraseToken| token.is_any(&CONDITIONAL) || token.is_any(&NEEDING);
        let main = self.tokens.iter().take_while(|token| !marks(token));
        let mut main = main.filter(|token| token.is_any(&NOT) || token.is_any(&BAD));
        let unless = self.tokens.iter().any(|token| token.is("unless"));
        let ideographs = self.text.chars().filter(|letter| *letter > '\u{2e80}').count();
        let short = ideographs == 0 || ideographs <= SHORT;
        let foreign = |token: &PhraseToken| {
            let word = token.word().unwrap_or_default();
            word.chars().any(|letter| letter > '\u{2e80}')
        };
        let words = self.tokens.iter();
        short
            && words.into_iter().all(|token| known(token) || foreign(token))
            && (unless || main.next().is_none())
    }

    fn places(&self, wanted: impl Fn(&PhraseToken) -> bool) -> Vec<usize> {
        let tokens = self.tokens.iter().enumerate();
        tokens.filter(|(_, token)| wanted(token)).map(|(at, _)| at).collect()
    }

    fn phrase(&self, kind: PhraseKind) -> Phrase {
        let points = self.tokens.iter().filter_map(|token| match token {
            PhraseToken::Point(step) => Some(*step),
            _ => None,
        });
        Phrase {
            text: self.text.to_owned(),
            kind,
            good_for: GoodFor::Unsaid,
            negated: false,
            conditional: false,
            points: points.collect(),
            plain: self.is_plain(),
            of_another_move: self.tokens.iter().any(|token| token.is_any(&OTHER_MOVE)),
        }
    }
}

/// The side that owns the ladder: `White has the ladder`, `if Black's ladder works`.
fn owner(before: &[PhraseToken]) -> Option<Side> {
    let place = before.iter().rposition(|token| matches!(token, PhraseToken::Side(_)))?;
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
        PhraseToken::Side(side) if near => Some(*side),
        _ => None,
    }
}

/// The side that benefits: `for Black`, `favours White`, `in favour of White`.
fn beneficiary(after: &[PhraseToken]) -> Option<Side> {
    let leads = ["for", "favours", "favors", "favour", "favor", "of", "favoring", "favouring"];
    after.windows(2).find_map(|pair| match pair {
        [lead, PhraseToken::Side(side)] if lead.is_any(&leads) => Some(*side),
        _ => None,
    })
}

fn side_in(tokens: &[PhraseToken]) -> Option<Side> {
    let mut sides = tokens.iter().filter_map(|token| match token {
        PhraseToken::Side(side) => Some(*side),
        _ => None,
    });
    let first = sides.next()?;
    sides.all(|side| side == first).then_some(first)
}

/// The subject of a sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PhraseKind {
    /// The outcome of a ladder.
    Ladder,
    /// Whether a side has ko threats.
    KoThreat,
    /// A stone at a step.
    Stone(Step),
    /// An empty side or corner of the board.
    Open(ConditionRegion),
    /// A ladder without its outcome.
    Mention,
}

/// The side for which a ladder must be good.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GoodFor {
    /// This side.
    Side(Side),
    /// The side that chases: a ladder that works.
    Chaser,
    /// The side that needs it: the sentence does not name it.
    Mover,
    /// Unstated.
    Unsaid,
}

/// A sentence of a comment that states a dependency of a move or mentions a ladder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Phrase {
    /// The sentence as written in the source.
    pub text: String,
    /// The subject.
    pub kind: PhraseKind,
    /// The side for which it must be good, or whose ko threats or stone it is.
    pub good_for: GoodFor,
    /// Whether the statement is negated.
    pub negated: bool,
    /// Whether it is a condition rather than a statement of fact.
    pub conditional: bool,
    /// The points that the sentence names.
    pub points: Vec<Step>,
    /// Whether the sentence only says when to play its move.
    pub plain: bool,
    /// Whether it concerns another move, as indicated by `instead`.
    pub of_another_move: bool,
}
