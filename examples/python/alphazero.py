"""A small AlphaZero: tree search with a model, self-play, a replay buffer in memory, and training. It needs only numpy.

    python alphazero.py -o run --rounds 20

Each round plays games with a tree search that a model guides, adds them to the buffer, and trains the model on the
buffer. One game in five is only for a test; the number in `Batch.game` depends only on the game, so the split never
changes. The state of the run is in the folder `run`, and the loop continues there after it was killed. The model is
linear in the piece that moves and in the distance of its target to both queens; a real model replaces `Model`, and
the loop stays the same.
"""

# %% What the loop needs.
import argparse
import os
import pathlib

import numpy as np

import skep

arguments = argparse.ArgumentParser(description="Play games with a tree search, and learn from them.")
arguments.add_argument("-o", "--output", default="run", help="the folder of the run [default: run]")
arguments.add_argument("--rounds", type=int, default=10, help="rounds of play and training [default: 10]")
arguments.add_argument("--games", type=int, default=32, help="games at once [default: 32]")
arguments.add_argument("--simulations", type=int, default=16, help="leaves of each search [default: 16]")
arguments.add_argument("--plies", type=int, default=120, help="stop games after so many plies [default: 120]")
arguments.add_argument("--buffer", type=int, default=1000, help="games in the buffer [default: 1000]")
options = arguments.parse_args()

SIZE, PIECES = 23, 28
CELLS = SIZE * SIZE
ENCODING = skep.Encoding("skep", size=SIZE)
# The third occurrence of a position ends a game, as on hivegame.com. A game begins in any of these positions.
RULES = "hivegame"
BOOK = ["Base", "Base;wS1;bS1 wS1-", "Base;wG1;bS1 wG1-", "Base;wS1;bG1 wS1-;wQ -wS1;bQ bG1-"]
chance = np.random.default_rng()


# %% A model: the probability of each legal action, and the expected result.
class Model:
    """Weights of features: a policy over actions, and a value of positions."""

    def __init__(self) -> None:
        self.policy, self.value = np.zeros(PIECES + 4 * SIZE), np.zeros(4)
        q, r = np.arange(CELLS) % SIZE, np.arange(CELLS) // SIZE
        steps = (q[:, None] - q, r[:, None] - r)
        apart = (np.abs(steps[0]) + np.abs(steps[1]) + np.abs(steps[0] + steps[1])) // 2
        # The last row is for a queen in hand.
        self.apart = np.vstack([np.minimum(apart, 2 * SIZE - 2), np.full(CELLS, 2 * SIZE - 1)])

    def queens(self, planes: np.ndarray) -> list[np.ndarray]:
        """The cell of each queen."""
        flat = planes[:, [0, 14]].reshape(len(planes), 2, CELLS)
        return list(np.where(flat.any(axis=2), flat.argmax(axis=2), CELLS).T)

    def features(self, planes: np.ndarray, rows: np.ndarray, actions: np.ndarray) -> np.ndarray:
        """Three features of each action: its piece, and the distances of its target from both queens."""
        is_pass = actions == PIECES * CELLS
        piece, target = np.where(is_pass, 0, actions // CELLS), np.where(is_pass, 0, actions % CELLS)
        own, other = (self.apart[queen[rows], target] for queen in self.queens(planes))
        return np.stack([piece, PIECES + own, PIECES + 2 * SIZE + other])

    def summary(self, planes: np.ndarray) -> np.ndarray:
        """Features of each position: a constant, the pieces beside each queen, and the pieces on the board."""
        board = planes[:, :PIECES].reshape(len(planes), PIECES, CELLS).astype(bool)
        cells = board.any(axis=1)
        beside = [(cells & (self.apart[queen] == 1)).sum(axis=1) / 6 for queen in self.queens(planes)]
        count = board[:, :14].sum(axis=(1, 2)) - board[:, 14:].sum(axis=(1, 2))
        return np.stack([np.ones(len(planes)), *beside, count / 10])

    def __call__(self, planes: np.ndarray, legal: skep.types.Legal) -> tuple[np.ndarray, np.ndarray]:
        """The probabilities of the legal actions, one position after the other, and the value of each position."""
        rows = np.repeat(np.arange(len(planes)), np.diff(legal.offsets))
        likely = np.exp(self.policy[self.features(planes, rows, legal.actions)].sum(axis=0))
        likely /= np.bincount(rows, likely, minlength=len(planes))[rows]
        return likely, np.tanh(self.value @ self.summary(planes))

    def train(self, batch: skep.types.Batch, chosen: np.ndarray, rate: float) -> float:
        """A step towards the visits of the searches and the results of the games. Returns the loss before it."""
        planes, policy = batch.planes[chosen], batch.policy[chosen]
        rows, actions = np.nonzero(batch.mask[chosen])
        offsets = np.concatenate([[0], np.cumsum(np.bincount(rows, minlength=len(planes)))])
        likely, value = self(planes, skep.types.Legal(offsets, actions))
        wanted, result = policy[rows, actions], np.nan_to_num(batch.outcome[chosen])
        scale = rate / len(planes)
        for feature in self.features(planes, rows, actions):
            np.add.at(self.policy, feature, (wanted - likely) * scale)
        error = (result - value) * (1 - value**2)
        self.value += self.summary(planes) @ error * scale
        return float((-(wanted * np.log(likely)).sum() + ((result - value) ** 2).sum()) / len(planes))


# %% Tree search: all games look at one leaf each at a time, so that the model sees a batch.
class Node:
    """A position with its legal actions, and what the search found about them."""

    def __init__(self, position: skep.Position, actions: np.ndarray, prior: np.ndarray) -> None:
        self.position, self.actions, self.prior = position, actions, prior
        self.visits, self.total = np.zeros(len(actions)), np.zeros(len(actions))
        self.children: dict[int, "Node | float"] = {}

    def best(self) -> int:
        """The action with the best sum of its mean result and of what is still unknown."""
        mean = self.total / np.maximum(self.visits, 1)
        return int((mean + 1.5 * self.prior * np.sqrt(self.visits.sum() + 1) / (1 + self.visits)).argmax())


def nodes(model: Model, leaves: skep.types.Leaves) -> list[tuple["Node | float", float]]:
    """A node for each leaf, or the result of a finished game, with the value for the player to move."""
    likely, values = model(leaves.planes, leaves.legal)
    found: list[tuple[Node | float, float]] = []
    for row, (start, end) in enumerate(zip(leaves.legal.offsets, leaves.legal.offsets[1:])):
        if np.isfinite(leaves.value[row]) or start == end:
            # Over, or outside of the window, which is like a draw.
            over = float(np.nan_to_num(leaves.value[row]))
            found.append((over, over))
        else:
            node = Node(leaves.positions[row], leaves.legal.actions[start:end], likely[start:end])
            found.append((node, float(values[row])))
    return found


def search(model: Model, positions: list[skep.Position]) -> list[Node]:
    """A tree for each position."""
    roots = [node for node, _ in nodes(model, skep.expand(positions, None, ENCODING, mask=False))]
    for root in roots:
        root.prior = 0.75 * root.prior + 0.25 * chance.dirichlet(np.full(len(root.prior), 0.5))
    for _ in range(options.simulations):
        paths: list[list[tuple[Node, int]]] = []
        for root in roots:
            node, path = root, []
            while isinstance(node, Node):
                at = node.best()
                path.append((node, at))
                node = node.children.get(at)
            paths.append(path)
        ends = [path[-1] for path in paths]
        parents, actions = [node.position for node, _ in ends], [node.actions[at] for node, at in ends]
        leaves = skep.expand(parents, actions, ENCODING, mask=False)
        for path, (leaf, value) in zip(paths, nodes(model, leaves)):
            path[-1][0].children[path[-1][1]] = leaf
            for node, at in reversed(path):
                # What is good for a player is bad for the other one.
                value = -value
                node.visits[at] += 1
                node.total[at] += value
    return roots


# %% Self-play. The games carry the visits of their searches, as records do.
def play(model: Model) -> list[skep.Game]:
    starts = [skep.Position(BOOK[game % len(BOOK)], rules=RULES) for game in range(options.games)]
    playing, searches = list(starts), [{} for _ in starts]
    games: list[skep.Game] = []
    while playing:
        roots = search(model, [position.copy(history=False) for position in playing])
        still = []
        for position, found, root in zip(playing, searches, roots):
            visits = root.visits
            texts = [str(ENCODING.turn(position, action)) for action in root.actions]
            value = float(root.total.sum() / max(1, visits.sum()))
            found[len(position.moves)] = (value, {text: int(n) for text, n in zip(texts, visits) if n})
            # The first turns are drawn from the visits, and the later ones are the best.
            at = chance.choice(len(visits), p=visits / visits.sum()) if position.ply < 12 else visits.argmax()
            position.play(texts[at])
            over = position.is_game_over() or position.ply >= options.plies
            if over or not skep.expand([position], None, ENCODING, planes=False, mask=False).fits[0]:
                result = position.outcome or "Draw"
                game = skep.Game.from_moves(position.moves, "Base", result=result, searches=found, rules=RULES)
                games.append(game)
            else:
                still.append((position, found))
        playing, searches = [one for one, _ in still], [one for _, one in still]
    return games


# %% The loop. A round is complete when its state has been written.
folder = pathlib.Path(options.output)
folder.mkdir(parents=True, exist_ok=True)
state, log = folder / "model.npz", folder / "games.jsonl"
model, done = Model(), 0
buffer: list[skep.Game] = []
if state.exists():
    saved = np.load(state)
    model.policy, model.value, done = saved["policy"], saved["value"], int(saved["done"])
    # As texts, they keep their numbers. Games of a round that was not completed are as good as the others.
    buffer = skep.read(log.read_text(encoding="utf-8"), rules=RULES)[-options.buffer :]
    print(f"continues after round {done}, with {len(buffer)} games")
for number in range(done + 1, options.rounds + 1):
    games = play(model)
    with open(log, "a", encoding="utf-8") as file:
        file.writelines(game.to("jsonl") for game in games)
    buffer = (buffer + games)[-options.buffer :]
    losses, tests = [], []
    learn = {"batch": 1024, "encoding": ENCODING, "arrays": "mask,policy", "shuffle": True, "seed": number, "rules": RULES}
    for batch in skep.tensors(buffer, **learn):
        test = batch.game % 5 == 0
        # A small buffer may have no game of one kind.
        for chosen, rate, found in [(~test, 0.5, losses), (test, 0.0, tests)]:
            if chosen.any():
                found.append(model.train(batch, np.flatnonzero(chosen), rate))
    loss, other = (f"{np.mean(found):.3f}" if found else "unknown" for found in (losses, tests))
    print(f"round {number}: {len(buffer)} games in the buffer, loss {loss}, loss of other games {other}")
    part = state.with_suffix(".part.npz")
    np.savez(part, policy=model.policy, value=model.value, done=number)
    os.replace(part, state)
