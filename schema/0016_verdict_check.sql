-- The check of a verdict by comparisons: SQLite builds a temporary B-tree for a list of more than two
-- values each time that it checks a row. A check is part of its table, which is written again; values
-- and seals stay.
CREATE TABLE checked_node (
    id         INTEGER PRIMARY KEY,
    book_id    INTEGER NOT NULL REFERENCES book (id),
    parent_id  INTEGER REFERENCES node (id),
    step       TEXT    NOT NULL,
    ends       INTEGER NOT NULL CHECK (ends IN (0, 1)),
    verdict    TEXT    CHECK (verdict IS NULL OR verdict = 'ideal' OR verdict = 'good' OR verdict = 'mistake'
                              OR verdict = 'trick' OR verdict = 'question'),
    advantage  REAL,
    sente      TEXT    CHECK (sente IN ('first', 'second')),
    comment    TEXT,
    conditions TEXT    CHECK (conditions <> ''),
    names      TEXT,
    tags       TEXT,
    sources    TEXT,
    marks      TEXT,
    properties TEXT,
    mined      INTEGER NOT NULL DEFAULT 0 CHECK (mined IN (0, 1)),
    retired    INTEGER NOT NULL DEFAULT 0 CHECK (retired IN (0, 1)),
    revision   INTEGER NOT NULL DEFAULT 0 CHECK (revision >= 0),
    confidence INTEGER CHECK (confidence BETWEEN 0 AND 100),
    seal INTEGER NOT NULL AS (seal(id, book_id, parent_id, step, ends, verdict, advantage, sente, comment, conditions,
            names, tags, sources, marks, properties, mined, retired, revision, confidence)) STORED,
    CHECK (id >> 32 = book_id),
    CHECK (parent_id IS NULL OR (parent_id < id AND parent_id >> 32 = book_id)),
    CHECK (CASE WHEN parent_id IS NULL THEN id & 4294967295 = 0 AND step = '' AND ends = 0
                ELSE length(step) IN (2, 4) END)
) STRICT;

INSERT INTO checked_node (id, book_id, parent_id, step, ends, verdict, advantage, sente, comment, conditions, names, tags,
    sources, marks, properties, mined, retired, revision, confidence)
SELECT id, book_id, parent_id, step, ends, verdict, advantage, sente, comment, conditions, names, tags,
    sources, marks, properties, mined, retired, revision, confidence
FROM node ORDER BY rowid;

DROP TABLE node;
ALTER TABLE checked_node RENAME TO node;

CREATE UNIQUE INDEX node_child ON node (parent_id, step) WHERE parent_id IS NOT NULL;
