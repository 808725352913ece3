//! Nodes of a book that a search of names, tags and comments found.

use serde::Serialize;
use utoipa::ToSchema;

use super::node::NodeView;
use crate::coords::Coords;
use crate::error::RequestError;
use crate::next::opening::OpeningJson;
use crate::next::proposed::verdict_by;
use crate::oriented::OrientedLine;
use joseki_game::{Color, Frame};
use joseki_service::Code;
use joseki_service::curate::{FoundIn, FoundNode, FoundNodes, TextQuery};
use joseki_store::BookVersion;

/// Maximum length of an excerpt from a comment in characters.
const MAX_EXCERPT_LENGTH: usize = 160;

/// Maximum length of a query in bytes.
const MAX_QUERY_LENGTH: usize = 200;

/// Parses the words that are looked for.
///
/// # Errors
/// No letter or digit, or a query that is too long.
pub fn parse_text_query(field: &str, text: &str) -> Result<TextQuery, RequestError> {
    let invalid = |message: &str| RequestError::new(Code::InvalidValue, field, message);
    if text.len() > MAX_QUERY_LENGTH {
        return Err(invalid("is too long: at most 200 bytes are looked for"));
    }
    TextQuery::new(text).ok_or_else(|| invalid("expected 1 to 16 words with a letter or digit"))
}

/// Nodes that a search of names, tags and comments found.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct FoundNodesJson {
    /// The book.
    pub book: BookVersion,
    /// Number of nodes that have all words.
    pub total: usize,
    /// The best ones: names before openings, tags and comments; names that equal the words, or
    /// begin with them, first; then moves of more games, then short lines.
    pub nodes: Vec<FoundNodeJson>,
}

/// Node that was found.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct FoundNodeJson {
    /// Canonical line.
    pub line: String,
    /// Colour of the first move, `B` or `W`; in xiangqi `R` or `B`.
    pub color: String,
    /// Points of the line in the requested orientation; null for a tenuki.
    pub points: Vec<Option<String>>,
    /// Where the words are: `name`, `opening`, `tag` or `comment`. Words of tags may also be in names,
    /// and those of a comment in both.
    #[schema(value_type = String, example = "name")]
    pub found: &'static str,
    /// Names of the joseki or variation.
    pub names: Vec<String>,
    /// Free keywords.
    pub tags: Vec<String>,
    /// Opening that was found by its names or code; null if there is none.
    pub opening: Option<OpeningJson>,
    /// Names of the nearest node before it that has any.
    pub before: Vec<String>,
    /// Verdict: `ideal`, `good`, `mistake`, `trick` or `question`; null if there is none.
    pub verdict: Option<&'static str>,
    /// Source of the verdict: `curator` or `games`; null without a verdict.
    pub verdict_by: Option<&'static str>,
    /// Number of counted games that followed the line.
    pub games: u64,
    /// Part of the comment around the words, if they are there, with points and colours in the
    /// requested orientation; null otherwise.
    pub excerpt: Option<String>,
}

impl FoundNodesJson {
    /// Describes nodes in an orientation.
    #[must_use]
    pub fn new(
        found: &FoundNodes,
        query: &TextQuery,
        (frame, first, coords): (Frame, Color, Coords),
    ) -> FoundNodesJson {
        let node = |node: &FoundNode| {
            let line = &node.line;
            let oriented = OrientedLine::from_steps(found.variant, line, frame, first, coords);
            let (view, data) = (NodeView(&oriented), &node.data);
            let comment = (node.found == FoundIn::Comment).then(|| view.comment(data)).flatten();
            FoundNodeJson {
                line: line.to_string(),
                color: oriented.coords.letter(first).to_owned(),
                points: oriented.line.steps().iter().map(|step| view.point(*step)).collect(),
                found: node.found.into(),
                names: data.names.iter().cloned().collect(),
                tags: data.tags.iter().cloned().collect(),
                opening: node.opening.map(OpeningJson::from),
                before: node.before.clone(),
                verdict: node.verdict.map(Into::into),
                verdict_by: verdict_by(Some(data), node.verdict),
                games: node.games,
                excerpt: comment.map(|comment| query.excerpt(&comment, MAX_EXCERPT_LENGTH)),
            }
        };
        FoundNodesJson {
            book: (&found.book).into(),
            total: found.total,
            nodes: found.nodes.iter().map(node).collect(),
        }
    }
}
