//! A search through all games, which goes on where it stopped.

use std::collections::{BTreeMap, BinaryHeap};
use std::fmt;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use super::block::{Block, GameHead};
use super::games::PatternGames;
use super::matcher::{Hit, Matcher, PatternHit, PatternMove, StoneMatcher, Workspace};
use super::pattern::Pattern;
use super::pieces::{PieceMatcher, PiecePattern};
use joseki_base::cancel::{self, Cancelled};
use joseki_game::Color;
use joseki_mine::ExampleRank;

/// Games between two looks whether anybody still waits.
const LOOK_EVERY: usize = 256;

/// Continuations that come later than this after the hit, in moves, are counted as later.
const SOON: u16 = 2;

/// Selects games by what is known of them.
pub type GameTest<'a> = Box<dyn Fn(&GameHead) -> bool + Send + Sync + 'a>;
/// Orders games; the least is listed first.
pub type GameOrder<'a> = Box<dyn Fn(&GameHead) -> ExampleRank + Send + Sync + 'a>;

/// A pattern and the games that are searched for it.
pub struct SearchedPattern<'a> {
    matcher: Matcher,
    is_wanted: Option<GameTest<'a>>,
}

impl<'a> SearchedPattern<'a> {
    /// Searches all games for a pattern of stones.
    #[must_use]
    pub fn everywhere(pattern: &Pattern) -> SearchedPattern<'a> {
        let matcher = Matcher::Stones(StoneMatcher::new(pattern));
        SearchedPattern { matcher, is_wanted: None }
    }

    /// Searches all games for a pattern of pieces.
    #[must_use]
    pub fn of_pieces(pattern: &PiecePattern) -> SearchedPattern<'a> {
        let matcher = Matcher::Pieces(PieceMatcher::new(pattern));
        SearchedPattern { matcher, is_wanted: None }
    }

    /// Searches some games only.
    #[must_use]
    pub fn among(mut self, is_wanted: GameTest<'a>) -> SearchedPattern<'a> {
        self.is_wanted = Some(is_wanted);
        self
    }

    /// Number of different images of the pattern.
    #[must_use]
    pub fn images(&self) -> usize {
        self.matcher.images()
    }

    fn wants(&self, head: &GameHead) -> bool {
        self.is_wanted.as_ref().is_none_or(|is_wanted| is_wanted(head))
    }

    /// Reads the hits of a game, at most `most` and in the order of images and places. `None` if
    /// the game is not wanted or has none.
    fn hits(
        &self,
        block: &Block,
        game: usize,
        games: &PatternGames,
        most: usize,
    ) -> Option<Vec<PatternHit>> {
        let space = &mut Workspace::default();
        let game = block.game(game, games.size());
        if !self.matcher.filter(game, space) {
            return None;
        }
        let mut hits = Vec::new();
        self.matcher.find(game, space, &mut |hit| {
            hits.push(self.matcher.hit(&hit));
            true
        });
        hits.sort_by_key(|hit| (hit.moment, hit.y, hit.x, hit.is_exchanged, hit.symmetry));
        hits.truncate(most);
        (!hits.is_empty()).then_some(hits)
    }
}

/// What a search counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatternCounts {
    /// Games that were searched: all, or a random part.
    pub searched: usize,
    /// Games with a hit.
    pub games: u64,
    /// Hits.
    pub hits: u64,
    /// Hits of images with exchanged colours; `None` if the colours are not defined.
    pub swapped: Option<u64>,
    /// Hits in games that the pattern's black won, and its white; `None` likewise.
    pub wins: Option<[u64; 2]>,
    /// Hits after which nothing was put inside.
    pub no_continuation: u64,
    /// What came next inside, in the order of stones or of moves.
    pub continuations: Vec<ContinuationCount>,
}

/// How often something came next inside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContinuationCount {
    /// The stone or move, with the pattern's colours. Symmetries of the pattern map others on it.
    pub at: PatternMove,
    /// Hits.
    pub count: u64,
    /// Those that came more than two moves after the pattern.
    pub later: u64,
    /// Games.
    pub games: u64,
    /// Hits in games that the pattern's black won, and its white; `None` if colours are not defined.
    pub wins: Option<[u64; 2]>,
    /// First and last known year.
    pub years: Option<(u16, u16)>,
    /// Hits by year, if counted; 0 is unknown.
    pub by_year: BTreeMap<u16, u64>,
}

/// A search: the pattern, and earlier ones that its games must have as well.
pub struct PatternSearch<'a> {
    patterns: Vec<SearchedPattern<'a>>,
    order: Option<GameOrder<'a>>,
    after: Option<ExampleRank>,
    listed: usize,
    by_year: bool,
    next_block: usize,
    tally: Tally,
}

impl fmt::Debug for PatternSearch<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PatternSearch")
            .field("next_block", &self.next_block)
            .finish_non_exhaustive()
    }
}

/// Counts by index of the continuation.
#[derive(Clone, Debug, Default)]
struct Tally {
    searched: usize,
    games: u64,
    hits: u64,
    swapped: u64,
    wins: [u64; 2],
    no_continuation: u64,
    continuations: Vec<ClassTally>,
    by_year: BTreeMap<(u16, u16), u64>,
    /// The best games with their block and index, the worst on top.
    best: BinaryHeap<(ExampleRank, usize, usize)>,
}

#[derive(Clone, Copy, Debug, Default)]
struct ClassTally {
    count: u64,
    later: u64,
    games: u64,
    wins: [u64; 2],
    /// First and last known year; 0 if none.
    years: (u16, u16),
    /// The last game that was counted, its number among those searched, from 1.
    last_game: usize,
}

impl<'a> PatternSearch<'a> {
    /// Creates a search of the first pattern in games that have the others as well.
    #[must_use]
    pub fn new(patterns: Vec<SearchedPattern<'a>>) -> PatternSearch<'a> {
        PatternSearch {
            patterns,
            order: None,
            after: None,
            listed: 0,
            by_year: false,
            next_block: 0,
            tally: Tally::default(),
        }
    }

    /// Lists the first `most` games in an order, those after a rank if one is given.
    #[must_use]
    pub fn listing(
        mut self,
        most: usize,
        order: GameOrder<'a>,
        after: Option<ExampleRank>,
    ) -> PatternSearch<'a> {
        (self.listed, self.order, self.after) = (most, Some(order), after);
        self
    }

    /// Counts continuations by year, too.
    #[must_use]
    pub const fn by_year(mut self, by_year: bool) -> PatternSearch<'a> {
        self.by_year = by_year;
        self
    }

    /// Goes on, with this thread and others, until all games are searched or `is_over` says that
    /// the time is. Returns whether all are searched. The games must be the same at every call.
    ///
    /// # Errors
    /// Nobody waits for the search.
    pub fn run(
        &mut self,
        games: &PatternGames,
        threads: usize,
        is_over: &(dyn Fn() -> bool + Sync),
    ) -> Result<bool, Cancelled> {
        let next = AtomicUsize::new(self.next_block);
        let total = Mutex::new(std::mem::take(&mut self.tally));
        let blocks = games.blocks().len();
        let (progress, gives_way) = (cancel::current(), cancel::gives_way());
        let (search, next_of, total_of) = (&*self, &next, &total);
        let work = move || search.work(games, next_of, total_of, is_over);
        let done = std::thread::scope(|scope| {
            let others: Vec<_> = (1..threads.clamp(1, blocks))
                .map(|_| {
                    let progress = progress.clone().unwrap_or_default();
                    scope.spawn(move || {
                        if gives_way {
                            cancel::give_way();
                        }
                        cancel::run(progress, None, work)
                    })
                })
                .collect();
            let own = work();
            others.into_iter().fold(own, |done, other| match other.join() {
                Ok(other) => done.and(other),
                Err(panic) => std::panic::resume_unwind(panic),
            })
        });
        self.next_block = next.into_inner().min(blocks);
        self.tally = total.into_inner().unwrap_or_else(std::sync::PoisonError::into_inner);
        done?;
        Ok(self.next_block == blocks)
    }

    /// Searches blocks until none is left, or the time is over. Each block that was taken is
    /// searched to its end, so those searched are the first ones.
    fn work(
        &self,
        games: &PatternGames,
        next: &AtomicUsize,
        total: &Mutex<Tally>,
        is_over: &(dyn Fn() -> bool + Sync),
    ) -> Result<(), Cancelled> {
        let mut tally = Tally::default();
        let mut space = Workspace::default();
        let mut done = Ok(());
        while !is_over() {
            // Not taken if there is none, so that the number of those searched stays exact.
            let take = |at| (at < games.blocks().len()).then_some(at + 1);
            let Ok(number) = next.fetch_update(Relaxed, Relaxed, take) else { break };
            done = self.search_block(games, number, &mut space, &mut tally);
            if done.is_err() {
                break;
            }
        }
        let mut total = total.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        total.add(tally, self.listed);
        done
    }

    fn search_block(
        &self,
        games: &PatternGames,
        number: usize,
        space: &mut Workspace,
        tally: &mut Tally,
    ) -> Result<(), Cancelled> {
        let Some((main, narrowing)) = self.patterns.split_first() else { return Ok(()) };
        let block = &games.blocks()[number];
        let size = games.size();
        tally.continuations.resize(main.matcher.continuations(), ClassTally::default());
        for (at, head) in block.heads.iter().enumerate() {
            if at % LOOK_EVERY == 0 {
                cancel::checkpoint()?;
            }
            if !self.patterns.iter().all(|pattern| pattern.wants(head)) {
                continue;
            }
            tally.searched += 1;
            let game = block.game(at, size);
            space.clear();
            let has_all = narrowing.iter().all(|earlier| {
                if !earlier.matcher.filter(game, space) {
                    return false;
                }
                let mut found = false;
                earlier.matcher.find(game, space, &mut |_| {
                    found = true;
                    false
                });
                found
            });
            if !has_all || !main.matcher.filter(game, space) {
                continue;
            }
            let before = tally.hits;
            let (winner, year) = (head.outcome.winner(), head.year());
            let mut counting =
                Counting { search: self, matcher: &main.matcher, winner, year, tally };
            main.matcher.find(game, space, &mut |hit| counting.add(&hit));
            if tally.hits > before {
                tally.games += 1;
                self.list(head, number, at, tally);
            }
        }
        Ok(())
    }

    /// Keeps a game if it is among the best.
    fn list(&self, head: &GameHead, number: usize, game: usize, tally: &mut Tally) {
        let Some(order) = self.order.as_ref().filter(|_| self.listed > 0) else { return };
        let rank = order(head);
        if self.after.is_none_or(|after| rank > after) {
            tally.keep((rank, number, game), self.listed);
        }
    }

    /// Returns what was counted so far.
    #[must_use]
    pub fn counts(&self) -> PatternCounts {
        let tally = &self.tally;
        let matcher = self.patterns.first().map(|pattern| &pattern.matcher);
        let has_colors = matcher.is_some_and(|matcher| !matcher.is_colorless());
        let counted = (0..).zip(&tally.continuations).filter(|(_, class)| class.count > 0);
        let continuations = counted
            .filter_map(|(number, class)| Some((number, matcher?.continuation(number)?, class)));
        PatternCounts {
            searched: tally.searched,
            games: tally.games,
            hits: tally.hits,
            swapped: has_colors.then_some(tally.swapped),
            wins: has_colors.then_some(tally.wins),
            no_continuation: tally.no_continuation,
            continuations: continuations
                .map(|(number, at, class)| ContinuationCount {
                    at,
                    count: class.count,
                    later: class.later,
                    games: class.games,
                    wins: has_colors.then_some(class.wins),
                    years: Some(class.years).filter(|(first, _)| *first > 0),
                    by_year: tally
                        .by_year
                        .range((number, 0)..=(number, u16::MAX))
                        .map(|((_, year), count)| (*year, *count))
                        .collect(),
                })
                .collect(),
        }
    }

    /// Returns the games that were listed, in order, each with at most `most` of its hits.
    #[must_use]
    pub fn listed(
        &self,
        games: &PatternGames,
        most: usize,
    ) -> Vec<(ExampleRank, GameHead, Vec<PatternHit>)> {
        let mut best = self.tally.best.clone().into_sorted_vec();
        best.truncate(self.listed);
        let listed = best.into_iter().filter_map(|(rank, block, game)| {
            let block = &games.blocks()[block];
            let hits = self.patterns.first()?.hits(block, game, games, most)?;
            Some((rank, block.heads[game], hits))
        });
        listed.collect()
    }
}

/// Counts the hits of a game.
struct Counting<'a, 'b> {
    search: &'a PatternSearch<'b>,
    matcher: &'a Matcher,
    winner: Option<Color>,
    year: u16,
    tally: &'a mut Tally,
}

impl Counting<'_, '_> {
    #[inline]
    fn add(&mut self, hit: &Hit) -> bool {
        let tally = &mut *self.tally;
        let is_exchanged = self.matcher.is_exchanged(hit.image);
        tally.hits += 1;
        tally.swapped += u64::from(is_exchanged);
        let winner = self.winner.map(|it| if is_exchanged { it.opposite() } else { it } as usize);
        if let Some(winner) = winner {
            tally.wins[winner] += 1;
        }
        let Some((class, moment)) = hit.next else {
            tally.no_continuation += 1;
            return true;
        };
        let counted = &mut tally.continuations[usize::from(class)];
        counted.count += 1;
        counted.later += u64::from(moment - hit.since > SOON);
        if counted.last_game != tally.searched {
            counted.last_game = tally.searched;
            counted.games += 1;
            counted.years = joined(counted.years, (self.year, self.year));
        }
        if let Some(winner) = winner {
            counted.wins[winner] += 1;
        }
        if self.search.by_year {
            *tally.by_year.entry((class, self.year)).or_default() += 1;
        }
        true
    }
}

impl Tally {
    /// Keeps a game if it is among the best `most`.
    fn keep(&mut self, game: (ExampleRank, usize, usize), most: usize) {
        if self.best.len() < most {
            self.best.push(game);
        } else if self.best.peek().is_some_and(|worst| game < *worst) {
            self.best.pop();
            self.best.push(game);
        }
    }

    fn add(&mut self, other: Tally, most: usize) {
        self.searched += other.searched;
        self.games += other.games;
        self.hits += other.hits;
        self.swapped += other.swapped;
        self.no_continuation += other.no_continuation;
        add_wins(&mut self.wins, other.wins);
        let classes = self.continuations.len().max(other.continuations.len());
        self.continuations.resize(classes, ClassTally::default());
        for (own, other) in self.continuations.iter_mut().zip(other.continuations) {
            own.count += other.count;
            own.later += other.later;
            own.games += other.games;
            add_wins(&mut own.wins, other.wins);
            own.years = joined(own.years, other.years);
        }
        for (at, count) in other.by_year {
            *self.by_year.entry(at).or_default() += count;
        }
        for game in other.best {
            self.keep(game, most);
        }
    }
}

fn add_wins(own: &mut [u64; 2], other: [u64; 2]) {
    own.iter_mut().zip(other).for_each(|(own, other)| *own += other);
}

/// Joins two ranges of years; one with 0 is empty.
fn joined(one: (u16, u16), other: (u16, u16)) -> (u16, u16) {
    match (one.0, other.0) {
        (_, 0) => one,
        (0, _) => other,
        _ => (one.0.min(other.0), one.1.max(other.1)),
    }
}
