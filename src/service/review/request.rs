//! Review requests and their outcomes.

use crate::review::Reviews;
use std::collections::BTreeMap;
use std::iter::Enumerate;
use std::path::PathBuf;
use std::vec;

use serde::Serialize;

use super::collect::Reviewer;
use super::game::{GameReview, ReviewOptions, ReviewRefusal};
use super::gather::{GameAdded, GatheredGames, WantedPlayers};
use super::judged::GamePlace;
use super::notes::annotated;
use super::profile::Profile;
use super::side::GameSide;
use crate::pinned::PinnedBook;
use crate::{Book, Service, ServiceError, SourceFile};
use joseki_base::cancel::checkpoint;
use joseki_format::record::as_sgf;
use joseki_format::sgf::{GameTree, Limits, TreeReader};
use joseki_mine::{ReadProgress, RecordCollection, RecordConsumer};
use joseki_store::BookInfo;

/// A request to review files of games.
#[derive(Clone, Debug)]
pub struct ReviewFilesRequest {
    /// Parameters of the review.
    pub options: ReviewOptions,
    /// Files, folders and archives.
    pub paths: Vec<PathBuf>,
    /// Texts in memory.
    pub texts: Vec<SourceFile>,
    /// Maximum number of reviews in the outcome: the first ones. Profiles cover all games.
    pub keep: usize,
    /// Worker threads.
    pub threads: usize,
}

/// Outcome of a review of files.
#[derive(Debug)]
pub struct ReviewOutcome {
    /// Book that was compared with.
    pub book: BookInfo,
    /// Number of moves reviewed per game.
    pub moves: usize,
    /// The first games in the order of their places, each once.
    pub games: Vec<ReviewedGame>,
    /// Profiles of the players.
    pub profiles: Vec<Profile>,
    /// Counts of the records by outcome.
    pub report: ReviewReport,
    /// Annotated records of all games in the order of their places, if requested.
    pub annotated: Vec<(GamePlace, Vec<u8>)>,
}

/// A reviewed game with its origin.
#[derive(Debug)]
pub struct ReviewedGame {
    /// Origin of the game.
    pub place: GamePlace,
    /// Review of the game.
    pub review: GameReview,
}

/// Reviews of submitted games, one by one. A game that was sent twice counts once in the profiles.
#[derive(Debug)]
pub struct SubmittedGames {
    book: PinnedBook,
    options: ReviewOptions,
    wanted: WantedPlayers,
    gathered: GatheredGames,
    games: Enumerate<vec::IntoIter<Result<GameTree, ReviewRefusal>>>,
}

/// Review of a submitted game, with its annotated record if requested.
pub type SubmittedReview = (ReviewedGame, Option<Vec<u8>>);

/// Counts of the records by outcome: `seen` is the sum of `reviewed`, `duplicates`, `others` and
/// all `rejected`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ReviewReport {
    /// Records read.
    pub seen: u64,
    /// Games reviewed.
    pub reviewed: u64,
    /// Excluded as copies of another game.
    pub duplicates: u64,
    /// Excluded because none of the named players plays.
    pub others: u64,
    /// Rejected, by reason.
    pub rejected: BTreeMap<&'static str, u64>,
    /// Files and archive entries that are not game records.
    pub skipped: u64,
    /// Texts or parts of texts that could not be read.
    pub unreadable: u64,
    /// Descriptions of unreadable texts with their places; the first 100.
    pub defects: Vec<String>,
}

impl Reviews<'_> {
    /// Reviews files of games. The result depends neither on the order of the records nor on the
    /// number of threads. Nothing is written.
    ///
    /// # Errors
    /// Unknown book, missing path, unreadable store.
    pub fn review(
        &self,
        request: &ReviewFilesRequest,
        on_progress: &mut (dyn FnMut(ReadProgress) + Send),
    ) -> Result<ReviewOutcome, ServiceError> {
        let book = self.service.pin(&request.options.book)?;
        let collection = RecordCollection::find(&request.paths, None)?;
        let reviewer = Reviewer::new(self.service, &book, request);
        for text in &request.texts {
            let sgf = match as_sgf(book.info().variant.game(), &text.bytes) {
                Ok(sgf) => sgf,
                Err(error) => {
                    reviewer.unreadable(format!("{}: {error}", text.name));
                    continue;
                }
            };
            for tree in TreeReader::new(&*sgf, &Limits::default()) {
                reviewer.text(&text.name, tree)?;
            }
        }
        collection.read(&reviewer, request.threads, on_progress)?;
        Ok(reviewer.finish())
    }

    /// Begins to review submitted games.
    ///
    /// # Errors
    /// Unknown book or unreadable store.
    pub fn review_texts(
        &self,
        options: ReviewOptions,
        games: Vec<Result<GameTree, ReviewRefusal>>,
    ) -> Result<SubmittedGames, ServiceError> {
        let book = self.service.pin(&options.book)?;
        Ok(SubmittedGames {
            book,
            wanted: WantedPlayers::new(&options.players),
            gathered: GatheredGames::default(),
            games: games.into_iter().enumerate(),
            options,
        })
    }

    /// Reviews one game.
    pub(super) fn review_tree(
        &self,
        book: &PinnedBook,
        options: &ReviewOptions,
        wanted: &WantedPlayers,
        tree: &GameTree,
    ) -> Result<Result<ReviewedTree, ReviewRefusal>, ServiceError> {
        let standing = self.service.learning().live_results()?;
        self.service.ask_pinned(book, |book| {
            let review = match GameReview::new(book, &standing, tree, options) {
                Ok(review) => review,
                Err(refusal) => return Ok(Err(refusal)),
            };
            let sides = wanted.sides(&review, &book.index);
            let annotated =
                options.annotate.then(|| annotate_record(tree, &review, book)).transpose()?;
            Ok(Ok(ReviewedTree { review, sides, annotated }))
        })
    }
}

/// A review with what else the book says of the game.
pub(super) struct ReviewedTree {
    pub(super) review: GameReview,
    /// Wanted sides.
    pub(super) sides: Vec<GameSide>,
    /// Annotated record, if requested.
    pub(super) annotated: Option<Vec<u8>>,
}

impl SubmittedGames {
    /// Returns the book that is compared with.
    #[must_use]
    pub fn book(&self) -> &BookInfo {
        self.book.info()
    }

    /// Returns the number of moves reviewed per game.
    #[must_use]
    pub fn moves(&self) -> usize {
        self.options.moves
    }

    /// Reviews the next game; `None` after the last one.
    ///
    /// # Errors
    /// Unreadable store, or the work was cancelled.
    pub fn review_next(
        &mut self,
        service: &Service,
    ) -> Result<Option<Result<SubmittedReview, ReviewRefusal>>, ServiceError> {
        checkpoint()?;
        let (number, tree) = match self.games.next() {
            None => return Ok(None),
            Some((_, Err(refusal))) => return Ok(Some(Err(refusal))),
            Some((number, Ok(tree))) => (number, tree),
        };
        let reviews = service.reviews();
        let reviewed = reviews.review_tree(&self.book, &self.options, &self.wanted, &tree)?;
        let ReviewedTree { review, sides, annotated } = match reviewed {
            Ok(reviewed) => reviewed,
            Err(refusal) => return Ok(Some(Err(refusal))),
        };
        let place = GamePlace {
            file: "".into(),
            line: u32::try_from(number).unwrap_or(u32::MAX),
            game: review.fingerprint,
        };
        let _: GameAdded = self.gathered.add(&place, &review, sides);
        Ok(Some(Ok((ReviewedGame { place, review }, annotated))))
    }

    /// Leaves out the next game; returns whether there was one.
    pub fn skip_next(&mut self) -> bool {
        self.games.next().is_some()
    }

    /// Returns the profiles of the players in the games reviewed so far.
    #[must_use]
    pub fn profiles(&self) -> Vec<Profile> {
        self.gathered.profiles(&self.wanted)
    }
}

/// Returns a record annotated with its review.
fn annotate_record(
    tree: &GameTree,
    review: &GameReview,
    book: &Book,
) -> Result<Vec<u8>, ServiceError> {
    annotated(tree, review, book).map_err(|error| ServiceError::Export(error.to_string()))
}
