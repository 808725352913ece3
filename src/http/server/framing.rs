//! Rejects request heads that two HTTP parsers may read differently (request smuggling).

use axum::extract::Request;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Version, header};
use axum::response::{IntoResponse, Response};

use crate::http::error::code::Code;
use crate::http::error::problem::Problem;

/// Returns the response to an ambiguous head, which closes the connection: a proxy in front may
/// have parsed it differently.
pub fn refuse(request: &Request) -> Option<Response> {
    let mut response = check(request).err()?.into_response();
    let close = HeaderValue::from_static("close");
    response.headers_mut().insert(header::CONNECTION, close);
    Some(response)
}

fn check(request: &Request) -> Result<(), Problem> {
    let headers = request.headers();
    match count(headers, header::HOST) {
        0 if request.version() >= Version::HTTP_11 => {
            return Err(unclear("missing Host header: send exactly one (RFC 9112, 3.2)"));
        }
        0 | 1 => {}
        _ => {
            return Err(unclear("several Host headers: send exactly one (RFC 9112, 3.2)"));
        }
    }
    if count(headers, header::CONTENT_TYPE) > 1 {
        return Err(unclear("several Content-Type headers: send one"));
    }
    let mut codings = headers.get_all(header::TRANSFER_ENCODING).iter();
    match (codings.next(), codings.next()) {
        (None, _) => Ok(()),
        (Some(one), None) if one.as_bytes().eq_ignore_ascii_case(b"chunked") => Ok(()),
        _ => Err(unclear(
            "unsupported Transfer-Encoding: only chunked is supported, or send a Content-Length",
        )),
    }
}

fn count(headers: &HeaderMap, name: HeaderName) -> usize {
    headers.get_all(name).iter().count()
}

fn unclear(detail: &'static str) -> Problem {
    Problem::new(Code::InvalidHead, detail)
}
