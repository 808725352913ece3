//! Replay of a game through the book: queries it before each move and updates the corners after it.

use smallvec::SmallVec;

use super::{
    game::{BookExit, CornerReview},
    judge::{PlayedMove, judge_known, judge_left, judge_tenuki},
    judged::{Cost, JudgedKind, JudgedMove},
    punish::BookLines,
};
use crate::{
    Book, ServiceError,
    next::{CandidateMove, NextAnswer, NextQuery, NoMoveReason, ReplayedGame},
};
use joseki_book::{Line, NodeId, RegionState, Verdict};
use joseki_format::main_line::MainLine;
use joseki_game::{Color, Move, Region, Step};
use joseki_ledger::Results;

/// Reviews the corners of a game over its first `last` moves; `lines` also computes better lines.
///
/// # Errors
/// Invalid initial stones.
pub fn review_corners(
    book: &Book,
    standing: &dyn Results,
    line: &MainLine,
    last: usize,
    lines: bool,
) -> Result<Vec<CornerReview>, ServiceError> {
    let record = &line.record;
    let mut query = NextQuery {
        limit: usize::MAX,
        initial: record.initial.clone(),
        ..NextQuery::new(record.size)
    };
    let followed = ReplayedGame::replay(&book.index, &query)?;
    let regions = book.index.variant().game().regions().iter();
    let corners = regions.map(|region| CornerProgress::new(book, &followed, *region));
    let mut walk = ReviewWalk { book, standing, line, lines, corners: corners.collect(), followed };
    for (index, (color, played)) in record.moves.iter().take(last).enumerate() {
        query.to_play = Some(*color);
        walk.step(index + 1, *color, *played, &mut query)?;
    }
    Ok(walk.finish())
}

struct ReviewWalk<'a> {
    book: &'a Book,
    standing: &'a dyn Results,
    line: &'a MainLine,
    /// Whether to compute better lines.
    lines: bool,
    followed: ReplayedGame<'a>,
    corners: SmallVec<[CornerProgress; 4]>,
}

/// State of a corner during the review.
struct CornerProgress {
    corner: Region,
    moves: Vec<JudgedMove>,
    left: Option<BookExit>,
    /// Last known node.
    known: NodeId,
    /// First tenuki by the side to move here, with the moves expected of it.
    elsewhere: Option<PendingTenuki>,
}

struct PendingTenuki {
    moment: PlayedMove,
    expected: Vec<CandidateMove>,
}

impl CornerProgress {
    fn new(book: &Book, followed: &ReplayedGame<'_>, corner: Region) -> CornerProgress {
        let left = followed.tracker().region(corner).left_book();
        let mut seen = CornerProgress {
            corner,
            moves: Vec::new(),
            left: left.map(|left| BookExit { book: left.clone(), by: left.color, returned: false }),
            known: NodeId::ROOT,
            elsewhere: None,
        };
        seen.note_known(book, followed);
        seen
    }

    fn note_known(&mut self, book: &Book, followed: &ReplayedGame<'_>) {
        let reading = followed.tracker().region(self.corner).known().next();
        let node = reading.and_then(|reading| reading.position_node(&book.index));
        self.known = node.unwrap_or(self.known);
    }

    /// Returns the colour of the last step here, while the corner is known.
    fn last_color(&self, followed: &ReplayedGame<'_>) -> Option<Color> {
        let reading = followed.tracker().region(self.corner).known().next();
        reading?.last_color()
    }
}

/// State of a corner before a move.
struct CornerBefore {
    last: Option<Color>,
    known: bool,
    settled: bool,
    node: NodeId,
}

impl ReviewWalk<'_> {
    fn step(
        &mut self,
        number: usize,
        color: Color,
        played: Move,
        query: &mut NextQuery,
    ) -> Result<(), ServiceError> {
        let answer = self.answer(query);
        let before = self.before(&answer);
        self.followed.play(color, played)?;
        query.moves.push((color, played));
        let moment = PlayedMove {
            number,
            color,
            played,
            evaluation: self.line.evaluations.loss(number - 1, color),
        };
        let mut judged = match played {
            Move::Play(_) | Move::Shift(_) => self.known_in(&answer, moment),
            Move::Pass => Vec::new(),
        };
        let anywhere = !judged.is_empty();
        for (at, before) in before.iter().enumerate() {
            let taken_up = self.taken_up(at, number);
            if taken_up {
                judged.extend(self.tenuki(at, before, color));
            }
            judged.extend(self.left(at, before, &answer, moment, anywhere));
            let seen = &mut self.corners[at];
            if taken_up {
                seen.elsewhere = None;
            } else if before.known && before.last == Some(color.opposite()) && !before.settled {
                seen.elsewhere.get_or_insert_with(|| PendingTenuki {
                    moment,
                    expected: answer.in_region(seen.corner).cloned().collect(),
                });
            }
            seen.note_known(self.book, &self.followed);
        }
        for mut judged in judged {
            if judged.kind != JudgedKind::Tenuki {
                let settled = &answer.regions[judged.corner.index()].settled;
                judged.settled = settled.as_deref().copied();
            }
            self.add_lines(&mut judged, query);
            self.corners[judged.corner.index()].moves.push(judged);
        }
        Ok(())
    }

    fn add_lines(&self, judged: &mut JudgedMove, query: &NextQuery) {
        let lines = BookLines { book: self.book, standing: self.standing };
        if matches!(judged.kind, JudgedKind::Costly | JudgedKind::Mistake) {
            let (followed, query) = (self.followed.clone(), query.clone());
            let other = judged.color.opposite();
            judged.punishment = lines.continue_line(followed, query, judged.corner, other);
        }
        if self.lines && judged.is_fault() {
            judged.better_line = lines.better_line(self.line, judged);
        }
    }

    fn answer(&self, query: &NextQuery) -> NextAnswer {
        let info = &self.book.info;
        self.followed.answer(&info.name, info.version, self.standing, query)
    }

    fn before(&self, answer: &NextAnswer) -> SmallVec<[CornerBefore; 4]> {
        let corners = self.corners.iter().map(|seen| {
            let track = self.followed.tracker().region(seen.corner);
            CornerBefore {
                last: seen.last_color(&self.followed),
                known: track.known().next().is_some(),
                settled: answer.regions[seen.corner.index()].settled.is_some(),
                node: seen.known,
            }
        });
        corners.collect()
    }

    /// Judges the stone in each corner where it is a book move. A move that is right in one corner
    /// is not a fault in another one that it merely reaches.
    fn known_in(&self, answer: &NextAnswer, moment: PlayedMove) -> Vec<JudgedMove> {
        let mut judged: Vec<JudgedMove> = self
            .corners
            .iter()
            .filter_map(|CornerProgress { corner, .. }| {
                let candidates: Vec<&CandidateMove> = answer.in_region(*corner).collect();
                judge_known(&self.book.index, *corner, &candidates, moment)
            })
            .filter(|judged| {
                !judged.is_fault() || self.is_meant(answer, judged.corner, moment.played)
            })
            .collect();
        // One player places them and the other may swap: none is worse than another.
        if moment.number <= self.book.index.variant().game().opening_stones() {
            judged.iter_mut().for_each(|judged| {
                judged.kind = JudgedKind::Book;
                judged.cost = Cost::default();
            });
        }
        let right =
            |judged: &JudgedMove| matches!(judged.kind, JudgedKind::Best | JudgedKind::Book);
        if judged.iter().any(right) {
            let others = judged.iter_mut().filter(|judged| !right(judged));
            others.for_each(|judged| (judged.kind, judged.excused) = (JudgedKind::Book, false));
        }
        judged
    }

    /// Whether a stone was clearly played in a corner: it is inside the corner, or answers the last
    /// move there. Any other stone may have been meant for elsewhere, so it is not counted against
    /// its player.
    fn is_meant(&self, answer: &NextAnswer, corner: Region, played: Move) -> bool {
        let inside = corner.contains(played, self.line.record.size);
        let state = answer.regions[corner.index()].state;
        inside || matches!(state, RegionState::Ongoing | RegionState::Tenuki)
    }

    fn taken_up(&self, at: usize, number: usize) -> bool {
        let track = self.followed.tracker().region(self.corners[at].corner);
        track.longest().is_some_and(|reading| reading.last_move() == number)
    }

    /// Judges the tenuki before this move, if the book advises against it.
    fn tenuki(&self, at: usize, before: &CornerBefore, color: Color) -> Option<JudgedMove> {
        let PendingTenuki { moment, expected } = self.corners[at].elsewhere.as_ref()?;
        let index = &self.book.index;
        let node = index.child(before.node, Step::TENUKI)?;
        let verdict = index.verdict(node).filter(|verdict| verdict.value() < 0)?;
        let again = before.last == Some(color) && before.known;
        again.then(|| self.judged_tenuki(at, *moment, expected, Some(verdict)))
    }

    fn judged_tenuki(
        &self,
        at: usize,
        moment: PlayedMove,
        expected: &[CandidateMove],
        verdict: Option<Verdict>,
    ) -> JudgedMove {
        let node = self.book.index.line(self.corners[at].known);
        judge_tenuki(self.corners[at].corner, node, expected, moment, verdict)
    }

    /// Judges the move if it made the corner leave the book.
    fn left(
        &mut self,
        at: usize,
        before: &CornerBefore,
        answer: &NextAnswer,
        moment: PlayedMove,
        anywhere: bool,
    ) -> Option<JudgedMove> {
        let corner = self.corners[at].corner;
        let track = self.followed.tracker().region(corner);
        let now = track.left_book().cloned();
        if let Some(left) = &mut self.corners[at].left
            && track.known().next().is_some()
        {
            left.returned = true;
        }
        let now = now.filter(|left| left.move_number == moment.number)?;
        // The last mover here was not expected to move again: the tenuki in between is unknown.
        let unknown_tenuki = before.last == Some(moment.color) && now.expected.is_empty();
        let elsewhere = self.corners[at].elsewhere.as_ref();
        // Where the book had no move, a tenuki is not judged.
        let elsewhere = elsewhere.filter(|found| unknown_tenuki && !found.expected.is_empty());
        let by = elsewhere.map_or(moment.color, |elsewhere| elsewhere.moment.color);
        let judged = match elsewhere {
            Some(PendingTenuki { moment, expected }) => {
                Some(self.judged_tenuki(at, *moment, expected, None))
            }
            None if anywhere => None,
            None => {
                let candidates: Vec<&CandidateMove> = answer.in_region(corner).collect();
                let reason = answer.regions[at].reason;
                let tenuki = reason == Some(NoMoveReason::TenukiOnly);
                Some(judge_left(corner, &now, &candidates, moment, tenuki))
            }
        };
        let first = &mut self.corners[at].left;
        if first.is_none() {
            *first = Some(BookExit { book: now, by, returned: false });
        }
        judged
    }

    fn finish(self) -> Vec<CornerReview> {
        let index = &self.book.index;
        let tracker = self.followed.tracker();
        let corner = |seen: CornerProgress| {
            let longest = tracker.region(seen.corner).longest();
            let line = longest.map(|reading| reading.line().clone()).unwrap_or_default();
            let (named, names) = named(self.book, seen.known);
            CornerReview {
                corner: seen.corner,
                state: tracker.state(seen.corner),
                first_mover: longest.and_then(|reading| reading.first_mover()),
                steps: line.canonical(),
                orientations: line.orientations(),
                known: index.line(seen.known),
                named,
                names,
                left: seen.left,
                moves: seen.moves,
            }
        };
        self.corners.into_iter().map(corner).collect()
    }
}

/// Returns the deepest named node on the way to a node, with its names.
fn named(book: &Book, mut node: NodeId) -> (Line, Vec<String>) {
    let index = &book.index;
    while node != NodeId::ROOT {
        if let Some(data) = index.data(node).filter(|data| !data.names.is_empty()) {
            return (index.line(node), data.names.iter().cloned().collect());
        }
        node = index.parent(node);
    }
    (Line::new(), Vec::new())
}

/// A game that continues with moves of the book.
pub struct CornerContinuation<'a> {
    pub followed: ReplayedGame<'a>,
    pub standing: &'a dyn Results,
}

impl CornerContinuation<'_> {
    /// Plays and returns one corner move for the side to move of the query. `choose` receives the
    /// corner's candidates, best first, and picks one with its move. Nothing is played if it picks
    /// none, or in a settled corner.
    ///
    /// The query's moves are ignored, but its `to_play` must be set.
    pub fn step(
        &mut self,
        query: &NextQuery,
        corner: Region,
        choose: impl FnOnce(Vec<CandidateMove>) -> Option<(CandidateMove, Move)>,
    ) -> Option<(CandidateMove, Move)> {
        let (answer, found) = self.followed.in_region(self.standing, query, corner);
        if answer.settled.is_some() {
            return None;
        }
        let (candidate, played) = choose(found)?;
        self.followed.play(query.to_play(), played).ok()?;
        Some((candidate, played))
    }
}
