//! English words for recognizing sentences about ladders.

/// Words that make a condition of the rest of their clause.
pub const CONDITIONAL: [&str; 9] =
    ["if", "when", "only", "unless", "provided", "assuming", "where", "whenever", "given"];
/// Verbs that make a condition of their object.
pub const NEEDING: [&str; 8] =
    ["needs", "need", "requires", "require", "needing", "requiring", "depends", "depend"];
/// Words allowed between such a verb and its object.
pub const OBJECT: [&str; 20] = [
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
/// Words for a ladder.
pub const LADDER: [&str; 4] = ["ladder", "ladders", "shicho", "sicho"];
/// Words for a good ladder.
pub const GOOD: [&str; 12] = [
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
/// Words for a bad ladder.
pub const BAD: [&str; 10] = [
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
/// Words for a ladder that works, or not, for the side that chases.
pub const OF_CHASER: [&str; 10] = [
    "works", "work", "working", "succeeds", "holds", "broken", "fails", "fail", "breaks", "failing",
];
/// Negations.
pub const NOT: [&str; 9] = ["not", "no", "doesn", "don", "isn", "aren", "t", "without", "cannot"];
/// Words of a sentence that only says when to play its move.
pub const PLAIN: [&str; 42] = [
    "a",
    "an",
    "and",
    "be",
    "best",
    "can",
    "chosen",
    "correct",
    "for",
    "fine",
    "has",
    "have",
    "here",
    "in",
    "is",
    "it",
    "its",
    "joseki",
    "just",
    "line",
    "move",
    "now",
    "of",
    "ok",
    "okay",
    "order",
    "play",
    "playable",
    "played",
    "plays",
    "possible",
    "s",
    "severe",
    "so",
    "strong",
    "that",
    "the",
    "then",
    "there",
    "this",
    "to",
    "variation",
];
/// Words that refer to another move.
pub const OTHER_MOVE: [&str; 8] =
    ["instead", "otherwise", "later", "next", "also", "alternatively", "better", "threatens"];
