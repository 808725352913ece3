-- A seal on every row that no other row vouches for, so that the doctor finds a single wrong bit. It is a checksum of the
-- row's other values, which SQLite itself computes whenever it writes the row, by a function that this program gives to each of
-- its connections (src/store/sqlite/seal.rs). Programs without that function can read these tables and cannot write them.
-- line, result_sum and trainee_edge have none: what they hold follows from other tables, with which the doctor compares it.
-- A column that is computed and stored can only be there from the beginning, so the tables are made anew. What their columns are
-- for is said where they were made first.

CREATE TABLE sealed_book (
    id      INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id BETWEEN 1 AND 2147483647),
    name    TEXT    NOT NULL CHECK (name <> ''),
    version INTEGER NOT NULL CHECK (version >= 1),
    nodes   INTEGER NOT NULL CHECK (nodes >= 0),
    lines   INTEGER NOT NULL CHECK (lines >= 0),
    created INTEGER NOT NULL,
    changed INTEGER NOT NULL,
    seal INTEGER NOT NULL AS (seal(id, name, version, nodes, lines, created, changed)) STORED
) STRICT;

INSERT INTO sealed_book (id, name, version, nodes, lines, created, changed)
SELECT id, name, version, nodes, lines, created, changed
FROM book ORDER BY rowid;

DELETE FROM sqlite_sequence WHERE name = 'sealed_book';
INSERT INTO sqlite_sequence (name, seq) SELECT 'sealed_book', seq FROM sqlite_sequence WHERE name = 'book';

DROP TABLE book;
ALTER TABLE sealed_book RENAME TO book;

CREATE UNIQUE INDEX book_name ON book (name);

CREATE TABLE sealed_node (
    id         INTEGER PRIMARY KEY,
    book_id    INTEGER NOT NULL REFERENCES book (id),
    parent_id  INTEGER REFERENCES node (id),
    step       TEXT    NOT NULL,
    ends       INTEGER NOT NULL CHECK (ends IN (0, 1)),
    verdict    TEXT    CHECK (verdict IN ('ideal', 'good', 'mistake', 'trick', 'question')),
    advantage  REAL,
    sente      TEXT    CHECK (sente IN ('first', 'second')),
    comment    TEXT,
    conditions TEXT    CHECK (conditions <> ''),
    names      TEXT,
    tags       TEXT,
    sources    TEXT,
    marks      TEXT,
    properties TEXT,
    mined      INTEGER NOT NULL DEFAULT 0 CHECK (mined IN (0, 1)),
    retired    INTEGER NOT NULL DEFAULT 0 CHECK (retired IN (0, 1)),
    revision   INTEGER NOT NULL DEFAULT 0 CHECK (revision >= 0),
    confidence INTEGER CHECK (confidence BETWEEN 0 AND 100),
    seal INTEGER NOT NULL AS (seal(id, book_id, parent_id, step, ends, verdict, advantage, sente, comment, conditions,
            names, tags, sources, marks, properties, mined, retired, revision, confidence)) STORED,
    CHECK (id >> 32 = book_id),
    CHECK (parent_id IS NULL OR (parent_id < id AND parent_id >> 32 = book_id)),
    CHECK (CASE WHEN parent_id IS NULL THEN id & 4294967295 = 0 AND step = '' AND ends = 0
                ELSE length(step) = 2 END)
) STRICT;

INSERT INTO sealed_node (id, book_id, parent_id, step, ends, verdict, advantage, sente, comment, conditions, names, tags,
    sources, marks, properties, mined, retired, revision, confidence)
SELECT id, book_id, parent_id, step, ends, verdict, advantage, sente, comment, conditions, names, tags,
    sources, marks, properties, mined, retired, revision, confidence
FROM node ORDER BY rowid;

DROP TABLE node;
ALTER TABLE sealed_node RENAME TO node;

CREATE UNIQUE INDEX node_child ON node (parent_id, step) WHERE parent_id IS NOT NULL;

CREATE TABLE sealed_change (
    id             INTEGER PRIMARY KEY AUTOINCREMENT,
    book_id        INTEGER,
    book           TEXT    NOT NULL,
    version        INTEGER NOT NULL,
    at             INTEGER NOT NULL,
    kind           TEXT    NOT NULL CHECK (kind IN ('create', 'edit', 'import', 'mine', 'merge', 'copy',
                       'split', 'rename', 'delete', 'restore', 'revert', 'baseline')),
    who            TEXT    NOT NULL,
    reason         TEXT    NOT NULL,
    what           TEXT    NOT NULL,
    origin_book    TEXT,
    origin_version INTEGER,
    inserted       INTEGER NOT NULL,
    updated        INTEGER NOT NULL,
    deleted        INTEGER NOT NULL,
    contents       INTEGER NOT NULL CHECK (contents IN (0, 1)),
    seal INTEGER NOT NULL AS (seal(id, book_id, book, version, at, kind, who, reason, what, origin_book, origin_version,
            inserted, updated, deleted, contents)) STORED,
    CHECK ((origin_book IS NULL) = (origin_version IS NULL)),
    CHECK (contents = 0 OR book_id IS NOT NULL)
) STRICT;

INSERT INTO sealed_change (id, book_id, book, version, at, kind, who, reason, what, origin_book, origin_version, inserted,
    updated, deleted, contents)
SELECT id, book_id, book, version, at, kind, who, reason, what, origin_book, origin_version, inserted,
    updated, deleted, contents
FROM change ORDER BY rowid;

DELETE FROM sqlite_sequence WHERE name = 'sealed_change';
INSERT INTO sqlite_sequence (name, seq) SELECT 'sealed_change', seq FROM sqlite_sequence WHERE name = 'change';

DROP TABLE change;
ALTER TABLE sealed_change RENAME TO change;

CREATE UNIQUE INDEX change_book_version ON change (book, version);

CREATE INDEX change_book ON change (book);

CREATE INDEX change_book_id ON change (book_id);

CREATE TRIGGER change_is_not_updated BEFORE UPDATE ON change
BEGIN SELECT raise(ABORT, 'the log of changes is never changed'); END;

CREATE TRIGGER change_is_not_deleted BEFORE DELETE ON change
BEGIN SELECT raise(ABORT, 'the log of changes is never deleted'); END;

CREATE TABLE sealed_change_part (
    change_id INTEGER NOT NULL REFERENCES change (id),
    part      INTEGER NOT NULL CHECK (part BETWEEN 0 AND 4294967295),
    book_id   INTEGER NOT NULL,
    first     TEXT    NOT NULL,
    last      TEXT    NOT NULL CHECK (first <= last),
    data      BLOB    NOT NULL CHECK (data <> x''),
    seal INTEGER NOT NULL AS (seal(change_id, part, book_id, first, last, data)) STORED,
    PRIMARY KEY (change_id, part)
) STRICT;

INSERT INTO sealed_change_part (change_id, part, book_id, first, last, data)
SELECT change_id, part, book_id, first, last, data
FROM change_part ORDER BY rowid;

DROP TABLE change_part;
ALTER TABLE sealed_change_part RENAME TO change_part;

CREATE INDEX change_part_lines ON change_part (book_id, first, last, change_id, part);

CREATE TRIGGER change_part_is_not_updated BEFORE UPDATE ON change_part
BEGIN SELECT raise(ABORT, 'the log of changes is never changed'); END;

CREATE TRIGGER change_part_is_not_deleted BEFORE DELETE ON change_part
BEGIN SELECT raise(ABORT, 'the log of changes is never deleted'); END;

CREATE TABLE sealed_api_key (
    id      INTEGER PRIMARY KEY AUTOINCREMENT,
    name    TEXT    NOT NULL,
    prefix  TEXT    NOT NULL CHECK (prefix <> ''),
    hash    BLOB    NOT NULL CHECK (length(hash) = 32),
    scopes  TEXT    NOT NULL,
    created INTEGER NOT NULL,
    expires INTEGER,
    revoked INTEGER,
    rate    INTEGER CHECK (rate BETWEEN 0 AND 4294967295),
    seal INTEGER NOT NULL AS (seal(id, name, prefix, hash, scopes, created, expires, revoked, rate)) STORED
) STRICT;

INSERT INTO sealed_api_key (id, name, prefix, hash, scopes, created, expires, revoked, rate)
SELECT id, name, prefix, hash, scopes, created, expires, revoked, rate
FROM api_key ORDER BY rowid;

DELETE FROM sqlite_sequence WHERE name = 'sealed_api_key';
INSERT INTO sqlite_sequence (name, seq) SELECT 'sealed_api_key', seq FROM sqlite_sequence WHERE name = 'api_key';

DROP TABLE api_key;
ALTER TABLE sealed_api_key RENAME TO api_key;

CREATE UNIQUE INDEX api_key_prefix ON api_key (prefix);

CREATE TABLE sealed_cohort (
    book_id  INTEGER NOT NULL REFERENCES book (id),
    number   INTEGER NOT NULL CHECK (number BETWEEN 0 AND 4294967295),
    source   TEXT    NOT NULL,
    year     INTEGER NOT NULL CHECK (year BETWEEN 0 AND 65535),
    band     TEXT    NOT NULL CHECK (band IN ('unknown', 'kyu', 'dan', 'high_dan', 'pro', 'engine')),
    imported INTEGER NOT NULL CHECK (imported IN (0, 1)),
    seal INTEGER NOT NULL AS (seal(book_id, number, source, year, band, imported)) STORED,
    PRIMARY KEY (book_id, number)
) STRICT, WITHOUT ROWID;

INSERT INTO sealed_cohort (book_id, number, source, year, band, imported)
SELECT book_id, number, source, year, band, imported
FROM cohort;

DROP TABLE cohort;
ALTER TABLE sealed_cohort RENAME TO cohort;

CREATE TABLE sealed_game (
    book_id     INTEGER NOT NULL REFERENCES book (id),
    number      INTEGER NOT NULL CHECK (number BETWEEN 0 AND 4294967295),
    fingerprint INTEGER NOT NULL,
    cohort      INTEGER NOT NULL CHECK (cohort BETWEEN 0 AND 4294967295),
    year        INTEGER CHECK (year BETWEEN 1 AND 65535),
    month       INTEGER CHECK (month BETWEEN 1 AND 12),
    day         INTEGER CHECK (day BETWEEN 1 AND 31),
    black       TEXT    NOT NULL,
    white       TEXT    NOT NULL,
    black_rank  TEXT,
    white_rank  TEXT,
    result      TEXT    NOT NULL,
    komi        TEXT,
    event       TEXT,
    moves       BLOB,
    seal INTEGER NOT NULL AS (seal(book_id, number, fingerprint, cohort, year, month, day, black, white, black_rank,
            white_rank, result, komi, event, moves)) STORED,
    PRIMARY KEY (book_id, number)
) STRICT;

INSERT INTO sealed_game (book_id, number, fingerprint, cohort, year, month, day, black, white, black_rank, white_rank,
    result, komi, event, moves)
SELECT book_id, number, fingerprint, cohort, year, month, day, black, white, black_rank, white_rank,
    result, komi, event, moves
FROM game ORDER BY rowid;

DROP TABLE game;
ALTER TABLE sealed_game RENAME TO game;

CREATE UNIQUE INDEX game_fingerprint ON game (book_id, fingerprint);

CREATE INDEX game_key ON game (book_id, number, fingerprint, cohort, year, month, day);

CREATE TABLE sealed_tally (
    book_id INTEGER NOT NULL REFERENCES book (id),
    part    INTEGER NOT NULL CHECK (part BETWEEN 0 AND 4294967295),
    data    BLOB    NOT NULL CHECK (data <> x''),
    seal INTEGER NOT NULL AS (seal(book_id, part, data)) STORED,
    PRIMARY KEY (book_id, part)
) STRICT;

INSERT INTO sealed_tally (book_id, part, data)
SELECT book_id, part, data
FROM tally ORDER BY rowid;

DROP TABLE tally;
ALTER TABLE sealed_tally RENAME TO tally;

CREATE TABLE sealed_mining (
    book_id   INTEGER PRIMARY KEY REFERENCES book (id),
    games     INTEGER NOT NULL CHECK (games >= 0),
    quiet     INTEGER CHECK (quiet BETWEEN 0 AND 255),
    min_games INTEGER CHECK (min_games BETWEEN 0 AND 4294967295),
    min_share REAL    CHECK (min_share BETWEEN 0 AND 1),
    max_depth INTEGER CHECK (max_depth BETWEEN 0 AND 4294967295),
    seal INTEGER NOT NULL AS (seal(book_id, games, quiet, min_games, min_share, max_depth)) STORED,
    CHECK ((quiet IS NULL) + (min_games IS NULL) + (min_share IS NULL) + (max_depth IS NULL) IN (0, 4))
) STRICT;

INSERT INTO sealed_mining (book_id, games, quiet, min_games, min_share, max_depth)
SELECT book_id, games, quiet, min_games, min_share, max_depth
FROM mining ORDER BY rowid;

DROP TABLE mining;
ALTER TABLE sealed_mining RENAME TO mining;

CREATE TABLE sealed_ledger (
    id     INTEGER PRIMARY KEY CHECK (id = 1),
    change INTEGER NOT NULL CHECK (change >= 0),
    seal INTEGER NOT NULL AS (seal(id, change)) STORED
) STRICT;

INSERT INTO sealed_ledger (id, change)
SELECT id, change
FROM ledger ORDER BY rowid;

DROP TABLE ledger;
ALTER TABLE sealed_ledger RENAME TO ledger;

CREATE TABLE sealed_opponent (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    name       TEXT    NOT NULL CHECK (name <> ''),
    class      TEXT    CHECK (class <> ''),
    class_said INTEGER NOT NULL CHECK (class_said >= 0),
    changed    INTEGER NOT NULL CHECK (changed >= 0),
    seal INTEGER NOT NULL AS (seal(id, name, class, class_said, changed)) STORED
) STRICT;

INSERT INTO sealed_opponent (id, name, class, class_said, changed)
SELECT id, name, class, class_said, changed
FROM opponent ORDER BY rowid;

DELETE FROM sqlite_sequence WHERE name = 'sealed_opponent';
INSERT INTO sqlite_sequence (name, seq) SELECT 'sealed_opponent', seq FROM sqlite_sequence WHERE name = 'opponent';

DROP TABLE opponent;
ALTER TABLE sealed_opponent RENAME TO opponent;

CREATE UNIQUE INDEX opponent_name ON opponent (name);

CREATE INDEX opponent_changed ON opponent (changed);

CREATE TABLE sealed_contender (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    opponent_id INTEGER NOT NULL REFERENCES opponent (id),
    version     TEXT    NOT NULL,
    entered     INTEGER NOT NULL CHECK (entered >= 0),
    games       INTEGER NOT NULL,
    points      INTEGER NOT NULL,
    won         INTEGER NOT NULL,
    lost        INTEGER NOT NULL,
    seal INTEGER NOT NULL AS (seal(id, opponent_id, version, entered, games, points, won, lost)) STORED
) STRICT;

INSERT INTO sealed_contender (id, opponent_id, version, entered, games, points, won, lost)
SELECT id, opponent_id, version, entered, games, points, won, lost
FROM contender ORDER BY rowid;

DELETE FROM sqlite_sequence WHERE name = 'sealed_contender';
INSERT INTO sqlite_sequence (name, seq) SELECT 'sealed_contender', seq FROM sqlite_sequence WHERE name = 'contender';

DROP TABLE contender;
ALTER TABLE sealed_contender RENAME TO contender;

CREATE UNIQUE INDEX contender_version ON contender (opponent_id, version);

CREATE TABLE sealed_result (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    game         TEXT    NOT NULL CHECK (game <> ''),
    hash         BLOB    NOT NULL CHECK (length(hash) = 32),
    contender_id INTEGER NOT NULL REFERENCES contender (id),
    number       INTEGER NOT NULL CHECK (number >= 0),
    received     INTEGER NOT NULL,
    revision     INTEGER NOT NULL CHECK (revision BETWEEN 1 AND 4294967295),
    withdrawn    INTEGER NOT NULL CHECK (withdrawn IN (0, 1)),
    changed      INTEGER NOT NULL CHECK (changed >= 1),
    by           TEXT    NOT NULL,
    class        TEXT    CHECK (class <> ''),
    color        TEXT    NOT NULL CHECK (color IN ('B', 'W')),
    outcome      TEXT    NOT NULL CHECK (outcome IN ('win', 'loss', 'draw')),
    margin       REAL    CHECK (margin BETWEEN 0 AND 1000),
    size         INTEGER NOT NULL CHECK (size BETWEEN 1 AND 255),
    initial      TEXT    NOT NULL,
    moves        TEXT    NOT NULL,
    edges        BLOB    NOT NULL CHECK (length(edges) % 8 = 0),
    seal INTEGER NOT NULL AS (seal(id, game, hash, contender_id, number, received, revision, withdrawn, changed, by,
            class, color, outcome, margin, size, initial, moves, edges)) STORED
) STRICT;

INSERT INTO sealed_result (id, game, hash, contender_id, number, received, revision, withdrawn, changed, by, class, color,
    outcome, margin, size, initial, moves, edges)
SELECT id, game, hash, contender_id, number, received, revision, withdrawn, changed, by, class, color,
    outcome, margin, size, initial, moves, edges
FROM result ORDER BY rowid;

DELETE FROM sqlite_sequence WHERE name = 'sealed_result';
INSERT INTO sqlite_sequence (name, seq) SELECT 'sealed_result', seq FROM sqlite_sequence WHERE name = 'result';

DROP TABLE result;
ALTER TABLE sealed_result RENAME TO result;

CREATE UNIQUE INDEX result_game ON result (game);

CREATE INDEX result_contender ON result (contender_id);

CREATE TABLE sealed_trainee (
    id   INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT    NOT NULL CHECK (name <> ''),
    seal INTEGER NOT NULL AS (seal(id, name)) STORED
) STRICT;

INSERT INTO sealed_trainee (id, name)
SELECT id, name
FROM trainee ORDER BY rowid;

DELETE FROM sqlite_sequence WHERE name = 'sealed_trainee';
INSERT INTO sqlite_sequence (name, seq) SELECT 'sealed_trainee', seq FROM sqlite_sequence WHERE name = 'trainee';

DROP TABLE trainee;
ALTER TABLE sealed_trainee RENAME TO trainee;

CREATE UNIQUE INDEX trainee_name ON trainee (name);

CREATE TABLE sealed_trainee_answer (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    trainee_id INTEGER NOT NULL REFERENCES trainee (id),
    question   TEXT    NOT NULL CHECK (question <> ''),
    at         INTEGER NOT NULL,
    book       TEXT    NOT NULL,
    size       INTEGER NOT NULL CHECK (size BETWEEN 1 AND 255),
    initial    TEXT    NOT NULL,
    moves      TEXT    NOT NULL,
    to_play    TEXT    NOT NULL CHECK (to_play IN ('B', 'W')),
    played     TEXT    NOT NULL,
    grade      TEXT    NOT NULL CHECK (grade IN ('best', 'equal', 'playable', 'mistake', 'unknown')),
    position   INTEGER NOT NULL,
    edge       INTEGER,
    expected   BLOB    NOT NULL CHECK (expected <> x'' AND length(expected) % 8 = 0),
    seal INTEGER NOT NULL AS (seal(id, trainee_id, question, at, book, size, initial, moves, to_play, played, grade,
            position, edge, expected)) STORED
) STRICT;

INSERT INTO sealed_trainee_answer (id, trainee_id, question, at, book, size, initial, moves, to_play, played, grade, position, edge,
    expected)
SELECT id, trainee_id, question, at, book, size, initial, moves, to_play, played, grade, position, edge,
    expected
FROM trainee_answer ORDER BY rowid;

DELETE FROM sqlite_sequence WHERE name = 'sealed_trainee_answer';
INSERT INTO sqlite_sequence (name, seq) SELECT 'sealed_trainee_answer', seq FROM sqlite_sequence WHERE name = 'trainee_answer';

DROP TABLE trainee_answer;
ALTER TABLE sealed_trainee_answer RENAME TO trainee_answer;

CREATE UNIQUE INDEX trainee_answer_question ON trainee_answer (trainee_id, question);

CREATE INDEX trainee_answer_at ON trainee_answer (trainee_id, at, question);

CREATE TRIGGER trainee_answer_is_not_updated BEFORE UPDATE ON trainee_answer
BEGIN SELECT raise(ABORT, 'an answer is never changed'); END;

CREATE TABLE sealed_evaluation (
    position INTEGER NOT NULL,
    to_play  TEXT    NOT NULL CHECK (to_play IN ('B', 'W')),
    engine   TEXT    NOT NULL CHECK (engine <> ''),
    rules    TEXT    NOT NULL CHECK (rules <> ''),
    komi     INTEGER NOT NULL CHECK (komi BETWEEN -300 AND 300),
    asked    INTEGER NOT NULL CHECK (asked BETWEEN 1 AND 4294967295),
    visits   INTEGER NOT NULL CHECK (visits BETWEEN 1 AND 4294967295),
    win_rate REAL    NOT NULL CHECK (win_rate BETWEEN 0 AND 1),
    lead     REAL    NOT NULL CHECK (abs(lead) <= 1000),
    stdev    REAL             CHECK (stdev BETWEEN 0 AND 1000),
    at       INTEGER NOT NULL,
    seal INTEGER NOT NULL AS (seal(position, to_play, engine, rules, komi, asked, visits, win_rate, lead, stdev, at)) STORED,
    PRIMARY KEY (position, to_play, engine, rules, komi)
) STRICT, WITHOUT ROWID;

INSERT INTO sealed_evaluation (position, to_play, engine, rules, komi, asked, visits, win_rate, lead, stdev, at)
SELECT position, to_play, engine, rules, komi, asked, visits, win_rate, lead, stdev, at
FROM evaluation;

DROP TABLE evaluation;
ALTER TABLE sealed_evaluation RENAME TO evaluation;
