-- Where the counted lines of a book are, by line: each part with the line of its first entry, as the
-- steps' codes, two bytes each, the high one first. encoding is the version of the part's counts.
-- Derived from the parts. The primary key serves finding the part that may have a line
-- (WHERE book_id = ? AND first <= ? ORDER BY first DESC LIMIT 1).
CREATE TABLE tally_start (
    book_id  INTEGER NOT NULL REFERENCES book (id),
    first    BLOB    NOT NULL,
    part     INTEGER NOT NULL CHECK (part BETWEEN 0 AND 4294967295),
    encoding INTEGER NOT NULL CHECK (encoding IN (1, 2)),
    PRIMARY KEY (book_id, first)
) STRICT, WITHOUT ROWID;
