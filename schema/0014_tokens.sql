-- Changes whose request had an idempotency key: the same request again is answered from the log.
-- `token` is the hash of the caller's key, `request` that of what it asked for.
CREATE TABLE change_token (
    token     BLOB    NOT NULL PRIMARY KEY CHECK (length(token) = 32),
    request   BLOB    NOT NULL CHECK (length(request) = 32),
    change_id INTEGER NOT NULL REFERENCES change (id),
    seal INTEGER NOT NULL AS (seal(token, request, change_id)) STORED
) STRICT;
