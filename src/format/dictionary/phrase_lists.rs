//! The English words by which sentences about ladders are told.

/// Words that make a condition of what follows them in the same clause.
pub const CONDITIONAL: [&str; 9] = [
    "if", "when", "only", "unless", "provided", "assuming", "where", "whenever", "given",
];
/// Verbs that make a condition of their object.
pub const NEEDING: [&str; 8] = [
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
/// Words for a ladder that is good.
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
/// Words for one that is bad.
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
/// Words for a ladder that works, or not, for who chases in it.
pub const OF_CHASER: [&str; 10] = [
    "works", "work", "working", "succeeds", "holds", "broken", "fails", "fail", "breaks", "failing",
];
/// Words that deny.
pub const NOT: [&str; 9] = [
    "not", "no", "doesn", "don", "isn", "aren", "t", "without", "cannot",
];
/// Words of a sentence that says of its move when it is to be played, and no more.
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
/// Words for another move than this.
pub const OTHER_MOVE: [&str; 8] = [
    "instead",
    "otherwise",
    "later",
    "next",
    "also",
    "alternatively",
    "better",
    "threatens",
];
