-- The store as SQLite has it at schema 13; what tables and columns are is in its files
-- (schema/*.sql). Texts compare byte by byte. There are no seals, whose work the database does with
-- checksums of pages; and no references from nodes and lines, which the program checks and writes by
-- the million. The table "store", with the schema and an identity, is there before
-- (src/store/postgres/migration.rs).

-- The last numbers given: ids of rows by table, and the number of transactions that wrote
-- ("write"), which every one of them takes first. So there are no gaps, numbers become visible in
-- their order, and one transaction writes at a time.
CREATE TABLE counter (
    name TEXT COLLATE "C" PRIMARY KEY,
    value BIGINT NOT NULL CHECK (value >= 0)
);

INSERT INTO counter (name, value) VALUES
    ('write', 0), ('book', 0), ('change', 0), ('opponent', 0), ('contender', 0), ('api_key', 0),
    ('result', 0), ('trainee', 0), ('trainee_answer', 0), ('audit', 0);

-- The transactions that wrote, by the mark that their node gave them: whether one was committed
-- whose answer was lost.
CREATE TABLE commit_mark (
    mark TEXT COLLATE "C" PRIMARY KEY,
    number BIGINT NOT NULL UNIQUE
);

CREATE TABLE book (
    id BIGINT PRIMARY KEY CHECK (id BETWEEN 1 AND 2147483647),
    name TEXT COLLATE "C" NOT NULL CHECK (name <> ''),
    version BIGINT NOT NULL CHECK (version >= 1),
    nodes BIGINT NOT NULL CHECK (nodes >= 0),
    lines BIGINT NOT NULL CHECK (lines >= 0),
    created BIGINT NOT NULL,
    changed BIGINT NOT NULL
);

CREATE TABLE book_game (
    book_id BIGINT PRIMARY KEY CHECK (book_id BETWEEN 1 AND 2147483647),
    game TEXT COLLATE "C" NOT NULL CHECK (game <> ''),
    board_size BIGINT CHECK (board_size BETWEEN 1 AND 255)
);

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

CREATE TABLE line (
    book_id BIGINT NOT NULL,
    line TEXT COLLATE "C" NOT NULL CHECK (line <> ''),
    node_id BIGINT NOT NULL,
    PRIMARY KEY (book_id, line)
);

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

CREATE TABLE change_part (
    change_id BIGINT NOT NULL REFERENCES change (id),
    part BIGINT NOT NULL CHECK (part BETWEEN 0 AND 4294967295),
    book_id BIGINT NOT NULL,
    first TEXT COLLATE "C" NOT NULL,
    last TEXT COLLATE "C" NOT NULL CHECK (first <= last),
    data BYTEA NOT NULL CHECK (octet_length(data) > 0),
    PRIMARY KEY (change_id, part)
);

CREATE TABLE cohort (
    book_id BIGINT NOT NULL REFERENCES book (id),
    number BIGINT NOT NULL CHECK (number BETWEEN 0 AND 4294967295),
    source TEXT COLLATE "C" NOT NULL,
    year BIGINT NOT NULL CHECK (year BETWEEN 0 AND 65535),
    band TEXT COLLATE "C" NOT NULL CHECK (band IN ('unknown', 'kyu', 'dan', 'high_dan', 'pro', 'engine')),
    imported BIGINT NOT NULL CHECK (imported IN (0, 1)),
    PRIMARY KEY (book_id, number)
);

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

CREATE TABLE tally (
    book_id BIGINT NOT NULL REFERENCES book (id),
    part BIGINT NOT NULL CHECK (part BETWEEN 0 AND 4294967295),
    data BYTEA NOT NULL CHECK (octet_length(data) > 0),
    PRIMARY KEY (book_id, part)
);

CREATE TABLE mining (
    book_id BIGINT PRIMARY KEY REFERENCES book (id),
    games BIGINT NOT NULL CHECK (games >= 0),
    quiet BIGINT CHECK (quiet BETWEEN 0 AND 255),
    min_games BIGINT CHECK (min_games BETWEEN 0 AND 4294967295),
    min_share DOUBLE PRECISION CHECK (min_share BETWEEN 0 AND 1),
    max_depth BIGINT CHECK (max_depth BETWEEN 0 AND 4294967295),
    CHECK (num_nulls(quiet, min_games, min_share, max_depth) IN (0, 4))
);

CREATE TABLE ledger (
    id BIGINT PRIMARY KEY CHECK (id = 1),
    change BIGINT NOT NULL CHECK (change >= 0)
);

CREATE TABLE opponent (
    id BIGINT PRIMARY KEY,
    name TEXT COLLATE "C" NOT NULL CHECK (name <> ''),
    class TEXT COLLATE "C" CHECK (class <> ''),
    class_said BIGINT NOT NULL CHECK (class_said >= 0),
    changed BIGINT NOT NULL CHECK (changed >= 0)
);

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

CREATE TABLE key_origin (
    key_id BIGINT PRIMARY KEY REFERENCES api_key (id),
    origin_id BIGINT NOT NULL REFERENCES api_key (id)
);

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

CREATE TABLE result_owner (
    result_id BIGINT PRIMARY KEY REFERENCES result (id),
    key_id BIGINT NOT NULL REFERENCES api_key (id)
);

CREATE TABLE result_variant (
    result_id BIGINT PRIMARY KEY REFERENCES result (id),
    game_name TEXT COLLATE "C" NOT NULL CHECK (game_name <> '')
);

CREATE TABLE result_sum (
    contender_id BIGINT NOT NULL REFERENCES contender (id),
    epoch BIGINT NOT NULL CHECK (epoch BETWEEN 0 AND 4294967295),
    moves BYTEA NOT NULL CHECK (octet_length(moves) > 0 AND octet_length(moves) % 24 = 0),
    PRIMARY KEY (contender_id, epoch)
);

CREATE TABLE trainee (
    id BIGINT PRIMARY KEY,
    name TEXT COLLATE "C" NOT NULL CHECK (name <> '')
);

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

CREATE TABLE answer_variant (
    answer_id BIGINT PRIMARY KEY REFERENCES trainee_answer (id),
    game_name TEXT COLLATE "C" NOT NULL CHECK (game_name <> '')
);

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

CREATE TABLE source (
    name TEXT COLLATE "C" NOT NULL PRIMARY KEY CHECK (name <> ''),
    license TEXT COLLATE "C" NOT NULL CHECK (license <> ''),
    attribution TEXT COLLATE "C" NOT NULL,
    address TEXT COLLATE "C" NOT NULL,
    withheld BIGINT NOT NULL CHECK (withheld IN (0, 1)),
    changed BIGINT NOT NULL,
    by TEXT COLLATE "C" NOT NULL
);

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

CREATE TABLE audit (
    id BIGINT PRIMARY KEY,
    at BIGINT NOT NULL,
    who TEXT COLLATE "C" NOT NULL,
    action TEXT COLLATE "C" NOT NULL CHECK (action IN ('key_create', 'key_rotate', 'key_revoke', 'result_correct', 'result_withdraw')),
    subject TEXT COLLATE "C" NOT NULL,
    before TEXT COLLATE "C",
    after TEXT COLLATE "C"
);

CREATE TABLE history (
    id BIGINT PRIMARY KEY CHECK (id = 1),
    mark TEXT COLLATE "C" NOT NULL CHECK (length(mark) = 16)
);

CREATE UNIQUE INDEX line_node ON line (node_id);
CREATE UNIQUE INDEX book_name ON book (name);
CREATE UNIQUE INDEX change_book_version ON change (book, version);
CREATE INDEX change_book ON change (book);
CREATE INDEX change_book_id ON change (book_id);
CREATE INDEX change_part_lines ON change_part (book_id, first, last, change_id, part);
CREATE UNIQUE INDEX api_key_prefix ON api_key (prefix);
CREATE UNIQUE INDEX game_fingerprint ON game (book_id, fingerprint);
CREATE INDEX game_key ON game (book_id, number, fingerprint, cohort, year, month, day);
CREATE UNIQUE INDEX opponent_name ON opponent (name);
CREATE INDEX opponent_changed ON opponent (changed);
CREATE UNIQUE INDEX contender_version ON contender (opponent_id, version);
CREATE UNIQUE INDEX result_game ON result (game);
CREATE INDEX result_contender ON result (contender_id);
CREATE UNIQUE INDEX trainee_name ON trainee (name);
CREATE UNIQUE INDEX trainee_answer_question ON trainee_answer (trainee_id, question);
CREATE INDEX trainee_answer_at ON trainee_answer (trainee_id, at, question);
CREATE UNIQUE INDEX node_child ON node (parent_id, step) WHERE parent_id IS NOT NULL;

INSERT INTO ledger (id, change) VALUES (1, 0);
