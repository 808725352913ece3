//! Preconditions of writes: `If-Match` and `If-None-Match`.

use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, header};

use crate::error::problem::Problem;
use crate::server::app::App;
use joseki_service::{Code, curate::EditBasis};

/// Entity tags of a header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum IfMatchTags {
    /// `*`: matches any existing resource.
    Any,
    /// The strong tags of this history. Weak ones are ignored: they do not prove which bytes the
    /// client read.
    These(Vec<String>),
}

/// Required `If-Match`, for a change to an existing resource.
#[derive(Clone, Debug)]
pub struct IfMatch(pub IfMatchTags);

/// Required `If-Match`, or `If-None-Match: *` to create a resource.
#[derive(Clone, Debug)]
pub enum IfMatchOrNone {
    /// Replace the resource that has one of these tags.
    Match(IfMatchTags),
    /// Create a new resource.
    None,
}

/// Optional `If-Match`.
#[derive(Clone, Debug)]
pub struct OptionalIfMatch(pub Option<IfMatchTags>);

impl FromRequestParts<Arc<App>> for IfMatch {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<IfMatch, Problem> {
        let tags = tags(&parts.headers, &header::IF_MATCH, &app.service.history())?;
        tags.map(IfMatch).ok_or_else(|| required("If-Match"))
    }
}

impl FromRequestParts<Arc<App>> for OptionalIfMatch {
    type Rejection = Problem;

    async fn from_request_parts(
        parts: &mut Parts,
        app: &Arc<App>,
    ) -> Result<OptionalIfMatch, Problem> {
        tags(&parts.headers, &header::IF_MATCH, &app.service.history()).map(OptionalIfMatch)
    }
}

impl FromRequestParts<Arc<App>> for IfMatchOrNone {
    type Rejection = Problem;

    async fn from_request_parts(
        parts: &mut Parts,
        app: &Arc<App>,
    ) -> Result<IfMatchOrNone, Problem> {
        let found = tags(&parts.headers, &header::IF_MATCH, &app.service.history())?;
        let none = tags(&parts.headers, &header::IF_NONE_MATCH, &app.service.history())?;
        match (found, none) {
            (Some(tags), None) => Ok(IfMatchOrNone::Match(tags)),
            (None, Some(IfMatchTags::Any)) => Ok(IfMatchOrNone::None),
            (None, None) => Err(required("If-Match, or If-None-Match: * for a new one")),
            (Some(_), Some(_)) => {
                Err(wrong("If-None-Match", "conflicts with If-Match: send only one of them"))
            }
            (None, Some(IfMatchTags::These(_))) => Err(wrong(
                "If-None-Match",
                "expected *, to create a new resource: to replace one, send If-Match",
            )),
        }
    }
}

impl IfMatchTags {
    /// Returns the node revisions in the tags, each with the book's version unless omitted. Tags of
    /// other resources are skipped.
    #[must_use]
    pub fn nodes(&self, book: &str) -> Vec<EditBasis> {
        let read = |tag: &String| match tag.parse() {
            Ok(revision) => Some(EditBasis { revision, version: None }),
            Err(_) => {
                let (version, revision) = after_name(tag, book)?.split_once('.')?;
                // The hash of the evaluations is ignored: editors do not change them.
                let revision = revision.split_once("-e").map_or(revision, |(own, _)| own);
                Some(EditBasis { revision: number(revision)?, version: Some(number(version)?) })
            }
        };
        self.list().iter().filter_map(read).collect()
    }

    /// Returns the book versions in the tags.
    #[must_use]
    pub fn versions(&self, book: &str) -> Vec<u64> {
        let read = |tag: &String| number(tag).or_else(|| number(after_name(tag, book)?));
        self.list().iter().filter_map(read).collect()
    }

    fn list(&self) -> &[String] {
        match self {
            IfMatchTags::Any => &[],
            IfMatchTags::These(tags) => tags,
        }
    }
}

fn after_name<'t>(tag: &'t str, book: &str) -> Option<&'t str> {
    tag.strip_prefix(book)?.strip_prefix('-')
}

fn number(text: &str) -> Option<u64> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|_| digits)
}

/// Parses the tags of a header, without their quotes and the mark of the store's history; `None` if
/// the header is missing.
fn tags(
    headers: &HeaderMap,
    name: &HeaderName,
    history: &str,
) -> Result<Option<IfMatchTags>, Problem> {
    let mut found = None;
    for value in headers.get_all(name) {
        let text = value.to_str().map_err(|_| malformed(name))?;
        for part in text.split(',').map(str::trim) {
            let list = match (part, &mut found) {
                ("*", None) => {
                    found = Some(IfMatchTags::Any);
                    continue;
                }
                ("*", _) | (_, Some(IfMatchTags::Any)) => return Err(malformed(name)),
                (_, Some(IfMatchTags::These(list))) => list,
                (_, none) => match none.insert(IfMatchTags::These(Vec::new())) {
                    IfMatchTags::These(list) => list,
                    IfMatchTags::Any => return Err(malformed(name)),
                },
            };
            let (weak, tag) = match part.strip_prefix("W/") {
                Some(tag) => (true, tag),
                None => (false, part),
            };
            let tag = tag.strip_prefix('"').and_then(|tag| tag.strip_suffix('"'));
            let tag = tag.ok_or_else(|| malformed(name))?;
            // A tag of another history may have the numbers of a state that the client never saw.
            let known = tag
                .split_once('@')
                .map_or(number(tag).and(Some(tag)), |(tag, mark)| (mark == history).then_some(tag));
            if !weak {
                list.extend(known.map(str::to_owned));
            }
        }
    }
    Ok(found)
}

fn required(what: &str) -> Problem {
    let detail = format!(
        "missing precondition: send {what}, with the ETag of the last GET, or * for any existing state"
    );
    Problem::new(Code::PreconditionRequired, detail).field("If-Match")
}

fn malformed(name: &HeaderName) -> Problem {
    let name = match *name {
        header::IF_MATCH => "If-Match",
        _ => "If-None-Match",
    };
    wrong(name, "expected * alone, or quoted entity tags such as \"main-12.7\"")
}

fn wrong(name: &str, message: &str) -> Problem {
    Problem::new(Code::InvalidValue, format!("{name}: {message}")).field(name)
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn read(values: &[&'static str]) -> Result<Option<IfMatchTags>, Problem> {
        let mut headers = HeaderMap::new();
        for value in values {
            headers.append(header::IF_MATCH, HeaderValue::from_static(value));
        }
        tags(&headers, &header::IF_MATCH, "5f")
    }

    fn seen(revision: u64, version: Option<u64>) -> EditBasis {
        EditBasis { revision, version }
    }

    #[test]
    fn tags_say_what_was_seen_of_a_node() {
        let check = |values: &[&'static str], wanted: &[EditBasis]| {
            let tags = read(values).expect("tags").expect("some");
            assert_eq!(tags.nodes("a-1.5"), wanted, "{values:?}");
        };
        check(&["\"a-1.5-12.7@5f\""], &[seen(7, Some(12))]);
        check(&["\"7\""], &[seen(7, None)]);
        check(
            &["\"7\" , \"a-1.5-12.7@5f\"", "\"8\""],
            &[seen(7, None), seen(7, Some(12)), seen(8, None)],
        );
        check(&["W/\"a-1.5-12.7@5f\""], &[]);
        check(&["\"b-12.7@5f\", \"a-1.5-12@5f\", \"a-1.5-x.7@5f\", \"-7\", \"\""], &[]);
        check(&["\"a-1.5-12.7\", \"a-1.5-12.7@60\", \"a-1.5-12.7@\""], &[]);
    }

    #[test]
    fn tags_say_what_was_seen_of_a_book() {
        let tags =
            read(&["\"a-12@5f\", \"13\", W/\"a-14@5f\", \"b-15@5f\", \"a-12.7@5f\", \"a-9@60\""]);
        assert_eq!(tags.expect("tags").expect("some").versions("a"), [12, 13]);
        assert_eq!(read(&["*"]).expect("tags"), Some(IfMatchTags::Any));
        assert_eq!(read(&[]).expect("no tags"), None);
    }

    #[test]
    fn what_is_no_list_of_tags_is_refused() {
        for values in [
            &["7"][..],
            &["\"7"],
            &["\""],
            &["*, \"7\""],
            &["\"7\", *"],
            &["*", "*"],
            &[""],
            &["\"7\","],
        ] {
            let refused = read(values).expect_err("no tags").into_json();
            assert_eq!(refused.field.as_deref(), Some("If-Match"), "{values:?}");
        }
    }
}
