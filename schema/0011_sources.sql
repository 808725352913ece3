-- What is known of a source: a name in the sources of nodes, or of a collection of games
-- (cohort.source). Nothing is known of a source without a row. What rests on withheld sources alone
-- is neither served nor exported.
CREATE TABLE source (
    name        TEXT    NOT NULL PRIMARY KEY CHECK (name <> ''),
    license     TEXT    NOT NULL CHECK (license <> ''),   -- an SPDX expression, or 'unknown'
    attribution TEXT    NOT NULL,
    address     TEXT    NOT NULL,
    withheld    INTEGER NOT NULL CHECK (withheld IN (0, 1)),
    changed     INTEGER NOT NULL,                         -- seconds since 1970 UTC
    by          TEXT    NOT NULL,
    seal INTEGER NOT NULL AS (seal(name, license, attribution, address, withheld, changed, by)) STORED
) STRICT;

-- The game of an answer; without a row, Go. Its board follows from the game and
-- trainee_answer.size. The primary key serves the answers
-- (trainee_answer LEFT JOIN answer_variant ON answer_id = trainee_answer.id).
CREATE TABLE answer_variant (
    answer_id INTEGER PRIMARY KEY REFERENCES trainee_answer (id),
    game_name TEXT    NOT NULL CHECK (game_name <> ''),
    seal INTEGER NOT NULL AS (seal(answer_id, game_name)) STORED
) STRICT;

-- Answers of earlier versions have no game: take that of the book of their name.
INSERT INTO answer_variant (answer_id, game_name)
SELECT trainee_answer.id, game FROM trainee_answer
JOIN book ON book.name = trainee_answer.book JOIN book_game ON book_game.book_id = book.id
WHERE game <> 'go' AND created <= trainee_answer.at / 1000000;
