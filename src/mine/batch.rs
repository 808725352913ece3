//! Counting of many games' walks: they are sorted and merged into entries.

use std::collections::BTreeMap;
use std::ops::Range;

use smallvec::SmallVec;

use super::game::{CountedGame, CountedResult, ExampleRank};
use super::stream::{Entry, TallyWriter};
use super::walk::{Wait, Walk, walk};
use joseki_book::{
    CohortCount, GameCount, PlayerKind, Tally, TurnCount, TurnKind, Turns, TurnsByKind,
};
use joseki_game::{Color, Step, Variant};

/// Number of steps of a line that fit its sort key, nine bits each.
const IN_KEY: usize = 14;
/// The same of moves between squares, which need 13 bits.
const SHIFTS_IN_KEY: usize = 9;
/// The result of a game in which both colours are the first mover.
const EVEN: CountedResult = CountedResult { half_points: 1, expected: 500 };
/// Steps of a walk for which room is made; most have more.
const STEPS_OF_WALK: usize = 16;
/// Number of walks whose steps and details are gathered while they are counted; few in tests, so
/// that these count others too.
const GATHERED: usize = if cfg!(test) { 4 } else { 1 << 15 };
/// Marks an unknown loss.
const UNKNOWN: i16 = i16::MIN;

/// Games to be counted together.
#[derive(Debug, Default)]
pub struct Batch {
    games: Vec<BatchGame>,
    walks: Vec<WalkRow>,
    /// The steps of all walks; each row has a range of them.
    steps: Vec<Step>,
    /// What is counted with the steps that are new in their corner.
    details: Vec<StepDetail>,
    /// The counts of the root by cohort, whose kind all its players have.
    root: BTreeMap<u32, (PlayerKind, CohortTally)>,
}

/// The counts of a line in the games of one cohort.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CohortTally {
    /// The cohort's number.
    pub cohort: u32,
    /// The counts.
    pub count: GameCount,
    /// How its games continued after the line.
    pub turns: Turns,
    /// The numbers of its best games, best first.
    pub examples: SmallVec<[u32; 1]>,
}

#[derive(Clone, Copy, Debug)]
struct BatchGame {
    number: u32,
    cohort: u32,
    rank: ExampleRank,
    kind: PlayerKind,
    result: Option<CountedResult>,
}

/// One of many walks.
#[derive(Clone, Copy, Debug)]
struct WalkRow {
    /// Its first steps, as a number in the same order.
    key: u128,
    start: usize,
    /// The detail of the first step that is new in its corner.
    details: usize,
    len: u8,
    /// Number of leading steps that an earlier walk of the same corner has.
    old_in_corner: u8,
    /// Number of leading steps that an earlier walk of the same game has.
    old_in_game: u8,
    /// Number of leading steps that a walk of the same game with the other first mover has.
    of_both: u8,
    first: Color,
    game: u32,
}

/// The data counted with a step.
#[derive(Clone, Copy, Debug)]
struct StepDetail {
    wait: Wait,
    points_lost: i16,
    win_rate_lost: i16,
}

impl Batch {
    /// Adds a game's regions. `quiet` is that of [`walk`].
    pub fn add(&mut self, variant: Variant, game: &CountedGame, quiet: u8) {
        let walks = walk(variant, &game.moves, quiet);
        let number = self.games.len() as u32;
        self.games.push(BatchGame {
            number: game.number,
            cohort: game.cohort,
            rank: game.rank,
            kind: game.kind,
            result: game.result,
        });
        self.count_root(game, &walks.empty);
        for (at, walk) in walks.walks.iter().enumerate() {
            self.push(game, number, walk, &walks.walks, at);
        }
    }

    /// Sets the results of all games, by number. What was expected of a game may become known after
    /// its regions are added.
    pub(super) fn set_results(&mut self, result: impl Fn(u32) -> Option<CountedResult>) {
        for game in &mut self.games {
            game.result = result(game.number);
        }
    }

    /// Creates a batch with capacity for about this many bytes, so that it is not reallocated while
    /// it grows. Unused capacity is never touched.
    #[must_use]
    pub fn with_byte_capacity(bytes: usize) -> Batch {
        // Steps without a detail make up for what walks take.
        let steps = bytes / size_of::<StepDetail>();
        Batch {
            walks: Vec::with_capacity(steps / STEPS_OF_WALK),
            steps: Vec::with_capacity(steps),
            details: Vec::with_capacity(steps),
            ..Batch::default()
        }
    }

    /// Returns its approximate size in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.walks.len() * size_of::<WalkRow>()
            + self.steps.len() * size_of::<Step>()
            + self.details.len() * size_of::<StepDetail>()
            + self.games.len() * size_of::<BatchGame>()
    }

    /// Checks whether it contains no games.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// Counts all games into a stream: entries in preorder, root first. Calls `full` with each
    /// completed part. The batch is empty afterwards but keeps its capacity.
    ///
    /// # Errors
    /// The first error of `full`.
    pub fn count<E>(&mut self, mut full: impl FnMut(Vec<u8>) -> Result<(), E>) -> Result<(), E> {
        self.count_halves(None, |_, part| full(part))
    }

    /// Counts all games into two streams: the second has the lines from the first step `pivot` on,
    /// below a root without counts. Calls `full` with each completed part and the number of its
    /// stream.
    ///
    /// # Errors
    /// The first error of `full`.
    pub fn count_halves<E>(
        &mut self,
        pivot: Option<Step>,
        full: impl FnMut(usize, Vec<u8>) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut root = Tally::default();
        for (kind, counted) in std::mem::take(&mut self.root).into_values() {
            root.cells.push(CohortCount { cohort: counted.cohort, count: counted.count });
            root.turns.of_mut(kind).add(&counted.turns);
        }
        let mut walks = self.sorted_walks();
        let counted = self.count_walks(&mut walks, root, pivot, full);
        self.clear(walks);
        counted
    }

    /// Counts all games line by line in preorder, root first. Calls `each` with the steps of every
    /// line and its counts, by number of the cohort. The batch is empty afterwards but keeps its
    /// capacity.
    ///
    /// # Errors
    /// The first error of `each`.
    pub fn count_by_cohort<E>(
        &mut self,
        mut each: impl FnMut(&[Step], &mut [CohortTally]) -> Result<(), E>,
    ) -> Result<(), E> {
        let root = std::mem::take(&mut self.root);
        let mut root: Vec<CohortTally> = root.into_values().map(|(_, counted)| counted).collect();
        let walks = self.sorted_walks();
        let counted = each(&[], &mut root).and_then(|()| self.visit_by_cohort(&walks, &mut each));
        self.clear(walks);
        counted
    }

    fn visit_by_cohort<E>(
        &self,
        walks: &[WalkRow],
        each: &mut impl FnMut(&[Step], &mut [CohortTally]) -> Result<(), E>,
    ) -> Result<(), E> {
        let (mut waiting, mut counted) = (Vec::new(), Vec::new());
        self.push_children(walks, 0..walks.len(), 0, &mut waiting);
        while let Some((depth, range)) = waiting.pop() {
            let rows = &walks[range.clone()];
            // A line that no other walk shares goes on without them.
            let last = if let [row] = rows { usize::from(row.len) } else { depth };
            for depth in depth..=last {
                self.count_cohorts(rows, depth - 1, &mut counted);
                each(&self.steps_of(&rows[0])[..depth], &mut counted)?;
            }
            if rows.len() > 1 {
                self.push_children(walks, range, depth, &mut waiting);
            }
        }
        Ok(())
    }

    /// Returns the walks in the order of their lines.
    fn sorted_walks(&mut self) -> Vec<WalkRow> {
        let mut walks = std::mem::take(&mut self.walks);
        walks.sort_unstable_by(|a, b| {
            let rest = |row: &WalkRow| {
                let steps = self.steps_of(row);
                &steps[in_key(steps).0.min(steps.len())..]
            };
            let by_steps = a.key.cmp(&b.key).then_with(|| rest(a).cmp(rest(b)));
            by_steps.then_with(|| (a.game, a.start).cmp(&(b.game, b.start)))
        });
        walks
    }

    fn clear(&mut self, mut walks: Vec<WalkRow>) {
        walks.clear();
        self.walks = walks;
        self.games.clear();
        self.steps.clear();
        self.details.clear();
    }

    fn count_walks<E>(
        &mut self,
        walks: &mut [WalkRow],
        root: Tally,
        pivot: Option<Step>,
        mut full: impl FnMut(usize, Vec<u8>) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut half = 0;
        let mut writer = TallyWriter::default();
        let mut part = writer.push(Entry { depth: 0, step: Step::TENUKI, tally: root });
        // Depths are bounded by the longest walk; the next range to process is the last.
        let mut waiting = Vec::new();
        self.push_children(walks, 0..walks.len(), 0, &mut waiting);
        let added = (self.steps.len(), self.details.len());
        // The end of the last gathered range of walks. Those before are counted.
        let mut gathered = 0;
        while let Some((depth, range)) = waiting.pop() {
            if let Some(part) = part.take() {
                full(half, part)?;
            }
            if range.start >= gathered && range.len() <= GATHERED {
                self.steps.truncate(added.0);
                self.details.truncate(added.1);
                self.gather(&mut walks[range.clone()]);
                gathered = range.end;
            }
            let rows = &walks[range.clone()];
            let step = self.step(&rows[0], depth - 1);
            if half == 0 && depth == 1 && pivot.is_some_and(|pivot| step >= pivot) {
                let first = std::mem::take(&mut writer);
                first.finish().map_or(Ok(()), |part| full(half, part))?;
                half = 1;
                let root = Entry { depth: 0, step: Step::TENUKI, tally: Tally::default() };
                writer.push(root);
            }
            let tally = self.tally(rows, depth - 1);
            part = writer.push(Entry { depth, step, tally });
            match rows {
                [row] => part = self.push_tail(row, depth, &mut writer).or(part),
                _ => self.push_children(walks, range, depth, &mut waiting),
            }
        }
        [part, writer.finish()].into_iter().flatten().try_for_each(|part| full(half, part))
    }

    /// Copies the steps and details of sorted walks to the end of the lists, in the order of the
    /// walks. Counting reads them once for each step; at their former places, nearly every read
    /// would miss the processor's cache.
    fn gather(&mut self, walks: &mut [WalkRow]) {
        for row in walks {
            let (start, details) = (self.steps.len(), self.details.len());
            let len = usize::from(row.len);
            self.steps.extend_from_within(row.start..row.start + len);
            let new = len.saturating_sub(usize::from(row.old_in_corner));
            self.details.extend_from_within(row.details..row.details + new);
            (row.start, row.details) = (start, details);
        }
    }

    /// Writes the rest of a walk that no other shares; returns a part if it is full.
    fn push_tail(&self, row: &WalkRow, depth: usize, writer: &mut TallyWriter) -> Option<Vec<u8>> {
        for at in depth..usize::from(row.len) {
            if self.counts_as_before(row, at) {
                let mut turns = TurnsByKind::default();
                let kind = self.games[row.game as usize].kind;
                self.detail(row, at).wait.add_to(turns.of_mut(kind));
                writer.push_same(at + 1, self.step(row, at), &turns);
            } else {
                // At most one part fills up: it has room for many tails.
                let tally = self.tally(std::slice::from_ref(row), at);
                let (depth, step) = (at + 1, self.step(row, at));
                writer.push_below(Entry { depth, step, tally });
            }
        }
        writer.full()
    }

    /// Checks whether a step has the same counts as the previous one in its walk.
    fn counts_as_before(&self, row: &WalkRow, at: usize) -> bool {
        let lost = |at: usize| {
            let detail = self.detail(row, at);
            (detail.points_lost, detail.win_rate_lost)
        };
        let new = |at: usize| at >= usize::from(row.old_in_game);
        let both = |at: usize| at < usize::from(row.of_both);
        lost(at) == lost(at - 1) && new(at) == new(at - 1) && both(at) == both(at - 1)
    }

    fn count_root(&mut self, game: &CountedGame, empty: &[(u32, bool)]) {
        let new = || {
            let cohort = game.cohort;
            (game.kind, CohortTally { cohort, ..CohortTally::default() })
        };
        let (_, CohortTally { count, turns: asked, .. }) =
            self.root.entry(game.cohort).or_insert_with(new);
        count.games += 1;
        count.corners += empty.len() as u32;
        // The empty corner has no first mover yet.
        if game.result.is_some() {
            count.scored += 1;
            count.half_points += 1;
            count.expected += u64::from(EVEN.expected);
        }
        for (turns, taken_up) in empty {
            let here = u32::from(*taken_up);
            let turns = *turns;
            asked.later.add(TurnCount { turns, here });
        }
    }

    fn push(&mut self, game: &CountedGame, number: u32, walk: &Walk, all: &[Walk], at: usize) {
        let first = walk.first;
        let (mut old_in_corner, mut old_in_game, mut of_both) = (0, 0, 0);
        for (place, other) in all.iter().enumerate() {
            let is_other = other.first != first;
            if place >= at && !is_other {
                continue;
            }
            let common = common_steps(walk.line.steps(), other.line.steps()) as u8;
            if is_other {
                of_both = common.max(of_both);
            }
            if place < at {
                old_in_game = common.max(old_in_game);
                if other.region == walk.region {
                    old_in_corner = common.max(old_in_corner);
                }
            }
        }
        self.walks.push(WalkRow {
            key: key(walk.line.steps()),
            start: self.steps.len(),
            details: self.details.len(),
            len: walk.line.len() as u8,
            old_in_corner,
            old_in_game,
            of_both,
            first,
            game: number,
        });
        self.steps.extend_from_slice(walk.line.steps());
        let details = walk.moves.iter().zip(&walk.waits).skip(usize::from(old_in_corner));
        let details = details.map(|(number, wait)| {
            let loss = (*number as usize)
                .checked_sub(1)
                .and_then(|at| game.losses.get(at))
                .copied()
                .unwrap_or_default();
            StepDetail {
                wait: *wait,
                points_lost: loss.points.unwrap_or(UNKNOWN),
                win_rate_lost: loss.win_rate.unwrap_or(UNKNOWN),
            }
        });
        self.details.extend(details);
    }

    /// Adds the ranges of walks that continue from a node, by step, in reverse order.
    fn push_children(
        &self,
        walks: &[WalkRow],
        mut range: Range<usize>,
        depth: usize,
        waiting: &mut Vec<(usize, Range<usize>)>,
    ) {
        let ended = |row: &WalkRow| usize::from(row.len) == depth;
        range.start += walks[range.clone()].iter().take_while(|row| ended(row)).count();
        let from = waiting.len();
        while !range.is_empty() {
            let step = self.step(&walks[range.start], depth);
            let same = |row: &&WalkRow| self.step(row, depth) == step;
            let end = range.start + walks[range.clone()].iter().take_while(same).count();
            waiting.push((depth + 1, range.start..end));
            range.start = end;
        }
        waiting[from..].reverse();
    }

    /// Counts the step at index `at` by cohort, from walks that share all steps up to it.
    fn count_cohorts(&self, rows: &[WalkRow], at: usize, counted: &mut Vec<CohortTally>) {
        counted.clear();
        let mut best: SmallVec<[BestExamples; 1]> = SmallVec::new();
        for row in rows.iter().filter(|row| at >= usize::from(row.old_in_corner)) {
            let game = &self.games[row.game as usize];
            let found = counted.binary_search_by_key(&game.cohort, |counted| counted.cohort);
            let place = found.unwrap_or_else(|place| {
                let cohort = game.cohort;
                counted.insert(place, CohortTally { cohort, ..CohortTally::default() });
                best.insert(place, BestExamples::default());
                place
            });
            let own = &mut counted[place];
            self.count_row(row, at, &mut own.count, &mut best[place]);
            self.detail(row, at).wait.add_to(&mut own.turns);
        }
        for (own, best) in counted.iter_mut().zip(&best) {
            own.examples.extend(best.games.iter().map(|(_, number)| *number));
        }
    }

    /// Adds a step of a walk to the counts of its cohort.
    fn count_row(&self, row: &WalkRow, at: usize, count: &mut GameCount, best: &mut BestExamples) {
        let game = &self.games[row.game as usize];
        let detail = self.detail(row, at);
        count.corners += 1;
        if at >= usize::from(row.old_in_game) {
            count.games += 1;
            if let Some(black) = game.result {
                let result = row.result(black, at);
                count.scored += 1;
                count.half_points += u32::from(result.half_points);
                count.expected += u64::from(result.expected);
            }
            best.offer(game);
        }
        if detail.points_lost != UNKNOWN {
            count.points_lost.push(i64::from(detail.points_lost));
        }
        if detail.win_rate_lost != UNKNOWN {
            count.win_rate_lost.push(i64::from(detail.win_rate_lost));
        }
    }

    /// Returns the counts of the step at index `at`, from walks that share all steps up to it.
    fn tally(&self, rows: &[WalkRow], at: usize) -> Tally {
        let mut tally = Tally::default();
        let mut best = BestExamples::default();
        for row in rows {
            if at < usize::from(row.old_in_corner) {
                continue;
            }
            let game = &self.games[row.game as usize];
            self.count_row(row, at, tally.cell(game.cohort), &mut best);
            self.detail(row, at).wait.add_to(tally.turns.of_mut(game.kind));
        }
        tally.examples.extend(best.games.iter().map(|(_, number)| *number));
        tally
    }

    /// Returns what is counted with a step that is new in its corner.
    fn detail(&self, row: &WalkRow, at: usize) -> &StepDetail {
        &self.details[row.details + at - usize::from(row.old_in_corner)]
    }

    fn step(&self, row: &WalkRow, at: usize) -> Step {
        self.steps[row.start + at]
    }

    fn steps_of(&self, row: &WalkRow) -> &[Step] {
        &self.steps[row.start..row.start + usize::from(row.len)]
    }
}

impl WalkRow {
    /// Returns the first mover's result; even if both colours moved first.
    fn result(&self, black: CountedResult, at: usize) -> CountedResult {
        match self.first {
            _ if at < usize::from(self.of_both) => EVEN,
            Color::Black => black,
            Color::White => CountedResult {
                half_points: 2 - black.half_points,
                expected: 1000 - black.expected,
            },
        }
    }
}

impl Wait {
    fn add_to(&self, turns: &mut Turns) {
        let here = |turn: TurnKind| u32::from(self.resumed_by == Some(turn));
        turns
            .at_once
            .add(TurnCount { turns: u32::from(self.at_once), here: here(TurnKind::AtOnce) });
        turns.later.add(TurnCount { turns: u32::from(self.later), here: here(TurnKind::Later) });
        turns.again.add(TurnCount { turns: u32::from(self.again), here: here(TurnKind::Again) });
    }
}

/// The best games so far.
#[derive(Default)]
struct BestExamples {
    games: Vec<(ExampleRank, u32)>,
}

impl BestExamples {
    fn offer(&mut self, game: &BatchGame) {
        let full = self.games.len() == Tally::EXAMPLES;
        if full && self.games.last().is_some_and(|(worst, _)| *worst < game.rank) {
            return;
        }
        let place = self.games.partition_point(|(rank, _)| *rank < game.rank);
        self.games.insert(place, (game.rank, game.number));
        self.games.truncate(Tally::EXAMPLES);
    }
}

fn common_steps(a: &[Step], b: &[Step]) -> usize {
    a.iter().zip(b).take_while(|(a, b)| a == b).count()
}

/// How many steps of a line fit its sort key, and the bits of each.
fn in_key(steps: &[Step]) -> (usize, u32) {
    if steps.first().is_some_and(|step| step.shift().is_some()) {
        (SHIFTS_IN_KEY, 13)
    } else {
        (IN_KEY, 9)
    }
}

/// Packs the first steps into a number with the same order, shorter lines first.
fn key(steps: &[Step]) -> u128 {
    let (count, bits) = in_key(steps);
    let code = |step: Option<&Step>| match step {
        None => 0,
        Some(step) if step.is_tenuki() => 0x1ff,
        Some(step) => step.index() as u128 + 1,
    };
    (0..count).fold(0, |key, at| key << bits | code(steps.get(at)))
}

#[cfg(test)]
mod tests;
