//! Lists of columns as SQL has them, `a, b, c`. A table has one list, from which its statements are
//! made.

/// Returns the statement that inserts a row of these columns.
pub(super) fn insert_sql(table: &str, columns: &str) -> String {
    let values: Vec<String> = (1..=column_count(columns)).map(|at| format!("?{at}")).collect();
    format!("INSERT INTO {table} ({columns}) VALUES ({})", values.join(", "))
}

/// Returns the number of columns in a list.
pub(super) fn column_count(columns: &str) -> usize {
    columns.split(", ").count()
}

/// Splits a list after its first `count` columns, at least one.
pub(super) fn split_columns(columns: &str, count: usize) -> (&str, &str) {
    let comma = columns.match_indices(", ").nth(count - 1);
    comma.map_or((columns, ""), |(at, comma)| (&columns[..at], &columns[at + comma.len()..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_are_made_of_lists() {
        let list = "id, name, at";
        assert_eq!(insert_sql("t", list), "INSERT INTO t (id, name, at) VALUES (?1, ?2, ?3)");
        assert_eq!(split_columns(list, 1), ("id", "name, at"));
        assert_eq!(split_columns(list, 3), (list, ""));
    }
}
