//! What of the store may be published: every column of every table, public or private.

/// The columns of a table by whether they may be published. Published files contain public columns
/// only, and only of what the licences of the sources allow.
#[derive(Clone, Copy, Debug)]
pub struct TableColumns {
    /// The name of the table.
    pub table: &'static str,
    /// What published files may contain.
    pub public: &'static [&'static str],
    /// What they never contain: who did something and why, keys, players, opponents, results,
    /// answers, and what has a meaning in this database only.
    pub private: &'static [&'static str],
}

const fn table(
    table: &'static str,
    public: &'static [&'static str],
    private: &'static [&'static str],
) -> TableColumns {
    TableColumns { table, public, private }
}

/// All columns of the store. It is not made of the lists of columns from which statements are made
/// (`sql/column_list.rs`), because it decides what the public may see: a test compares it with the
/// schema, so each new column must be decided on here.
pub const PUBLIC_COLUMNS: &[TableColumns] = &[
    table("answer_variant", &[], &["answer_id", "game_name", "seal"]),
    table(
        "api_key",
        &[],
        &[
            "id", "name", "prefix", "hash", "scopes", "created", "expires", "revoked", "rate",
            "seal",
        ],
    ),
    table("audit", &[], &["id", "at", "who", "action", "subject", "before", "after", "seal"]),
    table("book", &["name", "version", "nodes", "lines"], &["id", "created", "changed", "seal"]),
    table("book_game", &["game", "board_size"], &["book_id", "seal"]),
    table(
        "change",
        &["id", "book", "version", "at"],
        &[
            "book_id",
            "kind",
            "who",
            "reason",
            "what",
            "origin_book",
            "origin_version",
            "inserted",
            "updated",
            "deleted",
            "contents",
            "seal",
        ],
    ),
    // The nodes in it are published, by their columns in the table `node`.
    table("change_part", &["data"], &["change_id", "part", "book_id", "first", "last", "seal"]),
    table("change_token", &[], &["token", "request", "change_id", "seal"]),
    table("cohort", &["source", "year", "band"], &["book_id", "number", "imported", "seal"]),
    // Known from the lines that are published.
    table("counts_floor", &["least"], &["book_id", "seal"]),
    table(
        "contender",
        &[],
        &["id", "opponent_id", "version", "entered", "games", "points", "won", "lost", "seal"],
    ),
    table(
        "evaluation",
        &[],
        &[
            "position", "to_play", "engine", "rules", "komi", "board", "asked", "visits",
            "win_rate", "lead", "stdev", "at", "moves", "seal",
        ],
    ),
    table(
        "game",
        &[],
        &[
            "book_id",
            "number",
            "fingerprint",
            "cohort",
            "year",
            "month",
            "day",
            "black",
            "white",
            "black_rank",
            "white_rank",
            "result",
            "komi",
            "event",
            "moves",
            "seal",
        ],
    ),
    table("history", &[], &["id", "mark", "seal"]),
    table("key_origin", &[], &["key_id", "origin_id", "seal"]),
    table("ledger", &[], &["id", "change", "seal"]),
    table("line", &["line"], &["book_id", "node_id"]),
    table(
        "mining",
        &[],
        &["book_id", "games", "quiet", "min_games", "min_share", "max_depth", "seal"],
    ),
    table(
        "node",
        &[
            "step",
            "ends",
            "verdict",
            "advantage",
            "sente",
            "comment",
            "conditions",
            "names",
            "tags",
            "sources",
            "marks",
            "properties",
            "mined",
            "retired",
            "confidence",
        ],
        &["id", "book_id", "parent_id", "revision", "seal"],
    ),
    // Known from the lines that are published, and of use in a database only.
    table("node_tally", &[], &["node_id", "data"]),
    table("position", &[], &["book_id", "key", "node_id"]),
    table("opponent", &[], &["id", "name", "class", "class_said", "changed", "seal"]),
    table(
        "result",
        &[],
        &[
            "id",
            "game",
            "hash",
            "contender_id",
            "number",
            "received",
            "revision",
            "withdrawn",
            "changed",
            "by",
            "class",
            "color",
            "outcome",
            "margin",
            "size",
            "initial",
            "moves",
            "edges",
            "seal",
        ],
    ),
    table("result_owner", &[], &["result_id", "key_id", "seal"]),
    table("result_sum", &[], &["contender_id", "epoch", "owner", "moves"]),
    table(
        "result_terms",
        &[],
        &[
            "result_id",
            "owner",
            "fingerprint",
            "untaught",
            "expected",
            "handicap",
            "komi",
            "rules",
            "black_rank",
            "white_rank",
            "played",
            "seal",
        ],
    ),
    table("result_variant", &[], &["result_id", "game_name", "seal"]),
    table(
        "source",
        &["name", "license", "attribution", "address"],
        &["withheld", "changed", "by", "seal"],
    ),
    table("sqlite_sequence", &[], &["name", "seq"]),
    table(
        "game_table",
        &[],
        &[
            "watch", "black", "white", "setup", "node", "made", "touched", "version", "result",
            "seal",
        ],
    ),
    table("table_event", &[], &["watch", "number", "at", "by", "action", "comment", "seal"]),
    table("table_node", &[], &["node", "seen"]),
    // The counts of games, which weigh the moves of the formats for engines.
    table("tally", &["data"], &["book_id", "part", "seal"]),
    table("tally_start", &[], &["book_id", "first", "part", "encoding"]),
    table("trainee", &[], &["id", "name", "seal"]),
    table(
        "trainee_answer",
        &[],
        &[
            "id",
            "trainee_id",
            "question",
            "at",
            "book",
            "size",
            "initial",
            "moves",
            "to_play",
            "played",
            "grade",
            "position",
            "edge",
            "expected",
            "seal",
        ],
    ),
    table(
        "trainee_edge",
        &[],
        &[
            "trainee_id",
            "edge",
            "position",
            "rights",
            "wrongs",
            "misplayed",
            "half_life",
            "lapsed",
            "answered",
        ],
    ),
    table(
        "weights",
        &[],
        &["name", "version", "evaluation", "text", "comment", "at", "by", "seal"],
    ),
];
