//! Records of Go servers: any of them is refused or becomes SGF, whose games are on the board.

use joseki::format::go::{ServerFileKind, as_sgf, sgf_of};
use joseki::format::sgf::{Limits, read_collection};

const KINDS: [ServerFileKind; 3] = [ServerFileKind::Gib, ServerFileKind::Ngf, ServerFileKind::Ugf];

/// Reads any bytes as a file of each kind.
pub fn run(data: &[u8]) {
    for kind in KINDS {
        match as_sgf(kind, data) {
            Err(error) => assert!(!error.to_string().is_empty()),
            Ok(games) => {
                assert!(games.problems.iter().all(|problem| !problem.is_empty()));
                let read = read_collection(games.sgf.as_bytes(), &Limits::default());
                let read = read.unwrap_or_else(|error| panic!("{error}: {}", games.sgf));
                assert!(read.warnings.is_empty(), "{:?}: {}", read.warnings, games.sgf);
            }
        }
    }
    let detected = ServerFileKind::by_content(data);
    match sgf_of(data) {
        Ok((sgf, _)) => assert!(detected.is_some() || *sgf == *data),
        Err(_) => assert!(detected.is_some()),
    }
}
