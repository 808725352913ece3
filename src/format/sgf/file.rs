//! Reads a file that should be SGF, and rejects other kinds of files.

use super::error::SgfError;
use super::limits::Limits;
use super::reader::{Collection, read_collection, zero_before_trees};
use super::tree::PropertyRef;
use super::warning::{Warning, WarningKind};

/// The two-letter properties that FF\[1\] to FF\[4\] define for all games and for Go.
const KNOWN: &str = "AB AE AN AP AR AS AW BL BM BR BS BT CA CH CP CR DD DM DO DT EL EV EX FF FG GB GC GM GN GW \
    HA HO ID IT KM KO LB LN LT MA MN OB OM ON OP OT OV OW PB PC PL PM PW RE RG RO RU SC SE SI SL SO SQ ST SU SZ \
    TB TC TE TM TR TW UC US VW WL WR WS WT";

/// As [`read_collection`], for bytes that must be SGF and nothing else.
///
/// FF\[4\] requires readers to skip any text before the first `(;`, so a mail that contains a game
/// is readable. Web pages, programs and pictures sometimes contain `(;`, too. Two signs expose
/// them: a zero byte before the first tree, or no tree with a property that SGF defines. `B` and
/// `W` count if their value is a point, a pass or empty.
///
/// # Errors
/// As [`read_collection`], [`SgfError::NotText`] and [`SgfError::NoProperty`].
pub fn read_file(bytes: &[u8], limits: &Limits) -> Result<Collection, SgfError> {
    if bytes.len() <= limits.bytes
        && let Some(line) = zero_before_trees(bytes)
    {
        return Err(SgfError::NotText { line });
    }
    let collection = read_collection(bytes, limits)?;
    let trees = &collection.trees;
    let mut properties =
        trees.iter().flat_map(|tree| tree.nodes().flat_map(|node| node.properties()));
    if properties.any(|property| is_of_sgf(property, &collection.warnings)) {
        return Ok(collection);
    }
    let line = trees.first().map_or(1, |tree| tree.root().line());
    Err(SgfError::NoProperty { line })
}

fn is_of_sgf(property: PropertyRef<'_>, warnings: &[Warning]) -> bool {
    let ident = property.ident();
    if matches!(ident, "B" | "W") {
        return property.values().next().is_some_and(|value| {
            let value = value.raw();
            value.is_empty()
                || value.len() == 2 && value.bytes().all(|byte| byte.is_ascii_alphabetic())
        });
    }
    // A lower-case name is more likely a variable of a program.
    let is_small = |warning: &Warning| matches!(&warning.kind, WarningKind::LowerCaseIdent(name) if name.eq_ignore_ascii_case(ident));
    KNOWN.split(' ').any(|known| known == ident) && !warnings.iter().any(is_small)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> Result<usize, SgfError> {
        read_file(bytes, &Limits::default()).map(|collection| collection.trees.len())
    }

    #[test]
    fn what_stands_around_a_game_is_skipped() {
        for text in [
            "\u{feff}(;GM[1];B[pd])",
            "\n\n \t(;B[pd])",
            "From: club\nSubject: the game (today)\n\n(; FF[3] ; Black[pd])\n-- \nbye (;-)",
            "(;(;W[tt]))",
            "(;b[pd];w[])",
            "(;XX[ours](;AB[dd][ee]))",
        ] {
            assert!(read(text.as_bytes()).is_ok(), "{text}");
        }
        let wide: Vec<u8> =
            "\u{feff}mail (;B[pd])".encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert!(read(&wide).is_ok());
    }

    #[test]
    fn what_is_something_else_is_refused() {
        for text in [
            "int main() {\n  for (;;) { a[i] = b[i]; }\n}",
            "for (; st[i]; i++) {}\nfor (; b[i]; ) {}",
            "<p>so it is (; as they say [1] <a href='x'>)</p>",
            "(;)",
        ] {
            let found = read(text.as_bytes());
            assert!(matches!(found, Err(SgfError::NoProperty { .. })), "{text}: {found:?}");
        }
        let program = b"\x7fELF\0\0\n\0(;GM[1];B[pd])";
        assert!(matches!(read(program), Err(SgfError::NotText { line: 1 })));
        assert!(matches!(read(b"plain text"), Err(SgfError::NoGameTree { .. })));
    }
}
