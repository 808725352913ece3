//! The moves of a region: which of its interpretations speaks, and which of its moves fit the board.

use smallvec::SmallVec;

use super::index::Index;
use super::reading::{Continuation, Continuations, Interpretation};
use super::tracker::RegionTrack;
use joseki_game::{Color, Step};

/// A stone within this many lines of a move, the larger of the two distances, is beside it. Chosen
/// on 16,403 corner moves from the third stone on, of games of 2009, with a book of games until
/// 2008: beside a stone that the book does not have there, the first answer was played 34 times of
/// 100, at two lines 54 times, and 68 times in all.
const BESIDE: u8 = 1;

/// A stone that the book has as a step of the region concerns the moves and the lines within this
/// many lines: the distance of near stones. In the same games, the first answers that leave out
/// such a step within it were played 28 times of 100, those further away 39 times.
const WITHIN_REACH: u8 = 4;

/// A book move of a region, with the interpretation that it continues.
#[derive(Clone, Debug)]
pub struct RegionMove<'a> {
    /// The interpretation.
    pub interpretation: &'a Interpretation,
    /// The move; its places are those that fit the board.
    pub continuation: Continuation,
    /// Whether the interpretation has all stones of the region that the book knows there. If not,
    /// the book's data of the move is about another position.
    pub is_whole: bool,
}

/// Moves of one region; inline capacity of 8.
pub type RegionMoves<'a> = SmallVec<[RegionMove<'a>; 8]>;

/// How each of an interpretation's moves fits, in the region's plain frame.
pub type MoveFits = SmallVec<[(Step, MoveFit); 8]>;

/// Whether a move fits the stones that its interpretation leaves out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveFit {
    /// The interpretation has all stones that the book knows here, and none beside the move is left
    /// out.
    Whole,
    /// The book knows more of the stones, but none that is left out is within reach.
    Partial,
    /// A stone that is left out stands beside the move, or within reach if the book knows it.
    None,
}

/// What the book has of a region for a colour.
pub struct RegionVoice<'a> {
    /// The interpretation that speaks.
    pub interpretation: &'a Interpretation,
    continuations: Continuations,
    fit: InterpretationFit<'a>,
}

impl RegionTrack {
    /// The book's moves for a colour that fit the board.
    #[must_use]
    pub fn moves(&self, index: &Index, color: Color) -> RegionMoves<'_> {
        self.voice(index, color).map(|voice| voice.judge().0).unwrap_or_default()
    }

    /// The interpretation that speaks for a colour: the one with most of the region's stones.
    /// Another one speaks only where that one has no move here, since it takes a stone for a move
    /// elsewhere.
    #[must_use]
    pub fn voice(&self, index: &Index, color: Color) -> Option<RegionVoice<'_>> {
        self.known().find_map(|interpretation| {
            let continuations = interpretation.continuations(index, color);
            if continuations.is_empty() {
                return None;
            }
            Some(RegionVoice { interpretation, continuations, fit: self.fit_of(interpretation) })
        })
    }

    /// Judges moves of an interpretation by the stones that it leaves out.
    #[must_use]
    pub fn fit_of<'a>(&'a self, interpretation: &'a Interpretation) -> InterpretationFit<'a> {
        let steps = interpretation.line().steps();
        let left_out = self.far.iter().copied().filter(|step| !steps.contains(step));
        let most = self.known().next().filter(|most| !std::ptr::eq(*most, interpretation));
        InterpretationFit {
            steps,
            left_out: left_out.collect(),
            is_shorter: most.is_some_and(|most| interpretation.stones() < most.stones()),
        }
    }
}

impl<'a> RegionVoice<'a> {
    /// The moves that fit the board, and how each of the interpretation's moves fits. If none does,
    /// and no line has more of the stones, all moves: in games of 2009 the first of them was played
    /// 41 times of 100.
    #[must_use]
    pub fn judge(self) -> (RegionMoves<'a>, MoveFits) {
        let RegionVoice { interpretation, continuations, fit } = self;
        let places = continuations.iter().flat_map(Continuation::places);
        if fit.left_out.is_empty() && !fit.is_shorter {
            let fits = places.map(|(step, _)| (step, MoveFit::Whole)).collect();
            let whole = |continuation| RegionMove { interpretation, continuation, is_whole: true };
            return (continuations.into_iter().map(whole).collect(), fits);
        }
        let fits: MoveFits = places.map(|(step, _)| (step, fit.of(step))).collect();
        let is_exact = fits.iter().all(|(_, fit)| *fit == MoveFit::Whole);
        let takes_all =
            is_exact || (!fit.is_shorter && fits.iter().all(|(_, fit)| *fit == MoveFit::None));
        // The fits of each continuation's places, one after the other.
        let mut rest = &fits[..];
        let moves = continuations.into_iter().filter_map(|mut continuation| {
            let (own, later) = rest.split_at(continuation.twins.len());
            rest = later;
            let fit_at = |step| {
                let found = own.iter().find(|(other, _)| *other == step);
                found.map_or(MoveFit::None, |(_, fit)| *fit)
            };
            let fits = |step| fit_at(step) != MoveFit::None;
            let is_left = takes_all || continuation.retain_places(fits);
            let is_whole = || continuation.places().all(|(step, _)| fit_at(step) == MoveFit::Whole);
            let is_whole = is_exact || is_whole();
            is_left.then_some(RegionMove { interpretation, continuation, is_whole })
        });
        let moves = moves.collect();
        (moves, fits)
    }
}

/// The stones that an interpretation leaves out.
pub struct InterpretationFit<'a> {
    steps: &'a [Step],
    left_out: SmallVec<[Step; 16]>,
    /// Whether the book knows an interpretation with more of the stones.
    is_shorter: bool,
}

impl InterpretationFit<'_> {
    /// Judges a move. Whether a stone stands on its point is a question of the rules.
    #[must_use]
    pub fn of(&self, step: Step) -> MoveFit {
        let within = |stone: Step, other: Step, lines| {
            stone != other && stone.lines_to(other).is_some_and(|distance| distance <= lines)
        };
        let concerns = |stone: &Step| {
            let mut of_line = self.steps.iter();
            within(*stone, step, WITHIN_REACH)
                || of_line.any(|own| within(*stone, *own, WITHIN_REACH))
        };
        let mut left_out = self.left_out.iter();
        match self.is_shorter {
            true if left_out.any(concerns) => MoveFit::None,
            true => MoveFit::Partial,
            false if left_out.any(|stone| within(*stone, step, BESIDE)) => MoveFit::None,
            false => MoveFit::Whole,
        }
    }
}
