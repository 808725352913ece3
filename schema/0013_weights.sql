-- Weights of the evaluations of our own engines, by name. Each change is a row with the next version
-- of the name; rows are never changed. The primary key serves a name's last version and its history.
CREATE TABLE weights (
    name       TEXT    NOT NULL CHECK (name <> ''),
    version    INTEGER NOT NULL CHECK (version BETWEEN 1 AND 4294967295),
    evaluation TEXT    NOT NULL CHECK (evaluation IN ('five', 'xiangqi')),  -- the same in all versions of a name
    text       TEXT    NOT NULL CHECK (text <> ''),
    comment    TEXT    NOT NULL,
    at         INTEGER NOT NULL,                                            -- seconds since 1970 UTC
    by         TEXT    NOT NULL,
    seal INTEGER NOT NULL AS (seal(name, version, evaluation, text, comment, at, by)) STORED,
    PRIMARY KEY (name, version)
) STRICT;

CREATE TRIGGER weights_is_not_updated BEFORE UPDATE ON weights
BEGIN SELECT raise(ABORT, 'a version of weights is never changed'); END;

CREATE TRIGGER weights_is_not_deleted BEFORE DELETE ON weights
BEGIN SELECT raise(ABORT, 'a version of weights is never deleted'); END;
