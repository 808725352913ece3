#!/bin/sh
# Counts game records with Spark: spark.sh LAKE FLOOR RECORDS...
# The tasks run here one after the other; on a cluster each is a job of its own.
set -eu
lake=$1 floor=$2
shift 2
here=$(dirname "$0")/..
mkdir -p "$lake/book"

number=0
for records in "$@"; do
    number=$((number + 1))
    joseki-cluster games --output "$lake/games/$number" "$records"
done

spark-submit "$here/reduce_spark.py" duplicates "$lake"
joseki-cluster ratings "$lake/games" --duplicates "$lake/duplicates.parquet" --output "$lake/ratings"

for task in "$lake"/games/*; do
    joseki-cluster counts --duplicates "$lake/duplicates.parquet" --ratings "$lake/ratings" \
        --output "$lake/counts/$(basename "$task")" "$task"
done

spark-submit "$here/reduce_spark.py" reduce "$lake" --floor "$floor"
