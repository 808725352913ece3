-- The terms of a result's game, and which games are the same. A result of an earlier schema has no
-- row here, and counts as it did. Of the games with one fingerprint that teach and are not
-- withdrawn, the one received first counts: of two received at the same time, that of the smaller
-- identity. `expected` is our expected result in millionths where the terms are not those of an
-- even game; `untaught` says why the game teaches nothing. `owner` is the number of the key that
-- entered the result (a hash of its prefix), 0 if none did.
CREATE TABLE result_terms (
    result_id   INTEGER PRIMARY KEY REFERENCES result (id),
    owner       INTEGER NOT NULL CHECK (owner >= 0),
    fingerprint TEXT    NOT NULL CHECK (length(fingerprint) = 32),
    untaught    TEXT    CHECK (untaught <> ''),
    expected    INTEGER CHECK (expected BETWEEN 0 AND 1000000),
    handicap    INTEGER NOT NULL CHECK (handicap BETWEEN 0 AND 99),
    komi        REAL    CHECK (komi BETWEEN -1000 AND 1000),
    rules       TEXT    CHECK (rules <> ''),
    black_rank  TEXT    CHECK (black_rank <> ''),
    white_rank  TEXT    CHECK (white_rank <> ''),
    played      TEXT    CHECK (played <> ''),
    seal INTEGER NOT NULL AS (seal(result_id, owner, fingerprint, untaught, expected, handicap, komi, rules, black_rank,
            white_rank, played)) STORED
) STRICT;

-- The records of one game (WHERE fingerprint = ?).
CREATE INDEX result_terms_fingerprint ON result_terms (fingerprint);

-- The sums of an epoch by owner of the results, since what one owner counts for others is limited.
-- Those of earlier schemas have none.
CREATE TABLE owned_sum (
    contender_id INTEGER NOT NULL REFERENCES contender (id),
    epoch        INTEGER NOT NULL CHECK (epoch BETWEEN 0 AND 4294967295),
    owner        INTEGER NOT NULL CHECK (owner >= 0),
    moves        BLOB    NOT NULL CHECK (moves <> x'' AND length(moves) % 24 = 0),
    PRIMARY KEY (contender_id, epoch, owner)
) STRICT;

INSERT INTO owned_sum (contender_id, epoch, owner, moves)
SELECT contender_id, epoch, 0, moves FROM result_sum ORDER BY contender_id, epoch;

DROP TABLE result_sum;
ALTER TABLE owned_sum RENAME TO result_sum;
