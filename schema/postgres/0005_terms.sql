-- Schema 18 of SQLite (schema/0018_terms.sql).
CREATE TABLE result_terms (
    result_id BIGINT PRIMARY KEY REFERENCES result (id),
    owner BIGINT NOT NULL CHECK (owner >= 0),
    fingerprint TEXT COLLATE "C" NOT NULL CHECK (length(fingerprint) = 32),
    untaught TEXT COLLATE "C" CHECK (untaught <> ''),
    expected BIGINT CHECK (expected BETWEEN 0 AND 1000000),
    handicap BIGINT NOT NULL CHECK (handicap BETWEEN 0 AND 99),
    komi DOUBLE PRECISION CHECK (komi BETWEEN -1000 AND 1000),
    rules TEXT COLLATE "C" CHECK (rules <> ''),
    black_rank TEXT COLLATE "C" CHECK (black_rank <> ''),
    white_rank TEXT COLLATE "C" CHECK (white_rank <> ''),
    played TEXT COLLATE "C" CHECK (played <> '')
);

CREATE INDEX result_terms_fingerprint ON result_terms (fingerprint);

ALTER TABLE result_sum ADD COLUMN owner BIGINT NOT NULL DEFAULT 0 CHECK (owner >= 0);
ALTER TABLE result_sum ALTER COLUMN owner DROP DEFAULT;
ALTER TABLE result_sum DROP CONSTRAINT result_sum_pkey;
ALTER TABLE result_sum ADD PRIMARY KEY (contender_id, epoch, owner);
