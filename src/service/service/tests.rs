//! Unit tests of `service`.

use super::*;

#[test]
fn a_book_that_does_not_fit_is_told_from_one_that_does() {
    let info = BookInfo { nodes: 1_000_000, ..BookInfo::empty("b", Variant::GO) };
    assert!(check_room(&info, None).is_ok());
    assert!(check_room(&info, Some(500_000_000)).is_ok());
    let refused = check_room(&info, Some(499_000_000)).expect_err("too large").to_string();
    assert!(refused.contains("some 500 MB") && refused.contains("499 MB are left"), "{refused}");
}
