//! `joseki edit` in the user's editor, which is a script here.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::Stdio;

use crate::program::{Place, Run};

/// Edits the small book with an editor that runs a script on the file `$1`.
fn edit(place: &Place, script: &str, arguments: &[&str], answers: &str) -> Run {
    let editor = place.path("editor");
    fs::write(&editor, format!("#!/bin/sh\nset -e\necho \"$1\" >>opened\n{script}\n")).unwrap();
    fs::set_permissions(&editor, fs::Permissions::from_mode(0o700)).unwrap();
    fs::write(place.path("answers"), answers).unwrap();
    let mut command = place.command(&[&["edit", "--book", "small"], arguments].concat());
    command.env_remove("VISUAL").env("EDITOR", format!("'{}'", editor.display()));
    command.env("TMPDIR", place.path(""));
    command.stdin(Stdio::from(fs::File::open(place.path("answers")).unwrap()));
    Run::of(&command.output().unwrap())
}

fn lines(place: &Place) -> String {
    place.ok(&["lines", "--book", "small"]).replace('\n', " ")
}

/// The texts that were not written.
fn kept(place: &Place) -> Vec<String> {
    place.files().into_iter().filter(|name| name.starts_with("joseki-")).collect()
}

#[test]
fn the_difference_is_one_change_after_a_look() {
    let place = Place::with_small_book();
    let before = lines(&place);
    let run = edit(
        &place,
        r#"sed -i 's/"ideal"/"trick"/' "$1"; printf '[DDCFXX]\ntags = ["new"]\n' >>"$1""#,
        &["DDCF", "--reason", "tried"],
        "what\ny\n",
    );
    assert_eq!(run.code, Some(0), "{run:?}");
    assert!(run.err.contains("\n1 node added, 1 node changed.\nWrite this"), "{run:?}");
    assert_eq!(run.err.matches("Write this change?").count(), 2, "{run:?}");
    assert!(run.out.starts_with("DDCF    verdict  ideal -> trick\n"), "{run:?}");
    assert!(
        run.out.contains("Book small is now version 2: 1 node added, 1 node changed."),
        "{run:?}"
    );
    assert_eq!(kept(&place), [""; 0]);
    assert!(lines(&place).contains("DDCFXX"));
    let change = place.json(&["change", "3"]);
    assert_eq!((&change["reason"], &change["kind"]), (&"tried".into(), &"edit".into()), "{change}");
    place.ok(&["revert", "3"]);
    assert_eq!(lines(&place), before);
}

#[test]
fn a_table_that_is_deleted_deletes_its_moves() {
    let place = Place::with_small_book();
    let all = edit(
        &place,
        "awk -v RS= -v ORS='\\n\\n' '!/Q16 O17/' \"$1\" >new; mv new \"$1\"",
        &["--yes"],
        "",
    );
    assert_eq!((all.code, all.err.as_str()), (Some(0), ""), "{all:?}");
    assert!(all.out.starts_with("DDCF  deleted"), "{all:?}");
    assert!(!lines(&place).contains("DDCF"), "{all:?}");
}

#[test]
fn sgf_is_edited_as_well() {
    let place = Place::with_small_book();
    let script = r#"sed -i 's/N\[approach\]/N[low approach]/; $ s/)$/;B[qf])/' "$1""#;
    let run = edit(&place, script, &["--moves", "W:D4,B:F3", "--as", "sgf", "--yes"], "");
    assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{run:?}");
    assert!(
        run.out.contains("DDCFFC  added") && run.out.contains("approach -> low approach"),
        "{run:?}"
    );
}

#[test]
fn without_consent_nothing_is_written_and_the_text_is_kept() {
    let place = Place::with_small_book();
    let script = r#"printf '[DDCFXX]\n' >>"$1""#;
    for (arguments, answers) in [(&["DDCF"][..], "n\n"), (&["DDCF"], ""), (&["DDCF"], "e\nn\n")] {
        let run = edit(&place, script, arguments, answers);
        assert_eq!(run.code, Some(1), "{run:?}");
        assert!(
            run.err.contains("error: the change was not confirmed\nhint: nothing was changed"),
            "{run:?}"
        );
        let files = kept(&place);
        assert!(files.len() == 1 && run.err.contains(&files[0]), "{files:?} {run:?}");
        fs::remove_file(place.path(&files[0])).unwrap();
    }
    let dry = edit(&place, script, &["DDCF", "--dry-run"], "");
    assert!(dry.code == Some(0) && dry.out.contains("Dry run, nothing was written"), "{dry:?}");
    let files = kept(&place);
    assert!(files.len() == 1 && dry.err.contains(&files[0]), "{files:?} {dry:?}");
    fs::remove_file(place.path(&files[0])).unwrap();
    let same = edit(&place, "true", &["DDCF"], "");
    assert_eq!(
        (same.code, same.err.as_str()),
        (Some(0), "note: nothing would change: nothing was written\n")
    );
    assert_eq!(kept(&place), [""; 0]);
    assert!(!lines(&place).contains("DDCFXX"));
}

#[test]
fn a_text_that_is_wrong_is_edited_again_or_refused() {
    let place = Place::with_small_book();
    let twice = r#"if [ -e again ]; then sed -i 's/"best"/"good"/' "$1"; else touch again; sed -i 's/"ideal"/"best"/' "$1"; fi"#;
    let run = edit(&place, twice, &["DDCF"], "e\ny\n");
    assert!(run.err.contains("[DDCF]: fields.verdict: unknown verdict \"best\""), "{run:?}");
    assert!(run.code == Some(0) && run.out.contains("ideal -> good"), "{run:?}");
    for (script, told) in [
        ("printf '[DCEC]\\n' >>\"$1\"", "CD does not begin with DDCF, which was opened"),
        ("printf '[DDCFDD]\\n' >>\"$1\"", "[DDCFDD]: "),
        ("echo '(' >\"$1\"", "line 1"),
        ("rm \"$1\"", "cannot read"),
        ("exit 3", "it ended with exit status: 3"),
    ] {
        let run = edit(&place, script, &["DDCF", "--yes"], "");
        assert_eq!(run.code, Some(1), "{script} {run:?}");
        assert!(run.err.contains(told), "{script} {run:?}");
    }
    let mut command = place.command(&["edit", "--book", "small", "DDCF"]);
    let none =
        Run::of(&command.env_remove("VISUAL").env("EDITOR", "no-such-editor").output().unwrap());
    assert!(none.err.starts_with("error: editor \"no-such-editor\": "), "{none:?}");
}
