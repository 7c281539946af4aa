"""The positions of games for torch: an ``IterableDataset`` that shares them among the workers of a ``DataLoader``.

>>> import pathlib, skep.torch, tempfile
>>> with tempfile.TemporaryDirectory() as folder:
...     path = pathlib.Path(folder, "games.uhp")
...     _ = path.write_text("Base;WhiteWins;White[2];wS1;bS1 wS1-\\n")
...     (batch,) = skep.torch.Positions(path, arrays=[])
>>> sorted(batch)
['action', 'game', 'index', 'outcome', 'planes', 'ply', 'scalars', 'symmetry']

Without torch, the module works too. Then a data set is a plain iterable of numpy arrays.
"""

from __future__ import annotations

import operator
import sys
from dataclasses import fields
from typing import TYPE_CHECKING, Any, Iterator

import numpy as np

from ._encoding import Batch, tensors
from ._types import Paths, listed

__all__ = ["Positions"]

if TYPE_CHECKING:
    _Base = object
else:
    try:
        from torch.utils.data import IterableDataset as _Base
    except ImportError:
        _Base = object


class Positions(_Base):
    """The positions of `tensors`, batch by batch, as dictionaries of torch tensors that share the memory of the arrays.

    The options are those of `tensors`. Each worker of a ``DataLoader`` reads its part of the games. ``batch_size=None`` tells
    the ``DataLoader`` that the data set makes the batches::

        loader = DataLoader(skep.torch.Positions("games.zip", shuffle=True), batch_size=None, num_workers=4)

    With several processes, ``shard=(rank, ranks)`` is the part of this process, and the workers share this part. Each
    iteration shuffles in another order, also with workers; `set_epoch` chooses its number. ``start`` is the number of
    positions that the first iteration leaves out: those of the batches that a ``DataLoader`` with the same ``batch``
    and the same number of workers gave before. The data set can be pickled.

    >>> import skep.torch
    >>> list(skep.torch.Positions([]))
    []
    """

    def __init__(
        self,
        paths: Paths,
        *,
        shard: tuple[int, int] = (0, 1),
        seed: int = 0,
        epochs: int = 1,
        start: int = 0,
        batch: int = 4096,
        **options: Any,
    ) -> None:
        super().__init__()
        self.paths = listed(paths)
        self.shard = shard
        self.seed = seed
        self.epochs = epochs
        self.start = start
        self.batch = batch
        self.options = options
        # The number of the next iteration of each worker, and whether it began one. The memory is shared, because
        # workers have copies of the data set.
        self._iterations: Any = _shared_numbers(_MOST_WORKERS)
        self._begun: Any = _shared_numbers(_MOST_WORKERS)

    def set_epoch(self, epoch: int) -> None:
        """Set the number of the next iteration, from 0, which decides its order.

        >>> import skep.torch
        >>> skep.torch.Positions([]).set_epoch(3)
        """
        self._iterations[:] = epoch

    def __iter__(self) -> Iterator[dict[str, Any]]:
        index, count = self.shard
        worker, workers = _worker()
        slot = worker % _MOST_WORKERS
        iteration, is_first = int(self._iterations[slot]), not self._begun[slot]
        self._iterations[slot] = iteration + 1
        self._begun[slot] = 1
        read = tensors(
            self.paths,
            shard=(index * workers + worker, count * workers),
            # Each epoch of each iteration has a seed of its own.
            seed=self.seed + iteration * self.epochs,
            epochs=self.epochs,
            batch=self.batch,
            start=_start(self.start, self.batch, worker, workers) if is_first else 0,
            **self.options,
        )
        with read as batches:
            for batch in batches:
                yield _arrays(batch)


_MOST_WORKERS = 1024


def _shared_numbers(count: int) -> Any:
    """Zeros in memory that this process shares with the workers of a ``DataLoader``, which exist only with torch."""
    torch: Any = sys.modules.get("torch")
    return np.zeros(count, np.int64) if torch is None else torch.zeros(count, dtype=torch.int64).share_memory_()


def _start(start: int, batch: int, worker: int, workers: int) -> int:
    """How many of the first positions a worker gave. A ``DataLoader`` takes a batch of each worker in turn."""
    whole, rest = divmod(operator.index(start), operator.index(batch)) if batch > 0 else (0, start)
    own = (whole + workers - 1 - worker) // workers * batch
    return own + (rest if worker == whole % workers else 0)


def _worker() -> tuple[int, int]:
    """The number of this worker of a ``DataLoader``, and the number of workers."""
    module: Any = sys.modules.get("torch.utils.data")
    info = module.get_worker_info() if module is not None else None
    return (0, 1) if info is None else (info.id, info.num_workers)


def _arrays(batch: Batch) -> dict[str, Any]:
    """The arrays of a batch that every training uses, as tensors if torch is loaded."""
    values = {field.name: getattr(batch, field.name) for field in fields(batch) if field.name != "outside"}
    # The texts of places are no tensors; the number in ``game`` has them.
    arrays = {name: array for name, array in values.items() if isinstance(array, np.ndarray)}
    torch: Any = sys.modules.get("torch")
    if torch is None:
        return arrays
    # torch has had types without a sign for more than a byte only since 2.3, and few operations on them.
    signed = {"uint16": "int32", "uint32": "int64", "uint64": "int64"}
    return {
        name: torch.from_numpy(array.astype(signed.get(str(array.dtype), array.dtype), copy=False))
        for name, array in arrays.items()
    }
