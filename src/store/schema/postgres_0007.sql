-- The positions of nodes; see sqlite_0020.sql. The primary key serves the nodes with a position
-- (WHERE book_id = ? AND key = ?), deleting the rows of deleted nodes (the same range), and comparing
-- a book's rows with its nodes (WHERE book_id = ? ORDER BY key, node_id). Keys are hashes, so the
-- partitions have about the same size, and a statement with a key reads one of them.
CREATE TABLE position (
    book_id BIGINT NOT NULL,
    key BIGINT NOT NULL,
    node_id BIGINT NOT NULL,
    PRIMARY KEY (book_id, key, node_id)
) PARTITION BY HASH (key);

CREATE TABLE position_0 PARTITION OF position FOR VALUES WITH (MODULUS 8, REMAINDER 0);
CREATE TABLE position_1 PARTITION OF position FOR VALUES WITH (MODULUS 8, REMAINDER 1);
CREATE TABLE position_2 PARTITION OF position FOR VALUES WITH (MODULUS 8, REMAINDER 2);
CREATE TABLE position_3 PARTITION OF position FOR VALUES WITH (MODULUS 8, REMAINDER 3);
CREATE TABLE position_4 PARTITION OF position FOR VALUES WITH (MODULUS 8, REMAINDER 4);
CREATE TABLE position_5 PARTITION OF position FOR VALUES WITH (MODULUS 8, REMAINDER 5);
CREATE TABLE position_6 PARTITION OF position FOR VALUES WITH (MODULUS 8, REMAINDER 6);
CREATE TABLE position_7 PARTITION OF position FOR VALUES WITH (MODULUS 8, REMAINDER 7);

-- The nodes with text; see sqlite_0020.sql.
CREATE INDEX node_text ON node (id)
    WHERE names IS NOT NULL OR tags IS NOT NULL OR comment IS NOT NULL;

-- The counts of games of nodes; see sqlite_0020.sql. The primary key serves the counts of a node
-- (node LEFT JOIN node_tally ON node_tally.node_id = node.id), and those of a book as a range
-- (WHERE node_id BETWEEN ? AND ?).
CREATE TABLE node_tally (
    node_id BIGINT PRIMARY KEY,
    data BYTEA NOT NULL
);
