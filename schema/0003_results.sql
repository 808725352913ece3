-- Results of games against opponents: the ledger, and what its games add up to.
-- All sums follow from the ledger and are kept in the transaction that changes it. Results count in
-- millionths of a won game, from our side.

-- The number of the ledger's last change. Every game that enters the sums or leaves them is a change,
-- and every merge or recount that changes them is one.
CREATE TABLE ledger (
    id     INTEGER PRIMARY KEY CHECK (id = 1),
    change INTEGER NOT NULL CHECK (change >= 0)
) STRICT;

INSERT INTO ledger (id, change) VALUES (1, 0);

-- An opponent, all its versions together. The class is the one that a game said last.
CREATE TABLE opponent (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    name       TEXT    NOT NULL CHECK (name <> ''),
    class      TEXT    CHECK (class <> ''),
    class_said INTEGER NOT NULL CHECK (class_said >= 0),   -- the change that said the class
    changed    INTEGER NOT NULL CHECK (changed >= 0)       -- the last change that concerned it
) STRICT;

-- One opponent by its name.
CREATE UNIQUE INDEX opponent_name ON opponent (name);

-- The opponents that later changes concerned (WHERE changed > ?).
CREATE INDEX opponent_changed ON opponent (changed);

-- A version of an opponent, and all its games together.
CREATE TABLE contender (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    opponent_id INTEGER NOT NULL REFERENCES opponent (id),
    version     TEXT    NOT NULL,             -- empty if none was said
    entered     INTEGER NOT NULL CHECK (entered >= 0),   -- games ever entered: the next one's number
    games       INTEGER NOT NULL,             -- games that count
    points      INTEGER NOT NULL,
    won         INTEGER NOT NULL,
    lost        INTEGER NOT NULL
) STRICT;

-- One version of an opponent; the versions of an opponent in the order of their names
-- (WHERE opponent_id = ? ORDER BY version).
CREATE UNIQUE INDEX contender_version ON contender (opponent_id, version);

-- The ledger: a game as it was sent, in the order of arrival. Rows are never deleted.
CREATE TABLE result (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    game         TEXT    NOT NULL CHECK (game <> ''),              -- the sender's name for it
    hash         BLOB    NOT NULL CHECK (length(hash) = 32),       -- SHA-256 of what was sent
    contender_id INTEGER NOT NULL REFERENCES contender (id),
    number       INTEGER NOT NULL CHECK (number >= 0),             -- among the contender's games
    received     INTEGER NOT NULL,                                 -- microseconds since 1970 UTC
    revision     INTEGER NOT NULL CHECK (revision BETWEEN 1 AND 4294967295),
    withdrawn    INTEGER NOT NULL CHECK (withdrawn IN (0, 1)),
    changed      INTEGER NOT NULL CHECK (changed >= 1),            -- the change that wrote it last
    by           TEXT    NOT NULL,
    class        TEXT    CHECK (class <> ''),
    color        TEXT    NOT NULL CHECK (color IN ('B', 'W')),     -- ours
    outcome      TEXT    NOT NULL CHECK (outcome IN ('win', 'loss', 'draw')),
    margin       REAL    CHECK (margin BETWEEN 0 AND 1000),        -- points on the board
    size         INTEGER NOT NULL CHECK (size BETWEEN 1 AND 255),  -- lines
    initial      TEXT    NOT NULL,                                 -- handicap and setup stones
    moves        TEXT    NOT NULL,                                 -- pddp: see mine::moves_to_text
    edges        BLOB    NOT NULL CHECK (length(edges) % 8 = 0)    -- moves of books, ascending
) STRICT;

-- The game of an identity, which is there once at most.
CREATE UNIQUE INDEX result_game ON result (game);

-- An opponent's last games (WHERE contender_id = ? AND id < ? ORDER BY id DESC LIMIT ?), and all games of a
-- version to count them anew.
CREATE INDEX result_contender ON result (contender_id);

-- What a contender's games of an epoch add up to, by the move of a book that was made in them: 24 bytes a
-- move, ascending, of which eight are the move, eight its games and eight their points, little endian.
-- An epoch has 50 games, so that none of these grows without end, and a new game changes one row; a
-- row for each move took about three times as long to write. The primary key serves loading a contender
-- (WHERE contender_id = ? ORDER BY epoch), and the epoch that a game changes.
CREATE TABLE result_sum (
    contender_id INTEGER NOT NULL REFERENCES contender (id),
    epoch        INTEGER NOT NULL CHECK (epoch BETWEEN 0 AND 4294967295),
    moves        BLOB    NOT NULL CHECK (moves <> x'' AND length(moves) % 24 = 0),
    PRIMARY KEY (contender_id, epoch)
) STRICT;
