//! The crate as a library, without the feature `server`.

use std::process::{Command, Output};

/// Libraries that only the stores and interfaces need.
const SERVER_ONLY: [&str; 6] = ["axum", "clap", "hyper", "rusqlite", "tokio", "utoipa"];

#[test]
fn without_the_server_it_depends_on_none_of_its_libraries() {
    let tree = cargo(&["tree", "--edges=normal", "--prefix=none", "--format={p}"]);
    let text = String::from_utf8_lossy(&tree.stdout);
    let names: Vec<&str> = text.lines().filter_map(|line| line.split(' ').next()).collect();
    assert!(names.contains(&"smallvec"), "{text}");
    for name in SERVER_ONLY {
        assert!(!names.contains(&name), "{name}: {text}");
    }
}

/// `tests/full` runs its examples as well.
#[test]
fn without_the_server_it_compiles() {
    cargo(&["check", "--lib"]);
}

/// Runs cargo on this package without its default features.
fn cargo(arguments: &[&str]) -> Output {
    let (command, rest) = arguments.split_first().expect("a command");
    let output = Command::new(env!("CARGO"))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args([command, "--locked", "--offline", "--no-default-features"])
        .args(rest)
        .output()
        .expect("cargo");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    output
}
