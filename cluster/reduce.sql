-- Adds up the counts of a lake, for DuckDB:
--     duckdb -c "SET VARIABLE lake = 'lake'; SET VARIABLE floor = 3" -f reduce.sql
-- Lines of fewer games than the floor (1 if it is not set) are left out, but for those that a file
-- lake/keep*.txt names, one to a line. Writes lake/book/: lines.parquet, games.parquet with the
-- games that are examples, reduction.json. The folder lake/book must exist.
CREATE OR REPLACE TEMP VIEW counted AS
SELECT * FROM read_parquet(getvariable('lake') || '/counts/*/counts-*.parquet');

-- A line's games are never more than those of the line before it, so what is left is a tree.
-- Hashes are smaller than lines; one that two lines share keeps a line too many, dropped below.
CREATE OR REPLACE TEMP TABLE frequent AS
SELECT hash(line) AS line_hash FROM counted
WHERE coalesce(getvariable('floor'), 1) > 1
GROUP BY line_hash HAVING sum(games) >= getvariable('floor');

-- With every beginning of a line.
CREATE OR REPLACE TEMP TABLE keep AS
WITH named AS (
    SELECT trim(unnest(string_split(content, chr(10))), chr(13) || ' ') AS line
    FROM read_text(getvariable('lake') || '/keep*.txt')
)
SELECT DISTINCT left(line, unnest(generate_series(0, length(line), 2))) AS line FROM named;

CREATE OR REPLACE TEMP VIEW chosen AS
SELECT *, hash(line, source, year, band) AS row_hash FROM counted
WHERE coalesce(getvariable('floor'), 1) <= 1
    OR hash(line) IN (SELECT line_hash FROM frequent)
    OR line IN (SELECT line FROM keep);

-- Most rows are the only one of their line and cohort. Without them a sum fits into memory, or can be
-- moved to the disk; lists that are added up cannot.
CREATE OR REPLACE TEMP TABLE several AS
SELECT row_hash FROM chosen GROUP BY row_hash HAVING count(*) > 1;

CREATE OR REPLACE TEMP TABLE added AS
SELECT * EXCLUDE (row_hash) FROM chosen ANTI JOIN several USING (row_hash)
UNION ALL
SELECT
    any_value(game) AS game, line, source, year, band,
    CAST(sum(games) AS BIGINT) AS games,
    CAST(sum(corners) AS BIGINT) AS corners,
    CAST(sum(scored) AS BIGINT) AS scored,
    CAST(sum(half_points) AS BIGINT) AS half_points,
    CAST(sum(expected) AS BIGINT) AS expected,
    CAST(sum(points_lost_n) AS BIGINT) AS points_lost_n,
    CAST(sum(points_lost_sum) AS BIGINT) AS points_lost_sum,
    CAST(sum(points_lost_squares) AS BIGINT) AS points_lost_squares,
    CAST(sum(win_rate_lost_n) AS BIGINT) AS win_rate_lost_n,
    CAST(sum(win_rate_lost_sum) AS BIGINT) AS win_rate_lost_sum,
    CAST(sum(win_rate_lost_squares) AS BIGINT) AS win_rate_lost_squares,
    CAST(sum(at_once_turns) AS BIGINT) AS at_once_turns,
    CAST(sum(at_once_here) AS BIGINT) AS at_once_here,
    CAST(sum(later_turns) AS BIGINT) AS later_turns,
    CAST(sum(later_here) AS BIGINT) AS later_here,
    CAST(sum(again_turns) AS BIGINT) AS again_turns,
    CAST(sum(again_here) AS BIGINT) AS again_here,
    list_slice(list_reverse_sort(flatten(list(examples))), 1, 4) AS examples
FROM chosen SEMI JOIN several USING (row_hash)
GROUP BY line, source, year, band;

COPY (
    SELECT * FROM added
    WHERE coalesce(getvariable('floor'), 1) <= 1
        OR line IN (
            SELECT line FROM added WHERE getvariable('floor') > 1
            GROUP BY line HAVING sum(games) >= getvariable('floor')
        )
        OR line IN (SELECT line FROM keep)
    ORDER BY line, source, year, band
) TO (getvariable('lake') || '/book/lines.parquet') (FORMAT parquet, COMPRESSION zstd, PARQUET_VERSION v2);

COPY (
    WITH examples AS (
        SELECT DISTINCT right(unnest(examples), 16) AS fingerprint
        FROM read_parquet(getvariable('lake') || '/book/lines.parquet')
    )
    SELECT games.* EXCLUDE (filename)
    FROM read_parquet(getvariable('lake') || '/games/*/games.parquet', filename = true) AS games
    SEMI JOIN examples USING (fingerprint)
    ANTI JOIN read_parquet(getvariable('lake') || '/duplicates.parquet') AS duplicates
        ON regexp_extract(games.filename, '[^/]+/[^/]+$') = duplicates.file
            AND games.path = duplicates.path AND games.ordinal = duplicates.ordinal
    ORDER BY collection, path, ordinal
) TO (getvariable('lake') || '/book/games.parquet') (FORMAT parquet, COMPRESSION zstd);

COPY (
    SELECT
        coalesce(getvariable('floor'), 1) AS floor,
        (SELECT count(*) FROM read_parquet(getvariable('lake') || '/book/lines.parquet')) AS lines,
        (SELECT count(*) FROM read_parquet(getvariable('lake') || '/book/games.parquet')) AS games
) TO (getvariable('lake') || '/book/reduction.json') (FORMAT json);
