//! The structure: which room may use which, and what may appear only in one of them.

use std::fs;
use std::path::{Path, PathBuf};

use crate::imports::Imports;

/// The rooms, each a package, lowest first.
const ROOMS: [&str; 20] = [
    "base",
    "game",
    "search",
    "book",
    "priority",
    "influence",
    "format",
    "mine",
    "patterns",
    "ledger",
    "lines",
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
const MAX_FILES_IN_A_CIRCLE: usize = 5;

/// Libraries that stand in some folders of a room only. In which rooms one may be at all, the
/// manifests say.
const KEPT: [(&str, &str); 14] = [
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
    ("strsim", "cli/settings"),
    ("toml", "cli/settings, wire/curate/subtree.rs"),
    ("encoding_rs", "format/sgf, format/five, format/xiangqi"),
    ("quick_xml", "format/five"),
    ("flate2", "format/archive, http/server, service/curate/published"),
    ("csv", "format/book_file"),
    ("quick_cache", "service/next, http"),
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

/// Every source file below `src` with its path from there and its text, without files of unit tests.
fn files() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = Vec::new();
    sources(&root, &mut found);
    let file = |path: PathBuf| {
        let name = path.strip_prefix(&root).expect("below src").to_string_lossy().into_owned();
        (name, fs::read_to_string(&path).expect("UTF-8"))
    };
    let files = found.into_iter().map(file);
    files.filter(|(name, _)| !name.ends_with("/tests.rs") && name != "patterns/plain.rs").collect()
}

/// The sources' imports.
fn imports() -> Imports {
    Imports::read(&files())
}

/// The dependencies of a room, as its manifest names them.
fn dependencies(room: &str) -> Vec<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(room).join("Cargo.toml");
    let text = fs::read_to_string(path).expect("a manifest");
    let manifest: toml::Table = text.parse().expect("TOML");
    let table = manifest.get("dependencies").and_then(toml::Value::as_table);
    table.into_iter().flat_map(|table| table.keys().cloned()).collect()
}

#[test]
fn a_room_may_use_only_those_below_it() {
    let places = |room: &str| ROOMS.iter().position(|known| *known == room);
    for (place, room) in ROOMS.iter().enumerate() {
        for used in dependencies(room) {
            if let Some(used) = used.strip_prefix("joseki-") {
                assert!(places(used).is_some_and(|used| used < place), "{room} may use {used}");
            }
        }
    }
    // What has no JSON of its own, and what ranks moves without boards.
    for room in ["game", "book", "priority", "influence", "format"] {
        assert!(!dependencies(room).iter().any(|used| used.starts_with("serde")), "in src/{room}");
    }
    assert!(!dependencies("priority").iter().any(|used| used.starts_with("joseki-")));
}

#[test]
fn folders_are_stacks_and_files_in_small_circles_at_most() {
    let imports = imports();
    assert_eq!(imports.circles_of_folders(), [], "entries of a folder that use each other");
    let mut circles = imports.circles_of_files();
    circles.retain(|circle| circle.len() > MAX_FILES_IN_A_CIRCLE);
    assert_eq!(circles, Vec::<Vec<String>>::new(), "files that use each other");
}

#[test]
fn what_reads_sgf_knows_no_game() {
    let imports = imports();
    for (name, _) in files().iter().filter(|(name, _)| name.starts_with("format/sgf/")) {
        let used = |other: &&&str| imports.uses(name, &["format", other]);
        let others =
            ["archive", "book_file", "dictionary", "five", "game_info", "record", "xiangqi"];
        assert_eq!(others.iter().find(used), None, "in src/{name}");
        let used = |room: &&&str| imports.uses(name, &[room]);
        assert_eq!(["game", "book", "priority"].iter().find(used), None, "in src/{name}");
    }
}

/// What rests on the rules of Go, or speaks of its corners. Everything else knows games through the
/// enums of `game`.
const GO: [&str; 28] = [
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
    // Boards around a corner.
    "service/curate/grow/boards.rs",
    "service/engine/",
    "service/next/replay.rs",
    // The rules by which a finished game is counted.
    "service/play/",
    "service/review/assess_game.rs",
    "gtp/",
    "cli/board/",
    // The rules by which a finished game is counted.
    "cli/args/play.rs",
    // Handedness, as answers about corners show it.
    "cli/args/edit.rs",
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
        let names_go = code.into_iter().any(|line| line.contains("joseki_game::go"));
        let is_about_go = GO.iter().any(|place| name.starts_with(place));
        assert!(!names_go || is_about_go, "src/{name} names game::go");
    }
    for place in GO {
        let found =
            files.iter().any(|(name, text)| name.starts_with(place) && text.contains("go::"));
        assert!(found || place == "game/", "src/{place} does not name game::go any more");
    }
}

/// Where one game is compared with, outside `game/`. A comparison stays as it is when a game is
/// added, and the compiler is silent: properties of [`joseki::game::Game`] say what differs.
const ONE_GAME: [(&str, usize); 2] = [
    // The number of xiangqi in SGF means a result in its words, no number means Go.
    ("format/game_info/info.rs", 2),
    // What is for Go alone, by definition.
    ("service/go_only.rs", 1),
];

#[test]
fn places_that_compare_with_one_game_are_known() {
    let mut found = Vec::new();
    for (name, text) in files().into_iter().filter(|(name, _)| !name.starts_with("game/")) {
        let text = text.split("#[cfg(test)]").next().unwrap_or_default();
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let compared = ["== ", "!= "].iter().flat_map(|operator| {
            ["Game::", "Variant::"].map(|name| text.matches(&format!("{operator}{name}")).count())
        });
        let matched = text.split("matches!(").skip(1).filter(|rest| {
            let inside = rest.split(')').next().unwrap_or_default();
            inside.contains(" Game::") || inside.contains(" Variant::")
        });
        let places = compared.sum::<usize>() + matched.count();
        if places > 0 {
            found.push((name, places));
        }
    }
    found.sort();
    let known: Vec<(String, usize)> =
        ONE_GAME.iter().map(|(name, places)| ((*name).to_owned(), *places)).collect();
    assert_eq!(found, known);
}

/// Otherwise the package of a room cannot be built from what `cargo package` puts into it.
#[test]
fn the_program_includes_only_files_of_the_same_room() {
    for (name, text) in files() {
        let program = text.split("#[cfg(test)]").next().unwrap_or_default();
        // The folders between the room's own and the file.
        let depth = name.split('/').count().saturating_sub(2);
        for literal in program.split("include_").skip(1) {
            let up = literal.split_once("!(\"").map_or(0, |(_, path)| path.matches("../").count());
            assert!(up <= depth, "src/{name} includes a file of another room");
        }
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

/// A feature's use cases are methods of its own type, which its module file gives out.
#[test]
fn features_add_nothing_to_the_service() {
    let mut found = Vec::new();
    for (file, text) in files() {
        let Some(inside) = file.strip_prefix("service/") else { continue };
        if inside.contains('/') && !inside.ends_with("/mod.rs") && text.contains("\nimpl Service {")
        {
            found.push(file);
        }
    }
    assert_eq!(found, [""; 0], "methods on Service instead of the feature's own type");
}

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
