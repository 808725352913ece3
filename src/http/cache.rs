//! Answers that a caller may keep: the tag of a book's version, and "not modified".

use std::cell::RefCell;

use axum::body::Body;
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::Response;
use bytes::Bytes;
use serde::Serialize;

use super::problem::Problem;
use crate::service::{NextAnswer, NodeAnswer};

/// What of a thread's text of answers is kept for the next one.
const SCRATCH_KEPT: usize = 256 << 10;

thread_local! {
    /// Where a thread writes its answers: text that grows is copied again and again otherwise.
    static SCRATCH: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// What a caller has already, and whether answers are for its eyes only.
#[derive(Debug)]
pub struct Conditions {
    none_match: Vec<HeaderValue>,
    private: bool,
}

/// The tag of a book's version, `"main-12"`, of that and the results of games up to a change,
/// `"main-12-r345"`, or of that and a node's revision, `"main-12.7"`, with a mark of what engines say of it if they do,
/// `"main-12.7-e5"`. Everything else that an answer depends on is
/// in the address. The tag of a file, `"5f70bf18a0860070"`, is of what is in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag(String);

impl Tag {
    /// The tag of a version.
    #[must_use]
    pub fn new(book: &str, version: u64) -> Tag {
        Tag(format!("\"{book}-{version}\""))
    }

    /// The tag of a file, by a hash of its bytes.
    #[must_use]
    pub fn of_bytes(hash: &[u8; 32]) -> Tag {
        let digits = hash[..8].iter().map(|byte| format!("{byte:02x}"));
        Tag(format!("\"{}\"", digits.collect::<String>()))
    }

    /// The tag of a node: the book's version, and the revision by which its editor shows what it has seen.
    #[must_use]
    pub fn of_node(node: &NodeAnswer) -> Tag {
        let NodeAnswer {
            book,
            version,
            revision,
            ..
        } = node;
        let evaluated = evaluated(node);
        Tag(format!("\"{book}-{version}.{revision}{evaluated}\""))
    }

    /// The header that says it.
    #[must_use]
    pub fn header(&self) -> Option<(HeaderName, HeaderValue)> {
        let value = HeaderValue::try_from(&self.0).ok()?;
        Some((header::ETAG, value))
    }

    /// The tag of an answer that depends on results too. It has none while it knows of a result and not
    /// of one before it, as another answer may then have the same number.
    #[must_use]
    pub fn of_answer(answer: &NextAnswer) -> Option<Tag> {
        let NextAnswer { book, version, .. } = answer;
        match answer.results {
            _ if answer.results_ahead => None,
            0 => Some(Tag::new(book, *version)),
            results => Some(Tag(format!("\"{book}-{version}-r{results}\""))),
        }
    }
}

/// A mark of what engines say of a node; nothing if none does.
fn evaluated(node: &NodeAnswer) -> String {
    if node.evaluations.is_empty() {
        return String::new();
    }
    let mut hash = 0_u64;
    for evaluation in &node.evaluations {
        let lost = evaluation
            .lost
            .map_or(0.0, |lost| lost.lead + lost.win_rate);
        for part in [
            evaluation.kept.at.cast_unsigned(),
            lost.to_bits(),
            evaluation.lead.to_bits(),
        ] {
            hash = (hash.rotate_left(5) ^ part).wrapping_mul(0x517c_c1b7_2722_0a95);
        }
    }
    format!("-e{hash:x}")
}

impl Conditions {
    /// The conditions of a request.
    #[must_use]
    pub fn of(headers: &HeaderMap, private: bool) -> Conditions {
        let none_match = headers.get_all(header::IF_NONE_MATCH);
        Conditions {
            none_match: none_match.iter().cloned().collect(),
            private,
        }
    }

    /// JSON that depends on nothing but the address and a book's version.
    ///
    /// # Errors
    /// The answer cannot be written as JSON.
    pub fn versioned(&self, tag: &Tag, answer: &impl Serialize) -> Result<Response, Problem> {
        match self.not_modified(tag) {
            Some(response) => Ok(response),
            None => Ok(self.tagged(tag, json(StatusCode::OK, answer)?)),
        }
    }

    /// JSON that may be another at any time.
    ///
    /// # Errors
    /// The answer cannot be written as JSON.
    pub fn fresh(&self, answer: &impl Serialize) -> Result<Response, Problem> {
        Ok(self.written(None, text(answer)?))
    }

    /// JSON as text, with its tag if it has one.
    #[must_use]
    pub fn written(&self, tag: Option<&Tag>, text: Bytes) -> Response {
        let mut response = of_text(StatusCode::OK, text);
        let headers = response.headers_mut();
        headers.insert(header::CACHE_CONTROL, self.cache_control());
        headers.extend(tag.and_then(Tag::header));
        response
    }

    /// The answer to a caller that has this version already.
    #[must_use]
    pub fn not_modified(&self, tag: &Tag) -> Option<Response> {
        let held = self.held(tag)?;
        let mut response = Response::new(Body::empty());
        *response.status_mut() = StatusCode::NOT_MODIFIED;
        let headers = response.headers_mut();
        headers.insert(header::CACHE_CONTROL, self.cache_control());
        headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        headers.extend(HeaderValue::try_from(held).map(|tag| (header::ETAG, tag)));
        Some(response)
    }

    /// A response with its tag.
    #[must_use]
    pub fn tagged(&self, tag: &Tag, mut response: Response) -> Response {
        let headers = response.headers_mut();
        headers.insert(header::CACHE_CONTROL, self.cache_control());
        headers.extend(tag.header());
        response
    }

    /// The tag as the caller holds it: it may be the weak one of a compressed answer.
    fn held(&self, tag: &Tag) -> Option<String> {
        let lists = self
            .none_match
            .iter()
            .filter_map(|value| value.to_str().ok());
        let mut tags = lists.flat_map(|list| list.split(',')).map(str::trim);
        let held = tags.find(|held| *held == "*" || held.trim_start_matches("W/") == tag.0)?;
        Some(if held == "*" { &tag.0 } else { held }.to_owned())
    }

    fn cache_control(&self) -> HeaderValue {
        HeaderValue::from_static(if self.private {
            "private, no-cache"
        } else {
            "no-cache"
        })
    }
}

/// An answer whose bytes are to stay as they are: its tag is one that `If-Match` has to find again.
#[derive(Clone, Copy, Debug)]
pub struct Verbatim;

/// Marks an answer as one that is not to be compressed.
#[must_use]
pub fn verbatim(mut response: Response) -> Response {
    response.extensions_mut().insert(Verbatim);
    response
}

/// The answer to a change: nobody keeps it, and its tag is that of what is there now.
///
/// # Errors
/// The answer cannot be written as JSON.
pub fn changed(
    status: StatusCode,
    tag: Option<&Tag>,
    answer: &impl Serialize,
) -> Result<Response, Problem> {
    let mut response = verbatim(json(status, answer)?);
    let headers = response.headers_mut();
    let no_store = HeaderValue::from_static("no-store");
    headers.insert(header::CACHE_CONTROL, no_store);
    headers.extend(tag.and_then(Tag::header));
    Ok(response)
}

/// A JSON response.
///
/// # Errors
/// The answer cannot be written as JSON.
pub fn json(status: StatusCode, answer: &impl Serialize) -> Result<Response, Problem> {
    Ok(of_text(status, text(answer)?))
}

/// An answer as JSON.
///
/// # Errors
/// The answer cannot be written as JSON.
pub fn text(answer: &impl Serialize) -> Result<Bytes, Problem> {
    SCRATCH.with_borrow_mut(|scratch| {
        scratch.clear();
        serde_json::to_writer(&mut *scratch, answer).map_err(|error| Problem::internal(&error))?;
        let text = Bytes::copy_from_slice(scratch);
        // A rare large answer is no reason to hold as much on every thread.
        scratch.shrink_to(SCRATCH_KEPT);
        Ok(text)
    })
}

fn of_text(status: StatusCode, text: Bytes) -> Response {
    let mut response = Response::new(Body::from(text));
    *response.status_mut() = status;
    let kind = HeaderValue::from_static("application/json");
    response.headers_mut().insert(header::CONTENT_TYPE, kind);
    response
}

/// Makes the tag of a compressed answer weak: its bytes are others than those of the plain one.
pub async fn weaken(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    if headers.contains_key(header::CONTENT_ENCODING)
        && let Some(tag) = headers.get(header::ETAG)
        && !tag.as_bytes().starts_with(b"W/")
        && let Ok(weak) = HeaderValue::from_bytes(&[b"W/", tag.as_bytes()].concat())
    {
        headers.insert(header::ETAG, weak);
    }
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
            let held = Conditions::of(&headers, false).held(&Tag::new("main", 12));
            assert_eq!(held.as_deref(), expected, "{value}");
        };
        check("\"main-12\"", Some("\"main-12\""));
        check("W/\"main-12\"", Some("W/\"main-12\""));
        check("\"x\", W/\"main-12\"", Some("W/\"main-12\""));
        check("*", Some("\"main-12\""));
        check("\"main-1\"", None);
        check("main-12", None);
    }
}
