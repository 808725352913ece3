-- Books, their flattened lines, the log of changes, and keys.
-- Times are seconds since 1970 UTC. Texts compare byte by byte, which is the order of lines.

-- A book. Ids are never given twice, because the ids of nodes are built on them.
-- nodes and lines are counts, kept in the transaction that changes them.
CREATE TABLE book (
    id      INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id BETWEEN 1 AND 2147483647),
    name    TEXT    NOT NULL CHECK (name <> ''),
    version INTEGER NOT NULL CHECK (version >= 1),
    nodes   INTEGER NOT NULL CHECK (nodes >= 0),
    lines   INTEGER NOT NULL CHECK (lines >= 0),
    created INTEGER NOT NULL,
    changed INTEGER NOT NULL
) STRICT;

-- One book by its name; all books in the order of their names.
CREATE UNIQUE INDEX book_name ON book (name);

-- A move of a book. The root, the empty corner, is a row as well: no parent, no step.
-- id = book_id * 2^32 + number, the root has number 0, and a parent's number is below its
-- children's. So the primary key is also the index for loading a book: its rows lie together,
-- parents first (WHERE id BETWEEN book_id * 2^32 AND book_id * 2^32 + 2^32 - 1 ORDER BY id).
-- Lists are JSON, and absent rather than empty.
CREATE TABLE node (
    id         INTEGER PRIMARY KEY,
    book_id    INTEGER NOT NULL REFERENCES book (id),
    parent_id  INTEGER REFERENCES node (id),
    step       TEXT    NOT NULL,
    ends       INTEGER NOT NULL CHECK (ends IN (0, 1)),
    verdict    TEXT    CHECK (verdict IN ('ideal', 'good', 'mistake', 'trick', 'question')),
    advantage  REAL,                                           -- positive for the first mover
    sente      TEXT    CHECK (sente IN ('first', 'second')),   -- the side that ends in sente
    comment    TEXT,                                           -- a template: {CF} is a point
    conditions TEXT    CHECK (conditions <> ''),               -- own(CF) and empty(DD) or enemy(PP)
    names      TEXT,                                           -- ["3-3 invasion"]
    tags       TEXT,
    sources    TEXT,
    marks      TEXT,                                           -- [{"property":"LB","step":"CF","label":"A"}]
    properties TEXT,                                           -- {"KM":["6.5"]}
    CHECK (id >> 32 = book_id),
    CHECK (parent_id IS NULL OR (parent_id < id AND parent_id >> 32 = book_id)),
    CHECK (CASE WHEN parent_id IS NULL THEN id & 4294967295 = 0 AND step = '' AND ends = 0
                ELSE length(step) = 2 END)
) STRICT;

-- The move that follows a node, at most one per step; and, for the foreign key, a node's children
-- when it is deleted.
CREATE UNIQUE INDEX node_child ON node (parent_id, step) WHERE parent_id IS NOT NULL;

-- The flattened lines: the text of every path from the root to a node with ends = 1.
-- The primary key serves a page of a book's lines under a prefix, as a range
-- (WHERE book_id = ? AND line >= ? AND line < ? ORDER BY line LIMIT ?), and their count.
CREATE TABLE line (
    book_id INTEGER NOT NULL REFERENCES book (id),
    line    TEXT    NOT NULL CHECK (line <> ''),
    node_id INTEGER NOT NULL REFERENCES node (id),
    PRIMARY KEY (book_id, line)
) STRICT, WITHOUT ROWID;

-- The line that ends at a node; and, for the foreign key, whether there is one when it is deleted.
CREATE UNIQUE INDEX line_node ON line (node_id);

-- The log: a row per change of a book, in the transaction of the change. It outlives the book, so
-- that a version of a name never comes twice.
CREATE TABLE change (
    id       INTEGER PRIMARY KEY AUTOINCREMENT,
    book     TEXT    NOT NULL,
    version  INTEGER NOT NULL,
    at       INTEGER NOT NULL,
    kind     TEXT    NOT NULL CHECK (kind IN ('create', 'edit', 'delete')),
    source   TEXT    NOT NULL,
    inserted INTEGER NOT NULL,   -- nodes
    updated  INTEGER NOT NULL    -- nodes
) STRICT;

-- The last version of a name (SELECT max(version) … WHERE book = ?), and a book's history in order.
CREATE UNIQUE INDEX change_book_version ON change (book, version);

-- A key, without the key itself.
CREATE TABLE api_key (
    id      INTEGER PRIMARY KEY AUTOINCREMENT,
    name    TEXT    NOT NULL,
    prefix  TEXT    NOT NULL CHECK (prefix <> ''),
    hash    BLOB    NOT NULL CHECK (length(hash) = 32),   -- SHA-256
    scopes  TEXT    NOT NULL,                             -- read,feedback,curate,admin
    created INTEGER NOT NULL,
    expires INTEGER,
    revoked INTEGER
) STRICT;

-- The key that a caller shows, by its first letters.
CREATE UNIQUE INDEX api_key_prefix ON api_key (prefix);
