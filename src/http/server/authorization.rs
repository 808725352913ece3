//! The key of a request.

use axum::http::{HeaderMap, header};

use super::app::App;
use joseki_service::KeyError;
use joseki_store::KeyRecord;

/// Returns the request's key if it is valid, by the keys in memory.
pub fn known_key(app: &App, headers: &HeaderMap) -> Option<KeyRecord> {
    let key = bearer(headers).ok()?;
    app.service.administration().known_key(&key)?.ok()
}

/// Returns the key of `Authorization: Bearer …`.
pub fn bearer(headers: &HeaderMap) -> Result<String, KeyError> {
    let mut values = headers.get_all(header::AUTHORIZATION).iter();
    let value = values.next().ok_or(KeyError::Missing)?;
    if values.next().is_some() {
        return Err(KeyError::Unknown);
    }
    let value = value.to_str().map_err(|_| KeyError::Unknown)?;
    match value.split_once(' ') {
        Some((scheme, key)) if scheme.eq_ignore_ascii_case("bearer") => Ok(key.trim().to_owned()),
        _ => Err(KeyError::Missing),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_read_from_one_bearer_header() {
        let check = |values: &[&'static str], expected: Result<&str, KeyError>| {
            let mut headers = HeaderMap::new();
            for value in values {
                headers.append(header::AUTHORIZATION, value.parse().expect("a header"));
            }
            assert_eq!(bearer(&headers), expected.map(str::to_owned), "{values:?}");
        };
        check(&["Bearer jk_1_2"], Ok("jk_1_2"));
        check(&["bEARER  jk_1_2 "], Ok("jk_1_2"));
        check(&[], Err(KeyError::Missing));
        check(&["Bearer"], Err(KeyError::Missing));
        check(&["Basic am9zZWtp"], Err(KeyError::Missing));
        check(&["Bearer a", "Bearer b"], Err(KeyError::Unknown));
    }
}
