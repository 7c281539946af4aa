"""Many games at once: `VecEnv` and `expand`."""

from __future__ import annotations

import copy
import threading
from typing import Any, Iterator

import numpy as np
import pytest

import skep

ENCODINGS = [skep.Encoding(size=23), skep.Encoding("openspiel")]


@pytest.mark.parametrize("encoding", ENCODINGS, ids=lambda encoding: encoding.name)
def test_steps_are_those_of_positions(encoding: skep.Encoding) -> None:
    """Every array is what `Encoding` makes of the same turns, one position at a time."""
    env = skep.VecEnv(6, ["Base", "Base+M", "Base+MLP"] * 2, encoding, max_plies=40, seed=3)
    positions = [skep.Position(variant) for variant in env.variants]
    ended = 0
    for _ in range(90):
        actions = env.sample()
        movers = [position.turn for position in positions]
        for position, action in zip(positions, actions.tolist()):
            position.play(encoding.turn(position, action))
        step = env.step(actions)
        assert step.planes is not None and step.mask is not None
        for index, position in enumerate(positions):
            assert step.terminated[index] == position.is_game_over()
            if position.is_game_over():
                won = {"WhiteWins": skep.WHITE, "BlackWins": skep.BLACK}.get(position.outcome or "")
                assert step.reward[index] == (0 if won is None else 1 if won == movers[index] else -1)
            else:
                assert step.reward[index] == 0
            if step.terminated[index] or step.truncated[index]:
                assert position.is_game_over() or position.ply == 40 or encoding.name == "openspiel"
                positions[index] = skep.Position(env.variants[index])
                ended += 1
            planes, scalars, mask = encoding.encode(positions[index])
            assert (step.planes[index] == planes).all() and (step.scalars[index] == scalars).all()
            assert (step.mask[index] == mask).all()
        offsets, legal = env.legal()
        for index in range(len(env)):
            part = legal[offsets[index] : offsets[index + 1]]
            assert sorted(part.tolist()) == np.flatnonzero(step.mask[index]).tolist()
        assert env.positions() == positions
    assert ended >= 12


@pytest.mark.parametrize("encoding", [skep.Encoding(size=9), ENCODINGS[1]], ids=lambda encoding: encoding.name)
def test_a_game_that_leaves_the_window_is_stopped(encoding: skep.Encoding) -> None:
    env = skep.VecEnv(100, encoding=encoding, max_plies=10_000, planes=False, mask=False)
    left = 0
    for _ in range(400):
        actions, before = env.sample(), env.positions() if left == 0 else []
        step = env.step(actions)
        for index in np.flatnonzero(step.truncated) if before else []:
            # The same turn in a position of its own.
            position = before[index]
            position.play(encoding.turn(position, int(actions[index])))
            for call in (encoding.encode, encoding.classes):
                with pytest.raises(ValueError, match="does not fit"):
                    call(position)
            with pytest.raises(ValueError):
                encoding.turn(position, 0)
        left += int(step.truncated.sum())
    assert left > 0 and (step.scalars[:, 1] < 400).any()


def test_threads_do_not_change_the_games() -> None:
    def play(threads: int) -> list[Any]:
        env = skep.VecEnv(200, "Base+MLP", threads=threads, seed=7, max_plies=30, record=True)
        for _ in range(40):
            step = env.step(env.sample())
        assert step.planes is not None
        return [step.planes.sum(axis=(1, 2, 3)).tolist(), env.take_games(), env.legal().actions.tolist()]

    first = play(1)
    assert first == play(2) == play(5)
    assert len(first[1]) == 200 and len(set(first[1])) > 100


def test_seeds() -> None:
    env = skep.VecEnv(8, seed=5)

    def drawn() -> list[list[int]]:
        rows = []
        for _ in range(5):
            rows.append(env.sample().tolist())
            env.step(rows[-1])
        return rows

    first = drawn()
    env.reset(seed=5)
    assert drawn() == first
    env.reset(seed=6)
    assert drawn() != first
    # Without a seed, the random numbers go on.
    env.reset()
    assert drawn() != first


def test_games_are_valid_records() -> None:
    env = skep.VecEnv(50, ["Base", "Base+MLP"] * 25, "openspiel", max_plies=200, record=True, planes=False, mask=False)
    while len(games := env.take_games()) == 0:
        for _ in range(200):
            step = env.step(env.sample())
            assert step.planes is None and step.mask is None
    read = [game for text in games for game in skep.read(text)]
    assert all(game.is_valid for game in read) and {game.variant for game in read} == {"Base", "Base+MLP"}
    assert env.take_games() == []


def test_an_illegal_action_changes_nothing() -> None:
    env = skep.VecEnv(3)
    actions = env.sample()
    actions[1] = 5
    for wrong, message in [
        (actions, "5 is not a legal action of game 1"),
        ([-1, 0, 0], "-1 is not a legal action of game 0"),
        (actions[:2], "expected 3 actions"),
        ([2**70, 0, 0], "whole numbers"),
        ([0.5, 0, 0], "whole numbers"),
    ]:
        with pytest.raises(ValueError, match=message):
            env.step(wrong)
    assert [position.ply for position in env.positions()] == [0, 0, 0]


class Tensor:
    """Memory of another library, by DLPack."""

    def __init__(self, array: Any) -> None:
        self.array = array

    def __dlpack__(self, **options: Any) -> Any:
        return self.array.__dlpack__(**options)

    def __dlpack_device__(self) -> Any:
        return self.array.__dlpack_device__()


def test_arrays_are_those_of_the_caller() -> None:
    encoding = skep.Encoding()
    planes = np.full((4, *encoding.shape), 9, np.uint8)
    mask = np.ones((4, encoding.actions), np.bool_)
    # numpy before 2.1, which Python 3.9 has, makes read-only arrays of tensors.
    shared = Tensor(mask) if np.from_dlpack(Tensor(mask)).flags.writeable else mask
    env = skep.VecEnv(4, encoding=encoding, out={"planes": planes, "mask": shared})
    assert planes.max() == 0 and mask.sum() == 4 * 7
    step = env.step(env.sample())
    assert step.planes is planes and planes.sum() == 2 * 4
    assert np.shares_memory(step.mask, mask)
    for out in ({"planes": planes[:2]}, {"planes": planes.astype(np.float32)}, {"plane": planes}):
        with pytest.raises(ValueError, match="out"):
            skep.VecEnv(4, encoding=encoding, out=out)
    mask.flags.writeable = False
    with pytest.raises(ValueError, match="writable"):
        skep.VecEnv(4, encoding=encoding, out={"mask": mask})


def wrong_arrays() -> Iterator[dict[str, Any]]:
    """Arrays for two positions that cannot be written."""
    scalars, planes, mask = (2, 6), (2, *ENCODINGS[0].shape), (2, ENCODINGS[0].actions)
    fixed = np.zeros(scalars, np.uint16)
    fixed.flags.writeable = False
    memory = np.zeros(np.prod(planes) + np.prod(mask) + 1, np.uint8)
    for array in (
        fixed,
        np.zeros((6, 2), np.uint16).T,
        np.zeros((2, 12), np.uint16)[:, ::2],
        np.zeros(scalars, np.int16),
        np.zeros(scalars, ">u2"),
        np.zeros(12, np.uint16),
        memory[1:25].view(np.uint16).reshape(scalars),
    ):
        yield {"scalars": array}
    yield {"planes": np.zeros(planes, np.uint8, order="F")}
    yield {"mask": np.zeros(mask, np.uint8)}
    first, second = memory[: np.prod(planes)].reshape(planes), memory[1 : np.prod(mask) + 1].view(np.bool_).reshape(mask)
    yield {"planes": first, "mask": second}
    # To numpy, these are arrays without a common owner.
    yield {"planes": Tensor(first), "mask": Tensor(second)}
    yield {"board": memory}


@pytest.mark.parametrize("out", list(wrong_arrays()), ids=lambda out: "-".join(out))
def test_wrong_arrays_are_errors(out: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="out"):
        skep.VecEnv(2, encoding=ENCODINGS[0], out=out)
    action = ENCODINGS[0].action(skep.Position(), "wA1")
    with pytest.raises(ValueError, match="out"):
        skep.expand([skep.Position()] * 2, [action] * 2, ENCODINGS[0], out=out)


def test_an_array_that_is_not_wanted_is_an_error() -> None:
    with pytest.raises(ValueError, match="not used: planes"):
        skep.VecEnv(1, planes=False, out={"planes": np.zeros((1, *ENCODINGS[0].shape), np.uint8)})


@pytest.mark.parametrize("name", ["planes", "scalars", "mask", "reward", "terminated", "truncated"])
def test_arrays_that_are_exchanged_are_checked_before_the_step(name: str) -> None:
    env = skep.VecEnv(3)
    array = getattr(env, name)
    fixed = array.copy()
    fixed.flags.writeable = False
    for wrong in (array[:2].copy(), np.zeros(7, array.dtype), array.astype(np.complex64), fixed, "array"):
        setattr(env, name, wrong)
        with pytest.raises((TypeError, ValueError)):
            env.step(env.sample())
    setattr(env, name, array)
    assert [position.ply for position in env.positions()] == [0, 0, 0]
    env.step(env.sample())


def test_arrays_are_not_written_by_two_steps_at_once() -> None:
    planes = np.zeros((4096, *ENCODINGS[0].shape), np.uint8)
    one, other = (skep.VecEnv(4096, mask=False, out={"planes": planes}) for _ in range(2))
    one.send(one.sample())
    played = 0
    # One of them fails if the other is not over.
    for step in (lambda: other.step(other.sample()), one.recv):
        try:
            step()
            played += 1
        except TypeError as error:
            assert "borrowed" in str(error)
    assert played >= 1


def test_copies_play_on_independently() -> None:
    env = skep.VecEnv(5, seed=2)
    for _ in range(9):
        env.step(env.sample())
    before = [position.state for position in env.positions()]
    for other in (env.copy(), copy.copy(env), copy.deepcopy(env)):
        assert other.sample().tolist() == env.copy().sample().tolist()
        step = other.step(other.sample())
        assert step.planes is not None and env.planes is not None and (step.planes != env.planes).any()
    assert [position.state for position in env.positions()] == before


def test_send_and_recv() -> None:
    env = skep.VecEnv(4)
    with pytest.raises(ValueError, match="send"):
        env.recv()
    env.send(env.sample())
    with pytest.raises(ValueError, match="recv"):
        env.send(env.sample())
    assert env.recv().scalars[:, 1].tolist() == [1] * 4
    env.send([0, 0, 0, 0])
    with pytest.raises(ValueError, match="not a legal action"):
        env.recv()
    env.send(env.sample())
    assert env.reset().scalars[:, 1].tolist() == [0] * 4
    # The step that was sent is gone.
    env.step(env.sample())


def test_what_is_asked_during_a_step_is_the_state_after_it() -> None:
    env = skep.VecEnv(4096, mask=False)
    env.send(env.sample())
    other = env.copy()
    assert other.planes is not None and (other.planes.sum(axis=(1, 2, 3)) == 2).all()
    assert {position.ply for position in other.positions()} == {1}
    step = other.step(other.sample())
    assert (step.scalars[:, 1] == 2).all() and (env.recv().scalars[:, 1] == 1).all()


def test_ctrl_c_does_not_lose_the_step(monkeypatch: pytest.MonkeyPatch) -> None:
    env = skep.VecEnv(4)
    env.send(env.sample())

    def interrupted(_: Any) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr("skep._vec_env._wait", interrupted)
        with pytest.raises(KeyboardInterrupt):
            env.recv()
    with pytest.raises(ValueError, match="recv the step"):
        env.step(env.sample())
    assert env.recv().scalars[:, 1].tolist() == [1] * 4


def test_equal_pieces_keep_their_numbers() -> None:
    """OpenSpiel has a number for each of several equal pieces, and any of them can enter first."""
    encoding = ENCODINGS[1]
    env, chance = skep.VecEnv(20, encoding=encoding, max_plies=60), np.random.default_rng(1)
    renumbered = 0
    for _ in range(60):
        offsets, legal = env.legal()
        actions = [int(chance.choice(legal[at:end])) for at, end in zip(offsets, offsets[1:])]
        leaves = skep.expand(env.positions(), actions, encoding)
        step = env.step(actions)
        assert step.planes is not None and step.mask is not None
        goes_on = ~(step.terminated | step.truncated)
        assert leaves.planes is not None and leaves.mask is not None
        assert (leaves.planes == step.planes)[goes_on].all() and (leaves.mask == step.mask)[goes_on].all()
        for position, mask, played in zip(env.positions(), step.mask, leaves.positions):
            assert (encoding.encode(position)[2] == mask).all()
            renumbered += position.ply > 0 and played.moves != skep.Position(played.gamestring or "").moves
    assert renumbered > 100


def test_other_threads_run_during_a_step() -> None:
    env = skep.VecEnv(20_000, planes=False, mask=False)
    actions, ticks, done = env.sample(), 0, threading.Event()

    def count() -> None:
        nonlocal ticks
        while not done.is_set():
            ticks += 1

    thread = threading.Thread(target=count)
    thread.start()
    before = ticks
    env.step(actions)
    during = ticks - before
    done.set()
    thread.join()
    assert during > 0


@pytest.mark.parametrize("encoding", ENCODINGS, ids=lambda encoding: encoding.name)
def test_leaves_are_the_positions_after_each_action(encoding: skep.Encoding) -> None:
    position = skep.VecEnv(1, seed=4).positions()[0]
    for ply in range(30):
        position.play(position.legal_moves()[ply * 7 % len(position.legal_moves())])
    actions = np.flatnonzero(encoding.encode(position)[2])
    leaves = skep.expand([position] * len(actions), actions, encoding, threads=3)
    assert leaves.fits.all() and np.isnan(leaves.value).all() and position.ply == 30
    for index, action in enumerate(actions.tolist()):
        played = position.copy()
        played.play(encoding.turn(position, action))
        assert leaves.positions[index] == played and leaves.positions[index].moves == played.moves
        planes, scalars, mask = encoding.encode(played)
        assert leaves.planes is not None and leaves.mask is not None
        assert (leaves.planes[index] == planes).all() and (leaves.mask[index] == mask).all()
        assert (leaves.scalars[index] == scalars).all()
    with pytest.raises(ValueError, match="not a legal action of position 1"):
        skep.expand([position] * 2, [actions[0], -3], encoding)
    with pytest.raises(skep.UnsupportedGame):
        skep.expand([skep.Position("Venom")], [0], encoding)
    with pytest.raises(TypeError, match="Position"):
        skep.expand("Base", [0], encoding)  # type: ignore[arg-type]
    assert skep.expand([], [], encoding).positions == []


def test_the_value_of_a_leaf_is_for_the_player_to_move(league: Any) -> None:
    game = next(game for game in skep.open(league) if game.board_result == "WhiteWins")
    encoding = skep.Encoding(size=25)
    last = game.position(game.plies - 1)
    (value,) = skep.expand([last], [encoding.action(last, game.moves[-1])], encoding).value.tolist()
    assert value == (1 if game.position().turn else -1)


def test_wrong_arguments() -> None:
    for n in (0, -1, 2**21, 2**70):
        with pytest.raises(ValueError):
            skep.VecEnv(n)
    for actions in ([[0], [0]], 0, np.zeros((2, 1), np.int64)):
        with pytest.raises(ValueError, match="one dimension"):
            skep.VecEnv(2).step(actions)
    for planes in (True, False):
        with pytest.raises(ValueError, match="no planes for the bugs of Base.MLP"):
            skep.VecEnv(2, "Base+MLP", skep.Encoding("openspiel", variant="Base+M"), planes=planes)
    for options in ({"max_plies": 0}, {"threads": -1}, {"seed": -1}, {"seed": 2**64}, {"variant": ["Base"]},
                    {"variant": "Chess"}, {"variant": "Venom"}):  # fmt: skip
        with pytest.raises(ValueError):
            skep.VecEnv(2, **options)


def test_gymnasium() -> None:
    pytest.importorskip("gymnasium", reason="Gymnasium is not installed: pip install 'skep[rl]'")
    from skep.gymnasium import HiveVectorEnv

    env = HiveVectorEnv(3, "Base", max_plies=20)
    observations, _ = env.reset(seed=1)
    assert env.observation_space.contains(observations)
    ended = 0
    for _ in range(45):
        chance = np.random.default_rng(1)
        legal = [chance.choice(np.flatnonzero(mask)) for mask in observations["action_mask"]]
        assert env.action_space.contains(np.array(legal))
        observations, rewards, terminated, truncated, _ = env.step(legal)
        assert env.observation_space.contains(observations) and rewards.shape == (3,)
        ended += int(truncated.sum() + terminated.sum())
    assert ended >= 6
