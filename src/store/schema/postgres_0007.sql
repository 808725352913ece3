-- Partitions for the tables that grow with the nodes of books, and two new tables (see
-- sqlite_0020.sql). Statements name the partition column, so that a look-up reads one partition.

-- A move of a book; the root is a row as well. The columns are those of postgres_0006.sql. A book
-- is in one partition: look-ups find nodes by id, and the moves that follow a node by its id, so any
-- finer division would make one of them read all partitions. Every unique key contains the book.
-- The primary key serves a node (WHERE id = ? AND book_id = ?), loading a book (WHERE id > ? AND
-- id <= ? AND book_id = ? ORDER BY id LIMIT ?), and copying the table (ORDER BY id LIMIT ?).
ALTER TABLE node RENAME TO node_before;
ALTER TABLE node_before DROP CONSTRAINT node_pkey;
DROP INDEX node_child;

CREATE TABLE node (LIKE node_before INCLUDING DEFAULTS INCLUDING CONSTRAINTS)
PARTITION BY HASH (book_id);

CREATE TABLE node_0 PARTITION OF node FOR VALUES WITH (MODULUS 8, REMAINDER 0);
CREATE TABLE node_1 PARTITION OF node FOR VALUES WITH (MODULUS 8, REMAINDER 1);
CREATE TABLE node_2 PARTITION OF node FOR VALUES WITH (MODULUS 8, REMAINDER 2);
CREATE TABLE node_3 PARTITION OF node FOR VALUES WITH (MODULUS 8, REMAINDER 3);
CREATE TABLE node_4 PARTITION OF node FOR VALUES WITH (MODULUS 8, REMAINDER 4);
CREATE TABLE node_5 PARTITION OF node FOR VALUES WITH (MODULUS 8, REMAINDER 5);
CREATE TABLE node_6 PARTITION OF node FOR VALUES WITH (MODULUS 8, REMAINDER 6);
CREATE TABLE node_7 PARTITION OF node FOR VALUES WITH (MODULUS 8, REMAINDER 7);

-- In the order of the primary key, which is made afterwards.
INSERT INTO node SELECT * FROM node_before ORDER BY id;
DROP TABLE node_before;
ALTER TABLE node ADD PRIMARY KEY (id, book_id);

-- The move that follows a node, at most one per step (WHERE parent_id = ? AND step = ? AND
-- book_id = ?), and all of them (WHERE parent_id = ? AND book_id = ?).
CREATE UNIQUE INDEX node_child ON node (parent_id, step, book_id) WHERE parent_id IS NOT NULL;

-- The line that ends at a node (WHERE node_id = ? AND book_id = ?). Lines have no partitions: a
-- page is a range of one index, and questions about moves do not read them.
DROP INDEX line_node;
CREATE UNIQUE INDEX line_node ON line (node_id, book_id);

-- The positions of nodes. The primary key serves the nodes with a position
-- (WHERE book_id = ? AND key = ?), deleting the rows of deleted nodes (the same range), and
-- comparing a book's rows with its nodes (WHERE book_id = ? ORDER BY key, node_id). Keys are hashes,
-- so the partitions have about the same size, and a statement with a key reads one of them.
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

-- The sources of a book's nodes; see sqlite_0020.sql.
CREATE INDEX node_source ON node (book_id, substr(sources, 1, 300)) WHERE sources IS NOT NULL;

-- The counts of games of nodes. The primary key serves the counts of a node in one partition
-- (node LEFT JOIN node_tally ON node_tally.node_id = node.id), and those of a book as a range of
-- each (WHERE node_id BETWEEN ? AND ?).
CREATE TABLE node_tally (
    node_id BIGINT PRIMARY KEY,
    data BYTEA NOT NULL
) PARTITION BY HASH (node_id);

CREATE TABLE node_tally_0 PARTITION OF node_tally FOR VALUES WITH (MODULUS 8, REMAINDER 0);
CREATE TABLE node_tally_1 PARTITION OF node_tally FOR VALUES WITH (MODULUS 8, REMAINDER 1);
CREATE TABLE node_tally_2 PARTITION OF node_tally FOR VALUES WITH (MODULUS 8, REMAINDER 2);
CREATE TABLE node_tally_3 PARTITION OF node_tally FOR VALUES WITH (MODULUS 8, REMAINDER 3);
CREATE TABLE node_tally_4 PARTITION OF node_tally FOR VALUES WITH (MODULUS 8, REMAINDER 4);
CREATE TABLE node_tally_5 PARTITION OF node_tally FOR VALUES WITH (MODULUS 8, REMAINDER 5);
CREATE TABLE node_tally_6 PARTITION OF node_tally FOR VALUES WITH (MODULUS 8, REMAINDER 6);
CREATE TABLE node_tally_7 PARTITION OF node_tally FOR VALUES WITH (MODULUS 8, REMAINDER 7);
