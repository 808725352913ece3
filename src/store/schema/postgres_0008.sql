-- Evaluations on several whole boards, with the moves of the search; see sqlite_0021.sql. The primary
-- key serves looking up a position (WHERE position = ? ORDER BY to_play, engine, rules, komi, board)
-- and reading all of them in order.
ALTER TABLE evaluation
    ADD COLUMN board TEXT COLLATE "C" NOT NULL DEFAULT 'empty' CHECK (board ~ '^[a-z0-9-]{1,40}$'),
    ADD COLUMN moves TEXT COLLATE "C" CHECK (moves <> '');
ALTER TABLE evaluation ALTER COLUMN board DROP DEFAULT, DROP CONSTRAINT evaluation_pkey;
ALTER TABLE evaluation ADD PRIMARY KEY (position, to_play, engine, rules, komi, board);

-- The log, with changes by engines.
ALTER TABLE change DROP CONSTRAINT change_kind_check;
ALTER TABLE change ADD CONSTRAINT change_kind_check CHECK (kind IN ('create', 'edit', 'import', 'grow',
    'mine', 'merge', 'copy', 'split', 'rename', 'delete', 'restore', 'revert', 'baseline'));
