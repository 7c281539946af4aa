#!/usr/bin/env python3
"""Encodes the positions of games on Apache Spark: each task writes a Parquet file with its part of the games.

    tensors.py [--master URL] [--tasks N] [--planes] -o FOLDER PATH...

A row is a position before a turn, with the arrays of skep.tensors: its piece list, or with --planes its planes and its
mask. train.py learns from these files.
"""

import argparse
import math
import os
import pathlib
import sys
from typing import Iterator

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

import skep


def table(batch: skep.Batch) -> pa.Table:
    """A column for each array of a batch. Rows of more than one value are bytes, with their type and shape in the schema."""
    fields, columns = [], []
    for name, array in vars(batch).items():
        if array is None or name == "outside":
            continue
        shape = array.shape[1:]
        column = pa.array(array) if not shape else rows(array)
        about = {"dtype": array.dtype.str, "shape": ",".join(map(str, shape))}
        fields.append(pa.field(name, column.type, nullable=False, metadata=about))
        columns.append(column)
    return pa.Table.from_arrays(columns, schema=pa.schema(fields))


def rows(array: np.ndarray) -> pa.Array:
    """The bytes of each row."""
    array = np.ascontiguousarray(array)
    width = array.nbytes // len(array)
    return pa.FixedSizeBinaryArray.from_buffers(pa.binary(width), len(array), [None, pa.py_buffer(array)])


def read(path: os.PathLike) -> Iterator[dict[str, np.ndarray]]:
    """The arrays of a file, batch by batch."""
    with pq.ParquetFile(path) as file:
        for part in range(file.num_row_groups):
            group = file.read_row_group(part).combine_chunks()
            arrays = {}
            for field, column in zip(group.schema, group.itercolumns()):
                shape = [int(n) for n in field.metadata[b"shape"].decode().split(",") if n]
                values = column.chunk(0)
                if shape:
                    dtype, count = field.metadata[b"dtype"].decode(), len(group) * math.prod(shape)
                    values = np.frombuffer(values.buffers()[1], dtype, count).reshape(-1, *shape)
                arrays[field.name] = np.asarray(values)
            yield arrays


def encode(shard: int, shards: int, paths: list[str], folder: str, planes: bool) -> int:
    """Writes a part of the games, and returns the number of its positions. Runs in the workers."""
    done = pathlib.Path(folder, f"part-{shard:05}.parquet")
    # A task that is killed leaves no file with the final name, and the task that replaces it writes the same rows.
    part = done.with_suffix(f".{os.getpid()}")
    batches = skep.tensors(paths, shard=(shard, shards), compact=not planes, mask=planes, threads=1)
    writer, count = None, 0
    # A batch is empty if none of its positions fit in the window.
    for batch in filter(len, batches):
        of = table(batch)
        writer = writer or pq.ParquetWriter(part, of.schema, compression="zstd")
        writer.write_table(of)
        count += len(batch)
    if writer:
        writer.close()
        part.replace(done)
    return count


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
