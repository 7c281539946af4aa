"""The positions of games for torch: an ``IterableDataset`` that shares them among the workers of a ``DataLoader``.

>>> import pathlib, skep.torch, tempfile
>>> with tempfile.TemporaryDirectory() as folder:
...     path = pathlib.Path(folder, "games.uhp")
...     _ = path.write_text("Base;WhiteWins;White[2];wS1;bS1 wS1-\\n")
...     (batch,) = skep.torch.Positions(path, mask=False)
>>> sorted(batch)
['action', 'game', 'outcome', 'planes', 'ply', 'scalars', 'symmetry']

Without torch, the module works too. Then a data set is a plain iterable of numpy arrays.
"""

from __future__ import annotations

import sys
from dataclasses import fields
from typing import TYPE_CHECKING, Any, Iterator

from .encoding import Batch, tensors
from .types import Paths

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

    With several processes, ``shard=(rank, ranks)`` is the part of this process, and the workers share this part. In
    one process, each iteration shuffles with the next seed; with workers, call `set_epoch` before each iteration. The
    data set can be pickled.

    >>> import skep.torch
    >>> list(skep.torch.Positions([]))
    []
    """

    def __init__(self, paths: Paths, *, shard: tuple[int, int] = (0, 1), seed: int = 0, **options: Any) -> None:
        super().__init__()
        self.paths = paths if isinstance(paths, (str, bytes)) or not isinstance(paths, Iterator) else list(paths)
        self.shard = shard
        self.seed = seed
        self.options = options
        self._iterations = 0

    def set_epoch(self, epoch: int) -> None:
        """Set the number of the next iteration, from 0: ``seed`` plus this number shuffles it.

        The workers of a ``DataLoader`` have copies of the data set. Call this before each iteration, so that they shuffle in
        another order.

        >>> import skep.torch
        >>> skep.torch.Positions([]).set_epoch(3)
        """
        self._iterations = epoch

    def __iter__(self) -> Iterator[dict[str, Any]]:
        index, count = self.shard
        worker, workers = _worker()
        epoch = self._iterations
        self._iterations += 1
        shard = (index * workers + worker, count * workers)
        with tensors(self.paths, shard=shard, seed=self.seed + epoch, **self.options) as batches:
            for batch in batches:
                yield _arrays(batch)


def _worker() -> tuple[int, int]:
    """The number of this worker of a ``DataLoader``, and the number of workers."""
    module: Any = sys.modules.get("torch.utils.data")
    info = module.get_worker_info() if module is not None else None
    return (0, 1) if info is None else (info.id, info.num_workers)


def _arrays(batch: Batch) -> dict[str, Any]:
    """The arrays of a batch that every training uses, as tensors if torch is loaded."""
    arrays = {field.name: getattr(batch, field.name) for field in fields(batch) if field.name != "outside"}
    arrays = {name: array for name, array in arrays.items() if array is not None}
    torch: Any = sys.modules.get("torch")
    if torch is None:
        return arrays
    # torch has had types without a sign for more than a byte only since 2.3, and few operations on them.
    signed = {"uint16": "int32", "uint32": "int64", "uint64": "int64"}
    return {
        name: torch.from_numpy(array.astype(signed.get(str(array.dtype), array.dtype), copy=False))
        for name, array in arrays.items()
    }
