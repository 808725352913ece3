//! Compresses responses for clients that accept it. Large ones are compressed in small parts by
//! workers of their own, because the threads of the network must never be busy for long.

use std::io::{self, Write};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, header};
use axum::middleware::Next;
use axum::response::Response;
use bytes::Bytes;
use flate2::Compression;
use flate2::write::GzEncoder;
use hyper::body::{Body as _, Frame};

use super::app::App;
use super::channel_body::log_interrupted;
use super::worker_pool::QueuePlace;
use crate::error::problem::Problem;
use crate::etag::NoCompression;

/// Up to this size responses are not compressed, in bytes: they fit one packet.
const PLAIN_BYTES: u64 = 1024;
/// Up to this size responses are compressed where they are sent, in bytes: it takes some 0.1 ms,
/// and a change of threads takes time too.
const INLINE_BYTES: u64 = 16 << 10;
/// Number of bytes that a worker compresses before others have their turn: some 0.3 ms.
const PART_BYTES: usize = 64 << 10;

/// Compresses the response if the client accepts it. A large one stays plain while too many others
/// are being compressed.
pub async fn compress(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let accepts = accepts_gzip(request.headers());
    let mut response = next.run(request).await;
    if !is_compressible(&response) {
        return response;
    }
    let vary = HeaderValue::from_static("accept-encoding");
    response.headers_mut().append(header::VARY, vary);
    let is_small = response.body().size_hint().upper().is_some_and(|size| size <= INLINE_BYTES);
    let place = match (accepts, is_small) {
        (false, _) => return response,
        (true, true) => None,
        (true, false) => match app.enqueue_compression() {
            Ok(place) => Some(place),
            Err(_) => return response,
        },
    };
    let headers = response.headers_mut();
    headers.remove(header::CONTENT_LENGTH);
    headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
    // Its bytes differ from those of the plain response, so its tag is weak.
    if let Some(tag) = headers.get(header::ETAG)
        && !tag.as_bytes().starts_with(b"W/")
        && let Ok(weak) = HeaderValue::from_bytes(&[b"W/", tag.as_bytes()].concat())
    {
        headers.insert(header::ETAG, weak);
    }
    response.map(|body| Body::new(GzipBody::new(body, place)))
}

fn is_compressible(response: &Response) -> bool {
    response.body().size_hint().exact().is_none_or(|size| size > PLAIN_BYTES)
        && response.extensions().get::<NoCompression>().is_none()
        && !response.headers().contains_key(header::CONTENT_ENCODING)
}

/// A body that is compressed as the client takes it.
struct GzipBody {
    body: Body,
    /// Whether `rest` is the end of the body.
    has_ended: bool,
    /// Bytes of the body that are not compressed yet.
    rest: Bytes,
    /// Taken while a part is compressed, and at the end.
    encoder: Option<Encoder>,
    part: Option<Pin<Box<dyn Future<Output = Compressed> + Send>>>,
    /// Place at a worker; `None` compresses on this thread.
    place: Option<QueuePlace>,
}

type Encoder = GzEncoder<Vec<u8>>;
/// A part, and the encoder for the next one.
type Compressed = Result<(Vec<u8>, Option<Encoder>), Problem>;

impl GzipBody {
    fn new(body: Body, place: Option<QueuePlace>) -> GzipBody {
        let encoder = Some(GzEncoder::new(Vec::new(), Compression::fast()));
        GzipBody { body, has_ended: false, rest: Bytes::new(), encoder, part: None, place }
    }

    /// Waits for bytes to compress, or the end.
    fn poll_rest(&mut self, context: &mut Context<'_>) -> Poll<Result<(), axum::Error>> {
        while self.rest.is_empty() && !self.has_ended {
            match ready!(Pin::new(&mut self.body).poll_frame(context)).transpose()? {
                // Responses have no trailers.
                Some(frame) => self.rest = frame.into_data().unwrap_or_default(),
                None => self.has_ended = true,
            }
            self.has_ended |= self.body.is_end_stream();
        }
        Poll::Ready(Ok(()))
    }

    fn begin_part(&mut self, encoder: Encoder) {
        let part = self.rest.split_to(self.rest.len().min(PART_BYTES));
        let is_last = self.has_ended && self.rest.is_empty();
        let work = move || compress_part(encoder, &part, is_last);
        let place = self.place.clone();
        self.part = Some(Box::pin(async move {
            match place {
                Some(place) => place.run(work).await?,
                None => work(),
            }
        }));
    }
}

fn compress_part(mut encoder: Encoder, part: &[u8], is_last: bool) -> Compressed {
    let failed = |error| Problem::internal(&error);
    encoder.write_all(part).map_err(failed)?;
    if is_last {
        return Ok((encoder.finish().map_err(failed)?, None));
    }
    Ok((std::mem::take(encoder.get_mut()), Some(encoder)))
}

impl hyper::body::Body for GzipBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        loop {
            if let Some(part) = &mut self.part {
                let compressed = ready!(part.as_mut().poll(context));
                self.part = None;
                let (bytes, encoder) = match compressed {
                    Ok(compressed) => compressed,
                    Err(problem) => {
                        log_interrupted(&problem);
                        let broken = io::Error::other("response interrupted");
                        return Poll::Ready(Some(Err(axum::Error::new(broken))));
                    }
                };
                self.encoder = encoder;
                if !bytes.is_empty() {
                    return Poll::Ready(Some(Ok(Frame::data(bytes.into()))));
                }
            }
            if self.encoder.is_none() {
                return Poll::Ready(None);
            }
            if let Err(error) = ready!(self.poll_rest(context)) {
                return Poll::Ready(Some(Err(error)));
            }
            if let Some(encoder) = self.encoder.take() {
                self.begin_part(encoder);
            }
        }
    }

    fn is_end_stream(&self) -> bool {
        self.encoder.is_none() && self.part.is_none()
    }
}

/// Returns whether the client prefers gzip to a plain response.
fn accepts_gzip(headers: &HeaderMap) -> bool {
    let values = headers.get_all(header::ACCEPT_ENCODING).iter();
    let lists = values.filter_map(|value| value.to_str().ok());
    let weights: Vec<(&str, f32)> =
        lists.flat_map(|list| list.split(',')).map(coding_weight).collect();
    let weight = |name: &str| {
        let found = weights.iter().find(|(coding, _)| coding.eq_ignore_ascii_case(name));
        found.map(|(_, weight)| *weight)
    };
    let gzip = weight("gzip").or(weight("x-gzip")).or(weight("*")).unwrap_or(0.0);
    gzip > 0.0 && gzip >= weight("identity").unwrap_or(0.0)
}

/// Returns a coding with its weight, as in `gzip;q=0.5`; 0 if that is invalid.
fn coding_weight(item: &str) -> (&str, f32) {
    let Some((coding, weight)) = item.split_once(';') else {
        return (item.trim(), 1.0);
    };
    let weight = weight.trim();
    let weight = weight.strip_prefix("q=").or(weight.strip_prefix("Q="));
    (coding.trim(), weight.and_then(|weight| weight.trim().parse().ok()).unwrap_or(0.0))
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use flate2::read::GzDecoder;
    use http_body_util::BodyExt;

    use super::*;
    use crate::server::channel_body::{BodyPart, channel_body};

    async fn frames(body: &mut GzipBody) -> Result<Vec<Bytes>, axum::Error> {
        let mut frames = Vec::new();
        while let Some(frame) = body.frame().await {
            frames.extend(frame?.into_data());
        }
        Ok(frames)
    }

    #[tokio::test]
    async fn a_body_is_compressed_in_parts() {
        let text: Vec<u8> =
            (0..5 * PART_BYTES as u32).flat_map(|n| n.wrapping_mul(n).to_le_bytes()).collect();
        let mut whole = GzipBody::new(Body::from(text.clone()), None);
        let frames_of_whole = frames(&mut whole).await.expect("no error");
        assert!(frames_of_whole.len() > 5 && whole.is_end_stream());
        assert!(frames_of_whole.iter().all(|frame| frame.len() < 4 * PART_BYTES));
        let (body, parts) = channel_body();
        let (first, second) = text.split_at(1000);
        for part in [first, second].map(Bytes::copy_from_slice) {
            assert!(parts.send(BodyPart::Data(part)).await.is_ok());
        }
        let ending = tokio::spawn(async move { parts.send(BodyPart::End).await });
        let frames_of_parts = frames(&mut GzipBody::new(body, None)).await.expect("no error");
        assert!(ending.await.expect("no panic").is_ok());
        for compressed in [frames_of_whole.concat(), frames_of_parts.concat()] {
            let mut unpacked = Vec::new();
            GzDecoder::new(compressed.as_slice()).read_to_end(&mut unpacked).expect("gzip");
            assert!(unpacked == text);
        }
    }

    #[tokio::test]
    async fn a_body_that_breaks_off_is_not_ended() {
        let (body, parts) = channel_body();
        assert!(parts.send(BodyPart::Data(Bytes::from_static(b"part"))).await.is_ok());
        drop(parts);
        assert!(frames(&mut GzipBody::new(body, None)).await.is_err());
    }

    #[test]
    fn gzip_is_used_where_the_client_prefers_it() {
        let check = |value: &'static str, expected: bool| {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT_ENCODING, HeaderValue::from_static(value));
            assert_eq!(accepts_gzip(&headers), expected, "{value}");
        };
        for value in [
            "gzip",
            "GZIP, br",
            "br, x-gzip",
            "*",
            "gzip;q=0.5",
            "gzip;q=1.0, identity; q=0.5, *;q=0",
        ] {
            check(value, true);
        }
        for value in [
            "",
            "br",
            "identity;q=0",
            "*;q=0",
            "gzip;q=0",
            "gzip;q=0, *",
            "gzip;q=x",
            "gzip;q=0.5, identity",
        ] {
            check(value, false);
        }
    }
}
