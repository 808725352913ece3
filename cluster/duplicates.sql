-- Lists the games of a lake of which another record counts, for DuckDB:
--     duckdb -c "SET VARIABLE lake = 'lake'" -f duplicates.sql
-- Of several records of a game the first one counts, by collection, path and place in the file.
-- A row without a path says how many rows a file of games had.
COPY (
    WITH games AS (
        SELECT regexp_extract(filename, '[^/]+/[^/]+$') AS file, game, fingerprint, collection, path, ordinal
        FROM read_parquet(getvariable('lake') || '/games/*/games.parquet', filename = true)
    ),
    several AS (
        SELECT game, fingerprint FROM games GROUP BY ALL HAVING count(*) > 1
    ),
    ranked AS (
        SELECT file, path, ordinal, row_number() OVER (
            PARTITION BY game, fingerprint ORDER BY collection, path, ordinal, file
        ) AS place
        FROM games SEMI JOIN several USING (game, fingerprint)
    )
    SELECT file, path, ordinal FROM ranked WHERE place > 1
    UNION ALL
    SELECT file, NULL, count(*) FROM games GROUP BY file
    ORDER BY ALL
) TO (getvariable('lake') || '/duplicates.parquet') (FORMAT parquet, COMPRESSION zstd);
