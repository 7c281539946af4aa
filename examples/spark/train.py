#!/usr/bin/env python3
"""Learns from the piece lists that tensors.py wrote: who wins? The model is a logistic regression in numpy.

    train.py [--epochs N] FOLDER

Every file is read in each epoch, in random order. One game in five is only for the test.
"""

import argparse
import pathlib

import numpy as np

import skep.parquet

QUEENS = (0, 14)


def features(planes: np.ndarray) -> np.ndarray:
    """Which pieces are on the board, and which are beside or on each queen."""
    q, r, value = (planes[:, :28, at].astype(np.int16) for at in range(3))
    parts = [np.ones((len(planes), 1), bool), value > 0]
    for queen in QUEENS:
        to_q, to_r = q - q[:, [queen]], r - r[:, [queen]]
        distance = np.maximum(np.abs(to_q + to_r), np.maximum(np.abs(to_q), np.abs(to_r)))
        parts.append((distance <= 1) & (value > 0) & (value[:, [queen]] > 0))
    return np.concatenate(parts, axis=1).astype(np.float32)


def main() -> None:
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("folder", type=pathlib.Path)
    options = parser.parse_args()
    files = sorted(options.folder.glob("*.parquet"))
    chance = np.random.default_rng(1)
    weights = np.zeros(85, np.float32)
    for epoch in range(options.epochs):
        right, tested = 0, 0
        for file in chance.permutation(files):
            for batch in skep.parquet.read(file):
                decided = np.abs(batch.outcome) == 1
                x, won = features(batch.planes[decided]), batch.outcome[decided] > 0
                test = batch.game[decided] % 5 == 0
                right += int(((x @ weights > 0) == won)[test].sum())
                tested += int(test.sum())
                learnt = chance.permutation(np.flatnonzero(~test))
                for part in np.array_split(learnt, len(learnt) // 64 + 1):
                    error = won[part] - 1 / (1 + np.exp(-x[part] @ weights))
                    weights += 0.1 * error @ x[part] / max(1, len(part))
        print(f"epoch {epoch + 1}: right in {right / max(1, tested):.0%} of {tested} positions of other games")


if __name__ == "__main__":
    main()
