//! Pages of rows.

/// Truncates rows to a page of `limit`, and returns the last one of the page if others follow: where
/// the next page begins.
pub fn truncate<T>(rows: &mut Vec<T>, limit: usize) -> Option<&T> {
    let has_more = rows.len() > limit;
    rows.truncate(limit);
    rows.last().filter(|_| has_more)
}
