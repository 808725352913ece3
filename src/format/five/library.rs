//! Writes books as RenLib libraries.

use std::io;

use super::renlib::{LibraryBuilder, LibraryText};
use super::sgf_text::{BOARD_TEXT, COMMENT_FORM};
use crate::sgf::TextEncoding;
use joseki_base::cancel::checkpoint;
use joseki_book::{Forest, NodeData, NodeId};
use joseki_game::{BoardSize, Color, Frame, Region};

/// Returns a book as a library in the orientation of renju's diagrams. Names become the first lines
/// of comments. Verdicts, advantages, marks and sources have no place in a library.
///
/// # Errors
/// The book is not of five in a row on 15 lines, or the work is cancelled.
pub fn library(forest: &Forest, charset: TextEncoding) -> io::Result<Vec<u8>> {
    let invalid = |error| io::Error::new(io::ErrorKind::InvalidInput, error);
    let size = forest.variant().size();
    let mut builder = LibraryBuilder::new();
    let mut shown = Frame::plain(Region::Board);
    let root = Texts::new(forest, NodeId::ROOT, shown, size, charset);
    builder.push(0, None, &root.as_library_text()).map_err(invalid)?;
    for (depth, id) in forest.walk().filter(|(depth, _)| *depth > 0) {
        checkpoint()?;
        if depth <= 2 {
            shown = forest.variant().shown(forest.line(id).steps());
        }
        let point = shown.point_of(forest.node(id).step, size).ok();
        let point = point.map(|point| (point.x(), point.y()));
        let texts = Texts::new(forest, id, shown, size, charset);
        let depth = u32::try_from(depth).unwrap_or(u32::MAX);
        builder.push(depth, point, &texts.as_library_text()).map_err(invalid)?;
    }
    Ok(builder.to_bytes())
}

/// The fields of a node in the character set of the library.
#[derive(Default)]
struct Texts {
    one_line: Vec<u8>,
    multi_line: Vec<u8>,
    board_text: Vec<u8>,
    tags: [bool; 3],
}

impl Texts {
    fn new(
        forest: &Forest,
        id: NodeId,
        shown: Frame,
        size: BoardSize,
        charset: TextEncoding,
    ) -> Texts {
        let Some(data) = forest.node(id).data() else {
            return Texts::default();
        };
        let comment = data.comment.as_ref().map(|text| {
            text.render(forest.variant().alphabet(), Color::Black, |step| {
                let point = shown.point_of(step, size);
                point
                    .map_or_else(|_| step.to_string(), |point| Region::Board.move_text(point, size))
            })
        });
        let (one_line, multi_line) = parts(data, comment.unwrap_or_default());
        let tagged = |tag: &str| data.tags.contains(tag);
        let board_text = data.properties.get(BOARD_TEXT).and_then(|texts| texts.first());
        Texts {
            one_line: charset.encode(&one_line),
            multi_line: charset.encode(&multi_line.replace('\n', "\r\n")),
            board_text: board_text.map(|text| charset.encode(text)).unwrap_or_default(),
            tags: [tagged("mark"), tagged("start"), tagged("no-move")],
        }
    }

    fn as_library_text(&self) -> LibraryText<'_> {
        let [mark, start, no_move] = self.tags;
        LibraryText {
            one_line: &self.one_line,
            multi_line: &self.multi_line,
            board_text: &self.board_text,
            mark,
            start,
            no_move,
        }
    }
}

/// The one-line part of a comment and the part of several lines.
fn parts(data: &NodeData, comment: String) -> (String, String) {
    let names: Vec<&str> = data.names.iter().map(String::as_str).collect();
    if !names.is_empty() {
        return (names.join(", "), comment);
    }
    if data.properties.contains_key(COMMENT_FORM) {
        return (String::new(), comment);
    }
    match comment.split_once('\n') {
        Some((first, rest)) => (first.to_owned(), rest.to_owned()),
        None => (comment, String::new()),
    }
}
