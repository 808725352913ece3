-- Schema 19 of SQLite (schema/0019_parts.sql).
CREATE TABLE tally_start (
    book_id BIGINT NOT NULL REFERENCES book (id),
    first BYTEA NOT NULL,
    part BIGINT NOT NULL CHECK (part BETWEEN 0 AND 4294967295),
    encoding BIGINT NOT NULL CHECK (encoding IN (1, 2)),
    PRIMARY KEY (book_id, first)
);
