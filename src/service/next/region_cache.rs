//! Cache of answers by region: a board that is new to the server has corners that are not.
//!
//! The answer of a region depends on its readings, on the parameters of the query, on the book and
//! on the results of games; these are the key. It also depends on the rest of the board, where a
//! move may be illegal or has conditions. These checks are cached with it and repeated on each
//! board. The same stones in another corner, orientation or colours are an image, derived from a
//! cached answer: moves are turned, and most of their JSON is the same. The JSON is cached once it
//! was written, and that of wanted fields is counted when the region is next asked.
//!
//! Games of one region have no such cache. A property test compares all of this with an answer
//! that is computed alone.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};

use quick_cache::Weighter;
use quick_cache::sync::Cache;
use smallvec::SmallVec;

use super::answer::{PlacedLine, RegionAnswer};
use super::board_check::BoardCheck;
use super::candidate::CandidateMove;
use super::query::{FailedConditions, NextQuery};
use super::statistics::{GamesFilter, PlayWeights};
use joseki_book::{Interpretation, Line, NodeData, Tracker, Verdict};
use joseki_game::{BoardSize, Color, Frame, Move, Region};
use joseki_ledger::{OpponentName, Results};

/// Default size of the cache.
const DEFAULT_BYTES: u64 = 32 << 20;
/// Approximate bytes of an entry without moves, and of a move with its JSON but without its texts.
const ENTRY_BYTES: usize = 1600;
const MOVE_BYTES: usize = size_of::<CandidateMove>() + 1200;

/// Cache of regions of all books of a service.
#[derive(Debug)]
pub struct RegionCache {
    kept: Cache<RegionKey, WeighedRegion, RegionWeigher>,
    hits: AtomicU64,
    misses: AtomicU64,
}

/// Answer of a region with its moves.
#[derive(Debug)]
pub struct AnsweredRegion {
    /// State of the region.
    pub answer: RegionAnswer,
    /// Its moves, best first.
    pub moves: Vec<CandidateMove>,
    /// Checks of the board, with their outcomes.
    pub checks: Vec<BoardCheck>,
    /// Whether no symmetry leaves its stones as they are.
    pub is_asymmetric: bool,
}

/// Answer of a region as part of several answers.
#[derive(Debug)]
pub struct SharedRegion {
    /// State of the region.
    pub answer: Arc<RegionAnswer>,
    /// Its moves, best first.
    pub moves: Vec<Arc<CandidateMove>>,
    checks: Vec<BoardCheck>,
    is_asymmetric: bool,
    to_play: Color,
    /// The original of this region, in another corner, orientation or colours, while it is
    /// cached.
    original: Weak<SharedRegion>,
    /// Whole, in two notations; and the last wanted fields.
    json: [OnceLock<(Box<str>, Arc<RegionJson>)>; 2],
    some_json: Mutex<Option<(Box<str>, Arc<RegionJson>)>>,
    /// Approximate bytes, the whole JSON included.
    bytes: u64,
    /// Bytes of the JSON of wanted fields.
    some_bytes: AtomicU64,
}

/// A region in the cache, with its bytes as of its insertion: JSON is added to it later.
#[derive(Clone, Debug)]
struct WeighedRegion {
    region: Arc<SharedRegion>,
    bytes: u64,
}

/// JSON of a region.
#[derive(Debug, Default)]
pub struct RegionJson {
    /// Of its state.
    pub answer: Vec<u8>,
    /// Of its moves, one after the other.
    pub moves: Vec<u8>,
    /// Where each of them ends.
    pub ends: Vec<usize>,
}

/// What the answer of a region depends on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct RegionKey {
    /// The region and the side to move; none for all images of a region, as if it were in the
    /// orientation of its canonical line and Black's turn.
    place: Option<(Region, Color)>,
    readings: SmallVec<[ReadingKey; 1]>,
    /// Shared by the regions of a query.
    parameters: Arc<RegionParameters>,
}

/// A known reading of a region. All else follows from the line and the colours.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct ReadingKey {
    line: Line,
    first: Option<Color>,
    last: Option<Color>,
    /// Whether the last move on the board was its last.
    is_latest: bool,
}

/// Parameters of a query apart from its board, and the data that it is answered from.
#[derive(Debug, PartialEq, Eq, Hash)]
struct RegionParameters {
    /// [`Book::serial`](crate::Book::serial), which also stands for the version.
    book: u64,
    results: u64,
    size: BoardSize,
    opponent: Option<OpponentName>,
    class: Option<String>,
    limit: usize,
    min_verdict: Option<Verdict>,
    failed_conditions: FailedConditions,
    games: GamesFilter,
    weights: PlayWeights,
    min_games: Option<u32>,
}

/// The cache as one query uses it.
pub struct RegionLookup<'a> {
    cache: &'a RegionCache,
    parameters: Arc<RegionParameters>,
    to_play: Color,
}

impl Default for RegionCache {
    fn default() -> RegionCache {
        RegionCache {
            kept: Cache::with_weighter(1, DEFAULT_BYTES, RegionWeigher),
            hits: AtomicU64::new(0),
            misses: AtomicU64::new(0),
        }
    }
}

impl RegionCache {
    /// Limits the cache to some bytes; 0 disables it.
    pub fn set_bytes(&self, bytes: u64) {
        self.kept.set_capacity(bytes);
    }

    /// Returns the cached bytes.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.kept.weight()
    }

    /// Returns the numbers of hits and misses.
    #[must_use]
    pub fn hits_and_misses(&self) -> [u64; 2] {
        [&self.hits, &self.misses].map(|count| count.load(Relaxed))
    }

    /// Returns the cache for a query; `None` if its answer depends on more than its regions.
    pub fn for_query(
        &self,
        book: u64,
        standing: &dyn Results,
        query: &NextQuery,
    ) -> Option<RegionLookup<'_>> {
        let NextQuery {
            size,
            // The board: the readings and checks of a region stand for it.
            initial: _,
            position: _,
            moves: _,
            to_play: _,
            book: _,
            as_of,
            opponent,
            class,
            // Of the whole answer.
            corner: _,
            most: _,
            limit,
            seed,
            min_verdict,
            failed_conditions,
            games,
            weights,
            min_games,
            trend,
            kinds,
            examples,
            whole_board,
            // Only for answers of a whole board.
            fifths: _,
            search: _,
        } = query;
        let results = standing.applied();
        let is_rare = as_of.is_some() || *trend || *kinds;
        let has_more = seed.is_some() || *examples > 0 || *whole_board;
        if is_rare || has_more || standing.newest() != results || self.kept.capacity() == 0 {
            return None;
        }
        let parameters = Arc::new(RegionParameters {
            book,
            results,
            size: *size,
            opponent: opponent.clone(),
            class: class.clone(),
            limit: *limit,
            min_verdict: *min_verdict,
            failed_conditions: *failed_conditions,
            games: games.clone(),
            weights: *weights,
            min_games: *min_games,
        });
        Some(RegionLookup { cache: self, parameters, to_play: query.to_play() })
    }
}

impl RegionLookup<'_> {
    /// Returns the answer of a region: the cached one if its checks hold on this board, else a new one
    /// from `make`, which is cached.
    pub fn get_or_make(
        &self,
        tracker: &Tracker<'_>,
        region: Region,
        holds: impl Fn(&BoardCheck) -> bool,
        make: impl FnOnce() -> AnsweredRegion,
    ) -> Arc<SharedRegion> {
        let Some(key) = self.key(tracker, region) else {
            return Arc::new(SharedRegion::new(make(), self.to_play));
        };
        let fits = |kept: &Arc<SharedRegion>| kept.checks.iter().all(&holds);
        let of_images = key.of_images(self.to_play);
        let original = of_images.as_ref().and_then(|key| self.kept(key));
        let own = original.clone().filter(|original| self.is_own(original, tracker, region));
        let kept = own.filter(fits).or_else(|| self.kept(&key).filter(fits));
        if let Some(kept) = kept {
            self.cache.hits.fetch_add(1, Relaxed);
            return kept;
        }
        self.cache.misses.fetch_add(1, Relaxed);
        let is_first = original.is_none();
        let image = original.and_then(|original| self.image(original, tracker, region));
        let image = image.map(Arc::new).filter(fits);
        let new = || Arc::new(SharedRegion::new(make(), self.to_play));
        let found = image.unwrap_or_else(new);
        let of_images = of_images.filter(|_| is_first && found.has_images());
        self.cache.kept.insert(of_images.unwrap_or(key), WeighedRegion::new(&found));
        found
    }

    /// Returns a cached region. If JSON of wanted fields was added to it, it is weighed again.
    fn kept(&self, key: &RegionKey) -> Option<Arc<SharedRegion>> {
        let WeighedRegion { region, bytes } = self.cache.kept.get(key)?;
        if region.bytes() > bytes {
            self.cache.kept.insert(key.clone(), WeighedRegion::new(&region));
        }
        Some(region)
    }

    /// Whether a region is where its original is, in its orientation and colours.
    fn is_own(&self, original: &SharedRegion, tracker: &Tracker<'_>, region: Region) -> bool {
        let longest = tracker.region(region).longest();
        original.answer.region == region
            && original.to_play == self.to_play
            && longest.is_some_and(|it| it.line().orientations() == original.answer.orientations)
    }

    /// Returns the key of a region; none for stones that no line leads to, and for a region that left
    /// the book, which is cheap to compute.
    fn key(&self, tracker: &Tracker<'_>, region: Region) -> Option<RegionKey> {
        let (readings, latest) = (tracker.region(region).readings(), tracker.moves().len());
        let is_line = readings.iter().all(|reading| reading.is_line() && reading.is_known());
        let key = || RegionKey {
            place: Some((region, self.to_play)),
            readings: readings.iter().map(|reading| ReadingKey::new(reading, latest)).collect(),
            parameters: Arc::clone(&self.parameters),
        };
        is_line.then(key)
    }

    /// Returns a region as the image of another one.
    fn image(
        &self,
        original: Arc<SharedRegion>,
        tracker: &Tracker<'_>,
        region: Region,
    ) -> Option<SharedRegion> {
        let first = tracker.region(region).longest()?;
        let (from, size) = (&original.answer, self.parameters.size);
        // From the original's plain frame to this one, and back.
        let back = first.line().orientations().first().then(from.orientations.first().inverse());
        let turn = back.inverse();
        let place = |played: Move| {
            let step = Frame::plain(from.region).step_of(played, size)?.transformed(turn);
            Frame::plain(region).move_of(step, size).ok()
        };
        let in_colors =
            |color: Color| if self.to_play == original.to_play { color } else { color.opposite() };
        let moves = original.moves.iter().map(|candidate| {
            let plays: Option<_> = candidate.plays.iter().map(|played| place(*played)).collect();
            let symmetry = back.then(candidate.frame.symmetry);
            Some(Arc::new(CandidateMove {
                plays: plays?,
                region,
                frame: Frame { region, symmetry },
                first_mover: in_colors(candidate.first_mover),
                ..CandidateMove::clone(candidate)
            }))
        });
        let checks = original.checks.iter().map(|check| check.turned(region, turn, place));
        let node = from.node.as_ref().map(|placed| PlacedLine {
            line: placed.line.clone(),
            symmetry: back.then(placed.symmetry),
            first_mover: in_colors(placed.first_mover),
        });
        let answer = RegionAnswer {
            region,
            first_mover: from.first_mover.map(in_colors),
            orientations: first.line().orientations(),
            node,
            ..RegionAnswer::clone(from)
        };
        Some(SharedRegion {
            moves: moves.collect::<Option<_>>()?,
            checks: checks.collect::<Option<_>>()?,
            answer: Arc::new(answer),
            is_asymmetric: true,
            to_play: self.to_play,
            bytes: original.bytes,
            json: Default::default(),
            some_json: Mutex::default(),
            some_bytes: AtomicU64::new(0),
            original: Arc::downgrade(&original),
        })
    }
}

impl RegionKey {
    /// The bytes of what has no fixed size.
    fn bytes(&self) -> usize {
        let RegionParameters { games, class, .. } = &*self.parameters;
        let names = games.sources.iter().chain(class).map(|name| size_of::<String>() + name.len());
        let lines = self.readings.iter().map(|it| size_of::<ReadingKey>() + 2 * it.line.len());
        names.sum::<usize>() + lines.sum::<usize>()
    }

    /// Returns the key of all images of a region; none if its line has a symmetry.
    fn of_images(&self, to_play: Color) -> Option<RegionKey> {
        let orientations = self.readings.first()?.line.orientations();
        let turned = |color: Color| match to_play {
            Color::Black => color,
            Color::White => color.opposite(),
        };
        let reading = |reading: &ReadingKey| ReadingKey {
            line: reading.line.transformed(orientations.first()),
            first: reading.first.map(turned),
            last: reading.last.map(turned),
            is_latest: reading.is_latest,
        };
        let readings = || self.readings.iter().map(reading).collect();
        let parameters = || Arc::clone(&self.parameters);
        let key = || RegionKey { place: None, readings: readings(), parameters: parameters() };
        (orientations.len() == 1).then(key)
    }
}

impl WeighedRegion {
    fn new(region: &Arc<SharedRegion>) -> WeighedRegion {
        WeighedRegion { region: Arc::clone(region), bytes: region.bytes() }
    }
}

impl SharedRegion {
    pub(super) fn new(region: AnsweredRegion, to_play: Color) -> SharedRegion {
        let AnsweredRegion { answer, moves, checks, is_asymmetric } = region;
        let texts = moves.iter().filter_map(|candidate| candidate.data.as_deref());
        let texts: usize = texts.map(NodeData::text_bytes).sum();
        SharedRegion {
            bytes: (ENTRY_BYTES + moves.len() * MOVE_BYTES + texts) as u64,
            answer: Arc::new(answer),
            moves: moves.into_iter().map(Arc::new).collect(),
            checks,
            is_asymmetric,
            to_play,
            original: Weak::new(),
            json: Default::default(),
            some_json: Mutex::default(),
            some_bytes: AtomicU64::new(0),
        }
    }

    fn bytes(&self) -> u64 {
        self.bytes + self.some_bytes.load(Relaxed)
    }

    /// Whether all images of the region say the same.
    fn has_images(&self) -> bool {
        let mut checks = self.checks.iter();
        self.is_asymmetric && checks.all(|it| !matches!(it, BoardCheck::Conditions(..)))
    }

    /// Returns the original of this region, while it is cached.
    #[must_use]
    pub fn original(&self) -> Option<Arc<SharedRegion>> {
        self.original.upgrade()
    }

    /// Returns the whole JSON in a format, its notation, which `write` writes first; `None` if it
    /// cannot, or if two other formats are cached.
    #[must_use]
    pub fn json(
        &self,
        format: &str,
        write: impl Fn() -> Option<RegionJson>,
    ) -> Option<Arc<RegionJson>> {
        self.json.iter().find_map(|slot| {
            if slot.get().is_none() {
                // Of two writers at once, the first one's is kept.
                let _ = slot.set((format.into(), Arc::new(write()?)));
            }
            let (_, json) = slot.get().filter(|(kept, _)| **kept == *format)?;
            Some(Arc::clone(json))
        })
    }

    /// Returns the JSON of some fields in a format, its notation and these fields. The last format is
    /// cached, so that no caller keeps others from theirs.
    #[must_use]
    pub fn some_json(
        &self,
        format: &str,
        write: impl Fn() -> Option<RegionJson>,
    ) -> Option<Arc<RegionJson>> {
        let lock = || self.some_json.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, json)) = lock().as_ref().filter(|(kept, _)| **kept == *format) {
            return Some(Arc::clone(json));
        }
        let json = Arc::new(write()?);
        self.some_bytes.store((format.len() + json.bytes()) as u64, Relaxed);
        *lock() = Some((format.into(), Arc::clone(&json)));
        Some(json)
    }
}

impl RegionJson {
    fn bytes(&self) -> usize {
        let ends = self.ends.capacity() * size_of::<usize>();
        self.answer.capacity() + self.moves.capacity() + ends
    }

    /// Returns the JSON of a move.
    #[must_use]
    pub fn of_move(&self, number: usize) -> Option<&[u8]> {
        let start =
            number.checked_sub(1).map_or(Some(0), |before| self.ends.get(before).copied())?;
        self.moves.get(start..*self.ends.get(number)?)
    }
}

impl ReadingKey {
    fn new(reading: &Interpretation, latest: usize) -> ReadingKey {
        ReadingKey {
            line: reading.line().clone(),
            first: reading.first_mover(),
            last: reading.last_color(),
            is_latest: reading.last_move() == latest,
        }
    }
}

/// Weighs cache entries in bytes, with the whole JSON that is written later.
#[derive(Clone, Copy, Debug)]
struct RegionWeigher;

impl Weighter<RegionKey, WeighedRegion> for RegionWeigher {
    fn weight(&self, key: &RegionKey, region: &WeighedRegion) -> u64 {
        region.bytes + key.bytes() as u64
    }
}
