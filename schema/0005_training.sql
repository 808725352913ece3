-- What players have learned of books: their answers, and what these add up to by move.
-- All of it follows from the answers and is kept in the transaction that enters one. Moments are
-- microseconds since 1970 UTC; keys of positions and moves are 64 bits, so that large ones are negative here.

-- A player.
CREATE TABLE trainee (
    id   INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT    NOT NULL CHECK (name <> '')
) STRICT;

-- One player by its name; the names in their order.
CREATE UNIQUE INDEX trainee_name ON trainee (name);

-- An answer, with all that is needed to add answers up anew. They go only with their player, or when the same
-- question turns out to have been answered before.
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
    edge       INTEGER,                                          -- the move, if the book has it
    expected   BLOB    NOT NULL CHECK (expected <> x'' AND length(expected) % 8 = 0)   -- what was right, best first
) STRICT;

-- The answer to a question, which a player gives once.
CREATE UNIQUE INDEX trainee_answer_question ON trainee_answer (trainee_id, question);

-- A player's answers in the order in which they are added up
-- (WHERE trainee_id = ? AND (at, question) > (?, ?) ORDER BY at, question), and the last of them.
CREATE INDEX trainee_answer_at ON trainee_answer (trainee_id, at, question);

CREATE TRIGGER trainee_answer_is_not_updated BEFORE UPDATE ON trainee_answer
BEGIN SELECT raise(ABORT, 'an answer is never changed'); END;

-- What a player's answers say of a move. The primary key serves reading all of a player
-- (WHERE trainee_id = ? ORDER BY edge).
CREATE TABLE trainee_edge (
    trainee_id INTEGER NOT NULL REFERENCES trainee (id),
    edge       INTEGER NOT NULL,
    position   INTEGER NOT NULL,
    rights     INTEGER NOT NULL CHECK (rights BETWEEN 0 AND 4294967295),
    wrongs     INTEGER NOT NULL CHECK (wrongs BETWEEN 0 AND 4294967295),
    misplayed  INTEGER NOT NULL CHECK (misplayed BETWEEN 0 AND 4294967295),
    half_life  INTEGER CHECK (half_life > 0),                    -- null of a move that was only played wrongly
    lapsed     INTEGER CHECK (lapsed IN (0, 1)),
    answered   INTEGER,
    CHECK ((half_life IS NULL) = (lapsed IS NULL) AND (half_life IS NULL) = (answered IS NULL)),
    PRIMARY KEY (trainee_id, edge)
) STRICT, WITHOUT ROWID;
