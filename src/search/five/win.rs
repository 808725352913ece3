//! Wins by force, and what follows every defence.

use joseki_game::Point;

/// A win by force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ForcedWin {
    /// Moves of the attacker until the win is certain: with the last one he makes two points of a
    /// five, or the only answer is forbidden. 0 if he makes a five at once.
    pub moves: u32,
    /// First moves that win, in reading order.
    pub first: Vec<Point>,
    /// Whether the search was not stopped while it looked for more of them.
    pub is_complete: bool,
    /// The win with the longest defence.
    pub line: Vec<Point>,
    /// The win with every defence; `None` if it is too large.
    pub refutation: Option<Refutation>,
}

/// A move that wins, and what follows every defence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refutation {
    /// The move of the attacker.
    pub attack: Point,
    /// The defences that change what follows.
    pub answers: Vec<DefenceAnswer>,
    /// What the attacker plays after any other move, with the answers: a win by fours or a five.
    /// Empty if the attack makes a five.
    pub otherwise: Vec<Point>,
}

/// A defence and its refutation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DefenceAnswer {
    /// The move of the defender.
    pub defence: Point,
    /// What wins against it.
    pub then: Refutation,
}

/// What a solver found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WinAnswer {
    /// A win.
    Win(ForcedWin),
    /// There is none.
    None,
    /// The limit of positions was reached.
    Unknown,
}

impl Refutation {
    /// The moves of the attacker until the win is certain against the longest defence.
    #[must_use]
    pub fn moves(&self) -> u32 {
        let longest = self.answers.iter().map(|answer| answer.then.moves()).max();
        // A five ends the game, and a win was certain before it.
        u32::from(!self.otherwise.is_empty()) + longest.unwrap_or(0)
    }

    /// The line with the longest defence.
    #[must_use]
    pub fn line(&self) -> Vec<Point> {
        let mut line = vec![self.attack];
        let mut here = self;
        // A five after the last move is not part of it.
        let goes_on = |answer: &&DefenceAnswer| !answer.then.otherwise.is_empty();
        while let Some(longest) =
            here.answers.iter().filter(goes_on).max_by_key(|answer| answer.then.moves())
        {
            line.extend([longest.defence, longest.then.attack]);
            here = &longest.then;
        }
        line
    }
}
