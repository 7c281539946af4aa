"""A small model that guesses the winner of a position: from games to scikit-learn.

    python train_model.py games.zip

The model learns in one pass over the games, in batches, so the games need not fit in memory. Each position is rotated
or reflected at random, and the order is random. One game in five is only for the test.
"""

# %% The games.
import argparse

import numpy as np
from sklearn.linear_model import SGDClassifier

import skep

arguments = argparse.ArgumentParser(description="Train a model that guesses the winner of a position.")
arguments.add_argument("games", nargs="+", help="files, folders or archives of games")
arguments.add_argument("--seed", type=int, default=1, help="the seed of the random order [default: 1]")
options = arguments.parse_args()

# %% What the model sees: the pieces around each queen, independent of the place on the plane.
encoding = skep.Encoding("skep", size=17)


def features(planes: np.ndarray) -> np.ndarray:
    """For each queen, the number of neighbours of each side, and which pieces are on the board."""
    on_board = planes[:, :28].any(axis=(2, 3))
    occupied = np.stack([planes[:, :14].any(axis=1), planes[:, 14:28].any(axis=1)], axis=1)
    around = np.zeros_like(occupied, dtype=np.float32)
    for q, r in [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]:
        around += np.roll(occupied, (r, q), axis=(2, 3))
    queens = [planes[:, plane] > 0 for plane in (0, 14)]
    beside = [(around * queen[:, None]).sum(axis=(2, 3)) for queen in queens]
    return np.concatenate([on_board, *beside], axis=1).astype(np.float32)


# %% One epoch.
model = SGDClassifier(loss="log_loss", random_state=options.seed)
tests: list[tuple[np.ndarray, np.ndarray]] = []
seen = 0
batches = skep.tensors(
    options.games,
    batch=1024,
    encoding=encoding,
    seed=options.seed,
    symmetries="random",
    arrays=[],
    shuffle=True,
)
for batch in batches:
    decided = np.abs(batch.outcome) == 1
    test = batch.game % 5 == 0
    x, y = features(batch.planes), batch.outcome > 0
    tests.append((x[decided & test], y[decided & test]))
    model.partial_fit(x[decided & ~test], y[decided & ~test], classes=[False, True])
    seen += len(batch)
print(f"{seen} positions")

# %% How often is the guess right?
x, y = (np.concatenate(part) for part in zip(*tests))
print(f"right in {model.score(x, y):.0%} of {len(y)} positions of other games")
