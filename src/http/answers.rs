//! Answers about the next move, kept as they were sent: the same question is asked again and again, above all at the beginning of games.
//!
//! An answer depends on its question, on the book's version and on the results of games, nothing else; so one that is kept is right as long as
//! these are as they were. It is looked up by the question as it was written, before anything is understood of it. Questions
//! whose answers are not of the present book alone (`as_of`, examples) are not kept.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use bytes::Bytes;
use quick_cache::Weighter;
use quick_cache::sync::Cache;

use super::cache::{Tag, text};
use super::problem::Problem;
use crate::service::{NextAnswer, Service};
use crate::wire::NextResponse;

/// What a kept answer takes beside its text and that of its question.
const AROUND: usize = 200;
/// What an answer takes with its question, about.
const USUAL: usize = 8 << 10;
/// Questions of more bytes are not kept.
const LONGEST: usize = 16 << 10;

/// The answers that are kept: those to questions in bodies, and in addresses.
#[derive(Debug)]
pub struct Answers {
    bodies: Option<Kept>,
    addresses: Option<Kept>,
    found: AtomicU64,
    missed: AtomicU64,
}

type Kept = Cache<Bytes, Written, Size>;

/// An answer as it is sent.
#[derive(Clone, Debug)]
pub struct Written {
    /// Its JSON.
    pub text: Bytes,
    /// Its tag, if it has one.
    pub tag: Option<Tag>,
    book: String,
    /// The book's version and the last change of the results; nothing of an answer that is not to be kept.
    stamp: Option<(u64, u64)>,
}

impl Written {
    /// An answer of the present book.
    ///
    /// # Errors
    /// It cannot be written as JSON.
    pub fn new(answer: &NextAnswer, response: NextResponse) -> Result<Written, Problem> {
        let alone = answer.examples.is_none() && !answer.results_ahead;
        Ok(Written {
            text: text(&response)?,
            tag: Tag::of_answer(answer),
            book: answer.book.clone(),
            stamp: alone.then_some((answer.version, answer.results)),
        })
    }
}

impl Answers {
    /// Answers of so many bytes, with their questions; none are kept of 0 bytes.
    #[must_use]
    pub fn new(bytes: usize) -> Answers {
        let half = (bytes / 2) as u64;
        let kept = || (half > 0).then(|| Cache::with_weighter(bytes / 2 / USUAL + 1, half, Size));
        Answers {
            bodies: kept(),
            addresses: kept(),
            found: AtomicU64::new(0),
            missed: AtomicU64::new(0),
        }
    }

    /// Bytes that are kept.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        let kept = [&self.bodies, &self.addresses].into_iter().flatten();
        kept.map(Cache::weight).sum()
    }

    /// How many questions found their answer, and how many did not.
    #[must_use]
    pub fn asked(&self) -> [u64; 2] {
        [&self.found, &self.missed].map(|count| count.load(Relaxed))
    }

    /// The answer to a question in a body, if it is kept and still right.
    #[must_use]
    pub fn to_body(&self, question: &[u8], service: &Service) -> Option<Written> {
        self.look_up(self.bodies.as_ref()?, question, service)
    }

    /// The answer to a question in an address, if it is kept and still right.
    #[must_use]
    pub fn to_address(&self, question: &str, service: &Service) -> Option<Written> {
        self.look_up(self.addresses.as_ref()?, question.as_bytes(), service)
    }

    /// Keeps an answer to a question in a body.
    pub fn keep_of_body(&self, question: &[u8], answer: &Written) {
        keep(self.bodies.as_ref(), question, answer);
    }

    /// Keeps an answer to a question in an address.
    pub fn keep_of_address(&self, question: &str, answer: &Written) {
        keep(self.addresses.as_ref(), question.as_bytes(), answer);
    }

    fn look_up(&self, kept: &Kept, question: &[u8], service: &Service) -> Option<Written> {
        let answer = kept.get(question).filter(|answer| {
            let now = service.stamp(&answer.book);
            now.is_some() && answer.stamp == now
        });
        let count = if answer.is_some() {
            &self.found
        } else {
            &self.missed
        };
        count.fetch_add(1, Relaxed);
        answer
    }
}

fn keep(kept: Option<&Kept>, question: &[u8], answer: &Written) {
    if let Some(kept) = kept
        && answer.stamp.is_some()
        && question.len() <= LONGEST
    {
        // A body is part of what was read from its connection, all of which it would hold.
        kept.insert(Bytes::copy_from_slice(question), answer.clone());
    }
}

/// How much of the room a kept answer takes.
#[derive(Clone, Copy, Debug)]
struct Size;

impl Weighter<Bytes, Written> for Size {
    fn weight(&self, question: &Bytes, answer: &Written) -> u64 {
        (question.len() + answer.text.len() + answer.book.len() + AROUND) as u64
    }
}
