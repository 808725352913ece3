//! The house: which room may use which, and what may appear only in one of them.

use std::fs;
use std::path::{Path, PathBuf};

use crate::imports::Imports;

/// The rooms, lowest first; each may use only those before it.
const ROOMS: [&str; 18] = [
    "game",
    "search",
    "book",
    "priority",
    "influence",
    "format",
    "mine",
    "patterns",
    "ledger",
    "peer",
    "store",
    "service",
    "wire",
    "web",
    "engine",
    "http",
    "gtp",
    "cli",
];

/// Files that use each other, directly or not, are read together: these many at most.
const MOST_FILES_IN_A_CIRCLE: usize = 5;

/// Names that may appear in one room only, or in a few.
const KEPT: [(&str, &str); 28] = [
    ("rusqlite", "store/sqlite, store/sql/connection, store/sql/value, store/sql/fault"),
    (
        "tokio_postgres",
        "store/postgres, store/sql/postgres, store/sql/connection, store/sql/value, store/sql/fault",
    ),
    ("futures_util", "store/sql/postgres"),
    ("rustls", "store/sql/postgres"),
    ("rustix", "store/sqlite, peer, http/server, http/serve.rs, service/free_memory.rs"),
    ("minisign_verify", "service/curate/published, cli/curate/published.rs"),
    ("crc32fast", "store/sqlite, service/patterns"),
    ("axum", "http"),
    ("tower_http", "http"),
    ("utoipa_axum", "http"),
    ("hyper", "http"),
    // Below the command line only to derive the values of flags.
    ("clap", "service, wire, cli"),
    ("indicatif", "cli"),
    ("strsim", "cli/settings"),
    ("toml", "cli/settings, wire/curate/subtree.rs"),
    ("encoding_rs", "format/sgf, format/five, format/xiangqi"),
    ("quick_xml", "format/five"),
    ("flate2", "format/archive, http/server, service/curate/published"),
    ("ruzstd", "format/archive"),
    ("csv", "format/book_file"),
    ("png", "format/picture"),
    ("rust_embed", "web"),
    ("tar", "format/archive"),
    ("zip", "format/archive"),
    ("shell_words", "peer"),
    ("ureq", "peer"),
    ("quick_cache", "service/next, http"),
    ("hashbrown", "book"),
];

fn sources(under: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(under).expect("a readable folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// Every source file below `src` with its path from there and its text.
fn files() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = Vec::new();
    sources(&root, &mut found);
    let file = |path: PathBuf| {
        let name = path.strip_prefix(&root).expect("below src").to_string_lossy().into_owned();
        (name, fs::read_to_string(&path).expect("UTF-8"))
    };
    found.into_iter().map(file).collect()
}

/// The sources' imports.
fn imports() -> Imports {
    Imports::read(&files())
}

#[test]
fn arrows_point_one_way() {
    let place = |room: &str| ROOMS.iter().position(|known| *known == room);
    for (file, used) in imports().between_rooms() {
        let own = file.split('/').next().and_then(place);
        if let (Some(own), Some(used)) = (own, place(used)) {
            assert!(used < own, "src/{file} uses {}", ROOMS[used]);
        }
    }
}

#[test]
fn folders_are_stacks_and_files_in_small_circles_at_most() {
    let imports = imports();
    assert_eq!(imports.circles_of_folders(), [], "entries of a folder that use each other");
    let mut circles = imports.circles_of_files();
    circles.retain(|circle| circle.len() > MOST_FILES_IN_A_CIRCLE);
    assert_eq!(circles, Vec::<Vec<String>>::new(), "files that use each other");
}

#[test]
fn rooms_that_know_little_know_only_that() {
    let imports = imports();
    for (file, used) in imports.between_rooms() {
        let is_narrow = file.starts_with("priority/") || file.starts_with("format/sgf/");
        assert!(!is_narrow || !ROOMS.contains(&used.as_str()), "src/{file} uses {used}");
    }
    for (name, _) in files().iter().filter(|(name, _)| name.starts_with("format/sgf/")) {
        let used = |other: &&str| imports.uses(name, &["format", other]);
        let others =
            ["archive", "book_file", "dictionary", "five", "game_info", "record", "xiangqi"];
        assert_eq!(others.iter().find(|other| used(other)), None, "in src/{name}");
    }
    for (name, text) in files() {
        if ["game/", "book/", "priority/", "influence/", "format/"]
            .iter()
            .any(|room| name.starts_with(room))
        {
            assert!(!text.contains("serde"), "src/{name} uses serde");
        }
    }
}

/// What rests on the rules of Go, or speaks of its corners. Everything else knows games through the
/// enums of `game`.
const GO: [&str; 29] = [
    "game/",
    "book/conditions/",
    "book/ladders/",
    "influence/",
    "format/book_file/",
    "format/dictionary/",
    "format/record.rs",
    "service/board/",
    "service/curate/condition_game.rs",
    "service/curate/conditions.rs",
    "service/engine/",
    "service/next/replay.rs",
    // The rules by which a finished game is counted.
    "service/play/",
    "service/review/assess_game.rs",
    "service/review/predict/",
    "gtp/",
    "cli/board/",
    // The rules by which a finished game is counted.
    "cli/args/play.rs",
    // Handedness, as answers about corners show it.
    "cli/args/edit.rs",
    "cli/args/named.rs",
    "http/curate/",
    "wire/curate/",
    "wire/next/response.rs",
    "wire/named.rs",
    "wire/oriented.rs",
    "wire/review/",
    // Sets of points.
    "search/five/",
    "wire/board/",
    "wire/coords.rs",
];

#[test]
fn only_what_is_about_go_names_it() {
    let files = files();
    for (name, text) in &files {
        let text = text.split("#[cfg(test)]").next().unwrap_or_default();
        let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
        let names_go = code.into_iter().any(|line| line.contains("game::go"));
        let is_about_go = GO.iter().any(|place| name.starts_with(place));
        assert!(!names_go || is_about_go, "src/{name} names game::go");
    }
    for place in GO {
        let found =
            files.iter().any(|(name, text)| name.starts_with(place) && text.contains("go::"));
        assert!(found || place == "game/", "src/{place} does not name game::go any more");
    }
}

#[test]
fn libraries_stay_in_their_rooms() {
    for (name, text) in files() {
        for (library, rooms) in KEPT {
            let used =
                text.contains(&format!("{library}::")) || text.contains(&format!("use {library}"));
            assert!(
                !used || rooms.split(", ").any(|room| name.starts_with(room)),
                "src/{name} uses {library}, which belongs in {rooms}"
            );
        }
    }
}

/// The features, each a folder or file of its name in the use cases, the JSON and the interfaces.
const FEATURES: [&str; 11] = [
    "admin", "board", "curate", "engine", "learn", "mine", "next", "patterns", "play", "review",
    "train",
];

#[test]
fn a_feature_has_one_name_in_every_room() {
    let beside = |room: &str| match room {
        "http" => vec!["error", "request", "server"],
        "cli" => vec!["args", "settings"],
        _ => vec![],
    };
    let files = files();
    for room in ["service", "wire", "http", "cli"] {
        let inside = |name: &'_ str| Some(name.strip_prefix(room)?.strip_prefix('/')?.to_owned());
        let inside: Vec<String> = files.iter().filter_map(|(name, _)| inside(name)).collect();
        for folder in inside.iter().filter_map(|name| Some(name.split_once('/')?.0)) {
            let known = FEATURES.contains(&folder) || beside(room).contains(&folder);
            assert!(known, "src/{room}/{folder} is not the name of a feature");
        }
        for feature in FEATURES.iter().filter(|feature| room != "http" || **feature != "engine") {
            let found = inside.iter().any(|name| name.starts_with(feature));
            assert!(found, "src/{room} has nothing of {feature}");
        }
    }
}

#[test]
fn every_module_says_what_lives_there() {
    for (name, text) in files() {
        assert!(text.starts_with("//! "), "src/{name} does not open with what lives there");
    }
}

/// Returns the files and folders of the project that a page names in code.
fn named(page: &str) -> Vec<String> {
    let spans = page.split('`').skip(1).step_by(2);
    let first = spans.filter_map(|span| span.split(' ').next());
    let places = ["tests/", "benches/", "fuzz/", "web/", "src/", "docs/"];
    let ours = first.filter(|name| places.iter().any(|place| name.starts_with(place)));
    ours.map(str::to_owned).collect()
}

#[test]
fn the_documents_name_files_that_exist() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let manual = fs::read_dir(root.join("docs")).expect("the manual");
    let mut pages: Vec<PathBuf> = manual.map(|entry| entry.expect("an entry").path()).collect();
    pages.extend(["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"].map(|page| root.join(page)));
    pages.retain(|page| page.extension().is_some_and(|extension| extension == "md"));
    let mut count = 0;
    for page in pages {
        let text = fs::read_to_string(&page).expect("UTF-8");
        for name in named(&text) {
            assert!(root.join(&name).exists(), "{} names {name}", page.display());
            count += 1;
        }
    }
    assert!(count > 100, "{count}");
}

#[test]
fn every_figure_has_a_target_a_value_and_a_command() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = fs::read_to_string(root.join("docs/figures.md")).expect("the page");
    let rows = page.lines().filter(|line| line.starts_with("| "));
    for row in rows.filter(|row| !row.starts_with("| promised")) {
        assert_eq!(row.matches(" | ").count(), 3, "{row}");
    }
}
