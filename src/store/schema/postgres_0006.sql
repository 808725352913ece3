-- The store in a database of PostgreSQL, at schema 6: the first schema that a program opens. Later
-- schemas are numbered steps beside this file (src/store/postgres/migration.rs). The tables are those
-- of schema 19 of SQLite, whose file says more about tables and columns (sqlite_0019.sql).
-- Texts compare byte by byte. There are no seals, since the server has checksums of pages; and no
-- references from nodes and lines, which the program checks and writes by the million. The table
-- "store", with the schema and an identity, is made before (src/store/postgres/migration.rs).

-- The last numbers given: ids of rows by table, and the number of transactions that wrote
-- ("write"), which every one of them takes first. So there are no gaps, numbers become visible in
-- their order, and one transaction writes at a time. The primary key serves the next number (UPDATE
-- … WHERE name = ?).
CREATE TABLE counter (
    name TEXT COLLATE "C" PRIMARY KEY,
    value BIGINT NOT NULL CHECK (value >= 0)
);

INSERT INTO counter (name, value) VALUES
    ('write', 0), ('book', 0), ('change', 0), ('opponent', 0), ('contender', 0), ('api_key', 0),
    ('result', 0), ('trainee', 0), ('trainee_answer', 0), ('audit', 0);

-- The transactions that wrote, by the mark that their node gave them. The primary key serves
-- whether one was committed whose answer was lost (WHERE mark = ?), the unique numbers deleting old
-- ones.
CREATE TABLE commit_mark (
    mark TEXT COLLATE "C" PRIMARY KEY,
    number BIGINT NOT NULL UNIQUE
);

-- Books

-- A book. The primary key serves the book of a node (WHERE id = ?).
CREATE TABLE book (
    id BIGINT PRIMARY KEY CHECK (id BETWEEN 1 AND 2147483647),
    name TEXT COLLATE "C" NOT NULL CHECK (name <> ''),
    version BIGINT NOT NULL CHECK (version >= 1),
    nodes BIGINT NOT NULL CHECK (nodes >= 0),
    lines BIGINT NOT NULL CHECK (lines >= 0),
    created BIGINT NOT NULL,
    changed BIGINT NOT NULL
);

-- One book by its name (WHERE name = ?); all books in the order of their names (ORDER BY name).
CREATE UNIQUE INDEX book_name ON book (name);

-- The game of a book; without a row, Go. The primary key serves the heads of books (book LEFT JOIN
-- book_game ON book_game.book_id = book.id), and the game of a deleted book (WHERE book_id = ?).
CREATE TABLE book_game (
    book_id BIGINT PRIMARY KEY CHECK (book_id BETWEEN 1 AND 2147483647),
    game TEXT COLLATE "C" NOT NULL CHECK (game <> ''),
    board_size BIGINT CHECK (board_size BETWEEN 1 AND 255)
);

-- A move of a book; the root is a row as well. The primary key serves loading a book (WHERE id > ?
-- AND id <= ? ORDER BY id LIMIT ?).
CREATE TABLE node (
    id BIGINT PRIMARY KEY,
    book_id BIGINT NOT NULL,
    parent_id BIGINT,
    step TEXT COLLATE "C" NOT NULL,
    ends BIGINT NOT NULL CHECK (ends IN (0, 1)),
    verdict TEXT COLLATE "C" CHECK (verdict IN ('ideal', 'good', 'mistake', 'trick', 'question')),
    advantage DOUBLE PRECISION,
    sente TEXT COLLATE "C" CHECK (sente IN ('first', 'second')),
    comment TEXT COLLATE "C",
    conditions TEXT COLLATE "C" CHECK (conditions <> ''),
    names TEXT COLLATE "C",
    tags TEXT COLLATE "C",
    sources TEXT COLLATE "C",
    marks TEXT COLLATE "C",
    properties TEXT COLLATE "C",
    mined BIGINT NOT NULL DEFAULT 0 CHECK (mined IN (0, 1)),
    retired BIGINT NOT NULL DEFAULT 0 CHECK (retired IN (0, 1)),
    revision BIGINT NOT NULL DEFAULT 0 CHECK (revision >= 0),
    confidence BIGINT CHECK (confidence BETWEEN 0 AND 100),
    CHECK (id >> 32 = book_id),
    CHECK (parent_id IS NULL OR (parent_id < id AND parent_id >> 32 = book_id)),
    CHECK (CASE WHEN parent_id IS NULL THEN id & 4294967295 = 0 AND step = '' AND ends = 0
                ELSE length(step) IN (2, 4) END)
);

-- The move that follows a node, at most one per step (WHERE parent_id = ? AND step = ?).
CREATE UNIQUE INDEX node_child ON node (parent_id, step) WHERE parent_id IS NOT NULL;

-- The flattened lines of a book. The primary key serves a page of them under a prefix (WHERE
-- book_id = ? AND line >= ? AND line < ? ORDER BY line LIMIT ?), and their count.
CREATE TABLE line (
    book_id BIGINT NOT NULL,
    line TEXT COLLATE "C" NOT NULL CHECK (line <> ''),
    node_id BIGINT NOT NULL,
    PRIMARY KEY (book_id, line)
);

-- The line that ends at a node (WHERE node_id = ?).
CREATE UNIQUE INDEX line_node ON line (node_id);

-- The log: a row per change of a book. The primary key serves the log of all books (WHERE id < ?
-- ORDER BY id DESC LIMIT ?).
CREATE TABLE change (
    id BIGINT PRIMARY KEY,
    book_id BIGINT,
    book TEXT COLLATE "C" NOT NULL,
    version BIGINT NOT NULL,
    at BIGINT NOT NULL,
    kind TEXT COLLATE "C" NOT NULL CHECK (kind IN ('create', 'edit', 'import', 'mine', 'merge', 'copy',
                       'split', 'rename', 'delete', 'restore', 'revert', 'baseline')),
    who TEXT COLLATE "C" NOT NULL,
    reason TEXT COLLATE "C" NOT NULL,
    what TEXT COLLATE "C" NOT NULL,
    origin_book TEXT COLLATE "C",
    origin_version BIGINT,
    inserted BIGINT NOT NULL,
    updated BIGINT NOT NULL,
    deleted BIGINT NOT NULL,
    contents BIGINT NOT NULL CHECK (contents IN (0, 1)),
    CHECK ((origin_book IS NULL) = (origin_version IS NULL)),
    CHECK (contents = 0 OR book_id IS NOT NULL)
);

-- The last version of a name (SELECT max(version) … WHERE book = ?).
CREATE UNIQUE INDEX change_book_version ON change (book, version);

-- A page of the changes under a name (WHERE book = ? AND id < ? ORDER BY id DESC LIMIT ?).
CREATE INDEX change_book ON change (book);

-- A page of the changes of a book (WHERE book_id = ? AND id < ? ORDER BY id DESC LIMIT ?), its
-- state at a moment, and all changes after that (WHERE book_id = ? AND id > ? ORDER BY id).
CREATE INDEX change_book_id ON change (book_id);

-- The contents of a change, part by part. The primary key serves reading a change (WHERE change_id
-- = ? ORDER BY part).
CREATE TABLE change_part (
    change_id BIGINT NOT NULL REFERENCES change (id),
    part BIGINT NOT NULL CHECK (part BETWEEN 0 AND 4294967295),
    book_id BIGINT NOT NULL,
    first TEXT COLLATE "C" NOT NULL,
    last TEXT COLLATE "C" NOT NULL CHECK (first <= last),
    data BYTEA NOT NULL CHECK (octet_length(data) > 0),
    PRIMARY KEY (change_id, part)
);

-- The parts that may have a node, without reading them (WHERE book_id = ? AND first <= ? AND last
-- >= ? AND change_id < ? ORDER BY change_id DESC).
CREATE INDEX change_part_lines ON change_part (book_id, first, last, change_id, part);

-- A change whose request had an idempotency key. The primary key serves the change of a key (WHERE
-- token = ?).
CREATE TABLE change_token (
    token BYTEA PRIMARY KEY CHECK (octet_length(token) = 32),
    request BYTEA NOT NULL CHECK (octet_length(request) = 32),
    change_id BIGINT NOT NULL REFERENCES change (id)
);

-- The mark of the history, which the program writes when it makes the store. One row (WHERE id =
-- 1).
CREATE TABLE history (
    id BIGINT PRIMARY KEY CHECK (id = 1),
    mark TEXT COLLATE "C" NOT NULL CHECK (length(mark) = 16)
);

-- Sources and counted games

-- A known source. The primary key serves one source (WHERE name = ?) and all of them (ORDER BY
-- name).
CREATE TABLE source (
    name TEXT COLLATE "C" NOT NULL PRIMARY KEY CHECK (name <> ''),
    license TEXT COLLATE "C" NOT NULL CHECK (license <> ''),
    attribution TEXT COLLATE "C" NOT NULL,
    address TEXT COLLATE "C" NOT NULL,
    withheld BIGINT NOT NULL CHECK (withheld IN (0, 1)),
    changed BIGINT NOT NULL,
    by TEXT COLLATE "C" NOT NULL
);

-- A group by which the games of a book are counted. The primary key serves a book's list (WHERE
-- book_id = ? ORDER BY number).
CREATE TABLE cohort (
    book_id BIGINT NOT NULL REFERENCES book (id),
    number BIGINT NOT NULL CHECK (number BETWEEN 0 AND 4294967295),
    source TEXT COLLATE "C" NOT NULL,
    year BIGINT NOT NULL CHECK (year BETWEEN 0 AND 65535),
    band TEXT COLLATE "C" NOT NULL CHECK (band IN ('unknown', 'kyu', 'dan', 'high_dan', 'pro', 'engine')),
    imported BIGINT NOT NULL CHECK (imported IN (0, 1)),
    PRIMARY KEY (book_id, number)
);

-- A counted game. The primary key serves the games that are a move's examples (WHERE book_id = ?
-- AND number = ?), and deleting a book's.
CREATE TABLE game (
    book_id BIGINT NOT NULL REFERENCES book (id),
    number BIGINT NOT NULL CHECK (number BETWEEN 0 AND 4294967295),
    fingerprint BIGINT NOT NULL,
    cohort BIGINT NOT NULL CHECK (cohort BETWEEN 0 AND 4294967295),
    year BIGINT CHECK (year BETWEEN 1 AND 65535),
    month BIGINT CHECK (month BETWEEN 1 AND 12),
    day BIGINT CHECK (day BETWEEN 1 AND 31),
    black TEXT COLLATE "C" NOT NULL,
    white TEXT COLLATE "C" NOT NULL,
    black_rank TEXT COLLATE "C",
    white_rank TEXT COLLATE "C",
    result TEXT COLLATE "C" NOT NULL,
    komi TEXT COLLATE "C",
    event TEXT COLLATE "C",
    moves BYTEA,
    PRIMARY KEY (book_id, number)
);

-- The game with a fingerprint, at most one of a book (WHERE book_id = ? AND fingerprint = ?).
CREATE UNIQUE INDEX game_fingerprint ON game (book_id, fingerprint);

-- The keys with which later games are compared, without reading the records (SELECT number,
-- fingerprint, cohort, year, month, day … WHERE book_id = ? ORDER BY number).
CREATE INDEX game_key ON game (book_id, number, fingerprint, cohort, year, month, day);

-- All counted lines of a book, as one stream of bytes cut into parts. The primary key serves
-- reading them in order (WHERE book_id = ? ORDER BY part), one of them, and their number.
CREATE TABLE tally (
    book_id BIGINT NOT NULL REFERENCES book (id),
    part BIGINT NOT NULL CHECK (part BETWEEN 0 AND 4294967295),
    data BYTEA NOT NULL CHECK (octet_length(data) > 0),
    PRIMARY KEY (book_id, part)
);

-- The line of each part's first entry. The primary key serves finding the part that may have a line
-- (WHERE book_id = ? AND first <= ? ORDER BY first DESC LIMIT 1).
CREATE TABLE tally_start (
    book_id BIGINT NOT NULL REFERENCES book (id),
    first BYTEA NOT NULL,
    part BIGINT NOT NULL CHECK (part BETWEEN 0 AND 4294967295),
    encoding BIGINT NOT NULL CHECK (encoding IN (1, 2)),
    PRIMARY KEY (book_id, first)
);

-- The settings with which a book is mined, and the number of its games. The primary key serves
-- those of a book (WHERE book_id = ?).
CREATE TABLE mining (
    book_id BIGINT PRIMARY KEY REFERENCES book (id),
    games BIGINT NOT NULL CHECK (games >= 0),
    quiet BIGINT CHECK (quiet BETWEEN 0 AND 255),
    min_games BIGINT CHECK (min_games BETWEEN 0 AND 4294967295),
    min_share DOUBLE PRECISION CHECK (min_share BETWEEN 0 AND 1),
    max_depth BIGINT CHECK (max_depth BETWEEN 0 AND 4294967295),
    CHECK (num_nulls(quiet, min_games, min_share, max_depth) IN (0, 4))
);

-- A book whose counts were loaded without lines of few games. The primary key serves that of a book
-- (mining LEFT JOIN counts_floor ON counts_floor.book_id = mining.book_id).
CREATE TABLE counts_floor (
    book_id BIGINT PRIMARY KEY REFERENCES book (id),
    least BIGINT NOT NULL CHECK (least BETWEEN 2 AND 4294967295)
);

-- Keys

-- A key, without the key itself. The primary key serves the list of keys (ORDER BY id).
CREATE TABLE api_key (
    id BIGINT PRIMARY KEY,
    name TEXT COLLATE "C" NOT NULL,
    prefix TEXT COLLATE "C" NOT NULL CHECK (prefix <> ''),
    hash BYTEA NOT NULL CHECK (octet_length(hash) = 32),
    scopes TEXT COLLATE "C" NOT NULL,
    created BIGINT NOT NULL,
    expires BIGINT,
    revoked BIGINT,
    rate BIGINT CHECK (rate BETWEEN 0 AND 4294967295)
);

-- The key of a caller, by its first letters (WHERE prefix = ?).
CREATE UNIQUE INDEX api_key_prefix ON api_key (prefix);

-- A key that replaced others, and the first of them. The primary key serves that of a key (WHERE
-- key_id = ?).
CREATE TABLE key_origin (
    key_id BIGINT PRIMARY KEY REFERENCES api_key (id),
    origin_id BIGINT NOT NULL REFERENCES api_key (id)
);

-- Who changed keys and results, and the values before and after. The primary key serves a page
-- (WHERE id < ? ORDER BY id DESC LIMIT ?).
CREATE TABLE audit (
    id BIGINT PRIMARY KEY,
    at BIGINT NOT NULL,
    who TEXT COLLATE "C" NOT NULL,
    action TEXT COLLATE "C" NOT NULL CHECK (action IN ('key_create', 'key_rotate', 'key_revoke', 'result_correct', 'result_withdraw')),
    subject TEXT COLLATE "C" NOT NULL,
    before TEXT COLLATE "C",
    after TEXT COLLATE "C"
);

-- Results of games against opponents: the ledger, and the sums of its games

-- The number of the ledger's last change. One row (WHERE id = 1).
CREATE TABLE ledger (
    id BIGINT PRIMARY KEY CHECK (id = 1),
    change BIGINT NOT NULL CHECK (change >= 0)
);

INSERT INTO ledger (id, change) VALUES (1, 0);

-- An opponent, all its versions together. The primary key serves the opponent of a contender (JOIN
-- opponent ON opponent.id = opponent_id).
CREATE TABLE opponent (
    id BIGINT PRIMARY KEY,
    name TEXT COLLATE "C" NOT NULL CHECK (name <> ''),
    class TEXT COLLATE "C" CHECK (class <> ''),
    class_said BIGINT NOT NULL CHECK (class_said >= 0),
    changed BIGINT NOT NULL CHECK (changed >= 0)
);

-- One opponent by its name (WHERE name = ?).
CREATE UNIQUE INDEX opponent_name ON opponent (name);

-- The opponents that later changes concerned (WHERE changed > ?).
CREATE INDEX opponent_changed ON opponent (changed);

-- A version of an opponent, and the sums of all its games. The primary key serves the contender of
-- a result (JOIN contender ON contender.id = contender_id).
CREATE TABLE contender (
    id BIGINT PRIMARY KEY,
    opponent_id BIGINT NOT NULL REFERENCES opponent (id),
    version TEXT COLLATE "C" NOT NULL,
    entered BIGINT NOT NULL CHECK (entered >= 0),
    games BIGINT NOT NULL,
    points BIGINT NOT NULL,
    won BIGINT NOT NULL,
    lost BIGINT NOT NULL
);

-- One version of an opponent; the versions of an opponent in the order of their names (WHERE
-- opponent_id = ? ORDER BY version).
CREATE UNIQUE INDEX contender_version ON contender (opponent_id, version);

-- The ledger: a game as it was sent, in the order of arrival. The primary key serves a page of it
-- (WHERE id < ? ORDER BY id DESC LIMIT ?).
CREATE TABLE result (
    id BIGINT PRIMARY KEY,
    game TEXT COLLATE "C" NOT NULL CHECK (game <> ''),
    hash BYTEA NOT NULL CHECK (octet_length(hash) = 32),
    contender_id BIGINT NOT NULL REFERENCES contender (id),
    number BIGINT NOT NULL CHECK (number >= 0),
    received BIGINT NOT NULL,
    revision BIGINT NOT NULL CHECK (revision BETWEEN 1 AND 4294967295),
    withdrawn BIGINT NOT NULL CHECK (withdrawn IN (0, 1)),
    changed BIGINT NOT NULL CHECK (changed >= 1),
    by TEXT COLLATE "C" NOT NULL,
    class TEXT COLLATE "C" CHECK (class <> ''),
    color TEXT COLLATE "C" NOT NULL CHECK (color IN ('B', 'W')),
    outcome TEXT COLLATE "C" NOT NULL CHECK (outcome IN ('win', 'loss', 'draw')),
    margin DOUBLE PRECISION CHECK (margin BETWEEN 0 AND 1000),
    size BIGINT NOT NULL CHECK (size BETWEEN 1 AND 255),
    initial TEXT COLLATE "C" NOT NULL,
    moves TEXT COLLATE "C" NOT NULL,
    edges BYTEA NOT NULL CHECK (octet_length(edges) % 8 = 0)
);

-- The game of an identity, at most one (WHERE game = ?).
CREATE UNIQUE INDEX result_game ON result (game);

-- An opponent's last games (WHERE contender_id = ? AND id < ? ORDER BY id DESC LIMIT ?), and all
-- games of a version to count them again.
CREATE INDEX result_contender ON result (contender_id);

-- The key with which a result was entered. The primary key serves the owner of a result (WHERE
-- result_id = ? AND key_id = ?).
CREATE TABLE result_owner (
    result_id BIGINT PRIMARY KEY REFERENCES result (id),
    key_id BIGINT NOT NULL REFERENCES api_key (id)
);

-- The game of a result; without a row, Go. The primary key serves the rows of the ledger (result
-- LEFT JOIN result_variant ON result_variant.result_id = result.id).
CREATE TABLE result_variant (
    result_id BIGINT PRIMARY KEY REFERENCES result (id),
    game_name TEXT COLLATE "C" NOT NULL CHECK (game_name <> '')
);

-- The terms of a result's game, and which games are the same. The primary key serves the rows of
-- the ledger (result LEFT JOIN result_terms ON result_id = result.id).
CREATE TABLE result_terms (
    result_id BIGINT PRIMARY KEY REFERENCES result (id),
    owner BIGINT NOT NULL CHECK (owner >= 0),
    fingerprint TEXT COLLATE "C" NOT NULL CHECK (length(fingerprint) = 32),
    untaught TEXT COLLATE "C" CHECK (untaught <> ''),
    expected BIGINT CHECK (expected BETWEEN 0 AND 1000000),
    handicap BIGINT NOT NULL CHECK (handicap BETWEEN 0 AND 99),
    komi DOUBLE PRECISION CHECK (komi BETWEEN -1000 AND 1000),
    rules TEXT COLLATE "C" CHECK (rules <> ''),
    black_rank TEXT COLLATE "C" CHECK (black_rank <> ''),
    white_rank TEXT COLLATE "C" CHECK (white_rank <> ''),
    played TEXT COLLATE "C" CHECK (played <> '')
);

-- The records of one game (WHERE fingerprint = ?).
CREATE INDEX result_terms_fingerprint ON result_terms (fingerprint);

-- The sums of a contender's games of an epoch by owner of the results. The primary key serves
-- loading a contender (WHERE contender_id = ? ORDER BY epoch, owner), and the row that a game
-- changes.
CREATE TABLE result_sum (
    contender_id BIGINT NOT NULL REFERENCES contender (id),
    epoch BIGINT NOT NULL CHECK (epoch BETWEEN 0 AND 4294967295),
    moves BYTEA NOT NULL CHECK (octet_length(moves) > 0 AND octet_length(moves) % 24 = 0),
    owner BIGINT NOT NULL CHECK (owner >= 0),
    PRIMARY KEY (contender_id, epoch, owner)
);

-- Training: the answers of players, and the sums of these by move

-- A player. The primary key serves deleting one (WHERE id = ?).
CREATE TABLE trainee (
    id BIGINT PRIMARY KEY,
    name TEXT COLLATE "C" NOT NULL CHECK (name <> '')
);

-- One player by its name (WHERE name = ?); the names in their order (ORDER BY name).
CREATE UNIQUE INDEX trainee_name ON trainee (name);

-- An answer, with all that is needed to sum up answers again. The primary key serves deleting one
-- (WHERE id = ?).
CREATE TABLE trainee_answer (
    id BIGINT PRIMARY KEY,
    trainee_id BIGINT NOT NULL REFERENCES trainee (id),
    question TEXT COLLATE "C" NOT NULL CHECK (question <> ''),
    at BIGINT NOT NULL,
    book TEXT COLLATE "C" NOT NULL,
    size BIGINT NOT NULL CHECK (size BETWEEN 1 AND 255),
    initial TEXT COLLATE "C" NOT NULL,
    moves TEXT COLLATE "C" NOT NULL,
    to_play TEXT COLLATE "C" NOT NULL CHECK (to_play IN ('B', 'W')),
    played TEXT COLLATE "C" NOT NULL,
    grade TEXT COLLATE "C" NOT NULL CHECK (grade IN ('best', 'equal', 'playable', 'mistake', 'unknown')),
    position BIGINT NOT NULL,
    edge BIGINT,
    expected BYTEA NOT NULL CHECK (octet_length(expected) > 0 AND octet_length(expected) % 8 = 0)
);

-- The answer to a question, which a player gives once (WHERE trainee_id = ? AND question = ?).
CREATE UNIQUE INDEX trainee_answer_question ON trainee_answer (trainee_id, question);

-- A player's answers in the order in which they are summed up (WHERE trainee_id = ? AND (at,
-- question) > (?, ?) ORDER BY at, question), and the last of them.
CREATE INDEX trainee_answer_at ON trainee_answer (trainee_id, at, question);

-- The game of an answer; without a row, Go. The primary key serves the answers (trainee_answer LEFT
-- JOIN answer_variant ON answer_id = trainee_answer.id).
CREATE TABLE answer_variant (
    answer_id BIGINT PRIMARY KEY REFERENCES trainee_answer (id),
    game_name TEXT COLLATE "C" NOT NULL CHECK (game_name <> '')
);

-- The sums of a player's answers by move. The primary key serves reading all of a player (WHERE
-- trainee_id = ? ORDER BY edge).
CREATE TABLE trainee_edge (
    trainee_id BIGINT NOT NULL REFERENCES trainee (id),
    edge BIGINT NOT NULL,
    position BIGINT NOT NULL,
    rights BIGINT NOT NULL CHECK (rights BETWEEN 0 AND 4294967295),
    wrongs BIGINT NOT NULL CHECK (wrongs BETWEEN 0 AND 4294967295),
    misplayed BIGINT NOT NULL CHECK (misplayed BETWEEN 0 AND 4294967295),
    half_life BIGINT CHECK (half_life > 0),
    lapsed BIGINT CHECK (lapsed IN (0, 1)),
    answered BIGINT,
    CHECK ((half_life IS NULL) = (lapsed IS NULL) AND (half_life IS NULL) = (answered IS NULL)),
    PRIMARY KEY (trainee_id, edge)
);

-- Engines

-- An engine's evaluation of a corner position. The primary key serves looking up a position (WHERE
-- position = ? ORDER BY to_play, engine, rules, komi) and reading all of them in order.
CREATE TABLE evaluation (
    position BIGINT NOT NULL,
    to_play TEXT COLLATE "C" NOT NULL CHECK (to_play IN ('B', 'W')),
    engine TEXT COLLATE "C" NOT NULL CHECK (engine <> ''),
    rules TEXT COLLATE "C" NOT NULL CHECK (rules <> ''),
    komi BIGINT NOT NULL CHECK (komi BETWEEN -300 AND 300),
    asked BIGINT NOT NULL CHECK (asked BETWEEN 1 AND 4294967295),
    visits BIGINT NOT NULL CHECK (visits BETWEEN 1 AND 4294967295),
    win_rate DOUBLE PRECISION NOT NULL CHECK (win_rate BETWEEN 0 AND 1),
    lead DOUBLE PRECISION NOT NULL CHECK (abs(lead) <= 1000),
    stdev DOUBLE PRECISION CHECK (stdev BETWEEN 0 AND 1000),
    at BIGINT NOT NULL,
    PRIMARY KEY (position, to_play, engine, rules, komi)
);

-- Weights of the evaluations of our own engines, by name. The primary key serves a name's last
-- version and its history (WHERE name = ? ORDER BY version).
CREATE TABLE weights (
    name TEXT COLLATE "C" NOT NULL CHECK (name <> ''),
    version BIGINT NOT NULL CHECK (version BETWEEN 1 AND 4294967295),
    evaluation TEXT COLLATE "C" NOT NULL CHECK (evaluation IN ('five', 'xiangqi')),
    text TEXT COLLATE "C" NOT NULL CHECK (text <> ''),
    comment TEXT COLLATE "C" NOT NULL,
    at BIGINT NOT NULL,
    by TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (name, version)
);

-- Games between two sides

-- A table: a game between two sides. The primary key serves a table by the token of a spectator
-- (WHERE watch = ?), and pages of tables in its order.
CREATE TABLE game_table (
    watch BYTEA PRIMARY KEY CHECK (octet_length(watch) = 32),
    black BYTEA CHECK (octet_length(black) = 32),
    white BYTEA CHECK (octet_length(white) = 32),
    setup TEXT COLLATE "C" NOT NULL CHECK (setup <> ''),
    node TEXT COLLATE "C" NOT NULL CHECK (node <> ''),
    made BIGINT NOT NULL,
    touched BIGINT NOT NULL,
    version BIGINT NOT NULL CHECK (version >= 0),
    result TEXT COLLATE "C"
);

-- A table by the token of Black (WHERE watch = ? OR black = ? OR white = ?).
CREATE INDEX game_table_black ON game_table (black);

-- A table by the token of White (the same query).
CREATE INDEX game_table_white ON game_table (white);

-- The tables that were not touched for long, which are deleted (WHERE touched < ?).
CREATE INDEX game_table_touched ON game_table (touched);

-- An event at a table. The primary key serves the events of a table (WHERE watch = ? ORDER BY
-- number).
CREATE TABLE table_event (
    watch BYTEA NOT NULL REFERENCES game_table (watch),
    number BIGINT NOT NULL CHECK (number >= 0),
    at BIGINT NOT NULL CHECK (at >= 0),
    by TEXT COLLATE "C" NOT NULL CHECK (by IN ('B', 'W')),
    action TEXT COLLATE "C" NOT NULL CHECK (action <> ''),
    comment TEXT COLLATE "C",
    PRIMARY KEY (watch, number)
);

-- When a server was last known to run. The primary key serves that of a server (WHERE node = ?).
CREATE TABLE table_node (
    node TEXT COLLATE "C" PRIMARY KEY CHECK (node <> ''),
    seen BIGINT NOT NULL
);
