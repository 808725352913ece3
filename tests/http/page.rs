//! The page, as it is served: its files are read out of it, so that none is named here.

use std::collections::BTreeSet;
use std::fs;
use std::io::Read;
use std::path::Path;

use crate::client::Answer;
use crate::fixture::Fixture;

/// What the page may load: its own server's files, and nothing that is written into it.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const IMMUTABLE: &str = "public, max-age=31536000, immutable";

/// Ends of names with their types.
const KINDS: [(&str, &str); 6] = [
    (".txt", "text/plain; charset=utf-8"),
    (".js", "text/javascript; charset=utf-8"),
    (".css", "text/css; charset=utf-8"),
    (".svg", "image/svg+xml"),
    (".png", "image/png"),
    (".ico", "image/x-icon"),
];

fn page(fixture: &Fixture) -> Answer {
    fixture.get("/").send().expect(200)
}

/// The tags of a name with their attributes, and the text after each.
fn tags<'a>(html: &'a str, name: &str) -> Vec<(&'a str, &'a str)> {
    let start = format!("<{name}");
    let tags = html.split(start.as_str()).skip(1);
    let whole = tags.filter(|rest| !rest.starts_with(|next: char| next.is_alphanumeric()));
    whole.filter_map(|rest| rest.split_once('>')).collect()
}

/// The values of an attribute in a text.
fn values<'a>(text: &'a str, name: &str) -> Vec<&'a str> {
    let start = format!(" {name}=\"");
    let found = text.split(start.as_str()).skip(1);
    found.filter_map(|rest| rest.split('"').next()).collect()
}

/// The addresses of the files that the page loads, from the server's root.
fn loaded(html: &str) -> Vec<String> {
    let links = tags(html, "link").into_iter();
    let links = links.flat_map(|(tag, _)| values(tag, "href"));
    let found: Vec<String> = values(html, "src")
        .into_iter()
        .chain(links)
        .map(|address| format!("/{}", address.trim_start_matches("./").trim_start_matches('/')))
        .collect();
    assert!(!found.is_empty(), "the page loads nothing: {html}");
    found
}

fn unpacked(answer: &Answer) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut reader = flate2::read::GzDecoder::new(answer.body.as_slice());
    reader.read_to_end(&mut bytes).expect("gzip");
    bytes
}

#[test]
fn the_page_is_protected_from_others() {
    let fixture = Fixture::new();
    let page = page(&fixture);
    for (name, value) in [
        ("content-type", "text/html; charset=utf-8"),
        ("content-security-policy", POLICY),
        ("x-content-type-options", "nosniff"),
        ("x-frame-options", "DENY"),
        ("referrer-policy", "no-referrer"),
        ("cache-control", "no-cache"),
    ] {
        assert_eq!(page.header(name), Some(value), "{name}");
    }
    let html = page.text().to_ascii_lowercase();
    assert!(html.starts_with("<!doctype html>"), "{html}");
    for path in loaded(&page.text()).iter().map(String::as_str).chain(["/"]) {
        let asked = fixture.get(path).header("Origin", "https://elsewhere.example");
        let answer = asked.send().expect(200);
        let cors =
            |(name, _): &&(String, String)| name.to_ascii_lowercase().starts_with("access-control");
        assert_eq!(answer.headers.iter().find(cors), None, "{path}");
        assert_eq!(answer.header("set-cookie"), None, "{path}");
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"), "{path}");
    }
}

#[test]
fn the_page_names_no_other_host_and_has_nothing_written_into_it() {
    let fixture = Fixture::new();
    let html = page(&fixture).text();
    assert!(!html.contains("://"), "{html}");
    for attribute in ["src", "href", "action", "srcset", "content"] {
        for value in values(&html, attribute) {
            let elsewhere = value.starts_with("//") || value.starts_with("data:");
            assert!(!elsewhere, "{attribute} {value}");
        }
    }
    // The policy would not let any of it run.
    for (tag, rest) in tags(&html, "script") {
        assert_eq!(values(tag, "src").len(), 1, "{tag}");
        assert!(rest.trim_start().starts_with("</script>"), "{rest}");
    }
    assert!(tags(&html, "style").is_empty() && values(&html, "style").is_empty());
    assert!(tags(&html, "base").is_empty());
    let handler = |part: &str| part.starts_with("on") && part.contains('=');
    assert!(!html.split_whitespace().any(handler), "{html}");
}

#[test]
fn everything_that_the_page_loads_is_there_and_may_be_kept() {
    let fixture = Fixture::new();
    let files = loaded(&page(&fixture).text());
    for path in files.into_iter().chain(["/licenses.txt".to_owned()]) {
        let answer = fixture.get(&path).send().expect(200);
        let kind = KINDS.iter().find(|(end, _)| path.ends_with(end));
        let (_, kind) = kind.unwrap_or_else(|| panic!("what is {path}?"));
        assert_eq!(answer.header("content-type"), Some(*kind), "{path}");
        assert!(!answer.body.is_empty(), "{path}");
        let hashed = path.starts_with("/assets/");
        let kept = if hashed { IMMUTABLE } else { "no-cache" };
        assert_eq!(answer.header("cache-control"), Some(kept), "{path}");
        if hashed {
            let policy = answer.header("content-security-policy");
            assert_eq!(policy, Some(POLICY), "{path}");
        }
        let tag = answer.header("etag").expect("a tag");
        let again = fixture.get(&path).header("If-None-Match", tag).send();
        let again = again.expect(304);
        assert_eq!(again.header("cache-control"), Some(kept), "{path}");
        assert!(again.body.is_empty());
    }
}

#[test]
fn what_is_served_is_what_was_built() {
    let fixture = Fixture::new();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/web/dist");
    let on_disk = |name: &str| fs::read(folder.join(name)).expect("a file");
    assert_eq!(page(&fixture).body, on_disk("index.html"));
    let files = loaded(&page(&fixture).text());
    for path in files.into_iter().chain(["/licenses.txt".to_owned()]) {
        let answer = fixture.get(&path).send().expect(200);
        assert_eq!(answer.body, on_disk(path.trim_start_matches('/')), "{path}");
    }
    // The folder has nothing that has no address.
    let names = fs::read_dir(&folder).expect("a folder");
    let names = names.map(|entry| entry.expect("an entry").file_name());
    let names: BTreeSet<String> = names.map(|name| name.to_string_lossy().into_owned()).collect();
    assert_eq!(names, BTreeSet::from(["assets", "index.html", "licenses.txt"].map(str::to_owned)));
}

#[test]
fn a_page_that_the_browser_has_is_not_sent_again() {
    let fixture = Fixture::new();
    let first = page(&fixture);
    let tag = first.header("etag").expect("a tag").to_owned();
    assert!(tag.starts_with('"') && tag.len() > 10, "{tag}");
    for held in [tag.clone(), format!("W/{tag}"), format!("\"x\", {tag}"), "*".to_owned()] {
        let again = fixture.get("/").header("If-None-Match", &held).send();
        let again = again.expect(304);
        assert!(again.body.is_empty());
        assert_eq!(again.header("cache-control"), Some("no-cache"));
        assert_eq!(again.header("content-security-policy"), Some(POLICY));
        assert!(again.header("etag").is_some_and(|found| found.ends_with(&tag)));
    }
    let other = fixture.get("/").header("If-None-Match", "\"x\"").send();
    assert_eq!(other.expect(200).body, first.body);
}

#[test]
fn head_tells_of_the_page_and_its_files() {
    let fixture = Fixture::new();
    for path in loaded(&page(&fixture).text()).iter().map(String::as_str).chain(["/"]) {
        let got = fixture.get(path).send().expect(200);
        let head = fixture.request("HEAD", path).send().expect(200);
        assert!(head.body.is_empty());
        for name in ["content-length", "content-type", "etag", "cache-control"] {
            assert!(head.header(name).is_some(), "{path} {name}");
            assert_eq!(head.header(name), got.header(name), "{path} {name}");
        }
    }
    for (method, path) in [("POST", "/"), ("DELETE", "/"), ("PUT", "/assets/x")] {
        let refused = fixture.request(method, path).send().expect(405);
        assert_eq!(refused.code(), "method_not_allowed");
    }
}

#[test]
fn what_is_not_there_is_told_as_everywhere() {
    let fixture = Fixture::new();
    for path in [
        "/assets",
        "/assets/",
        "/assets/nothing.js",
        "/assets/index.html",
        "/assets/..",
        "/assets/../index.html",
        "/assets/%2e%2e/index.html",
        "/assets/%2e%2e%2findex.html",
        "/assets/..%5cindex.html",
        "/assets/..%2f..%2f..%2fCargo.toml",
        "/assets/../../../Cargo.toml",
        "/assets//etc/passwd",
        "/assets/%2fetc%2fpasswd",
        "/assets/nothing%00.js",
        "/../Cargo.toml",
        "/..%2fCargo.toml",
        "/..",
        "/index.html",
        "//index.html",
        "/%69ndex.html",
    ] {
        let refused = fixture.get(path).send().expect(404);
        assert_eq!(refused.code(), "unknown_route", "{path}");
        assert_eq!(refused.header("etag"), None, "{path}");
        assert_ne!(refused.header("cache-control"), Some(IMMUTABLE), "{path}");
    }
    // A name that is there, asked for in other words.
    for path in loaded(&page(&fixture).text()) {
        let Some(name) = path.strip_prefix("/assets/") else {
            continue;
        };
        for other in [
            format!("/assets/../assets/{name}"),
            format!("/assets/./{name}"),
            format!("/assets//{name}"),
            format!("/assets%5c{name}"),
            format!("/assets%2f{name}"),
            format!("/{name}"),
            format!("{path}/"),
        ] {
            let refused = fixture.get(&other).send().expect(404);
            assert_eq!(refused.code(), "unknown_route", "{other}");
        }
    }
}

#[test]
fn large_files_of_the_page_are_compressed() {
    let fixture = Fixture::new();
    let mut packed = 0;
    for path in loaded(&page(&fixture).text()).iter().map(String::as_str).chain(["/"]) {
        let plain = fixture.get(path).send().expect(200);
        let asked = fixture.get(path).header("Accept-Encoding", "gzip, br");
        let answer = asked.send().expect(200);
        assert_eq!(answer.header("content-type"), plain.header("content-type"));
        assert_eq!(answer.header("cache-control"), plain.header("cache-control"));
        if answer.header("content-encoding").is_none() {
            assert!(plain.body.len() <= 1024, "{path}");
            continue;
        }
        packed += 1;
        assert_eq!(answer.header("content-encoding"), Some("gzip"), "{path}");
        assert_eq!(answer.header("vary"), Some("accept-encoding"), "{path}");
        assert_eq!(unpacked(&answer), plain.body, "{path}");
        let weak = answer.header("etag").expect("a tag");
        assert!(weak.starts_with("W/"), "{weak}");
        let again = fixture.get(path).header("If-None-Match", weak).send();
        again.expect(304);
    }
    assert!(packed > 0, "no file of the page is worth it");
}

#[test]
fn the_page_comes_without_a_key_where_reading_needs_one() {
    let open = Fixture::new();
    let fixture = Fixture::with(|options| options.anonymous_reads = false);
    fixture.get("/v1/books").send().expect(401);
    let page = page(&fixture);
    assert_eq!(page.body, self::page(&open).body);
    assert_eq!(page.header("cache-control"), Some("no-cache"));
    for path in loaded(&page.text()) {
        let answer = fixture.get(&path).send().expect(200);
        assert_eq!(answer.header("www-authenticate"), None);
        // An invalid key is ignored as well.
        fixture.get(&path).key("nonsense").send().expect(200);
    }
    fixture.get("/").key("nonsense").send().expect(200);
}

#[test]
fn what_the_address_asks_is_the_pages_own() {
    let fixture = Fixture::new();
    let plain = page(&fixture);
    for query in
        ["view=board&book=main", "moves=Z99&book=none&at=-1", "at=1&at=2&x", "%zz=%00&=&&", ""]
    {
        let answer = fixture.get(&format!("/?{query}")).send().expect(200);
        assert_eq!(answer.body, plain.body, "{query}");
        assert_eq!(answer.header("etag"), plain.header("etag"), "{query}");
        let policy = answer.header("content-security-policy");
        assert_eq!(policy, Some(POLICY), "{query}");
    }
}

#[test]
fn files_are_counted_under_one_name() {
    let fixture = Fixture::new();
    for path in loaded(&page(&fixture).text()) {
        fixture.get(&path).send().expect(200);
    }
    for number in 0..5 {
        let path = format!("/assets/made-up-{number}.js");
        fixture.get(&path).send().expect(404);
        fixture.get(&format!("/made-up-{number}.svg")).send().expect(404);
    }
    let metrics = fixture.get("/metrics").send().expect(200).text();
    let counted = |labels: &str| {
        let name = format!("joseki_http_requests_total{{{labels}}} ");
        let line = metrics.lines().find_map(|line| line.strip_prefix(&name));
        line.and_then(|count| count.parse::<u64>().ok())
    };
    let assets = "route=\"/assets/{*file}\",method=\"GET\",status=\"404\"";
    assert_eq!(counted(assets), Some(5), "{metrics}");
    let others = "route=\"unmatched\",method=\"GET\",status=\"404\"";
    assert_eq!(counted(others), Some(5), "{metrics}");
    assert_eq!(counted("route=\"/\",method=\"GET\",status=\"200\""), Some(1));
    assert!(!metrics.contains("made-up"), "{metrics}");
}

#[test]
fn an_address_with_moves_says_what_it_is_about() {
    let fixture = Fixture::new();
    let get = |path: &str| fixture.get(path).send().expect(200).text();
    let moves = "Q17,Q15,R15,Q16,R16,P17,R14";
    let html = get(&format!("/?moves={moves}&view=upper_right&panel=quiz"));
    assert!(html.contains("<title>Large avalanche – Joseki</title>"), "{html}");
    let picture = "http://localhost/v1/next/picture?moves=Q17";
    let image = values(&html, "content").into_iter().find(|value| value.starts_with(picture));
    let image = image.expect("a picture").replace("&amp;", "&");
    assert!(image.ends_with("&corner=upper_right"), "{image}");
    let address = image.split_once("localhost").expect("an address").1;
    let shown = fixture.get(address).send().expect(200);
    assert_eq!(shown.header("content-type"), Some("image/png"));
    // Moves up to the one that is shown.
    assert!(get(&format!("/?moves={moves}&at=4")).contains("<title>Avalanche"));
    // Outside the book the page is unchanged; it does not contain the address.
    let plain = get("/");
    for query in ["moves=%3Cscript%3E", "moves=Q16,Q16", "book=%22x&moves=Q16", "panel=quiz"] {
        assert_eq!(get(&format!("/?{query}")), plain, "{query}");
    }
    let private = Fixture::with(|options| options.anonymous_reads = false);
    let html = private.get(&format!("/?moves={moves}")).send().expect(200);
    assert!(!html.text().contains("valanche"));
}

#[test]
fn other_sites_show_the_page_in_a_frame_if_the_operator_lets_them() {
    let fixture =
        Fixture::with(|options| options.embed_origins = vec!["https://club.example".to_owned()]);
    let policy = |path: &str| {
        let answer = fixture.get(path).send().expect(200);
        let policy = answer.header("content-security-policy").expect("a policy").to_owned();
        (
            policy.contains("frame-ancestors https://club.example"),
            answer.header("x-frame-options").is_none(),
        )
    };
    assert_eq!(policy("/?embed=1"), (true, true));
    assert_eq!(policy("/?moves=Q16&embed=1"), (true, true));
    assert_eq!(policy("/"), (false, false));
    let closed = Fixture::new().get("/?embed=1").send().expect(200);
    assert_eq!(closed.header("x-frame-options"), Some("DENY"));
    assert_eq!(closed.header("content-security-policy"), Some(POLICY));
}

#[test]
fn the_board_of_a_question_is_a_picture() {
    let fixture = Fixture::new();
    let get = |query: &str| fixture.get(&format!("/v1/next/picture?{query}")).send();
    let svg = get("moves=Q16,O17&format=svg").expect(200);
    assert_eq!(svg.header("content-type"), Some("image/svg+xml"));
    let text = svg.text();
    assert!(text.contains("class=\"stone white\" data-point=\"O17\""), "{text}");
    assert!(text.contains("class=\"last\" data-point=\"O17\""), "{text}");
    assert_eq!(text.matches("class=\"cell\"").count(), 361);
    assert!(text.matches("class=\"candidate\"").count() > 3, "{text}");
    let corner = get("moves=Q16,O17&format=svg&corner=upper_right").expect(200).text();
    assert_eq!(corner.matches("class=\"cell\"").count(), 169);
    assert!(corner.contains("data-point=\"G19\"") && !corner.contains("data-point=\"F19\""));
    let tag = svg.header("etag").expect("a tag").to_owned();
    let again =
        fixture.get("/v1/next/picture?moves=Q16,O17&format=svg").header("If-None-Match", tag);
    again.send().expect(304);
    assert!(get("moves=Q16").expect(200).body.starts_with(b"\x89PNG"));
    let refused = get("moves=Q16,Q16").expect(422);
    assert_eq!(refused.code(), "illegal_move");
    assert_eq!(get("format=gif").expect(400).json()["field"], "format");
    assert_eq!(get("corners=1").expect(400).json()["field"], "corners");
}
