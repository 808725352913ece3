//! Games to be reviewed, and what comes of them.

use std::collections::BTreeMap;
use std::path::PathBuf;

use super::collect::Reviewer;
use super::game::{GameReview, ReviewRefusal};
use super::gather::{Added, Gathered, Wanted};
use super::notes::annotated;
use super::place::Place;
use super::profile::Profile;
use crate::format::sgf::{GameTree, Limits, TreeReader};
use crate::mine::Collection;
use crate::service::{Book, BookRef, Service, ServiceError, SourceFile};
use crate::store::BookInfo;

/// How games are reviewed.
#[derive(Clone, Debug)]
pub struct ReviewAsked {
    /// The book.
    pub book: BookRef,
    /// How many moves of each game.
    pub moves: usize,
    /// Whose profiles are wanted; see [`super::LEAST_GAMES`] if nobody is named.
    pub players: Vec<String>,
    /// Whether the records are wanted back with the review in them.
    pub annotate: bool,
}

/// Files of games to be reviewed.
#[derive(Clone, Debug)]
pub struct ReviewRequest {
    /// How.
    pub asked: ReviewAsked,
    /// Files, folders and archives.
    pub paths: Vec<PathBuf>,
    /// Texts that are in memory.
    pub texts: Vec<SourceFile>,
    /// How many reviews are kept: those that come first. Profiles are over all games.
    pub keep: usize,
    /// How many threads review.
    pub threads: usize,
}

/// What came of a review of files.
#[derive(Debug)]
pub struct ReviewOutcome {
    /// The book.
    pub book: BookInfo,
    /// The moves of each game that were looked at.
    pub moves: usize,
    /// The games that are kept, in the order of their places, each once.
    pub games: Vec<ReviewedGame>,
    /// The players.
    pub profiles: Vec<Profile>,
    /// What became of the records.
    pub report: ReviewReport,
    /// The annotated records of all games, in the order of their places, if they were asked for.
    pub annotated: Vec<(Place, Vec<u8>)>,
}

/// A game with where it comes from.
#[derive(Debug)]
pub struct ReviewedGame {
    /// Where it comes from.
    pub place: Place,
    /// What the book says of it.
    pub review: GameReview,
}

/// What came of a review of games that were sent.
#[derive(Debug)]
pub struct TextsReviewed {
    /// The book.
    pub book: BookInfo,
    /// In the order in which they were sent.
    pub games: Vec<Result<SentGame, ReviewRefusal>>,
    /// The players.
    pub profiles: Vec<Profile>,
}

/// A game that was sent: its review, and its annotated record, if that was asked for.
pub type SentGame = (ReviewedGame, Option<Vec<u8>>);

/// What became of the records: `games` is the sum of `reviewed`, `duplicates`, `others` and all `rejected`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReviewReport {
    /// Records seen.
    pub games: u64,
    /// Reviewed.
    pub reviewed: u64,
    /// Left out, for they are the same game as another.
    pub duplicates: u64,
    /// Left out, for none of the named players plays.
    pub others: u64,
    /// Left out, by reason.
    pub rejected: BTreeMap<&'static str, u64>,
    /// Files and entries of archives that are no game records.
    pub skipped: u64,
    /// Texts or parts of them that could not be read.
    pub unreadable: u64,
    /// What was unreadable, and where; the first hundred.
    pub defects: Vec<String>,
}

/// How far a review has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReviewProgress {
    /// Bytes done, as they lie on the disk.
    pub bytes: u64,
    /// Bytes in all.
    pub total: u64,
    /// Records done.
    pub games: u64,
}

impl Service {
    /// Reviews files of games. Neither the order of the records nor the number of threads makes a
    /// difference. Nothing is written.
    ///
    /// # Errors
    /// An unknown book, a path that is not there, a store that cannot be read.
    pub fn review(
        &self,
        request: &ReviewRequest,
        tell: &mut (dyn FnMut(ReviewProgress) + Send),
    ) -> Result<ReviewOutcome, ServiceError> {
        let book = self.book_of(&request.asked.book)?;
        let collection = Collection::find(&request.paths, None)?;
        let reviewer = Reviewer::new(self, &book, request);
        for text in &request.texts {
            for tree in TreeReader::new(text.bytes.as_slice(), &Limits::default()) {
                reviewer.text(&text.name, tree)?;
            }
        }
        let total = collection.total_bytes();
        collection.read(&reviewer, request.threads, &mut |bytes, games| {
            tell(ReviewProgress {
                bytes,
                total,
                games,
            });
        })?;
        Ok(reviewer.finish())
    }

    /// Reviews games that were sent, each by itself. The profiles have a game that was sent twice once.
    ///
    /// # Errors
    /// An unknown book, a store that cannot be read.
    pub fn review_texts(
        &self,
        asked: &ReviewAsked,
        games: Vec<Result<GameTree, ReviewRefusal>>,
    ) -> Result<TextsReviewed, ServiceError> {
        let book = self.book_of(&asked.book)?;
        let wanted = Wanted::new(&asked.players);
        let mut gathered = Gathered::default();
        let mut reviewed = Vec::with_capacity(games.len());
        for (number, tree) in games.into_iter().enumerate() {
            let tree = match tree {
                Ok(tree) => tree,
                Err(refusal) => {
                    reviewed.push(Err(refusal));
                    continue;
                }
            };
            let game = self.review_tree(&book, asked, &tree)?.map(|review| {
                let place = Place {
                    file: "".into(),
                    line: u32::try_from(number).unwrap_or(u32::MAX),
                    game: review.fingerprint,
                };
                let _: Added = gathered.add(&place, &review, &wanted, &book.index);
                ReviewedGame { place, review }
            });
            reviewed.push(match game {
                Ok(game) => {
                    let record = asked.annotate.then(|| record(&tree, &game.review, &book));
                    Ok((game, record.transpose()?))
                }
                Err(refusal) => Err(refusal),
            });
        }
        Ok(TextsReviewed {
            book: book.info.clone(),
            games: reviewed,
            profiles: gathered.profiles(&wanted),
        })
    }

    /// One game. The results are held only so long, so that others can enter theirs.
    pub(super) fn review_tree(
        &self,
        book: &Book,
        asked: &ReviewAsked,
        tree: &GameTree,
    ) -> Result<Result<GameReview, ReviewRefusal>, ServiceError> {
        let standing = self.standing()?;
        Ok(GameReview::of(book, &standing, tree, asked))
    }
}

/// A record with its review.
pub(super) fn record(
    tree: &GameTree,
    review: &GameReview,
    book: &Book,
) -> Result<Vec<u8>, ServiceError> {
    annotated(tree, review, book).map_err(|error| ServiceError::Export(error.to_string()))
}
