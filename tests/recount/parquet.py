#!/usr/bin/env python3
"""Reads Parquet with pyarrow and compares every value with JSON Lines of the same rows.

    parquet.py FOLDER-OR-FILE LINES

A folder is partitioned by variant and month, which are columns of the lines. Prints the number of rows.
"""

import json
import math
import sys
from pathlib import Path

import pyarrow as pa
import pyarrow.dataset as ds

place, lines = sys.argv[1:]
parted = Path(place).is_dir()
partitioning = ds.partitioning(pa.schema([("variant", pa.string()), ("month", pa.string())]), flavor="hive")
data = ds.dataset(place, format="parquet", partitioning=partitioning if parted else None)
found = data.to_table().to_pylist()
expected = [json.loads(line) for line in open(lines, encoding="utf-8")]
for row in expected:
    if parted:
        row.update({key: "unknown" if row[key] is None else row[key] for key in ("variant", "month")})


def order(row):
    return tuple(row.get(key) or 0 for key in ("number", "ply", "row"))


def same(a, b):
    if isinstance(a, float) or isinstance(b, float):
        return a is not None and b is not None and math.isclose(a, b, rel_tol=0, abs_tol=1e-12)
    return type(a) is type(b) and a == b


if "number" in expected[0]:
    # Within a file rows stand in the order of the input; between files there is no order.
    for fragment in data.get_fragments():
        keys = [order(row) for row in fragment.to_table().to_pylist()]
        assert keys == sorted(keys), fragment.path
    found.sort(key=order)
assert len(found) == len(expected), f"{len(found)} rows, {len(expected)} expected"
for a, b in zip(found, expected):
    assert set(a) == set(b), f"columns {sorted(set(a) ^ set(b))}"
    for key in b:
        assert same(a[key], b[key]), f"{key}: {a[key]!r} in Parquet, {b[key]!r} in JSON Lines, of {b}"
print(len(found))
