//! Response cache for next-move queries and pattern searches: the same queries come again and again,
//! above all at the beginning of games.
//!
//! A response depends on its query, on the book's version and on the game results, and on nothing
//! else. A cached one stays valid while these are unchanged. The key is the raw query, so a hit
//! needs no parsing. Responses that do not depend on the present book alone (`as_of`, examples) are
//! not cached. Questions that are answered within microseconds are cached when they are asked again:
//! most are asked once, and would only push out others.

use std::hash::{BuildHasher, RandomState};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use bytes::Bytes;
use quick_cache::Weighter;
use quick_cache::sync::Cache;

use crate::etag::Tag;
use joseki_service::{Service, next::NextAnswer};

/// Bytes of a cache entry besides the texts of its response and query.
const ENTRY_OVERHEAD: usize = 200;
/// Approximate bytes of a cache entry with its query.
const TYPICAL_ENTRY_BYTES: usize = 8 << 10;
/// Longer queries are not cached, in bytes.
const MAX_QUERY_BYTES: usize = 16 << 10;

/// Number of recent queries that are remembered to have been asked.
const REMEMBERED: usize = 1 << 13;

/// Cached responses to queries in bodies and in URLs.
#[derive(Debug)]
pub struct ResponseCache {
    bodies: Option<ResponseMap>,
    urls: Option<ResponseMap>,
    /// Hashes of queries, each where its last bits say.
    asked: Box<[AtomicU64]>,
    hasher: RandomState,
    hits: AtomicU64,
    misses: AtomicU64,
}

type ResponseMap = Cache<Bytes, SerializedResponse, EntryWeigher>;

/// A serialized response.
#[derive(Clone, Debug)]
pub struct SerializedResponse {
    /// JSON text.
    pub text: Bytes,
    /// Entity tag, if it has one.
    pub tag: Option<Tag>,
    book: String,
    /// [`Service::stamp`]; `None` if the response is not cacheable.
    stamp: Option<(u64, u64)>,
    /// Whether it takes microseconds to answer again.
    at_once: bool,
}

impl SerializedResponse {
    /// Creates the response of an answer from its JSON. `stamp` is [`Service::stamp`] before and
    /// after; `None` if it changed meanwhile.
    #[must_use]
    pub fn new(
        answer: &NextAnswer,
        mut text: Vec<u8>,
        tag: Option<Tag>,
        stamp: Option<(u64, u64)>,
        at_once: bool,
    ) -> SerializedResponse {
        let alone = answer.examples.is_none() && !answer.results_ahead;
        if text.capacity() > text.len() + text.len() / 8 {
            text.shrink_to_fit();
        }
        SerializedResponse {
            text: text.into(),
            tag,
            book: answer.book.clone(),
            stamp: stamp.filter(|_| alone),
            at_once,
        }
    }
}

impl SerializedResponse {
    /// Creates a response about a book, with its stamp if it can be kept.
    #[must_use]
    pub fn of_book(book: &str, text: Bytes, stamp: Option<(u64, u64)>) -> SerializedResponse {
        SerializedResponse { text, tag: None, book: book.to_owned(), stamp, at_once: false }
    }
}

impl ResponseCache {
    /// Creates a cache of at most `bytes`, queries included; 0 disables it.
    #[must_use]
    pub fn new(bytes: usize) -> ResponseCache {
        let half = (bytes / 2) as u64;
        let kept = || {
            (half > 0).then(|| {
                Cache::with_weighter(bytes / 2 / TYPICAL_ENTRY_BYTES + 1, half, EntryWeigher)
            })
        };
        ResponseCache {
            bodies: kept(),
            urls: kept(),
            asked: (0..REMEMBERED).map(|_| AtomicU64::new(0)).collect(),
            hasher: RandomState::new(),
            hits: AtomicU64::new(0),
            misses: AtomicU64::new(0),
        }
    }

    /// Returns the cached bytes.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        let kept = [&self.bodies, &self.urls].into_iter().flatten();
        kept.map(Cache::weight).sum()
    }

    /// Returns the numbers of hits and misses.
    #[must_use]
    pub fn hits_and_misses(&self) -> [u64; 2] {
        [&self.hits, &self.misses].map(|count| count.load(Relaxed))
    }

    /// Returns the cached response to a query in a body, if it is still valid.
    #[must_use]
    pub fn get_for_body(&self, question: &[u8], service: &Service) -> Option<SerializedResponse> {
        self.look_up(self.bodies.as_ref()?, question, service)
    }

    /// Returns the cached response to a query in a URL, if it is still valid.
    #[must_use]
    pub fn get_for_url(&self, question: &str, service: &Service) -> Option<SerializedResponse> {
        self.look_up(self.urls.as_ref()?, question.as_bytes(), service)
    }

    /// Caches the response to a query in a body.
    pub fn insert_for_body(&self, question: &[u8], answer: &SerializedResponse) {
        self.insert(self.bodies.as_ref(), question, answer);
    }

    /// Caches the response to a query in a URL.
    pub fn insert_for_url(&self, question: &str, answer: &SerializedResponse) {
        self.insert(self.urls.as_ref(), question.as_bytes(), answer);
    }

    fn look_up(
        &self,
        kept: &ResponseMap,
        question: &[u8],
        service: &Service,
    ) -> Option<SerializedResponse> {
        let answer = kept.get(question).filter(|answer| {
            let now = service.learning().stamp(&answer.book);
            now.is_some() && answer.stamp == now
        });
        let count = if answer.is_some() { &self.hits } else { &self.misses };
        count.fetch_add(1, Relaxed);
        answer.inspect(|answer| service.count_question(&answer.book))
    }

    fn insert(&self, kept: Option<&ResponseMap>, question: &[u8], answer: &SerializedResponse) {
        let Some(kept) = kept else { return };
        let is_short = question.len() <= MAX_QUERY_BYTES;
        let is_worth_it = || !answer.at_once || self.was_asked(question);
        if answer.stamp.is_none() || !is_short || !is_worth_it() {
            return;
        }
        // Copied: the body is a slice of the connection's read buffer, which it would keep alive.
        kept.insert(Bytes::copy_from_slice(question), answer.clone());
    }

    /// Whether a query was asked not long ago; remembers it.
    fn was_asked(&self, question: &[u8]) -> bool {
        let hash = self.hasher.hash_one(question);
        self.asked[hash as usize % REMEMBERED].swap(hash, Relaxed) == hash
    }
}

/// Weighs cache entries in bytes.
#[derive(Clone, Copy, Debug)]
struct EntryWeigher;

impl Weighter<Bytes, SerializedResponse> for EntryWeigher {
    fn weight(&self, question: &Bytes, answer: &SerializedResponse) -> u64 {
        (question.len() + answer.text.len() + answer.book.len() + ENTRY_OVERHEAD) as u64
    }
}
