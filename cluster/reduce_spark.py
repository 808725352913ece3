"""Does what duplicates.sql and reduce.sql do, on Spark 4.

    spark-submit reduce_spark.py duplicates LAKE
    spark-submit reduce_spark.py reduce LAKE [--floor N]

The tables are folders of files here, which `joseki-cluster` reads as well.
"""

import argparse
import json

from pyspark.sql import SparkSession, Window
from pyspark.sql import functions as f

SUMS = [
    "games", "corners", "scored", "half_points", "expected",
    "points_lost_n", "points_lost_sum", "points_lost_squares",
    "win_rate_lost_n", "win_rate_lost_sum", "win_rate_lost_squares",
    "at_once_turns", "at_once_here", "later_turns", "later_here", "again_turns", "again_here",
]
KEY = ["line", "source", "year", "band"]
EXAMPLES = 4


def games_of(spark, lake):
    """All rows of games, each with the name of its file in the lake."""
    name = f.regexp_extract(f.col("_metadata.file_path"), "[^/]+/[^/]+$", 0)
    return spark.read.parquet(f"{lake}/games/*/games.parquet").withColumn("file", name)


def write(frame, path):
    frame.write.mode("overwrite").option("compression", "zstd").parquet(path)


def duplicates(spark, lake):
    """Lists the games of which another record counts, and the rows of every file."""
    games = games_of(spark, lake).select("file", "game", "fingerprint", "collection", "path", "ordinal")
    same = ["game", "fingerprint"]
    several = games.groupBy(*same).count().where("count > 1").drop("count")
    order = Window.partitionBy(*same).orderBy("collection", "path", "ordinal", "file")
    ranked = games.join(several, same, "left_semi").withColumn("place", f.row_number().over(order))
    left_out = ranked.where("place > 1").select("file", "path", "ordinal")
    files = games.groupBy("file").count()
    files = files.select("file", f.lit(None).cast("string").alias("path"), f.col("count").alias("ordinal"))
    listed = left_out.unionByName(files).coalesce(1).orderBy("file", "path", "ordinal")
    write(listed.coalesce(1), f"{lake}/duplicates.parquet")


def kept_lines(spark, lake):
    """The lines that stay whatever their games, with every beginning of one; or nothing."""
    hadoop = spark.sparkContext._jvm.org.apache.hadoop.fs
    pattern = hadoop.Path(f"{lake}/keep*.txt")
    found = pattern.getFileSystem(spark.sparkContext._jsc.hadoopConfiguration()).globStatus(pattern)
    if not found:
        return None
    named = spark.read.text(f"{lake}/keep*.txt").select(f.trim("value").alias("line"))
    lengths = f.explode(f.sequence(f.lit(0), f.length("line"), f.lit(2)))
    beginnings = named.select("line", lengths.alias("length"))
    return beginnings.select(f.substring("line", f.lit(1), f.col("length")).alias("line")).distinct()


def added_up(rows):
    """One row a line and cohort: the sums, and the best examples."""
    sums = [f.sum(name).cast("long").alias(name) for name in SUMS]
    best = f.slice(f.sort_array(f.flatten(f.collect_list("examples")), asc=False), 1, EXAMPLES)
    grouped = rows.groupBy(*KEY).agg(f.first("game").alias("game"), *sums, best.alias("examples"))
    return grouped.select("game", *KEY, *SUMS, "examples")


def reduce(spark, lake, floor):
    """Adds the counts up, and finds the games that are examples."""
    rows = spark.read.parquet(f"{lake}/counts/*/counts-*.parquet")
    if floor > 1:
        keep = kept_lines(spark, lake)
        # A line's games are never more than those of the line before it, so what is left is a tree.
        # Hashes are smaller than lines; one that two lines share keeps a line too many for now.
        rows = rows.withColumn("line_hash", f.xxhash64("line"))
        frequent = rows.groupBy("line_hash").agg(f.sum("games").alias("all")).where(f.col("all") >= floor)
        chosen = rows.join(frequent.select("line_hash"), "line_hash", "left_semi")
        if keep is not None:
            named = keep.select(f.xxhash64("line").alias("line_hash"))
            chosen = rows.join(frequent.select("line_hash").union(named).distinct(), "line_hash", "left_semi")
        added = added_up(chosen.drop("line_hash")).cache()
        lines = added.groupBy("line").agg(f.sum("games").alias("all")).where(f.col("all") >= floor).select("line")
        if keep is not None:
            lines = lines.union(keep).distinct()
        added = added.join(lines, "line", "left_semi").select("game", *KEY, *SUMS, "examples")
    else:
        added = added_up(rows)
    write(added.orderBy(*KEY), f"{lake}/book/lines.parquet")
    lines = spark.read.parquet(f"{lake}/book/lines.parquet")
    examples = lines.select(f.explode("examples").alias("example"))
    examples = examples.select(f.right("example", f.lit(16)).alias("fingerprint")).distinct()
    listed = spark.read.parquet(f"{lake}/duplicates.parquet").where("path IS NOT NULL")
    games = games_of(spark, lake).join(examples, "fingerprint", "left_semi")
    games = games.join(listed, ["file", "path", "ordinal"], "left_anti").drop("file")
    columns = spark.read.parquet(f"{lake}/games/*/games.parquet").columns
    write(games.select(*columns).orderBy("collection", "path", "ordinal"), f"{lake}/book/games.parquet")
    said = {
        "floor": floor,
        "lines": lines.count(),
        "games": spark.read.parquet(f"{lake}/book/games.parquet").count(),
    }
    hadoop = spark.sparkContext._jvm.org.apache.hadoop.fs
    path = hadoop.Path(f"{lake}/book/reduction.json")
    out = path.getFileSystem(spark.sparkContext._jsc.hadoopConfiguration()).create(path, True)
    out.write(bytearray(json.dumps(said), "utf-8"))
    out.close()


def main():
    parser = argparse.ArgumentParser(description="Adds up the counts of a lake on Spark.")
    parser.add_argument("step", choices=["duplicates", "reduce"])
    parser.add_argument("lake")
    parser.add_argument("--floor", type=int, default=1, help="leave out lines of fewer games")
    arguments = parser.parse_args()
    spark = SparkSession.builder.appName("joseki-cluster").getOrCreate()
    # It warns of every pattern of paths.
    spark.sparkContext.setLogLevel("ERROR")
    if arguments.step == "duplicates":
        duplicates(spark, arguments.lake)
    else:
        reduce(spark, arguments.lake, arguments.floor)
    spark.stop()


if __name__ == "__main__":
    main()
