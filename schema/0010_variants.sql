-- What a book is about; without a row, Go. Ids of books are never given twice, so a row outlives
-- its book and holds again when the book is restored. board_size, in lines, is absent if the game
-- has one size or its books serve all. The primary key serves the heads of books
-- (book LEFT JOIN book_game ON book_game.book_id = book.id), and the game of a deleted one
-- (WHERE book_id = ?).
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

-- The game of a result; without a row, Go. Its board follows from the game and result.size. The row
-- goes when a correction says that the game was Go after all. The primary key serves the rows of
-- the ledger (result LEFT JOIN result_variant ON result_variant.result_id = result.id).
CREATE TABLE result_variant (
    result_id INTEGER PRIMARY KEY REFERENCES result (id),
    game_name TEXT    NOT NULL CHECK (game_name <> ''),
    seal INTEGER NOT NULL AS (seal(result_id, game_name)) STORED
) STRICT;
