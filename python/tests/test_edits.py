"""What a record says beside its turns can be read and written."""

from __future__ import annotations

import io
import pathlib
import pickle

import pytest

import skep

GAME = "1. wS1 {solid} 2. bS1 wS1- {[%used 0:00:02]} (2. bG1 wS1- 3. wQ -wS1 (3. wB1 -wS1)) 3. wQ -wS1 *"


def game() -> skep.Game:
    return skep.read(GAME)[0]


def test_all_parts_are_read() -> None:
    assert game().comments == {1: "solid"}
    assert game().clocks == [None, 2.0, None]
    (variation,) = game().variations
    assert (variation.after, variation.moves) == (1, ["bG1 wS1-", "wQ -wS1"])
    assert variation.variations == [skep.types.Variation(2, ["wB1 -wS1"], [])]


@pytest.mark.parametrize("notation", ["pgn", "jsonl"])
def test_all_parts_are_written_and_read_back(notation: str) -> None:
    searches = {0: skep.types.Search(0.25, {"wS1": 90, "wB1": 10}), 2: skep.types.Search(None, {})}
    changed = game().replace(
        tags={"White": "Ann", "Event": "Cup"},
        result="BlackWins",
        comments={0: "start", 3: "end"},
        clocks=[1.5, None, 3],
        searches=searches,
        variations=[
            skep.types.Variation(1, ["bB1 wS1-", "wQ -wS1"], [skep.types.Variation(2, ["wB1 -wS1"])]),
            skep.types.Variation(2, ["wG1 -wS1"]),
        ],
    )
    (read,) = skep.read(changed.to(notation))
    for one in (changed, read, pickle.loads(pickle.dumps(changed))):
        assert one.is_valid and one.diagnostics == []
        assert (one.white, one.event, one.result, one.moves) == ("Ann", "Cup", "BlackWins", game().moves)
        assert one.comments == {0: "start", 3: "end"}
        assert one.clocks == [1.5, None, 3.0]
        assert one.searches == searches
        first, second = one.variations
        assert (first.after, first.variations[0].moves, second.after) == (1, ["wB1 -wS1"], 2)
    # The first game did not change.
    assert game().comments == {1: "solid"} and changed.replace(tags={"White": None}).white is None
    assert changed.replace(comments={}).comments == {} and changed.replace(comments={}).searches == searches


def test_a_new_game_has_all_parts() -> None:
    made = skep.Game.from_moves(
        ["wS1", "bS1 wS1-"],
        "Base",
        tags={"White": "Ann"},
        comments={1: "a"},
        clocks=[1, 2],
        searches={1: (-1, {"bS1 wS1-": 5})},
        variations=[skep.types.Variation(1, ["bB1 wS1-"])],
    )
    text = io.StringIO()
    assert skep.write([made], text, to="jsonl").games == 1
    (read,) = skep.read(text.getvalue())
    assert (read.white, read.comments, read.clocks) == ("Ann", {1: "a"}, [1.0, 2.0])
    assert read.searches == {1: skep.types.Search(-1.0, {"bS1 wS1-": 5})} and len(read.variations) == 1


@pytest.mark.parametrize(
    ("state", "moves", "other"),
    [
        ("Base/w3/-1,0wB1:0,0wQ:1,0bS1:2,0bQ", ["wA1 /wB1", "bA1 bQ/", "wA1 bA1/"], "wG1 /wB1"),
        ("Venom/b2/0,0wQ:1,0bQ:-1,0wSc1", ["bSc1 bQ-", "wFl1 -wSc1"], "bA1 bQ-"),
        ("hex-it/b7/12,-13W:13,-13B:13,-14Wb", ["M13", "N13"], "N13"),
    ],
)
def test_a_game_begins_in_a_set_up_position(state: str, moves: list[str], other: str) -> None:
    line = skep.types.Variation(0, [other])
    made = skep.Game.from_moves(moves, state, tags={"White": "Ann"}, comments={1: "a"}, variations=[line])
    for one in (made, *skep.read(made.to("jsonl")), pickle.loads(pickle.dumps(made))):
        assert one.is_valid and one.diagnostics == []
        assert (one.white, one.moves, one.comments) == ("Ann", moves, {1: "a"})
        (variation,) = one.variations
        assert (variation.after, variation.moves) == (0, [other])
        positions = list(one.positions())
        assert len(positions) == len(one) + 1 and positions[0].state == skep.Position(state).state
        assert one.position().state == positions[-1].state and other in positions[0].legal_moves()
    with pytest.raises(skep.UnsupportedGame, match="JSON Lines and PGN can"):
        made.to("boardspace" if state.startswith("hex-it") else "uhp")
    if not state.startswith("hex-it"):
        (back,) = skep.read(made.to("pgn"))
        assert (back.moves, back.position().state) == (moves, made.position().state)
    with pytest.raises(ValueError, match="invalid state"):
        skep.Game.from_moves([], state.replace("1,0b", "9,0b").replace("13,-13B", "20,-13B"))
    with pytest.raises(skep.IllegalMove):
        skep.Game.from_moves(["pass"], state)


def test_implied_passes_count_as_turns(fixtures: pathlib.Path) -> None:
    """Boardspace leaves out forced passes, and Python counts them."""
    (whole,) = skep.open(fixtures / "hexit" / "games" / "standard-last-tile.hxt")
    nodes = iter(whole.to("boardspace").split("\n; "))
    # The node after a pass says that the turn is done.
    kept = [node for node in nodes if " Pass " not in node or not next(nodes)]
    (game,) = skep.read("\n; ".join(kept))
    assert "pass-implied" in str(game.diagnostics) and game.moves == whole.moves
    at = game.moves.index("pass") + 1
    changed = game.replace(comments={at + 1: "later"}, clocks=[float(n) for n in range(game.plies)])
    assert changed.comments == {at + 1: "later"} and changed.moves == game.moves
    assert changed.clocks[at] == at


def test_wrong_values_are_errors() -> None:
    for wrong in (
        {"clocks": [1]},
        {"clocks": [-1, None, None]},
        {"comments": {4: "x"}},
        {"searches": {0: (1.5, {})}},
        {"searches": {0: (float("nan"), {})}},
        {"variations": [skep.types.Variation(4, ["wQ"])]},
        {"variations": [skep.types.Variation(1, ["nonsense"])]},
        {"result": "won"},
    ):
        with pytest.raises(ValueError):
            game().replace(**wrong)
    # An illegal variation is a finding, as in a file.
    illegal = game().replace(variations=[skep.types.Variation(1, ["wQ"])])
    assert illegal.is_valid and illegal.diagnostics


def test_a_changed_game_keeps_the_result_of_its_notation() -> None:
    """A GameString states its result, also after a change."""
    game = skep.read("Base;WhiteWins;White[2];wS1;bS1 wS1-")[0].replace(comments={1: "solid"})
    assert (game.notation, game.result) == ("uhp", "WhiteWins")
    with pytest.warns(skep.LossWarning, match="^uhp cannot hold comments$"):
        assert game.to("uhp").startswith("Base;WhiteWins;")
