"""Positions as graphs: `Graph`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Sequence

import numpy as np
import numpy.typing as npt

from ._skep import Position, bug_codes, graph_arrays

__all__ = ["Graph"]

_CELLS = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
_PIECE, _CELL, _HAND, _TILE = range(4)
_ABOVE = 6


@dataclass(frozen=True, eq=False, repr=False)
class Graph:
    """A position of any game as nodes and edges, and its legal turns as steps between nodes.

    The nodes are the pieces and tiles on the board, row by row and each stack from the bottom up, then the pieces in hand,
    then the empty cells beside the hive. A turn can name more: a cell farther away in Hex-It, or the other face of a tile in
    Venom. These are more cells and more pieces in hand. The columns of ``nodes``:

    ======  =======================================================================================
    column  what
    ======  =======================================================================================
    0       0 for a piece on the board, 1 for an empty cell, 2 for a piece in hand, 3 for a tile
    1       0 for the side to move, 1 for the other side, 2 for neither
    2       the kind of the bug: an index of `BUGS`
    3       the number of the piece in `Position.state`, such as 2 in wA2; 0 without a number
    4       the number of pieces below it
    5       1 if nothing is on it
    6       1 if it moved last, in Hive with the pieces of Base+MLP
    ======  =======================================================================================

    An edge goes from ``edges[0]`` to ``edges[1]``, as PyTorch Geometric expects it. Its kind is 0 to 5 between neighbouring
    cells: north-west, north-east, east, south-east, south-west, west, from the top of the first cell to the top of the
    second; 6 from a piece to the piece on it, and 7 back. If the board is rotated or reflected, the nodes have another
    order and the edges have other kinds.

    Turn ``i`` of `Position.legal_moves` is the sequence of steps ``steps[offsets[i]:offsets[i + 1]]``. A step has a source, a
    target and what it does: an index of `STEPS`. The source is a piece, and the target is a piece or an empty cell; -1 is
    neither. Different turns have different steps. In Hive with the pieces of Base+MLP, a turn is one step, so the pair of
    source and target is enough. A turn of Venom has a step for each part of its actions, and a release of Hex-It has a step for each prisoner.

    >>> import skep
    >>> position = skep.Position("Base+MLP;wL;bP wL-")
    >>> graph = skep.Graph.of(position)
    >>> graph.nodes.shape, graph.edges.shape, len(graph), graph.turn(2).tolist()
    ((36, 7), (2, 38), 21, [[2, 32, 1]])
    >>> position.legal_moves()[graph.find([[2, 32, 1]])]
    'wQ -wL'
    >>> graph.position() == position
    True
    """

    BUGS: ClassVar[tuple[str, ...]] = tuple(bug_codes())
    """The codes of the kinds of bugs: a node has the index of its kind. The first is no bug."""
    STEPS: ClassVar[tuple[str, ...]] = (
        "pass",
        "enter",
        "move",
        "throw",
        "control",
        "flip",
        "sting",
        "remove",
        "exchange",
        "steal",
        "draw",
        "release",
    )
    """What a step of a turn does: the third column of ``steps`` is an index."""
    nodes: npt.NDArray[np.int16]
    """The nodes: ``(n, 7)``."""
    edges: npt.NDArray[np.int64]
    """The sources and the targets of the edges: ``(2, m)``."""
    kinds: npt.NDArray[np.uint8]
    """The kinds of the edges: ``(m,)``."""
    steps: npt.NDArray[np.int64]
    """The steps of all legal turns: ``(k, 3)``."""
    offsets: npt.NDArray[np.int64]
    """Where the steps of each legal turn begin, and where the last ends: ``(turns + 1,)``."""
    scalars: npt.NDArray[np.uint16]
    """The scalars of `Encoding`. In other games than Hive with the pieces of Base+MLP, only the first two are used."""
    variant: str
    """The variant of the position."""

    @staticmethod
    def of(position: Position) -> Graph:
        """The graph of a position.

        >>> import skep
        >>> len(skep.Graph.of(skep.Position("Hex-It 29")))
        4
        """
        return Graph(*graph_arrays(position), position.variant)

    def __repr__(self) -> str:
        return f"<Graph of {self.variant}: {len(self.nodes)} nodes, {len(self.kinds)} edges, {len(self)} turns>"

    def __len__(self) -> int:
        """The number of legal turns."""
        return len(self.offsets) - 1

    def turn(self, index: int) -> npt.NDArray[np.int64]:
        """The steps of a legal turn.

        >>> import skep
        >>> skep.Graph.of(skep.Position("Base")).turn(0).tolist()
        [[1, 22, 1]]
        """
        if not 0 <= index < len(self):
            raise IndexError("there is no turn with this index")
        return self.steps[self.offsets[index] : self.offsets[index + 1]]

    def find(self, steps: npt.ArrayLike) -> int:
        """The index of the legal turn with these steps. Without such a turn, ``ValueError``.

        >>> import skep
        >>> graph = skep.Graph.of(skep.Position("Base"))
        >>> graph.find(graph.turn(3))
        3
        """
        wanted = np.asarray(steps)
        for index in range(len(self)):
            if np.array_equal(self.turn(index), wanted):
                return index
        raise ValueError("there is no legal turn with these steps")

    def position(self) -> Position:
        """The position of the graph, in Hive with the pieces of Base+MLP. In other games, nodes and edges do not hold all
        that the rules ask for, and this raises ``ValueError``.

        >>> import skep
        >>> skep.Graph.of(skep.Position("Base;wS1;bS1 wS1-")).position().state
        'Base/w2/0,0wS1:1,0bS1/QSBBGGGAAA/QSBBGGGAAA/rests=bS1'
        """
        if not self.variant.startswith("Base"):
            raise ValueError(f"a graph of {self.variant} does not hold the whole position")
        black, ply = int(self.scalars[0]), int(self.scalars[1])
        sides = "bw" if black else "wb"
        places, above = self._places()
        stacks: list[str] = []
        rests = ""
        tops = sorted(places, key=lambda node: (places[node][1], places[node][0]))
        for top in tops:
            if self.nodes[top, 0] != _PIECE:
                continue
            stack = [top]
            while stack[0] in above:
                stack.insert(0, above[stack[0]])
            names = [_name(self.nodes[node].tolist(), sides) for node in stack]
            for node, name in zip(stack, names):
                rests = name if self.nodes[node, 6] else rests
            q, r = places[top]
            stacks.append(f"{q},{r}{'.'.join(names)}")
        hands = {side: "" for side in sides}
        for kind, side, bug, *_ in self.nodes.tolist():
            if kind == _HAND:
                hands[sides[side]] += Graph.BUGS[bug]
        parts = [self.variant, f"{sides[0]}{ply // 2 + 1}", ":".join(stacks) or "-", hands["w"] or "-", hands["b"] or "-"]
        parts += [f"rests={rests}"] if rests else []
        parts += ["opening=open"] if self.scalars[5] and ply < 2 else []
        return Position("/".join(parts))

    def _places(self) -> tuple[dict[int, tuple[int, int]], dict[int, int]]:
        """The cells of the uppermost nodes, counted from the first of them, and the node below each node."""
        beside: dict[int, list[tuple[int, int]]] = {}
        below: dict[int, int] = {}
        for source, target, kind in zip(*self.edges.tolist(), self.kinds.tolist()):
            if kind < _ABOVE:
                beside.setdefault(source, []).append((target, kind))
            elif kind == _ABOVE:
                below[target] = source
        pieces = [node for node in beside if self.nodes[node, 0] == _PIECE]
        places = {node: (0, 0) for node in pieces[:1]}
        waiting = list(places)
        for node in waiting:
            q, r = places[node]
            for other, kind in beside[node]:
                if other not in places:
                    places[other] = (q + _CELLS[kind][0], r + _CELLS[kind][1])
                    waiting.append(other)
        return places, below


def _name(node: Sequence[int], sides: str) -> str:
    """The name of a piece."""
    _, side, bug, number, *_ = node
    return f"{sides[side]}{Graph.BUGS[bug]}{number or ''}"
