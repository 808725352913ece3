//! The search through the moves of a ladder, with an explicit stack.

use super::LadderOutcome::{Captured, Escapes, Ko};
use super::chase::Chase;
use super::frame::{LadderResult, SearchFrame};
use super::memory::{AttackHistory, LineArena, LineRef, TranspositionTable};
use crate::Color;
use crate::Point;

/// Depth-first alpha-beta search over three values.
///
/// A banned retake of a ko is played all the same, but is worth [`Ko`] at best to the side that
/// plays it. So `Captured` means that the attacker succeeds even if only the defender may retake,
/// and `Escapes` that the defender succeeds even if only the attacker may. defender gets if only
/// the attacker may.
pub(super) struct Search {
    nodes: u32,
    budget: u32,
    /// The node count at which the present pass ends, and how often the attacker may play its
    /// second choice on one variation in it.
    stop: u32,
    second_choices: u32,
    frames: Vec<SearchFrame>,
    /// The keys of the frames, kept apart for a fast scan.
    keys: Vec<u64>,
    /// The moves of all frames, one frame's after another's.
    moves: Vec<Point>,
    lines: LineArena,
    known: TranspositionTable,
    luck: AttackHistory,
}

/// Positions are cached from this node count up: a plain ladder never repeats one.
const REMEMBER_FROM: u32 = 256;

/// The node budget of the first pass.
const PLAIN: u32 = 1_000;

struct OutOfBudget;

impl Search {
    pub(super) fn new(budget: u32) -> Self {
        Self {
            nodes: 0,
            budget,
            stop: budget,
            second_choices: u32::MAX,
            frames: Vec::with_capacity(64),
            keys: Vec::with_capacity(64),
            moves: Vec::with_capacity(64),
            lines: LineArena::default(),
            known: TranspositionTable::default(),
            luck: AttackHistory::default(),
        }
    }

    /// The number of positions visited.
    pub(super) const fn nodes(&self) -> u32 {
        self.nodes
    }

    /// The moves of a result's line, which begins with `first`.
    pub(super) fn moves(&self, found: LadderResult, first: Color) -> Vec<(Color, Point)> {
        let colors = [first, first.opposite()].into_iter().cycle();
        colors.zip(self.lines.points(found.line)).collect()
    }

    /// Reads the outcome with `side` to play; `None` when the budget runs out.
    ///
    /// A long search often hides a capture behind long failing ladders, one for each choice on the
    /// way. So a few passes follow in which the attacker seldom departs from what looks best.
    pub(super) fn read(&mut self, chase: &Chase, side: Color) -> Option<LadderResult> {
        for second_choices in [u32::MAX, 0, 1, 2, 3] {
            let is_whole = second_choices == u32::MAX;
            let share = if is_whole { PLAIN } else { self.left() / 6 };
            let found = self.pass(chase, side, second_choices, share);
            if found.is_some_and(|found| is_whole || found.outcome == Captured) {
                return found;
            }
        }
        self.pass(chase, side, u32::MAX, self.left())
    }

    const fn left(&self) -> u32 {
        self.budget - self.nodes
    }

    fn pass(
        &mut self,
        chase: &Chase,
        side: Color,
        second_choices: u32,
        share: u32,
    ) -> Option<LadderResult> {
        self.second_choices = second_choices;
        self.stop = self.nodes + share.min(self.left());
        self.frames.clear();
        self.keys.clear();
        self.moves.clear();
        self.push(SearchFrame::first(*chase, side));
        self.run().ok()
    }

    fn push(&mut self, frame: SearchFrame) {
        self.keys.push(frame.key);
        self.frames.push(frame);
    }

    fn run(&mut self) -> Result<LadderResult, OutOfBudget> {
        loop {
            let mut found = self.enter()?;
            // Back up while nothing is left to try, then down again.
            loop {
                if let Some(found) = found {
                    self.frames.pop();
                    self.keys.pop();
                    if self.frames.is_empty() {
                        return Ok(found);
                    }
                    self.absorb(found);
                }
                if self.next_move() {
                    break;
                }
                found = Some(self.leave());
            }
        }
    }

    /// Visits the position on top: returns its result if known without a move, else generates its
    /// moves.
    fn enter(&mut self) -> Result<Option<LadderResult>, OutOfBudget> {
        if self.nodes >= self.stop {
            return Err(OutOfBudget);
        }
        self.nodes += 1;
        let seen = self.at_sight().or_else(|| self.back_again()).or_else(|| self.remembered());
        if seen.is_none() {
            self.find_moves();
        }
        Ok(seen)
    }

    /// The result that the number of liberties alone decides.
    fn at_sight(&mut self) -> Option<LadderResult> {
        let frame = self.frames.last()?;
        if frame.is_defence() {
            return None;
        }
        match *frame.chase.liberties.points() {
            [] => Some(LadderResult::immediate(Captured)),
            [last] if frame.chase.is_banned(frame.side, last) => Some(LadderResult::immediate(Ko)),
            [last] => Some(LadderResult::by(Captured, self.lines.with(last, LineRef::END))),
            [_, _] => None,
            _ => Some(LadderResult::immediate(Escapes)),
        }
    }

    /// A position that occurred earlier in the variation, with the same ko. A side that retook a ko
    /// to repeat it cannot do so indefinitely.
    fn back_again(&self) -> Option<LadderResult> {
        let (frame, before) = self.frames.split_last()?;
        let (key, keys) = self.keys.split_last()?;
        // To repeat, each side must have lost as many stones as it has played since.
        let lost = |color| {
            let prisoners = |frame: &SearchFrame| frame.chase.position.prisoners(color);
            prisoners(frame) - before.first().map_or(0, prisoners)
        };
        let round = 2 * lost(Color::Black).min(lost(Color::White)) as usize;
        let from = keys.len().saturating_sub(round);
        let place = from + keys[from..].iter().position(|earlier| earlier == key)?;
        if !before.get(place)?.chase.is_same(&frame.chase) {
            return None;
        }
        let round = &before[place..];
        let by = |defence| round.iter().any(|one| one.bans && one.is_defence() == defence);
        let outcome = match (by(true), by(false)) {
            (true, false) => Captured,
            (false, true) => Escapes,
            _ => Ko,
        };
        Some(LadderResult { depends_on: place, ..LadderResult::immediate(outcome) })
    }

    fn remembered(&self) -> Option<LadderResult> {
        let frame = self.frames.last()?;
        let (outcome, line) = self.known.get(frame.key)?;
        Some(LadderResult::by(outcome, line))
    }

    /// Generates the moves of the position on top, likely ones first and a banned retake of a ko
    /// last. An attack that fails at once is not generated, but its line counts as the best so far.
    fn find_moves(&mut self) {
        let Some(frame) = self.frames.last_mut() else {
            return;
        };
        if frame.is_defence() {
            frame.chase.takes(&mut self.moves);
            for &liberty in frame.chase.liberties.points() {
                if !self.moves[frame.from..].contains(&liberty) {
                    self.moves.push(liberty);
                }
            }
        } else if let [a, b] = *frame.chase.liberties.points() {
            for (attack, answer) in [(a, b), (b, a)] {
                if frame.chase.is_hopeless(attack, answer) {
                    let rest = self.lines.with(answer, LineRef::END);
                    frame.best = Some(LadderResult::by(Escapes, self.lines.with(attack, rest)));
                } else {
                    self.moves.push(attack);
                }
            }
            if let [one, other] = &mut self.moves[frame.from..] {
                let luck = self.luck.at(*one).cmp(&self.luck.at(*other));
                let worth = || frame.chase.worth(*one).cmp(&frame.chase.worth(*other));
                if luck.then_with(worth).is_lt() {
                    std::mem::swap(one, other);
                }
            }
        }
        let moves = &mut self.moves[frame.from..];
        if let Some(banned) =
            moves.iter().position(|&point| frame.chase.is_banned(frame.side, point))
        {
            moves[banned..].rotate_left(1);
        }
    }

    /// Plays the next legal move that can matter in the position on top. Returns whether there was
    /// one.
    fn next_move(&mut self) -> bool {
        while let Some(frame) = self.frames.last_mut()
            && !frame.is_settled()
            && let Some(&point) = self.moves.get(frame.next)
        {
            frame.next += 1;
            frame.trying = point;
            frame.bans = frame.chase.is_banned(frame.side, point);
            if frame.bans && frame.best.is_some_and(|best| !frame.prefers(Ko, best.outcome)) {
                continue;
            }
            let side = frame.side;
            let mut below = frame.child(self.moves.len());
            if !frame.is_defence() && frame.next > frame.from + 1 {
                if frame.second_choices == self.second_choices {
                    break;
                }
                below.second_choices += 1;
            }
            if below.chase.play(side, point).is_ok() {
                below.key = below.chase.key(below.side);
                self.push(below);
                return true;
            }
        }
        false
    }

    /// Records the result of the move being tried.
    fn absorb(&mut self, found: LadderResult) {
        let Some(frame) = self.frames.last_mut() else {
            return;
        };
        let (outcome, line) = if frame.bans {
            (frame.capped(found.outcome), LineRef::END)
        } else {
            (found.outcome, self.lines.with(frame.trying, found.line))
        };
        if !frame.is_defence() {
            self.luck.record(frame.trying, outcome == Captured);
        }
        frame.depends_on = frame.depends_on.min(found.depends_on);
        // Where all moves lose, show the defender holding out and the attacker trying what looked
        // best.
        let is_first = frame.next == frame.from + 1;
        let is_better = frame.best.is_none_or(|best| {
            let shows_more =
                if frame.is_defence() { line.length > best.line.length } else { is_first };
            let is_worst = outcome == frame.worst() && outcome == best.outcome;
            frame.prefers(outcome, best.outcome) || is_worst && shows_more
        });
        if is_better {
            frame.best = Some(LadderResult::by(outcome, line));
        }
    }

    /// Closes the position on top once its moves are read, and returns its result.
    fn leave(&mut self) -> LadderResult {
        let place = self.frames.len().saturating_sub(1);
        let Some(frame) = self.frames.last() else {
            return LadderResult::immediate(Escapes);
        };
        self.moves.truncate(frame.from);
        let mut found = frame.best.unwrap_or(LadderResult::immediate(frame.worst()));
        if frame.depends_on < place {
            found.depends_on = frame.depends_on;
        } else if self.nodes >= REMEMBER_FROM
            && frame.is_exact(found.outcome)
            && (found.outcome == Captured || self.second_choices == u32::MAX)
        {
            self.known.put(frame.key, found.outcome, found.line);
        }
        found
    }
}
