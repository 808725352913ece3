//! Media types by file extension.

/// File extensions, and their media types.
const KINDS: [(&str, &str); 12] = [
    ("html", "text/html; charset=utf-8"),
    ("js", "text/javascript; charset=utf-8"),
    ("css", "text/css; charset=utf-8"),
    ("svg", "image/svg+xml"),
    ("png", "image/png"),
    ("webp", "image/webp"),
    ("ico", "image/x-icon"),
    ("woff2", "font/woff2"),
    ("json", "application/json"),
    ("map", "application/json"),
    ("webmanifest", "application/manifest+json"),
    ("txt", "text/plain; charset=utf-8"),
];

/// Returns the media type of a file; `application/octet-stream` for an unknown extension.
pub fn kind(name: &str) -> &'static str {
    let end = name.rsplit_once('.').map_or("", |(_, end)| end);
    let known = KINDS.iter().find(|(known, _)| *known == end);
    known.map_or("application/octet-stream", |(_, kind)| kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_end_counts() {
        for (name, expected) in [
            ("assets/index-B1x2C3d4.js", "text/javascript; charset=utf-8"),
            ("assets/index.html-B1x2C3d4.css", "text/css; charset=utf-8"),
            ("assets/index-B1x2C3d4.js.map", "application/json"),
            ("icon.svg", "image/svg+xml"),
            ("LICENSE", "application/octet-stream"),
            ("assets/html", "application/octet-stream"),
        ] {
            assert_eq!(kind(name), expected, "{name}");
        }
    }
}
