//! A new book that need not fit into memory, as handed to the store.

use std::{fmt, io};

use super::{ChangeNote, GamesChange};
use joseki_book::Tally;
use joseki_game::{Step, Variant};

/// A book to be created from a stream of its nodes, without data, perhaps with counted games.
///
/// The iterators are pulled while the store is being written: those of the games first. The writer
/// is blocked meanwhile: they may read from the store but must not write to it, nor read from a
/// file that was opened with [`SqliteStore::open_to_fill`](super::SqliteStore::open_to_fill). They
/// must not panic, and 15,000 nodes must not take a minute, after which a server ends the
/// transaction. An error from one becomes the error of the creation, and nothing is written. A
/// [`StoreError`] wrapped by [`io::Error::other`] is returned as it was.
///
/// ```
/// use joseki_game::Variant;
/// use joseki_store::{BookStream, ChangeKind, ChangeNote, SqliteStore, StreamedNode, Upkeep};
///
/// let folder = tempfile::tempdir()?;
/// let store = SqliteStore::open(folder.path().join("joseki.db"))?;
/// let nodes = vec![StreamedNode::new(1, "DD".parse()?), StreamedNode::new(2, "CF".parse()?)];
/// let info = store.stream_book(BookStream {
///     name: "main".to_owned(),
///     variant: Variant::GO,
///     note: ChangeNote::new(ChangeKind::Create, "curator", ""),
///     nodes: 2,
///     lines: 1,
///     moves: Box::new(nodes.into_iter().map(Ok)),
///     games: None,
/// })?;
/// assert_eq!((info.version, info.nodes, info.lines), (1, 2, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// [`StoreError`]: super::StoreError
pub struct BookStream {
    /// The book's name, which must be free.
    pub name: String,
    /// The game that it is about.
    pub variant: Variant,
    /// Who creates it, how and why.
    pub note: ChangeNote,
    /// Number of nodes, without the root.
    pub nodes: u64,
    /// Number of flattened lines: of the nodes that have [`StreamedNode::ends`] or that no node
    /// follows.
    pub lines: u64,
    /// The nodes in preorder, without the root. Those after one node ascend by their steps, and all
    /// lines are canonical.
    pub moves: Box<dyn Iterator<Item = io::Result<StreamedNode>> + Send>,
    /// The counted games, if there are any, with the counts of all lines, those of the root first.
    pub games: Option<GamesChange>,
}

/// A node of a stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StreamedNode {
    /// Number of steps of its line, at most one more than of the node before.
    pub depth: usize,
    /// The last step of its line.
    pub step: Step,
    /// Whether a line ends here even if nodes follow.
    pub ends: bool,
    /// Whether the node is in the book only because of counted games.
    pub mined: bool,
    /// The counts of its line in [`BookStream::games`], if it was counted. They are written as they
    /// are: other counts are damage that `joseki doctor` reports.
    pub tally: Option<Tally>,
}

impl StreamedNode {
    /// A node without counts, where a line ends only if no node follows.
    #[must_use]
    pub const fn new(depth: usize, step: Step) -> StreamedNode {
        StreamedNode { depth, step, ends: false, mined: false, tally: None }
    }
}

impl fmt::Debug for BookStream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BookStream")
            .field("name", &self.name)
            .field("variant", &self.variant)
            .field("nodes", &self.nodes)
            .field("lines", &self.lines)
            .field("games", &self.games)
            .finish_non_exhaustive()
    }
}
