-- The store in one SQLite file, at schema 19: the first schema that a program opens. Later schemas
-- are numbered steps beside this file (src/store/sqlite/migration.rs).
--
-- Times are seconds since 1970 UTC where no other unit is stated. Texts compare byte by byte, which
-- is the order of lines. Keys of positions and moves, and fingerprints, are 64 bits, so that large
-- ones are negative here. Lists are JSON, and absent rather than empty.
--
-- seal is a checksum of the row's other values. SQLite computes it whenever it writes the row, by a
-- function that the program registers on each of its connections (src/store/sqlite/seal.rs), so
-- that the doctor finds a single wrong bit. Programs without the function can read these tables and
-- cannot write them. line, trainee_edge, result_sum and tally_start have none: they are derived from
-- other tables, with which the doctor compares them. table_node has none either: it is rewritten all
-- the time, and lost without harm.

-- Books

-- A book. Ids are never given twice, because the ids of nodes are built on them. nodes and lines are
-- counts, kept in the transaction that changes them. The primary key serves the book of a node
-- (WHERE id = ?).
CREATE TABLE book (
    id      INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id BETWEEN 1 AND 2147483647),
    name    TEXT    NOT NULL CHECK (name <> ''),
    version INTEGER NOT NULL CHECK (version >= 1),
    nodes   INTEGER NOT NULL CHECK (nodes >= 0),
    lines   INTEGER NOT NULL CHECK (lines >= 0),
    created INTEGER NOT NULL,
    changed INTEGER NOT NULL,
    seal INTEGER NOT NULL AS (seal(id, name, version, nodes, lines, created, changed)) STORED
) STRICT;

-- One book by its name (WHERE name = ?); all books in the order of their names (ORDER BY name).
CREATE UNIQUE INDEX book_name ON book (name);

-- The game of a book; without a row, Go. A row outlives its book and holds again when the book is
-- restored. board_size, in lines, is absent if the game has one size or its books serve all. The
-- primary key serves the heads of books (book LEFT JOIN book_game ON book_game.book_id = book.id),
-- and the game of a deleted book (WHERE book_id = ?).
CREATE TABLE book_game (
    book_id    INTEGER PRIMARY KEY CHECK (book_id BETWEEN 1 AND 2147483647),
    game       TEXT    NOT NULL CHECK (game <> ''),
    board_size INTEGER CHECK (board_size BETWEEN 1 AND 255),
    seal INTEGER NOT NULL AS (seal(book_id, game, board_size)) STORED
) STRICT;

CREATE TRIGGER book_game_is_not_updated BEFORE UPDATE ON book_game
BEGIN SELECT raise(ABORT, 'the game of a book is never changed'); END;

CREATE TRIGGER book_game_is_not_deleted BEFORE DELETE ON book_game
BEGIN SELECT raise(ABORT, 'the game of a book is never deleted'); END;

-- A move of a book. The root, the empty corner, is a row as well: no parent, no step. A step has two
-- letters, or four for a move of xiangqi from one square to another.
-- id = book_id * 2^32 + number; the root has number 0, and a parent's number is below its
-- children's. So the primary key serves loading a book: its rows are adjacent, parents first
-- (WHERE id > ? AND id <= ? ORDER BY id LIMIT ?).
-- The verdict is checked by comparisons: SQLite builds a temporary B-tree for a list of more than two
-- values each time that it checks a row.
CREATE TABLE node (
    id         INTEGER PRIMARY KEY,
    book_id    INTEGER NOT NULL REFERENCES book (id),
    parent_id  INTEGER REFERENCES node (id),
    step       TEXT    NOT NULL,
    ends       INTEGER NOT NULL CHECK (ends IN (0, 1)),             -- whether a line ends here
    verdict    TEXT    CHECK (verdict IS NULL OR verdict = 'ideal' OR verdict = 'good' OR verdict = 'mistake'
                              OR verdict = 'trick' OR verdict = 'question'),
    advantage  REAL,                                                -- positive for the first mover
    sente      TEXT    CHECK (sente IN ('first', 'second')),        -- the side that ends in sente
    comment    TEXT,                                                -- a template: {CF} is a point
    conditions TEXT    CHECK (conditions <> ''),                    -- own(CF) and empty(DD) or enemy(PP)
    names      TEXT,                                                -- ["3-3 invasion"]
    tags       TEXT,
    sources    TEXT,
    marks      TEXT,                                                -- [{"property":"LB","step":"CF","label":"A"}]
    properties TEXT,                                                -- {"KM":["6.5"]}
    mined      INTEGER NOT NULL DEFAULT 0 CHECK (mined IN (0, 1)),      -- in the book because of games alone
    retired    INTEGER NOT NULL DEFAULT 0 CHECK (retired IN (0, 1)),    -- kept, but never answered
    revision   INTEGER NOT NULL DEFAULT 0 CHECK (revision >= 0),        -- the book's version that changed it last
    -- Of the verdict, in per cent.
    confidence INTEGER CHECK (confidence BETWEEN 0 AND 100),
    seal INTEGER NOT NULL AS (seal(id, book_id, parent_id, step, ends, verdict, advantage, sente, comment, conditions,
            names, tags, sources, marks, properties, mined, retired, revision, confidence)) STORED,
    CHECK (id >> 32 = book_id),
    CHECK (parent_id IS NULL OR (parent_id < id AND parent_id >> 32 = book_id)),
    CHECK (CASE WHEN parent_id IS NULL THEN id & 4294967295 = 0 AND step = '' AND ends = 0
                ELSE length(step) IN (2, 4) END)
) STRICT;

-- The move that follows a node, at most one per step (WHERE parent_id = ? AND step = ?); and, for the
-- foreign key, the children of a node that is deleted.
CREATE UNIQUE INDEX node_child ON node (parent_id, step) WHERE parent_id IS NOT NULL;

-- The flattened lines: the text of every path from the root to a node with ends = 1. Derived from
-- node. The primary key serves a page of a book's lines under a prefix, as a range
-- (WHERE book_id = ? AND line >= ? AND line < ? ORDER BY line LIMIT ?), and their count.
CREATE TABLE line (
    book_id INTEGER NOT NULL REFERENCES book (id),
    line    TEXT    NOT NULL CHECK (line <> ''),
    node_id INTEGER NOT NULL REFERENCES node (id),
    PRIMARY KEY (book_id, line)
) STRICT, WITHOUT ROWID;

-- The line that ends at a node (WHERE node_id = ?); and, for the foreign key, that of a node that is
-- deleted.
CREATE UNIQUE INDEX line_node ON line (node_id);

-- The log: a row per change of a book, in the transaction of the change. It outlives the book, so
-- that a version of a name never comes twice. Rows are never changed or deleted. A book that was
-- deleted and restored has the id that it had, and its versions ascend whatever its name was. The
-- primary key serves the log of all books (WHERE id < ? ORDER BY id DESC LIMIT ?).
CREATE TABLE change (
    id             INTEGER PRIMARY KEY AUTOINCREMENT,
    book_id        INTEGER,             -- the book, which may be deleted
    book           TEXT    NOT NULL,    -- its name after the change
    version        INTEGER NOT NULL,    -- its version after the change
    at             INTEGER NOT NULL,
    kind           TEXT    NOT NULL CHECK (kind IN ('create', 'edit', 'import', 'mine', 'merge', 'copy',
                       'split', 'rename', 'delete', 'restore', 'revert', 'baseline')),
    who            TEXT    NOT NULL,
    reason         TEXT    NOT NULL,
    what           TEXT    NOT NULL,
    origin_book    TEXT,                -- what it was made of, by its name at that time
    origin_version INTEGER,
    inserted       INTEGER NOT NULL,    -- nodes
    updated        INTEGER NOT NULL,    -- nodes
    deleted        INTEGER NOT NULL,    -- nodes
    -- Whether the nodes that differ are in change_part.
    contents       INTEGER NOT NULL CHECK (contents IN (0, 1)),
    seal INTEGER NOT NULL AS (seal(id, book_id, book, version, at, kind, who, reason, what, origin_book, origin_version,
            inserted, updated, deleted, contents)) STORED,
    CHECK ((origin_book IS NULL) = (origin_version IS NULL)),
    CHECK (contents = 0 OR book_id IS NOT NULL)
) STRICT;

-- The last version of a name (SELECT max(version) … WHERE book = ?).
CREATE UNIQUE INDEX change_book_version ON change (book, version);

-- A page of the changes under a name (WHERE book = ? AND id < ? ORDER BY id DESC LIMIT ?).
CREATE INDEX change_book ON change (book);

-- A page of the changes of a book (WHERE book_id = ? AND id < ? ORDER BY id DESC LIMIT ?), its state
-- at a moment, and all changes after that (WHERE book_id = ? AND id > ? ORDER BY id).
CREATE INDEX change_book_id ON change (book_id);

CREATE TRIGGER change_is_not_updated BEFORE UPDATE ON change
BEGIN SELECT raise(ABORT, 'the log of changes is never changed'); END;

CREATE TRIGGER change_is_not_deleted BEFORE DELETE ON change
BEGIN SELECT raise(ABORT, 'the log of changes is never deleted'); END;

-- The contents of a change: every node that differs, before and after, in the order of their lines,
-- as bytes that can be read part by part. Parts count from 0 without a gap; there is none if no node
-- differs. The primary key serves reading a change (WHERE change_id = ? ORDER BY part).
CREATE TABLE change_part (
    change_id INTEGER NOT NULL REFERENCES change (id),
    part      INTEGER NOT NULL CHECK (part BETWEEN 0 AND 4294967295),
    book_id   INTEGER NOT NULL,
    first     TEXT    NOT NULL,                          -- the line of its first node
    last      TEXT    NOT NULL CHECK (first <= last),    -- the line of its last node
    data      BLOB    NOT NULL CHECK (data <> x''),
    seal INTEGER NOT NULL AS (seal(change_id, part, book_id, first, last, data)) STORED,
    PRIMARY KEY (change_id, part)
) STRICT;

-- The parts that may have a node, without reading them
-- (WHERE book_id = ? AND first <= ? AND last >= ? AND change_id < ? ORDER BY change_id DESC).
CREATE INDEX change_part_lines ON change_part (book_id, first, last, change_id, part);

CREATE TRIGGER change_part_is_not_updated BEFORE UPDATE ON change_part
BEGIN SELECT raise(ABORT, 'the log of changes is never changed'); END;

CREATE TRIGGER change_part_is_not_deleted BEFORE DELETE ON change_part
BEGIN SELECT raise(ABORT, 'the log of changes is never deleted'); END;

-- A change whose request had an idempotency key: the same request is answered from the log when it
-- is repeated. token is the hash of the caller's key, request that of the request. The primary key
-- serves the change of a key (WHERE token = ?).
CREATE TABLE change_token (
    token     BLOB    NOT NULL PRIMARY KEY CHECK (length(token) = 32),
    request   BLOB    NOT NULL CHECK (length(request) = 32),
    change_id INTEGER NOT NULL REFERENCES change (id),
    seal INTEGER NOT NULL AS (seal(token, request, change_id)) STORED
) STRICT;

-- The mark of the history: random, new in every new database and after every restore of a backup.
-- Versions and numbers of changes repeat after a restore, so entity tags and ids of events carry the
-- mark. One row (WHERE id = 1).
CREATE TABLE history (
    id   INTEGER PRIMARY KEY CHECK (id = 1),
    mark TEXT    NOT NULL CHECK (length(mark) = 16),
    seal INTEGER NOT NULL AS (seal(id, mark)) STORED
) STRICT;

INSERT INTO history (id, mark) VALUES (1, lower(hex(randomblob(8))));

-- Sources and counted games

-- A known source: a name in the sources of nodes, or of a collection of games (cohort.source). A
-- source without a row is unknown. Nodes that rest on withheld sources alone are neither served nor
-- exported. The primary key serves one source (WHERE name = ?) and all of them (ORDER BY name).
CREATE TABLE source (
    name        TEXT    NOT NULL PRIMARY KEY CHECK (name <> ''),
    license     TEXT    NOT NULL CHECK (license <> ''),   -- an SPDX expression, or 'unknown'
    attribution TEXT    NOT NULL,
    address     TEXT    NOT NULL,
    withheld    INTEGER NOT NULL CHECK (withheld IN (0, 1)),
    changed     INTEGER NOT NULL,
    by          TEXT    NOT NULL,
    seal INTEGER NOT NULL AS (seal(name, license, attribution, address, withheld, changed, by)) STORED
) STRICT;

-- A group by which the games of a book are counted. Numbers count from 0 without a gap; games and
-- the counted lines refer to them. The primary key serves a book's list
-- (WHERE book_id = ? ORDER BY number).
CREATE TABLE cohort (
    book_id  INTEGER NOT NULL REFERENCES book (id),
    number   INTEGER NOT NULL CHECK (number BETWEEN 0 AND 4294967295),
    source   TEXT    NOT NULL,                                   -- the collection
    year     INTEGER NOT NULL CHECK (year BETWEEN 0 AND 65535),  -- 0 if unknown
    band     TEXT    NOT NULL CHECK (band IN ('unknown', 'kyu', 'dan', 'high_dan', 'pro', 'engine')),
    -- Whether its counts were imported.
    imported INTEGER NOT NULL CHECK (imported IN (0, 1)),
    seal INTEGER NOT NULL AS (seal(book_id, number, source, year, band, imported)) STORED,
    PRIMARY KEY (book_id, number)
) STRICT, WITHOUT ROWID;

-- A counted game. Texts are those of the record. moves are bytes that the store does not read,
-- absent if records are not kept. The primary key serves the games that are a move's examples
-- (WHERE book_id = ? AND number = ?), and deleting a book's.
CREATE TABLE game (
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
    result      TEXT    NOT NULL,                                -- as RE in SGF: W+3.5, B+R
    komi        TEXT,
    event       TEXT,
    moves       BLOB,
    seal INTEGER NOT NULL AS (seal(book_id, number, fingerprint, cohort, year, month, day, black, white, black_rank,
            white_rank, result, komi, event, moves)) STORED,
    PRIMARY KEY (book_id, number)
) STRICT;

-- The game with a fingerprint, at most one of a book (WHERE book_id = ? AND fingerprint = ?).
CREATE UNIQUE INDEX game_fingerprint ON game (book_id, fingerprint);

-- The keys with which later games are compared, without reading the records
-- (SELECT number, fingerprint, cohort, year, month, day … WHERE book_id = ? ORDER BY number).
CREATE INDEX game_key ON game (book_id, number, fingerprint, cohort, year, month, day);

-- All counted lines of a book, as one stream of bytes cut into parts (src/mine/stream.rs). Parts
-- count from 0 without a gap. The primary key serves reading them in order
-- (WHERE book_id = ? ORDER BY part), one of them, and their number.
CREATE TABLE tally (
    book_id INTEGER NOT NULL REFERENCES book (id),
    part    INTEGER NOT NULL CHECK (part BETWEEN 0 AND 4294967295),
    data    BLOB    NOT NULL CHECK (data <> x''),
    seal INTEGER NOT NULL AS (seal(book_id, part, data)) STORED,
    PRIMARY KEY (book_id, part)
) STRICT;

-- The line of each part's first entry, as the codes of its steps, two bytes each, the high one first.
-- encoding is the version of the part's counts. Derived from tally. The primary key serves finding
-- the part that may have a line (WHERE book_id = ? AND first <= ? ORDER BY first DESC LIMIT 1).
CREATE TABLE tally_start (
    book_id  INTEGER NOT NULL REFERENCES book (id),
    first    BLOB    NOT NULL,
    part     INTEGER NOT NULL CHECK (part BETWEEN 0 AND 4294967295),
    encoding INTEGER NOT NULL CHECK (encoding IN (1, 2)),
    PRIMARY KEY (book_id, first)
) STRICT, WITHOUT ROWID;

-- The settings with which a book is mined, and the number of its rows in game, kept in the
-- transaction that changes them. The settings are there all together or not at all. The primary key
-- serves those of a book (WHERE book_id = ?).
CREATE TABLE mining (
    book_id   INTEGER PRIMARY KEY REFERENCES book (id),
    games     INTEGER NOT NULL CHECK (games >= 0),
    quiet     INTEGER CHECK (quiet BETWEEN 0 AND 255),              -- moves
    min_games INTEGER CHECK (min_games BETWEEN 0 AND 4294967295),
    min_share REAL    CHECK (min_share BETWEEN 0 AND 1),
    -- In steps.
    max_depth INTEGER CHECK (max_depth BETWEEN 0 AND 4294967295),
    seal INTEGER NOT NULL AS (seal(book_id, games, quiet, min_games, min_share, max_depth)) STORED,
    CHECK ((quiet IS NULL) + (min_games IS NULL) + (min_share IS NULL) + (max_depth IS NULL) IN (0, 4))
) STRICT;

-- A book whose counts were loaded without lines of few games, and the least number of games of a
-- line. The primary key serves that of a book
-- (mining LEFT JOIN counts_floor ON counts_floor.book_id = mining.book_id).
CREATE TABLE counts_floor (
    book_id INTEGER PRIMARY KEY REFERENCES book (id),
    least   INTEGER NOT NULL CHECK (least BETWEEN 2 AND 4294967295),
    seal INTEGER NOT NULL AS (seal(book_id, least)) STORED
) STRICT;

-- Keys

-- A key, without the key itself. rate is its most requests a minute, the server's own if absent. The
-- primary key serves the list of keys (ORDER BY id).
CREATE TABLE api_key (
    id      INTEGER PRIMARY KEY AUTOINCREMENT,
    name    TEXT    NOT NULL,
    prefix  TEXT    NOT NULL CHECK (prefix <> ''),
    hash    BLOB    NOT NULL CHECK (length(hash) = 32),   -- SHA-256
    scopes  TEXT    NOT NULL,                             -- read,feedback,curate,admin
    created INTEGER NOT NULL,
    expires INTEGER,
    revoked INTEGER,
    rate    INTEGER CHECK (rate BETWEEN 0 AND 4294967295),
    seal INTEGER NOT NULL AS (seal(id, name, prefix, hash, scopes, created, expires, revoked, rate)) STORED
) STRICT;

-- The key of a caller, by its first letters (WHERE prefix = ?).
CREATE UNIQUE INDEX api_key_prefix ON api_key (prefix);

-- A key that replaced others, and the first of them. The primary key serves that of a key
-- (WHERE key_id = ?).
CREATE TABLE key_origin (
    key_id    INTEGER PRIMARY KEY REFERENCES api_key (id),
    origin_id INTEGER NOT NULL REFERENCES api_key (id),
    seal INTEGER NOT NULL AS (seal(key_id, origin_id)) STORED
) STRICT;

-- Who changed keys and results, and the values before and after, as JSON. Rows are never changed.
-- The primary key serves a page (WHERE id < ? ORDER BY id DESC LIMIT ?).
CREATE TABLE audit (
    id      INTEGER PRIMARY KEY AUTOINCREMENT,
    at      INTEGER NOT NULL,
    who     TEXT    NOT NULL,
    action  TEXT    NOT NULL CHECK (action IN ('key_create', 'key_rotate', 'key_revoke', 'result_correct', 'result_withdraw')),
    subject TEXT    NOT NULL,                 -- a key's prefix, or a game's id
    before  TEXT,
    after   TEXT,
    seal INTEGER NOT NULL AS (seal(id, at, who, action, subject, before, after)) STORED
) STRICT;

CREATE TRIGGER audit_is_not_updated BEFORE UPDATE ON audit
BEGIN SELECT raise(ABORT, 'the audit is never changed'); END;

CREATE TRIGGER audit_is_not_deleted BEFORE DELETE ON audit
BEGIN SELECT raise(ABORT, 'the audit is never deleted'); END;

-- Results of games against opponents: the ledger, and the sums of its games
-- All sums follow from the ledger and are kept in the transaction that changes it. Results count in
-- millionths of a won game, from our side.

-- The number of the ledger's last change. Every game that enters the sums or leaves them is a change,
-- and so is every merge or recount that changes them. One row (WHERE id = 1).
CREATE TABLE ledger (
    id     INTEGER PRIMARY KEY CHECK (id = 1),
    change INTEGER NOT NULL CHECK (change >= 0),
    seal INTEGER NOT NULL AS (seal(id, change)) STORED
) STRICT;

INSERT INTO ledger (id, change) VALUES (1, 0);

-- An opponent, all its versions together. The class is the one that the last game stated. The primary
-- key serves the opponent of a contender (JOIN opponent ON opponent.id = opponent_id).
CREATE TABLE opponent (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    name       TEXT    NOT NULL CHECK (name <> ''),
    class      TEXT    CHECK (class <> ''),
    class_said INTEGER NOT NULL CHECK (class_said >= 0),   -- the change that stated the class
    -- The last change that concerned it.
    changed    INTEGER NOT NULL CHECK (changed >= 0),
    seal INTEGER NOT NULL AS (seal(id, name, class, class_said, changed)) STORED
) STRICT;

-- One opponent by its name (WHERE name = ?).
CREATE UNIQUE INDEX opponent_name ON opponent (name);

-- The opponents that later changes concerned (WHERE changed > ?).
CREATE INDEX opponent_changed ON opponent (changed);

-- A version of an opponent, and the sums of all its games. The primary key serves the contender of a
-- result (JOIN contender ON contender.id = contender_id).
CREATE TABLE contender (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    opponent_id INTEGER NOT NULL REFERENCES opponent (id),
    version     TEXT    NOT NULL,                        -- empty if none was stated
    entered     INTEGER NOT NULL CHECK (entered >= 0),   -- games ever entered: the next one's number
    games       INTEGER NOT NULL,                        -- games that count
    points      INTEGER NOT NULL,
    won         INTEGER NOT NULL,
    lost        INTEGER NOT NULL,
    seal INTEGER NOT NULL AS (seal(id, opponent_id, version, entered, games, points, won, lost)) STORED
) STRICT;

-- One version of an opponent; the versions of an opponent in the order of their names
-- (WHERE opponent_id = ? ORDER BY version).
CREATE UNIQUE INDEX contender_version ON contender (opponent_id, version);

-- The ledger: a game as it was sent, in the order of arrival. Rows are never deleted. The primary key
-- serves a page of the ledger (WHERE id < ? ORDER BY id DESC LIMIT ?).
CREATE TABLE result (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    game         TEXT    NOT NULL CHECK (game <> ''),              -- the sender's name for it
    hash         BLOB    NOT NULL CHECK (length(hash) = 32),       -- SHA-256 of the bytes sent
    contender_id INTEGER NOT NULL REFERENCES contender (id),
    number       INTEGER NOT NULL CHECK (number >= 0),             -- among the contender's games
    received     INTEGER NOT NULL,                                 -- microseconds since 1970 UTC
    revision     INTEGER NOT NULL CHECK (revision BETWEEN 1 AND 4294967295),
    withdrawn    INTEGER NOT NULL CHECK (withdrawn IN (0, 1)),
    changed      INTEGER NOT NULL CHECK (changed >= 1),            -- the change that wrote it last
    by           TEXT    NOT NULL,
    class        TEXT    CHECK (class <> ''),
    color        TEXT    NOT NULL CHECK (color IN ('B', 'W')),     -- ours
    outcome      TEXT    NOT NULL CHECK (outcome IN ('win', 'loss', 'draw')),
    margin       REAL    CHECK (margin BETWEEN 0 AND 1000),        -- points on the board
    size         INTEGER NOT NULL CHECK (size BETWEEN 1 AND 255),  -- lines
    initial      TEXT    NOT NULL,                                 -- handicap and setup stones
    moves        TEXT    NOT NULL,                                 -- pddp: see mine::moves_to_text
    -- Moves of books, ascending.
    edges        BLOB    NOT NULL CHECK (length(edges) % 8 = 0),
    seal INTEGER NOT NULL AS (seal(id, game, hash, contender_id, number, received, revision, withdrawn, changed, by,
            class, color, outcome, margin, size, initial, moves, edges)) STORED
) STRICT;

-- The game of an identity, at most one (WHERE game = ?).
CREATE UNIQUE INDEX result_game ON result (game);

-- An opponent's last games (WHERE contender_id = ? AND id < ? ORDER BY id DESC LIMIT ?), and all games
-- of a version to count them again.
CREATE INDEX result_contender ON result (contender_id);

-- The key with which a result was entered; of keys that replaced one another, the first. A result of
-- `joseki learn` or of a merge has none. The primary key serves the owner of a result
-- (WHERE result_id = ? AND key_id = ?).
CREATE TABLE result_owner (
    result_id INTEGER PRIMARY KEY REFERENCES result (id),
    key_id    INTEGER NOT NULL REFERENCES api_key (id),
    seal INTEGER NOT NULL AS (seal(result_id, key_id)) STORED
) STRICT;

-- The game of a result; without a row, Go. Its board follows from the game and result.size. The row is
-- deleted when a correction states that the game was Go after all. The primary key serves the rows
-- of the ledger (result LEFT JOIN result_variant ON result_variant.result_id = result.id).
CREATE TABLE result_variant (
    result_id INTEGER PRIMARY KEY REFERENCES result (id),
    game_name TEXT    NOT NULL CHECK (game_name <> ''),
    seal INTEGER NOT NULL AS (seal(result_id, game_name)) STORED
) STRICT;

-- The terms of a result's game, and which games are the same. A result without a row counts whatever
-- its terms were. Of the games with one fingerprint that teach and are not withdrawn, the one
-- received first counts; of two received at the same time, that of the smaller identity. expected is
-- our expected result in millionths where the terms are not those of an even game; untaught says why
-- the game teaches nothing. owner is the number of the key that entered the result (a hash of its
-- prefix), 0 if none did. The primary key serves the rows of the ledger
-- (result LEFT JOIN result_terms ON result_id = result.id).
CREATE TABLE result_terms (
    result_id   INTEGER PRIMARY KEY REFERENCES result (id),
    owner       INTEGER NOT NULL CHECK (owner >= 0),
    fingerprint TEXT    NOT NULL CHECK (length(fingerprint) = 32),
    untaught    TEXT    CHECK (untaught <> ''),
    expected    INTEGER CHECK (expected BETWEEN 0 AND 1000000),
    handicap    INTEGER NOT NULL CHECK (handicap BETWEEN 0 AND 99),
    komi        REAL    CHECK (komi BETWEEN -1000 AND 1000),
    rules       TEXT    CHECK (rules <> ''),
    black_rank  TEXT    CHECK (black_rank <> ''),
    white_rank  TEXT    CHECK (white_rank <> ''),
    played      TEXT    CHECK (played <> ''),
    seal INTEGER NOT NULL AS (seal(result_id, owner, fingerprint, untaught, expected, handicap, komi, rules, black_rank,
            white_rank, played)) STORED
) STRICT;

-- The records of one game (WHERE fingerprint = ?).
CREATE INDEX result_terms_fingerprint ON result_terms (fingerprint);

-- The sums of a contender's games of an epoch by owner of the results, since what one owner counts
-- for others is limited: 24 bytes for each move of a book that was played in them, ascending. Eight
-- bytes are the move, eight its games and eight their points, little endian. An epoch has 50 games,
-- so that no row grows without end, and a new game changes one row; a row for each move took about
-- three times as long to write. Derived from result. The primary key serves loading a contender
-- (WHERE contender_id = ? ORDER BY epoch, owner), and the row that a game changes.
CREATE TABLE result_sum (
    contender_id INTEGER NOT NULL REFERENCES contender (id),
    epoch        INTEGER NOT NULL CHECK (epoch BETWEEN 0 AND 4294967295),
    owner        INTEGER NOT NULL CHECK (owner >= 0),
    moves        BLOB    NOT NULL CHECK (moves <> x'' AND length(moves) % 24 = 0),
    PRIMARY KEY (contender_id, epoch, owner)
) STRICT;

-- Training: the answers of players, and the sums of these by move
-- All sums follow from the answers and are kept in the transaction that enters one. Times are
-- microseconds since 1970 UTC.

-- A player. The primary key serves the player of an answer.
CREATE TABLE trainee (
    id   INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT    NOT NULL CHECK (name <> ''),
    seal INTEGER NOT NULL AS (seal(id, name)) STORED
) STRICT;

-- One player by its name (WHERE name = ?); the names in their order (ORDER BY name).
CREATE UNIQUE INDEX trainee_name ON trainee (name);

-- An answer, with all that is needed to sum up answers again. Rows are deleted only with their
-- player, or when the same question turns out to have been answered before. The primary key serves
-- the game of an answer.
CREATE TABLE trainee_answer (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    trainee_id INTEGER NOT NULL REFERENCES trainee (id),
    question   TEXT    NOT NULL CHECK (question <> ''),
    at         INTEGER NOT NULL,
    book       TEXT    NOT NULL,
    size       INTEGER NOT NULL CHECK (size BETWEEN 1 AND 255),  -- lines
    initial    TEXT    NOT NULL,                                 -- handicap and setup stones
    moves      TEXT    NOT NULL,                                 -- pddp: see mine::moves_to_text
    to_play    TEXT    NOT NULL CHECK (to_play IN ('B', 'W')),   -- the player's colour
    played     TEXT    NOT NULL,                                 -- as in SGF, empty for a pass
    grade      TEXT    NOT NULL CHECK (grade IN ('best', 'equal', 'playable', 'mistake', 'unknown')),
    position   INTEGER NOT NULL,                                 -- the key of the position
    edge       INTEGER,                                          -- the move, if it is in the book
    -- The right moves, best first.
    expected   BLOB    NOT NULL CHECK (expected <> x'' AND length(expected) % 8 = 0),
    seal INTEGER NOT NULL AS (seal(id, trainee_id, question, at, book, size, initial, moves, to_play, played, grade,
            position, edge, expected)) STORED
) STRICT;

-- The answer to a question, which a player gives once (WHERE trainee_id = ? AND question = ?).
CREATE UNIQUE INDEX trainee_answer_question ON trainee_answer (trainee_id, question);

-- A player's answers in the order in which they are summed up
-- (WHERE trainee_id = ? AND (at, question) > (?, ?) ORDER BY at, question), and the last of them.
CREATE INDEX trainee_answer_at ON trainee_answer (trainee_id, at, question);

CREATE TRIGGER trainee_answer_is_not_updated BEFORE UPDATE ON trainee_answer
BEGIN SELECT raise(ABORT, 'an answer is never changed'); END;

-- The game of an answer; without a row, Go. Its board follows from the game and trainee_answer.size.
-- The primary key serves the answers
-- (trainee_answer LEFT JOIN answer_variant ON answer_id = trainee_answer.id).
CREATE TABLE answer_variant (
    answer_id INTEGER PRIMARY KEY REFERENCES trainee_answer (id),
    game_name TEXT    NOT NULL CHECK (game_name <> ''),
    seal INTEGER NOT NULL AS (seal(answer_id, game_name)) STORED
) STRICT;

-- The sums of a player's answers by move. half_life, lapsed and answered are absent for a move that
-- was only played wrongly. The primary key serves reading all of a player
-- (WHERE trainee_id = ? ORDER BY edge).
CREATE TABLE trainee_edge (
    trainee_id INTEGER NOT NULL REFERENCES trainee (id),
    edge       INTEGER NOT NULL,
    position   INTEGER NOT NULL,
    rights     INTEGER NOT NULL CHECK (rights BETWEEN 0 AND 4294967295),
    wrongs     INTEGER NOT NULL CHECK (wrongs BETWEEN 0 AND 4294967295),
    misplayed  INTEGER NOT NULL CHECK (misplayed BETWEEN 0 AND 4294967295),
    half_life  INTEGER CHECK (half_life > 0),
    lapsed     INTEGER CHECK (lapsed IN (0, 1)),
    answered   INTEGER,
    CHECK ((half_life IS NULL) = (lapsed IS NULL) AND (half_life IS NULL) = (answered IS NULL)),
    PRIMARY KEY (trainee_id, edge)
) STRICT, WITHOUT ROWID;

-- Engines

-- An engine's evaluation of a corner position, from the view of the side to move. It belongs to the
-- position, so that all books share it. The primary key serves looking up a position
-- (WHERE position = ? ORDER BY to_play, engine, rules, komi) and reading all of them in order.
CREATE TABLE evaluation (
    position INTEGER NOT NULL,                                      -- the key of the position
    to_play  TEXT    NOT NULL CHECK (to_play IN ('B', 'W')),        -- as the position was placed; komi is White's
    engine   TEXT    NOT NULL CHECK (engine <> ''),                 -- name, version and network
    rules    TEXT    NOT NULL CHECK (rules <> ''),
    komi     INTEGER NOT NULL CHECK (komi BETWEEN -300 AND 300),    -- in half points
    asked    INTEGER NOT NULL CHECK (asked BETWEEN 1 AND 4294967295),    -- visits requested
    visits   INTEGER NOT NULL CHECK (visits BETWEEN 1 AND 4294967295),   -- visits made
    win_rate REAL    NOT NULL CHECK (win_rate BETWEEN 0 AND 1),
    lead     REAL    NOT NULL CHECK (abs(lead) <= 1000),            -- in points
    stdev    REAL             CHECK (stdev BETWEEN 0 AND 1000),     -- of the final score, in points
    -- Microseconds since 1970 UTC.
    at       INTEGER NOT NULL,
    seal INTEGER NOT NULL AS (seal(position, to_play, engine, rules, komi, asked, visits, win_rate, lead, stdev, at)) STORED,
    PRIMARY KEY (position, to_play, engine, rules, komi)
) STRICT, WITHOUT ROWID;

-- Weights of the evaluations of our own engines, by name. Each change is a row with the next version
-- of the name; rows are never changed. evaluation is the same in all versions of a name. The primary
-- key serves a name's last version and its history (WHERE name = ? ORDER BY version).
CREATE TABLE weights (
    name       TEXT    NOT NULL CHECK (name <> ''),
    version    INTEGER NOT NULL CHECK (version BETWEEN 1 AND 4294967295),
    evaluation TEXT    NOT NULL CHECK (evaluation IN ('five', 'xiangqi')),
    text       TEXT    NOT NULL CHECK (text <> ''),
    comment    TEXT    NOT NULL,
    at         INTEGER NOT NULL,
    by         TEXT    NOT NULL,
    seal INTEGER NOT NULL AS (seal(name, version, evaluation, text, comment, at, by)) STORED,
    PRIMARY KEY (name, version)
) STRICT;

CREATE TRIGGER weights_is_not_updated BEFORE UPDATE ON weights
BEGIN SELECT raise(ABORT, 'a version of weights is never changed'); END;

CREATE TRIGGER weights_is_not_deleted BEFORE DELETE ON weights
BEGIN SELECT raise(ABORT, 'a version of weights is never deleted'); END;

-- Games between two sides

-- A table: a game between two sides. Tokens, the only rights to a table, are kept as hashes. The
-- result is absent before the end. Times are in milliseconds since 1970 UTC. The primary key serves
-- a table by the token of a spectator (WHERE watch = ?), and pages of tables in its order.
CREATE TABLE game_table (
    watch   BLOB    NOT NULL PRIMARY KEY CHECK (length(watch) = 32),
    black   BLOB    CHECK (length(black) = 32),                      -- absent if a program plays
    white   BLOB    CHECK (length(white) = 32),
    setup   TEXT    NOT NULL CHECK (setup <> ''),                    -- the game and its sides, as JSON
    node    TEXT    NOT NULL CHECK (node <> ''),                     -- the server where it is played
    made    INTEGER NOT NULL,
    touched INTEGER NOT NULL,
    version INTEGER NOT NULL CHECK (version >= 0),                   -- number of its events
    result  TEXT,
    seal INTEGER NOT NULL AS (seal(watch, black, white, setup, node, made, touched, version, result)) STORED
) STRICT;

-- A table by the token of Black (WHERE watch = ? OR black = ? OR white = ?).
CREATE INDEX game_table_black ON game_table (black);

-- A table by the token of White (the same query).
CREATE INDEX game_table_white ON game_table (white);

-- The tables that were not touched for long, which are deleted (WHERE touched < ?).
CREATE INDEX game_table_touched ON game_table (touched);

-- An event at a table. at is in milliseconds since the table was made; a comment is a program's on
-- its move. The primary key serves the events of a table (WHERE watch = ? ORDER BY number).
CREATE TABLE table_event (
    watch   BLOB    NOT NULL REFERENCES game_table (watch),
    number  INTEGER NOT NULL CHECK (number >= 0),
    at      INTEGER NOT NULL CHECK (at >= 0),
    by      TEXT    NOT NULL CHECK (by = 'B' OR by = 'W'),
    action  TEXT    NOT NULL CHECK (action <> ''),
    comment TEXT,
    seal INTEGER NOT NULL AS (seal(watch, number, at, by, action, comment)) STORED,
    PRIMARY KEY (watch, number)
) STRICT;

-- When a server was last known to run, in milliseconds since 1970 UTC, so that no clock runs while
-- it does not. The primary key serves that of a server (WHERE node = ?).
CREATE TABLE table_node (
    node TEXT    NOT NULL PRIMARY KEY CHECK (node <> ''),
    seen INTEGER NOT NULL
) STRICT;
