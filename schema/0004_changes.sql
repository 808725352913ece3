-- The log of changes with what every node was before and is after; nodes out of use; revisions; the
-- rate of keys. The program writes each book's baseline into the log in the same transaction.

-- Whether the node and all that follows it was taken out of use: kept, but never answered.
ALTER TABLE node ADD COLUMN retired INTEGER NOT NULL DEFAULT 0 CHECK (retired IN (0, 1));

-- The version of its book in which the node was last changed.
ALTER TABLE node ADD COLUMN revision INTEGER NOT NULL DEFAULT 0 CHECK (revision >= 0);

-- How sure whoever judged the move is.
ALTER TABLE node ADD COLUMN confidence INTEGER CHECK (confidence BETWEEN 0 AND 100);

-- The most requests a minute that a key is good for; as many as the server allows if absent.
ALTER TABLE api_key ADD COLUMN rate INTEGER CHECK (rate BETWEEN 0 AND 4294967295);

-- The log: a row per change of a book, in the transaction of the change. It outlives the book, so
-- that a version of a name never comes twice. Rows are never changed or deleted. A book that was deleted
-- and made again has the id that it had, and its versions ascend whatever its name was.
CREATE TABLE change_with_contents (
    id             INTEGER PRIMARY KEY AUTOINCREMENT,
    book_id        INTEGER,             -- the book, which may be deleted; absent if it was before schema 4
    book           TEXT    NOT NULL,    -- its name after the change
    version        INTEGER NOT NULL,
    at             INTEGER NOT NULL,
    kind           TEXT    NOT NULL CHECK (kind IN ('create', 'edit', 'import', 'mine', 'merge', 'copy',
                       'split', 'rename', 'delete', 'restore', 'revert', 'baseline')),
    who            TEXT    NOT NULL,
    reason         TEXT    NOT NULL,
    what           TEXT    NOT NULL,
    origin_book    TEXT,                -- what it was made of, by the name of that time
    origin_version INTEGER,
    inserted       INTEGER NOT NULL,    -- nodes
    updated        INTEGER NOT NULL,    -- nodes
    deleted        INTEGER NOT NULL,    -- nodes
    contents       INTEGER NOT NULL CHECK (contents IN (0, 1)),   -- whether change_part has what changed
    CHECK ((origin_book IS NULL) = (origin_version IS NULL)),
    CHECK (contents = 0 OR book_id IS NOT NULL)
) STRICT;

-- Changes before the last deletion of a name were another book's.
WITH deletion AS MATERIALIZED (
    SELECT book, max(id) AS id FROM change WHERE kind = 'delete' GROUP BY book
)
INSERT INTO change_with_contents
SELECT change.id, living.id, change.book, change.version, change.at, change.kind, '', '', change.source,
       NULL, NULL, change.inserted, change.updated, change.deleted, 0
FROM change
LEFT JOIN deletion ON deletion.book = change.book
LEFT JOIN book AS living ON living.name = change.book AND change.id > coalesce(deletion.id, 0)
ORDER BY change.id;

DROP TABLE change;
ALTER TABLE change_with_contents RENAME TO change;

-- The last version of a name (SELECT max(version) … WHERE book = ?).
CREATE UNIQUE INDEX change_book_version ON change (book, version);

-- A page of what happened under a name (WHERE book = ? AND id < ? ORDER BY id DESC LIMIT ?).
CREATE INDEX change_book ON change (book);

-- A page of what happened to a book (WHERE book_id = ? AND id < ? ORDER BY id DESC LIMIT ?), its state at a
-- moment, and all changes after that (WHERE book_id = ? AND id > ? ORDER BY id).
CREATE INDEX change_book_id ON change (book_id);

-- What a change changed: every node that differs, before and after, in the order of their lines, as bytes
-- that can be read part by part; parts go from 0 without a gap, and there is none if no node differs. The
-- primary key serves reading a change (WHERE change_id = ? ORDER BY part).
CREATE TABLE change_part (
    change_id INTEGER NOT NULL REFERENCES change (id),
    part      INTEGER NOT NULL CHECK (part BETWEEN 0 AND 4294967295),
    book_id   INTEGER NOT NULL,
    first     TEXT    NOT NULL,                          -- the line of its first node
    last      TEXT    NOT NULL CHECK (first <= last),    -- the line of its last node
    data      BLOB    NOT NULL CHECK (data <> x''),
    PRIMARY KEY (change_id, part)
) STRICT;

-- The parts that a node may be in, without reading them
-- (WHERE book_id = ? AND first <= ? AND last >= ? AND change_id < ? ORDER BY change_id DESC).
CREATE INDEX change_part_lines ON change_part (book_id, first, last, change_id, part);

CREATE TRIGGER change_is_not_updated BEFORE UPDATE ON change
BEGIN SELECT raise(ABORT, 'the log of changes is never changed'); END;

CREATE TRIGGER change_is_not_deleted BEFORE DELETE ON change
BEGIN SELECT raise(ABORT, 'the log of changes is never deleted'); END;

CREATE TRIGGER change_part_is_not_updated BEFORE UPDATE ON change_part
BEGIN SELECT raise(ABORT, 'the log of changes is never changed'); END;

CREATE TRIGGER change_part_is_not_deleted BEFORE DELETE ON change_part
BEGIN SELECT raise(ABORT, 'the log of changes is never deleted'); END;
