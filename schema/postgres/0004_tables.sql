-- Schema 17 of SQLite (schema/0017_tables.sql).
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

CREATE INDEX game_table_black ON game_table (black);
CREATE INDEX game_table_white ON game_table (white);
CREATE INDEX game_table_touched ON game_table (touched);

CREATE TABLE table_event (
    watch BYTEA NOT NULL REFERENCES game_table (watch),
    number BIGINT NOT NULL CHECK (number >= 0),
    at BIGINT NOT NULL CHECK (at >= 0),
    by TEXT COLLATE "C" NOT NULL CHECK (by IN ('B', 'W')),
    action TEXT COLLATE "C" NOT NULL CHECK (action <> ''),
    comment TEXT COLLATE "C",
    PRIMARY KEY (watch, number)
);

CREATE TABLE table_node (
    node TEXT COLLATE "C" PRIMARY KEY CHECK (node <> ''),
    seen BIGINT NOT NULL
);
