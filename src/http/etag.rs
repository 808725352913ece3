//! HTTP caching: entity tags, `If-None-Match` and "not modified".

use std::cell::RefCell;

use axum::body::Body;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::response::Response;
use bytes::Bytes;
use serde::Serialize;

use super::error::problem::Problem;
use joseki_service::{curate::NodeAnswer, next::NextAnswer};

/// Bytes of its scratch buffer that a thread keeps between responses.
const SCRATCH_BYTES: usize = 256 << 10;

thread_local! {
    /// Serialization buffer of a thread; a new one would be copied again and again as it grows.
    static SCRATCH: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// The request's `If-None-Match`, and whether responses are private.
#[derive(Debug)]
pub struct Preconditions {
    none_match: Vec<HeaderValue>,
    private: bool,
}

/// Entity tag. A book's version has `"main-12@…"`; with the game results up to a change it is
/// `"main-12-r345@…"`. A node has the book's version and its own revision, `"main-12.7@…"`, with a
/// hash of the engines' evaluations if there are any, `"main-12.7-e5@…"`. After the `@`, which no
/// book's name has, is the mark of the store's history: after a restore the numbers repeat.
/// Everything else that a response depends on is in the URL. A file has a hash of its content,
/// `"5f70bf18a0860070"`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag(String);

impl Tag {
    /// Returns the tag of a book's version.
    #[must_use]
    pub fn new(book: &str, version: u64, history: &str) -> Tag {
        Tag(format!("\"{book}-{version}@{history}\""))
    }

    /// Returns the tag of a file from a hash of its content.
    #[must_use]
    pub fn from_hash(hash: &[u8; 32]) -> Tag {
        let digits = hash[..8].iter().map(|byte| format!("{byte:02x}"));
        Tag(format!("\"{}\"", digits.collect::<String>()))
    }

    /// Returns the tag of a node: the book's version, and the revision that an editor sends back in
    /// `If-Match`.
    #[must_use]
    pub fn for_node(node: &NodeAnswer, history: &str) -> Tag {
        let NodeAnswer { book, version, revision, .. } = node;
        let evaluated = evaluation_hash(node);
        Tag(format!("\"{book}-{version}.{revision}{evaluated}@{history}\""))
    }

    /// Returns the `ETag` header.
    #[must_use]
    pub fn header(&self) -> Option<(HeaderName, HeaderValue)> {
        let value = HeaderValue::try_from(&self.0).ok()?;
        Some((header::ETAG, value))
    }

    /// Returns the tag of an answer that also depends on results. `None` while the answer includes
    /// a result but not one before it: another answer might then get the same number.
    #[must_use]
    pub fn for_answer(answer: &NextAnswer, history: &str) -> Option<Tag> {
        let NextAnswer { book, version, .. } = answer;
        match answer.results {
            _ if answer.results_ahead => None,
            0 => Some(Tag::new(book, *version, history)),
            results => Some(Tag(format!("\"{book}-{version}-r{results}@{history}\""))),
        }
    }
}

/// A serialized answer, and its tag if it has one.
pub struct TaggedJson {
    /// Tag of what the answer depends on.
    pub tag: Option<Tag>,
    /// The answer as JSON.
    pub text: Bytes,
}

/// Returns a hash of the engines' evaluations of a node; empty if there are none.
fn evaluation_hash(node: &NodeAnswer) -> String {
    if node.evaluations.is_empty() {
        return String::new();
    }
    let mut hash = 0_u64;
    for evaluation in &node.evaluations {
        let lost = evaluation.lost.map_or(0.0, |lost| lost.lead + lost.win_rate);
        for part in
            [evaluation.stored.at.cast_unsigned(), lost.to_bits(), evaluation.lead.to_bits()]
        {
            hash = (hash.rotate_left(5) ^ part).wrapping_mul(0x517c_c1b7_2722_0a95);
        }
    }
    format!("-e{hash:x}")
}

impl Preconditions {
    /// Reads the preconditions of a request.
    #[must_use]
    pub fn from_headers(headers: &HeaderMap, private: bool) -> Preconditions {
        let none_match = headers.get_all(header::IF_NONE_MATCH);
        Preconditions { none_match: none_match.iter().cloned().collect(), private }
    }

    /// Returns a JSON response that depends only on the URL and a book's version.
    ///
    /// # Errors
    /// The response cannot be serialized.
    pub fn versioned(&self, tag: &Tag, answer: &impl Serialize) -> Result<Response, Problem> {
        match self.not_modified(tag) {
            Some(response) => Ok(response),
            None => Ok(self.tagged(tag, json(StatusCode::OK, answer)?)),
        }
    }

    /// Returns a JSON response that may change at any time.
    ///
    /// # Errors
    /// The response cannot be serialized.
    pub fn fresh(&self, answer: &impl Serialize) -> Result<Response, Problem> {
        Ok(self.serialized(None, to_json(answer)?))
    }

    /// Returns a response of serialized JSON, with its tag if it has one.
    #[must_use]
    pub fn serialized(&self, tag: Option<&Tag>, text: Bytes) -> Response {
        let mut response = json_response(StatusCode::OK, text);
        let headers = response.headers_mut();
        headers.insert(header::CACHE_CONTROL, self.cache_control());
        headers.extend(tag.and_then(Tag::header));
        response
    }

    /// Returns the response of a serialized answer, or 304 if the client has this version.
    #[must_use]
    pub fn response(&self, answer: TaggedJson) -> Response {
        let held = answer.tag.as_ref().and_then(|tag| self.not_modified(tag));
        held.unwrap_or_else(|| self.serialized(answer.tag.as_ref(), answer.text))
    }

    /// Returns 304 if the client has this version.
    #[must_use]
    pub fn not_modified(&self, tag: &Tag) -> Option<Response> {
        let held = self.matching(tag)?;
        let mut response = Response::new(Body::empty());
        *response.status_mut() = StatusCode::NOT_MODIFIED;
        let headers = response.headers_mut();
        headers.insert(header::CACHE_CONTROL, self.cache_control());
        headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        headers.extend(HeaderValue::try_from(held).map(|tag| (header::ETAG, tag)));
        Some(response)
    }

    /// Adds the tag and cache headers to a response.
    #[must_use]
    pub fn tagged(&self, tag: &Tag, mut response: Response) -> Response {
        let headers = response.headers_mut();
        headers.insert(header::CACHE_CONTROL, self.cache_control());
        headers.extend(tag.header());
        response
    }

    /// Returns the matching tag as the client sent it: it may be the weak one of a compressed
    /// response.
    fn matching(&self, tag: &Tag) -> Option<String> {
        let lists = self.none_match.iter().filter_map(|value| value.to_str().ok());
        let mut tags = lists.flat_map(|list| list.split(',')).map(str::trim);
        let held = tags.find(|held| *held == "*" || held.trim_start_matches("W/") == tag.0)?;
        Some(if held == "*" { &tag.0 } else { held }.to_owned())
    }

    fn cache_control(&self) -> HeaderValue {
        HeaderValue::from_static(if self.private { "private, no-cache" } else { "no-cache" })
    }
}

/// Marker of a response that must not be compressed: its tag must match a later `If-Match`.
#[derive(Clone, Copy, Debug)]
pub struct NoCompression;

/// Marks a response as not to be compressed.
#[must_use]
pub fn without_compression(mut response: Response) -> Response {
    response.extensions_mut().insert(NoCompression);
    response
}

/// Returns the response to a change: it is not cacheable, and its tag is that of the resource's new
/// state.
///
/// # Errors
/// The response cannot be serialized.
pub fn changed(
    status: StatusCode,
    tag: Option<&Tag>,
    answer: &impl Serialize,
) -> Result<Response, Problem> {
    let mut response = without_compression(json(status, answer)?);
    let headers = response.headers_mut();
    let no_store = HeaderValue::from_static("no-store");
    headers.insert(header::CACHE_CONTROL, no_store);
    headers.extend(tag.and_then(Tag::header));
    Ok(response)
}

/// Returns a JSON response.
///
/// # Errors
/// The response cannot be serialized.
pub fn json(status: StatusCode, answer: &impl Serialize) -> Result<Response, Problem> {
    Ok(json_response(status, to_json(answer)?))
}

/// Serializes a response.
///
/// # Errors
/// The response cannot be serialized.
pub fn to_json(answer: &impl Serialize) -> Result<Bytes, Problem> {
    SCRATCH.with_borrow_mut(|scratch| {
        scratch.clear();
        append_json(scratch, answer)?;
        let text = Bytes::copy_from_slice(scratch);
        // One large response must not pin its memory on every thread.
        scratch.shrink_to(SCRATCH_BYTES);
        Ok(text)
    })
}

/// Appends a value to a response as JSON.
///
/// # Errors
/// The value has no JSON.
pub fn append_json(text: &mut Vec<u8>, value: &impl Serialize) -> Result<(), Problem> {
    serde_json::to_writer(text, value).map_err(|error| Problem::internal(&error))
}

fn json_response(status: StatusCode, text: Bytes) -> Response {
    let mut response = Response::new(Body::from(text));
    *response.status_mut() = status;
    let kind = HeaderValue::from_static("application/json");
    response.headers_mut().insert(header::CONTENT_TYPE, kind);
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_is_found_in_every_form_of_the_header() {
        let check = |value: &'static str, expected: Option<&str>| {
            let mut headers = HeaderMap::new();
            headers.insert(header::IF_NONE_MATCH, HeaderValue::from_static(value));
            let held =
                Preconditions::from_headers(&headers, false).matching(&Tag::new("main", 12, "5f"));
            assert_eq!(held.as_deref(), expected, "{value}");
        };
        check("\"main-12@5f\"", Some("\"main-12@5f\""));
        check("W/\"main-12@5f\"", Some("W/\"main-12@5f\""));
        check("\"x\", W/\"main-12@5f\"", Some("W/\"main-12@5f\""));
        check("*", Some("\"main-12@5f\""));
        check("\"main-1@5f\"", None);
        check("main-12@5f", None);
        check("\"main-12@60\", \"main-12\"", None);
    }
}
