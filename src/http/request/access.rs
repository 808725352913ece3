//! Authorization: extractors that admit a request by its key or reject it before its body is read.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::FromRequestParts;
use axum::http::HeaderMap;
use axum::http::request::Parts;

use super::idempotency::RequestDigest;
use super::min_version::take_min_versions;
use crate::error::problem::Problem;
use crate::etag::Preconditions;
use crate::server::app::App;
use crate::server::authorization::bearer;
use joseki_service::{Code, ServiceError, SourceFile, admin::allow, curate::Author};
use joseki_store::{KeyRecord, ResultSender, Scopes};
use joseki_wire::check_reason;

/// A client that may read: any client, unless the options require a key.
#[derive(Debug)]
pub struct ReadAccess {
    /// The request's preconditions, and whether the response is private.
    pub conditions: Preconditions,
}

/// A client that may report results of games.
#[derive(Debug)]
pub struct FeedbackAccess(pub KeyRecord);

/// A client whose required scope depends on the request.
#[derive(Debug)]
pub struct LateAccess {
    /// The request's preconditions, and whether the response is private.
    pub conditions: Preconditions,
    headers: HeaderMap,
    /// The key, if anonymous reads are disabled.
    key: Option<KeyRecord>,
}

/// A client that may change books.
#[derive(Debug)]
pub struct CurateAccess(pub Curator);

/// Who sent a request for a change of a book.
#[derive(Debug)]
pub struct Curator {
    key: KeyRecord,
    /// What the request is known by if it is sent again.
    digest: Option<RequestDigest>,
}

impl Curator {
    /// Adds files to what the request is known by.
    pub async fn add_files(&self, files: &[SourceFile]) {
        let Some(digest) = &self.digest else {
            return;
        };
        for file in files {
            digest.add(file.name.as_bytes());
            for part in file.bytes.chunks(1 << 20) {
                digest.add(part);
                // Other requests need this thread, too.
                tokio::task::yield_now().await;
            }
        }
    }

    /// Returns the author of a change, with a reason. The body has been read.
    ///
    /// # Errors
    /// The reason is too long.
    pub fn author(&self, reason: String) -> Result<Author, Problem> {
        check_reason(&reason)?;
        let token = self.digest.as_ref().map(RequestDigest::token);
        Ok(Author { who: key_label(&self.key), reason, token })
    }
}

/// A client that may manage keys.
#[derive(Debug)]
pub struct AdminAccess(pub KeyRecord);

impl FromRequestParts<Arc<App>> for ReadAccess {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<ReadAccess, Problem> {
        let private = !app.options.anonymous_reads;
        if private {
            authorise(app, &parts.headers, Scopes::READ).await?;
        }
        take_min_versions(parts, app).await?;
        let conditions = Preconditions::from_headers(&parts.headers, private);
        Ok(ReadAccess { conditions })
    }
}

impl FromRequestParts<Arc<App>> for FeedbackAccess {
    type Rejection = Problem;

    async fn from_request_parts(
        parts: &mut Parts,
        app: &Arc<App>,
    ) -> Result<FeedbackAccess, Problem> {
        let key = authorise(app, &parts.headers, Scopes::FEEDBACK).await?;
        take_min_versions(parts, app).await?;
        Ok(FeedbackAccess(key))
    }
}

impl FromRequestParts<Arc<App>> for LateAccess {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<LateAccess, Problem> {
        let private = !app.options.anonymous_reads;
        let key = if private { Some(identify(app, &parts.headers).await?) } else { None };
        take_min_versions(parts, app).await?;
        Ok(LateAccess {
            conditions: Preconditions::from_headers(&parts.headers, private),
            headers: parts.headers.clone(),
            key,
        })
    }
}

impl LateAccess {
    /// Checks that the client has one of some scopes; reading may need none.
    ///
    /// # Errors
    /// The key is missing, unknown or ended, or lacks the scopes.
    pub async fn require(&self, app: &App, any_of: &[Scopes]) -> Result<(), Problem> {
        match &self.key {
            Some(key) => Ok(allow_any(key, any_of)?),
            None if any_of.contains(&Scopes::READ) => Ok(()),
            None => Ok(allow_any(&identify(app, &self.headers).await?, any_of)?),
        }
    }
}

/// Checks that a key has one of some scopes.
fn allow_any(key: &KeyRecord, any_of: &[Scopes]) -> Result<(), ServiceError> {
    let mut refused = Ok(());
    for needed in any_of {
        match allow(key, *needed) {
            Ok(()) => return Ok(()),
            Err(error) => refused = refused.and(Err(error)),
        }
    }
    Ok(refused?)
}

impl FromRequestParts<Arc<App>> for CurateAccess {
    type Rejection = Problem;

    async fn from_request_parts(
        parts: &mut Parts,
        app: &Arc<App>,
    ) -> Result<CurateAccess, Problem> {
        let key = authorise(app, &parts.headers, Scopes::CURATE).await?;
        let digest = RequestDigest::of(parts, &key)?;
        Ok(CurateAccess(Curator { key, digest }))
    }
}

impl FromRequestParts<Arc<App>> for AdminAccess {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<AdminAccess, Problem> {
        Ok(AdminAccess(authorise(app, &parts.headers, Scopes::ADMIN).await?))
    }
}

/// Returns the name and prefix of a key, for the change log.
pub fn key_label(key: &KeyRecord) -> String {
    format!("{} ({})", key.name, key.prefix)
}

/// Returns the sender of results: with the scope `feedback` alone it changes only its own.
pub fn result_sender(key: &KeyRecord) -> ResultSender {
    let may = |scope| key.scopes.contains(scope);
    let may_change_all = may(Scopes::CURATE) || may(Scopes::ADMIN);
    ResultSender { by: key_label(key), key: Some(key.id), may_change_all }
}

async fn authorise(app: &App, headers: &HeaderMap, needed: Scopes) -> Result<KeyRecord, Problem> {
    let record = identify(app, headers).await?;
    allow(&record, needed).map_err(ServiceError::from)?;
    Ok(record)
}

/// Looks up the key and takes one request from its rate.
async fn identify(app: &App, headers: &HeaderMap) -> Result<KeyRecord, Problem> {
    let key = bearer(headers).map_err(ServiceError::from)?;
    let record = match app.service.administration().known_key(&key) {
        Some(known) => known.map_err(ServiceError::from)?,
        None => app.read(move |service| service.administration().identify(&key)).await?,
    };
    if let Some(rate) = record.rate {
        let taken = app.rates.take(record.id, rate);
        taken.map_err(|wait| rate_limited(rate, wait))?;
    }
    Ok(record)
}

fn rate_limited(rate: u32, wait: Duration) -> Problem {
    let seconds = wait.as_millis().div_ceil(1000).max(1);
    let seconds = u32::try_from(seconds).unwrap_or(u32::MAX);
    let detail = format!(
        "rate limit of {rate} requests a minute exceeded, with a sixth of them as a burst: wait {seconds} s"
    );
    Problem::new(Code::RateLimited, detail).retry_after(seconds)
}
