//! Review of records on many threads.

use std::collections::BTreeMap;
use std::io;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::game::GameReview;
use super::gather::{GameAdded, GatheredGames, WantedPlayers};
use super::judged::GamePlace;
use super::request::{ReviewFilesRequest, ReviewOutcome, ReviewReport, ReviewedGame, ReviewedTree};
use crate::Service;
use crate::pinned::PinnedBook;
use joseki_format::game_info::game_info;
use joseki_format::sgf::{GameTree, SgfError};
use joseki_mine::{RecordConsumer, RecordPlace, ReportConsumer, ReportCounts};

/// Reviews the records of files; shared by its workers.
pub struct Reviewer<'a> {
    service: &'a Service,
    book: &'a PinnedBook,
    request: &'a ReviewFilesRequest,
    wanted: WantedPlayers,
    shared: Mutex<ReviewState>,
}

#[derive(Default)]
struct ReviewState {
    gathered: GatheredGames,
    /// Reviews of the first games by place.
    kept: BTreeMap<GamePlace, GameReview>,
    annotated: BTreeMap<GamePlace, Vec<u8>>,
    report: ReviewReport,
}

impl<'a> Reviewer<'a> {
    pub fn new(
        service: &'a Service,
        book: &'a PinnedBook,
        request: &'a ReviewFilesRequest,
    ) -> Reviewer<'a> {
        Reviewer {
            service,
            book,
            request,
            wanted: WantedPlayers::new(&request.options.players),
            shared: Mutex::default(),
        }
    }

    /// Reviews a game of a text in memory.
    pub fn text(&self, name: &str, tree: Result<GameTree, SgfError>) -> io::Result<()> {
        match tree {
            Ok(tree) => self.take(name, &tree),
            Err(error) => {
                self.unreadable(format!("{name}: {error}"));
                Ok(())
            }
        }
    }

    pub fn finish(self) -> ReviewOutcome {
        let shared = self.shared.into_inner();
        let shared = shared.unwrap_or_else(PoisonError::into_inner);
        let kept = shared.kept.into_iter();
        ReviewOutcome {
            book: self.book.info().clone(),
            moves: self.request.options.moves,
            games: kept.map(|(place, review)| ReviewedGame { place, review }).collect(),
            profiles: shared.gathered.profiles(&self.wanted),
            report: shared.report,
            annotated: shared.annotated.into_iter().collect(),
        }
    }

    fn shared(&self) -> MutexGuard<'_, ReviewState> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn take(&self, name: &str, tree: &GameTree) -> io::Result<()> {
        self.shared().report.seen += 1;
        let info = game_info(tree);
        if !self.wanted.plays(&info.black.name, &info.white.name) {
            self.shared().report.others += 1;
            return Ok(());
        }
        let asked = &self.request.options;
        let reviews = self.service.reviews();
        let reviewed = reviews.review_tree(self.book, asked, &self.wanted, tree);
        match reviewed.map_err(io::Error::other)? {
            Ok(reviewed) => {
                let place = GamePlace {
                    file: name.into(),
                    line: tree.root().line(),
                    game: reviewed.review.fingerprint,
                };
                self.gather(place, reviewed);
            }
            Err(refusal) => {
                let mut shared = self.shared();
                *shared.report.rejected.entry(refusal.kind()).or_default() += 1;
            }
        }
        Ok(())
    }

    fn gather(&self, place: GamePlace, reviewed: ReviewedTree) {
        let ReviewedTree { review, sides, annotated } = reviewed;
        let mut shared = self.shared();
        match shared.gathered.add(&place, &review, sides) {
            GameAdded::New => shared.report.reviewed += 1,
            GameAdded::Replaced(other) => {
                shared.report.duplicates += 1;
                shared.kept.remove(&other);
                shared.annotated.remove(&other);
            }
            GameAdded::Known => {
                shared.report.duplicates += 1;
                return;
            }
        }
        if let Some(annotated) = annotated {
            shared.annotated.insert(place.clone(), annotated);
        }
        shared.kept.insert(place, review);
        if shared.kept.len() > self.request.keep {
            shared.kept.pop_last();
        }
    }
}

impl ReportConsumer for Reviewer<'_> {
    fn with_counts<T>(&self, use_counts: impl FnOnce(ReportCounts<'_>) -> T) -> T {
        let ReviewReport { seen, skipped, unreadable, defects, .. } = &mut self.shared().report;
        use_counts(ReportCounts { seen, skipped, unreadable, defects })
    }

    fn add_record(&self, place: RecordPlace<'_>, tree: &GameTree) -> io::Result<()> {
        self.take(place.name, tree)
    }
}
