-- Counted games: what they were, how they were counted, and every line that they went.

-- A node that is in its book only because games went this way. It may be deleted when the counts
-- change, and its id may then come again.
ALTER TABLE node ADD COLUMN mined INTEGER NOT NULL DEFAULT 0 CHECK (mined IN (0, 1));

-- The nodes that a change deleted.
ALTER TABLE change ADD COLUMN deleted INTEGER NOT NULL DEFAULT 0;

-- What the games of a book are counted by. Numbers go from 0 without a gap; games and the counted
-- lines refer to them. The primary key serves a book's list
-- (WHERE book_id = ? ORDER BY number).
CREATE TABLE cohort (
    book_id  INTEGER NOT NULL REFERENCES book (id),
    number   INTEGER NOT NULL CHECK (number BETWEEN 0 AND 4294967295),
    source   TEXT    NOT NULL,                                   -- the collection
    year     INTEGER NOT NULL CHECK (year BETWEEN 0 AND 65535),  -- 0 if unknown
    band     TEXT    NOT NULL CHECK (band IN ('unknown', 'kyu', 'dan', 'high_dan', 'pro', 'engine')),
    imported INTEGER NOT NULL CHECK (imported IN (0, 1)),
    PRIMARY KEY (book_id, number)
) STRICT, WITHOUT ROWID;

-- A game that was counted. The moves are bytes that the store does not read, absent if records are
-- not kept. Texts are those of the record. The primary key serves the games that are a move's
-- examples (WHERE book_id = ? AND number = ?), and deleting a book's.
CREATE TABLE game (
    book_id     INTEGER NOT NULL REFERENCES book (id),
    number      INTEGER NOT NULL CHECK (number BETWEEN 0 AND 4294967295),
    fingerprint INTEGER NOT NULL,                                -- 64 bits, read as signed
    cohort      INTEGER NOT NULL CHECK (cohort BETWEEN 0 AND 4294967295),
    year        INTEGER CHECK (year BETWEEN 1 AND 65535),
    month       INTEGER CHECK (month BETWEEN 1 AND 12),
    day         INTEGER CHECK (day BETWEEN 1 AND 31),
    black       TEXT    NOT NULL,
    white       TEXT    NOT NULL,
    black_rank  TEXT,
    white_rank  TEXT,
    result      TEXT    NOT NULL,                                -- as RE in SGF: W+3.5, B+R
    komi        TEXT,
    event       TEXT,
    moves       BLOB,
    PRIMARY KEY (book_id, number)
) STRICT;

-- The game with a fingerprint, which is there once at most
-- (WHERE book_id = ? AND fingerprint = ?).
CREATE UNIQUE INDEX game_fingerprint ON game (book_id, fingerprint);

-- What later games are compared with, without reading the records
-- (SELECT number, fingerprint, cohort, year, month, day … WHERE book_id = ? ORDER BY number).
CREATE INDEX game_key ON game (book_id, number, fingerprint, cohort, year, month, day);

-- All counted lines of a book, as one stream of bytes cut into parts; parts go from 0 without a
-- gap. The primary key serves reading them one after the other
-- (WHERE book_id = ? ORDER BY part), one of them, and their number.
CREATE TABLE tally (
    book_id INTEGER NOT NULL REFERENCES book (id),
    part    INTEGER NOT NULL CHECK (part BETWEEN 0 AND 4294967295),
    data    BLOB    NOT NULL CHECK (data <> x''),
    PRIMARY KEY (book_id, part)
) STRICT;

-- How a book is mined, and how many rows it has in game, kept in the transaction that changes them.
-- The settings are there all together or not at all.
CREATE TABLE mining (
    book_id   INTEGER PRIMARY KEY REFERENCES book (id),
    games     INTEGER NOT NULL CHECK (games >= 0),
    quiet     INTEGER CHECK (quiet BETWEEN 0 AND 255),              -- moves
    min_games INTEGER CHECK (min_games BETWEEN 0 AND 4294967295),
    min_share REAL    CHECK (min_share BETWEEN 0 AND 1),
    max_depth INTEGER CHECK (max_depth BETWEEN 0 AND 4294967295),   -- steps
    CHECK ((quiet IS NULL) + (min_games IS NULL) + (min_share IS NULL) + (max_depth IS NULL) IN (0, 4))
) STRICT;
