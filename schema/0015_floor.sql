-- Books whose counts were loaded without lines of few games, and the least number of games of a line.
CREATE TABLE counts_floor (
    book_id INTEGER PRIMARY KEY REFERENCES book (id),
    least   INTEGER NOT NULL CHECK (least BETWEEN 2 AND 4294967295),
    seal INTEGER NOT NULL AS (seal(book_id, least)) STORED
) STRICT;
