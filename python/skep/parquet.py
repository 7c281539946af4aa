"""Encoded positions as Parquet files, so that a training reads them many times without the games. It needs pyarrow.

A row is a position, with the arrays of a `skep.types.Batch`; a batch is a row group. Rows of more than one value are bytes,
with their type and shape in the schema. With ``arrays="compact"``, a position takes 87 bytes and compresses well.

>>> import io, pathlib, skep.parquet, tempfile
>>> with tempfile.TemporaryDirectory() as folder:
...     path = pathlib.Path(folder, "positions.parquet")
...     games = skep.read("Base;WhiteWins;White[2];wS1;bS1 wS1-")
...     rows = skep.parquet.write(skep.tensors(games, arrays="compact"), path)
...     (batch,) = skep.parquet.read(path)
>>> rows, batch.planes.shape, batch.outcome.tolist()
(2, (2, 29, 3), [1.0, -1.0])
"""

# pyarrow has no types.
# pyright: basic

from __future__ import annotations

import math
import os
import pathlib
from dataclasses import fields
from typing import Any, Iterable, Iterator, Optional

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from ._encoding import Batch

__all__ = ["read", "write"]


def write(batches: Iterable[Batch], path: "str | os.PathLike[str]", *, force: bool = False) -> int:
    """Write batches to a file, and return the number of their positions.

    The file appears when it is complete. An existing file is replaced only with ``force=True``. Without positions, no
    file is written.

    >>> import skep.parquet
    >>> skep.parquet.write([], "positions.parquet")
    0
    """
    target = pathlib.Path(os.fspath(path))
    if target.exists() and not force:
        raise FileExistsError(f"{target} exists; to replace it, use force=True")
    part = target.with_name(f".{target.name}.{os.urandom(4).hex()}.part")
    writer: Optional[pq.ParquetWriter] = None
    count = 0
    try:
        # A batch is empty if none of its positions fit in the window.
        for batch in filter(len, batches):
            table = _table(batch)
            writer = writer or pq.ParquetWriter(part, table.schema, compression="zstd")
            writer.write_table(table)
            count += len(batch)
        if writer is not None:
            writer.close()
            os.replace(part, target)
    finally:
        if writer is not None:
            writer.close()
        part.unlink(missing_ok=True)
    return count


def read(path: "str | os.PathLike[str]") -> Iterator[Batch]:
    """The batches of a file, one by one. `Batch.outside` is empty.

    >>> import skep.parquet
    >>> next(skep.parquet.read("no/such/file"))
    Traceback (most recent call last):
    FileNotFoundError: ...
    """
    with pq.ParquetFile(path) as file:
        for part in range(file.num_row_groups):
            yield _batch(file.read_row_group(part).combine_chunks())


def _table(batch: Batch) -> pa.Table:
    """A column for each array of a batch."""
    columns: list[Any] = []
    schema: list[pa.Field] = []
    for field in fields(batch):
        values = getattr(batch, field.name)
        if values is None or field.name == "outside":
            continue
        if isinstance(values, list):
            column, about = pa.array(values, pa.string()), {}
        else:
            shape = values.shape[1:]
            column = pa.array(values) if not shape else _bytes(values)
            about = {"dtype": values.dtype.str, "shape": ",".join(map(str, shape))}
        schema.append(pa.field(field.name, column.type, nullable=field.name == "entry", metadata=about))
        columns.append(column)
    return pa.Table.from_arrays(columns, schema=pa.schema(schema))


def _bytes(array: np.ndarray[Any, Any]) -> pa.Array:
    """The bytes of each row."""
    array = np.ascontiguousarray(array)
    width = array.nbytes // len(array)
    return pa.FixedSizeBinaryArray.from_buffers(pa.binary(width), len(array), [None, pa.py_buffer(array)])


def _batch(table: pa.Table) -> Batch:
    arrays: dict[str, Any] = {field.name: None for field in fields(Batch)}
    arrays["outside"] = np.zeros((0, 2), np.uint64)
    for field, column in zip(table.schema, table.itercolumns()):
        about = field.metadata or {}
        values = column.chunk(0)
        if b"shape" not in about:
            arrays[field.name] = values.to_pylist()
            continue
        shape = [int(n) for n in about[b"shape"].decode().split(",") if n]
        if shape:
            dtype, count = about[b"dtype"].decode(), len(table) * math.prod(shape)
            arrays[field.name] = np.frombuffer(values.buffers()[1], dtype, count).reshape(-1, *shape)
        else:
            arrays[field.name] = values.to_numpy(zero_copy_only=False)
    return Batch(**arrays)
