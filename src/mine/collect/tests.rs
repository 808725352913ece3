//! Unit tests of `collect`.

use super::*;

#[test]
fn a_collection_is_called_by_its_folder_or_archive() {
    let folder = tempfile::tempdir().unwrap();
    let named = folder.path().join("pro");
    std::fs::create_dir(&named).unwrap();
    assert_eq!(default_name(&named), "pro");
    assert_eq!(default_name(&named.join("2008.sgf.gz")), "pro");
    assert_eq!(default_name(&named.join("Games.TAR.gz")), "Games");
    assert_eq!(default_name(&named.join("all.zip")), "all");
}
