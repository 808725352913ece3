//! What shells and health checks use.

use std::fs;

use crate::program::Place;

#[test]
fn completions_and_manual_pages_have_every_command() {
    let place = Place::new();
    for (shell, word) in [
        ("bash", "complete -F"),
        ("zsh", "#compdef joseki"),
        ("fish", "complete -c joseki"),
        ("powershell", "Register-ArgumentCompleter"),
    ] {
        let text = place.ok(&["completions", shell]);
        assert!(text.contains(word) && text.contains("at-move"), "{shell}: {}", &text[..200]);
    }
    place.ok(&["man", "pages"]);
    let page = |name: &str| fs::read_to_string(place.path("pages").join(name)).expect(name);
    assert!(page("joseki.1").contains("joseki\\-next(1)"), "{}", page("joseki.1"));
    assert!(page("joseki-next.1").contains("at\\-move"), "{}", page("joseki-next.1"));
    assert!(!place.path("joseki.db").exists(), "they need no database");
}

#[test]
fn a_service_that_does_not_answer_fails_the_check() {
    let place = Place::new();
    let run = place.run(&["ping", "http://127.0.0.1:1"]);
    assert_eq!(run.code, Some(1));
    assert!(run.err.contains("http://127.0.0.1:1"), "{}", run.err);
    assert!(run.err.contains("hint: start it with `joseki serve`"), "{}", run.err);
}

#[test]
fn a_service_is_waited_for() {
    use std::io::{BufRead, BufReader, Write};

    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let url = format!("http://{}", listener.local_addr().expect("an address"));
    let answers = std::thread::spawn(move || {
        // The first one finds nobody; then it is not ready, and then it is.
        drop(listener.accept().expect("a connection"));
        for (status, body) in [("503 x", "{}"), ("200 OK", "{\"status\": \"ready\"}")] {
            let (mut stream, _) = listener.accept().expect("a connection");
            let mut lines = BufReader::new(stream.try_clone().expect("a stream")).lines();
            while lines.next().is_some_and(|line| line.is_ok_and(|line| !line.is_empty())) {}
            let head = "Content-Type: application/json\r\nConnection: close\r\nContent-Length";
            write!(stream, "HTTP/1.1 {status}\r\n{head}: {}\r\n\r\n{body}", body.len())
                .expect("it reads");
        }
    });
    let place = Place::new();
    assert_eq!(place.ok(&["ping", "--wait", "60", &url]), format!("{url} is ready\n"));
    answers.join().expect("three questions");
    // One that takes a connection and never answers is not waited for longer.
    let silent = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let url = format!("http://{}", silent.local_addr().expect("an address"));
    let begun = std::time::Instant::now();
    assert_eq!(place.run(&["ping", "--wait", "1", &url]).code, Some(1));
    assert!(begun.elapsed() < std::time::Duration::from_secs(14), "not as long as any request");
    assert_eq!(place.run(&["ping", "--wait", "86401", &url]).code, Some(2));
}

#[test]
fn a_command_that_only_reads_creates_no_database() {
    let place = Place::new();
    let told = place.run(&["next", "Q16,O17", "--format", "json", "--fields", "best,moves.point"]);
    assert_eq!(told.code, Some(0), "{}", told.err);
    assert!(told.err.contains("no database joseki.db: the starter book answers"), "{}", told.err);
    assert!(
        told.out.starts_with("{\"best\":\"R14\",\"moves\":[{\"point\":\"R14\"}"),
        "{}",
        told.out
    );
    for command in [&["books"][..], &["search", "knight"], &["lines"], &["export", "--to", "lines"]]
    {
        assert_eq!(place.run(command).code, Some(0), "{command:?}");
    }
    let named = place.run(&["next", "Q16", "--db", "typo.db"]);
    assert_eq!(named.code, Some(1));
    assert!(named.err.contains("database typo.db does not exist"), "{}", named.err);
    assert_eq!(place.files(), [""; 0], "nothing was created");
    let unknown = place.run(&["next", "--fields", "moves.colour", "--format", "json"]);
    assert!(unknown.code != Some(0) && unknown.err.contains("moves.colour"), "{}", unknown.err);
    // What writes still creates one.
    place.ok(&["edit", "set", "DD", "--comment", "Mine."]);
    assert!(place.path("joseki.db").exists());
}

#[test]
fn an_error_is_json_where_json_was_asked_for() {
    let place = Place::with_small_book();
    let error = |arguments: &[&str]| {
        let run = place.run(arguments);
        assert_ne!(run.code, Some(0), "{arguments:?}");
        let error: serde_json::Value = serde_json::from_str(&run.err).expect(&run.err);
        error["error"].as_str().expect("a sentence").to_owned()
    };
    assert_eq!(
        error(&["next", "--book", "none", "--format", "json"]),
        "unknown book \"none\"; known books: main, small"
    );
    assert!(error(&["next", "--fields", "x", "--format=json"]).contains("unknown field `x`"));
    assert!(error(&["next", "--frmat", "--format", "json"]).contains("'--frmat'"));
    assert!(place.run(&["next", "--book", "none"]).err.starts_with("error: "));
}
