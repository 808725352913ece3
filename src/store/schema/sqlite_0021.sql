-- Evaluations on several whole boards, with the moves of the search. A column of the primary key and
-- of the seal cannot be added to a table, so the table is written again; its other columns are those
-- of sqlite_0019.sql.
ALTER TABLE evaluation RENAME TO evaluation_before;

-- An engine's evaluation of a position, from the view of the side to move. It belongs to the
-- position, so that all books share it. The primary key serves looking up a position
-- (WHERE position = ? ORDER BY to_play, engine, rules, komi, board) and reading all of them in order.
CREATE TABLE evaluation (
    position INTEGER NOT NULL,
    to_play  TEXT    NOT NULL CHECK (to_play IN ('B', 'W')),
    engine   TEXT    NOT NULL CHECK (engine <> ''),
    rules    TEXT    NOT NULL CHECK (rules <> ''),
    komi     INTEGER NOT NULL CHECK (komi BETWEEN -300 AND 300),
    -- The name of the whole board on which the position was placed; 'empty' has no other stones.
    board    TEXT    NOT NULL CHECK (length(board) BETWEEN 1 AND 40 AND board NOT GLOB '*[^a-z0-9-]*'),
    asked    INTEGER NOT NULL CHECK (asked BETWEEN 1 AND 4294967295),
    visits   INTEGER NOT NULL CHECK (visits BETWEEN 1 AND 4294967295),
    win_rate REAL    NOT NULL CHECK (win_rate BETWEEN 0 AND 1),
    lead     REAL    NOT NULL CHECK (abs(lead) <= 1000),
    stdev    REAL             CHECK (stdev BETWEEN 0 AND 1000),
    at       INTEGER NOT NULL,
    -- Moves of the search, the best first, each an array: the code of the step in the orientation of
    -- the key, visits, win rate, lead, and the policy or null.
    moves    TEXT             CHECK (moves <> ''),
    seal INTEGER NOT NULL AS (seal(position, to_play, engine, rules, komi, board, asked, visits, win_rate, lead, stdev, at, moves)) STORED,
    PRIMARY KEY (position, to_play, engine, rules, komi, board)
) STRICT, WITHOUT ROWID;

INSERT INTO evaluation (position, to_play, engine, rules, komi, board, asked, visits, win_rate, lead, stdev, at)
SELECT position, to_play, engine, rules, komi, 'empty', asked, visits, win_rate, lead, stdev, at
FROM evaluation_before ORDER BY position, to_play, engine, rules, komi;

DROP TABLE evaluation_before;

-- The log, with changes by engines. The new table takes the old one's name, to which change_part
-- refers. Its indexes and triggers are those of sqlite_0019.sql.
CREATE TABLE change_after (
    id             INTEGER PRIMARY KEY AUTOINCREMENT,
    book_id        INTEGER,             -- the book, which may be deleted
    book           TEXT    NOT NULL,    -- its name after the change
    version        INTEGER NOT NULL,    -- its version after the change
    at             INTEGER NOT NULL,
    kind           TEXT    NOT NULL CHECK (kind IN ('create', 'edit', 'import', 'grow', 'mine', 'merge',
                       'copy', 'split', 'rename', 'delete', 'restore', 'revert', 'baseline')),
    who            TEXT    NOT NULL,
    reason         TEXT    NOT NULL,
    what           TEXT    NOT NULL,
    origin_book    TEXT,                -- what it was made of, by its name at that time
    origin_version INTEGER,
    inserted       INTEGER NOT NULL,    -- nodes
    updated        INTEGER NOT NULL,    -- nodes
    deleted        INTEGER NOT NULL,    -- nodes
    -- Whether the nodes that differ are in change_part.
    contents       INTEGER NOT NULL CHECK (contents IN (0, 1)),
    seal INTEGER NOT NULL AS (seal(id, book_id, book, version, at, kind, who, reason, what, origin_book, origin_version,
            inserted, updated, deleted, contents)) STORED,
    CHECK ((origin_book IS NULL) = (origin_version IS NULL)),
    CHECK (contents = 0 OR book_id IS NOT NULL)
) STRICT;

INSERT INTO change_after (id, book_id, book, version, at, kind, who, reason, what, origin_book, origin_version, inserted,
    updated, deleted, contents)
SELECT id, book_id, book, version, at, kind, who, reason, what, origin_book, origin_version, inserted,
    updated, deleted, contents
FROM change ORDER BY id;

DROP TABLE change;

ALTER TABLE change_after RENAME TO change;


CREATE UNIQUE INDEX change_book_version ON change (book, version);

CREATE INDEX change_book ON change (book);

CREATE INDEX change_book_id ON change (book_id);

CREATE TRIGGER change_is_not_updated BEFORE UPDATE ON change
BEGIN SELECT raise(ABORT, 'the log of changes is never changed'); END;

CREATE TRIGGER change_is_not_deleted BEFORE DELETE ON change
BEGIN SELECT raise(ABORT, 'the log of changes is never deleted'); END;
