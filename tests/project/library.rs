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

#[test]
fn without_the_server_the_front_page_runs() {
    let run = cargo(&["test", "--doc", "--", "src/lib.rs"]);
    let text = String::from_utf8_lossy(&run.stdout);
    assert!(text.contains("test result: ok. 1 passed"), "{text}");
}

/// Runs cargo on this package without its default features.
fn cargo(arguments: &[&str]) -> Output {
    let (command, rest) = arguments.split_first().expect("a command");
    let output = Command::new(env!("CARGO"))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        // Documentation for the whole crate has links that lead nowhere without the server.
        .env_remove("RUSTDOC")
        // One example is run.
        .env("CARGO_PROFILE_TEST_OPT_LEVEL", "0")
        .args([command, "--locked", "--offline", "--no-default-features"])
        .args(rest)
        .output()
        .expect("cargo");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    output
}
