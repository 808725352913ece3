//! The texts beside a snapshot: what it is, and what its sources' licences are.

use std::fmt::Write;

use super::manifest::SnapshotManifest;

/// The end of the name of a file of counts.
const COUNTS: &str = ".counts.parquet";

/// Returns the README of a snapshot.
pub(super) fn readme(manifest: &SnapshotManifest) -> String {
    let book = &manifest.book;
    let base = format!("{}-{}", book.name, book.version);
    let mut text = format!(
        "# {}, version {}\n\nA book of {} with {} moves and {} lines, written by {}.\n\n",
        book.name, book.version, book.game, book.nodes, book.lines, manifest.program
    );
    text.push_str("| file | contents |\n|---|---|\n");
    for file in &manifest.files {
        let _ = writeln!(text, "| `{}` | {} |", file.name, contents(&file.name));
    }
    let _ = write!(
        text,
        "\nTexts stand under the licences of their sources: see `LICENSES.md`. \
         Check the files with `sha256sum -c SHA256SUMS`.\n\n\
         Read the moves in Python:\n\n\
         ```python\n\
         import gzip, json\n\
         head, *rows = map(json.loads, gzip.open(\"{base}.ndjson.gz\", \"rt\", encoding=\"utf-8\"))\n\
         print(head[\"book\"], head[\"version\"], len(rows) - 1, \"moves\")\n\
         ```\n\n\
         Check the digest of the manifest:\n\n\
         ```python\n\
         import gzip, hashlib, json\n\
         rows = [row.rstrip(b\"\\n\") for row in gzip.open(\"{base}.ndjson.gz\")][1:]\n\
         hashes = (hashlib.sha256(row).digest() for row in rows)\n\
         total = sum(int.from_bytes(hash, \"big\") for hash in hashes) % 2**256\n\
         ends = sum(json.loads(row).get(\"ends\", False) for row in rows)\n\
         text = f\"joseki-digest-1 {{total:064x}} {{len(rows) - 1}} {{ends}}\"\n\
         print(hashlib.sha256(text.encode()).hexdigest())\n\
         ```\n\n\
         Follow the book: `joseki follow ADDRESS --book {}`, with the address of the folder above \
         the book's.\n",
        book.name
    );
    if let Some(counts) = manifest.files.iter().find(|file| file.name.ends_with(COUNTS)) {
        let name = &counts.name;
        let _ = write!(
            text,
            "\nRead the counts with DuckDB:\n\n\
             ```sql\n\
             SELECT line, sum(games) AS games, sum(half_points) / 2 / sum(scored) AS share\n\
             FROM '{name}' GROUP BY line HAVING sum(scored) > 0\n\
             ORDER BY games DESC, line LIMIT 10;\n\
             ```\n\n\
             and in Python:\n\n\
             ```python\n\
             import pandas\n\
             counts = pandas.read_parquet(\"{name}\")\n\
             print(counts.groupby(\"year\")[\"games\"].sum())\n\
             ```\n"
        );
    }
    text
}

fn contents(name: &str) -> &'static str {
    match name {
        "LICENSES.md" => "sources, their licences, and what was left out",
        _ if name.ends_with(".ndjson.gz") => {
            "a row of JSON per move, after a head; the first is the empty board"
        }
        _ if name.ends_with(".sgf.gz") => "the book as one SGF game tree",
        _ if name.ends_with(COUNTS) => {
            "a row per line, source, year and strength: counts of games and results"
        }
        _ if name.ends_with(".bin") => "sorted records of positions and moves, for programs",
        _ => "",
    }
}

/// Returns the sources of a snapshot and their licences.
pub(super) fn licenses(manifest: &SnapshotManifest) -> String {
    let book = &manifest.book;
    let mut text = format!("# Sources of {}, version {}\n\n", book.name, book.version);
    text.push_str(
        "Moves, verdicts and counts are facts. Texts (names, tags, comments, marks and other \
         properties) are published where every source of their node allows it. What names no \
         source is the work of the book's curators.\n",
    );
    for source in &manifest.sources {
        let _ =
            write!(text, "\n## {}\n\n- licence: {}\n", line(&source.name), line(&source.license));
        for (what, value) in [("attribution", &source.attribution), ("address", &source.address)] {
            if !value.is_empty() {
                let _ = writeln!(text, "- {what}: {}", line(value));
            }
        }
        let _ = writeln!(text, "- moves: {}, games: {}", source.nodes, source.games);
        let texts = if source.texts { "published" } else { "left out" };
        let _ = writeln!(
            text,
            "- texts: {texts}; moves whose texts were left out: {}",
            source.left_out
        );
    }
    if manifest.sources.is_empty() {
        text.push_str("\nThe book names no source.\n");
    }
    text
}

/// Returns a text as one line.
fn line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
