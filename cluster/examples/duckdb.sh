#!/bin/sh
# Counts game records with DuckDB: duckdb.sh LAKE FLOOR RECORDS...
# Every file, folder or archive of records is a task; as many run at a time as there are processors.
# Run it again after a failure: a task that is done again writes the same bytes.
set -eu
lake=$1 floor=$2
shift 2
here=$(dirname "$0")/..
mkdir -p "$lake/book"

number=0
for records in "$@"; do
    number=$((number + 1))
    printf '%s\0%s\0' "$lake/games/$number" "$records"
done | xargs -0 -n 2 -P "$(nproc)" joseki-cluster games --output

duckdb -bail -c "SET VARIABLE lake = '$lake'" -f "$here/duplicates.sql"
joseki-cluster ratings "$lake/games" --duplicates "$lake/duplicates.parquet" --output "$lake/ratings"

for task in "$lake"/games/*; do
    printf '%s\0%s\0' "$lake/counts/$(basename "$task")" "$task"
done | xargs -0 -n 2 -P "$(nproc)" joseki-cluster counts \
    --duplicates "$lake/duplicates.parquet" --ratings "$lake/ratings" --output

duckdb -bail -c "SET VARIABLE lake = '$lake'; SET VARIABLE floor = $floor" -f "$here/reduce.sql"
