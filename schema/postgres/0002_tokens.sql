-- Schema 14 of SQLite (schema/0014_tokens.sql).
CREATE TABLE change_token (
    token BYTEA PRIMARY KEY CHECK (octet_length(token) = 32),
    request BYTEA NOT NULL CHECK (octet_length(request) = 32),
    change_id BIGINT NOT NULL REFERENCES change (id)
);
