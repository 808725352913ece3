//! The report of an import: the outcome for every node.

use strum::{EnumMessage, IntoStaticStr, VariantArray};

use std::fmt;

use crate::moves::InvalidPoint;
use joseki_book::{Conditions, Conflict, Line};
use joseki_game::{BoardSize, Game, IllegalMove, Point, Variant};

/// Accounts for every node read: `nodes = placed + merged + refused`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ImportReport {
    /// Game trees read.
    pub trees: usize,
    /// Nodes read.
    pub nodes: usize,
    /// Nodes that became a new node of the book.
    pub placed: usize,
    /// Nodes whose content was merged into an existing node.
    pub merged: MergedNodes,
    /// Nodes that were refused, each with its reason.
    pub refused: Vec<Refusal>,
    /// Book nodes created in addition to those read: tenukis that the source left implicit, and the
    /// lines that lead to an initial position.
    pub implied: usize,
    /// Conflicts between sources; the earlier value was kept.
    pub conflicts: Vec<(Line, Conflict)>,
    /// Warnings about readable files, each with its line.
    pub warnings: Vec<String>,
    /// Sentences of comments that were converted to conditions.
    pub converted: Vec<ConvertedPhrase>,
    /// Sentences and stones that concern a move's dependencies but were not converted.
    pub to_review: Vec<PhraseToReview>,
}

/// How sentences about a move's dependencies are handled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, EnumMessage, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum Phrases {
    /// Convert clear ones to conditions and list the others.
    #[default]
    Convert,
    /// List them all.
    List,
    /// Ignore them.
    Ignore,
}

/// A sentence that was converted to a condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ConvertedPhrase {
    /// The line of the book's node.
    pub line: Line,
    /// The sentence as written.
    pub phrase: String,
    /// The condition in the frame of the line.
    pub conditions: Conditions,
}

/// An item for a curator to review.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PhraseToReview {
    /// The line of the book's node.
    pub line: Line,
    /// The file's line, from 1.
    pub at: u32,
    /// The sentence as written, or the stones.
    pub phrase: String,
    /// The reason why it was not converted.
    pub why: ReviewReason,
    /// The condition that may be meant, in the frame of the line.
    pub suggested: Option<Conditions>,
}

/// The reason why an item was not converted to a condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum ReviewReason {
    /// A ladder is only mentioned.
    #[error("it mentions a ladder without saying for which side it must be good")]
    Mention,
    /// A statement of fact instead of a condition.
    #[error("it states a fact, not a condition of the move")]
    Statement,
    /// The side is not stated.
    #[error("it does not say for which side the ladder must be good")]
    NoSide,
    /// A condition for the opponent.
    #[error("it states what is good for the opponent of this move")]
    Opponent,
    /// A sentence about other moves.
    #[error("it concerns other moves than this one")]
    OtherMove,
    /// A sentence with further content.
    #[error("it says more than when to play the move")]
    SaysMore,
    /// The source's own condition is invalid.
    #[error("the source's own condition is invalid; it is kept as a property")]
    Unreadable,
    /// No ladder was found.
    #[error("no ladder was found at this move or within eight moves of it")]
    NoLadder,
    /// The ladder is ambiguous.
    #[error("it may refer to several ladders")]
    SeveralLadders,
    /// The source has explicit conditions for the move.
    #[error("the source states the conditions of this move explicitly")]
    SaidItself,
    /// The book has the move without a condition.
    #[error("another source gives this move without a condition, so it is always playable")]
    Unconditional,
    /// A contradiction to the existing conditions.
    #[error("it contradicts the other conditions of this move")]
    Contradiction,
    /// Only ladders are converted.
    #[error("only ladders are converted to conditions automatically")]
    NotALadder,
    /// The import does not convert phrases.
    #[error("this import only lists phrases")]
    OnlyListed,
    /// Stones are set up, but no move follows.
    #[error("stones are set up here, but no move follows that could depend on them")]
    NothingFollows,
    /// A stone of the line itself is removed.
    #[error("a stone of the line itself is removed")]
    OwnStoneTaken,
}

/// Nodes whose content was merged into an existing node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MergedNodes {
    /// The same line occurred before.
    pub duplicate: usize,
    /// The same line occurred before in the other handedness.
    pub mirror: usize,
    /// A tenuki without effect: the other side's cancels it, or no corner was played in yet. A
    /// stone that it places outside every corner becomes a condition of what follows.
    pub tenuki: usize,
    /// The node has no move: a comment, a setup, the root with the source's data.
    pub no_move: usize,
}

impl MergedNodes {
    /// The number of all merged nodes.
    #[must_use]
    pub fn total(&self) -> usize {
        self.duplicate + self.mirror + self.tenuki + self.no_move
    }
}

/// A node that was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The file's line, from 1.
    pub line: u32,
    /// The reason.
    pub reason: RefusalReason,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.reason)
    }
}

/// The reason why a node was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RefusalReason {
    /// The tree is of another game.
    #[error("the tree is for game GM[{0}], expected Go (GM[1])")]
    NotGo(String),
    /// The tree is for an unsupported board size.
    #[error("unsupported board size SZ[{0}]: expected 9 to 19 lines")]
    BoardSize(String),
    /// The tree is of another game than the one expected, which is not Go.
    #[error("the tree is for game GM[{number}], expected {game} (GM[{}])", .game.sgf_number())]
    OtherGame {
        /// The game expected.
        game: Game,
        /// The number found; 0 if it cannot be read.
        number: u32,
    },
    /// The tree is for a board on which a game other than Go has no books.
    #[error("unsupported board size SZ[{size}] for {game}: expected {}", boards(*.game))]
    OtherSize {
        /// The game.
        game: Game,
        /// The size found.
        size: String,
    },
    /// The tree says that other rules were played.
    #[error("the tree is played by other rules than {game}: RU[{rules}]")]
    OtherRules {
        /// The game expected.
        game: Game,
        /// The rules found.
        rules: String,
    },
    /// A position is set up, which lines of a whole board cannot say.
    #[error("{0} sets up a position: expected moves from the start of a game")]
    SetUp(String),
    /// White moves first.
    #[error("White begins: expected Black's move")]
    WhiteBegins,
    /// A pass where a line cannot have one.
    #[error("a pass on the empty board or after a pass")]
    Pass,
    /// A move or a setup stone with an invalid point.
    #[error("invalid point {property}[{value}]")]
    BadPoint {
        /// The property.
        property: String,
        /// Its value.
        value: String,
    },
    /// A move against the rules.
    #[error("illegal move {played}: {reason}")]
    Illegal {
        /// The move.
        played: String,
        /// The reason.
        reason: IllegalMove,
    },
    /// A move on an occupied point.
    #[error("{0} is already occupied")]
    Occupied(PointText),
    /// A move outside every corner before the first move in one, which never comes.
    #[error("{0} is outside every corner, and no move in a corner follows")]
    NoCorner(PointText),
    /// An earlier node was refused.
    #[error("it follows the refused node in line {0}")]
    FollowsRefused(u32),
}

impl From<InvalidPoint> for RefusalReason {
    fn from(InvalidPoint { property, value }: InvalidPoint) -> RefusalReason {
        RefusalReason::BadPoint { property, value }
    }
}

fn boards(game: Game) -> String {
    let sizes = game.board_sizes().iter();
    let variants = sizes.filter_map(|lines| Variant::new(game, Some(*lines)).ok());
    let boards: Vec<String> = variants.map(|variant| variant.size().to_string()).collect();
    boards.join(" or ")
}

/// A point in the notation of its game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PointText(String);

impl PointText {
    /// The name in renju's notation.
    pub(super) fn letter_number(point: Point, size: BoardSize) -> PointText {
        PointText(point.to_letter_number(size))
    }

    pub(super) fn new(point: Point, size: BoardSize) -> PointText {
        PointText(point.to_gtp(size))
    }
}

impl fmt::Display for PointText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl ImportReport {
    /// Adds the report of another file.
    pub fn add(&mut self, other: ImportReport) {
        self.trees += other.trees;
        self.nodes += other.nodes;
        self.placed += other.placed;
        self.merged.duplicate += other.merged.duplicate;
        self.merged.mirror += other.merged.mirror;
        self.merged.tenuki += other.merged.tenuki;
        self.merged.no_move += other.merged.no_move;
        self.implied += other.implied;
        self.refused.extend(other.refused);
        self.conflicts.extend(other.conflicts);
        self.warnings.extend(other.warnings);
        self.converted.extend(other.converted);
        self.to_review.extend(other.to_review);
    }

    /// Whether every node read is accounted for; `false` would be a defect of this program.
    #[must_use]
    pub fn is_balanced(&self) -> bool {
        self.nodes == self.placed + self.merged.total() + self.refused.len()
    }
}
