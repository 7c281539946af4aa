"""The whole loop of training: self-play, records, a check, tensors and a training step. It needs only numpy.

    python selfplay.py -o games.uhp

The model is linear: the score of a turn is the weight of its piece and of the distance to the other queen. A real model
replaces `Model`; the loop stays the same.
"""

# %% What the loop needs.
import argparse

import numpy as np

import skep

arguments = argparse.ArgumentParser(description="Play games, write them as records, and learn from them.")
arguments.add_argument("-o", "--output", default="selfplay.uhp", help="the records [default: selfplay.uhp]")
arguments.add_argument("--games", type=int, default=32, help="games at once [default: 32]")
arguments.add_argument("--rounds", type=int, default=2, help="rounds of play and training [default: 2]")
arguments.add_argument("--max-plies", type=int, default=200, help="stop games after this many turns [default: 200]")
options = arguments.parse_args()

ENCODING = skep.Encoding("skep", size=23)
PIECES, SIZE = 28, 23
CELLS = SIZE * SIZE


# %% A policy over the pieces and the cells that they go to.
class Model:
    """A weight for each piece, and for each distance of the target from the other queen."""

    def __init__(self) -> None:
        self.piece, self.distance = np.zeros(PIECES), np.zeros(2 * SIZE + 1)
        q, r = np.arange(CELLS) % SIZE, np.arange(CELLS) // SIZE
        steps = (q[:, None] - q, r[:, None] - r)
        apart = (np.abs(steps[0]) + np.abs(steps[1]) + np.abs(steps[0] + steps[1])) // 2
        # The last row is for positions without the other queen.
        self.apart = np.vstack([apart, np.full(CELLS, 2 * SIZE)])

    def features(self, planes: np.ndarray, rows: np.ndarray, actions: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """The piece and the distance of each action of each row."""
        queen = planes[:, 14].reshape(len(planes), -1)
        place = np.where(queen.any(axis=1), queen.argmax(axis=1), CELLS)
        is_pass = actions == PIECES * CELLS
        distance = self.apart[place[rows], np.where(is_pass, 0, actions % CELLS)]
        return np.where(is_pass, 0, actions // CELLS), distance

    def scores(self, planes: np.ndarray, rows: np.ndarray, actions: np.ndarray) -> np.ndarray:
        piece, distance = self.features(planes, rows, actions)
        return self.piece[piece] + self.distance[distance]

    def train(self, batch: skep.types.Batch, rate: float = 0.5) -> float:
        """A step of policy gradient: the turns of the winner become likelier. Returns the loss before it."""
        known = np.flatnonzero(np.nan_to_num(batch.outcome) > 0)
        if len(known) == 0:
            return float("nan")
        planes, mask, played = batch.planes[known], batch.mask[known], batch.action[known]
        rows, actions = np.nonzero(mask)
        likely = np.exp(self.scores(planes, rows, actions))
        likely /= np.bincount(rows, likely)[rows]
        is_played = actions == played[rows]
        piece, distance = self.features(planes, rows, actions)
        gradient = (is_played - likely) * rate / len(known)
        np.add.at(self.piece, piece, gradient)
        np.add.at(self.distance, distance, gradient)
        return float(-np.log(likely[is_played]).mean())


# %% Self-play: the most likely turn with some noise, for all games at once.
def play(model: Model, seed: int) -> list[str]:
    chance = np.random.default_rng(seed)
    env = skep.VecEnv(options.games, "Base", ENCODING, max_plies=options.max_plies, mask=False, record=True)
    for _ in range(2 * options.max_plies):
        legal = env.legal()
        rows = np.repeat(np.arange(len(env)), np.diff(legal.offsets))
        scores = model.scores(env.planes, rows, legal.actions) + chance.gumbel(size=len(rows))
        # The best action of each game: the last one in the order of games and scores.
        best = np.lexsort((scores, rows))[legal.offsets[1:] - 1]
        env.step(legal.actions[best])
    return env.take_games()


# %% The loop.
model = Model()
with open(options.output, "w", encoding="utf-8") as file:
    for seed in range(options.rounds):
        file.writelines(f"{game}\n" for game in play(model, seed))
        file.flush()
        report = skep.check(options.output)
        print(f"round {seed + 1}: {report.games} games, {report.valid} valid, {report.plies} plies")
        batches = skep.tensors(options.output, encoding=ENCODING, shuffle=True, seed=seed, symmetries="random")
        losses = [model.train(batch) for batch in batches]
        print(f"round {seed + 1}: loss {np.nanmean(losses):.3f}")
