-- What engines say of corner positions. It belongs to the positions, so that all books share it. Moments are
-- microseconds since 1970 UTC; keys of positions are 64 bits, so that large ones are negative here.

-- An evaluation, from the view of the side that is to move. The primary key serves looking up a position
-- (WHERE position = ?) and reading all of them in order.
CREATE TABLE evaluation (
    position INTEGER NOT NULL,                                      -- the key of the position
    to_play  TEXT    NOT NULL CHECK (to_play IN ('B', 'W')),        -- the side to move as it was laid; komi is White's
    engine   TEXT    NOT NULL CHECK (engine <> ''),                 -- name, version and network
    rules    TEXT    NOT NULL CHECK (rules <> ''),
    komi     INTEGER NOT NULL CHECK (komi BETWEEN -300 AND 300),    -- in half points
    asked    INTEGER NOT NULL CHECK (asked BETWEEN 1 AND 4294967295),    -- the visits that were asked for
    visits   INTEGER NOT NULL CHECK (visits BETWEEN 1 AND 4294967295),   -- the visits that it has
    win_rate REAL    NOT NULL CHECK (win_rate BETWEEN 0 AND 1),
    lead     REAL    NOT NULL CHECK (abs(lead) <= 1000),            -- in points
    stdev    REAL             CHECK (stdev BETWEEN 0 AND 1000),     -- of the final score, in points
    at       INTEGER NOT NULL,
    PRIMARY KEY (position, to_play, engine, rules, komi)
) STRICT, WITHOUT ROWID;
