//! A Python with what `clients/python` needs to run and to be checked: a virtual environment below `target/`.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::programs::{missing, report_missing};

/// The list of packages, with their versions.
const REQUIREMENTS: &str = "tests/project/clients_support/requirements.txt";

/// Whether the environment cannot be made, which is reported: it needs Python 3.11 or later with
/// venv, and the network once.
#[track_caller]
pub fn is_missing() -> bool {
    if missing(&["python3", "python3:venv", "python3:ensurepip", "python3:tomllib"]) {
        return true;
    }
    let made = make();
    if let Err(why) = &made {
        report_missing(&format!("the Python of {REQUIREMENTS} ({why})"));
    }
    made.is_err()
}

/// Returns the folder with `python3`, the generator and the like.
pub fn programs() -> PathBuf {
    make().expect("an environment")
}

/// Makes the environment unless it is there, made of the same packages.
fn make() -> Result<PathBuf, String> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("clients-venv");
    // Other tests may make it at the same time.
    let lock = File::create(folder.with_extension("lock")).expect("a lock beside it");
    lock.lock().expect("the lock");
    let list = Path::new(env!("CARGO_MANIFEST_DIR")).join(REQUIREMENTS);
    let wanted = fs::read_to_string(&list).expect("a list");
    let made = folder.join("made-of.txt");
    let programs = folder.join("bin");
    let is_made = fs::read_to_string(&made).is_ok_and(|list| list == wanted);
    if !is_made || !programs.join("python3").exists() {
        let mut create = Command::new("python3");
        run(create.args(["-m", "venv", "--clear"]).arg(&folder))?;
        let mut install = Command::new(programs.join("python3"));
        install.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]);
        run(install.arg("-r").arg(list))?;
        fs::write(&made, wanted).expect("what it is made of");
    }
    Ok(programs)
}

/// Runs a command; returns the last line of its errors if it fails.
fn run(command: &mut Command) -> Result<(), String> {
    let output = command.output().map_err(|error| error.to_string())?;
    let errors = String::from_utf8_lossy(&output.stderr);
    if output.status.success() {
        Ok(())
    } else {
        Err(errors.trim_end().lines().last().unwrap_or("it failed").to_owned())
    }
}
