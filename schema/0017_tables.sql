-- Tables: games between two sides, with what was done there, in order. Tokens, the only rights to a
-- table, are kept as hashes. The result is null before the end; a comment is a program's on its move.
-- Times are in milliseconds: `made` and `touched` since 1970 UTC, `at` since the table was made.
CREATE TABLE game_table (
    watch   BLOB    NOT NULL PRIMARY KEY CHECK (length(watch) = 32),
    black   BLOB    CHECK (length(black) = 32),                      -- null if a program plays
    white   BLOB    CHECK (length(white) = 32),
    setup   TEXT    NOT NULL CHECK (setup <> ''),                    -- what is played and by whom, as JSON
    node    TEXT    NOT NULL CHECK (node <> ''),                     -- the server where it is played
    made    INTEGER NOT NULL,
    touched INTEGER NOT NULL,
    version INTEGER NOT NULL CHECK (version >= 0),                   -- number of its events
    result  TEXT,
    seal INTEGER NOT NULL AS (seal(watch, black, white, setup, node, made, touched, version, result)) STORED
) STRICT;

CREATE INDEX game_table_black ON game_table (black);
CREATE INDEX game_table_white ON game_table (white);
CREATE INDEX game_table_touched ON game_table (touched);

CREATE TABLE table_event (
    watch   BLOB    NOT NULL REFERENCES game_table (watch),
    number  INTEGER NOT NULL CHECK (number >= 0),
    at      INTEGER NOT NULL CHECK (at >= 0),
    by      TEXT    NOT NULL CHECK (by = 'B' OR by = 'W'),
    action  TEXT    NOT NULL CHECK (action <> ''),
    comment TEXT,
    seal INTEGER NOT NULL AS (seal(watch, number, at, by, action, comment)) STORED,
    PRIMARY KEY (watch, number)
) STRICT;

-- When a server was last known to run, so that no clock runs while it does not.
CREATE TABLE table_node (
    node TEXT    NOT NULL PRIMARY KEY CHECK (node <> ''),
    seen INTEGER NOT NULL
) STRICT;
