//! A Python with what `clients/python` needs to run and to be checked: a virtual environment below `target/`.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The list of packages, with their versions.
const REQUIREMENTS: &str = "tests/project/clients_support/requirements.txt";

/// The folder with its `python3`, the generator and the like. It is made when it is not there or the packages
/// are others, which needs the network.
pub fn programs() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("clients-venv");
    // Tests of other files may be at it too.
    let lock = File::create(folder.with_extension("lock")).expect("a lock beside it");
    lock.lock().expect("the lock");
    let list = Path::new(env!("CARGO_MANIFEST_DIR")).join(REQUIREMENTS);
    let wanted = fs::read_to_string(&list).expect("a list");
    let made = folder.join("made-of.txt");
    let programs = folder.join("bin");
    let is_made = fs::read_to_string(&made).is_ok_and(|list| list == wanted);
    if !is_made || !programs.join("python3").exists() {
        let mut create = Command::new("python3");
        run(create.args(["-m", "venv", "--clear"]).arg(&folder));
        let mut install = Command::new(programs.join("python3"));
        install.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]);
        run(install.arg("-r").arg(list));
        fs::write(&made, wanted).expect("what it is made of");
    }
    programs
}

fn run(command: &mut Command) {
    let hint = "tests/run installs what is missing: python3 from 3.11 on, with pip and venv; the packages need the network once";
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}\n{hint}"));
    assert!(
        output.status.success(),
        "{command:?}\n{}{}\n{hint}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
}
