//! Help and version.

use clap::Command;

use crate::program::Place;

#[test]
fn the_commands_are_listed_by_what_they_are_for() {
    let text = help(&[]);
    let mut groups = Vec::new();
    let mut listed: Vec<String> = Vec::new();
    for line in text.lines().take_while(|line| *line != "Options:") {
        match line.strip_prefix("  ") {
            Some(row) if !row.starts_with(' ') && !groups.is_empty() => {
                listed.extend(row.split_whitespace().next().map(str::to_owned));
            }
            None if line.ends_with(':') => groups.push(line.to_owned()),
            _ => {}
        }
    }
    assert_eq!(groups[0], "Ask a book:");
    let root = joseki::cli::command();
    let shown = root.get_subcommands().filter(|sub| !sub.is_hide_set());
    let mut expected: Vec<String> = shown.map(|sub| sub.get_name().to_owned()).collect();
    expected.push("help".to_owned());
    expected.sort();
    let mut sorted = listed.clone();
    sorted.sort();
    assert_eq!(sorted, expected);
    assert!(text.lines().all(|line| line.chars().count() <= 100), "{text}");
}

/// Every command with the words that lead to it.
fn commands() -> Vec<(Vec<String>, Command)> {
    let mut root = joseki::cli::command();
    root.build();
    let mut found = Vec::new();
    collect(&root, &[], &mut found);
    found
}

fn collect(command: &Command, words: &[String], found: &mut Vec<(Vec<String>, Command)>) {
    found.push((words.to_vec(), command.clone()));
    for sub in command.get_subcommands().filter(|sub| sub.get_name() != "help") {
        let words = [words, &[sub.get_name().to_owned()]].concat();
        collect(sub, &words, found);
    }
}

fn help(words: &[String]) -> String {
    let mut arguments: Vec<&str> = words.iter().map(String::as_str).collect();
    arguments.push("--help");
    Place::with_starter().ok(&arguments)
}

#[test]
fn the_commands_are_those_of_the_specification() {
    let names: Vec<String> = commands().into_iter().map(|(words, _)| words.join(" ")).collect();
    let expected = [
        "",
        "serve",
        "import",
        "edit",
        "edit add",
        "edit set",
        "edit put",
        "edit move",
        "edit delete",
        "edit retire",
        "edit restore",
        "edit apply",
        "history",
        "change",
        "revert",
        "diff",
        "book",
        "book create",
        "book copy",
        "book rename",
        "book delete",
        "book split",
        "book merge",
        "mine",
        "ratings",
        "learn",
        "merge",
        "opponents",
        "results",
        "withdraw",
        "review",
        "assess",
        "analysis",
        "evaluate",
        "grow",
        "conditions",
        "export",
        "publish",
        "follow",
        "gtp",
        "gomocup",
        "uci",
        "weights",
        "weights list",
        "weights show",
        "weights set",
        "weights history",
        "play",
        "match",
        "next",
        "forbidden",
        "convert",
        "notation",
        "perft",
        "solve",
        "ladder",
        "influence",
        "score",
        "quiz",
        "search",
        "lines",
        "tally",
        "game",
        "find",
        "books",
        "sources",
        "sources set",
        "keys",
        "keys create",
        "keys list",
        "keys rotate",
        "keys revoke",
        "keys log",
        "tables",
        "tables close",
        "doctor",
        "backup",
        "restore",
        "recover",
        "dump",
        "copy",
        "ping",
        "completions",
        "man",
    ];
    assert_eq!(names, expected);
}

#[test]
fn the_help_of_every_command_mentions_every_flag_and_has_examples() {
    for (words, command) in commands() {
        let help = help(&words);
        for argument in command.get_arguments() {
            let name = match (argument.get_long(), argument.get_value_names()) {
                (Some(long), _) => format!("--{long}"),
                (None, Some([name, ..])) if argument.is_required_set() => format!("<{name}>"),
                (None, Some([name, ..])) => format!("[{name}]"),
                (None, _) => panic!("{words:?}: {argument:?} has no name"),
            };
            assert!(help.contains(&name), "{words:?}: {name}\n{help}");
            assert!(argument.get_help().is_some(), "{words:?}: {name} is not explained");
        }
        assert!(help.contains("Examples:\n  joseki "), "{words:?}\n{help}");
        assert!(command.get_about().is_some(), "{words:?}");
    }
}

#[test]
fn every_example_is_a_command_line_that_can_be_parsed() {
    let mut tried = 0;
    for (words, _) in commands() {
        // A line that ends in a backslash goes on in the next.
        for line in help(&words).replace("\\\n", " ").lines() {
            let Some(example) =
                line.trim().strip_prefix("joseki ").filter(|_| line.starts_with("  "))
            else {
                continue;
            };
            let own = example.split(['|', '>']).next().unwrap_or_default();
            // What an example does stands behind it, in columns of its own.
            let own = own.replace("       --", " --");
            let own = own.split("   ").next().unwrap_or_default();
            let own = shell_words::split(own).expect("words");
            let arguments = std::iter::once("joseki".to_owned()).chain(own);
            let parsed = joseki::cli::command().try_get_matches_from(arguments);
            assert!(parsed.is_ok(), "{example}: {:?}", parsed.err());
            tried += 1;
        }
    }
    assert!(tried > 20, "{tried} examples");
}

#[test]
fn help_and_version_touch_nothing() {
    let place = Place::new();
    let version = place.ok(&["--version"]);
    assert_eq!(version, format!("joseki {}\n", env!("CARGO_PKG_VERSION")));
    place.ok(&["next", "-h"]);
    assert_eq!(place.files(), [""; 0]);
}

#[test]
fn nonsense_is_a_usage_error() {
    let place = Place::new();
    for arguments in [&[][..], &["nonsense"], &["next", "--nonsense"], &["export"], &["import"]] {
        let run = place.run(arguments);
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(run.err.contains("Usage: joseki"), "{run:?}");
    }
    assert_eq!(place.files(), [""; 0]);
}
