#!/usr/bin/env python3
"""Reads Parquet or Arrow with pyarrow and compares every value with JSON Lines of the same rows.

    parquet.py FOLDER-OR-FILE LINES

Checks the types too: keys are UInt64, days Date32, times Duration, and small sets of values dictionaries.

A folder is partitioned by variant and month, which are columns of the lines. Prints the number of rows.
"""

import datetime
import json
import math
import sys
from pathlib import Path

import pyarrow as pa
import pyarrow.dataset as ds

# The threads of pyarrow 26 crashed about once in 100 reads of these files on a busy machine.
pa.set_cpu_count(1)
pa.set_io_thread_count(1)
place, lines = sys.argv[1:]
parted = Path(place).is_dir()
partitioning = ds.partitioning(pa.schema([("variant", pa.string()), ("month", pa.string())]), flavor="hive")
kind = "ipc" if place.endswith(".arrow") else "parquet"
data = ds.dataset(place, format=kind, partitioning=partitioning if parted else None)
found = data.to_table(use_threads=False).to_pylist()
of_openings = "same_as" in data.schema.names
typed = "number" in data.schema.names or of_openings
DICTIONARIES = ("side", "piece", "bug", "status", "result", "termination", "notation", "game")
for field in data.schema if typed else []:
    name, type_ = field.name, field.type
    if name in ("key", "number"):
        assert type_ == pa.uint64(), field
    elif name in ("date", "last_played"):
        assert type_ == pa.date32(), field
    elif name.endswith("_ms"):
        assert type_ == pa.duration("ms"), field
    elif name in DICTIONARIES:
        assert pa.types.is_dictionary(type_) and type_.value_type == pa.string(), field
expected = [json.loads(line) for line in open(lines, encoding="utf-8")]
for row in expected:
    if parted:
        row.update({key: "unknown" if row[key] is None else row[key] for key in ("variant", "month")})
    if of_openings:
        # Only the text has dates without a day.
        row["last_played_text"] = row["last_played"]
        row["last_played"] = row["last_played"] if len(row["last_played"] or "") == 10 else None


def order(row):
    return tuple(row.get(key) or 0 for key in ("number", "ply", "row"))


def plain(key, value):
    """A value as JSON Lines have it."""
    if isinstance(value, datetime.date):
        return value.isoformat()
    if isinstance(value, datetime.timedelta):
        return value // datetime.timedelta(milliseconds=1)
    if typed and key == "key":
        return format(value, "016x")
    return value


def same(a, b):
    # JSON Lines round shares to 6 digits. The other tables of counts round them in Parquet too.
    if isinstance(a, float) or isinstance(b, float):
        return a is not None and b is not None and math.isclose(a, b, rel_tol=0, abs_tol=6e-7 if of_openings else 1e-12)
    return type(a) is type(b) and a == b


if "number" in expected[0]:
    # Within a file rows stand in the order of the input; between files there is no order.
    for fragment in data.get_fragments():
        keys = [order(row) for row in fragment.to_table(use_threads=False).to_pylist()]
        assert keys == sorted(keys), fragment.path
    found.sort(key=order)
assert len(found) == len(expected), f"{len(found)} rows, {len(expected)} expected"
for a, b in zip(found, expected):
    assert set(a) == set(b), f"columns {sorted(set(a) ^ set(b))}"
    for key in b:
        assert same(plain(key, a[key]), b[key]), f"{key}: {a[key]!r} in Parquet, {b[key]!r} in JSON Lines, of {b}"
print(len(found))
