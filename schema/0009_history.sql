-- The mark of the history: random, new in every new database and after every restore of a backup. Versions and numbers of
-- changes repeat after a restore, so entity tags and ids of events carry the mark.
CREATE TABLE history (
    id   INTEGER PRIMARY KEY CHECK (id = 1),
    mark TEXT    NOT NULL CHECK (length(mark) = 16),
    seal INTEGER NOT NULL AS (seal(id, mark)) STORED
) STRICT;

INSERT INTO history (id, mark) VALUES (1, lower(hex(randomblob(8))));
