//! Every address answers, with the headers that it should have.

use std::collections::BTreeSet;
use std::io::Read;

use serde_json::{Value, json};

use crate::fixture::Fixture;

#[test]
fn get_and_post_give_the_same_answer() {
    let fixture = Fixture::new();
    let pairs = [
        ("/v1/next", json!({})),
        ("/v1/next?moves=", json!({"moves": []})),
        (
            "/v1/next?moves=Q16,O17,R14",
            json!({"moves": [["B", "Q16"], ["W", "O17"], ["B", "R14"]]}),
        ),
        (
            "/v1/next?moves=W:Q16,W:pass&to_play=B&book=main&limit=1",
            json!({"moves": [["W", "Q16"], ["W", "pass"]], "to_play": "B", "book": "main", "limit": 1}),
        ),
        (
            "/v1/next?stones=B:dp,B:pd&coords=sgf&seed=7&min_verdict=good",
            json!({"initial_stones": [["B", "dp"], ["B", "pd"]], "coords": "sgf", "seed": 7, "min_verdict": "good"}),
        ),
        (
            "/v1/next?board_size=13&moves=K10&opponent=a%20b&class=c&failed_conditions=hide",
            json!({"board_size": 13, "moves": [["B", "K10"]], "opponent": "a b", "class": "c", "failed_conditions": "hide"}),
        ),
    ];
    for (path, body) in pairs {
        let got = fixture.get(path).send().expect(200);
        let posted = fixture.post("/v1/next").json(&body).send().expect(200);
        assert_eq!(got.text(), posted.text(), "{path}");
    }
}

#[test]
fn the_next_move_has_the_documented_shape() {
    let fixture = Fixture::new();
    let answer = fixture.get("/v1/next?moves=Q16,O17").send().expect(200).json();
    assert_eq!(answer["book"], json!({"name": "main", "version": 1}));
    assert_eq!(answer["to_play"], "B");
    assert_eq!(answer["best"], answer["moves"][0]["point"]);
    assert_eq!(answer["moves"][0]["corner"], "upper_right");
    assert_eq!(answer["corners"].as_array().map(Vec::len), Some(4));
    assert_eq!(answer["corners"][1]["state"], "ongoing");
}

#[test]
fn the_best_move_alone_is_the_first_of_the_long_answer() {
    let fixture = Fixture::new();
    let asked = "moves=Q16,O17";
    let whole = fixture.get(&format!("/v1/next?{asked}")).send().expect(200).json();
    let answer = fixture.get(&format!("/v1/best?{asked}")).send().expect(200);
    assert!(answer.body.len() < 200, "{}", answer.text());
    assert_eq!(answer.header("etag"), Some("\"main-1\""));
    let first = &whole["moves"][0];
    assert_eq!(
        answer.json(),
        json!({
            "move": first["point"], "verdict": first["verdict"], "name": first["names"].get(0),
            "line": first["leads_to"], "book": "main", "version": 1, "reason": null
        })
    );
    let none = fixture
        .get("/v1/best?moves=A1,A2&corner=lower_left&min_verdict=ideal")
        .send()
        .expect(200)
        .json();
    assert_eq!((&none["move"], &none["line"]), (&Value::Null, &Value::Null));
    assert!(none["reason"].is_string(), "{none}");
    let same = fixture.get(&format!("/v1/best?{asked}")).header("If-None-Match", "\"main-1\"");
    same.send().expect(304);
    fixture.get("/v1/best?moves=Q16,Q16").send().expect(422);
    fixture.get("/v1/best?book=none").send().expect(404);
    let refused = fixture.get("/v1/best?fields=best").send().expect(400).json();
    assert_eq!(refused["field"], "fields");
}

#[test]
fn a_corner_and_some_fields_are_parts_of_the_whole_answer() {
    let fixture = Fixture::new();
    let get = |query: &str| fixture.get(&format!("/v1/next?moves=Q16,O17&{query}")).send();
    let whole = get("limit=50").expect(200).json();
    for corner in ["upper_left", "upper_right", "lower_left", "lower_right"] {
        let part = get(&format!("limit=50&corner={corner}")).expect(200).json();
        for list in ["moves", "corners"] {
            let of_corner = whole[list].as_array().into_iter().flatten();
            let wanted: Vec<&Value> = of_corner.filter(|item| item["corner"] == corner).collect();
            assert_eq!(part[list], json!(wanted), "{corner}");
        }
        assert_eq!(part["best"], part["moves"][0]["point"]);
    }
    // As many moves as a board has letters for, unless more are asked for.
    let empty = |query: &str| fixture.get(&format!("/v1/next?{query}")).send().expect(200).json();
    let (shown, all) = (empty(""), empty("limit=10"));
    let moves = |answer: &Value| answer["moves"].as_array().cloned().unwrap_or_default();
    assert_eq!((moves(&shown).len(), moves(&all).len() > 26), (26, true));
    assert_eq!(moves(&shown), moves(&all)[..26]);
    assert_eq!(shown["corners"], all["corners"]);
    let few = get("limit=2&fields=best,moves.point,moves.verdict").expect(200);
    let members = |value: &Value| -> Vec<String> {
        value.as_object().into_iter().flatten().map(|(name, _)| name.clone()).collect()
    };
    assert_eq!(members(&few.json()), ["best", "moves"]);
    for item in few.json()["moves"].as_array().expect("a list") {
        assert_eq!(members(item), ["point", "verdict"]);
    }
    assert!(few.body.len() < 600, "{}", few.text());
    // To the last digit, which a parser may round.
    let whole = get("limit=50").expect(200).text();
    let means = get("limit=50&fields=moves").expect(200).text();
    let means: Vec<&str> = means.split("\"mean\":").skip(1).collect();
    assert!(means.len() > 3, "{whole}");
    for mean in means {
        let mean = mean.split([',', '}']).next().expect("a number");
        assert!(whole.contains(&format!("\"mean\":{mean}")), "{mean} is not in {whole}");
    }
    // The same in a body and in a batch.
    let asked = json!({
        "moves": [["B", "Q16"], ["W", "O17"]], "limit": 2, "fields": ["best", "moves.point", "moves.verdict"]
    });
    assert_eq!(fixture.post("/v1/next").json(&asked).send().expect(200).text(), few.text());
    let batch =
        fixture.post("/v1/next/batch").json(&json!({"queries": [asked]})).send().expect(200).json();
    assert_eq!(batch["answers"][0], few.json(), "{batch}");
    for (fields, says) in [
        ("colour", "unknown field `colour`: expected best, book"),
        ("moves.colour", "unknown field `moves.colour`: expected advantage"),
        ("book.name", "`book` is sent as a whole"),
    ] {
        let problem = get(&format!("fields={fields}")).expect(400).json();
        assert_eq!(
            (&problem["code"], &problem["field"]),
            (&json!("invalid_value"), &json!("fields"))
        );
        assert!(
            problem["detail"].as_str().is_some_and(|detail| detail.contains(says)),
            "{problem}"
        );
    }
}

#[test]
fn a_batch_answers_each_question_by_itself() {
    let fixture = Fixture::new();
    let one = json!({"moves": [["B", "Q16"]]});
    let queries = json!([
        one,
        {"moves": [["B", "D4"], ["W", "Q10"], ["B", "D4"]]},
        {"move": []},
        {"book": "nothing"},
        17,
        {},
    ]);
    let batch = fixture.post("/v1/next/batch").json(&json!({"queries": queries}));
    let answers = batch.send().expect(200).json()["answers"].take();
    let alone = fixture.post("/v1/next").json(&one).send().expect(200).json();
    assert_eq!(answers[0], alone);
    let error = |index: usize, member: &str| answers[index]["error"][member].clone();
    assert_eq!(error(1, "code"), "illegal_move");
    assert_eq!(error(1, "field"), "moves[2]");
    assert_eq!(error(2, "code"), "unknown_field");
    assert_eq!(error(3, "code"), "unknown_book");
    assert_eq!(error(4, "code"), "invalid_value");
    assert!(answers[5]["moves"].is_array());
    assert_eq!(answers.as_array().map(Vec::len), Some(6));
    let many = |count| json!({"queries": vec![json!({}); count]});
    fixture.post("/v1/next/batch").json(&many(0)).send().expect(200);
    fixture.post("/v1/next/batch").json(&many(1000)).send().expect(200);
    let refused = fixture.post("/v1/next/batch").json(&many(1001)).send();
    assert_eq!(refused.expect(400).code(), "too_many");
}

#[test]
fn books_are_listed_and_shown() {
    let fixture = Fixture::new();
    let books = fixture.get("/v1/books").send().expect(200).json();
    let mut book = fixture.get("/v1/books/main").send().expect(200).json();
    // The list leaves out the collections.
    assert!(book.as_object_mut().expect("a book").remove("collections").is_some());
    assert_eq!(books["books"], json!([book]));
    assert_eq!(book["name"], "main");
    assert_eq!(book["version"], 1);
    assert!(book["nodes"].as_u64() > Some(100));
}

#[test]
fn pages_give_every_line_once() {
    let fixture = Fixture::new();
    // Pages of a line or a few where there are few lines: each costs a request.
    for (prefix, limits) in [("", &[313][..]), ("D", &[100]), ("ddcfcd", &[1, 7, 100])] {
        let whole = pages(&fixture, prefix, 1000);
        assert!(whole.len() > 100, "{prefix}: {}", whole.len());
        for limit in limits {
            assert_eq!(pages(&fixture, prefix, *limit), whole, "{prefix} by {limit}");
        }
        let set: BTreeSet<&String> = whole.iter().collect();
        assert!(set.iter().copied().eq(whole.iter()), "in order and once");
    }
}

fn pages(fixture: &Fixture, prefix: &str, limit: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut after = String::new();
    loop {
        let path = format!("/v1/books/main/lines?prefix={prefix}&limit={limit}{after}");
        let page = fixture.get(&path).send().expect(200).json();
        let found = page["lines"].as_array().expect("lines");
        assert!(found.len() <= limit);
        lines.extend(found.iter().map(|line| line["line"].as_str().expect("a line").to_owned()));
        match page["next"].as_str() {
            Some(next) => after = format!("&after={next}"),
            None => {
                assert_eq!(page["total"], lines.len());
                return lines;
            }
        }
    }
}

#[test]
fn a_page_has_a_hundred_lines_unless_said() {
    let fixture = Fixture::new();
    let page = fixture.get("/v1/books/main/lines").send().expect(200).json();
    let total = page["total"].as_u64().expect("a total");
    let found = page["lines"].as_array().map(Vec::len);
    assert_eq!(found, usize::try_from(total.min(100)).ok());
}

#[test]
fn a_node_is_laid_on_the_corner_that_is_asked_for() {
    let fixture = Fixture::new();
    let node = |path: &str| {
        let path = format!("/v1/books/main/nodes{path}");
        fixture.get(&path).send().expect(200).json()
    };
    assert_eq!(node(""), node("/"));
    assert_eq!(node("")["line"], "");
    let upper = node("/DDCF");
    assert_eq!(upper["points"][0], "Q16");
    assert_eq!(upper, node("/ddcf?corner=upper_right&handedness=clockwise&coords=gtp"));
    assert_eq!(node("/DDCF?corner=lower_left")["points"][0], "D4");
    assert_eq!(node("/DDCF?coords=sgf")["points"][0], "pd");
    let mirrored = node("/DDCF?handedness=counter_clockwise");
    assert_ne!(mirrored["points"][1], upper["points"][1]);
    let child = upper["children"][0]["line"].as_str().expect("a child");
    assert_eq!(node(&format!("/{child}"))["line"], child);
}

#[test]
fn a_book_is_exported_and_read_again() {
    let fixture = Fixture::new();
    let sgf = fixture.get("/v1/books/main/export").send().expect(200);
    assert_eq!(sgf.header("content-type"), Some("application/x-go-sgf; charset=utf-8"));
    let name = sgf.header("content-disposition");
    assert_eq!(name, Some("attachment; filename=\"main.sgf\""));
    assert!(sgf.text().starts_with("(;"));
    let white =
        "/v1/books/main/export?format=sgf&corner=lower_left&handedness=counter_clockwise&first=W";
    assert_ne!(fixture.get(white).send().expect(200).text(), sgf.text());
    let lines = fixture.get("/v1/books/main/export?format=lines").send().expect(200);
    let name = lines.header("content-disposition");
    assert_eq!(name, Some("attachment; filename=\"main.txt\""));
    let listed: BTreeSet<String> = pages(&fixture, "", 1000).into_iter().collect();
    let exported: BTreeSet<String> = lines.text().lines().map(str::to_owned).collect();
    assert_eq!(exported, listed);
}

#[test]
fn books_are_given_as_files_for_other_programs() {
    let fixture = Fixture::new();
    let export = |query: &str| fixture.get(&format!("/v1/books/main/export?{query}")).send();
    let fuego = export("format=fuego&depth=2").expect(200);
    let left_out = fuego.header("joseki-left-out").expect("what is left out").to_owned();
    assert!(left_out.contains("deeper than requested"), "{left_out}");
    assert!(fuego.text().lines().all(|line| line.starts_with("19 ")));
    for (format, kind, name) in [
        ("csv", "text/csv; charset=utf-8; header=present", "main.csv"),
        ("ndjson", "application/x-ndjson", "main.ndjson"),
        ("pachi", "text/plain; charset=utf-8", "main.dat"),
        ("gnugo", "application/x-go-sgf; charset=utf-8", "main.gnugo.sgf"),
        ("katago", "application/x-ndjson", "main.startposes.txt"),
        ("binary", "application/octet-stream", "main.joseki"),
    ] {
        let weight = if format == "gnugo" { "" } else { "&weight=games" };
        let file = export(&format!("format={format}&min_verdict=good{weight}")).expect(200);
        assert_eq!(file.header("content-type"), Some(kind));
        let disposition = format!("attachment; filename=\"{name}\"");
        assert_eq!(file.header("content-disposition"), Some(disposition.as_str()));
    }
    // What the command line refuses is refused here, by name.
    for (query, field) in [
        ("format=counts&depth=3", "depth"),
        ("format=counts&weight=games", "weight"),
        ("format=csv&license=MIT", "license"),
        ("format=ndjson&license=", "license"),
        ("format=binary&license=a%07b", "license"),
        ("format=sgf&depth=0", "depth"),
        ("format=sgf&min_verdict=best", "min_verdict"),
        ("format=csv&corner=lower_left", "corner"),
        ("format=binary&corner=upper_right", "corner"),
        ("format=gnugo&corner=lower_left", "corner"),
        ("format=lines&handedness=clockwise", "handedness"),
        ("format=fuego&first=W", "first"),
        ("format=lines&weight=games", "weight"),
        ("format=sgf&orientations=all", "orientations"),
        ("format=katago&orientations=all&first=W", "first"),
        ("format=csv&provenance=true", "provenance"),
    ] {
        let problem = export(query).expect(400).json();
        assert_eq!(problem["field"], field, "{query}: {problem}");
    }
}

#[test]
fn a_file_may_say_where_it_comes_from_and_hold_all_orientations() {
    let fixture = Fixture::new();
    let export = |query: &str| fixture.get(&format!("/v1/books/main/export?{query}")).send();
    let sgf = export("depth=2&provenance=true").expect(200).text();
    assert!(sgf.contains("AP[joseki:"), "{}", &sgf[..80]);
    let lines = |which: &str| {
        let file = export(&format!("format=katago&depth=1{which}")).expect(200);
        file.text().lines().count()
    };
    assert_eq!((lines(""), lines("&orientations=one")), (1, 1));
    assert!(lines("&orientations=all") >= 8);
    assert_eq!(export("format=lines&provenance=false").expect(200).header("joseki-warning"), None);
    for query in ["format=gnugo", "format=gnugo&depth=1"] {
        let file = export(query).expect(200);
        let warning = file.header("joseki-warning").expect("a warning");
        assert!(warning.contains("mkpat"), "{warning}");
    }
}

#[test]
fn a_version_that_the_caller_has_is_not_sent_again() {
    let fixture = Fixture::new();
    let paths = [
        "/v1/next?moves=Q16",
        "/v1/books/main",
        "/v1/books/main/lines",
        "/v1/books/main/nodes",
        "/v1/books/main/nodes/DDCF",
        "/v1/books/main/export",
    ];
    for path in paths {
        let full = fixture.get(path).send().expect(200);
        let tag = if path.contains("/nodes") { "\"main-1.1\"" } else { "\"main-1\"" };
        assert_eq!(full.header("etag"), Some(tag), "{path}");
        assert_eq!(full.header("cache-control"), Some("no-cache"), "{path}");
        let (weak, second) = (format!("W/{tag}"), format!("\"x\", {tag}"));
        for held in [tag, &weak, &second, "*"] {
            let short = fixture.get(path).header("If-None-Match", held).send().expect(304);
            assert!(short.body.is_empty() && short.header("etag").is_some());
            assert_eq!(short.header("cache-control"), Some("no-cache"));
        }
        let other = fixture.get(path).header("If-None-Match", "\"main-0\"").send();
        assert_eq!(other.expect(200).text(), full.text());
    }
}

#[test]
fn large_answers_are_compressed_for_those_who_can_read_it() {
    let fixture = Fixture::new();
    let path = "/v1/next?moves=Q16,O17";
    let plain = fixture.get(path).send().expect(200);
    assert_eq!(plain.header("content-encoding"), None);
    let packed = fixture.get(path).header("Accept-Encoding", "gzip").send().expect(200);
    assert_eq!(packed.header("content-encoding"), Some("gzip"));
    assert_eq!(packed.header("etag"), Some("W/\"main-1\""));
    assert_eq!(packed.header("vary"), Some("accept-encoding"));
    let mut text = String::new();
    flate2::read::GzDecoder::new(packed.body.as_slice()).read_to_string(&mut text).expect("gzip");
    assert_eq!(text, plain.text());
    assert!(packed.body.len() * 2 < plain.body.len());
    // The plain body is sent, even if the client refuses that as well.
    for refused in
        ["identity;q=0", "*;q=0", "gzip;q=0, *;q=0", "br, identity;q=0", "gzip;q=x, *;q=0"]
    {
        let answer = fixture.get(path).header("Accept-Encoding", refused).send().expect(200);
        assert_eq!(answer.header("content-encoding"), None, "{refused}");
    }
    let key = fixture.key(joseki::store::Scopes::ADMIN);
    let made = fixture.request("PUT", "/v1/books/new").key(&key);
    made.header("Accept-Encoding", "identity;q=0").send().expect(201);
    let small = fixture.get("/healthz").header("Accept-Encoding", "gzip").send();
    assert_eq!(small.expect(200).header("content-encoding"), None);
}

#[test]
fn the_server_says_how_it_is() {
    let fixture = Fixture::new();
    assert_eq!(fixture.get("/healthz").send().expect(200).json(), json!({"status": "ok"}));
    let ready = fixture.get("/readyz").send().expect(200).json();
    assert_eq!(ready, json!({"status": "ready", "reason": null}));
    fixture.get("/v1/books/secret-name").send().expect(404);
    fixture.get("/nowhere/at/all").send().expect(404);
    let metrics = fixture.get("/metrics").send().expect(200);
    assert_eq!(metrics.header("content-type"), Some("text/plain; version=0.0.4; charset=utf-8"));
    let text = metrics.text();
    for line in [
        "joseki_http_requests_total{route=\"/healthz\",method=\"GET\",status=\"200\"} 1",
        "joseki_http_requests_total{route=\"/v1/books/{book}\",method=\"GET\",status=\"404\"} 1",
        "joseki_http_requests_total{route=\"unmatched\",method=\"GET\",status=\"404\"} 1",
        "joseki_http_request_seconds_count{route=\"/readyz\"} 1",
        "joseki_http_request_seconds_bucket{route=\"/readyz\",le=\"+Inf\"} 1",
        "joseki_book_version{book=\"main\"} 1",
    ] {
        assert!(text.lines().any(|found| found == line), "{line} in\n{text}");
    }
    assert!(!text.contains("secret-name"));
    let codes = fixture.get("/problems").send().expect(200).json();
    let has = |code: &Value| code["code"] == "illegal_move" && code["status"] == 422;
    assert!(codes.as_array().expect("codes").iter().any(has));
}

#[test]
fn the_documentation_runs_under_a_strict_policy() {
    let fixture = Fixture::new();
    let answer = fixture.get("/docs").send().expect(303);
    assert_eq!(answer.header("location"), Some("/docs/"));
    let page = fixture.get("/docs/").send().expect(200);
    assert_eq!(page.header("content-type"), Some("text/html"));
    let policy = page.header("content-security-policy").expect("a policy");
    assert!(policy.contains("default-src 'none'; script-src 'self';"), "{policy}");
    assert!(policy.contains("frame-ancestors 'none'"), "{policy}");
    let html = page.text();
    assert!(!html.contains("onload=") && !html.contains("http://") && !html.contains("https://"));
    let scripts: Vec<&str> = html.split("<script").skip(1).collect();
    assert!(scripts.len() >= 2);
    for script in scripts {
        let (tag, rest) = script.split_once('>').expect("a tag");
        assert!(
            rest.trim_start().starts_with("</script>"),
            "a script written into the page: {rest}"
        );
        fetch_asset(&fixture, attribute(tag, "src"));
    }
    for link in html.split("<link").skip(1) {
        fetch_asset(&fixture, attribute(link, "href"));
    }
    let start = fixture.get("/docs/swagger-initializer.js").send().expect(200).text();
    assert!(start.contains("/openapi.json"));
    assert_eq!(fixture.get("/docs/nothing.js").send().expect(404).code(), "unknown_route");
}

fn attribute<'a>(tag: &'a str, name: &str) -> &'a str {
    let start = tag.find(&format!("{name}=\"")).expect("the attribute") + name.len() + 2;
    tag[start..].split('"').next().unwrap_or_default()
}

fn fetch_asset(fixture: &Fixture, address: &str) {
    let name = address.trim_start_matches("./");
    let asset = fixture.get(&format!("/docs/{name}")).send().expect(200);
    assert!(!asset.body.is_empty());
}

#[test]
fn every_answer_has_the_headers_that_protect_it() {
    let fixture = Fixture::new();
    let answers = [
        fixture.get("/v1/next").send().expect(200),
        fixture.get("/v1/next?moves=Z99").send().expect(400),
        fixture.get("/nowhere").send().expect(404),
        fixture.request("PUT", "/v1/next").send().expect(405),
        fixture.get("/v1/keys").send().expect(401),
        fixture.get("/v1/books/main").header("If-None-Match", "*").send().expect(304),
        fixture.get("/docs/").send().expect(200),
        fixture.get("/").send().expect(200),
    ];
    for answer in answers {
        let policy = answer.header("content-security-policy").expect("a policy");
        assert!(policy.starts_with("default-src 'none'"), "{policy}");
        assert!(policy.contains("frame-ancestors 'none'"));
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(answer.header("access-control-allow-origin"), None);
        assert!(answer.header("x-request-id").is_some_and(|id| id.len() > 16));
    }
}

#[test]
fn a_request_keeps_its_id() {
    let fixture = Fixture::new();
    let id = |sent: &str| {
        let answer = fixture.get("/healthz").header("X-Request-Id", sent).send();
        answer.header("x-request-id").expect("an id").to_owned()
    };
    assert_eq!(id("a-1.b_2"), "a-1.b_2");
    assert_ne!(id("a b"), "a b");
    assert_ne!(id(&"x".repeat(65)), "x".repeat(65));
    assert_ne!(id("<script>"), id("<script>"));
}

#[test]
fn head_is_get_without_the_body() {
    let fixture = Fixture::new();
    for path in ["/v1/next", "/v1/books/main/export", "/healthz", "/docs/", "/"] {
        let got = fixture.get(path).send().expect(200);
        let head = fixture.request("HEAD", path).send().expect(200);
        assert!(head.body.is_empty());
        assert_eq!(head.header("content-length"), got.header("content-length"), "{path}");
        assert_eq!(head.header("etag"), got.header("etag"));
    }
}

#[test]
fn the_examples_of_the_documentation_are_answered() {
    let fixture = Fixture::new();
    let document = fixture.get("/openapi.json").send().expect(200).json();
    let example = |schema: &str| document["components"]["schemas"][schema]["example"].clone();
    let next = fixture.post("/v1/next").json(&example("NextRequest")).send();
    assert_eq!(next.expect(200).json()["corners"][1]["steps"], "DDCFFC");
    let batch = fixture.post("/v1/next/batch").json(&example("BatchRequest")).send();
    let batch = batch.expect(200).json();
    assert!(batch["answers"][0]["best"].is_string());
    assert_eq!(batch["answers"][1]["error"]["code"], "illegal_move");
    let admin = fixture.key(joseki::store::Scopes::ADMIN);
    let key = fixture.post("/v1/keys").key(&admin).json(&example("NewKeyJson"));
    key.send().expect(201);
    let file = example("SgfFile").as_str().expect("a file").to_owned();
    let import = fixture.post("/v1/books/b/import").key(&admin).body("text/plain", file);
    import.send().expect(200);
    let taken = serde_json::json!({"moves": [["B", "Q16"], ["B", "D4"], ["W", "Q16"]]});
    let problem = fixture.post("/v1/next").json(&taken).send().expect(422);
    assert_eq!(problem.json(), example("ProblemJson"));
    let members = |value: &Value| -> Vec<String> {
        value.as_object().expect("an object").keys().cloned().collect()
    };
    let asked = fixture.get("/v1/next?moves=Q16,O17").send().expect(200).json();
    let shown = example("NextResponse");
    for pointer in ["", "/book", "/moves/0", "/corners/0"] {
        let (asked, shown) = (asked.pointer(pointer), shown.pointer(pointer));
        assert_eq!(asked.map(members), shown.map(members), "{pointer}");
    }
}
