//! The imports of the sources, each resolved to the file that defines what is imported.

use std::collections::{BTreeMap, BTreeSet};

/// The path of a module: `["service", "next", "query"]` for `src/service/next/query.rs`; a `mod.rs`
/// has the path of its folder.
type Module = Vec<String>;

/// Re-exports are followed this far.
const MAX_HOPS: usize = 8;

/// Which file uses which.
pub struct Imports {
    used: BTreeMap<Module, BTreeSet<Module>>,
    folders: BTreeSet<Module>,
}

impl Imports {
    /// Reads the imports of sources: paths below `src`, and texts. Those of tests do not count.
    pub fn read(files: &[(String, String)]) -> Imports {
        let mut code = BTreeMap::new();
        let mut folders = BTreeSet::new();
        for (name, text) in files.iter().filter(|(name, _)| !name.ends_with("tests.rs")) {
            let module = module_of(name);
            folders.extend(
                (1..name.split('/').count()).map(|depth| {
                    name.split('/').take(depth).map(str::to_owned).collect::<Module>()
                }),
            );
            code.insert(module, without_tests(&code_of(text)));
        }
        let names: BTreeMap<&Module, BTreeMap<String, Module>> =
            code.iter().map(|(module, text)| (module, names_of(module, text, &code))).collect();
        let used = code.iter().map(|(module, text)| {
            let paths =
                used_paths(text).into_iter().filter_map(|path| absolute(module, path, &code));
            let targets = paths.map(|path| resolve(path, &code, &names));
            (module.clone(), targets.filter(|target| target != module).collect())
        });
        Imports { used: used.collect(), folders }
    }

    /// Every import between different entries of a folder (its files without `mod.rs`, and its
    /// folders), by the names of the entries.
    fn edges(&self, folder: &[String]) -> BTreeMap<String, BTreeSet<String>> {
        let entry = |module: &Module| {
            let rest = module.strip_prefix(folder)?;
            rest.first().cloned()
        };
        let mut edges: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for (module, targets) in &self.used {
            let Some(from) = entry(module) else { continue };
            let others = targets.iter().filter_map(entry).filter(|to| *to != from);
            edges.entry(from.clone()).or_default().extend(others);
        }
        edges
    }

    /// The circles of a folder's entries in which at least one is a folder.
    fn circles_in(&self, folder: &[String]) -> Vec<Vec<String>> {
        let is_folder = |name: &String| {
            let path: Module = folder.iter().chain([name]).cloned().collect();
            self.folders.contains(&path)
        };
        let mut circles = circles(&self.edges(folder));
        circles.retain(|circle| circle.iter().any(is_folder));
        circles
    }

    /// The circles of folders at every depth below the root, each with the folder that it is in.
    pub fn circles_of_folders(&self) -> Vec<(String, Vec<String>)> {
        let found = self.folders.iter().flat_map(|folder| {
            let circles = self.circles_in(folder);
            circles.into_iter().map(|circle| (folder.join("/"), circle))
        });
        found.collect()
    }

    /// The circles of files within a room.
    pub fn circles_of_files(&self) -> Vec<Vec<String>> {
        let joined = self.used.iter().map(|(module, targets)| {
            let own = targets.iter().filter(|target| target.first() == module.first());
            (module.join("/"), own.map(|target| target.join("/")).collect())
        });
        circles(&joined.collect())
    }

    /// Whether a file uses anything of a module or of what is below it.
    pub fn uses(&self, file: &str, module: &[&str]) -> bool {
        let is_it = |target: &Module| {
            target.iter().map(String::as_str).take(module.len()).eq(module.iter().copied())
        };
        self.used.get(&module_of(file)).is_some_and(|targets| targets.iter().any(is_it))
    }
}

fn module_of(name: &str) -> Module {
    let parts: Vec<&str> = name.trim_end_matches(".rs").split('/').collect();
    let is_root = matches!(parts[..], ["lib" | "main"]);
    let parts = parts.into_iter().filter(|part| *part != "mod" && !is_root);
    parts.map(str::to_owned).collect()
}

/// Returns a source without comments and without the contents of strings.
fn code_of(text: &str) -> String {
    let mut code = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(next) = rest.chars().next() {
        let raw = rest.strip_prefix('r').map(|raw| raw.len() - raw.trim_start_matches('#').len());
        let is_raw = raw.is_some_and(|hashes| rest[1 + hashes..].starts_with('"'))
            && !code.ends_with(|last: char| last.is_alphanumeric() || last == '_');
        if rest.starts_with("//") {
            rest = rest.find('\n').map_or("", |end| &rest[end..]);
        } else if rest.starts_with("/*") {
            rest = rest.find("*/").map_or("", |end| &rest[end + 2..]);
        } else if let Some(hashes) = raw.filter(|_| is_raw) {
            let end = format!("\"{}", "#".repeat(hashes));
            let inside = &rest[2 + hashes..];
            rest = inside.find(&end).map_or("", |at| &inside[at + end.len()..]);
            code.push_str("\"\"");
        } else if next == '"' {
            let mut escaped = false;
            let end = rest[1..].find(|letter| {
                let ends = letter == '"' && !escaped;
                escaped = letter == '\\' && !escaped;
                ends
            });
            rest = end.map_or("", |end| &rest[end + 2..]);
            code.push_str("\"\"");
        } else if let Some(quoted) = ["'\"'", "'\\\"'", "'{'", "'}'", "'/'", "'\\''"]
            .into_iter()
            .find(|quoted| rest.starts_with(quoted))
        {
            rest = &rest[quoted.len()..];
        } else {
            code.push(next);
            rest = &rest[next.len_utf8()..];
        }
    }
    code
}

/// Leaves out what is compiled for tests only.
fn without_tests(code: &str) -> String {
    const MARK: &str = "#[cfg(test)]";
    let Some((before, after)) = code.split_once(MARK) else {
        return code.to_owned();
    };
    let mut depth = 0;
    let end = after.char_indices().find(|(_, letter)| match letter {
        '{' => {
            depth += 1;
            false
        }
        '}' => {
            depth -= 1;
            depth == 0
        }
        ';' => depth == 0,
        _ => false,
    });
    before.to_owned() + &without_tests(end.map_or("", |(at, _)| &after[at + 1..]))
}

/// Splits the text of a use tree into its paths.
fn expand(tree: &str, before: &[String], paths: &mut Vec<(Vec<String>, String)>) {
    let tree = tree.trim();
    let names = |text: &str| -> Vec<String> {
        let parts = text.split("::").map(str::trim).filter(|part| !part.is_empty());
        before.iter().cloned().chain(parts.map(str::to_owned)).collect()
    };
    let Some((head, inside)) = tree.split_once('{') else {
        let (path, name) = match tree.split_once(" as ") {
            Some((path, name)) => (names(path), Some(name.trim().to_owned())),
            None => (names(tree), None),
        };
        let path: Vec<String> = match path.split_last() {
            Some((last, parent)) if last == "self" && !parent.is_empty() => parent.to_vec(),
            _ => path,
        };
        let last = path.last().cloned().unwrap_or_default();
        paths.push((path, name.unwrap_or(last)));
        return;
    };
    let before = names(head);
    let inside = inside.trim_end().strip_suffix('}').unwrap_or(inside);
    let (mut depth, mut start) = (0, 0);
    for (at, letter) in inside.char_indices().chain([(inside.len(), ',')]) {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                if !inside[start..at].trim().is_empty() {
                    expand(&inside[start..at], &before, paths);
                }
                start = at + 1;
            }
            _ => {}
        }
    }
}

/// A `use` of one path.
struct Use {
    path: Vec<String>,
    /// The name that it gives.
    name: String,
    /// Whether it only passes the name on.
    is_public: bool,
}

/// All `use` declarations, and the code without these.
fn uses(code: &str) -> (Vec<Use>, String) {
    let (mut found, mut rest) = (Vec::new(), String::new());
    let mut from = 0;
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
    while let Some(at) = code[from..].find("use ").map(|at| from + at) {
        rest.push_str(&code[from..at]);
        let end = code[at..].find(';').map_or(code.len(), |end| at + end);
        let tree = &code[at + 4..end];
        let is_bound = tree.trim_start().starts_with('<');
        if code[..at].ends_with(is_part) || is_bound {
            rest.push_str("use ");
            from = at + 4;
        } else {
            let mut paths = Vec::new();
            expand(tree, &[], &mut paths);
            let line = code[..at].rsplit('\n').next().unwrap_or_default();
            let is_public = line.trim_start().starts_with("pub");
            found.extend(paths.into_iter().map(|(path, name)| Use { path, name, is_public }));
            from = end;
        }
    }
    rest.push_str(&code[from..]);
    (found, rest)
}

/// The paths that a file names: in `use`, and in the code from `crate`, `super` or a room on.
fn used_paths(code: &str) -> Vec<Vec<String>> {
    let (found, rest) = uses(code);
    let own = found.into_iter().filter(|found| !found.is_public);
    let mut paths: Vec<Vec<String>> = own.map(|found| found.path).collect();
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == ':';
    for word in rest.split(|letter: char| !is_part(letter)) {
        if ["crate::", "super::", "joseki_"].iter().any(|start| word.starts_with(start)) {
            let parts = word.split("::").filter(|part| !part.is_empty());
            paths.push(parts.map(str::to_owned).collect());
        }
    }
    paths
}

/// The path from `src`; `None` for one of a library. Each room is a package: its `crate` is the room,
/// and others name it `joseki_…`.
fn absolute(
    module: &Module,
    path: Vec<String>,
    code: &BTreeMap<Module, String>,
) -> Option<Vec<String>> {
    let first = path.first()?.as_str();
    if first == "crate" {
        return Some(module.iter().take(1).chain(&path[1..]).cloned().collect());
    }
    if let Some(room) = first.strip_prefix("joseki_") {
        return Some([room.to_owned()].into_iter().chain(path[1..].iter().cloned()).collect());
    }
    let up = path.iter().take_while(|part| *part == "super").count();
    if up > 0 {
        let kept = module.len().checked_sub(up)?;
        return Some(module[..kept].iter().chain(&path[up..]).cloned().collect());
    }
    let path = if first == "self" { &path[1..] } else { &path[..] };
    let child: Module = module.iter().chain(path.first()).cloned().collect();
    let is_own = first == "self" || code.contains_key(&child);
    is_own.then(|| module.iter().chain(path).cloned().collect())
}

/// The names that a module takes from elsewhere, with what they stand for.
fn names_of(
    module: &Module,
    text: &str,
    code: &BTreeMap<Module, String>,
) -> BTreeMap<String, Module> {
    let (found, _) = uses(text);
    let named = found.into_iter().filter_map(|Use { path, name, .. }| {
        let path = absolute(module, path, code)?;
        (path.last() != Some(&"*".to_owned())).then_some((name, path))
    });
    named.collect()
}

/// Returns the module that defines what a path names.
fn resolve(
    mut path: Vec<String>,
    code: &BTreeMap<Module, String>,
    names: &BTreeMap<&Module, BTreeMap<String, Module>>,
) -> Module {
    for _ in 0..MAX_HOPS {
        let depth = (0..=path.len()).rev().find(|depth| code.contains_key(&path[..*depth]));
        let depth = depth.unwrap_or(0);
        let next = path.get(depth).and_then(|name| names.get(&path[..depth].to_vec())?.get(name));
        match next {
            Some(next) if *next != path[..=depth] => {
                path = next.iter().chain(&path[depth + 1..]).cloned().collect();
            }
            _ => return path[..depth].to_vec(),
        }
    }
    path
}

/// The sets of more than one name that use each other, directly or not.
fn circles(edges: &BTreeMap<String, BTreeSet<String>>) -> Vec<Vec<String>> {
    let reached = |from: &String| {
        let (mut seen, mut open) = (BTreeSet::new(), vec![from]);
        while let Some(name) = open.pop() {
            for next in edges.get(name).into_iter().flatten() {
                if seen.insert(next) {
                    open.push(next);
                }
            }
        }
        seen
    };
    let reach: BTreeMap<&String, BTreeSet<&String>> =
        edges.keys().map(|name| (name, reached(name))).collect();
    let mut left: BTreeSet<&String> = edges.keys().collect();
    let mut circles = Vec::new();
    while let Some(name) = left.pop_first() {
        let is_mutual = |other: &&String| {
            reach[name].contains(*other) && reach.get(*other).is_some_and(|it| it.contains(name))
        };
        let mut circle: Vec<&String> = left.iter().copied().filter(is_mutual).collect();
        if !circle.is_empty() {
            circle.iter().for_each(|other| {
                left.remove(*other);
            });
            circle.insert(0, name);
            circles.push(circle.into_iter().cloned().collect());
        }
    }
    circles
}

#[test]
fn imports_are_followed_to_the_file_that_defines_a_name() {
    let file = |name: &str, text: &str| (name.to_owned(), text.to_owned());
    let files = [
        file("a/mod.rs", "mod b; mod c;\npub use b::{Inner, deep::Deeper as Shown};"),
        file("a/b/mod.rs", "pub mod deep; pub struct Inner;"),
        file("a/b/deep.rs", "use crate::c::Low; pub struct Deeper;"),
        file("a/c.rs", "// use joseki_d::Word;\npub struct Low; const T: &str = \"joseki_d::X\";"),
        file("d/mod.rs", "use joseki_a::Shown;\n#[cfg(test)]\nmod tests { use joseki_a::c; }"),
        file("e/mod.rs", "mod f;\nuse joseki_d as d;\nuse f::one;"),
        file("e/f.rs", "fn one() { super::g(); joseki_a::Inner }"),
    ];
    let imports = Imports::read(&files);
    assert!(
        imports.uses("d/mod.rs", &["a", "b", "deep"]) && !imports.uses("d/mod.rs", &["a", "c"])
    );
    assert!(imports.uses("a/b/deep.rs", &["a", "c"]) && !imports.uses("a/c.rs", &["d"]));
    assert!(imports.uses("e/f.rs", &["a", "b"]) && imports.uses("e/f.rs", &["e"]));
    assert!(imports.uses("e/mod.rs", &["d"]));
    assert_eq!(imports.circles_of_files(), [vec!["e", "e/f"]]);
    assert_eq!(imports.circles_of_folders(), []);
    let turned =
        [file("a/b/x.rs", "use super::super::c::Low;"), file("a/c.rs", "use super::b::x::Y;")];
    let circle = vec!["b".to_owned(), "c".to_owned()];
    assert_eq!(Imports::read(&turned).circles_of_folders(), [("a".to_owned(), circle)]);
}
