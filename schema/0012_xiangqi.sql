-- Steps of four letters, for moves of xiangqi from one square to another: the check on the length of a
-- step is part of the table, which is written anew.
CREATE TABLE wider_node (
    id         INTEGER PRIMARY KEY,
    book_id    INTEGER NOT NULL REFERENCES book (id),
    parent_id  INTEGER REFERENCES node (id),
    step       TEXT    NOT NULL,
    ends       INTEGER NOT NULL CHECK (ends IN (0, 1)),
    verdict    TEXT    CHECK (verdict IN ('ideal', 'good', 'mistake', 'trick', 'question')),
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

INSERT INTO wider_node (id, book_id, parent_id, step, ends, verdict, advantage, sente, comment, conditions, names, tags,
    sources, marks, properties, mined, retired, revision, confidence)
SELECT id, book_id, parent_id, step, ends, verdict, advantage, sente, comment, conditions, names, tags,
    sources, marks, properties, mined, retired, revision, confidence
FROM node ORDER BY rowid;

DROP TABLE node;
ALTER TABLE wider_node RENAME TO node;

CREATE UNIQUE INDEX node_child ON node (parent_id, step) WHERE parent_id IS NOT NULL;
