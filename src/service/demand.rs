//! How often each book is asked, and which of them that brings into memory.
//!
//! Each question adds one to the count of its book. A round is due when all counts together reach
//! [`ROUND_QUESTIONS`]; it decides by the counts and halves them. So the latest questions weigh
//! most, whatever time they took, and nothing moves while nobody asks. Each book that is loaded in
//! place of others was asked more than they were together. So while the shares of books stay the
//! same, the number of questions about books in memory grows with every exchange, and exchanges
//! end.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use arc_swap::ArcSwap;
use joseki_store::BookInfo;

/// Number of questions about all books together from which a round is due.
const ROUND_QUESTIONS: u64 = 256;
/// Least number of questions about a book that is loaded by a round.
const MIN_QUESTIONS: u64 = 32;
/// How many times as often as all books in whose place it is loaded a book must be asked.
const CLEARLY_MORE: u64 = 2;

/// Numbers of questions about books, and of loads and evictions.
#[derive(Debug, Default)]
pub(super) struct Demand {
    /// The numbers by book. Questions about other books are not counted: all of them in a program
    /// that is not a server.
    questions: ArcSwap<BTreeMap<String, Arc<AtomicU64>>>,
    /// Number of times that a book was read whole.
    pub(super) loads: AtomicU64,
    /// Number of times that a book left memory for want of room.
    pub(super) evictions: AtomicU64,
}

/// The size of a book, and how often it was asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct BookDemand<'a> {
    pub(super) name: &'a str,
    pub(super) nodes: u64,
    pub(super) questions: u64,
}

impl Demand {
    /// Counts a question.
    pub(super) fn count(&self, book: &str) {
        if let Some(questions) = self.questions.load().get(book) {
            questions.fetch_add(1, Relaxed);
        }
    }

    /// Counts questions about these books from now on, and about no others.
    pub(super) fn follow<'a>(&self, books: impl Iterator<Item = &'a String>) {
        let before = self.questions.load_full();
        let counts =
            books.map(|name| (name.clone(), before.get(name).cloned().unwrap_or_default()));
        let counts: BTreeMap<String, Arc<AtomicU64>> = counts.collect();
        self.questions.store(Arc::new(counts));
    }

    /// Returns how often a book was asked.
    pub(super) fn measure<'a>(&self, book: &'a BookInfo) -> BookDemand<'a> {
        let questions = self.questions.load();
        let questions = questions.get(&book.name).map_or(0, |questions| questions.load(Relaxed));
        BookDemand { name: &book.name, nodes: book.nodes, questions }
    }

    /// Whether enough was asked for a round.
    pub(super) fn is_round_due(&self) -> bool {
        let questions = self.questions.load();
        let all: u64 = questions.values().map(|questions| questions.load(Relaxed)).sum();
        all >= ROUND_QUESTIONS
    }

    /// Halves all numbers.
    pub(super) fn halve(&self) {
        for questions in self.questions.load_full().values() {
            let _ = questions.fetch_update(Relaxed, Relaxed, |asked| Some(asked / 2));
        }
    }
}

impl BookDemand<'_> {
    /// Compares books by what their room is worth: the one with more questions for each node is
    /// first, then the smaller one.
    pub(super) fn rank(&self, other: &BookDemand<'_>) -> Ordering {
        let by_density = other.questions_times(self).cmp(&self.questions_times(other));
        by_density.then(self.nodes.cmp(&other.nodes)).then(self.name.cmp(other.name))
    }

    fn questions_times(&self, other: &BookDemand<'_>) -> u128 {
        u128::from(self.questions) * u128::from(other.nodes.max(1))
    }
}

/// Returns the books that are evicted so that another one fits into `room` nodes. `None` if it
/// stays on the disk: it was not asked often enough, neither alone nor compared with them, or does
/// not fit. Books in memory are in the order of [`BookDemand::rank`].
pub(super) fn evicted_for<'b, 'a>(
    book: &BookDemand<'_>,
    in_memory: &'b [BookDemand<'a>],
    room: u64,
) -> Option<Vec<&'b BookDemand<'a>>> {
    if book.questions < MIN_QUESTIONS {
        return None;
    }
    let is_clearly_more = |questions: u64| book.questions / CLEARLY_MORE >= questions;
    let held: u64 = in_memory.iter().map(|other| other.nodes).sum();
    let needed = held.saturating_add(book.nodes).saturating_sub(room);
    let (mut freed, mut evicted) = (0_u64, Vec::new());
    for other in in_memory.iter().rev().filter(|other| is_clearly_more(other.questions)) {
        if freed >= needed {
            break;
        }
        freed += other.nodes;
        evicted.push(other);
    }
    // Those whose room is not needed beside that of the later ones stay, the most asked first.
    let mut spare = freed.checked_sub(needed)?;
    evicted.reverse();
    evicted.retain(|other| {
        let stays = other.nodes <= spare;
        spare -= if stays { other.nodes } else { 0 };
        !stays
    });
    let questions: u64 = evicted.iter().map(|other| other.questions).sum();
    is_clearly_more(questions).then_some(evicted)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::collection::vec;
    use proptest::prelude::*;

    const fn book(name: &str, nodes: u64, questions: u64) -> BookDemand<'_> {
        BookDemand { name, nodes, questions }
    }

    fn names<'a>(found: Option<Vec<&BookDemand<'a>>>) -> Option<Vec<&'a str>> {
        found.map(|books| books.iter().map(|book| book.name).collect())
    }

    #[test]
    fn only_what_is_asked_less_makes_room_and_no_more_than_needed() {
        let mut held = [book("a", 30, 40), book("b", 20, 0), book("c", 10, 0), book("d", 5, 60)];
        held.sort_by(BookDemand::rank);
        let evicted = |nodes, questions, room| {
            names(evicted_for(&book("new", nodes, questions), &held, room))
        };
        assert_eq!(evicted(35, 32, 100), Some(vec![]));
        assert_eq!(evicted(35, 31, 100), None);
        assert_eq!(evicted(45, 32, 100), Some(vec!["b"]));
        assert_eq!(evicted(60, 32, 100), Some(vec!["c", "b"]));
        assert_eq!(evicted(66, 79, 100), None);
        assert_eq!(evicted(66, 80, 100), Some(vec!["a", "b"]));
        assert_eq!(evicted(100, 199, 100), None);
        assert_eq!(evicted(100, 200, 100), Some(vec!["d", "a", "c", "b"]));
        assert_eq!(evicted(101, 1_000_000, 100), None);
    }

    #[test]
    fn halving_leaves_the_shares_of_books_as_they_are() {
        let demand = Demand::default();
        let books = ["a", "b"].map(str::to_owned);
        demand.count("a");
        demand.follow(books.iter());
        for number in 0..ROUND_QUESTIONS {
            assert!(!demand.is_round_due());
            demand.count(if number % 4 == 0 { "a" } else { "b" });
            demand.count("unknown");
        }
        assert!(demand.is_round_due());
        demand.halve();
        assert!(!demand.is_round_due());
        demand.follow(books.iter());
        let questions = demand.questions.load();
        let counts: Vec<u64> = questions.values().map(|count| count.load(Relaxed)).collect();
        assert_eq!(counts, [ROUND_QUESTIONS / 8, 3 * ROUND_QUESTIONS / 8]);
    }

    proptest! {
        #[test]
        fn under_equal_demand_each_exchange_is_worth_it_and_they_end(
            books in vec((1u64..100, 0u64..1000), 1..12), room in 0u64..300,
        ) {
            let names: Vec<String> = (0..books.len()).map(|number| number.to_string()).collect();
            let books = names.iter().zip(&books);
            let mut on_disk: Vec<BookDemand<'_>> =
                books.map(|(name, &(nodes, questions))| book(name, nodes, questions)).collect();
            let mut in_memory: Vec<BookDemand<'_>> = Vec::new();
            loop {
                on_disk.sort_by(BookDemand::rank);
                in_memory.sort_by(BookDemand::rank);
                let exchange = on_disk.iter().enumerate().find_map(|(place, book)| {
                    let evicted = evicted_for(book, &in_memory, room)?;
                    Some((place, evicted.into_iter().cloned().collect::<Vec<_>>()))
                });
                let Some((place, evicted)) = exchange else { break };
                let loaded = on_disk.remove(place);
                let lost: u64 = evicted.iter().map(|book| book.questions).sum();
                prop_assert!(loaded.questions >= MIN_QUESTIONS);
                prop_assert!(loaded.questions >= CLEARLY_MORE * lost);
                in_memory.retain(|book| !evicted.contains(book));
                in_memory.push(loaded);
                on_disk.extend(evicted);
                prop_assert!(in_memory.iter().map(|book| book.nodes).sum::<u64>() <= room);
            }
            let held: u64 = in_memory.iter().map(|book| book.nodes).sum();
            for book in on_disk.iter().filter(|book| book.questions >= MIN_QUESTIONS) {
                prop_assert!(held + book.nodes > room);
            }
        }
    }
}
