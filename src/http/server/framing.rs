//! Rejects request heads for other hosts, and those that two HTTP parsers may read differently
//! (request smuggling).

use axum::extract::Request;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Version, header};
use axum::response::{IntoResponse, Response};

use super::host;
use super::options::ServeOptions;
use crate::http::error::code::Code;
use crate::http::error::problem::Problem;

/// Returns the response to an ambiguous or misdirected head, which closes the connection: a proxy
/// in front may have parsed it differently.
pub fn refuse(request: &Request, options: &ServeOptions) -> Option<Response> {
    let checked = check(request).and_then(|()| check_host(request, options));
    let mut response = checked.err()?.into_response();
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

/// Checks the name that the request is for. HTTP/1.0 allows requests without one; browsers send it.
fn check_host(request: &Request, options: &ServeOptions) -> Result<(), Problem> {
    let is_served = |text: &str| host::is_served(options, text);
    let named = request.headers().get(header::HOST);
    // A target in absolute form overrides `Host` (RFC 9112, 3.2.2).
    let target = request.uri().authority();
    if named.is_none_or(|value| value.to_str().is_ok_and(is_served))
        && target.is_none_or(|authority| is_served(authority.as_str()))
    {
        return Ok(());
    }
    let detail = "the server does not answer for this Host: use localhost, a loopback address, or a name that its \
                  operator allows with the setting hosts";
    Err(Problem::new(Code::UnknownHost, detail))
}

fn count(headers: &HeaderMap, name: HeaderName) -> usize {
    headers.get_all(name).iter().count()
}

fn unclear(detail: &'static str) -> Problem {
    Problem::new(Code::InvalidHead, detail)
}
