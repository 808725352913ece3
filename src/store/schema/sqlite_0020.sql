-- The positions of nodes, so that those with a position are found without loading the book: a row
-- for each node, retired ones included, except the root and nodes whose line cannot be replayed
-- alone. key is the key of the position (src/game/position_key.rs). Derived from node, without a seal.
-- node_id has no reference, which would need an index for the deletion of a node. The primary key
-- serves the nodes with a position (WHERE book_id = ? AND key = ?), deleting the rows of deleted
-- nodes (the same range), and comparing a book's rows with its nodes
-- (WHERE book_id = ? ORDER BY key, node_id).
CREATE TABLE position (
    book_id INTEGER NOT NULL REFERENCES book (id),
    key     INTEGER NOT NULL,
    node_id INTEGER NOT NULL,
    PRIMARY KEY (book_id, key, node_id)
) STRICT, WITHOUT ROWID;

-- The nodes with text, so that a search of a book that is not loaded reads no others (WHERE id >= ?
-- AND id <= ? AND (names IS NOT NULL OR tags IS NOT NULL OR comment IS NOT NULL) ORDER BY id). Most
-- nodes of large books are counted ones, without any.
CREATE INDEX node_text ON node (id)
    WHERE names IS NOT NULL OR tags IS NOT NULL OR comment IS NOT NULL;

-- The sources of nodes, so that those of a book are found without reading its nodes: each list of
-- them once, the next after one (WHERE book_id = ? AND sources IS NOT NULL AND
-- substr(sources, 1, 300) > ? ORDER BY substr(sources, 1, 300) LIMIT 1). In PostgreSQL an entry of an
-- index has at most 2,704 bytes, so longer lists are cut.
CREATE INDEX node_source ON node (book_id, substr(sources, 1, 300)) WHERE sources IS NOT NULL;

-- The counts of games of nodes, so that a question need not read the parts of counted lines (tally):
-- a row for each node whose line was counted, the root included, in the encoding of today
-- (src/book/tally_code.rs). Derived from tally and node, without a seal. The primary key serves the
-- counts of a node (node LEFT JOIN node_tally ON node_tally.node_id = node.id), and those of a book
-- as a range (WHERE node_id BETWEEN ? AND ?).
CREATE TABLE node_tally (
    node_id INTEGER PRIMARY KEY,
    data    BLOB NOT NULL
) STRICT;
