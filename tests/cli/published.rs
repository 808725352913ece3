//! Published books: snapshots and deltas as files, and copies that follow them.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use flate2::read::GzDecoder;
use serde_json::Value;
use sha2::Digest;

use crate::program::{Place, SMALL};
use crate::programs::needs;

/// A place whose book `small` has a source with a licence.
fn place() -> Place {
    let place = Place::with_starter();
    place.write("small.sgf", SMALL);
    place.ok(&[
        "import",
        "--book",
        "small",
        "small.sgf",
        "--source",
        "club",
        "--license",
        "CC-BY-4.0",
        "--attribution",
        "The club",
    ]);
    place
}

fn publish(place: &Place, more: &[&str]) -> Value {
    place.json(&[&["publish", "--book", "small", "--to", "books"], more].concat())
}

/// Follows the published book with another database; returns what was done.
fn follow(place: &Place, db: &str) -> Value {
    place.json(&["--db", db, "follow", "books", "--book", "small"])
}

/// Returns all files below a folder with their bytes, by their paths from there.
pub fn tree(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(folder).expect("below it").to_owned();
                found.insert(name, fs::read(&path).expect("a file"));
            }
        }
    }
    found
}

fn names(place: &Place) -> Vec<String> {
    let tree = tree(&place.path("books/small"));
    tree.keys().map(|name| name.display().to_string()).collect()
}

/// Returns the text of a published file, unpacked if it is compressed.
fn text(bytes: &[u8]) -> String {
    let mut unpacked = Vec::new();
    let packed = bytes.starts_with(&[0x1f, 0x8b]);
    if packed {
        std::io::copy(&mut GzDecoder::new(bytes), &mut unpacked).expect("gzip");
    } else {
        unpacked.extend_from_slice(bytes)
    }
    String::from_utf8_lossy(&unpacked).into_owned()
}

/// Copies a folder with all below it.
fn copy_folder(from: &Path, to: &Path) {
    for (name, bytes) in tree(from) {
        let path = to.join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, bytes).expect("a file");
    }
}

#[test]
fn an_older_version_is_fetched_only_when_it_is_asked_for() {
    let place = place();
    publish(&place, &[]);
    copy_folder(&place.path("books"), &place.path("before"));
    place.ok(&["edit", "set", "--book", "small", "DD", "--comment", "later"]);
    publish(&place, &[]);
    let version = follow(&place, "copy.db")["version"].as_u64().expect("a version");
    let older = ["--db", "copy.db", "follow", "before", "--book", "small"];
    let refused = place.run(&older);
    assert_eq!(refused.code, Some(1), "{refused:?}");
    assert!(refused.err.contains("--allow-older"), "{refused:?}");
    assert_eq!(follow(&place, "copy.db")["deltas"], 0, "it is as it was");
    let taken = place.json(&[&older[..], &["--allow-older"]].concat());
    assert_eq!(taken["version"].as_u64(), Some(version - 1));
}

/// By the program whose form it is.
#[test]
fn a_copy_is_only_fetched_with_the_signature_that_it_asks_for() {
    needs!("minisign");
    let place = place();
    for name in ["own", "other"] {
        let (public, secret) = (format!("{name}.pub"), format!("{name}.key"));
        let made = Command::new("minisign")
            .args(["-G", "-W", "-p", &public, "-s", &secret])
            .current_dir(place.path(""))
            .output();
        assert!(made.expect("minisign").status.success());
    }
    let secret = place.path("own.key").display().to_string();
    let sign = format!("minisign -S -s '{secret}' -m");
    let follow = |more: &[&str]| {
        place.run(&[&["--db", "copy.db", "follow", "books", "--book", "small"], more].concat())
    };
    publish(&place, &[]);
    let unsigned = follow(&["--public-key", "own.pub"]);
    assert_eq!(unsigned.code, Some(1), "{unsigned:?}");
    assert!(unsigned.err.contains("not signed"), "{unsigned:?}");
    // The same version is signed later, too.
    publish(&place, &["--sign", &sign]);
    let key = fs::read_to_string(place.path("own.pub")).expect("a key");
    let key = key.lines().nth(1).expect("its second line");
    for own in ["own.pub", key] {
        assert_eq!(follow(&["--public-key", own]).code, Some(0));
    }
    let other = follow(&["--public-key", "other.pub"]);
    assert_eq!(other.code, Some(1), "{other:?}");
    let manifest = names(&place).into_iter().find(|name| name.ends_with("/manifest.json"));
    let signature = place.path("books/small").join(manifest.expect("one") + ".minisig");
    let text = fs::read_to_string(&signature).expect("a signature");
    fs::write(&signature, text.replacen('R', "S", 2)).expect("written");
    assert_eq!(follow(&["--public-key", "own.pub"]).code, Some(1));
    // Signing again mends it.
    publish(&place, &["--sign", &sign]);
    assert_eq!(follow(&["--public-key", "own.pub"]).code, Some(0));
    assert_eq!(follow(&["--public-key", "no.pub"]).code, Some(2));
    assert_eq!(follow(&[]).code, Some(0), "nobody has to ask for one");
    place.write("garbage.sh", "echo garbage > $1.minisig\n");
    for program in ["false", "true", "sh garbage.sh"] {
        let publish = ["publish", "--book", "small", "--to", "others", "--sign", program];
        let failing = place.run(&publish);
        assert_eq!(failing.code, Some(1), "{failing:?}");
        assert!(!place.path("others/small/latest.json").exists(), "nothing is published unsigned");
    }
    // The versions between are not signed, so nothing is written before the last one is reached.
    let versions = || {
        let shown = place.json(&["--db", "copy.db", "books"]);
        shown["books"][0]["version"].as_u64().expect("a version")
    };
    let before = versions();
    for comment in ["one", "two"] {
        place.ok(&["edit", "set", "--book", "small", "DD", "--comment", comment]);
        publish(&place, &["--sign", &sign]);
    }
    copy_folder(&place.path("books"), &place.path("whole"));
    let last = names(&place)
        .into_iter()
        .rfind(|name| name.starts_with("deltas/") && name.ends_with(".gz"));
    let last = place.path("books/small").join(last.expect("a delta"));
    let mut bytes = fs::read(&last).expect("a delta");
    bytes.push(b'x');
    fs::write(&last, bytes).expect("written");
    let rows = names(&place)
        .into_iter()
        .rfind(|name| !name.starts_with("deltas/") && name.ends_with(".ndjson.gz"));
    fs::remove_file(place.path("books/small").join(rows.expect("rows"))).expect("removed");
    assert_eq!(follow(&["--public-key", "own.pub"]).code, Some(1));
    assert_eq!(versions(), before, "nothing was written");
    let whole =
        ["--db", "copy.db", "follow", "whole", "--book", "small", "--public-key", "own.pub"];
    assert_eq!(place.json(&whole)["deltas"], 2);
    assert_eq!(versions(), before + 1, "both deltas are one change");
}

#[test]
fn a_snapshot_and_a_delta_for_each_change_are_published() {
    let place = place();
    let first = publish(&place, &[]);
    let version = first["manifest"]["book"]["version"].as_u64().expect("a version");
    assert_eq!(first["deltas"], 0);
    place.ok(&["edit", "--book", "small", "set", "DDCF", "--name", "press"]);
    place.ok(&["edit", "--book", "small", "add", "DDFF"]);
    place.ok(&["edit", "--book", "small", "delete", "DDFF"]);
    let second = publish(&place, &[]);
    assert_eq!((&second["deltas"], &second["gap"]), (&3.into(), &Value::Null));
    assert_eq!(second["manifest"]["book"]["version"], version + 3);
    let change = second["manifest"]["book"]["change"].as_u64().expect("a number");
    let newest = version + 3;
    let mut expected = vec![".lock".to_owned(), "latest.json".to_owned()];
    for version in [version, newest] {
        let texts = ["LICENSES.md", "README.md", "SHA256SUMS", "manifest.json"];
        expected.extend(texts.map(|name| format!("{version}/{name}")));
        let files = ["ndjson.gz", "sgf.gz", "bin"];
        expected.extend(files.map(|ending| format!("{version}/small-{version}.{ending}")));
    }
    for change in change - 2..=change {
        let path = format!("deltas/000/000/{change:03}");
        expected.extend(["ndjson.gz", "state.json"].map(|ending| format!("{path}.{ending}")));
    }
    expected.sort();
    let mut found = names(&place);
    found.sort();
    assert_eq!(found, expected);
    // The delta that only adds a node.
    let delta = place.read(&format!("books/small/deltas/000/000/{:03}.ndjson.gz", change - 1));
    let delta = text(&delta);
    let row = delta.lines().nth(1).expect("a row");
    assert_eq!(row, r#"{"was":null,"is":{"line":"DDFF","ends":true}}"#);
}

#[test]
fn the_same_version_gives_the_same_bytes() {
    let place = place();
    publish(&place, &[]);
    let before = tree(&place.path("books"));
    publish(&place, &[]);
    assert_eq!(tree(&place.path("books")), before);
    // In another folder, too.
    place.ok(&["publish", "--book", "small", "--to", "others"]);
    assert_eq!(tree(&place.path("others")), before);
    // Unless what is known of a source has changed: then beside it, as readers may be there.
    place.ok(&["sources", "set", "club", "--attribution", "The new club"]);
    let folder = publish(&place, &[])["folder"].as_str().expect("a folder").to_owned();
    assert!(folder.ends_with("-2"), "{folder}");
    assert!(Path::new(&place.path(&folder)).exists());
    assert!(!place.path(folder.trim_end_matches("-2")).exists());
}

#[test]
fn a_copy_follows_by_deltas_and_has_the_same_digest() {
    let place = place();
    let first = publish(&place, &[]);
    let digest = |published: &Value| published["manifest"]["digest"]["sha256"].clone();
    let copied = follow(&place, "copy.db");
    assert_eq!((&copied["whole"], &copied["digest"]), (&true.into(), &digest(&first)));
    place.ok(&["edit", "--book", "small", "retire", "DDCF"]);
    place.ok(&["edit", "--book", "small", "add", "DDFF", "--comment", "A word of ours."]);
    place.ok(&["book", "rename", "small", "other"]);
    place.ok(&["book", "rename", "other", "small"]);
    let second = publish(&place, &[]);
    let copied = follow(&place, "copy.db");
    assert_eq!((&copied["whole"], &copied["deltas"]), (&false.into(), &4.into()));
    assert_eq!((&copied["gap"], &copied["digest"]), (&Value::Null, &digest(&second)));
    let again = follow(&place, "copy.db");
    assert_eq!((&again["whole"], &again["deltas"]), (&false.into(), &0.into()));
    // What is exported is the same, and every delta is a change of the copy.
    let export = |db: &str| place.ok(&["--db", db, "export", "--book", "small", "--to", "sgf"]);
    assert_eq!(export("joseki.db"), export("copy.db"));
    let history = place.json(&["--db", "copy.db", "history", "--book", "small"]);
    assert_eq!(history["changes"].as_array().expect("changes").len(), 5);
    assert_eq!(place.run(&["--db", "copy.db", "doctor"]).code, Some(0));
    let sources = place.json(&["--db", "copy.db", "sources"]);
    let club = sources["sources"].as_array().expect("sources");
    let club = club.iter().find(|source| source["name"] == "club").expect("the club");
    assert_eq!((&club["license"], &club["attribution"]), (&"CC-BY-4.0".into(), &"The club".into()));
    // A copy of the copy is published with the same rows.
    place.ok(&["--db", "copy.db", "publish", "--book", "small", "--to", "mirror"]);
    let rows = |folder: &str| {
        let tree = tree(&place.path(folder));
        let newest =
            tree.iter().filter(|(name, _)| name.display().to_string().ends_with("ndjson.gz"));
        let mut newest = newest.filter(|(name, _)| !name.starts_with("small/deltas"));
        text(newest.next_back().expect("rows").1)
            .lines()
            .skip(1)
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    assert_eq!(rows("books"), rows("mirror"));
}

#[test]
fn what_deltas_do_not_fit_is_fetched_whole() {
    let place = place();
    publish(&place, &[]);
    follow(&place, "copy.db");
    // Somebody edited the copy.
    place.ok(&["--db", "copy.db", "edit", "--book", "small", "add", "DDFF"]);
    let copied = follow(&place, "copy.db");
    assert_eq!(copied["gap"], "the copy was changed by somebody else");
    // Its deltas are not there any more.
    place.ok(&["edit", "--book", "small", "add", "DDFD"]);
    publish(&place, &["--keep", "1"]);
    let copied = follow(&place, "copy.db");
    let gap = copied["gap"].as_str().expect("a gap");
    assert!(gap.ends_with("state.json does not exist"), "{gap}");
    // A delta is damaged.
    place.ok(&["edit", "--book", "small", "add", "DDFE"]);
    publish(&place, &[]);
    let deltas = tree(&place.path("books/small/deltas"));
    let (name, bytes) = deltas
        .iter()
        .find(|(name, _)| {
            name.ends_with("ndjson.gz") || name.extension().is_some_and(|it| it == "gz")
        })
        .expect("a delta");
    let mut damaged = bytes.clone();
    damaged[20] ^= 1;
    fs::write(place.path("books/small/deltas").join(name), damaged).expect("written");
    let copied = follow(&place, "copy.db");
    let gap = copied["gap"].as_str().expect("a gap");
    assert!(gap.ends_with("wrong SHA-256"), "{gap}");
    assert_eq!(follow(&place, "copy.db")["gap"], Value::Null);
    // The book was deleted, and created again.
    place.ok(&["book", "delete", "small"]);
    place.ok(&["import", "--book", "small", "small.sgf"]);
    publish(&place, &[]);
    let copied = follow(&place, "copy.db");
    assert_eq!(copied["digest"], publish(&place, &[])["manifest"]["digest"]["sha256"]);
}

#[test]
fn a_book_that_is_no_copy_is_left_alone() {
    let place = place();
    publish(&place, &[]);
    let run = place.run(&["follow", "books", "--book", "small"]);
    assert_eq!(run.code, Some(1));
    assert_eq!(
        run.err,
        "error: book \"small\" does not follow a published book\n\
         hint: nothing was changed; choose another name for the copy with --as\n"
    );
    let copied = place.json(&["follow", "books", "--book", "small", "--as", "copy"]);
    assert_eq!((&copied["book"], &copied["whole"]), (&"copy".into(), &true.into()));
    let run = place.run(&["follow", "nowhere", "--book", "small"]);
    assert_eq!(run.code, Some(1));
    assert!(run.err.starts_with("error: nowhere/small/latest.json does not exist\n"), "{run:?}");
}

#[test]
fn unknown_licences_are_refused_and_texts_that_are_not_allowed_left_out() {
    let place = place();
    place.ok(&["sources", "set", "club", "--license", "unknown"]);
    let run = place.run(&["publish", "--book", "small", "--to", "books"]);
    assert_eq!(run.code, Some(1));
    assert!(run.err.starts_with("error: unknown licence of \"club\"\nhint: "), "{run:?}");
    assert!(!place.path("books").exists());
    let named = publish(&place, &["--allow", "CC0-1.0,unknown"]);
    assert_eq!(named["manifest"]["sources"][0]["texts"], true);
    // The licence turns out to be another one: what has the texts goes.
    place.ok(&["edit", "--book", "small", "add", "DDFF"]);
    publish(&place, &["--allow", "CC0-1.0,unknown"]);
    place.ok(&["sources", "set", "club", "--license", "Proprietary"]);
    let other = publish(&place, &["--allow", "CC0-1.0"]);
    assert_eq!(other["gap"], "what was published may not be published any more");
    let source = &other["manifest"]["sources"][0];
    assert_eq!((&source["texts"], &source["left_out"]), (&false.into(), &3.into()));
    assert_eq!(names(&place).iter().filter(|name| name.ends_with(".bin")).count(), 1);
    for (name, bytes) in tree(&place.path("books")) {
        assert!(!text(&bytes).contains("corner in one move"), "{}", name.display());
    }
}

#[test]
fn private_words_are_in_no_published_file() {
    let place = place();
    // Private texts of people and programs.
    let mut edit = place.command(&[
        "edit",
        "--book",
        "small",
        "--reason",
        "PRIVATE-reason",
        "set",
        "DDCF",
        "--verdict",
        "good",
    ]);
    assert!(edit.env("USER", "PRIVATE-user").output().expect("a run").status.success());
    place.ok(&["keys", "create", "--name", "PRIVATE-key", "--scopes", "read"]);
    let game = "(;FF[4]GM[1]SZ[19]PB[PRIVATE-black]PW[PRIVATE-white]RE[B+5]EV[PRIVATE-event]GN[x];B[pd];W[nc];B[pf];W[qc])";
    place.write("PRIVATE-game.sgf", game);
    place.ok(&[
        "mine",
        "--book",
        "small",
        "PRIVATE-game.sgf",
        "--source",
        "games",
        "--min-games",
        "1",
    ]);
    place.ok(&["sources", "set", "games", "--license", "CC0-1.0"]);
    place.ok(&["learn", "PRIVATE-game.sgf", "--player", "PRIVATE-black"]);
    // Texts of a source that is not allowed, and all of one that is withheld.
    let tree_of = |word: &str, point: &str| {
        format!(
            "(;FF[4]GM[1]SZ[19];B[pd];W[{point}]C[PRIVATE-{word}-comment]N[PRIVATE-{word}-name]KW[PRIVATE]TR[qq]LB[qr:PRIVATE]ZZ[PRIVATE-{word}-property])"
        )
    };
    place.write("closed.sgf", tree_of("closed", "pg"));
    place.write("hidden.sgf", tree_of("hidden", "pf"));
    for source in ["closed", "hidden"] {
        let file = format!("{source}.sgf");
        place.ok(&[
            "import",
            "--book",
            "small",
            &file,
            "--source",
            source,
            "--license",
            "Proprietary",
        ]);
    }
    place.ok(&["edit", "--book", "small", "set", "DDCF", "--comment", "PUBLIC-own"]);
    place.ok(&["sources", "set", "hidden", "--withhold"]);
    for keep in ["2", "1"] {
        publish(&place, &["--allow", "CC-BY-4.0,CC0-1.0", "--keep", keep]);
        place.ok(&["edit", "--book", "small", "set", "DDCF", "--tag", "PUBLIC-tag"]);
        place.ok(&["import", "--book", "small", "closed.sgf", "--source", "closed"]);
    }
    place.ok(&["sources", "set", "hidden", "--publish"]);
    publish(&place, &["--allow", "CC-BY-4.0,CC0-1.0"]);
    place.ok(&["edit", "--book", "small", "set", "DDDG", "--comment", "PRIVATE-edited"]);
    place.ok(&["edit", "--book", "small", "set", "DDCF", "--comment", "PUBLIC-other"]);
    let last = publish(&place, &["--allow", "CC-BY-4.0,CC0-1.0"]);
    assert_eq!(last["deltas"], 2);
    let stored = String::from_utf8_lossy(&place.read("joseki.db")).into_owned();
    for word in ["reason", "user", "key", "black", "event", "closed-comment", "hidden-name"] {
        assert!(stored.contains(&format!("PRIVATE-{word}")), "{word} is not in the database");
    }
    let files = tree(&place.path("books"));
    let mut public = 0;
    for (name, bytes) in files {
        let text = text(&bytes);
        assert!(!text.contains("PRIVATE"), "{}", name.display());
        public += usize::from(text.contains("PUBLIC"));
    }
    assert!(public >= 4, "{public}");
}

#[test]
fn the_readme_of_a_snapshot_shows_commands_that_work() {
    needs!("python3", "sha256sum");
    let place = place();
    let published = publish(&place, &[]);
    let folder = place.path(published["folder"].as_str().expect("a folder"));
    let run = |program: &str, arguments: &[&str]| {
        let output = Command::new(program).args(arguments).current_dir(&folder).output();
        let output = output.expect("the program");
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).expect("UTF-8")
    };
    let checked = run("sha256sum", &["-c", "SHA256SUMS"]);
    assert_eq!(checked.lines().filter(|line| line.ends_with(": OK")).count(), 6, "{checked}");
    let readme = fs::read_to_string(folder.join("README.md")).expect("the README");
    let blocks: Vec<&str> = readme.split("```python\n").skip(1).collect();
    let code = |block: &str| block.split("```").next().expect("a block").to_owned();
    let book = &published["manifest"]["book"];
    let counted = run("python3", &["-c", &code(blocks[0])]);
    assert_eq!(counted, format!("small {} {} moves\n", book["version"], book["nodes"]));
    let digest = run("python3", &["-c", &code(blocks[1])]);
    assert_eq!(Some(digest.trim()), published["manifest"]["digest"]["sha256"].as_str());
    assert!(readme.lines().all(|line| line.len() <= 120), "{readme}");
}

#[test]
fn one_run_at_a_time_publishes_a_book() {
    let place = place();
    publish(&place, &[]);
    let lock = fs::File::create(place.path("books/small/.lock")).expect("the lock");
    lock.lock().expect("locked");
    let run = place.run(&["publish", "--book", "small", "--to", "books"]);
    assert_eq!(run.code, Some(1));
    assert!(run.err.starts_with("error: another run is publishing into books/small\n"), "{run:?}");
    drop(lock);
    // What a killed run leaves is removed.
    fs::create_dir(place.path("books/small/.joseki-left")).expect("a folder");
    fs::write(place.path("books/small/.joseki-latest.json"), "{").expect("a file");
    fs::create_dir(place.path("books/small/99")).expect("a folder");
    publish(&place, &[]);
    assert!(!names(&place).iter().any(|name| name.contains("joseki-")));
    assert!(!place.path("books/small/99").exists());
}

#[test]
fn a_withheld_collection_is_not_named() {
    let place = place();
    place.write("a.sgf", "(;FF[4]GM[1]SZ[19]PB[a]PW[b]RE[B+5];B[pd];W[nc];B[pf];W[qc])");
    let mine = ["mine", "--book", "small", "a.sgf", "--source", "PRIVATE", "--min-games", "1"];
    place.ok(&mine);
    publish(&place, &["--allow", "CC-BY-4.0"]);
    place.ok(&["sources", "set", "PRIVATE", "--withhold"]);
    let published = publish(&place, &["--allow", "CC-BY-4.0"]);
    assert_eq!(published["gap"], "what was published may not be published any more");
    for (name, bytes) in tree(&place.path("books")) {
        assert!(!text(&bytes).contains("PRIVATE"), "{}", name.display());
    }
}

#[test]
fn a_publisher_that_lies_is_found_out() {
    let place = place();
    let published = publish(&place, &[]);
    let folder = published["folder"].as_str().expect("a folder").to_owned();
    let manifest = format!("{folder}/manifest.json");
    let mut rows = tree(&place.path(&folder)).into_keys().map(|name| name.display().to_string());
    let rows = rows.rfind(|name| name.ends_with(".ndjson.gz")).expect("rows");
    let rows = format!("{folder}/{rows}");
    let replace = |file: &str, from: &str, to: &str| {
        let text = String::from_utf8(place.read(file)).expect("UTF-8");
        assert!(text.contains(from), "{text}");
        place.write(file, text.replace(from, to));
    };
    let check = |lie: &dyn Fn(), error: &str| {
        let before = tree(&place.path("books"));
        lie();
        let run = place.run(&["--db", "copy.db", "follow", "books", "--book", "small"]);
        assert_eq!(run.code, Some(1), "{error}");
        assert!(run.err.starts_with(&format!("error: {error}")), "{run:?}");
        assert!(!place.path("copy.db").exists(), "{error}");
        for (name, bytes) in before {
            place.write(&format!("books/{}", name.display()), bytes);
        }
    };
    let latest = "books/small/latest.json";
    let version = published["manifest"]["book"]["version"].to_string();
    check(&|| place.write(latest, "{"), "invalid latest.json: EOF");
    check(
        &|| replace(latest, "joseki-latest-1", "joseki-latest-2"),
        "invalid latest.json: unknown",
    );
    let (from, to) = (format!("\"folder\": \"{version}\""), "\"folder\": \"../..\"");
    check(&|| replace(latest, &from, to), "invalid latest.json: no snapshot");
    check(
        &|| replace(&manifest, "The club", "Others"),
        &format!("invalid {version}/manifest.json: wrong"),
    );
    check(
        &|| place.write(&rows, "rows"),
        &format!("invalid {version}/small-{version}.ndjson.gz: wrong"),
    );
    // With checksums that fit, the digest still does not.
    let forge = || {
        let text = text(&place.read(&rows)).replace("The corner", "A corner");
        let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
        std::io::Write::write_all(&mut packed, text.as_bytes()).expect("gzip");
        let packed = packed.finish().expect("gzip");
        let files = published["manifest"]["files"].as_array().expect("files");
        let file = files.iter().find(|file| rows.ends_with(file["name"].as_str().expect("a name")));
        let file = file.expect("the rows");
        let hash = |bytes: &[u8]| {
            let hash = sha2::Sha256::digest(bytes);
            hash.iter().map(|byte| format!("{byte:02x}")).collect::<String>()
        };
        let before = hash(&place.read(&manifest));
        replace(&manifest, file["sha256"].as_str().expect("a sum"), &hash(&packed));
        replace(
            &manifest,
            &format!("\"bytes\": {},", file["bytes"]),
            &format!("\"bytes\": {},", packed.len()),
        );
        replace(latest, &before, &hash(&place.read(&manifest)));
        place.write(&rows, packed);
    };
    let error =
        format!("invalid {version}/small-{version}.ndjson.gz: the rows have another digest");
    check(&forge, &error);
    assert_eq!(follow(&place, "copy.db")["whole"], true);
}
