//! Classifies files and entries by name.

/// Extensions of game records: SGF, collections, the dictionaries of a well-known editor, records of
/// Go servers, of renju and gomoku, and of xiangqi.
const RECORDS: [&str; 15] = [
    "sgf", "sgfs", "mgt", "gib", "ngf", "ugf", "ugi", "psq", "rec", "rif", "pos", "pgn", "xqf",
    "cbr", "cbl",
];

/// Extensions of archives, including unsupported ones, so that these are reported.
const ARCHIVES: [&str; 10] =
    ["zip", "tar", "tgz", "taz", "tzst", "txz", "tbz", "tbz2", "7z", "rar"];

/// Extensions that a compression appends.
const COMPRESSIONS: [&str; 8] = ["gz", "zst", "zstd", "z", "xz", "bz2", "lz4", "lz"];

/// Whether an item with this name is to be read: its extension is that of a game record or an
/// archive, with or without extensions of compressions after it.
pub(super) fn is_wanted(name: &str) -> bool {
    let lower = name.to_ascii_lowercase();
    let mut rest = lower.as_str();
    while let Some((stem, ending)) = rest.rsplit_once('.') {
        if RECORDS.contains(&ending) || ARCHIVES.contains(&ending) {
            return true;
        }
        if !COMPRESSIONS.contains(&ending) {
            return false;
        }
        rest = stem;
    }
    false
}

/// Whether an archive entry is internal to a program: one of its names starts with a full stop, or
/// is macOS's directory for metadata.
pub(super) fn is_hidden(entry: &str) -> bool {
    let mut names = entry.split(['/', '\\']);
    names.any(|name| {
        let hidden = name.starts_with('.') && name != "." && name != "..";
        hidden || name == "__MACOSX"
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_say_what_is_wanted() {
        for name in [
            "a.sgf",
            "A.SGF",
            "a.SGFS",
            "a.mgt",
            "a.pgn.gz",
            "a.XQF",
            "a.cbl",
            "a.GIB",
            "a.ngf.gz",
            "a.ugi",
            "a.sgf.gz",
            "a.Sgf.ZST",
            "a.sgf.gz.gz",
            "a.tgz",
            "d/a.tar.gz",
            "a.tar.xz",
            "a.zip",
            "a.7z",
            "ü.sgf",
        ] {
            assert!(is_wanted(name), "{name}");
        }
        for name in ["", "sgf", "a.txt", "a.gz", "a.txt.gz", "a.sgf.txt", "a.sgf/b", ".gz", "a.jar"]
        {
            assert!(!is_wanted(name), "{name}");
        }
    }

    #[test]
    fn hidden_names_are_known_at_every_level() {
        for name in [".a.sgf", "d/._a.sgf", "__MACOSX/a.sgf", ".git/a.sgf", "d\\.a"] {
            assert!(is_hidden(name), "{name}");
        }
        for name in ["a.sgf", "./a.sgf", "../a.sgf", "d/../a.sgf", "a..sgf"] {
            assert!(!is_hidden(name), "{name}");
        }
    }
}
