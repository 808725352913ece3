//! Name of the command line's user, for the history.

use std::env;

use super::text::one_line;

/// Maximum number of characters of a user name; longer names are cut.
const LONGEST: usize = 64;

/// Returns `command line (ann)`, with the name of the system user if the environment has one.
pub fn user_name() -> String {
    let named = |name: &str| env::var(name).ok();
    user_name_of(["USER", "LOGNAME"].into_iter().find_map(named))
}

fn user_name_of(user: Option<String>) -> String {
    let user = user.map(|user| one_line(&user).chars().take(LONGEST).collect::<String>());
    match user.filter(|user| !user.is_empty()) {
        Some(user) => format!("command line ({user})"),
        None => "command line".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_user_is_named_where_there_is_one() {
        let who = |user: &str| user_name_of(Some(user.to_owned()));
        assert_eq!(who("ann"), "command line (ann)");
        assert_eq!(who(" a\x1b[2J\nb "), "command line (a [2J b)");
        assert_eq!(who(" "), "command line");
        assert_eq!(user_name_of(None), "command line");
        assert_eq!(who(&"x".repeat(1_000)).len(), "command line ()".len() + LONGEST);
    }
}
