//! The words of comments and documents: phrases that the field has better ones for.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

/// Phrases that comments and documents do without, with a better word for each.
const PHRASES: [(&str, &str); 40] = [
    ("anew", "again"),
    ("are no", "are not"),
    ("are none", "are not, or the noun"),
    ("as said", "as stated"),
    ("be had", "be obtained"),
    ("cannot be had", "is unavailable"),
    ("gives up on", "times out"),
    ("goes on from", "continues"),
    ("had it", "contained it"),
    ("has it", "contains it"),
    ("have it", "contain it"),
    ("heard", "received"),
    ("hears", "receives"),
    ("in which it", "where it"),
    ("is no", "is not"),
    ("is none", "is not, or the noun"),
    ("laid", "placed"),
    ("less deep", "at reduced depth"),
    ("lets go", "evicts"),
    ("made again", "retried, or rebuilt"),
    ("make no sense", "are invalid"),
    ("makes no sense", "is invalid"),
    ("none of it", "no part"),
    ("nothing of", "no part of"),
    ("of which", "whose"),
    ("remembers positions", "transposition table"),
    ("say nothing", "do not show"),
    ("says nothing", "does not show"),
    ("setbacks", "failovers"),
    ("so many", "up to a number"),
    ("tells", "reports"),
    ("the latter's", "its"),
    ("told", "reported"),
    ("what comes", "the next, or the rest"),
    ("what is said", "the statement"),
    ("what there is", "existing"),
    ("what was said", "the statement"),
    ("what was seen", "the last known state"),
    ("who comes", "the client"),
    ("whoever", "the side, or the client"),
];

/// Ordinary English that contains a phrase.
const ALLOWED: [&str; 9] = [
    // Absence.
    "there is no",
    "there are no",
    "there is none",
    "there are none",
    // Comparisons.
    "is no longer",
    "are no longer",
    "is no more than",
    "are no more than",
    "is no less than",
];

/// Folders whose sources, scripts and pages are read.
const FOLDERS: [&str; 8] =
    ["src", "tests", "benches", "cluster", "examples", "fuzz", "packaging", "docs"];

/// Folders of generated files.
const GENERATED: [&str; 3] = ["target", "corpus", "node_modules"];

/// Pages in the root of the project.
const PAGES: [&str; 5] =
    ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md"];

/// The most places in a failure's message.
const MAX_PLACES: usize = 20;

/// A word of prose in lower case with the number of its line, or [`BREAK`].
type Word = (usize, String);

/// Stands for code, fences and blank lines, so that no phrase crosses them.
const BREAK: &str = "|";

/// Returns the prose of a line, if it has any.
type Prose = fn(&str) -> Option<&str>;

/// Returns the comment of a line of Rust that is nothing else.
fn rust_comment(line: &str) -> Option<&str> {
    let text = line.trim_start().strip_prefix("//")?;
    Some(text.trim_start_matches(['/', '!']))
}

/// Returns the comment of a line of a script that is nothing else.
fn script_comment(line: &str) -> Option<&str> {
    line.trim_start().strip_prefix('#').filter(|text| !text.starts_with('!'))
}

/// Returns a line of Markdown that is not blank.
fn markdown(line: &str) -> Option<&str> {
    Some(line).filter(|line| !line.trim().is_empty())
}

/// Returns how the prose of a file is read; `None` for other files. Scripts have no extension.
fn prose_of(path: &Path, bytes: &[u8]) -> Option<Prose> {
    let prose: Prose = match path.extension().and_then(OsStr::to_str) {
        Some("rs") => rust_comment,
        Some("md") => markdown,
        None if bytes.starts_with(b"#!") => script_comment,
        _ => return None,
    };
    Some(prose)
}

/// Returns the words of a text's prose, without fences and inline code.
fn words(text: &str, prose: Prose) -> Vec<Word> {
    let mut words = Vec::new();
    let (mut is_fenced, mut is_code) = (false, false);
    for (index, line) in text.lines().enumerate() {
        let mut push = |word: &str| words.push((index + 1, word.to_lowercase()));
        let line = prose(line);
        let is_fence = line.is_some_and(|line| line.trim_start().starts_with("```"));
        is_fenced ^= is_fence;
        let Some(line) = line.filter(|_| !is_fence && !is_fenced) else {
            is_code = false;
            push(BREAK);
            continue;
        };
        for (place, part) in line.split('`').enumerate() {
            if place > 0 {
                is_code = !is_code;
                push(BREAK);
            }
            if !is_code {
                part.split_whitespace().for_each(&mut push);
            }
        }
    }
    words
}

fn is_punctuation(letter: char) -> bool {
    !letter.is_alphanumeric()
}

/// Whether words open with a phrase. Punctuation may stand before and after it, not inside.
fn open_with(words: &[Word], phrase: &str) -> bool {
    let count = phrase.split(' ').count();
    let is_part = |(index, (part, (_, word))): (usize, (&str, &Word))| {
        let mut word = word.as_str();
        if index == 0 {
            word = word.trim_start_matches(is_punctuation);
        }
        if index + 1 == count {
            word = word.trim_end_matches(is_punctuation);
        }
        word == part
    };
    words.len() >= count && phrase.split(' ').zip(words).enumerate().all(is_part)
}

/// Whether a phrase at a place is part of ordinary English.
fn is_allowed(words: &[Word], place: usize, phrase: &str) -> bool {
    ALLOWED.iter().any(|allowed| {
        let start = allowed.find(phrase).and_then(|at| {
            let before = allowed[..at].split_whitespace().count();
            place.checked_sub(before)
        });
        start.is_some_and(|start| open_with(&words[start..], allowed))
    })
}

/// Returns the phrases in words, each with its line and a better word.
fn phrases(words: &[Word]) -> Vec<(usize, &'static str, &'static str)> {
    let mut found = Vec::new();
    for (place, (line, _)) in words.iter().enumerate() {
        for (phrase, better) in PHRASES {
            if open_with(&words[place..], phrase) && !is_allowed(words, place, phrase) {
                found.push((*line, phrase, better));
            }
        }
    }
    found
}

/// Adds the files below a folder.
fn collect(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a readable folder") {
        let path = entry.expect("an entry").path();
        let is_generated = GENERATED.iter().any(|name| path.ends_with(name));
        if path.is_dir() && !is_generated {
            collect(&path, found);
        } else if path.is_file() {
            found.push(path);
        }
    }
}

#[test]
fn comments_and_documents_use_the_words_of_the_field() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut paths = PAGES.map(|page| root.join(page)).to_vec();
    for folder in FOLDERS {
        collect(&root.join(folder), &mut paths);
    }
    paths.sort();
    let (mut files, mut places) = (0, Vec::new());
    for path in &paths {
        let bytes = fs::read(path).expect("a readable file");
        let Some(prose) = prose_of(path, &bytes) else {
            continue;
        };
        files += 1;
        let name = path.strip_prefix(root).expect("below the root").display();
        let text = String::from_utf8_lossy(&bytes);
        for (line, phrase, better) in phrases(&words(&text, prose)) {
            places.push(format!("{name}:{line}: \"{phrase}\", better \"{better}\""));
        }
    }
    assert!(files > 1_000, "{files}");
    let count = places.len();
    places.truncate(MAX_PLACES);
    assert!(count == 0, "{count} phrases, the first ones:\n{}", places.join("\n"));
}

#[test]
fn phrases_are_found_in_prose_alone() {
    let found = |text: &str, prose: Prose| -> Vec<(usize, &'static str)> {
        let found = phrases(&words(text, prose));
        found.into_iter().map(|(line, phrase, _)| (line, phrase)).collect()
    };
    let rust = "/// Searches so\n/// many, anew.\nlet told = 1;\n/// ```\n/// told\n/// ```\n";
    assert_eq!(found(rust, rust_comment), [(1, "so many"), (2, "anew")]);
    assert_eq!(found("#!/bin/sh\n# Told\necho told\n", script_comment), [(2, "told")]);
    let page = "It is none: there is none, and `told`.\n\nIt is\n\nno more.\n";
    assert_eq!(found(page, markdown), [(1, "is none")]);
}
