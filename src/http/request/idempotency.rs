//! The header `Idempotency-Key` of a change of a book: what the request is known by if it is sent
//! again.

use std::sync::{Arc, Mutex, PoisonError};

use axum::http::request::Parts;
use axum::http::{Extensions, HeaderName};
use serde::Deserialize;
use sha2::{Digest, Sha256};
use utoipa::openapi::OpenApi as Document;
use utoipa::openapi::path::ParameterIn;
use utoipa::{IntoParams, IntoResponses};

use crate::error::codes;
use crate::error::problem::Problem;
use joseki_service::Code;
use joseki_store::{KeyRecord, RequestToken};

const HEADER: HeaderName = HeaderName::from_static("idempotency-key");
/// Maximum length of a key, in characters.
const LONGEST: usize = 255;

/// The headers of a change.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Header)]
struct ChangeHeaders {
    /// A name that the client chooses for this request, such as a UUID, of 1 to 255 visible ASCII
    /// characters. The same request with the same name, from the same API key, changes nothing
    /// again: it is answered from the log of changes, with the number of the change that it made.
    #[serde(rename = "Idempotency-Key")]
    #[param(example = "3f2b8a52-6c0e-4d0b-9a51-1f6a2c1f0c11", max_length = 255)]
    _idempotency_key: Option<String>,
}

/// What a request is known by; its body counts once it is read.
#[derive(Clone, Debug)]
pub struct RequestDigest {
    token: [u8; 32],
    request: Arc<Mutex<Sha256>>,
}

impl RequestDigest {
    /// Returns what a request of this API key is known by, if it has the header, and lets its body
    /// be added.
    ///
    /// # Errors
    /// The header is invalid.
    pub fn of(parts: &mut Parts, key: &KeyRecord) -> Result<Option<RequestDigest>, Problem> {
        let mut values = parts.headers.get_all(HEADER).iter();
        let Some(value) = values.next() else {
            return Ok(None);
        };
        let name = value.as_bytes();
        let is_valid = (1..=LONGEST).contains(&name.len()) && name.iter().all(u8::is_ascii_graphic);
        if !is_valid || values.next().is_some() {
            let detail = format!(
                "Idempotency-Key: expected one name of 1 to {LONGEST} visible ASCII characters, such as a UUID"
            );
            return Err(Problem::new(Code::InvalidValue, detail).field("Idempotency-Key"));
        }
        let token = Sha256::new().chain_update(&key.prefix).chain_update([0]).chain_update(name);
        let mut request = Sha256::new();
        add(&mut request, parts.method.as_str().as_bytes());
        add(&mut request, parts.uri.path().as_bytes());
        add(&mut request, parts.uri.query().unwrap_or_default().as_bytes());
        let digest = RequestDigest {
            token: token.finalize().into(),
            request: Arc::new(Mutex::new(request)),
        };
        parts.extensions.insert(digest.clone());
        Ok(Some(digest))
    }

    /// Adds a part of the body.
    pub fn add(&self, part: &[u8]) {
        add(&mut self.request.lock().unwrap_or_else(PoisonError::into_inner), part);
    }

    /// Returns what the request is known by.
    #[must_use]
    pub fn token(&self) -> RequestToken {
        let request = self.request.lock().unwrap_or_else(PoisonError::into_inner).clone();
        RequestToken { token: self.token, request: request.finalize().into() }
    }
}

/// Adds a part of the body to what the request is known by, if it has the header.
pub fn add_body(extensions: &Extensions, part: &[u8]) {
    if let Some(digest) = extensions.get::<RequestDigest>() {
        digest.add(part);
    }
}

/// Adds a text with its length, so that different parts are never the same bytes.
fn add(hash: &mut Sha256, part: &[u8]) {
    hash.update((part.len() as u64).to_be_bytes());
    hash.update(part);
}

/// Adds the header to all operations that take it, and the problem of one for another request.
pub fn document_idempotency(document: &mut Document) {
    let headers = ChangeHeaders::into_params(|| Some(ParameterIn::Header));
    for (path, item) in &mut document.paths.paths {
        let is_change = path.starts_with("/v1/books/") && !path.ends_with("/conditions");
        let changes = [&mut item.put, &mut item.post, &mut item.patch, &mut item.delete];
        for operation in changes.into_iter().flatten().filter(|_| is_change) {
            let all = operation.parameters.get_or_insert_default();
            all.extend(headers.iter().cloned().map(Into::into));
            operation.responses.responses.extend(codes::Repeat::responses());
        }
    }
}
