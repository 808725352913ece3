//! Books as files for other programs: weights of the moves and the file itself.

use crate::curate::Curation;
use std::io;

use super::opening_book::{no_opening_book, write_pgn};
use crate::GoFeature;
use crate::book::Book;
use crate::error::ServiceError;
use crate::next::priorities::prior_evidence;
use crate::next::statistics::{SelectedGames, Statistics};
use crate::past::BookRef;
use joseki_base::cancel::{Cancelled, checkpoint};
use joseki_book::{Index, Line, NodeId, Verdict};
use joseki_format::book_file::{
    BookFile, BookFileHead, Contents, FileSink, GoFiles, MAX_PATTERNS, Purpose, Selection,
    SelectionCriteria, Weight, binary, csv, fuego, gnu_go, go_files, ndjson, pachi,
    start_positions,
};
use joseki_format::dictionary::{self, ExportOptions};
use joseki_format::five::library;
use joseki_format::five::pos::write_pos;
use joseki_format::five::renlib::BOARD_SIZE;
use joseki_format::sgf::TextEncoding;
use joseki_format::xiangqi::opening_book::OpeningBookKind;
use joseki_game::{Color, Frame, Variant};
use joseki_priority::{Edge, PriorityContext, beliefs};

/// Weight of a priority of 0.
const PRIORITY_ONE: f64 = 1000.0;

/// File formats for a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BookFormat {
    /// One SGF game tree.
    Sgf,
    /// Lines of the book, one per line of text.
    Lines,
    /// Table in CSV (RFC 4180).
    Csv,
    /// JSON, one object per line.
    Ndjson,
    /// Fuego's text book.
    Fuego,
    /// Pachi's text book.
    Pachi,
    /// SGF for GNU Go's joseki converter.
    GnuGo,
    /// Start positions for KataGo.
    KataGo,
    /// Sorted records of fixed size.
    Binary,
    /// RenLib's library.
    Lib,
    /// The lines of a book of renju or gomoku as moves.
    Pos,
    /// Opening book of a program of xiangqi.
    Opening(OpeningBookKind),
    /// PGN of xiangqi, one record with variations.
    Pgn,
}

impl BookFormat {
    /// Returns the feature of Go that the format belongs to; `None` if books of all games can be
    /// written in it.
    const fn feature(self) -> Option<GoFeature> {
        match self {
            BookFormat::Sgf
            | BookFormat::Lines
            | BookFormat::Csv
            | BookFormat::Ndjson
            | BookFormat::Lib
            | BookFormat::Pos
            | BookFormat::Opening(_)
            | BookFormat::Pgn => None,
            BookFormat::Fuego
            | BookFormat::Pachi
            | BookFormat::GnuGo
            | BookFormat::KataGo
            | BookFormat::Binary => Some(GoFeature::BookFiles),
        }
    }
}

/// Selection and options of a book file.
#[derive(Clone, Debug, Default)]
pub struct BookFileRequest {
    /// Selection of moves.
    pub choice: SelectionCriteria,
    /// Weighting of moves.
    pub weight: Weight,
    /// Corner, handedness and first colour, where the format has a choice.
    pub orientation: ExportOptions,
    /// All eight orientations and both colours, for formats whose readers do not generate them.
    pub all_orientations: bool,
    /// Licence of the book, if given.
    pub license: Option<String>,
    /// Whether SGF states its provenance; other formats state it where they have a field for it.
    pub provenance: bool,
    /// Character set of a library's texts; GB18030 if none is given.
    pub charset: Option<TextEncoding>,
}

impl BookFormat {
    /// Returns what files of this format are used for.
    #[must_use]
    pub const fn purpose(self) -> Purpose {
        match self {
            BookFormat::Sgf
            | BookFormat::Lines
            | BookFormat::Csv
            | BookFormat::Ndjson
            | BookFormat::Lib
            | BookFormat::Pos
            | BookFormat::Pgn => Purpose::Tree,
            BookFormat::Fuego
            | BookFormat::Pachi
            | BookFormat::GnuGo
            | BookFormat::KataGo
            | BookFormat::Binary
            | BookFormat::Opening(_) => Purpose::Play,
        }
    }

    /// Returns a warning if readers of this format fail on that number of entries.
    #[must_use]
    pub fn trouble(self, entries: usize) -> Option<String> {
        match entries {
            _ if self != BookFormat::GnuGo => None,
            0 => Some(
                "no patterns are left, and mkpat crashes without any: select more moves".to_owned(),
            ),
            1..=MAX_PATTERNS => None,
            _ => Some(format!(
                "mkpat crashes on more than {MAX_PATTERNS} patterns in one run: limit them by games or depth"
            )),
        }
    }

    /// Whether a file is made in memory before its first byte is written.
    #[must_use]
    pub const fn is_made_whole(self) -> bool {
        matches!(self, BookFormat::Lib | BookFormat::Opening(_) | BookFormat::Pgn)
    }

    /// Whether the format contains move weights or is ordered by them.
    pub(crate) const fn weighs(self) -> bool {
        !matches!(
            self,
            BookFormat::Sgf
                | BookFormat::Lines
                | BookFormat::GnuGo
                | BookFormat::Lib
                | BookFormat::Pos
        )
    }
}

impl Curation<'_> {
    /// Returns a book as a file of some format.
    ///
    /// # Errors
    /// Unknown book.
    pub fn book_file(
        &self,
        book: &BookRef,
        format: BookFormat,
        request: &BookFileRequest,
    ) -> Result<BookFile, ServiceError> {
        BookFile::collect(|out| self.write_book_file(book, format, request, out))
    }

    /// Writes a book as a file of some format, part by part.
    ///
    /// # Errors
    /// Unknown book, or the output fails or is cancelled.
    pub fn write_book_file(
        &self,
        book: &BookRef,
        format: BookFormat,
        request: &BookFileRequest,
        out: &mut dyn FileSink,
    ) -> Result<Contents, ServiceError> {
        let wanted = book;
        let book = self.book_to_export(wanted)?;
        if let Some(feature) = format.feature() {
            book.check_go(feature)?;
        }
        check_game_of(&book, format)?;
        let choice = &request.choice;
        let weights = weights_for(&book.index, request, format.weighs())?;
        let selection = Selection::new(&book.index, &weights, choice, format.purpose());
        let head = head(&book, request);
        let laid = request.orientation.frame;
        let written = match format {
            BookFormat::Sgf => sgf(&selection, &head, request, out),
            BookFormat::Lines => lines(&selection, out, |line| line.to_string()),
            BookFormat::Csv => csv(&selection, out),
            BookFormat::Ndjson => ndjson(&selection, &head, out),
            BookFormat::Fuego => fuego(&selection, laid, out),
            BookFormat::Pachi => pachi(&selection, &head, laid, out),
            BookFormat::GnuGo => gnu_go(&selection, &head, out),
            BookFormat::KataGo => start_positions(&selection, &head, &orientations(request), out),
            BookFormat::Binary => binary(&selection, &head, request.weight, out),
            BookFormat::Lib => lib(&selection, request, out),
            BookFormat::Pos => lines(&selection, out, |line| pos_text(book.index.variant(), line)),
            BookFormat::Opening(kind) => {
                return self.write_opening_book(wanted, &book, kind, &selection, out);
            }
            BookFormat::Pgn => write_pgn(&selection, &head.book, out),
        };
        written.map_err(ServiceError::not_written)
    }

    /// Writes a book's lines as games of two bytes a move.
    ///
    /// # Errors
    /// Unknown book.
    pub fn go_files(
        &self,
        book: &BookRef,
        request: &BookFileRequest,
    ) -> Result<GoFiles, ServiceError> {
        let book = self.book_to_export(book)?;
        book.check_go(GoFeature::BookFiles)?;
        let weights = weights_for(&book.index, request, false)?;
        let selection = Selection::new(&book.index, &weights, &request.choice, Purpose::Tree);
        Ok(go_files(&selection, request.orientation.frame))
    }
}

/// Writes a whole book without withheld sources: as records, or as one SGF game tree.
pub(super) fn write_whole(
    book: &Book,
    format: BookFormat,
    out: &mut dyn FileSink,
) -> Result<Contents, ServiceError> {
    let request = BookFileRequest { provenance: true, ..BookFileRequest::default() };
    let weights = weights_for(&book.index, &request, format.weighs())?;
    let choice = SelectionCriteria::default();
    let selection = Selection::new(&book.index, &weights, &choice, format.purpose());
    let head = head(book, &request);
    let written = match format {
        BookFormat::Binary => binary(&selection, &head, request.weight, out),
        _ => sgf(&selection, &head, &request, out),
    };
    written.map_err(ServiceError::not_written)
}

fn head(book: &Book, request: &BookFileRequest) -> BookFileHead {
    let license = request.license.clone();
    BookFileHead::for_book(&book.index, &book.info.name, book.info.version, license)
}

/// Returns the orientations in which a position is written, each once.
fn orientations(request: &BookFileRequest) -> Vec<(Frame, Color)> {
    if !request.all_orientations {
        return vec![(request.orientation.frame, request.orientation.first)];
    }
    let both = |frame| Color::ALL.map(|first| (frame, first));
    Frame::all().flat_map(both).collect()
}

fn sgf(
    selection: &Selection<'_>,
    head: &BookFileHead,
    request: &BookFileRequest,
    out: &mut dyn FileSink,
) -> io::Result<Contents> {
    let forest = selection.forest();
    let license = head.license.as_deref();
    let provenance = dictionary::Provenance { license, from: request.provenance.then_some(head) };
    let (moves, left_out) = (forest.len(), selection.left_out());
    let contents =
        Contents { unit: "node", entries: moves, moves, left_out, ..Contents::default() };
    out.begin(&contents)?;
    dictionary::export_with(&forest, request.orientation, provenance, out)?;
    Ok(contents)
}

/// The error for a library of a book of another game, or for another board.
pub(super) fn no_library(book: &str, variant: Variant) -> ServiceError {
    ServiceError::OtherGame {
        feature: "RenLib libraries",
        only: "renju and gomoku on 15 lines",
        book: book.to_owned(),
        game: variant.game(),
    }
}

/// Checks that a book is about the game of a format that is of one game.
fn check_game_of(book: &Book, format: BookFormat) -> Result<(), ServiceError> {
    let (name, variant) = (&book.info.name, book.index.variant());
    let is_five = variant.game().five_rules().is_some();
    match format {
        BookFormat::Lib if !is_five || variant.size().get() != BOARD_SIZE => {
            Err(no_library(name, variant))
        }
        BookFormat::Pos if !is_five => Err(ServiceError::OtherGame {
            feature: "lists of moves in pos text",
            only: "renju and gomoku",
            book: name.clone(),
            game: variant.game(),
        }),
        BookFormat::Opening(_) | BookFormat::Pgn if !variant.game().moves_pieces() => {
            Err(no_opening_book(name, variant))
        }
        _ => Ok(()),
    }
}

/// A line as pos text, in the orientation in which books are shown.
fn pos_text(variant: Variant, line: &Line) -> String {
    let shown = line.transformed(variant.shown(line.steps()).symmetry.inverse());
    let moves: Vec<_> = shown.steps().iter().map(|step| step.coordinates()).collect();
    write_pos(&moves)
}

fn lib(
    selection: &Selection<'_>,
    request: &BookFileRequest,
    out: &mut dyn FileSink,
) -> io::Result<Contents> {
    let forest = selection.forest();
    let (moves, left_out) = (forest.len(), selection.left_out());
    let contents =
        Contents { unit: "node", entries: moves, moves, left_out, ..Contents::default() };
    let bytes = library(&forest, request.charset.unwrap_or(TextEncoding::GB18030))?;
    out.begin(&contents)?;
    out.write_all(&bytes)?;
    Ok(contents)
}

fn lines(
    selection: &Selection<'_>,
    out: &mut dyn FileSink,
    text: impl Fn(&Line) -> String,
) -> io::Result<Contents> {
    let index = selection.index;
    let taken = |node: &NodeId| selection.takes(*node);
    let ends = |node: NodeId| index.ends(node) || !index.children(node).any(|child| taken(&child));
    let nodes: Vec<NodeId> =
        index.walk().skip(1).map(|(_, node)| node).filter(|node| taken(node)).collect();
    let contents = Contents {
        unit: "line",
        entries: nodes.iter().filter(|node| ends(**node)).count(),
        moves: nodes.len(),
        left_out: selection.left_out(),
        ..Contents::default()
    };
    out.begin(&contents)?;
    for node in nodes.into_iter().filter(|node| ends(*node)) {
        checkpoint()?;
        writeln!(out, "{}", text(&index.line(node)))?;
    }
    Ok(contents)
}

/// Returns the weights if the file or the selection needs them.
fn weights_for(
    index: &Index,
    request: &BookFileRequest,
    weighs: bool,
) -> Result<Vec<u32>, Cancelled> {
    if weighs || request.choice.min_weight > 0 {
        weights(index, request.weight)
    } else {
        Ok(Vec::new())
    }
}

/// Returns the weight of each node's move, indexed by node.
fn weights(index: &Index, weight: Weight) -> Result<Vec<u32>, Cancelled> {
    let games = |node| {
        checkpoint()?;
        Ok(index.count_by_position(node, |_| true).games)
    };
    match weight {
        Weight::Uniform => Ok(vec![1; index.len() + 1]),
        Weight::Games => index.nodes().map(games).collect(),
        Weight::Priority => priorities(index),
    }
}

/// 1000 · e^priority of every move except tenukis, among all moves of its position.
fn priorities(index: &Index) -> Result<Vec<u32>, Cancelled> {
    let games = SelectedGames::all(index.cohorts());
    let mut weights = vec![0; index.len() + 1];
    let mut known_position = vec![false; index.len() + 1];
    for parent in index.nodes() {
        checkpoint()?;
        if known_position[parent.index()] {
            continue;
        }
        for node in index.same_position(parent) {
            known_position[node.index()] = true;
        }
        let moves = moves_of_position(index, parent);
        let edges: Vec<Edge> = moves.iter().map(|same| edge(index, same[0], &games)).collect();
        let asked = PriorityContext { ply: index.depth(parent), ..PriorityContext::default() };
        for (same, belief) in moves.iter().zip(beliefs(&edges, &asked)) {
            let weight = (PRIORITY_ONE * belief.priority().exp()).round().max(1.0);
            for node in same {
                weights[node.index()] = weight as u32;
            }
        }
    }
    Ok(weights)
}

/// Returns the moves of a position across transpositions, each with all its nodes.
fn moves_of_position(index: &Index, parent: NodeId) -> Vec<Vec<NodeId>> {
    let mut moves: Vec<Vec<NodeId>> = Vec::new();
    let children = index.same_position(parent).flat_map(|node| index.children(node));
    for child in children.filter(|child| !index.step(*child).is_tenuki()) {
        if !moves.iter().any(|same| same.contains(&child)) {
            moves.push(index.same_move(child).into_vec());
        }
    }
    moves
}

fn edge(index: &Index, node: NodeId, games: &SelectedGames) -> Edge {
    let verdict = index.curated_verdict(node).map_or(0, Verdict::value);
    let statistics = Statistics::new(index, node, games);
    let prior = prior_evidence(index, node, verdict, statistics.as_ref());
    Edge { prior, ..Edge::default() }
}
