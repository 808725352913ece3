-- The mark of the history: random, new in every new database and after every restore of a backup. Versions and numbers of
-- changes repeat after a restore, so entity tags and ids of events carry the mark.
CREATE TABLE history (
    id   INTEGER PRIMARY KEY CHECK (id = 1),
    mark TEXT    NOT NULL CHECK (length(mark) = 16),
    seal INTEGER NOT NULL AS (seal(id, mark)) STORED
) STRICT;

INSERT INTO history (id, mark) VALUES (1, lower(hex(randomblob(8))));

-- The key with which a result was entered: of keys that replaced one another, the first. A result of `joseki learn`, of a merge
-- or of an earlier version has none.
CREATE TABLE result_owner (
    result_id INTEGER PRIMARY KEY REFERENCES result (id),
    key_id    INTEGER NOT NULL REFERENCES api_key (id),
    seal INTEGER NOT NULL AS (seal(result_id, key_id)) STORED
) STRICT;

-- A key that replaced others, and the first of them.
CREATE TABLE key_origin (
    key_id    INTEGER PRIMARY KEY REFERENCES api_key (id),
    origin_id INTEGER NOT NULL REFERENCES api_key (id),
    seal INTEGER NOT NULL AS (seal(key_id, origin_id)) STORED
) STRICT;

-- Who changed keys and results, and what they were before and after, as JSON. Rows are never changed.
CREATE TABLE audit (
    id      INTEGER PRIMARY KEY AUTOINCREMENT,
    at      INTEGER NOT NULL,                 -- seconds since 1970 UTC
    who     TEXT    NOT NULL,
    action  TEXT    NOT NULL CHECK (action IN ('key_create', 'key_rotate', 'key_revoke', 'result_correct', 'result_withdraw')),
    subject TEXT    NOT NULL,                 -- a key's prefix, or a game's id
    before  TEXT,
    after   TEXT,
    seal INTEGER NOT NULL AS (seal(id, at, who, action, subject, before, after)) STORED
) STRICT;

CREATE TRIGGER audit_is_not_updated BEFORE UPDATE ON audit
BEGIN SELECT raise(ABORT, 'the audit is never changed'); END;

CREATE TRIGGER audit_is_not_deleted BEFORE DELETE ON audit
BEGIN SELECT raise(ABORT, 'the audit is never deleted'); END;
