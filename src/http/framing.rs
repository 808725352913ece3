//! Heads that two readers may take differently, refused before anything is done.

use axum::extract::Request;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Version, header};
use axum::response::{IntoResponse, Response};

use super::code::Code;
use super::problem::Problem;

/// The answer to a head that is not clear, which ends the connection: a proxy before us may have understood it otherwise.
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
            return Err(unclear("there is no Host: send one (RFC 9112, 3.2)"));
        }
        0 | 1 => {}
        _ => return Err(unclear("there are several Host: send one (RFC 9112, 3.2)")),
    }
    if count(headers, header::CONTENT_TYPE) > 1 {
        return Err(unclear("there are several Content-Type: send one"));
    }
    let mut codings = headers.get_all(header::TRANSFER_ENCODING).iter();
    match (codings.next(), codings.next()) {
        (None, _) => Ok(()),
        (Some(one), None) if one.as_bytes().eq_ignore_ascii_case(b"chunked") => Ok(()),
        _ => Err(unclear(
            "the only Transfer-Encoding that is read is chunked: send the body so, or with a Content-Length",
        )),
    }
}

fn count(headers: &HeaderMap, name: HeaderName) -> usize {
    headers.get_all(name).iter().count()
}

fn unclear(detail: &'static str) -> Problem {
    Problem::new(Code::InvalidHead, detail)
}
