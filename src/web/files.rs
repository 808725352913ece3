//! Embedded files by their names in Vite's output folder.

use std::borrow::Cow;

use rust_embed::RustEmbed;

/// Name of the start page.
pub const INDEX: &str = "index.html";
/// Name of the licence texts of what the page contains.
pub const LICENSES: &str = "licenses.txt";
/// Folder of files with a content hash in their names, which can be cached indefinitely.
pub const ASSETS: &str = "assets/";
/// Content security policy of the page: it loads only files of its own server, and nothing inline.
pub const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
     base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// A file of the page.
#[derive(Clone, Debug)]
pub struct PageFile {
    /// Content of the file.
    pub bytes: Cow<'static, [u8]>,
    /// Media type, for `Content-Type`.
    pub kind: &'static str,
    /// SHA-256 of the content.
    pub hash: [u8; 32],
}

#[derive(RustEmbed)]
#[folder = "dist/"]
struct PageFolder;

/// Returns a file by its exact name, such as `assets/index-B1x2C3d4.js`; no `..` is resolved.
#[must_use]
pub fn file(name: &str) -> Option<PageFile> {
    // The lookup treats a backslash as a slash, so a file would have two names.
    if name.contains('\\') {
        return None;
    }
    let found = PageFolder::get(name)?;
    Some(PageFile { bytes: found.data, kind: kind(name), hash: found.metadata.sha256_hash() })
}

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
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::Path;

    use super::*;

    /// Returns the files of the folder with their content.
    fn on_disk(folder: &Path, from: &str) -> BTreeSet<(String, Vec<u8>)> {
        let mut found = BTreeSet::new();
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            let name = path.file_name().expect("a name").to_string_lossy();
            if path.is_dir() {
                found.append(&mut on_disk(&path, &format!("{from}{name}/")));
            } else {
                let bytes = fs::read(&path).expect("a file");
                found.insert((format!("{from}{name}"), bytes));
            }
        }
        found
    }

    #[test]
    fn the_binary_has_the_folder() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("dist");
        let names = PageFolder::iter().map(Cow::into_owned);
        let held = names.map(|name| {
            let found = file(&name).expect("a file");
            let held = matches!(found.bytes, Cow::Borrowed(_));
            assert!(held, "{name} was read from the disk");
            (name, found.bytes.into_owned())
        });
        assert_eq!(held.collect::<BTreeSet<_>>(), on_disk(&folder, ""));
        assert!(file(INDEX).is_some());
    }

    #[test]
    fn what_may_be_kept_for_ever_is_named_by_its_content() {
        let names = PageFolder::iter().map(Cow::into_owned);
        let assets: Vec<String> = names.filter(|name| name.starts_with(ASSETS)).collect();
        assert!(!assets.is_empty());
        for name in assets {
            // Vite's names: `index-` and eight characters of base64url.
            let (stem, _) = name.rsplit_once('.').expect("a suffix");
            let (_, hash) = stem.split_at(stem.len().saturating_sub(9));
            let letter = |byte: u8| byte.is_ascii_alphanumeric() || b"-_".contains(&byte);
            assert!(hash.len() == 9 && hash.starts_with('-') && hash.bytes().all(letter), "{name}");
        }
    }

    #[test]
    fn a_name_is_that_of_one_file() {
        let asset = PageFolder::iter().find(|name| name.starts_with(ASSETS));
        let asset = asset.expect("an asset").into_owned();
        for name in [
            String::new(),
            "/".to_owned(),
            "assets".to_owned(),
            ASSETS.to_owned(),
            format!("/{INDEX}"),
            format!("./{INDEX}"),
            format!("assets/../{INDEX}"),
            "../../Cargo.toml".to_owned(),
            INDEX.to_uppercase(),
            asset.replace('/', "\\"),
            asset.replace('/', "//"),
            format!("{asset}\0"),
        ] {
            assert!(file(&name).is_none(), "{name}");
        }
        assert!(file(&asset).is_some());
    }

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
