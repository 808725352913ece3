//! What operators install from: the image, the unit, the release, and the licences of what is in them.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::programs::{needs, skip};

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn read(name: &str) -> String {
    fs::read_to_string(root().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn run(program: &str, arguments: &[&str], folder: &Path) -> Option<Output> {
    Command::new(program).args(arguments).current_dir(folder).output().ok()
}

/// The last value of an instruction of the image, as the second stage is the one that stays.
fn instruction<'a>(image: &'a str, name: &str) -> Option<&'a str> {
    let lines = image.lines().filter_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    lines.fold(None, |_, line| Some(line))
}

#[test]
fn the_image_runs_as_nobody_in_particular_and_keeps_its_data() {
    let image = read("Dockerfile");
    let user = instruction(&image, "USER").expect("a user");
    assert!(user.split(':').all(|id| id.parse::<u32>().is_ok_and(|id| id > 0)), "{user}");
    let volume = instruction(&image, "VOLUME").expect("a volume");
    assert!(
        read("Dockerfile").contains(&format!("JOSEKI_DB={volume}/")),
        "the database is in the volume"
    );
    // Its first key is in no log, and its health is asked by the program itself.
    assert!(image.contains(&format!("JOSEKI_FIRST_KEY_FILE={volume}/")), "{image}");
    let health = instruction(&image, "HEALTHCHECK").expect("a health check");
    assert!(health.ends_with(r#"CMD ["joseki", "ping"]"#), "{health}");
    assert_eq!(instruction(&image, "STOPSIGNAL"), Some("SIGTERM"));
    assert!(instruction(&image, "CMD").is_some_and(|command| command.contains("\"serve\"")));
}

#[test]
fn the_image_is_built_with_the_oldest_toolchain_that_is_promised() {
    let promised = read("Cargo.toml");
    let promised = promised.lines().find_map(|line| line.strip_prefix("rust-version = "));
    let built = read("Dockerfile");
    let built = built.lines().find_map(|line| line.strip_prefix("ARG RUST="));
    assert_eq!(built, promised.map(|version| version.trim_matches('"')));
}

#[test]
fn the_unit_is_one_and_has_few_rights() {
    let verify = ["verify", "--man=no", "packaging/joseki.service"];
    needs!("systemd-analyze");
    let verified = run("systemd-analyze", &verify, &root()).expect("it was there");
    let said = String::from_utf8_lossy(&verified.stderr);
    let not_installed = "is not executable: No such file or directory";
    let wrong: Vec<&str> = said.lines().filter(|line| !line.contains(not_installed)).collect();
    assert_eq!(wrong, [""; 0]);
    let threshold = ["security", "--offline=true", "--threshold=15", "packaging/joseki.service"];
    let judged = run("systemd-analyze", &threshold, &root()).expect("it was there");
    assert!(judged.status.success(), "{}", String::from_utf8_lossy(&judged.stdout));
}

/// Checked by the composer where there is one, and by what it must have anywhere.
#[test]
fn the_composition_has_two_nodes_behind_a_balancer() {
    let text = read("packaging/compose.yaml");
    for needed in ["  one:\n    <<: *node\n", "  two:\n    <<: *node\n", "POOL_MODE: session"] {
        assert!(text.contains(needed), "{needed}");
    }
    let arguments = ["-f", "packaging/compose.yaml", "config"];
    let compose = [&["docker-compose"][..], &["docker", "compose"]].into_iter().find(|words| {
        let version = [&words[1..], &["version"]].concat();
        run(words[0], &version, &root()).is_some_and(|output| output.status.success())
    });
    let Some(words) = compose else {
        // `tests/run` does not install it, as it brings a service along.
        return skip("docker compose is not installed");
    };
    let arguments = [&["POSTGRES_PASSWORD=secret"][..], words, &arguments].concat();
    let checked = run("env", &arguments, &root()).expect("it was there");
    assert!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stderr));
    let composed = String::from_utf8_lossy(&checked.stdout);
    assert_eq!(composed.matches("JOSEKI_DB: postgres://joseki@pooler:6432/joseki").count(), 2);
}

#[test]
fn the_debian_package_has_what_the_repository_and_the_release_make() {
    let manifest: toml::Table = read("Cargo.toml").parse().expect("TOML");
    let package = &manifest["package"]["metadata"]["deb"];
    let mut sources: Vec<&str> = package["assets"]
        .as_array()
        .expect("assets")
        .iter()
        .map(|asset| asset[0].as_str().expect("a source"))
        .collect();
    sources.push(package["systemd-units"]["unit-scripts"].as_str().expect("units"));
    let release = read("packaging/release");
    assert!(release.contains("files=target/package\n"));
    for source in sources {
        // What is made is made by the script: "$files/man", "$files/completions/joseki.$shell".
        let is_there = match source.strip_prefix("target/package/") {
            Some(made) => {
                let made = made.trim_end_matches("/*");
                let folder = made.split('/').next().unwrap_or(made);
                release.contains(&format!("\"$files/{folder}"))
            }
            None => source == "target/release/joseki" || root().join(source).exists(),
        };
        assert!(is_there, "{source}");
    }
    for made in ["joseki.$shell", "cargo deb --no-build", "cargo cyclonedx"] {
        assert!(release.contains(made), "{made}");
    }
}

/// Every alternative of an expression such as `(MIT OR Apache-2.0) AND ISC`, as sets of licences that all bind.
fn alternatives(expression: &str) -> Vec<BTreeSet<String>> {
    let text = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let mut words = text.split_whitespace().peekable();
    any(&mut words)
}

type Words<'a> = std::iter::Peekable<std::str::SplitWhitespace<'a>>;

fn any(words: &mut Words<'_>) -> Vec<BTreeSet<String>> {
    let mut found = all(words);
    while words.next_if_eq(&"OR").is_some() {
        found.extend(all(words));
    }
    found
}

fn all(words: &mut Words<'_>) -> Vec<BTreeSet<String>> {
    let mut found = one(words);
    while words.next_if_eq(&"AND").is_some() {
        let more = one(words);
        found = found.iter().flat_map(|left| more.iter().map(move |right| left | right)).collect();
    }
    found
}

fn one(words: &mut Words<'_>) -> Vec<BTreeSet<String>> {
    if words.next_if_eq(&"(").is_some() {
        let found = any(words);
        assert_eq!(words.next(), Some(")"));
        return found;
    }
    let mut name = words.next().expect("a licence").to_owned();
    if words.next_if_eq(&"WITH").is_some() {
        name = format!("{name} WITH {}", words.next().expect("an exception"));
    }
    vec![BTreeSet::from([name])]
}

#[test]
fn expressions_of_licences_are_understood() {
    let names = |text: &str| -> Vec<String> {
        let sets = alternatives(text).into_iter();
        sets.map(|set| set.into_iter().collect::<Vec<_>>().join("+")).collect()
    };
    assert_eq!(names("MIT/Apache-2.0"), ["MIT", "Apache-2.0"]);
    assert_eq!(names("(A OR B) AND C"), ["A+C", "B+C"]);
    assert_eq!(names("A WITH x OR B AND C"), ["A WITH x", "B+C"]);
}

/// The names between the brackets of a list in a file.
fn names_in(file: &str, list: &str) -> BTreeSet<String> {
    let text = read(file);
    let list = text
        .split_once(&format!("\n{list} = ["))
        .and_then(|(_, rest)| rest.split_once(']'))
        .expect("a list")
        .0;
    list.split('"').skip(1).step_by(2).map(str::to_owned).collect()
}

#[test]
fn every_licence_in_the_program_is_allowed_and_every_allowed_one_is_needed() {
    // Not offline: a machine has of a fresh lock file only what its own system needs.
    let arguments = ["metadata", "--format-version", "1", "--locked"];
    let output = run(env!("CARGO"), &arguments, &root()).expect("cargo");
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let allowed = names_in("deny.toml", "allow");
    let mut needed = BTreeSet::new();
    for package in metadata["packages"].as_array().expect("packages") {
        let expression = package["license"]
            .as_str()
            .unwrap_or_else(|| panic!("{} says no licence", package["name"]));
        let ways = alternatives(expression);
        let fits = ways.iter().any(|set| set.is_subset(&allowed));
        assert!(fits, "{}: {expression} is not allowed", package["name"]);
        needed.extend(ways.into_iter().flatten());
    }
    let idle: Vec<&String> = allowed.difference(&needed).collect();
    assert!(idle.is_empty(), "{idle:?}");
}

#[test]
fn licence_texts_go_with_the_program() {
    let accepted = names_in("packaging/about.toml", "accepted");
    let missing: Vec<_> = names_in("deny.toml", "allow").difference(&accepted).cloned().collect();
    assert_eq!(missing, [""; 0]);
    let page: serde_json::Value =
        serde_json::from_str(&read("web/package.json")).expect("valid JSON");
    let texts = read("src/web/dist/licenses.txt");
    for name in page["dependencies"].as_object().expect("dependencies").keys() {
        assert!(texts.contains(&format!("\n## {name} - ")), "{name}");
    }
}

/// A checkout of what `packaging/release` looks at, with a changelog of its own.
fn checkout(changelog: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    fs::create_dir(folder.path().join("packaging")).expect("a folder");
    fs::copy(root().join("packaging/release"), folder.path().join("packaging/release"))
        .expect("the script");
    fs::write(
        folder.path().join("Cargo.toml"),
        "[package]\nname = \"joseki\"\nversion = \"1.2.3\"\n",
    )
    .expect("a file");
    fs::write(folder.path().join("CHANGELOG.md"), changelog).expect("a file");
    let git = |arguments: &[&str]| {
        let identity = ["-c", "user.name=a", "-c", "user.email=a@example.org"];
        let all = [&identity[..], arguments].concat();
        assert!(run("git", &all, folder.path()).expect("git").status.success());
    };
    git(&["init", "-q"]);
    git(&["add", "."]);
    git(&["commit", "-q", "-m", "all"]);
    folder
}

fn refusal(folder: &Path, version: &str) -> String {
    let output = run("bash", &["packaging/release", version, "out"], folder).expect("bash");
    assert!(!output.status.success());
    assert!(!folder.join("out").exists(), "nothing is made");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn a_release_is_refused_where_version_changelog_and_checkout_do_not_agree() {
    needs!("bash", "git");
    let dated = checkout("# Changelog\n\n## 1.2.3, 2026-01-31\n");
    assert!(refusal(dated.path(), "1.2.4").contains("Cargo.toml says another version"));
    fs::write(dated.path().join("note"), "x").expect("a file");
    assert!(refusal(dated.path(), "1.2.3").contains("has changes"));
    let undated = checkout("# Changelog\n\n## 1.2.3, unreleased\n");
    assert!(refusal(undated.path(), "1.2.3").contains("YYYY-MM-DD"));
    let earlier = checkout("# Changelog\n\n## 1.3.0, unreleased\n\n## 1.2.3, 2026-01-31\n");
    assert!(refusal(earlier.path(), "1.2.3").contains("not the first section"));
}

/// The archive of a release contains no source code, so its pages do not link to it.
#[test]
fn pages_of_an_archive_lead_to_what_is_in_it() {
    let release = read("packaging/release");
    let packed =
        release.lines().find(|line| line.contains("git archive HEAD")).expect("what is packed");
    let there = |first: &str| first.ends_with(".md") || packed.split(' ').any(|word| word == first);
    let edit = release.lines().find(|line| line.trim().starts_with("sed -i -E")).expect("the edit");
    let stage = tempfile::tempdir().expect("a folder");
    let docs = stage.path().join("joseki/docs");
    fs::create_dir_all(&docs).expect("a folder");
    for page in fs::read_dir(root().join("docs")).expect("the pages") {
        let page = page.expect("a page").path();
        if page.extension().is_some_and(|kind| kind == "md") {
            fs::copy(&page, docs.join(page.file_name().expect("a name"))).expect("a copy");
        }
    }
    let edit = format!("stage=. name=joseki; {edit}");
    let output = run("bash", &["-c", &edit], stage.path()).expect("bash");
    assert!(output.status.success(), "{output:?}");
    let mut links = 0;
    for page in fs::read_dir(&docs).expect("the pages") {
        let page = page.expect("a page").path();
        let text = fs::read_to_string(&page).expect("a page");
        for link in text.split("](../").skip(1) {
            let first = link.split(['/', ')', '#']).next().unwrap_or_default();
            assert!(there(first), "{}: ../{first}", page.display());
            links += 1;
        }
    }
    assert!(links > 0, "some lead to the README");
}
