-- Schema 15 of SQLite (schema/0015_floor.sql).
CREATE TABLE counts_floor (
    book_id BIGINT PRIMARY KEY REFERENCES book (id),
    least BIGINT NOT NULL CHECK (least BETWEEN 2 AND 4294967295)
);
