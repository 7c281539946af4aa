#!/usr/bin/env python3
"""Encodes the positions of games on Apache Spark: each task writes a Parquet file with its part of the games.

    tensors.py [--master URL] [--tasks N] [--planes] -o FOLDER PATH...

A row is a position before a turn, with the arrays of skep.tensors: its piece list, or with --planes its planes and its
mask. train.py learns from these files.
"""

import argparse
import os
import pathlib
import sys

import skep.parquet


def encode(shard: int, shards: int, paths: list[str], folder: str, planes: bool) -> int:
    """Writes a part of the games, and returns the number of its positions. Runs in the workers."""
    batches = skep.tensors(paths, shard=(shard, shards), arrays="mask" if planes else "compact", threads=1)
    # A task that is killed leaves no file with the final name, and the task that replaces it writes the same rows.
    return skep.parquet.write(batches, pathlib.Path(folder, f"part-{shard:05}.parquet"), force=True)


def main() -> None:
    # The training needs only `read`.
    from pyspark import SparkContext

    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--master", default="local[*]")
    parser.add_argument("--tasks", type=int, default=0)
    parser.add_argument("--planes", action="store_true")
    parser.add_argument("-o", "--output", required=True)
    parser.add_argument("paths", nargs="+")
    options = parser.parse_args()
    folder = os.path.abspath(options.output)
    os.makedirs(folder, exist_ok=True)
    if os.listdir(folder):
        sys.exit(f"error: {folder} is not empty")
    # A game is in the part that its path and its number in the file say.
    paths, planes = [os.path.abspath(path) for path in options.paths], options.planes
    context = SparkContext(master=options.master, appName="skep tensors")
    context.setLogLevel("ERROR")
    tasks = options.tasks or context.defaultParallelism * 4
    shards = context.parallelize(range(tasks), tasks)
    counts = shards.map(lambda shard: encode(shard, tasks, paths, folder, planes)).collect()
    context.stop()
    print(f"{sum(counts)} positions in {sum(count > 0 for count in counts)} files")


if __name__ == "__main__":
    main()
